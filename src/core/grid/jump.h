/*
** jump.h: the successors of a cell by jump points, on a grid where a unit pays the same for every cell that it
** can enter: a search expands only the cells at which a cheapest route may turn. Same cost as cell by cell.
** For grid_space.c, which makes a space of them.
*/
#ifndef AS_JUMP_H
#define AS_JUMP_H

#include "engine/space.h"
#include "graph/node.h"
#include "grid/bitmap.h"

/* What a run needs beside the grid. Owned by the search. */
typedef struct as_jump {
  as_bitmap *bitmap; /* held */
  uint32_t goal[2];  /* column, row */
  double costs[2];   /* of a step along a row, and along a column */
  double diagonal;
} as_jump;

/*
** Whether jump points serve between two nodes: on squares with eight neighbours and no corners cut, without
** heights, closed steps, links, waypoints or wrapping, where all cells that can be entered cost the same.
*/
ASTAR_API bool as_jump_serves(const astar_graph *g, const as_rules *rules, astar_id start, astar_id goal);

/*
** Begin a run where they serve. *jump is an as_jump to use again, or NULL for a new one from `m`. Makes the
** bitmap of the rules if it is not there: O(cells) once for each set of terrains; edits keep it up to date.
** ASTAR_NO_MEMORY changes nothing else.
*/
ASTAR_API astar_result as_jump_begin(as_jump **jump, as_memory *m, astar_graph *g, const as_rules *rules,
                                     astar_id goal);
ASTAR_API void as_jump_free(as_jump *jump, as_memory *m);

/* As in as_space_ops; `self` is the graph, the as_jump comes with the expansion. */
ASTAR_API uint32_t as_jump_prepare(void *self, uint32_t slot, uint32_t parent);
ASTAR_API void as_jump_expand(void *self, as_expansion *e);
ASTAR_API uint32_t as_jump_steps(const void *self, uint32_t from, uint32_t to);
ASTAR_API void as_jump_walk(const void *self, uint32_t from, uint32_t to, astar_waypoint *between);

#endif
