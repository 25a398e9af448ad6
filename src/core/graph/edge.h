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

/* ---- Parts of astar_graph_link() ---- */

/* Whether the link would be the step between two cells, which takes no memory. */
ASTAR_API bool as_link_is_step(const astar_graph *g, astar_id a, astar_id b, const astar_link *link);

/* As as_link.way. */
static inline uint16_t as_link_way(const astar_link *link)
{
  return (uint16_t)(link->terrain | (isnan(link->cost) ? 0 : AS_WAY_COST) | (link->oneway ? AS_WAY_ONEWAY : 0));
}

/* Give both, if they are cells, a node. ASTAR_NO_MEMORY, or ASTAR_FULL: then call the other, as after no link. */
ASTAR_API astar_result as_add_cell_nodes(astar_graph *g, astar_id a, astar_id b);
ASTAR_API void as_drop_cell_nodes(astar_graph *g, astar_id a, astar_id b);

/* All of it but the version and the compaction. */
ASTAR_API astar_result as_link_pair(astar_graph *g, astar_id a, astar_id b, const astar_link *link);

#endif
