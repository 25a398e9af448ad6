/*
** disc_march.c: leads a group of discs on a march. The middle of the formation goes along the path. Each member steers
** towards its place beside it, in rank, or along the path behind it, in file: see "Groups" in astar.h. It steers by a
** velocity as its wish, which changes in each update.
*/
#include "crowd/discs.h"

#include "geometry/formation.h"

/* In distances between neighbours: */
#define BEHIND 1.5 /* the middle goes more slowly if one is farther behind than this, */
#define STOPS 3.0  /* and would stop at this: */
#define WIDE 0.2   /* both are farther by this part of the extent of the formation */
#define CRAWLS 0.2 /* the part of the pace below which it stands */
#define AHEAD 3.0  /* how far ahead those in file look along the path */
#define LEAST_AHEAD 0.1
#define BACK 2.0   /* how far back on the path one may have been pushed */
#define GAIN 0.01  /* whether one comes nearer */
#define CLOSE 0.5  /* how far from its place the last may be when the march ends */
#define SAVES 0.25 /* in squares: two exchange their places if that saves so much */

#define SETTLES 0.5   /* the seconds in which one goes to its place in rank, if it is not far */
#define AT_PLACE 0.05 /* nearer to it than this part of the radius, it stands if the middle does */
#define SIGHT 0.99    /* the part of the radius for which a way has to be clear */
#define TURNS 4u      /* each looks around once in so many updates, */
#define EXCHANGES 8u  /* and for one with whom to exchange its place */

/* ---- The path ---- */

void as_march_at(const as_march *march, double along, double at[2])
{
  const as_march_point *p = march->points;
  uint32_t i = 1;
  double part;
  int k;
  while (i + 1 < march->count && p[i].along < along) i++;
  part = p[i].along > p[i - 1].along ? (along - p[i - 1].along) / (p[i].along - p[i - 1].along) : 0;
  part = as_min(as_max(part, 0), 1);
  for (k = 0; k < 2; k++) at[k] = p[i - 1].at[k] + part * (p[i].at[k] - p[i - 1].at[k]);
}

static double length_of(const as_march *march)
{
  return march->points[march->count - 1].along;
}

/* How far along the path the point is that is nearest to a place, of those between two lengths. */
static double project(const as_march *march, const double place[2], double first, double last)
{
  const as_march_point *p = march->points;
  double nearest = INFINITY, found = first;
  uint32_t i;
  for (i = 1; i < march->count; i++) {
    const double x = p[i].at[0] - p[i - 1].at[0], y = p[i].at[1] - p[i - 1].at[1], length = p[i].along - p[i - 1].along;
    double along, at[2], distance;
    if (p[i].along < first || p[i - 1].along > last || !(length > 0)) continue;
    along = p[i - 1].along + ((place[0] - p[i - 1].at[0]) * x + (place[1] - p[i - 1].at[1]) * y) / length;
    along = as_min(as_max(along, as_max(first, p[i - 1].along)), as_min(last, p[i].along));
    as_march_at(march, along, at);
    distance = as_disc_distance(place, at);
    if (distance >= nearest) continue;
    nearest = distance;
    found = along;
  }
  return found;
}

/* Turn to where the path leads around the middle, so that the formation turns slowly. */
static void face(as_group *g)
{
  const as_march *march = &g->march;
  const double reach = as_max(0.5 * g->extent, g->apart);
  double from[2], to[2], length;
  as_march_at(march, march->along - reach, from);
  as_march_at(march, march->along + reach, to);
  length = as_disc_distance(from, to);
  if (!(length > 1e-9 * reach)) return;
  g->facing[0] = (to[0] - from[0]) / length;
  g->facing[1] = (to[1] - from[1]) / length;
}

/* ---- The middle ---- */

/* The place of a member beside the middle. */
static void place_in_rank(const as_group *g, const as_member *m, const double middle[2], double place[2])
{
  int k;
  as_formation_turn(m->offset, g->facing, place);
  for (k = 0; k < 2; k++) place[k] = as_coordinate(place[k] + middle[k]);
}

/* How far the last member that is not stuck is behind its place; of those in file, behind a column of them all. */
static double find_last(const astar_discs *d, const as_group *g, const double middle[2])
{
  double last = 0, place[2];
  uint32_t i, files = 0;
  for (i = 0; i < g->count; i++) files += g->members[i].mode == AS_MARCH_IN_FILE;
  for (i = 0; i < g->count; i++) {
    const as_member *m = &g->members[i];
    const as_disc *a = &d->discs[m->index];
    if (a->inside || !(a->full_speed > 0) || a->status == ASTAR_AGENT_STUCK) continue;
    if (m->mode == AS_MARCH_IN_RANK) {
      place_in_rank(g, m, middle, place);
      last = as_max(last, as_disc_distance(place, a->at));
    } else if (m->mode == AS_MARCH_IN_FILE) {
      last = as_max(last, g->march.along - m->along - files * g->apart);
    }
  }
  return last;
}

/*
** The part of the pace at which the middle goes, when the last is so far behind; at the end of the path, whether all
** are there: > 0. It does not wait for one that comes no nearer for as long as a disc has patience.
*/
static double share_of_pace(const astar_discs *d, as_group *g, double last, double time)
{
  as_march *march = &g->march;
  const double behind = (STOPS * g->apart + WIDE * g->extent - last) / ((STOPS - BEHIND) * g->apart);
  const double share = march->along < length_of(march) ? as_min(behind, 1) : last <= CLOSE * g->apart ? 1 : 0;
  if (share >= CRAWLS) {
    march->waited = as_max(march->waited - time, 0);
    march->least = INFINITY;
    return share;
  }
  if (last < march->least - GAIN * g->apart && march->least < INFINITY) march->waited = 0;
  else march->waited += time;
  if (march->waited == 0 || march->waited > d->def.patience || march->least == INFINITY) march->least = last;
  return march->waited > d->def.patience ? 1 : 0;
}

/* ---- Steering ---- */

void as_discs_send(astar_discs *d, as_member *m)
{
  const astar_wish wish = {ASTAR_WISH_PLACE, m->place[0], m->place[1], NULL, 0};
  const astar_wish none = {ASTAR_WISH_NONE, 0, 0, NULL, 0};
  as_disc_take_wish(d, m->index, d->discs[m->index].full_speed > 0 ? &wish : &none);
}

static void steer(astar_discs *d, const as_member *m, const double velocity[2])
{
  const astar_wish none = {ASTAR_WISH_VELOCITY, 0, 0, NULL, 0};
  as_disc *a = &d->discs[m->index];
  int k;
  if (a->wish != ASTAR_WISH_VELOCITY) as_disc_take_wish(d, m->index, &none);
  for (k = 0; k < 2; k++) a->target[k] = as_min(as_max(velocity[k], -ASTAR_PLANE_LIMIT), ASTAR_PLANE_LIMIT);
}

static bool sees(const astar_discs *d, const as_disc *a, const double place[2])
{
  return as_disc_sees(as_plane_of(d, a), a->at, place, SIGHT * a->radius);
}

/* Whether a member can go straight to its place in rank. */
static bool finds_rank(const astar_discs *d, const as_disc *a, const double place[2])
{
  return fabs(place[0]) <= ASTAR_PLANE_LIMIT && fabs(place[1]) <= ASTAR_PLANE_LIMIT &&
         as_disc_blocker(as_plane_of(d, a), place, a->radius) == ASTAR_NO_OBSTACLE && sees(d, a, place);
}

/*
** Whether it sees a point of the path that is ahead of where it is, or where it is, if it is not there; it then looks
** as far ahead.
*/
static bool finds_file(const astar_discs *d, const as_group *g, as_member *m)
{
  const as_disc *a = &d->discs[m->index];
  double at[2];
  for (m->ahead = AHEAD * g->apart; m->ahead > 0 && m->ahead >= LEAST_AHEAD * g->apart; m->ahead /= 2) {
    as_march_at(&g->march, as_min(m->along + m->ahead, g->march.along), at);
    if (sees(d, a, at)) return true;
  }
  m->ahead = 0;
  as_march_at(&g->march, as_min(m->along, g->march.along), at);
  return as_disc_distance(at, a->at) > AT_PLACE * a->radius && sees(d, a, at);
}

/* Look around: how can it go on? */
static void look_around(astar_discs *d, const as_group *g, as_member *m, const double place[2])
{
  const as_disc *a = &d->discs[m->index];
  const bool was_lost = m->mode == AS_MARCH_LOST;
  if (finds_rank(d, a, place)) {
    m->mode = AS_MARCH_IN_RANK;
  } else if (finds_file(d, g, m)) {
    m->mode = AS_MARCH_IN_FILE;
  } else {
    m->mode = AS_MARCH_LOST;
    if (!was_lost) as_discs_send(d, m);
  }
}

/* Go to a place that moves with a velocity. */
static void keep_rank(astar_discs *d, const as_member *m, const double place[2], const double moves[2], double time)
{
  const as_disc *a = &d->discs[m->index];
  const double settles = as_max(SETTLES, time);
  const bool stands = moves[0] == 0 && moves[1] == 0 && as_disc_distance(place, a->at) < AT_PLACE * a->radius;
  double velocity[2] = {0, 0};
  int k;
  for (k = 0; k < 2 && !stands; k++) velocity[k] = moves[k] + (place[k] - a->at[k]) / settles;
  steer(d, m, velocity);
}

/* Go along the path, not past the middle. */
static void keep_file(astar_discs *d, const as_group *g, const as_member *m, double time)
{
  const as_disc *a = &d->discs[m->index];
  double to[2], velocity[2], distance, speed;
  int k;
  as_march_at(&g->march, as_min(m->along + m->ahead, g->march.along), to);
  distance = as_disc_distance(to, a->at);
  speed = m->ahead > 0 && m->along + m->ahead < g->march.along ? a->speed
                                                               : as_min(a->speed, distance / as_max(SETTLES, time));
  for (k = 0; k < 2; k++) velocity[k] = distance > AT_PLACE * a->radius ? (to[k] - a->at[k]) / distance * speed : 0;
  steer(d, m, velocity);
}

static void lead_member(astar_discs *d, const as_group *g, uint32_t index, const double middle[2],
                        const double moves[2], double time)
{
  as_member *m = &g->members[index];
  const as_disc *a = &d->discs[m->index];
  const double back = BACK * g->apart, front = as_max(2 * g->extent, AHEAD * g->apart) + a->speed * time;
  double place[2];
  m->along = project(&g->march, a->at, m->along - back, m->along + front);
  place_in_rank(g, m, middle, place);
  if ((g->march.turn + index) % TURNS == 0) look_around(d, g, m, place);
  if (m->mode == AS_MARCH_IN_RANK) keep_rank(d, m, place, moves, time);
  else if (m->mode == AS_MARCH_IN_FILE) keep_file(d, g, m, time);
}

/* ---- Places that cannot be reached ---- */

/* The search of a member has found no way to its place: it gets one beside where that ended. */
static void repair_place(astar_discs *d, as_group *g, uint32_t index)
{
  as_member *m = &g->members[index];
  const as_disc *a = &d->discs[m->index];
  if (a->wish != ASTAR_WISH_PLACE || !a->partial || a->queued || a->point_count == 0) return;
  as_discs_move_place(d, g, index, a->points[a->point_count - 1].at);
  as_discs_send(d, m);
}

/* ---- Exchanges ---- */

static double square_between(const double a[2], const double b[2])
{
  const double x = a[0] - b[0], y = a[1] - b[1];
  return x * x + y * y;
}

/* Where a member is to be now: in rank, or in the end. */
static void place_now(const as_group *g, const as_member *m, const double middle[2], double place[2])
{
  if (g->state == AS_GROUP_MARCHES) place_in_rank(g, m, middle, place);
  else memcpy(place, m->place, sizeof m->place);
}

/* Whether a member could stand in the end where another one is to stand. */
static bool fits(const astar_discs *d, const as_member *m, const as_member *other)
{
  const as_disc *a = &d->discs[m->index], *b = &d->discs[other->index];
  return (a->radius <= b->radius && a->kind == b->kind) ||
         as_disc_blocker(as_plane_of(d, a), other->place, a->radius) == ASTAR_NO_OBSTACLE;
}

/* Two members exchange their places. */
static void exchange(as_member *a, as_member *b)
{
  const as_member was = *a;
  memcpy(a->offset, b->offset, sizeof a->offset);
  memcpy(a->place, b->place, sizeof a->place);
  memcpy(b->offset, was.offset, sizeof b->offset);
  memcpy(b->place, was.place, sizeof b->place);
}

/*
** The member with which another one best exchanges its place, as that saves most of the sum of the squares of their
** distances; NULL if that would not be much. So one that cannot get into the middle of others takes a place at the
** edge, and they move up.
*/
static as_member *find_partner(const astar_discs *d, const as_group *g, const as_member *m, const double middle[2])
{
  const as_disc *a = &d->discs[m->index];
  double own[2], most = SAVES * g->apart * g->apart;
  as_member *found = NULL;
  uint32_t i;
  place_now(g, m, middle, own);
  for (i = 0; i < g->count; i++) {
    as_member *other = &g->members[i];
    const as_disc *b = &d->discs[other->index];
    double place[2], saved;
    if (other == m || b->inside || !(b->full_speed > 0)) continue;
    place_now(g, other, middle, place);
    saved = square_between(a->at, own) + square_between(b->at, place) - square_between(a->at, place) -
            square_between(b->at, own);
    /* Who is stuck exchanges its place even so: one that cannot stand there then gets one beside it. */
    if (!(saved > most) || (a->status != ASTAR_AGENT_STUCK && (!fits(d, m, other) || !fits(d, other, m)))) continue;
    most = saved;
    found = other;
  }
  return found;
}

/* Members that are not in their places look by turns for others with which to exchange them, or for others. */
static void change_places(astar_discs *d, as_group *g, const double middle[2])
{
  uint32_t i;
  for (i = 0; i < g->count; i++) {
    as_member *m = &g->members[i], *other;
    const as_disc *a = &d->discs[m->index];
    if ((g->march.turn + i) % EXCHANGES != 0 || a->inside || !(a->full_speed > 0)) continue;
    if (g->state == AS_GROUP_PLACED && a->status == ASTAR_AGENT_ARRIVED) continue;
    if (g->state == AS_GROUP_PLACED) repair_place(d, g, i);
    other = find_partner(d, g, m, middle);
    if (!other) continue;
    exchange(m, other);
    if (m->mode == AS_MARCH_NOT || m->mode == AS_MARCH_LOST) as_discs_send(d, m);
    if (other->mode == AS_MARCH_NOT || other->mode == AS_MARCH_LOST) as_discs_send(d, other);
  }
}

/* ---- The march ---- */

astar_result as_discs_find_cut(void *discs, as_group *g, bool *cut)
{
  const astar_discs *d = discs;
  const as_march *march = &g->march;
  const as_disc *largest = &d->discs[g->members[0].index];
  const as_unit_plane *plane;
  double from[2];
  uint32_t i;
  *cut = false;
  if (march->count == 0) return ASTAR_OK; /* discs whose places are closed look for others by themselves */
  for (i = 1; i < g->count; i++) {
    const as_disc *a = &d->discs[g->members[i].index];
    if (a->radius > largest->radius) largest = a;
  }
  plane = &d->planes[d->kinds[largest->kind].plane];
  if (plane->seen == plane->plane->version) return ASTAR_OK;
  as_march_at(march, march->along, from);
  for (i = 1; i < march->count && !*cut; i++) {
    if (march->points[i].along <= march->along) continue;
    *cut = !as_disc_sees(plane->plane, from, march->points[i].at, SIGHT * largest->radius);
    memcpy(from, march->points[i].at, sizeof from);
  }
  return ASTAR_OK;
}

/* The middle is at the goal. */
static void end_march(astar_discs *d, as_group *g)
{
  uint32_t i;
  for (i = 0; i < g->count; i++) {
    as_discs_send(d, &g->members[i]);
    g->members[i].mode = AS_MARCH_NOT;
  }
  if (g->wanted[0] != 0 || g->wanted[1] != 0) memcpy(g->facing, g->wanted, sizeof g->facing);
  g->march.count = 0;
  g->state = AS_GROUP_PLACED;
}

/* Move the middle on by a step of time; set how it moves. False if it was and all are at the goal. */
static bool move_middle(const astar_discs *d, as_group *g, double pace, double time, double middle[2], double moves[2])
{
  as_march *march = &g->march;
  const bool at_end = march->along >= length_of(march);
  double speed, before[2];
  int k;
  as_march_at(march, march->along, before);
  speed = share_of_pace(d, g, find_last(d, g, before), time) * pace;
  if (at_end && speed > 0) return false;
  march->along = as_min(march->along + speed * time, length_of(march));
  if (!at_end) face(g);
  as_march_at(march, march->along, middle);
  for (k = 0; k < 2; k++) moves[k] = at_end ? 0 : speed * g->facing[k];
  return true;
}

void as_discs_lead(void *discs, as_group *g, double pace, double time)
{
  astar_discs *d = discs;
  double middle[2] = {0, 0}, moves[2];
  uint32_t i;
  for (i = 0; i < g->count; i++) {
    as_disc *a = &d->discs[g->members[i].index];
    a->speed = as_min(a->full_speed, pace);
  }
  g->march.turn++;
  if (g->state == AS_GROUP_MARCHES && !move_middle(d, g, pace < INFINITY ? pace : 0, time, middle, moves))
    end_march(d, g);
  change_places(d, g, middle);
  for (i = 0; i < g->count && g->state == AS_GROUP_MARCHES; i++) lead_member(d, g, i, middle, moves, time);
}
