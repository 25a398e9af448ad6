/*
** square.h: the cells that an agent covers. An agent of size s covers s x s cells; its slot is the upper left one.
** Where the map wraps, the square wraps, too; at other edges it is cut off. On a node that is no cell an agent covers
** only that node.
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

/* Whether the square at a slot covers another slot. O(1). */
ASTAR_API bool as_square_has(const astar_graph *g, uint32_t size, uint32_t slot, uint32_t other);

/* Whether two squares have a slot in common. O(size²). */
ASTAR_API bool as_square_meets(const astar_graph *g, uint32_t size, uint32_t slot, uint32_t other_size, uint32_t other);

/*
** How many places around a shared goal are enough for an agent of size `size` to find a free one, wherever the others
** stand. An agent of size t is in the way of (size + t - 1)² of them. Given of all agents with the goal, this one
** included: the number, the sum of their sizes, and that of the squares of these.
*/
static inline uint32_t as_square_places(uint32_t size, uint64_t count, uint64_t sizes, uint64_t squares)
{
  const uint64_t less = (uint64_t)size - 1, own = (2 * less + 1) * (2 * less + 1);
  const uint64_t all = squares + 2 * less * sizes + less * less * count;
  const uint64_t places = all >= own ? all - own + 1 : count; /* the unit may have grown, but agents keep their sizes */
  return places < UINT32_MAX ? (uint32_t)places : UINT32_MAX;
}

#endif
