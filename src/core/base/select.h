/*
** select.h: selection in linear time in the worst case, by the median of medians of five (Blum, Floyd, Pratt, Rivest,
** Tarjan 1973). It is the fallback of the quickselects of spatial.c and box_tree.c, which are faster on ordinary lists:
** they call it when their budget is used up, as in introselect (Musser 1997).
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
  AS_TEMPLATE void name##_select(context_type context, type *list, uint32_t count, uint32_t k) \
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
      name##_select(context, list, groups, groups / 2); \
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
  }

#endif
