/*
** path.h: the class "path": a userdata that contains an astar_path. The space is only needed to make node handles.
*/
#ifndef AL_PATH_H
#define AL_PATH_H

#include "handle.h"

AL_HIDDEN_BEGIN

typedef struct al_path {
  const char *kind;
  al_space *space;
  astar_path path; /* the userdata is as long as the path takes */
} al_path;

extern const al_members al_path_members;

/*
** Push a path with room for `size` bytes of an astar_path. It is invalid until the caller fills in `path`; no script
** may run before.
*/
al_path *al_new_path(lua_State *L, int env, al_space *space, size_t size);

/* For luaopen_astar: prepare path:nodes. */
void al_open_nodes(lua_State *L);

/* Push a place on a plane: a table with the fields x and y. */
void al_push_place(lua_State *L, double x, double y);

/* Push a point of a graph: the same with z. */
void al_push_point(lua_State *L, double x, double y, double z);

/*
** An array that a script may give, to be filled: push the table at `arg`, or a new one with room for `count` elements,
** and return the length that it has. When it is filled: remove the elements after `count` from it, at the top of the
** stack.
*/
size_t al_push_array(lua_State *L, int arg, size_t count);
void al_cut_array(lua_State *L, size_t count, size_t length);

AL_HIDDEN_END

#endif
