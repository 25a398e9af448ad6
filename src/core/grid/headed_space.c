/*
** headed_space.c: see headed_space.h.
**
** Where any turn is allowed, a state is dominated if another one of its cell costs less, the turn to its heading
** included: all that follows costs no less from it. So it need not be expanded once that has been. Costs that differ by
** rounding do not count, so that repairs find what a new run finds. A path, which no one repairs, does not even open
** it.
**
** Estimates count the turns that every way to the goal needs, if no link or joined edge leads elsewhere. Straight to a
** place in the direction of a heading the unit has to turn to that; to one between two headings it has to take both of
** these, or others beyond them. So the least is the turn to the nearer of both, and on to the other. A way with fewer
** turns does not exist, however long it is; thus these and the metric may be added.
*/
#include "grid/headed_space.h"

#include "base/bits.h"
#include "engine/flow.h"
#include "engine/loop.h"
#include "graph/graph_space.h"
#include "grid/cell_steps.h"
#include "grid/grid_space.h"

#include <string.h>

#define ANY_HEADING 0u /* index of the state without a heading */
#define SECTORS 27u    /* of directions, by the signs of both coordinates and of the difference of their lengths */

/* The run of the space. */
typedef struct headed_run {
  as_step_map *map;
  double turn_cost;      /* of the definition, as the next */
  uint32_t turn_limit;
  uint32_t heading;      /* index of the state of the start; ANY_HEADING if it has none */
  uint32_t headings;     /* their number */
  uint8_t of[2][AS_DIRECTIONS]; /* the heading of a step, in even and in odd lines, by direction */
  double turns[1 + AS_HEADINGS][AS_HEADINGS]; /* cost from the state at an index to a heading; INFINITY: not allowed */
  uint8_t least[SECTORS][1 + AS_HEADINGS];    /* turns on every way, by the sector of the goal and the index */
  double per_turn;       /* cost of a turn divided by this scale; 0: estimates do not count turns */
  double scale;
  uint32_t start;        /* backwards: slot of the start, if it has a heading; else AS_NO_SLOT */
  bool asked;            /* the caller is asked for costs */
} headed_run;

/* ---- Headings ---- */

/* By direction: of squares; of hexagons in rows, in columns; first in lines that have steps in direction 0. */
static const uint8_t square_headings[AS_DIRECTIONS] = {7, 0, 1, 6, 2, 5, 4, 3};
static const uint8_t row_headings[2][AS_DIRECTIONS] = {{5, 0, 0, 4, 1, 3, 2, 0}, {0, 5, 0, 4, 1, 0, 3, 2}};
static const uint8_t column_headings[2][AS_DIRECTIONS] = {{5, 0, 1, 4, 2, 0, 3, 0}, {0, 0, 0, 5, 1, 4, 3, 2}};

static void set_headings(headed_run *r, const as_grid *grid)
{
  uint32_t line;
  r->headings = grid->staggered ? 6 : 8;
  for (line = 0; line < 2; line++) {
    const uint32_t kind = grid->directions[line] & 1 ? 0 : 1;
    const uint8_t *of = !grid->staggered ? square_headings : grid->by_row ? row_headings[kind] : column_headings[kind];
    memcpy(r->of[line], of, sizeof r->of[line]);
  }
}

/* The smallest turns between two headings. */
static uint32_t turns_between(const headed_run *r, uint32_t a, uint32_t b)
{
  const uint32_t one_way = a > b ? a - b : b - a, other_way = r->headings - one_way;
  return one_way < other_way ? one_way : other_way;
}

/* Set what turning costs. */
static void set_turns(headed_run *r)
{
  uint32_t index, heading;
  for (index = 0; index <= AS_HEADINGS; index++) {
    for (heading = 0; heading < AS_HEADINGS; heading++) {
      uint32_t turns = 0;
      if (index != ANY_HEADING) turns = turns_between(r, (index - 1) % r->headings, heading % r->headings);
      r->turns[index][heading] = r->turn_limit > 0 && turns > r->turn_limit ? INFINITY : turns * r->turn_cost;
    }
  }
}

/* The vector of a heading in grid coordinates. */
static void vector_of(const as_grid *grid, uint32_t heading, double vector[2])
{
  static const int8_t squares[8][2] = {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}};
  static const int8_t rows[6][2] = {{1, -1}, {2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}};
  static const int8_t columns[6][2] = {{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}};
  const int8_t *v = !grid->staggered ? squares[heading] : grid->by_row ? rows[heading] : columns[heading];
  vector[0] = v[0];
  vector[1] = v[1];
}

/* Whether cells have steps in the direction of a heading. */
static bool has_steps(const as_grid *grid, uint32_t heading)
{
  return grid->staggered || grid->eight || heading % 2 == 0;
}

/* ---- Estimates ---- */

static AS_INLINE uint32_t sign(double x)
{
  return (uint32_t)((x > 0) - (x < 0) + 1);
}

static AS_INLINE uint32_t sector_of(double across, double down)
{
  return 9 * sign(across) + 3 * sign(down) + sign(fabs(across) - fabs(down));
}

/* Whether a direction is that of a heading, within the sector from it (without it) to the next one, or neither. */
typedef enum sector { OUTSIDE, ALONG, AFTER } sector;

static sector compare(const double heading[2], const double next[2], const double vector[2])
{
  const double left = heading[0] * vector[1] - heading[1] * vector[0];
  const double right = vector[0] * next[1] - vector[1] * next[0];
  if (left == 0 && heading[0] * vector[0] + heading[1] * vector[1] > 0) return ALONG;
  return left > 0 && right > 0 ? AFTER : OUTSIDE;
}

/* The least turns on ways along a vector, from each index. */
static void set_least(headed_run *r, const as_grid *grid, const double vector[2])
{
  const uint32_t step = has_steps(grid, 1) ? 1 : 2;
  uint8_t *least = r->least[sector_of(vector[0], vector[1])];
  uint32_t heading, index;
  for (heading = 0; heading < r->headings; heading += step) {
    const uint32_t next = (heading + step) % r->headings;
    double own[2], other[2];
    sector s;
    vector_of(grid, heading, own);
    vector_of(grid, next, other);
    s = compare(own, other, vector);
    if (s == OUTSIDE) continue;
    for (index = 0; index <= r->headings; index++) {
      uint32_t turns = index > 0 ? turns_between(r, index - 1, heading) : 0;
      const uint32_t to_next = index > 0 ? turns_between(r, index - 1, next) : 0;
      if (s == AFTER && to_next < turns) turns = to_next;
      least[index] = (uint8_t)(turns + (s == AFTER ? step : 0));
    }
  }
}

static void set_sectors(headed_run *r, const as_grid *grid)
{
  double vector[2];
  memset(r->least, 0, sizeof r->least);
  for (vector[0] = -2; vector[0] <= 2; vector[0]++) {
    for (vector[1] = -2; vector[1] <= 2; vector[1]++) set_least(r, grid, vector);
  }
}

/* The turns that a way between two places needs at least, times their share of the estimate. */
static AS_INLINE double turning(const headed_run *r, bool back, uint32_t index, double across, double down)
{
  const double side = back ? -1 : 1;
  return r->per_turn * r->least[sector_of(side * across, side * down)][index];
}

static uint32_t index_of(const as_rules *rules, uint32_t slot)
{
  return slot < rules->headed ? slot % AS_HEADINGS + 1 : ANY_HEADING;
}

static double headed_estimate(const as_space *space, uint32_t slot, const double to[3])
{
  const headed_run *r = space->run;
  const astar_graph *g = space->self;
  const uint32_t node = as_state_node(&space->rules, slot);
  const double length = as_grid_space_estimate(space, node, to);
  double at[3];
  if (!(r->per_turn > 0) || node >= g->layout->cells) return length;
  as_grid_cell_coordinates(g->grid, node, at);
  return length + turning(r, space->rules.back, index_of(&space->rules, slot), to[0] - at[0], to[1] - at[1]);
}

/* ---- Expanding ---- */

/* The expansion of a state. */
typedef struct expanding {
  const headed_run *run;
  const as_cells *cells;
  as_expansion *expansion;
  uint32_t node, index;
  bool back;
} expanding;

/* The cost of the turn at a step from the state at an index, or backwards to it; `from` is where the step begins. */
static AS_INLINE double turn_cost(const headed_run *r, uint32_t index, uint32_t from, uint32_t heading)
{
  double cost = r->turns[index][heading];
  if (from == r->start) cost += r->turns[r->heading][heading];
  return cost;
}

static bool add_step(void *context, uint32_t slot, double cost, uint32_t direction)
{
  const expanding *x = context;
  as_expansion *e = x->expansion;
  uint32_t to = as_state_at(e->rules, slot, ANY_HEADING);
  if (direction < AS_DIRECTIONS) {
    const uint32_t from = x->back ? slot : x->node;
    const uint32_t heading = x->run->of[as_grid_parity(x->cells->grid, from)][direction];
    const double turn = turn_cost(x->run, x->index, from, heading);
    if (turn == INFINITY) return true;
    if (!x->run->asked) cost += turn;
    to = as_state_at(e->rules, slot, 1 + heading);
  }
  if (cost < INFINITY || (isnan(cost) && e->wants_excluded)) as_expansion_add(e, to, cost);
  return true;
}

static double headed_besides(const as_space *space, uint32_t from, uint32_t to)
{
  const as_rules *rules = &space->rules;
  const uint32_t begin = as_state_node(rules, rules->back ? to : from);
  if (to >= rules->headed) return 0;
  return turn_cost(space->run, index_of(rules, from), begin, index_of(rules, to) - 1);
}

static void list_steps(void *self, as_expansion *e, bool back)
{
  const headed_run *r = e->run;
  const as_cells c = as_cells_of(self, e->rules, r->map);
  const uint32_t node = as_state_node(e->rules, e->slot);
  expanding x = {r, &c, e, node, index_of(e->rules, e->slot), back};
  (void)as_each_step(&c, node, back, add_step, &x);
}

static void headed_expand(void *self, as_expansion *e)
{
  list_steps(self, e, false);
}

static bool headed_enterable(const void *self, const as_rules *rules, uint32_t slot)
{
  return as_grid_space_enterable(self, rules, as_state_node(rules, slot));
}

/* Backwards, no step leads to a node that the unit cannot enter. */
static void headed_expand_back(void *self, as_expansion *e)
{
  if (headed_enterable(self, e->rules, e->slot)) list_steps(self, e, true);
}

static uint32_t headed_prepare(void *self, uint32_t slot, uint32_t parent)
{
  const astar_graph *g = self;
  (void)parent;
  return as_grid_space_degree(g, slot < AS_HEADINGS * g->layout->cells ? slot / AS_HEADINGS
                                                                       : slot - AS_HEADINGS * g->layout->cells);
}

/* ---- The loops ---- */

/* The context of the instances of the loops. */
typedef struct headed_loop {
  as_cells cells;
  const headed_run *run;
  astar_search *search;
  uint32_t excluded;  /* bits of the directions in which cells are excluded: all, or none */
  bool back;
  bool prunes;        /* states may be dominated */
  bool octile;        /* estimates are the metric of squares with turns, inlined */
  const double *goal; /* in grid coordinates */
} headed_loop;

static headed_loop loop_of(astar_search *s)
{
  const headed_run *r = s->space.run;
  const as_heuristic *h = &s->heuristic;
  headed_loop loop;
  loop.cells = as_cells_of(s->space.self, &s->space.rules, r->map);
  loop.run = r;
  loop.search = s;
  loop.back = s->space.rules.back;
  loop.excluded = s->expansion.wants_excluded && !loop.back ? 0xFF : 0;
  loop.prunes = r->turn_limit == 0 || r->turn_limit >= r->headings / 2;
  loop.octile = h->by == AS_ESTIMATE_SPACE && h->goal_count == 1 && as_grid_space_is_octile(&s->space, h->goals[0]);
  loop.goal = loop.octile ? h->goals[0] : NULL;
  return loop;
}

/* Whether the loops expand a state: that with a heading of a cell that is not at the edge and has no links. */
static AS_INLINE bool takes(void *context, uint32_t slot)
{
  headed_loop *loop = context;
  as_cells *c = &loop->cells;
  return slot < c->rules->headed && as_is_inner(c, slot / AS_HEADINGS, loop->back) &&
         !(c->linked && as_grid_has_node(c->grid, slot / AS_HEADINGS));
}

static AS_INLINE void fetch(void *context, const astar_search *s, uint32_t slot)
{
  const as_cells *c = &((headed_loop *)context)->cells;
  if (slot >= c->rules->headed) return;
  AS_PREFETCH(as_records_peek(&s->records, slot));
  AS_PREFETCH(&c->map->steps[slot / AS_HEADINGS]);
}

/* The steps of a state that takes() has accepted, to some headings, by direction: where they lead, and their costs. */
typedef struct headed_steps {
  uint32_t bits, barred; /* directions with steps; those where the unit cannot enter */
  uint32_t to[AS_DIRECTIONS];
  double costs[AS_DIRECTIONS];
} headed_steps;

static AS_INLINE headed_steps steps_of(const headed_loop *loop, uint32_t slot, uint32_t headings)
{
  const as_cells *c = &loop->cells;
  const headed_run *r = loop->run;
  const uint32_t cell = slot / AS_HEADINGS, index = slot % AS_HEADINGS + 1;
  const uint8_t *of = r->of[as_parity_of(c)];
  headed_steps steps;
  uint32_t bits;
  steps.bits = steps.barred = 0;
  if (loop->back && !as_may_enter(c, cell)) return steps;
  steps.bits = as_inner_steps(c, cell, loop->back, false, steps.costs);
  if (!loop->back) steps.barred = as_barred_steps(c, cell) & loop->excluded;
  for (bits = steps.bits | steps.barred; bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits), other = cell + c->grid->offsets[d];
    uint32_t heading = of[d];
    double turn;
    if (loop->back && (heading += r->headings / 2) >= r->headings) heading -= r->headings;
    turn = turn_cost(r, index, loop->back ? other : cell, heading);
    steps.to[d] = AS_HEADINGS * other + heading;
    steps.costs[d] += turn;
    if (!(turn < INFINITY) || !(headings >> heading & 1)) {
      steps.bits &= ~(1u << d);
      steps.barred &= ~(1u << d);
    }
  }
  return steps;
}

/* The estimate of the state to which a step in a direction leads; the same as as_estimate(), to the last bit. */
static AS_INLINE double estimate_of(const headed_loop *loop, uint32_t to, uint32_t d)
{
  const astar_search *s = loop->search;
  double offset[2], length;
  if (s->heuristic.by == AS_ESTIMATE_ZERO) return 0;
  if (!loop->octile) return as_estimate(&s->heuristic, &s->space, to);
  length = as_octile_beside(&loop->cells, d, loop->goal, offset);
  if (loop->run->per_turn > 0) length += turning(loop->run, loop->back, to % AS_HEADINGS + 1, offset[0], offset[1]);
  return as_scaled(&s->heuristic, length);
}

#define MARGIN 9.094947017729282e-13 /* 2^-40 */

/* Whether a record is of a state that is reached, or closed. */
static AS_INLINE bool is_at_least(const as_records *records, const as_record *record, astar_state state)
{
  const uint32_t since = record->mark - records->run_mark;
  return (since >= (uint32_t)state << AS_STATE_SHIFT) & (since < (ASTAR_CLOSED + 1) << AS_STATE_SHIFT);
}

/* The first of the records of the states of a cell with a heading, which lie on one page. */
static AS_INLINE const as_record *row_of(const headed_loop *loop, uint32_t slot)
{
  return as_records_peek(&loop->search->records, slot / AS_HEADINGS * AS_HEADINGS);
}

/* Whether a state that is not open yet is dominated at cost g. */
static AS_INLINE bool is_dominated(const headed_loop *loop, uint32_t slot, double g)
{
  const as_record *row = row_of(loop, slot);
  const double (*turns)[AS_HEADINGS] = loop->run->turns + 1, most = g - g * MARGIN;
  const uint32_t heading = slot % AS_HEADINGS;
  uint32_t i, found = 0;
  for (i = 0; i < AS_HEADINGS; i++)
    found |= (uint32_t)is_at_least(&loop->search->records, &row[i], ASTAR_OPEN) &
             (uint32_t)(row[i].g + turns[i][heading] < most);
  return found;
}

/*
** The headings to which a state of cost g may turn at less cost than closed states of its cell; 0 if it is dominated.
*/
static AS_INLINE uint32_t headings_left(const headed_loop *loop, uint32_t slot, double g)
{
  const as_record *row = row_of(loop, slot);
  const double (*turns)[AS_HEADINGS] = loop->run->turns + 1, most = g - g * MARGIN;
  const uint32_t own = slot % AS_HEADINGS;
  uint32_t left = (1u << AS_HEADINGS) - 1, i, k;
  if (!loop->prunes) return left;
  for (i = 0; i < AS_HEADINGS; i++) {
    if (i == own || !is_at_least(&loop->search->records, &row[i], ASTAR_CLOSED)) continue;
    if (row[i].g + turns[i][own] < most) return 0;
    for (k = 0; k < AS_HEADINGS; k++)
      left &= ~((uint32_t)(row[i].g + turns[i][k] < most + turns[own][k] * (1 - MARGIN)) << k);
  }
  return left;
}

static AS_INLINE bool relax(void *context, astar_search *s, uint32_t slot, double g)
{
  const headed_loop *loop = context;
  const as_rules *rules = loop->cells.rules;
  const double from = as_depart(rules, g, slot);
  const uint32_t left = headings_left(loop, slot, g);
  headed_steps steps;
  uint32_t bits;
  if (left == 0) return true;
  steps = steps_of(loop, slot, left);
  for (bits = steps.bits | steps.barred; bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits), to = steps.to[d];
    as_record *record = as_records_peek(&s->records, to);
    if (!(steps.bits >> d & 1)) {
      if (!as_record_known(s->records.run_mark, record) && !as_loop_exclude(s, to, record, from)) return false;
    } else {
      const double cost = as_advance(rules, from, steps.costs[d], to);
      if (as_record_known(s->records.run_mark, record) && !(record->g > cost)) continue;
      if (loop->prunes && s->def.answer_only && is_dominated(loop, to, cost)) continue;
      if (!as_loop_ordinary(s, record, cost)) {
        if (!as_loop_relax_any(s, to, steps.costs[d], from)) return false;
      } else if (!as_loop_open(s, to, record, cost, estimate_of(loop, to, d))) {
        return false;
      }
    }
  }
  return true;
}

/* Whether there are loops: not on maps with heights. */
static bool may_loop(const astar_search *s)
{
  const astar_graph *g = s->space.self;
  return !as_grid_view(g->grid, &s->space.rules)->heights;
}

static uint64_t headed_loops(astar_search *s, uint64_t n)
{
  headed_loop loop;
  if (!may_loop(s)) return n;
  loop = loop_of(s);
  return as_loop(s, n, &loop, takes, fetch, relax);
}

static AS_INLINE bool flow_relax(void *context, uint32_t slot, double g, uint32_t next)
{
  const headed_loop *loop = context;
  const as_rules *rules = loop->cells.rules;
  astar_search *s = loop->search;
  const double from = as_depart(rules, g, slot);
  const uint32_t left = headings_left(loop, slot, g);
  headed_steps steps;
  uint32_t bits;
  (void)next;
  s->current = slot;
  if (left == 0) return true;
  steps = steps_of(loop, slot, left);
  for (bits = steps.bits; bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits), to = steps.to[d];
    const double cost = as_advance(rules, from, steps.costs[d], to);
    if (!as_flow_relax(s, to, as_records_peek(&s->records, to), cost)) return false;
  }
  return true;
}

static as_fast_end headed_flow(astar_search *s, uint64_t *n)
{
  headed_loop loop;
  if (!may_loop(s)) return *n > 0 ? AS_FAST_OTHER : AS_FAST_PAUSED;
  loop = loop_of(s);
  return as_fast_loop(&s->fast, n, &s->touched_count, &s->records, NULL, &loop, takes, flow_relax);
}

/* ---- Edits ---- */

/* All states of the nodes. */
static bool headed_edited(const as_space *space, uint32_t node, uint32_t what, as_memory *m, as_id_list *slots)
{
  const uint32_t before = slots->count;
  uint32_t last, i, k;
  if (!as_grid_space_edited(space, node, what, m, slots)) return false;
  for (i = before, last = slots->count; i < last; i++) {
    const uint32_t slot = slots->ids[i];
    slots->ids[i] = as_state_at(&space->rules, slot, 0);
    for (k = 1; k < as_state_count(&space->rules, slot); k++) {
      if (!as_append_id(slots, m, as_state_at(&space->rules, slot, k))) return false;
    }
  }
  return true;
}

static uint32_t headed_sources(const as_space *space, uint32_t slot)
{
  return (1 + AS_HEADINGS) * as_grid_space_degree(space->self, as_state_node(&space->rules, slot));
}

/* The steps to a state; backwards, from it. */
typedef struct arriving {
  const as_space *space;
  const as_grid *grid;
  uint32_t node, index;
  as_successor *list;
  uint32_t count;
} arriving;

static bool add_arrival(void *context, uint32_t slot, double cost, uint32_t direction)
{
  arriving *a = context;
  const as_rules *rules = &a->space->rules;
  const headed_run *r = a->space->run;
  const uint32_t from = rules->back ? a->node : slot, states = as_state_count(rules, slot);
  const uint32_t heading = direction < AS_DIRECTIONS ? r->of[as_grid_parity(a->grid, from)][direction] : 0;
  uint32_t k;
  if (rules->back && isnan(cost)) return true; /* a step to where the unit cannot enter is none */
  if (a->index != (direction < AS_DIRECTIONS ? 1 + heading : ANY_HEADING)) return true;
  for (k = 0; k < states; k++) {
    const double turn = direction < AS_DIRECTIONS ? turn_cost(r, k, from, heading) : 0;
    if (turn == INFINITY) continue;
    a->list[a->count].slot = as_state_at(rules, slot, k);
    a->list[a->count++].cost = cost + turn;
  }
  return true;
}

static uint32_t headed_arrivals(const as_space *space, uint32_t slot, as_successor *list)
{
  const as_cells c = as_cells_of(space->self, &space->rules, NULL);
  arriving a = {space, c.grid, as_state_node(&space->rules, slot), index_of(&space->rules, slot), list, 0};
  (void)as_each_step(&c, a.node, !space->rules.back, add_arrival, &a);
  return a.count;
}

/* ---- The space ---- */

static const double *headed_position(const void *self, uint32_t slot, double scratch[3])
{
  const astar_graph *g = self;
  const uint32_t headed = AS_HEADINGS * g->layout->cells;
  return as_grid_space_position(self, slot < headed ? slot / AS_HEADINGS : slot - headed, scratch);
}

static void headed_release(as_space *space, as_memory *m)
{
  headed_run *r = space->run;
  as_step_map_release(r->map);
  as_free(m, r, 1, headed_run);
}

static bool headed_renew(as_space *space);

#define HEADED_OPS \
  .prepare = headed_prepare, .run = headed_loops, .besides = headed_besides, .position = headed_position,              \
  .around = as_grid_space_around, .enterable = headed_enterable, .version = as_graph_space_version,                    \
  .waypoint = as_graph_space_waypoint, .exists = as_graph_space_exists, .coordinates = as_grid_space_coordinates,      \
  .metric = as_grid_space_metric, .estimate = headed_estimate, .offset = as_grid_space_offset,                         \
  .lattice = as_grid_space_lattice, .typical_cost = as_grid_space_typical_cost, .renew = headed_renew,                 \
  .edited = headed_edited, .sources = headed_sources, .arrivals = headed_arrivals, .release = headed_release

static const as_space_ops headed_ops = {HEADED_OPS, .expand = headed_expand};
static const as_space_ops headed_back_ops = {HEADED_OPS, .expand = headed_expand_back, .flow = headed_flow};

static bool is_headed(const as_space *space)
{
  return space->ops == &headed_ops || space->ops == &headed_back_ops;
}

/* Turn the space of cells into one of states, whose run reads a step map that is held. */
static void set_space(as_space *space, headed_run *r)
{
  const astar_graph *g = space->self;
  space->ops = space->rules.back ? &headed_back_ops : &headed_ops;
  space->run = r;
  space->rules.headed = AS_HEADINGS * g->layout->cells;
  space->heading = r->heading;
  if (r->per_turn > 0) space->most = 0;
}

/* Whether no way can leave the map and come back elsewhere. */
static bool is_flat(const astar_graph *g)
{
  return g->cell_nodes.count == 0 && !g->grid->def.wrap_x && !g->grid->def.wrap_y;
}

/* The index of the state that looks along a vector of the world, or nearly; of two headings as near, the first. */
static uint32_t find_heading(const headed_run *r, const as_grid *grid, const double vector[2])
{
  const double largest = as_max(fabs(vector[0]), fabs(vector[1])), x = vector[0] / largest, y = vector[1] / largest;
  double most = -INFINITY, zero[3] = {0, 0, 0}, origin[3];
  uint32_t heading, best = 0;
  as_grid_world(grid, zero, origin);
  for (heading = 0; heading < r->headings; heading++) {
    double along[3] = {0, 0, 0}, end[3], cosine;
    if (!has_steps(grid, heading)) continue;
    vector_of(grid, heading, along);
    as_grid_world(grid, along, end);
    end[0] -= origin[0];
    end[1] -= origin[1];
    cosine = (x * end[0] + y * end[1]) / as_length(end[0], end[1], 0);
    if (cosine <= most) continue;
    most = cosine;
    best = heading;
  }
  return 1 + best;
}

static headed_run *new_run(as_memory *m, const as_space *space, const astar_search_def *def)
{
  const astar_graph *g = space->self;
  headed_run *r = as_new(m, 1, headed_run);
  if (!r) return NULL;
  memset(r, 0, sizeof *r);
  r->turn_cost = def->turn_cost;
  r->turn_limit = def->turn_limit;
  set_headings(r, g->grid);
  set_turns(r);
  set_sectors(r, g->grid);
  r->heading = def->has_heading ? find_heading(r, g->grid, def->heading) : ANY_HEADING;
  r->start = AS_NO_SLOT;
  if (space->rules.back && def->has_heading && def->start != ASTAR_NO_ID) r->start = as_slot(g->layout, def->start);
  r->asked = def->ask_cost;
  r->scale = space->scale;
  if (is_flat(g) && space->scale > 0) r->per_turn = def->turn_cost / space->scale;
  if (!(r->per_turn < INFINITY)) r->per_turn = 0;
  return r;
}

/* Hold the step map of a space of cells. NULL if out of memory. */
static as_step_map *hold_map(as_space *space)
{
  const as_space none = *space;
  return as_grid_space_steps(space, &none) == ASTAR_OK ? space->run : NULL;
}

astar_result as_headed_space_begin(as_space *space, as_memory *m, const astar_search_def *def)
{
  const astar_graph *g = space->self;
  headed_run *r;
  if ((uint64_t)AS_HEADINGS * g->layout->cells + as_slots(g->layout) > UINT32_MAX / 2) return ASTAR_FULL;
  r = new_run(m, space, def);
  if (!r) return ASTAR_NO_MEMORY;
  r->map = hold_map(space);
  if (!r->map) {
    as_free(m, r, 1, headed_run);
    return ASTAR_NO_MEMORY;
  }
  set_space(space, r);
  return ASTAR_OK;
}

/* False also where estimates counted turns, and may not any more: then only a new run helps. */
static bool headed_renew(as_space *space)
{
  headed_run *r = space->run;
  const astar_graph *g = space->self;
  as_space fresh = as_grid_space(space->self, space->unit);
  as_step_map *map;
  if (r->per_turn > 0 && !is_flat(g)) return false;
  fresh.rules.discs = space->rules.discs;
  map = as_is_complete(&fresh) ? hold_map(&fresh) : NULL;
  if (!map) return false;
  as_step_map_release(r->map);
  r->map = map;
  if (space->rules.back) as_grid_space_turn(&fresh);
  if (fresh.scale < r->scale && r->per_turn > 0) {
    r->scale = fresh.scale;
    r->per_turn = fresh.scale > 0 ? r->turn_cost / fresh.scale : 0;
  }
  *space = fresh;
  set_space(space, r);
  return true;
}

struct as_step_map *as_headed_space_map(const as_space *space)
{
  return is_headed(space) ? ((const headed_run *)space->run)->map : NULL;
}
