/*
** check.h: what the tests in C share: a check, random numbers, and an allocator that keeps
** books and fails on demand. Each test is one program: include this in one file only.
**
** ASTAR_SEED repeats a run of random cases, ASTAR_SPEC_SCALE multiplies their number.
*/
#ifndef CHECK_H
#define CHECK_H

#include "astar.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t check_count, check_seed;

static inline void check_failed(const char *what, const char *file, int line)
{
  fprintf(stderr, "%s:%d: failed: %s (ASTAR_SEED=%llu)\n", file, line, what, (unsigned long long)check_seed);
  fflush(NULL);
  abort(); /* a sanitizer or debugger then shows how it came here */
}

#define CHECK(condition) \
  (check_count++, (condition) ? (void)0 : check_failed(#condition, __FILE__, __LINE__))

static inline int check_summary(const char *name)
{
  printf("%s: %llu checks\n", name, (unsigned long long)check_count);
  return 0;
}

/* ---- Random numbers: Steele, Lea & Flood's splitmix64, or a fuzzer's bytes ---- */

static uint64_t random_state;
static const unsigned char *given, *given_end; /* bytes that choose, unless NULL; zeros after the last */

static inline uint64_t mix(uint64_t x)
{
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

static inline uint32_t given_byte(void)
{
  return given < given_end ? *given++ : 0;
}

static inline uint32_t below(uint32_t n);

static inline uint64_t random_bits(void)
{
  if (given) return mix(below(65536));
  return mix(random_state += 0x9E3779B97F4A7C15u);
}

/* 0 <= x < n. At most one to a call's arguments, whose order is the compiler's affair. */
static inline uint32_t below(uint32_t n)
{
  uint32_t x = 0, reach = 1;
  if (!given) return (uint32_t)((random_bits() >> 32) * n >> 32);
  for (; reach < n; reach <<= 8) x = x << 8 | given_byte();
  return x % n;
}

static inline bool one_in(uint32_t n)
{
  return below(n) == 0;
}

/* 0 <= x < 1 */
static inline double fraction(void)
{
  return (double)(random_bits() >> 11) * 0x1p-53;
}

/* How many random cases to run where `usual` are the rule. */
static inline uint32_t cases(uint32_t usual)
{
  const char *scale = getenv("ASTAR_SPEC_SCALE");
  double n = scale ? usual * strtod(scale, NULL) : usual;
  return n < 1 ? 1 : n > 1e9 ? 1000000000u : (uint32_t)n;
}

/* The seed of case i; ASTAR_SEED makes it the seed of the first. */
static inline void seed_case(uint32_t i)
{
  const char *seed = getenv("ASTAR_SEED");
  check_seed = (seed ? strtoull(seed, NULL, 10) : 20260101u) + i;
  random_state = mix(check_seed);
}

/* ---- The allocator ---- */

/*
** Every block carries its size, so that each `old_size` can be checked, and moves whenever
** it is resized, so that a pointer kept from before is seen by the sanitizer. Only more memory
** is ever refused, as Lua wants it.
*/
typedef struct ledger {
  size_t bytes, blocks;
  uint64_t asked;   /* how often more memory was asked for */
  uint64_t fail_at; /* which time fails; 0: none */
  bool fail_on;     /* and all after it */
  uint64_t failed;  /* how many did */
} ledger;

#define LEDGER_MARK 0xA57A2B10C4EDu

typedef struct ledger_head {
  uint64_t size, mark; /* 16 bytes, so that what follows is aligned as malloc aligns */
} ledger_head;

static inline bool ledger_refuses(ledger *l)
{
  l->asked++;
  if (l->fail_at == 0 || l->asked < l->fail_at || (l->asked > l->fail_at && !l->fail_on)) return false;
  l->failed++;
  return true;
}

static inline void *ledger_alloc(void *context, void *block, size_t old_size, size_t new_size)
{
  ledger *l = context;
  ledger_head *old = block ? (ledger_head *)block - 1 : NULL, *fresh = NULL;
  if (old) CHECK(old->mark == LEDGER_MARK && old->size == old_size && old_size > 0);
  else CHECK(old_size == 0);
  if (new_size > 0) {
    if (new_size > old_size && ledger_refuses(l)) return NULL;
    fresh = malloc(sizeof *fresh + new_size);
    if (!fresh) return NULL;
    fresh->size = new_size;
    fresh->mark = LEDGER_MARK;
    memset(fresh + 1, 0xA5, new_size);
    if (old) memcpy(fresh + 1, block, old_size < new_size ? old_size : new_size);
    l->bytes += new_size;
    l->blocks++;
  }
  if (old) {
    l->bytes -= old_size;
    l->blocks--;
    memset(old, 0x5A, sizeof *old + old_size);
    free(old);
  }
  return fresh ? fresh + 1 : NULL;
}

#endif
