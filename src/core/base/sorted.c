/* sorted.c: see sorted.h. */
#include "base/sorted.h"

#include "base/heap.h"

#define IS_LOWER(a, b) (*(a) < *(b))

AS_DEFINE_SORT(numbers, uint32_t, IS_LOWER)

void as_sort(uint32_t *list, size_t count)
{
  numbers_sort(list, count);
}
