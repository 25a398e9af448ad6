/*
** cell_pages.c: the memory of what is known of each cell, for as_grid: arrays of all cells, or on a giant grid pages,
** which are made for edits. See grid.h.
*/
#include "grid/grid.h"

#include <string.h>

static uint32_t page_count(const as_grid *grid)
{
  return ((grid->count - 1) >> AS_PAGE_BITS) + 1;
}

static void clear(uint16_t *entry, uint16_t *terrain, uint8_t *closed, uint32_t count)
{
  uint32_t cell;
  for (cell = 0; cell < count; cell++) entry[cell] = terrain[cell] = ASTAR_DEFAULT_TERRAIN;
  memset(closed, 0, count);
}

static bool take_pages(as_grid *grid)
{
  uint32_t i;
  grid->blank = as_new(grid->memory, 1, as_cell_page);
  grid->pages = as_new(grid->memory, page_count(grid), as_cell_page *);
  if (!grid->blank || !grid->pages) {
    as_free(grid->memory, grid->pages, page_count(grid), as_cell_page *);
    grid->pages = NULL;
    return false;
  }
  clear(grid->blank->entry, grid->blank->terrain, grid->blank->closed, AS_PAGE_CELLS);
  for (i = 0; i < page_count(grid); i++) grid->pages[i] = grid->blank;
  return true;
}

bool as_grid_take_cells(as_grid *grid)
{
  if (grid->count > AS_WHOLE_CELLS) return take_pages(grid);
  grid->all_entry = as_new(grid->memory, grid->count, uint16_t);
  grid->all_terrain = as_new(grid->memory, grid->count, uint16_t);
  grid->all_closed = as_new(grid->memory, grid->count, uint8_t);
  if (!grid->all_entry || !grid->all_terrain || !grid->all_closed) return false;
  clear(grid->all_entry, grid->all_terrain, grid->all_closed, grid->count);
  return true;
}

void as_grid_free_cells(as_grid *grid)
{
  uint32_t i;
  as_free(grid->memory, grid->all_entry, grid->count, uint16_t);
  as_free(grid->memory, grid->all_terrain, grid->count, uint16_t);
  as_free(grid->memory, grid->all_closed, grid->count, uint8_t);
  for (i = 0; grid->pages && i < page_count(grid); i++) {
    if (grid->pages[i] != grid->blank) as_free(grid->memory, grid->pages[i], 1, as_cell_page);
  }
  as_free(grid->memory, grid->pages, page_count(grid), as_cell_page *);
  as_free(grid->memory, grid->blank, 1, as_cell_page);
}

bool as_grid_reserve(as_grid *grid, uint32_t first, uint32_t count)
{
  uint32_t i;
  for (i = first >> AS_PAGE_BITS; grid->pages && i <= (first + count - 1) >> AS_PAGE_BITS; i++) {
    as_cell_page *page;
    if (grid->pages[i] != grid->blank) continue;
    page = as_new(grid->memory, 1, as_cell_page);
    if (!page) return false;
    *page = *grid->blank;
    grid->pages[i] = page;
  }
  return true;
}

/* A cell of a giant grid, if its page was edited; else the first cell of the next page that was, or grid->count. */
static uint32_t skip_blank(const as_grid *grid, uint32_t cell)
{
  uint32_t page = cell >> AS_PAGE_BITS;
  if (grid->pages[page] != grid->blank) return cell;
  while (page < page_count(grid) && grid->pages[page] == grid->blank) page++;
  return page < page_count(grid) ? page << AS_PAGE_BITS : grid->count;
}

uint32_t as_grid_next_closed(const as_grid *grid, uint32_t cell)
{
  uint64_t eight;
  if (grid->all_closed) {
    for (; cell < grid->count && grid->count - cell >= sizeof eight; cell += sizeof eight) {
      memcpy(&eight, grid->all_closed + cell, sizeof eight);
      if (eight != 0) break;
    }
  }
  for (; cell < grid->count; cell++) {
    if (!grid->all_closed) cell = skip_blank(grid, cell);
    if (cell == grid->count || as_grid_closed_steps(grid, cell) != 0) break;
  }
  return cell;
}

uint32_t as_grid_next_node(const as_grid *grid, uint32_t cell)
{
  const uint64_t marks = 0x8000800080008000u;
  uint64_t four;
  if (grid->all_terrain) {
    for (; cell < grid->count && grid->count - cell >= 4; cell += 4) {
      memcpy(&four, grid->all_terrain + cell, sizeof four);
      if (four & marks) break;
    }
  }
  for (; cell < grid->count; cell++) {
    if (!grid->all_terrain) cell = skip_blank(grid, cell);
    if (cell == grid->count || as_grid_has_node(grid, cell)) break;
  }
  return cell;
}
