/* plane_test.c: the core's planes: obstacles, rays, searches; edits of every kind against a model. */
#include "plane_world.h"

/* ---- Case by case ---- */

static astar_plane *make(const double *bounds)
{
  astar_plane *p = astar_plane_create(NULL, NULL, bounds);
  CHECK(p);
  return p;
}

static astar_obstacle box(astar_plane *p, double x1, double y1, double x2, double y2)
{
  double corners[8];
  astar_fault fault;
  astar_obstacle id = 0;
  corners[0] = corners[6] = x1;
  corners[1] = corners[3] = y1;
  corners[2] = corners[4] = x2;
  corners[5] = corners[7] = y2;
  CHECK(astar_plane_polygon(p, corners, 4, &fault, &id) == ASTAR_OK && id > 0);
  return id;
}

/* The start and the goal are those of the last call. */
static astar_search_def between(double x1, double y1, double x2, double y2)
{
  static astar_place start, goal;
  astar_search_def def = astar_default_search();
  start = astar_flat_place(x1, y1);
  goal = astar_flat_place(x2, y2);
  def.start_place = &start;
  def.goal_places = &goal;
  def.goal_count = 1;
  return def;
}

/* The length of the shortest way, or -1 less the status. */
static double way(astar_plane *p, double x1, double y1, double x2, double y2)
{
  astar_search *s = astar_search_create(NULL, NULL);
  astar_search_def def = between(x1, y1, x2, y2);
  astar_status status;
  double length;
  CHECK(s && astar_search_begin(s, astar_on_plane(p), &def) == ASTAR_OK);
  status = astar_search_step(s, UINT64_MAX);
  length = status == ASTAR_FOUND ? astar_search_visit(s, astar_search_goal(s)).cost : -1 - (double)status;
  astar_search_destroy(s);
  return length;
}

#define UNREACHABLE (-1 - (double)ASTAR_UNREACHABLE)
#define BLOCKED (-1 - (double)ASTAR_BLOCKED)

static void defaults(void)
{
  astar_search_def def = astar_default_search();
  CHECK(!def.start_place && !def.goal_places && def.goal_count == 0);
  CHECK(def.radius == 0 && def.heuristic == ASTAR_DEFAULT && def.weight == 1);
  CHECK(def.max_cost == INFINITY && def.max_steps == UINT64_MAX);
  CHECK(!def.answer_only && !def.partial && !def.keep_estimates);
}

static void empty(void)
{
  static const double bounds[4] = {-1, -2, 3, 4};
  double read[4];
  astar_plane *p = make(NULL);
  CHECK(!astar_plane_bounds(p, read) && astar_plane_count(p) == 0 && astar_plane_next(p, 0) == ASTAR_NO_OBSTACLE);
  CHECK(astar_plane_version(p) == 0 && astar_plane_memory(p) > 0);
  CHECK(astar_plane_at(p, 5, 5) == ASTAR_NO_OBSTACLE && way(p, 0, 0, 3, 4) == 5 && way(p, 1, 1, 1, 1) == 0);
  astar_plane_validate(p);
  astar_plane_destroy(p);
  p = make(bounds);
  CHECK(astar_plane_bounds(p, read) && memcmp(read, bounds, sizeof read) == 0);
  CHECK(astar_plane_at(p, 0, 0) == ASTAR_NO_OBSTACLE && astar_plane_at(p, 3.5, 0) == ASTAR_BOUNDS);
  CHECK(astar_plane_at(p, 3, 4) == ASTAR_NO_OBSTACLE);
  CHECK(way(p, -1, -2, 2, 2) == 5 && way(p, -1.5, 0, 1, 1) == BLOCKED && way(p, 1, 1, 0, 9) == BLOCKED);
  astar_plane_validate(p);
  astar_plane_destroy(p);
  astar_plane_destroy(NULL);
}

static void flaw(astar_plane *p, const double *corners, uint32_t count, astar_flaw want, uint32_t a, uint32_t b)
{
  astar_fault fault = {ASTAR_FLAW_NONE, 99, 99};
  astar_obstacle id = 77;
  uint64_t version = astar_plane_version(p);
  CHECK(astar_plane_polygon(p, corners, count, &fault, &id) == ASTAR_MALFORMED);
  CHECK(fault.flaw == want && fault.a == a && fault.b == b);
  CHECK(astar_plane_version(p) == version && astar_plane_count(p) == 1);
  astar_plane_validate(p);
}

static void flaws(void)
{
  static const double two[] = {0, 0, 1, 1}, line[] = {0, 0, 1, 1, 3, 3}, again[] = {0, 0, 4, 0, 4, 4, 0, 0};
  static const double eight[] = {0, 0, 4, 4, 4, 0, 0, 4}, fold[] = {0, 0, 4, 0, 2, 0, 2, 4};
  static const double touch[] = {0, 0, 4, 0, 4, 4, 2, 0, 0, 4}, late[] = {0, 0, 9, 0, 9, 9, 8, -1, 0, 9};
  static const double edges[] = {0, 0, 4, 0, 4, 4, 3, 0, 2, 0, 0, 4};
  double bad[6] = {0, 0, 1, 0, 0, 1};
  astar_plane *p = make(NULL);
  uint32_t i;
  box(p, 20, 20, 21, 21);
  flaw(p, two, 0, ASTAR_FLAW_FEW, 0, 0);
  flaw(p, two, 2, ASTAR_FLAW_FEW, 0, 0);
  flaw(p, line, 3, ASTAR_FLAW_FLAT, 0, 0);
  flaw(p, again, 4, ASTAR_FLAW_REPEATED, 1, 4);
  flaw(p, eight, 4, ASTAR_FLAW_CROSSING, 1, 3);
  flaw(p, fold, 4, ASTAR_FLAW_CROSSING, 1, 2);
  flaw(p, touch, 5, ASTAR_FLAW_CROSSING, 1, 3);
  flaw(p, late, 5, ASTAR_FLAW_CROSSING, 1, 3);
  flaw(p, edges, 6, ASTAR_FLAW_CROSSING, 1, 3);
  for (i = 0; i < 6; i++) {
    static const double wrong[] = {NAN, INFINITY, -INFINITY, 1.1e30, -1e31, DBL_MAX};
    uint32_t k;
    const double right = bad[i];
    for (k = 0; k < 6; k++) {
      bad[i] = wrong[k];
      flaw(p, bad, 3, ASTAR_FLAW_NUMBER, i / 2 + 1, 0);
    }
    bad[i] = right;
  }
  astar_plane_destroy(p);
}

/* Polygons of any corners are told from proper ones as by comparing all edges with all. */
static void any_polygons(void)
{
  uint32_t i, n = cases(4000);
  for (i = 0; i < n; i++) {
    plane_world w;
    pm_point at[PM_CORNERS];
    uint32_t count, k;
    seed_case(i);
    pw_create(&w);
    for (k = 0; k < 3; k++) {
      count = one_in(2) ? pw_corners(&w, at) : below(PM_CORNERS + 1);
      if (one_in(2)) {
        uint32_t j;
        for (j = 0; j < count; j++) at[j] = pw_any_point(&w);
      } else if (count > 0) {
        count = pw_corners(&w, at);
      }
      pw_add(&w, k, at, count);
    }
    pw_destroy(&w);
  }
}

static void shapes(void)
{
  double corners[200], far;
  uint32_t n, i;
  astar_box_corners(10, 20, 4, 2, 0, corners);
  for (i = 0; i < 4; i++) CHECK(fabs(corners[2 * i] - 10) == 2 && fabs(corners[2 * i + 1] - 20) == 1);
  astar_box_corners(0, 0, 4, 2, 1.5707963267948966, corners);
  for (i = 0; i < 4; i++) CHECK(fabs(fabs(corners[2 * i]) - 1) < 1e-15 && fabs(fabs(corners[2 * i + 1]) - 2) < 1e-15);
  /* From x towards y: the corner in the direction of x comes towards y. */
  astar_box_corners(0, 0, 2, 1e-9, 0.5, corners);
  for (i = 0; i < 4; i++) CHECK(corners[2 * i] * corners[2 * i + 1] > 0);
  for (n = 3; n <= 100; n++) {
    astar_circle_corners(5, -3, 2, n, corners);
    far = 2 / cos(3.141592653589793 / n);
    for (i = 0; i < n; i++) {
      double x = corners[2 * i] - 5, y = corners[2 * i + 1] + 3;
      double u = corners[2 * ((i + 1) % n)] - 5, v = corners[2 * ((i + 1) % n) + 1] + 3;
      CHECK(fabs(sqrt(x * x + y * y) - far) < 1e-12);
      CHECK(fabs(sqrt((x + u) * (x + u) + (y + v) * (y + v)) / 2 - 2) < 1e-12);
    }
    /* The middle of a side lies in the direction of x. */
    CHECK(fabs(corners[0] - corners[2 * (n - 1)]) < 1e-12 && fabs(corners[0] - 7) < 1e-12);
  }
}

static void ids(void)
{
  astar_plane *p = make(NULL);
  uint32_t generation = 0, other = 0, count = 0, last = 0;
  uint64_t version;
  const double *corners;
  astar_obstacle a = box(p, 0, 0, 1, 1), b = box(p, 4, 0, 5, 1), c;
  CHECK(a == 1 && b == 2 && astar_plane_count(p) == 2 && astar_plane_has(p, a, &generation));
  CHECK(astar_plane_is_current(p, a, generation) && !astar_plane_is_current(p, a, generation + 1));
  CHECK(!astar_plane_is_current(p, 0, generation) && !astar_plane_is_current(p, ASTAR_BOUNDS, generation));
  CHECK(!astar_plane_has(p, 3, NULL));
  CHECK(!astar_plane_has(p, 0, NULL) && !astar_plane_has(p, UINT32_MAX, &other));
  CHECK(astar_plane_next(p, 0) == 1 && astar_plane_next(p, 1) == 2 && astar_plane_next(p, 2) == ASTAR_NO_OBSTACLE);
  CHECK(astar_plane_next(p, UINT32_MAX) == ASTAR_NO_OBSTACLE);
  CHECK(astar_plane_outline_count(p, a) == 1);
  corners = astar_plane_outline(p, b, 0, &count);
  CHECK(count == 4 && corners[0] == 4 && corners[1] == 0);
  version = astar_plane_version(p);
  astar_plane_remove(p, a);
  CHECK(astar_plane_version(p) > version && astar_plane_count(p) == 1 && astar_plane_next(p, 0) == 2);
  CHECK(!astar_plane_is_current(p, a, generation) && !astar_plane_has(p, a, NULL));
  c = astar_plane_next_id(p, &last);
  CHECK(c == box(p, 0, 0, 2, 2) && astar_plane_has(p, c, &other) && other == last);
  CHECK(c != a || other != generation);
  CHECK(!astar_plane_is_current(p, a, generation));
  CHECK(astar_plane_at(p, 1.5, 1.5) == c && astar_plane_at(p, 4.5, 0.5) == b);
  c = astar_plane_next_id(p, &last);
  CHECK(c == box(p, 7, 7, 8, 8) && astar_plane_has(p, c, &other) && other == last);
  astar_plane_validate(p);
  astar_plane_destroy(p);
}

static void gaps(void)
{
  static const double bounds[4] = {0, 0, 10, 10};
  astar_plane *p = make(bounds);
  astar_obstacle a = box(p, 0, 4, 5, 5), b;
  CHECK(fabs(way(p, 2, 2, 2, 8) - (sqrt(13) + 1 + sqrt(18))) < 1e-12);
  b = box(p, 5, 5, 10, 6); /* corner to corner */
  CHECK(way(p, 2, 2, 2, 8) == UNREACHABLE && way(p, 5, 5, 5, 5) == 0);
  CHECK(way(p, 5, 5, 2, 5) == 3 && way(p, 5, 5, 5, 2) == 3);
  astar_plane_remove(p, b);
  b = box(p, 5, 4, 10, 5); /* side to side */
  CHECK(way(p, 2, 2, 2, 8) == UNREACHABLE && way(p, 5, 4.5, 1, 1) == BLOCKED && way(p, 0, 4, 10, 4) == 10);
  astar_plane_remove(p, a);
  CHECK(way(p, 2, 2, 2, 8) == 6);
  astar_plane_remove(p, b);
  a = box(p, -5, 4, 15, 5); /* across the bounds */
  CHECK(way(p, 2, 2, 2, 8) == UNREACHABLE && way(p, 0, 4, 10, 4) == 10);
  astar_plane_remove(p, a);
  a = box(p, -5, -5, 15, 0); /* beyond them, along a side */
  CHECK(way(p, 0, 0, 10, 0) == 10 && way(p, 5, 0, 5, 5) == 5);
  astar_plane_destroy(p);
}

static astar_link_id join(astar_plane *p, double x1, double y1, double x2, double y2, double cost, bool oneway)
{
  astar_link_def def;
  astar_link_id id = ASTAR_NO_LINK;
  def.from[0] = x1;
  def.from[1] = y1;
  def.to[0] = x2;
  def.to[1] = y2;
  def.cost = cost;
  def.oneway = oneway;
  CHECK(astar_plane_link(p, &def, &id) == ASTAR_OK && id != ASTAR_NO_LINK);
  return id;
}

static void links(void)
{
  static const double bounds[4] = {0, 0, 100, 60};
  const double from[2] = {10, 30}, to[2] = {90, 30};
  astar_plane *p = make(bounds);
  astar_finder *f = astar_finder_create(NULL, NULL);
  astar_search_def def;
  const astar_path *path;
  astar_path *copy;
  astar_link_def read;
  astar_link_id jump, other;
  astar_obstacle cover;
  uint32_t generation, broken = 7;
  uint64_t version;
  (void)box(p, 45, 0, 55, 60);
  CHECK(f && way(p, 10, 30, 90, 30) == UNREACHABLE && astar_plane_link_count(p) == 0);
  jump = join(p, 40, 30, 60, 30, -1, false);
  read = astar_plane_link_of(p, jump);
  CHECK(jump == 1 && read.cost == -1 && astar_link_cost(&read) == 20 && read.to[0] == 60 && !read.oneway);
  CHECK(way(p, 10, 30, 90, 30) == 80 && way(p, 90, 30, 10, 30) == 80);
  version = astar_plane_version(p);
  astar_plane_set_link(p, jump, 1, true);
  CHECK(astar_plane_version(p) == version + 1);
  astar_plane_set_link(p, jump, 1, true);
  CHECK(astar_plane_version(p) == version + 1);
  CHECK(way(p, 10, 30, 90, 30) == 61 && way(p, 90, 30, 10, 30) == UNREACHABLE);
  CHECK(way(p, 40, 30, 60, 30) == 1 && way(p, 40, 30, 40, 30) == 0);
  path = astar_find_path_on_plane(f, p, 0, from, to);
  CHECK(path && path->count == 4 && path->cost == 61 && path->points[1].id == jump && path->points[3].along == 80);
  CHECK(path->points[0].id == ASTAR_NO_LINK && path->points[2].id == ASTAR_NO_LINK);
  copy = malloc(astar_path_size(4));
  CHECK(copy);
  memcpy(copy, path, astar_path_size(4));
  CHECK(astar_plane_valid(p, copy, &broken) == ASTAR_OK && broken == 0);
  def = between(10, 30, 90, 30);
  def.ground = true;
  CHECK(astar_find(f, astar_on_plane(p), &def) == ASTAR_UNREACHABLE);
  /* Covered, and free again. */
  cover = box(p, 58, 28, 62, 32);
  CHECK(way(p, 10, 30, 90, 30) == UNREACHABLE);
  CHECK(astar_plane_valid(p, copy, &broken) == ASTAR_OK && broken == 2);
  astar_plane_remove(p, cover);
  CHECK(way(p, 10, 30, 90, 30) == 61);
  /* Chains of links, cheaper than straight, that share ends; and one that leads nowhere. */
  other = join(p, 60, 30, 90, 50, 0, false);
  (void)join(p, 20, 20, 20, 20, 0, false);
  CHECK(way(p, 40, 30, 90, 50) == 1 && way(p, 10, 30, 90, 30) == 51 && way(p, 60, 30, 90, 30) == 20);
  astar_plane_unlink(p, other);
  CHECK(astar_plane_next_link(p, 0) == 1 && astar_plane_next_link(p, 1) == 3 && astar_plane_next_link(p, 3) == 0);
  CHECK(!astar_plane_has_link(p, other, &generation) && astar_plane_next_link_id(p, &generation) == other);
  CHECK(join(p, 1, 1, 2, 2, 0, true) == other && astar_plane_link_count(p) == 3);
  astar_plane_unlink(p, jump);
  CHECK(way(p, 10, 30, 90, 30) == UNREACHABLE);
  CHECK(astar_plane_valid(p, copy, &broken) == ASTAR_OK && broken == 2);
  astar_plane_validate(p);
  free(copy);
  astar_plane_destroy(p);
  astar_finder_destroy(f);
}

/* Coordinates of any magnitude. */
static void magnitudes(void)
{
  int e;
  for (e = -70; e <= 29; e++) {
    double u = pow(10, e), length;
    astar_plane *p = make(NULL);
    astar_hit hit;
    double from[2], to[2];
    box(p, 2 * u, -3 * u, 4 * u, 3 * u);
    length = way(p, 0, 0, 6 * u, 0) / u;
    CHECK(fabs(length - (2 + 2 * sqrt(13))) < 1e-9);
    from[0] = from[1] = to[1] = 0;
    to[0] = 9 * u;
    CHECK(astar_plane_raycast(p, from, to, &hit) && fabs(hit.x / u - 2) < 1e-9 && hit.y == 0);
    astar_plane_validate(p);
    astar_plane_destroy(p);
  }
  {
    static const double speck[] = {1e-90, 0, 0, 1e-85, 1, 1}, near[] = {0, 0, 1e-90, 0, 1, 1};
    astar_plane *p = make(NULL);
    astar_fault fault;
    astar_obstacle id;
    CHECK(astar_plane_polygon(p, speck, 3, &fault, &id) == ASTAR_MALFORMED && fault.flaw == ASTAR_FLAW_REPEATED);
    CHECK(astar_plane_polygon(p, near, 3, &fault, &id) == ASTAR_MALFORMED && fault.flaw == ASTAR_FLAW_REPEATED);
    CHECK(way(p, 1e-200, -1e-300, 3, 4) == 5);
    astar_plane_destroy(p);
  }
}

/* A search stays as it was after its plane was edited, and is let go of after its plane is. */
static void lives(void)
{
  ledger books;
  astar_plane *p;
  astar_search *s, *t;
  astar_search_def def = between(0, 0, 10, 0);
  astar_id id;
  double xy[2], cost;
  astar_path *before, *after;
  memset(&books, 0, sizeof books);
  p = astar_plane_create(ledger_alloc, &books, NULL);
  s = astar_search_create(ledger_alloc, &books);
  t = astar_search_create(ledger_alloc, &books);
  CHECK(p && s && t);
  box(p, 4, -3, 6, 5);
  def.keep_estimates = true;
  CHECK(astar_search_begin(s, astar_on_plane(p), &def) == ASTAR_OK);
  CHECK(astar_search_begin(t, astar_on_plane(p), &def) == ASTAR_OK);
  CHECK(astar_search_status(s) == ASTAR_SEARCHING && astar_search_start(s) == 1 && astar_search_goal(s) == 2);
  CHECK(astar_search_place(s, 1, xy) && xy[0] == 0 && xy[1] == 0);
  CHECK(astar_search_place(s, 2, xy) && xy[0] == 10 && xy[1] == 0);
  CHECK(!astar_search_place(s, 0, xy) && !astar_search_place(s, 999, xy) && !astar_search_place(s, UINT32_MAX, xy));
  CHECK(astar_search_step(s, UINT64_MAX) == ASTAR_FOUND && astar_search_step(t, 1) == ASTAR_SEARCHING);
  cost = astar_search_visit(s, 2).cost;
  CHECK(fabs(cost - (2 + 10)) < 1e-12);
  CHECK(astar_search_ray_count(s) > 2 && astar_search_casts(s) > 2);
  id = astar_search_node_at(s, 4, -3);
  CHECK(id > 2 && astar_search_place(s, id, xy) && xy[0] == 4 && xy[1] == -3);
  CHECK(astar_search_node_at(s, 4, -2) == ASTAR_NO_ID);
  before = pw_route(s, 2);
  astar_plane_remove(p, 1);
  box(p, 50, 50, 51, 51);
  CHECK(astar_search_status(s) == ASTAR_FOUND && astar_search_step(t, UINT64_MAX) == ASTAR_STALE);
  CHECK(astar_search_status(t) == ASTAR_STALE && astar_search_step(t, 1) == ASTAR_STALE);
  CHECK(astar_search_visit(s, 2).cost == cost && astar_search_place(s, id, xy) && xy[0] == 4 && xy[1] == -3);
  after = pw_route(s, 2);
  CHECK(before->count == 4 && after->count == 4);
  CHECK(memcmp(before->points, after->points, 4 * sizeof *before->points) == 0);
  (void)between(7, 8, 9, 9); /* the places were copied */
  CHECK(astar_search_restart(t, 0, NULL, NULL, NULL, 0) == ASTAR_OK && astar_search_step(t, UINT64_MAX) == ASTAR_FOUND);
  CHECK(astar_search_visit(t, 2).cost == 10);
  (void)between(0, 0, 10, 0);
  /* An edit far away concerns no search, whether it is running or finished. */
  CHECK(astar_search_restart(t, 0, NULL, NULL, NULL, 0) == ASTAR_OK && astar_search_step(t, 0) == ASTAR_SEARCHING);
  box(p, 60, 60, 61, 61);
  CHECK(astar_search_status(t) == ASTAR_SEARCHING && astar_search_step(t, UINT64_MAX) == ASTAR_FOUND);
  CHECK(astar_search_visit(t, 2).cost == 10);
  box(p, 70, 70, 71, 71);
  CHECK(astar_search_repair(t, 0, NULL, NULL, NULL, 0) == ASTAR_OK && astar_search_status(t) == ASTAR_FOUND);
  box(p, 4, -1, 6, 2);
  CHECK(astar_search_status(t) == ASTAR_FOUND && astar_search_visit(t, 2).cost == 10);
  CHECK(astar_search_repair(t, 0, NULL, NULL, NULL, 0) == ASTAR_OK && astar_search_status(t) == ASTAR_SEARCHING);
  CHECK(astar_search_step(t, UINT64_MAX) == ASTAR_FOUND);
  CHECK(fabs(astar_search_visit(t, 2).cost - (2 * sqrt(17) + 2)) < 1e-12);
  CHECK(astar_search_repair(t, 0, NULL, NULL, def.start_place, 1) == ASTAR_OK);
  CHECK(astar_search_step(t, UINT64_MAX) == ASTAR_FOUND);
  CHECK(astar_search_visit(t, astar_search_goal(t)).cost == 0);
  def.goal_count = 0;
  CHECK(astar_search_begin(t, astar_on_plane(p), &def) == ASTAR_OK);
  CHECK(!astar_search_place(t, 2, xy) && astar_search_goal_count(t) == 0);
  CHECK(astar_search_step(t, UINT64_MAX) == ASTAR_DONE && astar_search_goal(t) == ASTAR_NO_ID);
  CHECK(astar_search_restart(t, 0, NULL, NULL, def.goal_places, 1) == ASTAR_OK && astar_search_goal(t) == 2);
  CHECK(astar_search_restart(t, 0, def.goal_places, NULL, def.goal_places, 0) == ASTAR_OK);
  CHECK(astar_search_goal_count(t) == 0 && astar_search_place(t, 1, xy) && xy[0] == 10);
  /* One search, now on this plane and now on a graph. */
  {
    astar_graph *g = astar_graph_create(ledger_alloc, &books);
    astar_search_def on_graph = astar_default_search();
    astar_id a = ASTAR_NO_ID;
    CHECK(g && astar_graph_add(g, 0, 0, 0, &a) == ASTAR_OK);
    on_graph.start = a;
    CHECK(astar_search_begin(t, astar_on_graph(g), &on_graph) == ASTAR_OK);
    CHECK(astar_search_step(t, UINT64_MAX) == ASTAR_DONE);
    CHECK(astar_search_touched(t) == 1);
    def.goal_count = 1;
    CHECK(astar_search_begin(t, astar_on_plane(p), &def) == ASTAR_OK);
    CHECK(astar_search_step(t, UINT64_MAX) == ASTAR_FOUND);
    CHECK(astar_search_begin(t, astar_on_graph(g), &on_graph) == ASTAR_OK);
    astar_graph_destroy(g);
  }
  astar_plane_destroy(p);
  astar_search_destroy(s);
  astar_search_destroy(t);
  CHECK(books.blocks == 0 && books.bytes == 0);
  free(before);
  free(after);
}

/* In one call. */
static void finders(void)
{
  static const double bounds[4] = {-10, -10, 20, 20}, a[2] = {0, 0}, b[2] = {10, 0}, inside[2] = {5, 1},
                      out[2] = {99, 0};
  astar_plane *p = make(bounds);
  astar_finder *f = astar_finder_create(NULL, NULL);
  astar_search_def def = between(0, 0, 10, 0);
  const astar_path *path;
  uint32_t i;
  CHECK(f && !astar_finder_path(f));
  path = astar_find_path_on_plane(f, p, 0, a, b);
  CHECK(path && path->cost == 10 && path->count == 2 && !path->partial && astar_finder_status(f) == ASTAR_FOUND);
  box(p, 4, -3, 6, 5);
  path = astar_find_path_on_plane(f, p, 0, a, b);
  CHECK(path && fabs(path->cost - 12) < 1e-12 && path->count == 4 && path == astar_finder_path(f));
  for (i = 0; i < 4; i++) CHECK(astar_path_point(path, i).id == ASTAR_NO_ID && astar_path_point(path, i).z == 0);
  path = astar_find_path_on_plane(f, p, 1, a, b);
  CHECK(path && path->cost > 12 && path->cost < 14);
  CHECK(!astar_find_path_on_plane(f, p, 0, a, inside) && astar_finder_status(f) == ASTAR_BLOCKED);
  CHECK(!astar_find_path_on_plane(f, p, 0, inside, a) && astar_finder_status(f) == ASTAR_BLOCKED);
  CHECK(!astar_find_path_on_plane(f, p, 0, a, out) && astar_finder_status(f) == ASTAR_BLOCKED);
  CHECK(!astar_finder_path(f) && astar_finder_count(f) == 0);
  path = astar_find_path_on_plane(f, p, 0, b, b);
  CHECK(path && path->count == 1 && path->cost == 0);
  def.max_cost = 11;
  CHECK(astar_find(f, astar_on_plane(p), &def) == ASTAR_LIMIT && !astar_finder_path(f));
  def.partial = true;
  CHECK(astar_find(f, astar_on_plane(p), &def) == ASTAR_LIMIT);
  path = astar_finder_path(f);
  CHECK(path && path->partial && path->count > 1 && path->cost <= 11 && astar_finder_count(f) == path->count);
  def.partial = false;
  def.max_cost = INFINITY;
  box(p, -10, -5, 20, -4);
  box(p, -10, 6, 20, 7);
  box(p, 4, -4, 6, 6);
  CHECK(astar_find(f, astar_on_plane(p), &def) == ASTAR_UNREACHABLE && !astar_finder_path(f));
  astar_finder_destroy(f);
  astar_plane_destroy(p);
}

static void from_a_grid(void)
{
  ledger books;
  astar_grid_def def = astar_default_grid();
  astar_graph *g;
  astar_plane *p = NULL;
  double bounds[4];
  uint32_t i, count;
  memset(&books, 0, sizeof books);
  def.width = 6;
  def.height = 5;
  CHECK(astar_grid_create(ledger_alloc, &books, &def, &g) == ASTAR_OK);
  /* A ring around one cell, and a cell that touches it in a corner. */
  for (i = 0; i < 9; i++) {
    if (i != 4) astar_graph_set_blocked(g, astar_grid_cell(g, 2 + i % 3, 2 + i / 3, 1), true);
  }
  astar_graph_set_blocked(g, astar_grid_cell(g, 5, 5, 1), true);
  CHECK(astar_plane_from_grid(ledger_alloc, &books, g, 1, ASTAR_NO_UNIT, &p) == ASTAR_OK && p);
  astar_graph_destroy(g);
  astar_plane_validate(p);
  CHECK(astar_plane_bounds(p, bounds) && bounds[0] == 0 && bounds[1] == 0 && bounds[2] == 6 && bounds[3] == 5);
  CHECK(astar_plane_count(p) == 2 && astar_plane_version(p) == 0);
  CHECK(astar_plane_outline_count(p, 1) == 2 && astar_plane_outline_count(p, 2) == 1);
  (void)astar_plane_outline(p, 1, 0, &count);
  CHECK(count == 4);
  (void)astar_plane_outline(p, 1, 1, &count);
  CHECK(count == 4);
  CHECK(astar_plane_at(p, 1.5, 1.5) == 1 && astar_plane_at(p, 4.5, 4.5) == 2);
  CHECK(astar_plane_at(p, 2.5, 2.5) == ASTAR_NO_OBSTACLE);
  CHECK(way(p, 0.5, 0.5, 2.5, 2.5) == UNREACHABLE && way(p, 0.5, 4.5, 5.5, 4.5) > 5 && way(p, 2.5, 2.5, 3, 3) < 1);
  astar_plane_destroy(p);
  CHECK(books.blocks == 0 && books.bytes == 0);
}

/* Many radii, more than are remembered; edits reach all of them. */
static void radii(void)
{
  astar_plane *p = make(NULL);
  astar_search *s = astar_search_create(NULL, NULL);
  astar_search_def def = between(-20, 0, 20, 0);
  double first[12];
  uint32_t i, round;
  astar_obstacle wall = 0;
  CHECK(s);
  for (round = 0; round < 6; round++) {
    wall = box(p, -1, -10, 1, 10);
    for (i = 0; i < 12; i++) {
      double length;
      def.radius = 0.25 * (i + 1);
      CHECK(astar_search_begin(s, astar_on_plane(p), &def) == ASTAR_OK);
      CHECK(astar_search_step(s, UINT64_MAX) == ASTAR_FOUND);
      length = astar_search_visit(s, 2).cost;
      CHECK(length > way(p, -20, 0, 20, 0) && (i == 0 || round > 0 || length > first[i - 1]));
      if (round == 0) first[i] = length;
      CHECK(length == first[i]);
    }
    astar_plane_remove(p, wall);
    for (i = 0; i < 12; i++) {
      def.radius = 0.25 * (12 - i);
      CHECK(astar_search_begin(s, astar_on_plane(p), &def) == ASTAR_OK);
      CHECK(astar_search_step(s, UINT64_MAX) == ASTAR_FOUND);
      CHECK(astar_search_visit(s, 2).cost == 40);
    }
    astar_plane_validate(p);
  }
  astar_plane_destroy(p);
  astar_search_destroy(s);
}

/* ---- At random ---- */

static void edits(void)
{
  uint32_t i, k, n = cases(300);
  for (i = 0; i < n; i++) {
    plane_world w;
    ledger books = {0};
    astar_search *s = astar_search_create(NULL, NULL);
    astar_finder *f = astar_finder_create(ledger_alloc, &books);
    CHECK(s && f);
    seed_case(100000 + i);
    pw_create(&w);
    for (k = 0; k < 30; k++) {
      pw_quest q;
      pw_edit(&w);
      if (one_in(3)) pw_edit(&w);
      if (one_in(4)) pw_compare(&w);
      pw_choose(&w, &q);
      if (one_in(2)) q.def.radius = 0;
      CHECK(astar_search_begin(s, astar_on_plane(w.plane), &q.def) == ASTAR_OK);
      if (one_in(2)) {
        while (astar_search_step(s, 1 + below(3)) == ASTAR_SEARCHING) pw_check_visits(&w, &q, s);
      } else {
        (void)astar_search_step(s, UINT64_MAX);
      }
      pw_check_visits(&w, &q, s);
      pw_check_end(&w, &q, s);
      pw_check_ray(&w);
      pw_check_at(&w);
      if (!one_in(3)) continue;
      pw_choose(&w, &q);
      CHECK(pw_check_find(&w, &q, f) && astar_finder_memory(f) == books.bytes);
    }
    pw_compare(&w);
    astar_search_destroy(s);
    astar_finder_destroy(f);
    pw_destroy(&w);
    CHECK(books.blocks == 0 && books.bytes == 0);
  }
}

/* Memory does not grow with edits that come and go. */
static void memory(void)
{
  astar_plane *p = make(NULL);
  size_t before = 0;
  uint32_t i, k;
  for (i = 0; i < 60; i++) {
    astar_obstacle list[30];
    for (k = 0; k < 30; k++) list[k] = box(p, k * 3.0, i % 7, k * 3 + 2.0, 5 + i % 7);
    (void)way(p, -1, -1, 100, 20);
    for (k = 0; k < 30; k++) astar_plane_remove(p, list[k]);
    if (i == 20) before = astar_plane_memory(p);
    CHECK(i < 20 || astar_plane_memory(p) <= before * 3 / 2);
  }
  CHECK(astar_plane_count(p) == 0);
  astar_plane_validate(p);
  astar_plane_destroy(p);
}

int main(void)
{
  defaults();
  empty();
  flaws();
  shapes();
  ids();
  gaps();
  links();
  magnitudes();
  lives();
  finders();
  from_a_grid();
  radii();
  memory();
  any_polygons();
  edits();
  return check_summary("plane_test");
}
