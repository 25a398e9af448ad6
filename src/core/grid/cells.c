/*
** cells.c: the nodes of a graph that are cells: what astar.h calls a grid, and the edits of
** graph.c where a cell is meant. A cell that gets a link gets a port for it: a node that holds
** the ends, with the place and terrain of the cell.
*/
#include "graph/graph.h"

#include <string.h>

/* ---- Asking ---- */

bool astar_grid_get(const astar_graph *g, astar_grid_def *def)
{
  if (g->grid) *def = g->grid->def;
  return g->grid != NULL;
}

uint32_t astar_grid_count(const astar_graph *g)
{
  return g->layout->cells;
}

astar_id astar_grid_cell(const astar_graph *g, uint32_t col, uint32_t row)
{
  uint32_t cell = g->grid ? as_grid_cell_at(g->grid, (int64_t)col - 1, (int64_t)row - 1) : AS_NO_SLOT;
  return cell == AS_NO_SLOT ? ASTAR_NO_ID : cell + 1;
}

bool astar_grid_place(const astar_graph *g, astar_id id, uint32_t *col, uint32_t *row)
{
  if (!as_is_cell(g, id)) return false;
  *col = as_grid_col(g->grid, id - 1) + 1;
  *row = as_grid_row(g->grid, id - 1) + 1;
  return true;
}

astar_id astar_grid_at(const astar_graph *g, double x, double y)
{
  uint32_t cell = g->grid ? as_grid_at(g->grid, x, y) : AS_NO_SLOT;
  return cell == AS_NO_SLOT ? ASTAR_NO_ID : cell + 1;
}

astar_tile astar_grid_tile(const astar_graph *g, astar_id cell)
{
  const as_grid *grid = g->grid;
  astar_tile tile;
  astar_assert(as_is_cell(g, cell));
  tile.terrain = grid->terrain[cell - 1] & AS_CELL_TERRAIN;
  tile.blocked = as_grid_blocked(grid, cell - 1);
  tile.z = as_grid_height(grid, cell - 1);
  return tile;
}

uint32_t astar_grid_outline(const astar_graph *g, astar_id cell, double corners[2 * ASTAR_MOST_CORNERS])
{
  astar_assert(as_is_cell(g, cell));
  return as_grid_outline(g->grid, cell - 1, corners);
}

bool astar_grid_neighbours(const astar_graph *g, astar_id a, astar_id b)
{
  return as_is_cell(g, a) && as_is_cell(g, b) && as_grid_direction(g->grid, a - 1, b - 1) < AS_DIRECTIONS;
}

/* ---- Terrain ---- */

void as_cell_set(astar_graph *g, astar_id id, astar_terrain terrain, bool blocked)
{
  as_grid_set(g->grid, id - 1, terrain, blocked);
  as_bitmaps_set(&g->bitmaps, g->grid, id - 1);
}

astar_result astar_grid_fill(astar_graph *g, uint32_t col, uint32_t row, uint32_t width, uint32_t height,
                             astar_terrain terrain)
{
  uint32_t x, y, right, below, bins = 0;
  if (col < 1 || row < 1 || col > g->grid->width || row > g->grid->height) return ASTAR_OK;
  right = width < g->grid->width - col + 1 ? col + width : g->grid->width + 1;
  below = height < g->grid->height - row + 1 ? row + height : g->grid->height + 1;
  for (y = row; y < below; y++) {
    for (x = col; x < right; x++) {
      astar_id id = astar_grid_cell(g, x, y);
      if (g->grid->terrain[id - 1] & AS_CELL_PORT) bins += as_terrain_bins(g, as_index(g, id));
    }
  }
  if (!as_ratios_reserve(&g->ratios, &g->memory, terrain, bins)) return ASTAR_NO_MEMORY;
  for (y = row; y < below; y++) {
    for (x = col; x < right; x++) {
      astar_id id = astar_grid_cell(g, x, y);
      if (g->grid->terrain[id - 1] & AS_CELL_PORT) (void)astar_graph_set_terrain(g, id, terrain);
      else as_cell_set(g, id, terrain, as_grid_blocked(g->grid, id - 1));
    }
  }
  g->version++;
  return ASTAR_OK;
}

/* ---- Ports ---- */

astar_result as_cell_make_port(astar_graph *g, astar_id id)
{
  uint32_t cell = id - 1, count = g->layout->count;
  as_node *n;
  if (g->grid->terrain[cell] & AS_CELL_PORT) return ASTAR_OK;
  if (count >= UINT32_MAX - 1 - g->layout->cells) return ASTAR_FULL;
  if (!as_reserve(&g->memory, &g->nodes, &g->node_capacity, (uint64_t)count + 1, sizeof *g->nodes) ||
      !as_layout_reserve(g->layout, (uint64_t)count + 1) || !as_ports_reserve(&g->grid->ports, &g->memory))
    return ASTAR_NO_MEMORY;
  as_layout_append_port(g->layout, id);
  as_ports_add(&g->grid->ports, cell, count);
  n = &g->nodes[count];
  memset(n, 0, sizeof *n);
  as_grid_cell_world(g->grid, cell, n->position);
  n->terrain = g->grid->terrain[cell];
  n->flags = (uint8_t)(AS_NODE_ALIVE | AS_NODE_PORT | (as_grid_blocked(g->grid, cell) ? AS_NODE_BLOCKED : 0));
  g->grid->terrain[cell] |= AS_CELL_PORT;
  return ASTAR_OK;
}

void as_cell_validate(const astar_graph *g, astar_id id)
{
  const as_node *n = as_node_of(g, id);
  double xyz[3];
  as_grid_cell_world(g->grid, id - 1, xyz);
  astar_check(memcmp(xyz, n->position, sizeof xyz) == 0);
  astar_check(n->terrain == (g->grid->terrain[id - 1] & AS_CELL_TERRAIN));
  astar_check(!(n->flags & AS_NODE_BLOCKED) == !as_grid_blocked(g->grid, id - 1));
}

/* ---- Steps ---- */

bool as_cell_close(astar_graph *g, astar_id from, astar_id to, bool closed)
{
  uint32_t direction = as_grid_direction(g->grid, from - 1, to - 1);
  if (direction == AS_DIRECTIONS || as_grid_closed(g->grid, from - 1, direction) == closed) return false;
  as_grid_set_closed(g->grid, from - 1, direction, closed);
  return true;
}

bool as_cell_isolate(astar_graph *g, astar_id id)
{
  bool cut = false;
  uint32_t d;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    uint32_t to = as_grid_step(g->grid, id - 1, d);
    if (to == AS_NO_SLOT) continue;
    cut = as_cell_close(g, id, to + 1, true) || cut;
    cut = as_cell_close(g, to + 1, id, true) || cut;
  }
  return cut;
}

void astar_grid_wall(astar_graph *g, astar_id a, astar_id b, bool closed)
{
  bool changed = as_cell_close(g, a, b, closed);
  if (as_cell_close(g, b, a, closed) || changed) g->version++;
}

bool astar_grid_next_wall(const astar_graph *g, astar_id *a, astar_id *b)
{
  uint32_t cell = *a == ASTAR_NO_ID ? 0 : *a - 1, after = *a == ASTAR_NO_ID ? 0 : *b - 1;
  if (!g->grid) return false;
  for (; cell < g->grid->count; after = ++cell) {
    uint32_t to;
    if (after <= cell) after = cell = as_grid_skip_open(g->grid, cell);
    to = cell < g->grid->count ? as_grid_walled(g->grid, cell, after) : AS_NO_SLOT;
    if (to == AS_NO_SLOT) continue;
    *a = cell + 1;
    *b = to + 1;
    return true;
  }
  return false;
}

/* The first cell from `cell` on that has a port, or all there are. */
uint32_t as_cell_next_port(const astar_graph *g, uint32_t cell)
{
  const uint64_t ports = 0x8000800080008000u;
  uint64_t four;
  if (!g->grid || g->grid->ports.count == 0) return g->layout->cells;
  for (; cell < g->grid->count && g->grid->count - cell >= 4; cell += 4) {
    memcpy(&four, g->grid->terrain + cell, sizeof four);
    if (four & ports) break;
  }
  while (cell < g->grid->count && !(g->grid->terrain[cell] & AS_CELL_PORT)) cell++;
  return cell;
}

uint32_t as_cell_steps(const astar_graph *g, astar_id id)
{
  uint32_t count = 0, d;
  if (!as_is_cell(g, id)) return 0;
  for (d = 0; d < AS_DIRECTIONS; d++)
    count += as_grid_step(g->grid, id - 1, d) != AS_NO_SLOT && !as_grid_closed(g->grid, id - 1, d);
  return count;
}

astar_link as_cell_step(const astar_graph *g, astar_id id, uint32_t index)
{
  astar_link link = astar_default_link();
  uint32_t d;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    uint32_t to = as_grid_step(g->grid, id - 1, d);
    if (to == AS_NO_SLOT || as_grid_closed(g->grid, id - 1, d) || index-- > 0) continue;
    link.to = to + 1;
    link.cost = as_grid_step_length(g->grid, id - 1, to, d);
    break;
  }
  return link;
}
