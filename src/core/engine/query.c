/* visits.c: what can be asked of a search: its status, the nodes that it has reached, their paths; see astar.h. */
#include "engine/search.h"

#include "engine/path.h"

#include <string.h>

static astar_id id_of(const astar_search *s, uint32_t slot)
{
  return slot == AS_NO_SLOT ? ASTAR_NO_ID : as_id(s->layout, slot);
}

astar_status astar_search_status(const astar_search *s)
{
  if (s->status == ASTAR_SEARCHING && s->space.version != s->space.ops->version(s->space.self)) return ASTAR_STALE;
  return s->status;
}

bool astar_search_jumps(const astar_search *s)
{
  return s->jump.bitmap != NULL;
}

uint64_t astar_search_expanded(const astar_search *s)
{
  return s->expanded;
}

astar_id astar_search_current(const astar_search *s)
{
  return id_of(s, s->current);
}

astar_id astar_search_start(const astar_search *s)
{
  return s->def.start;
}

astar_id astar_search_goal(const astar_search *s)
{
  if (s->found != AS_NO_SLOT) return id_of(s, s->found);
  return s->def.goal_count == 1 ? s->ids[0] : ASTAR_NO_ID;
}

uint32_t astar_search_goal_count(const astar_search *s)
{
  return s->def.goal_count;
}

astar_id astar_search_goal_at(const astar_search *s, uint32_t index)
{
  astar_assert(index < s->def.goal_count);
  return s->ids[index];
}

/*
** As estimate_of, at any time: the space's slots may have changed since. The best heuristic of a
** grid looks at its cells only, which stay where they are, or at waypoints where they are now.
*/
static double estimate_asked(const astar_search *s, uint32_t slot)
{
  double place[3];
  if (s->records.extras > 0) return *as_records_extras(&s->records, slot);
  if (s->space.scale == 0) return 0;
  if (s->best) return as_search_best_estimate(s, as_slot(s->space.layout, id_of(s, slot)));
  as_search_locate(s, id_of(s, slot), place);
  return as_search_estimate_from(s, place);
}

static astar_visit visit_slot(const astar_search *s, uint32_t slot)
{
  const as_record *record = as_records_find(&s->records, slot);
  astar_visit visit;
  memset(&visit, 0, sizeof visit);
  visit.id = id_of(s, slot);
  visit.state = record ? as_state_of(record) : ASTAR_NONE;
  if (visit.state == ASTAR_OPEN || visit.state == ASTAR_CLOSED) {
    visit.parent = id_of(s, record->parent);
    visit.cost = record->g;
    visit.estimate = estimate_asked(s, slot);
  }
  return visit;
}

astar_visit astar_search_visit(const astar_search *s, astar_id id)
{
  uint32_t slot = s->layout ? as_slot(s->layout, id) : AS_NO_SLOT;
  astar_visit visit;
  /* An id made after the run began has a slot in the layout, but no record. */
  if (slot != AS_NO_SLOT) return visit_slot(s, slot);
  memset(&visit, 0, sizeof visit);
  visit.id = id;
  return visit;
}

uint32_t astar_search_touched(const astar_search *s)
{
  return s->touched_count;
}

astar_visit astar_search_touched_at(const astar_search *s, uint32_t index)
{
  astar_assert(index < s->touched_count);
  return visit_slot(s, s->touched[index]);
}

astar_id astar_search_closest(const astar_search *s)
{
  uint32_t i, best = AS_NO_SLOT;
  double best_h = INFINITY, best_g = 0;
  for (i = 0; i < s->touched_count; i++) {
    const as_record *record = as_records_peek(&s->records, s->touched[i]);
    double h;
    if (as_state_of(record) == ASTAR_EXCLUDED) continue;
    h = estimate_asked(s, s->touched[i]);
    if (h < best_h || (h == best_h && record->g < best_g)) {
      best = s->touched[i];
      best_h = h;
      best_g = record->g;
    }
  }
  return id_of(s, best);
}

astar_id astar_search_partial(const astar_search *s)
{
  return id_of(s, s->partial);
}

/* ---- On a plane ---- */

bool astar_search_place(const astar_search *s, astar_id id, double xy[2])
{
  const uint32_t slot = id - 1;
  const as_record *record = s->layout ? as_records_find(&s->records, slot) : NULL;
  const double *place;
  if (slot < AS_SLOT_POINTS) {
    if (slot == AS_SLOT_GOAL && !s->ground->aimed) return false;
    place = s->ground->ends[slot];
  } else {
    if (!record || as_state_of(record) == ASTAR_NONE || s->records.extras < 3) return false;
    place = as_records_extras(&s->records, slot) + 1;
  }
  memcpy(xy, place, 2 * sizeof *xy);
  return true;
}

astar_id astar_search_find(const astar_search *s, double x, double y)
{
  uint32_t i;
  for (i = 0; i < s->touched_count; i++) {
    double xy[2];
    if (astar_search_place(s, s->touched[i] + 1, xy) && xy[0] == x && xy[1] == y) return s->touched[i] + 1;
  }
  return ASTAR_NO_ID;
}

uint32_t astar_search_ray_count(const astar_search *s)
{
  return s->ground->ray_count;
}

astar_ray astar_search_ray_at(const astar_search *s, uint32_t index)
{
  astar_assert(index < s->ground->ray_count);
  return s->ground->rays[index];
}

uint64_t astar_search_casts(const astar_search *s)
{
  return s->ground->casts;
}

/* ---- Paths ---- */

/* Steps from a node's parent to it: more than one between jump points. */
static uint32_t steps_to(const astar_search *s, uint32_t slot, uint32_t parent)
{
  return s->jump.bitmap ? as_jump_steps(s->graph, parent, slot) : 1;
}

uint32_t astar_search_trace(const astar_search *s, astar_id id)
{
  uint32_t slot = s->layout ? as_slot(s->layout, id) : AS_NO_SLOT, count = 1, parent;
  const as_record *record = slot == AS_NO_SLOT ? NULL : as_records_find(&s->records, slot);
  if (!record || as_state_of(record) == ASTAR_NONE || as_state_of(record) == ASTAR_EXCLUDED) return 0;
  for (; (parent = as_records_peek(&s->records, slot)->parent) != AS_NO_SLOT; slot = parent)
    count += steps_to(s, slot, parent);
  return count;
}

static void write_waypoint(const astar_search *s, uint32_t slot, astar_waypoint *waypoint)
{
  if (s->records.extras > 1) {
    /* Where the node was then: there may be another corner of that number by now. */
    const double *extras = as_records_extras(&s->records, slot);
    memset(waypoint, 0, sizeof *waypoint);
    waypoint->x = extras[1];
    waypoint->y = extras[2];
    return;
  }
  s->space.ops->waypoint(s->space.self, id_of(s, slot), waypoint);
}

void astar_search_path(const astar_search *s, astar_id id, astar_path *path)
{
  uint32_t slot = as_slot(s->layout, id), at = astar_search_trace(s, id), parent, steps;
  astar_assert(at > 0);
  path->cost = as_records_peek(&s->records, slot)->g;
  path->count = at;
  path->partial = false;
  memset(path->wrap, 0, sizeof path->wrap);
  if (s->graph) as_space_wrap(s->graph, path->wrap);
  write_waypoint(s, slot, &path->points[--at]);
  for (; (parent = as_records_peek(&s->records, slot)->parent) != AS_NO_SLOT; slot = parent) {
    steps = steps_to(s, slot, parent);
    at -= steps;
    write_waypoint(s, parent, &path->points[at]);
    if (steps > 1) as_jump_walk(s->graph, parent, slot, &path->points[at + 1]);
  }
  astar_assert(at == 0);
  as_path_measure(path);
}
