/* units.c: graph:unit and graph:units; see graph.h. */
#include "graph.h"

#include <math.h>

/* ---- Sorting names ---- */

/* Put a sorted array in place of the one of `count` strings at the top of the stack. */
static void sort_names(lua_State *L, uint32_t count)
{
  const int names = lua_gettop(L);
  astar_name *list = compat_newuserdata(L, count * sizeof *list + 1);
  uint32_t i;
  lua_createtable(L, (int)count, 0);
  al_check_unchanged(L, lua_istable(L, names));
  for (i = 0; i < count; i++) {
    list[i].index = i + 1;
    lua_rawgeti(L, names, (int)list[i].index);
    list[i].bytes = lua_tolstring(L, -1, &list[i].length);
    al_check_unchanged(L, list[i].bytes != NULL);
    lua_pop(L, 1);
  }
  astar_sort_names(list, count);
  for (i = 0; i < count; i++) {
    lua_rawgeti(L, names, (int)list[i].index);
    lua_rawseti(L, -2, (int)i + 1);
  }
  lua_replace(L, names);
  lua_settop(L, names);
}

/* ---- Reading the costs at 3 ---- */

/* The multiplier at the top of the stack. */
static double check_multiplier(lua_State *L, const char *terrain)
{
  double value;
  if (lua_type(L, -1) == LUA_TBOOLEAN && !lua_toboolean(L, -1)) return INFINITY;
  value = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
  if (isnan(value))
    al_arg_error(L, 3, "terrain '%s': number or false expected, got %s", terrain, al_type_name(L, -1));
  if (!(value > 0))
    al_arg_error(L, 3, "terrain '%s': number > 0 or false expected, got %s", terrain, al_push_number(L, value));
  return value;
}

/* Walk the costs, like lua_next, but leave only the key: the name of a terrain, with its cost, or NULL. */
static const char *next_cost(lua_State *L, double *cost)
{
  if (!lua_next(L, 3)) return NULL;
  if (lua_type(L, -2) != LUA_TSTRING) al_arg_error(L, 3, "costs: name expected, got %s", al_type_name(L, -2));
  *cost = check_multiplier(L, lua_tostring(L, -2));
  lua_pop(L, 1);
  return lua_tostring(L, -1);
}

/*
** Make the terrains that the costs name: in the order of their names, since that of the table is
** not the same everywhere, and what is saved shows it.
*/
static void make_terrains(lua_State *L, const al_graph *g)
{
  uint32_t count = 0, i;
  int list = lua_gettop(L) + 1;
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, 3)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) continue; /* only a finalizer can have brought it */
    lua_pushvalue(L, -1);
    lua_rawseti(L, list, (int)++count);
  }
  sort_names(L, count);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, list, (int)i);
    al_require_open(L, &g->space);
    if (lua_type(L, -1) == LUA_TSTRING) (void)al_make_terrain(L, g, lua_gettop(L), ASTAR_NO_TERRAIN);
    lua_pop(L, 1);
  }
  lua_settop(L, list - 1);
}

/* Read the costs into an array by terrain, which is pushed; makes the terrains. */
static const double *read_costs(lua_State *L, const al_graph *g, uint32_t *count)
{
  double *costs, cost;
  uint32_t i;
  lua_pushnil(L);
  while (next_cost(L, &cost)) {}
  make_terrains(L, g);
  *count = astar_graph_terrain_count(g->core);
  costs = compat_newuserdata(L, *count * sizeof *costs);
  al_require_open(L, &g->space);
  for (i = 0; i < *count; i++) costs[i] = NAN;
  lua_pushnil(L);
  while (next_cost(L, &cost)) {
    astar_terrain terrain = al_make_terrain(L, g, lua_gettop(L), ASTAR_NO_TERRAIN);
    /* Only a finalizer that changed the table can have brought a new one. */
    if (terrain <= *count) costs[terrain - 1] = cost;
  }
  return costs;
}

/* ---- Units ---- */

static const al_option limit_options[] = {{"climb", al_read_nonnegative, offsetof(astar_unit_def, climb)},
                                          {"drop", al_read_nonnegative, offsetof(astar_unit_def, drop)},
                                          {NULL, NULL, 0}};

static int set_unit(lua_State *L, al_graph *g)
{
  astar_unit_def def;
  size_t length;
  const char *name = lua_tolstring(L, 2, &length);
  if (!al_check_table(L, 3)) al_type_error(L, 3, "table");
  def.climb = def.drop = INFINITY;
  al_read_options(L, 4, "limit", limit_options, 0, &def);
  def.costs = read_costs(L, g, &def.cost_count);
  al_check_result(L, astar_graph_set_unit(g->core, name, length, &def));
  return 0;
}

static void set_limit(lua_State *L, const char *name, double value)
{
  if (!(value < INFINITY)) return;
  lua_pushnumber(L, value);
  lua_setfield(L, -2, name);
}

static int get_unit(lua_State *L, const al_graph *g)
{
  size_t length;
  const char *name = lua_tolstring(L, 2, &length);
  astar_unit unit = astar_graph_unit(g->core, name, length);
  double climb, drop;
  uint32_t t;
  if (unit == ASTAR_NO_UNIT) {
    lua_pushnil(L);
    return 1;
  }
  lua_newtable(L);
  for (t = 1; g->core && t <= astar_graph_terrain_count(g->core); t++) {
    double cost = astar_graph_unit_cost(g->core, unit, t);
    if (isnan(cost)) continue;
    al_push_terrain(L, g, t);
    if (cost < INFINITY) lua_pushnumber(L, cost);
    else lua_pushboolean(L, 0);
    lua_rawset(L, -3);
  }
  lua_newtable(L);
  al_require_open(L, &g->space);
  astar_graph_unit_limits(g->core, unit, &climb, &drop);
  set_limit(L, "climb", climb);
  set_limit(L, "drop", drop);
  return 2;
}

static int graph_unit(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 3);
  if (lua_type(L, 2) != LUA_TSTRING) al_type_error(L, 2, "string");
  if (al_given(L, 3) || al_given(L, 4)) return set_unit(L, g);
  return get_unit(L, g);
}

static int graph_units(lua_State *L)
{
  al_graph *g = al_check_graph(L);
  uint32_t count = astar_graph_unit_count(g->core), i;
  const char *name;
  size_t length;
  lua_createtable(L, (int)count, 0);
  for (i = 1; i <= count && g->core; i++) {
    name = astar_graph_unit_name(g->core, i, &length);
    lua_pushlstring(L, name, length);
    lua_rawseti(L, -2, (int)i);
  }
  sort_names(L, i - 1);
  return 1;
}

static const luaL_Reg unit_methods[] = {{"unit", graph_unit}, {"units", graph_units}, {NULL, NULL}};

const al_members al_unit_members = {unit_methods, NULL, NULL};
