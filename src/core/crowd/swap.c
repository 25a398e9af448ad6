/*
** swap.c: see swap.h. It follows the passage forwards, whether the pushed agent can step aside before it ends; and
** backwards, whether the agent that pushes can.
*/
#include "crowd/swap.h"

#define LONGEST 4096u /* of a passage: longer ones are not followed to their ends */

static const as_successor *steps_of(as_pibt *p, uint32_t agent, uint32_t slot)
{
  const as_successor *head = as_pibt_steps(p, p->agents[agent].unit, slot);
  if (!head) p->lacks = true;
  return head;
}

/* Whether an agent that does not want to leave stands on a node that leads nowhere. */
static bool is_closed(as_pibt *p, uint32_t agent, uint32_t slot)
{
  const uint32_t holder = as_occupied_holder(&p->occupied, slot);
  const as_successor *head;
  if (holder == AS_NOBODY) return false;
  if (p->agents[holder].policy == AS_FIXED) return true;
  if (p->agents[holder].policy == AS_SEEKS) return false;
  head = steps_of(p, agent, slot);
  return head && head->slot == 1;
}

/*
** The number of nodes, up to 2, to which an agent can go on from a slot, away from another; *way is the last of them.
*/
static uint32_t ways_on(as_pibt *p, uint32_t agent, uint32_t slot, uint32_t from, uint32_t *way)
{
  uint32_t count = 0, i;
  for (i = 1; count < 2; i++) {
    /* Read anew, as steps of other slots may be listed in between. */
    const as_successor *head = steps_of(p, agent, slot);
    uint32_t to;
    if (!head || i > head->slot) break;
    to = head[i].slot;
    if (to == from || to == *way || is_closed(p, agent, to)) continue;
    *way = to;
    count++;
  }
  return count;
}

/* The goal of an agent to which distances may be asked for; or NULL. */
static const as_goal *goal_of(const as_pibt *p, uint32_t agent)
{
  const uint32_t goal = p->agents[agent].goal;
  return goal != AS_NO_GOAL && as_goals_at(p->goals, goal)->ready ? as_goals_at(p->goals, goal) : NULL;
}

/*
** The distance from a slot to the goal of an agent; NAN, with which no comparison is true, where it is not known, as it
** is not worth a search, or if out of memory.
*/
static double far_from(as_pibt *p, uint32_t agent, uint32_t slot)
{
  const uint32_t goal = p->agents[agent].goal;
  const double far = p->thorough ? as_goals_distance(p->goals, goal, slot) : as_goals_known(p->goals, goal, slot);
  if (isnan(far)) p->lacks = true;
  return far >= 0 ? far : NAN;
}

/*
** Whether an agent at `back` can only get on past another, which stands before it at `front`, and has to come the other
** way. Those who go to the same node need not pass each other.
*/
static bool is_needed(as_pibt *p, uint32_t pusher, uint32_t pushed, uint32_t back, uint32_t front)
{
  const as_goal *a = goal_of(p, pusher), *b = goal_of(p, pushed);
  uint32_t steps;
  if (!a || !b || a->node == b->node) return false;
  for (steps = 0; steps < LONGEST && far_from(p, pusher, front) < far_from(p, pusher, back); steps++) {
    uint32_t way = AS_NO_SLOT;
    const uint32_t ways = ways_on(p, pushed, front, back, &way);
    if (ways > 1) return false;
    if (ways == 0) break;
    back = front;
    front = way;
  }
  return far_from(p, pushed, back) < far_from(p, pushed, front) &&
         (far_from(p, pusher, back) == 0 || far_from(p, pusher, front) < far_from(p, pusher, back));
}

/*
** The same of one that stands at `front`, or behind it in the passage: between them may be agents that go to the same
** node as the one at `back`, and so need not be passed.
*/
static bool is_held_up(as_pibt *p, uint32_t agent, uint32_t ahead, uint32_t back, uint32_t front)
{
  const as_goal *own = goal_of(p, agent);
  uint32_t steps;
  for (steps = 0; own && steps < LONGEST && ahead != AS_NOBODY; steps++) {
    const as_goal *other = goal_of(p, ahead);
    uint32_t way = AS_NO_SLOT;
    if (!other || other->node != own->node) return is_needed(p, agent, ahead, back, front);
    if (ways_on(p, ahead, front, back, &way) != 1) return false;
    back = front;
    front = way;
    ahead = as_occupied_holder(&p->occupied, front);
  }
  return false;
}

/* Whether one who goes back from `front`, with the other behind it at `behind`, comes to a branch. */
static bool is_possible(as_pibt *p, uint32_t agent, uint32_t behind, uint32_t front)
{
  const uint32_t origin = behind;
  uint32_t steps;
  for (steps = 0; steps < LONGEST && front != origin; steps++) {
    uint32_t way = AS_NO_SLOT;
    const uint32_t ways = ways_on(p, agent, front, behind, &way);
    if (ways != 1) return ways > 1;
    behind = front;
    front = way;
  }
  return false;
}

bool as_swap_can_come(as_pibt *p, uint32_t agent, uint32_t slot)
{
  const as_pibt_agent *a = &p->agents[agent];
  const as_successor *head;
  if (a->next != AS_NO_SLOT || a->frame != AS_NOBODY || a->policy == AS_FIXED || a->size > 1) return false;
  head = steps_of(p, agent, a->now);
  return head && as_steps_cost(head, slot) < INFINITY;
}

uint32_t as_swap_partner(as_pibt *p, uint32_t agent, uint32_t first)
{
  const uint32_t now = p->agents[agent].now, ahead = as_occupied_holder(&p->occupied, first);
  uint32_t i;
  if (first == now) return AS_NOBODY;
  if (ahead != AS_NOBODY && as_swap_can_come(p, ahead, now) && is_held_up(p, agent, ahead, now, first) &&
      is_possible(p, agent, first, now))
    return ahead;
  for (i = 1;; i++) {
    const as_successor *head = steps_of(p, agent, now);
    uint32_t other;
    if (!head || i > head->slot) return AS_NOBODY;
    other = as_occupied_holder(&p->occupied, head[i].slot);
    /* One beside it that wants to go where this one would go, and has to pass it: this one makes room. */
    if (other == AS_NOBODY || other == ahead || p->agents[other].size > 1) continue;
    if (is_needed(p, other, agent, now, first) && is_possible(p, agent, first, now)) return other;
  }
}
