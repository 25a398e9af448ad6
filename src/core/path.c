/* path.c: a route as a plain block of memory; see astar.h. */
#include "path.h"

#include "distance.h"

size_t astar_path_size(uint32_t count)
{
  return offsetof(astar_path, points) + (size_t)count * sizeof(astar_waypoint);
}

void as_path_measure(astar_path *path)
{
  double along = 0;
  uint32_t i;
  for (i = 0; i < path->count; i++) {
    astar_waypoint *p = &path->points[i];
    if (i > 0) along = as_min(along + as_length(p->x - p[-1].x, p->y - p[-1].y, p->z - p[-1].z), DBL_MAX);
    p->along = along;
  }
}

/* A part of the way from a to b; their difference may overflow. */
static double between(double a, double b, double part)
{
  double step = b - a;
  return fabs(step) < INFINITY ? a + step * part : a * (1 - part) + b * part;
}

uint32_t astar_path_at(const astar_path *path, double distance, double xyz[3])
{
  const astar_waypoint *points = path->points, *p, *q;
  uint32_t low = 0, high = path->count - 1;
  double part = 0;
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
  xyz[0] = between(p->x, q->x, part);
  xyz[1] = between(p->y, q->y, part);
  xyz[2] = between(p->z, q->z, part);
  return low;
}
