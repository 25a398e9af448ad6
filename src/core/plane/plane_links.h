/*
** plane_links.h: the links of a plane: ways from one place to another that do not lead over the ground, such as jumps,
** lifts and stairs. They know nothing of obstacles: hops.h says which of them a disc can take.
*/
#ifndef AS_PLANE_LINKS_H
#define AS_PLANE_LINKS_H

#include "geometry/distance.h"

typedef struct as_plane_link {
  astar_link_def def;
  uint32_t generation; /* incremented when it is added and when it is removed: odd while it is live */
  uint32_t next;       /* if not live: the next index in the free list, or UINT32_MAX */
} as_plane_link;

typedef struct as_plane_links {
  as_plane_link *list; /* by index, id - 1 */
  uint32_t count, capacity;
  uint32_t free; /* head of the free list, or UINT32_MAX */
  uint32_t live_count;
} as_plane_links;

static inline bool as_plane_link_is_live(const as_plane_link *link)
{
  return link->generation % 2 == 1;
}

/* What it costs to take a link: its length, unless it has a cost of its own. */
static inline double as_plane_link_cost(const astar_link_def *def)
{
  if (def->cost >= 0) return def->cost;
  return as_min(as_length(def->to[0] - def->from[0], def->to[1] - def->from[1], 0), DBL_MAX);
}

#endif
