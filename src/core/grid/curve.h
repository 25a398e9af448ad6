/* curve.h: rounds the bends of a smoothed path by arcs. */
#ifndef AS_CURVE_H
#define AS_CURVE_H

#include "grid/smooth.h"

/*
** Replace the bends of a string by arcs of at most a radius, in the world, as points; the result is in s->arcs. An arc
** lies inside of its bend, or, where an obstacle is there, outside of it; if there is room for neither, it has half the
** radius, and so on, or the bend stays. The result costs no more than s->most. False if out of memory. O(bends * length
** of their pieces).
*/
ASTAR_API bool as_curve(as_smooth *s, as_memory *m, double radius);

#endif
