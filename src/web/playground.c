/* playground.c: runs a Lua program in the browser, within limits.
 *
 * A program gets a Lua state of its own, which is gone when it has ended; so no program leaves anything to the next.
 * The state has the libraries that cannot reach out of it, the module astar, and what playground.lua adds. Its memory,
 * its time and its output are limited. A program that stays within C for long (a pattern, a search) is not stopped
 * here: the page ends the worker that it runs in.
 *
 * What the program says goes to the page at once, by host_say(): so it is seen even if the worker is ended later. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <emscripten.h>

#include "embedded.h"
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

enum {
  MEMORY_LIMIT = 192 << 20,
  MEMORY_RESERVE = 8 << 20, /* for what comes after the program: its error, its last picture */
  OUTPUT_LIMIT = 256 << 10, /* bytes that a program may print; more would only make the page slow */
  OUTPUT_CHUNK = 16 << 10,
  HOOK_COUNT = 10000 /* instructions between two looks at the clock */
};

/*
** The first lines are sent at once, so that they are seen even if the next call never returns; then so many seconds may
** pass.
*/
enum { FIRST_LINES = 100 };
static const double OUTPUT_PAUSE = 0.1;

typedef struct {
  size_t used, limit;
  double deadline; /* in seconds of now(); 0: none */
  size_t printed;  /* bytes in all */
  size_t waiting;  /* bytes in `text` */
  int lines;       /* calls of print, FIRST_LINES at most */
  double sent;     /* when text was sent last */
  char text[OUTPUT_CHUNK];
} playground;

int luaopen_astar(lua_State *L);

/* kind: 0 a piece of the output; 1 a message, as JSON. The text is not kept. */
EM_JS(void, host_say, (int kind, const char *text, size_t length), {
  Module["say"](kind, HEAPU8.subarray(text, text + length));
})

/* The text of a module that is not embedded, to be freed; NULL if there is none, or it could not be downloaded. */
EM_JS(char *, host_text_of_module, (const char *name, size_t *length), {
  let found;
  try {
    found = Module["textOfModule"](UTF8ToString(name));
  } catch (error) {
    return 0;
  }
  if (found === undefined) return 0;
  const bytes = new TextEncoder().encode(found);
  const text = _malloc(bytes.length + 1);
  if (text) HEAPU8.set(bytes, text);
  HEAPU32[length >> 2] = bytes.length;
  return text;
})

static double now(void)
{
  return emscripten_get_now() / 1000;
}

static playground *playground_of(lua_State *L)
{
  void *context;
  (void)lua_getallocf(L, &context);
  return context;
}

static void *allocate(void *context, void *block, size_t old_size, size_t size)
{
  playground *p = context;
  if (block == NULL) old_size = 0; /* then it says what the block is for */
  if (size == 0) {
    free(block);
    p->used -= old_size;
    return NULL;
  }
  if (size > old_size && (size > p->limit || p->used - old_size > p->limit - size)) return NULL;
  void *result = realloc(block, size);
  if (result != NULL) p->used += size - old_size;
  return result;
}

/* --- output ------------------------------------------------------------------------------------------------- */

static void flush(playground *p)
{
  if (p->waiting > 0) host_say(0, p->text, p->waiting);
  p->waiting = 0;
  p->sent = now();
}

static void put(playground *p, const char *text, size_t length)
{
  size_t room = p->printed < OUTPUT_LIMIT ? OUTPUT_LIMIT - p->printed : 0;
  if (length > room) {
    if (room > 0) put(p, text, room);
    p->printed = OUTPUT_LIMIT + 1;
    return;
  }
  p->printed += length;
  while (length > 0) {
    size_t part = OUTPUT_CHUNK - p->waiting;
    if (part > length) part = length;
    memcpy(p->text + p->waiting, text, part);
    p->waiting += part;
    text += part;
    length -= part;
    if (p->waiting == OUTPUT_CHUNK) flush(p);
  }
}

/* As Lua's own print. */
static int host_print(lua_State *L)
{
  playground *p = playground_of(L);
  int n = lua_gettop(L);
  if (p->printed > OUTPUT_LIMIT) return 0;
  for (int i = 1; i <= n; i++) {
    size_t length;
    const char *text = luaL_tolstring(L, i, &length);
    if (i > 1) put(p, "\t", 1);
    put(p, text, length);
    lua_pop(L, 1);
  }
  put(p, "\n", 1);
  if (p->lines < FIRST_LINES) p->lines++;
  if (p->lines < FIRST_LINES || now() - p->sent > OUTPUT_PAUSE) flush(p);
  return 0;
}

/* host.write(text…) */
static int host_write(lua_State *L)
{
  int n = lua_gettop(L);
  for (int i = 1; i <= n; i++) {
    size_t length;
    const char *text = luaL_checklstring(L, i, &length);
    put(playground_of(L), text, length);
  }
  return 0;
}

/* host.say(json) */
static int host_message(lua_State *L)
{
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  flush(playground_of(L));
  host_say(1, text, length);
  return 0;
}

/* --- limits ------------------------------------------------------------------------------------------------- */

/* When the time is up every instruction raises. So a program that catches the error raises again at once, and neither
 * pcall in a loop nor many of them within each other keep it alive. */
static void hook(lua_State *L, lua_Debug *event)
{
  (void)event;
  playground *p = playground_of(L);
  double time = now();
  if (p->waiting > 0 && time - p->sent > OUTPUT_PAUSE) flush(p);
  if (p->deadline == 0 || time < p->deadline) return;
  lua_sethook(L, hook, LUA_MASKCOUNT, 1);
  lua_pushliteral(L, "the program takes too long, and was stopped");
  lua_error(L);
}

/* host.limited(f, handler, seconds): as xpcall, within the limits of time and memory. */
static int host_limited(lua_State *L)
{
  playground *p = playground_of(L);
  double seconds = luaL_checknumber(L, 3);
  lua_settop(L, 2);
  lua_pushboolean(L, 0); /* f, handler, status */
  lua_pushvalue(L, 1);   /* f, handler, status, f */
  p->limit = MEMORY_LIMIT;
  p->deadline = now() + seconds;
  lua_sethook(L, hook, LUA_MASKCOUNT, HOOK_COUNT);
  int status = lua_pcall(L, 0, 0, 2);
  lua_sethook(L, NULL, 0, 0);
  p->deadline = 0;
  p->limit = MEMORY_LIMIT + MEMORY_RESERVE;
  flush(p);
  lua_pushboolean(L, status == LUA_OK);
  lua_replace(L, 3);
  return lua_gettop(L) - 2; /* status, error */
}

/* host.cut(): whether some of the output was left out */
static int host_cut(lua_State *L)
{
  lua_pushboolean(L, playground_of(L)->printed > OUTPUT_LIMIT);
  return 1;
}

/* host.clock(): seconds from some time on */
static int host_clock(lua_State *L)
{
  lua_pushnumber(L, now());
  return 1;
}

/* host.time(): seconds since 1970 */
static int host_time(lua_State *L)
{
  lua_pushinteger(L, (lua_Integer)time(NULL));
  return 1;
}

/* host.line(): the line at which the program stands, nil if it stands nowhere. For the handler of an error. */
static int host_line(lua_State *L)
{
  lua_Debug at;
  for (int level = 1; lua_getstack(L, level, &at); level++) {
    lua_getinfo(L, "Sl", &at);
    if (strcmp(at.source, "=program") == 0 && at.currentline > 0) {
      lua_pushinteger(L, at.currentline);
      return 1;
    }
  }
  return 0;
}

static const luaL_Reg host_functions[] = {
  { "print", host_print },     { "write", host_write }, { "say", host_message }, { "limited", host_limited },
  { "cut", host_cut },         { "clock", host_clock }, { "time", host_time },   { "line", host_line },
  { NULL, NULL },
};

/* --- a run ---------------------------------------------------------------------------------------------------- */

static const luaL_Reg libraries[] = {
  { "_G", luaopen_base },         { "table", luaopen_table }, { "string", luaopen_string }, { "math", luaopen_math },
  { "utf8", luaopen_utf8 },       { "coroutine", luaopen_coroutine },
  { NULL, NULL },
};

/* Pushes a module's chunk, or raises why it cannot be compiled; false without it if there is no such module. */
static int load_module(lua_State *L, const char *name)
{
  const embedded_module *m = embedded_modules;
  while (m->name != NULL && strcmp(m->name, name) != 0) m++;
  size_t length = m->length;
  char *downloaded = m->name == NULL ? host_text_of_module(name, &length) : NULL;
  const char *text = m->name == NULL ? downloaded : m->text;
  if (text == NULL) return 0;
  char chunk_name[64];
  snprintf(chunk_name, sizeof chunk_name, "=%s.lua", name);
  int status = luaL_loadbufferx(L, text, length, chunk_name, "t");
  free(downloaded);
  return status == LUA_OK || lua_error(L);
}

/* require: a module that is there, by its name. */
static int require(lua_State *L)
{
  const char *name = luaL_checkstring(L, 1);
  lua_settop(L, 1);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE); /* name, loaded */
  if (lua_getfield(L, 2, name) != LUA_TNIL) return 1;
  lua_pop(L, 1);
  if (strcmp(name, "astar") == 0) {
    luaL_requiref(L, name, luaopen_astar, 0);
    return 1;
  }
  if (!load_module(L, name)) {
    return luaL_error(L, "module '%s' not found: the playground has astar, astar.svg, astar.follow and astar.tiled",
                      name);
  }
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1); /* name, loaded, module */
  lua_pushvalue(L, -1);
  lua_setfield(L, 2, name);
  return 1;
}

/* Leaves it to playground.lua, called with the program, what the page asks for, and the functions above. */
static int run(lua_State *L)
{
  for (const luaL_Reg *lib = libraries; lib->name != NULL; lib++) {
    luaL_requiref(L, lib->name, lib->func, 1);
    lua_pop(L, 1);
  }
  lua_pushcfunction(L, require);
  lua_setglobal(L, "require"); /* program, input */
  lua_pushcfunction(L, require);
  lua_pushliteral(L, "playground");
  lua_call(L, 1, 1);
  lua_insert(L, 1); /* playground, program, input */
  luaL_newlib(L, host_functions);
  lua_call(L, 3, 0);
  return 0;
}

/* Runs a program; `input` is what the page asks for, as JSON (see playground.lua). */
EMSCRIPTEN_KEEPALIVE
void playground_run(const char *program, size_t program_length, const char *input, size_t input_length)
{
  static playground p;
  memset(&p, 0, sizeof p);
  p.limit = MEMORY_LIMIT + MEMORY_RESERVE;
  p.sent = now();
  lua_State *L = lua_newstate(allocate, &p);
  if (L == NULL) return;
  lua_pushcfunction(L, run);
  lua_pushlstring(L, program, program_length);
  lua_pushlstring(L, input, input_length);
  if (lua_pcall(L, 2, 0, 0) != LUA_OK) {
    size_t length;
    const char *text = lua_tolstring(L, -1, &length);
    flush(&p);
    if (text != NULL) host_say(2, text, length);
  }
  lua_close(L);
}
