/*
** repair_test.c: searches under edits: what is stale, what goes on, and what repairs make of them, against new searches
** and Dijkstra's algorithm on random graphs and grids; and the same where memory runs out.
*/
#define MODEL_MAX 40u
#include "grid_world.h"

/* What happened, as it shows from outside. */
static uint32_t followed, stale, kept, anew;

/* ---- A search on a graph or grid ---- */

typedef enum kind { TO_GOALS, ALL, BACK_TO_START, BACK_ALL, FLOW, KINDS } kind;

typedef struct scene {
  world w;
  bool grid;
  ledger books; /* of the search */
  astar_search *search;
  quest quest;
  kind kind;
  uint64_t begun; /* the version of the graph when the run began, or was repaired */
} scene;

static void make_graph(scene *c)
{
  const uint32_t size = 1 + below(one_in(3) ? MODEL_MAX - 4 : 14);
  uint32_t k;
  world_create(&c->w, (model_style)below(STYLES));
  for (k = 0; k < size; k++) (void)world_add(&c->w, 0);
  for (k = 1; k < MODEL_UNITS; k++) world_set_unit(&c->w, false);
  for (k = below(size * 3 + 1); k > 0; k--) world_link(&c->w);
}

static void make_grid(scene *c)
{
  const astar_grid_def def = grid_choose(GRID_CELLS);
  grid_world_create(&c->w, &def, (model_style)below(STYLES));
  if (one_in(2)) grid_world_scatter(&c->w, below(40));
}

static void edit(scene *c)
{
  if (c->grid) grid_world_edit(&c->w, c->begun);
  else world_edit(&c->w, c->begun);
}

/* Some nodes live: there must be one to begin at. */
static void populate(scene *c)
{
  while (c->w.model->count == 0) CHECK(world_add(&c->w, UINT64_MAX));
}

/* A search of a kind that can be repaired: without callbacks, weights, turns and limits of expansions. */
static void choose(scene *c)
{
  static const astar_heuristic heuristics[] = {ASTAR_DEFAULT, ASTAR_AUTO, ASTAR_EUCLIDEAN, ASTAR_ZERO};
  const model *m = c->w.model;
  quest *q = &c->quest;
  astar_search_def *d = &q->def;
  populate(c);
  if (c->grid) grid_choose_quest(grid_in(&c->w), q, c->w.style);
  else quest_choose(m, q, c->w.style);
  c->kind = (kind)below(KINDS);
  d->heuristic = heuristics[below(4)];
  d->weight = 1;
  d->max_steps = UINT64_MAX;
  d->max_turns = 0;
  d->moves = d->left = 0;
  d->ask_cost = d->answer_only = false;
  d->jump = ASTAR_JUMP_NEVER;
  d->reverse = c->kind >= BACK_TO_START;
  d->unordered = c->kind == FLOW;
  if (d->start == ASTAR_NO_ID) d->start = model_pick(m);
  if (d->goal_count == 0) q->goals[d->goal_count++] = model_pick(m);
  if (c->kind == ALL) d->goal_count = 0;
  if (c->kind != TO_GOALS) d->partial = false;
  if (c->kind >= BACK_ALL) d->start = ASTAR_NO_ID;
  if (c->kind != FLOW) return;
  d->only = false;
  d->only_count = d->avoid_count = d->stop_count = 0;
  memset(q->barred, 0, sizeof q->barred);
  memset(q->stopped, 0, sizeof q->stopped);
}

static void make(scene *c)
{
  memset(c, 0, sizeof *c);
  c->grid = one_in(2);
  if (c->grid) make_grid(c);
  else make_graph(c);
  c->begun = UINT64_MAX;
  c->search = astar_search_create(ledger_alloc, &c->books);
  CHECK(c->search);
}

static void begin(scene *c)
{
  choose(c);
  quest_solve(c->w.model, &c->quest);
  CHECK(astar_search_begin(c->search, astar_on_graph(c->w.graph), &c->quest.def) == ASTAR_OK);
  c->begun = astar_graph_version(c->w.graph);
}

static void unmake(scene *c)
{
  astar_graph_validate(c->w.graph);
  c->w.model->rules->compare(c->w.model, c->w.graph);
  if (one_in(2)) world_destroy_graph(&c->w);
  astar_search_destroy(c->search);
  world_destroy(&c->w);
  CHECK(c->books.blocks == 0 && c->books.bytes == 0);
}

/* ---- Against a new search ---- */

static bool is_near(double a, double b)
{
  return a == b || fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b)) || close_to(a, b);
}

/* Whether a new run may know less of a node: it looks at no step whose sum is too large, to what it must not enter. */
static bool is_too_far(const scene *c, const astar_visit *v, const astar_visit *u)
{
  return (c->w.style == STYLE_EXTREME || c->w.style == STYLE_HUGE) && !quest_is_reached(v) && !quest_is_reached(u);
}

/* Without estimates, all is the same to the last bit. */
static void compare_all(const scene *c, const astar_search *fresh)
{
  const astar_search *s = c->search;
  bool listed[MODEL_MAX + 1] = {false};
  uint32_t i;
  astar_id id;
  for (i = 0; i < astar_search_touched(s); i++) {
    const astar_visit v = astar_search_touched_at(s, i);
    if (v.state == ASTAR_NONE) continue;
    CHECK(!listed[v.id]);
    listed[v.id] = true;
  }
  for (id = 1; id <= c->w.model->last_id; id++) {
    const astar_visit v = astar_search_visit(s, id), u = astar_search_visit(fresh, id);
    CHECK((v.state == u.state || is_too_far(c, &v, &u)) && v.cost == u.cost && listed[id] == (v.state != ASTAR_NONE));
    CHECK((v.parent == ASTAR_NO_ID) == (u.parent == ASTAR_NO_ID));
    CHECK((astar_search_trace(s, id) > 0) == quest_is_reached(&v));
  }
}

/* It has ended: as it must, and as a new search does. */
static void check_end(scene *c)
{
  astar_search *s = c->search, *fresh = astar_search_create(NULL, NULL);
  const quest *q = &c->quest;
  const astar_status status = astar_search_status(s);
  astar_status other;
  CHECK(c->w.books.fail_at == 0 && c->books.fail_at == 0);
  quest_solve(c->w.model, &c->quest);
  quest_check_end(c->w.model, q, c->w.graph, s);
  CHECK(fresh && astar_search_begin(fresh, astar_on_graph(c->w.graph), &q->def) == ASTAR_OK);
  other = astar_search_step(fresh, UINT64_MAX);
  if (!quest_aims(q)) {
    CHECK(status == other);
    compare_all(c, fresh);
  } else if (status == ASTAR_FOUND && other == ASTAR_FOUND) {
    /* Where estimates are as large as numbers can be, they tell nothing. */
    if (!quest_saturated(q, s) && !quest_saturated(q, fresh))
      CHECK(is_near(astar_search_visit(s, astar_search_found(s)).cost,
                    astar_search_visit(fresh, astar_search_found(fresh)).cost));
  } else if (status != other) {
    /* By rounding, sums in another order may be above a limit. */
    const double cost = status == ASTAR_FOUND ? astar_search_visit(s, astar_search_found(s)).cost
                        : other == ASTAR_FOUND ? astar_search_visit(fresh, astar_search_found(fresh)).cost
                                               : q->def.max_cost;
    CHECK(is_near(cost, q->def.max_cost) || is_near(cost, DBL_MAX));
  }
  astar_search_destroy(fresh);
}

/* ---- Edits at random moments ---- */

/* Repair it, and see what it was worth. */
static bool repair(scene *c)
{
  const uint64_t expanded = astar_search_expanded(c->search);
  if (!quest_choose_repair(c->w.model, &c->quest)) return false;
  CHECK(quest_repair(&c->quest, c->search) == ASTAR_OK && astar_search_status(c->search) != ASTAR_STALE);
  quest_solve(c->w.model, &c->quest);
  c->begun = astar_graph_version(c->w.graph);
  if (expanded > 0 && astar_search_expanded(c->search) == 0) anew++;
  else if (expanded > 0) kept++;
  return true;
}

static void random_moments(void)
{
  uint32_t i, n = cases(4000);
  followed = stale = kept = anew = 0;
  for (i = 0; i < n; i++) {
    scene c;
    uint32_t moves;
    seed_case(i);
    make(&c);
    begin(&c);
    for (moves = 4 + below(24); moves > 0; moves--) {
      const uint64_t version = astar_graph_version(c.w.graph);
      astar_status status = ASTAR_SEARCHING;
      uint32_t edits;
      switch (below(6)) {
      case 0: case 1: case 2:
        status = quest_run(c.w.model, &c.quest, c.search, one_in(3) ? UINT64_MAX : below(12));
        if (status != ASTAR_SEARCHING) check_end(&c);
        else if (!quest_is_updating(c.search)) quest_check(c.w.model, &c.quest, c.search);
        break;
      case 3:
        /* Also twice without a step between, or with nothing to repair. */
        for (edits = one_in(3) ? 0 : 1 + below(4); edits > 0; edits--) edit(&c);
        if (!repair(&c)) moves = 1;
        else if (astar_search_status(c.search) != ASTAR_SEARCHING) check_end(&c);
        break;
      default:
        if (astar_search_status(c.search) != ASTAR_SEARCHING) {
          record told;
          record_take(&told, c.search);
          edit(&c);
          record_compare(&told, &c.quest, c.search);
          if (!repair(&c)) moves = 1;
          else if (astar_search_status(c.search) != ASTAR_SEARCHING) check_end(&c);
          break;
        }
        for (edits = 1 + below(2); edits > 0; edits--) edit(&c);
        if (quest_follow(c.w.model, &c.quest, c.search)) {
          followed += version != astar_graph_version(c.w.graph);
          break;
        }
        stale++;
        if (!repair(&c)) moves = 1;
      }
    }
    if (c.w.model->count > 0 && repair(&c)) {
      (void)quest_run(c.w.model, &c.quest, c.search, UINT64_MAX);
      check_end(&c);
    }
    CHECK(astar_search_memory(c.search) == c.books.bytes);
    unmake(&c);
  }
  printf("edits: %u followed, %u made stale; repairs: %u kept, %u anew\n", followed, stale, kept, anew);
  CHECK(n < 1000 || (followed > n / 20 && stale > n / 20 && kept > n && anew > n / 20));
}

/* ---- Where memory runs out ---- */

/* What fails. */
typedef enum failure { IN_STEP, IN_STATUS, IN_REPAIR, FAILURES } failure;

static void fail(scene *c, uint64_t after, bool of_graph, bool on)
{
  ledger *books = of_graph ? &c->w.books : &c->books;
  books->fail_at = books->asked + after;
  books->fail_on = on;
}

static uint64_t failures(const scene *c)
{
  return c->books.failed + c->w.books.failed;
}

static void recover(scene *c)
{
  c->books.fail_at = c->w.books.fail_at = 0;
  astar_graph_validate(c->w.graph);
}

/* A run that goes on is right in the end; one that is stale can be repaired, also after a lack of memory. */
static void check_rest(scene *c)
{
  astar_status status = astar_search_status(c->search);
  CHECK(status != ASTAR_OUT_OF_MEMORY);
  if (status == ASTAR_STALE) {
    CHECK(astar_search_step(c->search, 1) == ASTAR_STALE);
    if (!repair(c)) return;
  }
  quest_solve(c->w.model, &c->quest);
  status = quest_run(c->w.model, &c->quest, c->search, UINT64_MAX);
  CHECK(status != ASTAR_SEARCHING && status != ASTAR_STALE && status != ASTAR_OUT_OF_MEMORY);
  check_end(c);
}

static void edit_some(scene *c)
{
  uint32_t edits;
  for (edits = 1 + below(5); edits > 0; edits--) edit(c);
}

static astar_status step_some(scene *c)
{
  const uint64_t n = one_in(3) ? UINT64_MAX : below(12);
  return quest_run(c->w.model, &c->quest, c->search, n);
}

/* Repair, and run to the end, while memory fails. Returns whether it did. */
static bool repair_failing(scene *c, uint64_t after, bool of_graph, bool on)
{
  const uint64_t failed = failures(c);
  astar_result result;
  astar_status status;
  if (!quest_choose_repair(c->w.model, &c->quest)) return false;
  quest_solve(c->w.model, &c->quest);
  fail(c, after, of_graph, on);
  result = quest_repair(&c->quest, c->search);
  c->begun = astar_graph_version(c->w.graph);
  if (result != ASTAR_OK) {
    CHECK(result == ASTAR_NO_MEMORY && failures(c) > failed);
    CHECK(astar_search_status(c->search) == ASTAR_STALE && astar_search_step(c->search, 1) == ASTAR_STALE);
    recover(c);
    return true;
  }
  status = astar_search_step(c->search, below(8));
  if (status != ASTAR_OUT_OF_MEMORY) status = astar_search_step(c->search, UINT64_MAX);
  CHECK(status != ASTAR_STALE && status != ASTAR_SEARCHING);
  CHECK(status != ASTAR_OUT_OF_MEMORY || failures(c) > failed);
  recover(c);
  if (status == ASTAR_OUT_OF_MEMORY) status = astar_search_status(c->search);
  CHECK(status != ASTAR_OUT_OF_MEMORY);
  return failures(c) > failed;
}

/* One seed, with the failure at one allocation after a moment. Returns whether there was one. */
static bool fail_once(uint32_t seed, failure where, uint64_t after, bool of_graph, bool on)
{
  scene c;
  uint64_t failed;
  astar_status status;
  bool any = false;
  seed_case(seed);
  make(&c);
  begin(&c);
  failed = failures(&c);
  if (where == IN_STEP) fail(&c, after, of_graph, on);
  status = step_some(&c);
  if (where == IN_STEP) {
    any = failures(&c) > failed;
    recover(&c);
  }
  edit_some(&c);
  populate(&c);
  failed = failures(&c);
  if (where == IN_STATUS) {
    const bool running = status == ASTAR_SEARCHING;
    fail(&c, after, of_graph, on);
    status = astar_search_status(c.search);
    CHECK(running ? status == ASTAR_SEARCHING || status == ASTAR_STALE : status != ASTAR_STALE);
    any = failures(&c) > failed;
    recover(&c);
  } else if (where == IN_REPAIR) {
    any = repair_failing(&c, after, of_graph, on);
    if (one_in(3)) edit_some(&c);
    populate(&c);
  }
  /* After its end it is as it was, until it is repaired. */
  status = astar_search_status(c.search);
  if (status != ASTAR_SEARCHING && status != ASTAR_STALE) (void)repair(&c);
  check_rest(&c);
  CHECK(astar_search_memory(c.search) == c.books.bytes);
  unmake(&c);
  return any;
}

static void failing(void)
{
  static const char *const names[FAILURES] = {"steps", "status", "repairs"};
  uint32_t where, i, n = cases(250);
  for (where = 0; where < FAILURES; where++) {
    uint32_t failed = 0;
    for (i = 0; i < n; i++) {
      uint32_t mode;
      for (mode = 0; mode < 4; mode++) {
        uint64_t after = 1;
        while (fail_once(i, (failure)where, after, mode & 1, mode & 2)) after++;
        failed += (uint32_t)after - 1;
      }
    }
    printf("%u allocations failed in %s\n", failed, names[where]);
    CHECK(n < 100 || failed > n / 4);
  }
}

int main(void)
{
  random_moments();
  failing();
  return check_summary("repair_test");
}
