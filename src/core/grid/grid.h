/*
** grid.h: the cells of a grid: what they are made of, where they lie, and which steps lead from one to the next.
** The cells are those below a graph, whose first slots they are (see graph/cells.h); they count from 0.
**
** The eight cells around a cell are its directions 0 to 7, row by row and left to right:
**
**   0 1 2
**   3 . 4     7 - d leads back
**   5 6 7
**
** Hexagons use six of them, which depends on whether their row or column is staggered.
**
** Beside its place in the world (x, y, z), a cell or waypoint has grid coordinates (u, v, z), in which the cells
** have small whole numbers, so that what is computed from them is exact: column and row; on hexagons half cells
** along the staggered axis. The metric, a lower bound of the cost between two places, is a norm of the
** difference of their grid coordinates: the octile distance on squares with eight directions.
*/
#ifndef AS_GRID_H
#define AS_GRID_H

#include "base/layout.h"
#include "geometry/distance.h"
#include "graph/cells.h"
#include "rules/units.h"

#define AS_DIRECTIONS 8u
#define AS_CELL_TERRAIN 0x3FFFu
#define AS_CELL_NODE 0x8000u /* the cell has a node, which holds links of its own */
#define AS_BITMAPS 16u

struct as_bitmap;

struct as_grid {
  as_memory *memory; /* the graph's */
  astar_grid_def def;
  uint32_t width, height, count;
  uint64_t per_width[2];  /* 2^64 / width, rounded up: its upper and its lower half */
  uint16_t *entry;        /* by cell: the terrain whose multiplier entering it costs, or AS_BLOCKED */
  uint16_t *terrain;      /* by cell: the terrain, of blocked cells too, and AS_CELL_NODE */
  uint8_t *closed;        /* by cell: a bit for each direction whose step is closed */
  double *heights;        /* by cell; NULL: all at the origin's */
  uint32_t closed_cells;  /* cells with a bit in `closed` */
  uint32_t *counts;       /* cells by entry */
  uint32_t counts_capacity;
  bool staggered, by_row; /* hexagons, in rows */
  bool eight;             /* squares with diagonals */
  int open_corners;       /* of the two cells beside a diagonal step: how many must be open */
  bool tiny;              /* it wraps around one or two cells, where several directions lead to the same cell */
  uint8_t directions[2];  /* directions that have steps, as bits; of cells that are not staggered, and that are */
  double steps[AS_DIRECTIONS]; /* their lengths */
  uint32_t offsets[AS_DIRECTIONS]; /* from an inner cell to its neighbours, modulo 2^32 */
  double straight[2], diagonal; /* of the metric: lengths along u and v, and of both at once */
  double stretch[2];      /* along u and v, for straight distances */
  double period[2];       /* along u and v; 0: does not wrap */
  double pitch[2];        /* hexagons: distance in the world of one along u and v */
  double first[2];        /* hexagons: the middle of the first cell, from the origin */
  struct as_bitmap *bitmaps[AS_BITMAPS]; /* for jump points, the one asked for last first */
  uint32_t bitmap_count;
};

/* A grid in memory of its graph. False if out of memory; that leaves something that as_grid_free() takes. */
ASTAR_API bool as_grid_init(as_grid *grid, as_memory *m, const astar_grid_def *def);
ASTAR_API void as_grid_free(as_grid *grid);

/* Make sure that cells of so many terrains (AS_BLOCKED among them) can be counted, and that heights can be set. */
ASTAR_API bool as_grid_reserve_terrains(as_grid *grid, uint32_t count);
ASTAR_API bool as_grid_reserve_heights(as_grid *grid);

static inline uint32_t as_grid_row(const as_grid *grid, uint32_t cell)
{
  /* cell / width, exact for 32 bits and faster than a division */
  return (uint32_t)((cell * grid->per_width[0] + (cell * grid->per_width[1] >> 32)) >> 32);
}

static inline uint32_t as_grid_col(const as_grid *grid, uint32_t cell)
{
  return cell - as_grid_row(grid, cell) * grid->width;
}

static inline bool as_grid_blocked(const as_grid *grid, uint32_t cell)
{
  return grid->entry[cell] == AS_BLOCKED;
}

static inline double as_grid_height(const as_grid *grid, uint32_t cell)
{
  return grid->heights ? grid->heights[cell] : grid->def.origin[2];
}

/* Set what a cell is made of; its bitmaps are the caller's. */
static inline void as_grid_set(as_grid *grid, uint32_t cell, astar_terrain terrain, bool blocked)
{
  uint32_t entry = blocked ? AS_BLOCKED : terrain;
  grid->counts[grid->entry[cell]]--;
  grid->counts[entry]++;
  grid->entry[cell] = (uint16_t)entry;
  grid->terrain[cell] = (uint16_t)((grid->terrain[cell] & AS_CELL_NODE) | terrain);
}

/* ---- Steps ---- */

/* The cell one step away in a direction, or AS_NO_SLOT where there is none. Closed steps are steps too. */
ASTAR_API uint32_t as_grid_step(const as_grid *grid, uint32_t cell, uint32_t direction);

/* The first step of a cell from *direction on: the cell it leads to, or AS_NO_SLOT if there are no more. */
static inline uint32_t as_grid_next_step(const as_grid *grid, uint32_t cell, uint32_t *direction)
{
  uint32_t to = AS_NO_SLOT;
  while (*direction < AS_DIRECTIONS && (to = as_grid_step(grid, cell, *direction)) == AS_NO_SLOT) ++*direction;
  return to;
}

/* Whether a cell is off the edge of the map, so that `offsets` leads to its neighbours. */
static inline bool as_grid_inner(const as_grid *grid, uint32_t cell)
{
  uint32_t row = as_grid_row(grid, cell), col = cell - row * grid->width;
  return col - 1 < grid->width - 2 && row - 1 < grid->height - 2;
}

/* The directions in which an inner cell has steps, closed or not, as bits. */
static inline uint32_t as_grid_directions(const as_grid *grid, uint32_t cell)
{
  uint32_t row = as_grid_row(grid, cell);
  return grid->directions[(grid->by_row ? row : cell - row * grid->width) & 1];
}

/* The direction of the step from one cell to another, or AS_DIRECTIONS. */
ASTAR_API uint32_t as_grid_direction(const as_grid *grid, uint32_t from, uint32_t to);

ASTAR_API double as_grid_step_length(const as_grid *grid, uint32_t from, uint32_t to, uint32_t direction);

static inline bool as_grid_closed(const as_grid *grid, uint32_t cell, uint32_t direction)
{
  return grid->closed[cell] >> direction & 1;
}

ASTAR_API void as_grid_set_closed(as_grid *grid, uint32_t cell, uint32_t direction, bool closed);

/* The first cell after the cell `after` with which a cell shares a step that is closed either way, or AS_NO_SLOT. */
ASTAR_API uint32_t as_grid_next_wall(const as_grid *grid, uint32_t cell, uint32_t after);

/* A cell from `cell` on before which no cell shares a closed step with a later one, or `count`. */
ASTAR_API uint32_t as_grid_skip_open(const as_grid *grid, uint32_t cell);

/*
** What the step in a direction costs: INFINITY if the unit cannot make it, NAN if it can never enter the cell
** `to` that it leads to.
*/
ASTAR_API double as_grid_step_cost(const as_grid *grid, const as_rules *rules, uint32_t from, uint32_t to,
                                   uint32_t direction);

/* ---- Places ---- */

/* The place of a cell in grid coordinates, and in the world. */
ASTAR_API void as_grid_cell_coordinates(const as_grid *grid, uint32_t cell, double uvz[3]);
ASTAR_API void as_grid_cell_world(const as_grid *grid, uint32_t cell, double xyz[3]);

/* From the world to grid coordinates, and back. */
ASTAR_API void as_grid_coordinates(const as_grid *grid, const double xyz[3], double uvz[3]);
ASTAR_API void as_grid_world(const as_grid *grid, const double uvz[3], double xyz[3]);

/* The corners of a cell as it is drawn; see astar_grid_outline(). How many. */
ASTAR_API uint32_t as_grid_outline(const as_grid *grid, uint32_t cell, double corners[2 * ASTAR_MOST_CORNERS]);

/* The absolute difference of two coordinates along an axis that wraps after `period`, unless that is 0. */
static inline double as_wrapped(double difference, double period)
{
  difference = fabs(difference);
  if (period > 0) difference = fabs(difference - period * floor(difference / period + 0.5));
  return difference;
}

/* The metric between two places, in grid coordinates. */
static inline double as_grid_metric(const as_grid *grid, const double a[3], const double b[3])
{
  double u = as_wrapped(a[0] - b[0], grid->period[0]), v = as_wrapped(a[1] - b[1], grid->period[1]);
  double z = a[2] - b[2], length;
  if (grid->staggered) {
    double across = grid->by_row ? v : u;
    length = (u + v) / 2;
    length = (length > across ? length : across) * grid->straight[0];
  } else {
    length = as_octile_steps(u, v, grid->straight[0], grid->straight[1], grid->diagonal);
  }
  return z == 0 && length < DBL_MAX ? length : as_length(length, 0, z);
}

/* The straight distance between two places in the lengths of steps; its parts along u, v and z. */
ASTAR_API double as_grid_distance(const as_grid *grid, const double a[3], const double b[3]);
ASTAR_API void as_grid_offset(const as_grid *grid, const double a[3], const double b[3], double offset[3]);

/* The least length of a step per straight distance, or 1 if that is less. */
ASTAR_API double as_grid_straight(const as_grid *grid);

/* The way in the world that leads once around the map along each axis; 0 where it does not wrap. */
ASTAR_API void as_grid_wrap(const as_grid *grid, double wrap[2][2]);

/* The least multiplier of the cells that there are and the unit can enter; INFINITY if there are none. */
ASTAR_API double as_grid_scale(const as_grid *grid, const as_rules *rules);

/* The cell under a point of the world, or AS_NO_SLOT. */
ASTAR_API uint32_t as_grid_at(const as_grid *grid, double x, double y);

/* The cell in a column and row, counted from 0, or AS_NO_SLOT. */
static inline uint32_t as_grid_cell_at(const as_grid *grid, int64_t col, int64_t row)
{
  if (col < 0 || row < 0 || col >= grid->width || row >= grid->height) return AS_NO_SLOT;
  return (uint32_t)row * grid->width + (uint32_t)col;
}

ASTAR_API void as_grid_validate(const as_grid *grid);

/* ---- near_cells.c ---- */

/* Report the cells that a query asks for. */
ASTAR_API void as_near_cells(const as_grid *grid, struct as_near_query *query);

#endif
