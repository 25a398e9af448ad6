/*
** flow.h: the loop of runs backwards without a start whose order of expansion may be any (AS_STRATEGY_FLOW), as a
** template. They have neither estimates nor lists, and go to all nodes from which a way leads to a goal. A space
** instantiates it with functions of its own for one node, which are inlined (as_space_ops.flow). What is not ordinary
** it leaves to run.c.
**
** The open list is that of floods (flood.h): a node may be expanded before its cost is final, and again when it gets
** cheaper. The results do not depend on the order: each cost is the least over the neighbours, to the last bit; among
** the parents that give it, and cost less themselves, the lowest slot is taken.
**
** A run makes the records of a leaf current all at once, so that a node that is not reached is known by its g alone.
*/
#ifndef AS_FLOW_H
#define AS_FLOW_H

#include "engine/search.h"

/* As as_flow_relax(), in all cases that lead to a push. */
ASTAR_API bool as_flow_reach(astar_search *s, uint32_t slot, double g);

/* Relax a successor of the current node, whose cost becomes g. False if out of memory: then nothing has changed. */
static AS_INLINE bool as_flow_relax(astar_search *s, uint32_t slot, as_record *record, double g)
{
  if (!as_record_current(&s->records, record)) return as_flow_reach(s, slot, g);
  if (record->g <= g) {
    if (record->g == g && record->parent != AS_NO_SLOT && as_records_peek(&s->records, s->current)->g < g &&
        (s->current < record->parent || !(as_records_peek(&s->records, record->parent)->g < g)))
      record->parent = s->current;
    return true;
  }
  if ((int)(s->touched_count == s->touched_capacity) | (int)!(g <= s->ordinary_limit) |
      (int)(s->flow.buckets.free == AS_NO_ENTRY))
    return as_flow_reach(s, slot, g);
  (void)as_radix_push(&s->flow, &s->memory, slot, g);
  s->touched[s->touched_count] = slot;
  s->touched_count += !((int)(record->g < INFINITY) | (int)(record->mark >> AS_LISTED_SHIFT & 1));
  record->g = g;
  record->parent = s->current;
  record->mark = s->records.run_mark | (uint32_t)ASTAR_CLOSED << AS_STATE_SHIFT;
  return true;
}

/*
** The loop: expand up to n nodes, and return how many are left to do when it meets a node that is not ordinary, or
** finds none.
**
**   takes   Whether it expands a slot; may store what it has found out about it in `context`.
**   expand  Relax the successors of a slot of cost g that it takes, by as_flow_relax(). `next` is the slot that
**           probably comes next, or AS_NO_SLOT. False if out of memory: then the node is expanded again.
*/
typedef bool as_flow_takes(void *context, uint32_t slot);
typedef bool as_flow_expand(void *context, astar_search *s, uint32_t slot, double g, uint32_t next);

static AS_INLINE uint64_t as_flow_loop(astar_search *s, uint64_t n, void *context, as_flow_takes *takes,
                                       as_flow_expand *expand)
{
  while (n > 0) {
    uint32_t *first = as_radix_current(&s->flow), at = *first, slot, next;
    double g;
    if (at == AS_NO_ENTRY) {
      if (!as_radix_advance(&s->flow, INFINITY)) break;
      continue;
    }
    slot = as_radix_at(&s->flow, at)->head.slot;
    next = as_radix_at(&s->flow, at)->head.next;
    g = as_radix_at(&s->flow, at)->cost;
    if (g > as_records_peek(&s->records, slot)->g) { /* it was expanded by a cheaper entry */
      *first = next;
      as_buckets_free_entry(&s->flow.buckets, at);
      continue;
    }
    if (!takes(context, slot)) break;
    s->current = slot;
    *first = next;
    if (!expand(context, s, slot, g, next == AS_NO_ENTRY ? AS_NO_SLOT : as_radix_at(&s->flow, next)->head.slot)) {
      as_radix_put(&s->flow, at, g);
      break;
    }
    as_buckets_free_entry(&s->flow.buckets, at);
    s->expanded++;
    n--;
  }
  return n;
}

#endif
