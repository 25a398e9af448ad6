/*
** alloc_host.c: a program with Lua inside that runs a script over and over, and lets the 1st,
** 2nd, 3rd, ... allocation fail that falls into its calls of try(); once, twice in a row (Lua
** collects garbage and tries again after the first), and from then on. In the end all memory
** must have come back. The script gets:
**
**   host.open()         the module, by luaopen_astar
**   host.try(f, ...)    like pcall; allocations fail in here only, and no longer once it reports an error
**   host.armed()        whether an allocation is still to fail
**
** For Lua 5.4 and 5.3, and LuaJIT if it is a GC64 build. The tables of 5.1 and 5.2 lose entries of
** their own when memory runs out while they grow, so that nothing can be told there.
**
** It is run with "graphs", "grids", "planes", "crowds" and "discs" for an argument, and returns a text that
** must be the same each time. Usage: alloc_host script.lua [part [allocation [times]]]
*/
#include "check.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#define RUNS_MAX 250u /* of each kind; with more allocations than that some are left out */

int luaopen_astar(lua_State *L);

static ledger books;
static uint64_t asked, fail_at; /* in try() only */
static uint32_t fail_count;     /* how many in a row */
static bool trying;

static void *host_alloc(void *context, void *block, size_t old_size, size_t new_size)
{
  if (!block) old_size = 0; /* Lua tells what it is for instead */
  if (trying && new_size > old_size) {
    asked++;
    if (fail_at > 0 && asked >= fail_at && asked - fail_at < fail_count) return NULL;
  }
  return ledger_alloc(context, block, old_size, new_size);
}

static int host_try(lua_State *L)
{
  int status;
  if (lua_gettop(L) == 0) return luaL_error(L, "a function expected");
  luaL_checkstack(L, 20, "try");
  trying = true;
  status = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
  trying = false;
  if (status != 0) fail_at = 0;
  lua_pushboolean(L, status == 0);
  lua_insert(L, 1);
  return lua_gettop(L);
}

static int host_armed(lua_State *L)
{
  lua_pushboolean(L, asked < fail_at);
  return 1;
}

static int host_open(lua_State *L)
{
  lua_settop(L, 0);
  lua_pushcfunction(L, luaopen_astar);
  lua_pushliteral(L, "astar");
  lua_call(L, 1, 1);
  return 1;
}

/* Run the script with what is on the stack: its file name and its argument. */
static int host_main(lua_State *L)
{
  const char *name = (const char *)lua_touserdata(L, 1), *part = (const char *)lua_touserdata(L, 2);
  luaL_openlibs(L);
  lua_newtable(L);
  lua_pushcfunction(L, host_try);
  lua_setfield(L, -2, "try");
  lua_pushcfunction(L, host_armed);
  lua_setfield(L, -2, "armed");
  lua_pushcfunction(L, host_open);
  lua_setfield(L, -2, "open");
  lua_setglobal(L, "host");
  if (luaL_loadfile(L, name) != 0) return lua_error(L);
  lua_pushstring(L, part);
  lua_call(L, 1, 1);
  return 1;
}

typedef struct scene {
  char *name, *part;
} scene;

/* One run in a new state. Writes the script's result, and says how many allocations there were in try(). */
static uint64_t run(const scene *at, uint64_t n, uint32_t count, char *result, size_t size)
{
  lua_State *L = lua_newstate(host_alloc, &books);
  const char *told;
  if (!L) {
    fprintf(stderr, "this Lua takes no allocator of ours\n");
    exit(2);
  }
  asked = 0;
  fail_at = n;
  fail_count = count;
  lua_pushcfunction(L, host_main);
  lua_pushlightuserdata(L, at->name);
  lua_pushlightuserdata(L, at->part);
  if (lua_pcall(L, 2, 1, 0) != 0) {
    fprintf(stderr, "%s, allocation %llu, failing %u times: %s\n", at->part, (unsigned long long)n, count,
            lua_tostring(L, -1));
    exit(1);
  }
  told = lua_tostring(L, -1);
  snprintf(result, size, "%s", told ? told : "");
  fail_at = 0;
  lua_close(L);
  if (books.blocks != 0 || books.bytes != 0) {
    fprintf(stderr, "%s, allocation %llu, failing %u times: %lu bytes in %lu blocks were left over\n", at->part,
            (unsigned long long)n, count, (unsigned long)books.bytes, (unsigned long)books.blocks);
    exit(1);
  }
  return asked;
}

/* Two texts that are not the same: show the first lines that differ. */
static void show_difference(const char *a, const char *b)
{
  int line = 1;
  size_t i, begin = 0;
  for (i = 0; a[i] && a[i] == b[i]; i++) {
    if (a[i] != '\n') continue;
    line++;
    begin = i + 1;
  }
  fprintf(stderr, "result %d: %.*s\ninstead of: %.*s\n", line, (int)strcspn(b + begin, "\n"), b + begin,
          (int)strcspn(a + begin, "\n"), a + begin);
}

/* Let the allocations of one part fail: all of them that are not left out, or the one that is asked for. */
static int exhaust(const scene *at, uint64_t only, uint32_t only_count)
{
  static const uint32_t kinds[] = {1, 2, UINT32_MAX};
  static char expected[65536], result[65536];
  uint64_t n, first = only ? only : 1, all = run(at, 0, 0, expected, sizeof expected), stride = all / RUNS_MAX;
  uint32_t kind, runs = 0;
  for (kind = 0; kind < 3; kind++) {
    if (only_count && kinds[kind] != only_count) continue;
    for (n = first; n <= (only ? only : all); n += 1 + stride * n * 2 / all) {
      (void)run(at, n, kinds[kind], result, sizeof result);
      runs++;
      if (strcmp(expected, result) != 0) {
        fprintf(stderr, "%s, allocation %llu, failing %u times:\n", at->part, (unsigned long long)n, kinds[kind]);
        show_difference(expected, result);
        return 1;
      }
    }
  }
  printf("alloc_host: %s: %llu allocations, %u runs%s\n", at->part, (unsigned long long)all, runs,
         stride ? ", some left out" : ", each failed in turn");
  return 0;
}

int main(int count, char **arguments)
{
  static char parts[][8] = {"graphs", "grids", "planes", "crowds", "discs"};
  scene at;
  int bad = 0;
  size_t i;
  if (count < 2) {
    fprintf(stderr, "usage: alloc_host script.lua [part [allocation [times]]]\n");
    return 2;
  }
  at.name = arguments[1];
  if (count > 2) {
    at.part = arguments[2];
    return exhaust(&at, count > 3 ? strtoull(arguments[3], NULL, 10) : 0,
                   count > 4 ? (uint32_t)strtoul(arguments[4], NULL, 10) : 0);
  }
  for (i = 0; i < sizeof parts / sizeof *parts && !bad; i++) {
    at.part = parts[i];
    bad = exhaust(&at, 0, 0);
  }
  return bad;
}
