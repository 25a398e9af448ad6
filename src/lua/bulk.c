/*
** bulk.c: the members of the class "graph" that add many nodes or links from flat arrays. The arrays are read, without
** metamethods, into userdata before the core is called, so that an error in them changes nothing. Making userdata may
** run finalizers, and these may remove nodes: so it comes before all checks of ids.
*/
#include "graph.h"

#include <math.h>

/* The length of the array at `arg`, which must be `count` times `size`; returns count. */
static uint32_t check_length(lua_State *L, int arg, uint32_t size, const char *expected)
{
  size_t length;
  if (lua_type(L, arg) != LUA_TTABLE) al_type_error(L, arg, expected);
  length = compat_rawlen(L, arg);
  if (length % size != 0)
    al_arg_error(L, arg, "%s expected, got %s elements", expected, al_push_number(L, (double)length));
  if (length > 0x7FFFFFFF) al_check_result(L, ASTAR_FULL);
  return (uint32_t)(length / size);
}

/* ---- Nodes ---- */

static void read_positions(lua_State *L, double *positions, uint32_t length)
{
  al_entry e = {.arg = 2};
  uint32_t i;
  for (i = 0; i < length; i++) {
    al_push_element(L, &e, i + 1);
    positions[i] = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
    if (!(fabs(positions[i]) < INFINITY)) al_entry_finite(L, &e);
    lua_settop(L, e.value - 1);
  }
}

static int graph_add_all(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 2);
  const int env = 4;
  uint32_t dimensions = 2, count;
  double *positions;
  astar_id first;
  if (al_given(L, 3)) {
    const double wanted = lua_type(L, 3) == LUA_TNUMBER ? lua_tonumber(L, 3) : 0;
    if (wanted != 2 && wanted != 3) al_type_error(L, 3, "2 or 3");
    dimensions = (uint32_t)wanted;
  }
  count = check_length(L, 2, dimensions, dimensions == 2 ? "an array of x, y, ..." : "an array of x, y, z, ...");
  al_check_more_nodes(L, g, count);
  positions = compat_newuserdata(L, ((size_t)count * dimensions + 1) * sizeof *positions);
  al_require_open(L, &g->space);
  read_positions(L, positions, count * dimensions);
  if (g->named) {
    /* A call of add() that failed may have left its name and data for the next new id. */
    first = astar_graph_last_id(g->core) + 1;
    al_clear_by_id(L, env, ENV_NAMES, first);
    al_clear_by_id(L, env, ENV_DATA, first);
  }
  al_check_result(L, astar_graph_add_all(g->core, positions, dimensions, count, &first));
  al_report_space(L, &g->space);
  compat_pushcount(L, first);
  compat_pushcount(L, count);
  return 2;
}

/* ---- Links ---- */

typedef struct bulk_props {
  int terrain; /* stack index, or 0 */
  bool oneway;
} bulk_props;

/* The string of `terrain` is kept on the stack. */
static const al_option bulk_options[] = {{"terrain", al_keep_string, offsetof(bulk_props, terrain)},
                                         {"oneway", al_read_boolean, offsetof(bulk_props, oneway)},
                                         {NULL, NULL, 0}};

static void missing_node(lua_State *L, const al_entry *e)
{
  al_entry_error(L, e, "there is no node %s", al_push_number(L, lua_tonumber(L, e->value)));
}

/* The id that is the value of `e`: any whole number, or that of what al_entry_node() accepts. */
static astar_id read_id(lua_State *L, const al_entry *e, al_graph *g, int env)
{
  double id;
  if (lua_type(L, e->value) != LUA_TNUMBER) return al_entry_node(L, e, g, env);
  id = lua_tonumber(L, e->value);
  if (!(id >= 1 && id < 4294967295.0 && floor(id) == id)) missing_node(L, e);
  return (astar_id)id;
}

static void read_pairs(lua_State *L, al_graph *g, int env, astar_id *pairs, uint32_t count)
{
  al_entry e = {.arg = 2};
  uint32_t i;
  for (i = 0; i < 2 * count; i++) {
    al_push_element(L, &e, i + 1);
    pairs[i] = read_id(L, &e, g, env);
    if (i % 2 == 1 && pairs[i] == pairs[i - 1]) al_entry_error(L, &e, "a node cannot be linked to itself");
    lua_settop(L, e.value - 1);
  }
  i = (uint32_t)astar_graph_first_missing(g->core, pairs, 2 * (size_t)count);
  if (i == 2 * count) return;
  al_push_element(L, &e, i + 1);
  missing_node(L, &e);
}

/* The cost that is the value of `e`; for false NAN, which stands for the length. */
static double read_cost(lua_State *L, const al_entry *e)
{
  double cost;
  if (lua_type(L, e->value) == LUA_TBOOLEAN && !lua_toboolean(L, e->value)) return NAN;
  if (lua_type(L, e->value) != LUA_TNUMBER)
    al_entry_error(L, e, "number or false expected, got %s", al_type_name(L, e->value));
  cost = lua_tonumber(L, e->value);
  if (cost < 0) al_entry_error(L, e, "number >= 0 expected, got %s", al_push_number(L, cost));
  if (!(cost < INFINITY)) al_entry_error(L, e, "finite number expected, got %s", al_type_name(L, e->value));
  return cost;
}

static void read_costs(lua_State *L, double *costs, uint32_t count)
{
  al_entry e = {.arg = 3};
  uint32_t i;
  for (i = 0; i < count; i++) {
    al_push_element(L, &e, i + 1);
    costs[i] = read_cost(L, &e);
    lua_settop(L, e.value - 1);
  }
}

static int graph_link_all(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 3);
  const al_entry cost = {.arg = 3, .value = 3};
  const int env = 5, slots = 6;
  const uint32_t count = check_length(L, 2, 2, "an array of pairs of ids");
  const bool listed = lua_type(L, 3) == LUA_TTABLE;
  astar_link link = astar_default_link();
  bulk_props props = {0, false};
  astar_id *pairs;
  double *costs = NULL;
  lua_settop(L, slots);
  if (listed && check_length(L, 3, 1, "an array") != count) {
    al_arg_error(L, 3, "a cost for each of the %s pairs expected, got %s", al_push_number(L, count),
                 al_push_number(L, (double)compat_rawlen(L, 3)));
  }
  pairs = compat_newuserdata(L, (2 * (size_t)count + 1) * sizeof *pairs);
  if (listed) costs = compat_newuserdata(L, ((size_t)count + 1) * sizeof *costs);
  al_require_open(L, &g->space);
  al_read_options(L, 4, "option", bulk_options, slots, &props);
  if (listed) read_costs(L, costs, count);
  else if (al_given(L, 3)) link.cost = read_cost(L, &cost);
  read_pairs(L, g, env, pairs, count);
  link.oneway = props.oneway;
  link.terrain = al_make_terrain(L, g, props.terrain, ASTAR_NO_TERRAIN);
  al_check_result(L, astar_graph_link_all(g->core, pairs, count, costs, &link));
  al_report_space(L, &g->space);
  return 0;
}

static const luaL_Reg graph_methods[] = {{"add_all", graph_add_all}, {"link_all", graph_link_all}, {NULL, NULL}};

const al_members al_graph_bulk_members = {graph_methods, NULL, NULL};
