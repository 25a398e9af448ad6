/* goal_places.c: finds the places of a goal, and the gaps among them: see goals.h and place_order.h. */
#include "crowd/goals.h"

/* Meet the nodes from which steps lead to one that was passed. False if out of memory. */
static bool meet_around(as_goals *gs, uint32_t goal, as_reverse_steps *reverse, uint32_t slot)
{
  const uint32_t count = as_reverse_steps_list(reverse, gs->memory, slot);
  uint32_t i;
  if (count == UINT32_MAX) return false;
  for (i = 0; i < count; i++) {
    const uint32_t from = reverse->list[i].slot;
    double g;
    if (as_costs_get(&gs->list[goal].places.met, from) == 0) continue;
    g = as_goals_distance(gs, goal, from);
    if (isnan(g)) return false;
    if (g < INFINITY &&
        !as_places_meet(&gs->list[goal].places, gs->memory, from, as_id(gs->graph->layout, from), g))
      return false;
  }
  return true;
}

/* Pass all nodes that are as near as the nearest of the front. False if out of memory. */
static bool walk_on(as_goals *gs, uint32_t goal, as_reverse_steps *reverse)
{
  as_places *p = &gs->list[goal].places;
  const double g = p->front[0].g;
  const uint32_t from = p->order_count;
  while (p->front_count > 0 && p->front[0].g == g) {
    const as_near_node node = as_places_pass(p);
    if (as_reverse_steps_enterable(reverse, node.slot) && !as_places_append(p, gs->memory, &node)) return false;
    if (!meet_around(gs, goal, reverse, node.slot)) return false;
  }
  as_places_sort(p, from);
  return true;
}

/* Begin to walk at the goal. False if out of memory. */
static bool begin_walk(as_goals *gs, uint32_t goal)
{
  as_places *p = &gs->list[goal].places;
  const astar_id node = gs->list[goal].node;
  if (p->begun) return true;
  p->begun = true;
  return as_places_meet(p, gs->memory, as_slot(gs->graph->layout, node), node, 0);
}

/*
** Find how many nodes of the order it takes to have `*count` that are not held; if there are fewer, *count becomes
** less.
*/
static bool find_length(as_goals *gs, uint32_t goal, as_reverse_steps *reverse, as_is_held *held, const void *context,
                        uint32_t *count, uint32_t *length)
{
  as_places *p = &gs->list[goal].places;
  uint32_t found = 0, i = 0;
  if (*count > 0 && !begin_walk(gs, goal)) return false;
  while (found < *count && (i < p->order_count || p->front_count > 0)) {
    if (i == p->order_count && !walk_on(gs, goal, reverse)) return false;
    for (; i < p->order_count && found < *count; i++) found += !(held && held(context, p->order[i].slot));
  }
  *count = found;
  *length = i;
  return true;
}

bool as_goals_places(as_goals *gs, uint32_t goal, uint32_t count, as_is_held *held, const void *context)
{
  as_places *p = &gs->list[goal].places;
  as_reverse_steps *reverse = as_goals_reverse_steps(gs, gs->list[goal].unit);
  uint32_t length = 0;
  astar_assert(gs->list[goal].shared);
  if (!as_goals_live(gs, goal)) count = 0;
  if (!reverse) return false;
  if (!find_length(gs, goal, reverse, held, context, &count, &length)) {
    as_places_forget(p); /* it was interrupted */
    return false;
  }
  return as_places_choose(p, gs->memory, length, count, held, context);
}

/* ---- Gaps ---- */

#define GAP_SPARE 256u /* nodes that are met at most, and */
#define GAP_PLACE 16u  /* for each place */

/*
** A breadth-first walk backwards from the gaps. It goes on through slots where somebody has to step aside when nothing
** else is left.
*/
typedef struct gap_walk {
  as_goals *goals;
  as_places *places;
  as_reverse_steps *reverse;
  const as_gap_view *view;
  uint32_t count;   /* slots in the queue, those passed included */
  uint32_t later;   /* slots that are passed later */
  uint32_t waiters; /* that were not met */
} gap_walk;

/* Append a slot to a list. False if out of memory. */
static bool append(gap_walk *w, uint32_t **list, uint32_t *capacity, uint32_t *count, uint32_t slot)
{
  if (!as_reserve(w->goals->memory, list, capacity, (uint64_t)*count + 1, sizeof **list)) return false;
  (*list)[(*count)++] = slot;
  return true;
}

#define NOT_PASSED (-1.0) /* of a slot that was met, but where nobody is to go */

/*
** Meet a slot for the first time: its number of steps is set, unless nobody is to go there now. False if out of memory.
*/
static bool meet_gap(gap_walk *w, uint32_t slot, double steps)
{
  as_places *p = w->places;
  const void *context = w->view->context;
  double *at = as_costs_make(&p->gaps, w->goals->memory, slot);
  if (!at) return false;
  *at = NOT_PASSED;
  if (w->view->closed(context, slot)) return true;
  if (w->view->held(context, slot)) return append(w, &p->later, &p->later_capacity, &w->later, slot);
  *at = steps;
  w->waiters -= w->view->waiting(context, slot);
  return append(w, &p->queue, &p->queue_capacity, &w->count, slot);
}

/* Meet the nodes from which a step leads to a slot. False if out of memory. */
static bool meet_steps(gap_walk *w, uint32_t slot)
{
  const double steps = as_costs_get(&w->places->gaps, slot) + 1;
  const uint32_t listed = as_reverse_steps_list(w->reverse, w->goals->memory, slot);
  uint32_t i;
  if (listed == UINT32_MAX) return false;
  for (i = 0; i < listed; i++) {
    const uint32_t from = w->reverse->list[i].slot;
    if (!(w->reverse->list[i].cost < INFINITY) || as_costs_get(&w->places->gaps, from) > -INFINITY) continue;
    if (!meet_gap(w, from, steps)) return false;
  }
  return true;
}

/*
** Take the slots that were left for later into the queue, as if they were farther than all others. False if out of
** memory.
*/
static bool take_later(gap_walk *w)
{
  as_places *p = w->places;
  double steps = 0;
  uint32_t i;
  if (w->count > 0) steps = as_costs_get(&p->gaps, p->queue[w->count - 1]);
  for (i = 0; i < w->later; i++) {
    *as_costs_find(&p->gaps, p->later[i]) = steps + 1;
    if (!append(w, &p->queue, &p->queue_capacity, &w->count, p->later[i])) return false;
  }
  w->later = 0;
  return true;
}

bool as_goals_find_gaps(as_goals *gs, uint32_t goal, const as_gap_view *view)
{
  as_places *p = &gs->list[goal].places;
  const uint64_t most = GAP_SPARE + (uint64_t)GAP_PLACE * p->chosen_count;
  gap_walk w;
  uint32_t i;
  memset(&w, 0, sizeof w);
  w.goals = gs;
  w.places = p;
  w.reverse = as_goals_reverse_steps(gs, gs->list[goal].unit);
  w.view = view;
  w.waiters = view->waiters;
  if (!w.reverse) return false;
  as_costs_clear(&p->gaps);
  for (i = 0; i < p->chosen_count; i++) {
    if (view->gap(view->context, p->chosen[i]) && !meet_gap(&w, p->chosen[i], 0)) return false;
  }
  for (i = 0; w.count < most && w.waiters > 0; i++) {
    if (i == w.count && !take_later(&w)) return false;
    if (i == w.count) break;
    if (!meet_steps(&w, p->queue[i])) return false;
  }
  p->has_gaps = true;
  return true;
}
