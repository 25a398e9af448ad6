/*
** heap.h: d-ary heaps in arrays, and heapsort.
**
** AS_DEFINE_HEAP(name, type, arity, before) defines inline functions on an array `list` of `type`. Each node has
** `arity` children, none of which comes before it; list[0] comes first.
**
**   name_up(list, at, item)           Sift `item` up from the hole `at`. To push: name_up(list, count++, item).
**   name_down(list, count, at, item)  Sift `item` down from the hole `at`.
**   name_pop(list, &count)            Remove and return the first item; count > 0.
**   name_make(list, count)            Make a heap of a list in any order; O(count) (Floyd 1964).
**
** The others are O(log count).
**
** AS_DEFINE_SORT(name, type, before) defines name_sort(list, count): heapsort (Williams 1964), in place,
** O(count log count) in the worst case.
**
** before(const type *a, const type *b) is a macro or an inline function, and a strict weak order. The order of
** equal items is deterministic: it depends only on the sequence of pushes and pops.
*/
#ifndef AS_HEAP_H
#define AS_HEAP_H

#include "base/memory.h"

#define AS_DEFINE_HEAP(name, type, arity, before) \
  AS_TEMPLATE void name##_up(type *list, size_t at, type item) \
  { \
    while (at > 0 && before(&item, &list[(at - 1) / (arity)])) { \
      list[at] = list[(at - 1) / (arity)]; \
      at = (at - 1) / (arity); \
    } \
    list[at] = item; \
  } \
  AS_TEMPLATE void name##_down(type *list, size_t count, size_t at, type item) \
  { \
    for (;;) { \
      size_t child = at * (arity) + 1, best = child, k; \
      if (child >= count) break; \
      for (k = 1; k < (arity); k++) { \
        if (++child < count && before(&list[child], &list[best])) best = child; \
      } \
      if (!before(&list[best], &item)) break; \
      list[at] = list[best]; \
      at = best; \
    } \
    list[at] = item; \
  } \
  AS_TEMPLATE type name##_pop(type *list, uint32_t *count) \
  { \
    const type first = list[0]; \
    --*count; \
    name##_down(list, *count, 0, list[*count]); \
    return first; \
  } \
  AS_TEMPLATE void name##_make(type *list, size_t count) \
  { \
    size_t at; \
    for (at = count > 1 ? (count - 2) / (arity) + 1 : 0; at-- > 0;) name##_down(list, count, at, list[at]); \
  }

#define AS_DEFINE_SORT(name, type, before) \
  AS_TEMPLATE bool name##_after(const type *a, const type *b) \
  { \
    return before(b, a); \
  } \
  AS_DEFINE_HEAP(name##_heap, type, 2, name##_after) \
  AS_TEMPLATE void name##_sort(type *list, size_t count) \
  { \
    name##_heap_make(list, count); \
    while (count > 1) { \
      const type last = list[--count]; \
      list[count] = list[0]; \
      name##_heap_down(list, count, 0, last); \
    } \
  }

#endif
