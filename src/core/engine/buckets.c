/* buckets.c: see buckets.h. */
#include "engine/buckets.h"

/* Free entries linked at once, so that a short run does not pay for the whole capacity. */
#define FRESH_ENTRIES 16u

void as_buckets_init(as_buckets *b)
{
  memset(b, 0, sizeof *b);
  b->free = AS_NO_ENTRY;
}

void as_buckets_free(as_buckets *b, as_memory *m)
{
  if (b->pool) (void)as_resize(m, b->pool, b->pool_capacity, 0, AS_ENTRY_UNIT);
  as_free(m, b->chains, b->chain_count, uint32_t);
  as_buckets_init(b);
}

bool as_buckets_clear(as_buckets *b, as_memory *m, uint32_t entry_units, uint32_t count)
{
  uint32_t bucket;
  while ((bucket = as_buckets_lowest(b)) != AS_NO_BUCKET) (void)as_buckets_take_chain(b, bucket);
  b->pool_count = 0;
  b->free = AS_NO_ENTRY;
  b->top = 0;
  b->entry_units = entry_units;
  if (count > b->chain_count) {
    uint32_t *chains = as_resize(m, b->chains, b->chain_count, count, sizeof *chains);
    if (!chains) return false;
    memset(chains + b->chain_count, 0xFF, (count - b->chain_count) * sizeof *chains); /* AS_NO_ENTRY */
    b->chains = chains;
    b->chain_count = count;
  }
  return true;
}

bool as_buckets_grow(as_buckets *b, as_memory *m)
{
  const uint32_t units = b->entry_units;
  uint32_t fresh = FRESH_ENTRIES;
  if (!as_reserve(m, &b->pool, &b->pool_capacity, (uint64_t)b->pool_count + units, AS_ENTRY_UNIT)) return false;
  for (; fresh-- > 0 && b->pool_capacity - b->pool_count >= units; b->pool_count += units)
    as_buckets_free_entry(b, b->pool_count);
  return true;
}

bool as_buckets_raise(as_buckets *b, uint32_t digit_bits, uint32_t *chain)
{
  const uint64_t digit = ((uint64_t)1 << digit_bits) - 1;
  uint32_t bucket, low;
  *chain = AS_NO_ENTRY;
  /* Entries of the bucket of `top` are taken one by one, so it may still be marked as used. */
  while ((bucket = as_buckets_lowest(b)) != AS_NO_BUCKET && b->chains[bucket] == AS_NO_ENTRY)
    (void)as_buckets_take_chain(b, bucket);
  if (bucket == AS_NO_BUCKET) return false;
  /* The least key of the bucket: the digits of `top` above its own, then its own, then zeros. */
  low = (bucket >> digit_bits) * digit_bits;
  b->top = (b->top >> low >> digit_bits << digit_bits | (bucket & digit)) << low;
  if (low > 0) *chain = as_buckets_take_chain(b, bucket);
  return true;
}
