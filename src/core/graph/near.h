/*
** near.h: nearest-neighbour and range queries: astar_graph_nearest() and astar_graph_within(). near.c searches
** the k-d tree of waypoints; a grid adds its cells to the same query (`near` in cells.h).
*/
#ifndef AS_NEAR_H
#define AS_NEAR_H

#include "graph/node.h"

/* Factor on the best distance when it is compared with a lower bound, against the rounding errors of both. */
#define AS_NEAR_SLACK (1 + 1e-12)

/* Which nodes may answer a query; `block` tells of 32 × 32 cells (see parts.h) whether any of them may. */
typedef struct as_near_filter {
  bool (*node)(const void *context, uint32_t slot);
  bool (*block)(const void *context, uint32_t x, uint32_t y); /* NULL: any block */
  const void *context;
} as_near_filter;

typedef struct as_near_query {
  const astar_graph *graph;
  const astar_near_def *def;
  const double *costs; /* of the unit that must be able to enter, or NULL */
  as_rules rules;      /* all of them, if `costs` */
  const as_near_filter *filter; /* or NULL */
  double at[3];        /* the query point; z is 0 if `flat` */
  uint32_t axes;       /* near.c: bit d: not all points have, when rounded, the same distance to `at` along axis d */
  double offset[3];    /* near.c: distance from the query point to the current subtree's region, by axis */
  uint32_t rows[2];    /* near_cells.c: only rows from the first up to the second, exclusive */
  uint32_t patience;   /* near_cells.c: how many blocks may be visited before it uses as_parts: see parts.h */
  bool all;            /* find all within the radius; else the nearest */
  astar_near best;     /* the nearest so far; at first ASTAR_NO_ID at the radius, where it stays if `all` */
  astar_near *found;   /* all: the caller's array, which gets the first `capacity` of `count` */
  size_t count, capacity;
} as_near_query;

/*
** Whether a node at this position, with this as_node_entry(), is near enough and can be entered. The caller
** also tests def->linked, and then calls as_near_report(). Writes the distance.
*/
static inline bool as_near_wanted(const as_near_query *q, const double position[3], uint32_t entry, double *distance)
{
  *distance = as_length(position[0] - q->at[0], position[1] - q->at[1], q->def->flat ? 0 : position[2] - q->at[2]);
  return *distance <= q->best.distance && (!q->costs || q->costs[entry] < INFINITY);
}

/* Whether the filter lets a node answer. */
static inline bool as_near_admitted(const as_near_query *q, uint32_t slot)
{
  return !q->filter || q->filter->node(q->filter->context, slot);
}

/* As astar_graph_nearest() and astar_graph_within(), for the nodes that a filter admits; NULL for all. */
ASTAR_API bool as_nearest(const astar_graph *g, const astar_near_def *def, const as_near_filter *filter,
                          astar_near *found);
ASTAR_API size_t as_within(const astar_graph *g, const astar_near_def *def, const as_near_filter *filter,
                           astar_near *found, size_t capacity);

/* Add a node that meets all conditions to the result. Allocates nothing. */
ASTAR_API void as_near_report(as_near_query *q, astar_id id, double distance);

#endif
