/*
** names.h: a set of names, numbered 0, 1, 2, ... in the order of adding. Owns copies of the names. Names are
** any bytes, and unique. A set of all zeros is empty.
*/
#ifndef AS_NAMES_H
#define AS_NAMES_H

#include "base/hash.h"

#define AS_NO_NAME AS_NO_VALUE

typedef struct as_name {
  char *bytes;
  size_t length;
} as_name;

typedef struct as_names {
  as_name *list;
  uint32_t count, capacity;
  as_hash table; /* from the key of a name (see find_key()) to its number */
} as_names;

ASTAR_API void as_names_free(as_names *n, as_memory *m);

/* The number of a name, or AS_NO_NAME. O(length). */
ASTAR_API uint32_t as_names_find(const as_names *n, const char *bytes, size_t length);

/* Add a name that is not in the set; its number is the old count. False if out of memory. O(length) amortized. */
ASTAR_API bool as_names_add(as_names *n, as_memory *m, const char *bytes, size_t length);

/* The bytes of a name, followed by a zero. Valid until the name is removed. */
static inline const char *as_names_get(const as_names *n, uint32_t number, size_t *length)
{
  astar_assert(number < n->count);
  *length = n->list[number].length;
  return n->list[number].bytes;
}

/* Undo the last as_names_add(). */
ASTAR_API void as_names_remove_last(as_names *n, as_memory *m);

#endif
