/* crowd_part.h: the part of the map around an agent of a crowd. Called by crowd_jam.c and crowd_barred.c. */
#ifndef AS_CROWD_PART_H
#define AS_CROWD_PART_H

#include "crowd/crowd.h"

/* All zeros: empty. */
typedef struct as_part {
  as_costs inside; /* >= 0 for slots of the part */
  /* where the agent may stand, the nearest first; after as_part_leave_places() only the places, ascending */
  uint32_t *slots;
  uint32_t count, capacity;
  bool whole;      /* it has all slots to which the agent can go */
  bool ends;       /* on the places the agent arrives */
} as_part;

/*
** Find the part: at most `nodes` slots where an agent can stand, by a breadth-first walk from it. The walk leads
** through agents that never move only if `through`. False if out of memory.
*/
ASTAR_API bool as_part_find(as_part *t, astar_crowd *c, uint32_t index, uint32_t nodes, bool through);
ASTAR_API void as_part_free(as_part *t, as_memory *m);

/*
** Leave in `slots` only those where the agent arrives, on its goal or on a place around it, which nobody holds if
** `free`. If there are none, leave those that are nearer to its goal than it has been, by at least half of the largest
** gain in the part, by the distances that are known. *most is an upper bound on the distances from there. False if out
** of memory; none is left if it does not get nearer.
*/
ASTAR_API bool as_part_leave_places(as_part *t, astar_crowd *c, uint32_t index, bool free, double *most);

/* Set where each agent of the crowd is, or is going to: AS_NO_SLOT if it has no node. */
ASTAR_API void as_part_locate(const astar_crowd *c, uint32_t *where);

#endif
