/*
** cells.h: the interface between a graph and a grid whose cells are its first ids.
**
** The graph stores neither cells nor the steps between neighbouring cells; it asks the grid. Only a cell with
** links other than steps has a node of the graph, its cell node, which holds these links. The graph keeps the
** position and terrain of a cell node equal to those of the cell.
** Cells count from 0 here: cell c has the id c + 1.
*/
#ifndef AS_CELLS_H
#define AS_CELLS_H

#include "base/memory.h"

typedef struct as_grid as_grid;
struct as_near_query;
struct as_components;

/*
** Two distances between the ends of a link: its length, which is its base cost unless it has its own; and the
** unscaled heuristic between them, the denominator of its ratio (see ratios.h). Without cells they are equal.
*/
typedef struct as_span {
  double length, bound;
} as_span;

/* The step from one cell to another. AS_NO_STEP: they are not neighbours. */
typedef enum as_step { AS_NO_STEP, AS_STEP_CLOSED, AS_STEP_OPEN } as_step;

typedef struct as_cell_ops {
  void (*destroy)(as_grid *grid);
  size_t (*memory)(const as_grid *grid); /* bytes that the graph's own as_memory does not count */
  void (*validate)(const as_grid *grid);
  /* NULL if out of memory, or if it has none: see components.h. */
  struct as_components *(*create_components)(astar_graph *g);

  /* ---- Properties of a cell ---- */

  void (*position)(const as_grid *grid, uint32_t cell, double xyz[3]);
  astar_tile (*tile)(const as_grid *grid, uint32_t cell);
  /*
  ** Take the memory that edits of `count` cells may need, or edits of a cell and of the steps from and to it: before
  ** set(), mark_node(), and where set_step() and isolate() close steps. False if out of memory.
  */
  bool (*reserve)(as_grid *grid, uint32_t first, uint32_t count);
  bool (*reserve_around)(as_grid *grid, uint32_t cell);
  void (*set)(as_grid *grid, uint32_t cell, astar_terrain terrain, bool blocked);
  void (*set_height)(as_grid *grid, uint32_t cell, double z);
  /* Take the memory for terrains below `count`, AS_BLOCKED included; false if out of memory. */
  bool (*reserve_terrains)(as_grid *grid, uint32_t count);
  /* Take the memory that set_height() needs; false if out of memory. */
  bool (*reserve_heights)(as_grid *grid);

  /* ---- Steps ---- */

  as_step (*step)(const as_grid *grid, uint32_t from, uint32_t to);
  /* Open or close the step from one cell to another. Returns whether this changed a step. */
  bool (*set_step)(as_grid *grid, uint32_t from, uint32_t to, bool open);
  /* Close all steps out of a cell and into it. Returns whether this changed any. */
  bool (*isolate)(as_grid *grid, uint32_t cell);
  /* Returns the number of open steps out of a cell; writes `to` and `cost` of the one at `index`, if there is one. */
  uint32_t (*steps)(const as_grid *grid, uint32_t cell, uint32_t index, astar_link *step);

  /* ---- Links ---- */

  /* The span between two positions; `from` and `to` are their cells, or AS_NO_SLOT for waypoints. */
  as_span (*span)(const as_grid *grid, uint32_t from, const double a[3], uint32_t to, const double b[3]);
  /* Record that a cell has a node; or has none. */
  void (*mark_node)(as_grid *grid, uint32_t cell);
  void (*unmark_node)(as_grid *grid, uint32_t cell);
  /* The lowest cell >= `cell` that has a node, or the number of cells. */
  uint32_t (*next_node)(const as_grid *grid, uint32_t cell);

  /* ---- Places ---- */

  /* The size of the largest square of cells. */
  uint32_t (*largest_square)(const as_grid *grid);
  /* Call as_near_report() for each cell that may answer a query; see near.h. */
  void (*near)(const as_grid *grid, struct as_near_query *query);
} as_cell_ops;

#endif
