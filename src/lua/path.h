/*
** path.h: the class "path": a userdata that contains all points of the path. The space is only needed to make node
** handles.
*/
#ifndef AL_PATH_H
#define AL_PATH_H

#include "handle.h"

AL_HIDDEN_BEGIN

typedef struct al_path {
  const char *kind;
  al_space *space;
  astar_path path; /* the userdata extends beyond the struct to hold all points */
} al_path;

extern const al_members al_path_members;

/* Push a path with room for `count` nodes. It is invalid until the caller fills in `path`; no script may run before. */
al_path *al_new_path(lua_State *L, int env, al_space *space, uint32_t count);

/* Push a place on a plane: a table with the fields x and y. */
void al_push_place(lua_State *L, double x, double y);

AL_HIDDEN_END

#endif
