/*
** grid.h: the class "grid", a graph whose first nodes are cells, and its constructor astar.grid{...}: grid_options.c
** reads the options, grid_source.c the cells from rows, CSV or a map file, grid.c makes the grid from both.
**
** Everything that the constructor reads has a fixed stack slot. The new grid is at 1, in place of self, so that
** messages number the arguments correctly. Callbacks and finalizers may change the tables that were given, and, with
** the debug library, even these slots: after each call that can run such code the slots in use are checked again.
*/
#ifndef AL_GRID_H
#define AL_GRID_H

#include "graph.h"

AL_HIDDEN_BEGIN

/* The members of the class "grid" beyond those of graphs. */
extern const al_members al_grid_members;
extern const al_members al_grid_terrain_members; /* grid_terrains.c */
extern const al_members al_grid_sight_members;   /* grid_sight.c */

int al_new_grid(lua_State *L); /* the constructor */

/* ---- Arguments of methods ---- */

/* Self as an open grid. */
al_graph *al_check_grid(lua_State *L);

/* Self as an open grid with `args` arguments; pushes the environment, as al_begin_space() does. */
al_graph *al_begin_grid(lua_State *L, int args);

/* The level at an argument, the first if it is not given; raises if the map does not have it: level.c. */
uint32_t al_check_level(lua_State *L, const al_graph *g, int arg);

/* A number as one that counts from 1, or 0: it is none. */
uint32_t al_counted(double value);

/* The cell in a column and row of a level, or ASTAR_NO_ID. Accepts any numbers. */
astar_id al_find_cell(const al_graph *g, double col, double row, double level);

/* The cell in the column at 2, the row at 3 and the level at an argument; raises if it is outside the map. */
astar_id al_check_cell(lua_State *L, const al_graph *g, int level);

/* The rectangle given by column, row, width and height from 2 on, clipped to the map; width or height may be 0. */
typedef struct al_rectangle {
  uint32_t col, row, width, height;
} al_rectangle;
al_rectangle al_check_rectangle(lua_State *L, const al_graph *g);

/* ---- The constructor's stack ---- */

enum {
  GRID_SELF = 1,
  GRID_OPTIONS,
  /* The values of the options, nil if not given. They are read in this order: a check may depend on earlier ones. */
  GRID_LAYOUT,
  GRID_NEIGHBOURS,
  GRID_CORNERS,
  GRID_CELL,
  GRID_STEP,
  GRID_DIAGONAL,
  GRID_ORIGIN,
  GRID_WRAP,
  GRID_WIDTH,
  GRID_HEIGHT,
  GRID_LEVELS,
  GRID_LEVEL_HEIGHT,
  GRID_ROWS,
  GRID_CSV,
  GRID_MAP,
  GRID_LEGEND,
  GRID_GROUND,
  GRID_SIGHT,
  GRID_SOURCES, /* table: with levels, the csv or map of each (grid_source.c) */
  GRID_CACHE, /* table: text or number -> tile (grid_source.c) */
  GRID_WORK,  /* the current row; later a userdata with a bit for each cell, set if it has ground */
  GRID_TOP = GRID_WORK
};

#define GRID_MOST_CELLS 4294967294u

/* ---- grid_options.c ---- */

/* Raise unless the new grid is at GRID_SELF and open. */
void al_check_new_grid(lua_State *L, const al_graph *g);

/* Copy the options to their slots, check them and fill the definition; sizes not given are 0. Sources are not read. */
void al_read_grid_options(lua_State *L, astar_grid_def *def);

/* Raise if the size exceeds a limit or contradicts other options. */
void al_check_grid_size(lua_State *L, const astar_grid_def *def);

/* ---- grid_source.c ---- */

/* Set the size from the rows, csv or map, if given. Raises for a malformed source or legend. */
void al_measure_source(lua_State *L, astar_grid_def *def);

/* Set the cells of the new grid from the source. */
void al_read_source(lua_State *L, al_graph *g);

AL_HIDDEN_END

#endif
