/*
** grid.h: the class "grid": a graph whose first nodes are cells; and how astar.grid{...} makes one:
** grid_options.c reads the options, grid_source.c the cells from rows, CSV or a map file, grid.c puts
** them together.
**
** All that the constructor reads stands at a place of its own on its stack. The new grid is at 1,
** where self would be, since messages count arguments without self. Callbacks and finalizers may
** change the tables that were given, and with the debug library even these places: after each
** call that can run such code they are checked again, by al_check_new_grid() or closer.
*/
#ifndef AL_GRID_H
#define AL_GRID_H

#include "graph.h"

AL_HIDDEN_BEGIN

/* What the class "grid" has besides what graphs have. */
extern const al_members al_grid_members;

int al_new_grid(lua_State *L); /* the constructor */

/* ---- The constructor's stack ---- */

enum {
  GRID_SELF = 1,
  GRID_OPTIONS,
  /* Their values, nil where not given. They are read in this order, so that each can look at those before it. */
  GRID_LAYOUT,
  GRID_NEIGHBOURS,
  GRID_CORNERS,
  GRID_CELL,
  GRID_DIAGONAL,
  GRID_ORIGIN,
  GRID_WRAP,
  GRID_WIDTH,
  GRID_HEIGHT,
  GRID_ROWS,
  GRID_CSV,
  GRID_MAP,
  GRID_LEGEND,
  GRID_GROUND,
  GRID_SIGHT,
  GRID_CACHE, /* table: text or number -> what it says of a cell */
  GRID_WORK,  /* the row that is read; later a bit for each cell that has ground */
  GRID_TOP = GRID_WORK
};

#define GRID_MOST_CELLS 4294967294u

/* ---- grid_options.c ---- */

/* Raise unless the new grid is in its place and open. */
void al_check_new_grid(lua_State *L, const al_graph *g);

/* Put the options in their places and read all but what the sources hold. Sizes that are not given become 0. */
void al_read_grid_options(lua_State *L, astar_grid_def *def);

/* Raise for sizes beyond the limits, or that do not go with the rest. */
void al_check_grid_size(lua_State *L, const astar_grid_def *def);

/* ---- grid_source.c ---- */

/* Read the size from the rows, csv or map, if there is one of them, and look for what is malformed. */
void al_measure_source(lua_State *L, astar_grid_def *def);

/* Set the cells of the new grid from there. */
void al_read_source(lua_State *L, al_graph *g);

AL_HIDDEN_END

#endif
