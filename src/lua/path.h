/*
** path.h: the class "path": a route in one block, which needs its space only for the node objects that
** it gives out.
*/
#ifndef AL_PATH_H
#define AL_PATH_H

#include "handle.h"

AL_HIDDEN_BEGIN

typedef struct al_path {
  const char *kind;
  al_space *space;
  astar_path path; /* extends beyond the struct by its points */
} al_path;

extern const al_members al_path_members;

/* Push an empty path for `count` nodes of the space; to be filled in before anything else is done. */
al_path *al_new_path(lua_State *L, int env, al_space *space, uint32_t count);

/* Push a place as paths and searches on planes give it: a table of x and y. */
void al_push_place(lua_State *L, double x, double y);

AL_HIDDEN_END

#endif
