/*
** both_ends.h: a kernel for the cheapest path between two nodes: bidirectional A* after Pijls & Post 2009, NBA* ("Yet
** another bidirectional algorithm for finding the shortest path"). One side searches from the start along the links,
** the other from the goal against them; a node settled (closed) by one side is closed to both.
**
** The space must have expand_reverse() and no metric of its own: the heuristic is the straight distance times the
** least cost per distance, which is consistent. It expands about half as many nodes as a search. Of paths of equal
** cost it may find another than a search, but always the same one. The finder owns one.
*/
#ifndef AS_BOTH_ENDS_H
#define AS_BOTH_ENDS_H

#include "engine/space.h"

typedef struct as_side {
  as_records records;
  as_open open;
  double origin[3]; /* place of the start, or of the goal */
  double least;     /* lower bound of f over its open nodes */
} as_side;

typedef struct as_both_ends {
  as_space space;   /* of the last call; no reference to its layout */
  as_side sides[2]; /* from the start, from the goal */
  as_expansion expansion;
  as_successor *successors;
  uint32_t successor_capacity;
  uint32_t *slots; /* the path found */
  uint32_t count, capacity;
  uint64_t expanded; /* by both sides */
  double best;       /* cost of the cheapest path so far */
  uint32_t meeting;  /* slot at which the two halves of that path meet, or AS_NO_SLOT */
  double cost;       /* of the path, added step by step from the start */
} as_both_ends;

/* Takes no memory. */
ASTAR_API void as_both_ends_init(as_both_ends *r);
ASTAR_API void as_both_ends_free(as_both_ends *r, as_memory *m);

/* Find the path between two live nodes: ASTAR_FOUND, ASTAR_UNREACHABLE or ASTAR_OUT_OF_MEMORY. */
ASTAR_API astar_status as_both_ends_find(as_both_ends *r, as_memory *m, const as_space *space, astar_id start,
                                         astar_id goal);

/* Write the path found to a block of astar_path_size(count) bytes; the space must be unedited since. O(count). */
ASTAR_API void as_both_ends_path(const as_both_ends *r, astar_path *path);

#endif
