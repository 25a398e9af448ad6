/*
** grid_space.c: see grid_space.h. Expansion is made of the steps of cell_steps.h. The usual cell is an inner one. It is
** expanded in two passes: the costs of its steps give the directions that may improve a record, without a branch that
** depends on the map, and then the nodes there are relaxed.
*/
#include "grid/grid_space.h"

#include "engine/flow.h"
#include "engine/loop.h"
#include "graph/graph_space.h"
#include "grid/cell_flow.h"
#include "grid/cell_steps.h"
#include "grid/jump.h"

#include <string.h>

/* The context of the instances of the loops. */
typedef struct cell_loop {
  as_cells cells;
  uint32_t excluded; /* bits of the directions in which cells are excluded: all, or none */
  double goal[2];    /* its column and row */
  /* Of the loop in any order; of floods. */
  astar_search *search;
  as_flood *flood;
  as_memory *memory;
  bool back;
  double from;       /* of the node that is expanded by flood_step() */
} cell_loop;

static AS_INLINE cell_loop loop_of(const astar_graph *g, const as_rules *rules, as_step_map *map)
{
  cell_loop loop;
  memset(&loop, 0, sizeof loop);
  loop.cells = as_cells_of(g, rules, map);
  return loop;
}

/* The costs of the nodes that the steps lead to. Backwards, and where all cells cost the same, nothing is added. */
static AS_INLINE void add_steps(const as_cells *c, uint32_t cell, double from, bool plain,
                                const double costs[AS_DIRECTIONS], double gs[AS_DIRECTIONS])
{
  const as_rules *rules = c->rules;
  const uint32_t width = c->width;
#define ADD_STEP(d, to) gs[d] = plain ? from + costs[d] : as_advance(rules, from, costs[d], to)
  ADD_STEP(0, cell - width - 1);
  ADD_STEP(1, cell - width);
  ADD_STEP(2, cell - width + 1);
  ADD_STEP(3, cell - 1);
  ADD_STEP(4, cell + 1);
  ADD_STEP(5, cell + width - 1);
  ADD_STEP(6, cell + width);
  ADD_STEP(7, cell + width + 1);
#undef ADD_STEP
}

/* ---- Expanding ---- */

static bool add_step(void *context, uint32_t slot, double cost, uint32_t direction)
{
  as_expansion *e = context;
  (void)direction;
  if (cost < INFINITY || (isnan(cost) && e->wants_excluded)) as_expansion_add(e, slot, cost);
  return true;
}

static AS_INLINE void list_inner(const as_cells *c, as_expansion *expansion, bool back)
{
  const uint32_t slot = expansion->slot;
  as_successor *list = expansion->list + expansion->count;
  double costs[AS_DIRECTIONS];
  uint32_t bits = as_inner_steps(c, slot, back, false, costs);
  if (!back && expansion->wants_excluded) bits |= as_barred_steps(c, slot);
  if (!isnan(expansion->from)) {
    as_expansion e = *expansion;
    for (; bits != 0; bits &= bits - 1) {
      const uint32_t d = as_lowest_bit(bits);
      as_expansion_add(&e, slot + c->grid->offsets[d], costs[d]);
    }
    expansion->count = e.count;
    return;
  }
  for (; bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits);
    list->slot = slot + c->grid->offsets[d];
    list++->cost = costs[d];
  }
  expansion->count = (uint32_t)(list - expansion->list);
}

static AS_INLINE void list_steps(const astar_graph *g, as_expansion *e, bool back)
{
  as_cells c = as_cells_of(g, e->rules, e->run);
  if (e->run && !c.grid->heights && as_is_inner(&c, e->slot, back)) list_inner(&c, e, back);
  else if (e->slot < c.grid->count) (void)as_each_cell(&c, e->slot, back, add_step, e);
  (void)as_each_link(&c, e->slot, back, add_step, e);
}

static void grid_expand(void *self, as_expansion *e)
{
  list_steps(self, e, false);
}

bool as_grid_space_enterable(const void *self, const as_rules *rules, uint32_t slot)
{
  const astar_graph *g = self;
  const uint32_t count = g->layout->cells;
  if (slot >= count) return rules->costs[as_node_entry(&g->nodes[slot - count])] < INFINITY;
  return rules->costs[as_grid_entry(as_grid_view(g->grid, rules), slot)] < INFINITY;
}

/* Backwards, no step leads to a node that the unit cannot enter. */
static void back_expand(void *self, as_expansion *e)
{
  if (as_grid_space_enterable(self, e->rules, e->slot)) list_steps(self, e, true);
}

static AS_INLINE uint32_t prepare(const astar_graph *g, uint32_t slot, bool back)
{
  const uint32_t index = as_linked_index(g, slot), steps = slot < g->layout->cells ? AS_DIRECTIONS : 0;
  const as_node *n;
  if (index == AS_NO_SLOT) return steps;
  as_tidy(g, &g->nodes[index]);
  n = &g->nodes[index];
  return steps + (back ? n->all : n->out);
}

static uint32_t grid_prepare(void *self, uint32_t slot, uint32_t parent)
{
  (void)parent;
  return prepare(self, slot, false);
}

uint32_t as_grid_space_degree(const astar_graph *g, uint32_t node)
{
  return prepare(g, node, true);
}

static uint32_t back_prepare(void *self, uint32_t slot, uint32_t parent)
{
  (void)parent;
  return prepare(self, slot, true);
}

/* ---- The exact loop ---- */

/* Whether a cell is an inner one without links, and the records of each row around it are contiguous. */
static AS_INLINE bool takes_cell(as_cells *c, uint32_t slot, bool back)
{
  return as_is_inner(c, slot, back) && (int)as_records_inner(slot) & (int)as_records_inner(slot - c->width) &
             (int)as_records_inner(slot + c->width) & !(c->linked && as_grid_has_node(c->grid, slot));
}

static AS_INLINE bool takes_out(void *context, uint32_t slot)
{
  return takes_cell(&((cell_loop *)context)->cells, slot, false);
}

static AS_INLINE bool takes_back(void *context, uint32_t slot)
{
  return takes_cell(&((cell_loop *)context)->cells, slot, true);
}

/* Have the records read soon that the expansion of a slot will read. */
static AS_INLINE void fetch_cell(void *context, const astar_search *s, uint32_t slot)
{
  const as_cells *c = &((const cell_loop *)context)->cells;
  const uint32_t width = c->width, up = slot < width ? slot : slot - width;
  const uint32_t down = slot < c->grid->count - width ? slot + width : up;
  if (slot >= c->grid->count) return;
  AS_PREFETCH(as_records_peek(&s->records, slot));
  AS_PREFETCH(as_records_peek(&s->records, up));
  AS_PREFETCH(as_records_peek(&s->records, down));
  AS_PREFETCH(&c->map->steps[slot]);
  AS_PREFETCH(&c->map->barred[slot]);
}

/* How estimates are computed. */
typedef enum estimate_kind { NO_ESTIMATE, OCTILE_ESTIMATE, ANY_ESTIMATE } estimate_kind;

/* The estimate of the neighbour of the cell; the same as as_estimate(), to the last bit. */
static AS_INLINE double estimate_of(const cell_loop *loop, const astar_search *s, uint32_t to, uint32_t d,
                                    estimate_kind kind)
{
  double offset[2];
  if (kind == NO_ESTIMATE) return 0;
  if (kind == ANY_ESTIMATE) return as_estimate(&s->heuristic, &s->space, to);
  return as_scaled(&s->heuristic, as_octile_beside(&loop->cells, d, loop->goal, offset));
}

/*
** One bit: whether the end of a step is untouched, or reached at a higher cost. No branch. Not if it cannot be entered,
** and is excluded already.
*/
static AS_INLINE uint32_t look(uint32_t run_mark, const as_record *record, double g)
{
  return (uint32_t)!((int)as_record_known(run_mark, record) & !(record->g > g));
}

static AS_INLINE bool relax_cell(const cell_loop *loop, astar_search *s, uint32_t slot, double g, estimate_kind kind,
                                 bool even, bool back)
{
  const as_cells *c = &loop->cells;
  const uint32_t run_mark = s->records.run_mark;
  const double from = as_depart(c->rules, g, slot);
  as_record *here = as_records_peek(&s->records, slot), *up = as_records_peek(&s->records, slot - c->width),
            *down = as_records_peek(&s->records, slot + c->width);
  as_record *rows[3];
  double costs[AS_DIRECTIONS], gs[AS_DIRECTIONS];
  uint32_t open, bits;
  if (back && !as_may_enter(c, slot)) return true;
  open = bits = as_inner_steps(c, slot, back, even, costs);
  if (!back) bits |= as_barred_steps(c, slot) & loop->excluded;
  add_steps(c, slot, from, even || back, costs, gs);
#define LOOK(record, cost) look(run_mark, record, cost)
  bits &= AS_LOOK_AROUND(LOOK, up, here, down, gs);
#undef LOOK
  rows[0] = up;
  rows[1] = here;
  rows[2] = down;
  for (; bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits), to = slot + c->grid->offsets[d];
    as_record *record = rows[1 + as_to_row[d]] + as_to_col[d];
    if (!(open >> d & 1)) {
      if (!as_loop_exclude(s, to, record, from)) return false;
    } else if (!as_loop_ordinary(s, record, gs[d])) {
      if (!as_loop_relax_any(s, to, costs[d], from)) return false;
    } else if (!as_loop_open(s, to, record, gs[d], estimate_of(loop, s, to, d, kind))) {
      return false;
    }
  }
  return true;
}

/* The instances of the loop, by what the map and the query are like. */
#define DEFINE_RUN(name, takes, kind, even, back) \
  static AS_INLINE bool expand_##name(void *context, astar_search *s, uint32_t slot, double g) \
  { \
    return relax_cell(context, s, slot, g, kind, even, back); \
  } \
  static uint64_t run_##name(astar_search *s, uint64_t n, cell_loop *loop) \
  { \
    return as_loop(s, n, loop, takes, fetch_cell, expand_##name); \
  }

DEFINE_RUN(even_octile, takes_out, OCTILE_ESTIMATE, true, false)
DEFINE_RUN(even_zero, takes_out, NO_ESTIMATE, true, false)
DEFINE_RUN(even_any, takes_out, ANY_ESTIMATE, true, false)
DEFINE_RUN(octile, takes_out, OCTILE_ESTIMATE, false, false)
DEFINE_RUN(zero, takes_out, NO_ESTIMATE, false, false)
DEFINE_RUN(any, takes_out, ANY_ESTIMATE, false, false)
DEFINE_RUN(back, takes_back, ANY_ESTIMATE, false, true)

bool as_grid_space_is_octile(const as_space *space, const double goal[3])
{
  const astar_graph *g = space->self;
  const as_grid *grid = g->grid;
  return as_grid_is_octile(grid) && fabs(goal[0]) < 1e9 && fabs(goal[1]) < 1e9 && goal[2] == grid->def.origin[2];
}

/* How estimates are computed; sets the goal if by columns and rows. */
static estimate_kind choose_estimate(const astar_search *s, cell_loop *loop)
{
  const as_heuristic *h = &s->heuristic;
  if (h->by == AS_ESTIMATE_ZERO) return NO_ESTIMATE;
  if (h->by != AS_ESTIMATE_SPACE || h->goal_count > 1 || !as_grid_space_is_octile(&s->space, h->goals[0]))
    return ANY_ESTIMATE;
  memcpy(loop->goal, h->goals[0], sizeof loop->goal);
  return OCTILE_ESTIMATE;
}

/* Whether a search has loops: not on maps with heights, or without a step map. */
static bool may_loop(const astar_search *s)
{
  const astar_graph *g = s->space.self;
  return s->space.run && !as_grid_view(g->grid, &s->space.rules)->heights;
}

static uint64_t run_cells(astar_search *s, uint64_t n)
{
  cell_loop loop;
  bool even;
  if (!may_loop(s)) return n;
  loop = loop_of(s->space.self, &s->space.rules, s->space.run);
  loop.cells.multiplier = s->space.multiplier;
  loop.excluded = s->expansion.wants_excluded ? 0xFF : 0;
  even = !isnan(s->space.multiplier) && !s->space.rules.special;
  switch (choose_estimate(s, &loop)) {
  case NO_ESTIMATE: return even ? run_even_zero(s, n, &loop) : run_zero(s, n, &loop);
  case OCTILE_ESTIMATE: return even ? run_even_octile(s, n, &loop) : run_octile(s, n, &loop);
  default: return even ? run_even_any(s, n, &loop) : run_any(s, n, &loop);
  }
}

static uint64_t run_cells_back(astar_search *s, uint64_t n)
{
  cell_loop loop;
  if (!may_loop(s)) return n;
  loop = loop_of(s->space.self, &s->space.rules, s->space.run);
  return run_back(s, n, &loop);
}

/* ---- The loop in any order ---- */

/* One bit: whether a node, whose record is current, may get cheaper, or as cheap by another way. */
static AS_INLINE uint32_t flow_look(const as_record *record, double g)
{
  return !(record->g < g);
}

/* Whether a cell is not at the edge and has no links. */
static AS_INLINE bool flow_takes(void *context, uint32_t slot)
{
  cell_loop *loop = context;
  as_cells *c = &loop->cells;
  return as_is_inner(c, slot, loop->back) && !(c->linked && as_grid_has_node(c->grid, slot));
}

/* Relax the neighbours of a cell in some directions; their records need not be contiguous. */
static AS_NOINLINE bool flow_apart(astar_search *s, const as_grid *grid, uint32_t slot, uint32_t bits,
                                   const double gs[])
{
  for (; bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits), to = slot + grid->offsets[d];
    if (!as_flow_relax(s, to, as_records_peek(&s->records, to), gs[d])) return false;
  }
  return true;
}

static AS_INLINE bool flow_cell(void *context, uint32_t slot, double g, uint32_t next, bool back)
{
  const cell_loop *loop = context;
  const as_cells *c = &loop->cells;
  astar_search *s = loop->search;
  const as_grid *grid = c->grid;
  const uint32_t width = c->width;
  double costs[AS_DIRECTIONS], gs[AS_DIRECTIONS];
  as_record *here, *up, *down, *rows[3];
  uint32_t bits;
  if (next - width < grid->count - 2 * width) {
    AS_PREFETCH(as_records_peek(&s->records, next - width));
    AS_PREFETCH(as_records_peek(&s->records, next));
    AS_PREFETCH(as_records_peek(&s->records, next + width));
    AS_PREFETCH(&c->map->steps[next - width]);
    AS_PREFETCH(&c->map->steps[next + width]);
  }
  s->current = slot;
  if (back && !as_may_enter(c, slot)) return true;
  bits = as_inner_steps(c, slot, back, false, costs);
  add_steps(c, slot, as_depart(c->rules, g, slot), back, costs, gs);
  here = as_records_peek(&s->records, slot);
  up = as_records_peek(&s->records, slot - width);
  down = as_records_peek(&s->records, slot + width);
  if (!((int)as_records_inner(slot) & (int)as_records_inner(slot - width) & (int)as_records_inner(slot + width) &
        (int)as_record_current(&s->records, up) & (int)as_record_current(&s->records, down)))
    return flow_apart(s, grid, slot, bits, gs);
  bits &= AS_LOOK_AROUND(flow_look, up, here, down, gs);
  rows[0] = up;
  rows[1] = here;
  rows[2] = down;
  for (; bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits);
    if (!as_flow_relax(s, slot + grid->offsets[d], rows[1 + as_to_row[d]] + as_to_col[d], gs[d])) return false;
  }
  return true;
}

static AS_INLINE bool flow_in(void *context, uint32_t slot, double g, uint32_t next)
{
  return flow_cell(context, slot, g, next, true);
}

static AS_INLINE bool flow_out(void *context, uint32_t slot, double g, uint32_t next)
{
  return flow_cell(context, slot, g, next, false);
}

static as_fast_end flow_cells(astar_search *s, uint64_t *n)
{
  cell_loop loop;
  if (!may_loop(s)) return *n > 0 ? AS_FAST_OTHER : AS_FAST_PAUSED;
  if (as_cell_flow_begin(s)) return as_cell_flow_run(s, n);
  loop = loop_of(s->space.self, &s->space.rules, s->space.run);
  loop.search = s;
  loop.back = s->space.rules.back;
  if (loop.back)
    return as_fast_loop(&s->fast, n, &s->touched_count, &s->records, NULL, &loop, flow_takes, flow_in);
  return as_fast_loop(&s->fast, n, &s->touched_count, &s->records, NULL, &loop, flow_takes, flow_out);
}

/* ---- Edits ---- */

/* The steps of all units that cover the cell, or stand beside it, may have changed. */
bool as_grid_space_edited(const as_space *space, uint32_t slot, uint32_t what, as_memory *m, as_id_list *slots)
{
  const astar_graph *g = space->self;
  const int64_t size = space->rules.size;
  /*
  ** What is between the cells that a large unit covers decides whether it can stand there, and so whether links lead
  ** there.
  */
  const bool ends = (what & (AS_EDIT_NODE | AS_EDIT_ENTRY)) != 0 || (size > 1 && slot < g->grid->count);
  int64_t right, down;
  if (slot >= g->grid->count) {
    return as_append_id(slots, m, slot) && (!ends || as_graph_space_ends(g, slot - g->grid->count, m, slots));
  }
  for (down = -size; down <= 1; down++) {
    for (right = -size; right <= 1; right++) {
      const uint32_t cell = as_grid_cell_from(g->grid, slot, right, down);
      if (cell == AS_NO_SLOT) continue;
      if (!as_append_id(slots, m, cell)) return false;
      if (ends && (size > 1 || cell == slot) && as_grid_has_node(g->grid, cell) &&
          !as_graph_space_ends(g, as_sparse_get(&g->cell_nodes, cell), m, slots))
        return false;
    }
  }
  return true;
}

static uint32_t grid_sources(const as_space *space, uint32_t slot)
{
  return prepare(space->self, slot, true);
}

typedef struct arrivals {
  as_successor *list;
  uint32_t count;
} arrivals;

static bool append_arrival(void *context, uint32_t slot, double cost, uint32_t direction)
{
  arrivals *a = context;
  (void)direction;
  a->list[a->count].slot = slot;
  a->list[a->count++].cost = cost;
  return true;
}

static uint32_t grid_arrivals(const as_space *space, uint32_t slot, as_successor *list)
{
  const as_cells c = as_cells_of(space->self, &space->rules, NULL);
  arrivals a = {list, 0};
  (void)as_each_step(&c, slot, true, append_arrival, &a);
  return a.count;
}

/* Backwards, a step that leads to a node which the unit cannot enter is none. */
static bool append_back_arrival(void *context, uint32_t slot, double cost, uint32_t direction)
{
  return isnan(cost) || append_arrival(context, slot, cost, direction);
}

static uint32_t back_arrivals(const as_space *space, uint32_t slot, as_successor *list)
{
  const as_cells c = as_cells_of(space->self, &space->rules, NULL);
  arrivals a = {list, 0};
  (void)as_each_step(&c, slot, false, append_back_arrival, &a);
  return a.count;
}

/* ---- What counts as a goal ---- */

/* Append the nodes within a straight distance of a cell or waypoint, across the edges where the map wraps. */
static bool append_within(const as_space *space, astar_id goal, double distance, as_memory *m, as_id_list *list)
{
  const astar_graph *g = space->self;
  double place[3], shifted[3], shifts[AS_MOST_SHIFTS][2];
  const uint32_t count = as_grid_shifts(g->grid, shifts);
  uint32_t i;
  astar_graph_position(g, goal, place);
  shifted[2] = place[2];
  for (i = 0; i < count; i++) {
    shifted[0] = place[0] + shifts[i][0];
    shifted[1] = place[1] + shifts[i][1];
    if (!as_graph_space_within(space, shifted, distance, m, list)) return false;
  }
  return true;
}

bool as_grid_space_around(const as_space *space, astar_id goal, double within, bool adjacent, as_memory *m,
                        as_id_list *list)
{
  const astar_graph *g = space->self;
  const as_grid *grid = as_grid_view(g->grid, &space->rules);
  const uint32_t slot = as_slot(g->layout, goal), index = as_linked_index(g, slot);
  uint32_t d;
  if (!as_append_id(list, m, goal)) return false;
  if (within >= 0 && !append_within(space, goal, within, m, list)) return false;
  if (!adjacent) return true;
  for (d = 0; d < AS_DIRECTIONS && slot < grid->count; d++) {
    const uint32_t from = as_grid_step(grid, slot, d);
    if (from == AS_NO_SLOT || !as_grid_step_open(grid, &space->rules, from, slot, as_grid_back(grid, slot, from, d)))
      continue;
    if (!as_append_id(list, m, from + 1)) return false;
  }
  return index == AS_NO_SLOT || space->rules.discs || as_graph_space_sources(space, index, m, list);
}

/* ---- Landmarks ---- */

static AS_INLINE uint32_t flood_look(const double *known, double g)
{
  return g < *known;
}

static bool flood_step(void *context, uint32_t slot, double cost, uint32_t direction)
{
  const cell_loop *loop = context;
  const double g = as_advance(loop->cells.rules, loop->from, cost, slot);
  (void)direction;
  return !(g < loop->flood->g[slot]) || as_flood_reach(loop->flood, loop->memory, slot, g);
}

/* What the inner cells have not done: all steps of a slot, or those along links only. */
static AS_NOINLINE bool flood_rest(cell_loop loop, uint32_t slot, double from, bool all)
{
  const as_cells *c = &loop.cells;
  loop.from = from;
  return (!all || slot >= c->grid->count || as_each_cell(c, slot, loop.back, flood_step, &loop)) &&
         (!c->linked || as_each_link(c, slot, loop.back, flood_step, &loop));
}

static AS_INLINE bool flood_node(void *context, uint32_t slot, double from, uint32_t next)
{
  cell_loop *loop = context;
  as_cells *c = &loop->cells;
  as_flood *f = loop->flood;
  const as_grid *grid = c->grid;
  const uint32_t width = c->width;
  const double *here;
  double costs[AS_DIRECTIONS], gs[AS_DIRECTIONS];
  uint32_t bits;
  f->greatest = as_max(f->greatest, from);
  if (grid->height > 2 && next - width < grid->count - 2 * width) { /* it will probably be expanded next */
    AS_PREFETCH(&f->g[next - width]);
    AS_PREFETCH(&f->g[next]);
    AS_PREFETCH(&f->g[next + width]);
    AS_PREFETCH(as_grid_entry_place(grid, next - width));
    AS_PREFETCH(as_grid_entry_place(grid, next + width));
  }
  if (grid->heights || !as_is_inner(c, slot, loop->back)) return flood_rest(*loop, slot, from, true);
  if (loop->back && !as_may_enter(c, slot)) return true;
  here = f->g + slot;
  bits = as_inner_steps(c, slot, loop->back, false, costs);
  add_steps(c, slot, from, loop->back, costs, gs);
  bits &= AS_LOOK_AROUND(flood_look, here - width, here, here + width, gs);
  for (; bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits);
    if (!as_flood_reach(f, loop->memory, slot + grid->offsets[d], gs[d])) return false;
  }
  return !c->linked || flood_rest(*loop, slot, from, false);
}

static as_fast_end grid_flood(const as_space *space, as_flood *flood, as_memory *m, uint64_t *n, bool back)
{
  const astar_graph *g = space->self;
  as_step_map *map = as_step_maps_get(as_grid_view(g->grid, &space->rules), &space->rules, g->units.terrains.count + 1);
  cell_loop loop;
  if (!map) return AS_FAST_NO_MEMORY;
  loop = loop_of(g, &space->rules, map);
  loop.cells.linked = g->cell_nodes.count > 0 || g->alive > 0;
  loop.flood = flood;
  loop.memory = m;
  loop.back = back;
  return as_fast_loop(&flood->fast, n, &flood->reached, NULL, flood->g, &loop, NULL, flood_node);
}

double as_grid_space_typical_cost(const as_space *space)
{
  const astar_graph *g = space->self;
  const as_grid *grid = as_grid_view(g->grid, &space->rules);
  const double cost = as_grid_scale(grid, &space->rules) * as_min(grid->steps[1], grid->steps[3]);
  return cost < INFINITY ? cost : 1;
}

/* Whether each step along a link of a node that the unit can make costs the same back. */
static bool are_links_two_way(const astar_graph *g, const as_rules *rules, uint32_t index)
{
  as_node *n = &g->nodes[index];
  const as_link *link, *last;
  as_tidy(g, n);
  link = as_ends(g, n);
  for (last = link + n->out; link < last; link++) {
    const as_node *other = &g->nodes[link->to];
    const double cost = as_grid_link_cost(g, rules, n, other, link);
    const as_link *back = as_link_back(g, index, link);
    if (cost < INFINITY && !(back && as_grid_link_cost(g, rules, other, n, back) == cost)) return false;
  }
  return true;
}

static bool grid_two_way(const as_space *space, uint32_t slot)
{
  const as_cells c = as_cells_of(space->self, &space->rules, NULL);
  const uint32_t index = as_linked_index(c.graph, slot);
  as_successor steps_out[AS_DIRECTIONS], steps_in[AS_DIRECTIONS];
  arrivals out = {steps_out, 0}, in = {steps_in, 0};
  uint32_t i;
  if (slot < c.grid->count) {
    (void)as_each_cell(&c, slot, false, append_arrival, &out);
    (void)as_each_cell(&c, slot, true, append_arrival, &in);
  }
  for (i = 0; i < out.count; i++) {
    if (out.list[i].cost < INFINITY && in.list[i].cost != out.list[i].cost) return false;
  }
  return index == AS_NO_SLOT || are_links_two_way(c.graph, c.rules, index);
}

/* ---- The space ---- */

const double *as_grid_space_position(const void *self, uint32_t slot, double scratch[3])
{
  const astar_graph *g = self;
  if (slot >= g->layout->cells) return g->nodes[slot - g->layout->cells].position;
  as_grid_cell_world(g->grid, slot, scratch);
  return scratch;
}

void as_grid_space_coordinates(const void *self, astar_id id, double uvz[3])
{
  const astar_graph *g = self;
  if (as_is_cell(g, id)) as_grid_cell_coordinates(g->grid, id - 1, uvz);
  else as_grid_coordinates(g->grid, g->nodes[as_index(g, id)].position, uvz);
}

double as_grid_space_metric(const void *self, const double a[3], const double b[3])
{
  return as_grid_metric(((const astar_graph *)self)->grid, a, b);
}

double as_grid_space_estimate(const as_space *space, uint32_t node, const double to[3])
{
  const astar_graph *g = space->self;
  double uvz[3];
  if (node < g->layout->cells) as_grid_cell_coordinates(g->grid, node, uvz);
  else as_grid_coordinates(g->grid, g->nodes[node - g->layout->cells].position, uvz);
  return as_grid_metric(g->grid, uvz, to);
}

void as_grid_space_offset(const void *self, const double a[3], const double b[3], double offset[3])
{
  as_grid_offset(((const astar_graph *)self)->grid, a, b, offset);
}

void as_grid_space_lattice(const void *self, astar_lattice *lattice)
{
  as_grid_lattice(((const astar_graph *)self)->grid, lattice);
}

static void grid_release(as_space *space, as_memory *m)
{
  (void)m;
  as_step_map_release(space->run);
}

static void jump_release(as_space *space, as_memory *m)
{
  as_jump_free(space->run, m);
}

#define COMMON_OPS \
  .position = as_grid_space_position, .enterable = as_grid_space_enterable, .version = as_graph_space_version,         \
  .waypoint = as_graph_space_waypoint, .exists = as_graph_space_exists, .coordinates = as_grid_space_coordinates,      \
  .around = as_grid_space_around, .metric = as_grid_space_metric, .estimate = as_grid_space_estimate,                  \
  .offset = as_grid_space_offset, .lattice = as_grid_space_lattice

static bool grid_renew(as_space *space);

#define CELL_OPS \
  COMMON_OPS, .renew = grid_renew, .edited = as_grid_space_edited, .sources = grid_sources, .flood = grid_flood,       \
              .typical_cost = as_grid_space_typical_cost, .two_way = grid_two_way, .release = grid_release

static const as_space_ops grid_ops = {CELL_OPS, .prepare = grid_prepare, .expand = grid_expand, .run = run_cells,
                                      .flow = flow_cells, .arrivals = grid_arrivals};
static const as_space_ops back_ops = {CELL_OPS, .prepare = back_prepare, .expand = back_expand, .run = run_cells_back,
                                      .flow = flow_cells, .arrivals = back_arrivals};

static const as_space_ops jump_ops = {COMMON_OPS,
                                      .prepare = as_jump_prepare,
                                      .expand = as_jump_expand,
                                      .steps = as_jump_steps,
                                      .release = jump_release};

as_space as_grid_space(astar_graph *g, astar_unit unit)
{
  as_space space = as_space_on_graph(g, unit);
  const as_grid *grid;
  if (space.rules.size > 1)
    space.rules.view = as_footprint_get(g->grid, &space.rules, g->units.terrains.count + 1, g->version);
  grid = as_grid_view(g->grid, &space.rules);
  space.rules.columns = grid->width;
  space.rules.rows = grid->height;
  space.ops = &grid_ops;
  space.degree = g->cell_nodes.count == 0 && g->alive == 0 ? AS_DIRECTIONS : 0;
  space.straight = as_grid_straight(grid);
  space.most = as_grid_most(grid);
  space.multiplier = as_grid_multiplier(grid, &space.rules);
  memcpy(space.period, grid->period, sizeof space.period);
  space.slack = grid->slack;
  space.scale = as_min(space.scale, as_grid_scale(grid, &space.rules));
  if (!(space.scale < INFINITY)) space.scale = 0;
  return space;
}

astar_result as_grid_space_steps(as_space *space, const as_space *last)
{
  const astar_graph *g = space->self;
  as_step_map *map;
  map = as_step_maps_get(as_grid_view(g->grid, &space->rules), &space->rules, g->units.terrains.count + 1);
  if (!map) return ASTAR_NO_MEMORY;
  /* A search that keeps its run does not hold it twice. */
  space->run = (last->ops == &grid_ops || last->ops == &back_ops) && last->run == map ? map : as_step_map_hold(map);
  return ASTAR_OK;
}

void as_grid_space_turn(as_space *space)
{
  space->ops = &back_ops;
  space->rules.back = true;
}

static bool grid_renew(as_space *space)
{
  as_space fresh = as_grid_space(space->self, space->unit);
  fresh.rules.discs = space->rules.discs;
  if (!as_is_complete(&fresh) || as_grid_space_steps(&fresh, space) != ASTAR_OK) return false;
  if (space->rules.back) as_grid_space_turn(&fresh);
  if (fresh.run != space->run) as_step_map_release(space->run);
  *space = fresh;
  return true;
}

as_step_map *as_grid_space_map(const as_space *space)
{
  return space->ops == &grid_ops || space->ops == &back_ops ? space->run : NULL;
}

bool as_is_jump_space(const as_space *space)
{
  return space->ops == &jump_ops;
}

astar_result as_grid_space_jump(as_space *space, as_memory *m, const as_space *last, astar_id start, astar_id goal)
{
  as_jump *jump = as_is_jump_space(last) ? last->run : NULL;
  astar_result result;
  if (!as_jump_applies(space->self, &space->rules, start, goal)) return ASTAR_OK;
  result = as_jump_begin(&jump, m, space->self, &space->rules, goal);
  if (result != ASTAR_OK) return result;
  astar_assert(!space->run);
  space->ops = &jump_ops;
  space->run = jump;
  space->by_parent = true;
  space->degree = as_jump_prepare(space->self, 0, AS_NO_SLOT);
  return ASTAR_OK;
}
