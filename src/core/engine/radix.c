/* radix.c: see radix.h. */
#include "engine/radix.h"

#define BUCKETS (8u << AS_RADIX_DIGIT_BITS)

/* Of the mantissa of a double, and how many of them keys may have. */
#define MANTISSA 52
#define LEAST_BITS 4
#define MOST_BITS 40

bool as_radix_clear(as_radix *r, as_memory *m, double base, int bits)
{
  r->base = base;
  r->shift = (uint32_t)(MANTISSA - (bits < LEAST_BITS ? LEAST_BITS : bits > MOST_BITS ? MOST_BITS : bits));
  return as_buckets_clear(&r->buckets, m, AS_ENTRY_UNITS(as_radix_entry), BUCKETS);
}

/* A chain in reverse: entries are then put into their buckets in the order in which they were pushed. */
static uint32_t reversed(as_radix *r, uint32_t at)
{
  uint32_t first = AS_NO_ENTRY, next;
  for (; at != AS_NO_ENTRY; at = next) {
    next = as_radix_at(r, at)->head.next;
    as_radix_at(r, at)->head.next = first;
    first = at;
  }
  return first;
}

bool as_radix_advance(as_radix *r, double limit)
{
  while (*as_radix_current(r) == AS_NO_ENTRY) {
    uint32_t at, next;
    if (!as_buckets_raise(&r->buckets, AS_RADIX_DIGIT_BITS, &at) || r->buckets.top > as_radix_key(r, limit))
      return false;
    for (at = r->stable ? reversed(r, at) : at; at != AS_NO_ENTRY; at = next) {
      next = as_radix_at(r, at)->head.next;
      as_radix_put(r, at, as_radix_at(r, at)->cost);
    }
  }
  return true;
}

void as_radix_refine(as_radix *r)
{
  as_buckets *b = &r->buckets;
  uint32_t all = AS_NO_ENTRY, bucket, at, next;
  while ((bucket = as_buckets_lowest(b)) != AS_NO_BUCKET) {
    for (at = as_buckets_take_chain(b, bucket); at != AS_NO_ENTRY; at = next) {
      next = as_radix_at(r, at)->head.next;
      as_radix_at(r, at)->head.next = all;
      all = at;
    }
  }
  r->shift = 0;
  r->base = 0;
  b->top = 0;
  for (at = all; at != AS_NO_ENTRY; at = next) {
    next = as_radix_at(r, at)->head.next;
    as_radix_put(r, at, as_radix_at(r, at)->cost);
  }
}
