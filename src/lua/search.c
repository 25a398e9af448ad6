/*
** search.c: the class "search", and graph:path, which is a search that runs to its end.
** The core never calls out: where it wants a cost or an estimate, its step returns, the
** question is put to Lua here, and the answer given before the next step. So a callback may
** raise (the question stays open and is put again) or, from Lua 5.3 on, yield.
*/
#include "binding.h"

#include <math.h>
#include <string.h>

/* What a search's own table (its uservalue) holds. */
#define OWN_HOME 1      /* of the graph */
#define OWN_COST 2      /* functions */
#define OWN_HEURISTIC 3
#define OWN_THREAD 4    /* the coroutine that it last worked in */
#define OWN_UNIT 5      /* name */
#define OWN_START 6     /* node */
#define OWN_GOALS 7     /* array of nodes, or nil */

/* What is to be done with the result once the steps asked for are made. */
enum task { TASK_STEP, TASK_RUN, TASK_STEPS, TASK_PATH };

typedef struct al_search {
  const char *kind;
  al_graph *graph;     /* kept alive by the home */
  astar_search *core;  /* NULL once closed */
  uint64_t began;      /* version of the graph at the last start */
  uint64_t run;        /* number of the run: a callback's answer belongs to one run */
  size_t told;
  bool jump;           /* by jump points, for the unit: they are made ready before each run */
  astar_unit unit;
  lua_State *thread;   /* that OWN_THREAD holds */
  int busy;            /* a task is under way, as far as is known */
  enum task task;
  uint64_t target;     /* expanded nodes at which the task ends */
  uint64_t since;      /* expanded nodes when it began */
  double deadline;
} al_search;

/* ---- Making and closing ---- */

/* Push a closed search; its own table is pushed after it, and popped by the caller. */
static al_search *new_search(lua_State *L, int home, al_graph *g)
{
  al_search *s = compat_newuserdata(L, sizeof *s);
  memset(s, 0, sizeof *s);
  s->kind = al_search_kind;
  s->graph = g;
  luaL_getmetatable(L, "astar.search");
  lua_setmetatable(L, -2);
  lua_createtable(L, OWN_GOALS, 0);
  lua_pushvalue(L, home);
  lua_rawseti(L, -2, OWN_HOME);
  lua_pushvalue(L, -1);
  compat_setuservalue(L, -3);
  return s;
}

static void own_value(lua_State *L, int own, int key, int value)
{
  if (value) lua_pushvalue(L, value);
  else lua_pushnil(L);
  lua_rawseti(L, own, key);
}

/* Since the options were read, finalizers may have removed what they name. */
static void require_ends(lua_State *L, const al_graph *g, const al_options *o)
{
  uint32_t i;
  al_require_open(L, g);
  if (!astar_graph_find(g->core, o->def.start, NULL)) luaL_error(L, "node %d was removed", (int)o->def.start);
  for (i = 0; i < o->def.goal_count; i++) {
    if (!astar_graph_find(g->core, o->def.goals[i], NULL)) luaL_error(L, "node %d was removed", (int)o->def.goals[i]);
  }
}

/* Make ready what jump points need. */
static astar_result prepare_jumps(const al_graph *g, astar_unit unit)
{
  return astar_grid_count(g->core) > 0 ? astar_grid_prepare(g->core, unit) : ASTAR_OK;
}

/* Push a search as the options say and begin it. */
static al_search *begin_search(lua_State *L, int home, al_graph *g, const al_options *o)
{
  void *context;
  lua_Alloc alloc = lua_getallocf(L, &context);
  al_search *s = new_search(L, home, g);
  int own = lua_gettop(L);
  own_value(L, own, OWN_COST, o->cost);
  own_value(L, own, OWN_HEURISTIC, o->heuristic);
  own_value(L, own, OWN_UNIT, o->unit);
  s->core = astar_search_create(alloc, context);
  if (!s->core) al_no_memory(L);
  require_ends(L, g, o);
  s->jump = o->def.jump;
  s->unit = o->def.unit;
  if (s->jump) al_check_result(L, prepare_jumps(g, s->unit));
  al_check_result(L, astar_search_begin(s->core, g->core, &o->def));
  s->began = astar_graph_version(g->core);
  return s;
}

static void close_search(al_search *s)
{
  astar_search_destroy(s->core);
  s->core = NULL;
  s->told = 0;
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

/* ---- Checks ---- */

typedef enum task_state { IDLE, RUNNING, SUSPENDED } task_state;

/*
** Whether the search is at work, and this is asked from a callback of it, or from a finalizer.
** The flag alone cannot tell, since a callback that raised has left it set: so look whether a
** function of this search still stands on the stack that it worked on. Search at 1, its own
** table at `own`.
*/
static task_state state_of(lua_State *L, al_search *s, int own)
{
  lua_State *thread;
  lua_Debug frame;
  int level, status;
  if (!s->busy) return IDLE;
  lua_rawgeti(L, own, OWN_THREAD);
  thread = lua_tothread(L, -1);
  lua_pop(L, 1);
  status = thread ? lua_status(thread) : LUA_OK;
  if (thread && (status == LUA_OK || status == LUA_YIELD) && lua_checkstack(thread, 2)) {
    /* Level 0 is the function that asks. */
    for (level = thread == L ? 1 : 0; lua_getstack(thread, level, &frame); level++) {
      const void *first;
      lua_getinfo(thread, "S", &frame);
      if (strcmp(frame.what, "C") != 0 || !lua_getlocal(thread, &frame, 1)) continue;
      first = lua_touserdata(thread, -1);
      lua_pop(thread, 1);
      if (first == s) return status == LUA_YIELD ? SUSPENDED : RUNNING;
    }
  }
  s->busy = 0;
  return IDLE;
}

static void refuse_busy(lua_State *L, task_state state)
{
  if (state == RUNNING) luaL_error(L, "search is busy in its own callback");
  if (state == SUSPENDED) luaL_error(L, "search is busy in its own callback, which waits in another coroutine");
}

/* Self, whatever state it is in; its own table is pushed after `args` arguments, at args + 2. */
static al_search *begin(lua_State *L, int args)
{
  al_search *s = al_self(L, al_search_kind);
  int own = args + 2;
  lua_settop(L, args + 1);
  compat_getuservalue(L, 1);
  if (lua_istable(L, own)) lua_rawgeti(L, own, OWN_HOME);
  al_check_home(L, lua_gettop(L), s->graph);
  lua_settop(L, own);
  return s;
}

static void require_usable(lua_State *L, const al_search *s)
{
  if (!s->core) luaL_error(L, "attempt to use a closed search");
  al_require_open(L, s->graph);
}

/* Self as a search that is open and not in a callback. */
static al_search *begin_open(lua_State *L, int args)
{
  al_search *s = begin(L, args);
  require_usable(L, s);
  refuse_busy(L, state_of(L, s, args + 2));
  return s;
}

/* Push the graph's home from the own table at `own`; returns where it is. */
static int push_home(lua_State *L, int own)
{
  al_push_table(L, own, OWN_HOME);
  return lua_gettop(L);
}

/* ---- Results ---- */

static const char *status_name(astar_status status)
{
  switch (status) {
  case ASTAR_FOUND: return "found";
  case ASTAR_UNREACHABLE: return "unreachable";
  case ASTAR_DONE: return "done";
  case ASTAR_LIMIT: return "limit";
  case ASTAR_STALE: return "stale";
  default: return "searching";
  }
}

static void tell(lua_State *L, al_search *s)
{
  size_t now = astar_search_memory(s->core), before = s->told;
  s->told = now;
  if (now > before) al_tell(L, s->graph, now - before);
}

static int push_no_path(lua_State *L, const char *status)
{
  lua_pushnil(L);
  lua_pushstring(L, status);
  return 2;
}

/* Push the path to a reached node, and its cost. */
static int push_path(lua_State *L, const al_search *s, int home, astar_id id, bool partial)
{
  uint32_t count = astar_search_trace(s->core, id);
  al_path *p = al_new_path(L, home, s->graph, count);
  /* A finalizer may have closed the search, or begun it anew. */
  require_usable(L, s);
  if (astar_search_trace(s->core, id) != count) return luaL_error(L, "the search was restarted by a finalizer");
  astar_search_path(s->core, id, &p->path);
  p->path.partial = partial;
  lua_pushnumber(L, p->path.cost);
  return 2;
}

/* Push the path that the search was for, as graph:path and search:path give it. */
static int push_result(lua_State *L, const al_search *s, int home)
{
  astar_status status = astar_search_status(s->core);
  astar_id partial = astar_search_partial(s->core);
  if (status == ASTAR_FOUND) return push_path(L, s, home, astar_search_goal(s->core), false);
  if (partial != ASTAR_NO_ID && status != ASTAR_STALE) return push_path(L, s, home, partial, true);
  return push_no_path(L, status_name(status));
}

/* ---- Running ---- */

/* Expansions between two looks at the clock. */
#define RUN_CHUNK 64u

/* How much the core may do now; 0 if the task is at its end. */
static uint64_t budget(const al_search *s, uint64_t expanded)
{
  if (s->task != TASK_RUN) return s->target - expanded;
  if (s->deadline == INFINITY) return UINT64_MAX;
  /* However little time there is, each call gets somewhere. */
  return expanded > s->since && al_clock() >= s->deadline ? 0 : RUN_CHUNK;
}

/* Push the node that was expanded last, its cost and its estimate; nothing if there was none. */
static int push_current(lua_State *L, const al_search *s, int home)
{
  astar_visit visit;
  if (astar_search_expanded(s->core) == s->since) return 0;
  visit = astar_search_visit(s->core, astar_search_current(s->core));
  al_push_id(L, home, s->graph, visit.id);
  lua_pushnumber(L, visit.cost);
  lua_pushnumber(L, visit.estimate);
  return 3;
}

/* The task is done: push what its caller gets. The search is at `self`. */
static int finish(lua_State *L, int self, al_search *s, astar_status status)
{
  int home, results;
  tell(L, s);
  if (s->task == TASK_STEP || s->task == TASK_RUN) {
    lua_pushstring(L, status_name(status));
    return 1;
  }
  compat_getuservalue(L, self);
  home = push_home(L, lua_gettop(L));
  require_usable(L, s);
  if (s->task == TASK_STEPS) return push_current(L, s, home);
  results = push_result(L, s, home);
  al_untell(s->graph, s->told);
  close_search(s);
  return results;
}

/* Push the function that is asked and its arguments. */
static int push_question(lua_State *L, int self, al_search *s)
{
  astar_want want;
  int own, home;
  (void)astar_search_want(s->core, &want);
  luaL_checkstack(L, 12, "too many callbacks");
  compat_getuservalue(L, self);
  own = lua_gettop(L);
  home = push_home(L, own);
  lua_rawgeti(L, own, want.estimate ? OWN_HEURISTIC : OWN_COST);
  al_push_id(L, home, s->graph, want.from);
  al_push_id(L, home, s->graph, want.to);
  if (!want.estimate) lua_pushnumber(L, want.cost);
  lua_remove(L, home);
  lua_remove(L, own);
  return want.estimate ? 2 : 3;
}

/* Give the core the answer that is at the top of the stack, if it makes sense. */
static void take_answer(lua_State *L, al_search *s)
{
  astar_want want;
  double value;
  if (!astar_search_want(s->core, &want)) return;
  if (!want.estimate && !lua_toboolean(L, -1)) {
    value = INFINITY;
  } else {
    const char *what = want.estimate ? "heuristic" : "cost";
    if (lua_type(L, -1) != LUA_TNUMBER || isnan(lua_tonumber(L, -1)))
      luaL_error(L, "the %s function must return a number%s, not %s", what, want.estimate ? "" : ", nil or false",
                 al_type_name(L, -1));
    value = lua_tonumber(L, -1);
    if (value < 0) luaL_error(L, "the %s function must not return a negative number, such as %s", what,
                             al_push_number(L, value));
    if (want.estimate && value == INFINITY) luaL_error(L, "the heuristic function must not return infinity");
  }
  lua_pop(L, 1);
  astar_search_answer(s->core, value);
}

/* A callback has come back; the number of the run it was called in lies below its result. */
static void accept_answer(lua_State *L, al_search *s)
{
  if (!s->core) luaL_error(L, "the search was closed while its callback waited");
  al_require_open(L, s->graph);
  if ((double)s->run != lua_tonumber(L, -2)) luaL_error(L, "the search was restarted while its callback waited");
  take_answer(L, s);
  lua_pop(L, 1);
}

static int drive(lua_State *L, int self);

#if LUA_VERSION_NUM >= 503
/* A callback that had yielded has come back: go on where drive() was left. */
static int callback_done(lua_State *L, int status, compat_context context)
{
  (void)status;
  accept_answer(L, lua_touserdata(L, (int)context));
  return drive(L, (int)context);
}
#endif

/* Work on the task of the search at `self` until it is at its end. */
static int drive(lua_State *L, int self)
{
  al_search *s = lua_touserdata(L, self);
  for (;;) {
    uint64_t expanded = astar_search_expanded(s->core), n = budget(s, expanded);
    astar_status status = astar_search_step(s->core, n);
    int count;
    if (status == ASTAR_OUT_OF_MEMORY) return al_no_memory(L);
    if (status != ASTAR_WANT_COST && status != ASTAR_WANT_ESTIMATE) {
      if (status == ASTAR_SEARCHING && n > 0 && s->task == TASK_RUN) continue;
      count = finish(L, self, s, status);
      s->busy = 0;
      return count;
    }
    /* Here too, since the callback may raise, and the search then be dropped. */
    tell(L, s);
    require_usable(L, s);
    luaL_checkstack(L, 4, "too many callbacks");
    lua_pushnumber(L, (double)s->run);
    count = push_question(L, self, s);
    compat_callk(L, count, 1, self, callback_done);
    accept_answer(L, s);
  }
}

/* Begin a task of the search at 1. */
static int start_task(lua_State *L, al_search *s, enum task task, uint64_t n)
{
  if (s->thread != L) {
    compat_getuservalue(L, 1);
    lua_pushthread(L);
    lua_rawseti(L, -2, OWN_THREAD);
    lua_pop(L, 1);
    s->thread = L;
  }
  s->busy = 1;
  s->task = task;
  s->since = astar_search_expanded(s->core);
  s->target = n < UINT64_MAX - s->since ? s->since + n : UINT64_MAX;
  return drive(L, 1);
}

static int search_step(lua_State *L)
{
  al_search *s = begin_open(L, 1);
  return start_task(L, s, TASK_STEP, al_given(L, 2) ? al_check_count(L, 2, 1) : 1);
}

static int search_run(lua_State *L)
{
  al_search *s = begin_open(L, 1);
  double seconds = al_given(L, 2) ? al_check_least(L, 2, 0) : INFINITY;
  s->deadline = seconds < INFINITY ? al_clock() + seconds : INFINITY;
  return start_task(L, s, TASK_RUN, UINT64_MAX);
}

/* The iterator: called with the search. Upvalue after the name: expansions a turn. */
static int steps_next(lua_State *L)
{
  al_search *s = begin_open(L, 1);
  double n = lua_tonumber(L, lua_upvalueindex(2));
  return start_task(L, s, TASK_STEPS, n < 1e18 ? (uint64_t)n : UINT64_MAX);
}

static int search_steps(lua_State *L)
{
  begin_open(L, 1);
  if (al_given(L, 2)) {
    (void)al_check_count(L, 2, 1);
    lua_pushvalue(L, 2);
  } else {
    lua_pushinteger(L, 1);
  }
  al_push_function(L, "steps", steps_next, 1);
  lua_pushvalue(L, 1);
  return 2;
}

/* ---- graph:search and graph:path ---- */

/* Remember start and goals as nodes: while they are referred to, their ids mean them. */
static void keep_ends(lua_State *L, int self, int home, const al_search *s)
{
  uint32_t i, count = astar_search_goal_count(s->core);
  int own;
  compat_getuservalue(L, self);
  own = lua_gettop(L);
  al_push_id(L, home, s->graph, astar_search_start(s->core));
  lua_rawseti(L, own, OWN_START);
  if (count > 0) {
    lua_createtable(L, (int)count, 0);
    for (i = 0; i < count; i++) {
      require_usable(L, s);
      al_push_id(L, home, s->graph, astar_search_goal_at(s->core, i));
      lua_rawseti(L, -2, (int)i + 1);
    }
  } else {
    lua_pushnil(L);
  }
  lua_rawseti(L, own, OWN_GOALS);
  lua_settop(L, own - 1);
}

int al_graph_search(lua_State *L)
{
  al_graph *g = al_check_graph(L);
  al_options o;
  al_search *s;
  int self;
  lua_settop(L, 4);
  compat_getuservalue(L, 1);
  al_check_home(L, 5, g);
  al_read_options(L, g, 5, 1, &o);
  o.def.keep_estimates = true;
  o.def.jump = o.jump > 0;
  s = begin_search(L, 5, g, &o);
  lua_pop(L, 1);
  self = lua_gettop(L);
  al_push_table(L, 5, HOME_SEARCHES);
  lua_pushvalue(L, self);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  keep_ends(L, self, 5, s);
  tell(L, s);
  al_require_open(L, g);
  al_tell_graph(L, g);
  lua_settop(L, self);
  return 1;
}

/* Whether the question is the plain one: the cheapest way from here to there. */
static bool is_plain(const astar_search_def *def)
{
  return def->goal_count == 1 && (def->heuristic == ASTAR_AUTO || def->heuristic == ASTAR_EUCLIDEAN) &&
         def->weight == 1 && !(def->max_cost < INFINITY) && def->max_steps == UINT64_MAX && !def->only &&
         def->avoid_count == 0 && !def->partial;
}

/* Whether the route from both ends answers it. On grids a search does, by jump points where they serve. */
static bool is_for_route(const al_graph *g, const astar_search_def *def)
{
  return is_plain(def) && astar_grid_count(g->core) == 0;
}

/* Answer the question in one go; how many nodes the path has, if there is one. */
static astar_status answer(lua_State *L, al_graph *g, const astar_search_def *def, astar_id *end, uint32_t *count)
{
  void *context;
  lua_Alloc alloc = lua_getallocf(L, &context);
  astar_status status;
  g->runs++;
  *count = 0;
  if (is_for_route(g, def)) {
    if (!g->route) g->route = astar_route_create(alloc, context);
    if (!g->route) return ASTAR_OUT_OF_MEMORY;
    status = astar_route_find(g->route, g->core, def->unit, def->start, def->goals[0]);
    if (status == ASTAR_FOUND) *count = astar_route_count(g->route);
    return status;
  }
  if (def->jump && prepare_jumps(g, def->unit) != ASTAR_OK) return ASTAR_OUT_OF_MEMORY;
  if (!g->idle) g->idle = astar_search_create(alloc, context);
  if (!g->idle || astar_search_begin(g->idle, g->core, def) != ASTAR_OK) return ASTAR_OUT_OF_MEMORY;
  status = astar_search_step(g->idle, UINT64_MAX);
  *end = status == ASTAR_FOUND ? astar_search_goal(g->idle) : astar_search_partial(g->idle);
  if (*end != ASTAR_NO_ID) *count = astar_search_trace(g->idle, *end);
  return status;
}

/*
** A path with nothing to ask of Lua. Making room for it may run finalizers, which may ask for
** other paths or edit the graph: then the question is answered again, into the room there is.
*/
static int plain_path(lua_State *L, al_graph *g, int home, const al_options *o)
{
  al_path *p = NULL;
  astar_status status;
  astar_id end = ASTAR_NO_ID;
  uint32_t count, room = 0;
  for (;;) {
    uint64_t run, version;
    require_ends(L, g, o);
    status = answer(L, g, &o->def, &end, &count);
    if (status == ASTAR_OUT_OF_MEMORY) return al_no_memory(L);
    if (count == 0) return push_no_path(L, status_name(status));
    if (count <= room) break;
    if (p) lua_pop(L, 1);
    run = g->runs;
    version = astar_graph_version(g->core);
    p = al_new_path(L, home, g, count);
    room = count;
    al_require_open(L, g);
    if (run == g->runs && version == astar_graph_version(g->core)) break;
  }
  if (is_for_route(g, &o->def)) astar_route_path(g->route, &p->path);
  else astar_search_path(g->idle, end, &p->path);
  p->path.partial = status != ASTAR_FOUND;
  lua_pushnumber(L, p->path.cost);
  return 2;
}

int al_graph_path(lua_State *L)
{
  al_graph *g = al_check_graph(L);
  al_options o;
  al_search *s;
  int results;
  lua_settop(L, 4);
  compat_getuservalue(L, 1);
  al_check_home(L, 5, g);
  al_read_options(L, g, 5, 0, &o);
  o.def.answer_only = true;
  o.def.jump = o.jump < 0 ? is_plain(&o.def) : o.jump > 0;
  if (!o.cost && !o.heuristic) {
    results = plain_path(L, g, 5, &o);
    al_tell_graph(L, g);
    return results;
  }
  s = begin_search(L, 5, g, &o);
  /* The functions below look for the search at 1. */
  lua_pop(L, 1);
  lua_replace(L, 1);
  lua_settop(L, 1);
  return start_task(L, s, TASK_PATH, UINT64_MAX);
}

/* ---- Asking ---- */

/* What is known of the node at argument 2. */
static astar_visit visit_argument(lua_State *L, al_search *s, int own)
{
  int home = push_home(L, own);
  return astar_search_visit(s->core, al_check_node(L, 2, s->graph, home));
}

static int push_nil(lua_State *L)
{
  lua_pushnil(L);
  return 1;
}

static const char *state_name(astar_state state)
{
  static const char *const names[] = {"none", "open", "closed", "excluded"};
  return names[state];
}

static bool reached(const astar_visit *visit)
{
  return visit->state == ASTAR_OPEN || visit->state == ASTAR_CLOSED;
}

static int search_path(lua_State *L)
{
  al_search *s = begin_open(L, 1);
  int home = push_home(L, 3);
  astar_visit visit;
  if (!al_given(L, 2)) return push_result(L, s, home);
  visit = astar_search_visit(s->core, al_check_node(L, 2, s->graph, home));
  if (!reached(&visit)) return push_no_path(L, status_name(astar_search_status(s->core)));
  return push_path(L, s, home, visit.id, false);
}

static int search_state(lua_State *L)
{
  al_search *s = begin_open(L, 1);
  lua_pushstring(L, state_name(visit_argument(L, s, 3).state));
  return 1;
}

static int search_cost(lua_State *L)
{
  al_search *s = begin_open(L, 1);
  astar_visit visit = visit_argument(L, s, 3);
  if (!reached(&visit)) return push_nil(L);
  lua_pushnumber(L, visit.cost);
  return 1;
}

static int search_estimate(lua_State *L)
{
  al_search *s = begin_open(L, 1);
  astar_visit visit = visit_argument(L, s, 3);
  if (!reached(&visit)) return push_nil(L);
  lua_pushnumber(L, visit.estimate);
  return 1;
}

static int search_parent(lua_State *L)
{
  al_search *s = begin_open(L, 1);
  astar_visit visit = visit_argument(L, s, 3);
  if (visit.parent == ASTAR_NO_ID) return push_nil(L);
  al_push_id(L, push_home(L, 3), s->graph, visit.parent);
  return 1;
}

static int search_closest(lua_State *L)
{
  al_search *s = begin_open(L, 0);
  astar_id id = astar_search_closest(s->core);
  if (id == ASTAR_NO_ID) return push_nil(L);
  al_push_id(L, push_home(L, 2), s->graph, id);
  return 1;
}

#define ALL_STATES ASTAR_NONE

/* The iterator: called with the search. Upvalues after the name: state, index, number of the run. */
static int nodes_next(lua_State *L)
{
  al_search *s = begin_open(L, 0);
  astar_state wanted = (astar_state)lua_tointeger(L, lua_upvalueindex(2));
  uint32_t index = (uint32_t)lua_tonumber(L, lua_upvalueindex(3));
  if ((double)s->run != lua_tonumber(L, lua_upvalueindex(4)))
    return luaL_error(L, "the search was restarted while its nodes were walked");
  while (index < astar_search_touched(s->core)) {
    astar_visit visit = astar_search_touched_at(s->core, index++);
    if (wanted != ALL_STATES && visit.state != wanted) continue;
    compat_pushcount(L, index);
    lua_replace(L, lua_upvalueindex(3));
    al_push_id(L, push_home(L, 2), s->graph, visit.id);
    lua_pushstring(L, state_name(visit.state));
    if (!reached(&visit)) return 2;
    lua_pushnumber(L, visit.cost);
    lua_pushnumber(L, visit.estimate);
    return 4;
  }
  return 0;
}

static int search_nodes(lua_State *L)
{
  al_search *s = begin_open(L, 1);
  astar_state wanted = ALL_STATES;
  if (al_given(L, 2)) {
    if (lua_type(L, 2) != LUA_TSTRING) al_type_error(L, 2, "\"open\", \"closed\" or \"excluded\"");
    for (wanted = ASTAR_OPEN; wanted <= ASTAR_EXCLUDED; wanted++) {
      if (strcmp(lua_tostring(L, 2), state_name(wanted)) == 0) break;
    }
    if (wanted > ASTAR_EXCLUDED)
      al_arg_error(L, 2, "\"open\", \"closed\" or \"excluded\" expected, got \"%s\"", lua_tostring(L, 2));
  }
  lua_pushinteger(L, (lua_Integer)wanted);
  lua_pushinteger(L, 0);
  lua_pushnumber(L, (double)s->run);
  al_push_function(L, "nodes", nodes_next, 3);
  lua_pushvalue(L, 1);
  return 2;
}

/* ---- Restarting and closing ---- */

/* Raise if the node at the top of the stack, an end of the last run, is gone. */
static void require_end(lua_State *L, const al_search *s)
{
  const al_node *n = al_test(L, -1, al_node_kind);
  if (!n || n->graph != s->graph) luaL_error(L, "attempt to use an object that was tampered with");
  else if (!astar_graph_holds(s->graph->core, n->id, n->generation)) luaL_error(L, "node %d was removed", (int)n->id);
  lua_pop(L, 1);
}

static int search_restart(lua_State *L)
{
  al_search *s = begin(L, 2);
  int home;
  astar_id start = ASTAR_NO_ID;
  const astar_id *goals = NULL;
  uint32_t count = 0, i;
  task_state state;
  require_usable(L, s);
  state = state_of(L, s, 4);
  if (state == RUNNING) refuse_busy(L, state);
  home = push_home(L, 4);
  if (al_given(L, 2)) {
    start = al_check_node(L, 2, s->graph, home);
  } else {
    lua_rawgeti(L, 4, OWN_START);
    require_end(L, s);
  }
  if (al_given(L, 3)) {
    goals = al_read_goals(L, 3, s->graph, home, &count);
  } else {
    lua_rawgeti(L, 4, OWN_GOALS);
    for (i = 0; lua_istable(L, -1) && i < astar_search_goal_count(s->core); i++) {
      lua_rawgeti(L, -1, (int)i + 1);
      require_end(L, s);
    }
    lua_pop(L, 1);
  }
  require_usable(L, s);
  s->busy = 0;
  s->run++;
  s->began = astar_graph_version(s->graph->core);
  if (s->jump) al_check_result(L, prepare_jumps(s->graph, s->unit));
  al_check_result(L, astar_search_restart(s->core, start, goals, count));
  keep_ends(L, 1, home, s);
  tell(L, s);
  require_usable(L, s);
  al_tell_graph(L, s->graph);
  return 0;
}

static int search_close(lua_State *L)
{
  al_search *s = begin(L, 0);
  if (s->core && state_of(L, s, 2) == RUNNING) refuse_busy(L, RUNNING);
  s->busy = 0;
  al_untell(s->graph, s->told);
  close_search(s);
  return 0;
}

/*
** Reads nothing but the search: its graph may be gone already. Does not mind anything else, for
** an error here would fall on a bystander.
*/
static int search_gc(lua_State *L)
{
  al_search *s = al_test(L, 1, al_search_kind);
  if (!s) return 0;
  if (s->busy) {
    /* Perhaps a script calls this itself, from a callback. */
    lua_settop(L, 1);
    compat_getuservalue(L, 1);
    if (lua_istable(L, 2) && state_of(L, s, 2) == RUNNING) return 0;
  }
  close_search(s);
  return 0;
}

/* ---- Fields ---- */

enum { FIELD_STATUS = 1, FIELD_EXPANDED, FIELD_START, FIELD_GOAL, FIELD_UNIT };

static const al_field search_fields[] = {{"status", FIELD_STATUS}, {"expanded", FIELD_EXPANDED},
                                         {"start", FIELD_START},   {"goal", FIELD_GOAL},
                                         {"unit", FIELD_UNIT},     {NULL, 0}};

static int push_goal(lua_State *L, const al_search *s)
{
  astar_id goal = astar_search_goal(s->core);
  uint32_t i;
  if (goal == ASTAR_NO_ID) return 0;
  al_push_table(L, 3, OWN_GOALS);
  for (i = 0; astar_search_goal_at(s->core, i) != goal;) i++;
  lua_rawgeti(L, -1, (int)i + 1);
  return 1;
}

static int search_get(lua_State *L)
{
  al_search *s = begin(L, 1);
  int code = al_member(L, al_search_kind);
  if (code == 0) return 1;
  if (code == FIELD_STATUS && !s->core) {
    lua_pushliteral(L, "closed");
    return 1;
  }
  require_usable(L, s);
  refuse_busy(L, state_of(L, s, 3));
  switch (code) {
  case FIELD_STATUS: lua_pushstring(L, status_name(astar_search_status(s->core))); break;
  case FIELD_EXPANDED: compat_pushcount(L, astar_search_expanded(s->core)); break;
  case FIELD_START: lua_rawgeti(L, 3, OWN_START); break;
  case FIELD_GOAL: return push_goal(L, s);
  default: lua_rawgeti(L, 3, OWN_UNIT); break;
  }
  return 1;
}

static int search_set(lua_State *L)
{
  al_self(L, al_search_kind);
  al_set_member(L, al_search_kind);
  return al_fixed_member(L, al_search_kind);
}

static int search_tostring(lua_State *L)
{
  al_search *s = begin(L, 0);
  if (!s->core || !s->graph->core) lua_pushliteral(L, "search (closed)");
  else
    lua_pushfstring(L, "search (%s, %d expanded)", status_name(astar_search_status(s->core)),
                    (int)astar_search_expanded(s->core));
  return 1;
}

static const luaL_Reg search_methods[] = {
    {"step", search_step},         {"run", search_run},         {"steps", search_steps},   {"path", search_path},
    {"state", search_state},       {"cost", search_cost},       {"parent", search_parent}, {"nodes", search_nodes},
    {"estimate", search_estimate}, {"closest", search_closest}, {"close", search_close},   {"restart", search_restart},
    {NULL, NULL}};

static const luaL_Reg search_meta[] = {{"__index", search_get},       {"__newindex", search_set},
                                       {"__tostring", search_tostring}, {"__gc", search_gc},
                                       {"__close", search_close},     {NULL, NULL}};

void al_open_search(lua_State *L)
{
  static const al_class search_class = {al_search_kind, search_methods, search_fields, search_meta, NULL};
  al_new_class(L, &search_class);
  lua_setfield(L, LUA_REGISTRYINDEX, "astar.search");
}
