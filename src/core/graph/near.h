/*
** near.h: queries for what lies near a place. near.c answers them for waypoints by the k-d tree; a grid
** reports its cells to the same query.
*/
#ifndef AS_NEAR_H
#define AS_NEAR_H

#include "graph/node.h"

/* Bounds are sums of rounded numbers: slightly enlarged, so that no node at the rim is missed. */
#define AS_NEAR_SLACK (1 + 1e-12)

typedef struct as_near_query {
  const astar_graph *graph;
  const astar_near_def *def;
  const double *costs; /* of the unit that must be able to enter, or NULL */
  double at[3];        /* the place; z is 0 if `flat` */
  double offset[3];    /* of the subtree in hand from the place, along each axis */
  bool all;            /* all within the radius, rather than the nearest */
  astar_near best;     /* nearest: the best so far; all: only its distance, the radius */
  astar_near *found;   /* all: where to write them */
  size_t count, capacity;
} as_near_query;

/*
** Whether a node or cell at this position is near enough, can be entered (given its entry) and so is to be
** reported, unless it has to be linked and is not. Writes its distance.
*/
static inline bool as_near_wanted(const as_near_query *q, const double position[3], uint32_t entry, double *distance)
{
  *distance = as_length(position[0] - q->at[0], position[1] - q->at[1], q->def->flat ? 0 : position[2] - q->at[2]);
  return *distance <= q->best.distance && (!q->costs || q->costs[entry] < INFINITY);
}

ASTAR_API void as_near_report(as_near_query *q, astar_id id, double distance);

#endif
