/*
** compact.c: see compact.h. Closes the gaps between blocks of link ends, and renumbers nodes so that neighbours
** in space are neighbours in memory. Both fill new arrays and swap them in at the end, so that a failure changes
** nothing.
*/
#include "graph/compact.h"
#include "graph/spatial.h"

/*
** Move the ends of all nodes into a new array without gaps, in the order of `nodes`: the graph's own, or a copy
** in the order given by `renumbered`, which then replaces them. False if out of memory.
*/
static bool move_links(astar_graph *g, as_node *nodes, uint32_t count, const uint32_t *renumbered)
{
  const uint64_t room = as_ends_room(g, nodes, count);
  as_links fresh;
  uint32_t index, i;
  if (room >= UINT32_MAX || !as_links_init(&fresh, &g->memory, (uint32_t)room)) return false;
  for (index = 0; index < count; index++) {
    as_node *n = &nodes[index];
    const as_link *old;
    as_link *copy;
    if (!(n->flags & AS_NODE_ALIVE)) continue;
    old = as_ends(g, n);
    n->size_class = (uint8_t)as_links_roomy_class(n->all);
    n->first = as_links_append(&fresh, n->size_class);
    copy = fresh.list + n->first;
    memcpy(copy, old, n->all * sizeof *copy);
    for (i = 0; renumbered && i < n->all; i++) copy[i].to = renumbered[copy[i].to];
    if (as_is_hub(n)) as_hub_index(&fresh, n);
  }
  as_links_free(&g->links, &g->memory);
  g->links = fresh;
  if (renumbered) {
    as_journal_note_all(g->journal);
    as_prepared_note(g, AS_EDIT_CHEAPER); /* landmarks are by slot */
  } else {
    as_journal_note(g->journal, AS_EDIT_ALL_SLOTS, AS_EDIT_LINKS);
  }
  return true;
}

/*
** The new order (waypoints as in the spatial index, then cell nodes and removed nodes), and its inverse. Cell nodes
** without a cell are left out. Returns the number of nodes left.
*/
static uint32_t plan(const astar_graph *g, uint32_t *order, uint32_t *renumbered)
{
  uint32_t index, at = g->alive;
  as_spatial_order(g, order);
  for (index = 0; index < g->layout->count; index++) {
    const uint32_t kind = g->nodes[index].flags & (AS_NODE_ALIVE | AS_NODE_CELL);
    if (kind != AS_NODE_ALIVE && kind != AS_NODE_CELL) order[at++] = index;
  }
  for (index = 0; index < at; index++) renumbered[order[index]] = index;
  return at;
}

/* Fill the new layout of `count` nodes: the node at order[i] moves to the index i. */
static void copy_layout(as_layout *layout, const as_layout *old, const uint32_t *order, uint32_t count)
{
  uint32_t at;
  for (at = 0; at < count; at++) {
    astar_id id = old->ids[order[at]];
    layout->ids[at] = id;
    if (id > layout->cells) layout->slots[id - 1 - layout->cells] = layout->cells + at;
  }
  layout->count = count;
  layout->waypoints = old->waypoints;
}

static bool renumber(astar_graph *g)
{
  const uint32_t count = g->layout->count;
  uint32_t kept = 0, at;
  uint32_t *order = as_new(&g->memory, 2 * (size_t)count, uint32_t), *renumbered = order ? order + count : NULL;
  as_node *nodes = as_new(&g->memory, count, as_node);
  double *room = as_new(&g->memory, count, double); /* for the layers */
  as_layout *layout = as_layout_create(g->memory.alloc, g->memory.context, g->layout->cells, count);
  bool done = false;
  (void)as_spatial_rebuild(g);
  if (order && nodes && layout && room && as_layers_reserve(&g->layers, &g->memory, g->layout->cells, count)) {
    memset(renumbered, 0xFF, count * sizeof *renumbered); /* those that are left out */
    kept = plan(g, order, renumbered);
    for (at = 0; at < kept; at++) {
      as_tidy(g, &g->nodes[order[at]]); /* not in the copy: the node must stay valid if there is no memory */
      nodes[at] = g->nodes[order[at]];
    }
    done = move_links(g, nodes, kept, renumbered);
  }
  if (done) {
    as_layers_renumber(&g->layers, &g->memory, g->layout->cells, renumbered, count, room);
    copy_layout(layout, g->layout, order, kept);
    as_layout_release(g->layout);
    g->layout = layout;
    for (at = 0; at < kept; at++) {
      if (nodes[at].flags & AS_NODE_CELL) *as_sparse_at(&g->cell_nodes, layout->ids[at] - 1) = at;
    }
    as_free(&g->memory, g->nodes, g->node_capacity, as_node);
    g->nodes = nodes;
    g->node_capacity = count;
    g->free_cell_node = AS_NO_SLOT;
    as_spatial_renumber(g, renumbered);
    g->renumbered_at = g->alive;
    as_extent_clear(&g->extent);
    for (at = 0; at < g->alive; at++) as_extent_include(&g->extent, nodes[at].position);
  } else {
    as_layout_release(layout);
    as_free(&g->memory, nodes, count, as_node);
  }
  as_free(&g->memory, order, 2 * (size_t)count, uint32_t);
  as_free(&g->memory, room, count, double);
  return done;
}

astar_result astar_graph_optimize(astar_graph *g)
{
  if (g->layout->count > 0 && !renumber(g)) return ASTAR_NO_MEMORY;
  g->version++;
  return ASTAR_OK;
}

static bool has_grown(const astar_graph *g)
{
  return g->alive / 2 >= g->renumbered_at;
}

void as_graph_renumber_if_grown(astar_graph *g)
{
  if (!has_grown(g)) return;
  (void)renumber(g);
}

void as_graph_compact_if_worthwhile(astar_graph *g)
{
  uint64_t garbage = g->links.garbage, strayed = g->links.strayed;
  uint64_t disorder = garbage > strayed / 2 ? garbage : strayed / 2;
  bool done;
  if (disorder < g->compact_from || disorder < g->links.count / 8 || disorder < g->layout->count / 8) return;
  done = has_grown(g) ? renumber(g) : move_links(g, g->nodes, g->layout->count, NULL);
  /* Out of memory: try again at twice the disorder. */
  g->compact_from = done ? AS_COMPACT_FROM : disorder * 2;
}
