/*
** disc_joint.h: plans for two discs of which one has come no nearer to its goal for long, as the other is in its way
** where edges are near: as at the end of an alcove, which the other has to leave first, past the one that waits before
** it. In a plan they move by turns: one goes to a place in sight, while the other waits. disc_yield.h says how it is
** followed. Only disc_wish.c calls this.
*/
#ifndef AS_DISC_JOINT_H
#define AS_DISC_JOINT_H

#include "crowd/discs.h"

/*
** Make the plans for which discs ask, until so many expansions are used up in this update. ASTAR_NO_MEMORY: those that
** were made stay.
*/
ASTAR_API astar_result as_discs_join(astar_discs *d, uint64_t most);

#endif
