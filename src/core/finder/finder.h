/* finder.h: what the other files of this room read of a finder. */
#ifndef AS_FINDER_H
#define AS_FINDER_H

#include "astar.h"

/* The limit that astar_finder_limit() has set. */
ASTAR_API uint64_t as_finder_limit(const astar_finder *f);

#endif
