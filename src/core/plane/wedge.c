/* ground.c: what of a scene's ground around a place is free; see scene.h. Every decision is exact. */
#include "plane/scene.h"

/* ---- What is around a place ---- */

/* A direction of an edge away from a place that it goes through. */
typedef struct ray {
  const double *towards;
  int change; /* is added to the winding number where it is crossed counter-clockwise */
} ray;

/* More directions than usual are looked for each time. */
#define RAYS 16u

/* The directions around a place. */
typedef struct around {
  const as_scene *scene;
  const double *place;
  ray rays[RAYS];
  uint32_t count, at;
  bool more;          /* there are more: those that are looked for now follow */
  as_walk walk;
  const as_run *run;  /* whose edges are looked at, from `edge` on */
  uint32_t edge;
  const double *back; /* the edge's other direction is still to be told */
} around;

static void begin_walk(around *a)
{
  as_box box;
  as_box_around(&box, a->place);
  as_walk_begin(&a->walk, &a->scene->tree, &box);
  a->run = NULL;
  a->back = NULL;
}

/* Look for the next direction. */
static bool walk_on(around *a, ray *found)
{
  const double *p = a->place;
  if (a->back) {
    found->towards = a->back;
    found->change = -1;
    a->back = NULL;
    return true;
  }
  for (;;) {
    if (!a->run || a->edge == a->run->count) {
      const uint32_t run = as_walk_next(&a->walk);
      if (run == AS_TREE_NONE) return false;
      a->run = &a->scene->runs[run];
      a->edge = 0;
    }
    for (; a->edge < a->run->count; a->edge++) {
      const double *from = a->run->xy[a->edge], *to = a->run->xy[a->edge + 1];
      bool begins, ends;
      if (!as_beside_edge(from, to, p)) continue;
      begins = as_same_place(from, p);
      ends = as_same_place(to, p);
      if (!begins && !ends && as_orient(from, to, p) != 0) continue;
      a->edge++;
      /* The inside is on the left of an edge: counter-clockwise of it as it leads away. */
      found->towards = ends ? from : to;
      found->change = ends ? -1 : 1;
      if (!begins && !ends) a->back = from;
      return true;
    }
  }
}

static void begin_around(around *a, const as_scene *s, const double place[2])
{
  ray found;
  a->scene = s;
  a->place = place;
  a->count = a->at = 0;
  a->more = false;
  begin_walk(a);
  while (!a->more && walk_on(a, &found)) {
    if (a->count < RAYS) a->rays[a->count++] = found;
    else a->more = true;
  }
  if (a->more) begin_walk(a);
}

/* Begin again. */
static void restart(around *a)
{
  a->at = 0;
  if (a->more) begin_walk(a);
}

static bool next_around(around *a, ray *found)
{
  if (a->more) return walk_on(a, found);
  if (a->at == a->count) return false;
  *found = a->rays[a->at++];
  return true;
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

/* What a run adds to the winding number just after the direction of x. */
static int crossings(const as_run *run, const double place[2])
{
  int winding = 0;
  uint32_t i;
  for (i = 0; i < run->count; i++) winding += as_crossing(run->xy[i], run->xy[i + 1], place);
  return winding;
}

/*
** The winding number just after the direction of x, counter-clockwise. Short outlines are those in
** whose boxes the place lies; of the long ones there may be any edges on the right.
*/
static int winding_at(const as_scene *s, const double place[2])
{
  int winding = s->outside;
  as_walk walk;
  as_box box;
  uint32_t at, run;
  as_box_around(&box, place);
  as_walk_begin(&walk, &s->shorts, &box);
  while ((at = as_walk_next(&walk)) != AS_TREE_NONE) {
    for (run = at; run != AS_NO_RUN && s->runs[run].outline == at; run = s->runs[run].next)
      winding += crossings(&s->runs[run], place);
  }
  if (s->long_runs == 0) return winding;
  box.high[0] = INFINITY;
  as_walk_begin(&walk, &s->tree, &box);
  while ((at = as_walk_next(&walk)) != AS_TREE_NONE) {
    if (s->runs[at].is_long) winding += crossings(&s->runs[at], place);
  }
  return winding;
}

/* The winding numbers before and after a direction, counter-clockwise; `base` is winding_at(). */
static void windings_beside(around *a, const double towards[2], int base, int *before, int *after)
{
  ray r;
  *before = *after = base;
  restart(a);
  while (next_around(a, &r)) {
    const int order = compare_ways(a->place, r.towards, towards);
    if (order < 0) *before += r.change;
    if (order <= 0) *after += r.change;
  }
}

bool as_scene_opens(const as_scene *s, const double place[2], const double towards[2])
{
  int before, after;
  around a;
  begin_around(&a, s, place);
  windings_beside(&a, towards, winding_at(s, place), &before, &after);
  return before == 0 || after == 0;
}

as_ground as_scene_ground(const as_scene *s, const double place[2])
{
  const int base = winding_at(s, place);
  around a, b;
  bool edge = false;
  ray r;
  begin_around(&a, s, place);
  b = a;
  while (next_around(&a, &r)) {
    int before, after;
    edge = true;
    windings_beside(&b, r.towards, base, &before, &after);
    if (before == 0 || after == 0) return AS_GROUND_EDGE;
  }
  return !edge && base == 0 ? AS_GROUND_FREE : AS_GROUND_OCCUPIED;
}

uint32_t as_scene_run_at(const as_scene *s, const double place[2])
{
  uint32_t found = AS_NO_RUN;
  around a;
  ray r;
  begin_around(&a, s, place);
  begin_walk(&a);
  while (walk_on(&a, &r)) {
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
  if (low == 0 && same_way(h->place, h->low, towards)) return true;
  if (high == 0 && same_way(h->place, h->high, towards)) return true;
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
  ray r;
  int base, before, after;
  p->wedge = AS_WEDGE_WIDE;
  begin_around(&a, s, p->at);
  if (!next_around(&a, &r)) return;
  h.place = p->at;
  h.low = h.high = r.towards;
  h.half = h.known = false;
  while (next_around(&a, &r)) {
    if (!widen(&h, r.towards)) return;
  }
  base = winding_at(s, p->at);
  windings_beside(&a, h.high, base, &before, &after);
  if (h.half && !h.known && after != 0) {
    const double *swap = h.low;
    h.low = h.high;
    h.high = swap;
    windings_beside(&a, h.high, base, &before, &after);
  }
  if (after != 0) return;
  p->low[0] = h.low[0];
  p->low[1] = h.low[1];
  p->high[0] = h.high[0];
  p->high[1] = h.high[1];
  p->wedge = h.half ? AS_WEDGE_HALF : AS_WEDGE_CORNER;
}
