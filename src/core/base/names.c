/* names.c: sets of names, and their order; see names.h and astar.h. */
#include "base/names.h"

#include "base/heap.h"

#include <string.h>

/*
** The key of a name in the table: its hash (FNV-1a), incremented while another name has that key. Writes the
** number of the name, or AS_NO_NAME if it is not in the set.
*/
static uint32_t find_key(const as_names *n, const char *bytes, size_t length, uint32_t *number)
{
  uint32_t key = 2166136261u;
  size_t i;
  for (i = 0; i < length; i++) key = (key ^ (unsigned char)bytes[i]) * 16777619u;
  for (;; key++) {
    *number = as_hash_find(&n->table, key);
    if (*number == AS_NO_NAME) return key;
    if (n->list[*number].length == length && memcmp(n->list[*number].bytes, bytes, length) == 0) return key;
  }
}

void as_names_free(as_names *n, as_memory *m)
{
  uint32_t i;
  for (i = 0; i < n->count; i++) as_free(m, n->list[i].bytes, n->list[i].length + 1, char);
  as_free(m, n->list, n->capacity, as_name);
  as_hash_free(&n->table, m);
}

uint32_t as_names_find(const as_names *n, const char *bytes, size_t length)
{
  uint32_t number;
  (void)find_key(n, bytes, length, &number);
  return number;
}

bool as_names_add(as_names *n, as_memory *m, const char *bytes, size_t length)
{
  uint32_t key, number;
  char *copy;
  if (!as_reserve(m, &n->list, &n->capacity, (uint64_t)n->count + 1, sizeof *n->list)) return false;
  if (!as_hash_reserve(&n->table, m)) return false;
  copy = as_new(m, length + 1, char);
  if (!copy) return false;
  memcpy(copy, bytes, length);
  copy[length] = '\0';
  key = find_key(n, bytes, length, &number);
  astar_assert(number == AS_NO_NAME);
  as_hash_add(&n->table, key, n->count);
  n->list[n->count].bytes = copy;
  n->list[n->count++].length = length;
  return true;
}

void as_names_remove_last(as_names *n, as_memory *m)
{
  const as_name *name = &n->list[n->count - 1];
  uint32_t number;
  as_hash_remove(&n->table, find_key(n, name->bytes, name->length, &number));
  as_free(m, name->bytes, name->length + 1, char);
  n->count--;
}

/* ---- Order ---- */

static inline bool comes_before(const astar_name *a, const astar_name *b)
{
  const int order = memcmp(a->bytes, b->bytes, a->length < b->length ? a->length : b->length);
  return order < 0 || (order == 0 && a->length < b->length);
}

AS_DEFINE_SORT(names, astar_name, comes_before)

void astar_sort_names(astar_name *list, size_t count)
{
  names_sort(list, count);
}
