/*
** standing.h: whether a disc can stand at a place, for all that is asked of a radius layer: paths, rays and places.
*/
#ifndef AS_STANDING_H
#define AS_STANDING_H

#include "plane/plane.h"

/*
** The occupancy of a place on the layer. A place that lies inside an outline only because of rounding, or because
** the arcs of enlarged obstacles are approximated from outside, is moved out of it.
*/
ASTAR_API as_occupancy as_plane_stand(const astar_plane *p, const as_radius_layer *l, double place[2]);

/* Whether one can go straight from one place that is not occupied to another. */
ASTAR_API bool as_plane_is_clear(as_scene *s, const double a[2], const double b[2]);

/* Read a place: coordinates as as_coordinate() returns them. */
static inline void as_read_place(const double from[2], double place[2])
{
  place[0] = as_coordinate(from[0]);
  place[1] = as_coordinate(from[1]);
}

#endif
