/*
** static_host.c: a Lua that cannot load libraries, with the module inside: astar_all.c, and the modules in Lua as
** .ci/embed writes them. Usage: static_host script.lua [argument]. See .ci/check-static.
*/
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <stdio.h>

int luaopen_astar(lua_State *L);

typedef struct {
  const char *name, *text;
  size_t length;
} embedded_module;
extern const embedded_module embedded_modules[];

static void preload(lua_State *L)
{
  const embedded_module *m;
  lua_getglobal(L, "package");
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "path");
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "cpath");
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

int main(int count, char **arguments)
{
  lua_State *L = luaL_newstate();
  int failed;
  if (!L || count < 2) return 2;
  luaL_openlibs(L);
  preload(L);
  lua_newtable(L);
  lua_pushstring(L, count > 2 ? arguments[2] : NULL);
  lua_rawseti(L, -2, 1);
  lua_setglobal(L, "arg");
  failed = luaL_loadfile(L, arguments[1]) != 0 || lua_pcall(L, 0, 0, 0) != 0;
  if (failed) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_close(L);
  return failed;
}
