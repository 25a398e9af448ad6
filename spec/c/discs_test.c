/*
** discs_test.c: crowds of discs: the program that chooses velocities against vertices of half-planes, neighbours
** against all pairs, movement against plain distances from outlines; symmetric meetings, corridors, edits, grids,
** saving, and lack of memory.
*/
#include "check.h"

#include "crowd/disc_cells.h"
#include "crowd/orca.h"

#define PI 3.141592653589793

/* ---- Velocities ---- */

static double slack_of(const as_half_plane *h, const double v[2])
{
  return h->normal[0] * v[0] + h->normal[1] * v[1] - h->least;
}

/* How far a velocity is outside of the half-planes of a range, at most; negative: inside all. */
static double violation(const as_half_plane *list, uint32_t from, uint32_t to, const double v[2])
{
  double most = -INFINITY;
  uint32_t i;
  for (i = from; i < to; i++) most = fmax(most, -slack_of(&list[i], v));
  return most;
}

static double distance(const double a[2], const double b[2])
{
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
}

/* Offer a velocity: if it is allowed, the nearest to the wish is kept. */
static void offer(const as_half_plane *list, uint32_t count, double speed, const double wish[2], const double v[2],
                  double *best)
{
  const double none[2] = {0, 0};
  if (distance(v, none) <= speed * (1 + 1e-9) && violation(list, 0, count, v) <= 1e-9)
    *best = fmin(*best, distance(v, wish));
}

/* The least distance of an allowed velocity from the wish: it is the wish, its projection on a border, or a vertex. */
static double nearest_allowed(const as_half_plane *list, uint32_t count, double speed, const double wish[2])
{
  const double length = sqrt(wish[0] * wish[0] + wish[1] * wish[1]);
  double best = INFINITY, v[2];
  uint32_t i, k;
  int side;
  offer(list, count, speed, wish, wish, &best);
  if (length > 0) {
    v[0] = wish[0] / length * speed;
    v[1] = wish[1] / length * speed;
    offer(list, count, speed, wish, v, &best);
  }
  for (i = 0; i < count; i++) {
    const as_half_plane *h = &list[i];
    const double move = -slack_of(h, wish), half = speed * speed - h->least * h->least;
    v[0] = wish[0] + h->normal[0] * move;
    v[1] = wish[1] + h->normal[1] * move;
    offer(list, count, speed, wish, v, &best);
    for (side = -1; side <= 1 && half >= 0; side += 2) {
      v[0] = h->normal[0] * h->least - h->normal[1] * side * sqrt(half);
      v[1] = h->normal[1] * h->least + h->normal[0] * side * sqrt(half);
      offer(list, count, speed, wish, v, &best);
    }
    for (k = 0; k < i; k++) {
      const as_half_plane *o = &list[k];
      const double det = h->normal[0] * o->normal[1] - h->normal[1] * o->normal[0];
      if (fabs(det) < 1e-6) continue;
      v[0] = (h->least * o->normal[1] - o->least * h->normal[1]) / det;
      v[1] = (h->normal[0] * o->least - o->normal[0] * h->least) / det;
      offer(list, count, speed, wish, v, &best);
    }
  }
  return best;
}

static as_half_plane any_half_plane(double most)
{
  const double angle = 2 * PI * fraction();
  as_half_plane h;
  h.normal[0] = cos(angle);
  h.normal[1] = sin(angle);
  h.least = most - 1.5 * fraction();
  return h;
}

static void test_velocities(void)
{
  uint32_t i, k, count = cases(4000), relaxed = 0;
  for (i = 0; i < count; i++) {
    as_half_plane list[20];
    uint32_t hard, all;
    double wish[2], v[2], best, none[2] = {0, 0};
    seed_case(i);
    hard = below(4);
    all = hard + below(12);
    for (k = 0; k < all; k++) list[k] = any_half_plane(k < hard ? 0 : one_in(4) ? 0.7 : 0.2);
    wish[0] = 3 * fraction() - 1.5;
    wish[1] = 3 * fraction() - 1.5;
    as_choose_velocity(list, hard, all, 1, wish, v);
    CHECK(distance(v, none) <= 1 + 1e-9);
    CHECK(violation(list, 0, hard, v) <= 1e-9);
    best = nearest_allowed(list, all, 1, wish);
    if (best < INFINITY && violation(list, 0, all, v) <= 1e-9) {
      CHECK(fabs(distance(v, wish) - best) <= 1e-6);
    } else {
      /* No velocity of a fine grid goes less far out. */
      const double most = violation(list, hard, all, v);
      int x, y;
      relaxed++;
      for (x = -20; x <= 20; x++) {
        for (y = -20; y <= 20; y++) {
          const double w[2] = {x / 20.0, y / 20.0};
          if (distance(w, none) > 1 || violation(list, 0, hard, w) > 0) continue;
          CHECK(violation(list, hard, all, w) >= most - 1e-6);
        }
      }
    }
  }
  CHECK(count < 500 || relaxed > count / 50);
}

/* Half-planes of walls contain 0, and no velocity in them leads into the wall in time. */
static void test_walls(void)
{
  uint32_t i, k, count = cases(4000);
  for (i = 0; i < count; i++) {
    as_wall w;
    as_half_plane h;
    double wish[2], radius, time, along[2], length, part;
    const double none[2] = {0, 0};
    seed_case(i);
    memset(&w, 0, sizeof w);
    for (k = 0; k < 2; k++) {
      w.ends[0][k] = 6 * fraction() - 3;
      w.ends[1][k] = 6 * fraction() - 3;
    }
    if (w.ends[0][0] * w.ends[1][1] - w.ends[0][1] * w.ends[1][0] >= 0) continue; /* it faces away */
    along[0] = w.ends[1][0] - w.ends[0][0];
    along[1] = w.ends[1][1] - w.ends[0][1];
    length = distance(w.ends[0], w.ends[1]);
    part = -(w.ends[0][0] * along[0] + w.ends[0][1] * along[1]) / (length * length);
    part = fmin(fmax(part, 0), 1);
    for (k = 0; k < 2; k++) {
      w.near[k] = w.ends[0][k] + along[k] * part;
      w.goes_on[k] = one_in(3);
      wish[k] = 4 * fraction() - 2;
    }
    w.distance = distance(w.near, none);
    radius = 0.01 + w.distance * fraction();
    time = 0.1 + fraction();
    h = as_avoid_wall(&w, radius, time, wish);
    CHECK(fabs(h.normal[0] * h.normal[0] + h.normal[1] * h.normal[1] - 1) < 1e-9 && h.least <= 0);
    for (k = 0; k < 40; k++) {
      double v[2], t = time * fraction(), at[2], on[2], p = fraction();
      v[0] = 4 * fraction() - 2;
      v[1] = 4 * fraction() - 2;
      if (slack_of(&h, v) < 0) continue;
      at[0] = v[0] * t;
      at[1] = v[1] * t;
      on[0] = w.ends[0][0] + along[0] * p;
      on[1] = w.ends[0][1] + along[1] * p;
      if (radius < w.distance) CHECK(distance(at, on) >= radius - 1e-9);
    }
  }
}

/* ---- Neighbours ---- */

static uint32_t compared;

static bool is_nearer(const as_near_disc *a, const as_near_disc *b)
{
  return a->gap < b->gap || (a->gap == b->gap && a->body->disc < b->body->disc);
}

/* Whether the rings of cells reach as far as a disc does. */
static bool sees_all(const as_disc_cells *c, const as_disc_body *self)
{
  uint32_t i;
  for (i = 0; i < c->class_count; i++) {
    const as_disc_class *k = &c->classes[i];
    if (AS_DISC_RINGS * k->cell < self->reach + self->radius + k->reach + k->radius) return false;
  }
  return true;
}

static void compare_neighbours(const as_disc_cells *c, const as_disc_body *self, uint32_t count, uint32_t most)
{
  as_near_disc found[32], all[32];
  const uint32_t n = as_disc_cells_near(c, self, most, found);
  uint32_t i, k, wanted = 0;
  for (i = 0; i < count; i++) {
    const as_disc_body *b = &c->bodies[i];
    as_near_disc near;
    near.body = b;
    near.gap = distance(self->at, b->at) - (self->radius + b->radius);
    if (b->disc == self->disc || near.gap > self->reach + b->reach || (self->ignored >> b->group & 1)) continue;
    if (wanted == most && !is_nearer(&near, &all[wanted - 1])) continue;
    if (wanted < most) wanted++;
    for (k = wanted - 1; k > 0 && is_nearer(&near, &all[k - 1]); k--) all[k] = all[k - 1];
    all[k] = near;
  }
  if (!sees_all(c, self)) return;
  compared++;
  CHECK(n == wanted);
  for (i = 0; i < n; i++) CHECK(found[i].body == all[i].body);
}

static void test_neighbours(void)
{
  uint32_t i, k, count = cases(150);
  for (i = 0; i < count; i++) {
    as_disc_cells c;
    as_memory m;
    ledger books;
    uint32_t n, most;
    double side;
    memset(&c, 0, sizeof c);
    memset(&books, 0, sizeof books);
    seed_case(i);
    as_memory_init(&m, ledger_alloc, &books);
    n = 1 + below(one_in(4) ? 400 : 60);
    most = 1 + below(12);
    side = one_in(5) ? 0 : sqrt(n) * (1 + 4 * fraction());
    CHECK(as_disc_cells_reserve(&c, &m, n));
    for (k = 0; k < n; k++) {
      as_disc_body *b = &c.loose[k];
      memset(b, 0, sizeof *b);
      b->at[0] = side * fraction() - 10;
      b->at[1] = side * fraction() * (one_in(10) ? 2 : 1);
      b->radius = one_in(10) ? 3 * fraction() + 0.1 : 0.5;
      b->reach = 3 * fraction();
      b->disc = k;
      b->group = (uint8_t)below(3);
      b->ignored = b->group == 1 ? 4 : b->group == 2 ? 2 : 0;
    }
    as_disc_cells_build(&c, n);
    for (k = 0; k < n; k++) compare_neighbours(&c, &c.bodies[k], n, most);
    as_disc_cells_free(&c, &m);
    CHECK(books.blocks == 0);
  }
  CHECK(count < 20 || compared > 20 * count); /* few cases may all be small */
}

/* ---- Worlds ---- */

#define MOST_DISCS 40u

typedef struct world {
  ledger books;
  astar_plane *plane;
  astar_discs *discs;
  double side;
  bool bounded;
} world;

static double distance_from_edge(const double at[2], const double *a, const double *b)
{
  const double x = b[0] - a[0], y = b[1] - a[1];
  double part = ((at[0] - a[0]) * x + (at[1] - a[1]) * y) / (x * x + y * y), on[2];
  part = fmin(fmax(part, 0), 1);
  on[0] = a[0] + part * x;
  on[1] = a[1] + part * y;
  return distance(at, on);
}

/* Whether a disc is clear of everything, by plain distances and crossings of a ray. */
static bool is_clear(const world *w, const double at[2], double radius)
{
  astar_obstacle id = ASTAR_NO_OBSTACLE;
  double bounds[4];
  const double least = radius * (1 - 1e-6);
  if (astar_plane_bounds(w->plane, bounds) && (at[0] < bounds[0] + least || at[1] < bounds[1] + least ||
                                               at[0] > bounds[2] - least || at[1] > bounds[3] - least))
    return false;
  while ((id = astar_plane_next(w->plane, id)) != ASTAR_NO_OBSTACLE) {
    uint32_t count, i;
    const double *xy = astar_plane_outline(w->plane, id, 0, &count);
    bool inside = false;
    for (i = 0; i < count; i++) {
      const double *a = xy + 2 * (size_t)i, *b = xy + 2 * (size_t)((i + 1) % count);
      if (distance_from_edge(at, a, b) < least) return false;
      if ((a[1] > at[1]) != (b[1] > at[1]) && at[0] < a[0] + (at[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
        inside = !inside;
    }
    if (inside) return false;
  }
  return true;
}

static astar_obstacle add_obstacle(world *w)
{
  double xy[24];
  const uint32_t count = 3 + below(6);
  const double x = w->side * fraction(), y = w->side * fraction(), size = 0.3 + 3 * fraction();
  astar_obstacle id = ASTAR_NO_OBSTACLE;
  astar_fault fault;
  uint32_t i;
  for (i = 0; i < count; i++) {
    const double angle = 2 * PI * (i + 0.8 * fraction()) / count, radius = size * (0.3 + 0.7 * fraction());
    xy[2 * i] = x + radius * cos(angle);
    xy[2 * i + 1] = y + radius * sin(angle);
  }
  if (astar_plane_polygon(w->plane, xy, count, &fault, &id) != ASTAR_OK) return ASTAR_NO_OBSTACLE;
  return id;
}

static astar_wish any_wish(const world *w)
{
  astar_wish wish;
  memset(&wish, 0, sizeof wish);
  wish.kind = one_in(6) ? ASTAR_WISH_NONE : one_in(4) ? ASTAR_WISH_VELOCITY : ASTAR_WISH_PLACE;
  wish.x = w->side * (1.2 * fraction() - 0.1);
  wish.y = w->side * (1.2 * fraction() - 0.1);
  if (wish.kind == ASTAR_WISH_VELOCITY) {
    wish.x = 4 * fraction() - 2;
    wish.y = 4 * fraction() - 2;
  }
  return wish;
}

/* Add a disc, if there is room. */
static astar_agent add_disc(world *w)
{
  astar_disc_def def = astar_default_disc();
  astar_agent agent = 77;
  astar_obstacle blocker;
  double at[2];
  def.x = at[0] = w->side * fraction();
  def.y = at[1] = w->side * fraction();
  def.radius = one_in(3) ? 0.2 + fraction() : 0.4;
  def.speed = one_in(10) ? 0 : one_in(8) ? 20 * fraction() : 2 * fraction();
  def.priority = (double)below(3);
  def.group = below(3);
  if (one_in(5)) def.arrive = 2 * fraction();
  def.wish = any_wish(w);
  CHECK(astar_discs_add(w->discs, &def, &agent, &blocker) == ASTAR_OK);
  CHECK((agent == ASTAR_NO_AGENT) == (blocker != ASTAR_NO_OBSTACLE));
  if (agent != ASTAR_NO_AGENT) CHECK(is_clear(w, at, def.radius));
  else if (blocker != ASTAR_BOUNDS) CHECK(astar_plane_has(w->plane, blocker, NULL));
  return agent;
}

static void create(world *w, uint32_t obstacles, uint32_t discs)
{
  astar_discs_def def = astar_default_discs();
  double bounds[4] = {0, 0, 0, 0};
  uint32_t i;
  memset(w, 0, sizeof *w);
  w->side = 8 + 20 * fraction();
  w->bounded = !one_in(3);
  bounds[2] = bounds[3] = w->side;
  w->plane = astar_plane_create(ledger_alloc, &w->books, w->bounded ? bounds : NULL);
  CHECK(w->plane);
  for (i = 0; i < obstacles; i++) (void)add_obstacle(w);
  def.neighbours = 1 + below(12);
  def.expansions = 1 + below(20000);
  if (one_in(3)) def.max_acceleration = 0.1 + 5 * fraction();
  w->discs = astar_discs_create(ledger_alloc, &w->books, w->plane, &def);
  CHECK(w->discs);
  for (i = 0; i < discs; i++) (void)add_disc(w);
}

static void destroy(world *w)
{
  /* In either order. */
  if (one_in(2)) astar_discs_destroy(w->discs);
  else w->plane = (astar_plane_destroy(w->plane), NULL);
  if (w->plane) astar_plane_destroy(w->plane);
  else astar_discs_destroy(w->discs);
  CHECK(w->books.blocks == 0 && w->books.bytes == 0);
}

/* All discs, but those that an edit has caught, are clear of all obstacles. */
static void check_places(const world *w, const bool *caught)
{
  astar_agent agent = ASTAR_NO_AGENT;
  astar_discs_validate(w->discs);
  while ((agent = astar_discs_next(w->discs, agent)) != ASTAR_NO_AGENT) {
    const astar_disc_view v = astar_discs_agent(w->discs, agent);
    double at[2];
    at[0] = v.x;
    at[1] = v.y;
    CHECK(fabs(v.x) < 1e6 && fabs(v.y) < 1e6 && fabs(v.vx) <= 21 && fabs(v.vy) <= 21 && v.waited >= 0);
    CHECK(v.by == ASTAR_NO_AGENT || astar_discs_has(w->discs, v.by, NULL));
    CHECK((caught && caught[agent]) || is_clear(w, at, v.radius));
  }
}

static double any_time(void)
{
  static const double times[] = {1 / 60.0, 1 / 60.0, 1 / 60.0, 1 / 30.0, 0.1, 0.5, 3, 0, 1e-9};
  return times[below(9)];
}

/* Change something about a disc. */
static void edit_disc(world *w, astar_agent agent)
{
  const astar_wish wish = any_wish(w);
  switch (below(8)) {
  case 0: astar_discs_remove(w->discs, agent); break;
  case 1: astar_discs_set_speed(w->discs, agent, 3 * fraction()); break;
  case 2: (void)astar_discs_set_place(w->discs, agent, w->side * fraction(), w->side * fraction()); break;
  case 3: (void)astar_discs_set_radius(w->discs, agent, 0.1 + fraction()); break;
  case 4: astar_discs_set_group(w->discs, agent, below(3)); break;
  case 5: astar_discs_set_ignored(w->discs, below(3), below(3), one_in(2)); break;
  default: CHECK(astar_discs_set_wish(w->discs, agent, &wish) == ASTAR_OK);
  }
}

static void test_worlds(void)
{
  uint32_t i, k, count = cases(45);
  for (i = 0; i < count; i++) {
    world w;
    seed_case(i);
    create(&w, below(12), 1 + below(MOST_DISCS));
    check_places(&w, NULL);
    for (k = 0; k < 120; k++) {
      CHECK(astar_discs_update(w.discs, any_time()) == ASTAR_OK);
      check_places(&w, NULL);
      if (one_in(8)) {
        const astar_agent agent = astar_discs_next(w.discs, below(MOST_DISCS));
        if (agent != ASTAR_NO_AGENT) edit_disc(&w, agent);
      }
      if (one_in(20) && astar_discs_count(w.discs) < MOST_DISCS) (void)add_disc(&w);
    }
    destroy(&w);
  }
}

/* Obstacles that come and go, also on top of discs: who was caught comes out, and then stays out. */
static void test_edits(void)
{
  uint32_t i, k, count = cases(9);
  for (i = 0; i < count; i++) {
    world w;
    bool caught[MOST_DISCS * 4] = {false};
    uint32_t n;
    seed_case(i);
    create(&w, below(10), 1 + below(MOST_DISCS));
    for (k = 0; k < 150; k++) {
      astar_agent agent = ASTAR_NO_AGENT;
      if (one_in(5)) {
        const astar_obstacle id = astar_plane_next(w.plane, below(16));
        if (one_in(2) && id != ASTAR_NO_OBSTACLE) astar_plane_remove(w.plane, id);
        else (void)add_obstacle(&w);
      }
      for (n = 0; (agent = astar_discs_next(w.discs, agent)) != ASTAR_NO_AGENT; n++) {
        const astar_disc_view v = astar_discs_agent(w.discs, agent);
        double at[2];
        at[0] = v.x;
        at[1] = v.y;
        caught[agent] = !is_clear(&w, at, v.radius);
      }
      CHECK(astar_discs_update(w.discs, any_time()) == ASTAR_OK);
      check_places(&w, caught);
    }
    /* Without edits all come out in the end, if there is any place for them. */
    for (k = 0; k < 300; k++) {
      astar_agent agent = ASTAR_NO_AGENT;
      while ((agent = astar_discs_next(w.discs, agent)) != ASTAR_NO_AGENT) astar_discs_set_speed(w.discs, agent, 2);
      CHECK(astar_discs_update(w.discs, 0.05) == ASTAR_OK);
    }
    for (n = astar_discs_next(w.discs, 0); n != ASTAR_NO_AGENT; n = astar_discs_next(w.discs, n)) {
      const astar_disc_view v = astar_discs_agent(w.discs, n);
      astar_near_place near;
      double at[2];
      at[0] = v.x;
      at[1] = v.y;
      CHECK(astar_plane_nearest(w.plane, at, v.radius, NULL, &near) == ASTAR_OK);
      caught[n] = !near.found;
    }
    check_places(&w, caught);
    destroy(&w);
  }
}

/* ---- Meetings ---- */

/* How much discs overlap, in parts of the smaller radius, at most. */
static double worst_overlap(const astar_discs *d)
{
  astar_agent a = ASTAR_NO_AGENT, b;
  double worst = 0;
  while ((a = astar_discs_next(d, a)) != ASTAR_NO_AGENT) {
    const astar_disc_view v = astar_discs_agent(d, a);
    for (b = astar_discs_next(d, a); b != ASTAR_NO_AGENT; b = astar_discs_next(d, b)) {
      const astar_disc_view u = astar_discs_agent(d, b);
      const double gap = sqrt((v.x - u.x) * (v.x - u.x) + (v.y - u.y) * (v.y - u.y)) - v.radius - u.radius;
      worst = fmax(worst, -gap / fmin(v.radius, u.radius));
    }
  }
  return worst;
}

static uint32_t count_status(const astar_discs *d, astar_agent_status status)
{
  astar_agent a = ASTAR_NO_AGENT;
  uint32_t n = 0;
  while ((a = astar_discs_next(d, a)) != ASTAR_NO_AGENT) n += astar_discs_agent(d, a).status == status;
  return n;
}

static astar_agent add_walker(astar_discs *d, double x, double y, double goal_x, double goal_y, double priority)
{
  astar_disc_def def = astar_default_disc();
  astar_agent agent;
  astar_obstacle blocker;
  def.x = x;
  def.y = y;
  def.priority = priority;
  def.wish.kind = ASTAR_WISH_PLACE;
  def.wish.x = goal_x;
  def.wish.y = goal_y;
  CHECK(astar_discs_add(d, &def, &agent, &blocker) == ASTAR_OK && agent != ASTAR_NO_AGENT);
  return agent;
}

/* Run until all have arrived. Returns the seconds that it took, or INFINITY. */
static double run(astar_discs *d, double most, double *overlap)
{
  double time = 0;
  *overlap = 0;
  while (time < most) {
    CHECK(astar_discs_update(d, 1 / 30.0) == ASTAR_OK);
    time += 1 / 30.0;
    *overlap = fmax(*overlap, worst_overlap(d));
    if (count_status(d, ASTAR_AGENT_ARRIVED) == astar_discs_count(d)) return time;
  }
  return INFINITY;
}

static void test_rings(void)
{
  const astar_discs_def def = astar_default_discs();
  uint32_t n, i;
  for (n = 2; n <= 50; n += n < 10 ? 1 : 8) {
    astar_plane *p = astar_plane_create(NULL, NULL, NULL);
    astar_discs *d = astar_discs_create(NULL, NULL, p, &def);
    const double radius = fmax(4, 0.3 * n);
    double time, overlap;
    CHECK(p && d);
    for (i = 0; i < n; i++) {
      const double x = radius * cos(2 * PI * i / n), y = radius * sin(2 * PI * i / n);
      (void)add_walker(d, x, y, -x, -y, 0);
    }
    time = run(d, 120, &overlap);
    if (getenv("ASTAR_VERBOSE")) printf("ring of %u: %g s, overlap %g\n", (unsigned)n, time, overlap);
    CHECK(time < INFINITY && overlap < 0.08);
    astar_discs_destroy(d);
    astar_plane_destroy(p);
  }
}

/* Two-way traffic in a corridor as wide as two and a half discs. */
static void test_corridor(void)
{
  const astar_discs_def def = astar_default_discs();
  const double bounds[4] = {-20, -10, 20, 10};
  uint32_t n, i;
  for (n = 1; n <= 6; n++) {
    astar_plane *p = astar_plane_create(NULL, NULL, bounds);
    astar_discs *d = astar_discs_create(NULL, NULL, p, &def);
    double corners[8], time, overlap;
    astar_obstacle id;
    astar_fault fault;
    CHECK(p && d);
    astar_box_corners(0, 6, 10, 9.5, 0, corners); /* leaves -1.25 to 1.25 */
    CHECK(astar_plane_polygon(p, corners, 4, &fault, &id) == ASTAR_OK);
    astar_box_corners(0, -6, 10, 9.5, 0, corners);
    CHECK(astar_plane_polygon(p, corners, 4, &fault, &id) == ASTAR_OK);
    for (i = 0; i < n; i++) {
      (void)add_walker(d, -8 - 1.3 * i, 0.2 * (i % 3), 8 + 1.5 * i, 0, 0);
      (void)add_walker(d, 8 + 1.3 * i, 0.2 * (i % 3), -8 - 1.5 * i, 0, 0);
    }
    time = run(d, 150, &overlap);
    if (getenv("ASTAR_VERBOSE"))
      printf("corridor with %u on each side: %g s, overlap %g\n", (unsigned)n, time, overlap);
    CHECK(time < INFINITY && overlap < 0.08);
    astar_discs_destroy(d);
    astar_plane_destroy(p);
  }
}

/* A corridor for one: who has the lower priority goes back. */
static void test_narrow(void)
{
  const astar_discs_def def = astar_default_discs();
  const double bounds[4] = {-20, -10, 20, 10};
  uint32_t n;
  for (n = 1; n <= 2; n++) {
    astar_plane *p = astar_plane_create(NULL, NULL, bounds);
    astar_discs *d = astar_discs_create(NULL, NULL, p, &def);
    double corners[8], time, overlap;
    astar_obstacle id;
    astar_fault fault;
    uint32_t i;
    CHECK(p && d);
    astar_box_corners(0, 5.3, 8, 9.4, 0, corners); /* leaves -0.6 to 0.6 */
    CHECK(astar_plane_polygon(p, corners, 4, &fault, &id) == ASTAR_OK);
    astar_box_corners(0, -5.3, 8, 9.4, 0, corners);
    CHECK(astar_plane_polygon(p, corners, 4, &fault, &id) == ASTAR_OK);
    for (i = 0; i < n; i++) {
      (void)add_walker(d, -8 - 1.3 * i, 0, 8 + 1.5 * i, 0, 0);
      (void)add_walker(d, 8 + 1.3 * i, 0, -8 - 1.5 * i, 0, 1);
    }
    time = run(d, 200, &overlap);
    if (getenv("ASTAR_VERBOSE")) printf("narrow with %u on each side: %g s, overlap %g\n", (unsigned)n, time, overlap);
    CHECK(overlap < 0.1);
    CHECK(time < INFINITY);
    astar_discs_destroy(d);
    astar_plane_destroy(p);
  }
}

/* More discs in one place than it has room for come apart. */
static void test_overlap(void)
{
  uint32_t i, k, count = cases(20);
  for (i = 0; i < count; i++) {
    const astar_discs_def def = astar_default_discs();
    astar_plane *p = astar_plane_create(NULL, NULL, NULL);
    astar_discs *d = astar_discs_create(NULL, NULL, p, &def);
    double before;
    CHECK(p && d);
    seed_case(i);
    for (k = 2 + below(30); k > 0; k--) {
      astar_disc_def disc = astar_default_disc();
      astar_agent agent;
      astar_obstacle blocker;
      disc.x = one_in(4) ? 0 : 3 * fraction();
      disc.y = one_in(4) ? 0 : 3 * fraction();
      CHECK(astar_discs_add(d, &disc, &agent, &blocker) == ASTAR_OK && agent != ASTAR_NO_AGENT);
    }
    before = worst_overlap(d);
    for (k = 0; k < 600; k++) CHECK(astar_discs_update(d, 1 / 60.0) == ASTAR_OK);
    CHECK(worst_overlap(d) <= 0.01 && before >= 0);
    astar_discs_destroy(d);
    astar_plane_destroy(p);
  }
}

/* ---- The same again ---- */

static bool same_places(const astar_discs *a, const astar_discs *b)
{
  double one[4 * MOST_DISCS * 2], other[4 * MOST_DISCS * 2];
  const uint32_t count = astar_discs_count(a);
  if (count != astar_discs_count(b) || count > 2 * MOST_DISCS) return false;
  astar_discs_positions(a, one);
  astar_discs_positions(b, other);
  return memcmp(one, other, 4 * count * sizeof *one) == 0;
}

/* Save; returns the bytes, to be freed. */
static char *save(const astar_discs *d, size_t *size)
{
  astar_writer w;
  memset(&w, 0, sizeof w);
  astar_save_discs(d, &w);
  astar_save_end(&w);
  *size = w.capacity = w.size;
  w.bytes = malloc(w.size);
  CHECK(w.bytes);
  w.size = 0;
  astar_save_discs(d, &w);
  astar_save_end(&w);
  CHECK(w.size == *size);
  return (char *)w.bytes;
}

static astar_discs *load(world *w, const char *bytes, size_t size)
{
  astar_reader r;
  astar_discs *d;
  CHECK(astar_reader_open(&r, bytes, size) && r.kind == ASTAR_SAVED_DISCS);
  CHECK(astar_load_discs(ledger_alloc, &w->books, &r, w->plane, &d) == ASTAR_OK && astar_read_end(&r));
  astar_discs_validate(d);
  return d;
}

static void test_saving(void)
{
  uint32_t i, k, count = cases(12);
  for (i = 0; i < count; i++) {
    world w;
    astar_discs *twin;
    char *bytes, *again;
    size_t size, same;
    seed_case(i);
    create(&w, below(10), 1 + below(MOST_DISCS));
    for (k = below(60); k > 0; k--) {
      const astar_agent agent = astar_discs_next(w.discs, below(MOST_DISCS));
      if (one_in(6) && agent != ASTAR_NO_AGENT) edit_disc(&w, agent);
      if (one_in(10)) (void)add_obstacle(&w);
      CHECK(astar_discs_update(w.discs, any_time()) == ASTAR_OK);
    }
    bytes = save(w.discs, &size);
    twin = load(&w, bytes, size);
    again = save(twin, &same);
    CHECK(size == same && memcmp(bytes, again, size) == 0);
    for (k = 0; k < 100; k++) {
      const double time = any_time();
      if (one_in(20)) (void)add_obstacle(&w);
      CHECK(astar_discs_update(w.discs, time) == ASTAR_OK && astar_discs_update(twin, time) == ASTAR_OK);
      CHECK(same_places(w.discs, twin));
    }
    free(bytes);
    free(again);
    astar_discs_destroy(twin);
    destroy(&w);
  }
}

/* Damaged bytes are refused, or give a crowd that works. */
static void test_damage(void)
{
  uint32_t i, k, count = cases(300);
  for (i = 0; i < count; i++) {
    world w;
    astar_reader r;
    astar_discs *d;
    char *bytes;
    size_t size;
    seed_case(i);
    create(&w, below(4), 1 + below(6));
    for (k = below(4); k > 0; k--) CHECK(astar_discs_update(w.discs, 0.1) == ASTAR_OK);
    bytes = save(w.discs, &size);
    CHECK(astar_reader_open(&r, bytes, size));
    for (k = 1 + below(3); k > 0; k--) bytes[24 + below((uint32_t)r.size - 24)] = (char)below(256);
    if (astar_load_discs(ledger_alloc, &w.books, &r, w.plane, &d) == ASTAR_OK) {
      astar_discs_validate(d);
      for (k = 0; k < 5; k++) CHECK(astar_discs_update(d, 0.1) == ASTAR_OK);
      astar_discs_validate(d);
      astar_discs_destroy(d);
    } else {
      CHECK(r.error[0] != 0);
    }
    free(bytes);
    destroy(&w);
  }
}

/* A twin that never lacks memory does the same. */
static void test_memory(void)
{
  uint32_t i, k, count = cases(60);
  uint64_t failures = 0;
  for (i = 0; i < count; i++) {
    world w, v;
    seed_case(i);
    create(&w, 6, 0);
    seed_case(i);
    create(&v, 6, 0);
    for (k = 0; k < 60; k++) {
      astar_result result;
      const uint64_t state = random_state;
      if (k < 20) {
        const astar_agent agent = add_disc(&v);
        astar_disc_def def = astar_default_disc();
        astar_agent twin = ASTAR_NO_AGENT;
        astar_obstacle blocker;
        if (agent == ASTAR_NO_AGENT) continue;
        random_state = state;
        {
          const astar_disc_view view = astar_discs_agent(v.discs, agent);
          def.x = view.x;
          def.y = view.y;
          def.radius = view.radius;
          def.speed = view.speed;
          def.priority = view.priority;
          def.arrive = view.arrive;
          def.group = view.group;
          def.wish.kind = view.wish;
          def.wish.x = view.wish_x;
          def.wish.y = view.wish_y;
        }
        w.books.fail_at = w.books.asked + 1 + below(3);
        w.books.fail_on = one_in(2);
        result = astar_discs_add(w.discs, &def, &twin, &blocker);
        if (result == ASTAR_NO_MEMORY) {
          failures++;
          CHECK(twin == ASTAR_NO_AGENT);
          w.books.fail_at = 0;
          result = astar_discs_add(w.discs, &def, &twin, &blocker);
        }
        w.books.fail_at = 0;
        CHECK(result == ASTAR_OK && twin == agent);
        random_state = mix(state + 1);
        continue;
      }
      if (one_in(10)) {
        const uint64_t before = random_state;
        (void)add_obstacle(&w);
        random_state = before;
        (void)add_obstacle(&v);
      }
      w.books.fail_at = w.books.asked + 1 + below(12);
      w.books.fail_on = one_in(2);
      result = astar_discs_update(w.discs, 0.1);
      if (result != ASTAR_OK) {
        failures++;
        CHECK(result == ASTAR_NO_MEMORY && same_places(w.discs, v.discs));
        astar_discs_validate(w.discs);
        w.books.fail_at = 0;
        CHECK(astar_discs_update(w.discs, 0.1) == ASTAR_OK);
      }
      w.books.fail_at = 0;
      CHECK(astar_discs_update(v.discs, 0.1) == ASTAR_OK);
      CHECK(same_places(w.discs, v.discs));
    }
    destroy(&w);
    destroy(&v);
  }
  CHECK(failures > 0);
}

/* ---- Wishes ---- */

typedef struct stage {
  astar_plane *plane;
  astar_discs *discs;
} stage;

/* A plane of 40 x 20 with a wall at x = 20, from y = 0 to `top`. */
static stage make_stage(double top)
{
  const double bounds[4] = {0, 0, 40, 20};
  const astar_discs_def def = astar_default_discs();
  double corners[8];
  astar_obstacle id;
  astar_fault fault;
  stage s;
  s.plane = astar_plane_create(NULL, NULL, bounds);
  CHECK(s.plane);
  astar_box_corners(20, top / 2, 1, top, 0, corners);
  CHECK(astar_plane_polygon(s.plane, corners, 4, &fault, &id) == ASTAR_OK);
  s.discs = astar_discs_create(NULL, NULL, s.plane, &def);
  CHECK(s.discs);
  return s;
}

static void end_stage(stage *s)
{
  astar_discs_destroy(s->discs);
  astar_plane_destroy(s->plane);
}

static void test_places(void)
{
  stage s = make_stage(15);
  astar_disc_def def = astar_default_disc();
  astar_disc_view v;
  astar_agent a, b;
  astar_obstacle blocker;
  double overlap;
  a = add_walker(s.discs, 5, 5, 35, 5, 0);
  CHECK(run(s.discs, 60, &overlap) < 50);
  v = astar_discs_agent(s.discs, a);
  CHECK(v.status == ASTAR_AGENT_ARRIVED && fabs(v.x - 35) < 0.5 && fabs(v.y - 5) < 0.5 && v.wish_x == 35);
  /* Where it cannot stand, nothing is added. */
  def.x = 20;
  CHECK(astar_discs_add(s.discs, &def, &b, &blocker) == ASTAR_OK && b == ASTAR_NO_AGENT && blocker == 1);
  def.x = 0.4;
  def.y = 10;
  CHECK(astar_discs_add(s.discs, &def, &b, &blocker) == ASTAR_OK && b == ASTAR_NO_AGENT && blocker == ASTAR_BOUNDS);
  CHECK(astar_discs_set_place(s.discs, a, 19.2, 5) == 1 &&
        astar_discs_set_place(s.discs, a, 19, 5) == ASTAR_NO_OBSTACLE);
  CHECK(astar_discs_set_radius(s.discs, a, 0.51) == 1 && astar_discs_set_radius(s.discs, a, 0.3) == ASTAR_NO_OBSTACLE);
  /* Goals that cannot be reached: as near as it gets. */
  CHECK(astar_discs_set_place(s.discs, a, 5, 5) == ASTAR_NO_OBSTACLE);
  {
    const astar_wish wish = {ASTAR_WISH_PLACE, 20, 5, NULL, 0};
    uint32_t i;
    CHECK(astar_discs_set_wish(s.discs, a, &wish) == ASTAR_OK);
    for (i = 0; i < 600; i++) CHECK(astar_discs_update(s.discs, 0.05) == ASTAR_OK);
  }
  v = astar_discs_agent(s.discs, a);
  CHECK(v.status == ASTAR_AGENT_STUCK && v.by == ASTAR_NO_AGENT && fabs(v.x - 19.2) < 0.2 && fabs(v.y - 5) < 0.2);
  astar_discs_remove(s.discs, a);
  CHECK(astar_discs_count(s.discs) == 0 && !astar_discs_has(s.discs, a, NULL));
  CHECK(astar_discs_update(s.discs, 1) == ASTAR_OK);
  end_stage(&s);
}

/* Past a corner that points at the disc, and past the end of a wall. */
static void test_corners(void)
{
  static const double corners[8] = {-2, 0, 0, -2, 2, 0, 0, 2};
  int side;
  for (side = -1; side <= 1; side += 2) {
    const astar_discs_def def = astar_default_discs();
    astar_plane *p = astar_plane_create(NULL, NULL, NULL);
    astar_discs *d = astar_discs_create(NULL, NULL, p, &def);
    astar_disc_def disc = astar_default_disc();
    astar_obstacle id, blocker;
    astar_fault fault;
    astar_agent a;
    uint32_t i;
    CHECK(p && d && astar_plane_polygon(p, corners, 4, &fault, &id) == ASTAR_OK);
    disc.x = -6;
    disc.y = 0.05 * side;
    disc.wish.kind = ASTAR_WISH_VELOCITY;
    disc.wish.x = disc.speed = 6;
    CHECK(astar_discs_add(d, &disc, &a, &blocker) == ASTAR_OK && a != ASTAR_NO_AGENT);
    for (i = 0; i < 90; i++) CHECK(astar_discs_update(d, 1 / 30.0) == ASTAR_OK);
    CHECK(astar_discs_agent(d, a).x > 2 && astar_discs_agent(d, a).y * side > 2);
    astar_discs_destroy(d);
    astar_plane_destroy(p);
  }
}

/* A door that closes behind the one, and before the other, who has to go round. */
static void test_doors(void)
{
  stage s = make_stage(9);
  const double corners[8] = {19.5, 11, 20.5, 11, 20.5, 20, 19.5, 20}, door[8] = {19.5, 9, 20.5, 9, 20.5, 11, 19.5, 11};
  astar_obstacle wall, closed;
  astar_fault fault;
  astar_agent a;
  double overlap;
  uint32_t i;
  CHECK(astar_plane_polygon(s.plane, corners, 4, &fault, &wall) == ASTAR_OK);
  a = add_walker(s.discs, 5, 10, 35, 10, 0);
  for (i = 0; i < 100; i++) CHECK(astar_discs_update(s.discs, 0.1) == ASTAR_OK);
  CHECK(astar_plane_polygon(s.plane, door, 4, &fault, &closed) == ASTAR_OK);
  for (i = 0; i < 100; i++) CHECK(astar_discs_update(s.discs, 0.1) == ASTAR_OK);
  CHECK(astar_discs_agent(s.discs, a).status == ASTAR_AGENT_STUCK && astar_discs_agent(s.discs, a).x < 19.1);
  astar_plane_remove(s.plane, closed);
  CHECK(run(s.discs, 60, &overlap) < 40);
  end_stage(&s);
}

static void test_paths(void)
{
  stage s = make_stage(15);
  astar_finder *f = astar_finder_create(NULL, NULL);
  const double from[2] = {5, 5}, to[2] = {35, 5};
  astar_disc_def def = astar_default_disc();
  astar_agent a;
  astar_obstacle blocker;
  double overlap;
  CHECK(f);
  def.wish.kind = ASTAR_WISH_PATH;
  def.wish.path = astar_find_path_on_plane(f, s.plane, 0.5, from, to);
  CHECK(def.wish.path);
  /* It does not begin where the path does, nor in sight of its end. */
  def.x = 12;
  def.y = 2;
  CHECK(astar_discs_add(s.discs, &def, &a, &blocker) == ASTAR_OK && a != ASTAR_NO_AGENT);
  astar_finder_destroy(f);
  CHECK(run(s.discs, 60, &overlap) < 45);
  CHECK(fabs(astar_discs_agent(s.discs, a).x - 35) < 0.5);
  end_stage(&s);
}

static void test_flows(void)
{
  astar_grid_def size = astar_default_grid();
  astar_search_def query = astar_default_search();
  const astar_discs_def crowd = astar_default_discs();
  astar_disc_def def = astar_default_disc();
  astar_search *s = astar_search_create(NULL, NULL);
  astar_graph *g;
  astar_plane *p;
  astar_discs *d;
  astar_agent a, b;
  astar_obstacle blocker;
  astar_id goal;
  uint32_t i;
  size.width = size.height = 20;
  CHECK(s && astar_grid_create(NULL, NULL, &size, &g) == ASTAR_OK);
  for (i = 1; i <= 15; i++) astar_graph_set_blocked(g, astar_grid_cell(g, 10, i, 1), true);
  CHECK(astar_plane_from_grid(NULL, NULL, g, 1, ASTAR_NO_UNIT, &p) == ASTAR_OK);
  goal = astar_grid_cell(g, 18, 3, 1);
  query.goals = &goal;
  query.goal_count = 1;
  query.reverse = true;
  query.unordered = true;
  CHECK(astar_search_begin(s, astar_on_graph(g), &query) == ASTAR_OK);
  CHECK(astar_search_step(s, UINT64_MAX) == ASTAR_DONE);
  d = astar_discs_create(NULL, NULL, p, &crowd);
  CHECK(d && astar_discs_flow(d, 7) == NULL);
  {
    double at[3];
    astar_graph_position(g, astar_grid_cell(g, 2, 3, 1), at);
    def.x = at[0];
    def.y = at[1];
    def.radius = 0.3;
    def.speed = 2;
    def.wish.kind = ASTAR_WISH_FLOW;
    def.wish.flow = 7;
    CHECK(astar_discs_add(d, &def, &a, &blocker) == ASTAR_OK && a != ASTAR_NO_AGENT);
    def.x += 1;
    CHECK(astar_discs_add(d, &def, &b, &blocker) == ASTAR_OK && b != ASTAR_NO_AGENT);
    CHECK(astar_discs_update(d, 0.1) == ASTAR_OK && astar_discs_agent(d, a).status == ASTAR_AGENT_WAITING);
    CHECK(astar_discs_set_flow(d, 7, s) == ASTAR_OK && astar_discs_flow(d, 7) == s);
    for (i = 0; i < 900; i++) CHECK(astar_discs_update(d, 1 / 30.0) == ASTAR_OK);
    CHECK(astar_discs_agent(d, a).status == ASTAR_AGENT_ARRIVED ||
          astar_discs_agent(d, b).status == ASTAR_AGENT_ARRIVED);
    astar_graph_position(g, goal, at);
    CHECK(fabs(astar_discs_agent(d, a).x - at[0]) < 2 && fabs(astar_discs_agent(d, b).y - at[1]) < 2);
    CHECK(astar_discs_set_flow(d, 7, NULL) == ASTAR_OK && astar_discs_update(d, 0.1) == ASTAR_OK);
  }
  astar_discs_destroy(d);
  astar_search_destroy(s);
  astar_plane_destroy(p);
  astar_graph_destroy(g);
}

/* How far two that meet head-on leave the straight line, at most. */
static void meet(double priority, bool ignore, double aside[2])
{
  const astar_discs_def def = astar_default_discs();
  astar_plane *p = astar_plane_create(NULL, NULL, NULL);
  astar_discs *d = astar_discs_create(NULL, NULL, p, &def);
  astar_agent a, b;
  uint32_t i;
  CHECK(p && d);
  a = add_walker(d, -5, 0, 5, 0, priority);
  b = add_walker(d, 5, 0, -5, 0, 0);
  astar_discs_set_group(d, a, 3);
  if (ignore) astar_discs_set_ignored(d, 0, 3, true);
  CHECK(astar_discs_ignored(d, 3, 0) == ignore && !astar_discs_ignored(d, 3, 3));
  aside[0] = aside[1] = 0;
  for (i = 0; i < 400; i++) {
    CHECK(astar_discs_update(d, 1 / 30.0) == ASTAR_OK);
    aside[0] = fmax(aside[0], fabs(astar_discs_agent(d, a).y));
    aside[1] = fmax(aside[1], fabs(astar_discs_agent(d, b).y));
  }
  CHECK(count_status(d, ASTAR_AGENT_ARRIVED) == 2);
  astar_discs_destroy(d);
  astar_plane_destroy(p);
}

static void test_priorities(void)
{
  double aside[2];
  meet(0, false, aside);
  CHECK(aside[0] > 0.3 && aside[1] > 0.3);
  meet(1, false, aside);
  CHECK(aside[0] < 0.3 && aside[1] > 0.7);
  meet(0, true, aside);
  CHECK(aside[0] < 0.01 && aside[1] < 0.01);
}

/* Numbers of all sizes: nothing is ever NaN, infinite or out of its bounds. */
static void test_extremes(void)
{
  static const double scales[] = {1e-70, 1e-20, 1e-6, 1, 1e9, 1e20, 1e28};
  uint32_t i, k, count = cases(60);
  for (i = 0; i < count; i++) {
    const astar_discs_def def = astar_default_discs();
    double bounds[4], corners[12], scale;
    astar_plane *p;
    astar_discs *d;
    astar_obstacle id;
    astar_fault fault;
    seed_case(i);
    scale = scales[below(7)];
    bounds[0] = bounds[1] = one_in(2) ? 0 : 40 * scale;
    bounds[2] = bounds[3] = bounds[0] + 10 * scale;
    p = astar_plane_create(NULL, NULL, one_in(2) ? bounds : NULL);
    CHECK(p);
    for (k = below(6); k > 0; k--) {
      const double x = bounds[0] + 10 * scale * fraction(), y = bounds[0] + 10 * scale * fraction();
      astar_circle_corners(x, y, scale * (0.1 + fraction()), 6, corners);
      CHECK(astar_plane_polygon(p, corners, 6, &fault, &id) != ASTAR_NO_MEMORY);
    }
    d = astar_discs_create(NULL, NULL, p, &def);
    CHECK(d);
    for (k = 0; k < 12; k++) {
      astar_disc_def disc = astar_default_disc();
      astar_agent agent;
      astar_obstacle blocker;
      disc.x = bounds[0] + 10 * scale * fraction();
      disc.y = bounds[0] + 10 * scale * (one_in(4) ? 0.5 : fraction());
      disc.radius = one_in(6) ? 1e-300 : one_in(3) ? 1e-9 * scale : scale * fraction();
      disc.speed = one_in(6) ? ASTAR_PLANE_LIMIT : one_in(6) ? 1e-300 : scale * fraction();
      disc.wish.kind = one_in(3) ? ASTAR_WISH_VELOCITY : ASTAR_WISH_PLACE;
      disc.wish.x = one_in(6) ? -ASTAR_PLANE_LIMIT : bounds[0] + 10 * scale * fraction();
      disc.wish.y = bounds[0] + 10 * scale * fraction();
      if (!(disc.radius > 0)) continue;
      CHECK(astar_discs_add(d, &disc, &agent, &blocker) == ASTAR_OK);
    }
    for (k = 0; k < 20; k++) {
      static const double times[] = {1 / 60.0, 1, 1e-300, 1e300, 1e-30, 1e9};
      CHECK(astar_discs_update(d, times[below(6)]) == ASTAR_OK);
      astar_discs_validate(d);
    }
    astar_discs_destroy(d);
    astar_plane_destroy(p);
  }
}

/* ---- Grids ---- */

typedef struct map {
  ledger books;
  astar_graph *grid;
  astar_discs *discs;
  astar_search *flow; /* to one goal */
  astar_unit unit;    /* whose flow it is */
  uint32_t side;
} map;

#define WALKERS 100u

static void lead_flow(map *m)
{
  astar_search_def query = astar_default_search();
  const astar_id goal = astar_grid_cell(m->grid, m->side, m->side, 1);
  query.goals = &goal;
  query.goal_count = 1;
  query.reverse = query.unordered = true;
  query.unit = m->unit;
  CHECK(astar_search_begin(m->flow, astar_on_graph(m->grid), &query) == ASTAR_OK);
  CHECK(astar_search_step(m->flow, UINT64_MAX) == ASTAR_DONE);
}

static void block_some(map *m, uint32_t length)
{
  const uint32_t column = 1 + below(m->side), row = 1 + below(m->side), down = below(2);
  uint32_t i;
  for (i = 0; i < length; i++) {
    const astar_id id = astar_grid_cell(m->grid, column + (down ? 0 : i), row + (down ? i : 0), 1);
    if (id != ASTAR_NO_ID && id < astar_grid_count(m->grid)) astar_graph_set_blocked(m->grid, id, true);
  }
}

static astar_id any_cell(const map *m)
{
  return 1 + below(astar_grid_count(m->grid));
}

static void create_map(map *m, uint32_t side, astar_shape shape)
{
  const astar_discs_def def = astar_default_discs();
  astar_grid_def size = astar_default_grid();
  astar_terrain mud;
  uint32_t i;
  memset(m, 0, sizeof *m);
  m->side = size.width = size.height = side;
  size.shape = shape;
  CHECK(astar_grid_create(ledger_alloc, &m->books, &size, &m->grid) == ASTAR_OK);
  CHECK(astar_graph_terrain(m->grid, "mud", 3, &mud) == ASTAR_OK && mud == 2);
  for (i = below(1 + side / 2); i > 0; i--) block_some(m, 1 + below(side / 3));
  m->flow = astar_search_create(ledger_alloc, &m->books);
  CHECK(m->flow);
  lead_flow(m);
  CHECK(astar_discs_create_on_grid(ledger_alloc, &m->books, m->grid, &def, &m->discs) == ASTAR_OK);
  CHECK(astar_discs_set_flow(m->discs, 0, m->flow) == ASTAR_OK);
}

static void destroy_map(map *m)
{
  if (one_in(2)) {
    astar_discs_destroy(m->discs);
    astar_graph_destroy(m->grid);
  } else {
    astar_graph_destroy(m->grid);
    astar_discs_destroy(m->discs);
  }
  astar_search_destroy(m->flow);
  CHECK(m->books.blocks == 0 && m->books.bytes == 0);
}

static astar_disc_def any_walker(const map *m)
{
  astar_disc_def def = astar_default_disc();
  const astar_id to = any_cell(m);
  double at[3];
  astar_graph_position(m->grid, any_cell(m), at);
  def.x = at[0] + 0.3 * fraction() - 0.15;
  def.y = at[1];
  def.radius = 0.15 + 0.2 * fraction();
  def.speed = 1 + 2 * fraction();
  def.wish.kind = one_in(4) ? ASTAR_WISH_PLACE : ASTAR_WISH_FLOW;
  astar_graph_position(m->grid, to, at);
  def.wish.x = at[0];
  def.wish.y = at[1];
  return def;
}

/* Whether a disc is clear of all cells of 1 x 1 around it that are blocked, and within the map. */
static bool is_clear_of_cells(const map *m, const astar_disc_view *v)
{
  const double least = v->radius * (1 - 1e-6);
  const astar_id middle = astar_grid_at(m->grid, v->x, v->y, 1);
  uint32_t column, row, level, i, k;
  double at[3];
  if (middle == ASTAR_NO_ID || astar_graph_blocked(m->grid, middle)) return false;
  CHECK(astar_grid_place(m->grid, middle, &column, &row, &level));
  astar_graph_position(m->grid, middle, at);
  for (i = 0; i < 3; i++) {
    for (k = 0; k < 3; k++) {
      const astar_id id = astar_grid_cell(m->grid, column + i - 1, row + k - 1, 1);
      const double x = fmax(fabs(v->x - (at[0] + i - 1)) - 0.5, 0), y = fmax(fabs(v->y - (at[1] + k - 1)) - 0.5, 0);
      if (id != ASTAR_NO_ID && !astar_graph_blocked(m->grid, id)) continue;
      if (sqrt(x * x + y * y) < least) return false;
    }
  }
  return true;
}

/* Edit the map: cells are blocked and freed, costs change. */
static void edit_map(map *m)
{
  const astar_id id = any_cell(m);
  if (one_in(3)) block_some(m, 1 + below(6));
  else if (one_in(4)) CHECK(astar_graph_set_terrain(m->grid, id, 1 + below(2)) == ASTAR_OK);
  else if (id < astar_grid_count(m->grid)) astar_graph_set_blocked(m->grid, id, one_in(3));
  lead_flow(m);
}

/* A unit that enters mud (terrain 2), or does not. */
static void set_unit(map *m, const char *name, bool enters, double cost)
{
  double costs[2] = {1, INFINITY};
  astar_unit_def unit;
  if (enters) costs[1] = cost;
  unit.costs = costs;
  unit.cost_count = 2;
  unit.climb = unit.drop = INFINITY;
  unit.size = 1;
  CHECK(astar_graph_set_unit(m->grid, name, strlen(name), &unit) == ASTAR_OK);
}

/* A crowd that follows a flow while cells are blocked and freed: nobody enters a blocked cell. */
static void test_maps(void)
{
  uint32_t i, k, count = cases(4), arrived = 0, freed = 0, was_caught = 0;
  for (i = 0; i < count; i++) {
    bool caught[WALKERS + 1] = {false};
    map m;
    seed_case(i);
    create_map(&m, 40, ASTAR_SQUARE);
    while (astar_discs_count(m.discs) < WALKERS) {
      const astar_disc_def def = any_walker(&m);
      astar_agent agent;
      astar_obstacle blocker;
      CHECK(astar_discs_add(m.discs, &def, &agent, &blocker) == ASTAR_OK);
      CHECK((agent == ASTAR_NO_AGENT) == (blocker != ASTAR_NO_OBSTACLE));
    }
    for (k = 0; k < 300; k++) {
      const bool edited = one_in(6);
      astar_agent a = ASTAR_NO_AGENT;
      if (edited) edit_map(&m);
      while ((a = astar_discs_next(m.discs, a)) != ASTAR_NO_AGENT) {
        const astar_disc_view v = astar_discs_agent(m.discs, a);
        const bool was = caught[a];
        caught[a] = !is_clear_of_cells(&m, &v);
        CHECK(was || edited || !caught[a]);
        freed += was && !caught[a];
        was_caught += caught[a];
      }
      CHECK(astar_discs_update(m.discs, 1 / 15.0) == ASTAR_OK);
      astar_discs_validate(m.discs);
    }
    arrived += count_status(m.discs, ASTAR_AGENT_ARRIVED);
    destroy_map(&m);
  }
  CHECK(count < 4 || (was_caught > 0 && freed > 0 && arrived > 0));
}

/* Edits after which the plane is made anew: walls come and go, much is blocked or freed at once. */
static void edit_all(map *m)
{
  const astar_id id = any_cell(m);
  uint32_t i;
  if (id % m->side != 0) astar_grid_wall(m->grid, id, id + 1, one_in(3));
  if (one_in(2)) {
    for (i = 0; i < m->side; i++) block_some(m, m->side / 4);
  }
  if (one_in(3)) {
    for (i = 1; i <= astar_grid_count(m->grid); i++) {
      if (one_in(2)) astar_graph_set_blocked(m->grid, i, false);
    }
  }
  lead_flow(m);
}

/* Give the same discs to two crowds. */
static void add_to_both(const map *m, astar_discs *other, uint32_t n)
{
  for (; n > 0; n--) {
    const astar_disc_def def = any_walker(m);
    astar_agent a, b;
    astar_obstacle by, twin_by;
    CHECK(astar_discs_add(m->discs, &def, &a, &by) == ASTAR_OK);
    CHECK(astar_discs_add(other, &def, &b, &twin_by) == ASTAR_OK);
    CHECK(a == b && (by == ASTAR_NO_OBSTACLE) == (twin_by == ASTAR_NO_OBSTACLE));
    CHECK((by == ASTAR_BOUNDS) == (twin_by == ASTAR_BOUNDS));
  }
}

/* Whether two obstacles have the same outlines, bit by bit. */
static bool same_outlines(const astar_plane *p, astar_obstacle a, const astar_plane *q, astar_obstacle b)
{
  const uint32_t outlines = astar_plane_outline_count(p, a);
  uint32_t i, count, other;
  if (outlines != astar_plane_outline_count(q, b)) return false;
  for (i = 0; i < outlines; i++) {
    const double *xy = astar_plane_outline(p, a, i, &count), *other_xy = astar_plane_outline(q, b, i, &other);
    if (count != other || memcmp(xy, other_xy, 2 * count * sizeof *xy) != 0) return false;
  }
  return true;
}

/* Check that a plane has exactly the obstacles of another one, in any order. */
static void check_same_obstacles(const astar_plane *p, const astar_plane *q)
{
  astar_obstacle a = ASTAR_NO_OBSTACLE;
  CHECK(astar_plane_count(p) == astar_plane_count(q));
  while ((a = astar_plane_next(p, a)) != ASTAR_NO_OBSTACLE) {
    astar_obstacle b = astar_plane_next(q, ASTAR_NO_OBSTACLE);
    while (b != ASTAR_NO_OBSTACLE && !same_outlines(p, a, q, b)) b = astar_plane_next(q, b);
    CHECK(b != ASTAR_NO_OBSTACLE);
  }
}

/* Save a crowd, and load it with new planes; what is saved of it is the same. */
static astar_discs *load_again(map *m, astar_discs *d)
{
  astar_discs *loaded;
  astar_reader r;
  size_t size, same;
  char *bytes = save(d, &size), *again;
  CHECK(astar_reader_open(&r, bytes, size));
  CHECK(astar_load_discs_on_grid(ledger_alloc, &m->books, &r, m->grid, &loaded) == ASTAR_OK && astar_read_end(&r));
  CHECK(astar_discs_set_flow(loaded, 0, m->flow) == ASTAR_OK);
  again = save(loaded, &same);
  CHECK(same == size && memcmp(bytes, again, size) == 0);
  free(again);
  free(bytes);
  astar_discs_destroy(d);
  return loaded;
}

/* A crowd on a grid does to the bit what one does whose planes are made after each edit. */
static void test_map_twins(void)
{
  static const astar_shape shapes[] = {ASTAR_SQUARE, ASTAR_ISOMETRIC, ASTAR_ODD_R, ASTAR_EVEN_Q};
  uint32_t i, k, count = cases(4), kept = 0, made = 0;
  for (i = 0; i < count; i++) {
    astar_discs_def def = astar_default_discs();
    astar_discs *twin;
    map m;
    seed_case(i);
    create_map(&m, 4 + below(16), shapes[below(4)]);
    def.expansions = one_in(2) ? 1 : 20000;
    set_unit(&m, "tank", false, 1);
    m.unit = below(2);
    lead_flow(&m);
    astar_discs_destroy(m.discs);
    CHECK(astar_discs_create_on_grid(ledger_alloc, &m.books, m.grid, &def, &m.discs) == ASTAR_OK);
    CHECK(astar_discs_create_on_grid(ledger_alloc, &m.books, m.grid, &def, &twin) == ASTAR_OK);
    CHECK(astar_discs_set_flow(m.discs, 0, m.flow) == ASTAR_OK && astar_discs_set_flow(twin, 0, m.flow) == ASTAR_OK);
    CHECK(!astar_discs_plane(twin, ASTAR_NO_UNIT));
    for (k = 0; k < 60; k++) {
      if (one_in(6)) {
        const astar_plane *before = astar_discs_plane(m.discs, ASTAR_NO_UNIT);
        const uint64_t edits = before ? astar_plane_version(before) : 0;
        if (one_in(6)) edit_all(&m);
        else edit_map(&m);
        CHECK(astar_discs_follow(m.discs) == ASTAR_OK && astar_discs_follow(twin) == ASTAR_OK);
        twin = load_again(&m, twin);
        if (astar_discs_plane(m.discs, ASTAR_NO_UNIT) != before) made++;
        else if (before) kept += astar_plane_version(before) != edits;
      }
      if (one_in(20)) {
        /* With edits that nobody has looked at yet. */
        if (one_in(2)) edit_map(&m);
        m.discs = load_again(&m, m.discs);
        twin = load_again(&m, twin);
      }
      if (one_in(4)) add_to_both(&m, twin, 1 + below(4));
      CHECK(astar_discs_update(m.discs, 0.1) == ASTAR_OK && astar_discs_update(twin, 0.1) == ASTAR_OK);
      astar_discs_validate(m.discs);
      CHECK(same_places(m.discs, twin));
      if (astar_discs_count(m.discs) == 0) continue;
      CHECK(astar_discs_memory(m.discs) > astar_plane_memory(astar_discs_plane(m.discs, ASTAR_NO_UNIT)));
      check_same_obstacles(astar_discs_plane(m.discs, ASTAR_NO_UNIT), astar_discs_plane(twin, ASTAR_NO_UNIT));
      astar_plane_validate(astar_discs_plane(m.discs, ASTAR_NO_UNIT));
    }
    astar_discs_destroy(twin);
    destroy_map(&m);
  }
  /* Planes were edited, and made anew. */
  CHECK((count < 4 || kept > 0) && (count < 40 || made > 0));
}

/* Without memory for a new plane nothing changes, and the call can be repeated. */
static void test_map_memory(void)
{
  uint32_t i, k, count = cases(3);
  uint64_t failures = 0;
  for (i = 0; i < count; i++) {
    map m, v;
    seed_case(i);
    create_map(&m, 8, ASTAR_SQUARE);
    seed_case(i);
    create_map(&v, 8, ASTAR_SQUARE);
    set_unit(&m, "tank", false, 1);
    set_unit(&v, "tank", false, 1);
    m.unit = v.unit = below(2);
    lead_flow(&m);
    lead_flow(&v);
    for (k = 0; k < 25; k++) {
      astar_disc_def def = any_walker(&v);
      const uint64_t state = random_state;
      astar_agent a, b;
      astar_obstacle by;
      astar_result result;
      edit_map(&m);
      random_state = state;
      edit_map(&v);
      def.unit = k / 2 % 2;
      if (k % 7 == 6) {
        set_unit(&m, "tank", k > 10, 1);
        set_unit(&v, "tank", k > 10, 1);
      }
      CHECK(astar_discs_add(v.discs, &def, &b, &by) == ASTAR_OK);
      CHECK(astar_discs_update(v.discs, 0.1) == ASTAR_OK);
      m.books.fail_at = m.books.asked + 1 + below(40);
      m.books.fail_on = one_in(2);
      result = astar_discs_add(m.discs, &def, &a, &by);
      if (result != ASTAR_OK) {
        CHECK(result == ASTAR_NO_MEMORY && a == ASTAR_NO_AGENT && by == ASTAR_NO_OBSTACLE);
        failures++;
        m.books.fail_at = 0;
        CHECK(astar_discs_add(m.discs, &def, &a, &by) == ASTAR_OK);
      }
      CHECK(a == b);
      m.books.fail_at = m.books.asked + 1 + below(40);
      result = astar_discs_update(m.discs, 0.1);
      if (result != ASTAR_OK) {
        failures++;
        m.books.fail_at = 0;
        CHECK(result == ASTAR_NO_MEMORY && astar_discs_update(m.discs, 0.1) == ASTAR_OK);
      }
      m.books.fail_at = 0;
      astar_discs_validate(m.discs);
      CHECK(same_places(m.discs, v.discs));
    }
    /* Creating and loading. */
    for (k = 1;; k += 1 + below(12)) {
      const astar_discs_def def = astar_default_discs();
      const size_t blocks = m.books.blocks;
      astar_discs *d;
      astar_reader r;
      astar_result result;
      size_t size;
      char *bytes = save(m.discs, &size);
      CHECK(astar_reader_open(&r, bytes, size));
      m.books.fail_at = m.books.asked + k;
      m.books.fail_on = false;
      if (k % 2) result = astar_discs_create_on_grid(ledger_alloc, &m.books, m.grid, &def, &d);
      else result = astar_load_discs_on_grid(ledger_alloc, &m.books, &r, m.grid, &d);
      m.books.fail_at = 0;
      free(bytes);
      CHECK(result == (d ? ASTAR_OK : ASTAR_NO_MEMORY));
      astar_discs_destroy(d);
      CHECK(m.books.blocks == blocks);
      if (d && k % 2 == 0) break;
    }
    destroy_map(&m);
    destroy_map(&v);
  }
  CHECK(failures > 0);
}

/* A cell that moves, seen by the next call that adds; a door that opens, unseen before the crowd is saved. */
static void test_map_edits(void)
{
  const astar_discs_def def = astar_default_discs();
  astar_grid_def size = astar_default_grid();
  astar_disc_def disc = astar_default_disc();
  astar_graph *g;
  astar_discs *d, *twin;
  astar_plane *plane;
  astar_terrain mud;
  astar_agent a;
  astar_obstacle by;
  astar_reader r;
  size_t bytes_size;
  char *bytes;
  uint32_t i;
  size.width = 12;
  size.height = 3;
  disc.radius = 0.3;
  disc.y = 1.5;
  CHECK(astar_grid_create(NULL, NULL, &size, &g) == ASTAR_OK);
  CHECK(astar_discs_create_on_grid(NULL, NULL, g, &def, &d) == ASTAR_OK);
  for (i = 1; i <= 11; i++) {
    const astar_id cell = astar_grid_cell(g, i, 2, 1);
    astar_graph_set_blocked(g, cell, true);
    disc.x = i - 0.5;
    CHECK(astar_discs_add(d, &disc, &a, &by) == ASTAR_OK && a == ASTAR_NO_AGENT && by != ASTAR_NO_OBSTACLE);
    disc.x = i + 0.5;
    CHECK(astar_discs_add(d, &disc, &a, &by) == ASTAR_OK && a != ASTAR_NO_AGENT);
    astar_discs_remove(d, a);
    astar_graph_set_blocked(g, cell, false);
  }
  for (i = 1; i <= 3; i++) astar_graph_set_blocked(g, astar_grid_cell(g, 6, i, 1), true);
  disc.x = 3.5;
  CHECK(astar_discs_add(d, &disc, &a, &by) == ASTAR_OK && a != ASTAR_NO_AGENT);
  plane = astar_discs_plane(d, ASTAR_NO_UNIT);
  CHECK(astar_graph_terrain(g, "mud", 3, &mud) == ASTAR_OK && astar_graph_set_terrain(g, 1, mud) == ASTAR_OK);
  CHECK(astar_discs_follow(d) == ASTAR_OK && astar_discs_plane(d, ASTAR_NO_UNIT) == plane);
  astar_discs_remove(d, a);
  CHECK(!astar_discs_plane(d, ASTAR_NO_UNIT));
  disc.x = 1.5;
  disc.wish.kind = ASTAR_WISH_PLACE;
  disc.wish.x = 10.5;
  disc.wish.y = 1.5;
  CHECK(astar_discs_add(d, &disc, &a, &by) == ASTAR_OK && a != ASTAR_NO_AGENT);
  for (i = 0; i < 100; i++) CHECK(astar_discs_update(d, 0.1) == ASTAR_OK);
  CHECK(astar_discs_agent(d, a).status == ASTAR_AGENT_STUCK && astar_discs_agent(d, a).x < 5);
  astar_graph_set_blocked(g, astar_grid_cell(g, 6, 3, 1), false);
  bytes = save(d, &bytes_size);
  CHECK(astar_reader_open(&r, bytes, bytes_size));
  CHECK(astar_load_discs_on_grid(NULL, NULL, &r, g, &twin) == ASTAR_OK);
  for (i = 0; i < 150; i++) {
    CHECK(astar_discs_update(d, 0.1) == ASTAR_OK && astar_discs_update(twin, 0.1) == ASTAR_OK);
    CHECK(same_places(d, twin));
  }
  CHECK(astar_discs_agent(d, a).status == ASTAR_AGENT_ARRIVED);
  free(bytes);
  astar_discs_destroy(twin);
  astar_discs_destroy(d);
  astar_graph_destroy(g);
}

/* Maps that cannot become planes. */
static void test_refused_maps(void)
{
  const astar_discs_def def = astar_default_discs();
  astar_grid_def size = astar_default_grid();
  int kind;
  for (kind = 0; kind < 3; kind++) {
    astar_graph *g = NULL;
    astar_plane *p = astar_plane_create(NULL, NULL, NULL);
    astar_discs *d = NULL, *made;
    astar_reader r;
    size_t bytes_size;
    char *bytes;
    size.width = size.height = 8;
    size.wrap_x = kind == 1;
    size.wrap_y = kind == 2;
    if (kind == 0) g = astar_graph_create(NULL, NULL);
    else CHECK(astar_grid_create(NULL, NULL, &size, &g) == ASTAR_OK);
    CHECK(g && p);
    CHECK(astar_discs_create_on_grid(NULL, NULL, g, &def, &made) == ASTAR_MALFORMED && !made);
    d = astar_discs_create(NULL, NULL, p, &def);
    CHECK(d);
    bytes = save(d, &bytes_size);
    CHECK(astar_reader_open(&r, bytes, bytes_size));
    CHECK(astar_load_discs_on_grid(NULL, NULL, &r, g, &made) == ASTAR_MALFORMED && !made && r.error[0]);
    free(bytes);
    astar_discs_destroy(d);
    astar_plane_destroy(p);
    astar_graph_destroy(g);
  }
}

/* A crowd of which most have gone: loading takes memory in proportion, also if what is free is made up. */
static void test_load_memory(void)
{
  world w;
  astar_discs *d;
  astar_reader r;
  astar_disc_def def = astar_default_disc();
  uint32_t i, n;
  for (n = 0; n <= 1000; n += 500) {
    size_t size, before;
    char *bytes;
    seed_case(n);
    create(&w, 0, 0);
    for (i = 0; i < 1000; i++) {
      astar_agent agent;
      astar_obstacle blocker;
      def.x = def.y = w.side / 2;
      CHECK(astar_discs_add(w.discs, &def, &agent, &blocker) == ASTAR_OK && agent == i + 1);
    }
    for (i = 0; i < n; i++) astar_discs_remove(w.discs, 1000 - i);
    bytes = save(w.discs, &size);
    before = w.books.bytes;
    CHECK(astar_reader_open(&r, bytes, size));
    CHECK(astar_load_discs(ledger_alloc, &w.books, &r, w.plane, &d) == ASTAR_OK && astar_read_end(&r));
    CHECK(w.books.bytes - before < 20000 + 10 * size);
    astar_discs_validate(d);
    for (i = 0; i < 3; i++) {
      uint32_t generation, twin;
      astar_agent a, b;
      astar_obstacle blocker;
      CHECK(astar_discs_next_id(d, &generation) == astar_discs_next_id(w.discs, &twin));
      CHECK(astar_discs_add(d, &def, &a, &blocker) == ASTAR_OK);
      CHECK(astar_discs_add(w.discs, &def, &b, &blocker) == ASTAR_OK);
      CHECK(a == b);
    }
    astar_discs_destroy(d);
    free(bytes);
    destroy(&w);
  }
}

static astar_agent add_of(map *m, astar_unit unit)
{
  astar_disc_def def = any_walker(m);
  astar_agent agent = ASTAR_NO_AGENT;
  astar_obstacle blocker;
  def.unit = unit;
  while (agent == ASTAR_NO_AGENT) {
    def.x = m->side * fraction();
    def.y = m->side * fraction();
    CHECK(astar_discs_add(m->discs, &def, &agent, &blocker) == ASTAR_OK);
  }
  return agent;
}

/* Units that enter the same cells share a plane; it is freed when no disc has it, but for the last. */
static void test_units(void)
{
  astar_agent agents[4];
  astar_obstacle blocker;
  astar_unit man, horse, tank;
  size_t two;
  map m;
  uint32_t i;
  seed_case(0);
  create_map(&m, 20, ASTAR_SQUARE);
  for (i = 1; i <= 400; i += 3) CHECK(astar_graph_set_terrain(m.grid, i, 2) == ASTAR_OK);
  set_unit(&m, "man", true, 2);
  set_unit(&m, "horse", true, 3);
  set_unit(&m, "tank", false, 1);
  man = astar_graph_unit(m.grid, "man", 3);
  horse = astar_graph_unit(m.grid, "horse", 5);
  tank = astar_graph_unit(m.grid, "tank", 4);
  agents[0] = add_of(&m, man);
  agents[1] = add_of(&m, horse);
  CHECK(astar_discs_plane(m.discs, man) == astar_discs_plane(m.discs, horse) && !astar_discs_plane(m.discs, tank));
  agents[2] = add_of(&m, tank);
  agents[3] = add_of(&m, ASTAR_NO_UNIT);
  CHECK(astar_discs_plane(m.discs, man) == astar_discs_plane(m.discs, ASTAR_NO_UNIT));
  CHECK(astar_discs_plane(m.discs, tank) != astar_discs_plane(m.discs, man));
  CHECK(astar_discs_agent(m.discs, agents[2]).unit == tank);
  CHECK(astar_discs_update(m.discs, 0) == ASTAR_OK);
  two = astar_discs_memory(m.discs);
  set_unit(&m, "man", true, 5);
  CHECK(astar_discs_update(m.discs, 0) == ASTAR_OK && astar_discs_memory(m.discs) == two);
  /* A unit that begins to enter what another does goes to its plane; the rest stay. */
  set_unit(&m, "man", false, 1);
  CHECK(astar_discs_update(m.discs, 0) == ASTAR_OK);
  CHECK(astar_discs_plane(m.discs, man) == astar_discs_plane(m.discs, tank));
  CHECK(astar_discs_plane(m.discs, horse) != astar_discs_plane(m.discs, tank));
  set_unit(&m, "man", true, 1);
  set_unit(&m, "tank", true, 1);
  CHECK(astar_discs_update(m.discs, 0) == ASTAR_OK && astar_discs_update(m.discs, 0) == ASTAR_OK);
  CHECK(astar_discs_plane(m.discs, man) == astar_discs_plane(m.discs, tank));
  CHECK(astar_discs_plane(m.discs, horse) == astar_discs_plane(m.discs, tank) && astar_discs_memory(m.discs) < two);
  CHECK(astar_discs_set_unit(m.discs, agents[0], tank, &blocker) == ASTAR_OK && blocker == ASTAR_NO_OBSTACLE);
  CHECK(!astar_discs_plane(m.discs, man));
  astar_discs_validate(m.discs);
  for (i = 0; i < 4; i++) astar_discs_remove(m.discs, agents[i]);
  CHECK(astar_discs_update(m.discs, 0) == ASTAR_OK && !astar_discs_plane(m.discs, tank));
  CHECK(add_of(&m, man) != ASTAR_NO_AGENT && astar_discs_plane(m.discs, man));
  astar_discs_validate(m.discs);
  destroy_map(&m);
}

int main(void)
{
  test_velocities();
  test_walls();
  test_neighbours();
  test_worlds();
  test_edits();
  test_places();
  test_corners();
  test_doors();
  test_paths();
  test_flows();
  test_priorities();
  test_extremes();
  test_rings();
  test_corridor();
  test_narrow();
  test_overlap();
  test_saving();
  test_damage();
  test_memory();
  test_maps();
  test_map_twins();
  test_map_memory();
  test_map_edits();
  test_refused_maps();
  test_load_memory();
  test_units();
  return check_summary("discs_test");
}
