/*
** lattice_test.c: planes made from grids, which answer by the rows of their cells, against the same queries of the
** scene, and against planes with the same obstacles that have no lattice; while obstacles are added and removed.
*/
#include "check.h"

#include "plane/plane.h"

#include <float.h>

static ledger books;
static astar_plane *plane;
static as_scene *scene;
static as_lattice *lattice;
static uint32_t known, asked; /* of the queries of the lattice, how many it answered */

/* ---- Planes ---- */

static double choose_size(void)
{
  static const double sizes[] = {1, 1, 32, 0.1, 1 / 3.0, 0.7, 1e-6, 12345.678};
  return sizes[below(8)];
}

static void choose_cells(astar_graph *g, uint32_t width, uint32_t height)
{
  const uint32_t kind = below(4), part = 2 + below(8);
  uint32_t i, k;
  if (kind == 3) {
    /* Rooms, with doors. */
    for (i = 0; i < width * height; i++) {
      const uint32_t col = i % width, row = i / width;
      if ((col % 5 == 0 || row % 5 == 0) && !one_in(6)) astar_graph_set_blocked(g, i + 1, true);
    }
    return;
  }
  for (i = 0; i < width * height / part; i++) {
    const uint32_t at = below(width * height), length = kind == 0 ? 1 : 1 + below(6), step = one_in(2) ? 1 : width;
    for (k = 0; k < length && at + k * step < width * height; k++)
      astar_graph_set_blocked(g, at + k * step + 1, true);
  }
}

static void make_plane(void)
{
  astar_grid_def def = astar_default_grid();
  astar_graph *g;
  def.width = 1 + below(one_in(4) ? 150 : 14);
  def.height = 1 + below(14);
  def.cell[0] = choose_size();
  def.cell[1] = one_in(2) ? def.cell[0] : def.cell[0] * (0.1 + 3 * fraction());
  if (one_in(2)) {
    def.origin[0] = (fraction() - 0.5) * 1e3 * def.cell[0];
    def.origin[1] = (double)below(100) * def.cell[1];
  }
  CHECK(astar_grid_create(ledger_alloc, &books, &def, &g) == ASTAR_OK);
  choose_cells(g, def.width, def.height);
  CHECK(astar_plane_from_grid(ledger_alloc, &books, g, 1, ASTAR_NO_UNIT, &plane) == ASTAR_OK);
  astar_graph_destroy(g);
  scene = &plane->radius_layers[0]->scene;
  lattice = plane->radius_layers[0]->lattice;
  CHECK(lattice);
}

/* A plane with the same obstacles, made one by one. */
static astar_plane *make_other(void)
{
  double bounds[4];
  astar_plane *p;
  astar_obstacle id = ASTAR_NO_OBSTACLE, made;
  CHECK(astar_plane_bounds(plane, bounds));
  p = astar_plane_create(ledger_alloc, &books, bounds);
  CHECK(p);
  while ((id = astar_plane_next(plane, id)) != ASTAR_NO_OBSTACLE) {
    const as_outlines *from = &plane->obstacles[id - 1].outlines;
    as_outlines outlines;
    uint32_t i, count;
    as_outlines_init(&outlines);
    for (i = 0; i < from->count; i++) {
      const double *xy = as_outline_corners(from, i, &count);
      CHECK(as_outlines_append(&outlines, &p->memory, xy, count));
    }
    CHECK(as_plane_add(p, &outlines, &made) == ASTAR_OK);
  }
  CHECK(!p->radius_layers[0]->lattice);
  return p;
}

/* ---- Places ---- */

static double choose_coordinate(int axis)
{
  const double *lines = lattice->map.lines[axis];
  const uint32_t last = lattice->map.size[axis], at = below(last + 1);
  double x = lines[at];
  if (one_in(3)) return x;
  if (at < last && one_in(2)) return x + (lines[at + 1] - x) / 2;
  if (one_in(4)) {
    /* As near to a line as can be. */
    const double near = fabs(x) > 1e-70 ? x * (1 + (one_in(2) ? DBL_EPSILON : -DBL_EPSILON)) : x;
    return near >= lines[0] && near <= lines[last] ? near : x;
  }
  return lines[0] + fraction() * (lines[last] - lines[0]);
}

static void choose_place(double place[2])
{
  place[0] = as_coordinate(choose_coordinate(0));
  place[1] = as_coordinate(choose_coordinate(1));
}

/* ---- The same queries of the scene ---- */

static bool is_clear(const double from[2], const double to[2])
{
  uint32_t hint = AS_NO_CHAIN;
  return as_scene_is_clear(scene, from, to, &hint) && as_scene_can_leave(scene, from, to) &&
         as_scene_can_leave(scene, to, from);
}

/* Whether a place is visible: a place within an obstacle has no free direction. */
static bool can_see(const double from[2], as_occupancy occupancy, uint32_t point, bool of_corner, uint32_t corner)
{
  const as_point *c = &scene->points[point];
  uint32_t hint = AS_NO_CHAIN;
  if (c->uses == 0 || as_same_place(from, c->at) || as_scene_wedge(scene, point) != AS_WEDGE_CONVEX) return false;
  if (!as_wedge_beside(scene, c, from, c->at) || !as_scene_is_clear(scene, from, c->at, &hint)) return false;
  if (of_corner) return as_wedge_beside(scene, &scene->points[corner], from, c->at);
  return occupancy == AS_FREE || as_scene_can_leave(scene, from, c->at);
}

static bool is_seen(const as_visibility *v, uint32_t point)
{
  uint32_t i, count = 0;
  for (i = 0; i < v->seen_count; i++) count += v->seen[i].point == point;
  CHECK(count <= 1);
  return count == 1;
}

static void check_occupancy(void)
{
  double place[2];
  as_occupancy found;
  choose_place(place);
  asked++;
  if (!as_lattice_occupancy(lattice, place, &found)) return;
  known++;
  CHECK(found == as_scene_occupancy(scene, place));
}

static void check_segment(void)
{
  double from[2], to[2];
  as_lattice_answer answer;
  choose_place(from);
  choose_place(to);
  if (one_in(6)) to[0] = from[0];
  if (one_in(6)) to[1] = from[1];
  if (as_same_place(from, to) || as_scene_occupancy(scene, from) == AS_OCCUPIED ||
      as_scene_occupancy(scene, to) == AS_OCCUPIED)
    return;
  answer = as_lattice_is_clear(lattice, from, to);
  asked++;
  if (answer == AS_LATTICE_UNKNOWN) return;
  known++;
  CHECK((answer == AS_LATTICE_YES) == is_clear(from, to));
}

static void check_look(void)
{
  as_visibility *v = &plane->radius_layers[0]->visibility;
  as_memory *m = &plane->radius_layers[0]->shared.memory;
  double place[2];
  as_occupancy occupancy;
  uint32_t i;
  choose_place(place);
  occupancy = as_scene_occupancy(scene, place);
  if (occupancy == AS_OCCUPIED) return;
  asked++;
  if (as_lattice_look(lattice, v, m, scene, place, AS_NO_POINT, NAN, NAN) == AS_LATTICE_UNKNOWN) return;
  known++;
  for (i = 0; i < scene->point_count; i++) CHECK(is_seen(v, i) == can_see(place, occupancy, i, false, 0));
}

/* Looks from a corner, in all directions or some. */
static void check_look_from(void)
{
  as_visibility *v = &plane->radius_layers[0]->visibility;
  as_memory *m = &plane->radius_layers[0]->shared.memory;
  const uint32_t corner = below(scene->point_count);
  const bool all = one_in(2);
  const double wide = 0.001 + fraction(), low = all ? NAN : 4 * fraction(), high = fmod(low + wide, 4);
  const double *place = scene->points[corner].at;
  uint32_t i;
  if (scene->points[corner].uses == 0 || as_scene_wedge(scene, corner) != AS_WEDGE_CONVEX) return;
  asked++;
  if (as_lattice_look(lattice, v, m, scene, place, corner, low, high) == AS_LATTICE_UNKNOWN) return;
  known++;
  for (i = 0; i < scene->point_count; i++) {
    const bool seen = is_seen(v, i), visible = can_see(place, AS_BOUNDARY, i, true, corner);
    double angle;
    if (!visible || all) CHECK(seen == visible);
    if (!visible || all) continue;
    angle = fmod(as_pseudoangle(place, scene->points[i].at) - low + 4, 4);
    if (angle > 1e-12 && angle < wide - 1e-12) CHECK(seen);
    if (angle > wide + 1e-12 && angle < 4 - 1e-12) CHECK(!seen);
  }
}

/* Whether a path that comes from a place to a corner bends there, if it goes on to another place. */
static bool bends(const double from[2], const as_point *c, const double to[2])
{
  const int side = as_wedge_on_right(scene, c, from, c->at) ? -1 : 1;
  return as_orient(from, c->at, to) * side > 0 && as_orient(c->at, to, as_wedge_low(scene, c)) * side >= 0 &&
         as_orient(c->at, to, as_wedge_high(scene, c)) * side >= 0;
}

static uint32_t pockets;

/* A path that bends into a pocket sees no corner there, and no place farther away. */
static void check_pocket(void)
{
  const uint32_t corner = below(scene->point_count);
  const as_point *c = &scene->points[corner];
  double from[2], to[2];
  uint32_t i;
  choose_place(from);
  if (as_scene_occupancy(scene, from) == AS_OCCUPIED || !can_see(from, AS_FREE, corner, false, 0)) return;
  if (!as_lattice_is_pocket(lattice, from, c->at)) return;
  pockets++;
  for (i = 0; i < scene->point_count; i++)
    CHECK(!can_see(c->at, AS_BOUNDARY, i, true, corner) || !bends(from, c, scene->points[i].at));
  for (i = 0; i < 20; i++) {
    choose_place(to);
    if (as_same_place(c->at, to) || as_scene_occupancy(scene, to) == AS_OCCUPIED) continue;
    CHECK(!is_clear(c->at, to) || !bends(from, c, to) || as_lattice_in_pocket(lattice, c->at, to));
  }
}

/* ---- Radii ---- */

static double choose_radius(void)
{
  static const double radii[] = {0.05, 0.1, 0.3, 0.45, 0.5, 0.8, 1.3, 2};
  return radii[below(8)] / fmax(lattice->per_cell[0], lattice->per_cell[1]);
}

/* Wedges that were set with the fans are those that the scene finds. All points where a path may bend are in fans. */
static void check_fans(const as_fans *fans)
{
  uint32_t i;
  as_scene_unmark(scene);
  for (i = 0; i < fans->count; i++) (void)as_scene_mark(scene, fans->points[i]);
  for (i = 0; i < scene->point_count; i++) {
    const as_point before = scene->points[i];
    as_point *p = &scene->points[i];
    if (p->uses == 0) continue;
    as_scene_compute_wedge(scene, i);
    if (before.wedge != AS_WEDGE_UNKNOWN)
      CHECK(p->wedge == before.wedge && p->low == before.low && p->high == before.high);
    if (p->wedge == AS_WEDGE_CONVEX) CHECK(p->mark == scene->mark);
  }
}

/* Looks between enlarged obstacles find all that is visible. */
static void check_looks_at_fans(as_radius_layer *layer)
{
  as_visibility *v = &layer->visibility;
  as_memory *m = &layer->shared.memory;
  uint32_t k, i;
  for (k = 0; k < 6; k++) {
    double place[2], low = NAN, high = NAN, wide = 0;
    uint32_t corner = AS_NO_POINT;
    const int part = (int)below(2);
    as_occupancy occupancy = AS_BOUNDARY;
    choose_place(place);
    if (one_in(2)) {
      corner = below(scene->point_count);
      if (scene->points[corner].uses == 0 || as_scene_wedge(scene, corner) != AS_WEDGE_CONVEX) continue;
      memcpy(place, scene->points[corner].at, sizeof place);
      wide = 0.001 + fraction();
      low = 4 * fraction();
      high = fmod(low + wide, 4);
    } else {
      occupancy = as_scene_occupancy(scene, place);
    }
    if (occupancy == AS_OCCUPIED) continue;
    asked++;
    if (as_lattice_look_at_fans(lattice, layer->fans, v, m, scene, place, corner, part, low, high) != AS_LATTICE_YES)
      continue;
    known++;
    for (i = 0; i < scene->point_count; i++) {
      const double angle = corner == AS_NO_POINT ? 0 : fmod(as_pseudoangle(place, scene->points[i].at) - low + 4, 4);
      const bool seen = is_seen(v, i);
      if (!can_see(place, occupancy, i, corner != AS_NO_POINT, corner)) continue;
      if (corner == AS_NO_POINT) CHECK(seen);
      else if (angle > 1e-12 && angle < wide - 1e-12 &&
               as_wedge_on_right(scene, &scene->points[corner], place, scene->points[i].at) == (part == 0))
        CHECK(seen);
    }
  }
}

/* A layer for discs, if it has fans. */
static void check_radius(void)
{
  as_radius_layer *layer = as_plane_radius_layer(plane, choose_radius());
  CHECK(layer);
  if (!layer->fans) return;
  scene = &layer->scene;
  if (scene->point_count > 0) {
    check_fans(layer->fans);
    check_looks_at_fans(layer);
  }
  scene = &plane->radius_layers[0]->scene;
}

/* ---- Edits ---- */

static void edit(void)
{
  astar_obstacle id = ASTAR_NO_OBSTACLE;
  const uint32_t count = astar_plane_count(plane);
  const double *cell = lattice->per_cell;
  if (count > 0 && one_in(2)) {
    uint32_t which = below(count);
    do id = astar_plane_next(plane, id);
    while (which-- > 0);
    astar_plane_remove(plane, id);
  } else {
    double xy[8], at[2], size[2];
    astar_fault fault;
    choose_place(at);
    if (one_in(3)) {
      at[0] += (fraction() * 4 - 2) / cell[0];
      at[1] += (fraction() * 4 - 2) / cell[1];
    }
    size[0] = (0.5 + below(3)) / cell[0];
    size[1] = (0.5 + below(3)) / cell[1];
    astar_box_corners(at[0], at[1], size[0], size[1], one_in(2) ? 0 : fraction(), xy);
    (void)astar_plane_polygon(plane, xy, 4, &fault, &id);
  }
}

/* ---- Searches ---- */

static astar_place choose_astar_place(void)
{
  double xy[2];
  choose_place(xy);
  return astar_flat_place(xy[0], xy[1]);
}

/* The route of a query. Returns its number of places. */
static uint32_t find(astar_plane *p, double radius, const double from[2], const double to[2], bool answer_only,
                     double *cost, double (*route)[2], uint32_t size)
{
  astar_search *s = astar_search_create(ledger_alloc, &books);
  const astar_place start = astar_flat_place(from[0], from[1]), goal = astar_flat_place(to[0], to[1]);
  astar_search_def def = astar_default_search();
  uint32_t count = 0;
  astar_id id;
  CHECK(s);
  def.start_place = &start;
  def.goal_places = &goal;
  def.goal_count = 1;
  def.answer_only = answer_only;
  def.keep_estimates = true;
  def.radius = radius;
  CHECK(astar_search_begin(s, astar_on_plane(p), &def) == ASTAR_OK);
  *cost = -1;
  if (astar_search_step(s, UINT64_MAX) == ASTAR_FOUND) {
    *cost = astar_search_visit(s, astar_search_goal(s)).cost;
    for (id = astar_search_goal(s); id != ASTAR_NO_ID && count < size; id = astar_search_visit(s, id).parent)
      CHECK(astar_search_place(s, id, route[count++]));
  }
  astar_search_destroy(s);
  return count;
}

static void check_searches(void)
{
  astar_plane *other = make_other();
  uint32_t i;
  for (i = 0; i < 6; i++) {
    double from[2], to[2], a, b, routes[2][100][2];
    uint32_t count;
    bool answer_only = one_in(2);
    const double radius = one_in(2) ? 0 : choose_radius();
    choose_place(from);
    choose_place(to);
    count = find(plane, radius, from, to, answer_only, &a, routes[0], 100);
    CHECK(find(other, radius, from, to, answer_only, &b, routes[1], 100) == count);
    CHECK(a == b && memcmp(routes[0], routes[1], count * sizeof *routes[0]) == 0);
  }
  astar_plane_destroy(other);
}

/* A search records the same rays whatever is remembered. */
static void check_rays(void)
{
  const astar_place start = choose_astar_place(), goal = choose_astar_place();
  astar_search_def def = astar_default_search();
  astar_search *s[2];
  as_box all;
  uint32_t i, k;
  def.start_place = &start;
  def.goal_places = &goal;
  def.goal_count = 1;
  for (k = 0; k < 2; k++) {
    all.low[k] = -1e30;
    all.high[k] = 1e30;
  }
  for (k = 0; k < 2; k++) {
    s[k] = astar_search_create(ledger_alloc, &books);
    CHECK(s[k] && astar_search_begin(s[k], astar_on_plane(plane), &def) == ASTAR_OK);
    (void)astar_search_step(s[k], UINT64_MAX);
    as_visibility_cache_edit(&plane->radius_layers[0]->cache, &all);
  }
  CHECK(astar_search_ray_count(s[0]) == astar_search_ray_count(s[1]));
  for (i = 0; i < astar_search_ray_count(s[0]); i++) {
    const astar_ray a = astar_search_ray_at(s[0], i), b = astar_search_ray_at(s[1], i);
    CHECK(as_same_place(a.from, b.from) && as_same_place(a.to, b.to) && a.hit == b.hit);
  }
  for (k = 0; k < 2; k++) astar_search_destroy(s[k]);
}

/* ---- Failures ---- */

/* Each allocation of a search fails in turn; and after it the search succeeds. */
static void check_failures(void)
{
  const astar_place start = choose_astar_place(), goal = choose_astar_place();
  uint64_t n;
  astar_search_def def = astar_default_search();
  def.start_place = &start;
  def.goal_places = &goal;
  def.goal_count = 1;
  for (n = 1;; n++) {
    astar_search *s = astar_search_create(ledger_alloc, &books);
    uint64_t failed = books.failed;
    bool done;
    CHECK(s);
    books.fail_at = books.asked + n;
    done = astar_search_begin(s, astar_on_plane(plane), &def) == ASTAR_OK &&
           astar_search_step(s, UINT64_MAX) != ASTAR_OUT_OF_MEMORY;
    books.fail_at = 0;
    CHECK(done || books.failed > failed);
    astar_search_destroy(s);
    if (books.failed == failed) return;
  }
}

static void make_with_failures(void)
{
  astar_grid_def def = astar_default_grid();
  astar_graph *g;
  uint64_t n;
  def.width = 20;
  def.height = 9;
  CHECK(astar_grid_create(ledger_alloc, &books, &def, &g) == ASTAR_OK);
  choose_cells(g, 20, 9);
  for (n = 1;; n++) {
    astar_plane *p;
    astar_result result;
    const uint64_t failed = books.failed;
    books.fail_at = books.asked + n;
    result = astar_plane_from_grid(ledger_alloc, &books, g, 1, ASTAR_NO_UNIT, &p);
    books.fail_at = 0;
    if (result == ASTAR_OK) {
      astar_plane_destroy(p);
      if (books.failed == failed) break;
      continue;
    }
    CHECK(result == ASTAR_NO_MEMORY && !p && books.failed > failed);
  }
  astar_graph_destroy(g);
}

/* Edits and the queries after them; a plane whose grid's obstacles stand as they stood is answered by the lattice. */
static void random_planes(void)
{
  uint32_t i, k, n = cases(1500);
  for (i = 0; i < n; i++) {
    uint32_t edits = one_in(2) ? 0 : below(5);
    seed_case(i);
    make_plane();
    for (;;) {
      if (one_in(4)) astar_plane_validate(plane);
      for (k = 0; k < 10; k++) {
        check_occupancy();
        check_segment();
        check_look();
        if (scene->point_count == 0) continue;
        check_look_from();
        check_pocket();
      }
      if (one_in(3)) check_radius();
      check_searches();
      check_rays();
      if (edits-- == 0) break;
      edit();
    }
    if (one_in(5)) check_failures();
    astar_plane_destroy(plane);
    if (one_in(20)) make_with_failures();
    CHECK(books.blocks == 0 && books.bytes == 0);
  }
  CHECK(n < 300 || (known > asked / 2 && pockets > 0)); /* of few cases chance makes more */
}

/* An obstacle that was added and removed leaves no trace. */
static void no_trace(void)
{
  double xy[8];
  astar_fault fault;
  astar_obstacle id;
  make_plane();
  astar_box_corners(lattice->map.lines[0][0], lattice->map.lines[1][0], 3 / lattice->per_cell[0],
                    1 / lattice->per_cell[1], 0, xy);
  CHECK(astar_plane_polygon(plane, xy, 4, &fault, &id) == ASTAR_OK && lattice->edit_count > 0);
  astar_plane_validate(plane);
  astar_plane_remove(plane, id);
  CHECK(lattice->edit_count == 0);
  astar_plane_destroy(plane);
}

int main(void)
{
  random_planes();
  no_trace();
  CHECK(books.bytes == 0 && books.blocks == 0);
  return check_summary("lattice_test");
}
