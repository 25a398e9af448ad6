/*
** disc_detour.h: ways of discs round those that stand for good, whose speed is 0. The planner of the crowd
** (disc_search.c) calls this: the paths that it finds know only the obstacles of the plane.
*/
#ifndef AS_DISC_DETOUR_H
#define AS_DISC_DETOUR_H

#include "crowd/discs.h"

/*
** Whether a disc sees a place from another: neither an obstacle nor a disc that stands for good is in the way. One that
** covers the end of its way does not count.
*/
ASTAR_API bool as_disc_sees_past(const astar_discs *d, const as_disc *a, const double from[2], const double to[2],
                                 double radius);

/*
** Lead the points of a disc round the discs that stand in their way; `closed` is set if that cannot be found. Looks at
** the nearest of them, and at the corners of obstacles near the disc. ASTAR_NO_MEMORY has changed nothing.
*/
ASTAR_API astar_result as_disc_find_detour(astar_discs *d, as_disc *a);

#endif
