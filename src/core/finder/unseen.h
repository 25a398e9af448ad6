/*
** unseen.h: whether edits would change the run by cells that a run by jump points stands for; see finder.c, which calls
** it.
*/
#ifndef AS_UNSEEN_H
#define AS_UNSEEN_H

#include "engine/search.h"
#include "graph/node.h"

/* A run by jump points has begun that stands for one by cells: note the edits of the grid from now on. O(1). */
ASTAR_API void as_unseen_begin(astar_search *s);

/*
** Whether a run by cells would be the same now as when this run ended: all edits since are of single cells, so far away
** that no path through the cells around them costs as little as the one found. Once false, it stays so. O(edits +
** terrains).
*/
ASTAR_API bool as_unseen_can_replay(astar_search *s, astar_graph *g);

#endif
