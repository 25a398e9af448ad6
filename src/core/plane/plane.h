/* plane.h: the plane as the rest of the core sees it: its obstacles, and its layers by radius. */
#ifndef AS_PLANE_H
#define AS_PLANE_H

#include "plane/radius_layer.h"

typedef struct as_obstacle {
  as_outlines outlines;
  uint32_t generation; /* odd while it stands */
  uint32_t next;       /* of one that does not: the next such */
} as_obstacle;

#define AS_LAYERS 9 /* one for points, and the radii used last */

struct astar_plane {
  as_memory memory;
  uint64_t version;
  as_outlines bounds;
  as_obstacle *obstacles; /* by id - 1 */
  uint32_t obstacle_count, obstacle_capacity;
  uint32_t free_obstacle; /* index, or UINT32_MAX */
  uint32_t standing;
  as_layer *layers[AS_LAYERS]; /* the first one is for points; NULL where there is none */
  uint64_t searches;
};

/* The layer for a radius, made if need be; NULL if out of memory. */
ASTAR_API as_layer *as_plane_layer(astar_plane *p, double radius);

/* As astar_plane_raycast(), in a layer, with places that went through as_coordinate(). */
ASTAR_API bool as_plane_cast(astar_plane *p, as_layer *l, const double from[2], const double to[2], astar_hit *hit);

/* The obstacle, or bounds, that a run of a layer belongs to. */
static inline astar_obstacle as_obstacle_of(const as_layer *l, uint32_t run)
{
  const uint32_t obstacle = l->scene.runs[run].obstacle;
  return obstacle == ASTAR_BOUNDS ? ASTAR_BOUNDS : obstacle + 1;
}

#endif
