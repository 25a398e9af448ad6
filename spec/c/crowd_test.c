/*
** crowd_test.c: crowds on graphs and grids of all kinds that are edited between steps, a million agent-steps on each
** layout. After each step every move is compared with the model: a step of the unit, no two on one node, no exchange,
** no crossing, nodes held as long as they have to be. Other crowds move in seconds, by agents of several speeds. A
** second crowd gets the same calls, with the time divided otherwise, is saved and loaded at any moment, and must be the
** same; and memory runs out.
*/
#define MODEL_MAX 96u

#include "grid_world.h"

#define MOST 40u     /* agents at once */
#define BYTES 524288u /* a plan may have hundreds of steps */

/* An agent as the test knows it. */
typedef struct soldier {
  bool used, fixed, lost_node;
  astar_id goal; /* as it was set */
  uint32_t goal_generation;
} soldier;

typedef struct herd {
  world *world;
  ledger books;
  astar_crowd *crowd, *twin;
  astar_crowd_def def;
  bool seconds; /* it moves by updates, else by steps */
  soldier soldiers[MOST + 1];
  astar_agent_view before[MOST + 1], after[MOST + 1];
  uint32_t count, layout;
  uint64_t moves, failures, planned;
} herd;

/* ---- Seeing ---- */

static bool views_equal(const astar_agent_view *a, const astar_agent_view *b)
{
  return a->node == b->node && a->next == b->next && a->left == b->left && a->span == b->span && a->goal == b->goal &&
         a->unit == b->unit && a->priority == b->priority && a->speed == b->speed && a->fixed == b->fixed &&
         a->status == b->status && a->by == b->by && a->waited == b->waited;
}

static void check_equal(astar_agent agent, const astar_agent_view *a, const astar_agent_view *b)
{
  if (!views_equal(a, b))
    fprintf(stderr, "agent %u: node %u %u, next %u %u, left %g %g, goal %u %u, status %d %d, by %u %u, waited %u %u\n",
            agent, a->node, b->node, a->next, b->next, a->left, b->left, a->goal, b->goal, (int)a->status,
            (int)b->status, a->by, b->by, (unsigned)a->waited, (unsigned)b->waited);
  CHECK(views_equal(a, b));
}

static void look(astar_crowd *c, astar_agent_view views[MOST + 1])
{
  astar_agent a;
  memset(views, 0, (MOST + 1) * sizeof *views);
  for (a = astar_crowd_next(c, 0); a != ASTAR_NO_AGENT; a = astar_crowd_next(c, a)) views[a] = astar_crowd_agent(c, a);
}

/* Two crowds that were treated alike. */
static void check_twins(herd *h)
{
  double a[4 * MOST], b[4 * MOST];
  astar_agent_view views[MOST + 1];
  astar_agent agent;
  uint32_t i;
  if (!h->twin) return;
  look(h->crowd, h->after);
  look(h->twin, views);
  CHECK(astar_crowd_count(h->crowd) == astar_crowd_count(h->twin));
  CHECK(astar_crowd_time(h->crowd) == astar_crowd_time(h->twin));
  for (agent = 1; agent <= MOST; agent++) check_equal(agent, &h->after[agent], &views[agent]);
  astar_crowd_positions(h->crowd, a);
  astar_crowd_positions(h->twin, b);
  for (i = 0; i < 4 * astar_crowd_count(h->crowd); i++) CHECK(a[i] == b[i] || (isnan(a[i]) && isnan(b[i])));
}

/* Nothing has changed in a call that failed. */
static void check_unchanged(herd *h, const astar_agent_view views[MOST + 1])
{
  astar_agent_view now[MOST + 1];
  astar_agent agent;
  look(h->crowd, now);
  for (agent = 1; agent <= MOST; agent++) check_equal(agent, &views[agent], &now[agent]);
  astar_crowd_validate(h->crowd);
}

/* Call it for both, until it works. */
#define HERD_TRY(h, call_of, ...) \
  do { \
    astar_agent_view views_[MOST + 1]; \
    astar_result result_; \
    const uint64_t failed_ = (h)->books.failed; \
    look((h)->crowd, views_); \
    if (one_in(4)) (h)->books.fail_at = (h)->books.asked + 1 + below(12); \
    result_ = call_of((h)->crowd, __VA_ARGS__); \
    if (result_ == ASTAR_NO_MEMORY) { \
      CHECK((h)->books.failed > failed_); \
      (h)->failures++; \
      (h)->books.fail_at = 0; \
      check_unchanged(h, views_); \
      result_ = call_of((h)->crowd, __VA_ARGS__); \
    } \
    (h)->books.fail_at = 0; \
    CHECK(result_ == ASTAR_OK); \
    if ((h)->twin) CHECK(call_of((h)->twin, __VA_ARGS__) == ASTAR_OK); \
  } while (0)

static astar_result step(astar_crowd *c, int unused)
{
  (void)unused;
  return astar_crowd_step(c);
}

/* ---- What must hold of a step ---- */

/* Column and row of a cell, from 0. Those of one level are far from those of another. */
static bool place_of(const world *w, astar_id id, int *col, int *row)
{
  uint32_t c, r, level;
  if (!astar_grid_place(w->graph, id, &c, &r, &level)) return false;
  *col = (int)c - 1;
  *row = (int)(r - 1 + 1000 * (level - 1));
  return true;
}

static int between(int a, int b, int size, bool wraps)
{
  int d = b - a;
  if (wraps && d == size - 1) return -1;
  if (wraps && d == 1 - size) return 1;
  return d;
}

/* Whether two moves are diagonals of the same block of four squares. */
static bool do_cross(const world *w, astar_id a, astar_id b, astar_id c, astar_id d)
{
  astar_grid_def def;
  int col[4], row[4], dx, dy, size[2];
  if (!astar_grid_get(w->graph, &def) || def.straight || grid_is_hexagonal(&def)) return false;
  if (!place_of(w, a, &col[0], &row[0]) || !place_of(w, b, &col[1], &row[1]) || !place_of(w, c, &col[2], &row[2]) ||
      !place_of(w, d, &col[3], &row[3]))
    return false;
  size[0] = (int)def.width;
  size[1] = (int)def.height;
  dx = between(col[0], col[1], size[0], def.wrap_x);
  dy = between(row[0], row[1], size[1], def.wrap_y);
  if (abs(dx) != 1 || abs(dy) != 1) return false;
  return (col[2] == col[0] && row[2] == row[1] && col[3] == col[1] && row[3] == row[0]) ||
         (col[2] == col[1] && row[2] == row[0] && col[3] == col[0] && row[3] == row[1]);
}

static double cost_of(const herd *h, astar_unit unit, astar_id from, astar_id to)
{
  return h->world->model->rules->cost(h->world->model, unit, from, to);
}

/* One that was not on its way before, and where it went. */
static void check_begun(const herd *h, astar_agent agent)
{
  const astar_agent_view *was = &h->before[agent], *is = &h->after[agent];
  if (is->node == was->node && is->next == was->node) return;
  CHECK(!was->fixed && was->speed > 0 && was->node != ASTAR_NO_ID);
  {
    const astar_id to = is->next;
    const double cost = cost_of(h, was->unit, was->node, to);
    CHECK(to != was->node && cost < INFINITY && !isnan(cost));
    if (h->def.durations) {
      const double seconds = fmin(cost / was->speed, DBL_MAX);
      const double most = fmin(ceil(seconds + seconds * 1e-12), 2147483648.0), least = ceil(seconds - seconds * 1e-8);
      CHECK((is->node != is->next) == (is->span > 1) && (is->span > 1 || least <= 1));
      if (is->span > 1) CHECK(is->left == is->span - 1 && is->span <= most && is->span >= fmin(least, most));
    } else {
      CHECK(is->node == to);
    }
  }
}

/* One that was on its way before. */
static void check_going(const herd *h, astar_agent agent)
{
  const astar_agent_view *was = &h->before[agent], *is = &h->after[agent];
  if (was->left > 1)
    CHECK(is->left == was->left - 1 && is->next == was->next && is->span == was->span && is->node == was->node);
  else CHECK(is->node == was->next && is->next == is->node && is->left == 0 && is->span == 0);
}

/* The k-th node that an agent of some size covers; ASTAR_NO_ID: there is none, or it is off the map. */
static astar_id covered(const herd *h, astar_id id, uint32_t size, uint32_t k)
{
  astar_grid_def def;
  uint32_t col, row, level;
  if (size == 1 || !astar_grid_get(h->world->graph, &def) ||
      !astar_grid_place(h->world->graph, id, &col, &row, &level))
    return k == 0 ? id : ASTAR_NO_ID;
  col += k % size;
  row += k / size;
  if (def.wrap_x) col = (col - 1) % def.width + 1;
  if (def.wrap_y) row = (row - 1) % def.height + 1;
  return col <= def.width && row <= def.height ? ((level - 1) * def.height + row - 1) * def.width + col : ASTAR_NO_ID;
}

/* Whether two agents have a node in common. */
static bool meet(const herd *h, astar_id a, uint32_t size, astar_id b, uint32_t other_size)
{
  uint32_t i, k;
  for (i = 0; i < size * size && a != ASTAR_NO_ID; i++) {
    const astar_id id = covered(h, a, size, i);
    for (k = 0; k < other_size * other_size && b != ASTAR_NO_ID; k++) {
      if (id != ASTAR_NO_ID && covered(h, b, other_size, k) == id) return true;
    }
  }
  return false;
}

/* The nodes of an agent are its own. */
static void check_held(const herd *h, astar_agent agent, astar_agent holder[MODEL_MAX + 1])
{
  const astar_id nodes[2] = {h->after[agent].node, h->after[agent].next};
  const uint32_t size = h->after[agent].size;
  uint32_t i, k;
  for (i = 0; i < 2; i++) {
    if (nodes[i] == ASTAR_NO_ID) continue;
    for (k = 0; k < size * size; k++) {
      const astar_id id = covered(h, nodes[i], size, k);
      if (id == ASTAR_NO_ID) continue;
      CHECK(holder[id] == ASTAR_NO_AGENT || holder[id] == agent);
      holder[id] = agent;
      CHECK(astar_crowd_at(h->crowd, id) == agent);
    }
  }
}

static void check_pair(const herd *h, astar_agent a, astar_agent b)
{
  const astar_agent_view *x = &h->before[a], *y = &h->before[b];
  const astar_id from = x->node, to = h->after[a].next, from_other = y->node, to_other = h->after[b].next;
  if (from == ASTAR_NO_ID || from_other == ASTAR_NO_ID || from == to || from_other == to_other) return;
  CHECK(!meet(h, from, x->size, to_other, y->size) || !meet(h, to, x->size, from_other, y->size));
  if (x->size > 1 || y->size > 1) return;
  CHECK(!do_cross(h->world, from, to, from_other, to_other));
}

static void check_status(const herd *h, astar_agent agent)
{
  const astar_agent_view *v = &h->after[agent];
  const soldier *s = &h->soldiers[agent];
  uint32_t same = 0, generation = 0;
  astar_agent other;
  if (v->next == ASTAR_NO_ID) {
    CHECK(v->status == ASTAR_AGENT_STUCK);
    return;
  }
  if (s->goal == ASTAR_NO_ID) CHECK(v->status == ASTAR_AGENT_ARRIVED || v->node != v->next);
  if (s->goal == ASTAR_NO_ID || v->left > 0) return;
  if (!astar_graph_has(h->world->graph, s->goal, &generation) || generation != s->goal_generation) {
    CHECK(v->goal == ASTAR_NO_ID && v->status == ASTAR_AGENT_STUCK);
    return;
  }
  CHECK(v->goal == s->goal);
  for (other = 1; other <= MOST; other++) same += h->soldiers[other].used && h->after[other].goal == s->goal;
  /* With a limit it may await its turn, or share its goal with one that awaits another. */
  if (same == 1 && h->def.expansions == UINT64_MAX) CHECK((v->status == ASTAR_AGENT_ARRIVED) == (v->node == s->goal));
  if (v->status == ASTAR_AGENT_WAITING) CHECK(v->node == h->before[agent].node);
}

static void check_positions(const herd *h)
{
  double places[4 * MOST], *at = places;
  astar_agent agent;
  astar_crowd_positions(h->crowd, places);
  for (agent = astar_crowd_next(h->crowd, 0); agent != ASTAR_NO_AGENT;
       agent = astar_crowd_next(h->crowd, agent), at += 4) {
    const astar_agent_view *v = &h->after[agent];
    if (v->next == ASTAR_NO_ID) CHECK(isnan(at[0]) && isnan(at[1]) && isnan(at[2]) && isnan(at[3]));
    else CHECK(fabs(at[0]) <= DBL_MAX && fabs(at[1]) <= DBL_MAX);
    if (v->node != ASTAR_NO_ID && v->node == v->next) {
      const double *p = h->world->model->nodes[v->node].position;
      double here[3];
      astar_graph_position(h->world->graph, v->node, here);
      CHECK(at[0] == here[0] && at[1] == here[1] && close_to(p[0], here[0]));
    }
  }
}

/* Agent-steps that were checked, by layout; the last is that of graphs. */
#define LAYOUTS 8u
static uint64_t checked[LAYOUTS];
static const char *const layout_names[LAYOUTS] = {"squares",     "isometric",    "odd rows",     "even rows",
                                                  "odd columns", "even columns", "4 neighbours", "graphs"};

static uint32_t layout_of(const astar_grid_def *def)
{
  return def->straight ? LAYOUTS - 2 : (uint32_t)def->shape;
}

static void herd_step(herd *h)
{
  astar_agent holder[MODEL_MAX + 1];
  astar_agent a, b;
  look(h->crowd, h->before);
  HERD_TRY(h, step, 0);
  astar_crowd_validate(h->crowd);
  look(h->crowd, h->after);
  memset(holder, 0, sizeof holder);
  for (a = 1; a <= MOST; a++) {
    if (!h->soldiers[a].used) continue;
    if (h->before[a].next == ASTAR_NO_ID) {
      CHECK(h->after[a].next == ASTAR_NO_ID);
    } else if (h->before[a].left > 0) {
      check_going(h, a);
    } else {
      check_begun(h, a);
    }
    h->moves += h->before[a].node != h->after[a].next;
    checked[h->layout]++;
    check_held(h, a, holder);
    check_status(h, a);
    for (b = 1; b < a; b++) {
      if (h->soldiers[b].used) check_pair(h, a, b);
    }
  }
  check_positions(h);
}

/* ---- Seconds ---- */

/*
** Nobody is where another is, at any moment: who enters a node that another leaves comes later; no two exchange their
** nodes, and no two diagonals cross.
*/
static void check_ways(const herd *h, astar_agent a, astar_agent b)
{
  const astar_agent_view *x = &h->after[a], *y = &h->after[b];
  if (x->next == ASTAR_NO_ID || y->next == ASTAR_NO_ID) return;
  CHECK(!meet(h, x->node, x->size, y->node, y->size));
  CHECK(!meet(h, x->next, x->size, y->next, y->size));
  if (meet(h, x->next, x->size, y->node, y->size))
    CHECK(y->left > 0 && x->left >= y->left && !meet(h, y->next, y->size, x->node, x->size));
  if (meet(h, y->next, y->size, x->node, x->size)) CHECK(x->left > 0 && y->left >= x->left);
  if (x->size > 1 || y->size > 1) return;
  if (x->left > 0 && y->left > 0 && x->node != ASTAR_NO_ID && y->node != ASTAR_NO_ID)
    CHECK(!do_cross(h->world, x->node, x->next, y->node, y->next));
}

/* A step that an agent has begun. Those of plans may take longer; one to a node that was removed is over. */
static void check_way(const herd *h, astar_agent agent)
{
  const astar_agent_view *was = &h->before[agent], *is = &h->after[agent];
  double cost;
  CHECK((is->left > 0) == (is->span > 0) && is->left <= is->span);
  if (is->left == 0 || (is->node == was->node && is->next == was->next)) return;
  CHECK(!was->fixed && was->speed > 0 && is->node != is->next);
  if (is->node == ASTAR_NO_ID) return;
  cost = cost_of(h, is->unit, is->node, is->next);
  CHECK(cost < INFINITY && is->span >= fmin(cost / is->speed * (1 - 1e-9) - 1e-6, 2147483648.0) &&
        is->span >= 1 / 1024.0);
}

/* Let the twin see the same time pass, by calls of its own if that must not matter. */
static void update_twin(herd *h, double dt)
{
  while (h->def.expansions == UINT64_MAX && dt > 0 && !one_in(6)) {
    const double part = fmin(dt, (double)below(one_in(2) ? 8 : 256) / 256);
    CHECK(astar_crowd_update(h->twin, part) == ASTAR_OK);
    dt -= part;
  }
  CHECK(astar_crowd_update(h->twin, dt) == ASTAR_OK);
}

static void herd_reload(herd *h);

static void herd_update(herd *h)
{
  const double dt = (double)below(one_in(3) ? 16 : 1000) / 256;
  const uint64_t failed = h->books.failed;
  bool fails = false;
  astar_result result;
  astar_agent a, b;
  look(h->crowd, h->before);
  if (one_in(4)) h->books.fail_at = h->books.asked + 1 + below(40);
  result = astar_crowd_update(h->crowd, dt);
  h->books.fail_at = 0;
  if (result == ASTAR_NO_MEMORY) {
    fails = true;
    CHECK(h->books.failed > failed);
    h->failures++;
    astar_crowd_validate(h->crowd);
    result = astar_crowd_update(h->crowd, 0);
  }
  CHECK(result == ASTAR_OK);
  astar_crowd_validate(h->crowd);
  if (h->twin) update_twin(h, dt);
  /* Whose turn it is to search counts by calls. */
  if (h->twin && fails && h->def.expansions < UINT64_MAX) herd_reload(h);
  look(h->crowd, h->after);
  for (a = 1; a <= MOST; a++) {
    if (!h->soldiers[a].used) continue;
    CHECK((h->before[a].next == ASTAR_NO_ID) <= (h->after[a].next == ASTAR_NO_ID));
    if (h->after[a].next == ASTAR_NO_ID) CHECK(h->after[a].status == ASTAR_AGENT_STUCK);
    check_way(h, a);
    h->moves += h->before[a].node != h->after[a].next;
    checked[h->layout]++;
    for (b = 1; b < a; b++) {
      if (h->soldiers[b].used) check_ways(h, a, b);
    }
  }
  check_positions(h);
}

/* ---- Saving ---- */

static unsigned char bytes[BYTES], again[BYTES];

static size_t save(const astar_crowd *c, unsigned char *to)
{
  astar_writer w;
  w.bytes = to;
  w.capacity = BYTES;
  w.size = 0;
  astar_save_crowd(c, &w);
  astar_save_end(&w);
  return w.size;
}

static astar_crowd *load(herd *h, size_t size)
{
  astar_reader r;
  astar_crowd *c = NULL;
  CHECK(astar_reader_open(&r, (const char *)bytes, size) && r.kind == ASTAR_SAVED_CROWD);
  CHECK(astar_load_crowd(ledger_alloc, &h->books, &r, h->world->graph, &c) == ASTAR_OK && astar_read_end(&r));
  astar_crowd_validate(c);
  return c;
}

/* Put what was saved and loaded in the place of the second crowd. */
static void herd_reload(herd *h)
{
  size_t size;
  CHECK(astar_crowd_follow(h->crowd) == ASTAR_OK);
  size = save(h->crowd, bytes);
  CHECK(size <= BYTES);
  astar_crowd_destroy(h->twin);
  h->twin = load(h, size);
  CHECK(save(h->twin, again) == size && memcmp(bytes, again, size) == 0);
  check_twins(h);
}

/* What is saved is changed in a few places: it loads, and goes on, or does not load. */
static void herd_damage(herd *h)
{
  size_t size = save(h->crowd, bytes);
  astar_reader r;
  astar_writer w;
  astar_crowd *c = NULL;
  uint32_t changes = 1 + below(4), i;
  CHECK(size <= BYTES);
  while (changes-- > 0) bytes[24 + below((uint32_t)size - 32)] = (unsigned char)(one_in(3) ? below(4) : below(256));
  if (one_in(4) && size > 40) size -= 1 + below((uint32_t)size - 40);
  w.bytes = bytes;
  w.capacity = BYTES;
  w.size = size - 8;
  astar_save_end(&w);
  CHECK(astar_reader_open(&r, (const char *)bytes, size));
  if (astar_load_crowd(ledger_alloc, &h->books, &r, h->world->graph, &c) != ASTAR_OK) {
    CHECK(c == NULL && r.error[0]);
    return;
  }
  astar_crowd_validate(c);
  for (i = 0; i < 4; i++) {
    const bool steps = one_in(2) && (astar_crowd_get(c).durations || !astar_crowd_is_between(c));
    CHECK((steps ? astar_crowd_step(c) : astar_crowd_update(c, below(8) / 2.0)) == ASTAR_OK);
  }
  astar_crowd_validate(c);
  astar_crowd_destroy(c);
}

/* ---- Edits ---- */

/* A live node where an agent, or a new one of a unit, can be put, or ASTAR_NO_ID. */
static astar_id free_node(const herd *h, astar_unit unit, astar_agent agent)
{
  uint32_t tries;
  for (tries = 0; tries < 20; tries++) {
    const astar_id id = model_pick(h->world->model);
    if (id != ASTAR_NO_ID && astar_crowd_in_way(h->crowd, id, unit, agent) == ASTAR_NO_AGENT &&
        astar_crowd_has_room(h->crowd, id, unit, agent))
      return id;
  }
  return ASTAR_NO_ID;
}

static astar_id pick_goal(const herd *h)
{
  astar_agent other = 1 + below(MOST);
  if (one_in(8)) return ASTAR_NO_ID;
  if (one_in(3) && h->soldiers[other].used && astar_crowd_agent(h->crowd, other).goal != ASTAR_NO_ID)
    return astar_crowd_agent(h->crowd, other).goal;
  return model_pick(h->world->model);
}

static void note_goal(herd *h, astar_agent agent, astar_id goal)
{
  h->soldiers[agent].goal = goal;
  h->soldiers[agent].goal_generation = 0;
  if (goal != ASTAR_NO_ID) CHECK(astar_graph_has(h->world->graph, goal, &h->soldiers[agent].goal_generation));
}

static double pick_speed(void)
{
  static const double speeds[] = {1, 1, 1, 2, 0.5, 1.7, 3, 0};
  return speeds[below(8)];
}

static astar_agent added[2];

static astar_result add(astar_crowd *c, const astar_agent_def *def)
{
  return astar_crowd_add(c, def, &added[0]);
}

static void herd_add(herd *h)
{
  astar_agent_def def = astar_default_agent();
  uint32_t generation = 77, now = 0;
  astar_agent next;
  def.unit = below(MODEL_UNITS);
  def.node = free_node(h, def.unit, ASTAR_NO_AGENT);
  if (def.node == ASTAR_NO_ID || h->count == MOST) return;
  def.goal = pick_goal(h);
  def.priority = below(3);
  def.speed = pick_speed();
  def.fixed = one_in(12);
  next = astar_crowd_next_id(h->crowd, &generation);
  HERD_TRY(h, add, &def);
  CHECK(added[0] == next && astar_crowd_has(h->crowd, next, &now) && now == generation);
  if (h->twin) CHECK(astar_crowd_next(h->twin, added[0] - 1) == added[0]);
  CHECK(added[0] <= MOST && !h->soldiers[added[0]].used);
  h->soldiers[added[0]].used = true;
  note_goal(h, added[0], def.goal);
  h->count++;
}

static void herd_edit(herd *h)
{
  const astar_agent agent = 1 + below(MOST);
  uint32_t generation;
  astar_id node;
  if (!h->soldiers[agent].used || one_in(3)) {
    herd_add(h);
    return;
  }
  switch (below(9)) {
  case 0:
    CHECK(astar_crowd_has(h->crowd, agent, &generation));
    astar_crowd_remove(h->crowd, agent);
    CHECK(!astar_crowd_has(h->crowd, agent, NULL) && astar_crowd_next_id(h->crowd, NULL) == agent);
    if (h->twin) astar_crowd_remove(h->twin, agent);
    h->soldiers[agent].used = false;
    h->count--;
    break;
  case 1:
    node = free_node(h, ASTAR_NO_UNIT, agent);
    if (node != ASTAR_NO_ID) HERD_TRY(h, astar_crowd_set_node, agent, node);
    break;
  case 2:
    astar_crowd_set_priority(h->crowd, agent, below(3));
    if (h->twin) astar_crowd_set_priority(h->twin, agent, astar_crowd_agent(h->crowd, agent).priority);
    break;
  case 3:
    astar_crowd_set_fixed(h->crowd, agent, one_in(4));
    if (h->twin) astar_crowd_set_fixed(h->twin, agent, astar_crowd_agent(h->crowd, agent).fixed);
    break;
  case 4:
    astar_crowd_set_speed(h->crowd, agent, pick_speed());
    if (h->twin) astar_crowd_set_speed(h->twin, agent, astar_crowd_agent(h->crowd, agent).speed);
    break;
  default:
    node = pick_goal(h);
    HERD_TRY(h, astar_crowd_set_goal, agent, node);
    note_goal(h, agent, node);
  }
  astar_crowd_validate(h->crowd);
}

/* Look for a plan for the first crowd, and let the second be one that was saved with it. */
static void herd_solve(herd *h)
{
  astar_solution found;
  astar_agent a;
  uint32_t planned;
  look(h->crowd, h->after);
  for (a = 1; a <= MOST; a++) {
    if (h->soldiers[a].used && h->after[a].node == ASTAR_NO_ID) return;
  }
  found = astar_crowd_solve(h->crowd, below(100));
  planned = astar_crowd_planned(h->crowd);
  CHECK(found != ASTAR_SOLVE_NO_MEMORY && found <= ASTAR_UNSOLVABLE);
  /* Who awaits distances gets them now, and has waited for nothing then. */
  if (!h->seconds || h->def.expansions == UINT64_MAX) check_unchanged(h, h->after);
  h->planned += planned;
  if (!h->twin) return;
  herd_reload(h);
  CHECK(astar_crowd_planned(h->twin) == planned && astar_crowd_plan_cost(h->twin) == astar_crowd_plan_cost(h->crowd));
}

/* ---- Random crowds ---- */

static void check_random(uint32_t i)
{
  static world w;
  static herd h;
  astar_grid_def def;
  uint32_t n, layout;
  bool grid, calm;
  seed_case(i);
  layout = i % LAYOUTS;
  grid = layout < LAYOUTS - 1;
  if (grid) {
    do def = grid_choose(GRID_CELLS);
    while (layout_of(&def) != layout);
    grid_world_create(&w, &def, (model_style)below(3));
    if (one_in(2)) grid_world_scatter(&w, below(30));
  } else {
    world_create(&w, (model_style)below(3));
    for (n = 10 + below(50); n > 0; n--) (void)world_add(&w, UINT64_MAX);
    for (n = below(200); n > 0; n--) world_link(&w);
  }
  memset(&h, 0, sizeof h);
  h.world = &w;
  h.layout = layout;
  h.def = astar_default_crowd();
  h.def.durations = one_in(3);
  h.seconds = one_in(3);
  h.def.patience = 1 + below(40);
  h.def.expansions = one_in(2) ? UINT64_MAX : 1 + below(one_in(2) ? 20 : 200);
  h.crowd = astar_crowd_create(ledger_alloc, &h.books, w.graph, &h.def);
  if (one_in(2)) h.twin = astar_crowd_create(ledger_alloc, &h.books, w.graph, &h.def);
  CHECK(h.crowd);
  for (n = MOST / 4 + below(MOST); n > 0; n--) herd_add(&h);
  calm = one_in(3);
  for (n = 60; n > 0; n--) {
    if (!calm && one_in(3)) {
      if (grid) grid_world_edit(&w, UINT64_MAX);
      else world_edit(&w, UINT64_MAX);
      if (one_in(4)) check_twins(&h);
    }
    if (one_in(calm ? 8 : 3)) herd_edit(&h);
    if (one_in(20)) herd_reload(&h);
    if (one_in(20)) herd_damage(&h);
    if (!h.def.durations && one_in(12)) herd_solve(&h);
    if (h.seconds) herd_update(&h);
    else herd_step(&h);
    check_twins(&h);
  }
  CHECK(astar_crowd_memory(h.crowd) > 0);
  if (one_in(2)) world_destroy_graph(&w); /* what the crowds hold of it outlives it */
  astar_crowd_destroy(h.crowd);
  astar_crowd_destroy(h.twin);
  world_destroy(&w);
  CHECK(h.books.blocks == 0 && h.books.bytes == 0);
}

/* ---- Crowds that arrive ---- */

/* An open grid of any layout on which each step lies on a cycle. */
static astar_graph *open_grid(ledger *books, uint32_t *cells)
{
  astar_grid_def def = astar_default_grid();
  astar_graph *g = NULL;
  def.width = 4 + 2 * below(5);
  def.height = 4 + 2 * below(5);
  def.shape = (astar_shape)below(6);
  def.straight = one_in(3) && !grid_is_hexagonal(&def);
  def.corners = (astar_corners)below(3);
  def.wrap_x = one_in(3);
  def.wrap_y = one_in(3);
  CHECK(astar_grid_create(ledger_alloc, books, &def, &g) == ASTAR_OK);
  *cells = def.width * def.height;
  return g;
}

/* The next of the shuffled numbers from 1 to n. */
static uint32_t draw(uint32_t *numbers, uint32_t n, uint32_t at)
{
  const uint32_t other = at + below(n - at), drawn = numbers[other];
  numbers[other] = numbers[at];
  numbers[at] = drawn;
  return drawn;
}

/*
** Every agent is at its goal at some time, if each has one of its own; if all have one goal, all are there in the end,
** on as many nodes as are nearest to it.
*/
static void check_arrival(uint32_t i)
{
  ledger books;
  astar_graph *g;
  astar_crowd *c;
  astar_crowd_def def = astar_default_crowd();
  uint32_t starts[256], goals[256], cells, agents, k, steps, waiting;
  bool been[256] = {false}, shared, seconds;
  seed_case(i);
  memset(&books, 0, sizeof books);
  g = open_grid(&books, &cells);
  shared = one_in(3);
  seconds = one_in(3);
  def.durations = one_in(2);
  if (one_in(3)) def.expansions = 1 + below(100);
  c = astar_crowd_create(ledger_alloc, &books, g, &def);
  agents = 1 + below(shared ? cells / 3 : cells / 2);
  for (k = 0; k < cells; k++) starts[k] = goals[k] = k + 1;
  for (k = 0; k < agents; k++) {
    astar_agent_def agent = astar_default_agent();
    astar_agent id;
    agent.node = draw(starts, cells, k);
    agent.goal = shared ? 1 : draw(goals, cells, k);
    if (seconds) agent.speed = 0.5 * (1 + below(4));
    CHECK(astar_crowd_add(c, &agent, &id) == ASTAR_OK && id == k + 1);
  }
  waiting = agents;
  for (steps = 0; waiting > 0; steps++) {
    uint32_t there = 0;
    CHECK(steps < 3000);
    CHECK((seconds ? astar_crowd_update(c, 1) : astar_crowd_step(c)) == ASTAR_OK);
    for (k = 1; k <= agents; k++) {
      const bool arrived = astar_crowd_agent(c, k).status == ASTAR_AGENT_ARRIVED;
      if (arrived && !been[k]) waiting -= !shared;
      been[k] = been[k] || arrived;
      there += arrived;
    }
    if (shared && there == agents) waiting = 0;
  }
  if (shared) {
    for (k = 0; k < 20; k++) CHECK((seconds ? astar_crowd_update(c, 1) : astar_crowd_step(c)) == ASTAR_OK);
    for (k = 1; k <= agents; k++) CHECK(astar_crowd_agent(c, k).status == ASTAR_AGENT_ARRIVED);
  }
  astar_crowd_destroy(c);
  astar_graph_destroy(g);
  CHECK(books.blocks == 0);
}

/* ---- Every allocation fails ---- */

static void fill_crowd(astar_crowd *c, ledger *books)
{
  uint32_t k;
  for (k = 1; k <= 12; k++) {
    astar_agent_def agent = astar_default_agent();
    astar_agent id = 0;
    uint64_t fail;
    agent.node = k;
    agent.goal = k % 3 == 0 ? 60 : 64 - k;
    agent.speed = 0.5 * (1 + k % 4);
    for (fail = 1;; fail++) {
      books->asked = 0;
      books->fail_at = fail;
      if (astar_crowd_add(c, &agent, &id) == ASTAR_OK) break;
      CHECK(astar_crowd_count(c) == k - 1 && astar_crowd_at(c, k) == ASTAR_NO_AGENT);
      astar_crowd_validate(c);
    }
    books->fail_at = 0;
    CHECK(id == k);
  }
}

/* An update that fails at each of its allocations in turn, and is called again, ends as one that does not fail. */
static void check_update_failures(bool durations)
{
  ledger books, others;
  astar_grid_def size = astar_default_grid();
  astar_crowd_def def = astar_default_crowd();
  astar_graph *g;
  astar_crowd *c, *twin;
  uint32_t n, fails = 0;
  memset(&books, 0, sizeof books);
  memset(&others, 0, sizeof others);
  size.width = size.height = 8;
  def.durations = durations;
  def.expansions = UINT64_MAX;
  CHECK(astar_grid_create(ledger_alloc, &others, &size, &g) == ASTAR_OK);
  c = astar_crowd_create(ledger_alloc, &books, g, &def);
  twin = astar_crowd_create(ledger_alloc, &others, g, &def);
  fill_crowd(c, &books);
  fill_crowd(twin, &others);
  for (n = 0; n < 12; n++) {
    astar_agent_view views[MOST + 1], wanted[MOST + 1];
    double dt = 1.7;
    uint64_t fail;
    astar_agent a;
    for (fail = 1;; fail++, dt = 0) {
      books.asked = 0;
      books.fail_at = fail;
      if (astar_crowd_update(c, dt) == ASTAR_OK) break;
      fails++;
      astar_crowd_validate(c);
    }
    books.fail_at = 0;
    CHECK(astar_crowd_update(twin, 1.7) == ASTAR_OK);
    CHECK(astar_crowd_time(c) == astar_crowd_time(twin));
    look(c, views);
    look(twin, wanted);
    for (a = 1; a <= MOST; a++) check_equal(a, &views[a], &wanted[a]);
    if (n == 4) astar_graph_set_blocked(g, 20, true);
  }
  CHECK(fails > 5);
  astar_crowd_destroy(c);
  astar_crowd_destroy(twin);
  astar_graph_destroy(g);
  CHECK(books.blocks == 0 && others.blocks == 0);
}

static void fail_loading(const astar_crowd *c, astar_graph *g, ledger *books)
{
  const size_t size = save(c, bytes), blocks = books->blocks;
  astar_result result;
  uint64_t fail;
  for (fail = 1, result = ASTAR_NO_MEMORY; result == ASTAR_NO_MEMORY; fail++) {
    astar_crowd *loaded = NULL;
    astar_reader r;
    books->asked = 0;
    books->fail_at = fail;
    CHECK(astar_reader_open(&r, (const char *)bytes, size));
    result = astar_load_crowd(ledger_alloc, books, &r, g, &loaded);
    CHECK((result == ASTAR_OK) == (loaded != NULL));
    astar_crowd_destroy(loaded);
    CHECK(books->blocks == blocks);
  }
  CHECK(result == ASTAR_OK && fail > 5);
  books->fail_at = 0;
}

static void check_failures(bool durations, uint64_t expansions)
{
  ledger books, others;
  astar_grid_def size = astar_default_grid();
  astar_crowd_def def = astar_default_crowd();
  astar_graph *g;
  astar_crowd *c;
  uint32_t n, fails = 0;
  memset(&books, 0, sizeof books);
  memset(&others, 0, sizeof others);
  size.width = size.height = 8;
  def.durations = durations;
  def.expansions = expansions;
  CHECK(astar_grid_create(ledger_alloc, &others, &size, &g) == ASTAR_OK);
  c = astar_crowd_create(ledger_alloc, &books, g, &def);
  fill_crowd(c, &books);
  for (n = 0; n < 12; n++) {
    astar_agent_view before[MOST + 1], after[MOST + 1];
    uint64_t fail;
    look(c, before);
    for (fail = 1;; fail++) {
      astar_agent a;
      books.asked = 0;
      books.fail_at = fail;
      if (astar_crowd_step(c) == ASTAR_OK) break;
      fails++;
      look(c, after);
      for (a = 1; a <= MOST; a++) check_equal(a, &before[a], &after[a]);
      CHECK(astar_crowd_time(c) == n);
      astar_crowd_validate(c);
    }
    books.fail_at = 0;
    if (n == 4) astar_graph_set_blocked(g, 20, true);
  }
  CHECK(fails > 5);
  fail_loading(c, g, &books);
  astar_crowd_destroy(c);
  astar_graph_destroy(g);
  CHECK(books.blocks == 0 && others.blocks == 0);
}

int main(void)
{
  const uint32_t n = cases(7500), arrivals = cases(300);
  uint32_t i;
  check_failures(false, UINT64_MAX);
  check_failures(true, UINT64_MAX);
  check_failures(false, 30);
  check_update_failures(false);
  check_update_failures(true);
  for (i = 0; i < n; i++) check_random(i);
  for (i = 0; i < arrivals; i++) check_arrival(i);
  printf("agent-steps:");
  for (i = 0; i < LAYOUTS; i++) {
    printf(" %llu on %s%s", (unsigned long long)checked[i], layout_names[i], i + 1 < LAYOUTS ? "," : "\n");
    CHECK(n < 7500 || checked[i] >= 1000000);
  }
  return check_summary("crowd_test");
}
