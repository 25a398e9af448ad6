/*
** away.c: see away.h. A threat comes to a node at some cost; the less, the more dangerous the node. In a first run
** these costs are found, up to `reach`. The second run is a flow to all places at once: to stay at a node costs STAY
** times what it is nearer than the reach, or than the safest node; and each way costs its steps. So a unit goes on as
** long as a step takes it farther from the threats than it costs, but passes a dead end, even towards a threat, if it
** gets off better on the other side (Brogue's "safety maps"). What no threat reaches is safe: it costs nothing to stay
** there, and no way leads on from it.
*/
#include "finder/away.h"

#include "engine/edits.h"
#include "engine/flow.h"
#include "engine/run.h"

/* Above 1, or nobody would go: a step away gains as much as it costs. */
#define STAY 1.2

/* Of records of the first run: the threat comes to another node from there. */
#define LEADS_ON AS_MARK_STOP

/*
** Begin at all nodes without a threat to which a step leads from one at the edge of the reach. What the least step
** costs, if that is less than *least; and where it leads. False if out of memory.
*/
static bool find_exits(astar_search *s, const astar_search *near, uint32_t slot, double *least, uint32_t *to)
{
  const as_rules *rules = &s->space.rules;
  uint32_t count = s->space.ops->sources(&s->space, slot), i;
  if (!as_reserve(&s->memory, &s->arrivals, &s->arrival_capacity, (uint64_t)count + 1, sizeof *s->arrivals))
    return false;
  count = s->space.ops->arrivals(&s->space, slot, s->arrivals);
  for (i = 0; i < count; i++) {
    const as_successor *exit = &s->arrivals[i];
    const double cost = as_advance(rules, as_depart(rules, 0, exit->slot), exit->cost, slot);
    if (as_search_reached(near, exit->slot) || !(cost < INFINITY)) continue;
    if (!as_flow_begin_at(s, exit->slot, 0, AS_NO_SLOT, false)) return false;
    if (!(cost < *least)) continue;
    *least = cost;
    *to = exit->slot;
  }
  return true;
}

/* Mark the nodes from which a threat goes on to another one. Returns the greatest cost of all. */
static double mark_ways(astar_search *near)
{
  double most = 0;
  uint32_t i;
  for (i = 0; i < near->touched_count; i++) {
    const as_record *record = as_records_peek(&near->records, near->touched[i]);
    as_record *before;
    most = as_max(most, record->g);
    if (record->parent == AS_NO_SLOT) continue;
    before = as_records_peek(&near->records, record->parent);
    if (before->g < record->g) before->mark |= LEADS_ON;
  }
  return most;
}

/*
** Let the flow begin at the nodes that threats reach. Not at those from which a threat goes on: where it comes to next,
** it costs less to stay, the step included. False if out of memory.
*/
static bool begin_at_all(astar_search *s, astar_search *near)
{
  const double most = mark_ways(near), reach = s->def.reach < INFINITY ? s->def.reach : most;
  uint32_t i;
  for (i = 0; i < near->touched_count; i++) {
    const uint32_t slot = near->touched[i];
    const as_record *record = as_records_peek(&near->records, slot);
    double cost = as_min(STAY * as_max(reach - record->g, 0), DBL_MAX);
    uint32_t exit = AS_NO_SLOT;
    if (!as_flow_allow(s, slot)) return false;
    /* A threat may stand where the unit cannot: there it must not stay. */
    if (as_is_origin(record) && !s->space.ops->enterable(s->space.self, &s->space.rules, slot)) cost = INFINITY;
    if (record->mark & AS_MARK_CUT && !find_exits(s, near, slot, &cost, &exit)) return false;
    if (exit == AS_NO_SLOT && (record->mark & LEADS_ON || cost == INFINITY)) continue;
    if (!as_flow_begin_at(s, slot, cost, exit, true)) return false;
  }
  return true;
}

astar_result as_away_begin(astar_search *s, const as_space *space, const astar_search_def *def,
                           astar_search *near)
{
  astar_result result = as_search_define(s, space, def);
  if (result == ASTAR_OK) result = as_search_start(s, AS_STRATEGY_FLOW);
  if (result != ASTAR_OK) return result;
  s->phase = AS_PHASE_NEXT;
  if (as_run_clear(s) && begin_at_all(s, near)) return ASTAR_OK;
  s->status = ASTAR_STALE;
  return ASTAR_NO_MEMORY;
}
