/*
** work_counter.c: counts what the module executes, for the specs of spec/work: linked into build/work/astar.so, whose
** other files are compiled with -fsanitize-coverage=trace-pc. `require "astar.work"` returns a function that returns
** the count since the module was loaded: basic blocks, and one for every 16 bytes of a call of memcpy(), memmove(),
** memset() or memcmp(). The count depends on the compiler, but not on the machine or its load.
*/
#include "lua.h"

#include <stddef.h>
#include <stdint.h>

static uint64_t work;

/* The compiler inserts a call of this into every basic block. */
__attribute__((visibility("default"))) void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void)
{
  work++;
}

/* The linker redirects calls of memcpy() to __wrap_memcpy(), and so on; __real_memcpy() is the function itself. */
void *__real_memcpy(void *to, const void *from, size_t size);
void *__real_memmove(void *to, const void *from, size_t size);
void *__real_memset(void *to, int byte, size_t size);
int __real_memcmp(const void *a, const void *b, size_t size);
void *__wrap_memcpy(void *to, const void *from, size_t size);
void *__wrap_memmove(void *to, const void *from, size_t size);
void *__wrap_memset(void *to, int byte, size_t size);
int __wrap_memcmp(const void *a, const void *b, size_t size);

void *__wrap_memcpy(void *to, const void *from, size_t size)
{
  work += size / 16;
  return __real_memcpy(to, from, size);
}

void *__wrap_memmove(void *to, const void *from, size_t size)
{
  work += size / 16;
  return __real_memmove(to, from, size);
}

void *__wrap_memset(void *to, int byte, size_t size)
{
  work += size / 16;
  return __real_memset(to, byte, size);
}

int __wrap_memcmp(const void *a, const void *b, size_t size)
{
  work += size / 16;
  return __real_memcmp(a, b, size);
}

static int get_work(lua_State *L)
{
  lua_pushnumber(L, (lua_Number)work);
  return 1;
}

__attribute__((visibility("default"))) int luaopen_astar_work(lua_State *L);

int luaopen_astar_work(lua_State *L)
{
  lua_pushcfunction(L, get_work);
  return 1;
}
