/* path.h: writing a path, for the ways of finding one. */
#ifndef AS_PATH_H
#define AS_PATH_H

#include "engine/space.h"

/* Fill in all but the waypoints. */
ASTAR_API void as_path_begin(astar_path *path, const as_space *space, uint32_t count, double cost);

/* Fill in how far along each waypoint lies, once their places are written. */
ASTAR_API void as_path_measure(astar_path *path);

#endif
