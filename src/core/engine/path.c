/* path.c: paths as callers see them, and how they are filled in; see astar.h and path.h. */
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

/* The vector from one waypoint to the next; on a grid that wraps the shortest one. */
static void vector_between(const astar_path *path, const astar_waypoint *p, const astar_waypoint *q, double vector[3])
{
  const double x = q->x - p->x, y = q->y - p->y;
  double best = as_length(x, y, 0);
  int i, k;
  vector[0] = x;
  vector[1] = y;
  vector[2] = q->z - p->z;
  if (!wraps(path)) return;
  for (i = -1; i <= 1; i++) {
    for (k = -1; k <= 1; k++) {
      double u = x + i * path->wrap[0][0] + k * path->wrap[1][0], v = y + i * path->wrap[0][1] + k * path->wrap[1][1];
      double length = as_length(u, v, 0);
      if (!(length < best)) continue;
      best = length;
      vector[0] = u;
      vector[1] = v;
    }
  }
}

void as_path_measure(astar_path *path)
{
  double along = 0, vector[3];
  uint32_t i;
  path->points[0].along = 0;
  for (i = 1; i < path->count; i++) {
    astar_waypoint *p = &path->points[i];
    vector_between(path, p - 1, p, vector);
    along = as_min(along + as_length(vector[0], vector[1], vector[2]), DBL_MAX);
    p->along = along;
  }
}

/* The coordinate after `part` (0 to 1) of a step from a, which leads to b or around the map; the step may overflow. */
static double interpolate(double a, double b, double step, double part)
{
  return fabs(step) < INFINITY ? a + step * part : a * (1 - part) + b * part;
}

uint32_t astar_path_at(const astar_path *path, double distance, double xyz[3])
{
  const astar_waypoint *points = path->points, *p, *q;
  uint32_t low = 0, high = path->count - 1;
  double part = 0, vector[3];
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
  vector_between(path, p, q, vector);
  xyz[0] = interpolate(p->x, q->x, vector[0], part);
  xyz[1] = interpolate(p->y, q->y, vector[1], part);
  xyz[2] = interpolate(p->z, q->z, vector[2], part);
  return low;
}
