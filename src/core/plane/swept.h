/*
** swept.h: where a disc that is swept along a segment first touches an outline of a scene.
*/
#ifndef AS_SWEPT_H
#define AS_SWEPT_H

#include "plane/scene.h"

/* Of several edges that a disc touches at once, the first. */
typedef enum as_first {
  AS_FIRST_BY_OBSTACLE, /* one of the obstacle with the lowest index */
  AS_FIRST_BY_PLACE     /* by its ends: the same one whatever the order of obstacles */
} as_first;

/*
** The first place of the middle of a disc of a radius > 0 at which it touches an edge, on its way from one place to
** another; *chain is that of the edge, of several that which is the first in an order. False if the disc touches no
** edge, up to rounding. The disc must not touch anything at first. O(log n + edges near the way).
*/
ASTAR_API bool as_scene_sweep(const as_scene *s, const double from[2], const double to[2], double radius,
                              as_first first, uint32_t *chain, double place[2]);

#endif
