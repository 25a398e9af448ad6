/*
** disc_spread.h: discs on a flow spread over the whole width of a gap: one that is held up by slower ones turns to
** where there are fewer of them, if the way by there costs little more. Only disc_step.c calls this.
*/
#ifndef AS_DISC_SPREAD_H
#define AS_DISC_SPREAD_H

#include "crowd/discs.h"

/*
** Choose how far a disc turns aside from the direction of its flow in the next steps, by those near it, of which there
** are `count`. Takes no memory.
*/
ASTAR_API void as_disc_spread(astar_discs *d, const as_disc_body *body, const as_near_disc *near, uint32_t count);

#endif
