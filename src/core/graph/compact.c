/*
** arrange.c: the layout of a graph in memory: closing the gaps that links leave behind when
** they move, and renumbering slots so that what is near in space is near in memory.
** Either makes new arrays and swaps them in at the end, so it can fail half-way.
*/
#include "graph/graph.h"

#include <string.h>

/* Copy each node's ends, slot by slot, into a store with no gaps. */
static bool copy_links(astar_graph *g, as_node *nodes, const uint32_t *renumbered, as_links *fresh)
{
  uint64_t total = 1; /* so that there is an array even if there are no links */
  uint32_t slot, i;
  memset(fresh, 0, sizeof *fresh);
  for (slot = 0; slot < g->layout->count; slot++) {
    if (nodes[slot].flags & AS_NODE_ALIVE) total += as_links_room(as_links_class(nodes[slot].all));
  }
  /* as_reserve would add slack. */
  fresh->list = as_new(&g->memory, (size_t)total, as_link);
  if (!fresh->list) return false;
  fresh->capacity = (uint32_t)total;
  for (slot = 0; slot < g->layout->count; slot++) {
    as_node *n = &nodes[slot];
    if (!(n->flags & AS_NODE_ALIVE)) continue;
    memcpy(fresh->list + fresh->count, g->links.list + n->first, n->all * sizeof(as_link));
    if (renumbered) {
      for (i = 0; i < n->all; i++) fresh->list[fresh->count + i].to = renumbered[fresh->list[fresh->count + i].to];
    }
    n->first = n->all > 0 ? fresh->count : 0;
    n->size_class = (uint8_t)as_links_class(n->all);
    fresh->count += as_links_room(n->size_class);
  }
  return true;
}

static bool compact(astar_graph *g)
{
  as_links fresh;
  if (!copy_links(g, g->nodes, NULL, &fresh)) return false;
  as_links_free(&g->links, &g->memory);
  g->links = fresh;
  return true;
}

/* Waypoints in the order of the spatial index, then ports and what was removed; and the inverse. */
static void plan(const astar_graph *g, uint32_t *order, uint32_t *renumbered)
{
  uint32_t slot, at = g->alive;
  as_spatial_order(g, order);
  for (slot = 0; slot < g->layout->count; slot++) {
    if ((g->nodes[slot].flags & (AS_NODE_ALIVE | AS_NODE_PORT)) != AS_NODE_ALIVE) order[at++] = slot;
  }
  for (at = 0; at < g->layout->count; at++) renumbered[order[at]] = at;
}

static bool renumber(astar_graph *g)
{
  uint32_t count = g->layout->count, at;
  uint32_t *order = as_new(&g->memory, count, uint32_t);
  uint32_t *renumbered = as_new(&g->memory, count, uint32_t);
  as_node *nodes = as_new(&g->memory, count, as_node);
  as_layout *layout = as_layout_create(g->memory.alloc, g->memory.context, g->layout->cells, count);
  as_links links;
  bool done = false;
  memset(&links, 0, sizeof links);
  (void)as_spatial_rebuild(g);
  if (order && renumbered && nodes && layout) {
    plan(g, order, renumbered);
    for (at = 0; at < count; at++) nodes[at] = g->nodes[order[at]];
    done = copy_links(g, nodes, renumbered, &links);
  }
  if (done) {
    for (at = 0; at < count; at++) {
      astar_id id = g->layout->ids[order[at]];
      layout->ids[at] = id;
      if (id > layout->cells) layout->slots[id - 1 - layout->cells] = layout->cells + at;
    }
    layout->count = count;
    layout->waypoints = g->layout->waypoints;
    if (g->grid) as_ports_renumber(&g->grid->ports, renumbered);
    as_layout_release(g->layout);
    g->layout = layout;
    as_free(&g->memory, g->nodes, g->node_capacity, as_node);
    g->nodes = nodes;
    g->node_capacity = count;
    as_links_free(&g->links, &g->memory);
    g->links = links;
    as_spatial_renumber(g, renumbered);
    g->arranged = g->alive;
  } else {
    as_layout_release(layout);
    if (nodes) as_free(&g->memory, nodes, count, as_node);
  }
  if (renumbered) as_free(&g->memory, renumbered, count, uint32_t);
  if (order) as_free(&g->memory, order, count, uint32_t);
  return done;
}

astar_result astar_graph_optimize(astar_graph *g)
{
  if (g->layout->count > 0 && !renumber(g)) return ASTAR_NO_MEMORY;
  g->version++;
  return ASTAR_OK;
}

void as_graph_tidy(astar_graph *g)
{
  /* Strayed blocks are still of use, so they weigh less. */
  uint64_t garbage = g->links.garbage, strayed = g->links.strayed;
  uint64_t disorder = garbage > strayed / 2 ? garbage : strayed / 2;
  bool done;
  if (disorder < g->tidy_from || disorder < g->links.count / 8) return;
  if (g->alive / 2 >= g->arranged) done = renumber(g);
  else done = compact(g);
  /* Without memory for it, leave it for later. */
  g->tidy_from = done ? AS_TIDY_FROM : disorder * 2;
}
