/*
** handle.h: nodes and obstacles as Lua knows them: by id and generation. While a handle is referred
** to, the environment of its space knows it, so there is one for each node or obstacle.
**
** The environment keeps it by its id for as long as that id means it. Once the id is in use for another,
** the handle is detached, and kept by its generation as well: ids of nodes are used again only when
** nothing refers to them, ids of obstacles at any time.
*/
#ifndef AL_HANDLE_H
#define AL_HANDLE_H

#include "space.h"

AL_HIDDEN_BEGIN

/* Of a node or an obstacle. */
typedef struct al_handle {
  const char *kind;
  al_space *space; /* kept alive by the environment */
  uint32_t id;     /* astar_id or astar_obstacle; 0: nothing's yet */
  uint32_t generation;
} al_handle;

/* ---- Checks ---- */

/* Whether it is there; its environment has been checked, or its space is self. */
bool al_is_live(const al_handle *h);

/* Raise unless it is; likewise. */
void al_require_live(lua_State *L, const al_handle *h);

/*
** Self as a handle of this kind that is live, with `args` arguments after it; its environment is pushed
** and stands at args + 2.
*/
al_handle *al_begin_handle(lua_State *L, const char *kind, int args);

/* Raise unless the handle, which is this argument or part of one, is of this space and live. */
void al_check_handle(lua_State *L, const al_entry *e, const al_handle *h, const al_space *space);

/* ---- Making; `env` is absolute ---- */

/* Push a handle that is nothing's yet, then make it that of what is about to be added. */
al_handle *al_new_handle(lua_State *L, int env, al_space *space);
void al_give_handle(lua_State *L, int env, al_handle *h, int index, uint32_t id, uint32_t generation);

/* Push the handle with this id and generation, of what is there or gone. */
void al_push_handle(lua_State *L, int env, al_space *space, uint32_t id, uint32_t generation);

/* Push the handle with this id, which was not given to another since it was noted. */
void al_push_id(lua_State *L, int env, al_space *space, uint32_t id);

/* Before something is removed whose id is free at once: let its handle, if there is one, be found as a detached one. */
void al_detach_handle(lua_State *L, int env, const al_space *space, uint32_t id, uint32_t generation);

AL_HIDDEN_END

#endif
