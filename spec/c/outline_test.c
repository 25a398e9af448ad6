/*
** outline_test.c: the check of outlines, obstacles enlarged by a radius, and outlines of the cells of
** grids; against counting, measuring and comparing everything with everything.
*/
#include "check.h"
#include "outline_model.h"

#include "graph/graph.h"
#include "grid/contour.h"
#include "grid/grid.h"
#include "geometry/inflate.h"
#include "geometry/orient.h"
#include "geometry/outline.h"

/* ---- Shared ---- */

static ledger books;

static as_memory memory_of(void)
{
  as_memory m;
  as_memory_init(&m, ledger_alloc, &books);
  return m;
}

static double between(double low, double high)
{
  return low + (high - low) * fraction();
}

static void add_outline(as_outlines *o, as_memory *m, const double *xy, uint32_t count, bool reversed)
{
  uint32_t i;
  for (i = 0; i < count; i++) {
    const double *p = xy + (reversed ? count - 1 - i : i) * 2;
    CHECK(as_outlines_add_corner(o, m, p[0], p[1]));
  }
  CHECK(as_outlines_close(o, m));
}

/* How often outlines wind around a point; one on an edge counts as lying right of it. */
static int winding(const as_outlines *o, uint32_t first, uint32_t end, const double p[2])
{
  int count = 0;
  for (; first < end; first++) {
    uint32_t begin = as_outline_first(o, first), stop = o->ends[first], i;
    for (i = begin; i < stop; i++) {
      const double *a = o->xy + (size_t)i * 2, *b = o->xy + (size_t)(i + 1 == stop ? begin : i + 1) * 2;
      if ((a[1] <= p[1]) == (b[1] <= p[1])) continue;
      if (a[1] <= p[1] && as_orient(a, b, p) > 0) count++;
      if (a[1] > p[1] && as_orient(a, b, p) < 0) count--;
    }
  }
  return count;
}

static double area(const as_outlines *o, uint32_t first, uint32_t end)
{
  double sum = 0;
  for (; first < end; first++) {
    uint32_t begin = as_outline_first(o, first), stop = o->ends[first], i;
    const double *at = o->xy + (size_t)begin * 2;
    for (i = begin; i < stop; i++) {
      const double *a = o->xy + (size_t)i * 2, *b = o->xy + (size_t)(i + 1 == stop ? begin : i + 1) * 2;
      sum += ((a[0] - at[0]) * (b[1] - at[1]) - (b[0] - at[0]) * (a[1] - at[1])) / 2;
    }
  }
  return sum;
}

/* ---- The check ---- */

static void expect(const double *xy, uint32_t count, astar_flaw flaw, uint32_t a, uint32_t b)
{
  as_memory m = memory_of();
  astar_fault fault;
  astar_result result = as_outline_check(&m, xy, count, &fault);
  CHECK(result == (flaw == ASTAR_FLAW_NONE ? ASTAR_OK : ASTAR_MALFORMED));
  CHECK(fault.flaw == flaw && fault.a == a && fault.b == b);
  CHECK(m.used == 0);
}

static void check_cases(void)
{
  static const double square[] = {0, 0, 4, 0, 4, 4, 0, 4};
  static const double straight[] = {0, 0, 2, 0, 4, 0, 4, 4, 0, 4, 0, 1};
  static const double flat[] = {0, 0, 1, 1, 3, 3, 2, 2};
  static const double bow[] = {0, 0, 4, 4, 4, 0, 0, 4};
  static const double spike[] = {0, 0, 8, 0, 4, 0, 4, 4};
  static const double last_spike[] = {4, 0, 4, 4, 0, 0, 8, 0};
  static const double touching[] = {0, 0, 8, 0, 8, 8, 4, 0, 0, 8};
  static const double repeated[] = {0, 0, 4, 0, 4, 4, 0, 0, 4, 0, 0, 4};
  double bad[] = {0, 0, 4, 0, 4, 4, 0, 4};
  double nearly[] = {0, 0, 1, 1, 3, 3 + 0x1p-51, 2, 2};
  expect(NULL, 0, ASTAR_FLAW_FEW, 0, 0);
  expect(square, 2, ASTAR_FLAW_FEW, 0, 0);
  expect(square, 4, ASTAR_FLAW_NONE, 0, 0);
  expect(square, 3, ASTAR_FLAW_NONE, 0, 0);
  expect(straight, 6, ASTAR_FLAW_NONE, 0, 0);
  expect(flat, 4, ASTAR_FLAW_FLAT, 0, 0);
  expect(nearly, 3, ASTAR_FLAW_NONE, 0, 0);
  expect(bow, 4, ASTAR_FLAW_CROSSING, 1, 3);
  expect(spike, 4, ASTAR_FLAW_CROSSING, 1, 2);
  expect(last_spike, 4, ASTAR_FLAW_CROSSING, 1, 3);
  expect(touching, 5, ASTAR_FLAW_CROSSING, 1, 3);
  expect(repeated, 6, ASTAR_FLAW_REPEATED, 1, 4);
  bad[5] = NAN;
  expect(bad, 4, ASTAR_FLAW_NUMBER, 3, 0);
  bad[2] = 1.1e30;
  expect(bad, 4, ASTAR_FLAW_NUMBER, 2, 0);
  bad[1] = -INFINITY;
  expect(bad, 4, ASTAR_FLAW_NUMBER, 1, 0);
  bad[1] = 0;
  bad[2] = 1e30;
  bad[5] = 1e30;
  expect(bad, 4, ASTAR_FLAW_NONE, 0, 0);
  CHECK(as_outline_orientation(square, 4) == 1 && as_outline_orientation(straight, 6) == 1);
  CHECK(as_outline_orientation(nearly, 3) == 1);
}

#define CORNERS_MAX 4096u

static double points[CORNERS_MAX * 2];
static outline_model model;

/* Compare the check of one outline with the model. */
static void check_model(void)
{
  const astar_fault fault = om_flaw(&model);
  int64_t twice = 0;
  uint32_t i;
  om_coordinates(&model, om_choose_scale(), points);
  expect(points, model.count, fault.flaw, fault.a, fault.b);
  if (fault.flaw != ASTAR_FLAW_NONE) return;
  for (i = 0; i < model.count; i++) {
    const om_point a = model.at[i], b = model.at[model.next[i]];
    twice += a.x * b.y - a.y * b.x;
  }
  CHECK(twice != 0 && as_outline_orientation(points, model.count) == (twice > 0 ? 1 : -1));
}

/* Corners around the origin, in the order of their directions; then some are moved. */
static void choose_star(void)
{
  uint32_t count = 3 + below(one_in(8) ? 400 : 30), i;
  double reach = one_in(2) ? 100 : 1e6;
  bool backwards = one_in(2);
  for (i = 0; i < count; i++) {
    double angle = (i + fraction() * 0.9) / count * 6.283185307179586, r = reach * (0.2 + fraction());
    uint32_t at = backwards ? count - 1 - i : i;
    model.at[at].x = (int64_t)(r * cos(angle));
    model.at[at].y = (int64_t)(r * sin(angle));
  }
  for (i = below(4); i < 3; i++) {
    om_point *at = &model.at[below(count)];
    const om_point to = model.at[below(count)];
    switch (below(3)) {
    case 0: at->x = to.x; break;
    case 1: at->y = to.y; break;
    default: *at = to; at->x += below(2);
    }
  }
  model.count = count;
}

static void choose_scribble(void)
{
  uint32_t count = 3 + below(one_in(4) ? 20 : 6), reach = 2 + below(one_in(4) ? 100 : 6);
  model.count = 0;
  while (model.count < count) {
    int64_t x = below(reach);
    om_add(&model, x, below(reach));
  }
}

/* A comb: long teeth side by side, some with corners on their sides; it may lean so that all boxes overlap. */
static void choose_comb(void)
{
  uint32_t teeth = 1 + below(60), i;
  const int64_t lean = one_in(2) ? 0 : 1 + below(4);
  model.count = 0;
  for (i = 0; i < teeth; i++) {
    const int64_t x = i * 4;
    om_add(&model, x, i == 0 ? -5 : 0);
    if (one_in(3)) om_add(&model, x, 50);
    om_add(&model, x, 100);
    om_add(&model, x + 2, 100);
    om_add(&model, x + 2, one_in(100) ? -10 : i == teeth - 1 ? -5 : 0);
  }
  for (i = 0; i < model.count; i++) model.at[i].x += lean * model.at[i].y;
}

static void choose_grown(void)
{
  const uint32_t reach = 4 + below(one_in(3) ? 60 : 8);
  om_grow(&model, 4 + below(50), reach);
  if (one_in(2)) om_disturb(&model, 1 + below(3), reach);
}

static void check_random(void)
{
  uint32_t i, n = cases(20000);
  for (i = 0; i < n; i++) {
    seed_case(i);
    switch (below(8)) {
    case 0: choose_star(); break;
    case 1: choose_comb(); break;
    case 2: case 3: case 4: choose_grown(); break;
    default: choose_scribble();
    }
    om_close(&model, 0);
    if (one_in(2)) om_turn(&model);
    check_model();
  }
}

/* Outlines that may share corners. */
static void check_outlines(void)
{
  uint32_t i, k, n = cases(6000), simple = 0;
  as_outlines o;
  as_memory m = memory_of();
  as_outlines_init(&o);
  for (i = 0; i < n; i++) {
    uint32_t a, b;
    bool faulty;
    seed_case(i);
    k = 1 + below(6);
    om_tiles(&model, k, 1 + below(8));
    if (one_in(2) && model.count > 0) om_disturb(&model, 1, 9);
    om_coordinates(&model, om_choose_scale(), points);
    as_outlines_clear(&o);
    for (k = 0; k < model.count; k++) {
      CHECK(as_outlines_add_corner(&o, &m, points[2 * k], points[2 * k + 1]));
      if (model.next[k] <= k) CHECK(as_outlines_close(&o, &m));
    }
    faulty = om_crossing(&model, &a, &b);
    for (k = 0; k < model.count; k++) faulty = faulty || om_same(model.at[k], model.at[model.next[k]]);
    CHECK(as_outlines_check(&m, &o) == (faulty ? ASTAR_MALFORMED : ASTAR_OK));
    simple += !faulty;
  }
  CHECK(simple > 0 || n < 20);
  as_outlines_free(&o, &m);
  CHECK(m.used == 0);
}

/* ---- Enlarging ---- */

/* With more digits than what is tested has, where there are any. */
static long double distance_to_edge(const double *a, const double *b, const double *p)
{
  long double x = (long double)b[0] - a[0], y = (long double)b[1] - a[1];
  long double u = (long double)p[0] - a[0], v = (long double)p[1] - a[1], t = (u * x + v * y) / (x * x + y * y);
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  return sqrtl((u - t * x) * (u - t * x) + (v - t * y) * (v - t * y));
}

static long double distance_to(const as_outlines *o, const double p[2])
{
  long double least = INFINITY;
  uint32_t outline, i;
  for (outline = 0; outline < o->count; outline++) {
    uint32_t begin = as_outline_first(o, outline), end = o->ends[outline];
    for (i = begin; i < end; i++) {
      const double *b = o->xy + (size_t)(i + 1 == end ? begin : i + 1) * 2;
      least = fminl(least, distance_to_edge(o->xy + (size_t)i * 2, b, p));
    }
  }
  return least;
}

/* An obstacle, what was made of it, and what the last bit of their largest coordinate is worth. */
typedef struct enlarged {
  const as_outlines *in, *out;
  double radius, fine;
} enlarged;

static void check_point(const enlarged *e, double x, double y)
{
  double p[2];
  long double distance;
  int times;
  p[0] = x;
  p[1] = y;
  distance = winding(e->in, 0, e->in->count, p) != 0 ? 0 : distance_to(e->in, p);
  times = winding(e->out, 0, e->out->count, p);
  CHECK(times >= 0);
  if (distance < e->radius - e->fine / DBL_EPSILON * LDBL_EPSILON * 16) CHECK(times > 0);
  if (distance > e->radius * 1.0099 + e->fine * 40) CHECK(times == 0);
}

static void check_anywhere(const enlarged *e)
{
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  uint32_t i;
  for (i = 0; i < e->in->corners * 2; i++) {
    low[i % 2] = fmin(low[i % 2], e->in->xy[i] - e->radius * 1.5);
    high[i % 2] = fmax(high[i % 2], e->in->xy[i] + e->radius * 1.5);
  }
  for (i = 0; i < 40; i++) {
    double x = between(low[0], high[0]);
    check_point(e, x, between(low[1], high[1]));
  }
}

/* Around corners; beside edges, and where bands begin and end. */
static void check_at_radius(const enlarged *e)
{
  static const double reaches[] = {1 - 1e-9, 1 - 1e-12, 1, 1.001, 0.999, 1.01, 1e-9, 0.5, 0.9};
  const as_outlines *in = e->in;
  uint32_t i;
  for (i = 0; i < 60; i++) {
    const uint32_t outline = below(in->count), first = as_outline_first(in, outline), end = in->ends[outline];
    const uint32_t at = first + below(end - first);
    const double *a = in->xy + (size_t)at * 2, *b = in->xy + (size_t)(at + 1 == end ? first : at + 1) * 2;
    const double length = hypot(b[0] - a[0], b[1] - a[1]), angle = fraction() * 6.283185307179586;
    const double t = one_in(2) ? fraction() : one_in(2) ? 0 : 1, reach = e->radius * reaches[below(9)];
    if (one_in(3)) {
      check_point(e, a[0] + cos(angle) * reach, a[1] + sin(angle) * reach);
    } else {
      double x = a[0] + (b[0] - a[0]) * t + (b[1] - a[1]) / length * reach;
      double y = a[1] + (b[1] - a[1]) * t - (b[0] - a[0]) / length * reach;
      if (one_in(2)) x += between(-2, 2) * e->fine;
      check_point(e, x, y);
    }
  }
}

/* Close to what came out. */
static void check_at_edges(const enlarged *e)
{
  const as_outlines *out = e->out;
  uint32_t i;
  for (i = 0; i < 100; i++) {
    const uint32_t outline = below(out->count), first = as_outline_first(out, outline), end = out->ends[outline];
    const uint32_t at = first + below(end - first);
    const double *a = out->xy + (size_t)at * 2, *b = out->xy + (size_t)(at + 1 == end ? first : at + 1) * 2;
    const double t = one_in(4) ? 0 : one_in(4) ? 0.5 : fraction(), near = one_in(2) ? e->fine : e->radius * 0.01;
    double x = a[0] + (b[0] - a[0]) * t + between(-1, 1) * near;
    check_point(e, x, a[1] + (b[1] - a[1]) * t + between(-1, 1) * near);
  }
}

static void enlarge(const as_outlines *in, double radius)
{
  as_memory m = memory_of();
  as_outlines out;
  enlarged e;
  uint32_t i;
  as_outlines_init(&out);
  CHECK(as_inflate(&m, in, radius, &out));
  CHECK(out.count > 0 && out.ends[out.count - 1] == out.corners);
  for (i = 0; i < out.count; i++) {
    uint32_t first = as_outline_first(&out, i), end = out.ends[i], k;
    CHECK(end >= first + 3);
    for (k = first; k < end; k++)
      CHECK(!as_same_place(out.xy + (size_t)k * 2, out.xy + (size_t)(k + 1 == end ? first : k + 1) * 2));
  }
  e.in = in;
  e.out = &out;
  e.radius = e.fine = radius;
  for (i = 0; i < in->corners * 2; i++) e.fine = fmax(e.fine, fabs(in->xy[i]));
  e.fine *= DBL_EPSILON;
  check_anywhere(&e);
  check_at_radius(&e);
  check_at_edges(&e);
  as_outlines_free(&out, &m);
  CHECK(m.used == 0);
}

static uint32_t put(uint32_t count, double x, double y)
{
  points[count * 2] = x;
  points[count * 2 + 1] = y;
  return count + 1;
}

/* In directions that grow; `low` of the reach at least. */
static uint32_t star(double x, double y, double reach, double low)
{
  uint32_t wanted = 3 + below(one_in(6) ? 60 : 9), i, count = 0;
  for (i = 0; i < wanted; i++) {
    double angle = (i + fraction() * 0.9) / wanted * 6.283185307179586, r = reach * between(low, 1);
    count = put(count, x + r * cos(angle), y + r * sin(angle));
  }
  return count;
}

/* Corners that lie almost, or quite, on the edges. */
static uint32_t crumble(uint32_t count, double jitter)
{
  uint32_t i, made = 0;
  static double old[CORNERS_MAX * 2];
  memcpy(old, points, count * 2 * sizeof *old);
  for (i = 0; i < count; i++) {
    const double *a = old + i * 2, *b = old + (i + 1) % count * 2;
    made = put(made, a[0], a[1]);
    while (one_in(2)) {
      double t = fraction() * 0.9 + 0.05, x = a[0] + (b[0] - a[0]) * t + between(-1, 1) * jitter;
      made = put(made, x, a[1] + (b[1] - a[1]) * t + between(-1, 1) * jitter);
      if (made > 2) a = points + (made - 1) * 2;
      if (made > 2) {
        memcpy(old + i * 2, a, 2 * sizeof *old);
        a = old + i * 2;
      }
    }
  }
  return made;
}

static uint32_t comb(double x, double y, double reach)
{
  uint32_t teeth = 1 + below(6), i, count = 0;
  double step = reach * between(0.05, 0.5), gap = step * between(0.2, 0.8);
  double lean = one_in(2) ? step * between(-1, 1) : 0;
  for (i = teeth; i-- > 0;) {
    double left = x + i * step;
    count = put(count, left + gap + lean, y + reach * between(0.5, 1));
    count = put(count, left + lean, y + reach * between(0.5, 1));
    count = put(count, left, y);
    if (i > 0) count = put(count, left + gap - step, y);
  }
  count = put(count, x, y - step);
  return put(count, x + teeth * step, y - step);
}

static uint32_t spiral(double x, double y, double reach)
{
  uint32_t turns = 4 + below(40), i, count = 0;
  for (i = 0; i < turns * 2; i++) {
    bool back = i >= turns;
    double k = back ? turns * 2 - 1 - i : i, r = reach * (k + 4) / 40 * (back ? 0.9 : 1);
    count = put(count, x + r * cos(k * 0.5), y + r * sin(k * 0.5));
  }
  return count;
}

static void enlarge_random(void)
{
  static const double reaches[] = {1, 1, 100, 1e-3, 1e6}, places[] = {0, 0, 1, 1000, -1e7};
  static const double radii[] = {0.5, 0.1, 1, 0.01, 1e-3, 10, 1e3, 0.3};
  as_memory m = memory_of();
  as_outlines in;
  uint32_t i, n = cases(4000), refused = 0;
  as_outlines_init(&in);
  for (i = 0; i < n; i++) {
    double reach, x, y, radius, middle[2];
    uint32_t count, kind;
    astar_fault fault;
    seed_case(i);
    kind = below(7);
    reach = reaches[below(5)];
    x = places[below(5)];
    x *= between(0.5, 1);
    y = places[below(5)];
    radius = reach * radii[below(8)];
    radius *= between(0.5, 1);
    switch (kind) {
    case 0: count = star(x, y, reach, 1); break;
    case 1: count = comb(x, y, reach); break;
    case 2: count = spiral(x, y, reach); break;
    case 3: count = star(x, y, reach, 0.01); break;
    default: count = star(x, y, reach, 0.5);
    }
    if (one_in(3)) count = crumble(count, one_in(2) ? 0 : fmax(fabs(x), fabs(y)) * 4e-16);
    if (as_outline_check(&m, points, count, &fault) != ASTAR_OK) {
      refused++;
      continue;
    }
    as_outlines_clear(&in);
    add_outline(&in, &m, points, count, as_outline_orientation(points, count) < 0);
    middle[0] = x;
    middle[1] = y;
    if (kind == 4 && winding(&in, 0, 1, middle) == 1) {
      count = star(x, y, (double)distance_to(&in, middle) * 0.99, 0.3);
      if (as_outline_check(&m, points, count, &fault) == ASTAR_OK)
        add_outline(&in, &m, points, count, as_outline_orientation(points, count) > 0);
    }
    enlarge(&in, radius);
  }
  CHECK(refused * 4 < n);
  as_outlines_free(&in, &m);
  CHECK(m.used == 0);
}

static void enlarge_cases(void)
{
  static const double square[] = {0, 0, 2, 0, 2, 2, 0, 2}, hole[] = {0.9, 0.9, 1.1, 0.9, 1.1, 1.1, 0.9, 1.1};
  static const double notch[] = {0, 0, 4, 0, 4, 4, 2, 1e-9, 0, 4};
  as_memory m = memory_of();
  as_outlines in, out;
  double p[2] = {1, 1};
  as_outlines_init(&in);
  as_outlines_init(&out);
  add_outline(&in, &m, square, 4, false);
  CHECK(as_inflate(&m, &in, 0.5, &out) && out.count == 1 && out.corners == 4 * 6); /* a quarter turn in 6 parts */
  CHECK(as_outline_orientation(out.xy, out.corners) == 1);
  CHECK(area(&out, 0, 1) > 4 + 4 + 0.785398 && area(&out, 0, 1) < 4 + 4 + 0.785398 * 1.01);
  add_outline(&in, &m, hole, 4, true);
  CHECK(winding(&in, 0, 2, p) == 0);
  CHECK(as_inflate(&m, &in, 0.15, &out)); /* appended */
  CHECK(winding(&out, 0, 1, p) == 1 && winding(&out, 1, out.count, p) > 0);
  as_outlines_clear(&in);
  as_outlines_clear(&out);
  add_outline(&in, &m, notch, 5, false);
  CHECK(as_inflate(&m, &in, 1, &out) && out.count == 2);
  enlarge(&in, 1);
  enlarge(&in, 1e-6);
  as_outlines_free(&in, &m);
  as_outlines_free(&out, &m);
  CHECK(m.used == 0);
}

/* ---- Cells ---- */

static astar_graph *choose_grid(astar_unit *unit)
{
  static const double sizes[] = {1, 1, 32, 0.1, 7};
  astar_grid_def d = astar_default_grid();
  astar_graph *g = NULL;
  astar_terrain swamp = 0;
  const double costs[3] = {NAN, 1, INFINITY};
  uint32_t i, blocked = 1 + below(8), count;
  d.shape = (astar_shape)below(6);
  d.width = 1 + below(one_in(3) ? 3 : 14);
  d.height = 1 + below(one_in(3) ? 3 : 14);
  d.cell[0] = d.cell[1] = sizes[below(5)];
  if (one_in(3)) d.cell[1] = d.cell[0] * (one_in(2) ? 0.5 : 1.3);
  d.drawn = d.shape != ASTAR_SQUARE && d.shape != ASTAR_ISOMETRIC && one_in(2);
  if (one_in(2)) {
    d.origin[0] = -3.7 * below(100);
    d.origin[1] = below(1000);
  }
  CHECK(astar_grid_create(ledger_alloc, &books, &d, &g) == ASTAR_OK);
  CHECK(astar_graph_terrain(g, "swamp", 5, &swamp) == ASTAR_OK);
  {
    astar_unit_def def = {NULL, 0, 3, INFINITY, 1};
    def.costs = costs;
    def.cost_count = 3;
    if (one_in(2)) def.climb = def.drop = 1;
    CHECK(astar_graph_set_unit(g, "man", 3, &def) == ASTAR_OK);
  }
  *unit = one_in(3) ? ASTAR_NO_UNIT : 1;
  count = astar_grid_count(g);
  for (i = 1; i <= count; i++) {
    if (one_in(blocked)) astar_graph_set_blocked(g, i, true);
    else if (one_in(blocked)) CHECK(astar_graph_set_terrain(g, i, swamp) == ASTAR_OK);
  }
  if (one_in(3)) {
    for (i = below(40); i > 0; i--) {
      astar_id from = 1 + below(count), to = 1 + below(count);
      if (astar_grid_neighbours(g, from, to)) astar_grid_wall(g, from, to, true);
    }
    for (i = 1; i < count; i++) {
      if (one_in(3)) astar_grid_wall(g, i, i + 1, true);
      else if (one_in(4)) (void)astar_graph_unlink(g, i, i + 1, true); /* one way only */
    }
  }
  if (one_in(4)) {
    for (i = 1; i <= count; i++) {
      double p[3];
      astar_graph_position(g, i, p);
      p[2] = below(4);
      if (one_in(3)) CHECK(astar_graph_move(g, i, p) == ASTAR_OK);
    }
  }
  return g;
}

static bool is_straight(const as_grid *grid, uint32_t direction)
{
  return grid->staggered || (0x5A >> direction & 1);
}

#define CELLS_MAX 196u

/* Sets of blocked cells that have sides in common; of each cell the least cell of its set. */
static uint32_t count_sets(const as_grid *grid, const as_rules *rules)
{
  static uint32_t set[CELLS_MAX];
  uint32_t cell, d, count = 0;
  bool again = true;
  for (cell = 0; cell < grid->count; cell++) set[cell] = cell;
  while (again) {
    again = false;
    for (cell = 0; cell < grid->count; cell++) {
      for (d = 0; d < AS_DIRECTIONS; d++) {
        uint32_t to = as_grid_step(grid, cell, d);
        if (to == AS_NO_SLOT || !is_straight(grid, d) || !isnan(rules->costs[as_grid_entry(grid, cell)]) ||
            !isnan(rules->costs[as_grid_entry(grid, to)]) || set[to] >= set[cell])
          continue;
        set[cell] = set[to];
        again = true;
      }
    }
  }
  for (cell = 0; cell < grid->count; cell++)
    count += isnan(rules->costs[as_grid_entry(grid, cell)]) && set[cell] == cell;
  return count;
}

static double cell_area(const as_grid *grid)
{
  const double *cell = grid->def.cell;
  if (grid->def.shape == ASTAR_SQUARE) return cell[0] * cell[1];
  if (grid->def.shape == ASTAR_ISOMETRIC) return cell[0] * cell[1] / 2;
  if (grid->def.drawn) return cell[0] * cell[1] * 0.75;
  return cell[0] * cell[0] * 0.8660254037844386;
}

static void no_corner_straight(const as_outlines *o, uint32_t count)
{
  uint32_t outline, i;
  for (outline = 0; outline < count; outline++) {
    uint32_t first = as_outline_first(o, outline), end = o->ends[outline];
    CHECK(end >= first + 3);
    for (i = first; i < end; i++) {
      const double *before = o->xy + (size_t)(i == first ? end - 1 : i - 1) * 2, *here = o->xy + (size_t)i * 2,
                   *after = o->xy + (size_t)(i + 1 == end ? first : i + 1) * 2;
      CHECK(as_orient(before, here, after) != 0);
    }
  }
}

/* Corners that are meant to be the same are. */
static void corners_equal(const as_outlines *o, uint32_t count, const as_outlines *bounds, double size)
{
  uint32_t corners = count == 0 ? 0 : o->ends[count - 1], i, k;
  for (i = 0; i < corners + bounds->corners; i++) {
    const double *a = i < corners ? o->xy + (size_t)i * 2 : bounds->xy + (size_t)(i - corners) * 2;
    for (k = 0; k < corners; k++) {
      const double *b = o->xy + (size_t)k * 2;
      if (fabs(a[0] - b[0]) < size * 1e-3 && fabs(a[1] - b[1]) < size * 1e-3) CHECK(as_same_place(a, b));
    }
  }
}

static void check_cells(const as_contours *c, const as_grid *grid, const as_rules *rules, uint32_t sets)
{
  const uint32_t outlines = sets == 0 ? 0 : c->ends[sets - 1];
  const double unit = cell_area(grid);
  uint32_t cell, d, blocked = 0, i;
  for (cell = 0; cell < grid->count; cell++) {
    double xyz[3];
    bool solid = isnan(rules->costs[as_grid_entry(grid, cell)]);
    int times = 0;
    as_grid_cell_world(grid, cell, xyz);
    for (i = 0; i < c->count; i++) {
      int once = winding(&c->outlines, i == 0 ? 0 : c->ends[i - 1], c->ends[i], xyz);
      CHECK(once == 0 || once == 1);
      times += once;
    }
    CHECK(times == solid);
    CHECK(winding(&c->bounds, 0, c->bounds.count, xyz) == -1);
    blocked += solid;
    for (d = 0; d < AS_DIRECTIONS; d++) {
      uint32_t to = as_grid_step(grid, cell, d);
      double p[3], shared[2];
      bool wall;
      if (to == AS_NO_SLOT || !is_straight(grid, d) || solid || isnan(rules->costs[as_grid_entry(grid, to)])) continue;
      wall = !(as_grid_step_cost(grid, rules, cell, to, d) < INFINITY) ||
             !(as_grid_step_cost(grid, rules, to, cell, 7 - d) < INFINITY);
      as_grid_cell_world(grid, to, p);
      shared[0] = (xyz[0] + p[0]) / 2;
      shared[1] = (xyz[1] + p[1]) / 2;
      CHECK((winding(&c->outlines, outlines, c->outlines.count, shared) > 0) == wall);
    }
  }
  CHECK(fabs(area(&c->outlines, 0, outlines) - blocked * unit) < 1e-9 * grid->count * unit);
  CHECK(c->bounds.count == 1 && fabs(area(&c->bounds, 0, 1) + grid->count * unit) < 1e-9 * grid->count * unit);
  no_corner_straight(&c->outlines, c->outlines.count);
  if (grid->def.shape != ASTAR_ISOMETRIC) no_corner_straight(&c->bounds, 1);
  corners_equal(&c->outlines, outlines, &c->bounds, sqrt(unit));
  /* Outer outlines come first. Walls have one, and four corners. */
  for (i = 0; i < c->count; i++) {
    uint32_t first = i == 0 ? 0 : c->ends[i - 1], k;
    CHECK(first < c->ends[i] && area(&c->outlines, first, first + 1) > 0);
    for (k = first + 1; k < c->ends[i]; k++) CHECK(area(&c->outlines, k, k + 1) < 0);
    if (i < sets) continue;
    CHECK(c->ends[i] == first + 1 && c->outlines.ends[first] - as_outline_first(&c->outlines, first) == 4);
  }
}

static void contours_random(void)
{
  uint32_t i, n = cases(3000);
  for (i = 0; i < n; i++) {
    as_memory m = memory_of();
    astar_unit unit;
    astar_graph *g;
    as_rules rules;
    as_contours c;
    uint32_t sets, k;
    seed_case(i);
    g = choose_grid(&unit);
    rules = as_units_rules(&g->units, unit);
    CHECK(as_contours_make(&c, &m, g, 0, unit) == ASTAR_OK);
    sets = count_sets(g->grid, &rules);
    CHECK(c.count >= sets && (c.count == 0 || c.ends[c.count - 1] == c.outlines.count));
    check_cells(&c, g->grid, &rules, sets);
    /* Outlines that pass through a point twice can be enlarged, too. */
    for (k = 0; k < sets && k < 3; k++) {
      as_outlines one;
      uint32_t outline = k == 0 ? 0 : c.ends[k - 1];
      as_outlines_init(&one);
      for (; outline < c.ends[k]; outline++) {
        uint32_t first = as_outline_first(&c.outlines, outline);
        add_outline(&one, &m, c.outlines.xy + (size_t)first * 2, c.outlines.ends[outline] - first, false);
      }
      enlarge(&one, g->grid->def.cell[0] * between(0.05, 2));
      as_outlines_free(&one, &m);
    }
    as_contours_free(&c, &m);
    CHECK(m.used == 0);
    astar_graph_destroy(g);
  }
}

static astar_graph *make_grid(astar_shape shape, uint32_t width, uint32_t height, const char *cells)
{
  astar_grid_def d = astar_default_grid();
  astar_graph *g = NULL;
  uint32_t i;
  d.shape = shape;
  d.width = width;
  d.height = height;
  CHECK(astar_grid_create(ledger_alloc, &books, &d, &g) == ASTAR_OK);
  for (i = 0; cells[i]; i++) astar_graph_set_blocked(g, i + 1, cells[i] == '#');
  return g;
}

static void contour_cases(void)
{
  static const double ring[] = {4, 0, 4, 3, 1, 3, 1, 0}, middle[] = {2.5, 1.5};
  as_memory m = memory_of();
  astar_grid_def d = astar_default_grid();
  as_contours c;
  astar_graph *g = make_grid(ASTAR_SQUARE, 4, 4, ".###.#.#.###....");
  CHECK(as_contours_make(&c, &m, g, 0, ASTAR_NO_UNIT) == ASTAR_OK && c.count == 1 && c.ends[0] == 2);
  CHECK(c.outlines.ends[0] == 4 && memcmp(c.outlines.xy, ring, sizeof ring) == 0);
  CHECK(c.outlines.ends[1] == 8 && fabs(area(&c.outlines, 1, 2) + 1) < 1e-12);
  CHECK(winding(&c.outlines, 0, 2, middle) == 0 && c.bounds.corners == 4);
  as_contours_free(&c, &m);
  /* A wall of three sides in one piece, which ends a little further on. */
  astar_graph_set_blocked(g, 2, false);
  astar_grid_wall(g, 9, 13, true);
  astar_grid_wall(g, 13, 9, true);
  CHECK(as_contours_make(&c, &m, g, 0, ASTAR_NO_UNIT) == ASTAR_OK && c.count == 2);
  CHECK(c.outlines.ends[1] == c.outlines.corners && c.outlines.ends[1] == c.outlines.ends[0] + 4);
  CHECK(fabs(area(&c.outlines, 1, 2) - (1 + 0x1p-12) * 0x1p-12) < 1e-15);
  as_contours_free(&c, &m);
  astar_graph_destroy(g);
  g = make_grid(ASTAR_SQUARE, 3, 4, "............");
  astar_grid_wall(g, 4, 7, true);
  astar_grid_wall(g, 5, 8, true);
  astar_grid_wall(g, 6, 9, true);
  astar_grid_wall(g, 1, 2, true);
  astar_grid_wall(g, 4, 5, true);
  CHECK(as_contours_make(&c, &m, g, 0, ASTAR_NO_UNIT) == ASTAR_OK && c.count == 2);
  as_contours_free(&c, &m);
  astar_graph_destroy(g);
  /* So far out that a wall of the usual thickness would have none. */
  d.width = 2;
  d.origin[0] = 1e13;
  d.origin[1] = -1e13;
  for (d.shape = ASTAR_SQUARE; d.shape <= ASTAR_ISOMETRIC; d.shape++) {
    astar_fault fault;
    CHECK(astar_grid_create(ledger_alloc, &books, &d, &g) == ASTAR_OK);
    astar_grid_wall(g, 1, 2, true);
    CHECK(as_contours_make(&c, &m, g, 0, ASTAR_NO_UNIT) == ASTAR_OK && c.count == 1);
    CHECK(as_outline_check(&m, c.outlines.xy, 4, &fault) == ASTAR_OK && as_outline_orientation(c.outlines.xy, 4) == 1);
    as_contours_free(&c, &m);
    astar_graph_destroy(g);
  }
  CHECK(books.bytes == 0);
}

/* ---- Memory runs out ---- */

static void fail_check(bool on)
{
  uint32_t count, i;
  seed_case(5);
  /* A few corners need no memory. */
  do count = star(0, 0, 10, 0.5);
  while (count <= 12);
  for (i = 1;; i++) {
    as_memory m = memory_of();
    astar_fault fault;
    astar_result result;
    books.asked = books.failed = 0;
    books.fail_at = i;
    books.fail_on = on;
    result = as_outline_check(&m, points, count, &fault);
    CHECK(m.used == 0 && result == (books.failed ? ASTAR_NO_MEMORY : ASTAR_OK));
    if (!books.failed) break;
  }
  CHECK(i > 1);
}

static void fail_inflate(bool on)
{
  as_memory m = memory_of();
  as_outlines in;
  uint32_t i;
  books.fail_at = 0;
  as_outlines_init(&in);
  seed_case(6);
  for (i = 0; i < 30; i++) add_outline(&in, &m, points, star(i * 25, 0, 10, 0.5), false);
  for (i = 1;; i++) {
    as_outlines out;
    bool made;
    books.fail_at = 0;
    as_outlines_init(&out);
    add_outline(&out, &m, points, 3, false);
    books.asked = books.failed = 0;
    books.fail_at = i;
    books.fail_on = on;
    made = as_inflate(&m, &in, 3, &out);
    CHECK(made == (books.failed == 0));
    if (!made) CHECK(out.count == 1 && out.corners == 3 && memcmp(out.xy, points, 6 * sizeof *points) == 0);
    as_outlines_free(&out, &m);
    if (made) break;
  }
  CHECK(i > 5);
  as_outlines_free(&in, &m);
  CHECK(m.used == 0);
}

static void fail_contours(bool on)
{
  uint32_t i, k;
  for (k = 0; k < 60; k++) {
    astar_unit unit;
    astar_graph *g;
    books.fail_at = 0;
    seed_case(k);
    g = choose_grid(&unit);
    for (i = 1;; i++) {
      as_memory m = memory_of();
      as_contours c;
      astar_result result;
      books.asked = books.failed = 0;
      books.fail_at = i;
      books.fail_on = on;
      result = as_contours_make(&c, &m, g, 0, unit);
      CHECK(result == (books.failed ? ASTAR_NO_MEMORY : ASTAR_OK));
      if (result == ASTAR_OK) as_contours_free(&c, &m);
      CHECK(m.used == 0);
      if (result == ASTAR_OK) break;
    }
    books.fail_at = 0;
    astar_graph_destroy(g);
  }
}

int main(void)
{
  uint32_t on;
  check_cases();
  check_random();
  check_outlines();
  enlarge_cases();
  enlarge_random();
  contour_cases();
  contours_random();
  for (on = 0; on < 2; on++) {
    fail_check(on == 1);
    fail_inflate(on == 1);
    fail_contours(on == 1);
  }
  CHECK(books.bytes == 0 && books.blocks == 0);
  return check_summary("outline_test");
}
