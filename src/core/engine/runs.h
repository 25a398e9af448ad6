/*
** runs.h: the searches whose results are kept, of one space, in the order in which their runs began. So the space knows
** the oldest of them without looking at the others. The list is shared: it outlives the space for the searches in it,
** which take themselves out when they are destroyed, in any order.
*/
#ifndef AS_RUNS_H
#define AS_RUNS_H

#include "base/shared.h"

struct as_runs;

/* A search's place in a list; `runs` is NULL if it is in none. */
typedef struct as_run_place {
  struct as_runs *runs; /* held */
  struct as_run_place *before, *after;
  uint64_t version; /* of the space when the run began; not less than that of `before` */
} as_run_place;

typedef struct as_runs {
  as_shared shared;
  as_run_place *oldest, *latest;
} as_runs;

/* Leave the list and drop the reference to it; does nothing to a place in no list. */
static inline void as_runs_leave(as_run_place *place)
{
  as_runs *runs = place->runs;
  if (!runs) return;
  *(place->before ? &place->before->after : &runs->oldest) = place->after;
  *(place->after ? &place->after->before : &runs->latest) = place->before;
  place->runs = NULL;
  if (as_shared_drop(&runs->shared)) as_object_free(runs, sizeof *runs);
}

/* Leave the list and become the latest of another, or of the same. */
static inline void as_runs_join(as_runs *runs, as_run_place *place, uint64_t version)
{
  as_shared_hold(&runs->shared);
  as_runs_leave(place);
  astar_assert(!runs->latest || runs->latest->version <= version);
  place->runs = runs;
  place->before = runs->latest;
  place->after = NULL;
  place->version = version;
  *(runs->latest ? &runs->latest->after : &runs->oldest) = place;
  runs->latest = place;
}

#endif
