/*
** fuzz_graph.c: bytes become edits of a graph, and searches on it that run side by side, with
** a model of it all beside. Allocations fail where the bytes say so.
**
** With -DFUZZ_ALONE it is a program of its own that makes up the bytes; its arguments are files
** to run instead: gcc -DFUZZ_ALONE, valgrind, and a look at what a fuzzer has found.
*/
#define MODEL_MAX 24u
#include "world.h"

#define SEARCHES 5u

typedef struct running {
  ledger books;
  astar_search *search;
  quest quest;
  record told;      /* once it has ended */
  uint64_t version; /* of the graph when it began */
  bool begun, ended;
} running;

typedef struct state {
  world w;
  running list[SEARCHES];
  ledger route_books;
  astar_route *route;
} state;

/* The version of the graph at which the oldest run began that may still be asked. */
static uint64_t oldest(const state *f)
{
  uint64_t version = UINT64_MAX;
  uint32_t i;
  for (i = 0; i < SEARCHES; i++) {
    if (f->list[i].begun && f->list[i].version < version) version = f->list[i].version;
  }
  return version;
}

/* A search reported that memory ran out: that must be so. Then there is memory again. */
static void recover(running *r, uint64_t failed_before)
{
  CHECK(r->books.failed > failed_before);
  r->books.fail_at = 0;
}

static void create(running *r)
{
  memset(r, 0, sizeof *r);
  r->search = astar_search_create(ledger_alloc, &r->books);
  CHECK(r->search);
}

/* The layout of the graph that a search holds was the graph's, and is in the graph's books. */
static void destroy(running *r)
{
  astar_search_destroy(r->search);
  CHECK(r->books.blocks == 0 && r->books.bytes == 0);
}

/* Whether all that the search was begun with still lives, so that it can be begun again. */
static bool restartable(const state *f, const running *r)
{
  uint32_t i;
  const model *m = &f->w.model;
  if (!r->begun || r->version != astar_graph_version(f->w.graph)) return false;
  for (i = 0; i < r->quest.def.goal_count; i++) {
    if (!m->nodes[r->quest.goals[i]].alive) return false;
  }
  return m->nodes[r->quest.def.start].alive;
}

/* It has ended, as it must while the graph is as it was: from now on it tells the same. */
static void end(state *f, running *r)
{
  r->ended = true;
  quest_check_end(&f->w.model, &r->quest, f->w.graph, r->search);
  record_take(&r->told, r->search);
}

static astar_result try_to_begin(state *f, running *r, bool again)
{
  const astar_search_def *d = &r->quest.def;
  if (again) return astar_search_restart(r->search, d->start, d->goals, d->goal_count);
  return astar_search_begin(r->search, f->w.graph, d);
}

static void begin(state *f, running *r)
{
  const model *m = &f->w.model;
  quest *q = &r->quest;
  bool again = one_in(4) && restartable(f, r);
  uint64_t failed = r->books.failed;
  uint32_t i;
  if (again) {
    q->def.start = model_pick(m);
    q->def.goal_count = q->def.goal_count ? 1 + below(MODEL_GOALS) : 0;
    for (i = 0; i < q->def.goal_count; i++) q->goals[i] = model_pick(m);
  } else {
    quest_choose(m, q, f->w.style);
  }
  quest_solve(m, q);
  if (try_to_begin(f, r, again) != ASTAR_OK) {
    recover(r, failed);
    CHECK(astar_search_status(r->search) == ASTAR_STALE && astar_search_step(r->search, 3) == ASTAR_STALE);
    CHECK(try_to_begin(f, r, again) == ASTAR_OK);
  }
  r->begun = true;
  r->ended = false;
  r->version = astar_graph_version(f->w.graph);
  CHECK(astar_search_start(r->search) == q->def.start && astar_search_goal_count(r->search) == q->def.goal_count);
  for (i = 0; i < q->def.goal_count; i++) CHECK(astar_search_goal_at(r->search, i) == q->goals[i]);
  if (astar_search_status(r->search) != ASTAR_SEARCHING) end(f, r);
}

static void step(state *f, running *r)
{
  uint64_t n = one_in(8) ? UINT64_MAX : below(8), failed = r->books.failed;
  bool stale = r->version != astar_graph_version(f->w.graph);
  astar_status status;
  if (!r->begun) return;
  if (r->ended) {
    CHECK(astar_search_step(r->search, n) == r->told.status);
    return;
  }
  if (stale) {
    CHECK(astar_search_status(r->search) == ASTAR_STALE && astar_search_step(r->search, n) == ASTAR_STALE);
    return;
  }
  status = quest_run(&f->w.model, &r->quest, r->search, n);
  if (status == ASTAR_OUT_OF_MEMORY) {
    recover(r, failed);
    CHECK(astar_search_status(r->search) == ASTAR_SEARCHING);
    quest_check(&f->w.model, &r->quest, r->search);
    status = quest_run(&f->w.model, &r->quest, r->search, n);
    CHECK(status != ASTAR_OUT_OF_MEMORY);
  }
  CHECK(status != ASTAR_STALE);
  if (status == ASTAR_SEARCHING) {
    quest_check(&f->w.model, &r->quest, r->search);
    return;
  }
  end(f, r);
}

/* Nothing that is asked of a search may fail, whatever has become of the graph. */
static void ask(state *f, running *r)
{
  uint32_t i;
  if (!r->begun) return;
  if (r->ended) {
    record_compare(&r->told, &r->quest, r->search);
    return;
  }
  for (i = 0; i < astar_search_touched(r->search); i++) {
    astar_visit v = astar_search_touched_at(r->search, i);
    uint32_t count = astar_search_trace(r->search, v.id);
    astar_path *path;
    CHECK((count > 0) == (v.state != ASTAR_EXCLUDED) && v.state != ASTAR_NONE && count <= f->w.model.last_id);
    if (count == 0) continue;
    path = malloc(astar_path_size(count));
    CHECK(path);
    astar_search_path(r->search, v.id, path);
    CHECK(path->cost == v.cost && path->points[count - 1].id == v.id);
    free(path);
  }
  (void)astar_search_closest(r->search);
}

/* What lies around a random place, against a look at all nodes. */
static void look_around(state *f)
{
  const model *m = &f->w.model;
  astar_near_def def = astar_default_near();
  astar_near found[MODEL_MAX], nearest = {0, 0};
  size_t count, i, expected = 0;
  double p[3];
  astar_id id;
  model_place(f->w.style, p);
  def.x = p[0];
  def.y = p[1];
  def.z = p[2];
  def.flat = one_in(2);
  def.enterable = one_in(3);
  def.linked = one_in(3);
  def.unit = below(MODEL_UNITS);
  if (one_in(2)) def.radius = model_number(f->w.style);
  count = astar_graph_within(f->w.graph, &def, found, MODEL_MAX);
  for (i = 0; i < count; i++) {
    const double *at = m->nodes[found[i].id].position;
    double d = hypot(hypot(at[0] - p[0], at[1] - p[1]), def.flat ? 0 : at[2] - p[2]);
    CHECK(close_to(fmin(d, DBL_MAX), found[i].distance) && found[i].distance <= def.radius);
    CHECK(i == 0 || found[i - 1].distance < found[i].distance ||
          (found[i - 1].distance == found[i].distance && found[i - 1].id < found[i].id));
  }
  for (id = 1; id <= m->last_id; id++) {
    const double *at = m->nodes[id].position;
    double d = fmin(hypot(hypot(at[0] - p[0], at[1] - p[1]), def.flat ? 0 : at[2] - p[2]), DBL_MAX);
    bool linked = false, in = false;
    astar_id b;
    if (!m->nodes[id].alive || (def.enterable && !model_enterable(m, def.unit, id))) continue;
    for (b = 1; b <= m->last_id; b++) linked = linked || m->links[id][b].is || m->links[b][id].is;
    if (def.linked && !linked) continue;
    for (i = 0; i < count; i++) in = in || found[i].id == id;
    expected += in;
    if (d < def.radius && !close_to(d, def.radius)) CHECK(in);
    if (d > def.radius && !close_to(d, def.radius)) CHECK(!in);
  }
  CHECK(expected == count);
  CHECK(astar_graph_within(f->w.graph, &def, NULL, 0) == count);
  CHECK(astar_graph_nearest(f->w.graph, &def, &nearest) == (count > 0));
  if (count > 0) CHECK(nearest.id == found[0].id && nearest.distance == found[0].distance);
}

static void find_route(state *f)
{
  astar_unit unit = below(MODEL_UNITS);
  uint64_t failed = f->route_books.failed;
  if (quest_check_route(&f->w.model, f->w.graph, f->route, unit)) return;
  CHECK(f->route_books.failed > failed);
  f->route_books.fail_at = 0;
  CHECK(quest_check_route(&f->w.model, f->w.graph, f->route, unit));
}

static void one_move(state *f)
{
  running *r = &f->list[below(SEARCHES)];
  ledger *books = one_in(2) ? &f->w.books : one_in(4) ? &f->route_books : &r->books;
  switch (below(16)) {
  case 0:
    books->fail_on = one_in(2);
    books->fail_at = books->asked + 1 + below(6);
    break;
  case 1: case 2:
    if (f->w.model.count > 0) begin(f, r);
    break;
  case 3: case 4: case 5: case 6:
    step(f, r);
    break;
  case 7:
    ask(f, r);
    break;
  case 8:
    if (one_in(4)) {
      destroy(r);
      create(r);
    }
    break;
  case 9:
    look_around(f);
    break;
  case 10:
    if (f->w.model.count > 0) find_route(f);
    break;
  default:
    world_edit(&f->w, oldest(f));
    astar_graph_validate(f->w.graph);
  }
}

static void play(void)
{
  state *f = malloc(sizeof *f);
  uint32_t i, size;
  CHECK(f);
  world_create(&f->w, (model_style)below(STYLES));
  for (i = 0; i < SEARCHES; i++) create(&f->list[i]);
  memset(&f->route_books, 0, sizeof f->route_books);
  f->route = astar_route_create(ledger_alloc, &f->route_books);
  CHECK(f->route);
  size = below(16);
  for (i = 0; i < size; i++) world_add(&f->w, UINT64_MAX);
  for (i = below(size * 2 + 1); i > 0; i--) world_link(&f->w);
  while (given < given_end) one_move(f);
  for (i = 0; i < SEARCHES; i++) ask(f, &f->list[i]);
  astar_graph_validate(f->w.graph);
  model_compare(&f->w.model, f->w.graph);
  astar_route_destroy(f->route);
  CHECK(f->route_books.blocks == 0 && f->route_books.bytes == 0);
  if (one_in(2)) {
    for (i = 0; i < SEARCHES; i++) destroy(&f->list[i]);
    world_destroy(&f->w);
  } else {
    /* The layouts that searches hold outlive the graph. */
    astar_graph_destroy(f->w.graph);
    for (i = 0; i < SEARCHES; i++) destroy(&f->list[i]);
    CHECK(f->w.books.blocks == 0 && f->w.books.bytes == 0);
  }
  free(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0 || size > 4096) return 0;
  given = data;
  given_end = data + size;
  play();
  given = given_end = NULL;
  return 0;
}

#ifdef FUZZ_ALONE

#include "fuzz_alone.h"

int main(int count, char **names)
{
  return fuzz_alone(count, names, 2000, fuzz_any_bytes, "fuzz_graph");
}

#endif
