/*
** near_cells.c: the cells near a point: branch and bound, halving the map, the nearer half first. If a cell that a unit
** can enter is not found soon, the search begins again with the parts of parts.h, and leaves out those that have no
** terrain for the unit.
*/
#include "graph/near.h"
#include "grid/footprint.h"

#define BLOCK_MAX 16u /* cells in a block that is not divided further */
#define PATIENCE 32u  /* blocks that are visited before the parts are used */

/* A rectangle of cells: column and row from `first` to `last` - 1. */
typedef struct block {
  uint32_t first[2], last[2];
} block;

/* Whether an open step or a link leads out of a cell or into it. */
static bool is_linked(const astar_graph *g, uint32_t cell)
{
  const as_grid *grid = g->grid;
  uint32_t index = as_index(g, cell + 1), to, d;
  for (d = 0; (to = as_grid_next_step(grid, cell, &d)) != AS_NO_SLOT; d++) {
    if (!as_grid_closed(grid, cell, d) || !as_grid_closed(grid, to, as_grid_direction(grid, to, cell))) return true;
  }
  return index != AS_NO_SLOT && as_node_linked(&g->nodes[index]);
}

static void visit_cell(const as_grid *grid, as_near_query *q, uint32_t cell)
{
  const bool slowly = q->costs && q->rules.size > 1 && !q->rules.view; /* out of memory */
  double position[3], distance;
  as_grid_cell_world(grid, cell, position);
  if (!as_near_wanted(q, position, slowly ? as_footprint_entry(grid, &q->rules, cell) : as_grid_entry(grid, cell),
                      &distance))
    return;
  if ((!q->def->linked || is_linked(q->graph, cell)) && as_near_admitted(q, cell))
    as_near_report(q, cell + 1, distance);
}

/* A lower bound on the distance to the centers of a block's cells: the distance to a box around them. */
static AS_INLINE double block_distance(const as_grid *grid, const as_near_query *q, const block *b)
{
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, off[2];
  uint32_t first = b->first[1], last = b->last[1] - 1, corner, i;
  as_grid_floor_rows(grid, &first, &last);
  for (corner = 0; corner < 4; corner++) {
    uint32_t col = corner & 1 ? b->last[0] - 1 : b->first[0], row = corner & 2 ? last : first;
    double position[3];
    as_grid_cell_world(grid, as_grid_index(grid, col, row), position);
    for (i = 0; i < 2; i++) {
      low[i] = as_min(low[i], position[i]);
      high[i] = as_max(high[i], position[i]);
    }
  }
  for (i = 0; i < 2; i++) {
    /* Lines between the corners may be staggered by half of this; the rest is for rounding. */
    const double slack = 2 * grid->pitch[i];
    off[i] = fmax(fmax(low[i] - slack - q->at[i], q->at[i] - high[i] - slack), 0);
  }
  return as_length(off[0], off[1], 0);
}

/*
** The least and the greatest center along both axes, each computed as for the cells, so that rounding moves none
** beyond.
*/
static void block_bounds(const as_grid *grid, const block *b, double low[2], double high[2])
{
  uint32_t cols[3], rows[3], i, k;
  cols[0] = b->first[0];
  rows[0] = b->first[1];
  cols[2] = b->last[0] - 1;
  rows[2] = b->last[1] - 1;
  as_grid_floor_rows(grid, &rows[0], &rows[2]);
  /* Of two lines of hexagons that follow one another, one is shifted. */
  cols[1] = cols[0] < cols[2] ? cols[0] + 1 : cols[0];
  rows[1] = rows[0] < rows[2] ? rows[0] + 1 : rows[0];
  low[0] = low[1] = INFINITY;
  high[0] = high[1] = -INFINITY;
  for (i = 0; i < 9; i++) {
    double position[3];
    as_grid_cell_world(grid, as_grid_index(grid, cols[i % 3], rows[i / 3]), position);
    for (k = 0; k < 2; k++) {
      low[k] = as_min(low[k], position[k]);
      high[k] = as_max(high[k], position[k]);
    }
  }
}

/*
** Whether no cell of a block can improve the answer, although the lower bound is as near as the best within rounding.
** From far away that is so for all the map, so compare exactly: differences, squares, sums and roots are rounded
** monotonically, which makes the length of the least offsets a bound on the rounded distances.
*/
static bool is_beaten(const as_grid *grid, const as_near_query *q, const block *b)
{
  const double bare = 1e130; /* as_length() does not scale shorter vectors than this */
  const uint32_t first = as_grid_index(grid, b->first[0], b->first[1]);
  double low[2], high[2], off[2], reach[2], distance;
  bool same[2];
  uint32_t i;
  block_bounds(grid, b, low, high);
  for (i = 0; i < 2; i++) {
    off[i] = fmax(fmax(low[i] - q->at[i], q->at[i] - high[i]), 0);
    reach[i] = fmax(fabs(low[i] - q->at[i]), fabs(high[i] - q->at[i]));
    same[i] = low[i] - q->at[i] == high[i] - q->at[i];
  }
  /* An offset this much shorter than the other does not change the length. */
  for (i = 0; i < 2; i++) same[i] = same[i] || reach[i] < reach[1 - i] * 1e-9;
  distance = as_length(off[0], off[1], 0);
  if (!(distance > 1 / bare && distance < bare) && !(same[0] && same[1])) return false;
  if (distance > q->best.distance) return true;
  return distance == q->best.distance && q->best.id != ASTAR_NO_ID && q->best.id <= first;
}

static bool may_improve(const as_grid *grid, const as_near_query *q, const block *b, double distance)
{
  if (distance < q->best.distance) return true;
  return distance <= q->best.distance * AS_NEAR_SLACK && !is_beaten(grid, q, b);
}

static void visit_block(const as_grid *grid, as_near_query *q, const block *b)
{
  uint32_t size[2], longer, near, col, row, k;
  block halves[2];
  double distances[2];
  if (q->patience == 0) return;
  for (k = 0; k < 2; k++) size[k] = b->last[k] - b->first[k];
  if ((uint64_t)size[0] * size[1] <= BLOCK_MAX) {
    q->patience--;
    for (row = b->first[1]; row < b->last[1]; row++) {
      for (col = b->first[0]; col < b->last[0]; col++) visit_cell(grid, q, as_grid_index(grid, col, row));
    }
    return;
  }
  longer = size[0] >= size[1] ? 0 : 1;
  halves[0] = halves[1] = *b;
  halves[0].last[longer] = halves[1].first[longer] = b->first[longer] + size[longer] / 2;
  for (k = 0; k < 2; k++) distances[k] = block_distance(grid, q, &halves[k]);
  near = distances[1] < distances[0] ? 1 : 0;
  for (k = 0; k < 2; k++, near = 1 - near) {
    if (may_improve(grid, q, &halves[near], distances[near])) visit_block(grid, q, &halves[near]);
  }
}

/* ---- Parts ---- */

/* The entries of the cells of a block, as a set. */
static uint64_t set_of_block(const as_grid *grid, const block *b)
{
  const uint32_t width = b->last[0] - b->first[0], height = b->last[1] - b->first[1];
  uint32_t col, row, last = as_grid_entry_of(grid, b->first[0], b->first[1], width, height);
  uint16_t copy[AS_MOST_READ];
  uint64_t set = 0;
  bool any = false;
  if (last != AS_NO_SLOT) return as_part_bit(last);
  for (row = b->first[1]; row < b->last[1]; row++) {
    const uint16_t *entry = as_grid_entries(grid, as_grid_index(grid, b->first[0], row), width, copy);
    if (any && *entry == last && as_same_entries(entry, width)) continue;
    for (col = 0; col < width; col++) {
      if (any && entry[col] == last) continue;
      any = true;
      last = entry[col];
      set |= as_part_bit(last);
    }
  }
  return set;
}

/* The cells of a part. */
static block block_of(const as_grid *grid, uint32_t level, uint32_t x, uint32_t y)
{
  const uint32_t shift = AS_PART_BITS + level;
  const uint64_t right = ((uint64_t)x + 1) << shift, bottom = ((uint64_t)y + 1) << shift;
  block b;
  b.first[0] = x << shift;
  b.first[1] = y << shift;
  b.last[0] = right < grid->width ? (uint32_t)right : grid->width;
  b.last[1] = bottom < grid->height ? (uint32_t)bottom : grid->height;
  return b;
}

/* One of the parts of a part. */
typedef struct piece {
  uint32_t x, y;
  block cells;
  double distance;
} piece;

/* Visit the cells of a block that are in the rows of the query. */
static void visit_rows(const as_grid *grid, as_near_query *q, block b)
{
  if (b.first[1] < q->rows[0]) b.first[1] = q->rows[0];
  if (b.last[1] > q->rows[1]) b.last[1] = q->rows[1];
  if (b.first[1] < b.last[1]) visit_block(grid, q, &b);
}

/* Visit a part if its set has one of the entries in `enters`. Returns its set, made exact where it was visited. */
static uint64_t visit_part(const as_grid *grid, as_near_query *q, uint64_t enters, uint32_t level, uint32_t x,
                           uint32_t y)
{
  const as_parts *p = &grid->parts;
  uint64_t *set = &p->sets[p->first[level] + (size_t)y * p->width[level] + x], found = 0;
  piece pieces[4];
  uint32_t count = 0, i, k;
  if (!(*set & enters)) return *set;
  if (level == 0) {
    const block b = block_of(grid, level, x, y);
    if (*set & AS_PART_STALE) *set = set_of_block(grid, &b);
    if (!(*set & enters)) return *set;
    if (!q->filter || !q->filter->block || q->filter->block(q->filter->context, x, y)) visit_rows(grid, q, b);
    return *set;
  }
  for (i = 0; i < 4; i++) {
    piece one;
    one.x = 2 * x + i % 2;
    one.y = 2 * y + i / 2;
    if (one.x >= p->width[level - 1] || one.y >= p->height[level - 1]) continue;
    one.cells = block_of(grid, level - 1, one.x, one.y);
    one.distance = block_distance(grid, q, &one.cells);
    for (k = count++; k > 0 && one.distance < pieces[k - 1].distance; k--) pieces[k] = pieces[k - 1];
    pieces[k] = one;
  }
  for (i = 0; i < count; i++) {
    const piece *one = &pieces[i];
    const bool wanted = one->cells.first[1] < q->rows[1] && one->cells.last[1] > q->rows[0];
    if (wanted && may_improve(grid, q, &one->cells, one->distance))
      found |= visit_part(grid, q, enters, level - 1, one->x, one->y);
    else found |= p->sets[p->first[level - 1] + (size_t)one->y * p->width[level - 1] + one->x];
  }
  return *set = found & ~AS_PART_STALE;
}

/* The terrains of the map that a unit can enter, as a set. */
static uint64_t entered_set(const as_grid *grid, const double *costs)
{
  uint64_t set = 0;
  uint32_t t;
  for (t = AS_BLOCKED + 1; t < grid->counts_capacity; t++) {
    if (grid->counts[t] > 0 && costs[t] < INFINITY) set |= as_part_bit(t);
  }
  return set;
}

/* ---- The query ---- */

/* Make the parts, unless there are any. False if out of memory. */
static bool make_parts(as_grid *grid)
{
  grid->derived = true;
  return grid->parts.sets || as_parts_init(&grid->parts, grid->memory, grid->width, grid->height);
}

/* The cells as the unit of a query sees them. */
static as_grid *see(as_near_query *q)
{
  const astar_graph *g = q->graph;
  if (q->costs && q->rules.size > 1)
    q->rules.view = as_footprint_get(g->grid, &q->rules, g->units.terrains.count + 1, g->version);
  return as_grid_view(g->grid, &q->rules);
}

void as_near_cells(const as_grid *grid, as_near_query *q)
{
  as_grid *view = see(q);
  block all;
  all.first[0] = all.first[1] = 0;
  all.last[0] = grid->width;
  all.last[1] = grid->height;
  if (q->def->level > grid->def.levels) return;
  q->rows[0] = q->def->level > 0 ? (q->def->level - 1) * grid->rows : 0;
  q->rows[1] = q->def->level > 0 ? q->rows[0] + grid->rows : grid->height;
  q->patience = (q->costs || q->filter) && !q->all ? PATIENCE : UINT32_MAX;
  visit_rows(view, q, all);
  if (q->patience > 0) return;
  q->patience = UINT32_MAX;
  if (make_parts(view))
    (void)visit_part(view, q, q->costs ? entered_set(view, q->costs) : ~AS_PART_STALE, view->parts.levels - 1, 0, 0);
  else
    visit_rows(view, q, all); /* out of memory */
}
