/*
** swept.h: where a disc that is swept along a segment first touches an outline of a scene.
*/
#ifndef AS_SWEPT_H
#define AS_SWEPT_H

#include "plane/scene.h"

/*
** The first place of the middle of a disc of a radius > 0 at which it touches an edge, on its way from one place to
** another; *chain is that of the edge, of several one of the obstacle with the lowest index. False if the disc touches
** no edge, up to rounding. The disc must not touch anything at first. O(log n + edges near the way).
*/
ASTAR_API bool as_scene_sweep(const as_scene *s, const double from[2], const double to[2], double radius,
                              uint32_t *chain, double place[2]);

#endif
