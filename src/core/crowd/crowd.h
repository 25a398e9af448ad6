/*
** crowd.h: a crowd: agents on the nodes of a graph, one on each. crowd.c has the agents, crowd_view.c what callers see
** of them; crowd_step.c decides where they go, in the order of crowd_order.c, and moves them as time passes;
** crowd_note.c tells what becomes of them; crowd_follow.c takes edits of the graph into account; crowd_goals.c gives
** them their goals; crowd_places.c tells who has arrived; crowd_solve.c makes plans for all, crowd_jam.c for those who
** hold each other up; crowd_barred.c finds out who cannot get to its goal; group_crowd.c does for groups (group.h) what
** they need of it; save_crowd.c saves, and load_crowd.c loads.
**
** An agent of a unit of several cells holds a square of them (square.h), and its slot is the upper left one. It keeps
** the size that the unit had when it was added; the places around a shared goal are those of the size that its unit has
** now.
**
** An agent has the index id - 1 here. What decides where it goes is in `pibt.agents`, the rest in `agents`. Slots are
** those of `layout`, also while the graph has another already: as_crowd_follow() brings them up to date, and must have
** succeeded since the last edit of the graph before anything but the state of an agent is read.
*/
#ifndef AS_CROWD_H
#define AS_CROWD_H

#include "crowd/group.h"
#include "crowd/pibt.h"
#include "crowd/plan.h"
#include "crowd/solve.h"

/* What a node is to an agent: where it is (pibt.agents[].now), is going, came from, and what it was asked to go to. */
typedef enum as_node_role { AS_OF_NOW, AS_OF_TO, AS_OF_LAST, AS_OF_ASKED } as_node_role;

#define AS_AT_GOAL UINT64_MAX
#define AS_NEVER UINT64_MAX

/* Whether an agent can get to its goal, if the others make way wherever they can. */
typedef enum as_verdict {
  AS_NOT_JUDGED,
  AS_GETS_THERE,
  AS_GETS_NEARER,
  AS_IS_BARRED,
  AS_NOT_KNOWN,
  AS_GAVE_UP /* perhaps it could, but for the goals of others: see crowd_resign.c */
} as_verdict;

/* What else is known of an agent. */
typedef struct as_agent {
  double priority;
  double best;       /* least distance to its goal so far, INFINITY if none is known */
  double near;       /* the one from its node, as of the last decision; NAN: not known */
  double speed;      /* >= 0 */
  uint64_t best_at;  /* the time when it got there, or was at its goal */
  uint64_t left_at;  /* the time since which it is not at its goal; AS_AT_GOAL while it is, or has none */
  uint64_t came_at;  /* when it came to its goal last; undefined before */
  /* when it first came to its goal, or last finished a rest there; AS_NEVER: it has not been there */
  uint64_t first_at;
  astar_id asked;    /* the goal that it awaits, or ASTAR_NO_ID; until then it goes on to the goal that it has */
  uint32_t coming;   /* the entry of that goal, while its search is interrupted; or AS_NO_GOAL */
  uint32_t to;       /* slot which it is entering; AS_NO_SLOT: it is on no way */
  uint32_t last;     /* slot where it came from, if it has moved since the last decision, or AS_NO_SLOT */
  uint32_t generation[4]; /* of the nodes that as_node_role names */
  uint64_t left, span; /* ticks of the step that it is making; 0 if none */
  uint64_t pace;     /* ticks of the last step that it ended, if that was since the last decision; else 0 */
  uint64_t beat;     /* ticks of the last step that it ended; AS_SECOND before: what it waits is measured by that */
  uint32_t preferred; /* slot to which it would have gone first at the last decision; AS_NO_SLOT: not known */
  astar_unit unit;
  uint32_t version;  /* the generation of its id */
  uint32_t free;     /* of a free id: the index of the next one, or AS_NOBODY */
  uint64_t judged;   /* `shape` of the crowd when the verdict was found */
  uint32_t barrier;  /* index of an agent that it cannot pass, if it is barred or gave up; or AS_NOBODY */
  uint8_t verdict;   /* an as_verdict */
  uint8_t status;    /* an astar_agent_status */
  bool used, fixed;
  bool close;        /* at a decision: it is counted in as_share.close */
  bool lost;         /* its goal was removed, so it has none, but waits for another */
  bool retried;      /* it gave up before, and has tried once more since: see as_crowd_retry() */
} as_agent;

/*
** A goal that several agents have, perhaps of several units, which have an entry each. The first of these stands for
** all.
*/
typedef struct as_share {
  uint32_t first;   /* entry with this node; AS_NOT_SHARED: the goal has no places */
  uint32_t agents;  /* of all entries with this node; */
  uint64_t sizes;   /* the sum of the sizes of these, */
  uint64_t squares; /* and of the squares of these; both in the first entry */
  /* Of these, counted in the first entry: */
  uint32_t settled; /* those that stand on their places */
  uint32_t close;   /* those that have come near to them, and look for one that is free */
} as_share;

struct astar_crowd {
  as_memory memory;
  astar_graph *graph;
  astar_crowd_def def;
  as_goals goals;
  as_pibt pibt;
  as_layout *layout;  /* of all slots; held */
  uint64_t version;   /* of the graph that was followed last */
  as_agent *agents;   /* by index */
  uint32_t capacity;
  uint32_t ids;       /* that were given, free ones included */
  uint32_t count;     /* agents; */
  uint32_t large;     /* of these, those that cover several slots */
  uint32_t free;      /* the first free index, or AS_NOBODY */
  /* Times are counted in ticks since the crowd was made. */
  uint64_t now;
  uint64_t decided;   /* when it was decided last where agents go */
  uint64_t calm_at;   /* since when the crowd has been calm: see crowd_resign.c */
  bool resigned;      /* agents may have given up their goals since the last order or edit; */
  bool quiet;         /* all are at rest, and none of these has a free way. Not saved: as_crowd_retry() finds it out */
  uint64_t due;       /* ticks until that is to be decided again, if the crowd is updated; AS_NEVER: all are at rest */
  bool exchanged;     /* members of groups have exchanged places for the decision that is being made */
  bool ended;         /* a decision is due, and what has become of agents was not noted yet, for lack of memory */
  double pending;     /* ticks that have passed, but were not made yet: a part of one, or more after a lack of memory */
  uint64_t edits;     /* of agents, and of the graph as far as it was followed: changes with each */
  uint64_t shape;     /* the same of those that matter to verdicts: not of goals and priorities */
  uint32_t judge_from; /* index of the agent that may be judged first */
  /* Who goes first: see crowd_order.c. */
  uint32_t *order;    /* indices */
  uint32_t order_count, order_capacity;
  uint32_t *moved;    /* those whose place in the order has changed; may have been removed since */
  uint32_t moved_count, moved_capacity;
  uint8_t *ranked;    /* by index: 1 while it is in `moved` */
  uint32_t ranked_capacity;
  uint32_t *merged;   /* scratch */
  uint32_t merged_capacity;
  struct as_rank *ranks; /* scratch */
  uint32_t rank_capacity;
  as_share *shares;   /* by goal, at a decision */
  uint32_t shares_capacity;
  as_plan plan;
  as_solver solver;
  uint64_t solved;    /* `edits` when the solver began */
  astar_groups groups;
  astar_finder *finder; /* which tells groups what can be reached; NULL before it is needed */
  /* Agents whose turn it is to have distances searched: see crowd_goals.c. */
  uint32_t asking;    /* agents that await another goal */
  uint32_t turn;      /* index of the agent whose turn is first at a decision */
  uint64_t looked;    /* turns that agents have had at the decision that is being made; */
  uint64_t spent;     /* the expansions of those that have had it in this step or update */
  uint64_t most_moves, most_expansions; /* see astar_crowd_limit() */
};

#define AS_NOT_SHARED UINT32_MAX

/* ---- crowd_resign.c ---- */

/* An order or an edit: agents that gave up try again. O(1), but O(agents) if there may be such. */
ASTAR_API void as_crowd_stir(astar_crowd *c);

/* When it was decided where agents go: if the crowd has been calm for long, one of them gives up. O(agents) then. */
ASTAR_API void as_crowd_resign(astar_crowd *c);

/*
** When it was decided where agents go, and all are at rest: one that gave up, and has a free way to its goal, tries
** once more. False if out of memory; to be called again. O(1) if nobody gave up, else O(agents), and at the first
** decision at rest the ways of these.
*/
ASTAR_API bool as_crowd_retry(astar_crowd *c);

/* A node of an agent, if it is still there; else ASTAR_NO_ID. */
static inline astar_id as_crowd_node(const astar_crowd *c, uint32_t index, as_node_role role)
{
  const as_agent *a = &c->agents[index];
  const uint32_t slot = role == AS_OF_NOW ? c->pibt.agents[index].now : role == AS_OF_TO ? a->to : a->last;
  const astar_id node = role == AS_OF_ASKED ? a->asked : slot == AS_NO_SLOT ? ASTAR_NO_ID : as_id(c->layout, slot);
  return astar_graph_is_current(c->graph, node, a->generation[role]) ? node : ASTAR_NO_ID;
}

/* The map was edited, or the agents are others: what a solver has found holds no more. */
static inline void as_crowd_edited(astar_crowd *c)
{
  c->edits++;
  c->shape++;
  c->due = 0;
  as_crowd_stir(c);
  as_plan_drop(&c->plan, &c->memory);
  if (as_solver_has_begun(&c->solver)) as_solver_free(&c->solver);
}

/* The same of an agent, which matters only to plans in which it takes part. */
static inline void as_crowd_edited_agent(astar_crowd *c, uint32_t index)
{
  c->edits++;
  c->due = 0;
  as_crowd_stir(c);
  if (c->plan.whole || as_plan_has(&c->plan, index)) as_plan_drop(&c->plan, &c->memory);
  if (as_solver_has_begun(&c->solver)) as_solver_free(&c->solver);
}

/* Whether an agent never moves, but for a step that it is making. */
static inline bool as_crowd_is_fixed(const astar_crowd *c, uint32_t index)
{
  return c->agents[index].fixed || c->agents[index].speed == 0;
}

/* The slot where an agent is, or is going to; AS_NO_SLOT: it has no node. */
static inline uint32_t as_crowd_slot(const astar_crowd *c, uint32_t index)
{
  return c->agents[index].to != AS_NO_SLOT ? c->agents[index].to : c->pibt.agents[index].now;
}

/* The slot of its goal, also while it awaits another; AS_NO_SLOT if it has none. */
static inline uint32_t as_crowd_target(const astar_crowd *c, uint32_t index)
{
  const uint32_t goal = c->pibt.agents[index].goal;
  return goal == AS_NO_GOAL ? AS_NO_SLOT : as_slot(c->layout, as_goals_at(&c->goals, goal)->node);
}

/* The node to which it goes, or is to go; ASTAR_NO_ID: it has no goal, or that was removed. */
static inline astar_id as_crowd_goal(const astar_crowd *c, uint32_t index)
{
  const uint32_t goal = c->pibt.agents[index].goal;
  if (c->agents[index].asked != ASTAR_NO_ID) return as_crowd_node(c, index, AS_OF_ASKED);
  return goal != AS_NO_GOAL && as_goals_live(&c->goals, goal) ? as_goals_at(&c->goals, goal)->node : ASTAR_NO_ID;
}

/* ---- group_crowd.c ---- */

ASTAR_API const as_group_ops *as_crowd_group_ops(void);

/* Before a decision members of groups that are held up exchange their places, once. O(members^2) */
ASTAR_API void as_crowd_exchange_places(astar_crowd *c);

/* ---- crowd_follow.c ---- */

/*
** Take the edits of the graph into account. False if out of memory; then it is to be called again. O(1) without edits.
*/
ASTAR_API bool as_crowd_follow(astar_crowd *c);

/* ---- crowd_goals.c ---- */

/*
** Whether an agent awaits its turn: it has another goal than the one to which it goes, or must not ask for distances.
*/
static inline bool as_crowd_awaits(const astar_crowd *c, uint32_t index)
{
  const uint32_t goal = c->pibt.agents[index].goal;
  return c->agents[index].asked != ASTAR_NO_ID || (goal != AS_NO_GOAL && !as_goals_at(&c->goals, goal)->ready);
}

/* Tell an agent its goal, a live node, or ASTAR_NO_ID, which it then has at once. */
ASTAR_API void as_crowd_ask(astar_crowd *c, uint32_t index, astar_id node);

/* An agent that awaits a goal stops going to the one that it has; it has lost its goal, and awaits none. */
ASTAR_API void as_crowd_leave_goal(astar_crowd *c, uint32_t index);
ASTAR_API void as_crowd_lose_goal(astar_crowd *c, uint32_t index);

/*
** Give agents the goals that they await, until `limit` expansions were spent in this step or update; the last search is
** interrupted. With UINT64_MAX all get theirs, and distances are searched when they are asked for. False if out of
** memory; to be called again.
*/
ASTAR_API bool as_crowd_admit(astar_crowd *c, uint64_t limit);

/* It was decided where agents go: the next decision begins with the agent whose turn has not come, if there is one. */
ASTAR_API void as_crowd_end_turns(astar_crowd *c);

/* ---- crowd_order.c ---- */

/* Note that what decides when an agent is decided has changed. Cannot fail: there is room for all agents. */
ASTAR_API void as_crowd_rank(astar_crowd *c, uint32_t index);

/* Make room in the order for agents with indices below `count`. False if out of memory. */
ASTAR_API bool as_crowd_order_reserve(astar_crowd *c, uint32_t count);

/*
** Bring the order up to date. False if out of memory; then nothing has changed. O(agents + k log agents) for k changes.
*/
ASTAR_API bool as_crowd_sort(astar_crowd *c);

ASTAR_API void as_crowd_order_free(astar_crowd *c);

/* ---- crowd_places.c ---- */

/* Find the places around shared goals. False if out of memory. O(agents), and what as_goals_places() takes. */
ASTAR_API bool as_crowd_find_places(astar_crowd *c);

/* Whether an agent would have arrived on a slot, by the places found last. Not for one without a goal. */
ASTAR_API bool as_crowd_arrives(const astar_crowd *c, uint32_t index, uint32_t slot);

/* Whether an agent counts as one that has arrived wherever it is. */
static inline bool as_crowd_is_idle(const astar_crowd *c, uint32_t index)
{
  const as_agent *a = &c->agents[index];
  return c->pibt.agents[index].goal == AS_NO_GOAL && a->asked == ASTAR_NO_ID && !a->lost;
}

/*
** Set the policy of each agent for the next decision, and find the gaps that agents fill there. The places were found.
** False if out of memory. O(agents + places).
*/
ASTAR_API bool as_crowd_set_policies(astar_crowd *c);

/* ---- crowd_jam.c ---- */

/*
** Before a decision, when places were found and policies set: if an agent has not got nearer to its goal for a while,
** look for a plan that brings it on. False if out of memory. O(1); O(agents) at some decisions; at few of these an
** attempt of a bounded length.
*/
ASTAR_API bool as_crowd_free_jam(astar_crowd *c);

/* ---- crowd_barred.c ---- */

/*
** When it was decided where agents go: judge one whose patience is at an end. False if out of memory; to be called
** again. O(agents), and up to some milliseconds if one is judged.
*/
ASTAR_API bool as_crowd_judge(astar_crowd *c);

/* Whether the verdict on an agent is one on the map and the agents as they are. */
static inline bool as_crowd_is_judged(const astar_crowd *c, const as_agent *a)
{
  return a->judged == c->shape && astar_graph_version(c->graph) == c->version;
}

/*
** Whether an agent does not try to get to its goal, as long as the map and the agents are the same: no sequence of
** moves brings it there, or it gave up. O(1).
*/
static inline bool as_crowd_gives_way(const astar_crowd *c, uint32_t index)
{
  const as_agent *a = &c->agents[index];
  return (a->verdict == AS_IS_BARRED || a->verdict == AS_GAVE_UP) && a->judged == c->shape;
}

/* Whether an agent that has not arrived is stuck. O(1). */
ASTAR_API bool as_crowd_is_stuck(const astar_crowd *c, uint32_t index);

/* ---- crowd_note.c ---- */

/* Whether agents have rested at their goals long enough is noted before a decision. Can be repeated. O(agents). */
ASTAR_API void as_crowd_note_rest(astar_crowd *c);

/* Note what has become of an agent since the last decision, by the places found last. O(1). */
ASTAR_API void as_crowd_note(astar_crowd *c, uint32_t index);

/*
** For how long an agent has not come nearer to its goal, or been at it, since a time; while it makes a step, until that
** began.
*/
static inline uint64_t as_crowd_waited(const astar_crowd *c, uint32_t index, uint64_t since)
{
  const as_agent *a = &c->agents[index];
  const uint64_t waited = c->now - since, made = a->span - a->left;
  return waited > made ? waited - made : 0;
}

/* ---- crowd.c ---- */

/* The index of the next agent from an index on, or AS_NOBODY. */
static inline uint32_t as_crowd_from(const astar_crowd *c, uint32_t index)
{
  while (index < c->ids && !c->agents[index].used) index++;
  return index < c->ids ? index : AS_NOBODY;
}

/* It is at its goal, or begins anew: nothing is known of how near it has been before. */
static inline void as_agent_restart(astar_crowd *c, as_agent *a)
{
  a->best = INFINITY;
  a->near = NAN;
  a->best_at = c->now;
}

#endif
