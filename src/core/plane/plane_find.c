/* plane_find.c: see plane_find.h. */
#include "plane/plane_find.h"

/* So many expansions of the search take turns with the search back. */
#define FORTH 256u

void as_plane_find_free(as_plane_find *f)
{
  as_joiner_free(&f->back);
}

/*
** Whether to find out early that the goal is shut in. Not where a limit might end the search before, nor where hops may
** lead there, nor if it is known already.
*/
static bool may_be_shut_in(const as_plane_find *f)
{
  const as_plane_run *r = as_plane_run_of(&f->search->space);
  const astar_search_def *def = &f->search->def;
  return astar_search_status(f->search) == ASTAR_SEARCHING && !(def->max_cost < INFINITY) &&
         def->max_steps == UINT64_MAX && r->hops.count == 0 && r->missed == ASTAR_FOUND;
}

/* Take what is known of whether there is a way. */
static astar_status take(as_plane_find *f, as_joined joined)
{
  f->asks = joined == AS_JOINED_UNKNOWN;
  if (joined != AS_JOINED_NO) return ASTAR_SEARCHING;
  f->shut_in = !f->search->def.partial;
  return f->shut_in ? ASTAR_UNREACHABLE : ASTAR_STALE;
}

astar_result as_plane_find_begin(as_plane_find *f)
{
  as_joined joined = AS_JOINED_UNKNOWN;
  as_plane_run *r;
  f->asks = f->shut_in = false;
  if (!may_be_shut_in(f)) return ASTAR_OK;
  if (!as_joiner_make(&f->back, f->search->memory.alloc, f->search->memory.context)) return ASTAR_NO_MEMORY;
  f->asks = f->first = true;
  r = as_plane_run_of(&f->search->space);
  /* With `partial`, what is known has been taken into account. */
  if (!f->search->def.partial && as_plane_parts_any(r->layer))
    joined = as_plane_joined(&f->back, r->plane, r->layer, r->ends[0], r->ends[1], true);
  if (joined == AS_JOINED_NO_MEMORY) return ASTAR_NO_MEMORY;
  (void)take(f, joined);
  return ASTAR_OK;
}

astar_status as_plane_find_step(as_plane_find *f, uint64_t n)
{
  astar_status status;
  if (f->shut_in) return ASTAR_UNREACHABLE;
  while (f->asks && n > FORTH) {
    as_joined joined;
    status = astar_search_step(f->search, FORTH);
    if (status != ASTAR_SEARCHING) return status;
    n -= FORTH;
    joined = as_plane_search_back(&f->back, f->search, &f->first);
    status = joined == AS_JOINED_NO_MEMORY ? ASTAR_OUT_OF_MEMORY : take(f, joined);
    if (status != ASTAR_SEARCHING) return status;
  }
  return astar_search_step(f->search, n);
}
