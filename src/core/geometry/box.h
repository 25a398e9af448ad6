/*
** box.h: closed axis-aligned boxes, the least detour through one, and segments prepared for tests against many boxes.
*/
#ifndef AS_BOX_H
#define AS_BOX_H

#include "geometry/distance.h"

typedef struct as_box {
  double low[2], high[2]; /* low[k] <= high[k] */
} as_box;

/* ---- Making ---- */

static inline as_box as_box_of_point(const double p[2])
{
  as_box box;
  box.low[0] = box.high[0] = p[0];
  box.low[1] = box.high[1] = p[1];
  return box;
}

/* The box that contains all points. */
static inline as_box as_box_everywhere(void)
{
  as_box box;
  box.low[0] = box.low[1] = -INFINITY;
  box.high[0] = box.high[1] = INFINITY;
  return box;
}

/* Enlarge a box to contain a point. */
static inline void as_box_extend(as_box *box, const double p[2])
{
  int i;
  for (i = 0; i < 2; i++) {
    if (p[i] < box->low[i]) box->low[i] = p[i];
    if (p[i] > box->high[i]) box->high[i] = p[i];
  }
}

/* Enlarge a box to contain another box. */
static inline void as_box_join(as_box *box, const as_box *other)
{
  as_box_extend(box, other->low);
  as_box_extend(box, other->high);
}

/* The bounding box of `count` > 0 points x, y, x, y, ... O(count). */
static inline as_box as_box_of_points(const double *xy, uint32_t count)
{
  as_box box = as_box_of_point(xy);
  uint32_t i;
  for (i = 1; i < count; i++) as_box_extend(&box, xy + 2 * (size_t)i);
  return box;
}

/* ---- Detours ---- */

/*
** The least length of a way from p to q by a point whose coordinate `across` is `at`, and whose other coordinate is
** from `low` to `high`. The sum of two distances is convex along a line, and least where the line meets p - q, or p and
** the mirror image of q.
*/
static inline double as_detour_by_side(const double p[2], const double q[2], int across, double at, double low,
                                       double high)
{
  const int along = 1 - across;
  const double dp = fabs(p[across] - at), dq = fabs(q[across] - at);
  double x = dp + dq > 0 ? (p[along] * dq + q[along] * dp) / (dp + dq) : p[along];
  x = as_min(as_max(x, low), high);
  return as_length(p[along] - x, dp, 0) + as_length(q[along] - x, dq, 0);
}

/* Whether a point is in the box. */
static inline bool as_in_box(const as_box *box, const double p[2])
{
  return p[0] >= box->low[0] && p[0] <= box->high[0] && p[1] >= box->low[1] && p[1] <= box->high[1];
}

/* The least length of a way from p to q by a point of a box. */
static inline double as_detour_by_box(const double p[2], const double q[2], const as_box *box)
{
  double least = INFINITY;
  int i;
  if (as_in_box(box, p) || as_in_box(box, q)) return as_length(p[0] - q[0], p[1] - q[1], 0);
  for (i = 0; i < 2; i++) {
    least = as_min(least, as_detour_by_side(p, q, i, box->low[i], box->low[1 - i], box->high[1 - i]));
    least = as_min(least, as_detour_by_side(p, q, i, box->high[i], box->low[1 - i], box->high[1 - i]));
  }
  return least;
}

/* ---- Tests ---- */

/* Whether two boxes have a point in common. Without branches, which would cost more than the comparisons. */
static inline bool as_boxes_touch(const as_box *a, const as_box *b)
{
  return (int)(a->low[0] <= b->high[0]) & (int)(b->low[0] <= a->high[0]) & (int)(a->low[1] <= b->high[1]) &
         (int)(b->low[1] <= a->high[1]);
}

/* A segment, with the terms of as_segment_touches() that do not depend on the box. */
typedef struct as_segment {
  as_box box;
  double from[2], delta[2], extent[2]; /* delta: the vector from end to end; extent: its absolute values */
  double slack;                        /* bound on the rounding error of as_segment_touches() */
} as_segment;

/* A segment from p to q, for tests against boxes within `region`. */
static inline as_segment as_segment_make(const double p[2], const double q[2], const as_box *region)
{
  as_segment s;
  double most = 0;
  int i;
  s.box = as_box_of_point(p);
  as_box_extend(&s.box, q);
  for (i = 0; i < 2; i++) {
    s.from[i] = p[i];
    s.delta[i] = q[i] - p[i];
    s.extent[i] = fabs(s.delta[i]);
    most = as_max(most, as_max(as_max(fabs(s.box.low[i]), fabs(s.box.high[i])),
                               as_max(fabs(region->low[i]), fabs(region->high[i]))));
  }
  s.slack = 3e-15 * most * (s.extent[0] + s.extent[1]);
  return s;
}

/*
** Whether a box touches the segment (separating axis test: x, y and the normal of the segment). Conservative: never
** false for a box that touches it, but maybe true for one that misses it by a rounding error.
*/
static inline bool as_segment_touches(const as_segment *s, const as_box *box)
{
  double x, y, width, height;
  if (!as_boxes_touch(&s->box, box)) return false;
  x = (box->low[0] + box->high[0]) * 0.5 - s->from[0];
  y = (box->low[1] + box->high[1]) * 0.5 - s->from[1];
  width = (box->high[0] - box->low[0]) * 0.5;
  height = (box->high[1] - box->low[1]) * 0.5;
  return fabs(s->delta[0] * y - s->delta[1] * x) <= s->extent[0] * height + s->extent[1] * width + s->slack;
}

#endif
