/*
** search.c: the class "search" on any space; see search.h for the types of searches.
**
** The core has no callbacks: when it needs a cost or an estimate, astar_search_step() returns. The Lua callback is
** called here, and its result passed to the core before the next step. So a callback may raise, and is then called
** again by the next task, or, from Lua 5.3 on, yield.
*/
#include "search.h"

#include "path.h"

#include <math.h>
#include <string.h>

/* ---- Making and closing ---- */

al_search *al_new_search(lua_State *L, int env, al_space *space, const al_search_type *type)
{
  al_search *s;
  al_make_room(L, space->limits);
  s = compat_newuserdata(L, sizeof *s);
  memset(s, 0, sizeof *s);
  s->kind = al_search_kind;
  s->type = type;
  s->space = space;
  luaL_getmetatable(L, AL_SEARCH_META);
  lua_setmetatable(L, -2);
  lua_createtable(L, OWN_GOALS, 0);
  lua_pushvalue(L, env);
  lua_rawseti(L, -2, OWN_ENV);
  lua_pushvalue(L, -1);
  compat_setuservalue(L, -3);
  return s;
}

void al_open_core(lua_State *L, al_search *s)
{
  s->core = astar_search_create(al_allocate, s->space->limits->account);
  if (!s->core) al_no_memory(L);
}

void al_new_run(al_search *s)
{
  s->busy = 0;
  s->run++;
}

static void close_search(al_search *s)
{
  astar_search_destroy(s->core);
  s->core = NULL;
  s->reported = 0;
}

/* The same of a search whose space may be read. */
static void hand_back(al_search *s)
{
  if (s->core) al_hand_back(s->space, s->core, s->reported);
  s->core = NULL;
  s->reported = 0;
}

/* ---- Checks ---- */

typedef enum task_state { IDLE, RUNNING, SUSPENDED } task_state;

/*
** Whether a task of the search is running (the call comes from its callback or a finalizer), or suspended in a callback
** that yielded. `busy` alone does not tell: it stays set after a callback raised. So look in the call stack of
** OWN_THREAD for a C function whose first argument is the search. Clears `busy` if there is none. `own` is the index
** of its own table.
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
    /* Level 0 is the running function. */
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

/* Self in any state, with `args` arguments; pushes its own table, which is then at args + 2. */
static al_search *begin(lua_State *L, int args)
{
  al_search *s = al_self(L, al_search_kind);
  const void *found = NULL;
  lua_settop(L, args + 1);
  if (compat_pushuservalue(L, 1) == LUA_TTABLE && compat_rawgeti(L, -1, OWN_ENV) == LUA_TTABLE) {
    lua_rawgeti(L, -1, ENV_SPACE);
    found = lua_touserdata(L, -1);
  }
  al_check_unchanged(L, found == s->space);
  lua_settop(L, args + 2);
  return s;
}

void al_require_usable(lua_State *L, const al_search *s)
{
  if (!s->core) luaL_error(L, "attempt to use a closed search");
  al_require_open(L, s->space);
}

al_search *al_begin_search(lua_State *L, int args)
{
  al_search *s = begin(L, args);
  al_require_usable(L, s);
  refuse_busy(L, state_of(L, s, args + 2));
  return s;
}

/* Make ready to look at the nodes of an open search. */
static void watch(lua_State *L, al_search *s)
{
  al_check_result(L, astar_search_look(s->core));
  al_report_search(L, s);
  al_require_usable(L, s);
}

al_search *al_watch_search(lua_State *L, int args)
{
  al_search *s = al_begin_search(L, args);
  watch(L, s);
  return s;
}

int al_push_search_env(lua_State *L, int own)
{
  al_push_table(L, own, OWN_ENV);
  return lua_gettop(L);
}

/* ---- Results ---- */

static const char *const state_names[] = {"none", "open", "closed", "excluded"};

/* The bytes by which the search has grown, which count as reported from now on. */
static size_t take_growth(al_search *s)
{
  const size_t now = astar_search_memory(s->core);
  size_t bytes = now > s->reported ? now - s->reported : 0;
  s->reported = now;
  if (bytes > 0) bytes = al_take_over(s->space, bytes);
  if (s->type->fills_space) bytes += al_take_unreported(s->space);
  return bytes;
}

void al_report_search(lua_State *L, al_search *s)
{
  const size_t bytes = s->core ? take_growth(s) : 0;
  if (bytes > 0) al_report_memory(L, s->space, bytes);
}

/* The same after a task, which may have a time budget. */
static void report_task(lua_State *L, al_search *s)
{
  const bool whole = s->task == TASK_WHOLE || s->task == TASK_PATH || (s->task == TASK_RUN && s->deadline == INFINITY);
  if (whole) al_report_search(L, s);
  else if (s->core) al_report_slice(L, s->space, take_growth(s));
}

int al_push_no_path(lua_State *L, astar_status status)
{
  lua_pushnil(L);
  lua_pushstring(L, astar_status_name(status));
  return 2;
}

/* Push the path to a reached node, and its cost. */
static int push_path(lua_State *L, const al_search *s, int own, astar_id id, bool partial)
{
  const size_t size = astar_search_path_size(s->core, id);
  al_path *p = al_new_path(L, al_push_search_env(L, own), s->space, size);
  /* A finalizer may have closed or restarted the search. */
  al_require_usable(L, s);
  if (astar_search_path_size(s->core, id) != size) return luaL_error(L, "the search was restarted by a finalizer");
  astar_search_path(s->core, id, &p->path);
  p->path.partial = partial;
  lua_pushnumber(L, p->path.cost);
  return 2;
}

/* Push the results of path(): path and cost, or nil and the status. Returns 2. */
static int push_result(lua_State *L, const al_search *s, int own)
{
  astar_status status = astar_search_status(s->core);
  astar_id partial = astar_search_partial(s->core);
  if (status == ASTAR_FOUND) return push_path(L, s, own, astar_search_found(s->core), false);
  if (partial != ASTAR_NO_ID && status != ASTAR_STALE) return push_path(L, s, own, partial, true);
  return al_push_no_path(L, status);
}

/* ---- Running ---- */

/* The number of expansions for the next step; 0 if the task ends here. */
static uint64_t budget(const al_search *s, uint64_t expanded)
{
  if (s->task != TASK_RUN) return s->target - expanded;
  if (s->deadline == INFINITY) return UINT64_MAX;
  /* Each call expands at least one node, even with no time. */
  return s->worked && al_clock() >= s->deadline ? 0 : s->type->chunk;
}

/*
** The number of expansions until the task exceeds the limit of the Lua state: one more than that permits, as only then
** it is known that the search does not end there.
*/
static uint64_t left_of(al_search *s)
{
  const uint64_t most = al_limit_count(s->space->limits->expansions), expanded = astar_search_expanded(s->core);
  if (most == UINT64_MAX) return most;
  if (expanded < s->since) s->since = 0; /* the run has begun anew */
  return expanded - s->since > most ? 0 : most + 1 - (expanded - s->since);
}

/* Push the last node expanded, its cost and its estimate; nothing if the task expanded none. Returns their number. */
static int push_current(lua_State *L, const al_search *s, int own)
{
  astar_visit visit;
  if (astar_search_expanded(s->core) == s->since) return 0;
  visit = astar_search_visit(s->core, astar_search_current(s->core));
  s->type->push_node(L, s, own, visit.id);
  lua_pushnumber(L, visit.cost);
  lua_pushnumber(L, visit.estimate);
  return 3;
}

/* Push the results of the finished task; returns their number. The search is at `self`. */
static int finish(lua_State *L, int self, al_search *s, astar_status status)
{
  int own, results;
  report_task(L, s);
  if (s->task == TASK_WHOLE) {
    lua_pushvalue(L, self);
    return 1;
  }
  if (s->task == TASK_STEP || s->task == TASK_RUN) {
    lua_pushstring(L, astar_status_name(status));
    return 1;
  }
  compat_getuservalue(L, self);
  own = lua_gettop(L);
  al_require_usable(L, s);
  if (s->task == TASK_STEPS) return push_current(L, s, own);
  results = push_result(L, s, own);
  hand_back(s);
  return results;
}

/* Push the callback and its arguments; returns the number of arguments. */
static int push_question(lua_State *L, int self, al_search *s)
{
  astar_want want;
  int own;
  (void)astar_search_want(s->core, &want);
  luaL_checkstack(L, 12, "too many callbacks");
  compat_getuservalue(L, self);
  own = lua_gettop(L);
  al_check_unchanged(L, lua_istable(L, own));
  lua_rawgeti(L, own, want.estimate ? OWN_HEURISTIC : OWN_COST);
  s->type->push_node(L, s, own, want.from);
  s->type->push_node(L, s, own, want.to);
  if (!want.estimate) lua_pushnumber(L, want.cost);
  lua_remove(L, own);
  return want.estimate ? 2 : 3;
}

/* Check the result of a callback, at the top of the stack, and pass it to the core. */
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

/* A callback has returned: its result is at the top of the stack, the number of the run that called it below. */
static void accept_answer(lua_State *L, al_search *s)
{
  if (!s->core) luaL_error(L, "the search was closed while its callback waited");
  al_require_open(L, s->space);
  if ((double)s->run != lua_tonumber(L, -2)) luaL_error(L, "the search was restarted while its callback waited");
  take_answer(L, s);
  lua_pop(L, 1);
}

static int drive(lua_State *L, int self);
static int hand_over(lua_State *L, int count);

#if LUA_VERSION_NUM >= 503
/* The continuation of drive() after a callback that yielded. */
static int callback_done(lua_State *L, int status, compat_context context)
{
  (void)status;
  accept_answer(L, lua_touserdata(L, (int)context));
  return drive(L, (int)context);
}
#endif

/* Whether a task goes on after a step that has not ended the search; a repair may take steps without an expansion. */
static bool wants_more(const al_search *s)
{
  return s->task == TASK_RUN || (s->task == TASK_STEPS && astar_search_expanded(s->core) == s->since);
}

/* Run the task of the search at `self` to its end; returns the number of results. May yield. */
static int drive(lua_State *L, int self)
{
  al_search *s = lua_touserdata(L, self);
  bool limited = false;
  for (;;) {
    const uint64_t wanted = budget(s, astar_search_expanded(s->core)), left = left_of(s);
    const uint64_t n = wanted < left ? wanted : left;
    astar_status status = (s->task == TASK_RUN ? astar_search_run : astar_search_step)(s->core, n);
    int count;
    if (status == ASTAR_OUT_OF_MEMORY) {
      if (!al_made_room(L, s->space->limits)) return al_no_memory(L);
      al_require_usable(L, s);
      continue;
    }
    if (status != ASTAR_WANT_COST && status != ASTAR_WANT_ESTIMATE) {
      if (left_of(s) == 0) return al_limit_error(L, s->space->limits->expansions, "expansions");
      s->worked = true;
      if (status == ASTAR_SEARCHING && n > 0 && wants_more(s)) continue;
      count = finish(L, self, s, status);
      s->busy = 0;
      return s->task == TASK_STEPS ? hand_over(L, count) : count;
    }
    /* Report here too: the callback may raise, and the search then become garbage. */
    al_report_search(L, s);
    al_require_usable(L, s);
    if (!limited) compat_limit_nesting(L);
    limited = true;
    luaL_checkstack(L, 4, "too many callbacks");
    lua_pushnumber(L, (double)s->run);
    count = push_question(L, self, s);
    compat_callk(L, count, 1, self, callback_done);
    accept_answer(L, s);
  }
}

/* Begin and run a task of up to n expansions of the search at 1. Returns the number of results. */
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
  s->worked = false;
  s->task = task;
  s->since = astar_search_expanded(s->core);
  s->target = n < UINT64_MAX - s->since ? s->since + n : UINT64_MAX;
  return drive(L, 1);
}

static int search_step(lua_State *L)
{
  al_search *s = al_watch_search(L, 1);
  return start_task(L, s, TASK_STEP, al_given(L, 2) ? al_check_count(L, 2, 1) : 1);
}

static int search_run(lua_State *L)
{
  al_search *s = al_begin_search(L, 1);
  double seconds = al_given(L, 2) ? al_check_least(L, 2, 0) : INFINITY;
  s->deadline = seconds < INFINITY ? al_clock() + seconds : INFINITY;
  return start_task(L, s, TASK_RUN, UINT64_MAX);
}

/* ---- search:steps ---- */

/*
** The generator is one function without arguments. Called by coroutine.wrap() or resume(), so as the first function of
** a coroutine, it does not return after a turn, which would end the coroutine, but yields its results and goes on.
*/

/* The generator. Upvalues after the name: expansions per turn, the search. */
static int steps_next(lua_State *L)
{
  double n = lua_tonumber(L, lua_upvalueindex(2));
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(3)); /* at 1, where state_of() looks for it */
  return start_task(L, al_watch_search(L, 1), TASK_STEPS, n < 1e18 ? (uint64_t)n : UINT64_MAX);
}

/* Whether the function at a level of the call stack is the first of a coroutine. */
static bool is_first(lua_State *L, int level)
{
  lua_Debug frame;
  bool main = lua_pushthread(L);
  lua_pop(L, 1);
  return !main && !lua_getstack(L, level + 1, &frame);
}

#if LUA_VERSION_NUM >= 503

static int steps_again(lua_State *L, int status, compat_context context)
{
  (void)status;
  (void)context;
  return steps_next(L);
}

/* Return or yield the results of a turn, at the top of the stack. */
static int hand_over(lua_State *L, int count)
{
  return count > 0 && lua_isyieldable(L) && is_first(L, 0) ? lua_yieldk(L, count, 0, steps_again) : count;
}

static void push_generator(lua_State *L)
{
  al_push_function(L, "steps", steps_next, 2);
}

void al_open_steps(lua_State *L)
{
  (void)L;
}

#else

/* Here a function in C cannot go on after a yield, so the generator is a function in Lua. */

static int hand_over(lua_State *L, int count)
{
  (void)L;
  return count;
}

#define STEPS_KEY "astar.steps" /* in the registry: a function that makes a generator of steps_next() */

/* LuaJIT must not compile it: a trace would keep `turn`, and so a search. */
static const char chunk[] = "local is_first, yield, off = ...\n"
                            "local function hand_over(node, ...)\n"
                            "  if node ~= nil then yield(node, ...) return true end\n"
                            "end\n"
                            "local function make(turn)\n"
                            "  return function()\n"
                            "    if is_first() then repeat until not hand_over(turn()) return end\n"
                            "    return turn()\n"
                            "  end\n"
                            "end\n"
                            "if off then off(make, true) end\n"
                            "return make\n";

/* A Lua function: whether its caller is the first function of a coroutine. */
static int called_first(lua_State *L)
{
  lua_pushboolean(L, is_first(L, 1));
  return 1;
}

static void push_generator(lua_State *L)
{
  al_push_function(L, "steps", steps_next, 2);
  lua_getfield(L, LUA_REGISTRYINDEX, STEPS_KEY);
  if (lua_type(L, -1) == LUA_TFUNCTION) {
    lua_insert(L, -2);
    lua_call(L, 1, 1);
  } else {
    lua_pop(L, 1);
  }
}

void al_open_steps(lua_State *L)
{
  int top = lua_gettop(L);
  lua_getglobal(L, "coroutine");
  if (lua_istable(L, -1) && luaL_loadbuffer(L, chunk, sizeof chunk - 1, "=search:steps") == LUA_OK) {
    lua_pushcfunction(L, called_first);
    lua_getfield(L, top + 1, "yield");
    lua_getglobal(L, "jit");
    if (lua_istable(L, -1)) lua_getfield(L, -1, "off");
    else lua_pushnil(L);
    lua_remove(L, -2);
    lua_call(L, 3, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, STEPS_KEY);
  }
  lua_settop(L, top);
}

#endif

static int search_steps(lua_State *L)
{
  al_begin_search(L, 1);
  if (al_given(L, 2)) {
    (void)al_check_count(L, 2, 1);
    lua_pushvalue(L, 2);
  } else {
    lua_pushinteger(L, 1);
  }
  lua_pushvalue(L, 1);
  push_generator(L);
  return 1;
}

int al_run_path(lua_State *L, al_search *s)
{
  return start_task(L, s, TASK_PATH, UINT64_MAX);
}

int al_run_whole(lua_State *L, al_search *s)
{
  s->whole = true;
  return start_task(L, s, TASK_WHOLE, UINT64_MAX);
}

/* ---- What is known of a node ---- */

/* Self; *visit is set to what is known of the node at 2. Its own table is at 3. */
static al_search *check_visit(lua_State *L, astar_visit *visit)
{
  al_search *s = al_watch_search(L, 1);
  astar_id id = s->type->check_node(L, 2, s, 3);
  *visit = astar_search_visit(s->core, id);
  return s;
}

/* Push a node, or nil for ASTAR_NO_ID. */
static int push_node(lua_State *L, const al_search *s, int own, astar_id id)
{
  if (id == ASTAR_NO_ID) lua_pushnil(L);
  else s->type->push_node(L, s, own, id);
  return 1;
}

static bool is_reached(const astar_visit *visit)
{
  return visit->state == ASTAR_OPEN || visit->state == ASTAR_CLOSED;
}

/* Push a value of a node, or nil if the node is not reached. */
static int push_reached(lua_State *L, const astar_visit *visit, double value)
{
  if (is_reached(visit)) lua_pushnumber(L, value);
  else lua_pushnil(L);
  return 1;
}

static int search_path(lua_State *L)
{
  al_search *s = al_begin_search(L, 2);
  int results;
  if (lua_isnil(L, 2)) {
    (void)al_check_table(L, 3);
    results = push_result(L, s, 4);
  } else {
    astar_visit visit;
    watch(L, s);
    visit = astar_search_visit(s->core, s->type->check_node(L, 2, s, 4));
    (void)al_check_table(L, 3);
    if (!is_reached(&visit) || astar_search_path_size(s->core, visit.id) == 0)
      return al_push_no_path(L, astar_search_status(s->core));
    results = push_path(L, s, 4, visit.id, false);
  }
  if (lua_isnil(L, 3) || lua_isnil(L, -2)) return results;
  if (!s->type->push_path) al_arg_error(L, 3, "paths on a plane take no options");
  return s->type->push_path(L, s, lua_gettop(L) - 1, 3);
}

static int search_state(lua_State *L)
{
  astar_visit visit;
  (void)check_visit(L, &visit);
  lua_pushstring(L, state_names[visit.state]);
  return 1;
}

static int search_cost(lua_State *L)
{
  astar_visit visit;
  (void)check_visit(L, &visit);
  return push_reached(L, &visit, visit.cost);
}

static int search_estimate(lua_State *L)
{
  astar_visit visit;
  (void)check_visit(L, &visit);
  return push_reached(L, &visit, visit.estimate);
}

static int search_parent(lua_State *L)
{
  astar_visit visit;
  const al_search *s = check_visit(L, &visit);
  return push_node(L, s, 3, visit.parent);
}

static int search_closest(lua_State *L)
{
  const al_search *s = al_watch_search(L, 0);
  return push_node(L, s, 2, astar_search_closest(s->core));
}

/* ---- Iterators over the results of a run: called with the search ---- */

/* Upvalues after the name; AL_UP_INDEX and AL_UP_RUN come first. */
enum { UP_WANTED = AL_UP_RUN + 1, UP_STATES /* the names of states */ };

uint32_t al_next_index(lua_State *L, const al_search *s, const char *what)
{
  if ((double)s->run != lua_tonumber(L, lua_upvalueindex(AL_UP_RUN)))
    luaL_error(L, "the search was restarted while its %s were walked", what);
  return (uint32_t)lua_tonumber(L, lua_upvalueindex(AL_UP_INDEX));
}

bool al_next_visit(lua_State *L, const al_search *s, uint32_t *index, astar_visit *visit)
{
  astar_state wanted = (astar_state)lua_tointeger(L, lua_upvalueindex(UP_WANTED));
  while (*index < astar_search_touched(s->core)) {
    *visit = astar_search_touched_at(s->core, (*index)++);
    /* After a repair, nodes may be in the list that are untouched now. */
    if (wanted == ASTAR_NONE ? visit->state != ASTAR_NONE : visit->state == wanted) return true;
  }
  return false;
}

int al_push_visit(lua_State *L, const astar_visit *visit)
{
  lua_pushvalue(L, lua_upvalueindex(UP_STATES - ASTAR_OPEN + (int)visit->state));
  if (!is_reached(visit)) return 1;
  lua_pushnumber(L, visit->cost);
  lua_pushnumber(L, visit->estimate);
  return 3;
}

/* The state named at 2; ASTAR_NONE, for all states, if not given. */
static astar_state check_state(lua_State *L)
{
  astar_state state = ASTAR_OPEN;
  if (!al_given(L, 2)) return ASTAR_NONE;
  if (lua_type(L, 2) != LUA_TSTRING) al_type_error(L, 2, "\"open\", \"closed\" or \"excluded\"");
  while (state <= ASTAR_EXCLUDED && strcmp(lua_tostring(L, 2), state_names[state]) != 0) state++;
  if (state > ASTAR_EXCLUDED)
    al_arg_error(L, 2, "\"open\", \"closed\" or \"excluded\" expected, got \"%s\"%s", lua_tostring(L, 2),
                 al_push_guess_of(L, 2, state_names + ASTAR_OPEN, ASTAR_EXCLUDED));
  return state;
}

int al_push_visits(lua_State *L, const al_search *s, const char *name, lua_CFunction next)
{
  astar_state wanted = check_state(L), state;
  lua_pushinteger(L, 0);
  lua_pushnumber(L, (double)s->run);
  lua_pushinteger(L, (lua_Integer)wanted);
  for (state = ASTAR_OPEN; state <= ASTAR_EXCLUDED; state++) lua_pushstring(L, state_names[state]);
  return al_push_iterator(L, name, next, 3 + ASTAR_EXCLUDED);
}

static int nodes_next(lua_State *L)
{
  const al_search *s = al_watch_search(L, 0);
  uint32_t index = al_next_index(L, s, "nodes");
  astar_visit visit;
  int results;
  if (!al_next_visit(L, s, &index, &visit)) return 0;
  push_node(L, s, 2, visit.id);
  results = 1 + al_push_visit(L, &visit);
  /* Last, so that after an error the iterator continues with the same node. */
  al_set_upvalue(L, AL_UP_INDEX, index);
  return results;
}

static int search_nodes(lua_State *L)
{
  return al_push_visits(L, al_watch_search(L, 1), "nodes", nodes_next);
}

/* ---- Restarting and closing ---- */

/* Restart or repair self. */
static al_search *begin_again(lua_State *L, bool repair)
{
  al_search *s = al_self(L, al_search_kind);
  int args = s->type->restart_args, own = args + 2;
  task_state state;
  begin(L, args);
  al_require_usable(L, s);
  state = state_of(L, s, own);
  if (state == RUNNING || (repair && state == SUSPENDED)) refuse_busy(L, state);
  s->type->restart(L, s, own, repair);
  al_report_search(L, s);
  al_report_space(L, s->space);
  return s;
}

static int search_restart(lua_State *L)
{
  (void)begin_again(L, false);
  return 0;
}

static int search_repair(lua_State *L)
{
  al_search *s = begin_again(L, true);
  al_require_usable(L, s);
  if (s->whole) {
    lua_settop(L, 1);
    s->deadline = INFINITY;
    return start_task(L, s, TASK_RUN, UINT64_MAX);
  }
  lua_pushstring(L, astar_status_name(astar_search_status(s->core)));
  return 1;
}

static int search_close(lua_State *L)
{
  al_search *s = begin(L, 0);
  if (s->core && state_of(L, s, 2) == RUNNING) refuse_busy(L, RUNNING);
  s->busy = 0;
  hand_back(s);
  return 0;
}

/*
** Must not read the space, which may be freed already. Ignores values that are not searches: an error here would be
** raised in unrelated code.
*/
static int search_gc(lua_State *L)
{
  al_search *s = al_test(L, 1, al_search_kind);
  if (!s) return 0;
  if (s->busy) {
    /* With the debug library a callback can call this. */
    lua_settop(L, 1);
    compat_getuservalue(L, 1);
    if (lua_istable(L, 2) && state_of(L, s, 2) == RUNNING) return 0;
  }
  close_search(s);
  return 0;
}

/* ---- Fields ---- */

enum {
  FIELD_STATUS = 1,
  FIELD_EXPANDED,
  FIELD_CURRENT,
  FIELD_START,
  FIELD_GOAL,
  FIELD_GOALS,
  FIELD_REVERSE,
  FIELD_UNIT
};

static const al_field search_fields[] = {{"status", FIELD_STATUS}, {"expanded", FIELD_EXPANDED},
                                         {"start", FIELD_START},   {"goal", FIELD_GOAL},
                                         {"unit", FIELD_UNIT},     {"current", FIELD_CURRENT},
                                         {"goals", FIELD_GOALS},   {"reverse", FIELD_REVERSE},
                                         {NULL, 0}};

static int search_get(lua_State *L)
{
  al_search *s = al_self(L, al_search_kind);
  int code = al_member(L, al_search_kind);
  if (code == 0) return 1; /* a method, which looks at the rest itself */
  (void)begin(L, 1);
  if (code == FIELD_STATUS && !s->core) {
    lua_pushliteral(L, "closed");
    return 1;
  }
  al_require_usable(L, s);
  refuse_busy(L, state_of(L, s, 3));
  if (code == FIELD_EXPANDED || code == FIELD_CURRENT) watch(L, s);
  switch (code) {
  case FIELD_STATUS: lua_pushstring(L, astar_status_name(astar_search_status(s->core))); break;
  case FIELD_EXPANDED: compat_pushcount(L, astar_search_expanded(s->core)); break;
  case FIELD_CURRENT: return push_node(L, s, 3, astar_search_current(s->core));
  case FIELD_START: s->type->push_start(L, s, 3); break;
  case FIELD_GOAL: s->type->push_goal(L, s, 3); break;
  case FIELD_GOALS: s->type->push_goals(L, s, 3); break;
  case FIELD_REVERSE: lua_pushboolean(L, astar_search_reverse(s->core)); break;
  default: lua_rawgeti(L, 3, OWN_UNIT); break;
  }
  return 1;
}

static int search_set(lua_State *L)
{
  return al_refuse_assignment(L, al_search_kind);
}

static int search_tostring(lua_State *L)
{
  al_search *s = begin(L, 0);
  if (!s->core || !s->space->type->is_open(s->space)) {
    lua_pushliteral(L, "search (closed)");
    return 1;
  }
  watch(L, s);
  lua_pushfstring(L, "search (%s, %d expanded)", astar_status_name(astar_search_status(s->core)),
                  (int)astar_search_expanded(s->core));
  return 1;
}

/* For `#search` and `for node in search do`, which Lua else reports without a way out. */
static int search_len(lua_State *L)
{
  return luaL_error(L, "a search has no length: count the turns of 'for node in search:nodes() do'");
}

static int search_call(lua_State *L)
{
  return luaL_error(L, "a search is no iterator: write 'for node in search:nodes() do'");
}

static const luaL_Reg search_methods[] = {
    {"step", search_step},         {"run", search_run},         {"steps", search_steps},   {"path", search_path},
    {"state", search_state},       {"cost", search_cost},       {"parent", search_parent}, {"nodes", search_nodes},
    {"estimate", search_estimate}, {"closest", search_closest}, {"close", search_close},   {"restart", search_restart},
    {"repair", search_repair},
    {NULL, NULL}};

static const luaL_Reg search_meta[] = {{"__index", search_get},       {"__newindex", search_set},
                                       {"__tostring", search_tostring}, {"__gc", search_gc},
                                       {"__close", search_close},     {"__len", search_len},
                                       {"__call", search_call},       {NULL, NULL}};

const al_members al_search_members = {search_methods, search_fields, search_meta};
