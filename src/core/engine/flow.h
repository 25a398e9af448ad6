/*
** flow.h: how runs backwards without a start relax a node (AS_STRATEGY_FLOW), in the loop of fast.h. They have neither
** estimates nor lists, and go to all nodes from which a way leads to a goal.
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
      (int)(s->fast.open.buckets.free == AS_NO_ENTRY))
    return as_flow_reach(s, slot, g);
  (void)as_radix_push(&s->fast.open, &s->memory, slot, g);
  s->touched[s->touched_count] = slot;
  s->touched_count += !((int)(record->g < INFINITY) | (int)(record->mark >> AS_LISTED_SHIFT & 1));
  record->g = g;
  record->parent = s->current;
  record->mark = s->records.run_mark | (uint32_t)ASTAR_CLOSED << AS_STATE_SHIFT;
  return true;
}

#endif
