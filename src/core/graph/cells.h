/*
** cells.h: the interface by which a grid puts its cells under a graph.
**
** The first ids of such a graph are cells: nodes that the graph does not store, but asks its grid for. Nor are
** the steps between neighbouring cells stored. Only a cell that has further links gets a node of the graph, a
** cell node, which holds them; the graph keeps its position and terrain equal to those of the cell.
** Here cells count from 0: the cell with id 1 is cell 0.
*/
#ifndef AS_CELLS_H
#define AS_CELLS_H

#include "base/memory.h"

typedef struct as_grid as_grid;
struct as_near_query;

/*
** How long a link between two places is if it has no cost of its own, and the lower bound of its cost that
** heuristics rest on: the heuristic's distance. In a graph without cells the two are the same.
*/
typedef struct as_span {
  double length, bound;
} as_span;

/* The step from one cell to another: neighbours have one, open or closed. */
typedef enum as_step { AS_NO_STEP, AS_STEP_CLOSED, AS_STEP_OPEN } as_step;

typedef struct as_cell_ops {
  void (*destroy)(as_grid *grid);
  size_t (*memory)(const as_grid *grid); /* beyond what is counted in the graph's memory */
  void (*validate)(const as_grid *grid);

  /* ---- What a cell is made of ---- */

  void (*position)(const as_grid *grid, uint32_t cell, double xyz[3]);
  astar_tile (*tile)(const as_grid *grid, uint32_t cell);
  void (*set)(as_grid *grid, uint32_t cell, astar_terrain terrain, bool blocked);
  void (*set_height)(as_grid *grid, uint32_t cell, double z);
  /* Make sure that cells can be made of so many terrains (AS_BLOCKED among them), and have heights. */
  bool (*reserve_terrains)(as_grid *grid, uint32_t count);
  bool (*reserve_heights)(as_grid *grid);

  /* ---- Steps ---- */

  as_step (*step)(const as_grid *grid, uint32_t from, uint32_t to);
  /* Open or close the step from one cell to another. Whether there is one that this changed. */
  bool (*set_step)(as_grid *grid, uint32_t from, uint32_t to, bool open);
  /* Close all steps out of a cell and into it. Whether that changed any. */
  bool (*isolate)(as_grid *grid, uint32_t cell);
  /* How many open steps lead out of a cell. If there is one with that index, writes where it leads and its length. */
  uint32_t (*steps)(const as_grid *grid, uint32_t cell, uint32_t index, astar_link *step);

  /* ---- Links ---- */

  /* Of a link between two places, each that of a cell, or of a waypoint (AS_NO_SLOT). */
  as_span (*span)(const as_grid *grid, uint32_t from, const double a[3], uint32_t to, const double b[3]);
  /* Mark a cell as one that has a node; and the first such cell from `cell` on, or the number of cells. */
  void (*mark_node)(as_grid *grid, uint32_t cell);
  uint32_t (*next_node)(const as_grid *grid, uint32_t cell);

  /* ---- Places ---- */

  /* Report the cells that a query asks for; see near.h. */
  void (*near)(const as_grid *grid, struct as_near_query *query);
} as_cell_ops;

#endif
