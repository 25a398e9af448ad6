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

/* In place of the direction of the step that led to a cell: none led to it, or a link. */
#define AS_FROM_START 8u
#define AS_FROM_LINK 9u
#define AS_ARRIVALS 10u

/* The directions in the order in which steps are taken: diagonal ones last, since of equals the last is expanded first. */
static const uint8_t as_canonical_order[AS_DIRECTIONS] = {1, 3, 4, 6, 0, 2, 5, 7};

/*
** The tables have, by row or column of hexagons modulo 2, by the direction of the step that led to a cell, and by its
** byte in a step map, the bits of the steps to take. Both are right only where no step between the cell and its
** neighbours is closed, and cells have no heights.
**
** `steps` is for cells that have the multiplier of all their neighbours; `any` is for other cells. If the bits of
** neighbours with another multiplier are cleared before, `steps` is right for the steps to the others.
*/
typedef struct as_canonical {
  uint8_t steps[2][AS_ARRIVALS][256], any[2][AS_ARRIVALS][256];
  uint8_t sorted[256];           /* by a set of directions: the same as bits that count in as_canonical_order */
  double lengths[AS_DIRECTIONS]; /* of the grid that it was made for; the first is 0 if for none */
  uint8_t directions;
  int open_corners;
  bool tiny;
} as_canonical;

/* Make the table for a grid, unless it is that of a grid with the same steps. */
ASTAR_API void as_canonical_make(as_canonical *t, const as_grid *grid);

#endif
