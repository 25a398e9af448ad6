/* search_test.c: the core's search, against Dijkstra's algorithm on random graphs and case by case. */
#define MODEL_MAX 48u
#include "world.h"

/* ---- Random graphs ---- */

static void random_search(world *w, astar_search *s)
{
  quest q;
  quest_choose(w->model, &q, w->style);
  quest_solve(w->model, &q);
  CHECK(astar_search_begin(s, astar_on_graph(w->graph), &q.def) == ASTAR_OK);
  world_search(w, &q, s, world_edit);
}

static void random_find(world *w, astar_finder *f)
{
  static quest q;
  quest_choose(w->model, &q, w->style);
  quest_for_finder(w->model, &q);
  CHECK(quest_check_find(w->model, &q, w->graph, &w->books, f));
}

static void random_graphs(void)
{
  uint32_t i, k, n = cases(5000);
  for (i = 0; i < n; i++) {
    world w;
    ledger books = {0}, finder_books = {0};
    astar_search *s;
    astar_finder *finder;
    uint32_t size, links;
    seed_case(i);
    size = 1 + below(one_in(3) ? MODEL_MAX : 12);
    links = below(size * 3 + 1);
    world_create(&w, (model_style)below(STYLES));
    s = astar_search_create(ledger_alloc, &books);
    finder = astar_finder_create(ledger_alloc, &finder_books);
    CHECK(s && finder);
    for (k = 0; k < size; k++) world_add(&w, 0);
    for (k = 0; k < 3; k++) world_set_unit(&w, false);
    for (k = 0; k < links; k++) world_link(&w);
    for (k = 0; k < 12; k++) {
      if (w.model->count == 0) world_add(&w, UINT64_MAX);
      random_search(&w, s);
      if (w.model->count > 0) random_find(&w, finder);
      CHECK(astar_finder_memory(finder) == finder_books.bytes && astar_search_memory(s) == books.bytes);
      while (!one_in(4)) world_edit(&w, UINT64_MAX);
    }
    model_compare(w.model, w.graph);
    astar_graph_validate(w.graph);
    /* Searches and finders hold layouts of the graph; they go back where they came from. */
    if (one_in(2)) world_destroy_graph(&w);
    astar_search_destroy(s);
    astar_finder_destroy(finder);
    world_destroy(&w);
    CHECK(books.blocks == 0 && books.bytes == 0 && finder_books.blocks == 0 && finder_books.bytes == 0);
  }
}

/* ---- The order of expansion ---- */

#define LATTICE 12u

/*
** A lattice of points, so that many routes cost the same. Cells are numbered from 1, row by row.
*/
static astar_graph *lattice(uint32_t width, uint32_t height, bool slantwise)
{
  astar_graph *g = astar_graph_create(NULL, NULL);
  astar_link link = astar_default_link();
  uint32_t x, y;
  astar_id id;
  for (y = 0; y < height; y++) {
    for (x = 0; x < width; x++) {
      CHECK(astar_graph_add(g, x, y, 0, &id) == ASTAR_OK && id == y * width + x + 1);
      if (x > 0) CHECK(astar_graph_link(g, id, id - 1, &link) == ASTAR_OK);
      if (y > 0) CHECK(astar_graph_link(g, id, id - width, &link) == ASTAR_OK);
      if (slantwise && x > 0 && y > 0) CHECK(astar_graph_link(g, id, id - width - 1, &link) == ASTAR_OK);
    }
  }
  return g;
}

/* When each node was opened, as it shows from outside: what got cheaper, in the order of the links. */
typedef struct openings {
  uint32_t at[LATTICE * LATTICE + 1];
  double cost[LATTICE * LATTICE + 1];
  bool expanded[LATTICE * LATTICE + 1];
  uint32_t count;
} openings;

static void note_openings(openings *o, const astar_graph *g, const astar_search *s)
{
  astar_id current = astar_search_current(s);
  uint32_t i;
  o->expanded[current] = true;
  for (i = 0; i < astar_graph_link_count(g, current); i++) {
    astar_visit v = astar_search_visit(s, astar_graph_link_at(g, current, i).to);
    if (v.state != ASTAR_OPEN || (o->at[v.id] && v.cost == o->cost[v.id])) continue;
    /* An open node that gets cheaper by rounding alone keeps its place. */
    if (!o->at[v.id] || o->expanded[v.id] || !close_to(v.cost, o->cost[v.id])) o->at[v.id] = ++o->count;
    o->cost[v.id] = v.cost;
    o->expanded[v.id] = false;
  }
}

/* Lower f first, then lower h, then what was opened first. */
static astar_id expected_next(const openings *o, const astar_search *s, double weight)
{
  double least = INFINITY;
  astar_visit best = {0, 0, ASTAR_NONE, 0, INFINITY};
  uint32_t i;
  for (i = 0; i < astar_search_touched(s); i++) {
    astar_visit v = astar_search_touched_at(s, i);
    if (v.state == ASTAR_OPEN) least = fmin(least, v.cost + weight * v.estimate);
  }
  for (i = 0; i < astar_search_touched(s); i++) {
    astar_visit v = astar_search_touched_at(s, i);
    if (v.state != ASTAR_OPEN || v.cost + weight * v.estimate > least * (1 + 0x1p-38)) continue;
    if (v.estimate < best.estimate || (v.estimate == best.estimate && o->at[v.id] < o->at[best.id])) best = v;
  }
  return best.id;
}

static void expansion_order(void)
{
  static const double weights[] = {1, 1, 1.5, 3};
  uint32_t i, n = cases(150);
  for (i = 0; i < n; i++) {
    astar_graph *g;
    astar_search *s = astar_search_create(NULL, NULL);
    astar_search_def def = astar_default_search();
    openings o;
    uint32_t k, side = 2 + below(LATTICE - 1);
    astar_id goal;
    seed_case(i);
    g = lattice(side, side, one_in(2));
    for (k = below(side * 2); k > 0; k--) astar_graph_set_blocked(g, 1 + below(side * side), true);
    for (k = below(side); k > 0; k--) {
      astar_link link = astar_default_link();
      astar_id a = 1 + below(side * side), b = 1 + below(side * side);
      link.cost = one_in(2) ? 0.5 * (1 + below(8)) : below(3);
      if (a != b) CHECK(astar_graph_link(g, a, b, &link) == ASTAR_OK);
    }
    if (one_in(2)) CHECK(astar_graph_optimize(g) == ASTAR_OK);
    memset(&o, 0, sizeof o);
    def.start = 1 + below(side * side);
    goal = 1 + below(side * side);
    def.goals = &goal;
    def.goal_count = !one_in(4);
    def.weight = def.goal_count ? weights[below(4)] : 1;
    def.heuristic = one_in(4) ? ASTAR_OCTILE : ASTAR_AUTO;
    CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_step(s, 0) == ASTAR_SEARCHING);
    CHECK(astar_search_touched(s) == 1 && astar_search_current(s) == ASTAR_NO_ID && astar_search_expanded(s) == 0);
    o.at[def.start] = ++o.count;
    while (astar_search_status(s) == ASTAR_SEARCHING) {
      astar_id next = expected_next(&o, s, def.weight);
      astar_search_step(s, 1);
      CHECK(astar_search_current(s) == next);
      note_openings(&o, g, s);
    }
    /* A step taken whole touches the same nodes in the same order. */
    if (astar_search_status(s) != ASTAR_STALE) {
      astar_search *t = astar_search_create(NULL, NULL);
      CHECK(astar_search_begin(t, astar_on_graph(g), &def) == ASTAR_OK);
      CHECK(astar_search_step(t, UINT64_MAX) == astar_search_status(s));
      CHECK(astar_search_touched(t) == astar_search_touched(s) && astar_search_expanded(t) == astar_search_expanded(s));
      for (k = 0; k < astar_search_touched(s); k++)
        CHECK(astar_search_touched_at(s, k).id == astar_search_touched_at(t, k).id);
      astar_search_destroy(t);
    }
    astar_search_destroy(s);
    astar_graph_destroy(g);
  }
}

/* ---- Case by case ---- */

static void empty_search(void)
{
  astar_search *s = astar_search_create(NULL, NULL);
  astar_want want;
  CHECK(s && astar_search_memory(s) > 0);
  CHECK(astar_search_status(s) == ASTAR_STALE && astar_search_step(s, 1) == ASTAR_STALE);
  CHECK(astar_search_touched(s) == 0 && astar_search_expanded(s) == 0 && !astar_search_want(s, &want));
  CHECK(astar_search_visit(s, 1).state == ASTAR_NONE && astar_search_trace(s, 1) == 0);
  astar_search_answer(s, 1); /* to nothing */
  astar_search_destroy(s);
  astar_search_destroy(NULL);
}

static void start_is_goal(void)
{
  astar_graph *g = lattice(2, 1, false);
  astar_search *s = astar_search_create(NULL, NULL);
  astar_search_def def = astar_default_search();
  astar_path path;
  astar_id goal = 1, avoid = 1;
  def.start = 1;
  def.goals = &goal;
  def.goal_count = 1;
  def.avoid_ids = &avoid; /* the start is never tested */
  def.avoid_count = 1;
  def.only = true;
  def.answer_only = true;
  def.max_cost = 0;
  astar_graph_set_blocked(g, 1, true);
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_step(s, 1) == ASTAR_FOUND);
  CHECK(astar_search_expanded(s) == 1 && astar_search_goal(s) == 1 && astar_search_trace(s, 1) == 1);
  astar_search_path(s, 1, &path);
  CHECK(path.count == 1 && path.cost == 0 && path.points[0].id == 1 && path.points[0].along == 0);
  def.max_steps = 0;
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_step(s, 0) == ASTAR_LIMIT);
  CHECK(astar_search_expanded(s) == 0);
  astar_search_destroy(s);
  astar_graph_destroy(g);
}

static void questions(void)
{
  astar_graph *g = lattice(3, 1, false);
  astar_search *s = astar_search_create(NULL, NULL);
  astar_search_def def = astar_default_search();
  const astar_id goals[2] = {3, 2};
  astar_want want;
  uint32_t round;
  def.start = 1;
  def.goals = goals;
  def.goal_count = 2;
  def.heuristic = ASTAR_ASK;
  def.ask_cost = true;
  for (round = 0; round < 2; round++) {
    if (round == 0) CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK);
    else CHECK(astar_search_restart(s, ASTAR_NO_ID, NULL, NULL, NULL, 0) == ASTAR_OK);
    /* The start's estimates, goal by goal; asked again until answered. */
    CHECK(astar_search_step(s, 5) == ASTAR_WANT_ESTIMATE && astar_search_step(s, 0) == ASTAR_WANT_ESTIMATE);
    CHECK(astar_search_want(s, &want) && want.estimate && want.from == 1 && want.to == 3);
    CHECK(astar_search_status(s) == ASTAR_SEARCHING && astar_search_touched(s) == 0);
    astar_search_answer(s, 1);
    astar_search_answer(s, 99); /* to nothing */
    CHECK(!astar_search_want(s, &want) && astar_search_step(s, 5) == ASTAR_WANT_ESTIMATE);
    CHECK(astar_search_want(s, &want) && want.estimate && want.from == 1 && want.to == 2);
    astar_search_answer(s, 0.5);
    CHECK(astar_search_step(s, 0) == ASTAR_SEARCHING && astar_search_visit(s, 1).estimate == 0.5);
    CHECK(astar_search_step(s, 1) == ASTAR_WANT_COST && astar_search_expanded(s) == 1);
    CHECK(astar_search_want(s, &want) && !want.estimate && want.from == 1 && want.to == 2 && want.cost == 1);
    if (round == 0) continue; /* a run can be dropped while it waits */
    astar_search_answer(s, 7);
    CHECK(astar_search_step(s, 0) == ASTAR_WANT_ESTIMATE && astar_search_want(s, &want) && want.from == 2);
    astar_search_answer(s, 4);
    CHECK(astar_search_step(s, 0) == ASTAR_WANT_ESTIMATE && astar_search_want(s, &want) && want.to == 2);
    astar_search_answer(s, 0);
    CHECK(astar_search_step(s, 0) == ASTAR_SEARCHING && astar_search_visit(s, 2).cost == 7);
    CHECK(astar_search_step(s, 1) == ASTAR_FOUND && astar_search_goal(s) == 2);
  }
  /* No way at all, by the caller's word. */
  def.heuristic = ASTAR_DEFAULT;
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK);
  CHECK(astar_search_step(s, 9) == ASTAR_WANT_COST && astar_search_visit(s, 1).estimate == 0);
  astar_search_answer(s, INFINITY);
  CHECK(astar_search_step(s, 9) == ASTAR_UNREACHABLE && astar_search_visit(s, 2).state == ASTAR_NONE);
  /* An edit while it waits. */
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_step(s, 9) == ASTAR_WANT_COST);
  astar_graph_remove(g, 2);
  astar_search_answer(s, 1);
  CHECK(astar_search_status(s) == ASTAR_STALE && astar_search_step(s, 9) == ASTAR_STALE);
  CHECK(astar_search_touched(s) == 1 && astar_search_trace(s, 1) == 1);
  astar_search_destroy(s);
  astar_graph_destroy(g);
}

/* What was found can be asked for when nodes are gone, and the places of the others changed. */
static void afterwards(void)
{
  astar_graph *g = lattice(40, 40, false);
  astar_search *s = astar_search_create(NULL, NULL);
  astar_search_def def = astar_default_search();
  astar_id goal = 1600, id;
  uint32_t count, i;
  astar_path *path;
  const double away[3] = {500, 500, 0};
  def.start = 1;
  def.goals = &goal;
  def.goal_count = 1;
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_step(s, UINT64_MAX) == ASTAR_FOUND);
  count = astar_search_trace(s, goal);
  path = malloc(astar_path_size(count));
  CHECK(count == 79 && path);
  for (id = 1; id <= 1600; id += 3) astar_graph_remove(g, id);
  CHECK(astar_graph_move(g, 2, away) == ASTAR_OK);
  CHECK(astar_graph_optimize(g) == ASTAR_OK && astar_graph_add(g, 1, 1, 1, &id) == ASTAR_OK && id == 1601);
  CHECK(astar_graph_optimize(g) == ASTAR_OK);
  CHECK(astar_search_status(s) == ASTAR_FOUND && astar_search_goal(s) == goal && astar_search_start(s) == 1);
  CHECK(astar_search_visit(s, 1601).state == ASTAR_NONE && astar_search_trace(s, 1601) == 0);
  CHECK(astar_search_visit(s, 0).state == ASTAR_NONE && astar_search_trace(s, 0) == 0);
  CHECK(astar_search_visit(s, UINT32_MAX).state == ASTAR_NONE && astar_search_trace(s, UINT32_MAX) == 0);
  CHECK(astar_search_trace(s, goal) == count);
  astar_search_path(s, goal, path);
  CHECK(path->cost == 78 && astar_path_point(path, 0).id == 1 && astar_path_point(path, 78).id == goal);
  for (i = 1; i < count; i++)
    CHECK(astar_search_visit(s, astar_path_point(path, i).id).parent == astar_path_point(path, i - 1).id);
  free(path);
  astar_graph_destroy(g);
  astar_search_destroy(s);
}

static void limits(void)
{
  astar_graph *g = lattice(30, 30, false);
  astar_search *s = astar_search_create(NULL, NULL);
  astar_search_def def = astar_default_search();
  astar_id goal = 900, i;
  def.start = 1;
  def.max_cost = 10;
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_step(s, UINT64_MAX) == ASTAR_DONE);
  CHECK(astar_search_touched(s) == 66 && astar_search_expanded(s) == 66); /* the rim belongs to it */
  def.max_steps = 65;
  CHECK(astar_search_restart(s, ASTAR_NO_ID, NULL, NULL, NULL, 0) == ASTAR_OK);
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_step(s, 65) == ASTAR_LIMIT);
  def.goals = &goal;
  def.goal_count = 1;
  def.max_steps = UINT64_MAX;
  def.partial = true;
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_step(s, UINT64_MAX) == ASTAR_LIMIT);
  CHECK(astar_search_partial(s) != ASTAR_NO_ID && astar_search_visit(s, astar_search_partial(s)).cost == 10);
  for (i = 31; i <= 60; i++) astar_graph_set_blocked(g, i, true);
  def.max_cost = INFINITY;
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK);
  CHECK(astar_search_step(s, UINT64_MAX) == ASTAR_UNREACHABLE);
  CHECK(astar_search_partial(s) == 30 && astar_search_touched(s) == 60);
  CHECK(astar_search_visit(s, 45).state == ASTAR_EXCLUDED && astar_search_trace(s, 45) == 0);
  goal = 45;
  def.partial = false;
  def.answer_only = true;
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_status(s) == ASTAR_UNREACHABLE);
  CHECK(astar_search_step(s, 5) == ASTAR_UNREACHABLE && astar_search_expanded(s) == 0);
  astar_search_destroy(s);
  astar_graph_destroy(g);
}

/* Far more nodes than fit one page or one table of pages; and little memory where little is touched. */
static void large(void)
{
  const uint32_t side = 280;
  astar_graph *g = lattice(side, side, false);
  astar_search *s = astar_search_create(NULL, NULL), *near = astar_search_create(NULL, NULL);
  astar_search_def def = astar_default_search();
  uint32_t i, round;
  astar_id goal;
  def.start = 1;
  for (round = 0; round < 2; round++) {
    CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_step(s, UINT64_MAX) == ASTAR_DONE);
    CHECK(astar_search_touched(s) == side * side);
    for (i = 0; i < side * side; i++) CHECK(astar_search_visit(s, i + 1).cost == i % side + i / side);
    goal = side * side / 2 + side / 2;
    def.goals = &goal;
    def.start = goal + 3;
    def.goal_count = 1;
    CHECK(astar_search_begin(near, astar_on_graph(g), &def) == ASTAR_OK);
    CHECK(astar_search_step(near, UINT64_MAX) == ASTAR_FOUND);
    CHECK(astar_search_memory(near) < 64 * 1024);
    def.start = 1;
    def.goal_count = 0;
    CHECK(astar_graph_optimize(g) == ASTAR_OK);
  }
  astar_search_destroy(s);
  astar_search_destroy(near);
  astar_graph_destroy(g);
}

/* A search is used for one graph after another, smaller and larger. */
static void several_graphs(void)
{
  astar_graph *graphs[3];
  astar_search *s = astar_search_create(NULL, NULL);
  astar_search_def def = astar_default_search();
  uint32_t i, size;
  for (i = 0; i < 3; i++) graphs[i] = lattice(5 + i * 50, 5 + i * 50, true);
  for (i = 0; i < 30; i++) {
    size = (5 + i % 3 * 50) * (5 + i % 3 * 50);
    def.start = 1 + i % 25;
    def.keep_estimates = i % 4 == 0;
    CHECK(astar_search_begin(s, astar_on_graph(graphs[i % 3]), &def) == ASTAR_OK);
    CHECK(astar_search_step(s, UINT64_MAX) == ASTAR_DONE);
    CHECK(astar_search_touched(s) == size && astar_search_expanded(s) == size);
    CHECK(astar_search_visit(s, size + 1).state == ASTAR_NONE);
  }
  for (i = 0; i < 3; i++) astar_graph_destroy(graphs[i]);
  astar_search_destroy(s);
}

/* Ids in the lists that are gone are forgotten by a restart; those that remain still count. */
static void restart_lists(void)
{
  astar_graph *g = lattice(5, 5, false);
  astar_search *s = astar_search_create(NULL, NULL);
  astar_search_def def = astar_default_search();
  const astar_id avoid[4] = {2, 7, 8, 13}, goals[3] = {25, 5, 21};
  uint32_t round;
  def.start = 1;
  def.avoid_ids = avoid;
  def.avoid_count = 4;
  def.goals = goals;
  def.goal_count = 1;
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_step(s, 1000) == ASTAR_FOUND);
  CHECK(astar_search_visit(s, 2).state == ASTAR_EXCLUDED && astar_search_visit(s, 25).cost == 8);
  astar_graph_remove(g, 7);
  CHECK(astar_search_restart(s, 25, NULL, goals + 1, NULL, 2) == ASTAR_OK && astar_search_goal_count(s) == 2);
  CHECK(astar_search_goal(s) == ASTAR_NO_ID && astar_search_goal_at(s, 0) == 5 && astar_search_goal_at(s, 1) == 21);
  CHECK(astar_search_step(s, 1000) == ASTAR_FOUND && astar_search_start(s) == 25);
  CHECK(astar_search_visit(s, astar_search_goal(s)).cost == 4);
  CHECK(astar_search_trace(s, 8) == 0 && astar_search_visit(s, 7).state == ASTAR_NONE);
  CHECK(astar_search_restart(s, 3, NULL, goals, NULL, 1) == ASTAR_OK && astar_search_step(s, 1000) == ASTAR_FOUND);
  CHECK(astar_search_goal(s) == 25 && astar_search_visit(s, 8).state == ASTAR_EXCLUDED);
  CHECK(astar_search_trace(s, 13) == 0);
  /* A search whose goals are gone does not become one without goals, however often it is restarted. */
  astar_graph_remove(g, 25);
  for (round = 0; round < 3; round++) {
    CHECK(astar_search_restart(s, ASTAR_NO_ID, NULL, NULL, NULL, 0) == ASTAR_OK && astar_search_goal_count(s) == 0);
    CHECK(astar_search_step(s, 1000) == ASTAR_UNREACHABLE);
  }
  CHECK(astar_search_restart(s, ASTAR_NO_ID, NULL, goals + 1, NULL, 1) == ASTAR_OK);
  CHECK(astar_search_step(s, 1000) == ASTAR_FOUND && astar_search_goal(s) == 5);
  astar_search_destroy(s);
  astar_graph_destroy(g);
}

/* ---- Finders ---- */

/* On a lattice all routes cost the same: it must find the same one however the graph lies in memory. */
static void same_routes(void)
{
  const uint32_t side = 60;
  astar_graph *g = lattice(side, side, false), *other = lattice(side, side, false);
  astar_finder *f = astar_finder_create(NULL, NULL), *fresh = astar_finder_create(NULL, NULL);
  uint32_t i;
  CHECK(f && fresh && astar_finder_memory(f) > 0 && astar_graph_optimize(other) == ASTAR_OK);
  astar_finder_destroy(NULL);
  seed_case(0);
  for (i = 0; i < 60; i++) {
    astar_id a = 1 + below(side * side), b = 1 + below(side * side);
    const astar_path *path, *again;
    uint32_t x = a > b ? (a - 1) % side : (b - 1) % side, y = a > b ? (b - 1) % side : (a - 1) % side;
    uint32_t count = 1 + (x > y ? x - y : y - x) + (a > b ? (a - 1) / side - (b - 1) / side
                                                          : (b - 1) / side - (a - 1) / side);
    path = astar_find_path(f, g, ASTAR_NO_UNIT, a, b);
    CHECK(path && path->count == count && astar_finder_count(f) == count);
    CHECK(path->cost == count - 1 && astar_path_point(path, count - 1).along == count - 1);
    again = astar_find_path(fresh, other, ASTAR_NO_UNIT, a, b);
    CHECK(again && astar_finder_expanded(fresh) == astar_finder_expanded(f) && quest_is_same_path(path, again));
  }
  astar_graph_isolate(g, 5);
  CHECK(!astar_find_path(f, g, ASTAR_NO_UNIT, 1, 5) && astar_finder_status(f) == ASTAR_UNREACHABLE);
  CHECK(!astar_find_path(f, g, ASTAR_NO_UNIT, 5, 1) && astar_finder_status(f) == ASTAR_UNREACHABLE);
  CHECK(!astar_finder_path(f) && astar_finder_count(f) == 0);
  CHECK(astar_find_path(f, g, ASTAR_NO_UNIT, 5, 5) && astar_finder_count(f) == 1);
  astar_graph_set_blocked(g, 5, true);
  CHECK(astar_find_path(f, g, ASTAR_NO_UNIT, 5, 5)); /* the start is never tested */
  astar_graph_destroy(g);
  astar_graph_destroy(other);
  astar_finder_destroy(f);
  astar_finder_destroy(fresh);
}

/* A finder that was asked nothing has no path; then questions for more than the cheapest path. */
static void finder_questions(void)
{
  astar_graph *g = lattice(5, 5, false);
  astar_finder *f = astar_finder_create(NULL, NULL);
  astar_search_def def = astar_default_search();
  const astar_id goals[3] = {25, 4, 21}, avoid[2] = {2, 6};
  const astar_path *path;
  astar_id id;
  uint32_t i;
  CHECK(f && astar_finder_status(f) == ASTAR_UNREACHABLE && astar_finder_count(f) == 0);
  CHECK(!astar_finder_path(f) && astar_finder_expanded(f) == 0);
  def.start = 1;
  def.goals = goals;
  def.goal_count = 3;
  CHECK(astar_find(f, astar_on_graph(g), &def) == ASTAR_FOUND);
  CHECK(astar_finder_expanded(f) > 0); /* the nearest of several */
  path = astar_finder_path(f);
  CHECK(path && path->cost == 3 && astar_path_point(path, path->count - 1).id == 4 && path == astar_finder_path(f));
  /* It stays when the graph is edited. */
  path = astar_find_path(f, g, ASTAR_NO_UNIT, 1, 25);
  CHECK(path && path->cost == 8);
  for (i = 0; i < 30; i++) CHECK(astar_graph_add(g, i, 9, 0, &id) == ASTAR_OK);
  CHECK(astar_graph_optimize(g) == ASTAR_OK);
  CHECK(astar_finder_path(f) == path && path->cost == 8 && astar_path_point(path, 8).id == 25);
  def.goal_count = 1;
  def.max_cost = 7.5;
  CHECK(astar_find(f, astar_on_graph(g), &def) == ASTAR_LIMIT && !astar_finder_path(f) && astar_finder_count(f) == 0);
  def.max_cost = 8;
  CHECK(astar_find(f, astar_on_graph(g), &def) == ASTAR_FOUND && astar_finder_path(f)->count == 9);
  def.max_steps = 3;
  CHECK(astar_find(f, astar_on_graph(g), &def) == ASTAR_LIMIT);
  CHECK(!astar_finder_path(f) && astar_finder_expanded(f) == 3);
  def.max_steps = UINT64_MAX;
  def.partial = true;
  def.max_cost = 4;
  CHECK(astar_find(f, astar_on_graph(g), &def) == ASTAR_LIMIT);
  path = astar_finder_path(f);
  CHECK(path && path->partial && path->cost == 4 && path->count == astar_finder_count(f));
  def.avoid_ids = avoid;
  def.avoid_count = 2;
  CHECK(astar_find(f, astar_on_graph(g), &def) == ASTAR_UNREACHABLE);
  path = astar_finder_path(f);
  CHECK(path && path->partial && path->count == 1 && astar_path_point(path, 0).id == 1);
  def.partial = false;
  CHECK(astar_find(f, astar_on_graph(g), &def) == ASTAR_UNREACHABLE && !astar_finder_path(f));
  astar_graph_set_blocked(g, 25, true);
  def.avoid_count = 0;
  def.max_cost = INFINITY;
  CHECK(astar_find(f, astar_on_graph(g), &def) == ASTAR_UNREACHABLE && !astar_finder_path(f));
  CHECK(!astar_find_path(f, g, ASTAR_NO_UNIT, 1, 25) && astar_finder_status(f) == ASTAR_UNREACHABLE);
  astar_graph_destroy(g);
  astar_finder_destroy(f);
}

/* ---- Ids of removed nodes ---- */

static void removed_ids(void)
{
  astar_graph *g = lattice(5, 5, false);
  astar_search *s = astar_search_create(NULL, NULL);
  astar_finder *f = astar_finder_create(NULL, NULL);
  astar_search_def def = astar_default_search();
  const astar_id goals[3] = {7, 25, 99}, some[5] = {7, 2, 3, UINT32_MAX, 0};
  uint32_t round;
  CHECK(s && f);
  astar_graph_remove(g, 7);
  def.start = 1;
  def.goals = goals;
  def.goal_count = 3;
  for (round = 0; round < 2; round++) {
    CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_goal_count(s) == 1);
    CHECK(astar_search_goal(s) == 25 && astar_search_goal_at(s, 0) == 25);
    CHECK(astar_search_step(s, 1000) == ASTAR_FOUND && astar_search_visit(s, 25).cost == 8);
    CHECK(astar_find(f, astar_on_graph(g), &def) == ASTAR_FOUND && astar_finder_path(f)->cost == 8);
    def.answer_only = true;
  }
  /* A goal that is gone cannot be reached. */
  def.goal_count = 1;
  CHECK(astar_find(f, astar_on_graph(g), &def) == ASTAR_UNREACHABLE && !astar_finder_path(f));
  CHECK(!astar_find_path(f, g, ASTAR_NO_UNIT, 1, 7) && astar_finder_status(f) == ASTAR_UNREACHABLE);
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_status(s) == ASTAR_UNREACHABLE);
  def.partial = true;
  CHECK(astar_find(f, astar_on_graph(g), &def) == ASTAR_UNREACHABLE && !astar_finder_path(f));
  def.partial = def.answer_only = false;
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_step(s, 1000) == ASTAR_UNREACHABLE);
  CHECK(astar_search_expanded(s) == 0 && astar_search_touched(s) == 0);
  /* Lists: nothing is avoided for an id that is gone, and nothing is allowed for it. */
  def.goals = goals + 1;
  def.avoid_ids = some;
  def.avoid_count = 5;
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_step(s, 1000) == ASTAR_FOUND);
  CHECK(astar_search_visit(s, 2).state == ASTAR_EXCLUDED && astar_search_visit(s, 7).state == ASTAR_NONE);
  def.avoid_count = 0;
  def.only = true;
  def.only_ids = some;
  def.only_count = 5;
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_step(s, 1000) == ASTAR_UNREACHABLE);
  CHECK(astar_search_expanded(s) == 3 && astar_search_visit(s, 7).state == ASTAR_NONE);
  /* Nor does the id count that comes back for another node, if the search began before. */
  def.only = false;
  def.avoid_ids = some;
  def.avoid_count = 1;
  def.only_count = 0;
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK && astar_search_step(s, 1000) == ASTAR_FOUND);
  {
    astar_link link = astar_default_link();
    uint64_t at;
    astar_id id;
    CHECK(astar_graph_free_id(g, &at) == 7);
    astar_graph_recycle(g, true);
    CHECK(astar_graph_add(g, 1, 1, 0, &id) == ASTAR_OK && id == 7);
    link.cost = 0;
    CHECK(astar_graph_link(g, 1, 7, &link) == ASTAR_OK && astar_graph_link(g, 7, 25, &link) == ASTAR_OK);
  }
  CHECK(astar_search_restart(s, ASTAR_NO_ID, NULL, NULL, NULL, 0) == ASTAR_OK);
  CHECK(astar_search_step(s, 1000) == ASTAR_FOUND);
  CHECK(astar_search_visit(s, 25).cost == 0 && astar_search_visit(s, 25).parent == 7);
  astar_search_destroy(s);
  astar_finder_destroy(f);
  astar_graph_destroy(g);
}

/* ---- A question that could not be asked for want of memory ---- */

/* The goals of the last question count until all that the next one needs is there. */
static void restart_without_memory(void)
{
  astar_graph *g = lattice(20, 20, false);
  astar_id many[100], goal = 400;
  uint64_t at;
  uint32_t i, kept = 0, taken = 0;
  bool done = false;
  for (i = 0; i < 100; i++) many[i] = 200 + i;
  for (at = 1; !done; at++) {
    ledger books = {0};
    astar_search *s = astar_search_create(ledger_alloc, &books);
    astar_search_def def = astar_default_search();
    def.start = 1;
    def.goals = &goal;
    def.goal_count = 1;
    CHECK(s && astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK);
    CHECK(astar_search_step(s, 5) == ASTAR_SEARCHING);
    books.fail_at = books.asked + at;
    done = astar_search_restart(s, 21, NULL, many, NULL, 100) == ASTAR_OK;
    books.fail_at = 0;
    CHECK(done == (books.failed == 0));
    if (!done) {
      const bool as_before = astar_search_goal_count(s) == 1;
      CHECK(astar_search_status(s) == ASTAR_STALE && astar_search_step(s, 1) == ASTAR_STALE);
      CHECK(as_before ? astar_search_goal_at(s, 0) == goal : astar_search_goal_count(s) == 100);
      CHECK(at > 1 || as_before); /* room for the goals comes first */
      kept += as_before;
      taken += !as_before;
      CHECK(astar_search_restart(s, ASTAR_NO_ID, NULL, NULL, NULL, 0) == ASTAR_OK);
      CHECK(astar_search_start(s) == (as_before ? 1 : 21) && astar_search_goal_count(s) == (as_before ? 1 : 100));
      CHECK(astar_search_step(s, UINT64_MAX) == ASTAR_FOUND);
      CHECK(as_before ? astar_search_goal(s) == goal : astar_search_goal(s) >= 200 && astar_search_goal(s) < 300);
      CHECK(astar_search_restart(s, 21, NULL, many, NULL, 100) == ASTAR_OK);
    }
    CHECK(astar_search_step(s, UINT64_MAX) == ASTAR_FOUND && astar_search_visit(s, astar_search_goal(s)).cost == 9);
    CHECK(astar_search_memory(s) == books.bytes);
    astar_search_destroy(s);
    CHECK(books.blocks == 0 && books.bytes == 0);
  }
  CHECK(kept > 0 && taken > 0);
  astar_graph_destroy(g);
}

static void status_names(void)
{
  static const char *const names[] = {"searching", "found",   "unreachable", "done",           "limit",
                                      "stale",     "blocked", "wants cost",  "wants estimate", "out of memory"};
  uint32_t i;
  CHECK(ASTAR_OUT_OF_MEMORY + 1 == sizeof names / sizeof *names);
  for (i = 0; i < sizeof names / sizeof *names; i++) CHECK(!strcmp(astar_status_name((astar_status)i), names[i]));
}

/* ---- Paths ---- */

static void along_a_path(void)
{
  static const double places[5][3] = {{0, 0, 0}, {3, 4, 0}, {3, 4, 0}, {3, 4, 2}, {-1e308, 1e308, 0}};
  astar_path *path = malloc(astar_path_size(5)), *part = malloc(astar_path_size(2));
  uint32_t i;
  double p[3];
  CHECK(path && part && astar_path_size(1) == sizeof(astar_path));
  memset(path, 0, astar_path_size(5));
  path->count = 4;
  for (i = 0; i < 5; i++) {
    astar_waypoint *w = &path->points[i];
    w->x = places[i][0];
    w->y = places[i][1];
    w->z = places[i][2];
    w->along = i == 0 ? 0 : i < 3 ? 5 : i < 4 ? 7 : sqrt(2) * 1e308;
  }
  CHECK(astar_path_at(path, 0, p) == 0 && p[0] == 0 && p[1] == 0);
  CHECK(astar_path_at(path, NAN, p) == 0 && p[0] == 0);
  CHECK(astar_path_at(path, -INFINITY, p) == 0 && p[0] == 0);
  CHECK(astar_path_at(path, 2.5, p) == 0 && p[0] == 1.5 && p[1] == 2 && p[2] == 0);
  CHECK(astar_path_at(path, 5, p) == 2 && p[0] == 3 && p[1] == 4 && p[2] == 0); /* two were passed at once */
  CHECK(astar_path_at(path, 6, p) == 2 && p[2] == 1);
  CHECK(astar_path_at(path, 7, p) == 3 && p[2] == 2);
  CHECK(astar_path_at(path, INFINITY, p) == 3 && p[2] == 2);
  for (i = 0; i < 4; i++) path->points[i].cost = i;
  path->cost = 3;
  CHECK(astar_path_cut_size(path, 1, 2) == astar_path_size(2));
  astar_path_cut(path, 1, 2, part);
  CHECK(part->count == 2 && part->cost == 1 && part->points[1].along == 0 && part->points[1].cost == 1);
  astar_path_cut(path, 2, 2, part);
  CHECK(part->cost == 1 && astar_path_at(part, 1, p) == 0 && p[0] == 3 && p[2] == 1);
  free(part);
  path->count = 5;
  CHECK(astar_path_at(path, 1e300, p) == 3 && isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]));
  path->count = 1;
  CHECK(astar_path_at(path, 1, p) == 0 && p[0] == 0);
  /* From one end of all numbers to the other. */
  path->count = 2;
  path->points[0].x = -DBL_MAX;
  path->points[1].x = DBL_MAX;
  path->points[1].along = DBL_MAX;
  CHECK(astar_path_at(path, 0, p) == 0 && p[0] == -DBL_MAX);
  CHECK(astar_path_at(path, DBL_MAX / 2, p) == 0 && isfinite(p[0]));
  CHECK(astar_path_at(path, DBL_MAX, p) == 1 && p[0] == DBL_MAX);
  free(path);
}

/* ---- Costs at the ends of what a double can hold ---- */

static void extreme_costs(void)
{
  static const double costs[] = {0, 4.94065645841246544e-324, 1e-300, 1, 1e300, DBL_MAX};
  uint32_t i, k, n = sizeof costs / sizeof costs[0];
  for (i = 0; i < n; i++) {
    for (k = 0; k < n; k++) {
      astar_graph *g = astar_graph_create(NULL, NULL);
      astar_search *s = astar_search_create(NULL, NULL);
      astar_search_def def = astar_default_search();
      astar_link link = astar_default_link();
      astar_id a = 0, b = 0, c = 0, goals[1];
      astar_status status;
      CHECK(astar_graph_add(g, -1e300, 0, 1e-310, &a) == ASTAR_OK);
      CHECK(astar_graph_add(g, 1e300, 1e-320, 0, &b) == ASTAR_OK);
      CHECK(astar_graph_add(g, DBL_MAX, -DBL_MAX, 0, &c) == ASTAR_OK);
      CHECK(astar_graph_distance(g, a, b) == 2e300 && astar_graph_distance(g, a, c) == DBL_MAX);
      link.cost = costs[i];
      CHECK(astar_graph_link(g, a, b, &link) == ASTAR_OK);
      link.cost = costs[k];
      CHECK(astar_graph_link(g, b, c, &link) == ASTAR_OK);
      goals[0] = c;
      def.start = a;
      def.goals = goals;
      def.goal_count = 1;
      CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK);
      status = astar_search_step(s, UINT64_MAX);
      if (costs[i] + costs[k] < INFINITY) {
        CHECK(status == ASTAR_FOUND && astar_search_visit(s, c).cost == costs[i] + costs[k]);
      } else {
        CHECK(status == ASTAR_UNREACHABLE);
      }
      astar_graph_validate(g);
      astar_search_destroy(s);
      astar_graph_destroy(g);
    }
  }
}

int main(void)
{
  empty_search();
  start_is_goal();
  questions();
  afterwards();
  limits();
  large();
  several_graphs();
  restart_lists();
  same_routes();
  finder_questions();
  removed_ids();
  restart_without_memory();
  status_names();
  along_a_path();
  extreme_costs();
  expansion_order();
  random_graphs();
  return check_summary("search_test");
}
