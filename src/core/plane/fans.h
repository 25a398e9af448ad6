/*
** fans.h: where the corners of a lattice are after its obstacles have been enlarged by a radius. Around each corner
** there is a fan of points of the enlarged scene (see inflate.c). All points where a taut path may bend are in fans.
**
** A place sees no more between enlarged obstacles than between the real ones. So a look along the rows of cells finds
** the fans that may be visible, and a ray decides for each point that is wanted. The corner of a fan may be hidden from
** a place that sees a point of the fan, but only by another corner, whose distance to the first one is less than 1 % of
** the distance of the place. At less than 80 cells it is never hidden: the other corner would be nearer than a cell.
*/
#ifndef AS_FANS_H
#define AS_FANS_H

#include "plane/lattice.h"

/*
** A corner that is nearer than this, in radii, is found without a look; from those that are farther a point of the fan
** is seen in a direction that differs by less than AS_FAN_ASIDE, as a pseudo-angle.
*/
#define AS_FAN_NEAR 4
#define AS_FAN_ASIDE 0.27

typedef struct as_fans {
  uint32_t *ends;   /* by corner of the lattice: the end of its part of `points` */
  uint32_t *points; /* points of the enlarged scene */
  uint32_t corner_count, count;
  double radius;
  double far; /* up to this distance, a corner is visible from each place that sees a point of its fan */
} as_fans;

/* The points of the fan of a corner, and how many. */
static inline const uint32_t *as_fan(const as_fans *f, uint32_t corner, uint32_t *count)
{
  const uint32_t first = corner == 0 ? 0 : f->ends[corner - 1];
  *count = f->ends[corner] - first;
  return f->points + first;
}

/*
** The fans of the corners of a lattice in the scene `s`, which has its obstacles, enlarged by a radius, and no others.
** NULL if there has been an edit, the radius is large, or there is no memory.
*/
ASTAR_API as_fans *as_fans_create(as_memory *m, const as_lattice *l, as_scene *s, double radius);

/* NULL is accepted. */
ASTAR_API void as_fans_free(as_fans *f, as_memory *m);

#endif
