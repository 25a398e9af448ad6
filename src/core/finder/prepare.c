/* prepare.c: the public functions on prepared units; see astar.h. */
#include "grid/spaces.h"
#include "graph/prepared.h"
#include "grid/jump.h"

/* Whether the paths of a unit are found by jump points, which landmarks do not help. */
static bool is_served(const astar_graph *g, const as_space *space)
{
  return g->grid && as_is_complete(space) && as_jump_serves(g, &space->rules);
}

bool astar_graph_prepared(astar_graph *g, astar_unit unit)
{
  const as_space space = as_space_of(g, unit);
  return is_served(g, &space) || as_prepared_landmarks(g, unit) != NULL;
}

void astar_graph_unprepare(astar_graph *g, astar_unit unit)
{
  as_prepared_drop(g, unit);
}

astar_status astar_graph_prepare(astar_graph *g, astar_unit unit, uint64_t n)
{
  const as_space space = as_space_of(g, unit);
  astar_status status;
  as_prepared *p;
  if (!as_is_complete(&space)) return ASTAR_OUT_OF_MEMORY;
  if (is_served(g, &space)) return ASTAR_DONE;
  p = as_prepared_find(g, unit);
  if (p && p->stale) {
    if (as_prepared_repair(p, g, &space)) return ASTAR_DONE;
    as_prepared_drop(g, unit);
    p = NULL;
  }
  if (!p) p = as_prepared_add(g, unit, &space);
  if (!p) return ASTAR_OUT_OF_MEMORY;
  status = as_landmarks_step(&p->landmarks, &g->memory, &space, n);
  if (status == ASTAR_DONE) as_prepared_finish(p, g);
  return status;
}
