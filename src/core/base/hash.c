/* hash.c: see hash.h. */
#include "base/hash.h"

#define FIRST_SIZE 16u

static uint32_t hash(uint32_t key)
{
  key ^= key >> 16;
  key *= 0x7FEB352Du;
  key ^= key >> 15;
  key *= 0x846CA68Bu;
  return key ^ key >> 16;
}

void as_hash_free(as_hash *t, as_memory *m)
{
  as_free(m, t->entries, t->size, as_hash_entry);
  memset(t, 0, sizeof *t);
}

as_hash_entry *as_hash_place(const as_hash *t, uint32_t key)
{
  uint32_t at = hash(key) & (t->size - 1);
  while (t->entries[at].value != AS_NO_VALUE && t->entries[at].key != key) at = (at + 1) & (t->size - 1);
  return &t->entries[at];
}

bool as_hash_reserve(as_hash *t, as_memory *m)
{
  as_hash fresh;
  uint32_t i;
  if (t->count < t->size / 2) return true;
  fresh.size = t->size > 0 ? t->size * 2 : FIRST_SIZE;
  fresh.count = t->count;
  fresh.entries = as_new(m, fresh.size, as_hash_entry);
  if (!fresh.entries) return false;
  for (i = 0; i < fresh.size; i++) fresh.entries[i].value = AS_NO_VALUE;
  for (i = 0; i < t->size; i++) {
    if (t->entries[i].value != AS_NO_VALUE) *as_hash_place(&fresh, t->entries[i].key) = t->entries[i];
  }
  as_hash_free(t, m);
  *t = fresh;
  return true;
}

void as_hash_add(as_hash *t, uint32_t key, uint32_t value)
{
  as_hash_entry *e = as_hash_place(t, key);
  astar_assert(t->count < t->size / 2 && e->value == AS_NO_VALUE);
  e->key = key;
  e->value = value;
  t->count++;
}

void as_hash_remove(as_hash *t, uint32_t key)
{
  as_hash_entry *entries = t->entries;
  const uint32_t mask = t->size - 1;
  uint32_t hole = (uint32_t)(as_hash_place(t, key) - entries), at = hole;
  astar_assert(entries[hole].value != AS_NO_VALUE);
  /* Move back the entries that were displaced (Knuth, The Art of Computer Programming, volume 3, 6.4, algorithm R). */
  while (at = (at + 1) & mask, entries[at].value != AS_NO_VALUE) {
    const uint32_t home = hash(entries[at].key) & mask;
    if (((at - home) & mask) < ((at - hole) & mask)) continue; /* its home lies behind the hole */
    entries[hole] = entries[at];
    hole = at;
  }
  entries[hole].value = AS_NO_VALUE;
  t->count--;
}
