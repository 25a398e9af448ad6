/*
** radius_layer.h: the configuration space of a plane for the center of a disc: the scene of the obstacles enlarged
** by its radius, with the visibility cache and the layout for searches. The plane owns one for points, and one for
** each of the last radii used, and applies each edit to all. A search holds a reference to its layer, so that its
** results survive the plane.
*/
#ifndef AS_RADIUS_LAYER_H
#define AS_RADIUS_LAYER_H

#include "base/layout.h"
#include "base/shared.h"
#include "plane/near_free.h"
#include "plane/visibility_cache.h"

/* The slots of a search: the start, the goal, the entry and the exit of each hop, then all points of the scene. */
#define AS_SLOT_START 0u
#define AS_SLOT_GOAL 1u
#define AS_SLOT_HOPS 2u /* slot of the entry of hop 0; of point 0, if there are no hops */

#define AS_PLANE_PARTS 64u

/* A part of the free ground. */
typedef struct as_plane_part {
  uint32_t number; /* they count from 1; 0: no part */
  bool complete;   /* all of it is known */
  double place[2]; /* a place in it */
  as_box box;      /* around the ways that were found, and all of a complete part; other edits do not concern it */
} as_plane_part;

/* The parts that are remembered; see joined.h. All zeros at first. */
typedef struct as_plane_parts {
  uint32_t *numbers; /* by point: 0, or the number of the part that it is in, which may be forgotten */
  uint32_t count, capacity; /* of numbers */
  uint32_t last;     /* the number of the last part */
  as_plane_part *list; /* AS_PLANE_PARTS, by number modulo these; NULL until one is remembered */
  uint64_t edits;    /* the edit count of the layer's visibility cache that the list takes into account */
} as_plane_parts;

/* Where a disc stands at the end of a link. */
typedef struct as_plane_link_end {
  double at[2];
  as_occupancy occupancy;
} as_plane_link_end;

/* The ends of all live links; see hops.h. All zeros at first. */
typedef struct as_plane_link_ends {
  as_plane_link_end (*list)[2]; /* by index of the link */
  uint32_t capacity;
  bool known;
  uint64_t version; /* of the plane that they are of, if they are known */
} as_plane_link_ends;

typedef struct as_radius_layer {
  as_shared shared;
  double radius;
  uint64_t used; /* the plane's clock when the layer was last requested */
  as_scene scene;
  as_lattice *lattice; /* of a layer for points that was made from a grid; or NULL */
  as_fans *fans;       /* of a layer with a radius, of a plane whose layer for points has a lattice; or NULL */
  as_visibility visibility; /* of the last sweep */
  as_visibility_cache cache;
  as_near_free near_free; /* of the last query for a free place */
  as_plane_parts parts;
  as_plane_link_ends link_ends;
  as_layout *layout;    /* its `cells` are at least all slots; NULL at first */
  as_outlines enlarged; /* scratch: the outlines that are being added */
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

/* Add the obstacle with an index; outlines are those before enlarging. False if out of memory. O(corners log n). */
ASTAR_API bool as_radius_layer_add(as_radius_layer *l, uint32_t obstacle, const as_outlines *outlines);

/*
** Make room for about as many points as the obstacles of `real` have when they are enlarged, to save time when they are
** added. If there is no memory for it, nothing happens. O(points).
*/
ASTAR_API void as_radius_layer_reserve(as_radius_layer *l, const as_scene *real);

/*
** Add an obstacle to a new layer, without indexing it; as_radius_layer_index() then indexes all, before any other use.
** False if out of memory. O(corners) expected.
*/
ASTAR_API bool as_radius_layer_store(as_radius_layer *l, uint32_t obstacle, const as_outlines *outlines);

/* Index all stored obstacles. O(n log n). */
ASTAR_API void as_radius_layer_index(as_radius_layer *l);

/* Set the bounds of a new layer, if there are any. False if out of memory. */
ASTAR_API bool as_radius_layer_set_bounds(as_radius_layer *l, const as_outlines *outlines);

/* Remove an obstacle that was added. O(corners log n). */
ASTAR_API void as_radius_layer_remove(as_radius_layer *l, uint32_t obstacle);

/*
** Make a new layout unless it covers all slots of a search with so many before those of points; false if out of memory.
** Searches keep the layout that they hold.
*/
ASTAR_API bool as_radius_layer_fit(as_radius_layer *l, uint32_t first_point);

/* Make the lattice of a layer without a radius whose obstacles are those of contours: see as_lattice_create(). */
ASTAR_API bool as_radius_layer_set_lattice(as_radius_layer *l, as_contours *contours);

/* Make the fans of a layer with a radius that has the obstacles of a lattice, if that is possible. */
ASTAR_API void as_radius_layer_set_fans(as_radius_layer *l, const as_lattice *lattice);

/* As as_visibility_cache_get(); `lattice` is that of the layer for points. */
ASTAR_API bool as_radius_layer_view(as_radius_layer *l, as_lattice *lattice, uint32_t corner, const double before[2],
                                    as_approach *approach);

/* As as_lattice_look(), in all directions; or as as_lattice_look_at_fans(), if the layer has a radius. */
ASTAR_API as_lattice_answer as_radius_layer_look(as_radius_layer *l, as_lattice *lattice, const double place[2]);

#endif
