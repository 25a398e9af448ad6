/* path.c: a route as a plain block of memory; see astar.h. */
#include "engine/path.h"

#include "geometry/distance.h"

size_t astar_path_size(uint32_t count)
{
  return offsetof(astar_path, points) + (size_t)count * sizeof(astar_waypoint);
}

void as_path_begin(astar_path *path, const as_space *space, uint32_t count, double cost)
{
  path->cost = cost;
  path->count = count;
  path->partial = false;
  memset(path->wrap, 0, sizeof path->wrap);
  if (space->ops->wrap) space->ops->wrap(space->self, path->wrap);
}

static bool wraps(const astar_path *path)
{
  return path->wrap[0][0] != 0 || path->wrap[0][1] != 0 || path->wrap[1][0] != 0 || path->wrap[1][1] != 0;
}

/* The offset from one waypoint to the next: the shortest one, which may lead around a grid that wraps. */
static void way_between(const astar_path *path, const astar_waypoint *p, const astar_waypoint *q, double way[3])
{
  const double x = q->x - p->x, y = q->y - p->y;
  double best = as_length(x, y, 0);
  int i, k;
  way[0] = x;
  way[1] = y;
  way[2] = q->z - p->z;
  if (!wraps(path)) return;
  for (i = -1; i <= 1; i++) {
    for (k = -1; k <= 1; k++) {
      double u = x + i * path->wrap[0][0] + k * path->wrap[1][0], v = y + i * path->wrap[0][1] + k * path->wrap[1][1];
      double length = as_length(u, v, 0);
      if (!(length < best)) continue;
      best = length;
      way[0] = u;
      way[1] = v;
    }
  }
}

void as_path_measure(astar_path *path)
{
  double along = 0, way[3];
  uint32_t i;
  path->points[0].along = 0;
  for (i = 1; i < path->count; i++) {
    astar_waypoint *p = &path->points[i];
    way_between(path, p - 1, p, way);
    along = as_min(along + as_length(way[0], way[1], way[2]), DBL_MAX);
    p->along = along;
  }
}

/* A part of the way from a to b; their difference may overflow. */
static double between(double a, double b, double step, double part)
{
  return fabs(step) < INFINITY ? a + step * part : a * (1 - part) + b * part;
}

uint32_t astar_path_at(const astar_path *path, double distance, double xyz[3])
{
  const astar_waypoint *points = path->points, *p, *q;
  uint32_t low = 0, high = path->count - 1;
  double part = 0, way[3];
  if (!(distance > 0)) distance = 0;
  if (distance >= points[high].along) {
    low = high;
  } else {
    /* points[low].along <= distance < points[high].along */
    while (high - low > 1) {
      uint32_t middle = low + (high - low) / 2;
      if (points[middle].along <= distance) low = middle;
      else high = middle;
    }
  }
  p = q = &points[low];
  if (low + 1 < path->count && p[1].along > p->along) {
    q = p + 1;
    part = (distance - p->along) / (q->along - p->along);
  }
  way_between(path, p, q, way);
  xyz[0] = between(p->x, q->x, way[0], part);
  xyz[1] = between(p->y, q->y, way[1], part);
  xyz[2] = between(p->z, q->z, way[2], part);
  return low;
}
