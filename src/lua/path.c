/* path.c: the class "path"; see path.h. */
#include "path.h"

#include <math.h>
#include <string.h>

al_path *al_new_path(lua_State *L, int env, al_space *space, uint32_t count)
{
  al_path *p = compat_newuserdata(L, offsetof(al_path, path) + astar_path_size(count));
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

/* Push the element at `index`, from 0: a node, or a place on a plane. The path is at 1, its environment at `env`. */
static void push_element(lua_State *L, int env, uint32_t index)
{
  const al_path *p = lua_touserdata(L, 1);
  const astar_waypoint *w = &p->path.points[index];
  if (w->id == ASTAR_NO_ID) {
    al_push_place(L, w->x, w->y);
    return;
  }
  al_check_environment(L, env, p->space);
  al_push_handle(L, env, p->space, w->id, w->generation);
}

static double length_of(const astar_path *path)
{
  return path->points[path->count - 1].along;
}

enum { FIELD_COST = 1, FIELD_LENGTH, FIELD_PARTIAL };

static const al_field path_fields[] = {
    {"cost", FIELD_COST}, {"length", FIELD_LENGTH}, {"partial", FIELD_PARTIAL}, {NULL, 0}};

static int path_get(lua_State *L)
{
  const astar_path *path = check_path(L);
  if (lua_type(L, 2) == LUA_TNUMBER) {
    double index = lua_tonumber(L, 2);
    if (!(index >= 1 && index <= path->count) || floor(index) != index) return 0;
    compat_getuservalue(L, 1);
    push_element(L, lua_gettop(L), (uint32_t)index - 1);
    return 1;
  }
  switch (al_member(L, al_path_kind)) {
  case 0: break;
  case FIELD_COST: lua_pushnumber(L, path->cost); break;
  case FIELD_LENGTH: lua_pushnumber(L, length_of(path)); break;
  default: lua_pushboolean(L, path->partial); break;
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
  lua_pushfstring(L, "path (%d nodes, cost %s)", (int)path->count, cost);
  return 1;
}

/* The iterator: path, index -> index + 1, node. */
static int path_next(lua_State *L)
{
  const astar_path *path = check_path(L);
  double index = lua_type(L, 2) == LUA_TNUMBER ? lua_tonumber(L, 2) : -1;
  if (!(index >= 0 && index < path->count) || floor(index) != index) return 0;
  lua_settop(L, 1);
  compat_getuservalue(L, 1);
  compat_pushcount(L, (uint32_t)index + 1);
  push_element(L, 2, (uint32_t)index);
  return 2;
}

static int path_nodes(lua_State *L)
{
  check_path(L);
  al_push_function(L, "nodes", path_next, 0);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

static int path_points(lua_State *L)
{
  const astar_path *path = check_path(L);
  int dimensions = 2, at = 0;
  uint32_t i;
  if (al_given(L, 2)) {
    uint64_t wanted = al_check_count(L, 2, 2);
    if (wanted > 3) al_arg_error(L, 2, "2 or 3 expected, got %s", al_push_number(L, lua_tonumber(L, 2)));
    dimensions = (int)wanted;
  }
  lua_createtable(L, (int)path->count * dimensions, 0);
  for (i = 0; i < path->count; i++) {
    const double xyz[3] = {path->points[i].x, path->points[i].y, path->points[i].z};
    int axis;
    for (axis = 0; axis < dimensions; axis++) {
      lua_pushnumber(L, xyz[axis]);
      lua_rawseti(L, -2, ++at);
    }
  }
  return 1;
}

static int path_table(lua_State *L)
{
  const astar_path *path = check_path(L);
  uint32_t i;
  lua_settop(L, 1);
  compat_getuservalue(L, 1);
  lua_createtable(L, (int)path->count, 0);
  for (i = 0; i < path->count; i++) {
    push_element(L, 2, i);
    lua_rawseti(L, 3, (int)i + 1);
  }
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

static const luaL_Reg path_methods[] = {
    {"nodes", path_nodes}, {"points", path_points}, {"table", path_table}, {"at", path_at}, {NULL, NULL}};

static const luaL_Reg path_meta[] = {
    {"__index", path_get}, {"__newindex", path_set}, {"__len", path_len}, {"__tostring", path_tostring}, {NULL, NULL}};

const al_members al_path_members = {path_methods, path_fields, path_meta};
