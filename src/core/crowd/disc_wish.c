/*
** disc_wish.c: where discs wish to go: along the points of their paths, in the directions of flows; and whether they
** come nearer. See discs.h; disc_flow.h for what flows say.
*/
#include "crowd/disc_detour.h"
#include "crowd/disc_flow.h"
#include "geometry/angle.h"
#include "graph/node.h"
#include "grid/grid.h"

/* Distances, as parts of the radius. */
#define NEARER 0.01 /* a gain of this counts as progress */
#define AT_END 0.5  /* nearer than this to the end of its path, it is there */
#define LOST 0.01   /* its way to a point overlaps obstacles by more than this: it has lost sight of it */

/* A disc waits for another, that for a third, and so on: so many are asked at most who is the last. */
#define CHAIN 64

/* So many seconds after a disc was first in a goal cell of its flow, it settles when it has waited for so many. */
#define RESTLESS 8.0
#define PUSHED_OUT 0.1

/* How many points ahead a disc looks at once. */
#define AHEAD 3

/* A disc with neither an obstacle nor a disc in its way moves at least with this part of its speed. */
#define MOVES 0.1

/* The seconds over which its pace is averaged. */
#define OF_LATE 0.1

/* ---- The queue ---- */

void as_disc_enqueue(astar_discs *d, uint32_t index)
{
  as_disc *a = &d->discs[index];
  if (a->queued) return;
  a->queued = true;
  a->looked = false;
  a->next = AS_NO_DISC;
  a->before = d->queue_last;
  if (d->queue_last == AS_NO_DISC) d->queue_first = index;
  else d->discs[d->queue_last].next = index;
  d->queue_last = index;
}

void as_disc_dequeue(astar_discs *d, uint32_t index)
{
  as_disc *a = &d->discs[index];
  if (!a->queued) return;
  as_discs_leave_query(d, index);
  a->queued = false;
  if (a->before == AS_NO_DISC) d->queue_first = a->next;
  else d->discs[a->before].next = a->next;
  if (a->next == AS_NO_DISC) d->queue_last = a->before;
  else d->discs[a->next].before = a->before;
}

/* ---- Points ---- */

uint32_t as_wish_points(const astar_wish *wish)
{
  if (wish->kind == ASTAR_WISH_PATH) return wish->path->count;
  return wish->kind == ASTAR_WISH_PLACE ? 1 : 0;
}

/* The end of the segment of its points that is nearest to a disc. */
static uint32_t nearest_point(const as_disc *a)
{
  double nearest = INFINITY;
  uint32_t i, found = 0;
  for (i = 1; i < a->point_count; i++) {
    const double distance = as_disc_distance_from(a->at, a->points[i - 1].at, a->points[i].at);
    if (distance >= nearest) continue;
    nearest = distance;
    found = i;
  }
  return found;
}

void as_disc_refresh(as_disc *a)
{
  a->best = as_disc_has_goal(a) ? INFINITY : 0;
  a->waited = 0;
}

void as_disc_begin_way(as_disc *a)
{
  a->least = INFINITY;
  a->since = 0;
  as_disc_refresh(a);
}

void as_disc_take_wish(astar_discs *d, uint32_t index, const astar_wish *wish)
{
  as_disc *a = &d->discs[index];
  /*
  ** A disc that gets another place in each frame keeps its turn, and until that comes goes along the points that it
  ** has.
  */
  const bool follows = wish->kind == ASTAR_WISH_PLACE && a->wish == ASTAR_WISH_PLACE;
  if (follows && a->target[0] == as_disc_clamp(wish->x) && a->target[1] == as_disc_clamp(wish->y)) return;
  if (!follows) {
    as_disc_dequeue(d, index);
    a->point_count = a->aim = 0;
  }
  a->looked = false;
  a->wish = (uint8_t)wish->kind;
  a->status = wish->kind == ASTAR_WISH_NONE ? ASTAR_AGENT_ARRIVED : ASTAR_AGENT_MOVING;
  a->target[0] = a->target[1] = 0;
  a->flow = 0;
  a->partial = a->settled = a->returns = a->closed = false;
  a->there = 0;
  a->by = a->leader = AS_NO_DISC;
  a->held = a->demand[0] = a->demand[1] = 0;
  as_disc_leave(a);
  a->joint = 0;
  a->pusher = AS_NO_DISC;
  a->pushes = 0;
  a->pace = 1;
  a->detour = -1;
  a->aside = 0;
  a->stood = 0;
  as_disc_begin_way(a);
  if (wish->kind == ASTAR_WISH_VELOCITY || wish->kind == ASTAR_WISH_PLACE) {
    a->target[0] = as_disc_clamp(wish->x);
    a->target[1] = as_disc_clamp(wish->y);
  }
  if (wish->kind == ASTAR_WISH_FLOW) a->flow = wish->flow;
  if (wish->kind == ASTAR_WISH_PLACE) as_disc_enqueue(d, index);
  if (wish->kind == ASTAR_WISH_PATH) {
    a->point_count = wish->path->count;
    as_disc_write_points(a->points, wish->path);
    as_disc_measure_points(a);
    a->aim = nearest_point(a);
    memcpy(a->target, a->points[a->point_count - 1].at, sizeof a->target);
  }
}

/* ---- Edits ---- */

/* Whether one of the edits since a version may concern a segment. */
static bool may_concern(const astar_plane *p, uint64_t since, const double a[2], const double b[2], double radius)
{
  as_box box = as_box_of_point(a);
  const as_box *edit;
  uint32_t i;
  int k;
  if (since > p->version || !as_plane_knows_edits(p, since)) return true;
  as_box_extend(&box, b);
  for (k = 0; k < 2; k++) {
    box.low[k] -= radius;
    box.high[k] += radius;
  }
  for (i = 0; (edit = as_plane_edit_box(p, since, i)) != NULL; i++) {
    if (as_boxes_touch(&box, edit)) return true;
  }
  return false;
}

/* Whether something is in the way of the rest of its points that was not there in a version. */
static bool is_cut_off(const astar_plane *p, uint64_t since, const as_disc *a)
{
  const double *from = a->at;
  uint32_t i;
  for (i = a->aim; i < a->point_count; i++) {
    const double *to = a->points[i].at;
    if (may_concern(p, since, from, to, a->radius) && !as_disc_sees(p, from, to, a->radius)) return true;
    from = to;
  }
  return false;
}

/* The plane of a disc is another one than it was in a version. */
static void look_around(astar_discs *d, uint32_t index, astar_plane *p, uint64_t since)
{
  as_disc *a = &d->discs[index];
  a->clear = 0;
  if (a->inside || may_concern(p, since, a->at, a->at, a->radius)) {
    a->escapes = false;
    a->inside = as_disc_stands_badly(p, a->at, a->radius);
  }
  /* Who is pushed out of an obstacle needs another path, too. */
  if (a->partial || (a->inside && as_disc_has_goal(a)) || is_cut_off(p, since, a)) as_disc_enqueue(d, index);
}

void as_discs_follow_edits(astar_discs *d)
{
  uint32_t i;
  if (as_discs_know_edits(d)) return;
  d->query.running = false;
  for (i = 0; i < d->count; i++) {
    const as_disc_kind *k = &d->kinds[d->discs[i].kind];
    const as_unit_plane *p = &d->planes[k->plane];
    if (!as_disc_is_live(&d->discs[i])) continue;
    if (k->moved || p->seen != p->plane->version) look_around(d, i, p->plane, k->moved ? UINT64_MAX : p->seen);
  }
  for (i = 0; i < d->plane_count; i++) d->planes[i].seen = d->planes[i].plane->version;
  for (i = 0; i < d->kind_count; i++) d->kinds[i].moved = false;
}

astar_result as_discs_find_escapes(astar_discs *d)
{
  uint32_t i;
  for (i = 0; i < d->count; i++) {
    as_disc *a = &d->discs[i];
    astar_near_place near;
    if (!as_disc_is_live(a) || !a->inside || a->escapes) continue;
    if (astar_plane_nearest(as_plane_of(d, a), a->at, a->radius, NULL, &near) != ASTAR_OK) return ASTAR_NO_MEMORY;
    memcpy(a->escape, near.found ? near.at : a->at, sizeof a->escape);
    a->escapes = true;
  }
  return ASTAR_OK;
}

/* ---- Wishes ---- */

/*
** Aim at a later point that the disc sees; if it does not even see that at which it aims, at the one before, or search.
** It loses sight of a point later than it gets it: else it could go to and fro between two points, where sight depends
** on rounding.
*/
static void look_ahead(astar_discs *d, uint32_t index, as_disc *a)
{
  const double nearly = (1 - LOST) * a->radius;
  uint32_t steps = 0;
  while (steps < AHEAD && a->aim + 1 < a->point_count &&
         as_disc_sees_past(d, a, a->at, a->points[a->aim + 1].at, a->radius)) {
    a->aim++;
    steps++;
  }
  if (steps > 0 || a->queued || (d->ticks + index) % 8 != 0) return;
  if (as_disc_sees(as_plane_of(d, a), a->at, a->points[a->aim].at, nearly)) {
    /* Who stands in its way stands there for long: so it looks for a way round more rarely. */
    if ((d->ticks + index) % 64 == 0 && !a->closed && !as_disc_sees_past(d, a, a->at, a->points[a->aim].at, nearly))
      as_disc_enqueue(d, index);
    return;
  }
  /* To go back helps only if the way from there on is not cut off. */
  if (a->aim > 0 && as_disc_sees_past(d, a, a->at, a->points[a->aim - 1].at, a->radius) &&
      as_disc_sees(as_plane_of(d, a), a->points[a->aim - 1].at, a->points[a->aim].at, nearly))
    a->aim--;
  else if (a->wish == ASTAR_WISH_PLACE || !a->partial) as_disc_enqueue(d, index);
}

/* Go in a direction, which need not have length 1, up to so far. */
static void go(as_disc *a, double x, double y, double speed, double preferred[2])
{
  const double length = as_length(x, y, 0);
  int k;
  if (!(length > 0) || !(speed > 0)) return;
  a->heading[0] = x / length;
  a->heading[1] = y / length;
  for (k = 0; k < 2; k++) preferred[k] = a->heading[k] * speed;
}

static void follow_points(astar_discs *d, uint32_t index, double time, double preferred[2])
{
  as_disc *a = &d->discs[index];
  const as_disc_point *p;
  double distance;
  if (a->point_count == 0 || a->settled) return;
  if (a->status == ASTAR_AGENT_ARRIVED && (!isnan(a->arrive) || a->held > 0)) return;
  p = &a->points[a->aim];
  distance = as_disc_distance(a->at, p->at);
  if (a->status != ASTAR_AGENT_ARRIVED && ((d->ticks + index) % 4 == 0 || distance < 2 * a->radius)) {
    look_ahead(d, index, a);
    while (a->aim + 1 < a->point_count && as_disc_distance(a->at, a->points[a->aim].at) <= AS_DISC_PASSED * a->radius)
      a->aim++;
    p = &a->points[a->aim];
    distance = as_disc_distance(a->at, p->at);
  }
  /* It ends on each point that it does not see past: beyond that it may see neither the next nor the one before. */
  go(a, p->at[0] - a->at[0], p->at[1] - a->at[1], as_min(a->speed, distance / time), preferred);
}

/* A disc is where its flow leads on: it needs no way back. */
static void leave_points(astar_discs *d, uint32_t index)
{
  as_disc *a = &d->discs[index];
  as_disc_dequeue(d, index);
  a->point_count = a->aim = 0;
  a->partial = false;
}

/* Turn a direction aside, as the disc has chosen to. */
static void turn_aside(const as_disc *a, double direction[2])
{
  const double x = direction[0], y = direction[1];
  double sine, cosine;
  as_sine_cosine(AS_DISC_ASIDE * a->aside, &sine, &cosine);
  direction[0] = x * cosine - y * sine;
  direction[1] = x * sine + y * cosine;
}

const astar_search *as_disc_flow(const astar_discs *d, const as_disc *a)
{
  const astar_search *s = a->flow < d->flow_count ? d->flows[a->flow] : NULL;
  const astar_graph *g = s ? s->space.self : NULL;
  return g && d->def.level <= g->grid->def.levels ? s : NULL;
}

double as_disc_flow_left(const astar_discs *d, const as_disc *a, const double place[2])
{
  const astar_search *s = as_disc_flow(d, a);
  return s ? as_flow_left(s, as_discs_floor(d), place) : INFINITY;
}

/*
** Where its flow leads by a step for which discs have no room, a disc goes round, to where that step ends. Whether it
** does: then its wish is set.
*/
static bool go_round(astar_discs *d, uint32_t index, const astar_search *s, double time, double preferred[2])
{
  as_disc *a = &d->discs[index];
  if (a->detour >= 0 && as_flow_left(s, as_discs_floor(d), a->at) <= a->detour) {
    a->detour = -1;
    leave_points(d, index);
  }
  if (a->detour < 0) {
    if (!as_flow_is_tight(s, as_discs_floor(d), a->at, a->target, &a->detour)) return false;
    leave_points(d, index);
  }
  a->status = ASTAR_AGENT_WAITING;
  if (a->point_count > 0) follow_points(d, index, time, preferred);
  else if (!a->partial) as_disc_enqueue(d, index);
  return true;
}

/* From where its flow does not lead on, a disc goes back to where it does. */
static void follow_flow(astar_discs *d, uint32_t index, double time, double preferred[2])
{
  as_disc *a = &d->discs[index];
  const astar_search *s = as_disc_flow(d, a);
  double direction[2];
  if (a->settled) return;
  if (s && go_round(d, index, s, time, preferred)) return;
  if (s && as_flow_direction(s, as_discs_floor(d), a->at, direction)) {
    leave_points(d, index);
    if (a->status == ASTAR_AGENT_ARRIVED) a->status = ASTAR_AGENT_MOVING;
    if (a->aside != 0) turn_aside(a, direction);
    go(a, direction[0], direction[1], a->speed, preferred);
    return;
  }
  if (s && as_flow_is_goal(s, as_discs_floor(d), a->at)) {
    leave_points(d, index);
    a->status = ASTAR_AGENT_ARRIVED;
    if (!(a->there > 0)) a->there = DBL_MIN;
    return;
  }
  a->status = ASTAR_AGENT_WAITING;
  if (s && a->point_count > 0) follow_points(d, index, time, preferred);
  else if (s && !a->partial) as_disc_enqueue(d, index);
}

void as_disc_preferred_velocity(astar_discs *d, uint32_t index, double time, double preferred[2])
{
  as_disc *a = &d->discs[index];
  preferred[0] = preferred[1] = a->heading[0] = a->heading[1] = 0;
  if (a->inside) {
    const double distance = as_disc_distance(a->at, a->escape);
    go(a, a->escape[0] - a->at[0], a->escape[1] - a->at[1], as_min(a->speed, distance / time), preferred);
  } else if (a->wish == ASTAR_WISH_VELOCITY) {
    go(a, a->target[0], a->target[1], as_min(a->speed, as_length(a->target[0], a->target[1], 0)), preferred);
  } else if (a->wish == ASTAR_WISH_FLOW) {
    follow_flow(d, index, time, preferred);
  } else if (as_disc_has_goal(a)) {
    follow_points(d, index, time, preferred);
  }
}

/* ---- Coming nearer ---- */

/* Whether a disc stands at the end of a path to a goal that it cannot reach, or beside those that do. */
static bool is_at_end(const as_disc *a)
{
  return a->partial && (a->settled || (a->point_count > 0 && as_disc_way_left(a) <= AT_END * a->radius));
}

/* Whether the disc in the way of another has the same goal, and has come as near to it as it can. */
static bool is_taken(const astar_discs *d, const as_disc *a)
{
  const as_disc *b;
  if (a->by == AS_NO_DISC) return false;
  b = &d->discs[a->by];
  return as_discs_share_goal(a, b) && (b->status == ASTAR_AGENT_ARRIVED || (a->partial && is_at_end(b)));
}

uint32_t as_disc_closed_by(const astar_discs *d, const as_disc *a)
{
  uint32_t by = as_disc_by(d, a), i;
  for (i = 0; i < CHAIN && by != AS_NO_DISC; i++) {
    const as_disc *b = &d->discs[by];
    if (b->inside || !(b->speed > 0)) return a->closed || !as_disc_has_goal(a) ? by : AS_NO_DISC;
    a = b;
    by = as_disc_by(d, a);
  }
  return AS_NO_DISC;
}

/* Whether a disc that comes no nearer cannot, as far as it can be seen: nobody else may make room for it. */
static bool is_shut_in(const astar_discs *d, const as_disc *a)
{
  if (a->backing > 0) return false;
  return a->by == AS_NO_DISC ? a->stood >= d->def.patience : as_disc_closed_by(d, a) != AS_NO_DISC;
}

static void set_waiting(const astar_discs *d, as_disc *a, double speed)
{
  if (a->waited > 0 && a->waited >= d->def.patience && is_shut_in(d, a)) a->status = ASTAR_AGENT_STUCK;
  else if (as_length(a->velocity[0], a->velocity[1], 0) < MOVES * speed) a->status = ASTAR_AGENT_WAITING;
  else a->status = ASTAR_AGENT_MOVING;
}

/* How much nearer counts: slow discs need not be impatient. */
static double least_gain(const astar_discs *d, const as_disc *a)
{
  return as_min(NEARER * a->radius, 0.05 * a->speed * d->def.patience);
}

/* Of a disc that goes to a place or along a path. */
static void judge_goal(astar_discs *d, uint32_t index, double time)
{
  as_disc *a = &d->discs[index];
  const double distance = as_disc_distance(a->at, a->target), arrival = as_disc_arrival(a);
  double left;
  if (distance <= arrival || (a->status == ASTAR_AGENT_ARRIVED && distance <= arrival + a->radius)) {
    if (a->status != ASTAR_AGENT_ARRIVED) as_disc_dequeue(d, index);
    a->status = ASTAR_AGENT_ARRIVED;
    a->returns = true;
    as_disc_refresh(a);
    return;
  }
  if (a->status == ASTAR_AGENT_ARRIVED) {
    a->status = ASTAR_AGENT_MOVING;
    if (a->point_count == 0) as_disc_enqueue(d, index);
  }
  if (a->point_count == 0) {
    a->waited += time;
    a->status = a->partial ? ASTAR_AGENT_STUCK : ASTAR_AGENT_WAITING;
    return;
  }
  left = as_disc_way_left(a);
  if (left < a->best - least_gain(d, a)) {
    a->best = left;
    a->waited = 0;
  } else {
    /* From time to time it looks for another way to go on, as the one that it has may lead too close to an edge. */
    if (!a->partial && floor(a->waited / d->def.patience) < floor((a->waited + time) / d->def.patience))
      as_disc_enqueue(d, index);
    a->waited += time;
  }
  set_waiting(d, a, a->speed);
  if (is_at_end(a)) a->status = ASTAR_AGENT_STUCK;
}

/* How many of the times patience, 2 * patience, 4 * patience, ... are over. */
static uint32_t count_tries(const astar_discs *d, double time)
{
  uint32_t count = 0;
  double end = d->def.patience;
  for (; end > 0 && end <= time; end *= 2) count++;
  return count;
}

/*
** Of a disc that goes in a direction. One that finds no way back to its flow tries again, after longer and longer
** times.
*/
static void judge_direction(astar_discs *d, uint32_t index, double time)
{
  as_disc *a = &d->discs[index];
  const double wished = as_length(a->target[0], a->target[1], 0);
  if (a->heading[0] == 0 && a->heading[1] == 0) {
    if (a->wish == ASTAR_WISH_VELOCITY) a->status = wished > 0 ? ASTAR_AGENT_STUCK : ASTAR_AGENT_ARRIVED;
    if (a->status == ASTAR_AGENT_ARRIVED) {
      as_disc_refresh(a);
    } else {
      if (a->wish == ASTAR_WISH_FLOW && count_tries(d, a->waited) < count_tries(d, a->waited + time))
        as_disc_enqueue(d, index);
      a->waited += time;
      if (a->waited >= d->def.patience) a->status = ASTAR_AGENT_STUCK;
    }
    return;
  }
  a->best += as_dot(a->heading, a->velocity) * time;
  if (a->best > least_gain(d, a)) as_disc_refresh(a);
  else a->waited += time;
  set_waiting(d, a, a->wish == ASTAR_WISH_VELOCITY ? as_min(a->speed, wished) : a->speed);
}

/* ---- Arriving beside others ---- */

/*
** What is left of the way to its goal from a place: of a flow what it costs, INFINITY if there is none; else the
** distance.
*/
static double left_from(const astar_discs *d, const as_disc *a, const double place[2])
{
  return a->wish == ASTAR_WISH_FLOW ? as_disc_flow_left(d, a, place) : as_disc_distance(place, a->target);
}

/*
** A disc that can come no nearer, because of one that has arrived at the same goal, has arrived, too; or if no way
** leads to that goal, it is stuck, as the other.
*/
static void settle(const astar_discs *d, as_disc *a)
{
  const double least = a->there > RESTLESS ? PUSHED_OUT : as_min(0.5 * d->def.patience, 1);
  double left;
  if (!(as_max(a->waited, a->stood) > least) || (a->heading[0] == 0 && a->heading[1] == 0) || !is_taken(d, a)) return;
  left = left_from(d, a, a->at);
  if (!(left < INFINITY)) return;
  a->settled = true;
  a->status = d->discs[a->by].status == ASTAR_AGENT_ARRIVED ? ASTAR_AGENT_ARRIVED : ASTAR_AGENT_STUCK;
  a->best = left;
  a->waited = a->stood = 0;
  memcpy(a->stand, a->at, sizeof a->stand);
}

void as_disc_unsettle(as_disc *a)
{
  a->settled = false;
  a->status = ASTAR_AGENT_MOVING;
  as_disc_refresh(a);
}

/* Whether a disc that has settled stays so: its flow is the same, and others have not pushed it away from the goal. */
static bool stays(const astar_discs *d, as_disc *a)
{
  if (!a->settled) return false;
  if (left_from(d, a, a->stand) == a->best &&
      (as_disc_distance(a->at, a->stand) <= AS_DISC_PUSHED * a->radius || left_from(d, a, a->at) <= a->best))
    return true;
  as_disc_unsettle(a);
  return false;
}

/*
** Note at what pace a disc has come on of late, and for how long it has hardly. If its speed was lowered, it is faster.
*/
static void note_pace(as_disc *a, double time)
{
  const bool stands = (a->heading[0] == 0 && a->heading[1] == 0) || !(a->speed > 0);
  const double pace = stands ? 1 : as_dot(a->heading, a->velocity) / a->speed;
  a->pace += (as_min(as_max(pace, -1), 1) - a->pace) * as_min(time / OF_LATE, 1);
  a->stood = a->pace < MOVES ? a->stood + time : 0;
}

/* Note for how long a disc on a flow has come no nearer to its goals. */
static void note_delay(const astar_discs *d, as_disc *a, double time)
{
  const double left = as_disc_flow_left(d, a, a->at);
  a->since = left < a->least || a->status == ASTAR_AGENT_ARRIVED ? 0 : a->since + time;
  a->least = as_min(a->least, left);
}

void as_disc_judge(astar_discs *d, uint32_t index, double time)
{
  as_disc *a = &d->discs[index];
  note_pace(a, time);
  if (a->wish == ASTAR_WISH_FLOW) note_delay(d, a, time);
  if (a->there > 0) a->there += time;
  if (a->inside) {
    a->status = ASTAR_AGENT_STUCK;
    a->waited += time;
  } else if (a->wish == ASTAR_WISH_NONE) {
    a->status = ASTAR_AGENT_ARRIVED;
    a->waited = 0;
  } else if (!stays(d, a)) {
    if (as_disc_has_goal(a)) judge_goal(d, index, time);
    else judge_direction(d, index, time);
    settle(d, a);
  }
}
