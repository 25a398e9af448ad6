/*
** visibility.h: the corners that may be visible from a place. A sweep visits the box tree of a scene outward from
** the place, nearest first, and collects the shadows of edges: the directions in which they hide what is farther. It
** skips what lies in a shadow, and ends when shadows cover all directions. The result is conservative: it has all
** visible corners, and some hidden ones, so the search casts a ray to each that it wants to reach.
**
** Directions are pseudo-angles; see angle.h.
*/
#ifndef AS_VISIBILITY_H
#define AS_VISIBILITY_H

#include "geometry/angle.h"
#include "plane/scene.h"

/* All directions, divided into sectors of equal pseudo-angle, for which a sweep stores its reach. */
#define AS_SECTORS 16

/* A corner at which a path from the place may bend: its wedge is convex, and on one side of the line of sight. */
typedef struct as_seen {
  double distance;
  double angle;
  const double *at; /* the place of the point; valid until the scene is edited */
  uint32_t point;
} as_seen;

/* An interval of directions, which does not cross direction 0, and the corners at its limits, or NULL. */
typedef struct as_shadow {
  double low, high;
  const double *low_at, *high_at;
} as_shadow;

/* An item of a heap, ordered by distance. `index` and `detail` depend on the heap: see as_visibility. */
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
  double reach[AS_SECTORS]; /* by sector: nothing beyond this distance can affect the result */
  uint32_t open_sectors;    /* number of sectors whose reach is INFINITY */
  as_shadow *shadows;       /* by `low`, and so by `high`: no two overlap by more than rounding errors */
  uint32_t shadow_count, shadow_capacity;
  as_sweep_heap events; /* by least distance: subtrees of the scene's tree and points; `detail` is an enum kind */
  as_sweep_heap spans;  /* by greatest distance: edges of chain `index`, from corner detail >> 16 to detail & 0xFFFF */
} as_visibility;

ASTAR_API void as_visibility_free(as_visibility *v, as_memory *m);

/*
** Sweep from a place that is not occupied. False if out of memory. O(k log k) for the k subtrees and corners that
** are visited; and each shadow that is cast moves those that follow it in the list, 32 bytes each.
*/
ASTAR_API bool as_visibility_look(as_visibility *v, as_memory *m, as_scene *s, const double place[2]);

/*
** Sweep from a point with a convex wedge, in the directions from `low` counter-clockwise to `high`; if they are NAN,
** in all directions of taut paths, which leave the wedge of the point on one side. False if out of memory.
*/
ASTAR_API bool as_visibility_look_from(as_visibility *v, as_memory *m, as_scene *s, uint32_t corner, double low,
                                       double high);

/* Whether an edit within a box may affect the result of a sweep from a place that had this reach. */
ASTAR_API bool as_visibility_reaches(const float reach[AS_SECTORS], const double place[2], const as_box *box);

/* Enlarge a box by what a sweep from a place may have seen in a sector in which it had this reach. */
static inline void as_visibility_extend(uint32_t sector, double reach, const double place[2], as_box *box)
{
  const uint32_t quadrant = sector / (AS_SECTORS / 4);
  double far[2];
  far[0] = place[0] + (quadrant == 0 || quadrant == 3 ? reach : -reach);
  far[1] = place[1] + (quadrant < 2 ? reach : -reach);
  as_box_extend(box, far);
}

#endif
