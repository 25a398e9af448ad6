/* options.c: the arguments and options of searches; see options.h. */
#include "options.h"

#include <math.h>
#include <string.h>

/* Stack indices of the arguments. */
enum { START = 2, GOAL, OPTIONS };

/* ---- Arrays of nodes ---- */

/* Read an array of nodes; pushes a userdata that owns the returned ids. */
static const astar_id *read_array(lua_State *L, const al_entry *e, al_graph *g, int env, uint32_t *count)
{
  size_t length = compat_rawlen(L, e->value), i;
  al_entry node = *e;
  astar_id *ids;
  if (length >= 0x7FFFFFFF) al_entry_error(L, e, "too many nodes");
  ids = compat_newuserdata(L, length * sizeof *ids + 1);
  al_require_open(L, &g->space);
  node.value = lua_gettop(L) + 1;
  for (i = 0; i < length; i++) {
    node.element = (int)i + 1;
    lua_rawgeti(L, e->value, node.element);
    ids[i] = al_entry_node(L, &node, g, env);
    lua_pop(L, 1);
  }
  *count = (uint32_t)length;
  return ids;
}

const astar_id *al_read_goals(lua_State *L, int arg, al_graph *g, int env, uint32_t *count, astar_id *one)
{
  const al_entry e = {.arg = arg, .value = arg};
  const astar_id *ids = one;
  if (lua_type(L, arg) == LUA_TTABLE) {
    ids = read_array(L, &e, g, env, count);
    if (*count == 0) al_arg_error(L, arg, "at least one goal expected, got an empty array");
  } else {
    *one = al_check_node(L, arg, g, env);
    *count = 1;
  }
  return ids;
}

/* ---- Options of all searches ---- */

void al_read_steps(lua_State *L, const al_entry *e)
{
  double value = al_entry_least(L, e, 0);
  if (floor(value) != value) al_entry_error(L, e, "whole number expected, got %s", al_push_number(L, value));
  *(uint64_t *)e->target = value < 1e18 ? (uint64_t)value : UINT64_MAX;
}

void al_read_weight(lua_State *L, const al_entry *e)
{
  double value = al_entry_least(L, e, 1);
  if (!(value < INFINITY)) al_entry_error(L, e, "finite number expected, got infinity");
  *(double *)e->target = value;
}

astar_heuristic al_entry_heuristic(lua_State *L, const al_entry *e, size_t count, const char *expected)
{
  static const char *const names[] = {"auto", "euclidean", "zero", "manhattan", "octile"};
  static const astar_heuristic kinds[] = {ASTAR_AUTO, ASTAR_EUCLIDEAN, ASTAR_ZERO, ASTAR_MANHATTAN, ASTAR_OCTILE};
  size_t i;
  al_require_entry(L, e, LUA_TSTRING, expected);
  for (i = 0; i < count; i++) {
    if (strcmp(lua_tostring(L, e->value), names[i]) == 0) return kinds[i];
  }
  al_entry_error(L, e, "no heuristic named '%s'%s", lua_tostring(L, e->value),
                 al_push_guess_of(L, e->value, names, count));
  return ASTAR_AUTO;
}

/* ---- Options of graphs ---- */

static void read_unit(lua_State *L, const al_entry *e)
{
  al_search_options *o = e->into;
  o->def.unit = al_entry_unit(L, e, o->graph);
  al_keep_entry(L, e);
}

static void read_heuristic(lua_State *L, const al_entry *e)
{
  al_search_options *o = e->into;
  if (lua_type(L, e->value) == LUA_TFUNCTION) {
    o->def.heuristic = ASTAR_ASK;
    al_keep_entry(L, e);
  } else {
    o->def.heuristic = al_entry_heuristic(L, e, AL_HEURISTICS, "name or function");
  }
}

static void read_cost(lua_State *L, const al_entry *e)
{
  al_search_options *o = e->into;
  al_require_entry(L, e, LUA_TFUNCTION, "function");
  o->def.ask_cost = true;
  al_keep_entry(L, e);
}

/* Arrays are read after the traversal of the options: read_array() pushes a userdata, and may run finalizers. */
static void keep_array(lua_State *L, const al_entry *e)
{
  al_require_entry(L, e, LUA_TTABLE, "array of nodes");
  al_keep_entry(L, e);
}

static void read_jump(lua_State *L, const al_entry *e)
{
  bool jump = false;
  al_entry into = *e;
  into.target = &jump;
  al_read_boolean(L, &into);
  *(astar_jump *)e->target = jump ? ASTAR_JUMP_ALWAYS : ASTAR_JUMP_NEVER;
}

/* The values of the first KEPT options are kept on the stack. */
enum { KEPT = 5 };

static const al_option search_options[] = {{"unit", read_unit, offsetof(al_search_options, unit)},
                                           {"heuristic", read_heuristic, offsetof(al_search_options, heuristic)},
                                           {"cost", read_cost, offsetof(al_search_options, cost)},
                                           {"only", keep_array, offsetof(al_search_options, only)},
                                           {"avoid", keep_array, offsetof(al_search_options, avoid)},
                                           {"jump", read_jump, offsetof(astar_search_def, jump)},
                                           AL_SEARCH_OPTIONS,
                                           {NULL, NULL, 0}};

static void read_table(lua_State *L, al_graph *g, int env, al_search_options *o)
{
  al_entry only = {.arg = OPTIONS, .what = "option", .name = "only"}, avoid = only;
  int slots;
  luaL_checkstack(L, 16, NULL);
  slots = lua_gettop(L) + 1;
  lua_settop(L, slots + KEPT - 1);
  al_read_options(L, OPTIONS, "option", search_options, slots, o);
  only.value = o->only;
  avoid.value = o->avoid;
  avoid.name = "avoid";
  o->def.only = o->only != 0;
  if (o->only) o->def.only_ids = read_array(L, &only, g, env, &o->def.only_count);
  if (o->avoid) o->def.avoid_ids = read_array(L, &avoid, g, env, &o->def.avoid_count);
}

void al_read_search(lua_State *L, al_graph *g, int env, bool explore, al_search_options *o)
{
  memset(o, 0, sizeof *o);
  o->def = astar_default_search();
  o->graph = g;
  o->version = astar_graph_version(g->core);
  o->def.start = al_check_node(L, START, g, env);
  if (!explore || al_given(L, GOAL)) {
    if (!al_given(L, GOAL)) al_arg_error(L, GOAL, "node expected, got nil: no goal, or a cell outside the map");
    o->def.goals = al_read_goals(L, GOAL, g, env, &o->def.goal_count, &o->goal);
  }
  if (lua_type(L, OPTIONS) == LUA_TSTRING) {
    o->def.unit = al_check_unit(L, OPTIONS, OPTIONS, g);
    o->unit = OPTIONS;
  } else if (lua_type(L, OPTIONS) == LUA_TTABLE) {
    read_table(L, g, env, o);
  } else if (al_given(L, OPTIONS)) {
    al_type_error(L, OPTIONS, "table or unit name");
  }
}
