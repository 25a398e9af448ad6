/* args.c: arguments and their errors; see args.h. */
#include "args.h"

#include "guess.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Errors ---- */

/* Whether `arg` is the value that __newindex assigns to a field: users see no argument. */
static bool is_assigned(lua_State *L, const char *name, int arg)
{
  return arg == 3 && name && strcmp(name, "__newindex") == 0 && lua_type(L, 2) == LUA_TSTRING;
}

/* Push what an error message begins with. */
static void push_place_of(lua_State *L, const char *name, int arg)
{
  if (is_assigned(L, name, arg)) {
    const char *class = al_type_name(L, 1);
    lua_pushfstring(L, "field '%s' of %s %s: ", lua_tostring(L, 2), strchr("aeiou", *class) ? "an" : "a", class);
  } else if (arg == 1) {
    lua_pushfstring(L, "calling '%s' on bad self (", name);
  } else {
    lua_pushfstring(L, "bad argument #%d to '%s' (", arg - 1, name);
  }
}

int al_arg_error(lua_State *L, int arg, const char *format, ...)
{
  const char *name = lua_tostring(L, lua_upvalueindex(1));
  va_list list;
  luaL_where(L, 1);
  push_place_of(L, name, arg);
  va_start(list, format);
  lua_pushvfstring(L, format, list);
  va_end(list);
  lua_pushstring(L, is_assigned(L, name, arg) ? "" : ")");
  lua_concat(L, 4);
  return lua_error(L);
}

int al_type_error(lua_State *L, int arg, const char *expected)
{
  const char *got = al_type_name(L, arg), *function = lua_tostring(L, lua_upvalueindex(1));
  return al_arg_error(L, arg, "%s expected, got %s%s", expected, got, al_hint_for_argument(function, expected, got));
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

int al_changed_error(lua_State *L)
{
  return luaL_error(L, "attempt to use an object that was tampered with");
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

/* ---- Values ---- */

int al_entry_error(lua_State *L, const al_entry *e, const char *format, ...)
{
  int first = lua_gettop(L) + 1;
  va_list list;
  luaL_checkstack(L, 4, NULL);
  if (e->name) lua_pushfstring(L, "%s '%s': ", e->what, e->name);
  else if (e->what) lua_pushfstring(L, "%s: ", e->what);
  if (e->element) lua_pushfstring(L, "element %d: ", e->element);
  va_start(list, format);
  lua_pushvfstring(L, format, list);
  va_end(list);
  lua_concat(L, lua_gettop(L) + 1 - first);
  return al_arg_error(L, e->arg, "%s", lua_tostring(L, -1));
}

static void entry_type_error(lua_State *L, const al_entry *e, const char *expected)
{
  const char *got = al_type_name(L, e->value), *function = lua_tostring(L, lua_upvalueindex(1));
  al_entry_error(L, e, "%s expected, got %s%s", expected, got, al_hint_for_argument(function, expected, got));
}

void al_require_entry(lua_State *L, const al_entry *e, int type, const char *expected)
{
  if (lua_type(L, e->value) != type) entry_type_error(L, e, expected);
}

double al_entry_number(lua_State *L, const al_entry *e)
{
  double value = lua_type(L, e->value) == LUA_TNUMBER ? lua_tonumber(L, e->value) : NAN;
  if (isnan(value)) entry_type_error(L, e, "number");
  return value;
}

double al_entry_least(lua_State *L, const al_entry *e, int least)
{
  double value = al_entry_number(L, e);
  if (value < least) al_entry_error(L, e, "number >= %d expected, got %s", least, al_push_number(L, value));
  return value;
}

double al_entry_finite(lua_State *L, const al_entry *e)
{
  double value = 0;
  if (lua_type(L, e->value) == LUA_TNUMBER) value = lua_tonumber(L, e->value);
  else al_require_entry(L, e, LUA_TNUMBER, "number");
  if (!(fabs(value) < INFINITY)) al_entry_error(L, e, "finite number expected, got %s", al_type_name(L, e->value));
  return value;
}

double al_entry_positive(lua_State *L, const al_entry *e)
{
  double value = al_entry_finite(L, e);
  if (!(value > 0)) al_entry_error(L, e, "number > 0 expected, got %s", al_push_number(L, value));
  return value;
}

double al_entry_coordinate(lua_State *L, const al_entry *e)
{
  double value = al_entry_finite(L, e);
  if (!(fabs(value) <= ASTAR_PLANE_LIMIT)) {
    const char *limit = al_push_number(L, ASTAR_PLANE_LIMIT);
    al_entry_error(L, e, "number from -%s to %s expected, got %s", limit, limit, al_push_number(L, value));
  }
  return value;
}

void al_push_element(lua_State *L, al_entry *e, uint32_t index)
{
  compat_rawgetid(L, e->arg, index);
  e->value = lua_gettop(L);
  e->element = (int)index;
}

void al_entry_numbers(lua_State *L, const al_entry *e, const char *expected, int least, int most,
                      double (*read)(lua_State *, const al_entry *), double *values)
{
  al_entry element = *e;
  size_t length;
  al_require_entry(L, e, LUA_TTABLE, expected);
  length = compat_rawlen(L, e->value);
  if (length < (size_t)least || length > (size_t)most)
    al_entry_error(L, e, "%s expected, got %s elements", expected, al_push_number(L, (double)length));
  element.value = lua_gettop(L) + 1;
  for (element.element = 1; element.element <= (int)length; element.element++) {
    lua_rawgeti(L, e->value, element.element);
    values[element.element - 1] = read(L, &element);
    lua_pop(L, 1);
  }
}

int al_entry_name(lua_State *L, const al_entry *e, const char *expected, const char *const *names, int count)
{
  int i;
  al_require_entry(L, e, LUA_TSTRING, expected);
  for (i = 0; i < count; i++) {
    if (strcmp(lua_tostring(L, e->value), names[i]) == 0) return i;
  }
  return al_entry_error(L, e, "%s expected, got \"%s\"%s", expected, lua_tostring(L, e->value),
                        al_push_guess_of(L, e->value, names, (size_t)count));
}

/* ---- Arguments ---- */

/* The entry for a whole argument. */
#define ARGUMENT(n) (&(const al_entry){.arg = (n), .value = (n)})

int al_self_error(lua_State *L, const char *kind)
{
  const char *name = lua_tostring(L, lua_upvalueindex(1));
  if (name[0] == '_' && name[1] == '_') return al_type_error(L, 1, kind); /* a metamethod */
  return al_arg_error(L, 1, "%s expected, got %s: write %s:%s(...), with a colon", kind, al_type_name(L, 1), kind,
                      name);
}

void *al_self(lua_State *L, const char *kind)
{
  void *self = al_test(L, 1, kind);
  if (!self) al_self_error(L, kind);
  return self;
}

bool al_given(lua_State *L, int arg)
{
  return !lua_isnoneornil(L, arg);
}

double al_check_number(lua_State *L, int arg)
{
  double value = lua_type(L, arg) == LUA_TNUMBER ? lua_tonumber(L, arg) : NAN;
  return isnan(value) ? al_entry_number(L, ARGUMENT(arg)) : value;
}

double al_check_finite(lua_State *L, int arg)
{
  double value = lua_type(L, arg) == LUA_TNUMBER ? lua_tonumber(L, arg) : NAN;
  return fabs(value) < INFINITY ? value : al_entry_finite(L, ARGUMENT(arg));
}

double al_check_coordinate(lua_State *L, int arg)
{
  double value = al_check_finite(L, arg);
  return fabs(value) <= ASTAR_PLANE_LIMIT ? value : al_entry_coordinate(L, ARGUMENT(arg));
}

double al_check_least(lua_State *L, int arg, int least)
{
  return al_entry_least(L, ARGUMENT(arg), least);
}

double al_check_size(lua_State *L, int arg, int least)
{
  double value = lua_type(L, arg) == LUA_TNUMBER ? lua_tonumber(L, arg) : NAN;
  if (isnan(value) || floor(value) != value) al_type_error(L, arg, "whole number");
  if (value < least) al_arg_error(L, arg, "whole number >= %d expected, got %s", least, al_push_number(L, value));
  return value;
}

uint64_t al_check_count(lua_State *L, int arg, int least)
{
  double value = al_check_size(L, arg, least);
  return value < 1e18 ? (uint64_t)value : UINT64_MAX;
}

bool al_check_table(lua_State *L, int arg)
{
  if (!al_given(L, arg)) return false;
  if (lua_type(L, arg) != LUA_TTABLE) al_type_error(L, arg, "table");
  return true;
}
