/* fields.c: tables of named fields; see fields.h. */
#include "fields.h"

#include <math.h>

#include <string.h>

/* ---- Tables ---- */

/* The index in the list of the option whose name is at the absolute index `key`. */
static int find_option(lua_State *L, int arg, const char *what, const al_option *list, int key)
{
  const char *name;
  int i = 0;
  if (lua_type(L, key) != LUA_TSTRING) al_arg_error(L, arg, "%s: name expected, got %s", what, al_type_name(L, key));
  name = lua_tostring(L, key);
  while (list[i].name && (*list[i].name != *name || strcmp(list[i].name, name) != 0)) i++;
  if (!list[i].name) {
    astar_guess guess;
    al_begin_guess(L, key, &guess);
    for (i = 0; list[i].name; i++) al_guess_name(&guess, list[i].name);
    al_arg_error(L, arg, "unknown %s '%s'%s%s", what, name, al_push_guess(L, &guess),
                 al_hint_for_argument(lua_tostring(L, lua_upvalueindex(1)), what, name));
  }
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
  al_entry e = {.arg = arg, .what = what, .into = into};
  if (!al_check_table(L, arg)) return false;
  lua_pushnil(L);
  e.value = lua_gettop(L) + 1;
  while (lua_next(L, arg)) {
    int i = find_option(L, arg, what, list, e.value - 1);
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
  al_entry e = {.arg = arg, .what = "option", .into = into};
  for (e.value = e.slot = slots; list->name; e.value++, e.slot++, list++) {
    if (!lua_isnil(L, e.value)) read_entry(L, &e, list);
  }
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

void al_read_cost(lua_State *L, const al_entry *e)
{
  double cost = lua_type(L, e->value) == LUA_TNUMBER ? lua_tonumber(L, e->value) : NAN;
  if (cost < 0) al_entry_error(L, e, "number >= 0 expected, got %s", al_push_number(L, cost));
  if (!(cost < INFINITY)) al_entry_error(L, e, "finite number expected, got %s", al_type_name(L, e->value));
  *(double *)e->target = cost;
}

void al_read_boolean(lua_State *L, const al_entry *e)
{
  al_require_entry(L, e, LUA_TBOOLEAN, "boolean");
  *(bool *)e->target = lua_toboolean(L, e->value);
}
