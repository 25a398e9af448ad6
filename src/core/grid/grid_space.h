/* grid_space.h: a grid as searches see it: cell by cell, or by jump points. */
#ifndef AS_GRID_SPACE_H
#define AS_GRID_SPACE_H

#include "engine/space.h"
#include "graph/node.h"

/* A graph with cells as a space under the rules of one of its units. */
ASTAR_API as_space as_grid_space(astar_graph *g, astar_unit unit);

/*
** Let such a space go by jump points between two nodes, if they serve there. `last` is the space of the last
** run of the same search, whose memory is used again. ASTAR_NO_MEMORY leaves the space as it was.
*/
ASTAR_API astar_result as_grid_space_jump(as_space *space, as_memory *m, const as_space *last, astar_id start,
                                          astar_id goal);

/* Whether a space goes by jump points. */
ASTAR_API bool as_is_jump_space(const as_space *space);

#endif
