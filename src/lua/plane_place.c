/* plane_place.c: what is asked of places on a plane: at, free, nearest, raycast. */
#include "fields.h"
#include "plane.h"

#include <math.h>

/* ---- Options ---- */

double al_entry_radius(lua_State *L, const al_entry *e)
{
  double value = al_entry_number(L, e);
  if (!(value > 0)) al_entry_error(L, e, "number > 0 expected, got %s", al_push_number(L, value));
  if (!(value < INFINITY)) al_entry_error(L, e, "finite number expected, got infinity");
  return al_entry_coordinate(L, e);
}

typedef struct place_options {
  double radius, from[2];
  bool has_from;
} place_options;

static void read_radius(lua_State *L, const al_entry *e)
{
  *(double *)e->target = al_entry_radius(L, e);
}

void al_entry_xy(lua_State *L, const al_entry *e, double xy[2])
{
  al_entry part = *e;
  int i;
  al_require_entry(L, e, LUA_TTABLE, "{x, y}");
  part.value = lua_gettop(L) + 1;
  lua_pushliteral(L, "x");
  lua_rawget(L, e->value);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    al_entry_numbers(L, e, "{x, y}", 2, 2, al_entry_coordinate, xy);
    return;
  }
  for (i = 0; i < 2; i++) {
    if (e->name) part.what = i == 0 ? "x of option" : "y of option";
    else part.what = i == 0 ? "x" : "y";
    xy[i] = al_entry_coordinate(L, &part);
    lua_pop(L, 1);
    lua_pushliteral(L, "y");
    lua_rawget(L, e->value);
  }
  lua_pop(L, 1);
}

static void read_from(lua_State *L, const al_entry *e)
{
  place_options *o = e->into;
  o->has_from = true;
  al_entry_xy(L, e, o->from);
}

static const al_option radius_options[] = {{"radius", read_radius, offsetof(place_options, radius)}, {NULL, NULL, 0}};
static const al_option nearest_options[] = {{"radius", read_radius, offsetof(place_options, radius)},
                                            {"from", read_from, 0},
                                            {NULL, NULL, 0}};

/* Read the options at `arg`. The radius is 0 if it is not given. */
static place_options read_options(lua_State *L, int arg, const al_option *list)
{
  place_options o = {0, {0, 0}, false};
  al_read_options(L, arg, "option", list, 0, &o);
  return o;
}

/* ---- Places ---- */

/* Push the obstacle with an id that the core just returned, "bounds" or nil. */
static void push_found(lua_State *L, int env, al_plane *p, astar_obstacle id)
{
  uint32_t generation = 0;
  (void)astar_plane_has(p->core, id, &generation);
  al_push_hit(L, env, p, id, generation);
}

/* What stops a disc from standing at a place. */
static astar_obstacle find_blocker(lua_State *L, al_plane *p, double x, double y, double radius)
{
  astar_obstacle blocker = ASTAR_NO_OBSTACLE;
  al_check_corners(L, astar_plane_free(p->core, x, y, radius, &blocker));
  return blocker;
}

static int plane_at(lua_State *L)
{
  al_plane *p = al_begin_plane(L, 3);
  double x = al_check_coordinate(L, 2), y = al_check_coordinate(L, 3);
  const place_options o = read_options(L, 4, radius_options);
  push_found(L, 5, p, o.radius > 0 ? find_blocker(L, p, x, y, o.radius) : astar_plane_at(p->core, x, y));
  al_report_space(L, &p->space);
  return 1;
}

static int plane_free(lua_State *L)
{
  al_plane *p = al_begin_plane(L, 3);
  const al_entry radius = {.arg = 4, .value = 4};
  double x = al_check_coordinate(L, 2), y = al_check_coordinate(L, 3);
  astar_obstacle blocker = find_blocker(L, p, x, y, al_given(L, 4) ? al_entry_radius(L, &radius) : 0);
  int results = 1;
  lua_pushboolean(L, blocker == ASTAR_NO_OBSTACLE);
  if (blocker != ASTAR_NO_OBSTACLE) {
    push_found(L, 5, p, blocker);
    results = 2;
  }
  al_report_space(L, &p->space);
  return results;
}

static int plane_nearest(lua_State *L)
{
  al_plane *p = al_begin_plane(L, 3);
  astar_near_place near;
  double at[2];
  place_options o;
  int results = 3;
  at[0] = al_check_coordinate(L, 2);
  at[1] = al_check_coordinate(L, 3);
  o = read_options(L, 4, nearest_options);
  al_check_corners(L, astar_plane_nearest(p->core, at, o.radius, o.has_from ? o.from : NULL, &near));
  if (near.found) {
    lua_pushnumber(L, near.at[0]);
    lua_pushnumber(L, near.at[1]);
    lua_pushnumber(L, near.distance);
  } else {
    lua_pushnil(L);
    results = 1;
  }
  al_report_space(L, &p->space);
  return results;
}

/* ---- Straight ways ---- */

static int plane_raycast(lua_State *L)
{
  al_plane *p = al_begin_plane(L, 5);
  double from[2], to[2];
  place_options o;
  astar_hit hit;
  int results = 1;
  from[0] = al_check_coordinate(L, 2);
  from[1] = al_check_coordinate(L, 3);
  to[0] = al_check_coordinate(L, 4);
  to[1] = al_check_coordinate(L, 5);
  o = read_options(L, 6, radius_options);
  if (o.radius > 0) al_check_corners(L, astar_plane_sweep(p->core, from, to, o.radius, &hit));
  else if (!astar_plane_raycast(p->core, from, to, &hit)) hit.obstacle = ASTAR_NO_OBSTACLE;
  if (hit.obstacle != ASTAR_NO_OBSTACLE) {
    al_push_hit(L, 7, p, hit.obstacle, hit.generation);
    lua_pushnumber(L, hit.x);
    lua_pushnumber(L, hit.y);
    results = 3;
  } else {
    lua_pushnil(L);
  }
  al_report_space(L, &p->space);
  return results;
}

static const luaL_Reg plane_methods[] = {
    {"at", plane_at}, {"free", plane_free}, {"nearest", plane_nearest}, {"raycast", plane_raycast}, {NULL, NULL}};

const al_members al_plane_place_members = {plane_methods, NULL, NULL};
