/*
** near.c: what lies near a place: among the waypoints by their k-d tree, among the cells of a grid
** by halving it, leaving out what is further off than the best so far (branch and bound).
*/
#include "graph/graph.h"

#include <string.h>

#define BLOCK_MAX 16u

/* Bounds are sums of rounded numbers: a hair more, so that no node on the rim is cut off. */
#define SLACK (1 + 1e-12)

typedef struct query {
  const astar_graph *g;
  const astar_near_def *def;
  const double *costs; /* of the unit, or NULL */
  double at[3];
  double off[3]; /* how far the subtree lies off the place, along each axis */
  astar_near best;   /* nearest: so far; within: only its distance, the radius */
  astar_near *found; /* within: where to write, or NULL for nearest */
  size_t count, capacity;
} query;

astar_near_def astar_default_near(void)
{
  astar_near_def def;
  memset(&def, 0, sizeof def);
  def.flat = true;
  def.radius = INFINITY;
  return def;
}

static void begin_query(query *q, const astar_graph *g, const astar_near_def *def)
{
  memset(q, 0, sizeof *q);
  q->g = g;
  q->def = def;
  q->costs = def->enterable ? as_units_mover(&g->units, def->unit).costs : NULL;
  q->at[0] = def->x;
  q->at[1] = def->y;
  q->at[2] = def->flat ? 0 : def->z;
  q->best.distance = def->radius;
  q->best.id = ASTAR_NO_ID;
}

static double distance_to(const query *q, const double position[3])
{
  return as_length(position[0] - q->at[0], position[1] - q->at[1], q->def->flat ? 0 : position[2] - q->at[2]);
}

/* A node that is wanted and lies at this distance. */
static void meet(query *q, astar_id id, double distance, bool all)
{
  if (all) {
    if (q->count < q->capacity) {
      q->found[q->count].distance = distance;
      q->found[q->count].id = id;
    }
    q->count++;
  } else if (distance < q->best.distance || q->best.id == ASTAR_NO_ID || id < q->best.id) {
    q->best.distance = distance;
    q->best.id = id;
  }
}

static void meet_node(query *q, uint32_t index, bool all)
{
  const as_node *n = &q->g->nodes[index];
  double distance = distance_to(q, n->position);
  if (distance > q->best.distance) return;
  if (q->costs && !(q->costs[as_node_ground(n)] < INFINITY)) return;
  if (q->def->linked && !as_node_linked(n)) return;
  meet(q, q->g->layout->ids[index], distance, all);
}

/* ---- Waypoints ---- */

static void visit(query *q, uint32_t at, bool all)
{
  const as_kd *kd = &q->g->spatial.list[at];
  uint32_t slot, near;
  double gap, off;
  if (kd->dim == AS_KD_LEAF) {
    for (slot = kd->kid[0]; slot != AS_NO_SLOT; slot = q->g->nodes[slot].next) meet_node(q, slot, all);
    return;
  }
  if (kd->dim == 2 && q->def->flat) {
    visit(q, kd->kid[0], all);
    visit(q, kd->kid[1], all);
    return;
  }
  gap = q->at[kd->dim] - kd->split;
  near = gap < 0 ? 0 : 1;
  visit(q, kd->kid[near], all);
  off = q->off[kd->dim];
  q->off[kd->dim] = fabs(gap);
  /* Equal distances must be looked at too, for the lower id. */
  if (as_length(q->off[0], q->off[1], q->off[2]) <= q->best.distance * SLACK) visit(q, kd->kid[1 - near], all);
  q->off[kd->dim] = off;
}

/* ---- Cells ---- */

/* A rectangle of cells: columns and rows from the first on, up to the one before the last. */
typedef struct block {
  uint32_t first[2], last[2];
} block;

/* Whether a step leads out of a cell or into it, or a link. */
static bool cell_linked(const astar_graph *g, uint32_t cell)
{
  const as_grid *grid = g->grid;
  uint32_t index = as_index(g, cell + 1), d;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    uint32_t to = as_grid_step(grid, cell, d);
    if (to == AS_NO_SLOT) continue;
    if (!as_grid_closed(grid, cell, d) || !as_grid_closed(grid, to, as_grid_direction(grid, to, cell))) return true;
  }
  return index != AS_NO_SLOT && as_node_linked(&g->nodes[index]);
}

static void meet_cell(query *q, uint32_t cell, bool all)
{
  double position[3], distance;
  as_grid_cell_world(q->g->grid, cell, position);
  distance = distance_to(q, position);
  if (distance > q->best.distance) return;
  if (q->costs && !(q->costs[q->g->grid->ground[cell]] < INFINITY)) return;
  if (q->def->linked && !cell_linked(q->g, cell)) return;
  meet(q, cell + 1, distance, all);
}

/* A lower bound of the distance to the cells of a block: that to a box around them. */
static double block_distance(const query *q, const block *b)
{
  const as_grid *grid = q->g->grid;
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, off[2];
  uint32_t corner, i;
  for (corner = 0; corner < 4; corner++) {
    uint32_t col = corner & 1 ? b->last[0] - 1 : b->first[0], row = corner & 2 ? b->last[1] - 1 : b->first[1];
    double position[3];
    as_grid_cell_world(grid, row * grid->width + col, position);
    for (i = 0; i < 2; i++) {
      if (position[i] < low[i]) low[i] = position[i];
      if (position[i] > high[i]) high[i] = position[i];
    }
  }
  for (i = 0; i < 2; i++) {
    /* Lines between the corners may be staggered by half of this, and rounded. */
    double slack = grid->staggered ? 2 * grid->pitch[i] : 0;
    off[i] = fmax(fmax(low[i] - slack - q->at[i], q->at[i] - high[i] - slack), 0);
  }
  return as_length(off[0], off[1], 0);
}

static void visit_cells(query *q, const block *b, bool all)
{
  const as_grid *grid = q->g->grid;
  uint32_t size[2], longer, near, col, row, k;
  block halves[2];
  double distances[2];
  for (k = 0; k < 2; k++) size[k] = b->last[k] - b->first[k];
  if ((uint64_t)size[0] * size[1] <= BLOCK_MAX) {
    for (row = b->first[1]; row < b->last[1]; row++) {
      for (col = b->first[0]; col < b->last[0]; col++) meet_cell(q, row * grid->width + col, all);
    }
    return;
  }
  longer = size[0] >= size[1] ? 0 : 1;
  halves[0] = halves[1] = *b;
  halves[0].last[longer] = halves[1].first[longer] = b->first[longer] + size[longer] / 2;
  for (k = 0; k < 2; k++) distances[k] = block_distance(q, &halves[k]);
  near = distances[1] < distances[0] ? 1 : 0;
  for (k = 0; k < 2; k++, near = 1 - near) {
    if (distances[near] <= q->best.distance * SLACK) visit_cells(q, &halves[near], all);
  }
}

static void visit_all(query *q, bool all)
{
  if (q->g->grid) {
    block b;
    b.first[0] = b.first[1] = 0;
    b.last[0] = q->g->grid->width;
    b.last[1] = q->g->grid->height;
    visit_cells(q, &b, all);
  }
  visit(q, 0, all);
}

/* ---- Both ---- */

bool astar_graph_nearest(const astar_graph *g, const astar_near_def *def, astar_near *found)
{
  query q;
  begin_query(&q, g, def);
  visit_all(&q, false);
  if (q.best.id == ASTAR_NO_ID) return false;
  *found = q.best;
  return true;
}

static bool nearer(const astar_near *a, const astar_near *b)
{
  return a->distance < b->distance || (a->distance == b->distance && a->id < b->id);
}

static void sift_down(astar_near *heap, size_t at, size_t count)
{
  astar_near moving = heap[at];
  for (;;) {
    size_t kid = at * 2 + 1;
    if (kid >= count) break;
    if (kid + 1 < count && nearer(&heap[kid], &heap[kid + 1])) kid++;
    if (!nearer(&moving, &heap[kid])) break;
    heap[at] = heap[kid];
    at = kid;
  }
  heap[at] = moving;
}

/* Heapsort: in place, and never quadratic. */
static void sort_by_distance(astar_near *list, size_t count)
{
  size_t i;
  for (i = count / 2; i-- > 0;) sift_down(list, i, count);
  for (i = count; i-- > 1;) {
    astar_near last = list[i];
    list[i] = list[0];
    list[0] = last;
    sift_down(list, 0, i);
  }
}

size_t astar_graph_within(const astar_graph *g, const astar_near_def *def, astar_near *found, size_t capacity)
{
  query q;
  begin_query(&q, g, def);
  q.found = found;
  q.capacity = capacity;
  visit_all(&q, true);
  if (q.count <= capacity) sort_by_distance(found, q.count);
  return q.count;
}
