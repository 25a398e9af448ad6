/*
** visibility_cache.h: the views from corners, each made when it is first asked for, and used again until an
** edit comes within its reach.
*/
#ifndef AS_VISIBILITY_CACHE_H
#define AS_VISIBILITY_CACHE_H

#include "plane/visibility.h"

/* An entry of a view: the point's index << AS_RAY_BITS, and in the lower bits the result of a ray to it. */
#define AS_RAY_BITS 2
#define AS_RAY_MASK 3u
#define AS_RAY_UNTRIED 0u
#define AS_RAY_CLEAR 1u
#define AS_RAY_BLOCKED 2u

/*
** The corners that may be visible from a corner, in two parts: first those towards which the wedge is on the
** right of the path, counter-clockwise, then those towards which it is on the left, clockwise; both begin
** at the side of the wedge.
*/
typedef struct as_view {
  uint32_t *list;
  uint32_t count, capacity, right; /* right: the length of the first part */
  double extent[2]; /* of each part: the pseudo-angle up to which it is complete; -1 if it is not made */
  bool known;
  uint64_t edits;   /* the edits that did not affect it, by the cache's count */
  float reach[AS_SECTORS];
} as_view;

#define AS_CACHED_EDITS 64

/* All zeros at first. */
typedef struct as_visibility_cache {
  as_view *list; /* by point */
  uint32_t capacity;
  uint64_t edits;                /* how many there were */
  as_box boxes[AS_CACHED_EDITS]; /* of the last edits; a ring */
  uint64_t entries;              /* capacities of all views */
} as_visibility_cache;

ASTAR_API void as_visibility_cache_free(as_visibility_cache *c, as_memory *m);

/* Record an edit within a box. O(1): views are checked when they are next asked for. */
ASTAR_API void as_visibility_cache_edit(as_visibility_cache *c, const as_box *box);

/*
** The view from a corner, complete for taut paths that come from `before`; NULL if out of memory. The first
** sweep covers only the directions that these need; a second one, where they do not suffice, all of them.
*/
ASTAR_API as_view *as_visibility_cache_get(as_visibility_cache *c, as_memory *m, as_scene *s, as_visibility *v,
                                           uint32_t corner, const double before[2]);

#endif
