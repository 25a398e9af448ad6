/*
** disc_joint.c: plans for two discs near edges, one of which has long come no nearer to its goal because the other is
** in its way. Example: a disc wants to get into an alcove, and the one inside has to come out past it first. In a plan
** they move by turns: one goes to a place in sight, while the other waits. disc_yield.h says who asks for a plan, and
** how it is followed.
**
** For each of the two there are some places, found outward from where it is: of a lattice, along the edges near by,
** and on the ways of both. A breadth-first search goes over the pairs of places; in a step one of the two goes
** straight to a place in sight, not through the other.
*/
#include "crowd/disc_detour.h"
#include "crowd/disc_flow.h"
#include "crowd/disc_yield.h"
#include "graph/node.h"
#include "grid/grid.h"

/* The most places of a disc; the most places on its way. */
#define PLACES 160u
#define AHEAD 96u

/* Places in sight of each, at most. */
#define NEAR 32u

/*
** The distance between places, in radii of the smaller disc. In units of this distance: the least between two places,
** and the most between two that are in sight of each other.
*/
#define STRIDE 0.75
#define SAME 0.3
#define SIGHT 1.6

/* How far from a disc one may be that is in its way, in radii of both. */
#define CLOSE 4.0

/*
** A disc with more others than this near, its partner included, makes no plan, which would hold them up: within so many
** radii of both that disc and the other.
*/
#define CROWD 5u
#define AMONG 3.0

/* A search counts as so many expansions, and one for so many pairs of places. */
#define SEARCH 2000u
#define PAIRS 4u

/*
** In every second attempt others are obstacles, up to so many, that are not farther than this, in radii of both, and
** hardly move: by this part of their speed.
*/
#define OTHERS 24u
#define LOOK 6.0
#define STILL 0.1

#define NOWHERE UINT32_MAX

typedef struct place_set {
  as_disc *disc;
  double at[PLACES][2]; /* first that of the disc */
  double way[PLACES];
  bool closed[PLACES];
  uint32_t count;
  uint8_t near[PLACES][NEAR]; /* places in sight */
  uint8_t near_count[PLACES];
  double ahead[AHEAD][2];   /* on the way of the disc */
  uint32_t ahead_count;
  uint32_t exit;            /* where it goes: index of its place; NOWHERE if it has no way */
} place_set;

typedef struct joint {
  astar_discs *d;
  double stride, radii;
  place_set sides[2];       /* the first, the other */
  const as_disc *others[OTHERS];
  uint32_t other_count;
  bool clear[PLACES];       /* by place of the other: the first can go on from its exit */
  uint32_t before[PLACES * PLACES]; /* by pair: from which it was reached, or NOWHERE */
  uint32_t queue[PLACES * PLACES];
} joint;

/* ---- The way ahead ---- */

/* Add the places on the straight way between two places; `from` becomes `to`. */
static void add_ahead(place_set *s, double stride, double from[2], const double to[2])
{
  const double distance = as_disc_distance(from, to);
  const uint32_t steps = (uint32_t)ceil(as_min(distance / stride, AHEAD));
  uint32_t i;
  int k;
  for (i = 1; i <= steps && s->ahead_count < AHEAD; i++) {
    for (k = 0; k < 2; k++) s->ahead[s->ahead_count][k] = from[k] + (to[k] - from[k]) * i / steps;
    s->ahead_count++;
  }
  memcpy(from, to, 2 * sizeof *from);
}

/* The way on a flow leads to the middle of a cell that is a goal. */
static void follow_flow(place_set *s, const astar_search *flow, uint32_t floor, double stride, double at[2])
{
  const astar_graph *g = flow->space.self;
  double to[3], direction[2];
  as_grid copy;
  uint32_t cell;
  int k;
  while (s->ahead_count < AHEAD && as_flow_direction(flow, floor, at, direction)) {
    for (k = 0; k < 2; k++) to[k] = at[k] + direction[k] * stride;
    add_ahead(s, stride, at, to);
  }
  if (!as_flow_is_goal(flow, floor, at)) return;
  cell = as_grid_at(as_grid_on(g->grid, floor, &copy), at[0], at[1]);
  if (cell == AS_NO_SLOT) return;
  astar_graph_position(g, as_id(g->layout, cell), to);
  add_ahead(s, stride, at, to);
}

static void list_ahead(const astar_discs *d, place_set *s, double stride)
{
  const as_disc *a = s->disc;
  double at[2] = {a->at[0], a->at[1]};
  const astar_search *flow;
  uint32_t i;
  for (i = a->aim; i < a->point_count; i++) add_ahead(s, stride, at, a->points[i].at);
  flow = a->wish == ASTAR_WISH_FLOW ? as_disc_flow(d, a) : NULL;
  if (flow) follow_flow(s, flow, d->def.level - 1, stride, at);
}

/* ---- Places ---- */

/*
** Whether a disc can go straight between two places past another disc; `radii` is the sum of their radii. If they
** overlap already, it must not come nearer.
*/
static bool passes(double radii, const double from[2], const double to[2], const double other[2])
{
  return as_disc_distance_from(other, from, to) >= as_min(radii, as_disc_distance(from, other)) * (1 - 1e-9);
}

static bool sees(const joint *t, const place_set *s, const double from[2], const double to[2])
{
  uint32_t i;
  for (i = 0; i < t->other_count; i++) {
    if (!passes(s->disc->radius + t->others[i]->radius, from, to, t->others[i]->at)) return false;
  }
  return as_disc_sees_past(t->d, s->disc, from, to, s->disc->radius);
}

/* The place of a set that is nearest to one, up to a distance; NOWHERE if there is none. */
static uint32_t find_place(const place_set *s, const double at[2], double most)
{
  uint32_t i, found = NOWHERE;
  double least = most * most;
  for (i = 0; i < s->count; i++) {
    const double x = s->at[i][0] - at[0], y = s->at[i][1] - at[1], square = x * x + y * y;
    if (square > least) continue;
    least = square;
    found = i;
  }
  return found;
}

/* Add a place in sight of one that is in the set, unless that has one nearly there. */
static void add_place(const joint *t, place_set *s, uint32_t from, const double at[2])
{
  const double distance = as_disc_distance(s->at[from], at);
  if (s->count == PLACES || distance > SIGHT * t->stride || find_place(s, at, SAME * t->stride) != NOWHERE) return;
  if (!sees(t, s, s->at[from], at)) return;
  memcpy(s->at[s->count], at, sizeof *s->at);
  s->way[s->count] = s->way[from] + distance;
  s->closed[s->count++] = false;
}

/* Add the places of the lattice near one. */
static void add_lattice(const joint *t, place_set *s, uint32_t from)
{
  const double *at = s->at[from];
  int i, k;
  for (i = -1; i <= 2; i++) {
    for (k = -1; k <= 2; k++) {
      const double place[2] = {(floor(at[0] / t->stride) + i) * t->stride, (floor(at[1] / t->stride) + k) * t->stride};
      add_place(t, s, from, place);
    }
  }
}

/* Add places near one at which the disc touches an edge, or goes round its end. */
static void add_beside(const joint *t, place_set *s, uint32_t from, const double a[2], const double b[2])
{
  const double radius = s->disc->radius, *at = s->at[from];
  const double x = b[0] - a[0], y = b[1] - a[1], length = as_length(x, y, 0);
  double along[5];
  int i;
  if (!(length > 0)) return;
  along[0] = ((at[0] - a[0]) * x + (at[1] - a[1]) * y) / length;
  along[1] = along[0] - t->stride;
  along[2] = along[0] + t->stride;
  along[3] = -radius;
  along[4] = length + radius;
  for (i = 0; i < 5; i++) {
    const double u = as_min(as_max(along[i], -radius), length + radius) / length;
    const double place[2] = {a[0] + u * x + y / length * radius, a[1] + u * y - x / length * radius};
    add_place(t, s, from, place);
  }
}

static void add_edges(const joint *t, place_set *s, uint32_t from)
{
  const double look = SIGHT * t->stride + 2 * s->disc->radius;
  as_box box = as_box_of_point(s->at[from]);
  as_edge_query q;
  int k;
  for (k = 0; k < 2; k++) {
    box.low[k] -= look;
    box.high[k] += look;
  }
  as_edge_query_begin(&q, &as_plane_of(t->d, s->disc)->radius_layers[0]->scene, &box);
  while (as_edge_query_next(&q)) add_beside(t, s, from, q.from, q.to);
}

/* The open place that is nearest by its way; NOWHERE if there is none. */
static uint32_t next_place(const place_set *s)
{
  uint32_t i, best = NOWHERE;
  for (i = 0; i < s->count; i++) {
    if (!s->closed[i] && (best == NOWHERE || s->way[i] < s->way[best])) best = i;
  }
  return best;
}

/* Note that two places are in sight of each other, unless one of their lists is full. */
static void join(place_set *s, uint32_t a, uint32_t b)
{
  if (s->near_count[a] == NEAR || s->near_count[b] == NEAR) return;
  s->near[a][s->near_count[a]++] = (uint8_t)b;
  s->near[b][s->near_count[b]++] = (uint8_t)a;
}

static void list_places(const joint *t, place_set *s)
{
  uint32_t from, i, k;
  int side;
  memcpy(s->at[0], s->disc->at, sizeof *s->at);
  s->count = 1;
  while ((from = next_place(s)) != NOWHERE) {
    s->closed[from] = true;
    for (side = 0; side < 2; side++) {
      for (i = 0; i < t->sides[side].ahead_count; i++) add_place(t, s, from, t->sides[side].ahead[i]);
    }
    add_lattice(t, s, from);
    add_edges(t, s, from);
  }
  for (i = 0; i < s->count; i++) {
    for (k = 0; k < i; k++) {
      if (as_disc_distance(s->at[i], s->at[k]) > SIGHT * t->stride || !sees(t, s, s->at[k], s->at[i])) continue;
      join(s, i, k);
    }
  }
}

/* Choose where a disc has got past the other: as far ahead as it has places. */
static void choose_exit(const joint *t, place_set *s)
{
  uint32_t i = s->ahead_count;
  s->exit = NOWHERE;
  while (i-- > 0 && s->exit == NOWHERE) s->exit = find_place(s, s->ahead[i], 0.5 * t->stride);
}

/* From which places the other does not keep the first from going on from its exit. */
static void find_clear(joint *t)
{
  const place_set *first = &t->sides[0], *other = &t->sides[1];
  double nearest = INFINITY;
  uint32_t i, k, from = first->ahead_count;
  for (k = 0; k < first->ahead_count; k++) {
    const double distance = as_disc_distance(first->ahead[k], first->at[first->exit]);
    if (distance >= nearest || distance > t->stride) continue;
    nearest = distance;
    from = k;
  }
  for (i = 0; i < other->count; i++) {
    t->clear[i] = true;
    for (k = from; k < first->ahead_count && t->clear[i]; k++)
      t->clear[i] = as_disc_distance(other->at[i], first->ahead[k]) >= t->radii * (1 - 1e-9);
  }
}

/* ---- The search ---- */

/* The place of a side in a pair; the pair with another place of it. */
static uint32_t place_of(uint32_t pair, int side)
{
  return side == 0 ? pair / PLACES : pair % PLACES;
}

static uint32_t with_place(uint32_t pair, int side, uint32_t place)
{
  return side == 0 ? place * PLACES + pair % PLACES : pair / PLACES * PLACES + place;
}

/*
** Whether the first may push the other back, so that this comes no nearer to its goal: always, if it has none; else as
** its priority says, then by its index.
*/
static bool may_push(const joint *t)
{
  const as_disc *a = t->sides[0].disc, *b = t->sides[1].disc;
  if (t->sides[1].exit == NOWHERE) return true;
  return a->priority != b->priority ? a->priority > b->priority : a < b;
}

/*
** Find the plan with the fewest steps by which both get past each other; if there is none, one by which the first does,
** if it may. Returns its last pair, or NOWHERE; *count becomes the number of pairs that the search has reached.
*/
static uint32_t find_plan(joint *t, uint32_t *count)
{
  const uint32_t exit = t->sides[1].exit;
  uint32_t head, i, pushed = NOWHERE;
  int side;
  for (i = 0; i < PLACES * PLACES; i++) t->before[i] = NOWHERE;
  t->queue[0] = t->before[0] = 0;
  *count = 1;
  for (head = 0; head < *count; head++) {
    const uint32_t pair = t->queue[head];
    if (place_of(pair, 0) == t->sides[0].exit) {
      if (place_of(pair, 1) == exit) return pair;
      if (pushed == NOWHERE && t->clear[place_of(pair, 1)] && may_push(t)) pushed = pair;
      if (pushed != NOWHERE && exit == NOWHERE) return pushed;
    }
    for (side = 0; side < 2; side++) {
      const place_set *s = &t->sides[side];
      const double *other = t->sides[1 - side].at[place_of(pair, 1 - side)];
      const uint32_t from = place_of(pair, side);
      for (i = 0; i < s->near_count[from]; i++) {
        const uint32_t next = with_place(pair, side, s->near[from][i]);
        if (t->before[next] != NOWHERE || !passes(t->radii, s->at[from], s->at[s->near[from][i]], other)) continue;
        t->before[next] = pair;
        t->queue[(*count)++] = next;
      }
    }
  }
  return pushed;
}

/* ---- Turns ---- */

/* Add a turn of one of the two; *at is where it was before, and becomes the place. */
static void add_turn(as_disc *first, bool is_first, double at[2], const double place[2])
{
  as_disc_turn *turn = &first->turns[first->turn_count++];
  memcpy(turn->at, place, sizeof turn->at);
  turn->first = is_first;
  memcpy(at, place, 2 * sizeof *at);
}

/*
** Write a plan, whose pairs are in the queue, the last one first, as turns: each goes straight on as far as the next
** of its places are in sight, and the other is not in the way. There is room for them.
*/
static void write_turns(joint *t, uint32_t count)
{
  as_disc *first = t->sides[0].disc;
  double at[2][2];
  uint32_t pair = 0, i;
  int side, k;
  for (k = 0; k < 2; k++) memcpy(at[k], t->sides[k].at[0], sizeof at[k]);
  for (i = count; i-- > 0; pair = t->queue[i]) {
    const uint32_t next = t->queue[i];
    const place_set *s;
    const double *place;
    uint32_t after;
    side = place_of(next, 0) != place_of(pair, 0) ? 0 : 1;
    s = &t->sides[side];
    place = s->at[place_of(next, side)];
    after = i > 0 ? place_of(t->queue[i - 1], side) : place_of(next, side);
    if (after != place_of(next, side) && sees(t, s, at[side], s->at[after]) &&
        passes(t->radii, at[side], s->at[after], at[1 - side]))
      continue;
    add_turn(first, side == 0, at[side], place);
  }
}

/* Mark a disc as following a plan with another; it uses the fields of going back. */
static void join_plan(const astar_discs *d, as_disc *a, const as_disc *other)
{
  as_disc_leave(a);
  memcpy(a->refuge[0], a->at, sizeof a->at);
  memcpy(a->refuge[1], a->at, sizeof a->at);
  a->leader = (uint32_t)(other - d->discs);
  a->leader_generation = other->generation;
  a->joint = AS_JOINT_FOLLOWS;
}

/* Begin a plan that ends with a pair. */
static astar_result begin_plan(joint *t, uint32_t pair)
{
  as_disc *first = t->sides[0].disc, *other = t->sides[1].disc;
  uint32_t count = 0;
  for (; pair != 0; pair = t->before[pair]) t->queue[count++] = pair;
  if (!as_reserve(&t->d->memory, &first->turns, &first->turn_capacity, count, sizeof *first->turns))
    return ASTAR_NO_MEMORY;
  join_plan(t->d, first, other);
  join_plan(t->d, other, first);
  first->joint |= AS_JOINT_FIRST;
  write_turns(t, count);
  as_disc_begin_turn(t->d, first);
  return ASTAR_OK;
}

/* List others that are near and hardly move. */
static void list_others(joint *t)
{
  const as_disc *a = t->sides[0].disc;
  const astar_discs *d = t->d;
  uint32_t i;
  for (i = 0; i < d->count && t->other_count < OTHERS; i++) {
    const as_disc *b = &d->discs[i];
    if (!as_disc_is_live(b) || b == a || b == t->sides[1].disc || d->ignored[a->group] >> b->group & 1) continue;
    if (as_length(b->velocity[0], b->velocity[1], 0) > STILL * b->speed) continue;
    if (as_disc_distance(a->at, b->at) <= LOOK * t->radii) t->others[t->other_count++] = b;
  }
}

/* Search for a plan for two, and begin it. */
static astar_result plan(joint *t, uint64_t *expanded)
{
  uint32_t pair = NOWHERE, count = 0;
  int side;
  t->radii = t->sides[0].disc->radius + t->sides[1].disc->radius;
  t->stride = STRIDE * as_min(t->sides[0].disc->radius, t->sides[1].disc->radius);
  if (as_disc_tries(t->d, as_disc_delay(t->sides[0].disc)) % 2 == 0) list_others(t);
  for (side = 0; side < 2; side++) list_ahead(t->d, &t->sides[side], t->stride);
  for (side = 0; side < 2; side++) {
    list_places(t, &t->sides[side]);
    choose_exit(t, &t->sides[side]);
  }
  if (t->sides[0].exit != NOWHERE) {
    find_clear(t);
    pair = find_plan(t, &count);
  }
  *expanded = SEARCH + count / PAIRS;
  return pair == NOWHERE || pair == 0 ? ASTAR_OK : begin_plan(t, pair);
}

/* ---- Who plans ---- */

/* Whether a disc is one with which another may plan to get past it. */
static bool may_join(const astar_discs *d, const as_disc *a, const as_disc *b)
{
  const uint32_t index = (uint32_t)(a - d->discs);
  if (a == b || !as_disc_is_live(b) || !(b->speed > 0) || b->inside || (b->joint & AS_JOINT_FOLLOWS)) return false;
  if ((d->ignored[a->group] >> b->group & 1) || as_discs_share_goal(a, b)) return false;
  if (as_disc_distance(a->at, b->at) > CLOSE * (a->radius + b->radius) || !as_discs_are_narrow(d, a, b)) return false;
  return !as_disc_is_under_way(b) || as_disc_by(d, b) == index || as_dot(a->heading, b->heading) < 0;
}

/* Whether many others are near a disc. */
static bool is_in_crowd(const astar_discs *d, const as_disc *a)
{
  uint32_t i, count = 0;
  for (i = 0; i < d->count && count <= CROWD; i++) {
    const as_disc *b = &d->discs[i];
    if (!as_disc_is_live(b) || b == a || d->ignored[a->group] >> b->group & 1) continue;
    count += as_disc_distance(a->at, b->at) <= AMONG * (a->radius + b->radius);
  }
  return count > CROWD;
}

/* The disc with which one plans: that in its way, or else the nearest; NULL if there is none. */
static as_disc *find_other(astar_discs *d, const as_disc *a)
{
  const uint32_t by = as_disc_by(d, a);
  double least = INFINITY;
  as_disc *found = NULL;
  uint32_t i;
  if (by != AS_NO_DISC && may_join(d, a, &d->discs[by])) return &d->discs[by];
  for (i = 0; i < d->count; i++) {
    as_disc *b = &d->discs[i];
    double gap;
    if (!as_disc_is_live(b)) continue;
    gap = as_disc_distance(a->at, b->at) - b->radius;
    if (gap >= least || !may_join(d, a, b)) continue;
    least = gap;
    found = b;
  }
  return found;
}

static astar_result plan_with(astar_discs *d, as_disc *a, as_disc *other)
{
  uint64_t expanded;
  astar_result result;
  joint *t = as_new(&d->memory, 1, joint);
  if (!t) return ASTAR_NO_MEMORY;
  memset(t, 0, sizeof *t);
  t->d = d;
  t->sides[0].disc = a;
  t->sides[1].disc = other;
  result = plan(t, &expanded);
  as_free(&d->memory, t, 1, joint);
  if (result == ASTAR_OK) d->spent += expanded;
  return result;
}

astar_result as_discs_join(astar_discs *d)
{
  const uint64_t most = as_discs_expansions(d);
  uint32_t i;
  for (i = 0; i < d->count && d->spent < most; i++) {
    as_disc *a = &d->discs[i], *other;
    if (!as_disc_is_live(a) || !(a->joint & AS_JOINT_ASKS)) continue;
    other = a->joint & AS_JOINT_FOLLOWS || is_in_crowd(d, a) ? NULL : find_other(d, a);
    if (other && plan_with(d, a, other) != ASTAR_OK) return ASTAR_NO_MEMORY;
    a->joint &= (uint8_t)~AS_JOINT_ASKS;
  }
  return ASTAR_OK;
}
