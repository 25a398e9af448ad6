/*
** nudge.c: see scene.h. The place of a nudge is rounded; that it is not occupied is decided exactly.
*/
#include "plane/scene.h"

#include <float.h>
#include <string.h>

/* Upper bound on the rounding error of a computed place, relative to the largest coordinate. */
#define ROUNDING (16 * DBL_EPSILON)

/*
** How many edges are tried, nearest first. Where more edges lie within the slack, or within rounding errors of a place,
** obstacles are heaped up, and each try is slow.
*/
#define SLACK_EDGES 256u
#define ROUNDING_EDGES 16u
#define PAIR_EDGES 8u /* in pairs */

/* ---- Edges near a place ---- */

typedef struct near_edge {
  double on[2];      /* the nearest place on the edge */
  double distance;   /* to that place */
  double outward[2]; /* the unit normal of the edge that points to the outside */
  double largest;    /* largest absolute value of the edge's coordinates */
} near_edge;

static near_edge make_near(const double place[2], const double a[2], const double b[2])
{
  const double x = b[0] - a[0], y = b[1] - a[1], length = as_sqrt(x * x + y * y);
  const double part = ((place[0] - a[0]) * x + (place[1] - a[1]) * y) / (x * x + y * y);
  near_edge e;
  e.on[0] = !(part > 0) ? a[0] : part < 1 ? a[0] + x * part : b[0];
  e.on[1] = !(part > 0) ? a[1] : part < 1 ? a[1] + y * part : b[1];
  e.distance = as_length(e.on[0] - place[0], e.on[1] - place[1], 0);
  e.outward[0] = y / length;
  e.outward[1] = -x / length;
  e.largest = as_max(as_max(fabs(a[0]), fabs(a[1])), as_max(fabs(b[0]), fabs(b[1])));
  return e;
}

static void begin_near(as_edge_query *q, const as_scene *s, const double place[2], double distance)
{
  as_box box;
  int i;
  for (i = 0; i < 2; i++) {
    box.low[i] = place[i] - distance;
    box.high[i] = place[i] + distance;
  }
  as_edge_query_begin(q, s, &box);
}

bool as_scene_has_clearance(const as_scene *s, const double place[2], double distance)
{
  as_edge_query q;
  begin_near(&q, s, place, distance);
  while (as_edge_query_next(&q)) {
    if (make_near(place, q.from, q.to).distance < distance) return false;
  }
  return true;
}

/* Nearer edges first; 0 if the same places would be tried for both. */
static int compare_edges(const near_edge *a, const near_edge *b)
{
  const double by[6][2] = {{a->distance, b->distance},     {a->on[0], b->on[0]},         {a->on[1], b->on[1]},
                           {a->outward[0], b->outward[0]}, {a->outward[1], b->outward[1]}, {a->largest, b->largest}};
  int i;
  for (i = 0; i < 6; i++) {
    if (by[i][0] != by[i][1]) return by[i][0] < by[i][1] ? -1 : 1;
  }
  return 0;
}

/* List the nearest edges up to a distance, without those that compare equal, nearest first. Returns how many. */
static uint32_t list_near(const as_scene *s, const double place[2], double distance, near_edge *list, uint32_t size)
{
  uint32_t count = 0;
  as_edge_query q;
  begin_near(&q, s, place, distance);
  while (as_edge_query_next(&q)) {
    const near_edge e = make_near(place, q.from, q.to);
    uint32_t at = count;
    if (e.distance > distance) continue;
    while (at > 0 && compare_edges(&e, &list[at - 1]) < 0) at--;
    if (at == size || (at > 0 && compare_edges(&e, &list[at - 1]) == 0)) continue;
    count += count < size;
    memmove(list + at + 1, list + at, (count - 1 - at) * sizeof *list);
    list[at] = e;
  }
  return count;
}

/* Whether a place lies exactly on an edge. */
static bool is_on(const double place[2], const double a[2], const double b[2])
{
  return as_in_edge_box(a, b, place) &&
         (as_same_place(a, place) || as_same_place(b, place) || as_orient(a, b, place) == 0);
}

/*
** Whether all places within a distance of an occupied place are certainly occupied: all edges there pass exactly
** through the place, so that occupancy depends on the direction alone, and all directions are occupied.
*/
static bool is_hopeless(const as_scene *s, const double place[2], double distance)
{
  as_edge_query q;
  begin_near(&q, s, place, distance);
  while (as_edge_query_next(&q)) {
    if (!is_on(place, q.from, q.to) && make_near(place, q.from, q.to).distance <= distance) return false;
  }
  return true;
}

/* ---- Projecting ---- */

/* The nearest place found so far that is not occupied: `best`, at `distance`. Of equally near ones it is the least. */
typedef struct nudge {
  const as_scene *scene;
  const double *place;
  double slack, distance, best[2];
  double occupied[2]; /* the last place on an edge found to be occupied: not tested again for the next edge of it */
} nudge;

/* How far from the place an edge may be to be tried. */
static double range_of(const near_edge *e, double slack)
{
  return as_max(slack, ROUNDING * e->largest);
}

/* Try the nearest place on an edge, then places a few rounding errors away from it in the direction (x, y). */
static void try_edge(nudge *n, const near_edge *e, double x, double y)
{
  const double distance = as_length(e->on[0] - n->place[0], e->on[1] - n->place[1], 0);
  double step, found[2];
  if (distance > range_of(e, n->slack) || distance > n->distance) return;
  for (step = 0; step <= ROUNDING; step = step > 0 ? 2 * step : DBL_EPSILON / 2) {
    found[0] = e->on[0] + x * (step * e->largest);
    found[1] = e->on[1] + y * (step * e->largest);
    if (as_same_place(found, n->occupied)) continue;
    if (as_scene_occupancy(n->scene, found) == AS_OCCUPIED) {
      if (step == 0) memcpy(n->occupied, found, sizeof found);
      continue;
    }
    if (distance == n->distance && !as_place_before(found, n->best)) return;
    n->distance = distance;
    memcpy(n->best, found, sizeof found);
    return;
  }
}

/* Where outlines overlap, the border of one may lie inside another: try to leave two edges at once. */
static void try_pair(nudge *n, const near_edge *e)
{
  near_edge others[PAIR_EDGES];
  const uint32_t count = list_near(n->scene, e->on, range_of(e, n->slack), others, PAIR_EDGES);
  uint32_t i;
  for (i = 0; i < count; i++) {
    const double x = others[i].outward[0], y = others[i].outward[1];
    if (x == e->outward[0] && y == e->outward[1]) continue;
    try_edge(n, &others[i], e->outward[0] + x, e->outward[1] + y);
  }
}

bool as_scene_nudge(const as_scene *s, double place[2], double slack)
{
  double largest = 0, reach;
  near_edge edges[SLACK_EDGES];
  uint32_t count, i;
  nudge n;
  n.scene = s;
  n.place = place;
  n.slack = slack;
  n.distance = INFINITY;
  memcpy(n.occupied, place, sizeof n.occupied);
  for (i = 0; i < 2; i++) largest = as_max(largest, as_max(fabs(s->tree.box.low[i]), fabs(s->tree.box.high[i])));
  reach = as_max(slack, ROUNDING * largest);
  /* The farthest places are tried beside an edge that is within reach of one that is within reach. */
  if (is_hopeless(s, place, 4 * reach)) return false;
  count = list_near(s, place, reach, edges, slack > 0 ? SLACK_EDGES : ROUNDING_EDGES);
  for (i = 0; i < count; i++) try_edge(&n, &edges[i], edges[i].outward[0], edges[i].outward[1]);
  if (!(n.distance < INFINITY)) {
    for (i = 0; i < count && i < PAIR_EDGES; i++) {
      if (edges[i].distance <= range_of(&edges[i], slack)) try_pair(&n, &edges[i]);
    }
  }
  if (!(n.distance < INFINITY)) return false;
  memcpy(place, n.best, sizeof n.best);
  return true;
}
