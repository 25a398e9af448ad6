/* compact.h: keeps the memory of a graph in order. */
#ifndef AS_COMPACT_H
#define AS_COMPACT_H

#include "graph/node.h"

/* Values of a new graph: disorder, in link ends, below which compacting never pays; and live waypoints. */
#define AS_COMPACT_FROM 4096u
#define AS_RENUMBER_FROM 512u

/* After an edit: close the gaps between blocks of links, or renumber the nodes, if that pays. Indices change. */
ASTAR_API void as_graph_compact_if_worthwhile(astar_graph *g);

#endif
