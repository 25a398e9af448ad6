/* grid_crowd.c: grid:crowd, which makes crowds on nodes, or with a radius crowds of discs; see disc_crowd.h. */
#include "disc_crowd.h"
#include "fields.h"
#include "node_crowd.h"

static void read_unit(lua_State *L, const al_entry *e)
{
  al_discs_source *source = e->into;
  source->unit = al_entry_unit(L, e, source->grid);
}

static const al_option options[] = {{"unit", read_unit, 0}, AL_DISCS_OPTIONS, {NULL, NULL, 0}};

/* Whether the argument is a table with the option `radius`, or a saved crowd of discs. */
static bool is_of_discs(lua_State *L)
{
  bool found = false;
  if (lua_type(L, 2) == LUA_TTABLE) {
    lua_pushliteral(L, "radius");
    lua_rawget(L, 2);
    found = !lua_isnil(L, -1);
    lua_pop(L, 1);
  } else if (lua_type(L, 2) == LUA_TSTRING) {
    astar_reader r;
    size_t length;
    const char *text = lua_tolstring(L, 2, &length);
    found = astar_reader_open(&r, text, length) && r.kind == ASTAR_SAVED_DISCS;
  }
  return found;
}

static int grid_crowd(lua_State *L)
{
  al_discs_source source = {astar_default_discs(), astar_default_disc().radius, NULL, ASTAR_NO_UNIT, NULL};
  bool saved;
  if (!is_of_discs(L)) return al_graph_crowd(L);
  saved = lua_type(L, 2) == LUA_TSTRING;
  source.grid = al_begin_graph(L, 1);
  if (!saved) al_read_options(L, 2, "option", options, 0, &source);
  al_push_discs(L, 3, &source, saved);
  return 1;
}

static const luaL_Reg grid_methods[] = {{"crowd", grid_crowd}, {NULL, NULL}};

const al_members al_grid_crowd_members = {grid_methods, NULL, NULL};
