/* obstacle.c: the class "obstacle": a handle of an obstacle on a plane; see plane.h. */
#include "plane.h"

/* The plane of an obstacle whose environment has been checked. */
static al_plane *plane_of(const al_handle *h)
{
  return (al_plane *)h->space;
}

void al_push_hit(lua_State *L, int env, al_plane *p, astar_obstacle id, uint32_t generation)
{
  if (id == ASTAR_NO_OBSTACLE) lua_pushnil(L);
  else if (id == ASTAR_BOUNDS) lua_pushliteral(L, "bounds");
  else al_push_handle(L, env, &p->space, id, generation);
}

/* ---- Fields ---- */

enum { FIELD_ID = 1, FIELD_PLANE, FIELD_DATA };

static const al_field obstacle_fields[] = {
    {"id", FIELD_ID}, {"plane", FIELD_PLANE}, {"data", FIELD_DATA}, {NULL, 0}};

static int obstacle_get(lua_State *L)
{
  const al_handle *h = al_self(L, al_obstacle_kind);
  const int code = al_member(L, al_obstacle_kind), env = 3;
  if (code == 0) return 1;
  al_begin_handle(L, al_obstacle_kind, 1);
  switch (code) {
  case FIELD_ID: compat_pushcount(L, h->id); break;
  case FIELD_DATA: al_push_by_id(L, env, ENV_DATA, h->id); break;
  default: lua_rawgeti(L, env, ENV_SPACE); break;
  }
  return 1;
}

static int obstacle_set(lua_State *L)
{
  const al_handle *h = al_self(L, al_obstacle_kind);
  int code = al_set_member(L, al_obstacle_kind);
  al_begin_handle(L, al_obstacle_kind, 2);
  if (code != FIELD_DATA) return al_fixed_member(L, al_obstacle_kind);
  al_set_by_id(L, 4, ENV_DATA, h->id, 3);
  return 0;
}

static int obstacle_tostring(lua_State *L)
{
  const al_handle *h = al_self(L, al_obstacle_kind);
  uint32_t corners = 0, count, i;
  lua_settop(L, 1);
  al_push_environment(L, 1, h->space);
  if (!al_is_live(h)) {
    lua_pushfstring(L, "obstacle %d (removed)", (int)h->id);
    return 1;
  }
  for (i = 0; i < astar_plane_outline_count(plane_of(h)->core, h->id); i++) {
    (void)astar_plane_outline(plane_of(h)->core, h->id, i, &count);
    corners += count;
  }
  lua_pushfstring(L, "obstacle %d (%d corners)", (int)h->id, (int)corners);
  return 1;
}

/* ---- Methods ---- */

/* Push an outline as an array. */
static void push_outline(lua_State *L, const al_handle *h, uint32_t index)
{
  uint32_t count, i;
  const double *xy;
  (void)astar_plane_outline(plane_of(h)->core, h->id, index, &count);
  lua_createtable(L, count < 0x3FFFFFFF ? (int)(2 * count) : 0, 0);
  /* Finalizers may have edited the plane. */
  al_require_live(L, h);
  xy = astar_plane_outline(plane_of(h)->core, h->id, index, &count);
  for (i = 0; i < 2 * count; i++) {
    lua_pushnumber(L, xy[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
}

static int obstacle_points(lua_State *L)
{
  const al_handle *h = al_begin_handle(L, al_obstacle_kind, 0);
  uint32_t count = astar_plane_outline_count(plane_of(h)->core, h->id), i;
  luaL_checkstack(L, count < 0x7FFFFF00 ? (int)count + 4 : 0x7FFFFF00, "too many outlines");
  for (i = 0; i < count; i++) push_outline(L, h, i);
  return (int)count;
}

void al_remove_obstacle(lua_State *L, const al_handle *h, int env)
{
  al_detach_handle(L, env, h);
  astar_plane_remove(plane_of(h)->core, h->id);
  al_forget_handle(L, env, h);
}

static int obstacle_remove(lua_State *L)
{
  const al_handle *h = al_begin_handle(L, al_obstacle_kind, 0);
  al_remove_obstacle(L, h, 2);
  al_report_space(L, h->space);
  return 0;
}

static const luaL_Reg obstacle_methods[] = {{"points", obstacle_points}, {"remove", obstacle_remove}, {NULL, NULL}};

static const luaL_Reg obstacle_meta[] = {
    {"__index", obstacle_get}, {"__newindex", obstacle_set}, {"__tostring", obstacle_tostring}, {NULL, NULL}};

const al_members al_obstacle_members = {obstacle_methods, obstacle_fields, obstacle_meta};
