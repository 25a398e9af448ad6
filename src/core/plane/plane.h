/*
** plane.h: the data structure of a plane: its bounds, its obstacles, its links, and one radius layer for each radius in
** use (see radius_layer.h). Every layer has the bounds and all live obstacles.
*/
#ifndef AS_PLANE_H
#define AS_PLANE_H

#include "grid/contour.h"
#include "plane/plane_links.h"
#include "plane/radius_layer.h"

typedef struct as_obstacle {
  as_outlines outlines; /* inside on the left; empty unless the obstacle is live */
  uint32_t generation;  /* incremented when it is added and when it is removed: odd while it is live */
  uint32_t next;        /* if not live: the next index in the free list, or UINT32_MAX */
  int winding;          /* scratch of astar_plane_at(), 0 at other times: the sum of the winding numbers so far */
  bool on_outline;      /* likewise, false at other times: whether the place lies on an outline */
} as_obstacle;

#define AS_RADIUS_LAYERS 9 /* one for points, eight for other radii */

#define AS_PLANE_EDITS 64u /* a power of two */

/* An edit of an obstacle. */
typedef struct as_plane_edit {
  uint64_t version; /* of the plane after it */
  as_box box;       /* of the outlines */
} as_plane_edit;

#define AS_PLANE_LINKS_MAX (1u << 29) /* so that a run has slots for all, and for the points of a layer */

struct astar_plane {
  as_memory memory;
  uint64_t version;       /* the number of edits */
  as_plane_edit edits[AS_PLANE_EDITS]; /* the latest; with the number n, from 0, at n & (AS_PLANE_EDITS - 1) */
  uint64_t edit_count;    /* of obstacles */
  struct as_spare_workspace *spare;
  as_outlines bounds;     /* one outline, its outside on the left; or none */
  as_obstacle *obstacles; /* by index, id - 1 */
  uint32_t obstacle_count, obstacle_capacity;
  uint32_t free_obstacle; /* head of the free list of obstacles, or UINT32_MAX */
  uint32_t live_count;
  uint64_t corners; /* of all live obstacles */
  as_plane_links links;
  as_radius_layer *radius_layers[AS_RADIUS_LAYERS]; /* [0] is for points; others may be NULL */
  uint64_t clock;                                   /* the number of calls of as_plane_radius_layer() */
};

/*
** Add an obstacle, and take ownership of its outlines (inside on the left). ASTAR_NO_MEMORY or ASTAR_FULL leaves
** these to the caller. O(corners log n).
*/
ASTAR_API astar_result as_plane_add(astar_plane *p, as_outlines *outlines, astar_obstacle *id);

/*
** The same for many obstacles of a new plane, without other radii: they are not indexed until as_plane_index(). Until
** then no other function may be called, but to destroy the plane. O(corners) expected; O(n log n).
*/
ASTAR_API astar_result as_plane_store(astar_plane *p, as_outlines *outlines, astar_obstacle *id);
ASTAR_API void as_plane_index(astar_plane *p);

/*
** Whether a graph is a grid that as_contours_make() accepts: within ASTAR_PLANE_LIMIT, with cells that are not tiny
** (from_grid.c).
*/
ASTAR_API bool as_fits_plane(const astar_graph *grid);

/* Add the obstacle of contours with an index; as as_plane_add() (from_grid.c). */
ASTAR_API astar_result as_plane_add_contour(astar_plane *p, const as_contours *c, uint32_t i, astar_obstacle *id);

/*
** The layer of a radius >= 0, owned by the plane. A new one, O(n log n), replaces the least recently used one. NULL
** if out of memory.
*/
ASTAR_API as_radius_layer *as_plane_radius_layer(astar_plane *p, double radius);

/* Note an edit. `box`: of the outlines of the obstacle; NULL: of links. */
static inline void as_plane_note_edit(astar_plane *p, const as_box *box)
{
  as_plane_edit *edit = &p->edits[p->edit_count & (AS_PLANE_EDITS - 1)];
  p->version++;
  if (!box) return;
  edit->version = p->version;
  edit->box = *box;
  p->edit_count++;
}

/* Forget all edits. For a plane that has just been made: its first obstacles are no edits. */
static inline void as_plane_forget_edits(astar_plane *p)
{
  p->version = p->edit_count = 0;
}

/* True only if all edits of obstacles since a version are remembered. */
static inline bool as_plane_knows_edits(const astar_plane *p, uint64_t since)
{
  return p->edit_count <= AS_PLANE_EDITS || p->edits[p->edit_count & (AS_PLANE_EDITS - 1)].version <= since + 1;
}

/*
** The box of the nth latest edit of an obstacle since a version, from 0, without any radius; NULL if there is none.
** Call as_plane_knows_edits() first.
*/
static inline const as_box *as_plane_edit_box(const astar_plane *p, uint64_t since, uint32_t n)
{
  const as_plane_edit *edit = &p->edits[(p->edit_count - 1 - n) & (AS_PLANE_EDITS - 1)];
  return n < AS_PLANE_EDITS && n < p->edit_count && edit->version > since ? &edit->box : NULL;
}

/* Whether the plane still has a layer, and brings edits into it. */
static inline bool as_plane_keeps(const astar_plane *p, const as_radius_layer *l)
{
  uint32_t i = 0;
  while (i < AS_RADIUS_LAYERS && p->radius_layers[i] != l) i++;
  return i < AS_RADIUS_LAYERS;
}

/* The id of the obstacle that a chain of a layer belongs to, or ASTAR_BOUNDS. */
ASTAR_API astar_obstacle as_plane_obstacle_of(const as_radius_layer *l, uint32_t chain);

/*
** What stands at an occupied place of a layer: the obstacle with the lowest id that has it inside, or else on its
** outline; or ASTAR_BOUNDS.
*/
ASTAR_API astar_obstacle as_plane_blocker(astar_plane *p, const as_radius_layer *l, const double place[2]);

/* As astar_plane_raycast(), for a disc of the layer's radius; coordinates are as as_coordinate() returns them. */
ASTAR_API bool as_plane_raycast(astar_plane *p, as_radius_layer *l, const double from[2], const double to[2],
                                astar_hit *hit);

#endif
