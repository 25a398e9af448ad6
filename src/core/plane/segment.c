/* segment.c: what stops a segment on its way through a scene; see scene.h. Every decision is exact. */
#include "plane/scene.h"

/* Whether a place on a segment's line lies between its ends, and is neither. */
static bool between(const double p[2], const double q[2], const double place[2])
{
  if (p[0] != q[0]) return p[0] < q[0] ? p[0] < place[0] && place[0] < q[0] : q[0] < place[0] && place[0] < p[0];
  return p[1] < q[1] ? p[1] < place[1] && place[1] < q[1] : q[1] < place[1] && place[1] < p[1];
}

/* Whether a segment gets through a point that lies on it: all that is occupied is on one side. */
static bool passes(as_scene *s, uint32_t point, const double p[2], const double q[2])
{
  return as_scene_wedge(s, point) != AS_WEDGE_WIDE && as_leaves_beside(&s->points[point], p, q);
}

/* Whether edge i of a run, between two corners on these sides of a segment, stops it. */
static bool stops(as_scene *s, const as_run *run, uint32_t i, int side, int next, const double p[2], const double q[2])
{
  const double *a = run->xy[i], *b = run->xy[i + 1];
  if (side * next < 0) return as_orient(a, b, p) * as_orient(a, b, q) < 0;
  return next == 0 && between(p, q, b) && !passes(s, run->point[i + 1], p, q);
}

static bool run_stops(as_scene *s, const as_run *run, const double p[2], const double q[2])
{
  int side = as_orient(p, q, run->xy[0]);
  uint32_t i;
  for (i = 0; i < run->count; i++) {
    const int next = as_orient(p, q, run->xy[i + 1]);
    /* Most lie on one side. */
    if ((side != next || next == 0) && stops(s, run, i, side, next, p, q)) return true;
    side = next;
  }
  return false;
}

bool as_scene_clear(as_scene *s, const double from[2], const double to[2], uint32_t *hint)
{
  as_cast cast;
  uint32_t run;
  if (*hint < s->run_count && run_stops(s, &s->runs[*hint], from, to)) return false;
  as_cast_begin(&cast, &s->tree, from, to);
  while ((run = as_cast_next(&cast)) != AS_TREE_NONE) {
    if (!run_stops(s, &s->runs[run], from, to)) continue;
    *hint = run;
    return false;
  }
  return true;
}

/* How far along a segment, in parts of it, a place on it lies. */
static double part_of(const double p[2], const double q[2], const double place[2])
{
  const int axis = fabs(q[1] - p[1]) > fabs(q[0] - p[0]);
  return (place[axis] - p[axis]) / (q[axis] - p[axis]);
}

/* How far a place is from a line, times some number. */
static double off_line(const double p[2], const double q[2], const double place[2])
{
  return fabs((q[0] - p[0]) * (place[1] - p[1]) - (q[1] - p[1]) * (place[0] - p[0]));
}

/*
** Where a segment meets edge i of a run that stops it: how far along. Where the two are all but on one
** line rounding could carry the place along that, so it is kept within the boxes of both.
*/
static double meet(const as_run *run, uint32_t i, int side, int next, const double p[2], const double q[2],
                   double place[2])
{
  const double *a = run->xy[i], *b = run->xy[i + 1];
  if (side * next < 0) {
    const double from = off_line(p, q, a), to = off_line(p, q, b), part = from + to > 0 ? from / (from + to) : 0.5;
    int k;
    for (k = 0; k < 2; k++) {
      const double low = as_max(as_min(a[k], b[k]), as_min(p[k], q[k]));
      const double high = as_min(as_max(a[k], b[k]), as_max(p[k], q[k]));
      place[k] = as_min(as_max(a[k] + (b[k] - a[k]) * part, low), high);
    }
  } else {
    place[0] = b[0];
    place[1] = b[1];
  }
  return part_of(p, q, place);
}

bool as_scene_hit(as_scene *s, const double from[2], const double to[2], uint32_t *run, double place[2])
{
  double nearest = INFINITY;
  as_cast cast;
  uint32_t at, i;
  as_cast_begin(&cast, &s->tree, from, to);
  while ((at = as_cast_next(&cast)) != AS_TREE_NONE) {
    const as_run *r = &s->runs[at];
    int side = as_orient(from, to, r->xy[0]);
    for (i = 0; i < r->count; i++) {
      const int next = as_orient(from, to, r->xy[i + 1]);
      if ((side != next || next == 0) && stops(s, r, i, side, next, from, to)) {
        double there[2], t = meet(r, i, side, next, from, to, there);
        if (t < nearest || (t == nearest && r->obstacle < s->runs[*run].obstacle)) {
          nearest = t;
          *run = at;
          place[0] = there[0];
          place[1] = there[1];
        }
      }
      side = next;
    }
  }
  return nearest < INFINITY;
}
