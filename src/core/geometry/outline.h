/*
** outline.h: closed outlines as lists of corners, and the check of those that a caller gives.
** Obstacles own such lists; what makes or changes outlines writes into them.
*/
#ifndef AS_OUTLINE_H
#define AS_OUTLINE_H

#include "base/memory.h"

/* Outlines one after the other, in one list of corners: x, y, x, y, ... */
typedef struct as_outlines {
  double *xy;
  uint32_t corners, corner_capacity;
  uint32_t *ends; /* of each outline: the index of the corner after its last */
  uint32_t count, capacity;
} as_outlines;

ASTAR_API void as_outlines_init(as_outlines *o);
ASTAR_API void as_outlines_free(as_outlines *o, as_memory *m);
ASTAR_API void as_outlines_clear(as_outlines *o);

/* Append a corner to the outline that is being written; then end the outline. False if out of memory. */
ASTAR_API bool as_outlines_corner(as_outlines *o, as_memory *m, double x, double y);
ASTAR_API bool as_outlines_close(as_outlines *o, as_memory *m);

/* The corner after which an outline begins. */
static inline uint32_t as_outline_first(const as_outlines *o, uint32_t outline)
{
  return outline == 0 ? 0 : o->ends[outline - 1];
}

/*
** Whether corners x, y, x, y, ... make a simple polygon: ASTAR_OK, or ASTAR_MALFORMED with the first
** fault, in the order of the flaws, then of a, then of b; or ASTAR_NO_MEMORY. O(count log count)
** where edges are not many times as long as most are apart.
*/
ASTAR_API astar_result as_outline_check(as_memory *m, const double *xy, uint32_t count, astar_fault *fault);

/*
** Whether outlines, which may come from a grid, do not cross themselves or each other: edges have at
** most corners in common. ASTAR_OK, ASTAR_MALFORMED or ASTAR_NO_MEMORY; as fast as that.
*/
ASTAR_API astar_result as_outlines_check(as_memory *m, const as_outlines *o);

/* Of a simple one: 1 if it goes counter-clockwise as drawn with y upwards, -1 if clockwise. Exact. */
ASTAR_API int as_outline_turn(const double *xy, uint32_t count);

#endif
