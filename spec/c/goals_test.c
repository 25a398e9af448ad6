/*
** goals_test.c: the distances of a crowd to its goals against Dijkstra's algorithm and new searches on random graphs
** and grids, under random edits; their places against a sort of all nodes; and the same where memory runs out.
*/
#define MODEL_MAX 40u
#include "crowd/goals.h"
#include "grid_world.h"

#define ENTRIES 5u

/* An agent of the test. */
typedef struct user {
  bool is;
  uint32_t goal; /* of the entry */
  astar_id node;
  astar_unit unit;
} user;

typedef struct scene {
  world w;
  bool grid;
  ledger books; /* of the goals */
  as_memory memory;
  as_goals goals;
  user users[ENTRIES];
  bool held[MODEL_MAX + 1];
} scene;

static uint32_t kept, restarted, out_of_memory;

/* ---- Scenes ---- */

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

static void make(scene *c)
{
  memset(c, 0, sizeof *c);
  c->grid = one_in(2);
  if (c->grid) make_grid(c);
  else make_graph(c);
  as_memory_init(&c->memory, ledger_alloc, &c->books);
  as_goals_init(&c->goals, &c->memory, ledger_alloc, &c->books, c->w.graph);
  CHECK(c->books.blocks == 0);
}

static void unmake(scene *c)
{
  if (one_in(2)) world_destroy_graph(&c->w);
  as_goals_free(&c->goals);
  CHECK(c->memory.used == 0 && c->books.blocks == 0 && c->books.bytes == 0);
  world_destroy(&c->w);
}

/* An edit. Ids may be used again, unless searches know the nodes that had them. */
static void edit(scene *c)
{
  uint64_t oldest = UINT64_MAX;
  uint32_t i;
  for (i = 0; i < ENTRIES; i++) {
    if (c->users[i].is && as_goals_is_shared(&c->goals, c->users[i].goal)) oldest = c->goals.version;
  }
  if (c->grid) grid_world_edit(&c->w, oldest);
  else world_edit(&c->w, oldest);
}

static uint32_t slot_of(const scene *c, astar_id id)
{
  return as_slot(c->w.graph->layout, id);
}

/* ---- Where memory runs out ---- */

static void fail(scene *c)
{
  ledger *books = one_in(4) ? &c->w.books : &c->books;
  books->fail_at = books->asked + 1 + below(8);
  books->fail_on = one_in(2);
}

static void recover(scene *c)
{
  c->books.fail_at = c->w.books.fail_at = 0;
}

static bool has_failed(scene *c, uint64_t before)
{
  const bool failed = c->books.failed + c->w.books.failed > before;
  recover(c);
  out_of_memory += failed;
  return failed;
}

static uint64_t failures(const scene *c)
{
  return c->books.failed + c->w.books.failed;
}

/* ---- What must come out ---- */

/* The distances of all nodes to a goal by Dijkstra's algorithm, without lists. */
static void solve(const model *m, astar_unit unit, astar_id goal, double dist[MODEL_MAX + 1])
{
  bool done[MODEL_MAX + 1] = {false};
  astar_id id, at;
  for (id = 0; id <= MODEL_MAX; id++) dist[id] = INFINITY;
  dist[goal] = 0;
  for (;;) {
    at = ASTAR_NO_ID;
    for (id = 1; id <= m->last_id; id++) {
      if (!done[id] && dist[id] < INFINITY && (at == ASTAR_NO_ID || dist[id] < dist[at])) at = id;
    }
    if (at == ASTAR_NO_ID) return;
    done[at] = true;
    for (id = 1; id <= m->last_id; id++) {
      const double cost = m->nodes[id].alive && id != at ? m->rules->cost(m, unit, id, at) : INFINITY;
      if (cost < INFINITY && dist[at] + cost < dist[id]) dist[id] = dist[at] + cost;
    }
  }
}

/* The same by a new search. */
static void search_all(const scene *c, astar_unit unit, astar_id goal, double dist[MODEL_MAX + 1])
{
  astar_search *s = astar_search_create(NULL, NULL);
  astar_search_def def = astar_default_search();
  astar_id id;
  def.unit = unit;
  def.goals = &goal;
  def.goal_count = 1;
  def.reverse = true;
  CHECK(s && astar_search_begin(s, astar_on_graph(c->w.graph), &def) == ASTAR_OK);
  CHECK(astar_search_step(s, UINT64_MAX) == ASTAR_DONE);
  for (id = 0; id <= MODEL_MAX; id++) {
    const astar_visit v = astar_search_visit(s, id);
    dist[id] = v.state == ASTAR_CLOSED ? v.cost : INFINITY;
  }
  astar_search_destroy(s);
}

/* What the estimate from the aim to the goal is: rounding is in proportion to it. */
static double whole(const scene *c, uint32_t goal)
{
  const as_goal *e = as_goals_at(&c->goals, goal);
  as_heuristic h;
  memset(&h, 0, sizeof h);
  if (!e->rra || e->rra->by == AS_ESTIMATE_ZERO) return 0;
  h.by = e->rra->by;
  h.scale = e->rra->scale;
  h.goals = &e->rra->place;
  h.goal_count = 1;
  return as_estimate(&h, &c->goals.reverse[e->unit].space, slot_of(c, e->node));
}

static bool is_near(double a, double b, double size)
{
  if (a == b || close_to(a, b)) return true;
  /* Sums in another order may be too large for a number. */
  if (a == INFINITY) return b > DBL_MAX * (1 - 1e-9);
  if (b == INFINITY) return a > DBL_MAX * (1 - 1e-9);
  return fabs(a - b) <= 1e-9 * (fmax(a, b) + size);
}

/* Whether a distance may be asked for: edits were followed. Tries without memory first. */
static double distance(scene *c, uint32_t goal, astar_id id)
{
  const uint64_t before = failures(c);
  double g;
  if (one_in(16)) fail(c);
  g = as_goals_distance(&c->goals, goal, slot_of(c, id));
  if (has_failed(c, before) && isnan(g)) g = as_goals_distance(&c->goals, goal, slot_of(c, id));
  CHECK(g >= 0 && signbit(g) == 0);
  return g;
}

/* Ask an entry for some nodes, in any order. */
static void check_distances(scene *c, const user *u)
{
  const model *m = c->w.model;
  double dist[MODEL_MAX + 1], exact[MODEL_MAX + 1];
  uint32_t i, n = one_in(3) ? 3 * MODEL_MAX : 1 + below(6);
  const bool live = as_goals_live(&c->goals, u->goal);
  if (live) {
    solve(m, u->unit, u->node, dist);
    search_all(c, u->unit, u->node, exact);
  }
  for (i = 0; i < n; i++) {
    const astar_id id = model_pick(m);
    double g;
    if (id == ASTAR_NO_ID) return;
    g = distance(c, u->goal, id);
    if (!live) CHECK(g == INFINITY);
    else if (as_goals_is_shared(&c->goals, u->goal)) CHECK(g == exact[id] && is_near(g, dist[id], 0));
    else CHECK(is_near(g, dist[id], whole(c, u->goal)));
    CHECK(!live || id != u->node || g == 0);
    CHECK(as_goals_distance(&c->goals, u->goal, slot_of(c, id)) == g);
  }
}

/*
** A goal of one agent tells the same, but for rounding, as one that was just taken with the same aim, asked in another
** order.
*/
static void check_again(scene *c, const user *u)
{
  as_memory memory;
  as_goals others;
  uint32_t goal, aim = slot_of(c, as_goals_aimed(&c->goals, u->goal)), i;
  if (as_goals_is_shared(&c->goals, u->goal) || !as_goals_live(&c->goals, u->goal) || aim == AS_NO_SLOT) return;
  as_memory_init(&memory, NULL, NULL);
  as_goals_init(&others, &memory, NULL, NULL, c->w.graph);
  CHECK(as_goals_take(&others, u->node, u->unit, aim, &goal));
  for (i = 0; i < MODEL_MAX; i++) {
    const uint32_t slot = slot_of(c, model_pick(c->w.model));
    const double again = as_goals_distance(&others, goal, slot), before = as_goals_distance(&c->goals, u->goal, slot);
    CHECK(is_near(again, before, whole(c, u->goal)));
  }
  as_goals_free(&others);
  CHECK(memory.used == 0);
}

/* ---- Places ---- */

static bool is_held(const void *context, uint32_t slot)
{
  const scene *c = context;
  return c->held[as_id(c->w.graph->layout, slot)];
}

/* The places that there must be; their number. */
static uint32_t find_places(const scene *c, const user *u, uint32_t count, bool with_held, astar_id *places)
{
  const model *m = c->w.model;
  double dist[MODEL_MAX + 1];
  bool taken[MODEL_MAX + 1] = {false};
  uint32_t found;
  search_all(c, u->unit, u->node, dist);
  for (found = 0; found < count; found++) {
    astar_id best = ASTAR_NO_ID, id;
    for (id = 1; id <= m->last_id; id++) {
      if (!m->nodes[id].alive || taken[id] || !(dist[id] < INFINITY) || !m->rules->enterable(m, u->unit, id)) continue;
      if (with_held && c->held[id]) continue;
      if (best == ASTAR_NO_ID || dist[id] < dist[best]) best = id;
    }
    if (best == ASTAR_NO_ID) return found;
    taken[best] = true;
    places[found] = best;
  }
  return found;
}

static void check_places(scene *c, const user *u)
{
  const uint64_t before = failures(c);
  const uint32_t goal = u->goal, wanted = one_in(8) ? 0 : one_in(4) ? MODEL_MAX : 1 + below(6);
  const bool with_held = !one_in(3);
  astar_id places[MODEL_MAX + 1], id;
  uint32_t count, i;
  bool done;
  for (id = 1; id <= MODEL_MAX && one_in(2); id++) c->held[id] = one_in(3);
  if (one_in(4)) fail(c);
  done = as_goals_places(&c->goals, goal, wanted, with_held ? is_held : NULL, c);
  if (has_failed(c, before) && !done) done = as_goals_places(&c->goals, goal, wanted, with_held ? is_held : NULL, c);
  CHECK(done);
  count = as_goals_live(&c->goals, goal) ? find_places(c, u, wanted, with_held, places) : 0;
  CHECK(as_goals_place_count(&c->goals, goal) == count);
  for (i = 0; i < count; i++) CHECK(as_goals_place_at(&c->goals, goal, i) == slot_of(c, places[i]));
  CHECK(as_goals_place_far(&c->goals, goal) == (count > 0 ? distance(c, goal, places[count - 1]) : 0));
  for (id = 1; id <= c->w.model->last_id; id++) {
    bool is = false;
    if (!c->w.model->nodes[id].alive) continue;
    for (i = 0; i < count; i++) is = is || places[i] == id;
    CHECK(as_goals_is_place(&c->goals, goal, slot_of(c, id)) == is);
  }
}

/* ---- Agents ---- */

/* How many agents have an entry. */
static uint32_t users_of(const scene *c, uint32_t goal)
{
  uint32_t i, count = 0;
  for (i = 0; i < ENTRIES; i++) count += c->users[i].is && c->users[i].goal == goal;
  return count;
}

static void take(scene *c, user *u)
{
  const uint64_t before = failures(c);
  const user *other = &c->users[below(ENTRIES)];
  uint32_t aim;
  bool done;
  u->node = model_pick(c->w.model);
  u->unit = below(MODEL_UNITS);
  if (other->is && one_in(2) && as_goals_live(&c->goals, other->goal)) {
    u->node = other->node;
    u->unit = other->unit;
  }
  if (u->node == ASTAR_NO_ID) return;
  aim = one_in(4) ? AS_NO_SLOT : slot_of(c, model_pick(c->w.model));
  if (one_in(4)) fail(c);
  done = as_goals_take(&c->goals, u->node, u->unit, aim, &u->goal);
  if (has_failed(c, before) && !done) done = as_goals_take(&c->goals, u->node, u->unit, aim, &u->goal);
  CHECK(done && as_goals_live(&c->goals, u->goal) && as_goals_find(&c->goals, u->node, u->unit) == u->goal);
  u->is = true;
  if (users_of(c, u->goal) > 1) CHECK(as_goals_is_shared(&c->goals, u->goal));
  else if (one_in(8)) as_goals_share(&c->goals, u->goal);
  CHECK(as_goals_at(&c->goals, u->goal)->users == users_of(c, u->goal));
  if (!as_goals_is_shared(&c->goals, u->goal)) CHECK(slot_of(c, as_goals_aimed(&c->goals, u->goal)) == aim);
}

static void drop(scene *c, user *u)
{
  as_goals_drop(&c->goals, u->goal);
  u->is = false;
  if (c->goals.used == 0) CHECK(c->goals.journal == NULL && c->goals.layout == NULL);
}

/* Follow edits. */
static void follow(scene *c)
{
  const uint64_t before = failures(c);
  bool changed = false, done;
  double known[ENTRIES][MODEL_MAX + 1];
  uint32_t i;
  astar_id id;
  for (i = 0; i < ENTRIES; i++) {
    const as_goal *e = c->users[i].is ? as_goals_at(&c->goals, c->users[i].goal) : NULL;
    for (id = 1; id <= MODEL_MAX; id++) {
      const uint32_t slot = slot_of(c, id);
      known[i][id] = e && e->rra && e->rra->begun && slot != AS_NO_SLOT ? as_rra_known(e->rra, slot) : -1;
    }
  }
  if (one_in(4)) fail(c);
  done = as_goals_follow(&c->goals, &changed);
  if (has_failed(c, before) && !done) done = as_goals_follow(&c->goals, &changed);
  CHECK(done && (c->goals.used == 0 || c->goals.version == astar_graph_version(c->w.graph)));
  /* Unless it says so, nothing that was known is different now. */
  for (i = 0; i < ENTRIES && !changed; i++) {
    for (id = 1; c->users[i].is && id <= MODEL_MAX; id++) {
      const uint32_t slot = slot_of(c, id);
      if (known[i][id] >= 0) CHECK(as_goals_distance(&c->goals, c->users[i].goal, slot) == known[i][id]);
    }
  }
  kept += !changed;
  restarted += changed;
}

static void move(scene *c)
{
  user *u = &c->users[below(ENTRIES)], *other;
  uint32_t edits;
  const astar_id id = model_pick(c->w.model);
  if (!u->is) {
    take(c, u);
    return;
  }
  switch (below(8)) {
  case 0:
    drop(c, u);
    break;
  case 1:
    if (id == ASTAR_NO_ID) break;
    as_goals_aim(&c->goals, u->goal, slot_of(c, id));
    if (!as_goals_is_shared(&c->goals, u->goal)) CHECK(as_goals_aimed(&c->goals, u->goal) == id);
    break;
  case 2:
    check_again(c, u);
    break;
  case 3:
    if (as_goals_is_shared(&c->goals, u->goal)) check_places(c, u);
    break;
  case 4: case 5:
    for (edits = 1 + below(4); edits > 0; edits--) edit(c);
    other = &c->users[below(ENTRIES)];
    if (!other->is) take(c, other); /* also before edits are followed */
    follow(c);
    break;
  default:
    check_distances(c, u);
  }
  CHECK(c->memory.used + as_goals_memory(&c->goals) == c->books.bytes);
}

static void random_moves(void)
{
  uint32_t i, n = cases(2500), moves;
  for (i = 0; i < n; i++) {
    scene c;
    seed_case(i);
    make(&c);
    for (moves = 10 + below(40); moves > 0; moves--) move(&c);
    unmake(&c);
  }
  printf("edits: %u without effect, %u with; %u times out of memory\n", kept, restarted, out_of_memory);
  CHECK(n < 500 || (kept > n / 10 && restarted > n / 10 && out_of_memory > n / 10));
}

/* ---- Every allocation ---- */

/*
** The same on a map that does not change, with one allocation failing, and perhaps all after it. Returns whether one
** did.
*/
static bool play_failing(scene *c, const user plan[ENTRIES], uint64_t at, bool on)
{
  const uint64_t before = failures(c);
  bool changed = false;
  uint32_t i;
  as_goals_init(&c->goals, &c->memory, ledger_alloc, &c->books, c->w.graph);
  c->books.fail_at = c->books.asked + at;
  c->books.fail_on = on;
  for (i = 0; i < ENTRIES; i++) {
    user *u = &c->users[i];
    astar_id id;
    *u = plan[i];
    if (!as_goals_take(&c->goals, u->node, u->unit, AS_NO_SLOT, &u->goal)) {
      recover(c);
      CHECK(as_goals_take(&c->goals, u->node, u->unit, AS_NO_SLOT, &u->goal));
    }
    for (id = 1; id <= c->w.model->last_id; id++) {
      if (!c->w.model->nodes[id].alive) continue;
      if (isnan(as_goals_distance(&c->goals, u->goal, slot_of(c, id)))) recover(c);
    }
    if (!as_goals_is_shared(&c->goals, u->goal) || as_goals_places(&c->goals, u->goal, 3, NULL, NULL)) continue;
    recover(c);
    CHECK(as_goals_places(&c->goals, u->goal, 3, NULL, NULL));
  }
  if (!as_goals_follow(&c->goals, &changed)) CHECK(false);
  recover(c);
  for (i = 0; i < ENTRIES; i++) check_distances(c, &c->users[i]);
  as_goals_free(&c->goals);
  CHECK(c->memory.used == 0 && c->books.blocks == 0);
  return failures(c) > before;
}

static void every_allocation(void)
{
  uint32_t i, n = cases(30), k;
  for (i = 0; i < n; i++) {
    scene c;
    user plan[ENTRIES];
    uint64_t at = 1;
    seed_case(i);
    make(&c);
    for (k = 0; k < ENTRIES; k++) {
      plan[k].is = true;
      plan[k].node = model_pick(c.w.model);
      plan[k].unit = k < 2 ? 0 : below(MODEL_UNITS);
    }
    plan[1] = plan[0];
    while (c.w.model->count > 0 && play_failing(&c, plan, at, one_in(2))) at++;
    CHECK(c.w.model->count == 0 || at > 10);
    as_goals_init(&c.goals, &c.memory, ledger_alloc, &c.books, c.w.graph);
    unmake(&c);
  }
}

/* ---- What a goal costs ---- */

/* On a large open grid an A* towards an agent knows little more than the way, and memory goes with what it knows. */
static void check_size(void)
{
  astar_grid_def def = astar_default_grid();
  as_memory memory;
  as_goals goals;
  astar_graph *g;
  uint32_t goal;
  def.width = def.height = 1000;
  CHECK(astar_grid_create(NULL, NULL, &def, &g) == ASTAR_OK);
  as_memory_init(&memory, NULL, NULL);
  as_goals_init(&goals, &memory, NULL, NULL, g);
  CHECK(as_goals_take(&goals, astar_grid_cell(g, 900, 700, 1), ASTAR_NO_UNIT, astar_grid_cell(g, 100, 200, 1) - 1,
                      &goal));
  CHECK(is_near(as_goals_distance(&goals, goal, astar_grid_cell(g, 100, 200, 1) - 1), 300 + 500 * sqrt(2), 0));
  CHECK(as_goals_at(&goals, goal)->rra->expanded < 2000 && as_goals_at(&goals, goal)->rra->known < 8000);
  CHECK(memory.used < 400000);
  as_goals_drop(&goals, goal);
  as_goals_free(&goals);
  CHECK(memory.used == 0);
  astar_graph_destroy(g);
}

int main(void)
{
  check_size();
  every_allocation();
  random_moves();
  return check_summary("goals_test");
}
