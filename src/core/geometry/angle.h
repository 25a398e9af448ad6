/*
** angle.h: sines, cosines and angles that are the same to the last bit on every machine, which the
** C library's are not: where corners lie decides ties between routes.
*/
#ifndef AS_ANGLE_H
#define AS_ANGLE_H

#include "base/memory.h"

#define AS_PI 3.141592653589793

/* Of an angle in radians, finite; to about the last bit for angles of a few turns. */
ASTAR_API void as_sine_cosine(double angle, double *sine, double *cosine);

/* The angle, from 0 to pi, of a direction of length 1 with y >= 0. */
ASTAR_API double as_angle_of(double x, double y);

#endif
