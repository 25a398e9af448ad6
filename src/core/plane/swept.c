/*
** swept.c: see swept.h. The disc touches an edge where its middle enters the edge enlarged by the radius: a strip on
** both sides of it, or a circle around one of its ends.
*/
#include "plane/swept.h"

#include <float.h>
#include <string.h>

/* The part of the radius that a disc may overlap: as of a place where it can stand; see standing.c. */
#define OVERLAP 1e-8

/* Upper bound on the rounding error of distances, relative to the largest coordinate. */
#define ROUNDING (16 * DBL_EPSILON)

typedef struct sweep {
  double from[2];
  double along[2]; /* the direction, a unit vector */
  double length;
  double radius; /* less than that of the disc by what it may overlap; at last that of the disc */
} sweep;

/* Twice the area between two vectors; the product of their lengths and the cosine. */
static double cross(const double a[2], const double b[2])
{
  return a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[2], const double b[2])
{
  return a[0] * b[0] + a[1] * b[1];
}

/* The length of the way to the circle around a place; INFINITY if the way does not enter it. */
static double way_to_circle(const sweep *w, const double center[2])
{
  double to[2], aside, ahead;
  to[0] = center[0] - w->from[0];
  to[1] = center[1] - w->from[1];
  aside = fabs(cross(w->along, to));
  ahead = dot(w->along, to);
  if (!(aside < w->radius) || !(ahead > 0)) return INFINITY;
  return as_max(ahead - as_sqrt((w->radius - aside) * (w->radius + aside)), 0);
}

/* The length of the way to the strip beside an edge. */
static double way_to_strip(const sweep *w, const double a[2], const double b[2])
{
  double edge[2], to[2], length, aside, speed, way, part;
  edge[0] = b[0] - a[0];
  edge[1] = b[1] - a[1];
  length = as_length(edge[0], edge[1], 0);
  edge[0] /= length;
  edge[1] /= length;
  to[0] = w->from[0] - a[0];
  to[1] = w->from[1] - a[1];
  aside = cross(edge, to);
  speed = cross(edge, w->along) * (aside > 0 ? -1 : 1);
  if (!(speed > 0)) return INFINITY;
  way = as_max((fabs(aside) - w->radius) / speed, 0);
  part = dot(edge, to) + way * dot(edge, w->along);
  return part >= 0 && part <= length ? way : INFINITY;
}

static double way_to_edge(const sweep *w, const double a[2], const double b[2])
{
  return as_min(way_to_strip(w, a, b), as_min(way_to_circle(w, a), way_to_circle(w, b)));
}

/* Whether the disc may come to a box. */
static bool may_touch(const as_segment *segment, const as_box *box, double radius)
{
  as_box wide;
  int i;
  for (i = 0; i < 2; i++) {
    wide.low[i] = box->low[i] - radius;
    wide.high[i] = box->high[i] + radius;
  }
  return as_segment_touches(segment, &wide);
}

/* Whether an edge of a chain comes before an edge of another one. */
static bool precedes(const as_edge_chain *c, uint32_t edge, const as_edge_chain *other, uint32_t other_edge,
                     as_first first)
{
  int i, k;
  if (first == AS_FIRST_BY_OBSTACLE) return c->obstacle < other->obstacle;
  for (i = 0; i < 2; i++) {
    const double *a = c->xy[edge + (uint32_t)i], *b = other->xy[other_edge + (uint32_t)i];
    for (k = 0; k < 2; k++) {
      if (a[k] != b[k]) return a[k] < b[k];
    }
  }
  return false;
}

bool as_scene_sweep(const as_scene *s, const double from[2], const double to[2], double radius, as_first first,
                    uint32_t *chain, double place[2])
{
  uint32_t stack[AS_BOX_TREE_DEPTH + 1], depth = 0, edge = 0, i;
  double nearest = INFINITY, most;
  as_box reach = s->tree.box;
  as_segment segment;
  sweep w;
  int k;
  if (s->tree.root == AS_BOX_TREE_NONE || as_same_place(from, to)) return false;
  as_box_extend(&reach, from);
  as_box_extend(&reach, to);
  most = radius;
  for (k = 0; k < 2; k++) most = as_max(most, as_max(fabs(reach.low[k]), fabs(reach.high[k])));
  for (k = 0; k < 2; k++) {
    reach.low[k] -= radius;
    reach.high[k] += radius;
    w.from[k] = from[k];
    w.along[k] = to[k] - from[k];
  }
  w.length = as_length(w.along[0], w.along[1], 0);
  w.along[0] /= w.length;
  w.along[1] /= w.length;
  w.radius = radius - as_max(radius * OVERLAP, ROUNDING * most);
  if (!(w.radius > 0)) w.radius = radius * 0.5;
  segment = as_segment_make(from, to, &reach);
  stack[depth++] = s->tree.root;
  while (depth > 0) {
    const uint32_t at = stack[--depth];
    if (at & AS_BOX_TREE_LEAF) {
      const as_edge_chain *c = &s->chains[at & ~AS_BOX_TREE_LEAF];
      for (i = 0; i < c->count; i++) {
        const double way = way_to_edge(&w, c->xy[i], c->xy[i + 1]);
        if (way > w.length || way > nearest) continue;
        if (way == nearest && !precedes(c, i, &s->chains[*chain], edge, first)) continue;
        nearest = way;
        *chain = at & ~AS_BOX_TREE_LEAF;
        edge = i;
      }
    } else {
      const as_box_tree_node *node = &s->tree.nodes[at];
      for (k = 1; k >= 0; k--) {
        if (may_touch(&segment, &node->boxes[k], radius)) stack[depth++] = node->child[k];
      }
    }
  }
  if (!(nearest < INFINITY)) return false;
  w.radius = radius;
  nearest = as_min(nearest, way_to_edge(&w, s->chains[*chain].xy[edge], s->chains[*chain].xy[edge + 1]));
  for (k = 0; k < 2; k++) place[k] = from[k] + w.along[k] * nearest;
  return true;
}
