/* edits.c: see edits.h. */
#include "engine/edits.h"

#include "engine/run.h"

/* ---- Arrivals ---- */

/* Whether an arrival from a node at one with the record `own` counts; both are reached. */
static bool counts(const as_record *record, uint32_t slot, as_arrival_from from, const as_record *own)
{
  if (from == AS_FROM_EXPANDED) return as_state_of(record) == ASTAR_CLOSED;
  return record->g < own->g || slot == own->parent;
}

bool as_find_arrival(astar_search *s, uint32_t slot, as_arrival_from from, as_arrival *arrival)
{
  const as_rules *rules = &s->space.rules;
  const as_record *own = as_records_find(&s->records, slot);
  const uint32_t parent = own && as_is_reached(own) ? own->parent : AS_NO_SLOT;
  const bool admitted = rules->back || (own ? as_is_admitted(s, own) : !s->def.only);
  uint32_t count = s->space.ops->sources(&s->space, slot), i;
  bool strict = false;
  double begun;
  arrival->g = arrival->kept = INFINITY;
  arrival->from = AS_NO_SLOT;
  arrival->refused = arrival->cut = false;
  /* One more, so that there is a list, which may be pointed into, also if it is empty. */
  if (!as_reserve(&s->memory, &s->arrivals, &s->arrival_capacity, (uint64_t)count + 1, sizeof *s->arrivals))
    return false;
  count = s->space.ops->arrivals(&s->space, slot, s->arrivals);
  for (i = 0; i < count; i++) {
    const as_successor *a = &s->arrivals[i];
    const as_record *record = as_records_find(&s->records, a->slot);
    bool less;
    double g;
    if (!record || !as_is_reached(record) || !counts(record, a->slot, from, own) || !as_run_may_pass(s, record))
      continue;
    if (isnan(a->cost) || (a->cost < INFINITY && !admitted)) {
      arrival->refused = true;
      continue;
    }
    g = a->cost < INFINITY ? as_advance(rules, as_depart(rules, record->g, a->slot), a->cost, slot) : INFINITY;
    if (!(g < INFINITY)) continue;
    if (g > s->cost_limit) {
      arrival->cut = true;
      continue;
    }
    if (a->slot == parent) arrival->kept = as_min(arrival->kept, g);
    less = record->g < g;
    if (g > arrival->g || (g == arrival->g && (less != strict ? strict : a->slot >= arrival->from))) continue;
    strict = less;
    arrival->g = g;
    arrival->from = a->slot;
  }
  begun = as_begin_cost(s, slot);
  if (!(begun < INFINITY) || begun > s->cost_limit) return true;
  if (parent == AS_NO_SLOT) arrival->kept = begun;
  if (begun <= arrival->g) {
    arrival->g = begun;
    arrival->from = AS_NO_SLOT;
  }
  return true;
}

/* ---- Which edits ---- */

uint64_t as_edits_unread(const astar_search *s)
{
  uint64_t count;
  uint32_t i;
  if (!s->journal || !as_journal_reaches(s->journal, s->read)) return UINT64_MAX;
  count = s->journal->next - s->read;
  for (i = 0; i < s->extras.reader_count; i++) {
    const as_layer_reader *r = &s->extras.readers[i];
    if (!as_journal_reaches(r->journal, r->read)) return UINT64_MAX;
    count += r->journal->next - r->read;
  }
  return count;
}

/* Whether an edit changed anything but where links are stored. */
static bool is_real(as_edit e)
{
  return e.slot != AS_EDIT_ALL_SLOTS;
}

/* Whether a node counts as a goal. */
static bool is_goal(const astar_search *s, uint32_t node)
{
  const as_record *record = as_records_find(&s->records, as_state_at(&s->space.rules, node, 0));
  return record && record->mark & AS_MARK_GOAL;
}

/* Whether a node may have to be looked at again: it has been touched, or is one that counts as a goal. */
static bool is_touched(const astar_search *s, uint32_t node)
{
  return as_search_best(s, node) != AS_NO_SLOT || is_goal(s, node);
}

/*
** Whether the run knows anything of a node. If so of none that an edit concerns, it has expanded none of them; a node
** that is open may have been expanded before.
*/
static bool is_known(const as_record *record)
{
  return as_state_of(record) != ASTAR_NONE || record->mark & AS_MARK_CUT;
}

/*
** Append the slots that an edit may concern: if steps out of an expanded node may have changed. False if out of memory.
*/
static bool list_edit(astar_search *s, as_edit e, as_id_list *slots)
{
  const uint32_t before = slots->count;
  uint32_t i;
  if (!is_real(e)) return true;
  if (!s->space.ops->edited(&s->space, e.slot, e.what, &s->memory, slots)) return false;
  if (e.what & AS_EDIT_LINKS) return true; /* what was at the other end of a link is not known */
  for (i = before; i < slots->count; i++) {
    const as_record *record = as_records_find(&s->records, slots->ids[i]);
    if (record && (is_known(record) || (s->region.count > 0 && record->mark & AS_MARK_GOAL))) return true;
  }
  slots->count = before;
  return true;
}

bool as_edits_list(astar_search *s, as_id_list *slots, as_moves *moves)
{
  uint64_t n;
  uint32_t i;
  moves->any = moves->ends = false;
  for (n = s->read; n < s->journal->next; n++) {
    const as_edit e = as_journal_at(s->journal, n);
    if (e.what & AS_EDIT_NODE) {
      moves->any = true;
      moves->ends = moves->ends || is_goal(s, e.slot);
    }
    if (!list_edit(s, e, slots)) return false;
  }
  for (i = 0; i < s->extras.reader_count; i++) {
    const as_layer_reader *r = &s->extras.readers[i];
    for (n = r->read; s->extras.uses[i].weight > 0 && n < r->journal->next; n++) {
      if (!list_edit(s, as_journal_at(r->journal, n), slots)) return false;
    }
  }
  return true;
}

void as_edits_accept(astar_search *s)
{
  uint32_t i;
  s->space.version = s->space.ops->version(s->space.self);
  s->layers_version = as_extras_version(&s->extras);
  if (s->journal) s->read = s->journal->next;
  for (i = 0; i < s->extras.reader_count; i++) s->extras.readers[i].read = s->extras.readers[i].journal->next;
}

/* ---- The copies ---- */

as_renewal as_edits_renew(astar_search *s)
{
  const uint64_t unit_version = s->space.unit_version;
  as_heuristic heuristic = s->heuristic;
  uint32_t slots;
  if (!s->space.ops->renew(&s->space)) return AS_NOT_RENEWED;
  if (s->space.layout != s->layout || s->space.unit_version != unit_version) {
    s->torn = true;
    return AS_NOT_RENEWED;
  }
  slots = as_slots(s->layout);
  if (s->label_count > 0 && as_search_slots(s) != s->first_label) {
    s->torn = true;
    return AS_NOT_RENEWED;
  }
  s->first_label = as_search_slots(s);
  if (!as_records_extend(&s->records, &s->memory, s->first_label + s->label_count)) return AS_NOT_RENEWED;
  if (s->def.layer_count > 0 && !as_extras_set(&s->extras, &s->memory, s->space.layers, s->space.memory, s->extras.uses,
                                               s->extras.use_count, slots))
    return AS_NOT_RENEWED;
  s->def.layers = s->extras.uses;
  as_rules_extend(&s->space.rules, &s->extras, s->def.moves, s->def.overdraw);
  s->expansion.run = s->space.run;
  s->expansion.records = s->records;
  as_heuristic_choose(&heuristic, &s->space, &s->def);
  if (s->heuristic.by == AS_ESTIMATE_ZERO || s->heuristic.by == AS_ESTIMATE_ASKED) return AS_RENEWED;
  return heuristic.scale < s->heuristic.scale ? AS_RENEWED_LESS_SCALE : AS_RENEWED;
}

/* ---- Whether they concern a run ---- */

/* Whether what the run knows of a node agrees with the steps from the nodes that it has expanded. */
static bool is_consistent(astar_search *s, uint32_t slot)
{
  const as_record *record = as_records_find(&s->records, slot);
  const astar_state state = record ? as_state_of(record) : ASTAR_NONE;
  as_arrival arrival;
  if (record && as_is_origin(record) && s->begin_count == 0) return true;
  if (!as_find_arrival(s, slot, AS_FROM_EXPANDED, &arrival)) return false;
  switch (state) {
  case ASTAR_NONE:
    return !(arrival.g < INFINITY) && !arrival.refused && arrival.cut == (record && record->mark & AS_MARK_CUT);
  case ASTAR_EXCLUDED: return !(arrival.g < INFINITY) && arrival.refused;
  default:
    if (as_run_improves(s, record, arrival.g)) return false;
    return as_find_arrival(s, slot, AS_FROM_CHEAPER, &arrival) && arrival.g <= record->g &&
           as_arrival_is_kept(&arrival, record);
  }
}

/* Whether an edit concerns the run, if it has changed what the journal says. */
static bool concerns(astar_search *s, as_edit e)
{
  bool expanded = (e.what & AS_EDIT_LINKS) != 0, goal = false; /* the other end of a link is not known */
  uint32_t i;
  if (!is_real(e)) return false;
  if (e.what & AS_EDIT_NODE && (is_touched(s, e.slot) || s->region.count > 0)) return true;
  s->edited.count = 0;
  if (!s->space.ops->edited(&s->space, e.slot, e.what, &s->memory, &s->edited)) return true;
  for (i = 0; i < s->edited.count; i++) {
    const as_record *record = as_records_find(&s->records, s->edited.ids[i]);
    if (!record) continue;
    expanded = expanded || is_known(record);
    goal = goal || record->mark & AS_MARK_GOAL || as_is_origin(record);
  }
  if (goal && s->def.adjacent) return true;
  if (!expanded) return false;
  if (s->def.ask_cost || s->passing) return true;
  for (i = 0; i < s->edited.count; i++) {
    if (!is_consistent(s, s->edited.ids[i])) return true;
  }
  return false;
}

/* Whether an edit that was not read concerns the run. */
static bool is_concerned(astar_search *s)
{
  uint64_t n;
  uint32_t i;
  for (n = s->read; n < s->journal->next; n++) {
    if (concerns(s, as_journal_at(s->journal, n))) return true;
  }
  for (i = 0; i < s->extras.reader_count; i++) {
    const as_layer_reader *r = &s->extras.readers[i];
    for (n = r->read; s->extras.uses[i].weight > 0 && n < r->journal->next; n++) {
      if (concerns(s, as_journal_at(r->journal, n))) return true;
    }
  }
  return false;
}

/*
** Whether a run that has not begun can begin as it was defined: where it begins is still there, and no other nodes
** count.
*/
static bool can_begin(const astar_search *s)
{
  uint32_t i = s->origin;
  if (s->region.count > 0) return false;
  while (i < as_origin_count(s) && s->space.ops->exists(s->space.self, as_origin_at(s, i))) i++;
  return i == as_origin_count(s);
}

/* Follow edits that have no slots, as as_edits_follow(). */
static bool follow_by_detour(astar_search *s)
{
  /* A list of steps is of the space as it was; and the run must know which places nodes had. */
  if (s->phase == AS_PHASE_LIST || s->phase == AS_PHASE_RELAX || s->records.columns <= AS_TURN_COLUMNS ||
      s->def.partial)
    return false;
  if (!s->space.ops->renew(&s->space) ||
      !as_records_extend(&s->records, &s->memory, as_slots(s->space.layout)))
    return false;
  as_layout_hold(s->space.layout);
  as_layout_release(s->layout);
  s->layout = s->space.layout;
  s->expansion.records = s->records;
  s->sure = as_min(s->sure, s->space.ops->detour(s->space.self, s->space.version));
  as_edits_accept(s);
  return s->sure > 0;
}

bool as_edits_follow(astar_search *s)
{
  if (s->space.ops->detour) return follow_by_detour(s);
  /* The caller was asked for a cost or an estimate: an edit that was made meanwhile may have been its answer. */
  if (s->phase != AS_PHASE_NEXT && (s->def.ask_cost || s->heuristic.by == AS_ESTIMATE_ASKED)) return false;
  if (as_edits_unread(s) == UINT64_MAX || s->strategy == AS_STRATEGY_FLOW || as_edits_renew(s) != AS_RENEWED)
    return false;
  if (s->phase == AS_PHASE_START && !can_begin(s)) return false;
  if (is_concerned(s)) return false;
  if (s->phase == AS_PHASE_RELAX) s->phase = AS_PHASE_LIST; /* its steps are listed again: they may be others */
  as_edits_accept(s);
  return true;
}

bool as_edits_spare(astar_search *s)
{
  if (s->space.version == s->space.ops->version(s->space.self)) return s->status != ASTAR_STALE;
  if (s->status == ASTAR_SEARCHING) return as_edits_follow(s);
  if (s->status != ASTAR_FOUND || s->def.partial ||
      !(as_records_peek(&s->records, s->found)->g < s->space.ops->detour(s->space.self, s->space.version)))
    return false;
  as_edits_accept(s);
  return true;
}
