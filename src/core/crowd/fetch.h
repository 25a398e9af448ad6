/*
** fetch.h: has the distances read soon that agents will need which are decided a little later. With a goal for each of
** many agents these lie far apart in memory. Changes no result.
*/
#ifndef AS_FETCH_H
#define AS_FETCH_H

#include "crowd/pibt_state.h"
#include "grid/grid.h"

/* How many agents ahead the steps of a look-up are begun. */
#define AS_FETCH_GOAL 12u
#define AS_FETCH_RUN 9u
#define AS_FETCH_PLACE 6u
#define AS_FETCH_PAGE 3u

/* The run of an agent that will need distances, or NULL. */
static inline const as_rra *as_fetch_run(const as_pibt *p, const as_pibt_agent *a)
{
  return a->policy == AS_SEEKS && a->next == AS_NO_SLOT && a->now != AS_NO_SLOT ? p->goals->list[a->goal].rra : NULL;
}

/* Fetch what is needed for distances around a slot: first the places in the table of pages, then the pages. */
static inline void as_fetch_around(const as_pibt *p, const as_rra *run, uint32_t slot, bool pages)
{
  const uint32_t width = p->graph->grid ? p->graph->grid->width : 0;
  uint32_t line;
  for (line = 0; line < 3; line++) {
    const uint32_t at = slot - width + line * width;
    if (pages) AS_PREFETCH(as_costs_find(&run->costs, at));
    else as_costs_fetch(&run->costs, at);
    if (width == 0) return;
  }
}

/* Agent i of `order` is decided next. */
static inline void as_fetch_ahead(const as_pibt *p, const uint32_t *order, uint32_t i, uint32_t count)
{
  const as_rra *run;
  if (i + AS_FETCH_GOAL >= count || !p->goals) return;
  if (p->agents[order[i + AS_FETCH_GOAL]].goal != AS_NO_GOAL)
    AS_PREFETCH(&p->goals->list[p->agents[order[i + AS_FETCH_GOAL]].goal]);
  run = as_fetch_run(p, &p->agents[order[i + AS_FETCH_RUN]]);
  if (run) AS_PREFETCH(run);
  run = as_fetch_run(p, &p->agents[order[i + AS_FETCH_PLACE]]);
  if (run) as_fetch_around(p, run, p->agents[order[i + AS_FETCH_PLACE]].now, false);
  run = as_fetch_run(p, &p->agents[order[i + AS_FETCH_PAGE]]);
  if (run) as_fetch_around(p, run, p->agents[order[i + AS_FETCH_PAGE]].now, true);
}

#endif
