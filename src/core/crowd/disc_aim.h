/*
** disc_aim.h: where a disc over a grid goes instead of a place to which no way leads. The connected components of the
** cells tell this at once, where a search on the plane would have to look at all corners.
*/
#ifndef AS_DISC_AIM_H
#define AS_DISC_AIM_H

#include "crowd/discs.h"

/*
** If the cells tell that no way leads from a start of a disc to a place, replace the place: take the middle of the
** nearest cell to which one leads, and sweep the disc from there towards the place until it is stopped. *moved tells.
** The place is unchanged on a plane that is no grid, on a grid with ASTAR_CORNERS_ALWAYS, and for units of several
** cells or with limits of `climb` and `drop`. Complexity and ASTAR_NO_MEMORY as of astar_find_connection() and, if it
** is moved, astar_find_nearest().
*/
ASTAR_API astar_result as_disc_aim(astar_discs *d, const as_disc *a, const double start[2], double place[2],
                                   bool *moved);

#endif
