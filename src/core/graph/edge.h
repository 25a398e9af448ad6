/* edge.h: what edge.c offers beside the functions of astar.h. */
#ifndef AS_EDGE_H
#define AS_EDGE_H

#include "graph/node.h"

ASTAR_API as_span as_span_of(const astar_graph *g, const as_node *n, const as_node *o);

/* Upper bound on the ratio bins that a node's links need when it moves or its terrain changes. */
ASTAR_API uint32_t as_bins_needed(const astar_graph *g, uint32_t index);

#endif
