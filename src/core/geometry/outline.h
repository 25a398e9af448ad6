/*
** outline.h: closed outlines as lists of corners, and the checks whether they form valid polygons.
** Coordinates are as as_coordinate() leaves them; the edge of a corner goes from it to the next one, the
** last edge back to the first corner.
*/
#ifndef AS_OUTLINE_H
#define AS_OUTLINE_H

#include "base/memory.h"

/* A list of outlines, whose corners x, y, x, y, ... follow each other in one array. */
typedef struct as_outlines {
  double *xy;
  uint32_t corners, corner_capacity; /* of all outlines */
  uint32_t *ends; /* by outline: the index of the corner after its last */
  uint32_t count, capacity;
} as_outlines;

ASTAR_API void as_outlines_init(as_outlines *o);
ASTAR_API void as_outlines_free(as_outlines *o, as_memory *m);
ASTAR_API void as_outlines_clear(as_outlines *o);

/* Append a corner to the outline in the making; end that outline. False if out of memory. */
ASTAR_API bool as_outlines_add_corner(as_outlines *o, as_memory *m, double x, double y);
ASTAR_API bool as_outlines_close(as_outlines *o, as_memory *m);

/* Append an outline of `count` corners. False if out of memory; then part of it may have been appended. */
ASTAR_API bool as_outlines_append(as_outlines *o, as_memory *m, const double *xy, uint32_t count);

/* Reverse the order of corners, and with it the direction of an outline. */
ASTAR_API void as_outline_reverse(double *xy, uint32_t count);

/* The index of an outline's first corner. `outline` may be the one in the making. */
static inline uint32_t as_outline_first(const as_outlines *o, uint32_t outline)
{
  return outline == 0 ? 0 : o->ends[outline - 1];
}

/* The corners of an outline, and how many they are. */
static inline const double *as_outline_corners(const as_outlines *o, uint32_t outline, uint32_t *count)
{
  const uint32_t first = as_outline_first(o, outline);
  *count = o->ends[outline] - first;
  return o->xy + 2 * (size_t)first;
}

/* The direction of a simple polygon: 1 if counter-clockwise (with y upwards), -1 if clockwise. Exact; O(count). */
ASTAR_API int as_outline_orientation(const double *xy, uint32_t count);

/* ---- Checks (outline_check.c) ---- */

/*
** Whether corners x, y, x, y, ... form a simple polygon: ASTAR_OK; ASTAR_MALFORMED and the first fault, in
** the order of the flaws, then of a, then of b; or ASTAR_NO_MEMORY. O(count log count), unless many edges
** are much longer than the distances between them.
*/
ASTAR_API astar_result as_outline_check(as_memory *m, const double *xy, uint32_t count, astar_fault *fault);

/*
** Whether outlines, such as those traced on a grid, neither cross themselves nor each other: two edges share
** at most end points, and several corners may lie at one place. ASTAR_OK, ASTAR_MALFORMED or ASTAR_NO_MEMORY.
** Time as above.
*/
ASTAR_API astar_result as_outlines_check(as_memory *m, const as_outlines *o);

#endif
