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
                                   .exists = as_graph_space_exists};
  as_space space = as_space_on_graph(g, unit);
  space.ops = &ops;
  if (!(space.scale < INFINITY)) space.scale = 0;
  return space;
}
