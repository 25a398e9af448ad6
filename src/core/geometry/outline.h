/*
** outline.h: closed outlines as lists of corners, and checks that they are simple polygons. Edge i goes from corner i
** to the next, the last edge to the first corner. Coordinates are those that as_coordinate() returns.
*/
#ifndef AS_OUTLINE_H
#define AS_OUTLINE_H

#include "base/memory.h"

/*
** A list of outlines, whose corners x, y, x, y, ... follow each other in one array. Corners after the end of the last
** outline belong to the open one, which as_outlines_close() ends.
*/
typedef struct as_outlines {
  double *xy;
  uint32_t corners, corner_capacity; /* of all outlines, the open one included */
  uint32_t *ends; /* by outline: the index of the corner after its last */
  uint32_t count, capacity;
} as_outlines;

/* An empty list. */
ASTAR_API void as_outlines_init(as_outlines *o);
ASTAR_API void as_outlines_free(as_outlines *o, as_memory *m);

/* Remove all outlines; keep the memory. */
ASTAR_API void as_outlines_clear(as_outlines *o);

/* Append a corner to the open outline; close that outline. False if out of memory. O(1) amortized. */
ASTAR_API bool as_outlines_add_corner(as_outlines *o, as_memory *m, double x, double y);
ASTAR_API bool as_outlines_close(as_outlines *o, as_memory *m);

/* Append an outline of `count` corners. False if out of memory; some corners may then be appended. O(count). */
ASTAR_API bool as_outlines_append(as_outlines *o, as_memory *m, const double *xy, uint32_t count);

/* Reverse the direction of an outline of `count` > 0 corners. O(count). */
ASTAR_API void as_outline_reverse(double *xy, uint32_t count);

/* The index of the first corner of an outline; `outline` may be `count`, for the open one. */
static inline uint32_t as_outline_first(const as_outlines *o, uint32_t outline)
{
  return outline == 0 ? 0 : o->ends[outline - 1];
}

/* The corners of an outline, and their number. */
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
** Check that corners x, y, x, y, ... (any numbers) form a simple polygon: ASTAR_OK; or ASTAR_MALFORMED, and *fault is
** the first fault by flaw; of repeated corners by a, then by b; of edges that cross by b, then by a: the first edge
** that crosses an earlier one. Or ASTAR_NO_MEMORY. O(count log count); with edges that cross, O(count log^2 count).
*/
ASTAR_API astar_result as_outline_check(as_memory *m, const double *xy, uint32_t count, astar_fault *fault);

/*
** Check that outlines cross neither themselves nor each other: two edges share at most end points. Corners may
** coincide, as in outlines traced on a grid. ASTAR_OK, ASTAR_MALFORMED or ASTAR_NO_MEMORY. Complexity as above, for
** all corners together.
*/
ASTAR_API astar_result as_outlines_check(as_memory *m, const as_outlines *o);

#endif
