/* layer.c: the public functions on layers; see astar.h. */
#include "graph/node.h"

astar_result astar_graph_layer(astar_graph *g, const char *name, size_t length, astar_layer *layer)
{
  return as_layers_get(&g->layers, &g->memory, name, length, layer) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

uint32_t astar_graph_layer_count(const astar_graph *g)
{
  return g->layers.names.count;
}

const char *astar_graph_layer_name(const astar_graph *g, astar_layer layer, size_t *length)
{
  return as_names_get(&g->layers.names, layer - 1, length);
}

uint64_t astar_graph_layer_version(const astar_graph *g, astar_layer layer)
{
  return as_layer_of(&g->layers, layer)->version;
}

double astar_layer_get(const astar_graph *g, astar_layer layer, astar_id id)
{
  return as_layer_value(as_layer_of(&g->layers, layer), as_slot(g->layout, id));
}

astar_result astar_layer_set(astar_graph *g, astar_layer layer, astar_id id, double value)
{
  as_layer *l = as_layer_of(&g->layers, layer);
  const uint32_t slot = as_slot(g->layout, id);
  astar_assert(value >= 0 && value < INFINITY);
  if (as_layer_value(l, slot) == value) return ASTAR_OK;
  if (!as_layer_reserve(l, &g->memory, as_slots(g->layout), slot, 1)) return ASTAR_NO_MEMORY;
  as_layer_put(l, slot, value);
  return ASTAR_OK;
}

void astar_layer_clear(astar_graph *g, astar_layer layer)
{
  as_layer_clear(as_layer_of(&g->layers, layer), &g->memory);
}
