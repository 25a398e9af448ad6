/* prepared.c: see prepared.h. */
#include "graph/prepared.h"

/* Whether an edit may have made a step cheaper for a unit. */
static bool is_cheaper(const double *costs, as_edit e)
{
  if (e.what & AS_EDIT_CHEAPER) return true;
  /* NAN, for what cannot be entered, is dearer than all. */
  return e.what & AS_EDIT_ENTRY && !isnan(costs[as_edit_after(e)]) &&
         !(costs[as_edit_before(e)] <= costs[as_edit_after(e)]);
}

/* Whether the landmarks hold after the edits since. Marks these as read. */
static bool holds(const astar_graph *g, as_prepared *p)
{
  const double *costs = as_units_rules(&g->units, p->unit).costs;
  if (!as_journal_reaches(g->journal, p->read)) return false;
  if (p->read < g->journal->next && p->landmarks.phase != AS_LANDMARK_DONE) p->landmarks.two_way = false;
  for (; p->read < g->journal->next; p->read++) {
    if (is_cheaper(costs, as_journal_at(g->journal, p->read))) return false;
  }
  return true;
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
  g->prepared[i] = g->prepared[--g->prepared_count];
  if (g->prepared_count == 0) as_journal_release(g->journal);
}

void as_prepared_free(astar_graph *g)
{
  while (g->prepared_count > 0) as_prepared_drop(g, g->prepared[0].unit);
  as_free(&g->memory, g->prepared, g->prepared_capacity, as_prepared);
}

as_prepared *as_prepared_find(astar_graph *g, astar_unit unit)
{
  const uint32_t i = index_of(g, unit);
  if (i == g->prepared_count) return NULL;
  if (holds(g, &g->prepared[i])) return &g->prepared[i];
  as_prepared_drop(g, unit);
  return NULL;
}

const as_landmarks *as_prepared_landmarks(astar_graph *g, astar_unit unit)
{
  const as_prepared *p = as_prepared_find(g, unit);
  return p && p->landmarks.phase == AS_LANDMARK_DONE ? &p->landmarks : NULL;
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
  p->read = g->journal->next;
  if (!as_landmarks_begin(&p->landmarks, &g->memory, space)) {
    as_landmarks_free(&p->landmarks, &g->memory);
    return NULL;
  }
  if (g->prepared_count++ == 0) (void)as_journal_hold(g->journal);
  return p;
}
