/* outline.c: see outline.h. */
#include "geometry/outline.h"

#include "geometry/orient.h"
#include "geometry/box_tree.h"

/* ---- Lists ---- */

void as_outlines_init(as_outlines *o)
{
  memset(o, 0, sizeof *o);
}

void as_outlines_free(as_outlines *o, as_memory *m)
{
  if (o->xy) as_resize(m, o->xy, o->corner_capacity, 0, 2 * sizeof *o->xy);
  if (o->ends) as_free(m, o->ends, o->capacity, uint32_t);
  as_outlines_init(o);
}

void as_outlines_clear(as_outlines *o)
{
  o->corners = o->count = 0;
}

bool as_outlines_corner(as_outlines *o, as_memory *m, double x, double y)
{
  double *corner;
  if (!as_reserve(m, &o->xy, &o->corner_capacity, (uint64_t)o->corners + 1, 2 * sizeof *o->xy)) return false;
  corner = o->xy + (size_t)o->corners++ * 2;
  corner[0] = x;
  corner[1] = y;
  return true;
}

bool as_outlines_close(as_outlines *o, as_memory *m)
{
  if (!as_reserve(m, &o->ends, &o->capacity, (uint64_t)o->count + 1, sizeof *o->ends)) return false;
  o->ends[o->count++] = o->corners;
  return true;
}

/* ---- Edges ---- */

/* So few edges are held against each other without a tree. */
#define FEW 16u

/* Edge i goes from corner i to the next. */
typedef struct edges {
  const double *xy;
  uint32_t count;
  const uint32_t *next; /* of several outlines: by corner; NULL: of one */
  as_tree tree; /* of the edges, if there are more than a few */
} edges;

static const double *corner(const edges *e, uint32_t i)
{
  return e->xy + (size_t)(i < e->count ? i : i - e->count) * 2;
}

/* Where an edge ends. */
static const double *edge_end(const edges *e, uint32_t i)
{
  return corner(e, e->next ? e->next[i] : i + 1);
}

static as_box box_of_edge(const edges *e, uint32_t i)
{
  as_box b;
  as_box_around(&b, corner(e, i));
  as_box_add(&b, edge_end(e, i));
  return b;
}

static bool edges_init(edges *e, as_memory *m)
{
  uint32_t i;
  as_tree_init(&e->tree);
  if (e->count <= FEW) return true;
  if (!as_tree_reserve(&e->tree, m, e->count)) {
    as_tree_free(&e->tree, m);
    return false;
  }
  for (i = 0; i < e->count; i++) {
    const as_box box = box_of_edge(e, i);
    as_tree_insert(&e->tree, i, &box);
  }
  return true;
}

typedef bool test(const edges *e, uint32_t a, uint32_t b);

/* The first edge after `a` that touches a box and passes a test; or AS_TREE_NONE. */
static uint32_t find_after(const edges *e, uint32_t a, const as_box *around, test *passes)
{
  uint32_t found = AS_TREE_NONE, b;
  as_walk walk;
  if (e->count <= FEW) {
    for (b = a + 1; b < e->count; b++) {
      if (passes(e, a, b)) return b;
    }
    return AS_TREE_NONE;
  }
  as_walk_begin(&walk, &e->tree, around);
  while ((b = as_walk_next(&walk)) != AS_TREE_NONE) {
    if (b > a && b < found && passes(e, a, b)) found = b;
  }
  return found;
}

/* ---- The check ---- */

static bool begin_alike(const edges *e, uint32_t a, uint32_t b)
{
  return as_same_place(corner(e, a), corner(e, b));
}

/* Edges from one corner that lie on each other. */
static bool fold(const double from[2], const double a[2], const double b[2])
{
  uint32_t k = a[0] == from[0] ? 1 : 0;
  return as_orient(from, a, b) == 0 && (a[k] > from[k]) == (b[k] > from[k]);
}

/* No two corners are the same. */
static bool cross(const edges *e, uint32_t a, uint32_t b)
{
  const double *a0 = corner(e, a), *a1 = corner(e, a + 1), *b0 = corner(e, b), *b1 = corner(e, b + 1);
  const as_box around_a = box_of_edge(e, a), around_b = box_of_edge(e, b);
  int from, to;
  if (b == a + 1) return fold(a1, a0, b1);
  if (a == 0 && b == e->count - 1) return fold(a0, a1, b0);
  if (!as_boxes_touch(&around_a, &around_b)) return false;
  from = as_orient(a0, a1, b0);
  to = as_orient(a0, a1, b1);
  /* On one line they meet where their boxes do. */
  if (from * to > 0) return false;
  return (from == 0 && to == 0) || as_orient(b0, b1, a0) * as_orient(b0, b1, a1) <= 0;
}

static bool find_number(const edges *e, astar_fault *fault)
{
  uint32_t i;
  for (i = 0; i < e->count; i++) {
    const double *p = corner(e, i);
    if (fabs(p[0]) <= ASTAR_PLANE_LIMIT && fabs(p[1]) <= ASTAR_PLANE_LIMIT) continue;
    fault->flaw = ASTAR_FLAW_NUMBER;
    fault->a = i + 1;
    return true;
  }
  return false;
}

/* The first corner or edge that makes a pair with a later one, and the first of these. */
static bool find_pair(const edges *e, astar_flaw flaw, astar_fault *fault)
{
  uint32_t a, b;
  for (a = 0; a + 1 < e->count; a++) {
    as_box around = box_of_edge(e, a);
    if (flaw == ASTAR_FLAW_REPEATED) as_box_around(&around, corner(e, a));
    b = find_after(e, a, &around, flaw == ASTAR_FLAW_REPEATED ? begin_alike : cross);
    if (b == AS_TREE_NONE) continue;
    fault->flaw = flaw;
    fault->a = a + 1;
    fault->b = b + 1;
    return true;
  }
  return false;
}

static bool is_flat(const edges *e, astar_fault *fault)
{
  uint32_t i = 2;
  while (i < e->count && as_orient(corner(e, 0), corner(e, 1), corner(e, i)) == 0) i++;
  if (i < e->count) return false;
  fault->flaw = ASTAR_FLAW_FLAT;
  return true;
}

astar_result as_outline_check(as_memory *m, const double *xy, uint32_t count, astar_fault *fault)
{
  edges e;
  bool faulty;
  memset(fault, 0, sizeof *fault);
  e.xy = xy;
  e.count = count;
  e.next = NULL;
  if (count < 3) {
    fault->flaw = ASTAR_FLAW_FEW;
    return ASTAR_MALFORMED;
  }
  if (find_number(&e, fault)) return ASTAR_MALFORMED;
  if (!edges_init(&e, m)) return ASTAR_NO_MEMORY;
  faulty = find_pair(&e, ASTAR_FLAW_REPEATED, fault) || is_flat(&e, fault) || find_pair(&e, ASTAR_FLAW_CROSSING, fault);
  as_tree_free(&e.tree, m);
  return faulty ? ASTAR_MALFORMED : ASTAR_OK;
}

/* ---- The check of several ---- */

/* Whether two edges have more in common than an end of both. */
static bool overlap(const edges *e, uint32_t a, uint32_t b)
{
  const double *a_ends[2], *b_ends[2];
  const as_box around_a = box_of_edge(e, a), around_b = box_of_edge(e, b);
  bool shared = false;
  int i, k, from, to;
  if (!as_boxes_touch(&around_a, &around_b)) return false;
  a_ends[0] = corner(e, a);
  a_ends[1] = edge_end(e, a);
  b_ends[0] = corner(e, b);
  b_ends[1] = edge_end(e, b);
  for (i = 0; i < 2; i++) {
    for (k = 0; k < 2; k++) {
      if (!as_same_place(a_ends[i], b_ends[k])) continue;
      shared = true;
      if (fold(a_ends[i], a_ends[1 - i], b_ends[1 - k])) return true;
    }
  }
  if (shared) return false;
  from = as_orient(a_ends[0], a_ends[1], b_ends[0]);
  to = as_orient(a_ends[0], a_ends[1], b_ends[1]);
  if (from * to > 0) return false;
  return (from == 0 && to == 0) ||
         as_orient(b_ends[0], b_ends[1], a_ends[0]) * as_orient(b_ends[0], b_ends[1], a_ends[1]) <= 0;
}

astar_result as_outlines_check(as_memory *m, const as_outlines *o)
{
  edges e;
  astar_result result = ASTAR_OK;
  uint32_t *next, i, k;
  if (o->corners == 0) return ASTAR_OK;
  next = as_new(m, o->corners, uint32_t);
  if (!next) return ASTAR_NO_MEMORY;
  for (i = k = 0; k < o->corners; k++) {
    next[k] = k + 1;
    if (k + 1 == o->ends[i]) next[k] = as_outline_first(o, i++);
  }
  e.xy = o->xy;
  e.count = o->corners;
  e.next = next;
  for (k = 0; k < e.count; k++) {
    if (as_same_place(corner(&e, k), edge_end(&e, k))) result = ASTAR_MALFORMED;
  }
  if (result == ASTAR_OK && !edges_init(&e, m)) {
    result = ASTAR_NO_MEMORY;
  } else if (result == ASTAR_OK) {
    for (k = 0; k + 1 < e.count && result == ASTAR_OK; k++) {
      const as_box around = box_of_edge(&e, k);
      if (find_after(&e, k, &around, overlap) != AS_TREE_NONE) result = ASTAR_MALFORMED;
    }
    as_tree_free(&e.tree, m);
  }
  as_free(m, next, o->corners, uint32_t);
  return result;
}

int as_outline_turn(const double *xy, uint32_t count)
{
  edges e;
  uint32_t least = 0, i;
  e.xy = xy;
  e.count = count;
  e.next = NULL;
  for (i = 1; i < count; i++) {
    const double *p = corner(&e, i), *q = corner(&e, least);
    if (p[1] < q[1] || (p[1] == q[1] && p[0] < q[0])) least = i;
  }
  /* The leftmost of the lowest corners lies between no others, so the outline turns there. */
  return as_orient(corner(&e, least + count - 1), corner(&e, least), corner(&e, least + 1));
}
