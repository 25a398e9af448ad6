/*
** plane.h: the inside of a plane, for the files that implement it, load it and search it: its obstacles, and
** the radius layers made of them.
*/
#ifndef AS_PLANE_H
#define AS_PLANE_H

#include "plane/radius_layer.h"

typedef struct as_obstacle {
  as_outlines outlines; /* empty unless it is live */
  uint32_t generation;  /* odd while it is live; grows with each change */
  uint32_t next;        /* of one that is not live: the index of the next such, or UINT32_MAX */
} as_obstacle;

#define AS_RADIUS_LAYERS 9 /* for points, and for the radii used last */

struct astar_plane {
  as_memory memory;
  uint64_t version;
  as_outlines bounds;     /* one outline, its outside on the left; or none */
  as_obstacle *obstacles; /* by index, id - 1 */
  uint32_t obstacle_count, obstacle_capacity;
  uint32_t free_obstacle; /* the index of the first that is not live, or UINT32_MAX */
  uint32_t live_count;
  as_radius_layer *radius_layers[AS_RADIUS_LAYERS]; /* [0] is for points; others may be NULL */
  uint64_t clock;                                   /* counts requests for layers */
};

/* Add an obstacle, and take over its outlines; on failure these are still the caller's. */
ASTAR_API astar_result as_plane_add(astar_plane *p, as_outlines *outlines, astar_obstacle *id);

/*
** The layer of a radius. If there is none it is made, and replaces the least recently used one. NULL if out of
** memory.
*/
ASTAR_API as_radius_layer *as_plane_radius_layer(astar_plane *p, double radius);

/* As astar_plane_raycast(), for a disc, between places as as_coordinate() leaves them. */
ASTAR_API bool as_plane_raycast(astar_plane *p, as_radius_layer *l, const double from[2], const double to[2],
                                astar_hit *hit);

#endif
