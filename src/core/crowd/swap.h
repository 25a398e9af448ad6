/*
** swap.h: finds agents that must exchange their places with a neighbour to get on, in a passage where they cannot pass
** each other, and that can: they have to go back together to where the passage has a branch (Okumura 2023, "Improving
** LaCAM for scalable eventually optimal multi-agent pathfinding"). Without it agents that meet in dead ends freeze; and
** solvers find solutions with it that they would hardly find otherwise. It only guides solvers: what it leaves out is
** found too, but later.
*/
#ifndef AS_SWAP_H
#define AS_SWAP_H

#include "crowd/pibt_state.h"

/*
** A neighbour of an agent that has to exchange places with it, or stands between it and one that has to, as it goes to
** the same node; or AS_NOBODY. Both cover one slot. `first` is the slot
** to which the agent would go first. The agent must have a goal. Sets p->lacks if out of memory. O(length of the
** passage).
*/
ASTAR_API uint32_t as_swap_partner(as_pibt *p, uint32_t agent, uint32_t first);

/* Whether an agent that is not decided could go to a slot in one step, claims apart. The same of memory. O(degree). */
ASTAR_API bool as_swap_can_come(as_pibt *p, uint32_t agent, uint32_t slot);

#endif
