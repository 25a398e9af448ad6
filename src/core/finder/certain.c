/* certain.c: see certain.h. */
#include "finder/certain.h"

#include "grid/grid_space.h"

/* Expanding a node takes about as long as looking at so many cells or links for labels. */
#define WORK_PER_NODE 16u

/* Labels are made when searches have flooded this share of the nodes, and at least so many. */
#define MAKE_SHARE 64u
#define MAKE_LEAST 1000u

/* Making them counts as expanding this share of the nodes. */
#define MADE_SHARE 16u

/* A saved search counts as one of this share of the nodes. */
#define SAVED_SHARE 16u

/* ---- When labels are worth it ---- */

static int64_t size_of(const astar_graph *g)
{
  return (int64_t)as_slots(g->layout) + MAKE_LEAST;
}

static void add_credit(astar_graph *g, uint64_t nodes)
{
  const int64_t most = size_of(g);
  g->label_credit += nodes < (uint64_t)most ? (int64_t)nodes : most;
  if (g->label_credit > most) g->label_credit = most;
}

void as_certain_saved(astar_graph *g)
{
  add_credit(g, (uint64_t)size_of(g) / SAVED_SHARE);
}

void as_certain_flooded(astar_graph *g, astar_unit unit, uint64_t expanded)
{
  as_certain c;
  add_credit(g, expanded);
  if (g->label_credit < MAKE_LEAST || g->label_credit < size_of(g) / MAKE_SHARE) return;
  if (!g->grid) {
    as_labels *l = as_labels_find(g, unit, false);
    /* Flags are sticky: where links lead one way no more, or the unit has gone, that shows only anew. */
    if (l && (l->doubts += expanded) > 2 * (uint64_t)size_of(g)) {
      l->doubts = 0;
      l->stale = true;
    }
    if (l) return;
  } else if (as_blocks_find(g, unit, false)) {
    return;
  }
  (void)as_certain_get(&c, g, unit, true);
  g->label_credit -= size_of(g) / MADE_SHARE;
}

/* ---- Labels ---- */

static bool follow(astar_graph *g, as_certain *c, bool now)
{
  const uint64_t read = c->labels ? c->labels->read : c->blocks->read;
  uint64_t *work = c->labels ? &c->labels->work : &c->blocks->work;
  const uint64_t before = *work;
  bool done;
  if (c->labels ? !c->labels->stale && read == g->journal->next : !c->blocks->stale && read == g->journal->next)
    return true;
  if (!now && g->label_credit <= 0) return false;
  done = c->labels ? as_labels_follow(c->labels, g) : as_blocks_follow(c->blocks, g);
  if (!now) g->label_credit -= (int64_t)((*work - before) / WORK_PER_NODE);
  else if (g->label_credit < size_of(g) / SAVED_SHARE) g->label_credit = size_of(g) / SAVED_SHARE;
  return done;
}

static bool get(as_certain *c, astar_graph *g, astar_unit unit, bool strong, bool now)
{
  c->graph = g;
  c->unit = unit;
  c->labels = NULL;
  c->blocks = NULL;
  if (g->grid) {
    c->blocks = as_blocks_find(g, unit, strong);
    if (!c->blocks && now) c->blocks = as_blocks_make(g, unit, strong);
  } else {
    c->labels = as_labels_find(g, unit, strong);
    if (!c->labels && now) c->labels = as_labels_make(g, unit, strong);
  }
  if ((!c->labels && !c->blocks) || !follow(g, c, now)) return false;
  c->rules = as_units_rules(&g->units, unit);
  return true;
}

bool as_certain_get(as_certain *c, astar_graph *g, astar_unit unit, bool now)
{
  return get(c, g, unit, false, now);
}

as_tie as_certain_exact(const as_certain *c, uint32_t start, uint32_t goal)
{
  const as_tie tie = as_certain_tie(c, start, goal);
  as_certain strong;
  if (tie != AS_PERHAPS || c->rules.limited || c->rules.size > 1 || !get(&strong, c->graph, c->unit, true, true))
    return tie;
  return as_certain_tie(&strong, start, goal) == AS_TOGETHER ? AS_TOGETHER : AS_PERHAPS;
}

/* ---- Queries ---- */

bool as_certain_apart(const as_certain *c, const astar_search_def *def)
{
  const uint32_t start = as_slot(c->graph->layout, def->start);
  uint32_t i, live = 0;
  for (i = 0; i < def->goal_count; i++) {
    if (!astar_graph_has(c->graph, def->goals[i], NULL)) continue;
    live++;
    if (as_certain_tie(c, start, as_slot(c->graph->layout, def->goals[i])) != AS_APART) return false;
  }
  return live > 0;
}

/* ---- Nodes that can be reached ---- */

static bool reach_node(const void *context, uint32_t slot)
{
  const as_reachable *r = context;
  if (slot == r->start) return true;
  return r->certain.labels ? as_labels_marked(r->certain.labels, slot)
                           : as_blocks_marked(r->certain.blocks, r->certain.graph, slot);
}

static bool reach_block(const void *context, uint32_t x, uint32_t y)
{
  const as_reachable *r = context;
  const as_grid *grid = r->certain.graph->grid;
  if (r->start < grid->count && as_grid_col(grid, r->start) >> AS_BLOCK_BITS == x &&
      as_grid_row(grid, r->start) >> AS_BLOCK_BITS == y)
    return true;
  return as_blocks_any_marked(r->certain.blocks, x, y);
}

static bool mark(const as_certain *c, uint32_t start, bool on)
{
  return c->labels ? as_labels_mark(c->labels, c->graph, &c->rules, start, on)
                   : as_blocks_mark(c->blocks, c->graph, &c->rules, start, on);
}

bool as_reachable_begin(as_reachable *r, const as_certain *c, uint32_t start)
{
  r->certain = *c;
  r->start = start;
  r->filter.node = reach_node;
  r->filter.block = c->blocks ? reach_block : NULL;
  r->filter.context = r;
  return mark(c, start, true) && c->rules.size == 1;
}

void as_reachable_end(as_reachable *r)
{
  (void)mark(&r->certain, r->start, false);
}

/* ---- The nearest to goals ---- */

/* What as_certain_nearest() has found so far. */
typedef struct candidates {
  astar_id *found;
  uint32_t count;
  double least;
} candidates;

/* The nearest nodes of a graph without cells. */
static void near_on_graph(const as_reachable *r, const astar_search_def *def, candidates *c)
{
  const astar_graph *g = r->certain.graph;
  astar_near nearest, ties[AS_MOST_NEAREST];
  astar_near_def near = astar_default_near();
  uint32_t pass, i;
  near.flat = false;
  /* First the least distance, then all nodes that have it. */
  for (pass = 0; pass < 2; pass++) {
    for (i = 0; i < def->goal_count; i++) {
      double place[3];
      size_t count, k;
      if (!astar_graph_has(g, def->goals[i], NULL)) continue;
      astar_graph_position(g, def->goals[i], place);
      near.x = place[0];
      near.y = place[1];
      near.z = place[2];
      near.radius = c->least;
      if (pass == 0) {
        if (as_nearest(g, &near, &r->filter, &nearest)) c->least = nearest.distance;
        continue;
      }
      count = as_within(g, &near, &r->filter, ties, AS_MOST_NEAREST);
      for (k = 0; k < count && k < AS_MOST_NEAREST; k++) {
        if (c->count < AS_MOST_NEAREST) c->found[c->count] = ties[k].id;
        c->count++;
      }
      if (count > AS_MOST_NEAREST) c->count = AS_MOST_NEAREST + 1;
      if (c->count > AS_MOST_NEAREST) return;
    }
  }
}

/* The nearest nodes of a grid. */
static void near_on_grid(const as_reachable *r, const astar_search_def *def, candidates *c)
{
  static const double none[3] = {0, 0, 0};
  astar_graph *g = r->certain.graph;
  const as_space space = as_grid_space(g, def->unit);
  double start[3];
  uint32_t i;
  space.ops->coordinates(g, def->start, start);
  for (i = 0; i < def->goal_count; i++) {
    double goal[3], offset[3], distance;
    if (!astar_graph_has(g, def->goals[i], NULL)) continue;
    space.ops->coordinates(g, def->goals[i], goal);
    c->count = as_blocks_nearest(r->certain.blocks, g, goal, &c->least, c->found, c->count, AS_MOST_NEAREST);
    /* The start counts also if it cannot be entered. */
    space.ops->offset(g, start, goal, offset);
    distance = as_distance(offset, none);
    if (distance > c->least) continue;
    if (distance < c->least) c->count = 0;
    c->least = distance;
    if (c->count < AS_MOST_NEAREST) c->found[c->count] = def->start;
    c->count++;
  }
}

uint32_t as_certain_nearest(const as_certain *certain, const astar_search_def *def, astar_id found[AS_MOST_NEAREST])
{
  as_reachable r;
  candidates c = {found, 0, INFINITY};
  uint32_t i;
  const bool sure = as_reachable_begin(&r, certain, as_slot(certain->graph->layout, def->start));
  if (sure) {
    if (certain->blocks) near_on_grid(&r, def, &c);
    else near_on_graph(&r, def, &c);
  }
  as_reachable_end(&r);
  if (c.count > AS_MOST_NEAREST) return 0;
  for (i = 0; i < c.count; i++) {
    if (found[i] != def->start) continue;
    found[0] = def->start;
    return 1;
  }
  return c.count;
}
