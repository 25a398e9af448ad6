/*
** flood.h: the costs of the cheapest paths from one node to all others, or from all to it, computed in slices. The loop
** is a template: a space instantiates it with its own steps, since a call for each step would cost more than the step.
**
** The open list is a radix heap (buckets.h) that is exact only up to an eighth of a typical step; so a node may be
** expanded before its cost is final, and is expanded again when it gets cheaper. Where that happens too often, the
** order becomes exact. The costs in the end do not depend on the order: each is the least over the neighbours of their
** costs with the step.
*/
#ifndef AS_FLOOD_H
#define AS_FLOOD_H

#include "engine/buckets.h"
#include "geometry/distance.h"

typedef struct as_flood {
  double *g;         /* by slot; INFINITY: not reached */
  as_buckets open;   /* of as_flood_entry */
  double base;       /* the key of g is the upper bits of base + g: all but `shift` */
  uint32_t shift;
  uint32_t reached;  /* slots, since as_flood_begin() */
  uint64_t expanded; /* the same */
  double greatest;   /* upper bound on all costs so far, of earlier floods, too */
} as_flood;

typedef struct as_flood_entry {
  as_entry_head head;
  double g;
} as_flood_entry;

/*
** Begin from a slot, which must not be reached, at cost g; `step` is a typical cost of a step. Slots that are reached
** already keep their cost if that is not greater. False if out of memory.
*/
ASTAR_API bool as_flood_begin(as_flood *f, as_memory *m, uint32_t slot, double g, double step);

/* For the loop: make the bucket of the least key the current one; false if no entry is left. */
ASTAR_API bool as_flood_advance(as_flood *f);

/* For the loop: make the order exact. */
ASTAR_API void as_flood_refine(as_flood *f);

#define AS_FLOOD_DIGIT_BITS 8u

/* The order gets exact after so many repeated expansions, and one more for each node reached. */
#define AS_FLOOD_REPEATS 1000u

static inline as_flood_entry *as_flood_entry_at(const as_flood *f, uint32_t at)
{
  return (as_flood_entry *)(void *)as_buckets_head(&f->open, at);
}

/* The chain of the current bucket. */
static inline uint32_t *as_flood_current(const as_flood *f)
{
  return &f->open.chains[f->open.top & ((1u << AS_FLOOD_DIGIT_BITS) - 1)];
}

/* Put an entry of the pool into its bucket. No branch: it would often be mispredicted. */
static inline void as_flood_put(as_flood *f, uint32_t at, double g)
{
  as_buckets *b = &f->open;
  const double sum = f->base + g;
  uint64_t bits, key;
  uint32_t digit, bucket;
  memcpy(&bits, &sum, sizeof bits);
  bits >>= f->shift;
  key = bits > b->top ? bits : b->top;
  digit = as_highest_bit((key ^ b->top) | 1) / AS_FLOOD_DIGIT_BITS;
  bucket = digit << AS_FLOOD_DIGIT_BITS |
           ((uint32_t)(key >> digit * AS_FLOOD_DIGIT_BITS) & ((1u << AS_FLOOD_DIGIT_BITS) - 1));
  as_flood_entry_at(f, at)->head.next = b->chains[bucket];
  b->chains[bucket] = at;
  b->used[bucket / 64] |= (uint64_t)1 << bucket % 64;
  b->words |= (uint64_t)1 << bucket / 64;
}

/* Reach a slot at a cost less than f->g[slot]. False if out of memory. */
static AS_INLINE bool as_flood_reach(as_flood *f, as_memory *m, uint32_t slot, double g)
{
  uint32_t at;
  as_flood_entry *e;
  if (!as_buckets_reserve(&f->open, m)) return false;
  at = as_buckets_take_entry(&f->open);
  e = as_flood_entry_at(f, at);
  e->g = g;
  e->head.slot = slot;
  f->reached += !(f->g[slot] < INFINITY);
  f->g[slot] = g;
  as_flood_put(f, at, g);
  return true;
}

/*
** Relaxes the steps of a slot of cost g, by as_flood_reach(); false if that is out of memory. `next` is the slot that
** probably comes next, or AS_NO_SLOT.
*/
typedef bool as_flood_relax(as_flood *f, as_memory *m, void *context, uint32_t slot, double g, uint32_t next);

/*
** Expand up to *n nodes, and subtract their number from *n. If *n is not 0 then, the flood is done. False if out of
** memory: then the node is expanded again.
*/
static AS_INLINE bool as_flood_run(as_flood *f, as_memory *m, uint64_t *n, as_flood_relax *relax, void *context)
{
  while (*n > 0) {
    uint32_t *first = as_flood_current(f), at = *first, slot, next;
    double g;
    if (at == AS_NO_ENTRY) {
      if (!as_flood_advance(f)) return true;
      continue;
    }
    slot = as_flood_entry_at(f, at)->head.slot;
    next = as_flood_entry_at(f, at)->head.next;
    g = as_flood_entry_at(f, at)->g;
    *first = next;
    if (!(g > f->g[slot])) { /* else it was expanded by a cheaper entry */
      f->greatest = as_max(f->greatest, g);
      if (++f->expanded > 2 * (uint64_t)f->reached + AS_FLOOD_REPEATS && f->shift > 0) as_flood_refine(f);
      if (!relax(f, m, context, slot, g, next == AS_NO_ENTRY ? next : as_flood_entry_at(f, next)->head.slot)) {
        as_flood_put(f, at, g);
        return false;
      }
      --*n;
    }
    as_buckets_free_entry(&f->open, at);
  }
  return true;
}

#endif
