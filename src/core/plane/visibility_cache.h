/*
** views.h: what is remembered of the corners that can be seen from each corner. A view is made when
** it is first asked for, and forgotten when an edit has come within its sight. Layers own them.
*/
#ifndef AS_VIEWS_H
#define AS_VIEWS_H

#include "plane/visibility.h"

/* Of an entry: the lower bits are what a ray to it has told, the others the point. */
#define AS_TRIED_BITS 2
#define AS_TRIED 3u
#define AS_UNTRIED 0u
#define AS_CLEAR 1u
#define AS_HIDDEN 2u

/*
** From a corner with its wedge on the right of the way, to the first `right` of the list, in order
** counter-clockwise from the side of the wedge; with the wedge on the left, to the rest, clockwise.
*/
typedef struct as_view {
  uint32_t *list;
  uint32_t count, capacity, right;
  double extent[2]; /* how far round from the wedge the list reaches, on the right and on the left; -1: not at all */
  bool known;
  uint64_t edits; /* the edits that it has been held against */
  float reach[AS_SECTORS];
} as_view;

#define AS_EDITS 64

typedef struct as_views {
  as_view *list; /* by point */
  uint32_t capacity;
  uint64_t edits;
  as_box boxes[AS_EDITS]; /* of the last edits, by number */
  uint64_t entries; /* of all views */
} as_views;

ASTAR_API void as_views_init(as_views *v);
ASTAR_API void as_views_free(as_views *v, as_memory *m);

/* Something within this box has changed. */
ASTAR_API void as_views_edit(as_views *v, const as_box *box);

/*
** The view from a corner, as far as it matters to who comes from a place; NULL if out of memory. What
** is looked at is at first no more than that, and all if that is not enough another time.
*/
ASTAR_API as_view *as_views_get(as_views *v, as_memory *m, as_scene *s, as_sight *g, uint32_t corner,
                                const double before[2]);

#endif
