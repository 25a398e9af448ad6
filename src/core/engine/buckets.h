/*
** buckets.h: the buckets of a radix heap (Ahuja, Mehlhorn, Orlin & Tarjan 1990) with digits of several bits (Denardo &
** Fox 1979), and the pool of its entries. The open lists open.h and radix.h are made of it.
**
** Keys are integers that do not decrease with f. An entry with a key above `top` is in one bucket, a linked list
** ("chain"): the bucket of the highest digit in which the key differs from `top` and of that digit's value. Buckets
** are numbered digit by digit, the lowest digit first, so the lowest bucket in use has the least key. When `top`
** increases to this key, the user distributes the chain to lower buckets: an entry moves at most once per digit.
** Entries with keys up to `top` are in the bucket of `top` itself, or the user keeps them elsewhere.
**
** An entry is a struct of 16 or 32 bytes that begins with an as_entry_head. Its index counts units of 16 bytes.
*/
#ifndef AS_BUCKETS_H
#define AS_BUCKETS_H

#include "base/bits.h"
#include "base/memory.h"

#define AS_NO_ENTRY UINT32_MAX
#define AS_NO_BUCKET UINT32_MAX
#define AS_BUCKET_WORDS 64u /* of 64 bits, a bit for each bucket */

typedef struct as_entry_head {
  uint32_t slot;
  uint32_t next; /* in the chain or in the list of free entries; AS_NO_ENTRY at its end */
} as_entry_head;

#define AS_ENTRY_UNIT 16u

/* The units of an entry. Its size need not be a multiple: on i386 doubles are aligned to 4 bytes. */
#define AS_ENTRY_UNITS(type) ((uint32_t)((sizeof(type) + AS_ENTRY_UNIT - 1) / AS_ENTRY_UNIT))

typedef struct as_buckets {
  char *pool;
  uint32_t pool_count, pool_capacity, free; /* in units; free: the first free entry */
  uint32_t entry_units; /* size of an entry */
  uint32_t *chains; /* by bucket: its first entry, or AS_NO_ENTRY */
  uint32_t chain_count;
  uint64_t top;
  uint64_t words;                 /* bit set: which words of `used` are not 0 */
  uint64_t used[AS_BUCKET_WORDS]; /* bit set: which buckets are not empty */
} as_buckets;

/* No entries, no buckets. */
ASTAR_API void as_buckets_init(as_buckets *b);
ASTAR_API void as_buckets_free(as_buckets *b, as_memory *m);

/* Remove all entries; set the size of entries, and make at least `count` buckets. False if out of memory. */
ASTAR_API bool as_buckets_clear(as_buckets *b, as_memory *m, uint32_t entry_units, uint32_t count);

/* Add free entries to the pool; may move it. False if out of memory. */
ASTAR_API bool as_buckets_grow(as_buckets *b, as_memory *m);

/* Reserve memory for the next as_buckets_take_entry(). False if out of memory. */
static inline bool as_buckets_reserve(as_buckets *b, as_memory *m)
{
  return b->free != AS_NO_ENTRY || as_buckets_grow(b, m);
}

/* The head of an entry, valid until the pool grows. */
static inline as_entry_head *as_buckets_head(const as_buckets *b, uint32_t at)
{
  return (as_entry_head *)(void *)(b->pool + (size_t)at * AS_ENTRY_UNIT);
}

/* Take a free entry from the pool; there must be one. */
static inline uint32_t as_buckets_take_entry(as_buckets *b)
{
  const uint32_t at = b->free;
  b->free = as_buckets_head(b, at)->next;
  return at;
}

/* Return an entry to the pool. */
static inline void as_buckets_free_entry(as_buckets *b, uint32_t at)
{
  as_buckets_head(b, at)->next = b->free;
  b->free = at;
}

/* Mark a bucket as used. */
static AS_INLINE void as_buckets_use(as_buckets *b, uint32_t bucket)
{
  b->used[bucket / 64] |= (uint64_t)1 << bucket % 64;
  b->words |= (uint64_t)1 << bucket / 64;
}

/* The bucket of a key, which is at least `top`, for digits of `digit_bits` bits; marks it as used. */
static AS_INLINE uint32_t as_buckets_enter(as_buckets *b, uint64_t key, uint32_t digit_bits)
{
  const uint32_t digit = as_highest_bit((key ^ b->top) | 1) / digit_bits;
  const uint32_t value = (uint32_t)(key >> digit * digit_bits) & ((1u << digit_bits) - 1);
  const uint32_t bucket = digit << digit_bits | value;
  as_buckets_use(b, bucket);
  return bucket;
}

/* The lowest bucket in use, or AS_NO_BUCKET. */
static inline uint32_t as_buckets_lowest(const as_buckets *b)
{
  uint32_t word;
  if (b->words == 0) return AS_NO_BUCKET;
  word = as_lowest_bit(b->words);
  return word * 64 + as_lowest_bit(b->used[word]);
}

/* Empty `bucket`, which must be the lowest in use, and return the first entry of its chain. */
static inline uint32_t as_buckets_take_chain(as_buckets *b, uint32_t bucket)
{
  const uint32_t first = b->chains[bucket];
  b->chains[bucket] = AS_NO_ENTRY;
  b->used[bucket / 64] &= b->used[bucket / 64] - 1;
  b->words &= b->words - (b->used[bucket / 64] == 0); /* no branch: it would often be mispredicted */
  return first;
}

/*
** For users who keep entries in the bucket of `top`, which is empty: make `top` the least key that an entry in a bucket
** can have. *chain becomes the entries to distribute: AS_NO_ENTRY if they are in their bucket. False if there are none.
*/
ASTAR_API bool as_buckets_raise(as_buckets *b, uint32_t digit_bits, uint32_t *chain);

#endif
