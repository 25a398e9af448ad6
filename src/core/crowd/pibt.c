/*
** pibt.c: see pibt.h. An agent claims the best node that it can, and if another stands there that is not decided, this
** one is decided next, so that it leaves; if it does not, the first tries its next option. The recursion of the paper
** is a stack here.
**
** An agent follows another at once only if its own step takes at least as long. So agents in a circle go on together
** only if all their steps take the same time.
*/
#include "crowd/pibt.h"

#include "crowd/fetch.h"
#include "crowd/swap.h"

#include "base/heap.h"
#include "grid/grid.h"

void as_pibt_init(as_pibt *p, as_memory *m, astar_graph *g, as_goals *goals)
{
  memset(p, 0, sizeof *p);
  p->memory = m;
  p->graph = g;
  p->goals = goals;
}

void as_pibt_free(as_pibt *p)
{
  as_memory *m = p->memory;
  uint32_t i;
  for (i = 0; i < p->unit_count; i++) as_steps_free(&p->units[i].steps, m);
  as_occupied_free(&p->occupied, m);
  as_free(m, p->agents, p->capacity, as_pibt_agent);
  as_free(m, p->units, p->unit_capacity, as_pibt_unit);
  as_free(m, p->list, p->list_capacity, as_successor);
  as_free(m, p->options, p->option_capacity, as_option);
  as_free(m, p->frames, p->frame_capacity, as_pibt_frame);
}

bool as_pibt_size(as_pibt *p, uint32_t count)
{
  if (!as_reserve(p->memory, &p->agents, &p->capacity, count, sizeof *p->agents)) return false;
  for (; p->count < count; p->count++) {
    as_pibt_agent *a = &p->agents[p->count];
    memset(a, 0, sizeof *a);
    a->now = a->next = a->preferred = AS_NO_SLOT;
    a->goal = AS_NO_GOAL;
    a->frame = AS_NOBODY;
    a->size = 1;
    a->speed = 1;
    a->here = a->far = NAN;
    a->policy = AS_STILL;
  }
  return true;
}

bool as_pibt_unit_of(as_pibt *p, astar_unit unit, uint32_t *index)
{
  uint32_t i;
  for (i = 0; i < p->unit_count && p->units[i].unit != unit; i++) {}
  *index = i;
  if (i < p->unit_count) return true;
  if (!as_reserve(p->memory, &p->units, &p->unit_capacity, (uint64_t)i + 1, sizeof *p->units)) return false;
  memset(&p->units[i], 0, sizeof p->units[i]);
  p->units[i].unit = unit;
  p->unit_count++;
  return true;
}

void as_pibt_set(as_pibt *p, uint32_t agent, uint32_t unit, uint32_t goal, as_policy policy, uint32_t salt)
{
  as_pibt_agent *a = &p->agents[agent];
  a->unit = unit;
  a->goal = goal;
  a->policy = (uint8_t)policy;
  a->salt = salt;
}

/* The number of slots that an agent covers, those beyond the edge of the map included; the k-th of them. */
static inline uint32_t covered(const as_pibt_agent *a)
{
  return a->size * a->size;
}

static inline uint32_t cell_of(const as_pibt *p, const as_pibt_agent *a, uint32_t slot, uint32_t k)
{
  return as_square_at(p->graph, a->size, slot, k);
}

bool as_pibt_reserve_in(as_occupied *o, as_memory *m, const astar_graph *g, uint32_t size, uint32_t slot)
{
  uint32_t k;
  for (k = 0; k < size * size; k++) {
    const uint32_t cell = as_square_at(g, size, slot, k);
    if (cell != AS_NO_SLOT && !as_occupied_reserve(o, m, cell)) return false;
  }
  return true;
}

bool as_pibt_reserve(as_pibt *p, uint32_t size, uint32_t slot)
{
  return as_occupied_cover(&p->occupied, p->memory, as_slots(p->graph->layout)) &&
         as_pibt_reserve_in(&p->occupied, p->memory, p->graph, size, slot);
}

void as_pibt_hold(as_pibt *p, uint32_t agent, uint32_t slot)
{
  const as_pibt_agent *a = &p->agents[agent];
  uint32_t k;
  for (k = 0; k < covered(a); k++) {
    const uint32_t cell = cell_of(p, a, slot, k);
    if (cell != AS_NO_SLOT) as_occupied_write(&p->occupied, cell)->holder = agent;
  }
}

void as_pibt_release(as_pibt *p, uint32_t agent, uint32_t slot)
{
  const as_pibt_agent *a = &p->agents[agent];
  uint32_t k;
  for (k = 0; k < covered(a); k++) {
    const uint32_t cell = cell_of(p, a, slot, k);
    if (cell == AS_NO_SLOT) continue;
    if (as_occupied_at(&p->occupied, cell)->holder == agent) as_occupied_write(&p->occupied, cell)->holder = AS_NOBODY;
  }
}

uint32_t as_pibt_holder(const as_pibt *p, uint32_t size, uint32_t slot, uint32_t except)
{
  uint32_t k;
  for (k = 0; k < size * size; k++) {
    const uint32_t cell = as_square_at(p->graph, size, slot, k);
    const uint32_t holder = cell == AS_NO_SLOT ? AS_NOBODY : as_occupied_holder(&p->occupied, cell);
    if (holder != AS_NOBODY && holder != except) return holder;
  }
  return AS_NOBODY;
}

void as_pibt_put(as_pibt *p, uint32_t agent, uint32_t slot)
{
  astar_assert(p->agents[agent].now == AS_NO_SLOT);
  as_pibt_hold(p, agent, slot);
  p->agents[agent].now = slot;
}

void as_pibt_lift(as_pibt *p, uint32_t agent)
{
  as_pibt_release(p, agent, p->agents[agent].now);
  p->agents[agent].now = AS_NO_SLOT;
}

/* Steps of a unit that are kept from one step to the next, for each agent and besides. */
#define STEPS_SPARE 65536u
#define STEPS_AGENT 64u

/* Forget steps that an edit may have changed, or those of a unit that is known too well. */
static void forget_steps(as_pibt *p)
{
  const uint64_t version = astar_graph_version(p->graph), most = STEPS_SPARE + (uint64_t)STEPS_AGENT * p->count;
  uint32_t i;
  for (i = 0; i < p->unit_count; i++) {
    as_pibt_unit *u = &p->units[i];
    if (p->version != version || u->steps.count > most) as_steps_free(&u->steps, p->memory);
  }
  p->version = version;
}

bool as_pibt_begin(as_pibt *p)
{
  const uint32_t slots = as_slots(p->graph->layout);
  uint32_t i;
  if (!as_occupied_cover(&p->occupied, p->memory, slots)) return false;
  for (i = 0; i < p->unit_count; i++) {
    p->units[i].space = as_space_of(p->graph, p->units[i].unit);
    if (!as_is_complete(&p->units[i].space)) return false;
  }
  forget_steps(p);
  p->squares = p->graph->grid && p->graph->grid->eight ? p->graph->grid : NULL;
  return true;
}

/* ---- Time ---- */

uint64_t as_pibt_span(as_pibt *p, uint32_t agent, uint32_t slot)
{
  const as_pibt_agent *a = &p->agents[agent];
  const as_successor *head;
  double seconds, ticks;
  if (p->timing == AS_IN_STEPS || slot == a->now) return AS_SECOND;
  head = as_pibt_steps(p, a->unit, a->now);
  if (!head) return UINT64_MAX;
  seconds = as_min(as_steps_cost(head, slot) / a->speed, DBL_MAX);
  if (p->timing == AS_IN_SECONDS) seconds = as_max(ceil(seconds - seconds * 9.313225746154785e-10), 1); /* 2^-30 */
  ticks = floor(seconds * (double)AS_SECOND + 0.5);
  if (!(ticks > AS_SHORTEST)) return AS_SHORTEST;
  return ticks < (double)AS_LONGEST ? (uint64_t)ticks : AS_LONGEST;
}

/* ---- Options ---- */

/* How much of a rounding error makes costs unequal: they count in these parts of the least cost of a step. */
#define PARTS 65536.0
#define MOST_PARTS 1125899906842624.0 /* 2^50: keys stay finite where steps that cost next to nothing begin */

/* Which of equal nodes come first. */
enum { FREE, OWN, TAKEN };

static inline bool option_before(const as_option *a, const as_option *b)
{
  if (a->key != b->key) return a->key < b->key;
  return a->tie < b->tie;
}

AS_DEFINE_SORT(options, as_option, option_before)

#define SHORT 24u

/* Lists of nodes with few links, nearly all, are sorted by insertion. */
static void sort_options(as_option *list, uint32_t count)
{
  uint32_t i, k;
  if (count > SHORT) {
    options_sort(list, count);
    return;
  }
  for (i = 1; i < count; i++) {
    const as_option item = list[i];
    for (k = i; k > 0 && option_before(&item, &list[k - 1]); k--) list[k] = list[k - 1];
    list[k] = item;
  }
}

/* A bijection from ids of nodes, for each seed another one. */
static inline uint32_t scramble(uint32_t seed, astar_id node)
{
  uint32_t x = node ^ seed;
  x = (x ^ x >> 16) * 0x7FEB352Du;
  x = (x ^ x >> 15) * 0x846CA68Bu;
  return x ^ x >> 16;
}

/* The steps from a slot, in p->list. False if out of memory. */
static bool list_steps(as_pibt *p, uint32_t unit, uint32_t slot, uint32_t *count)
{
  const as_successor *head = as_pibt_steps(p, unit, slot);
  if (!head || !as_reserve(p->memory, &p->list, &p->list_capacity, (uint64_t)head->slot + 1, sizeof *p->list))
    return false;
  *count = head->slot;
  memcpy(p->list, head + 1, head->slot * sizeof *p->list);
  return true;
}

/*
** Once in so many steps an agent may be pushed from the places around its goal in any case, as they may not hang
** together.
*/
#define BOUND 4u

/* What the options of an agent have in common. */
typedef struct chooser {
  as_policy policy;
  uint32_t goal;
  uint32_t slot; /* where it is */
  double far;    /* from there; NAN if not needed */
  double parts;  /* per cost, in which keys count */
  double least;  /* cost of a step that is not free */
  bool among;    /* it is pushed by another with its goal, */
  bool bound;    /* and must not leave the places around that */
  uint32_t fills; /* the goal to whose free place it is to get nearer, or for one that pushes it; or AS_NO_GOAL */
  double gap;    /* as_goals_gap() of that, from where it is */
  bool soon;     /* somebody is leaving a node on the way there: it waits for that */
} chooser;

/*
** The key of a node for an agent that is where it wants to be, or has no way to its goal. One without a goal steps
** aside where nobody stands, if it can. For the others a preference for free nodes leads to circles: they are pushed to
** and fro between the same nodes.
*/
static double idle_key(const chooser *c, uint32_t kind)
{
  if (kind == OWN) return 1;
  return c->goal == AS_NO_GOAL && kind == TAKEN ? 3 : 2;
}

/*
** The key of a node for an agent on a place of a shared goal. An agent that comes to the places from one side pushes
** those who stand there towards a place that is free, and these look for one over connected places, as long as none is
** bound to leave them.
*/
static double settled_key(const chooser *c, uint32_t kind, bool is_place)
{
  if (kind == OWN) return 1;
  if (c->among) return (is_place ? 2 : 4) + (kind == TAKEN ? 1 : 0);
  return (kind == TAKEN ? 4 : 2) + (is_place ? 0 : 1);
}

/*
** The key of a node from which the goal is `far`, after a step of some cost: what it loses. Of free steps, which lose
** nothing either way, others come first, so that nobody goes back and forth.
*/
static double seek_key(const chooser *c, double cost, double far)
{
  const double loss = cost + far - c->far;
  if (!(far < INFINITY)) return INFINITY;
  return as_min(floor(loss * c->parts + (cost > 0 ? 0.5 : 1.5)), DBL_MAX);
}

/*
** The key of a node for one that fills the gap that is nearest along the places around its goal, or that is pushed by
** one that does: others on the way move on before it, each by one step. So a place that is filled stays filled, and all
** come to rest.
*/
static double gap_key(const as_pibt *p, const chooser *c, const as_option *o, uint32_t kind, double gap)
{
  if (kind == OWN) return c->gap + (c->soon ? -0.5 : 0.5);
  if (c->policy == AS_SETTLES && !as_goals_is_place(p->goals, c->goal, o->slot)) gap += 0.25;
  return as_min(gap, 1e9);
}

/* What to do with an option. */
typedef enum rating { OFFERED, REFUSED, UNKNOWN } rating;

/* Whether an agent is leaving a slot, and nobody comes. */
static bool is_being_left(const as_pibt *p, uint32_t slot)
{
  const as_stand *stand = as_occupied_at(&p->occupied, slot);
  return stand->holder != AS_NOBODY && stand->holder == stand->claim && p->agents[stand->holder].next != slot;
}

/* The distance of a slot to a goal of an agent. INFINITY also where it is not worth a search; NAN if out of memory. */
static inline double distance(as_pibt *p, const as_pibt_agent *a, uint32_t goal, uint32_t slot)
{
  double far;
  if (!a->guesses) return as_goals_distance(p->goals, goal, slot);
  far = as_goals_known(p->goals, goal, slot);
  return far < 0 ? INFINITY : far;
}

/* Set the key and the distance of an option. UNKNOWN if out of memory. */
static rating rate(as_pibt *p, const as_pibt_agent *a, const chooser *c, as_option *o, double cost, uint32_t kind)
{
  const double gap = c->fills != AS_NO_GOAL && kind != OWN ? as_goals_gap(p->goals, c->fills, o->slot) : INFINITY;
  o->far = NAN;
  o->key = idle_key(c, kind);
  if (c->policy == AS_SETTLES && c->fills != AS_NO_GOAL) {
    o->key = gap_key(p, c, o, kind, gap);
    return gap < c->gap || kind == OWN ? OFFERED : REFUSED;
  }
  if (c->policy == AS_SETTLES) {
    const bool is_place = as_goals_is_place(p->goals, c->goal, o->slot);
    if (c->bound && !is_place && kind != OWN) return REFUSED;
    o->key = settled_key(c, kind, is_place);
  }
  if (c->policy == AS_STILL || c->policy == AS_FIXED || (c->policy == AS_SETTLES && kind == TAKEN)) return OFFERED;
  o->far = kind == OWN ? c->far : distance(p, a, c->goal, o->slot);
  if (isnan(o->far)) return UNKNOWN;
  if (c->policy == AS_SEEKS && c->fills != AS_NO_GOAL) {
    o->key = gap_key(p, c, o, kind, gap);
  } else if (c->policy == AS_SEEKS) {
    o->key = kind == OWN ? seek_key(c, c->least, c->far) : seek_key(c, cost, o->far);
  } else if (kind == FREE && o->far < c->far) {
    const double loss = as_max(cost + o->far - c->far, 0);
    o->key = loss < INFINITY ? loss / (1 + loss) : 1;
  }
  return OFFERED;
}

/* Whether an agent covers only slots that agents go to, if it stands on one. */
static bool is_inside(const as_pibt *p, const as_pibt_agent *a, uint32_t slot)
{
  uint32_t k;
  for (k = 0; k < covered(a); k++) {
    const uint32_t cell = cell_of(p, a, slot, k);
    if (cell != AS_NO_SLOT && as_costs_get(p->inside, cell) < 0) return false;
  }
  return true;
}

/* Drop what cannot be a step from the list of successors, and find the least cost that is not 0; 1 if there is none. */
static uint32_t keep_steps(as_pibt *p, const as_pibt_agent *a, uint32_t slot, uint32_t count, double *least)
{
  uint32_t kept = 0, i;
  *least = INFINITY;
  for (i = 0; i < count; i++) {
    if (!(p->list[i].cost < INFINITY) || p->list[i].slot == slot) continue;
    if (p->inside && !is_inside(p, a, p->list[i].slot)) continue;
    if (p->list[i].cost > 0) *least = as_min(*least, p->list[i].cost);
    p->list[kept++] = p->list[i];
  }
  if (!(*least < INFINITY)) *least = 1;
  return kept;
}

/* Whether an agent is pushed by another that goes to the same node, perhaps of another unit. */
static bool is_among(const as_pibt *p, const as_pibt_agent *a, uint32_t pusher)
{
  const uint32_t goal = pusher == AS_NOBODY ? AS_NO_GOAL : p->agents[pusher].goal;
  return a->goal != AS_NO_GOAL && goal != AS_NO_GOAL &&
         as_goals_at(p->goals, goal)->node == as_goals_at(p->goals, a->goal)->node;
}

/* Set which gap an agent gets nearer to: that of its goal; or that of who pushes it, so that all on the way agree. */
static void set_gap(const as_pibt *p, chooser *c, uint32_t agent, uint32_t pusher)
{
  c->fills = AS_NO_GOAL;
  if (!p->fills || p->agents[agent].size > 1) return;
  if (c->among && (c->bound || c->policy == AS_SEEKS)) c->fills = p->agents[pusher].fills;
  else if (c->policy == AS_SEEKS) c->fills = c->goal;
  if (c->fills == AS_NO_GOAL) return;
  c->gap = as_goals_gap(p->goals, c->fills, c->slot);
  if (!(c->gap < INFINITY)) c->fills = AS_NO_GOAL;
}

/*
** Append the options of an agent at a slot to p->options, unsorted, and count them. `pusher` waits for it, or is
** AS_NOBODY. False if out of memory.
*/
static bool list_options(as_pibt *p, uint32_t agent, uint32_t slot, uint32_t moment, uint32_t pusher, uint32_t *found)
{
  as_pibt_agent *a = &p->agents[agent];
  const as_layout *layout = p->graph->layout;
  const uint32_t seed = scramble(moment * 0x9E3779B1u, a->salt);
  as_option *o;
  chooser c;
  uint32_t count = 0, i;
  if (!list_steps(p, a->unit, slot, &count)) return false;
  c.policy = (as_policy)a->policy;
  c.goal = a->goal;
  c.slot = slot;
  c.far = c.gap = 0;
  c.soon = false;
  c.among = is_among(p, a, pusher);
  c.bound = c.among && scramble(moment, 0) % BOUND != 0;
  set_gap(p, &c, agent, pusher);
  a->fills = c.fills;
  if (c.policy == AS_SEEKS || c.policy == AS_SETTLES) {
    a->here = c.far = distance(p, a, a->goal, slot);
    if (isnan(c.far)) return false;
    if (!(c.far < INFINITY)) c.policy = AS_STILL;
  }
  count = keep_steps(p, a, slot, count, &c.least);
  c.parts = as_min(PARTS / c.least, MOST_PARTS);
  if (!as_reserve(p->memory, &p->options, &p->option_capacity, (uint64_t)p->option_count + count + 1,
                  sizeof *p->options))
    return false;
  o = p->options + p->option_count;
  for (i = 0; i <= count; i++) {
    const bool own = i == count;
    uint32_t kind = OWN;
    rating rated;
    o->slot = own ? slot : p->list[i].slot;
    if (!own) kind = as_pibt_holder(p, a->size, o->slot, agent) == AS_NOBODY ? FREE : TAKEN;
    o->tie = (uint64_t)(own ? 0 : 1) << 32 | scramble(seed, as_id(layout, o->slot));
    if (c.fills != AS_NO_GOAL && !own && as_goals_gap(p->goals, c.fills, o->slot) < c.gap)
      c.soon = c.soon || is_being_left(p, o->slot);
    rated = rate(p, a, &c, o, own ? 0 : p->list[i].cost, kind);
    if (rated == UNKNOWN) return false;
    o += rated == OFFERED;
  }
  *found = (uint32_t)(o - (p->options + p->option_count));
  return true;
}

const as_option *as_pibt_look(as_pibt *p, uint32_t agent, uint32_t slot, uint32_t moment, uint32_t *count)
{
  if (!list_options(p, agent, slot, moment, AS_NOBODY, count)) return NULL;
  sort_options(p->options + p->option_count, *count);
  return p->options + p->option_count;
}

/* ---- Claims ---- */

/* Whether two rows or columns are neighbours, on a map that may wrap. */
static bool adjacent(uint32_t a, uint32_t b, uint32_t size, bool wraps)
{
  const uint32_t between = a > b ? a - b : b - a;
  return between == 1 || (wraps && between == size - 1);
}

/* Whether an agent goes from one slot to another in this step, either way. */
static bool goes_between(const as_pibt *p, uint32_t agent, uint32_t a, uint32_t b)
{
  const as_pibt_agent *other;
  if (agent == AS_NOBODY) return false;
  other = &p->agents[agent];
  return (other->now == a && other->next == b) || (other->now == b && other->next == a);
}

/* Whether a step crosses one that is decided, in a block of four squares. */
static bool crosses(const as_pibt *p, uint32_t from, uint32_t to)
{
  const as_grid *grid = p->squares;
  uint32_t from_row, from_col, to_row, to_col, a, b;
  if (!grid || from >= grid->count || to >= grid->count) return false;
  from_row = as_grid_row(grid, from);
  to_row = as_grid_row(grid, to);
  if (from_row == to_row) return false;
  from_col = as_grid_col(grid, from);
  to_col = as_grid_col(grid, to);
  if (from_col == to_col || !adjacent(from_row, to_row, grid->height, grid->def.wrap_y) ||
      !adjacent(from_col, to_col, grid->width, grid->def.wrap_x))
    return false;
  if (!as_grid_same_floor(grid, from, to)) return false;
  a = as_grid_index(grid, to_col, from_row);
  b = as_grid_index(grid, from_col, to_row);
  return goes_between(p, as_occupied_at(&p->occupied, a)->holder, a, b) ||
         goes_between(p, as_occupied_at(&p->occupied, b)->holder, a, b);
}

/*
** Whether an agent whose step takes `span` ticks comes when another has gone, whose step takes `before` ticks. Where
** steps take whole seconds, it has to be gone after the first one: so after each second every node has only one agent.
*/
static inline bool in_time(const as_pibt *p, uint64_t before, uint64_t span)
{
  return before <= (p->timing == AS_IN_SECONDS ? AS_SECOND : span);
}

/* Whether an agent is leaving a slot that it covers. */
static bool leaves(const as_pibt *p, uint32_t agent, uint32_t slot)
{
  const as_pibt_agent *a = &p->agents[agent];
  if (a->next == AS_NO_SLOT || a->now == AS_NO_SLOT) return false;
  return as_pibt_covers(p, agent, a->now, slot) && !as_pibt_covers(p, agent, a->next, slot);
}

#define CLOSED (AS_NOBODY - 1)

/*
** Whether an agent may claim a slot that it would cover: nobody has claimed it, but perhaps one who is leaving it in
** time.
*/
static bool is_open(const as_pibt *p, uint32_t slot, uint64_t span)
{
  const uint32_t claim = as_occupied_at(&p->occupied, slot)->claim;
  if (claim == AS_NOBODY) return true;
  return claim != CLOSED && leaves(p, claim, slot) && in_time(p, p->agents[claim].span, span);
}

/* Whether one agent can make way for another: it is not fixed, and does not enter what the other leaves. */
static bool makes_way(const as_pibt *p, uint32_t other, const as_pibt_agent *a)
{
  const as_pibt_agent *b = &p->agents[other];
  if (b->policy == AS_FIXED) return false;
  if (b->next == AS_NO_SLOT || a->now == AS_NO_SLOT) return true;
  return !as_square_meets(p->graph, b->size, b->next, a->size, a->now);
}

bool as_pibt_may(const as_pibt *p, uint32_t agent, uint32_t slot, uint64_t span)
{
  const as_pibt_agent *a = &p->agents[agent];
  uint32_t k;
  for (k = 0; k < covered(a); k++) {
    const uint32_t cell = cell_of(p, a, slot, k);
    uint32_t holder;
    if (cell == AS_NO_SLOT) continue;
    if (!is_open(p, cell, span)) return false;
    if (slot == a->now) continue;
    holder = as_occupied_at(&p->occupied, cell)->holder;
    if (holder != AS_NOBODY && holder != agent && !makes_way(p, holder, a)) return false;
  }
  return slot == a->now || a->size > 1 || !crosses(p, a->now, slot);
}

/* Claim all that an agent covers on a slot. There is memory. */
static void claim_all(as_pibt *p, uint32_t agent, uint32_t slot)
{
  const as_pibt_agent *a = &p->agents[agent];
  uint32_t k;
  for (k = 0; k < covered(a); k++) {
    const uint32_t cell = cell_of(p, a, slot, k);
    if (cell != AS_NO_SLOT) as_occupied_write(&p->occupied, cell)->claim = agent;
  }
}

bool as_pibt_claim(as_pibt *p, uint32_t agent, uint32_t slot, uint64_t span)
{
  as_pibt_agent *a = &p->agents[agent];
  uint32_t k;
  if (!as_pibt_reserve_in(&p->occupied, p->memory, p->graph, a->size, slot)) return false;
  astar_assert(a->next == AS_NO_SLOT);
  claim_all(p, agent, slot);
  a->next = slot;
  a->span = span;
  if (p->timing == AS_IN_STEPS || a->now == AS_NO_SLOT)
    return true; /* all steps take the same time: nobody comes too early */
  for (k = 0; k < covered(a); k++) {
    const uint32_t cell = cell_of(p, a, a->now, k);
    as_stand *stand = cell == AS_NO_SLOT ? NULL : as_occupied_write(&p->occupied, cell);
    if (stand && stand->holder == agent && stand->claim == AS_NOBODY) stand->claim = agent;
  }
  return true;
}

bool as_pibt_close(as_pibt *p, uint32_t agent, uint32_t slot)
{
  const as_pibt_agent *a = &p->agents[agent];
  uint32_t k;
  if (!as_pibt_reserve_in(&p->occupied, p->memory, p->graph, a->size, slot)) return false;
  for (k = 0; k < covered(a); k++) {
    const uint32_t cell = cell_of(p, a, slot, k);
    as_stand *stand = cell == AS_NO_SLOT ? NULL : as_occupied_write(&p->occupied, cell);
    if (!stand || stand->claim == CLOSED) continue;
    if (stand->claim == AS_NOBODY || leaves(p, stand->claim, cell)) stand->claim = CLOSED;
  }
  return true;
}

void as_pibt_open(as_pibt *p, uint32_t agent, uint32_t slot)
{
  const as_pibt_agent *a = &p->agents[agent];
  uint32_t k;
  for (k = 0; k < covered(a); k++) {
    const uint32_t cell = cell_of(p, a, slot, k);
    if (cell == AS_NO_SLOT) continue;
    if (as_occupied_at(&p->occupied, cell)->claim == CLOSED) as_occupied_write(&p->occupied, cell)->claim = AS_NOBODY;
  }
}

/* Withdraw the claims of an agent on what it covers on a slot. Who is leaving a node of that claims it again. */
static void withdraw(as_pibt *p, uint32_t agent, uint32_t slot)
{
  const as_pibt_agent *a = &p->agents[agent];
  uint32_t k;
  for (k = 0; k < covered(a); k++) {
    const uint32_t cell = cell_of(p, a, slot, k);
    as_stand *stand;
    if (cell == AS_NO_SLOT || as_occupied_at(&p->occupied, cell)->claim != agent) continue;
    stand = as_occupied_write(&p->occupied, cell);
    stand->claim = AS_NOBODY;
    if (stand->holder != AS_NOBODY && stand->holder != agent && leaves(p, stand->holder, cell))
      stand->claim = stand->holder;
  }
}

static void undecide(as_pibt *p, uint32_t agent)
{
  as_pibt_agent *a = &p->agents[agent];
  withdraw(p, agent, a->next);
  if (a->now != AS_NO_SLOT) withdraw(p, agent, a->now);
  a->next = AS_NO_SLOT;
}

void as_pibt_clear(as_pibt *p)
{
  uint32_t i;
  for (i = 0; i < p->count; i++) {
    if (p->agents[i].next != AS_NO_SLOT) undecide(p, i);
  }
}

void as_pibt_take_up(as_pibt *p, uint32_t agent)
{
  as_pibt_agent *a = &p->agents[agent];
  as_pibt_hold(p, agent, a->next);
  withdraw(p, agent, a->next);
  if (a->now != AS_NO_SLOT && a->now != a->next) withdraw(p, agent, a->now);
  a->next = AS_NO_SLOT;
}

void as_pibt_apply(as_pibt *p)
{
  uint32_t i;
  for (i = 0; i < p->count; i++) {
    as_pibt_agent *a = &p->agents[i];
    if (a->next == AS_NO_SLOT || a->next == a->now) continue;
    as_pibt_release(p, i, a->now);
    withdraw(p, i, a->now);
  }
  for (i = 0; i < p->count; i++) {
    as_pibt_agent *a = &p->agents[i];
    const uint32_t next = a->next;
    if (next == AS_NO_SLOT) continue;
    as_pibt_take_up(p, i);
    a->now = next;
  }
}

/* ---- One agent after the other ---- */

/* What has become of the agent at the top of the stack. */
typedef enum outcome {
  LEAVES,   /* it is decided, and leaves its node */
  KEEPS,    /* it is decided, and stays */
  PUSHES,   /* it waits for another, which is on the stack now */
  LOSES,    /* somebody does not leave what it has claimed */
  FAILS,    /* it has no node */
  NO_MEMORY
} outcome;

/* Whether one agent can follow another at once, which goes to a slot. Sets p->lacks if out of memory. */
static bool follows(as_pibt *p, uint32_t agent, uint32_t other, uint32_t slot)
{
  uint64_t before, span;
  if (p->timing == AS_IN_STEPS) return true;
  before = as_pibt_span(p, other, slot);
  span = as_pibt_span(p, agent, p->agents[other].now);
  p->lacks = p->lacks || before == UINT64_MAX || span == UINT64_MAX;
  return in_time(p, before, span);
}

/* Who has to exchange places with a neighbour goes back, so that this one can follow: the last option first. */
static void exchange(as_pibt *p, as_pibt_frame *f)
{
  const as_pibt_agent *a = &p->agents[f->agent];
  as_option *first = p->options + f->first, *last = first + f->count - 1;
  f->partner = AS_NOBODY;
  if (a->policy != AS_SEEKS || isnan(a->here) || a->size > 1) return;
  f->partner = as_swap_partner(p, f->agent, first->slot);
  if (f->partner == AS_NOBODY) return;
  /* Who is where it wants to be has to follow at once, or would not. */
  if (p->agents[f->partner].policy != AS_SEEKS && last->slot != a->now &&
      !follows(p, f->partner, f->agent, last->slot)) {
    f->partner = AS_NOBODY;
    return;
  }
  for (; first < last; first++, last--) {
    const as_option o = *first;
    *first = *last;
    *last = o;
  }
}

/* Let the partner of an agent follow it, if that goes where it would go first. */
static void pull(as_pibt *p, const as_pibt_frame *f)
{
  const as_pibt_agent *a = &p->agents[f->agent];
  as_pibt_agent *other;
  uint64_t span;
  if (f->partner == AS_NOBODY || f->at != 1) return;
  other = &p->agents[f->partner];
  if (!as_swap_can_come(p, f->partner, a->now)) return;
  span = as_pibt_span(p, f->partner, a->now);
  if (!as_pibt_may(p, f->partner, a->now, span)) return;
  if (span == UINT64_MAX || !as_pibt_claim(p, f->partner, a->now, span)) p->lacks = true;
  other->preferred = AS_NO_SLOT;
  other->here = other->far = NAN;
}

static void pop(as_pibt *p)
{
  const as_pibt_frame *f = &p->frames[--p->frame_count];
  p->agents[f->agent].frame = AS_NOBODY;
  p->option_count = f->first;
}

/* Put an agent on the stack. False if out of memory. */
static bool push(as_pibt *p, uint32_t agent, uint32_t moment)
{
  as_pibt_agent *a = &p->agents[agent];
  as_pibt_frame *f;
  uint32_t count;
  if (!as_reserve(p->memory, &p->frames, &p->frame_capacity, (uint64_t)p->frame_count + 1, sizeof *p->frames))
    return false;
  a->here = NAN;
  if (!list_options(p, agent, a->now, moment, p->frame_count > 0 ? p->frames[p->frame_count - 1].agent : AS_NOBODY,
                    &count))
    return false;
  sort_options(p->options + p->option_count, count);
  f = &p->frames[p->frame_count];
  f->agent = agent;
  f->first = p->option_count;
  f->count = count;
  f->at = 0;
  f->same = 0;
  f->cleared = false;
  a->frame = p->frame_count++;
  a->preferred = p->options[f->first].slot;
  p->option_count += count;
  exchange(p, f);
  if (p->lacks) pop(p);
  return !p->lacks;
}

/*
** Whether the agent at the top of the stack may claim the nodes of an option. Another agent on the stack waits for it,
** through those between them: they go on in a circle.
*/
static bool may_take(const as_pibt *p, const as_pibt_frame *f, const as_option *o, uint64_t span)
{
  const as_pibt_agent *a = &p->agents[f->agent];
  uint32_t k;
  if (!as_pibt_may(p, f->agent, o->slot, span)) return false;
  for (k = 0; k < covered(a); k++) {
    const uint32_t cell = cell_of(p, a, o->slot, k);
    const uint32_t holder = cell == AS_NO_SLOT ? AS_NOBODY : as_occupied_at(&p->occupied, cell)->holder;
    if (holder == AS_NOBODY || holder == f->agent || p->agents[holder].frame == AS_NOBODY) continue;
    if (f->same > p->agents[holder].frame || !leaves(p, holder, cell) || !in_time(p, span, span)) return false;
  }
  return true;
}

/* An agent whose claims stand is decided. */
static outcome conclude(as_pibt *p, const as_pibt_frame *f)
{
  const as_pibt_agent *a = &p->agents[f->agent];
  if (a->next != a->now) {
    pull(p, f);
    return p->lacks ? NO_MEMORY : LEAVES;
  }
  claim_all(p, f->agent, a->now);
  return KEEPS;
}

/*
** The agent at the top of the stack goes on with what it has claimed: who stands there is to leave, one after the
** other.
*/
static outcome go_on(as_pibt *p, const as_pibt_frame *f, uint32_t moment)
{
  const as_pibt_agent *a = &p->agents[f->agent];
  const uint32_t agent = f->agent;
  uint32_t k;
  for (k = 0; k < covered(a) && a->next != a->now; k++) {
    const uint32_t cell = cell_of(p, a, a->next, k);
    const as_stand *stand = cell == AS_NO_SLOT ? NULL : as_occupied_at(&p->occupied, cell);
    const as_pibt_agent *other;
    if (!stand) continue;
    if (stand->claim != agent) return LOSES;
    if (stand->holder == AS_NOBODY || stand->holder == agent) continue;
    other = &p->agents[stand->holder];
    if (other->next == AS_NO_SLOT) return push(p, stand->holder, moment) ? PUSHES : NO_MEMORY;
    if (other->frame != AS_NOBODY) continue;
    if (!leaves(p, stand->holder, cell) || !in_time(p, other->span, a->span)) return LOSES;
  }
  return conclude(p, f);
}

/* The agent at the top of the stack claims the nodes of an option. */
static outcome take(as_pibt *p, as_pibt_frame *f, const as_option *o, uint64_t span, uint32_t moment)
{
  const uint32_t agent = f->agent;
  const double far = o->far;
  if (!as_pibt_claim(p, agent, o->slot, span)) return NO_MEMORY;
  p->agents[agent].far = far;
  return go_on(p, f, moment);
}

/*
** An agent that finds no node stays, and agents on the stack lose what they have claimed of its node. It fails if
** another agent has claimed that for good.
*/
static outcome stay(as_pibt *p, uint32_t agent)
{
  as_pibt_agent *a = &p->agents[agent];
  uint32_t k;
  for (k = 0; k < covered(a); k++) {
    const uint32_t cell = cell_of(p, a, a->now, k);
    const uint32_t claim = cell == AS_NO_SLOT ? AS_NOBODY : as_occupied_at(&p->occupied, cell)->claim;
    if (claim != AS_NOBODY && (claim == CLOSED || p->agents[claim].frame == AS_NOBODY)) return FAILS;
  }
  claim_all(p, agent, a->now);
  a->next = a->now;
  a->far = a->here;
  return KEEPS;
}

/* Whether an agent would push another to take an option, or does not look for a way round. */
static bool would_push(const as_pibt *p, const as_pibt_frame *f, const as_option *o)
{
  const as_pibt_agent *a = &p->agents[f->agent];
  uint32_t k;
  if (o->slot == a->now) return false;
  if (a->fills != AS_NO_GOAL) return true;
  for (k = 0; k < covered(a); k++) {
    const uint32_t cell = cell_of(p, a, o->slot, k);
    const uint32_t holder = cell == AS_NO_SLOT ? AS_NOBODY : as_occupied_at(&p->occupied, cell)->holder;
    if (holder != AS_NOBODY && holder != f->agent && p->agents[holder].next == AS_NO_SLOT) return true;
  }
  return false;
}

/*
** Whether the agent at the top of the stack could go on in a circle with the one below it: in the same time; and both
** cover one node, so that they wait for nobody else.
*/
static bool goes_on_with(const as_pibt *p, const as_pibt_frame *f, uint64_t span)
{
  const as_pibt_agent *a = &p->agents[f->agent], *below = &p->agents[f[-1].agent];
  return below->span == span && below->size == 1 && a->size == 1;
}

/* Try the options of the agent at the top of the stack that are left. */
static outcome try_options(as_pibt *p, uint32_t moment)
{
  const uint32_t top = p->frame_count - 1;
  as_pibt_frame *f = &p->frames[top];
  while (f->at < f->count) {
    const as_option *o = &p->options[f->first + f->at++];
    uint64_t span;
    if (f->cleared && would_push(p, f, o)) continue;
    span = as_pibt_span(p, f->agent, o->slot);
    if (span == UINT64_MAX) return NO_MEMORY;
    f->same = top > 0 && goes_on_with(p, f, span) ? f[-1].same : top;
    if (may_take(p, f, o, span)) return take(p, f, o, span, moment);
  }
  return stay(p, f->agent);
}

/*
** The agent at the top of the stack cannot go on: the one that it has pushed, which was taken from the stack last,
** stays.
*/
static void wait_for(as_pibt *p, as_pibt_frame *f)
{
  const as_pibt_frame *pushed = f + 1;
  const as_pibt_agent *a = &p->agents[pushed->agent];
  f->cleared = pushed->cleared || a->next != a->now;
  undecide(p, f->agent);
}

/* Decide the agent at the bottom of the stack, and all that it pushes. */
static outcome run_stack(as_pibt *p, uint32_t moment)
{
  outcome result = KEEPS;
  while (p->frame_count > 0 && result != FAILS && result != NO_MEMORY) {
    as_pibt_frame *f = &p->frames[p->frame_count - 1];
    const bool waits = p->agents[f->agent].next != AS_NO_SLOT;
    result = waits ? go_on(p, f, moment) : try_options(p, moment);
    astar_assert(result != LOSES || waits); /* nobody loses at once what it may take */
    if (result == LEAVES || result == KEEPS) pop(p);
    else if (result == LOSES) wait_for(p, f);
  }
  while (p->frame_count > 0) pop(p);
  return result;
}

/* Whether an agent stays without a look at its options: nobody pushes it. */
static bool rests(const as_pibt *p, const as_pibt_agent *a)
{
  uint32_t k;
  if (a->policy != AS_STILL && a->policy != AS_FIXED) return false;
  for (k = 0; k < covered(a); k++) {
    const uint32_t cell = cell_of(p, a, a->now, k);
    if (cell != AS_NO_SLOT && as_occupied_at(&p->occupied, cell)->claim != AS_NOBODY) return false;
  }
  return true;
}

as_pibt_result as_pibt_run(as_pibt *p, const uint32_t *order, uint32_t count, uint32_t moment)
{
  uint32_t i;
  p->lacks = false;
  for (i = 0; i < count; i++) {
    as_pibt_agent *a = &p->agents[order[i]];
    outcome result;
    as_fetch_ahead(p, order, i, count);
    if (a->now == AS_NO_SLOT || a->next != AS_NO_SLOT) continue;
    a->preferred = AS_NO_SLOT;
    a->here = a->far = NAN;
    if (rests(p, a)) {
      a->next = a->now;
      claim_all(p, order[i], a->now);
      continue;
    }
    if (!push(p, order[i], moment)) result = NO_MEMORY;
    else result = run_stack(p, moment);
    if (result == FAILS) return AS_PIBT_BLOCKED;
    if (result == NO_MEMORY) return AS_PIBT_NO_MEMORY;
  }
  return AS_PIBT_DONE;
}
