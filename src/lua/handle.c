/* handle.c: handles of nodes, obstacles and links; see handle.h. */
#include "handle.h"

/* ---- Checks ---- */

bool al_is_live(const al_handle *h)
{
  uint32_t now = 0;
  return h->space->type->find(h->space, h->id, &now) && now == h->generation;
}

void al_require_live(lua_State *L, const al_handle *h)
{
  if (al_is_live(h)) return;
  al_require_open(L, h->space);
  luaL_error(L, "%s %d was removed", h->kind, (int)al_number_of(h->space, h->id));
}

al_handle *al_begin_handle(lua_State *L, const char *kind, int args)
{
  al_handle *h = al_self(L, kind);
  al_begin_with_handle(L, h, args);
  return h;
}

void al_begin_with_handle(lua_State *L, const al_handle *h, int args)
{
  lua_settop(L, args + 1);
  al_push_environment(L, 1, h->space);
  al_require_live(L, h);
}

void al_check_handle(lua_State *L, const al_entry *e, const al_handle *h, const al_space *space)
{
  if (h->space != space) al_entry_error(L, e, "%s of another %s", h->kind, space->kind);
  if (!al_is_live(h)) al_entry_error(L, e, "%s %d was removed", h->kind, (int)al_number_of(space, h->id));
}

/* ---- Looking up ---- */

/* Whether an id that belongs to nothing now may be given to another thing at any time. */
static bool may_be_reused(const al_space *space)
{
  return space->type->reuses_ids && space->type->is_open(space);
}

/* Whether the handle belongs in ENV_DETACHED: its id is reused, or may be at any time. */
static bool is_detached(const al_space *space, uint32_t id, uint32_t generation)
{
  uint32_t now = generation;
  bool found = space->type->find(space, id, &now);
  return now != generation || (!found && may_be_reused(space));
}

/* Not unique beyond 2^53, so is_that() checks what a lookup finds. */
static double detached_key(uint32_t id, uint32_t generation)
{
  return (double)id + 4294967296.0 * (double)generation;
}

/* Whether the value at the top of the stack is the handle with this id and generation. */
static bool is_that(lua_State *L, const al_space *space, uint32_t id, uint32_t generation)
{
  const al_handle *h = al_test(L, -1, al_kind_of(space, id));
  return h && h->space == space && h->id == id && h->generation == generation;
}

/* Look up a handle in the table at the top of the stack. Pushes it if found, else nothing. */
static bool get_handle(lua_State *L, const al_space *space, bool detached, uint32_t id, uint32_t generation)
{
  if (!detached) {
    compat_rawgetid(L, -1, id);
    if (!lua_isnil(L, -1)) return true;
  } else {
    lua_pushnumber(L, detached_key(id, generation));
    lua_rawget(L, -2);
    if (is_that(L, space, id, generation)) return true;
  }
  lua_pop(L, 1);
  return false;
}

/* Store the handle at the top of the stack in the table below it. Pops nothing. */
static void set_handle(lua_State *L, bool detached, uint32_t id, uint32_t generation)
{
  lua_pushnumber(L, detached ? detached_key(id, generation) : id);
  lua_pushvalue(L, -2);
  lua_rawset(L, -4);
}

/* ---- Making ---- */

al_handle *al_new_handle(lua_State *L, int env, al_space *space, const char *kind)
{
  al_handle *h = compat_newuserdata(L, sizeof *h);
  h->kind = kind;
  h->space = space;
  h->id = 0;
  h->generation = 0;
  if (kind == al_link_kind) lua_getfield(L, LUA_REGISTRYINDEX, AL_LINK_META);
  else al_push_table(L, env, ENV_HANDLE_META);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, env);
  compat_setuservalue(L, -2);
  return h;
}

void al_give_handle(lua_State *L, int env, al_handle *h, int index, uint32_t id, uint32_t generation)
{
  al_check_unchanged(L, lua_touserdata(L, index) == h);
  al_set_by_id(L, env, ENV_HANDLES, id, index);
  h->id = id;
  h->generation = generation;
}

/* As al_push_handle(), of which it is known whether it is detached. */
static void push_handle(lua_State *L, int env, al_space *space, uint32_t id, uint32_t generation, bool detached)
{
  al_push_table(L, env, detached ? ENV_DETACHED : ENV_HANDLES);
  if (!get_handle(L, space, detached, id, generation)) {
    al_handle *h;
    luaL_checkstack(L, 6, "too many handles");
    h = al_new_handle(L, env, space, al_kind_of(space, id));
    h->id = id;
    h->generation = generation;
    /* Finalizers may have removed the thing, or made its handle. */
    if (is_detached(space, id, generation) != detached) {
      lua_pop(L, 2);
      al_push_handle(L, env, space, id, generation);
      return;
    }
    lua_insert(L, -2);
    if (get_handle(L, space, detached, id, generation)) {
      lua_remove(L, -3);
    } else {
      lua_insert(L, -2);
      set_handle(L, detached, id, generation);
    }
  }
  lua_replace(L, -2);
}

void al_push_handle(lua_State *L, int env, al_space *space, uint32_t id, uint32_t generation)
{
  push_handle(L, env, space, id, generation, is_detached(space, id, generation));
}

void al_push_handles(lua_State *L, int env)
{
  al_push_table(L, env, ENV_HANDLES);
}

void al_push_handle_of(lua_State *L, int env, int handles, al_space *space, uint32_t id, uint32_t generation)
{
  if (!is_detached(space, id, generation)) {
    compat_rawgetid(L, handles, id);
    if (!lua_isnil(L, -1)) return;
    lua_pop(L, 1);
  }
  al_push_handle(L, env, space, id, generation);
}

void al_push_id(lua_State *L, int env, al_space *space, uint32_t id)
{
  uint32_t generation = 0;
  const bool found = space->type->find(space, id, &generation);
  push_handle(L, env, space, id, generation, !found && may_be_reused(space));
}

void al_detach_handle(lua_State *L, int env, const al_handle *h)
{
  al_push_table(L, env, ENV_DETACHED);
  al_push_table(L, env, ENV_HANDLES);
  if (get_handle(L, h->space, false, h->id, h->generation)) {
    lua_remove(L, -2);
    set_handle(L, true, h->id, h->generation);
  }
  lua_pop(L, 2);
}

void al_forget_handle(lua_State *L, int env, const al_handle *h)
{
  al_clear_by_id(L, env, ENV_HANDLES, h->id);
  al_clear_by_id(L, env, ENV_DATA, h->id);
}
