/* graph_test.c: the core's graph: nodes and ids, links, terrains and units, many of each. */
#define MODEL_MAX 40u
#include "world.h"

static astar_id add(astar_graph *g, double x, double y)
{
  astar_id id = ASTAR_NO_ID;
  CHECK(astar_graph_add(g, x, y, 0, &id) == ASTAR_OK);
  return id;
}

static void join(astar_graph *g, astar_id a, astar_id b)
{
  astar_link link = astar_default_link();
  CHECK(astar_graph_link(g, a, b, &link) == ASTAR_OK);
}

/* ---- Nodes ---- */

static void defaults(void)
{
  astar_graph *g = astar_graph_create(NULL, NULL);
  uint64_t version = astar_graph_version(g), at = 99;
  astar_id a, b;
  double p[3];
  CHECK(g && astar_graph_memory(g) > 0 && version > 0);
  CHECK(astar_graph_count(g) == 0 && astar_graph_last_id(g) == 0 && astar_graph_next(g, 0) == ASTAR_NO_ID);
  CHECK(!astar_graph_has(g, 0, NULL) && !astar_graph_has(g, 1, NULL) && !astar_graph_has(g, UINT32_MAX, NULL));
  CHECK(!astar_graph_is_current(g, 0, 0) && astar_graph_free_id(g, &at) == ASTAR_NO_ID);
  CHECK(astar_graph_next(g, UINT32_MAX) == ASTAR_NO_ID);
  CHECK(astar_graph_optimize(g) == ASTAR_OK);
  astar_graph_validate(g);
  CHECK(astar_graph_add(g, 1, 2, 3, &a) == ASTAR_OK && a == 1);
  CHECK(astar_graph_version(g) > version);
  b = add(g, -1, -2);
  CHECK(b == 2 && astar_graph_is_current(g, 1, 0) && !astar_graph_is_current(g, 1, 1));
  astar_graph_position(g, a, p);
  CHECK(p[0] == 1 && p[1] == 2 && p[2] == 3);
  CHECK(astar_graph_node_terrain(g, a) == ASTAR_DEFAULT_TERRAIN && !astar_graph_blocked(g, a));
  CHECK(astar_graph_distance(g, a, b) == sqrt(4 + 16 + 9));
  CHECK(astar_graph_terrain_count(g) == 1 && astar_graph_unit_count(g) == 0);
  astar_graph_destroy(g);
  astar_graph_destroy(NULL);
}

static void recycling(void)
{
  astar_graph *g = astar_graph_create(NULL, NULL);
  astar_id ids[4], id;
  uint64_t at, version;
  uint32_t i, generation;
  double p[3];
  for (i = 0; i < 4; i++) ids[i] = add(g, i, 0);
  join(g, ids[1], ids[2]);
  astar_graph_remove(g, ids[2]);
  version = astar_graph_version(g);
  astar_graph_remove(g, ids[0]);
  CHECK(astar_graph_count(g) == 2 && astar_graph_last_id(g) == 4);
  CHECK(astar_graph_link_count(g, ids[1]) == 0);
  CHECK(astar_graph_next(g, 0) == ids[1] && astar_graph_next(g, ids[1]) == ids[3]);
  astar_graph_position(g, ids[2], p); /* where it was, while it rests */
  CHECK(p[0] == 2);
  CHECK(add(g, 9, 9) == 5); /* not used again unless told */
  CHECK(astar_graph_free_id(g, &at) == ids[2] && at == version);
  astar_graph_recycle(g, false);
  CHECK(astar_graph_free_id(g, &at) == ids[0] && at > version);
  astar_graph_recycle(g, false);
  CHECK(astar_graph_free_id(g, &at) == ids[2] && at == version);
  astar_graph_recycle(g, true);
  CHECK(astar_graph_free_id(g, &at) == ids[0]);
  CHECK(!astar_graph_has(g, ids[2], NULL));
  id = add(g, 7, 7);
  CHECK(id == ids[2] && astar_graph_has(g, id, &generation) && generation == 1);
  CHECK(!astar_graph_is_current(g, id, 0) && astar_graph_is_current(g, id, 1) && astar_graph_link_count(g, id) == 0);
  CHECK(add(g, 8, 8) == 6);
  for (i = 1; i <= 1000; i++) {
    astar_graph_remove(g, id);
    while (astar_graph_free_id(g, &at) != id) astar_graph_recycle(g, false);
    astar_graph_recycle(g, true);
    CHECK(add(g, i, i) == id && astar_graph_is_current(g, id, i + 1) && !astar_graph_is_current(g, id, i));
  }
  astar_graph_validate(g);
  astar_graph_destroy(g);
}

/* ---- Links ---- */

static void link_order(void)
{
  astar_graph *g = astar_graph_create(NULL, NULL);
  astar_id a = add(g, 0, 0), b = add(g, 3, 4), c = add(g, 0, 5), d = add(g, 5, 0);
  astar_link link = astar_default_link(), read;
  uint64_t version;
  CHECK(isnan(link.cost) && !link.oneway && link.terrain == ASTAR_NO_TERRAIN);
  join(g, a, b);
  join(g, c, a);
  join(g, a, d);
  read = astar_graph_link_at(g, a, 0);
  CHECK(read.to == b && read.cost == 5 && !read.own_cost && !read.oneway && read.terrain == ASTAR_NO_TERRAIN);
  link.cost = 0;
  link.oneway = true;
  link.terrain = 1;
  CHECK(astar_graph_link(g, a, b, &link) == ASTAR_OK); /* a -> b only, in its old place */
  read = astar_graph_link_at(g, a, 0);
  CHECK(read.to == b && read.cost == 0 && read.own_cost && read.oneway && read.terrain == 1);
  read = astar_graph_link_at(g, b, 0);
  CHECK(read.to == a && read.cost == 5 && !read.own_cost && !read.oneway && read.terrain == ASTAR_NO_TERRAIN);
  CHECK(astar_graph_link_at(g, a, 1).to == c && astar_graph_link_at(g, a, 2).to == d);
  version = astar_graph_version(g);
  CHECK(astar_graph_unlink(g, a, b, true) && astar_graph_version(g) > version);
  version = astar_graph_version(g);
  CHECK(!astar_graph_unlink(g, a, b, true) && astar_graph_version(g) == version);
  CHECK(!astar_graph_linked(g, a, b) && astar_graph_linked(g, b, a));
  link.cost = -0.0;
  CHECK(astar_graph_link(g, a, b, &link) == ASTAR_OK);
  CHECK(astar_graph_link_at(g, a, 2).to == b && !signbit(astar_graph_link_at(g, a, 2).cost));
  CHECK(astar_graph_unlink(g, b, a, false)); /* one of two was one way */
  CHECK(!astar_graph_linked(g, a, b) && !astar_graph_linked(g, b, a) && !astar_graph_unlink(g, b, c, false));
  CHECK(astar_graph_isolate(g, a) && !astar_graph_isolate(g, a) && !astar_graph_isolate(g, c));
  CHECK(!astar_graph_linked(g, a, a) && !astar_graph_unlink(g, a, a, false));
  astar_graph_validate(g);
  astar_graph_destroy(g);
}

/* Moves change the length of links, but not a cost that was given. */
static void moving(void)
{
  astar_graph *g = astar_graph_create(NULL, NULL);
  astar_id a = add(g, 0, 0), b = add(g, 3, 4), c = add(g, 1, 1);
  astar_link link = astar_default_link();
  const double far[3] = {1e308, -1e308, 0}, tiny[3] = {1e-320, 0, 0}, home[3] = {0, 0, 0};
  join(g, a, b);
  link.cost = 2;
  CHECK(astar_graph_link(g, b, c, &link) == ASTAR_OK);
  CHECK(astar_graph_move(g, b, far) == ASTAR_OK);
  CHECK(close_to(astar_graph_link_at(g, a, 0).cost, sqrt(2) * 1e308) && astar_graph_link_at(g, c, 0).cost == 2);
  CHECK(astar_graph_move(g, a, tiny) == ASTAR_OK && astar_graph_move(g, b, home) == ASTAR_OK);
  CHECK(astar_graph_link_at(g, a, 0).cost == 1e-320 && astar_graph_link_at(g, b, 0).cost == 1e-320);
  CHECK(astar_graph_move(g, a, home) == ASTAR_OK && astar_graph_link_at(g, a, 0).cost == 0);
  astar_graph_validate(g);
  astar_graph_destroy(g);
}

static void random_edits(void)
{
  uint32_t i, k, n = cases(1000);
  for (i = 0; i < n; i++) {
    world w;
    uint32_t edits;
    seed_case(i);
    edits = 50 + below(300);
    world_create(&w, (model_style)below(STYLES));
    for (k = 0; k < edits; k++) {
      world_edit(&w, UINT64_MAX);
      if (one_in(4)) astar_graph_validate(w.graph);
      if (one_in(8)) model_compare(w.model, w.graph);
    }
    model_compare(w.model, w.graph);
    astar_graph_validate(w.graph);
    CHECK(astar_graph_memory(w.graph) == w.books.bytes);
    world_destroy(&w);
  }
}

/* ---- Many ---- */

static void hub(void)
{
  const uint32_t n = 100000;
  astar_graph *g = astar_graph_create(NULL, NULL);
  const double p[3] = {1, 2, 3};
  astar_id centre = add(g, 0, 0), id;
  astar_link link = astar_default_link();
  uint32_t i;
  for (i = 0; i < n; i++) {
    id = add(g, i % 317, i / 317);
    if (i % 3 == 1) join(g, id, centre);
    else join(g, centre, id);
  }
  CHECK(astar_graph_link_count(g, centre) == n);
  for (i = 0; i < n; i += 997) CHECK(astar_graph_link_at(g, centre, i).to == centre + 1 + i);
  CHECK(astar_graph_linked(g, centre, centre + n) && astar_graph_linked(g, centre + n, centre));
  link.oneway = true;
  link.cost = 3;
  CHECK(astar_graph_link(g, centre, centre + n, &link) == ASTAR_OK);
  CHECK(astar_graph_link_at(g, centre, n - 1).cost == 3 && astar_graph_link_at(g, centre + n, 0).cost != 3);
  CHECK(astar_graph_move(g, centre, p) == ASTAR_OK);
  CHECK(astar_graph_link_at(g, centre, 0).cost == astar_graph_distance(g, centre, centre + 1));
  CHECK(astar_graph_unlink(g, centre, centre + n, false));
  CHECK(astar_graph_optimize(g) == ASTAR_OK);
  for (i = 0; i < n - 1; i += 997) CHECK(astar_graph_link_at(g, centre, i).to == centre + 1 + i);
  astar_graph_remove(g, centre);
  for (i = 1; i <= n; i += 997) CHECK(astar_graph_link_count(g, centre + i) == 0);
  CHECK(astar_graph_count(g) == n);
  astar_graph_validate(g);
  astar_graph_destroy(g);
}

static void many_nodes(void)
{
  const uint32_t n = 100000;
  ledger books = {0};
  astar_graph *g = astar_graph_create(ledger_alloc, &books);
  uint32_t i, k;
  uint64_t at;
  size_t full;
  seed_case(0);
  for (i = 0; i < n; i++) {
    double x = fraction();
    CHECK(add(g, x, fraction()) == i + 1);
    for (k = 0; k < 3 && i > 0; k++) {
      astar_id other = i > 50 ? i - below(50) : 1 + below(i);
      join(g, i + 1, other);
    }
  }
  CHECK(astar_graph_count(g) == n && astar_graph_memory(g) == books.bytes);
  astar_graph_validate(g);
  full = books.bytes;
  for (i = 1; i <= n; i += 2) astar_graph_remove(g, i);
  CHECK(astar_graph_count(g) == n / 2 && astar_graph_free_id(g, &at) == 1);
  astar_graph_validate(g);
  CHECK(astar_graph_optimize(g) == ASTAR_OK && books.bytes < full);
  astar_graph_validate(g);
  for (i = 1; i <= n; i += 2) {
    CHECK(astar_graph_free_id(g, &at) == i);
    astar_graph_recycle(g, true);
    CHECK(add(g, 0.5, fraction()) == i && astar_graph_is_current(g, i, 1));
  }
  CHECK(astar_graph_last_id(g) == n && astar_graph_free_id(g, &at) == ASTAR_NO_ID);
  for (i = 1; i <= n; i++) astar_graph_remove(g, i);
  CHECK(astar_graph_count(g) == 0 && astar_graph_next(g, 0) == ASTAR_NO_ID);
  CHECK(astar_graph_optimize(g) == ASTAR_OK);
  astar_graph_validate(g);
  CHECK(add(g, 0, 0) == n + 1);
  astar_graph_destroy(g);
  CHECK(books.blocks == 0 && books.bytes == 0);
}

/* ---- Names ---- */

static size_t name_of(uint32_t i, char name[8])
{
  /* Zeros are bytes like any other, and the shortest name is empty. */
  size_t length = 0;
  for (; i > 0; i /= 3) name[length++] = (char)(i % 3);
  return length;
}

static void many_terrains(void)
{
  const uint32_t many = 20000;
  uint32_t full = 1; /* how many there are; a format that holds fewer must say so */
  astar_result result = ASTAR_OK;
  ledger books = {0};
  astar_graph *g = astar_graph_create(ledger_alloc, &books);
  astar_unit_def def = {NULL, 0, 1, 2, 1};
  double costs[3] = {4, INFINITY, NAN}, climb, drop;
  uint32_t i;
  size_t length;
  const char *read;
  char name[16];
  astar_terrain terrain;
  uint64_t version;
  def.costs = costs;
  def.cost_count = 3;
  CHECK(astar_graph_terrain(g, "default", 7, &terrain) == ASTAR_OK && terrain == ASTAR_DEFAULT_TERRAIN);
  CHECK(astar_graph_set_unit(g, "u", 1, &def) == ASTAR_OK && astar_graph_unit(g, "u", 1) == 1);
  for (i = 0; i < many; i++) {
    length = name_of(i, name);
    result = astar_graph_terrain(g, name, length, &terrain);
    if (result != ASTAR_OK) break;
    CHECK(terrain == ++full);
    if (i == 1) CHECK(astar_graph_set_unit(g, "u", 1, &def) == ASTAR_OK); /* its terrains exist now */
    if (i % 1000 == 0) {
      CHECK(isnan(astar_graph_unit_cost(g, 1, terrain)));
      CHECK(astar_graph_set_unit(g, name, length, &def) == ASTAR_OK);
    }
  }
  version = astar_graph_version(g);
  CHECK(full >= 16383 && (full > many || result == ASTAR_FULL));
  if (full <= many) CHECK(astar_graph_terrain(g, "another", 7, &terrain) == ASTAR_FULL);
  CHECK(astar_graph_version(g) == version && astar_graph_terrain_count(g) == full);
  for (i = 0; i < full - 1; i++) {
    length = name_of(i, name);
    CHECK(astar_graph_terrain(g, name, length, &terrain) == ASTAR_OK && terrain == i + 2);
    read = astar_graph_terrain_name(g, terrain, &length);
    CHECK(length == name_of(i, name) && memcmp(read, name, length) == 0);
  }
  CHECK(astar_graph_version(g) == version);
  CHECK(astar_graph_unit_cost(g, 1, 1) == 4 && astar_graph_unit_cost(g, 1, 2) == INFINITY);
  CHECK(isnan(astar_graph_unit_cost(g, 1, 3)) && isnan(astar_graph_unit_cost(g, 1, full)));
  astar_graph_unit_limits(g, 1, &climb, &drop);
  CHECK(climb == 1 && drop == 2);
  astar_graph_unit_limits(g, ASTAR_NO_UNIT, &climb, &drop);
  CHECK(climb == INFINITY && drop == INFINITY);
  def.cost_count = 0;
  def.climb = 0;
  CHECK(astar_graph_set_unit(g, "u", 1, &def) == ASTAR_OK && isnan(astar_graph_unit_cost(g, 1, 1)));
  astar_graph_validate(g);
  astar_graph_destroy(g);
  CHECK(books.blocks == 0 && books.bytes == 0);
}

static void many_units(void)
{
  astar_graph *g = astar_graph_create(NULL, NULL);
  uint32_t i, n = 2000;
  size_t length;
  char name[16];
  const char *read;
  for (i = 0; i < n; i++) {
    double cost = i + 1;
    astar_unit_def def = {NULL, 1, INFINITY, INFINITY, 1};
    def.costs = &cost;
    CHECK(astar_graph_unit(g, name, name_of(i, name)) == ASTAR_NO_UNIT);
    CHECK(astar_graph_set_unit(g, name, name_of(i, name), &def) == ASTAR_OK);
  }
  CHECK(astar_graph_unit_count(g) == n);
  for (i = 0; i < n; i++) {
    CHECK(astar_graph_unit(g, name, name_of(i, name)) == i + 1);
    CHECK(astar_graph_unit_cost(g, i + 1, ASTAR_DEFAULT_TERRAIN) == i + 1);
    read = astar_graph_unit_name(g, i + 1, &length);
    CHECK(length == name_of(i, name) && memcmp(read, name, length) == 0);
  }
  astar_graph_destroy(g);
}

/* ---- Places ---- */

static bool brute_wanted(const astar_graph *g, const astar_near_def *def, astar_id id, const double *costs, bool linked)
{
  double cost = costs[astar_graph_node_terrain(g, id) - 1];
  if (isnan(cost)) cost = 1;
  if (def->enterable && (astar_graph_blocked(g, id) || (def->unit && cost == INFINITY))) return false;
  return !def->linked || linked;
}

static int compare_near(const void *a, const void *b)
{
  const astar_near *x = a, *y = b;
  if (x->distance != y->distance) return x->distance < y->distance ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

#define POINTS 1500u

static void random_places(void)
{
  static astar_near expected[POINTS], found[POINTS];
  static bool linked[POINTS + 2];
  uint32_t i, k, n = cases(80);
  for (i = 0; i < n; i++) {
    astar_graph *g = astar_graph_create(NULL, NULL);
    const double costs[2] = {NAN, INFINITY};
    astar_unit_def unit = {NULL, 2, INFINITY, INFINITY, 1};
    astar_terrain water;
    uint32_t size, asks, spread;
    astar_id id;
    seed_case(i);
    unit.costs = costs;
    size = 1 + below(one_in(2) ? 60 : POINTS - 1);
    spread = one_in(4) ? 1 : one_in(2) ? 5 : 1000; /* many in one place, or few */
    CHECK(astar_graph_set_unit(g, "u", 1, &unit) == ASTAR_OK && astar_graph_terrain(g, "water", 5, &water) == ASTAR_OK);
    CHECK(astar_graph_set_unit(g, "u", 1, &unit) == ASTAR_OK);
    memset(linked, 0, sizeof linked);
    for (k = 0; k < size; k++) {
      double x = below(spread), y = below(spread);
      CHECK(astar_graph_add(g, x, y, below(4), &id) == ASTAR_OK);
      if (one_in(5)) CHECK(astar_graph_set_terrain(g, id, water) == ASTAR_OK);
      if (one_in(5)) astar_graph_set_blocked(g, id, true);
      if (id > 1 && one_in(3)) {
        join(g, id, id - 1);
        linked[id] = linked[id - 1] = true;
      }
    }
    for (asks = 0; asks < 60; asks++) {
      astar_near_def def = astar_default_near();
      astar_near nearest;
      size_t count = 0;
      CHECK(def.flat && !def.enterable && !def.linked && def.radius == INFINITY && def.unit == ASTAR_NO_UNIT);
      def.x = below(spread * 2 + 2) * 0.5;
      def.y = below(spread * 2 + 2) * 0.5;
      def.z = below(4);
      def.flat = one_in(2);
      def.enterable = one_in(3);
      def.linked = one_in(3);
      def.unit = below(2);
      if (one_in(2)) def.radius = below(spread + 2);
      for (id = astar_graph_next(g, 0); id; id = astar_graph_next(g, id)) {
        double p[3], d;
        astar_graph_position(g, id, p);
        p[0] -= def.x;
        p[1] -= def.y;
        p[2] = def.flat ? 0 : p[2] - def.z;
        d = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        if (d > def.radius || !brute_wanted(g, &def, id, costs, linked[id])) continue;
        expected[count].distance = d;
        expected[count++].id = id;
      }
      qsort(expected, count, sizeof *expected, compare_near);
      CHECK(astar_graph_within(g, &def, found, POINTS) == count);
      for (k = 0; k < count; k++) CHECK(found[k].id == expected[k].id && found[k].distance == expected[k].distance);
      CHECK(astar_graph_nearest(g, &def, &nearest) == (count > 0));
      if (count > 0) CHECK(nearest.id == expected[0].id && nearest.distance == expected[0].distance);
      CHECK(astar_graph_within(g, &def, found, count / 2) == count);
      for (k = 0; k < 10; k++) {
        double p[3];
        id = astar_graph_next(g, below(size));
        if (id == ASTAR_NO_ID) continue;
        if (one_in(8) && !linked[id]) {
          astar_graph_remove(g, id);
        } else {
          p[0] = below(spread);
          p[1] = below(spread);
          p[2] = below(4);
          CHECK(astar_graph_move(g, id, p) == ASTAR_OK);
        }
      }
      if (one_in(20)) CHECK(astar_graph_optimize(g) == ASTAR_OK);
    }
    astar_graph_validate(g);
    astar_graph_destroy(g);
  }
}

/* In the order of their places, and all in one: what unbalances a tree that is not looked after. */
static void crowded_places(void)
{
  const uint32_t n = 60000;
  uint32_t i, kind;
  for (kind = 0; kind < 2; kind++) {
    astar_graph *g = astar_graph_create(NULL, NULL);
    astar_near_def def = astar_default_near();
    astar_near found;
    for (i = 0; i < n; i++) add(g, kind ? i : 5, 0);
    for (i = 0; i < n; i += 100) {
      def.x = i;
      CHECK(astar_graph_nearest(g, &def, &found));
      CHECK(found.id == (kind ? i + 1 : 1));
    }
    for (i = 1; i < n; i++) astar_graph_remove(g, i);
    CHECK(astar_graph_nearest(g, &def, &found) && found.id == n);
    astar_graph_validate(g);
    astar_graph_destroy(g);
  }
}

int main(void)
{
  defaults();
  recycling();
  link_order();
  moving();
  random_edits();
  hub();
  many_nodes();
  many_terrains();
  many_units();
  random_places();
  crowded_places();
  return check_summary("graph_test");
}
