/* save.c: the method `save` of all spaces; see saved_data.h for the format. */
#include "graph.h"
#include "plane.h"
#include "saved_data.h"

#include <math.h>
#include <string.h>

/* Stack indices. */
enum { SELF = 1, OPTIONS, ENV, NAMES, DATA };

/* ---- Names and data: their tables are at NAMES (nil if there is none) and DATA ---- */

static bool is_plane(const al_space *space)
{
  return space->kind == al_plane_kind;
}

static uint32_t next_id(const al_space *space, uint32_t id)
{
  if (!is_plane(space)) return astar_graph_next(((const al_graph *)space)->core, id);
  if (!(id & AL_LINK)) {
    id = astar_plane_next(((const al_plane *)space)->core, id);
    if (id != ASTAR_NO_OBSTACLE) return id;
    id = AL_LINK; /* links come after the obstacles */
  }
  id = astar_plane_next_link(((const al_plane *)space)->core, id - AL_LINK);
  return id == ASTAR_NO_LINK ? 0 : AL_LINK + id;
}

/*
** Whether a number is saved as an integer. Before 5.3 whole numbers are, so that every version saves 5 as the same
** bytes.
*/
static bool is_integer(lua_State *L, int index)
{
#if LUA_VERSION_NUM >= 503
  return lua_isinteger(L, index);
#else
  double value = lua_tonumber(L, index);
  return fabs(value) <= 9007199254740992.0 && floor(value) == value && !(value == 0 && signbit(value));
#endif
}

int al_data_type(lua_State *L, const char *kind, uint32_t id)
{
  const char *found = al_type_name(L, -1);
  switch (lua_type(L, -1)) {
  case LUA_TNIL: return SAVED_NOTHING;
  case LUA_TBOOLEAN: return lua_toboolean(L, -1) ? SAVED_TRUE : SAVED_FALSE;
  case LUA_TNUMBER: return is_integer(L, -1) ? SAVED_INTEGER : SAVED_FLOAT;
  case LUA_TSTRING: return SAVED_STRING;
  default:
    return luaL_error(L, "the data of %s %s cannot be saved: boolean, number or string expected, got %s",
                      kind, al_push_number(L, id), found);
  }
}

static void write_string(lua_State *L, astar_writer *w)
{
  size_t length;
  const char *bytes = lua_tolstring(L, -1, &length);
  astar_write_bytes(w, bytes, length);
}

void al_write_data(lua_State *L, astar_writer *w, int type)
{
  if (type == SAVED_FLOAT) astar_write_double(w, lua_tonumber(L, -1));
  else if (type == SAVED_STRING) write_string(L, w);
#if LUA_VERSION_NUM >= 503
  else if (type == SAVED_INTEGER) astar_write_number(w, (uint64_t)(int64_t)lua_tointeger(L, -1), 8);
#else
  else if (type == SAVED_INTEGER) astar_write_number(w, (uint64_t)(int64_t)lua_tonumber(L, -1), 8);
#endif
}

/* Write the name and data of one node, obstacle or link, if it has any. */
static void write_node(lua_State *L, const al_space *space, uint32_t id, bool with_data, astar_writer *w)
{
  int type = SAVED_NOTHING, named = 0;
  if (lua_istable(L, NAMES)) compat_rawgetid(L, NAMES, id);
  else lua_pushnil(L);
  if (with_data) compat_rawgetid(L, DATA, id);
  else lua_pushnil(L);
  type = al_data_type(L, al_kind_of(space, id), al_number_of(space, id));
  if (lua_type(L, -2) == LUA_TSTRING) named = SAVED_NAME;
  if (type || named) {
    astar_write_number(w, id, 4);
    astar_write_number(w, (uint64_t)(type | named), 1);
    lua_insert(L, -2); /* the data below the name */
    if (named) write_string(L, w);
    lua_pop(L, 1);
    al_write_data(L, w, type);
    lua_pop(L, 1);
  } else {
    lua_pop(L, 2);
  }
}

static void write_data(lua_State *L, const al_space *space, bool with_data, astar_writer *w)
{
  uint32_t id = 0;
  if (is_plane(space) || ((const al_graph *)space)->named) {
    while ((id = next_id(space, id)) != 0) write_node(L, space, id, with_data, w);
  }
  astar_write_number(w, 0, 4);
}

/* ---- The method ---- */

static void write_all(lua_State *L, const al_space *space, bool with_data, astar_writer *w)
{
  w->size = 0;
  if (is_plane(space)) astar_save_plane(((const al_plane *)space)->core, w);
  else astar_save_graph(((const al_graph *)space)->core, w);
  write_data(L, space, with_data, w);
  astar_save_end(w);
}

static int save(lua_State *L)
{
  static const al_option list[] = {{"data", al_read_boolean, 0}, {NULL, NULL, 0}};
  const char *kind = al_test(L, SELF, al_plane_kind) ? al_plane_kind : al_graph_kind;
  al_space *space;
  astar_writer w;
  bool with_data = true;
  if (!al_test(L, SELF, kind)) al_type_error(L, SELF, "graph, grid or plane");
  space = al_begin_space(L, kind, 1);
  al_read_options(L, OPTIONS, "option", list, 0, &with_data);
  if (is_plane(space)) lua_pushnil(L);
  else al_push_table(L, ENV, ENV_NAMES);
  al_push_table(L, ENV, ENV_DATA);
  memset(&w, 0, sizeof w);
  write_all(L, space, with_data, &w);
  do {
    lua_settop(L, DATA);
    w.capacity = w.size;
    w.bytes = compat_newuserdata(L, w.capacity);
    /* Finalizers may have edited the space: repeat until all fits. */
    al_require_open(L, space);
    al_check_unchanged(L, lua_istable(L, DATA));
    write_all(L, space, with_data, &w);
  } while (w.size > w.capacity);
  lua_pushlstring(L, (const char *)w.bytes, w.size);
  return 1;
}

static const luaL_Reg save_methods[] = {{"save", save}, {NULL, NULL}};

const al_members al_save_members = {save_methods, NULL, NULL};
