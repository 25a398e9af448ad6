/*
** cell_flow.c: see cell_flow.h. The costs of a block of cells are made, as not reached, before they are read, so that a
** run that reaches a part of the map does not pay for all of it. A cell that was expanded has its cost negated, so that
** no step improves it.
*/
#include "grid/cell_flow.h"

#include "grid/cell_steps.h"

/* A power of 2. */
#define BUCKETS 256u

/* What the expansion of a cell reads is fetched when so many of its bucket come before it. */
#define AHEAD 8u

/* Buckets are a little narrower than the cheapest step, so that no rounding matters. */
#define NARROWER 0.99

/* Costs of steps for which products and sums keep all digits. */
#define LEAST_COST 1e-290
#define MOST_COST 1e290

/* A run that can go only so many steps is as fast by the loop. */
#define FEW 12

/* More bytes of costs than this are freed after a run, which takes far longer than to allocate them. */
#define KEPT ((size_t)16 << 20)

/* Cells of a block; and as many blocks as a leaf of records. */
#define BLOCK 64u
#define LEAF_BLOCKS (AS_LEAF_SIZE / BLOCK)

/*
** Of a block: its costs are made; its steps are, too, and the costs of all blocks where these lead that do not wrap.
** Cells are reached in those that are ready only, in the end.
*/
#define MADE 1
#define READY 2

/* Of a cell at the edge of the map, instead of its steps. */
#define EDGE 0x100u

typedef struct bucket {
  uint32_t *cells; /* some are there several times, or again after they were expanded */
  uint32_t count, capacity;
} bucket;

typedef struct cell_flow {
  as_kernel kernel;
  double *g;        /* by cell, where its block is made; `beyond`: not reached */
  uint16_t *steps;  /* by cell: bits of the directions from which steps lead there, or EDGE */
  uint8_t *blocks;  /* by block: 0, MADE or READY */
  uint32_t count;   /* of cells */
  double per_cost;  /* buckets for a cost of 1 */
  double beyond;    /* the least cost above those of cells to reach */
  uint32_t lowest;  /* the bucket from which cells are taken */
  bucket buckets[BUCKETS]; /* of a cost, modulo their number */
} cell_flow;

/* Of whole leaves. */
static uint32_t block_count(uint32_t cells)
{
  return (cells / AS_LEAF_SIZE + 1) * LEAF_BLOCKS;
}

/* ---- Costs ---- */

static void make_block(cell_flow *f, uint32_t block)
{
  const uint32_t first = block * BLOCK, end = f->count - first < BLOCK ? f->count : first + BLOCK;
  uint32_t i;
  if (f->blocks[block] != 0) return;
  for (i = first; i < end; i++) f->g[i] = f->beyond;
  f->blocks[block] = MADE;
}

/* Make the blocks of a block's width of cells, and of one before and one behind, as far as they are on the map. */
static void make_row(cell_flow *f, int64_t first)
{
  const int64_t last = first + BLOCK < f->count ? first + BLOCK : (int64_t)f->count - 1;
  int64_t block;
  for (block = first > 0 ? (first - 1) / BLOCK : 0; block * BLOCK <= last; block++) make_block(f, (uint32_t)block);
}

/* Find the steps of the cells of a block. */
static void find_steps(const cell_flow *f, as_cells *c, uint32_t block)
{
  const as_grid *grid = c->grid;
  const int64_t first = (int64_t)block * BLOCK, end = f->count - first < BLOCK ? f->count : first + BLOCK;
  const int64_t beside = (int64_t)c->width + 1, last = f->count - beside;
  const uint32_t row = as_grid_row(grid, (uint32_t)first), to = as_grid_row(grid, (uint32_t)(end - 1));
  int64_t i;
  for (c->row = row > 0 ? row - 1 : 0; c->row <= to + 1 && c->row < grid->height; c->row++)
    as_step_map_row(grid, c->map, c->row);
  for (i = first; i < end; i++) f->steps[i] = EDGE;
  for (i = first < beside ? beside : first; i < end && i < last; i++)
    f->steps[i] = (uint16_t)as_steps_to(c->map, c->width, (uint32_t)i);
  for (c->row = row; c->row <= to; c->row++) {
    const int64_t left = (int64_t)c->row * c->width, right = left + c->width - 1;
    for (i = left < first ? first : left; i <= right && i < end; i++) {
      c->col = (uint32_t)(i - left);
      f->steps[i] = i == left || i == right ? EDGE : (uint16_t)(f->steps[i] & (as_ways_of(c) | EDGE));
    }
  }
}

static AS_NOINLINE void make_ready(cell_flow *f, const as_cells *cells, uint32_t block)
{
  as_cells c = *cells;
  const int64_t first = (int64_t)block * BLOCK;
  make_row(f, first - c.width);
  make_row(f, first);
  make_row(f, first + c.width);
  find_steps(f, &c, block);
  f->blocks[block] = READY;
}

/* ---- Buckets ---- */

static AS_NOINLINE bool grow(cell_flow *f, bucket *b)
{
  return as_reserve(f->kernel.memory, &b->cells, &b->capacity, (uint64_t)b->count + 1, sizeof *b->cells);
}

static AS_INLINE uint32_t bucket_of(const cell_flow *f, double g)
{
  return (uint32_t)(int64_t)(g * f->per_cost) % BUCKETS;
}

/* Put a cell, whose block is made, in a bucket. False if out of memory; then nothing has changed. */
static AS_INLINE bool put(cell_flow *f, uint32_t cell, uint32_t at)
{
  bucket *b = &f->buckets[at];
  if (b->count == b->capacity && !grow(f, b)) return false;
  b->cells[b->count++] = cell;
  return true;
}

/* Reach any cell, if that costs less than before. False if out of memory. */
static bool reach(cell_flow *f, uint32_t cell, double g)
{
  make_block(f, cell / BLOCK);
  if (!(g < f->g[cell])) return true;
  if (!put(f, cell, bucket_of(f, g))) return false;
  f->g[cell] = g;
  return true;
}

/* Go on to the next bucket that is not empty. False if there is none. */
static bool advance(cell_flow *f)
{
  uint32_t i;
  for (i = 1; i < BUCKETS; i++) {
    f->lowest = (f->lowest + 1) % BUCKETS;
    if (f->buckets[f->lowest].count > 0) return true;
  }
  return false;
}

/* ---- Expanding ---- */

typedef struct edge {
  cell_flow *f;
  double from;
} edge;

static bool reach_edge(void *context, uint32_t cell, double cost, uint32_t direction)
{
  const edge *e = context;
  (void)direction;
  return reach(e->f, cell, e->from + cost);
}

/* Expand a cell at the edge of the map. */
static AS_NOINLINE bool expand_edge(const as_cells *cells, cell_flow *f, uint32_t cell, double from)
{
  const as_cells c = *cells;
  edge e;
  e.f = f;
  e.from = from;
  return as_each_cell(&c, cell, true, reach_edge, &e);
}

static AS_INLINE uint32_t is_cheaper(const double *known, double g)
{
  return g < *known;
}

/* Expand a cell of cost `from`. False if out of memory: then it is expanded again. */
static AS_INLINE bool expand(const as_cells *c, cell_flow *f, double *known, uint32_t cell, double from)
{
  double *here = known + cell;
  const double own = c->rules->costs[as_grid_entry(c->grid, cell)];
  double gs[AS_DIRECTIONS];
  uint32_t at[AS_DIRECTIONS], bits;
  if (f->blocks[cell / BLOCK] != READY) make_ready(f, c, cell / BLOCK);
  bits = f->steps[cell];
  /* No step leads to a cell that the unit cannot enter. */
  if (bits - 1 >= EDGE - 1) return bits == 0 || expand_edge(c, f, cell, from);
  gs[1] = gs[6] = from + c->along * own;
  gs[3] = gs[4] = from + c->sideways * own;
  gs[0] = gs[2] = gs[5] = gs[7] = from + c->diagonal * own;
  at[1] = at[6] = bucket_of(f, gs[1]);
  at[3] = at[4] = bucket_of(f, gs[3]);
  at[0] = at[2] = at[5] = at[7] = bucket_of(f, gs[0]);
  bits &= AS_LOOK_AROUND(is_cheaper, here - c->width, here, here + c->width, gs);
  for (; bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits), to = cell + c->grid->offsets[d];
    astar_assert(at[d] != f->lowest);
    if (!put(f, to, at[d])) return false;
    known[to] = gs[d];
  }
  return true;
}

/* ---- Parents ---- */

/*
** The parent of a cell is the first of its neighbours from which the run reaches it at its cost; from none it does at
** less.
*/
typedef struct arrival {
  const double *known; /* by cell, negated */
  double g;
  uint32_t from;       /* AS_NO_SLOT: there is none */
} arrival;

static bool find_parent(void *context, uint32_t cell, double cost, uint32_t direction)
{
  arrival *a = context;
  (void)direction;
  if (cost + fabs(a->known[cell]) <= a->g && cell < a->from) a->from = cell;
  return true;
}

/* Of a cell at the edge of the map. */
static AS_NOINLINE uint32_t parent_at_edge(const as_cells *cells, const double *known, uint32_t cell, double g)
{
  const as_cells c = *cells;
  arrival a;
  a.known = known;
  a.g = g;
  a.from = AS_NO_SLOT;
  (void)as_each_cell(&c, cell, false, find_parent, &a);
  return a.from;
}

/* For the cells of a block: what they cost by way of the cells of a row, from one before the block to one behind. */
typedef struct row_costs {
  double along[BLOCK + 2], diagonal[BLOCK + 2];
} row_costs;

/* Only by way of `count` cells, from index `at` on. Those that are not on the map are left out. */
static void find_ways(const as_cells *c, const cell_flow *f, int64_t first, double along, uint32_t at, uint32_t count,
                      row_costs *row)
{
  const double *known = f->g, *costs = c->rules->costs, diagonal = c->diagonal;
  int64_t i;
  for (i = at; i < at + count; i++) {
    const int64_t cell = first - 1 + i;
    double multiplier, g;
    if (cell < 0 || cell >= f->count) continue;
    multiplier = costs[as_grid_entry(c->grid, (uint32_t)cell)];
    g = fabs(known[cell]);
    row->along[i] = along * multiplier + g;
    row->diagonal[i] = diagonal * multiplier + g;
  }
}

/* Whether a way is the cheapest. */
static AS_INLINE uint32_t leads(double way, double g)
{
  return way <= g;
}

/* The records of cells that are not reached. */
static void show_none(const astar_search *s, as_record *records, uint32_t count)
{
  uint32_t i;
  for (i = 0; i < count; i++) {
    records[i].g = INFINITY;
    records[i].mark = s->records.run_mark;
  }
}

/* Write the cells of a block to their records, and list those that are reached. */
static void show_block(as_cells *c, const cell_flow *f, astar_search *s, uint32_t block, as_record *records)
{
  const uint32_t first = block * BLOCK, count = f->count - first < BLOCK ? f->count - first : BLOCK;
  const uint32_t mark = as_with_state(s->records.run_mark, ASTAR_CLOSED);
  const double *known = f->g + first;
  row_costs up, here, down;
  uint32_t i = 0, end = count;
  while (i < end && known[i] > 0) i++;
  while (end > i && known[end - 1] > 0) end--;
  show_none(s, records, i);
  show_none(s, records + end, BLOCK - end);
  find_ways(c, f, (int64_t)first - c->width, c->along, i, end + 2 - i, &up);
  find_ways(c, f, first, c->sideways, i, end + 2 - i, &here);
  find_ways(c, f, (int64_t)first + c->width, c->along, i, end + 2 - i, &down);
  c->row = as_grid_row(c->grid, first + i);
  c->col = first + i - c->row * c->width;
  for (; i < end; i++) {
    const uint32_t cell = first + i;
    if (known[i] <= 0) {
      const double g = -known[i];
      uint32_t parent = AS_NO_SLOT;
      if (f->steps[cell] != EDGE) {
        const uint32_t bits = c->map->steps[cell] & as_ways_of(c) &
          (leads(up.diagonal[i], g) | leads(up.along[i + 1], g) << 1 | leads(up.diagonal[i + 2], g) << 2 |
           leads(here.along[i], g) << 3 | leads(here.along[i + 2], g) << 4 | leads(down.diagonal[i], g) << 5 |
           leads(down.along[i + 1], g) << 6 | leads(down.diagonal[i + 2], g) << 7);
        if (bits != 0) parent = cell + c->grid->offsets[as_lowest_bit(bits)];
      } else {
        parent = parent_at_edge(c, f->g, cell, g);
      }
      records[i].g = g;
      records[i].parent = parent;
      records[i].mark = mark;
      s->touched[s->touched_count++] = cell;
    } else {
      show_none(s, records + i, 1);
    }
    if (++c->col == c->width) {
      c->col = 0;
      c->row++;
    }
  }
}

/* Write all that was found to the records. False if out of memory; then it is to be done again. */
static bool show(as_cells *c, const cell_flow *f, astar_search *s)
{
  const uint8_t *ready = f->blocks, *end = ready + block_count(f->count);
  uint32_t i;
  s->touched_count = 0;
  while ((ready = memchr(ready, READY, (size_t)(end - ready))) != NULL) {
    const uint32_t block = (uint32_t)(ready - f->blocks) / LEAF_BLOCKS * LEAF_BLOCKS;
    as_record *records = as_records_make(&s->records, &s->memory, block * BLOCK);
    if (!records || !as_reserve(&s->memory, &s->touched, &s->touched_capacity,
                                (uint64_t)s->touched_count + AS_LEAF_SIZE, sizeof *s->touched))
      return false;
    for (i = 0; i < LEAF_BLOCKS; i++) {
      if (f->blocks[block + i] == READY) show_block(c, f, s, block + i, records + i * BLOCK);
      else show_none(s, records + i * BLOCK, BLOCK);
    }
    ready = f->blocks + block + LEAF_BLOCKS;
  }
  for (i = 0; i < as_origin_count(s); i++) {
    as_record *record = as_records_find(&s->records, as_origin_slot(s, i));
    if (record && record->g == as_origin_cost(s, i)) record->parent = AS_NO_SLOT;
  }
  return true;
}

/* ---- The kernel ---- */

static void free_costs(cell_flow *f)
{
  as_memory *m = f->kernel.memory;
  as_free(m, f->g, f->g ? f->count : 0, double);
  as_free(m, f->steps, f->steps ? f->count : 0, uint16_t);
  as_free(m, f->blocks, f->blocks ? block_count(f->count) : 0, uint8_t);
  f->g = NULL;
  f->steps = NULL;
  f->blocks = NULL;
  f->count = 0;
}

static void free_flow(as_kernel *k)
{
  cell_flow *f = (cell_flow *)k;
  uint32_t i;
  free_costs(f);
  for (i = 0; i < BUCKETS; i++) as_free(k->memory, f->buckets[i].cells, f->buckets[i].capacity, uint32_t);
}

static void stop(as_kernel *k)
{
  cell_flow *f = (cell_flow *)k;
  uint32_t i;
  for (i = 0; i < BUCKETS; i++) f->buckets[i].count = 0;
}

/* Begin with no cell reached; the buckets are empty. False if out of memory. */
static bool clear(cell_flow *f, uint32_t count)
{
  as_memory *m = f->kernel.memory;
  if (count != f->count) {
    free_costs(f);
    f->count = count;
    f->g = as_new(m, count, double);
    f->steps = as_new(m, count, uint16_t);
    f->blocks = as_new(m, block_count(count), uint8_t);
    if (!f->g || !f->steps || !f->blocks) {
      free_costs(f);
      return false;
    }
  }
  memset(f->blocks, 0, block_count(count));
  f->lowest = 0;
  return true;
}

/* The least and the greatest cost of a step. */
static void find_costs(const as_grid *grid, const as_rules *rules, double *least, double *most)
{
  const uint32_t ways = grid->directions[0] | grid->directions[1];
  double shortest = INFINITY, longest = 0, dearest = 0;
  uint32_t i;
  for (i = 0; i < AS_DIRECTIONS; i++) {
    if (!(ways >> i & 1)) continue;
    shortest = as_min(shortest, grid->steps[i]);
    longest = as_max(longest, grid->steps[i]);
  }
  for (i = AS_BLOCKED + 1; i < grid->counts_capacity; i++) {
    if (grid->counts[i] > 0 && rules->costs[i] > dearest) dearest = rules->costs[i];
  }
  *least = shortest * as_grid_scale(grid, rules);
  *most = longest * dearest;
}

/* False if out of memory, or if what some goals cost is too much for the buckets. */
static bool begin_at_origins(cell_flow *f, const astar_search *s)
{
  uint32_t i;
  for (i = 0; i < as_origin_count(s); i++) {
    const double cost = as_origin_cost(s, i);
    if (cost < f->beyond && !(cost * f->per_cost < BUCKETS - 1)) return false;
    if (!reach(f, as_origin_slot(s, i), cost)) return false;
  }
  return true;
}

bool as_cell_flow_begin(astar_search *s)
{
  static const as_kernel_ops ops = {NULL, NULL, stop, NULL, free_flow};
  const as_cells c = as_cells_of(s->space.self, &s->space.rules, s->space.run);
  cell_flow *f;
  double least, most;
  if (s->kernel) return true;
  if (s->expanded > 0 || !s->space.rules.back || s->def.away || s->space.rules.extra_count > 0 ||
      c.graph->cell_nodes.count > 0 || c.graph->alive > 0)
    return false;
  find_costs(c.grid, c.rules, &least, &most);
  if (!(least > LEAST_COST && most < MOST_COST && most <= (BUCKETS - 2) * NARROWER * least)) return false;
  if (s->cost_limit < FEW * least) return false;
  s->kernel = as_spare_kernel_take(s->spare, AS_KERNEL_FLOWS);
  if (!s->kernel) s->kernel = as_kernel_create(&s->spare->shared.memory, sizeof *f, &ops);
  if (!s->kernel) return false;
  s->kernel_kind = AS_KERNEL_FLOWS;
  f = (cell_flow *)s->kernel;
  f->per_cost = 1 / (NARROWER * least);
  f->beyond = nextafter(s->ordinary_limit, INFINITY);
  if (clear(f, c.grid->count) && begin_at_origins(f, s)) return true;
  stop(s->kernel);
  as_search_leave_kernel(s);
  return false;
}

/* Have read soon what the expansion of a cell will read. */
static AS_INLINE void fetch(const as_cells *c, const cell_flow *f, uint32_t cell)
{
  AS_PREFETCH(&f->g[cell < c->width ? cell : cell - c->width]);
  AS_PREFETCH(&f->g[cell]);
  AS_PREFETCH(&f->g[cell < f->count - c->width ? cell + c->width : cell]);
  AS_PREFETCH(&f->steps[cell]);
  AS_PREFETCH(as_grid_entry_place(c->grid, cell));
}

/* Expand up to *n of the cells of the lowest bucket. False if out of memory. */
static AS_INLINE bool empty_lowest(const as_cells *c, cell_flow *f, astar_search *s, uint64_t *n)
{
  bucket *b = &f->buckets[f->lowest];
  for (; b->count > 0 && *n > 0; b->count--) {
    const uint32_t cell = b->cells[b->count - 1];
    const double g = f->g[cell];
    if (b->count > AHEAD) fetch(c, f, b->cells[b->count - 1 - AHEAD]);
    if (g < 0) continue; /* it was expanded by a cheaper entry */
    if (!expand(c, f, f->g, cell, g)) return false;
    f->g[cell] = -g;
    s->current = cell;
    --*n;
  }
  return true;
}

as_fast_end as_cell_flow_run(astar_search *s, uint64_t *n)
{
  cell_flow *f = (cell_flow *)s->kernel;
  as_cells c = as_cells_of(s->space.self, &s->space.rules, s->space.run);
  const uint64_t most = *n;
  bool done = true, more = true;
  while (*n > 0 && done && more) {
    done = empty_lowest(&c, f, s, n);
    if (f->buckets[f->lowest].count == 0) more = advance(f);
  }
  s->fast.expanded += most - *n;
  if (!more) done = show(&c, f, s);
  if (!done) return AS_FAST_NO_MEMORY;
  if (more) return AS_FAST_PAUSED;
  if (f->count > KEPT / sizeof *f->g) free_costs(f);
  as_search_leave_kernel(s);
  return AS_FAST_DONE;
}
