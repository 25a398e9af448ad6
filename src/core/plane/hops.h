/*
** hops.h: the links of a plane as a run sees them: a hop for each direction in which a disc of the layer's radius can
** take one, because it can stand at both ends. The hops are a copy: edits of links do not change those of a run.
**
** A hop has two states (see space.h), in slots of its own. Its entry is reached over the ground, and left by the hop
** alone; its exit is reached by the hop, and left over the ground in any direction.
**
** Bounds. The straight distance to the goal is no lower bound on the cost where a hop costs less than its length. The
** lower bound is the least, over the goal itself and all entries, of the straight distance there plus a lower bound
** on the cost from there on. These are found by Dijkstra's algorithm over the hops, as if no obstacle were in the way;
** only entries from which they are less than the straight distance, the *shortcuts*, can make a bound less than
** straight. The bound is consistent: along the ground it changes by no more than the distance, along a hop by no more
** than its cost.
*/
#ifndef AS_HOPS_H
#define AS_HOPS_H

#include "plane/plane.h"

typedef struct as_hop {
  double ends[2][2]; /* entry, exit: where the disc stands there */
  double cost;
  double least; /* lower bound on the cost from the entry to the goal by this hop; 0 without a goal */
  bool on_edge[2]; /* whether each end lies on an outline */
  uint32_t hint;   /* the chain that last blocked a ray to the entry, or AS_NO_CHAIN */
  astar_link_id link;
  uint32_t generation;
} as_hop;

typedef struct as_shortcut {
  double at[2];
  double least;
} as_shortcut;

/* An entry of the queue by which shortcuts are found. */
typedef struct as_hop_item {
  double least;
  uint32_t hop;
} as_hop_item;

/* All zeros at first. */
typedef struct as_hops {
  as_hop *list;
  as_shortcut *shortcuts;
  as_hop_item *queue; /* scratch */
  uint32_t count, capacity, shortcut_count, shortcut_capacity, queue_count, queue_capacity;
} as_hops;

ASTAR_API void as_hops_free(as_hops *hops, as_memory *m);

/* Whether there may be hops for a run; `ground`: it takes no links. */
static inline bool as_may_hop(const astar_plane *p, bool ground)
{
  return !ground && p->links.live_count > 0;
}

/*
** Set the hops of a layer, in the order of the ids of their links, and no bounds. False if out of memory. O(ids of
** links, free ones too), and as_plane_stand() for both ends of each link after an edit.
*/
ASTAR_API bool as_hops_take(as_hops *hops, as_memory *m, const astar_plane *p, as_radius_layer *l);

/*
** Find `least` and the shortcuts for a goal. With `back` the mirror image, for a start: `least` is then a lower bound
** on the cost from there to the exit, and exits are shortcuts. False if out of memory. O(hops * (1 + shortcuts)).
*/
ASTAR_API bool as_hops_aim(as_hops *hops, as_memory *m, const double goal[2], bool back);

/* The lower bound on the cost from a place to the goal. O(shortcuts). */
static inline double as_hops_bound(const as_hops *hops, const double place[2], const double goal[2])
{
  double least = as_length(goal[0] - place[0], goal[1] - place[1], 0);
  uint32_t i;
  for (i = 0; i < hops->shortcut_count; i++) {
    const as_shortcut *s = &hops->shortcuts[i];
    least = as_min(least, as_length(s->at[0] - place[0], s->at[1] - place[1], 0) + s->least);
  }
  return least;
}

#endif
