/*
** fuzz.h: the entry of a fuzzer. A fuzzer ends with
**
**   FUZZER(run, make, n)     run(data, size) takes any bytes; make() makes up some and hands them to fuzz_input
**   FUZZER_OF_MOVES(play, n) play() lets the bytes choose, by `below` and its like, until `given` is at its end
**
** With -DFUZZ_ALONE it is a program of its own, which makes up n inputs, or takes the files that are its arguments:
** for gcc, valgrind, and a look at what a fuzzer has found.
*/
#ifndef FUZZ_H
#define FUZZ_H

#include "check.h"

/* Edits, questions and steps of searches; inputs, where an input is no more than one text. */
static uint64_t fuzz_operations;

/* Whether there are bytes left for one more move, which is then counted. */
static inline bool fuzz_next_move(void)
{
  if (given == given_end) return false;
  fuzz_operations++;
  return true;
}

static inline void fuzz_report(void)
{
  printf("%llu operations\n", (unsigned long long)fuzz_operations);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_input(const uint8_t *data, size_t size)
{
  (void)LLVMFuzzerTestOneInput(data, size);
}

/* One input of any bytes. */
static inline void fuzz_any_bytes(void)
{
  uint8_t bytes[4096];
  uint32_t size = 1 + below(one_in(8) ? 4096 : 600), i;
  for (i = 0; i < size; i++) bytes[i] = (uint8_t)below(256);
  fuzz_input(bytes, size);
}

static inline void fuzz_moves(const uint8_t *data, size_t size, void play(void))
{
  if (size == 0 || size > 4096) return;
  given = data;
  given_end = data + size;
  play();
  given = given_end = NULL;
}

#ifdef FUZZ_ALONE

static inline void fuzz_file(const char *name)
{
  const size_t most = 65536;
  uint8_t *bytes = malloc(most);
  FILE *file = fopen(name, "rb");
  CHECK(file && bytes);
  fuzz_input(bytes, fread(bytes, 1, most, file));
  fclose(file);
  free(bytes);
}

#define FUZZ_MAIN(make, n) \
  int main(int count, char **names) \
  { \
    uint32_t i, made = count == 1 ? cases(n) : 0; \
    for (i = 1; i < (uint32_t)count; i++) fuzz_file(names[i]); \
    for (i = 0; i < made; i++) { \
      seed_case(i); \
      make(); \
    } \
    fuzz_report(); \
    return check_summary(names[0]); \
  }

#else

#define FUZZ_MAIN(make, n) \
  int LLVMFuzzerInitialize(int *count, char ***names); \
  int LLVMFuzzerInitialize(int *count, char ***names) \
  { \
    (void)count; \
    (void)names; \
    return atexit(fuzz_report); \
  }

#endif

#define FUZZER(run, make, n) \
  int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) \
  { \
    const uint64_t before = fuzz_operations; \
    (void)make; \
    run(data, size); \
    if (fuzz_operations == before) fuzz_operations++; \
    return 0; \
  } \
  FUZZ_MAIN(make, n)

#define FUZZER_OF_MOVES(play, n) \
  static void run_moves(const uint8_t *data, size_t size) \
  { \
    fuzz_moves(data, size, play); \
  } \
  FUZZER(run_moves, fuzz_any_bytes, n)

#endif
