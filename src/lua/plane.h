/*
** plane.h: planes and their obstacles: the class "obstacle" (obstacle.c), the class "plane" (plane.c), which
** has members from plane_search.c and save.c as well.
*/
#ifndef AL_PLANE_H
#define AL_PLANE_H

#include "handle.h"

AL_HIDDEN_BEGIN

typedef struct al_plane {
  al_space space;
  astar_plane *core; /* NULL once collected */
} al_plane;

extern const al_space_type al_plane_type;
extern const al_members al_plane_members, al_obstacle_members;

int al_new_plane(lua_State *L); /* the constructor */

/* Self as al_begin_space() gives it. */
al_plane *al_begin_plane(lua_State *L, int args);

/* ---- obstacle.c ---- */

/* Remove the obstacle. `env` is on the stack. */
void al_remove_obstacle(lua_State *L, const al_handle *h, int env);

/* Push what a ray hit or a point lies in: an obstacle, there or gone, "bounds", or nil. */
void al_push_hit(lua_State *L, int env, al_plane *p, astar_obstacle id, uint32_t generation);

/* ---- plane_search.c ---- */

extern const al_members al_plane_search_members; /* of the class "plane": search, path */
extern const al_members al_search_plane_members; /* of the class "search": rays */

AL_HIDDEN_END

#endif
