/* square.c: see square.h. */
#include "crowd/square.h"

#include "grid/grid.h"

uint32_t as_square_cell(const astar_graph *g, uint32_t size, uint32_t slot, uint32_t k)
{
  const as_grid *grid = g->grid;
  if (!grid || slot >= grid->count) return k == 0 ? slot : AS_NO_SLOT;
  return as_grid_cell_from(grid, slot, k % size, k / size);
}

/* How far one column or row lies after another, which may be over the edge of the map. */
static uint32_t after(uint32_t from, uint32_t to, uint32_t size, bool wraps)
{
  if (to >= from) return to - from;
  return wraps ? to + size - from : UINT32_MAX;
}

bool as_square_has(const astar_graph *g, uint32_t size, uint32_t slot, uint32_t other)
{
  const as_grid *grid = g->grid;
  if (size == 1 || slot == other || !grid || slot >= grid->count || other >= grid->count) return slot == other;
  return as_grid_same_floor(grid, slot, other) &&
         after(as_grid_row(grid, slot), as_grid_row(grid, other), grid->height, grid->def.wrap_y) < size &&
         after(as_grid_col(grid, slot), as_grid_col(grid, other), grid->width, grid->def.wrap_x) < size;
}

bool as_square_meets(const astar_graph *g, uint32_t size, uint32_t slot, uint32_t other_size, uint32_t other)
{
  uint32_t k;
  if (size == 1) return as_square_has(g, other_size, other, slot);
  for (k = 0; k < size * size; k++) {
    const uint32_t cell = as_square_cell(g, size, slot, k);
    if (cell != AS_NO_SLOT && as_square_has(g, other_size, other, cell)) return true;
  }
  return false;
}
