/*
** outline_check.c: whether outlines are simple; see outline.h. A box tree finds the edges that may cross an edge.
*/
#include "geometry/box_tree.h"
#include "geometry/orient.h"
#include "geometry/outline.h"

/* ---- Edges ---- */

/* Up to this many edges are compared pair by pair. */
#define FEW 16u

/* Edge i begins at corner i. */
typedef struct edges {
  const double *xy;
  uint32_t count;
  const uint32_t *next; /* by corner: the next corner of its outline; NULL if there is only one outline */
  as_box_tree tree;     /* of the edges, if there are more than FEW */
} edges;

static const double *edge_begin(const edges *e, uint32_t i)
{
  return e->xy + 2 * (size_t)i;
}

static const double *edge_end(const edges *e, uint32_t i)
{
  return e->xy + 2 * (size_t)(e->next ? e->next[i] : i + 1 == e->count ? 0 : i + 1);
}

static as_box box_of_edge(const edges *e, uint32_t i)
{
  as_box box = as_box_of_point(edge_begin(e, i));
  as_box_extend(&box, edge_end(e, i));
  return box;
}

static bool edges_init(edges *e, as_memory *m, const double *xy, uint32_t count, const uint32_t *next)
{
  uint32_t i;
  e->xy = xy;
  e->count = count;
  e->next = next;
  as_box_tree_init(&e->tree);
  if (count <= FEW) return true;
  if (!as_box_tree_reserve(&e->tree, m, count)) {
    as_box_tree_free(&e->tree, m);
    return false;
  }
  for (i = 0; i < count; i++) {
    const as_box box = box_of_edge(e, i);
    as_box_tree_insert(&e->tree, i, &box);
  }
  return true;
}

typedef bool edge_test(const edges *e, uint32_t a, uint32_t b);

/* The first edge after `a` that passes a test, or AS_BOX_TREE_NONE. Edges that pass it touch `box`. */
static uint32_t find_after(const edges *e, uint32_t a, const as_box *box, edge_test *test)
{
  uint32_t found = AS_BOX_TREE_NONE, b;
  as_tree_query query;
  if (e->count <= FEW) {
    for (b = a + 1; b < e->count; b++) {
      if (test(e, a, b)) return b;
    }
    return AS_BOX_TREE_NONE;
  }
  as_box_query_begin(&query, &e->tree, box);
  while ((b = as_box_query_next(&query)) != AS_BOX_TREE_NONE) {
    if (b > a && b < found && test(e, a, b)) found = b;
  }
  return found;
}

static bool same_begin(const edges *e, uint32_t a, uint32_t b)
{
  return as_same_place(edge_begin(e, a), edge_begin(e, b));
}

/* Whether two edges have a point in common other than a common end point. */
static bool overlap(const edges *e, uint32_t a, uint32_t b)
{
  const double *a_ends[2], *b_ends[2];
  const as_box box_a = box_of_edge(e, a), box_b = box_of_edge(e, b);
  bool shared = false;
  int i, k, from, to;
  if (!as_boxes_touch(&box_a, &box_b)) return false;
  a_ends[0] = edge_begin(e, a);
  a_ends[1] = edge_end(e, a);
  b_ends[0] = edge_begin(e, b);
  b_ends[1] = edge_end(e, b);
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

/* ---- The checks ---- */

/* Find the first pair of corners or edges with a flaw: least a, then least b. */
static bool find_pair(const edges *e, astar_flaw flaw, astar_fault *fault)
{
  uint32_t a, b;
  for (a = 0; a + 1 < e->count; a++) {
    const bool crossing = flaw == ASTAR_FLAW_CROSSING;
    const as_box box = crossing ? box_of_edge(e, a) : as_box_of_point(edge_begin(e, a));
    b = find_after(e, a, &box, crossing ? overlap : same_begin);
    if (b == AS_BOX_TREE_NONE) continue;
    fault->flaw = flaw;
    fault->a = a + 1;
    fault->b = b + 1;
    return true;
  }
  return false;
}

/* Find the first corner that is not finite or too large. */
static bool find_number(const double *xy, uint32_t count, astar_fault *fault)
{
  uint32_t i;
  for (i = 0; i < count; i++) {
    const double *p = xy + 2 * (size_t)i;
    if (fabs(p[0]) <= ASTAR_PLANE_LIMIT && fabs(p[1]) <= ASTAR_PLANE_LIMIT) continue;
    fault->flaw = ASTAR_FLAW_NUMBER;
    fault->a = i + 1;
    return true;
  }
  return false;
}

/* Whether all corners are collinear; the first two differ. */
static bool is_flat(const double *xy, uint32_t count, astar_fault *fault)
{
  uint32_t i = 2;
  while (i < count && as_orient(xy, xy + 2, xy + 2 * (size_t)i) == 0) i++;
  if (i < count) return false;
  fault->flaw = ASTAR_FLAW_FLAT;
  return true;
}

astar_result as_outline_check(as_memory *m, const double *xy, uint32_t count, astar_fault *fault)
{
  edges e;
  bool faulty;
  memset(fault, 0, sizeof *fault);
  if (count < 3) {
    fault->flaw = ASTAR_FLAW_FEW;
    return ASTAR_MALFORMED;
  }
  if (find_number(xy, count, fault)) return ASTAR_MALFORMED;
  if (!edges_init(&e, m, xy, count, NULL)) return ASTAR_NO_MEMORY;
  faulty = find_pair(&e, ASTAR_FLAW_REPEATED, fault) || is_flat(xy, count, fault) ||
           find_pair(&e, ASTAR_FLAW_CROSSING, fault);
  as_box_tree_free(&e.tree, m);
  return faulty ? ASTAR_MALFORMED : ASTAR_OK;
}

/* For each corner, the next one of its outline. */
static void link_corners(const as_outlines *o, uint32_t *next)
{
  uint32_t i, k;
  for (i = k = 0; k < o->corners; k++) {
    next[k] = k + 1;
    if (k + 1 == o->ends[i]) next[k] = as_outline_first(o, i++);
  }
}

astar_result as_outlines_check(as_memory *m, const as_outlines *o)
{
  edges e;
  astar_fault fault;
  astar_result result = ASTAR_OK;
  uint32_t *next, k;
  if (o->corners == 0) return ASTAR_OK;
  next = as_new(m, o->corners, uint32_t);
  if (!next) return ASTAR_NO_MEMORY;
  link_corners(o, next);
  if (edges_init(&e, m, o->xy, o->corners, next)) {
    for (k = 0; k < e.count; k++) {
      if (as_same_place(edge_begin(&e, k), edge_end(&e, k))) result = ASTAR_MALFORMED;
    }
    if (result == ASTAR_OK && find_pair(&e, ASTAR_FLAW_CROSSING, &fault)) result = ASTAR_MALFORMED;
    as_box_tree_free(&e.tree, m);
  } else {
    result = ASTAR_NO_MEMORY;
  }
  as_free(m, next, o->corners, uint32_t);
  return result;
}
