/*
** crowd_places.c: tells which agents of a crowd have arrived. An agent that shares its goal with no other has arrived
** on the goal. Those that share one have arrived on the places around it, which leave out nodes that others hold for good.
*/
#include "crowd/crowd.h"

/* What a place must not be held by. */
typedef struct holders {
  const astar_crowd *crowd;
  uint32_t goal;
} holders;

/* Whether an agent without this goal holds a slot for good: it is fixed, or has arrived at its own goal. */
static bool is_held(const void *context, uint32_t slot)
{
  const holders *h = context;
  const astar_crowd *c = h->crowd;
  const uint32_t index = as_occupied_holder(&c->pibt.occupied, slot);
  const as_agent *a;
  if (index == AS_NOBODY) return false;
  a = &c->agents[index];
  if (c->pibt.agents[index].goal == h->goal) return false;
  if (a->to != AS_NO_SLOT) return false;
  return a->fixed || (c->pibt.agents[index].goal != AS_NO_GOAL && a->status == ASTAR_AGENT_ARRIVED);
}

bool as_crowd_shares(const astar_crowd *c, uint32_t goal)
{
  const as_goal *entry = as_goals_at(&c->goals, goal);
  uint32_t i;
  if (!entry->shared) return false;
  for (i = 0; entry->users < 2 && i < c->pibt.unit_count; i++) {
    const uint32_t other = as_goals_find(&c->goals, entry->node, c->pibt.units[i].unit);
    if (other != AS_NO_GOAL && other != goal) return true;
  }
  return entry->users > 1;
}

/* Whether places are to be found round a goal. */
static bool has_places(const astar_crowd *c, uint32_t goal)
{
  const as_goal *entry = as_goals_at(&c->goals, goal);
  return entry->users > 0 && entry->ready && as_crowd_shares(c, goal) && as_goals_live(&c->goals, goal);
}

bool as_crowd_find_places(astar_crowd *c)
{
  holders h;
  uint32_t i;
  if (!as_reserve(&c->memory, &c->shares, &c->shares_capacity, c->goals.count, sizeof *c->shares)) return false;
  h.crowd = c;
  for (i = 0; i < c->goals.count; i++) {
    const uint32_t users = as_goals_at(&c->goals, i)->users;
    c->shares[i] = has_places(c, i) ? 0 : AS_NOT_SHARED;
    h.goal = i;
    if (c->shares[i] == 0 && !as_goals_places(&c->goals, i, users, is_held, &h)) return false;
  }
  return true;
}

bool as_crowd_arrives(const astar_crowd *c, uint32_t index, uint32_t slot)
{
  const uint32_t goal = c->pibt.agents[index].goal;
  return c->shares[goal] == AS_NOT_SHARED ? slot == c->agents[index].target : as_goals_is_place(&c->goals, goal, slot);
}

/* Count how many stand on the places of each goal. */
static void count_settled(astar_crowd *c)
{
  uint32_t i;
  for (i = 0; i < c->pibt.count; i++) {
    const as_pibt_agent *p = &c->pibt.agents[i];
    if (p->goal == AS_NO_GOAL || c->shares[p->goal] == AS_NOT_SHARED || p->manner != AS_SETTLES) continue;
    c->shares[p->goal]++;
  }
}

static as_manner manner_of(const astar_crowd *c, uint32_t index)
{
  const as_agent *a = &c->agents[index];
  const as_pibt_agent *p = &c->pibt.agents[index];
  if (a->to != AS_NO_SLOT) return AS_SEEKS;
  if (a->fixed) return AS_FIXED;
  if (a->target == AS_NO_SLOT || p->now == AS_NO_SLOT || !as_goals_at(&c->goals, p->goal)->ready) return AS_STILL;
  if (!as_crowd_arrives(c, index, p->now)) return AS_SEEKS;
  return c->shares[p->goal] == AS_NOT_SHARED ? AS_STILL : AS_SETTLES;
}

void as_crowd_set_manners(astar_crowd *c)
{
  bool settle = false;
  uint32_t i;
  for (i = 0; i < c->ids; i++) {
    if (!c->agents[i].used) continue;
    c->pibt.agents[i].manner = (uint8_t)manner_of(c, i);
    settle = settle || c->pibt.agents[i].manner == AS_SETTLES;
  }
  if (!settle) return;
  count_settled(c);
  /* Where all have arrived, there is nowhere to move up to. */
  for (i = 0; i < c->ids; i++) {
    as_pibt_agent *p = &c->pibt.agents[i];
    if (p->manner == AS_SETTLES && c->shares[p->goal] == as_goals_at(&c->goals, p->goal)->users) p->manner = AS_STILL;
  }
}
