/*
** names.h: a set of names, numbered 0, 1, 2, ... in the order of adding. It owns copies of the names. A name is any
** string of bytes; no name is in the set twice. A set of all zeros is empty.
**
** The set is a crit-bit tree (D. R. Morrison, "PATRICIA", JACM 15(4), 1968; this form is D. J. Bernstein's). A look-up
** tests at most AS_LENGTH_BITS bits and as many as the longest name in the set has, whatever the names are. A hash
** table would need a secret random key to promise as much.
*/
#ifndef AS_NAMES_H
#define AS_NAMES_H

#include "base/memory.h"

#define AS_NO_NAME UINT32_MAX

typedef struct as_name {
  char *bytes;
  size_t length;
} as_name;

/*
** Below a fork are names that are equal in all bits before `bit`; those with a 0 there are below kid[0]. The bits of a
** name are the AS_LENGTH_BITS of its length, then its bytes; so no name is the beginning of another. Bits count from
** the highest.
*/
typedef struct as_name_fork {
  uint64_t bit;
  uint32_t kid[2]; /* the index of a fork, or | AS_NAME_LEAF the number of a name */
} as_name_fork;

#define AS_LENGTH_BITS 64u
#define AS_NAME_LEAF 0x80000000u

typedef struct as_names {
  as_name *list;
  as_name_fork *forks; /* count - 1 of them */
  uint32_t count, capacity, fork_capacity;
  uint32_t root; /* as in `kid`, if count > 0 */
} as_names;

ASTAR_API void as_names_free(as_names *n, as_memory *m);

/* The number of a name, or AS_NO_NAME. O(length of the longest name in the set). */
ASTAR_API uint32_t as_names_find(const as_names *n, const char *bytes, size_t length);

/*
** Add a name that is not in the set; its number is the old count. False if out of memory, or with 2^31 names in the
** set; then the set is unchanged. O(length of the longest name) amortized.
*/
ASTAR_API bool as_names_add(as_names *n, as_memory *m, const char *bytes, size_t length);

/* The bytes of a name, owned by the set and followed by a zero; *length is set. Valid until the name is removed. */
static inline const char *as_names_get(const as_names *n, uint32_t number, size_t *length)
{
  astar_assert(number < n->count);
  *length = n->list[number].length;
  return n->list[number].bytes;
}

/* Remove the name with the highest number. The set must not be empty. Complexity as of as_names_find(). */
ASTAR_API void as_names_remove_last(as_names *n, as_memory *m);

#endif
