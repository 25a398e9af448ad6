/*
** plan.h: the steps that a solver has found for agents of a crowd: where each of them is after each step. Owned by the
** crowd, which drops it when the map, or an agent of it, is edited.
*/
#ifndef AS_PLAN_H
#define AS_PLAN_H

#include "base/sorted.h"

#define AS_NO_SPOT UINT32_MAX

/*
** No plan: all zeros. Slots are those of the crowd's layout. slots[step * agents + k] is where the agent with the index
** who[k] (its id - 1) is after a step, from 0. The steps are legal in this order, from where the agents stood when the
** plan was made, as long as no other agent enters a slot that the steps left still use. as_pibt_may() says which steps
** are legal.
*/
/* A slot that a plan uses, by agents of one size. */
typedef struct as_plan_spot {
  uint32_t slot, index; /* of an agent of that size */
  uint32_t last;        /* the last step after which one is there */
  uint32_t next;        /* the spot of the same slot by agents of another size, or AS_NO_SPOT */
} as_plan_spot;

typedef struct as_plan {
  uint32_t steps;  /* all; those before `at` are over */
  uint32_t at;
  uint32_t agents; /* that take part; */
  uint32_t *who;   /* ascending */
  uint32_t *slots; /* steps * agents of them */
  double cost;     /* of all steps, as astar_crowd_plan_cost() has it */
  as_plan_spot *spots; /* all that it uses, each once for each size; or none yet, if spot_count is 0 */
  uint32_t spot_count, spot_capacity;
  bool whole;      /* all agents of the crowd take part, and it brings them to their goals */
} as_plan;

static inline void as_plan_drop(as_plan *p, as_memory *m)
{
  as_free(m, p->who, p->agents, uint32_t);
  as_free(m, p->slots, (size_t)p->steps * p->agents, uint32_t);
  as_free(m, p->spots, p->spot_capacity, as_plan_spot);
  memset(p, 0, sizeof *p);
}

/* Where the agents are after the next step; NULL if there is none. */
static inline const uint32_t *as_plan_next(const as_plan *p)
{
  return p->at < p->steps ? p->slots + (size_t)p->at * p->agents : NULL;
}

/* Whether an agent takes part. O(log agents). */
static inline bool as_plan_has(const as_plan *p, uint32_t index)
{
  return as_sorted_has(p->who, p->agents, index);
}

#endif
