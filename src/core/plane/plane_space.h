/*
** plane_space.h: a plane as an as_space (see space.h) for one search. Its nodes are the start, the goal, the corners at
** which a shortest path may bend, and the ends of hops (see hops.h); a successor is a node to which the segment is
** clear and the path taut, or the exit of a hop after its entry.
*/
#ifndef AS_PLANE_SPACE_H
#define AS_PLANE_SPACE_H

#include "engine/search.h"
#include "plane/hops.h"

/* A corner or an entry that may be a successor of the start: the ray to it has not been cast. */
typedef struct as_start_ray {
  double f, g;
  double at[2]; /* its place; breaks ties of f, so that the order of edits does not matter */
  uint32_t slot;
} as_start_ray;

/* The data of one run, owned by the search. */
typedef struct as_plane_run as_plane_run;
struct as_plane_run {
  as_memory *memory; /* the search's */
  astar_plane *plane;
  as_radius_layer *layer; /* held */
  double ends[2][2]; /* start, goal */
  bool on_edge[2];   /* whether each lies on an outline */
  bool ground; /* it takes no links */
  as_hops hops, spare_hops;
  uint32_t first_point; /* slot of point 0 */
  bool has_goal;
  bool blocked;      /* the start or the goal is occupied */
  bool partial;      /* partial expansion: successors of the start are added in the order of f, as they are needed */
  bool leaves_out;   /* corners where a path could only go on into a pocket of the lattice are not opened */
  bool keep_rays;
  bool begun;        /* the start has been expanded, perhaps partially */
  bool listed;       /* `candidates` has been filled */
  bool at_goal;      /* the goal is visible: from the start once that is listed; from the exit that is expanded next */
  bool goal_is_next; /* no way from that exit is cheaper than straight to the goal */
  bool visible;      /* by the lattice: all candidates that are corners are visible, and paths may bend there */
  bool exit_visible; /* the same of the corners that are seen from the exit that is expanded next */
  as_start_ray *candidates; /* a heap by f: the nodes that have not been tried as successors of the start */
  uint32_t candidate_count, candidate_capacity;
  as_box seen;              /* around all that is seen from the start, once `candidates` is filled */
  astar_ray *rays;          /* for astar_search_ray_at() */
  uint32_t ray_count, ray_capacity;
  as_approach approach;     /* to the corner that is expanded next */
  uint64_t casts;           /* for astar_search_casts() */
  uint32_t hint;            /* the chain that last blocked a ray to the goal, or AS_NO_CHAIN */
  /* See partial.h. */
  astar_place given[2]; /* start and goal of the question */
  double asked[2];      /* its goal as a place of the plane, of which ends[1] may be only near */
  astar_status missed; /* ASTAR_FOUND; or the status in place of it, since an end is not where it was asked for */
  astar_status (*end)(as_plane_run *r, struct astar_search *s, astar_status status); /* as in as_space_ops; or NULL */
};

/*
** Define the next run of a search: on a layer of a plane from one place to another, which counts if there is a goal,
** with the other options of `def`. ASTAR_NO_MEMORY as of as_search_define().
*/
ASTAR_API astar_result as_plane_define(astar_search *s, astar_plane *p, as_radius_layer *layer, const double from[2],
                                       const double to[2], const astar_search_def *def);

/* The hop whose entry has a slot, or NULL if it is not that of an entry. */
static inline const as_hop *as_plane_hop_from(const as_plane_run *r, uint32_t slot)
{
  const uint32_t end = slot - AS_SLOT_HOPS;
  return slot >= AS_SLOT_HOPS && slot < r->first_point && end % 2 == 0 ? &r->hops.list[end / 2] : NULL;
}

/*
** As the function `detour` of as_space_ops (detour.c). Hops are compared with those of the run: ways by one that it has
** and that has gone, or that it lacks, count, whatever edit that was.
*/
ASTAR_API double as_plane_detour(as_plane_run *r, uint64_t since);

/* Set another place that is not occupied as the goal; whether it is visible from a node. For partial.h. */
ASTAR_API void as_plane_run_set_goal(as_plane_run *r, const double place[2]);
ASTAR_API bool as_plane_run_sees_goal(as_plane_run *r, uint32_t slot);

/* The run of a space of this kind; NULL if it is another one. */
ASTAR_API as_plane_run *as_plane_run_of(const as_space *space);

#endif
