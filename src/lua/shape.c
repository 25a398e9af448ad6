/* shape.c: reads the options of astar.grid; see grid.h. */
#include "grid.h"

#include <float.h>
#include <math.h>
#include <string.h>

static int given(lua_State *L, int option)
{
  return !lua_isnil(L, option);
}

/* ---- Values: at `index`; `what` describes them in messages ---- */

static double positive_value(lua_State *L, int index, int arg, const char *what)
{
  double value = al_value_finite(L, index, arg, what);
  if (!(value > 0)) al_arg_error(L, arg, "%s: number > 0 expected, got %s", what, al_push_number(L, value));
  return value;
}

/* Which of the names it is; `list` has them all, for messages. */
static int name_value(lua_State *L, int index, const char *list, const char *const *names)
{
  int i;
  if (lua_type(L, index) != LUA_TSTRING)
    al_arg_error(L, GRID_OPTIONS, "%s expected, got %s", list, al_type_name(L, index));
  for (i = 0; names[i]; i++) {
    if (strcmp(lua_tostring(L, index), names[i]) == 0) return i;
  }
  return al_arg_error(L, GRID_OPTIONS, "%s expected, got \"%s\"", list, lua_tostring(L, index));
}

static uint32_t size_value(lua_State *L, int index, const char *what)
{
  double value = al_value_finite(L, index, GRID_OPTIONS, what);
  if (floor(value) != value || value < 1)
    al_arg_error(L, GRID_OPTIONS, "%s: whole number >= 1 expected, got %s", what, al_push_number(L, value));
  if (value > GRID_MOST_CELLS)
    al_arg_error(L, GRID_OPTIONS, "%s: at most 4294967294 cells expected, got %s", what, al_push_number(L, value));
  return (uint32_t)value;
}

/* ---- Options ---- */

static bool has_hexagons(const astar_grid_def *def)
{
  return def->shape != ASTAR_SQUARE && def->shape != ASTAR_ISOMETRIC;
}

static bool has_diagonals(const astar_grid_def *def)
{
  return !has_hexagons(def) && !def->straight;
}

static void read_layout(lua_State *L, astar_grid_def *def)
{
  static const char *const names[] = {"square", "isometric", "odd-r", "even-r", "odd-q", "even-q", NULL};
  static const astar_shape shapes[] = {ASTAR_SQUARE, ASTAR_ISOMETRIC, ASTAR_ODD_R,
                                       ASTAR_EVEN_R, ASTAR_ODD_Q,     ASTAR_EVEN_Q};
  const char *list = "option 'layout': \"square\", \"isometric\", \"odd-r\", \"even-r\", \"odd-q\" or \"even-q\"";
  def->shape = shapes[name_value(L, GRID_LAYOUT, list, names)];
}

static void read_neighbours(lua_State *L, astar_grid_def *def)
{
  const char *what = "option 'neighbours'";
  double value = al_value_finite(L, GRID_NEIGHBOURS, GRID_OPTIONS, what);
  if (has_hexagons(def)) {
    if (value != 6) al_arg_error(L, GRID_OPTIONS, "%s: hexagons have 6, got %s", what, al_push_number(L, value));
  } else if (value != 4 && value != 8) {
    al_arg_error(L, GRID_OPTIONS, "%s: 4 or 8 expected, got %s", what, al_push_number(L, value));
  }
  def->straight = value == 4;
}

static void read_corners(lua_State *L, astar_grid_def *def)
{
  static const char *const names[] = {"never", "one", "always", NULL};
  static const astar_corners rules[] = {ASTAR_CORNERS_NEVER, ASTAR_CORNERS_ONE, ASTAR_CORNERS_ALWAYS};
  def->corners = rules[name_value(L, GRID_CORNERS, "option 'corners': \"never\", \"one\" or \"always\"", names)];
  if (!has_diagonals(def)) al_arg_error(L, GRID_OPTIONS, "option 'corners' needs 8 neighbours");
}

static void read_cell(lua_State *L, astar_grid_def *def)
{
  static const char *const what[] = {"option 'cell': {width, height}", "option 'cell': element 1",
                                     "option 'cell': element 2"};
  if (lua_type(L, GRID_CELL) == LUA_TTABLE) {
    al_value_numbers(L, GRID_CELL, GRID_OPTIONS, 2, 2, what, positive_value, def->cell);
    def->drawn = has_hexagons(def);
  } else if (lua_type(L, GRID_CELL) == LUA_TNUMBER) {
    def->cell[0] = def->cell[1] = positive_value(L, GRID_CELL, GRID_OPTIONS, "option 'cell'");
  } else {
    al_arg_error(L, GRID_OPTIONS, "option 'cell': number or {width, height} expected, got %s",
                 al_type_name(L, GRID_CELL));
  }
}

static void read_diagonal(lua_State *L, astar_grid_def *def)
{
  def->diagonal = positive_value(L, GRID_DIAGONAL, GRID_OPTIONS, "option 'diagonal'");
  if (!has_diagonals(def)) al_arg_error(L, GRID_OPTIONS, "option 'diagonal' needs 8 neighbours");
  if (def->shape == ASTAR_SQUARE && def->cell[0] != def->cell[1])
    al_arg_error(L, GRID_OPTIONS, "option 'diagonal' needs cells as wide as they are high");
}

static void read_origin(lua_State *L, astar_grid_def *def)
{
  static const char *const what[] = {"option 'origin': {x, y} or {x, y, z}", "option 'origin': element 1",
                                     "option 'origin': element 2", "option 'origin': element 3"};
  al_value_numbers(L, GRID_ORIGIN, GRID_OPTIONS, 2, 3, what, al_value_finite, def->origin);
}

static void read_wrap(lua_State *L, astar_grid_def *def)
{
  static const char *const names[] = {"x", "y", "xy", NULL};
  int i = name_value(L, GRID_WRAP, "option 'wrap': \"x\", \"y\" or \"xy\"", names);
  def->wrap_x = i != 1;
  def->wrap_y = i != 0;
}

static void read_width(lua_State *L, astar_grid_def *def)
{
  def->width = size_value(L, GRID_WIDTH, "option 'width'");
}

static void read_height(lua_State *L, astar_grid_def *def)
{
  def->height = size_value(L, GRID_HEIGHT, "option 'height'");
}

static void require_type(lua_State *L, int index, int type, const char *what)
{
  if (lua_type(L, index) != type) al_arg_error(L, GRID_OPTIONS, "%s expected, got %s", what, al_type_name(L, index));
}

static void read_rows(lua_State *L, astar_grid_def *def)
{
  (void)def;
  require_type(L, GRID_ROWS, LUA_TTABLE, "option 'rows': array");
}

static void read_csv(lua_State *L, astar_grid_def *def)
{
  (void)def;
  require_type(L, GRID_CSV, LUA_TSTRING, "option 'csv': string");
  if (given(L, GRID_ROWS)) al_arg_error(L, GRID_OPTIONS, "options 'rows' and 'csv' cannot go together");
}

static void read_map(lua_State *L, astar_grid_def *def)
{
  (void)def;
  require_type(L, GRID_MAP, LUA_TSTRING, "option 'map': string");
  if (given(L, GRID_ROWS)) al_arg_error(L, GRID_OPTIONS, "options 'rows' and 'map' cannot go together");
  if (given(L, GRID_CSV)) al_arg_error(L, GRID_OPTIONS, "options 'csv' and 'map' cannot go together");
}

static int has_source(lua_State *L)
{
  return given(L, GRID_ROWS) || given(L, GRID_CSV) || given(L, GRID_MAP);
}

static void read_legend(lua_State *L, astar_grid_def *def)
{
  (void)def;
  require_type(L, GRID_LEGEND, LUA_TTABLE, "option 'legend': table");
  if (!has_source(L)) al_arg_error(L, GRID_OPTIONS, "option 'legend' needs one of 'rows', 'csv' and 'map'");
}

static void read_ground(lua_State *L, astar_grid_def *def)
{
  (void)def;
  require_type(L, GRID_GROUND, LUA_TFUNCTION, "option 'ground': function");
}

static void read_sight(lua_State *L, astar_grid_def *def)
{
  (void)def;
  require_type(L, GRID_SIGHT, LUA_TFUNCTION, "option 'sight': function");
}

/* By place, from the first one on. */
static const struct {
  const char *name;
  void (*read)(lua_State *L, astar_grid_def *def);
} options[] = {
    {"layout", read_layout},     {"neighbours", read_neighbours}, {"corners", read_corners}, {"cell", read_cell},
    {"diagonal", read_diagonal}, {"origin", read_origin},         {"wrap", read_wrap},       {"width", read_width},
    {"height", read_height},     {"rows", read_rows},             {"csv", read_csv},         {"map", read_map},
    {"legend", read_legend},     {"ground", read_ground},         {"sight", read_sight}};

enum { OPTION_COUNT = sizeof options / sizeof *options };

/* Put the value at the top of the stack, whose key is below it, in its place. */
static void place_option(lua_State *L)
{
  const char *name;
  int i = 0;
  if (lua_type(L, -2) != LUA_TSTRING)
    al_arg_error(L, GRID_OPTIONS, "option: name expected, got %s", al_type_name(L, -2));
  name = lua_tostring(L, -2);
  while (i < OPTION_COUNT && strcmp(name, options[i].name) != 0) i++;
  if (i == OPTION_COUNT) al_arg_error(L, GRID_OPTIONS, "unknown option '%s'", name);
  lua_replace(L, GRID_LAYOUT + i);
}

void al_read_shape(lua_State *L, astar_grid_def *def)
{
  int i;
  *def = astar_default_grid();
  def->width = def->height = 0;
  lua_pushnil(L);
  while (lua_next(L, GRID_OPTIONS)) place_option(L);
  for (i = 0; i < OPTION_COUNT; i++) {
    if (given(L, GRID_LAYOUT + i)) options[i].read(L, def);
  }
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
  if (!has_hexagons(def)) return;
  if (by_row && def->wrap_y && def->height % 2 != 0)
    al_arg_error(L, GRID_OPTIONS, "option 'wrap': hexagons in rows need an even height, got %s",
                 al_push_number(L, def->height));
  if (!by_row && def->wrap_x && def->width % 2 != 0)
    al_arg_error(L, GRID_OPTIONS, "option 'wrap': hexagons in columns need an even width, got %s",
                 al_push_number(L, def->width));
}

/* No cell's position, nor the distance of any two, may be beyond what numbers can hold. */
static void check_reach(lua_State *L, const astar_grid_def *def)
{
  double cell = def->cell[0] > def->cell[1] ? def->cell[0] : def->cell[1], most = DBL_MAX / 16;
  double reach = ((double)def->width + (double)def->height + 2) * cell;
  int i;
  if (!(reach < most)) al_arg_error(L, GRID_OPTIONS, "option 'cell': the map would be larger than numbers can be");
  if (!(def->diagonal * cell < most) && !isnan(def->diagonal))
    al_arg_error(L, GRID_OPTIONS, "option 'diagonal': the step would be longer than numbers can be");
  for (i = 0; i < 3; i++) {
    if (!(fabs(def->origin[i]) < most))
      al_arg_error(L, GRID_OPTIONS, "option 'origin': the map would lie beyond where numbers can be");
  }
}

void al_check_shape(lua_State *L, const astar_grid_def *def)
{
  if ((uint64_t)def->width * def->height > GRID_MOST_CELLS) {
    const char *width = al_push_number(L, def->width), *height = al_push_number(L, def->height);
    al_arg_error(L, GRID_OPTIONS, "option 'width': at most 4294967294 cells expected, got %s x %s", width, height);
  }
  check_wrap(L, def);
  check_reach(L, def);
}
