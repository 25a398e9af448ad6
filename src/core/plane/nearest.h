/*
** nearest.h: the nearest place where the disc of a radius layer can stand; see astar_plane_nearest().
*/
#ifndef AS_NEAREST_H
#define AS_NEAREST_H

#include "plane/joined.h"

/*
** The nearest place that as_plane_stand() accepts, if `from` is not NULL of those that can be reached from there, over
** the `ground` alone or by links, too: `from` is not occupied. If `place` itself is accepted, the result is `place`.
** Coordinates are as as_coordinate() returns them.
*/
ASTAR_API as_near_answer as_plane_find_nearest(astar_plane *p, as_radius_layer *l, const double place[2],
                                               const double *from, bool ground, double found[2],
                                               double *distance);

#endif
