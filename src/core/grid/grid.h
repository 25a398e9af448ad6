/*
** grid.h: the cells of a grid: what they are made of, where they lie, which steps lead from one
** to the next. Owned by a graph; graph.c edits it, searches read it. Cells are slots here.
**
** The eight cells around a cell are its directions 0 to 7, row by row and left to right:
**
**   0 1 2
**   3 . 4     7 - d leads back
**   5 6 7
**
** Hexagons use six of them, which depends on whether their row or column is staggered.
**
** Beside the place of a cell or waypoint in the world there is its place on the chart (u, v, z),
** where cells have small whole coordinates, so that what is computed from them is exact: columns
** and rows; on hexagons half cells along the staggered axis. The metric, a lower bound of the
** cost between two places, is a norm of their difference there.
*/
#ifndef AS_GRID_H
#define AS_GRID_H

#include "geometry/distance.h"
#include "base/layout.h"
#include "graph/cell_links.h"
#include "rules/units.h"

#define AS_DIRECTIONS 8u
#define AS_CELL_TERRAIN 0x3FFFu
#define AS_CELL_PORT 0x8000u /* it has links of its own */

typedef struct as_grid {
  astar_grid_def def;
  uint32_t width, height, count;
  uint64_t per_width[2];  /* 2^64 / width, rounded up: its upper and its lower half */
  uint16_t *ground;       /* by cell: the terrain that is entered, or AS_BLOCKED */
  uint16_t *terrain;      /* by cell: the terrain also of what is blocked, and AS_CELL_PORT */
  uint8_t *closed;        /* by cell: a bit for each direction whose step is closed */
  double *heights;        /* by cell; NULL: all at the origin's */
  uint32_t closed_cells;  /* with a bit in `closed` */
  uint32_t *counts;       /* cells by ground */
  uint32_t counts_capacity;
  as_ports ports;
  bool staggered, by_row; /* hexagons, in rows */
  bool eight;             /* squares with eight ways */
  int ways_round;         /* of a diagonal: how many must be open */
  bool tiny;              /* it wraps around one or two cells, where neighbours coincide */
  uint8_t ways[2];        /* directions there are, as bits; of cells that are not staggered, and that are */
  double steps[AS_DIRECTIONS]; /* their lengths */
  uint32_t offsets[AS_DIRECTIONS]; /* how far off the neighbours of an inner cell are; wraps around */
  double straight[2], diagonal; /* of the metric: lengths along u and v, and of both at once */
  double stretch[2];      /* along u and v, for straight distances */
  double period[2];       /* along u and v; 0: does not wrap */
  double pitch[2];        /* hexagons: how far in the world one on the chart is */
  double first[2];        /* hexagons: the middle of the first cell, from the origin */
} as_grid;

/* ASTAR_NO_MEMORY leaves something that as_grid_free() takes. */
ASTAR_API astar_result as_grid_init(as_grid *grid, as_memory *m, const astar_grid_def *def);
ASTAR_API void as_grid_free(as_grid *grid, as_memory *m);

/* Room to count cells of so many terrains (AS_BLOCKED among them). */
ASTAR_API bool as_grid_reserve_terrains(as_grid *grid, as_memory *m, uint32_t count);

/* Make sure that heights can be set. */
ASTAR_API bool as_grid_reserve_heights(as_grid *grid, as_memory *m);

static inline uint32_t as_grid_row(const as_grid *grid, uint32_t cell)
{
  /* cell / width, exact for 32 bits, and faster than dividing. */
  return (uint32_t)((cell * grid->per_width[0] + (cell * grid->per_width[1] >> 32)) >> 32);
}

static inline uint32_t as_grid_col(const as_grid *grid, uint32_t cell)
{
  return cell - as_grid_row(grid, cell) * grid->width;
}

static inline bool as_grid_blocked(const as_grid *grid, uint32_t cell)
{
  return grid->ground[cell] == AS_BLOCKED;
}

static inline double as_grid_height(const as_grid *grid, uint32_t cell)
{
  return grid->heights ? grid->heights[cell] : grid->def.origin[2];
}

/* Set what a cell is made of. */
ASTAR_API void as_grid_set(as_grid *grid, uint32_t cell, astar_terrain terrain, bool blocked);

/* ---- Steps ---- */

/* The cell one step off in a direction, or AS_NO_SLOT where there is none. Closed steps are steps too. */
ASTAR_API uint32_t as_grid_step(const as_grid *grid, uint32_t cell, uint32_t direction);

/* Whether a cell has all its neighbours, each where `offsets` says. */
static inline bool as_grid_inner(const as_grid *grid, uint32_t cell)
{
  uint32_t row = as_grid_row(grid, cell), col = cell - row * grid->width;
  return col - 1 < grid->width - 2 && row - 1 < grid->height - 2;
}

/* The directions of the steps that a cell has, be they closed, unless it lies at the edge of the map. */
static inline uint32_t as_grid_ways(const as_grid *grid, uint32_t cell)
{
  uint32_t row = as_grid_row(grid, cell);
  return grid->ways[(grid->by_row ? row : cell - row * grid->width) & 1];
}

/* The direction of the step from one cell to another, or AS_DIRECTIONS. */
ASTAR_API uint32_t as_grid_direction(const as_grid *grid, uint32_t from, uint32_t to);

ASTAR_API double as_grid_step_length(const as_grid *grid, uint32_t from, uint32_t to, uint32_t direction);

static inline bool as_grid_closed(const as_grid *grid, uint32_t cell, uint32_t direction)
{
  return grid->closed[cell] >> direction & 1;
}

ASTAR_API void as_grid_set_closed(as_grid *grid, uint32_t cell, uint32_t direction, bool closed);

/*
** Of the neighbours of a cell with which it shares a step that is closed, one way or both, the first
** one after the cell `after`; AS_NO_SLOT if there is none.
*/
ASTAR_API uint32_t as_grid_walled(const as_grid *grid, uint32_t cell, uint32_t after);

/* A cell from `cell` on before which no cell shares a closed step with a later one, or `count`. */
ASTAR_API uint32_t as_grid_skip_open(const as_grid *grid, uint32_t cell);

/*
** What the step in a direction costs a mover: INFINITY if it cannot be made, NAN if the cell
** it leads to can never be entered. `to` is that cell.
*/
ASTAR_API double as_grid_step_cost(const as_grid *grid, const as_mover *mover, uint32_t from, uint32_t to,
                                   uint32_t direction);

/* ---- Places ---- */

/* The place of a cell on the chart, and in the world. */
ASTAR_API void as_grid_cell_chart(const as_grid *grid, uint32_t cell, double uvz[3]);
ASTAR_API void as_grid_cell_world(const as_grid *grid, uint32_t cell, double xyz[3]);

/* The corners of a cell as it is drawn; see astar_grid_outline(). How many. */
ASTAR_API uint32_t as_grid_outline(const as_grid *grid, uint32_t cell, double corners[2 * ASTAR_MOST_CORNERS]);

/* From the chart into the world. */
ASTAR_API void as_grid_world(const as_grid *grid, const double uvz[3], double xyz[3]);

/* From the world onto the chart. */
ASTAR_API void as_grid_chart(const as_grid *grid, const double xyz[3], double uvz[3]);

/* How long the shorter way is along an axis that is `period` around, if it wraps at all; the same both ways. */
static inline double as_around(double difference, double period)
{
  difference = fabs(difference);
  if (period > 0) difference = fabs(difference - period * floor(difference / period + 0.5));
  return difference;
}

/* The metric between two places on the chart. */
static inline double as_grid_metric(const as_grid *grid, const double a[3], const double b[3])
{
  double u = as_around(a[0] - b[0], grid->period[0]), v = as_around(a[1] - b[1], grid->period[1]);
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

/* The straight way between two places on the chart, in the lengths of steps; its parts along u, v and z. */
ASTAR_API double as_grid_distance(const as_grid *grid, const double a[3], const double b[3]);
ASTAR_API void as_grid_offset(const as_grid *grid, const double a[3], const double b[3], double offset[3]);

/* The least length of a step per straight distance, or 1 if that is less. */
ASTAR_API double as_grid_straight(const as_grid *grid);

/* How far in the world one gets by going once around along each axis; 0 where it does not wrap. */
ASTAR_API void as_grid_wrap(const as_grid *grid, double wrap[2][2]);

/* The least metric that steps have, for a mover: its least multiplier among the cells it can enter; INFINITY if there are none. */
ASTAR_API double as_grid_scale(const as_grid *grid, const as_mover *mover);

/* The cell under a point of the world, or AS_NO_SLOT. */
ASTAR_API uint32_t as_grid_at(const as_grid *grid, double x, double y);

/* The cell in a column and row, counted from 0, or AS_NO_SLOT. */
static inline uint32_t as_grid_cell_at(const as_grid *grid, int64_t col, int64_t row)
{
  if (col < 0 || row < 0 || col >= grid->width || row >= grid->height) return AS_NO_SLOT;
  return (uint32_t)row * grid->width + (uint32_t)col;
}

ASTAR_API void as_grid_validate(const as_grid *grid);

#endif
