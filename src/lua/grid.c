/* grid.c: the constructor of grids, and the members of the class "grid" beyond those of graphs; see grid.h. */
#include "grid.h"

#include <math.h>
#include <string.h>

/* ---- Checks ---- */

al_graph *al_check_grid(lua_State *L)
{
  al_graph *g = al_test(L, 1, al_graph_kind);
  if (!g || g->space.name != al_grid_name) al_self_error(L, al_grid_name);
  else al_require_open(L, &g->space);
  return g;
}

al_graph *al_begin_grid(lua_State *L, int args)
{
  al_graph *g = al_check_grid(L);
  lua_settop(L, args + 1);
  al_push_environment(L, 1, &g->space);
  return g;
}

static double check_number(lua_State *L, int arg)
{
  if (lua_type(L, arg) != LUA_TNUMBER) al_type_error(L, arg, "number");
  return lua_tonumber(L, arg);
}

uint32_t al_counted(double value)
{
  return value >= 1 && value <= GRID_MOST_CELLS && (uint32_t)value == value ? (uint32_t)value : 0;
}

static double check_whole(lua_State *L, int arg)
{
  double value = al_check_finite(L, arg);
  if (al_counted(value) == 0 && floor(value) != value)
    al_arg_error(L, arg, "whole number expected, got %s", al_push_number(L, value));
  return value;
}

astar_id al_find_cell(const al_graph *g, double col, double row, double level)
{
  return astar_grid_cell(g->core, al_counted(col), al_counted(row), al_counted(level));
}

astar_id al_check_cell(lua_State *L, const al_graph *g, int level)
{
  double col = check_whole(L, 2), row = check_whole(L, 3);
  astar_id cell = al_find_cell(g, col, row, al_check_level(L, g, level));
  if (cell != ASTAR_NO_ID) return cell;
  if (al_find_cell(g, col, 1, 1) == ASTAR_NO_ID)
    al_arg_error(L, 2, "column %s is outside the map", al_push_number(L, col));
  al_arg_error(L, 3, "row %s is outside the map", al_push_number(L, row));
  return ASTAR_NO_ID;
}

/* The boolean at `arg`, true if not given. */
static bool check_switch(lua_State *L, int arg)
{
  if (!al_given(L, arg)) return true;
  if (lua_type(L, arg) != LUA_TBOOLEAN) al_type_error(L, arg, "boolean");
  return lua_toboolean(L, arg);
}

static astar_id check_cell_node(lua_State *L, int arg, al_graph *g, int env)
{
  astar_id id = al_check_node(L, arg, g, env);
  if (!al_is_cell(g, id)) al_arg_error(L, arg, "cell expected, got a waypoint");
  return id;
}

/* ---- Making ---- */

/* The new grid, and which of its cells have ground. */
typedef struct land {
  al_graph *g;
  uint32_t count; /* of cells */
  uint8_t *bits;  /* one for each cell, kept alive at GRID_WORK; NULL: all have ground */
} land;

static bool has_ground(const land *l, astar_id cell)
{
  return !l->bits || l->bits[cell >> 3] >> (cell & 7) & 1;
}

static void check_unchanged(lua_State *L, const land *l)
{
  al_check_new_grid(L, l->g);
  al_check_unchanged(L, !l->bits || lua_touserdata(L, GRID_WORK) == l->bits);
}

static void make_bits(lua_State *L, land *l)
{
  size_t size = (size_t)(l->count >> 3) + 1;
  l->bits = memset(compat_newuserdata(L, size), 0, size);
  lua_replace(L, GRID_WORK);
  check_unchanged(L, l);
}

/* Call `ground` for a cell. Returns whether the cell has ground; then *z is set to its height. */
static bool ask_ground(lua_State *L, const land *l, uint32_t col, uint32_t row, uint32_t level, const double xyz[3],
                       double *z)
{
  bool found;
  lua_pushvalue(L, GRID_GROUND);
  compat_pushcount(L, col);
  compat_pushcount(L, row);
  lua_pushnumber(L, xyz[0]);
  lua_pushnumber(L, xyz[1]);
  compat_pushcount(L, level);
  lua_call(L, 5, 1);
  check_unchanged(L, l);
  found = !lua_isnil(L, -1);
  if (found) {
    *z = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
    if (!(fabs(*z) < INFINITY) && level > 1)
      al_arg_error(L, GRID_OPTIONS, "option 'ground': level %d, row %d, column %d: number or nil expected, got %s",
                   (int)level, (int)row, (int)col, al_type_name(L, -1));
    if (!(fabs(*z) < INFINITY))
      al_arg_error(L, GRID_OPTIONS, "option 'ground': row %d, column %d: number or nil expected, got %s", (int)row,
                   (int)col, al_type_name(L, -1));
  }
  lua_pop(L, 1);
  return found;
}

static void lay_ground(lua_State *L, land *l)
{
  uint32_t col = 0, row = 0, level = 0;
  astar_id cell;
  if (lua_isnil(L, GRID_GROUND)) return;
  if (!lua_isnil(L, GRID_SIGHT)) make_bits(L, l);
  for (cell = 1; cell <= l->count; cell++) {
    double xyz[3], z = 0;
    (void)astar_grid_place(l->g->core, cell, &col, &row, &level);
    astar_graph_position(l->g->core, cell, xyz);
    if (!ask_ground(L, l, col, row, level, xyz, &z)) {
      al_check_result(L, astar_graph_set_blocked(l->g->core, cell, true));
      continue;
    }
    if (l->bits) l->bits[cell >> 3] |= (uint8_t)(1u << (cell & 7));
    if (z == xyz[2]) continue;
    xyz[2] = z;
    al_check_result(L, astar_graph_move(l->g->core, cell, xyz));
  }
}

static bool ask_sight(lua_State *L, const land *l, astar_id a, astar_id b)
{
  double from[3], to[3];
  bool sees;
  int i;
  astar_graph_position(l->g->core, a, from);
  astar_graph_position(l->g->core, b, to);
  lua_pushvalue(L, GRID_SIGHT);
  for (i = 0; i < 3; i++) lua_pushnumber(L, from[i]);
  for (i = 0; i < 3; i++) lua_pushnumber(L, to[i]);
  lua_call(L, 6, 1);
  check_unchanged(L, l);
  sees = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return sees;
}

/* Write the neighbours of a cell that have larger ids; returns their number. */
static uint32_t later_neighbours(const astar_graph *core, astar_id cell, astar_id near[8])
{
  uint32_t count = astar_graph_link_count(core, cell), found = 0, i;
  for (i = 0; i < count && found < 8; i++) {
    astar_id to = astar_graph_link_at(core, cell, i).to;
    if (to > cell) near[found++] = to;
  }
  return found;
}

/* Close the steps between cells that do not see each other. */
static void draw_sight(lua_State *L, const land *l)
{
  astar_id cell, near[8];
  if (lua_isnil(L, GRID_SIGHT)) return;
  for (cell = 1; cell <= l->count; cell++) {
    uint32_t count, i;
    if (!has_ground(l, cell)) continue;
    count = later_neighbours(l->g->core, cell, near);
    for (i = 0; i < count; i++) {
      if (has_ground(l, near[i]) && !ask_sight(L, l, cell, near[i]))
        al_check_result(L, astar_grid_wall(l->g->core, cell, near[i], true));
    }
  }
}

static void make_core(lua_State *L, al_graph *g, const astar_grid_def *def)
{
  const double cells = (double)def->width * def->height * (def->levels > 1 ? def->levels : 1);
  astar_result result;
  al_check_limit(L, g->space.limits->cells, cells, "cells");
  do {
    result = astar_grid_create(al_allocate, g->space.limits->account, def, &g->core);
  } while (result == ASTAR_NO_MEMORY && al_made_room(L, g->space.limits));
  al_check_result(L, result);
  al_report_space(L, &g->space);
  al_check_new_grid(L, g);
}

/*
** Raise unless the argument, at 1, may be a table of options. Says how to give what is given instead: rows, a size, a
** text.
*/
static void refuse_plain_arguments(lua_State *L)
{
  const int type = lua_type(L, 1);
  lua_settop(L, 2);
  if (type == LUA_TNUMBER && lua_type(L, 2) == LUA_TNUMBER) {
    const char *width = al_push_number(L, lua_tonumber(L, 1)), *height = al_push_number(L, lua_tonumber(L, 2));
    lua_pushfstring(L, "table expected, got number: to give a size, write astar.grid{ width = %s, height = %s }", width,
                    height);
  } else if (type == LUA_TSTRING) {
    lua_pushliteral(L, "table expected, got string: to give a text, write astar.grid{ csv = text } or "
                       "astar.grid{ map = text }");
  } else if (type != LUA_TTABLE) {
    lua_pushfstring(L, "table expected, got %s", al_type_name(L, 1));
  } else {
    int first;
    lua_rawgeti(L, 1, 1);
    first = lua_type(L, -1);
    lua_pop(L, 1);
    if (first != LUA_TSTRING && first != LUA_TTABLE) return;
    lua_pushliteral(L, "options expected, got an array: to give rows, write astar.grid{ rows = rows }");
  }
  lua_insert(L, 1);
  al_arg_error(L, 2, "%s", lua_tostring(L, 1));
}

int al_new_grid(lua_State *L)
{
  al_graph *g;
  astar_grid_def def;
  land l;
  if (!lua_checkstack(L, GRID_TOP + LUA_MINSTACK)) al_no_memory(L);
  refuse_plain_arguments(L);
  lua_settop(L, 1);
  g = al_new_space(L, &al_graph_type, al_grid_name, AL_FIRST_UPVALUE);
  lua_insert(L, GRID_SELF);
  lua_settop(L, GRID_TOP);
  al_read_grid_options(L, &def);
  al_measure_source(L, &def);
  al_check_grid_size(L, &def);
  make_core(L, g, &def);
  al_read_source(L, g);
  l.g = g;
  l.count = astar_grid_count(g->core);
  l.bits = NULL;
  if (!lua_isnil(L, GRID_GROUND) || !lua_isnil(L, GRID_SIGHT)) compat_limit_nesting(L);
  lay_ground(L, &l);
  draw_sight(L, &l);
  lua_settop(L, GRID_SELF);
  al_report_space(L, &g->space);
  return 1;
}

/* ---- Fields ---- */

enum { FIELD_VERSION = 1, FIELD_WIDTH, FIELD_HEIGHT, FIELD_LEVELS };

static const al_field grid_fields[] = {{"version", FIELD_VERSION},
                                       {"width", FIELD_WIDTH},
                                       {"height", FIELD_HEIGHT},
                                       {"levels", FIELD_LEVELS},
                                       {NULL, 0}};

static int grid_index(lua_State *L)
{
  const al_graph *g = al_self(L, al_graph_kind);
  int code = al_member(L, g->space.name);
  astar_grid_def def;
  if (code == 0) return 1;
  al_require_open(L, &g->space);
  if (code == FIELD_VERSION) compat_pushcount(L, astar_graph_version(g->core));
  else if (!astar_grid_get(g->core, &def)) lua_pushnil(L);
  else compat_pushcount(L, code == FIELD_WIDTH ? def.width : code == FIELD_HEIGHT ? def.height : def.levels);
  return 1;
}

static int grid_tostring(lua_State *L)
{
  al_graph *g = al_test(L, 1, al_graph_kind);
  astar_grid_def def;
  uint32_t others;
  int first;
  if (!g) return al_type_error(L, 1, al_grid_name);
  if (!g->core || !astar_grid_get(g->core, &def)) {
    lua_pushfstring(L, "%s (collected)", g->space.name);
    return 1;
  }
  others = astar_graph_count(g->core) - astar_grid_count(g->core);
  first = lua_gettop(L) + 1;
  lua_pushliteral(L, "grid (");
  al_push_number(L, def.width);
  lua_pushliteral(L, " x ");
  al_push_number(L, def.height);
  if (def.levels > 1) lua_pushfstring(L, " x %d", (int)def.levels);
  if (others > 0) lua_pushfstring(L, ", %d waypoint%s", (int)others, others == 1 ? "" : "s");
  lua_pushliteral(L, ")");
  lua_concat(L, lua_gettop(L) - first + 1);
  return 1;
}

/* ---- Methods ---- */

/* Push a cell, or nil for ASTAR_NO_ID. */
static int push_cell(lua_State *L, al_graph *g, int env, astar_id id)
{
  if (id == ASTAR_NO_ID) lua_pushnil(L);
  else al_push_id(L, env, &g->space, id);
  return 1;
}

static int grid_cell(lua_State *L)
{
  al_graph *g = al_begin_grid(L, 3);
  double col = check_number(L, 2), row = check_number(L, 3), level = al_given(L, 4) ? check_number(L, 4) : 1;
  return push_cell(L, g, 5, al_find_cell(g, col, row, level));
}

static int grid_at(lua_State *L)
{
  al_graph *g = al_begin_grid(L, 3);
  double x = al_check_finite(L, 2), y = al_check_finite(L, 3), level = al_given(L, 4) ? check_number(L, 4) : 1;
  return push_cell(L, g, 5, astar_grid_at(g->core, x, y, al_counted(level)));
}

/*
** Clip the `length` cells from *at on to 1 .. size. Moves *at to the first of them; returns their number. The sum is
** exact wherever it matters: a whole number up to 2^53 is not rounded, and rounding moves no larger one below that.
*/
static uint32_t clip(double *at, double length, uint32_t size)
{
  double end = *at + length;
  if (*at < 1) *at = 1;
  if (end > (double)size + 1) end = (double)size + 1;
  return end > *at ? (uint32_t)(end - *at) : 0;
}

al_rectangle al_check_rectangle(lua_State *L, const al_graph *g)
{
  double col = check_whole(L, 2), row = check_whole(L, 3);
  const double w = al_check_size(L, 4, 0), h = al_check_size(L, 5, 0);
  astar_grid_def def;
  al_rectangle r;
  (void)astar_grid_get(g->core, &def);
  r.width = clip(&col, w, def.width);
  r.height = clip(&row, h, def.height);
  r.col = r.width > 0 ? (uint32_t)col : 0;
  r.row = r.height > 0 ? (uint32_t)row : 0;
  return r;
}

/* A rectangle of cells on some levels, and the next of them to report: `col`, `row`, `level`. */
typedef struct tiles {
  const char *kind;
  const al_graph *map;
  uint32_t col, row, level, left, right, top, bottom, last;
} tiles;

static const char tiles_kind[] = "tiles";

/* The iterator. Upvalues after the name: the grid, the tiles. */
static int tiles_next(lua_State *L)
{
  const al_graph *g = al_test(L, lua_upvalueindex(2), al_graph_kind);
  tiles *t = al_test(L, lua_upvalueindex(3), tiles_kind);
  uint32_t col, row, level;
  astar_id cell;
  astar_tile tile;
  bool turns;
  if (!g || !t || t->map != g) return al_type_error(L, 1, al_grid_name);
  al_require_open(L, &g->space);
  col = t->col;
  row = t->row;
  level = t->level;
  cell = level <= t->last ? astar_grid_cell(g->core, col, row, level) : ASTAR_NO_ID;
  if (cell == ASTAR_NO_ID) return 0;
  tile = astar_grid_tile(g->core, cell);
  compat_pushcount(L, col);
  compat_pushcount(L, row);
  al_push_terrain(L, g, tile.terrain);
  lua_pushboolean(L, tile.blocked);
  lua_pushnumber(L, tile.z);
  compat_pushcount(L, level);
  /* Last, so that after an error the iterator continues with the same cell. */
  t->col = col < t->right ? col + 1 : t->left;
  if (col < t->right) return 6;
  turns = row == t->bottom;
  t->row = turns ? t->top : row + 1;
  t->level = turns ? level + 1 : level;
  return 6;
}

static int grid_tiles(lua_State *L)
{
  const al_graph *g = al_check_grid(L);
  bool all = !al_given(L, 2) && !al_given(L, 3) && !al_given(L, 4) && !al_given(L, 5);
  bool rest = !al_given(L, 4) && !al_given(L, 5);
  double col = all ? 1 : check_whole(L, 2), row = all ? 1 : check_whole(L, 3);
  double w = rest ? INFINITY : al_check_size(L, 4, 0), h = rest ? INFINITY : al_check_size(L, 5, 0);
  const uint32_t level = al_check_level(L, g, 6);
  const bool every = all && !al_given(L, 6);
  astar_grid_def def;
  uint32_t width, height;
  tiles *t;
  (void)astar_grid_get(g->core, &def);
  width = clip(&col, w, def.width);
  height = clip(&row, h, def.height);
  lua_settop(L, 1);
  t = compat_newuserdata(L, sizeof *t);
  t->kind = tiles_kind;
  t->map = g;
  t->last = 0; /* an empty rectangle */
  t->col = t->row = t->left = t->right = t->top = t->bottom = 1;
  t->level = level;
  if (width > 0 && height > 0) {
    t->col = t->left = (uint32_t)col;
    t->right = t->left + width - 1;
    t->row = t->top = (uint32_t)row;
    t->bottom = t->row + height - 1;
    t->last = every ? def.levels : level;
  }
  al_push_function(L, "tiles", tiles_next, 2);
  return 1;
}

/* The iterator. Upvalues after the name: the grid, the last pair. */
static int walls_next(lua_State *L)
{
  al_graph *g = (al_graph *)al_begin_next(L, al_graph_kind);
  astar_id a = (astar_id)lua_tonumber(L, lua_upvalueindex(3)), b = (astar_id)lua_tonumber(L, lua_upvalueindex(4));
  if (!astar_grid_next_wall(g->core, &a, &b)) return 0;
  al_push_id(L, 1, &g->space, a);
  al_push_id(L, 1, &g->space, b);
  al_set_upvalue(L, 3, a);
  al_set_upvalue(L, 4, b);
  return 2;
}

static int grid_walls(lua_State *L)
{
  al_check_grid(L);
  return al_push_space_iterator(L, "walls", walls_next, 2);
}

static int grid_outline(lua_State *L)
{
  const al_graph *g = al_check_grid(L);
  double corners[2 * ASTAR_MOST_CORNERS];
  al_push_numbers(L, corners, 2 * (int)astar_grid_outline(g->core, al_check_cell(L, g, 4), corners));
  return 1;
}

static int grid_block(lua_State *L)
{
  al_graph *g = al_check_grid(L);
  astar_id cell = al_check_cell(L, g, 5);
  bool blocked = check_switch(L, 4);
  if (astar_graph_blocked(g->core, cell) != blocked)
    al_check_result(L, astar_graph_set_blocked(g->core, cell, blocked));
  return 0;
}

static int grid_wall(lua_State *L)
{
  al_graph *g = al_begin_grid(L, 3);
  astar_id a = check_cell_node(L, 2, g, 5), b = check_cell_node(L, 3, g, 5);
  bool closed;
  if (!astar_grid_neighbours(g->core, a, b)) al_arg_error(L, 3, "not a neighbour of the first cell");
  closed = check_switch(L, 4);
  al_check_result(L, astar_grid_wall(g->core, a, b, closed));
  return 0;
}

static const luaL_Reg grid_methods[] = {{"cell", grid_cell},   {"at", grid_at},       {"block", grid_block},
                                        {"wall", grid_wall},   {"walls", grid_walls}, {"tiles", grid_tiles},
                                        {"outline", grid_outline}, {NULL, NULL}};

static const luaL_Reg grid_meta[] = {{"__index", grid_index}, {"__tostring", grid_tostring}, {NULL, NULL}};

const al_members al_grid_members = {grid_methods, grid_fields, grid_meta};
