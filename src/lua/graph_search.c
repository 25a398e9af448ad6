/* graph_search.c: graph:search and graph:path, and what a search on a graph or grid does its own way; see search.h. */
#include "search.h"

#include <math.h>

static const al_search_type graph_search;

/* The graph of a search; both are known to be open. */
static al_graph *graph_of(const al_search *s)
{
  return (al_graph *)s->space;
}

/* ---- Making ---- */

/* Since the options were read, finalizers may have removed what they name. */
static void require_ends(lua_State *L, const al_graph *g, const al_options *o)
{
  uint32_t i;
  al_require_open(L, &g->space);
  if (!astar_graph_has(g->core, o->def.start, NULL)) luaL_error(L, "node %d was removed", (int)o->def.start);
  for (i = 0; i < o->def.goal_count; i++) {
    if (!astar_graph_has(g->core, o->def.goals[i], NULL)) luaL_error(L, "node %d was removed", (int)o->def.goals[i]);
  }
}

static void own_value(lua_State *L, int own, int key, int value)
{
  if (value) lua_pushvalue(L, value);
  else lua_pushnil(L);
  lua_rawseti(L, own, key);
}

/* Push a search as the options say, begun. */
static al_search *begin_search(lua_State *L, int home, al_graph *g, const al_options *o)
{
  al_search *s = al_new_search(L, home, &g->space, &graph_search);
  int own = lua_gettop(L);
  own_value(L, own, OWN_COST, o->cost);
  own_value(L, own, OWN_HEURISTIC, o->heuristic);
  own_value(L, own, OWN_UNIT, o->unit);
  lua_settop(L, own - 1);
  al_open_core(L, s);
  require_ends(L, g, o);
  al_renew(s);
  al_check_result(L, astar_search_begin(s->core, g->core, &o->def));
  return s;
}

/* Remember start and goals as nodes: while they are referred to, their ids mean them. */
static void keep_ends(lua_State *L, const al_search *s, int own, int home)
{
  uint32_t i, count = astar_search_goal_count(s->core);
  al_push_id(L, home, graph_of(s), astar_search_start(s->core));
  lua_rawseti(L, own, OWN_START);
  if (count > 0) {
    lua_createtable(L, (int)count, 0);
    for (i = 0; i < count; i++) {
      al_require_usable(L, s);
      al_push_id(L, home, graph_of(s), astar_search_goal_at(s->core, i));
      lua_rawseti(L, -2, (int)i + 1);
    }
  } else {
    lua_pushnil(L);
  }
  lua_rawseti(L, own, OWN_GOALS);
}

int al_unasked_since(lua_State *L, int home, uint64_t version)
{
  int unasked = 1;
  al_push_table(L, home, HOME_SEARCHES);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    const al_search *s = al_test(L, -2, al_search_kind);
    lua_pop(L, 1);
    if (s && s->core && s->began < version) {
      unasked = 0;
      lua_pop(L, 1);
      break;
    }
  }
  lua_pop(L, 1);
  return unasked;
}

int al_graph_search(lua_State *L)
{
  al_graph *g = al_begin(L, 3);
  al_options o;
  al_search *s;
  int self;
  al_read_options(L, g, 5, 1, &o);
  o.def.keep_estimates = true;
  s = begin_search(L, 5, g, &o);
  self = lua_gettop(L);
  al_push_table(L, 5, HOME_SEARCHES);
  lua_pushvalue(L, self);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  compat_getuservalue(L, self);
  keep_ends(L, s, lua_gettop(L), 5);
  al_tell_search(L, s);
  al_tell_space(L, &g->space);
  lua_settop(L, self);
  return 1;
}

/* ---- Paths ---- */

static astar_status answer(lua_State *L, const al_question *q)
{
  al_graph *g = (al_graph *)q->space;
  const al_options *o = q->what;
  require_ends(L, g, o);
  return astar_find(q->space->finder, g->core, &o->def);
}

int al_graph_path(lua_State *L)
{
  al_graph *g = al_begin(L, 3);
  al_options o;
  al_search *s;
  al_read_options(L, g, 5, 0, &o);
  o.def.answer_only = true;
  if (!o.cost && !o.heuristic) {
    al_question q = {&g->space, &o, answer};
    int results = al_push_answer(L, 5, &q);
    al_tell_space(L, &g->space);
    return results;
  }
  s = begin_search(L, 5, g, &o);
  lua_replace(L, 1);
  lua_settop(L, 1);
  return al_run_path(L, s);
}

/* ---- What searches on graphs do their own way ---- */

static void push_node(lua_State *L, const al_search *s, int home, astar_id id)
{
  al_push_id(L, home, graph_of(s), id);
}

static astar_id check_node(lua_State *L, int arg, const al_search *s, int home)
{
  return al_check_node(L, arg, graph_of(s), home);
}

static void push_start(lua_State *L, const al_search *s, int own)
{
  (void)s;
  lua_rawgeti(L, own, OWN_START);
}

static void push_goal(lua_State *L, const al_search *s, int own)
{
  astar_id goal = astar_search_goal(s->core);
  uint32_t i;
  if (goal == ASTAR_NO_ID) {
    lua_pushnil(L);
    return;
  }
  al_push_table(L, own, OWN_GOALS);
  for (i = 0; astar_search_goal_at(s->core, i) != goal;) i++;
  lua_rawgeti(L, -1, (int)i + 1);
}

/* Raise if the node at the top of the stack, an end of the last run, is gone. */
static void require_end(lua_State *L, const al_search *s)
{
  const al_handle *n = al_test(L, -1, al_node_kind);
  if (!n || n->space != s->space) luaL_error(L, "attempt to use an object that was tampered with");
  else if (!astar_graph_is_current(graph_of(s)->core, n->id, n->generation))
    luaL_error(L, "node %d was removed", (int)n->id);
  lua_pop(L, 1);
}

static void restart(lua_State *L, al_search *s, int own, int home)
{
  astar_id start = ASTAR_NO_ID;
  const astar_id *goals = NULL;
  uint32_t count = 0, i;
  if (al_given(L, 2)) {
    start = al_check_node(L, 2, graph_of(s), home);
  } else {
    lua_rawgeti(L, own, OWN_START);
    require_end(L, s);
  }
  if (al_given(L, 3)) {
    goals = al_read_goals(L, 3, graph_of(s), home, &count);
  } else {
    lua_rawgeti(L, own, OWN_GOALS);
    for (i = 0; lua_istable(L, -1) && i < astar_search_goal_count(s->core); i++) {
      lua_rawgeti(L, -1, (int)i + 1);
      require_end(L, s);
    }
    lua_pop(L, 1);
  }
  al_require_usable(L, s);
  al_renew(s);
  al_check_result(L, astar_search_restart(s->core, start, goals, count));
  keep_ends(L, s, own, home);
}

static const al_search_type graph_search = {false, 64, 2, push_node, check_node, push_start, push_goal, restart};

/* ---- Cells ---- */

/* Self as an open search on a grid. */
static al_search *check_grid_search(lua_State *L, int args)
{
  al_search *s = al_begin_search(L, args);
  if (s->space->name != al_grid_name)
    al_arg_error(L, 1, "search on a grid expected, got search on a %s", s->space->name);
  return s;
}

/* Upvalues of the iterator, after its name. */
enum { TILES_WANTED = 2, TILES_INDEX, TILES_RUN, TILES_STATES /* their names */ };

/* The iterator: called with the search. */
static int tiles_next(lua_State *L)
{
  const al_search *s = check_grid_search(L, 0);
  const astar_graph *core = graph_of(s)->core;
  astar_state wanted = (astar_state)lua_tointeger(L, lua_upvalueindex(TILES_WANTED));
  uint32_t index = (uint32_t)lua_tonumber(L, lua_upvalueindex(TILES_INDEX)), col, row;
  al_check_run(L, s, TILES_RUN, "tiles");
  while (index < astar_search_touched(s->core)) {
    astar_visit visit = astar_search_touched_at(s->core, index++);
    if ((wanted != ASTAR_NONE && visit.state != wanted) || !astar_grid_place(core, visit.id, &col, &row)) continue;
    compat_pushcount(L, index);
    lua_replace(L, lua_upvalueindex(TILES_INDEX));
    compat_pushcount(L, col);
    compat_pushcount(L, row);
    lua_pushvalue(L, lua_upvalueindex(TILES_STATES - ASTAR_OPEN + (int)visit.state));
    if (!al_is_reached(&visit)) return 3;
    lua_pushnumber(L, visit.cost);
    lua_pushnumber(L, visit.estimate);
    return 5;
  }
  return 0;
}

int al_search_tiles(lua_State *L)
{
  const al_search *s = check_grid_search(L, 1);
  astar_state state;
  lua_pushinteger(L, (lua_Integer)al_check_state(L));
  lua_pushinteger(L, 0);
  lua_pushnumber(L, (double)s->run);
  for (state = ASTAR_OPEN; state <= ASTAR_EXCLUDED; state++) lua_pushstring(L, al_state_name(state));
  al_push_function(L, "tiles", tiles_next, 3 + ASTAR_EXCLUDED);
  lua_pushvalue(L, 1);
  return 2;
}
