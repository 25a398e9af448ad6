/* agent.c: the class "agent": an agent of a crowd on nodes; see node_crowd.h. */
#include "node_crowd.h"

#include "options.h"
#include "plane.h"

#include <math.h>

/* ---- A crowd on nodes as a crowd ---- */

static uint32_t count(const al_crowd *c)
{
  return astar_crowd_count(c->core);
}

static uint32_t next(const al_crowd *c, uint32_t id)
{
  return astar_crowd_next(c->core, id);
}

static bool has(const al_crowd *c, uint32_t id, uint32_t *generation)
{
  return astar_crowd_has(c->core, id, generation);
}

static size_t memory(const al_crowd *c)
{
  return astar_crowd_memory(c->core);
}

static void destroy(al_crowd *c)
{
  astar_crowd_destroy(c->core);
}

static void positions(al_crowd *c, double *numbers)
{
  astar_crowd_positions(c->core, numbers);
}

static bool stuck(al_crowd *c, uint32_t id, uint32_t *by)
{
  const astar_agent_view view = astar_crowd_agent(c->core, id);
  *by = view.by;
  return view.status == ASTAR_AGENT_STUCK;
}

static astar_groups *groups(const al_crowd *c)
{
  return astar_crowd_groups(c->core);
}

/* A node, its name, or a place; on a grid one on the map. */
static void read_goal(lua_State *L, const al_entry *e, al_crowd *c, int env, al_group_goal *goal)
{
  al_graph *g = al_graph_of(c);
  if (lua_type(L, e->value) != LUA_TTABLE) {
    goal->node = al_entry_node(L, e, g, env);
    astar_graph_position(g->core, goal->node, goal->at);
    return;
  }
  al_entry_xy(L, e, goal->at);
  if (g->space.name != al_grid_name) return;
  goal->level = al_position_level(L, e, g, 1);
  if (astar_grid_at(g->core, goal->at[0], goal->at[1], goal->level) == ASTAR_NO_ID) {
    const char *x = al_push_number(L, goal->at[0]);
    al_entry_error(L, e, "position on the map expected, got (%s, %s)", x, al_push_number(L, goal->at[1]));
  }
}

static void save(lua_State *L, al_crowd *c, int own, astar_writer *w)
{
  (void)own;
  al_check_result(L, astar_crowd_follow(c->core));
  astar_save_crowd(c->core, w);
}

const al_crowd_type al_node_crowd_type = {.kind = al_crowd_kind,
                                          .agent_kind = al_agent_kind,
                                          .meta = AL_CROWD_META,
                                          .agent_meta = AL_AGENT_META,
                                          .members = "agent",
                                          .size = sizeof(al_crowd),
                                          .own_size = CROWD_GROUPS,
                                          .count = count,
                                          .next = next,
                                          .has = has,
                                          .memory = memory,
                                          .destroy = destroy,
                                          .groups = groups,
                                          .read_goal = read_goal,
                                          .positions = positions,
                                          .stuck = stuck,
                                          .save = save};

void al_require_untaken(lua_State *L, int arg, const al_crowd *c, astar_id node, astar_unit unit, astar_agent agent)
{
  const astar_agent there = astar_crowd_in_way(c->core, node, unit, agent);
  if (!astar_crowd_has_room(c->core, node, unit, agent))
    al_arg_error(L, arg, "node %d is too near to the edge of the map for the size of the unit", (int)node);
  if (there != ASTAR_NO_AGENT) al_arg_error(L, arg, "node %d is taken by agent %d", (int)node, (int)there);
}

double al_entry_speed(lua_State *L, const al_entry *e)
{
  const double value = al_entry_finite(L, e);
  if (value < 0) al_entry_least(L, e, 0);
  return value;
}

/* ---- Fields ---- */

enum {
  FIELD_ID = 1,
  FIELD_CROWD,
  FIELD_NODE,
  FIELD_NEXT,
  FIELD_PROGRESS,
  FIELD_GOAL,
  FIELD_UNIT,
  FIELD_PRIORITY,
  FIELD_FIXED,
  FIELD_DATA,
  FIELD_STATUS,
  FIELD_BY,
  FIELD_WAITED,
  FIELD_SIZE,
  FIELD_SPEED,
  FIELD_X,
  FIELD_Y,
  FIELD_VX,
  FIELD_VY
};

static const al_field agent_fields[] = {
    {"id", FIELD_ID},     {"crowd", FIELD_CROWD},       {"node", FIELD_NODE},   {"next", FIELD_NEXT},
    {"goal", FIELD_GOAL}, {"progress", FIELD_PROGRESS}, {"unit", FIELD_UNIT},   {"priority", FIELD_PRIORITY},
    {"data", FIELD_DATA}, {"fixed", FIELD_FIXED},       {"status", FIELD_STATUS}, {"by", FIELD_BY},
    {"waited", FIELD_WAITED}, {"speed", FIELD_SPEED},   {"size", FIELD_SIZE},   {"x", FIELD_X},         {"y", FIELD_Y},
    {"vx", FIELD_VX},     {"vy", FIELD_VY},             {NULL, 0}};

/* Stack indices in __index, and in __newindex one higher. */
enum { OWN = 3, ENV };

/* The view of self, which is live. */
static astar_agent_view view_of(const al_agent *a)
{
  return astar_crowd_agent(a->crowd->core, a->id);
}

static void push_node(lua_State *L, const al_agent *a, astar_id id)
{
  if (id == ASTAR_NO_ID) lua_pushnil(L);
  else al_push_id(L, ENV, a->crowd->space, id);
}

static void push_unit(lua_State *L, const al_agent *a, astar_unit unit)
{
  size_t length;
  const char *name;
  if (unit == ASTAR_NO_UNIT) {
    lua_pushnil(L);
    return;
  }
  name = astar_graph_unit_name(al_graph_of(a->crowd)->core, unit, &length);
  lua_pushlstring(L, name, length);
}

static double progress_of(const astar_agent_view *view)
{
  return view->left > 0 ? (view->span - view->left) / view->span : 0;
}

/* Push x, y, vx or vy, by its number; nil for an agent without a node. */
static void push_position(lua_State *L, const al_agent *a, int number)
{
  double position[4];
  astar_crowd_position(a->crowd->core, a->id, position);
  if (isnan(position[0])) lua_pushnil(L);
  else lua_pushnumber(L, position[number]);
}

static bool is_position(int code)
{
  return code >= FIELD_X && code <= FIELD_VY;
}

static int agent_get(lua_State *L)
{
  const al_agent *a = al_self(L, al_agent_kind);
  const int code = al_member(L, al_agent_kind);
  astar_agent_view view;
  if (code == 0) return 1;
  a = al_begin_agent(L, &al_node_crowd_type, 1);
  if (is_position(code)) {
    push_position(L, a, code - FIELD_X);
    return 1;
  }
  view = view_of(a);
  switch (code) {
  case FIELD_ID: compat_pushcount(L, a->id); break;
  case FIELD_CROWD: lua_rawgeti(L, OWN, CROWD_SELF); break;
  case FIELD_NODE: push_node(L, a, view.node); break;
  case FIELD_NEXT: push_node(L, a, view.left > 0 ? view.next : ASTAR_NO_ID); break;
  case FIELD_PROGRESS: lua_pushnumber(L, progress_of(&view)); break;
  case FIELD_GOAL: push_node(L, a, view.goal); break;
  case FIELD_UNIT: push_unit(L, a, view.unit); break;
  case FIELD_PRIORITY: lua_pushnumber(L, view.priority); break;
  case FIELD_FIXED: lua_pushboolean(L, view.fixed); break;
  case FIELD_SPEED: lua_pushnumber(L, view.speed); break;
  case FIELD_SIZE: compat_pushcount(L, view.size); break;
  case FIELD_DATA: al_push_by_id(L, OWN, CROWD_DATA, a->id); break;
  case FIELD_STATUS: lua_pushstring(L, al_agent_status_names[view.status]); break;
  case FIELD_BY: al_push_agent(L, OWN, a->crowd, view.by); break;
  default: compat_pushcount(L, view.waited); break;
  }
  return 1;
}

static void set_node(lua_State *L, const al_agent *a)
{
  const astar_id id = al_check_node(L, 3, al_graph_of(a->crowd), ENV + 1);
  al_require_untaken(L, 3, a->crowd, id, ASTAR_NO_UNIT, a->id);
  al_check_result(L, astar_crowd_set_node(a->crowd->core, a->id, id));
}

static void set_goal(lua_State *L, const al_agent *a)
{
  astar_id id = ASTAR_NO_ID;
  if (!lua_isnil(L, 3)) id = al_check_node(L, 3, al_graph_of(a->crowd), ENV + 1);
  al_check_result(L, astar_crowd_set_goal(a->crowd->core, a->id, id));
}

static int agent_set(lua_State *L)
{
  const al_entry value = {.arg = 3, .value = 3};
  al_agent *a = al_self(L, al_agent_kind);
  const int code = al_set_member(L, al_agent_kind);
  a = al_begin_agent(L, &al_node_crowd_type, 2);
  switch (code) {
  case FIELD_NODE: set_node(L, a); break;
  case FIELD_GOAL: set_goal(L, a); break;
  case FIELD_SPEED: astar_crowd_set_speed(a->crowd->core, a->id, al_entry_speed(L, &value)); break;
  case FIELD_PRIORITY: astar_crowd_set_priority(a->crowd->core, a->id, al_check_finite(L, 3)); break;
  case FIELD_FIXED:
    if (!lua_isboolean(L, 3)) al_type_error(L, 3, "boolean");
    astar_crowd_set_fixed(a->crowd->core, a->id, lua_toboolean(L, 3));
    break;
  case FIELD_DATA: al_set_by_id(L, OWN + 1, CROWD_DATA, a->id, 3); break;
  default: return al_fixed_member(L, al_agent_kind);
  }
  al_report_crowd(L, a->crowd, false);
  return 0;
}

static int agent_tostring(lua_State *L)
{
  const al_agent *a = al_begin_any_agent(L, &al_node_crowd_type, 0);
  if (!al_is_in_crowd(a) || !a->crowd->space->type->is_open(a->crowd->space))
    lua_pushfstring(L, "agent %d (removed)", (int)a->id);
  else lua_pushfstring(L, "agent %d (%s)", (int)a->id, al_agent_status_names[view_of(a).status]);
  return 1;
}

/* ---- Methods ---- */

static int agent_remove(lua_State *L)
{
  const al_agent *a = al_begin_agent(L, &al_node_crowd_type, 0);
  al_forget_agent(L, 2, a->id);
  astar_crowd_remove(a->crowd->core, a->id);
  return 0;
}

static int agent_stop(lua_State *L)
{
  const al_agent *a = al_begin_agent(L, &al_node_crowd_type, 0);
  al_check_result(L, astar_crowd_set_goal(a->crowd->core, a->id, ASTAR_NO_ID));
  al_report_crowd(L, a->crowd, false);
  return 0;
}

static const luaL_Reg agent_methods[] = {{"remove", agent_remove}, {"stop", agent_stop}, {NULL, NULL}};

static const luaL_Reg agent_meta[] = {
    {"__index", agent_get}, {"__newindex", agent_set}, {"__tostring", agent_tostring}, {NULL, NULL}};

const al_members al_agent_members = {agent_methods, agent_fields, agent_meta};
