/* grid_space.h: a grid as an as_space (see space.h), which expands cell by cell or by jump points. */
#ifndef AS_GRID_SPACE_H
#define AS_GRID_SPACE_H

#include "engine/space.h"
#include "graph/node.h"

struct as_step_map;

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

/* The step map that the run of such a space reads; NULL if there is none, or it is another space. */
ASTAR_API struct as_step_map *as_grid_space_map(const as_space *space);

/* ---- For spaces built on this one: their functions (see space.h), for slots of nodes ---- */

ASTAR_API bool as_grid_space_enterable(const void *self, const as_rules *rules, uint32_t node);
ASTAR_API bool as_grid_space_around(const as_space *space, astar_id goal, double within, bool adjacent, as_memory *m,
                                    as_id_list *list);
ASTAR_API const double *as_grid_space_position(const void *self, uint32_t node, double scratch[3]);
ASTAR_API void as_grid_space_coordinates(const void *self, astar_id id, double uvz[3]);
ASTAR_API double as_grid_space_metric(const void *self, const double a[3], const double b[3]);
ASTAR_API double as_grid_space_estimate(const as_space *space, uint32_t node, const double to[3]);
ASTAR_API void as_grid_space_offset(const void *self, const double a[3], const double b[3], double offset[3]);
ASTAR_API void as_grid_space_lattice(const void *self, astar_lattice *lattice);
ASTAR_API double as_grid_space_typical_cost(const as_space *space);
ASTAR_API bool as_grid_space_edited(const as_space *space, uint32_t node, uint32_t what, as_memory *m,
                                    as_id_list *slots);

/* Upper bound on the number of steps out of a node, and of those to it. */
ASTAR_API uint32_t as_grid_space_degree(const astar_graph *g, uint32_t node);

/* Whether the metric from cells to a goal, in grid coordinates, is as_octile_steps() of whole columns and rows. */
ASTAR_API bool as_grid_space_is_octile(const as_space *space, const double goal[3]);

/* Whether a space uses jump points. */
ASTAR_API bool as_is_jump_space(const as_space *space);

#endif
