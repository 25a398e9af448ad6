/* load.c: the function `load` of the module: a space from what save.c made of one; see notes.h. */
#include "binding.h"
#include "notes.h"

#include <math.h>
#include <string.h>

/* The new space is at 1, where self would be, since messages count arguments without self. */
enum { SELF = 1, TEXT, HOME, NAMES, NAMED, DATA };

typedef struct loader {
  al_space *space;
  const char *text; /* kept alive by the string at TEXT */
  astar_reader reader;
} loader;

/* After each call that may run finalizers, which with the debug library can change even the stack. */
static void steady(lua_State *L, const loader *l)
{
  if (lua_type(L, TEXT) != LUA_TSTRING || lua_tostring(L, TEXT) != l->text || lua_touserdata(L, SELF) != l->space)
    luaL_error(L, "attempt to use an object that was tampered with");
  al_require_open(L, l->space);
}

static int refuse(lua_State *L, const char *message)
{
  lua_pushnil(L);
  lua_pushstring(L, message);
  return 2;
}

/* ---- The space ---- */

/* Make an empty one of the kind that is read. */
static void make_space(lua_State *L, loader *l)
{
  const char *name = l->reader.kind == ASTAR_SAVED_GRID ? al_grid_name : al_graph_kind;
  int upvalue = AL_FIRST_UPVALUE + AL_UPVALUES * ((int)l->reader.kind - ASTAR_SAVED_GRAPH);
  if (l->reader.kind == ASTAR_SAVED_PLANE)
    l->space = al_new_space(L, sizeof(al_plane), &al_plane_type, al_plane_kind, upvalue);
  else l->space = al_new_space(L, sizeof(al_graph), &al_graph_type, name, upvalue);
  lua_replace(L, SELF);
}

static astar_result load_core(lua_State *L, loader *l)
{
  void *context;
  lua_Alloc alloc = lua_getallocf(L, &context);
  if (l->reader.kind == ASTAR_SAVED_PLANE)
    return astar_load_plane(alloc, context, &l->reader, &((al_plane *)l->space)->core);
  return astar_load_graph(alloc, context, &l->reader, &((al_graph *)l->space)->core);
}

/* ---- Notes ---- */

static bool is_live(const al_space *space, uint32_t id)
{
  if (space->kind == al_plane_kind) return astar_plane_has(((const al_plane *)space)->core, id, NULL);
  return astar_graph_has(((const al_graph *)space)->core, id, NULL);
}

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

static void push_data(lua_State *L, astar_reader *r, uint64_t kind)
{
  double value;
  switch (kind) {
  case NOTE_FLOAT:
    value = astar_read_double(r);
    lua_pushnumber(L, isnan(value) ? NAN : value); /* of all, the one that Lua knows */
    break;
  case NOTE_INTEGER: push_integer(L, astar_read_number(r, 8)); break;
  case NOTE_STRING: push_string(L, r); break;
  default: lua_pushboolean(L, kind == NOTE_TRUE); break;
  }
}

/* Read the name of a node; false if it is another's. */
static bool load_name(lua_State *L, loader *l, uint32_t id)
{
  bool fresh;
  push_string(L, &l->reader);
  steady(L, l);
  lua_pushvalue(L, -1);
  lua_rawget(L, NAMES);
  fresh = lua_isnil(L, -1);
  lua_pop(L, 1);
  if (fresh) {
    lua_pushvalue(L, -1);
    compat_pushcount(L, id);
    lua_rawset(L, NAMES);
    compat_rawsetid(L, NAMED, id);
  }
  return fresh;
}

/* Read what there is of one node or obstacle. What is wrong with it, or NULL. */
static const char *load_note(lua_State *L, loader *l, uint32_t id, uint32_t before)
{
  const uint64_t kind = astar_read_number(&l->reader, 1), data = kind & ~(uint64_t)NOTE_NAMED;
  const bool named = (kind & NOTE_NAMED) != 0;
  if (id <= before || !is_live(l->space, id)) return "it is not there";
  if (kind == 0 || data >= NOTE_KINDS || (named && l->space->kind == al_plane_kind)) return "data of an unknown kind";
  if (named && !load_name(L, l, id)) return "its name is another's";
  lua_settop(L, DATA);
  if (data == NOTE_NOTHING) return NULL;
  steady(L, l);
  push_data(L, &l->reader, data);
  steady(L, l);
  compat_rawsetid(L, DATA, id);
  return NULL;
}

/* Read them all. NULL, or what is wrong, which is pushed. */
static const char *load_notes(lua_State *L, loader *l)
{
  uint32_t id, before = 0;
  al_check_home(L, HOME, l->space);
  if (l->space->kind == al_plane_kind) {
    lua_pushnil(L);
    lua_pushnil(L);
  } else {
    al_push_table(L, HOME, HOME_NAMES);
    al_push_table(L, HOME, HOME_NAMED);
  }
  al_push_table(L, HOME, HOME_DATA);
  while ((id = (uint32_t)astar_read_number(&l->reader, 4)) != 0) {
    const char *wrong = load_note(L, l, id, before);
    if (wrong)
      return lua_pushfstring(L, "malformed: %s %s: %s", l->space->type->handle_kind, al_push_number(L, id), wrong);
    if (l->space->kind == al_graph_kind) ((al_graph *)l->space)->named = 1;
    before = id;
    steady(L, l);
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
  make_space(L, &l);
  if (lua_type(L, TEXT) != LUA_TSTRING || lua_tostring(L, TEXT) != l.text)
    luaL_error(L, "attempt to use an object that was tampered with");
  result = load_core(L, &l);
  if (result == ASTAR_MALFORMED) return refuse(L, l.reader.error);
  al_check_result(L, result);
  al_tell_space(L, l.space);
  steady(L, &l);
  compat_getuservalue(L, SELF);
  wrong = load_notes(L, &l);
  if (wrong) return refuse(L, wrong);
  lua_settop(L, SELF);
  return 1;
}
