/* plane_space.h: a plane as one search sees it: its start and goal, and the rays that it has looked along. */
#ifndef AS_PLANE_SPACE_H
#define AS_PLANE_SPACE_H

#include "engine/space.h"
#include "plane/plane.h"

/* A corner that may be a successor of the start, if nothing stands between. */
typedef struct as_start_ray {
  double f, g;
  uint32_t point;
} as_start_ray;

/* Owned by the search. */
typedef struct as_plane_run {
  as_memory *memory; /* the search's */
  astar_plane *plane;
  as_radius_layer *layer; /* held */
  double ends[2][2]; /* start, goal */
  bool on_edge[2];
  bool aimed;     /* there is a goal */
  bool by_parts;  /* successors of the start are deferred as long as their f allows */
  bool keep_rays;
  bool begun;     /* the start has been expanded */
  bool looked;    /* and `candidates` is filled */
  as_start_ray *candidates; /* a heap by f: what has not been added as a successor of the start */
  uint32_t candidate_count, candidate_capacity;
  astar_ray *rays;
  uint32_t ray_count, ray_capacity;
  uint64_t casts;
  uint32_t hint; /* a chain that blocked the way to the goal */
} as_plane_run;

/*
** Begin a run on a plane, as `def` says: *run is one to use again, or NULL for a new one from `m`. `blocked`
** becomes whether the start or the goal lies on occupied ground. ASTAR_NO_MEMORY changes nothing.
*/
ASTAR_API astar_result as_plane_run_begin(as_plane_run **run, as_memory *m, astar_plane *p,
                                          const astar_search_def *def, bool *blocked);

/* The space of a run that has begun, and the run of a space, or NULL if it is another space. */
ASTAR_API as_space as_plane_space(as_plane_run *r);
ASTAR_API as_plane_run *as_plane_run_of(const as_space *space);

#endif
