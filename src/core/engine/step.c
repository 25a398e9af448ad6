/* step.c: a step of a search: what a repair has left to do, then the loop. */
#include "engine/repair.h"
#include "engine/run.h"

astar_status astar_search_step(astar_search *s, uint64_t n)
{
  if (s->status != ASTAR_SEARCHING || astar_search_status(s) == ASTAR_STALE) return s->status;
  s->wanting = false;
  if (s->phase == AS_PHASE_UPDATE) {
    const astar_status status = as_repair_step(s, &n);
    if (status != ASTAR_SEARCHING || s->phase == AS_PHASE_UPDATE) return status;
  }
  return as_run_step(s, n);
}
