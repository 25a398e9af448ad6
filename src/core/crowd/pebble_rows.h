/*
** pebble_rows.h: packs moves on a board into few rows, those of a row being made at once. Each move comes as early as
** those before it let it. Called by pebbles.c.
*/
#ifndef AS_PEBBLE_ROWS_H
#define AS_PEBBLE_ROWS_H

#include "crowd/pebble_moves.h"

/*
** Set the rows of all moves anew, and sort them by these. What was a row stays together. With `follows` one may enter a
** node that another leaves in the same row. On a `grid` with diagonal steps no two of a row cross; it may be NULL.
** `agents` is an upper bound on the agents. False if out of memory, which m->torn tells, or if a cycle crosses itself.
** O(moves), where rows have few diagonal moves.
*/
ASTAR_API bool as_rows_pack(as_pebble_moves *m, uint32_t agents, bool follows, const as_grid *grid);

#endif
