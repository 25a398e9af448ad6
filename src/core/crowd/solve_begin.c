/* solve_begin.c: where a solver begins: the agents that take part, where they have to go, and what becomes of it in the end. */
#include "crowd/solve.h"

#include "base/heap.h"

void as_solver_init(as_solver *v, as_memory *m, astar_graph *g, as_goals *goals)
{
  memset(v, 0, sizeof *v);
  v->memory = m;
  v->graph = g;
  v->goals = goals;
  v->standing = v->best = AS_NO_STATE;
  v->known = INFINITY;
  as_pibt_init(&v->pibt, m, g, goals, false);
}

void as_solver_free(as_solver *v)
{
  as_memory *m = v->memory;
  const size_t row = v->agents * sizeof(uint32_t);
  as_pibt_free(&v->pibt);
  as_free(m, v->who, v->agents, uint32_t);
  as_free(m, v->target_of, v->agents, uint32_t);
  as_free(m, v->next, v->agents, uint32_t);
  as_free(m, v->targets, v->target_capacity, as_target);
  as_free(m, v->places, v->place_capacity, uint32_t);
  as_free(m, v->states, v->state_capacity, as_state);
  if (row > 0) {
    (void)as_resize(m, v->slots, v->slot_capacity, 0, row);
    (void)as_resize(m, v->orders, v->order_capacity, 0, row);
  }
  as_free(m, v->buckets, v->bucket_count, uint32_t);
  as_free(m, v->open, v->open_capacity, uint32_t);
  as_free(m, v->constraints, v->constraint_capacity, as_constraint);
  as_free(m, v->turns, v->turn_capacity, as_turn);
  as_free(m, v->cheaper, v->cheaper_capacity, uint32_t);
  as_solver_init(v, m, v->graph, v->goals);
}

/* ---- Who takes part ---- */

/* Take over an agent of the crowd as the next one. False if out of memory. */
static bool take_agent(as_solver *v, const as_pibt *crowd, uint32_t agent, uint32_t index)
{
  const as_pibt_agent *a = &crowd->agents[agent];
  const as_manner manner = a->manner == AS_FIXED ? AS_FIXED : AS_STILL;
  uint32_t unit;
  if (!as_pibt_unit_of(&v->pibt, crowd->units[a->unit].unit, &unit) || !as_pibt_reserve(&v->pibt, a->now)) return false;
  as_pibt_set(&v->pibt, index, unit, a->goal, manner, a->salt);
  as_pibt_put(&v->pibt, index, a->now);
  v->who[index] = agent;
  v->target_of[index] = AS_NO_STATE;
  return true;
}

static bool take_agents(as_solver *v, const as_pibt *crowd, const as_solver_task *task)
{
  uint32_t count = 0, i;
  for (i = 0; i < crowd->count; i++) count += crowd->agents[i].now != AS_NO_SLOT;
  v->who = as_new(v->memory, count, uint32_t);
  v->target_of = as_new(v->memory, count, uint32_t);
  v->next = as_new(v->memory, count, uint32_t);
  v->agents = count;
  if (count > 0 && (!v->who || !v->target_of || !v->next)) return false;
  if (!as_pibt_size(&v->pibt, count)) return false;
  for (i = count = 0; i < crowd->count; i++) {
    if (crowd->agents[i].now != AS_NO_SLOT && !take_agent(v, crowd, i, count++)) return false;
  }
  for (i = 0; task->only != AS_NOBODY && !task->others_seek && i < count; i++) {
    if (v->who[i] != task->only) v->pibt.agents[i].goal = AS_NO_GOAL;
  }
  return as_pibt_begin(&v->pibt);
}

/* ---- Where they have to go ---- */

/* The target of a goal, made if there is none. AS_NO_STATE if out of memory. */
static uint32_t target_of(as_solver *v, uint32_t goal, as_costs *known)
{
  double *at = as_costs_make(known, v->memory, goal);
  as_target *t;
  if (!at) return AS_NO_STATE;
  if (*at >= 0) return (uint32_t)*at;
  if (!as_reserve(v->memory, &v->targets, &v->target_capacity, (uint64_t)v->target_count + 1, sizeof *v->targets))
    return AS_NO_STATE;
  t = &v->targets[v->target_count];
  memset(t, 0, sizeof *t);
  t->goal = goal;
  *at = v->target_count;
  return v->target_count++;
}

/* Find the target of each agent with a goal; or only of one of the crowd. False if out of memory. */
static bool find_targets(as_solver *v, uint32_t only)
{
  as_costs known;
  bool done = true;
  uint32_t i;
  memset(&known, 0, sizeof known);
  for (i = 0; i < v->agents && done; i++) {
    if (v->pibt.agents[i].goal == AS_NO_GOAL || (only != AS_NOBODY && v->who[i] != only)) continue;
    v->target_of[i] = target_of(v, v->pibt.agents[i].goal, &known);
    done = v->target_of[i] != AS_NO_STATE;
    if (done) v->targets[v->target_of[i]].agents++;
  }
  as_costs_free(&known, v->memory);
  return done;
}

/* Which places are not to be had: those of targets that have theirs, and those of fixed agents with other goals. */
typedef struct taken {
  const as_solver *solver;
  const as_target *target;
  as_costs places; /* 0 for slots of targets that have theirs */
} taken;

static bool is_taken(const void *context, uint32_t slot)
{
  const taken *t = context;
  const as_pibt *p = &t->solver->pibt;
  const uint32_t holder = as_occupied_holder(&p->occupied, slot);
  if (as_costs_get(&t->places, slot) >= 0) return true;
  return holder != AS_NOBODY && p->agents[holder].manner == AS_FIXED && p->agents[holder].goal != t->target->goal;
}

static bool slot_before(const uint32_t *a, const uint32_t *b)
{
  return *a < *b;
}

AS_DEFINE_SORT(slots, uint32_t, slot_before)

/* Give a target the places of its goal: none, if that is one node and not to be had. False if out of memory. */
static bool give_places(as_solver *v, as_target *t, taken *others)
{
  const bool shared = t->several; /* the entry of a goal that several agents had once stays shared */
  const uint32_t node = as_slot(v->graph->layout, as_goals_at(v->goals, t->goal)->node);
  uint32_t i;
  others->target = t;
  t->first = v->place_count;
  if (!as_goals_live(v->goals, t->goal)) return true;
  if (shared && !as_goals_places(v->goals, t->goal, t->agents, is_taken, others)) return false;
  t->count = shared ? as_goals_place_count(v->goals, t->goal) : !is_taken(others, node);
  t->most = shared ? as_goals_place_far(v->goals, t->goal) : 0;
  if (!as_reserve(v->memory, &v->places, &v->place_capacity, (uint64_t)t->first + t->count, sizeof *v->places)) return false;
  for (i = 0; i < t->count; i++) {
    const uint32_t slot = shared ? as_goals_place_at(v->goals, t->goal, i) : node;
    double *mark = as_costs_make(&others->places, v->memory, slot);
    if (!mark) return false;
    *mark = 0;
    v->places[t->first + i] = slot;
  }
  v->place_count += t->count;
  slots_sort(v->places + t->first, t->count);
  return true;
}

/* Goals at one node, for several units, share its places. False if out of memory. */
static bool share_nodes(as_solver *v)
{
  as_costs nodes;
  bool done = true;
  uint32_t i;
  memset(&nodes, 0, sizeof nodes);
  for (i = 0; i < v->target_count && done; i++) {
    const uint32_t goal = v->targets[i].goal;
    double *first = as_costs_make(&nodes, v->memory, as_goals_at(v->goals, goal)->node);
    done = first != NULL;
    if (!done) break;
    v->targets[i].several = v->targets[i].agents > 1;
    if (*first < 0) {
      *first = i;
    } else {
      as_target *other = &v->targets[(uint32_t)*first];
      other->several = v->targets[i].several = true;
      as_goals_share(v->goals, other->goal);
      as_goals_share(v->goals, goal);
    }
  }
  as_costs_free(&nodes, v->memory);
  return done;
}

/* Give all targets their places: first those that are one node, as no other would do. False if out of memory. */
static bool give_all_places(as_solver *v)
{
  taken others;
  bool done = true;
  uint32_t pass, i;
  others.solver = v;
  memset(&others.places, 0, sizeof others.places);
  for (pass = 0; pass < 2; pass++) {
    for (i = 0; i < v->target_count && done; i++) {
      if (v->targets[i].several == (pass > 0)) done = give_places(v, &v->targets[i], &others);
    }
  }
  as_costs_free(&others.places, v->memory);
  return done;
}

/* ---- Beginning ---- */

typedef struct remote {
  double far;
  uint32_t agent;
} remote;

static bool remote_before(const remote *a, const remote *b)
{
  return a->far != b->far ? a->far > b->far : a->agent < b->agent;
}

AS_DEFINE_SORT(remotes, remote, remote_before)

/* The order of the first state: who has the longest way goes first. False if out of memory. */
static bool choose_order(as_solver *v, uint32_t *order)
{
  remote *list = as_new(v->memory, v->agents, remote);
  bool done = list || v->agents == 0;
  uint32_t i;
  for (i = 0; i < v->agents && done; i++) {
    const as_pibt_agent *a = &v->pibt.agents[i];
    list[i].agent = i;
    list[i].far = a->goal == AS_NO_GOAL ? 0 : as_goals_distance(v->goals, a->goal, a->now);
    done = !isnan(list[i].far);
  }
  if (done) {
    remotes_sort(list, v->agents);
    for (i = 0; i < v->agents; i++) order[i] = list[i].agent;
  }
  as_free(v->memory, list, v->agents, remote);
  return done;
}

/* Make the first state: where the agents are. False if out of memory. */
static bool begin_state(as_solver *v)
{
  bool done;
  uint32_t *order = as_new(v->memory, v->agents, uint32_t);
  uint32_t i;
  for (i = 0; i < v->agents; i++) v->next[i] = v->pibt.agents[i].now;
  done = (order || v->agents == 0) && choose_order(v, order) && as_solver_add_first(v, order);
  as_free(v->memory, order, v->agents, uint32_t);
  return done;
}

bool as_solver_begin(as_solver *v, const as_pibt *crowd, as_solver_task task)
{
  as_solver_free(v);
  v->rounds = task.moment;
  if (take_agents(v, crowd, &task) && find_targets(v, task.only) && share_nodes(v) && give_all_places(v) && begin_state(v)) return true;
  as_solver_free(v);
  return false;
}

/* ---- What becomes of it ---- */

bool as_solver_plan(as_solver *v, as_plan *plan, uint32_t agents)
{
  uint32_t steps = 0, state, i;
  uint32_t *slots;
  size_t count;
  for (state = v->best; v->states[state].parent != AS_NO_STATE; state = v->states[state].parent) steps++;
  count = (size_t)steps * agents;
  if (agents > 0 && count / agents != steps) return false;
  slots = as_new(v->memory, count, uint32_t);
  if (!slots && count > 0) return false;
  as_plan_drop(plan, v->memory);
  if (slots) memset(slots, 0xFF, count * sizeof *slots); /* AS_NO_SLOT */
  plan->slots = slots;
  plan->steps = steps;
  plan->agents = agents;
  plan->cost = v->known = v->states[v->best].g;
  for (state = v->best; steps-- > 0; state = v->states[state].parent) {
    for (i = 0; i < v->agents; i++)
      slots[(size_t)steps * agents + v->who[i]] = v->slots[(size_t)state * v->agents + i];
  }
  return true;
}
