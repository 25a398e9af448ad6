/*
** near.c: see near.h. Branch and bound on the k-d tree: visits the nearer child first, and the other one unless
** its lower bound exceeds the best distance so far.
*/
#include "graph/near.h"

#include "base/heap.h"

astar_near_def astar_default_near(void)
{
  astar_near_def def;
  memset(&def, 0, sizeof def);
  def.flat = true;
  def.radius = INFINITY;
  return def;
}

void as_near_report(as_near_query *q, astar_id id, double distance)
{
  astar_near found;
  found.distance = distance;
  found.id = id;
  if (q->all) {
    if (q->count < q->capacity) q->found[q->count] = found;
    q->count++;
  } else if (distance < q->best.distance || q->best.id == ASTAR_NO_ID || id < q->best.id) {
    q->best = found;
  }
}

static void visit_leaf(as_near_query *q, uint32_t index)
{
  const astar_graph *g = q->graph;
  double distance;
  for (; index != AS_NO_SLOT; index = g->nodes[index].next) {
    const as_node *n = &g->nodes[index];
    if (!as_near_wanted(q, n->position, as_node_entry(n), &distance)) continue;
    if (!q->def->linked || as_node_linked(n)) as_near_report(q, g->layout->ids[index], distance);
  }
}

static void visit(as_near_query *q, uint32_t at)
{
  const as_kd *kd = &q->graph->spatial.list[at];
  uint32_t near;
  double gap, offset;
  if (kd->dim == AS_KD_LEAF) {
    visit_leaf(q, kd->kid[0]);
    return;
  }
  if (kd->dim == 2 && q->def->flat) {
    visit(q, kd->kid[0]);
    visit(q, kd->kid[1]);
    return;
  }
  gap = q->at[kd->dim] - kd->split;
  near = gap < 0 ? 0 : 1;
  visit(q, kd->kid[near]);
  offset = q->offset[kd->dim];
  q->offset[kd->dim] = fabs(gap);
  /* Also at equal distance: there may be a lower id. */
  if (as_length(q->offset[0], q->offset[1], q->offset[2]) <= q->best.distance * AS_NEAR_SLACK)
    visit(q, kd->kid[1 - near]);
  q->offset[kd->dim] = offset;
}

static void run_query(as_near_query *q, const astar_graph *g, const astar_near_def *def)
{
  q->graph = g;
  q->def = def;
  q->costs = def->enterable ? as_units_rules(&g->units, def->unit).costs : NULL;
  q->at[0] = def->x;
  q->at[1] = def->y;
  q->at[2] = def->flat ? 0 : def->z;
  q->best.distance = def->radius;
  q->best.id = ASTAR_NO_ID;
  if (g->cell_ops) g->cell_ops->near(g->grid, q);
  visit(q, 0);
}

bool astar_graph_nearest(const astar_graph *g, const astar_near_def *def, astar_near *found)
{
  as_near_query q;
  memset(&q, 0, sizeof q);
  run_query(&q, g, def);
  if (q.best.id == ASTAR_NO_ID) return false;
  *found = q.best;
  return true;
}

static inline bool nearer(const astar_near *a, const astar_near *b)
{
  return a->distance < b->distance || (a->distance == b->distance && a->id < b->id);
}

AS_DEFINE_SORT(near, astar_near, nearer)

size_t astar_graph_within(const astar_graph *g, const astar_near_def *def, astar_near *found, size_t capacity)
{
  as_near_query q;
  memset(&q, 0, sizeof q);
  q.all = true;
  q.found = found;
  q.capacity = capacity;
  run_query(&q, g, def);
  if (q.count <= capacity) near_sort(found, q.count);
  return q.count;
}
