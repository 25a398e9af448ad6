/*
** compact.h: when a graph rearranges its memory. Its disorder is the size of the free blocks, or half that of the
** strayed blocks, whichever is more, in link ends (see links.h).
*/
#ifndef AS_COMPACT_H
#define AS_COMPACT_H

#include "graph/node.h"

#define AS_COMPACT_FROM 4096u /* least disorder at which to compact */
#define AS_RENUMBER_FROM 512u /* `renumbered_at` of a new graph */

/*
** Call after many edits at once: renumber the nodes if the waypoints have doubled since the last renumbering. Indices
** may change. Out of memory: they do not, and the next call tries again. O(n log n), or O(1) if there is nothing to do.
*/
ASTAR_API void as_graph_renumber_if_grown(astar_graph *g);

/*
** Call after an edit. If the disorder is at least `compact_from`, an eighth of all ends and an eighth of all nodes,
** close the gaps between blocks; if also the waypoints have doubled since the last renumbering, renumber the nodes.
** Indices may change. Out of memory: they do not, and a later edit tries again. O(1) if there is nothing to do.
*/
ASTAR_API void as_graph_compact_if_worthwhile(astar_graph *g);

#endif
