/* plane_search.c: plane:search, plane:path and the search type of planes; see search.h. */
#include "options.h"
#include "path.h"
#include "plane.h"
#include "search.h"

static const al_search_type search_type;

/* The plane of a search; both must be open. */
static al_plane *plane_of(const al_search *s)
{
  return (al_plane *)s->space;
}

/* ---- Options ---- */

static void read_radius(lua_State *L, const al_entry *e)
{
  *(double *)e->target = al_entry_radius(L, e);
}

static void read_heuristic(lua_State *L, const al_entry *e)
{
  *(astar_heuristic *)e->target = al_entry_heuristic(L, e, AL_PLANE_HEURISTICS, "name");
}

static const al_option search_options[] = {{"radius", read_radius, offsetof(astar_search_def, radius)},
                                           {"heuristic", read_heuristic, offsetof(astar_search_def, heuristic)},
                                           AL_SEARCH_OPTIONS,
                                           {NULL, NULL, 0}};

/* Read the place in two arguments to *place, which is returned. */
static const astar_place *read_place(lua_State *L, int arg, astar_place *place)
{
  const double x = al_check_coordinate(L, arg);
  *place = astar_flat_place(x, al_check_coordinate(L, arg + 1));
  return place;
}

/* The same if at least one of the two is given, else NULL. */
static const astar_place *read_given_place(lua_State *L, int arg, astar_place *place)
{
  return al_given(L, arg) || al_given(L, arg + 1) ? read_place(L, arg, place) : NULL;
}

/* Read the start in arguments 2 and 3, the goal in 4 and 5, options in 6. Runs no finalizers. */
static void read_search(lua_State *L, bool explore, astar_search_def *def, astar_place ends[2])
{
  *def = astar_default_search();
  if (lua_istable(L, 2)) al_arg_error(L, 2, "number expected, got table: write the two places as x1, y1, x2, y2");
  def->start_place = read_place(L, 2, &ends[0]);
  def->goal_places = (explore ? read_given_place : read_place)(L, 4, &ends[1]);
  def->goal_count = def->goal_places != NULL;
  al_read_options(L, 6, "option", search_options, 0, def);
}

/* ---- Making ---- */

static int plane_search(lua_State *L)
{
  al_plane *p = al_begin_plane(L, 5);
  astar_search_def def;
  astar_place ends[2];
  al_search *s;
  read_search(L, true, &def, ends);
  def.keep_estimates = true;
  s = al_new_search(L, 7, &p->space, &search_type);
  lua_pop(L, 1);
  al_open_core(L, s);
  al_require_open(L, &p->space);
  al_new_run(s);
  al_check_corners(L, astar_search_begin(s->core, astar_on_plane(p->core), &def));
  al_report_search(L, s);
  return 1;
}

/* ---- Paths ---- */

static astar_status ask(lua_State *L, const al_question *q)
{
  (void)L;
  return astar_find(q->space->finder, astar_on_plane(((al_plane *)q->space)->core), q->what);
}

static int plane_path(lua_State *L)
{
  al_plane *p = al_begin_plane(L, 5);
  astar_search_def def;
  astar_place ends[2];
  al_question q;
  int results;
  read_search(L, false, &def, ends);
  def.answer_only = true;
  q.space = &p->space;
  q.what = &def;
  q.ask = ask;
  results = al_push_answer(L, 7, &q);
  al_report_space(L, &p->space);
  return results;
}

/* ---- The search type: nodes are tables of x and y ---- */

static void push_node(lua_State *L, const al_search *s, int own, astar_id id)
{
  double xy[2];
  (void)own;
  if (astar_search_place(s->core, id, xy)) al_push_place(L, xy[0], xy[1]);
  else lua_pushnil(L);
}

static double coordinate_field(lua_State *L, int arg, const char *name)
{
  al_entry e = {.arg = arg, .what = "field", .name = name};
  double value;
  lua_pushstring(L, name);
  al_check_unchanged(L, lua_istable(L, arg));
  lua_rawget(L, arg);
  e.value = lua_gettop(L);
  value = al_entry_finite(L, &e);
  lua_pop(L, 1);
  return value;
}

static astar_id check_node(lua_State *L, int arg, const al_search *s, int own)
{
  double x, y;
  (void)own;
  if (lua_type(L, arg) != LUA_TTABLE) al_type_error(L, arg, "table of x and y");
  x = coordinate_field(L, arg, "x");
  y = coordinate_field(L, arg, "y");
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

static void restart(lua_State *L, al_search *s, int own, bool repair)
{
  astar_place start, goal;
  const astar_place *start_place = read_given_place(L, 2, &start), *goal_places = read_given_place(L, 4, &goal);
  (void)own;
  al_new_run(s);
  al_check_corners(L, (repair ? astar_search_repair : astar_search_restart)(s->core, ASTAR_NO_ID, start_place, NULL,
                                                                            goal_places, 1));
}

static void push_goals(lua_State *L, const al_search *s, int own)
{
  const int top = lua_gettop(L);
  push_goal(L, s, own);
  if (lua_isnil(L, -1)) return;
  lua_createtable(L, 1, 0);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, 1);
  lua_replace(L, top + 1);
  lua_settop(L, top + 1);
}

static const al_search_type search_type = {true,       1,         4,          push_node, check_node,
                                           push_start, push_goal, push_goals, NULL,      restart};

/* ---- search:rays ---- */

/* Self as an open search on a plane. */
static al_search *check_plane_search(lua_State *L)
{
  al_search *s = al_begin_search(L, 0);
  if (s->type != &search_type)
    al_arg_error(L, 1, "search on a plane expected, got search on a %s", s->space->name);
  return s;
}

/* The iterator: called with the search. */
static int rays_next(lua_State *L)
{
  al_search *s = check_plane_search(L);
  uint32_t index = al_next_index(L, s, "rays");
  astar_ray ray;
  if (index >= astar_search_ray_count(s->core)) return 0;
  ray = astar_search_ray_at(s->core, index);
  lua_pushnumber(L, ray.from[0]);
  lua_pushnumber(L, ray.from[1]);
  lua_pushnumber(L, ray.to[0]);
  lua_pushnumber(L, ray.to[1]);
  al_push_hit(L, al_push_search_env(L, 2), plane_of(s), ray.hit, ray.generation);
  lua_remove(L, -2);
  al_set_upvalue(L, AL_UP_INDEX, index + 1);
  return 5;
}

static int search_rays(lua_State *L)
{
  const al_search *s = check_plane_search(L);
  lua_pushinteger(L, 0);
  lua_pushnumber(L, (double)s->run);
  return al_push_iterator(L, "rays", rays_next, 2);
}

/* ---- Members ---- */

static const luaL_Reg plane_methods[] = {{"search", plane_search}, {"path", plane_path}, {NULL, NULL}};
static const luaL_Reg search_methods[] = {{"rays", search_rays}, {NULL, NULL}};

const al_members al_plane_search_members = {plane_methods, NULL, NULL};
const al_members al_search_plane_members = {search_methods, NULL, NULL};
