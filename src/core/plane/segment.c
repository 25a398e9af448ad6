/* segment.c: see scene.h. What blocks a segment is decided exactly; the place of a hit is rounded. */
#include "plane/scene.h"

/* Whether a place on a segment's line lies inside the segment, ends excluded. */
static bool between(const double p[2], const double q[2], const double place[2])
{
  if (p[0] != q[0]) return p[0] < q[0] ? p[0] < place[0] && place[0] < q[0] : q[0] < place[0] && place[0] < p[0];
  return p[1] < q[1] ? p[1] < place[1] && place[1] < q[1] : q[1] < place[1] && place[1] < p[1];
}

/* Whether a segment passes through a point on it: the wedge lies on one side. */
static bool passes(as_scene *s, uint32_t point, const double p[2], const double q[2])
{
  return as_scene_wedge(s, point) != AS_WEDGE_REFLEX && as_wedge_beside(s, &s->points[point], p, q);
}

/*
** The first edge of a chain, from edge `i` on, that blocks the segment from p to q; or the chain's count. *side is
** the orientation of p, q and corner i; it becomes that of the first corner of the edge, *next that of the second.
*/
static AS_INLINE uint32_t find_blocking(as_scene *s, const as_edge_chain *chain, uint32_t i, int *side, int *next,
                                        const double p[2], const double q[2])
{
  for (; i < chain->count; i++, *side = *next) {
    const double *a = chain->xy[i], *b = chain->xy[i + 1];
    *next = as_orient(p, q, b);
    /* The usual case: both corners on one side. */
    if (*side == *next && *next != 0) continue;
    if (*side * *next < 0) {
      if (as_orient(a, b, p) * as_orient(a, b, q) < 0) break;
    } else if (*next == 0 && between(p, q, b) && !passes(s, chain->point[i + 1], p, q)) {
      break;
    }
  }
  return i;
}

static bool chain_blocks(as_scene *s, const as_edge_chain *chain, const double p[2], const double q[2])
{
  int side = as_orient(p, q, chain->xy[0]), next;
  return find_blocking(s, chain, 0, &side, &next, p, q) < chain->count;
}

bool as_scene_is_clear(as_scene *s, const double from[2], const double to[2], uint32_t *hint)
{
  as_tree_query query;
  uint32_t at;
  if (*hint < s->chain_count && chain_blocks(s, &s->chains[*hint], from, to)) return false;
  as_segment_query_begin(&query, &s->tree, from, to);
  while ((at = as_segment_query_next(&query)) != AS_BOX_TREE_NONE) {
    if (!chain_blocks(s, &s->chains[at], from, to)) continue;
    *hint = at;
    return false;
  }
  return true;
}

/* ---- The place of a hit ---- */

/* The parameter, from 0 to 1, of a place on the segment from p to q. */
static double parameter_of(const double p[2], const double q[2], const double place[2])
{
  const int axis = fabs(q[1] - p[1]) > fabs(q[0] - p[0]);
  return (place[axis] - p[axis]) / (q[axis] - p[axis]);
}

/* The distance of a place from a line, times the length from p to q. */
static double scaled_distance(const double p[2], const double q[2], const double place[2])
{
  return fabs((q[0] - p[0]) * (place[1] - p[1]) - (q[1] - p[1]) * (place[0] - p[0]));
}

/*
** The place where edge i of a chain blocks the segment from p to q; returns its parameter on the segment. If the two
** are nearly collinear, rounding may move the place along them, so it is clamped to the boxes of both.
*/
static double intersect(const as_edge_chain *chain, uint32_t i, int side, int next, const double p[2],
                        const double q[2], double place[2])
{
  const double *a = chain->xy[i], *b = chain->xy[i + 1];
  if (side * next < 0) {
    const double from = scaled_distance(p, q, a), to = scaled_distance(p, q, b);
    const double part = from + to > 0 ? from / (from + to) : 0.5;
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
  return parameter_of(p, q, place);
}

bool as_scene_first_hit(as_scene *s, const double from[2], const double to[2], uint32_t *chain, double place[2])
{
  double nearest = INFINITY;
  as_tree_query query;
  uint32_t at;
  as_segment_query_begin(&query, &s->tree, from, to);
  while ((at = as_segment_query_next(&query)) != AS_BOX_TREE_NONE) {
    const as_edge_chain *c = &s->chains[at];
    int side = as_orient(from, to, c->xy[0]), next;
    uint32_t i;
    for (i = 0; (i = find_blocking(s, c, i, &side, &next, from, to)) < c->count; i++, side = next) {
      double found[2];
      const double part = intersect(c, i, side, next, from, to, found);
      if (part < nearest || (part == nearest && c->obstacle < s->chains[*chain].obstacle)) {
        nearest = part;
        *chain = at;
        memcpy(place, found, sizeof found);
      }
    }
  }
  return nearest < INFINITY;
}
