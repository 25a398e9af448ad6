/* options.c: reads what a search is asked to do: start, goals, options; see binding.h. */
#include "binding.h"

#include <math.h>
#include <string.h>

/* Where the arguments stand: for graphs, where start and goal are one each, and for planes, where they are two. */
#define START 2
#define GOAL 3
#define OPTIONS 4
#define PLANE_START 2
#define PLANE_GOAL 4
#define PLANE_OPTIONS 6

/* Read the array at `index`, part of argument `arg`, into an array of ids, which is pushed. */
static const astar_id *read_array(lua_State *L, int index, int arg, const char *part, al_graph *g, int home,
                                  uint32_t *count)
{
  size_t length = compat_rawlen(L, index), i;
  astar_id *ids;
  if (length >= 0x7FFFFFFF) al_arg_error(L, arg, "%stoo many nodes", part);
  ids = compat_newuserdata(L, length * sizeof *ids + 1);
  al_require_open(L, &g->space);
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
    al_require_open(L, &g->space);
    *one = al_check_node(L, arg, g, home);
    *count = 1;
    ids = one;
  }
  return ids;
}

/* ---- Options of all searches: the value is at the top of the stack ---- */

static double number_option(lua_State *L, int arg, const char *name)
{
  double value = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
  if (isnan(value)) al_arg_error(L, arg, "option '%s': number expected, got %s", name, al_type_name(L, -1));
  return value;
}

static double least_option(lua_State *L, int arg, const char *name, int least)
{
  double value = number_option(L, arg, name);
  if (value < least)
    al_arg_error(L, arg, "option '%s': number >= %d expected, got %s", name, least, al_push_number(L, value));
  return value;
}

static void require_finite(lua_State *L, int arg, const char *name, double value)
{
  if (!(value < INFINITY)) al_arg_error(L, arg, "option '%s': finite number expected, got infinity", name);
}

static uint64_t steps_option(lua_State *L, int arg, const char *name)
{
  double value = least_option(L, arg, name, 0);
  if (floor(value) != value)
    al_arg_error(L, arg, "option '%s': whole number expected, got %s", name, al_push_number(L, value));
  return value < 1e18 ? (uint64_t)value : UINT64_MAX;
}

/* What searches on graphs and on planes have in common. */
typedef struct common {
  double weight, max_cost;
  uint64_t max_steps;
  bool partial;
} common;

/* Whether the option is one of these; if so, it is read. */
static bool read_common(lua_State *L, int arg, const char *name, common *c)
{
  if (strcmp(name, "max_cost") == 0) {
    c->max_cost = least_option(L, arg, name, 0);
  } else if (strcmp(name, "max_steps") == 0) {
    c->max_steps = steps_option(L, arg, name);
  } else if (strcmp(name, "weight") == 0) {
    c->weight = least_option(L, arg, name, 1);
    require_finite(L, arg, name, c->weight);
  } else if (strcmp(name, "partial") == 0) {
    c->partial = al_field_boolean(L, arg, "option", name);
  } else {
    return false;
  }
  return true;
}

/* The heuristic that is named, one of the first `count`; `expected`, if it is no name. */
static astar_heuristic named_heuristic(lua_State *L, int arg, size_t count, const char *expected)
{
  static const char *const names[] = {"auto", "euclidean", "zero", "manhattan", "octile"};
  static const astar_heuristic kinds[] = {ASTAR_AUTO, ASTAR_EUCLIDEAN, ASTAR_ZERO, ASTAR_MANHATTAN, ASTAR_OCTILE};
  size_t i;
  if (lua_type(L, -1) != LUA_TSTRING)
    al_arg_error(L, arg, "option 'heuristic': %s expected, got %s", expected, al_type_name(L, -1));
  for (i = 0; i < count; i++) {
    if (strcmp(lua_tostring(L, -1), names[i]) == 0) return kinds[i];
  }
  al_arg_error(L, arg, "option 'heuristic': no heuristic named '%s'", lua_tostring(L, -1));
  return ASTAR_AUTO;
}

#define HEURISTICS 5u       /* of graphs */
#define PLANE_HEURISTICS 3u

/* ---- Options of graphs ---- */

static void heuristic_option(lua_State *L, al_options *o, int value)
{
  if (lua_type(L, value) == LUA_TFUNCTION) {
    o->def.heuristic = ASTAR_ASK;
    o->heuristic = value;
  } else {
    o->def.heuristic = named_heuristic(L, OPTIONS, HEURISTICS, "name or function");
  }
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
  common c = {o->def.weight, o->def.max_cost, o->def.max_steps, o->def.partial};
  const char *key;
  int slots, only = 0, avoid = 0;
  luaL_checkstack(L, 16, NULL);
  slots = lua_gettop(L) + 1;
  lua_settop(L, slots + 4);
  lua_pushnil(L);
  while ((key = al_next_field(L, OPTIONS, "option")) != NULL) {
    if (strcmp(key, "unit") == 0) {
      o->def.unit = al_field_unit(L, OPTIONS, g);
      o->unit = keep(L, slots);
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
      o->def.jump = al_field_boolean(L, OPTIONS, "option", key) ? ASTAR_JUMP_ALWAYS : ASTAR_JUMP_NEVER;
    } else if (!read_common(L, OPTIONS, key, &c)) {
      al_unknown_field(L, OPTIONS, "option", key);
    }
    lua_pop(L, 1);
  }
  o->def.weight = c.weight;
  o->def.max_cost = c.max_cost;
  o->def.max_steps = c.max_steps;
  o->def.partial = c.partial;
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

/* ---- Options of planes ---- */

static double radius_option(lua_State *L)
{
  const char *name = "radius";
  double value = number_option(L, PLANE_OPTIONS, name);
  if (!(value > 0))
    al_arg_error(L, PLANE_OPTIONS, "option '%s': number > 0 expected, got %s", name, al_push_number(L, value));
  require_finite(L, PLANE_OPTIONS, name, value);
  return al_value_coordinate(L, lua_gettop(L), PLANE_OPTIONS, "option 'radius'");
}

static void read_plane_table(lua_State *L, astar_search_def *def)
{
  common c = {def->weight, def->max_cost, def->max_steps, def->partial};
  const char *key;
  lua_pushnil(L);
  while ((key = al_next_field(L, PLANE_OPTIONS, "option")) != NULL) {
    if (strcmp(key, "radius") == 0) {
      def->radius = radius_option(L);
    } else if (strcmp(key, "heuristic") == 0) {
      def->heuristic = named_heuristic(L, PLANE_OPTIONS, PLANE_HEURISTICS, "name");
    } else if (!read_common(L, PLANE_OPTIONS, key, &c)) {
      al_unknown_field(L, PLANE_OPTIONS, "option", key);
    }
    lua_pop(L, 1);
  }
  def->weight = c.weight;
  def->max_cost = c.max_cost;
  def->max_steps = c.max_steps;
  def->partial = c.partial;
}

/* Read the place in two arguments. */
static void read_place(lua_State *L, int arg, double xy[2])
{
  xy[0] = al_check_coordinate(L, arg);
  xy[1] = al_check_coordinate(L, arg + 1);
}

bool al_read_place(lua_State *L, int arg, double xy[2])
{
  bool given = al_given(L, arg) || al_given(L, arg + 1);
  if (given) read_place(L, arg, xy);
  return given;
}

void al_read_plane_options(lua_State *L, bool explore, astar_search_def *def)
{
  *def = astar_default_search();
  def->goal_count = 1;
  read_place(L, PLANE_START, def->from);
  if (explore) def->goal_count = al_read_place(L, PLANE_GOAL, def->to);
  else read_place(L, PLANE_GOAL, def->to);
  if (al_check_table(L, PLANE_OPTIONS)) read_plane_table(L, def);
}
