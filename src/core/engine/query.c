/* query.c: reading the results of a search: its status, the nodes that it has reached, their paths; see astar.h. */
#include "engine/edits.h"

#include "engine/path.h"

#include <string.h>

/* ---- Status ---- */

const char *astar_status_name(astar_status status)
{
  static const char *const names[] = {"searching", "found",   "unreachable", "done",          "limit",
                                      "stale",     "blocked", "wants cost",  "wants estimate", "out of memory"};
  return (unsigned)status < sizeof names / sizeof *names ? names[status] : "unknown";
}

static astar_id id_of(const astar_search *s, uint32_t slot)
{
  return slot == AS_NO_SLOT ? ASTAR_NO_ID : as_search_id(s, slot);
}

astar_status astar_search_status(astar_search *s)
{
  if (s->status == ASTAR_SEARCHING && !s->unseen && as_search_is_edited(s) && !as_edits_follow(s))
    s->status = ASTAR_STALE;
  return s->status;
}

uint64_t astar_search_expanded(const astar_search *s)
{
  return s->expanded;
}

astar_id astar_search_current(const astar_search *s)
{
  return id_of(s, s->current);
}

bool astar_search_reverse(const astar_search *s)
{
  return s->def.reverse;
}

astar_id astar_search_start(const astar_search *s)
{
  return s->def.start;
}

astar_id astar_search_goal(const astar_search *s)
{
  if (s->found != AS_NO_SLOT && s->phase != AS_PHASE_UPDATE) {
    uint32_t slot = s->found, parent;
    while (s->def.reverse && (parent = as_records_peek(&s->records, slot)->parent) != AS_NO_SLOT) slot = parent;
    return id_of(s, slot);
  }
  return s->goals.count == 1 ? s->goals.ids[0] : ASTAR_NO_ID;
}

bool astar_search_has_costs(const astar_search *s)
{
  return s->def.goal_costs != NULL;
}

bool astar_search_away(const astar_search *s)
{
  return s->def.away;
}

astar_id astar_search_found(const astar_search *s)
{
  return id_of(s, s->found);
}

uint32_t astar_search_goal_count(const astar_search *s)
{
  return s->def.goal_count;
}

astar_id astar_search_goal_at(const astar_search *s, uint32_t index)
{
  astar_assert(index < s->def.goal_count);
  return s->goals.ids[index];
}

astar_smooth_def astar_default_smooth(void)
{
  astar_smooth_def def;
  memset(&def, 0, sizeof def);
  return def;
}

bool astar_search_smoothing(const astar_search *s, astar_smooth_def *def)
{
  const astar_search_def *d = &s->def;
  *def = astar_default_smooth();
  def->unit = d->unit;
  def->layers = d->layers;
  def->layer_count = d->layer_count;
  def->avoid_ids = d->avoid_ids;
  def->avoid_count = d->avoid_count;
  def->discs = d->discs;
  return !d->ask_cost && !d->only && d->stop_count == 0 && d->pass_count == 0 && d->moves == 0 && d->turn_cost == 0 &&
         d->turn_limit == 0;
}

/* ---- Nodes ---- */

static double estimate_of(const astar_search *s, uint32_t slot)
{
  if (s->records.columns > 0) return *as_records_columns(&s->records, slot);
  return as_estimate_id(&s->heuristic, &s->space, id_of(s, slot));
}

/* The record of a node that has been reached: open or closed; else NULL. Any slot. */
static const as_record *reached(const astar_search *s, uint32_t slot)
{
  const as_record *record = slot == AS_NO_SLOT ? NULL : as_records_find(&s->records, slot);
  return record && as_is_reached(record) ? record : NULL;
}

/*
** The cost of a node that has been reached: in points if there are turns. Then it is the sum along the path: a node may
** get a better path without an earlier arrival at the nodes after it, where the unit waits for the next turn.
*/
static double cost_of(const astar_search *s, uint32_t slot, const as_record *record)
{
  double sum = 0;
  if (s->def.moves == 0) return record->g;
  for (; slot != AS_NO_SLOT; slot = as_records_peek(&s->records, slot)->parent)
    sum += as_records_columns(&s->records, slot)[1];
  return sum;
}

/* The state that answers for the node with an id, or AS_NO_SLOT. Any id. */
static uint32_t slot_of(const astar_search *s, astar_id id)
{
  const uint32_t node = s->layout ? as_search_node(s, id) : AS_NO_SLOT; /* there is none before the first run */
  return node == AS_NO_SLOT || as_is_one_state(s) ? node : as_search_best(s, node);
}

static astar_visit visit_slot(const astar_search *s, astar_id id, uint32_t slot)
{
  const as_record *record = slot == AS_NO_SLOT ? NULL : as_records_find(&s->records, slot);
  astar_visit visit;
  memset(&visit, 0, sizeof visit);
  visit.id = id;
  visit.state = record ? as_state_of(record) : ASTAR_NONE;
  if (reached(s, slot)) {
    visit.parent = id_of(s, record->parent);
    visit.cost = cost_of(s, slot, record);
    visit.estimate = estimate_of(s, slot);
  }
  return visit;
}

astar_visit astar_search_visit(const astar_search *s, astar_id id)
{
  return visit_slot(s, id, slot_of(s, id));
}

bool astar_search_turns(const astar_search *s, astar_id id, double *turn, double *left)
{
  const as_record *record = reached(s, slot_of(s, id));
  const as_turns *t = &s->space.rules.turns;
  if (!record || s->def.moves == 0) return false;
  *turn = as_turns_before(t, record->g) + 1;
  *left = as_turns_left(t, record->g);
  return true;
}

uint32_t astar_search_touched(const astar_search *s)
{
  return s->touched_count;
}

astar_visit astar_search_touched_at(const astar_search *s, uint32_t index)
{
  uint32_t slot;
  astar_visit visit;
  astar_assert(index < s->touched_count);
  slot = s->touched[index];
  visit = visit_slot(s, as_search_id(s, slot), slot);
  /* A node is told once, in the state that answers for it. */
  if (!as_is_one_state(s) && as_search_best(s, as_state_node(&s->space.rules, as_search_state(s, slot))) != slot)
    visit.state = ASTAR_NONE;
  return visit;
}

astar_id astar_search_closest(const astar_search *s)
{
  uint32_t i, closest = AS_NO_SLOT;
  double least_h = INFINITY, least_g = 0;
  for (i = 0; i < s->touched_count; i++) {
    const as_record *record = reached(s, s->touched[i]);
    double h;
    if (!record || !as_may_end(s, as_search_id(s, s->touched[i]))) continue;
    h = estimate_of(s, s->touched[i]);
    if (h < least_h || (h == least_h && record->g < least_g)) {
      closest = s->touched[i];
      least_h = h;
      least_g = record->g;
    }
  }
  return id_of(s, closest);
}

astar_id astar_search_partial(const astar_search *s)
{
  const bool ended = s->status == ASTAR_UNREACHABLE || s->status == ASTAR_LIMIT || s->status == ASTAR_BLOCKED;
  return ended ? id_of(s, s->partial) : ASTAR_NO_ID;
}

/* ---- Paths ---- */

/*
** The number of steps from a node's parent to it: more than one between jump points. *corner is the slot between them
** where the direction changes, or AS_NO_SLOT.
*/
static uint32_t steps_between(const astar_search *s, uint32_t parent, uint32_t slot, uint32_t *corner)
{
  *corner = AS_NO_SLOT;
  return s->space.ops->steps ? s->space.ops->steps(s->space.self, parent, slot, corner) : 1;
}

static void write_waypoint(const astar_search *s, uint32_t slot, astar_waypoint *waypoint)
{
  s->space.ops->waypoint(s->space.self, id_of(s, slot), waypoint);
  if (s->records.columns > AS_TURN_COLUMNS) {
    /* The place at the time of the run: since then the slot may have got another one. */
    const double *columns = as_records_columns(&s->records, slot);
    waypoint->x = columns[1];
    waypoint->y = columns[2];
  }
}

/* Whether a state is at the place of one before it, without a link between them. */
static bool is_stacked(const astar_search *s, uint32_t earlier, uint32_t slot)
{
  astar_waypoint from, to;
  write_waypoint(s, earlier, &from);
  write_waypoint(s, slot, &to);
  return from.id == ASTAR_NO_LINK && from.x == to.x && from.y == to.y;
}

/* The first state before one that is at another place, from `at` on, or AS_NO_SLOT. */
static uint32_t elsewhere(const astar_search *s, uint32_t at, uint32_t slot)
{
  while (at != AS_NO_SLOT && is_stacked(s, at, slot)) at = as_records_peek(&s->records, at)->parent;
  return at;
}

/* The state before one on a path, or AS_NO_SLOT. Of those at one place only the last is on it. */
static inline uint32_t before(const astar_search *s, uint32_t slot)
{
  const uint32_t parent = as_records_peek(&s->records, slot)->parent;
  return s->space.stacked ? elsewhere(s, parent, slot) : parent;
}

/* The number of nodes of the path to a slot, and of corners; 0 if it was not reached. */
static uint32_t trace(const astar_search *s, uint32_t slot, uint32_t *corners)
{
  uint32_t count = 1, parent, corner;
  *corners = 1;
  /* While a repair is under way, parents may lead nowhere. */
  if (!reached(s, slot) || s->phase == AS_PHASE_UPDATE) return 0;
  if (!s->def.reverse && !as_may_end(s, as_search_id(s, slot))) return 0;
  for (; (parent = before(s, slot)) != AS_NO_SLOT; slot = parent) {
    count += steps_between(s, parent, slot, &corner);
    *corners += corner == AS_NO_SLOT ? 1 : 2;
  }
  return count;
}

/* Whether a kernel has found the path to a node. */
static bool is_answered(const astar_search *s, astar_id id)
{
  return s->answer && slot_of(s, id) == s->found;
}

uint32_t astar_search_trace(const astar_search *s, astar_id id)
{
  uint32_t corners;
  if (is_answered(s, id)) return s->answer->count;
  return trace(s, slot_of(s, id), &corners);
}

size_t astar_search_path_size(const astar_search *s, astar_id id)
{
  uint32_t corners, count;
  if (is_answered(s, id)) return s->answer_size;
  count = trace(s, slot_of(s, id), &corners);
  if (count == 0) return 0;
  return s->space.ops->steps ? as_path_corners_size(corners) : astar_path_size(count);
}

static void put_corner(const astar_search *s, uint32_t slot, uint32_t index, astar_corner *corner)
{
  corner->id = id_of(s, slot);
  corner->index = index;
}

/* Write the corners of a path of `at` nodes and `left` corners, from its end to the start. */
static void write_corners(const astar_search *s, uint32_t slot, uint32_t at, uint32_t left, astar_corner *corners)
{
  uint32_t parent, corner, steps;
  put_corner(s, slot, --at, &corners[--left]);
  for (; (parent = as_records_peek(&s->records, slot)->parent) != AS_NO_SLOT; slot = parent) {
    steps = steps_between(s, parent, slot, &corner);
    if (corner != AS_NO_SLOT) {
      uint32_t none;
      put_corner(s, corner, at - steps_between(s, corner, slot, &none), &corners[--left]);
    }
    at -= steps;
    put_corner(s, parent, at, &corners[--left]);
  }
  astar_assert(at == 0 && left == 0);
}

/* Set the costs of the waypoints of a path to, or backwards from, a slot. */
static void write_costs(const astar_search *s, uint32_t slot, astar_path *path)
{
  const bool turns = s->def.moves > 0;
  double after = 0; /* the cost of the steps after the node, if there are turns */
  uint32_t at;
  for (at = 0; at < path->count; at++) {
    const as_record *record = as_records_peek(&s->records, slot);
    astar_waypoint *w = &path->points[s->def.reverse ? at : path->count - 1 - at];
    if (s->def.reverse) w->cost = path->cost - record->g;
    else w->cost = turns ? path->cost - after : record->g;
    if (turns) after += as_records_columns(&s->records, slot)[1];
    slot = before(s, slot);
  }
}

#ifndef NDEBUG
/* Whether a path on a plane, where nothing else costs, costs its length, but for rounding and what links cost. */
static bool costs_its_length(const astar_path *path)
{
  const astar_waypoint *w = path->points, *last = &w[path->count - 1];
  double beside = 0, sum = last->along;
  for (; w < last; w++) {
    if (w->id == ASTAR_NO_ID) continue;
    sum += w[1].cost;
    beside += w[1].cost - w->cost - (w[1].along - w->along);
  }
  return fabs(path->cost - last->along - beside) <= sum * 1e-9;
}
#endif

void astar_search_path(const astar_search *s, astar_id id, astar_path *path)
{
  const uint32_t end = slot_of(s, id);
  const bool has_corners = s->space.ops->steps != NULL;
  uint32_t slot, corners, count, at;
  if (is_answered(s, id)) {
    memcpy(path, s->answer, s->answer_size);
    return;
  }
  count = trace(s, end, &corners);
  astar_assert(count > 0);
  as_path_begin(path, &s->space, count, has_corners ? corners : 0, cost_of(s, end, as_records_peek(&s->records, end)));
  path->radius = s->def.radius;
  path->unit = s->def.unit;
  if (s->def.moves > 0) (void)astar_search_turns(s, id, &path->turn, &path->left);
  if (has_corners) {
    write_corners(s, end, count, corners, as_path_corners(path));
  } else {
    /* Backwards, the parents lead to the goal. */
    for (at = 0, slot = end; at < count; slot = before(s, slot), at++)
      write_waypoint(s, slot, &path->points[s->def.reverse ? at : count - 1 - at]);
    astar_assert(slot == AS_NO_SLOT);
    write_costs(s, end, path);
  }
  as_path_measure(path);
  astar_assert(!s->space.fleeting || costs_its_length(path));
}
