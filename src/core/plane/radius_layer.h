/*
** radius_layer.h: a plane as the center of a disc of one radius sees it: the scene of the obstacles enlarged
** by the radius, with the visibility cache and the search layout that belong to it. The plane owns one for
** points, and one for each of the radii used last; an edit goes to all of them. A search holds its own, so
** that its results survive the plane.
*/
#ifndef AS_RADIUS_LAYER_H
#define AS_RADIUS_LAYER_H

#include "base/layout.h"
#include "base/shared.h"
#include "plane/visibility_cache.h"

/* The slots of a search: start, goal, then all points of the scene. */
#define AS_SLOT_START 0u
#define AS_SLOT_GOAL 1u
#define AS_SLOT_POINTS 2u /* of point 0 */

typedef struct as_radius_layer {
  as_shared shared;
  double radius;
  uint64_t used; /* when it was last asked for, by the plane's clock */
  as_scene scene;
  as_visibility visibility;
  as_visibility_cache cache;
  as_layout *layout;    /* of at least all slots, as cells; NULL at first */
  as_outlines enlarged; /* scratch: the obstacle that is being added */
  uint32_t *chains;     /* by obstacle index: its first chain in the scene, or AS_NO_CHAIN */
  uint32_t chain_capacity;
} as_radius_layer;

/* A layer without obstacles, with one reference; NULL if out of memory. */
ASTAR_API as_radius_layer *as_radius_layer_create(astar_alloc alloc, void *context, double radius);

/* Drop a reference; the last one frees the layer. NULL is accepted. */
ASTAR_API void as_radius_layer_release(as_radius_layer *l);

static inline as_radius_layer *as_radius_layer_hold(as_radius_layer *l)
{
  as_shared_hold(&l->shared);
  return l;
}

/* Add an obstacle by its index; or the bounds, once, unless there are none. False if out of memory. */
ASTAR_API bool as_radius_layer_add(as_radius_layer *l, uint32_t obstacle, const as_outlines *outlines);
ASTAR_API bool as_radius_layer_set_bounds(as_radius_layer *l, const as_outlines *outlines);

ASTAR_API void as_radius_layer_remove(as_radius_layer *l, uint32_t obstacle);

/* Make the layout cover all slots; false if out of memory. Searches keep the layout that they began with. */
ASTAR_API bool as_radius_layer_fit(as_radius_layer *l);

/* The view from a corner for paths that come from `before`; NULL if out of memory. */
ASTAR_API as_view *as_radius_layer_view(as_radius_layer *l, uint32_t corner, const double before[2]);

#endif
