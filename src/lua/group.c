/* group.c: see group.h. */
#include "group.h"

#include "fields.h"
#include "path.h"

#include <math.h>
#include <string.h>

/* A handle of a group. */
typedef struct al_group {
  const char *kind; /* al_group_kind */
  al_crowd *crowd;  /* kept alive by the own table */
  astar_group id;
} al_group;

static const char *const formation_names[] = {"box", "line", "column", "wedge", "circle"};
static const char *const speed_names[] = {"slowest", "own"};

static astar_groups *groups_of(const al_crowd *c)
{
  return c->type->groups(c);
}

/* ---- Handles ---- */

/* Push the handle of a group that is stored, and return it; NULL, and nothing is pushed, if there is none. */
static al_group *push_stored(lua_State *L, int own, const al_crowd *c, astar_group id)
{
  al_group *group;
  al_push_by_id(L, own, CROWD_GROUPS, id);
  group = al_test(L, -1, al_group_kind);
  if (group && group->crowd == c && group->id == id) return group;
  lua_pop(L, 1);
  return NULL;
}

/* Push a handle that stands for no group yet. */
static al_group *new_handle(lua_State *L, int own, al_crowd *c)
{
  al_group *group = compat_newuserdata(L, sizeof *group);
  group->kind = al_group_kind;
  group->crowd = c;
  group->id = ASTAR_NO_GROUP;
  luaL_getmetatable(L, AL_GROUP_META);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, own);
  compat_setuservalue(L, -2);
  return group;
}

static void push_group(lua_State *L, int own, al_crowd *c, astar_group id)
{
  al_group *group;
  luaL_checkstack(L, 6, "too many groups");
  if (push_stored(L, own, c, id)) return;
  group = new_handle(L, own, c);
  /* A finalizer may have made it. */
  if (push_stored(L, own, c, id)) {
    lua_remove(L, -2);
    return;
  }
  al_set_by_id(L, own, CROWD_GROUPS, id, lua_gettop(L));
  group->id = id;
}

static bool is_open(const al_group *group)
{
  return group->crowd->core && astar_group_has(groups_of(group->crowd), group->id);
}

/* Self as a group, open or closed, with `args` arguments; pushes the own table of the crowd, and the environment. */
static al_group *begin_any(lua_State *L, int args)
{
  al_group *group = al_self(L, al_group_kind);
  lua_settop(L, args + 1);
  al_push_own(L, 1, group->crowd);
  return group;
}

static void require_open(lua_State *L, const al_group *group)
{
  al_require_crowd(L, group->crowd);
  if (!is_open(group)) luaL_error(L, "attempt to use a closed group");
}

static al_group *begin(lua_State *L, int args)
{
  al_group *group = begin_any(L, args);
  require_open(L, group);
  return group;
}

/* ---- Units ---- */

/* The value as a unit of this crowd. */
static astar_agent entry_unit(lua_State *L, const al_entry *e, const al_crowd *c)
{
  const al_agent *a = al_test(L, e->value, c->type->agent_kind);
  if (!a) al_entry_error(L, e, "%s expected, got %s", c->type->agent_kind, al_type_name(L, e->value));
  al_check_agent(L, e, a, c->space);
  if (a->crowd != c) al_entry_error(L, e, "%s of another crowd", a->kind);
  return a->id;
}

/* Read the array of units at 2; pushes a userdata that owns the result. Runs no finalizers after that. */
static const astar_agent *read_units(lua_State *L, const al_crowd *c, uint32_t *count)
{
  const size_t length = compat_rawlen(L, 2);
  al_entry unit = {.arg = 2};
  astar_agent *ids;
  size_t i;
  if (length >= 0x7FFFFFFF) al_arg_error(L, 2, "too many units");
  ids = compat_newuserdata(L, length * sizeof *ids + 1);
  al_require_crowd(L, c);
  unit.value = lua_gettop(L) + 1;
  for (i = 0; i < length; i++) {
    unit.element = (int)i + 1;
    lua_rawgeti(L, 2, unit.element);
    ids[i] = entry_unit(L, &unit, c);
    lua_pop(L, 1);
  }
  *count = (uint32_t)length;
  return ids;
}

/* ---- crowd:group ---- */

typedef struct group_options {
  int places; /* stack index of the offsets, or 0 */
  astar_group_def def;
} group_options;

static void read_formation(lua_State *L, const al_entry *e)
{
  group_options *o = e->into;
  const char *expected = "box, line, column, wedge, circle or an array of {dx, dy}";
  if (lua_type(L, e->value) == LUA_TTABLE) {
    al_keep_entry(L, e);
    o->def.formation = ASTAR_FORMATION_OWN;
  } else {
    o->def.formation = (astar_formation)al_entry_name(L, e, expected, formation_names, 5);
  }
}

static void read_spacing(lua_State *L, const al_entry *e)
{
  const double value = al_entry_coordinate(L, e);
  if (!(value > 0)) al_entry_error(L, e, "number > 0 expected, got %s", al_push_number(L, value));
  *(double *)e->target = value;
}

static void read_facing(lua_State *L, const al_entry *e)
{
  double *facing = e->target;
  al_entry_numbers(L, e, "{dx, dy}", 2, 2, al_entry_coordinate, facing);
  if (facing[0] == 0 && facing[1] == 0) al_entry_error(L, e, "a direction expected, got {0, 0}");
}

static void read_speed(lua_State *L, const al_entry *e)
{
  *(bool *)e->target = al_entry_name(L, e, "slowest or own", speed_names, 2) == 1;
}

static const al_option group_options_list[] = {{"formation", read_formation, offsetof(group_options, places)},
                                               {"spacing", read_spacing, offsetof(group_options, def.spacing)},
                                               {"facing", read_facing, offsetof(group_options, def.facing)},
                                               {"speed", read_speed, offsetof(group_options, def.own_speed)},
                                               {NULL, NULL, 0}};

/* One of the offsets: the value of `e`, an array of two numbers. */
static void read_place(lua_State *L, const al_entry *e, double place[2])
{
  al_entry number = *e;
  int k;
  al_require_entry(L, e, LUA_TTABLE, "{dx, dy}");
  if (compat_rawlen(L, e->value) != 2)
    al_entry_error(L, e, "{dx, dy} expected, got %d elements", (int)compat_rawlen(L, e->value));
  number.value = lua_gettop(L) + 1;
  for (k = 0; k < 2; k++) {
    lua_rawgeti(L, e->value, k + 1);
    place[k] = al_entry_coordinate(L, &number);
    lua_pop(L, 1);
  }
}

/* Read the offsets, if there are any; pushes a userdata that owns them. */
static void read_places(lua_State *L, group_options *o)
{
  al_entry e = {.arg = 3, .what = "option", .name = "formation"};
  const size_t length = o->places ? compat_rawlen(L, o->places) : 0;
  double(*places)[2];
  size_t i;
  if (!o->places) return;
  e.value = o->places;
  if (length == 0 || length >= 0x7FFFFFF)
    al_entry_error(L, &e, "an array of {dx, dy} expected, got %d elements", (int)length);
  places = compat_newuserdata(L, length * sizeof *places);
  e.value = lua_gettop(L) + 1;
  for (i = 0; i < length; i++) {
    e.element = (int)i + 1;
    lua_rawgeti(L, o->places, e.element);
    read_place(L, &e, places[i]);
    lua_pop(L, 1);
  }
  o->def.places = (const double(*)[2])places;
  o->def.place_count = (uint32_t)length;
}

/* Close the groups that nobody can reach any more: without members and without a handle. */
static void sweep(lua_State *L, int own, al_crowd *c)
{
  astar_groups *s = groups_of(c);
  astar_group id = ASTAR_NO_GROUP;
  while ((id = astar_group_next(s, id)) != ASTAR_NO_GROUP) {
    if (astar_group_count(s, id) > 0) continue;
    if (push_stored(L, own, c, id)) lua_pop(L, 1);
    else astar_group_close(s, id);
  }
}

static int crowd_group(lua_State *L)
{
  al_crowd *c = al_begin_either_crowd(L, 2);
  const int own = 4, handle = 6;
  group_options o;
  al_group *group = new_handle(L, own, c);
  const astar_agent *units;
  uint32_t count;
  astar_group id;
  astar_result result;
  memset(&o, 0, sizeof o);
  o.def = astar_default_group();
  lua_settop(L, handle + 1);
  if (lua_type(L, 2) != LUA_TTABLE) al_type_error(L, 2, "array of units");
  al_read_options(L, 3, "option", group_options_list, handle + 1, &o);
  read_places(L, &o);
  units = read_units(L, c, &count);
  sweep(L, own, c);
  /* As in crowd:add: Lua's table first. */
  id = astar_group_next_id(groups_of(c));
  al_check_unchanged(L, lua_touserdata(L, handle) == group);
  al_set_by_id(L, own, CROWD_GROUPS, id, handle);
  result = astar_group_create(groups_of(c), &o.def, units, count, &id);
  if (result == ASTAR_FULL) luaL_error(L, "too many groups");
  al_check_result(L, result);
  group->id = id;
  lua_settop(L, handle);
  al_report_crowd(L, c, false);
  return 1;
}

/* ---- crowd:groups ---- */

/* The iterator, called with the crowd. Upvalue after the name: the last id. */
static int groups_next(lua_State *L)
{
  al_crowd *c = al_begin_either_crowd(L, 0);
  astar_groups *s = groups_of(c);
  astar_group id = (astar_group)lua_tonumber(L, lua_upvalueindex(2));
  do {
    id = astar_group_next(s, id);
    if (id == ASTAR_NO_GROUP) return 0;
  } while (astar_group_count(s, id) == 0);
  push_group(L, 2, c, id);
  al_set_upvalue(L, 2, id);
  return 1;
}

static int crowd_groups(lua_State *L)
{
  (void)al_begin_either_crowd(L, 0);
  lua_pushinteger(L, 0);
  return al_push_iterator(L, "groups", groups_next, 1);
}

/* ---- Methods ---- */

static int group_units(lua_State *L)
{
  al_group *group = begin(L, 0);
  const uint32_t count = astar_group_count(groups_of(group->crowd), group->id);
  uint32_t i;
  lua_createtable(L, count < 0x7FFFFFFF ? (int)count : 0, 0);
  for (i = 0; i < count; i++) {
    astar_agent id;
    require_open(L, group); /* to push a unit may run finalizers */
    id = astar_group_member(groups_of(group->crowd), group->id, i);
    if (id == ASTAR_NO_AGENT) break;
    al_push_agent(L, 2, group->crowd, id);
    lua_rawseti(L, 4, (int)i + 1);
  }
  return 1;
}

/* The goals of units are from the group from now on. Allocates nothing. */
static void forget_goal(lua_State *L, int own, const al_group *group, astar_agent id)
{
  if (group->crowd->type->forget_goal) group->crowd->type->forget_goal(L, own, id);
}

static int group_add(lua_State *L)
{
  al_group *group = begin(L, 1);
  const al_entry e = {.arg = 2, .value = 2};
  const astar_agent id = entry_unit(L, &e, group->crowd);
  astar_groups *s = groups_of(group->crowd);
  al_check_result(L, astar_group_add(s, group->id, id));
  if (astar_group_get(s, group->id).has_goal) forget_goal(L, 3, group, id);
  al_report_crowd(L, group->crowd, false);
  return 0;
}

static int group_remove(lua_State *L)
{
  al_group *group = begin(L, 1);
  const al_entry e = {.arg = 2, .value = 2};
  const astar_agent id = entry_unit(L, &e, group->crowd);
  astar_groups *s = groups_of(group->crowd);
  const bool found = astar_group_of(s, id) == group->id;
  if (found) astar_group_remove(s, id);
  lua_pushboolean(L, found);
  return 1;
}

static int group_close(lua_State *L)
{
  al_group *group = begin_any(L, 0);
  if (!is_open(group)) return 0;
  al_require_crowd(L, group->crowd);
  astar_group_close(groups_of(group->crowd), group->id);
  return 0;
}

/* ---- Fields ---- */

enum {
  FIELD_CROWD = 1,
  FIELD_CLOSED,
  FIELD_GOAL,
  FIELD_STATUS,
  FIELD_X,
  FIELD_Y,
  FIELD_FACING,
  FIELD_FORMATION,
  FIELD_SPACING,
  FIELD_SPEED
};

static const al_field group_fields[] = {{"crowd", FIELD_CROWD},
                                        {"closed", FIELD_CLOSED},
                                        {"goal", FIELD_GOAL},
                                        {"status", FIELD_STATUS},
                                        {"x", FIELD_X},
                                        {"y", FIELD_Y},
                                        {"facing", FIELD_FACING},
                                        {"formation", FIELD_FORMATION},
                                        {"spacing", FIELD_SPACING},
                                        {"speed", FIELD_SPEED},
                                        {NULL, 0}};

/* Push a number, or nil for NAN. */
static void push_known(lua_State *L, double value)
{
  if (isnan(value)) lua_pushnil(L);
  else lua_pushnumber(L, value);
}

static void push_goal(lua_State *L, int env, const al_group *group, const astar_group_view *view)
{
  if (!view->has_goal) lua_pushnil(L);
  else if (view->node != ASTAR_NO_ID) al_push_id(L, env, group->crowd->space, view->node);
  else al_push_place(L, view->goal[0], view->goal[1]);
  if (!view->has_goal || view->node != ASTAR_NO_ID || view->level == 1) return;
  compat_pushcount(L, view->level);
  lua_setfield(L, -2, "level");
}

/* Push the name of the formation, or a copy of the offsets. */
static void push_formation(lua_State *L, const al_group *group, const astar_group_view *view)
{
  uint32_t i;
  if (view->formation != ASTAR_FORMATION_OWN) {
    lua_pushstring(L, formation_names[view->formation]);
    return;
  }
  lua_createtable(L, (int)view->place_count, 0);
  for (i = 0; i < view->place_count; i++) {
    double place[2];
    require_open(L, group); /* the offsets are its own */
    memcpy(place, view->places[i], sizeof place);
    al_push_numbers(L, place, 2);
    lua_rawseti(L, -2, (int)i + 1);
  }
}

static int group_get(lua_State *L)
{
  al_group *group = al_self(L, al_group_kind);
  const int code = al_member(L, al_group_kind), own = 3, env = 4;
  astar_group_view view;
  if (code == 0) return 1;
  group = begin_any(L, 1);
  if (code == FIELD_CLOSED) {
    lua_pushboolean(L, !is_open(group));
    return 1;
  }
  require_open(L, group);
  view = astar_group_get(groups_of(group->crowd), group->id);
  switch (code) {
  case FIELD_CROWD: lua_rawgeti(L, own, CROWD_SELF); break;
  case FIELD_GOAL: push_goal(L, env, group, &view); break;
  case FIELD_STATUS: lua_pushstring(L, al_agent_status_names[view.status]); break;
  case FIELD_X: push_known(L, view.x); break;
  case FIELD_Y: push_known(L, view.y); break;
  case FIELD_FACING: al_push_numbers(L, view.facing, 2); break;
  case FIELD_FORMATION: push_formation(L, group, &view); break;
  case FIELD_SPACING: lua_pushnumber(L, view.spacing); break;
  default: lua_pushstring(L, speed_names[view.own_speed]); break;
  }
  return 1;
}

/* Set the goal to the value at 3, nil too. */
static void set_goal(lua_State *L, const al_group *group, int own, int env)
{
  const al_entry e = {.arg = 3, .value = 3};
  astar_groups *s;
  al_group_goal goal = {{0, 0, 0}, ASTAR_NO_ID, 1};
  uint32_t i;
  if (!lua_isnil(L, 3)) group->crowd->type->read_goal(L, &e, group->crowd, env, &goal);
  require_open(L, group);
  s = groups_of(group->crowd);
  if (lua_isnil(L, 3)) astar_group_stop(s, group->id);
  else astar_group_set_goal(s, group->id, goal.at, goal.node, goal.level);
  for (i = 0; i < astar_group_count(s, group->id); i++) forget_goal(L, own, group, astar_group_member(s, group->id, i));
}

static int group_set(lua_State *L)
{
  al_group *group = al_self(L, al_group_kind);
  const int code = al_set_member(L, al_group_kind), own = 4, env = 5;
  group = begin(L, 2);
  if (code != FIELD_GOAL) return al_fixed_member(L, al_group_kind);
  set_goal(L, group, own, env);
  al_report_crowd(L, group->crowd, false);
  return 0;
}

static int group_len(lua_State *L)
{
  const al_group *group = begin(L, 0);
  compat_pushcount(L, astar_group_count(groups_of(group->crowd), group->id));
  return 1;
}

static int group_tostring(lua_State *L)
{
  const al_group *group = begin_any(L, 0);
  const al_crowd *c = group->crowd;
  if (!is_open(group) || !c->space->type->is_open(c->space)) {
    lua_pushliteral(L, "group (closed)");
  } else {
    const astar_group_view view = astar_group_get(groups_of(c), group->id);
    const uint32_t count = astar_group_count(groups_of(c), group->id);
    lua_pushfstring(L, "group (%d %s%s, %s)", (int)count, c->type->members, count == 1 ? "" : "s",
                    al_agent_status_names[view.status]);
  }
  return 1;
}

static const luaL_Reg group_methods[] = {
    {"units", group_units}, {"add", group_add}, {"remove", group_remove}, {"close", group_close}, {NULL, NULL}};

static const luaL_Reg group_meta[] = {{"__index", group_get},
                                      {"__newindex", group_set},
                                      {"__len", group_len},
                                      {"__tostring", group_tostring},
                                      {"__close", group_close},
                                      {NULL, NULL}};

static const luaL_Reg crowd_methods[] = {{"group", crowd_group}, {"groups", crowd_groups}, {NULL, NULL}};

const al_members al_group_members = {group_methods, group_fields, group_meta};
const al_members al_group_crowd_members = {crowd_methods, NULL, NULL};
