/* graph.h: functions of graph.c that other files of the core use. */
#ifndef AS_GRAPH_H
#define AS_GRAPH_H

#include "graph/node.h"

/*
** A graph without nodes whose first `cells` ids are cells; if there are any, the caller sets `grid` and
** `cell_ops`. NULL if out of memory.
*/
ASTAR_API astar_graph *as_graph_create(astar_alloc alloc, void *context, uint32_t cells);

#endif
