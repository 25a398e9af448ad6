/*
** straight.h: of the cheapest paths over cells one that stays near the straight line between its ends, by the sum of
** the squared distances of its cells. See astar_straighten() in astar.h.
**
** The route is divided where it does not go on by a step: at links and waypoints. Each part is divided into legs, as
** long as possible: steps in two directions, each of one cost. If the ground is open, the steps of a leg are put in the
** order that is nearest to the line. Else a step is exchanged with those in the other direction that follow it, where
** this brings the cells between them nearer to the line and the ground allows it. Where obstacles make the route turn,
** all equal routes on the same side of them turn in the same cell, so nothing is lost by dividing it there. Where other
** ground begins, something may be: no step moves from leg to leg.
**
** A part whose sum may be more than 2 % above the least is replaced by the nearest of all cheapest ways between its
** ends, where these lie in few cells (all_ways.h).
*/
#ifndef AS_STRAIGHT_H
#define AS_STRAIGHT_H

#include "grid/all_ways.h"
#include "grid/track.h"

typedef struct as_straight {
  as_track track;
  as_all_ways ways;
  /* Of a leg: */
  uint32_t *cells; /* in order */
  uint32_t *moved; /* where they are to go */
  double *asides;  /* by cell: the distance from the line, with a sign */
  uint8_t *steps;  /* by step: its direction */
  uint8_t *nearest; /* the same in open ground */
  uint32_t cell_capacity, moved_capacity, aside_capacity, step_capacity, nearest_capacity;
  double cost;    /* of the path */
  uint32_t first; /* where the part of the route begins that is looked at */
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
