/*
** angle.c: see angle.h. Taylor series on a reduced argument. Only operations whose result IEEE 754 defines to the
** last bit are used: + - * / sqrt fmod floor.
*/
#include "geometry/angle.h"

/* pi / 2 as a sum of two doubles. */
#define QUARTER 1.5707963267948966
#define QUARTER_REST 6.123233995736766e-17

/* start * (1 - x^2 / (k (k - 1)) * (1 - ...)) for |x| <= pi / 4; `first` is the k of the innermost factor. */
static double series(double x, int first, double start)
{
  double sum = 1;
  int k;
  for (k = first; k > 1; k -= 2) sum = 1 - x * x / (k * (k - 1)) * sum;
  return start * sum;
}

void as_sine_cosine(double angle, double *sine, double *cosine)
{
  const double within = fmod(angle, 4 * QUARTER), quarters = floor(within / QUARTER + 0.5);
  const double x = (within - quarters * QUARTER) - quarters * QUARTER_REST;
  const double s = series(x, 19, x), c = series(x, 20, 1);
  switch (((int)quarters + 4) % 4) {
  case 0: *sine = s; *cosine = c; break;
  case 1: *sine = c; *cosine = -s; break;
  case 2: *sine = -s; *cosine = -c; break;
  default: *sine = -c; *cosine = s; break;
  }
}

double as_angle_of(double x, double y)
{
  double t, sum = 0;
  int k;
  if (x < 0) return AS_PI - as_angle_of(-x, y);
  /* Halve the angle three times: t becomes the tangent of an eighth of it. */
  for (k = 0; k < 3; k++) {
    const double length = as_sqrt((1 + x) * (1 + x) + y * y);
    x = (1 + x) / length;
    y = y / length;
  }
  t = y / x;
  for (k = 25; k > 0; k -= 2) sum = 1.0 / k - t * t * sum;
  return 8 * t * sum;
}
