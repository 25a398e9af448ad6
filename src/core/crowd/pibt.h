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

#include "crowd/goals.h"
#include "crowd/occupied.h"
#include "crowd/square.h"
#include "crowd/steps.h"
#include "grid/spaces.h"

/* Time is counted in ticks of 2^-20 s. */
#define AS_SECOND UINT64_C(1048576)
#define AS_LONGEST (AS_SECOND << 31) /* no step takes longer */
#define AS_SHORTEST (AS_SECOND >> 10) /* nor shorter, so that there are not too many */

/* How long steps take. */
typedef enum as_timing {
  AS_IN_STEPS,   /* a second, all of them */
  AS_IN_SECONDS, /* their cost divided by the speed of the agent, rounded up to whole seconds */
  AS_EXACT       /* the same, not rounded */
} as_timing;

/* How an agent chooses among the nodes that it can go to. Whoever is pushed must go if it can. */
typedef enum as_manner {
  AS_SEEKS,   /* it has a goal and is not there: the node with the least step cost + distance first */
  AS_STILL,   /* it would rather stay, then go to a node where nobody stands; a goal is not needed */
  AS_SETTLES, /* the same, but it goes to a node where nobody stands and which is nearer to its goal, if there is one */
  AS_FIXED    /* it stays, and cannot be pushed */
} as_manner;

typedef struct as_pibt_agent {
  uint32_t size;   /* it covers size x size cells: see square.h */
  uint32_t now;    /* slot; AS_NO_SLOT: it is nowhere, takes no part, and must not be in the order */
  uint32_t next;   /* slot, of this step: AS_NO_SLOT until it is decided */
  uint32_t goal;   /* of `goals`; AS_NO_GOAL: none, then it must not be AS_SEEKS or AS_SETTLES */
  uint32_t unit;   /* index of `units` */
  uint32_t salt;   /* decides between equal choices: the id of the agent */
  uint64_t span;   /* ticks until it is on `next`, if that is another slot */
  double speed;    /* > 0: a step takes its cost divided by that, in seconds */
  uint32_t wish;   /* slot to which it would have gone first, if choices were computed for it; else AS_NO_SLOT */
  /* the goal among whose places it gets nearer to a gap, if choices were computed for it; or AS_NO_GOAL */
  uint32_t fills;
  uint32_t frame;  /* of the stack, while it is being decided */
  double here;     /* distance from `now` to its goal, if choices were computed for it that need it; else NAN */
  double far;      /* the same from `next` */
  uint8_t manner;  /* an as_manner */
  bool guesses;    /* of a solver: no distances are searched for it; where one is not known, it seems to have no way */
} as_pibt_agent;

/* A node to which an agent can go in one step, or the one where it is. */
typedef struct as_option {
  double key;    /* the least first, */
  uint64_t tie;  /* then the least of these: different for each node */
  double far;    /* distance from there to its goal, or NAN if not needed */
  uint32_t slot;
} as_option;

/* The space of a unit, and the steps in it that were looked at since the last edit of the graph. */
typedef struct as_pibt_unit {
  astar_unit unit;
  as_space space;
  as_steps steps;
} as_pibt_unit;

/*
** An agent that is being decided. Those below the top of the stack have claimed the nodes of their option `at` - 1, and
** wait for an agent there, which is the next of the stack, to leave.
*/
typedef struct as_pibt_frame {
  uint32_t agent;
  uint32_t first, count, at; /* its options, from options[first] on; the next to try */
  uint32_t same;             /* the first frame from which on, up to this one, agents could go on in a circle */
  bool cleared;              /* somebody makes way for it, but not enough, or later: it pushes nobody else */
  uint32_t partner;          /* who comes here if it takes its first option, to exchange places with it; or AS_NOBODY */
} as_pibt_frame;

typedef struct as_pibt {
  as_memory *memory;
  astar_graph *graph;
  as_goals *goals;
  as_timing timing;
  as_pibt_agent *agents;
  uint32_t count, capacity;
  as_occupied occupied;
  as_pibt_unit *units;
  uint32_t unit_count, unit_capacity;
  const as_grid *squares; /* of a grid whose squares have diagonal steps; else NULL */
  uint64_t version;       /* of the graph that the steps of units are of */
  const as_costs *inside; /* of a solver: not negative for the only slots that agents go to; or NULL */
  bool thorough;          /* of a solver: they are searched, too, to find out who exchanges places */
  bool fills;             /* it heeds the gaps among the places of goals, which its owner has found */
  bool lacks;             /* in a step: there was no memory to find out who exchanges places */
  as_successor *list;     /* scratch: successors */
  uint32_t list_capacity;
  as_option *options;
  uint32_t option_count, option_capacity;
  as_pibt_frame *frames;
  uint32_t frame_count, frame_capacity;
  uint32_t *moved;        /* scratch of as_pibt_apply() */
  uint32_t moved_capacity;
} as_pibt;

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

/* Set what decides about an agent: its index of `units`, its goal, its manner, its salt. */
ASTAR_API void as_pibt_set(as_pibt *p, uint32_t agent, uint32_t unit, uint32_t goal, as_manner manner, uint32_t salt);

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

/* Whether an agent covers a slot if it stands on another one. */
static inline bool as_pibt_covers(const as_pibt *p, uint32_t agent, uint32_t slot, uint32_t other)
{
  return as_square_has(p->graph, p->agents[agent].size, slot, other);
}

/*
** Bring all up to date with the graph, except slots: where the layout has changed, the owner puts all agents anew. The
** goals must follow by themselves. False if out of memory. O(terrains) for each unit; call it before each step.
*/
ASTAR_API bool as_pibt_begin(as_pibt *p);

/*
** The steps of a unit, an index of `units`, out of a slot, as as_steps_of() has them. Valid until the next call. NULL
** if out of memory.
*/
static inline const as_successor *as_pibt_steps(as_pibt *p, uint32_t unit, uint32_t slot)
{
  as_pibt_unit *u = &p->units[unit];
  return as_steps_of(&u->steps, p->memory, &u->space, slot);
}

/* The ticks of a step of an agent to a neighbour, for which there is a step. UINT64_MAX if out of memory. O(degree). */
ASTAR_API uint64_t as_pibt_span(as_pibt *p, uint32_t agent, uint32_t slot);

/*
** The nodes to which an agent could go from a slot, and that slot itself, the best first; by manner, goal and unit of
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
