/* fields.c: tables of named fields; see fields.h. */
#include "fields.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* ---- Errors ---- */

int al_entry_error(lua_State *L, const al_entry *e, const char *format, ...)
{
  const char *message;
  va_list list;
  va_start(list, format);
  message = lua_pushvfstring(L, format, list);
  va_end(list);
  return al_arg_error(L, e->arg, "%s '%s': %s", e->what, e->name, message);
}

void al_require_entry(lua_State *L, const al_entry *e, int type, const char *expected)
{
  if (lua_type(L, e->value) != type)
    al_entry_error(L, e, "%s expected, got %s", expected, al_type_name(L, e->value));
}

/* ---- Tables ---- */

/* The index in the list of the option whose name is at the absolute index `key`. */
static int find_option(lua_State *L, int arg, const char *what, const al_option *list, int key)
{
  const char *name;
  int i = 0;
  if (lua_type(L, key) != LUA_TSTRING) al_arg_error(L, arg, "%s: name expected, got %s", what, al_type_name(L, key));
  name = lua_tostring(L, key);
  while (list[i].name && strcmp(list[i].name, name) != 0) i++;
  if (!list[i].name) al_arg_error(L, arg, "unknown %s '%s'", what, name);
  return i;
}

static void read_entry(lua_State *L, al_entry *e, const al_option *option)
{
  e->name = option->name;
  e->target = (char *)e->into + option->offset;
  option->read(L, e);
}

bool al_read_options(lua_State *L, int arg, const char *what, const al_option *list, int slots, void *into)
{
  al_entry e = {arg, what, NULL, 0, 0, NULL, into};
  if (!al_check_table(L, arg)) return false;
  lua_pushnil(L);
  while (lua_next(L, arg)) {
    int i;
    e.value = lua_gettop(L);
    i = find_option(L, arg, what, list, e.value - 1);
    e.slot = slots + i;
    read_entry(L, &e, &list[i]);
    lua_settop(L, e.value - 1);
  }
  return true;
}

void al_place_options(lua_State *L, int arg, const al_option *list, int slots)
{
  lua_pushnil(L);
  while (lua_next(L, arg)) lua_replace(L, slots + find_option(L, arg, "option", list, lua_gettop(L) - 1));
}

void al_read_placed(lua_State *L, int arg, const al_option *list, int slots, void *into)
{
  al_entry e = {arg, "option", NULL, 0, 0, NULL, into};
  for (e.value = e.slot = slots; list->name; e.value++, e.slot++, list++) {
    if (!lua_isnil(L, e.value)) read_entry(L, &e, list);
  }
}

/* ---- Values ---- */

double al_entry_number(lua_State *L, const al_entry *e)
{
  double value = lua_type(L, e->value) == LUA_TNUMBER ? lua_tonumber(L, e->value) : NAN;
  if (isnan(value)) al_entry_error(L, e, "number expected, got %s", al_type_name(L, e->value));
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
  double value = lua_type(L, e->value) == LUA_TNUMBER ? lua_tonumber(L, e->value) : NAN;
  if (!(fabs(value) < INFINITY))
    al_entry_error(L, e, "%s expected, got %s", lua_type(L, e->value) == LUA_TNUMBER ? "finite number" : "number",
                   al_type_name(L, e->value));
  return value;
}

void al_entry_numbers(lua_State *L, const al_entry *e, const char *expected, int least, int most,
                      double (*read)(lua_State *, int, int, const char *), double *values)
{
  size_t length;
  int i;
  if (lua_type(L, e->value) != LUA_TTABLE)
    al_entry_error(L, e, "%s expected, got %s", expected, al_type_name(L, e->value));
  length = compat_rawlen(L, e->value);
  if (length < (size_t)least || length > (size_t)most)
    al_entry_error(L, e, "%s expected, got %s elements", expected, al_push_number(L, (double)length));
  for (i = 1; i <= (int)length; i++) {
    const char *what = lua_pushfstring(L, "%s '%s': element %d", e->what, e->name, i);
    al_check_unchanged(L, lua_istable(L, e->value));
    lua_rawgeti(L, e->value, i);
    values[i - 1] = read(L, lua_gettop(L), e->arg, what);
    lua_pop(L, 2);
  }
}

int al_entry_name(lua_State *L, const al_entry *e, const char *expected, const char *const *names, int count)
{
  int i;
  al_require_entry(L, e, LUA_TSTRING, expected);
  for (i = 0; i < count; i++) {
    if (strcmp(lua_tostring(L, e->value), names[i]) == 0) return i;
  }
  return al_entry_error(L, e, "%s expected, got \"%s\"", expected, lua_tostring(L, e->value));
}

/* ---- Readers ---- */

void al_keep_entry(lua_State *L, const al_entry *e)
{
  lua_pushvalue(L, e->value);
  lua_replace(L, e->slot);
  *(int *)e->target = e->slot;
}

void al_keep_string(lua_State *L, const al_entry *e)
{
  al_require_entry(L, e, LUA_TSTRING, "string");
  al_keep_entry(L, e);
}

void al_read_nonnegative(lua_State *L, const al_entry *e)
{
  *(double *)e->target = al_entry_least(L, e, 0);
}

void al_read_boolean(lua_State *L, const al_entry *e)
{
  al_require_entry(L, e, LUA_TBOOLEAN, "boolean");
  *(bool *)e->target = lua_toboolean(L, e->value);
}
