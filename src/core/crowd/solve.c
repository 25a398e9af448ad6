/* solve.c: see solve.h: states, and the successors that are made of them. */
#include "crowd/solve.h"

/* ---- What a state is worth ---- */

/* Whether a slot is one of several places of a target. O(log places). */
static bool is_place(const as_solver *v, const as_target *t, uint32_t slot)
{
  const uint32_t *place = v->places + t->first;
  uint32_t count = t->count;
  while (count > 1) {
    const uint32_t half = count / 2;
    if (place[half] <= slot) {
      place += half;
      count -= half;
    } else {
      count = half;
    }
  }
  return count > 0 && *place == slot;
}

/* Whether an agent is where it has to be, if it is at a slot. O(log places). */
static inline bool is_there(const as_solver *v, uint32_t agent, uint32_t slot)
{
  const as_target *t;
  if (v->target_of[agent] == AS_NO_STATE) return true;
  t = &v->targets[v->target_of[agent]];
  return t->count == 1 ? v->places[t->first] == slot : is_place(v, t, slot);
}

/*
** A lower bound on the distance from a slot to the goal of an agent: 0 where it is not worth a search. NAN if out of
** memory.
*/
static double distance_of(as_solver *v, uint32_t agent, uint32_t goal, uint32_t slot)
{
  double far;
  if (!v->pibt.agents[agent].guesses) return as_goals_distance(v->goals, goal, slot);
  far = as_goals_known(v->goals, goal, slot);
  return far < 0 ? 0 : far;
}

/* A lower bound on what brings all from some slots to their places; INFINITY if nothing does. NAN if out of memory. */
static double bound_of(as_solver *v, const uint32_t *slots)
{
  double sum = 0;
  uint32_t i;
  for (i = 0; i < v->agents; i++) {
    const as_target *t;
    double far;
    if (v->target_of[i] == AS_NO_STATE) continue;
    t = &v->targets[v->target_of[i]];
    if (t->count < t->agents) return INFINITY;
    if (v->pibt.agents[i].policy == AS_FIXED && !is_there(v, i, slots[i])) return INFINITY;
    far = distance_of(v, i, t->goal, slots[i]);
    if (isnan(far)) return NAN;
    if (far > t->most) sum += far - t->most;
  }
  return sum;
}

static bool all_are_there(const as_solver *v, const uint32_t *slots)
{
  uint32_t i;
  for (i = 0; i < v->agents && is_there(v, i, slots[i]); i++) {}
  return i == v->agents;
}

/* What it costs to go from some slots to others in one step, which is possible. NAN if out of memory. */
static double cost_of(as_solver *v, const uint32_t *from, const uint32_t *to)
{
  double sum = 0;
  uint32_t i;
  for (i = 0; i < v->agents; i++) {
    const uint32_t unit = v->pibt.agents[i].unit;
    const as_successor *head;
    if (from[i] == to[i] && is_there(v, i, to[i])) continue;
    head = as_steps_of(&v->pibt.units[unit].steps, v->memory, &v->pibt.units[unit].space, from[i]);
    if (!head) return NAN;
    sum += from[i] == to[i] ? head->cost : as_steps_cost(head, to[i]);
  }
  return sum;
}

/* ---- States ---- */

static const uint32_t *slots_of(const as_solver *v, uint32_t state)
{
  return v->slots + (size_t)state * v->agents;
}

static uint32_t hash_of(const as_solver *v, const uint32_t *slots)
{
  uint64_t h = UINT64_C(0x9E3779B97F4A7C15);
  uint32_t i;
  for (i = 0; i < v->agents; i++) {
    h = (h ^ slots[i]) * UINT64_C(0xD6E8FEB86659FD93);
    h ^= h >> 32;
  }
  return (uint32_t)h;
}

/* The state with these slots, or AS_NO_STATE. */
static uint32_t find_state(const as_solver *v, const uint32_t *slots, uint32_t hash)
{
  uint32_t i;
  for (i = v->buckets[hash & (v->bucket_count - 1)]; i != AS_NO_STATE; i = v->states[i].chain) {
    if (v->states[i].hash == hash && memcmp(slots_of(v, i), slots, v->agents * sizeof *slots) == 0) return i;
  }
  return AS_NO_STATE;
}

/* Make the hash table twice as large when it is full. False if out of memory. */
static bool grow_buckets(as_solver *v)
{
  const uint32_t count = v->bucket_count ? 2 * v->bucket_count : 64;
  uint32_t *buckets, i;
  if (v->state_count < v->bucket_count) return true;
  if (count == 0 || !(buckets = as_new(v->memory, count, uint32_t))) return false;
  as_free(v->memory, v->buckets, v->bucket_count, uint32_t);
  v->buckets = buckets;
  v->bucket_count = count;
  for (i = 0; i < count; i++) buckets[i] = AS_NO_STATE;
  for (i = 0; i < v->state_count; i++) {
    uint32_t *bucket = &buckets[v->states[i].hash & (count - 1)];
    v->states[i].chain = *bucket;
    *bucket = i;
  }
  return true;
}

/* Make room for one state more, with a first constraint, and for a step to it. False if out of memory. */
static bool reserve(as_solver *v)
{
  as_memory *m = v->memory;
  const uint64_t count = (uint64_t)v->state_count + 1;
  const size_t row = v->agents * sizeof(uint32_t);
  return count < AS_NO_STATE && grow_buckets(v) &&
         as_reserve(m, &v->states, &v->state_capacity, count, sizeof *v->states) &&
         (row == 0 || (as_reserve(m, &v->slots, &v->slot_capacity, count, row) &&
                       as_reserve(m, &v->orders, &v->order_capacity, count, row))) &&
         as_reserve(m, &v->cheaper, &v->cheaper_capacity, count, sizeof *v->cheaper) &&
         as_reserve(m, &v->open, &v->open_capacity, (uint64_t)v->open_count + count, sizeof *v->open) &&
         as_reserve(m, &v->turns, &v->turn_capacity, (uint64_t)v->turn_count + 1, sizeof *v->turns) &&
         as_reserve(m, &v->constraints, &v->constraint_capacity, (uint64_t)v->constraint_count + 1,
                    sizeof *v->constraints);
}

/* Append a constraint to the queue of a state. There must be room. */
static void put_constraint(as_solver *v, as_state *s, uint32_t parent, uint32_t slot, uint32_t depth)
{
  const uint32_t index = v->constraint_count++;
  as_constraint *c = &v->constraints[index];
  c->parent = parent;
  c->slot = slot;
  c->depth = depth;
  c->next = AS_NO_STATE;
  if (s->constraints == AS_NO_STATE) s->constraints = index;
  else v->constraints[s->last_constraint].next = index;
  s->last_constraint = index;
}

/*
** The order after some of the agents have moved: who is not where it has to be goes before who is; else as it was. So
** who has waited longest goes first.
*/
static void order_agents(const as_solver *v, const uint32_t *before, const uint32_t *slots, uint32_t *order)
{
  uint32_t count = 0, back = v->agents, i;
  for (i = 0; i < v->agents; i++) {
    if (is_there(v, before[i], slots[before[i]])) order[--back] = before[i];
    else order[count++] = before[i];
  }
  for (i = v->agents; back < i; back++) {
    const uint32_t agent = order[--i];
    order[i] = order[back];
    order[back] = agent;
  }
}

static void note_best(as_solver *v, uint32_t state)
{
  const as_state *s = &v->states[state];
  if (s->arrived && (v->best == AS_NO_STATE || s->g < v->states[v->best].g)) v->best = state;
}

/* Add a state that is not known, and open it. There must be room. */
static void add_state(as_solver *v, const uint32_t *slots, const uint32_t *order, uint32_t hash, double g, double h,
                      uint32_t parent)
{
  const uint32_t index = v->state_count++;
  as_state *s = &v->states[index];
  uint32_t *bucket = &v->buckets[hash & (v->bucket_count - 1)];
  memset(s, 0, sizeof *s);
  s->g = g;
  s->h = h;
  s->parent = parent;
  s->turns = s->constraints = s->last_constraint = AS_NO_STATE;
  s->hash = hash;
  s->opened = AS_NO_STATE;
  s->chain = *bucket;
  *bucket = index;
  s->arrived = all_are_there(v, slots);
  if (v->agents > 0) {
    memcpy(v->slots + (size_t)index * v->agents, slots, v->agents * sizeof *slots);
    order_agents(v, order, slots, v->orders + (size_t)index * v->agents);
  }
  put_constraint(v, s, AS_NO_STATE, AS_NO_SLOT, 0);
  v->open[v->open_count++] = index;
  note_best(v, index);
}

bool as_solver_add_first(as_solver *v, const uint32_t *order)
{
  const double h = bound_of(v, v->next);
  if (isnan(h) || !reserve(v)) return false;
  add_state(v, v->next, order, hash_of(v, v->next), 0, h, AS_NO_STATE);
  v->standing = 0;
  return true;
}

bool as_solver_take(as_solver *v, const as_plan *plan)
{
  const uint32_t *slots = plan->slots + (size_t)plan->at * plan->agents;
  uint32_t *here = as_new(v->memory, v->agents, uint32_t);
  double cost = 0;
  uint32_t step, i;
  astar_assert(plan->whole && plan->agents == v->agents);
  if (!here && v->agents > 0) return false;
  for (i = 0; i < v->agents; i++) here[i] = v->pibt.agents[i].now;
  for (step = plan->at; step < plan->steps && !isnan(cost); step++, slots += plan->agents) {
    memcpy(v->next, slots, v->agents * sizeof *slots);
    cost += cost_of(v, here, v->next);
    memcpy(here, v->next, v->agents * sizeof *here);
  }
  if (all_are_there(v, here)) v->known = cost;
  as_free(v->memory, here, v->agents, uint32_t);
  return !isnan(cost);
}

/* ---- Cheaper ways to states that are known ---- */

/* Costs that differ by less, relatively, are equal but for rounding. */
#define ROUNDING 9.094947017729282e-13 /* 2^-40 */

/* Whether a cost is less than another one, which may be INFINITY. */
static bool is_less(double a, double b)
{
  return b < INFINITY ? a < b - b * ROUNDING : a < b;
}

/* Whether a better solution than the best one may lead through a state. */
static bool is_promising(const as_solver *v, const as_state *s)
{
  return is_less(s->g + s->h, v->best == AS_NO_STATE ? v->known : as_min(v->known, v->states[v->best].g));
}

bool as_solver_is_better(const as_solver *v)
{
  return v->best != AS_NO_STATE && is_less(v->states[v->best].g, v->known);
}

/* Take a cheaper way to a state. There must be room for it in `open`, and in the ring that begins at `first`. */
static void make_cheaper(as_solver *v, uint32_t state, uint32_t parent, double g, uint32_t first, uint32_t *count)
{
  as_state *s = &v->states[state];
  s->g = g;
  s->parent = parent;
  note_best(v, state);
  if (s->queued) return;
  s->queued = true;
  v->cheaper[(first + *count) % v->state_count] = state;
  ++*count;
}

/* Reopen a state, at most once a round, if it may shorten the plan. There must be room in `open` for all states. */
static void open_again(as_solver *v, uint32_t state)
{
  as_state *s = &v->states[state];
  if (s->constraints == AS_NO_STATE || s->opened == v->rounds || !is_promising(v, s)) return;
  s->opened = v->rounds;
  v->open[v->open_count++] = state;
}

/*
** A step was found from one state to another that is known: take it if it is cheaper, and then all ways on from there.
** States that become promising are opened again. There must be room in `open` for all states.
*/
static void relax(as_solver *v, uint32_t from, uint32_t to, double cost)
{
  uint32_t first = 0, count = 0;
  if (!(v->states[from].g + cost < v->states[to].g)) return;
  make_cheaper(v, to, from, v->states[from].g + cost, 0, &count);
  for (; count > 0; count--, first++) {
    const uint32_t state = v->cheaper[first % v->state_count];
    uint32_t i;
    v->states[state].queued = false;
    for (i = v->states[state].turns; i != AS_NO_STATE; i = v->turns[i].next) {
      const as_turn *t = &v->turns[i];
      if (v->states[state].g + t->cost < v->states[t->to].g)
        make_cheaper(v, t->to, state, v->states[state].g + t->cost, first, &count);
    }
    open_again(v, state);
  }
}

static void add_turn(as_solver *v, uint32_t from, uint32_t to, double cost)
{
  as_turn *t;
  uint32_t i;
  for (i = v->states[from].turns; i != AS_NO_STATE; i = v->turns[i].next) {
    if (v->turns[i].to == to) return;
  }
  t = &v->turns[v->turn_count];
  t->cost = cost;
  t->to = to;
  t->next = v->states[from].turns;
  v->states[from].turns = v->turn_count++;
}

/* ---- Successors ---- */

/* Bring all agents to where they are in a state. */
static void stand(as_solver *v, uint32_t state)
{
  const uint32_t *slots = slots_of(v, state);
  uint32_t i;
  if (v->standing == state) return;
  for (i = 0; i < v->agents; i++) {
    if (v->pibt.agents[i].now != slots[i]) as_pibt_lift(&v->pibt, i);
  }
  for (i = 0; i < v->agents; i++) {
    if (v->pibt.agents[i].now == AS_NO_SLOT) as_pibt_put(&v->pibt, i, slots[i]);
  }
  v->standing = state;
}

/* Whether an agent that need not be anywhere goes to its goal all the same. */
static bool seeks_goal(const as_solver *v, uint32_t agent)
{
  const as_pibt_agent *a = &v->pibt.agents[agent];
  return v->target_of[agent] == AS_NO_STATE && a->goal != AS_NO_GOAL && as_goals_live(v->goals, a->goal) &&
         as_slot(v->graph->layout, as_goals_at(v->goals, a->goal)->node) != a->now;
}

/* How each agent chooses where to go next. */
static void choose_policies(as_solver *v)
{
  uint32_t i;
  for (i = 0; i < v->agents; i++) {
    as_pibt_agent *a = &v->pibt.agents[i];
    if (a->policy == AS_FIXED) continue;
    if (!is_there(v, i, a->now) || seeks_goal(v, i)) a->policy = AS_SEEKS;
    else a->policy = v->target_of[i] == AS_NO_STATE || v->targets[v->target_of[i]].agents == 1 ? AS_STILL : AS_SETTLES;
  }
}

/*
** Append constraints for the next agent in the order of a state, one for each node that it can go to. False: no memory.
*/
static bool put_constraints(as_solver *v, uint32_t state, uint32_t parent)
{
  const uint32_t depth = v->constraints[parent].depth;
  const as_option *options;
  uint32_t agent, count, i;
  if (depth == v->agents) return true;
  agent = v->orders[(size_t)state * v->agents + depth];
  options = as_pibt_look(&v->pibt, agent, v->pibt.agents[agent].now, v->rounds, &count);
  if (!options || !as_reserve(v->memory, &v->constraints, &v->constraint_capacity,
                              (uint64_t)v->constraint_count + count + 1, sizeof *v->constraints))
    return false;
  for (i = 0; i < count; i++) {
    if (v->pibt.agents[agent].policy == AS_FIXED && options[i].slot != v->pibt.agents[agent].now) continue;
    put_constraint(v, &v->states[state], parent, options[i].slot, depth + 1);
  }
  return true;
}

/* Whether another agent may leave a slot too late for one that has to go there: where steps take whole seconds. */
static bool is_left_late(const as_solver *v, uint32_t agent, uint32_t slot)
{
  if (v->pibt.timing != AS_IN_SECONDS) return false;
  return as_pibt_holder(&v->pibt, v->pibt.agents[agent].size, slot, agent) != AS_NOBODY;
}

/* Make the successor under a constraint, with v->next. Claims are left. */
static as_pibt_result make_successor(as_solver *v, uint32_t state, uint32_t constraint)
{
  const uint32_t *order = v->orders + (size_t)state * v->agents;
  as_pibt_result result;
  uint32_t i;
  for (i = constraint; v->constraints[i].depth > 0; i = v->constraints[i].parent) {
    const uint32_t agent = order[v->constraints[i].depth - 1];
    const uint32_t slot = v->constraints[i].slot;
    const uint64_t span = as_pibt_span(&v->pibt, agent, slot);
    if (span == UINT64_MAX) return AS_PIBT_NO_MEMORY;
    if (!as_pibt_may(&v->pibt, agent, slot, span) || is_left_late(v, agent, slot)) return AS_PIBT_BLOCKED;
    if (!as_pibt_claim(&v->pibt, agent, slot, span)) return AS_PIBT_NO_MEMORY;
  }
  result = as_pibt_run(&v->pibt, order, v->agents, v->rounds);
  for (i = 0; i < v->agents; i++) v->next[i] = v->pibt.agents[i].next;
  return result;
}

#define RESTART 100u /* rounds */

/* Take the successor of a state that was made. False if out of memory; then nothing has changed. */
static bool take_successor(as_solver *v, uint32_t state)
{
  const uint32_t hash = hash_of(v, v->next), known = find_state(v, v->next, hash);
  const double cost = known == state ? 0 : cost_of(v, slots_of(v, state), v->next);
  uint32_t next;
  double h = 0;
  if (known == state) return true;
  if (known == AS_NO_STATE) h = bound_of(v, v->next);
  if (isnan(cost) || isnan(h) || !reserve(v)) return false;
  if (!(h < INFINITY)) return true;
  if (known == AS_NO_STATE) {
    const uint32_t made = v->state_count;
    add_state(v, v->next, v->orders + (size_t)state * v->agents, hash, v->states[state].g + cost, h, state);
    add_turn(v, state, made, cost);
    as_pibt_apply(&v->pibt);
    v->standing = made;
    return true;
  }
  add_turn(v, state, known, cost);
  relax(v, state, known, cost);
  /* Where it goes round in circles it begins at the start again from time to time, with the next successor of that. */
  next = v->best == AS_NO_STATE && v->rounds % RESTART == 0 ? 0 : known;
  if (v->open[v->open_count - 1] != next && is_promising(v, &v->states[next])) v->open[v->open_count++] = next;
  return true;
}

/*
** One successor of the state at the top of the stack, or take that away. False if out of memory; then it is as if it
** had not been tried.
*/
static bool work(as_solver *v)
{
  const uint32_t state = v->open[v->open_count - 1];
  const uint32_t constraint = v->states[state].constraints, constraints = v->constraint_count;
  const uint32_t last = v->states[state].last_constraint;
  as_pibt_result result;
  bool done;
  if (constraint == AS_NO_STATE || !is_promising(v, &v->states[state])) {
    v->open_count--;
    return true;
  }
  stand(v, state);
  choose_policies(v);
  if (!put_constraints(v, state, constraint)) return false;
  result = make_successor(v, state, constraint);
  done = result != AS_PIBT_NO_MEMORY && (result == AS_PIBT_BLOCKED || take_successor(v, state));
  as_pibt_clear(&v->pibt);
  if (done) {
    v->states[state].constraints = v->constraints[constraint].next;
    v->rounds++;
  } else {
    v->constraint_count = constraints;
    v->states[state].last_constraint = last;
    v->constraints[last].next = AS_NO_STATE;
  }
  return done;
}

astar_solution as_solver_run(as_solver *v, uint64_t n)
{
  const uint32_t first = v->rounds;
  if (!as_pibt_begin(&v->pibt)) return ASTAR_SOLVE_NO_MEMORY;
  while (v->open_count > 0 && v->rounds - first < n) {
    if (!work(v)) return ASTAR_SOLVE_NO_MEMORY;
  }
  if (v->best != AS_NO_STATE || v->known < INFINITY) return v->open_count > 0 ? ASTAR_SOLVED : ASTAR_BEST;
  return v->open_count > 0 ? ASTAR_SOLVING : ASTAR_UNSOLVABLE;
}
