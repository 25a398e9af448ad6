/*
** outline_model.h: whether outlines are simple, by comparing all edges with all others in whole numbers; and outlines
** to try it on. Coordinates are below 2^30.
*/
#ifndef OUTLINE_MODEL_H
#define OUTLINE_MODEL_H

#include "check.h"

#define OM_CORNERS 4096u

typedef struct om_point {
  int64_t x, y;
} om_point;

/* Outlines, one after another: next[i] is the corner after corner i. */
typedef struct outline_model {
  om_point at[OM_CORNERS];
  uint32_t next[OM_CORNERS];
  uint32_t count;
} outline_model;

static inline bool om_same(om_point a, om_point b)
{
  return a.x == b.x && a.y == b.y;
}

static inline int64_t om_cross(om_point a, om_point b, om_point c)
{
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Whether p lies on the edge from a to b, ends included. */
static inline bool om_lies_on(om_point a, om_point b, om_point p)
{
  return om_cross(a, b, p) == 0 && (p.x - a.x) * (p.x - b.x) + (p.y - a.y) * (p.y - b.y) <= 0;
}

static inline bool om_lies_within(om_point a, om_point b, om_point p)
{
  return om_lies_on(a, b, p) && !om_same(a, p) && !om_same(b, p);
}

/* Whether two edges have a point in common other than a common end. */
static inline bool om_overlap(om_point a, om_point b, om_point c, om_point d)
{
  if (om_lies_within(a, b, c) || om_lies_within(a, b, d) || om_lies_within(c, d, a) || om_lies_within(c, d, b))
    return true;
  if ((om_same(a, c) && om_same(b, d)) || (om_same(a, d) && om_same(b, c))) return true;
  if (om_same(a, c) || om_same(a, d) || om_same(b, c) || om_same(b, d)) return false;
  return (om_cross(a, b, c) > 0) != (om_cross(a, b, d) > 0) && (om_cross(c, d, a) > 0) != (om_cross(c, d, b) > 0);
}

/* Whether edges a and b overlap. */
static inline bool om_edges(const outline_model *m, uint32_t a, uint32_t b)
{
  return om_overlap(m->at[a], m->at[m->next[a]], m->at[b], m->at[m->next[b]]);
}

/* The first edge that overlaps an earlier one, and the first of these. */
static inline bool om_crossing(const outline_model *m, uint32_t *a, uint32_t *b)
{
  for (*b = 1; *b < m->count; ++*b) {
    for (*a = 0; *a < *b; ++*a) {
      if (om_edges(m, *a, *b)) return true;
    }
  }
  return false;
}

/* What is wrong with one outline. */
static inline astar_fault om_flaw(const outline_model *m)
{
  astar_fault fault = {ASTAR_FLAW_NONE, 0, 0};
  uint32_t a, b;
  bool flat = true;
  if (m->count < 3) {
    fault.flaw = ASTAR_FLAW_FEW;
    return fault;
  }
  for (a = 0; a < m->count; a++) {
    for (b = a + 1; b < m->count; b++) {
      if (!om_same(m->at[a], m->at[b])) continue;
      fault.flaw = ASTAR_FLAW_REPEATED;
      fault.a = a + 1;
      fault.b = b + 1;
      return fault;
    }
  }
  for (a = 2; a < m->count; a++) flat = flat && om_cross(m->at[0], m->at[1], m->at[a]) == 0;
  if (flat) {
    fault.flaw = ASTAR_FLAW_FLAT;
  } else if (om_crossing(m, &a, &b)) {
    fault.flaw = ASTAR_FLAW_CROSSING;
    fault.a = a + 1;
    fault.b = b + 1;
  }
  return fault;
}

/* ---- Making outlines ---- */

static inline void om_add(outline_model *m, int64_t x, int64_t y)
{
  m->at[m->count].x = x;
  m->at[m->count++].y = y;
}

/* End the outline that began at corner `first`. */
static inline void om_close(outline_model *m, uint32_t first)
{
  uint32_t i;
  for (i = first; i < m->count; i++) m->next[i] = i + 1 == m->count ? first : i + 1;
}

/* Whether edge i, as it would be with these ends, overlaps none of one outline but itself. */
static inline bool om_fits(const outline_model *m, uint32_t i, om_point from, om_point to)
{
  uint32_t k;
  for (k = 0; k < m->count; k++) {
    if (k != i && om_overlap(from, to, m->at[k], m->at[m->next[k]])) return false;
  }
  return true;
}

/* One simple outline on a lattice: grows from a triangle, corner by corner; many touch, or nearly do. */
static inline void om_grow(outline_model *m, uint32_t corners, uint32_t reach)
{
  uint32_t tries = corners * 8, i, k;
  m->count = 0;
  om_add(m, 0, 0);
  om_add(m, reach, below(reach));
  om_add(m, below(reach), reach);
  om_close(m, 0);
  while (tries-- > 0 && m->count < corners) {
    om_point p;
    bool is_free = true;
    i = below(m->count);
    p.x = below(reach + 1);
    p.y = below(reach + 1);
    for (k = 0; k < m->count; k++) is_free = is_free && !om_same(m->at[k], p);
    if (!is_free || !om_fits(m, i, m->at[i], p) || !om_fits(m, i, p, m->at[m->next[i]])) continue;
    if (om_overlap(m->at[i], p, p, m->at[m->next[i]])) continue;
    for (k = m->count++; k > i + 1; k--) m->at[k] = m->at[k - 1];
    m->at[i + 1] = p;
    om_close(m, 0);
  }
}

/* Move some corners, most of them a little. */
static inline void om_disturb(outline_model *m, uint32_t times, uint32_t reach)
{
  while (times-- > 0) {
    om_point *p = &m->at[below(m->count)];
    switch (below(4)) {
    case 0: *p = m->at[below(m->count)]; break;
    case 1: p->x = below(reach + 1); break;
    case 2: p->y += 1; break;
    default: p->x -= 1;
    }
  }
}

/* Begin one outline at another corner, and maybe go round it in the other direction. */
static inline void om_turn(outline_model *m)
{
  static om_point old[OM_CORNERS];
  const uint32_t first = below(m->count);
  const bool back = one_in(2);
  uint32_t i;
  memcpy(old, m->at, m->count * sizeof *old);
  for (i = 0; i < m->count; i++) m->at[i] = old[(first + (back ? m->count - i : i)) % m->count];
}

/* Small outlines on the squares of a lattice, many of which share corners. */
static inline void om_tiles(outline_model *m, uint32_t columns, uint32_t rows)
{
  static const int64_t around[8][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
  const bool chess = !one_in(4);
  uint32_t x, y, i;
  m->count = 0;
  for (y = 0; y < rows; y++) {
    for (x = 0; x < columns; x++) {
      const uint32_t first = m->count, begin = below(8), step = 1 + below(2);
      if ((chess && (x + y) % 2 == 1) || one_in(3)) continue;
      for (i = 0; i < 8; i += step) {
        const int64_t *p = around[(begin + i) % 8];
        if (i > 0 && one_in(6)) continue;
        om_add(m, 2 * (int64_t)x + p[0], 2 * (int64_t)y + p[1]);
      }
      if (m->count < first + 3) m->count = first;
      om_close(m, first);
    }
  }
}

/* ---- As the core has them ---- */

/* How whole numbers become coordinates, exactly. */
typedef struct om_scale {
  double size, x, y;
} om_scale;

static inline om_scale om_choose_scale(void)
{
  om_scale s = {1, 0, 0};
  switch (below(6)) {
  case 0: s.size = 0x1p69; break;                         /* up to 2^99: just below the limit */
  case 1: s.size = 0x1p-262; break;                       /* just above 1e-80 */
  case 2: s.size = 0x1p-20, s.x = 1, s.y = -1; break;     /* tiny differences */
  case 3: s.x = -0x1p40, s.y = 0x1p40 + 1; break;
  case 4: s.x = s.y = -8; break;
  }
  return s;
}

/* Zeros have either sign. */
static inline void om_coordinates(const outline_model *m, om_scale s, double *xy)
{
  uint32_t i;
  for (i = 0; i < 2 * m->count; i++) {
    const int64_t whole = i % 2 == 0 ? m->at[i / 2].x : m->at[i / 2].y;
    xy[i] = (i % 2 == 0 ? s.x : s.y) + s.size * (double)whole;
    if (xy[i] == 0 && i % 3 == 0) xy[i] = -0.0;
  }
}

#endif
