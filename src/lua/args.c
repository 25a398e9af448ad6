/* args.c: arguments, their errors, and the registration of classes; see binding.h. */
#include "binding.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char al_graph_kind[] = "graph", al_plane_kind[] = "plane", al_node_kind[] = "node",
           al_obstacle_kind[] = "obstacle", al_search_kind[] = "search", al_path_kind[] = "path";
const char al_grid_name[] = "grid";

/* ---- Errors ---- */

int al_arg_error(lua_State *L, int arg, const char *format, ...)
{
  const char *name = lua_tostring(L, lua_upvalueindex(1));
  va_list list;
  luaL_where(L, 1);
  if (arg == 1) lua_pushfstring(L, "calling '%s' on bad self (", name);
  else lua_pushfstring(L, "bad argument #%d to '%s' (", arg - 1, name);
  va_start(list, format);
  lua_pushvfstring(L, format, list);
  va_end(list);
  lua_pushliteral(L, ")");
  lua_concat(L, 4);
  return lua_error(L);
}

const char *al_type_name(lua_State *L, int index)
{
  static const char *const kinds[] = {al_plane_kind, al_node_kind, al_obstacle_kind, al_search_kind, al_path_kind};
  const al_graph *g = al_test(L, index, al_graph_kind);
  size_t i;
  if (g) return g->space.name;
  if (lua_type(L, index) == LUA_TNUMBER) {
    double value = lua_tonumber(L, index);
    if (isnan(value)) return "nan";
    if (isinf(value)) return "infinity";
  }
  for (i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (al_test(L, index, kinds[i])) return kinds[i];
  }
  return lua_typename(L, lua_type(L, index) == LUA_TNONE ? LUA_TNIL : lua_type(L, index));
}

int al_type_error(lua_State *L, int arg, const char *expected)
{
  return al_arg_error(L, arg, "%s expected, got %s", expected, al_type_name(L, arg));
}

int al_no_memory(lua_State *L)
{
  lua_pushliteral(L, "not enough memory");
  return lua_error(L);
}

void al_check_result(lua_State *L, astar_result result)
{
  if (result == ASTAR_NO_MEMORY) al_no_memory(L);
  if (result == ASTAR_FULL) luaL_error(L, "too many nodes or links");
}

void al_check_terrain(lua_State *L, astar_result result)
{
  if (result == ASTAR_FULL) luaL_error(L, "too many terrains: a graph holds at most 16383");
  al_check_result(L, result);
}

void al_check_corners(lua_State *L, astar_result result)
{
  if (result == ASTAR_FULL) luaL_error(L, "too many obstacles or corners");
  al_check_result(L, result);
}

/* ---- Values ---- */

const char *al_push_number(lua_State *L, double value)
{
  char text[32];
  snprintf(text, sizeof text, "%.14g", value);
  lua_pushstring(L, text);
  return lua_tostring(L, -1);
}

void *al_test(lua_State *L, int index, const char *kind)
{
  void *block;
  if (lua_type(L, index) != LUA_TUSERDATA || compat_rawlen(L, index) < sizeof(al_handle)) return NULL;
  block = lua_touserdata(L, index);
  return *(const char **)block == kind ? block : NULL;
}

void *al_self(lua_State *L, const char *kind)
{
  void *self = al_test(L, 1, kind);
  if (!self) al_type_error(L, 1, kind);
  return self;
}

double al_check_finite(lua_State *L, int arg)
{
  double value;
  if (lua_type(L, arg) != LUA_TNUMBER) al_type_error(L, arg, "number");
  value = lua_tonumber(L, arg);
  if (!(fabs(value) < INFINITY)) al_type_error(L, arg, "finite number");
  return value;
}

/* Whether a plane can hold it; if not, that is pushed for a message. */
static bool is_coordinate(lua_State *L, double value)
{
  if (fabs(value) <= ASTAR_PLANE_LIMIT) return true;
  al_push_number(L, ASTAR_PLANE_LIMIT);
  al_push_number(L, value);
  lua_pushfstring(L, "number from -%s to %s expected, got %s", lua_tostring(L, -2), lua_tostring(L, -2),
                  lua_tostring(L, -1));
  return false;
}

double al_check_coordinate(lua_State *L, int arg)
{
  double value = al_check_finite(L, arg);
  if (!is_coordinate(L, value)) al_arg_error(L, arg, "%s", lua_tostring(L, -1));
  return value;
}

double al_check_least(lua_State *L, int arg, double least)
{
  double value = 0;
  if (lua_type(L, arg) != LUA_TNUMBER) al_type_error(L, arg, "number");
  value = lua_tonumber(L, arg);
  if (isnan(value)) al_type_error(L, arg, "number");
  if (value < least) al_arg_error(L, arg, "number >= %s expected, got %s", al_push_number(L, least),
                                  al_push_number(L, value));
  return value;
}

uint64_t al_check_count(lua_State *L, int arg, uint64_t least)
{
  double value = 0;
  if (lua_type(L, arg) != LUA_TNUMBER) al_type_error(L, arg, "whole number");
  value = lua_tonumber(L, arg);
  if (isnan(value) || floor(value) != value) al_type_error(L, arg, "whole number");
  if (value < (double)least) al_arg_error(L, arg, "whole number >= %d expected, got %s", (int)least,
                                          al_push_number(L, value));
  return value < 1e18 ? (uint64_t)value : UINT64_MAX;
}

int al_given(lua_State *L, int arg)
{
  return !lua_isnoneornil(L, arg);
}

double al_value_finite(lua_State *L, int index, int arg, const char *what)
{
  double value = 0;
  if (lua_type(L, index) == LUA_TNUMBER) value = lua_tonumber(L, index);
  else al_arg_error(L, arg, "%s: number expected, got %s", what, al_type_name(L, index));
  if (!(fabs(value) < INFINITY))
    al_arg_error(L, arg, "%s: finite number expected, got %s", what, al_type_name(L, index));
  return value;
}

double al_value_coordinate(lua_State *L, int index, int arg, const char *what)
{
  double value = al_value_finite(L, index, arg, what);
  if (!is_coordinate(L, value)) al_arg_error(L, arg, "%s: %s", what, lua_tostring(L, -1));
  return value;
}

void al_value_numbers(lua_State *L, int index, int arg, int least, int most, const char *const *what,
                      double (*read)(lua_State *, int, int, const char *), double *values)
{
  size_t length;
  int i;
  if (lua_type(L, index) != LUA_TTABLE)
    al_arg_error(L, arg, "%s expected, got %s", what[0], al_type_name(L, index));
  length = compat_rawlen(L, index);
  if (length < (size_t)least || length > (size_t)most)
    al_arg_error(L, arg, "%s expected, got %s elements", what[0], al_push_number(L, (double)length));
  for (i = 1; i <= (int)length; i++) {
    lua_rawgeti(L, index, i);
    values[i - 1] = read(L, lua_gettop(L), arg, what[i]);
    lua_pop(L, 1);
  }
}

int al_check_table(lua_State *L, int arg)
{
  if (!al_given(L, arg)) return 0;
  if (lua_type(L, arg) != LUA_TTABLE) al_type_error(L, arg, "table");
  return 1;
}

const char *al_next_field(lua_State *L, int arg, const char *what)
{
  if (!lua_next(L, arg)) return NULL;
  if (lua_type(L, -2) != LUA_TSTRING)
    al_arg_error(L, arg, "%s: name expected, got %s", what, al_type_name(L, -2));
  return lua_tostring(L, -2);
}

int al_unknown_field(lua_State *L, int arg, const char *what, const char *name)
{
  return al_arg_error(L, arg, "unknown %s '%s'", what, name);
}

int al_field_boolean(lua_State *L, int arg, const char *what, const char *name)
{
  if (lua_type(L, -1) != LUA_TBOOLEAN)
    al_arg_error(L, arg, "%s '%s': boolean expected, got %s", what, name, al_type_name(L, -1));
  return lua_toboolean(L, -1);
}

void al_field_string(lua_State *L, int arg, const char *what, const char *name)
{
  if (lua_type(L, -1) != LUA_TSTRING)
    al_arg_error(L, arg, "%s '%s': string expected, got %s", what, name, al_type_name(L, -1));
}

astar_terrain al_make_terrain(lua_State *L, const al_graph *g, int index, astar_terrain none)
{
  astar_terrain terrain = none;
  size_t length;
  const char *name;
  if (index == 0) return none;
  name = lua_tolstring(L, index, &length);
  al_check_terrain(L, astar_graph_terrain(g->core, name, length, &terrain));
  return terrain;
}

void al_push_terrain(lua_State *L, const al_graph *g, astar_terrain terrain)
{
  size_t length;
  const char *name = astar_graph_terrain_name(g->core, terrain, &length);
  lua_pushlstring(L, name, length);
}

/* ---- Classes ---- */

void al_push_function(lua_State *L, const char *name, lua_CFunction function, int upvalues)
{
  lua_pushstring(L, name);
  if (upvalues > 0) lua_insert(L, -1 - upvalues);
  lua_pushcclosure(L, function, 1 + upvalues);
}

/* Into the table at the top of the stack, those of the base first. */
static void add_members(lua_State *L, const al_class *c)
{
  const luaL_Reg *method;
  const al_field *field;
  if (c->base) add_members(L, c->base);
  for (method = c->methods; method->name; method++) {
    al_push_function(L, method->name, method->func, 0);
    lua_setfield(L, -2, method->name);
  }
  for (field = c->fields; field->name; field++) {
    lua_pushinteger(L, field->code);
    lua_setfield(L, -2, field->name);
  }
}

/* Into the metatable, which is below the members. */
static void add_meta(lua_State *L, const al_class *c)
{
  const luaL_Reg *meta;
  if (c->base) add_meta(L, c->base);
  for (meta = c->meta; meta->name; meta++) {
    lua_pushvalue(L, -1);
    al_push_function(L, meta->name, meta->func, 1);
    lua_setfield(L, -3, meta->name);
  }
}

void al_new_class(lua_State *L, const al_class *c)
{
  lua_newtable(L);
  lua_pushfstring(L, "astar.%s", c->name);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__metatable"); /* scripts see its name in place of the table */
  lua_setfield(L, -2, "__name");
  lua_newtable(L);
  add_members(L, c);
  add_meta(L, c);
  lua_pop(L, 1);
}

int al_member(lua_State *L, const char *name)
{
  luaL_checktype(L, lua_upvalueindex(2), LUA_TTABLE);
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(2));
  if (lua_type(L, -1) == LUA_TFUNCTION) return 0;
  if (lua_type(L, -1) == LUA_TNUMBER) return (int)lua_tointeger(L, -1);
  if (lua_type(L, 2) == LUA_TSTRING) return luaL_error(L, "%s has no field '%s'", name, lua_tostring(L, 2));
  return luaL_error(L, "%s has no field of type %s", name, al_type_name(L, 2));
}

/* The article that a name of a class wants. */
static const char *article(const char *name)
{
  return strchr("aeiou", *name) ? "an" : "a";
}

int al_set_member(lua_State *L, const char *name)
{
  int code = al_member(L, name);
  lua_settop(L, 3);
  if (code == 0)
    return luaL_error(L, "method '%s' of %s %s cannot be assigned", lua_tostring(L, 2), article(name), name);
  return code;
}

int al_fixed_member(lua_State *L, const char *name)
{
  return luaL_error(L, "field '%s' of %s %s cannot be assigned", lua_tostring(L, 2), article(name), name);
}
