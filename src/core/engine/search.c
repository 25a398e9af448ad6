/* search.c: creating searches and beginning runs; see search.h. */
#include "engine/search.h"

#include "base/heap.h"
#include "base/sorted.h"

#include <string.h>

#define ROUNDING 9.094947017729282e-13 /* 2^-40, for max_cost */

/* ---- Life ---- */

astar_search_def astar_default_search(void)
{
  astar_search_def def;
  memset(&def, 0, sizeof def);
  def.heuristic = ASTAR_DEFAULT;
  def.weight = 1;
  def.within = -1;
  def.max_cost = def.reach = INFINITY;
  def.max_steps = UINT64_MAX;
  return def;
}

astar_search *astar_search_create(astar_alloc alloc, void *context)
{
  astar_search *s = as_object_create(alloc, context, sizeof *s);
  if (!s) return NULL;
  s->status = ASTAR_STALE;
  s->current = s->found = s->partial = AS_NO_SLOT;
  as_records_init(&s->records);
  as_open_init(&s->open);
  as_radix_init(&s->fast.open);
  return s;
}

static void release(as_space *space, as_memory *m)
{
  if (space->ops && space->ops->release) space->ops->release(space, m);
}

/* Leave the workspace to the next search, or free it; all other memory of the search but itself has been freed. */
static void leave_workspace(astar_search *s)
{
  as_workspace w;
  w.records = s->records;
  w.open = s->open;
  w.touched = s->touched;
  w.touched_capacity = s->touched_capacity;
  w.bytes = s->memory.used - sizeof *s;
  if (w.bytes > 0) as_spare_workspace_put(s->spare, &s->memory, &w);
  as_spare_workspace_release(s->spare);
}

/* When the first run of a search begins: take over the workspace of an earlier one. */
static void take_workspace(astar_search *s, uint32_t columns)
{
  as_workspace w;
  if (s->spare) return;
  s->spare = s->space.spare;
  as_shared_hold(&s->spare->shared);
  if (!as_spare_workspace_take(s->spare, &s->memory, columns, &w)) return;
  s->records = w.records;
  s->open = w.open;
  s->touched = w.touched;
  s->touched_capacity = w.touched_capacity;
}

/* Stop reading the edits of the space. */
static void leave_journals(astar_search *s)
{
  as_journal_release(s->journal);
  s->journal = NULL;
  as_extras_leave(&s->extras);
}

void as_search_leave_kernel(astar_search *s)
{
  if (s->kernel) as_spare_kernel_put(s->spare, s->kernel_kind, s->kernel);
  s->kernel = NULL;
}

void as_search_drop_kernel(astar_search *s)
{
  if (s->kernel) s->kernel->ops->stop(s->kernel);
  as_search_leave_kernel(s);
  if (s->answer) as_free(&s->memory, s->answer, s->answer_size, char);
  s->answer = NULL;
  s->unseen = false;
}

void astar_search_destroy(astar_search *s)
{
  if (!s) return;
  as_search_drop_kernel(s);
  leave_journals(s);
  as_runs_leave(&s->place);
  release(&s->space, &s->memory);
  as_layout_release(s->layout);
  as_free(&s->memory, s->goals.ids, s->goals.capacity, astar_id);
  as_free(&s->memory, s->only.ids, s->only.capacity, astar_id);
  as_free(&s->memory, s->avoid.ids, s->avoid.capacity, astar_id);
  as_free(&s->memory, s->stop.ids, s->stop.capacity, astar_id);
  as_free(&s->memory, s->pass.ids, s->pass.capacity, astar_id);
  as_free(&s->memory, s->labels, s->label_capacity, as_label);
  as_free(&s->memory, s->label_heads, s->head_capacity, uint32_t);
  as_free(&s->memory, s->region.ids, s->region.capacity, astar_id);
  as_free(&s->memory, s->goal_costs, s->cost_capacity, double);
  as_free(&s->memory, s->begins, s->begin_capacity, as_begin);
  as_extras_free(&s->extras, &s->memory);
  as_free(&s->memory, s->update.inconsistent, s->update.inconsistent_capacity, as_inconsistent);
  as_free(&s->memory, s->update.settling.ids, s->update.settling.capacity, astar_id);
  as_free(&s->memory, s->edited.ids, s->edited.capacity, astar_id);
  as_free(&s->memory, s->arrivals, s->arrival_capacity, as_successor);
  as_radix_free(&s->fast.open, &s->memory);
  as_heuristic_free(&s->heuristic, &s->memory);
  as_free(&s->memory, s->successors, s->successor_capacity, as_successor);
  if (s->spare) leave_workspace(s);
  as_object_free(s, sizeof *s);
}

size_t astar_search_memory(const astar_search *s)
{
  return s->memory.used;
}

/* ---- Defining ---- */

static bool reserve_list(as_id_list *list, as_memory *m, uint32_t count)
{
  return as_reserve(m, &list->ids, &list->capacity, count, sizeof *list->ids);
}

/* Copy the ids of live nodes: those of removed nodes may be given to other nodes later. Returns their number. */
static uint32_t take_list(as_id_list *list, const as_space *space, const astar_id *ids, uint32_t count)
{
  uint32_t i;
  list->count = 0;
  for (i = 0; i < count; i++) {
    if (space->ops->exists(space->self, ids[i])) list->ids[list->count++] = ids[i];
  }
  return list->count;
}

/* As take_list(), for the goals, with their costs. */
static uint32_t take_goals(astar_search *s, const as_space *space, const astar_search_def *def)
{
  uint32_t i, count = 0;
  for (i = 0; i < def->goal_count && def->goal_costs; i++) {
    if (space->ops->exists(space->self, def->goals[i])) s->goal_costs[count++] = def->goal_costs[i];
  }
  return take_list(&s->goals, space, def->goals, def->goal_count);
}

/* The lists may have moved. */
static void refer_to_lists(astar_search *s)
{
  s->def.goals = s->goals.ids;
  if (s->def.goal_costs) s->def.goal_costs = s->goal_costs;
  s->def.only_ids = s->only.ids;
  s->def.avoid_ids = s->avoid.ids;
  s->def.stop_ids = s->stop.ids;
  s->def.pass_ids = s->pass.ids;
  s->def.layers = s->extras.uses;
}

astar_result as_search_define(astar_search *s, const as_space *space, const astar_search_def *def)
{
  as_space fresh = *space;
  const bool other = s->space.run != space->run;
  astar_assert(def->weight >= 1 && !(def->max_cost < 0));
  astar_assert(!def->reverse || (def->moves == 0 && def->goal_count > 0));
  astar_assert(def->moves == 0 || (def->moves >= ASTAR_MOVES_LEAST && def->moves <= ASTAR_MOVES_MOST &&
                                   def->left >= 0 && def->left <= def->moves && def->layer_count == 0 &&
                                   !(def->max_cost < INFINITY)));
  s->status = ASTAR_STALE;
  s->wanting = false;
  as_search_drop_kernel(s);
  leave_journals(s);
  if (!reserve_list(&s->goals, &s->memory, def->goal_count) ||
      (def->goal_costs &&
       !as_reserve(&s->memory, &s->goal_costs, &s->cost_capacity, def->goal_count, sizeof *s->goal_costs)) ||
      !reserve_list(&s->only, &s->memory, def->only_count) ||
      !reserve_list(&s->avoid, &s->memory, def->avoid_count) ||
      !reserve_list(&s->stop, &s->memory, def->stop_count) ||
      !reserve_list(&s->pass, &s->memory, def->pass_count) ||
      (def->layer_count > 0 && !as_extras_set(&s->extras, &s->memory, space->layers, space->memory, def->layers,
                                              def->layer_count, as_slots(space->layout) + space->places))) {
    if (other) release(&fresh, &s->memory);
    refer_to_lists(s); /* the last definition, with which the search may be restarted */
    return ASTAR_NO_MEMORY;
  }
  s->def = *def;
  if (def->layer_count == 0) s->extras.count = s->extras.use_count = 0;
  s->layers_version = as_extras_version(&s->extras);
  s->def.goal_count = take_goals(s, space, def);
  s->goals_removed = def->goal_count > 0 && s->goals.count == 0;
  s->def.only_count = take_list(&s->only, space, def->only_ids, def->only_count);
  s->def.avoid_count = take_list(&s->avoid, space, def->avoid_ids, def->avoid_count);
  s->def.stop_count = take_list(&s->stop, space, def->stop_ids, def->stop_count);
  (void)take_list(&s->pass, space, def->pass_ids, def->pass_count);
  as_id_list_sort(&s->pass);
  s->def.pass_count = s->pass.count;
  s->region.count = s->begin_count = 0;
  refer_to_lists(s);
  /* Not before: the lists may be those of its run. */
  if (other) release(&s->space, &s->memory);
  s->space = fresh;
  as_rules_extend(&s->space.rules, &s->extras, def->moves, def->overdraw);
  as_heuristic_choose(&s->heuristic, &s->space, &s->def);
  return ASTAR_OK;
}

/* ---- Starting ---- */

/* Set a flag in the records of all states of a node. False if out of memory. */
static bool mark_node(astar_search *s, astar_id id, uint32_t flag)
{
  const uint32_t node = as_search_node(s, id), count = as_state_count(&s->space.rules, node);
  uint32_t i;
  for (i = 0; i < count; i++) {
    as_record *record = as_records_touch(&s->records, &s->memory, as_state_at(&s->space.rules, node, i));
    if (!record) return false;
    record->mark |= flag;
  }
  return true;
}

static bool mark_all(astar_search *s, const as_id_list *list, uint32_t flag)
{
  uint32_t i;
  for (i = 0; i < list->count; i++) {
    if (!mark_node(s, list->ids[i], flag)) return false;
  }
  return true;
}

void as_search_unmark(astar_search *s, astar_id id, uint32_t flag)
{
  const uint32_t node = as_search_node(s, id), count = node == AS_NO_SLOT ? 0 : as_state_count(&s->space.rules, node);
  uint32_t i;
  for (i = 0; i < count; i++) {
    as_record *record = as_records_find(&s->records, as_state_at(&s->space.rules, node, i));
    if (record) record->mark &= ~flag;
  }
}

/* Places are no nodes, so `only` does not exclude them. False if out of memory. */
static bool allow_places(astar_search *s)
{
  uint32_t i;
  for (i = 0; i < s->space.places; i++) {
    as_record *record = as_records_touch(&s->records, &s->memory, s->space.first_place + i);
    if (!record) return false;
    record->mark |= AS_MARK_ALLOWED;
  }
  return true;
}

void as_id_list_sort(as_id_list *list)
{
  uint32_t i, kept = 0;
  as_sort(list->ids, list->count);
  for (i = 0; i < list->count; i++) {
    if (i == 0 || list->ids[i] != list->ids[i - 1]) list->ids[kept++] = list->ids[i];
  }
  list->count = kept;
}

/* Regions of several goals may overlap: duplicates are dropped when there are more than so many ids, and at the end. */
#define REGION_SPARE 1024u

/* Leave out the nodes on which the way may not end. */
static void drop_passed(astar_search *s)
{
  uint32_t i, kept = 0;
  for (i = 0; i < s->region.count; i++) {
    if (as_may_end(s, s->region.ids[i])) s->region.ids[kept++] = s->region.ids[i];
  }
  s->region.count = kept;
  s->nowhere = kept == 0 && s->goals.count > 0;
}

/* Set the nodes that count as goals. False if out of memory. */
static bool find_region(astar_search *s)
{
  uint32_t i, most = REGION_SPARE;
  s->region.count = 0;
  s->nowhere = false;
  if (s->def.within < 0 && !s->def.adjacent) {
    if (s->pass.count == 0) return true;
    if (!reserve_list(&s->region, &s->memory, s->goals.count)) return false;
    for (i = 0; i < s->goals.count; i++) s->region.ids[s->region.count++] = s->goals.ids[i];
    as_id_list_sort(&s->region);
    drop_passed(s);
    return true;
  }
  for (i = 0; i < s->goals.count; i++) {
    if (!s->space.ops->around(&s->space, s->goals.ids[i], s->def.within, s->def.adjacent, &s->memory, &s->region))
      return false;
    if (s->region.count <= most) continue;
    as_id_list_sort(&s->region);
    most = 2 * s->region.count + REGION_SPARE;
  }
  as_id_list_sort(&s->region);
  if (s->pass.count > 0) drop_passed(s);
  return true;
}

static inline bool begins_earlier(const as_begin *a, const as_begin *b)
{
  return a->id < b->id || (a->id == b->id && a->cost < b->cost);
}

AS_DEFINE_SORT(begins, as_begin, begins_earlier)

/*
** Set where the run begins if goals have costs: nodes that count as several goals at the least. False if out of memory.
*/
static bool find_begins(astar_search *s)
{
  const bool regions = s->def.within >= 0 || s->def.adjacent;
  uint32_t i, k, kept = 0, count = 0;
  s->begin_count = 0;
  for (i = 0; i < s->goals.count && s->def.goal_costs; i++) {
    s->edited.count = 0; /* room for a list */
    if (regions) {
      if (!s->space.ops->around(&s->space, s->goals.ids[i], s->def.within, s->def.adjacent, &s->memory, &s->edited))
        return false;
    } else {
      if (!reserve_list(&s->edited, &s->memory, 1)) return false;
      s->edited.ids[s->edited.count++] = s->goals.ids[i];
    }
    if (!as_reserve(&s->memory, &s->begins, &s->begin_capacity, (uint64_t)count + s->edited.count, sizeof *s->begins))
      return false;
    for (k = 0; k < s->edited.count; k++, count++) {
      s->begins[count].id = s->edited.ids[k];
      s->begins[count].cost = s->goal_costs[i];
    }
  }
  begins_sort(s->begins, count);
  for (i = 0; i < count; i++) {
    if (!as_may_end(s, s->begins[i].id)) continue;
    if (kept == 0 || s->begins[i].id != s->begins[kept - 1].id) s->begins[kept++] = s->begins[i];
  }
  s->begin_count = kept;
  return true;
}

double as_begin_cost(const astar_search *s, uint32_t slot)
{
  const astar_id id = s->begin_count > 0 ? as_search_id(s, slot) : ASTAR_NO_ID;
  uint32_t at;
  if (s->begin_count == 0) return INFINITY;
  at = as_lower_bound(&s->begins[0].id, s->begin_count, sizeof *s->begins, id);
  if (at == s->begin_count || s->begins[at].id != id || slot != as_origin_slot(s, at)) return INFINITY;
  return s->begins[at].cost;
}

static bool mark_ends(astar_search *s)
{
  uint32_t i;
  if (s->nowhere) return true;
  for (i = 0; i < as_end_count(s); i++) {
    if (!mark_node(s, as_end_at(s, i), AS_MARK_GOAL)) return false;
  }
  return true;
}

/* Whether at least one node where the run ends is the start or can be entered. */
static bool is_end_enterable(const astar_search *s)
{
  uint32_t i;
  if (s->nowhere) return false;
  for (i = 0; i < as_end_count(s); i++) {
    const uint32_t slot = as_search_slot(s, as_end_at(s, i));
    if (as_end_at(s, i) == s->def.start) return true;
    if (as_is_admitted(s, as_records_find(&s->records, slot)) &&
        s->space.ops->enterable(s->space.self, &s->space.rules, slot))
      return true;
  }
  return false;
}

/*
** Columns of a record: none; or the estimate; or the estimate, x and y, if an edit may give a slot another place; or
** the estimate and the points of the step.
*/
static uint32_t column_count(const astar_search *s)
{
  if (s->def.moves > 0) return AS_TURN_COLUMNS;
  if (s->strategy == AS_STRATEGY_FLOW) return 0; /* all estimates are 0 */
  if (!s->def.keep_estimates && s->heuristic.by != AS_ESTIMATE_ASKED) return 0;
  return s->space.fleeting ? 3 : 1;
}

/* Begin to read the edits of the space, unless each of them ends the run. False if out of memory. */
static bool join_journals(astar_search *s)
{
  const uint32_t slots = as_slots(s->layout);
  leave_journals(s);
  if (s->def.answer_only || !s->space.ops->edited) return true;
  if (!as_extras_follow(&s->extras, &s->memory, slots)) return false;
  s->journal = as_journal_join(s->space.journal, slots);
  s->read = s->journal->next;
  return true;
}

/* Begin a run without labels; see passing.h. False if out of memory. */
static bool begin_passing(astar_search *s)
{
  uint32_t i;
  s->passing = s->def.moves > 0 && s->pass.count > 0;
  s->label_count = 0;
  s->first_label = as_search_slots(s);
  s->goes_on = s->label_cut = false;
  if (!s->passing) return true;
  if (!as_reserve(&s->memory, &s->label_heads, &s->head_capacity, s->pass.count, sizeof *s->label_heads)) return false;
  for (i = 0; i < s->pass.count; i++) s->label_heads[i] = AS_NO_SLOT;
  return true;
}

astar_result as_search_start(astar_search *s, as_strategy strategy)
{
  as_layout_hold(s->space.layout);
  as_layout_release(s->layout);
  s->layout = s->space.layout;
  if (s->space.runs && !s->def.answer_only) as_runs_join(s->space.runs, &s->place, s->space.version);
  else as_runs_leave(&s->place);
  if (!join_journals(s)) return ASTAR_NO_MEMORY;
  s->strategy = strategy;
  s->touched_count = 0;
  s->expanded = 0;
  s->current = s->found = s->partial = s->deferred = AS_NO_SLOT;
  s->cut = 0;
  s->weight = s->def.weight;
  /* A unit that arrives a little later may have to wait for a whole turn. */
  s->settles = s->weight > 1 && s->heuristic.by != AS_ESTIMATE_ZERO && as_is_consistent(&s->heuristic) &&
               !s->space.by_parent && s->def.moves == 0;
  s->precise = s->heuristic.by == AS_ESTIMATE_ZERO && s->def.moves == 0 && !s->def.ask_cost && s->weight > 0;
  s->repaired = false;
  s->torn = true; /* until it is whole */
  s->sure = INFINITY;
  s->expanded_before = 0;
  s->passed = s->by_cost = false;
  s->reopened = 0;
  s->answered = false;
  s->estimates = 0;
  s->cost_limit = s->def.max_cost + s->def.max_cost * ROUNDING;
  if (s->def.moves > 0) {
    const as_turns *t = &s->space.rules.turns;
    s->cost_limit = s->def.max_turns > 0 ? (s->def.max_turns - 1.0) * t->span + t->over : INFINITY;
  }
  s->ordinary_limit = as_min(s->cost_limit, DBL_MAX);
  if (s->def.only || s->def.ask_cost || s->def.moves > 0 || s->heuristic.by == AS_ESTIMATE_ASKED)
    s->ordinary_limit = -1;
  s->origin = 0;
  s->partial_distance = INFINITY;
  s->partial_tied = false;
  /* Spaces with an end of their own find it there. */
  s->partial_estimate = s->def.partial && s->goals.count > 0 && !s->space.ops->end ? INFINITY : -1;
  take_workspace(s, column_count(s));
  s->records.slots = 0; /* if there is no memory for the run, no record of an earlier one must show */
  if (!as_records_begin(&s->records, &s->memory, as_search_slots(s), column_count(s)) ||
      !as_heuristic_aim(&s->heuristic, &s->space, &s->memory, as_aims(s), as_aim_count(s), s->def.partial) ||
      !find_region(s) || !find_begins(s) || !mark_ends(s) || !mark_all(s, &s->only, AS_MARK_ALLOWED) ||
      !mark_all(s, &s->avoid, AS_MARK_AVOIDED) || !mark_all(s, &s->stop, AS_MARK_STOP) || !allow_places(s) ||
      !begin_passing(s))
    return ASTAR_NO_MEMORY;
  if (s->region.count > 0 && !s->def.reverse)
    as_heuristic_widen(&s->heuristic, &s->space, s->region.ids, s->region.count);
  memset(&s->expansion, 0, sizeof s->expansion);
  s->expansion.run = s->space.run;
  s->expansion.rules = &s->space.rules;
  s->expansion.records = s->records;
  s->expansion.wants_excluded = strategy == AS_STRATEGY_EXACT;
  s->loops = s->space.ops->run && s->ordinary_limit >= 0 && s->records.columns <= 1;
  if (strategy == AS_STRATEGY_FLOW) s->loops = s->space.ops->flow != NULL;
  s->torn = false;
  s->phase = AS_PHASE_START;
  s->status = ASTAR_SEARCHING;
  if (s->goals_removed || (s->nowhere && as_begins_at_goals(&s->def)) ||
      (strategy != AS_STRATEGY_EXACT && as_end_count(s) > 0 && !is_end_enterable(s)))
    s->status = ASTAR_UNREACHABLE;
  return ASTAR_OK;
}

bool as_search_retarget(astar_search *s, astar_id start, const astar_id *goals, uint32_t goal_count)
{
  uint32_t i, k;
  if (!reserve_list(&s->goals, &s->memory, goal_count)) return false;
  for (i = 0; i < as_end_count(s); i++) as_search_unmark(s, as_end_at(s, i), AS_MARK_GOAL);
  if (goal_count > 0 && goals != s->goals.ids) memcpy(s->goals.ids, goals, goal_count * sizeof *goals);
  s->goals.count = goal_count;
  refer_to_lists(s);
  s->def.goal_count = goal_count;
  s->def.start = start;
  if (!mark_ends(s)) return false;
  for (i = 0; i < as_end_count(s); i++) {
    const uint32_t node = as_search_node(s, as_end_at(s, i));
    for (k = 0; k < as_state_count(&s->space.rules, node); k++) {
      as_record *record = as_records_find(&s->records, as_state_at(&s->space.rules, node, k));
      if (as_state_of(record) == ASTAR_CLOSED) record->mark = as_with_state(record->mark, ASTAR_OPEN);
    }
  }
  return true;
}

/* ---- States of nodes ---- */

/* The state, or the label, that answers for a node in `pass_ids`, if `best` does of those before. */
static uint32_t best_label(const astar_search *s, uint32_t best)
{
  const uint32_t index = as_pass_index(s, as_search_id(s, best));
  uint32_t at = index == AS_NO_SLOT ? AS_NO_SLOT : s->label_heads[index];
  for (; at != AS_NO_SLOT; at = s->labels[at].next) {
    const uint32_t slot = s->first_label + at;
    if (as_records_peek(&s->records, slot)->g < as_records_peek(&s->records, best)->g) best = slot;
  }
  return best;
}

uint32_t as_search_best(const astar_search *s, uint32_t node)
{
  const as_rules *rules = &s->space.rules;
  const uint32_t count = as_state_count(rules, node);
  uint32_t best = AS_NO_SLOT, i;
  double least = 0;
  /* The run ended in this state: others may cost the same. */
  if (count > 1 && s->found != AS_NO_SLOT && as_state_node(rules, s->found) == node &&
      as_is_reached(as_records_peek(&s->records, s->found)))
    return s->found;
  for (i = 0; i < count; i++) {
    const uint32_t slot = as_state_at(rules, node, i);
    const as_record *record = as_records_find(&s->records, slot);
    double g;
    if (!record || as_state_of(record) == ASTAR_NONE) continue;
    g = as_is_reached(record) ? record->g : INFINITY;
    if (best != AS_NO_SLOT && g >= least) continue;
    best = slot;
    least = g;
  }
  return s->label_count > 0 && best != AS_NO_SLOT ? best_label(s, best) : best;
}
