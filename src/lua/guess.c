/* guess.c: "did you mean ...?"; see guess.h. */
#include "guess.h"

#include <string.h>

void al_begin_guess(lua_State *L, int index, astar_guess *guess)
{
  size_t length;
  const char *word = lua_tolstring(L, index, &length);
  luaL_checkstack(L, 6, NULL);
  astar_guess_begin(guess, word, length);
}

void al_guess_name(astar_guess *guess, const char *name)
{
  astar_guess_try(guess, name, strlen(name));
}

void al_guess_keys(lua_State *L, int table, astar_guess *guess)
{
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING) {
      size_t length;
      const char *name = lua_tolstring(L, -1, &length);
      astar_guess_try(guess, name, length);
    }
  }
}

const char *al_push_guess(lua_State *L, const astar_guess *guess)
{
  if (guess->length > 0) lua_pushfstring(L, " (did you mean '%s'?)", guess->name);
  else lua_pushliteral(L, "");
  return lua_tostring(L, -1);
}

const char *al_push_guess_of(lua_State *L, int index, const char *const *names, size_t count)
{
  astar_guess guess;
  size_t i;
  al_begin_guess(L, index, &guess);
  for (i = 0; i < count; i++) al_guess_name(&guess, names[i]);
  return al_push_guess(L, &guess);
}

/* There are two kinds of crowds, of agents on nodes and of discs, and what one has is looked for in the other. */
static const struct {
  const char *class_name, *key, *hint;
} hints[] = {
    {"crowd", "radius", ": crowd { radius = r } makes a crowd of discs"},
    {"crowd", "step", ": it is one of discs, which move by crowd:update(dt)"},
    {"crowd", "solve", ": it is one of discs; only agents on nodes have solve"},
    {"crowd", "at", ": it is one of discs; only agents on nodes have at"},
    {"agent", "radius", ": only discs have one"},
    {"agent", "velocity", ": only discs have one"},
    {"disc", "node", ": write map:at(disc.x, disc.y)"},
    {"disc", "fixed", ": write disc.speed = 0"}};

const char *al_hint_for(const char *class_name, const char *key)
{
  size_t i;
  for (i = 0; i < sizeof hints / sizeof *hints; i++) {
    if (strcmp(hints[i].class_name, class_name) == 0 && strcmp(hints[i].key, key) == 0) return hints[i].hint;
  }
  return "";
}

/*
** The first that fits counts; NULL fits all. Whole numbers are those of columns and rows, other numbers those of
** places. Of an option that the function lacks, "option" is expected, and its name is what it got.
*/
static const struct {
  const char *function, *expected, *got, *hint;
} argument_hints[] = {
    {"fill", "whole number", NULL, ": write map:fill(col, row, width, height, terrain)"},
    {"set", NULL, "node", ": write node.terrain = terrain, or map:set(node.col, node.row, terrain)"},
    {"get", NULL, "node", ": write node.terrain, or map:get(node.col, node.row)"},
    {"block", NULL, "node", ": write node.blocked = true, or map:block(node.col, node.row)"},
    {NULL, "whole number", "node", ": write node.col, node.row"},
    {NULL, "number", "node", ": write node.x, node.y"},
    {NULL, "finite number", "node", ": write node.x, node.y"},
    {"path", "table", "string", ": a plane has no units"},
    {"search", "table", "string", ": a plane has no units"},
    {"polygon", "number", "table", ": write { x1, y1, x2, y2, ... }"},
    {"grid", "array", "string", ": write rows = { \"..#\", \"...\" }"},
    {"crowd", "option", "durations", ": a crowd with a radius is one of discs, whose speeds count"},
    {"crowd", "option", "unit", ": give it to crowd:add"}};

static bool fits(const char *pattern, const char *text)
{
  return !pattern || (text && strcmp(pattern, text) == 0);
}

const char *al_hint_for_argument(const char *function, const char *expected, const char *got)
{
  size_t i;
  for (i = 0; i < sizeof argument_hints / sizeof *argument_hints; i++) {
    if (fits(argument_hints[i].function, function) && fits(argument_hints[i].expected, expected) &&
        fits(argument_hints[i].got, got))
      return argument_hints[i].hint;
  }
  return "";
}

int al_hint(lua_State *L)
{
  astar_guess guess;
  int count = lua_gettop(L), i;
  astar_guess_begin(&guess, "", 0);
  if (lua_type(L, 1) == LUA_TSTRING) al_begin_guess(L, 1, &guess);
  for (i = 2; i <= count; i++) {
    luaL_checktype(L, i, LUA_TTABLE);
    al_guess_keys(L, i, &guess);
  }
  al_push_guess(L, &guess);
  return 1;
}
