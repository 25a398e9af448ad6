/* near_cells.c: the cells near a point: branch and bound, halving the map, the nearer half first. */
#include "graph/near.h"
#include "grid/grid.h"

#define BLOCK_MAX 16u /* cells in a block that is not divided further */

/* A rectangle of cells: column and row from `first` to `last` - 1. */
typedef struct block {
  uint32_t first[2], last[2];
} block;

/* Whether an open step or a link leads out of a cell or into it. */
static bool is_linked(const as_grid *grid, const astar_graph *g, uint32_t cell)
{
  uint32_t index = as_index(g, cell + 1), to, d;
  for (d = 0; (to = as_grid_next_step(grid, cell, &d)) != AS_NO_SLOT; d++) {
    if (!as_grid_closed(grid, cell, d) || !as_grid_closed(grid, to, as_grid_direction(grid, to, cell))) return true;
  }
  return index != AS_NO_SLOT && as_node_linked(&g->nodes[index]);
}

static void visit_cell(const as_grid *grid, as_near_query *q, uint32_t cell)
{
  double position[3], distance;
  as_grid_cell_world(grid, cell, position);
  if (!as_near_wanted(q, position, grid->entry[cell], &distance)) return;
  if (!q->def->linked || is_linked(grid, q->graph, cell)) as_near_report(q, cell + 1, distance);
}

/* A lower bound on the distance to the centers of a block's cells: the distance to a box around them. */
static double block_distance(const as_grid *grid, const as_near_query *q, const block *b)
{
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, off[2];
  uint32_t corner, i;
  for (corner = 0; corner < 4; corner++) {
    uint32_t col = corner & 1 ? b->last[0] - 1 : b->first[0], row = corner & 2 ? b->last[1] - 1 : b->first[1];
    double position[3];
    as_grid_cell_world(grid, row * grid->width + col, position);
    for (i = 0; i < 2; i++) {
      low[i] = as_min(low[i], position[i]);
      high[i] = as_max(high[i], position[i]);
    }
  }
  for (i = 0; i < 2; i++) {
    /* Lines between the corners may be staggered by half of this; the rest is for rounding. */
    double slack = grid->staggered ? 2 * grid->pitch[i] : 0;
    off[i] = fmax(fmax(low[i] - slack - q->at[i], q->at[i] - high[i] - slack), 0);
  }
  return as_length(off[0], off[1], 0);
}

static void visit_block(const as_grid *grid, as_near_query *q, const block *b)
{
  uint32_t size[2], longer, near, col, row, k;
  block halves[2];
  double distances[2];
  for (k = 0; k < 2; k++) size[k] = b->last[k] - b->first[k];
  if ((uint64_t)size[0] * size[1] <= BLOCK_MAX) {
    for (row = b->first[1]; row < b->last[1]; row++) {
      for (col = b->first[0]; col < b->last[0]; col++) visit_cell(grid, q, row * grid->width + col);
    }
    return;
  }
  longer = size[0] >= size[1] ? 0 : 1;
  halves[0] = halves[1] = *b;
  halves[0].last[longer] = halves[1].first[longer] = b->first[longer] + size[longer] / 2;
  for (k = 0; k < 2; k++) distances[k] = block_distance(grid, q, &halves[k]);
  near = distances[1] < distances[0] ? 1 : 0;
  for (k = 0; k < 2; k++, near = 1 - near) {
    if (distances[near] <= q->best.distance * AS_NEAR_SLACK) visit_block(grid, q, &halves[near]);
  }
}

void as_near_cells(const as_grid *grid, as_near_query *q)
{
  block all;
  all.first[0] = all.first[1] = 0;
  all.last[0] = grid->width;
  all.last[1] = grid->height;
  visit_block(grid, q, &all);
}
