/*
** plane_find.h: finds a path on a plane, in parts. A search goes from the start; in turns with it a second goes back
** from the goal, with a sixteenth of the work, to find out early whether the goal is shut in. Where there is no way, it
** takes as long as the smaller of the parts of the ground where the start and the goal are.
*/
#ifndef AS_PLANE_FIND_H
#define AS_PLANE_FIND_H

#include "plane/joined.h"

/* All zeros at first, but for `search`, which the caller owns. */
typedef struct as_plane_find {
  astar_search *search; /* the answer is what this has found; with `shut_in` there is none */
  as_joiner back;
  bool asks;    /* it is still to be found out whether there is a way */
  bool first;   /* the search back has not begun */
  bool shut_in; /* there is no way, and no place near the goal is to be found instead */
} as_plane_find;

ASTAR_API void as_plane_find_free(as_plane_find *f);

/* Begin with `search`, which has begun on a plane. */
ASTAR_API astar_result as_plane_find_begin(as_plane_find *f);

/*
** Go on by up to `n` expansions of the search. The status is that of the search, or ASTAR_UNREACHABLE with `shut_in`.
** ASTAR_STALE: the goal of a partial search is shut in; call astar_search_restart(), so that it goes to the nearest
** place that is not, and go on. ASTAR_OUT_OF_MEMORY: call it again. The plane must not be edited between two calls.
*/
ASTAR_API astar_status as_plane_find_step(as_plane_find *f, uint64_t n);

#endif
