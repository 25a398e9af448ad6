/*
** handle.h: handles, the userdata of nodes, obstacles and links of planes, which are *things* here: an id and a
** generation. The environment of the space has weak references to them, so that each thing has at most one handle.
**
** A handle is in ENV_HANDLES, by id, until that id may belong to another thing; then it is detached: in ENV_DETACHED,
** by id and generation. Ids of nodes are reused only when no handle is left, ids of obstacles and links at any time.
*/
#ifndef AL_HANDLE_H
#define AL_HANDLE_H

#include "space.h"

AL_HIDDEN_BEGIN

/* A handle of a thing. */
typedef struct al_handle {
  const char *kind;
  al_space *space; /* kept alive by the environment */
  uint32_t id;     /* astar_id, astar_obstacle, or AL_LINK + astar_link_id; 0: not assigned yet */
  uint32_t generation;
} al_handle;

/* ---- Checks ---- */

/* Whether the thing still exists. Requires a checked environment, or that its space is self. */
bool al_is_live(const al_handle *h);

/* Raise unless it is live, with the same requirement. */
void al_require_live(lua_State *L, const al_handle *h);

/*
** Self as a live handle of this kind. Sets the number of arguments after it to `args`, and pushes the environment,
** which is then at args + 2.
*/
al_handle *al_begin_handle(lua_State *L, const char *kind, int args);

/* The same for self that was checked to be of its kind. */
void al_begin_with_handle(lua_State *L, const al_handle *h, int args);

/* Raise unless the handle, which is the value of `e`, belongs to this space and is live. */
void al_check_handle(lua_State *L, const al_entry *e, const al_handle *h, const al_space *space);

/* ---- Making: `env` is the absolute index of the environment ---- */

/* Push a handle of a kind that has no id. */
al_handle *al_new_handle(lua_State *L, int env, al_space *space, const char *kind);

/* Before adding a thing: assign its id and generation to the new handle, which is at `index`. */
void al_give_handle(lua_State *L, int env, al_handle *h, int index, uint32_t id, uint32_t generation);

/* Push the handle with this id and generation, made if needed; its thing may be removed. */
void al_push_handle(lua_State *L, int env, al_space *space, uint32_t id, uint32_t generation);

/*
** The same for many handles: push the table `handles` that they need; then each is pushed by its absolute stack index,
** and that of the environment.
*/
void al_push_handles(lua_State *L, int env);
void al_push_handle_of(lua_State *L, int env, int handles, al_space *space, uint32_t id, uint32_t generation);

/* The same with the current generation of the id, for ids that cannot have been reused since they were read. */
void al_push_id(lua_State *L, int env, al_space *space, uint32_t id);

/*
** To remove an obstacle or a link: first add its handle, if there is one, to ENV_DETACHED; when it is removed, clear
** what the environment has by its id.
*/
void al_detach_handle(lua_State *L, int env, const al_handle *h);
void al_forget_handle(lua_State *L, int env, const al_handle *h);

AL_HIDDEN_END

#endif
