/*
** failure_test.c: every allocation of a script of calls fails in turn, once or from then on.
** Each call that reports it must have changed nothing, work when it is made again, and the
** script must come to the same end as if nothing had failed.
*/
#include "check.h"

static ledger books;
static astar_graph *graph;
static astar_plane *plane;
static astar_finder *kept; /* or NULL: it finds paths between edits */
static uint64_t outcome; /* a hash of all that the script was told */
static uint32_t retries;

static void note(uint64_t x)
{
  outcome = mix(outcome ^ x);
}

static void note_number(double x)
{
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  note(bits);
}

/* A hash of the whole graph, as it can be asked for. */
static uint64_t look_at(const astar_graph *g)
{
  uint64_t hash = astar_graph_version(g), at = 0;
  astar_id id;
  hash = mix(hash ^ astar_graph_count(g)) ^ astar_graph_last_id(g);
  hash = mix(hash ^ astar_graph_terrain_count(g)) ^ astar_graph_unit_count(g);
  hash = mix(hash ^ astar_graph_free_id(g, &at)) ^ at;
  for (id = astar_graph_next(g, 0); id; id = astar_graph_next(g, id)) {
    uint32_t i, count = astar_graph_link_count(g, id), generation = 0;
    double p[3];
    uint64_t bits[3];
    astar_graph_has(g, id, &generation);
    astar_graph_position(g, id, p);
    memcpy(bits, p, sizeof bits);
    hash = mix(hash ^ bits[0] ^ mix(bits[1]) ^ (bits[2] << 1)) ^ generation;
    hash = mix(hash ^ astar_graph_node_terrain(g, id)) ^ astar_graph_blocked(g, id);
    for (i = 0; i < count; i++) {
      astar_link link = astar_graph_link_at(g, id, i);
      memcpy(bits, &link.cost, sizeof *bits);
      hash = mix(hash ^ link.to ^ bits[0]) ^ link.terrain ^ (link.oneway ? 64u : 0) ^ (link.own_cost ? 128u : 0);
    }
    for (i = 1; i <= astar_graph_layer_count(g); i++) {
      const double value = astar_layer_get(g, i, id);
      memcpy(bits, &value, sizeof *bits);
      hash = mix(hash ^ bits[0]);
    }
  }
  return hash;
}

static uint64_t look_at_plane(const astar_plane *p)
{
  double numbers[4] = {0, 0, 0, 0};
  uint64_t hash = astar_plane_version(p) ^ mix(astar_plane_bounds(p, numbers)), bits;
  astar_obstacle id;
  hash = mix(hash ^ astar_plane_count(p));
  for (id = astar_plane_next(p, 0); id != ASTAR_NO_OBSTACLE; id = astar_plane_next(p, id)) {
    uint32_t i, k, count, generation = 0;
    (void)astar_plane_has(p, id, &generation);
    hash = mix(hash ^ id ^ (uint64_t)generation << 32);
    for (i = 0; i < astar_plane_outline_count(p, id); i++) {
      const double *xy = astar_plane_outline(p, id, i, &count);
      for (k = 0; k < 2 * count; k++) {
        memcpy(&bits, &xy[k], sizeof bits);
        hash = mix(hash ^ bits);
      }
    }
  }
  return hash;
}

/* The space that the script works on. */
static uint64_t look(void)
{
  return plane ? look_at_plane(plane) : look_at(graph);
}

/* What a finder keeps of the graph must be right also after an edit that failed. */
static void check_kept(void)
{
  astar_finder *fresh = astar_finder_create(NULL, NULL);
  astar_id last = astar_graph_last_id(graph), start = astar_graph_next(graph, last / 2),
           goal = astar_graph_next(graph, 0);
  CHECK(fresh);
  if (start != ASTAR_NO_ID && goal != ASTAR_NO_ID) {
    const astar_path *by_kept = astar_find_path(kept, graph, 0, start, goal);
    const astar_path *by_fresh = astar_find_path(fresh, graph, 0, start, goal);
    CHECK(astar_finder_status(kept) == astar_finder_status(fresh));
    if (by_fresh) CHECK(astar_finder_expanded(kept) == astar_finder_expanded(fresh));
    CHECK(!by_fresh || by_kept->cost == by_fresh->cost);
  }
  astar_finder_destroy(fresh);
}

/* A call has reported that there is no memory: let there be some again. */
static bool retry(uint64_t failed_before, uint64_t space_before)
{
  CHECK(books.failed > failed_before);
  books.fail_at = 0;
  retries++;
  if (graph) astar_graph_validate(graph);
  if (plane) astar_plane_validate(plane);
  if (graph || plane) CHECK(space_before == 0 || look() == space_before);
  if (kept) check_kept();
  return true;
}

/*
** Up to the failure each run of the script is like the first, which noted in which call each
** allocation falls: so it is known before which call the space is to be looked at.
*/
#define ALLOCATIONS_MAX 4096u
static uint32_t call_of[ALLOCATIONS_MAX], calls;
static uint64_t noted; /* allocations */

static uint64_t before_call(void)
{
  calls++;
  if (books.fail_at == 0 || !(graph || plane) || call_of[books.fail_at] != calls) return 0;
  return look();
}

static bool after_call(bool works, uint64_t failed_before, uint64_t space_before)
{
  if (!works) return retry(failed_before, space_before);
  for (; books.fail_at == 0 && books.failed == 0 && noted < books.asked; noted++) {
    CHECK(noted + 1 < ALLOCATIONS_MAX);
    call_of[noted + 1] = calls;
  }
  return false;
}

/* Make a call until it works, which it must the second time. Its arguments are evaluated again. */
#define TRY_UNTIL(works, call) \
  do { \
    uint64_t failed_ = books.failed, space_ = before_call(); \
    if (after_call((call) works, failed_, space_)) CHECK((call) works); \
  } while (0)

#define TRY(call) TRY_UNTIL(== ASTAR_OK, call)

static void block(astar_id id, bool blocked)
{
  TRY(astar_graph_set_blocked(graph, id, blocked));
}

/* ---- The script ---- */

static astar_id add(double x, double y, double z)
{
  astar_id id = ASTAR_NO_ID;
  TRY(astar_graph_add(graph, x, y, z, &id));
  return id;
}

static void join(astar_id a, astar_id b, double cost, bool oneway, astar_terrain terrain)
{
  astar_link link = astar_default_link();
  link.cost = cost;
  link.oneway = oneway;
  link.terrain = terrain;
  TRY(astar_graph_link(graph, a, b, &link));
}

static void set_large_unit(const char *name, uint32_t count, const double *costs, uint32_t size)
{
  astar_unit_def def = {NULL, 0, 3, INFINITY, 1};
  def.costs = costs;
  def.cost_count = count;
  def.size = size;
  TRY(astar_graph_set_unit(graph, name, strlen(name), &def));
}

static void set_unit(const char *name, uint32_t count, const double *costs)
{
  set_large_unit(name, count, costs, 1);
}

static void build(void)
{
  static const double costs[4] = {NAN, 2, INFINITY, 0.5};
  uint32_t i;
  TRY_UNTIL(!= NULL, graph = astar_graph_create(ledger_alloc, &books));
  kept = astar_finder_create(NULL, NULL);
  CHECK(kept);
  for (i = 0; i < 20; i++) {
    char name[32];
    astar_terrain terrain = 0;
    memset(name, 'a', sizeof name);
    TRY(astar_graph_terrain(graph, name, i + 1, &terrain));
    CHECK(terrain == i + 2);
    if (i % 3 == 0) set_unit(i % 2 ? "man" : "horse", i % 4, costs);
    name[0] = (char)('b' + i);
    if (i % 2 == 0) {
      name[1] = '\0';
      set_unit(name, 4, costs);
    }
  }
  CHECK(astar_graph_terrain_count(graph) == 21 && astar_graph_unit_count(graph) == 12);
  /* More than doubles the graph between two renumberings, and leaves gaps among the links. */
  for (i = 0; i < 1100; i++) {
    double x = below(400), y = below(400), z = below(3);
    astar_id id = add(x, y, z);
    uint32_t k;
    for (k = 0; k < 3 && id > 1; k++) {
      astar_id other = id > 20 ? id - 1 - below(18) : 1 + below(id - 1);
      double cost = one_in(3) ? 1 + fraction() * 500 : NAN;
      bool oneway = one_in(4);
      join(id, other, cost, oneway, one_in(5) ? 1 + below(20) : 0);
    }
    if (i % 64 == 0) (void)astar_find_path(kept, graph, 0, id, 1);
  }
}

static void edit(void)
{
  uint32_t i;
  astar_id id;
  uint64_t at;
  for (i = 0; i < 120; i++) {
    double p[3] = {0, 0, 0};
    astar_terrain terrain = 1 + below(21);
    p[0] = below(400);
    p[1] = below(400);
    id = astar_graph_next(graph, below(1000));
    switch (i % 6) {
    case 0: TRY(astar_graph_move(graph, id, p)); break;
    case 1: TRY(astar_graph_set_terrain(graph, id, terrain)); break;
    case 2: astar_graph_remove(graph, id); break;
    case 3: astar_graph_isolate(graph, id); break;
    case 4: block(id, i % 4 == 0); break;
    default:
      if (astar_graph_free_id(graph, &at)) astar_graph_recycle(graph, true);
      join(id, add(p[0], p[1], p[2]), 5, false, 0);
    }
  }
  /* A hub: its links move from block to block. */
  id = astar_graph_next(graph, 600);
  for (i = 1; i < 300; i++) {
    if (astar_graph_has(graph, i, NULL)) join(id, i, i, false, 0);
  }
  TRY(astar_graph_optimize(graph));
}

/* A search that could not begin can be asked all the same, and is over. */
static void check_failed_begin(astar_search *s)
{
  CHECK(astar_search_status(s) == ASTAR_STALE && astar_search_step(s, 1) == ASTAR_STALE);
  CHECK(astar_search_current(s) == ASTAR_NO_ID && astar_search_partial(s) == ASTAR_NO_ID);
  CHECK(astar_search_trace(s, 1) == 0 && astar_search_expanded(s) == 0);
}

static void begin(astar_search *s, const astar_search_def *def)
{
  uint64_t failed = books.failed;
  if (astar_search_begin(s, astar_on_graph(graph), def) == ASTAR_OK) return;
  retry(failed, 0);
  check_failed_begin(s);
  CHECK(astar_search_begin(s, astar_on_graph(graph), def) == ASTAR_OK);
}

/* To the end, with answers to what is asked. A whole expansion more than once is not made for want of memory. */
static astar_status run(astar_search *s, uint64_t n)
{
  for (;;) {
    uint64_t failed = books.failed;
    astar_status status = astar_search_step(s, n);
    astar_want want;
    if (status == ASTAR_OUT_OF_MEMORY) {
      CHECK(astar_search_status(s) == ASTAR_SEARCHING);
      retry(failed, 0);
    } else if (status == ASTAR_WANT_COST || status == ASTAR_WANT_ESTIMATE) {
      CHECK(astar_search_want(s, &want));
      note(want.from ^ (uint64_t)want.to << 32);
      astar_search_answer(s, want.estimate ? want.from % 16 : want.cost * (1 + want.to % 4));
    } else if (status != ASTAR_SEARCHING) {
      return status;
    }
  }
}

static void note_search(astar_search *s)
{
  uint32_t i;
  note(astar_search_status(s));
  note(astar_search_expanded(s));
  note(astar_search_goal(s));
  note(astar_search_partial(s));
  note(astar_search_closest(s));
  for (i = 0; i < astar_search_touched(s); i++) {
    astar_visit v = astar_search_touched_at(s, i);
    note(v.id ^ (uint64_t)v.parent << 32);
    note(v.state);
    note_number(v.cost);
    note_number(v.estimate);
  }
}

static void search(void)
{
  static const astar_heuristic heuristics[] = {ASTAR_AUTO, ASTAR_ASK, ASTAR_ZERO, ASTAR_AUTO, ASTAR_OCTILE};
  astar_search *searches[5] = {NULL};
  astar_search_def def = astar_default_search();
  astar_id goals[40], avoid[30];
  uint32_t i, k;
  for (k = 0; k < 40; k++) goals[k] = astar_graph_next(graph, below(1000));
  for (k = 0; k < 30; k++) avoid[k] = astar_graph_next(graph, below(1000));
  for (i = 0; i < 5; i++) {
    TRY_UNTIL(!= NULL, searches[i] = astar_search_create(ledger_alloc, &books));
    def.start = astar_graph_next(graph, below(1000));
    def.goals = goals;
    def.goal_count = i == 2 ? 0 : 1 + i * 8;
    def.avoid_ids = avoid;
    def.avoid_count = i * 7;
    def.unit = i;
    def.heuristic = heuristics[i];
    def.ask_cost = i == 1 || i == 3;
    def.keep_estimates = i == 4;
    def.partial = true;
    begin(searches[i], &def);
  }
  /* Side by side, in portions. */
  for (i = 0; i < 5; i++) run(searches[i], 1 + i * 3);
  for (i = 0; i < 5; i++) note_search(searches[i]);
  TRY(astar_graph_optimize(graph));
  astar_graph_remove(graph, goals[0]);
  for (i = 0; i < 5; i++) note_search(searches[i]);
  for (k = 0; k < 40; k++) {
    while (!astar_graph_has(graph, goals[k], NULL)) goals[k] = astar_graph_next(graph, below(1000));
  }
  for (i = 0; i < 5; i++) {
    def.start = astar_graph_next(graph, below(1000));
    TRY(astar_search_restart(searches[i], def.start, NULL, goals, NULL, 40));
    run(searches[i], UINT64_MAX);
    note_search(searches[i]);
  }
  for (i = 0; i < 5; i++) astar_search_destroy(searches[i]);
}

/* ---- Finders ---- */

static astar_finder *create_finder(void)
{
  astar_finder *f = NULL;
  TRY_UNTIL(!= NULL, f = astar_finder_create(ledger_alloc, &books));
  return f;
}

/* What a finder found. Its path may lack memory, too. */
static void note_found(astar_finder *f)
{
  const astar_path *path = NULL;
  uint32_t i;
  note(astar_finder_status(f));
  /* Without memory for components, it takes a search to know that a goal is out of reach. */
  if (astar_finder_status(f) == ASTAR_FOUND) note(astar_finder_expanded(f));
  if (astar_finder_count(f) == 0) return;
  TRY_UNTIL(!= NULL, path = astar_finder_path(f));
  CHECK(path && path->count == astar_finder_count(f) && path->partial == (astar_finder_status(f) != ASTAR_FOUND));
  note_number(path->cost);
  for (i = 0; i < path->count; i++) {
    note(astar_path_point(path, i).id);
    note_number(astar_path_point(path, i).x);
    note_number(astar_path_point(path, i).y);
  }
}

static void find(astar_finder *f, astar_graph *g, const astar_search_def *def)
{
  TRY_UNTIL(!= ASTAR_OUT_OF_MEMORY, astar_find(f, astar_on_graph(g), def));
  note_found(f);
}

/* In one call, which may fail in the search or for want of room for the path. */
static void find_path(astar_finder *f, astar_graph *g, astar_unit unit, astar_id start, astar_id goal)
{
  const uint64_t failed = books.failed;
  const astar_path *path = astar_find_path(f, g, unit, start, goal);
  /* Labels that lack memory are no failure, so a goal out of reach is that all the same. */
  if (!path && books.failed > failed && astar_finder_status(f) != ASTAR_UNREACHABLE) {
    CHECK(astar_finder_status(f) == ASTAR_OUT_OF_MEMORY || astar_finder_count(f) > 0);
    retry(failed, 0);
    path = astar_find_path(f, g, unit, start, goal);
  }
  CHECK((path != NULL) == (astar_finder_status(f) == ASTAR_FOUND));
  note_found(f);
}

/* By the kernel, and where more than the cheapest path is asked for. */
static void find_on_graph(void)
{
  astar_finder *f = create_finder();
  astar_search_def def = astar_default_search();
  astar_id goals[30], avoid[10];
  uint32_t i, k;
  for (i = 0; i < 20; i++) {
    def.start = astar_graph_next(graph, below(1000));
    for (k = 0; k < 30; k++) goals[k] = astar_graph_next(graph, below(1000));
    for (k = 0; k < 10; k++) avoid[k] = astar_graph_next(graph, below(1000));
    def.goals = goals;
    def.avoid_ids = avoid;
    def.goal_count = i % 4 == 3 ? 30 : 1;
    def.avoid_count = i % 5 == 4 ? 10 : 0;
    def.unit = i % 3;
    def.partial = i % 6 == 5;
    def.max_cost = i % 7 == 6 ? 100 : INFINITY;
    def.weight = i == 10 ? 2 : 1;
    if (i >= 15) {
      TRY_UNTIL(!= ASTAR_OUT_OF_MEMORY, astar_graph_prepare(graph, def.unit, UINT64_MAX));
      CHECK(astar_graph_prepared(graph, def.unit));
    }
    if (i == 19) astar_graph_unprepare(graph, def.unit);
    find(f, graph, &def);
    if (i % 2 == 0) find_path(f, graph, def.unit, def.start, goals[1]);
  }
  astar_finder_destroy(f);
}

/* Positions, between edits that the index of links follows, so that it makes and merges trees. */
static void find_at_positions(void)
{
  astar_finder *f = create_finder();
  astar_search *s = NULL;
  astar_search_def def = astar_default_search();
  astar_place from = {0, 0, 0, true}, to[2] = {{0, 0, 0, true}, {0, 0, 0, false}};
  astar_id goals[2], a, b;
  uint32_t i, k;
  def.start_place = &from;
  def.goals = goals;
  def.goal_places = to;
  for (i = 0; i < 8; i++) {
    from.x = below(400);
    from.y = below(400);
    to[0].x = below(400);
    to[1].y = below(400);
    goals[0] = ASTAR_NO_ID;
    goals[1] = i % 2 == 0 ? ASTAR_NO_ID : astar_graph_next(graph, below(1000));
    def.goal_count = 1 + i % 2;
    def.unit = i % 3;
    find(f, graph, &def);
    for (k = 0; k < 12; k++) {
      a = astar_graph_next(graph, below(1000));
      b = astar_graph_next(graph, a);
      if (b != ASTAR_NO_ID) join(a, b, NAN, k % 3 == 0, 0);
    }
  }
  TRY_UNTIL(!= NULL, s = astar_search_create(ledger_alloc, &books));
  begin(s, &def);
  run(s, UINT64_MAX);
  note_search(s);
  goals[0] = astar_graph_next(graph, 0);
  to[1].x = 300;
  goals[1] = ASTAR_NO_ID;
  TRY(astar_search_restart(s, goals[0], NULL, goals, to, 2));
  run(s, UINT64_MAX);
  note_search(s);
  astar_search_destroy(s);
  astar_finder_destroy(f);
}

/* Connected components, while nodes open and close. Where these lack memory, that is no failure. */
static void connect(void)
{
  astar_finder *f;
  astar_near_def def = astar_default_near();
  uint32_t i;
  if (!graph || astar_graph_count(graph) == 0) return;
  f = create_finder();
  for (i = 0; i < 12; i++) {
    const astar_id last = astar_graph_last_id(graph);
    const astar_id a = astar_graph_next(graph, below(last)), b = astar_graph_next(graph, below(last));
    astar_status status = ASTAR_OUT_OF_MEMORY;
    astar_near found = {0, ASTAR_NO_ID};
    if (a == ASTAR_NO_ID || b == ASTAR_NO_ID) continue;
    def.x = below(100);
    def.y = below(100);
    def.enterable = true;
    def.unit = i % astar_graph_unit_count(graph);
    TRY_UNTIL(!= ASTAR_OUT_OF_MEMORY, status = astar_find_connection(f, graph, def.unit, a, b));
    note(status);
    block(astar_graph_next(graph, below(last)), i % 4 != 0);
    TRY_UNTIL(!= ASTAR_OUT_OF_MEMORY, status = astar_find_nearest(f, graph, &def, a, &found));
    note(status);
    note(found.id);
  }
  astar_finder_destroy(f);
}

static void begin_script(void)
{
  seed_case(0);
  graph = NULL;
  plane = NULL;
  calls = 0;
  outcome = 0;
}

static void end_script(void)
{
  connect();
  note(look_at(graph));
  astar_graph_validate(graph);
  astar_graph_destroy(graph);
  CHECK(books.blocks == 0 && books.bytes == 0);
}

static void graph_script(void)
{
  begin_script();
  build();
  edit();
  note(look_at(graph));
  astar_finder_destroy(kept);
  kept = NULL;
  search();
  find_on_graph();
  find_at_positions();
  end_script();
}

/* ---- Likewise on a grid ---- */

#define GRID_WIDTH 40u
#define GRID_CELLS (GRID_WIDTH * 30u)
#define GRID_SEARCHES 4u

static void build_grid(void)
{
  static const double dear[3] = {1, 3, INFINITY};
  astar_grid_def def = astar_default_grid();
  uint32_t i;
  def.width = GRID_WIDTH;
  def.height = GRID_CELLS / GRID_WIDTH;
  def.cell[0] = def.cell[1] = 2;
  TRY(astar_grid_create(ledger_alloc, &books, &def, &graph));
  /* More than there is room for at first, in every unit's table and where cells are counted. */
  for (i = 0; i < 10; i++) {
    char name = (char)('a' + i);
    astar_terrain terrain = 0;
    TRY(astar_graph_terrain(graph, &name, 1, &terrain));
    CHECK(terrain == i + 2);
  }
  /* Units that enter some terrains only, at one cost. */
  for (i = 0; i < 4; i++) {
    char name[2] = "m";
    double costs[11];
    uint32_t t;
    for (t = 0; t < 11; t++) costs[t] = t < 2 || (t >> i & 1) ? (double)(1 + i) : INFINITY;
    name[0] = (char)('m' + i);
    set_unit(name, 11, costs);
  }
  set_large_unit("M", 0, NULL, 2);
  set_large_unit("N", 3, dear, 3);
  for (i = 1; i <= GRID_CELLS; i++) {
    if (one_in(6)) block(i, true);
    if (one_in(3)) {
      astar_terrain terrain = 1 + below(11);
      TRY(astar_graph_set_terrain(graph, i, terrain));
    }
  }
}

static void note_path(const astar_search *s)
{
  astar_id goal = astar_search_goal(s);
  uint32_t count = goal == ASTAR_NO_ID ? 0 : astar_search_trace(s, goal), i;
  astar_path *path = malloc(astar_path_size(count ? count : 1));
  CHECK(path);
  note(count);
  if (count > 0) {
    astar_search_path(s, goal, path);
    note_number(path->cost);
    for (i = 0; i < count; i++) note(astar_path_point(path, i).id);
  }
  free(path);
}

/* A cell that is not blocked. */
static astar_id free_cell(void)
{
  astar_id id;
  do id = 1 + below(GRID_CELLS);
  while (astar_graph_blocked(graph, id));
  return id;
}

/* By jump points, side by side: each holds what it reads, and edits follow. */
static void search_jumping(void)
{
  astar_search *searches[GRID_SEARCHES] = {NULL};
  astar_search_def def = astar_default_search();
  astar_id goals[GRID_SEARCHES];
  uint32_t i, round;
  def.jump = ASTAR_JUMP_ALWAYS;
  def.goal_count = 1;
  for (i = 0; i < GRID_SEARCHES; i++) {
    do goals[i] = free_cell();
    while (astar_graph_node_terrain(graph, goals[i]) > 2);
    def.start = free_cell();
    def.goals = &goals[i];
    def.unit = i + 1;
    def.answer_only = i % 2 == 0;
    TRY_UNTIL(!= NULL, searches[i] = astar_search_create(ledger_alloc, &books));
    begin(searches[i], &def);
    CHECK(astar_search_jumps(searches[i]));
  }
  for (round = 0; round < 2; round++) {
    for (i = 0; i < GRID_SEARCHES; i++) run(searches[i], 1 + i * 3);
    for (i = 0; i < GRID_SEARCHES; i++) {
      note_search(searches[i]);
      note_path(searches[i]);
    }
    if (round == 1) break;
    TRY(astar_grid_fill(graph, 5, 5, 20, 3, 1, 3));
    block(1 + below(GRID_CELLS), true);
    for (i = 0; i < GRID_SEARCHES; i++) {
      note_path(searches[i]); /* of before the edit */
      def.start = free_cell();
      TRY(astar_search_restart(searches[i], def.start, NULL, NULL, NULL, 0));
    }
  }
  for (i = 0; i < GRID_SEARCHES; i++) astar_search_destroy(searches[i]);
}

/* Run to the end for the path alone: without memory it may have to be repaired. */
static void run_unseen(astar_search *s)
{
  for (;;) {
    const uint64_t failed = books.failed;
    const astar_status status = astar_search_run(s, 2);
    if (status == ASTAR_OUT_OF_MEMORY) retry(failed, 0);
    else if (status == ASTAR_STALE) TRY(astar_search_repair(s, ASTAR_NO_ID, NULL, NULL, NULL, 0));
    else if (status != ASTAR_SEARCHING) return;
  }
}

/* By kernels until somebody looks; before some are looked at, the grid is edited. */
static void search_unseen(void)
{
  uint32_t i;
  for (i = 0; i < GRID_SEARCHES; i++) {
    astar_search *s = NULL;
    astar_search_def def = astar_default_search();
    const astar_id goal = free_cell();
    def.goal_count = 1;
    def.start = free_cell();
    def.jump = i % 3 == 0 ? ASTAR_JUMP_NEVER : ASTAR_JUMP_AUTO;
    def.goals = &goal;
    TRY_UNTIL(!= NULL, s = astar_search_create(ledger_alloc, &books));
    begin(s, &def);
    run_unseen(s);
    note(astar_search_status(s));
    if (i % 2 == 1) block(1 + below(GRID_CELLS), true);
    TRY(astar_search_look(s));
    run_unseen(s);
    note(astar_search_status(s));
    if (i % 2 == 0) note_search(s); /* else a repair for want of memory may have replaced the run */
    astar_search_destroy(s);
  }
}

/* Units of several cells, by jump points, cell by cell, and of the near cells. */
static void search_for_large_units(void)
{
  static const astar_terrain mixed[6] = {1, 4, 9, 2, 2, 11};
  astar_search *s = NULL;
  astar_search_def def = astar_default_search();
  astar_near_def near = astar_default_near();
  astar_near found;
  astar_terrain terrain;
  astar_id goal;
  uint32_t i;
  def.goals = &goal;
  near.enterable = true;
  for (i = 0; i < 6; i++) {
    TRY_UNTIL(!= NULL, s = astar_search_create(ledger_alloc, &books));
    def.unit = near.unit = astar_graph_unit(graph, i % 2 ? "M" : "N", 1);
    near.x = below(60);
    near.y = below(60);
    def.start = free_cell();
    /* Which cells are near does not depend on memory. */
    CHECK(astar_graph_nearest(graph, &near, &found));
    goal = found.id;
    note(goal);
    def.goal_count = i < 4;
    def.jump = i % 3 ? ASTAR_JUMP_ALWAYS : ASTAR_JUMP_NEVER;
    begin(s, &def);
    run(s, 20);
    note_search(s);
    astar_search_destroy(s);
    terrain = 1 + below(11);
    if (i % 2 == 0) TRY(astar_grid_fill(graph, 5 * i + 1, 3 * i + 1, 3, 2, 1, terrain));
    else TRY(astar_grid_set_terrains(graph, 5 * i + 1, 3 * i + 1, 3, 2, 1, mixed, 3));
    TRY(astar_grid_wall(graph, 90 + i, 91 + i, i % 2));
  }
  for (i = 90; i < 96; i++) astar_grid_wall(graph, i, i + 1, false);
}

/* Links make ports of cells, heights take memory of their own, and both make bins of ratios. */
static void edit_grid(void)
{
  astar_terrain terrains[12 * GRID_WIDTH];
  uint32_t i;
  for (i = 0; i < 30; i++) {
    astar_id a = 1 + below(GRID_CELLS), b = 1 + below(GRID_CELLS), id;
    double x = below(80), y = below(60), cost = one_in(2) ? 1 + fraction() * 50 : NAN;
    astar_terrain terrain = 1 + below(11);
    bool oneway = one_in(3);
    if (a != b) join(a, b, cost, oneway, i % 3 == 1 ? terrain : 0);
    if (i % 3 == 0) {
      id = add(x, y, 1);
      join(id, a, 2, false, 0);
      if (i % 6 == 0) astar_graph_remove(graph, id);
    }
    if (i % 4 == 0) TRY(astar_grid_wall(graph, a, a % GRID_CELLS + 1, true));
    if (i % 5 == 0) TRY(astar_graph_set_terrain(graph, b, terrain));
    TRY(astar_grid_reserve(graph, a));
    if (i % 7 == 0) astar_graph_isolate(graph, a);
  }
  TRY(astar_grid_fill(graph, 1, 1, GRID_WIDTH, 12, 1, 4));
  for (i = 0; i < 12 * GRID_WIDTH; i++) terrains[i] = 1 + below(11);
  TRY(astar_grid_set_terrains(graph, 1, 1, GRID_WIDTH, 12, 1, terrains, GRID_WIDTH));
  for (i = 0; i < 60; i++) {
    astar_id id = 1 + below(GRID_CELLS);
    double p[3];
    astar_graph_position(graph, id, p);
    p[2] = below(4) * 0.5;
    TRY(astar_graph_move(graph, id, p));
  }
  TRY(astar_graph_optimize(graph));
}

static void search_grid(void)
{
  static const astar_heuristic heuristics[] = {ASTAR_AUTO, ASTAR_AUTO, ASTAR_ASK, ASTAR_MANHATTAN};
  astar_search *searches[GRID_SEARCHES] = {NULL};
  astar_search_def def = astar_default_search();
  astar_id goals[8];
  uint32_t i, round;
  for (i = 0; i < GRID_SEARCHES; i++) TRY_UNTIL(!= NULL, searches[i] = astar_search_create(ledger_alloc, &books));
  for (round = 0; round < 2; round++) {
    for (i = 0; i < 8; i++) goals[i] = free_cell();
    for (i = 0; i < GRID_SEARCHES; i++) {
      def.start = round == 0 ? free_cell() : astar_graph_next(graph, GRID_CELLS);
      def.goals = goals;
      def.goal_count = i == 3 ? 0 : 1 + i * 3;
      def.unit = round == 0 ? 0 : i;
      def.heuristic = heuristics[i];
      def.answer_only = i == 0;
      def.partial = i == 1;
      def.ask_cost = i == 2;
      def.keep_estimates = i == 3;
      if (round == 0) begin(searches[i], &def);
      else TRY(astar_search_begin(searches[i], astar_on_graph(graph), &def));
    }
    for (i = 0; i < GRID_SEARCHES; i++) run(searches[i], 20 + i * 30);
    for (i = 0; i < GRID_SEARCHES; i++) {
      note_search(searches[i]);
      note_path(searches[i]);
    }
  }
  for (i = 0; i < GRID_SEARCHES; i++) astar_search_destroy(searches[i]);
}

/* By jump points, where they serve, cell by cell, and over links; some units are prepared. */
static void find_on_grid(void)
{
  astar_finder *f = create_finder();
  astar_search_def def = astar_default_search();
  astar_id goals[8];
  uint32_t i, k;
  for (i = 0; i < 8; i++) {
    for (k = 0; k < 8; k++) goals[k] = free_cell();
    def.start = free_cell();
    def.goals = goals;
    def.goal_count = i % 4 == 3 ? 8 : 1;
    def.unit = i % 4;
    def.partial = i % 3 == 2;
    if (i >= 4) {
      TRY_UNTIL(!= ASTAR_OUT_OF_MEMORY, astar_graph_prepare(graph, def.unit, UINT64_MAX));
      CHECK(astar_graph_prepared(graph, def.unit));
    }
    find(f, graph, &def);
    find_path(f, graph, def.unit, def.start, goals[1]);
    if (i >= 6) astar_graph_unprepare(graph, def.unit);
  }
  astar_finder_destroy(f);
}

static void grid_script(void)
{
  begin_script();
  build_grid();
  note(look_at(graph));
  find_on_grid();
  search_jumping();
  search_unseen();
  search_for_large_units();
  edit_grid();
  note(look_at(graph));
  search_grid();
  find_on_grid();
  end_script();
}

/* ---- The script of layers on a map whose cells take several pages ---- */

static void layer_script(void)
{
  astar_grid_def def = astar_default_grid();
  astar_layer_use uses[2] = {{0, 2}, {0, 1}};
  astar_search_def search = astar_default_search();
  astar_finder *f;
  astar_id goal;
  uint32_t i;
  begin_script();
  def.width = 60;
  def.height = 50;
  TRY(astar_grid_create(ledger_alloc, &books, &def, &graph));
  set_unit("man", 0, NULL);
  TRY(astar_graph_layer(graph, "danger", 6, &uses[0].layer));
  TRY(astar_graph_layer(graph, "crowd", 5, &uses[1].layer));
  TRY(astar_layer_set(graph, uses[1].layer, astar_grid_cell(graph, 60, 50, 1), 4));
  for (i = 1; i < 40; i += 13) TRY(astar_grid_fill_layer(graph, uses[0].layer, i, i, 20, 20, 1, i));
  for (i = 0; i < 4; i++) {
    const astar_id id = add(i, 70, 0);
    TRY(astar_layer_set(graph, uses[0].layer, id, 1 + i));
  }
  TRY(astar_graph_optimize(graph));
  search.start = astar_grid_cell(graph, 1, 1, 1);
  goal = astar_grid_cell(graph, 60, 50, 1);
  search.goals = &goal;
  search.goal_count = 1;
  search.layers = uses;
  search.layer_count = 2;
  f = create_finder();
  find(f, graph, &search);
  astar_layer_clear(graph, uses[0].layer);
  find(f, graph, &search);
  TRY(astar_grid_fill_layer(graph, uses[0].layer, 1, 1, 60, 50, 1, 3));
  find(f, graph, &search);
  astar_finder_destroy(f);
  end_script();
}

/* ---- The script of a plane ---- */

#define PLANE_SEARCHES 4u

static astar_obstacle obstacle(double x, double y, double size, uint32_t corners)
{
  double xy[2 * 64];
  astar_fault fault;
  astar_obstacle id = ASTAR_NO_OBSTACLE;
  if (corners == 4) astar_box_corners(x, y, size, size * 2, size, xy);
  else astar_circle_corners(x, y, size, corners, xy);
  TRY(astar_plane_polygon(plane, xy, corners, &fault, &id));
  return id;
}

static void build_plane(void)
{
  static const double bounds[4] = {-5, -5, 105, 105}, wrong[8] = {0, 0, 4, 4, 4, 0, 0, 4};
  astar_obstacle list[30];
  astar_fault fault;
  astar_obstacle id;
  uint32_t i;
  TRY_UNTIL(!= NULL, plane = astar_plane_create(ledger_alloc, &books, bounds));
  for (i = 0; i < 30; i++) {
    double x = below(100), y = below(100), size = 0.5 + below(9);
    list[i] = obstacle(x, y, size, i % 3 == 0 ? 4 : 3 + below(12));
  }
  TRY_UNTIL(== ASTAR_MALFORMED, astar_plane_polygon(plane, wrong, 4, &fault, &id));
  CHECK(fault.flaw == ASTAR_FLAW_CROSSING && fault.a == 1 && fault.b == 3);
  for (i = 0; i < 20; i += 2) astar_plane_remove(plane, list[i]);
  for (i = 0; i < 12; i++) (void)obstacle(below(100), 50, 1.5, 8);
}

/* By places: which number a corner has depends on what was tried before. */
static void note_plane_search(astar_search *s)
{
  uint32_t i, k;
  note(astar_search_status(s));
  note(astar_search_expanded(s));
  for (i = 0; i < astar_search_touched(s); i++) {
    astar_visit v = astar_search_touched_at(s, i);
    double xy[2];
    note(v.state);
    note_number(v.cost);
    note_number(v.estimate);
    if (!astar_search_place(s, v.id, xy)) continue;
    note_number(xy[0]);
    note_number(xy[1]);
  }
  for (k = 0; k < astar_search_ray_count(s); k++) {
    astar_ray ray = astar_search_ray_at(s, k);
    note(ray.hit);
    note_number(ray.to[0]);
    note_number(ray.to[1]);
  }
}

static void note_plane_path(const astar_search *s, astar_id id)
{
  uint32_t i, count = astar_search_trace(s, id);
  astar_path *path;
  if (count == 0) return;
  path = malloc(astar_path_size(count));
  CHECK(path);
  astar_search_path(s, id, path);
  note_number(path->cost);
  for (i = 0; i < count; i++) {
    note_number(astar_path_point(path, i).x);
    note_number(astar_path_point(path, i).y);
  }
  free(path);
}

/* Side by side, with edits under them, some of them with a radius: what is remembered is shared. */
static void search_plane(void)
{
  astar_search *searches[PLANE_SEARCHES] = {NULL};
  double bounds[4], size;
  uint32_t i, round;
  CHECK(astar_plane_bounds(plane, bounds));
  size = bounds[3] - bounds[1];
  for (i = 0; i < PLANE_SEARCHES; i++) TRY_UNTIL(!= NULL, searches[i] = astar_search_create(ledger_alloc, &books));
  for (round = 0; round < 2; round++) {
    for (i = 0; i < PLANE_SEARCHES; i++) {
      astar_search_def def = astar_default_search();
      const astar_place start = astar_flat_place(bounds[0] + 1, bounds[1] + 1 + fraction() * (size - 2));
      const astar_place goal = astar_flat_place(bounds[2] - 1, bounds[1] + 1 + fraction() * (size - 2));
      uint64_t failed = books.failed;
      def.start_place = &start;
      def.goal_places = &goal;
      def.radius = i % 2 == 1 ? 0.125 * i + 0.0625 * round : 0;
      def.goal_count = i != 2 || round != 1;
      def.answer_only = i == 0;
      def.partial = i == 3;
      def.keep_estimates = i != 0;
      def.weight = i == 3 && round == 1 ? 1.5 : 1;
      if (astar_search_begin(searches[i], astar_on_plane(plane), &def) != ASTAR_OK) {
        retry(failed, 0);
        if (round == 0) check_failed_begin(searches[i]);
        CHECK(astar_search_status(searches[i]) == ASTAR_STALE && astar_search_step(searches[i], 1) == ASTAR_STALE);
        CHECK(astar_search_begin(searches[i], astar_on_plane(plane), &def) == ASTAR_OK);
      }
    }
    for (i = 0; i < PLANE_SEARCHES; i++) run(searches[i], 1 + i * 2);
    for (i = 0; i < PLANE_SEARCHES; i++) {
      note_plane_search(searches[i]);
      note_plane_path(searches[i], astar_search_goal(searches[i]));
    }
    for (i = 0; i < 6; i++) {
      double from[2], to[2];
      astar_hit hit;
      from[0] = bounds[0];
      from[1] = bounds[1] + fraction() * size;
      to[0] = bounds[2];
      to[1] = bounds[1] + fraction() * size;
      if (astar_plane_raycast(plane, from, to, &hit)) note(hit.obstacle);
      note(astar_plane_at(plane, from[1], to[1]));
    }
    astar_plane_remove(plane, astar_plane_next(plane, below(2)));
    (void)obstacle(bounds[0] + fraction() * size, bounds[1] + size / 3, 1, 12);
    TRY(astar_search_restart(searches[1], 0, NULL, NULL, NULL, 0));
    run(searches[1], UINT64_MAX);
    note_plane_path(searches[1], astar_search_goal(searches[1]));
  }
  for (i = 0; i < PLANE_SEARCHES; i++) astar_search_destroy(searches[i]);
}

static void find_on_plane(void)
{
  astar_finder *f = create_finder();
  double bounds[4];
  uint32_t i;
  CHECK(astar_plane_bounds(plane, bounds));
  for (i = 0; i < 4; i++) {
    astar_search_def def = astar_default_search();
    const double height = bounds[3] - bounds[1] - 2;
    const astar_place start = astar_flat_place(bounds[0] + 1, bounds[1] + 1 + fraction() * height);
    const astar_place goal = astar_flat_place(bounds[2] - 1, bounds[1] + 1 + fraction() * height);
    def.start_place = &start;
    def.goal_places = &goal;
    def.radius = i == 1 ? 0.25 : 0;
    def.partial = i == 2;
    def.max_cost = i == 2 ? 40 : INFINITY;
    def.goal_count = 1;
    TRY_UNTIL(!= ASTAR_OUT_OF_MEMORY, astar_find(f, astar_on_plane(plane), &def));
    note_found(f);
  }
  astar_finder_destroy(f);
}

static void plane_script(void)
{
  begin_script();
  build_plane();
  note(look());
  search_plane();
  note(look());
  find_on_plane();
  astar_plane_validate(plane);
  astar_plane_destroy(plane);
  CHECK(books.blocks == 0 && books.bytes == 0);
}

/* From the cells of a grid, with terrain and walls. */
static void ground_script(void)
{
  astar_grid_def def = astar_default_grid();
  astar_terrain mud = 0;
  static const double costs[] = {1, INFINITY};
  uint32_t i;
  begin_script();
  def.width = 24;
  def.height = 18;
  TRY(astar_grid_create(ledger_alloc, &books, &def, &graph));
  TRY(astar_graph_terrain(graph, "mud", 3, &mud));
  set_unit("man", 2, costs);
  for (i = 0; i < 120; i++) {
    astar_id id = 1 + below(24 * 18), other = id % (24 * 18) + 1;
    if (i % 3 == 0) block(id, true);
    else if (i % 3 == 1) TRY(astar_graph_set_terrain(graph, id, mud));
    else if (astar_grid_neighbours(graph, id, other)) TRY(astar_grid_wall(graph, id, other, true));
  }
  TRY(astar_plane_from_grid(ledger_alloc, &books, graph, 1, 1, &plane));
  astar_graph_destroy(graph);
  graph = NULL;
  note(look());
  (void)obstacle(5, 5, 2, 7);
  search_plane();
  note(look());
  astar_plane_validate(plane);
  astar_plane_destroy(plane);
  CHECK(books.blocks == 0 && books.bytes == 0);
}

/* ---- The script of one search, and one finder, for many spaces ---- */

#define SPACES 5u /* a graph, three grids, of which jump points serve two, and a plane */

/* A small map; `wrap` keeps jump points from serving. */
static astar_graph *make_map(uint32_t side, bool wrap)
{
  astar_grid_def def = astar_default_grid();
  astar_graph *map = NULL;
  uint32_t i;
  def.width = def.height = side;
  def.wrap_x = wrap;
  TRY(astar_grid_create(ledger_alloc, &books, &def, &map));
  for (i = 1; i < side; i++) TRY(astar_graph_set_blocked(map, astar_grid_cell(map, side / 2, i, 1), true));
  return map;
}

static void switch_to(uint32_t space, astar_search *s, astar_finder *f, astar_graph *const *maps, bool plain)
{
  const astar_place ends[2] = {{1, 1, 0, true}, {90, 90, 0, true}};
  astar_search_def def = astar_default_search();
  uint64_t failed = books.failed;
  astar_id goals[60], i;
  astar_status status;
  def.goal_count = 1;
  def.answer_only = plain;
  def.keep_estimates = !plain;
  def.jump = plain ? ASTAR_JUMP_AUTO : ASTAR_JUMP_ALWAYS;
  if (space == SPACES - 1) {
    def.start_place = &ends[0];
    def.goal_places = &ends[1];
    def.radius = plain ? 0 : 0.5;
    if (astar_search_begin(s, astar_on_plane(plane), &def) != ASTAR_OK) {
      retry(failed, 0);
      CHECK(astar_search_status(s) == ASTAR_STALE && astar_search_step(s, 1) == ASTAR_STALE);
      CHECK(astar_search_begin(s, astar_on_plane(plane), &def) == ASTAR_OK);
    }
    CHECK(!astar_search_jumps(s));
    status = run(s, UINT64_MAX);
    note(status);
    note_plane_path(s, astar_search_goal(s));
    TRY(astar_search_restart(s, 0, &ends[1], NULL, &ends[0], 1));
    status = run(s, UINT64_MAX);
    note(status);
    note_plane_path(s, astar_search_goal(s));
    TRY_UNTIL(!= ASTAR_OUT_OF_MEMORY, astar_find(f, astar_on_plane(plane), &def));
    note_found(f);
    return;
  }
  def.start = 1;
  for (i = 0; i < 60; i++) goals[i] = astar_graph_count(maps[space]) - i;
  def.goals = goals;
  if (space == 0 && !plain) def.goal_count = 60;
  if (astar_search_begin(s, astar_on_graph(maps[space]), &def) != ASTAR_OK) {
    retry(failed, 0);
    CHECK(astar_search_status(s) == ASTAR_STALE && astar_search_step(s, 1) == ASTAR_STALE);
    CHECK(astar_search_begin(s, astar_on_graph(maps[space]), &def) == ASTAR_OK);
  }
  CHECK(astar_search_jumps(s) == (space == 1 || space == 2));
  run(s, UINT64_MAX);
  note(astar_search_status(s));
  note(astar_search_expanded(s));
  note_path(s);
  TRY(astar_search_restart(s, 2, NULL, NULL, NULL, 0));
  run(s, UINT64_MAX);
  note_path(s);
  for (i = 0; i < 8; i++) { /* the kernel of links is made when enough was expanded */
    TRY(astar_search_restart(s, 2 + i, NULL, NULL, NULL, 0));
    run_unseen(s);
    note_path(s);
  }
  TRY(astar_graph_set_blocked(maps[space], 11, plain));
  TRY(astar_search_look(s));
  note_path(s);
  find(f, maps[space], &def);
  find_path(f, maps[space], ASTAR_NO_UNIT, 2, goals[3]);
}

/* From each space to each other one and to itself, and back. What was left is gone, or used again. */
static void switch_script(void)
{
  static const double bounds[4] = {0, 0, 100, 100};
  astar_graph *maps[SPACES] = {NULL};
  astar_search *s = NULL;
  astar_finder *f;
  uint32_t i, from, to;
  begin_script();
  TRY_UNTIL(!= NULL, graph = astar_graph_create(ledger_alloc, &books));
  for (i = 0; i < 100; i++) {
    astar_id id = add(below(50), below(50), 0);
    if (i > 0) join(id, 1 + below(i), NAN, false, 0);
  }
  maps[0] = graph;
  maps[1] = make_map(12, false);
  maps[2] = make_map(20, false);
  maps[3] = make_map(9, true);
  TRY_UNTIL(!= NULL, plane = astar_plane_create(ledger_alloc, &books, bounds));
  (void)obstacle(50, 50, 20, 4);
  (void)obstacle(30, 30, 5, 9);
  TRY_UNTIL(!= NULL, s = astar_search_create(ledger_alloc, &books));
  f = create_finder();
  for (from = 0; from < SPACES; from++) {
    for (to = from; to < SPACES; to++) {
      switch_to(from, s, f, maps, from % 2 == 0);
      switch_to(to, s, f, maps, to % 3 == 0);
    }
  }
  note(look());
  /* What they hold outlives the spaces. */
  for (i = 1; i < SPACES - 1; i++) {
    astar_graph_validate(maps[i]);
    astar_graph_destroy(maps[i]);
  }
  astar_graph_destroy(graph);
  astar_plane_destroy(plane);
  CHECK(books.bytes >= astar_search_memory(s) + astar_finder_memory(f));
  astar_search_destroy(s);
  astar_finder_destroy(f);
  CHECK(books.blocks == 0 && books.bytes == 0);
}

/* ---- Failing ---- */

/* Let each allocation of a script fail, or every so many-th. */
static void exhaust(void (*script)(void), uint64_t step)
{
  uint64_t expected, asked, n;
  uint32_t mode;
  memset(&books, 0, sizeof books);
  noted = 0;
  retries = 0;
  script();
  expected = outcome;
  asked = books.asked;
  CHECK(asked > 50 && retries == 0);
  for (mode = 0; mode < 2; mode++) {
    for (n = 1; n <= asked; n += step) {
      memset(&books, 0, sizeof books);
      books.fail_at = n;
      books.fail_on = mode == 1;
      script();
      CHECK(books.failed > 0 && outcome == expected);
    }
  }
  printf("%llu allocations failed, %u calls were made again\n", (unsigned long long)asked * 2 / step, retries);
}

int main(void)
{
  const char *scale = getenv("ASTAR_SPEC_SCALE");
  /* All of them, unless much less is asked for. */
  uint64_t step = scale && strtod(scale, NULL) < 0.3 ? 7 : 1;
  exhaust(graph_script, step);
  exhaust(grid_script, step);
  exhaust(switch_script, step);
  exhaust(layer_script, step);
  /* These take longer, and meet each call's allocations many times. */
  exhaust(plane_script, step * 3);
  exhaust(ground_script, step * 5);
  return check_summary("failure_test");
}
