/* path.c: the class "path"; see path.h. */
#include "path.h"

#include <limits.h>
#include <math.h>
#include <string.h>

al_path *al_new_path(lua_State *L, int env, al_space *space, size_t size)
{
  al_path *p = compat_newuserdata(L, offsetof(al_path, path) + size);
  p->kind = al_path_kind;
  p->space = space;
  memset(&p->path, 0, offsetof(astar_path, points));
  al_push_table(L, env, ENV_PATH_META);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, env);
  compat_setuservalue(L, -2);
  return p;
}

static const astar_path *check_path(lua_State *L)
{
  return &((al_path *)al_self(L, al_path_kind))->path;
}

void al_push_place(lua_State *L, double x, double y)
{
  lua_createtable(L, 0, 2);
  lua_pushnumber(L, x);
  lua_setfield(L, -2, "x");
  lua_pushnumber(L, y);
  lua_setfield(L, -2, "y");
}

void al_push_point(lua_State *L, double x, double y, double z)
{
  al_push_place(L, x, y);
  lua_pushnumber(L, z);
  lua_setfield(L, -2, "z");
}

/* Whether an element has no node: on a plane, or a point of a graph. */
static bool is_place(const al_space *space, const astar_waypoint *w)
{
  return w->id == ASTAR_NO_ID || space->type->handle_kind != al_node_kind;
}

/* Push such an element; on a grid with levels it has one. */
static void push_place_of(lua_State *L, const al_path *p, const astar_waypoint *w)
{
  const bool levels = p->path.lattice.levels > 1;
  if (p->space->type->handle_kind == al_node_kind) al_push_point(L, w->x, w->y, w->z);
  else al_push_place(L, w->x, w->y);
  if (!levels) return;
  compat_pushcount(L, (uint64_t)w->generation + 1);
  lua_setfield(L, -2, "level");
}

/* Push the element of self at `index`, from 0: a node, or a place. */
static void push_element(lua_State *L, uint32_t index)
{
  const al_path *p = lua_touserdata(L, 1);
  const astar_waypoint w = astar_path_point(&p->path, index);
  al_push_environment(L, 1, p->space);
  if (is_place(p->space, &w)) push_place_of(L, p, &w);
  else al_push_handle(L, lua_gettop(L), p->space, w.id, w.generation);
}

/* Nodes are read in parts of this many. */
#define PART 32

/* Read the part of the path from `first` on; returns how many nodes that are. */
static uint32_t read_part(const astar_path *path, uint32_t first, astar_waypoint part[PART])
{
  const uint32_t count = path->count - first < PART ? path->count - first : (uint32_t)PART;
  astar_path_read(path, first, count, part);
  return count;
}

/* Push the elements of the part from `first` on; returns how many. The path is at `self`, its environment at `env`. */
static uint32_t push_part(lua_State *L, int self, int env, uint32_t first)
{
  const al_path *p = lua_touserdata(L, self);
  const int handles = lua_gettop(L) + 1;
  astar_waypoint part[PART];
  const uint32_t count = read_part(&p->path, first, part);
  uint32_t i;
  luaL_checkstack(L, PART + 8, "too many nodes");
  al_check_environment(L, env, p->space);
  al_push_handles(L, env);
  for (i = 0; i < count; i++) {
    if (is_place(p->space, &part[i])) push_place_of(L, p, &part[i]);
    else al_push_handle_of(L, env, handles, p->space, part[i].id, part[i].generation);
  }
  lua_remove(L, handles);
  return count;
}

static double length_of(const astar_path *path)
{
  return astar_path_point(path, path->count - 1).along;
}

enum { FIELD_COST = 1, FIELD_LENGTH, FIELD_PARTIAL, FIELD_TURNS, FIELD_LEFT };

static const al_field path_fields[] = {{"cost", FIELD_COST},   {"length", FIELD_LENGTH}, {"partial", FIELD_PARTIAL},
                                       {"turns", FIELD_TURNS}, {"left", FIELD_LEFT},     {NULL, 0}};

static int path_get(lua_State *L)
{
  const astar_path *path = check_path(L);
  int code;
  if (lua_type(L, 2) == LUA_TNUMBER) {
    double index = lua_tonumber(L, 2);
    if (!(index >= 1 && index <= path->count) || floor(index) != index) return 0;
    push_element(L, (uint32_t)index - 1);
    return 1;
  }
  code = al_member(L, al_path_kind);
  switch (code) {
  case 0: break;
  case FIELD_COST: lua_pushnumber(L, path->cost); break;
  case FIELD_LENGTH: lua_pushnumber(L, length_of(path)); break;
  case FIELD_PARTIAL: lua_pushboolean(L, path->partial); break;
  default:
    if (path->turn == 0) lua_pushnil(L);
    else if (code == FIELD_TURNS) compat_pushcount(L, (uint64_t)path->turn);
    else lua_pushnumber(L, path->left);
    break;
  }
  return 1;
}

static int path_set(lua_State *L)
{
  check_path(L);
  if (lua_type(L, 2) == LUA_TNUMBER) return luaL_error(L, "the nodes of a path cannot be assigned");
  return al_refuse_assignment(L, al_path_kind);
}

static int path_len(lua_State *L)
{
  compat_pushcount(L, check_path(L)->count);
  return 1;
}

static int path_tostring(lua_State *L)
{
  const astar_path *path = check_path(L);
  const char *cost = al_push_number(L, path->cost);
  lua_pushfstring(L, "path (%s nodes, cost %s)", al_push_number(L, path->count), cost);
  return 1;
}

/* ---- Nodes ---- */

static int path_table(lua_State *L)
{
  const astar_path *path = check_path(L);
  uint32_t first = 0, count;
  lua_settop(L, 1);
  compat_getuservalue(L, 1);
  lua_createtable(L, path->count < INT_MAX ? (int)path->count : 0, 0);
  for (; first < path->count; first += count) {
    uint32_t i = count = push_part(L, 1, 2, first);
    for (; i > 0; i--) compat_rawsetid(L, 3, (size_t)first + i);
  }
  return 1;
}

/*
** The state of the iterator is an array: PART elements of the path or nil, always a nil, how many elements of the path
** are before them, and the path. It is never longer, so that storing allocates nothing.
*/
enum { AT_BEFORE = PART + 2, AT_PATH };

/* Iterate: store the part that begins with the element after the index. */
static int nodes_fill(lua_State *L)
{
  const al_path *p;
  double index;
  uint32_t i, count;
  if (!lua_istable(L, 1)) al_type_error(L, 1, "table");
  lua_settop(L, 2);
  lua_rawgeti(L, 1, AT_PATH);
  p = al_test(L, 3, al_path_kind);
  if (!p) al_type_error(L, 3, al_path_kind);
  index = lua_type(L, 2) == LUA_TNUMBER ? lua_tonumber(L, 2) : -1;
  if (!(index >= 0 && index < p->path.count) || floor(index) != index) return 0;
  compat_getuservalue(L, 3);
  count = push_part(L, 3, 4, (uint32_t)index);
  /* From here on nothing allocates: finalizers that call the iterator never see half of a part. */
  compat_pushcount(L, (uint32_t)index);
  lua_rawseti(L, 1, AT_BEFORE);
  for (i = PART; i > count; i--) {
    lua_pushnil(L);
    lua_rawseti(L, 1, (int)i);
  }
  lua_pushvalue(L, 5);
  lua_replace(L, 3);
  for (; i > 0; i--) lua_rawseti(L, 1, (int)i);
  compat_pushcount(L, (uint32_t)index + 1);
  lua_pushvalue(L, 3);
  return 2;
}

#define NODES_KEY "astar.nodes" /* in the registry: the iterator */

/*
** In Lua, because calls of functions in C are slow, above all under LuaJIT, which does not compile them. 32 is PART, 34
** is AT_BEFORE.
*/
static const char iterator[] = "local fill = ...\n"
                               "return function(part, i)\n"
                               "  local at = i + 1\n"
                               "  local k = at - part[34]\n"
                               "  local node = k <= 32 and part[k]\n"
                               "  if not node then return fill(part, i) end\n"
                               "  return at, node\n"
                               "end\n";

void al_open_nodes(lua_State *L)
{
  int top = lua_gettop(L);
  al_push_function(L, "nodes", nodes_fill, 0);
  if (luaL_loadbuffer(L, iterator, sizeof iterator - 1, "=path:nodes") == LUA_OK) {
    lua_pushvalue(L, top + 1);
    lua_call(L, 1, 1);
  } else {
    lua_settop(L, top + 1);
  }
  lua_setfield(L, LUA_REGISTRYINDEX, NODES_KEY);
  lua_settop(L, top);
}

static int path_nodes(lua_State *L)
{
  check_path(L);
  lua_getfield(L, LUA_REGISTRYINDEX, NODES_KEY);
  lua_createtable(L, AT_PATH, 0);
  lua_pushinteger(L, 0);
  lua_rawseti(L, -2, AT_BEFORE);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, AT_PATH);
  lua_pushinteger(L, 0);
  return 3;
}

/* ---- Numbers, in a table of the caller or a new one ---- */

size_t al_push_array(lua_State *L, int arg, size_t count)
{
  if (al_check_table(L, arg)) lua_pushvalue(L, arg);
  else lua_createtable(L, count < INT_MAX ? (int)count : 0, 0);
  return compat_rawlen(L, -1);
}

/* Pop a value, and append it to the table below it, which has *count elements. */
static void append(lua_State *L, size_t *count)
{
  ++*count;
  compat_rawsetid(L, -2, *count);
}

void al_cut_array(lua_State *L, size_t count, size_t length)
{
  bool more = true;
  for (; more || count < length; count++) {
    compat_rawgetid(L, -1, count + 1);
    more = !lua_isnil(L, -1);
    lua_pop(L, 1);
    if (!more) continue;
    lua_pushnil(L);
    compat_rawsetid(L, -2, count + 1);
  }
}

/* How many numbers of each element are wanted, 2 or 3: the argument at 2, which may be left out before a table. */
static uint32_t check_dimensions(lua_State *L)
{
  uint64_t wanted = 2;
  if (lua_type(L, 2) == LUA_TTABLE && !al_given(L, 3)) {
    lua_settop(L, 2);
    lua_pushnil(L);
    lua_insert(L, 2);
  }
  if (al_given(L, 2)) wanted = al_check_count(L, 2, 2);
  if (wanted > 3) al_arg_error(L, 2, "2 or 3 expected, got %s", al_push_number(L, lua_tonumber(L, 2)));
  return (uint32_t)wanted;
}

static int path_points(lua_State *L)
{
  const astar_path *path = check_path(L);
  const uint32_t dimensions = check_dimensions(L);
  astar_waypoint part[PART];
  uint32_t first = 0;
  size_t at = 0, length;
  length = al_push_array(L, 3, (size_t)path->count * dimensions);
  while (first < path->count) {
    const uint32_t count = read_part(path, first, part);
    uint32_t i;
    for (i = 0; i < count; i++) {
      lua_pushnumber(L, part[i].x);
      append(L, &at);
      lua_pushnumber(L, part[i].y);
      append(L, &at);
      if (dimensions == 2) continue;
      lua_pushnumber(L, part[i].z);
      append(L, &at);
    }
    first += count;
  }
  al_cut_array(L, at, length);
  return 1;
}

/* Push the column, row or level of a cell, counted from 0; false in place of it if there is none. */
static void push_line(lua_State *L, bool found, uint32_t line)
{
  if (found) compat_pushcount(L, (uint64_t)line + 1);
  else lua_pushboolean(L, 0);
}

static int path_cells(lua_State *L)
{
  const al_path *p = al_self(L, al_path_kind);
  const astar_path *path = &p->path;
  astar_waypoint part[PART];
  uint32_t first = 0, place[3] = {0, 0, 0}, dimensions, k;
  size_t at = 0, length;
  if (path->lattice.columns == 0) {
    al_push_environment(L, 1, p->space);
    al_arg_error(L, 1, "path on a grid expected, got path on a %s", p->space->name);
  }
  dimensions = check_dimensions(L);
  length = al_push_array(L, 3, (size_t)path->count * dimensions);
  while (first < path->count) {
    const uint32_t count = read_part(path, first, part);
    uint32_t i;
    for (i = 0; i < count; i++) {
      const bool found = astar_path_cell(path, part[i].id, &place[0], &place[1], &place[2]);
      for (k = 0; k < dimensions; k++) {
        push_line(L, found, place[k]);
        append(L, &at);
      }
    }
    first += count;
  }
  al_cut_array(L, at, length);
  return 1;
}

static int path_at(lua_State *L)
{
  const astar_path *path = check_path(L);
  double xyz[3];
  uint32_t index = astar_path_at(path, al_check_number(L, 2), xyz);
  lua_pushnumber(L, xyz[0]);
  lua_pushnumber(L, xyz[1]);
  lua_pushnumber(L, xyz[2]);
  compat_pushcount(L, (uint64_t)index + 1);
  return 4;
}

/* The index of an element, from 1, that is an argument. */
static uint32_t check_index(lua_State *L, int arg, const astar_path *path, uint32_t least)
{
  const uint64_t index = al_check_count(L, arg, (int)least);
  if (index > path->count)
    al_arg_error(L, arg, "an index up to %d expected, got %f", (int)path->count, lua_tonumber(L, arg));
  return (uint32_t)index;
}

static int path_valid(lua_State *L)
{
  al_path *p = al_self(L, al_path_kind);
  uint32_t broken, first = 0;
  lua_settop(L, 3);
  if (al_given(L, 3)) first = check_index(L, 3, &p->path, 1) - 1;
  al_push_environment(L, 1, p->space);
  al_require_open(L, p->space);
  broken = p->space->type->valid(L, p->space, &p->path, first, 2);
  lua_pushboolean(L, broken == 0);
  if (broken == 0) return 1;
  compat_pushcount(L, broken);
  return 2;
}

static int path_along(lua_State *L)
{
  const astar_path *path = check_path(L);
  lua_pushnumber(L, astar_path_point(path, check_index(L, 2, path, 1) - 1).along);
  return 1;
}

static int path_link(lua_State *L)
{
  const al_path *p = al_self(L, al_path_kind);
  astar_waypoint w;
  uint32_t index;
  lua_settop(L, 2);
  compat_getuservalue(L, 1);
  al_check_environment(L, 3, p->space);
  if (!p->space->type->has_links) al_arg_error(L, 1, "path on a plane expected, got path on a %s", p->space->name);
  index = check_index(L, 2, &p->path, 1) - 1;
  w = astar_path_point(&p->path, index);
  if (w.id == ASTAR_NO_LINK || index + 1 == p->path.count) lua_pushnil(L);
  else al_push_handle(L, 3, p->space, AL_LINK + w.id, w.generation);
  return 1;
}

static int path_cut(lua_State *L)
{
  const al_path *p = al_self(L, al_path_kind);
  const uint32_t first = check_index(L, 2, &p->path, 1);
  const uint32_t last = al_given(L, 3) ? check_index(L, 3, &p->path, first) : p->path.count;
  const uint32_t count = last - first + 1;
  al_path *part;
  lua_settop(L, 1);
  compat_getuservalue(L, 1);
  part = al_new_path(L, 2, p->space, astar_path_cut_size(&p->path, first - 1, count));
  astar_path_cut(&p->path, first - 1, count, &part->path);
  return 1;
}

static const luaL_Reg path_methods[] = {
    {"nodes", path_nodes}, {"points", path_points}, {"cells", path_cells}, {"table", path_table}, {"at", path_at},
    {"along", path_along}, {"link", path_link}, {"cut", path_cut}, {"valid", path_valid}, {NULL, NULL}};

static const luaL_Reg path_meta[] = {
    {"__index", path_get}, {"__newindex", path_set}, {"__len", path_len}, {"__tostring", path_tostring}, {NULL, NULL}};

const al_members al_path_members = {path_methods, path_fields, path_meta};
