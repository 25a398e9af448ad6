/*
** angle.h: sines, cosines and angles that are the same to the last bit on every machine. Those of the C library
** are not, and the corners computed from them decide ties between routes.
*/
#ifndef AS_ANGLE_H
#define AS_ANGLE_H

#include "base/memory.h"

#include <math.h>

#define AS_PI 3.141592653589793

/* The sine and cosine of a finite angle in radians. The error is about one last bit for angles of a few turns. */
ASTAR_API void as_sine_cosine(double angle, double *sine, double *cosine);

/* The angle of the vector (x, y) with the x axis, 0 to pi radians. The vector has length 1, and y >= 0. */
ASTAR_API double as_angle_of(double x, double y);

/*
** The pseudo-angle of the direction from one place to another, different place: 0 to 4, increasing with the angle,
** counter-clockwise from the x axis (with y upwards); a quarter turn is 1. Its error is below AS_PSEUDOANGLE_ERROR.
*/
#define AS_PSEUDOANGLE_ERROR 1e-14

static inline double as_pseudoangle(const double from[2], const double to[2])
{
  const double x = to[0] - from[0], y = to[1] - from[1], part = x / (fabs(x) + fabs(y));
  return y >= 0 ? 1 - part : 3 + part;
}

#endif
