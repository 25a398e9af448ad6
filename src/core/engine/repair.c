/* repair.c: see repair.h. */
#include "engine/repair.h"

#include "base/heap.h"
#include "base/sorted.h"
#include "engine/edits.h"
#include "engine/flow.h"
#include "engine/loop.h"
#include "engine/run.h"

/*
** A new run is the better choice if more than one of so many nodes that the run has touched were invalidated, beyond
** some: finding that out, and finding a new way, takes several times as long as expanding a node.
*/
#define SHARE 24u
#define SPARE 16u
/* The same of slots to look at, and of edits to read. */
#define SLOTS_SHARE 3u
#define EDITS_SHARE 4u
#define SLOTS 9u /* that an edit concerns, where it does */

static inline bool is_earlier(const as_inconsistent *a, const as_inconsistent *b)
{
  return a->g < b->g || (a->g == b->g && a->slot < b->slot);
}

AS_DEFINE_HEAP(inconsistent, as_inconsistent, 2, is_earlier)

static bool is_flow(const astar_search *s)
{
  return s->strategy == AS_STRATEGY_FLOW;
}

static bool add_slot(astar_search *s, uint32_t slot)
{
  as_id_list *list = &s->update.settling;
  if (!as_reserve(&s->memory, &list->ids, &list->capacity, (uint64_t)list->count + 1, sizeof *list->ids)) return false;
  list->ids[list->count++] = slot;
  return true;
}

static bool add_inconsistent(astar_search *s, uint32_t slot, double g)
{
  as_update *m = &s->update;
  as_inconsistent node;
  if (!as_reserve(&s->memory, &m->inconsistent, &m->inconsistent_capacity, (uint64_t)m->inconsistent_count + 1,
                  sizeof *m->inconsistent))
    return false;
  node.g = g;
  node.slot = slot;
  inconsistent_up(m->inconsistent, m->inconsistent_count++, node);
  return true;
}

/* ---- Invalidated nodes ---- */

/* Doubt a slot that an edit may concern. */
static bool check_slot(astar_search *s, uint32_t slot)
{
  const as_record *record = as_records_find(&s->records, slot);
  return record && as_is_reached(record) ? add_inconsistent(s, slot, record->g) : add_slot(s, slot);
}

/*
** The nodes after one that was invalidated, of cost g: they may be invalidated, too, or be refused or too expensive no
** more. In runs with precise costs, a node may owe its cost to another one than its parent.
*/
static bool check_successors(astar_search *s, uint32_t slot, double g)
{
  const double from = as_depart(&s->space.rules, g, slot);
  uint32_t count, i;
  if (!s->space.ops->exists(s->space.self, as_search_id(s, slot))) return true; /* its links were edited, too */
  count = as_run_list(s, slot);
  if (count == UINT32_MAX) return false;
  for (i = 0; i < count; i++) {
    const uint32_t to = s->successors[i].slot;
    const as_record *record = as_records_find(&s->records, to);
    const astar_state state = record ? as_state_of(record) : ASTAR_NONE;
    if (!record) continue;
    if (state == ASTAR_NONE || state == ASTAR_EXCLUDED) {
      if ((state == ASTAR_EXCLUDED || record->mark & AS_MARK_CUT) && !add_slot(s, to)) return false;
    } else if (record->parent == slot ||
               (s->precise && !is_flow(s) &&
                as_advance(&s->space.rules, from, s->successors[i].cost, to) == record->g)) {
      if (!add_inconsistent(s, to, record->g)) return false;
    }
  }
  return true;
}

static void forget(as_record *record)
{
  record->mark = as_with_state(record->mark, ASTAR_NONE) | AS_MARK_LISTED;
  record->g = INFINITY;
  record->parent = AS_NO_SLOT;
}

/* Invalidate a node: the way to it is gone. False if out of memory. */
static bool invalidate(astar_search *s, uint32_t slot, as_record *record)
{
  const double g = record->g;
  s->update.invalidated++;
  s->update.changed = true;
  forget(record);
  /* An open node may have been expanded before. */
  return add_slot(s, slot) && check_successors(s, slot, g);
}

/*
** Test the way to a node: keep it, choose another one that costs the same, or invalidate the node. False if out of
** memory.
*/
static bool test_arrival(astar_search *s, uint32_t slot)
{
  as_record *record = as_records_peek(&s->records, slot);
  as_arrival arrival;
  if (as_state_of(record) == ASTAR_NONE || (as_is_origin(record) && s->begin_count == 0))
    return true; /* it is invalidated already, or needs none */
  if (!as_find_arrival(s, slot, AS_FROM_CHEAPER, &arrival)) return false;
  if (arrival.g > record->g) return invalidate(s, slot, record);
  if ((is_flow(s) && arrival.g == record->g) || !as_arrival_is_kept(&arrival, record)) {
    s->update.changed = s->update.changed || record->parent != arrival.from;
    record->parent = arrival.from;
  }
  return !(arrival.g < record->g) || add_slot(s, slot);
}

/* ---- New ways ---- */

/* Set whether an untouched node was found only at costs above max_cost. */
static void set_cut(astar_search *s, as_record *record, bool cut)
{
  s->cut += (uint32_t)cut - (uint32_t)((record->mark & AS_MARK_CUT) != 0);
  record->mark = (record->mark & ~AS_MARK_CUT) | (cut ? AS_MARK_CUT : 0);
}

/* Reach a node at cost g from a parent, AS_NO_SLOT where the run begins. False if out of memory. */
static bool reach(astar_search *s, uint32_t slot, double g, uint32_t parent)
{
  as_record *record;
  if (is_flow(s)) {
    s->current = parent;
    return as_flow_reach(s, slot, g);
  }
  record = as_records_touch(&s->records, &s->memory, slot);
  if (!record) return false;
  if (as_state_of(record) == ASTAR_EXCLUDED) forget(record);
  set_cut(s, record, false);
  return as_run_open(s, slot, record, g, as_estimate(&s->heuristic, &s->space, slot), parent);
}

/* Give a node the state that follows from the nodes that are expanded. False if out of memory. */
static bool settle(astar_search *s, uint32_t slot)
{
  as_record *record = as_records_find(&s->records, slot);
  const astar_state state = record ? as_state_of(record) : ASTAR_NONE;
  as_arrival arrival;
  if (!as_find_arrival(s, slot, AS_FROM_EXPANDED, &arrival)) return false;
  if (record && as_is_reached(record)) {
    if (!(arrival.g < INFINITY) || !as_run_improves(s, record, arrival.g)) return true;
    s->update.changed = true;
    return reach(s, slot, arrival.g, arrival.from);
  }
  if (arrival.g < INFINITY) {
    s->update.changed = true;
    return reach(s, slot, arrival.g, arrival.from);
  }
  if (arrival.refused) {
    if (state == ASTAR_EXCLUDED) return true;
    record = as_records_touch(&s->records, &s->memory, slot);
    s->update.changed = true;
    if (record) set_cut(s, record, false);
    return record && as_run_exclude(s, record, slot);
  }
  if (!record && !arrival.cut) return true;
  record = as_records_touch(&s->records, &s->memory, slot);
  if (!record) return false;
  if (state == ASTAR_EXCLUDED || arrival.cut != ((record->mark & AS_MARK_CUT) != 0)) s->update.changed = true;
  if (state == ASTAR_EXCLUDED) forget(record);
  set_cut(s, record, arrival.cut);
  return true;
}

/* ---- Other ends ---- */

static bool are_same(const as_id_list *list, const astar_id *ids, uint32_t count)
{
  return list->count == count && (count == 0 || ids == list->ids || memcmp(list->ids, ids, count * sizeof *ids) == 0);
}

/*
** Goals of a run backwards that are goals no more have to find another way. False if out of memory. O(count log count).
*/
static bool invalidate_origins(astar_search *s, const astar_id *goals, uint32_t count)
{
  as_id_list others = {NULL, 0, 0};
  bool done = as_reserve(&s->memory, &others.ids, &others.capacity, count, sizeof *others.ids);
  uint32_t i;
  if (done) {
    memcpy(others.ids, goals, count * sizeof *goals);
    others.count = count;
    as_id_list_sort(&others);
  }
  for (i = 0; i < s->goals.count && done; i++) {
    const uint32_t slot = as_search_slot(s, s->goals.ids[i]);
    as_record *record = as_records_find(&s->records, slot);
    if (record && as_is_origin(record) && !as_sorted_has(others.ids, others.count, s->goals.ids[i]))
      done = invalidate(s, slot, record);
  }
  as_free(&s->memory, others.ids, others.capacity, astar_id);
  return done;
}

static bool reach_origins(astar_search *s)
{
  uint32_t i;
  for (i = 0; i < as_origin_count(s); i++) {
    const uint32_t slot = as_origin_slot(s, i);
    const double cost = as_origin_cost(s, i);
    as_record *record = as_records_find(&s->records, slot);
    const bool reached = record && as_is_reached(record);
    if (cost > s->cost_limit || (reached && (as_is_origin(record) || record->g < cost))) continue;
    s->update.changed = true;
    if (reached && as_state_of(record) == ASTAR_CLOSED && record->g == cost) record->parent = AS_NO_SLOT;
    else if (!reach(s, slot, cost, AS_NO_SLOT)) return false;
  }
  return true;
}

/* Let a node that was expanded as a goal, which ends a run, be expanded once more. */
static void open_again(astar_search *s, uint32_t slot)
{
  as_record *record = as_records_find(&s->records, slot);
  if (record && as_state_of(record) == ASTAR_CLOSED) record->mark = as_with_state(record->mark, ASTAR_OPEN);
}

/*
** Put all open nodes into a new open list; with other estimates, if these were too high or lead elsewhere. O(touched).
*/
static bool push_again(astar_search *s, bool estimate)
{
  uint32_t i;
  if (estimate) {
    as_heuristic_choose(&s->heuristic, &s->space, &s->def);
    if (!as_heuristic_aim(&s->heuristic, &s->space, &s->memory, as_aims(s), as_aim_count(s), s->def.partial))
      return false;
    if (s->region.count > 0 && !s->def.reverse)
      as_heuristic_widen(&s->heuristic, &s->space, s->region.ids, s->region.count);
  }
  if (!as_run_clear(s)) return false;
  for (i = 0; i < s->touched_count; i++) {
    const uint32_t slot = s->touched[i];
    const as_record *record = as_records_peek(&s->records, slot);
    if (!as_is_reached(record)) continue;
    if (estimate) as_run_set_estimate(s, slot, as_estimate(&s->heuristic, &s->space, slot));
    if (as_state_of(record) == ASTAR_OPEN && !as_run_push(s, slot, record->g, as_run_estimate(s, slot))) return false;
  }
  s->repaired = false;
  return true;
}

/* ---- Repairing ---- */

/* Whether a run can be repaired at all, and has a result that is worth it. */
static bool is_repairable(const astar_search *s)
{
  const astar_search_def *def = &s->def;
  if (!s->journal || s->torn || (s->phase != AS_PHASE_NEXT && s->phase != AS_PHASE_UPDATE)) return false;
  if (def->ask_cost || def->weight != 1 || def->moves > 0 || def->max_steps != UINT64_MAX || def->away ||
      def->outward || !(as_is_admissible_distance(def->heuristic) || def->heuristic == ASTAR_ZERO))
    return false;
  return is_flow(s) ? s->status == ASTAR_DONE : s->strategy == AS_STRATEGY_EXACT;
}

/* Whether the nodes that count as goals may be others now, since nodes near or beside them were edited. */
static bool is_region_edited(const astar_search *s, const as_id_list *slots, const as_moves *moves)
{
  uint32_t i;
  if (s->region.count == 0) return false;
  for (i = 0; i < slots->count; i++) {
    const as_record *record = as_records_find(&s->records, slots->ids[i]);
    if (record && (record->mark & AS_MARK_GOAL || as_is_origin(record))) return true;
    if (as_begin_cost(s, slots->ids[i]) < INFINITY) return true;
  }
  return moves->any;
}

/* Forget the nodes of a list that were removed, as other nodes may get their ids. */
static void drop_removed(astar_search *s, as_id_list *list, uint32_t *count, uint32_t flag)
{
  uint32_t i, kept = 0;
  for (i = 0; i < list->count; i++) {
    if (s->space.ops->exists(s->space.self, list->ids[i])) list->ids[kept++] = list->ids[i];
    else as_search_unmark(s, list->ids[i], flag);
  }
  *count = list->count = kept;
}

/* With `partial`: find the reached node that is nearest to a goal anew. O(touched). */
static void find_partial(astar_search *s)
{
  uint32_t i;
  s->partial = AS_NO_SLOT;
  s->partial_tied = false;
  s->partial_distance = s->partial_estimate = INFINITY;
  for (i = 0; i < s->touched_count; i++) {
    const as_record *record = as_records_peek(&s->records, s->touched[i]);
    if (as_is_reached(record)) as_note_partial(s, s->touched[i], record->g);
  }
}

/* Estimate nodes that may have moved anew. False if out of memory. */
static bool estimate_again(astar_search *s, const as_id_list *slots)
{
  uint32_t i;
  for (i = 0; i < slots->count && !is_flow(s); i++) {
    const uint32_t slot = slots->ids[i];
    const as_record *record = as_records_find(&s->records, slot);
    double h;
    if (!record || !as_is_reached(record)) continue;
    h = as_estimate(&s->heuristic, &s->space, slot);
    as_run_set_estimate(s, slot, h);
    if (as_state_of(record) == ASTAR_OPEN && !as_run_push(s, slot, record->g, h)) return false;
  }
  return true;
}

/* ---- Mending ---- */

/* When every node has its state: let the run go on; or stay finished, if nothing that it knows has changed. */
static bool finish(astar_search *s)
{
  as_update *m = &s->update;
  s->phase = AS_PHASE_NEXT;
  m->settling.count = m->settled = 0;
  if (m->before != ASTAR_SEARCHING && !m->changed && !m->estimate) {
    if (s->found != AS_NO_SLOT) {
      as_record *record = as_records_peek(&s->records, s->found);
      record->mark = as_with_state(record->mark, ASTAR_CLOSED);
    }
    s->status = m->before;
    return true;
  }
  if (!is_flow(s)) {
    const as_record *record = s->found == AS_NO_SLOT ? NULL : as_records_peek(&s->records, s->found);
    if (record && as_state_of(record) == ASTAR_OPEN && !m->estimate &&
        !as_run_push(s, s->found, record->g, as_run_estimate(s, s->found)))
      return false;
    s->repaired = true;
    if ((m->estimate || s->open.age / 4 > s->touched_count + SPARE) && !push_again(s, m->estimate)) return false;
  }
  if (s->def.partial) find_partial(s);
  s->found = AS_NO_SLOT;
  s->reopened = 0;
  s->expanded_before = s->expanded;
  return true;
}

/* Up to *n pieces of work. False if out of memory. */
static bool update(astar_search *s, uint64_t *n)
{
  as_update *m = &s->update;
  for (; *n > 0 && m->inconsistent_count > 0 && m->invalidated <= m->most; --*n) {
    if (!test_arrival(s, inconsistent_pop(m->inconsistent, &m->inconsistent_count).slot)) return false;
  }
  for (; *n > 0 && m->inconsistent_count == 0 && m->settled < m->settling.count; --*n) {
    if (!settle(s, m->settling.ids[m->settled++])) return false;
  }
  return m->inconsistent_count > 0 || m->settled < m->settling.count || finish(s);
}

/* End the run: only a new one helps. */
static void give_up(astar_search *s)
{
  s->update.inconsistent_count = s->update.settling.count = s->update.settled = 0;
  s->torn = true;
  s->status = ASTAR_STALE;
}

astar_status as_repair_step(astar_search *s, uint64_t *n)
{
  const bool updated = update(s, n);
  if (updated && s->update.invalidated <= s->update.most) return s->status;
  give_up(s);
  if (!updated || as_search_define(s, &s->space, &s->def) != ASTAR_OK || as_search_start(s, s->strategy) != ASTAR_OK)
    return ASTAR_OUT_OF_MEMORY;
  return s->status;
}

/* Pieces of work that a repair does at once. */
#define AT_ONCE 64u

/* Whether other ends are such that only a new run helps. */
static bool are_too_different(const astar_search *s, astar_id start, bool other_goals)
{
  const bool other_start = start != s->def.start;
  /* Which goals count depends on the start. */
  if (s->pass.count > 0 && (other_start || other_goals)) return true;
  if (!s->def.reverse) return other_start || (other_goals && s->region.count > 0);
  if (other_start && s->space.heading != 0) return true; /* steps out of the start pay for the turn from it */
  if (other_goals && s->begin_count > 0) return true;
  /* Goals in `stop_ids` may be passed where the run begins, and else not. */
  return (start == ASTAR_NO_ID) != (s->def.start == ASTAR_NO_ID) ||
         (other_goals && s->region.count + s->def.stop_count > 0);
}

/* Begin a repair, or go on with one that is not finished. False if out of memory. */
static bool begin_update(astar_search *s)
{
  as_update *m = &s->update;
  if (s->phase != AS_PHASE_UPDATE) {
    if (is_flow(s) && !as_run_clear(s)) return false;
    m->before = s->status == ASTAR_STALE ? ASTAR_SEARCHING : s->status;
    m->changed = m->estimate = false;
    m->inconsistent_count = m->settling.count = m->settled = 0;
  }
  return is_flow(s) || as_exact_put_back(&s->open, &s->memory);
}

/* Take in that the ends are others. False if out of memory. */
static bool move_ends(astar_search *s, astar_id start, const astar_id *goals, uint32_t goal_count)
{
  const bool other_start = start != s->def.start, other_goals = !are_same(&s->goals, goals, goal_count);
  s->update.estimate = s->update.estimate || (s->def.reverse ? other_start : other_goals);
  if (s->def.reverse && other_goals && !invalidate_origins(s, goals, goal_count)) return false;
  if ((other_start || other_goals) && !as_search_retarget(s, start, goals, goal_count)) return false;
  return !s->def.reverse || s->region.count > 0 || reach_origins(s);
}

/* Take notice of all edits, and let other nodes have the ids of those that were removed. */
static void accept(astar_search *s)
{
  /* Also those whose removal the run took notice of before. */
  drop_removed(s, &s->only, &s->def.only_count, AS_MARK_ALLOWED);
  drop_removed(s, &s->avoid, &s->def.avoid_count, AS_MARK_AVOIDED);
  drop_removed(s, &s->stop, &s->def.stop_count, AS_MARK_STOP);
  drop_removed(s, &s->pass, &s->def.pass_count, 0);
  as_edits_accept(s);
  if (s->space.runs) as_runs_join(s->space.runs, &s->place, s->space.version);
}

/* Repair a run. False if only a new one helps, or is as cheap, or if out of memory. */
static bool repair(astar_search *s, astar_id start, const astar_id *goals, uint32_t goal_count)
{
  as_update *m = &s->update;
  const as_renewal renewed = as_edits_renew(s);
  uint64_t n = AT_ONCE;
  as_moves moves;
  uint32_t i;
  if (renewed == AS_NOT_RENEWED || are_too_different(s, start, !are_same(&s->goals, goals, goal_count))) return false;
  s->edited.count = 0;
  if (!as_edits_list(s, &s->edited, &moves)) return false;
  as_id_list_sort(&s->edited); /* edits of neighbours concern the same slots */
  if (s->edited.count > s->touched_count / SLOTS_SHARE + SPARE * SLOTS || is_region_edited(s, &s->edited, &moves))
    return false;
  if (!begin_update(s)) return false;
  m->estimate = m->estimate || moves.ends || renewed == AS_RENEWED_LESS_SCALE;
  if (s->found != AS_NO_SLOT) open_again(s, s->found);
  for (i = 0; i < s->edited.count; i++) {
    if (!check_slot(s, s->edited.ids[i])) return false;
  }
  if (!move_ends(s, start, goals, goal_count)) return false;
  if (moves.any) {
    if (!estimate_again(s, &s->edited)) return false;
    m->changed = m->changed || s->def.partial; /* another node may be the nearest now */
  }
  accept(s);
  s->phase = AS_PHASE_UPDATE;
  s->status = ASTAR_SEARCHING;
  return update(s, &n) && m->invalidated <= m->most;
}

bool as_search_repair(astar_search *s, astar_id start, const astar_id *goals, uint32_t goal_count)
{
  s->update.invalidated = 0;
  s->update.most = s->touched_count / SHARE + SPARE;
  if (is_repairable(s) && as_edits_unread(s) <= s->touched_count / EDITS_SHARE + SPARE * SLOTS &&
      repair(s, start, goals, goal_count))
    return true;
  give_up(s);
  return false;
}
