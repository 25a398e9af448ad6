/* all_ways.c: see all_ways.h. */
#include "grid/all_ways.h"

#include "base/heap.h"

#include <string.h>

/* Relative: what rounding may add to the cost of a way. */
#define ROUNDING 1e-9

typedef struct as_way_entry {
  double g;
  uint32_t cell; /* place in the rectangle */
} as_way_entry;

/* Equal costs in the order of cells, so that the order does not depend on the heap. */
static inline bool is_before(const as_way_entry *a, const as_way_entry *b)
{
  return a->g < b->g || (a->g == b->g && a->cell < b->cell);
}

AS_DEFINE_HEAP(entries, as_way_entry, 4, is_before)

/* A call of as_all_ways_find(). */
typedef struct query {
  as_all_ways *ways;
  as_memory *memory;
  const as_pieces *pieces;
  double a[3], b[3];          /* the ends in the world */
  double first[3], goal[3];   /* the first and the last cell in grid coordinates */
  double scale, most;
} query;

void as_all_ways_free(as_all_ways *w, as_memory *m)
{
  as_free(m, w->cells, w->cell_capacity, as_way_cell);
  as_free(m, w->heap, w->heap_capacity, as_way_entry);
  as_free(m, w->way, w->way_capacity, uint32_t);
  as_free(m, w->costs, w->cost_capacity, double);
}

static double least_step(const as_grid *grid)
{
  double least = INFINITY;
  uint32_t d;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    if ((grid->directions[0] | grid->directions[1]) >> d & 1) least = as_min(least, grid->steps[d]);
  }
  return least;
}

/*
** Set the rectangle: a step changes the column and the row by one at most, so a way that leaves the rectangle of its
** ends by n cells makes 2n steps more than there are columns, or rows, between these. `most` is an upper bound on the
** steps of a way. *about becomes about how many cells lie on ways of so many steps: in open ground a parallelogram
** between the ends, or their rectangle; each step more than that makes it wider. False if it has too many cells, or
** reaches so far around that a cell may have two places.
*/
static bool set_rectangle(as_all_ways *w, const as_grid *grid, uint32_t from, uint32_t to, double most, double *about)
{
  const uint32_t map[2] = {grid->width, grid->height};
  const bool wraps[2] = {grid->def.wrap_x, grid->def.wrap_y};
  const bool slants = grid->eight || grid->staggered;
  uint32_t ends[2][2], axis;
  double across[2], least, inside;
  as_grid_place(grid, from, ends[0]);
  as_grid_place(grid, to, ends[1]);
  for (axis = 0; axis < 2; axis++) {
    uint32_t low = ends[0][axis] < ends[1][axis] ? ends[0][axis] : ends[1][axis];
    uint32_t between = ends[0][axis] + ends[1][axis] - 2 * low, margin;
    double beyond;
    if (wraps[axis] && between > map[axis] / 2) { /* the shorter way is around the edge */
      low += between;
      between = map[axis] - between;
    }
    beyond = as_min(floor((most - between) / 2), AS_MOST_WAY_RECTANGLE);
    margin = beyond > 0 ? (uint32_t)beyond : 0;
    if (wraps[axis]) {
      w->size[axis] = between + 2 * margin + 1;
      if (w->size[axis] > map[axis] / 2) return false;
      w->low[axis] = low >= margin ? low - margin : low + map[axis] - margin;
    } else {
      w->low[axis] = low > margin ? low - margin : 0;
      w->size[axis] = (map[axis] - low - between > margin ? low + between + margin + 1 : map[axis]) - w->low[axis];
    }
    across[axis] = between;
  }
  least = as_min(across[0], across[1]);
  inside = slants ? least * (as_max(across[0], across[1]) - least) : across[0] * across[1];
  least = slants ? as_max(across[0], across[1]) + least * (grid->eight ? 0.41 : 0.5) : across[0] + across[1];
  *about = inside + 2 * as_max(most - least, 0) * (across[0] + across[1]) + across[0] + across[1];
  return (uint64_t)w->size[0] * w->size[1] <= AS_MOST_WAY_RECTANGLE;
}

/* The place of a cell in the rectangle, or AS_NO_SLOT. */
static uint32_t place_of(const as_all_ways *w, const as_grid *grid, uint32_t cell)
{
  uint32_t at[2];
  as_grid_place(grid, cell, at);
  at[0] = at[0] >= w->low[0] ? at[0] - w->low[0] : at[0] + grid->width - w->low[0];
  at[1] = at[1] >= w->low[1] ? at[1] - w->low[1] : at[1] + grid->height - w->low[1];
  if (at[0] >= w->size[0] || at[1] >= w->size[1]) return AS_NO_SLOT;
  return at[1] * w->size[0] + at[0];
}

static uint32_t cell_at(const as_all_ways *w, const as_grid *grid, uint32_t place)
{
  const uint32_t col = w->low[0] + place % w->size[0], row = w->low[1] + place / w->size[0];
  return as_grid_index(grid, col < grid->width ? col : col - grid->width,
                       row < grid->height ? row : row - grid->height);
}

/* Whether a cell at a cost from the first one may lie on one of the cheapest ways. */
static bool may_lead(const query *q, uint32_t cell, double g)
{
  double place[3];
  as_grid_cell_coordinates(q->pieces->grid, cell, place);
  return g + as_grid_metric(q->pieces->grid, place, q->goal) * q->scale <= q->most;
}

/* The place of a cell in the world, the shorter way from the first one where the map wraps. */
static void unwrapped(const query *q, uint32_t cell, double xyz[3])
{
  const as_grid *grid = q->pieces->grid;
  double uvz[3];
  int axis;
  as_grid_cell_coordinates(grid, cell, uvz);
  for (axis = 0; axis < 2; axis++) {
    const double period = grid->period[axis];
    if (period > 0) uvz[axis] -= period * floor((uvz[axis] - q->first[axis]) / period + 0.5);
  }
  as_grid_world(grid, uvz, xyz);
}

static double square_at(const query *q, uint32_t cell)
{
  double place[3], aside;
  unwrapped(q, cell, place);
  aside = as_distance_aside(q->a, q->b, place);
  return aside * aside;
}

/* Relax the steps out of a cell of the rectangle. False if out of memory. */
static bool expand(query *q, uint32_t place)
{
  as_all_ways *w = q->ways;
  const as_grid *grid = q->pieces->grid;
  const uint32_t cell = cell_at(w, grid, place);
  const as_way_cell from = w->cells[place];
  uint32_t d, to;
  for (d = 0; (to = as_grid_next_step(grid, cell, &d)) != AS_NO_SLOT; d++) {
    const double g = from.g + as_piece_step_cost(q->pieces, cell, to, d);
    const uint32_t at = place_of(w, grid, to);
    as_way_cell *next = &w->cells[at == AS_NO_SLOT ? place : at];
    const bool known = next->run == w->run, equal = known && as_is_same_cost(g, next->g);
    double sum;
    if (at == AS_NO_SLOT || (known && !equal && !(g < next->g)) || !(g <= q->most) || !may_lead(q, to, g)) continue;
    sum = from.sum + square_at(q, to);
    if (equal && !(sum < next->sum)) continue;
    if (!equal) {
      as_way_entry entry;
      entry.g = g;
      entry.cell = at;
      if (!as_reserve(q->memory, &w->heap, &w->heap_capacity, (uint64_t)w->heap_count + 1, sizeof entry)) return false;
      entries_up(w->heap, w->heap_count++, entry);
      next->g = g;
      next->run = w->run;
    }
    next->sum = sum;
    next->from = place;
  }
  return true;
}

/* Write the way to the last cell, which has been reached. False if out of memory. */
static bool trace(as_all_ways *w, as_memory *m, const as_grid *grid, uint32_t first, uint32_t last)
{
  uint32_t at, count = 1, i;
  for (at = last; at != first; at = w->cells[at].from) count++;
  if (!as_reserve(m, &w->way, &w->way_capacity, count, sizeof *w->way) ||
      !as_reserve(m, &w->costs, &w->cost_capacity, count, sizeof *w->costs))
    return false;
  for (at = last, i = count; i > 0; at = w->cells[at].from) {
    w->way[--i] = cell_at(w, grid, at);
    w->costs[i] = w->cells[at].g;
  }
  w->count = count;
  return true;
}

/* Begin a run over so many cells, none of which is reached. False if out of memory. */
static bool begin_run(as_all_ways *w, as_memory *m, uint32_t cells)
{
  const uint32_t before = w->cell_capacity;
  if (!as_reserve(m, &w->cells, &w->cell_capacity, cells, sizeof *w->cells)) return false;
  if (++w->run == 0) {
    memset(w->cells, 0, w->cell_capacity * sizeof *w->cells);
    w->run = 1;
  }
  memset(w->cells + before, 0, (w->cell_capacity - before) * sizeof *w->cells);
  return true;
}

/* The least multiplier among the cells of the rectangle that the unit can enter. */
static double least_multiplier(const as_all_ways *w, const as_pieces *p)
{
  double least = INFINITY;
  uint32_t place;
  for (place = 0; place < w->size[0] * w->size[1]; place++) {
    const double multiplier = p->rules->costs[as_grid_entry(p->grid, cell_at(w, p->grid, place))];
    if (multiplier < least) least = multiplier;
  }
  return least;
}

/* Set the rectangle, and *scale to a lower bound on the multipliers in it. False if there are too many cells. */
static bool set_ground(as_all_ways *w, const as_pieces *p, uint32_t from, uint32_t to, double cost, double *scale)
{
  const as_grid *grid = p->grid;
  const double step = least_step(grid);
  double about;
  *scale = as_grid_scale(grid, p->rules);
  if (!(step * *scale > 0) || !(cost < INFINITY) ||
      !set_rectangle(w, grid, from, to, cost / (step * *scale) * (1 + ROUNDING), &about))
    return false;
  if (w->size[0] * w->size[1] <= AS_MOST_WAY_CELLS || about <= AS_MOST_WAY_CELLS) return true;
  /* No way leaves this rectangle, so only what is in it counts. */
  *scale = least_multiplier(w, p);
  return *scale < INFINITY && set_rectangle(w, grid, from, to, cost / (step * *scale) * (1 + ROUNDING), &about) &&
         (w->size[0] * w->size[1] <= AS_MOST_WAY_CELLS || about <= AS_MOST_WAY_CELLS);
}

bool as_all_ways_find(as_all_ways *w, as_memory *m, const as_pieces *p, uint32_t from, uint32_t to, double cost)
{
  const as_grid *grid = p->grid;
  uint32_t first, last, left = 2 * AS_MOST_WAY_CELLS;
  double scale;
  query q;
  w->count = 0;
  if (!set_ground(w, p, from, to, cost, &scale)) return true;
  if (!begin_run(w, m, w->size[0] * w->size[1])) return false;
  q.ways = w;
  q.memory = m;
  q.pieces = p;
  q.scale = scale;
  q.most = cost * (1 + ROUNDING);
  as_grid_cell_coordinates(grid, from, q.first);
  as_grid_cell_coordinates(grid, to, q.goal);
  unwrapped(&q, from, q.a);
  unwrapped(&q, to, q.b);
  first = place_of(w, grid, from);
  last = place_of(w, grid, to);
  w->cells[first].g = w->cells[first].sum = 0;
  w->cells[first].run = w->run;
  w->cells[first].from = first;
  w->heap_count = 0;
  if (!expand(&q, first)) return false;
  while (w->heap_count > 0 && left > 0) {
    const as_way_entry entry = entries_pop(w->heap, &w->heap_count);
    if (entry.g != w->cells[entry.cell].g) continue;
    if (entry.cell == last) return !(entry.g >= cost * (1 - ROUNDING)) || trace(w, m, grid, first, last);
    if (!expand(&q, entry.cell)) return false;
    left--;
  }
  return true;
}
