/*
** fuzz_alone.h: what a fuzzer needs to be a program of its own: it makes up its inputs, or runs
** the files that it is given. Included by the fuzzers, with -DFUZZ_ALONE.
*/
#ifndef FUZZ_ALONE_H
#define FUZZ_ALONE_H

#include "check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_file(const char *name)
{
  const size_t most = 65536;
  uint8_t *bytes = malloc(most);
  FILE *file = fopen(name, "rb");
  CHECK(file && bytes);
  LLVMFuzzerTestOneInput(bytes, fread(bytes, 1, most, file));
  fclose(file);
  free(bytes);
}

/* One input of any bytes. */
static inline void fuzz_any_bytes(void)
{
  uint8_t bytes[4096];
  uint32_t size = 1 + below(one_in(8) ? 4096 : 600), i;
  for (i = 0; i < size; i++) bytes[i] = (uint8_t)below(256);
  LLVMFuzzerTestOneInput(bytes, size);
}

/* The body of main: `run_case` makes up an input, as often as `n` says. */
static inline int fuzz_alone(int count, char **names, uint32_t n, void run_case(void), const char *title)
{
  uint32_t i;
  n = cases(n);
  for (i = 1; i < (uint32_t)count; i++) fuzz_file(names[i]);
  for (i = 0; i < n && count == 1; i++) {
    seed_case(i);
    run_case();
  }
  return check_summary(title);
}

#endif
