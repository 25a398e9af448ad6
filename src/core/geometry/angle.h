/*
** angle.h: sines, cosines and angles that are the same to the last bit on every machine; the C
** library's are not. The places of corners decide ties between routes, so these must not vary.
*/
#ifndef AS_ANGLE_H
#define AS_ANGLE_H

#include "base/memory.h"

#include <math.h>

#define AS_PI 3.141592653589793

/* Of a finite angle in radians; exact to about the last bit for angles of a few turns. */
ASTAR_API void as_sine_cosine(double angle, double *sine, double *cosine);

/* The angle, from 0 to pi, of a vector of length 1 with y >= 0. */
ASTAR_API double as_angle_of(double x, double y);

/*
** The pseudo-angle of the direction from one place to another: a number from 0 to 4 that grows with the
** angle, counter-clockwise from the x axis, a quarter turn being 1. It takes one division. Rounding
** errors stay below AS_PSEUDOANGLE_ERROR.
*/
#define AS_PSEUDOANGLE_ERROR 1e-14

static inline double as_pseudoangle(const double from[2], const double to[2])
{
  const double x = to[0] - from[0], y = to[1] - from[1], part = x / (fabs(x) + fabs(y));
  return y >= 0 ? 1 - part : 3 + part;
}

#endif
