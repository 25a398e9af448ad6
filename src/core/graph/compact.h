/*
** compact.h: when a graph rearranges its memory. The disorder of a graph is counted in link ends: those in free
** blocks, or half of those in strayed blocks, whichever is more (see links.h).
*/
#ifndef AS_COMPACT_H
#define AS_COMPACT_H

#include "graph/node.h"

#define AS_COMPACT_FROM 4096u /* least disorder at which to compact */
#define AS_RENUMBER_FROM 512u /* `renumbered_at` of a new graph */

/* Call after many edits: renumber the nodes if the waypoints have doubled. Out of memory: nothing changes. */
ASTAR_API void as_graph_renumber_if_grown(astar_graph *g);

/*
** Call after an edit. If the disorder is at least `compact_from` and an eighth of all ends and of all nodes, close
** the gaps between blocks; if also the waypoints have doubled since the last renumbering, renumber the nodes.
** Indices may change. Out of memory: nothing changes, and a later edit tries again. O(1) if there is nothing to do.
*/
ASTAR_API void as_graph_compact_if_worthwhile(astar_graph *g);

#endif
