/* units.c: graph:unit and graph:units; see graph.h. */
#include "graph.h"

#include <math.h>
#include <string.h>

/* ---- Sorting names ---- */

/* Replace the array of `count` strings at the top of the stack by a sorted one. */
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

/* The multiplier at the top of the stack; INFINITY for false. Pops nothing. */
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

static bool has_terrain(const al_graph *g, const char *name)
{
  astar_terrain t;
  for (t = 1; t <= astar_graph_terrain_count(g->core); t++) {
    size_t length;
    const char *other = astar_graph_terrain_name(g->core, t, &length);
    if (strlen(name) == length && memcmp(other, name, length) == 0) return true;
  }
  return false;
}

/* Raise where limits stand among the costs: they are another argument. */
static void refuse_limit(lua_State *L, const al_graph *g, const char *key)
{
  static const char *const limits[] = {"climb", "drop", "size"};
  size_t i;
  for (i = 0; i < sizeof limits / sizeof *limits; i++) {
    if (strcmp(key, limits[i]) == 0 && !has_terrain(g, key))
      al_arg_error(L, 3, "'%s' is no terrain here, but a limit: write map:unit(name, costs, { %s = ... })", key, key);
  }
}

/* Like lua_next() on the costs, but pushes only the key. Returns the key, a terrain name, or NULL at the end. */
static const char *next_cost(lua_State *L, double *cost)
{
  if (!lua_next(L, 3)) return NULL;
  if (lua_type(L, -2) != LUA_TSTRING) al_arg_error(L, 3, "costs: name expected, got %s", al_type_name(L, -2));
  *cost = check_multiplier(L, lua_tostring(L, -2));
  lua_pop(L, 1);
  return lua_tostring(L, -1);
}

/*
** Make the terrains that the costs name, in the order of their names: their numbers are saved, and the order of
** lua_next() is not the same everywhere.
*/
static void make_terrains(lua_State *L, const al_graph *g)
{
  uint32_t count = 0, i;
  int list = lua_gettop(L) + 1;
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, 3)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) continue; /* added by a finalizer: next_cost() has checked all keys */
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

/* Push an array of the costs by terrain - 1; makes new terrains. */
static const double *read_costs(lua_State *L, const al_graph *g, uint32_t *count)
{
  double *costs, cost;
  uint32_t i;
  const char *name;
  lua_pushnil(L);
  while ((name = next_cost(L, &cost)) != NULL) refuse_limit(L, g, name);
  make_terrains(L, g);
  *count = astar_graph_terrain_count(g->core);
  costs = compat_newuserdata(L, *count * sizeof *costs);
  al_require_open(L, &g->space);
  for (i = 0; i < *count; i++) costs[i] = NAN;
  lua_pushnil(L);
  while (next_cost(L, &cost)) {
    astar_terrain terrain = al_make_terrain(L, g, lua_gettop(L), ASTAR_NO_TERRAIN);
    /* A terrain beyond the count was added by a finalizer that changed the table. */
    if (terrain <= *count) costs[terrain - 1] = cost;
  }
  return costs;
}

/* ---- Units ---- */

/* What set_unit() reads. */
typedef struct unit_source {
  astar_unit_def def;
  const al_graph *graph;
} unit_source;

/* Raise unless units of this size can be on the graph. */
static void check_size(lua_State *L, const al_entry *e, const al_graph *g, double size)
{
  uint32_t largest;
  astar_grid_def grid;
  al_require_open(L, &g->space);
  largest = astar_graph_largest_size(g->core);
  if (size <= largest) return;
  if (!astar_grid_get(g->core, &grid))
    al_entry_error(L, e, "1 expected, got %s: only cells have sizes", al_push_number(L, size));
  al_entry_error(L, e, "1 to %s expected, got %s: the map has %s x %s cells", al_push_number(L, largest),
                 al_push_number(L, size), al_push_number(L, grid.width), al_push_number(L, grid.height));
}

static void read_size(lua_State *L, const al_entry *e)
{
  const double size = al_entry_least(L, e, 1);
  if (floor(size) != size) al_entry_error(L, e, "whole number expected, got %s", al_push_number(L, size));
  check_size(L, e, ((const unit_source *)e->into)->graph, size);
  *(uint32_t *)e->target = (uint32_t)size;
}

static const al_option limit_options[] = {{"climb", al_read_nonnegative, offsetof(unit_source, def.climb)},
                                          {"drop", al_read_nonnegative, offsetof(unit_source, def.drop)},
                                          {"size", read_size, offsetof(unit_source, def.size)},
                                          {NULL, NULL, 0}};

static int set_unit(lua_State *L, al_graph *g)
{
  unit_source u;
  size_t length;
  const char *name = lua_tolstring(L, 2, &length);
  if (!al_check_table(L, 3)) al_type_error(L, 3, "table");
  u.graph = g;
  u.def.climb = u.def.drop = INFINITY;
  u.def.size = 1;
  al_read_options(L, 4, "limit", limit_options, 0, &u);
  u.def.costs = read_costs(L, g, &u.def.cost_count);
  al_check_result(L, astar_graph_set_unit(g->core, name, length, &u.def));
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
  uint32_t size, t;
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
  size = astar_graph_unit_size(g->core, unit);
  set_limit(L, "climb", climb);
  set_limit(L, "drop", drop);
  if (size > 1) {
    lua_pushinteger(L, (lua_Integer)size);
    lua_setfield(L, -2, "size");
  }
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
