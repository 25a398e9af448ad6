/* disc_crowd.c: the class "discs", of crowds of discs, and plane:crowd; see disc_crowd.h. */
#include "disc_crowd.h"

#include "fields.h"
#include "limit.h"

#include <math.h>
#include <string.h>

static al_discs *begin(lua_State *L, int args)
{
  return (al_discs *)al_begin_crowd(L, &al_disc_crowd_type, args);
}

/* ---- plane:crowd ---- */

void al_read_radius(lua_State *L, const al_entry *e)
{
  *(double *)e->target = al_entry_radius(L, e);
}

/* A number from `least` to `most`. */
static double entry_within(lua_State *L, const al_entry *e, const char *least, const char *most, double from, double to)
{
  const double value = al_entry_number(L, e);
  if (!(value >= from && value <= to))
    al_entry_error(L, e, "number from %s to %s expected, got %s", least, most, al_push_number(L, value));
  return value;
}

void al_read_horizon(lua_State *L, const al_entry *e)
{
  *(double *)e->target = entry_within(L, e, "0.000001", "1000000", 1e-6, 1e6);
}

void al_read_discs_patience(lua_State *L, const al_entry *e)
{
  *(double *)e->target = entry_within(L, e, "0", "1000000", 0, 1e6);
}

/* A whole number >= 1. */
static double entry_whole(lua_State *L, const al_entry *e)
{
  const double value = al_entry_least(L, e, 1);
  if (floor(value) != value) al_entry_error(L, e, "whole number expected, got %s", al_push_number(L, value));
  return value;
}

void al_read_neighbours(lua_State *L, const al_entry *e)
{
  const double value = entry_whole(L, e);
  if (value > ASTAR_DISC_NEIGHBOURS)
    al_entry_error(L, e, "at most %d expected, got %s", (int)ASTAR_DISC_NEIGHBOURS, al_push_number(L, value));
  *(uint32_t *)e->target = (uint32_t)value;
}

void al_read_acceleration(lua_State *L, const al_entry *e)
{
  const double value = al_entry_number(L, e);
  if (!(value > 0)) al_entry_error(L, e, "number > 0 expected, got %s", al_push_number(L, value));
  *(double *)e->target = value;
}

/* On a grid one that it has; on a plane any that grids of flows may have. */
void al_read_discs_level(lua_State *L, const al_entry *e)
{
  al_discs_source *source = e->into;
  if (source->grid) source->def.level = al_entry_level(L, e, source->grid);
  else source->def.level = (uint32_t)fmin(entry_whole(L, e), UINT32_MAX);
}

static const al_option discs_options[] = {AL_DISCS_OPTIONS, {NULL, NULL, 0}};

/* Push a closed crowd of discs, and its own table above it. */
static al_discs *new_discs(lua_State *L, int env, al_space *space)
{
  al_discs *d = (al_discs *)al_new_crowd(L, env, space, &al_disc_crowd_type);
  const int own = lua_gettop(L);
  lua_newtable(L);
  lua_rawseti(L, own, DISCS_GOALS);
  al_set_weak_table(L, DISCS_FLOWS, "v");
  lua_newtable(L);
  lua_rawseti(L, own, DISCS_GROUPS);
  lua_newtable(L);
  lua_rawseti(L, own, DISCS_GROUP_IDS);
  lua_pushliteral(L, "default");
  al_keep_group(d, al_find_group(L, 1, d, own, own + 1));
  lua_settop(L, own);
  return d;
}

/* Read the names of groups that disc.c writes. */
static void load_groups(lua_State *L, al_discs *d, int own, astar_reader *r)
{
  const uint64_t count = astar_read_number(r, 1);
  uint64_t i;
  if (count < 1 || count > ASTAR_DISC_GROUPS) al_arg_error(L, 2, "malformed: the number of groups is wrong");
  for (i = 1; i < count; i++) {
    size_t length;
    const char *bytes = astar_read_bytes(r, &length);
    uint32_t group;
    lua_pushlstring(L, bytes, length);
    /* A finalizer with the debug library can have changed it. */
    al_check_unchanged(L, lua_type(L, 2) == LUA_TSTRING && lua_tostring(L, 2) == (const char *)r->bytes);
    group = al_find_group(L, 2, d, own, lua_gettop(L));
    if (group != i) al_arg_error(L, 2, "malformed: two groups have the same name");
    al_keep_group(d, group);
    lua_pop(L, 1);
  }
}

/* Make the entries that each disc has in the own table, and find the numbers of flows that discs had. */
static void load_discs(lua_State *L, al_discs *d, int own)
{
  const int goals = lua_gettop(L) + 1;
  astar_agent id = ASTAR_NO_AGENT;
  al_push_table(L, own, DISCS_GOALS);
  while ((id = astar_discs_next(al_discs_core(d), id)) != ASTAR_NO_AGENT) {
    const astar_disc_view view = astar_discs_agent(al_discs_core(d), id);
    if (view.group >= d->group_count) al_arg_error(L, 2, "malformed: disc %d is of a group without a name", (int)id);
    if (view.wish == ASTAR_WISH_FLOW && view.flow >= d->flow_count) d->flow_loaded = d->flow_count = view.flow + 1;
    lua_pushboolean(L, 0);
    compat_rawsetid(L, goals, id);
  }
  lua_pop(L, 1);
}

/* The space on which it is to be. */
static al_space *space_of(const al_discs_source *source)
{
  return source->grid ? &source->grid->space : &source->plane->space;
}

/* Make the core of a new crowd. */
static void make_core(lua_State *L, al_discs *d, const al_discs_source *source)
{
  al_account *account = space_of(source)->limits->account;
  astar_discs *core = NULL;
  if (source->grid) {
    al_check_flat(L, 2, source->grid,
                  astar_discs_create_on_grid(al_allocate, account, source->grid->core, &source->def, &core));
  } else {
    core = astar_discs_create(al_allocate, account, source->plane->core, &source->def);
    if (!core) al_no_memory(L);
  }
  d->crowd.core = core;
}

static void load_core(lua_State *L, al_discs *d, const al_discs_source *source, astar_reader *r)
{
  al_account *account = space_of(source)->limits->account;
  astar_discs *core = NULL;
  astar_result result;
  if (source->grid) result = astar_load_discs_on_grid(al_allocate, account, r, source->grid->core, &core);
  else result = astar_load_discs(al_allocate, account, r, source->plane->core, &core);
  al_check_reader(L, r);
  if (result == ASTAR_MALFORMED) al_arg_error(L, 2, "%s", r->error);
  al_check_corners(L, result);
  d->crowd.core = core;
}

static void load_radius(lua_State *L, al_discs *d, astar_reader *r)
{
  d->radius = astar_read_double(r);
  if (!r->failed && !(d->radius > 0 && d->radius <= ASTAR_PLANE_LIMIT))
    al_arg_error(L, 2, "malformed: the radius of discs is wrong");
}

/* Read which unit disc.c writes: on a grid that of discs that are added without one. */
static void load_unit(lua_State *L, al_discs *d, const al_discs_source *source, astar_reader *r)
{
  const uint64_t given = astar_read_number(r, 1);
  const char *name;
  size_t length;
  d->unit = ASTAR_NO_UNIT;
  if (given > 1) al_arg_error(L, 2, "malformed: the unit is wrong");
  if (given == 0) return;
  name = astar_read_bytes(r, &length);
  if (!source->grid || r->failed) return;
  d->unit = astar_graph_unit(source->grid->core, name, length);
  if (d->unit == ASTAR_NO_UNIT) {
    lua_pushlstring(L, name, length);
    al_arg_error(L, 2, "the crowd is one for the unit '%s', which the map does not have", lua_tostring(L, -1));
  }
}

/* Load the crowd saved as the string at 2 into a closed one, whose own table is at `own`. */
static void load(lua_State *L, al_discs *d, int own, const al_discs_source *source, astar_reader *r)
{
  load_core(L, d, source, r);
  load_radius(L, d, r);
  load_unit(L, d, source, r);
  load_groups(L, d, own, r);
  al_require_crowd(L, &d->crowd);
  load_discs(L, d, own);
  al_load_agents(L, 2, &d->crowd, own, r);
}

void al_push_discs(lua_State *L, int env, const al_discs_source *source, bool saved)
{
  const int own = lua_gettop(L) + 2;
  al_space *space = space_of(source);
  astar_reader r;
  al_discs *d;
  if (saved) al_open_saved(L, 2, ASTAR_SAVED_DISCS, space->limits, &r);
  d = new_discs(L, env, space);
  d->radius = source->radius;
  d->unit = source->unit;
  d->on_grid = source->grid != NULL;
  al_require_open(L, space);
  al_check_unchanged(L, !saved || (lua_type(L, 2) == LUA_TSTRING && lua_tostring(L, 2) == (const char *)r.bytes));
  if (saved) load(L, d, own, source, &r);
  else make_core(L, d, source);
  d->level = astar_discs_get(al_discs_core(d)).level;
  al_report_crowd(L, &d->crowd, false);
  lua_settop(L, own - 1);
}

static int plane_crowd(lua_State *L)
{
  const bool saved = lua_type(L, 2) == LUA_TSTRING;
  al_discs_source source = {astar_default_discs(), astar_default_disc().radius, NULL, ASTAR_NO_UNIT, NULL};
  source.plane = al_begin_plane(L, 1);
  source.def.level = source.plane->floor + 1;
  if (!saved) al_read_options(L, 2, "option", discs_options, 0, &source);
  al_push_discs(L, 3, &source, saved);
  return 1;
}

/* ---- discs:add ---- */

typedef struct disc_options {
  const al_discs *crowd;
  int goal, velocity, group, data; /* stack indices, or 0 */
  astar_disc_def def;
} disc_options;

static void read_span(lua_State *L, const al_entry *e)
{
  *(double *)e->target = al_entry_span(L, e);
}

static void read_finite(lua_State *L, const al_entry *e)
{
  *(double *)e->target = al_entry_finite(L, e);
}

static void read_disc_unit(lua_State *L, const al_entry *e)
{
  disc_options *o = e->into;
  o->def.unit = al_entry_disc_unit(L, e, o->crowd);
}

/* The values of the first KEPT are kept on the stack. */
enum { KEPT = 4 };

static const al_option disc_options_list[] = {{"goal", al_keep_entry, offsetof(disc_options, goal)},
                                              {"velocity", al_keep_entry, offsetof(disc_options, velocity)},
                                              {"group", al_keep_string, offsetof(disc_options, group)},
                                              {"data", al_keep_entry, offsetof(disc_options, data)},
                                              {"unit", read_disc_unit, 0},
                                              {"radius", al_read_radius, offsetof(disc_options, def.radius)},
                                              {"speed", read_span, offsetof(disc_options, def.speed)},
                                              {"priority", read_finite, offsetof(disc_options, def.priority)},
                                              {"arrive", read_span, offsetof(disc_options, def.arrive)},
                                              {NULL, NULL, 0}};

/* Stack indices in discs:add. */
enum { OPTIONS = 4, OWN, ENV, HANDLE, KEPT_AT };

static al_wish read_wish(lua_State *L, const disc_options *o)
{
  al_wish none = {{ASTAR_WISH_NONE, 0, 0, NULL, 0}, 0};
  al_entry e = {.arg = OPTIONS, .what = "option", .name = "goal", .value = o->goal};
  if (o->goal && o->velocity) al_arg_error(L, OPTIONS, "options 'goal' and 'velocity' cannot go together");
  if (o->goal) return al_entry_goal(L, &e, o->crowd);
  if (!o->velocity) return none;
  e.name = "velocity";
  e.value = o->velocity;
  return al_entry_velocity(L, &e);
}

/* Take back what the own table has for a disc that was not added. */
static void forget(lua_State *L, uint32_t id)
{
  al_forget_agent(L, OWN, id);
  al_clear_by_id(L, OWN, DISCS_GOALS, id);
}

static int discs_add(lua_State *L)
{
  al_discs *d = begin(L, 3);
  astar_obstacle blocker = ASTAR_NO_OBSTACLE;
  uint32_t generation = 0;
  double place[2];
  disc_options o;
  astar_result result;
  astar_agent id;
  al_agent *a;
  al_wish w;
  memset(&o, 0, sizeof o);
  o.def = astar_default_disc();
  o.crowd = d;
  o.def.radius = d->radius;
  o.def.unit = d->unit;
  o.def.x = place[0] = al_check_coordinate(L, 2);
  o.def.y = place[1] = al_check_coordinate(L, 3);
  a = al_new_agent(L, OWN, &d->crowd);
  lua_settop(L, KEPT_AT + KEPT - 1);
  al_read_options(L, OPTIONS, "option", disc_options_list, KEPT_AT, &o);
  w = read_wish(L, &o);
  /* Nothing below runs finalizers until the disc is added, unless it raises. */
  al_require_crowd(L, &d->crowd);
  al_check_limit(L, d->crowd.space->limits->agents, astar_discs_count(al_discs_core(d)) + 1.0, "agents");
  if (o.group) o.def.group = al_find_group(L, OPTIONS, d, OWN, o.group);
  al_resolve_wish(L, OPTIONS, d, OWN, &w);
  o.def.wish = w.wish;
  /* As in crowd:add. */
  id = astar_discs_next_id(al_discs_core(d), &generation);
  if (!w.value) lua_pushboolean(L, 0);
  al_set_by_id(L, OWN, DISCS_GOALS, id, w.value ? w.value : lua_gettop(L));
  al_give_agent(L, OWN, a, HANDLE, o.data, id, generation);
  result = astar_discs_add(al_discs_core(d), &o.def, &id, &blocker);
  if (result != ASTAR_OK || id == ASTAR_NO_AGENT) forget(L, a->id);
  if (result == ASTAR_FULL) luaL_error(L, "too many discs");
  al_check_corners(L, result);
  if (id == ASTAR_NO_AGENT) al_no_standing(L, 2, d, place, o.def.radius, blocker);
  al_keep_group(d, o.def.group);
  lua_settop(L, HANDLE);
  al_report_crowd(L, &d->crowd, false);
  return 1;
}

/* ---- Moving ---- */

static int discs_update(lua_State *L)
{
  al_discs *d = begin(L, 1);
  const al_entry seconds = {.arg = 2, .value = 2};
  const double dt = al_entry_finite(L, &seconds);
  if (dt < 0) al_entry_least(L, &seconds, 0);
  al_check_flows(L, d, 3);
  astar_discs_limit(al_discs_core(d), al_check_moves(L, &d->crowd, 1));
  al_check_corners(L, astar_discs_update(al_discs_core(d), dt));
  al_report_crowd(L, &d->crowd, false);
  return 0;
}

/* The groups named at 2 and 3, which exist from now on; if both are new, both fit or none is made. */
static void check_groups(lua_State *L, al_discs *d, int own, uint32_t groups[2])
{
  const bool same = lua_rawequal(L, 2, 3) != 0;
  groups[0] = al_find_group(L, 2, d, own, 2);
  groups[1] = same ? groups[0] : al_find_group(L, 3, d, own, 3);
  if (!same && groups[0] == groups[1]) {
    if (groups[0] + 1 >= ASTAR_DISC_GROUPS) al_arg_error(L, 3, "too many groups: at most %d", (int)ASTAR_DISC_GROUPS);
    groups[0] = al_find_group(L, 2, d, own, 2);
    al_keep_group(d, groups[0]);
    groups[1] = al_find_group(L, 3, d, own, 3);
  }
  al_keep_group(d, groups[0]);
  al_keep_group(d, groups[1]);
}

static int discs_ignore(lua_State *L)
{
  al_discs *d = begin(L, 3);
  uint32_t groups[2];
  if (lua_type(L, 2) != LUA_TSTRING) al_type_error(L, 2, "string");
  if (lua_type(L, 3) != LUA_TSTRING) al_type_error(L, 3, "string");
  if (al_given(L, 4) && !lua_isboolean(L, 4)) al_type_error(L, 4, "boolean");
  check_groups(L, d, 5, groups);
  astar_discs_set_ignored(al_discs_core(d), groups[0], groups[1], lua_isnil(L, 4) || lua_toboolean(L, 4));
  return 0;
}

/* ---- Fields ---- */

enum {
  FIELD_PLANE = 1, FIELD_GRAPH, FIELD_RADIUS, FIELD_CLOSED, FIELD_HORIZON, FIELD_WALL_HORIZON, FIELD_NEIGHBOURS,
  FIELD_EXPANSIONS, FIELD_PATIENCE, FIELD_MAX_ACCELERATION, FIELD_UNIT, FIELD_LEVEL
};

static const al_field discs_fields[] = {{"plane", FIELD_PLANE},
                                        {"graph", FIELD_GRAPH},
                                        {"radius", FIELD_RADIUS},
                                        {"unit", FIELD_UNIT},
                                        {"closed", FIELD_CLOSED},
                                        {"horizon", FIELD_HORIZON},
                                        {"wall_horizon", FIELD_WALL_HORIZON},
                                        {"neighbours", FIELD_NEIGHBOURS},
                                        {"expansions", FIELD_EXPANSIONS},
                                        {"patience", FIELD_PATIENCE},
                                        {"max_acceleration", FIELD_MAX_ACCELERATION},
                                        {"level", FIELD_LEVEL},
                                        {NULL, 0}};

static int discs_get(lua_State *L)
{
  const al_crowd *c = al_self(L, al_discs_kind);
  const int code = al_member(L, al_crowd_kind), env = 4;
  astar_discs_def def;
  if (code == 0) return 1;
  c = al_begin_any_crowd(L, &al_disc_crowd_type, 1);
  if (code == FIELD_CLOSED) {
    lua_pushboolean(L, c->core == NULL);
    return 1;
  }
  al_require_crowd(L, c);
  def = astar_discs_get(c->core);
  switch (code) {
  case FIELD_PLANE:
  case FIELD_GRAPH:
    if ((code == FIELD_GRAPH) == (((const al_discs *)c)->on_grid)) lua_rawgeti(L, env, ENV_SPACE);
    else lua_pushnil(L);
    break;
  case FIELD_RADIUS: lua_pushnumber(L, ((const al_discs *)c)->radius); break;
  case FIELD_UNIT: al_push_disc_unit(L, (const al_discs *)c, ((const al_discs *)c)->unit); break;
  case FIELD_HORIZON: lua_pushnumber(L, def.horizon); break;
  case FIELD_WALL_HORIZON: lua_pushnumber(L, def.wall_horizon); break;
  case FIELD_NEIGHBOURS: compat_pushcount(L, def.neighbours); break;
  case FIELD_EXPANSIONS: al_push_expansions(L, def.expansions); break;
  case FIELD_PATIENCE: lua_pushnumber(L, def.patience); break;
  case FIELD_LEVEL: compat_pushcount(L, ((const al_discs *)c)->level); break;
  default: lua_pushnumber(L, def.max_acceleration); break;
  }
  return 1;
}

static int discs_set(lua_State *L)
{
  (void)al_self(L, al_discs_kind);
  al_set_member(L, al_crowd_kind);
  return al_fixed_member(L, al_crowd_kind);
}

static const luaL_Reg discs_methods[] = {
    {"add", discs_add}, {"update", discs_update}, {"ignore", discs_ignore}, {NULL, NULL}};

static const luaL_Reg discs_meta[] = {{"__index", discs_get}, {"__newindex", discs_set}, {NULL, NULL}};

static const luaL_Reg plane_methods[] = {{"crowd", plane_crowd}, {NULL, NULL}};

const al_members al_disc_crowd_members = {discs_methods, discs_fields, discs_meta};
const al_members al_plane_crowd_members = {plane_methods, NULL, NULL};
