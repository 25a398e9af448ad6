/* graph_search.c: graph:search, graph:path and the search type of graphs and grids; see search.h. */
#include "grid.h"
#include "options.h"
#include "path.h"
#include "search.h"

#include <math.h>

static const al_search_type search_type;

/* The graph of a search; both must be open. */
static al_graph *graph_of(const al_search *s)
{
  return (al_graph *)s->space;
}

/* ---- Making ---- */

/* Raise if a start or goal is neither a position nor a live node. */
static void require_end_id(lua_State *L, const al_graph *g, astar_id id)
{
  if (id != ASTAR_NO_ID && !astar_graph_has(g->core, id, NULL)) luaL_error(L, "node %d was removed", (int)id);
}

/* Raise if finalizers have removed the start or a goal since the options were read. */
static void require_ends(lua_State *L, const al_graph *g, const al_search_options *o)
{
  uint32_t i;
  al_require_open(L, &g->space);
  if (astar_graph_version(g->core) == o->version) return;
  require_end_id(L, g, o->def.start);
  for (i = 0; i < o->def.goal_count; i++) require_end_id(L, g, o->def.goals[i]);
}

/* Set own[key] to the value at stack index `value`, or to nil for 0. */
static void own_value(lua_State *L, int own, int key, int value)
{
  if (value) lua_pushvalue(L, value);
  else lua_pushnil(L);
  lua_rawseti(L, own, key);
}

/* Push a search with these options, and begin it. */
static al_search *begin_search(lua_State *L, int env, al_graph *g, const al_search_options *o)
{
  al_search *s = al_new_search(L, env, &g->space, &search_type);
  int own = lua_gettop(L);
  own_value(L, own, OWN_COST, o->cost);
  own_value(L, own, OWN_HEURISTIC, o->heuristic);
  own_value(L, own, OWN_UNIT, o->unit);
  lua_settop(L, own - 1);
  al_open_core(L, s);
  require_ends(L, g, o);
  al_new_run(s);
  al_check_result(L, astar_search_begin(s->core, astar_on_graph(g->core), &o->def));
  return s;
}

/* Push the node with an id of a search, or a new table of the point with this id. */
static void push_id(lua_State *L, const al_search *s, int env, astar_id id)
{
  double xyz[3];
  if (astar_search_point(s->core, id, xyz)) al_push_point(L, xyz[0], xyz[1], xyz[2]);
  else al_push_id(L, env, s->space, id);
}

/*
** Store the start and the goals in the own table, as nodes: ids are not reused while a handle is left. Points are
** tables, the same ones whenever the search names them.
*/
static void keep_ends(lua_State *L, const al_search *s, int own, int env)
{
  uint32_t i, count = astar_search_goal_count(s->core);
  if (astar_search_start(s->core) != ASTAR_NO_ID) push_id(L, s, env, astar_search_start(s->core));
  else lua_pushnil(L);
  lua_rawseti(L, own, OWN_START);
  if (count > 0) {
    lua_createtable(L, (int)count, 0);
    for (i = 0; i < count; i++) {
      al_require_usable(L, s);
      if (astar_search_goal_at(s->core, i) == astar_search_start(s->core)) lua_rawgeti(L, own, OWN_START);
      else push_id(L, s, env, astar_search_goal_at(s->core, i));
      lua_rawseti(L, -2, (int)i + 1);
    }
  } else {
    lua_pushnil(L);
  }
  lua_rawseti(L, own, OWN_GOALS);
}

/* Push a search with these options for the caller to keep. Returns its stack index. */
static int push_search(lua_State *L, int env, al_graph *g, al_search_options *o)
{
  al_search *s;
  int self;
  o->def.keep_estimates = true;
  s = begin_search(L, env, g, o);
  self = lua_gettop(L);
  compat_getuservalue(L, self);
  keep_ends(L, s, lua_gettop(L), env);
  al_report_search(L, s);
  al_report_space(L, &g->space);
  lua_settop(L, self);
  return self;
}

static int graph_search(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 3);
  al_search_options o;
  al_read_search(L, g, 5, true, &o);
  (void)push_search(L, 5, g, &o);
  return 1;
}

/* ---- Ranges and flows ---- */

/* Push a search with these options, and run it to its end. May yield: call it last. */
static int run_search(lua_State *L, int env, al_graph *g, al_search_options *o)
{
  int self;
  o->def.unordered = !o->cost && !o->heuristic;
  self = push_search(L, env, g, o);
  lua_replace(L, 1);
  lua_settop(L, 1);
  (void)self;
  return al_run_whole(L, lua_touserdata(L, 1));
}

static int graph_reach(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 3);
  al_search_options o;
  al_begin_options(g, &o);
  o.def.start_place = al_read_start(L, 2, g, 5, &o.def.start, &o.start_place);
  al_read_search_options(L, 4, g, 5, &o);
  al_refuse_options(L, 4, &o, "reach");
  if (al_given(L, 3)) {
    double most;
    if (lua_type(L, 3) == LUA_TTABLE || lua_type(L, 3) == LUA_TSTRING)
      al_arg_error(L, 3, "number or nil expected, got %s: the unit or the options come after the cost",
                   al_type_name(L, 3));
    most = al_check_least(L, 3, 0);
    if (o.def.max_cost < INFINITY)
      al_arg_error(L, 3, "the greatest cost is given twice, here and by option 'max_cost'");
    if (o.def.moves > 0 && most < INFINITY)
      al_arg_error(L, 3, "a greatest cost and option 'moves' exclude one another");
    o.def.max_cost = most;
  }
  return run_search(L, 5, g, &o);
}

/* Begin to read the arguments of a flow: the goals. */
static al_graph *begin_flow(lua_State *L, al_search_options *o)
{
  al_graph *g = al_begin_graph(L, 2);
  al_begin_options(g, o);
  o->def.goals = al_read_goals(L, 2, g, 4, &o->goals);
  o->def.goal_count = o->goals.count;
  al_refuse_positions(L, NULL, o->goals.places);
  return g;
}

/* Read what the goals cost, make the flow, and run it. May yield: call it last. */
static int run_flow(lua_State *L, al_graph *g, al_search_options *o)
{
  al_read_goal_costs(L, 3, g, o);
  o->def.reverse = true;
  return run_search(L, 4, g, o);
}

static int graph_flow(lua_State *L)
{
  al_search_options o;
  al_graph *g = begin_flow(L, &o);
  al_read_search_options(L, 3, g, 4, &o);
  al_refuse_options(L, 3, &o, "flow");
  if (o.def.discs && astar_grid_count(g->core) == 0) al_arg_error(L, 3, "option 'discs' needs a grid");
  return run_flow(L, g, &o);
}

static int graph_away(lua_State *L)
{
  al_search_options o;
  al_graph *g = begin_flow(L, &o);
  al_read_away_options(L, 3, g, &o);
  o.def.away = true;
  return run_flow(L, g, &o);
}

/* ---- Paths ---- */

/* Change the path of the finder as the options say, if it has one. */
static astar_status finish(al_graph *g, const al_search_options *o, astar_status status)
{
  astar_finder *finder = g->space.finder;
  astar_smooth_def def = astar_default_smooth();
  const astar_path *path;
  if (!al_finish_name(&o->finish) || status == ASTAR_OUT_OF_MEMORY || astar_finder_count(finder) == 0) return status;
  path = astar_finder_path(finder);
  def.unit = o->def.unit;
  def.layers = o->def.layers;
  def.layer_count = o->def.layer_count;
  def.avoid_ids = o->def.avoid_ids;
  def.avoid_count = o->def.avoid_count;
  return path && al_finish_path(g, &o->finish, path, &def) ? status : ASTAR_OUT_OF_MEMORY;
}

static astar_status ask(lua_State *L, const al_question *q)
{
  al_graph *g = (al_graph *)q->space;
  const al_search_options *o = q->what;
  astar_status status;
  require_ends(L, g, o);
  status = astar_find(q->space->finder, astar_on_graph(g->core), &o->def);
  return finish(g, o, status);
}

static int graph_path(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 3);
  al_search_options o;
  al_search *s;
  al_read_search(L, g, 5, false, &o);
  o.def.answer_only = true;
  if (!o.cost && !o.heuristic) {
    al_question q = {&g->space, &o, ask};
    int results = al_push_answer(L, 5, &q);
    al_report_space(L, &g->space);
    return results;
  }
  s = begin_search(L, 5, g, &o);
  lua_replace(L, 1);
  lua_settop(L, 1);
  return al_run_path(L, s);
}

/* ---- The search type ---- */

/* Push the value that is stored for a start or goal. False, and nothing is pushed, if there is none. */
static bool push_stored(lua_State *L, const al_search *s, int own, astar_id id)
{
  const uint32_t count = astar_search_goal_count(s->core);
  uint32_t i = 0;
  if (astar_search_start(s->core) == id) {
    lua_rawgeti(L, own, OWN_START);
  } else {
    while (i < count && astar_search_goal_at(s->core, i) != id) i++;
    lua_rawgeti(L, own, OWN_GOALS);
    if (i < count && lua_istable(L, -1)) lua_rawgeti(L, -1, (int)i + 1);
    else lua_pushnil(L);
    lua_remove(L, -2);
  }
  if (!lua_isnil(L, -1)) return true;
  lua_pop(L, 1);
  return false;
}

static void push_node(lua_State *L, const al_search *s, int own, astar_id id)
{
  double xyz[3];
  int env;
  if (astar_search_point(s->core, id, xyz)) {
    if (!push_stored(L, s, own, id)) al_push_point(L, xyz[0], xyz[1], xyz[2]);
    return;
  }
  env = al_push_search_env(L, own);
  al_push_id(L, env, s->space, id);
  lua_replace(L, env);
}

static astar_id check_node(lua_State *L, int arg, const al_search *s, int own)
{
  const al_entry e = {.arg = arg, .value = arg};
  const al_handle *n = al_test(L, arg, al_node_kind);
  double xyz[3];
  astar_place place;
  if (n && n->space == s->space && al_is_live(n)) return n->id;
  if (s->space->name == al_grid_name || !al_is_position(L, arg))
    return al_check_node(L, arg, graph_of(s), al_push_search_env(L, own));
  place = al_entry_place(L, &e);
  al_require_usable(L, s);
  xyz[0] = place.x;
  xyz[1] = place.y;
  xyz[2] = place.z;
  return astar_search_point_at(s->core, xyz);
}

static void push_start(lua_State *L, const al_search *s, int own)
{
  (void)s;
  lua_rawgeti(L, own, OWN_START);
}

/* Some goal may not be one that was given: a node near or beside it. It was reached, so its id is not reused. */
static void push_goal(lua_State *L, const al_search *s, int own)
{
  const astar_id goal = astar_search_goal(s->core);
  if (goal == ASTAR_NO_ID) lua_pushnil(L);
  else push_node(L, s, own, goal);
}

static void push_goals(lua_State *L, const al_search *s, int own)
{
  const uint32_t count = astar_search_goal_count(s->core);
  uint32_t i;
  if (count == 0) {
    lua_pushnil(L);
    return;
  }
  al_push_table(L, own, OWN_GOALS);
  lua_createtable(L, (int)count, 0);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, -2, (int)i);
    lua_rawseti(L, -2, (int)i);
  }
}

/* Pop the start or a goal of the last run, a node or the table of a point; raises if it was removed. */
static void require_end(lua_State *L, const al_search *s)
{
  const al_handle *n = al_test(L, -1, al_node_kind);
  if (lua_istable(L, -1)) {
    lua_pop(L, 1);
    return;
  }
  al_check_unchanged(L, n && n->space == s->space);
  al_require_live(L, n);
  lua_pop(L, 1);
}

static void restart(lua_State *L, al_search *s, int own, bool repair)
{
  const int start_arg = astar_search_reverse(s->core) ? 3 : 2, goal_arg = 5 - start_arg;
  int env = al_push_search_env(L, own);
  const astar_place *start_place = NULL;
  const astar_id *ids = NULL;
  astar_id start = ASTAR_NO_ID;
  astar_place place;
  al_goals goals = {NULL, 0, ASTAR_NO_ID, {0, 0, 0, false}};
  uint64_t version;
  uint32_t i;
  al_require_usable(L, s);
  version = astar_graph_version(graph_of(s)->core);
  if (al_given(L, start_arg)) {
    if (astar_search_away(s->core)) al_arg_error(L, start_arg, "a flow away from threats has no start");
    start_place = al_read_start(L, start_arg, graph_of(s), env, &start, &place);
  } else if (astar_search_start(s->core) != ASTAR_NO_ID) {
    lua_rawgeti(L, own, OWN_START);
    require_end(L, s);
  }
  if (al_given(L, goal_arg)) {
    ids = al_read_goals(L, goal_arg, graph_of(s), env, &goals);
    al_require_usable(L, s);
    if (astar_search_has_costs(s->core) && goals.count != astar_search_goal_count(s->core))
      al_arg_error(L, goal_arg, "%d goals expected, as many as there are costs, got %d",
                   (int)astar_search_goal_count(s->core), (int)goals.count);
  } else {
    lua_rawgeti(L, own, OWN_GOALS);
    for (i = 0; lua_istable(L, -1) && i < astar_search_goal_count(s->core); i++) {
      lua_rawgeti(L, -1, (int)i + 1);
      require_end(L, s);
    }
    lua_pop(L, 1);
  }
  if (astar_search_reverse(s->core)) al_refuse_positions(L, start_place, goals.places);
  al_require_usable(L, s);
  if (astar_graph_version(graph_of(s)->core) != version) {
    require_end_id(L, graph_of(s), start);
    for (i = 0; i < goals.count; i++) require_end_id(L, graph_of(s), ids[i]);
  }
  al_new_run(s);
  al_check_result(L, (repair ? astar_search_repair : astar_search_restart)(s->core, start, start_place, ids,
                                                                           goals.places, goals.count));
  keep_ends(L, s, own, env);
}

static const al_search_type search_type = {false,      64,         2,         push_node,  check_node,
                                           push_start, push_goal,  push_goals, al_push_finished, restart};

/* ---- search:tiles ---- */

/* Self as an open search on a grid. */
static al_search *check_grid_search(lua_State *L, int args)
{
  al_search *s = al_watch_search(L, args);
  if (s->space->name != al_grid_name)
    al_arg_error(L, 1, "search on a grid expected, got search on a %s", s->space->name);
  return s;
}

/* The iterator: called with the search. */
static int tiles_next(lua_State *L)
{
  const al_search *s = check_grid_search(L, 0);
  const astar_graph *core = graph_of(s)->core;
  uint32_t index = al_next_index(L, s, "tiles"), col, row, level;
  int values;
  astar_visit visit;
  do {
    if (!al_next_visit(L, s, &index, &visit)) return 0;
  } while (!astar_grid_place(core, visit.id, &col, &row, &level));
  al_set_upvalue(L, AL_UP_INDEX, index);
  compat_pushcount(L, col);
  compat_pushcount(L, row);
  for (values = 2 + al_push_visit(L, &visit); values < 5; values++) lua_pushnil(L);
  compat_pushcount(L, level);
  return values + 1;
}

static int search_tiles(lua_State *L)
{
  return al_push_visits(L, check_grid_search(L, 1), "tiles", tiles_next);
}

/* ---- What a unit does at a node ---- */

/* Self as an open search on a graph that runs backwards; `what` names the method in messages. */
static al_search *check_flow(lua_State *L, int args)
{
  al_search *s = al_begin_search(L, args);
  if (s->space->kind != al_graph_kind || !astar_search_reverse(s->core))
    al_arg_error(L, 1, "a flow expected, which graph:flow() makes, got another search");
  return s;
}

static int search_next(lua_State *L)
{
  const al_search *s = check_flow(L, 1);
  const astar_id next = astar_search_visit(s->core, check_node(L, 2, s, 3)).parent;
  if (next == ASTAR_NO_ID) lua_pushnil(L);
  else push_node(L, s, 3, next);
  return 1;
}

static int search_direction(lua_State *L)
{
  const al_search *s = check_flow(L, 3);
  double direction[2];
  const double x = al_check_number(L, 2), y = al_check_number(L, 3);
  uint32_t level;
  if (s->space->name != al_grid_name) al_arg_error(L, 1, "a flow on a grid expected, got one on a %s", s->space->name);
  level = al_check_level(L, graph_of(s), 4);
  if (!astar_search_direction(s->core, x, y, level, direction)) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushnumber(L, direction[0]);
  lua_pushnumber(L, direction[1]);
  return 2;
}

static int search_turns(lua_State *L)
{
  const al_search *s = al_begin_search(L, 1);
  double turn, left;
  if (s->space->kind != al_graph_kind) al_arg_error(L, 1, "search on a graph expected, got search on a plane");
  if (!astar_search_turns(s->core, check_node(L, 2, s, 3), &turn, &left)) {
    lua_pushnil(L);
    return 1;
  }
  compat_pushcount(L, (uint64_t)turn);
  lua_pushnumber(L, left);
  return 2;
}

/* The table at `arg` to fill, or a new one at its place, with room for `count` values. */
static void require_table(lua_State *L, int arg, uint32_t count)
{
  if (al_given(L, arg)) {
    if (lua_type(L, arg) != LUA_TTABLE) al_type_error(L, arg, "table");
    return;
  }
  lua_createtable(L, count < 0x7FFFFFFF ? (int)count : 0, 0);
  lua_replace(L, arg);
}

static int search_costs(lua_State *L)
{
  const al_search *s = al_watch_search(L, 1);
  const uint64_t run = s->run;
  uint32_t id, count;
  if (s->space->kind != al_graph_kind) al_arg_error(L, 1, "search on a graph expected, got search on a plane");
  count = astar_graph_last_id(graph_of(s)->core);
  require_table(L, 2, count);
  for (id = 1; id <= count; id++) {
    astar_visit visit;
    al_require_usable(L, s);
    if (s->run != run) return luaL_error(L, "the search was restarted by a finalizer");
    visit = astar_search_visit(s->core, id);
    if (visit.state == ASTAR_OPEN || visit.state == ASTAR_CLOSED) lua_pushnumber(L, visit.cost);
    else lua_pushboolean(L, 0);
    compat_rawsetid(L, 2, id);
  }
  lua_settop(L, 2);
  return 1;
}

/* ---- Members ---- */

static const luaL_Reg graph_methods[] = {
    {"search", graph_search}, {"path", graph_path}, {"reach", graph_reach},
    {"flow", graph_flow},     {"away", graph_away}, {NULL, NULL}};
static const luaL_Reg search_methods[] = {{"tiles", search_tiles}, {"direction", search_direction},
                                          {"next", search_next},   {"turns", search_turns},
                                          {"costs", search_costs}, {NULL, NULL}};

const al_members al_graph_search_members = {graph_methods, NULL, NULL};
const al_members al_search_graph_members = {search_methods, NULL, NULL};
