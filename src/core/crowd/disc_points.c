/* disc_points.c: the points that a disc follows: their memory, and how long the way along them is. See discs.h. */
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
