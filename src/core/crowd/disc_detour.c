/*
** disc_detour.c: see disc_detour.h. A search for a shortest path on the visibility graph of eight places round each
** disc that stands, the corners of obstacles, and the points of the path. Whether two places see each other is found
** out only for the step that looks best (lazy evaluation, as in Cohen, Phillips & Likhachev 2014, "Planning single-arm
** manipulations with n-arm robots").
*/
#include "crowd/disc_detour.h"

/* The discs and corners that a search looks at, the nearest ones, and how far, in radii; the points of the path. */
#define ROUND 48u
#define CORNERS 96u
#define POINTS 32u
#define REACH 40.0
#define PLACES (1 + POINTS + 8 * ROUND + CORNERS)

/* How often a search finds out whether two places see each other, at most. */
#define LOOKS 2048u

/*
** The part of the radii that two discs may overlap without being in the way; that places keep away; a sixteenth of a
** turn.
*/
#define UNSEEN 1e-3
#define AWAY 1e-3
#define SINE 0.38268343236508978
#define COSINE 0.92387953251128674

/* ---- Sight ---- */

/* Where a disc goes at last. */
static const double *end_of(const as_disc *a)
{
  return a->point_count > 0 ? a->points[a->point_count - 1].at : a->target;
}

/* Whether a disc that stands is one that a disc has to go round. */
static bool counts(const astar_discs *d, const as_disc *a, const as_disc *stands)
{
  const double radii = (1 - UNSEEN) * (a->radius + stands->radius);
  return stands != a && !(d->ignored[a->group] >> stands->group & 1) &&
         as_disc_distance(stands->at, end_of(a)) >= radii &&
         as_disc_distance(stands->at, a->at) <= REACH * a->radius + stands->radius;
}

/* Whether a disc that stands is in the way from one place to another; not if that leads away from it. */
static bool is_in_way(const as_disc *stands, const double from[2], const double to[2], double radius)
{
  const double radii = (1 - UNSEEN) * (radius + stands->radius);
  const double x = to[0] - from[0], y = to[1] - from[1], square = x * x + y * y;
  const double along = (stands->at[0] - from[0]) * x + (stands->at[1] - from[1]) * y;
  double part;
  if (along <= 0) return false;
  part = as_min(along / square, 1);
  return as_length(from[0] + part * x - stands->at[0], from[1] + part * y - stands->at[1], 0) < radii;
}

bool as_disc_sees_past(const astar_discs *d, const as_disc *a, const double from[2], const double to[2], double radius)
{
  uint32_t i;
  for (i = 0; i < d->standing_count; i++) {
    const as_disc *stands = &d->discs[d->standing[i]];
    if (is_in_way(stands, from, to, radius) && counts(d, a, stands)) return false;
  }
  return as_disc_sees(as_plane_of(d, a), from, to, radius);
}

/* ---- Places ---- */

typedef struct detour_place {
  double at[2];
  double way;    /* from the disc; of one that is open, if it sees `parent` */
  uint32_t parent;
  bool closed;
} detour_place;

typedef struct detour {
  const astar_discs *d;
  as_disc *a;
  uint32_t round[ROUND]; /* the nearest discs that stand, by index */
  double gaps[ROUND];
  uint32_t round_count;
  double corners[CORNERS][2]; /* the nearest ones */
  double distances[CORNERS];
  uint32_t corner_count;
  detour_place places[PLACES]; /* first the disc, then points of its path */
  uint32_t count, goal;
  uint8_t refuted[PLACES][(PLACES + 7) / 8]; /* bits: these do not see each other */
} detour;

static bool sees(const detour *t, const double from[2], const double to[2])
{
  uint32_t i;
  for (i = 0; i < t->round_count; i++) {
    if (is_in_way(&t->d->discs[t->round[i]], from, to, t->a->radius)) return false;
  }
  return as_disc_sees(as_plane_of(t->d, t->a), from, to, t->a->radius);
}

/* Whether the disc could stand at a place. */
static bool is_free(const detour *t, const double at[2])
{
  uint32_t i;
  for (i = 0; i < t->round_count; i++) {
    const as_disc *stands = &t->d->discs[t->round[i]];
    if (as_disc_distance(at, stands->at) < t->a->radius + stands->radius) return false;
  }
  return as_disc_blocker(as_plane_of(t->d, t->a), at, t->a->radius) == ASTAR_NO_OBSTACLE;
}

static void add_place(detour *t, const double at[2])
{
  detour_place *p = &t->places[t->count++];
  memcpy(p->at, at, sizeof p->at);
  p->way = INFINITY;
  p->parent = 0;
  p->closed = false;
}

/* The nearest discs that stand, nearest first. */
static void list_round(detour *t)
{
  uint32_t i, at;
  for (i = 0; i < t->d->standing_count; i++) {
    const uint32_t index = t->d->standing[i];
    const as_disc *stands = &t->d->discs[index];
    const double gap = as_disc_distance(t->a->at, stands->at) - stands->radius;
    if (!counts(t->d, t->a, stands)) continue;
    if (t->round_count == ROUND && gap >= t->gaps[ROUND - 1]) continue;
    at = t->round_count < ROUND ? t->round_count++ : ROUND - 1;
    for (; at > 0 && gap < t->gaps[at - 1]; at--) {
      t->gaps[at] = t->gaps[at - 1];
      t->round[at] = t->round[at - 1];
    }
    t->gaps[at] = gap;
    t->round[at] = index;
  }
}

/* Whether a corner comes before another of the list: by distance, then by place, whatever the order of obstacles. */
static bool precedes(const detour *t, const double corner[2], double distance, uint32_t at)
{
  if (distance != t->distances[at]) return distance < t->distances[at];
  return corner[0] != t->corners[at][0] ? corner[0] < t->corners[at][0] : corner[1] < t->corners[at][1];
}

static void insert_corner(detour *t, const double corner[2])
{
  const double distance = as_disc_distance(t->a->at, corner);
  uint32_t at;
  if (t->corner_count == CORNERS && !precedes(t, corner, distance, CORNERS - 1)) return;
  at = t->corner_count < CORNERS ? t->corner_count++ : CORNERS - 1;
  for (; at > 0 && precedes(t, corner, distance, at - 1); at--) {
    memcpy(t->corners[at], t->corners[at - 1], sizeof *t->corners);
    t->distances[at] = t->distances[at - 1];
  }
  memcpy(t->corners[at], corner, sizeof *t->corners);
  t->distances[at] = distance;
}

/* The places beyond the ends of edges, where the disc can go round. */
static void list_corners(detour *t)
{
  const double look = REACH * t->a->radius, aside = (1 + AWAY) * t->a->radius;
  as_box box = as_box_of_point(t->a->at);
  as_edge_query q;
  int k;
  for (k = 0; k < 2; k++) {
    box.low[k] -= look;
    box.high[k] += look;
  }
  as_edge_query_begin(&q, &as_plane_of(t->d, t->a)->radius_layers[0]->scene, &box);
  while (as_edge_query_next(&q)) {
    const double x = q.to[0] - q.from[0], y = q.to[1] - q.from[1], length = as_length(x, y, 0);
    double corner[2];
    if (!(length > 0)) continue;
    corner[0] = q.to[0] + (x + y) / length * aside;
    corner[1] = q.to[1] + (y - x) / length * aside;
    insert_corner(t, corner);
  }
}

/* Eight places round a disc, such that their octagon touches it, with two sides along the way. */
static void add_octagon(detour *t, const as_disc *stands, const double along[2])
{
  const double radius = (1 + AWAY) * (t->a->radius + stands->radius) / COSINE;
  double spoke[2] = {COSINE * along[0] - SINE * along[1], SINE * along[0] + COSINE * along[1]};
  int i;
  for (i = 0; i < 8; i++) {
    const double x = spoke[0], y = spoke[1];
    double at[2];
    at[0] = stands->at[0] + radius * x;
    at[1] = stands->at[1] + radius * y;
    if (is_free(t, at)) add_place(t, at);
    spoke[0] = (x - y) * 0.70710678118654752;
    spoke[1] = (x + y) * 0.70710678118654752;
  }
}

static void list_places(detour *t)
{
  const as_disc *a = t->a;
  const double *aim = a->points[a->aim].at, length = as_disc_distance(a->at, aim);
  double along[2] = {1, 0};
  uint32_t i;
  int k;
  for (k = 0; k < 2; k++) along[k] = length > 0 ? (aim[k] - a->at[k]) / length : along[k];
  add_place(t, a->at);
  for (i = a->aim; i < a->point_count && t->count <= POINTS; i++) add_place(t, a->points[i].at);
  t->goal = t->count - 1;
  for (i = 0; i < t->round_count; i++) add_octagon(t, &t->d->discs[t->round[i]], along);
  for (i = 0; i < t->corner_count; i++) {
    if (is_free(t, t->corners[i])) add_place(t, t->corners[i]);
  }
}

/* ---- The search ---- */

/* Take the shorter way to a place by another one that is closed. */
static void relax(detour *t, uint32_t from, uint32_t to)
{
  const double way = t->places[from].way + as_disc_distance(t->places[from].at, t->places[to].at);
  if (!(way < t->places[to].way) || (t->refuted[to][from / 8] >> from % 8 & 1)) return;
  t->places[to].way = way;
  t->places[to].parent = from;
}

/* These two do not see each other: find another way. */
static void refute(detour *t, uint32_t to)
{
  const uint32_t from = t->places[to].parent;
  uint32_t i;
  t->refuted[to][from / 8] |= (uint8_t)(1u << from % 8);
  t->places[to].way = INFINITY;
  for (i = 0; i < t->count; i++) {
    if (t->places[i].closed) relax(t, i, to);
  }
}

/* The open place with the least way to the goal by it; PLACES if no other can be reached. */
static uint32_t best_place(const detour *t)
{
  double least = INFINITY;
  uint32_t i, best = PLACES;
  for (i = 1; i < t->count; i++) {
    const detour_place *p = &t->places[i];
    double way;
    if (p->closed || !(p->way < INFINITY)) continue;
    way = p->way + as_disc_distance(p->at, t->places[t->goal].at);
    if (way >= least) continue;
    least = way;
    best = i;
  }
  return best;
}

/* Whether there is a way to the goal. */
static bool find_way(detour *t)
{
  uint32_t looks, i, at = 0;
  t->places[0].way = 0;
  t->places[0].closed = true;
  for (i = 1; i < t->count; i++) relax(t, 0, i);
  for (looks = 0; looks < LOOKS && !t->places[t->goal].closed; looks++) {
    at = best_place(t);
    if (at == PLACES) return false;
    if (!sees(t, t->places[t->places[at].parent].at, t->places[at].at)) {
      refute(t, at);
      continue;
    }
    t->places[at].closed = true;
    for (i = 1; i < t->count; i++) {
      if (!t->places[i].closed) relax(t, at, i);
    }
  }
  return t->places[t->goal].closed;
}

/* Put the way that was found in the place of the points up to the goal. */
static bool take_way(astar_discs *d, detour *t)
{
  as_disc *a = t->a;
  const uint32_t after = a->aim + t->goal, kept = a->point_count - after;
  uint32_t i, count = 0, n;
  for (i = t->goal; i != 0; i = t->places[i].parent) count++;
  if (!as_disc_reserve_points(d, a, count + kept)) return false;
  memmove(a->points + count, a->points + after, kept * sizeof *a->points);
  for (i = t->goal, n = count; i != 0; i = t->places[i].parent) {
    memcpy(a->points[--n].at, t->places[i].at, sizeof a->points->at);
  }
  a->point_count = count + kept;
  a->aim = 0;
  as_disc_measure_points(a);
  a->best = as_max(a->best, as_disc_way_left(a));
  return true;
}

/* Whether a disc sees its whole way, as far as a search looks. */
static bool is_clear(const astar_discs *d, const as_disc *a)
{
  const double *from = a->at;
  uint32_t i;
  for (i = a->aim; i < a->point_count && i < a->aim + POINTS; i++) {
    if (!as_disc_sees_past(d, a, from, a->points[i].at, a->radius)) return false;
    from = a->points[i].at;
  }
  return true;
}

astar_result as_disc_find_detour(astar_discs *d, as_disc *a)
{
  detour *t;
  bool done = true;
  a->closed = false;
  if (d->standing_count == 0 || a->point_count == 0 || is_clear(d, a)) return ASTAR_OK;
  t = as_new(&d->memory, 1, detour);
  if (!t) return ASTAR_NO_MEMORY;
  memset(t, 0, sizeof *t);
  t->d = d;
  t->a = a;
  list_round(t);
  list_corners(t);
  list_places(t);
  if (find_way(t)) done = take_way(d, t);
  else a->closed = true;
  as_free(&d->memory, t, 1, detour);
  return done ? ASTAR_OK : ASTAR_NO_MEMORY;
}
