/*
** names.h: a set of names, numbered 0, 1, 2, ... in the order in which they were added.
** The units have one for the terrains and one for the unit types. All zeros is an empty set.
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
  as_hash table; /* from the hash of a name to its number */
} as_names;

ASTAR_API void as_names_free(as_names *n, as_memory *m);

/* The number of a name, or AS_NO_NAME. */
ASTAR_API uint32_t as_names_find(const as_names *n, const char *bytes, size_t length);

/* Add a name that is not in the set: its number is the old count. False if out of memory. */
ASTAR_API bool as_names_add(as_names *n, as_memory *m, const char *bytes, size_t length);

/* The bytes of a name, followed by a zero. */
static inline const char *as_names_get(const as_names *n, uint32_t number, size_t *length)
{
  astar_assert(number < n->count);
  *length = n->list[number].length;
  return n->list[number].bytes;
}

/* Remove the name that was added last. */
ASTAR_API void as_names_remove_last(as_names *n, as_memory *m);

#endif
