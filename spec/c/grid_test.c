/* grid_test.c: the core's grids: cells, steps, walls and places; searches on them, and jump points. */
#include "graph/graph.h"
#include "grid/bitmap.h"
#include "grid/grid_space.h"
#include "grid/footprint.h"

#define MODEL_MAX 72u
#include "grid_world.h"

/* ---- Case by case ---- */

static astar_graph *make(astar_shape shape, uint32_t width, uint32_t height)
{
  astar_grid_def d = astar_default_grid();
  astar_graph *g = NULL;
  d.shape = shape;
  d.width = width;
  d.height = height;
  CHECK(astar_grid_create(NULL, NULL, &d, &g) == ASTAR_OK && g);
  return g;
}

static void no_grid(void)
{
  astar_graph *g = astar_graph_create(NULL, NULL);
  astar_grid_def def;
  astar_id a, b, id, other;
  uint32_t col, row, level;
  CHECK(astar_graph_add(g, 0, 0, 0, &a) == ASTAR_OK && astar_graph_add(g, 1, 0, 0, &b) == ASTAR_OK);
  CHECK(!astar_grid_get(g, &def) && astar_grid_count(g) == 0 && astar_grid_cell(g, 1, 1, 1) == ASTAR_NO_ID);
  CHECK(!astar_grid_place(g, a, &col, &row, &level) && !astar_grid_place(g, 0, &col, &row, &level));
  CHECK(astar_grid_at(g, 0, 0, 1) == ASTAR_NO_ID && !astar_grid_neighbours(g, a, b));
  id = other = ASTAR_NO_ID;
  CHECK(!astar_grid_next_wall(g, &id, &other) && astar_graph_next_linked(g, ASTAR_NO_ID) == a);
  astar_graph_destroy(g);
}

static void cells(void)
{
  astar_grid_def def = astar_default_grid(), read;
  astar_graph *g;
  astar_id id, next;
  uint32_t col, row, level;
  double p[3];
  uint64_t version;
  CHECK(def.width == 1 && def.height == 1 && def.shape == ASTAR_SQUARE && !def.straight && isnan(def.diagonal));
  CHECK(isnan(def.step));
  CHECK(def.corners == ASTAR_CORNERS_NEVER && def.cell[0] == 1 && def.cell[1] == 1 && !def.wrap_x && !def.wrap_y);
  def.width = 3;
  def.height = 2;
  def.cell[0] = 32;
  def.cell[1] = 16;
  def.origin[0] = 100;
  def.origin[1] = -10;
  def.origin[2] = 5;
  CHECK(astar_grid_create(NULL, NULL, &def, &g) == ASTAR_OK);
  CHECK(astar_grid_get(g, &read) && memcmp(&read, &def, sizeof def) == 0);
  CHECK(astar_grid_count(g) == 6 && astar_graph_count(g) == 6 && astar_graph_last_id(g) == 6);
  CHECK(astar_graph_next_id(g) == 7);
  CHECK(astar_grid_cell(g, 1, 1, 1) == 1 && astar_grid_cell(g, 3, 1, 1) == 3 && astar_grid_cell(g, 1, 2, 1) == 4);
  CHECK(astar_grid_cell(g, 0, 1, 1) == ASTAR_NO_ID && astar_grid_cell(g, 1, 0, 1) == ASTAR_NO_ID);
  CHECK(astar_grid_cell(g, 4, 1, 1) == ASTAR_NO_ID && astar_grid_cell(g, 1, 3, 1) == ASTAR_NO_ID);
  CHECK(astar_grid_cell(g, UINT32_MAX, UINT32_MAX, 1) == ASTAR_NO_ID);
  CHECK(astar_grid_place(g, 5, &col, &row, &level) && col == 2 && row == 2);
  CHECK(!astar_grid_place(g, 0, &col, &row, &level) && !astar_grid_place(g, 7, &col, &row, &level));
  CHECK(!astar_grid_place(g, UINT32_MAX, &col, &row, &level));
  astar_graph_position(g, 5, p);
  CHECK(p[0] == 148 && p[1] == 14 && p[2] == 5);
  CHECK(astar_graph_is_current(g, 6, 0) && !astar_graph_is_current(g, 6, 1) && !astar_graph_has(g, 7, NULL));
  version = astar_graph_version(g);
  CHECK(astar_grid_fill(g, 4, 1, 1, 1, 1, 1) == ASTAR_OK && astar_grid_fill(g, 0, 1, 1, 1, 1, 1) == ASTAR_OK);
  CHECK(astar_graph_version(g) == version);
  /* Free waypoints come after the cells. */
  CHECK(astar_graph_add(g, 1, 2, 3, &id) == ASTAR_OK && id == 7 && astar_graph_count(g) == 7);
  CHECK(!astar_grid_place(g, 7, &col, &row, &level) && !astar_grid_neighbours(g, 6, 7) && astar_grid_count(g) == 6);
  for (id = 1, next = 0; (next = astar_graph_next(g, next)) != ASTAR_NO_ID; id++) CHECK(next == id);
  CHECK(id == 8);
  astar_graph_remove(g, 7);
  CHECK(astar_graph_count(g) == 6 && astar_graph_last_id(g) == 7 && astar_graph_next(g, 6) == ASTAR_NO_ID);
  astar_graph_validate(g);
  astar_graph_destroy(g);
}

/* An allocator that has no large blocks. */
static void *small_blocks(void *context, void *block, size_t old_size, size_t new_size)
{
  if (new_size > 1 << 20) return NULL;
  return ledger_alloc(context, block, old_size, new_size);
}

static void too_large(void)
{
  astar_grid_def def = astar_default_grid();
  astar_graph *g = NULL;
  ledger books = {0};
  def.width = def.height = 65536;
  CHECK(astar_grid_create(small_blocks, &books, &def, &g) == ASTAR_FULL && !g);
  def.width = UINT32_MAX;
  def.height = 1;
  CHECK(astar_grid_create(small_blocks, &books, &def, &g) == ASTAR_FULL && !g);
  def.width = UINT32_MAX - 1;
  CHECK(astar_grid_create(small_blocks, &books, &def, &g) == ASTAR_NO_MEMORY && !g);
  def.width = def.height = 60000;
  CHECK(astar_grid_create(small_blocks, &books, &def, &g) == ASTAR_NO_MEMORY && !g);
  /* With levels, of which 32 bits count no more than the product. */
  def.width = def.height = 1;
  def.levels = UINT32_MAX;
  CHECK(astar_grid_create(small_blocks, &books, &def, &g) == ASTAR_FULL && !g);
  def.width = def.height = 65535;
  CHECK(astar_grid_create(small_blocks, &books, &def, &g) == ASTAR_FULL && !g);
  def.width = def.height = def.levels = 65536;
  CHECK(astar_grid_create(small_blocks, &books, &def, &g) == ASTAR_FULL && !g);
  def.width = def.height = def.levels = 1600;
  CHECK(astar_grid_create(small_blocks, &books, &def, &g) == ASTAR_NO_MEMORY && !g);
  CHECK(books.blocks == 0 && books.bytes == 0);
}

/* Of a tower of single cells, and of a map without the levels that are asked for. */
static void levels(void)
{
  astar_grid_def def = astar_default_grid(), read;
  astar_graph *g;
  uint32_t col, row, level, n;
  double xyz[3];
  def.levels = 1000;
  CHECK(astar_grid_create(NULL, NULL, &def, &g) == ASTAR_OK);
  CHECK(astar_grid_get(g, &read) && memcmp(&read, &def, sizeof def) == 0);
  CHECK(astar_grid_count(g) == 1000 && astar_graph_count(g) == 1000 && astar_graph_largest_size(g) == 1);
  for (n = 1; n <= 1000; n++) {
    CHECK(astar_grid_cell(g, 1, 1, n) == n && astar_grid_at(g, 0.5, 0.5, n) == n);
    CHECK(astar_grid_place(g, n, &col, &row, &level) && col == 1 && row == 1 && level == n);
    CHECK(astar_graph_link_count(g, n) == 0 && (n == 1 || !astar_grid_neighbours(g, n - 1, n)));
    astar_graph_position(g, n, xyz);
    CHECK(xyz[0] == 0.5 && xyz[1] == 0.5 && xyz[2] == n - 1);
  }
  for (n = 0; n < 3; n++) {
    static const uint32_t none[] = {0, 1001, UINT32_MAX};
    CHECK(astar_grid_cell(g, 1, 1, none[n]) == ASTAR_NO_ID && astar_grid_at(g, 0.5, 0.5, none[n]) == ASTAR_NO_ID);
    CHECK(astar_grid_fill(g, 1, 1, 1, 1, none[n], ASTAR_DEFAULT_TERRAIN) == ASTAR_OK);
  }
  astar_graph_validate(g);
  astar_graph_destroy(g);
}

/* Walks over maps with few closed steps and few links, which go over the rest in leaps. */
static void sparse_walks(void)
{
  static const uint32_t sizes[][2] = {{1, 100}, {100, 1}, {2, 60}, {60, 2}, {3, 50}, {23, 41}, {64, 64}, {7, 300}};
  uint32_t k, n = cases(400);
  for (k = 0; k < n; k++) {
    astar_grid_def d = astar_default_grid();
    astar_graph *g = NULL;
    bool closed[4100] = {false}, linked[4100] = {false}; /* by the lower id */
    astar_id a = ASTAR_NO_ID, b = ASTAR_NO_ID, last = ASTAR_NO_ID;
    uint32_t i, count = below(6), walls = 0, told = 0, links = 0;
    seed_case(k);
    i = below(8);
    d.width = sizes[i][0];
    d.height = sizes[i][1];
    d.shape = (astar_shape)below(6);
    d.wrap_x = one_in(2) && d.width % 2 == 0;
    d.wrap_y = one_in(2) && d.height % 2 == 0;
    CHECK(astar_grid_create(NULL, NULL, &d, &g) == ASTAR_OK);
    for (i = 0; i < count; i++) {
      astar_id from = 1 + below(d.width * d.height), to;
      uint32_t degree = astar_graph_link_count(g, from);
      if (degree == 0) continue;
      to = astar_graph_link_at(g, from, below(degree)).to;
      if (to <= astar_grid_count(g) && !closed[from < to ? from : to]) {
        closed[from < to ? from : to] = true;
        walls++;
        CHECK(astar_graph_unlink(g, from, to, one_in(2)));
      }
    }
    for (i = 0; i < count; i++) {
      astar_link link = astar_default_link();
      astar_id from = 1 + below(d.width * d.height), to = 1 + below(d.width * d.height);
      link.cost = 3;
      if (from == to || linked[from < to ? from : to]) continue;
      CHECK(astar_graph_link(g, from, to, &link) == ASTAR_OK);
      linked[from < to ? from : to] = true;
      links++;
    }
    while (astar_grid_next_wall(g, &a, &b)) {
      CHECK(a < b && a > last && closed[a] && astar_grid_neighbours(g, a, b));
      last = a;
      told++;
    }
    CHECK(told == walls);
    for (a = 0, told = 0; (a = astar_graph_next_linked(g, a)) != ASTAR_NO_ID;) {
      astar_link link;
      for (i = 0; astar_graph_own_link(g, a, &i, &link);) {
        CHECK(linked[a] && link.to > a && !link.oneway);
        told++;
      }
    }
    CHECK(told == links);
    astar_graph_destroy(g);
  }
}

/* Columns and rows of the first and last cell of each row. */
static void large(void)
{
  static const uint32_t sizes[][2] = {{65537, 29}, {99991, 23}, {3, 700001}, {1, 1000003}, {1500007, 1}};
  uint32_t i, row;
  for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    uint32_t width = sizes[i][0], height = sizes[i][1], x, y, level;
    astar_graph *g = make(ASTAR_SQUARE, width, height);
    for (row = 1; row <= height; row++) {
      astar_id first = astar_grid_cell(g, 1, row, 1), last = astar_grid_cell(g, width, row, 1);
      CHECK(first == (row - 1) * width + 1 && last == row * width);
      CHECK(astar_grid_place(g, first, &x, &y, &level) && x == 1 && y == row);
      CHECK(astar_grid_place(g, last, &x, &y, &level) && x == width && y == row);
      if (row > 1) CHECK(astar_grid_neighbours(g, first, first - width));
      if (row > 1 && width > 2) CHECK(!astar_grid_neighbours(g, first, first - 1));
      if (row % 4096 == 1) CHECK(astar_grid_at(g, width - 0.5, row - 0.5, 1) == last);
    }
    astar_graph_destroy(g);
  }
}

/* The memory of a layer grows with the parts of the map in which it has values. */
static void layers_of_large_maps(void)
{
  const uint32_t width = 1501, height = 1103, cells = width * height;
  astar_graph *g = make(ASTAR_SQUARE, width, height);
  const size_t empty = astar_graph_memory(g);
  astar_layer layer;
  uint32_t i;
  CHECK(astar_graph_layer(g, "danger", 6, &layer) == ASTAR_OK);
  CHECK(astar_grid_fill_layer(g, layer, 1, 1, width, height, 1, 0) == ASTAR_OK);
  CHECK(astar_layer_set(g, layer, cells, 2) == ASTAR_OK && astar_layer_set(g, layer, 1, 3) == ASTAR_OK);
  CHECK(astar_graph_memory(g) - empty < cells / 7); /* 8 bytes for 64 cells without values */
  CHECK(astar_grid_fill_layer(g, layer, width - 9, 1000, 99, 1, 1, 5) == ASTAR_OK);
  for (i = 1; i <= cells; i++) {
    const double value = i == 1 ? 3 : i == cells ? 2 : i > 1000 * width - 10 && i <= 1000 * width ? 5 : 0;
    CHECK(astar_layer_get(g, layer, i) == value);
  }
  astar_layer_clear(g, layer);
  CHECK(astar_layer_get(g, layer, 1) == 0 && astar_graph_memory(g) - empty < cells / 7);
  astar_graph_destroy(g);
}

/* A point on a border belongs to the cell right of it or below it. */
static void borders(void)
{
  static const double sizes[] = {1, 0.1, 1.0 / 3, 32, 1e-5, 12345.678};
  astar_grid_def def = astar_default_grid();
  uint32_t i, k;
  for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    double size = sizes[i];
    astar_graph *g;
    def.width = 40;
    def.height = 30;
    def.shape = ASTAR_SQUARE;
    def.cell[0] = def.cell[1] = size;
    def.origin[0] = i % 2 ? -7.5 * size : 0;
    CHECK(astar_grid_create(NULL, NULL, &def, &g) == ASTAR_OK);
    for (k = 0; k < 40; k++) {
      double border = def.origin[0] + k * size;
      CHECK(astar_grid_at(g, border, 0, 1) == k + 1);
      CHECK(astar_grid_at(g, nextafter(border, -INFINITY), 0, 1) == (k ? k : ASTAR_NO_ID));
    }
    CHECK(astar_grid_at(g, def.origin[0] + 40 * size, 0, 1) == ASTAR_NO_ID);
    CHECK(astar_grid_at(g, def.origin[0], 30 * size, 1) == ASTAR_NO_ID);
    CHECK(astar_grid_at(g, def.origin[0], nextafter(30 * size, 0), 1) == 29 * 40 + 1);
    CHECK(astar_grid_at(g, NAN, 0, 1) == ASTAR_NO_ID && astar_grid_at(g, 0, NAN, 1) == ASTAR_NO_ID);
    CHECK(astar_grid_at(g, INFINITY, 0, 1) == ASTAR_NO_ID && astar_grid_at(g, 0, -INFINITY, 1) == ASTAR_NO_ID);
    CHECK(astar_grid_at(g, DBL_MAX, DBL_MAX, 1) == ASTAR_NO_ID && astar_grid_at(g, -DBL_MAX, 1, 1) == ASTAR_NO_ID);
    astar_graph_destroy(g);
  }
  /* Diamonds of 2 x 1 whose upper corner lies at 0, 0: borders slant. */
  def = astar_default_grid();
  def.shape = ASTAR_ISOMETRIC;
  def.width = def.height = 4;
  def.cell[0] = 2;
  {
    astar_graph *g = NULL;
    CHECK(astar_grid_create(NULL, NULL, &def, &g) == ASTAR_OK);
    CHECK(astar_grid_at(g, 0, 0, 1) == 1 && astar_grid_at(g, 0, 0.5, 1) == 1);
    CHECK(astar_grid_at(g, 0, -0.01, 1) == ASTAR_NO_ID);
    CHECK(astar_grid_at(g, 0.5, 0.25, 1) == 1 && astar_grid_at(g, -0.5, 0.25, 1) == 1); /* its upper sides */
    CHECK(astar_grid_at(g, 0.5, 0.75, 1) == 2 && astar_grid_at(g, -0.5, 0.75, 1) == 5); /* its lower sides */
    CHECK(astar_grid_at(g, 0, 1, 1) == 6 && astar_grid_at(g, 1, 1, 1) == 2 && astar_grid_at(g, 0, 4, 1) == ASTAR_NO_ID);
    astar_graph_destroy(g);
    /* Hexagons in rows and in columns: the borders between cells of one line are straight. */
    g = make(ASTAR_ODD_R, 4, 3);
    CHECK(astar_grid_at(g, 0, 1 / sqrt(3), 1) == 1 && astar_grid_at(g, 1, 1 / sqrt(3), 1) == 2);
    CHECK(astar_grid_at(g, 1 - 1e-6, 1 / sqrt(3), 1) == 1 && astar_grid_at(g, 4, 1 / sqrt(3), 1) == ASTAR_NO_ID);
    astar_graph_destroy(g);
    g = make(ASTAR_EVEN_Q, 3, 4);
    CHECK(astar_grid_at(g, 1 / sqrt(3), 0, 1) == 1 && astar_grid_at(g, 1 / sqrt(3), 1, 1) == 4);
    CHECK(astar_grid_at(g, 1 / sqrt(3), 1 - 1e-6, 1) == 1 && astar_grid_at(g, 1 / sqrt(3), 4, 1) == ASTAR_NO_ID);
    astar_graph_destroy(g);
  }
}

/* Neighbours of a cell, row by row and left to right. */
static void check_neighbours(const astar_graph *g, astar_id id, uint32_t count, const astar_id *expected)
{
  uint32_t i;
  CHECK(astar_graph_link_count(g, id) == count);
  for (i = 0; i < count; i++) CHECK(astar_graph_link_at(g, id, i).to == expected[i]);
}

static void neighbours(void)
{
  static const astar_id around[8] = {1, 2, 3, 4, 6, 7, 8, 9}, straight[4] = {2, 4, 6, 8}, corner[3] = {2, 4, 5};
  static const astar_id odd_r[6] = {2, 3, 4, 6, 8, 9}, even_r[6] = {1, 2, 4, 6, 7, 8};
  static const astar_id odd_q[6] = {2, 4, 6, 7, 8, 9}, even_q[6] = {1, 2, 3, 4, 6, 8};
  static const astar_id wrapped[8] = {9, 7, 8, 3, 2, 6, 4, 5};
  astar_grid_def def = astar_default_grid();
  astar_graph *g = make(ASTAR_SQUARE, 3, 3);
  double p[3];
  check_neighbours(g, 5, 8, around);
  check_neighbours(g, 1, 3, corner);
  CHECK(astar_graph_link_at(g, 5, 0).cost == sqrt(2) && astar_graph_link_at(g, 5, 1).cost == 1);
  CHECK(!astar_grid_neighbours(g, 1, 3) && !astar_grid_neighbours(g, 3, 4) && !astar_grid_neighbours(g, 5, 5));
  astar_graph_destroy(g);
  g = make(ASTAR_ODD_R, 3, 3);
  check_neighbours(g, 5, 6, odd_r);
  astar_graph_position(g, 5, p);
  CHECK(close_to(p[0], 2) && close_to(p[1], 1 / sqrt(3) + sqrt(3) / 2));
  astar_graph_destroy(g);
  g = make(ASTAR_EVEN_R, 3, 3);
  check_neighbours(g, 5, 6, even_r);
  astar_graph_position(g, 4, p);
  CHECK(fabs(p[0]) < 1e-12 && close_to(p[1], 1 / sqrt(3) + sqrt(3) / 2));
  astar_graph_destroy(g);
  g = make(ASTAR_ODD_Q, 3, 3);
  check_neighbours(g, 5, 6, odd_q);
  astar_graph_position(g, 5, p);
  CHECK(close_to(p[0], 1 / sqrt(3) + sqrt(3) / 2) && close_to(p[1], 2));
  astar_graph_destroy(g);
  g = make(ASTAR_EVEN_Q, 3, 3);
  check_neighbours(g, 5, 6, even_q);
  astar_graph_destroy(g);
  def.width = def.height = 3;
  def.straight = true;
  CHECK(astar_grid_create(NULL, NULL, &def, &g) == ASTAR_OK);
  check_neighbours(g, 5, 4, straight);
  CHECK(!astar_grid_neighbours(g, 1, 5));
  astar_graph_destroy(g);
  def.straight = false;
  def.wrap_x = def.wrap_y = true;
  CHECK(astar_grid_create(NULL, NULL, &def, &g) == ASTAR_OK);
  check_neighbours(g, 1, 8, wrapped);
  astar_graph_destroy(g);
}

/* Steps that are closed, one way or both, and links beside them. */
static void steps_and_links(void)
{
  astar_graph *g = make(ASTAR_SQUARE, 3, 1);
  astar_link link = astar_default_link(), read;
  astar_near_def near = astar_default_near();
  astar_near found;
  uint64_t version = astar_graph_version(g);
  astar_grid_wall(g, 1, 2, true);
  CHECK(astar_graph_version(g) > version && !astar_graph_linked(g, 1, 2) && !astar_graph_linked(g, 2, 1));
  CHECK(astar_grid_neighbours(g, 1, 2) && astar_graph_link_count(g, 1) == 0 && astar_graph_link_count(g, 2) == 1);
  version = astar_graph_version(g);
  astar_grid_wall(g, 2, 1, true);
  CHECK(astar_graph_version(g) == version && !astar_graph_unlink(g, 1, 2, false) && astar_graph_version(g) == version);
  /* A plain link opens it again, one way or both. */
  link.oneway = true;
  CHECK(astar_graph_link(g, 1, 2, &link) == ASTAR_OK && astar_graph_linked(g, 1, 2) && !astar_graph_linked(g, 2, 1));
  CHECK(!astar_graph_link_at(g, 1, 0).oneway && astar_graph_link_count(g, 1) == 1);
  CHECK(astar_graph_unlink(g, 2, 1, false) && !astar_graph_linked(g, 1, 2));
  CHECK(astar_graph_link(g, 2, 1, &link) == ASTAR_OK);
  /* What has only a way in is linked too. */
  near.linked = true;
  CHECK(astar_graph_nearest(g, &near, &found) && found.id == 1);
  /* A link with a cost stands beside the step, and its wall. */
  link.oneway = false;
  link.cost = 0.25;
  CHECK(astar_graph_link(g, 1, 2, &link) == ASTAR_OK && astar_graph_link_count(g, 1) == 1);
  read = astar_graph_link_at(g, 1, 0);
  CHECK(read.to == 2 && read.own_cost && read.cost == 0.25);
  CHECK(astar_graph_link_count(g, 2) == 3 && astar_graph_link_at(g, 2, 2).cost == 0.25);
  astar_grid_wall(g, 1, 2, false);
  CHECK(astar_graph_link_count(g, 1) == 2 && astar_graph_link_at(g, 1, 0).cost == 1);
  link.cost = NAN; /* and a plain one takes its place */
  CHECK(astar_graph_link(g, 1, 2, &link) == ASTAR_OK && astar_graph_link_count(g, 1) == 1);
  CHECK(!astar_graph_link_at(g, 1, 0).own_cost);
  /* Cutting takes both. */
  link.terrain = ASTAR_DEFAULT_TERRAIN;
  CHECK(astar_graph_link(g, 1, 2, &link) == ASTAR_OK && astar_graph_link_count(g, 1) == 2);
  CHECK(astar_graph_unlink(g, 1, 2, true) && astar_graph_link_count(g, 1) == 0 && astar_graph_link_count(g, 2) == 3);
  link.terrain = ASTAR_NO_TERRAIN;
  CHECK(astar_graph_link(g, 1, 3, &link) == ASTAR_OK && astar_graph_link_at(g, 1, 0).cost == 2);
  CHECK(astar_graph_isolate(g, 1) && !astar_graph_isolate(g, 1) && astar_graph_link_count(g, 2) == 1);
  CHECK(astar_graph_link_count(g, 3) == 1 && !astar_graph_linked(g, 1, 1));
  astar_graph_validate(g);
  astar_graph_destroy(g);
}

/* More cells with links than the first tables hold; then all is renumbered. */
static void many_ports(void)
{
  ledger books = {0};
  astar_grid_def def = astar_default_grid();
  astar_graph *g;
  astar_link link = astar_default_link();
  uint32_t i, round;
  size_t before;
  def.width = 300;
  def.height = 100;
  CHECK(astar_grid_create(ledger_alloc, &books, &def, &g) == ASTAR_OK);
  before = books.bytes;
  seed_case(0);
  for (i = 1; i <= 30000; i += 3) {
    link.cost = i;
    CHECK(astar_graph_link(g, i, 1 + (i + 15000) % 30000, &link) == ASTAR_OK);
    if (i % 300 == 1) {
      astar_id id;
      CHECK(astar_graph_add(g, below(300), 50, 0, &id) == ASTAR_OK && id == 30000 + i / 300 + 1);
      CHECK(astar_graph_link(g, i, id, &link) == ASTAR_OK);
    }
  }
  for (round = 0; round < 2; round++) {
    astar_graph_validate(g);
    CHECK(astar_graph_memory(g) == books.bytes);
    for (i = 1; i <= 30000; i += 3) {
      astar_link read = astar_graph_link_at(g, i, astar_graph_link_count(g, i) - (i % 300 == 1 ? 2 : 1));
      CHECK(read.to == 1 + (i + 15000) % 30000 && read.cost == i && astar_graph_linked(g, read.to, i));
    }
    CHECK(astar_graph_optimize(g) == ASTAR_OK);
  }
  for (i = 1; i <= 30000; i += 3) CHECK(astar_graph_isolate(g, i));
  CHECK(astar_graph_link_count(g, 15002) == 5); /* the steps of those between them are left */
  CHECK(astar_graph_optimize(g) == ASTAR_OK);
  astar_graph_validate(g);
  CHECK(books.bytes > before);
  astar_graph_destroy(g);
  CHECK(books.blocks == 0 && books.bytes == 0);
}

/* ---- Places ---- */

#define PLACE_CELLS 900u

static int compare_near(const void *a, const void *b)
{
  const astar_near *x = a, *y = b;
  if (x->distance != y->distance) return x->distance < y->distance ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

/* Where many lie at the same distance: the lower id first. */
static void nearest_of_many(void)
{
  static astar_near expected[PLACE_CELLS], found[PLACE_CELLS];
  uint32_t i, k, asks, n = cases(40);
  for (i = 0; i < n; i++) {
    astar_graph *g;
    uint32_t width, percent;
    seed_case(i);
    width = 1 + below(60);
    g = make(one_in(3) ? ASTAR_ISOMETRIC : ASTAR_SQUARE, width, 1 + below(PLACE_CELLS / width));
    percent = below(100);
    for (k = 1; k <= astar_grid_count(g); k++) astar_graph_set_blocked(g, k, below(100) < percent);
    for (asks = 0; asks < 60; asks++) {
      astar_near_def def = astar_default_near();
      astar_near nearest;
      size_t count = 0;
      double p[3];
      astar_graph_position(g, 1 + below(astar_grid_count(g)), p);
      def.x = p[0] + (below(9) - 4.0) / 2;
      def.y = p[1] + (below(9) - 4.0) / 2;
      def.enterable = !one_in(3);
      if (one_in(2)) def.radius = below(9) * 0.5;
      for (k = 1; k <= astar_grid_count(g); k++) {
        double d;
        astar_graph_position(g, k, p);
        d = sqrt((p[0] - def.x) * (p[0] - def.x) + (p[1] - def.y) * (p[1] - def.y));
        if (d > def.radius || (def.enterable && astar_graph_blocked(g, k))) continue;
        expected[count].distance = d;
        expected[count++].id = k;
      }
      qsort(expected, count, sizeof *expected, compare_near);
      CHECK(astar_graph_within(g, &def, found, PLACE_CELLS) == count);
      for (k = 0; k < count; k++) CHECK(found[k].id == expected[k].id && found[k].distance == expected[k].distance);
      CHECK(astar_graph_nearest(g, &def, &nearest) == (count > 0));
      if (count > 0) CHECK(nearest.id == expected[0].id && nearest.distance == expected[0].distance);
    }
    astar_graph_destroy(g);
  }
}

/* ---- Estimates ---- */

/* On an open map the best heuristic knows the cost of every way. */
static void exact_estimates(void)
{
  uint32_t kind;
  for (kind = 0; kind < 96; kind++) {
    static const double diagonals[] = {NAN, 1, 1.25, 2};
    astar_grid_def def = astar_default_grid();
    astar_graph *g;
    astar_search *s = astar_search_create(NULL, NULL);
    astar_search_def question = astar_default_search();
    astar_id start, goal;
    def.shape = (astar_shape)(kind % 6);
    def.wrap_x = kind / 6 % 2;
    def.wrap_y = kind / 12 % 2;
    def.width = 6;
    def.height = 4;
    def.cell[0] = def.cell[1] = 3;
    if (grid_is_hexagonal(&def)) def.drawn = kind / 24 % 2;
    else def.diagonal = diagonals[kind / 24];
    def.straight = kind / 24 == 3 && !grid_is_hexagonal(&def);
    if (kind % 5 == 0) def.step = kind % 2 ? 1 : 7;
    CHECK(astar_grid_create(NULL, NULL, &def, &g) == ASTAR_OK);
    for (start = 1; start <= 24; start++) {
      for (goal = 1; goal <= 24; goal++) {
        double estimate;
        question.start = start;
        question.goals = &goal;
        question.goal_count = 1;
        CHECK(astar_search_begin(s, astar_on_graph(g), &question) == ASTAR_OK);
        CHECK(astar_search_step(s, 0) == ASTAR_SEARCHING);
        estimate = astar_search_visit(s, start).estimate;
        CHECK(astar_search_step(s, UINT64_MAX) == ASTAR_FOUND);
        CHECK(close_to(astar_search_visit(s, goal).cost, estimate));
      }
    }
    astar_search_destroy(s);
    astar_graph_destroy(g);
  }
}

/* ---- Maps of some size ---- */

#define FIELD_CELLS 2600u
#define FIELD_TERRAINS 4u /* those of number 3 and 4 differ in price where a map has several */
#define FIELD_LINKS 6u

/* A step from a cell, whatever is on the map. */
typedef struct field_way {
  uint32_t to;
  double length;
  uint32_t corners[2]; /* of a diagonal: the cells beside it, of which `needed` must be open */
  int needed;
  bool closed;
} field_way;

typedef struct field_link {
  uint32_t from, to;
  double cost;
} field_link;

/* Cells count from 0 here. */
typedef struct field {
  astar_grid_def def;
  astar_graph *grid;
  uint32_t count;
  field_way ways[FIELD_CELLS][8];
  uint32_t way_count[FIELD_CELLS];
  astar_terrain terrain[FIELD_CELLS];
  bool blocked[FIELD_CELLS];
  bool avoided[FIELD_CELLS]; /* by the next question */
  double multipliers[FIELD_TERRAINS + 1]; /* of unit 1, by terrain */
  field_link links[FIELD_LINKS];
  uint32_t link_count;
  uint32_t from;
  double least[FIELD_CELLS]; /* cost from there */
} field;

/* What it costs to enter a cell. */
static double field_price(const field *f, uint32_t cell)
{
  return f->blocked[cell] ? INFINITY : f->multipliers[f->terrain[cell]];
}

static bool field_closed(const field *f, uint32_t a, uint32_t b)
{
  uint32_t i;
  for (i = 0; i < f->way_count[a]; i++) {
    if (f->ways[a][i].to == b) return f->ways[a][i].closed;
  }
  return false;
}

static double field_step(const field *f, uint32_t from, const field_way *way)
{
  int open = 0, k;
  for (k = 0; k < 2 && way->needed > 0; k++) {
    uint32_t corner = way->corners[k];
    open += field_price(f, corner) < INFINITY && !field_closed(f, from, corner) && !field_closed(f, corner, way->to);
  }
  return open >= way->needed && !way->closed ? way->length * field_price(f, way->to) : INFINITY;
}

/* The least cost of getting from a cell to another at once. */
static double field_cost(const field *f, uint32_t a, uint32_t b)
{
  double cost = INFINITY;
  uint32_t i;
  for (i = 0; i < f->way_count[a]; i++) {
    if (f->ways[a][i].to == b) cost = fmin(cost, field_step(f, a, &f->ways[a][i]));
  }
  for (i = 0; i < f->link_count; i++) {
    if (f->links[i].from == a && f->links[i].to == b) cost = fmin(cost, f->links[i].cost * field_price(f, b));
  }
  return cost;
}

static void field_find_ways(field *f)
{
  const astar_grid_def *d = &f->def;
  uint32_t cell;
  int across, down, needed = d->corners == ASTAR_CORNERS_NEVER ? 2 : d->corners == ASTAR_CORNERS_ONE ? 1 : 0;
  for (cell = 0; cell < f->count; cell++) {
    int col = grid_col(d, cell + 1), row = grid_row(d, cell + 1);
    for (down = -1; down <= 1; down++) {
      for (across = -1; across <= 1; across++) {
        field_way *way = &f->ways[cell][f->way_count[cell]];
        astar_id to = grid_from(d, cell + 1, across, down);
        if ((across == 0 && down == 0) || to == ASTAR_NO_ID || to == cell + 1) continue;
        way->length = grid_way_length(d, col, row, across, down);
        way->to = to - 1;
        way->needed = !grid_is_hexagonal(d) && across != 0 && down != 0 ? needed : 0;
        if (way->needed > 0) {
          way->corners[0] = grid_from(d, cell + 1, across, 0) - 1;
          way->corners[1] = grid_from(d, cell + 1, 0, down) - 1;
        }
        if (way->length > 0) f->way_count[cell]++;
      }
    }
  }
}

/* A map with a unit that pays these prices for the terrains. */
static void field_create(field *f, const astar_grid_def *def, const double *prices)
{
  astar_unit_def unit = {NULL, FIELD_TERRAINS, INFINITY, 1, 1};
  uint32_t t;
  unit.costs = prices;
  memset(f, 0, sizeof *f);
  f->def = *def;
  f->count = def->width * def->height;
  CHECK(f->count <= FIELD_CELLS && astar_grid_create(NULL, NULL, def, &f->grid) == ASTAR_OK);
  for (t = 1; t <= FIELD_TERRAINS; t++) {
    char name = (char)('0' + t);
    astar_terrain terrain = 1;
    if (t > 1) CHECK(astar_graph_terrain(f->grid, &name, 1, &terrain) == ASTAR_OK);
    CHECK(terrain == t);
    f->multipliers[t] = prices[t - 1];
  }
  CHECK(astar_graph_set_unit(f->grid, "u", 1, &unit) == ASTAR_OK);
  for (t = 0; t < f->count; t++) f->terrain[t] = ASTAR_DEFAULT_TERRAIN;
  field_find_ways(f);
}

static void field_destroy(field *f)
{
  astar_graph_validate(f->grid);
  astar_graph_destroy(f->grid);
}

static void field_set(field *f, uint32_t cell, astar_terrain terrain, bool blocked)
{
  f->terrain[cell] = terrain;
  f->blocked[cell] = blocked;
  CHECK(astar_graph_set_terrain(f->grid, cell + 1, terrain) == ASTAR_OK);
  astar_graph_set_blocked(f->grid, cell + 1, blocked);
}

/* Scattered cells, a few or many, or walls with gaps. */
static void field_draw(field *f)
{
  uint32_t percent = below(one_in(3) ? 3 : 60), cell, walls = one_in(3) ? 2 + below(6) : 0;
  for (cell = 0; cell < f->count; cell++) {
    uint32_t col = cell % f->def.width, row = cell / f->def.width;
    bool closed = below(100) < percent, by_terrain = one_in(2);
    if (walls > 0) closed = (col % walls == 0 || row % walls == 0) && !one_in(4);
    field_set(f, cell, closed && by_terrain ? 2 : one_in(3) ? 3 + below(2) : 1, closed && !by_terrain);
  }
}

static void field_edit(field *f)
{
  uint32_t edits = below(12), cell;
  for (; edits > 0; edits--) {
    astar_terrain terrain = 1 + below(FIELD_TERRAINS);
    cell = below(f->count);
    field_set(f, cell, terrain, one_in(3));
  }
  if (one_in(4)) {
    uint32_t col = 1 + below(f->def.width), row = 1 + below(f->def.height), width = below(90), height = below(20);
    astar_terrain terrain = 1 + below(FIELD_TERRAINS);
    CHECK(astar_grid_fill(f->grid, col, row, width, height, 1, terrain) == ASTAR_OK);
    for (cell = 0; cell < f->count; cell++) {
      uint32_t x = cell % f->def.width + 1, y = cell / f->def.width + 1;
      if (x >= col && x < col + width && y >= row && y < row + height) f->terrain[cell] = terrain;
    }
  }
}

/* A link one way, with or without a cost. */
static void field_join(field *f)
{
  field_link *l = &f->links[f->link_count];
  astar_link link = astar_default_link();
  uint32_t i;
  l->from = below(f->count);
  l->to = below(f->count);
  link.cost = l->cost = one_in(3) ? 0 : fraction() * 20;
  link.oneway = true;
  for (i = 0; i < f->link_count; i++) {
    if (f->links[i].from == l->from && f->links[i].to == l->to) return;
  }
  if (f->link_count + 1 == FIELD_LINKS || l->from == l->to) return;
  CHECK(astar_graph_link(f->grid, l->from + 1, l->to + 1, &link) == ASTAR_OK);
  f->link_count++;
}

/* Least costs from a cell: what gets cheaper is looked at again. */
static void field_flood(field *f, uint32_t from)
{
  static uint32_t queue[FIELD_CELLS];
  static bool waiting[FIELD_CELLS];
  uint32_t head = 0, length = 1, i;
  for (i = 0; i < f->count; i++) f->least[i] = INFINITY;
  f->least[from] = 0;
  f->from = from;
  queue[0] = from;
  while (length > 0) {
    uint32_t a = queue[head];
    head = (head + 1) % FIELD_CELLS;
    length--;
    waiting[a] = false;
    for (i = 0; i < f->way_count[a] + f->link_count; i++) {
      const field_link *l = &f->links[i < f->way_count[a] ? 0 : i - f->way_count[a]];
      uint32_t b = i < f->way_count[a] ? f->ways[a][i].to : l->to;
      double cost;
      if (i >= f->way_count[a] && l->from != a) continue;
      if (f->avoided[b]) continue;
      cost = f->least[a] + (i < f->way_count[a] ? field_step(f, a, &f->ways[a][i]) : l->cost * field_price(f, b));
      if (!(cost * (1 + 1e-12) < f->least[b])) continue;
      f->least[b] = cost;
      if (!waiting[b]) queue[(head + length++) % FIELD_CELLS] = b;
      waiting[b] = true;
    }
  }
}

/* Its cost must be the least, and it must be legal. Gives a hash of it. */
static uint64_t field_check_path(const field *f, const astar_path *path, uint32_t to)
{
  double sum = 0;
  uint64_t hash = 0;
  uint32_t i;
  CHECK(astar_path_point(path, 0).id == f->from + 1 && astar_path_point(path, path->count - 1).id == to + 1);
  for (i = 1; i < path->count; i++)
    sum += field_cost(f, astar_path_point(path, i - 1).id - 1, astar_path_point(path, i).id - 1);
  for (i = 0; i < path->count; i++) hash = mix(hash ^ astar_path_point(path, i).id);
  CHECK(close_to(sum, f->least[to]) && close_to(path->cost, f->least[to]));
  return hash;
}

/* A search to its end. Gives a hash of the path. */
static uint64_t field_search(const field *f, astar_search *s, uint32_t to, bool jump, bool answer_only)
{
  astar_search_def d = astar_default_search();
  astar_id goal = to + 1;
  astar_status status;
  astar_path *path;
  uint64_t hash;
  d.start = f->from + 1;
  d.goals = &goal;
  d.goal_count = 1;
  d.unit = 1;
  d.jump = jump ? ASTAR_JUMP_ALWAYS : ASTAR_JUMP_NEVER;
  d.answer_only = answer_only;
  CHECK(astar_search_begin(s, astar_on_graph(f->grid), &d) == ASTAR_OK);
  CHECK(astar_search_jumps(s) == (jump && field_price(f, to) < INFINITY));
  status = astar_search_step(s, UINT64_MAX);
  CHECK(status == (f->least[to] < INFINITY ? ASTAR_FOUND : ASTAR_UNREACHABLE));
  if (status != ASTAR_FOUND) return 0;
  path = malloc(astar_path_size(astar_search_trace(s, goal)));
  CHECK(path);
  astar_search_path(s, goal, path);
  hash = field_check_path(f, path, to);
  free(path);
  return hash;
}

/* In one call: jump points where they serve, else a kernel. Gives a hash of the path. */
static uint64_t field_find(const field *f, astar_finder *finder, uint32_t to)
{
  const astar_path *path = astar_find_path(finder, f->grid, 1, f->from + 1, to + 1);
  CHECK((path != NULL) == (f->least[to] < INFINITY));
  CHECK(astar_finder_status(finder) == (path ? ASTAR_FOUND : ASTAR_UNREACHABLE));
  return path ? field_check_path(f, path, to) : 0;
}

/* Every kind of search; each in new memory and in used. */
static void field_ask(const field *f, astar_search *used, astar_finder *finder, uint32_t to, bool jumps)
{
  astar_finder *other = astar_finder_create(NULL, NULL);
  const uint64_t found = field_find(f, finder, to);
  uint32_t kind;
  CHECK(other && field_find(f, other, to) == found);
  /* Labels may have been made when nothing was found. */
  CHECK(found == 0 || astar_finder_expanded(other) == astar_finder_expanded(finder));
  astar_finder_destroy(other);
  for (kind = jumps ? 0 : 2; kind < 4; kind++) {
    astar_search *fresh = astar_search_create(NULL, NULL);
    uint64_t way = field_search(f, used, to, kind < 2, kind % 2 == 0);
    CHECK(way == field_search(f, fresh, to, kind < 2, kind % 2 == 0));
    CHECK(astar_search_expanded(used) == astar_search_expanded(fresh));
    astar_search_destroy(fresh);
  }
}

/* Around what a word of bits, or a page of records, holds. */
static uint32_t pick_side(void)
{
  static const uint32_t words[] = {62, 63, 64, 65, 66, 126, 127, 128, 129, 130, 190, 191, 192, 193, 199, 200};
  return one_in(3) ? words[below(16)] : one_in(2) ? 1 + below(20) : 1 + below(200);
}

static void pick_sides(astar_grid_def *d)
{
  uint32_t side = pick_side(), most = FIELD_CELLS / side > 200 ? 200 : FIELD_CELLS / side;
  uint32_t other = 1 + below(one_in(2) && most > 12 ? 12 : most);
  bool lies = one_in(2);
  d->width = lies ? side : other;
  d->height = lies ? other : side;
}

/* Any cell, or one in the same row or column. */
static uint32_t pick_goal(const field *f)
{
  uint32_t to = below(f->count), width = f->def.width;
  if (one_in(4)) return f->from / width * width + to % width;
  return one_in(3) ? to / width * width + f->from % width : to;
}

/* By jump points: one price. */
static void jumping(void)
{
  static const double prices[FIELD_TERRAINS] = {3, INFINITY, 3, 3};
  static field f;
  uint32_t i, k, q, n = cases(250);
  astar_search *used = astar_search_create(NULL, NULL);
  astar_finder *finder = astar_finder_create(NULL, NULL);
  for (i = 0; i < n; i++) {
    astar_grid_def def = astar_default_grid();
    seed_case(i);
    pick_sides(&def);
    if (one_in(4)) {
      def.cell[0] = 2;
      def.cell[1] = one_in(2) ? 2 : 3;
      if (def.cell[1] == 2) def.diagonal = one_in(2) ? 1 : 1.75;
    }
    if (one_in(6)) def.shape = ASTAR_ISOMETRIC;
    if (one_in(3)) def.step = one_in(2) ? 1 : 0.1;
    def.corners = (astar_corners)below(3);
    field_create(&f, &def, prices);
    field_draw(&f);
    for (k = 0; k < 4; k++) {
      field_flood(&f, below(f.count));
      for (q = 0; q < 5; q++) field_ask(&f, used, finder, pick_goal(&f), true);
      field_edit(&f); /* and what jump points read follows */
      astar_graph_validate(f.grid);
    }
    field_destroy(&f);
  }
  astar_finder_destroy(finder);
  astar_search_destroy(used);
}

/*
** Along open lines longer than any window of bits, with one cell closed, in the line or beside it: from one
** end to the other, and to where the cell is.
*/
static void long_lines(void)
{
  static const double prices[FIELD_TERRAINS] = {3, INFINITY, 3, 3};
  static field f;
  astar_search *used = astar_search_create(NULL, NULL);
  uint32_t lies, lines, line, at;
  for (lies = 0; lies < 2; lies++) {
    for (lines = 1; lines <= 3; lines++) {
      astar_grid_def def = astar_default_grid();
      const uint32_t length = 197, step = lies ? 1 : lines;
      def.width = lies ? length : lines;
      def.height = lies ? lines : length;
      def.corners = (astar_corners)below(3);
      field_create(&f, &def, prices);
      for (at = 1; at + 1 < length; at++) {
        for (line = 0; line < lines; line++) {
          uint32_t middle = lines == 1 ? 0 : lies ? length : 1, closed = at * step + line * (lies ? length : 1);
          uint32_t ends[2], k;
          ends[0] = middle;
          ends[1] = middle + (length - 1) * step;
          field_set(&f, closed, 1, true);
          for (k = 0; k < 2; k++) {
            field_flood(&f, ends[k]);
            field_search(&f, used, ends[1 - k], true, line % 2 == 0);
            field_search(&f, used, middle + (at + 1 - 2 * k) * step, true, at % 2 == 0);
          }
          field_set(&f, closed, 1, false);
        }
      }
      field_destroy(&f);
    }
  }
  astar_search_destroy(used);
}

/* The definition of a grid of any layout and size. */
static astar_grid_def any_grid(void)
{
  astar_grid_def def = grid_choose(60);
  def.levels = 1;
  def.cell[0] = def.cell[1] = 2;
  pick_sides(&def);
  if (grid_is_hexagonal(&def)) {
    def.width += def.wrap_x & def.width & 1;
    def.height += def.wrap_y & def.height & 1;
  }
  if (def.width == 1 || def.height == 1) def.diagonal = NAN;
  return def;
}

/* Cell by cell: any grid, several prices, and some links. */
static void pricey_maps(void)
{
  static const double costs[] = {0.25, 1, 1, 1.5, 2, 7, INFINITY};
  static const double alike[] = {1, 1, 1.000004, 0.999997, 1.00002, 1.1, INFINITY};
  static field f;
  uint32_t i, k, q, n = cases(400);
  astar_search *used = astar_search_create(NULL, NULL);
  astar_finder *finder = astar_finder_create(NULL, NULL);
  for (i = 0; i < n; i++) {
    astar_grid_def def;
    double prices[FIELD_TERRAINS];
    bool nearly;
    seed_case(i);
    def = any_grid();
    if (def.width * def.height > FIELD_CELLS) continue;
    nearly = one_in(2); /* as dear: ways that a rough order does not tell apart */
    for (k = 0; k < FIELD_TERRAINS; k++) prices[k] = nearly ? alike[below(7)] : costs[below(7)];
    field_create(&f, &def, prices);
    field_draw(&f);
    for (k = 0; k < 3; k++) {
      field_flood(&f, below(f.count));
      for (q = 0; q < 4; q++) field_ask(&f, used, finder, pick_goal(&f), false);
      field_edit(&f);
      if (one_in(3)) field_join(&f);
    }
    field_destroy(&f);
  }
  astar_finder_destroy(finder);
  astar_search_destroy(used);
}

/* ---- By the kernel for cells ---- */

/* Close steps, and open some again. */
static void field_wall(field *f)
{
  uint32_t walls = below(30), i, k;
  for (; walls > 0; walls--) {
    uint32_t a = below(f->count), b;
    bool closed = !one_in(3);
    if (f->way_count[a] == 0) continue;
    b = f->ways[a][below(f->way_count[a])].to;
    astar_grid_wall(f->grid, a + 1, b + 1, closed);
    for (i = 0; i < 2; i++) {
      uint32_t from = i ? b : a, to = i ? a : b;
      for (k = 0; k < f->way_count[from]; k++) {
        if (f->ways[from][k].to == to) f->ways[from][k].closed = closed;
      }
    }
  }
}

/* Ask a finder that is never to use jump points. Gives a hash of the path. */
static uint64_t field_find_by_cells(const field *f, astar_finder *finder, uint32_t to, double max_cost,
                                    const astar_id *avoid, uint32_t avoid_count)
{
  astar_search_def d = astar_default_search();
  astar_id goal = to + 1;
  astar_status status;
  bool found = f->least[to] <= max_cost && f->least[to] < INFINITY;
  d.start = f->from + 1;
  d.goals = &goal;
  d.goal_count = 1;
  d.unit = 1;
  d.jump = ASTAR_JUMP_NEVER;
  d.max_cost = max_cost;
  d.avoid_ids = avoid;
  d.avoid_count = avoid_count;
  status = astar_find(finder, astar_on_graph(f->grid), &d);
  if (f->least[to] < INFINITY && close_to(f->least[to], max_cost)) return 0;
  CHECK((status == ASTAR_FOUND) == found);
  if (!found && !(max_cost < INFINITY)) CHECK(status == ASTAR_UNREACHABLE);
  if (!found && f->least[to] < INFINITY) CHECK(status == ASTAR_LIMIT);
  return found ? field_check_path(f, astar_finder_path(finder), to) : 0;
}

/* Prepare the unit often, wholly or in part: landmarks change no cost. */
static void field_prepare(const field *f)
{
  if (one_in(3)) return;
  if (one_in(2)) {
    (void)astar_graph_prepare(f->grid, 1, below(20 * f->count));
  } else {
    CHECK(astar_graph_prepare(f->grid, 1, UINT64_MAX) == ASTAR_DONE);
    CHECK(astar_graph_prepared(f->grid, 1));
  }
}

/* Any grid with few prices or one, of any size, with walls, links, nodes to avoid and limits; edited in between. */
static void by_cells(void)
{
  static const double prices[][FIELD_TERRAINS] = {
    {1, 1, 1, 1}, {3, INFINITY, 3, 3}, {1, 2, 3, 5}, {1, 1.5, 1, 1000000}, {0.001, 1, 1000, INFINITY}};
  static const double scales[] = {1, 1, 1, 1, 1e-300, 1e290, 1e-6};
  static field f;
  uint32_t i, k, q, n = cases(400);
  astar_finder *used = astar_finder_create(NULL, NULL);
  for (i = 0; i < n; i++) {
    astar_grid_def def;
    double own[FIELD_TERRAINS], scale;
    const double *list;
    bool walled;
    seed_case(i);
    def = any_grid();
    if (def.width * def.height > FIELD_CELLS) continue;
    list = prices[below(5)];
    scale = scales[below(7)];
    for (k = 0; k < FIELD_TERRAINS; k++) own[k] = list[k] * scale;
    field_create(&f, &def, own);
    field_draw(&f);
    walled = one_in(2) && !(def.wrap_x && def.width <= 2) && !(def.wrap_y && def.height <= 2);
    for (k = 0; k < 4; k++) {
      astar_id avoid[20];
      uint32_t avoid_count = one_in(3) ? below(20) : 0;
      for (q = 0; q < avoid_count; q++) avoid[q] = 1 + below(f.count);
      for (q = 0; q < avoid_count; q++) f.avoided[avoid[q] - 1] = true;
      field_flood(&f, below(f.count));
      field_prepare(&f);
      for (q = 0; q < 5; q++) {
        uint32_t to = pick_goal(&f);
        double limit = one_in(3) ? fraction() * 60 * scale : INFINITY;
        astar_finder *fresh = astar_finder_create(NULL, NULL);
        uint64_t way = field_find_by_cells(&f, used, to, limit, avoid, avoid_count);
        /* In whatever order questions are asked. */
        CHECK(way == field_find_by_cells(&f, fresh, to, limit, avoid, avoid_count));
        CHECK(way == 0 || astar_finder_expanded(used) == astar_finder_expanded(fresh));
        astar_finder_destroy(fresh);
      }
      for (q = 0; q < avoid_count; q++) f.avoided[avoid[q] - 1] = false;
      field_edit(&f);
      if (one_in(4)) field_join(&f);
      if (walled) field_wall(&f);
      astar_graph_validate(f.grid);
    }
    field_destroy(&f);
  }
  astar_finder_destroy(used);
}

/*
** Costs that differ by less than the kernel's order tells apart, so that nodes are opened again and again: then the
** order gets exact.
*/
static void nearly_alike(void)
{
  static field f;
  uint32_t i, q, cell, n = cases(20);
  astar_finder *finder = astar_finder_create(NULL, NULL);
  for (i = 0; i < n; i++) {
    static const double prices[FIELD_TERRAINS] = {1e-9, 1, 1.000001, 1.0000013};
    astar_grid_def def = astar_default_grid();
    seed_case(i);
    def.width = def.height = 50;
    def.wrap_x = one_in(2);
    field_create(&f, &def, prices);
    for (cell = 0; cell < f.count; cell++) field_set(&f, cell, one_in(20) ? 1 : 2 + below(3), one_in(8));
    field_prepare(&f);
    for (q = 0; q < 10; q++) {
      field_flood(&f, below(f.count));
      (void)field_find_by_cells(&f, finder, below(f.count), INFINITY, NULL, 0);
    }
    field_destroy(&f);
  }
  astar_finder_destroy(finder);
}

/* ---- What jump points read ---- */

#define SETS 20u

static void name_set(uint32_t i, char name[3])
{
  name[0] = 't';
  name[1] = (char)('a' + i);
  name[2] = '\0';
}

/* Unit i + 1 enters the terrains whose numbers share a bit with `mask`, at a cost of `cost`. */
static void set_mask(astar_graph *g, uint32_t i, uint32_t mask, double cost)
{
  double costs[SETS + 1];
  astar_unit_def unit = {NULL, SETS + 1, INFINITY, INFINITY, 1};
  char name[3];
  uint32_t t;
  for (t = 0; t <= SETS; t++) costs[t] = t == 0 || t & mask ? cost : INFINITY;
  unit.costs = costs;
  name_set(i, name);
  CHECK(astar_graph_set_unit(g, name, 2, &unit) == ASTAR_OK && astar_graph_unit(g, name, 2) == i + 1);
}

static astar_search_def ask_for_way(astar_id start, const astar_id *goal, astar_unit unit)
{
  astar_search_def d = astar_default_search();
  d.start = start;
  d.goals = goal;
  d.goal_count = 1;
  d.unit = unit;
  d.jump = ASTAR_JUMP_ALWAYS;
  return d;
}

/* Begin a search from a corner of the map: whether jump points serve. */
static bool serves(astar_graph *g, astar_unit unit)
{
  astar_search *s = astar_search_create(NULL, NULL);
  astar_id goal = 1;
  astar_search_def d = ask_for_way(1, &goal, unit);
  bool jumps;
  CHECK(astar_search_begin(s, astar_on_graph(g), &d) == ASTAR_OK);
  jumps = astar_search_jumps(s);
  astar_search_destroy(s);
  return jumps;
}

/*
** More sets of terrains than are kept, each with a search that stands half-way and holds what it reads:
** that outlives being dropped. Then an edit, after which all go on from the start.
*/
static void many_sets(void)
{
  uint32_t round, i, n = cases(6);
  for (round = 0; round < n; round++) {
    ledger books = {0};
    astar_grid_def def = astar_default_grid();
    astar_graph *g;
    astar_search *searches[SETS], *plain = astar_search_create(NULL, NULL);
    astar_id start, goals[SETS];
    size_t kept = 0;
    uint32_t cell, edits;
    seed_case(round);
    def.width = 40 + below(50);
    def.height = 30 + below(5);
    CHECK(astar_grid_create(ledger_alloc, &books, &def, &g) == ASTAR_OK);
    for (i = 0; i < SETS; i++) {
      char name[3];
      astar_terrain terrain;
      name_set(i, name);
      CHECK(astar_graph_terrain(g, name, 2, &terrain) == ASTAR_OK && terrain == i + 2);
    }
    for (i = 0; i < SETS; i++) set_mask(g, i, i + 1, 1 + i);
    for (cell = 1; cell <= astar_grid_count(g); cell++) {
      astar_terrain terrain = one_in(4) ? 2 + below(SETS) : ASTAR_DEFAULT_TERRAIN;
      CHECK(astar_graph_set_terrain(g, cell, terrain) == ASTAR_OK);
    }
    start = 1;
    for (i = 0; i < SETS; i++) {
      astar_search_def d;
      searches[i] = astar_search_create(ledger_alloc, &books);
      do goals[i] = astar_grid_count(g) - below(60);
      while (astar_graph_node_terrain(g, goals[i]) != ASTAR_DEFAULT_TERRAIN);
      d = ask_for_way(start, &goals[i], i + 1);
      CHECK(astar_search_begin(searches[i], astar_on_graph(g), &d) == ASTAR_OK);
      CHECK(astar_search_jumps(searches[i]));
      (void)astar_search_step(searches[i], below(4));
      if (i == 16) kept = as_bitmaps_memory(g->grid);
      if (i > 16) CHECK(as_bitmaps_memory(g->grid) == kept); /* no more than so many are kept */
      if (one_in(3)) (void)serves(g, 1 + below(i + 1));
    }
    for (edits = 0; edits < 2; edits++) {
      for (i = 0; i < SETS; i++) {
        astar_search_def d = ask_for_way(start, &goals[i], i + 1);
        astar_status status = astar_search_step(searches[i], UINT64_MAX);
        d.jump = ASTAR_JUMP_NEVER;
        CHECK(status != ASTAR_STALE && astar_search_begin(plain, astar_on_graph(g), &d) == ASTAR_OK);
        CHECK(!astar_search_jumps(plain) && astar_search_step(plain, UINT64_MAX) == status);
        if (status != ASTAR_FOUND) continue;
        CHECK(close_to(astar_search_visit(plain, goals[i]).cost, astar_search_visit(searches[i], goals[i]).cost));
        CHECK(astar_search_trace(searches[i], goals[i]) > 0);
      }
      /* Of the sets that are kept all follow the edit. */
      for (i = 0; i < 40; i++) {
        cell = 2 + below(astar_grid_count(g) - 62);
        if (one_in(2)) astar_graph_set_blocked(g, cell, one_in(2));
        else CHECK(astar_graph_set_terrain(g, cell, 1 + below(SETS)) == ASTAR_OK);
      }
      astar_graph_validate(g);
      for (i = 0; i < SETS; i++) {
        (void)serves(g, SETS - i);
        CHECK(astar_search_restart(searches[i], ASTAR_NO_ID, NULL, NULL, NULL, 0) == ASTAR_OK);
        (void)astar_search_step(searches[i], below(4));
      }
      for (i = 0; i < SETS; i++) {
        CHECK(astar_search_restart(searches[i], ASTAR_NO_ID, NULL, NULL, NULL, 0) == ASTAR_OK);
        CHECK(astar_search_jumps(searches[i]));
      }
    }
    for (i = 0; i < SETS / 2; i++) astar_search_destroy(searches[i]);
    astar_graph_destroy(g);
    for (; i < SETS; i++) astar_search_destroy(searches[i]);
    astar_search_destroy(plain);
    CHECK(books.blocks == 0 && books.bytes == 0);
  }
}

/* Whether what jump points read is kept for a unit. */
static bool is_kept(const astar_graph *g, astar_unit unit)
{
  const as_rules rules = as_units_rules(&g->units, unit);
  return as_bitmaps_find(g->grid, &rules) != NULL;
}

/* Of the sets of terrains those are kept that were used last. */
static void last_sets(void)
{
  astar_graph *g = make(ASTAR_SQUARE, 8, 8);
  uint32_t i, k, order[SETS];
  seed_case(0);
  for (i = 0; i < SETS; i++) {
    char name[3];
    astar_terrain terrain;
    name_set(i, name);
    CHECK(astar_graph_terrain(g, name, 2, &terrain) == ASTAR_OK);
    order[i] = i;
  }
  for (i = 0; i < SETS; i++) set_mask(g, i, i + 1, 1 + i);
  for (k = 0; k < 500; k++) {
    uint32_t at = below(SETS), unit = order[at];
    CHECK(serves(g, unit + 1));
    memmove(order + 1, order, at * sizeof *order);
    order[0] = unit;
    for (i = 0; i < SETS && k > 100; i++) CHECK(is_kept(g, order[i] + 1) == (i < 16));
  }
  astar_graph_validate(g);
  astar_graph_destroy(g);
}

/* The way from cell 1 to the last one: its cost, and whether jump points served. */
static double ask(astar_graph *g, astar_unit unit, bool *jumps)
{
  astar_search *s = astar_search_create(NULL, NULL);
  astar_id goal = astar_grid_count(g);
  astar_search_def d = ask_for_way(1, &goal, unit);
  double cost = INFINITY;
  CHECK(astar_search_begin(s, astar_on_graph(g), &d) == ASTAR_OK);
  *jumps = astar_search_jumps(s);
  if (astar_search_step(s, UINT64_MAX) == ASTAR_FOUND) cost = astar_search_visit(s, goal).cost;
  astar_search_destroy(s);
  return cost;
}

/* What was made for jump points is not taken for what it is not: units, terrains and the map may change. */
static void made_before(void)
{
  astar_graph *g = make(ASTAR_SQUARE, 3, 3);
  astar_link link = astar_default_link();
  astar_terrain terrain;
  astar_id id;
  const double p[3] = {1.5, 1.5, 4};
  bool jumps;
  uint32_t i;
  for (i = 0; i < SETS; i++) {
    char name[3];
    name_set(i, name);
    CHECK(astar_graph_terrain(g, name, 2, &terrain) == ASTAR_OK);
  }
  set_mask(g, 0, 1, 1);
  CHECK(astar_graph_set_terrain(g, 5, 2) == ASTAR_OK); /* which is of number 1 */
  CHECK(close_to(ask(g, 1, &jumps), 2 * sqrt(2)) && jumps);
  set_mask(g, 0, 2, 1); /* now the middle is closed to it */
  CHECK(ask(g, 1, &jumps) == 4 && jumps);
  set_mask(g, 0, 1, 7); /* as it was, but dearer */
  CHECK(close_to(ask(g, 1, &jumps), 14 * sqrt(2)) && jumps);
  /* A terrain that is new since then: what does not know it is made anew once it is used. */
  CHECK(astar_graph_terrain(g, "new", 3, &terrain) == ASTAR_OK);
  CHECK(close_to(ask(g, 1, &jumps), 14 * sqrt(2)) && jumps);
  CHECK(astar_graph_set_terrain(g, 5, terrain) == ASTAR_OK);
  CHECK(close_to(ask(g, 1, &jumps), 14 * sqrt(2)) && jumps);
  CHECK(astar_graph_set_terrain(g, 5, 2) == ASTAR_OK);
  astar_graph_validate(g);
  /* Two costs, a wall, a link or a height, and they do not serve. */
  {
    static const double costs[2] = {1, 2};
    astar_unit_def unit = {NULL, 2, INFINITY, INFINITY, 1};
    unit.costs = costs;
    CHECK(astar_graph_set_unit(g, "ta", 2, &unit) == ASTAR_OK);
    CHECK(close_to(ask(g, 1, &jumps), 2 + sqrt(2)) && !jumps);
    set_mask(g, 0, 1, 1);
  }
  CHECK(ask(g, 1, &jumps) < 3 && jumps);
  astar_grid_wall(g, 1, 5, true);
  CHECK(close_to(ask(g, 1, &jumps), 2 + sqrt(2)) && !jumps);
  astar_grid_wall(g, 1, 5, false);
  CHECK(ask(g, 1, &jumps) < 3 && jumps);
  link.cost = 0.5;
  CHECK(astar_graph_link(g, 1, 9, &link) == ASTAR_OK && ask(g, 1, &jumps) == 0.5 && !jumps);
  CHECK(astar_graph_unlink(g, 1, 9, false) && ask(g, 1, &jumps) < 3 && jumps);
  CHECK(astar_graph_add(g, 0, 0, 0, &id) == ASTAR_OK && astar_graph_link(g, 1, id, &link) == ASTAR_OK);
  CHECK(ask(g, 1, &jumps) < 3 && !jumps);
  astar_graph_remove(g, id);
  CHECK(ask(g, 1, &jumps) < 3 && jumps);
  CHECK(astar_graph_move(g, 5, p) == ASTAR_OK && close_to(ask(g, 1, &jumps), 2 + sqrt(2)) && !jumps);
  astar_graph_validate(g);
  astar_graph_destroy(g);
}

/* ---- The same map always gives the same way ---- */

static uint64_t way_of(astar_graph *g, astar_search *s, const astar_search_def *d)
{
  CHECK(astar_search_begin(s, astar_on_graph(g), d) == ASTAR_OK);
  if (astar_search_step(s, UINT64_MAX) != ASTAR_FOUND) return astar_search_status(s);
  return search_route(s, d->goals[0]);
}

/* One map made at once, the other by way of much that was undone. */
static void same_ways(void)
{
  uint32_t i, k, n = cases(60);
  for (i = 0; i < n; i++) {
    astar_grid_def def = astar_default_grid();
    astar_graph *g[2];
    astar_search *s[2];
    astar_link link = astar_default_link();
    uint32_t cell, side, percent, kind;
    seed_case(i);
    def.width = 5 + below(40);
    def.height = 5 + below(40);
    def.shape = (astar_shape)below(6);
    def.straight = one_in(4) && !grid_is_hexagonal(&def);
    def.corners = (astar_corners)below(3);
    percent = below(40);
    for (k = 0; k < 2; k++) {
      CHECK(astar_grid_create(NULL, NULL, &def, &g[k]) == ASTAR_OK);
      s[k] = astar_search_create(NULL, NULL);
    }
    for (k = 0; k < 50; k++) {
      astar_id a = 1 + below(def.width * def.height), b = 1 + below(def.width * def.height), id;
      link.cost = below(9);
      if (a != b) CHECK(astar_graph_link(g[1], a, b, &link) == ASTAR_OK);
      CHECK(astar_graph_add(g[1], a, b, 0, &id) == ASTAR_OK && astar_graph_link(g[1], a, id, &link) == ASTAR_OK);
      astar_graph_set_blocked(g[1], b, true);
    }
    for (cell = 1; cell <= def.width * def.height; cell++) {
      bool blocked = below(100) < percent;
      for (side = 0; side < 2; side++) astar_graph_set_blocked(g[side], cell, blocked);
      astar_graph_isolate(g[1], cell);
    }
    link.cost = NAN;
    for (cell = 1; cell <= def.width * def.height; cell++) {
      for (k = 0; k < astar_graph_link_count(g[0], cell); k++)
        CHECK(astar_graph_link(g[1], cell, astar_graph_link_at(g[0], cell, k).to, &link) == ASTAR_OK);
    }
    if (one_in(2)) CHECK(astar_graph_optimize(g[1]) == ASTAR_OK);
    for (kind = 0; kind < 12; kind++) {
      astar_search_def d = astar_default_search();
      astar_id goal = 1 + below(def.width * def.height);
      uint64_t ways[2];
      d.start = 1 + below(def.width * def.height);
      d.goals = &goal;
      d.goal_count = 1;
      d.answer_only = kind % 2 == 0;
      d.jump = (astar_jump)(kind % 3);
      for (side = 0; side < 2; side++) ways[side] = way_of(g[side], s[side], &d);
      CHECK(ways[0] == ways[1] && astar_search_expanded(s[0]) == astar_search_expanded(s[1]));
      /* And again in the same memory. */
      CHECK(way_of(g[0], s[1], &d) == ways[0] && way_of(g[1], s[0], &d) == ways[0]);
    }
    for (side = 0; side < 2; side++) {
      astar_graph_validate(g[side]);
      astar_graph_destroy(g[side]);
      astar_search_destroy(s[side]);
    }
  }
}

/* ---- Random grids ---- */

static void random_search(world *w, astar_search *s)
{
  static quest q;
  grid_choose_quest(grid_in(w), &q, w->style);
  quest_solve(w->model, &q);
  CHECK(astar_search_begin(s, astar_on_graph(w->graph), &q.def) == ASTAR_OK);
  CHECK(astar_search_start(s) == q.def.start && astar_search_goal_count(s) == q.def.goal_count);
  if (astar_search_jumps(s)) CHECK(grid_may_jump(grid_in(w), &q));
  if (w->model->count == grid_in(w)->cells && grid_may_jump(grid_in(w), &q) &&
      model_enterable(w->model, q.def.unit, q.goals[0]))
    CHECK(astar_search_jumps(s));
  world_search(w, &q, s, grid_world_edit);
}

static void random_find(world *w, astar_finder *f)
{
  static quest q;
  grid_choose_quest(grid_in(w), &q, w->style);
  quest_for_finder(w->model, &q);
  CHECK(quest_check_find(w->model, &q, w->graph, &w->books, f));
}

/* The steps of units that cover several cells, as a search sees them and one by one. */
static void compare_squares(const world *w)
{
  as_grid *grid = w->graph->grid;
  astar_unit unit;
  for (unit = 1; unit < MODEL_UNITS; unit++) {
    const as_space space = as_grid_space(w->graph, unit);
    uint32_t cell, to, d;
    CHECK(as_is_complete(&space) && (space.rules.view != NULL) == (space.rules.size > 1));
    for (cell = 0; cell < grid->count && space.rules.view; cell++) {
      CHECK(model_enterable(w->model, unit, cell + 1) == (as_footprint_entry(grid, &space.rules, cell) != AS_BLOCKED));
      for (d = 0; (to = as_grid_next_step(grid, cell, &d)) != AS_NO_SLOT; d++) {
        const double cost = as_footprint_step_cost(grid, &space.rules, cell, to, d);
        const double seen = as_grid_step_cost(space.rules.view, &space.rules, cell, to, d);
        CHECK(cost == seen || (isnan(cost) && isnan(seen)));
      }
    }
  }
}

static void random_grids(void)
{
  uint32_t i, k, n = cases(4000);
  for (i = 0; i < n; i++) {
    world w;
    astar_grid_def def;
    ledger books = {0}, finder_books = {0};
    astar_search *s = astar_search_create(ledger_alloc, &books);
    astar_finder *f = astar_finder_create(ledger_alloc, &finder_books);
    model_style style;
    seed_case(i);
    def = grid_choose(one_in(4) ? GRID_CELLS : 30);
    style = (model_style)below(STYLES);
    grid_world_create(&w, &def, style);
    CHECK(s && f);
    if (one_in(2)) grid_world_scatter(&w, below(50));
    for (k = 0; k < 10; k++) {
      uint32_t edits = one_in(3) ? 0 : below(16);
      while (edits-- > 0) grid_world_edit(&w, UINT64_MAX);
      astar_graph_validate(w.graph);
      random_search(&w, s);
      random_find(&w, f);
      if (one_in(8)) compare_squares(&w);
      CHECK(astar_search_memory(s) == books.bytes && astar_finder_memory(f) == finder_books.bytes);
      grid_check_at(&w);
      grid_check_near(&w);
    }
    grid_compare(w.model, w.graph);
    grid_check_outlines(&w);
    astar_graph_validate(w.graph);
    /* Searches and finders hold layouts and bitmaps of the grid; they go back where they came from. */
    if (one_in(2)) world_destroy_graph(&w);
    astar_search_destroy(s);
    astar_finder_destroy(f);
    if (w.graph) CHECK(astar_graph_memory(w.graph) == w.books.bytes);
    world_destroy(&w);
    CHECK(books.blocks == 0 && books.bytes == 0 && finder_books.blocks == 0 && finder_books.bytes == 0);
  }
}

int main(void)
{
  no_grid();
  cells();
  too_large();
  levels();
  large();
  layers_of_large_maps();
  borders();
  neighbours();
  steps_and_links();
  sparse_walks();
  many_ports();
  nearest_of_many();
  exact_estimates();
  jumping();
  long_lines();
  pricey_maps();
  by_cells();
  nearly_alike();
  many_sets();
  last_sets();
  made_before();
  same_ways();
  random_grids();
  return check_summary("grid_test");
}
