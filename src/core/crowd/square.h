/*
** square.h: the slots that an agent covers: of a size above 1 those of a square of cells, whose upper left one is where it
** stands. Squares wrap where the map does, and end at its other edges. On a node that is no cell any agent covers only that.
*/
#ifndef AS_SQUARE_H
#define AS_SQUARE_H

#include "graph/node.h"

/* The k-th slot of a square of `size` x `size`; AS_NO_SLOT if it is beyond an edge. O(1). */
ASTAR_API uint32_t as_square_cell(const astar_graph *g, uint32_t size, uint32_t slot, uint32_t k);

/* The same of any size. */
static inline uint32_t as_square_at(const astar_graph *g, uint32_t size, uint32_t slot, uint32_t k)
{
  return size == 1 ? slot : as_square_cell(g, size, slot, k);
}

/* Whether it covers another slot. O(1). */
ASTAR_API bool as_square_has(const astar_graph *g, uint32_t size, uint32_t slot, uint32_t other);

/* Whether two squares have a slot in common. O(size²). */
ASTAR_API bool as_square_meets(const astar_graph *g, uint32_t size, uint32_t slot, uint32_t other_size, uint32_t other);

/*
** How many places agents of some sizes need around one goal so that one of size `size` among them finds one, wherever the
** others stand: each of these, of size t, is in the way of (size + t - 1)² of its places. Of all of them, itself included, the
** number, the sum of the sizes and that of their squares are given.
*/
static inline uint32_t as_square_places(uint32_t size, uint64_t count, uint64_t sizes, uint64_t squares)
{
  const uint64_t less = (uint64_t)size - 1, own = (2 * less + 1) * (2 * less + 1);
  const uint64_t all = squares + 2 * less * sizes + less * less * count;
  const uint64_t places = all >= own ? all - own + 1 : count; /* it may have been smaller when it was added */
  return places < UINT32_MAX ? (uint32_t)places : UINT32_MAX;
}

#endif
