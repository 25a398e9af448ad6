/*
** inflate.h: obstacles enlarged by a radius, so that the center of a disc can be planned for as a point.
*/
#ifndef AS_INFLATE_H
#define AS_INFLATE_H

#include "geometry/outline.h"

/*
** Append outlines whose union is an obstacle enlarged by a radius > 0:
**
**   - their winding number is at least 1 at places nearer to the obstacle than the radius;
**   - it is 0 at places farther than 1.01 times the radius, if the radius is long against the last bit of
**     the coordinates; circular arcs are approximated from outside;
**   - it is negative nowhere. The outlines may overlap themselves and each other.
**
** So a path that does not enter them keeps the radius, rounding included.
**
** `in` is one obstacle, its inside on the left of all outlines, holes included; successive corners differ.
** False if out of memory; then nothing is appended. O(corners).
*/
ASTAR_API bool as_inflate(as_memory *m, const as_outlines *in, double radius, as_outlines *out);

#endif
