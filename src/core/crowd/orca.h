/*
** orca.h: velocities that avoid collisions: half-planes of the velocities with which a disc meets another disc, or an
** edge, not before some time, and the velocity in all of them that is nearest to a preferred one. After van den Berg,
** Guy, Lin & Manocha 2011, "Reciprocal n-body collision avoidance".
**
** The velocities with which a disc meets a convex shape within a time are a convex set: the velocity obstacle, a cone
** from 0 cut off at the shape divided by the time. A half-plane is bounded by a tangent of this set: that for which a
** given velocity lies farthest outside the set, or least deep in it.
**
** Places are relative to the middle of the disc. Normals have length 1. Nothing here depends on the order of memory.
*/
#ifndef AS_ORCA_H
#define AS_ORCA_H

#include "geometry/distance.h"

/* The velocities v with normal * v >= least. */
typedef struct as_half_plane {
  double normal[2];
  double least;
} as_half_plane;

#define AS_HALF_PLANES 64u /* the most in one program */

/* Twice the area between two vectors; the product of their lengths and the cosine. */
static inline double as_cross(const double a[2], const double b[2])
{
  return a[0] * b[1] - a[1] * b[0];
}

static inline double as_dot(const double a[2], const double b[2])
{
  return a[0] * b[0] + a[1] * b[1];
}

/* Another disc that a disc may meet. */
typedef struct as_meeting {
  double to[2];       /* the place of its middle */
  double relative[2]; /* the velocity of the disc less that of the other */
  double radius;      /* the sum of both */
  double time;        /* for which they shall not meet */
  double apart;       /* the time in which they shall come apart if they overlap */
  bool first;         /* of two discs at the same place and velocity one is the first */
} as_meeting;

/* The half-plane for a disc that moves with `velocity` and does `share` of what both have to do. */
ASTAR_API as_half_plane as_avoid_disc(const as_meeting *m, const double velocity[2], double share);

/* An edge of an obstacle; the disc is on its right side. */
typedef struct as_wall {
  double ends[2][2];
  double near[2];   /* its place nearest to the middle of the disc */
  double distance;  /* of that */
  bool goes_on[2];  /* by end: another edge there faces the disc, too */
} as_wall;

/*
** The half-plane for an edge that a disc with the velocity `preferred` shall not meet for a time. It contains the
** velocity 0.
*/
ASTAR_API as_half_plane as_avoid_wall(const as_wall *w, double radius, double time, const double preferred[2]);

/*
** Another one, which contains the velocity 0, too: the disc does not come nearer to the nearest place of the edge than
** it may in the time. It leaves more ways along the edge, and fewer past its ends.
*/
ASTAR_API as_half_plane as_approach_wall(const as_wall *w, double radius, double time);

/*
** The velocity of a length of at most `speed` that is nearest to a preferred one in all half-planes, if there is any.
** Else in the first `hard` ones, which contain 0, and such that the greatest distance from the others is least.
** O(count^2), and O(count^3) in the second case.
*/
ASTAR_API void as_choose_velocity(const as_half_plane *list, uint32_t hard, uint32_t count, double speed,
                                  const double preferred[2], double velocity[2]);

#endif
