/* account.c: see account.h. */
#include "account.h"

#include <math.h>
#include <stdio.h>
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
  lua_pushcfunction(L, close_limits);
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

bool al_made_room(lua_State *L, al_limits *limits)
{
  size_t before;
  if (!limits->account || !limits->account->exceeded) return false;
  before = limits->account->used;
  (void)lua_gc(L, LUA_GCCOLLECT, 0);
  if (!limits->account || limits->account->used >= before) return false;
  limits->account->exceeded = false;
  limits->collected = limits->account->used;
  return true;
}

/* ---- Errors ---- */

int al_limit_error(lua_State *L, double limit, const char *what)
{
  char number[32];
  snprintf(number, sizeof number, "%.14g", limit);
  return luaL_error(L, "limit of %s %s exceeded", number, what);
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
