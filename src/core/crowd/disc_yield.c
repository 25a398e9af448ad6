/* disc_yield.c: see disc_yield.h. */
#include "crowd/disc_yield.h"

/* The seconds for which a disc goes back at least. */
#define BACKING 1.0

/* A disc that gets on with less than this part of its speed looks whether the one in its way has to go back. */
#define HINDERED 0.5

/* Slower than this part of its speed, a disc that goes back is held up. */
#define HELD_UP 0.1

/* After so many times the patience a disc asks for a plan, the first time. */
#define FIRST_TRY 2.0

/*
** A turn of a plan ends at this part of the radius from its place. It may take this many times as long as the disc
** needs for it alone, and these seconds more, but no longer than the last of these.
*/
#define THERE 0.05
#define SLACK 2.0
#define GRACE 2.0
#define LONGEST 600.0

/* How often a disc looks whether it has to go back: once in so many steps. */
#define PERIOD 4

/* A search for a place aside: directions, and steps in each of them, each as long as half a diameter of both. */
#define DIRECTIONS 16
#define STRIDES 12

/* A disc that goes back keeps this part of the radii away from the way of its leader, besides these. */
#define MARGIN 0.02

/* Nearer than this part of the radii of both, one would go through the other. */
#define TOUCHING 0.95

/* ---- A place aside ---- */

typedef struct refuge {
  double by[2], at[2]; /* the way to it leads there by a first place */
  double way;          /* the length of the way; INFINITY: there is none */
} refuge;

/* Whether a disc at a place leaves another the way in its direction. */
static bool leaves_way(const as_disc *a, const double place[2], const as_disc *leader)
{
  const double radii = a->radius + leader->radius;
  double to[2], along;
  int k;
  for (k = 0; k < 2; k++) to[k] = place[k] - leader->at[k];
  along = as_min(as_max(as_dot(to, leader->heading), 0), (STRIDES + 4) * radii);
  return as_length(to[0] - along * leader->heading[0], to[1] - along * leader->heading[1], 0) >= radii;
}

/* Whether a disc may be at a place on its way: not through the other. */
static bool passes(const as_disc *a, const double place[2], const as_disc *leader)
{
  return as_disc_distance(place, leader->at) >= TOUCHING * (a->radius + leader->radius);
}

/* Try the places beside one that was reached, and itself. */
static void look_aside(const astar_discs *d, const as_disc *a, const as_disc *leader, const double by[2],
                       const double along[2], double way, refuge *best)
{
  const double aside = (1 + MARGIN) * (a->radius + leader->radius);
  int side, k;
  for (side = -1; side <= 1; side++) {
    const double length = way + (side != 0 ? aside : 0);
    double at[2];
    at[0] = by[0] - side * aside * along[1];
    at[1] = by[1] + side * aside * along[0];
    if (length >= best->way || !leaves_way(a, at, leader) || !as_disc_sees(as_plane_of(d, a), by, at, a->radius))
      continue;
    best->way = length;
    for (k = 0; k < 2; k++) {
      best->by[k] = by[k];
      best->at[k] = at[k];
    }
  }
}

/* The nearest place where a disc lets another pass, as far as it can be found. */
static refuge find_refuge(const astar_discs *d, const as_disc *a, const as_disc *leader)
{
  const double stride = 0.5 * (1 + MARGIN) * (a->radius + leader->radius);
  double along[2] = {leader->heading[0], leader->heading[1]};
  refuge best;
  int i, n, k;
  best.way = INFINITY;
  for (i = 0; i < DIRECTIONS; i++) {
    double from[2] = {a->at[0], a->at[1]}, turned[2];
    look_aside(d, a, leader, from, along, 0, &best);
    for (n = 1; n <= STRIDES && n * stride < best.way; n++) {
      double to[2];
      for (k = 0; k < 2; k++) to[k] = a->at[k] + along[k] * stride * n;
      if (!passes(a, to, leader) || !as_disc_sees(as_plane_of(d, a), from, to, a->radius)) break;
      look_aside(d, a, leader, to, along, n * stride, &best);
      memcpy(from, to, sizeof from);
    }
    /* By a sixteenth of a turn. */
    turned[0] = 0.92387953251128674 * along[0] - 0.38268343236508978 * along[1];
    turned[1] = 0.38268343236508978 * along[0] + 0.92387953251128674 * along[1];
    memcpy(along, turned, sizeof along);
  }
  return best;
}

/* ---- Going back ---- */

/* Whether a leader still has to pass. */
static bool must_pass(const as_disc *a, const as_disc *leader)
{
  double to[2];
  int k;
  for (k = 0; k < 2; k++) to[k] = a->at[k] - leader->at[k];
  return as_disc_is_live(leader) && as_disc_is_under_way(leader) && as_dot(to, leader->heading) > 0 &&
         as_length(to[0], to[1], 0) < 3 * (a->radius + leader->radius);
}

/* Whether an edge is so near to a disc that another cannot pass between. */
static bool has_edge_beside(const astar_discs *d, const as_disc *a, double room)
{
  return a->clear < room && as_disc_blocker(as_plane_of(d, a), a->at, room) != ASTAR_NO_OBSTACLE;
}

bool as_discs_are_narrow(const astar_discs *d, const as_disc *a, const as_disc *b)
{
  const double room = a->radius + b->radius;
  return has_edge_beside(d, a, room) || has_edge_beside(d, b, room);
}

/* Whether two block each other: one keeps a disc from its way, and does not get on itself, but towards that disc. */
static bool are_jammed(const astar_discs *d, const as_disc *a, const as_disc *by)
{
  return a->pace < HINDERED && as_disc_is_under_way(a) && as_disc_is_under_way(by) &&
         as_dot(a->heading, by->heading) < 0 && must_pass(by, a) && as_discs_are_narrow(d, a, by);
}

/* Whether a disc has to go back before its opponent; *place is set if there is a place aside. */
static bool goes_back(const astar_discs *d, uint32_t index, uint32_t opponent, refuge *place)
{
  const as_disc *a = &d->discs[index], *b = &d->discs[opponent];
  double other;
  *place = find_refuge(d, a, b);
  other = find_refuge(d, b, a).way;
  if ((place->way < INFINITY) != (other < INFINITY)) return place->way < INFINITY;
  if (a->priority != b->priority) return a->priority < b->priority;
  return place->way != other ? place->way < other : index > opponent;
}

/* Let a disc go back from another. */
static void begin(astar_discs *d, uint32_t index, uint32_t leader, const refuge *place)
{
  as_disc *a = &d->discs[index];
  int k;
  for (k = 0; k < 2; k++) {
    const double far = a->at[k] + 2 * STRIDES * a->radius * d->discs[leader].heading[k];
    a->refuge[0][k] = place->way < INFINITY ? place->by[k] : far;
    a->refuge[1][k] = place->way < INFINITY ? place->at[k] : far;
  }
  a->leader = leader;
  a->leader_generation = d->discs[leader].generation;
  a->backing = BACKING;
}

/* Let one of two go back that block each other: the one who is asked, if that does not go back yet. */
static void decide(astar_discs *d, uint32_t index)
{
  const as_disc *a = &d->discs[index];
  refuge place;
  if (a->by == AS_NO_DISC || d->discs[a->by].backing > 0 || !are_jammed(d, a, &d->discs[a->by])) return;
  if (goes_back(d, a->by, index, &place)) begin(d, a->by, index, &place);
}

/* Go back to another place, or not at all. */
static void reconsider(astar_discs *d, uint32_t index)
{
  as_disc *a = &d->discs[index];
  refuge place;
  if (goes_back(d, index, a->leader, &place)) begin(d, index, a->leader, &place);
  else as_disc_leave(a);
}

/* Whether a disc that goes back hardly moves, and is not where it goes, or still keeps its leader from getting on. */
static bool is_held_up(const astar_discs *d, uint32_t index)
{
  const as_disc *a = &d->discs[index];
  return as_length(a->velocity[0], a->velocity[1], 0) < HELD_UP * a->speed &&
         (d->discs[a->leader].by == index || as_disc_distance(a->at, a->refuge[1]) > a->radius);
}

/* ---- Plans for two ---- */

uint32_t as_disc_tries(const astar_discs *d, double waited)
{
  double end = FIRST_TRY * as_max(d->def.patience, BACKING);
  uint32_t count = 0;
  for (; end <= waited; end *= 2) count++;
  return count;
}

/* A disc that has come no nearer asks for a plan, after longer and longer times. */
static void ask(const astar_discs *d, as_disc *a, double time)
{
  if (as_disc_is_under_way(a) && as_disc_tries(d, as_disc_delay(a) - time) < as_disc_tries(d, as_disc_delay(a)))
    a->joint |= AS_JOINT_ASKS;
}

void as_disc_begin_turn(astar_discs *d, as_disc *first)
{
  as_disc *other = &d->discs[first->leader];
  const as_disc_turn *turn = first->turn < first->turn_count ? &first->turns[first->turn] : NULL;
  as_disc *mover = turn && turn->first ? first : other, *waits = mover == first ? other : first;
  double time;
  int i;
  if (!turn || !(mover->speed > 0)) {
    as_disc_leave(first);
    as_disc_leave(other);
    return;
  }
  first->turn++;
  for (i = 0; i < 2; i++) memcpy(mover->refuge[i], turn->at, sizeof turn->at);
  mover->joint |= AS_JOINT_MOVES;
  waits->joint &= (uint8_t)~AS_JOINT_MOVES;
  time = GRACE + SLACK * as_disc_distance(mover->at, turn->at) / mover->speed;
  mover->backing = waits->backing = as_min(time, LONGEST);
}

/* After a step: go on with the plan; it ends when a turn takes too long, or the other has left it. */
static void follow_plan(astar_discs *d, as_disc *a, double time)
{
  as_disc *other = &d->discs[a->leader];
  const as_disc *mover = a->joint & AS_JOINT_MOVES ? a : other;
  a->backing = as_max(a->backing - time, 0);
  if (!as_discs_are_joined(d, a, other) || !(mover->speed > 0)) {
    as_disc_leave(a);
  } else if (a->joint & AS_JOINT_FIRST && as_disc_distance(mover->at, mover->refuge[1]) <= THERE * mover->radius) {
    as_disc_begin_turn(d, a);
  }
}

void as_disc_yield(astar_discs *d, uint32_t index, double time)
{
  as_disc *a = &d->discs[index];
  const bool looks = (d->ticks + index) % PERIOD == 0;
  ask(d, a, time);
  if (a->joint & AS_JOINT_FOLLOWS) {
    follow_plan(d, a, time);
  } else if (a->backing > 0) {
    const as_disc *leader = &d->discs[a->leader];
    a->backing = must_pass(a, leader) ? as_max(a->backing - time, leader->by == index ? BACKING : 0) : 0;
    if (a->backing > 0 && looks && is_held_up(d, index)) reconsider(d, index);
  } else if (looks) {
    decide(d, index);
  }
}

void as_disc_go_back(const astar_discs *d, const as_disc *a, double time, double preferred[2])
{
  const double *to = a->refuge[as_disc_sees(as_plane_of(d, a), a->at, a->refuge[1], a->radius) ? 1 : 0];
  const double distance = as_disc_distance(a->at, to);
  int k;
  for (k = 0; k < 2; k++)
    preferred[k] = distance > 0 ? (to[k] - a->at[k]) / distance * as_min(a->speed, distance / time) : 0;
}
