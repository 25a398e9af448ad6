/* layer.c: see layer.h. */
#include "layer.h"

#include <math.h>

/* ---- graph:layer ---- */

static int graph_layer(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 1);
  const char *name;
  size_t length;
  astar_layer id;
  al_layer *layer;
  if (lua_type(L, 2) != LUA_TSTRING) al_type_error(L, 2, "string");
  name = lua_tolstring(L, 2, &length);
  al_check_result(L, astar_graph_layer(g->core, name, length, &id));
  al_push_by_id(L, 3, ENV_LAYERS, id);
  if (al_test(L, 4, al_layer_kind)) return 1;
  lua_settop(L, 3);
  layer = compat_newuserdata(L, sizeof *layer);
  layer->kind = al_layer_kind;
  layer->space = &g->space;
  layer->id = id;
  lua_pushvalue(L, 3);
  compat_setuservalue(L, 4);
  luaL_getmetatable(L, AL_LAYER_META);
  lua_setmetatable(L, 4);
  al_set_by_id(L, 3, ENV_LAYERS, id, 4);
  return 1;
}

/* ---- The class ---- */

/* Self, with `args` arguments; pushes the environment of its graph, which is then at args + 2. */
static al_layer *begin(lua_State *L, int args)
{
  al_layer *layer = al_self(L, al_layer_kind);
  lua_settop(L, args + 1);
  al_push_environment(L, 1, layer->space);
  al_require_open(L, layer->space);
  return layer;
}

static al_graph *graph_of(const al_layer *layer)
{
  return (al_graph *)layer->space;
}

/*
** The node at 2, or on a grid the cell in the column at 2 and the row at 3; *next is the index after it. The level of
** the cell comes after `more` further arguments.
*/
static astar_id check_place(lua_State *L, const al_layer *layer, int env, int more, int *next)
{
  al_graph *g = graph_of(layer);
  if (lua_type(L, 2) == LUA_TNUMBER && g->space.name == al_grid_name) {
    *next = 4;
    return al_check_cell(L, g, *next + more);
  }
  *next = 3;
  return al_check_node(L, 2, g, env);
}

/* A finite value >= 0. */
static double check_value(lua_State *L, int arg)
{
  const double value = al_check_least(L, arg, 0);
  if (!(value < INFINITY)) al_arg_error(L, arg, "finite number expected, got infinity");
  return value;
}

static void set_value(lua_State *L, const al_layer *layer, astar_id id, double value)
{
  al_check_result(L, astar_layer_set(graph_of(layer)->core, layer->id, id, value));
  al_report_space(L, layer->space);
}

static int layer_set(lua_State *L)
{
  const al_layer *layer = begin(L, 4);
  int value;
  const astar_id id = check_place(L, layer, 6, 1, &value);
  set_value(L, layer, id, check_value(L, value));
  return 0;
}

static int layer_get(lua_State *L)
{
  const al_layer *layer = begin(L, 3);
  int next;
  const astar_id id = check_place(L, layer, 5, 0, &next);
  lua_pushnumber(L, astar_layer_get(graph_of(layer)->core, layer->id, id));
  return 1;
}

static int layer_add(lua_State *L)
{
  const al_layer *layer = begin(L, 4);
  int next;
  const astar_id id = check_place(L, layer, 6, 1, &next);
  const double sum = astar_layer_get(graph_of(layer)->core, layer->id, id) + al_check_finite(L, next);
  if (!(sum < INFINITY)) al_arg_error(L, next, "the value would be infinite");
  set_value(L, layer, id, sum > 0 ? sum : 0);
  return 0;
}

static int layer_fill(lua_State *L)
{
  const al_layer *layer = begin(L, 6);
  astar_graph *core = graph_of(layer)->core;
  al_rectangle r;
  uint32_t level;
  double value;
  if (layer->space->name != al_grid_name) luaL_error(L, "'fill' is for layers of grids");
  r = al_check_rectangle(L, graph_of(layer));
  value = check_value(L, 6);
  level = al_check_level(L, graph_of(layer), 7);
  if (r.width > 0 && r.height > 0)
    al_check_result(L, astar_grid_fill_layer(core, layer->id, r.col, r.row, r.width, r.height, level, value));
  al_report_space(L, layer->space);
  return 0;
}

static int layer_clear(lua_State *L)
{
  const al_layer *layer = begin(L, 0);
  astar_layer_clear(graph_of(layer)->core, layer->id);
  return 0;
}

enum { FIELD_NAME = 1, FIELD_VERSION };

static const al_field layer_fields[] = {{"name", FIELD_NAME}, {"version", FIELD_VERSION}, {NULL, 0}};

static void push_name(lua_State *L, const al_layer *layer)
{
  size_t length;
  const char *name = astar_graph_layer_name(graph_of(layer)->core, layer->id, &length);
  lua_pushlstring(L, name, length);
}

static int layer_index(lua_State *L)
{
  const al_layer *layer = al_self(L, al_layer_kind);
  const int code = al_member(L, al_layer_kind);
  if (code == 0) return 1;
  layer = begin(L, 1);
  if (code == FIELD_VERSION) compat_pushcount(L, astar_graph_layer_version(graph_of(layer)->core, layer->id));
  else push_name(L, layer);
  return 1;
}

static int layer_newindex(lua_State *L)
{
  return al_refuse_assignment(L, al_layer_kind);
}

static int layer_tostring(lua_State *L)
{
  const al_layer *layer = begin(L, 0);
  push_name(L, layer);
  lua_pushfstring(L, "layer \"%s\"", lua_tostring(L, -1));
  return 1;
}

static const luaL_Reg layer_methods[] = {{"set", layer_set},   {"get", layer_get},     {"add", layer_add},
                                         {"fill", layer_fill}, {"clear", layer_clear}, {NULL, NULL}};
static const luaL_Reg layer_meta[] = {{"__index", layer_index},
                                      {"__newindex", layer_newindex},
                                      {"__tostring", layer_tostring},
                                      {NULL, NULL}};
static const luaL_Reg graph_methods[] = {{"layer", graph_layer}, {NULL, NULL}};

const al_members al_layer_members = {layer_methods, layer_fields, layer_meta};
const al_members al_graph_layer_members = {graph_methods, NULL, NULL};
