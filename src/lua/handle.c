/*
** handle.c: nodes and obstacles as Lua knows them: by id and generation. While a handle is referred
** to, the home of its space knows it, so there is one for each node or obstacle. See binding.h.
**
** The home keeps it by its id for as long as that id means it, then, as a stray, by its generation
** as well: of nodes ids are used again only when nothing refers to them, of obstacles at any time.
*/
#include "binding.h"

/* ---- Looking up ---- */

/* Beyond 2^53 two strays may have the same: whoever looks one up looks at what it is. */
static double stray_key(uint32_t id, uint32_t generation)
{
  return (double)id + 4294967296.0 * (double)generation;
}

static bool is_that(lua_State *L, const al_space *space, uint32_t id, uint32_t generation)
{
  const al_handle *h = al_test(L, -1, space->type->handle_kind);
  return h && h->space == space && h->id == id && h->generation == generation;
}

/* Push the handle that is known, if there is one; the table for it is at the top of the stack. */
static bool get_handle(lua_State *L, const al_space *space, bool stray, uint32_t id, uint32_t generation)
{
  if (!stray) {
    compat_rawgetid(L, -1, id);
    if (!lua_isnil(L, -1)) return true;
  } else {
    lua_pushnumber(L, stray_key(id, generation));
    lua_rawget(L, -2);
    if (is_that(L, space, id, generation)) return true;
  }
  lua_pop(L, 1);
  return false;
}

/* Make the handle at the top of the stack known; the table for it is below. */
static void set_handle(lua_State *L, bool stray, uint32_t id, uint32_t generation)
{
  if (!stray) {
    lua_pushvalue(L, -1);
    compat_rawsetid(L, -3, id);
  } else {
    lua_pushnumber(L, stray_key(id, generation));
    lua_pushvalue(L, -2);
    lua_rawset(L, -4);
  }
}

/* ---- Making ---- */

al_handle *al_new_handle(lua_State *L, int home, al_space *space)
{
  al_handle *h = compat_newuserdata(L, sizeof *h);
  h->kind = space->type->handle_kind;
  h->space = space;
  h->id = 0;
  h->generation = 0;
  al_push_table(L, home, HOME_HANDLE_META);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, home);
  compat_setuservalue(L, -2);
  return h;
}

void al_give_handle(lua_State *L, int home, al_handle *h, int index, uint32_t id, uint32_t generation)
{
  if (lua_touserdata(L, index) != h) luaL_error(L, "attempt to use an object that was tampered with");
  al_set_by_id(L, home, HOME_HANDLES, id, index);
  h->id = id;
  h->generation = generation;
}

void al_push_handle(lua_State *L, int home, al_space *space, uint32_t id, uint32_t generation)
{
  bool stray = space->type->is_stray(space, id, generation);
  al_push_table(L, home, stray ? HOME_STRAYS : HOME_HANDLES);
  if (!get_handle(L, space, stray, id, generation)) {
    al_handle *h;
    luaL_checkstack(L, 6, "too many handles");
    h = al_new_handle(L, home, space);
    h->id = id;
    h->generation = generation;
    /* Finalizers may have run, and those have removed what it is of, or made its handle. */
    if (space->type->is_stray(space, id, generation) != stray) {
      lua_pop(L, 2);
      al_push_handle(L, home, space, id, generation);
      return;
    }
    lua_insert(L, -2);
    if (get_handle(L, space, stray, id, generation)) {
      lua_remove(L, -3);
    } else {
      lua_insert(L, -2);
      set_handle(L, stray, id, generation);
    }
  }
  lua_remove(L, -2);
}

void al_let_stray(lua_State *L, int home, const al_space *space, uint32_t id, uint32_t generation)
{
  al_push_table(L, home, HOME_STRAYS);
  al_push_table(L, home, HOME_HANDLES);
  if (get_handle(L, space, false, id, generation)) {
    lua_remove(L, -2);
    set_handle(L, true, id, generation);
  }
  lua_pop(L, 2);
}
