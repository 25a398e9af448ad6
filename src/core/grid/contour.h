/*
** contour.h: the outlines of what a unit cannot enter on a grid. Planes are made of them.
*/
#ifndef AS_CONTOUR_H
#define AS_CONTOUR_H

#include "graph/graph.h"
#include "grid/grid.h"
#include "geometry/outline.h"

typedef struct as_contours {
  as_outlines outlines; /* of all obstacles, inside on the left; of each obstacle the outer one comes first */
  uint32_t *ends;       /* of each obstacle: the index of the outline after its last */
  uint32_t count, capacity;
  as_outlines bounds;   /* what lies beyond the map, which is on the left */
} as_contours;

/*
** Make the obstacles of a grid that does not wrap: one of each set of blocked cells that have sides
** in common, then the walls. Where outlines touch, their corners are the same to the last bit; no
** corner of an obstacle lies on a straight line with its neighbours. ASTAR_NO_MEMORY leaves nothing
** behind. O(cells).
**
** The sides of cells must be long against the last bit of their coordinates, and these within
** ASTAR_PLANE_LIMIT.
*/
ASTAR_API astar_result as_contours_make(as_contours *c, as_memory *m, const astar_graph *graph, astar_unit unit);
ASTAR_API void as_contours_free(as_contours *c, as_memory *m);

#endif
