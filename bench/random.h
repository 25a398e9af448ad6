/*
** random.h: random numbers that are the same everywhere (splitmix64).
*/
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

static uint64_t random_state = 20;

static inline uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static inline uint64_t random_bits(void) {
  return mix(random_state += 0x9e3779b97f4a7c15u);
}

/* 0 <= result < 1 */
static inline double random_unit(void) {
  return (double)(random_bits() >> 11) * 0x1p-53;
}

static inline uint32_t random_below(uint32_t n) {
  return (uint32_t)(random_unit() * n);
}

/* Values of 0 to `kinds` - 1 that are the same all over a square patch. */
static inline unsigned random_patch(uint64_t column, uint64_t row, unsigned kinds) {
  return (unsigned)(mix(column * 0x9e3779b97f4a7c15u + mix(row + 1)) % kinds);
}

#endif
