/*
** cell_search.h: a kernel for the cheapest path between two nodes of a graph with cells, where jump points do not
** serve: A* over step maps (step_map.h), on any layout, with links and waypoints.
**
** It differs from the search of the engine in what a path needs not: it keeps of each node the cost and the direction
** of the step that led to it; it takes only canonical steps (canonical.h) wherever the cells around have one cost; and
** its open list (radix.h) is exact only up to a fraction of a step of mean cost. So a node may be expanded before its
** cost is final, and is expanded again when it gets cheaper. The search ends when no open node can lead to a cheaper
** path. Of paths of equal cost it may find another than a search, but always the same one.
**
** It is kept beside the loops of the engine because it takes 0.35 to 0.65 of the time of the exact one on 400 x 400
** cells of hexagons or squares that wrap, with walls, blocks at random, or three terrains (`make bench-grid`). Of that,
** canonical steps make 0.6 to 0.8 where rooms leave many equal paths, and nothing where each cell has another terrain.
** On open hexagons it takes 5 times as long as the loop, which goes straight to the goal.
*/
#ifndef AS_CELL_SEARCH_H
#define AS_CELL_SEARCH_H

#include "engine/kernel.h"

/* For queries without other options than max_cost, avoid_ids and layers. NULL if out of memory. */
ASTAR_API as_kernel *as_cell_search_create(as_memory *m);

#endif
