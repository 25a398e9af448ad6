/* run.h: the loop of run.c, and the parts of it that the repair of a run (repair.c) uses, too. */
#ifndef AS_RUN_H
#define AS_RUN_H

#include "engine/search.h"

/* As astar_search_step(), for a run that is up to date, in any phase but AS_PHASE_UPDATE. */
ASTAR_API astar_status as_run_step(astar_search *s, uint64_t n);

/*
** Open a node reached at cost g from `parent`, for the first time or cheaper than before. `h` is its estimate. False if
** out of memory; then nothing has changed.
*/
ASTAR_API bool as_run_open(astar_search *s, uint32_t slot, as_record *record, double g, double h, uint32_t parent);

/* Mark an untouched node as excluded. False if out of memory. */
ASTAR_API bool as_run_exclude(astar_search *s, as_record *record, uint32_t slot);

/*
** Whether the search may go on from a node. Not from one in `stop_ids`, unless it starts there; backwards, a unit may
** stand where it cannot enter, but not pass.
*/
static inline bool as_run_may_pass(const astar_search *s, const as_record *record)
{
  if (record->mark & AS_MARK_STOP && s->def.moves == 0 && record->parent != AS_NO_SLOT) return false;
  return !s->def.reverse || as_is_admitted(s, record);
}

/* List all successors of a node, cheaper or not, in s->successors. Their number, or UINT32_MAX if out of memory. */
ASTAR_API uint32_t as_run_list(astar_search *s, uint32_t slot);

/* Empty the open list. False if out of memory. */
ASTAR_API bool as_run_clear(astar_search *s);

/* Push a node that is open. False if out of memory. */
ASTAR_API bool as_run_push(astar_search *s, uint32_t slot, double g, double h);

/* The estimate that a node was opened with, which is not asked of the caller; and replace it, where it is stored. */
ASTAR_API double as_run_estimate(const astar_search *s, uint32_t slot);
ASTAR_API void as_run_set_estimate(const astar_search *s, uint32_t slot, double h);

/*
** At the end of a run with `partial`, on a space whose ops have no end(): list all reached nodes that are as near to a
** goal as the one that astar_search_partial() gives, in the order in which they were touched. Writes up to `most`, and
** returns how many there are. O(touched).
*/
ASTAR_API uint32_t as_run_nearest(const astar_search *s, astar_id *found, uint32_t most);

/* Whether g is an improvement of the record of a reached node. */
static inline bool as_run_improves(const astar_search *s, const as_record *record, double g)
{
  return s->precise ? g < record->g : as_record_cheaper(record, g);
}

#endif
