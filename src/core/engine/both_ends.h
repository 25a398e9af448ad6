/*
** both_ends.h: the cheapest route between two nodes, found in one go from both ends: NBA* (Pijls & Post
** 2009, "Yet another bidirectional algorithm for finding the shortest path"). Two runs of A*, from the
** start along the links and from the goal against them, share the knowledge of which nodes are settled.
**
** It needs a space with expand_reverse() and no metric of its own: the heuristic is the straight distance
** times the least cost per distance, which is consistent. It expands about half as many nodes as a search.
** Of routes that cost the same it may find another one, but always the same one.
*/
#ifndef AS_BOTH_ENDS_H
#define AS_BOTH_ENDS_H

#include "engine/space.h"

typedef struct as_side {
  as_records records;
  as_open open;
  double origin[3]; /* where it began */
  double least;     /* of f, among what is open */
} as_side;

typedef struct as_both_ends {
  as_space space; /* of the last route; its layout is not held */
  as_side sides[2]; /* forwards, backwards */
  as_expansion expansion;
  as_successor *successors;
  uint32_t successor_capacity;
  uint32_t *slots; /* the route that was found */
  uint32_t count, capacity;
  uint64_t expanded;
  double best;
  uint32_t meeting; /* slot */
  double cost;      /* of the route, step by step from the start */
} as_both_ends;

ASTAR_API void as_both_ends_init(as_both_ends *r);
ASTAR_API void as_both_ends_free(as_both_ends *r, as_memory *m);

/* Find the route between two nodes: ASTAR_FOUND, ASTAR_UNREACHABLE or ASTAR_OUT_OF_MEMORY. */
ASTAR_API astar_status as_both_ends_find(as_both_ends *r, as_memory *m, const as_space *space, astar_id start,
                                         astar_id goal);

/* Write the route that was found; `path` has room for `count` nodes. The space must not have been edited since. */
ASTAR_API void as_both_ends_path(const as_both_ends *r, astar_path *path);

#endif
