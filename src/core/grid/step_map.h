/*
** step_map.h: the steps out of each cell that a unit can make, one byte per cell: bit d is set if the step in
** direction d is open. All that decides this is in it: the edges of the map or its wrapping, terrain, closed steps, the
** rule for corners, and the limits on rises where cells have heights. A second byte tells which neighbours the unit can
** never enter.
**
** Squares with four neighbours have no diagonal steps. There the bit of a diagonal direction says that both ways
** there, by two straight steps each, are open.
**
** Steps are computed when they are first needed, for AS_BAND_ROWS rows at once, so that a short search on a large map
** does not pay for all of it: call as_step_map_row() before reading the bytes of a row.
**
** A grid keeps up to AS_STEP_MAPS of them, one for each set of terrains that a unit can enter and its limits, and
** updates them on edits. They are reference counted: who reads one for longer than a call holds it, so that the grid
** may drop it. The kernel cell_search.c and the searches of grid_space.c read them.
*/
#ifndef AS_STEP_MAP_H
#define AS_STEP_MAP_H

#include "base/shared.h"
#include "grid/grid.h"

#define AS_BAND_BITS 5u
#define AS_BAND_ROWS (1u << AS_BAND_BITS)

typedef struct as_step_map {
  as_shared shared;
  uint8_t *steps;    /* by cell */
  uint8_t *barred;   /* by cell: bit d is set if the unit never enters the cell in direction d, or the map ends there */
  uint8_t *made;     /* by band of rows: whether `steps` are computed */
  uint32_t count, bands; /* of cells, of bands */
  as_rules rules;    /* multipliers 1, or NAN where the unit cannot enter; the limits, if cells have heights */
  uint32_t terrains; /* entries of rules.costs, AS_BLOCKED included */
  bool stale;        /* out of date: a cell was given a terrain that rules.costs lacks */
} as_step_map;

/*
** The step map of a unit; it becomes the most recently used. `terrains` is the number of terrains, AS_BLOCKED included.
** NULL if out of memory. O(terrains) if the grid has it; else O(bands), and it may replace the oldest.
*/
ASTAR_API as_step_map *as_step_maps_get(as_grid *grid, const as_rules *rules, uint32_t terrains);

/* Compute the steps of a band of rows. */
ASTAR_API void as_step_map_make(const as_grid *grid, as_step_map *map, uint32_t band);

/* Make sure that the steps out of the cells of a row are computed. O(1), but O(cells in the band) once. */
static inline void as_step_map_row(const as_grid *grid, as_step_map *map, uint32_t row)
{
  if (!map->made[row >> AS_BAND_BITS]) as_step_map_make(grid, map, row >> AS_BAND_BITS);
}

/*
** Update all step maps after the entries, closed steps or heights of the cells of a rectangle have changed. `col` and
** `row` count from 0; the rectangle is not empty and lies on the map. O(cells in it).
*/
ASTAR_API void as_step_maps_update(as_grid *grid, uint32_t col, uint32_t row, uint32_t width, uint32_t height);

/* The same after the entry of one cell, which was `before`, has changed. */
ASTAR_API void as_step_maps_change(as_grid *grid, uint32_t cell, uint32_t before);

/* Drop all step maps of a grid; the bytes that they take; abort if one differs from the cells. */
ASTAR_API void as_step_maps_free(as_grid *grid);
ASTAR_API size_t as_step_maps_memory(const as_grid *grid);
ASTAR_API void as_step_maps_validate(const as_grid *grid);

ASTAR_API as_step_map *as_step_map_hold(as_step_map *map);
ASTAR_API void as_step_map_release(as_step_map *map); /* frees it with the last reference; NULL is accepted */

#endif
