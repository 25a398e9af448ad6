/* graph_space.c: see graph_space.h. */
#include "graph/graph_space.h"

#include <string.h>

static uint32_t graph_prepare(void *self, uint32_t slot, uint32_t parent)
{
  const astar_graph *g = self;
  (void)parent;
  as_tidy(g, &g->nodes[slot]);
  return g->nodes[slot].all; /* bounds both successors and predecessors */
}

static void graph_expand(void *self, as_expansion *expansion)
{
  const astar_graph *g = self;
  as_expansion e = *expansion;
  const as_node *n = &g->nodes[e.slot];
  const as_link *link = as_ends(g, n), *last = link + n->out;
  const double *costs = e.rules->costs;
  const uint32_t limited = e.rules->limited;
  for (; link < last; link++) {
    double cost = link->base * costs[link->entry & AS_ENTRY_TERRAIN];
    AS_PREFETCH(&g->nodes[link->to]); /* its position is read if it is opened */
    if (limited | (link->way & AS_WAY_TERRAIN)) cost = as_link_cost(e.rules, n, &g->nodes[link->to], link);
    as_expansion_add(&e, link->to, cost);
  }
  expansion->count = e.count;
}

static void graph_expand_reverse(void *self, as_expansion *expansion)
{
  const astar_graph *g = self;
  as_expansion e = *expansion;
  const as_node *n = &g->nodes[e.slot];
  const double multiplier = e.rules->costs[as_node_entry(n)];
  const as_link *link = as_ends(g, n), *last = link + n->all;
  if (isnan(multiplier)) return; /* the node cannot be entered */
  for (; link < last; link++) {
    const as_link *back = as_link_back(g, e.slot, link);
    double cost;
    AS_PREFETCH(&g->nodes[link->to]);
    if (!back) continue;
    cost = back->base * multiplier;
    if (e.rules->limited || back->way & AS_WAY_TERRAIN)
      cost = as_link_cost(e.rules, &g->nodes[link->to], n, back);
    as_expansion_add(&e, link->to, cost);
  }
  expansion->count = e.count;
}

static const double *graph_position(const void *self, uint32_t slot, double scratch[3])
{
  const astar_graph *g = self;
  const as_node *n = &g->nodes[slot];
  const as_link *link = as_ends(g, n);
  (void)scratch;
  /* The position is read when a node is opened; most are expanded soon after. */
  AS_PREFETCH(link);
  AS_PREFETCH(link + 4);
  return n->position;
}

static bool graph_enterable(const void *self, const as_rules *rules, uint32_t slot)
{
  const astar_graph *g = self;
  return rules->costs[as_node_entry(&g->nodes[slot])] < INFINITY;
}

/* ---- Landmarks ---- */

/* Links are relaxed in parts of this many. */
#define PART 64u

/* What a flood reads; a copy, so that the compiler keeps it in registers. */
typedef struct flood_context {
  const astar_graph *graph;
  const as_rules *rules;
  bool special; /* the rules are limited, or some links have a terrain of their own */
} flood_context;

static AS_INLINE double forward_cost(const flood_context *c, const as_node *from, const as_link *link)
{
  if (c->special) return as_link_cost(c->rules, from, &c->graph->nodes[link->to], link);
  return link->base * c->rules->costs[link->entry & AS_ENTRY_TERRAIN];
}

/* Have read soon what the next expansion will read. */
static AS_INLINE void fetch_next(const astar_graph *g, uint32_t next)
{
  const as_link *link;
  if (next == AS_NO_SLOT || !(g->nodes[next].flags & AS_NODE_ALIVE)) return;
  link = as_ends(g, &g->nodes[next]);
  AS_PREFETCH(link);
  AS_PREFETCH(link + 4);
}

static AS_INLINE bool relax_forward(as_flood *f, as_memory *m, void *context, uint32_t slot, double from, uint32_t next)
{
  const flood_context *c = context;
  const astar_graph *g = c->graph;
  as_node *n = &g->nodes[slot];
  const as_link *link, *last;
  fetch_next(g, next);
  if (!(n->flags & AS_NODE_ALIVE)) return true;
  as_tidy(g, n);
  link = as_ends(g, n);
  for (last = link + n->out; link < last;) {
    /* First find those that get cheaper, without a branch, which would often be mispredicted. */
    const as_link *end = last - link > (ptrdiff_t)PART ? link + PART : last;
    double costs[PART];
    uint32_t to[PART], wanted = 0, i;
    for (; link < end; link++) {
      const double cost = as_advance(c->rules, from, forward_cost(c, n, link));
      costs[wanted] = cost;
      to[wanted] = link->to;
      wanted += cost < f->g[link->to];
    }
    for (i = 0; i < wanted; i++) {
      as_fetch_node(&g->nodes[to[i]]);
      if (!as_flood_reach(f, m, to[i], costs[i])) return false;
    }
  }
  return true;
}

static AS_INLINE bool relax_back(as_flood *f, as_memory *m, void *context, uint32_t slot, double from, uint32_t next)
{
  const flood_context *c = context;
  const astar_graph *g = c->graph;
  as_node *n = &g->nodes[slot];
  const as_link *link, *last;
  fetch_next(g, next);
  if (!(n->flags & AS_NODE_ALIVE) || isnan(c->rules->costs[as_node_entry(n)])) return true;
  as_tidy(g, n);
  link = as_ends(g, n);
  for (last = link + n->all; link < last; link++) {
    const as_link *back = as_link_back(g, slot, link);
    double cost;
    if (!back) continue;
    cost = as_advance(c->rules, from, as_link_cost(c->rules, &g->nodes[link->to], n, back));
    if (cost < f->g[link->to] && !as_flood_reach(f, m, link->to, cost)) return false;
  }
  return true;
}

static bool graph_flood(const as_space *space, as_flood *flood, as_memory *m, uint64_t *n, bool back)
{
  flood_context context;
  context.graph = space->self;
  context.rules = &space->rules;
  context.special = space->rules.limited || context.graph->own_terrains > 0;
  return back ? as_flood_run(flood, m, n, relax_back, &context) : as_flood_run(flood, m, n, relax_forward, &context);
}

static double graph_typical_cost(const as_space *space)
{
  const astar_graph *g = space->self;
  return as_ratios_typical_base(&g->ratios) * (space->scale > 0 ? space->scale : 1);
}

bool as_graph_space_two_way(const as_space *space, uint32_t index)
{
  const astar_graph *g = space->self;
  as_node *n = &g->nodes[index];
  const as_link *link, *last;
  as_tidy(g, n);
  link = as_ends(g, n);
  for (last = link + n->out; link < last; link++) {
    const as_node *other = &g->nodes[link->to];
    const double cost = as_link_cost(&space->rules, n, other, link);
    const as_link *back = as_link_back(g, index, link);
    if (cost < INFINITY && !(back && as_link_cost(&space->rules, other, n, back) == cost)) return false;
  }
  return true;
}

/* ---- The space ---- */

uint64_t as_graph_space_version(const void *graph)
{
  return ((const astar_graph *)graph)->version;
}

bool as_graph_space_exists(const void *graph, astar_id id)
{
  return astar_graph_has(graph, id, NULL);
}

void as_graph_space_waypoint(const void *graph, astar_id id, astar_waypoint *waypoint)
{
  double xyz[3];
  astar_graph_position(graph, id, xyz);
  (void)astar_graph_has(graph, id, &waypoint->generation);
  waypoint->x = xyz[0];
  waypoint->y = xyz[1];
  waypoint->z = xyz[2];
  waypoint->id = id;
}

as_space as_space_on_graph(astar_graph *g, astar_unit unit)
{
  as_space space;
  memset(&space, 0, sizeof space);
  space.self = g;
  space.layout = g->layout;
  space.runs = g->runs;
  space.version = g->version;
  space.straight = 1;
  space.rules = as_units_rules(&g->units, unit);
  space.scale = as_ratios_scale(&g->ratios, &space.rules);
  return space;
}

as_space as_graph_space(astar_graph *g, astar_unit unit)
{
  static const as_space_ops ops = {.prepare = graph_prepare,
                                   .expand = graph_expand,
                                   .expand_reverse = graph_expand_reverse,
                                   .position = graph_position,
                                   .enterable = graph_enterable,
                                   .version = as_graph_space_version,
                                   .waypoint = as_graph_space_waypoint,
                                   .exists = as_graph_space_exists,
                                   .flood = graph_flood,
                                   .typical_cost = graph_typical_cost,
                                   .two_way = as_graph_space_two_way};
  as_space space = as_space_on_graph(g, unit);
  space.ops = &ops;
  if (!(space.scale < INFINITY)) space.scale = 0;
  return space;
}
