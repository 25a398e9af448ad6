/*
** plane_model.h: a slow and obvious plane on whole numbers, to compare the core's with: a visibility
** graph over all corners, start and goal, and Dijkstra on it. For the tests in C.
**
** Everything rests on the ground around a point. Each outline through it takes a sector of the
** directions, an inside takes all of them; what is left are the free sectors there. A path comes to a
** point and leaves it within the same free sector, its rim included. A segment need only be looked at
** where it begins and ends and where it goes through a corner; elsewhere no edge may cross it.
*/
#ifndef PLANE_MODEL_H
#define PLANE_MODEL_H

#include "check.h"

#ifndef PM_POLYGONS
#define PM_POLYGONS 10u
#endif
#define PM_CORNERS 10u
#define PM_OUTSIDE PM_POLYGONS /* in place of a polygon: what is beyond the bounds */
#define PM_PLACES (PM_POLYGONS * PM_CORNERS + 6u)
#define PM_RAYS (2u * PM_POLYGONS + 2u)

/* Magnitudes up to 2^29, so that products fit. */
typedef struct pm_point {
  int32_t x, y;
} pm_point;

typedef struct pm_polygon {
  pm_point at[PM_CORNERS]; /* with what is occupied on the left as one goes from x towards y */
  uint32_t count;          /* 0: there is none */
} pm_polygon;

typedef struct plane_model {
  pm_polygon polygons[PM_POLYGONS + 1]; /* the last one: the bounds */
} plane_model;

static inline bool pm_same(pm_point a, pm_point b)
{
  return a.x == b.x && a.y == b.y;
}

static inline pm_point pm_make(int32_t x, int32_t y)
{
  pm_point p;
  p.x = x;
  p.y = y;
  return p;
}

/* 1 if c lies left of a -> b, -1 if right, 0 if on the line. */
static inline int pm_orient(pm_point a, pm_point b, pm_point c)
{
  int64_t left = ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y), right = ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
  return (left > right) - (left < right);
}

/* Whether a point on the line from a to b lies between them, ends included. */
static inline bool pm_between(pm_point a, pm_point b, pm_point p)
{
  return (a.x < b.x ? a.x <= p.x && p.x <= b.x : b.x <= p.x && p.x <= a.x) &&
         (a.y < b.y ? a.y <= p.y && p.y <= b.y : b.y <= p.y && p.y <= a.y);
}

static inline bool pm_meet(pm_point a, pm_point b, pm_point c, pm_point d)
{
  int c1 = pm_orient(a, b, c), d1 = pm_orient(a, b, d), a1 = pm_orient(c, d, a), b1 = pm_orient(c, d, b);
  return (c1 * d1 < 0 && a1 * b1 < 0) || (c1 == 0 && pm_between(a, b, c)) || (d1 == 0 && pm_between(a, b, d)) ||
         (a1 == 0 && pm_between(c, d, a)) || (b1 == 0 && pm_between(c, d, b));
}

/* What is wrong with corners, by comparing all with all. */
static inline astar_fault pm_flaw(const pm_point *at, uint32_t count)
{
  astar_fault fault = {ASTAR_FLAW_NONE, 0, 0};
  uint32_t i, k;
  bool flat = true;
  if (count < 3) {
    fault.flaw = ASTAR_FLAW_FEW;
    return fault;
  }
  for (i = 0; i < count; i++) {
    for (k = i + 1; k < count; k++) {
      if (!pm_same(at[i], at[k])) continue;
      fault.flaw = ASTAR_FLAW_REPEATED;
      fault.a = i + 1;
      fault.b = k + 1;
      return fault;
    }
  }
  for (i = 2; i < count; i++) flat = flat && pm_orient(at[0], at[1], at[i]) == 0;
  if (flat) {
    fault.flaw = ASTAR_FLAW_FLAT;
    return fault;
  }
  for (k = 1; k < count; k++) {
    for (i = 0; i < k; i++) {
      pm_point a = at[i], b = at[(i + 1) % count], c = at[k], d = at[(k + 1) % count];
      bool bad;
      /* Neighbours may have no more in common than their corner. */
      if (k == i + 1) bad = pm_orient(a, b, d) == 0 && !pm_between(a, d, b);
      else if (i == 0 && k == count - 1) bad = pm_orient(b, a, c) == 0 && !pm_between(b, c, a);
      else bad = pm_meet(a, b, c, d);
      if (!bad) continue;
      fault.flaw = ASTAR_FLAW_CROSSING;
      fault.a = i + 1;
      fault.b = k + 1;
      return fault;
    }
  }
  return fault;
}

/* Set a polygon from corners in either direction. */
static inline void pm_set(plane_model *m, uint32_t polygon, const pm_point *at, uint32_t count)
{
  pm_polygon *p = &m->polygons[polygon];
  int64_t area = 0;
  uint32_t i;
  for (i = 0; i < count; i++) {
    pm_point a = at[i], b = at[(i + 1) % count];
    area += (int64_t)a.x * b.y - (int64_t)a.y * b.x;
  }
  p->count = count;
  for (i = 0; i < count; i++) p->at[i] = at[area > 0 ? i : count - 1 - i];
}

static inline void pm_bound(plane_model *m, pm_point low, pm_point high)
{
  pm_polygon *p = &m->polygons[PM_OUTSIDE];
  p->count = 4;
  p->at[0] = low;
  p->at[1] = pm_make(low.x, high.y);
  p->at[2] = high;
  p->at[3] = pm_make(high.x, low.y);
}

/* ---- The ground around a point ---- */

/* If a point is on an outline: what is occupied reaches counter-clockwise from one place's direction to another's. */
static inline bool pm_wedge(const pm_polygon *p, pm_point at, pm_point *from, pm_point *to)
{
  uint32_t i;
  for (i = 0; i < p->count; i++) {
    pm_point a = p->at[i], b = p->at[(i + 1) % p->count];
    if (pm_same(at, b) || pm_orient(a, b, at) != 0 || !pm_between(a, b, at)) continue;
    *from = b;
    *to = pm_same(at, a) ? p->at[(i + p->count - 1) % p->count] : a;
    return true;
  }
  return false;
}

/* Whether a point that is on no edge lies inside. */
static inline bool pm_inside(const plane_model *m, uint32_t polygon, pm_point at)
{
  const pm_polygon *p = &m->polygons[polygon];
  bool inside = polygon == PM_OUTSIDE;
  uint32_t i;
  for (i = 0; i < p->count; i++) {
    pm_point a = p->at[i], b = p->at[(i + 1) % p->count];
    if ((a.y > at.y) != (b.y > at.y) && (b.y > a.y) == (pm_orient(a, b, at) > 0)) inside = !inside;
  }
  return inside && p->count > 0;
}

typedef struct pm_ground {
  pm_point at;
  pm_point rays[PM_RAYS]; /* counter-clockwise from the direction of x on */
  bool free[PM_RAYS];     /* what lies between a ray and the next */
  uint32_t count;         /* 0: nothing is here */
  bool occupied;          /* all around, by one inside */
} pm_ground;

/* Whether direction a comes before b, counter-clockwise from that of x on. */
static inline bool pm_before(pm_point at, pm_point a, pm_point b)
{
  bool low_a = a.y > at.y || (a.y == at.y && a.x > at.x), low_b = b.y > at.y || (b.y == at.y && b.x > at.x);
  if (low_a != low_b) return low_a;
  return pm_orient(at, a, b) > 0;
}

static inline void pm_add_ray(pm_ground *g, pm_point ray)
{
  uint32_t i = 0, k;
  while (i < g->count && pm_before(g->at, g->rays[i], ray)) i++;
  if (i < g->count && !pm_before(g->at, ray, g->rays[i])) return;
  for (k = g->count++; k > i; k--) g->rays[k] = g->rays[k - 1];
  g->rays[i] = ray;
}

/* The last ray at or before a direction, or the last one of all. */
static inline uint32_t pm_ray_at(const pm_ground *g, pm_point towards)
{
  uint32_t i = g->count;
  while (i > 0 && pm_before(g->at, towards, g->rays[i - 1])) i--;
  return i == 0 ? g->count - 1 : i - 1;
}

static inline void pm_look(const plane_model *m, pm_point at, pm_ground *g)
{
  pm_point from, to;
  uint32_t i, k, last;
  memset(g, 0, sizeof *g);
  g->at = at;
  for (i = 0; i <= PM_POLYGONS; i++) {
    if (pm_wedge(&m->polygons[i], at, &from, &to)) {
      pm_add_ray(g, from);
      pm_add_ray(g, to);
    } else if (pm_inside(m, i, at)) {
      g->occupied = true;
      return;
    }
  }
  for (i = 0; i < g->count; i++) g->free[i] = true;
  for (i = 0; i <= PM_POLYGONS; i++) {
    if (!pm_wedge(&m->polygons[i], at, &from, &to)) continue;
    last = pm_ray_at(g, to);
    for (k = pm_ray_at(g, from); k != last; k = (k + 1) % g->count) g->free[k] = false;
  }
}

#define PM_NO_SECTOR UINT32_MAX

static inline bool pm_is_free(const pm_ground *g)
{
  uint32_t i;
  if (g->occupied || g->count == 0) return !g->occupied;
  for (i = 0; i < g->count; i++) {
    if (g->free[i]) return true;
  }
  return false;
}

/* The free sector, rims included, in which a direction lies. */
static inline uint32_t pm_sector(const pm_ground *g, pm_point towards)
{
  uint32_t i, before;
  if (g->occupied) return PM_NO_SECTOR;
  if (g->count == 0) return 0;
  i = pm_ray_at(g, towards);
  if (g->free[i]) return i;
  before = (i + g->count - 1) % g->count;
  if (g->free[before] && !pm_before(g->at, g->rays[i], towards) && !pm_before(g->at, towards, g->rays[i]))
    return before;
  return PM_NO_SECTOR;
}

/* ---- Segments and paths ---- */

/* Whether one can go straight from one point to another, leaving and arriving in these sectors. */
static inline bool pm_clear(const plane_model *m, const pm_ground *p, const pm_ground *q, uint32_t *leave,
                            uint32_t *arrive)
{
  uint32_t i, k;
  *leave = pm_sector(p, q->at);
  *arrive = pm_sector(q, p->at);
  if (*leave == PM_NO_SECTOR || *arrive == PM_NO_SECTOR) return false;
  for (i = 0; i <= PM_POLYGONS; i++) {
    for (k = 0; k < m->polygons[i].count; k++) {
      pm_point a = m->polygons[i].at[k], b = m->polygons[i].at[(k + 1) % m->polygons[i].count];
      int side = pm_orient(p->at, q->at, a);
      if (side == 0) {
        pm_ground corner;
        uint32_t back;
        if (!pm_between(p->at, q->at, a) || pm_same(a, p->at) || pm_same(a, q->at)) continue;
        pm_look(m, a, &corner);
        back = pm_sector(&corner, p->at);
        if (back == PM_NO_SECTOR || back != pm_sector(&corner, q->at)) return false;
      } else if (side * pm_orient(p->at, q->at, b) < 0 && pm_orient(a, b, p->at) * pm_orient(a, b, q->at) < 0) {
        return false;
      }
    }
  }
  return true;
}

static inline double pm_distance(pm_point a, pm_point b)
{
  double x = (double)b.x - a.x, y = (double)b.y - a.y;
  return sqrt(x * x + y * y);
}

typedef struct pm_state {
  double cost; /* INFINITY: not reached */
  bool done;
} pm_state;

/* The length of the shortest path: ASTAR_FOUND, ASTAR_UNREACHABLE or ASTAR_BLOCKED. */
static inline astar_status pm_path(const plane_model *m, pm_point start, pm_point goal, double *length)
{
  static pm_ground places[PM_PLACES];
  static pm_state states[PM_PLACES][PM_RAYS];
  uint32_t count = 0, i, k, s, leave, arrive;
  pm_look(m, start, &places[count++]);
  pm_look(m, goal, &places[count]);
  if (!pm_is_free(&places[0]) || !pm_is_free(&places[1])) return ASTAR_BLOCKED;
  *length = 0;
  if (pm_same(start, goal)) return ASTAR_FOUND;
  count++;
  for (i = 0; i <= PM_POLYGONS; i++) {
    for (k = 0; k < m->polygons[i].count; k++) {
      for (s = 0; s < count && !pm_same(places[s].at, m->polygons[i].at[k]); s++) continue;
      if (s < count) continue;
      pm_look(m, m->polygons[i].at[k], &places[count]);
      if (pm_is_free(&places[count])) count++;
    }
  }
  for (i = 0; i < count; i++) {
    for (s = 0; s < PM_RAYS; s++) {
      bool here = i == 0 && (places[0].count == 0 ? s == 0 : s < places[0].count && places[0].free[s]);
      states[i][s].cost = here ? 0 : INFINITY;
      states[i][s].done = false;
    }
  }
  for (;;) {
    uint32_t at = 0, sector = 0;
    double best = INFINITY;
    for (i = 0; i < count; i++) {
      for (s = 0; s == 0 || s < places[i].count; s++) {
        if (states[i][s].done || !(states[i][s].cost < best)) continue;
        best = states[i][s].cost;
        at = i;
        sector = s;
      }
    }
    if (best == INFINITY) return ASTAR_UNREACHABLE;
    if (at == 1) {
      *length = best;
      return ASTAR_FOUND;
    }
    states[at][sector].done = true;
    for (i = 1; i < count; i++) {
      double cost = best + pm_distance(places[at].at, places[i].at);
      bool better = false;
      if (i == at) continue;
      for (s = 0; s == 0 || s < places[i].count; s++) better = better || cost < states[i][s].cost;
      if (!better || !pm_clear(m, &places[at], &places[i], &leave, &arrive) || leave != sector) continue;
      if (cost < states[i][arrive].cost) states[i][arrive].cost = cost;
    }
  }
}

/* Whether a path can be gone. */
static inline bool pm_walk(const plane_model *m, const pm_point *at, uint32_t count)
{
  uint32_t i, leave, arrive, last = PM_NO_SECTOR;
  pm_ground p, q;
  pm_look(m, at[0], &p);
  if (!pm_is_free(&p)) return false;
  for (i = 1; i < count; i++) {
    pm_look(m, at[i], &q);
    if (pm_same(at[i - 1], at[i]) || !pm_clear(m, &p, &q, &leave, &arrive)) return false;
    if (last != PM_NO_SECTOR && leave != last) return false;
    last = arrive;
    p = q;
  }
  return true;
}

/* ---- Rays ---- */

/*
** Where a ray first comes to where no path goes straight on: the part of the way, or INFINITY, and
** the set of what stands there, by 1 << polygon.
*/
static inline double pm_ray(const plane_model *m, pm_point from, pm_point to, uint32_t *who)
{
  pm_ground g;
  double best = INFINITY;
  uint32_t i, k, round;
  pm_point a, b;
  *who = 0;
  pm_look(m, from, &g);
  if (!pm_is_free(&g) || (!pm_same(from, to) && pm_sector(&g, to) == PM_NO_SECTOR)) {
    for (i = 0; i <= PM_POLYGONS; i++) {
      if (pm_wedge(&m->polygons[i], from, &a, &b) || pm_inside(m, i, from)) *who |= 1u << i;
    }
    return 0;
  }
  if (pm_same(from, to)) return INFINITY;
  for (round = 0; round < 2; round++) { /* first how far, then who */
    for (i = 0; i <= PM_POLYGONS; i++) {
      for (k = 0; k < m->polygons[i].count; k++) {
        double t = INFINITY;
        int side;
        a = m->polygons[i].at[k];
        b = m->polygons[i].at[(k + 1) % m->polygons[i].count];
        side = pm_orient(from, to, a);
        if (side == 0) {
          uint32_t back;
          if (!pm_between(from, to, a) || pm_same(from, a) || pm_same(to, a)) continue;
          pm_look(m, a, &g);
          back = pm_sector(&g, from);
          if (back == PM_NO_SECTOR || back != pm_sector(&g, to)) t = pm_distance(from, a) / pm_distance(from, to);
        } else if (side * pm_orient(from, to, b) < 0 && pm_orient(a, b, from) * pm_orient(a, b, to) < 0) {
          double ux = (double)b.x - a.x, uy = (double)b.y - a.y;
          double p = ux * ((double)from.y - a.y) - uy * ((double)from.x - a.x);
          double q = ux * ((double)to.y - a.y) - uy * ((double)to.x - a.x);
          t = p / (p - q);
        }
        if (round == 0 && t < best) best = t;
        if (round == 1 && t <= best + 1e-9 && t < INFINITY) *who |= 1u << i;
      }
    }
  }
  return best;
}

/* Whether a point lies in an inside, or beyond the bounds: a set by 1 << polygon. */
static inline uint32_t pm_at(const plane_model *m, pm_point at)
{
  uint32_t i, set = 0;
  pm_point a, b;
  for (i = 0; i <= PM_POLYGONS; i++) {
    if (!pm_wedge(&m->polygons[i], at, &a, &b) && pm_inside(m, i, at)) set |= 1u << i;
  }
  return set;
}

#endif
