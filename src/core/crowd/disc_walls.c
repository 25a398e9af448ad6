/* disc_walls.c: see disc_walls.h. */
#include "crowd/disc_walls.h"

#include "plane/swept.h"

/*
** The part of the radius that a disc may overlap, and an upper bound on the error of distances; both as in
** plane/swept.c.
*/
#define OVERLAP 1e-8
#define ROUNDING (16 * DBL_EPSILON)

/* The part of the radius that is left out of a look ahead: so much may a wall be in the way. */
#define UNSEEN 1e-6

/* The part of the radius that movements may have brought a disc nearer to an edge. */
#define MOVED 1e-7

/* How often a movement may be turned aside. */
#define SLIDES 4

static const as_scene *scene_of(const astar_plane *p)
{
  return &p->radius_layers[0]->scene;
}

static as_box box_around(const double place[2], double distance)
{
  as_box box;
  int k;
  for (k = 0; k < 2; k++) {
    box.low[k] = place[k] - distance;
    box.high[k] = place[k] + distance;
  }
  return box;
}

/* The vector from a place to the nearest place of an edge. Returns its length. */
static double reach_edge(const double place[2], const double a[2], const double b[2], double near[2])
{
  const double x = b[0] - a[0], y = b[1] - a[1];
  const double part = ((place[0] - a[0]) * x + (place[1] - a[1]) * y) / (x * x + y * y);
  const double *end = part >= 1 ? b : a;
  int k;
  for (k = 0; k < 2; k++)
    near[k] = part > 0 && part < 1 ? a[k] + (k == 0 ? x : y) * part - place[k] : end[k] - place[k];
  return as_length(near[0], near[1], 0);
}

/* ---- Standing ---- */

/* The clearance that a disc must have. */
static double least_clearance(const as_scene *s, const double place[2], double radius)
{
  double most = as_max(as_max(fabs(place[0]), fabs(place[1])), radius);
  int k;
  if (s->tree.root == AS_BOX_TREE_NONE) return 0;
  for (k = 0; k < 2; k++) most = as_max(most, as_max(fabs(s->tree.box.low[k]), fabs(s->tree.box.high[k])));
  most = as_max(radius * OVERLAP, ROUNDING * most);
  return radius > 2 * most ? radius - most : 0.5 * radius;
}

astar_obstacle as_disc_blocker(astar_plane *p, const double place[2], double radius)
{
  const as_scene *s = scene_of(p);
  const double clearance = least_clearance(s, place, radius);
  const as_box box = box_around(place, radius);
  astar_obstacle found = ASTAR_NO_OBSTACLE;
  as_edge_query q;
  double near[2];
  if (as_scene_occupancy(s, place) == AS_OCCUPIED) return as_plane_blocker(p, p->radius_layers[0], place);
  as_edge_query_begin(&q, s, &box);
  while (as_edge_query_next(&q)) {
    const uint32_t obstacle = q.chain->obstacle;
    if (!(reach_edge(place, q.from, q.to, near) < clearance)) continue;
    if (obstacle == ASTAR_BOUNDS) return ASTAR_BOUNDS;
    if (found == ASTAR_NO_OBSTACLE || obstacle + 1 < found) found = obstacle + 1;
  }
  return found;
}

bool as_disc_stands_badly(astar_plane *p, const double place[2], double radius)
{
  return as_disc_blocker(p, place, radius * (1 - MOVED)) != ASTAR_NO_OBSTACLE;
}

/* ---- Edges ---- */

/* Whether an edge comes before another: by distance, of equally near ones by place, whatever the order of obstacles. */
static bool precedes(const as_wall *a, const as_wall *b)
{
  int i, k;
  if (a->distance != b->distance) return a->distance < b->distance;
  for (i = 0; i < 2; i++) {
    for (k = 0; k < 2; k++) {
      if (a->ends[i][k] != b->ends[i][k]) return a->ends[i][k] < b->ends[i][k];
    }
  }
  return false;
}

/* Put an edge into the list, which is sorted; if it is full, in the place of the last, unless it comes after that. */
static uint32_t insert(as_wall *list, uint32_t count, const as_wall *w)
{
  uint32_t at = count;
  if (count < AS_DISC_WALLS) count++;
  else if (!precedes(w, &list[--at])) return count;
  for (; at > 0 && precedes(w, &list[at - 1]); at--) list[at] = list[at - 1];
  list[at] = *w;
  return count;
}

/* Whether an edge of the list, other than one, has a place as its end. */
static bool has_end(const as_wall *list, uint32_t count, uint32_t except, const double place[2])
{
  uint32_t i;
  for (i = 0; i < count; i++) {
    if (i != except && (as_same_place(list[i].ends[0], place) || as_same_place(list[i].ends[1], place))) return true;
  }
  return false;
}

uint32_t as_disc_list_walls(const astar_plane *p, const double place[2], double distance, double look, as_wall *list,
                            double *clear)
{
  const as_box box = box_around(place, look);
  uint32_t count = 0, i;
  as_edge_query q;
  *clear = look;
  as_edge_query_begin(&q, scene_of(p), &box);
  while (as_edge_query_next(&q)) {
    as_wall w;
    int k;
    w.distance = reach_edge(place, q.from, q.to, w.near);
    *clear = as_min(*clear, w.distance);
    if (w.distance > distance || as_orient(q.from, q.to, place) >= 0) continue;
    if (count == AS_DISC_WALLS && w.distance > list[count - 1].distance) continue;
    for (k = 0; k < 2; k++) {
      w.ends[0][k] = q.from[k] - place[k];
      w.ends[1][k] = q.to[k] - place[k];
    }
    count = insert(list, count, &w);
  }
  for (i = 0; i < count; i++) {
    list[i].goes_on[0] = has_end(list, count, i, list[i].ends[0]);
    list[i].goes_on[1] = has_end(list, count, i, list[i].ends[1]);
  }
  return count;
}

/* ---- Movement ---- */

bool as_disc_sees(const astar_plane *p, const double from[2], const double to[2], double radius)
{
  uint32_t chain;
  double place[2];
  return !as_scene_sweep(scene_of(p), from, to, radius * (1 - UNSEEN), AS_FIRST_BY_PLACE, &chain, place);
}

/* The direction away from the nearest edge of a chain, and how deep a disc overlaps it. */
static double leave_chain(const as_scene *s, uint32_t chain, const double place[2], double radius, double normal[2])
{
  const as_edge_chain *c = &s->chains[chain];
  double nearest = INFINITY, near[2];
  uint32_t i, edge = 0;
  for (i = 0; i < c->count; i++) {
    const double distance = reach_edge(place, c->xy[i], c->xy[i + 1], near);
    if (distance >= nearest) continue;
    nearest = distance;
    edge = i;
    normal[0] = -near[0];
    normal[1] = -near[1];
  }
  if (!(nearest > 0)) {
    normal[0] = c->xy[edge + 1][1] - c->xy[edge][1];
    normal[1] = c->xy[edge][0] - c->xy[edge + 1][0];
  }
  {
    const double length = as_length(normal[0], normal[1], 0);
    normal[0] /= length;
    normal[1] /= length;
  }
  return as_max(radius - nearest, 0);
}

/* Turn what is left of a movement aside, so that it leads away from an edge. */
static void turn_aside(double rest[2], const double normal[2], double deep)
{
  const double away = as_dot(rest, normal);
  int k;
  if (away < 0) {
    for (k = 0; k < 2; k++) rest[k] -= normal[k] * away;
  }
  for (k = 0; k < 2; k++) rest[k] += normal[k] * deep;
}

void as_disc_slide(const astar_plane *p, double place[2], const double to[2], double radius)
{
  const as_scene *s = scene_of(p);
  double goal[2], before[2] = {0, 0}, normal[2];
  uint32_t chain;
  int i, k;
  memcpy(goal, to, sizeof goal);
  for (i = 0; i < SLIDES; i++) {
    double stop[2], rest[2], deep;
    if (!as_scene_sweep(s, place, goal, radius, AS_FIRST_BY_PLACE, &chain, stop)) {
      memcpy(place, goal, sizeof goal);
      return;
    }
    for (k = 0; k < 2; k++) {
      place[k] = as_coordinate(stop[k]);
      rest[k] = goal[k] - place[k];
    }
    deep = leave_chain(s, chain, place, radius, normal);
    turn_aside(rest, normal, deep);
    /* In a corner between two edges there is no way on. */
    if (i > 0 && as_dot(rest, before) < 0) return;
    memcpy(before, normal, sizeof before);
    for (k = 0; k < 2; k++) goal[k] = as_coordinate(place[k] + rest[k]);
  }
}
