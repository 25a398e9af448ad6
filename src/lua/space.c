/* space.c: what graphs, grids and planes have in common; see binding.h for what their homes hold. */
#include "binding.h"

#include <string.h>

/* Memory that must gather before the collector is told: it then works as if Lua had taken that much. */
#define TELL_FROM 262144u

/* ---- Checks ---- */

void al_require_open(lua_State *L, const al_space *space)
{
  if (!space->type->is_open(space)) luaL_error(L, "attempt to use a collected %s", space->name);
}

void al_check_home(lua_State *L, int home, const al_space *space)
{
  const void *found = NULL;
  if (lua_istable(L, home)) {
    lua_rawgeti(L, home, HOME_SPACE);
    found = lua_touserdata(L, -1);
    lua_pop(L, 1);
  }
  if (found != space) luaL_error(L, "attempt to use an object that was tampered with");
}

al_space *al_begin_space(lua_State *L, const char *kind, int args)
{
  al_space *space = al_self(L, kind);
  al_require_open(L, space);
  lua_settop(L, args + 1);
  compat_getuservalue(L, 1);
  al_check_home(L, args + 2, space);
  return space;
}

/* ---- Tables of the home ---- */

void al_push_table(lua_State *L, int home, int key)
{
  lua_rawgeti(L, home, key);
  if (!lua_istable(L, -1)) luaL_error(L, "attempt to use an object that was tampered with");
}

void al_push_by_id(lua_State *L, int home, int table, uint32_t id)
{
  al_push_table(L, home, table);
  compat_rawgetid(L, -1, id);
  lua_remove(L, -2);
}

void al_set_by_id(lua_State *L, int home, int table, uint32_t id, int value)
{
  al_push_table(L, home, table);
  lua_pushvalue(L, value);
  compat_rawsetid(L, -2, id);
  lua_pop(L, 1);
}

void al_clear_by_id(lua_State *L, int home, int table, uint32_t id)
{
  al_push_table(L, home, table);
  compat_rawgetid(L, -1, id);
  if (!lua_isnil(L, -1)) {
    lua_pushnil(L);
    compat_rawsetid(L, -3, id);
  }
  lua_pop(L, 2);
}

/* ---- Memory ---- */

void al_tell(lua_State *L, const al_space *space, size_t bytes)
{
  size_t *debt = space->debt;
  *debt += bytes;
  if (*debt >= TELL_FROM) {
    int kilobytes = *debt >> 10 < 0x7FFFFFFF ? (int)(*debt >> 10) : 0x7FFFFFFF;
    *debt = 0;
    (void)lua_gc(L, LUA_GCSTEP, kilobytes);
  }
}

void al_untell(const al_space *space, size_t bytes)
{
  *space->debt -= bytes < *space->debt ? bytes : *space->debt;
}

size_t al_untold(al_space *space)
{
  size_t now, before = space->told;
  if (!space->type->is_open(space)) return 0;
  now = space->type->memory(space) + (space->finder ? astar_finder_memory(space->finder) : 0);
  space->told = now;
  return now > before ? now - before : 0;
}

void al_tell_space(lua_State *L, al_space *space)
{
  size_t untold = al_untold(space);
  if (untold > 0) al_tell(L, space, untold);
}

/* ---- Making ---- */

void al_set_weak_table(lua_State *L, int key, const char *mode)
{
  lua_newtable(L);
  lua_newtable(L);
  lua_pushstring(L, mode);
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_rawseti(L, -2, key);
}

/* The upvalues of constructors, from the first one on; with the debug library a script can set them. */
enum { UP_CLASS, UP_HANDLES, UP_PATHS, UP_DEBT };

void *al_new_space(lua_State *L, size_t size, const al_space_type *type, const char *name, int upvalue)
{
  al_space *space;
  if (!lua_istable(L, lua_upvalueindex(upvalue + UP_CLASS)) ||
      lua_type(L, lua_upvalueindex(upvalue + UP_DEBT)) != LUA_TUSERDATA)
    luaL_error(L, "attempt to use an object that was tampered with");
  space = compat_newuserdata(L, size);
  memset(space, 0, size);
  space->kind = type->kind;
  space->name = name;
  space->type = type;
  space->debt = lua_touserdata(L, lua_upvalueindex(upvalue + UP_DEBT));
  lua_pushvalue(L, lua_upvalueindex(upvalue + UP_CLASS));
  lua_setmetatable(L, -2);
  lua_newtable(L);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, HOME_SPACE);
  al_set_weak_table(L, HOME_HANDLES, "v");
  al_set_weak_table(L, HOME_STRAYS, "v");
  lua_newtable(L);
  lua_rawseti(L, -2, HOME_DATA);
  lua_pushvalue(L, lua_upvalueindex(upvalue + UP_HANDLES));
  lua_rawseti(L, -2, HOME_HANDLE_META);
  lua_pushvalue(L, lua_upvalueindex(upvalue + UP_PATHS));
  lua_rawseti(L, -2, HOME_PATH_META);
  lua_pushvalue(L, lua_upvalueindex(upvalue + UP_DEBT));
  lua_rawseti(L, -2, HOME_DEBT);
  if (type->furnish) type->furnish(L);
  compat_setuservalue(L, -2);
  return space;
}

/* Where al_open_spaces() has what constructors take, from the module's table on. */
enum { MODULE, NODES, OBSTACLES, PATHS, DEBT };

/* Push what a constructor knows; `base` is where the module's table stands. */
static void push_upvalues(lua_State *L, int base, int class, int handles)
{
  lua_pushvalue(L, class);
  lua_pushvalue(L, base + handles);
  lua_pushvalue(L, base + PATHS);
  lua_pushvalue(L, base + DEBT);
}

void al_open_spaces(lua_State *L)
{
  static const struct {
    const al_class *class;
    lua_CFunction constructor;
    int handles;
  } spaces[AL_SPACES] = {{&al_graph_class, al_new_graph, NODES},
                         {&al_grid_class, al_new_grid, NODES},
                         {&al_plane_class, al_new_plane, OBSTACLES}};
  int base = lua_gettop(L), classes = base + DEBT + 1, i;
  if (!lua_checkstack(L, LUA_MINSTACK + AL_SPACES * (AL_UPVALUES + 1))) al_no_memory(L);
  al_open_node(L);
  al_open_obstacle(L);
  al_open_path(L);
  *(size_t *)compat_newuserdata(L, sizeof(size_t)) = 0;
  for (i = 0; i < AL_SPACES; i++) al_new_class(L, spaces[i].class);
  for (i = 0; i < AL_SPACES; i++) {
    push_upvalues(L, base, classes + i, spaces[i].handles);
    al_push_function(L, spaces[i].class->name, spaces[i].constructor, AL_UPVALUES);
    lua_setfield(L, base + MODULE, spaces[i].class->name);
  }
  for (i = 0; i < AL_SPACES; i++) push_upvalues(L, base, classes + i, spaces[i].handles);
  al_push_function(L, "load", al_load, AL_SPACES * AL_UPVALUES);
  lua_setfield(L, base + MODULE, "load");
  lua_settop(L, base);
}
