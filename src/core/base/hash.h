/*
** hash.h: a hash table from 32-bit keys to 32-bit values: open addressing with linear probing. Keys are unique.
** Look-ups, and adding and removing entries, are O(1) expected.
*/
#ifndef AS_HASH_H
#define AS_HASH_H

#include "base/memory.h"

#define AS_NO_VALUE UINT32_MAX

typedef struct as_hash_entry {
  uint32_t key;
  uint32_t value; /* AS_NO_VALUE if the entry is free */
} as_hash_entry;

/* At least half of the entries are free. A table of all zeros is empty. */
typedef struct as_hash {
  as_hash_entry *entries;
  uint32_t size; /* a power of two, or 0 */
  uint32_t count;
} as_hash;

ASTAR_API void as_hash_free(as_hash *t, as_memory *m);

/* Reserve memory for the next as_hash_add(). May move the entries. False if out of memory. O(1) amortized. */
ASTAR_API bool as_hash_reserve(as_hash *t, as_memory *m);

/* Add a key that is not in the table. The memory must be reserved. */
ASTAR_API void as_hash_add(as_hash *t, uint32_t key, uint32_t value);

/* Remove a key that is in the table. Frees no memory. */
ASTAR_API void as_hash_remove(as_hash *t, uint32_t key);

/* The entry of a key, or the free entry where it would be added. `size` must not be 0. */
ASTAR_API as_hash_entry *as_hash_place(const as_hash *t, uint32_t key);

/* The value of a key, or AS_NO_VALUE. */
static inline uint32_t as_hash_find(const as_hash *t, uint32_t key)
{
  return t->count == 0 ? AS_NO_VALUE : as_hash_place(t, key)->value;
}

#endif
