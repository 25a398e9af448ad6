/* edge.h: functions of edge.c that other files of the core use. */
#ifndef AS_EDGE_H
#define AS_EDGE_H

#include "graph/node.h"

/* The span of a link between two nodes: see cells.h. */
ASTAR_API as_span as_span_of(const astar_graph *g, const as_node *n, const as_node *o);

/*
** Upper bound on the new ratio bins (see ratios.h) that the links of a node need when it moves or its terrain
** changes. O(degree).
*/
ASTAR_API uint32_t as_bins_needed(const astar_graph *g, uint32_t index);

#endif
