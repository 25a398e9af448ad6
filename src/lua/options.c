/* options.c: reads what a search is asked to do: start, goals, options; see binding.h. */
#include "binding.h"

#include <math.h>
#include <string.h>

#define START 2
#define GOAL 3
#define OPTIONS 4

/* Read the array at `index`, part of argument `arg`, into an array of ids, which is pushed. */
static const astar_id *read_array(lua_State *L, int index, int arg, const char *part, al_graph *g, int home,
                                  uint32_t *count)
{
  size_t length = compat_rawlen(L, index), i;
  astar_id *ids;
  if (length >= 0x7FFFFFFF) al_arg_error(L, arg, "%stoo many nodes", part);
  ids = compat_newuserdata(L, length * sizeof *ids + 1);
  al_require_open(L, g);
  for (i = 0; i < length; i++) {
    const char *where = lua_pushfstring(L, "%selement %d: ", part, (int)i + 1);
    lua_rawgeti(L, index, (int)i + 1);
    ids[i] = al_check_node_in(L, lua_gettop(L), arg, where, g, home);
    lua_pop(L, 2);
  }
  *count = (uint32_t)length;
  return ids;
}

const astar_id *al_read_goals(lua_State *L, int arg, al_graph *g, int home, uint32_t *count)
{
  const astar_id *ids;
  if (lua_type(L, arg) == LUA_TTABLE) {
    ids = read_array(L, arg, arg, "", g, home, count);
    if (*count == 0) al_arg_error(L, arg, "at least one goal expected, got an empty array");
  } else {
    astar_id *one = compat_newuserdata(L, sizeof *one);
    al_require_open(L, g);
    *one = al_check_node(L, arg, g, home);
    *count = 1;
    ids = one;
  }
  return ids;
}

/* ---- Options: the value is at the top of the stack ---- */

static double number_option(lua_State *L, const char *name)
{
  double value = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
  if (isnan(value)) al_arg_error(L, OPTIONS, "option '%s': number expected, got %s", name, al_type_name(L, -1));
  return value;
}

static double least_option(lua_State *L, const char *name, int least)
{
  double value = number_option(L, name);
  if (value < least) al_arg_error(L, OPTIONS, "option '%s': number >= %d expected, got %s", name, least, al_push_number(L, value));
  return value;
}

static void weight_option(lua_State *L, al_options *o)
{
  o->def.weight = least_option(L, "weight", 1);
  if (!(o->def.weight < INFINITY)) al_arg_error(L, OPTIONS, "option 'weight': finite number expected, got infinity");
}

static void steps_option(lua_State *L, al_options *o)
{
  double value = least_option(L, "max_steps", 0);
  if (floor(value) != value) al_arg_error(L, OPTIONS, "option 'max_steps': whole number expected, got %s", al_push_number(L, value));
  o->def.max_steps = value < 1e18 ? (uint64_t)value : UINT64_MAX;
}

static void heuristic_option(lua_State *L, al_options *o, int value)
{
  static const char *const names[] = {"auto", "euclidean", "manhattan", "octile", "zero"};
  static const astar_heuristic kinds[] = {ASTAR_AUTO, ASTAR_EUCLIDEAN, ASTAR_MANHATTAN, ASTAR_OCTILE, ASTAR_ZERO};
  size_t i;
  if (lua_type(L, value) == LUA_TFUNCTION) {
    o->def.heuristic = ASTAR_ASK;
    o->heuristic = value;
    return;
  }
  if (lua_type(L, value) != LUA_TSTRING)
    al_arg_error(L, OPTIONS, "option 'heuristic': name or function expected, got %s", al_type_name(L, value));
  for (i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(lua_tostring(L, value), names[i]) == 0) {
      o->def.heuristic = kinds[i];
      return;
    }
  }
  al_arg_error(L, OPTIONS, "option 'heuristic': no heuristic named '%s'", lua_tostring(L, value));
}

static void cost_option(lua_State *L, al_options *o, int value)
{
  if (lua_type(L, value) != LUA_TFUNCTION)
    al_arg_error(L, OPTIONS, "option 'cost': function expected, got %s", al_type_name(L, value));
  o->def.ask_cost = true;
  o->cost = value;
}

/* Arrays are read only after all other options: reading them takes memory. */
static void require_array(lua_State *L, const char *name)
{
  if (lua_type(L, -1) != LUA_TTABLE)
    al_arg_error(L, OPTIONS, "option '%s': array of nodes expected, got %s", name, al_type_name(L, -1));
}

/*
** Keep the value at the top of the stack at `slot`, below the table's traversal, where the
** definition will find it.
*/
static int keep(lua_State *L, int slot)
{
  lua_pushvalue(L, -1);
  lua_replace(L, slot);
  return slot;
}

static void read_table(lua_State *L, al_graph *g, int home, al_options *o)
{
  int slots, only = 0, avoid = 0;
  luaL_checkstack(L, 16, NULL);
  slots = lua_gettop(L) + 1;
  lua_settop(L, slots + 4);
  lua_pushnil(L);
  while (lua_next(L, OPTIONS)) {
    const char *key;
    if (lua_type(L, -2) != LUA_TSTRING)
      al_arg_error(L, OPTIONS, "option: name expected, got %s", al_type_name(L, -2));
    key = lua_tostring(L, -2);
    if (strcmp(key, "unit") == 0) {
      o->def.unit = al_field_unit(L, OPTIONS, g);
      o->unit = keep(L, slots);
    } else if (strcmp(key, "max_cost") == 0) {
      o->def.max_cost = least_option(L, key, 0);
    } else if (strcmp(key, "max_steps") == 0) {
      steps_option(L, o);
    } else if (strcmp(key, "weight") == 0) {
      weight_option(L, o);
    } else if (strcmp(key, "heuristic") == 0) {
      heuristic_option(L, o, keep(L, slots + 1));
    } else if (strcmp(key, "cost") == 0) {
      cost_option(L, o, keep(L, slots + 2));
    } else if (strcmp(key, "only") == 0) {
      require_array(L, key);
      only = keep(L, slots + 3);
    } else if (strcmp(key, "avoid") == 0) {
      require_array(L, key);
      avoid = keep(L, slots + 4);
    } else if (strcmp(key, "jump") == 0) {
      o->jump = al_field_boolean(L, OPTIONS, "option", key);
    } else if (strcmp(key, "partial") == 0) {
      o->def.partial = al_field_boolean(L, OPTIONS, "option", key);
    } else {
      al_arg_error(L, OPTIONS, "unknown option '%s'", key);
    }
    lua_pop(L, 1);
  }
  if (only) {
    o->def.only = true;
    o->def.only_ids = read_array(L, only, OPTIONS, "option 'only': ", g, home, &o->def.only_count);
  }
  if (avoid) o->def.avoid_ids = read_array(L, avoid, OPTIONS, "option 'avoid': ", g, home, &o->def.avoid_count);
}

void al_read_options(lua_State *L, al_graph *g, int home, int explore, al_options *o)
{
  memset(o, 0, sizeof *o);
  o->def = astar_default_search();
  o->jump = -1;
  o->def.start = al_check_node(L, START, g, home);
  if (!explore || al_given(L, GOAL)) {
    if (lua_type(L, GOAL) == LUA_TNIL) al_arg_error(L, GOAL, "node expected, got nil");
    o->def.goals = al_read_goals(L, GOAL, g, home, &o->def.goal_count);
  }
  if (lua_type(L, OPTIONS) == LUA_TSTRING) {
    lua_pushvalue(L, OPTIONS);
    o->def.unit = al_field_unit(L, OPTIONS, g);
    o->unit = lua_gettop(L);
  } else if (lua_type(L, OPTIONS) == LUA_TTABLE) {
    read_table(L, g, home, o);
  } else if (al_given(L, OPTIONS)) {
    al_type_error(L, OPTIONS, "table or unit name");
  }
}
