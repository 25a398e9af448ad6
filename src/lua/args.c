/* args.c: arguments and their errors; see args.h. */
#include "args.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

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

void al_check_unchanged(lua_State *L, bool holds)
{
  if (!holds) luaL_error(L, "attempt to use an object that was tampered with");
}

/* ---- Results ---- */

const char *al_push_number(lua_State *L, double value)
{
  char text[32];
  snprintf(text, sizeof text, "%.14g", value);
  lua_pushstring(L, text);
  return lua_tostring(L, -1);
}

void al_push_numbers(lua_State *L, const double *values, int count)
{
  int i;
  lua_createtable(L, count, 0);
  for (i = 0; i < count; i++) {
    lua_pushnumber(L, values[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

/* ---- Arguments ---- */

void *al_self(lua_State *L, const char *kind)
{
  void *self = al_test(L, 1, kind);
  if (!self) al_type_error(L, 1, kind);
  return self;
}

bool al_given(lua_State *L, int arg)
{
  return !lua_isnoneornil(L, arg);
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

/* An argument that is a number, but not NaN. */
static double check_number(lua_State *L, int arg, const char *expected)
{
  double value = lua_type(L, arg) == LUA_TNUMBER ? lua_tonumber(L, arg) : NAN;
  if (isnan(value)) al_type_error(L, arg, expected);
  return value;
}

double al_check_least(lua_State *L, int arg, double least)
{
  double value = check_number(L, arg, "number");
  if (value < least) al_arg_error(L, arg, "number >= %s expected, got %s", al_push_number(L, least),
                                  al_push_number(L, value));
  return value;
}

uint64_t al_check_count(lua_State *L, int arg, uint64_t least)
{
  double value = check_number(L, arg, "whole number");
  if (floor(value) != value) al_type_error(L, arg, "whole number");
  if (value < (double)least) al_arg_error(L, arg, "whole number >= %d expected, got %s", (int)least,
                                          al_push_number(L, value));
  return value < 1e18 ? (uint64_t)value : UINT64_MAX;
}

bool al_check_table(lua_State *L, int arg)
{
  if (!al_given(L, arg)) return false;
  if (lua_type(L, arg) != LUA_TTABLE) al_type_error(L, arg, "table");
  return true;
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
