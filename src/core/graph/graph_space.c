/* graph_space.c: a graph as searches see it; see space.h. */
#include "graph/graph.h"
#include "grid/grid.h"
#include "engine/space.h"

#include <string.h>

/* Of successors and of predecessors alike. */
static uint32_t space_degree(const void *space, uint32_t slot, uint32_t parent)
{
  const astar_graph *g = space;
  (void)parent;
  return g->nodes[slot].all;
}

static void space_expand(const void *space, const as_rules *rules, uint32_t slot, as_offers *offers)
{
  const astar_graph *g = space;
  const as_node *n = &g->nodes[slot];
  const as_link *e = as_ends(g, n), *last = e + n->out;
  const double *costs = rules->costs;
  const uint32_t limited = rules->limited;
  as_offers o = *offers;
  for (; e < last; e++) {
    double cost = e->base * costs[e->entry & AS_ENTRY_TERRAIN];
    AS_PREFETCH(&g->nodes[e->to]); /* for its position, if it is opened */
    if (limited | (e->way & AS_WAY_TERRAIN)) cost = as_link_cost(rules, n, &g->nodes[e->to], e);
    as_offer(&o, e->to, cost);
  }
  offers->count = o.count;
}

static void space_retreat(const void *space, const as_rules *rules, uint32_t slot, as_offers *offers)
{
  const astar_graph *g = space;
  const as_node *n = &g->nodes[slot];
  const double ground = rules->costs[as_node_entry(n)];
  as_offers o = *offers;
  uint32_t i;
  if (isnan(ground)) return; /* nobody comes in */
  for (i = 0; i < n->all; i++) {
    const as_link *e = as_ends(g, n) + i, *back = e;
    double cost;
    AS_PREFETCH(&g->nodes[e->to]);
    if (!(e->entry & AS_ENTRY_BACK)) continue;
    if (e->entry & AS_ENTRY_OTHER) back = as_ends(g, &g->nodes[e->to]) + as_find_end(g, &g->nodes[e->to], slot);
    cost = back->base * ground;
    if (rules->limited || back->way & AS_WAY_TERRAIN)
      cost = as_link_cost(rules, &g->nodes[e->to], n, back);
    as_offer(&o, e->to, cost);
  }
  offers->count = o.count;
}

static const double *space_position(const void *space, uint32_t slot, double scratch[3])
{
  const astar_graph *g = space;
  const as_node *n = &g->nodes[slot];
  const as_link *e = as_ends(g, n);
  (void)scratch;
  /* A node that is opened now will mostly be expanded soon. */
  AS_PREFETCH(e);
  AS_PREFETCH(e + 4);
  return n->position;
}

static bool space_enterable(const void *space, const as_rules *rules, uint32_t slot)
{
  const astar_graph *g = space;
  return rules->costs[as_node_entry(&g->nodes[slot])] < INFINITY;
}

static uint64_t space_version(const void *space)
{
  return ((const astar_graph *)space)->version;
}

static void space_waypoint(const void *space, astar_id id, astar_waypoint *waypoint)
{
  const astar_graph *g = space;
  const as_node *n = &g->nodes[as_slot(g->layout, id)];
  waypoint->x = n->position[0];
  waypoint->y = n->position[1];
  waypoint->z = n->position[2];
  waypoint->id = id;
  waypoint->generation = n->generation;
}

const as_space_ops as_graph_ops = {space_degree, space_expand, space_retreat,   space_position, NULL, NULL,
                                   NULL,         NULL,         space_enterable, space_version,  space_waypoint};

as_space as_space_of(const astar_graph *g, astar_unit unit)
{
  as_space space;
  space.ops = g->grid ? &as_grid_ops : &as_graph_ops;
  space.self = g;
  space.layout = g->layout;
  space.version = g->version;
  space.degree = g->grid && g->cell_nodes.count == 0 && g->alive == 0 ? AS_DIRECTIONS : 0;
  space.straight = g->grid ? as_grid_straight(g->grid) : 1;
  space.rules = as_units_rules(&g->units, unit);
  space.scale = as_ratios_scale(&g->ratios, &space.rules);
  if (g->grid) space.scale = as_min(space.scale, as_grid_scale(g->grid, &space.rules));
  if (!(space.scale < INFINITY)) space.scale = 0;
  return space;
}

void as_space_wrap(const astar_graph *g, double wrap[2][2])
{
  memset(wrap, 0, 2 * sizeof *wrap);
  if (g->grid) as_grid_wrap(g->grid, wrap);
}
