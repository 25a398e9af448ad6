/* away.h: flows that lead away from threats; the finder begins them. */
#ifndef AS_AWAY_H
#define AS_AWAY_H

#include "engine/search.h"
#include "graph/node.h"

/*
** Begin a run of a definition with `away` on a graph or grid: see "Threats" in astar.h. `near` is a search that has
** ended without a goal, and ran outward from the same goals: what it has reached is within reach of them. Its records
** are marked, so it is to be used no more. ASTAR_NO_MEMORY leaves the search ended. O(reached * log reached).
*/
ASTAR_API astar_result as_away_begin(astar_search *s, const as_space *space, const astar_search_def *def,
                                     astar_search *near);

#endif
