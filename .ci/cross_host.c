/* A Lua with the module inside, for machines that other tests have no interpreter for: lua SCRIPT [arguments…] */
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>

int luaopen_astar(lua_State *L);

static int run(lua_State *L)
{
  char **argv = lua_touserdata(L, 1);
  int i;
  luaL_openlibs(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_astar);
  lua_setfield(L, -2, "astar");
  lua_getglobal(L, "package");
  lua_pushliteral(L, "src/?.lua;?.lua");
  lua_setfield(L, -2, "path");
  lua_newtable(L);
  for (i = 0; argv[i]; i++) {
    lua_pushstring(L, argv[i]);
    lua_rawseti(L, -2, i - 1);
  }
  lua_setglobal(L, "arg");
  if (!argv[1]) return luaL_error(L, "which script?");
  if (luaL_loadfile(L, argv[1]) != LUA_OK) return lua_error(L);
  lua_call(L, 0, 0);
  return 0;
}

int main(int argc, char **argv)
{
  lua_State *L = luaL_newstate();
  int failed;
  (void)argc;
  lua_pushcfunction(L, run);
  lua_pushlightuserdata(L, argv);
  failed = lua_pcall(L, 1, 0, 0) != LUA_OK;
  if (failed) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_close(L);
  return failed;
}
