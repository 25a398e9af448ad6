/*
** jit.c: see jit.h. The chunk of Lua below has some methods, and __index of their classes. For unusual arguments and
** results they call the function in C that does the same. Only that raises.
**
** These rules keep it safe:
**
** - A script has the methods, and may get the other functions (by jit.attach()). So all are safe with any arguments,
**   and none gives a record. They use no globals.
** - No address is taken from what a script hands in. `records` has objects of the module by identity; adopt() adds
**   them. Only these go to the FFI, which passes the block of a userdata as a pointer.
** - The functions that the FFI calls check the kinds of the blocks, as al_test() does, and reach a space only through
**   its al_life. They never raise, allocate or call Lua.
** - `records`, the FFI and addresses are upvalues. Who can read these has the debug library, jit.util or the FFI.
*/
#include "jit.h"

#if LUA_VERSION_NUM != 501

void al_open_jit(lua_State *L)
{
  (void)L;
}

void al_compile_class(lua_State *L, const char *name)
{
  (void)L;
  (void)name;
}

#else

#include "grid.h"
#include "layer.h"
#include "path.h"
#include "search.h"

#include <math.h>
#include <string.h>

/* ---- The functions that the FFI calls ---- */

/* The graph or grid, open, or NULL. */
static const al_graph *graph_of(const al_life *l)
{
  const al_graph *g = l->kind == al_life_kind ? (const al_graph *)l->space : NULL;
  return g && g->space.kind == al_graph_kind && g->core ? g : NULL;
}

static const al_graph *grid_of(const al_life *l, const void *map)
{
  const al_graph *g = graph_of(l);
  return g && g == map && g->space.name == al_grid_name ? g : NULL;
}

static bool is_live(const al_graph *g, const al_handle *n)
{
  return n->kind == al_node_kind && n->space == &g->space && astar_graph_is_current(g->core, n->id, n->generation);
}

/* An idle search on the graph, whose nodes may be read at once. */
static bool is_idle(const al_graph *g, const al_search *s)
{
  return s->kind == al_search_kind && s->space == &g->space && s->core && !s->busy && !astar_search_unseen(s->core);
}

enum { NODE_ID = 1, NODE_X, NODE_Y, NODE_Z, NODE_COL, NODE_ROW, NODE_LEVEL, NODE_BLOCKED, NODE_TERRAIN };

/* A field of a node, or NaN. */
static double node_field(const al_life *l, const al_handle *n, int field)
{
  const al_graph *g = graph_of(l);
  uint32_t place[3];
  double xyz[3];
  if (!g || !is_live(g, n)) return NAN;
  switch (field) {
  case NODE_ID: return n->id;
  case NODE_X:
  case NODE_Y:
  case NODE_Z:
    astar_graph_position(g->core, n->id, xyz);
    return xyz[field - NODE_X];
  case NODE_BLOCKED: return astar_graph_blocked(g->core, n->id);
  case NODE_TERRAIN: return astar_graph_node_terrain(g->core, n->id);
  default:
    if (!astar_grid_place(g->core, n->id, &place[0], &place[1], &place[2])) return NAN;
    return place[field - NODE_COL];
  }
}

/* The id of a cell, or 0. */
static double grid_cell(const al_life *l, const void *map, double col, double row, double level)
{
  const al_graph *g = grid_of(l, map);
  return g ? al_find_cell(g, col, row, level) : ASTAR_NO_ID;
}

static double grid_at(const al_life *l, const void *map, double x, double y, double level)
{
  const al_graph *g = grid_of(l, map);
  const bool finite = fabs(x) < INFINITY && fabs(y) < INFINITY;
  return g && finite ? astar_grid_at(g->core, x, y, al_counted(level)) : ASTAR_NO_ID;
}

/* The number of the terrain of a cell, or 0. */
static double grid_get(const al_life *l, const void *map, double col, double row, double level)
{
  const al_graph *g = grid_of(l, map);
  const astar_id cell = g ? al_find_cell(g, col, row, level) : ASTAR_NO_ID;
  return cell != ASTAR_NO_ID ? astar_graph_node_terrain(g->core, cell) : 0;
}

/* The value of a cell, or NaN. */
static double layer_get(const al_life *l, const al_layer *layer, double col, double row, double level)
{
  const al_graph *g = graph_of(l);
  astar_id cell;
  if (!g || layer->kind != al_layer_kind || layer->space != &g->space || g->space.name != al_grid_name) return NAN;
  cell = al_find_cell(g, col, row, level);
  return cell != ASTAR_NO_ID ? astar_layer_get(g->core, layer->id, cell) : (double)NAN;
}

/* The cost of a node, or NaN. */
static double search_cost(const al_life *l, const al_search *s, const al_handle *n)
{
  const al_graph *g = graph_of(l);
  astar_visit visit;
  if (!g || !is_idle(g, s) || !is_live(g, n)) return NAN;
  visit = astar_search_visit(s->core, n->id);
  return visit.state == ASTAR_OPEN || visit.state == ASTAR_CLOSED ? visit.cost : NAN;
}

/* The id of the node to which a flow leads from a node, or 0. */
static double search_next(const al_life *l, const al_search *s, const al_handle *n)
{
  const al_graph *g = graph_of(l);
  if (!g || !is_idle(g, s) || !is_live(g, n) || !astar_search_reverse(s->core)) return ASTAR_NO_ID;
  return astar_search_visit(s->core, n->id).parent;
}

/* Whether a flow leads anywhere from a place, and where to. */
static bool search_direction(const al_life *l, const al_search *s, double x, double y, double level, double direction[])
{
  const al_graph *g = graph_of(l);
  return g && g->space.name == al_grid_name && is_idle(g, s) && !isnan(x) && !isnan(y) &&
         astar_search_reverse(s->core) && al_counted(level) > 0 &&
         astar_search_direction(s->core, x, y, al_counted(level), direction);
}

/* The place on a path and the number of its element, or 0. */
static double path_at(const al_path *p, double distance, double xyz[3])
{
  return p->kind == al_path_kind && !isnan(distance) ? (double)astar_path_at(&p->path, distance, xyz) + 1 : 0;
}

/* The id of an element of a path that is a node, or 0. */
static double path_node(const al_life *l, const al_path *p, double index)
{
  const al_graph *g = graph_of(l);
  astar_waypoint w;
  if (!g || p->kind != al_path_kind || p->space != &g->space) return ASTAR_NO_ID;
  if (al_counted(index) == 0 || index > p->path.count) return ASTAR_NO_ID;
  w = astar_path_point(&p->path, al_counted(index) - 1);
  return w.id != ASTAR_NO_ID && astar_graph_is_current(g->core, w.id, w.generation) ? w.id : ASTAR_NO_ID;
}

/* As `calls` in Lua below. */
static const struct {
  double (*node_field)(const al_life *, const al_handle *, int);
  double (*grid_cell)(const al_life *, const void *, double, double, double);
  double (*grid_at)(const al_life *, const void *, double, double, double);
  double (*grid_get)(const al_life *, const void *, double, double, double);
  double (*layer_get)(const al_life *, const al_layer *, double, double, double);
  double (*search_cost)(const al_life *, const al_search *, const al_handle *);
  double (*search_next)(const al_life *, const al_search *, const al_handle *);
  bool (*search_direction)(const al_life *, const al_search *, double, double, double, double *);
  double (*path_at)(const al_path *, double, double *);
  double (*path_node)(const al_life *, const al_path *, double);
} calls = {node_field,  grid_cell,   grid_at,          grid_get, layer_get,
           search_cost, search_next, search_direction, path_at,  path_node};

/* ---- In Lua ---- */

/*
** In parts, since C99 does not promise longer literals. Given: the FFI; a userdata with `calls`; `type`; `records`; the
** functions adopt() and terrain_name(). A record has the life of a space, its handles by id, and the names of terrains
** by number. Gives a function that replaces methods of a class by compiled ones, and gives its new __index or nil.
**
** Every 256th read of a node without a record adopts that node. So to read a node a few times costs no more than
** without, and those that are read all the time soon have records.
**
** Each function is made once: LuaJIT shares traces between all functions that are made by the same lines, and these
** would replace each other. Functions in C are called last, so that messages name the line of the caller.
*/
static const char *const chunk[] = {
    "local ffi, block, type, records, adopt, terrain_name = ...\n"
    "if not ffi or not type then return end\n"
    "local calls = ffi.cast([[const struct {\n"
    "  double (*node_field)(void *, void *, int);\n"
    "  double (*grid_cell)(void *, void *, double, double, double);\n"
    "  double (*grid_at)(void *, void *, double, double, double);\n"
    "  double (*grid_get)(void *, void *, double, double, double);\n"
    "  double (*layer_get)(void *, void *, double, double, double);\n"
    "  double (*search_cost)(void *, void *, void *);\n"
    "  double (*search_next)(void *, void *, void *);\n"
    "  bool (*search_direction)(void *, void *, double, double, double, double *);\n"
    "  double (*path_at)(void *, double, double *);\n"
    "  double (*path_node)(void *, void *, double);\n"
    "} *]], block)\n"
    "local node_field, grid_cell = calls.node_field, calls.grid_cell\n"
    "local grid_at, grid_get, layer_get = calls.grid_at, calls.grid_get, calls.layer_get\n"
    "local search_cost, search_next = calls.search_cost, calls.search_next\n"
    "local search_direction, path_at, path_node = calls.search_direction, calls.path_at, calls.path_node\n"
    "local out = ffi.new('double[3]')\n"
    "local turn = 0\n"
    "local function find(node)\n"
    "  turn = turn + 1\n"
    "  if turn < 256 then return end\n"
    "  turn = 0\n"
    "  return adopt(node)\n"
    "end\n",
    "local classes = { grid = {}, layer = {}, node = {}, path = {}, search = {} }\n",
    "local fields = { id = 1, x = 2, y = 3, z = 4, col = 5, row = 6, level = 7, blocked = 8, terrain = 9 }\n"
    "function classes.node.__index(in_c, members)\n"
    "  return function(node, key)\n"
    "    local field = fields[key]\n"
    "    if not field then\n"
    "      local member = members[key]\n"
    "      if member then return member end\n"
    "      return in_c(node, key)\n"
    "    end\n"
    "    local record = records[node] or find(node) and records[node]\n"
    "    if record then\n"
    "      local value = node_field(record[1], node, field)\n"
    "      if value == value then\n"
    "        if field < 8 then return value end\n"
    "        if field == 8 then return value == 1 end\n"
    "        return record[3][value] or terrain_name(record, value)\n"
    "      end\n"
    "    end\n"
    "    return in_c(node, key)\n"
    "  end\n"
    "end\n",
    "function classes.path.__index(in_c, members)\n"
    "  return function(path, key)\n"
    "    local member = members[key]\n"
    "    if member then return member end\n"
    "    if type(key) ~= 'number' then return in_c(path, key) end\n"
    "    local record = records[path] or adopt(path) and records[path]\n"
    "    local node = record and record[2][path_node(record[1], path, key)]\n"
    "    if node then return node end\n"
    "    return in_c(path, key)\n"
    "  end\n"
    "end\n",
    "function classes.grid.__index(in_c, members)\n"
    "  return function(map, key)\n"
    "    local member = members[key]\n"
    "    if member then return member end\n"
    "    return in_c(map, key)\n"
    "  end\n"
    "end\n",
    "function classes.layer.__index(in_c, members)\n"
    "  return function(layer, key)\n"
    "    local member = members[key]\n"
    "    if member then return member end\n"
    "    return in_c(layer, key)\n"
    "  end\n"
    "end\n",
    "function classes.search.__index(in_c, members)\n"
    "  return function(search, key)\n"
    "    local member = members[key]\n"
    "    if member then return member end\n"
    "    return in_c(search, key)\n"
    "  end\n"
    "end\n",
    "function classes.grid.cell(in_c)\n"
    "  return function(map, col, row, level)\n"
    "    local record = records[map] or adopt(map) and records[map]\n"
    "    if record and type(col) == 'number' and type(row) == 'number' and\n"
    "       (level == nil or type(level) == 'number') then\n"
    "      local node = record[2][grid_cell(record[1], map, col, row, level or 1)]\n"
    "      if node then return node end\n"
    "    end\n"
    "    return in_c(map, col, row, level)\n"
    "  end\n"
    "end\n"
    "function classes.grid.at(in_c)\n"
    "  return function(map, x, y, level)\n"
    "    local record = records[map] or adopt(map) and records[map]\n"
    "    if record and type(x) == 'number' and type(y) == 'number' and\n"
    "       (level == nil or type(level) == 'number') then\n"
    "      local node = record[2][grid_at(record[1], map, x, y, level or 1)]\n"
    "      if node then return node end\n"
    "    end\n"
    "    return in_c(map, x, y, level)\n"
    "  end\n"
    "end\n"
    "function classes.grid.get(in_c)\n"
    "  return function(map, col, row, level)\n"
    "    local record = records[map] or adopt(map) and records[map]\n"
    "    if record and type(col) == 'number' and type(row) == 'number' and\n"
    "       (level == nil or type(level) == 'number') then\n"
    "      local terrain = grid_get(record[1], map, col, row, level or 1)\n"
    "      if terrain > 0 then return record[3][terrain] or terrain_name(record, terrain) end\n"
    "    end\n"
    "    return in_c(map, col, row, level)\n"
    "  end\n"
    "end\n",
    "function classes.layer.get(in_c)\n"
    "  return function(layer, col, row, level)\n"
    "    local record = records[layer] or adopt(layer) and records[layer]\n"
    "    if record and type(col) == 'number' and type(row) == 'number' and\n"
    "       (level == nil or type(level) == 'number') then\n"
    "      local value = layer_get(record[1], layer, col, row, level or 1)\n"
    "      if value == value then return value end\n"
    "    end\n"
    "    return in_c(layer, col, row, level)\n"
    "  end\n"
    "end\n",
    "function classes.search.cost(in_c)\n"
    "  return function(search, node)\n"
    "    local record = records[search] or adopt(search) and records[search]\n"
    "    if record and (records[node] or find(node)) then\n"
    "      local cost = search_cost(record[1], search, node)\n"
    "      if cost == cost then return cost end\n"
    "    end\n"
    "    return in_c(search, node)\n"
    "  end\n"
    "end\n"
    "function classes.search.next(in_c)\n"
    "  return function(search, node)\n"
    "    local record = records[search] or adopt(search) and records[search]\n"
    "    if record and (records[node] or find(node)) then\n"
    "      local follows = record[2][search_next(record[1], search, node)]\n"
    "      if follows then return follows end\n"
    "    end\n"
    "    return in_c(search, node)\n"
    "  end\n"
    "end\n"
    "function classes.search.direction(in_c)\n"
    "  return function(search, x, y, level)\n"
    "    local record = records[search] or adopt(search) and records[search]\n"
    "    if record and type(x) == 'number' and type(y) == 'number' and\n"
    "       (level == nil or type(level) == 'number') and\n"
    "       search_direction(record[1], search, x, y, level or 1, out) then return out[0], out[1] end\n"
    "    return in_c(search, x, y, level)\n"
    "  end\n"
    "end\n",
    "function classes.path.at(in_c)\n"
    "  return function(path, distance)\n"
    "    if type(distance) == 'number' and (records[path] or adopt(path)) then\n"
    "      local i = path_at(path, distance, out)\n"
    "      if i > 0 then return out[0], out[1], out[2], i end\n"
    "    end\n"
    "    return in_c(path, distance)\n"
    "  end\n"
    "end\n",
    "return function(class, index, members)\n"
    "  local list = classes[class]\n"
    "  if not list then return end\n"
    "  for name, compiled in next, list do\n"
    "    if name ~= '__index' then members[name] = compiled(members[name]) end\n"
    "  end\n"
    "  return list.__index(index, members)\n"
    "end\n",
    NULL};

#define COMPILE_KEY "astar.compile" /* in the registry: the function that the chunk returns */
#define FFI_KEY "astar.ffi"         /* in the registry: the FFI, so that it is not collected */

/* ---- Records ---- */

enum { RECORD_HANDLES = AL_RECORD_LIFE + 1, RECORD_TERRAINS };

/* Push the environment of the object at 1, one that can have a record and is on an open space. False if it is none. */
static bool push_environment_of(lua_State *L)
{
  const al_search *s = al_test(L, 1, al_search_kind);
  const al_handle *n = al_test(L, 1, al_node_kind);
  const al_path *p = al_test(L, 1, al_path_kind);
  const al_layer *a = al_test(L, 1, al_layer_kind);
  const al_space *space =
      s ? s->space : n ? n->space : p ? p->space : a ? a->space : al_test(L, 1, al_graph_kind);
  if (!space) return false;
  compat_getuservalue(L, 1);
  if (s) al_push_table(L, -1, OWN_ENV);
  al_check_environment(L, lua_gettop(L), space);
  return space->type->is_open(space);
}

/* Push a new record for the space whose environment is at `env`. */
static void push_new_record(lua_State *L, int env)
{
  al_life *l;
  lua_createtable(L, RECORD_TERRAINS, 0);
  l = compat_newuserdata(L, sizeof *l);
  l->kind = al_life_kind;
  l->space = NULL;
  lua_rawseti(L, -2, AL_RECORD_LIFE);
  al_push_table(L, env, ENV_HANDLES);
  lua_rawseti(L, -2, RECORD_HANDLES);
  lua_newtable(L);
  lua_rawseti(L, -2, RECORD_TERRAINS);
  lua_rawgeti(L, env, ENV_SPACE);
  l->space = lua_touserdata(L, -1);
  lua_pop(L, 1);
}

/* Push the record of an object, the value at `object`, or nil. */
static void push_record(lua_State *L, int object)
{
  lua_pushvalue(L, object);
  lua_rawget(L, lua_upvalueindex(1));
}

/* Make the record at the top of the stack that of the object at `object`. Pops nothing. */
static void keep_record(lua_State *L, int object)
{
  lua_pushvalue(L, object);
  lua_pushvalue(L, -2);
  lua_rawset(L, lua_upvalueindex(1));
}

/*
** A Lua function: true for an object, whose record is in `records`, the upvalue, from now on; nothing for other values,
** and if the space was collected.
*/
static int adopt(lua_State *L)
{
  int env, space;
  lua_settop(L, 1);
  if (!push_environment_of(L)) return 0;
  env = lua_gettop(L);
  space = env + 1;
  lua_rawgeti(L, env, ENV_SPACE);
  push_record(L, space);
  if (lua_isnil(L, -1)) {
    push_new_record(L, env);
    push_record(L, space); /* finalizers may have made one */
    if (lua_isnil(L, -1)) {
      lua_pop(L, 1);
      keep_record(L, space);
    }
  }
  keep_record(L, 1);
  lua_pushboolean(L, 1);
  return 1;
}

/*
** A Lua function: the name of a terrain, by a record and its number. The record has it from now on. Nothing for other
** arguments.
*/
static int terrain_name(lua_State *L)
{
  const al_graph *g;
  astar_terrain terrain;
  lua_settop(L, 2);
  if (!lua_istable(L, 1)) return 0;
  lua_rawgeti(L, 1, AL_RECORD_LIFE);
  g = al_test(L, -1, al_life_kind) ? graph_of(lua_touserdata(L, -1)) : NULL;
  terrain = (astar_terrain)al_counted(lua_tonumber(L, 2));
  lua_rawgeti(L, 1, RECORD_TERRAINS);
  if (!g || !lua_istable(L, -1) || terrain < 1 || terrain > astar_graph_terrain_count(g->core)) return 0;
  al_push_terrain(L, g, terrain);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, -2);
  lua_rawset(L, -4);
  return 1;
}

/* ---- Opening ---- */

/* Push a field of package.loaded, or nil. */
static void push_loaded(lua_State *L, const char *name)
{
  lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
  if (lua_istable(L, -1)) lua_getfield(L, -1, name);
  else lua_pushnil(L);
  lua_replace(L, -2);
}

/* Whether this is LuaJIT and its compiler is on. */
static bool is_compiling(lua_State *L)
{
  bool on = false;
  push_loaded(L, "jit");
  if (lua_istable(L, -1)) {
    lua_getfield(L, -1, "status");
    on = lua_pcall(L, 0, 1, 0) == LUA_OK && lua_toboolean(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return on;
}

/*
** Push the FFI, or nil if the host has removed it. To parse a literal that is cdata loads it if needed; the function in
** package.preload would load it a second time, which breaks all cdata that there is.
*/
static void push_ffi(lua_State *L)
{
  const int top = lua_gettop(L);
  lua_getfield(L, LUA_REGISTRYINDEX, "_PRELOAD");
  if (lua_istable(L, -1)) lua_getfield(L, -1, "ffi");
  if (lua_isfunction(L, -1)) (void)luaL_loadstring(L, "return 0LL");
  lua_settop(L, top);
  push_loaded(L, "ffi");
}

/* Push the value of the registry, a new table with weak keys if there is none. */
static void push_records(lua_State *L)
{
  lua_getfield(L, LUA_REGISTRYINDEX, AL_RECORDS);
  if (lua_istable(L, -1)) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_newtable(L);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_setfield(L, LUA_REGISTRYINDEX, AL_RECORDS);
}

/* A lua_Reader: `state` points to the next part of the chunk. */
static const char *next_part(lua_State *L, void *state, size_t *size)
{
  const char *const **part = state;
  const char *text = **part;
  (void)L;
  *size = text ? strlen(text) : 0;
  if (text) ++*part;
  return text;
}

void al_open_jit(lua_State *L)
{
  const int top = lua_gettop(L);
  const char *const *part = chunk;
  lua_pushnil(L);
  lua_setfield(L, LUA_REGISTRYINDEX, COMPILE_KEY);
  if (is_compiling(L) && lua_load(L, next_part, &part, "=astar") == LUA_OK) {
    push_ffi(L);
    lua_pushvalue(L, -1);
    lua_setfield(L, LUA_REGISTRYINDEX, FFI_KEY);
    memcpy(compat_newuserdata(L, sizeof calls), &calls, sizeof calls);
    push_loaded(L, "_G");
    if (lua_istable(L, -1)) lua_getfield(L, -1, "type");
    else lua_pushnil(L);
    lua_replace(L, -2);
    push_records(L);
    lua_pushvalue(L, -1);
    lua_pushcclosure(L, adopt, 1);
    lua_pushcfunction(L, terrain_name);
    if (lua_pcall(L, 6, 1, 0) == LUA_OK) lua_setfield(L, LUA_REGISTRYINDEX, COMPILE_KEY);
  }
  lua_settop(L, top);
}

void al_compile_class(lua_State *L, const char *name)
{
  const int meta = lua_gettop(L), compile = meta + 1, index = meta + 2, methods = meta + 3, members = meta + 4;
  lua_getfield(L, LUA_REGISTRYINDEX, COMPILE_KEY);
  lua_getfield(L, meta, "__index");
  lua_newtable(L);
  if (!lua_isnil(L, compile) && lua_getupvalue(L, index, 2)) {
    for (lua_pushnil(L); lua_next(L, members); lua_pop(L, 1)) {
      if (lua_type(L, -1) != LUA_TFUNCTION) continue;
      lua_pushvalue(L, -2);
      lua_pushvalue(L, -2);
      lua_rawset(L, methods);
    }
    lua_settop(L, methods);
    lua_pushvalue(L, compile);
    lua_pushstring(L, name);
    lua_pushvalue(L, index);
    lua_pushvalue(L, methods);
    lua_call(L, 3, 1);
    if (!lua_isnil(L, -1)) lua_setfield(L, meta, "__index");
  }
  lua_settop(L, meta);
}

#endif
