/*
** canonical.h: which steps out of a cell a search has to take, given the step that led to it: where all cells have one
** cost, most steps lead where another path of no greater cost leads without this cell. Canonical orderings: Harabor &
** Grastien 2011; Sturtevant & Rabin, "Canonical Orderings on Grids" (2016).
**
** Why it is exact. A step from p to c and on to n is left out only if, next to c, there is a path from p to n without
** c that is cheaper, or that costs the same and whose last step has a lower rank than the step from c to n. Diagonal
** steps have a higher rank than straight ones. (With four neighbours vertical steps have the higher rank; of hexagons
** every other direction.) Suppose that all costs are final, and the cheapest paths to n lead over cells where n was
** left out. Take the one of these whose last step has the least rank: n was left out there for a path that is
** cheaper, or ends in a step of lower rank from a cell that is reached at its least cost. Both cannot be.
*/
#ifndef AS_CANONICAL_H
#define AS_CANONICAL_H

#include "grid/grid.h"

/* In place of the step that led to a cell: none led to it, or a link. */
#define AS_FROM_START 8u
#define AS_FROM_LINK 9u
#define AS_ARRIVALS 10u

/*
** Steps count from 0 to 7 here and in the kernel: straight ones first. Of steps that lead to equal nodes the last is
** expanded first, and diagonal steps are best. The direction of each step; the step in each direction.
*/
static const uint8_t as_direction_of[AS_DIRECTIONS] = {1, 3, 4, 6, 0, 2, 5, 7};
static const uint8_t as_step_of[AS_DIRECTIONS] = {4, 0, 5, 1, 2, 6, 3, 7};

/*
** The tables have, by row or column of hexagons modulo 2, by the step that led to a cell, and by its byte in a step
** map, a bit for each step to take. Both are right only where no step between the cell and its neighbours is closed,
** and cells have no heights.
**
** `steps` is for cells that have the multiplier of all their neighbours; `any` is for other cells. If the bits of
** neighbours with another multiplier are cleared before, `steps` is right for the steps to the others.
*/
typedef struct as_canonical {
  uint8_t steps[2][AS_ARRIVALS][256], any[2][AS_ARRIVALS][256];
  uint8_t sorted[256];           /* from a set of directions to one of steps */
  double lengths[AS_DIRECTIONS]; /* by direction, of the grid that it was made for; the first is 0 if for none */
  uint8_t directions;
  int open_corners;
  bool tiny;
} as_canonical;

/* Make the table for a grid, unless it is that of a grid with the same steps. */
ASTAR_API void as_canonical_make(as_canonical *t, const as_grid *grid);

#endif
