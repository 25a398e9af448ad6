/*
** flow.h: how runs that begin at the goals, and have no start, relax a node (AS_STRATEGY_FLOW), in the loop of fast.h.
** They have neither estimates nor lists, and go to all nodes from which a way leads to a goal; outward to all nodes to
** which one leads from a goal.
**
** A run makes the records of a leaf current all at once, so that a node that is not reached is known by its g alone.
*/
#ifndef AS_FLOW_H
#define AS_FLOW_H

#include "engine/search.h"

/* As as_flow_relax(), in all cases that lead to a push. */
ASTAR_API bool as_flow_reach(astar_search *s, uint32_t slot, double g);

/*
** Of a run with `away`, before it is stepped. as_flow_allow(): permit it to reach a slot, which else it does not.
** as_flow_begin_at(): begin at a slot, too, at cost g; or reach it so from a parent. If it is not `open`, it is not
** expanded. Does nothing if it costs no more already. False if out of memory.
*/
ASTAR_API bool as_flow_allow(astar_search *s, uint32_t slot);
ASTAR_API bool as_flow_begin_at(astar_search *s, uint32_t slot, double g, uint32_t parent, bool open);

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
