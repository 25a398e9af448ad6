/*
** orient.h: on which side of a line a point lies, exactly. All of the plane's decisions about
** geometry go through here.
**
** The differences and products of coordinates must neither overflow nor vanish: magnitudes up to
** 1e30, and none below 1e-80 but 0; see as_coordinate().
*/
#ifndef AS_ORIENT_H
#define AS_ORIENT_H

#include "base/memory.h"

#include <math.h>

/* The exact sign of what as_orient() asks, where rounding hides it. */
ASTAR_API int as_orient_exactly(const double a[2], const double b[2], const double c[2]);

/*
** 1 if c lies left of the line from a to b (as x and y are drawn with y upwards), -1 if right of it,
** 0 if on it.
** A filter after Shewchuk 1997: the sign of a difference of products is right if it is larger than
** what they can have been rounded by.
*/
static inline int as_orient(const double a[2], const double b[2], const double c[2])
{
  const double left = (b[0] - a[0]) * (c[1] - a[1]), right = (b[1] - a[1]) * (c[0] - a[0]);
  const double bound = 3.3306690738754716e-16 * (fabs(left) + fabs(right)), det = left - right;
  if (det > bound) return 1;
  if (det < -bound) return -1;
  /* A zero factor makes a product exact: with two of them, so is the difference. */
  if (left == 0 && right == 0) return 0;
  return as_orient_exactly(a, b, c);
}

/* A coordinate as the plane keeps it: no negative zero, nothing so small that products vanish. */
static inline double as_coordinate(double x)
{
  return fabs(x) < 1e-80 ? 0 : x;
}

/* Whether a place lies in the box around an edge: on the edge, then, if it lies on its line. */
static inline bool as_beside_edge(const double a[2], const double b[2], const double place[2])
{
  return (a[0] < b[0] ? a[0] <= place[0] && place[0] <= b[0] : b[0] <= place[0] && place[0] <= a[0]) &&
         (a[1] < b[1] ? a[1] <= place[1] && place[1] <= b[1] : b[1] <= place[1] && place[1] <= a[1]);
}

/*
** What an edge adds to the winding number of a place: 1 or -1 if a ray crosses it that leaves the place
** just above the direction of x. An edge that goes through the place itself adds nothing.
*/
static inline int as_crossing(const double a[2], const double b[2], const double place[2])
{
  const bool from = a[1] > place[1], to = b[1] > place[1];
  if (from == to) return 0;
  if (to) return as_orient(a, b, place) > 0;
  return -(as_orient(a, b, place) < 0);
}

static inline bool as_same_place(const double a[2], const double b[2])
{
  return a[0] == b[0] && a[1] == b[1];
}

#endif
