/*
** near.c: see near.h. Branch and bound on the k-d tree: visits the nearer child first, and the other one unless
** its lower bound exceeds the best distance so far, or equals it and there is no lower id. Of children with equal
** bounds it visits that with the lowest id first, so that it looks at few of many points that are equally near.
*/
#include "graph/near.h"

#include "base/heap.h"

#define EXACT_LOW 1e-130
#define EXACT_HIGH 1e130

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
    if ((!q->def->linked || as_node_linked(n)) && as_near_admitted(q, g->layout->cells + index))
      as_near_report(q, g->layout->ids[index], distance);
  }
}

/*
** Whether a subtree can improve the result. No distance in it is less than `bound`, the length of q->offset. Between
** EXACT_LOW and EXACT_HIGH as_length() does not scale and is monotonic as computed, so the bound needs no slack.
** Beyond, an exact bound is the largest offset: as_length() never returns less.
*/
static bool may_improve(const as_near_query *q, uint32_t at, double bound)
{
  const double best = q->best.distance;
  if (bound < best) return true;
  if (!(bound <= best * AS_NEAR_SLACK)) return false;
  if (best != 0 && !(best > EXACT_LOW && best < EXACT_HIGH)) {
    if (as_max(q->offset[0], as_max(q->offset[1], q->offset[2])) < best) return true;
    bound = best;
  }
  return bound <= best && (q->all || q->best.id == ASTAR_NO_ID || q->graph->spatial.list[at].least < q->best.id);
}

/* Which child of an inner node has the lowest id below it. */
static uint32_t lower_kid(const as_near_query *q, const as_kd *kd)
{
  const as_kd *list = q->graph->spatial.list;
  return list[kd->kid[1]].least < list[kd->kid[0]].least;
}

/* Visit a subtree all of whose points have the same distance. */
static void visit_equal(as_near_query *q, uint32_t at, double distance)
{
  const as_kd *kd = &q->graph->spatial.list[at];
  uint32_t first;
  if (distance > q->best.distance) return;
  if (distance == q->best.distance && !q->all && q->best.id != ASTAR_NO_ID && kd->least > q->best.id) return;
  if (kd->dim == AS_KD_LEAF) {
    visit_leaf(q, kd->kid[0]);
    return;
  }
  first = lower_kid(q, kd);
  visit_equal(q, kd->kid[first], distance);
  visit_equal(q, kd->kid[1 - first], distance);
}

/* The distance of the point with the lowest id in a subtree that is not empty. */
static double distance_of_least(const as_near_query *q, const as_kd *kd)
{
  const astar_graph *g = q->graph;
  const double *p = as_waypoint(g, kd->least - 1 - g->layout->cells)->position;
  return as_length(p[0] - q->at[0], p[1] - q->at[1], q->def->flat ? 0 : p[2] - q->at[2]);
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
  if (!(kd->spread & q->axes)) {
    if (kd->count > 0) visit_equal(q, at, distance_of_least(q, kd));
    return;
  }
  gap = kd->dim == 2 && q->def->flat ? 0 : q->at[kd->dim] - kd->split;
  near = gap < 0 ? 0 : 1;
  offset = q->offset[kd->dim];
  gap = fabs(gap);
  if (gap <= offset) { /* equal bounds */
    near = lower_kid(q, kd);
    gap = offset;
  }
  visit(q, kd->kid[near]);
  q->offset[kd->dim] = gap;
  if (may_improve(q, kd->kid[1 - near], as_length(q->offset[0], q->offset[1], q->offset[2])))
    visit(q, kd->kid[1 - near]);
  q->offset[kd->dim] = offset;
}

/* Begin with the box around all points. */
static void enter_tree(as_near_query *q)
{
  const as_spatial *s = &q->graph->spatial;
  uint32_t d;
  for (d = 0; d < (q->def->flat ? 2u : 3u); d++) {
    const double from_low = q->at[d] - s->extent.low[d], from_high = q->at[d] - s->extent.high[d];
    q->offset[d] = from_low < 0 ? -from_low : from_high > 0 ? from_high : 0;
    q->axes |= (uint32_t)(from_low != from_high) << d;
  }
  visit(q, 0);
}

static void run_query(as_near_query *q, const astar_graph *g, const astar_near_def *def, const as_near_filter *filter)
{
  q->graph = g;
  q->def = def;
  q->filter = filter;
  if (def->enterable) {
    q->rules = as_units_rules(&g->units, def->unit);
    q->costs = q->rules.costs;
  }
  q->at[0] = def->x;
  q->at[1] = def->y;
  q->at[2] = def->flat ? 0 : def->z;
  q->best.distance = def->radius;
  q->best.id = ASTAR_NO_ID;
  if (g->cell_ops) g->cell_ops->near(g->grid, q);
  if (g->alive > 0 && def->level == 0) enter_tree(q);
}

bool as_nearest(const astar_graph *g, const astar_near_def *def, const as_near_filter *filter, astar_near *found)
{
  as_near_query q;
  memset(&q, 0, sizeof q);
  run_query(&q, g, def, filter);
  if (q.best.id == ASTAR_NO_ID) return false;
  *found = q.best;
  return true;
}

static inline bool nearer(const astar_near *a, const astar_near *b)
{
  return a->distance < b->distance || (a->distance == b->distance && a->id < b->id);
}

AS_DEFINE_SORT(near, astar_near, nearer)

size_t as_within(const astar_graph *g, const astar_near_def *def, const as_near_filter *filter, astar_near *found,
                 size_t capacity)
{
  as_near_query q;
  memset(&q, 0, sizeof q);
  q.all = true;
  q.found = found;
  q.capacity = capacity;
  run_query(&q, g, def, filter);
  if (q.count <= capacity) near_sort(found, q.count);
  return q.count;
}

bool astar_graph_nearest(const astar_graph *g, const astar_near_def *def, astar_near *found)
{
  return as_nearest(g, def, NULL, found);
}

size_t astar_graph_within(const astar_graph *g, const astar_near_def *def, astar_near *found, size_t capacity)
{
  return as_within(g, def, NULL, found, capacity);
}
