/*
** unseen.h: what a search shows that has gone by a kernel, once somebody looks at its nodes; see finder.c, which calls
** it.
*/
#ifndef AS_UNSEEN_H
#define AS_UNSEEN_H

#include "engine/search.h"
#include "graph/node.h"

/*
** Whether a run that keeps nodes would be the same now as when this run ended: all edits since are of single cells, so
** far away that no path through the cells around them costs as little as the one found. Once false, it stays so.
** O(edits + terrains).
*/
ASTAR_API bool as_unseen_can_replay(astar_search *s, astar_graph *g);

/* Make the nodes of the path, if one was found, all that the search shows. False if out of memory. O(path). */
ASTAR_API bool as_unseen_show(astar_search *s);

#endif
