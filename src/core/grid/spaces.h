/* spaces.h: the space of a graph or grid, for the rooms above that search both: crowd, finder. */
#ifndef AS_SPACES_H
#define AS_SPACES_H

#include "graph/graph_space.h"
#include "grid/grid_space.h"

/* Node by node, or cell by cell, for one of its units. O(terrains). */
static inline as_space as_space_of(astar_graph *g, astar_unit unit)
{
  return astar_grid_count(g) > 0 ? as_grid_space(g, unit) : as_graph_space(g, unit);
}

/* The same for a run backwards, from the goals. */
static inline as_space as_back_space_of(astar_graph *g, astar_unit unit)
{
  as_space space = as_space_of(g, unit);
  if (astar_grid_count(g) > 0) as_grid_space_turn(&space);
  else as_graph_space_turn(&space);
  return space;
}

#endif
