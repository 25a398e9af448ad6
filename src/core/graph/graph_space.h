/* graph_space.h: a graph as an as_space (see space.h), which searches run on. */
#ifndef AS_GRAPH_SPACE_H
#define AS_GRAPH_SPACE_H

#include "engine/space.h"
#include "graph/node.h"

/* The space of a graph without cells, for one of its units. O(terrains). */
ASTAR_API as_space as_graph_space(astar_graph *g, astar_unit unit);

/* Make such a space one for runs backwards. */
ASTAR_API void as_graph_space_turn(as_space *space);

/*
** For a space built on a graph: its fields, taken from the graph, and those of its functions that a graph
** implements. The caller sets `ops` and what depends on cells. `scale` is INFINITY if the unit can take no link.
*/
ASTAR_API as_space as_space_on_graph(astar_graph *g, astar_unit unit);
ASTAR_API uint64_t as_graph_space_version(const void *graph);
ASTAR_API bool as_graph_space_exists(const void *graph, astar_id id);
ASTAR_API void as_graph_space_waypoint(const void *graph, astar_id id, astar_waypoint *waypoint);

/*
** Of `around` (see space.h): append the nodes within a straight distance of a place; those with a link to the stored
** node at an index, which is live.
*/
ASTAR_API bool as_graph_space_within(const as_space *space, const double place[3], double distance, as_memory *m,
                                     as_id_list *list);
ASTAR_API bool as_graph_space_sources(const as_space *space, uint32_t index, as_memory *m, as_id_list *list);

/* Append an id. False if out of memory. */
static inline bool as_append_id(as_id_list *list, as_memory *m, astar_id id)
{
  if (!as_reserve(m, &list->ids, &list->capacity, (uint64_t)list->count + 1, sizeof *list->ids)) return false;
  list->ids[list->count++] = id;
  return true;
}

/* Of `edited`: append the slots of all nodes that links of the stored node at an index join it with. */
ASTAR_API bool as_graph_space_ends(const astar_graph *g, uint32_t index, as_memory *m, as_id_list *slots);

#endif
