/* prepared.c: see prepared.h. */
#include "graph/prepared.h"

/* With more slots to look at, preparing anew is about as fast. */
#define MOST_SLOTS 4096u

/* Whether an edit may have made a step cheaper for a unit. */
static bool is_cheaper(const double *costs, uint32_t what)
{
  as_edit e;
  e.slot = AS_EDIT_ALL_SLOTS;
  e.what = what;
  if (e.what & AS_EDIT_CHEAPER) return true;
  /* NAN, for what cannot be entered, is dearer than all. */
  return e.what & AS_EDIT_ENTRY && !isnan(costs[as_edit_after(e)]) &&
         !(costs[as_edit_before(e)] <= costs[as_edit_after(e)]);
}

static uint32_t index_of(const astar_graph *g, astar_unit unit)
{
  uint32_t i = 0;
  while (i < g->prepared_count && g->prepared[i].unit != unit) i++;
  return i;
}

void as_prepared_drop(astar_graph *g, astar_unit unit)
{
  const uint32_t i = index_of(g, unit);
  if (i == g->prepared_count) return;
  as_landmarks_free(&g->prepared[i].landmarks, &g->memory);
  as_journal_release(g->prepared[i].journal);
  g->prepared[i] = g->prepared[--g->prepared_count];
}

void as_prepared_free(astar_graph *g)
{
  while (g->prepared_count > 0) as_prepared_drop(g, g->prepared[0].unit);
  as_free(&g->memory, g->prepared, g->prepared_capacity, as_prepared);
}

void as_prepared_note(astar_graph *g, uint32_t what)
{
  uint32_t i;
  for (i = g->prepared_count; i-- > 0;) {
    as_prepared *p = &g->prepared[i];
    if (is_cheaper(as_units_rules(&g->units, p->unit).costs, what)) {
      if (p->landmarks.phase == AS_LANDMARK_DONE && p->landmarks.count > 0) p->stale = true;
      else as_prepared_drop(g, p->unit);
    } else if (p->landmarks.phase != AS_LANDMARK_DONE) {
      p->landmarks.two_way = false;
    }
  }
}

as_prepared *as_prepared_find(astar_graph *g, astar_unit unit)
{
  const uint32_t i = index_of(g, unit);
  return i < g->prepared_count ? &g->prepared[i] : NULL;
}

const as_landmarks *as_prepared_landmarks(astar_graph *g, astar_unit unit)
{
  const as_prepared *p = as_prepared_find(g, unit);
  return p && p->landmarks.phase == AS_LANDMARK_DONE && !p->stale ? &p->landmarks : NULL;
}

void as_prepared_finish(as_prepared *p, const astar_graph *g)
{
  if (p->journal) return;
  p->journal = as_journal_join(g->journal, as_slots(g->layout));
  p->read = p->journal->next;
}

/* Append the slots where steps may have got cheaper. False if these are not known any more, or out of memory. */
static bool list_cheaper(const as_prepared *p, astar_graph *g, const as_space *space, as_id_list *slots)
{
  const double *costs = space->rules.costs;
  uint64_t n;
  if (!p->journal || !as_journal_reaches(p->journal, p->read)) return false;
  for (n = p->read; n < p->journal->next; n++) {
    const as_edit e = as_journal_at(p->journal, n);
    if (e.slot == AS_EDIT_ALL_SLOTS || !is_cheaper(costs, e.what)) continue;
    if (slots->count > MOST_SLOTS || !space->ops->edited(space, e.slot, e.what, &g->memory, slots)) return false;
  }
  return true;
}

bool as_prepared_repair(as_prepared *p, astar_graph *g, const as_space *space)
{
  as_id_list slots;
  bool done;
  memset(&slots, 0, sizeof slots);
  done = list_cheaper(p, g, space, &slots) && as_landmarks_repair(&p->landmarks, &g->memory, space, &slots);
  as_free(&g->memory, slots.ids, slots.capacity, astar_id);
  if (!done) return false;
  p->read = p->journal->next;
  p->stale = false;
  return true;
}

as_prepared *as_prepared_add(astar_graph *g, astar_unit unit, const as_space *space)
{
  as_prepared *p;
  astar_assert(index_of(g, unit) == g->prepared_count);
  if (!as_reserve(&g->memory, &g->prepared, &g->prepared_capacity, (uint64_t)g->prepared_count + 1, sizeof *p))
    return NULL;
  p = &g->prepared[g->prepared_count];
  memset(p, 0, sizeof *p);
  p->unit = unit;
  if (!as_landmarks_begin(&p->landmarks, &g->memory, space)) {
    as_landmarks_free(&p->landmarks, &g->memory);
    return NULL;
  }
  g->prepared_count++;
  return p;
}
