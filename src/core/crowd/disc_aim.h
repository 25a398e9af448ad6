/*
** disc_aim.h: where a disc over a grid goes instead of a place to which no way leads. The connected components of the
** cells tell this at once, where a search on the plane would have to look at all corners.
*/
#ifndef AS_DISC_AIM_H
#define AS_DISC_AIM_H

#include "crowd/discs.h"

/*
** If no way leads from where a disc is to a place, move the place near to where one leads: from the middle of the
** nearest such cell straight towards it, as far as the disc can go. Else, and in a crowd on a plane, it stays. *moved
** tells.
** Complexity and ASTAR_NO_MEMORY as of astar_find_connection() and, if it is moved, astar_find_nearest().
*/
ASTAR_API astar_result as_disc_aim(astar_discs *d, const as_disc *a, double place[2], bool *moved);

#endif
