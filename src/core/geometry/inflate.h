/*
** inflate.h: obstacles enlarged by a radius, for discs that move among them.
*/
#ifndef AS_INFLATE_H
#define AS_INFLATE_H

#include "geometry/outline.h"

/*
** Append outlines whose union is an obstacle enlarged by a radius > 0: they wind around a place at
** least once if its distance to the obstacle is less than the radius, and never around one that is
** farther than 1.01 times the radius (if that is long against the last bit of the coordinates). Ways
** through and along what they leave free keep the radius exactly, in spite of rounding. Nowhere do
** they wind the other way.
**
** `in` is one obstacle, inside on the left, holes likewise; corners that follow each other differ.
** False if out of memory; then nothing was appended. O(corners).
*/
ASTAR_API bool as_inflate(as_memory *m, const as_outlines *in, double radius, as_outlines *out);

#endif
