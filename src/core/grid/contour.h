/*
** contour.h: the outlines of what a unit cannot enter on a grid, from which planes are made.
*/
#ifndef AS_CONTOUR_H
#define AS_CONTOUR_H

#include "geometry/outline.h"

typedef struct as_contours {
  as_outlines outlines; /* of all obstacles, their inside on the left; the outer outline of an obstacle comes first */
  uint32_t *ends;       /* by obstacle: the index of the outline after its last */
  uint32_t count, capacity;
  as_outlines bounds;   /* of the map, its outside on the left */
} as_contours;

/*
** Trace the obstacles of a graph that is a grid and does not wrap: one obstacle for each set of blocked cells
** connected by sides, in the order of their first cells; then one for each wall, which is a line that the
** unit cannot cross in both directions. Where outlines touch, their corners are bitwise equal; no corner of
** an obstacle is collinear with its neighbours. ASTAR_NO_MEMORY leaves nothing allocated. O(cells).
**
** The sides of cells must be long against the last bit of their coordinates, and the coordinates within
** ASTAR_PLANE_LIMIT.
*/
ASTAR_API astar_result as_contours_make(as_contours *c, as_memory *m, const astar_graph *graph, astar_unit unit);
ASTAR_API void as_contours_free(as_contours *c, as_memory *m);

#endif
