/* plane.c: the class "plane", without the members that other files define; see plane.h. */
#include "plane.h"

#include "graph.h"

#include <math.h>
#include <string.h>

/* ---- Checks ---- */

al_plane *al_begin_plane(lua_State *L, int args)
{
  return (al_plane *)al_begin_space(L, al_plane_kind, args);
}

/* A size: a coordinate > 0. */
static double check_size(lua_State *L, int arg)
{
  double value = al_check_coordinate(L, arg);
  if (!(value > 0)) al_arg_error(L, arg, "number > 0 expected, got %s", al_push_number(L, value));
  return value;
}

/* ---- A plane as a space ---- */

static bool is_open(const al_space *space)
{
  return ((const al_plane *)space)->core != NULL;
}

static uint64_t version(const al_space *space)
{
  return astar_plane_version(((const al_plane *)space)->core);
}

static size_t memory(const al_space *space)
{
  return astar_plane_memory(((const al_plane *)space)->core);
}

static bool find(const al_space *space, uint32_t id, uint32_t *generation)
{
  const al_plane *p = (const al_plane *)space;
  if (!p->core) return false;
  if (id & AL_LINK) return astar_plane_has_link(p->core, id - AL_LINK, generation);
  return astar_plane_has(p->core, id, generation);
}

static uint32_t valid(lua_State *L, al_space *space, const astar_path *path, uint32_t first, int unit)
{
  uint32_t broken = 0;
  if (al_given(L, unit)) al_arg_error(L, unit, "nothing expected, got %s: a plane has no units", al_type_name(L, unit));
  al_check_corners(L, astar_plane_valid_from(((al_plane *)space)->core, path, first, &broken));
  return broken;
}

const al_space_type al_plane_type = {.kind = al_plane_kind,
                                     .handle_kind = al_obstacle_kind,
                                     .has_links = true,
                                     .size = sizeof(al_plane),
                                     .reuses_ids = true,
                                     .is_open = is_open,
                                     .find = find,
                                     .version = version,
                                     .memory = memory,
                                     .valid = valid};

/* ---- Corners ---- */

/* The length of the array; raises for gaps, and for keys that are not an index. */
static uint32_t measure_corners(lua_State *L, const al_entry *e)
{
  const int arg = e->value;
  double last = 0, count = 0;
  int i;
  al_require_entry(L, e, LUA_TTABLE, "array of coordinates");
  lua_pushnil(L);
  while (lua_next(L, arg)) {
    double key = lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : 0;
    if (lua_type(L, -2) == LUA_TSTRING) al_entry_error(L, e, "unknown field '%s'", lua_tostring(L, -2));
    if (!(key >= 1) || floor(key) != key) {
      if (lua_type(L, -2) != LUA_TNUMBER) al_entry_error(L, e, "unknown field of type %s", al_type_name(L, -2));
      al_entry_error(L, e, "unknown field '%s'", al_push_number(L, lua_tonumber(L, -2)));
    }
    if (key > last) last = key;
    count++;
    lua_pop(L, 1);
  }
  for (i = 1; count < last && i <= count + 1; i++) {
    lua_rawgeti(L, arg, i);
    if (lua_isnil(L, -1)) al_entry_error(L, e, "corner %d: number expected, got nil", (i + 1) / 2);
    lua_pop(L, 1);
  }
  if (count > 0x7FFFFFFE) al_entry_error(L, e, "too many corners");
  return (uint32_t)count;
}

static void read_corners(lua_State *L, const al_entry *e, double *corners, uint32_t count)
{
  const int arg = e->value;
  uint32_t i;
  al_check_unchanged(L, lua_istable(L, arg));
  for (i = 0; i < count; i++) {
    lua_rawgeti(L, arg, (int)i + 1);
    if (lua_type(L, -1) != LUA_TNUMBER)
      al_entry_error(L, e, "corner %d: number expected, got %s%s", (int)(i / 2) + 1, al_type_name(L, -1),
                     al_hint_for_argument("polygon", "number", al_type_name(L, -1)));
    corners[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  if (count % 2 != 0) al_entry_error(L, e, "an even number of coordinates expected, got %d", (int)count);
}

/* Raise for a corner, numbered from 1, with an invalid coordinate. */
static int corner_error(lua_State *L, const al_entry *e, const double *corners, uint32_t corner)
{
  const double *xy = corners + 2 * (size_t)(corner - 1), wrong = fabs(xy[0]) <= ASTAR_PLANE_LIMIT ? xy[1] : xy[0];
  al_entry at = {.arg = e->arg, .what = lua_pushfstring(L, "corner %d", (int)corner)};
  if (e->what)
    return al_entry_error(L, e, "corner %d: finite number up to 1e30 expected, got %s", (int)corner,
                          al_push_number(L, wrong));
  lua_pushnumber(L, wrong);
  at.value = lua_gettop(L);
  (void)al_entry_coordinate(L, &at);
  return 0;
}

static int outline_error(lua_State *L, const al_entry *e, const double *corners, uint32_t count,
                         const astar_fault *fault)
{
  int a = (int)fault->a, b = (int)fault->b;
  switch (fault->flaw) {
  case ASTAR_FLAW_FEW: return al_entry_error(L, e, "at least 3 corners expected, got %d", (int)count);
  case ASTAR_FLAW_NUMBER: return corner_error(L, e, corners, fault->a);
  case ASTAR_FLAW_REPEATED: return al_entry_error(L, e, "corners %d and %d are the same point", a, b);
  case ASTAR_FLAW_FLAT: return al_entry_error(L, e, "the outline has no area");
  case ASTAR_FLAW_TOUCHING: return al_entry_error(L, e, "it crosses or touches the outline, or another hole");
  case ASTAR_FLAW_OUTSIDE: return al_entry_error(L, e, "it does not lie inside the outline, outside other holes");
  default: return al_entry_error(L, e, "edges %d and %d cross", a, b);
  }
}

/* ---- Making: the new plane is at 1, in place of self ---- */

enum { OPTIONS = 2, OPTION_BOUNDS, OPTION_GRID, OPTION_UNIT, OPTION_LEVEL, OPTION_OUTLINE, OPTION_HOLES };

typedef struct plane_options {
  double bounds[4];
  bool bounded;
  const al_graph *grid; /* the grid to make the obstacles from, or NULL */
  astar_unit unit;
  uint32_t level;       /* of the grid */
  int outline, holes;   /* stack indices; 0: not given */
} plane_options;

static void read_bounds(lua_State *L, const al_entry *e)
{
  plane_options *o = e->into;
  double *bounds = o->bounds;
  int axis;
  o->bounded = true;
  al_entry_numbers(L, e, "{x1, y1, x2, y2}", 4, 4, al_entry_coordinate, bounds);
  for (axis = 0; axis < 2; axis++) {
    if (!(bounds[axis] < bounds[axis + 2])) {
      const char *name = axis == 0 ? "x" : "y";
      const char *low = al_push_number(L, bounds[axis]), *high = al_push_number(L, bounds[axis + 2]);
      al_entry_error(L, e, "%s1 < %s2 expected, got %s and %s", name, name, low, high);
    }
  }
}

static void read_grid(lua_State *L, const al_entry *e)
{
  plane_options *o = e->into;
  const al_graph *g = al_test(L, e->value, al_graph_kind);
  astar_grid_def def;
  if (!g || g->space.name != al_grid_name)
    al_entry_error(L, e, "grid expected, got %s", al_type_name(L, e->value));
  else al_require_open(L, &g->space);
  if (astar_grid_get(g->core, &def) && (def.wrap_x || def.wrap_y))
    al_entry_error(L, e, "a map that wraps cannot become a plane");
  if (o->bounded) al_arg_error(L, e->arg, "options 'bounds' and 'grid' cannot go together");
  o->grid = g;
}

static void read_unit(lua_State *L, const al_entry *e)
{
  plane_options *o = e->into;
  if (!o->grid) al_arg_error(L, e->arg, "option 'unit' needs 'grid'");
  else o->unit = al_entry_unit(L, e, o->grid);
}

static void read_level(lua_State *L, const al_entry *e)
{
  plane_options *o = e->into;
  if (!o->grid) al_arg_error(L, e->arg, "option 'level' needs 'grid'");
  else o->level = al_entry_level(L, e, o->grid);
}

static void read_outline(lua_State *L, const al_entry *e)
{
  plane_options *o = e->into;
  al_require_entry(L, e, LUA_TTABLE, "array of coordinates");
  if (o->bounded || o->grid)
    al_arg_error(L, e->arg, "options '%s' and 'outline' cannot go together", o->grid ? "grid" : "bounds");
  o->outline = e->value;
}

static void read_holes(lua_State *L, const al_entry *e)
{
  plane_options *o = e->into;
  al_require_entry(L, e, LUA_TTABLE, "array of arrays of coordinates");
  if (!o->outline) al_arg_error(L, e->arg, "option 'holes' needs 'outline'");
  o->holes = e->value;
}

/* In the order of the stack slots, from OPTION_BOUNDS on. */
static const al_option options[] = {{"bounds", read_bounds, 0},   {"grid", read_grid, 0},   {"unit", read_unit, 0},
                                    {"level", read_level, 0},     {"outline", read_outline, 0},
                                    {"holes", read_holes, 0},     {NULL, NULL, 0}};

/* What is wrong with the cells of a grid that astar_plane_from_grid() refuses. */
static const char *cells_problem(const al_graph *grid)
{
  astar_grid_def def;
  double far;
  (void)astar_grid_get(grid->core, &def);
  far = ((double)def.width + (double)def.height + 2) * fmax(def.cell[0], def.cell[1]);
  far += fmax(fabs(def.origin[0]), fabs(def.origin[1]));
  return far > ASTAR_PLANE_LIMIT ? "its cells are too large, or too far from 0, 0" :
                                   "its cells are too small for where they lie";
}

void al_check_flat(lua_State *L, int arg, const al_graph *grid, astar_result result)
{
  astar_grid_def def;
  if (result == ASTAR_MALFORMED && astar_grid_get(grid->core, &def) && (def.wrap_x || def.wrap_y))
    al_arg_error(L, arg, "a map that wraps cannot become a plane");
  if (result == ASTAR_MALFORMED) al_arg_error(L, arg, "%s", cells_problem(grid));
  al_check_corners(L, result);
}

/* Read the outline that is the value of `e`. Pushes a userdata that owns its corners. */
static astar_outline read_one(lua_State *L, const al_entry *e)
{
  const uint32_t count = measure_corners(L, e);
  double *corners = compat_newuserdata(L, count * sizeof *corners + 1);
  astar_outline outline;
  read_corners(L, e, corners, count);
  outline.corners = corners;
  outline.count = count / 2;
  return outline;
}

/* Make a plane from an outline and its holes. Changes the stack above the options. */
static void make_from_outline(lua_State *L, al_plane *p, const plane_options *o)
{
  al_account *account = p->space.limits->account;
  const size_t holes = o->holes ? compat_rawlen(L, o->holes) : 0;
  al_entry e = {.arg = OPTIONS, .value = o->outline, .what = "option", .name = "outline"};
  astar_outline *list;
  astar_fault fault;
  astar_result result;
  uint32_t at, i;
  if (holes >= 0x7FFFFFFE) al_check_corners(L, ASTAR_FULL);
  list = compat_newuserdata(L, (holes + 1) * sizeof *list);
  lua_createtable(L, (int)holes + 1, 0); /* keeps the corners */
  list[0] = read_one(L, &e);
  lua_rawseti(L, -2, 1);
  e.name = "holes";
  for (i = 1; i <= holes; i++) {
    lua_rawgeti(L, o->holes, (int)i);
    e.value = lua_gettop(L);
    e.element = (int)i;
    list[i] = read_one(L, &e);
    lua_rawseti(L, -3, (int)i + 1);
    lua_pop(L, 1);
  }
  result = astar_plane_from_outline(al_allocate, account, list, (uint32_t)holes + 1, &fault, &at, &p->core);
  e.element = (int)at;
  if (at == 0) e.name = "outline";
  if (result == ASTAR_MALFORMED) outline_error(L, &e, list[at].corners, list[at].count, &fault);
  al_check_corners(L, result);
}

static void make_core(lua_State *L, al_plane *p, const plane_options *o)
{
  al_account *account = p->space.limits->account;
  if (o->outline) {
    make_from_outline(L, p, o);
  } else if (o->grid) {
    astar_result result = astar_plane_from_grid(al_allocate, account, o->grid->core, o->level, o->unit, &p->core);
    if (result == ASTAR_MALFORMED) al_arg_error(L, OPTIONS, "option 'grid': %s", cells_problem(o->grid));
    al_check_corners(L, result);
  } else {
    p->core = astar_plane_create(al_allocate, account, o->bounded ? o->bounds : NULL);
    if (!p->core) al_no_memory(L);
  }
}

/* Raise for an argument, at 1, that is a number, an array of numbers or a grid; says how to give these as options. */
static void refuse_plain_arguments(lua_State *L)
{
  const al_space *grid = al_test(L, 1, al_graph_kind);
  const char *type = al_type_name(L, 1), *hint = NULL;
  if (lua_type(L, 1) == LUA_TNUMBER) {
    hint = "to give bounds, write astar.plane{ bounds = { x1, y1, x2, y2 } }";
  } else if (grid) {
    hint = "to make it from a grid, write astar.plane{ grid = grid }";
  } else if (lua_type(L, 1) == LUA_TTABLE) {
    lua_settop(L, 1);
    lua_rawgeti(L, 1, 1);
    if (lua_type(L, -1) == LUA_TNUMBER) hint = "to give bounds, write astar.plane{ bounds = { x1, y1, x2, y2 } }";
    type = "an array";
  }
  if (!hint) return;
  lua_settop(L, 1);
  lua_pushnil(L);
  lua_insert(L, 1);
  al_arg_error(L, OPTIONS, "%s expected, got %s: %s", lua_istable(L, 2) ? "options" : "table", type, hint);
}

int al_new_plane(lua_State *L)
{
  al_plane *p;
  plane_options o = {{0, 0, 0, 0}, false, NULL, ASTAR_NO_UNIT, 1, 0, 0};
  refuse_plain_arguments(L);
  lua_settop(L, 1);
  p = al_new_space(L, &al_plane_type, al_plane_kind, AL_FIRST_UPVALUE);
  lua_insert(L, 1);
  lua_settop(L, OPTION_HOLES);
  if (al_check_table(L, OPTIONS)) al_place_options(L, OPTIONS, options, OPTION_BOUNDS);
  al_read_placed(L, OPTIONS, options, OPTION_BOUNDS, &o);
  p->floor = o.level - 1;
  make_core(L, p, &o);
  lua_settop(L, 1);
  al_report_space(L, &p->space);
  return 1;
}

/* ---- Adding obstacles ---- */

/* An obstacle to be added; `env` and `handle` are the stack indices of the environment and of its handle. */
typedef struct addition {
  al_plane *plane;
  int env, handle;
  astar_fault fault; /* set if the corners make no polygon */
} addition;

/* After al_begin_plane() with `args`: push a new handle, then a userdata that owns the returned `count` numbers. */
static double *begin_adding(lua_State *L, addition *a, int args, size_t count)
{
  double *numbers;
  a->env = args + 2;
  a->handle = args + 3;
  al_new_handle(L, a->env, &a->plane->space, al_obstacle_kind);
  numbers = compat_newuserdata(L, count * sizeof *numbers + 1);
  al_require_open(L, &a->plane->space);
  return numbers;
}

/*
** Add a polygon and leave its handle at the top of the stack. Lua's tables come first: that may raise. The core comes
** last: it may fail, but does not raise; then the entry is removed. False if the corners make no polygon: the fault
** is set.
*/
static bool add_polygon(lua_State *L, addition *a, const double *corners, uint32_t count)
{
  al_plane *p = a->plane;
  al_handle *h = lua_touserdata(L, a->handle);
  uint32_t generation = 0;
  astar_obstacle id = astar_plane_next_id(p->core, &generation);
  astar_result result;
  al_give_handle(L, a->env, h, a->handle, id, generation);
  result = astar_plane_polygon(p->core, corners, count, &a->fault, &id);
  if (result != ASTAR_OK) {
    al_clear_by_id(L, a->env, ENV_HANDLES, h->id);
    h->id = ASTAR_NO_OBSTACLE;
  }
  if (result == ASTAR_MALFORMED) return false;
  al_check_corners(L, result);
  lua_settop(L, a->handle);
  al_report_space(L, &p->space);
  return true;
}

static int plane_polygon(lua_State *L)
{
  addition a = {.plane = al_begin_plane(L, 1)};
  const al_entry e = {.arg = 2, .value = 2};
  uint32_t count = measure_corners(L, &e);
  double *corners = begin_adding(L, &a, 1, count);
  read_corners(L, &e, corners, count);
  if (!add_polygon(L, &a, corners, count / 2)) outline_error(L, &e, corners, count / 2, &a.fault);
  return 1;
}

/* Add the corners of a box or circle, whose size is argument 4. */
static int add_shape(lua_State *L, addition *a, const double *corners, uint32_t count)
{
  if (!add_polygon(L, a, corners, count))
    al_arg_error(L, 4, "too %s for coordinates like these", a->fault.flaw == ASTAR_FLAW_NUMBER ? "large" : "small");
  return 1;
}

static int plane_box(lua_State *L)
{
  addition a = {.plane = al_begin_plane(L, 5)};
  double x = al_check_coordinate(L, 2), y = al_check_coordinate(L, 3);
  double width = check_size(L, 4), height = check_size(L, 5);
  double angle = al_given(L, 6) ? al_check_finite(L, 6) : 0;
  double *corners = begin_adding(L, &a, 5, 8);
  astar_box_corners(x, y, width, height, angle, corners);
  return add_shape(L, &a, corners, 4);
}

#define CIRCLE_CORNERS 16u
#define MOST_CORNERS 65536u /* larger numbers are mistakes that would exhaust memory */

static int plane_circle(lua_State *L)
{
  addition a = {.plane = al_begin_plane(L, 4)};
  double x = al_check_coordinate(L, 2), y = al_check_coordinate(L, 3), radius = check_size(L, 4);
  uint64_t count = al_given(L, 5) ? al_check_count(L, 5, 3) : CIRCLE_CORNERS;
  double *corners;
  if (count > MOST_CORNERS)
    al_arg_error(L, 5, "at most %d corners expected, got %s", (int)MOST_CORNERS, al_push_number(L, lua_tonumber(L, 5)));
  corners = begin_adding(L, &a, 4, 2 * (size_t)count);
  astar_circle_corners(x, y, radius, (uint32_t)count, corners);
  return add_shape(L, &a, corners, (uint32_t)count);
}

static int plane_remove(lua_State *L)
{
  al_plane *p = al_begin_plane(L, 1);
  const al_entry e = {.arg = 2, .value = 2};
  const al_handle *h = al_test(L, e.value, al_obstacle_kind);
  if (!h) return al_type_error(L, e.arg, al_obstacle_kind);
  al_check_handle(L, &e, h, &p->space);
  al_remove_obstacle(L, h, 3);
  al_report_space(L, &p->space);
  return 0;
}

/* ---- Looking up ---- */

/* The iterator. Upvalues after the name: the plane, the last id. */
static int obstacles_next(lua_State *L)
{
  al_plane *p = (al_plane *)al_begin_next(L, al_plane_kind);
  astar_obstacle id = astar_plane_next(p->core, (astar_obstacle)lua_tonumber(L, lua_upvalueindex(3)));
  if (id == ASTAR_NO_OBSTACLE) return 0;
  al_push_id(L, 1, &p->space, id);
  al_set_upvalue(L, 3, id);
  return 1;
}

static int plane_obstacles(lua_State *L)
{
  al_begin_plane(L, 0);
  return al_push_space_iterator(L, "obstacles", obstacles_next, 1);
}

/* ---- The plane itself ---- */

enum { FIELD_VERSION = 1, FIELD_BOUNDS, FIELD_OUTLINE };

static const al_field plane_fields[] = {
    {"version", FIELD_VERSION}, {"bounds", FIELD_BOUNDS}, {"outline", FIELD_OUTLINE}, {NULL, 0}};

static int push_outline(lua_State *L, const al_plane *p)
{
  uint32_t count = 0;
  const double *corners = NULL;
  if (astar_plane_outline_count(p->core, ASTAR_BOUNDS) > 0)
    corners = astar_plane_outline(p->core, ASTAR_BOUNDS, 0, &count);
  if (corners) al_push_numbers(L, corners, 2 * (int)count);
  else lua_pushnil(L);
  return 1;
}

static int push_bounds(lua_State *L, const al_plane *p)
{
  double bounds[4];
  if (astar_plane_bounds(p->core, bounds)) al_push_numbers(L, bounds, 4);
  else lua_pushnil(L);
  return 1;
}

static int plane_get(lua_State *L)
{
  const al_plane *p = al_self(L, al_plane_kind);
  int code = al_member(L, al_plane_kind);
  if (code == 0) return 1;
  al_require_open(L, &p->space);
  if (code == FIELD_BOUNDS) return push_bounds(L, p);
  if (code == FIELD_OUTLINE) return push_outline(L, p);
  compat_pushcount(L, astar_plane_version(p->core));
  return 1;
}

static int plane_set(lua_State *L)
{
  return al_refuse_assignment(L, al_plane_kind);
}

static int plane_len(lua_State *L)
{
  const al_plane *p = al_self(L, al_plane_kind);
  al_require_open(L, &p->space);
  compat_pushcount(L, astar_plane_count(p->core));
  return 1;
}

static int plane_tostring(lua_State *L)
{
  const al_plane *p = al_self(L, al_plane_kind);
  if (!p->core) {
    lua_pushliteral(L, "plane (collected)");
  } else {
    const uint32_t count = astar_plane_count(p->core), links = astar_plane_link_count(p->core);
    lua_pushfstring(L, "plane (%d obstacle%s", (int)count, count == 1 ? "" : "s");
    if (links > 0) lua_pushfstring(L, ", %d link%s)", (int)links, links == 1 ? "" : "s");
    else lua_pushliteral(L, ")");
    lua_concat(L, 2);
  }
  return 1;
}

/* Ignores values that are not planes: an error here would be raised in unrelated code. */
static int plane_gc(lua_State *L)
{
  al_plane *p = al_test(L, 1, al_plane_kind);
  if (!p) return 0;
  astar_finder_destroy(p->space.finder);
  astar_plane_destroy(p->core);
  p->space.finder = NULL;
  p->core = NULL;
  al_end_life(L);
  return 0;
}

static const luaL_Reg plane_methods[] = {{"polygon", plane_polygon}, {"box", plane_box},
                                         {"circle", plane_circle},   {"remove", plane_remove},
                                         {"obstacles", plane_obstacles}, {NULL, NULL}};

static const luaL_Reg plane_meta[] = {{"__index", plane_get},       {"__newindex", plane_set},
                                      {"__len", plane_len},         {"__tostring", plane_tostring},
                                      {"__gc", plane_gc},           {NULL, NULL}};

const al_members al_plane_members = {plane_methods, plane_fields, plane_meta};
