/*
** sweep.c: see sweep.h. A vertical line sweeps over the plane from left to right and, where edges are vertical,
** upwards: it meets points in the order of x, then y. Of all points where two edges overlap, let p be the one that it
** meets first. Before p, the edges in the status have an order, since none cross. Those through p are neighbours there,
** or one begins at p; so it is enough to compare each edge with its neighbours, whenever these change.
**
** The status is a splay tree (Sleator & Tarjan 1985): O(log n) amortized, whatever the outlines.
*/
#include "geometry/sweep.h"

#include "base/heap.h"
#include "geometry/box.h"
#include "geometry/orient.h"

#define NONE UINT32_MAX

/* ---- Two edges ---- */

bool as_edges_overlap(const as_edges *e, uint32_t a, uint32_t b)
{
  const double *a_ends[2], *b_ends[2];
  as_box box_a, box_b;
  bool shared = false;
  int i, k, from, to;
  a_ends[0] = as_edge_begin(e, a);
  a_ends[1] = as_edge_end(e, a);
  b_ends[0] = as_edge_begin(e, b);
  b_ends[1] = as_edge_end(e, b);
  box_a = as_box_of_point(a_ends[0]);
  box_b = as_box_of_point(b_ends[0]);
  as_box_extend(&box_a, a_ends[1]);
  as_box_extend(&box_b, b_ends[1]);
  if (!as_boxes_touch(&box_a, &box_b)) return false;
  for (i = 0; i < 2; i++) {
    for (k = 0; k < 2; k++) {
      if (!as_same_place(a_ends[i], b_ends[k])) continue;
      shared = true;
      if (as_orient(a_ends[i], a_ends[1 - i], b_ends[1 - k]) == 0 &&
          as_same_side(a_ends[i], a_ends[1 - i], b_ends[1 - k]))
        return true;
    }
  }
  if (shared) return false;
  from = as_orient(a_ends[0], a_ends[1], b_ends[0]);
  to = as_orient(a_ends[0], a_ends[1], b_ends[1]);
  if (from * to > 0) return false;
  /* Collinear edges overlap if their boxes touch. */
  return (from == 0 && to == 0) ||
         as_orient(b_ends[0], b_ends[1], a_ends[0]) * as_orient(b_ends[0], b_ends[1], a_ends[1]) <= 0;
}

/* ---- The order of corners ---- */

static bool is_before(const double a[2], const double b[2])
{
  return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
}

static inline bool corner_before(const as_sweep_corner *a, const as_sweep_corner *b)
{
  if (a->at[0] != b->at[0]) return a->at[0] < b->at[0];
  if (a->at[1] != b->at[1]) return a->at[1] < b->at[1];
  return a->corner < b->corner;
}

AS_DEFINE_SORT(corner, as_sweep_corner, corner_before)

bool as_sweep_init(as_sweep *s, as_memory *m, const as_edges *edges)
{
  uint32_t i;
  s->edges = *edges;
  s->corners = as_new(m, edges->count, as_sweep_corner);
  s->nodes = as_new(m, edges->count, as_sweep_node);
  if (!s->corners || !s->nodes) {
    as_sweep_free(s, m);
    return false;
  }
  for (i = 0; i < edges->count; i++) {
    memcpy(s->corners[i].at, as_edge_begin(edges, i), sizeof s->corners[i].at);
    s->corners[i].corner = i;
  }
  corner_sort(s->corners, edges->count);
  return true;
}

void as_sweep_free(as_sweep *s, as_memory *m)
{
  as_free(m, s->corners, s->edges.count, as_sweep_corner);
  as_free(m, s->nodes, s->edges.count, as_sweep_node);
}

/* ---- The splay tree ---- */

/* 1 if a node is the upper child of its parent, else 0. */
static int side_of(const as_sweep *s, uint32_t at)
{
  return s->nodes[s->nodes[at].parent].child[1] == at;
}

/* Move a node up, into the place of its parent. */
static void rotate(as_sweep *s, uint32_t at)
{
  as_sweep_node *n = s->nodes;
  const uint32_t parent = n[at].parent, above = n[parent].parent;
  const int side = side_of(s, at);
  const uint32_t inner = n[at].child[!side];
  if (above != NONE) n[above].child[side_of(s, parent)] = at;
  n[at].parent = above;
  n[at].child[!side] = parent;
  n[parent].parent = at;
  n[parent].child[side] = inner;
  if (inner != NONE) n[inner].parent = parent;
}

/* Move a node up until its parent is `top`, or NONE. */
static void splay(as_sweep *s, uint32_t at, uint32_t top)
{
  const as_sweep_node *n = s->nodes;
  while (n[at].parent != top) {
    const uint32_t parent = n[at].parent;
    if (n[parent].parent != top) rotate(s, side_of(s, parent) == side_of(s, at) ? parent : at);
    rotate(s, at);
  }
  if (top == NONE) s->root = at;
}

/* Make two edges neighbours: `other` is next to `at` on side `side` (0: below, 1: above). Either may be NONE. */
static void set_beside(as_sweep *s, uint32_t at, int side, uint32_t other)
{
  if (at != NONE) s->nodes[at].beside[side] = other;
  if (other != NONE) s->nodes[other].beside[!side] = at;
}

/* Remove a node from the tree, and make its neighbours each other's. */
static void take_out(as_sweep *s, uint32_t at)
{
  as_sweep_node *n = s->nodes;
  uint32_t below, above;
  splay(s, at, NONE);
  below = n[at].child[0];
  above = n[at].child[1];
  if (below == NONE) {
    s->root = above;
  } else {
    /* The greatest node below has no child above it once it is the root of its subtree. */
    s->root = n[at].beside[0];
    splay(s, s->root, at);
    n[s->root].child[1] = above;
    if (above != NONE) n[above].parent = s->root;
  }
  if (s->root != NONE) n[s->root].parent = NONE;
  set_beside(s, n[at].beside[0], 1, n[at].beside[1]);
}

/* ---- The status ---- */

/* Report two edges that overlap. */
static bool report(as_sweep *s, uint32_t a, uint32_t b)
{
  s->a = a < b ? a : b;
  s->b = a < b ? b : a;
  return true;
}

/* Compare two neighbours, either of which may be NONE. */
static bool overlap(as_sweep *s, uint32_t a, uint32_t b)
{
  return a != NONE && b != NONE && as_edges_overlap(&s->edges, a, b) && report(s, a, b);
}

/* Compare an edge with its neighbours. */
static bool overlaps_beside(as_sweep *s, uint32_t at)
{
  return overlap(s, s->nodes[at].beside[0], at) || overlap(s, at, s->nodes[at].beside[1]);
}

/* An edge begins: insert it. True if it overlaps another. */
static bool begin(as_sweep *s, uint32_t edge)
{
  as_sweep_node *n = s->nodes;
  const double *from = as_edge_begin(&s->edges, n[edge].from), *to = as_edge_begin(&s->edges, n[edge].to);
  uint32_t at = s->root, parent = NONE;
  int side = 0;
  n[edge].child[0] = n[edge].child[1] = n[edge].beside[0] = n[edge].beside[1] = NONE;
  while (at != NONE) {
    const double *low = as_edge_begin(&s->edges, n[at].from), *high = as_edge_begin(&s->edges, n[at].to);
    int order = as_orient(low, high, from);
    /* Edges that begin at one place are ordered by direction. */
    if (order == 0 && as_same_place(low, from)) order = as_orient(low, high, to);
    if (order == 0) return report(s, at, edge);
    side = order > 0;
    parent = at;
    at = n[at].child[side];
  }
  n[edge].parent = parent;
  if (parent == NONE) {
    s->root = edge;
    return false;
  }
  n[parent].child[side] = edge;
  set_beside(s, edge, side, n[parent].beside[side]);
  set_beside(s, parent, side, edge);
  splay(s, edge, NONE);
  return overlaps_beside(s, edge);
}

/* An edge ends: remove it. True if its neighbours overlap. */
static bool end(as_sweep *s, uint32_t edge)
{
  take_out(s, edge);
  return overlap(s, s->nodes[edge].beside[0], s->nodes[edge].beside[1]);
}

/*
** Edge `old` ends where `edge` begins, and no other edge ends or begins there. `edge` takes the place of `old` in the
** status. No search for its place is needed: an edge through this point would have been found to overlap `old`. True if
** it overlaps a neighbour.
*/
static bool replace(as_sweep *s, uint32_t old, uint32_t edge)
{
  as_sweep_node *n = s->nodes;
  int side;
  memcpy(n[edge].child, n[old].child, sizeof n[edge].child);
  n[edge].parent = n[old].parent;
  if (n[old].parent == NONE) s->root = edge;
  else n[n[old].parent].child[side_of(s, old)] = edge;
  for (side = 0; side < 2; side++) {
    if (n[old].child[side] != NONE) n[n[old].child[side]].parent = edge;
    set_beside(s, edge, side, n[old].beside[side]);
  }
  return overlaps_beside(s, edge);
}

/* ---- The sweep ---- */

/* Whether an edge at a corner is part of the sweep. */
static bool is_swept(const as_sweep *s, uint32_t edge)
{
  return edge < s->limit;
}

/* Whether an edge at a corner ends there, as the line sweeps. */
static bool ends_at(const as_sweep *s, uint32_t edge, uint32_t corner)
{
  return s->nodes[edge].to == corner;
}

/* The line meets `count` corners at one place: first edges end there, then edges begin. True if edges overlap. */
static bool meet(as_sweep *s, const as_sweep_corner *corners, uint32_t count)
{
  uint32_t i;
  int k;
  for (k = 0; k < 2; k++) {
    for (i = 0; i < count; i++) {
      const uint32_t corner = corners[i].corner, in = as_edge_before(&s->edges, corner);
      if (is_swept(s, in) && ends_at(s, in, corner) == (k == 0) && (k == 0 ? end(s, in) : begin(s, in))) return true;
      if (is_swept(s, corner) && ends_at(s, corner, corner) == (k == 0) && (k == 0 ? end(s, corner) : begin(s, corner)))
        return true;
    }
  }
  return false;
}

/* As meet(), for one corner. */
static bool meet_corner(as_sweep *s, const as_sweep_corner *at)
{
  const uint32_t corner = at->corner, in = as_edge_before(&s->edges, corner);
  if (is_swept(s, in) && is_swept(s, corner)) {
    if (ends_at(s, in, corner) && !ends_at(s, corner, corner)) return replace(s, in, corner);
    if (ends_at(s, corner, corner) && !ends_at(s, in, corner)) return replace(s, corner, in);
  }
  return meet(s, at, 1);
}

bool as_sweep_find(as_sweep *s, uint32_t limit)
{
  uint32_t i, stop;
  s->root = NONE;
  s->limit = limit;
  for (i = 0; i < limit; i++) {
    const bool forward = is_before(as_edge_begin(&s->edges, i), as_edge_end(&s->edges, i));
    s->nodes[i].from = forward ? i : as_edge_after(&s->edges, i);
    s->nodes[i].to = forward ? as_edge_after(&s->edges, i) : i;
  }
  for (i = 0; i < s->edges.count; i = stop) {
    stop = i + 1;
    while (stop < s->edges.count && as_same_place(s->corners[i].at, s->corners[stop].at)) stop++;
    if (stop == i + 1 ? meet_corner(s, &s->corners[i]) : meet(s, &s->corners[i], stop - i)) return true;
  }
  return false;
}
