/*
** all_ways.h: of all the cheapest ways by steps between two cells the one nearest to the straight line between them, by
** the sum of the squared distances of its cells; where these ways lie in few cells. By Dijkstra's algorithm in order of
** cost, then of sum, over the cells that may lie on such a way.
*/
#ifndef AS_ALL_WAYS_H
#define AS_ALL_WAYS_H

#include "grid/piece.h"

/* A cell of the rectangle in which the ways must lie. */
typedef struct as_way_cell {
  double g, sum; /* least cost from the first cell, and the least sum at that cost */
  uint32_t from; /* the cell before, as its place in the rectangle */
  uint32_t run;  /* of other runs: the cell is not reached */
} as_way_cell;

/* The way is valid until the next call. All zeros at first. */
typedef struct as_all_ways {
  as_way_cell *cells;
  struct as_way_entry *heap;
  uint32_t *way;    /* cells, in order */
  double *costs;    /* of the way up to each */
  uint32_t cell_capacity, heap_capacity, way_capacity, cost_capacity, heap_count, count;
  uint32_t low[2], size[2]; /* the rectangle: first column and row, columns and rows */
  uint32_t run;             /* number of the last run */
} as_all_ways;

/* The most cells in which the ways may lie, and the most of the rectangle. */
#define AS_MOST_WAY_CELLS 3000u
#define AS_MOST_WAY_RECTANGLE 16384u

ASTAR_API void as_all_ways_free(as_all_ways *w, as_memory *m);

/*
** Find the way from one cell to another, the cheapest costing `cost`. Nothing is found, with a count of 0, if the
** rectangle has more than AS_MOST_WAY_RECTANGLE cells or reaches half around a map that wraps, or if both it and an
** estimate of the cells in which the ways may lie are more than AS_MOST_WAY_CELLS; nor if there is a cheaper way. False
** if out of memory. For n cells O(n log n).
*/
ASTAR_API bool as_all_ways_find(as_all_ways *w, as_memory *m, const as_pieces *p, uint32_t from, uint32_t to,
                                double cost);

#endif
