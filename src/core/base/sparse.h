/*
** sparse.h: an array of 32-bit values of which few are set: a directory of pages. A page is made when memory for a
** value in it is first reserved. Reading and setting a value are O(1) in the worst case, unlike in a hash table.
*/
#ifndef AS_SPARSE_H
#define AS_SPARSE_H

#include "base/memory.h"

#define AS_NO_VALUE UINT32_MAX
#define AS_SPARSE_BITS 5u /* the binary logarithm of the number of values in a page */
#define AS_SPARSE_PAGE (1u << AS_SPARSE_BITS)

/* An array of all zeros is empty. Values set are less than AS_NO_VALUE. */
typedef struct as_sparse {
  uint32_t *directory; /* by page of the array: its place in `pages`, or AS_NO_VALUE */
  uint32_t *pages;     /* AS_SPARSE_PAGE values each */
  uint32_t directory_size, page_count, page_capacity;
  uint32_t count; /* values set */
} as_sparse;

ASTAR_API void as_sparse_free(as_sparse *a, as_memory *m);

/*
** Reserve memory for setting the value at `index`. `size` is the size of the array, the same at each call. False if out
** of memory; then no value has changed. O(1) amortized; the first call is O(size / AS_SPARSE_PAGE).
*/
ASTAR_API bool as_sparse_reserve(as_sparse *a, as_memory *m, uint32_t index, uint32_t size);

/* The place of a value for which memory is reserved. */
static inline uint32_t *as_sparse_at(const as_sparse *a, uint32_t index)
{
  const uint32_t page = a->directory[index >> AS_SPARSE_BITS];
  return a->pages + ((size_t)page << AS_SPARSE_BITS) + (index & (AS_SPARSE_PAGE - 1));
}

/* Set a value that is not set. The memory must be reserved. */
static inline void as_sparse_set(as_sparse *a, uint32_t index, uint32_t value)
{
  astar_assert(*as_sparse_at(a, index) == AS_NO_VALUE && value != AS_NO_VALUE);
  *as_sparse_at(a, index) = value;
  a->count++;
}

/* Clear a value that is set. Frees no memory. */
static inline void as_sparse_clear(as_sparse *a, uint32_t index)
{
  astar_assert(*as_sparse_at(a, index) != AS_NO_VALUE);
  *as_sparse_at(a, index) = AS_NO_VALUE;
  a->count--;
}

/* The value at an index, or AS_NO_VALUE if it is not set. No memory need be reserved. */
static inline uint32_t as_sparse_get(const as_sparse *a, uint32_t index)
{
  if (a->count == 0 || a->directory[index >> AS_SPARSE_BITS] == AS_NO_VALUE) return AS_NO_VALUE;
  return *as_sparse_at(a, index);
}

#endif
