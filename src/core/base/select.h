/*
** select.h: selection in linear time: quickselect with the median of three (Hoare 1961), which falls back to the median
** of medians of five (Blum, Floyd, Pratt, Rivest, Tarjan 1973) if it takes too long, as introselect does (Musser 1997).
**
** AS_DEFINE_SELECT(name, context_type, type, before) defines name_select(context, list, count, k), which moves the
** k-th item, 0 <= k < count, to list[k], those before it to its left, and those after it to its right. O(count).
**
** before(context, const type *a, const type *b) is a macro or an inline function, and a strict total order of the
** items: with many equal items the time is quadratic.
*/
#ifndef AS_SELECT_H
#define AS_SELECT_H

#include "base/memory.h"

/* How many items a quickselect of `count` items may compare before it falls back; most lists take under a quarter. */
#define AS_SELECT_BUDGET(count) (16 * (uint64_t)(count) + 64)

#define AS_DEFINE_SELECT(name, context_type, type, before) \
  /* Insertion sort. */ \
  AS_TEMPLATE void name##_sort_few(context_type context, type *list, uint32_t count) \
  { \
    uint32_t i, k; \
    for (i = 1; i < count; i++) { \
      const type moved = list[i]; \
      for (k = i; k > 0 && before(context, &moved, &list[k - 1]); k--) list[k] = list[k - 1]; \
      list[k] = moved; \
    } \
  } \
  /* Recursive, O(log count) deep. */ \
  AS_TEMPLATE void name##_select_slowly(context_type context, type *list, uint32_t count, uint32_t k) \
  { \
    while (count > 10) { \
      const uint32_t groups = count / 5; \
      uint32_t i, less = 0; \
      type pivot, moved; \
      for (i = 0; i < groups; i++) { \
        name##_sort_few(context, list + 5 * (size_t)i, 5); \
        moved = list[5 * (size_t)i + 2]; \
        list[5 * (size_t)i + 2] = list[i]; \
        list[i] = moved; \
      } \
      name##_select_slowly(context, list, groups, groups / 2); \
      pivot = list[groups / 2]; \
      list[groups / 2] = list[count - 1]; \
      for (i = 0; i + 1 < count; i++) { \
        if (!before(context, &list[i], &pivot)) continue; \
        moved = list[i]; \
        list[i] = list[less]; \
        list[less++] = moved; \
      } \
      list[count - 1] = list[less]; \
      list[less] = pivot; \
      if (k == less) return; \
      if (k < less) { \
        count = less; \
      } else { \
        list += less + 1; \
        count -= less + 1; \
        k -= less + 1; \
      } \
    } \
    name##_sort_few(context, list, count); \
  } \
  AS_TEMPLATE void name##_order(context_type context, type *a, type *b) \
  { \
    const type moved = *a; \
    if (!before(context, b, a)) return; \
    *a = *b; \
    *b = moved; \
  } \
  AS_TEMPLATE void name##_select(context_type context, type *list, uint32_t count, uint32_t k) \
  { \
    uint64_t budget = AS_SELECT_BUDGET(count); \
    uint32_t low = 0, high = count - 1; \
    while (low < high) { \
      const uint32_t middle = low + (high - low) / 2; \
      uint32_t i = low, j = high; \
      type pivot; \
      if (budget < high - low) { \
        name##_select_slowly(context, list + low, high - low + 1, k - low); \
        return; \
      } \
      budget -= high - low; \
      name##_order(context, &list[low], &list[middle]); \
      name##_order(context, &list[low], &list[high]); \
      name##_order(context, &list[middle], &list[high]); \
      pivot = list[middle]; \
      for (;;) { \
        type moved; \
        while (before(context, &list[i], &pivot)) i++; \
        while (before(context, &pivot, &list[j])) j--; \
        if (i >= j) break; \
        moved = list[i]; \
        list[i++] = list[j]; \
        list[j--] = moved; \
      } \
      /* Now [low, j] <= pivot <= [j + 1, high]; if i == j, that is the pivot. */ \
      if (i == j && k == i) return; \
      if (i == j ? k < i : k <= j) high = i == j ? i - 1 : j; \
      else low = i == j ? i + 1 : i; \
    } \
  }

#endif
