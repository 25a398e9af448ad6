/* path.h: filling in an astar_path, for searches and kernels. The caller owns the path. */
#ifndef AS_PATH_H
#define AS_PATH_H

#include "engine/space.h"

/* Set all but the waypoints. */
ASTAR_API void as_path_begin(astar_path *path, const as_space *space, uint32_t count, double cost);

/* Set `along` of all waypoints, from their places. O(count). */
ASTAR_API void as_path_measure(astar_path *path);

#endif
