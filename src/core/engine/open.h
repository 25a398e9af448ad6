/*
** open.h: the open list of a search: what to expand next.
** The least f comes first; among those within a rounding error of it the least h; among
** those the one pushed first. An entry is never changed: when a node gets cheaper it is
** pushed again, and the search drops the old entry when it comes up.
*/
#ifndef AS_OPEN_H
#define AS_OPEN_H

#include "base/bits.h"
#include "base/memory.h"

typedef struct as_entry {
  double f, h; /* finite, >= 0 */
  uint32_t order;
  uint32_t slot;
  uint32_t next; /* in the pool: of the chain, or of the free entries */
} as_entry;

typedef struct as_heap {
  as_entry *list;
  uint32_t count, capacity;
} as_heap;

#define AS_KEY_SHIFT 20 /* of the 63 bits of f that matter, a key has the upper 43 */
#define AS_DIGIT_BITS 8
#define AS_DIGITS 6
#define AS_DIGIT_MASK ((1u << AS_DIGIT_BITS) - 1)
#define AS_BUCKETS (AS_DIGITS << AS_DIGIT_BITS)
#define AS_NO_ENTRY UINT32_MAX

/*
** Entries stand in one of three places, by the key of f: its upper bits read as an integer,
** which rises with f.
**   group    a heap by (h, order) of those that count as equal to the least f;
**            empty while only one does
**   near     a heap by f of the others whose key is <= `top`
**   buckets  unordered chains of those above `top`: one chain for each value of the highest
**            digit in which a key differs from `top`; so the lowest bucket has the least
** When nothing is near, `top` goes up to the least key that there is, and the others of its
** bucket are chained anew.
*/
typedef struct as_open {
  as_heap group, near;
  double equal;        /* how far, in parts of f, values of f count as equal */
  double least, limit; /* the range that does, while the group is not empty */
  uint64_t top;
  as_entry *pool; /* of what is chained */
  uint32_t pool_count, pool_capacity, spare;
  uint32_t order;
  uint32_t words; /* which words of `used` are not 0 */
  uint64_t used[AS_BUCKETS / 64]; /* which buckets are not empty */
  uint32_t buckets[AS_BUCKETS];   /* digit by digit, the lowest digit first */
} as_open;

ASTAR_API void as_open_init(as_open *o);
ASTAR_API void as_open_free(as_open *o, as_memory *m);

/* Empty it; see `equal` above. */
ASTAR_API void as_open_clear(as_open *o, double equal);

/* As as_open_push, when it is not the usual case. */
ASTAR_API bool as_open_push_slow(as_open *o, as_memory *m, double f, double h, uint32_t slot);

static inline uint64_t as_open_key(double f)
{
  uint64_t bits;
  memcpy(&bits, &f, sizeof bits);
  return bits >> AS_KEY_SHIFT;
}

/* Chain the pool's entry, whose key is above `top`. */
static inline void as_open_chain(as_open *o, uint32_t at, uint64_t key)
{
  uint32_t digit = as_highest_bit(key ^ o->top) / AS_DIGIT_BITS;
  uint32_t bucket = digit << AS_DIGIT_BITS | ((uint32_t)(key >> digit * AS_DIGIT_BITS) & AS_DIGIT_MASK);
  o->pool[at].next = o->buckets[bucket];
  o->buckets[bucket] = at;
  o->used[bucket / 64] |= (uint64_t)1 << bucket % 64;
  o->words |= 1u << bucket / 64;
}

/* False if out of memory. */
static inline bool as_open_push(as_open *o, as_memory *m, double f, double h, uint32_t slot)
{
  uint64_t key = as_open_key(f);
  uint32_t at = o->spare;
  as_entry *entry;
  if (at == AS_NO_ENTRY || key <= o->top) return as_open_push_slow(o, m, f, h, slot);
  entry = &o->pool[at];
  o->spare = entry->next;
  entry->f = f;
  entry->h = h;
  entry->order = o->order++;
  entry->slot = slot;
  as_open_chain(o, at, key);
  return true;
}

typedef enum as_next { AS_NEXT_NONE, AS_NEXT_SOME, AS_NEXT_NO_MEMORY } as_next;

/* The entry whose turn it is; then take it off. */
ASTAR_API as_next as_open_next(as_open *o, as_memory *m, uint32_t *slot);
ASTAR_API void as_open_drop_slow(as_open *o);

/* The entry that as_open_next has just named. */
static inline const as_entry *as_open_first(const as_open *o)
{
  return o->group.count > 0 ? o->group.list : o->near.list;
}

static inline void as_open_drop(as_open *o)
{
  if (o->group.count == 0 && o->near.count == 1) o->near.count = 0;
  else as_open_drop_slow(o);
}

#endif
