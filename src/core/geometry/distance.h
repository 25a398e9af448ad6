/*
** distance.h: the metrics: Euclidean, Manhattan, octile. Link lengths, the spatial index and the heuristics all use
** these, so that they agree to the last bit.
*/
#ifndef AS_DISTANCE_H
#define AS_DISTANCE_H

#include "base/memory.h"

#include <float.h>
#include <math.h>

/* As fmin and fmax, in one instruction. Arguments must not be NaN. */
static inline double as_min(double a, double b)
{
  return a < b ? a : b;
}

static inline double as_max(double a, double b)
{
  return a > b ? a : b;
}

/*
** The Euclidean length of a vector, at most DBL_MAX: clamped, it is still a metric. Scaled where squares would
** overflow or underflow.
*/
static inline double as_length(double x, double y, double z)
{
  double sum = x * x + y * y + z * z;
  if (sum > 1e-280 && sum < 1e280) return as_sqrt(sum);
  {
    double largest = fmax(fabs(x), fmax(fabs(y), fabs(z)));
    if (!(largest > 0)) return 0;
    if (!(largest < INFINITY)) return DBL_MAX;
    x /= largest;
    y /= largest;
    z /= largest;
    return as_min(largest * as_sqrt(x * x + y * y + z * z), DBL_MAX);
  }
}

static inline double as_distance(const double a[3], const double b[3])
{
  return as_length(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/* In x and y. */
static inline double as_distance_flat(const double a[2], const double b[2])
{
  return as_length(a[0] - b[0], a[1] - b[1], 0);
}

/* The distance of a place in x and y from the line through two others, with a sign. */
static inline double as_distance_aside(const double a[2], const double b[2], const double place[2])
{
  const double x = b[0] - a[0], y = b[1] - a[1];
  return ((place[0] - a[0]) * y - (place[1] - a[1]) * x) / as_length(x, y, 0);
}

/* At most DBL_MAX. */
static inline double as_manhattan(const double a[3], const double b[3])
{
  return as_min(fabs(a[0] - b[0]) + fabs(a[1] - b[1]) + fabs(a[2] - b[2]), DBL_MAX);
}

/* Octile distance in 3D: steps go along one, two or three axes at once. At most DBL_MAX. */
static inline double as_octile(const double a[3], const double b[3])
{
  const double diagonal = 1.4142135623730951, space_diagonal = 1.7320508075688772;
  double x = fabs(a[0] - b[0]), y = fabs(a[1] - b[1]), z = fabs(a[2] - b[2]);
  double most = fmax(x, fmax(y, z)), least = fmin(x, fmin(y, z)), middle = x + y + z - most - least;
  if (!(x + y + z < INFINITY)) return DBL_MAX;
  return as_min((space_diagonal - diagonal) * least + (diagonal - 1) * middle + most, DBL_MAX);
}

/*
** Octile distance over u columns and v rows for given lengths of steps: min(u, v) diagonal steps, straight ones for
** the rest.
*/
static inline double as_octile_steps(double u, double v, double straight_u, double straight_v, double diagonal)
{
  const double both = as_min(u, v);
  return both * diagonal + (u - both) * straight_u + (v - both) * straight_v;
}

/*
** Whether one straight distance is less than another. If they differ by less than this, relatively, they count as
** equal: cells of hexagons that are equally far in different directions have distances that are rounded differently.
*/
#define AS_SAME_DISTANCE 3.637978807091713e-12 /* 2^-38 */

static inline bool as_is_nearer(double a, double b)
{
  return a + a * AS_SAME_DISTANCE < b;
}

#endif
