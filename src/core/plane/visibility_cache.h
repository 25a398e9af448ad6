/*
** visibility_cache.h: the visibility graph, as one view for each corner. A view is made when it is first requested,
** and reused until an edit within its reach, or until AS_CACHED_EDITS edits were made since it was last requested.
*/
#ifndef AS_VISIBILITY_CACHE_H
#define AS_VISIBILITY_CACHE_H

#include "plane/lattice.h"

/* An entry of a view: the index of a point << AS_RAY_BITS | the result of the ray to it, AS_RAY_... */
#define AS_RAY_BITS 2
#define AS_RAY_MASK 3u
#define AS_RAY_UNTRIED 0u
#define AS_RAY_CLEAR 1u
#define AS_RAY_BLOCKED 2u

/*
** The corners that may be visible from a corner and to which a path may be taut, in two parts: those that a path
** reaches with the wedge on its right, counter-clockwise from the wedge; then those that it reaches with the wedge on
** its left, clockwise from the wedge.
*/
typedef struct as_view {
  uint32_t *list;
  uint32_t count, capacity, right; /* right: the length of the first part */
  double extent[2]; /* by part: it is complete up to this pseudo-angle from the wedge; -1: it is not made */
  bool known;       /* the view is made; else the other members, but for list and capacity, are undefined */
  uint64_t edits;   /* the view is valid as of this edit count of the cache */
  float reach[AS_SECTORS]; /* by sector: edits beyond this distance do not affect the view; see visibility.h */
} as_view;

#define AS_CACHED_EDITS 64 /* a view that is behind by more edits is discarded */

#define AS_NO_VIEW 0u

/* All zeros at first. */
typedef struct as_visibility_cache {
  uint32_t *by_point;  /* the index of its view in `list` + 1, or AS_NO_VIEW: most corners are never expanded */
  uint32_t point_capacity;
  as_view *list;
  uint32_t count, capacity;
  uint64_t edits;                /* the number of edits so far */
  as_box boxes[AS_CACHED_EDITS]; /* of the last edits: that of edit i is boxes[i % AS_CACHED_EDITS] */
  uint64_t entries;              /* sum of the capacities of all views */
} as_visibility_cache;

ASTAR_API void as_visibility_cache_free(as_visibility_cache *c, as_memory *m);

/* Record an edit within a box. O(1): a view is checked when it is next requested. */
ASTAR_API void as_visibility_cache_edit(as_visibility_cache *c, const as_box *box);

/* The view of a corner, which must have an entry in `list`. */
static inline as_view *as_visibility_cache_view(const as_visibility_cache *c, uint32_t corner)
{
  return &c->list[c->by_point[corner] - 1];
}

/*
** The view from a corner, complete for taut paths that come from `before`; NULL if out of memory. It is owned by the
** cache, and valid until the next call. If it has to be made, the first look covers only the directions of such paths;
** a later one covers all directions, or by a lattice all of that part. `l` is the lattice of the scene, or NULL.
*/
ASTAR_API as_view *as_visibility_cache_get(as_visibility_cache *c, as_memory *m, as_scene *s, as_lattice *l,
                                           as_visibility *v, uint32_t corner, const double before[2]);

#endif
