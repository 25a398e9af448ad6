/*
** run.c: the loop of A*: Hart, Nilsson & Raphael 1968. It is resumable: as_run_step() returns between two
** expansions, and within one when it needs an answer from the caller or memory; the next call continues from `phase`
** and `at`. So each piece of work gets all that it needs before it changes anything.
*/
#include "engine/flow.h"
#include "engine/loop.h"
#include "engine/passing.h"
#include "engine/run.h"

#include <string.h>

/* Relative difference up to which values of f count as equal: they may differ by rounding. */
#define EQUAL 3.637978807091713e-12 /* 2^-38 */

/* Steps to the goal that are assumed where the space does not tell what a typical step costs. */
#define STEPS 256

/* ---- Costs and estimates from the caller ---- */

/* Ask the caller. Returns the status of the step. */
static astar_status want(astar_search *s, uint32_t from, astar_id to, double cost, bool an_estimate)
{
  const astar_id at = as_search_id(s, from);
  s->wanting = true;
  /* Backwards, the step leads to the node that is expanded. */
  s->want.from = s->def.reverse && !an_estimate ? to : at;
  s->want.to = s->def.reverse && !an_estimate ? at : to;
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
    as_successor *next = &s->successors[s->at];
    next->cost = value;
    if (s->space.ops->besides)
      next->cost += s->space.ops->besides(&s->space, as_search_state(s, s->current), next->slot);
    s->answered = true;
  }
}

/* Whether another estimate of the next node is needed from the caller: one for each goal is asked for, one by one. */
static bool lacks_estimate(const astar_search *s)
{
  return s->heuristic.by == AS_ESTIMATE_ASKED && s->estimates < as_aim_count(s);
}

/* The estimate of a node that is opened for the first time. lacks_estimate() must be false. */
static double first_estimate(const astar_search *s, uint32_t slot)
{
  return s->heuristic.by == AS_ESTIMATE_ASKED ? s->least_estimate : as_estimate(&s->heuristic, &s->space, slot);
}

/* The estimate of a node that this run has reached. */
static double stored_estimate(const astar_search *s, uint32_t slot)
{
  if (s->records.columns > 0) return *as_records_columns(&s->records, slot);
  return as_estimate(&s->heuristic, &s->space, slot);
}

/* ---- Opening ---- */

/* Make room for one more touched node. False if out of memory. */
static bool reserve_touched(astar_search *s)
{
  return as_reserve(&s->memory, &s->touched, &s->touched_capacity, (uint64_t)s->touched_count + 1, sizeof *s->touched);
}

static void set_state(as_record *record, astar_state state)
{
  record->mark = as_with_state(record->mark, state);
}

/* Put a node that has got a state into the list of touched nodes, unless it is there. There is room. */
static inline void list_touched(astar_search *s, as_record *record, uint32_t slot)
{
  if (!(record->mark & AS_MARK_LISTED)) s->touched[s->touched_count++] = slot;
  record->mark &= ~AS_MARK_LISTED;
}

bool as_run_exclude(astar_search *s, as_record *record, uint32_t slot)
{
  if (!reserve_touched(s)) return false;
  list_touched(s, record, slot);
  set_state(record, ASTAR_EXCLUDED);
  record->g = -INFINITY;
  return true;
}

/* Store the estimate, and the place, of a node that has been reached, if the run has columns. */
static inline void store_columns(const astar_search *s, uint32_t slot, double h)
{
  double *columns, scratch[3];
  if (s->records.columns == 0) return;
  columns = as_records_columns(&s->records, slot);
  columns[0] = h;
  if (s->records.columns > AS_TURN_COLUMNS)
    memcpy(columns + 1, s->space.ops->position(s->space.self, slot, scratch), 2 * sizeof *columns);
}

/*
** The greatest estimate of a node that may be as near to a goal as `partial`: no distance by the heuristic is more than
** `most` times the straight one.
*/
static double partial_limit(const astar_search *s)
{
  const double limit = s->partial_distance * s->space.most * s->heuristic.scale;
  const bool bounded = s->space.most > 0 && as_is_admissible_distance(s->heuristic.named) && limit < INFINITY;
  return bounded ? limit + limit * EQUAL : INFINITY;
}

void as_note_partial(astar_search *s, uint32_t slot, double g)
{
  const as_record *record = as_records_peek(&s->records, slot);
  double place[3], distance;
  if (!as_may_end(s, as_search_id(s, slot))) return;
  as_coordinates_of(&s->space, as_search_id(s, slot), place);
  distance = as_straight_to_goals(&s->heuristic, &s->space, place);
  if (as_is_nearer(s->partial_distance, distance)) return;
  if (!as_is_nearer(distance, s->partial_distance) && slot != s->partial && s->partial != AS_NO_SLOT) {
    const double least = as_records_peek(&s->records, s->partial)->g;
    /* A node that is opened again may have been touched first: the end of the run tells. */
    if (g == least && as_record_current(&s->records, record) && as_state_of(record) != ASTAR_NONE)
      s->partial_tied = true;
    if (g >= least) return;
  }
  s->partial = slot;
  s->partial_tied = false;
  s->partial_distance = as_min(distance, s->partial_distance);
  s->partial_estimate = partial_limit(s);
}

/* False if out of memory. */
static inline bool push(astar_search *s, double f, double h, uint32_t slot)
{
  return as_exact_push(&s->open, &s->memory, f, h, slot);
}

static inline double f_of(const astar_search *s, double g, double h)
{
  return as_min(g + s->weight * h, DBL_MAX);
}

bool as_run_open(astar_search *s, uint32_t slot, as_record *record, double g, double h, uint32_t parent)
{
  const bool fresh = as_state_of(record) == ASTAR_NONE;
  if (fresh && !reserve_touched(s)) return false;
  if (!push(s, f_of(s, g, h), h, slot)) return false;
  if (fresh) {
    list_touched(s, record, slot);
    store_columns(s, slot, h);
  }
  if (h <= s->partial_estimate) as_note_partial(s, slot, g);
  record->g = g;
  record->parent = parent;
  set_state(record, ASTAR_OPEN);
  return true;
}

/* A typical cost of a step, > 0; `h` is the estimate of the start, if it is known. */
static double typical_step(const astar_search *s, double h)
{
  const double step = s->space.ops->typical_cost ? s->space.ops->typical_cost(&s->space) : h / STEPS;
  return step > 0 ? step : 1;
}

/* Open the nodes where the run begins. */
static astar_status open_origins(astar_search *s)
{
  for (; s->origin < as_origin_count(s); s->origin++) {
    const uint32_t slot = as_origin_slot(s, s->origin);
    const double g = s->def.moves > 0 ? s->def.moves - s->def.left : as_origin_cost(s, s->origin);
    as_record *record = as_records_touch(&s->records, &s->memory, slot);
    double h;
    if (!record) return ASTAR_OUT_OF_MEMORY;
    if (as_state_of(record) != ASTAR_NONE) continue; /* it is listed twice */
    if (lacks_estimate(s)) return want(s, slot, as_aims(s)[s->estimates], 0, true);
    h = first_estimate(s, slot);
    if (s->origin == 0 && !as_open_clear(&s->open, &s->memory, EQUAL, typical_step(s, h)))
      return ASTAR_OUT_OF_MEMORY;
    if (g > s->cost_limit) continue;
    if (!as_run_open(s, slot, record, g, h, AS_NO_SLOT)) return ASTAR_OUT_OF_MEMORY;
    if (s->def.moves > 0) as_records_columns(&s->records, slot)[1] = 0;
    s->estimates = 0;
  }
  s->phase = AS_PHASE_NEXT;
  return ASTAR_SEARCHING;
}

/* ---- Opening again ---- */

/*
** A closed node that gets cheaper is opened again. With a weight above 1, or a heuristic that is not consistent, this
** may happen exponentially often (Martelli 1977). Two rules bound it:
**
**   - With a weight above 1 and a consistent heuristic, closed nodes stay closed (`settles`). The cost of an expanded
**     node is at most `weight` times its optimum all the same (Likhachev, Gordon & Thrun 2003). Where successors depend
**     on the parent, that proof does not hold, and closed nodes are opened again.
**   - After too many openings, all reached nodes are opened, and the search continues in the order of cost alone, as
**     Dijkstra's algorithm, which expands each node at most once from then on. It does the same if no open node is
**     left, max_cost has left nodes out, and a closed node that was found cheaper stayed closed: the nodes left out may
**     be reached at less cost.
*/

/* Nodes may be opened again REOPENINGS_FREE times, and REOPENINGS times more for each touched node. */
#define REOPENINGS 8
#define REOPENINGS_FREE 1000

/* Whether a closed node that was found cheaper is to be opened again. Counts it. */
static bool may_reopen(astar_search *s)
{
  if (s->settles) {
    s->passed = true;
    return false;
  }
  if (++s->reopened > REOPENINGS_FREE + REOPENINGS * (uint64_t)s->touched_count && s->weight > 0)
    s->by_cost = true;
  return true;
}

/*
** Open all reached nodes, and order them by cost alone. False if out of memory; then `by_cost` stays set, and it is to
** be called again. O(touched).
*/
static bool order_by_cost(astar_search *s)
{
  uint32_t i;
  s->weight = 0;
  s->settles = s->passed = false;
  if (!as_open_clear(&s->open, &s->memory, EQUAL,
                     typical_step(s, stored_estimate(s, as_origin_slot(s, 0)))))
    return false;
  for (i = 0; i < s->touched_count; i++) {
    as_record *record = as_records_peek(&s->records, s->touched[i]);
    if (as_state_of(record) == ASTAR_EXCLUDED || as_state_of(record) == ASTAR_NONE) continue;
    set_state(record, ASTAR_OPEN);
    if (!push(s, f_of(s, record->g, 0), stored_estimate(s, s->touched[i]), s->touched[i])) return false;
  }
  s->by_cost = false;
  return true;
}

/* ---- Passing ---- */

/* Note that a way to a node is left out for the limit of turns; `record` is that of its state. */
static void cut_way(astar_search *s, as_record *record)
{
  if (as_state_of(record) == ASTAR_NONE) {
    if (!(record->mark & AS_MARK_CUT)) s->cut++;
    record->mark |= AS_MARK_CUT;
  } else if (!s->label_cut) {
    s->label_cut = true;
    s->cut++;
  }
}

/* Take in a way of cost g to a node in `pass_ids`; see passing.h. False if out of memory. */
static bool reach_passed(astar_search *s, const as_successor *next, double g, double h)
{
  const uint32_t slot = as_passing_slot(s, next->slot, g);
  const bool label = slot == s->first_label + s->label_count;
  as_record *record;
  if (slot == AS_NO_SLOT) return true;
  if (label && !as_passing_make(s, next->slot)) return false;
  record = as_records_peek(&s->records, slot);
  if (as_state_of(record) == ASTAR_CLOSED && !may_reopen(s)) return true;
  if (!as_run_open(s, slot, record, g, h, s->current)) {
    if (label) as_passing_drop(s);
    return false;
  }
  as_records_columns(&s->records, slot)[1] = next->cost;
  return true;
}

/*
** Relax a successor in `pass_ids` of estimate h, from the current node, of cost `from`: by a step at once and, if the
** turn may end on the current node, by one in the next turn. False if out of memory.
*/
static bool relax_passed(astar_search *s, const as_successor *next, double from, double h)
{
  const as_turns *t = &s->space.rules.turns;
  as_record *record = as_records_peek(&s->records, next->slot);
  const double departures[2] = {from, as_turns_next(t, from)};
  int i;
  if (record->mark & AS_MARK_STOP) return true; /* it would end the turn */
  for (i = 0; i < (s->goes_on ? 1 : 2); i++) {
    const double g = as_turns_go(t, departures[i], next->cost);
    if (!(g < INFINITY)) continue;
    if (g > s->cost_limit) cut_way(s, record);
    else if (!reach_passed(s, next, g, h)) return false;
  }
  if (record->mark & AS_MARK_CUT && as_is_reached(record)) {
    record->mark &= ~AS_MARK_CUT;
    s->cut--;
  }
  return true;
}

/* ---- Relaxing ---- */

astar_status as_relax_any(astar_search *s, const as_successor *next, double from)
{
  const as_rules *rules = &s->space.rules;
  const bool passes = s->passing && !as_may_end(s, as_search_id(s, next->slot));
  double g = as_advance(rules, from, next->cost, next->slot), h;
  as_record *record = as_records_touch(&s->records, &s->memory, next->slot);
  astar_state state;
  if (!record) return ASTAR_OUT_OF_MEMORY;
  state = as_state_of(record);
  if (isnan(next->cost) || (next->cost < INFINITY && !(rules->back || as_is_admitted(s, record)))) {
    if (state == ASTAR_NONE && !as_run_exclude(s, record, next->slot)) return ASTAR_OUT_OF_MEMORY;
    return ASTAR_SEARCHING;
  }
  /* Costs are >= 0, so no step improves a node with g <= from. */
  if (!(next->cost < INFINITY) || (record->g <= from && !passes)) return ASTAR_SEARCHING;
  if (s->def.ask_cost && !s->answered)
    return want(s, s->current, as_search_id(s, next->slot), next->cost, false);
  if (s->goes_on) g = as_turns_go(&rules->turns, from, next->cost);
  if (passes) {
    if (state == ASTAR_NONE && lacks_estimate(s)) return want(s, next->slot, as_aims(s)[s->estimates], 0, true);
    h = state == ASTAR_NONE ? first_estimate(s, next->slot) : stored_estimate(s, next->slot);
    if (!relax_passed(s, next, from, h)) return ASTAR_OUT_OF_MEMORY;
    s->estimates = 0;
    return ASTAR_SEARCHING;
  }
  if (!(g < INFINITY)) return ASTAR_SEARCHING;
  if (s->def.moves > 0 && record->mark & AS_MARK_STOP) g = as_turns_end(&rules->turns, g);
  if (g > s->cost_limit) {
    if (state == ASTAR_NONE && !(record->mark & AS_MARK_CUT)) {
      record->mark |= AS_MARK_CUT;
      s->cut++;
    }
    return ASTAR_SEARCHING;
  }
  if (state != ASTAR_NONE) {
    if (!as_run_improves(s, record, g)) return ASTAR_SEARCHING;
    if (state == ASTAR_OPEN && !as_record_cheaper(record, g)) {
      /* It was opened before all the same, by the first of equals, unless that costs more than it does now. */
      record->g = g;
      if (as_records_peek(&s->records, record->parent)->g > g) record->parent = s->current;
      return ASTAR_SEARCHING;
    }
    if (state == ASTAR_CLOSED && !may_reopen(s)) return ASTAR_SEARCHING;
    h = stored_estimate(s, next->slot);
  } else {
    if (lacks_estimate(s)) return want(s, next->slot, as_aims(s)[s->estimates], 0, true);
    h = first_estimate(s, next->slot);
  }
  if (!as_run_open(s, next->slot, record, g, h, s->current)) return ASTAR_OUT_OF_MEMORY;
  if (s->def.moves > 0)
    as_records_columns(&s->records, next->slot)[1] = next->cost;
  s->estimates = 0;
  if (record->mark & AS_MARK_CUT) {
    record->mark &= ~AS_MARK_CUT;
    s->cut--;
  }
  return ASTAR_SEARCHING;
}

/* Relax an ordinary successor, as most are. False if it is not ordinary, or out of memory: nothing has changed. */
static inline bool relax_ordinary(astar_search *s, const as_successor *next, double g)
{
  as_record *record = as_records_peek(&s->records, next->slot);
  double h;
  if (!as_loop_ordinary(s, record, g)) return false;
  h = as_estimate(&s->heuristic, &s->space, next->slot);
  if (!as_loop_open(s, next->slot, record, g, h)) return false;
  if (s->records.columns > 1) store_columns(s, next->slot, h);
  return true;
}

/* The least cost of a path through a place that is reached at cost g. */
static double least_through(const astar_search *s, const double place[2], double g)
{
  const double at[3] = {place[0], place[1], 0}, *goal = s->heuristic.goal_count > 0 ? s->heuristic.goals[0] : at;
  if (s->space.ops->metric) return g + s->space.ops->metric(s->space.self, at, goal);
  return g + as_length(place[0] - goal[0], place[1] - goal[1], 0);
}

/*
** Where edits concern only paths from `sure` on, what a run knows of a place that is on no shorter one may be wrong,
** and its slot may be that of another place by now. So it makes no record of such places, and ends when it comes to one
** that was recorded before. Then no record that it uses is of another place than its slot.
*/
static inline bool is_unsure(const astar_search *s, const double place[2], double g)
{
  return !(least_through(s, place, g) < s->sure);
}

static bool is_unsure_step(const astar_search *s, uint32_t slot, double g)
{
  double scratch[3];
  return is_unsure(s, s->space.ops->position(s->space.self, slot, scratch), g);
}

/* By the place that the node had when it was opened. A node with deferred successors is as sure as the best of them. */
static bool is_unsure_node(const astar_search *s, uint32_t slot, double g)
{
  if (slot == s->deferred) return !(s->deferred_f < s->sure);
  return is_unsure(s, as_records_columns(&s->records, slot) + 1, g);
}

#ifndef NDEBUG
/* Whether a slot has the place that its record was made for, where an edit may give it another. */
static bool is_in_place(const astar_search *s, uint32_t slot)
{
  const as_record *record = as_records_find(&s->records, slot);
  const double *columns, *place;
  double scratch[3];
  if (s->records.columns <= AS_TURN_COLUMNS || !record || !as_is_reached(record)) return true;
  columns = as_records_columns(&s->records, slot);
  place = s->space.ops->position(s->space.self, slot, scratch);
  return place[0] == columns[1] && place[1] == columns[2];
}
#endif

/* Relax the successors of the current node, from `at` on. ASTAR_SEARCHING when done. */
static astar_status relax(astar_search *s)
{
  const double from = as_depart(&s->space.rules, as_records_peek(&s->records, s->current)->g, s->current);
  for (; s->at < s->expansion.count; s->at++) {
    const as_successor *next = &s->successors[s->at];
    const double g = as_advance(&s->space.rules, from, next->cost, next->slot);
    if (s->sure < INFINITY && is_unsure_step(s, next->slot, g)) continue;
    astar_assert(is_in_place(s, next->slot));
    if (!relax_ordinary(s, next, g)) {
      const astar_status status = as_relax_any(s, next, from);
      if (status != ASTAR_SEARCHING) return status;
      s->answered = false;
    }
  }
  return ASTAR_SEARCHING;
}

/* ---- Expanding ---- */

/* Make room for the successors of a node, and for one more; see as_expansion. False if out of memory. */
static inline bool prepare(astar_search *s, uint32_t slot)
{
  uint32_t degree = s->space.degree;
  if (degree == 0)
    degree = s->space.ops->prepare(s->space.self, as_search_state(s, slot), as_records_peek(&s->records, slot)->parent);
  return degree != AS_PREPARE_NO_MEMORY && as_reserve(&s->memory, &s->successors, &s->successor_capacity,
                                                      (uint64_t)degree + 1, sizeof *s->successors);
}

static inline void close_node(astar_search *s, uint32_t slot, as_record *record)
{
  set_state(record, ASTAR_CLOSED);
  s->current = slot;
  s->expanded++;
}

/* List the successors of a node of cost g, which prepare() was called for. */
static void expand(astar_search *s, uint32_t slot, double g)
{
  as_expansion *e = &s->expansion;
  e->slot = as_search_state(s, slot);
  e->parent = as_search_state(s, as_records_peek(&s->records, slot)->parent);
  /* The caller may change each cost; and a node that a turn does not end on may be reached at several costs. */
  e->from = s->def.ask_cost || s->passing ? NAN : as_depart(&s->space.rules, g, slot);
  e->list = s->successors;
  e->count = 0;
  e->deferred = INFINITY;
  if (as_run_may_pass(s, as_records_peek(&s->records, slot))) s->space.ops->expand(s->space.self, e);
  if (slot == s->deferred) s->deferred = AS_NO_SLOT;
  if (e->deferred < INFINITY) {
    astar_assert(s->deferred == AS_NO_SLOT);
    s->deferred = slot;
    s->deferred_f = e->deferred;
  }
  s->at = 0;
  s->answered = false;
  s->goes_on = s->passing && !as_may_end(s, as_search_id(s, slot));
  s->phase = AS_PHASE_RELAX;
}

uint32_t as_run_list(astar_search *s, uint32_t slot)
{
  return as_space_list(&s->space, &s->memory, slot, s->expansion.wants_excluded, &s->successors, &s->successor_capacity,
                       0);
}

/* List the successors of the current node, when a lack of memory has interrupted as_loop(). */
static astar_status list_again(astar_search *s)
{
  if (!prepare(s, s->current)) return ASTAR_OUT_OF_MEMORY;
  expand(s, s->current, as_records_peek(&s->records, s->current)->g);
  return ASTAR_SEARCHING;
}

/* If the current node has deferred successors, push it again with their least f. */
static astar_status reopen_deferred(astar_search *s)
{
  as_record *record = as_records_peek(&s->records, s->current);
  if (s->deferred != s->current || as_state_of(record) == ASTAR_OPEN) return ASTAR_SEARCHING;
  if (!push(s, s->deferred_f, s->deferred_f - record->g, s->current)) return ASTAR_OUT_OF_MEMORY;
  set_state(record, ASTAR_OPEN);
  return ASTAR_SEARCHING;
}

/* ---- Ending ---- */

/* Whether a touched node is reached, may be an end, and is as near to a goal as `partial`. */
static bool is_as_near(const astar_search *s, uint32_t slot)
{
  double place[3], distance;
  if (!as_is_reached(as_records_peek(&s->records, slot)) || !as_may_end(s, as_search_id(s, slot))) return false;
  as_coordinates_of(&s->space, as_search_id(s, slot), place);
  distance = as_straight_to_goals(&s->heuristic, &s->space, place);
  return !as_is_nearer(s->partial_distance, distance) && !as_is_nearer(distance, s->partial_distance);
}

/* Make `partial` the first touched node of those that are as near and as cheap. O(touched). */
static void settle_partial(astar_search *s)
{
  const double g = as_records_peek(&s->records, s->partial)->g;
  uint32_t i = 0;
  while (s->touched[i] != s->partial &&
         !(as_records_peek(&s->records, s->touched[i])->g == g && is_as_near(s, s->touched[i])))
    i++;
  s->partial = s->touched[i];
}

uint32_t as_run_nearest(const astar_search *s, astar_id *found, uint32_t most)
{
  uint32_t count = 0, i;
  for (i = 0; i < s->touched_count; i++) {
    if (!is_as_near(s, s->touched[i])) continue;
    if (count < most) found[count] = as_search_id(s, s->touched[i]);
    count++;
  }
  return count;
}

/* End the run. Returns the status; or ASTAR_OUT_OF_MEMORY, and it is to be called again. */
static astar_status end(astar_search *s, astar_status status)
{
  if (s->partial_tied) settle_partial(s);
  s->partial_tied = false;
  if (s->def.partial && s->space.ops->end) status = s->space.ops->end(s->space.self, s, status);
  return status == ASTAR_OUT_OF_MEMORY ? status : (s->status = status);
}

/* ---- In any order ---- */

/*
** The record of a slot for writing; NULL if out of memory. With `away`, no step improves a node unless as_flow_allow()
** permits it.
*/
static as_record *flow_record(astar_search *s, uint32_t slot)
{
  as_record *record = as_records_peek(&s->records, slot);
  uint32_t i;
  if (as_record_current(&s->records, record)) return record;
  if (!as_records_renew(&s->records, &s->memory, slot)) return NULL;
  record = as_records_peek(&s->records, slot);
  for (i = 0; i < AS_LEAF_SIZE && s->def.away; i++) (record - slot % AS_LEAF_SIZE)[i].g = -INFINITY;
  return record;
}

/* Reach a node at less cost than before. False if out of memory. */
static bool flow_to(astar_search *s, uint32_t slot, as_record *record, double g, uint32_t parent, bool open)
{
  if (!reserve_touched(s) || (open && !as_radix_push(&s->fast.open, &s->memory, slot, g))) return false;
  if (as_state_of(record) == ASTAR_NONE) list_touched(s, record, slot);
  record->g = g;
  record->parent = parent;
  set_state(record, ASTAR_CLOSED);
  return true;
}

bool as_flow_allow(astar_search *s, uint32_t slot)
{
  as_record *record = flow_record(s, slot);
  if (record && as_state_of(record) == ASTAR_NONE) record->g = INFINITY;
  return record != NULL;
}

bool as_flow_begin_at(astar_search *s, uint32_t slot, double g, uint32_t parent, bool open)
{
  as_record *record = as_flow_allow(s, slot) ? as_records_peek(&s->records, slot) : NULL;
  if (!record) return false;
  return !(g < record->g) || flow_to(s, slot, record, g, parent, open);
}

bool as_flow_reach(astar_search *s, uint32_t slot, double g)
{
  as_record *record = flow_record(s, slot), *current;
  if (!record) return false;
  if (!(g < record->g)) return true;
  current = s->current == AS_NO_SLOT ? NULL : as_records_peek(&s->records, s->current);
  if (!(g <= as_min(s->cost_limit, DBL_MAX))) {
    /* An edge of what the run reaches: see away.c. */
    if (s->def.outward && current) current->mark |= AS_MARK_CUT;
    return true;
  }
  return flow_to(s, slot, record, g, s->current, true);
}

static astar_status flow_from_origins(astar_search *s)
{
  if (s->origin == 0 && !as_run_clear(s)) return ASTAR_OUT_OF_MEMORY;
  s->current = AS_NO_SLOT;
  for (; s->origin < as_origin_count(s); s->origin++) {
    const uint32_t slot = as_origin_slot(s, s->origin);
    const as_record *record = as_records_find(&s->records, slot);
    if (record && as_state_of(record) != ASTAR_NONE) continue; /* it is listed twice */
    if (!as_flow_reach(s, slot, as_origin_cost(s, s->origin))) return ASTAR_OUT_OF_MEMORY;
  }
  s->phase = AS_PHASE_NEXT;
  return ASTAR_SEARCHING;
}

/* Expand a node, whatever it is. */
static AS_INLINE bool flow_expand(void *search, uint32_t slot, double g, uint32_t following)
{
  astar_search *s = search;
  const as_rules *rules = &s->space.rules;
  const double from = as_depart(rules, g, slot);
  const uint32_t count = as_run_list(s, slot); /* also those that it reaches at the same cost as another node does */
  uint32_t i;
  (void)following;
  if (count == UINT32_MAX) return false;
  s->current = slot;
  for (i = 0; i < count; i++) {
    const as_successor *next = &s->successors[i];
    const double cost = as_advance(rules, from, next->cost, next->slot);
    if (!isnan(cost) && !as_flow_relax(s, next->slot, as_records_peek(&s->records, next->slot), cost)) return false;
  }
  return true;
}

/* Expand up to *n nodes by lists. */
static as_fast_end flow_by_lists(astar_search *s, uint64_t *n)
{
  return as_fast_loop(&s->fast, n, &s->touched_count, &s->records, NULL, s, NULL, flow_expand);
}

static astar_status run_flow(astar_search *s, uint64_t n)
{
  as_fast_end stop = AS_FAST_OTHER;
  if (s->phase == AS_PHASE_START && flow_from_origins(s) != ASTAR_SEARCHING) return ASTAR_OUT_OF_MEMORY;
  while (stop == AS_FAST_OTHER) {
    const uint64_t before = s->fast.expanded;
    uint64_t one = 1;
    if (!s->loops) {
      stop = flow_by_lists(s, &n);
    } else if ((stop = s->space.ops->flow(s, &n)) == AS_FAST_OTHER) {
      const as_fast_end listed = flow_by_lists(s, &one);
      if (listed != AS_FAST_PAUSED) stop = listed;
      n -= 1 - one;
    }
    s->expanded += s->fast.expanded - before;
  }
  if (stop != AS_FAST_DONE) return stop == AS_FAST_PAUSED ? ASTAR_SEARCHING : ASTAR_OUT_OF_MEMORY;
  as_radix_free(&s->fast.open, &s->memory);
  as_radix_init(&s->fast.open);
  return end(s, ASTAR_DONE);
}

/* ---- For repairs ---- */

double as_run_estimate(const astar_search *s, uint32_t slot)
{
  return stored_estimate(s, slot);
}

void as_run_set_estimate(const astar_search *s, uint32_t slot, double h)
{
  store_columns(s, slot, h);
}

bool as_run_push(astar_search *s, uint32_t slot, double g, double h)
{
  return push(s, f_of(s, g, h), h, slot);
}

bool as_run_clear(astar_search *s)
{
  if (s->strategy == AS_STRATEGY_FLOW) return as_fast_begin(&s->fast, &s->memory, typical_step(s, 0));
  return as_open_clear(&s->open, &s->memory, EQUAL, typical_step(s, 1));
}

/* ---- Stepping ---- */

/* Find the next node to expand, and leave its entry in the open list. ASTAR_SEARCHING if there is one. */
static astar_status peek(astar_search *s, uint32_t *slot)
{
  for (;;) {
    as_peek found;
    if (s->by_cost && !order_by_cost(s)) return ASTAR_OUT_OF_MEMORY;
    found = as_exact_peek(&s->open, &s->memory, slot);
    if (found == AS_PEEK_NO_MEMORY) return ASTAR_OUT_OF_MEMORY;
    if (found == AS_PEEK_NONE && s->passed && s->cut > 0) {
      s->by_cost = true;
      continue;
    }
    if (found == AS_PEEK_NONE) {
      if (s->sure < INFINITY) return s->status = ASTAR_STALE; /* an edit may have opened a way */
      if (as_end_count(s) == 0) return end(s, ASTAR_DONE);
      return end(s, s->cut > 0 ? ASTAR_LIMIT : ASTAR_UNREACHABLE);
    }
    if (as_state_of(as_records_peek(&s->records, *slot)) == ASTAR_OPEN) return ASTAR_SEARCHING;
    as_exact_pop(&s->open); /* the node was expanded by a cheaper entry */
  }
}

/*
** The first node on the path to `slot`, exclusive, that is open again, or AS_NO_SLOT. It became cheaper after it was
** expanded, so the costs after it on the path are too high until it is expanded again.
*/
static uint32_t open_ancestor(const astar_search *s, uint32_t slot)
{
  uint32_t first = AS_NO_SLOT, at = as_records_peek(&s->records, slot)->parent;
  while (at != AS_NO_SLOT) {
    const as_record *record = as_records_peek(&s->records, at);
    if (as_state_of(record) == ASTAR_OPEN && at != s->deferred) first = at;
    at = record->parent;
  }
  return first;
}

/*
** Whether the entry that as_exact_peek() found is one that a repaired goal had before it got dearer: it comes too
** early. The goal has another.
*/
static bool is_superseded(const astar_search *s, uint32_t slot, const as_record *record)
{
  const double f = f_of(s, record->g, stored_estimate(s, slot));
  return as_exact_found(&s->open) < f - f * EQUAL;
}

astar_status as_run_step(astar_search *s, uint64_t n)
{
  if (s->strategy == AS_STRATEGY_FLOW) return run_flow(s, n);
  for (;; n--) {
    astar_status status = ASTAR_SEARCHING;
    uint32_t slot = AS_NO_SLOT, ancestor = AS_NO_SLOT;
    as_record *record;
    if (s->phase == AS_PHASE_START) status = open_origins(s);
    else if (s->phase == AS_PHASE_LIST) status = list_again(s);
    if (status == ASTAR_SEARCHING && s->phase == AS_PHASE_RELAX) status = relax(s);
    if (status == ASTAR_SEARCHING && s->phase == AS_PHASE_RELAX) status = reopen_deferred(s);
    if (status != ASTAR_SEARCHING) return status;
    s->phase = AS_PHASE_NEXT;
    if (s->loops) {
      n = s->space.ops->run(s, n);
      if (s->phase != AS_PHASE_NEXT) {
        n++;
        continue;
      }
    }
    status = peek(s, &slot);
    if (status != ASTAR_SEARCHING) return status;
    if (s->expanded >= s->def.max_steps) return end(s, ASTAR_LIMIT);
    if (n == 0) return ASTAR_SEARCHING;
    record = as_records_peek(&s->records, slot);
    if (s->sure < INFINITY && is_unsure_node(s, slot, record->g)) return s->status = ASTAR_STALE;
    astar_assert(is_in_place(s, slot));
    if (record->mark & AS_MARK_GOAL) {
      if (s->repaired && is_superseded(s, slot, record)) {
        as_exact_pop(&s->open);
        n++;
        continue;
      }
      ancestor = open_ancestor(s, slot);
    }
    if (ancestor != AS_NO_SLOT) {
      if (!as_exact_put_back(&s->open, &s->memory)) return ASTAR_OUT_OF_MEMORY;
      slot = ancestor;
      record = as_records_peek(&s->records, slot);
    }
    if (!prepare(s, slot)) return ASTAR_OUT_OF_MEMORY;
    if (ancestor == AS_NO_SLOT) as_exact_pop(&s->open);
    close_node(s, slot, record);
    if (record->mark & AS_MARK_GOAL) {
      s->found = slot;
      return end(s, ASTAR_FOUND);
    }
    expand(s, slot, record->g);
  }
}
