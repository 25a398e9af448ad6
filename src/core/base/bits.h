/*
** bits.h: the index of the lowest and of the highest set bit of a number, from 0, which must not be 0; and how many
** bits of a number are set.
*/
#ifndef AS_BITS_H
#define AS_BITS_H

#include <stdint.h>

static inline uint32_t as_lowest_bit(uint64_t bits)
{
#if defined(__GNUC__)
  return (uint32_t)__builtin_ctzll(bits);
#else
  uint32_t at = 0, step;
  for (step = 32; step > 0; step /= 2) {
    if ((bits & (((uint64_t)1 << step) - 1)) == 0) {
      bits >>= step;
      at += step;
    }
  }
  return at;
#endif
}

static inline uint32_t as_highest_bit(uint64_t bits)
{
#if defined(__GNUC__)
  return 63 ^ (uint32_t)__builtin_clzll(bits);
#else
  uint32_t at = 0, step;
  for (step = 32; step > 0; step /= 2) {
    if (bits >> step != 0) {
      bits >>= step;
      at += step;
    }
  }
  return at;
#endif
}

static inline uint32_t as_count_bits(uint64_t bits)
{
  bits -= bits >> 1 & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return (uint32_t)((bits * 0x0101010101010101u) >> 56);
}

#endif
