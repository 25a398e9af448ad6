/* limit.c: see limit.h. */
#include "limit.h"

#include "fields.h"

#include <math.h>

/* ---- Loading ---- */

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

void al_check_reader(lua_State *L, const astar_reader *r)
{
  if (r->exceeded) al_limit_error(L, r->exceeded_limit, r->exceeded);
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
  limits->account->exceeded = false;
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
