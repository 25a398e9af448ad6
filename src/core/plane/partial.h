/*
** partial.h: where a search on a plane begins and ends; with the option `partial` also if the start or the goal is
** blocked, or the goal cannot be reached.
*/
#ifndef AS_PARTIAL_H
#define AS_PARTIAL_H

#include "plane/plane_space.h"

/* The start and the goal of a search. */
typedef struct as_aim {
  /* With `partial` moved to where one can stand, and the goal to where one can get, as far as that is known. */
  double ends[2][2];
  double asked[2];     /* the goal, not moved */
  astar_status missed; /* ASTAR_FOUND; or why an end was moved: ASTAR_BLOCKED, ASTAR_UNREACHABLE */
} as_aim;

/*
** The ends of a search on a layer. ASTAR_NO_MEMORY changes nothing but what the plane's layers remember.
*/
ASTAR_API astar_result as_aim_take(as_aim *aim, astar_plane *p, as_radius_layer *l, const astar_search_def *def);

/* For a run that has begun with these ends: what it was asked, and what it ends with. */
ASTAR_API void as_aim_apply(const as_aim *aim, const astar_search_def *def, as_plane_run *r);

#endif
