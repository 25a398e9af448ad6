/*
** fuzz_grid.c: bytes become a grid of some kind, edits of it, and searches on it that run side by
** side, with a model of it all beside. Allocations fail where the bytes say so.
**
** With -DFUZZ_ALONE it is a program of its own, as fuzz_graph.c is.
*/
#define MODEL_MAX 32u
#include "grid_world.h"

#define SEARCHES 4u

typedef struct running {
  ledger books;
  astar_search *search;
  grid_quest quest;
  grid_told told;   /* once it has ended */
  uint64_t version; /* of the grid when it began */
  bool begun, ended;
} running;

typedef struct state {
  grid_world w;
  running list[SEARCHES];
} state;

/* The version of the grid at which the oldest run began that may still be asked. */
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

/* What a search holds of the grid's memory is in the grid's books. */
static void destroy(running *r)
{
  astar_search_destroy(r->search);
  CHECK(r->books.blocks == 0 && r->books.bytes == 0);
}

/* It has ended, as it must while the grid is as it was: from now on it tells the same. */
static void end(state *f, running *r)
{
  r->ended = true;
  gq_check_end(&f->w.model, &r->quest, f->w.grid, r->search);
  grid_listen(&r->told, r->search);
}

static astar_result try_to_begin(state *f, running *r, bool again)
{
  const astar_search_def *d = &r->quest.of.def;
  if (again) return astar_search_restart(r->search, d->start, d->goals, d->goal_count);
  return astar_search_begin(r->search, f->w.grid, d);
}

static void begin(state *f, running *r)
{
  const model *m = &f->w.model.graph;
  quest *q = &r->quest.of;
  bool again = one_in(4) && r->begun && r->version == astar_graph_version(f->w.grid);
  uint64_t failed = r->books.failed;
  uint32_t i;
  if (again) {
    q->def.start = model_pick(m);
    q->def.goal_count = q->def.goal_count ? 1 + below(MODEL_GOALS) : 0;
    for (i = 0; i < q->def.goal_count; i++) q->goals[i] = model_pick(m);
  } else {
    gq_choose(&f->w.model, &r->quest, f->w.style);
  }
  if (q->def.jump && !one_in(4)) GRID_TRY(&f->w, astar_grid_prepare(f->w.grid, q->def.unit));
  gq_solve(&f->w.model, &r->quest);
  if (try_to_begin(f, r, again) != ASTAR_OK) {
    recover(r, failed);
    CHECK(astar_search_status(r->search) == ASTAR_STALE && astar_search_step(r->search, 3) == ASTAR_STALE);
    CHECK(try_to_begin(f, r, again) == ASTAR_OK);
  }
  r->begun = true;
  r->ended = false;
  r->version = astar_graph_version(f->w.grid);
  CHECK(astar_search_start(r->search) == q->def.start && astar_search_goal_count(r->search) == q->def.goal_count);
  for (i = 0; i < q->def.goal_count; i++) CHECK(astar_search_goal_at(r->search, i) == q->goals[i]);
  if (astar_search_status(r->search) != ASTAR_SEARCHING) end(f, r);
}

static void step(state *f, running *r)
{
  uint64_t n = one_in(8) ? UINT64_MAX : below(8), failed = r->books.failed;
  bool stale = r->version != astar_graph_version(f->w.grid);
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
  status = gq_run(&f->w.model, &r->quest, r->search, n);
  if (status == ASTAR_OUT_OF_MEMORY) {
    recover(r, failed);
    CHECK(astar_search_status(r->search) == ASTAR_SEARCHING);
    gq_check(&f->w.model, &r->quest, r->search);
    status = gq_run(&f->w.model, &r->quest, r->search, n);
    CHECK(status != ASTAR_OUT_OF_MEMORY);
  }
  CHECK(status != ASTAR_STALE);
  if (status == ASTAR_SEARCHING) gq_check(&f->w.model, &r->quest, r->search);
  else end(f, r);
}

/* Nothing that is asked of a search may fail, whatever has become of the grid. */
static void ask(state *f, running *r)
{
  uint32_t i;
  if (!r->begun) return;
  if (r->ended) {
    grid_listen_again(&r->told, &r->quest.of, r->search);
    return;
  }
  for (i = 0; i < astar_search_touched(r->search); i++) {
    astar_visit v = astar_search_touched_at(r->search, i);
    uint32_t count = astar_search_trace(r->search, v.id);
    CHECK((count > 0) == (v.state != ASTAR_EXCLUDED) && v.state != ASTAR_NONE && count <= f->w.model.graph.last_id);
    if (count > 0) (void)grid_route(r->search, v.id, count);
  }
  (void)astar_search_closest(r->search);
}

static void one_move(state *f)
{
  running *r = &f->list[below(SEARCHES)];
  ledger *books = one_in(2) ? &f->w.books : &r->books;
  switch (below(16)) {
  case 0:
    books->fail_on = one_in(2);
    books->fail_at = books->asked + 1 + below(6);
    break;
  case 1: case 2:
    begin(f, r);
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
    grid_check_near(&f->w);
    grid_check_at(&f->w);
    break;
  default:
    grid_world_edit(&f->w, oldest(f));
    astar_graph_validate(f->w.grid);
  }
}

static void play(void)
{
  state *f = malloc(sizeof *f);
  astar_grid_def def;
  model_style style = (model_style)below(STYLES);
  uint32_t i;
  CHECK(f);
  def = grid_choose(GRID_CELLS);
  grid_world_create(&f->w, &def, style);
  for (i = 0; i < SEARCHES; i++) create(&f->list[i]);
  if (one_in(2)) grid_world_scatter(&f->w, below(50));
  while (given < given_end) one_move(f);
  for (i = 0; i < SEARCHES; i++) ask(f, &f->list[i]);
  astar_graph_validate(f->w.grid);
  grid_compare(&f->w.model, f->w.grid);
  if (one_in(2)) {
    for (i = 0; i < SEARCHES; i++) destroy(&f->list[i]);
    grid_world_destroy(&f->w);
  } else {
    /* What searches hold of the grid outlives it. */
    astar_graph_destroy(f->w.grid);
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
  return fuzz_alone(count, names, 2000, fuzz_any_bytes, "fuzz_grid");
}

#endif
