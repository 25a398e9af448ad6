/*
** disc_flow.h: what a flow says to a disc at a place on a floor, from 0: where it leads and what is left; or the
** nearest place from which it leads on, if there it does not. disc_wish.c and disc_search.c call it.
**
** The flow of a unit of n x n cells is one for the middle of its square. A disc is on the cell for which this middle is
** nearest to it, of those from which there is a way, and has arrived where its own middle is over the square of a goal.
*/
#ifndef AS_DISC_FLOW_H
#define AS_DISC_FLOW_H

#include "engine/search.h"
#include "plane/plane.h"

/* The cost that is left, INFINITY if nothing is known. O(1). */
ASTAR_API double as_flow_left(const astar_search *s, uint32_t floor, const double at[2]);

/* Whether a disc has arrived. O(n^2). */
ASTAR_API bool as_flow_is_goal(const astar_search *s, uint32_t floor, const double at[2]);

/* Set the direction, of length 1; false if there is none, as at a goal. */
ASTAR_API bool as_flow_direction(const astar_search *s, uint32_t floor, const double at[2], double direction[2]);

/*
** Whether it leads by a step for which discs have no room: past the corner of a closed cell, or over an edge that is
** closed one way. Then set the place where that step ends, and the cost that is left there. O(1).
*/
ASTAR_API bool as_flow_is_tight(const astar_search *s, uint32_t floor, const double at[2], double to[2], double *left);

/* A disc that has left the cells of its flow. */
typedef struct as_flow_stray {
  double at[2], radius;
  uint32_t floor;
  astar_unit unit; /* on the grid of the flow */
  astar_plane *plane;
} as_flow_stray;

/*
** Set the place nearest to a disc, by steps of its unit, then straight, where it can stand and the flow leads on; and
** the number of cells from which it took steps. If there is none, *region is set to the cells from which there is none
** either, for such a disc or a larger one: 1 for each of these, else 0, for the caller to free; else to NULL. O(cells
** nearer).
*/
ASTAR_API astar_result as_flow_find(const astar_search *s, as_memory *m, const as_flow_stray *stray, double to[2],
                                    bool *found, uint64_t *expanded, uint8_t **region);

#endif
