/* names.c: sets of names, and their order; see names.h and astar.h. */
#include "base/names.h"

#include "base/bits.h"
#include "base/heap.h"

#include <string.h>

/* A bit of a name; 0 beyond its end. */
static uint32_t bit_of(const char *bytes, size_t length, uint64_t bit)
{
  const uint64_t at = (bit - AS_LENGTH_BITS) >> 3;
  if (bit < AS_LENGTH_BITS) return (uint64_t)length >> (AS_LENGTH_BITS - 1 - bit) & 1;
  return at < length ? (uint32_t)(unsigned char)bytes[at] >> (7 - (bit & 7)) & 1 : 0;
}

/* The first bit in which two names differ; UINT64_MAX if they are equal. */
static uint64_t first_difference(const as_name *a, const char *bytes, size_t length)
{
  size_t i = 0;
  if (a->length != length) return AS_LENGTH_BITS - 1 - as_highest_bit((uint64_t)a->length ^ length);
  while (i < length && a->bytes[i] == bytes[i]) i++;
  if (i == length) return UINT64_MAX;
  return AS_LENGTH_BITS + 8 * (uint64_t)i + 7 -
         as_highest_bit((uint64_t)((unsigned char)a->bytes[i] ^ (unsigned char)bytes[i]));
}

/* The number of the only name of the set that can equal the given one. The set is not empty. */
static uint32_t candidate(const as_names *n, const char *bytes, size_t length)
{
  uint32_t at = n->root;
  while (!(at & AS_NAME_LEAF)) at = n->forks[at].kid[bit_of(bytes, length, n->forks[at].bit)];
  return at & ~AS_NAME_LEAF;
}

/* On the way from the root to a name: the first reference that is not to a fork at a bit before `bit`. */
static uint32_t *find_place(as_names *n, const char *bytes, size_t length, uint64_t bit)
{
  uint32_t *place = &n->root;
  while (!(*place & AS_NAME_LEAF) && n->forks[*place].bit < bit)
    place = &n->forks[*place].kid[bit_of(bytes, length, n->forks[*place].bit)];
  return place;
}

void as_names_free(as_names *n, as_memory *m)
{
  uint32_t i;
  for (i = 0; i < n->count; i++) as_free(m, n->list[i].bytes, n->list[i].length + 1, char);
  as_free(m, n->list, n->capacity, as_name);
  as_free(m, n->forks, n->fork_capacity, as_name_fork);
}

uint32_t as_names_find(const as_names *n, const char *bytes, size_t length)
{
  uint32_t number;
  if (n->count == 0) return AS_NO_NAME;
  number = candidate(n, bytes, length);
  return n->list[number].length == length && memcmp(n->list[number].bytes, bytes, length) == 0 ? number : AS_NO_NAME;
}

bool as_names_add(as_names *n, as_memory *m, const char *bytes, size_t length)
{
  const uint32_t leaf = n->count | AS_NAME_LEAF;
  char *copy;
  if (n->count >= AS_NAME_LEAF) return false;
  if (!as_reserve(m, &n->list, &n->capacity, (uint64_t)n->count + 1, sizeof *n->list)) return false;
  if (!as_reserve(m, &n->forks, &n->fork_capacity, n->count, sizeof *n->forks)) return false;
  copy = as_new(m, length + 1, char);
  if (!copy) return false;
  memcpy(copy, bytes, length);
  copy[length] = '\0';
  if (n->count == 0) {
    n->root = leaf;
  } else {
    const uint64_t bit = first_difference(&n->list[candidate(n, bytes, length)], bytes, length);
    uint32_t *place = find_place(n, bytes, length, bit), side = bit_of(bytes, length, bit);
    as_name_fork *fork = &n->forks[n->count - 1];
    astar_assert(bit != UINT64_MAX);
    fork->bit = bit;
    fork->kid[side] = leaf;
    fork->kid[1 - side] = *place;
    *place = n->count - 1;
  }
  n->list[n->count].bytes = copy;
  n->list[n->count++].length = length;
  return true;
}

void as_names_remove_last(as_names *n, as_memory *m)
{
  const as_name *name = &n->list[--n->count];
  if (n->count > 0) {
    /* Its fork is the last one. */
    const as_name_fork *fork = &n->forks[n->count - 1];
    uint32_t *place = find_place(n, name->bytes, name->length, fork->bit);
    astar_assert(*place == n->count - 1);
    *place = fork->kid[1 - bit_of(name->bytes, name->length, fork->bit)];
  }
  as_free(m, name->bytes, name->length + 1, char);
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
