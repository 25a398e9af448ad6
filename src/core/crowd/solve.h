/*
** solve.h: looks for the steps that bring all agents of a crowd to their goals at once. Owned by the crowd, which makes
** an as_plan of the result.
**
** LaCAM (Okumura 2023, "LaCAM: search-based algorithm for quick multi-agent pathfinding") is a search over *states*,
** which say where every agent is. As a state has too many successors to list, they are made one at a time, by PIBT
** under constraints: the first has none; then one agent must go to each node that it can go to, in turn; then two
** agents, and so on, breadth first. So all successors are made in the end, and the search is complete; but PIBT makes
** the good ones first. The state found last goes on first.
**
** LaCAM* (Okumura 2024, "Engineering LaCAM*: towards real-time, large-scale, and near-optimal multi-agent pathfinding")
** goes on after the first solution: each state knows the least cost found so far at which it is reached, and all steps
** found that lead out of it, so that a cheaper way to it makes all behind it cheaper. States that cannot be on a better
** solution are left out.
*/
#ifndef AS_SOLVE_H
#define AS_SOLVE_H

#include "crowd/pibt.h"
#include "crowd/plan.h"
#include "crowd/steps.h"
#include "crowd/task.h"

#define AS_NO_STATE UINT32_MAX

/* Where the agents with one goal and unit have to go: one node, or as many as there are of them. */
typedef struct as_target {
  uint32_t goal;         /* of the goals of the crowd */
  uint32_t agents;       /* with this goal; */
  uint32_t size;         /* the largest of their sizes, */
  uint64_t sizes, squares; /* the sum of these, and of their squares */
  bool several; /* several agents, perhaps of several units, have to go to its node, so each takes a place around it */
  uint32_t first, count; /* in `places` of the solver */
  double most;           /* upper bound on the distance from a place to the goal */
} as_target;

/* Constraints on a successor: an agent must go to a slot; so must that of `parent`, and so on: `depth` in all. */
typedef struct as_constraint {
  uint32_t parent; /* or AS_NO_STATE */
  uint32_t slot;   /* for the agent `depth` - 1 in the order of the state; undefined at depth 0 */
  uint32_t depth;
  uint32_t next;   /* in the queue of the state */
} as_constraint;

/* Steps found from one state to another. */
typedef struct as_turn {
  double cost;
  uint32_t to;
  uint32_t next; /* from the same state */
} as_turn;

typedef struct as_state {
  double g;           /* the least cost found so far */
  double h;           /* lower bound on the cost to the goals */
  uint32_t parent;    /* on the way of cost g; AS_NO_STATE for the first */
  uint32_t turns;     /* the first one out of it, or AS_NO_STATE */
  uint32_t constraints, last_constraint; /* a queue; empty: AS_NO_STATE */
  uint32_t chain;     /* next in its bucket, or AS_NO_STATE */
  uint32_t hash;
  uint32_t opened;    /* the round in which a cheaper way has opened it last */
  bool arrived;       /* all are where they have to be */
  bool queued;        /* in `cheaper` */
} as_state;

/* The search. Agents are numbered without gaps here: `who` has their indices in the crowd. */
typedef struct as_solver {
  as_memory *memory;
  astar_graph *graph;
  as_goals *goals;
  uint32_t agents;    /* that take part */
  uint32_t *who;      /* by agent */
  uint32_t *target_of; /* by agent: an index of `targets`, or AS_NO_STATE */
  uint32_t *next;     /* by agent: scratch, where it goes */
  as_target *targets;
  uint32_t target_count, target_capacity;
  uint32_t *places;   /* slots; those of each target in ascending order */
  uint32_t place_count, place_capacity;
  as_pibt pibt;       /* it has the agents that take part, at the state `standing` */
  uint32_t standing;  /* or AS_NO_STATE: somewhere else */
  as_state *states;
  uint32_t *slots;    /* of all states: by state and agent */
  uint32_t *orders;   /* the same: agents, who goes first */
  uint32_t state_count, state_capacity, slot_capacity, order_capacity;
  uint32_t *buckets;  /* a hash table of states; a power of two of them */
  uint32_t bucket_count;
  uint32_t *open;     /* a stack of states */
  uint32_t open_count, open_capacity;
  as_constraint *constraints;
  uint32_t constraint_count, constraint_capacity;
  as_turn *turns;
  uint32_t turn_count, turn_capacity;
  uint32_t *cheaper;  /* a ring of states whose steps are to be looked at again */
  uint32_t cheaper_capacity;
  uint32_t best;      /* the cheapest state found in which all have arrived, or AS_NO_STATE */
  uint32_t rounds;    /* successors made, and the moment at which it began */
  double known;       /* cost of a solution that is known from before, which it has to beat; INFINITY: there is none */
} as_solver;

/* Not begun. Nothing is allocated. */
ASTAR_API void as_solver_init(as_solver *v, as_memory *m, astar_graph *g, as_goals *goals);
/* Does not read the graph, which may be gone. It can be begun again. */
ASTAR_API void as_solver_free(as_solver *v);

/*
** Begin with all agents of a crowd that have a slot in `where`, by index, at which they begin; AS_FIXED agents never
** move. The goals must be up to date and ready; those of one node with several agents become shared. False if out of
** memory: then it is as after as_solver_free().
*/
ASTAR_API bool as_solver_begin(as_solver *v, const as_pibt *crowd, const uint32_t *where);

/* Begin with the agents in a part of the map. No goal becomes shared. */
ASTAR_API bool as_solver_begin_part(as_solver *v, const as_pibt *crowd, const as_task *task);

/*
** Add the first state: where v->next says, with an order of agents, which is copied. False if out of memory. For
** as_solver_begin().
*/
ASTAR_API bool as_solver_add_first(as_solver *v, const uint32_t *order);

static inline bool as_solver_has_begun(const as_solver *v)
{
  return v->state_count > 0;
}

/*
** Let a solver that has just begun look only for what is better than the steps left of a plan, if these bring all where
** it would bring them. False if out of memory. O(steps * agents).
*/
ASTAR_API bool as_solver_take(as_solver *v, const as_plan *plan);

/* Make up to n successors. See astar_crowd_solve(). */
ASTAR_API astar_solution as_solver_run(as_solver *v, uint64_t n);

/* Whether it has found a solution that is better than what was known. */
ASTAR_API bool as_solver_is_better(const as_solver *v);

/*
** Make a plan of the best solution, in place of *plan; it is known from then on. With `whole` it lists all agents of
** the search, else only those that change their slot in it. Requires a solution. False if out of memory; then *plan is
** as before. O(steps * agents).
*/
ASTAR_API bool as_solver_plan(as_solver *v, as_plan *plan, bool whole);

#endif
