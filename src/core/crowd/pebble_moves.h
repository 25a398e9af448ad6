/*
** pebble_moves.h: makes the moves that bring an agent on a board along a route, with others making way. Called by
** pebbles.c. It does not look for the fewest moves, and gives up if they are too many.
*/
#ifndef AS_PEBBLE_MOVES_H
#define AS_PEBBLE_MOVES_H

#include "crowd/pebble_route.h"

typedef struct as_move {
  uint32_t row; /* from 0 on; those of a row are made at once: all on a cycle, else one */
  uint32_t who; /* agent of the crowd */
  uint32_t from, to; /* nodes */
} as_move;

typedef struct as_pebble_moves {
  as_board *board;  /* as it is after the moves */
  bool turns;       /* all on a cycle may move at once */
  as_move *list;
  uint32_t count, capacity;
  uint32_t rows;
  uint32_t work;    /* nodes visited */
  bool torn;        /* out of memory */
  /* Scratch, by node: */
  uint32_t *parent; /* of a breadth-first walk */
  uint32_t *queue;
  uint32_t *trail;  /* nodes */
  bool *met;        /* the walk has come there */
  bool *shut;       /* it does not go there */
} as_pebble_moves;

/* All zeros but `board` and `turns` before. False if out of memory; then nothing is allocated. */
ASTAR_API bool as_pebble_moves_init(as_pebble_moves *m);
ASTAR_API void as_pebble_moves_free(as_pebble_moves *m);

/*
** Make the moves of a route. False if out of memory, which `torn` tells, or if it does not succeed: with `turns` only
** if they are too many. O(moves * (nodes + edges)).
*/
ASTAR_API bool as_pebble_moves_make(as_pebble_moves *m, const as_route *r);

#endif
