/*
** crowd_step.c: moves the agents of a crowd through time. A decision first does all that can fail: choose() finds out
** where each agent that stands goes. Then set_out() starts their steps, which cannot fail. As time passes, pass() moves
** them on, until the next decision is due: when one of them has ended its step, or when one that waits has waited for
** another step of its own.
*/
#include "crowd/crowd.h"

/* ---- Where they go ---- */

/* An agent that is making a step goes on. It may have no node, if that was removed. False if out of memory. */
static bool continue_steps(astar_crowd *c)
{
  uint32_t i;
  for (i = 0; i < c->ids; i++) {
    const as_agent *a = &c->agents[i];
    if (a->to != AS_NO_SLOT && !as_pibt_claim(&c->pibt, i, a->to, a->left)) return false;
  }
  return true;
}

/*
** The ticks of an agent's next step in the plan: with whole seconds its own; else those of the longest step, for all.
*/
static uint64_t span_of(astar_crowd *c, uint32_t index, uint32_t slot, uint64_t longest)
{
  return c->pibt.timing == AS_IN_SECONDS ? as_pibt_span(&c->pibt, index, slot) : longest;
}

/* Whether all that take part in the plan can make its next step at once. */
static bool may_go_on(astar_crowd *c, const uint32_t *slots, uint64_t longest)
{
  uint32_t i;
  for (i = 0; i < c->plan.agents; i++) {
    const uint32_t index = c->plan.who[i];
    if (c->agents[index].to != AS_NO_SLOT) return false;
    if (!as_pibt_may(&c->pibt, index, slots[i], span_of(c, index, slots[i], longest))) return false;
  }
  return true;
}

/* The ticks of the longest step among the next ones of the plan. UINT64_MAX if out of memory. */
static uint64_t planned_span(astar_crowd *c, const uint32_t *slots)
{
  uint64_t longest = 0;
  uint32_t i;
  for (i = 0; i < c->plan.agents; i++) {
    const uint32_t index = c->plan.who[i];
    uint64_t span;
    if (c->agents[index].to != AS_NO_SLOT || slots[i] == c->pibt.agents[index].now) continue;
    span = as_pibt_span(&c->pibt, index, slots[i]);
    longest = span > longest ? span : longest;
  }
  return longest;
}

/* An agent of the plan goes to a slot, or stays there. False if out of memory. */
static bool claim_planned(astar_crowd *c, uint32_t index, uint32_t slot, uint64_t span)
{
  as_pibt_agent *p = &c->pibt.agents[index];
  p->preferred = AS_NO_SLOT;
  p->here = p->far = NAN;
  if (!as_pibt_claim(&c->pibt, index, slot, span)) return false;
  if (p->goal == AS_NO_GOAL || !as_goals_at(&c->goals, p->goal)->ready) return true;
  p->far = as_goals_distance(&c->goals, p->goal, slot);
  return !isnan(p->far);
}

/*
** Note that an agent is on a slot after a step of the plan. `known` has the last spots, by slot. False if out of
** memory.
*/
static bool add_spot(astar_crowd *c, as_costs *known, uint32_t index, uint32_t slot, uint32_t step)
{
  as_plan *plan = &c->plan;
  double *at = as_costs_make(known, &c->memory, slot);
  as_plan_spot *spot;
  uint32_t first, i;
  if (!at) return false;
  first = *at >= 0 ? (uint32_t)*at : AS_NO_SPOT;
  for (i = first; i != AS_NO_SPOT; i = plan->spots[i].next) {
    spot = &plan->spots[i];
    if (c->pibt.agents[spot->index].size != c->pibt.agents[index].size) continue;
    spot->last = step;
    return true;
  }
  if (!as_reserve(&c->memory, &plan->spots, &plan->spot_capacity, (uint64_t)plan->spot_count + 1, sizeof *plan->spots))
    return false;
  spot = &plan->spots[plan->spot_count];
  spot->slot = slot;
  spot->index = index;
  spot->last = step;
  spot->next = first;
  *at = plan->spot_count++;
  return true;
}

/* List the slots that the plan uses, if they were not. False if out of memory. O(steps * agents), once. */
static bool list_spots(astar_crowd *c)
{
  as_plan *plan = &c->plan;
  const size_t end = (size_t)plan->steps * plan->agents;
  as_costs known;
  size_t k;
  if (plan->spot_count > 0) return true;
  memset(&known, 0, sizeof known);
  for (k = (size_t)plan->at * plan->agents; k < end; k++) {
    if (!add_spot(c, &known, plan->who[k % plan->agents], plan->slots[k], (uint32_t)(k / plan->agents))) break;
  }
  as_costs_free(&known, &c->memory);
  if (k < end) plan->spot_count = 0;
  return k == end;
}

/*
** Those of the plan make its next step, all at once, so that one can follow another; or all wait, until who takes no
** part has left the nodes. All others stay out of the slots that the plan still needs. False if out of memory.
*/
static bool choose_planned(astar_crowd *c)
{
  const as_plan *plan = &c->plan;
  const uint32_t *slots = as_plan_next(plan);
  const uint64_t span = slots ? planned_span(c, slots) : 0;
  const bool go = slots && span < UINT64_MAX && may_go_on(c, slots, span);
  uint32_t i;
  if (span == UINT64_MAX) return false;
  for (i = 0; slots && i < plan->agents; i++) {
    const uint32_t index = plan->who[i];
    if (c->agents[index].to != AS_NO_SLOT) continue;
    if (!claim_planned(c, index, go ? slots[i] : c->pibt.agents[index].now, span_of(c, index, slots[i], span)))
      return false;
  }
  if (plan->whole || !slots) return true;
  if (!list_spots(c)) return false;
  for (i = 0; i < plan->spot_count; i++) {
    const as_plan_spot *spot = &plan->spots[i];
    if (spot->last >= plan->at && !as_pibt_close(&c->pibt, spot->index, spot->slot)) return false;
  }
  return true;
}

/* Slots of the plan are open again. Memory for those that were closed is reserved. */
static void open_planned(astar_crowd *c)
{
  const as_plan *plan = &c->plan;
  uint32_t i;
  for (i = 0; !plan->whole && i < plan->spot_count; i++) {
    if (plan->spots[i].last >= plan->at) as_pibt_open(&c->pibt, plan->spots[i].index, plan->spots[i].slot);
  }
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

/* What decides between equal choices. */
static uint32_t moment_of(const astar_crowd *c)
{
  return (uint32_t)(c->now / AS_SECOND) + (uint32_t)(c->now % AS_SECOND) * 0x9E3779B1u;
}

/* The most expansions of a step or update. */
static uint64_t budget_of(const astar_crowd *c)
{
  return c->def.expansions < c->most_expansions ? c->def.expansions : c->most_expansions;
}

/* Decide where each agent goes. False if out of memory; then nobody has moved. */
static bool choose(astar_crowd *c)
{
  bool done;
  if (!as_crowd_follow(c) || as_groups_obey(&c->groups) != ASTAR_OK) return false;
  as_crowd_exchange_places(c);
  as_groups_lead(&c->groups, 0); /* which can be repeated */
  as_goals_keep(&c->goals);
  c->goals.torn = true;
  as_crowd_note_rest(c);
  if (!as_pibt_begin(&c->pibt) || !as_crowd_admit(c, budget_of(c)) || !as_crowd_find_places(c) ||
      !as_crowd_sort(c) || !as_crowd_set_policies(c) || !as_crowd_free_jam(c))
    return false;
  done = continue_steps(c) && choose_planned(c) &&
         as_pibt_run(&c->pibt, c->order, c->order_count, moment_of(c)) == AS_PIBT_DONE && as_crowd_judge(c) &&
         as_crowd_retry(c);
  open_planned(c);
  if (done) as_crowd_resign(c);
  else as_pibt_clear(&c->pibt);
  return done;
}

/* ---- They go ---- */

/* The agent is on the node that it was entering. Another may be entering the one that it leaves. */
static void arrive(astar_crowd *c, uint32_t index)
{
  as_agent *a = &c->agents[index];
  as_pibt_agent *p = &c->pibt.agents[index];
  if (p->now != AS_NO_SLOT) {
    as_pibt_release(&c->pibt, index, p->now);
    as_pibt_hold(&c->pibt, index, a->to); /* if that is the same in part */
  }
  a->last = p->now;
  a->generation[AS_OF_LAST] = a->generation[AS_OF_NOW];
  a->generation[AS_OF_NOW] = a->generation[AS_OF_TO];
  p->now = a->to;
  a->to = AS_NO_SLOT;
  a->pace = a->span;
  if (a->span > AS_SHORTEST) a->beat = a->span; /* else it is free, and tells nothing of how long steps take */
  a->left = a->span = 0;
}

/* The agent begins a step. */
static void depart(astar_crowd *c, as_agent *a, const as_pibt_agent *p)
{
  a->generation[AS_OF_TO] = 0;
  if (p->next >= c->layout->cells)
    (void)astar_graph_has(c->graph, as_id(c->layout, p->next), &a->generation[AS_OF_TO]);
  a->to = p->next;
  a->left = a->span = p->span;
}

/* Claims are taken up: agents that do not stay set out. */
static void set_out(astar_crowd *c)
{
  uint32_t i;
  for (i = 0; i < c->ids; i++) {
    as_agent *a = &c->agents[i];
    as_pibt_agent *p = &c->pibt.agents[i];
    if (p->next == AS_NO_SLOT) continue;
    if (a->to == AS_NO_SLOT) {
      a->preferred = p->preferred;
      a->last = AS_NO_SLOT;
      a->pace = 0;
      if (p->next != p->now) depart(c, a, p);
      if (p->next != p->now) a->status = ASTAR_AGENT_MOVING;
      else if (a->status == ASTAR_AGENT_MOVING) a->status = ASTAR_AGENT_WAITING;
    }
    as_pibt_take_up(&c->pibt, i);
  }
}

/* Whether an agent that stands would go on if it could, or may move up, or has not lost patience yet. */
static bool waits(const astar_crowd *c, uint32_t index)
{
  const uint8_t policy = c->pibt.agents[index].policy;
  const as_agent *a = &c->agents[index];
  if (!a->used || c->pibt.agents[index].now == AS_NO_SLOT) return false;
  if (policy == AS_FIXED) return a->left_at != AS_AT_GOAL && a->status != ASTAR_AGENT_STUCK;
  return policy == AS_SEEKS || policy == AS_SETTLES || as_crowd_awaits(c, index);
}

/* Set when the next decision is due. */
static void set_due(astar_crowd *c)
{
  uint32_t i;
  c->due = AS_NEVER;
  for (i = 0; i < c->ids; i++) {
    const as_agent *a = &c->agents[i];
    uint64_t ticks = AS_NEVER;
    if (a->to != AS_NO_SLOT) ticks = a->left;
    else if (waits(c, i)) ticks = c->pibt.timing == AS_IN_SECONDS ? AS_SECOND : a->beat;
    c->due = ticks < c->due ? ticks : c->due;
  }
}

/* Note what has become of all, by the places found last. */
static void note_all(astar_crowd *c)
{
  uint32_t i;
  for (i = 0; i < c->ids; i++) {
    if (c->agents[i].used) as_crowd_note(c, i);
  }
  c->ended = false;
}

/* Decide where agents go, and let them set out. False if out of memory; then nobody has moved. */
static bool decide(astar_crowd *c)
{
  if (!choose(c)) return false;
  c->goals.torn = c->exchanged = false;
  c->decided = c->now;
  as_crowd_end_turns(c);
  set_out(c);
  set_due(c);
  if (c->due == AS_NEVER) {
    note_all(c);
    set_due(c); /* one that never moves may not be stuck any more */
  }
  /* It looked for steps from where the agents were. */
  if (as_solver_has_begun(&c->solver)) as_solver_free(&c->solver);
  return true;
}

/* Let time pass: in an update at most until the next decision is due. */
static void pass(astar_crowd *c, uint64_t ticks)
{
  uint32_t i;
  c->now += ticks;
  if (c->due != AS_NEVER) c->due = c->due > ticks ? c->due - ticks : 0;
  for (i = 0; i < c->ids; i++) {
    as_agent *a = &c->agents[i];
    if (a->to == AS_NO_SLOT) continue;
    if (a->left > ticks) a->left -= ticks;
    else arrive(c, i);
  }
  if (as_plan_next(&c->plan) && is_planned_step_over(c)) c->plan.at++;
  if (!as_plan_next(&c->plan)) as_plan_drop(&c->plan, &c->memory);
}

bool astar_crowd_is_between(const astar_crowd *c)
{
  uint32_t i;
  for (i = 0; i < c->ids && c->agents[i].to == AS_NO_SLOT; i++) {}
  return i < c->ids;
}

astar_result astar_crowd_step(astar_crowd *c)
{
  astar_assert(c->def.durations || !astar_crowd_is_between(c));
  c->pibt.timing = c->def.durations ? AS_IN_SECONDS : AS_IN_STEPS;
  if (!decide(c)) return ASTAR_NO_MEMORY;
  pass(c, AS_SECOND);
  note_all(c);
  c->due = 0;
  c->spent = 0;
  return ASTAR_OK;
}

/* Whether an agent that stands awaits its turn, which a decision must take into account. */
static bool is_awaited(const astar_crowd *c)
{
  uint32_t i;
  if (c->asking == 0 && c->goals.unready == 0) return false;
  for (i = 0; i < c->ids; i++) {
    if (c->agents[i].used && c->agents[i].to == AS_NO_SLOT && as_crowd_awaits(c, i)) return true;
  }
  return false;
}

/* When a decision is due, note what has become of all. False if out of memory: to be called again. */
static bool settle(astar_crowd *c)
{
  if (!c->ended) return true;
  if (!as_crowd_follow(c) || !as_crowd_find_places(c)) return false;
  note_all(c);
  return true;
}

astar_result astar_crowd_update(astar_crowd *c, double dt)
{
  uint64_t left = c->most_moves;
  c->pibt.timing = c->def.durations ? AS_IN_SECONDS : AS_EXACT;
  c->pending += dt * (double)AS_SECOND;
  /* Also if no time passes: else two agents may be seen at one node, as a step to a node that is gone has ended. */
  if (!as_crowd_follow(c) || !settle(c)) return ASTAR_NO_MEMORY;
  if (is_awaited(c)) c->due = 0;
  while (c->pending >= 1) {
    const double whole = floor(c->pending);
    uint64_t ticks;
    if (c->due == 0) {
      if (left < astar_crowd_count(c)) {
        c->pending -= whole;
        c->spent = 0;
        return ASTAR_FULL;
      }
      if (!decide(c)) return ASTAR_NO_MEMORY;
      left -= astar_crowd_count(c);
    }
    ticks = whole < (double)c->due ? (uint64_t)whole : c->due;
    c->pending -= (double)ticks;
    pass(c, ticks);
    c->ended = c->due == 0;
    if (!settle(c)) return ASTAR_NO_MEMORY;
  }
  c->spent = 0;
  return ASTAR_OK;
}
