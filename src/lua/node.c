/* node.c: the class "node", without node:links; see graph.h. */
#include "graph.h"

#include <math.h>

/* The graph of a node whose environment has been checked. */
static al_graph *graph_of(const al_handle *n)
{
  return (al_graph *)n->space;
}

static const al_handle *begin_node(lua_State *L, int args)
{
  return al_begin_handle(L, al_node_kind, args);
}

/* ---- Fields ---- */

enum {
  FIELD_ID = 1, FIELD_X, FIELD_Y, FIELD_Z, FIELD_TERRAIN, FIELD_BLOCKED, FIELD_NAME, FIELD_DATA, FIELD_GRAPH,
  FIELD_COL, FIELD_ROW, FIELD_LEVEL
};

static const al_field node_fields[] = {
    {"id", FIELD_ID},           {"x", FIELD_X},       {"y", FIELD_Y},
    {"z", FIELD_Z},             {"terrain", FIELD_TERRAIN}, {"blocked", FIELD_BLOCKED},
    {"name", FIELD_NAME},       {"data", FIELD_DATA}, {"graph", FIELD_GRAPH},
    {"col", FIELD_COL},         {"row", FIELD_ROW},   {"level", FIELD_LEVEL},
    {NULL, 0}};

/* Push the column, row or level of a cell; nil if the node is not a cell. */
static void push_place(lua_State *L, const al_handle *n, int code)
{
  uint32_t col, row, level;
  if (!astar_grid_place(graph_of(n)->core, n->id, &col, &row, &level)) lua_pushnil(L);
  else compat_pushcount(L, code == FIELD_COL ? col : code == FIELD_ROW ? row : level);
}

static int node_get(lua_State *L)
{
  const al_handle *n = al_self(L, al_node_kind);
  const int code = al_member(L, al_node_kind), env = 3;
  double xyz[3];
  if (code == 0) return 1;
  al_begin_with_handle(L, n, 1);
  switch (code) {
  case FIELD_ID: compat_pushcount(L, n->id); break;
  case FIELD_X:
  case FIELD_Y:
  case FIELD_Z:
    astar_graph_position(graph_of(n)->core, n->id, xyz);
    lua_pushnumber(L, xyz[code - FIELD_X]);
    break;
  case FIELD_TERRAIN: al_push_terrain(L, graph_of(n), astar_graph_node_terrain(graph_of(n)->core, n->id)); break;
  case FIELD_BLOCKED: lua_pushboolean(L, astar_graph_blocked(graph_of(n)->core, n->id)); break;
  case FIELD_NAME: al_push_by_id(L, env, ENV_NAMES, n->id); break;
  case FIELD_DATA: al_push_by_id(L, env, ENV_DATA, n->id); break;
  case FIELD_COL:
  case FIELD_ROW:
  case FIELD_LEVEL: push_place(L, n, code); break;
  default: lua_rawgeti(L, env, ENV_SPACE); break;
  }
  return 1;
}

/* Raise unless `fits`. Assignments have no argument number, so the message names the field. */
static void require_field(lua_State *L, int fits, const char *expected)
{
  if (!fits)
    luaL_error(L, "field '%s' of a node: %s expected, got %s", lua_tostring(L, 2), expected, al_type_name(L, 3));
}

static void set_position(lua_State *L, const al_handle *n, int axis)
{
  double xyz[3];
  if (axis < 2 && al_is_cell(graph_of(n), n->id)) al_fixed_member(L, "cell");
  require_field(L, lua_type(L, 3) == LUA_TNUMBER, "number");
  require_field(L, fabs(lua_tonumber(L, 3)) < INFINITY, "finite number");
  astar_graph_position(graph_of(n)->core, n->id, xyz);
  xyz[axis] = lua_tonumber(L, 3);
  al_check_result(L, astar_graph_move(graph_of(n)->core, n->id, xyz));
}

static void set_terrain(lua_State *L, const al_handle *n)
{
  astar_terrain terrain;
  require_field(L, lua_type(L, 3) == LUA_TSTRING || lua_isnil(L, 3), "string or nil");
  terrain = al_make_terrain(L, graph_of(n), lua_isnil(L, 3) ? 0 : 3, ASTAR_DEFAULT_TERRAIN);
  al_check_result(L, astar_graph_set_terrain(graph_of(n)->core, n->id, terrain));
}

static int node_set(lua_State *L)
{
  const al_handle *n = al_self(L, al_node_kind);
  const int code = al_set_member(L, al_node_kind), env = 4;
  al_begin_with_handle(L, n, 2);
  switch (code) {
  case FIELD_X:
  case FIELD_Y:
  case FIELD_Z: set_position(L, n, code - FIELD_X); break;
  case FIELD_TERRAIN: set_terrain(L, n); break;
  case FIELD_BLOCKED:
    require_field(L, lua_type(L, 3) == LUA_TBOOLEAN, "boolean");
    if (astar_graph_blocked(graph_of(n)->core, n->id) != (bool)lua_toboolean(L, 3))
      al_check_result(L, astar_graph_set_blocked(graph_of(n)->core, n->id, lua_toboolean(L, 3)));
    break;
  case FIELD_NAME:
    require_field(L, lua_type(L, 3) == LUA_TSTRING || lua_isnil(L, 3), "string or nil");
    al_set_name(L, graph_of(n), env, n->id, 3);
    break;
  case FIELD_DATA:
    graph_of(n)->named = true;
    al_set_by_id(L, env, ENV_DATA, n->id, 3);
    break;
  default: return al_fixed_member(L, al_node_kind);
  }
  return 0;
}

static int node_tostring(lua_State *L)
{
  al_handle *n = al_self(L, al_node_kind);
  double xyz[3];
  int axis;
  lua_settop(L, 1);
  al_push_environment(L, 1, n->space);
  if (!al_is_live(n)) {
    lua_pushfstring(L, "node %d (removed)", (int)n->id);
    return 1;
  }
  al_push_by_id(L, 2, ENV_NAMES, n->id);
  astar_graph_position(graph_of(n)->core, n->id, xyz);
  lua_pushfstring(L, "node %d ", (int)n->id);
  if (lua_type(L, 3) == LUA_TSTRING) {
    lua_pushliteral(L, "\"");
    lua_pushvalue(L, 3); /* not by %s: it may hold zeros */
    lua_pushliteral(L, "\" ");
    lua_concat(L, 4);
  }
  lua_pushliteral(L, "(");
  for (axis = 0; axis < 2 || (axis == 2 && xyz[2] != 0); axis++) {
    if (axis > 0) lua_pushliteral(L, ", ");
    al_push_number(L, xyz[axis]);
  }
  lua_pushliteral(L, ")");
  lua_concat(L, lua_gettop(L) - 3);
  return 1;
}

/* ---- Methods ---- */

static int node_link(lua_State *L)
{
  const al_handle *n = begin_node(L, 2);
  al_link(L, graph_of(n), n->id, al_check_node(L, 2, graph_of(n), 4), 3);
  return 0;
}

static int node_unlink(lua_State *L)
{
  const al_handle *n = begin_node(L, 2);
  bool cut;
  if (al_given(L, 2)) {
    cut = al_unlink(L, graph_of(n), n->id, al_check_node(L, 2, graph_of(n), 4), 3);
  } else {
    if (al_given(L, 3)) al_type_error(L, 2, "node");
    al_check_result(L, astar_grid_reserve(graph_of(n)->core, n->id));
    cut = astar_graph_isolate(graph_of(n)->core, n->id);
  }
  lua_pushboolean(L, cut);
  return 1;
}

static int node_remove(lua_State *L)
{
  const al_handle *n = begin_node(L, 0);
  if (al_is_cell(graph_of(n), n->id)) return luaL_error(L, "a cell cannot be removed");
  al_remove_node(L, graph_of(n), n->id, 2);
  return 0;
}

static int node_distance(lua_State *L)
{
  const al_handle *n = begin_node(L, 1);
  lua_pushnumber(L, astar_graph_distance(graph_of(n)->core, n->id, al_check_node(L, 2, graph_of(n), 3)));
  return 1;
}

static const luaL_Reg node_methods[] = {{"link", node_link}, {"unlink", node_unlink}, {"remove", node_remove},
                                        {"distance", node_distance}, {NULL, NULL}};

static const luaL_Reg node_meta[] = {
    {"__index", node_get}, {"__newindex", node_set}, {"__tostring", node_tostring}, {NULL, NULL}};

const al_members al_node_members = {node_methods, node_fields, node_meta};
