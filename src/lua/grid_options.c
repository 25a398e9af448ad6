/* grid_options.c: the constructor's stack, and the options on it; see grid.h. */
#include "grid.h"

#include <float.h>
#include <math.h>

void al_check_new_grid(lua_State *L, const al_graph *g)
{
  al_check_unchanged(L, lua_touserdata(L, GRID_SELF) == g);
  al_require_open(L, &g->space);
}

static bool given(lua_State *L, int option)
{
  return !lua_isnil(L, option);
}

static bool has_hexagons(const astar_grid_def *def)
{
  return def->shape != ASTAR_SQUARE && def->shape != ASTAR_ISOMETRIC;
}

static bool has_diagonals(const astar_grid_def *def)
{
  return !has_hexagons(def) && !def->straight;
}

/* ---- Options: e->into is the definition ---- */

static void read_layout(lua_State *L, const al_entry *e)
{
  static const char *const names[] = {"square", "isometric", "odd-r", "even-r", "odd-q", "even-q"};
  static const astar_shape shapes[] = {ASTAR_SQUARE, ASTAR_ISOMETRIC, ASTAR_ODD_R,
                                       ASTAR_EVEN_R, ASTAR_ODD_Q,     ASTAR_EVEN_Q};
  const char *list = "\"square\", \"isometric\", \"odd-r\", \"even-r\", \"odd-q\" or \"even-q\"";
  *(astar_shape *)e->target = shapes[al_entry_name(L, e, list, names, 6)];
}

static void read_neighbours(lua_State *L, const al_entry *e)
{
  double value = al_entry_finite(L, e);
  if (has_hexagons(e->into)) {
    if (value != 6) al_entry_error(L, e, "hexagons have 6, got %s", al_push_number(L, value));
  } else if (value != 4 && value != 8) {
    al_entry_error(L, e, "4 or 8 expected, got %s", al_push_number(L, value));
  }
  *(bool *)e->target = value == 4;
}

static void read_corners(lua_State *L, const al_entry *e)
{
  static const char *const names[] = {"never", "one", "always"};
  static const astar_corners rules[] = {ASTAR_CORNERS_NEVER, ASTAR_CORNERS_ONE, ASTAR_CORNERS_ALWAYS};
  *(astar_corners *)e->target = rules[al_entry_name(L, e, "\"never\", \"one\" or \"always\"", names, 3)];
  if (!has_diagonals(e->into)) al_arg_error(L, e->arg, "option 'corners' needs 8 neighbours");
}

static void read_cell(lua_State *L, const al_entry *e)
{
  astar_grid_def *def = e->into;
  if (lua_type(L, e->value) == LUA_TTABLE) {
    al_entry_numbers(L, e, "{width, height}", 2, 2, al_entry_positive, def->cell);
    def->drawn = has_hexagons(def);
  } else if (lua_type(L, e->value) == LUA_TNUMBER) {
    def->cell[0] = def->cell[1] = al_entry_positive(L, e);
  } else {
    al_entry_error(L, e, "number or {width, height} expected, got %s", al_type_name(L, e->value));
  }
}

static void read_step(lua_State *L, const al_entry *e)
{
  *(double *)e->target = al_entry_positive(L, e);
}

static void read_diagonal(lua_State *L, const al_entry *e)
{
  astar_grid_def *def = e->into;
  def->diagonal = al_entry_positive(L, e);
  if (!has_diagonals(def)) al_arg_error(L, e->arg, "option 'diagonal' needs 8 neighbours");
  if (def->shape == ASTAR_SQUARE && def->cell[0] != def->cell[1] && isnan(def->step))
    al_arg_error(L, e->arg, "option 'diagonal' needs cells as wide as they are high, or option 'step'");
}

static void read_origin(lua_State *L, const al_entry *e)
{
  al_entry_numbers(L, e, "{x, y} or {x, y, z}", 2, 3, al_entry_finite, e->target);
}

static void read_wrap(lua_State *L, const al_entry *e)
{
  static const char *const names[] = {"x", "y", "xy"};
  astar_grid_def *def = e->into;
  int i = al_entry_name(L, e, "\"x\", \"y\" or \"xy\"", names, 3);
  def->wrap_x = i != 1;
  def->wrap_y = i != 0;
}

static void read_size(lua_State *L, const al_entry *e)
{
  double value = al_entry_finite(L, e);
  if (floor(value) != value || value < 1)
    al_entry_error(L, e, "whole number >= 1 expected, got %s", al_push_number(L, value));
  if (value > GRID_MOST_CELLS)
    al_entry_error(L, e, "at most 4294967294 cells expected, got %s", al_push_number(L, value));
  *(uint32_t *)e->target = (uint32_t)value;
}

static void read_level_height(lua_State *L, const al_entry *e)
{
  if (!given(L, GRID_LEVELS)) al_arg_error(L, e->arg, "option 'level_height' needs 'levels'");
  *(double *)e->target = al_entry_finite(L, e);
}

static void check_rows(lua_State *L, const al_entry *e)
{
  al_require_entry(L, e, LUA_TTABLE, given(L, GRID_LEVELS) ? "array of levels" : "array");
}

static void check_text(lua_State *L, const al_entry *e)
{
  const bool levels = given(L, GRID_LEVELS);
  al_require_entry(L, e, levels ? LUA_TTABLE : LUA_TSTRING, levels ? "array of strings" : "string");
  if (given(L, GRID_ROWS)) al_arg_error(L, e->arg, "options 'rows' and '%s' cannot go together", e->name);
  if (e->value == GRID_MAP && given(L, GRID_CSV))
    al_arg_error(L, e->arg, "options 'csv' and 'map' cannot go together");
}

static bool has_source(lua_State *L)
{
  return given(L, GRID_ROWS) || given(L, GRID_CSV) || given(L, GRID_MAP);
}

static void check_legend(lua_State *L, const al_entry *e)
{
  al_require_entry(L, e, LUA_TTABLE, "table");
  if (!has_source(L)) al_arg_error(L, e->arg, "option 'legend' needs one of 'rows', 'csv' and 'map'");
}

static void check_function(lua_State *L, const al_entry *e)
{
  al_require_entry(L, e, LUA_TFUNCTION, "function");
}

/* In the order of the stack slots, from GRID_LAYOUT on. */
static const al_option grid_options[] = {{"layout", read_layout, offsetof(astar_grid_def, shape)},
                                         {"neighbours", read_neighbours, offsetof(astar_grid_def, straight)},
                                         {"corners", read_corners, offsetof(astar_grid_def, corners)},
                                         {"cell", read_cell, 0},
                                         {"step", read_step, offsetof(astar_grid_def, step)},
                                         {"diagonal", read_diagonal, 0},
                                         {"origin", read_origin, offsetof(astar_grid_def, origin)},
                                         {"wrap", read_wrap, 0},
                                         {"width", read_size, offsetof(astar_grid_def, width)},
                                         {"height", read_size, offsetof(astar_grid_def, height)},
                                         {"levels", read_size, offsetof(astar_grid_def, levels)},
                                         {"level_height", read_level_height, offsetof(astar_grid_def, level_height)},
                                         {"rows", check_rows, 0},
                                         {"csv", check_text, 0},
                                         {"map", check_text, 0},
                                         {"legend", check_legend, 0},
                                         {"ground", check_function, 0},
                                         {"sight", check_function, 0},
                                         {NULL, NULL, 0}};

void al_read_grid_options(lua_State *L, astar_grid_def *def)
{
  *def = astar_default_grid();
  def->width = def->height = 0;
  al_place_options(L, GRID_OPTIONS, grid_options, GRID_LAYOUT);
  al_read_placed(L, GRID_OPTIONS, grid_options, GRID_LAYOUT, def);
  if (has_source(L)) return;
  if (!def->width && !def->height)
    al_arg_error(L, GRID_OPTIONS, "one of the options 'rows', 'csv', 'map', or 'width' and 'height' expected");
  if (!def->width) al_arg_error(L, GRID_OPTIONS, "option 'width' expected beside 'height'");
  if (!def->height) al_arg_error(L, GRID_OPTIONS, "option 'height' expected beside 'width'");
}

/* ---- What depends on the size ---- */

static void check_wrap(lua_State *L, const astar_grid_def *def)
{
  bool by_row = def->shape == ASTAR_ODD_R || def->shape == ASTAR_EVEN_R;
  if (def->levels > 1 && def->wrap_y) al_arg_error(L, GRID_OPTIONS, "option 'wrap': maps with levels wrap in x only");
  if (!has_hexagons(def)) return;
  if (by_row && def->wrap_y && def->height % 2 != 0)
    al_arg_error(L, GRID_OPTIONS, "option 'wrap': hexagons in rows need an even height, got %s",
                 al_push_number(L, def->height));
  if (!by_row && def->wrap_x && def->width % 2 != 0)
    al_arg_error(L, GRID_OPTIONS, "option 'wrap': hexagons in columns need an even width, got %s",
                 al_push_number(L, def->width));
}

/* Raise if the position of a cell, or the distance of two, could overflow. */
static void check_reach(lua_State *L, const astar_grid_def *def)
{
  double cell = def->cell[0] > def->cell[1] ? def->cell[0] : def->cell[1], most = DBL_MAX / 16;
  double cells = (double)def->width + (double)def->height + 2;
  int i;
  if (!(cells * cell < most))
    al_arg_error(L, GRID_OPTIONS, "option 'cell': the map would be larger than numbers can be");
  if (!(fmax(fabs(def->level_height), cell) * def->levels < most))
    al_arg_error(L, GRID_OPTIONS, "option 'level_height': the map would be higher than numbers can be");
  if (!isnan(def->step)) cell = fmax(cell, def->step);
  if (!(cells * cell < most)) al_arg_error(L, GRID_OPTIONS, "option 'step': costs would be larger than numbers can be");
  if (!(def->diagonal * cell < most) && !isnan(def->diagonal))
    al_arg_error(L, GRID_OPTIONS, "option 'diagonal': the step would be longer than numbers can be");
  for (i = 0; i < 3; i++) {
    if (!(fabs(def->origin[i]) < most))
      al_arg_error(L, GRID_OPTIONS, "option 'origin': the map would lie beyond where numbers can be");
  }
}

void al_check_grid_size(lua_State *L, const astar_grid_def *def)
{
  const uint64_t level = (uint64_t)def->width * def->height;
  if (level > GRID_MOST_CELLS || level * def->levels > GRID_MOST_CELLS) {
    const char *width = al_push_number(L, def->width), *height = al_push_number(L, def->height);
    const char *levels = def->levels > 1 ? lua_pushfstring(L, " x %s", al_push_number(L, def->levels)) : "";
    al_arg_error(L, GRID_OPTIONS, "option 'width': at most 4294967294 cells expected, got %s x %s%s", width, height,
                 levels);
  }
  check_wrap(L, def);
  check_reach(L, def);
}
