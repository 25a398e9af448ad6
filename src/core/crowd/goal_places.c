/* goal_places.c: finds the places of a goal: see goals.h and place_order.h. */
#include "crowd/goals.h"

/* Meet the nodes from which steps lead to one that was passed. False if out of memory. */
static bool meet_around(as_goals *gs, uint32_t goal, as_ground *ground, uint32_t slot)
{
  const uint32_t count = as_ground_list(ground, gs->memory, slot);
  uint32_t i;
  if (count == UINT32_MAX) return false;
  for (i = 0; i < count; i++) {
    const uint32_t from = ground->list[i].slot;
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
static bool walk_on(as_goals *gs, uint32_t goal, as_ground *ground)
{
  as_places *p = &gs->list[goal].places;
  const double g = p->front[0].g;
  const uint32_t from = p->order_count;
  while (p->front_count > 0 && p->front[0].g == g) {
    const as_near_node node = as_places_pass(p);
    if (as_ground_enterable(ground, node.slot) && !as_places_append(p, gs->memory, &node)) return false;
    if (!meet_around(gs, goal, ground, node.slot)) return false;
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

/* Find how many nodes of the order it takes to have `*count` that are not held; if there are fewer, *count becomes less. */
static bool find_length(as_goals *gs, uint32_t goal, as_ground *ground, as_is_held *held, const void *context,
                        uint32_t *count, uint32_t *length)
{
  as_places *p = &gs->list[goal].places;
  uint32_t found = 0, i = 0;
  if (*count > 0 && !begin_walk(gs, goal)) return false;
  while (found < *count && (i < p->order_count || p->front_count > 0)) {
    if (i == p->order_count && !walk_on(gs, goal, ground)) return false;
    for (; i < p->order_count && found < *count; i++) found += !(held && held(context, p->order[i].slot));
  }
  *count = found;
  *length = i;
  return true;
}

bool as_goals_places(as_goals *gs, uint32_t goal, uint32_t count, as_is_held *held, const void *context)
{
  as_places *p = &gs->list[goal].places;
  as_ground *ground = as_goals_ground(gs, gs->list[goal].unit);
  uint32_t length = 0;
  astar_assert(gs->list[goal].shared);
  if (!as_goals_live(gs, goal)) count = 0;
  if (!ground) return false;
  if (!find_length(gs, goal, ground, held, context, &count, &length)) {
    as_places_forget(p); /* it was interrupted */
    return false;
  }
  return as_places_choose(p, gs->memory, length, count, held, context);
}
