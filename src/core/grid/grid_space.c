/*
** grid_space.c: see grid_space.h. The successors of a cell are its neighbours, computed when it is expanded, then
** the ends of its links; those of a waypoint are the ends of its links.
**
** A search reads the steps from a step map. The usual cell, away from the edge of a map without heights, is expanded in
** two passes: a scan computes the cost of each step and collects the directions that may improve a record, without a
** branch that depends on the map, and then these are put into the list, or relaxed at once: see run_cells().
*/
#include "grid/grid_space.h"

#include "base/bits.h"
#include "engine/flow.h"
#include "engine/loop.h"
#include "graph/graph_space.h"
#include "grid/grid.h"
#include "grid/jump.h"
#include "grid/sized.h"
#include "grid/step_map.h"

#include <string.h>

/* The index of the node with the links of a slot, or AS_NO_SLOT. */
static uint32_t linked_index(const astar_graph *g, uint32_t slot)
{
  if (slot >= g->layout->cells) return slot - g->layout->cells;
  return g->grid->terrain[slot] & AS_CELL_NODE ? as_sparse_get(&g->cell_nodes, slot) : AS_NO_SLOT;
}

static bool grid_enterable(const void *self, const as_rules *rules, uint32_t slot)
{
  const astar_graph *g = self;
  const uint32_t cells = g->layout->cells;
  if (slot >= cells) return rules->costs[as_node_entry(&g->nodes[slot - cells])] < INFINITY;
  return rules->costs[as_grid_seen(g->grid, rules)->entry[slot]] < INFINITY;
}

static uint32_t grid_prepare(void *self, uint32_t slot, uint32_t parent)
{
  const astar_graph *g = self;
  const uint32_t index = linked_index(g, slot);
  (void)parent;
  if (index != AS_NO_SLOT) as_tidy(g, &g->nodes[index]);
  return (slot < g->layout->cells ? AS_DIRECTIONS : 0) + (index == AS_NO_SLOT ? 0 : g->nodes[index].out);
}

/* ---- Cells, in general ---- */

static void expand_cell(const as_grid *grid, as_expansion *e)
{
  uint32_t d;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    const uint32_t to = as_grid_step(grid, e->slot, d);
    double cost;
    if (to == AS_NO_SLOT) continue;
    cost = as_grid_step_cost(grid, e->rules, e->slot, to, d);
    /* NAN excludes the cell; INFINITY only means that this step cannot be made. */
    if (cost < INFINITY || (isnan(cost) && e->wants_excluded)) as_expansion_add(e, to, cost);
  }
}

/* ---- Cells, by a step map ---- */

/* The end of a step; `inner`: the cell is an inner one, to which the offsets lead. */
static AS_INLINE uint32_t step_end(const as_grid *grid, uint32_t cell, uint32_t direction, bool inner)
{
  return inner ? cell + grid->offsets[direction] : as_grid_step(grid, cell, direction);
}

/*
** Of the directions whose steps are not open, those that lead to a cell that the unit can never enter and that is not
** excluded yet. No branch in the loop: most of them are excluded.
*/
static AS_INLINE uint32_t find_excluded(const as_grid *grid, const as_expansion *e, uint32_t bits, bool inner)
{
  const uint32_t closed = grid->closed[e->slot];
  uint32_t found = 0;
  for (; bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits), to = step_end(grid, e->slot, d, inner);
    const as_record *record;
    double multiplier;
    if (!inner && to == AS_NO_SLOT) continue;
    record = as_records_peek(&e->records, to);
    multiplier = e->rules->costs[grid->entry[to]];
    found |= (uint32_t)((multiplier != multiplier) & !((int)as_record_current(&e->records, record) & (record->g < 0)))
             << d;
  }
  return found & ~closed;
}

/* Add the successors of a cell by its steps, in the order of their directions. */
static AS_INLINE void expand_steps(const as_grid *grid, const as_step_map *map, as_expansion *expansion, bool inner,
                                   bool level)
{
  as_expansion e = *expansion;
  const double *costs = e.rules->costs;
  const uint32_t cell = e.slot, around = as_grid_directions(grid, cell), open = map->steps[cell] & around;
  const uint32_t excluded = e.wants_excluded && open != around ? find_excluded(grid, &e, around & ~open, inner) : 0;
  uint32_t bits;
  for (bits = open | excluded; bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits), to = step_end(grid, cell, d, inner);
    /* The multiplier of an excluded cell is NAN. */
    const double length = level ? grid->steps[d] : as_grid_step_length(grid, cell, to, d);
    as_expansion_add(&e, to, length * costs[grid->entry[to]]);
  }
  expansion->count = e.count;
}

static void expand_by_map(const as_grid *grid, as_step_map *map, as_expansion *e)
{
  const uint32_t row = as_grid_row(grid, e->slot);
  as_step_map_row(grid, map, row);
  if (grid->heights || !as_grid_inner(grid, e->slot)) expand_steps(grid, map, e, false, grid->heights == NULL);
  else expand_steps(grid, map, e, true, true);
}

/* ---- Inner cells ---- */

/* Whether a cell is not at the edge of the map, and the records of each row of its neighbourhood are contiguous. */
static bool is_inner(const as_grid *grid, uint32_t cell)
{
  return as_grid_inner(grid, cell) && as_records_inner(cell) && as_records_inner(cell - grid->width) &&
         as_records_inner(cell + grid->width);
}

/* By direction: the column relative to the cell, and the row relative to the one above. */
static const int32_t across[] = {-1, 0, 1, -1, 1, -1, 0, 1}, line_of[] = {0, 0, 0, 1, 1, 2, 2, 2};

/* The result of scanning the neighbourhood of an inner cell. */
typedef struct scan {
  double from;           /* this and the next: by-value copies, so that the compiler may assume no aliasing */
  uint32_t run_mark;
  as_record *rows[3];          /* records in the cell's column: in the row above, its own, and the one below */
  double costs[AS_DIRECTIONS]; /* of the steps; NAN where the cell cannot be entered */
  uint32_t wanted[AS_DIRECTIONS + 1]; /* the directions of successors that may improve a record */
} scan;

/*
** Store the cost of a direction, and append it to `wanted` if it is `open` and may improve the record, or if its cell
** is to be excluded and is not yet. Returns the new count. Free of branches that depend on the map. A lower bound of
** as_advance() is enough here: all that are wanted are relaxed.
*/
static AS_INLINE uint32_t scan_step(scan *a, uint32_t count, uint32_t direction, const as_record *record, double cost,
                                    int open, int wants_excluded)
{
  const int current = (record->mark ^ a->run_mark) < 1u << AS_MARK_BITS;
  int wanted = open & !(current & (record->g <= a->from + cost));
  if (wants_excluded) wanted |= (cost != cost) & !(current & (record->g < 0));
  a->costs[direction] = cost;
  a->wanted[count] = direction;
  return count + (uint32_t)wanted;
}

static AS_INLINE void begin_scan(scan *a, const as_expansion *e)
{
  a->from = e->from;
  a->run_mark = e->records.run_mark;
}

/* Scan the neighbours of a square, on a grid without heights and walls. Returns the count of `wanted`. */
static AS_INLINE uint32_t scan_squares(scan *a, const as_grid *grid, const as_expansion *e, bool eight,
                                       int wants_excluded)
{
  const uint32_t width = grid->width, cell = e->slot;
  const uint16_t *beside = grid->entry + cell, *above = beside - width, *below = beside + width;
  const double *costs = e->rules->costs;
  const double north = costs[above[0]], west = costs[beside[-1]], east = costs[beside[1]], south = costs[below[0]];
  const double sideways = grid->steps[3], along = grid->steps[1], diagonal = grid->steps[0];
  const int n_open = north == north, w_open = west == west, e_open = east == east, s_open = south == south; /* no NaN */
  /* How many of the two ways round a diagonal must be open. */
  const int ways = grid->open_corners;
  as_record *up = as_records_peek(&e->records, cell - width), *here = as_records_peek(&e->records, cell),
            *down = as_records_peek(&e->records, cell + width);
  uint32_t count = 0;
  double k;
  begin_scan(a, e);
  if (eight) {
    k = costs[above[-1]];
    count = scan_step(a, count, 0, up - 1, diagonal * k, (n_open + w_open >= ways) & (k == k), wants_excluded);
  }
  count = scan_step(a, count, 1, up, along * north, n_open, wants_excluded);
  if (eight) {
    k = costs[above[1]];
    count = scan_step(a, count, 2, up + 1, diagonal * k, (n_open + e_open >= ways) & (k == k), wants_excluded);
  }
  count = scan_step(a, count, 3, here - 1, sideways * west, w_open, wants_excluded);
  count = scan_step(a, count, 4, here + 1, sideways * east, e_open, wants_excluded);
  if (eight) {
    k = costs[below[-1]];
    count = scan_step(a, count, 5, down - 1, diagonal * k, (s_open + w_open >= ways) & (k == k), wants_excluded);
  }
  count = scan_step(a, count, 6, down, along * south, s_open, wants_excluded);
  if (eight) {
    k = costs[below[1]];
    count = scan_step(a, count, 7, down + 1, diagonal * k, (s_open + e_open >= ways) & (k == k), wants_excluded);
  }
  a->rows[0] = up;
  a->rows[1] = here;
  a->rows[2] = down;
  return count;
}

/* The same for a hexagon: all steps have the same length, and there is no rule for corners. */
static uint32_t scan_hexagons(scan *a, const as_grid *grid, const as_expansion *e)
{
  uint32_t ways = as_grid_directions(grid, e->slot), count = 0, i;
  begin_scan(a, e);
  for (i = 0; i < 3; i++) a->rows[i] = as_records_peek(&e->records, e->slot + (i - 1) * grid->width);
  for (; ways != 0; ways &= ways - 1) {
    const uint32_t d = as_lowest_bit(ways);
    const double multiplier = e->rules->costs[grid->entry[e->slot + grid->offsets[d]]];
    count = scan_step(a, count, d, a->rows[line_of[d]] + across[d], grid->steps[0] * multiplier,
                      multiplier == multiplier, e->wants_excluded);
  }
  return count;
}

/* Put the wanted successors into the list. */
static AS_INLINE void list_wanted(const as_grid *grid, const scan *a, uint32_t count, as_expansion *e)
{
  uint32_t i;
  for (i = 0; i < count; i++)
    as_expansion_put(e, e->slot + grid->offsets[a->wanted[i]], a->costs[a->wanted[i]]);
}

static AS_INLINE void expand_squares(const as_grid *grid, bool eight, as_expansion *e)
{
  scan a;
  const uint32_t count = scan_squares(&a, grid, e, eight, e->wants_excluded);
  list_wanted(grid, &a, count, e);
}

static void expand_squares_eight(const as_grid *grid, as_expansion *e)
{
  expand_squares(grid, true, e);
}

static void expand_squares_four(const as_grid *grid, as_expansion *e)
{
  expand_squares(grid, false, e);
}

static void expand_hexagons(const as_grid *grid, as_expansion *e)
{
  scan a;
  const uint32_t count = scan_hexagons(&a, grid, e);
  list_wanted(grid, &a, count, e);
}

/* ---- Links ---- */

static void expand_links(const astar_graph *g, uint32_t index, as_expansion *e)
{
  const as_node *n = &g->nodes[index];
  const as_link *link = as_ends(g, n), *last = link + n->out;
  for (; link < last; link++) {
    const double cost = as_grid_link_cost(g, e->rules, n, &g->nodes[link->to], link);
    if (!(cost == INFINITY)) as_expansion_add(e, as_slot_of_index(g, link->to), cost);
  }
}

/* ---- Many cells ---- */

/* What expanding cells one after the other needs; the last of it is set for each cell. */
typedef struct cell_loop {
  const as_grid *grid;
  as_step_map *map;
  double multiplier; /* of all cells, or NAN */
  bool walls, linked; /* there are closed steps; some cells have links */
  double goal[2];    /* its column and row */
  uint32_t excluded; /* bits of the directions in which cells are excluded: all, or none */
  /* Flows: copies of what the grid has. */
  uint32_t width;
  bool by_row;
  uint8_t ways[2];
  double along, sideways, diagonal;
  uint32_t row, col;
} cell_loop;

/* Whether a cell is an inner one and has no links. */
static AS_INLINE bool takes_cell(void *context, uint32_t slot)
{
  cell_loop *c = context;
  const as_grid *grid = c->grid;
  if (slot >= grid->count) return false;
  c->row = as_grid_row(grid, slot);
  c->col = slot - c->row * grid->width;
  as_step_map_row(grid, c->map, c->row);
  return (c->col - 1 < grid->width - 2) & (c->row - 1 < grid->height - 2) & (int)as_records_inner(slot) &
         (int)as_records_inner(slot - grid->width) & (int)as_records_inner(slot + grid->width) &
         !(c->linked && grid->terrain[slot] & AS_CELL_NODE);
}

/* Have the records read soon that the expansion of a slot will read. */
static AS_INLINE void fetch_cell(void *context, const astar_search *s, uint32_t slot)
{
  const cell_loop *c = context;
  const uint32_t width = c->grid->width, up = slot < width ? slot : slot - width;
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

/* By direction: columns and rows. */
static const double across_by[] = {-1, 0, 1, -1, 1, -1, 0, 1}, down_by[] = {-1, -1, -1, 0, 0, 1, 1, 1};

/* The estimate of the neighbour of the cell; the same as as_estimate(), to the last bit. */
static AS_INLINE double estimate_of(const cell_loop *c, const astar_search *s, uint32_t to, uint32_t d,
                                    estimate_kind kind)
{
  double length;
  if (kind == NO_ESTIMATE) return 0;
  if (kind == ANY_ESTIMATE) return as_estimate(&s->heuristic, &s->space, to);
  length = as_octile_steps(fabs(c->col + across_by[d] - c->goal[0]), fabs(c->row + down_by[d] - c->goal[1]),
                           c->grid->straight[0], c->grid->straight[1], c->grid->diagonal);
  return as_scaled(&s->heuristic, length);
}

/*
** One bit: whether the end of a step is untouched, or reached at a higher cost. No branch. Not if it cannot be entered,
** and is excluded already.
*/
static AS_INLINE uint32_t look(uint32_t run_mark, const as_record *record, double g)
{
  return (uint32_t)!((int)as_record_known(run_mark, record) & !(record->g > g));
}

/*
** The costs of the nodes that the steps out of a cell of cost `from` lead to; `even`: all multipliers are the same, and
** the rules are not special.
*/
static AS_INLINE void add_steps(const cell_loop *c, const as_rules *rules, uint32_t slot, double from, bool even,
                                double gs[AS_DIRECTIONS])
{
  const as_grid *grid = c->grid;
  const uint32_t width = grid->width;
  const uint16_t *beside = grid->entry + slot, *above = beside - width, *below = beside + width;
  const double *m = rules->costs, along = grid->steps[1], sideways = grid->steps[3], diagonal = grid->steps[0];
  if (even) {
    gs[1] = gs[6] = from + along * c->multiplier;
    gs[3] = gs[4] = from + sideways * c->multiplier;
    gs[0] = gs[2] = gs[5] = gs[7] = from + diagonal * c->multiplier;
    return;
  }
  gs[0] = as_advance(rules, from, diagonal * m[above[-1]], slot - width - 1);
  gs[1] = as_advance(rules, from, along * m[above[0]], slot - width);
  gs[2] = as_advance(rules, from, diagonal * m[above[1]], slot - width + 1);
  gs[3] = as_advance(rules, from, sideways * m[beside[-1]], slot - 1);
  gs[4] = as_advance(rules, from, sideways * m[beside[1]], slot + 1);
  gs[5] = as_advance(rules, from, diagonal * m[below[-1]], slot + width - 1);
  gs[6] = as_advance(rules, from, along * m[below[0]], slot + width);
  gs[7] = as_advance(rules, from, diagonal * m[below[1]], slot + width + 1);
}

static AS_INLINE bool expand_inner(void *context, astar_search *s, uint32_t slot, double from, estimate_kind kind,
                                   bool even)
{
  cell_loop *c = context;
  const as_grid *grid = c->grid;
  const uint32_t width = grid->width, open = c->map->steps[slot], run_mark = s->records.run_mark;
  uint32_t bits = (open | (c->map->barred[slot] & c->excluded)) & as_grid_directions(grid, slot);
  as_record *here = as_records_peek(&s->records, slot), *up = as_records_peek(&s->records, slot - width),
            *down = as_records_peek(&s->records, slot + width);
  as_record *rows[3];
  double gs[AS_DIRECTIONS];
  if (c->walls) bits &= ~(uint32_t)grid->closed[slot];
  add_steps(c, &s->space.rules, slot, from, even, gs);
  bits &= look(run_mark, up - 1, gs[0]) | look(run_mark, up, gs[1]) << 1 | look(run_mark, up + 1, gs[2]) << 2 |
          look(run_mark, here - 1, gs[3]) << 3 | look(run_mark, here + 1, gs[4]) << 4 |
          look(run_mark, down - 1, gs[5]) << 5 | look(run_mark, down, gs[6]) << 6 |
          look(run_mark, down + 1, gs[7]) << 7;
  rows[0] = up;
  rows[1] = here;
  rows[2] = down;
  for (; bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits), to = slot + grid->offsets[d];
    as_record *record = rows[line_of[d]] + across[d];
    const double g = gs[d];
    if (!(open >> d & 1)) {
      if (!as_loop_exclude(s, to, record, from)) return false;
    } else if (!as_loop_ordinary(s, record, g)) {
      const double multiplier = even ? c->multiplier : s->space.rules.costs[grid->entry[to]];
      if (!as_loop_relax_any(s, to, grid->steps[d] * multiplier, from)) return false;
    } else if (!as_loop_open(s, to, record, g, estimate_of(c, s, to, d, kind))) {
      return false;
    }
  }
  return true;
}

/* The instances of the loop, by what the map and the query are like. */
#define DEFINE_RUN(name, kind, even) \
  static AS_INLINE bool expand_##name(void *context, astar_search *s, uint32_t slot, double from) \
  { \
    return expand_inner(context, s, slot, from, kind, even); \
  } \
  static uint64_t run_##name(astar_search *s, uint64_t n, cell_loop *c) \
  { \
    return as_loop(s, n, c, takes_cell, fetch_cell, expand_##name); \
  }

DEFINE_RUN(even_octile, OCTILE_ESTIMATE, true)
DEFINE_RUN(even_zero, NO_ESTIMATE, true)
DEFINE_RUN(even_any, ANY_ESTIMATE, true)
DEFINE_RUN(octile, OCTILE_ESTIMATE, false)
DEFINE_RUN(zero, NO_ESTIMATE, false)
DEFINE_RUN(any, ANY_ESTIMATE, false)

/* How estimates are computed; sets the goal if by columns and rows. */
static estimate_kind choose_estimate(const as_heuristic *h, cell_loop *c)
{
  const as_grid *grid = c->grid;
  if (h->by == AS_ESTIMATE_ZERO) return NO_ESTIMATE;
  if (h->by != AS_ESTIMATE_SPACE || h->goal_count > 1 || grid->staggered || grid->period[0] > 0 ||
      grid->period[1] > 0 ||
      !(fabs(h->goals[0][0]) < 1e9 && fabs(h->goals[0][1]) < 1e9 && h->goals[0][2] == grid->def.origin[2]))
    return ANY_ESTIMATE;
  memcpy(c->goal, h->goals[0], sizeof c->goal);
  return OCTILE_ESTIMATE;
}

/* Begin a loop over cells. False if the search has none: on maps with heights, or without a step map. */
static bool begin_loop(cell_loop *c, const astar_search *s)
{
  const astar_graph *g = s->space.self;
  const as_grid *grid = as_grid_seen(g->grid, &s->space.rules);
  if (grid->heights || !s->space.run) return false;
  memset(c, 0, sizeof *c);
  c->grid = grid;
  c->map = s->space.run;
  c->linked = g->cell_nodes.count > 0;
  return true;
}

static uint64_t run_cells(astar_search *s, uint64_t n)
{
  bool even;
  cell_loop c;
  if (!begin_loop(&c, s)) return n;
  c.multiplier = s->space.multiplier;
  c.walls = c.grid->closed_cells > 0;
  c.excluded = s->expansion.wants_excluded ? 0xFF : 0;
  even = !isnan(c.multiplier) && !s->space.rules.special;
  switch (choose_estimate(&s->heuristic, &c)) {
  case NO_ESTIMATE: return even ? run_even_zero(s, n, &c) : run_zero(s, n, &c);
  case OCTILE_ESTIMATE: return even ? run_even_octile(s, n, &c) : run_octile(s, n, &c);
  default: return even ? run_even_any(s, n, &c) : run_any(s, n, &c);
  }
}

/* ---- Expanding ---- */

static void grid_expand(void *self, as_expansion *e)
{
  const astar_graph *g = self;
  const as_grid *grid = as_grid_seen(g->grid, e->rules);
  if (e->slot < g->layout->cells) {
    if (grid->heights || grid->closed_cells > 0 || !is_inner(grid, e->slot)) {
      if (e->run) expand_by_map(grid, e->run, e);
      else expand_cell(grid, e);
    }
    else if (grid->staggered) expand_hexagons(grid, e);
    else if (grid->eight) expand_squares_eight(grid, e);
    else expand_squares_four(grid, e);
    if (!(grid->terrain[e->slot] & AS_CELL_NODE)) return;
  }
  expand_links(g, linked_index(g, e->slot), e);
}

/* ---- Backwards ---- */

static uint32_t back_prepare(void *self, uint32_t slot, uint32_t parent)
{
  const astar_graph *g = self;
  const uint32_t index = linked_index(g, slot);
  (void)parent;
  if (index != AS_NO_SLOT) as_tidy(g, &g->nodes[index]);
  return (slot < g->layout->cells ? AS_DIRECTIONS : 0) + (index == AS_NO_SLOT ? 0 : g->nodes[index].all);
}

/*
** Bits of the directions from which the steps to a cell that is not at the edge are open. The rows of the map are made.
*/
static AS_INLINE uint32_t steps_to(const as_step_map *map, uint32_t width, uint32_t cell)
{
  const uint8_t *beside = map->steps + cell, *above = beside - width, *below = beside + width;
  return (uint32_t)above[-1] >> 7 | ((uint32_t)above[0] >> 5 & 2) | ((uint32_t)above[1] >> 3 & 4) |
         ((uint32_t)beside[-1] >> 1 & 8) | ((uint32_t)beside[1] << 1 & 16) | ((uint32_t)below[-1] << 3 & 32) |
         ((uint32_t)below[0] << 5 & 64) | ((uint32_t)below[1] << 7 & 128);
}

/* Add the predecessors of a cell that is not at the edge of a map without heights. The unit can enter it. */
static void back_by_map(const as_grid *grid, as_step_map *map, as_expansion *expansion)
{
  as_expansion e = *expansion;
  const double own = e.rules->costs[grid->entry[e.slot]];
  const uint32_t row = as_grid_row(grid, e.slot);
  const bool all = isnan(e.from);
  uint32_t bits;
  /* Three rows lie in one band, or in two. */
  as_step_map_row(grid, map, row - 1);
  as_step_map_row(grid, map, row + 1);
  for (bits = steps_to(map, grid->width, e.slot) & as_grid_directions(grid, e.slot); bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits), from = e.slot + grid->offsets[d];
    if (all) as_expansion_put(&e, from, grid->steps[d] * own);
    else as_expansion_add(&e, from, grid->steps[d] * own);
  }
  expansion->count = e.count;
}

static void back_by_cells(const as_grid *grid, as_expansion *e)
{
  uint32_t d;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    const uint32_t from = as_grid_step(grid, e->slot, d);
    double cost;
    if (from == AS_NO_SLOT) continue;
    cost = as_grid_step_cost(grid, e->rules, from, e->slot, as_grid_back(grid, e->slot, from, d));
    if (cost < INFINITY) as_expansion_add(e, from, cost);
  }
}

static void back_expand(void *self, as_expansion *e)
{
  const astar_graph *g = self;
  const as_grid *grid = as_grid_seen(g->grid, e->rules);
  const uint32_t index = linked_index(g, e->slot);
  const as_link *link, *last;
  const as_node *n;
  if (!grid_enterable(self, e->rules, e->slot)) return;
  if (e->slot < grid->count) {
    if (e->run && !grid->heights && as_grid_inner(grid, e->slot)) back_by_map(grid, e->run, e);
    else back_by_cells(grid, e);
  }
  if (index == AS_NO_SLOT) return;
  n = &g->nodes[index];
  link = as_ends(g, n);
  for (last = link + n->all; link < last; link++) {
    const as_link *used = as_link_back(g, index, link);
    const double cost = used ? as_grid_link_cost(g, e->rules, &g->nodes[link->to], n, used) : INFINITY;
    if (cost < INFINITY) as_expansion_add(e, as_slot_of_index(g, link->to), cost);
  }
}

/* Whether a cell is one that takes_cell() accepts; makes the rows of the step map that its predecessors need. */
static AS_INLINE bool takes_back(void *context, uint32_t slot)
{
  const cell_loop *c = context;
  if (!takes_cell(context, slot)) return false;
  as_step_map_row(c->grid, c->map, c->row - 1);
  as_step_map_row(c->grid, c->map, c->row + 1);
  return true;
}

static AS_INLINE bool expand_back(void *context, astar_search *s, uint32_t slot, double g)
{
  const cell_loop *c = context;
  const as_grid *grid = c->grid;
  const as_rules *rules = &s->space.rules;
  const uint32_t width = grid->width, run_mark = s->records.run_mark;
  const double own = rules->costs[grid->entry[slot]], from = as_depart(rules, g, slot);
  const double along = from + grid->steps[1] * own, sideways = from + grid->steps[3] * own,
               diagonal = from + grid->steps[0] * own;
  const double gs[AS_DIRECTIONS] = {diagonal, along, diagonal, sideways, sideways, diagonal, along, diagonal};
  as_record *here = as_records_peek(&s->records, slot), *up = as_records_peek(&s->records, slot - width),
            *down = as_records_peek(&s->records, slot + width);
  as_record *rows[3];
  uint32_t bits;
  if (isnan(own)) return true;
  bits = look(run_mark, up - 1, diagonal) | look(run_mark, up, along) << 1 | look(run_mark, up + 1, diagonal) << 2 |
         look(run_mark, here - 1, sideways) << 3 | look(run_mark, here + 1, sideways) << 4 |
         look(run_mark, down - 1, diagonal) << 5 | look(run_mark, down, along) << 6 |
         look(run_mark, down + 1, diagonal) << 7;
  rows[0] = up;
  rows[1] = here;
  rows[2] = down;
  for (bits &= as_grid_directions(grid, slot); bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits), to = slot + grid->offsets[d];
    as_record *record = rows[line_of[d]] + across[d];
    if (!(c->map->steps[to] >> (AS_DIRECTIONS - 1 - d) & 1)) continue;
    if (!as_loop_ordinary(s, record, gs[d])) {
      if (!as_loop_relax_any(s, to, grid->steps[d] * own, from)) return false;
    } else if (!as_loop_open(s, to, record, gs[d], as_estimate(&s->heuristic, &s->space, to))) {
      return false;
    }
  }
  return true;
}

/* One bit: whether a node, whose record is current, may get cheaper, or as cheap by another way. */
static AS_INLINE uint32_t flow_look(const as_record *record, double g)
{
  return !(record->g < g);
}

/* Whether a cell is not at the edge and has no links; makes the rows of the step map that its predecessors need. */
static AS_INLINE bool takes_flow(void *context, uint32_t slot)
{
  cell_loop *c = context;
  const as_grid *grid = c->grid;
  if (slot >= grid->count) return false;
  c->row = as_grid_row(grid, slot);
  c->col = slot - c->row * grid->width;
  if ((c->col - 1 >= grid->width - 2) | (c->row - 1 >= grid->height - 2)) return false;
  /* Three rows lie in one band, or in two. */
  as_step_map_row(grid, c->map, c->row - 1);
  as_step_map_row(grid, c->map, c->row + 1);
  return !(c->linked && grid->terrain[slot] & AS_CELL_NODE);
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

static AS_INLINE bool flow_back(void *context, astar_search *s, uint32_t slot, double g, uint32_t next)
{
  const cell_loop *c = context;
  const as_grid *grid = c->grid;
  const as_rules *rules = &s->space.rules;
  const uint32_t width = c->width;
  const double own = rules->costs[grid->entry[slot]], from = as_depart(rules, g, slot);
  const double along = from + c->along * own, sideways = from + c->sideways * own, diagonal = from + c->diagonal * own;
  const double gs[AS_DIRECTIONS] = {diagonal, along, diagonal, sideways, sideways, diagonal, along, diagonal};
  as_record *here, *up, *down, *rows[3];
  uint32_t bits;
  if (next - width < grid->count - 2 * width) {
    AS_PREFETCH(as_records_peek(&s->records, next - width));
    AS_PREFETCH(as_records_peek(&s->records, next));
    AS_PREFETCH(as_records_peek(&s->records, next + width));
    AS_PREFETCH(&c->map->steps[next - width]);
    AS_PREFETCH(&c->map->steps[next + width]);
  }
  if (isnan(own)) return true;
  bits = steps_to(c->map, width, slot) & c->ways[(c->by_row ? c->row : c->col) & 1];
  here = as_records_peek(&s->records, slot);
  up = as_records_peek(&s->records, slot - width);
  down = as_records_peek(&s->records, slot + width);
  if (!((int)as_records_inner(slot) & (int)as_records_inner(slot - width) & (int)as_records_inner(slot + width) &
        (int)as_record_current(&s->records, up) & (int)as_record_current(&s->records, down)))
    return flow_apart(s, grid, slot, bits, gs);
  bits &= flow_look(up - 1, diagonal) | flow_look(up, along) << 1 | flow_look(up + 1, diagonal) << 2 |
          flow_look(here - 1, sideways) << 3 | flow_look(here + 1, sideways) << 4 | flow_look(down - 1, diagonal) << 5 |
          flow_look(down, along) << 6 | flow_look(down + 1, diagonal) << 7;
  rows[0] = up;
  rows[1] = here;
  rows[2] = down;
  for (; bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits);
    if (!as_flow_relax(s, slot + grid->offsets[d], rows[line_of[d]] + across[d], gs[d])) return false;
  }
  return true;
}

static uint64_t flow_cells(astar_search *s, uint64_t n)
{
  const as_grid *grid;
  cell_loop c;
  if (!begin_loop(&c, s)) return n;
  grid = c.grid;
  c.width = grid->width;
  c.by_row = grid->by_row;
  memcpy(c.ways, grid->directions, sizeof c.ways);
  c.along = grid->steps[1];
  c.sideways = grid->steps[3];
  c.diagonal = grid->steps[0];
  return as_flow_loop(s, n, &c, takes_flow, flow_back);
}

static uint64_t run_back(astar_search *s, uint64_t n)
{
  cell_loop c;
  if (!begin_loop(&c, s)) return n;
  return as_loop(s, n, &c, takes_back, fetch_cell, expand_back);
}

/* ---- Edits ---- */

/* The cell so many columns and rows from another, or AS_NO_SLOT. */
static uint32_t cell_beside(const as_grid *grid, uint32_t cell, int64_t right, int64_t down)
{
  int64_t row = as_grid_row(grid, cell), col = (int64_t)cell - row * grid->width;
  col += right;
  row += down;
  if (grid->def.wrap_x) col = (col % grid->width + grid->width) % grid->width;
  if (grid->def.wrap_y) row = (row % grid->height + grid->height) % grid->height;
  return as_grid_cell_at(grid, col, row);
}

/* The steps of all units that cover the cell, or stand beside it, may have changed. */
static bool grid_edited(const as_space *space, uint32_t slot, uint32_t what, as_memory *m, as_id_list *slots)
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
      const uint32_t cell = cell_beside(g->grid, slot, right, down);
      if (cell == AS_NO_SLOT) continue;
      if (!as_append_id(slots, m, cell)) return false;
      if (ends && (size > 1 || cell == slot) && g->grid->terrain[cell] & AS_CELL_NODE &&
          !as_graph_space_ends(g, as_sparse_get(&g->cell_nodes, cell), m, slots))
        return false;
    }
  }
  return true;
}

static uint32_t grid_sources(const as_space *space, uint32_t slot)
{
  return back_prepare(space->self, slot, AS_NO_SLOT);
}

/* Append the steps of links to a slot, or from it. */
static uint32_t link_arrivals(const as_space *space, uint32_t slot, bool back, as_successor *list)
{
  const astar_graph *g = space->self;
  const uint32_t index = linked_index(g, slot);
  const as_link *link, *last;
  const as_node *n;
  uint32_t count = 0;
  if (index == AS_NO_SLOT || !(g->nodes[index].flags & AS_NODE_ALIVE)) return 0;
  n = &g->nodes[index];
  link = as_ends(g, n);
  for (last = link + (back ? n->out : n->all); link < last; link++) {
    const as_node *other = &g->nodes[link->to];
    const as_link *used = back ? link : as_link_back(g, index, link);
    if (!used) continue;
    list[count].slot = as_slot_of_index(g, link->to);
    list[count++].cost = back ? as_grid_link_cost(g, &space->rules, n, other, used)
                              : as_grid_link_cost(g, &space->rules, other, n, used);
  }
  return count;
}

static uint32_t grid_arrivals(const as_space *space, uint32_t slot, as_successor *list)
{
  const astar_graph *g = space->self;
  const as_grid *grid = as_grid_seen(g->grid, &space->rules);
  uint32_t count = 0, d;
  for (d = 0; d < AS_DIRECTIONS && slot < grid->count; d++) {
    const uint32_t from = as_grid_step(grid, slot, d);
    if (from == AS_NO_SLOT) continue;
    list[count].slot = from;
    list[count++].cost = as_grid_step_cost(grid, &space->rules, from, slot, as_grid_back(grid, slot, from, d));
  }
  return count + link_arrivals(space, slot, false, list + count);
}

static uint32_t back_arrivals(const as_space *space, uint32_t slot, as_successor *list)
{
  const astar_graph *g = space->self;
  const as_grid *grid = as_grid_seen(g->grid, &space->rules);
  uint32_t count = 0, kept = 0, i, d;
  for (d = 0; d < AS_DIRECTIONS && slot < grid->count; d++) {
    const uint32_t to = as_grid_step(grid, slot, d);
    if (to == AS_NO_SLOT) continue;
    list[count].slot = to;
    list[count++].cost = as_grid_step_cost(grid, &space->rules, slot, to, d);
  }
  count += link_arrivals(space, slot, true, list + count);
  for (i = 0; i < count; i++) {
    if (!isnan(list[i].cost)) list[kept++] = list[i];
  }
  return kept;
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

static bool grid_around(const as_space *space, astar_id goal, double within, bool adjacent, as_memory *m,
                        as_id_list *list)
{
  const astar_graph *g = space->self;
  const as_grid *grid = as_grid_seen(g->grid, &space->rules);
  const uint32_t slot = as_slot(g->layout, goal), index = linked_index(g, slot);
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

/* What a flood reads; a copy, so that the compiler keeps it in registers. */
typedef struct flood_context {
  const astar_graph *graph;
  const as_grid *grid;
  const as_rules *rules;
  as_step_map *map;
  bool linked; /* there are links or waypoints */
} flood_context;

/* Have read soon what the next expansion will read. */
static AS_INLINE void fetch_next(const as_grid *grid, const as_flood *f, uint32_t next)
{
  if (next >= grid->count || next < grid->width || next >= grid->count - grid->width) return;
  AS_PREFETCH(&f->g[next - grid->width]);
  AS_PREFETCH(&f->g[next]);
  AS_PREFETCH(&f->g[next + grid->width]);
  AS_PREFETCH(&grid->entry[next - grid->width]);
  AS_PREFETCH(&grid->entry[next + grid->width]);
}

/* Relax the steps of an inner cell to its neighbours, or from them, on a map without heights. */
static AS_INLINE bool relax_inner(as_flood *f, as_memory *m, const flood_context *c, uint32_t cell, uint32_t row,
                                  double from, bool back)
{
  const as_grid *grid = c->grid;
  const double *costs = c->rules->costs, own = costs[grid->entry[cell]];
  double found[AS_DIRECTIONS];
  uint32_t to[AS_DIRECTIONS], wanted = 0, bits = as_grid_directions(grid, cell), i;
  if (back) {
    as_step_map_row(grid, c->map, row - 1);
    as_step_map_row(grid, c->map, row + 1);
  }
  as_step_map_row(grid, c->map, row);
  if (!back) bits &= c->map->steps[cell];
  for (; bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits), other = cell + grid->offsets[d];
    double g = as_advance(c->rules, from, grid->steps[d] * (back ? own : costs[grid->entry[other]]), other);
    if (back && !(c->map->steps[other] >> (AS_DIRECTIONS - 1 - d) & 1)) g = INFINITY;
    found[wanted] = g;
    to[wanted] = other;
    wanted += g < f->g[other];
  }
  for (i = 0; i < wanted; i++) {
    if (!as_flood_reach(f, m, to[i], found[i])) return false;
  }
  return true;
}

/* The same for any cell. */
static AS_NOINLINE bool relax_cell(as_flood *f, as_memory *m, const flood_context *c, uint32_t cell, double from,
                                   bool back)
{
  const as_grid *grid = c->grid;
  uint32_t d;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    const uint32_t other = as_grid_step(grid, cell, d);
    double cost;
    if (other == AS_NO_SLOT) continue;
    cost = back ? as_grid_step_cost(grid, c->rules, other, cell, as_grid_direction(grid, other, cell))
                : as_grid_step_cost(grid, c->rules, cell, other, d);
    cost = as_advance(c->rules, from, cost, other);
    if (cost < f->g[other] && !as_flood_reach(f, m, other, cost)) return false;
  }
  return true;
}

static AS_NOINLINE bool relax_links(as_flood *f, as_memory *m, const flood_context *c, uint32_t slot, double from,
                                    bool back)
{
  const astar_graph *g = c->graph;
  const uint32_t index = linked_index(g, slot);
  const as_link *link, *last;
  as_node *n;
  if (index == AS_NO_SLOT || !(g->nodes[index].flags & AS_NODE_ALIVE)) return true;
  n = &g->nodes[index];
  as_tidy(g, n);
  link = as_ends(g, n);
  for (last = link + (back ? n->all : n->out); link < last; link++) {
    const as_node *other = &g->nodes[link->to];
    const as_link *used = back ? as_link_back(g, index, link) : link;
    const uint32_t to = as_slot_of_index(g, link->to);
    double cost;
    if (!used) continue;
    cost = back ? as_grid_link_cost(g, c->rules, other, n, used) : as_grid_link_cost(g, c->rules, n, other, used);
    cost = as_advance(c->rules, from, cost, to);
    if (cost < f->g[to] && !as_flood_reach(f, m, to, cost)) return false;
  }
  return true;
}

static AS_INLINE bool relax(as_flood *f, as_memory *m, void *context, uint32_t slot, double from, uint32_t next,
                            bool back)
{
  const flood_context *c = context;
  const as_grid *grid = c->grid;
  fetch_next(grid, f, next);
  if (slot < grid->count) {
    const uint32_t row = as_grid_row(grid, slot), col = slot - row * grid->width;
    if (grid->heights || col - 1 >= grid->width - 2 || row - 1 >= grid->height - 2) {
      if (!relax_cell(f, m, c, slot, from, back)) return false;
    } else {
      if (!relax_inner(f, m, c, slot, row, from, back)) return false;
    }
  }
  return !c->linked || relax_links(f, m, c, slot, from, back);
}

static AS_INLINE bool relax_forward(as_flood *f, as_memory *m, void *context, uint32_t slot, double from, uint32_t next)
{
  return relax(f, m, context, slot, from, next, false);
}

static AS_INLINE bool relax_back(as_flood *f, as_memory *m, void *context, uint32_t slot, double from, uint32_t next)
{
  return relax(f, m, context, slot, from, next, true);
}

static bool grid_flood(const as_space *space, as_flood *flood, as_memory *m, uint64_t *n, bool back)
{
  const astar_graph *g = space->self;
  as_grid *grid = as_grid_seen(g->grid, &space->rules);
  flood_context context;
  context.graph = g;
  context.grid = grid;
  context.rules = &space->rules;
  context.map = as_step_maps_get(grid, &space->rules, g->units.terrains.count + 1);
  context.linked = g->cell_nodes.count > 0 || g->alive > 0;
  if (!context.map) return false;
  return back ? as_flood_run(flood, m, n, relax_back, &context) : as_flood_run(flood, m, n, relax_forward, &context);
}

static double grid_typical_cost(const as_space *space)
{
  const astar_graph *g = space->self;
  const as_grid *grid = as_grid_seen(g->grid, &space->rules);
  const double cost = as_grid_scale(grid, &space->rules) * as_min(grid->steps[1], grid->steps[3]);
  return cost < INFINITY ? cost : 1;
}

/* As as_graph_space_two_way(), for a unit that covers several cells. */
static bool links_two_way(const as_space *space, uint32_t index)
{
  const astar_graph *g = space->self;
  as_node *n = &g->nodes[index];
  const as_link *link, *last;
  as_tidy(g, n);
  link = as_ends(g, n);
  for (last = link + n->out; link < last; link++) {
    const as_node *other = &g->nodes[link->to];
    const double cost = as_grid_link_cost(g, &space->rules, n, other, link);
    const as_link *back = as_link_back(g, index, link);
    if (cost < INFINITY && !(back && as_grid_link_cost(g, &space->rules, other, n, back) == cost)) return false;
  }
  return true;
}

static bool grid_two_way(const as_space *space, uint32_t slot)
{
  const astar_graph *g = space->self;
  const as_grid *grid = as_grid_seen(g->grid, &space->rules);
  const uint32_t index = linked_index(g, slot);
  uint32_t d;
  for (d = 0; d < AS_DIRECTIONS && slot < grid->count; d++) {
    const uint32_t to = as_grid_step(grid, slot, d);
    double cost;
    if (to == AS_NO_SLOT) continue;
    cost = as_grid_step_cost(grid, &space->rules, slot, to, d);
    if (cost < INFINITY && as_grid_step_cost(grid, &space->rules, to, slot, as_grid_direction(grid, to, slot)) != cost)
      return false;
  }
  return index == AS_NO_SLOT ||
         (space->rules.view ? links_two_way(space, index) : as_graph_space_two_way(space, index));
}

/* ---- The space ---- */

static const double *grid_position(const void *self, uint32_t slot, double scratch[3])
{
  const astar_graph *g = self;
  if (slot >= g->layout->cells) return g->nodes[slot - g->layout->cells].position;
  as_grid_cell_world(g->grid, slot, scratch);
  return scratch;
}

static void grid_coordinates(const void *self, astar_id id, double uvz[3])
{
  const astar_graph *g = self;
  if (as_is_cell(g, id)) as_grid_cell_coordinates(g->grid, id - 1, uvz);
  else as_grid_coordinates(g->grid, g->nodes[as_index(g, id)].position, uvz);
}

static double grid_metric(const void *self, const double a[3], const double b[3])
{
  return as_grid_metric(((const astar_graph *)self)->grid, a, b);
}

static double grid_estimate(const void *self, uint32_t slot, const double to[3])
{
  const astar_graph *g = self;
  double uvz[3];
  if (slot < g->layout->cells) as_grid_cell_coordinates(g->grid, slot, uvz);
  else as_grid_coordinates(g->grid, g->nodes[slot - g->layout->cells].position, uvz);
  return as_grid_metric(g->grid, uvz, to);
}

static void grid_offset(const void *self, const double a[3], const double b[3], double offset[3])
{
  as_grid_offset(((const astar_graph *)self)->grid, a, b, offset);
}

static void grid_lattice(const void *self, astar_lattice *lattice)
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
  .position = grid_position, .enterable = grid_enterable, .version = as_graph_space_version,                           \
  .waypoint = as_graph_space_waypoint, .exists = as_graph_space_exists, .coordinates = grid_coordinates,               \
  .around = grid_around, .metric = grid_metric, .estimate = grid_estimate, .offset = grid_offset,                      \
  .lattice = grid_lattice

static bool grid_renew(as_space *space);

#define CELL_OPS \
  COMMON_OPS, .renew = grid_renew, .edited = grid_edited, .sources = grid_sources, .flood = grid_flood,                \
              .typical_cost = grid_typical_cost, .two_way = grid_two_way, .release = grid_release

static const as_space_ops grid_ops = {CELL_OPS, .prepare = grid_prepare, .expand = grid_expand, .run = run_cells,
                                      .arrivals = grid_arrivals};
static const as_space_ops back_ops = {CELL_OPS, .prepare = back_prepare, .expand = back_expand, .run = run_back,
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
    space.rules.view = as_sized_get(g->grid, &space.rules, g->units.terrains.count + 1, g->version);
  grid = as_grid_seen(g->grid, &space.rules);
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
  map = as_step_maps_get(as_grid_seen(g->grid, &space->rules), &space->rules, g->units.terrains.count + 1);
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
