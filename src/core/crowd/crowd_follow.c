/*
** crowd_follow.c: takes edits of the graph into a crowd: slots of another layout, nodes that were removed, and
** distances that have changed. All can be repeated after a lack of memory.
*/
#include "crowd/crowd.h"

/* The slot of a node of an agent in the layout of the graph, if it is there; else AS_NO_SLOT. */
static uint32_t slot_of(const astar_crowd *c, uint32_t index, as_node_role role)
{
  const astar_id node = as_crowd_node(c, index, role);
  return node == ASTAR_NO_ID ? AS_NO_SLOT : as_slot(c->graph->layout, node);
}

/* The slot to which an agent would go, in the layout of the graph. */
static uint32_t preferred_of(const astar_crowd *c, uint32_t preferred)
{
  const astar_id node = preferred == AS_NO_SLOT ? ASTAR_NO_ID : as_id(c->layout, preferred);
  return astar_graph_has(c->graph, node, NULL) ? as_slot(c->graph->layout, node) : AS_NO_SLOT;
}

/* Reserve memory for holding the nodes of all agents in the layout of the graph. */
static bool reserve_all(astar_crowd *c, as_occupied *occupied)
{
  uint32_t i;
  if (!as_occupied_cover(occupied, &c->memory, as_slots(c->graph->layout))) return false;
  for (i = as_crowd_from(c, 0); i != AS_NOBODY; i = as_crowd_from(c, i + 1)) {
    const uint32_t now = slot_of(c, i, AS_OF_NOW), to = slot_of(c, i, AS_OF_TO);
    const uint32_t size = c->pibt.agents[i].size;
    if (now != AS_NO_SLOT && !as_pibt_reserve_in(occupied, &c->memory, c->graph, size, now)) return false;
    if (to != AS_NO_SLOT && !as_pibt_reserve_in(occupied, &c->memory, c->graph, size, to)) return false;
  }
  return true;
}

/* Give all agents the slots of another layout. False if out of memory; then nothing has changed. */
static bool follow_layout(astar_crowd *c)
{
  as_occupied occupied;
  uint32_t i;
  memset(&occupied, 0, sizeof occupied);
  if (!reserve_all(c, &occupied)) {
    as_occupied_free(&occupied, &c->memory);
    return false;
  }
  as_occupied_free(&c->pibt.occupied, &c->memory);
  c->pibt.occupied = occupied;
  for (i = as_crowd_from(c, 0); i != AS_NOBODY; i = as_crowd_from(c, i + 1)) {
    as_agent *a = &c->agents[i];
    const uint32_t now = slot_of(c, i, AS_OF_NOW);
    c->pibt.agents[i].now = now;
    a->to = slot_of(c, i, AS_OF_TO);
    a->last = slot_of(c, i, AS_OF_LAST);
    a->preferred = preferred_of(c, a->preferred);
    if (now != AS_NO_SLOT) as_pibt_hold(&c->pibt, i, now);
  }
  /* Who is entering a node holds it, also while another is leaving it. */
  for (i = as_crowd_from(c, 0); i != AS_NOBODY; i = as_crowd_from(c, i + 1)) {
    if (c->agents[i].to != AS_NO_SLOT) as_pibt_hold(&c->pibt, i, c->agents[i].to);
  }
  as_layout_release(c->layout);
  c->layout = as_layout_hold(c->graph->layout);
  return true;
}

/* An agent ends the step that it is making, and stays where it was. */
static void turn_back(astar_crowd *c, uint32_t index)
{
  as_agent *a = &c->agents[index];
  if (a->to != AS_NO_SLOT) as_pibt_release(&c->pibt, index, a->to);
  if (c->pibt.agents[index].now != AS_NO_SLOT) as_pibt_hold(&c->pibt, index, c->pibt.agents[index].now);
  a->to = AS_NO_SLOT;
  a->left = a->span = 0;
}

/* Whether an agent is between two nodes, and another one holds what it was entering. */
static bool is_shut_out(const astar_crowd *c, uint32_t index)
{
  const uint32_t to = c->agents[index].to;
  return to != AS_NO_SLOT && as_pibt_holder(&c->pibt, c->pibt.agents[index].size, to, index) != AS_NOBODY;
}

/*
** Who was entering what another one has turned back to turns back, too, and so on. O(agents) for each agent in such a
** row.
*/
static void turn_followers(astar_crowd *c)
{
  bool turned = true;
  uint32_t i;
  while (turned) {
    turned = false;
    for (i = 0; i < c->ids; i++) {
      if (!is_shut_out(c, i)) continue;
      turn_back(c, i);
      turned = true;
    }
  }
}

/* Let an agent lose the nodes that are gone; it ends a step to one of them. */
static void follow_nodes(astar_crowd *c, uint32_t index)
{
  as_agent *a = &c->agents[index];
  as_pibt_agent *p = &c->pibt.agents[index];
  if (p->now != AS_NO_SLOT && as_crowd_node(c, index, AS_OF_NOW) == ASTAR_NO_ID) as_pibt_lift(&c->pibt, index);
  if (a->span > 0 && as_crowd_node(c, index, AS_OF_TO) == ASTAR_NO_ID) turn_back(c, index);
  if (p->now == AS_NO_SLOT && a->to == AS_NO_SLOT) a->preferred = AS_NO_SLOT;
  if (as_crowd_node(c, index, AS_OF_LAST) == ASTAR_NO_ID) a->last = AS_NO_SLOT;
}

/* Let an agent lose a goal that is gone. */
static void follow_goal(astar_crowd *c, uint32_t index)
{
  const as_pibt_agent *p = &c->pibt.agents[index];
  const bool asks = c->agents[index].asked != ASTAR_NO_ID;
  const bool there = p->goal != AS_NO_GOAL && as_goals_live(&c->goals, p->goal);
  if (asks && as_crowd_node(c, index, AS_OF_ASKED) == ASTAR_NO_ID) as_crowd_lose_goal(c, index);
  else if (asks && !there) as_crowd_leave_goal(c, index);
  else if (p->goal != AS_NO_GOAL && !there) as_crowd_lose_goal(c, index);
}

/* What a decision has searched for that then lacked memory is forgotten. False if out of memory. */
static bool restore(astar_crowd *c)
{
  return !c->goals.torn || as_goals_restore(&c->goals);
}

bool as_crowd_follow(astar_crowd *c)
{
  const uint64_t version = astar_graph_version(c->graph);
  bool changed = false; /* by step, agents tell from their own distances */
  uint32_t i;
  if (version == c->version) return as_goals_follow(&c->goals, &changed) && restore(c);
  if (c->layout != c->graph->layout && !follow_layout(c)) return false;
  for (i = as_crowd_from(c, 0); i != AS_NOBODY; i = as_crowd_from(c, i + 1)) {
    follow_nodes(c, i);
    follow_goal(c, i);
  }
  turn_followers(c);
  if (!as_goals_follow(&c->goals, &changed)) return false;
  as_crowd_edited(c);
  as_groups_follow(&c->groups);
  c->version = version;
  return restore(c);
}

astar_result astar_crowd_follow(astar_crowd *c)
{
  return as_crowd_follow(c) ? ASTAR_OK : ASTAR_NO_MEMORY;
}
