/* graph.h: what graph.c offers beside the functions of astar.h. */
#ifndef AS_GRAPH_H
#define AS_GRAPH_H

#include "graph/node.h"

/* An empty graph whose first ids are cells; its creator sets `grid` and `cell_ops`. NULL if out of memory. */
ASTAR_API astar_graph *as_graph_create(astar_alloc alloc, void *context, uint32_t cells);

#endif
