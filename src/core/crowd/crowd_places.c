/*
** crowd_places.c: tells which agents of a crowd have arrived. An agent that shares its goal with no other has arrived
** on the goal. Those that share one have arrived on the places around it, which leave out nodes that others hold for
** good.
*/
#include "crowd/crowd.h"

/* What a place must not be held by. */
typedef struct holders {
  const astar_crowd *crowd;
  uint32_t goal;
  uint32_t size; /* of the agents that look for a place */
} holders;

/* Whether an agent has the goal of an entry, or one with the same node. */
static bool has_node_of(const astar_crowd *c, uint32_t index, uint32_t goal)
{
  const uint32_t own = c->pibt.agents[index].goal;
  return own != AS_NO_GOAL && as_goals_at(&c->goals, own)->node == as_goals_at(&c->goals, goal)->node;
}

/* Whether an agent without this goal stays where it is for good: it is fixed, or has arrived at its own goal. */
static bool stays(const astar_crowd *c, uint32_t index, const holders *h)
{
  const as_agent *a = &c->agents[index];
  if (a->to != AS_NO_SLOT || has_node_of(c, index, h->goal)) return false;
  return as_crowd_is_fixed(c, index) || (c->pibt.agents[index].goal != AS_NO_GOAL && a->status == ASTAR_AGENT_ARRIVED);
}

/* Whether such an agent holds what one that looks for a place would cover on a slot. */
static bool is_held(const void *context, uint32_t slot)
{
  const holders *h = context;
  const astar_crowd *c = h->crowd;
  uint32_t k;
  for (k = 0; k < h->size * h->size; k++) {
    const uint32_t cell = as_square_at(c->graph, h->size, slot, k);
    const uint32_t index = cell == AS_NO_SLOT ? AS_NOBODY : as_occupied_holder(&c->pibt.occupied, cell);
    if (index != AS_NOBODY && stays(c, index, h)) return true;
  }
  return false;
}

/* Add up the sizes of those who share goals. */
static void add_sizes(astar_crowd *c)
{
  uint32_t i;
  for (i = 0; i < c->pibt.count; i++) {
    const as_pibt_agent *p = &c->pibt.agents[i];
    as_share *share;
    if (p->goal == AS_NO_GOAL || c->shares[p->goal].first == AS_NOT_SHARED) continue;
    share = &c->shares[c->shares[p->goal].first];
    share->sizes += p->size;
    share->squares += (uint64_t)p->size * p->size;
  }
}

/* The number of places of a shared goal, for the unit of its entry. */
static uint32_t places_of(const astar_crowd *c, uint32_t goal, uint32_t size)
{
  const as_share *share = &c->shares[goal], *first = &c->shares[share->first];
  return c->large > 0 ? as_square_places(size, share->agents, first->sizes, first->squares) : share->agents;
}

/* Find out who shares the goal of an entry. */
static void find_share(astar_crowd *c, uint32_t goal)
{
  const as_goal *entry = as_goals_at(&c->goals, goal);
  as_share *share = &c->shares[goal];
  uint32_t i;
  share->first = goal;
  share->agents = entry->users;
  share->settled = share->close = 0;
  share->sizes = share->squares = 0;
  for (i = 0; entry->shared && i < c->pibt.unit_count; i++) {
    const uint32_t other = as_goals_find(&c->goals, entry->node, c->pibt.units[i].unit);
    if (other == AS_NO_GOAL || other == goal) continue;
    share->first = other < share->first ? other : share->first;
    share->agents += as_goals_at(&c->goals, other)->users;
  }
  if (entry->users == 0 || !entry->shared || !entry->ready || share->agents < 2 || !as_goals_live(&c->goals, goal))
    share->first = AS_NOT_SHARED;
}

bool as_crowd_find_places(astar_crowd *c)
{
  holders h;
  uint32_t i;
  if (!as_reserve(&c->memory, &c->shares, &c->shares_capacity, c->goals.count, sizeof *c->shares)) return false;
  h.crowd = c;
  for (i = 0; i < c->goals.count; i++) find_share(c, i);
  if (c->large > 0) add_sizes(c);
  for (i = 0; i < c->goals.count; i++) {
    as_goals_forget_gaps(&c->goals, i);
    if (c->shares[i].first == AS_NOT_SHARED) continue;
    h.goal = i;
    h.size = astar_graph_unit_size(c->graph, as_goals_at(&c->goals, i)->unit);
    if (!as_goals_places(&c->goals, i, places_of(c, i, h.size), is_held, &h)) return false;
  }
  return true;
}

bool as_crowd_arrives(const astar_crowd *c, uint32_t index, uint32_t slot)
{
  const uint32_t goal = c->pibt.agents[index].goal;
  return c->shares[goal].first == AS_NOT_SHARED ? slot == as_crowd_target(c, index)
                                                : as_goals_is_place(&c->goals, goal, slot);
}

/* Count how many stand on the places of each goal. */
static void count_settled(astar_crowd *c)
{
  uint32_t i;
  for (i = 0; i < c->pibt.count; i++) {
    const as_pibt_agent *p = &c->pibt.agents[i];
    if (p->goal == AS_NO_GOAL || c->shares[p->goal].first == AS_NOT_SHARED || p->policy != AS_SETTLES) continue;
    c->shares[c->shares[p->goal].first].settled++;
  }
}

static bool have_all_settled(const astar_crowd *c, uint32_t goal)
{
  const as_share *share = &c->shares[c->shares[goal].first];
  return share->settled == share->agents;
}

static as_policy policy_of(const astar_crowd *c, uint32_t index)
{
  const as_agent *a = &c->agents[index];
  const as_pibt_agent *p = &c->pibt.agents[index];
  if (as_crowd_is_fixed(c, index)) return AS_FIXED; /* also while it finishes a step: no plan moves it on */
  if (a->to != AS_NO_SLOT) return AS_SEEKS;
  if (p->goal == AS_NO_GOAL || p->now == AS_NO_SLOT || !as_goals_at(&c->goals, p->goal)->ready) return AS_STILL;
  if (!as_crowd_arrives(c, index, p->now)) return as_crowd_gives_way(c, index) ? AS_STILL : AS_SEEKS;
  return c->shares[p->goal].first == AS_NOT_SHARED ? AS_STILL : AS_SETTLES;
}

/* ---- Gaps ---- */

/* Whether nobody stands on a place of a goal for long: it is free, or who stands there is leaving. */
static bool is_gap(const void *context, uint32_t slot)
{
  const holders *h = context;
  const as_agent *agents = h->crowd->agents;
  const uint32_t index = as_occupied_holder(&h->crowd->pibt.occupied, slot);
  return index == AS_NOBODY || (agents[index].to != AS_NO_SLOT && agents[index].to != slot);
}

static bool is_close(const void *context, uint32_t slot)
{
  const holders *h = context;
  const uint32_t index = as_occupied_holder(&h->crowd->pibt.occupied, slot);
  return index != AS_NOBODY && h->crowd->agents[index].close && has_node_of(h->crowd, index, h->goal);
}

static bool is_closed(const void *context, uint32_t slot)
{
  const holders *h = context;
  const uint32_t index = as_occupied_holder(&h->crowd->pibt.occupied, slot);
  return index != AS_NOBODY && as_crowd_is_fixed(h->crowd, index);
}

/*
** Note whether an agent that seeks its shared goal has been as near as twice the distance of the places, or where one
** step may bring it to one. False if out of memory.
*/
static bool note_close(astar_crowd *c, uint32_t index)
{
  const as_pibt_agent *p = &c->pibt.agents[index];
  const as_successor *head;
  double most, step = 0;
  uint32_t i;
  c->agents[index].close = false;
  if (p->policy != AS_SEEKS || c->agents[index].to != AS_NO_SLOT || p->size > 1) return true;
  if (c->shares[p->goal].first == AS_NOT_SHARED) return true;
  most = as_goals_place_far(&c->goals, p->goal);
  head = as_pibt_steps(&c->pibt, p->unit, p->now);
  if (!head) return false;
  for (i = 1; i <= head->slot; i++) step = as_max(step, head[i].cost);
  if (c->agents[index].best > most + as_max(most, step)) return true;
  c->agents[index].close = true;
  c->shares[c->shares[p->goal].first].close++;
  return true;
}

/*
** Whether half of the agents with a shared goal have settled. Before, there are gaps wherever one comes; and so there
** are for units of several cells, which have more places than they need.
*/
static bool are_scarce(const astar_crowd *c, uint32_t goal)
{
  const as_share *share = &c->shares[goal];
  if (share->first == AS_NOT_SHARED || astar_graph_unit_size(c->graph, as_goals_at(&c->goals, goal)->unit) > 1)
    return false;
  return 2 * (uint64_t)c->shares[share->first].settled >= share->agents;
}

/* Where agents have come close to the places of their goal, find the gaps among these. False if out of memory. */
static bool find_gaps(astar_crowd *c)
{
  as_gap_view view = {is_gap, is_closed, is_held, is_close, 0, NULL};
  holders h;
  uint32_t i;
  for (i = 0; i < c->goals.count && !are_scarce(c, i); i++) {}
  if (i == c->goals.count) return true;
  for (i = 0; i < c->pibt.count; i++) {
    if (!note_close(c, i)) return false;
  }
  h.crowd = c;
  h.size = 1;
  view.context = &h;
  for (i = 0; i < c->goals.count; i++) {
    if (!are_scarce(c, i)) continue;
    h.goal = i;
    view.waiters = c->shares[c->shares[i].first].close;
    if (view.waiters > 0 && !as_goals_find_gaps(&c->goals, i, &view)) return false;
  }
  return true;
}

bool as_crowd_set_policies(astar_crowd *c)
{
  bool settle = false;
  uint32_t i;
  for (i = 0; i < c->ids; i++) {
    if (!c->agents[i].used) continue;
    c->pibt.agents[i].policy = (uint8_t)policy_of(c, i);
    settle = settle || c->pibt.agents[i].policy == AS_SETTLES;
  }
  if (!settle) return true;
  count_settled(c);
  /* Where all have arrived, there is nowhere to move up to. */
  for (i = 0; i < c->ids; i++) {
    as_pibt_agent *p = &c->pibt.agents[i];
    if (p->policy == AS_SETTLES && have_all_settled(c, p->goal)) p->policy = AS_STILL;
  }
  return find_gaps(c);
}
