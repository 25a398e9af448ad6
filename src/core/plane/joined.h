/*
** joined.h: which places of a radius layer are joined by free ground. The parts of the ground that searches have
** explored are remembered, up to AS_PLANE_PARTS, each until an edit touches the box around it: by a place in the part,
** and by the corners that were reached. A place that sees the first, or one of the corners such that a path may bend
** there, is in the part. A part is complete if the search reached all that it could: who sees none of them is not in
** it. Links do not count.
*/
#ifndef AS_JOINED_H
#define AS_JOINED_H

#include "plane/plane_space.h"

/*
** Remember the part of the place where a search began that has reached all that it can; not if it took links, or began
** where the ground is divided. False if out of memory. O(touched + parts * edits), and a look from the place.
*/
ASTAR_API bool as_plane_parts_learn(astar_plane *p, as_radius_layer *l, const astar_search *s);

/* Whether any part that is remembered is complete. O(1), and after an edit O(edits). */
ASTAR_API bool as_plane_parts_any(as_radius_layer *l);

typedef enum as_joined { AS_JOINED_NO, AS_JOINED_YES, AS_JOINED_UNKNOWN, AS_JOINED_NO_MEMORY } as_joined;

/*
** Begin a search between two places that are not occupied, or without a goal; with the heuristic, the weight and the
** links of another one, or on the ground if that is NULL. *search is one to use again, or NULL.
*/
ASTAR_API astar_result as_plane_search(astar_search **search, astar_plane *p, as_radius_layer *l,
                                       const double from[2], const double *to, const astar_search_def *like);

/* Two searches, from either of two places, which are reused from one question to the next. All zeros at first. */
typedef struct as_joiner {
  astar_search *searches[2];
} as_joiner;

ASTAR_API void as_joiner_free(as_joiner *j);

/* Make its searches with an allocator, not with that of the plane when they are needed. False if out of memory. */
ASTAR_API bool as_joiner_make(as_joiner *j, astar_alloc alloc, void *context);

/* The bytes that its searches hold. */
ASTAR_API size_t as_joiner_memory(const as_joiner *j);

/*
** Whether there is a way between two places that are not occupied. If the parts that are remembered do not tell, the
** searches from both expand by turns, until one has reached the other place, or all that it can; but with `quick`, the
** answer is AS_JOINED_UNKNOWN.
*/
ASTAR_API as_joined as_plane_joined(as_joiner *j, astar_plane *p, as_radius_layer *l, const double a[2],
                                    const double b[2], bool quick);

/*
** AS_JOINED_YES: the complete part of a place that is not occupied is remembered, and *box is around it. Else
** AS_JOINED_UNKNOWN, or AS_JOINED_NO_MEMORY. A look from the place.
*/
ASTAR_API as_joined as_plane_part_box(as_joiner *j, astar_plane *p, as_radius_layer *l, const double place[2],
                                      as_box *box);

/*
** Run a search back from the goal of a search to its start, with a sixteenth of the work that this has done, to find
** out early that the goal is shut in. Not for searches that take links. Set *first before the first call.
** AS_JOINED_YES: it has reached the start. AS_JOINED_NO: there is no way, and the part of the goal is remembered, if
** possible. AS_JOINED_UNKNOWN: to be called again when the search has done more.
*/
ASTAR_API as_joined as_plane_search_back(as_joiner *j, const astar_search *forth, bool *first);

#endif
