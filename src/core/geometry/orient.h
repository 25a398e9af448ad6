/*
** orient.h: exact predicates on points and edges. All geometric decisions on the plane rest on as_orient(), the exact
** sign of a 2x2 determinant.
**
** Precondition: coordinates are 0 or of a magnitude from 1e-80 to 1e30, so that products of their differences neither
** overflow nor underflow; see as_coordinate(). Left and right are meant with y upwards.
*/
#ifndef AS_ORIENT_H
#define AS_ORIENT_H

#include "base/memory.h"

#include <math.h>

/* A coordinate as the plane stores it: values below 1e-80, and -0, become 0. */
static inline double as_coordinate(double x)
{
  return fabs(x) < 1e-80 ? 0 : x;
}

static inline bool as_same_place(const double a[2], const double b[2])
{
  return a[0] == b[0] && a[1] == b[1];
}

/* A total order of places. */
static inline bool as_place_before(const double a[2], const double b[2])
{
  return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
}

/* As as_orient(), without the filter: in exact arithmetic. */
ASTAR_API int as_orient_exactly(const double a[2], const double b[2], const double c[2]);

/*
** The orientation of a triangle: 1 if c lies left of the line from a to b, -1 if right of it, 0 if on it. Exact.
** With the filter of Shewchuk 1997: the rounded determinant has the right sign if it exceeds its error bound.
*/
static inline int as_orient(const double a[2], const double b[2], const double c[2])
{
  const double left = (b[0] - a[0]) * (c[1] - a[1]), right = (b[1] - a[1]) * (c[0] - a[0]);
  const double bound = 3.3306690738754716e-16 * (fabs(left) + fabs(right)), det = left - right;
  if (det > bound) return 1;
  if (det < -bound) return -1;
  /* Both products are exact, and so is their difference. */
  if (left == 0 && right == 0) return 0;
  return as_orient_exactly(a, b, c);
}

/* Whether a place lies in the bounding box of an edge: for a place collinear with the edge, whether it lies on it. */
static inline bool as_in_edge_box(const double a[2], const double b[2], const double place[2])
{
  return (a[0] < b[0] ? a[0] <= place[0] && place[0] <= b[0] : b[0] <= place[0] && place[0] <= a[0]) &&
         (a[1] < b[1] ? a[1] <= place[1] && place[1] <= b[1] : b[1] <= place[1] && place[1] <= a[1]);
}

/* For a and b that are collinear with `from` and differ from it: whether they lie in the same direction from it. */
static inline bool as_same_side(const double from[2], const double a[2], const double b[2])
{
  const int k = a[0] == from[0] ? 1 : 0;
  return (a[k] > from[k]) == (b[k] > from[k]);
}

/*
** The contribution of an edge to the winding number of a place: 1 if the edge crosses the ray from the place towards
** +x upwards, -1 if downwards, else 0; an end point on the ray counts as below it. The sum over all edges of closed
** outlines is the winding number; for a place on an outline, that of the points next to it on its right, just above.
*/
static inline int as_edge_winding(const double a[2], const double b[2], const double place[2])
{
  const bool from = a[1] > place[1], to = b[1] > place[1];
  if (from == to) return 0;
  if (to) return as_orient(a, b, place) > 0;
  return -(as_orient(a, b, place) < 0);
}

#endif
