/* wayout.c: free places near occupied ones; see scene.h. */
#include "plane/scene.h"

#include <float.h>
#include <string.h>

/* How far off a place may be that was worked out from others, in parts of the largest coordinate. */
#define ROUNDING (16 * DBL_EPSILON)

/* The place of an edge that is nearest to another place. */
static void nearest_on(const double a[2], const double b[2], const double place[2], double found[2])
{
  const double x = b[0] - a[0], y = b[1] - a[1];
  const double part = ((place[0] - a[0]) * x + (place[1] - a[1]) * y) / (x * x + y * y);
  found[0] = !(part > 0) ? a[0] : part < 1 ? a[0] + x * part : b[0];
  found[1] = !(part > 0) ? a[1] : part < 1 ? a[1] + y * part : b[1];
}

/* A walk over the edges that come within a distance of a place. */
typedef struct edges {
  const as_scene *scene;
  as_walk walk;
  const as_run *run;
  uint32_t edge;
  const double *from, *to; /* the current one, */
  double on[2], out[2];    /* the place on it that is nearest, and its direction outwards, of length 1 */
  double distance;
  double largest; /* of its coordinates */
} edges;

static void begin_edges(edges *e, const as_scene *s, const double place[2], double distance)
{
  as_box box;
  int i;
  for (i = 0; i < 2; i++) {
    box.low[i] = place[i] - distance;
    box.high[i] = place[i] + distance;
  }
  as_walk_begin(&e->walk, &s->tree, &box);
  e->scene = s;
  e->run = NULL;
}

static bool next_edge(edges *e, const double place[2])
{
  double x, y, length;
  while (!e->run || e->edge == e->run->count) {
    const uint32_t run = as_walk_next(&e->walk);
    if (run == AS_TREE_NONE) return false;
    e->run = &e->scene->runs[run];
    e->edge = 0;
  }
  e->from = e->run->xy[e->edge++];
  e->to = e->run->xy[e->edge];
  nearest_on(e->from, e->to, place, e->on);
  e->distance = as_length(e->on[0] - place[0], e->on[1] - place[1], 0);
  x = e->to[0] - e->from[0];
  y = e->to[1] - e->from[1];
  length = sqrt(x * x + y * y);
  e->largest = as_max(as_max(fabs(e->from[0]), fabs(e->from[1])), as_max(fabs(e->to[0]), fabs(e->to[1])));
  e->out[0] = y / length;
  e->out[1] = -x / length;
  return true;
}

/* The way out of where a place is, as far as it has been found. */
typedef struct way_out {
  const as_scene *scene;
  const double *place;
  double slack, nearest, best[2];
} way_out;

/* Try a place on an outline, and those beside it by last bits: the first free one, if it is the nearest so far. */
static void try_place(way_out *w, const edges *e, double x, double y)
{
  const double *on = e->on, distance = as_length(on[0] - w->place[0], on[1] - w->place[1], 0);
  double step, found[2];
  if (distance > as_max(w->slack, ROUNDING * e->largest) || distance >= w->nearest) return;
  for (step = 0; step <= ROUNDING; step = step > 0 ? 2 * step : DBL_EPSILON / 2) {
    found[0] = on[0] + x * (step * e->largest);
    found[1] = on[1] + y * (step * e->largest);
    if (as_scene_ground(w->scene, found) == AS_GROUND_OCCUPIED) continue;
    w->nearest = distance;
    memcpy(w->best, found, sizeof found);
    return;
  }
}

bool as_scene_free_place(const as_scene *s, double place[2], double slack)
{
  double most = 0, range;
  edges e, f;
  way_out w;
  int i;
  w.scene = s;
  w.place = place;
  w.slack = slack;
  w.nearest = INFINITY;
  for (i = 0; i < 2; i++) most = as_max(most, as_max(fabs(s->tree.box.low[i]), fabs(s->tree.box.high[i])));
  range = as_max(slack, ROUNDING * most);
  begin_edges(&e, s, place, range);
  while (next_edge(&e, place)) try_place(&w, &e, e.out[0], e.out[1]);
  /* In a nook two outlines are in the way. */
  begin_edges(&e, s, place, range);
  while (!(w.nearest < INFINITY) && next_edge(&e, place)) {
    if (e.distance > range) continue;
    begin_edges(&f, s, e.on, range);
    while (next_edge(&f, e.on)) {
      if (f.from != e.from && f.distance <= range) try_place(&w, &f, e.out[0] + f.out[0], e.out[1] + f.out[1]);
    }
  }
  if (!(w.nearest < INFINITY)) return false;
  memcpy(place, w.best, sizeof w.best);
  return true;
}

bool as_scene_keeps(const as_scene *s, const double place[2], double distance)
{
  edges e;
  begin_edges(&e, s, place, distance);
  while (next_edge(&e, place)) {
    if (e.distance < distance) return false;
  }
  return true;
}
