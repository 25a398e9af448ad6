/*
** threads_host.c: a program with several Lua states, each in a thread of its own, which run at the same time. It is
** built with the thread sanitizer, which tells of memory that two threads use without a lock. Each state
**
** - runs a program that prints (spec/determinism.lua), and must print what the others do;
** - saves spaces and crowds that spec/c/threads_script.lua makes, loads those of the next state, and must save them
**   again as they were.
**
** Usage: threads_host determinism.lua threads_script.lua, with the modules in Lua on LUA_PATH.
*/
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATES 4

int luaopen_astar(lua_State *L);

/* What a state has printed, or saved. */
typedef struct text {
  char *bytes;
  size_t length;
} text;

static const char *determinism, *script;
static text printed[STATES], saved[STATES];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_saved = PTHREAD_COND_INITIALIZER;
static int saved_count;

static void keep(text *t, const char *bytes, size_t length)
{
  t->bytes = realloc(t->bytes, t->length + length + 1);
  if (!t->bytes) abort();
  memcpy(t->bytes + t->length, bytes, length);
  t->length += length;
}

/* print: to the text of the state. */
static int host_print(lua_State *L)
{
  text *t = lua_touserdata(L, lua_upvalueindex(1));
  int i;
  for (i = 1; i <= lua_gettop(L); i++) {
    size_t length;
    const char *bytes = luaL_tolstring(L, i, &length);
    keep(t, bytes, length);
    keep(t, "\t", 1);
    lua_pop(L, 1);
  }
  keep(t, "\n", 1);
  return 0;
}

static void check(lua_State *L, int status)
{
  if (status == LUA_OK) return;
  fprintf(stderr, "%s\n", lua_tostring(L, -1));
  exit(1);
}

/* Leave what this state has saved to the others, and wait until all have. */
static void exchange(int index, const char *bytes, size_t length)
{
  pthread_mutex_lock(&mutex);
  keep(&saved[index], bytes, length);
  saved_count++;
  pthread_cond_broadcast(&all_saved);
  while (saved_count < STATES) pthread_cond_wait(&all_saved, &mutex);
  pthread_mutex_unlock(&mutex);
}

static void *run(void *context)
{
  const int index = (int)((text *)context - printed);
  const text *other = &saved[(index + 1) % STATES];
  lua_State *L = luaL_newstate();
  size_t length;
  const char *bytes;
  if (!L) abort();
  luaL_openlibs(L);
  luaL_requiref(L, "astar", luaopen_astar, 0);
  lua_pushlightuserdata(L, &printed[index]);
  lua_pushcclosure(L, host_print, 1);
  lua_setglobal(L, "print");
  check(L, luaL_dofile(L, determinism));
  check(L, luaL_loadfile(L, script));
  check(L, lua_pcall(L, 0, 2, 0)); /* ... what it has saved, a function that loads such and saves it again */
  bytes = lua_tolstring(L, -2, &length);
  exchange(index, bytes, length);
  lua_pushlstring(L, other->bytes, other->length);
  check(L, lua_pcall(L, 1, 1, 0));
  bytes = lua_tolstring(L, -1, &length);
  if (length != other->length || memcmp(bytes, other->bytes, length) != 0) {
    fprintf(stderr, "state %d saves something else than it has loaded\n", index);
    exit(1);
  }
  lua_close(L);
  return NULL;
}

int main(int argc, char **argv)
{
  pthread_t threads[STATES];
  int i;
  if (argc != 3) return 2;
  determinism = argv[1];
  script = argv[2];
  for (i = 0; i < STATES; i++) {
    if (pthread_create(&threads[i], NULL, run, &printed[i]) != 0) return 2;
  }
  for (i = 0; i < STATES; i++) pthread_join(threads[i], NULL);
  for (i = 1; i < STATES; i++) {
    if (printed[i].length == printed[0].length &&
        memcmp(printed[i].bytes, printed[0].bytes, printed[0].length) == 0)
      continue;
    fprintf(stderr, "state %d prints something else than the first\n", i);
    return 1;
  }
  for (i = 0; i < STATES; i++) {
    free(printed[i].bytes);
    free(saved[i].bytes);
  }
  printf("%d states at once: %lu bytes printed\n", STATES, (unsigned long)printed[0].length);
  return 0;
}
