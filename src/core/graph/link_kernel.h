/*
** link_kernel.h: a kernel for the cheapest path between two nodes of a graph without cells: A* in the order of a bucket
** queue, over a copy of what it reads of each node.
**
** The copy and the state of the run share a record of 32 bytes a node, so that to relax a link takes one cache
** line. The records follow the journal of the graph: an edit costs the next call O(1), and only a first call, or one
** after many edits, O(n).
**
** Buckets hold nodes of nearly equal f, last in, first out (Dial 1969). So a node may be expanded before its cost is
** the least, and again later; the run ends when no open node can lead to a cheaper path. The heuristic is the straight
** distance times the least cost per distance, less a bound on what positions lose as floats: it never overestimates.
** Of paths of equal cost it may find another than a search, but always the same one for the same graph.
**
** It is kept beside the loops of the engine because it takes 0.4 to 0.6 of the time of the exact one: paths between
** nodes at random of graphs of 10,000 and 100,000 nodes on a square, 4 and 6 links each (`make bench`).
*/
#ifndef AS_LINK_KERNEL_H
#define AS_LINK_KERNEL_H

#include "engine/kernel.h"

/*
** For plain queries. ASTAR_STALE, so that the query takes a search, where positions are too large for a float, or too
** many nodes were expanded again. A query is O(n + links), and less where the path is short; O(n) more for the first,
** or after many edits. NULL if out of memory.
*/
ASTAR_API as_kernel *as_link_kernel_create(as_memory *m);

#endif
