/*
** formation.h: where the members of a formation stand: offsets from its middle, ahead and to the right.
*/
#ifndef AS_FORMATION_H
#define AS_FORMATION_H

#include "base/memory.h"

/*
** Write the offsets of n places, ahead of the middle and to the right of it, that are `spacing` apart: those ahead
** first, of a row from left to right, of a circle from the point ahead on to the right. The middle is that of the
** extent; of a circle its centre; of a formation of the caller's own the origin of `own`, whose offsets come first,
** `own_count` of them. Places beyond these are rows of a box behind. O(n).
*/
ASTAR_API void as_formation_places(astar_formation formation, const double (*own)[2], uint32_t own_count,
                                   double spacing, uint32_t n, double (*places)[2]);

/*
** The offset in x and y of a place, if the formation is turned to a direction of length 1; its right is that with y
** downwards.
*/
static inline void as_formation_turn(const double place[2], const double facing[2], double offset[2])
{
  offset[0] = place[0] * facing[0] - place[1] * facing[1];
  offset[1] = place[0] * facing[1] + place[1] * facing[0];
}

#endif
