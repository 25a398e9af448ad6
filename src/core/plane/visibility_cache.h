/*
** visibility_cache.h: the visibility graph, as one view for each corner. A view is made when it is first requested,
** and reused until an edit within its reach, or until AS_CACHED_EDITS edits were made since it was last requested.
*/
#ifndef AS_VISIBILITY_CACHE_H
#define AS_VISIBILITY_CACHE_H

#include "plane/lattice_look.h"

#define AS_RAY_BITS 3
#define AS_RAY_MASK 7u
#define AS_RAY_UNTRIED 0u
#define AS_RAY_BLOCKED 1u
#define AS_RAY_CLEAR 2u
#define AS_RAY_OPEN 3u   /* clear, and not to a pocket: see as_lattice_is_pocket() */
#define AS_RAY_POCKET 4u /* clear, and to a pocket */

/* An entry of a view: what a search reads of a corner, so that it reads the corner only if it opens it. */
typedef struct as_sight {
  double distance;
  uint32_t ray; /* the index of the point << AS_RAY_BITS | what is known of the ray to it, AS_RAY_... */
  float angle;  /* the pseudo-angle from the wedge, rounded: see AS_SIGHT_ERROR */
} as_sight;

/* Upper bound on the error of the angle of an as_sight. */
#define AS_SIGHT_ERROR 1e-6

/*
** The corners that may be visible from a corner and to which a path may be taut, in two parts: those that a path
** reaches with the wedge on its right, counter-clockwise from the wedge; then those that it reaches with the wedge on
** its left, clockwise from the wedge. Few are kept in the view itself: most views have few, and these take a search one
** access to memory less.
*/
#define AS_FEW_SIGHTS 4

typedef struct as_view {
  uint32_t count, right; /* right: the length of the first part */
  double wedge[2];  /* pseudo-angles where the wedge of the corner ends, by the part that begins there */
  double extent[2]; /* by part: it is complete up to this pseudo-angle from the wedge; -1: it is not made */
  uint64_t edits;   /* the view is valid as of this edit count of the cache */
  as_sight *list;
  uint32_t capacity; /* of `list`; 0: all are in `few` */
  bool known;       /* the view is made; else the other members, but for list and capacity, are undefined */
  as_sight few[AS_FEW_SIGHTS];
} as_view;

/* What is read of a view only after an edit: by sector, edits beyond this distance do not affect it. */
typedef struct as_view_reach {
  float sectors[AS_SECTORS];
} as_view_reach;

static inline as_sight *as_view_sights(as_view *view)
{
  return view->capacity > 0 ? view->list : view->few;
}

/* A path that comes to a corner. Taut ones turn there from the wedge up to straight on. */
typedef struct as_approach {
  as_view *view;
  int part;       /* of the view: 0 if the wedge is on the right */
  double extent;  /* the pseudo-angle from the wedge to straight on */
} as_approach;

#define AS_CACHED_EDITS 64 /* a view that is behind by more edits is discarded */

#define AS_NO_VIEW 0u

/* All zeros at first. */
typedef struct as_visibility_cache {
  uint32_t *by_point;  /* the index of its view in `list` + 1, or AS_NO_VIEW: most corners are never expanded */
  uint32_t point_capacity;
  as_view *list;
  as_view_reach *reaches; /* by view */
  uint32_t count, capacity, reach_capacity;
  uint64_t edits;                /* the number of edits so far */
  as_box boxes[AS_CACHED_EDITS]; /* of the last edits: that of edit i is boxes[i % AS_CACHED_EDITS] */
  uint64_t entries;              /* sum of the capacities of all views */
} as_visibility_cache;

ASTAR_API void as_visibility_cache_free(as_visibility_cache *c, as_memory *m);

/* Record an edit within a box. O(1): a view is checked when it is next requested. */
ASTAR_API void as_visibility_cache_edit(as_visibility_cache *c, const as_box *box);

/* Prefetch the view of a corner, if it has one. */
static inline void as_visibility_cache_prefetch(const as_visibility_cache *c, uint32_t corner)
{
  if (corner < c->point_capacity && c->by_point[corner] != AS_NO_VIEW) AS_PREFETCH(&c->list[c->by_point[corner] - 1]);
}

/*
** How a path from `before` comes to a corner, and the view from there, complete for taut ones; false if out of memory.
** The view is owned by the cache, and valid until the next call. If it has to be made, the first look covers only the
** directions of such paths; a later one covers all directions, or by a lattice all of that part. `l` is the lattice of
** the scene, or NULL; if `fans` is not NULL, it is that of the obstacles before they were enlarged.
*/
ASTAR_API bool as_visibility_cache_get(as_visibility_cache *c, as_memory *m, as_scene *s, as_lattice *l,
                                       const as_fans *fans, as_visibility *v, uint32_t corner, const double before[2],
                                       as_approach *approach);

/*
** Enlarge a box by what is seen from a corner, which is at a place, in the directions of all paths that have been asked
** for since its view was made. If that is not known, everywhere.
*/
ASTAR_API void as_visibility_cache_extend(const as_visibility_cache *c, uint32_t corner, const double place[2],
                                          as_box *box);

/*
** Whether a path that comes to a corner so may turn to a direction, given as its pseudo-angle from the wedge (0 or
** more) with an error below `error`: 1 if it turns towards the wedge, -1 if away from it, 0 if rounding decides.
*/
static inline int as_approach_turns(const as_approach *a, double angle, double error)
{
  return angle < a->extent - error ? 1 : angle > a->extent + error ? -1 : 0;
}

/* As as_approach_turns(), for a direction that may also be within the wedge or behind it; -1 if it is. */
static inline int as_approach_leads(const as_approach *a, const double corner[2], const double place[2])
{
  const double direction = as_pseudoangle(corner, place), error = 1e-9;
  double angle = a->part == 0 ? direction - a->view->wedge[0] : a->view->wedge[1] - direction;
  if (angle < -2) angle += 4;
  else if (angle > 2) angle -= 4;
  if (fabs(angle) < error || fabs(angle) > 2 - error) return 0;
  return angle < 0 ? -1 : as_approach_turns(a, angle, error);
}

#endif
