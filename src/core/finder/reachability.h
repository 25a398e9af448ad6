/*
** reachability.h: what the components of a graph tell of a query before any search; and when components are made and
** followed.
**
** Paths use components only while these are worth it. `component_credit` of a graph counts expanded nodes: searches
** that ended unreachable add those that they expanded, components that save a search add some, making and following
** them subtracts a share of what they looked at. They are made when the credit is a share of the graph, and follow
** edits while it is positive. So a game without unreachable goals never pays for them; nor one that edits much between
** paths that are all found, but for a short time. On a giant grid, where a search that ends unreachable takes seconds,
** they are made for the first path, and have some credit: there they cost little (see grid_components.h).
*/
#ifndef AS_REACHABILITY_H
#define AS_REACHABILITY_H

#include "graph/components.h"
#include "graph/near.h"

/* The components of a unit, up to date. */
typedef struct as_reachability {
  astar_graph *graph;
  astar_unit unit;
  as_rules rules; /* of the unit */
  as_components *components;
} as_reachability;

/*
** The components of a unit. `now`: make them, and bring them up to date, whatever that costs; else only if they are
** worth it, as all paths ask. False if there are none, also if out of memory. O(1) if they are up to date; see
** components.h.
*/
ASTAR_API bool as_reachability_get(as_reachability *r, astar_graph *g, astar_unit unit, bool now);

/*
** Whether a way leads from a live node to another, by slots: with AS_SEPARATE certainly none, whatever the options of a
** query, as long as its goal must be entered; with AS_CONNECTED one does, if the query has no further conditions.
*/
static inline as_connection as_reachability_between(const as_reachability *r, uint32_t start, uint32_t goal)
{
  const as_connection found = as_components_between(r->components, r->graph, &r->rules, start, goal);
  /* Components are for units of one cell: what these cannot reach, larger ones cannot either. */
  return found == AS_CONNECTED && r->rules.size > 1 ? AS_MAYBE_CONNECTED : found;
}

/* The same; where it is not known, it makes strong components, which may replace the least recently used. */
ASTAR_API as_connection as_reachability_exact(const as_reachability *r, uint32_t start, uint32_t goal);

/* Whether certainly no way leads from the start of a query to any of its goals, some of which are live. O(goals). */
ASTAR_API bool as_reachability_none(const as_reachability *r, const astar_search_def *def);

/* Components have saved a search; one has ended unreachable after so many expansions, and they may be made. */
ASTAR_API void as_reachability_saved(astar_graph *g);
ASTAR_API void as_reachability_flooded(astar_graph *g, astar_unit unit, uint64_t expanded);

/* A filter for nodes that can be reached from a start, by its slot, or may be so. */
typedef struct as_reachable {
  as_reachability from;
  uint32_t start, vertex; /* the vertex of the start, or AS_NO_SLOT if it cannot be entered */
  uint32_t root;          /* of that; where components are sparse, it may be another one later */
  as_near_filter filter;
} as_reachable;

ASTAR_API void as_reachable_set(as_reachable *r, const as_reachability *from, uint32_t start);

#define AS_MOST_NEAREST 64u

/*
** Find the nodes that are nearest to any goal of a query among those that can be reached from its start, by straight
** distance as astar_search_partial() measures it; just the start if it is one of them. Returns their number; 0 if
** that is not known exactly, or if they are more than AS_MOST_NEAREST.
*/
ASTAR_API uint32_t as_reachability_nearest(const as_reachability *r, const astar_search_def *def,
                                           astar_id found[AS_MOST_NEAREST]);

#endif
