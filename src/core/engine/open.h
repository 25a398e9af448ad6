/*
** open.h: the open list of a run: which node to expand next, in one of two orders.
**
**   exact    The least f first; among values of f within a rounding error of it the least h; among those
**            the node pushed first. The same on every machine, so a caller may watch it.
**   coarse   The least f but for 2^-11 of it, for runs of which only the answer counts: a bucket queue.
**            A node that is expanded too early is expanded again if it gets cheaper, and a goal is not
**            accepted before all that might be cheaper has been expanded.
**
** An entry is never changed. A node that gets cheaper is pushed again; the run pops the superseded entry
** when it comes up, and ignores it.
*/
#ifndef AS_OPEN_H
#define AS_OPEN_H

#include "engine/buckets.h"

typedef enum as_order { AS_ORDER_EXACT, AS_ORDER_COARSE } as_order;

typedef struct as_exact_entry {
  as_entry_head head;
  uint32_t age;
  double f, h; /* finite, >= 0 */
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
** The key of f is the upper part of its bits, read as an integer. Of the 63 bits that matter the exact
** order takes 43, in six digits of 8 bits; the coarse order the exponent and 11 bits of the mantissa, in
** two digits of 11 bits. (Finer keys cost more in handling than they save in expansions.)
**
** Exact order: an entry stands in one of three places.
**   group    a heap by (h, age) of those whose f counts as equal to the least; empty while only one does
**   near     a heap by f of the others whose key is <= `top`
**   buckets  those whose key is above `top`
** Coarse order: entries whose key is <= `top` are in the chain `now`, the others in the buckets. A chain
** begins with the entry of least h; the others follow, the last one pushed first.
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
  double least, limit; /* the range of f that does, while the group is not empty */
  uint32_t age;
  uint32_t now; /* entry, or AS_NO_ENTRY */
} as_open;

ASTAR_API void as_open_init(as_open *o);
ASTAR_API void as_open_free(as_open *o, as_memory *m);

/* Empty it and choose the order; `equal` is used by the exact one. False if out of memory. */
ASTAR_API bool as_open_clear(as_open *o, as_memory *m, as_order order, double equal);

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

/* Chain the entry of the pool, whose key is above `top`. */
static inline void as_exact_chain(as_open *o, uint32_t at, uint64_t key)
{
  uint32_t *chain = &o->buckets.chains[as_buckets_enter(&o->buckets, key, AS_EXACT_DIGIT_BITS)];
  as_exact_at(o, at)->head.next = *chain;
  *chain = at;
}

/* As as_exact_push(), where there is no free entry or the key is not above `top`. */
ASTAR_API bool as_exact_push_near(as_open *o, as_memory *m, double f, double h, uint32_t slot);

/* False if out of memory. */
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

/* The slot of the entry whose turn it is. */
ASTAR_API as_peek as_exact_peek(as_open *o, as_memory *m, uint32_t *slot);

/* The f of the entry that as_exact_peek() named. */
static inline double as_exact_least(const as_open *o)
{
  return (o->group.count > 0 ? o->group.list : o->near.list)->f;
}

/* Remove the entry that as_exact_peek() named. */
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

/* Chain an entry where its key belongs: in front, or behind the first entry if that has the lesser h. */
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

/* Needs as_buckets_reserve() before. */
static inline void as_coarse_push(as_open *o, double f, double h, uint32_t slot)
{
  const uint32_t at = as_buckets_take_entry(&o->buckets);
  as_coarse_entry *entry = as_coarse_at(o, at);
  entry->head.slot = slot;
  entry->key = (uint32_t)(as_bits_of(f) >> AS_COARSE_SHIFT);
  entry->h = (float)h;
  as_coarse_chain(o, at);
}

/* Let `now` be the chain of the entries with the least key. False if there are none. */
ASTAR_API bool as_coarse_advance(as_open *o);

/* The slot of the next entry, or AS_NO_ENTRY. */
static inline uint32_t as_coarse_peek(as_open *o)
{
  if (o->now == AS_NO_ENTRY && !as_coarse_advance(o)) return AS_NO_ENTRY;
  return as_buckets_head(&o->buckets, o->now)->slot;
}

/* Remove the entry that as_coarse_peek() named. */
static inline void as_coarse_pop(as_open *o)
{
  const uint32_t at = o->now;
  o->now = as_buckets_head(&o->buckets, at)->next;
  as_buckets_free_entry(&o->buckets, at);
}

/*
** Of the chain of the next entry keep those that `keeps` accepts, given `context` and `cost`, and put the
** next entry behind them; remove the others. False if none was kept.
*/
typedef bool as_keeps(const void *context, uint32_t slot, double cost);
ASTAR_API bool as_coarse_defer(as_open *o, as_keeps *keeps, const void *context, double cost);

#endif
