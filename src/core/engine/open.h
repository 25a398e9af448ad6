/*
** open.h: the open list of a search: a priority queue of slots. Least f first; among values of f equal to it but for
** rounding the least h; among those the entry pushed first. The same on every machine, since callers can observe it.
**
** Entries do not change. A node that gets cheaper is pushed again; the run ignores the superseded entry when it is
** popped. Pushing and popping are O(1) amortized, but where many entries have nearly equal f: O(log of their number),
** and O(their number) for a push of less f than theirs, which heuristics that are not consistent, and weights above 1,
** may cause.
*/
#ifndef AS_OPEN_H
#define AS_OPEN_H

#include "engine/buckets.h"

typedef struct as_exact_entry {
  as_entry_head head;
  uint32_t age; /* number of pushes before */
  double f, h;  /* finite, >= 0 */
} as_exact_entry;

typedef struct as_exact_list {
  as_exact_entry *list;
  uint32_t count, capacity;
} as_exact_list;

/*
** The key of f is the upper part of the bits, as an integer, of the sum of f and a base that is many typical steps,
** with 18 bits of the mantissa, less the key of the base. So keys stand for equal intervals of f, 1/2048 to 1/1024 of a
** step, until the sum reaches the next power of 2; there they double. Nearly all entries have one of the next 2,048
** keys, each of which has a bucket of its own. Keys end where f is about 2^16 times the base: higher entries are in
** `near`. Keys have two digits of 11 bits. (Finer keys cost more time than they save.)
**
** The entries whose f counts as equal to the least are the group. Its entry of least h is expanded, then those among
** its successors whose f counts as equal have an h that is not higher, but for rounding. So they come before nearly all
** other entries of the group, and most of it is a stack. An entry is in one of four places.
**   stack    entries of the group in the order (h, age), the first at the end
**   rest     a heap by (h, age): entries of the group that were not pushed near the end of the stack
**   buckets  entries not of the group. Their keys are at least `top`: those whose keys would be less count as `top`
**   near     a heap by f: entries not of the group, with keys up to `top`. Only if there are more than a few of these
*/
#define AS_EXACT_SHIFT 34
#define AS_EXACT_DIGIT_BITS 11
#define AS_EXACT_DIGIT ((1u << AS_EXACT_DIGIT_BITS) - 1)
#define AS_EXACT_BUCKETS (2u << AS_EXACT_DIGIT_BITS)
#define AS_EXACT_MOST ((1u << 2 * AS_EXACT_DIGIT_BITS) - 1) /* higher keys count as this */
/* Added to the bits of the sum, so that round numbers, near which many f lie, are not the border between two keys. */
#define AS_EXACT_BIAS ((uint64_t)0x1555 << 20)

typedef struct as_open {
  as_buckets buckets;
  as_exact_list stack, rest, near;
  double base;         /* added to f for its key */
  uint64_t bias;       /* added to the bits of that, modulo 2^64 */
  double equal;        /* relative difference within which values of f count as equal */
  double least, limit; /* range of f of entries that join the group; `limit` is -1 if none does */
  uint32_t age;        /* pushes so far */
} as_open;

ASTAR_API void as_open_init(as_open *o);
ASTAR_API void as_open_free(as_open *o, as_memory *m);

/*
** Remove all entries; set `equal`, and a typical cost of a step, > 0, which decides about speed only. False if out of
** memory.
*/
ASTAR_API bool as_open_clear(as_open *o, as_memory *m, double equal, double step);

/* The bits of f >= 0 as an integer, which increases with f. */
static inline uint64_t as_bits_of(double f)
{
  uint64_t bits;
  memcpy(&bits, &f, sizeof bits);
  return bits;
}

typedef enum as_peek { AS_PEEK_NONE, AS_PEEK_SOME, AS_PEEK_NO_MEMORY } as_peek;

static inline as_exact_entry *as_exact_at(const as_open *o, uint32_t at)
{
  return (as_exact_entry *)(void *)as_buckets_head(&o->buckets, at);
}

static inline uint64_t as_exact_key(const as_open *o, double f)
{
  const uint64_t key = (as_bits_of(o->base + f) + o->bias) >> AS_EXACT_SHIFT;
  return key < AS_EXACT_MOST ? key : AS_EXACT_MOST;
}

/* Put an entry of the pool into the bucket of its key, or of `top`. No branch: it would often be mispredicted. */
static inline void as_exact_chain(as_open *o, uint32_t at, double f)
{
  as_buckets *b = &o->buckets;
  const uint64_t wanted = as_exact_key(o, f), key = wanted > b->top ? wanted : b->top;
  /* As as_buckets_enter(), but faster, since there are only two digits. */
  const uint32_t low = (uint32_t)key & AS_EXACT_DIGIT,
                 high = (uint32_t)(key >> AS_EXACT_DIGIT_BITS) + AS_EXACT_DIGIT + 1;
  const uint32_t bucket = (key ^ b->top) >> AS_EXACT_DIGIT_BITS ? high : low;
  uint32_t *chain = &b->chains[bucket];
  as_buckets_use(b, bucket);
  as_exact_at(o, at)->head.next = *chain;
  *chain = at;
}

/* As as_exact_push(), for an entry that joins the group or comes before it; and if there is no free entry. */
ASTAR_API bool as_exact_push_first(as_open *o, as_memory *m, double f, double h, uint32_t slot);
ASTAR_API bool as_exact_push_grow(as_open *o, as_memory *m, double f, double h, uint32_t slot);

/* Push an entry. False if out of memory; then nothing has changed. */
static AS_INLINE bool as_exact_push(as_open *o, as_memory *m, double f, double h, uint32_t slot)
{
  as_exact_entry *entry;
  uint32_t at;
  if (f <= o->limit) return as_exact_push_first(o, m, f, h, slot);
  if (o->buckets.free == AS_NO_ENTRY) return as_exact_push_grow(o, m, f, h, slot);
  at = as_buckets_take_entry(&o->buckets);
  entry = as_exact_at(o, at);
  entry->f = f;
  entry->h = h;
  entry->age = o->age++;
  entry->head.slot = slot;
  as_exact_chain(o, at, f);
  return true;
}

/* Make the next entry the end of the stack. AS_PEEK_NONE if the list is empty. */
ASTAR_API as_peek as_exact_advance(as_open *o, as_memory *m);

/* Find the next entry and write its slot. AS_PEEK_NONE if the list is empty. */
static AS_INLINE as_peek as_exact_peek(as_open *o, as_memory *m, uint32_t *slot)
{
  if (o->stack.count == 0 || o->rest.count > 0) {
    const as_peek found = as_exact_advance(o, m);
    if (found != AS_PEEK_SOME) return found;
  }
  *slot = o->stack.list[o->stack.count - 1].head.slot;
  return AS_PEEK_SOME;
}

/* The f of the entry that as_exact_peek() found. */
static inline double as_exact_found(const as_open *o)
{
  return o->stack.list[o->stack.count - 1].f;
}

/* Remove the entry that as_exact_peek() found. */
static inline void as_exact_pop(as_open *o)
{
  /* No branch: it would often be mispredicted. */
  const double limits[2] = {-1, o->limit};
  o->stack.count--;
  o->limit = limits[o->stack.count + o->rest.count > 0];
}

/*
** The next entry, if it is alone in its bucket, and no other can count as equal to it; else AS_NO_ENTRY, and
** as_exact_peek() finds it. Changes nothing but `top`.
*/
static AS_INLINE uint32_t as_exact_single(as_open *o)
{
  as_buckets *b = &o->buckets;
  const as_exact_entry *entry;
  uint64_t top;
  uint32_t bucket, at;
  if (o->stack.count + o->rest.count + o->near.count > 0) return AS_NO_ENTRY;
  bucket = as_buckets_lowest(b);
  if (bucket > AS_EXACT_DIGIT) return AS_NO_ENTRY;
  at = b->chains[bucket];
  if (at == AS_NO_ENTRY) return AS_NO_ENTRY;
  entry = as_exact_at(o, at);
  top = b->top >> AS_EXACT_DIGIT_BITS << AS_EXACT_DIGIT_BITS | bucket;
  if ((entry->head.next != AS_NO_ENTRY) | (as_exact_key(o, entry->f + entry->f * o->equal) > top)) return AS_NO_ENTRY;
  b->top = top;
  return at;
}

/* Remove the entry that as_exact_single() found. */
static AS_INLINE void as_exact_pop_single(as_open *o, uint32_t at)
{
  (void)as_buckets_take_chain(&o->buckets, (uint32_t)o->buckets.top & AS_EXACT_DIGIT);
  as_buckets_free_entry(&o->buckets, at);
}

/* A slot that will probably be popped soon, or AS_NO_ENTRY. O(1). */
static AS_INLINE uint32_t as_exact_guess(const as_open *o)
{
  uint32_t bucket, at;
  if (o->stack.count > 0) return o->stack.list[o->stack.count - 1].head.slot;
  bucket = as_buckets_lowest(&o->buckets);
  if (bucket == AS_NO_BUCKET) return AS_NO_ENTRY;
  at = o->buckets.chains[bucket];
  return at == AS_NO_ENTRY ? AS_NO_ENTRY : as_buckets_head(&o->buckets, at)->slot;
}

/* Before pushing entries while the one that as_exact_peek() found stays: one that was found alone is found anew. */
ASTAR_API bool as_exact_put_back(as_open *o, as_memory *m);

#endif
