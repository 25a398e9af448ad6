/*
** link_index.h: the spatial index of a graph's links, which finds the link nearest to a place that a unit can use. Made
** when it is first asked, by projected.c; until then edits do not pay for it. It follows the journal of the graph. Only
** for graphs without cells.
*/
#ifndef AS_LINK_INDEX_H
#define AS_LINK_INDEX_H

#include "graph/node.h"

typedef struct as_link_index as_link_index;

/* A place on a link: where a position was projected to. */
typedef struct as_link_point {
  uint32_t node[2]; /* the ends of the link, by index: first that with the lower id; AS_NO_SLOT: there is no link */
  double cost[2];   /* of the whole link from node[0] to node[1], and back: not finite if the unit cannot go so */
  double part;      /* of the way from node[0] to node[1]; 0 or 1 exactly at a node */
  double at[3];
} as_link_point;

/*
** Find the link nearest to a place that the unit of `rules` can go along in at least one direction; among equally near
** ones the lower ids decide, first that of the lower end. If there is none, the point is the place itself.
** ASTAR_NO_MEMORY if the index cannot be brought up to date. O(terrains + log n) on average for n links, and O(n log n)
** at first; at worst O(n) if many are about as near, or many nearer ones cannot be used though their terrain permits
** it: there are others of 64 terrains more or less, or the unit is limited. An edit makes the next call dearer by O(k
** log n), amortized, where k is the number of links that were added, or lead to a node that was moved, unblocked, or
** given another terrain.
*/
ASTAR_API astar_result as_link_nearest(astar_graph *g, const as_rules *rules, const astar_place *place,
                                       as_link_point *point);

/* Free the index of a graph, if there is one. */
ASTAR_API void as_link_index_free(astar_graph *g);

/* Abort if a link is not where a search for it would look. Of an index that is not up to date, nothing. O(n log n). */
ASTAR_API void as_link_index_validate(const astar_graph *g);

#endif
