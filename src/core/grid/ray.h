/*
** ray.h: the cells that a straight segment crosses, on a grid of any layout, exactly: in integers.
**
** Cells have lattice coordinates, in which all their corners are whole numbers. Squares and isometric cells are unit
** squares: those of column c and row r begin at (c, r). Of hexagons the first coordinate runs along the staggered
** lines, in half cells, and the second across them, in quarters of a cell: hexagon i of line j has its middle at
** (2i + stagger + 1, 3j + 2). A ray has ends that are whole multiples of 2^-shift. Beyond the edges of the map, the
** lattice goes on: where the map wraps with the cells of the other side, else without cells.
**
** A segment consists of pieces: inside one cell, or along the edge between two. It goes from one to the next across an
** edge, or through a corner. A corner has two sides: the cells that lie on the left of the segment there, in the order
** in which it passes them, and those on its right; both include the cells that it comes from and goes to. Left and
** right are meant as on a screen, with y downwards, but for hexagons in columns the other way round.
*/
#ifndef AS_RAY_H
#define AS_RAY_H

#include "grid/grid.h"

/* Any segment on a map, with the edges of cells around it, can have ends with so many binary places. */
#define AS_RAY_SHIFT 12u

typedef struct as_ray_side {
  uint32_t cells[3], count;
} as_ray_side;

typedef struct as_ray {
  const as_grid *grid;
  /* The piece: its cells, left and right, which are equal inside a cell, and AS_NO_SLOT off the map. */
  uint32_t cells[2];
  int64_t begin, begin_all, end, end_all; /* it goes from begin / begin_all of the segment to end / end_all */
  /* What is between it and the piece before; undefined at the first one. */
  uint32_t before;      /* that piece's cell, if it is not a corner */
  bool corner;
  as_ray_side sides[2]; /* of a corner, left and right */
  /* For next(). */
  uint32_t shift;
  bool started, edge;   /* the piece is an edge */
  uint32_t exit;        /* hexagons: where the segment leaves it: 2k for corner k, 2k + 1 for the edge after it */
  int64_t from[2], to[2];
  int64_t way[2];       /* to - from */
  int64_t col, row;     /* squares: of the cell, the left one of an edge; hexagons: place in the line, and the line */
  int64_t other[2];     /* squares: column and row of the right cell of an edge, relative to the left one */
  int64_t sign[2];      /* squares: of `way` */
  int64_t next[2], add[2], full; /* squares: where the segment meets the next column and row, in units of 1 / full */
  int64_t center[2];    /* hexagons: of the cell; of an edge its end, in whole units */
  int64_t along[2];     /* hexagons: vector of the edge */
  uint32_t front;       /* hexagons: the first edge, clockwise, by which the segment may leave a cell */
  int64_t moves[6];     /* hexagons: what `aside` changes by to each neighbour */
  int64_t aside, offsets[6]; /* hexagons: 2^-shift * (way x (center - from)), and the same for corners from `front` on,
                             relative to it */
} as_ray;

/* Begin a segment: call as_ray_next() for the first piece. */
ASTAR_API void as_ray_begin(as_ray *ray, const as_grid *grid, uint32_t shift, const int64_t from[2],
                            const int64_t to[2]);

/*
** On hexagons, while the piece is inside a cell: go on through an edge into the next cell, faster than as_ray_next(),
** and set nothing but the cell. False, with nothing changed, if the segment leaves the cell at a corner. Call either
** this or as_ray_next().
*/
ASTAR_API bool as_ray_cross_edge(as_ray *ray);

/* Go on to the next piece; false if there is none. Only the first one may be of length 0. */
ASTAR_API bool as_ray_next(as_ray *ray);

/* The part of the segment, from 0 to 1, at which the piece begins, and ends. */
static inline double as_ray_begins(const as_ray *ray)
{
  return (double)ray->begin / (double)ray->begin_all;
}

static inline double as_ray_ends(const as_ray *ray)
{
  return ray->end < ray->end_all ? (double)ray->end / (double)ray->end_all : 1;
}

/* Where the piece begins, in lattice coordinates; those that are whole, but for rounding, are whole. */
ASTAR_API void as_ray_place(const as_ray *ray, double lattice[2]);

/* The column and row of the piece's cell in the lattice, which goes on beyond the map; of an edge a cell beside it. */
ASTAR_API void as_ray_cell(const as_ray *ray, int64_t at[2]);

/* ---- Lattice coordinates ---- */

/* The cell in any column and row of the lattice, or AS_NO_SLOT. */
ASTAR_API uint32_t as_lattice_cell(const as_grid *grid, int64_t col, int64_t row);

/*
** The corners of such a cell in lattice coordinates, clockwise as as_grid_outline() has them, but for hexagons in
** columns the other way round. Returns their number. Edge k leads from corner k to the next.
*/
ASTAR_API uint32_t as_lattice_corners(const as_grid *grid, int64_t col, int64_t row,
                                      int64_t corners[ASTAR_MOST_CORNERS][2]);

/* The column and row of the cell beyond edge k of such a cell. */
ASTAR_API void as_lattice_beyond(const as_grid *grid, int64_t col, int64_t row, uint32_t edge, int64_t at[2]);

/* The columns and rows of the up to four cells that have a corner there; returns how many. */
ASTAR_API uint32_t as_lattice_around(const as_grid *grid, const int64_t corner[2], int64_t cells[4][2]);

/* The middle of a cell, in lattice coordinates times 2. */
ASTAR_API void as_ray_middle(const as_grid *grid, uint32_t cell, int64_t twice[2]);

/* How far the map goes: the size of a box from (0, 0) that has all its cells; after which it repeats itself. */
ASTAR_API void as_ray_extent(const as_grid *grid, int64_t extent[2]);
ASTAR_API void as_ray_period(const as_grid *grid, int64_t period[2]);

/* The shorter way round the map for a difference along an axis; of equal ones that to higher coordinates. */
static inline int64_t as_ray_around(int64_t difference, int64_t period)
{
  if (period == 0) return difference;
  difference %= period;
  if (2 * difference <= -period) return difference + period;
  return 2 * difference > period ? difference - period : difference;
}

/* From the world to the lattice and back. Corners of cells have just the places that as_grid_outline() gives them. */
ASTAR_API void as_ray_lattice(const as_grid *grid, const double xy[2], double lattice[2]);
ASTAR_API void as_ray_world(const as_grid *grid, const double lattice[2], double xy[2]);

#endif
