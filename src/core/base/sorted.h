/*
** sorted.h: lists of numbers in ascending order, and of items that begin with such numbers.
*/
#ifndef AS_SORTED_H
#define AS_SORTED_H

#include "base/memory.h"

/* Sort numbers. O(count log count) in the worst case. */
ASTAR_API void as_sort(uint32_t *list, size_t count);

/* The index of the first number that is not below `value`, or `count`. The numbers are `stride` bytes apart. */
static inline uint32_t as_lower_bound(const uint32_t *list, uint32_t count, size_t stride, uint32_t value)
{
  uint32_t low = 0, high = count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (*(const uint32_t *)(const void *)((const char *)list + middle * stride) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Whether a list has a number. */
static inline bool as_sorted_has(const uint32_t *list, uint32_t count, uint32_t value)
{
  const uint32_t at = as_lower_bound(list, count, sizeof *list, value);
  return at < count && list[at] == value;
}

#endif
