/* limits.c: see limits.h. */
#include "limits.h"

#include "class.h"
#include "fields.h"

#include <math.h>
#include <string.h>

const char al_limits_kind[] = "limits";

#define REGISTRY_KEY "astar.limits"

/* ---- The allocator ---- */

static void free_account(al_account *a)
{
  (void)a->alloc(a->context, a, sizeof *a, 0);
}

void *al_allocate(void *account, void *block, size_t old_size, size_t new_size)
{
  al_account *a = account;
  void *fresh;
  if (new_size > old_size && (double)(a->used + (new_size - old_size)) > a->most) {
    a->exceeded = true;
    return NULL;
  }
  fresh = a->alloc(a->context, block, old_size, new_size);
  if (!fresh && new_size > 0) return NULL;
  a->used += new_size - old_size;
  if (a->closed && a->used == 0) free_account(a);
  return fresh;
}

/* ---- Life ---- */

/* The state may close while objects that have memory wait for their finalizers. */
static int close_limits(lua_State *L)
{
  al_limits *limits = al_test(L, 1, al_limits_kind);
  al_account *a = limits ? limits->account : NULL;
  if (!a) return 0;
  limits->account = NULL;
  a->closed = true;
  if (a->used == 0) free_account(a);
  return 0;
}

void al_open_limits(lua_State *L)
{
  void *context;
  lua_Alloc alloc = lua_getallocf(L, &context);
  al_limits *limits = compat_newuserdata(L, sizeof *limits);
  memset(limits, 0, sizeof *limits);
  limits->kind = al_limits_kind;
  limits->cells = limits->nodes = limits->agents = limits->expansions = INFINITY;
  lua_createtable(L, 0, 2);
  al_push_function(L, "__gc", close_limits, 0);
  lua_setfield(L, -2, "__gc");
  lua_pushliteral(L, "astar.limits");
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_setfield(L, LUA_REGISTRYINDEX, REGISTRY_KEY);
  limits->account = alloc(context, NULL, 0, sizeof *limits->account);
  if (!limits->account) al_no_memory(L);
  memset(limits->account, 0, sizeof *limits->account);
  limits->account->alloc = alloc;
  limits->account->context = context;
  limits->account->most = INFINITY;
}

void al_make_room(lua_State *L, al_limits *limits)
{
  const al_account *a = limits->account;
  if (!a || !(a->most < INFINITY) || (double)a->used < a->most / 2 ||
      (double)a->used < (double)limits->collected + a->most / 16)
    return;
  (void)lua_gc(L, LUA_GCCOLLECT, 0);
  if (limits->account) limits->collected = limits->account->used;
}

/* ---- Errors ---- */

int al_limit_error(lua_State *L, double limit, const char *what)
{
  return luaL_error(L, "limit of %s %s exceeded", al_push_number(L, limit), what);
}

int al_no_memory(lua_State *L)
{
  al_limits *limits;
  lua_getfield(L, LUA_REGISTRYINDEX, REGISTRY_KEY);
  limits = al_test(L, -1, al_limits_kind);
  if (limits && limits->account && limits->account->exceeded) {
    limits->account->exceeded = false;
    return al_limit_error(L, limits->account->most, "bytes");
  }
  lua_pushliteral(L, "not enough memory");
  return lua_error(L);
}

static uint32_t whole(double limit)
{
  return limit < UINT32_MAX ? (uint32_t)limit : UINT32_MAX;
}

void al_limit_reader(const al_limits *limits, astar_reader *r)
{
  r->most_cells = whole(limits->cells);
  r->most_nodes = whole(limits->nodes);
  r->most_agents = whole(limits->agents);
}

void al_check_reader(lua_State *L, const al_limits *limits, const astar_reader *r)
{
  const struct {
    const char *what;
    double limit;
  } all[] = {{"cells", limits->cells}, {"nodes", limits->nodes}, {"agents", limits->agents}};
  size_t i;
  for (i = 0; i < sizeof all / sizeof *all; i++) {
    if (r->exceeded && strcmp(r->exceeded, all[i].what) == 0) al_limit_error(L, all[i].limit, all[i].what);
  }
}

/* ---- astar.limit ---- */

typedef struct limit_options {
  double memory, cells, nodes, agents, expansions;
} limit_options;

static void read_limit(lua_State *L, const al_entry *e)
{
  *(double *)e->target = floor(al_entry_least(L, e, 0));
}

static const al_option limit_list[] = {{"memory", read_limit, offsetof(limit_options, memory)},
                                       {"cells", read_limit, offsetof(limit_options, cells)},
                                       {"nodes", read_limit, offsetof(limit_options, nodes)},
                                       {"agents", read_limit, offsetof(limit_options, agents)},
                                       {"expansions", read_limit, offsetof(limit_options, expansions)},
                                       {NULL, NULL, 0}};

static void set_field(lua_State *L, const char *name, double value)
{
  if (value < 9007199254740992.0) compat_pushcount(L, (uint64_t)value);
  else lua_pushnumber(L, value);
  lua_setfield(L, -2, name);
}

int al_limit(lua_State *L)
{
  al_limits *limits = al_test(L, lua_upvalueindex(2), al_limits_kind);
  limit_options o;
  al_check_unchanged(L, limits && limits->account);
  o.memory = limits->account->most;
  o.cells = limits->cells;
  o.nodes = limits->nodes;
  o.agents = limits->agents;
  o.expansions = limits->expansions;
  lua_settop(L, 1);
  lua_pushnil(L); /* as for methods, whose first argument is at 2 */
  lua_insert(L, 1);
  (void)al_read_options(L, 2, "limit", limit_list, 0, &o);
  al_check_unchanged(L, limits->account != NULL);
  limits->account->most = o.memory;
  limits->cells = o.cells;
  limits->nodes = o.nodes;
  limits->agents = o.agents;
  limits->expansions = o.expansions;
  limits->collected = 0;
  lua_createtable(L, 0, 5);
  set_field(L, "memory", o.memory);
  set_field(L, "cells", o.cells);
  set_field(L, "nodes", o.nodes);
  set_field(L, "agents", o.agents);
  set_field(L, "expansions", o.expansions);
  return 1;
}
