/* load_crowd.c: reads a saved crowd onto a graph and checks it; see saved_crowd.h for the format. */
#include "crowd/crowd.h"
#include "io/saved_crowd.h"
#include "io/saved_groups.h"
#include "io/stream.h"

#define AGENT "agent"

/* ---- Agents ---- */

/* Of a free id; that they are zero is not tested. */
static void skip_zeros(astar_reader *r)
{
  uint32_t i;
  for (i = 0; i < AS_SAVED_FREE_ZEROS; i++) (void)as_read(r, 1);
}

/* Read the ids, and chain those that are free. All are in use before. */
static astar_result load_ids(astar_crowd *c, astar_reader *r)
{
  const uint32_t ids = as_read32(r), freed = as_read32(r);
  uint32_t *last = &c->free, i;
  if (r->failed || ids > 0x80000000u || freed > ids || !as_left(r, freed, 4 + AS_SAVED_FREE_ZEROS) ||
      !as_left(r, ids - freed, AS_SAVED_AGENT))
    return as_malformed(r, "the agents are cut off");
  if (!as_permit(r, ids - freed, r->most_agents, "agents")) return ASTAR_MALFORMED;
  if (!as_reserve(&c->memory, &c->agents, &c->capacity, ids, sizeof *c->agents) || !as_pibt_size(&c->pibt, ids) ||
      !as_crowd_order_reserve(c, ids))
    return ASTAR_NO_MEMORY;
  for (i = 0; i < ids; i++) {
    memset(&c->agents[i], 0, sizeof c->agents[i]);
    c->agents[i].used = true;
    c->agents[i].to = c->agents[i].last = c->agents[i].preferred = AS_NO_SLOT;
    c->agents[i].free = AS_NOBODY;
    c->agents[i].left_at = AS_AT_GOAL;
    c->agents[i].coming = AS_NO_GOAL;
  }
  if (c->turn > 0 && c->turn >= ids) return as_malformed(r, "the turn of an agent that is not there");
  c->ids = ids;
  c->count = ids - freed;
  for (i = 0; i < freed; i++) {
    const uint32_t id = as_read32(r);
    skip_zeros(r);
    if (id - 1 >= ids || !c->agents[id - 1].used)
      return as_malformed_at(r, AGENT, id, "it is listed as free, but cannot be free");
    c->agents[id - 1].used = false;
    *last = id - 1;
    last = &c->agents[id - 1].free;
  }
  return ASTAR_OK;
}

/* Read a distance: NAN if none is known. */
static bool load_distance(astar_reader *r, double *distance)
{
  *distance = as_read_double(r);
  return isnan(*distance) ? !as_is_foreign_nan(*distance) : *distance >= 0;
}

/* The slot of a node, if the graph has it: then *generation is set. Else AS_NO_SLOT. */
static uint32_t slot_of(const astar_crowd *c, astar_id node, uint32_t *generation)
{
  return astar_graph_has(c->graph, node, generation) ? as_slot(c->layout, node) : AS_NO_SLOT;
}

/* The same, with memory for an agent to hold it. */
static astar_result find_slot(astar_crowd *c, uint32_t index, astar_id node, uint32_t *generation, uint32_t *slot)
{
  *slot = slot_of(c, node, generation);
  return *slot == AS_NO_SLOT || as_pibt_reserve(&c->pibt, c->pibt.agents[index].size, *slot) ? ASTAR_OK
                                                                                             : ASTAR_NO_MEMORY;
}

/*
** Whether an agent may be leaving a slot: nobody holds it, or one that is entering it, and comes later. No two may
** leave it: who does claims it, until all are read.
*/
static bool may_leave(const astar_crowd *c, uint32_t index, uint32_t slot)
{
  const as_stand *stand = as_occupied_at(&c->pibt.occupied, slot);
  if (stand->claim != AS_NOBODY) return false;
  if (stand->holder == AS_NOBODY || stand->holder == index) return true;
  return c->agents[stand->holder].to != AS_NO_SLOT && c->agents[stand->holder].left >= c->agents[index].left;
}

/* Let an agent hold what it leaves, as far as nobody is entering that. False if it cannot be there. */
static bool hold_left(astar_crowd *c, uint32_t index)
{
  const uint32_t size = c->pibt.agents[index].size, slot = c->pibt.agents[index].now;
  uint32_t k;
  for (k = 0; k < size * size; k++) {
    const uint32_t cell = as_square_at(c->graph, size, slot, k);
    as_stand *stand;
    if (cell == AS_NO_SLOT) continue;
    if (!may_leave(c, index, cell)) return false;
    stand = as_occupied_write(&c->pibt.occupied, cell);
    if (stand->holder == AS_NOBODY) stand->holder = index;
    stand->claim = index;
  }
  return true;
}

static void end_claims(astar_crowd *c, uint32_t index)
{
  const uint32_t size = c->pibt.agents[index].size, slot = c->pibt.agents[index].now;
  uint32_t k;
  for (k = 0; k < size * size; k++) {
    const uint32_t cell = as_square_at(c->graph, size, slot, k);
    if (cell != AS_NO_SLOT) as_occupied_write(&c->pibt.occupied, cell)->claim = AS_NOBODY;
  }
}

/* Let all agents hold their nodes: first what they stand on, or enter, then what they leave. */
static astar_result hold_all(astar_crowd *c, astar_reader *r)
{
  uint32_t i;
  for (i = as_crowd_from(c, 0); i != AS_NOBODY; i = as_crowd_from(c, i + 1)) {
    const uint32_t slot = as_crowd_slot(c, i);
    if (slot == AS_NO_SLOT) continue;
    if (as_pibt_holder(&c->pibt, c->pibt.agents[i].size, slot, AS_NOBODY) != AS_NOBODY)
      return as_malformed_at(r, AGENT, i + 1, "another one holds its node");
    as_pibt_hold(&c->pibt, i, slot);
  }
  for (i = as_crowd_from(c, 0); i != AS_NOBODY; i = as_crowd_from(c, i + 1)) {
    if (c->pibt.agents[i].now == AS_NO_SLOT || c->agents[i].to == AS_NO_SLOT) continue;
    if (c->pibt.agents[i].now == c->agents[i].to || !hold_left(c, i))
      return as_malformed_at(r, AGENT, i + 1, "another one holds its node");
  }
  for (i = as_crowd_from(c, 0); i != AS_NOBODY; i = as_crowd_from(c, i + 1)) {
    if (c->pibt.agents[i].now != AS_NO_SLOT) end_claims(c, i);
  }
  return ASTAR_OK;
}

/* Read an entry of `goals` that an agent has, and what is known of it. */
static astar_result load_entry(astar_crowd *c, astar_reader *r, uint32_t index, uint32_t flags, uint32_t *goal)
{
  const astar_id node = as_read32(r), aim = as_read32(r);
  const uint32_t expanded = as_read32(r);
  if (slot_of(c, node, NULL) == AS_NO_SLOT)
    return as_malformed_at(r, AGENT, index + 1, "the graph does not have its goal");
  if (!as_goals_take(&c->goals, node, c->agents[index].unit, slot_of(c, aim, NULL), goal)) return ASTAR_NO_MEMORY;
  if (flags & AS_SAVED_SHARED) as_goals_share(&c->goals, *goal);
  if (flags & AS_SAVED_READY) as_goals_ready(&c->goals, *goal);
  if (expanded == 0 || as_goals_is_shared(&c->goals, *goal)) return ASTAR_OK;
  return as_goals_replay(&c->goals, *goal, expanded - 1) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* Read what an agent's goal is. */
static astar_result load_goal(astar_crowd *c, astar_reader *r, uint32_t index, uint32_t flags)
{
  return load_entry(c, r, index, flags, &c->pibt.agents[index].goal);
}

/* Read the goal that an agent awaits. */
static astar_result load_asked(astar_crowd *c, astar_reader *r, uint32_t index)
{
  as_agent *a = &c->agents[index];
  astar_result result;
  uint32_t flags;
  a->asked = as_read32(r);
  if (slot_of(c, a->asked, &a->generation[AS_OF_ASKED]) == AS_NO_SLOT)
    return as_malformed_at(r, AGENT, index + 1, "the graph does not have the goal that it awaits");
  c->asking++;
  flags = (uint32_t)as_read(r, 1);
  if (flags == 0) return ASTAR_OK;
  result = load_entry(c, r, index, flags, &a->coming);
  if (result == ASTAR_OK && as_goals_at(&c->goals, a->coming)->node != a->asked)
    return as_malformed_at(r, AGENT, index + 1, "it does not search for the goal that it awaits");
  return result;
}

/* Read the step that an agent is making. It ends where the graph does not have the node to which it leads. */
static astar_result load_going(astar_crowd *c, astar_reader *r, uint32_t index)
{
  as_agent *a = &c->agents[index];
  const astar_id node = as_read32(r);
  astar_result result;
  a->left = as_read(r, 8);
  a->span = as_read(r, 8);
  if (a->left == 0 || a->left > a->span || a->span > AS_LONGEST)
    return as_malformed_at(r, AGENT, index + 1, "its step is not valid");
  result = find_slot(c, index, node, &a->generation[AS_OF_TO], &a->to);
  if (a->to == AS_NO_SLOT) a->left = a->span = 0;
  return result;
}

/* Read whether an agent can get to its goal. */
static bool load_verdict(astar_crowd *c, astar_reader *r, as_agent *a)
{
  const uint32_t verdict = (uint32_t)as_read(r, 1), barrier = as_read32(r);
  const bool holds = (verdict & AS_SAVED_JUDGED) != 0;
  a->verdict = (uint8_t)(verdict & ~(AS_SAVED_JUDGED | AS_SAVED_RETRIED));
  a->retried = (verdict & AS_SAVED_RETRIED) != 0;
  a->judged = holds ? c->shape : 0;
  c->resigned = c->resigned || a->verdict == AS_GAVE_UP || a->retried;
  a->barrier = barrier == 0 ? AS_NOBODY : barrier - 1;
  return a->verdict <= AS_GAVE_UP && (barrier == 0 || (holds && barrier <= c->ids));
}

/* Read what an agent has done so far. */
static bool load_past(astar_crowd *c, astar_reader *r, uint32_t index)
{
  as_agent *a = &c->agents[index];
  a->status = (uint8_t)as_read(r, 1);
  if (!load_distance(r, &a->best) || isnan(a->best) || !load_distance(r, &a->near)) return false;
  a->best_at = as_read(r, 8);
  a->left_at = as_read(r, 8);
  a->came_at = as_read(r, 8);
  a->first_at = as_read(r, 8);
  a->beat = as_read(r, 8);
  if (!load_verdict(c, r, a)) return false;
  a->preferred = slot_of(c, as_read32(r), NULL);
  a->last = slot_of(c, as_read32(r), &a->generation[AS_OF_LAST]);
  a->pace = as_read(r, 8);
  if (!load_distance(r, &c->pibt.agents[index].here) || !load_distance(r, &c->pibt.agents[index].far)) return false;
  return a->status <= ASTAR_AGENT_STUCK && a->best_at <= c->now && (a->left_at == AS_AT_GOAL || a->left_at <= c->now) &&
         a->came_at <= c->now && (a->first_at == AS_NEVER || a->first_at <= c->now) && a->beat >= AS_SHORTEST &&
         a->beat <= AS_LONGEST && (a->last == AS_NO_SLOT || a->pace > 0);
}

/* Whether a square of cells fits on the map. */
static bool is_on_map(const astar_crowd *c, uint32_t size)
{
  astar_grid_def def;
  if (!astar_grid_get(c->graph, &def)) return false;
  return size <= def.width && size <= def.height;
}

static astar_result load_agent(astar_crowd *c, astar_reader *r, uint32_t index)
{
  as_agent *a = &c->agents[index];
  as_pibt_agent *p = &c->pibt.agents[index];
  astar_result result = ASTAR_OK;
  const astar_id node = as_read32(r);
  uint32_t flags;
  a->unit = as_read32(r);
  p->size = as_read32(r);
  a->priority = as_read_double(r);
  a->speed = as_read_double(r);
  flags = (uint32_t)as_read(r, 1);
  if (r->failed || a->unit > astar_graph_unit_count(c->graph))
    return as_malformed_at(r, AGENT, index + 1, "the graph does not have its unit");
  if (p->size == 0 || (p->size > 1 && !is_on_map(c, p->size)))
    return as_malformed_at(r, AGENT, index + 1, "it is too large");
  c->large += p->size > 1;
  if (!(fabs(a->priority) <= DBL_MAX) || !(a->speed >= 0 && a->speed <= DBL_MAX) || flags >= 2 * AS_SAVED_ASKS ||
      (flags & AS_SAVED_LOST && flags & (AS_SAVED_HAS_GOAL | AS_SAVED_ASKS)) || !load_past(c, r, index))
    return as_malformed_at(r, AGENT, index + 1, "it is not valid");
  a->fixed = (flags & AS_SAVED_FIXED) != 0;
  a->lost = (flags & AS_SAVED_LOST) != 0;
  if (!as_pibt_unit_of(&c->pibt, a->unit, &p->unit)) return ASTAR_NO_MEMORY;
  as_pibt_set(&c->pibt, index, p->unit, AS_NO_GOAL, AS_STILL, index + 1);
  p->speed = a->speed;
  result = find_slot(c, index, node, &a->generation[AS_OF_NOW], &p->now);
  if (result == ASTAR_OK && flags & AS_SAVED_HAS_GOAL) result = load_goal(c, r, index, flags);
  if (result == ASTAR_OK && flags & AS_SAVED_ASKS) result = load_asked(c, r, index);
  if (result == ASTAR_OK && flags & AS_SAVED_GOING) result = load_going(c, r, index);
  if (result == ASTAR_OK && r->failed) result = as_malformed_at(r, AGENT, index + 1, "it is cut off");
  if (result == ASTAR_OK && as_crowd_is_idle(c, index) && a->left_at != AS_AT_GOAL)
    result = as_malformed_at(r, AGENT, index + 1, "it has no goal that it could have left");
  as_crowd_rank(c, index);
  return result;
}

static astar_result load_agents(astar_crowd *c, astar_reader *r)
{
  astar_result result = load_ids(c, r);
  uint32_t i;
  if (result != ASTAR_OK) return result;
  for (i = as_crowd_from(c, 0); i != AS_NOBODY && result == ASTAR_OK; i = as_crowd_from(c, i + 1))
    result = load_agent(c, r, i);
  return result == ASTAR_OK ? hold_all(c, r) : result;
}

/* ---- The plan ---- */

/* Whether an agent that takes no part holds what one of the plan would cover on a slot, and does not leave it. */
static bool is_held(const astar_crowd *c, uint32_t index, uint32_t slot)
{
  const uint32_t size = c->pibt.agents[index].size;
  uint32_t k;
  for (k = 0; k < size * size; k++) {
    const uint32_t cell = as_square_at(c->graph, size, slot, k);
    const uint32_t holder = cell == AS_NO_SLOT ? AS_NOBODY : as_occupied_holder(&c->pibt.occupied, cell);
    if (holder == AS_NOBODY || as_plan_has(&c->plan, holder)) continue;
    if (c->agents[holder].to == AS_NO_SLOT || as_pibt_covers(&c->pibt, holder, c->agents[holder].to, cell)) return true;
  }
  return false;
}

/* Whether an agent can go to a slot in one step, or stay there. Sets *failed if out of memory. */
static bool can_go(astar_crowd *c, uint32_t index, uint32_t slot, bool *failed)
{
  const as_pibt_agent *p = &c->pibt.agents[index];
  const as_successor *head;
  if (!as_pibt_may(&c->pibt, index, slot, AS_LONGEST)) return false;
  if (slot == p->now) return true;
  if (as_crowd_is_fixed(c, index) || is_held(c, index, slot)) return false;
  head = as_pibt_steps(&c->pibt, p->unit, p->now);
  *failed = !head;
  return head && as_steps_cost(head, slot) < INFINITY;
}

/* Claim what an agent goes to in a step of the plan, if it can. Sets *failed if out of memory. */
static bool try_claim(astar_crowd *c, uint32_t index, uint32_t slot, bool *failed)
{
  uint64_t span;
  if (c->pibt.agents[index].now == AS_NO_SLOT || !can_go(c, index, slot, failed)) return false;
  span = as_pibt_span(&c->pibt, index, slot);
  if (span != UINT64_MAX && as_pibt_claim(&c->pibt, index, slot, span)) return true;
  *failed = true;
  return false;
}

/* Whether nobody comes to what an agent leaves before that has gone, where steps take whole seconds. */
static bool comes_in_time(const astar_crowd *c, uint32_t index, uint32_t slot)
{
  const as_pibt_agent *p = &c->pibt.agents[index];
  const uint32_t holder = as_pibt_holder(&c->pibt, p->size, slot, index);
  if (!c->def.durations || holder == AS_NOBODY || !as_plan_has(&c->plan, holder)) return true;
  return c->pibt.agents[holder].span <= AS_SECOND;
}

/* Make one step of the plan, if it is legal. Sets *failed if out of memory. */
static bool try_step(astar_crowd *c, const uint32_t *slots, bool *failed)
{
  bool legal = true;
  uint32_t i;
  for (i = 0; i < c->plan.agents && legal; i++) legal = try_claim(c, c->plan.who[i], slots[i], failed);
  for (i = 0; i < c->plan.agents && legal; i++) legal = comes_in_time(c, c->plan.who[i], slots[i]);
  if (legal) as_pibt_apply(&c->pibt);
  else as_pibt_clear(&c->pibt);
  return legal;
}

/*
** Agents of the plan that are between two nodes begin it at the one that they enter. `from` becomes where all of them
** are.
*/
static void end_steps(astar_crowd *c, uint32_t *from)
{
  uint32_t i;
  for (i = 0; i < c->plan.agents; i++) {
    const uint32_t index = c->plan.who[i];
    as_pibt_agent *p = &c->pibt.agents[index];
    from[i] = p->now;
    if (c->agents[index].to == AS_NO_SLOT) continue;
    if (p->now != AS_NO_SLOT) as_pibt_lift(&c->pibt, index);
    p->now = c->agents[index].to;
  }
}

/*
** Put all agents back where they were before the plan was tried. Nodes of others may have been entered, as they leave
** them.
*/
static void put_back(astar_crowd *c, const uint32_t *from)
{
  uint32_t i;
  for (i = 0; i < c->plan.agents; i++) {
    as_pibt_agent *p = &c->pibt.agents[c->plan.who[i]];
    if (p->now != AS_NO_SLOT) as_pibt_lift(&c->pibt, c->plan.who[i]);
    p->now = from[i];
  }
  for (i = as_crowd_from(c, 0); i != AS_NOBODY; i = as_crowd_from(c, i + 1)) {
    if (c->pibt.agents[i].now != AS_NO_SLOT) as_pibt_hold(&c->pibt, i, c->pibt.agents[i].now);
  }
  for (i = as_crowd_from(c, 0); i != AS_NOBODY; i = as_crowd_from(c, i + 1)) {
    if (c->agents[i].to != AS_NO_SLOT) as_pibt_hold(&c->pibt, i, c->agents[i].to);
  }
}

/* Whether all steps of the plan are legal on this graph. Sets *failed if out of memory. */
static bool try_plan(astar_crowd *c, bool *failed)
{
  uint32_t step, *from = as_new(&c->memory, c->plan.agents, uint32_t);
  bool legal = true;
  c->pibt.timing = c->def.durations ? AS_IN_SECONDS : AS_IN_STEPS;
  *failed = !from || !as_pibt_begin(&c->pibt);
  if (*failed) {
    as_free(&c->memory, from, from ? c->plan.agents : 0, uint32_t);
    return false;
  }
  end_steps(c, from);
  for (step = 0; step < c->plan.steps && legal; step++)
    legal = try_step(c, c->plan.slots + (size_t)step * c->plan.agents, failed);
  put_back(c, from);
  as_free(&c->memory, from, c->plan.agents, uint32_t);
  return legal;
}

/* Read the agents of the plan. False if they are not valid. */
static bool load_who(astar_crowd *c, astar_reader *r)
{
  uint32_t i;
  for (i = 0; i < c->plan.agents; i++) {
    const uint32_t index = as_read32(r) - 1;
    if (index >= c->ids || !c->agents[index].used || (i > 0 && index <= c->plan.who[i - 1])) return false;
    c->plan.who[i] = index;
  }
  return true;
}

/* Read where they are after each step. False if the graph does not have a node. */
static bool load_slots(astar_crowd *c, astar_reader *r)
{
  const size_t count = (size_t)c->plan.steps * c->plan.agents;
  bool there = true;
  size_t k;
  for (k = 0; k < count; k++) {
    const astar_id node = as_read32(r);
    there = there && astar_graph_has(c->graph, node, NULL);
    c->plan.slots[k] = there ? as_slot(c->layout, node) : AS_NO_SLOT;
  }
  return there;
}

static astar_result load_plan(astar_crowd *c, astar_reader *r)
{
  const uint32_t steps = as_read32(r);
  as_plan *p = &c->plan;
  double cost;
  uint32_t whole, agents;
  bool failed = false;
  if (steps == 0) return ASTAR_OK;
  cost = as_read_double(r);
  whole = (uint32_t)as_read(r, 1);
  agents = as_read32(r);
  if (r->failed || whole > 1 || (whole == 1 && (c->def.durations || agents != c->count)) || agents == 0 ||
      agents > c->count || !(cost >= 0) || !as_left(r, (uint64_t)steps * agents + agents, 4))
    return as_malformed(r, "the plan is not valid");
  if ((uint64_t)steps * agents > SIZE_MAX / sizeof(uint32_t)) return ASTAR_NO_MEMORY;
  p->steps = steps;
  p->agents = agents;
  p->who = as_new(&c->memory, agents, uint32_t);
  p->slots = p->who ? as_new(&c->memory, (size_t)steps * agents, uint32_t) : NULL;
  if (!p->slots) {
    as_free(&c->memory, p->who, p->who ? agents : 0, uint32_t);
    memset(p, 0, sizeof *p);
    return ASTAR_NO_MEMORY;
  }
  p->cost = cost;
  p->whole = whole == 1;
  if (!load_who(c, r)) return as_malformed(r, "the plan is not valid");
  if (!load_slots(c, r) || !try_plan(c, &failed)) as_plan_drop(p, &c->memory);
  return failed ? ASTAR_NO_MEMORY : ASTAR_OK;
}

/* ---- The crowd ---- */

static bool is_agent(const void *crowd, uint32_t index)
{
  return ((const astar_crowd *)crowd)->agents[index].used;
}

astar_result astar_load_crowd(astar_alloc alloc, void *context, astar_reader *r, astar_graph *g, astar_crowd **crowd)
{
  astar_crowd_def def;
  astar_crowd *c;
  astar_result result;
  uint32_t durations;
  *crowd = NULL;
  if (r->kind != ASTAR_SAVED_CROWD) return as_malformed(r, "not a crowd");
  durations = (uint32_t)as_read(r, 1);
  def.durations = durations == 1;
  def.patience = as_read32(r);
  def.expansions = as_read(r, 8);
  if (r->failed || durations > 1 || def.patience == 0 || def.expansions == 0)
    return as_malformed(r, "the definition of the crowd is not valid");
  c = astar_crowd_create(alloc, context, g, &def);
  if (!c) return ASTAR_NO_MEMORY;
  c->now = as_read(r, 8);
  c->decided = as_read(r, 8);
  c->due = as_read(r, 8);
  c->calm_at = as_read(r, 8);
  c->pending = as_read_double(r);
  c->turn = as_read32(r);
  c->judge_from = as_read32(r);
  if (c->now >> 63 || c->decided > c->now || c->calm_at > c->now || !(c->pending >= 0 && c->pending < 1))
    result = as_malformed(r, "its time is not valid");
  else
    result = load_agents(c, r);
  if (result == ASTAR_OK) result = load_plan(c, r);
  if (result == ASTAR_OK) result = as_load_groups(&c->groups, r, c->ids, is_agent);
  if (result == ASTAR_OK && r->failed) result = as_malformed(r, "the crowd is cut off");
  if (result == ASTAR_OK) *crowd = c;
  else astar_crowd_destroy(c);
  return result;
}
