/*
** crowd_step.c: moves the agents of a crowd by one step: first everything that can fail, which decides where each agent goes
** (choose), then nothing that can (go).
*/
#include "crowd/crowd.h"

/* ---- Where they go ---- */

/*
** An agent that is making a step goes on. In its last tick it holds only the node that it enters, so that another can follow
** it. It may have no node, if that was removed. False if out of memory.
*/
static bool continue_steps(astar_crowd *c)
{
  uint32_t i;
  if (!c->def.durations) return true;
  for (i = 0; i < c->ids; i++) {
    const as_agent *a = &c->agents[i];
    if (!a->used || a->to == AS_NO_SLOT) continue;
    if (!as_pibt_claim(&c->pibt, i, a->to, a->left > 1 && c->pibt.agents[i].now != AS_NO_SLOT)) return false;
  }
  return true;
}

/*
** An agent goes on by the plan, unless it is making a step. Who takes no part may still be leaving the slot; then it waits.
** False if out of memory.
*/
static bool claim_planned(astar_crowd *c, uint32_t index, uint32_t slot)
{
  as_pibt_agent *p = &c->pibt.agents[index];
  uint32_t span = 1;
  if (p->next != AS_NO_SLOT) return true;
  if (!as_pibt_may(&c->pibt, index, slot)) slot = p->now;
  p->wish = AS_NO_SLOT;
  p->here = p->far = NAN;
  if (slot != p->now) {
    const as_successor *head = as_pibt_steps(&c->pibt, p->unit, p->now);
    if (!head) return false;
    span = as_pibt_span(&c->pibt, as_steps_cost(head, slot));
  }
  if (!as_pibt_claim(&c->pibt, index, slot, span > 1)) return false;
  p->span = span;
  if (p->goal == AS_NO_GOAL || !as_goals_at(&c->goals, p->goal)->ready) return true;
  p->far = as_goals_distance(&c->goals, p->goal, slot);
  return !isnan(p->far);
}

/* Those of the plan go where it says, and all others stay out of the slots of it. False if out of memory. */
static bool choose_planned(astar_crowd *c)
{
  const as_plan *plan = &c->plan;
  const uint32_t *slots = as_plan_next(plan);
  size_t k;
  uint32_t i;
  for (i = 0; slots && i < plan->agents; i++) {
    if (!claim_planned(c, plan->who[i], slots[i])) return false;
  }
  for (k = (size_t)plan->at * plan->agents; !plan->whole && k < (size_t)plan->steps * plan->agents; k++) {
    if (!as_pibt_close(&c->pibt, plan->slots[k])) return false;
  }
  return true;
}

/* Slots of the plan are open again. Memory for those that were closed is reserved. */
static void open_planned(astar_crowd *c)
{
  const as_plan *plan = &c->plan;
  size_t k;
  for (k = (size_t)plan->at * plan->agents; !plan->whole && k < (size_t)plan->steps * plan->agents; k++)
    as_pibt_open(&c->pibt, plan->slots[k]);
}

/* Whether the step of the plan that is being made has ended: all are where it brings them. */
static bool is_planned_step_over(const astar_crowd *c)
{
  const uint32_t *slots = as_plan_next(&c->plan);
  uint32_t i;
  for (i = 0; i < c->plan.agents; i++) {
    if (c->pibt.agents[c->plan.who[i]].now != slots[i] || c->agents[c->plan.who[i]].to != AS_NO_SLOT) return false;
  }
  return true;
}

/* Decide where each agent goes. False if out of memory; then nobody has moved. */
static bool choose(astar_crowd *c)
{
  bool done;
  if (!as_crowd_follow(c) || !as_pibt_begin(&c->pibt) || !as_crowd_admit(c, c->def.expansions) ||
      !as_crowd_find_places(c) || !as_crowd_sort(c) || !as_crowd_set_manners(c) || !as_crowd_free_jam(c))
    return false;
  done = continue_steps(c) && choose_planned(c) &&
         as_pibt_run(&c->pibt, c->order, c->order_count, (uint32_t)c->steps) == AS_PIBT_DONE;
  open_planned(c);
  if (!done) as_pibt_clear(&c->pibt);
  return done;
}

/* ---- They go ---- */

/* Let go of the nodes that agents leave for good in this tick. */
static void leave_nodes(astar_crowd *c)
{
  uint32_t i;
  for (i = 0; i < c->pibt.count; i++) {
    const as_pibt_agent *p = &c->pibt.agents[i];
    if (p->next == AS_NO_SLOT || p->next == p->now || p->now == AS_NO_SLOT) continue;
    if (c->agents[i].left > 1 || (c->agents[i].left == 0 && p->span > 1)) continue;
    as_occupied_write(&c->pibt.occupied, p->now)->holder = AS_NOBODY;
  }
}

/* The agent is on the node that it has entered. */
static void arrive(astar_crowd *c, as_agent *a, as_pibt_agent *p, uint32_t ticks)
{
  a->last = a->node;
  a->generation[AS_OF_LAST] = a->generation[AS_OF_NODE];
  a->node = as_id(c->layout, p->next);
  a->generation[AS_OF_NODE] = 0;
  if (a->node > c->layout->cells) (void)astar_graph_has(c->graph, a->node, &a->generation[AS_OF_NODE]);
  a->next = ASTAR_NO_ID;
  a->to = AS_NO_SLOT;
  a->left = a->span = 0;
  a->pace = a->beat = ticks;
  p->now = p->next;
}

/* The agent begins a step of several ticks. */
static void depart(astar_crowd *c, as_agent *a, const as_pibt_agent *p)
{
  a->next = as_id(c->layout, p->next);
  a->generation[AS_OF_NEXT] = 0;
  (void)astar_graph_has(c->graph, a->next, &a->generation[AS_OF_NEXT]);
  a->to = p->next;
  a->span = p->span;
  a->left = p->span - 1;
}

/* Take up what was claimed, and let an agent be where it is after this tick. Returns whether it has moved, or moves. */
static bool move(astar_crowd *c, uint32_t index)
{
  as_agent *a = &c->agents[index];
  as_pibt_agent *p = &c->pibt.agents[index];
  as_stand *stand = as_occupied_write(&c->pibt.occupied, p->next);
  const bool moves = p->next != p->now;
  stand->holder = index;
  stand->claim = AS_NOBODY;
  if (a->left == 0) a->wish = p->wish;
  a->pace = 0;
  a->last = ASTAR_NO_ID;
  if (moves) {
    /* Who keeps both nodes has claimed both. */
    if (p->now != AS_NO_SLOT) {
      stand = as_occupied_write(&c->pibt.occupied, p->now);
      if (stand->claim == index) stand->claim = AS_NOBODY;
    }
    if (a->left > 1) a->left--;
    else if (a->left == 1) arrive(c, a, p, a->span);
    else if (p->span > 1) depart(c, a, p);
    else arrive(c, a, p, 1);
  }
  p->next = AS_NO_SLOT;
  p->span = 1;
  return moves;
}

/* ---- What becomes of them ---- */

/* Relative differences of distances up to this are rounding. */
#define NEARER 9.094947017729282e-13 /* 2^-40 */

/*
** Note how near an agent that has not arrived has come to its goal. If an edit has made its way longer, it need not make up for
** that.
*/
static void note_distance(const astar_crowd *c, as_agent *a, const as_pibt_agent *p)
{
  if (p->here > a->near + a->near * NEARER) a->best += p->here - a->near;
  a->near = p->far;
  if (!(p->far < INFINITY)) return;
  if (a->best < INFINITY && !(p->far < a->best - a->best * NEARER)) return;
  a->best = p->far;
  a->best_at = c->steps;
}

/* Set whether an agent is at its goal, or counts as being there. */
static void note_arrival(astar_crowd *c, uint32_t index, bool arrived)
{
  as_agent *a = &c->agents[index];
  if (arrived == (a->left_at == AS_AT_GOAL)) return;
  a->left_at = arrived ? AS_AT_GOAL : c->steps;
  as_crowd_rank(c, index);
}

static astar_agent_status status_of(const astar_crowd *c, uint32_t index, bool moves)
{
  const as_agent *a = &c->agents[index];
  const as_pibt_agent *p = &c->pibt.agents[index];
  if (a->lost || p->here == INFINITY || p->far == INFINITY) return ASTAR_AGENT_STUCK;
  /* Steps that were found lead to the goal, if not always nearer. */
  if (c->steps - a->best_at >= c->def.patience && !as_plan_has(&c->plan, index)) return ASTAR_AGENT_STUCK;
  return moves ? ASTAR_AGENT_MOVING : ASTAR_AGENT_WAITING;
}

/* The same for an agent without a node. */
static void note_lost(astar_crowd *c, uint32_t index)
{
  as_agent *a = &c->agents[index];
  if (as_crowd_awaits(c, index)) as_agent_restart(c, a);
  a->status = ASTAR_AGENT_STUCK;
  a->pace = 0;
  a->last = ASTAR_NO_ID;
  note_arrival(c, index, as_crowd_is_idle(c, index));
}

/* An agent between two nodes neither arrives nor waits: what it had waited before stays as it was. */
static void note_tick(astar_crowd *c, uint32_t index)
{
  as_agent *a = &c->agents[index];
  a->best_at++;
  a->status = ASTAR_AGENT_MOVING;
  note_arrival(c, index, as_crowd_is_idle(c, index));
}

/* An agent that is at its goal has rested there when it has stayed for as long as so many of its steps take. */
#define RESTED 32u

static void note_rest(const astar_crowd *c, as_agent *a, bool came)
{
  if (came) a->came_at = c->steps;
  if (a->first_at == AS_NEVER || c->steps - a->came_at >= (uint64_t)RESTED * a->beat) a->first_at = c->steps;
}

static void note(astar_crowd *c, uint32_t index, bool moves)
{
  as_agent *a = &c->agents[index];
  const bool was_there = a->left_at == AS_AT_GOAL;
  const as_pibt_agent *p = &c->pibt.agents[index];
  const bool awaits = as_crowd_awaits(c, index);
  const bool arrived = !awaits && (p->goal == AS_NO_GOAL ? !a->lost : as_crowd_arrives(c, index, p->now));
  note_arrival(c, index, arrived);
  if (awaits) {
    as_agent_restart(c, a);
    a->status = moves ? ASTAR_AGENT_MOVING : ASTAR_AGENT_WAITING;
  } else if (arrived) {
    note_rest(c, a, !was_there || a->first_at == AS_NEVER);
    as_agent_restart(c, a);
    a->status = ASTAR_AGENT_ARRIVED;
  } else {
    note_distance(c, a, p);
    a->status = (uint8_t)status_of(c, index, moves);
  }
}

astar_result astar_crowd_step(astar_crowd *c)
{
  uint32_t i;
  if (!choose(c)) return ASTAR_NO_MEMORY;
  c->steps++;
  as_crowd_end_turns(c);
  leave_nodes(c);
  for (i = 0; i < c->ids; i++) {
    if (!c->agents[i].used) continue;
    if (c->pibt.agents[i].next == AS_NO_SLOT) {
      note_lost(c, i);
    } else {
      const bool moves = move(c, i);
      if (c->agents[i].to != AS_NO_SLOT) note_tick(c, i);
      else note(c, i, moves);
    }
  }
  if (as_plan_next(&c->plan) && is_planned_step_over(c)) c->plan.at++;
  if (!as_plan_next(&c->plan)) as_plan_drop(&c->plan, &c->memory);
  /* It looked for steps from where the agents were. */
  if (as_solver_has_begun(&c->solver)) as_solver_free(&c->solver);
  return ASTAR_OK;
}
