/* smooth.c: graph:smooth, and the options of search:path; see search.h. */
#include "options.h"
#include "path.h"
#include "search.h"

#include <math.h>
#include <string.h>

typedef struct smooth_options {
  astar_smooth_def def;
  const al_graph *graph;
  int layers; /* stack index, or 0 */
} smooth_options;

/* A path to change, which is on the stack. */
typedef struct question {
  const al_path *path;
  const al_search *search; /* whose unit and layers count, or NULL */
  astar_smooth_def def;    /* else */
  al_finish finish;
} question;

static astar_status ask(lua_State *L, const al_question *q)
{
  const question *what = q->what;
  astar_smooth_def def = what->def;
  if (what->search) {
    al_require_usable(L, what->search);
    if (!astar_search_smoothing(what->search->core, &def))
      luaL_error(L, "paths of a search with 'cost', 'moves', 'only', 'pass', 'stop', 'turn_cost' or 'turn_limit' "
                    "cannot be %s", what->finish.smooth ? "smoothed" : "straightened");
  }
  if (!al_finish_path((const al_graph *)q->space, &what->finish, &what->path->path, &def)) return ASTAR_OUT_OF_MEMORY;
  return astar_finder_status(q->space->finder);
}

int al_push_finished(lua_State *L, const al_search *s, int path, int arg)
{
  static const al_option path_list[] = {{"smooth", al_read_smooth, 0}, {"ties", al_read_ties, 0}, {NULL, NULL, 0}};
  question what = {lua_touserdata(L, path), s, astar_default_smooth(), {false, false, 0, 0}};
  al_question q = {s->space, &what, ask};
  const char *name;
  al_read_options(L, arg, "option", path_list, 0, &what.finish);
  name = al_finish_name(&what.finish);
  if (!name) {
    lua_pushvalue(L, path);
    lua_pushnumber(L, what.path->path.cost);
    return 2;
  }
  if (s->space->name != al_grid_name) al_arg_error(L, arg, "option '%s' is for grids", name);
  al_push_environment(L, path, s->space);
  return al_push_answer(L, lua_gettop(L), &q);
}

/* ---- graph:smooth ---- */

static void read_unit(lua_State *L, const al_entry *e)
{
  smooth_options *o = e->into;
  o->def.unit = al_entry_unit(L, e, o->graph);
}

static void read_length(lua_State *L, const al_entry *e)
{
  al_read_nonnegative(L, e);
  if (!(*(double *)e->target < INFINITY)) al_entry_error(L, e, "finite number expected, got infinity");
}

static void keep_layers(lua_State *L, const al_entry *e)
{
  al_require_entry(L, e, LUA_TTABLE, "table of weights by name");
  al_keep_entry(L, e);
}

/* The value of the first is kept on the stack. */
static const al_option list[] = {{"layers", keep_layers, offsetof(smooth_options, layers)},
                                 {"unit", read_unit, 0},
                                 {"radius", read_length, offsetof(smooth_options, def.radius)},
                                 {"curve", read_length, offsetof(smooth_options, def.curve)},
                                 {NULL, NULL, 0}};

static void read_options(lua_State *L, int arg, al_graph *g, smooth_options *o)
{
  al_entry e = {.arg = arg, .value = arg};
  int slots;
  /* A number is the second result of path(), if that is called for the argument before. */
  if (!al_given(L, arg) || lua_type(L, arg) == LUA_TNUMBER) return;
  if (lua_type(L, arg) == LUA_TSTRING) {
    o->def.unit = al_entry_unit(L, &e, g);
    return;
  }
  if (lua_type(L, arg) != LUA_TTABLE) al_type_error(L, arg, "table or unit name");
  slots = lua_gettop(L) + 1;
  lua_settop(L, slots);
  al_read_options(L, arg, "option", list, slots, o);
  if (!o->layers) return;
  e.what = "option";
  e.name = "layers";
  e.value = o->layers;
  o->def.layers = al_read_layers(L, &e, g, &o->def.layer_count);
}

static int graph_smooth(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 2);
  const al_path *path = al_test(L, 2, al_path_kind);
  smooth_options o;
  question what;
  al_question q = {&g->space, &what, ask};
  int results;
  if (astar_grid_count(g->core) == 0)
    al_arg_error(L, 1, "grid expected, got graph: on a graph ways lead along links only");
  if (!path) return al_type_error(L, 2, "path");
  if (path->space != &g->space) return al_arg_error(L, 2, "the path is of another map");
  o.def = astar_default_smooth();
  o.def.unit = path->path.unit;
  o.def.radius = path->path.radius;
  o.graph = g;
  o.layers = 0;
  read_options(L, 3, g, &o);
  what.path = path;
  what.search = NULL;
  what.def = o.def;
  what.finish.straight = false;
  what.finish.smooth = true;
  what.finish.radius = o.def.radius;
  what.finish.curve = o.def.curve;
  results = al_push_answer(L, 4, &q);
  al_report_space(L, &g->space);
  return results;
}

static const luaL_Reg graph_methods[] = {{"smooth", graph_smooth}, {NULL, NULL}};

const al_members al_smooth_members = {graph_methods, NULL, NULL};
