/*
** buckets.h: what both orders of the open list share: a pool of entries, and the buckets of a radix
** heap over them (Ahuja, Mehlhorn, Orlin & Tarjan 1990) with digits of several bits (Denardo & Fox 1979).
**
** Keys are integers that rise with f. An entry whose key is above `top` hangs in the chain of one
** bucket: the one of the highest digit in which its key differs from `top`, and of the value of that
** digit. Buckets are numbered digit by digit, the lowest digit first, so the lowest bucket that is not
** empty holds the least key. When `top` rises to that key, the entries of the bucket hang in lower
** buckets: an entry moves at most once for each digit.
**
** An entry is a struct of 16 or 32 bytes that begins with an as_entry_head. Its index counts units of 16
** bytes, so that a list can change between the orders and keep its memory.
*/
#ifndef AS_BUCKETS_H
#define AS_BUCKETS_H

#include "base/bits.h"
#include "base/memory.h"

#define AS_NO_ENTRY UINT32_MAX
#define AS_NO_BUCKET UINT32_MAX
#define AS_BUCKET_WORDS 64u /* 64 buckets each: one more word tells which of them are not 0 */

typedef struct as_entry_head {
  uint32_t slot;
  uint32_t next; /* of the chain, or of the free entries; AS_NO_ENTRY ends both */
} as_entry_head;

#define AS_ENTRY_UNIT 16u

typedef struct as_buckets {
  char *pool;
  uint32_t pool_count, pool_capacity, free; /* in units */
  uint32_t entry_units; /* of one entry */
  uint32_t *chains; /* by bucket */
  uint32_t chain_count;
  uint64_t top;
  uint64_t words;                 /* which words of `used` are not 0 */
  uint64_t used[AS_BUCKET_WORDS]; /* which buckets are not empty */
} as_buckets;

ASTAR_API void as_buckets_init(as_buckets *b);
ASTAR_API void as_buckets_free(as_buckets *b, as_memory *m);

/* Empty it for entries of so many units, and make at least `count` buckets. False if out of memory. */
ASTAR_API bool as_buckets_clear(as_buckets *b, as_memory *m, uint32_t entry_units, uint32_t count);

/* Add free entries to the pool. False if out of memory. */
ASTAR_API bool as_buckets_grow(as_buckets *b, as_memory *m);

/* Make sure that the next as_buckets_take_entry() needs no memory. */
static inline bool as_buckets_reserve(as_buckets *b, as_memory *m)
{
  return b->free != AS_NO_ENTRY || as_buckets_grow(b, m);
}

static inline as_entry_head *as_buckets_head(const as_buckets *b, uint32_t at)
{
  return (as_entry_head *)(void *)(b->pool + (size_t)at * AS_ENTRY_UNIT);
}

static inline uint32_t as_buckets_take_entry(as_buckets *b)
{
  const uint32_t at = b->free;
  b->free = as_buckets_head(b, at)->next;
  return at;
}

static inline void as_buckets_free_entry(as_buckets *b, uint32_t at)
{
  as_buckets_head(b, at)->next = b->free;
  b->free = at;
}

/* The bucket of a key above `top`, for digits of so many bits; it counts as not empty from now on. */
static AS_INLINE uint32_t as_buckets_enter(as_buckets *b, uint64_t key, uint32_t digit_bits)
{
  const uint32_t digit = as_highest_bit(key ^ b->top) / digit_bits;
  const uint32_t value = (uint32_t)(key >> digit * digit_bits) & ((1u << digit_bits) - 1);
  const uint32_t bucket = digit << digit_bits | value;
  b->used[bucket / 64] |= (uint64_t)1 << bucket % 64;
  b->words |= (uint64_t)1 << bucket / 64;
  return bucket;
}

/* The lowest bucket that is not empty, or AS_NO_BUCKET. */
static inline uint32_t as_buckets_lowest(const as_buckets *b)
{
  uint32_t word;
  if (b->words == 0) return AS_NO_BUCKET;
  word = as_lowest_bit(b->words);
  return word * 64 + as_lowest_bit(b->used[word]);
}

/* Take the chain of the lowest bucket, which is empty afterwards: its first entry. */
static inline uint32_t as_buckets_take_chain(as_buckets *b, uint32_t bucket)
{
  const uint32_t first = b->chains[bucket];
  b->chains[bucket] = AS_NO_ENTRY;
  b->used[bucket / 64] &= b->used[bucket / 64] - 1;
  if (b->used[bucket / 64] == 0) b->words &= b->words - 1;
  return first;
}

#endif
