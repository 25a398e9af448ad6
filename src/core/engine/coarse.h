/*
** rough.h: an open list that keeps the order of f but for small differences, for runs that want
** nothing but the answer: what is expanded a little too early is expanded again if it gets cheaper,
** and a goal is not believed before all that might be cheaper has been looked at.
** An entry is only a slot; what is stale is dropped by whoever takes it.
*/
#ifndef AS_ROUGH_H
#define AS_ROUGH_H

#include "base/bits.h"
#include "base/memory.h"

/*
** Of f, the key has the exponent and 11 bits of the mantissa: two digits. (Finer keys cost more in
** the handling than they save in expansions.) Entries are chained, those pushed last towards the
** front, but no other before the one with the least h: those whose key is at most `top` in `now`,
** the others in buckets, one for each value of the highest digit in which a key differs from `top`.
** Nearly all are in the lower digit, where a bucket has but one key.
*/
#define AS_ROUGH_SHIFT 41
#define AS_ROUGH_DIGIT 11
#define AS_ROUGH_DIGITS 2
#define AS_ROUGH_WORDS (1u << AS_ROUGH_DIGIT >> 6)
#define AS_ROUGH_BUCKETS (AS_ROUGH_DIGITS << AS_ROUGH_DIGIT)
#define AS_ROUGH_NONE UINT32_MAX

typedef struct as_rough_entry {
  uint32_t slot;
  uint32_t key;
  uint32_t next;
  float h;
} as_rough_entry;

typedef struct as_rough {
  as_rough_entry *pool;
  uint32_t count, capacity, spare;
  uint32_t now, top;
  uint32_t *buckets; /* digit by digit, the lowest digit first; NULL until the first run */
  uint64_t words[AS_ROUGH_DIGITS];                /* which words of `used` are not 0 */
  uint64_t used[AS_ROUGH_DIGITS][AS_ROUGH_WORDS]; /* which buckets are not empty */
} as_rough;

ASTAR_API void as_rough_init(as_rough *r);
ASTAR_API void as_rough_free(as_rough *r, as_memory *m);

/* Empty it. False if out of memory. */
ASTAR_API bool as_rough_clear(as_rough *r, as_memory *m);

/* Make sure that the next push needs no memory. */
ASTAR_API bool as_rough_grow(as_rough *r, as_memory *m);

static inline bool as_rough_reserve(as_rough *r, as_memory *m)
{
  return r->spare != AS_ROUGH_NONE || as_rough_grow(r, m);
}

static inline uint32_t as_rough_key(double f)
{
  uint64_t bits;
  memcpy(&bits, &f, sizeof bits);
  return (uint32_t)(bits >> AS_ROUGH_SHIFT);
}

/* Into a chain: in front, or behind the first one if that has the lesser h. */
static inline void as_rough_insert(as_rough *r, uint32_t *chain, uint32_t at)
{
  uint32_t first = *chain;
  if (first != AS_ROUGH_NONE && r->pool[first].h < r->pool[at].h) {
    r->pool[at].next = r->pool[first].next;
    r->pool[first].next = at;
  } else {
    r->pool[at].next = first;
    *chain = at;
  }
}

/* Chain the entry where its key belongs. */
static inline void as_rough_chain(as_rough *r, uint32_t at, uint32_t key)
{
  uint32_t differs = key ^ r->top, digit = 0, value;
  if (key <= r->top) {
    as_rough_insert(r, &r->now, at);
    return;
  }
  if (differs >> AS_ROUGH_DIGIT != 0) digit = as_highest_bit(differs) / AS_ROUGH_DIGIT;
  value = key >> digit * AS_ROUGH_DIGIT & ((1u << AS_ROUGH_DIGIT) - 1);
  r->used[digit][value / 64] |= (uint64_t)1 << value % 64;
  r->words[digit] |= (uint64_t)1 << value / 64;
  as_rough_insert(r, &r->buckets[digit << AS_ROUGH_DIGIT | value], at);
}

/* Needs as_rough_reserve() before. */
static inline void as_rough_push(as_rough *r, double f, double h, uint32_t slot)
{
  uint32_t at = r->spare, key = as_rough_key(f);
  r->spare = r->pool[at].next;
  r->pool[at].slot = slot;
  r->pool[at].key = key;
  r->pool[at].h = (float)h;
  as_rough_chain(r, at, key);
}

/* Make `now` the chain of those with the least key. False if there are none. */
ASTAR_API bool as_rough_advance(as_rough *r);

/*
** Of the chain of the next entry keep only what `keeps` says (it is given `context` and `cost`), and
** put the next entry behind that. Whether there is any; the others are dropped.
*/
typedef bool as_rough_keeps(void *context, uint32_t slot, double cost);
ASTAR_API bool as_rough_defer(as_rough *r, as_rough_keeps *keeps, void *context, double cost);

/* The next slot, or AS_ROUGH_NONE; then take it off. */
static inline uint32_t as_rough_next(as_rough *r)
{
  if (r->now == AS_ROUGH_NONE && !as_rough_advance(r)) return AS_ROUGH_NONE;
  return r->pool[r->now].slot;
}

static inline void as_rough_drop(as_rough *r)
{
  uint32_t at = r->now;
  r->now = r->pool[at].next;
  r->pool[at].next = r->spare;
  r->spare = at;
}

#endif
