/* plane_space.h: a plane as one search sees it: where it starts, where it wants to go, what it has seen. */
#ifndef AS_PLANE_SPACE_H
#define AS_PLANE_SPACE_H

#include "plane/plane.h"
#include "engine/space.h"

/* A way from the start straight to a corner, if nothing stands between. */
typedef struct as_way {
  double f, g;
  uint32_t point;
} as_way;

typedef struct as_plane_run {
  struct as_plane_run *self; /* what the space, which is const, leads back to */
  as_memory *memory;         /* the search's */
  astar_plane *plane;
  as_radius_layer *layer; /* held */
  double ends[2][2];
  bool on_edge[2];
  bool aimed;    /* there is a goal */
  bool by_parts; /* successors of the start are put off as long as their f allows */
  bool keep_rays;
  bool begun;    /* the start has been expanded */
  bool looked;   /* and `ways` is filled: a heap by f of what has not been offered */
  as_way *ways;
  uint32_t way_count, way_capacity;
  astar_ray *rays;
  uint32_t ray_count, ray_capacity;
  uint64_t casts;
  uint32_t hint; /* a run that stood in the way to the goal */
} as_plane_run;

ASTAR_API void as_plane_run_free(as_plane_run *r);

/*
** Begin a run, as `def` says. ASTAR_NO_MEMORY leaves it without a layer. `blocked` tells whether
** the start or the goal lies on occupied ground.
*/
ASTAR_API astar_result as_plane_run_begin(as_plane_run *r, astar_plane *p, const astar_plane_search_def *def,
                                          bool *blocked);

ASTAR_API as_space as_plane_space(const as_plane_run *r);

/* Where a slot lies. */
ASTAR_API const double *as_plane_place(const as_plane_run *r, uint32_t slot);

ASTAR_API extern const as_space_ops as_plane_ops;

#endif
