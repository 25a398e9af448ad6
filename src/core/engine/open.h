/*
** open.h: the open list of a run: a priority queue of slots. Owned by a search or a kernel. It has one of two orders:
**
**   exact    Least f first; among values of f equal to it but for rounding the least h; among those the entry pushed
**            first. The same on every machine, since callers can observe it.
**   coarse   Least f up to a relative error of 2^-11: a bucket queue, faster, for runs of which only the result
**            counts. A node that is expanded too early is expanded again when it gets cheaper; the run accepts a
**            goal only when no open node may improve it.
**
** Entries do not change. A node that gets cheaper is pushed again; the run ignores the superseded entry when it is
** popped. Pushing and popping are O(1) amortized, but for the heaps of the exact order, whose entries have nearly
** equal f: O(log of their number).
*/
#ifndef AS_OPEN_H
#define AS_OPEN_H

#include "engine/buckets.h"

typedef enum as_order { AS_ORDER_EXACT, AS_ORDER_COARSE } as_order;

typedef struct as_exact_entry {
  as_entry_head head;
  uint32_t age; /* number of pushes before */
  double f, h;  /* finite, >= 0 */
} as_exact_entry;

typedef struct as_coarse_entry {
  as_entry_head head;
  uint32_t key;
  float h;
} as_coarse_entry;

typedef struct as_exact_heap {
  as_exact_entry *list;
  uint32_t count, capacity;
} as_exact_heap;

/*
** The key of f is the upper part of its bits, as an integer. The exact order takes 43 of the 63 bits, in six digits of
** 8 bits; the coarse order the exponent and 11 bits of the mantissa, in two digits of 11 bits. (Finer keys cost more
** time than they save in expansions.)
**
** Exact order: an entry is in one of three places.
**   group    a heap by (h, age): the entries whose f counts as equal to the least; empty if only one does
**   near     a heap by f: the other entries with keys up to `top`
**   buckets  the entries with keys above `top`
** Coarse order: entries with keys up to `top` are in the chain `now`, the others in the buckets. A chain begins with
** its entry of least h; the others follow, last pushed first.
*/
#define AS_EXACT_SHIFT 20
#define AS_EXACT_DIGIT_BITS 8
#define AS_EXACT_BUCKETS (6u << AS_EXACT_DIGIT_BITS)
#define AS_COARSE_SHIFT 41
#define AS_COARSE_DIGIT_BITS 11
#define AS_COARSE_BUCKETS (2u << AS_COARSE_DIGIT_BITS)

typedef struct as_open {
  as_buckets buckets;
  as_exact_heap group, near;
  double equal;        /* relative difference within which values of f count as equal */
  double least, limit; /* range of f in the group, if that is not empty */
  uint32_t age;        /* pushes so far */
  uint32_t now;        /* entry, or AS_NO_ENTRY */
} as_open;

ASTAR_API void as_open_init(as_open *o);
ASTAR_API void as_open_free(as_open *o, as_memory *m);

/* Remove all entries and set the order; `equal` is for the exact order. False if out of memory. */
ASTAR_API bool as_open_clear(as_open *o, as_memory *m, as_order order, double equal);

/* The bits of f >= 0 as an integer, which increases with f. */
static inline uint64_t as_bits_of(double f)
{
  uint64_t bits;
  memcpy(&bits, &f, sizeof bits);
  return bits;
}

typedef enum as_peek { AS_PEEK_NONE, AS_PEEK_SOME, AS_PEEK_NO_MEMORY } as_peek;

/* ---- Exact order ---- */

static inline as_exact_entry *as_exact_at(const as_open *o, uint32_t at)
{
  return (as_exact_entry *)(void *)as_buckets_head(&o->buckets, at);
}

/* Put an entry of the pool into the bucket of its key, which is above `top`. */
static inline void as_exact_chain(as_open *o, uint32_t at, uint64_t key)
{
  uint32_t *chain = &o->buckets.chains[as_buckets_enter(&o->buckets, key, AS_EXACT_DIGIT_BITS)];
  as_exact_at(o, at)->head.next = *chain;
  *chain = at;
}

/* As as_exact_push(), if there is no free entry or the key is not above `top`. */
ASTAR_API bool as_exact_push_near(as_open *o, as_memory *m, double f, double h, uint32_t slot);

/* Push an entry. False if out of memory; then nothing has changed. */
static inline bool as_exact_push(as_open *o, as_memory *m, double f, double h, uint32_t slot)
{
  const uint64_t key = as_bits_of(f) >> AS_EXACT_SHIFT;
  as_exact_entry *entry;
  uint32_t at;
  if (o->buckets.free == AS_NO_ENTRY || key <= o->buckets.top) return as_exact_push_near(o, m, f, h, slot);
  at = as_buckets_take_entry(&o->buckets);
  entry = as_exact_at(o, at);
  entry->f = f;
  entry->h = h;
  entry->age = o->age++;
  entry->head.slot = slot;
  as_exact_chain(o, at, key);
  return true;
}

/* Find the next entry and write its slot. AS_PEEK_NONE if the list is empty. */
ASTAR_API as_peek as_exact_peek(as_open *o, as_memory *m, uint32_t *slot);

/* Remove the entry that as_exact_peek() found. */
ASTAR_API void as_exact_pop_heap(as_open *o);
static inline void as_exact_pop(as_open *o)
{
  if (o->group.count == 0 && o->near.count == 1) o->near.count = 0;
  else as_exact_pop_heap(o);
}

/* ---- Coarse order ---- */

static inline as_coarse_entry *as_coarse_at(const as_open *o, uint32_t at)
{
  return (as_coarse_entry *)(void *)as_buckets_head(&o->buckets, at);
}

/* Put an entry into the chain of its key: first, or second if the first has a lesser h. */
static inline void as_coarse_chain(as_open *o, uint32_t at)
{
  as_coarse_entry *entry = as_coarse_at(o, at), *first;
  uint32_t *chain = &o->now;
  if (entry->key > o->buckets.top)
    chain = &o->buckets.chains[as_buckets_enter(&o->buckets, entry->key, AS_COARSE_DIGIT_BITS)];
  if (*chain != AS_NO_ENTRY && (first = as_coarse_at(o, *chain))->h < entry->h) {
    entry->head.next = first->head.next;
    first->head.next = at;
  } else {
    entry->head.next = *chain;
    *chain = at;
  }
}

/* Push an entry. as_buckets_reserve() must have reserved it. */
static inline void as_coarse_push(as_open *o, double f, double h, uint32_t slot)
{
  const uint32_t at = as_buckets_take_entry(&o->buckets);
  as_coarse_entry *entry = as_coarse_at(o, at);
  entry->head.slot = slot;
  entry->key = (uint32_t)(as_bits_of(f) >> AS_COARSE_SHIFT);
  entry->h = (float)h;
  as_coarse_chain(o, at);
}

/* Make `now`, which is empty, the chain of the entries with the least key. False if the list is empty. */
ASTAR_API bool as_coarse_advance(as_open *o);

/* The slot of the next entry, or AS_NO_ENTRY if the list is empty. */
static inline uint32_t as_coarse_peek(as_open *o)
{
  if (o->now == AS_NO_ENTRY && !as_coarse_advance(o)) return AS_NO_ENTRY;
  return as_buckets_head(&o->buckets, o->now)->slot;
}

/* Remove the entry that as_coarse_peek() found. */
static inline void as_coarse_pop(as_open *o)
{
  const uint32_t at = o->now;
  o->now = as_buckets_head(&o->buckets, at)->next;
  as_buckets_free_entry(&o->buckets, at);
}

/*
** Filter the entries behind the next one in its chain: keep those of other slots that `keeps` accepts, given `context`
** and `cost`, and remove the rest. The next entry moves behind those kept. False if none was kept. O(chain).
*/
typedef bool as_keeps(const void *context, uint32_t slot, double cost);
ASTAR_API bool as_coarse_defer(as_open *o, as_keeps *keeps, const void *context, double cost);

#endif
