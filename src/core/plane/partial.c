/* partial.c: see partial.h. */
#include "plane/partial.h"

#include "geometry/distance.h"
#include "plane/nearest.h"
#include "plane/standing.h"

#include <string.h>

/* ---- Beginning ---- */

/* Move an end to the nearest place where one can stand; it stays where it is if there is none. */
static astar_result take_end(as_aim *aim, astar_plane *p, as_radius_layer *l, int i)
{
  double found[2], distance;
  as_near_answer answer;
  memcpy(found, aim->ends[i], sizeof found);
  if (as_plane_stand(p, l, found) != AS_OCCUPIED) return ASTAR_OK;
  aim->missed = ASTAR_BLOCKED;
  answer = as_plane_find_nearest(p, l, aim->ends[i], NULL, true, found, &distance);
  if (answer == AS_NEAR_FOUND) memcpy(aim->ends[i], found, sizeof found);
  return answer == AS_NEAR_NO_MEMORY ? ASTAR_NO_MEMORY : ASTAR_OK;
}

/* Move the goal to where one can get from the start over the ground, if it is known that there is no way to it. */
static astar_result take_reachable(as_aim *aim, astar_plane *p, as_radius_layer *l)
{
  as_joiner joiner = {{NULL, NULL}};
  as_joined joined;
  double start[2], goal[2], found[2], distance;
  as_near_answer answer;
  memcpy(start, aim->ends[0], sizeof start);
  memcpy(goal, aim->ends[1], sizeof goal);
  if (as_plane_stand(p, l, start) == AS_OCCUPIED || as_plane_stand(p, l, goal) == AS_OCCUPIED) return ASTAR_OK;
  joined = as_plane_joined(&joiner, p, l, start, goal, true);
  as_joiner_free(&joiner);
  if (joined != AS_JOINED_NO) return joined == AS_JOINED_NO_MEMORY ? ASTAR_NO_MEMORY : ASTAR_OK;
  answer = as_plane_find_nearest(p, l, aim->asked, start, true, found, &distance);
  if (answer == AS_NEAR_NO_MEMORY) return ASTAR_NO_MEMORY;
  if (answer == AS_NEAR_NONE) return ASTAR_OK;
  memcpy(aim->ends[1], found, sizeof found);
  if (aim->missed == ASTAR_FOUND) aim->missed = ASTAR_UNREACHABLE;
  return ASTAR_OK;
}

static void read_place(const astar_place *from, double place[2])
{
  place[0] = as_coordinate(from->x);
  place[1] = as_coordinate(from->y);
}

astar_result as_aim_take(as_aim *aim, astar_plane *p, as_radius_layer *l, const astar_search_def *def)
{
  astar_result result;
  memset(aim, 0, sizeof *aim);
  aim->missed = ASTAR_FOUND;
  read_place(def->start_place, aim->ends[0]);
  if (def->goal_count > 0) read_place(def->goal_places, aim->asked);
  memcpy(aim->ends[1], aim->asked, sizeof aim->asked);
  if (!def->partial) return ASTAR_OK;
  result = take_end(aim, p, l, 0);
  if (result != ASTAR_OK || def->goal_count == 0) return result;
  result = take_end(aim, p, l, 1);
  /* With a limit the search might end before it finds out, so what is known must not count. */
  if (result != ASTAR_OK || def->max_cost < INFINITY || def->max_steps < UINT64_MAX || !as_plane_parts_any(l) ||
      as_may_hop(p, def->ground))
    return result;
  return take_reachable(aim, p, l);
}

/* ---- Ending ---- */

/* The place of a node that the search has reached. */
static void place_of(const astar_search *s, uint32_t slot, double place[2])
{
  double scratch[3];
  memcpy(place, s->space.ops->position(s->space.self, slot, scratch), 2 * sizeof *place);
}

/* Choose the reached node that is nearest to the goal; the cheapest of equally near ones, then the first touched. */
static void choose_node(astar_search *s, const as_plane_run *r)
{
  double least = INFINITY, least_g = 0;
  uint32_t i;
  for (i = 0; i < s->touched_count; i++) {
    const double g = as_records_peek(&s->records, s->touched[i])->g;
    double place[2], distance;
    place_of(s, s->touched[i], place);
    distance = as_distance_flat(place, r->asked);
    if (distance > least || (distance == least && g >= least_g)) continue;
    least = distance;
    least_g = g;
    s->partial = s->touched[i];
  }
}

/* Set the record of a node on the path of another search. There is memory for it. */
static void take_node(astar_search *s, const astar_search *other, uint32_t slot)
{
  const as_record *from = as_records_peek(&other->records, slot);
  as_record *record = as_records_touch(&s->records, &s->memory, slot);
  if (as_state_of(record) == ASTAR_NONE) {
    s->touched[s->touched_count++] = slot;
    if (s->records.columns > 0) {
      double *columns = as_records_columns(&s->records, slot);
      columns[0] = as_estimate(&s->heuristic, &s->space, slot);
      if (s->records.columns > 1) place_of(s, slot, columns + 1);
    }
  }
  record->g = from->g;
  record->parent = from->parent;
  record->mark = as_with_state(record->mark, ASTAR_CLOSED);
}

/*
** End at a place that can be reached: it becomes that of the goal's node. The path is that of a search to it, as of a
** later run that knows that the goal cannot be reached.
*/
static astar_status end_at(astar_search *s, as_plane_run *r, const double place[2])
{
  astar_search *to = NULL;
  astar_status status = ASTAR_OUT_OF_MEMORY;
  uint32_t slot, count = 0;
  if (as_plane_search(&to, r->plane, r->layer, r->ends[0], place, &s->def) == ASTAR_OK)
    status = astar_search_step(to, UINT64_MAX);
  if (status == ASTAR_FOUND) {
    for (slot = to->found; slot != AS_NO_SLOT; slot = as_records_peek(&to->records, slot)->parent) {
      count++;
      if (!as_records_touch(&s->records, &s->memory, slot)) status = ASTAR_OUT_OF_MEMORY;
    }
    if (!as_reserve(&s->memory, &s->touched, &s->touched_capacity, (uint64_t)s->touched_count + count,
                    sizeof *s->touched))
      status = ASTAR_OUT_OF_MEMORY;
  }
  if (status == ASTAR_FOUND) {
    as_plane_run_set_goal(r, place);
    for (slot = to->found; slot != AS_NO_SLOT; slot = as_records_peek(&to->records, slot)->parent)
      take_node(s, to, slot);
    s->partial = to->found;
  }
  astar_search_destroy(to);
  return status;
}

/* The goal is in another part than the start: end at the place that is nearest to it. */
static astar_status end_unreachable(astar_search *s, as_plane_run *r)
{
  double found[2], distance;
  as_near_answer answer;
  if (!as_plane_parts_learn(r->plane, r->layer, s)) return ASTAR_OUT_OF_MEMORY;
  answer = as_plane_find_nearest(r->plane, r->layer, r->asked, r->ends[0], s->def.ground, found, &distance);
  if (answer == AS_NEAR_NO_MEMORY) return ASTAR_OUT_OF_MEMORY;
  if (answer == AS_NEAR_FOUND && as_same_place(found, r->ends[0])) s->partial = AS_SLOT_START;
  else if (answer == AS_NEAR_FOUND && end_at(s, r, found) == ASTAR_OUT_OF_MEMORY) return ASTAR_OUT_OF_MEMORY;
  if (s->partial == AS_NO_SLOT) choose_node(s, r);
  return r->missed == ASTAR_FOUND ? ASTAR_UNREACHABLE : r->missed;
}

static astar_status end_partial(as_plane_run *r, astar_search *s, astar_status status)
{
  if (!r->has_goal) return status;
  if (status == ASTAR_UNREACHABLE) return end_unreachable(s, r);
  if (status != ASTAR_FOUND) {
    choose_node(s, r);
  } else if (r->missed != ASTAR_FOUND) {
    s->partial = s->found;
    s->found = AS_NO_SLOT;
    status = r->missed;
  }
  return status;
}

void as_aim_apply(const as_aim *aim, const astar_search_def *def, as_plane_run *r)
{
  r->given[0] = *def->start_place;
  if (def->goal_count > 0) r->given[1] = *def->goal_places;
  if (!def->partial) return;
  memcpy(r->asked, aim->asked, sizeof r->asked);
  r->missed = aim->missed;
  r->end = end_partial;
}
