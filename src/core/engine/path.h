/* path.h: what search and route share in writing a path. */
#ifndef AS_PATH_H
#define AS_PATH_H

#include "astar.h"

/* Fill in how far along each waypoint lies, once their places are written. */
ASTAR_API void as_path_measure(astar_path *path);

#endif
