/*
** flood.h: the costs of the cheapest paths from one node to all others, or from all to it, computed in slices. The loop
** is a template: a space instantiates it with its own steps, since a call for each step would cost more than the step.
**
** The open list (radix.h) is exact only up to an eighth of a typical step; so a node may be expanded before its cost is
** final, and is expanded again when it gets cheaper. Where that happens too often, the order becomes exact. The costs
** in the end do not depend on the order: each is the least over the neighbours of their costs with the step.
*/
#ifndef AS_FLOOD_H
#define AS_FLOOD_H

#include "engine/radix.h"
#include "geometry/distance.h"

typedef struct as_flood {
  double *g;         /* by slot; INFINITY: not reached */
  as_radix open;
  uint32_t reached;  /* slots, since as_flood_begin() */
  uint64_t expanded; /* the same */
  double greatest;   /* upper bound on all costs so far, of earlier floods, too */
} as_flood;

/*
** Begin from a slot, which must not be reached, at cost g; `step` is a typical cost of a step. Slots that are reached
** already keep their cost if that is not greater. False if out of memory.
*/
ASTAR_API bool as_flood_begin(as_flood *f, as_memory *m, uint32_t slot, double g, double step);

/* The order gets exact after so many repeated expansions, and one more for each node reached. */
#define AS_FLOOD_REPEATS 1000u

/* Reach a slot at a cost less than f->g[slot]. False if out of memory. */
static AS_INLINE bool as_flood_reach(as_flood *f, as_memory *m, uint32_t slot, double g)
{
  if (!as_radix_push(&f->open, m, slot, g)) return false;
  f->reached += !(f->g[slot] < INFINITY);
  f->g[slot] = g;
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
    uint32_t *first = as_radix_current(&f->open), at = *first, slot, next;
    double g;
    if (at == AS_NO_ENTRY) {
      if (!as_radix_advance(&f->open, INFINITY)) return true;
      continue;
    }
    slot = as_radix_at(&f->open, at)->head.slot;
    next = as_radix_at(&f->open, at)->head.next;
    g = as_radix_at(&f->open, at)->cost;
    *first = next;
    if (!(g > f->g[slot])) { /* else it was expanded by a cheaper entry */
      f->greatest = as_max(f->greatest, g);
      if (++f->expanded > 2 * (uint64_t)f->reached + AS_FLOOD_REPEATS && !as_radix_is_exact(&f->open))
        as_radix_refine(&f->open);
      if (!relax(f, m, context, slot, g, next == AS_NO_ENTRY ? next : as_radix_at(&f->open, next)->head.slot)) {
        as_radix_put(&f->open, at, g);
        return false;
      }
      --*n;
    }
    as_buckets_free_entry(&f->open.buckets, at);
  }
  return true;
}

#endif
