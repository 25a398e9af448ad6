/*
** runs.h: a list of the searches on one space whose results are kept, in the order in which their runs began: the first
** is the oldest, which decides what ids of removed nodes may be reused. The list is reference-counted, by the space and
** by each search in it, so that a search can leave it after the space is gone. Nothing here allocates; all is O(1).
*/
#ifndef AS_RUNS_H
#define AS_RUNS_H

#include "base/shared.h"

struct as_runs;

/* The place of a search in a list, embedded in the search; `runs` is NULL if it is in none. */
typedef struct as_run_place {
  struct as_runs *runs; /* with a reference */
  struct as_run_place *before, *after;
  uint64_t version; /* of the space when the run began; not less than that of `before` */
} as_run_place;

typedef struct as_runs {
  as_shared shared;
  as_run_place *oldest, *latest;
} as_runs;

/* Leave the list and drop the reference to it, which may free it. Does nothing if the place is in no list. */
static inline void as_runs_leave(as_run_place *place)
{
  as_runs *runs = place->runs;
  if (!runs) return;
  *(place->before ? &place->before->after : &runs->oldest) = place->after;
  *(place->after ? &place->after->before : &runs->latest) = place->before;
  place->runs = NULL;
  if (as_shared_drop(&runs->shared)) as_object_free(runs, sizeof *runs);
}

/* Leave the list, if any, and become the latest of `runs`. `version` is at least that of the latest so far. */
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
