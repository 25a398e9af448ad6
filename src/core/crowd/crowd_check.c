/* crowd_check.c: checks the invariants of a crowd. */
#include "crowd/crowd.h"

/* Whether an agent holds the slot where it is: perhaps another is entering it, and comes when this one has gone. */
static bool is_held(const astar_crowd *c, uint32_t index, uint32_t slot)
{
  const uint32_t size = c->pibt.agents[index].size;
  uint32_t k;
  for (k = 0; k < size * size; k++) {
    const uint32_t cell = as_square_at(c->graph, size, slot, k);
    const uint32_t holder = cell == AS_NO_SLOT ? index : as_occupied_holder(&c->pibt.occupied, cell);
    if (holder == index) continue;
    if (c->agents[index].to == AS_NO_SLOT || c->agents[index].to == slot || holder == AS_NOBODY) return false;
    if (c->agents[holder].to == AS_NO_SLOT || !as_pibt_covers(&c->pibt, holder, c->agents[holder].to, cell))
      return false;
    if (c->agents[holder].left < c->agents[index].left) return false;
  }
  return true;
}

/* An agent is held by its nodes, and is sensible by itself. */
static void check_agent(const astar_crowd *c, uint32_t index)
{
  const as_agent *a = &c->agents[index];
  const as_pibt_agent *p = &c->pibt.agents[index];
  astar_check(p->next == AS_NO_SLOT && p->frame == AS_NOBODY);
  astar_check(p->unit < c->pibt.unit_count && c->pibt.units[p->unit].unit == a->unit);
  astar_check(p->goal == AS_NO_GOAL || as_goals_at(&c->goals, p->goal)->users > 0);
  astar_check(p->now == AS_NO_SLOT || is_held(c, index, p->now));
  astar_check(a->to == AS_NO_SLOT || (is_held(c, index, a->to) && a->to != p->now));
  astar_check((a->to != AS_NO_SLOT) == (a->left > 0) && a->left <= a->span && (a->left == 0) == (a->span == 0));
  astar_check(a->best_at <= c->now && (a->left_at == AS_AT_GOAL || a->left_at <= c->now));
  astar_check(a->beat > 0 && a->speed >= 0);
  astar_check(a->came_at <= c->now && (a->first_at == AS_NEVER || a->first_at <= c->now));
  astar_check(!(a->lost && p->goal != AS_NO_GOAL));
  astar_check(a->asked == ASTAR_NO_ID || !a->lost);
  astar_check(!as_crowd_is_idle(c, index) || a->left_at == AS_AT_GOAL);
}

static bool covers(const astar_crowd *c, uint32_t index, uint32_t slot)
{
  const uint32_t now = c->pibt.agents[index].now, to = c->agents[index].to;
  return (now != AS_NO_SLOT && as_pibt_covers(&c->pibt, index, now, slot)) ||
         (to != AS_NO_SLOT && as_pibt_covers(&c->pibt, index, to, slot));
}

/* Nodes are held by agents that are there, and nothing is claimed. */
static void check_occupied(const astar_crowd *c)
{
  const as_occupied *o = &c->pibt.occupied;
  const uint32_t slots = o->directory_size << AS_OCCUPIED_BITS;
  uint32_t slot;
  for (slot = 0; slot < slots; slot++) {
    const as_stand *stand = as_occupied_at(o, slot);
    astar_check(stand->claim == AS_NOBODY);
    if (stand->holder == AS_NOBODY) continue;
    astar_check(stand->holder < c->ids && c->agents[stand->holder].used);
    astar_check(covers(c, stand->holder, slot));
  }
}

/* Entries that are not ready are counted. */
static void check_goals(const as_goals *gs)
{
  uint32_t unready = 0, i;
  for (i = 0; i < gs->count; i++) {
    if (gs->list[i].users > 0 && !gs->list[i].ready) unready++;
  }
  astar_check(unready == gs->unready);
}

/* The order has each agent once, but for those that have moved in it; and it is sorted. */
static void check_order(const astar_crowd *c)
{
  uint32_t listed = 0, last = AS_NOBODY, i;
  for (i = 0; i < c->order_count; i++) {
    const uint32_t index = c->order[i];
    const as_agent *a = &c->agents[index], *before = last == AS_NOBODY ? NULL : &c->agents[last];
    if (c->ranked[index]) continue;
    astar_check(a->used);
    astar_check(!before || before->priority >= a->priority);
    if (before && before->priority == a->priority)
      astar_check(before->left_at < a->left_at || (before->left_at == a->left_at && last < index));
    last = index;
    listed++;
  }
  for (i = 0; i < c->moved_count; i++) {
    astar_check(c->ranked[c->moved[i]]);
    if (c->agents[c->moved[i]].used) listed++;
  }
  astar_check(listed == c->count);
}

void astar_crowd_validate(const astar_crowd *c)
{
  uint32_t count = 0, free = 0, asking = 0, i;
  for (i = 0; i < c->ids; i++) {
    if (c->agents[i].used) {
      count++;
      asking += c->agents[i].asked != ASTAR_NO_ID;
      check_agent(c, i);
    } else {
      astar_check(c->pibt.agents[i].now == AS_NO_SLOT && c->pibt.agents[i].goal == AS_NO_GOAL);
    }
  }
  for (i = c->free; i != AS_NOBODY; i = c->agents[i].free) {
    astar_check(!c->agents[i].used);
    free++;
  }
  astar_check(count == c->count && count + free <= c->ids && asking == c->asking);
  astar_check(c->turn == 0 || c->turn < c->ids);
  astar_check(c->decided <= c->now && c->calm_at <= c->now);
  check_goals(&c->goals);
  check_occupied(c);
  check_order(c);
  as_groups_validate(&c->groups);
}
