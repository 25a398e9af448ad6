/*
** path.h: filling in an astar_path, for searches and kernels. The caller owns the path.
**
** A path has all its nodes in `points`, or only the cells where it turns, as astar_turns in the same memory. For the
** latter the space must have a lattice, and the ids and the indices of two turns must differ by the same number of
** equal steps.
*/
#ifndef AS_PATH_H
#define AS_PATH_H

#include "engine/space.h"

/* The size in bytes of a path that has only its turns. */
ASTAR_API size_t as_path_turns_size(uint32_t turns);

/* Set all but the nodes. `turns`: how many there will be, or 0 for a path with all nodes. */
ASTAR_API void as_path_begin(astar_path *path, const as_space *space, uint32_t count, uint32_t turns, double cost);

static inline astar_turn *as_path_turns(astar_path *path)
{
  return (astar_turn *)(void *)path->points;
}

/* Set `along` of all waypoints, from their places, or of all turns. O(their number). */
ASTAR_API void as_path_measure(astar_path *path);

#endif
