/*
** disc_yield.h: discs that go back where two block each other in a narrow passage. The one that has room beside the way
** of the other goes there, and waits until that one, its leader, has passed; if both have, the one with the lower
** priority, then the one with the shorter way there. It also decides who asks for a plan for two, and makes both follow
** it (disc_joint.c makes the plan).
*/
#ifndef AS_DISC_YIELD_H
#define AS_DISC_YIELD_H

#include "crowd/discs.h"

/*
** The index of the disc that lends a disc its priority: its leader while it lets that pass, but not in a plan for two,
** else itself.
*/
static inline uint32_t as_disc_leader(const astar_discs *d, uint32_t index)
{
  const as_disc *a = &d->discs[index];
  return a->backing > 0 && !(a->joint & AS_JOINT_FOLLOWS) ? a->leader : index;
}

/* Whether a disc is on its way. */
static inline bool as_disc_is_under_way(const as_disc *a)
{
  return (a->heading[0] != 0 || a->heading[1] != 0) && a->status != ASTAR_AGENT_ARRIVED && !a->inside;
}

/*
** Whether an edge is nearer to the centre of one of two discs than the sum of their radii: there it may be too narrow
** to pass.
*/
ASTAR_API bool as_discs_are_narrow(const astar_discs *d, const as_disc *a, const as_disc *b);

/* How often a disc that has waited for so long has asked for a plan. */
ASTAR_API uint32_t as_disc_tries(const astar_discs *d, double waited);

/* Begin the next turn of the plan of a disc, the first of two; without one both go on by themselves. */
ASTAR_API void as_disc_begin_turn(astar_discs *d, as_disc *first);

/* After a step of a time: begin to go back, or end it; ask for a plan; go on with one. Takes no memory. */
ASTAR_API void as_disc_yield(astar_discs *d, uint32_t index, double time);

/* The velocity that a disc wishes that goes back, for a step of a time. */
ASTAR_API void as_disc_go_back(const astar_discs *d, const as_disc *a, double time, double preferred[2]);

#endif
