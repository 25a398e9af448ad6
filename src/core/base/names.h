/*
** names.h: a set of names numbered 0, 1, 2, ... in the order of their making.
** The units use one for terrains and one for unit types.
*/
#ifndef AS_NAMES_H
#define AS_NAMES_H

#include "base/memory.h"

#define AS_NO_NAME UINT32_MAX

typedef struct as_name {
  char *bytes;
  size_t length;
  uint32_t hash;
} as_name;

/* `table` holds number + 1, 0 where free; it is never more than half full. */
typedef struct as_names {
  as_name *list;
  uint32_t count, capacity;
  uint32_t *table;
  uint32_t table_size; /* a power of two, or 0 */
} as_names;

ASTAR_API void as_names_init(as_names *n);
ASTAR_API void as_names_free(as_names *n, as_memory *m);

/* The number of a name, or AS_NO_NAME. */
ASTAR_API uint32_t as_names_find(const as_names *n, const char *bytes, size_t length);

/* Add a name that is not there yet: its number is the old count. False if out of memory. */
ASTAR_API bool as_names_add(as_names *n, as_memory *m, const char *bytes, size_t length);

/* Take back the name that was added last. */
ASTAR_API void as_names_drop(as_names *n, as_memory *m);

#endif
