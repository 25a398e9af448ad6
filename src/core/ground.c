/*
** ground.c: what can be asked of a scene's ground: where it is free, and which segments are clear;
** see scene.h. Every decision is exact.
*/
#include "scene.h"

#include <float.h>

/* How far off a place may be that was worked out from others, in parts of the largest coordinate. */
#define ROUNDING (16 * DBL_EPSILON)

/* ---- What is around a place ---- */

/* The edges that go through a place, as directions away from it. */
typedef struct around {
  as_walk walk;
  const as_scene *scene;
  const double *place;
  const as_run *run; /* whose edges are looked at, from `edge` on */
  uint32_t edge;
  const double *back; /* the edge's other direction is still to be told */
  const double *towards; /* the current direction leads there, */
  int change;            /* and so much is added to the winding number where it is crossed counter-clockwise */
} around;

static void begin_around(around *a, const as_scene *s, const double place[2])
{
  as_box box;
  as_box_around(&box, place);
  as_walk_begin(&a->walk, &s->tree, &box);
  a->scene = s;
  a->place = place;
  a->run = NULL;
  a->back = NULL;
}

/* Whether a place that lies on an edge's line lies on the edge; the place is none of its ends. */
static bool within(const double a[2], const double b[2], const double place[2])
{
  return (a[0] <= place[0] ? place[0] <= b[0] : b[0] <= place[0]) && (a[1] <= place[1] ? place[1] <= b[1] : b[1] <= place[1]);
}

static bool next_around(around *a)
{
  const double *p = a->place;
  if (a->back) {
    a->towards = a->back;
    a->change = -1;
    a->back = NULL;
    return true;
  }
  for (;;) {
    if (!a->run || a->edge == a->run->count) {
      uint32_t run = as_walk_next(&a->walk);
      if (run == AS_TREE_NONE) return false;
      a->run = &a->scene->runs[run];
      a->edge = 0;
    }
    for (; a->edge < a->run->count; a->edge++) {
      const double *from = a->run->xy[a->edge], *to = a->run->xy[a->edge + 1];
      const bool begins = as_same_place(from, p), ends = as_same_place(to, p);
      if (!begins && !ends && !(within(from, to, p) && as_orient(from, to, p) == 0)) continue;
      a->edge++;
      /* The inside is on the left of an edge: counter-clockwise of it as it leads away. */
      a->towards = ends ? from : to;
      a->change = ends ? -1 : 1;
      if (!begins && !ends) a->back = from;
      return true;
    }
  }
}

/* Of two directions on one line: whether they are the same one. */
static bool same_way(const double place[2], const double a[2], const double b[2])
{
  return a[0] == place[0] ? (a[1] > place[1]) == (b[1] > place[1]) : (a[0] > place[0]) == (b[0] > place[0]);
}

/* Whether a direction is in the lower half, counted counter-clockwise from just after that of x. */
static bool is_lower(const double place[2], const double towards[2])
{
  return towards[1] < place[1] || (towards[1] == place[1] && towards[0] > place[0]);
}

/* Order of directions, counter-clockwise from just after that of x: < 0, 0, > 0. */
static int compare_ways(const double place[2], const double a[2], const double b[2])
{
  const int lower = (int)is_lower(place, a) - (int)is_lower(place, b);
  return lower != 0 ? lower : -as_orient(place, a, b);
}

/*
** The winding number just after the direction of x, counter-clockwise: what a ray in that direction
** crosses that does not go through the place itself.
*/
static int winding_at(const as_scene *s, const double place[2])
{
  int winding = s->outside;
  as_walk walk;
  as_box box;
  uint32_t at, i;
  as_box_around(&box, place);
  box.high[0] = INFINITY;
  as_walk_begin(&walk, &s->tree, &box);
  while ((at = as_walk_next(&walk)) != AS_TREE_NONE) {
    const as_run *run = &s->runs[at];
    bool above = run->xy[0][1] > place[1];
    for (i = 0; i < run->count; i++) {
      const bool was = above;
      above = run->xy[i + 1][1] > place[1];
      if (was == above) continue;
      if (above && as_orient(run->xy[i], run->xy[i + 1], place) > 0) winding++;
      else if (was && as_orient(run->xy[i], run->xy[i + 1], place) < 0) winding--;
    }
  }
  return winding;
}

/* The winding numbers before and after a direction, counter-clockwise; `base` is winding_at(). */
static void windings_beside(const as_scene *s, const double place[2], const double towards[2], int base, int *before,
                            int *after)
{
  around a;
  *before = *after = base;
  begin_around(&a, s, place);
  while (next_around(&a)) {
    const int order = compare_ways(place, a.towards, towards);
    if (order < 0) *before += a.change;
    if (order <= 0) *after += a.change;
  }
}

bool as_scene_opens(const as_scene *s, const double place[2], const double towards[2])
{
  int before, after;
  windings_beside(s, place, towards, winding_at(s, place), &before, &after);
  return before == 0 || after == 0;
}

as_ground as_scene_ground(const as_scene *s, const double place[2])
{
  const int base = winding_at(s, place);
  around a;
  bool edge = false;
  begin_around(&a, s, place);
  while (next_around(&a)) {
    int before, after;
    edge = true;
    windings_beside(s, place, a.towards, base, &before, &after);
    if (before == 0 || after == 0) return AS_GROUND_EDGE;
  }
  return !edge && base == 0 ? AS_GROUND_FREE : AS_GROUND_OCCUPIED;
}

/* The place of an edge that is nearest to another place. */
static void nearest_on(const double a[2], const double b[2], const double place[2], double found[2])
{
  const double x = b[0] - a[0], y = b[1] - a[1];
  const double part = ((place[0] - a[0]) * x + (place[1] - a[1]) * y) / (x * x + y * y);
  found[0] = !(part > 0) ? a[0] : part < 1 ? a[0] + x * part : b[0];
  found[1] = !(part > 0) ? a[1] : part < 1 ? a[1] + y * part : b[1];
}

/* Put a place beside an edge, outside, if it lies within rounding of it. */
static bool step_out(const as_scene *s, const double a[2], const double b[2], double place[2])
{
  const double x = b[0] - a[0], y = b[1] - a[1], length = sqrt(x * x + y * y);
  const double most = fmax(fmax(fabs(a[0]), fabs(a[1])), fmax(fabs(b[0]), fabs(b[1])));
  double on[2], out[2], step;
  nearest_on(a, b, place, on);
  if (!(fabs(on[0] - place[0]) + fabs(on[1] - place[1]) <= ROUNDING * most)) return false;
  for (step = 0; step <= ROUNDING; step = step > 0 ? 2 * step : DBL_EPSILON / 2) {
    out[0] = on[0] + y / length * (step * most);
    out[1] = on[1] - x / length * (step * most);
    if (as_scene_ground(s, out) == AS_GROUND_OCCUPIED) continue;
    place[0] = out[0];
    place[1] = out[1];
    return true;
  }
  return false;
}

bool as_scene_free_place(const as_scene *s, double place[2])
{
  double most = 0;
  as_walk walk;
  as_box box;
  uint32_t run, i;
  if (s->tree.root == AS_TREE_NONE) return false;
  for (i = 0; i < 2; i++) most = fmax(most, fmax(fabs(s->tree.box.low[i]), fabs(s->tree.box.high[i])));
  for (i = 0; i < 2; i++) {
    box.low[i] = place[i] - ROUNDING * most;
    box.high[i] = place[i] + ROUNDING * most;
  }
  as_walk_begin(&walk, &s->tree, &box);
  while ((run = as_walk_next(&walk)) != AS_TREE_NONE) {
    const as_run *r = &s->runs[run];
    for (i = 0; i < r->count; i++) {
      if (step_out(s, r->xy[i], r->xy[i + 1], place)) return true;
    }
  }
  return false;
}

uint32_t as_scene_run_at(const as_scene *s, const double place[2])
{
  uint32_t found = AS_NO_RUN;
  around a;
  begin_around(&a, s, place);
  while (next_around(&a)) {
    const uint32_t run = (uint32_t)(a.run - s->runs);
    if (found == AS_NO_RUN || s->runs[run].obstacle < s->runs[found].obstacle) found = run;
  }
  return found;
}

/* ---- Wedges ---- */

/* The hull of directions around a point, while it is at most half of what is around. */
typedef struct hull {
  const double *place, *low, *high; /* from low counter-clockwise to high */
  bool half;  /* low and high are opposite, */
  bool known; /* and it is known on which side of them the hull lies */
} hull;

/* Widen a hull by a direction; false if it then is more than half. */
static bool widen(hull *h, const double *towards)
{
  const int low = as_orient(h->place, h->low, towards), high = as_orient(h->place, h->high, towards);
  if (h->half) {
    if (low == 0 || (low > 0 && h->known)) return true;
    if (h->known) return false;
    h->known = true;
    if (low < 0) {
      const double *swap = h->low;
      h->low = h->high;
      h->high = swap;
    }
    return true;
  }
  if ((low == 0 && same_way(h->place, h->low, towards)) || (high == 0 && same_way(h->place, h->high, towards))) return true;
  if (low == 0 || high == 0) {
    /* Opposite to one end; between the two there is something if they differ. */
    h->half = true;
    h->known = as_orient(h->place, h->low, h->high) != 0;
    if (low == 0) h->high = towards;
    else h->low = towards;
    return true;
  }
  if (low > 0 && high < 0) return true;
  if (low > 0 && high > 0) h->high = towards;
  else if (low < 0 && high < 0) h->low = towards;
  else return false;
  return true;
}

void as_scene_resolve(as_scene *s, uint32_t point)
{
  as_point *p = &s->points[point];
  hull h;
  around a;
  int base, before, after;
  p->wedge = AS_WEDGE_WIDE;
  begin_around(&a, s, p->at);
  if (!next_around(&a)) return;
  h.place = p->at;
  h.low = h.high = a.towards;
  h.half = h.known = false;
  while (next_around(&a)) {
    if (!widen(&h, a.towards)) return;
  }
  base = winding_at(s, p->at);
  windings_beside(s, p->at, h.high, base, &before, &after);
  if (h.half && !h.known && after != 0) {
    const double *swap = h.low;
    h.low = h.high;
    h.high = swap;
    windings_beside(s, p->at, h.high, base, &before, &after);
  }
  if (after != 0) return;
  p->low[0] = h.low[0];
  p->low[1] = h.low[1];
  p->high[0] = h.high[0];
  p->high[1] = h.high[1];
  p->wedge = h.half ? AS_WEDGE_HALF : AS_WEDGE_CORNER;
}

/* ---- Segments ---- */

/* Whether a place on a segment's line lies between its ends, and is neither. */
static bool between(const double p[2], const double q[2], const double place[2])
{
  if (p[0] != q[0]) return p[0] < q[0] ? p[0] < place[0] && place[0] < q[0] : q[0] < place[0] && place[0] < p[0];
  return p[1] < q[1] ? p[1] < place[1] && place[1] < q[1] : q[1] < place[1] && place[1] < p[1];
}

/* Whether a segment gets through a point that lies on it: all that is occupied is on one side. */
static bool passes(as_scene *s, uint32_t point, const double p[2], const double q[2])
{
  return as_scene_wedge(s, point) != AS_WEDGE_WIDE && as_leaves_beside(&s->points[point], p, q);
}

/* Whether edge i of a run, between two corners on these sides of a segment, stops it. */
static bool stops(as_scene *s, const as_run *run, uint32_t i, int side, int next, const double p[2], const double q[2])
{
  const double *a = run->xy[i], *b = run->xy[i + 1];
  if (side * next < 0) return as_orient(a, b, p) * as_orient(a, b, q) < 0;
  return next == 0 && between(p, q, b) && !passes(s, run->point[i + 1], p, q);
}

static bool run_stops(as_scene *s, const as_run *run, const double p[2], const double q[2])
{
  int side = as_orient(p, q, run->xy[0]);
  uint32_t i;
  for (i = 0; i < run->count; i++) {
    const int next = as_orient(p, q, run->xy[i + 1]);
    /* Most lie on one side. */
    if ((side != next || next == 0) && stops(s, run, i, side, next, p, q)) return true;
    side = next;
  }
  return false;
}

bool as_scene_clear(as_scene *s, const double from[2], const double to[2], uint32_t *hint)
{
  as_cast cast;
  uint32_t run;
  if (*hint < s->run_count && run_stops(s, &s->runs[*hint], from, to)) return false;
  as_cast_begin(&cast, &s->tree, from, to);
  while ((run = as_cast_next(&cast)) != AS_TREE_NONE) {
    if (!run_stops(s, &s->runs[run], from, to)) continue;
    *hint = run;
    return false;
  }
  return true;
}

/* How far along a segment, in parts of it, a place on it lies. */
static double part_of(const double p[2], const double q[2], const double place[2])
{
  const int axis = fabs(q[1] - p[1]) > fabs(q[0] - p[0]);
  return (place[axis] - p[axis]) / (q[axis] - p[axis]);
}

/* How far a place is from a line, times some number. */
static double off_line(const double p[2], const double q[2], const double place[2])
{
  return fabs((q[0] - p[0]) * (place[1] - p[1]) - (q[1] - p[1]) * (place[0] - p[0]));
}

/*
** Where a segment meets edge i of a run that stops it: how far along. Where the two are all but on one
** line rounding could carry the place along that, so it is kept within the boxes of both.
*/
static double meet(const as_run *run, uint32_t i, int side, int next, const double p[2], const double q[2], double place[2])
{
  const double *a = run->xy[i], *b = run->xy[i + 1];
  if (side * next < 0) {
    const double from = off_line(p, q, a), to = off_line(p, q, b), part = from + to > 0 ? from / (from + to) : 0.5;
    int k;
    for (k = 0; k < 2; k++) {
      const double low = fmax(fmin(a[k], b[k]), fmin(p[k], q[k])), high = fmin(fmax(a[k], b[k]), fmax(p[k], q[k]));
      place[k] = fmin(fmax(a[k] + (b[k] - a[k]) * part, low), high);
    }
  } else {
    place[0] = b[0];
    place[1] = b[1];
  }
  return part_of(p, q, place);
}

bool as_scene_hit(as_scene *s, const double from[2], const double to[2], uint32_t *run, double place[2])
{
  double nearest = INFINITY;
  as_cast cast;
  uint32_t at, i;
  as_cast_begin(&cast, &s->tree, from, to);
  while ((at = as_cast_next(&cast)) != AS_TREE_NONE) {
    const as_run *r = &s->runs[at];
    int side = as_orient(from, to, r->xy[0]);
    for (i = 0; i < r->count; i++) {
      const int next = as_orient(from, to, r->xy[i + 1]);
      if ((side != next || next == 0) && stops(s, r, i, side, next, from, to)) {
        double there[2], t = meet(r, i, side, next, from, to, there);
        if (t < nearest || (t == nearest && r->obstacle < s->runs[*run].obstacle)) {
          nearest = t;
          *run = at;
          place[0] = there[0];
          place[1] = there[1];
        }
      }
      side = next;
    }
  }
  return nearest < INFINITY;
}
