/* nodes.c: ids, and what concerns nodes but not their links. */
#include "graph/node.h"
#include "graph/spatial.h"

/* ---- Ids ---- */

uint32_t astar_graph_count(const astar_graph *g)
{
  return g->layout->cells + g->alive;
}

uint32_t astar_graph_last_id(const astar_graph *g)
{
  return g->layout->cells + g->layout->waypoints;
}

astar_id astar_graph_next_id(const astar_graph *g)
{
  return g->next_id != ASTAR_NO_ID ? g->next_id : astar_graph_last_id(g) + 1;
}

bool astar_graph_has(const astar_graph *g, astar_id id, uint32_t *generation)
{
  uint32_t index;
  if (as_is_cell(g, id)) {
    if (generation) *generation = 0;
    return true;
  }
  index = as_index(g, id);
  if (index == AS_NO_SLOT) return false;
  if (generation) *generation = g->nodes[index].generation;
  return (g->nodes[index].flags & AS_NODE_ALIVE) != 0;
}

bool astar_graph_is_current(const astar_graph *g, astar_id id, uint32_t generation)
{
  uint32_t now;
  return astar_graph_has(g, id, &now) && now == generation;
}

astar_id astar_graph_next(const astar_graph *g, astar_id id)
{
  while (id < astar_graph_last_id(g)) {
    if (astar_graph_has(g, ++id, NULL)) return id;
  }
  return ASTAR_NO_ID;
}

/* ---- Free ids ---- */

void as_append_free_id(astar_graph *g, astar_id id)
{
  g->nodes[as_index(g, id)].next = ASTAR_NO_ID;
  if (g->free_last == ASTAR_NO_ID) g->free_first = id;
  else g->nodes[as_index(g, g->free_last)].next = id;
  g->free_last = id;
}

astar_id astar_graph_free_id(const astar_graph *g, uint64_t *removed_at)
{
  if (g->free_first != ASTAR_NO_ID) {
    const as_node *n = &g->nodes[as_index(g, g->free_first)];
    *removed_at = n->first | (uint64_t)n->out << 32;
  }
  return g->free_first;
}

void astar_graph_recycle(astar_graph *g, bool reuse)
{
  astar_id id = g->free_first;
  as_node *n = &g->nodes[as_index(g, id)];
  astar_assert(id != ASTAR_NO_ID);
  if (reuse && g->next_id != ASTAR_NO_ID) return; /* the next waypoint already has a reused id */
  g->free_first = n->next;
  if (g->free_first == ASTAR_NO_ID) g->free_last = ASTAR_NO_ID;
  /* An id whose generations are exhausted is never reused. */
  if (reuse && n->generation < UINT32_MAX) g->next_id = id;
  else if (!reuse) as_append_free_id(g, id);
}

/* ---- Adding ---- */

bool as_nodes_reserve(astar_graph *g, uint64_t count)
{
  return as_reserve(&g->memory, &g->nodes, &g->node_capacity, count, sizeof *g->nodes) &&
         as_layout_reserve(g->layout, count);
}

static astar_result reserve_node(astar_graph *g)
{
  const uint32_t count = g->layout->count;
  if (count >= UINT32_MAX - 1 - g->layout->cells) return ASTAR_FULL;
  return as_nodes_reserve(g, (uint64_t)count + 1) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

static as_node *init_node(astar_graph *g, uint32_t index, astar_terrain terrain, unsigned flags)
{
  as_node *n = &g->nodes[index];
  memset(n, 0, sizeof *n);
  n->terrain = (uint16_t)terrain;
  n->flags = (uint8_t)(AS_NODE_ALIVE | flags);
  return n;
}

as_node *as_append_waypoint(astar_graph *g)
{
  as_layout_append(g->layout);
  g->alive++;
  return init_node(g, g->layout->count - 1, ASTAR_DEFAULT_TERRAIN, 0);
}

astar_result astar_graph_add(astar_graph *g, double x, double y, double z, astar_id *id)
{
  as_node *n;
  uint32_t index, generation = 0;
  if (g->next_id != ASTAR_NO_ID) {
    *id = g->next_id;
    index = as_index(g, *id);
    generation = g->nodes[index].generation + 1;
    g->next_id = ASTAR_NO_ID;
  } else {
    astar_result result = reserve_node(g);
    if (result != ASTAR_OK) return result;
    index = g->layout->count;
    as_layout_append(g->layout);
    *id = astar_graph_last_id(g);
  }
  n = init_node(g, index, ASTAR_DEFAULT_TERRAIN, 0);
  n->position[0] = x;
  n->position[1] = y;
  n->position[2] = z;
  n->generation = generation;
  if (g->alive++ == 0) as_extent_clear(&g->extent);
  as_extent_include(&g->extent, n->position);
  g->version++;
  as_note(g, index, AS_EDIT_NODE | AS_EDIT_LINKS | AS_EDIT_CHEAPER);
  as_spatial_insert(g, index);
  return ASTAR_OK;
}

astar_result as_add_cell_node(astar_graph *g, astar_id id)
{
  const uint32_t cell = id - 1;
  uint32_t index = g->free_cell_node;
  as_node *n;
  astar_tile tile;
  if (as_index(g, id) != AS_NO_SLOT) return ASTAR_OK;
  if (!as_sparse_reserve(&g->cell_nodes, &g->memory, cell, g->layout->cells) ||
      !g->cell_ops->reserve(g->grid, cell, 1))
    return ASTAR_NO_MEMORY;
  if (index != AS_NO_SLOT) {
    g->free_cell_node = g->nodes[index].next;
    as_layout_set_cell(g->layout, index, id);
  } else {
    const astar_result result = reserve_node(g);
    if (result != ASTAR_OK) return result;
    index = g->layout->count;
    as_layout_append_cell(g->layout, id);
  }
  as_sparse_set(&g->cell_nodes, cell, index);
  tile = g->cell_ops->tile(g->grid, cell);
  n = init_node(g, index, tile.terrain, AS_NODE_CELL | (tile.blocked ? AS_NODE_BLOCKED : 0));
  g->cell_ops->position(g->grid, cell, n->position);
  g->cell_ops->mark_node(g->grid, cell);
  return ASTAR_OK;
}

void as_drop_cell_node(astar_graph *g, uint32_t index)
{
  as_node *n = &g->nodes[index];
  uint32_t cell;
  if (!(n->flags & AS_NODE_CELL) || n->flags & AS_NODE_HELD || as_node_linked(n)) return;
  cell = as_cell_of(g, n);
  as_sparse_clear(&g->cell_nodes, cell);
  g->cell_ops->unmark_node(g->grid, cell);
  as_layout_set_cell(g->layout, index, ASTAR_NO_ID);
  n->flags = AS_NODE_CELL;
  n->next = g->free_cell_node;
  g->free_cell_node = index;
}

/* ---- Reading ---- */

void astar_graph_position(const astar_graph *g, astar_id id, double xyz[3])
{
  uint32_t index;
  if (as_is_cell(g, id)) {
    g->cell_ops->position(g->grid, id - 1, xyz);
    return;
  }
  index = as_index(g, id);
  astar_assert(index != AS_NO_SLOT);
  memcpy(xyz, g->nodes[index].position, sizeof g->nodes[index].position);
}

astar_terrain astar_graph_node_terrain(const astar_graph *g, astar_id id)
{
  return as_is_cell(g, id) ? g->cell_ops->tile(g->grid, id - 1).terrain : as_node_of(g, id)->terrain;
}

bool astar_graph_blocked(const astar_graph *g, astar_id id)
{
  if (as_is_cell(g, id)) return g->cell_ops->tile(g->grid, id - 1).blocked;
  return (as_node_of(g, id)->flags & AS_NODE_BLOCKED) != 0;
}

double astar_graph_distance(const astar_graph *g, astar_id a, astar_id b)
{
  double from[3], to[3];
  astar_graph_position(g, a, from);
  astar_graph_position(g, b, to);
  return as_distance(from, to);
}
