/*
** search.c: one run of A*, resumable at any point where it may have to wait.
**
** A run is in one of three phases: the start is to be opened, the successors of the current
** node are to be relaxed (from `at` on), or the next node is to be taken off the open list.
** It returns to its caller between any two of them, and within one for an answer or for
** memory; whatever it was doing is done again from `phase` and `at`, so nothing is changed
** before all that it needs is at hand.
*/
#include "distance.h"
#include "open.h"
#include "path.h"
#include "records.h"
#include "space.h"

#include <string.h>

/* Values of f that are no further apart, in parts of them, differ only by rounding. */
#define EQUAL 3.637978807091713e-12 /* 2^-38 */

/* A cost counts as less only beyond rounding: sums of the same steps in another order do not. */
#define CHEAPER 7.105427357601002e-15 /* 2^-47 */
#define ROUNDING 9.094947017729282e-13 /* 2^-40, for max_cost */

enum phase { PHASE_START, PHASE_RELAX, PHASE_NEXT };

struct astar_search {
  as_memory memory;
  /* What is looked for. `ids` are the goals, then those of `only`, then those of `avoid`. */
  const astar_graph *graph;
  astar_search_def def; /* its pointers are not used */
  astar_id *ids;
  uint32_t ids_capacity;
  double (*goal_positions)[3];
  uint32_t goals_capacity;
  /* The space as it was when the run began, and what follows from it. */
  as_space space;
  as_layout *layout; /* held */
  bool plain;        /* the heuristic is the usual one: euclidean, to one goal */
  bool ask_estimate;
  double cost_limit;
  double plain_limit; /* up to here a successor is opened without further ado; -1 if never */
  /* The run. */
  astar_status status;
  enum phase phase;
  as_records records;
  as_open open;
  uint32_t *touched; /* slots */
  uint32_t touched_count, touched_capacity;
  uint64_t expanded;
  uint32_t current, found, partial; /* slots, or AS_NO_SLOT */
  uint32_t cut;                     /* nodes left out for max_cost and not reached otherwise */
  /* Relaxing. */
  as_successor *successors;
  uint32_t successors_capacity, count, at;
  bool answered;          /* successors[at].cost is the caller's */
  uint32_t estimates;     /* goals for which the caller gave an estimate, */
  double least_estimate;  /* and the least of them */
  bool wanting;
  astar_want want;
};

/* ---- Life ---- */

astar_search_def astar_default_search(void)
{
  astar_search_def def;
  memset(&def, 0, sizeof def);
  def.heuristic = ASTAR_AUTO;
  def.weight = 1;
  def.max_cost = INFINITY;
  def.max_steps = UINT64_MAX;
  return def;
}

astar_search *astar_search_create(astar_alloc alloc, void *context)
{
  as_memory m;
  astar_search *s;
  as_memory_init(&m, alloc, context);
  s = as_new(&m, 1, astar_search);
  if (!s) return NULL;
  memset(s, 0, sizeof *s);
  s->memory = m;
  s->status = ASTAR_STALE;
  s->current = s->found = s->partial = AS_NO_SLOT;
  as_records_init(&s->records);
  as_open_init(&s->open);
  return s;
}

void astar_search_destroy(astar_search *s)
{
  as_memory m;
  if (!s) return;
  as_layout_release(s->layout);
  as_records_free(&s->records, &s->memory);
  as_open_free(&s->open, &s->memory);
  as_free(&s->memory, s->ids, s->ids_capacity, astar_id);
  as_free(&s->memory, s->goal_positions, s->goals_capacity, double[3]);
  as_free(&s->memory, s->touched, s->touched_capacity, uint32_t);
  as_free(&s->memory, s->successors, s->successors_capacity, as_successor);
  m = s->memory;
  as_free(&m, s, 1, astar_search);
}

size_t astar_search_memory(const astar_search *s)
{
  return s->memory.used;
}

/* ---- Records ---- */

static astar_state state_of(const as_record *record)
{
  return (astar_state)(record->mark & AS_MARK_STATE);
}

static void set_state(as_record *record, astar_state state)
{
  record->mark = (record->mark & ~AS_MARK_STATE) | (uint32_t)state;
}

/* Room in the list of touched nodes for one more. */
static bool touch_room(astar_search *s)
{
  return as_reserve(&s->memory, &s->touched, &s->touched_capacity, (uint64_t)s->touched_count + 1,
                    sizeof *s->touched);
}

static bool exclude(astar_search *s, as_record *record, uint32_t slot)
{
  if (!touch_room(s)) return false;
  s->touched[s->touched_count++] = slot;
  set_state(record, ASTAR_EXCLUDED);
  record->g = -INFINITY;
  return true;
}

/* ---- Beginning ---- */

/* Forget the listed ids that are gone; their numbers may mean other nodes later. */
static uint32_t keep_living(const astar_graph *g, astar_id *to, const astar_id *from, uint32_t count)
{
  uint32_t kept = 0, i;
  for (i = 0; i < count; i++) {
    if (astar_graph_find(g, from[i], NULL)) to[kept++] = from[i];
  }
  return kept;
}

static bool mark_ids(astar_search *s, const astar_id *ids, uint32_t count, uint32_t flag)
{
  uint32_t i;
  for (i = 0; i < count; i++) {
    as_record *record = as_records_touch(&s->records, &s->memory, as_slot(s->layout, ids[i]));
    if (!record) return false;
    record->mark |= flag;
  }
  return true;
}

static bool set_goals(astar_search *s)
{
  uint32_t i, count = s->def.goal_count;
  if (!as_reserve(&s->memory, &s->goal_positions, &s->goals_capacity, count, sizeof *s->goal_positions))
    return false;
  for (i = 0; i < count; i++) {
    double scratch[3];
    memcpy(s->goal_positions[i], s->space.ops->position(s->space.self, as_slot(s->layout, s->ids[i]), scratch),
           sizeof scratch);
  }
  return mark_ids(s, s->ids, count, AS_MARK_GOAL);
}

/* Whether `only` and `avoid` let a node be entered. */
static bool admitted(const astar_search *s, const as_record *record)
{
  return !(record->mark & AS_MARK_AVOIDED) && (!s->def.only || record->mark & AS_MARK_ALLOWED);
}

/* Whether a goal is the start or can be entered. */
static bool goal_enterable(const astar_search *s)
{
  uint32_t i;
  for (i = 0; i < s->def.goal_count; i++) {
    uint32_t slot = as_slot(s->layout, s->ids[i]);
    const as_record *record = as_records_find(&s->records, slot);
    if (s->ids[i] == s->def.start) return true;
    if (!admitted(s, record)) continue;
    if (s->space.ops->enterable(s->space.self, &s->space.mover, slot))
      return true;
  }
  return false;
}

/* The heuristic in force, and what it promises. */
static void set_heuristic(astar_search *s)
{
  astar_heuristic kind = s->def.heuristic;
  if (kind == ASTAR_AUTO) kind = s->def.ask_cost ? ASTAR_ZERO : ASTAR_EUCLIDEAN;
  if (s->def.goal_count == 0 || (s->space.scale == 0 && kind != ASTAR_ASK)) kind = ASTAR_ZERO;
  s->ask_estimate = kind == ASTAR_ASK;
  s->plain = kind == ASTAR_EUCLIDEAN && s->def.goal_count == 1;
  s->space.scale = kind == ASTAR_ZERO ? 0 : s->space.scale;
}

static astar_result run(astar_search *s)
{
  const astar_id *only = s->ids + s->def.goal_count;
  s->status = ASTAR_STALE;
  s->wanting = false;
  s->space = as_graph_space(s->graph, s->def.unit);
  as_layout_hold(s->space.layout);
  as_layout_release(s->layout);
  s->layout = s->space.layout;
  set_heuristic(s);
  s->touched_count = 0;
  s->expanded = 0;
  s->current = s->found = s->partial = AS_NO_SLOT;
  s->cut = 0;
  s->count = s->at = 0;
  s->answered = false;
  s->estimates = 0;
  s->cost_limit = s->def.max_cost + s->def.max_cost * ROUNDING;
  s->plain_limit = as_min(s->cost_limit, DBL_MAX);
  if (s->def.only || s->def.ask_cost || s->ask_estimate) s->plain_limit = -1;
  if (!as_records_begin(&s->records, &s->memory, s->layout->count, s->def.keep_estimates || s->ask_estimate) ||
      !set_goals(s) || !mark_ids(s, only, s->def.only_count, AS_MARK_ALLOWED) ||
      !mark_ids(s, only + s->def.only_count, s->def.avoid_count, AS_MARK_AVOIDED))
    return ASTAR_NO_MEMORY;
  s->phase = PHASE_START;
  s->status = ASTAR_SEARCHING;
  if (s->def.answer_only && s->def.goal_count > 0 && !s->def.partial && !goal_enterable(s))
    s->status = ASTAR_UNREACHABLE;
  return ASTAR_OK;
}

astar_result astar_search_begin(astar_search *s, const astar_graph *g, const astar_search_def *def)
{
  uint64_t wanted = (uint64_t)def->goal_count + def->only_count + def->avoid_count;
  astar_id *ids;
  astar_assert(def->weight >= 1 && !(def->max_cost < 0));
  s->status = ASTAR_STALE;
  s->graph = g;
  s->def = *def;
  s->def.goal_count = s->def.only_count = s->def.avoid_count = 0;
  /* One more than wanted: there is an array even if there is nothing in it. */
  if (!as_reserve(&s->memory, &s->ids, &s->ids_capacity, wanted + 1, sizeof *s->ids)) return ASTAR_NO_MEMORY;
  ids = s->ids;
  ids += s->def.goal_count = keep_living(g, ids, def->goals, def->goal_count);
  ids += s->def.only_count = keep_living(g, ids, def->only_ids, def->only_count);
  s->def.avoid_count = keep_living(g, ids, def->avoid_ids, def->avoid_count);
  return run(s);
}

astar_result astar_search_restart(astar_search *s, astar_id start, const astar_id *goals, uint32_t goal_count)
{
  const astar_id *lists = s->ids + s->def.goal_count;
  uint32_t list_count = s->def.only_count + s->def.avoid_count;
  astar_id *ids;
  s->status = ASTAR_STALE;
  if (goals && goal_count != s->def.goal_count) {
    if (!as_reserve(&s->memory, &s->ids, &s->ids_capacity, (uint64_t)goal_count + list_count, sizeof *s->ids))
      return ASTAR_NO_MEMORY;
    lists = s->ids + s->def.goal_count;
    memmove(s->ids + goal_count, lists, list_count * sizeof *s->ids);
    s->def.goal_count = goal_count;
  }
  if (goals) memcpy(s->ids, goals, goal_count * sizeof *s->ids);
  if (start != ASTAR_NO_ID) s->def.start = start;
  lists = s->ids + s->def.goal_count;
  ids = s->ids + s->def.goal_count;
  list_count = s->def.only_count;
  ids += s->def.only_count = keep_living(s->graph, ids, lists, list_count);
  s->def.avoid_count = keep_living(s->graph, ids, lists + list_count, s->def.avoid_count);
  return run(s);
}

/* ---- Estimates ---- */

static double distance_by(astar_heuristic kind, const double a[3], const double b[3])
{
  switch (kind) {
  case ASTAR_MANHATTAN: return as_manhattan(a, b);
  case ASTAR_OCTILE: return as_octile(a, b);
  default: return as_distance(a, b);
  }
}

static double estimate_from(const astar_search *s, const double position[3])
{
  double least = INFINITY;
  uint32_t i;
  for (i = 0; i < s->def.goal_count; i++) {
    double d = distance_by(s->def.heuristic, position, s->goal_positions[i]);
    if (d < least) least = d;
  }
  return as_min(least * s->space.scale, DBL_MAX);
}

static inline double estimate(const astar_search *s, uint32_t slot)
{
  double scratch[3];
  const double *position;
  if (s->space.scale == 0) return 0;
  position = s->space.ops->position(s->space.self, slot, scratch);
  if (s->plain) return as_min(as_distance(position, s->goal_positions[0]) * s->space.scale, DBL_MAX);
  return estimate_from(s, position);
}

/* The estimate of a node that this run has reached. */
static double estimate_of(const astar_search *s, uint32_t slot)
{
  if (s->records.with_estimates) return *as_records_estimate(&s->records, slot);
  return estimate(s, slot);
}

static astar_status want(astar_search *s, uint32_t from, astar_id to, double cost, bool an_estimate)
{
  s->wanting = true;
  s->want.from = s->layout->ids[from];
  s->want.to = to;
  s->want.cost = cost;
  s->want.estimate = an_estimate;
  return an_estimate ? ASTAR_WANT_ESTIMATE : ASTAR_WANT_COST;
}

bool astar_search_want(const astar_search *s, astar_want *w)
{
  if (s->wanting) *w = s->want;
  return s->wanting;
}

void astar_search_answer(astar_search *s, double value)
{
  if (!s->wanting) return;
  s->wanting = false;
  if (s->want.estimate) {
    if (s->estimates++ == 0 || value < s->least_estimate) s->least_estimate = value;
  } else {
    s->successors[s->at].cost = value;
    s->answered = true;
  }
}

/* ---- Running ---- */

/*
** Put a node onto the open list: reached for `g` by way of `parent`, for the first time or
** cheaper than before. All or nothing.
*/
static bool open_node(astar_search *s, uint32_t slot, as_record *record, double g, double h, uint32_t parent)
{
  bool fresh = state_of(record) == ASTAR_NONE;
  if (fresh && !touch_room(s)) return false;
  if (!as_open_push(&s->open, &s->memory, as_min(g + s->def.weight * h, DBL_MAX), h, slot)) return false;
  if (fresh) {
    s->touched[s->touched_count++] = slot;
    if (s->records.with_estimates) *as_records_estimate(&s->records, slot) = h;
  }
  record->g = g;
  record->parent = parent;
  set_state(record, ASTAR_OPEN);
  return true;
}

/* The caller is asked for the estimates of a node to all goals, one after the other. */
static bool lacks_estimate(const astar_search *s)
{
  return s->ask_estimate && s->estimates < s->def.goal_count;
}

static astar_status open_start(astar_search *s)
{
  uint32_t slot = as_slot(s->layout, s->def.start);
  as_record *record = as_records_touch(&s->records, &s->memory, slot);
  double h;
  if (!record) return ASTAR_OUT_OF_MEMORY;
  if (lacks_estimate(s)) return want(s, slot, s->ids[s->estimates], 0, true);
  h = s->ask_estimate ? s->least_estimate : estimate(s, slot);
  as_open_clear(&s->open, EQUAL);
  if (!open_node(s, slot, record, 0, h, AS_NO_SLOT)) return ASTAR_OUT_OF_MEMORY;
  s->estimates = 0;
  s->phase = PHASE_NEXT;
  return ASTAR_SEARCHING;
}

/* Relax one successor of the current node, which was reached for `from`. */
static astar_status relax_one(astar_search *s, const as_successor *next, double from)
{
  const double g = from + next->cost;
  as_record *record = as_records_touch(&s->records, &s->memory, next->slot);
  astar_state state;
  double h;
  if (!record) return ASTAR_OUT_OF_MEMORY;
  state = state_of(record);
  if (isnan(next->cost) || !admitted(s, record)) {
    if (state == ASTAR_NONE && !exclude(s, record, next->slot)) return ASTAR_OUT_OF_MEMORY;
    return ASTAR_SEARCHING;
  }
  /* No cost, be it the caller's, makes cheaper what was reached for less than the current node. */
  if (!(next->cost < INFINITY) || record->g <= from) return ASTAR_SEARCHING;
  if (s->def.ask_cost && !s->answered)
    return want(s, s->current, s->layout->ids[next->slot], next->cost, false);
  if (!(g < INFINITY)) return ASTAR_SEARCHING;
  if (g > s->cost_limit) {
    if (state == ASTAR_NONE && !(record->mark & AS_MARK_CUT)) {
      record->mark |= AS_MARK_CUT;
      s->cut++;
    }
    return ASTAR_SEARCHING;
  }
  if (state != ASTAR_NONE) {
    if (!(g < record->g - record->g * CHEAPER)) return ASTAR_SEARCHING;
    h = estimate_of(s, next->slot);
  } else {
    if (lacks_estimate(s)) return want(s, next->slot, s->ids[s->estimates], 0, true);
    h = s->ask_estimate ? s->least_estimate : estimate(s, next->slot);
  }
  if (!open_node(s, next->slot, record, g, h, s->current)) return ASTAR_OUT_OF_MEMORY;
  s->estimates = 0;
  if (record->mark & AS_MARK_CUT) {
    record->mark &= ~AS_MARK_CUT;
    s->cut--;
  }
  return ASTAR_SEARCHING;
}

static void expand(astar_search *s, uint32_t slot, double g)
{
  as_offers offers;
  offers.records = s->records;
  /* What a caller may make of the cost is not known yet. */
  offers.from = s->def.ask_cost ? NAN : g;
  offers.list = s->successors;
  offers.count = 0;
  s->space.ops->expand(s->space.self, &s->space.mover, slot, &offers);
  s->count = offers.count;
  s->at = 0;
  s->answered = false;
  s->phase = PHASE_RELAX;
}

/*
** Open a successor where nothing is to be asked or refused: most that are relaxed are such.
** False if that is not so; then nothing was done. Whether it is fresh is decided without a
** branch, which would be guessed wrong all too often.
*/
static inline bool open_plainly(astar_search *s, const as_successor *next, double g)
{
  as_record *record = as_records_peek(&s->records, next->slot);
  uint32_t mark = record->mark;
  int current = as_record_current(&s->records, record), fresh = !current;
  int cheaper = (state_of(record) == ASTAR_OPEN) & (g < record->g - record->g * CHEAPER);
  int ready = (current & cheaper) | (fresh & as_record_own(record));
  double h;
  if (!(ready & (g <= s->plain_limit) & (s->touched_count < s->touched_capacity))) return false;
  h = estimate(s, next->slot);
  if (!as_open_push(&s->open, &s->memory, as_min(g + s->def.weight * h, DBL_MAX), h, next->slot)) return false;
  if (s->records.with_estimates) *as_records_estimate(&s->records, next->slot) = h;
  s->touched[s->touched_count] = next->slot;
  s->touched_count += (uint32_t)fresh;
  record->g = g;
  record->parent = s->current;
  record->mark = s->records.run_mark | ASTAR_OPEN | (mark & AS_MARK_FLAGS & (0u - (uint32_t)current));
  return true;
}

/* Relax the successors of the current node, from `at` on. */
static astar_status relax(astar_search *s)
{
  const double from = as_records_peek(&s->records, s->current)->g;
  for (; s->at < s->count; s->at++) {
    const as_successor *next = &s->successors[s->at];
    if (!open_plainly(s, next, from + next->cost)) {
      astar_status status = relax_one(s, next, from);
      if (status != ASTAR_SEARCHING) return status;
      s->answered = false;
    }
  }
  return ASTAR_SEARCHING;
}

static void note_partial(astar_search *s)
{
  double best = INFINITY, best_g = 0;
  uint32_t i, k;
  for (i = 0; i < s->touched_count; i++) {
    const as_record *record = as_records_peek(&s->records, s->touched[i]);
    double scratch[3], distance = INFINITY;
    const double *position = s->space.ops->position(s->space.self, s->touched[i], scratch);
    if (state_of(record) == ASTAR_EXCLUDED) continue;
    for (k = 0; k < s->def.goal_count; k++) distance = as_min(distance, as_distance(position, s->goal_positions[k]));
    if (distance < best || (distance == best && record->g < best_g)) {
      best = distance;
      best_g = record->g;
      s->partial = s->touched[i];
    }
  }
}

static astar_status end(astar_search *s, astar_status status)
{
  s->status = status;
  if (s->def.partial && status != ASTAR_FOUND) note_partial(s);
  return status;
}

/*
** A node on the way to a goal may have become cheaper since it was expanded, and wait to be
** expanded again, so that the costs after it are too high: the first such, or AS_NO_SLOT.
*/
static uint32_t open_ancestor(const astar_search *s, uint32_t slot)
{
  uint32_t first = AS_NO_SLOT, at = as_records_peek(&s->records, slot)->parent;
  while (at != AS_NO_SLOT) {
    const as_record *record = as_records_peek(&s->records, at);
    if (state_of(record) == ASTAR_OPEN) first = at;
    at = record->parent;
  }
  return first;
}

/* Take the next node to expand off the open list; SEARCHING if there is one. */
static astar_status choose(astar_search *s, uint32_t *slot)
{
  for (;;) {
    as_next next = as_open_next(&s->open, &s->memory, slot);
    if (next == AS_NEXT_NO_MEMORY) return ASTAR_OUT_OF_MEMORY;
    if (next == AS_NEXT_NONE) {
      if (s->def.goal_count == 0) return end(s, ASTAR_DONE);
      return end(s, s->cut > 0 ? ASTAR_LIMIT : ASTAR_UNREACHABLE);
    }
    if (state_of(as_records_peek(&s->records, *slot)) == ASTAR_OPEN) return ASTAR_SEARCHING;
    as_open_drop(&s->open); /* expanded since, by way of a cheaper entry */
  }
}

astar_status astar_search_step(astar_search *s, uint64_t n)
{
  if (s->status != ASTAR_SEARCHING) return s->status;
  if (astar_search_status(s) == ASTAR_STALE) return s->status = ASTAR_STALE;
  s->wanting = false;
  for (;; n--) {
    astar_status status = ASTAR_SEARCHING;
    uint32_t slot, ancestor;
    as_record *record;
    if (s->phase == PHASE_START) status = open_start(s);
    else if (s->phase == PHASE_RELAX) status = relax(s);
    if (status != ASTAR_SEARCHING) return status;
    s->phase = PHASE_NEXT;
    status = choose(s, &slot);
    if (status != ASTAR_SEARCHING) return status;
    if (s->expanded >= s->def.max_steps) return end(s, ASTAR_LIMIT);
    if (n == 0) return ASTAR_SEARCHING;
    record = as_records_peek(&s->records, slot);
    if (record->mark & AS_MARK_GOAL && (ancestor = open_ancestor(s, slot)) != AS_NO_SLOT) {
      slot = ancestor;
      record = as_records_peek(&s->records, slot);
    } else {
      ancestor = AS_NO_SLOT;
    }
    /* One more than there are: a successor that is not wanted is written all the same. */
    if (!as_reserve(&s->memory, &s->successors, &s->successors_capacity,
                    (uint64_t)s->space.ops->degree(s->space.self, slot) + 1, sizeof *s->successors))
      return ASTAR_OUT_OF_MEMORY;
    if (ancestor == AS_NO_SLOT) as_open_drop(&s->open);
    set_state(record, ASTAR_CLOSED);
    s->current = slot;
    s->expanded++;
    if (record->mark & AS_MARK_GOAL) {
      s->found = slot;
      return end(s, ASTAR_FOUND);
    }
    expand(s, slot, record->g);
  }
}

/* ---- Asking ---- */

static astar_id id_of(const astar_search *s, uint32_t slot)
{
  return slot == AS_NO_SLOT ? ASTAR_NO_ID : s->layout->ids[slot];
}

astar_status astar_search_status(const astar_search *s)
{
  if (s->status == ASTAR_SEARCHING && s->space.version != s->space.ops->version(s->space.self)) return ASTAR_STALE;
  return s->status;
}

uint64_t astar_search_expanded(const astar_search *s)
{
  return s->expanded;
}

astar_id astar_search_current(const astar_search *s)
{
  return id_of(s, s->current);
}

astar_id astar_search_start(const astar_search *s)
{
  return s->def.start;
}

astar_id astar_search_goal(const astar_search *s)
{
  if (s->found != AS_NO_SLOT) return id_of(s, s->found);
  return s->def.goal_count == 1 ? s->ids[0] : ASTAR_NO_ID;
}

uint32_t astar_search_goal_count(const astar_search *s)
{
  return s->def.goal_count;
}

astar_id astar_search_goal_at(const astar_search *s, uint32_t index)
{
  astar_assert(index < s->def.goal_count);
  return s->ids[index];
}

/* As estimate_of, at any time: the space's slots may have changed since. */
static double estimate_asked(const astar_search *s, uint32_t slot)
{
  astar_waypoint w;
  double position[3];
  if (s->records.with_estimates) return *as_records_estimate(&s->records, slot);
  if (s->space.scale == 0) return 0;
  s->space.ops->waypoint(s->space.self, id_of(s, slot), &w);
  position[0] = w.x;
  position[1] = w.y;
  position[2] = w.z;
  return estimate_from(s, position);
}

static astar_visit visit_slot(const astar_search *s, uint32_t slot)
{
  const as_record *record = as_records_find(&s->records, slot);
  astar_visit visit;
  memset(&visit, 0, sizeof visit);
  visit.id = id_of(s, slot);
  visit.state = record ? state_of(record) : ASTAR_NONE;
  if (visit.state == ASTAR_OPEN || visit.state == ASTAR_CLOSED) {
    visit.parent = id_of(s, record->parent);
    visit.cost = record->g;
    visit.estimate = estimate_asked(s, slot);
  }
  return visit;
}

astar_visit astar_search_visit(const astar_search *s, astar_id id)
{
  uint32_t slot = s->layout ? as_slot(s->layout, id) : AS_NO_SLOT;
  astar_visit visit;
  /* An id made after the run began has a slot in the layout, but no record. */
  if (slot != AS_NO_SLOT) return visit_slot(s, slot);
  memset(&visit, 0, sizeof visit);
  visit.id = id;
  return visit;
}

uint32_t astar_search_touched(const astar_search *s)
{
  return s->touched_count;
}

astar_visit astar_search_touched_at(const astar_search *s, uint32_t index)
{
  astar_assert(index < s->touched_count);
  return visit_slot(s, s->touched[index]);
}

astar_id astar_search_closest(const astar_search *s)
{
  uint32_t i, best = AS_NO_SLOT;
  double best_h = INFINITY, best_g = 0;
  for (i = 0; i < s->touched_count; i++) {
    const as_record *record = as_records_peek(&s->records, s->touched[i]);
    double h;
    if (state_of(record) == ASTAR_EXCLUDED) continue;
    h = estimate_asked(s, s->touched[i]);
    if (h < best_h || (h == best_h && record->g < best_g)) {
      best = s->touched[i];
      best_h = h;
      best_g = record->g;
    }
  }
  return id_of(s, best);
}

astar_id astar_search_partial(const astar_search *s)
{
  return id_of(s, s->partial);
}

uint32_t astar_search_trace(const astar_search *s, astar_id id)
{
  uint32_t slot = s->layout ? as_slot(s->layout, id) : AS_NO_SLOT, count = 0;
  const as_record *record = slot == AS_NO_SLOT ? NULL : as_records_find(&s->records, slot);
  if (!record || state_of(record) == ASTAR_NONE || state_of(record) == ASTAR_EXCLUDED) return 0;
  for (; slot != AS_NO_SLOT; slot = as_records_peek(&s->records, slot)->parent) count++;
  return count;
}

void astar_search_path(const astar_search *s, astar_id id, astar_path *path)
{
  uint32_t slot = as_slot(s->layout, id), count = astar_search_trace(s, id), i;
  astar_assert(count > 0);
  path->cost = as_records_peek(&s->records, slot)->g;
  path->count = count;
  path->partial = false;
  for (i = count; i-- > 0; slot = as_records_peek(&s->records, slot)->parent)
    s->space.ops->waypoint(s->space.self, id_of(s, slot), &path->points[i]);
  as_path_measure(path);
}
