/* rough.c: see rough.h. A radix heap (Ahuja, Mehlhorn, Orlin & Tarjan 1990) whose lowest buckets are stacks. */
#include "engine/coarse.h"

#define FRESH_ENTRIES 16u

void as_rough_init(as_rough *r)
{
  memset(r, 0, sizeof *r);
  r->spare = r->now = AS_ROUGH_NONE;
}

void as_rough_free(as_rough *r, as_memory *m)
{
  as_free(m, r->pool, r->capacity, as_rough_entry);
  if (r->buckets) as_free(m, r->buckets, AS_ROUGH_BUCKETS, uint32_t);
  as_rough_init(r);
}

/* The lowest bucket, as an index into all; UINT32_MAX if there is none. It is marked as empty. */
static uint32_t take_bucket(as_rough *r)
{
  uint32_t digit, word, value;
  for (digit = 0; digit < AS_ROUGH_DIGITS && r->words[digit] == 0;) digit++;
  if (digit == AS_ROUGH_DIGITS) return UINT32_MAX;
  word = as_lowest_bit(r->words[digit]);
  value = word * 64 + as_lowest_bit(r->used[digit][word]);
  r->used[digit][word] &= r->used[digit][word] - 1;
  if (r->used[digit][word] == 0) r->words[digit] &= r->words[digit] - 1;
  return digit << AS_ROUGH_DIGIT | value;
}

bool as_rough_clear(as_rough *r, as_memory *m)
{
  uint32_t bucket;
  if (!r->buckets) {
    r->buckets = as_new(m, AS_ROUGH_BUCKETS, uint32_t);
    if (!r->buckets) return false;
    memset(r->buckets, 0xFF, AS_ROUGH_BUCKETS * sizeof *r->buckets); /* AS_ROUGH_NONE */
  }
  while ((bucket = take_bucket(r)) != UINT32_MAX) r->buckets[bucket] = AS_ROUGH_NONE;
  r->count = 0;
  r->spare = r->now = AS_ROUGH_NONE;
  r->top = 0;
  return true;
}

bool as_rough_grow(as_rough *r, as_memory *m)
{
  uint32_t fresh = FRESH_ENTRIES;
  if (!as_reserve(m, &r->pool, &r->capacity, (uint64_t)r->count + 1, sizeof *r->pool)) return false;
  while (fresh-- > 0 && r->count < r->capacity) {
    r->pool[r->count].next = r->spare;
    r->spare = r->count++;
  }
  return true;
}

bool as_rough_advance(as_rough *r)
{
  uint32_t bucket = take_bucket(r), at, next, least = UINT32_MAX;
  if (bucket == UINT32_MAX) return false;
  at = r->buckets[bucket];
  r->buckets[bucket] = AS_ROUGH_NONE;
  if (bucket < 1u << AS_ROUGH_DIGIT) {
    r->top = r->pool[at].key;
    r->now = at;
    return true;
  }
  for (next = at; next != AS_ROUGH_NONE; next = r->pool[next].next) {
    if (r->pool[next].key < least) least = r->pool[next].key;
  }
  r->top = least;
  for (; at != AS_ROUGH_NONE; at = next) {
    next = r->pool[at].next;
    as_rough_chain(r, at, r->pool[at].key);
  }
  return true;
}

bool as_rough_defer(as_rough *r, as_rough_keeps *keeps, void *context, double cost)
{
  uint32_t first = r->now, at = r->pool[first].next, kept = AS_ROUGH_NONE, last = AS_ROUGH_NONE, next;
  for (; at != AS_ROUGH_NONE; at = next) {
    uint32_t *chain = &r->spare;
    next = r->pool[at].next;
    if (r->pool[at].slot != r->pool[first].slot && keeps(context, r->pool[at].slot, cost)) {
      if (kept == AS_ROUGH_NONE) last = at;
      chain = &kept;
    }
    r->pool[at].next = *chain;
    *chain = at;
  }
  r->pool[first].next = AS_ROUGH_NONE;
  if (kept == AS_ROUGH_NONE) return false;
  r->pool[last].next = first;
  r->now = kept;
  return true;
}
