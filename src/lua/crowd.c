/* crowd.c: what crowds on nodes and crowds of discs have in common; see crowd.h. */
#include "crowd.h"

#include "fields.h"
#include "limit.h"
#include "path.h"
#include "saved_data.h"

#include <math.h>
#include <string.h>

/* ---- Crowds ---- */

al_crowd *al_new_crowd(lua_State *L, int env, al_space *space, const al_crowd_type *type)
{
  al_crowd *c;
  al_make_room(L, space->limits);
  c = compat_newuserdata(L, type->size);
  memset(c, 0, type->size);
  c->kind = type->kind;
  c->type = type;
  c->space = space;
  luaL_getmetatable(L, type->meta);
  lua_setmetatable(L, -2);
  lua_createtable(L, type->own_size, 0);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, CROWD_SELF);
  lua_pushvalue(L, env);
  lua_rawseti(L, -2, CROWD_ENV);
  al_set_weak_table(L, CROWD_AGENTS, "v");
  al_set_weak_table(L, CROWD_GROUPS, "v");
  lua_newtable(L);
  lua_rawseti(L, -2, CROWD_DATA);
  lua_pushvalue(L, -1);
  compat_setuservalue(L, -3);
  return c;
}

void al_require_crowd(lua_State *L, const al_crowd *c)
{
  if (!c->core) luaL_error(L, "attempt to use a closed crowd");
  al_require_open(L, c->space);
}

/* Raise unless the value at `own` is the own table of this crowd; push the environment in it. */
static void check_own(lua_State *L, int own, const al_crowd *c)
{
  const void *found = NULL;
  if (lua_istable(L, own)) {
    lua_rawgeti(L, own, CROWD_SELF);
    found = lua_touserdata(L, -1);
    lua_pop(L, 1);
  }
  al_check_unchanged(L, found == c);
  lua_rawgeti(L, own, CROWD_ENV);
  al_check_environment(L, lua_gettop(L), c->space);
}

void al_push_own(lua_State *L, int index, const al_crowd *c)
{
  compat_getuservalue(L, index);
  check_own(L, lua_gettop(L), c);
}

/* The same as al_begin_any_crowd() for self, which is a crowd. */
static void begin_with(lua_State *L, const al_crowd *c, int args)
{
  lua_settop(L, args + 1);
  al_push_own(L, 1, c);
}

/* Raise: self is no crowd of this type. */
static void refuse_self(lua_State *L, const char *kind)
{
  const bool other = al_test(L, 1, al_crowd_kind) || al_test(L, 1, al_discs_kind);
  if (other && kind == al_crowd_kind) al_arg_error(L, 1, "crowd on nodes expected, got %s", al_discs_kind);
  if (other) al_arg_error(L, 1, "%s expected, got crowd on nodes", kind);
  al_self_error(L, al_crowd_kind);
}

al_crowd *al_begin_any_crowd(lua_State *L, const al_crowd_type *type, int args)
{
  al_crowd *c = al_test(L, 1, type->kind);
  if (!c) refuse_self(L, type->kind);
  begin_with(L, c, args);
  return c;
}

al_crowd *al_begin_crowd(lua_State *L, const al_crowd_type *type, int args)
{
  al_crowd *c = al_begin_any_crowd(L, type, args);
  al_require_crowd(L, c);
  return c;
}

/* Self as a crowd of either type. */
static al_crowd *check_any(lua_State *L)
{
  al_crowd *c = al_test(L, 1, al_crowd_kind);
  if (!c) c = al_test(L, 1, al_discs_kind);
  if (!c) al_self_error(L, al_crowd_kind);
  return c;
}

al_crowd *al_begin_either_crowd(lua_State *L, int args)
{
  al_crowd *c = check_any(L);
  begin_with(L, c, args);
  al_require_crowd(L, c);
  return c;
}

void al_read_expansions(lua_State *L, const al_entry *e)
{
  const double value = al_entry_least(L, e, 1);
  if (floor(value) != value) al_entry_error(L, e, "whole number expected, got %s", al_push_number(L, value));
  *(uint64_t *)e->target = value < 1e18 ? (uint64_t)value : UINT64_MAX;
}

void al_push_expansions(lua_State *L, uint64_t limit)
{
  if (limit == UINT64_MAX) lua_pushnumber(L, INFINITY);
  else compat_pushcount(L, limit);
}

uint64_t al_check_moves(lua_State *L, const al_crowd *c, uint64_t times)
{
  const double limit = c->space->limits->expansions, moves = (double)times * c->type->count(c);
  al_check_limit(L, limit, moves, "expansions");
  return al_limit_count((limit - moves) / (double)times);
}

void al_report_crowd(lua_State *L, al_crowd *c, bool slice)
{
  size_t now, bytes;
  if (!c->core) return;
  now = c->type->memory(c);
  bytes = now > c->reported ? now - c->reported : 0;
  c->reported = now;
  bytes += al_take_unreported(c->space);
  if (bytes == 0) return;
  if (slice) al_report_slice(L, c->space, bytes);
  else al_report_memory(L, c->space, bytes);
}

/* ---- Agents ---- */

const char *const al_agent_status_names[] = {"moving", "waiting", "arrived", "stuck"};

bool al_is_in_crowd(const al_agent *a)
{
  uint32_t now = 0;
  return a->crowd->core && a->crowd->type->has(a->crowd, a->id, &now) && now == a->generation;
}

void al_check_agent(lua_State *L, const al_entry *e, const al_agent *a, const al_space *space)
{
  const char *of;
  compat_getuservalue(L, e->value);
  check_own(L, lua_gettop(L), a->crowd);
  lua_pop(L, 2);
  of = a->crowd->space->kind;
  if (a->crowd->space != space)
    al_entry_error(L, e, "%s of a crowd on %s %s", a->kind, of == space->kind ? "another" : "a", of);
  if (!a->crowd->core) al_entry_error(L, e, "%s of a closed crowd", a->kind);
  if (!al_is_in_crowd(a)) al_entry_error(L, e, "%s %d was removed", a->kind, (int)a->id);
}

al_agent *al_begin_any_agent(lua_State *L, const al_crowd_type *type, int args)
{
  al_agent *a = al_self(L, type->agent_kind);
  lua_settop(L, args + 1);
  al_push_own(L, 1, a->crowd);
  return a;
}

al_agent *al_begin_agent(lua_State *L, const al_crowd_type *type, int args)
{
  al_agent *a = al_begin_any_agent(L, type, args);
  al_require_crowd(L, a->crowd);
  if (!al_is_in_crowd(a)) luaL_error(L, "%s %d was removed", a->kind, (int)a->id);
  return a;
}

al_agent *al_new_agent(lua_State *L, int own, al_crowd *c)
{
  al_agent *a = compat_newuserdata(L, sizeof *a);
  a->kind = c->type->agent_kind;
  a->crowd = c;
  a->id = 0;
  a->generation = 0;
  luaL_getmetatable(L, c->type->agent_meta);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, own);
  compat_setuservalue(L, -2);
  return a;
}

void al_give_agent(lua_State *L, int own, al_agent *a, int index, int data, uint32_t id, uint32_t generation)
{
  al_check_unchanged(L, lua_touserdata(L, index) == a);
  if (data) al_set_by_id(L, own, CROWD_DATA, id, data);
  else al_clear_by_id(L, own, CROWD_DATA, id);
  al_set_by_id(L, own, CROWD_AGENTS, id, index);
  a->id = id;
  a->generation = generation;
}

void al_forget_agent(lua_State *L, int own, uint32_t id)
{
  al_clear_by_id(L, own, CROWD_AGENTS, id);
  al_clear_by_id(L, own, CROWD_DATA, id);
}

/* Push the stored handle with this id and generation; false, and nothing is pushed, if there is none. */
static bool push_stored(lua_State *L, int own, const al_crowd *c, uint32_t id, uint32_t generation)
{
  const al_agent *a;
  al_push_by_id(L, own, CROWD_AGENTS, id);
  a = al_test(L, -1, c->type->agent_kind);
  if (a && a->crowd == c && a->id == id && a->generation == generation) return true;
  lua_pop(L, 1);
  return false;
}

void al_push_agent(lua_State *L, int own, al_crowd *c, uint32_t id)
{
  uint32_t generation = 0, now = 0;
  al_agent *a;
  if (id == 0) {
    lua_pushnil(L);
    return;
  }
  (void)c->type->has(c, id, &generation);
  if (push_stored(L, own, c, id, generation)) return;
  luaL_checkstack(L, 6, "too many agents");
  a = al_new_agent(L, own, c);
  a->id = id;
  a->generation = generation;
  /* Finalizers may have removed the agent, or made its handle. */
  if (push_stored(L, own, c, id, generation)) lua_remove(L, -2);
  else if (c->core && c->type->has(c, id, &now) && now == generation)
    al_set_by_id(L, own, CROWD_AGENTS, id, lua_gettop(L));
}

/* ---- Iterators ---- */

/* The iterator, called with the crowd. Upvalue after the name: the last id. */
static int agents_next(lua_State *L)
{
  al_crowd *c = al_begin_either_crowd(L, 0);
  const uint32_t id = c->type->next(c, (uint32_t)lua_tonumber(L, lua_upvalueindex(2)));
  if (id == 0) return 0;
  al_push_agent(L, 2, c, id);
  al_set_upvalue(L, 2, id);
  return 1;
}

static int crowd_agents(lua_State *L)
{
  (void)al_begin_either_crowd(L, 0);
  lua_pushinteger(L, 0);
  return al_push_iterator(L, "agents", agents_next, 1);
}

static int stuck_next(lua_State *L)
{
  al_crowd *c = al_begin_either_crowd(L, 0);
  uint32_t id = (uint32_t)lua_tonumber(L, lua_upvalueindex(2)), by = 0, generation = 0;
  do {
    id = c->type->next(c, id);
    if (id == 0) return 0;
  } while (!c->type->stuck(c, id, &by));
  (void)c->type->has(c, by, &generation);
  al_push_agent(L, 2, c, id);
  /* Finalizers may have removed the other one. */
  al_require_crowd(L, c);
  if (by != 0) {
    uint32_t now = 0;
    if (!c->type->has(c, by, &now) || now != generation) by = 0;
  }
  al_push_agent(L, 2, c, by);
  al_set_upvalue(L, 2, id);
  return 2;
}

static int crowd_stuck(lua_State *L)
{
  (void)al_begin_either_crowd(L, 0);
  lua_pushinteger(L, 0);
  return al_push_iterator(L, "stuck", stuck_next, 1);
}

/* ---- Positions ---- */

enum { NUMBERS = 4 }; /* of an agent */

/*
** Room for positions. Its kind tells it from any other userdata that a script may put in its place with the debug
** library.
*/
typedef struct buffer {
  const char *kind;
  double numbers[NUMBERS];
} buffer;

static const char buffer_kind[] = "positions";

static bool has_room(lua_State *L, int index, size_t count)
{
  return al_test(L, index, buffer_kind) &&
         (compat_rawlen(L, index) - offsetof(buffer, numbers)) / sizeof(double) >= count;
}

/* Push the buffer for positions, with room for all; returns how many numbers these are. The own table is at `own`. */
static size_t push_buffer(lua_State *L, int own, const al_crowd *c)
{
  size_t count = (size_t)NUMBERS * c->type->count(c);
  const int at = lua_gettop(L) + 1;
  lua_rawgeti(L, own, CROWD_BUFFER);
  /* To allocate it may run finalizers, which may add agents: repeat until all fit. */
  while (!has_room(L, at, count)) {
    buffer *fresh;
    lua_settop(L, at - 1);
    fresh = compat_newuserdata(L, sizeof *fresh + (count + count / 2) * sizeof(double));
    fresh->kind = buffer_kind;
    lua_pushvalue(L, at);
    lua_rawseti(L, own, CROWD_BUFFER);
    al_require_crowd(L, c);
    count = (size_t)NUMBERS * c->type->count(c);
  }
  return count;
}

static int crowd_positions(lua_State *L)
{
  al_crowd *c = al_begin_either_crowd(L, 1);
  const int own = 3, target = 5;
  const size_t length = al_push_array(L, 2, (size_t)NUMBERS * c->type->count(c));
  double *numbers;
  size_t count, i;
  al_require_crowd(L, c);
  count = push_buffer(L, own, c);
  numbers = ((buffer *)lua_touserdata(L, target + 1))->numbers;
  c->type->positions(c, numbers);
  for (i = 0; i < count; i++) {
    lua_pushnumber(L, numbers[i]);
    compat_rawsetid(L, target, i + 1);
  }
  lua_pushvalue(L, target);
  al_cut_array(L, count, length);
  return 1;
}

/* ---- Saving ---- */

/* Write all data: for each agent that has any u32 id, u8 type and the data; then a u32 of 0. The table is at `data`. */
static void write_agents(lua_State *L, const al_crowd *c, int data, astar_writer *w)
{
  uint32_t id = 0;
  while (lua_istable(L, data) && (id = c->type->next(c, id)) != 0) {
    int type;
    compat_rawgetid(L, data, id);
    type = al_data_type(L, c->type->agent_kind, id);
    if (type != SAVED_NOTHING) {
      astar_write_number(w, id, 4);
      astar_write_number(w, (uint64_t)type, 1);
      al_write_data(L, w, type);
    }
    lua_pop(L, 1);
  }
  astar_write_number(w, 0, 4);
}

static void write_all(lua_State *L, al_crowd *c, int own, int data, astar_writer *w)
{
  w->size = 0;
  c->type->save(L, c, own, w);
  write_agents(L, c, data, w);
  astar_save_end(w);
}

static int crowd_save(lua_State *L)
{
  static const al_option list[] = {{"data", al_read_boolean, 0}, {NULL, NULL, 0}};
  al_crowd *c = al_begin_either_crowd(L, 1);
  const int own = 3, data = 5;
  astar_writer w;
  bool with_data = true;
  al_read_options(L, 2, "option", list, 0, &with_data);
  if (with_data) al_push_table(L, own, CROWD_DATA);
  else lua_pushnil(L);
  memset(&w, 0, sizeof w);
  write_all(L, c, own, data, &w);
  do {
    lua_settop(L, data);
    w.capacity = w.size;
    w.bytes = compat_newuserdata(L, w.capacity);
    /* Finalizers may have changed the crowd: repeat until all fits. */
    al_require_crowd(L, c);
    al_check_unchanged(L, lua_istable(L, data) == (int)with_data);
    write_all(L, c, own, data, &w);
  } while (w.size > w.capacity);
  lua_pushlstring(L, (const char *)w.bytes, w.size);
  return 1;
}

/* What a string holds, for messages. */
static const char *saved_name(astar_saved_kind kind)
{
  switch (kind) {
  case ASTAR_SAVED_GRAPH: return "graph";
  case ASTAR_SAVED_GRID: return "grid";
  case ASTAR_SAVED_PLANE: return "plane";
  case ASTAR_SAVED_CROWD: return "crowd on nodes";
  default: return "crowd of discs";
  }
}

void al_open_saved(lua_State *L, int arg, astar_saved_kind kind, const al_limits *limits, astar_reader *r)
{
  size_t length;
  const char *text = lua_tolstring(L, arg, &length);
  if (!astar_reader_open(r, text, length)) al_arg_error(L, arg, "%s", r->error);
  if (r->kind != kind)
    al_arg_error(L, arg, "a saved %s expected, got a saved %s", saved_name(kind), saved_name(r->kind));
  al_limit_reader(limits, r);
}

/* Read the data of one agent. Returns what is wrong, or NULL. May run finalizers. */
static const char *load_agent(lua_State *L, const al_crowd *c, int data, uint32_t id, uint32_t before, astar_reader *r)
{
  const uint64_t type = astar_read_number(r, 1);
  if (id <= before || !c->type->has(c, id, NULL)) return "it has data, but does not exist";
  if (type == SAVED_NOTHING || type >= SAVED_TYPES) return "its data is of an unknown type";
  al_read_data(L, r, type);
  al_check_unchanged(L, lua_istable(L, data));
  compat_rawsetid(L, data, id);
  return NULL;
}

void al_load_agents(lua_State *L, int arg, al_crowd *c, int own, astar_reader *r)
{
  const int data = lua_gettop(L) + 1;
  const char *text = (const char *)r->bytes;
  uint32_t id, before = 0;
  al_push_table(L, own, CROWD_DATA);
  while ((id = (uint32_t)astar_read_number(r, 4)) != 0) {
    const char *wrong = load_agent(L, c, data, id, before, r);
    if (wrong) al_arg_error(L, arg, "malformed: %s %s: %s", c->type->agent_kind, al_push_number(L, id), wrong);
    before = id;
    /* Strings were pushed: a finalizer with the debug library can have changed these. */
    al_check_unchanged(L, lua_type(L, arg) == LUA_TSTRING && lua_tostring(L, arg) == text);
    al_require_crowd(L, c);
  }
  if (!astar_read_end(r)) al_arg_error(L, arg, "%s", r->error);
  lua_settop(L, data - 1);
}

/* ---- The object ---- */

/* Must not read the space, which may be freed already. */
static void destroy(al_crowd *c)
{
  if (c->core) c->type->destroy(c);
  c->core = NULL;
  c->reported = 0;
}

static int crowd_close(lua_State *L)
{
  al_crowd *c = check_any(L);
  const size_t reported = c->reported;
  begin_with(L, c, 0);
  if (!c->core) return 0;
  destroy(c);
  al_report_freed(c->space, reported);
  return 0;
}

/* Ignores values that are not crowds: an error here would be raised in unrelated code. */
static int crowd_gc(lua_State *L)
{
  al_crowd *c = al_test(L, 1, al_crowd_kind);
  if (!c) c = al_test(L, 1, al_discs_kind);
  if (c) destroy(c);
  return 0;
}

static int crowd_len(lua_State *L)
{
  const al_crowd *c = al_begin_either_crowd(L, 0);
  compat_pushcount(L, c->type->count(c));
  return 1;
}

static int crowd_tostring(lua_State *L)
{
  const al_crowd *c = check_any(L);
  begin_with(L, c, 0);
  if (!c->core || !c->space->type->is_open(c->space)) {
    lua_pushliteral(L, "crowd (closed)");
  } else {
    const uint32_t count = c->type->count(c);
    lua_pushfstring(L, "crowd (%d %s%s)", (int)count, c->type->members, count == 1 ? "" : "s");
  }
  return 1;
}

static const luaL_Reg crowd_methods[] = {{"agents", crowd_agents},       {"stuck", crowd_stuck},
                                         {"positions", crowd_positions}, {"save", crowd_save},
                                         {"close", crowd_close},         {NULL, NULL}};

static const luaL_Reg crowd_meta[] = {{"__len", crowd_len},     {"__tostring", crowd_tostring}, {"__gc", crowd_gc},
                                      {"__close", crowd_close}, {NULL, NULL}};

const al_members al_crowd_base_members = {crowd_methods, NULL, crowd_meta};
