/*
** radix.h: an open list by cost alone, which is exact only up to a resolution: a radix heap (buckets.h) whose keys
** stand for equal intervals of the cost. Owned by a kernel or a flood.
**
** The key of a cost is the upper bits of its sum with `base`. As long as the cost is not much larger than the base,
** keys grow as it does; beyond they get coarser. (So they can be whole numbers: see jump_path.c.) Entries with keys up
** to `top` are in the bucket of `top`, and of one bucket the last entry comes out first. So entries may come out too
** early; where that costs too much, as_radix_refine() makes the order exact.
*/
#ifndef AS_RADIX_H
#define AS_RADIX_H

#include "engine/buckets.h"

/* A digit of a key has 8 bits; keys have up to 64 bits. */
#define AS_RADIX_DIGIT_BITS 8u

typedef struct as_radix_entry {
  as_entry_head head;
  double cost;
} as_radix_entry;

typedef struct as_radix {
  as_buckets buckets; /* of as_radix_entry */
  double base;
  uint32_t shift;     /* the lower bits that are not in the key */
  bool stable;        /* of one key the last entry comes out first, when it was pushed far from the top, too */
} as_radix;

static inline void as_radix_init(as_radix *r)
{
  r->stable = false;
  as_buckets_init(&r->buckets);
}

static inline void as_radix_free(as_radix *r, as_memory *m)
{
  as_buckets_free(&r->buckets, m);
}

/* Remove all entries. Keys then tell apart 2^-bits of the base, with 4 <= bits <= 40. False if out of memory. */
ASTAR_API bool as_radix_clear(as_radix *r, as_memory *m, double base, int bits);

/*
** If the bucket of `top` is empty, raise `top` to the least key of an entry. False if that is above the key of the
** limit, or if there is no entry; then the list must be cleared before it is used again.
*/
ASTAR_API bool as_radix_advance(as_radix *r, double limit);

/* Make the order exact to the last bit. O(entries). */
ASTAR_API void as_radix_refine(as_radix *r);

static inline bool as_radix_is_exact(const as_radix *r)
{
  return r->shift == 0;
}

static inline as_radix_entry *as_radix_at(const as_radix *r, uint32_t at)
{
  return (as_radix_entry *)(void *)as_buckets_head(&r->buckets, at);
}

/* The first entry of the bucket of `top`, or AS_NO_ENTRY. */
static inline uint32_t *as_radix_current(const as_radix *r)
{
  return &r->buckets.chains[r->buckets.top & ((1u << AS_RADIX_DIGIT_BITS) - 1)];
}

static inline uint64_t as_radix_key(const as_radix *r, double cost)
{
  const double sum = cost + r->base;
  uint64_t bits;
  memcpy(&bits, &sum, sizeof bits);
  return bits >> r->shift;
}

/* Put an entry of the pool into its bucket. No branch: it would often be mispredicted. */
static AS_INLINE void as_radix_put(as_radix *r, uint32_t at, double cost)
{
  as_buckets *b = &r->buckets;
  const uint64_t wanted = as_radix_key(r, cost), key = wanted > b->top ? wanted : b->top;
  uint32_t *chain = &b->chains[as_buckets_enter(b, key, AS_RADIX_DIGIT_BITS)];
  as_radix_at(r, at)->head.next = *chain;
  *chain = at;
}

/* Push a slot. False if out of memory; then nothing has changed. */
static AS_INLINE bool as_radix_push(as_radix *r, as_memory *m, uint32_t slot, double cost)
{
  uint32_t at;
  if (!as_buckets_reserve(&r->buckets, m)) return false;
  at = as_buckets_take_entry(&r->buckets);
  as_radix_at(r, at)->cost = cost;
  as_radix_at(r, at)->head.slot = slot;
  as_radix_put(r, at, cost);
  return true;
}

#endif
