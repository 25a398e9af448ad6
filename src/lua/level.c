/* level.c: levels of a grid, as arguments and as options; see grid.h. */
#include "grid.h"

#include <math.h>

/* Whether a grid has the level that a number is. Any number. */
static bool has_level(const al_graph *g, double level)
{
  astar_grid_def def;
  return astar_grid_get(g->core, &def) && level >= 1 && level <= def.levels && floor(level) == level;
}

/* What is wrong with a level that a grid does not have, as a format for its number. */
static const char *problem_of(double level)
{
  return floor(level) == level ? "level %s is outside the map" : "whole number expected, got %s";
}

uint32_t al_check_level(lua_State *L, const al_graph *g, int arg)
{
  double level;
  if (!al_given(L, arg)) return 1;
  level = al_check_finite(L, arg);
  if (!has_level(g, level)) al_arg_error(L, arg, problem_of(level), al_push_number(L, level));
  return (uint32_t)level;
}

uint32_t al_entry_level(lua_State *L, const al_entry *e, const al_graph *g)
{
  const double level = al_entry_finite(L, e);
  if (!has_level(g, level)) al_entry_error(L, e, problem_of(level), al_push_number(L, level));
  return (uint32_t)level;
}
