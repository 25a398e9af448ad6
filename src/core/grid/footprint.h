/*
** footprint.h: the cells of a grid as a unit of a size above 1 sees them. The unit covers a square of size x size
** cells: its own cell, and those to the right and down, around the edges where the map wraps.
**
** The view is a grid of its own, of the same layout, on which a unit of one cell finds just what the large unit finds
** on the map:
**
**   entry    the dearest of the square; AS_BLOCKED where the unit does not fit: a cell of the square is closed to it or
**            off the map, or there is a wall within (a step between two cells of the square that is closed both ways)
**   closed   the steps that some cell of the square cannot make along: those closed to it, where they lead to a cell of
**            the next square. On squares all cells make the same step; of hexagons those that stay in the block
**   heights  those of the map: the unit has the height of its own cell
**
** So all that reads cells (step maps, kernels, jump points, the search for near cells) reads the view instead, and is
** as fast. Diagonals follow from these: the two ways round are straight steps of the whole square.
**
** A view depends on the size and on how the costs of terrains are ordered. It is made when a query needs it, in
** O(cells * log size), and then follows each edit; a sliding maximum (van Herk 1992; Gil & Werman 1993) makes that
** O(log size) a cell. One that is not used while the map is edited all over is dropped. It takes 3 bytes a cell, and
** some kilobytes for its computation; for large sizes 10 * size² bytes.
*/
#ifndef AS_FOOTPRINT_H
#define AS_FOOTPRINT_H

#include "graph/node.h"
#include "grid/grid.h"

/* Most views that a grid keeps, if not more are in use at once. */
#define AS_FOOTPRINTS 8u

/*
** The view for the rules of a unit with a size above 1, no larger than the map. NULL if out of memory. `terrains` is
** the number of terrains, AS_BLOCKED included, and `version` that of the graph. It stays as long as the graph has this
** version: so long may a search read it. O(terrains * views); and as above if it has to be made.
*/
ASTAR_API as_grid *as_footprint_get(as_grid *grid, const as_rules *rules, uint32_t terrains, uint64_t version);

/*
** Update all views after the entries or closed steps of the cells of a rectangle have changed. `col` and `row` count
** from 0; the rectangle is not empty and lies on the map. O(cells in it, enlarged by `size`, * log size) for each.
*/
ASTAR_API void as_footprint_update(as_grid *grid, uint32_t col, uint32_t row, uint32_t width, uint32_t height);

/* The same after the entry of one cell, which was `before`, has changed; after its height has changed. */
ASTAR_API void as_footprint_change(as_grid *grid, uint32_t cell, uint32_t before);
ASTAR_API void as_footprint_tilt(as_grid *grid, uint32_t cell);

/* Call after as_grid_reserve_heights(). */
ASTAR_API void as_footprint_raise(as_grid *grid);

/*
** Drop all views of a grid; the bytes that the graph's as_memory does not count; abort if one differs from the cells.
*/
ASTAR_API void as_footprint_free(as_grid *grid);
ASTAR_API size_t as_footprint_memory(const as_grid *grid);
ASTAR_API void as_footprint_validate(const as_grid *grid);

/* ---- One square, without a view: slow, for the lack of memory and for tests ---- */

/*
** What decides the cost of entering a cell: the dearest entry of its square, AS_BLOCKED if the unit does not fit.
** O(size²).
*/
ASTAR_API uint32_t as_footprint_entry(const as_grid *grid, const as_rules *rules, uint32_t cell);

/* As as_grid_step_cost(), for a unit of any size. O(size²). */
ASTAR_API double as_footprint_step_cost(const as_grid *grid, const as_rules *rules, uint32_t from, uint32_t to,
                                    uint32_t direction);

/* ---- Links ---- */

/* As as_link_cost(), for a unit of any size: a link to a cell joins the squares at its ends. */
static inline double as_grid_link_cost(const astar_graph *g, const as_rules *rules, const as_node *from,
                                       const as_node *to, const as_link *link)
{
  const uint32_t cell = rules->view ? as_cell_of(g, to) : AS_NO_SLOT;
  if (rules->discs) return INFINITY;
  return as_link_cost_to(rules, from, to, link,
                         cell == AS_NO_SLOT ? as_node_entry(to) : as_grid_entry(as_grid_view(g->grid, rules), cell));
}

#endif
