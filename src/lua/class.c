/* class.c: the metatables of classes; see class.h. */
#include "class.h"

#include <string.h>

/* ---- Making ---- */

void al_push_function(lua_State *L, const char *name, lua_CFunction function, int upvalues)
{
  lua_pushstring(L, name);
  if (upvalues > 0) lua_insert(L, -1 - upvalues);
  lua_pushcclosure(L, function, 1 + upvalues);
}

int al_push_iterator(lua_State *L, const char *name, lua_CFunction next, int upvalues)
{
  al_push_function(L, name, next, upvalues);
  lua_pushvalue(L, 1);
  return 2;
}

void al_set_upvalue(lua_State *L, int upvalue, uint64_t count)
{
  compat_pushcount(L, count);
  lua_replace(L, lua_upvalueindex(upvalue));
}

/* Add methods and fields to the table at the top of the stack, metamethods to the metatable below it. */
static void add_members(lua_State *L, const al_members *m)
{
  const luaL_Reg *f;
  const al_field *field;
  for (f = m->methods; f && f->name; f++) {
    al_push_function(L, f->name, f->func, 0);
    lua_setfield(L, -2, f->name);
  }
  for (field = m->fields; field && field->name; field++) {
    lua_pushinteger(L, field->code);
    lua_setfield(L, -2, field->name);
  }
  for (f = m->meta; f && f->name; f++) {
    lua_pushvalue(L, -1);
    al_push_function(L, f->name, f->func, 1);
    lua_setfield(L, -3, f->name);
  }
}

void al_new_class(lua_State *L, const char *name, const al_members *const *members)
{
  lua_newtable(L);
  lua_pushfstring(L, "astar.%s", name);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__metatable"); /* what getmetatable() returns */
  lua_setfield(L, -2, "__name");
  lua_newtable(L);
  while (*members) add_members(L, *members++);
  lua_pop(L, 1);
}

/* ---- Members ---- */

/* Raise: the class has no member with the key at 2, but perhaps one that is meant; with `fields` only fields are. */
static int no_member(lua_State *L, const char *name, bool fields)
{
  astar_guess guess;
  const int table = lua_upvalueindex(2);
  if (lua_type(L, 2) != LUA_TSTRING) return luaL_error(L, "%s has no field of type %s", name, al_type_name(L, 2));
  if (*al_hint_for(name, lua_tostring(L, 2)))
    return luaL_error(L, "%s has no field '%s'%s", name, lua_tostring(L, 2), al_hint_for(name, lua_tostring(L, 2)));
  al_begin_guess(L, 2, &guess);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    if (lua_type(L, -2) == LUA_TSTRING && !(fields && lua_type(L, -1) == LUA_TFUNCTION))
      al_guess_name(&guess, lua_tostring(L, -2));
    lua_pop(L, 1);
  }
  return luaL_error(L, "%s has no field '%s'%s", name, lua_tostring(L, 2), al_push_guess(L, &guess));
}

/* As al_member(); `assign`: for an assignment. */
static int find_member(lua_State *L, const char *name, bool assign)
{
  if (!lua_istable(L, lua_upvalueindex(2))) luaL_checktype(L, lua_upvalueindex(2), LUA_TTABLE);
  lua_pushvalue(L, 2);
  switch (compat_rawget(L, lua_upvalueindex(2))) {
  case LUA_TFUNCTION: return 0;
  case LUA_TNUMBER: return (int)lua_tointeger(L, -1);
  default: return no_member(L, name, assign);
  }
}

int al_member(lua_State *L, const char *name)
{
  return find_member(L, name, false);
}

/* The indefinite article for the name of a class. */
static const char *article(const char *name)
{
  return strchr("aeiou", *name) ? "an" : "a";
}

int al_set_member(lua_State *L, const char *name)
{
  int code = find_member(L, name, true);
  lua_settop(L, 3);
  if (code == 0)
    return luaL_error(L, "method '%s' of %s %s cannot be assigned", lua_tostring(L, 2), article(name), name);
  return code;
}

int al_fixed_member(lua_State *L, const char *name)
{
  return luaL_error(L, "field '%s' of %s %s cannot be assigned", lua_tostring(L, 2), article(name), name);
}

int al_refuse_assignment(lua_State *L, const char *kind)
{
  al_self(L, kind);
  al_set_member(L, al_type_name(L, 1));
  return al_fixed_member(L, al_type_name(L, 1));
}
