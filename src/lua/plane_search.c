/* plane_search.c: plane:search and plane:path, and what a search on a plane does its own way; see search.h. */
#include "search.h"

static const al_search_type plane_search;

/* The plane of a search; both are known to be open. */
static al_plane *plane_of(const al_search *s)
{
  return (al_plane *)s->space;
}

/* ---- Making ---- */

int al_plane_search(lua_State *L)
{
  al_plane *p = al_begin_plane(L, 5);
  astar_search_def def;
  al_search *s;
  al_read_plane_options(L, true, &def);
  def.keep_estimates = true;
  s = al_new_search(L, 7, &p->space, &plane_search);
  lua_pop(L, 1);
  al_open_core(L, s);
  al_require_open(L, &p->space);
  al_renew(s);
  al_check_corners(L, astar_search_begin_on_plane(s->core, p->core, &def));
  al_tell_search(L, s);
  return 1;
}

/* ---- Paths ---- */

static astar_status answer(lua_State *L, const al_question *q)
{
  (void)L;
  return astar_find_on_plane(q->space->finder, ((al_plane *)q->space)->core, q->what);
}

int al_plane_path(lua_State *L)
{
  al_plane *p = al_begin_plane(L, 5);
  astar_search_def def;
  al_question q;
  int results;
  al_read_plane_options(L, false, &def);
  def.answer_only = true;
  q.space = &p->space;
  q.what = &def;
  q.answer = answer;
  results = al_push_answer(L, 7, &q);
  al_tell_space(L, &p->space);
  return results;
}

/* ---- What searches on planes do their own way: nodes are places, given and taken as tables of x and y ---- */

static void push_node(lua_State *L, const al_search *s, int home, astar_id id)
{
  double xy[2];
  (void)home;
  if (astar_search_place(s->core, id, xy)) al_push_place(L, xy[0], xy[1]);
  else lua_pushnil(L);
}

static double coordinate_field(lua_State *L, int arg, const char *name, const char *what)
{
  double value;
  lua_pushstring(L, name);
  if (!lua_istable(L, arg)) luaL_error(L, "attempt to use an object that was tampered with");
  lua_rawget(L, arg);
  value = al_value_finite(L, lua_gettop(L), arg, what);
  lua_pop(L, 1);
  return value;
}

static astar_id check_node(lua_State *L, int arg, const al_search *s, int home)
{
  double x, y;
  (void)home;
  if (lua_type(L, arg) != LUA_TTABLE) al_type_error(L, arg, "table of x and y");
  x = coordinate_field(L, arg, "x", "field 'x'");
  y = coordinate_field(L, arg, "y", "field 'y'");
  al_require_usable(L, s);
  return astar_search_node_at(s->core, x, y);
}

static void push_start(lua_State *L, const al_search *s, int own)
{
  push_node(L, s, own, astar_search_start(s->core));
}

static void push_goal(lua_State *L, const al_search *s, int own)
{
  push_node(L, s, own, astar_search_goal(s->core));
}

static void restart(lua_State *L, al_search *s, int own, int home)
{
  double start[2], goal[2];
  bool moved = al_read_place(L, 2, start), aimed = al_read_place(L, 4, goal);
  (void)own;
  (void)home;
  al_renew(s);
  al_check_corners(L, astar_search_restart_on_plane(s->core, moved ? start : NULL, aimed ? goal : NULL));
}

static const al_search_type plane_search = {true, 1, 4, push_node, check_node, push_start, push_goal, restart};

/* ---- Rays ---- */

/* Self as an open search on a plane. */
static al_search *check_plane_search(lua_State *L)
{
  al_search *s = al_begin_search(L, 0);
  if (s->type != &plane_search)
    al_arg_error(L, 1, "search on a plane expected, got search on a %s", s->space->name);
  return s;
}

/* The iterator: called with the search. Upvalues after the name: index, number of the run. */
static int rays_next(lua_State *L)
{
  al_search *s = check_plane_search(L);
  uint32_t index = (uint32_t)lua_tonumber(L, lua_upvalueindex(2));
  astar_ray ray;
  al_check_run(L, s, 3, "rays");
  if (index >= astar_search_ray_count(s->core)) return 0;
  ray = astar_search_ray_at(s->core, index);
  lua_pushnumber(L, ray.from[0]);
  lua_pushnumber(L, ray.from[1]);
  lua_pushnumber(L, ray.to[0]);
  lua_pushnumber(L, ray.to[1]);
  al_push_hit(L, al_push_home(L, 2), plane_of(s), ray.hit, ray.generation);
  lua_remove(L, -2);
  compat_pushcount(L, index + 1);
  lua_replace(L, lua_upvalueindex(2));
  return 5;
}

int al_search_rays(lua_State *L)
{
  al_search *s = check_plane_search(L);
  lua_pushinteger(L, 0);
  lua_pushnumber(L, (double)s->run);
  al_push_function(L, "rays", rays_next, 2);
  lua_pushvalue(L, 1);
  return 2;
}
