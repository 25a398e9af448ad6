/*
** contour.h: the outlines of the areas of a grid that a unit cannot enter, from which planes are made.
*/
#ifndef AS_CONTOUR_H
#define AS_CONTOUR_H

#include "geometry/outline.h"

/*
** The cells of a grid of squares as rows of bits: bit c + 1 of row r + 1 is set if the unit can enter the cell in
** column c of row r, from 0. The bits around the map are 0, and so is the last word of each row.
*/
typedef struct as_cell_map {
  uint32_t size[2];  /* columns, rows */
  uint32_t stride;   /* words per row */
  uint64_t *bits;    /* stride * (rows + 2) words, or NULL: there is no map */
  double *lines[2];  /* x of the lines between columns, y of those between rows: size + 1 of each, increasing */
} as_cell_map;

ASTAR_API void as_cell_map_free(as_cell_map *map, as_memory *m);

typedef struct as_contours {
  as_outlines outlines; /* of all obstacles, inside on the left; an outer outline, then its holes, per obstacle */
  uint32_t *ends;       /* by obstacle: the index of the outline after its last */
  uint32_t count, capacity; /* obstacles */
  as_outlines bounds;   /* one outline: the border of the map, its outside on the left */
  as_cell_map map;      /* if the cells are drawn as squares, and there are no walls; else empty */
} as_contours;

/*
** Trace the obstacles of a grid that does not wrap: one for each set, connected by sides, of cells that the unit
** cannot enter, in the order of their first cells; then one for each wall, a straight line that the unit cannot
** cross in both directions. Where the outlines of cells touch, their corners are bitwise equal; no corner of an
** obstacle is collinear with its neighbours. ASTAR_NO_MEMORY leaves nothing allocated. O(cells).
**
** The caller checks that coordinates are within ASTAR_PLANE_LIMIT, and that the sides of cells are long compared
** with the rounding errors of their coordinates.
*/
ASTAR_API astar_result as_contours_make(as_contours *c, as_memory *m, const astar_graph *graph, astar_unit unit);
ASTAR_API void as_contours_free(as_contours *c, as_memory *m);

#endif
