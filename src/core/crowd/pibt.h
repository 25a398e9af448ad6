/*
** pibt.h: computes where agents go in one step, one after the other in a given order, by priority inheritance with
** backtracking (PIBT: Okumura, Machida, Defago & Tamura 2022, "Priority inheritance with backtracking for iterative
** multi-agent path finding"). It knows slots and distances, and nothing of ids, of status, or of plans; the crowd has
** one, and so has each solver.
**
** To use it: as_pibt_init(), as_pibt_size(), as_pibt_set() and as_pibt_put() for each agent; as_pibt_begin() after each
** edit of the graph. For each step: as_pibt_claim() for agents whose node is given, as_pibt_run(), read `next` of each
** agent, then as_pibt_apply() to go there or as_pibt_clear() to stay.
**
** The end of a step, which claims stand for: no two agents hold one node; no two have exchanged their nodes; no two
** have made diagonal steps that cross in a block of four squares. Each agent made a step that its unit can make, or
** stayed.
**
** Steps may take different times. An agent may set out for a node that another is leaving if that one is gone by the
** time it comes; with AS_IN_SECONDS, after the first second. Until then the other claims the node.
*/
#ifndef AS_PIBT_H
#define AS_PIBT_H

#include "crowd/pibt_state.h"

typedef enum as_pibt_result {
  AS_PIBT_DONE,     /* `next` of each agent in the order is set */
  AS_PIBT_BLOCKED,  /* what was claimed before leaves some agent no node */
  AS_PIBT_NO_MEMORY /* call as_pibt_clear() after this one and the one before */
} as_pibt_result;

/* No agents. `goals` must outlive it, or be NULL if no agent has a goal. Nothing is allocated. */
ASTAR_API void as_pibt_init(as_pibt *p, as_memory *m, astar_graph *g, as_goals *goals);
/* Does not read the graph, which may be gone. */
ASTAR_API void as_pibt_free(as_pibt *p);

/*
** Make room for agents with indices below `count`; new ones are nowhere. False if out of memory; then nothing has
** changed.
*/
ASTAR_API bool as_pibt_size(as_pibt *p, uint32_t count);

/* The index of a unit, whose space is there after the next as_pibt_begin(). False if out of memory. */
ASTAR_API bool as_pibt_unit_of(as_pibt *p, astar_unit unit, uint32_t *index);

/* Set what decides about an agent: its index of `units`, its goal, its policy, its salt. */
ASTAR_API void as_pibt_set(as_pibt *p, uint32_t agent, uint32_t unit, uint32_t goal, as_policy policy, uint32_t salt);

/*
** as_pibt_put(): put an agent that is nowhere on a slot; nobody else may hold what it covers there. as_pibt_lift():
** take it away. Before putting it, call as_pibt_reserve(), which returns false if out of memory; as_pibt_reserve_in()
** does the same for another table, which covers the slots.
*/
ASTAR_API bool as_pibt_reserve(as_pibt *p, uint32_t size, uint32_t slot);
ASTAR_API bool as_pibt_reserve_in(as_occupied *o, as_memory *m, const astar_graph *g, uint32_t size, uint32_t slot);
ASTAR_API void as_pibt_put(as_pibt *p, uint32_t agent, uint32_t slot);
ASTAR_API void as_pibt_lift(as_pibt *p, uint32_t agent);

/* Let an agent hold what it covers on a slot, for which memory is reserved; undo that. */
ASTAR_API void as_pibt_hold(as_pibt *p, uint32_t agent, uint32_t slot);
ASTAR_API void as_pibt_release(as_pibt *p, uint32_t agent, uint32_t slot);

/* The first agent, but `except`, that holds what an agent of some size covers on a slot, or AS_NOBODY. O(size²). */
ASTAR_API uint32_t as_pibt_holder(const as_pibt *p, uint32_t size, uint32_t slot, uint32_t except);

/*
** Bring all up to date with the graph, except slots: where the layout has changed, the owner puts all agents anew. The
** goals must follow by themselves. False if out of memory. O(terrains) for each unit; call it before each step.
*/
ASTAR_API bool as_pibt_begin(as_pibt *p);

/* The ticks of a step of an agent to a neighbour, for which there is a step. UINT64_MAX if out of memory. O(degree). */
ASTAR_API uint64_t as_pibt_span(as_pibt *p, uint32_t agent, uint32_t slot);

/*
** The nodes to which an agent could go from a slot, and that slot itself, the best first; by policy, goal and unit of
** the agent, and by who stands there now. The list is valid until the next call. NULL if out of memory. O(degree * log
** degree).
*/
ASTAR_API const as_option *as_pibt_look(as_pibt *p, uint32_t agent, uint32_t slot, uint32_t moment, uint32_t *count);

/*
** Whether an agent that is not decided could claim a node, by a step of `span` ticks, given the claims so far: nobody
** else has, but perhaps one who has left the node before; and there is no exchange and no crossing. Does not test
** whether a step leads there. `slot` may be where it is.
*/
ASTAR_API bool as_pibt_may(const as_pibt *p, uint32_t agent, uint32_t slot, uint64_t span);

/*
** Decide that an agent goes to a slot, in `span` ticks, which as_pibt_may() allows. It claims the node where it is,
** too, unless another one enters that. False if out of memory.
*/
ASTAR_API bool as_pibt_claim(as_pibt *p, uint32_t agent, uint32_t slot, uint64_t span);

/*
** as_pibt_close(): in this step no agent that is not decided may enter what an agent would cover on a slot. False if
** out of memory. as_pibt_open(): undo that, before as_pibt_apply(), as_pibt_take_up() or as_pibt_clear().
*/
ASTAR_API bool as_pibt_close(as_pibt *p, uint32_t agent, uint32_t slot);
ASTAR_API void as_pibt_open(as_pibt *p, uint32_t agent, uint32_t slot);

/* Instead of as_pibt_apply(): an agent holds what it covers on `next`, and what it has held, and claims nothing. */
ASTAR_API void as_pibt_take_up(as_pibt *p, uint32_t agent);

/*
** Decide all agents of `order`, the first of them first, who is decided already excepted. All agents that are anywhere
** must be in it or be decided. Without claims made before, it does not end as AS_PIBT_BLOCKED. `moment` changes how
** equal choices are decided: the number of the step. Distances are read from `goals`, which must be up to date.
** O(agents * degree * log degree), and what the distances take.
*/
ASTAR_API as_pibt_result as_pibt_run(as_pibt *p, const uint32_t *order, uint32_t count, uint32_t moment);

/* Undo all claims: no agent is decided. O(agents). */
ASTAR_API void as_pibt_clear(as_pibt *p);

/*
** Go there: each agent that is decided stands on `next` now, and nobody is decided; steps take no time. Cannot fail.
** O(agents).
*/
ASTAR_API void as_pibt_apply(as_pibt *p);

#endif
