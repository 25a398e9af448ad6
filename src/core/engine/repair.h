/*
** repair.h: takes edits of the space, and other ends, into a run, at a cost that grows with what they change. In the
** end the run knows what a new one would.
**
** A way that the run knows is a chain of parents. Edits break some chains: first these nodes are found, in the order of
** their costs, and all that hang on them; each that another way reaches at the same cost stays (Ramalingam & Reps 1996;
** as in LPA*, Koenig, Likhachev & Furcy 2004). Those that are invalidated are untouched again, unless steps from nodes
** that are still expanded lead there: then they are opened anew, as are nodes that got cheaper. Now all steps out of
** expanded nodes have been relaxed, which is all that the loop of A* needs to go on: run.c does the rest.
**
** Costs are the same as those of a new run, to the last bit where its estimates are 0; else they may differ by
** rounding, since among ways that cost the same but for rounding (AS_CHEAPER) both choose by order.
*/
#ifndef AS_REPAIR_H
#define AS_REPAIR_H

#include "engine/search.h"

/*
** Finish a repair: up to *n pieces of work, each a few times as long as an expansion; *n becomes what is left of it.
** Returns the status. Afterwards the run is in AS_PHASE_NEXT, unless n was too small. If many nodes are invalidated,
** the run begins anew. ASTAR_OUT_OF_MEMORY ends the run; only a new run helps.
*/
ASTAR_API astar_status as_repair_step(astar_search *s, uint64_t *n);

/*
** Repair a run: true if it goes on, or is still finished as nothing that it found has changed. Else only a new run
** helps, or one is as cheap, or memory is lacking: this one is `torn`, and ended (ASTAR_STALE). Start and goals are
** those that it is to have from now on: live nodes; a run without start or goal stays without. Where it began, only
** goals of a run backwards may change. O(k * degree * log k) for k nodes that lose their way, get cheaper, or are next
** to an edit; O(touched) if the nodes change where the run ends, or estimates were too high. Most of the work may be
** left to as_repair_step().
*/
ASTAR_API bool as_search_repair(astar_search *s, astar_id start, const astar_id *goals, uint32_t goal_count);

#endif
