/*
** nudge.c: see scene.h. The place of a nudge is rounded; that it is not occupied is decided exactly.
*/
#include "plane/scene.h"

#include <float.h>

/* Upper bound on the rounding error of a computed place, relative to the largest coordinate. */
#define ROUNDING (16 * DBL_EPSILON)

/* ---- Edges near a place ---- */

/* An iterator over the edges near a place: the current edge. */
typedef struct near_edge {
  as_edge_query query;
  double on[2];      /* the nearest place on the edge */
  double distance;   /* to that place */
  double outward[2]; /* the unit normal of the edge that points to the outside */
  double largest;    /* largest absolute value of the edge's coordinates */
} near_edge;

static void near_begin(near_edge *e, const as_scene *s, const double place[2], double distance)
{
  as_box box;
  int i;
  for (i = 0; i < 2; i++) {
    box.low[i] = place[i] - distance;
    box.high[i] = place[i] + distance;
  }
  as_edge_query_begin(&e->query, s, &box);
}

static bool near_next(near_edge *e, const double place[2])
{
  const double *a, *b;
  double x, y, part, length;
  if (!as_edge_query_next(&e->query)) return false;
  a = e->query.from;
  b = e->query.to;
  x = b[0] - a[0];
  y = b[1] - a[1];
  part = ((place[0] - a[0]) * x + (place[1] - a[1]) * y) / (x * x + y * y);
  e->on[0] = !(part > 0) ? a[0] : part < 1 ? a[0] + x * part : b[0];
  e->on[1] = !(part > 0) ? a[1] : part < 1 ? a[1] + y * part : b[1];
  e->distance = as_length(e->on[0] - place[0], e->on[1] - place[1], 0);
  length = as_sqrt(x * x + y * y);
  e->outward[0] = y / length;
  e->outward[1] = -x / length;
  e->largest = as_max(as_max(fabs(a[0]), fabs(a[1])), as_max(fabs(b[0]), fabs(b[1])));
  return true;
}

bool as_scene_has_clearance(const as_scene *s, const double place[2], double distance)
{
  near_edge e;
  near_begin(&e, s, place, distance);
  while (near_next(&e, place)) {
    if (e.distance < distance) return false;
  }
  return true;
}

/* ---- Projecting ---- */

/* The nearest place found so far that is not occupied: `best`, at `distance`. */
typedef struct nudge {
  const as_scene *scene;
  const double *place;
  double slack, distance, best[2];
} nudge;

/* Try the nearest place on an edge, then places a few rounding errors away from it in the direction (x, y). */
static void try_edge(nudge *n, const near_edge *e, double x, double y)
{
  const double distance = as_length(e->on[0] - n->place[0], e->on[1] - n->place[1], 0);
  double step, found[2];
  if (distance > as_max(n->slack, ROUNDING * e->largest) || distance >= n->distance) return;
  for (step = 0; step <= ROUNDING; step = step > 0 ? 2 * step : DBL_EPSILON / 2) {
    found[0] = e->on[0] + x * (step * e->largest);
    found[1] = e->on[1] + y * (step * e->largest);
    if (as_scene_occupancy(n->scene, found) == AS_OCCUPIED) continue;
    n->distance = distance;
    memcpy(n->best, found, sizeof found);
    return;
  }
}

bool as_scene_nudge(const as_scene *s, double place[2], double slack)
{
  double largest = 0, range;
  near_edge e, f;
  nudge n;
  int i;
  n.scene = s;
  n.place = place;
  n.slack = slack;
  n.distance = INFINITY;
  for (i = 0; i < 2; i++) largest = as_max(largest, as_max(fabs(s->tree.box.low[i]), fabs(s->tree.box.high[i])));
  range = as_max(slack, ROUNDING * largest);
  near_begin(&e, s, place, range);
  while (near_next(&e, place)) try_edge(&n, &e, e.outward[0], e.outward[1]);
  /* Where outlines overlap, the border of one may lie inside another: try to leave two at once. */
  near_begin(&e, s, place, range);
  while (!(n.distance < INFINITY) && near_next(&e, place)) {
    if (e.distance > range) continue;
    near_begin(&f, s, e.on, range);
    while (near_next(&f, e.on)) {
      if (f.query.from != e.query.from && f.distance <= range)
        try_edge(&n, &f, e.outward[0] + f.outward[0], e.outward[1] + f.outward[1]);
    }
  }
  if (!(n.distance < INFINITY)) return false;
  memcpy(place, n.best, sizeof n.best);
  return true;
}
