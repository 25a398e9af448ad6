/* obstacle.c: the class "obstacle": a handle of an obstacle on a plane; see handle.c. */
#include "binding.h"

/* The plane of an obstacle whose home has been looked at. */
static al_plane *plane_of(const al_handle *h)
{
  return (al_plane *)h->space;
}

void al_push_hit(lua_State *L, int home, al_plane *p, astar_obstacle id, uint32_t generation)
{
  if (id == ASTAR_NO_OBSTACLE) lua_pushnil(L);
  else if (id == ASTAR_BOUNDS) lua_pushliteral(L, "bounds");
  else al_push_handle(L, home, &p->space, id, generation);
}

/* ---- Checks ---- */

static bool is_live(const al_handle *h)
{
  return plane_of(h)->core && astar_plane_is_current(plane_of(h)->core, h->id, h->generation);
}

/* Raise if the obstacle is gone; its home has been looked at. */
static void require_live(lua_State *L, const al_handle *h)
{
  al_require_open(L, h->space);
  if (!is_live(h)) luaL_error(L, "obstacle %d was removed", (int)h->id);
}

/* Self as a live obstacle; pushes its home and gives the index of that. */
static al_handle *check_self(lua_State *L, int *home)
{
  al_handle *h = al_self(L, al_obstacle_kind);
  compat_getuservalue(L, 1);
  *home = lua_gettop(L);
  al_check_home(L, *home, h->space);
  require_live(L, h);
  return h;
}

al_handle *al_check_obstacle(lua_State *L, int arg, const al_plane *p)
{
  al_handle *h = al_test(L, arg, al_obstacle_kind);
  if (!h) al_type_error(L, arg, al_obstacle_kind);
  else if (h->space != &p->space) al_arg_error(L, arg, "obstacle of another plane");
  else if (!is_live(h)) al_arg_error(L, arg, "obstacle %d was removed", (int)h->id);
  return h;
}

/* ---- Fields ---- */

enum { FIELD_ID = 1, FIELD_PLANE, FIELD_DATA };

static const al_field obstacle_fields[] = {
    {"id", FIELD_ID}, {"plane", FIELD_PLANE}, {"data", FIELD_DATA}, {NULL, 0}};

static int obstacle_get(lua_State *L)
{
  const al_handle *h = al_self(L, al_obstacle_kind);
  int code = al_member(L, al_obstacle_kind), home;
  if (code == 0) return 1;
  check_self(L, &home);
  switch (code) {
  case FIELD_ID: compat_pushcount(L, h->id); break;
  case FIELD_DATA: al_push_by_id(L, home, HOME_DATA, h->id); break;
  default: lua_rawgeti(L, home, HOME_SPACE); break;
  }
  return 1;
}

static int obstacle_set(lua_State *L)
{
  const al_handle *h = al_self(L, al_obstacle_kind);
  int code = al_set_member(L, al_obstacle_kind), home;
  check_self(L, &home);
  if (code != FIELD_DATA) return al_fixed_member(L, al_obstacle_kind);
  al_set_by_id(L, home, HOME_DATA, h->id, 3);
  return 0;
}

static int obstacle_tostring(lua_State *L)
{
  const al_handle *h = al_self(L, al_obstacle_kind);
  uint32_t corners = 0, count, i;
  lua_settop(L, 1);
  compat_getuservalue(L, 1);
  al_check_home(L, 2, h->space);
  if (!is_live(h)) {
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
  /* That may have run finalizers, and those have edited the plane. */
  require_live(L, h);
  xy = astar_plane_outline(plane_of(h)->core, h->id, index, &count);
  for (i = 0; i < 2 * count; i++) {
    lua_pushnumber(L, xy[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
}

static int obstacle_points(lua_State *L)
{
  int home;
  const al_handle *h;
  uint32_t count, i;
  lua_settop(L, 1);
  h = check_self(L, &home);
  count = astar_plane_outline_count(plane_of(h)->core, h->id);
  luaL_checkstack(L, count < 0x7FFFFF00 ? (int)count + 4 : 0x7FFFFF00, "too many outlines");
  for (i = 0; i < count; i++) push_outline(L, h, i);
  return (int)count;
}

void al_remove_obstacle(lua_State *L, const al_handle *h, int home)
{
  al_let_stray(L, home, h->space, h->id, h->generation);
  astar_plane_remove(plane_of(h)->core, h->id);
  al_clear_by_id(L, home, HOME_HANDLES, h->id);
  al_clear_by_id(L, home, HOME_DATA, h->id);
}

static int obstacle_remove(lua_State *L)
{
  int home;
  const al_handle *h;
  lua_settop(L, 1);
  h = check_self(L, &home);
  al_remove_obstacle(L, h, home);
  al_tell_space(L, h->space);
  return 0;
}

static const luaL_Reg obstacle_methods[] = {{"points", obstacle_points}, {"remove", obstacle_remove}, {NULL, NULL}};

static const luaL_Reg obstacle_meta[] = {
    {"__index", obstacle_get}, {"__newindex", obstacle_set}, {"__tostring", obstacle_tostring}, {NULL, NULL}};

void al_open_obstacle(lua_State *L)
{
  static const al_class obstacle_class = {al_obstacle_kind, obstacle_methods, obstacle_fields, obstacle_meta, NULL};
  al_new_class(L, &obstacle_class);
}
