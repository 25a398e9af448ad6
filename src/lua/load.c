/* load.c: the function `load` of the module: makes a space from a saved string; see saved_data.h. */
#include "graph.h"
#include "limit.h"
#include "plane.h"
#include "saved_data.h"

#include <math.h>
#include <string.h>

/* Stack indices. The new space is in place of self, so that messages number the argument correctly. */
enum { SELF = 1, TEXT, ENV, IDS, NAMES, DATA };

typedef struct loader {
  al_space *space;
  const char *text; /* kept alive by the string at TEXT */
  astar_reader reader;
} loader;

/* Call after anything that may run finalizers: with the debug library they can change these stack slots. */
static void check_unchanged(lua_State *L, const loader *l)
{
  al_check_unchanged(L, lua_type(L, TEXT) == LUA_TSTRING && lua_tostring(L, TEXT) == l->text &&
                        lua_touserdata(L, SELF) == l->space);
  al_require_open(L, l->space);
}

static int refuse(lua_State *L, const char *message)
{
  lua_pushnil(L);
  lua_pushstring(L, message);
  return 2;
}

/* ---- The space ---- */

/* Put a space of the saved kind, without a core, at SELF. */
static void make_space(lua_State *L, loader *l)
{
  const char *name = l->reader.kind == ASTAR_SAVED_GRID ? al_grid_name : al_graph_kind;
  int upvalue = AL_FIRST_UPVALUE + AL_SPACE_UPVALUES * ((int)l->reader.kind - ASTAR_SAVED_GRAPH);
  if (l->reader.kind == ASTAR_SAVED_PLANE) l->space = al_new_space(L, &al_plane_type, al_plane_kind, upvalue);
  else l->space = al_new_space(L, &al_graph_type, name, upvalue);
  lua_replace(L, SELF);
}

static astar_result load_core(loader *l)
{
  if (l->reader.kind == ASTAR_SAVED_PLANE)
    return astar_load_plane(al_allocate, l->space->limits->account, &l->reader, &((al_plane *)l->space)->core);
  return astar_load_graph(al_allocate, l->space->limits->account, &l->reader, &((al_graph *)l->space)->core);
}

/* ---- Names and data ---- */

static void push_string(lua_State *L, astar_reader *r)
{
  size_t length;
  const char *bytes = astar_read_bytes(r, &length);
  lua_pushlstring(L, bytes, length);
}

static void push_integer(lua_State *L, uint64_t bits)
{
  int64_t value;
  memcpy(&value, &bits, sizeof value);
#if LUA_VERSION_NUM >= 503
  if ((lua_Integer)value == value) {
    lua_pushinteger(L, (lua_Integer)value);
    return;
  }
#endif
  lua_pushnumber(L, (lua_Number)value);
}

void al_read_data(lua_State *L, astar_reader *r, uint64_t type)
{
  double value;
  switch (type) {
  case SAVED_FLOAT:
    value = astar_read_double(r);
    lua_pushnumber(L, isnan(value) ? NAN : value); /* the same NaN for all */
    break;
  case SAVED_INTEGER: push_integer(L, astar_read_number(r, 8)); break;
  case SAVED_STRING: push_string(L, r); break;
  default: lua_pushboolean(L, type == SAVED_TRUE); break;
  }
}

/* Read the name of a node; false if another node has it. May push a value. */
static bool load_name(lua_State *L, loader *l, uint32_t id)
{
  bool fresh;
  push_string(L, &l->reader);
  check_unchanged(L, l);
  lua_pushvalue(L, -1);
  lua_rawget(L, IDS);
  fresh = lua_isnil(L, -1);
  lua_pop(L, 1);
  if (fresh) {
    lua_pushvalue(L, -1);
    compat_pushcount(L, id);
    lua_rawset(L, IDS);
    compat_rawsetid(L, NAMES, id);
  }
  return fresh;
}

/* Read the name and data of one node, obstacle or link. Returns what is wrong, or NULL. */
static const char *load_node(lua_State *L, loader *l, uint32_t id, uint32_t before)
{
  const uint64_t flags = astar_read_number(&l->reader, 1), data = flags & ~(uint64_t)SAVED_NAME;
  const bool named = (flags & SAVED_NAME) != 0;
  if (id <= before || !l->space->type->find(l->space, id, NULL)) return "it is named or has data, but does not exist";
  if (flags == 0 || data >= SAVED_TYPES || (named && l->space->kind == al_plane_kind))
    return "its data is of an unknown type";
  if (named && !load_name(L, l, id)) return "another node has the same name";
  lua_settop(L, DATA);
  if (data == SAVED_NOTHING) return NULL;
  check_unchanged(L, l);
  al_read_data(L, &l->reader, data);
  check_unchanged(L, l);
  compat_rawsetid(L, DATA, id);
  return NULL;
}

/* Read all names and data. Returns what is wrong, or NULL. */
static const char *load_data(lua_State *L, loader *l)
{
  uint32_t id, before = 0;
  al_check_environment(L, ENV, l->space);
  if (l->space->kind == al_plane_kind) {
    lua_pushnil(L);
    lua_pushnil(L);
  } else {
    al_push_table(L, ENV, ENV_IDS);
    al_push_table(L, ENV, ENV_NAMES);
  }
  al_push_table(L, ENV, ENV_DATA);
  while ((id = (uint32_t)astar_read_number(&l->reader, 4)) != 0) {
    const char *wrong = load_node(L, l, id, before);
    if (wrong)
      return lua_pushfstring(L, "malformed: %s %s: %s", al_kind_of(l->space, id),
                             al_push_number(L, al_number_of(l->space, id)), wrong);
    if (l->space->kind == al_graph_kind) ((al_graph *)l->space)->named = true;
    before = id;
    check_unchanged(L, l);
  }
  return astar_read_end(&l->reader) ? NULL : l->reader.error;
}

/* ---- The function ---- */

int al_load(lua_State *L)
{
  loader l;
  size_t length;
  const char *wrong;
  astar_result result;
  lua_settop(L, 1);
  lua_pushnil(L);
  lua_insert(L, SELF);
  if (lua_type(L, TEXT) != LUA_TSTRING) al_type_error(L, TEXT, "string");
  l.text = lua_tolstring(L, TEXT, &length);
  if (!astar_reader_open(&l.reader, l.text, length)) return refuse(L, l.reader.error);
  if (l.reader.kind > ASTAR_SAVED_PLANE) return refuse(L, "it holds a crowd: write g:crowd(text) or plane:crowd(text)");
  make_space(L, &l);
  al_limit_reader(l.space->limits, &l.reader);
  al_check_unchanged(L, lua_type(L, TEXT) == LUA_TSTRING && lua_tostring(L, TEXT) == l.text);
  result = load_core(&l);
  al_check_reader(L, &l.reader);
  if (result == ASTAR_MALFORMED) return refuse(L, l.reader.error);
  al_check_result(L, result);
  al_report_space(L, l.space);
  check_unchanged(L, &l);
  compat_getuservalue(L, SELF);
  wrong = load_data(L, &l);
  if (wrong) return refuse(L, wrong);
  lua_settop(L, SELF);
  return 1;
}
