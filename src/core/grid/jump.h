/*
** jump.h: the successors of a cell by jump points, on a grid where a unit pays the same everywhere.
** Used by the search, in place of those of the grid.
*/
#ifndef AS_JUMP_H
#define AS_JUMP_H

#include "graph/graph.h"
#include "grid/bitmap.h"
#include "engine/space.h"

/* What a run needs beside the grid. */
typedef struct as_jump {
  as_bitmap *bitmap; /* held */
  uint32_t goal[2];  /* column, row */
  double costs[2];   /* of a step along a row, and along a column */
  double diagonal;
} as_jump;

/* Whether jump points serve a rules between two nodes; then `jump` holds its bitmap. */
ASTAR_API bool as_jump_begin(as_jump *jump, const astar_graph *g, const as_rules *rules, astar_id start, astar_id goal);

/* As in as_space_ops. */
ASTAR_API uint32_t as_jump_degree(const void *space, uint32_t slot, uint32_t parent);
ASTAR_API void as_jump_expand(const void *space, const as_rules *rules, uint32_t slot, as_offers *offers);

/* How many steps lead from a jump point to the next; the waypoints between the two, one less than that. */
ASTAR_API uint32_t as_jump_steps(const astar_graph *g, uint32_t from, uint32_t to);
ASTAR_API void as_jump_walk(const astar_graph *g, uint32_t from, uint32_t to, astar_waypoint *between);

#endif
