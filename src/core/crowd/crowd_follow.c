/*
** crowd_follow.c: takes edits of the graph into a crowd: slots of another layout, nodes that were removed, and distances that
** have changed. All can be repeated after a lack of memory.
*/
#include "crowd/crowd.h"

/* The slot of a node in the layout of the graph, if it is there; else AS_NO_SLOT. */
static uint32_t slot_of(const astar_crowd *c, astar_id node, uint32_t generation)
{
  return as_crowd_live(c, node, generation) ? as_slot(c->graph->layout, node) : AS_NO_SLOT;
}

/* The slot to which an agent would go, in the layout of the graph. */
static uint32_t wish_of(const astar_crowd *c, uint32_t wish)
{
  const astar_id node = wish == AS_NO_SLOT ? ASTAR_NO_ID : as_id(c->layout, wish);
  return node != ASTAR_NO_ID && astar_graph_has(c->graph, node, NULL) ? as_slot(c->graph->layout, node) : AS_NO_SLOT;
}

/* Reserve memory for holding the nodes of all agents in the layout of the graph. */
static bool reserve_all(astar_crowd *c, as_occupied *occupied)
{
  uint32_t i;
  if (!as_occupied_cover(occupied, &c->memory, as_slots(c->graph->layout))) return false;
  for (i = as_crowd_from(c, 0); i != AS_NOBODY; i = as_crowd_from(c, i + 1)) {
    const as_agent *a = &c->agents[i];
    const uint32_t now = slot_of(c, a->node, a->generation[AS_OF_NODE]), to = slot_of(c, a->next, a->generation[AS_OF_NEXT]);
    if ((now != AS_NO_SLOT && !as_occupied_reserve(occupied, &c->memory, now)) ||
        (to != AS_NO_SLOT && !as_occupied_reserve(occupied, &c->memory, to)))
      return false;
  }
  return true;
}

/* Hold a node in a new table, if it is there. */
static uint32_t hold(const astar_crowd *c, as_occupied *occupied, uint32_t index, astar_id node, uint32_t generation)
{
  const uint32_t slot = slot_of(c, node, generation);
  if (slot != AS_NO_SLOT) as_occupied_write(occupied, slot)->holder = index;
  return slot;
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
  for (i = as_crowd_from(c, 0); i != AS_NOBODY; i = as_crowd_from(c, i + 1)) {
    as_agent *a = &c->agents[i];
    c->pibt.agents[i].now = hold(c, &occupied, i, a->node, a->generation[AS_OF_NODE]);
    a->wish = wish_of(c, a->wish);
  }
  /* Who is entering a node holds it, also while another is leaving it. */
  for (i = as_crowd_from(c, 0); i != AS_NOBODY; i = as_crowd_from(c, i + 1)) {
    as_agent *a = &c->agents[i];
    a->to = hold(c, &occupied, i, a->next, a->generation[AS_OF_NEXT]);
  }
  as_occupied_free(&c->pibt.occupied, &c->memory);
  c->pibt.occupied = occupied;
  as_layout_release(c->layout);
  c->layout = as_layout_hold(c->graph->layout);
  return true;
}

/* Free the slot of a node that is gone. */
static void release(astar_crowd *c, uint32_t *slot)
{
  as_occupied_write(&c->pibt.occupied, *slot)->holder = AS_NOBODY;
  *slot = AS_NO_SLOT;
}

/* An agent stays where it was, as what it was entering is gone. So who is entering its node stays, too, and so on. */
static void turn_back(astar_crowd *c, uint32_t index)
{
  while (index != AS_NOBODY) {
    as_agent *a = &c->agents[index];
    const uint32_t now = c->pibt.agents[index].now;
    uint32_t follower = AS_NOBODY;
    a->to = AS_NO_SLOT;
    a->next = ASTAR_NO_ID;
    a->left = a->span = 0;
    if (now != AS_NO_SLOT) {
      as_stand *stand = as_occupied_write(&c->pibt.occupied, now);
      if (stand->holder != index) follower = stand->holder;
      stand->holder = index;
    }
    index = follower;
  }
}

/* Let an agent lose the nodes that are gone; it ends a step to one of them. */
static void follow_nodes(astar_crowd *c, uint32_t index)
{
  as_agent *a = &c->agents[index];
  as_pibt_agent *p = &c->pibt.agents[index];
  if (p->now != AS_NO_SLOT && !as_crowd_live(c, a->node, a->generation[AS_OF_NODE])) release(c, &p->now);
  if (p->now == AS_NO_SLOT) a->node = ASTAR_NO_ID;
  if (a->to == AS_NO_SLOT || !as_crowd_live(c, a->next, a->generation[AS_OF_NEXT])) {
    if (a->to != AS_NO_SLOT) release(c, &a->to);
    turn_back(c, index);
  }
  if (p->now == AS_NO_SLOT && a->to == AS_NO_SLOT) a->wish = AS_NO_SLOT;
  if (a->last != ASTAR_NO_ID && !as_crowd_live(c, a->last, a->generation[AS_OF_LAST])) a->last = ASTAR_NO_ID;
}

/* The slot of an agent's goal, if that is there. */
static void follow_goal(astar_crowd *c, uint32_t index)
{
  as_pibt_agent *p = &c->pibt.agents[index];
  as_agent *a = &c->agents[index];
  const bool asks = a->asked != ASTAR_NO_ID;
  const bool there = p->goal != AS_NO_GOAL && as_goals_live(&c->goals, p->goal);
  if (there) a->target = as_slot(c->layout, as_goals_at(&c->goals, p->goal)->node);
  if (asks && !as_crowd_live(c, a->asked, a->generation[AS_OF_ASKED])) as_crowd_lose_goal(c, index);
  else if (asks && !there) as_crowd_leave_goal(c, index);
  else if (p->goal != AS_NO_GOAL && !there) as_crowd_lose_goal(c, index);
}

bool as_crowd_follow(astar_crowd *c)
{
  const uint64_t version = astar_graph_version(c->graph);
  bool changed = false; /* by step, agents tell from their own distances */
  uint32_t i;
  if (version == c->version) return as_goals_follow(&c->goals, &changed);
  if (c->layout != c->graph->layout && !follow_layout(c)) return false;
  for (i = as_crowd_from(c, 0); i != AS_NOBODY; i = as_crowd_from(c, i + 1)) {
    follow_nodes(c, i);
    follow_goal(c, i);
  }
  if (!as_goals_follow(&c->goals, &changed)) return false;
  as_crowd_edited(c);
  c->version = version;
  return true;
}

astar_result astar_crowd_follow(astar_crowd *c)
{
  return as_crowd_follow(c) ? ASTAR_OK : ASTAR_NO_MEMORY;
}
