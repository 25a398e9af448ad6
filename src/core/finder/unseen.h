/* unseen.h: which edits a run by jump points survives that stands for one by cells, see finder.c, which calls it. */
#ifndef AS_UNSEEN_H
#define AS_UNSEEN_H

#include "engine/search.h"
#include "graph/node.h"

/* The run by jump points that has begun stands for one by cells: note the edits of the grid from now on. O(1). */
ASTAR_API void as_unseen_begin(astar_search *s);

/*
** Whether a run by cells would be the same now as when this one ended: all that was edited since lies so far away that
** no path through the cells around it costs as little as the one found. O(edits + terrains).
*/
ASTAR_API bool as_unseen_is_spared(const astar_search *s, astar_graph *g);

#endif
