/*
** sparse.h: an array of 32-bit values of which few are set: a directory of pages, which are made when a value in them
** is set. Every access is O(1), whichever indices are in use; a hash table would not promise that.
*/
#ifndef AS_SPARSE_H
#define AS_SPARSE_H

#include "base/memory.h"

#define AS_NO_VALUE UINT32_MAX
#define AS_SPARSE_BITS 5u /* the binary logarithm of the number of values in a page */
#define AS_SPARSE_PAGE (1u << AS_SPARSE_BITS)

/* An array of all zeros has no value set. */
typedef struct as_sparse {
  uint32_t *directory; /* by page of the array: its place in `pages`, or AS_NO_VALUE */
  uint32_t *pages;     /* AS_SPARSE_PAGE values each */
  uint32_t directory_size, page_count, page_capacity;
  uint32_t count; /* values set */
} as_sparse;

ASTAR_API void as_sparse_free(as_sparse *a, as_memory *m);

/*
** Reserve memory for setting the value at an index of an array of `size`, which is the same at each call. False if out
** of memory. O(1) amortized, the first time O(size / AS_SPARSE_PAGE).
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

/* The value at an index of the array, or AS_NO_VALUE. */
static inline uint32_t as_sparse_get(const as_sparse *a, uint32_t index)
{
  if (a->count == 0 || a->directory[index >> AS_SPARSE_BITS] == AS_NO_VALUE) return AS_NO_VALUE;
  return *as_sparse_at(a, index);
}

#endif
