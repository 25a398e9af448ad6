/*
** jump.h: jump point search (Harabor & Grastien 2011) on grids where all cells that a unit can enter have the
** same cost: the successors of a cell are the next cells at which a cheapest route may have to turn. Routes cost
** the same as cell by cell. Used by grid_space.c, which makes an as_space of it.
*/
#ifndef AS_JUMP_H
#define AS_JUMP_H

#include "engine/space.h"
#include "graph/node.h"
#include "grid/bitmap.h"

/* The data of one run, owned by the search. */
typedef struct as_jump {
  as_bitmap *bitmap; /* held */
  const as_grid *grid; /* the cells as the unit sees them, unchanged during the run */
  uint32_t width;    /* of it */
  uint32_t goal[2];  /* column, row, from 0 */
  double costs[2];   /* of a step along a row, and along a column */
  double diagonal;   /* cost of a diagonal step */
} as_jump;

/*
** Whether jump points serve on a grid for a unit: as_bitmaps_apply(), and no cell has closed steps or links.
** O(terrains).
*/
ASTAR_API bool as_jump_serves(const astar_graph *g, const as_rules *rules);

/* Whether they apply between two nodes: they serve, both are cells, and the goal can be entered. O(terrains). */
ASTAR_API bool as_jump_applies(const astar_graph *g, const as_rules *rules, astar_id start, astar_id goal);

/*
** Begin a run where they apply. *jump is an as_jump to reuse, or NULL for a new one from `m`. Makes the bitmap of
** the rules unless the grid has it. ASTAR_NO_MEMORY leaves *jump as it was.
*/
ASTAR_API astar_result as_jump_begin(as_jump **jump, as_memory *m, astar_graph *g, const as_rules *rules,
                                     astar_id goal);
ASTAR_API void as_jump_free(as_jump *jump, as_memory *m);

/*
** Whether the goal of a run can be reached from a cell by diagonal steps followed by straight ones, or by one of the
** two alone. If so, *cost is the cost of these steps, and no route is cheaper. O(steps).
*/
ASTAR_API bool as_jump_directly(const as_jump *jump, const uint32_t at[2], double *cost);

/*
** Write the successors of a cell, with the costs to them, to a list that has room for as_jump_most(). `from` is the
** parent, or NULL. Positions are {column, row}, from 0. Returns their number.
*/
ASTAR_API uint32_t as_jump_successors(const as_jump *jump, const uint32_t at[2], const uint32_t *from,
                                      as_successor *list);
ASTAR_API uint32_t as_jump_most(const as_grid *grid);

/* Functions for as_space_ops; `self` is the graph, and `run` of the expansion the as_jump. */
ASTAR_API uint32_t as_jump_prepare(void *self, uint32_t slot, uint32_t parent);
ASTAR_API void as_jump_expand(void *self, as_expansion *e);
ASTAR_API uint32_t as_jump_steps(const void *self, uint32_t from, uint32_t to, uint32_t *corner);

#endif
