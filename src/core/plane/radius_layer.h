/*
** layer.h: a plane as it is for a disc of one radius: the obstacles, enlarged by the radius, and
** what is remembered of them. The plane makes one for each radius asked for and edits them all;
** searches hold on to theirs, so that they can end after the plane has.
*/
#ifndef AS_LAYER_H
#define AS_LAYER_H

#include "base/layout.h"
#include "plane/visibility_cache.h"

/* Slots of a search that come before those of the points. */
#define AS_SLOT_POINTS 2u

typedef struct as_layer {
  as_memory memory;
  uint32_t references;
  double radius;
  uint64_t used; /* by the plane's count of searches, when it was last asked for */
  as_scene scene;
  as_sight sight;
  as_views views;
  as_layout *layout;    /* of searches: start, goal, then at least all points, as the cells of a grid */
  as_outlines enlarged; /* of the obstacle that is being added */
  uint32_t *runs;       /* by obstacle: its first run in the scene */
  uint32_t run_capacity;
  uint32_t bounds;      /* first run of the bounds, or AS_NO_RUN */
} as_layer;

/* A layer without obstacles, with one reference; NULL if out of memory. */
ASTAR_API as_layer *as_layer_create(astar_alloc alloc, void *context, double radius);

ASTAR_API as_layer *as_layer_hold(as_layer *l);
ASTAR_API void as_layer_release(as_layer *l); /* frees it with the last reference; NULL is accepted */

/* Add an obstacle, by index from 0; or the bounds. False if out of memory. */
ASTAR_API bool as_layer_add(as_layer *l, uint32_t obstacle, const as_outlines *outlines);
ASTAR_API bool as_layer_set_bounds(as_layer *l, const as_outlines *outlines);

ASTAR_API void as_layer_remove(as_layer *l, uint32_t obstacle);

/* Make the layout fit; false if out of memory. */
ASTAR_API bool as_layer_fit(as_layer *l);

/* The view from a corner for who comes from a place; NULL if out of memory. */
ASTAR_API as_view *as_layer_view(as_layer *l, uint32_t corner, const double before[2]);

#endif
