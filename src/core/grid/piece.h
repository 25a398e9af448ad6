/*
** piece.h: straight pieces of paths over cells, at any angle: whether a unit can go along one, and what it costs.
**
** Places are lattice coordinates (ray.h) times 2^AS_RAY_SHIFT; where the map wraps, they go on beyond it. A unit can go
** along a piece if it can make each step between the cells that this crosses, in that order. Through the corner of
** squares it goes as by a diagonal step, by the map's rule for corners. Otherwise, at corners and along edges, it must
** be able to enter all that it touches. With a radius, a disc has to be clear of all other cells and steps, but may
** touch them; the edge of the map is closed. The first cell is not tested; since no piece may end on the border of a
** cell, the next one begins in a cell that was.
**
** A piece costs, for each cell, its length there times the multiplier, and what layers add per length of a straight
** step. Lengths are those of steps: in their unit, and with half of the rise at either border of the cell. So a step
** from middle to middle costs the mean of what it would cost to enter either.
*/
#ifndef AS_PIECE_H
#define AS_PIECE_H

#include "grid/ray.h"
#include "rules/advance.h"

typedef struct as_pieces {
  const as_grid *grid;   /* the cells as the unit sees them */
  const as_rules *rules; /* with the layers that count */
  const uint32_t *avoid; /* cells that must not be entered, in order */
  uint32_t avoid_count;
  double radius;         /* of the disc, in the world; 0: a point */
  /* Set by as_pieces_begin(). */
  double unit[2];        /* length of a unit of the lattice, as steps are measured */
  double inner;          /* distance of the middle of a cell from the nearest edge, in the world */
  int64_t reach;         /* of a disc: it may touch cells so many columns and rows away; of hexagons one more */
  double multiplier;     /* of all cells, or NAN: they differ, or have heights */
  double per_step;       /* one through the length of a straight step */
  bool simple;           /* squares on which nothing but the cells themselves decides; no radius */
  bool steep;            /* cells have heights, and the unit has limits */
  double shifts[AS_MOST_SHIFTS][2];
  uint32_t shift_count;
} as_pieces;

/* Set what follows from the members before. O(terrains). */
ASTAR_API void as_pieces_begin(as_pieces *p);

/*
** The cost of a piece; INFINITY if the unit cannot go along it, or it costs more than a limit, or, where the map wraps,
** it is not the shortest way between its ends. O(cells crossed), and with a radius O(cells near it).
*/
ASTAR_API double as_piece_cost(const as_pieces *p, const int64_t from[2], const int64_t to[2], double limit);

/* The length of a piece without its rises. */
ASTAR_API double as_piece_flat(const as_pieces *p, const int64_t from[2], const int64_t to[2]);

/* The multiplier of a cell, with what layers add; of a cell that the unit cannot enter 1. */
ASTAR_API double as_piece_multiplier(const as_pieces *p, uint32_t cell);

/* What a length in a cell costs if the heights of the cells before and after it differ from its own by so much. */
static inline double as_piece_part(const as_pieces *p, double multiplier, double flat, double before, double after)
{
  const double rise = (fabs(before) + fabs(after)) / 2 * p->grid->rise;
  return (rise == 0 ? flat : as_length(flat, 0, rise)) * multiplier;
}

/* Whether a unit can enter a cell of the map; any slot. */
ASTAR_API bool as_piece_enters(const as_pieces *p, uint32_t cell);

/*
** What a step from a cell to its neighbour in a direction costs, with what layers add; INFINITY or NAN if the unit
** cannot make it.
*/
static inline double as_piece_step_cost(const as_pieces *p, uint32_t from, uint32_t to, uint32_t direction)
{
  if (p->avoid_count > 0 && !as_piece_enters(p, to)) return INFINITY;
  return as_advance(p->rules, 0, as_grid_step_cost(p->grid, p->rules, from, to, direction), to);
}

/* Whether two costs are equal but for rounding; false if they are not finite. */
static inline bool as_is_same_cost(double a, double b)
{
  return a < INFINITY && fabs(a - b) <= a * 1e-12;
}

/* Whether it can make the step between two cells of the map that share an edge. */
ASTAR_API bool as_piece_joins(const as_pieces *p, uint32_t from, uint32_t to);

/*
** Go through the cells within so many columns and rows of one, but not of the one before it; NULL: there is none.
** `cell` is the last one. Between neighbours O(reach).
*/
static inline void as_piece_begin_near(const int64_t at[2], int64_t reach, int64_t cell[2])
{
  cell[0] = at[0] - reach - 1;
  cell[1] = at[1] - reach;
}

static inline bool as_piece_next_near(const int64_t at[2], const int64_t *before, int64_t reach, int64_t cell[2])
{
  cell[0]++;
  for (;;) {
    if (before && cell[0] >= before[0] - reach && cell[0] <= before[0] + reach && cell[1] >= before[1] - reach &&
        cell[1] <= before[1] + reach)
      cell[0] = before[0] + reach + 1;
    if (cell[0] <= at[0] + reach) return true;
    if (cell[1] == at[1] + reach) return false;
    cell[0] = at[0] - reach;
    cell[1]++;
  }
}

/* Convert places from and to the world. */
ASTAR_API void as_piece_place(const as_grid *grid, const double xy[2], int64_t place[2]);
ASTAR_API void as_piece_world(const as_grid *grid, const int64_t place[2], double xy[2]);

#endif
