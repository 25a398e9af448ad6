/* prepared.c: see prepared.h. */
#include "graph/prepared.h"

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
    if (is_cheaper(as_units_rules(&g->units, p->unit).costs, what)) as_prepared_drop(g, p->unit);
    else if (p->landmarks.phase != AS_LANDMARK_DONE) p->landmarks.two_way = false;
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
  if (!as_landmarks_begin(&p->landmarks, &g->memory, space)) {
    as_landmarks_free(&p->landmarks, &g->memory);
    return NULL;
  }
  g->prepared_count++;
  return p;
}
