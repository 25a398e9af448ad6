/*
** grid.h: how astar.grid{...} makes a grid: shape.c reads the options, tiles.c the sources of
** cells, grid.c puts it together.
**
** All that is read stands at a place of its own on the constructor's stack. The new grid is at 1,
** where self would be, since messages count arguments without self. Callbacks and finalizers may
** change the tables that were given, and with the debug library even these places: after each
** call that can run such code they are looked at again, by al_steady() or closer.
*/
#ifndef AL_GRID_H
#define AL_GRID_H

#include "binding.h"

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

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif

/* ---- shape.c ---- */

/* Put the options in their places and read all but what the sources hold. Sizes that are not given become 0. */
void al_read_shape(lua_State *L, astar_grid_def *def);

/* Raise for sizes beyond the limits, or that do not go with the rest. */
void al_check_shape(lua_State *L, const astar_grid_def *def);

/* ---- tiles.c ---- */

/* Read the size from the rows, csv or map, if there is one of them, and look for what is malformed. */
void al_measure_tiles(lua_State *L, astar_grid_def *def);

/* Set the cells of the new grid from there. */
void al_set_tiles(lua_State *L, al_graph *g);

/* ---- grid.c ---- */

/* Raise unless the new grid is in its place and open. */
void al_steady(lua_State *L, const al_graph *g);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#endif
