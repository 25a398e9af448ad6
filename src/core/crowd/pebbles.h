/*
** pebbles.h: decides whether one agent can get to a place among others that can be pushed anywhere, and makes a plan
** for that. It ignores the goals of the others: they are pebbles on a graph. Called by crowd_jam.c and crowd_barred.c.
**
** For agents of one cell. The answer takes polynomial time, and is exact where `AS_PEBBLES_BARRED` says so; a plan
** moves the agents that are in the way out of it, but is not short. See pebble_route.h and pebble_moves.h.
*/
#ifndef AS_PEBBLES_H
#define AS_PEBBLES_H

#include "crowd/pibt.h"
#include "crowd/plan.h"
#include "crowd/task.h"

typedef enum as_pebbles_answer {
  AS_PEBBLES_FREE,    /* it can get there by moves of one or of all on a cycle, if no diagonal steps of these cross */
  AS_PEBBLES_BARRED,  /* no sequence of moves brings it there, as long as the map and the agents are the same */
  AS_PEBBLES_UNKNOWN, /* neither was found out */
  AS_PEBBLES_NO_MEMORY
} as_pebbles_answer;

/*
** Whether the agent of a task can get to one of its places. If it is barred, *barrier is an agent that it cannot pass:
** one that never moves, if such agents close every way; or AS_NOBODY if none can be named. `whole` says that the part
** is all that the agent can reach. O(nodes + edges) for parts whose nodes have few steps.
*/
ASTAR_API as_pebbles_answer as_pebbles_ask(as_pibt *p, const as_task *task, bool whole, uint32_t *barrier);

/*
** Make a plan that brings it there, in place of *plan. AS_PEBBLES_UNKNOWN if none was found; then, and if out of
** memory, *plan is as before.
*/
ASTAR_API as_pebbles_answer as_pebbles_plan(as_pibt *p, const as_task *task, as_plan *plan);

#endif
