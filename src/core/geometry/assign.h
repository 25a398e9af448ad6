/*
** assign.h: the least-cost assignment of n things to n places: each thing gets a place of its own, such that the sum of
** the squares of their straight distances is least. If all walk straight and take the same time, no two are ever at the
** same point.
*/
#ifndef AS_ASSIGN_H
#define AS_ASSIGN_H

#include "base/memory.h"

#define AS_ASSIGN_SHIFTS 9u

/* Coordinates are any finite numbers. Distances to a flat thing or place leave out z. */
typedef struct as_assignment {
  const astar_place *things, *places;
  uint32_t thing_count, place_count; /* at most as many places as things: some things then get none */
  /*
  ** Where space repeats itself: the distance is the least one after a shift by one of these vectors in x and y, {0, 0}
  ** among them; at most AS_ASSIGN_SHIFTS. NULL and 0: it does not.
  */
  const double (*shifts)[2];
  uint32_t shift_count;
} as_assignment;

#define AS_NO_PLACE UINT32_MAX

/*
** Set place_of[i] to the index of the place for thing i, or to AS_NO_PLACE. All places are given to somebody. The sum
** is the least one but for rounding; of equal sums the choice depends only on the input. Repeated things and places are
** welcome. False if out of memory; then `place_of` is unchanged.
**
** O(n) memory, since distances are computed when they are needed. O(n^3) time in the worst case; in practice it grows a
** little faster than n^2: all n^2 distances are computed 2 to 100 times.
*/
ASTAR_API bool as_assign(const as_assignment *a, as_memory *m, uint32_t *place_of);

#endif
