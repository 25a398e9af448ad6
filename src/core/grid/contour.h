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
** Trace the obstacles on a floor, from 0, of a grid that does not wrap: one for each set, connected by sides, of cells
** that the unit cannot enter, in the order of their first cells; then one for each wall, a straight line that the unit
** cannot cross in at least one of the two directions. Where the outlines of cells touch, their corners are bitwise
** equal; no corner of an obstacle is collinear with its neighbours. ASTAR_NO_MEMORY leaves nothing allocated. O(cells).
**
** The caller checks that coordinates are within ASTAR_PLANE_LIMIT, and that the sides of cells are long compared
** with the rounding errors of their coordinates.
*/
ASTAR_API astar_result as_contours_make(as_contours *c, as_memory *m, const astar_graph *graph,
                                        uint32_t floor, astar_unit unit);
ASTAR_API void as_contours_free(as_contours *c, as_memory *m);

/* ---- Edits ---- */

/* Whether a grid has, or may have, walls between cells that a unit can enter, on any floor. */
ASTAR_API bool as_contours_have_walls(const astar_graph *graph, astar_unit unit);

/*
** The obstacles that cells are part of, so that after edits only those near what was edited are traced anew. For grids
** without walls.
*/
typedef struct as_cell_owners {
  uint32_t *owners; /* by cell, with a border: the number of its obstacle; 0: none, it can be entered */
  uint8_t *marks;   /* scratch, zeros */
  uint32_t count;   /* of both; 0: nothing is known */
} as_cell_owners;

/*
** The owners of a floor; obstacles have the numbers from 1 in the order of as_contours_make(). False if out of memory.
** O(cells).
*/
ASTAR_API bool as_cell_owners_make(as_cell_owners *o, as_memory *m, const astar_graph *graph, uint32_t floor,
                                   astar_unit unit);
ASTAR_API void as_cell_owners_free(as_cell_owners *o, as_memory *m);

/* What edits of cells change. All zeros at first. */
typedef struct as_contour_edit {
  uint32_t *removed;    /* the numbers of obstacles to remove: they are gone, or have changed */
  uint32_t removed_count, removed_capacity;
  as_contours contours; /* the obstacles that take their places */
  uint32_t *cells;      /* of the removed and of the new obstacles: positions in `owners` */
  uint32_t cell_count, cell_capacity;
  uint32_t *traced;     /* the cells of the new obstacles, one after the other */
  uint32_t *traced_ends; /* by new obstacle: the index of the cell after its last */
  uint32_t traced_capacity, end_capacity;
} as_contour_edit;

/*
** Find out what has changed at these cells of the floor, which are numbered from 0; one may be listed twice. The new
** obstacles have the outlines that as_contours_make() gives them. ASTAR_FULL: the obstacles there have more than `most`
** cells. Nothing has changed then, or without memory; call as_contour_edit_free() in any case. O(n log n) for n cells
** of obstacles there.
*/
ASTAR_API astar_result as_contours_edit(as_contour_edit *e, as_memory *m, as_cell_owners *o, const astar_graph *graph,
                                        uint32_t floor, astar_unit unit, const uint32_t *cells, uint32_t count,
                                        uint32_t most);
ASTAR_API void as_contour_edit_free(as_contour_edit *e, as_memory *m);

/* Take over what has changed; the new obstacles have these numbers. O(n). */
ASTAR_API void as_cell_owners_apply(as_cell_owners *o, const as_contour_edit *e, const uint32_t *numbers);

#endif
