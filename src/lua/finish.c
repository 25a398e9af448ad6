/* finish.c: see finish.h. */
#include "finish.h"

#include <math.h>
#include <string.h>

void al_read_ties(lua_State *L, const al_entry *e)
{
  const char *name;
  al_require_entry(L, e, LUA_TSTRING, "'straight'");
  name = lua_tostring(L, e->value);
  if (strcmp(name, "straight") != 0) al_entry_error(L, e, "'straight' expected, got '%s'", name);
  ((al_finish *)e->target)->straight = true;
}

void al_read_smooth(lua_State *L, const al_entry *e)
{
  al_finish *finish = e->target;
  al_entry field = *e;
  finish->smooth = true;
  if (lua_type(L, e->value) == LUA_TBOOLEAN) {
    finish->smooth = lua_toboolean(L, e->value);
    return;
  }
  al_require_entry(L, e, LUA_TTABLE, "boolean or table");
  field.what = "option 'smooth': field";
  lua_pushnil(L);
  while (lua_next(L, e->value)) {
    const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
    const bool is_curve = strcmp(name, "curve") == 0;
    if (!is_curve && strcmp(name, "radius") != 0) al_entry_error(L, e, "only the fields 'radius' and 'curve' expected");
    field.name = name;
    field.value = lua_gettop(L);
    field.target = is_curve ? &finish->curve : &finish->radius;
    al_read_nonnegative(L, &field);
    if (!(*(double *)field.target < INFINITY)) al_entry_error(L, &field, "finite number expected, got infinity");
    lua_pop(L, 1);
  }
}

const char *al_finish_name(const al_finish *finish)
{
  return finish->smooth ? "smooth" : finish->straight ? "ties" : NULL;
}

bool al_finish_path(const al_graph *g, const al_finish *finish, const astar_path *path, const astar_smooth_def *def)
{
  astar_finder *finder = g->space.finder;
  astar_smooth_def smooth = *def;
  smooth.radius = finish->radius;
  smooth.curve = finish->curve;
  if (finish->straight) {
    if (astar_straighten(finder, g->core, path, def) != ASTAR_OK) return false;
    if (finish->smooth) path = astar_finder_path(finder);
  }
  return !finish->smooth || (path && astar_smooth(finder, g->core, path, &smooth) == ASTAR_OK);
}
