/* open.c: see open.h. The heaps of the exact order are 4-ary. */
#include "engine/open.h"

#include "base/heap.h"

#include <float.h>
#include <math.h>

#define BY_F(a, b) ((a)->f < (b)->f)
#define BY_H(a, b) ((a)->h < (b)->h || ((a)->h == (b)->h && (a)->age < (b)->age))

AS_DEFINE_HEAP(near_heap, as_exact_entry, 4, BY_F)
AS_DEFINE_HEAP(group_heap, as_exact_entry, 4, BY_H)

void as_open_init(as_open *o)
{
  memset(o, 0, sizeof *o);
  as_buckets_init(&o->buckets);
  o->now = AS_NO_ENTRY;
}

void as_open_free(as_open *o, as_memory *m)
{
  as_free(m, o->group.list, o->group.capacity, as_exact_entry);
  as_free(m, o->near.list, o->near.capacity, as_exact_entry);
  as_buckets_free(&o->buckets, m);
  as_open_init(o);
}

bool as_open_clear(as_open *o, as_memory *m, as_order order, double equal)
{
  const bool coarse = order == AS_ORDER_COARSE;
  o->equal = equal;
  o->group.count = o->near.count = 0;
  o->age = 0;
  o->now = AS_NO_ENTRY;
  return as_buckets_clear(&o->buckets, m, coarse ? AS_ENTRY_UNITS(as_coarse_entry) : AS_ENTRY_UNITS(as_exact_entry),
                          coarse ? AS_COARSE_BUCKETS : AS_EXACT_BUCKETS);
}

/* ---- Exact order ---- */

static bool reserve(as_exact_heap *heap, as_memory *m, uint64_t more)
{
  return as_reserve(m, &heap->list, &heap->capacity, heap->count + more, sizeof *heap->list);
}

static void push_near(as_open *o, const as_exact_entry *entry)
{
  near_heap_up(o->near.list, o->near.count++, *entry);
}

static uint64_t exact_key(double f)
{
  return as_bits_of(f) >> AS_EXACT_SHIFT;
}

/*
** The usual case of advance(): the lowest bucket has one entry, and no other can count as equal to it. `near` is empty.
** False if this is not the case; then nothing has changed.
*/
static inline bool advance_by_one(as_open *o)
{
  const uint32_t bucket = as_buckets_lowest(&o->buckets);
  const as_exact_entry *entry;
  uint64_t key;
  uint32_t at;
  if (bucket == AS_NO_BUCKET || o->near.capacity == 0) return false;
  at = o->buckets.chains[bucket];
  entry = as_exact_at(o, at);
  key = exact_key(entry->f);
  if (entry->head.next != AS_NO_ENTRY || exact_key(entry->f + entry->f * o->equal) != key) return false;
  (void)as_buckets_take_chain(&o->buckets, bucket);
  o->buckets.top = key;
  o->near.list[o->near.count++] = *entry;
  as_buckets_free_entry(&o->buckets, at);
  return true;
}

/* Move the entries with the least key from the buckets to `near`. */
static as_peek advance(as_open *o, as_memory *m)
{
  const uint32_t bucket = as_buckets_lowest(&o->buckets);
  uint32_t at, next, count = 0;
  uint64_t least = UINT64_MAX, key;
  if (bucket == AS_NO_BUCKET) return AS_PEEK_NONE;
  for (at = o->buckets.chains[bucket]; at != AS_NO_ENTRY; at = as_exact_at(o, at)->head.next) {
    key = exact_key(as_exact_at(o, at)->f);
    if (key < least) count = 0;
    if (key < least) least = key;
    count += key == least;
  }
  if (!reserve(&o->near, m, count)) return AS_PEEK_NO_MEMORY;
  at = as_buckets_take_chain(&o->buckets, bucket);
  o->buckets.top = least;
  do {
    const as_exact_entry *entry = as_exact_at(o, at);
    next = entry->head.next;
    key = exact_key(entry->f);
    if (key == least) {
      o->near.list[o->near.count++] = *entry;
      as_buckets_free_entry(&o->buckets, at);
    } else {
      as_exact_chain(o, at, key);
    }
  } while ((at = next) != AS_NO_ENTRY);
  near_heap_make(o->near.list, o->near.count);
  return AS_PEEK_SOME;
}

bool as_exact_push_near(as_open *o, as_memory *m, double f, double h, uint32_t slot)
{
  const uint64_t key = exact_key(f);
  as_exact_entry entry;
  uint32_t i;
  entry.f = f;
  entry.h = h;
  entry.age = o->age;
  entry.head.slot = slot;
  entry.head.next = AS_NO_ENTRY;
  if (o->group.count > 0 && f <= o->limit) {
    if (f >= o->least) {
      if (!reserve(&o->group, m, 1)) return false;
      group_heap_up(o->group.list, o->group.count++, entry);
    } else {
      /* f is less than all of the group: dissolve the group; the next peek forms a new one. */
      if (!reserve(&o->near, m, (uint64_t)o->group.count + 1)) return false;
      for (i = 0; i < o->group.count; i++) push_near(o, &o->group.list[i]);
      o->group.count = 0;
      push_near(o, &entry);
    }
  } else if (key <= o->buckets.top) {
    if (!reserve(&o->near, m, 1)) return false;
    push_near(o, &entry);
  } else {
    if (!as_buckets_reserve(&o->buckets, m)) return false;
    i = as_buckets_take_entry(&o->buckets);
    *as_exact_at(o, i) = entry;
    as_exact_chain(o, i, key);
  }
  o->age++;
  return true;
}

/* Whether another entry of `near` counts as equal to its first. */
static bool has_equal(const as_exact_heap *near, double limit)
{
  uint32_t i;
  for (i = 1; i < near->count && i <= 4; i++) {
    if (near->list[i].f <= limit) return true;
  }
  return false;
}

/* Move the entries of `near` that count as equal to its first into the group. */
static bool form_group(as_open *o, as_memory *m, double limit)
{
  uint32_t i = 1;
  o->limit = limit;
  o->least = o->near.list[0].f - o->near.list[0].f * o->equal;
  while (i < o->near.count && o->near.list[i].f <= limit) i++;
  if (i == o->near.count) {
    const as_exact_heap all = o->near;
    o->near = o->group;
    o->group = all;
    group_heap_make(o->group.list, o->group.count);
    return true;
  }
  if (!reserve(&o->group, m, o->near.count)) return false;
  while (o->near.count > 0 && o->near.list[0].f <= limit) {
    group_heap_up(o->group.list, o->group.count++, o->near.list[0]);
    (void)near_heap_pop(o->near.list, &o->near.count);
  }
  return true;
}

as_peek as_exact_peek(as_open *o, as_memory *m, uint32_t *slot)
{
  as_peek found = AS_PEEK_SOME;
  double limit;
  if (o->group.count == 0) {
    if (o->near.count == 0 && advance_by_one(o)) {
      *slot = o->near.list[0].head.slot;
      return AS_PEEK_SOME;
    }
    if (o->near.count == 0) found = advance(o, m);
    if (found != AS_PEEK_SOME) return found;
    limit = o->near.list[0].f + o->near.list[0].f * o->equal;
    /* Entries that count as equal may have the next key. */
    while (exact_key(limit) > o->buckets.top && found != AS_PEEK_NONE) {
      found = advance(o, m);
      if (found == AS_PEEK_NO_MEMORY) return found;
    }
    if (!has_equal(&o->near, limit)) {
      *slot = o->near.list[0].head.slot;
      return AS_PEEK_SOME;
    }
    if (!form_group(o, m, limit)) return AS_PEEK_NO_MEMORY;
  }
  *slot = o->group.list[0].head.slot;
  return AS_PEEK_SOME;
}

void as_exact_pop_heap(as_open *o)
{
  if (o->group.count > 0) (void)group_heap_pop(o->group.list, &o->group.count);
  else (void)near_heap_pop(o->near.list, &o->near.count);
}

/* ---- Coarse order ---- */

bool as_coarse_advance(as_open *o)
{
  const uint32_t bucket = as_buckets_lowest(&o->buckets);
  uint32_t at, next, least = UINT32_MAX;
  if (bucket == AS_NO_BUCKET) return false;
  at = as_buckets_take_chain(&o->buckets, bucket);
  if (bucket < 1u << AS_COARSE_DIGIT_BITS) {
    o->buckets.top = as_coarse_at(o, at)->key; /* all entries in a bucket of the lowest digit have the same key */
    o->now = at;
    return true;
  }
  for (next = at; next != AS_NO_ENTRY; next = as_coarse_at(o, next)->head.next) {
    if (as_coarse_at(o, next)->key < least) least = as_coarse_at(o, next)->key;
  }
  o->buckets.top = least;
  for (; at != AS_NO_ENTRY; at = next) {
    next = as_coarse_at(o, at)->head.next;
    as_coarse_chain(o, at);
  }
  return true;
}

bool as_coarse_defer(as_open *o, as_keeps *keeps, const void *context, double cost)
{
  as_entry_head *first = as_buckets_head(&o->buckets, o->now);
  uint32_t at = first->next, kept = AS_NO_ENTRY, last = AS_NO_ENTRY, next;
  for (; at != AS_NO_ENTRY; at = next) {
    as_entry_head *entry = as_buckets_head(&o->buckets, at);
    next = entry->next;
    if (entry->slot != first->slot && keeps(context, entry->slot, cost)) {
      if (kept == AS_NO_ENTRY) last = at;
      entry->next = kept;
      kept = at;
    } else {
      as_buckets_free_entry(&o->buckets, at);
    }
  }
  first->next = AS_NO_ENTRY;
  if (kept == AS_NO_ENTRY) return false;
  as_buckets_head(&o->buckets, last)->next = o->now;
  o->now = kept;
  return true;
}
