/*
** distance.h: the metrics. The lengths of links, the spatial index and the heuristics all use these, so
** that they agree to the last bit.
*/
#ifndef AS_DISTANCE_H
#define AS_DISTANCE_H

#include "base/memory.h"

#include <float.h>
#include <math.h>

/* Unlike fmin and fmax, these compile to one instruction. Neither argument is NaN. */
static inline double as_min(double a, double b)
{
  return a < b ? a : b;
}

static inline double as_max(double a, double b)
{
  return a > b ? a : b;
}

/*
** The Euclidean length of a vector. Scaled where squares would overflow or underflow, and clamped to
** DBL_MAX: the clamped distance is still a metric, and never infinite.
*/
static inline double as_length(double x, double y, double z)
{
  double sum = x * x + y * y + z * z;
  if (sum > 1e-280 && sum < 1e280) return sqrt(sum);
  {
    double largest = fmax(fabs(x), fmax(fabs(y), fabs(z)));
    if (!(largest > 0)) return 0;
    if (!(largest < INFINITY)) return DBL_MAX;
    x /= largest;
    y /= largest;
    z /= largest;
    return as_min(largest * sqrt(x * x + y * y + z * z), DBL_MAX);
  }
}

static inline double as_distance(const double a[3], const double b[3])
{
  return as_length(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

static inline double as_manhattan(const double a[3], const double b[3])
{
  return as_min(fabs(a[0] - b[0]) + fabs(a[1] - b[1]) + fabs(a[2] - b[2]), DBL_MAX);
}

/* The length of the shortest way that consists of steps along one, two or three axes at once. */
static inline double as_octile(const double a[3], const double b[3])
{
  const double diagonal = 1.4142135623730951, space_diagonal = 1.7320508075688772;
  double x = fabs(a[0] - b[0]), y = fabs(a[1] - b[1]), z = fabs(a[2] - b[2]);
  double most = fmax(x, fmax(y, z)), least = fmin(x, fmin(y, z)), middle = x + y + z - most - least;
  if (!(x + y + z < INFINITY)) return DBL_MAX;
  return as_min((space_diagonal - diagonal) * least + (diagonal - 1) * middle + most, DBL_MAX);
}

/*
** The octile formula for steps of any length: that of the cheapest way over u columns and v rows, where
** diagonal steps are taken first, then straight ones.
*/
static inline double as_octile_steps(double u, double v, double straight_u, double straight_v, double diagonal)
{
  const double both = as_min(u, v);
  return both * diagonal + (u - both) * straight_u + (v - both) * straight_v;
}

#endif
