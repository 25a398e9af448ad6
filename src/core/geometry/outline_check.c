/* outline_check.c: whether outlines are simple; see outline.h. */
#include "geometry/orient.h"
#include "geometry/outline.h"
#include "geometry/sweep.h"

/* Up to this many edges are compared pair by pair, which is faster then. */
#define FEW 12u

/* ---- Pairs ---- */

static bool set_pair(astar_fault *fault, astar_flaw flaw, uint32_t a, uint32_t b)
{
  fault->flaw = flaw;
  fault->a = a + 1;
  fault->b = b + 1;
  return true;
}

/* Find the first corner that equals a later one, and the first such later one. O(n^2), for few corners. */
static bool compare_corners(const as_edges *e, astar_fault *fault)
{
  uint32_t a, b;
  for (a = 0; a + 1 < e->count; a++) {
    for (b = a + 1; b < e->count; b++) {
      if (as_same_place(as_edge_begin(e, a), as_edge_begin(e, b)))
        return set_pair(fault, ASTAR_FLAW_REPEATED, a, b);
    }
  }
  return false;
}

/* As compare_corners(), where the corners are sorted. */
static bool find_repeated(const as_sweep *s, astar_fault *fault)
{
  uint32_t a = UINT32_MAX, b = 0, i;
  for (i = 0; i + 1 < s->edges.count; i++) {
    const as_sweep_corner *c = &s->corners[i];
    if (c[0].corner >= a || !as_same_place(c[0].at, c[1].at)) continue;
    a = c[0].corner;
    b = c[1].corner;
  }
  return a != UINT32_MAX && set_pair(fault, ASTAR_FLAW_REPEATED, a, b);
}

/* Find the first edge before `b` that overlaps edge b. O(b). */
static bool compare_with_earlier(const as_edges *e, uint32_t b, astar_fault *fault)
{
  uint32_t a;
  for (a = 0; a < b; a++) {
    if (as_edges_overlap(e, a, b)) return set_pair(fault, ASTAR_FLAW_CROSSING, a, b);
  }
  return false;
}

/* Find the first edge that overlaps an earlier one, and the first such earlier one. O(n^2), for few edges. */
static bool compare_edges(const as_edges *e, astar_fault *fault)
{
  uint32_t b;
  for (b = 1; b < e->count; b++) {
    if (compare_with_earlier(e, b, fault)) return true;
  }
  return false;
}

/* As compare_edges(): bisects the number of edges among which two overlap. O(n log n), or O(n log^2 n) if some do. */
static bool find_crossing(as_sweep *s, astar_fault *fault)
{
  uint32_t low = 1;
  if (!as_sweep_find(s, s->edges.count)) return false;
  while (low < s->b) {
    const uint32_t high = s->b, middle = low + (high - low) / 2;
    if (as_sweep_find(s, middle + 1)) continue;
    low = middle + 1;
  }
  return compare_with_earlier(&s->edges, low, fault);
}

/* ---- The checks ---- */

/* Find the first corner with a coordinate that is not finite, or too large. */
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
  as_edges e = {xy, count, NULL, NULL};
  as_sweep s;
  bool faulty;
  memset(fault, 0, sizeof *fault);
  if (count < 3) {
    fault->flaw = ASTAR_FLAW_FEW;
    return ASTAR_MALFORMED;
  }
  if (find_number(xy, count, fault)) return ASTAR_MALFORMED;
  if (count <= FEW) {
    faulty = compare_corners(&e, fault) || is_flat(xy, count, fault) || compare_edges(&e, fault);
  } else {
    if (!as_sweep_init(&s, m, &e)) return ASTAR_NO_MEMORY;
    faulty = find_repeated(&s, fault) || is_flat(xy, count, fault) || find_crossing(&s, fault);
    as_sweep_free(&s, m);
  }
  return faulty ? ASTAR_MALFORMED : ASTAR_OK;
}

/* For each corner, the next one of its outline, and the one before. */
static void link_corners(const as_outlines *o, uint32_t *next, uint32_t *before)
{
  uint32_t i, k, first;
  for (i = 0; i < o->count; i++) {
    first = as_outline_first(o, i);
    for (k = first; k < o->ends[i]; k++) {
      next[k] = k + 1 == o->ends[i] ? first : k + 1;
      before[next[k]] = k;
    }
  }
}

/* ASTAR_OK if the ends of each edge differ and no edges overlap; else ASTAR_MALFORMED, or ASTAR_NO_MEMORY. */
static astar_result check_edges(as_memory *m, const as_edges *e)
{
  as_sweep s;
  astar_fault fault;
  uint32_t i;
  bool faulty;
  for (i = 0; i < e->count; i++) {
    if (as_same_place(as_edge_begin(e, i), as_edge_end(e, i))) return ASTAR_MALFORMED;
  }
  if (e->count <= FEW) return compare_edges(e, &fault) ? ASTAR_MALFORMED : ASTAR_OK;
  if (!as_sweep_init(&s, m, e)) return ASTAR_NO_MEMORY;
  faulty = as_sweep_find(&s, e->count);
  as_sweep_free(&s, m);
  return faulty ? ASTAR_MALFORMED : ASTAR_OK;
}

astar_result as_outlines_check(as_memory *m, const as_outlines *o)
{
  as_edges e = {NULL, 0, NULL, NULL};
  astar_result result;
  uint32_t *links;
  if (o->corners == 0) return ASTAR_OK;
  links = as_new(m, 2 * (size_t)o->corners, uint32_t);
  if (!links) return ASTAR_NO_MEMORY;
  link_corners(o, links, links + o->corners);
  e.xy = o->xy;
  e.count = o->corners;
  e.next = links;
  e.before = links + o->corners;
  result = check_edges(m, &e);
  as_free(m, links, 2 * (size_t)o->corners, uint32_t);
  return result;
}
