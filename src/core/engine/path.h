/*
** path.h: filling in an astar_path, for searches and kernels. The caller owns the path.
**
** A path has all its nodes in `points`, or only its corners, as astar_corners in the same memory. For the
** latter the space must have a lattice, and the ids and the indices of two corners must differ by the same number of
** equal steps.
*/
#ifndef AS_PATH_H
#define AS_PATH_H

#include "engine/space.h"

/* The size in bytes of a path that has only its corners. */
ASTAR_API size_t as_path_corners_size(uint32_t corners);

/* Set all but the nodes. `corners`: how many there will be, or 0 for a path with all nodes. */
ASTAR_API void as_path_begin(astar_path *path, const as_space *space, uint32_t count, uint32_t corners, double cost);

static inline astar_corner *as_path_corners(astar_path *path)
{
  return (astar_corner *)(void *)path->points;
}

/* The vector from one waypoint to the next; on a grid that wraps the shortest one. */
ASTAR_API void as_path_vector(const astar_path *path, const astar_waypoint *p, const astar_waypoint *q,
                              double vector[3]);

/*
** Set `along` of all waypoints, from their places, or `along` and `cost` of all corners. All cells that a path of
** corners enters have the same multiplier. O(their number).
*/
ASTAR_API void as_path_measure(astar_path *path);

/* A node of the path that a kernel has found. */
typedef struct as_path_node {
  double cost; /* of the path up to here */
  uint32_t slot;
} as_path_node;

#endif
