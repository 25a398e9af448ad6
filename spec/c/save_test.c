/* save_test.c: hostile bytes with a right checksum, one flaw each; and loading while memory runs out. */
#include "check.h"

#include "io/stream.h"

static unsigned char text[65536];
static astar_writer w;

/* ---- One flaw each ---- */

static void begin(astar_saved_kind kind)
{
  w.bytes = text;
  w.capacity = sizeof text;
  w.size = 0;
  as_save_begin(&w, kind);
}

static void put(uint64_t value, unsigned bytes)
{
  as_write(&w, value, bytes);
}

static void put_double(double value)
{
  as_write_double(&w, value);
}

static astar_result load(const char *word)
{
  ledger books;
  astar_reader r;
  astar_graph *g = NULL;
  astar_plane *p = NULL;
  astar_result result;
  memset(&books, 0, sizeof books);
  CHECK(astar_reader_open(&r, (const char *)text, w.size));
  if (r.kind == ASTAR_SAVED_PLANE) result = astar_load_plane(ledger_alloc, &books, &r, &p);
  else result = astar_load_graph(ledger_alloc, &books, &r, &g);
  if (result == ASTAR_OK) {
    if (g) astar_graph_validate(g);
    if (p) astar_plane_validate(p);
    CHECK(astar_read_end(&r) && !word);
  } else {
    if (!word || !strstr(r.error, word)) fprintf(stderr, "%s, not %s\n", r.error, word ? word : "nothing");
    CHECK(result == ASTAR_MALFORMED && word && strstr(r.error, word) && !g && !p);
  }
  astar_graph_destroy(g);
  astar_plane_destroy(p);
  CHECK(books.bytes == 0 && books.blocks == 0);
  return result;
}

static void refuses(const char *word)
{
  astar_save_end(&w);
  CHECK(load(word) == ASTAR_MALFORMED);
}

static void accepts(void)
{
  astar_save_end(&w);
  CHECK(load(NULL) == ASTAR_OK);
}

static void put_node(double x, uint32_t terrain, uint32_t out, uint32_t all)
{
  put(0, 1);
  put(terrain, 2);
  put_double(x);
  put_double(0);
  put_double(0);
  put(out, 4);
  put(all, 4);
}

/* A graph of three nodes, with so many ends each. */
static void begin_nodes(uint32_t a_out, uint32_t a_all, uint32_t b_out, uint32_t b_all)
{
  begin(ASTAR_SAVED_GRAPH);
  put(0, 4); /* terrains */
  put(0, 4); /* units */
  put(3, 4);
  put(0, 4);
  put_node(0, 1, a_out, a_all);
  put_node(1, 1, b_out, b_all);
  put_node(2, 1, 0, 0);
}

static void put_end(uint32_t to, uint32_t flags)
{
  put(to, 4);
  put(flags, 1);
}

static void test_counts(void)
{
  static const uint64_t huge[] = {0xFFFFFFFFu, 0x7FFFFFFFu, 0x10000000u, 1000};
  uint32_t i;
  for (i = 0; i < 4; i++) {
    begin(ASTAR_SAVED_GRAPH);
    put(huge[i], 4);
    refuses("terrains");
    begin(ASTAR_SAVED_GRAPH);
    put(0, 4);
    put(huge[i], 4);
    refuses("units");
    begin(ASTAR_SAVED_GRAPH);
    put(0, 8);
    put(huge[i], 4);
    put(0, 4);
    refuses("nodes");
    begin(ASTAR_SAVED_GRAPH);
    put(0, 8);
    put(huge[i], 4);
    put(huge[i], 4);
    refuses("nodes");
    begin(ASTAR_SAVED_GRAPH);
    put(1, 4);
    put(huge[i] << 32 | huge[i], 8);
    refuses("name");
    begin_nodes((uint32_t)huge[i], (uint32_t)huge[i], 0, 0);
    refuses("malformed");
    begin(ASTAR_SAVED_GRID);
    put(huge[i], 4);
    put(huge[i], 4);
    put(0, 3);
    put_double(NAN);
    put_double(1);
    put_double(1);
    put(0, 8);
    put(0, 8);
    put(0, 8);
    refuses("cells");
    begin(ASTAR_SAVED_PLANE);
    put(huge[i], 4);
    refuses("outline");
    begin(ASTAR_SAVED_PLANE);
    put(0, 4);
    put(huge[i], 4);
    put(huge[i], 4);
    refuses("obstacles");
  }
}

static void test_names(void)
{
  begin(ASTAR_SAVED_GRAPH);
  put(1, 4);
  astar_write_bytes(&w, "default", 7);
  put(0, 4);
  put(0, 8);
  refuses("same name");
  begin(ASTAR_SAVED_GRAPH);
  put(0, 4);
  put(2, 4);
  astar_write_bytes(&w, "u", 1);
  put_double(1);
  put_double(1);
  put_double(NAN);
  astar_write_bytes(&w, "u", 1);
  put_double(1);
  put_double(1);
  put_double(NAN);
  put(0, 8);
  refuses("same name");
}

static void test_units(void)
{
  static const double bad_limits[] = {-1, NAN}, bad_costs[] = {0, -1, -INFINITY};
  uint32_t i;
  for (i = 0; i < 5; i++) {
    begin(ASTAR_SAVED_GRAPH);
    put(0, 4);
    put(1, 4);
    astar_write_bytes(&w, "u", 1);
    put_double(i < 2 ? bad_limits[i] : INFINITY);
    put_double(INFINITY);
    put_double(i < 2 ? 1 : bad_costs[i - 2]);
    put(0, 8);
    refuses(i < 2 ? "limit" : "malformed: unit 1: a multiplier is not > 0");
  }
}

static void test_nodes(void)
{
  static const double places[] = {NAN, INFINITY, -INFINITY};
  uint32_t i;
  for (i = 0; i < 5; i++) {
    begin(ASTAR_SAVED_GRAPH);
    put(0, 8);
    put(1, 4);
    put(0, 4);
    put_node(i < 3 ? places[i] : 0, i == 3 ? 2 : i == 4 ? 0 : 1, 0, 0);
    refuses(i < 3 ? "not finite" : "terrain");
  }
  for (i = 0; i < 4; i++) {
    begin(ASTAR_SAVED_GRAPH);
    put(0, 8);
    put(2, 4);
    put(2, 4);
    put(i == 3 ? 2 : 1, 4); /* ids that are free */
    put(i == 0 ? 0 : i == 1 ? 3 : i == 2 ? 1 : 1, 4);
    if (i == 3) accepts();
    else refuses("cannot be free");
  }
}

static void test_links(void)
{
  static const double costs[] = {NAN, INFINITY, -1, -0.0};
  uint32_t i;
  begin_nodes(1, 1, 1, 1);
  put_end(2, 0);
  put_end(1, 8);
  accepts();
  begin_nodes(1, 1, 0, 1);
  put_end(2, 4);
  put(1, 4);
  accepts();
  begin_nodes(1, 1, 0, 0);
  put_end(1, 0);
  refuses("no other node");
  for (i = 0; i < 3; i++) {
    begin_nodes(1, 1, 0, 0);
    put_end(i == 0 ? 0 : i == 1 ? 4 : 0xFFFFFFFFu, 0);
    refuses("no other node");
  }
  begin_nodes(1, 1, 0, 0);
  put_end(2, 0);
  refuses("other node does not have");
  begin_nodes(0, 0, 1, 1);
  put_end(1, 0);
  refuses("other node does not have");
  begin_nodes(2, 2, 2, 2);
  for (i = 0; i < 2; i++) put_end(2, 0);
  for (i = 0; i < 2; i++) put_end(1, 8);
  refuses("two links");
  begin_nodes(0, 1, 0, 1);
  put(2, 4);
  put(1, 4);
  refuses("neither way");
  begin_nodes(1, 1, 1, 1);
  put_end(2, 8);
  put_end(1, 0);
  refuses("other node does not have");
  begin_nodes(1, 1, 1, 1);
  put_end(2, 0);
  put_end(1, 0);
  refuses("written twice");
  begin_nodes(1, 1, 1, 1);
  put_end(2, 16);
  put_end(1, 8);
  refuses("malformed");
  begin_nodes(2, 1, 1, 1);
  put_end(2, 0);
  put_end(1, 8);
  refuses("malformed");
  for (i = 0; i < 4; i++) {
    begin_nodes(1, 1, 1, 1);
    put_end(2, 1);
    put_double(costs[i]);
    put_end(1, 8);
    refuses("cost");
  }
  begin_nodes(1, 1, 1, 1);
  put_end(2, 2);
  put(2, 2);
  put_end(1, 8);
  refuses("terrain");
}

static void put_outline(const double *xy, uint32_t count)
{
  uint32_t i;
  put(count, 4);
  for (i = 0; i < 2 * count; i++) put_double(xy[i]);
}

static void test_outlines(void)
{
  static const double good[] = {0, 0, 4, 0, 4, 4, 0, 4}, turned[] = {0, 0, 0, 4, 4, 4, 4, 0};
  static const double crossing[] = {0, 0, 4, 4, 4, 0, 0, 4}, repeated[] = {0, 0, 0, 0, 4, 0, 4, 4};
  static const double flat[] = {0, 0, 1, 0, 2, 0, 3, 0}, fold[] = {0, 0, 4, 0, 2, 0, 2, 4};
  static const double far[] = {0, 0, 2e30, 0, 4, 4, 0, 4}, nowhere[] = {0, 0, NAN, 0, 4, 4, 0, 4};
  static const double tiny[] = {0, 1e-90, 4, 0, 4, 4, 0, 4}, minus[] = {-0.0, 0, 4, 0, 4, 4, 0, 4};
  static const double *const bad[] = {turned, crossing, repeated, flat, fold, far, nowhere, tiny, minus};
  uint32_t i;
  for (i = 0; i < 10; i++) {
    begin(ASTAR_SAVED_PLANE);
    put(0, 4);
    put(1, 4);
    put(0, 4);
    put(1, 4);
    put_outline(i < 9 ? bad[i] : good, 4);
    if (i < 9) refuses("malformed");
    else accepts();
    begin(ASTAR_SAVED_PLANE);
    put_outline(i == 0 ? good : i < 9 ? bad[i] : turned, 4); /* bounds go the other way round */
    put(0, 8);
    if (i < 9) refuses("malformed");
    else accepts();
  }
  begin(ASTAR_SAVED_PLANE);
  put(0, 4);
  put(1, 4);
  put(0, 4);
  put(0, 4);
  refuses("no outline");
}

/* ---- Layers ---- */

#define LAYERS 0x80000000u

/* A graph of the nodes 1, 2 and 4, and the head of a layer. */
static void begin_layer(uint32_t count, const char *name, uint32_t filled)
{
  begin(ASTAR_SAVED_GRAPH);
  put(LAYERS, 4);
  put(0, 4); /* units */
  put(4, 4);
  put(1, 4);
  put(3, 4);
  put_node(0, 1, 0, 0);
  put_node(1, 1, 0, 0);
  put_node(2, 1, 0, 0);
  put(count, 4);
  astar_write_bytes(&w, name, strlen(name));
  put(filled, 1);
}

static void test_layers(void)
{
  static const double bad[] = {NAN, 0, -0.0, -1, INFINITY};
  uint32_t i;
  for (i = 0; i < 5; i++) {
    begin_layer(1, "fear", 1);
    put(1u << 1, 1);
    put_double(bad[i]);
    refuses("finite number > 0");
  }
  for (i = 0; i < 8; i++) {
    begin_layer(1, "fear", 1);
    put(1u << i, 1);
    put_double(i + 1);
    if (i == 0 || i == 1 || i == 3) accepts();
    else refuses("no node");
  }
  begin_layer(2, "fear", 1);
  put(8, 1);
  put_double(0.5);
  astar_write_bytes(&w, "", 0);
  put(0, 1);
  accepts();
  begin_layer(1, "fear", 1);
  put(0, 1);
  refuses("has none");
  begin_layer(1, "fear", 2);
  refuses("cut off");
  begin_layer(1, "fear", 1);
  refuses("cut off");
  begin_layer(1, "fear", 1);
  put(8, 1);
  put(0, 7);
  refuses("cut off");
  begin_layer(2, "fear", 0);
  put(0, 4);
  refuses("too large");
  begin_layer(2, "fear", 0);
  put(1000, 8);
  put(0, 1);
  refuses("cut off");
  begin_layer(2, "fear", 0);
  astar_write_bytes(&w, "fear", 4);
  put(0, 1);
  refuses("same name");
  begin_layer(0, "", 0);
  refuses("layers");
  begin_layer(0xFFFFFFFFu, "", 0);
  refuses("layers");
}

/* ---- Memory runs out ---- */

static void make_graph(bool cells)
{
  astar_grid_def def = astar_default_grid();
  astar_graph *g = NULL;
  astar_terrain terrain;
  astar_layer layer;
  astar_unit_def unit;
  double costs[3] = {1, 2, INFINITY};
  uint32_t i;
  def.width = def.height = 7;
  if (cells) CHECK(astar_grid_create(NULL, NULL, &def, &g) == ASTAR_OK);
  else g = astar_graph_create(NULL, NULL);
  CHECK(g && astar_graph_terrain(g, "sea", 3, &terrain) == ASTAR_OK);
  CHECK(astar_graph_layer(g, "empty", 5, &layer) == ASTAR_OK && astar_graph_layer(g, "fear", 4, &layer) == ASTAR_OK);
  unit.costs = costs;
  unit.cost_count = 2;
  unit.climb = unit.drop = 1;
  unit.size = cells ? 3 : 1;
  CHECK(astar_graph_set_unit(g, "ship", 4, &unit) == ASTAR_OK);
  for (i = 0; i < 60; i++) {
    astar_id id;
    CHECK(astar_graph_add(g, i % 9, i * 0.37, 0, &id) == ASTAR_OK);
    if (i % 3 == 0) CHECK(astar_graph_set_terrain(g, id, terrain) == ASTAR_OK);
  }
  for (i = 1; i + 5 < astar_graph_last_id(g); i++) {
    astar_link link = astar_default_link();
    if (i % 2) link.cost = i;
    if (i % 5 == 0) link.terrain = terrain;
    link.oneway = i % 3 == 0;
    CHECK(astar_graph_link(g, i, i + 1 + i % 5, &link) == ASTAR_OK);
  }
  for (i = 1; i <= astar_graph_last_id(g); i += 3) CHECK(astar_layer_set(g, layer, i, i) == ASTAR_OK);
  astar_graph_remove(g, astar_graph_last_id(g) - 3);
  begin(ASTAR_SAVED_GRAPH);
  w.size = 0;
  astar_save_graph(g, &w);
  astar_save_end(&w);
  astar_graph_destroy(g);
}

static void make_plane(void)
{
  astar_plane *p = astar_plane_create(NULL, NULL, NULL);
  double corners[40];
  astar_fault fault;
  astar_obstacle id;
  uint32_t i;
  CHECK(p);
  for (i = 0; i < 9; i++) {
    astar_circle_corners(i * 3.0, i % 4, 2, 20, corners);
    CHECK(astar_plane_polygon(p, corners, 20, &fault, &id) == ASTAR_OK);
  }
  astar_plane_remove(p, 4);
  for (i = 0; i < 5; i++) {
    const astar_link_def def = {{1.0 * i, 1}, {2, -0.5 * i}, i % 2 == 0 ? -1.0 : 1.0 * i, i == 3};
    astar_link_id link;
    CHECK(astar_plane_link(p, &def, &link) == ASTAR_OK);
  }
  astar_plane_unlink(p, 2);
  begin(ASTAR_SAVED_PLANE);
  w.size = 0;
  astar_save_plane(p, &w);
  astar_save_end(&w);
  astar_plane_destroy(p);
}

static void load_without_memory(bool fail_on)
{
  uint64_t fail_at = 0;
  for (;;) {
    ledger books;
    astar_reader r;
    astar_graph *g = NULL;
    astar_plane *p = NULL;
    astar_result result;
    memset(&books, 0, sizeof books);
    books.fail_at = ++fail_at;
    books.fail_on = fail_on;
    CHECK(astar_reader_open(&r, (const char *)text, w.size));
    if (r.kind == ASTAR_SAVED_PLANE) result = astar_load_plane(ledger_alloc, &books, &r, &p);
    else result = astar_load_graph(ledger_alloc, &books, &r, &g);
    CHECK((result == ASTAR_OK) == (g || p));
    if (result == ASTAR_OK) {
      if (g) astar_graph_validate(g);
      if (p) astar_plane_validate(p);
      CHECK(astar_read_end(&r));
    } else {
      CHECK(result == ASTAR_NO_MEMORY && books.failed > 0 && !r.error[0]);
    }
    astar_graph_destroy(g);
    astar_plane_destroy(p);
    CHECK(books.bytes == 0 && books.blocks == 0);
    if (books.failed == 0) break;
  }
  CHECK(fail_at > 10);
}

static void test_memory(void)
{
  int kind, fail_on;
  for (kind = 0; kind < 3; kind++) {
    if (kind < 2) make_graph(kind == 1);
    else make_plane();
    for (fail_on = 0; fail_on < 2; fail_on++) load_without_memory(fail_on);
  }
}

/* ---- Grids ---- */

/* The definition of a grid, as it is saved; good_grid() is 2 x 3 squares. */
typedef struct saved_grid {
  uint32_t width, height, shape, flags, corners;
  double diagonal, cell[2], origin[3], step;
  uint32_t levels;
  double level_height;
} saved_grid;

static saved_grid good_grid(void)
{
  saved_grid s = {2, 3, 0, 0, 0, 1.5, {1, 1}, {0, 0, 0}, 1, 2, 1};
  return s;
}

static void begin_grid(const saved_grid *s)
{
  uint32_t i;
  begin(ASTAR_SAVED_GRID);
  put(s->width, 4);
  put(s->height, 4);
  put(s->shape, 1);
  put(s->flags, 1);
  put(s->corners, 1);
  put_double(s->diagonal);
  for (i = 0; i < 2; i++) put_double(s->cell[i]);
  for (i = 0; i < 3; i++) put_double(s->origin[i]);
  if (s->flags & 16) put_double(s->step);
  if (s->flags & 32) put(s->levels, 4);
  if (s->flags & 32) put_double(s->level_height);
  put(0, 8); /* no terrains, no units */
}

/* All cells have this entry and these closed steps and height, if the flags say so. */
static void put_cells(const saved_grid *s, unsigned flags, uint32_t entry, uint32_t closed, double height)
{
  const uint32_t count = s->width * s->height * (s->flags & 32 ? s->levels : 1);
  uint32_t i;
  put(flags, 1);
  for (i = 0; i < count; i++) put(entry, 2);
  for (i = 0; i < count && flags & 1; i++) put(closed, 1);
  for (i = 0; i < count && flags & 2; i++) put_double(height);
}

/* The cells of a map as runs: of so many cells, one of the next, and the rest; all have an entry. */
static void put_runs(uint32_t flags, uint32_t first, uint32_t next, uint32_t entry)
{
  put(flags | 4, 1);
  put(first - 1, 1);
  put(entry, 2);
  put(next - 1, 1);
  put(entry, 2);
}

/* No waypoints, no cell nodes. */
static void put_no_nodes(void)
{
  put(0, 8);
  put(0, 4);
}

static void check_definition(const saved_grid *s, const char *word)
{
  begin_grid(s);
  put_cells(s, 0, 1, 0, 0);
  put_no_nodes();
  if (word) refuses(word);
  else accepts();
}

static void test_step(void)
{
  static const double good[] = {1, 1e-300, 1e300}, bad[] = {0, -1, INFINITY, NAN, 1e308};
  saved_grid s = good_grid();
  uint32_t i;
  s.flags = 16;
  for (i = 0; i < 8; i++) {
    s.step = i < 3 ? good[i] : bad[i - 3];
    check_definition(&s, i < 3 ? NULL : "step");
  }
}

static void test_levels(void)
{
  static const double heights[] = {0, -3, 1e300, INFINITY, NAN, 1e307};
  static const uint32_t counts[] = {2, 5, 0, 1};
  saved_grid s = good_grid();
  uint32_t i;
  s.flags = 32;
  for (i = 0; i < 6; i++) {
    s.level_height = heights[i];
    s.levels = i == 5 ? 90 : 2;
    check_definition(&s, i < 3 ? NULL : "height of a level");
  }
  s = good_grid();
  s.flags = 32;
  for (i = 0; i < 4; i++) {
    s.levels = counts[i];
    check_definition(&s, i < 2 ? NULL : "number of levels");
  }
  s = good_grid();
  s.flags = 32 | 8;
  check_definition(&s, "wrap");
  s.flags = 32 | 4;
  check_definition(&s, NULL);
  /* As many cells as no computer has. */
  s = good_grid();
  s.flags = 32;
  s.levels = 0x80000000u;
  s.width = 0x10000;
  begin_grid(&s);
  put(0, 1);
  refuses("number of cells");
  /* The steps from level to level are no walls, and cannot be told to be some. */
  s = good_grid();
  s.flags = 32;
  for (i = 0; i < 2; i++) {
    begin_grid(&s);
    put_cells(&s, 1, 1, i == 0 ? 0 : 0x40, 0);
    put_no_nodes();
    refuses(i == 0 ? "walls has none" : "no neighbour");
  }
}

static void test_definitions(void)
{
  static const double bad[] = {0, -1, INFINITY, NAN, 1e308};
  const saved_grid good = good_grid();
  saved_grid s = good;
  uint32_t i, k;
  check_definition(&s, NULL);
  for (i = 0; i < 5; i++) {
    for (k = 0; k < 2; k++) {
      s = good;
      s.cell[k] = bad[i];
      check_definition(&s, "size of a cell");
    }
    s = good;
    s.diagonal = bad[i];
    check_definition(&s, isnan(bad[i]) ? NULL : "diagonal"); /* NAN: by the size of a cell */
    for (k = 0; k < 3; k++) {
      s = good;
      s.origin[k] = i < 2 ? -INFINITY : bad[i];
      check_definition(&s, "origin");
    }
  }
  for (i = 0; i < 7; i++) {
    s = good;
    if (i == 0) s.width = 0;
    if (i == 1) s.height = 0;
    if (i == 2) s.shape = 6;
    if (i == 3) s.flags = 64;
    if (i == 4) s.corners = 3;
    if (i == 5) s.flags = 2; /* drawn: hexagons only */
    if (i == 6) { /* straight: squares only */
      s.shape = 2;
      s.flags = 1;
    }
    check_definition(&s, i < 2 ? "no cells" : i < 5 ? "unknown" : "flags");
  }
  for (i = 2; i < 6; i++) {
    for (k = 0; k < 4; k++) {
      const bool by_row = i == ASTAR_ODD_R || i == ASTAR_EVEN_R, wraps = by_row ? k & 2 : k & 1;
      s = good;
      s.width = 3;
      s.shape = i;
      s.flags = k << 2;
      check_definition(&s, wraps ? "odd" : NULL);
    }
  }
}

static void test_cells(void)
{
  static const double heights[] = {NAN, INFINITY, -INFINITY};
  const saved_grid s = good_grid();
  uint32_t i;
  for (i = 0; i < 4; i++) {
    static const uint32_t entries[] = {0, 2, 0x4001, 0x8001};
    begin_grid(&s);
    put_cells(&s, 0, entries[i], 0, 0);
    put_no_nodes();
    if (i < 3) refuses("terrain is unknown");
    else accepts();
  }
  for (i = 0; i < 3; i++) {
    begin_grid(&s);
    put_cells(&s, 2, 1, 0, heights[i]);
    put_no_nodes();
    refuses("height");
  }
  begin_grid(&s);
  put_cells(&s, 8, 1, 0, 0);
  put_no_nodes();
  refuses("unknown flags");
  begin_grid(&s);
  put_cells(&s, 1, 1, 0, 0);
  put_no_nodes();
  refuses("walls has none");
  begin_grid(&s);
  put_cells(&s, 1, 1, 255, 0);
  put_no_nodes();
  refuses("no neighbour");
  begin_grid(&s);
  put(3, 1);
  put(1, 2);
  refuses("number of cells");
}

static void test_runs(void)
{
  saved_grid s = good_grid();
  uint32_t i;
  for (i = 0; i < 4; i++) {
    static const uint32_t entries[] = {0, 2, 0x4001, 0x8001};
    begin_grid(&s);
    put_runs(0, 2, 4, entries[i]);
    put_no_nodes();
    if (i < 3) refuses("terrain is unknown");
    else accepts();
  }
  for (i = 1; i <= 256; i++) {
    begin_grid(&s);
    put_runs(0, 3, i, 1);
    put_no_nodes();
    if (i < 3) refuses("terrain is unknown"); /* what follows is no run */
    else if (i == 3) accepts();
    else refuses("leads out of the map");
  }
  begin_grid(&s);
  put(4, 1);
  put(3, 1);
  refuses("cut off");
  for (i = 1; i <= 3; i++) {
    begin_grid(&s);
    put_runs(i, 2, 4, 1);
    refuses("walls or heights are cut off");
  }
  /* Fewer bytes than so many cells can take. */
  s.width = s.height = 30000;
  begin_grid(&s);
  put_runs(0, 256, 256, 1);
  refuses("number of cells is too large");
}

static void test_cell_nodes(void)
{
  static const uint32_t ids[][2] = {{2, 1}, {1, 1}, {0, 1}, {1, 7}};
  const saved_grid s = good_grid();
  uint32_t i;
  for (i = 0; i < 4; i++) {
    begin_grid(&s);
    put_cells(&s, 0, 1, 0, 0);
    put(0, 8);
    put(2, 4);
    put(ids[i][0], 4);
    put(0, 8);
    put(ids[i][1], 4);
    put(0, 8);
    refuses("not in order");
  }
  begin_grid(&s);
  put_cells(&s, 0, 1, 0, 0);
  put(0, 8);
  put(7, 4);
  refuses("number of cells with links");
  for (i = 0; i < 2; i++) { /* 1 to 6 and back is no step; 1 to 2 is one */
    const uint32_t to = i == 0 ? 6 : 2;
    begin_grid(&s);
    put_cells(&s, 0, 1, 0, 0);
    put(0, 8);
    put(2, 4);
    put(1, 4);
    put(1, 4);
    put(1, 4);
    put(to, 4);
    put(1, 4);
    put(1, 4);
    put_end(to, 0);
    put_end(1, 8);
    if (i == 0) accepts();
    else refuses("where the step between two cells belongs");
  }
}

/* ---- The end ---- */

static void test_kinds(void)
{
  astar_reader r;
  astar_graph *g;
  astar_plane *p;
  uint32_t kind;
  for (kind = 0; kind < 7; kind += 6) {
    begin((astar_saved_kind)kind);
    astar_save_end(&w);
    CHECK(!astar_reader_open(&r, (const char *)text, w.size) && strstr(r.error, "unknown kind"));
  }
  begin(ASTAR_SAVED_GRAPH);
  astar_save_end(&w);
  CHECK(astar_reader_open(&r, (const char *)text, w.size));
  CHECK(astar_load_plane(NULL, NULL, &r, &p) == ASTAR_MALFORMED && strstr(r.error, "not a plane"));
  for (kind = ASTAR_SAVED_PLANE; kind <= ASTAR_SAVED_DISCS; kind++) {
    begin((astar_saved_kind)kind);
    astar_save_end(&w);
    CHECK(astar_reader_open(&r, (const char *)text, w.size));
    CHECK(astar_load_graph(NULL, NULL, &r, &g) == ASTAR_MALFORMED && strstr(r.error, "not a graph"));
  }
}

/* Whether the space in `text` loads, and nothing follows it. Nothing leaks if not. */
static bool loads_whole(void)
{
  ledger books;
  astar_reader r;
  astar_graph *g = NULL;
  astar_plane *p = NULL;
  bool whole = false;
  memset(&books, 0, sizeof books);
  if (astar_reader_open(&r, (const char *)text, w.size)) {
    if (r.kind == ASTAR_SAVED_PLANE) whole = astar_load_plane(ledger_alloc, &books, &r, &p) == ASTAR_OK;
    else whole = astar_load_graph(ledger_alloc, &books, &r, &g) == ASTAR_OK;
    whole = whole && astar_read_end(&r);
    CHECK(whole == !r.error[0]);
  }
  astar_graph_destroy(g);
  astar_plane_destroy(p);
  CHECK(books.bytes == 0 && books.blocks == 0);
  return whole;
}

/* What is cut off anywhere, or goes on, is refused, though its length and its checksum are right. */
static void test_lengths(void)
{
  static unsigned char whole[sizeof text];
  int kind;
  for (kind = 0; kind < 3; kind++) {
    size_t size, head, length;
    begin(ASTAR_SAVED_GRAPH);
    head = w.size;
    if (kind < 2) make_graph(kind == 1);
    else make_plane();
    size = w.size - 8; /* without the checksum */
    memcpy(whole, text, sizeof whole);
    for (length = head; length <= size + 3; length++) {
      memcpy(text, whole, size);
      memset(text + size, 0, 3);
      w.size = length;
      astar_save_end(&w);
      CHECK(loads_whole() == (length == size));
    }
  }
}

int main(void)
{
  test_step();
  test_definitions();
  test_levels();
  test_cells();
  test_runs();
  test_cell_nodes();
  test_kinds();
  test_lengths();
  test_counts();
  test_names();
  test_units();
  test_nodes();
  test_links();
  test_outlines();
  test_layers();
  test_memory();
  return check_summary("save_test");
}
