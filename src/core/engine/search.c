/*
** search.c: one run of A*, resumable at any point where it may have to wait.
**
** A run is in one of three phases: the start is to be opened, the successors of the current
** node are to be relaxed (from `at` on), or the next node is to be taken off the open list.
** It returns to its caller between any two of them, and within one for an answer or for
** memory; whatever it was doing is done again from `phase` and `at`, so nothing is changed
** before all that it needs is at hand.
*/
#include "engine/search.h"

#include "geometry/distance.h"

#include <string.h>

/* Values of f that are no further apart, in parts of them, differ only by rounding. */
#define EQUAL 3.637978807091713e-12 /* 2^-38 */

#define ROUNDING 9.094947017729282e-13 /* 2^-40, for max_cost */

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
  as_rough_init(&s->roughly);
  return s;
}

void astar_search_destroy(astar_search *s)
{
  as_memory m;
  if (!s) return;
  as_layout_release(s->layout);
  as_bitmap_release(s->jump.bitmap);
  as_records_free(&s->records, &s->memory);
  as_open_free(&s->open, &s->memory);
  as_rough_free(&s->roughly, &s->memory);
  as_free(&s->memory, s->ids, s->ids_capacity, astar_id);
  as_free(&s->memory, s->goal_positions, s->goals_capacity, double[3]);
  as_free(&s->memory, s->touched, s->touched_capacity, uint32_t);
  as_free(&s->memory, s->successors, s->successors_capacity, as_successor);
  if (s->ground) as_plane_run_free(s->ground);
  as_free(&s->memory, s->ground, s->ground ? 1 : 0, as_plane_run);
  m = s->memory;
  as_free(&m, s, 1, astar_search);
}

size_t astar_search_memory(const astar_search *s)
{
  return s->memory.used;
}

/* ---- Records ---- */

static void set_state(as_record *record, astar_state state)
{
  record->mark = (record->mark & ~AS_MARK_STATE) | (uint32_t)state;
}

/* Room in the list of touched nodes for one more; who only wants the answer does not ask for it. */
static bool touch_room(astar_search *s)
{
  if (s->rough) return true;
  return as_reserve(&s->memory, &s->touched, &s->touched_capacity, (uint64_t)s->touched_count + 1,
                    sizeof *s->touched);
}

static bool exclude(astar_search *s, as_record *record, uint32_t slot)
{
  if (!touch_room(s)) return false;
  if (!s->rough) s->touched[s->touched_count++] = slot;
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

void as_search_locate(const astar_search *s, astar_id id, double place[3])
{
  if (s->space.ops->locate) {
    s->space.ops->locate(s->space.self, id, place);
  } else {
    astar_waypoint w;
    s->space.ops->waypoint(s->space.self, id, &w);
    place[0] = w.x;
    place[1] = w.y;
    place[2] = w.z;
  }
}

static bool set_goals(astar_search *s)
{
  uint32_t i, count = s->def.goal_count;
  if (!as_reserve(&s->memory, &s->goal_positions, &s->goals_capacity, count, sizeof *s->goal_positions))
    return false;
  for (i = 0; i < count; i++) {
    as_search_locate(s, s->ids[i], s->goal_positions[i]);
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
    if (s->space.ops->enterable(s->space.self, &s->space.rules, slot))
      return true;
  }
  return false;
}

/* The heuristic in force, and what it promises. */
static void set_heuristic(astar_search *s)
{
  astar_heuristic kind = s->def.heuristic;
  bool grid = s->space.ops->locate != NULL;
  if (kind == ASTAR_AUTO) kind = s->def.ask_cost ? ASTAR_ZERO : grid ? ASTAR_AUTO : ASTAR_EUCLIDEAN;
  if (s->def.goal_count == 0 || (s->space.scale == 0 && kind != ASTAR_ASK)) kind = ASTAR_ZERO;
  s->ask_estimate = kind == ASTAR_ASK;
  if (grid && kind == ASTAR_EUCLIDEAN) s->space.scale *= s->space.straight;
  s->plain = !grid && kind == ASTAR_EUCLIDEAN && s->def.goal_count == 1;
  s->best = kind == ASTAR_AUTO;
  s->answer_only = s->def.answer_only && s->def.goal_count > 0 && !s->def.partial;
  /* A rough order is right where the heuristic is admissible. On a plane, where few are opened, it gains little. */
  s->rough = s->graph && s->answer_only && (s->plain || s->best || kind == ASTAR_ZERO) && s->def.weight == 1 &&
             s->def.max_steps == UINT64_MAX && !s->def.ask_cost;
  s->opening.bound = INFINITY;
  s->space.scale = kind == ASTAR_ZERO ? 0 : s->space.scale;
}

/* Whether the question is one that jump points can answer: nothing depends on the cells between them. */
static bool may_jump(const astar_search *s)
{
  const astar_search_def *def = &s->def;
  return def->jump && def->goal_count == 1 && !def->ask_cost && def->heuristic != ASTAR_ASK && !def->only &&
         def->avoid_count == 0 && !def->partial;
}

/* Begin a run on the space that has been set. */
static astar_result run(astar_search *s)
{
  const astar_id *only = s->ids + s->def.goal_count;
  uint32_t extras;
  s->status = ASTAR_STALE;
  s->wanting = false;
  as_layout_hold(s->space.layout);
  as_layout_release(s->layout);
  s->layout = s->space.layout;
  as_bitmap_release(s->jump.bitmap);
  s->jump.bitmap = NULL;
  if (s->graph && may_jump(s) && as_jump_begin(&s->jump, s->graph, &s->space.rules, s->def.start, s->ids[0])) {
    s->jump_ops = *s->space.ops;
    s->jump_ops.degree = as_jump_degree;
    s->jump_ops.expand = as_jump_expand;
    s->space.degree = as_jump_degree(s->space.self, 0, AS_NO_SLOT);
    s->space.ops = &s->jump_ops;
  }
  set_heuristic(s);
  extras = s->def.keep_estimates || s->ask_estimate;
  s->touched_count = 0;
  s->expanded = 0;
  s->current = s->found = s->partial = s->put_off = AS_NO_SLOT;
  s->cut = 0;
  s->count = s->at = 0;
  s->answered = false;
  s->estimates = 0;
  s->cost_limit = s->def.max_cost + s->def.max_cost * ROUNDING;
  s->plain_limit = as_min(s->cost_limit, DBL_MAX);
  if (s->def.only || s->def.ask_cost || s->ask_estimate) s->plain_limit = -1;
  if (!as_records_begin(&s->records, &s->memory, as_slots(s->layout), s->graph ? extras : 3 * extras) ||
      !set_goals(s) || !mark_ids(s, only, s->def.only_count, AS_MARK_ALLOWED) ||
      !mark_ids(s, only + s->def.only_count, s->def.avoid_count, AS_MARK_AVOIDED))
    return ASTAR_NO_MEMORY;
  s->by_space = s->rough && s->best && s->def.goal_count == 1 && s->plain_limit >= 0;
  s->opening.open = &s->roughly;
  s->opening.memory = &s->memory;
  s->opening.goal = s->by_space ? s->goal_positions[0] : NULL;
  if (s->by_space) s->space.ops->opening(s->space.self, s->space.scale, &s->opening);
  s->opening.limit = s->plain_limit;
  s->offers.opening = s->by_space ? &s->opening : NULL;
  s->offers.jump = &s->jump;
  s->offers.records = s->records;
  s->offers.refused = !s->answer_only;
  s->phase = PHASE_START;
  s->status = ASTAR_SEARCHING;
  if (s->answer_only && !goal_enterable(s)) s->status = ASTAR_UNREACHABLE;
  return ASTAR_OK;
}

astar_result astar_search_begin(astar_search *s, const astar_graph *g, const astar_search_def *def)
{
  uint64_t wanted = (uint64_t)def->goal_count + def->only_count + def->avoid_count;
  astar_id *ids;
  astar_assert(def->weight >= 1 && !(def->max_cost < 0));
  s->status = ASTAR_STALE;
  s->graph = g;
  s->space = as_space_of(g, def->unit);
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
  s->space = as_space_of(s->graph, s->def.unit);
  return run(s);
}

/* ---- Beginning on a plane ---- */

astar_plane_search_def astar_default_plane_search(void)
{
  astar_plane_search_def def;
  memset(&def, 0, sizeof def);
  def.heuristic = ASTAR_AUTO;
  def.weight = 1;
  def.max_cost = INFINITY;
  def.max_steps = UINT64_MAX;
  return def;
}

static astar_result run_on_plane(astar_search *s, astar_plane *p)
{
  const astar_plane_search_def *def = &s->plane_def;
  astar_result result;
  bool blocked;
  s->status = ASTAR_STALE;
  if (!s->ground) {
    s->ground = as_new(&s->memory, 1, as_plane_run);
    if (!s->ground) return ASTAR_NO_MEMORY;
    memset(s->ground, 0, sizeof *s->ground);
    s->ground->memory = &s->memory;
  }
  if (!as_reserve(&s->memory, &s->ids, &s->ids_capacity, 1, sizeof *s->ids)) return ASTAR_NO_MEMORY;
  result = as_plane_run_begin(s->ground, p, def, &blocked);
  if (result != ASTAR_OK) return result;
  s->graph = NULL;
  s->def = astar_default_search();
  s->def.start = AS_SLOT_START + 1;
  s->def.goal_count = !def->explore;
  s->def.heuristic = def->heuristic;
  s->def.weight = def->weight;
  s->def.max_cost = def->max_cost;
  s->def.max_steps = def->max_steps;
  s->def.answer_only = def->answer_only;
  s->def.partial = def->partial;
  s->def.keep_estimates = def->keep_estimates;
  /* Who is there already goes nowhere. */
  s->ids[0] = (as_same_place(s->ground->ends[0], s->ground->ends[1]) ? AS_SLOT_START : AS_SLOT_GOAL) + 1;
  s->space = as_plane_space(s->ground);
  result = run(s);
  s->ground->by_parts = s->plain && s->def.weight == 1;
  if (result == ASTAR_OK && blocked) s->status = ASTAR_BLOCKED;
  return result;
}

astar_result astar_search_begin_plane(astar_search *s, astar_plane *p, const astar_plane_search_def *def)
{
  astar_assert(def->weight >= 1 && !(def->max_cost < 0) && def->radius >= 0 && def->heuristic != ASTAR_ASK);
  s->plane_def = *def;
  return run_on_plane(s, p);
}

astar_result astar_search_restart_plane(astar_search *s, const double start[2], const double goal[2])
{
  if (start) memcpy(s->plane_def.start, start, sizeof s->plane_def.start);
  if (goal) {
    memcpy(s->plane_def.goal, goal, sizeof s->plane_def.goal);
    s->plane_def.explore = false;
  }
  return run_on_plane(s, s->ground->plane);
}

/* ---- Estimates ---- */

/* The distance of a place to a goal, by the heuristic in force if it is a named one. */
static double distance_to(const astar_search *s, astar_heuristic kind, const double place[3], uint32_t goal)
{
  static const double none[3] = {0, 0, 0};
  const double *to = s->goal_positions[goal];
  double offset[3];
  if (s->space.ops->offset) {
    s->space.ops->offset(s->space.self, place, to, offset);
    place = offset;
    to = none;
  }
  switch (kind) {
  case ASTAR_MANHATTAN: return as_manhattan(place, to);
  case ASTAR_OCTILE: return as_octile(place, to);
  default: return as_distance(place, to);
  }
}

/* By a named heuristic, for any number of goals. */
double as_search_estimate_from(const astar_search *s, const double place[3])
{
  double least = INFINITY;
  uint32_t i;
  for (i = 0; i < s->def.goal_count; i++) least = as_min(least, distance_to(s, s->def.heuristic, place, i));
  return as_min(least * s->space.scale, DBL_MAX);
}

/* By the best one of the space, where it has one. */
double as_search_best_estimate(const astar_search *s, uint32_t slot)
{
  double least = s->space.ops->estimate(s->space.self, slot, s->goal_positions[0]);
  uint32_t i;
  for (i = 1; i < s->def.goal_count; i++)
    least = as_min(least, s->space.ops->estimate(s->space.self, slot, s->goal_positions[i]));
  return as_min(least * s->space.scale, DBL_MAX);
}

static inline double estimate(const astar_search *s, uint32_t slot)
{
  double scratch[3];
  const double *position;
  if (s->space.scale == 0) return 0;
  if (s->best) return as_search_best_estimate(s, slot);
  if (s->space.ops->locate) {
    s->space.ops->locate(s->space.self, as_id(s->layout, slot), scratch);
    return as_search_estimate_from(s, scratch);
  }
  position = s->space.ops->position(s->space.self, slot, scratch);
  if (s->plain) return as_min(as_distance(position, s->goal_positions[0]) * s->space.scale, DBL_MAX);
  return as_search_estimate_from(s, position);
}

/* What the run keeps of a node beside its record: the estimate, and on a plane where it lies. */
static inline void note_extras(const astar_search *s, uint32_t slot, double h)
{
  double *extras;
  if (s->records.extras == 0) return;
  extras = as_records_extras(&s->records, slot);
  extras[0] = h;
  if (s->records.extras > 1) memcpy(extras + 1, as_plane_place(s->ground, slot), 2 * sizeof *extras);
}

/* The estimate of a node that this run has reached. */
static double estimate_of(const astar_search *s, uint32_t slot)
{
  if (s->records.extras > 0) return *as_records_extras(&s->records, slot);
  return estimate(s, slot);
}

static astar_status want(astar_search *s, uint32_t from, astar_id to, double cost, bool an_estimate)
{
  s->wanting = true;
  s->want.from = as_id(s->layout, from);
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

/* Onto the open list. False if out of memory. */
static inline bool push(astar_search *s, double f, double h, uint32_t slot)
{
  if (!s->rough) return as_open_push(&s->open, &s->memory, f, h, slot);
  if (!as_rough_reserve(&s->roughly, &s->memory)) return false;
  as_rough_push(&s->roughly, f, h, slot);
  return true;
}

/*
** Put a node onto the open list: reached for `g` by way of `parent`, for the first time or
** cheaper than before. All or nothing.
*/
static bool open_node(astar_search *s, uint32_t slot, as_record *record, double g, double h, uint32_t parent)
{
  bool fresh = as_state_of(record) == ASTAR_NONE;
  const double f = as_min(g + s->def.weight * h, DBL_MAX);
  if (f >= s->opening.bound) return true;
  if (fresh && !touch_room(s)) return false;
  if (!push(s, f, h, slot)) return false;
  if (s->rough && record->mark & AS_MARK_GOAL) s->opening.bound = g;
  if (fresh) {
    if (!s->rough) s->touched[s->touched_count++] = slot;
    note_extras(s, slot, h);
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
  if (!s->rough) as_open_clear(&s->open, EQUAL);
  else if (!as_rough_clear(&s->roughly, &s->memory)) return ASTAR_OUT_OF_MEMORY;
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
  state = as_state_of(record);
  if (isnan(next->cost) || !admitted(s, record)) {
    if (state == ASTAR_NONE && !exclude(s, record, next->slot)) return ASTAR_OUT_OF_MEMORY;
    return ASTAR_SEARCHING;
  }
  /* No cost, be it the caller's, makes cheaper what was reached for less than the current node. */
  if (!(next->cost < INFINITY) || record->g <= from) return ASTAR_SEARCHING;
  if (s->def.ask_cost && !s->answered)
    return want(s, s->current, as_id(s->layout, next->slot), next->cost, false);
  if (!(g < INFINITY)) return ASTAR_SEARCHING;
  if (g > s->cost_limit) {
    if (state == ASTAR_NONE && !(record->mark & AS_MARK_CUT)) {
      record->mark |= AS_MARK_CUT;
      s->cut++;
    }
    return ASTAR_SEARCHING;
  }
  if (state != ASTAR_NONE) {
    if (!as_record_cheaper(record, g)) return ASTAR_SEARCHING;
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
  as_offers *offers = &s->offers;
  offers->slot = slot;
  offers->parent = as_records_peek(&s->records, slot)->parent;
  /* What a caller may make of the cost is not known yet. */
  offers->from = s->def.ask_cost ? NAN : g;
  offers->list = s->successors;
  offers->count = 0;
  offers->later = INFINITY;
  s->space.ops->expand(s->space.self, &s->space.rules, slot, offers);
  if (slot == s->put_off) s->put_off = AS_NO_SLOT;
  if (offers->later < INFINITY) {
    astar_assert(s->put_off == AS_NO_SLOT);
    s->put_off = slot;
    s->put_off_f = offers->later;
  }
  s->count = offers->count;
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
  int cheaper = (as_state_of(record) == ASTAR_OPEN) & (int)as_record_cheaper(record, g);
  int ready = (current & cheaper) | (fresh & as_record_own(record));
  double h, f;
  if (!(ready & (g <= s->plain_limit) & ((int)s->rough | (s->touched_count < s->touched_capacity)))) return false;
  h = estimate(s, next->slot);
  f = as_min(g + s->def.weight * h, DBL_MAX);
  if (f >= s->opening.bound) return true;
  if (!push(s, f, h, next->slot)) return false;
  if (s->rough && current && mark & AS_MARK_GOAL) s->opening.bound = g;
  note_extras(s, next->slot, h);
  if (!s->rough) {
    s->touched[s->touched_count] = next->slot;
    s->touched_count += (uint32_t)fresh;
  }
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

/* The current node is not done with: back onto the open list with it, as what its other successors are worth. */
static astar_status put_back(astar_search *s)
{
  as_record *record = as_records_peek(&s->records, s->current);
  if (s->put_off != s->current || as_state_of(record) == ASTAR_OPEN) return ASTAR_SEARCHING;
  if (!push(s, s->put_off_f, s->put_off_f - record->g, s->current)) return ASTAR_OUT_OF_MEMORY;
  set_state(record, ASTAR_OPEN);
  return ASTAR_SEARCHING;
}

static void note_partial(astar_search *s)
{
  double best = INFINITY, best_g = 0;
  uint32_t i, k;
  for (i = 0; i < s->touched_count; i++) {
    const as_record *record = as_records_peek(&s->records, s->touched[i]);
    double place[3], distance = INFINITY;
    if (as_state_of(record) == ASTAR_EXCLUDED) continue;
    as_search_locate(s, as_id(s->layout, s->touched[i]), place);
    for (k = 0; k < s->def.goal_count; k++) distance = as_min(distance, distance_to(s, ASTAR_EUCLIDEAN, place, k));
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
    if (as_state_of(record) == ASTAR_OPEN && at != s->put_off) first = at;
    at = record->parent;
  }
  return first;
}

static inline void drop(astar_search *s)
{
  if (s->rough) as_rough_drop(&s->roughly);
  else as_open_drop(&s->open);
}

/* The next node to expand, at the head of the open list; SEARCHING if there is one. */
static astar_status choose(astar_search *s, uint32_t *slot)
{
  for (;;) {
    as_next next = AS_NEXT_SOME;
    if (!s->rough) next = as_open_next(&s->open, &s->memory, slot);
    else if ((*slot = as_rough_next(&s->roughly)) == AS_ROUGH_NONE) next = AS_NEXT_NONE;
    if (next == AS_NEXT_NO_MEMORY) return ASTAR_OUT_OF_MEMORY;
    if (next == AS_NEXT_NONE) {
      if (s->def.goal_count == 0) return end(s, ASTAR_DONE);
      return end(s, s->cut > 0 ? ASTAR_LIMIT : ASTAR_UNREACHABLE);
    }
    if (as_state_of(as_records_peek(&s->records, *slot)) == ASTAR_OPEN) return ASTAR_SEARCHING;
    drop(s); /* expanded since, by way of a cheaper entry */
  }
}

/* Whether a node waits to be expanded that may lie on a cheaper way than one of this cost. */
static bool undercuts(void *search, uint32_t slot, double cost)
{
  const astar_search *s = search;
  const as_record *record = as_records_peek(&s->records, slot);
  return as_state_of(record) == ASTAR_OPEN && record->g + estimate(s, slot) < cost - cost * EQUAL;
}

/* A goal has come up, but in a rough order: whether nothing cheaper stands behind it. If so, that comes first. */
static bool stands(astar_search *s, uint32_t goal)
{
  return !as_rough_defer(&s->roughly, undercuts, s, as_records_peek(&s->records, goal)->g);
}

/* Room for the successors of a node, and one more: what is not wanted is written all the same. */
static inline bool room_for(astar_search *s, uint32_t slot)
{
  uint32_t degree = s->space.degree;
  if (degree == 0) degree = s->space.ops->degree(s->space.self, slot, as_records_peek(&s->records, slot)->parent);
  return degree != AS_NO_DEGREE && as_reserve(&s->memory, &s->successors, &s->successors_capacity,
                                              (uint64_t)degree + 1, sizeof *s->successors);
}

static inline void close_node(astar_search *s, uint32_t slot, as_record *record)
{
  set_state(record, ASTAR_CLOSED);
  s->current = slot;
  s->expanded++;
}

/*
** Many expansions at once, where the space opens what is plain by itself. Stops, with the rest of n,
** where anything else is to be done: before a goal, where a successor is left over, at the end.
*/
static uint64_t expand_plainly(astar_search *s, uint64_t n)
{
  uint32_t slot;
  while (n > 0 && (slot = as_rough_next(&s->roughly)) != AS_ROUGH_NONE) {
    as_record *record = as_records_peek(&s->records, slot);
    bool open = as_state_of(record) == ASTAR_OPEN;
    if (open && (record->mark & AS_MARK_GOAL || !room_for(s, slot))) break;
    as_rough_drop(&s->roughly);
    if (!open) continue;
    close_node(s, slot, record);
    expand(s, slot, record->g);
    n--;
    if (s->count > 0) break;
    s->phase = PHASE_NEXT;
  }
  return n;
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
    if (status == ASTAR_SEARCHING && s->phase == PHASE_RELAX) status = put_back(s);
    if (status != ASTAR_SEARCHING) return status;
    s->phase = PHASE_NEXT;
    if (s->by_space) {
      n = expand_plainly(s, n);
      if (s->phase == PHASE_RELAX) {
        n++;
        continue;
      }
    }
    status = choose(s, &slot);
    if (status != ASTAR_SEARCHING) return status;
    if (s->expanded >= s->def.max_steps) return end(s, ASTAR_LIMIT);
    if (n == 0) return ASTAR_SEARCHING;
    record = as_records_peek(&s->records, slot);
    if (s->rough) {
      ancestor = AS_NO_SLOT;
      if (record->mark & AS_MARK_GOAL && !stands(s, slot)) {
        n++;
        continue;
      }
    } else if (record->mark & AS_MARK_GOAL && (ancestor = open_ancestor(s, slot)) != AS_NO_SLOT) {
      slot = ancestor;
      record = as_records_peek(&s->records, slot);
    } else {
      ancestor = AS_NO_SLOT;
    }
    if (!room_for(s, slot)) return ASTAR_OUT_OF_MEMORY;
    if (ancestor == AS_NO_SLOT) drop(s);
    close_node(s, slot, record);
    if (record->mark & AS_MARK_GOAL) {
      s->found = slot;
      return end(s, ASTAR_FOUND);
    }
    expand(s, slot, record->g);
  }
}

