/* plane_link.c: the class "link": a handle of a link of a plane; plane:link, plane:unlink, plane:links; see plane.h. */
#include "fields.h"
#include "plane.h"

#include <string.h>

/* The plane of a link whose environment has been checked. */
static al_plane *plane_of(const al_handle *h)
{
  return (al_plane *)h->space;
}

static astar_link_def def_of(const al_handle *h)
{
  return astar_plane_link_of(plane_of(h)->core, h->id - AL_LINK);
}

/* ---- Fields ---- */

enum {
  FIELD_ID = 1,
  FIELD_PLANE,
  FIELD_X1,
  FIELD_Y1,
  FIELD_X2,
  FIELD_Y2,
  FIELD_COST,
  FIELD_ONEWAY,
  FIELD_DATA
};

static const al_field link_fields[] = {{"id", FIELD_ID},         {"plane", FIELD_PLANE}, {"x1", FIELD_X1},
                                       {"y1", FIELD_Y1},         {"x2", FIELD_X2},       {"y2", FIELD_Y2},
                                       {"cost", FIELD_COST},     {"oneway", FIELD_ONEWAY},
                                       {"data", FIELD_DATA},     {NULL, 0}};

static int link_get(lua_State *L)
{
  const al_handle *h = al_self(L, al_link_kind);
  const int code = al_member(L, al_link_kind), env = 3;
  astar_link_def def;
  if (code == 0) return 1;
  al_begin_handle(L, al_link_kind, 1);
  def = def_of(h);
  switch (code) {
  case FIELD_ID: compat_pushcount(L, h->id - AL_LINK); break;
  case FIELD_PLANE: lua_rawgeti(L, env, ENV_SPACE); break;
  case FIELD_X1: lua_pushnumber(L, def.from[0]); break;
  case FIELD_Y1: lua_pushnumber(L, def.from[1]); break;
  case FIELD_X2: lua_pushnumber(L, def.to[0]); break;
  case FIELD_Y2: lua_pushnumber(L, def.to[1]); break;
  case FIELD_COST: lua_pushnumber(L, astar_link_cost(&def)); break;
  case FIELD_ONEWAY: lua_pushboolean(L, def.oneway); break;
  default: al_push_by_id(L, env, ENV_DATA, h->id); break;
  }
  return 1;
}

static int link_set(lua_State *L)
{
  const al_handle *h = al_self(L, al_link_kind);
  const int code = al_set_member(L, al_link_kind), env = 4;
  astar_link_def def;
  al_entry e = {.arg = 3, .value = 3};
  al_begin_handle(L, al_link_kind, 2);
  def = def_of(h);
  switch (code) {
  case FIELD_COST:
    def.cost = -1;
    e.target = &def.cost;
    if (!lua_isnil(L, 3)) al_read_cost(L, &e);
    break;
  case FIELD_ONEWAY:
    e.target = &def.oneway;
    al_read_boolean(L, &e);
    break;
  case FIELD_DATA: al_set_by_id(L, env, ENV_DATA, h->id, 3); return 0;
  default: return al_fixed_member(L, al_link_kind);
  }
  astar_plane_set_link(plane_of(h)->core, h->id - AL_LINK, def.cost, def.oneway);
  return 0;
}

static int link_tostring(lua_State *L)
{
  const al_handle *h = al_self(L, al_link_kind);
  const int id = (int)(h->id - AL_LINK);
  astar_link_def def;
  lua_settop(L, 1);
  al_push_environment(L, 1, h->space);
  if (!al_is_live(h)) {
    lua_pushfstring(L, "link %d (removed)", id);
    return 1;
  }
  def = def_of(h);
  {
    const char *x1 = al_push_number(L, def.from[0]), *y1 = al_push_number(L, def.from[1]);
    const char *x2 = al_push_number(L, def.to[0]), *y2 = al_push_number(L, def.to[1]);
    lua_pushfstring(L, "link %d (%s, %s) to (%s, %s)", id, x1, y1, x2, y2);
  }
  return 1;
}

/* ---- Removing ---- */

/* Remove a live link; `env` is the absolute index of the environment. */
static void remove_link(lua_State *L, const al_handle *h, int env)
{
  al_detach_handle(L, env, h);
  astar_plane_unlink(plane_of(h)->core, h->id - AL_LINK);
  al_forget_handle(L, env, h);
}

static int link_remove(lua_State *L)
{
  const al_handle *h = al_begin_handle(L, al_link_kind, 0);
  remove_link(L, h, 2);
  return 0;
}

static int plane_unlink(lua_State *L)
{
  al_plane *p = al_begin_plane(L, 1);
  const al_entry e = {.arg = 2, .value = 2};
  const al_handle *h = al_test(L, e.value, al_link_kind);
  if (!h) return al_type_error(L, e.arg, al_link_kind);
  al_check_handle(L, &e, h, &p->space);
  remove_link(L, h, 3);
  return 0;
}

/* ---- Adding ---- */

typedef struct new_link {
  astar_link_def def;
  int data; /* stack index; 0: not given */
} new_link;

static const al_option link_props[] = {{"data", al_keep_entry, offsetof(new_link, data)},
                                  {"cost", al_read_cost, offsetof(new_link, def.cost)},
                                  {"oneway", al_read_boolean, offsetof(new_link, def.oneway)},
                                  {NULL, NULL, 0}};

/* Raise if an end, whose coordinates begin at `arg`, lies in an obstacle or out of bounds. */
static void check_end(lua_State *L, al_plane *p, int arg, const double end[2])
{
  astar_obstacle blocker = ASTAR_NO_OBSTACLE;
  const char *x, *y;
  al_check_corners(L, astar_plane_free(p->core, end[0], end[1], 0, &blocker));
  if (blocker == ASTAR_NO_OBSTACLE) return;
  x = al_push_number(L, end[0]);
  y = al_push_number(L, end[1]);
  if (blocker == ASTAR_BOUNDS) al_arg_error(L, arg, "free place expected, but (%s, %s) lies out of bounds", x, y);
  al_arg_error(L, arg, "free place expected, but (%s, %s) lies in obstacle %d", x, y, (int)blocker);
}

static int plane_link(lua_State *L)
{
  enum { PROPS = 6, ENV, KEPT, HANDLE };
  al_plane *p = al_begin_plane(L, 5);
  new_link o = {{{0, 0}, {0, 0}, -1, false}, 0};
  uint32_t generation = 0;
  astar_link_id id;
  astar_result result;
  al_handle *h;
  int i;
  for (i = 0; i < 2; i++) o.def.from[i] = al_check_coordinate(L, 2 + i);
  for (i = 0; i < 2; i++) o.def.to[i] = al_check_coordinate(L, 4 + i);
  lua_pushnil(L);
  al_read_options(L, PROPS, "field", link_props, KEPT, &o);
  check_end(L, p, 2, o.def.from);
  check_end(L, p, 4, o.def.to);
  h = al_new_handle(L, ENV, &p->space, al_link_kind);
  al_require_open(L, &p->space);
  /* Lua's tables come first: that may raise. The core comes last: it may fail, but does not raise. */
  id = astar_plane_next_link_id(p->core, &generation);
  al_set_by_id(L, ENV, ENV_DATA, AL_LINK + id, KEPT);
  al_give_handle(L, ENV, h, HANDLE, AL_LINK + id, generation);
  result = astar_plane_link(p->core, &o.def, &id);
  if (result != ASTAR_OK) {
    al_forget_handle(L, ENV, h);
    h->id = 0;
  }
  if (result == ASTAR_FULL) return luaL_error(L, "too many links");
  al_check_result(L, result);
  lua_settop(L, HANDLE);
  al_report_space(L, &p->space);
  return 1;
}

/* ---- Looking up ---- */

/* The iterator. Upvalues after the name: the plane, the last id. */
static int links_next(lua_State *L)
{
  al_plane *p = (al_plane *)al_begin_next(L, al_plane_kind);
  astar_link_id id = astar_plane_next_link(p->core, (astar_link_id)lua_tonumber(L, lua_upvalueindex(3)));
  if (id == ASTAR_NO_LINK) return 0;
  al_push_id(L, 1, &p->space, AL_LINK + id);
  al_set_upvalue(L, 3, id);
  return 1;
}

static int plane_links(lua_State *L)
{
  al_begin_plane(L, 0);
  return al_push_space_iterator(L, "links", links_next, 1);
}

static const luaL_Reg link_methods[] = {{"remove", link_remove}, {NULL, NULL}};

static const luaL_Reg link_meta[] = {
    {"__index", link_get}, {"__newindex", link_set}, {"__tostring", link_tostring}, {NULL, NULL}};

const al_members al_link_members = {link_methods, link_fields, link_meta};

static const luaL_Reg plane_methods[] = {
    {"link", plane_link}, {"unlink", plane_unlink}, {"links", plane_links}, {NULL, NULL}};

const al_members al_plane_link_members = {plane_methods, NULL, NULL};
