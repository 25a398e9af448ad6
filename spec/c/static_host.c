/*
** static_host.c: a Lua that loads no files but its script, with all of astar inside: the C code is linked into it, the
** modules in Lua are as .ci/embed writes them. Usage: static_host SCRIPT [arguments...]. For .ci/check-static and
** .ci/cross.
*/
#include "embedded.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <stdio.h>

int luaopen_astar(lua_State *L);

static void clear_field(lua_State *L, const char *name)
{
  lua_pushliteral(L, "");
  lua_setfield(L, -2, name);
}

static void preload(lua_State *L)
{
  const embedded_module *m;
  lua_getglobal(L, "package");
  clear_field(L, "path");
  clear_field(L, "cpath");
  lua_pushnil(L);
  lua_setfield(L, -2, "loadlib");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_astar);
  lua_setfield(L, -2, "astar");
  for (m = embedded_modules; m->name; m++) {
    if (luaL_loadbuffer(L, m->text, m->length, m->name) != 0) lua_error(L);
    lua_setfield(L, -2, m->name);
  }
  lua_pop(L, 2);
}

static int run(lua_State *L)
{
  char **arguments = (char **)lua_touserdata(L, 1);
  int i;
  luaL_openlibs(L);
  preload(L);
  lua_newtable(L);
  for (i = 0; arguments[i]; i++) {
    lua_pushstring(L, arguments[i]);
    lua_rawseti(L, -2, i - 1);
  }
  lua_setglobal(L, "arg");
  if (!arguments[1]) return luaL_error(L, "which script?");
  if (luaL_loadfile(L, arguments[1]) != 0) return lua_error(L);
  lua_call(L, 0, 0);
  return 0;
}

int main(int count, char **arguments)
{
  lua_State *L = luaL_newstate();
  int failed;
  (void)count;
  if (!L) return 2;
  lua_pushcfunction(L, run);
  lua_pushlightuserdata(L, arguments);
  failed = lua_pcall(L, 1, 0, 0) != 0;
  if (failed) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_close(L);
  return failed;
}
