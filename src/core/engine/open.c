/*
** open.c: see open.h. A radix heap (Ahuja, Mehlhorn, Orlin & Tarjan 1990) with digits of
** several bits, that is, buckets in several levels (Denardo & Fox 1979), over 4-ary heaps
** for what such a queue cannot hold: keys that are not above the last one taken off.
** An entry is chained anew at most once for each digit.
*/
#include "engine/open.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define FRESH_ENTRIES 16u

/* ---- Heaps, four ways ---- */

typedef bool comes_before(const as_entry *a, const as_entry *b);

static inline bool by_f(const as_entry *a, const as_entry *b)
{
  return a->f < b->f;
}

static inline bool by_h(const as_entry *a, const as_entry *b)
{
  return a->h < b->h || (a->h == b->h && a->order < b->order);
}

static inline void sift_up(as_heap *heap, const as_entry *entry, comes_before *before)
{
  uint32_t at = heap->count++;
  while (at > 0) {
    uint32_t parent = (at - 1) / 4;
    if (!before(entry, &heap->list[parent])) break;
    heap->list[at] = heap->list[parent];
    at = parent;
  }
  heap->list[at] = *entry;
}

static inline void drop_first(as_heap *heap, comes_before *before)
{
  as_entry *list = heap->list, last = list[--heap->count];
  uint32_t count = heap->count, at = 0;
  for (;;) {
    uint32_t kid = at * 4 + 1, end, best;
    if (kid >= count) break;
    end = kid + 4 < count ? kid + 4 : count;
    for (best = kid++; kid < end; kid++) {
      if (before(&list[kid], &list[best])) best = kid;
    }
    if (!before(&list[best], &last)) break;
    list[at] = list[best];
    at = best;
  }
  list[at] = last;
}

/* Make a heap of a list in any order (Floyd). */
static inline void heapify(as_heap *heap, comes_before *before)
{
  as_entry *list = heap->list;
  uint32_t count = heap->count, first;
  for (first = count > 1 ? (count - 2) / 4 + 1 : 0; first-- > 0;) {
    as_entry moving = list[first];
    uint32_t at = first;
    for (;;) {
      uint32_t kid = at * 4 + 1, end, best;
      if (kid >= count) break;
      end = kid + 4 < count ? kid + 4 : count;
      for (best = kid++; kid < end; kid++) {
        if (before(&list[kid], &list[best])) best = kid;
      }
      if (!before(&list[best], &moving)) break;
      list[at] = list[best];
      at = best;
    }
    list[at] = moving;
  }
}

static bool room(as_heap *heap, as_memory *m, uint64_t more)
{
  return as_reserve(m, &heap->list, &heap->capacity, heap->count + more, sizeof *heap->list);
}

/* ---- Life ---- */

void as_open_init(as_open *o)
{
  memset(o, 0, sizeof *o);
  as_open_clear(o, 0);
}

void as_open_free(as_open *o, as_memory *m)
{
  as_free(m, o->group.list, o->group.capacity, as_entry);
  as_free(m, o->near.list, o->near.capacity, as_entry);
  as_free(m, o->pool, o->pool_capacity, as_entry);
  as_open_init(o);
}

void as_open_clear(as_open *o, double equal)
{
  o->equal = equal;
  o->group.count = o->near.count = 0;
  o->pool_count = 0;
  o->spare = AS_NO_ENTRY;
  o->top = 0;
  o->order = 0;
  o->words = 0;
  memset(o->used, 0, sizeof o->used);
  memset(o->buckets, 0xFF, sizeof o->buckets); /* AS_NO_ENTRY */
}

/* ---- Buckets ---- */

static void free_entry(as_open *o, uint32_t at)
{
  o->pool[at].next = o->spare;
  o->spare = at;
}

static uint32_t lowest_bucket(const as_open *o)
{
  uint32_t word = as_lowest_bit(o->words);
  return word * 64 + as_lowest_bit(o->used[word]);
}

static void empty_bucket(as_open *o, uint32_t bucket)
{
  uint32_t word = bucket / 64;
  o->buckets[bucket] = AS_NO_ENTRY;
  o->used[word] &= o->used[word] - 1;
  o->words &= ~((uint32_t)(o->used[word] == 0) << word);
}

/*
** The usual case of advance: the lowest bucket has one entry, and no other can count as equal.
** False if it is another case; then nothing was done.
*/
static inline bool advance_one(as_open *o)
{
  uint32_t bucket, at;
  uint64_t key;
  double f;
  if (o->words == 0 || o->near.capacity == 0) return false;
  bucket = lowest_bucket(o);
  at = o->buckets[bucket];
  f = o->pool[at].f;
  key = as_open_key(f);
  if (o->pool[at].next != AS_NO_ENTRY || as_open_key(f + f * o->equal) != key) return false;
  empty_bucket(o, bucket);
  o->top = key;
  o->near.list[o->near.count++] = o->pool[at];
  free_entry(o, at);
  return true;
}

/* Bring the entries with the least key near; nothing is near, or what is counts as equal to them. */
static as_next advance(as_open *o, as_memory *m)
{
  uint32_t bucket, at, next, count = 0;
  uint64_t least = UINT64_MAX, key;
  if (o->words == 0) return AS_NEXT_NONE;
  bucket = lowest_bucket(o);
  for (at = o->buckets[bucket]; at != AS_NO_ENTRY; at = o->pool[at].next) {
    key = as_open_key(o->pool[at].f);
    if (key < least) count = 0;
    if (key < least) least = key;
    count += key == least;
  }
  if (!room(&o->near, m, count)) return AS_NEXT_NO_MEMORY;
  at = o->buckets[bucket];
  empty_bucket(o, bucket);
  o->top = least;
  do {
    next = o->pool[at].next;
    key = as_open_key(o->pool[at].f);
    if (key == least) {
      o->near.list[o->near.count++] = o->pool[at];
      free_entry(o, at);
    } else {
      as_open_chain(o, at, key);
    }
  } while ((at = next) != AS_NO_ENTRY);
  heapify(&o->near, by_f);
  return AS_NEXT_SOME;
}

/* More free entries, a few at a time: a run that needs few is not to pay for all. */
static bool pool_room(as_open *o, as_memory *m)
{
  uint32_t fresh = FRESH_ENTRIES;
  if (!as_reserve(m, &o->pool, &o->pool_capacity, (uint64_t)o->pool_count + 1, sizeof *o->pool)) return false;
  while (fresh-- > 0 && o->pool_count < o->pool_capacity) free_entry(o, o->pool_count++);
  return true;
}

/* ---- The list ---- */

bool as_open_push_slow(as_open *o, as_memory *m, double f, double h, uint32_t slot)
{
  as_entry entry;
  entry.f = f;
  entry.h = h;
  entry.slot = slot;
  entry.order = o->order;
  entry.next = AS_NO_ENTRY;
  if (o->group.count > 0 && f <= o->limit) {
    if (f >= o->least) {
      if (!room(&o->group, m, 1)) return false;
      sift_up(&o->group, &entry, by_h);
    } else {
      /* Less than what was least: the group is dissolved and made anew when asked for. */
      uint32_t i;
      if (!room(&o->near, m, (uint64_t)o->group.count + 1)) return false;
      for (i = 0; i < o->group.count; i++) sift_up(&o->near, &o->group.list[i], by_f);
      o->group.count = 0;
      sift_up(&o->near, &entry, by_f);
    }
  } else if (as_open_key(f) <= o->top) {
    if (!room(&o->near, m, 1)) return false;
    sift_up(&o->near, &entry, by_f);
  } else {
    uint32_t at;
    if (o->spare == AS_NO_ENTRY && !pool_room(o, m)) return false;
    at = o->spare;
    o->spare = o->pool[at].next;
    o->pool[at] = entry;
    as_open_chain(o, at, as_open_key(f));
  }
  o->order++;
  return true;
}

/* Whether another entry of `near` counts as equal to its first. */
static bool has_equal(const as_heap *near, double limit)
{
  uint32_t i;
  for (i = 1; i < near->count && i <= 4; i++) {
    if (near->list[i].f <= limit) return true;
  }
  return false;
}

/* Of `near`, move what counts as equal to its first into the group. */
static bool form_group(as_open *o, as_memory *m, double limit)
{
  uint32_t i = 1;
  o->limit = limit;
  o->least = o->near.list[0].f - o->near.list[0].f * o->equal;
  while (i < o->near.count && o->near.list[i].f <= limit) i++;
  if (i == o->near.count) {
    as_heap all = o->near;
    o->near = o->group;
    o->group = all;
    heapify(&o->group, by_h);
    return true;
  }
  if (!room(&o->group, m, o->near.count)) return false;
  while (o->near.count > 0 && o->near.list[0].f <= limit) {
    sift_up(&o->group, &o->near.list[0], by_h);
    drop_first(&o->near, by_f);
  }
  return true;
}

as_next as_open_next(as_open *o, as_memory *m, uint32_t *slot)
{
  if (o->group.count == 0) {
    as_next next = AS_NEXT_SOME;
    double limit;
    if (o->near.count == 0 && advance_one(o)) {
      *slot = o->near.list[0].slot;
      return AS_NEXT_SOME;
    }
    if (o->near.count == 0) next = advance(o, m);
    if (next != AS_NEXT_SOME) return next;
    limit = o->near.list[0].f + o->near.list[0].f * o->equal;
    /* What counts as equal may have the next key. */
    while (as_open_key(limit) > o->top && next != AS_NEXT_NONE) {
      next = advance(o, m);
      if (next == AS_NEXT_NO_MEMORY) return next;
    }
    if (!has_equal(&o->near, limit)) {
      *slot = o->near.list[0].slot;
      return AS_NEXT_SOME;
    }
    if (!form_group(o, m, limit)) return AS_NEXT_NO_MEMORY;
  }
  *slot = o->group.list[0].slot;
  return AS_NEXT_SOME;
}

void as_open_drop_slow(as_open *o)
{
  if (o->group.count > 0) drop_first(&o->group, by_h);
  else drop_first(&o->near, by_f);
}
