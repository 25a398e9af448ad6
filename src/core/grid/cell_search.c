/*
** cell_search.c: see cell_search.h. The loop is compiled once for each kind of map (step_kind) and of heuristic, so
** that the usual cell, on a map of squares, costs neither a test nor a call for what other maps have.
*/
#include "grid/cell_search.h"

#include "base/bits.h"
#include "engine/path.h"
#include "engine/radix.h"
#include "graph/node.h"
#include "grid/canonical.h"
#include "grid/footprint.h"
#include "grid/step_map.h"

#include <string.h>

#define LEAF_BITS 8u
#define LEAF_SIZE (1u << LEAF_BITS)
#define RUN_STEP (1u << MARK_BITS)
#define OLD_MARK 1u /* of no run, but writable */

/* Relative differences of g up to this are no improvement: sums of the same steps in another order differ so. */
#define CHEAPER 7.105427357601002e-15 /* 2^-47 */

/* Relative difference up to which costs of paths to the goal count as equal. */
#define EQUAL 3.637978807091713e-12 /* 2^-38 */

#define ROUNDING 9.094947017729282e-13 /* 2^-40, for max_cost */

/* Closed nodes may be opened again so often, and once more for every second expansion, before the order gets exact. */
#define REOPENINGS_FREE 1000u

/* What the steps of a map cost. */
typedef enum kind {
  UNIFORM,  /* one multiplier, no heights */
  WEIGHTED, /* no heights */
  LAYERED,  /* the same, and layers add to the costs */
  TALL
} step_kind;

/*
** What is known of a node. `mark` is the number of the run that wrote it, above MARK_BITS bits: whether it is closed,
** and its arrival: the step that led to it (canonical.h), AS_FROM_START or AS_FROM_LINK. A record of another run counts
** as unreached. A mark of 0 belongs to the shared record, which must not be written.
*/
typedef struct cell_record {
  double g;      /* -INFINITY if the node must not be entered; INFINITY if reached only at costs above max_cost */
  uint32_t mark;
  uint32_t from; /* slot of the node before, if a link led to this one */
} cell_record;

#define MARK_BITS 5
#define CLOSED 1u

typedef struct cell_search cell_search;

/* One query. */
typedef struct run {
  cell_search *s;
  as_memory *m;
  const astar_graph *graph;
  const as_grid *grid;
  const uint16_t *entry; /* grid->all_entry, which is read for each step */
  const as_rules *rules;
  const astar_search_def *def;
  cell_record **leaves;
  uint32_t run_mark;
  as_step_map *map;
  const uint8_t *steps;         /* of the step map */
  uint32_t offsets[AS_DIRECTIONS]; /* by step: as those of the grid */
  double costs[AS_DIRECTIONS];     /* by step; on maps of several multipliers before multiplying */
  bool canonical;               /* steps are canonical where costs are equal */
  bool any_step;                /* takes_any_step() is to be asked */
  bool linked;                  /* there are links or waypoints */
  uint32_t start, goal;         /* slots */
  double goal_place[3];         /* in grid coordinates */
  double straight_u, straight_v, diagonal; /* the metric's lengths, scaled */
  double limit;                 /* only nodes with less f may lead to a cheaper path */
  double best;                  /* least g of the goal so far */
  double most;                  /* highest g of nodes to open */
  double usual;                 /* nodes with less f are opened without further tests: `limit`, or -1 for max_cost */
  uint32_t cut;                 /* nodes but the goal that are reached only at costs above max_cost */
  bool cut_goal;                /* the goal was reached at such a cost */
  uint64_t reopened;
  as_bounds bounds;             /* if there are landmarks */
  bool gave_up;                 /* with landmarks closed nodes were opened again too often */
  as_radix *open;
  step_kind kind;
  bool plain;                   /* estimates are those of squares without heights that do not wrap */
  uint64_t target;              /* expansions at which the loop pauses */
} run;

struct cell_search {
  as_kernel kernel;
  as_space space;       /* of the query; no reference to its layout */
  cell_record **leaves; /* by slot / 256: 256 records, made when one of them is first written */
  uint32_t leaf_count;
  uint32_t run_mark;    /* number of the run, shifted as in `mark` */
  as_radix open;
  as_canonical canonical;
  as_path_node *path;   /* the path found: kernel.count nodes */
  uint32_t capacity;
  double cost;          /* of the path, added step by step from the start */
  run run;
};

/* ---- Records ---- */

/* The shared leaf: its records are of no run. */
static const cell_record no_records[LEAF_SIZE];
#define NO_LEAF ((cell_record *)no_records)

static void free_leaves(cell_search *s)
{
  uint32_t i;
  for (i = 0; i < s->leaf_count; i++) {
    if (s->leaves[i] != NO_LEAF) as_free(s->kernel.memory, s->leaves[i], LEAF_SIZE, cell_record);
    s->leaves[i] = NO_LEAF;
  }
}

/* Begin a run: all records become unreached. False if out of memory. */
static bool begin_records(cell_search *s, as_memory *m, uint32_t slots)
{
  const uint32_t wanted = (slots >> LEAF_BITS) + 1;
  if (s->run_mark > UINT32_MAX - RUN_STEP) {
    free_leaves(s);
    s->run_mark = 0;
  }
  if (wanted > s->leaf_count) {
    cell_record **leaves = as_resize(m, s->leaves, s->leaf_count, wanted, sizeof *leaves);
    if (!leaves) return false;
    s->leaves = leaves;
    while (s->leaf_count < wanted) leaves[s->leaf_count++] = NO_LEAF;
  }
  s->run_mark += RUN_STEP;
  return true;
}

/* The record of a slot, which may be that of another run, or shared. */
static inline cell_record *peek(const run *r, uint32_t slot)
{
  return &r->leaves[slot >> LEAF_BITS][slot & (LEAF_SIZE - 1)];
}

static inline int is_current(const run *r, const cell_record *record)
{
  return (record->mark ^ r->run_mark) < RUN_STEP;
}

/* The record of a slot whose leaf was shared when it was last looked at. NULL if out of memory. */
static AS_NOINLINE cell_record *make_record(run *r, uint32_t slot)
{
  cell_record **leaf = &r->leaves[slot >> LEAF_BITS];
  if (*leaf == NO_LEAF) {
    cell_record *fresh = as_new(r->m, LEAF_SIZE, cell_record);
    uint32_t i;
    if (!fresh) return NULL;
    memset(fresh, 0, LEAF_SIZE * sizeof *fresh);
    for (i = 0; i < LEAF_SIZE; i++) fresh[i].mark = OLD_MARK;
    *leaf = fresh;
  }
  return &(*leaf)[slot & (LEAF_SIZE - 1)];
}

/* ---- Opening again ---- */

/*
** Count that a closed node is opened again. Where costs differ by less than the order tells apart, this may happen
** exponentially often; in the exact order it cannot, but for rounding. Bounds by landmarks are rounded and so not quite
** consistent: with them even the exact order does not help, and the run gives up. Returns whether to go on.
*/
static AS_NOINLINE bool count_reopening(run *r)
{
  ++r->reopened;
  if (2 * r->reopened <= REOPENINGS_FREE + r->s->kernel.expanded) return true;
  r->gave_up = r->bounds.count > 0;
  if (!r->gave_up && !as_radix_is_exact(r->open)) as_radix_refine(r->open);
  return !r->gave_up;
}

/* ---- The heuristic ---- */

/* On squares without heights that do not wrap. */
static inline double estimate_plain(const run *r, double u, double v)
{
  return as_octile_steps(u, v, r->straight_u, r->straight_v, r->diagonal);
}

/* On any map, of any place. */
static double estimate_place(const run *r, const double place[3])
{
  const double h = as_grid_metric(r->grid, place, r->goal_place) * r->s->space.scale;
  return h < DBL_MAX ? h : isnan(h) ? 0 : DBL_MAX;
}

static AS_INLINE double estimate_cell(const run *r, uint32_t cell, bool plain)
{
  double place[3];
  if (plain) {
    const uint32_t row = as_grid_row(r->grid, cell), col = cell - row * r->grid->width;
    return estimate_plain(r, fabs(col - r->goal_place[0]), fabs(row - r->goal_place[1]));
  }
  as_grid_cell_coordinates(r->grid, cell, place);
  return estimate_place(r, place);
}

/* Of any slot, without landmarks. */
static double estimate_any(const run *r, uint32_t slot, bool plain)
{
  double place[3];
  if (slot < r->grid->count) return estimate_cell(r, slot, plain);
  as_grid_coordinates(r->grid, r->graph->nodes[slot - r->grid->count].position, place);
  /* Far from the map the metric may overflow. */
  if (!(fabs(place[0]) < 1e15 && fabs(place[1]) < 1e15)) return 0;
  if (plain) return estimate_plain(r, fabs(place[0] - r->goal_place[0]), fabs(place[1] - r->goal_place[1]));
  return estimate_place(r, place);
}

static double estimate_slot(const run *r, uint32_t slot, bool plain)
{
  const double h = estimate_any(r, slot, plain);
  return r->bounds.count > 0 ? as_max(h, as_bound(&r->bounds, slot)) : h;
}

/* ---- Relaxing ---- */

/* Whether a node of cost g is reached already, and not dearer but for rounding. No branch. */
static inline int is_known(const run *r, const cell_record *record, double g)
{
  return is_current(r, record) & !(g + g * CHEAPER < record->g);
}

/* A node that was found at a cost above max_cost. False if out of memory. */
static bool cut(run *r, uint32_t slot, cell_record *record, double g)
{
  if (!(g < INFINITY)) return true;
  if (slot == r->goal) r->cut_goal = true;
  if (is_current(r, record)) return true;
  if (record->mark == 0 && !(record = make_record(r, slot))) return false;
  record->g = INFINITY;
  record->mark = r->run_mark;
  r->cut++;
  return true;
}

/* As reach(), in all cases. */
static AS_NOINLINE bool reach_any(run *r, uint32_t slot, cell_record *record, double g, double h, uint32_t arrival)
{
  const double f = as_min(g + h, DBL_MAX);
  uint32_t closed = 0;
  if (!(f < r->limit)) return true;
  if (!(g <= r->most)) return cut(r, slot, record, g);
  if (record->mark == 0 && !(record = make_record(r, slot))) return false;
  if (slot != r->goal && !as_radix_push(r->open, r->m, slot, f)) return false;
  if (slot == r->goal) {
    r->best = g;
    r->limit = g - g * EQUAL;
    r->usual = as_min(r->usual, r->limit);
    closed = CLOSED;
  } else if (is_current(r, record)) {
    if (record->g == INFINITY) r->cut--;
    else if (record->mark & CLOSED && !count_reopening(r)) return false;
  }
  record->g = g;
  record->mark = r->run_mark | arrival << 1 | closed;
  return true;
}

/* Reach a node that is not known at this cost. False if out of memory, or if the run gave up. */
static AS_INLINE bool reach(run *r, uint32_t slot, cell_record *record, double g, double h, uint32_t arrival)
{
  const double f = g + h;
  const uint32_t mark = record->mark;
  /* Usually it is not reached, or open, and there is memory. */
  if (!(f < r->usual) | (mark == 0) | (mark & CLOSED & (uint32_t)is_current(r, record)) |
      (r->open->buckets.free == AS_NO_ENTRY))
    return reach_any(r, slot, record, g, h, arrival);
  (void)as_radix_push(r->open, r->m, slot, f);
  record->g = g;
  record->mark = r->run_mark | arrival << 1;
  return true;
}

/* ---- Expanding ---- */

/* By step: its columns and rows. */
static const double across[] = {0, -1, 1, 0, -1, 1, -1, 1}, down[] = {-1, 0, 0, 1, -1, -1, 1, 1};

/* The cell at the end of a step, which must be on the map or around its edge. */
static AS_INLINE uint32_t neighbour(const run *r, uint32_t cell, uint32_t col, uint32_t row, uint32_t step)
{
  const as_grid *grid = r->grid;
  uint32_t to = cell + r->offsets[step];
  if (col == 0 && across[step] < 0) to += grid->width;
  if (col == grid->width - 1 && across[step] > 0) to -= grid->width;
  if (row == 0 && down[step] < 0) to += grid->count;
  if (row == grid->height - 1 && down[step] > 0) to -= grid->count;
  return to;
}

/*
** The cost of a node reached by a step from a node of cost `from`. For kinds without layers this is decided here, once.
*/
static AS_INLINE double advance(const run *r, step_kind kind, double from, double step, uint32_t to)
{
  if (kind == UNIFORM || kind == WEIGHTED) return from + step;
  return as_advance(r->rules, from, step, to);
}

static AS_INLINE double multiplier_of(const run *r, uint32_t cell)
{
  return r->rules->costs[r->entry ? r->entry[cell] : as_grid_entry(r->grid, cell)];
}

/* The cost of a step to a cell, which is open. */
static AS_INLINE double step_cost(const run *r, step_kind kind, uint32_t from, uint32_t to, uint32_t step)
{
  if (kind == UNIFORM) return r->costs[step];
  if (kind == WEIGHTED || kind == LAYERED) return r->costs[step] * multiplier_of(r, to);
  return as_grid_step_length(r->grid, from, to, as_direction_of[step]) * multiplier_of(r, to);
}

/* Whether no step out of a cell that is not at the edge, nor out of its neighbours, is closed. */
static bool is_open_around(const as_grid *grid, uint32_t cell)
{
  uint32_t at = cell - grid->width, any = 0, i;
  for (i = 0; i < 3; i++, at += grid->width)
    any |= as_grid_closed_steps(grid, at - 1) | as_grid_closed_steps(grid, at) | as_grid_closed_steps(grid, at + 1);
  return any == 0;
}

/* Whether closed steps, or cells to avoid, may make steps necessary that are not canonical. */
static bool takes_any_step(const run *r, uint32_t cell)
{
  return !r->canonical || !as_grid_inner(r->grid, cell) || !is_open_around(r->grid, cell);
}

/* The directions in which the neighbours of a cell that is not at the edge have its terrain. */
static AS_INLINE uint32_t same_terrain(const as_grid *grid, uint32_t cell)
{
  uint16_t copy[9];
  const as_around a = as_grid_around(grid, cell, copy);
  const uint32_t own = a.beside[0];
  return (uint32_t)(a.above[-1] == own) | (uint32_t)(a.above[0] == own) << 1 | (uint32_t)(a.above[1] == own) << 2 |
         (uint32_t)(a.beside[-1] == own) << 3 | (uint32_t)(a.beside[1] == own) << 4 |
         (uint32_t)(a.below[-1] == own) << 5 | (uint32_t)(a.below[0] == own) << 6 |
         (uint32_t)(a.below[1] == own) << 7;
}

/* The values of a layer around a cell, from its left to its right neighbour; `copy` if they are in two pages. */
static AS_INLINE const double *values_around(const as_extra *e, uint32_t cell, double copy[3])
{
  const uint32_t place = cell & (AS_LAYER_PAGE - 1);
  uint32_t i;
  if (place > 0 && place < AS_LAYER_PAGE - 1) return e->pages[cell >> AS_LAYER_BITS] + place;
  for (i = 0; i < 3; i++) copy[i] = as_extra_value(e, cell + i - 1);
  return copy + 1;
}

/* The directions in which the values of a layer are the same as at a cell that is not at the edge. */
static AS_INLINE uint32_t same_value(const as_extra *e, uint32_t cell, uint32_t width)
{
  double copies[3][3];
  const double *up = values_around(e, cell - width, copies[0]), *here = values_around(e, cell, copies[1]);
  const double *below = values_around(e, cell + width, copies[2]), own = *here;
  return (uint32_t)(up[-1] == own) | (uint32_t)(up[0] == own) << 1 | (uint32_t)(up[1] == own) << 2 |
         (uint32_t)(here[-1] == own) << 3 | (uint32_t)(here[1] == own) << 4 | (uint32_t)(below[-1] == own) << 5 |
         (uint32_t)(below[0] == own) << 6 | (uint32_t)(below[1] == own) << 7;
}

/* The same of all layers. */
static AS_INLINE uint32_t same_values(const run *r, uint32_t cell)
{
  uint32_t same = same_value(&r->rules->extra, cell, r->grid->width), i;
  for (i = 1; i < r->rules->extra_count; i++) same &= same_value(&r->rules->extras[i], cell, r->grid->width);
  return same;
}

/* The steps that have to be taken out of a cell, by the arrival there. */
static AS_INLINE uint32_t steps_to_take(const run *r, step_kind kind, bool plain, uint32_t cell, uint32_t arrival)
{
  const as_grid *grid = r->grid;
  const uint32_t open = r->steps[cell];
  const as_canonical *t = &r->s->canonical;
  const uint32_t parity = plain ? 0 : as_grid_parity(grid, cell);
  if (kind == TALL || (r->any_step && takes_any_step(r, cell)))
    return t->steps[parity][AS_FROM_START][open];
  if (kind == WEIGHTED || kind == LAYERED) {
    uint32_t same;
    /* Cells of other terrain do as if they were not there; the steps to them are taken nearly always. */
    if (!as_grid_inner(grid, cell)) return t->steps[parity][AS_FROM_START][open];
    same = same_terrain(grid, cell);
    if (kind == LAYERED) same &= r->rules->size > 1 ? 0 : same_values(r, cell);
    return t->steps[parity][arrival][open & same] | (t->any[parity][arrival][open] & ~(uint32_t)t->sorted[same]);
  }
  return t->steps[parity][arrival][open];
}

static AS_INLINE bool expand_cell(run *r, uint32_t cell, const cell_record *record, step_kind kind, bool plain,
                                  bool prepared)
{
  const as_grid *grid = r->grid;
  const uint32_t row = as_grid_row(grid, cell), col = cell - row * grid->width;
  const double from = record->g, left = col - r->goal_place[0], above = row - r->goal_place[1];
  uint32_t bits;
  as_step_map_row(grid, r->map, row);
  bits = steps_to_take(r, kind, plain, cell, record->mark >> 1 & 15);
  for (; bits != 0; bits &= bits - 1) {
    const uint32_t step = as_lowest_bit(bits),
                   to = plain ? cell + r->offsets[step] : neighbour(r, cell, col, row, step);
    const double g = advance(r, kind, from, step_cost(r, kind, cell, to, step), to);
    cell_record *next = peek(r, to);
    double h;
    if (is_known(r, next, g)) continue;
    h = plain ? estimate_plain(r, fabs(left + across[step]), fabs(above + down[step])) : estimate_cell(r, to, false);
    if (prepared) h = as_max(h, as_bound(&r->bounds, to));
    if (!reach(r, to, next, g, h, step)) return false;
  }
  return true;
}

/* The node with the links of a slot, or NULL. */
static const as_node *linked_node(const run *r, uint32_t slot)
{
  const uint32_t cells = r->grid->count;
  uint32_t index = slot - cells;
  if (slot < cells) {
    if (!as_grid_has_node(r->grid, slot)) return NULL;
    index = as_sparse_get(&r->graph->cell_nodes, slot);
  }
  as_tidy(r->graph, &r->graph->nodes[index]);
  return &r->graph->nodes[index];
}

static AS_NOINLINE bool expand_links(run *r, uint32_t slot, double from, bool plain)
{
  const astar_graph *g = r->graph;
  const as_node *n = linked_node(r, slot);
  const as_link *link, *last;
  if (!n) return true;
  link = as_ends(g, n);
  for (last = link + n->out; link < last; link++) {
    const uint32_t to = as_slot_of_index(g, link->to);
    const double cost = as_advance(r->rules, from, as_grid_link_cost(g, r->rules, n, &g->nodes[link->to], link), to);
    cell_record *record = peek(r, to);
    if (!(cost < INFINITY) || is_known(r, record, cost)) continue;
    if (!reach(r, to, record, cost, estimate_slot(r, to, plain), AS_FROM_LINK)) return false;
    record = peek(r, to);
    if (is_current(r, record) && record->g == cost) record->from = slot;
  }
  return true;
}

/* On maps of several terrains open nodes lie far apart: have read soon what the expansion of one will read. */
static AS_INLINE void fetch(const run *r, uint32_t slot)
{
  const uint32_t width = r->grid->width, up = slot < width ? slot : slot - width;
  const uint32_t below = slot < r->grid->count - width ? slot + width : up;
  if (slot >= r->grid->count) return;
  AS_PREFETCH(peek(r, slot));
  AS_PREFETCH(peek(r, up));
  AS_PREFETCH(peek(r, below));
  AS_PREFETCH(as_grid_entry_place(r->grid, slot));
  AS_PREFETCH(as_grid_entry_place(r->grid, up));
  AS_PREFETCH(as_grid_entry_place(r->grid, below));
}

/*
** Expand nodes until no open one can lead to a cheaper path, or `target` is reached. ASTAR_OUT_OF_MEMORY also if the
** run gave up.
*/
static AS_INLINE astar_status expand_all(run *r, step_kind kind, bool plain, bool prepared)
{
  for (;;) {
    uint32_t *first = as_radix_current(r->open), at = *first, slot;
    cell_record *record;
    const as_radix_entry *e;
    if (at == AS_NO_ENTRY) {
      if (!as_radix_advance(r->open, r->limit)) return ASTAR_DONE;
      continue;
    }
    if (r->s->kernel.expanded == r->target) return ASTAR_SEARCHING;
    e = as_radix_at(r->open, at);
    slot = e->head.slot;
    *first = e->head.next;
    as_buckets_free_entry(&r->open->buckets, at);
    if ((kind == WEIGHTED || kind == LAYERED) && *first != AS_NO_ENTRY)
      fetch(r, as_radix_at(r->open, *first)->head.slot);
    record = peek(r, slot);
    if (record->mark & CLOSED || !(e->cost < r->limit)) continue;
    record->mark |= CLOSED;
    r->s->kernel.expanded++;
    if (!r->linked) {
      if (!expand_cell(r, slot, record, kind, plain, prepared)) return ASTAR_OUT_OF_MEMORY;
    } else {
      if (slot < r->grid->count && !expand_cell(r, slot, record, kind, plain, prepared)) return ASTAR_OUT_OF_MEMORY;
      if (!expand_links(r, slot, record->g, plain)) return ASTAR_OUT_OF_MEMORY;
    }
  }
}

/* The instances of the loop, by what the map and the query are like. */
#define DEFINE_RUN(name, kind, plain, prepared) \
  static AS_NOINLINE astar_status expand_##name(run *r) \
  { \
    return expand_all(r, kind, plain, prepared); \
  }

DEFINE_RUN(uniform, UNIFORM, false, false)
DEFINE_RUN(uniform_plain, UNIFORM, true, false)
DEFINE_RUN(uniform_prepared, UNIFORM, false, true)
DEFINE_RUN(uniform_plain_prepared, UNIFORM, true, true)
DEFINE_RUN(weighted, WEIGHTED, false, false)
DEFINE_RUN(weighted_plain, WEIGHTED, true, false)
DEFINE_RUN(weighted_prepared, WEIGHTED, false, true)
DEFINE_RUN(weighted_plain_prepared, WEIGHTED, true, true)
DEFINE_RUN(layered, LAYERED, false, false)
DEFINE_RUN(layered_plain, LAYERED, true, false)
DEFINE_RUN(layered_prepared, LAYERED, false, true)
DEFINE_RUN(layered_plain_prepared, LAYERED, true, true)
DEFINE_RUN(tall, TALL, false, false)
DEFINE_RUN(tall_prepared, TALL, false, true)

/* ---- Beginning ---- */

/* Multipliers below this do not count in the mean, which they would make 0. */
#define LEAST_COUNTED 1e-290

/* The multipliers of the cells that the unit can enter: the least, the greatest, and the harmonic mean. */
typedef struct multipliers {
  double least, most, mean;
} multiplier_range;

static multiplier_range find_multipliers(const as_grid *grid, const as_rules *rules)
{
  multiplier_range m = {INFINITY, 0, 1};
  double count = 0, sum = 0;
  uint32_t t;
  for (t = AS_BLOCKED + 1; t < grid->counts_capacity; t++) {
    if (grid->counts[t] == 0 || isnan(rules->costs[t])) continue;
    m.least = as_min(m.least, rules->costs[t]);
    m.most = as_max(m.most, rules->costs[t]);
    if (rules->costs[t] < LEAST_COUNTED) continue;
    count += grid->counts[t];
    sum += grid->counts[t] / rules->costs[t];
  }
  if (count > 0) m.mean = count / sum;
  if (m.least == m.most) m.mean = m.least; /* without rounding */
  return m;
}

static int exponent(double x)
{
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (int)(bits >> 52);
}

/* The parts of a step of mean cost that the open list tells apart, as a power of 2. */
#define FINENESS 1
#define FINENESS_PREPARED 3 /* with landmarks, f is so near to the cost of the path that more pays */

/* Empty the open list. Its base is of the size of the map, so that keys grow as f does. */
static bool begin_open(const run *r, double mean, int fineness)
{
  const as_grid *grid = r->grid;
  double least = INFINITY, most = 0, base;
  uint32_t d;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    if (!(grid->directions[0] >> d & 1)) continue;
    least = as_min(least, grid->steps[d]);
    most = as_max(most, grid->steps[d]);
  }
  base = as_min(((double)grid->width + grid->height) * most * mean, DBL_MAX / 4);
  return as_radix_clear(r->open, r->m, base, exponent(base) - exponent(least * mean) + fineness + 1);
}

/* A factor on lengths of the metric that keeps products with columns and rows finite. */
static double scaled(double length, double scale)
{
  return as_min(length * scale, DBL_MAX / 1099511627776.0);
}

/* Whether costs of steps are neither so small nor so large that rounding hides how they differ. */
static bool is_ordinary(const as_grid *grid, const multiplier_range *m)
{
  uint32_t d;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    if (!(grid->steps[d] * m->least > 1e-290 && grid->steps[d] * m->most < 1e290)) return false;
  }
  return true;
}

static bool mark_avoided(run *r, const astar_search_def *def)
{
  uint32_t i;
  for (i = 0; i < def->avoid_count; i++) {
    uint32_t slot;
    cell_record *record;
    if (!r->s->space.ops->exists(r->graph, def->avoid_ids[i])) continue;
    slot = as_slot(r->s->space.layout, def->avoid_ids[i]);
    record = peek(r, slot);
    if (record->mark == 0 && !(record = make_record(r, slot))) return false;
    record->g = -INFINITY;
    record->mark = r->run_mark | CLOSED;
  }
  return true;
}

/* Whether the goal can be entered. */
static bool is_open_goal(const run *r)
{
  const cell_record *record = peek(r, r->goal);
  return !(is_current(r, record) && record->g < 0) &&
         r->s->space.ops->enterable(r->graph, r->rules, r->goal);
}

/* ---- The path ---- */

/* The node before one on the path. */
static uint32_t before(const run *r, uint32_t slot)
{
  const cell_record *record = peek(r, slot);
  const uint32_t arrival = record->mark >> 1 & 15;
  uint32_t row;
  if (arrival == AS_FROM_LINK) return record->from;
  row = as_grid_row(r->grid, slot);
  /* The step back. */
  return neighbour(r, slot, slot - row * r->grid->width, row, as_step_of[AS_DIRECTIONS - 1 - as_direction_of[arrival]]);
}

static double link_cost(const run *r, uint32_t from, uint32_t to)
{
  const as_node *n = linked_node(r, from);
  const as_link *link = as_ends(r->graph, n);
  while (as_slot_of_index(r->graph, link->to) != to) link++;
  return as_grid_link_cost(r->graph, r->rules, n, &r->graph->nodes[link->to], link);
}

/* Set the nodes of the path, and its cost. False if out of memory. */
static bool trace(run *r, step_kind kind)
{
  cell_search *s = r->s;
  uint32_t slot, at, count = 1;
  for (slot = r->goal; slot != r->start; slot = before(r, slot)) count++;
  if (!as_reserve(r->m, &s->path, &s->capacity, count, sizeof *s->path)) return false;
  s->kernel.count = at = count;
  for (slot = r->goal; at > 0; slot = before(r, slot)) {
    s->path[--at].slot = slot;
    if (at == 0) break;
  }
  s->cost = s->path[0].cost = 0;
  for (at = 1; at < count; at++) {
    const uint32_t from = s->path[at - 1].slot, to = s->path[at].slot, arrival = peek(r, to)->mark >> 1 & 15;
    const double step = arrival == AS_FROM_LINK ? link_cost(r, from, to) : step_cost(r, kind, from, to, arrival);
    s->cost = s->path[at].cost = as_advance(r->rules, s->cost, step, to);
  }
  return true;
}

/* ---- The kernel ---- */

static astar_status expand(run *r)
{
  const bool plain = r->plain;
  if (r->bounds.count > 0) {
    switch (r->kind) {
    case TALL: return expand_tall_prepared(r);
    case UNIFORM: return plain ? expand_uniform_plain_prepared(r) : expand_uniform_prepared(r);
    case LAYERED: return plain ? expand_layered_plain_prepared(r) : expand_layered_prepared(r);
    default: return plain ? expand_weighted_plain_prepared(r) : expand_weighted_prepared(r);
    }
  }
  switch (r->kind) {
  case TALL: return expand_tall(r);
  case UNIFORM: return plain ? expand_uniform_plain(r) : expand_uniform(r);
  case LAYERED: return plain ? expand_layered_plain(r) : expand_layered(r);
  default: return plain ? expand_weighted_plain(r) : expand_weighted(r);
  }
}

/* Open the start. False if out of memory. */
static bool open_start(run *r)
{
  const astar_search_def *def = r->def;
  const as_grid *grid = r->grid;
  cell_record *record = peek(r, r->start);
  r->plain = r->kind != TALL && as_grid_is_octile(grid) && fabs(r->goal_place[0]) < 1e15 &&
             fabs(r->goal_place[1]) < 1e15;
  r->most = as_min(def->max_cost + def->max_cost * ROUNDING, DBL_MAX);
  r->usual = def->max_cost < INFINITY ? -1 : INFINITY;
  if (record->mark == 0 && !(record = make_record(r, r->start))) return false;
  record->g = 0;
  record->mark = r->run_mark | AS_FROM_START << 1;
  /* The goal is never open, so that reaching it is unusual. */
  record = peek(r, r->goal);
  if (record->mark == 0 && !(record = make_record(r, r->goal))) return false;
  record->g = INFINITY;
  record->mark = r->run_mark | CLOSED;
  return as_radix_push(r->open, r->m, r->start, estimate_slot(r, r->start, r->plain));
}

static astar_status begin_run(cell_search *s, const as_landmarks *landmarks, const astar_search_def *def)
{
  const as_space *space = &s->space;
  as_memory *m = s->kernel.memory;
  astar_graph *g = space->self;
  as_grid *grid = as_grid_view(g->grid, &space->rules);
  const multiplier_range multipliers = find_multipliers(grid, &space->rules);
  const step_kind flat = multipliers.least < multipliers.most ? WEIGHTED : UNIFORM;
  run *r = &s->run;
  as_step_map *map;
  uint32_t d;
  memset(r, 0, sizeof *r);
  s->kernel.count = 0;
  s->kernel.expanded = 0;
  r->s = s;
  r->m = m;
  r->def = def;
  r->graph = g;
  r->grid = grid;
  r->entry = grid->all_entry;
  r->rules = &space->rules;
  r->open = &s->open;
  r->best = r->limit = INFINITY;
  r->kind = grid->heights ? TALL : space->rules.special ? LAYERED : flat;
  map = as_step_maps_get(grid, r->rules, g->units.terrains.count + 1);
  if (!map || !begin_records(s, m, as_slots(space->layout)) ||
      !begin_open(r, multipliers.mean, landmarks ? FINENESS_PREPARED : FINENESS))
    return ASTAR_OUT_OF_MEMORY;
  as_canonical_make(&s->canonical, grid);
  r->leaves = s->leaves;
  r->run_mark = s->run_mark;
  r->map = as_step_map_hold(map);
  r->steps = map->steps;
  r->linked = g->cell_nodes.count > 0 || g->alive > 0;
  /* A cell to avoid looks open to the table. */
  r->canonical = is_ordinary(grid, &multipliers) && def->avoid_count == 0;
  r->any_step = !r->canonical || grid->closed_cells > 0;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    r->offsets[as_step_of[d]] = grid->offsets[d];
    r->costs[as_step_of[d]] = grid->steps[d] * (r->kind == UNIFORM ? multipliers.mean : 1);
  }
  r->straight_u = scaled(grid->straight[0], space->scale);
  r->straight_v = scaled(grid->straight[1], space->scale);
  r->diagonal = scaled(grid->diagonal, space->scale);
  r->start = as_slot(space->layout, def->start);
  r->goal = as_slot(space->layout, def->goals[0]);
  space->ops->coordinates(g, def->goals[0], r->goal_place);
  if (!mark_avoided(r, def)) return ASTAR_OUT_OF_MEMORY;
  if (r->start == r->goal) {
    r->best = 0;
    return ASTAR_SEARCHING;
  }
  if (!is_open_goal(r)) return ASTAR_UNREACHABLE;
  if (landmarks) as_landmarks_aim(landmarks, r->start, r->goal, &r->bounds);
  return open_start(r) ? ASTAR_SEARCHING : ASTAR_OUT_OF_MEMORY;
}

/* Let go of what a run holds. */
static void stop(as_kernel *k)
{
  cell_search *s = (cell_search *)k;
  as_step_map_release(s->run.map);
  s->run.map = NULL;
}

static astar_status ended(cell_search *s, astar_status status)
{
  if (status != ASTAR_SEARCHING) stop(&s->kernel);
  return status;
}

static astar_status begin(as_kernel *k, const as_space *space, const as_landmarks *landmarks,
                          const astar_search_def *def)
{
  cell_search *s = (cell_search *)k;
  s->space = *space;
  return ended(s, begin_run(s, landmarks, def));
}

/* Expand up to n nodes. */
static astar_status go_on(cell_search *s, uint64_t n)
{
  run *r = &s->run;
  if (r->start != r->goal) {
    astar_status status;
    r->target = n < UINT64_MAX - s->kernel.expanded ? s->kernel.expanded + n : UINT64_MAX;
    status = expand(r);
    if (status == ASTAR_OUT_OF_MEMORY && r->gave_up) {
      stop(&s->kernel);
      return begin_run(s, NULL, r->def);
    }
    if (status != ASTAR_DONE) return status;
  }
  if (!(r->best < INFINITY)) return r->cut > 0 || r->cut_goal ? ASTAR_LIMIT : ASTAR_UNREACHABLE;
  s->kernel.expanded++; /* reaching the goal counts, as in a search */
  if (!trace(r, r->kind)) return ASTAR_OUT_OF_MEMORY;
  s->kernel.size = astar_path_size(s->kernel.count);
  return ASTAR_FOUND;
}

static astar_status run_on(as_kernel *k, uint64_t n)
{
  cell_search *s = (cell_search *)k;
  return ended(s, go_on(s, n));
}

static void write_path(const as_kernel *k, astar_path *path)
{
  const cell_search *s = (const cell_search *)k;
  const astar_graph *g = s->space.self;
  uint32_t i;
  as_path_begin(path, &s->space, s->kernel.count, 0, s->cost);
  for (i = 0; i < s->kernel.count; i++) {
    const uint32_t slot = s->path[i].slot;
    astar_waypoint *w = &path->points[i];
    double xyz[3];
    w->cost = s->path[i].cost;
    if (slot >= g->layout->cells) {
      s->space.ops->waypoint(g, as_id(s->space.layout, slot), w);
      continue;
    }
    as_grid_cell_world(g->grid, slot, xyz);
    w->x = xyz[0];
    w->y = xyz[1];
    w->z = xyz[2];
    w->id = slot + 1;
    w->generation = 0;
  }
  as_path_measure(path);
}

static void free_search(as_kernel *k)
{
  cell_search *s = (cell_search *)k;
  as_memory *m = k->memory;
  stop(k);
  free_leaves(s);
  as_free(m, s->leaves, s->leaf_count, cell_record *);
  as_radix_free(&s->open, m);
  as_free(m, s->path, s->capacity, as_path_node);
}

as_kernel *as_cell_search_create(as_memory *m)
{
  static const as_kernel_ops ops = {begin, run_on, stop, write_path, free_search};
  cell_search *s = as_kernel_create(m, sizeof *s, &ops);
  if (!s) return NULL;
  as_radix_init(&s->open);
  return &s->kernel;
}
