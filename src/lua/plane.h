/*
** plane.h: the class "plane" (plane.c, with members from plane_link.c, plane_place.c, plane_search.c and save.c), and
** the classes "obstacle" (obstacle.c) and "link" (plane_link.c).
*/
#ifndef AL_PLANE_H
#define AL_PLANE_H

#include "handle.h"

AL_HIDDEN_BEGIN

typedef struct al_plane {
  al_space space;
  astar_plane *core; /* NULL once collected */
  uint32_t floor;    /* the level, from 0, of the grid that it was made from; 0 if it was not, or was loaded */
} al_plane;

extern const al_space_type al_plane_type;
extern const al_members al_plane_members, al_obstacle_members;

int al_new_plane(lua_State *L); /* the constructor */

/* Self as an open plane with `args` arguments; pushes the environment, as al_begin_space() does. */
al_plane *al_begin_plane(lua_State *L, int args);

/* Check the result of a call that makes a plane from a grid: raise, for `arg`, what is wrong with the grid. */
struct al_graph;
void al_check_flat(lua_State *L, int arg, const struct al_graph *grid, astar_result result);

/* ---- obstacle.c ---- */

/* Remove a live obstacle; `env` is the absolute index of the environment. */
void al_remove_obstacle(lua_State *L, const al_handle *h, int env);

/* Push the obstacle, which may be removed; "bounds" for ASTAR_BOUNDS; nil for ASTAR_NO_OBSTACLE. */
void al_push_hit(lua_State *L, int env, al_plane *p, astar_obstacle id, uint32_t generation);

/* ---- plane_link.c ---- */

extern const al_members al_plane_link_members; /* of the class "plane": link, unlink, links */
extern const al_members al_link_members;

/* ---- plane_place.c ---- */

extern const al_members al_plane_place_members; /* of the class "plane": at, free, nearest, raycast */

/* A radius > 0. */
double al_entry_radius(lua_State *L, const al_entry *e);

/* A place: {x, y}, or a table with the fields x and y. May run finalizers. */
void al_entry_xy(lua_State *L, const al_entry *e, double xy[2]);

/* ---- plane_search.c ---- */

extern const al_members al_plane_search_members; /* of the class "plane": search, path */
extern const al_members al_search_plane_members; /* of the class "search": rays */

AL_HIDDEN_END

#endif
