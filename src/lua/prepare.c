/* prepare.c: graph:prepare, graph:prepared, graph:unprepare; see graph.h. */
#include "graph.h"

#include "search.h"

#include <math.h>

/* Expansions between two looks at the clock: some 10 microseconds. */
#define SLICE 128

/* The unit named at 2; nil stands for none. */
static astar_unit check_unit(lua_State *L, const al_graph *g)
{
  if (!al_given(L, 2)) return ASTAR_NO_UNIT;
  if (lua_type(L, 2) != LUA_TSTRING) al_type_error(L, 2, "string");
  return al_check_unit(L, 2, 2, g);
}

static int graph_prepare(lua_State *L)
{
  al_graph *g = al_check_graph(L);
  const astar_unit unit = check_unit(L, g);
  const double seconds = al_given(L, 3) ? al_check_least(L, 3, 0) : INFINITY;
  const double deadline = seconds < INFINITY ? al_clock() + seconds : INFINITY;
  uint64_t left = al_limit_count(g->space.limits->expansions);
  astar_status status = ASTAR_SEARCHING;
  do {
    const uint64_t n = left < SLICE ? left : SLICE;
    if (n == 0 && !astar_graph_prepared(g->core, unit)) {
      al_report_space(L, &g->space);
      return al_limit_error(L, g->space.limits->expansions, "expansions");
    }
    status = astar_graph_prepare(g->core, unit, n);
    if (status == ASTAR_OUT_OF_MEMORY) return al_no_memory(L);
    left -= n;
  } while (status == ASTAR_SEARCHING && (deadline == INFINITY || al_clock() < deadline));
  al_report_space(L, &g->space);
  lua_pushboolean(L, status == ASTAR_DONE);
  return 1;
}

static int graph_prepared(lua_State *L)
{
  al_graph *g = al_check_graph(L);
  lua_pushboolean(L, astar_graph_prepared(g->core, check_unit(L, g)));
  return 1;
}

static int graph_unprepare(lua_State *L)
{
  al_graph *g = al_check_graph(L);
  astar_graph_unprepare(g->core, check_unit(L, g));
  return 0;
}

static const luaL_Reg prepare_methods[] = {
  {"prepare", graph_prepare}, {"prepared", graph_prepared}, {"unprepare", graph_unprepare}, {NULL, NULL}};

const al_members al_prepare_members = {prepare_methods, NULL, NULL};
