/*
** headed_space.h: a grid as an as_space whose states say in which direction the unit looks (see as_state_node()), so
** that turning costs something, or is limited. Forward the heading of a state is that of the step that led there;
** backwards, of the step that leaves the node. The finder makes one of a grid_space.h.
**
** Headings are numbered clockwise from the one straight up in grid coordinates: eight on squares, of which cells with
** four neighbours use each second one, and six on hexagons, from the one at the right of straight up in rows. The
** smallest turn is from one heading to the next.
*/
#ifndef AS_HEADED_SPACE_H
#define AS_HEADED_SPACE_H

#include "engine/space.h"

/*
** Make the space of cells for a run one with headings, for the turning options of a definition; its run is
** allocated from `m`. ASTAR_NO_MEMORY; ASTAR_FULL if there are too many cells for so many states. O(terrains), and
** O(rows) for the first run of a set of terrains.
*/
ASTAR_API astar_result as_headed_space_begin(as_space *space, as_memory *m, const astar_search_def *def);

/* The step map that such a space reads, or NULL if it is another space. */
ASTAR_API struct as_step_map *as_headed_space_map(const as_space *space);

#endif
