/* node_crowd.c: the class "crowd", of agents on nodes, and graph:crowd; see node_crowd.h. */
#include "node_crowd.h"

#include "limit.h"
#include "search.h"

#include <math.h>
#include <string.h>

static al_crowd *begin(lua_State *L, int args)
{
  return al_begin_crowd(L, &al_node_crowd_type, args);
}

/* ---- graph:crowd ---- */

static void read_patience(lua_State *L, const al_entry *e)
{
  const double value = al_entry_least(L, e, 1);
  if (floor(value) != value) al_entry_error(L, e, "whole number expected, got %s", al_push_number(L, value));
  *(uint32_t *)e->target = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

static const al_option crowd_options[] = {{"durations", al_read_boolean, offsetof(astar_crowd_def, durations)},
                                          {"patience", read_patience, offsetof(astar_crowd_def, patience)},
                                          {"expansions", al_read_expansions, offsetof(astar_crowd_def, expansions)},
                                          {NULL, NULL, 0}};

/* Load the crowd saved as the string at 2 into a closed one, whose own table is at `own`. */
static void load(lua_State *L, al_crowd *c, int own, astar_reader *r)
{
  astar_crowd *core = NULL;
  al_graph *g = al_graph_of(c);
  const astar_result result = astar_load_crowd(al_allocate, g->space.limits->account, r, g->core, &core);
  al_check_reader(L, r);
  if (result == ASTAR_MALFORMED) al_arg_error(L, 2, "%s", r->error);
  al_check_result(L, result);
  c->core = core;
  al_load_agents(L, 2, c, own, r);
}

int al_graph_crowd(lua_State *L)
{
  al_graph *g = al_begin_graph(L, 1);
  const int env = 3, own = 5;
  const bool saved = lua_type(L, 2) == LUA_TSTRING;
  astar_crowd_def def = astar_default_crowd();
  astar_reader r;
  al_crowd *c;
  if (saved) al_open_saved(L, 2, ASTAR_SAVED_CROWD, g->space.limits, &r);
  else al_read_options(L, 2, "option", crowd_options, 0, &def);
  c = al_new_crowd(L, env, &g->space, &al_node_crowd_type);
  al_require_open(L, &g->space);
  al_check_unchanged(L, !saved || (lua_type(L, 2) == LUA_TSTRING && lua_tostring(L, 2) == (const char *)r.bytes));
  if (saved) {
    load(L, c, own, &r);
  } else {
    c->core = astar_crowd_create(al_allocate, g->space.limits->account, g->core, &def);
    if (!c->core) al_no_memory(L);
  }
  al_report_crowd(L, c, false);
  lua_settop(L, own - 1);
  return 1;
}

/* ---- crowd:add ---- */

typedef struct agent_options {
  int goal, data; /* stack indices, or 0 */
  astar_agent_def def;
  const al_graph *graph;
} agent_options;

static void read_unit(lua_State *L, const al_entry *e)
{
  agent_options *o = e->into;
  o->def.unit = al_entry_unit(L, e, o->graph);
}

static void read_speed(lua_State *L, const al_entry *e)
{
  *(double *)e->target = al_entry_speed(L, e);
}

static void read_priority(lua_State *L, const al_entry *e)
{
  *(double *)e->target = al_entry_finite(L, e);
}

/* The values of the first KEPT are kept on the stack. */
enum { KEPT = 2 };

static const al_option agent_options_list[] = {{"goal", al_keep_entry, offsetof(agent_options, goal)},
                                               {"data", al_keep_entry, offsetof(agent_options, data)},
                                               {"unit", read_unit, 0},
                                               {"priority", read_priority, offsetof(agent_options, def.priority)},
                                               {"speed", read_speed, offsetof(agent_options, def.speed)},
                                               {"fixed", al_read_boolean, offsetof(agent_options, def.fixed)},
                                               {NULL, NULL, 0}};

static int crowd_add(lua_State *L)
{
  al_crowd *c = begin(L, 2);
  const int own = 4, env = 5, handle = 6;
  al_entry goal = {.arg = 3, .what = "option", .name = "goal"};
  agent_options o;
  al_agent *a = al_new_agent(L, own, c);
  astar_agent id;
  uint32_t generation = 0;
  astar_result result;
  /* Nothing below runs finalizers until the agent is added, unless it raises. */
  al_require_crowd(L, c);
  al_check_limit(L, c->space->limits->agents, astar_crowd_count(c->core) + 1.0, "agents");
  memset(&o, 0, sizeof o);
  o.def = astar_default_agent();
  o.graph = al_graph_of(c);
  lua_settop(L, handle + KEPT);
  o.def.node = al_check_node(L, 2, al_graph_of(c), env);
  al_read_options(L, 3, "option", agent_options_list, handle + 1, &o);
  goal.value = o.goal;
  if (o.goal) o.def.goal = al_entry_node(L, &goal, al_graph_of(c), env);
  al_require_untaken(L, 2, c, o.def.node, o.def.unit, ASTAR_NO_AGENT);
  /*
  ** Lua's tables first: that may raise. If no agent is added then, a later one with the id overwrites the entries. The
  ** core comes last: it may fail, but does not raise.
  */
  id = astar_crowd_next_id(c->core, &generation);
  al_give_agent(L, own, a, handle, o.data, id, generation);
  result = astar_crowd_add(c->core, &o.def, &id);
  if (result != ASTAR_OK) al_forget_agent(L, own, a->id);
  if (result == ASTAR_FULL) luaL_error(L, "too many agents");
  al_check_result(L, result);
  lua_settop(L, handle);
  al_report_crowd(L, c, false);
  return 1;
}

/* ---- Looking up ---- */

static int crowd_at(lua_State *L)
{
  al_crowd *c = begin(L, 1);
  al_push_agent(L, 3, c, astar_crowd_at(c->core, al_check_node(L, 2, al_graph_of(c), 4)));
  return 1;
}

/* ---- Moving ---- */

#define MOST_STEPS 1000000u /* or seconds, in one call; unlike a search, a crowd never ends by itself */

static int crowd_step(lua_State *L)
{
  al_crowd *c = begin(L, 1);
  uint64_t left = al_given(L, 2) ? al_check_count(L, 2, 1) : 1, most;
  if (left > MOST_STEPS)
    al_arg_error(L, 2, "at most %d steps expected, got %s", (int)MOST_STEPS, al_push_number(L, lua_tonumber(L, 2)));
  if (!astar_crowd_get(c->core).durations && astar_crowd_is_between(c->core))
    luaL_error(L, "'step' cannot go on while agents are between two nodes: this crowd moves by update");
  most = al_check_moves(L, c, left);
  astar_crowd_limit(c->core, UINT64_MAX, most);
  while (left > 0) {
    const astar_result result = astar_crowd_step(c->core);
    if (result == ASTAR_OK) left--;
    else if (!al_made_room(L, c->space->limits)) al_check_result(L, result);
    al_require_crowd(L, c);
  }
  al_report_crowd(L, c, false);
  return 0;
}

static int crowd_update(lua_State *L)
{
  al_crowd *c = begin(L, 1);
  const al_entry seconds = {.arg = 2, .value = 2};
  const double dt = al_entry_finite(L, &seconds);
  astar_result result;
  uint64_t most;
  if (dt < 0) al_entry_least(L, &seconds, 0);
  if (dt > MOST_STEPS)
    al_arg_error(L, 2, "at most %d seconds expected, got %s", (int)MOST_STEPS, al_push_number(L, dt));
  most = al_limit_count(c->space->limits->expansions);
  astar_crowd_limit(c->core, most, al_check_moves(L, c, 1));
  result = astar_crowd_update(c->core, dt);
  if (result == ASTAR_FULL) return al_limit_error(L, c->space->limits->expansions, "expansions");
  al_check_result(L, result);
  al_report_crowd(L, c, false);
  return 0;
}

/* Raise unless steps can be looked for. */
static void require_solvable(lua_State *L, const al_crowd *c)
{
  astar_agent id = ASTAR_NO_AGENT;
  if (astar_crowd_get(c->core).durations) luaL_error(L, "'solve' cannot look for steps in a crowd with durations");
  while ((id = astar_crowd_next(c->core, id)) != ASTAR_NO_AGENT) {
    if (astar_crowd_agent(c->core, id).next == ASTAR_NO_ID)
      luaL_error(L, "'solve' cannot look for steps while agent %d has no node", (int)id);
  }
}

/* Agents that are moved, in all expansions together, between two looks at the clock: some 100 microseconds. */
#define SLICE 256

typedef struct budget {
  bool limited;    /* else it ends with the first steps that are found */
  double deadline; /* by al_clock(), or INFINITY */
  uint64_t left;   /* expansions */
} budget;

/* The seconds at 2 and the expansions at 3. */
static budget check_budget(lua_State *L)
{
  budget b = {al_given(L, 2) || al_given(L, 3), INFINITY, UINT64_MAX};
  const double seconds = al_given(L, 2) ? al_check_least(L, 2, 0) : INFINITY;
  if (al_given(L, 3)) b.left = al_check_count(L, 3, 1);
  if (seconds < INFINITY) b.deadline = al_clock() + seconds;
  return b;
}

/* Whether to go on after an outcome. */
static bool goes_on(const budget *b, astar_solution outcome)
{
  if (outcome == ASTAR_BEST || outcome == ASTAR_UNSOLVABLE) return false;
  if (outcome == ASTAR_SOLVED && !b->limited) return false;
  return b->left > 0 && (b->deadline == INFINITY || al_clock() < b->deadline);
}

static int crowd_solve(lua_State *L)
{
  al_crowd *c = begin(L, 2);
  budget b = check_budget(L);
  const uint64_t slice = 1 + SLICE / (1 + (uint64_t)astar_crowd_count(c->core)), asked = b.left;
  const double limit = c->space->limits->expansions;
  const uint64_t most = al_limit_count(limit) / (1 + (uint64_t)astar_crowd_count(c->core));
  astar_solution outcome;
  require_solvable(L, c);
  if (most == 0) return al_limit_error(L, limit, "expansions");
  if (b.left > most) b.left = most;
  do {
    const uint64_t n = b.left < slice ? b.left : slice;
    outcome = astar_crowd_solve(c->core, n);
    if (outcome == ASTAR_SOLVE_NO_MEMORY) return al_no_memory(L);
    b.left -= n;
  } while (goes_on(&b, outcome));
  al_report_crowd(L, c, b.deadline < INFINITY);
  if (b.left == 0 && most < asked && outcome != ASTAR_SOLVED && outcome != ASTAR_BEST && outcome != ASTAR_UNSOLVABLE)
    return al_limit_error(L, limit, "expansions");
  lua_pushboolean(L, outcome == ASTAR_SOLVED || outcome == ASTAR_BEST);
  if (lua_toboolean(L, -1)) return 1;
  lua_pushstring(L, outcome == ASTAR_UNSOLVABLE ? "unsolvable" : "limit");
  return 2;
}

/* ---- Fields ---- */

enum {
  FIELD_GRAPH = 1,
  FIELD_CLOSED,
  FIELD_STEPS,
  FIELD_TIME,
  FIELD_PLANNED,
  FIELD_PLAN_COST,
  FIELD_DURATIONS,
  FIELD_PATIENCE,
  FIELD_EXPANSIONS
};

static const al_field crowd_fields[] = {{"graph", FIELD_GRAPH},         {"closed", FIELD_CLOSED},
                                        {"steps", FIELD_STEPS},         {"time", FIELD_TIME},
                                        {"planned", FIELD_PLANNED},     {"plan_cost", FIELD_PLAN_COST},
                                        {"durations", FIELD_DURATIONS}, {"patience", FIELD_PATIENCE},
                                        {"expansions", FIELD_EXPANSIONS}, {NULL, 0}};

static int crowd_get(lua_State *L)
{
  const al_crowd *c = al_self(L, al_crowd_kind);
  const int code = al_member(L, al_crowd_kind), env = 4;
  if (code == 0) return 1;
  c = al_begin_any_crowd(L, &al_node_crowd_type, 1);
  if (code == FIELD_CLOSED) {
    lua_pushboolean(L, c->core == NULL);
    return 1;
  }
  al_require_crowd(L, c);
  switch (code) {
  case FIELD_GRAPH: lua_rawgeti(L, env, ENV_SPACE); break;
  case FIELD_STEPS: compat_pushcount(L, (uint64_t)astar_crowd_time(c->core)); break;
  case FIELD_TIME: lua_pushnumber(L, astar_crowd_time(c->core)); break;
  case FIELD_PLANNED: compat_pushcount(L, astar_crowd_planned(c->core)); break;
  case FIELD_PLAN_COST: lua_pushnumber(L, astar_crowd_plan_cost(c->core)); break;
  case FIELD_DURATIONS: lua_pushboolean(L, astar_crowd_get(c->core).durations); break;
  case FIELD_PATIENCE: compat_pushcount(L, astar_crowd_get(c->core).patience); break;
  default: al_push_expansions(L, astar_crowd_get(c->core).expansions); break;
  }
  return 1;
}

static int crowd_set(lua_State *L)
{
  return al_refuse_assignment(L, al_crowd_kind);
}

static const luaL_Reg crowd_methods[] = {{"add", crowd_add},       {"at", crowd_at},       {"step", crowd_step},
                                         {"update", crowd_update}, {"solve", crowd_solve}, {NULL, NULL}};

static const luaL_Reg crowd_meta[] = {{"__index", crowd_get}, {"__newindex", crowd_set}, {NULL, NULL}};

static const luaL_Reg graph_methods[] = {{"crowd", al_graph_crowd}, {NULL, NULL}};

const al_members al_node_crowd_members = {crowd_methods, crowd_fields, crowd_meta};
const al_members al_graph_crowd_members = {graph_methods, NULL, NULL};
