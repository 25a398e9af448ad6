/* reachability.c: see reachability.h. */
#include "finder/reachability.h"

#include "grid/grid_components.h"
#include "grid/grid_space.h"

/* Expanding a node takes about as long as looking at so many cells or links for components. */
#define WORK_PER_NODE 16u

/* Components are made when searches have flooded this share of the nodes, and at least so many. */
#define MAKE_SHARE 64u
#define MAKE_LEAST 1000u

/* Making them counts as expanding this share of the nodes. */
#define MADE_SHARE 16u

/* A saved search counts as one of this share of the nodes. */
#define SAVED_SHARE 16u

/* ---- When components are worth it ---- */

static int64_t size_of(const astar_graph *g)
{
  return (int64_t)as_slots(g->layout) + MAKE_LEAST;
}

static void add_credit(astar_graph *g, uint64_t nodes)
{
  const int64_t most = size_of(g);
  g->component_credit += nodes < (uint64_t)most ? (int64_t)nodes : most;
  if (g->component_credit > most) g->component_credit = most;
}

void as_reachability_saved(astar_graph *g)
{
  add_credit(g, (uint64_t)size_of(g) / SAVED_SHARE);
}

void as_reachability_flooded(astar_graph *g, astar_unit unit, uint64_t expanded)
{
  as_components *c;
  as_reachability r;
  add_credit(g, expanded);
  if (g->component_credit < MAKE_LEAST || g->component_credit < size_of(g) / MAKE_SHARE) return;
  c = as_components_find(g, unit, false);
  if (!c) {
    (void)as_reachability_get(&r, g, unit, true);
    g->component_credit -= size_of(g) / MADE_SHARE;
  } else if (!g->grid && (c->wasted += expanded) > 2 * (uint64_t)size_of(g)) {
    /* Flags are sticky: where links lead one way no more, or the unit has gone, that shows only anew. */
    c->wasted = 0;
    c->stale = true;
  }
}

/* ---- Components ---- */

static bool follow(astar_graph *g, as_components *c, bool now)
{
  const uint64_t before = c->work;
  bool done;
  if (!c->stale && c->read == g->journal->next) return true;
  if (!now && g->component_credit <= 0) return false;
  done = as_components_follow(c, g);
  if (!now) g->component_credit -= (int64_t)((c->work - before) / WORK_PER_NODE);
  else if (g->component_credit < size_of(g) / SAVED_SHARE) g->component_credit = size_of(g) / SAVED_SHARE;
  return done;
}

/* Whether the components of a graph cost little to make, since they are found when they are asked for. */
static bool is_giant(const astar_graph *g)
{
  return g->grid && as_grid_components_sparse(g->grid);
}

/* Make components. The first of a giant grid are worth it until they have cost as much as a search that they save. */
static as_components *make(astar_graph *g, astar_unit unit, bool strong)
{
  if (is_giant(g) && g->component_sets == 0) add_credit(g, (uint64_t)size_of(g) / SAVED_SHARE);
  return as_components_make(g, unit, strong);
}

static bool get(as_reachability *r, astar_graph *g, astar_unit unit, bool strong, bool now)
{
  r->graph = g;
  r->unit = unit;
  r->components = as_components_find(g, unit, strong);
  if (!r->components && (now || is_giant(g))) r->components = make(g, unit, strong);
  if (!r->components || !follow(g, r->components, now)) return false;
  r->rules = as_units_rules(&g->units, unit);
  return true;
}

bool as_reachability_get(as_reachability *r, astar_graph *g, astar_unit unit, bool now)
{
  return get(r, g, unit, false, now);
}

as_connection as_reachability_exact(const as_reachability *r, uint32_t start, uint32_t goal)
{
  const as_connection found = as_reachability_between(r, start, goal);
  as_reachability strong;
  if (found != AS_MAYBE_CONNECTED || r->rules.limited || r->rules.size > 1 ||
      !get(&strong, r->graph, r->unit, true, true))
    return found;
  return as_reachability_between(&strong, start, goal) == AS_CONNECTED ? AS_CONNECTED : AS_MAYBE_CONNECTED;
}

/* ---- Queries ---- */

bool as_reachability_none(const as_reachability *r, const astar_search_def *def)
{
  const uint32_t start = as_slot(r->graph->layout, def->start);
  const uint64_t before = r->components->work;
  uint32_t i, live = 0;
  bool none = true;
  for (i = 0; i < def->goal_count && none; i++) {
    if (!astar_graph_has(r->graph, def->goals[i], NULL)) continue;
    live++;
    none = as_reachability_between(r, start, as_slot(r->graph->layout, def->goals[i])) == AS_SEPARATE;
  }
  r->graph->component_credit -= (int64_t)((r->components->work - before) / WORK_PER_NODE);
  return none && live > 0;
}

/* ---- Nodes that can be reached ---- */

static bool reach_node(const void *context, uint32_t slot)
{
  const as_reachable *r = context;
  as_components *c = r->from.components;
  uint32_t to;
  if (r->vertex == AS_NO_SLOT) return as_reachability_between(&r->from, r->start, slot) != AS_SEPARATE;
  to = c->ops->vertex(c, r->from.graph, slot);
  if (c->stale) return true; /* out of memory */
  if (to == AS_NO_SLOT) return false;
  if (!c->sparse) return as_components_root(c, to) == r->root;
  return as_components_tie(c, r->from.graph, &r->from.rules, r->vertex, to) != AS_SEPARATE;
}

static bool reach_block(const void *context, uint32_t x, uint32_t y)
{
  const as_reachable *r = context;
  const as_grid *grid = r->from.graph->grid;
  if (r->start < grid->count && as_grid_col(grid, r->start) >> AS_BLOCK_BITS == x &&
      as_grid_row(grid, r->start) >> AS_BLOCK_BITS == y)
    return true;
  return as_grid_components_reach(r->from.components, r->from.graph, &r->from.rules, r->start, x, y, NULL);
}

void as_reachable_set(as_reachable *r, const as_reachability *from, uint32_t start)
{
  r->from = *from;
  r->start = start;
  r->vertex = from->components->ops->vertex(from->components, from->graph, start);
  if (r->vertex != AS_NO_SLOT) r->root = as_components_root(from->components, r->vertex);
  r->filter.node = reach_node;
  r->filter.block = from->graph->grid ? reach_block : NULL;
  r->filter.context = r;
}

/* ---- The nearest to goals ---- */

/* What as_reachability_nearest() has found so far. */
typedef struct candidates {
  astar_id *found;
  uint32_t count;
  double least;
} candidates;

/* The nearest nodes of a graph without cells. */
static void near_on_graph(const as_reachable *r, const astar_search_def *def, candidates *c)
{
  const astar_graph *g = r->from.graph;
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
      near.radius = c->least + c->least * AS_SAME_DISTANCE;
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
  astar_graph *g = r->from.graph;
  const as_space space = as_grid_space(g, def->unit);
  double start[3];
  uint32_t i;
  space.ops->coordinates(g, def->start, start);
  for (i = 0; i < def->goal_count; i++) {
    double goal[3], offset[3], distance;
    if (!astar_graph_has(g, def->goals[i], NULL)) continue;
    space.ops->coordinates(g, def->goals[i], goal);
    c->count = as_grid_components_nearest(r->from.components, g, &r->from.rules, r->start, goal, &c->least, c->found,
                                          c->count, AS_MOST_NEAREST);
    /* The start counts also if it cannot be entered. */
    space.ops->offset(g, start, goal, offset);
    distance = as_distance(offset, none);
    if (as_is_nearer(c->least, distance)) continue;
    if (as_is_nearer(distance, c->least)) c->count = 0;
    c->least = as_min(distance, c->least);
    if (c->count < AS_MOST_NEAREST) c->found[c->count] = def->start;
    c->count++;
  }
}

uint32_t as_reachability_nearest(const as_reachability *from, const astar_search_def *def,
                                 astar_id found[AS_MOST_NEAREST])
{
  as_reachable r;
  candidates c = {found, 0, INFINITY};
  uint32_t i;
  as_reachable_set(&r, from, as_slot(from->graph->layout, def->start));
  if (from->graph->grid) near_on_grid(&r, def, &c);
  else near_on_graph(&r, def, &c);
  /* Out of memory: nearer nodes may have been passed over. */
  if (c.count > AS_MOST_NEAREST || from->components->stale) return 0;
  for (i = 0; i < c.count; i++) {
    if (found[i] == def->start) {
      found[0] = def->start;
      c.count = 1;
    } else if (as_reachability_between(from, r.start, as_slot(from->graph->layout, found[i])) != AS_CONNECTED) {
      return 0; /* nor is it known whether nodes farther away are the nearest */
    }
  }
  return c.count;
}
