/* crowd.c: makes crowds, and adds, edits and removes their agents. */
#include "crowd/crowd.h"

astar_crowd_def astar_default_crowd(void)
{
  astar_crowd_def def;
  def.durations = false;
  def.patience = 32;
  def.expansions = 20000;
  return def;
}

astar_agent_def astar_default_agent(void)
{
  astar_agent_def def;
  def.node = def.goal = ASTAR_NO_ID;
  def.unit = ASTAR_NO_UNIT;
  def.priority = 0;
  def.fixed = false;
  def.speed = 1;
  return def;
}

astar_crowd *astar_crowd_create(astar_alloc alloc, void *context, astar_graph *g, const astar_crowd_def *def)
{
  astar_crowd *c = as_object_create(alloc, context, sizeof *c);
  astar_assert(def->patience >= 1 && def->expansions >= 1);
  if (!c) return NULL;
  c->graph = g;
  c->def = *def;
  c->layout = as_layout_hold(g->layout);
  c->version = astar_graph_version(g);
  c->free = AS_NOBODY;
  c->shape = 1;
  c->most_moves = c->most_expansions = UINT64_MAX;
  as_goals_init(&c->goals, &c->memory, c->memory.alloc, c->memory.context, g);
  as_pibt_init(&c->pibt, &c->memory, g, &c->goals);
  c->pibt.fills = true;
  as_solver_init(&c->solver, &c->memory, g, &c->goals);
  as_groups_init(&c->groups, &c->memory, c, as_crowd_group_ops());
  return c;
}

void astar_crowd_destroy(astar_crowd *c)
{
  if (!c) return;
  as_solver_free(&c->solver);
  as_groups_free(&c->groups);
  astar_finder_destroy(c->finder);
  as_plan_drop(&c->plan, &c->memory);
  as_pibt_free(&c->pibt);
  as_goals_free(&c->goals);
  as_crowd_order_free(c);
  as_free(&c->memory, c->agents, c->capacity, as_agent);
  as_free(&c->memory, c->shares, c->shares_capacity, as_share);
  as_layout_release(c->layout);
  as_object_free(c, sizeof *c);
}

astar_crowd_def astar_crowd_get(const astar_crowd *c)
{
  return c->def;
}

size_t astar_crowd_memory(const astar_crowd *c)
{
  return c->memory.used + as_goals_memory(&c->goals) + (c->finder ? astar_finder_memory(c->finder) : 0);
}

void astar_crowd_limit(astar_crowd *c, uint64_t moves, uint64_t expansions)
{
  c->most_moves = moves;
  c->most_expansions = expansions;
}

double astar_crowd_time(const astar_crowd *c)
{
  return ((double)c->now + c->pending) / (double)AS_SECOND;
}

/* ---- Agents ---- */

/* Make room for one more agent. False if out of memory; then nothing has changed. */
static bool reserve_agent(astar_crowd *c)
{
  const uint32_t wanted = c->free != AS_NOBODY ? c->ids : c->ids + 1;
  return as_reserve(&c->memory, &c->agents, &c->capacity, wanted, sizeof *c->agents) &&
         as_pibt_size(&c->pibt, wanted) && as_crowd_order_reserve(c, wanted);
}

/* Take an index for a new agent. There is room. */
static uint32_t take_index(astar_crowd *c)
{
  const uint32_t index = c->free != AS_NOBODY ? c->free : c->ids;
  as_agent *a = &c->agents[index];
  uint32_t version = 0;
  if (c->free != AS_NOBODY) {
    version = a->version;
    c->free = a->free;
  } else {
    c->ids++;
  }
  memset(a, 0, sizeof *a);
  a->version = version;
  a->free = AS_NOBODY;
  a->used = true;
  c->count++;
  return index;
}

/* Put an agent that is nowhere on a node, for which memory is reserved. */
static void place(astar_crowd *c, uint32_t index, astar_id node)
{
  (void)astar_graph_has(c->graph, node, &c->agents[index].generation[AS_OF_NOW]);
  as_pibt_put(&c->pibt, index, as_slot(c->layout, node));
}

/* Others that are leaving what an agent was entering hold it again. */
static void give_back(astar_crowd *c, uint32_t index, uint32_t slot)
{
  const uint32_t size = c->pibt.agents[index].size;
  uint32_t i, k;
  for (i = 0; i < c->ids; i++) {
    const uint32_t now = c->pibt.agents[i].now;
    if (i == index || c->agents[i].to == AS_NO_SLOT || now == AS_NO_SLOT) continue;
    for (k = 0; k < size * size; k++) {
      const uint32_t cell = as_square_at(c->graph, size, slot, k);
      if (cell != AS_NO_SLOT && as_pibt_covers(&c->pibt, i, now, cell) &&
          as_occupied_holder(&c->pibt.occupied, cell) == AS_NOBODY)
        as_occupied_write(&c->pibt.occupied, cell)->holder = i;
    }
  }
}

/* Take an agent from its node, and the one that it is entering. */
static void displace(astar_crowd *c, uint32_t index)
{
  as_agent *a = &c->agents[index];
  if (c->pibt.agents[index].now != AS_NO_SLOT) as_pibt_lift(&c->pibt, index);
  if (a->to != AS_NO_SLOT) {
    as_pibt_release(&c->pibt, index, a->to);
    give_back(c, index, a->to);
  }
  a->to = a->last = a->preferred = AS_NO_SLOT;
  a->left = a->span = a->pace = 0;
}

astar_result astar_crowd_add(astar_crowd *c, const astar_agent_def *def, astar_agent *agent)
{
  const uint32_t size = astar_graph_unit_size(c->graph, def->unit);
  uint32_t index, unit, slot;
  as_agent *a;
  if (c->free == AS_NOBODY && c->ids >= 0x80000000u) return ASTAR_FULL;
  if (!as_crowd_follow(c) || !reserve_agent(c) || !as_pibt_unit_of(&c->pibt, def->unit, &unit)) return ASTAR_NO_MEMORY;
  slot = as_slot(c->layout, def->node);
  if (!as_pibt_reserve(&c->pibt, size, slot)) return ASTAR_NO_MEMORY;
  index = take_index(c);
  a = &c->agents[index];
  a->priority = def->priority;
  a->fixed = def->fixed;
  a->unit = def->unit;
  a->to = a->last = a->preferred = AS_NO_SLOT;
  a->left_at = AS_AT_GOAL;
  a->coming = AS_NO_GOAL;
  a->speed = def->speed;
  a->beat = AS_SECOND;
  as_pibt_set(&c->pibt, index, unit, AS_NO_GOAL, AS_STILL, index + 1);
  c->pibt.agents[index].speed = def->speed;
  c->pibt.agents[index].size = size;
  c->large += size > 1;
  place(c, index, def->node);
  as_crowd_ask(c, index, def->goal);
  as_crowd_rank(c, index);
  as_crowd_edited(c);
  *agent = index + 1;
  return ASTAR_OK;
}

void astar_crowd_remove(astar_crowd *c, astar_agent agent)
{
  const uint32_t index = agent - 1;
  as_agent *a = &c->agents[index];
  astar_assert(astar_crowd_has(c, agent, NULL));
  as_groups_leave(&c->groups, index);
  displace(c, index);
  as_crowd_ask(c, index, ASTAR_NO_ID);
  as_crowd_rank(c, index);
  c->pibt.agents[index].policy = AS_STILL;
  c->large -= c->pibt.agents[index].size > 1;
  a->used = false;
  c->count--;
  as_crowd_edited(c);
  if (a->version == UINT32_MAX) return; /* no generation is left for its id */
  a->version++;
  a->free = c->free;
  c->free = index;
}

uint32_t astar_crowd_count(const astar_crowd *c)
{
  return c->count;
}

astar_agent astar_crowd_next(const astar_crowd *c, astar_agent agent)
{
  const uint32_t index = as_crowd_from(c, agent);
  return index == AS_NOBODY ? ASTAR_NO_AGENT : index + 1;
}

bool astar_crowd_has(const astar_crowd *c, astar_agent agent, uint32_t *generation)
{
  if (agent - 1 >= c->ids) return false;
  if (generation) *generation = c->agents[agent - 1].version;
  return c->agents[agent - 1].used;
}

astar_agent astar_crowd_next_id(const astar_crowd *c, uint32_t *generation)
{
  const bool reused = c->free != AS_NOBODY;
  if (generation) *generation = reused ? c->agents[c->free].version : 0;
  return (reused ? c->free : c->ids) + 1;
}

/* ---- Edits ---- */

astar_result astar_crowd_set_node(astar_crowd *c, astar_agent agent, astar_id node)
{
  const uint32_t index = agent - 1, goal = c->pibt.agents[index].goal;
  uint32_t slot;
  if (!as_crowd_follow(c)) return ASTAR_NO_MEMORY;
  slot = as_slot(c->layout, node);
  astar_assert(as_pibt_holder(&c->pibt, c->pibt.agents[index].size, slot, index) == AS_NOBODY);
  if (!as_pibt_reserve(&c->pibt, c->pibt.agents[index].size, slot)) return ASTAR_NO_MEMORY;
  displace(c, index);
  place(c, index, node);
  if (goal != AS_NO_GOAL && !as_goals_is_shared(&c->goals, goal)) as_goals_aim(&c->goals, goal, slot);
  c->agents[index].status = ASTAR_AGENT_MOVING;
  as_agent_restart(c, &c->agents[index]);
  c->agents[index].first_at = AS_NEVER;
  as_crowd_edited(c);
  return ASTAR_OK;
}

astar_result astar_crowd_set_goal(astar_crowd *c, astar_agent agent, astar_id goal)
{
  if (!as_crowd_follow(c)) return ASTAR_NO_MEMORY;
  as_groups_leave(&c->groups, agent - 1);
  as_crowd_ask(c, agent - 1, goal);
  as_crowd_edited_agent(c, agent - 1);
  return ASTAR_OK;
}

void astar_crowd_set_priority(astar_crowd *c, astar_agent agent, double priority)
{
  c->agents[agent - 1].priority = priority;
  as_crowd_rank(c, agent - 1);
  as_crowd_edited_agent(c, agent - 1);
}

void astar_crowd_set_speed(astar_crowd *c, astar_agent agent, double speed)
{
  c->shape += (speed == 0) != (c->agents[agent - 1].speed == 0);
  c->agents[agent - 1].speed = c->pibt.agents[agent - 1].speed = speed;
  as_crowd_edited_agent(c, agent - 1);
}

void astar_crowd_set_fixed(astar_crowd *c, astar_agent agent, bool fixed)
{
  c->shape += fixed != c->agents[agent - 1].fixed;
  c->agents[agent - 1].fixed = fixed;
  as_crowd_edited_agent(c, agent - 1);
}
