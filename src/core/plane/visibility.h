/*
** visibility.h: the corners that may be visible from a place. A sweep goes outward from the place, nearest
** things first, and collects the shadows of edges: what lies wholly in a shadow is skipped, and the sweep
** ends when shadows cover all directions. The result is conservative: every visible corner is in it, and
** some hidden ones, for which the search casts a ray.
**
** Directions are pseudo-angles; see angle.h.
*/
#ifndef AS_VISIBILITY_H
#define AS_VISIBILITY_H

#include "geometry/angle.h"
#include "plane/scene.h"

/* Sectors of equal pseudo-angle, by which the reach of a sweep is stored. */
#define AS_SECTORS 16

/* A corner at which a path from the place may bend: its wedge is convex, and on one side of the line to it. */
typedef struct as_seen {
  double distance;
  double angle;
  uint32_t point;
} as_seen;

/* The directions between low and high; and the places of the corners that cause its limits, or NULL. */
typedef struct as_shadow {
  double low, high;
  const double *low_at, *high_at;
} as_shadow;

/* An item of a heap, ordered by distance. */
typedef struct as_sweep_item {
  double square; /* of the distance from the place */
  uint32_t index, detail;
} as_sweep_item;

typedef struct as_sweep_heap {
  as_sweep_item *list;
  uint32_t count, capacity;
} as_sweep_heap;

/* The result of the last sweep, and scratch memory. All zeros at first. */
typedef struct as_visibility {
  as_seen *seen;
  uint32_t seen_count, seen_capacity;
  double reach[AS_SECTORS]; /* by sector: nothing beyond this distance can be visible, or matter */
  uint32_t open_sectors;    /* how many of these are INFINITY */
  as_shadow *shadows;       /* disjoint */
  uint32_t shadow_count, shadow_capacity;
  as_sweep_heap events; /* by nearest place: subtrees of the scene's tree, and corners, by enum kind in `detail` */
  as_sweep_heap spans;  /* by farthest place: edges from corner `detail` >> 16 to `detail` & 0xFFFF of a chain */
} as_visibility;

ASTAR_API void as_visibility_free(as_visibility *v, as_memory *m);

/* Sweep from a place that is not occupied. False if out of memory. */
ASTAR_API bool as_visibility_look(as_visibility *v, as_memory *m, as_scene *s, const double place[2]);

/*
** Sweep from a corner, a point with a convex wedge, for taut paths only, which leave its wedge on one side;
** and only from direction `low` counter-clockwise to `high`, unless these are NAN. False if out of memory.
*/
ASTAR_API bool as_visibility_look_from(as_visibility *v, as_memory *m, as_scene *s, uint32_t corner, double low,
                                       double high);

/* Whether a change within a box may affect the result of a sweep from a place, with this reach. */
ASTAR_API bool as_visibility_reaches(const float reach[AS_SECTORS], const double place[2], const as_box *box);

#endif
