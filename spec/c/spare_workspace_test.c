/*
** spare_workspace_test.c: searches that take over the memory of others against searches that never do, since they have
** another allocator: the same runs, also without memory; and nothing is left in the end.
*/
#include "check.h"

#define MOST 5u

/* A search, and one that does the same in fresh memory. */
typedef struct twins {
  astar_search *shared, *fresh;
} twins;

static astar_graph *make_graph(ledger *books, uint32_t nodes)
{
  astar_graph *g = astar_graph_create(ledger_alloc, books);
  const astar_link link = astar_default_link();
  uint32_t i;
  CHECK(g);
  for (i = 0; i < nodes; i++) {
    astar_id id;
    const double x = fraction() * 100, y = fraction() * 100;
    CHECK(astar_graph_add(g, x, y, 0, &id) == ASTAR_OK && id == i + 1);
  }
  for (i = 0; i < 3 * nodes; i++) {
    const uint32_t a = 1 + below(nodes), b = 1 + below(nodes);
    if (a != b) CHECK(astar_graph_link(g, a, b, &link) == ASTAR_OK);
  }
  return g;
}

static void compare(const twins *t)
{
  uint32_t i;
  CHECK(astar_search_status(t->shared) == astar_search_status(t->fresh));
  CHECK(astar_search_touched(t->shared) == astar_search_touched(t->fresh));
  for (i = 0; i < astar_search_touched(t->shared); i++) {
    const astar_visit a = astar_search_touched_at(t->shared, i), b = astar_search_touched_at(t->fresh, i);
    CHECK(a.id == b.id && a.parent == b.parent && a.state == b.state && a.cost == b.cost && a.estimate == b.estimate);
  }
}

/* Begin both searches; with memory for the first one after a failure. */
static void begin(twins *t, ledger *books, ledger *others, astar_graph *g, uint32_t nodes)
{
  astar_search_def def = astar_default_search();
  astar_id goal = 1 + below(nodes);
  def.start = 1 + below(nodes);
  def.goals = &goal;
  def.goal_count = one_in(4) ? 0 : 1;
  def.keep_estimates = !one_in(3);
  if (!t->shared) {
    t->shared = astar_search_create(ledger_alloc, books);
    t->fresh = astar_search_create(ledger_alloc, others);
    CHECK(t->shared && t->fresh);
  }
  books->asked = 0;
  books->fail_at = one_in(4) ? 1 + below(4) : 0;
  if (astar_search_begin(t->shared, astar_on_graph(g), &def) != ASTAR_OK) {
    CHECK(books->failed > 0);
    books->fail_at = 0;
    CHECK(astar_search_begin(t->shared, astar_on_graph(g), &def) == ASTAR_OK);
  }
  CHECK(astar_search_begin(t->fresh, astar_on_graph(g), &def) == ASTAR_OK);
  CHECK(astar_search_memory(t->shared) > 0);
  books->fail_at = 0;
}

static void step(twins *t, ledger *books)
{
  const uint64_t n = one_in(3) ? 1000000 : below(60), end = astar_search_expanded(t->shared) + n;
  books->asked = 0;
  books->fail_at = one_in(4) ? 1 + below(6) : 0;
  while (astar_search_step(t->shared, end - astar_search_expanded(t->shared)) == ASTAR_OUT_OF_MEMORY) {
    CHECK(books->failed > 0);
    books->fail_at = 0;
  }
  books->fail_at = 0;
  (void)astar_search_step(t->fresh, n);
}

static void check_searches(uint32_t seed)
{
  ledger books, others;
  twins searches[MOST];
  astar_graph *g;
  uint32_t i, turn, nodes;
  seed_case(seed);
  memset(&books, 0, sizeof books);
  memset(&others, 0, sizeof others);
  memset(searches, 0, sizeof searches);
  nodes = 2 + below(one_in(10) ? 3000 : 300);
  g = make_graph(&books, nodes);
  for (turn = 0; turn < 60; turn++) {
    twins *t = &searches[below(MOST)];
    if (!t->shared || one_in(4)) {
      begin(t, &books, &others, g, nodes);
    } else if (one_in(3)) {
      const size_t all = astar_graph_memory(g) + astar_search_memory(t->shared);
      compare(t);
      astar_search_destroy(t->shared);
      astar_search_destroy(t->fresh);
      CHECK(astar_graph_memory(g) < all);
      t->shared = t->fresh = NULL;
    } else {
      step(t, &books);
      compare(t);
    }
  }
  if (one_in(2)) {
    astar_graph_destroy(g);
    g = NULL;
  }
  for (i = 0; i < MOST; i++) {
    astar_search_destroy(searches[i].shared);
    astar_search_destroy(searches[i].fresh);
  }
  astar_graph_destroy(g);
  CHECK(books.blocks == 0 && others.blocks == 0);
}

/* A new search on the whole graph, after n expansions. */
static astar_search *start_search(ledger *books, astar_graph *g, uint64_t n)
{
  astar_search_def def = astar_default_search();
  astar_search *s = astar_search_create(ledger_alloc, books);
  def.start = 1;
  CHECK(s && astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK);
  (void)astar_search_step(s, n);
  return s;
}

/* The second of two searches allocates no records, and the graph keeps those of the largest one. */
static void check_reuse(void)
{
  ledger books;
  astar_graph *g;
  astar_search *s;
  size_t empty, first;
  seed_case(0);
  memset(&books, 0, sizeof books);
  g = make_graph(&books, 3000);
  empty = astar_graph_memory(g);
  s = start_search(&books, g, UINT64_MAX);
  CHECK(astar_search_status(s) == ASTAR_DONE);
  first = astar_search_memory(s);
  astar_search_destroy(s);
  CHECK(first > 3000 * 16 && astar_graph_memory(g) - empty > 3000 * 16 && astar_graph_memory(g) - empty < first);
  books.asked = 0;
  s = start_search(&books, g, UINT64_MAX);
  CHECK(astar_search_status(s) == ASTAR_DONE && books.asked < 10 && astar_search_memory(s) == first &&
        astar_graph_memory(g) == empty);
  astar_search_destroy(s);
  astar_graph_destroy(g);
  CHECK(books.blocks == 0);
}

/* A search whose first run cannot begin for want of memory shows nothing of the search whose memory it took over. */
static void check_no_memory(void)
{
  ledger books;
  astar_search_def def = astar_default_search();
  astar_graph *g;
  astar_search *s;
  uint64_t i;
  memset(&books, 0, sizeof books);
  seed_case(0);
  g = make_graph(&books, 200);
  def.start = 1;
  astar_search_destroy(start_search(&books, g, 10));
  for (i = 0; i < 70000; i++) { /* so that the table of records has to grow */
    astar_id id;
    CHECK(astar_graph_add(g, 0, 0, 0, &id) == ASTAR_OK);
  }
  s = astar_search_create(ledger_alloc, &books);
  books.asked = 0;
  books.fail_at = 1;
  books.fail_on = true;
  CHECK(s && astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_NO_MEMORY);
  books.fail_at = 0;
  for (i = 1; i <= 200; i++) CHECK(astar_search_visit(s, (astar_id)i).state == ASTAR_NONE);
  CHECK(astar_search_touched(s) == 0 && astar_search_status(s) == ASTAR_STALE);
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_step(s, UINT64_MAX) == ASTAR_DONE);
  astar_search_destroy(s);
  astar_graph_destroy(g);
  CHECK(books.blocks == 0);
}

/* A search over a large map leaves nothing. */
static void check_limit(void)
{
  ledger books;
  astar_grid_def map;
  astar_graph *g;
  astar_search *s;
  size_t before;
  memset(&books, 0, sizeof books);
  map = astar_default_grid();
  map.width = map.height = 1500;
  CHECK(astar_grid_create(ledger_alloc, &books, &map, &g) == ASTAR_OK);
  s = start_search(&books, g, 1);
  before = astar_graph_memory(g); /* with the map of steps */
  CHECK(astar_search_step(s, UINT64_MAX) == ASTAR_DONE && astar_search_memory(s) > 32 << 20);
  astar_search_destroy(s);
  CHECK(astar_graph_memory(g) == before);
  astar_graph_destroy(g);
  CHECK(books.blocks == 0);
}

int main(void)
{
  uint32_t i, n = cases(400);
  check_reuse();
  check_no_memory();
  check_limit();
  for (i = 0; i < n; i++) check_searches(i);
  return check_summary("spare_workspace_test");
}
