/*
** steps.h: the steps that a unit can make from each node, listed when they are first asked for, and kept: for solvers,
** which look at the same nodes many times while the map stands still. Owned by the solver, one for each unit.
*/
#ifndef AS_STEPS_H
#define AS_STEPS_H

#include "base/sparse.h"
#include "engine/space.h"

/* All zeros: nothing is listed. */
typedef struct as_steps {
  as_sparse at;       /* by slot: the index in `pool` of its head */
  as_successor *pool; /* a head for each slot, its steps behind it */
  uint32_t count, capacity;
} as_steps;

ASTAR_API void as_steps_free(as_steps *t, as_memory *m);

/*
** The head of a slot, with the number of steps as `slot`, and the least cost of these as `cost`, 0 if there are none.
** The steps follow, in the order of the space, each with a finite cost; two may lead to one node. Valid until the next
** call. NULL if out of memory: then nothing has changed. O(1), but O(degree) when a slot is first asked for.
*/
ASTAR_API const as_successor *as_steps_of(as_steps *t, as_memory *m, const as_space *space, uint32_t slot);

/* The least cost of a step to a node, by the head of the one where it begins; INFINITY if there is none. O(degree). */
static inline double as_steps_cost(const as_successor *head, uint32_t to)
{
  double cost = INFINITY;
  uint32_t i;
  for (i = 1; i <= head->slot; i++) {
    if (head[i].slot == to) cost = as_min(cost, head[i].cost);
  }
  return cost;
}

#endif
