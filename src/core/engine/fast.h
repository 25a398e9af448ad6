/*
** fast.h: the loop of runs of which only the costs count, and the ways that follow from them: flows, ranges backwards,
** and the floods of landmarks. A space instantiates it with functions of its own for one node, which are inlined, since
** a call for each step would cost more than the step. The other loop is loop.h.
**
** The open list (radix.h) is exact only up to an eighth of a typical step; so a node may be expanded before its cost is
** final, and is expanded again when it gets cheaper. Where that happens too often, the order becomes exact. The results
** do not depend on the order: each cost is the least over the neighbours of their costs with the step, to the last bit;
** among the parents that give it, and cost less themselves, a search takes the lowest slot.
*/
#ifndef AS_FAST_H
#define AS_FAST_H

#include "base/layout.h"
#include "engine/radix.h"
#include "engine/records.h"
#include "geometry/distance.h"

typedef struct as_fast {
  as_radix open;
  uint64_t expanded; /* nodes, since as_fast_begin() */
} as_fast;

/* Empty the open list; `step` is a typical cost of a step. False if out of memory. */
ASTAR_API bool as_fast_begin(as_fast *f, as_memory *m, double step);

/* The order gets exact after so many repeated expansions, and one more for each node reached. */
#define AS_FAST_REPEATS 1000u

/* Why the loop ends: so many nodes were expanded; no node is left; the next is not taken; out of memory. */
typedef enum as_fast_end { AS_FAST_PAUSED, AS_FAST_DONE, AS_FAST_OTHER, AS_FAST_NO_MEMORY } as_fast_end;

/*
** The loop: expand up to *n nodes, and subtract their number from *n. *reached is that of the nodes reached so far.
** Their costs are in `records`, or, if that is NULL, in `g_of`.
**
**   takes   Whether it expands a slot; may store what it has found out about it in `context`. NULL: it expands all.
**   expand  Relax the steps of a slot of cost g that it takes. `next` is the slot that probably comes next, or
**           AS_NO_SLOT. False if out of memory: then the node is expanded again.
*/
typedef bool as_fast_takes(void *context, uint32_t slot);
typedef bool as_fast_expand(void *context, uint32_t slot, double g, uint32_t next);

static AS_INLINE as_fast_end as_fast_loop(as_fast *f, uint64_t *n, const uint32_t *reached, const as_records *records,
                                          const double *g_of, void *context, as_fast_takes *takes,
                                          as_fast_expand *expand)
{
  as_fast_end stop = AS_FAST_PAUSED;
  uint64_t left = *n;
  while (left > 0) {
    uint32_t *first = as_radix_current(&f->open), at = *first, slot, next;
    double g;
    if (at == AS_NO_ENTRY) {
      if (as_radix_advance(&f->open, INFINITY)) continue;
      stop = AS_FAST_DONE;
      break;
    }
    slot = as_radix_at(&f->open, at)->head.slot;
    next = as_radix_at(&f->open, at)->head.next;
    g = as_radix_at(&f->open, at)->cost;
    if (g > (records ? as_records_peek(records, slot)->g : g_of[slot])) { /* it was expanded by a cheaper entry */
      *first = next;
      as_buckets_free_entry(&f->open.buckets, at);
      continue;
    }
    if (takes && !takes(context, slot)) {
      stop = AS_FAST_OTHER;
      break;
    }
    *first = next;
    if (!expand(context, slot, g, next == AS_NO_ENTRY ? AS_NO_SLOT : as_radix_at(&f->open, next)->head.slot)) {
      as_radix_put(&f->open, at, g);
      stop = AS_FAST_NO_MEMORY;
      break;
    }
    as_buckets_free_entry(&f->open.buckets, at);
    left--;
    if (++f->expanded > 2 * (uint64_t)*reached + AS_FAST_REPEATS && !as_radix_is_exact(&f->open))
      as_radix_refine(&f->open);
  }
  *n = left;
  return stop;
}

/* ---- Floods ---- */

/* The costs of the cheapest paths from one node to all others, or from all to it. */
typedef struct as_flood {
  as_fast fast;
  double *g;        /* by slot; INFINITY: not reached */
  uint32_t reached; /* slots, since as_flood_begin() */
  double greatest;  /* upper bound on all costs so far, of earlier floods, too */
} as_flood;

/*
** Begin from a slot, which must not be reached, at cost g; `step` is a typical cost of a step. Slots that are reached
** already keep their cost if that is not greater. False if out of memory.
*/
ASTAR_API bool as_flood_begin(as_flood *f, as_memory *m, uint32_t slot, double g, double step);

/* Reach a slot at a cost less than f->g[slot]. False if out of memory. */
static AS_INLINE bool as_flood_reach(as_flood *f, as_memory *m, uint32_t slot, double g)
{
  if (!as_radix_push(&f->fast.open, m, slot, g)) return false;
  f->reached += !(f->g[slot] < INFINITY);
  f->g[slot] = g;
  return true;
}

#endif
