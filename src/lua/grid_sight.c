/* grid_sight.c: grid:raycast and grid:sight; see grid.h. */
#include "grid.h"
#include "options.h"

#include <string.h>

/* What stops a ray: the options at `arg`, which are the last argument; the environment is behind them. */
typedef struct ray_options {
  astar_ray_def def; /* the terrains are kept alive on the stack */
  const al_graph *graph;
  uint32_t level;    /* 0: not given */
  int terrains;      /* stack index of the array, or 0 */
} ray_options;

static void read_level(lua_State *L, const al_entry *e)
{
  ray_options *o = e->into;
  o->level = al_entry_level(L, e, o->graph);
}

static void read_unit(lua_State *L, const al_entry *e)
{
  ray_options *o = e->into;
  o->def.unit = al_entry_unit(L, e, o->graph);
}

/* Read after the traversal of the options, since it allocates. */
static void keep_terrains(lua_State *L, const al_entry *e)
{
  al_require_entry(L, e, LUA_TTABLE, "array of terrains");
  al_keep_entry(L, e);
}

/* The value of the first is kept on the stack. */
static const al_option list[] = {{"terrains", keep_terrains, offsetof(ray_options, terrains)},
                                 {"unit", read_unit, 0},
                                 {"level", read_level, 0},
                                 {NULL, NULL, 0}};

/* The terrain whose name is the value of `e`. Raises if there is none of that name. */
static astar_terrain find_terrain(lua_State *L, const al_entry *e, const al_graph *g)
{
  const uint32_t count = astar_graph_terrain_count(g->core);
  astar_guess guess;
  astar_terrain t;
  size_t length, other;
  const char *name, *known;
  al_require_entry(L, e, LUA_TSTRING, "string");
  name = lua_tolstring(L, e->value, &length);
  for (t = 1; t <= count; t++) {
    known = astar_graph_terrain_name(g->core, t, &other);
    if (other == length && memcmp(known, name, length) == 0) return t;
  }
  al_begin_guess(L, e->value, &guess);
  for (t = 1; t <= count; t++) {
    known = astar_graph_terrain_name(g->core, t, &other);
    astar_guess_try(&guess, known, other);
  }
  al_entry_error(L, e, "no terrain named '%s'%s", name, al_push_guess(L, &guess));
  return 0;
}

static void read_terrains(lua_State *L, int arg, ray_options *o)
{
  al_entry name = {.arg = arg, .what = "option", .name = "terrains"};
  const size_t length = compat_rawlen(L, o->terrains);
  astar_terrain *terrains;
  size_t i;
  if (length >= 0x7FFFFFFF) al_arg_error(L, arg, "too many terrains");
  terrains = compat_newuserdata(L, length * sizeof *terrains + 1);
  name.value = lua_gettop(L) + 1;
  for (i = 0; i < length; i++) {
    al_require_open(L, &o->graph->space);
    name.element = (int)i + 1;
    lua_rawgeti(L, o->terrains, name.element);
    terrains[i] = find_terrain(L, &name, o->graph);
    lua_pop(L, 1);
  }
  o->def.terrains = terrains;
  o->def.terrain_count = (uint32_t)length;
}

static void read_options(lua_State *L, int arg, const al_graph *g, ray_options *o)
{
  const al_entry unit = {.arg = arg, .value = arg};
  int slots;
  memset(o, 0, sizeof *o);
  o->graph = g;
  if (!al_given(L, arg)) return;
  if (lua_type(L, arg) == LUA_TSTRING) {
    o->def.unit = al_entry_unit(L, &unit, g);
    return;
  }
  if (lua_type(L, arg) != LUA_TTABLE) al_type_error(L, arg, "table or unit name");
  slots = lua_gettop(L) + 1;
  lua_settop(L, slots);
  al_read_options(L, arg, "option", list, slots, o);
  if (o->terrains) read_terrains(L, arg, o);
  al_require_open(L, &g->space);
}

static int grid_raycast(lua_State *L)
{
  al_graph *g = al_begin_grid(L, 5);
  double from[2], to[2];
  astar_ray_hit hit;
  ray_options o;
  from[0] = al_check_finite(L, 2);
  from[1] = al_check_finite(L, 3);
  to[0] = al_check_finite(L, 4);
  to[1] = al_check_finite(L, 5);
  read_options(L, 6, g, &o);
  if (astar_grid_raycast(g->core, from, to, o.level > 0 ? o.level : 1, &o.def, &hit) == ASTAR_FULL)
    al_arg_error(L, 4, "the ray goes further than %f cells around the map", ASTAR_RAY_MOST);
  if (hit.cell == ASTAR_NO_ID) {
    lua_pushnil(L);
    return 1;
  }
  al_push_id(L, 7, &g->space, hit.cell);
  lua_pushnumber(L, hit.at[0]);
  lua_pushnumber(L, hit.at[1]);
  return 3;
}

/* The cell at `arg`: a node of the grid, a name, or a position. */
static astar_id check_place(lua_State *L, int arg, al_graph *g, int env)
{
  astar_place place;
  astar_id id;
  (void)al_read_start(L, arg, g, env, &id, &place);
  if (!al_is_cell(g, id)) al_arg_error(L, arg, "cell expected, got a waypoint");
  return id;
}

static int grid_sight(lua_State *L)
{
  al_graph *g = al_begin_grid(L, 3);
  const astar_id a = check_place(L, 2, g, 5), b = check_place(L, 3, g, 5);
  ray_options o;
  read_options(L, 4, g, &o);
  if (o.level > 0) al_arg_error(L, 4, "option 'level' is for rays: the cells tell the level");
  lua_pushboolean(L, astar_grid_sight(g->core, a, b, &o.def));
  return 1;
}

static const luaL_Reg grid_methods[] = {{"raycast", grid_raycast}, {"sight", grid_sight}, {NULL, NULL}};

const al_members al_grid_sight_members = {grid_methods, NULL, NULL};
