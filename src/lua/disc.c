/* disc.c: the class "disc": an agent of a crowd of discs; see disc_crowd.h. */
#include "disc_crowd.h"

#include "path.h"

#include <math.h>

/* ---- A crowd of discs as a crowd ---- */

static uint32_t count(const al_crowd *c)
{
  return astar_discs_count(c->core);
}

static uint32_t next(const al_crowd *c, uint32_t id)
{
  return astar_discs_next(c->core, id);
}

static bool has(const al_crowd *c, uint32_t id, uint32_t *generation)
{
  return astar_discs_has(c->core, id, generation);
}

static size_t memory(const al_crowd *c)
{
  return astar_discs_memory(c->core);
}

static void destroy(al_crowd *c)
{
  astar_discs_destroy(c->core);
}

static void positions(al_crowd *c, double *numbers)
{
  astar_discs_positions(c->core, numbers);
}

static bool stuck(al_crowd *c, uint32_t id, uint32_t *by)
{
  const astar_disc_view view = astar_discs_agent(c->core, id);
  *by = view.by;
  return view.status == ASTAR_AGENT_STUCK;
}

static astar_groups *groups(const al_crowd *c)
{
  return astar_discs_groups(c->core);
}

/* A node, of which only the place counts unless it is on the map of the crowd; or a place. */
static void read_goal(lua_State *L, const al_entry *e, al_crowd *c, int env, al_group_goal *goal)
{
  const al_handle *n = al_test(L, e->value, al_node_kind);
  (void)env;
  if (!n) al_require_entry(L, e, LUA_TTABLE, "{x, y} or node");
  if (n) al_node_place(L, e, (const al_discs *)c, goal->at);
  else al_disc_place(L, e, (const al_discs *)c, goal->at);
  if (n && n->space == c->space) goal->node = n->id;
}

static void forget_goal(lua_State *L, int own, uint32_t id)
{
  lua_pushboolean(L, 0);
  al_set_by_id(L, own, DISCS_GOALS, id, lua_gettop(L));
  lua_pop(L, 1);
}

/* The name of the unit of discs that are added without one. */
static void save_unit(const al_discs *d, astar_writer *w)
{
  size_t length;
  const char *name;
  astar_write_number(w, d->unit != ASTAR_NO_UNIT, 1);
  if (d->unit == ASTAR_NO_UNIT) return;
  name = astar_graph_unit_name(((const al_graph *)d->crowd.space)->core, d->unit, &length);
  astar_write_bytes(w, name, length);
}

/*
** After the core: the radius, a double; u8 1 and the name of the unit, or u8 0; u8 the number of groups, and their
** names but the first.
*/
static void save(lua_State *L, al_crowd *c, int own, astar_writer *w)
{
  const al_discs *d = (const al_discs *)c;
  uint32_t i;
  /* A loaded crowd begins with the obstacles that there are then, and does not know what was edited. */
  al_check_corners(L, astar_discs_follow(c->core));
  astar_save_discs(c->core, w);
  astar_write_double(w, d->radius);
  save_unit(d, w);
  astar_write_number(w, d->group_count, 1);
  al_push_table(L, own, DISCS_GROUPS);
  for (i = 1; i < d->group_count; i++) {
    size_t length;
    lua_rawgeti(L, -1, (int)i + 1);
    al_check_unchanged(L, lua_type(L, -1) == LUA_TSTRING);
    astar_write_bytes(w, lua_tolstring(L, -1, &length), compat_rawlen(L, -1));
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

const al_crowd_type al_disc_crowd_type = {.kind = al_discs_kind,
                                          .agent_kind = al_disc_kind,
                                          .meta = AL_DISCS_META,
                                          .agent_meta = AL_DISC_META,
                                          .members = "disc",
                                          .size = sizeof(al_discs),
                                          .own_size = DISCS_GROUP_IDS,
                                          .count = count,
                                          .next = next,
                                          .has = has,
                                          .memory = memory,
                                          .destroy = destroy,
                                          .groups = groups,
                                          .read_goal = read_goal,
                                          .forget_goal = forget_goal,
                                          .positions = positions,
                                          .stuck = stuck,
                                          .save = save};

/* ---- Fields ---- */

enum {
  FIELD_ID = 1,
  FIELD_CROWD,
  FIELD_X,
  FIELD_Y,
  FIELD_VX,
  FIELD_VY,
  FIELD_RADIUS,
  FIELD_SPEED,
  FIELD_GOAL,
  FIELD_VELOCITY,
  FIELD_PRIORITY,
  FIELD_GROUP,
  FIELD_ARRIVE,
  FIELD_DATA,
  FIELD_STATUS,
  FIELD_BY,
  FIELD_WAITED,
  FIELD_UNIT
};

static const al_field disc_fields[] = {
    {"id", FIELD_ID},         {"crowd", FIELD_CROWD},   {"x", FIELD_X},           {"y", FIELD_Y},
    {"vx", FIELD_VX},         {"vy", FIELD_VY},         {"radius", FIELD_RADIUS}, {"speed", FIELD_SPEED},
    {"goal", FIELD_GOAL},     {"group", FIELD_GROUP},   {"velocity", FIELD_VELOCITY}, {"priority", FIELD_PRIORITY},
    {"arrive", FIELD_ARRIVE}, {"data", FIELD_DATA},     {"status", FIELD_STATUS}, {"by", FIELD_BY},
    {"waited", FIELD_WAITED}, {"unit", FIELD_UNIT},     {NULL, 0}};

/* Stack indices in __index, and in __newindex one higher. */
enum { OWN = 3 };

static al_discs *discs_of(const al_agent *a)
{
  return (al_discs *)a->crowd;
}

static astar_disc_view view_of(const al_agent *a)
{
  return astar_discs_agent(a->crowd->core, a->id);
}

/* Push what was given as goal; of a loaded disc the place to which it goes, or nil if that is a flow. */
static void push_goal(lua_State *L, const al_agent *a, const astar_disc_view *view)
{
  const bool placed = view->wish == ASTAR_WISH_PLACE || view->wish == ASTAR_WISH_PATH;
  if (!placed && view->wish != ASTAR_WISH_FLOW) {
    lua_pushnil(L);
    return;
  }
  al_push_by_id(L, OWN, DISCS_GOALS, a->id);
  if (lua_toboolean(L, -1)) return;
  if (placed) al_push_place(L, view->wish_x, view->wish_y);
  else lua_pushnil(L);
}

static void push_velocity(lua_State *L, const astar_disc_view *view)
{
  double velocity[2];
  velocity[0] = view->wish_x;
  velocity[1] = view->wish_y;
  if (view->wish == ASTAR_WISH_VELOCITY) al_push_numbers(L, velocity, 2);
  else lua_pushnil(L);
}

static void push_group(lua_State *L, uint32_t group)
{
  al_push_table(L, OWN, DISCS_GROUPS);
  lua_rawgeti(L, -1, (int)group + 1);
}

static void push_number_field(lua_State *L, const astar_disc_view *v, int code)
{
  switch (code) {
  case FIELD_X: lua_pushnumber(L, v->x); break;
  case FIELD_Y: lua_pushnumber(L, v->y); break;
  case FIELD_VX: lua_pushnumber(L, v->vx); break;
  case FIELD_VY: lua_pushnumber(L, v->vy); break;
  case FIELD_RADIUS: lua_pushnumber(L, v->radius); break;
  case FIELD_SPEED: lua_pushnumber(L, v->speed); break;
  case FIELD_PRIORITY: lua_pushnumber(L, v->priority); break;
  case FIELD_ARRIVE: lua_pushnumber(L, isnan(v->arrive) ? v->radius : v->arrive); break;
  default: lua_pushnumber(L, v->waited); break;
  }
}

static int disc_get(lua_State *L)
{
  const al_agent *a = al_self(L, al_disc_kind);
  const int code = al_member(L, al_disc_kind);
  astar_disc_view view;
  if (code == 0) return 1;
  a = al_begin_agent(L, &al_disc_crowd_type, 1);
  view = view_of(a);
  switch (code) {
  case FIELD_ID: compat_pushcount(L, a->id); break;
  case FIELD_CROWD: lua_rawgeti(L, OWN, CROWD_SELF); break;
  case FIELD_GOAL: push_goal(L, a, &view); break;
  case FIELD_VELOCITY: push_velocity(L, &view); break;
  case FIELD_GROUP: push_group(L, view.group); break;
  case FIELD_UNIT: al_push_disc_unit(L, discs_of(a), view.unit); break;
  case FIELD_DATA: al_push_by_id(L, OWN, CROWD_DATA, a->id); break;
  case FIELD_STATUS: lua_pushstring(L, al_agent_status_names[view.status]); break;
  case FIELD_BY: al_push_agent(L, OWN, a->crowd, view.by); break;
  default: push_number_field(L, &view, code); break;
  }
  return 1;
}

/* ---- Assigning: the value is at 3 ---- */

#define VALUE (&(const al_entry){.arg = 3, .value = 3})

/*
** Set the wish, and keep what was given as goal: there is an entry for each disc, so that to store it allocates
** nothing.
*/
static void set_wish(lua_State *L, const al_agent *a, al_wish *w)
{
  al_discs *d = discs_of(a);
  /* To read the wish may have run finalizers. */
  al_require_crowd(L, a->crowd);
  if (!al_is_in_crowd(a)) luaL_error(L, "disc %d was removed", (int)a->id);
  al_resolve_wish(L, 3, d, OWN + 1, w);
  al_check_corners(L, astar_discs_set_wish(al_discs_core(d), a->id, &w->wish));
  if (w->value) lua_pushvalue(L, w->value);
  else lua_pushboolean(L, 0);
  al_set_by_id(L, OWN + 1, DISCS_GOALS, a->id, lua_gettop(L));
}

/* Take the wish away if the disc has one of these kinds. */
static void clear_wish(lua_State *L, const al_agent *a, bool velocity)
{
  al_wish none = {{ASTAR_WISH_NONE, 0, 0, NULL, 0}, 0};
  const astar_wish_kind kind = view_of(a).wish;
  if ((kind == ASTAR_WISH_VELOCITY) == velocity) set_wish(L, a, &none);
}

static void set_goal(lua_State *L, const al_agent *a)
{
  al_wish w;
  if (lua_isnil(L, 3)) {
    clear_wish(L, a, false);
    return;
  }
  w = al_entry_goal(L, VALUE, discs_of(a));
  set_wish(L, a, &w);
}

static void set_velocity(lua_State *L, const al_agent *a)
{
  al_wish w;
  if (lua_isnil(L, 3)) {
    clear_wish(L, a, true);
    return;
  }
  w = al_entry_velocity(L, VALUE);
  set_wish(L, a, &w);
}

static void set_radius(lua_State *L, const al_agent *a)
{
  const double radius = al_entry_radius(L, VALUE);
  const astar_disc_view view = view_of(a);
  double place[2];
  astar_obstacle blocker;
  place[0] = view.x;
  place[1] = view.y;
  al_check_corners(L, astar_discs_follow(a->crowd->core));
  blocker = astar_discs_set_radius(a->crowd->core, a->id, radius);
  if (blocker != ASTAR_NO_OBSTACLE) al_no_standing(L, 3, discs_of(a), place, radius, blocker);
}

/* nil stands for the unit of the crowd. */
static void set_unit(lua_State *L, const al_agent *a)
{
  const al_discs *d = discs_of(a);
  const astar_unit unit = d->on_grid && lua_isnil(L, 3) ? d->unit : al_entry_disc_unit(L, VALUE, d);
  const astar_disc_view view = view_of(a);
  double place[2];
  astar_obstacle blocker;
  place[0] = view.x;
  place[1] = view.y;
  al_check_corners(L, astar_discs_set_unit(a->crowd->core, a->id, unit, &blocker));
  if (blocker != ASTAR_NO_OBSTACLE) al_no_standing(L, 3, d, place, view.radius, blocker);
}

static void set_group(lua_State *L, const al_agent *a)
{
  uint32_t group;
  if (lua_type(L, 3) != LUA_TSTRING) al_type_error(L, 3, "string");
  group = al_find_group(L, 3, discs_of(a), OWN + 1, 3);
  al_keep_group(discs_of(a), group);
  astar_discs_set_group(a->crowd->core, a->id, group);
}

static int disc_set(lua_State *L)
{
  al_agent *a = al_self(L, al_disc_kind);
  const int code = al_set_member(L, al_disc_kind);
  a = al_begin_agent(L, &al_disc_crowd_type, 2);
  switch (code) {
  case FIELD_GOAL: set_goal(L, a); break;
  case FIELD_VELOCITY: set_velocity(L, a); break;
  case FIELD_RADIUS: set_radius(L, a); break;
  case FIELD_GROUP: set_group(L, a); break;
  case FIELD_UNIT: set_unit(L, a); break;
  case FIELD_SPEED: astar_discs_set_speed(a->crowd->core, a->id, al_entry_span(L, VALUE)); break;
  case FIELD_PRIORITY: astar_discs_set_priority(a->crowd->core, a->id, al_check_finite(L, 3)); break;
  case FIELD_ARRIVE:
    astar_discs_set_arrive(a->crowd->core, a->id, lua_isnil(L, 3) ? NAN : al_entry_span(L, VALUE));
    break;
  case FIELD_DATA: al_set_by_id(L, OWN + 1, CROWD_DATA, a->id, 3); break;
  default: return al_fixed_member(L, al_disc_kind);
  }
  al_report_crowd(L, a->crowd, false);
  return 0;
}

static int disc_tostring(lua_State *L)
{
  const al_agent *a = al_begin_any_agent(L, &al_disc_crowd_type, 0);
  if (!al_is_in_crowd(a) || !a->crowd->space->type->is_open(a->crowd->space))
    lua_pushfstring(L, "disc %d (removed)", (int)a->id);
  else lua_pushfstring(L, "disc %d (%s)", (int)a->id, al_agent_status_names[view_of(a).status]);
  return 1;
}

/* ---- Methods ---- */

static int disc_place(lua_State *L)
{
  const al_agent *a = al_begin_agent(L, &al_disc_crowd_type, 2);
  astar_obstacle blocker;
  double place[2];
  place[0] = al_check_coordinate(L, 2);
  place[1] = al_check_coordinate(L, 3);
  al_check_corners(L, astar_discs_follow(a->crowd->core));
  blocker = astar_discs_set_place(a->crowd->core, a->id, place[0], place[1]);
  if (blocker != ASTAR_NO_OBSTACLE) al_no_standing(L, 2, discs_of(a), place, view_of(a).radius, blocker);
  al_report_crowd(L, a->crowd, false);
  return 0;
}

static int disc_remove(lua_State *L)
{
  const al_agent *a = al_begin_agent(L, &al_disc_crowd_type, 0);
  al_forget_agent(L, 2, a->id);
  al_clear_by_id(L, 2, DISCS_GOALS, a->id);
  astar_discs_remove(a->crowd->core, a->id);
  return 0;
}

static int disc_stop(lua_State *L)
{
  const al_agent *a = al_begin_agent(L, &al_disc_crowd_type, 0);
  const astar_wish none = {ASTAR_WISH_NONE, 0, 0, NULL, 0};
  al_check_corners(L, astar_discs_set_wish(al_discs_core(discs_of(a)), a->id, &none));
  lua_pushboolean(L, 0);
  al_set_by_id(L, 2, DISCS_GOALS, a->id, lua_gettop(L));
  al_report_crowd(L, a->crowd, false);
  return 0;
}

static const luaL_Reg disc_methods[] = {
    {"place", disc_place}, {"remove", disc_remove}, {"stop", disc_stop}, {NULL, NULL}};

static const luaL_Reg disc_meta[] = {
    {"__index", disc_get}, {"__newindex", disc_set}, {"__tostring", disc_tostring}, {NULL, NULL}};

const al_members al_disc_members = {disc_methods, disc_fields, disc_meta};
