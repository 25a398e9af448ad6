/* space.c: what graphs, grids and planes have in common; see space.h. */
#include "space.h"

#include <string.h>

/* Unreported bytes at which the collector runs a step, as if Lua had allocated them. */
#define SLICE 64 /* kilobytes: as much as the collector works off in some 10 microseconds */
#define REPORT_FROM 262144u

/* ---- Checks ---- */

void al_require_open(lua_State *L, const al_space *space)
{
  if (!space->type->is_open(space)) luaL_error(L, "attempt to use a collected %s", space->name);
}

al_space *al_begin_space(lua_State *L, const char *kind, int args)
{
  al_space *space = al_self(L, kind);
  al_require_open(L, space);
  lua_settop(L, args + 1);
  al_push_environment(L, 1, space);
  return space;
}

int al_push_space_iterator(lua_State *L, const char *name, lua_CFunction next, int counts)
{
  int i;
  lua_settop(L, 1);
  for (i = 0; i < counts; i++) lua_pushinteger(L, 0);
  al_push_function(L, name, next, 1 + counts);
  return 1;
}

al_space *al_begin_next(lua_State *L, const char *kind)
{
  al_space *space = al_test(L, lua_upvalueindex(2), kind);
  if (!space) al_type_error(L, 1, kind);
  else al_require_open(L, space);
  lua_settop(L, 0);
  compat_getuservalue(L, lua_upvalueindex(2));
  al_check_environment(L, 1, space);
  return space;
}

/* ---- Environment ---- */

void al_check_environment(lua_State *L, int env, const al_space *space)
{
  const void *found = NULL;
  if (lua_istable(L, env)) {
    lua_rawgeti(L, env, ENV_SPACE);
    found = lua_touserdata(L, -1);
    lua_pop(L, 1);
  }
  al_check_unchanged(L, found == space);
}

void al_push_environment(lua_State *L, int index, const al_space *space)
{
  const void *found = NULL;
  if (compat_pushuservalue(L, index) == LUA_TTABLE) {
    lua_rawgeti(L, -1, ENV_SPACE);
    found = lua_touserdata(L, -1);
    lua_pop(L, 1);
  }
  al_check_unchanged(L, found == space);
}

void al_push_table(lua_State *L, int env, int key)
{
  al_check_unchanged(L, compat_rawgeti(L, env, key) == LUA_TTABLE);
}

void al_push_by_id(lua_State *L, int env, int table, uint32_t id)
{
  al_push_table(L, env, table);
  compat_rawgetid(L, -1, id);
  lua_replace(L, -2);
}

void al_set_by_id(lua_State *L, int env, int table, uint32_t id, int value)
{
  al_push_table(L, env, table);
  lua_pushvalue(L, value);
  compat_rawsetid(L, -2, id);
  lua_pop(L, 1);
}

void al_clear_by_id(lua_State *L, int env, int table, uint32_t id)
{
  al_push_table(L, env, table);
  compat_rawgetid(L, -1, id);
  if (!lua_isnil(L, -1)) {
    lua_pushnil(L);
    compat_rawsetid(L, -3, id);
  }
  lua_pop(L, 2);
}

void al_set_weak_table(lua_State *L, int key, const char *mode)
{
  lua_newtable(L);
  lua_newtable(L);
  lua_pushstring(L, mode);
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_rawseti(L, -2, key);
}

/* ---- Life ---- */

const char al_life_kind[] = "life";

void al_end_life(lua_State *L)
{
#if LUA_VERSION_NUM == 501
  lua_getfield(L, LUA_REGISTRYINDEX, AL_RECORDS);
  if (lua_istable(L, -1)) {
    lua_pushvalue(L, 1);
    lua_rawget(L, -2);
    if (lua_istable(L, -1)) {
      al_life *l;
      lua_rawgeti(L, -1, AL_RECORD_LIFE);
      l = al_test(L, -1, al_life_kind);
      if (l) l->space = NULL;
    }
  }
#endif
  lua_settop(L, 1);
}

/* ---- Memory ---- */

/* Whether the collector works by itself. */
static bool is_collecting(lua_State *L)
{
#if defined(LUA_GCISRUNNING)
  return lua_gc(L, LUA_GCISRUNNING, 0) != 0;
#else
  (void)L;
  return true;
#endif
}

/* Report up to `most` kilobytes of what was not reported; the rest waits. */
static void report(lua_State *L, const al_space *space, size_t bytes, int most)
{
  size_t *unreported = &space->limits->unreported;
  int kilobytes;
  *unreported += bytes;
  if (*unreported < REPORT_FROM || !is_collecting(L)) return;
  kilobytes = *unreported >> 10 < (size_t)most ? (int)(*unreported >> 10) : most;
  *unreported -= (size_t)kilobytes << 10;
  (void)lua_gc(L, LUA_GCSTEP, kilobytes);
}

void al_report_memory(lua_State *L, const al_space *space, size_t bytes)
{
  report(L, space, bytes, 0x7FFFFFFF);
}

void al_report_slice(lua_State *L, const al_space *space, size_t bytes)
{
  report(L, space, bytes, SLICE);
}

void al_report_freed(const al_space *space, size_t bytes)
{
  size_t *unreported = &space->limits->unreported;
  *unreported -= bytes < *unreported ? bytes : *unreported;
}

/* The memory of an open space. */
static size_t memory_of(const al_space *space)
{
  return space->type->memory(space) + (space->finder ? astar_finder_memory(space->finder) : 0);
}

size_t al_take_unreported(al_space *space)
{
  size_t now, before = space->reported;
  if (!space->type->is_open(space)) return 0;
  now = memory_of(space);
  space->reported = now;
  return now > before ? now - before : 0;
}

size_t al_take_over(al_space *space, size_t bytes)
{
  size_t now, taken;
  if (!space->type->is_open(space)) return bytes;
  now = memory_of(space);
  if (now >= space->reported) return bytes;
  taken = space->reported - now;
  space->reported = now;
  return bytes > taken ? bytes - taken : 0;
}

void al_hand_back(al_space *space, astar_search *search, size_t reported)
{
  size_t kept = 0;
  if (space->type->is_open(space)) {
    const size_t before = memory_of(space);
    size_t after;
    astar_search_destroy(search);
    after = memory_of(space);
    kept = after > before ? after - before : 0;
    space->reported += kept;
  } else {
    astar_search_destroy(search);
  }
  al_report_freed(space, reported > kept ? reported - kept : 0);
}

void al_report_space(lua_State *L, al_space *space)
{
  size_t bytes = al_take_unreported(space);
  if (bytes > 0) al_report_memory(L, space, bytes);
}

/* ---- Making ---- */

/* The upvalues for al_new_space(), relative to `upvalue`. A script can set them with the debug library. */
enum { UP_CLASS, UP_HANDLES, UP_PATHS, UP_LIMITS };

/* Set field `key` of the environment at the top of the stack to an upvalue. */
static void set_upvalue(lua_State *L, int key, int upvalue)
{
  lua_pushvalue(L, lua_upvalueindex(upvalue));
  lua_rawseti(L, -2, key);
}

void *al_new_space(lua_State *L, const al_space_type *type, const char *name, int upvalue)
{
  al_space *space;
  al_check_unchanged(L, lua_istable(L, lua_upvalueindex(upvalue + UP_CLASS)) &&
                        al_test(L, lua_upvalueindex(upvalue + UP_LIMITS), al_limits_kind));
  al_make_room(L, al_test(L, lua_upvalueindex(upvalue + UP_LIMITS), al_limits_kind));
  space = compat_newuserdata(L, type->size);
  memset(space, 0, type->size);
  space->kind = type->kind;
  space->name = name;
  space->type = type;
  space->limits = al_test(L, lua_upvalueindex(upvalue + UP_LIMITS), al_limits_kind);
  al_check_unchanged(L, space->limits && space->limits->account);
  lua_pushvalue(L, lua_upvalueindex(upvalue + UP_CLASS));
  lua_setmetatable(L, -2);
  lua_newtable(L);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, ENV_SPACE);
  al_set_weak_table(L, ENV_HANDLES, "v");
  al_set_weak_table(L, ENV_DETACHED, "v");
  lua_newtable(L);
  lua_rawseti(L, -2, ENV_DATA);
  set_upvalue(L, ENV_HANDLE_META, upvalue + UP_HANDLES);
  set_upvalue(L, ENV_PATH_META, upvalue + UP_PATHS);
  set_upvalue(L, ENV_LIMITS, upvalue + UP_LIMITS);
  if (type->init_environment) type->init_environment(L);
  compat_setuservalue(L, -2);
  return space;
}
