/* graph_space.h: a graph as searches see it. */
#ifndef AS_GRAPH_SPACE_H
#define AS_GRAPH_SPACE_H

#include "engine/space.h"
#include "graph/node.h"

/* A graph without cells as a space under the rules of one of its units. */
ASTAR_API as_space as_graph_space(astar_graph *g, astar_unit unit);

/* For spaces that stand on a graph: all but `ops`, without what cells have to do with it. */
ASTAR_API as_space as_space_on_graph(astar_graph *g, astar_unit unit);
ASTAR_API uint64_t as_graph_space_version(const void *graph);
ASTAR_API bool as_graph_space_exists(const void *graph, astar_id id);
ASTAR_API void as_graph_space_waypoint(const void *graph, astar_id id, astar_waypoint *waypoint);

#endif
