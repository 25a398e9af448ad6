/*
** plan.h: the steps that a solver has found for a crowd: where each agent is after each of them. Owned by the crowd, which
** drops it when an agent or the map is edited.
*/
#ifndef AS_PLAN_H
#define AS_PLAN_H

#include "base/memory.h"

/*
** No plan: all zeros. Slots are those of the crowd's layout. slots[step * agents + i] is where the agent with the index i (its
** id - 1) is after a step, from 0; AS_NO_SLOT where there is no agent with this id. Steps are legal one after the other, from
** where the agents were when the plan was made: as_pibt_may() says what that means.
*/
typedef struct as_plan {
  uint32_t steps;  /* all; those before `at` are over */
  uint32_t at;
  uint32_t agents; /* ids, those without an agent included */
  uint32_t *slots; /* steps * agents of them */
  double cost;     /* of all steps, as astar_crowd_plan_cost() has it */
} as_plan;

/* A plan is saved with its crowd if there are up to so many ids for each agent, as each takes memory in it. */
#define AS_PLAN_IDS 16u

static inline bool as_plan_is_saved(uint32_t ids, uint32_t agents)
{
  return ids / AS_PLAN_IDS <= agents;
}

static inline void as_plan_drop(as_plan *p, as_memory *m)
{
  as_free(m, p->slots, (size_t)p->steps * p->agents, uint32_t);
  memset(p, 0, sizeof *p);
}

/* Where the agents are after the next step, by index; NULL if there is none. */
static inline const uint32_t *as_plan_next(const as_plan *p)
{
  return p->at < p->steps ? p->slots + (size_t)p->at * p->agents : NULL;
}

#endif
