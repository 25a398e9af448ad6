/*
** pibt_state.h: what pibt.h works on: agents, the nodes that they hold and claim, and their units. Its owner and the
** parts of the method read it; only pibt.c changes what is claimed.
*/
#ifndef AS_PIBT_STATE_H
#define AS_PIBT_STATE_H

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

/* How an agent chooses among the nodes that it can go to. An agent that is pushed must go if it can. */
typedef enum as_policy {
  AS_SEEKS,   /* it has a goal and is not there: the node with the least step cost + distance first */
  AS_STILL,   /* it would rather stay, then go to a node where nobody stands; a goal is not needed */
  AS_SETTLES, /* the same, but it goes to a node where nobody stands and which is nearer to its goal, if there is one */
  AS_FIXED    /* it stays, and cannot be pushed */
} as_policy;

typedef struct as_pibt_agent {
  uint32_t size;   /* it covers size x size cells: see square.h */
  uint32_t now;    /* slot; AS_NO_SLOT: it is nowhere, takes no part, and must not be in the order */
  uint32_t next;   /* slot, of this step: AS_NO_SLOT until it is decided */
  uint32_t goal;   /* of `goals`; AS_NO_GOAL: none, then it must not be AS_SEEKS or AS_SETTLES */
  uint32_t unit;   /* index of `units` */
  uint32_t salt;   /* decides between equal choices: the id of the agent */
  uint64_t span;   /* ticks until it is on `next`, if that is another slot */
  double speed;    /* > 0: a step takes its cost divided by that, in seconds */
  uint32_t preferred;   /* slot to which it would have gone first, if choices were computed for it; else AS_NO_SLOT */
  /* the goal among whose places it gets nearer to a gap, if choices were computed for it; or AS_NO_GOAL */
  uint32_t fills;
  uint32_t frame;  /* of the stack, while it is being decided */
  double here;     /* distance from `now` to its goal, if choices were computed for it that need it; else NAN */
  double far;      /* the same from `next` */
  uint8_t policy;  /* an as_policy */
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

/* Whether an agent covers a slot if it stands on another one. */
static inline bool as_pibt_covers(const as_pibt *p, uint32_t agent, uint32_t slot, uint32_t other)
{
  return as_square_has(p->graph, p->agents[agent].size, slot, other);
}

/*
** The steps of a unit, an index of `units`, out of a slot, as as_steps_of() has them. Valid until the next call. NULL
** if out of memory.
*/
static inline const as_successor *as_pibt_steps(as_pibt *p, uint32_t unit, uint32_t slot)
{
  as_pibt_unit *u = &p->units[unit];
  return as_steps_of(&u->steps, p->memory, &u->space, slot);
}

#endif
