/*
** components_test.c: the connected components of graphs and grids, against floods: when they are found, what an edit
** costs, and what they tell.
*/
#include "check.h"

#include "finder/reachability.h"
#include "grid/grid_components.h"

static ledger books;

static astar_graph *create_grid(uint32_t width, uint32_t height)
{
  astar_grid_def def = astar_default_grid();
  astar_graph *g = NULL;
  def.width = width;
  def.height = height;
  CHECK(astar_grid_create(ledger_alloc, &books, &def, &g) == ASTAR_OK);
  return g;
}

static astar_status find(astar_finder *f, astar_graph *g, astar_id from, astar_id to)
{
  (void)astar_find_path(f, g, ASTAR_NO_UNIT, from, to);
  return astar_finder_status(f);
}

static void finish(astar_graph *g, astar_finder *f)
{
  astar_finder_destroy(f);
  astar_graph_validate(g);
  astar_graph_destroy(g);
  CHECK(books.blocks == 0 && books.bytes == 0);
}

static astar_finder *create_finder(void)
{
  astar_finder *f = astar_finder_create(ledger_alloc, &books);
  CHECK(f);
  return f;
}

/* ---- When components are made and followed ---- */

static void test_policy(void)
{
  enum { SIDE = 300 };
  astar_graph *g = create_grid(SIDE, SIDE);
  astar_finder *f = create_finder();
  const astar_id goal = astar_grid_cell(g, SIDE, SIDE, 1);
  uint64_t followed = 0;
  uint32_t i;
  /* Of a giant grid they are made for the first path. */
  if (as_grid_components_sparse(g->grid)) {
    CHECK(find(f, g, 1, goal) == ASTAR_FOUND && g->component_sets == 1);
    finish(g, f);
    return;
  }
  for (i = 1; i <= SIDE; i++) {
    CHECK(find(f, g, i, goal) == ASTAR_FOUND);
    astar_graph_set_blocked(g, astar_grid_cell(g, i, SIDE / 2, 1), i > 1);
  }
  CHECK(g->component_sets == 0);
  /* A goal in a small part is soon given up if the search begins there. */
  astar_graph_set_blocked(g, astar_grid_cell(g, 1, SIDE / 2, 1), true);
  for (i = 1; i <= 4; i++) astar_graph_set_blocked(g, astar_grid_cell(g, 5, i, 1), true);
  for (i = 1; i <= 5; i++) astar_graph_set_blocked(g, astar_grid_cell(g, i, 5, 1), true);
  CHECK(find(f, g, 1, goal) == ASTAR_UNREACHABLE && g->component_sets == 0);
  /* Make the costs differ, so that cells are expanded. */
  for (i = 1; i <= SIDE; i++) {
    astar_unit_def unit;
    double costs[2] = {1, 2};
    astar_terrain mud;
    memset(&unit, 0, sizeof unit);
    unit.costs = costs;
    unit.cost_count = 2;
    unit.climb = unit.drop = INFINITY;
    CHECK(astar_graph_terrain(g, "mud", 3, &mud) == ASTAR_OK && mud == 2);
    if (i == 1) CHECK(astar_graph_set_unit(g, "man", 3, &unit) == ASTAR_OK);
    CHECK(astar_graph_set_terrain(g, astar_grid_cell(g, i, 9, 1), mud) == ASTAR_OK);
  }
  (void)astar_find_path(f, g, 1, astar_grid_cell(g, 50, 50, 1), goal);
  CHECK(astar_finder_status(f) == ASTAR_UNREACHABLE && astar_finder_expanded(f) > 10000 && g->component_sets > 0);
  (void)astar_find_path(f, g, 1, astar_grid_cell(g, 50, 50, 1), goal);
  CHECK(astar_finder_status(f) == ASTAR_UNREACHABLE && astar_finder_expanded(f) == 0);
  CHECK(find(f, g, 1, goal) == ASTAR_UNREACHABLE && astar_finder_expanded(f) == 0); /* it enters the same terrains */
  /* Edits between paths that are found: after a time the components are left behind. */
  for (i = 0; i < 20000; i++) {
    const as_components *b = g->components[0];
    const uint32_t at = 200 + i % 50;
    astar_graph_set_blocked(g, astar_grid_cell(g, at, 100, 1), i / 50 % 2 == 0);
    (void)astar_find_path(f, g, 1, astar_grid_cell(g, 100, 100, 1), astar_grid_cell(g, 103, 100, 1));
    CHECK(astar_finder_status(f) == ASTAR_FOUND);
    if (b->read == g->journal->next) followed++;
  }
  CHECK(followed > 10 && followed < 10000);
  /*
  ** A call that asks for a connection brings the components up to date. After a search without a way paths use them
  ** again.
  */
  CHECK(astar_find_connection(f, g, 1, astar_grid_cell(g, 50, 50, 1), goal) == ASTAR_UNREACHABLE);
  (void)astar_find_path(f, g, 1, astar_grid_cell(g, 50, 50, 1), goal);
  CHECK(astar_finder_status(f) == ASTAR_UNREACHABLE && astar_finder_expanded(f) == 0);
  finish(g, f);
}

/* ---- What an edit costs ---- */

static void test_one_block(void)
{
  enum { SIDE = 1000 };
  astar_graph *g = create_grid(SIDE, SIDE);
  astar_finder *f = create_finder();
  const astar_id start = astar_grid_cell(g, 1, 1, 1), goal = astar_grid_cell(g, SIDE, SIDE, 1);
  const as_components *b;
  uint64_t work;
  uint32_t i;
  for (i = 1; i <= SIDE; i++) astar_graph_set_blocked(g, astar_grid_cell(g, i, SIDE - 1, 1), true);
  CHECK(astar_find_connection(f, g, ASTAR_NO_UNIT, start, goal) == ASTAR_UNREACHABLE);
  b = g->components[0];
  work = b->work;
  CHECK(work > 0);
  for (i = 1; i <= 100; i++) {
    astar_graph_set_blocked(g, astar_grid_cell(g, 9 * i, 7 * i, 1), true);
    CHECK(astar_find_connection(f, g, ASTAR_NO_UNIT, start, goal) == ASTAR_UNREACHABLE);
  }
  /* A block, the edges of three; seldom all edges, of which an open map has two for each of 1024 blocks. */
  CHECK((b->work - work) / 100 < 3000);
  work = b->work;
  for (i = 1; i <= 100; i++) CHECK(find(f, g, start, goal) == ASTAR_UNREACHABLE);
  CHECK(b->work == work);
  /* More edits than the journal keeps. */
  for (i = 1; i <= 200; i++) CHECK(astar_grid_fill(g, 1, 1, SIDE, SIDE, 1, ASTAR_DEFAULT_TERRAIN) == ASTAR_OK);
  astar_graph_set_blocked(g, astar_grid_cell(g, 500, SIDE - 1, 1), false);
  CHECK(astar_find_connection(f, g, ASTAR_NO_UNIT, start, goal) == ASTAR_FOUND);
  finish(g, f);
}

/* ---- Graphs ---- */

/* A ring is the worst case of a link that is cut: the way around is all of it. */
static void test_ring(void)
{
  enum { COUNT = 20000 };
  astar_graph *g = astar_graph_create(ledger_alloc, &books);
  astar_finder *f = create_finder();
  const astar_link link = astar_default_link();
  uint32_t i;
  astar_id id;
  for (i = 0; i < COUNT; i++) CHECK(astar_graph_add(g, i, i % 7, 0, &id) == ASTAR_OK);
  for (i = 1; i <= COUNT; i++) CHECK(astar_graph_link(g, i, i % COUNT + 1, &link) == ASTAR_OK);
  CHECK(astar_find_connection(f, g, ASTAR_NO_UNIT, 1, COUNT / 2) == ASTAR_FOUND);
  CHECK(astar_graph_unlink(g, 100, 101, false));
  CHECK(astar_find_connection(f, g, ASTAR_NO_UNIT, 1, COUNT / 2) == ASTAR_FOUND);
  CHECK(astar_graph_unlink(g, COUNT, 1, false));
  CHECK(astar_find_connection(f, g, ASTAR_NO_UNIT, 1, COUNT / 2) == ASTAR_UNREACHABLE);
  CHECK(astar_find_connection(f, g, ASTAR_NO_UNIT, 1, 100) == ASTAR_FOUND);
  CHECK(astar_graph_unlink(g, 50, 51, false));
  CHECK(astar_find_connection(f, g, ASTAR_NO_UNIT, 1, 100) == ASTAR_UNREACHABLE);
  CHECK(astar_graph_link(g, 7, 70, &link) == ASTAR_OK);
  CHECK(astar_find_connection(f, g, ASTAR_NO_UNIT, 1, 100) == ASTAR_FOUND);
  CHECK(astar_find_connection(f, g, ASTAR_NO_UNIT, 100, 101) == ASTAR_UNREACHABLE);
  finish(g, f);
}

#define MOST 9100u

/* Mark all nodes that are connected to a node of a graph of two-way links. */
static void flood(const astar_graph *g, astar_id from, bool *reached)
{
  static astar_id list[MOST + 1];
  uint32_t count = 0, at, i;
  memset(reached, 0, MOST + 1);
  reached[from] = true;
  list[count++] = from;
  for (at = 0; at < count; at++) {
    for (i = 0; i < astar_graph_link_count(g, list[at]); i++) {
      const astar_id to = astar_graph_link_at(g, list[at], i).to;
      if (reached[to] || astar_graph_blocked(g, to)) continue;
      reached[to] = true;
      list[count++] = to;
    }
  }
}

/* Block the cells of a rectangle, or open them; often of whole blocks. */
static void block_some(astar_graph *g, const astar_grid_def *def, bool blocked)
{
  const uint32_t unit = one_in(2) ? 32 : 1, width = unit * (1 + below(3)), height = unit * (1 + below(3));
  const uint32_t left = unit * below(def->width / unit + 1), top = unit * below(def->height / unit + 1);
  uint32_t x, y;
  for (y = top; y < top + height && y < def->height; y++) {
    for (x = left; x < left + width && x < def->width; x++)
      astar_graph_set_blocked(g, astar_grid_cell(g, x + 1, y + 1, 1), blocked);
  }
}

/* Cells of some blocks, all or few of which open and close, and steps between them. */
static void test_blocks(void)
{
  static const astar_shape shapes[] = {ASTAR_SQUARE, ASTAR_ODD_R, ASTAR_EVEN_R, ASTAR_ODD_Q, ASTAR_EVEN_Q};
  static bool reached[MOST + 1];
  const astar_link link = astar_default_link();
  astar_grid_def def = astar_default_grid();
  astar_graph *g = NULL;
  astar_finder *f = create_finder();
  uint32_t i, k, edits, cells;
  def.shape = shapes[below(5)];
  def.width = 4 + 2 * below(45);
  def.height = 4 + 2 * below(45);
  def.straight = def.shape == ASTAR_SQUARE && one_in(2);
  def.corners = ASTAR_CORNERS_ALWAYS;
  def.wrap_x = one_in(3);
  def.wrap_y = one_in(3);
  cells = def.width * def.height;
  CHECK(cells <= MOST && astar_grid_create(ledger_alloc, &books, &def, &g) == ASTAR_OK);
  for (k = 0; k < 20; k++) {
    as_reachability c;
    const astar_id from = 1 + below(cells);
    for (edits = below(5); edits > 0; edits--) {
      const astar_id a = 1 + below(cells), b = 1 + below(cells);
      if (one_in(2)) block_some(g, &def, one_in(2));
      if (one_in(3) && astar_grid_neighbours(g, a, a + 1)) astar_grid_wall(g, a, a + 1, one_in(2));
      if (one_in(9) && a != b) CHECK(astar_graph_link(g, a, b, &link) == ASTAR_OK);
      if (one_in(9)) (void)astar_graph_isolate(g, a);
    }
    flood(g, from, reached);
    CHECK(as_reachability_get(&c, g, ASTAR_NO_UNIT, true));
    for (i = 1; i <= cells; i++) {
      const as_connection tie = as_reachability_between(&c, as_slot(g->layout, from), as_slot(g->layout, i));
      CHECK(tie == (reached[i] ? AS_CONNECTED : AS_SEPARATE));
    }
    astar_graph_validate(g);
  }
  finish(g, f);
}

/* A lattice with holes of up to MOST nodes; links and nodes open and close, a few or many at once. */
static void test_lattice(uint32_t round)
{
  static bool reached[MOST + 1];
  const uint32_t side = 5 + below(39), count = side * side;
  astar_graph *g = astar_graph_create(ledger_alloc, &books);
  astar_finder *f = create_finder();
  const astar_link link = astar_default_link();
  uint32_t i, k, edits;
  astar_id id;
  for (i = 0; i < count; i++) CHECK(astar_graph_add(g, i % side, i / side, 0, &id) == ASTAR_OK);
  for (i = 1; i <= count; i++) {
    if (i % side > 0) CHECK(astar_graph_link(g, i, i + 1, &link) == ASTAR_OK);
    if (i > side) CHECK(astar_graph_link(g, i, i - side, &link) == ASTAR_OK);
    if (one_in(3)) astar_graph_set_blocked(g, i, true);
  }
  for (k = 0; k < 60; k++) {
    as_reachability c;
    const astar_id from = 1 + below(count);
    for (edits = one_in(4) ? 1 + below(count / 4 + 80) : below(6); edits > 0; edits--) {
      const astar_id a = 1 + below(count - 1);
      switch (below(4)) {
      case 0: (void)astar_graph_unlink(g, a, a + 1, false); break;
      case 1: {
        const astar_id b = one_in(20) && 2 * a != count + 1 ? count + 1 - a : a + 1;
        CHECK(astar_graph_link(g, a, b, &link) == ASTAR_OK);
        break;
      }
      case 2: astar_graph_set_blocked(g, a, !astar_graph_blocked(g, a)); break;
      default:
        if (one_in(9)) (void)astar_graph_isolate(g, a);
        if (one_in(90)) CHECK(astar_graph_optimize(g) == ASTAR_OK);
      }
    }
    flood(g, from, reached);
    CHECK(as_reachability_get(&c, g, ASTAR_NO_UNIT, true));
    for (i = 1; i <= count; i++) {
      const as_connection tie = as_reachability_between(&c, as_slot(g->layout, from), as_slot(g->layout, i));
      CHECK(tie == (reached[i] ? AS_CONNECTED : AS_SEPARATE));
    }
    if (k % 16 == round % 16) astar_graph_validate(g);
  }
  finish(g, f);
}

/* The way to the node that is nearest to a goal inside a rock is the same if memory is lacking anywhere. */
static void test_partial(void)
{
  const uint32_t side = 140, rock = 70;
  const astar_id start = 100 * side + 110, goal = 60 * side + 11, nearest = 60 * side + rock + 1;
  astar_search_def def = astar_default_search();
  uint64_t at;
  bool failed = true;
  def.start = start;
  def.goals = &goal;
  def.goal_count = 1;
  def.partial = true;
  for (at = 1; failed; at++) {
    astar_graph *g = create_grid(side, side);
    astar_finder *f = create_finder();
    astar_status status;
    uint32_t col, row;
    for (row = 1; row <= side; row++) {
      for (col = 1; col <= rock; col++) astar_graph_set_blocked(g, astar_grid_cell(g, col, row, 1), true);
      astar_graph_set_blocked(g, astar_grid_cell(g, side - row % 50, row, 1), true);
    }
    books.asked = books.failed = 0;
    books.fail_at = at;
    status = astar_find(f, astar_on_graph(g), &def);
    books.fail_at = 0;
    failed = books.failed > 0;
    CHECK(status == ASTAR_UNREACHABLE || (status == ASTAR_OUT_OF_MEMORY && failed));
    if (status == ASTAR_UNREACHABLE) {
      const astar_path *path = astar_finder_path(f);
      CHECK(path && path->partial && astar_path_point(path, path->count - 1).id == nearest);
    }
    finish(g, f);
  }
}

int main(void)
{
  uint32_t i;
  test_policy();
  test_partial();
  test_one_block();
  test_ring();
  for (i = 0; i < cases(200); i++) {
    seed_case(i);
    test_lattice(i);
    test_blocks();
  }
  return check_summary("components_test");
}
