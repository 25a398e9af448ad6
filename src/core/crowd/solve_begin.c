/*
** solve_begin.c: where a solver begins: the agents that take part, where they have to go, and what becomes of it in the
** end.
*/
#include "crowd/solve.h"

#include "base/heap.h"
#include "base/sorted.h"

void as_solver_init(as_solver *v, as_memory *m, astar_graph *g, as_goals *goals)
{
  memset(v, 0, sizeof *v);
  v->memory = m;
  v->graph = g;
  v->goals = goals;
  v->standing = v->best = AS_NO_STATE;
  v->known = INFINITY;
  as_pibt_init(&v->pibt, m, g, goals);
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

/*
** The slot where an agent begins, if it takes part: it covers a slot of the part; else AS_NO_SLOT. `inside` is NULL if
** all agents take part.
*/
static uint32_t place_of(const as_pibt *crowd, uint32_t agent, uint32_t where, const as_costs *inside)
{
  const uint32_t size = crowd->agents[agent].size;
  uint32_t k;
  if (where == AS_NO_SLOT || !inside) return where;
  for (k = 0; k < size * size; k++) {
    const uint32_t cell = as_square_at(crowd->graph, size, where, k);
    if (cell != AS_NO_SLOT && as_costs_get(inside, cell) >= 0) return where;
  }
  return AS_NO_SLOT;
}

/* Take over an agent of the crowd as the next one. False if out of memory. */
static bool take_agent(as_solver *v, const as_pibt *crowd, uint32_t agent, uint32_t index, uint32_t slot)
{
  const as_pibt_agent *a = &crowd->agents[agent];
  const as_policy policy = a->policy == AS_FIXED ? AS_FIXED : AS_STILL;
  uint32_t unit;
  if (!as_pibt_unit_of(&v->pibt, crowd->units[a->unit].unit, &unit) || !as_pibt_reserve(&v->pibt, a->size, slot))
    return false;
  as_pibt_set(&v->pibt, index, unit, a->goal, policy, a->salt);
  v->pibt.agents[index].size = a->size;
  v->pibt.agents[index].speed = a->speed;
  as_pibt_put(&v->pibt, index, slot);
  v->who[index] = agent;
  v->target_of[index] = AS_NO_STATE;
  return true;
}

static bool take_agents(as_solver *v, const as_pibt *crowd, const uint32_t *where, const as_costs *inside)
{
  uint32_t count = 0, i;
  for (i = 0; i < crowd->count; i++) count += place_of(crowd, i, where[i], inside) != AS_NO_SLOT;
  v->who = as_new(v->memory, count, uint32_t);
  v->target_of = as_new(v->memory, count, uint32_t);
  v->next = as_new(v->memory, count, uint32_t);
  v->agents = count;
  v->pibt.timing = crowd->timing == AS_IN_SECONDS ? AS_IN_SECONDS : AS_IN_STEPS;
  if (count > 0 && (!v->who || !v->target_of || !v->next)) return false;
  if (!as_pibt_size(&v->pibt, count)) return false;
  for (i = count = 0; i < crowd->count; i++) {
    const uint32_t slot = place_of(crowd, i, where[i], inside);
    if (slot != AS_NO_SLOT && !take_agent(v, crowd, i, count++, slot)) return false;
  }
  return as_pibt_begin(&v->pibt);
}

/* Whether an agent that is not the one to help has to get to its goal. */
static bool has_to_arrive(const as_solver *v, uint32_t agent, const as_task *task)
{
  const as_goal *goal = as_goals_at(v->goals, v->pibt.agents[agent].goal);
  return !goal->shared && as_costs_get(task->inside, as_slot(v->graph->layout, goal->node)) >= 0;
}

/* Let others have goals only as far as they heed them. */
static void leave_goals(as_solver *v, const as_task *task)
{
  uint32_t i;
  for (i = 0; i < v->agents; i++) {
    as_pibt_agent *a = &v->pibt.agents[i];
    if (v->who[i] == task->only || a->goal == AS_NO_GOAL) continue;
    if (!as_goals_at(v->goals, a->goal)->ready || !as_goals_live(v->goals, a->goal) || task->others == AS_OTHERS_STAY ||
        (task->others == AS_OTHERS_ARRIVE && !has_to_arrive(v, i, task)))
      a->goal = AS_NO_GOAL;
  }
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

/* Count one more agent of a target. */
static void add_agent(as_target *t, uint32_t size)
{
  t->agents++;
  t->size = size > t->size ? size : t->size;
  t->sizes += size;
  t->squares += (uint64_t)size * size;
}

/* Find the target of each agent with a goal. False if out of memory. */
static bool find_targets(as_solver *v)
{
  as_costs known;
  bool done = true;
  uint32_t i;
  memset(&known, 0, sizeof known);
  for (i = 0; i < v->agents && done; i++) {
    if (v->pibt.agents[i].goal == AS_NO_GOAL) continue;
    v->target_of[i] = target_of(v, v->pibt.agents[i].goal, &known);
    done = v->target_of[i] != AS_NO_STATE;
    if (done) add_agent(&v->targets[v->target_of[i]], v->pibt.agents[i].size);
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
  const uint32_t size = t->target->size;
  uint32_t k;
  for (k = 0; k < size * size; k++) {
    const uint32_t cell = as_square_at(p->graph, size, slot, k);
    const uint32_t holder = cell == AS_NO_SLOT ? AS_NOBODY : as_occupied_holder(&p->occupied, cell);
    if (cell != AS_NO_SLOT && as_costs_get(&t->places, cell) >= 0) return true;
    if (holder != AS_NOBODY && p->agents[holder].policy == AS_FIXED && p->agents[holder].goal != t->target->goal)
      return true;
  }
  return false;
}

/* Nobody else has a place where an agent of a target would cover one of its own. False if out of memory. */
static bool mark(as_solver *v, const as_target *t, taken *others, uint32_t slot)
{
  uint32_t k;
  for (k = 0; k < t->size * t->size; k++) {
    const uint32_t cell = as_square_at(v->graph, t->size, slot, k);
    double *at = cell == AS_NO_SLOT ? NULL : as_costs_make(&others->places, v->memory, cell);
    if (cell == AS_NO_SLOT) continue;
    if (!at) return false;
    *at = 0;
  }
  return true;
}

/* Give a target the places of its goal: none, if that is one node and not to be had. False if out of memory. */
static bool give_places(as_solver *v, as_target *t, taken *others)
{
  const bool shared = t->several; /* the entry of a goal that several agents had once stays shared */
  const uint32_t node = as_slot(v->graph->layout, as_goals_at(v->goals, t->goal)->node);
  const uint32_t wanted = as_square_places(t->size, t->agents, t->sizes, t->squares);
  uint32_t i;
  others->target = t;
  t->first = v->place_count;
  if (!as_goals_live(v->goals, t->goal)) return true;
  if (shared && !as_goals_places(v->goals, t->goal, wanted, is_taken, others)) return false;
  t->count = shared ? as_goals_place_count(v->goals, t->goal) : !is_taken(others, node);
  t->most = shared ? as_goals_place_far(v->goals, t->goal) : 0;
  if (!as_reserve(v->memory, &v->places, &v->place_capacity, (uint64_t)t->first + t->count, sizeof *v->places))
    return false;
  for (i = 0; i < t->count; i++) {
    const uint32_t slot = shared ? as_goals_place_at(v->goals, t->goal, i) : node;
    if (!mark(v, t, others, slot)) return false;
    v->places[t->first + i] = slot;
  }
  v->place_count += t->count;
  as_sort(v->places + t->first, t->count);
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

/* Make a target of one agent, whose places are some slots. False if out of memory. */
static bool set_target(as_solver *v, uint32_t agent, const uint32_t *slots, uint32_t count, double most)
{
  as_target *t;
  if (!as_reserve(v->memory, &v->targets, &v->target_capacity, (uint64_t)v->target_count + 1, sizeof *v->targets) ||
      !as_reserve(v->memory, &v->places, &v->place_capacity, (uint64_t)v->place_count + count, sizeof *v->places))
    return false;
  memcpy(v->places + v->place_count, slots, count * sizeof *slots);
  t = &v->targets[v->target_count];
  memset(t, 0, sizeof *t);
  t->goal = v->pibt.agents[agent].goal;
  add_agent(t, v->pibt.agents[agent].size);
  t->first = v->place_count;
  t->count = count;
  t->most = most;
  v->place_count += count;
  v->target_of[agent] = v->target_count++;
  return true;
}

/* Make the targets of a task. False if out of memory. */
static bool set_targets(as_solver *v, const as_task *task)
{
  bool done = true;
  uint32_t i;
  for (i = 0; i < v->agents && done; i++) {
    const uint32_t goal = v->pibt.agents[i].goal;
    v->pibt.agents[i].guesses = v->who[i] != task->only;
    if (v->who[i] == task->only) {
      done = set_target(v, i, task->places, task->place_count, task->most);
    } else if (task->others == AS_OTHERS_ARRIVE && goal != AS_NO_GOAL) {
      const uint32_t slot = as_slot(v->graph->layout, as_goals_at(v->goals, goal)->node);
      done = set_target(v, i, &slot, 1, 0);
    }
  }
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

bool as_solver_begin(as_solver *v, const as_pibt *crowd, const uint32_t *where)
{
  as_solver_free(v);
  v->pibt.thorough = true;
  if (take_agents(v, crowd, where, NULL) && find_targets(v) && share_nodes(v) && give_all_places(v) && begin_state(v))
    return true;
  as_solver_free(v);
  return false;
}

bool as_solver_begin_part(as_solver *v, const as_pibt *crowd, const as_task *task)
{
  as_solver_free(v);
  v->rounds = task->moment;
  v->pibt.inside = task->inside;
  if (take_agents(v, crowd, task->where, task->inside)) {
    leave_goals(v, task);
    if (set_targets(v, task) && begin_state(v)) return true;
  }
  as_solver_free(v);
  return false;
}

/* ---- What becomes of it ---- */

static const uint32_t *slots_of(const as_solver *v, uint32_t state)
{
  return v->slots + (size_t)state * v->agents;
}

/* Whether an agent moves on the way to a state. */
static bool moves(const as_solver *v, uint32_t agent, uint32_t state)
{
  const uint32_t slot = slots_of(v, state)[agent];
  while (state != AS_NO_STATE && slots_of(v, state)[agent] == slot) state = v->states[state].parent;
  return state != AS_NO_STATE;
}

/*
** Make room in a new plan, with who takes part, as numbers of the solver. False if out of memory; then nothing is
** allocated.
*/
static bool make_plan(as_solver *v, as_plan *plan, uint32_t steps)
{
  uint32_t i, count = 0;
  for (i = 0; i < v->agents; i++) count += plan->whole || moves(v, i, v->best);
  if (count > 0 && (size_t)steps * count / count != steps) return false;
  plan->who = as_new(v->memory, count, uint32_t);
  plan->slots = as_new(v->memory, (size_t)steps * count, uint32_t);
  plan->agents = count;
  plan->steps = steps;
  if ((!plan->who && count > 0) || (!plan->slots && (size_t)steps * count > 0)) {
    if (!plan->who) as_free(v->memory, plan->slots, (size_t)steps * count, uint32_t);
    else as_free(v->memory, plan->who, count, uint32_t);
    return false;
  }
  for (i = count = 0; i < v->agents; i++) {
    if (plan->whole || moves(v, i, v->best)) plan->who[count++] = i;
  }
  return true;
}

bool as_solver_plan(as_solver *v, as_plan *plan, bool whole)
{
  as_plan made;
  uint32_t steps = 0, state, i;
  for (state = v->best; state != 0; state = v->states[state].parent) steps++;
  memset(&made, 0, sizeof made);
  made.whole = whole;
  if (!make_plan(v, &made, steps)) return false;
  as_plan_drop(plan, v->memory);
  made.cost = v->known = v->states[v->best].g;
  for (state = v->best; steps-- > 0; state = v->states[state].parent) {
    for (i = 0; i < made.agents; i++) made.slots[(size_t)steps * made.agents + i] = slots_of(v, state)[made.who[i]];
  }
  for (i = 0; i < made.agents; i++) made.who[i] = v->who[made.who[i]];
  *plan = made;
  return true;
}
