/* graph.c: creation, terrains and units, and the check of all invariants of a graph. */
#include "graph/graph.h"

#include "engine/spare_workspace.h"
#include "graph/compact.h"
#include "graph/edge.h"
#include "graph/link_index.h"
#include "graph/components.h"
#include "graph/prepared.h"
#include "graph/spatial.h"

/* ---- Life ---- */

astar_graph *as_graph_create(astar_alloc alloc, void *context, uint32_t cells)
{
  astar_graph *g = as_object_create(alloc, context, sizeof *g);
  if (!g) return NULL;
  g->version = 1;
  g->renumbered_at = AS_RENUMBER_FROM;
  g->compact_from = AS_COMPACT_FROM;
  g->free_cell_node = AS_NO_SLOT;
  g->layout = as_layout_create(alloc, context, cells, 0);
  as_extent_clear(&g->extent);
  g->runs = as_shared_create(alloc, context, sizeof *g->runs);
  g->spare = as_spare_workspace_create(alloc, context);
  g->journal = as_journal_create(alloc, context);
  if (g->layout && g->runs && g->spare && g->journal && as_links_init(&g->links, &g->memory, 1) &&
      as_units_init(&g->units, &g->memory) && as_spatial_init(&g->spatial, &g->memory))
    return g;
  astar_graph_destroy(g);
  return NULL;
}

astar_graph *astar_graph_create(astar_alloc alloc, void *context)
{
  return as_graph_create(alloc, context, 0);
}

void astar_graph_destroy(astar_graph *g)
{
  if (!g) return;
  as_prepared_free(g);
  as_link_index_free(g);
  as_components_free_all(g);
  if (g->cell_ops) g->cell_ops->destroy(g->grid);
  as_layout_release(g->layout);
  as_journal_release(g->journal);
  if (g->runs && as_shared_drop(&g->runs->shared)) as_object_free(g->runs, sizeof *g->runs);
  as_spare_workspace_close(g->spare);
  as_spare_workspace_release(g->spare);
  as_sparse_free(&g->cell_nodes, &g->memory);
  as_free(&g->memory, g->nodes, g->node_capacity, as_node);
  as_links_free(&g->links, &g->memory);
  as_units_free(&g->units, &g->memory);
  as_layers_free(&g->layers, &g->memory);
  as_ratios_free(&g->ratios, &g->memory);
  as_spatial_free(&g->spatial, &g->memory);
  as_object_free(g, sizeof *g);
}

size_t astar_graph_memory(const astar_graph *g)
{
  return g->memory.used + g->layout->shared.memory.used + g->runs->shared.memory.used + g->spare->shared.memory.used +
         g->journal->shared.memory.used + as_layers_memory(&g->layers) +
         (g->cell_ops ? g->cell_ops->memory(g->grid) : 0);
}

uint64_t astar_graph_oldest_run(const astar_graph *g)
{
  return g->runs->oldest ? g->runs->oldest->version : UINT64_MAX;
}

uint64_t astar_graph_version(const astar_graph *g)
{
  return g->version;
}

/* ---- Terrains and units ---- */

astar_result astar_graph_terrain(astar_graph *g, const char *name, size_t length, astar_terrain *terrain)
{
  uint32_t before = g->units.capacity;
  astar_result result;
  if (g->cell_ops && !g->cell_ops->reserve_terrains(g->grid, g->units.terrains.count + 2)) return ASTAR_NO_MEMORY;
  result = as_units_terrain(&g->units, &g->memory, name, length, terrain);
  /* The tables may have moved, and searches refer to them. */
  if (g->units.capacity != before) g->version++;
  return result;
}

uint32_t astar_graph_terrain_count(const astar_graph *g)
{
  return g->units.terrains.count;
}

const char *astar_graph_terrain_name(const astar_graph *g, astar_terrain terrain, size_t *length)
{
  return as_names_get(&g->units.terrains, terrain - 1, length);
}

astar_result astar_graph_set_unit(astar_graph *g, const char *name, size_t length, const astar_unit_def *def)
{
  astar_result result;
  astar_assert(def->size <= astar_graph_largest_size(g));
  result = as_units_set(&g->units, &g->memory, name, length, def);
  if (result != ASTAR_OK) return result;
  g->version++;
  as_prepared_drop(g, astar_graph_unit(g, name, length));
  return ASTAR_OK;
}

astar_unit astar_graph_unit(const astar_graph *g, const char *name, size_t length)
{
  uint32_t number = as_names_find(&g->units.names, name, length);
  return number == AS_NO_NAME ? ASTAR_NO_UNIT : number + 1;
}

uint32_t astar_graph_unit_count(const astar_graph *g)
{
  return g->units.names.count;
}

const char *astar_graph_unit_name(const astar_graph *g, astar_unit unit, size_t *length)
{
  return as_names_get(&g->units.names, unit - 1, length);
}

double astar_graph_unit_cost(const astar_graph *g, astar_unit unit, astar_terrain terrain)
{
  astar_assert(unit < g->units.count && terrain >= 1 && terrain <= g->units.terrains.count);
  return as_units_listed(&g->units, unit)[terrain];
}

void astar_graph_unit_limits(const astar_graph *g, astar_unit unit, double *climb, double *drop)
{
  as_rules rules = as_units_rules(&g->units, unit);
  *climb = rules.climb;
  *drop = rules.drop;
}

uint32_t astar_graph_unit_size(const astar_graph *g, astar_unit unit)
{
  return as_units_rules(&g->units, unit).size;
}

uint32_t astar_graph_largest_size(const astar_graph *g)
{
  return g->cell_ops ? g->cell_ops->largest_square(g->grid) : 1;
}

/* ---- Invariants ---- */

static void validate_cell_node(const astar_graph *g, const as_node *n)
{
  const uint32_t cell = as_cell_of(g, n);
  const astar_tile tile = g->cell_ops->tile(g->grid, cell);
  double xyz[3];
  g->cell_ops->position(g->grid, cell, xyz);
  astar_check(memcmp(xyz, n->position, sizeof xyz) == 0);
  astar_check(n->terrain == tile.terrain && !(n->flags & AS_NODE_BLOCKED) == !tile.blocked);
  astar_check(g->cell_ops->next_node(g->grid, cell) == cell && as_node_linked(n));
}

/* Check the ends of a node. Adds those that the ratios count without and with a bin to `plain` and `counted`. */
static void validate_ends(const astar_graph *g, uint32_t index, uint64_t *plain, uint64_t *counted)
{
  const as_node *n = &g->nodes[index];
  uint32_t i;
  if (as_is_hub(n)) as_hub_validate(&g->links, n);
  else astar_check(!(n->flags & AS_NODE_UNTIDY));
  astar_check(n->out <= n->all && n->all <= as_links_room(n->size_class));
  astar_check(n->size_class == 0 || n->first + as_links_size(n->size_class) <= g->links.count);
  for (i = 0; i < n->all; i++) {
    const as_link *e = as_ends(g, n) + i, *f;
    const as_node *o;
    as_span span;
    uint32_t back;
    bool same;
    if (e->to == AS_NO_SLOT) continue; /* free: see hub.h */
    o = &g->nodes[e->to];
    back = as_find_end(g, o, index);
    f = as_ends(g, o) + back;
    span = as_span_of(g, n, o);
    same = e->base == f->base && e->way == f->way;
    astar_check(as_find_end(g, n, e->to) == i && back < o->all && (i < n->out || back < o->out));
    astar_check((e->entry & AS_ENTRY_TERRAIN) == as_node_entry(o));
    astar_check(!(e->entry & AS_ENTRY_BACK) == (back >= o->out) && !(e->entry & AS_ENTRY_OTHER) == same);
    astar_check(i < n->out ? e->way & AS_WAY_COST || e->base == span.length : same);
    if (i < n->out && span.bound > 0) ++*(as_has_ratio(g, e->way) ? counted : plain);
  }
}

void astar_graph_validate(const astar_graph *g)
{
  uint32_t index, cell, alive = 0, cell_nodes = 0, free_count = 0;
  uint64_t plain = 0, counted = 0;
  astar_check(g->layout->count <= g->node_capacity);
  for (index = 0; index < g->layout->count; index++) {
    const as_node *n = &g->nodes[index];
    const bool free_cell_node = (n->flags & (AS_NODE_ALIVE | AS_NODE_CELL)) == AS_NODE_CELL;
    free_count += free_cell_node;
    astar_check(free_cell_node ? g->layout->ids[index] == ASTAR_NO_ID : as_index(g, g->layout->ids[index]) == index);
    if (!(n->flags & AS_NODE_ALIVE)) continue;
    if (n->flags & AS_NODE_CELL) validate_cell_node(g, n);
    else alive++;
    validate_ends(g, index, &plain, &counted);
  }
  for (index = g->free_cell_node; index != AS_NO_SLOT; index = g->nodes[index].next) free_count--;
  astar_check(alive == g->alive && free_count == 0);
  as_ratios_validate(&g->ratios, plain, counted);
  as_spatial_validate(g);
  as_link_index_validate(g);
  as_components_validate(g);
  if (!g->cell_ops) return;
  for (cell = 0; (cell = as_next_cell_node(g, cell)) < g->layout->cells; cell++) cell_nodes++;
  astar_check(cell_nodes == g->cell_nodes.count);
  g->cell_ops->validate(g->grid);
}
