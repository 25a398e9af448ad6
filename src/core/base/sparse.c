/* sparse.c: see sparse.h. */
#include "base/sparse.h"

void as_sparse_free(as_sparse *a, as_memory *m)
{
  as_free(m, a->directory, a->directory_size, uint32_t);
  (void)as_resize(m, a->pages, a->page_capacity, 0, AS_SPARSE_PAGE * sizeof(uint32_t));
  memset(a, 0, sizeof *a);
}

bool as_sparse_reserve(as_sparse *a, as_memory *m, uint32_t index, uint32_t size)
{
  const uint32_t page = index >> AS_SPARSE_BITS;
  if (!a->directory) {
    const uint32_t pages = ((size - 1) >> AS_SPARSE_BITS) + 1;
    a->directory = as_new(m, pages, uint32_t);
    if (!a->directory) return false;
    memset(a->directory, 0xFF, pages * sizeof *a->directory);
    a->directory_size = pages;
  }
  astar_assert(index < size && page < a->directory_size);
  if (a->directory[page] != AS_NO_VALUE) return true;
  if (!as_reserve(m, &a->pages, &a->page_capacity, (uint64_t)a->page_count + 1, AS_SPARSE_PAGE * sizeof(uint32_t)))
    return false;
  memset(a->pages + ((size_t)a->page_count << AS_SPARSE_BITS), 0xFF, AS_SPARSE_PAGE * sizeof(uint32_t));
  a->directory[page] = a->page_count++;
  return true;
}
