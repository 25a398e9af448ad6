/*
** grid_terrains.c: the members of the class "grid" that read and set the terrains of cells; see grid.h. Arrays of names
** are read, without metamethods, into userdata before the core is called, so that an error in them changes no cell.
*/
#include "grid.h"

/* The terrain named at `arg`; the default terrain for nil. */
static astar_terrain check_terrain(lua_State *L, const al_graph *g, int arg)
{
  if (!al_given(L, arg)) return ASTAR_DEFAULT_TERRAIN;
  if (lua_type(L, arg) != LUA_TSTRING) al_type_error(L, arg, "string or nil");
  return al_make_terrain(L, g, arg, ASTAR_DEFAULT_TERRAIN);
}

static int grid_get(lua_State *L)
{
  const al_graph *g = al_check_grid(L);
  al_push_terrain(L, g, astar_graph_node_terrain(g->core, al_check_cell(L, g, 4)));
  return 1;
}

/* ---- Setting ---- */

/* The stack of set() with an array: the arguments, then what is made. */
enum { SET_ARRAY = 6, SET_LEVEL, SET_TERRAINS, SET_CACHE, SET_NAME };

/* Raise unless the array has a name for each of w * h cells. Returns their number. */
static uint32_t check_names(lua_State *L)
{
  al_entry e = {.arg = SET_ARRAY};
  size_t length, i;
  if (lua_type(L, SET_ARRAY) != LUA_TTABLE) al_type_error(L, SET_ARRAY, "array of terrains");
  length = compat_rawlen(L, SET_ARRAY);
  if ((double)length != lua_tonumber(L, 4) * lua_tonumber(L, 5))
    al_arg_error(L, SET_ARRAY, "a terrain for each of w * h cells expected, got %s", al_push_number(L, (double)length));
  if (length > 0x7FFFFFFF) al_check_result(L, ASTAR_FULL);
  for (i = 1; i <= length; i++) {
    al_push_element(L, &e, (uint32_t)i);
    al_require_entry(L, &e, LUA_TSTRING, "string");
    lua_settop(L, e.value - 1);
  }
  return (uint32_t)length;
}

/* The terrain of the name on top of the stack. SET_CACHE has those of names met before. */
static astar_terrain cached_terrain(lua_State *L, const al_graph *g)
{
  astar_terrain terrain;
  lua_pushvalue(L, -1);
  lua_rawget(L, SET_CACHE);
  if (!lua_isnil(L, -1)) {
    terrain = (astar_terrain)lua_tonumber(L, -1);
    lua_pop(L, 1);
    return terrain;
  }
  lua_pop(L, 1);
  al_require_open(L, &g->space);
  terrain = al_make_terrain(L, g, lua_gettop(L), ASTAR_DEFAULT_TERRAIN);
  lua_pushvalue(L, -1);
  lua_pushnumber(L, terrain);
  lua_rawset(L, SET_CACHE);
  return terrain;
}

/* Read the names of `count` cells, of which equal ones often follow each other: SET_NAME has the last one. */
static void read_terrains(lua_State *L, const al_graph *g, astar_terrain *terrains, uint32_t count)
{
  al_entry e = {.arg = SET_ARRAY};
  astar_terrain last = ASTAR_DEFAULT_TERRAIN;
  uint32_t i;
  for (i = 0; i < count; i++) {
    al_push_element(L, &e, i + 1);
    if (!lua_rawequal(L, -1, SET_NAME)) {
      al_require_entry(L, &e, LUA_TSTRING, "string");
      last = cached_terrain(L, g);
      lua_replace(L, SET_NAME);
    }
    terrains[i] = last;
    lua_settop(L, SET_NAME);
  }
}

/* Set the cells of a rectangle to the terrains of an array. */
static int set_array(lua_State *L, al_graph *g)
{
  const al_rectangle r = al_check_rectangle(L, g);
  const uint32_t level = al_check_level(L, g, SET_LEVEL);
  astar_terrain *terrains;
  uint32_t count;
  lua_settop(L, SET_LEVEL);
  count = check_names(L);
  terrains = compat_newuserdata(L, ((size_t)count + 1) * sizeof *terrains);
  lua_newtable(L);
  lua_pushvalue(L, SET_CACHE); /* no name yet: no element is equal to it */
  read_terrains(L, g, terrains, count);
  al_require_open(L, &g->space);
  if (r.width > 0 && r.height > 0) {
    /* The columns and rows of the array that lie left of the map, and above it. */
    const size_t left = (size_t)(r.col - lua_tonumber(L, 2)), above = (size_t)(r.row - lua_tonumber(L, 3));
    const size_t stride = (size_t)lua_tonumber(L, 4);
    al_check_result(L, astar_grid_set_terrains(g->core, r.col, r.row, r.width, r.height, level,
                                               terrains + above * stride + left, stride));
  }
  al_report_space(L, &g->space);
  return 0;
}

static int grid_set(lua_State *L)
{
  al_graph *g = al_check_grid(L);
  astar_id cell;
  if (lua_type(L, 4) == LUA_TNUMBER && lua_gettop(L) >= SET_ARRAY) return set_array(L, g);
  cell = al_check_cell(L, g, 5);
  al_check_result(L, astar_graph_set_terrain(g->core, cell, check_terrain(L, g, 4)));
  al_report_space(L, &g->space);
  return 0;
}

static int grid_fill(lua_State *L)
{
  al_graph *g = al_check_grid(L);
  const al_rectangle r = al_check_rectangle(L, g);
  const uint32_t level = al_check_level(L, g, 7);
  const astar_terrain terrain = check_terrain(L, g, 6);
  if (r.width > 0 && r.height > 0)
    al_check_result(L, astar_grid_fill(g->core, r.col, r.row, r.width, r.height, level, terrain));
  al_report_space(L, &g->space);
  return 0;
}

/* ---- Reading ---- */

/*
** Fill the table at 2, or a new one, with the names of the terrains by id of the cell. Each name is made once: the
** table at 3 holds them by number.
*/
static int grid_terrains(lua_State *L)
{
  const al_graph *g = al_check_grid(L);
  const uint32_t count = astar_grid_count(g->core);
  astar_id cell;
  lua_settop(L, 2);
  if (!al_given(L, 2)) {
    lua_createtable(L, count < 0x7FFFFFFF ? (int)count : 0, 0);
    lua_replace(L, 2);
  } else if (lua_type(L, 2) != LUA_TTABLE) {
    al_type_error(L, 2, "table");
  }
  lua_newtable(L);
  for (cell = 1; cell <= count; cell++) {
    astar_terrain terrain;
    al_require_open(L, &g->space);
    terrain = astar_graph_node_terrain(g->core, cell);
    lua_rawgeti(L, 3, (int)terrain);
    if (lua_isnil(L, -1)) {
      lua_pop(L, 1);
      al_push_terrain(L, g, terrain);
      lua_pushvalue(L, -1);
      lua_rawseti(L, 3, (int)terrain);
    }
    compat_rawsetid(L, 2, cell);
  }
  lua_settop(L, 2);
  return 1;
}

static const luaL_Reg grid_methods[] = {
  {"get", grid_get}, {"set", grid_set}, {"fill", grid_fill}, {"terrains", grid_terrains}, {NULL, NULL}};

const al_members al_grid_terrain_members = {grid_methods, NULL, NULL};
