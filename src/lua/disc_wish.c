/* disc_wish.c: what discs wish, the flows that they follow, and the names of their groups; see disc_crowd.h. */
#include "disc_crowd.h"

#include "options.h"
#include "path.h"
#include "search.h"

/* ---- Flows ---- */

/* What is wrong with a search as a flow, or NULL. */
static const char *flow_problem(const al_search *s)
{
  if (!s->core || !s->space->type->is_open(s->space)) return "the search was closed";
  if (s->space->name != al_grid_name || !astar_search_reverse(s->core))
    return "a flow on a grid expected, got another search";
  if (s->busy) return "the search is busy in its own callback";
  return NULL;
}

/* The stored search with this number, or NULL. Its flow may have any problem. */
static al_search *stored_flow(lua_State *L, int flows, uint32_t number)
{
  al_search *s;
  compat_rawgetid(L, flows, number + 1);
  s = al_test(L, -1, al_search_kind);
  lua_pop(L, 1);
  return s;
}

/* Which of the 64 numbers from `first` on discs have, as bits. */
static uint64_t numbers_in_use(const al_discs *d, uint32_t first)
{
  uint64_t bits = 0;
  astar_agent id = ASTAR_NO_AGENT;
  while ((id = astar_discs_next(al_discs_core(d), id)) != ASTAR_NO_AGENT) {
    const astar_disc_view view = astar_discs_agent(al_discs_core(d), id);
    if (view.wish == ASTAR_WISH_FLOW && view.flow - first < 64) bits |= (uint64_t)1 << (view.flow - first);
  }
  return bits;
}

/*
** The number that a search has, or else the least that is free; at most ASTAR_DISC_FLOWS. One without a search is not
** free if loaded discs have it, which wait for a goal.
*/
static uint32_t flow_number(lua_State *L, const al_discs *d, int flows, const al_search *s)
{
  uint32_t number, unused = d->flow_count, looked = 0; /* `in_use` is known below that */
  uint64_t in_use = 0;
  for (number = 0; number < d->flow_count; number++) {
    const al_search *stored = stored_flow(L, flows, number);
    if (stored == s) return number;
    if (stored || unused < d->flow_count) continue;
    if (number < d->flow_loaded) {
      const uint32_t first = number - number % 64;
      if (looked <= first) in_use = numbers_in_use(d, first);
      looked = first + 64;
      if (in_use >> number % 64 & 1) continue;
    }
    unused = number;
  }
  return unused;
}

static void resolve_flow(lua_State *L, int arg, al_discs *d, int own, al_wish *w)
{
  al_search *s = al_test(L, w->value, al_search_kind);
  const int flows = lua_gettop(L) + 1;
  const char *problem;
  uint32_t number;
  al_check_unchanged(L, s != NULL);
  problem = flow_problem(s);
  if (problem) al_arg_error(L, arg, "%s", problem);
  al_push_table(L, own, DISCS_FLOWS);
  number = flow_number(L, d, flows, s);
  if (number >= ASTAR_DISC_FLOWS) al_arg_error(L, arg, "too many flows: at most %d", (int)ASTAR_DISC_FLOWS);
  lua_pushvalue(L, w->value);
  compat_rawsetid(L, flows, number + 1);
  lua_pop(L, 1);
  al_check_result(L, astar_discs_set_flow(al_discs_core(d), number, s->core));
  if (number >= d->flow_count) d->flow_count = number + 1;
  w->wish.flow = number;
}

void al_check_flows(lua_State *L, al_discs *d, int own)
{
  const int flows = lua_gettop(L) + 1;
  uint32_t number = 0;
  al_push_table(L, own, DISCS_FLOWS);
  for (; number < d->flow_count; number++) {
    const al_search *s = stored_flow(L, flows, number);
    const astar_search *core = s && !flow_problem(s) ? s->core : NULL;
    if (astar_discs_flow(al_discs_core(d), number) != core)
      al_check_result(L, astar_discs_set_flow(al_discs_core(d), number, core));
  }
  lua_pop(L, 1);
}

/* ---- Wishes ---- */

/* Raise if what is on the map of a crowd is on another level than the crowd. */
static void require_level(lua_State *L, const al_entry *e, const al_discs *d, uint32_t level, const char *what)
{
  if (level != d->level)
    al_entry_error(L, e, "%s is on level %s, the crowd on level %s", what, al_push_number(L, level),
                   al_push_number(L, d->level));
}

void al_node_place(lua_State *L, const al_entry *e, const al_discs *d, double xy[2])
{
  const al_handle *n = al_test(L, e->value, al_node_kind);
  uint32_t col, row, level;
  luaL_checkstack(L, 2, NULL);
  lua_getfield(L, e->value, "x");
  lua_getfield(L, e->value, "y");
  xy[0] = lua_tonumber(L, -2);
  xy[1] = lua_tonumber(L, -1);
  lua_pop(L, 2);
  if (d->on_grid && n && n->space == d->crowd.space &&
      astar_grid_place(((const al_graph *)n->space)->core, n->id, &col, &row, &level))
    require_level(L, e, d, level, "the node");
}

void al_disc_place(lua_State *L, const al_entry *e, const al_discs *d, double xy[2])
{
  al_entry_xy(L, e, xy);
  if (d->on_grid)
    require_level(L, e, d, al_position_level(L, e, (const al_graph *)d->crowd.space, d->level), "the place");
}

/* Raise if a path over the map of a crowd leads to another level. */
static void check_path(lua_State *L, const al_entry *e, const al_discs *d, const astar_path *path)
{
  const uint32_t other = d->on_grid ? astar_path_other_level(path, d->level) : 0;
  if (other != 0) require_level(L, e, d, other, "the path");
}

/* Raise if what leads over a grid is of another one than the crowd; `what` names it. */
static void require_map(lua_State *L, const al_entry *e, const al_discs *d, const al_space *space, const char *what)
{
  if (d->on_grid && space->name == al_grid_name && space != d->crowd.space)
    al_entry_error(L, e, "the %s is of another map than the crowd", what);
}

al_wish al_entry_goal(lua_State *L, const al_entry *e, const al_discs *d)
{
  al_wish w = {{ASTAR_WISH_NONE, 0, 0, NULL, 0}, e->value};
  const al_path *path = al_test(L, e->value, al_path_kind);
  const al_search *search = al_test(L, e->value, al_search_kind);
  double xy[2];
  if (path) {
    require_map(L, e, d, path->space, "path");
    check_path(L, e, d, &path->path);
    w.wish.kind = ASTAR_WISH_PATH;
    w.wish.path = &path->path;
  } else if (search) {
    const char *problem = flow_problem(search);
    if (problem) al_entry_error(L, e, "%s", problem);
    require_map(L, e, d, search->space, "flow");
    w.wish.kind = ASTAR_WISH_FLOW;
  } else {
    const bool is_node = al_test(L, e->value, al_node_kind) != NULL;
    if (!is_node) al_require_entry(L, e, LUA_TTABLE, "{x, y}, node, path or flow");
    if (is_node) al_node_place(L, e, d, xy);
    else al_disc_place(L, e, d, xy);
    w.wish.kind = ASTAR_WISH_PLACE;
    w.wish.x = xy[0];
    w.wish.y = xy[1];
  }
  return w;
}

al_wish al_entry_velocity(lua_State *L, const al_entry *e)
{
  al_wish w = {{ASTAR_WISH_VELOCITY, 0, 0, NULL, 0}, 0};
  double xy[2];
  al_entry_numbers(L, e, "{vx, vy}", 2, 2, al_entry_coordinate, xy);
  w.wish.x = xy[0];
  w.wish.y = xy[1];
  return w;
}

void al_resolve_wish(lua_State *L, int arg, al_discs *d, int own, al_wish *w)
{
  if (w->wish.kind == ASTAR_WISH_FLOW) resolve_flow(L, arg, d, own, w);
  else if (w->wish.kind == ASTAR_WISH_PATH) al_check_unchanged(L, al_test(L, w->value, al_path_kind) != NULL);
}

/* ---- Arguments ---- */

double al_entry_span(lua_State *L, const al_entry *e)
{
  const double value = al_entry_coordinate(L, e);
  if (value < 0) al_entry_least(L, e, 0);
  return value;
}

astar_unit al_entry_disc_unit(lua_State *L, const al_entry *e, const al_discs *d)
{
  if (!d->on_grid)
    al_entry_error(L, e, "a crowd on a plane has no units: make it over the map, by map:crowd { radius = %s }",
                   al_push_number(L, d->radius));
  return al_entry_unit(L, e, (const al_graph *)d->crowd.space);
}

void al_push_disc_unit(lua_State *L, const al_discs *d, astar_unit unit)
{
  size_t length;
  const char *name;
  if (unit == ASTAR_NO_UNIT) {
    lua_pushnil(L);
    return;
  }
  name = astar_graph_unit_name(((const al_graph *)d->crowd.space)->core, unit, &length);
  lua_pushlstring(L, name, length);
}

int al_no_standing(lua_State *L, int arg, const al_discs *d, const double place[2], double radius,
                   astar_obstacle blocker)
{
  const char *r = al_push_number(L, radius), *x = al_push_number(L, place[0]), *y = al_push_number(L, place[1]);
  const char *what = lua_pushfstring(L, "a disc of radius %s cannot stand at (%s, %s)", r, x, y);
  if (blocker == ASTAR_BOUNDS)
    return al_arg_error(L, arg, "%s: the %s too near", what, d->on_grid ? "edge of the map is" : "bounds are");
  if (d->on_grid) return al_arg_error(L, arg, "%s: a cell that cannot be entered is too near", what);
  return al_arg_error(L, arg, "%s: obstacle %s is too near", what, al_push_number(L, blocker));
}

/* ---- Groups ---- */

uint32_t al_find_group(lua_State *L, int arg, al_discs *d, int own, int name)
{
  const int groups = lua_gettop(L) + 1, ids = groups + 1;
  uint32_t id = d->group_count;
  bool found = false;
  al_push_table(L, own, DISCS_GROUPS);
  al_push_table(L, own, DISCS_GROUP_IDS);
  lua_pushvalue(L, name);
  lua_rawget(L, ids);
  if (lua_type(L, -1) == LUA_TNUMBER) {
    const double number = lua_tonumber(L, -1);
    if (number >= 0 && number < d->group_count) {
      lua_rawgeti(L, groups, (int)number + 1);
      found = lua_rawequal(L, -1, name);
      if (found) id = (uint32_t)number;
    }
  }
  if (!found) {
    if (id >= ASTAR_DISC_GROUPS) al_arg_error(L, arg, "too many groups: at most %d", (int)ASTAR_DISC_GROUPS);
    lua_pushvalue(L, name);
    lua_rawseti(L, groups, (int)id + 1);
    lua_pushvalue(L, name);
    lua_pushinteger(L, (lua_Integer)id);
    lua_rawset(L, ids);
  }
  lua_settop(L, groups - 1);
  return id;
}

void al_keep_group(al_discs *d, uint32_t group)
{
  if (group >= d->group_count) d->group_count = group + 1;
}
