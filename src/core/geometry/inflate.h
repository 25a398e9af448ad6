/*
** inflate.h: obstacles enlarged by a radius (their Minkowski sum with a disc), so that the center of the disc moves
** as a point.
*/
#ifndef AS_INFLATE_H
#define AS_INFLATE_H

#include "geometry/outline.h"

/* About how many corners an enlarged outline has at least: those of a circumscribed polygon of a circle. */
#define AS_INFLATE_CORNERS 24u

/*
** Append to `out` outlines whose union is the obstacle `in` enlarged by a radius > 0. Their winding number
**
**   - is at least 1 at places nearer to the obstacle than the radius, whatever the rounding errors, so a path that
**     does not enter the outlines keeps the radius;
**   - is 0 at places farther than 1.01 times the radius, if the radius is large compared to the rounding errors of
**     coordinates: arcs are approximated by circumscribed polygons;
**   - is never negative. The outlines may intersect themselves and each other.
**
** The inside of `in` is on the left of all its outlines, holes included; successive corners differ.
** False if out of memory; then nothing is appended. O(corners).
*/
ASTAR_API bool as_inflate(as_memory *m, const as_outlines *in, double radius, as_outlines *out);

#endif
