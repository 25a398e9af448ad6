/*
** plane_world.h: a plane and, beside it, the model of what should stand on it; edits of both, and
** questions to both. What is chosen comes from below(), so from random numbers or a fuzzer's bytes.
** For the tests in C.
**
** The model has whole numbers; the plane has them scaled by a power of two and moved, exactly.
*/
#ifndef PLANE_WORLD_H
#define PLANE_WORLD_H

#include "plane_model.h"

#define PW_LINKS 2u

typedef struct pw_link {
  pm_point ends[2];
  double cost; /* in units of the model; less than 0: its length */
  bool oneway, live;
  astar_link_id id;
  uint32_t generation;
} pw_link;

typedef struct plane_world {
  ledger books;
  astar_plane *plane;
  plane_model model;
  astar_obstacle ids[PM_POLYGONS];
  uint32_t generations[PM_POLYGONS];
  uint32_t size;  /* coordinates lie between 0 and this, more or less */
  double scale, shift[2];
  uint64_t retries;
  bool linked; /* there may be links */
  pw_link links[PW_LINKS];
} plane_world;

/* A call has reported that memory ran out: that must be so. Then there is memory again. */
static inline void pw_recover(plane_world *w, uint64_t failed_before)
{
  CHECK(w->books.failed > failed_before);
  w->books.fail_at = 0;
  w->retries++;
}

static inline void pw_out(const plane_world *w, pm_point p, double xy[2])
{
  xy[0] = p.x * w->scale + w->shift[0];
  xy[1] = p.y * w->scale + w->shift[1];
}

static inline astar_place pw_place(const plane_world *w, pm_point p)
{
  double xy[2];
  pw_out(w, p, xy);
  return astar_flat_place(xy[0], xy[1]);
}

/* False if the place is none of the lattice. */
static inline bool pw_in(const plane_world *w, const double xy[2], pm_point *p)
{
  double x = (xy[0] - w->shift[0]) / w->scale, y = (xy[1] - w->shift[1]) / w->scale;
  if (!(fabs(x) < 1e6 && fabs(y) < 1e6)) return false;
  p->x = (int32_t)x;
  p->y = (int32_t)y;
  return p->x == x && p->y == y;
}

static inline pm_point pw_any_point(const plane_world *w)
{
  int32_t x = (int32_t)below(w->size + 3) - 1, y = (int32_t)below(w->size + 3) - 1;
  return pm_make(x, y);
}

/* A point of interest: a corner, the middle of an edge, or any. */
static inline pm_point pw_point(const plane_world *w)
{
  const pm_polygon *p = &w->model.polygons[below(PM_POLYGONS)];
  uint32_t i;
  pm_point a, b;
  if (p->count == 0 || one_in(2)) return pw_any_point(w);
  i = below(p->count);
  a = p->at[i];
  b = p->at[(i + 1) % p->count];
  if (one_in(2)) return a;
  if (one_in(2)) return pm_make(a.x + (a.x - b.x), a.y + (a.y - b.y)); /* in line with the edge */
  return (a.x + b.x) % 2 == 0 && (a.y + b.y) % 2 == 0 ? pm_make((a.x + b.x) / 2, (a.y + b.y) / 2) : a;
}

static inline astar_plane *pw_plane(plane_world *w, ledger *books)
{
  const pm_polygon *outside = &w->model.polygons[PM_OUTSIDE];
  double bounds[4];
  uint64_t failed = books->failed;
  astar_plane *p;
  if (outside->count > 0) {
    pw_out(w, outside->at[0], bounds);
    pw_out(w, outside->at[2], bounds + 2);
  }
  p = astar_plane_create(ledger_alloc, books, outside->count > 0 ? bounds : NULL);
  if (p) return p;
  CHECK(books->failed > failed);
  books->fail_at = 0;
  p = astar_plane_create(ledger_alloc, books, outside->count > 0 ? bounds : NULL);
  CHECK(p);
  return p;
}

/* Take an obstacle of a plane made from a grid as a polygon; false if the model cannot hold it. */
static inline bool pw_take(plane_world *w, astar_obstacle id, uint32_t polygon)
{
  pm_point at[PM_CORNERS];
  const double *xy;
  uint32_t i, k, count;
  if (polygon >= PM_POLYGONS || astar_plane_outline_count(w->plane, id) > 1) return false;
  xy = astar_plane_outline(w->plane, id, 0, &count);
  if (count > PM_CORNERS) return false;
  for (i = 0; i < count; i++) {
    CHECK(pw_in(w, xy + 2 * (size_t)i, &at[i]));
    for (k = 0; k < i; k++) {
      if (pm_same(at[i], at[k])) return false; /* cells that meet in a point */
    }
  }
  pm_set(&w->model, polygon, at, count);
  w->ids[polygon] = id;
  CHECK(astar_plane_has(w->plane, id, &w->generations[polygon]));
  return true;
}

/* Make the plane from a grid of some cells. False if there is none that the model can hold. */
static inline bool pw_create_from_grid(plane_world *w)
{
  const plane_model none = w->model;
  astar_grid_def def = astar_default_grid();
  astar_obstacle id = ASTAR_NO_OBSTACLE;
  astar_graph *g;
  uint32_t i, polygon = 0, blocked;
  def.width = 2 + below(w->size - 1);
  def.height = 1 + below(w->size);
  def.cell[0] = def.cell[1] = w->scale;
  memcpy(def.origin, w->shift, sizeof w->shift);
  CHECK(astar_grid_create(ledger_alloc, &w->books, &def, &g) == ASTAR_OK);
  blocked = 1 + below(2 * def.height);
  for (i = 0; i < blocked; i++) astar_graph_set_blocked(g, 1 + below(def.width * def.height), true);
  CHECK(astar_plane_from_grid(ledger_alloc, &w->books, g, 1, ASTAR_NO_UNIT, &w->plane) == ASTAR_OK);
  astar_graph_destroy(g);
  while ((id = astar_plane_next(w->plane, id)) != ASTAR_NO_OBSTACLE) {
    if (pw_take(w, id, polygon++)) continue;
    astar_plane_destroy(w->plane);
    w->model = none;
    return false;
  }
  pm_bound(&w->model, pm_make(0, 0), pm_make((int32_t)def.width, (int32_t)def.height));
  return true;
}

static inline void pw_create(plane_world *w)
{
  static const double scales[] = {1, 1, 0x1p-20, 0x1p20, 0x1p-3};
  memset(w, 0, sizeof *w);
  w->size = 3 + below(10);
  w->scale = scales[below(5)];
  w->linked = one_in(2);
  if (one_in(4)) {
    w->shift[0] = w->scale * 0x1p20;
    w->shift[1] = -w->scale * 0x1p18;
  }
  if (one_in(2) && pw_create_from_grid(w)) return;
  if (one_in(2)) {
    int32_t low = (int32_t)below(3) - 1;
    pm_bound(&w->model, pm_make(low, low), pm_make((int32_t)w->size + 1, (int32_t)w->size));
  }
  w->plane = pw_plane(w, &w->books);
}

static inline void pw_destroy(plane_world *w)
{
  astar_plane_destroy(w->plane);
  CHECK(w->books.blocks == 0 && w->books.bytes == 0);
}

/* ---- Edits ---- */

/* Corners of some polygon, which need not be a proper one. Returns how many. */
static inline uint32_t pw_corners(const plane_world *w, pm_point at[PM_CORNERS])
{
  uint32_t i, k, count;
  pm_point middle = pw_any_point(w), size;
  switch (below(6)) {
  case 0: case 1: /* a box */
    size.x = 1 + (int32_t)below(4);
    size.y = 1 + (int32_t)below(4);
    for (i = 0; i < 4; i++)
      at[i] = pm_make(middle.x + (i == 1 || i == 2 ? size.x : 0), middle.y + (i >= 2 ? size.y : 0));
    return 4;
  case 2: case 3: /* a star: corners in the order of their angles */
    count = 3 + below(PM_CORNERS - 2);
    for (i = 0; i < count; i++) {
      pm_point p = pw_any_point(w);
      for (k = i; k > 0 && pm_before(middle, p, at[k - 1]); k--) at[k] = at[k - 1];
      at[k] = p;
    }
    return count;
  case 4: /* a U, lying in some direction */
    size.x = one_in(2) ? 1 : -1;
    size.y = one_in(2) ? 1 : -1;
    k = below(2);
    for (i = 0; i < 8; i++) {
      static const int32_t u[8][2] = {{0, 0}, {4, 0}, {4, 3}, {3, 3}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
      at[i] = pm_make(middle.x + size.x * u[i][k], middle.y + size.y * u[i][1 - k]);
    }
    return 8;
  default: /* anything, malformed as often as not */
    count = below(PM_CORNERS + 1);
    for (i = 0; i < count; i++) at[i] = pw_point(w);
    return count;
  }
}

static inline void pw_list(const plane_world *w, const pm_point *at, uint32_t count, double *xy)
{
  uint32_t i;
  for (i = 0; i < count; i++) pw_out(w, at[i], xy + 2 * (size_t)i);
}

static inline bool pw_same_fault(astar_fault a, astar_fault b)
{
  return a.flaw == b.flaw && a.a == b.a && a.b == b.b;
}

/* Add corners in the place of a polygon that does not stand. */
static inline void pw_add(plane_world *w, uint32_t polygon, const pm_point *at, uint32_t count)
{
  double xy[2 * PM_CORNERS];
  astar_fault fault = {ASTAR_FLAW_NONE, 0, 0}, flaw = pm_flaw(at, count);
  astar_obstacle id = 0;
  uint64_t version = astar_plane_version(w->plane), failed = w->books.failed;
  uint32_t standing = astar_plane_count(w->plane), i;
  astar_result result;
  pw_list(w, at, count, xy);
  result = astar_plane_polygon(w->plane, xy, count, &fault, &id);
  if (result == ASTAR_NO_MEMORY) {
    pw_recover(w, failed);
    CHECK(astar_plane_version(w->plane) == version && astar_plane_count(w->plane) == standing);
    astar_plane_validate(w->plane);
    result = astar_plane_polygon(w->plane, xy, count, &fault, &id);
  }
  if (flaw.flaw != ASTAR_FLAW_NONE) {
    CHECK(result == ASTAR_MALFORMED && pw_same_fault(fault, flaw));
    CHECK(astar_plane_version(w->plane) == version && astar_plane_count(w->plane) == standing);
    return;
  }
  CHECK(result == ASTAR_OK && id != ASTAR_NO_OBSTACLE && id != ASTAR_BOUNDS);
  CHECK(astar_plane_version(w->plane) > version && astar_plane_count(w->plane) == standing + 1);
  for (i = 0; i < PM_POLYGONS; i++) CHECK(w->model.polygons[i].count == 0 || w->ids[i] != id);
  CHECK(astar_plane_has(w->plane, id, &w->generations[polygon]));
  w->ids[polygon] = id;
  pm_set(&w->model, polygon, at, count);
}

static inline void pw_remove(plane_world *w, uint32_t polygon)
{
  uint64_t version = astar_plane_version(w->plane);
  uint32_t standing = astar_plane_count(w->plane);
  astar_plane_remove(w->plane, w->ids[polygon]);
  CHECK(astar_plane_version(w->plane) > version && astar_plane_count(w->plane) == standing - 1);
  CHECK(!astar_plane_is_current(w->plane, w->ids[polygon], w->generations[polygon]));
  w->model.polygons[polygon].count = 0;
}

static inline astar_link_def pw_link_def(const plane_world *w, const pw_link *link)
{
  astar_link_def def;
  pw_out(w, link->ends[0], def.from);
  pw_out(w, link->ends[1], def.to);
  def.cost = link->cost < 0 ? -1 : link->cost * w->scale;
  def.oneway = link->oneway;
  return def;
}

static inline double pw_link_length(const pw_link *link)
{
  return pm_distance(link->ends[0], link->ends[1]);
}

static inline double pw_link_cost(const pw_link *link)
{
  return link->cost < 0 ? pw_link_length(link) : link->cost;
}

static inline double pw_some_cost(void)
{
  static const double costs[] = {0, 0.5, 1, 2, 3, 5, 8};
  return one_in(3) ? -1 : costs[below(7)];
}

static inline void pw_add_link(plane_world *w, pw_link *link)
{
  const uint64_t version = astar_plane_version(w->plane), failed = w->books.failed;
  const uint32_t count = astar_plane_link_count(w->plane);
  const uint32_t other = below(PW_LINKS);
  astar_link_def def, read;
  astar_link_id id = ASTAR_NO_LINK, next;
  uint32_t generation, now = 0;
  link->ends[0] = pw_point(w);
  link->ends[1] = pw_point(w);
  if (w->links[other].live && one_in(3)) link->ends[0] = w->links[other].ends[below(2)];
  link->cost = pw_some_cost();
  link->oneway = one_in(3);
  def = pw_link_def(w, link);
  next = astar_plane_next_link_id(w->plane, &generation);
  if (astar_plane_link(w->plane, &def, &id) != ASTAR_OK) {
    pw_recover(w, failed);
    CHECK(astar_plane_version(w->plane) == version && astar_plane_link_count(w->plane) == count);
    CHECK(astar_plane_link(w->plane, &def, &id) == ASTAR_OK);
  }
  CHECK(id == next && astar_plane_has_link(w->plane, id, &now) && now == generation);
  CHECK(astar_plane_version(w->plane) > version && astar_plane_link_count(w->plane) == count + 1);
  read = astar_plane_link_of(w->plane, id);
  CHECK(memcmp(&read.from, &def.from, 4 * sizeof(double)) == 0 && read.oneway == def.oneway && read.cost == def.cost);
  link->id = id;
  link->generation = generation;
  link->live = true;
}

/* Add a link, remove one, or change what it costs and where it leads. */
static inline void pw_edit_link(plane_world *w)
{
  pw_link *link = &w->links[below(PW_LINKS)];
  const uint64_t version = astar_plane_version(w->plane);
  uint32_t now;
  if (!link->live) {
    pw_add_link(w, link);
  } else if (one_in(2)) {
    astar_plane_unlink(w->plane, link->id);
    CHECK(astar_plane_version(w->plane) > version);
    CHECK(!astar_plane_has_link(w->plane, link->id, &now) && now != link->generation);
    link->live = false;
  } else {
    link->cost = pw_some_cost();
    link->oneway = one_in(2);
    astar_plane_set_link(w->plane, link->id, pw_link_def(w, link).cost, link->oneway);
  }
}

static inline void pw_edit(plane_world *w)
{
  uint32_t polygon = below(PM_POLYGONS), count, i;
  pm_point at[PM_CORNERS];
  const pm_polygon *p = &w->model.polygons[polygon];
  if (w->linked && one_in(4)) {
    pw_edit_link(w);
    return;
  }
  if (p->count == 0) {
    count = pw_corners(w, at);
    pw_add(w, polygon, at, count);
    return;
  }
  count = p->count;
  memcpy(at, p->at, sizeof at);
  pw_remove(w, polygon);
  if (one_in(2)) { /* moved by a step */
    int32_t dx = (int32_t)below(3) - 1, dy = (int32_t)below(3) - 1;
    for (i = 0; i < count; i++) at[i] = pm_make(at[i].x + dx, at[i].y + dy);
    pw_add(w, polygon, at, count);
  }
}

/* ---- Ways over links ---- */

/* The link of the model that a path takes from a waypoint to a place, or NULL. */
static inline const pw_link *pw_link_between(const plane_world *w, const astar_waypoint *from, pm_point a, pm_point b)
{
  uint32_t i;
  for (i = 0; i < PW_LINKS; i++) {
    const pw_link *link = &w->links[i];
    if (!link->live || link->id != from->id || link->generation != from->generation) continue;
    if (pm_same(link->ends[0], a) && pm_same(link->ends[1], b)) return link;
    if (!link->oneway && pm_same(link->ends[1], a) && pm_same(link->ends[0], b)) return link;
  }
  return NULL;
}

static inline bool pw_is_free(const plane_world *w, pm_point p)
{
  pm_ground g;
  pm_look(&w->model, p, &g);
  return pm_is_free(&g);
}

/* As pm_path(), by links, too. Each leg is a direction in which a link can be taken. */
static inline astar_status pw_path(const plane_world *w, pm_point start, pm_point goal, double *length)
{
  astar_status status = pm_path(&w->model, start, goal, length);
  const pw_link *legs[2 * PW_LINKS];
  pm_point from[2 * PW_LINKS], to[2 * PW_LINKS];
  double cost[2 * PW_LINKS], best = status == ASTAR_FOUND ? *length : INFINITY, walk;
  bool done[2 * PW_LINKS] = {false};
  uint32_t count = 0, i, k;
  if (status == ASTAR_BLOCKED) return status;
  for (i = 0; i < 2 * PW_LINKS; i++) {
    const pw_link *link = &w->links[i / 2];
    if (!link->live || (i % 2 == 1 && link->oneway)) continue;
    if (!pw_is_free(w, link->ends[0]) || !pw_is_free(w, link->ends[1])) continue;
    legs[count] = link;
    from[count] = link->ends[i % 2];
    to[count++] = link->ends[1 - i % 2];
  }
  for (i = 0; i < count; i++)
    cost[i] = pm_path(&w->model, start, from[i], &walk) == ASTAR_FOUND ? walk + pw_link_cost(legs[i]) : INFINITY;
  for (;;) {
    uint32_t at = count;
    for (i = 0; i < count; i++) {
      if (!done[i] && cost[i] < best && (at == count || cost[i] < cost[at])) at = i;
    }
    if (at == count) break;
    done[at] = true;
    if (pm_path(&w->model, to[at], goal, &walk) == ASTAR_FOUND) best = fmin(best, cost[at] + walk);
    for (k = 0; k < count; k++) {
      if (!done[k] && pm_path(&w->model, to[at], from[k], &walk) == ASTAR_FOUND)
        cost[k] = fmin(cost[k], cost[at] + walk + pw_link_cost(legs[k]));
    }
  }
  *length = best;
  return best < INFINITY ? ASTAR_FOUND : ASTAR_UNREACHABLE;
}

/* ---- What stands ---- */

/* Which polygon an obstacle is. */
static inline uint32_t pw_polygon(const plane_world *w, astar_obstacle id)
{
  uint32_t i = 0;
  if (id == ASTAR_BOUNDS) return PM_OUTSIDE;
  while (i < PM_POLYGONS && !(w->model.polygons[i].count > 0 && w->ids[i] == id)) i++;
  CHECK(i < PM_POLYGONS);
  return i;
}

static inline void pw_compare(const plane_world *w)
{
  uint32_t i, k, count, standing = 0, walked = 0;
  astar_obstacle id;
  double bounds[4], xy[2];
  const pm_polygon *outside = &w->model.polygons[PM_OUTSIDE];
  astar_plane_validate(w->plane);
  for (i = 0; i < PM_POLYGONS; i++) {
    const pm_polygon *p = &w->model.polygons[i];
    const double *corners;
    uint32_t offset = 0;
    pm_point at;
    if (p->count == 0) continue;
    standing++;
    CHECK(astar_plane_is_current(w->plane, w->ids[i], w->generations[i]));
    CHECK(astar_plane_outline_count(w->plane, w->ids[i]) == 1);
    corners = astar_plane_outline(w->plane, w->ids[i], 0, &count);
    CHECK(count == p->count);
    while (offset < count && !(pw_in(w, corners, &at) && pm_same(at, p->at[offset]))) offset++;
    CHECK(offset < count);
    for (k = 0; k < count; k++) {
      pw_out(w, p->at[(offset + k) % count], xy);
      CHECK(corners[2 * k] == xy[0] && corners[2 * k + 1] == xy[1]);
    }
  }
  CHECK(astar_plane_count(w->plane) == standing);
  for (i = 0, walked = 0; i < PW_LINKS; i++) {
    const pw_link *link = &w->links[i];
    uint32_t now;
    CHECK(!link->live || (astar_plane_has_link(w->plane, link->id, &now) && now == link->generation));
    walked += link->live;
  }
  CHECK(astar_plane_link_count(w->plane) == walked);
  for (id = astar_plane_next_link(w->plane, 0); id != ASTAR_NO_LINK; id = astar_plane_next_link(w->plane, id)) walked--;
  CHECK(walked == 0);
  for (id = astar_plane_next(w->plane, 0); id != ASTAR_NO_OBSTACLE; id = astar_plane_next(w->plane, id)) {
    (void)pw_polygon(w, id);
    walked++;
  }
  CHECK(walked == standing);
  CHECK(astar_plane_bounds(w->plane, bounds) == (outside->count > 0));
  if (outside->count > 0) {
    pw_out(w, outside->at[0], xy);
    CHECK(bounds[0] == xy[0] && bounds[1] == xy[1]);
    pw_out(w, outside->at[2], xy);
    CHECK(bounds[2] == xy[0] && bounds[3] == xy[1]);
  }
}

static inline void pw_check_at(plane_world *w)
{
  pm_point p = pw_point(w);
  uint32_t set = pm_at(&w->model, p), i;
  double xy[2];
  astar_obstacle id;
  pw_out(w, p, xy);
  id = astar_plane_at(w->plane, xy[0], xy[1]);
  if (set == 0) {
    CHECK(id == ASTAR_NO_OBSTACLE);
    return;
  }
  CHECK(id != ASTAR_NO_OBSTACLE && (set >> pw_polygon(w, id) & 1));
  if (set >> PM_OUTSIDE & 1) return;
  for (i = 0; i < PM_POLYGONS; i++) CHECK(!(set >> i & 1) || w->ids[i] >= id);
}

static inline void pw_check_ray(plane_world *w)
{
  pm_point p = pw_point(w), q = pw_point(w);
  uint32_t who = 0;
  double t = pm_ray(&w->model, p, q, &who), from[2], to[2], size;
  astar_hit hit;
  pw_out(w, p, from);
  pw_out(w, q, to);
  if (!astar_plane_raycast(w->plane, from, to, &hit)) {
    CHECK(t == INFINITY);
    return;
  }
  CHECK(t < INFINITY && (who >> pw_polygon(w, hit.obstacle) & 1));
  if (hit.obstacle != ASTAR_BOUNDS) CHECK(astar_plane_is_current(w->plane, hit.obstacle, hit.generation));
  size = fmax(fmax(fabs(from[0]), fabs(from[1])), fmax(fabs(to[0]), fabs(to[1])));
  CHECK(fabs(from[0] + (to[0] - from[0]) * t - hit.x) <= 1e-9 * size);
  CHECK(fabs(from[1] + (to[1] - from[1]) * t - hit.y) <= 1e-9 * size);
}

/* ---- Searches ---- */

typedef struct pw_quest {
  astar_search_def def;
  pm_point start, goal;
  astar_place from, to; /* the same; of the definition */
} pw_quest;

static inline void pw_choose(const plane_world *w, pw_quest *q)
{
  q->def = astar_default_search();
  q->start = pw_point(w);
  q->goal = pw_point(w);
  q->from = pw_place(w, q->start);
  q->to = pw_place(w, q->goal);
  q->def.start_place = &q->from;
  q->def.goal_places = &q->to;
  q->def.goal_count = !one_in(12);
  if (one_in(6)) q->def.heuristic = ASTAR_ZERO;
  if (one_in(6)) q->def.weight = 1 + 0.5 * below(5);
  if (one_in(6)) q->def.max_cost = (below(30) + 0.37) * w->scale;
  if (one_in(6)) q->def.max_steps = below(12);
  if (one_in(6)) q->def.radius = (1 + below(8)) * w->scale / 8;
  q->def.answer_only = one_in(3);
  q->def.partial = one_in(6);
  q->def.keep_estimates = !q->def.answer_only || one_in(2);
}

static inline astar_path *pw_route(const astar_search *s, astar_id id)
{
  uint32_t count = astar_search_trace(s, id);
  astar_path *path = malloc(astar_path_size(count));
  CHECK(path && count > 0);
  astar_search_path(s, id, path);
  return path;
}

static inline bool pw_near(double a, double b)
{
  return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* Whether the start may be moved. */
static inline bool pw_may_move(const plane_world *w, const pw_quest *q)
{
  pm_ground g;
  pm_look(&w->model, q->start, &g);
  return q->def.partial && (q->def.radius > 0 || !pm_is_free(&g));
}

/* Whether the points of a path can be gone on the model; if not all of them are on the lattice, that is not known. */
static inline bool pw_walks(const plane_world *w, const astar_path *path, bool *known)
{
  static pm_point at[4096];
  uint32_t i, first = 0;
  bool walks = true;
  *known = path->count < 4096;
  for (i = 0; *known && i < path->count; i++) {
    astar_waypoint next = astar_path_point(path, i);
    double xy[2];
    xy[0] = next.x;
    xy[1] = next.y;
    if (!pw_in(w, xy, &at[i])) *known = false;
  }
  if (!*known) return false;
  for (i = 0; i + 1 < path->count && walks; i++) {
    const astar_waypoint here = astar_path_point(path, i);
    if (here.id == ASTAR_NO_LINK) continue;
    walks = pm_walk(&w->model, at + first, i + 1 - first) && pw_link_between(w, &here, at[i], at[i + 1]) != NULL &&
            pw_is_free(w, at[i]) && pw_is_free(w, at[i + 1]);
    first = i + 1;
  }
  return walks && pm_walk(&w->model, at + first, path->count - first);
}

/* What a link costs that leads on from a waypoint, less its length. */
static inline double pw_beside(const plane_world *w, const astar_waypoint *here)
{
  uint32_t i;
  for (i = 0; i < PW_LINKS; i++) {
    const pw_link *link = &w->links[i];
    if (link->live && link->id == here->id) return (pw_link_cost(link) - pw_link_length(link)) * w->scale;
  }
  return 0;
}

/* That a route has no gaps and can be walked. */
static inline void pw_check_route(const plane_world *w, const pw_quest *q, const astar_search *s, astar_id id)
{
  astar_path *path = pw_route(s, id);
  double sum = 0, beside = 0, slack;
  uint32_t i;
  /* Who touches something but for rounding is moved away from it, or who stands off a corner that is enlarged by more
  ** than an arc; on the lattice nobody does so without a radius. */
  slack = 0;
  if (q->def.radius > 0)
    slack = 0.0101 * q->def.radius + 0x1p-44 * fmax(w->scale * 64, fmax(fabs(w->shift[0]), fabs(w->shift[1])));
  if (!pw_may_move(w, q))
    CHECK(fabs(astar_path_point(path, 0).x - q->from.x) <= slack &&
          fabs(astar_path_point(path, 0).y - q->from.y) <= slack);
  for (i = 1; i < path->count; i++) {
    double dx = astar_path_point(path, i).x - astar_path_point(path, i - 1).x,
           dy = astar_path_point(path, i).y - astar_path_point(path, i - 1).y;
    sum += sqrt(dx * dx + dy * dy);
    CHECK(astar_path_point(path, i).z == 0);
    if (astar_path_point(path, i - 1).id != ASTAR_NO_LINK) {
      const astar_waypoint here = astar_path_point(path, i - 1);
      CHECK(w->linked);
      beside += pw_beside(w, &here);
    }
  }
  CHECK(pw_near(sum, astar_path_point(path, path->count - 1).along));
  /* With weight, a node on the way may have got cheaper, and stand open again: then the cost is of an older way. */
  /* The disc stands near the ends of links, but they cost what they do. */
  slack = 1e-9 * sum + (beside != 0 ? 0.25 * q->def.radius : 0);
  CHECK(fabs(sum + beside - path->cost) <= slack || (q->def.weight > 1 && sum + beside < path->cost));
  if (q->def.radius == 0) {
    bool known;
    CHECK(pw_walks(w, path, &known) || (q->def.partial && !known));
  }
  free(path);
}

/* What is known while it runs and afterwards. */
static inline void pw_check_visits(const plane_world *w, const pw_quest *q, const astar_search *s)
{
  uint32_t i, touched = astar_search_touched(s), rays = astar_search_ray_count(s);
  for (i = 0; i < touched; i++) {
    astar_visit v = astar_search_touched_at(s, i);
    double xy[2];
    CHECK(v.state != ASTAR_NONE && v.state != ASTAR_EXCLUDED);
    if (q->def.keep_estimates) {
      CHECK(astar_search_place(s, v.id, xy));
      CHECK(astar_search_node_at(s, xy[0], xy[1]) != ASTAR_NO_ID);
    }
    CHECK(v.cost >= 0 && v.estimate >= 0);
    if (i < 8) pw_check_route(w, q, s, v.id);
  }
  CHECK(!q->def.answer_only || rays == 0);
  for (i = 0; i < rays; i++) {
    astar_ray ray = astar_search_ray_at(s, i);
    CHECK(isfinite(ray.from[0]) && isfinite(ray.from[1]) && isfinite(ray.to[0]) && isfinite(ray.to[1]));
    if (ray.hit != ASTAR_NO_OBSTACLE) (void)pw_polygon(w, ray.hit);
  }
}

/* That a run has ended as it should. The plane is as it was when it began. */
static inline void pw_check_end(const plane_world *w, const pw_quest *q, astar_search *s)
{
  astar_status status = astar_search_status(s), want;
  double length = 0;
  if (q->def.radius > 0) {
    CHECK(status == ASTAR_FOUND || status == ASTAR_UNREACHABLE || status == ASTAR_BLOCKED || status == ASTAR_LIMIT ||
          status == ASTAR_DONE);
    if (status == ASTAR_FOUND) pw_check_route(w, q, s, astar_search_goal(s));
    return;
  }
  want = pw_path(w, q->start, q->def.goal_count > 0 ? q->goal : q->start, &length);
  length *= w->scale;
  if (q->def.partial && want == ASTAR_BLOCKED) {
    CHECK(status == ASTAR_BLOCKED || (q->def.goal_count == 0 && status == ASTAR_DONE) ||
          (status == ASTAR_LIMIT && (q->def.max_steps < UINT64_MAX || q->def.max_cost < INFINITY)));
  } else if (want == ASTAR_BLOCKED || status == ASTAR_BLOCKED) {
    CHECK(status == want);
  } else if (q->def.goal_count == 0) {
    CHECK(status == ASTAR_DONE || (status == ASTAR_LIMIT && q->def.max_steps < UINT64_MAX));
  } else if (status == ASTAR_LIMIT) {
    CHECK(q->def.max_steps < UINT64_MAX || length > q->def.max_cost || want == ASTAR_UNREACHABLE);
  } else {
    CHECK(status == want);
  }
  if (status == ASTAR_FOUND) {
    astar_visit v = astar_search_visit(s, astar_search_goal(s));
    CHECK(v.cost >= length * (1 - 1e-9) && v.cost <= length * q->def.weight * (1 + 1e-9) && v.cost <= q->def.max_cost);
    pw_check_route(w, q, s, astar_search_goal(s));
  }
  if (q->def.partial && astar_search_partial(s) != ASTAR_NO_ID) pw_check_route(w, q, s, astar_search_partial(s));
}

/*
** That a search with `partial` that has ended, but not by a limit, ends where the core says that the nearest place is,
** by the shortest way; and that its path is valid. Nothing fails to be allocated here.
*/
static inline void pw_check_partial(plane_world *w, const pw_quest *q, astar_search *s)
{
  astar_status status = astar_search_status(s);
  astar_search *again;
  astar_search_def def = q->def;
  const double from[2] = {q->from.x, q->from.y}, to[2] = {q->to.x, q->to.y};
  astar_place start, goal;
  astar_near_place nearest;
  astar_waypoint first, last;
  astar_path *path;
  uint32_t broken = 7;
  double x, y;
  if (!q->def.partial || q->def.goal_count == 0 || (status != ASTAR_BLOCKED && status != ASTAR_UNREACHABLE)) return;
  w->books.fail_at = 0;
  CHECK(astar_plane_nearest(w->plane, to, q->def.radius, from, &nearest) == ASTAR_OK);
  CHECK(nearest.found == (astar_search_partial(s) != ASTAR_NO_ID));
  if (!nearest.found) return;
  path = pw_route(s, astar_search_partial(s));
  CHECK(astar_plane_valid(w->plane, path, &broken) == ASTAR_OK && broken == 0);
  first = astar_path_point(path, 0);
  last = astar_path_point(path, path->count - 1);
  x = last.x - to[0];
  y = last.y - to[1];
  CHECK(fabs(sqrt(x * x + y * y) - nearest.distance) <= 1e-9 * w->scale + 0.0102 * q->def.radius);
  def.partial = false;
  start = astar_flat_place(first.x, first.y);
  goal = astar_flat_place(last.x, last.y);
  def.start_place = &start;
  def.goal_places = &goal;
  again = astar_search_create(NULL, NULL);
  CHECK(again && astar_search_begin(again, astar_on_plane(w->plane), &def) == ASTAR_OK);
  CHECK(astar_search_step(again, UINT64_MAX) == ASTAR_FOUND || def.max_cost < INFINITY || def.max_steps < UINT64_MAX);
  if (astar_search_status(again) == ASTAR_FOUND && def.weight == 1)
    CHECK(pw_near(astar_search_visit(again, astar_search_goal(again)).cost, path->cost));
  astar_search_destroy(again);
  free(path);
}

/* ---- Places ---- */

static inline double pw_apart(const double a[2], const double b[2])
{
  double x = a[0] - b[0], y = a[1] - b[1];
  return sqrt(x * x + y * y);
}

/* Ask for a place that is free, and for the nearest one, until there is memory. */
static inline void pw_check_place(plane_world *w)
{
  pm_point p = pw_point(w), from = pw_point(w), other;
  const double radius = one_in(3) ? (1 + below(8)) * w->scale / 8 : 0;
  const bool reached = one_in(2);
  uint64_t failed = w->books.failed;
  astar_obstacle blocker = 7;
  astar_near_place found;
  double at[2], start[2], place[2];
  uint32_t i;
  pm_ground g, h;
  pw_out(w, p, at);
  pw_out(w, from, start);
  if (astar_plane_free(w->plane, at[0], at[1], radius, &blocker) != ASTAR_OK) {
    pw_recover(w, failed);
    astar_plane_validate(w->plane);
    CHECK(astar_plane_free(w->plane, at[0], at[1], radius, &blocker) == ASTAR_OK);
  }
  if (blocker != ASTAR_NO_OBSTACLE) (void)pw_polygon(w, blocker);
  pm_look(&w->model, p, &g);
  pm_look(&w->model, from, &h);
  CHECK(radius > 0 || (blocker == ASTAR_NO_OBSTACLE) == pm_is_free(&g));
  CHECK(blocker == ASTAR_NO_OBSTACLE || radius > 0 || pm_at(&w->model, p) == 0 ||
        (pm_at(&w->model, p) >> pw_polygon(w, blocker) & 1));
  failed = w->books.failed;
  if (astar_plane_nearest(w->plane, at, radius, reached ? start : NULL, &found) != ASTAR_OK) {
    pw_recover(w, failed);
    CHECK(astar_plane_nearest(w->plane, at, radius, reached ? start : NULL, &found) == ASTAR_OK);
  }
  if (!found.found) {
    for (i = 0; i < 40 && radius == 0 && !reached; i++) {
      pm_look(&w->model, pw_any_point(w), &g);
      CHECK(!pm_is_free(&g));
    }
    return;
  }
  w->books.fail_at = 0;
  CHECK(pw_near(pw_apart(at, found.at), found.distance) || found.distance < 1e-9 * w->scale);
  CHECK(astar_plane_free(w->plane, found.at[0], found.at[1], radius, &blocker) == ASTAR_OK);
  CHECK(blocker == ASTAR_NO_OBSTACLE);
  for (i = 0; i < 8 && radius == 0; i++) {
    double length;
    other = pw_point(w);
    pw_out(w, other, place);
    if (pw_apart(at, place) >= found.distance - 1e-6 * w->scale) continue;
    pm_look(&w->model, other, &g);
    CHECK(!pm_is_free(&g) ||
          (reached && (!pm_is_free(&h) || pw_path(w, from, other, &length) == ASTAR_UNREACHABLE)));
  }
  if (reached && (radius == 0 ? pm_is_free(&h) : false)) {
    astar_finder *f = astar_finder_create(NULL, NULL);
    CHECK(f && astar_find_path_on_plane(f, w->plane, radius, start, found.at));
    astar_finder_destroy(f);
  }
}

static inline void pw_check_sweep(plane_world *w)
{
  pm_point p = pw_point(w), q = pw_point(w);
  const double radius = (1 + below(8)) * w->scale / 8;
  uint64_t failed = w->books.failed;
  double from[2], to[2], length, along, aside;
  astar_obstacle blocker;
  astar_hit hit;
  pw_out(w, p, from);
  pw_out(w, q, to);
  if (astar_plane_sweep(w->plane, from, to, radius, &hit) != ASTAR_OK) {
    pw_recover(w, failed);
    CHECK(astar_plane_sweep(w->plane, from, to, radius, &hit) == ASTAR_OK);
  }
  w->books.fail_at = 0;
  CHECK(astar_plane_free(w->plane, from[0], from[1], radius, &blocker) == ASTAR_OK);
  if (hit.obstacle == ASTAR_NO_OBSTACLE) {
    CHECK(blocker == ASTAR_NO_OBSTACLE);
    CHECK(astar_plane_free(w->plane, to[0], to[1], radius, &blocker) == ASTAR_OK && blocker == ASTAR_NO_OBSTACLE);
    return;
  }
  (void)pw_polygon(w, hit.obstacle);
  if (blocker != ASTAR_NO_OBSTACLE) {
    CHECK(hit.x == from[0] && hit.y == from[1] && hit.obstacle == blocker);
    return;
  }
  length = pw_apart(from, to);
  along = ((hit.x - from[0]) * (to[0] - from[0]) + (hit.y - from[1]) * (to[1] - from[1])) / length;
  aside = ((hit.x - from[0]) * (to[1] - from[1]) - (hit.y - from[1]) * (to[0] - from[0])) / length;
  CHECK(fabs(aside) <= 1e-6 * w->scale && along >= -1e-6 * w->scale && along <= length + 1e-6 * w->scale);
}

/* Whether a path is valid, as the model says. */
static inline void pw_check_valid(plane_world *w, const astar_path *path)
{
  uint64_t failed = w->books.failed;
  uint32_t broken = 7;
  bool known, walks;
  if (astar_plane_valid(w->plane, path, &broken) != ASTAR_OK) {
    pw_recover(w, failed);
    CHECK(astar_plane_valid(w->plane, path, &broken) == ASTAR_OK);
  }
  CHECK(broken <= path->count);
  walks = pw_walks(w, path, &known);
  if (known && path->radius == 0) CHECK((broken == 0) == walks);
}

/* ---- Finders ---- */

/*
** Ask a finder what a search is asked, too: both find and expand the same. False if it is out of memory, of the
** plane's or of its own.
*/
static inline bool pw_check_find(plane_world *w, pw_quest *q, astar_finder *f)
{
  const astar_search_def plain = astar_default_search();
  const astar_path *path;
  astar_path *found, *copy;
  astar_search *s;
  astar_status status;
  astar_id end;
  q->def.goal_count = 1;
  if (one_in(3)) { /* in one call */
    const double from[2] = {q->from.x, q->from.y}, to[2] = {q->to.x, q->to.y};
    q->def.heuristic = plain.heuristic;
    q->def.weight = 1;
    q->def.max_cost = INFINITY;
    q->def.max_steps = UINT64_MAX;
    q->def.partial = false;
    path = astar_find_path_on_plane(f, w->plane, q->def.radius, from, to);
    status = astar_finder_status(f);
  } else {
    status = astar_find(f, astar_on_plane(w->plane), &q->def);
    path = astar_finder_path(f);
  }
  CHECK(status == astar_finder_status(f));
  if (status == ASTAR_OUT_OF_MEMORY) CHECK(!path && astar_finder_count(f) == 0);
  if (status == ASTAR_OUT_OF_MEMORY || (!path && astar_finder_count(f) > 0)) return false;
  s = astar_search_create(NULL, NULL);
  q->def.answer_only = true;
  w->books.fail_at = 0;
  CHECK(s && astar_search_begin(s, astar_on_plane(w->plane), &q->def) == ASTAR_OK);
  CHECK(astar_search_step(s, UINT64_MAX) == status);
  /* One that finds out that the goal is shut in need not expand as much. */
  CHECK(astar_search_expanded(s) == astar_finder_expanded(f) || status != ASTAR_FOUND);
  pw_check_end(w, q, s);
  end = status == ASTAR_FOUND ? astar_search_goal(s) : astar_search_partial(s);
  CHECK((path != NULL) == (end != ASTAR_NO_ID));
  if (path) {
    found = pw_route(s, end);
    copy = malloc(astar_path_size(found->count));
    CHECK(copy && path->count == found->count && path->count == astar_finder_count(f));
    astar_finder_write(f, copy);
    CHECK(path->cost == found->cost && path->partial == (status != ASTAR_FOUND) && copy->partial == path->partial);
    CHECK(copy->cost == path->cost);
    CHECK(memcmp(path->points, found->points, path->count * sizeof *path->points) == 0);
    CHECK(memcmp(path->points, copy->points, path->count * sizeof *path->points) == 0);
    free(found);
    free(copy);
  }
  astar_search_destroy(s);
  return true;
}

/* A new plane on which the same stands, in the order of the polygons. */
static inline astar_plane *pw_fresh(plane_world *w, ledger *books)
{
  astar_plane *p = pw_plane(w, books);
  uint32_t i;
  for (i = 0; i < PM_POLYGONS; i++) {
    double xy[2 * PM_CORNERS];
    astar_fault fault;
    astar_obstacle id;
    if (w->model.polygons[i].count == 0) continue;
    pw_list(w, w->model.polygons[i].at, w->model.polygons[i].count, xy);
    CHECK(astar_plane_polygon(p, xy, w->model.polygons[i].count, &fault, &id) == ASTAR_OK);
  }
  for (i = 0; i < PW_LINKS; i++) {
    const astar_link_def def = pw_link_def(w, &w->links[i]);
    astar_link_id link;
    if (w->links[i].live) CHECK(astar_plane_link(p, &def, &link) == ASTAR_OK);
  }
  return p;
}

#endif
