/*
** grid_source.c: the cells of a new grid from rows, comma separated values or a map file, by a legend;
** see grid.h. The tile of each text or number is cached.
**
** Each source is read twice: for its size, before the grid is made, and for its cells. With levels there is one for
** each; the rows of all are made one list first.
*/
#include "grid.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* The contents of a cell: its terrain, | BLOCKED if blocked. 0: not known. */
typedef uint16_t tile;

#define BLOCKED 0x8000u

typedef struct tiles {
  al_graph *g;
  astar_grid_def def;
  const char *text;    /* the text that is read, kept alive by the string at `anchor` */
  int anchor;          /* stack index; 0: no text */
  const char *of;      /* "row" or "line", for messages */
  uint32_t level, line, col; /* the current position; level 0: there is one only */
  astar_id cell, last; /* the next cell to set, and the last one */
  int legend;          /* whether there is one */
  tile bytes[256];     /* the cache for text of one byte */
} tiles;

/* ---- Errors ---- */

/* Raise an error that names the level, unless it is 0, the row or line, and the column; column 0: the whole row. */
static int data_error(lua_State *L, const char *of, uint32_t level, uint32_t line, uint32_t col, const char *format,
                      ...)
{
  va_list list;
  luaL_where(L, 1);
  if (level > 0) lua_pushfstring(L, "level %d, %s %d", (int)level, of, (int)line);
  else lua_pushfstring(L, "%s %d", of, (int)line);
  if (col > 0) lua_pushfstring(L, ", column %d: ", (int)col);
  else lua_pushliteral(L, ": ");
  va_start(list, format);
  lua_pushvfstring(L, format, list);
  va_end(list);
  lua_concat(L, 4);
  return lua_error(L);
}

static int count_error(lua_State *L, const char *of, uint32_t level, uint32_t line, double expected, double got)
{
  const char *want = al_push_number(L, expected), *have = al_push_number(L, got);
  return data_error(L, of, level, line, 0, "%s column%s expected, got %s", want, expected == 1 ? "" : "s", have);
}

/* Push a text or number for a message: in quotes, on one line, not too long. */
static const char *push_shown(lua_State *L, int index)
{
  enum { MOST = 40 };
  luaL_Buffer b;
  size_t length, i;
  const char *text;
  if (lua_type(L, index) == LUA_TNUMBER) return al_push_number(L, lua_tonumber(L, index));
  text = lua_tolstring(L, index, &length);
  luaL_buffinit(L, &b);
  luaL_addchar(&b, '\'');
  for (i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    /* Cut at the start of a UTF-8 character, or 3 bytes later if there is none. */
    if (i >= MOST + 3 || (i >= MOST && (c & 0xC0) != 0x80)) {
      luaL_addstring(&b, "...");
      break;
    }
    if (c >= ' ' && c != 127) {
      luaL_addchar(&b, text[i]);
    } else {
      luaL_addchar(&b, '\\');
      luaL_addchar(&b, (char)('0' + c / 100));
      luaL_addchar(&b, (char)('0' + c / 10 % 10));
      luaL_addchar(&b, (char)('0' + c % 10));
    }
  }
  luaL_addchar(&b, '\'');
  luaL_pushresult(&b);
  return lua_tostring(L, -1);
}

/* Raise unless the grid, the tables and the text are still in their stack slots. */
static void check_unchanged(lua_State *L, const tiles *t)
{
  al_check_new_grid(L, t->g);
  al_check_unchanged(L, lua_istable(L, GRID_CACHE) && (!t->legend || lua_istable(L, GRID_LEGEND)));
  if (t->anchor)
    al_check_unchanged(L, lua_type(L, t->anchor) == LUA_TSTRING && lua_tostring(L, t->anchor) == t->text);
}

/* ---- The legend: keys are at the absolute index `key` ---- */

/* Whether a text is a decimal number; lua_isnumber() alone accepts more, depending on the version. */
static int reads_as_number(lua_State *L, int key)
{
  size_t length;
  const char *text = lua_tolstring(L, key, &length);
  return length > 0 && strspn(text, "0123456789.+-eE") == length && lua_isnumber(L, key);
}

/* Push the value of a key in the legend, or nil. A number and its decimal text match each other. */
static void look_up(lua_State *L, const tiles *t, int key)
{
  lua_pushvalue(L, key);
  lua_rawget(L, GRID_LEGEND);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  if (lua_type(L, key) == LUA_TNUMBER) al_push_number(L, lua_tonumber(L, key));
  else if (reads_as_number(L, key)) lua_pushnumber(L, lua_tonumber(L, key));
  else lua_pushnil(L);
  check_unchanged(L, t);
  lua_rawget(L, GRID_LEGEND);
}

/* Raise unless the key at -2 and its value at -1 are valid in a legend. */
static void check_entry(lua_State *L)
{
  int key = lua_gettop(L) - 1, value = key + 1;
  int type = lua_type(L, value);
  if (lua_type(L, key) != LUA_TSTRING && lua_type(L, key) != LUA_TNUMBER)
    luaL_error(L, "legend: text or number expected as key, got %s", al_type_name(L, key));
  if (type == LUA_TSTRING || (type == LUA_TBOOLEAN && !lua_toboolean(L, value))) return;
  luaL_error(L, "legend: value of %s: terrain name or false expected, got %s", push_shown(L, key),
             type == LUA_TBOOLEAN ? "true" : al_type_name(L, value));
}

static void check_legend(lua_State *L)
{
  lua_pushnil(L);
  while (lua_next(L, GRID_LEGEND)) {
    check_entry(L);
    lua_pop(L, 1);
  }
}

static tile named_tile(lua_State *L, const tiles *t, const char *name, size_t length)
{
  astar_terrain terrain = ASTAR_DEFAULT_TERRAIN;
  al_check_terrain(L, astar_graph_terrain(t->g->core, name, length, &terrain));
  return (tile)terrain;
}

/* The tile that the legend has for a key, or 0. */
static tile legend_tile(lua_State *L, const tiles *t, int key)
{
  int top = lua_gettop(L);
  tile found = 0;
  lua_pushvalue(L, key);
  look_up(L, t, key);
  if (!lua_isnil(L, -1)) {
    check_entry(L);
    if (lua_type(L, -1) == LUA_TSTRING) {
      size_t length;
      const char *name = lua_tolstring(L, -1, &length);
      found = named_tile(L, t, name, length);
    } else {
      found = BLOCKED | ASTAR_DEFAULT_TERRAIN;
    }
  }
  lua_settop(L, top);
  return found;
}

/* The tile of a letter of the map format; 0 for other letters. */
static tile letter_tile(lua_State *L, const tiles *t, char letter)
{
  static const struct {
    char letter;
    const char *terrain;
    unsigned blocked;
  } letters[] = {{'.', "ground", 0},       {'G', "ground", 0},     {'S', "swamp", 0},     {'T', "trees", BLOCKED},
                 {'W', "water", BLOCKED}, {'@', "void", BLOCKED}, {'O', "void", BLOCKED}};
  size_t i;
  for (i = 0; i < sizeof letters / sizeof *letters; i++) {
    const char *name = letters[i].terrain;
    if (letters[i].letter == letter) return (tile)(named_tile(L, t, name, strlen(name)) | letters[i].blocked);
  }
  return 0;
}

/* Without a legend: the text or number is the name of the terrain; empty text is the default terrain. */
static tile text_tile(lua_State *L, const tiles *t, int key)
{
  size_t length;
  const char *name;
  tile found;
  if (lua_type(L, key) == LUA_TNUMBER) al_push_number(L, lua_tonumber(L, key));
  else lua_pushvalue(L, key);
  check_unchanged(L, t);
  name = lua_tolstring(L, -1, &length);
  found = length > 0 ? named_tile(L, t, name, length) : ASTAR_DEFAULT_TERRAIN;
  lua_pop(L, 1);
  return found;
}

static tile resolve(lua_State *L, const tiles *t, int key)
{
  tile found = t->legend ? legend_tile(L, t, key) : 0;
  if (!found && lua_type(L, GRID_MAP) == LUA_TSTRING) found = letter_tile(L, t, *lua_tostring(L, key));
  else if (!found && !t->legend) found = text_tile(L, t, key);
  if (!found) data_error(L, t->of, t->level, t->line, t->col, "%s is not in the legend", push_shown(L, key));
  return found;
}

/* Pop a text or number; returns its tile. */
static tile value_tile(lua_State *L, const tiles *t)
{
  int key = lua_gettop(L);
  tile found;
  lua_pushvalue(L, key);
  lua_rawget(L, GRID_CACHE);
  found = (tile)lua_tointeger(L, -1);
  if (!found) {
    found = resolve(L, t, key);
    lua_pushvalue(L, key);
    lua_pushinteger(L, found);
    lua_rawset(L, GRID_CACHE);
    check_unchanged(L, t);
  }
  lua_settop(L, key - 1);
  return found;
}

static tile bytes_tile(lua_State *L, tiles *t, const char *text, size_t length)
{
  unsigned char byte = (unsigned char)*text;
  tile found;
  if (length == 1 && t->bytes[byte]) return t->bytes[byte];
  lua_pushlstring(L, text, length);
  check_unchanged(L, t);
  found = value_tile(L, t);
  if (length == 1) t->bytes[byte] = found;
  return found;
}

static void set_next(lua_State *L, tiles *t, tile what)
{
  astar_terrain terrain = what & ~BLOCKED;
  al_check_unchanged(L, t->cell <= t->last); /* scripts with the debug library can change the source */
  if (terrain != ASTAR_DEFAULT_TERRAIN) al_check_result(L, astar_graph_set_terrain(t->g->core, t->cell, terrain));
  if (what & BLOCKED) al_check_result(L, astar_graph_set_blocked(t->g->core, t->cell, true));
  t->cell++;
}

/* ---- Rows: the row is at the absolute index `row` ---- */

/* The size in bytes of the UTF-8 character at `text`; 1 if invalid. */
static size_t character(const char *text, size_t length)
{
  unsigned char lead = (unsigned char)*text;
  size_t size = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1, i;
  if (size > length) return 1;
  for (i = 1; i < size; i++) {
    if (((unsigned char)text[i] & 0xC0) != 0x80) return 1;
  }
  return size;
}

/* Whether the key at -2 can be the text of a cell that is one character, or, with `byte`, one byte. */
static int is_character(lua_State *L, int byte)
{
  size_t length;
  const char *text;
  if (lua_type(L, -2) == LUA_TNUMBER) {
    const double value = lua_tonumber(L, -2);
    return value >= 0 && value <= 9 && value == floor(value);
  }
  text = lua_tolstring(L, -2, &length);
  return length == 1 || (!byte && length > 0 && character(text, length) == length);
}

/*
** Raise for a key that no cell can have where each is one character of a text. A legend may be that of several maps, so
** keys that merely do not occur are fine.
*/
static void check_characters(lua_State *L, const char *source, int byte)
{
  lua_pushnil(L);
  while (lua_next(L, GRID_LEGEND)) {
    if (!is_character(L, byte)) {
      luaL_error(L, "legend: %s cannot occur in %s, where each cell is one character", push_shown(L, lua_gettop(L) - 1),
                 source);
    }
    lua_pop(L, 1);
  }
}

static double text_width(const char *text, size_t length)
{
  double width = 0;
  size_t at;
  for (at = 0; at < length; at += character(text + at, length - at)) width++;
  return width;
}

/* The columns of a row, which is the one with this number on a level. */
static double row_width(lua_State *L, int row, uint32_t level, uint32_t number)
{
  if (lua_type(L, row) == LUA_TSTRING) {
    size_t length;
    const char *text = lua_tolstring(L, row, &length);
    return text_width(text, length);
  }
  if (lua_type(L, row) != LUA_TTABLE)
    data_error(L, "row", level, number, 0, "string or array expected, got %s", al_type_name(L, row));
  return (double)compat_rawlen(L, row);
}

/* Append the lines of a text at the top of the stack to the list at GRID_WORK. Returns how many there are. */
static double append_lines(lua_State *L, double count)
{
  size_t length, at = 0;
  const char *text = lua_tolstring(L, -1, &length);
  double lines = 0;
  while (at < length && count + lines < 0x7FFFFFFE) {
    const char *end = memchr(text + at, '\n', length - at);
    size_t line = end ? (size_t)(end - text) - at : length - at, bytes = line;
    if (bytes > 0 && text[at + bytes - 1] == '\r') bytes--;
    lua_pushlstring(L, text + at, bytes);
    lua_rawseti(L, GRID_WORK, (int)(count + ++lines));
    at += line + 1;
  }
  return lines;
}

/* The same of the rows in the array at the top of the stack. */
static double append_rows(lua_State *L, double count)
{
  const double rows = (double)compat_rawlen(L, -1);
  int row;
  for (row = 1; row <= rows && count + row <= 0x7FFFFFFE; row++) {
    lua_rawgeti(L, -1, row);
    lua_rawseti(L, GRID_WORK, (int)(count + row));
  }
  return rows;
}

/* Raise unless the array of a source has as many levels as are said. */
static void check_levels(lua_State *L, int source, const char *option, const astar_grid_def *def)
{
  const double levels = (double)compat_rawlen(L, source);
  if (levels != def->levels) {
    const char *want = al_push_number(L, def->levels), *have = al_push_number(L, levels);
    al_arg_error(L, GRID_OPTIONS, "option '%s': %s level%s expected, got %s", option, want,
                 def->levels == 1 ? "" : "s", have);
  }
}

static void size_error(lua_State *L, uint32_t level, const char *what, double got, double expected)
{
  const char *have = al_push_number(L, got), *first = al_push_number(L, expected);
  luaL_error(L, "level %d has %s %s%s, level 1 has %s", (int)level, have, what, got == 1 ? "" : "s", first);
}

/* Make the rows of all levels one list. Returns how many each level has. */
static double join_levels(lua_State *L, const astar_grid_def *def)
{
  double height = 0, count = 0;
  uint32_t level;
  check_levels(L, GRID_ROWS, "rows", def);
  lua_newtable(L);
  lua_replace(L, GRID_WORK);
  for (level = 1; level <= def->levels; level++) {
    double rows;
    al_check_unchanged(L, lua_istable(L, GRID_ROWS) && lua_istable(L, GRID_WORK));
    lua_rawgeti(L, GRID_ROWS, (int)level);
    if (lua_type(L, -1) != LUA_TSTRING && !lua_istable(L, -1))
      luaL_error(L, "level %d: array of rows or text expected, got %s", (int)level, al_type_name(L, -1));
    rows = lua_istable(L, -1) ? append_rows(L, count) : append_lines(L, count);
    if (level == 1) height = rows;
    if (rows == 0) luaL_error(L, "level %d: at least one row expected", (int)level);
    if (rows != height) size_error(L, level, "row", rows, height);
    count += rows;
    lua_pop(L, 1);
  }
  lua_pushvalue(L, GRID_WORK);
  lua_replace(L, GRID_ROWS);
  return height;
}

static void measure_rows(lua_State *L, astar_grid_def *def)
{
  int arrays = 0;
  const bool levels = !lua_isnil(L, GRID_LEVELS);
  const double each = levels ? join_levels(L, def) : 0;
  double height = (double)compat_rawlen(L, GRID_ROWS), width = 0;
  uint32_t row;
  if (height == 0) al_arg_error(L, GRID_OPTIONS, "option 'rows': at least one row expected");
  if (height > 0x7FFFFFFE) al_arg_error(L, GRID_OPTIONS, "option 'rows': too many rows");
  for (row = 1; row <= height; row++) {
    const uint32_t level = levels ? (row - 1) / (uint32_t)each + 1 : 0;
    const uint32_t number = levels ? (row - 1) % (uint32_t)each + 1 : row;
    double found;
    lua_rawgeti(L, GRID_ROWS, (int)row);
    found = row_width(L, lua_gettop(L), level, number);
    if (lua_istable(L, -1)) arrays = 1;
    if (row == 1) width = found;
    if (found == 0) data_error(L, "row", level, number, 0, "at least one column expected");
    if (found > 0x7FFFFFFE) data_error(L, "row", level, number, 0, "too many columns");
    if (found != width) count_error(L, "row", level, number, width, found);
    lua_pop(L, 1);
  }
  if (!arrays && lua_istable(L, GRID_LEGEND)) check_characters(L, "rows of text", 0);
  def->width = (uint32_t)width;
  def->height = (uint32_t)(levels ? each : height);
}

static void set_text_row(lua_State *L, tiles *t)
{
  size_t length, at = 0;
  const char *text = lua_tolstring(L, GRID_WORK, &length);
  t->text = text;
  t->anchor = GRID_WORK;
  for (t->col = 1; t->col <= t->def.width; t->col++) {
    size_t size = character(text + at, length - at);
    set_next(L, t, bytes_tile(L, t, text + at, size));
    at += size;
  }
}

static void set_array_row(lua_State *L, tiles *t)
{
  t->anchor = 0;
  for (t->col = 1; t->col <= t->def.width; t->col++) {
    int type;
    al_check_unchanged(L, lua_istable(L, GRID_WORK));
    lua_rawgeti(L, GRID_WORK, (int)t->col);
    type = lua_type(L, -1);
    if (type != LUA_TSTRING && !(type == LUA_TNUMBER && fabs(lua_tonumber(L, -1)) < INFINITY))
      data_error(L, "row", t->level, t->line, t->col, "text or number expected, got %s", al_type_name(L, -1));
    set_next(L, t, value_tile(L, t));
  }
}

static void set_rows(lua_State *L, tiles *t)
{
  const uint32_t height = t->def.height, count = height * t->def.levels;
  const bool levels = !lua_isnil(L, GRID_LEVELS);
  uint32_t row;
  t->of = "row";
  for (row = 0; row < count; row++) {
    double width;
    t->level = levels ? row / height + 1 : 0;
    t->line = row % height + 1;
    al_check_unchanged(L, lua_istable(L, GRID_ROWS));
    lua_rawgeti(L, GRID_ROWS, (int)row + 1);
    lua_replace(L, GRID_WORK);
    /* Finalizers may have changed the row since it was measured. */
    width = row_width(L, GRID_WORK, t->level, t->line);
    if (width != t->def.width) count_error(L, "row", t->level, t->line, t->def.width, width);
    if (lua_type(L, GRID_WORK) == LUA_TSTRING) set_text_row(L, t);
    else set_array_row(L, t);
  }
}

/* ---- Comma separated values ---- */

static void measure_csv(lua_State *L, uint32_t level, astar_grid_def *def)
{
  size_t length;
  const char *text = lua_tolstring(L, GRID_CSV, &length), *field;
  astar_csv csv;
  astar_csv_event event;
  uint32_t columns = 0, line = 0;
  bool quoted, open = false, all_open = true; /* an open row ends with a separator */
  astar_csv_open(&csv, text, length);
  while ((event = astar_csv_next(&csv, &field, &length, &quoted)) == ASTAR_CSV_FIELD) {
    if (csv.field == 1) {
      if (csv.row == 2) def->width = columns;
      if (csv.row > 1 && columns != def->width) count_error(L, "line", level, line, def->width, columns);
      all_open = all_open && (csv.row == 1 || open);
      line = csv.line;
    }
    columns = csv.field;
    open = length == 0 && !quoted;
  }
  if (event == ASTAR_CSV_ERROR) data_error(L, "line", level, csv.line, csv.field, "%s", csv.error);
  if (csv.row == 0) al_arg_error(L, GRID_OPTIONS, "option 'csv': at least one row expected");
  if (csv.row == 1) def->width = columns;
  /* As in a .tmx: each number but the last of all has a comma behind it. */
  if (csv.row > 1 && all_open && !open && columns == def->width - 1) def->width = columns;
  if (columns != def->width) count_error(L, "line", level, line, def->width, columns);
  def->height = csv.row;
}

/* Push the text of a field, with one quote for every two. */
static void push_unquoted(lua_State *L, const char *field, size_t length)
{
  luaL_Buffer b;
  size_t i;
  luaL_buffinit(L, &b);
  for (i = 0; i < length; i++) {
    luaL_addchar(&b, field[i]);
    if (field[i] == '"') i++;
  }
  luaL_pushresult(&b);
}

static void set_csv(lua_State *L, tiles *t)
{
  size_t length;
  const char *text = lua_tolstring(L, GRID_CSV, &length), *field;
  astar_csv csv;
  bool quoted;
  astar_csv_open(&csv, text, length);
  t->of = "line";
  t->text = text;
  t->anchor = GRID_CSV;
  while (astar_csv_next(&csv, &field, &length, &quoted) == ASTAR_CSV_FIELD) {
    t->line = csv.line;
    t->col = csv.field;
    if (csv.field > t->def.width) continue; /* behind the separator at the end of a row */
    if (!quoted) {
      set_next(L, t, bytes_tile(L, t, field, length));
    } else {
      push_unquoted(L, field, length);
      check_unchanged(L, t);
      set_next(L, t, value_tile(L, t));
    }
  }
}

/* ---- Map files ---- */

static void open_map(lua_State *L, uint32_t level, astar_map_file *file)
{
  size_t length;
  const char *text = lua_tolstring(L, GRID_MAP, &length);
  if (!astar_map_open(file, text, length)) data_error(L, "line", level, file->line, file->column, "%s", file->error);
}

static void measure_map(lua_State *L, uint32_t level, astar_grid_def *def)
{
  astar_map_file file;
  open_map(L, level, &file);
  if (lua_istable(L, GRID_LEGEND)) check_characters(L, "a map file", 1);
  def->width = file.width;
  def->height = file.height;
}

static void set_map(lua_State *L, tiles *t)
{
  astar_map_file file;
  const char *row;
  open_map(L, t->level, &file);
  t->of = "line";
  t->text = lua_tostring(L, GRID_MAP);
  t->anchor = GRID_MAP;
  for (;;) {
    t->line = file.line;
    row = astar_map_row(&file);
    if (!row) return;
    for (t->col = 1; t->col <= t->def.width; t->col++) set_next(L, t, bytes_tile(L, t, row + t->col - 1, 1));
  }
}

/* ---- All of them ---- */

/* Raise if a size was given that differs from that of the source. */
static void agree(lua_State *L, const char *option, uint32_t size_given, uint32_t found)
{
  if (size_given != 0 && size_given != found) {
    const char *want = al_push_number(L, size_given), *have = al_push_number(L, found);
    al_arg_error(L, GRID_OPTIONS, "option '%s': %s given, but the source has %s", option, want, have);
  }
}

/* Put the text of a level into the slot of its source. */
static void take_level(lua_State *L, int source, uint32_t level)
{
  al_check_unchanged(L, lua_istable(L, GRID_SOURCES));
  lua_rawgeti(L, GRID_SOURCES, (int)level);
  if (lua_type(L, -1) != LUA_TSTRING)
    luaL_error(L, "level %d: string expected, got %s", (int)level, al_type_name(L, -1));
  lua_replace(L, source);
}

/* Measure the texts of all levels. */
static void measure_levels(lua_State *L, int source, astar_grid_def *def,
                           void (*measure)(lua_State *L, uint32_t level, astar_grid_def *def))
{
  const char *option = source == GRID_CSV ? "csv" : "map";
  uint32_t level;
  if (lua_isnil(L, GRID_LEVELS)) {
    measure(L, 0, def);
    return;
  }
  check_levels(L, source, option, def);
  lua_newtable(L);
  lua_replace(L, GRID_SOURCES);
  /* A copy: finalizers may change the array that was given. */
  for (level = 1; level <= def->levels; level++) {
    al_check_unchanged(L, lua_istable(L, source) && lua_istable(L, GRID_SOURCES));
    lua_rawgeti(L, source, (int)level);
    lua_rawseti(L, GRID_SOURCES, (int)level);
  }
  for (level = 1; level <= def->levels; level++) {
    astar_grid_def found = *def;
    take_level(L, source, level);
    measure(L, level, level == 1 ? def : &found);
    if (level == 1) continue;
    if (found.height != def->height) size_error(L, level, "row", found.height, def->height);
    if (found.width != def->width) size_error(L, level, "column", found.width, def->width);
  }
}

void al_measure_source(lua_State *L, astar_grid_def *def)
{
  uint32_t width = def->width, height = def->height;
  if (lua_istable(L, GRID_LEGEND)) check_legend(L);
  if (lua_istable(L, GRID_ROWS)) measure_rows(L, def);
  else if (!lua_isnil(L, GRID_CSV)) measure_levels(L, GRID_CSV, def, measure_csv);
  else if (!lua_isnil(L, GRID_MAP)) measure_levels(L, GRID_MAP, def, measure_map);
  agree(L, "width", width, def->width);
  agree(L, "height", height, def->height);
}

/* Set the cells from the texts of all levels. */
static void set_levels(lua_State *L, int source, tiles *t, void (*set)(lua_State *L, tiles *t))
{
  const bool levels = !lua_isnil(L, GRID_LEVELS);
  uint32_t i;
  for (i = 1; i <= t->def.levels; i++) {
    if (levels) take_level(L, source, t->level = i);
    al_check_unchanged(L, lua_type(L, source) == LUA_TSTRING);
    set(L, t);
  }
}

void al_read_source(lua_State *L, al_graph *g)
{
  tiles t;
  memset(&t, 0, sizeof t);
  t.g = g;
  t.cell = 1;
  t.last = astar_grid_count(g->core);
  t.legend = lua_istable(L, GRID_LEGEND);
  lua_newtable(L);
  lua_replace(L, GRID_CACHE);
  check_unchanged(L, &t);
  (void)astar_grid_get(g->core, &t.def);
  if (lua_istable(L, GRID_ROWS)) set_rows(L, &t);
  else if (!lua_isnil(L, GRID_CSV)) set_levels(L, GRID_CSV, &t, set_csv);
  else if (!lua_isnil(L, GRID_MAP)) set_levels(L, GRID_MAP, &t, set_map);
}
