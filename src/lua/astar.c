/* astar.c: what `require "astar"` returns; see binding.h. */
#include "binding.h"

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

EXPORT int luaopen_astar(lua_State *L);

int luaopen_astar(lua_State *L)
{
  al_open_search(L);
  lua_newtable(L);
  lua_pushliteral(L, "astar " ASTAR_VERSION);
  lua_setfield(L, -2, "_VERSION");
  al_open_spaces(L);
  return 1;
}
