/* near_cells.h: queries for what lies near a place, as far as cells are concerned. */
#ifndef AS_NEAR_CELLS_H
#define AS_NEAR_CELLS_H

#include "grid/grid.h"

struct as_near_query;

/* Report the cells that a query asks for. Of `near` in as_cell_ops. */
ASTAR_API void as_near_cells(const as_grid *grid, struct as_near_query *query);

#endif
