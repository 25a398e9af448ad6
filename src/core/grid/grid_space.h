/* grid_space.h: a grid as an as_space (see space.h), which expands cell by cell or by jump points. */
#ifndef AS_GRID_SPACE_H
#define AS_GRID_SPACE_H

#include "engine/space.h"
#include "graph/node.h"

/*
** The space of a graph with cells, cell by cell, for one of its units. O(terrains); for a unit that covers several
** cells as as_footprint_get().
*/
ASTAR_API as_space as_grid_space(astar_graph *g, astar_unit unit);

/* Make such a space one for runs backwards. */
ASTAR_API void as_grid_space_turn(as_space *space);
/* Whether there was memory for what such a space reads: for a unit of one cell always. */
static inline bool as_is_complete(const as_space *space)
{
  return space->rules.size == 1 || space->rules.view;
}

/*
** Make such a space read a step map (see step_map.h) where cells have heights or steps are closed. `last` is the space
** of the previous run of the same search. ASTAR_NO_MEMORY leaves the space as it was. O(terrains), and O(rows) for the
** first run of a set of terrains.
*/
ASTAR_API astar_result as_grid_space_steps(as_space *space, const as_space *last);

/*
** Make such a space use jump points between two nodes, where they apply (see jump.h); else change nothing. `last`
** is the space of the previous run of the same search, whose as_jump is reused. ASTAR_NO_MEMORY leaves the space
** as it was. O(cells) for the first run of a set of terrains, else O(terrains + linked cells).
*/
ASTAR_API astar_result as_grid_space_jump(as_space *space, as_memory *m, const as_space *last, astar_id start,
                                          astar_id goal);

/* Whether a space uses jump points. */
ASTAR_API bool as_is_jump_space(const as_space *space);

#endif
