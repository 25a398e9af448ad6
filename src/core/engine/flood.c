/* flood.c: see flood.h. */
#include "engine/flood.h"

#define BUCKETS (8u << AS_FLOOD_DIGIT_BITS)

/* Steps of typical cost that `base` stands for, and parts of one that the order tells apart; as powers of 2. */
#define BASE_BITS 20
#define FINENESS 2

bool as_flood_begin(as_flood *f, as_memory *m, uint32_t slot, double g, double step)
{
  if (!as_buckets_clear(&f->open, m, AS_ENTRY_UNITS(as_flood_entry), BUCKETS)) return false;
  /* Keys then stand for equal intervals of g, as long as it is not much larger than the base. */
  f->base = as_min(step * (1 << BASE_BITS), DBL_MAX / 4);
  f->shift = 52 - BASE_BITS - FINENESS;
  f->reached = 0;
  f->expanded = 0;
  return as_flood_reach(f, m, slot, g);
}

bool as_flood_advance(as_flood *f)
{
  as_buckets *b = &f->open;
  while (*as_flood_current(f) == AS_NO_ENTRY) {
    uint32_t bucket, at, next, low;
    while ((bucket = as_buckets_lowest(b)) != AS_NO_BUCKET && b->chains[bucket] == AS_NO_ENTRY)
      (void)as_buckets_take_chain(b, bucket);
    if (bucket == AS_NO_BUCKET) return false;
    /* The least key of the bucket: the digits of `top` above its own, then its own, then zeros. */
    low = (bucket >> AS_FLOOD_DIGIT_BITS) * AS_FLOOD_DIGIT_BITS;
    b->top = (b->top >> low >> AS_FLOOD_DIGIT_BITS << AS_FLOOD_DIGIT_BITS |
              (bucket & ((1u << AS_FLOOD_DIGIT_BITS) - 1))) << low;
    if (low == 0) return true;
    for (at = as_buckets_take_chain(b, bucket); at != AS_NO_ENTRY; at = next) {
      const as_flood_entry *e = as_flood_entry_at(f, at);
      next = e->head.next;
      if (e->g > f->g[e->head.slot]) as_buckets_free_entry(b, at);
      else as_flood_put(f, at, e->g);
    }
  }
  return true;
}

void as_flood_refine(as_flood *f)
{
  as_buckets *b = &f->open;
  uint32_t all = AS_NO_ENTRY, bucket, at, next;
  while ((bucket = as_buckets_lowest(b)) != AS_NO_BUCKET) {
    for (at = as_buckets_take_chain(b, bucket); at != AS_NO_ENTRY; at = next) {
      next = as_flood_entry_at(f, at)->head.next;
      as_flood_entry_at(f, at)->head.next = all;
      all = at;
    }
  }
  f->shift = 0;
  f->base = 0;
  b->top = 0;
  for (at = all; at != AS_NO_ENTRY; at = next) {
    next = as_flood_entry_at(f, at)->head.next;
    as_flood_put(f, at, as_flood_entry_at(f, at)->g);
  }
}
