/*
** pebble_route.h: finds out whether an agent on a board can get to a place if all others make way wherever they can,
** and by which legs: parts of the way that begin at passing places. Called by pebbles.c.
**
** A *passing place* is a large block, of at least three nodes, or a junction of at least three bridges with free nodes
** behind two of these. While the agent is there, others can pass it: free nodes can be brought behind any bridge that
** leads out; from a block all of them, from a junction all but one, which stays behind another bridge. The number of
** free nodes decides which passing places an agent gets to from another one, as each step along a bridge moves a free
** node from before it to behind it (Kornhauser, Miller & Spirakis 1984, "Coordinating pebble motion on graphs, the
** diameter of permutation groups, and applications"; with cycles: Yu & Rus 2015, "Pebble motion on graphs with
** rotations"). As all moves can be made backwards, the answer stays the same while the others move about.
*/
#ifndef AS_PEBBLE_ROUTE_H
#define AS_PEBBLE_ROUTE_H

#include "crowd/board.h"

#define AS_NO_LEG UINT32_MAX

/* From a passing place, or from where the agent begins, along bridges to the next passing place, or to the end. */
typedef struct as_leg {
  uint32_t from;   /* the node where it begins, of the passing place; */
  uint32_t first;  /* the next one. From there on there is only one way */
  uint32_t last;   /* the node where it ends */
  uint32_t need;   /* how many free nodes there have to be behind `from` when it begins */
  uint32_t before; /* the leg that leads to its passing place, or AS_NO_LEG */
} as_leg;

/* All zeros: none. */
typedef struct as_route {
  as_leg *legs; /* all that were found; */
  uint32_t count, capacity;
  uint32_t leg; /* of these, the last one that leads to the end, or AS_NO_LEG */
  uint32_t end; /* the node wanted, where that leg ends, or in its block; AS_NO_NODE: it cannot get there */
} as_route;

/*
** Find a route of few legs on a board that was divided. `free` is how many nodes count as free. False if out of memory.
** O(nodes + edges).
*/
ASTAR_API bool as_route_find(as_route *r, const as_board *b, uint32_t free);
ASTAR_API void as_route_free(as_route *r, as_memory *m);

#endif
