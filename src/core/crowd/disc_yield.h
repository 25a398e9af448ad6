/*
** disc_yield.h: discs that go back where two block each other in a narrow passage. The one that has room beside the way
** of the other goes there, and waits until that one, its leader, has passed; if both have, the one with the lower
** priority, then the one with the shorter way there. Only disc_step.c calls this.
*/
#ifndef AS_DISC_YIELD_H
#define AS_DISC_YIELD_H

#include "crowd/discs.h"

/* The index of the disc that lends a disc its priority: its leader while it goes back, else itself. */
static inline uint32_t as_disc_leader(const astar_discs *d, uint32_t index)
{
  const as_disc *a = &d->discs[index];
  return a->backing > 0 ? a->leader : index;
}

/* After a step of a time: begin to go back, or end it. Takes no memory. */
ASTAR_API void as_disc_yield(astar_discs *d, uint32_t index, double time);

/* The velocity that a disc wishes that goes back, for a step of a time. */
ASTAR_API void as_disc_go_back(const astar_discs *d, const as_disc *a, double time, double preferred[2]);

#endif
