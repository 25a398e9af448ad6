/*
** disc_points.c: the points that a disc follows: their memory, how they are written, and how long the way along them
** is. See discs.h.
*/
#include "crowd/discs.h"

bool as_disc_reserve_points(astar_discs *d, as_disc *a, uint32_t count)
{
  return as_reserve(&d->memory, &a->points, &a->point_capacity, count, sizeof *a->points);
}

void as_disc_measure_points(as_disc *a)
{
  uint32_t i = a->point_count - 1;
  a->points[i].left = 0;
  for (; i > 0; i--) a->points[i - 1].left = a->points[i].left + as_disc_distance(a->points[i - 1].at, a->points[i].at);
}

double as_disc_way_left(const as_disc *a)
{
  return as_disc_distance(a->at, a->points[a->aim].at) + a->points[a->aim].left;
}

void as_disc_write_points(as_disc_point *points, const astar_path *path)
{
  astar_waypoint some[32];
  uint32_t i, k;
  for (i = 0; i < path->count; i += k) {
    uint32_t count = path->count - i;
    if (count > 32) count = 32;
    astar_path_read(path, i, count, some);
    for (k = 0; k < count; k++) {
      points[i + k].at[0] = as_disc_clamp(some[k].x);
      points[i + k].at[1] = as_disc_clamp(some[k].y);
    }
  }
}
