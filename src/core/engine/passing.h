/*
** passing.h: nodes in `pass_ids`, which a unit may enter, but on which neither its way nor a turn may end: those of
** friends. Without turns only the way matters: they are no goals.
**
** With turns one cost is not enough for such a node. Who comes earlier, but with fewer points left, cannot wait there
** for the next turn, and may not get on; who comes in a later turn with more points can. So a run keeps all ways to it
** of which none is as early and leaves as many points as another: the first in the record of its state, the others as
** labels, each with a slot and a record of its own.
**
** Between two nodes on which a turn may end, a way through such nodes is made in one turn. So it is as one step: it is
** made at once, if the points suffice, or else at the beginning of a later turn, with all points; of these the next
** turn is the best. So two departures into such nodes are enough. And one cost is enough for all nodes on which a turn
** may end, as turns.h says for steps: who arrives there with the lesser cost can make the same steps, or waits. The
** start is never tested: a unit may wait where it stands.
*/
#ifndef AS_PASSING_H
#define AS_PASSING_H

#include "engine/search.h"

/*
** The slot for a way of cost g to a state of a node in `pass_ids`: that of the state, that of a label, or the next one,
** of a label that is yet to be made. AS_NO_SLOT if a way that is known is as early and leaves as many points.
** O(labels of the node).
*/
ASTAR_API uint32_t as_passing_slot(const astar_search *s, uint32_t state, double g);

/*
** Make the label of the next slot, for a state; its record is current. False if out of memory. as_passing_drop() undoes
** it, if the record could not be opened.
*/
ASTAR_API bool as_passing_make(astar_search *s, uint32_t state);
ASTAR_API void as_passing_drop(astar_search *s);

#endif
