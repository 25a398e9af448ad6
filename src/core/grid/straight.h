/*
** straight.h: of the cheapest paths over cells one that stays near the straight line between its ends, by the sum of
** the squared distances of its cells. See astar_straighten() in astar.h.
**
** The route is divided where it does not go on by a step: at links and waypoints. Each part is divided into legs, of
** steps in two directions, each of one cost. Steps are put off behind those in the other direction where this brings
** the cells between them nearer to the line and the ground allows it. That finds the nearest order of all that pass
** obstacles on the same sides. Where a route turns from one leg to the next, there is an obstacle in the way, and all
** equal routes on the same side of it turn in the same cell.
**
** A part that is not nearly as near to the line as it could be in open ground is replaced by the nearest of all
** cheapest ways between its ends, where these lie in few cells (all_ways.h).
*/
#ifndef AS_STRAIGHT_H
#define AS_STRAIGHT_H

#include "grid/all_ways.h"
#include "grid/smooth.h"

typedef struct as_straight {
  as_smooth route;
  as_all_ways ways;
  /* Of a leg: */
  uint32_t *cells; /* in order */
  uint32_t *moved; /* where they are to go */
  double *asides;  /* by cell: the distance from the line, with a sign */
  uint8_t *steps;  /* by step: its direction */
  uint32_t cell_capacity, moved_capacity, aside_capacity, step_capacity;
} as_straight;

/* Takes no memory; all zeros are the same. */
ASTAR_API void as_straight_free(as_straight *s, as_memory *m);

/* Straighten a path on a grid. ASTAR_NO_MEMORY changes nothing but the memory of `s`. */
ASTAR_API astar_result as_straight_find(as_straight *s, as_memory *m, astar_graph *g, const astar_path *path,
                                        const astar_smooth_def *def);

/* The number of nodes of the result; write it to a block of astar_path_size(count) bytes. The space is unedited. */
ASTAR_API uint32_t as_straight_count(const as_straight *s);
ASTAR_API void as_straight_write(const as_straight *s, astar_path *path);

#endif
