/*
** rra.h: an A* backwards from a goal towards one node, the aim, which stops as soon as it knows the distance that was
** asked for, and goes on when it does not know one (RRA*: Silver 2005, "Cooperative pathfinding"). Owned by an as_goal.
**
** It expands each node once, in the order of f; which nodes, and at what cost, follows from the map, the unit, the
** goal, the aim and the number of expansions. The distance of an expanded node is final. It is that of the cheapest way
** but for rounding, in proportion to the cost of the way from the aim. So is that of an open node that is not more than
** the estimate of it: on open@reverse hardly any nodes need to be expanded beside the way. Its expansion may still
** change that distance, by rounding. With no aim, or without estimates, it is Dijkstra's algorithm, and exact.
*/
#ifndef AS_RRA_H
#define AS_RRA_H

#include "crowd/costs.h"
#include "crowd/reverse_steps.h"

/* An entry of the open list. Of equal keys the one that was put there last comes first. */
typedef struct as_rra_entry {
  as_entry_head head;
  uint64_t key; /* the leading bits of f, so that values that differ by rounding are equal */
} as_rra_entry;

/* As as_rra_init() leaves it: it has not begun. */
typedef struct as_rra {
  as_costs costs;     /* by slot: g of nodes that were expanded; -g of those that are open, -0.0 too */
  as_buckets open;    /* a radix heap of as_rra_entry; a node that got cheaper has several */
  uint32_t goal, aim; /* slots; `aim` may be AS_NO_SLOT */
  uint32_t pending;   /* slot of the node that is expanded next, whose distance is known; or AS_NO_SLOT */
  uint32_t known;     /* nodes that were reached */
  uint32_t expanded; /* nodes; the last one may still be pending */
  bool begun;
  bool torn;         /* the expansion of the pending node ran out of memory, when some of its steps were relaxed */
  uint32_t shift, bias; /* of keys: the bits of f that they lack, and what is added before */
  /* Estimates of the cost from the aim. */
  as_estimator by;
  double scale;
  double place[3];  /* of the aim, in coordinates of the space */
  double target[3]; /* the same of the goal */
  uint64_t unit_version;
} as_rra;

ASTAR_API void as_rra_init(as_rra *r);
ASTAR_API void as_rra_free(as_rra *r, as_memory *m);

/* Forget the run, and keep the memory. */
ASTAR_API void as_rra_end(as_rra *r);

/* Begin a run after as_rra_end(), or the first one. The goal is a live node; so is the aim, unless AS_NO_SLOT. O(1). */
ASTAR_API void as_rra_begin(as_rra *r, const as_reverse_steps *reverse, uint32_t goal, uint32_t aim);

/* Whether the unit was not set since it began, and estimates would be scaled as they are. */
static inline bool as_rra_fits(const as_rra *r, const as_reverse_steps *reverse)
{
  return r->unit_version == reverse->space.unit_version && r->scale == reverse->space.scale;
}

/*
** Run until the distance from a slot to the goal is known, and return it; INFINITY if there is no way; -INFINITY if it
** is not known after `most` more expansions: the next call goes on. NAN if out of memory: call it again. O(k) for k
** expansions, on graphs of bounded degree.
*/
ASTAR_API double as_rra_find(as_rra *r, as_memory *m, as_reverse_steps *reverse, uint32_t slot, uint64_t most);

/*
** Run until so many nodes were expanded, or there are no more. All that it knows follows from that number. False if out
** of memory: call it again. O(k) for k expansions.
*/
ASTAR_API bool as_rra_replay(as_rra *r, as_memory *m, as_reverse_steps *reverse, uint32_t expanded);

/* The distance if it is known; else a negative number. O(1) expected. */
static inline double as_rra_known(const as_rra *r, uint32_t slot)
{
  return as_costs_get(&r->costs, slot);
}

/* The same of a node that was reached and perhaps not expanded. O(1). */
ASTAR_API double as_rra_certain(as_rra *r, const as_space *space, uint32_t slot);

/* Whether a node was reached: else edits of its steps do not concern the run. */
static inline bool as_rra_reached(const as_rra *r, uint32_t slot)
{
  return as_costs_get(&r->costs, slot) > -INFINITY;
}

#endif
