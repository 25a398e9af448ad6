/*
** runs.h: searches that run side by side on a world that is edited, follow edits, are repaired, and are asked again
** after they have ended. Allocations fail. For fuzzers.
*/
#ifndef RUNS_H
#define RUNS_H

#include "world.h"

#define RUNS 5u

typedef struct run {
  ledger books;
  astar_search *search;
  quest quest;
  record told;      /* once it has ended */
  uint64_t version; /* of the graph when it began, or was repaired */
  uint64_t seen;    /* of the graph as the quest knows it */
  bool begun, ended;
  bool astray; /* its caller has estimated more than what is right after edits */
} run;

typedef struct runs {
  world w;
  run list[RUNS];
  ledger finder_books;
  astar_finder *finder;
  void (*choose)(world *w, quest *q); /* makes up a search */
} runs;

/* The version of the graph at which the oldest run began that may still be asked. */
static inline uint64_t runs_oldest(const runs *f)
{
  uint64_t version = UINT64_MAX;
  uint32_t i;
  for (i = 0; i < RUNS; i++) {
    if (f->list[i].begun && f->list[i].version < version) version = f->list[i].version;
  }
  return version;
}

/* What searches by jump points read is in the graph's books, so either may have failed. */
static inline uint64_t run_failures(const runs *f, const run *r)
{
  return r->books.failed + f->w.books.failed;
}

/* A search reported that memory ran out: that must be so. Then there is memory again. */
static inline void run_recover(runs *f, run *r, uint64_t failed_before)
{
  CHECK(run_failures(f, r) > failed_before);
  r->books.fail_at = f->w.books.fail_at = 0;
  astar_graph_validate(f->w.graph);
}

static inline void run_create(run *r)
{
  memset(r, 0, sizeof *r);
  r->search = astar_search_create(ledger_alloc, &r->books);
  CHECK(r->search);
}

/* What a search holds of the graph is in the graph's books. */
static inline void run_destroy(run *r)
{
  astar_search_destroy(r->search);
  CHECK(r->books.blocks == 0 && r->books.bytes == 0);
}

/* It has ended, as it must while the graph is as it was: from now on it tells the same. */
static inline void run_end(runs *f, run *r)
{
  r->ended = true;
  quest_check_end(f->w.model, &r->quest, f->w.graph, r->search);
  record_take(&r->told, r->search);
}

static inline astar_result run_try_to_begin(runs *f, run *r, bool again)
{
  const astar_search_def *d = &r->quest.def;
  if (again) return astar_search_restart(r->search, d->start, NULL, d->goals, NULL, d->goal_count);
  return astar_search_begin(r->search, astar_on_graph(f->w.graph), d);
}

static inline void run_begun(runs *f, run *r)
{
  const quest *q = &r->quest;
  uint32_t i;
  r->begun = true;
  r->ended = r->astray = false;
  r->version = r->seen = astar_graph_version(f->w.graph);
  CHECK(astar_search_start(r->search) == q->def.start && astar_search_goal_count(r->search) == q->def.goal_count);
  for (i = 0; i < q->def.goal_count; i++) CHECK(astar_search_goal_at(r->search, i) == q->goals[i]);
  if (astar_search_status(r->search) != ASTAR_SEARCHING) run_end(f, r);
}

static inline void run_begin(runs *f, run *r)
{
  const model *m = f->w.model;
  quest *q = &r->quest;
  /* While the graph is as it was, all that the search was begun with still lives. */
  bool again = one_in(4) && r->begun && r->version == astar_graph_version(f->w.graph);
  uint64_t failed = run_failures(f, r);
  uint32_t i;
  if (again) {
    q->repaired = false;
    q->def.start = model_pick(m);
    q->def.goal_count = q->def.goal_count ? 1 + below(MODEL_GOALS) : 0;
    for (i = 0; i < q->def.goal_count; i++) q->goals[i] = model_pick(m);
  } else {
    f->choose(&f->w, q);
  }
  quest_solve(m, q);
  if (run_try_to_begin(f, r, again) != ASTAR_OK) {
    run_recover(f, r, failed);
    CHECK(astar_search_status(r->search) == ASTAR_STALE && astar_search_step(r->search, 3) == ASTAR_STALE);
    CHECK(run_try_to_begin(f, r, again) == ASTAR_OK);
  }
  run_begun(f, r);
}

/* Whatever has become of it, and of the graph. */
static inline void run_repair(runs *f, run *r)
{
  const uint64_t failed = run_failures(f, r);
  if (!r->begun || !quest_choose_repair(f->w.model, &r->quest)) return;
  quest_solve(f->w.model, &r->quest);
  if (quest_repair(&r->quest, r->search) != ASTAR_OK) {
    run_recover(f, r, failed);
    CHECK(astar_search_status(r->search) == ASTAR_STALE && astar_search_step(r->search, 3) == ASTAR_STALE);
    CHECK(quest_repair(&r->quest, r->search) == ASTAR_OK);
  }
  run_begun(f, r);
}

static inline void run_step(runs *f, run *r)
{
  uint64_t n = one_in(8) ? UINT64_MAX : below(8), failed = run_failures(f, r);
  astar_status status;
  if (!r->begun) return;
  if (r->ended) {
    CHECK(astar_search_step(r->search, n) == r->told.status);
    return;
  }
  /* Without memory to tell, it may be stale, too. */
  if (r->astray) return;
  if (r->seen != astar_graph_version(f->w.graph) || astar_search_status(r->search) == ASTAR_STALE ||
      r->quest.layer_edits != quest_layer_edits(f->w.model, &r->quest)) {
    r->seen = astar_graph_version(f->w.graph);
    if (!quest_follow(f->w.model, &r->quest, r->search)) {
      r->astray = astar_search_status(r->search) != ASTAR_STALE;
      return;
    }
  }
  status = quest_run(f->w.model, &r->quest, r->search, n);
  if (status == ASTAR_OUT_OF_MEMORY) {
    run_recover(f, r, failed);
    if (astar_search_status(r->search) == ASTAR_STALE) {
      CHECK(r->quest.repaired); /* the rest of a repair is lost */
      return;
    }
    CHECK(astar_search_status(r->search) == ASTAR_SEARCHING);
    if (!quest_is_updating(r->search)) quest_check(f->w.model, &r->quest, r->search);
    status = quest_run(f->w.model, &r->quest, r->search, n);
    CHECK(status != ASTAR_OUT_OF_MEMORY);
  }
  CHECK(status != ASTAR_STALE);
  if (status != ASTAR_SEARCHING) run_end(f, r);
  else if (!quest_is_updating(r->search)) quest_check(f->w.model, &r->quest, r->search);
}

/* Nothing that is asked of a search may fail, whatever has become of the graph. */
static inline void run_ask(const runs *f, run *r)
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
    CHECK((count > 0) == quest_is_reached(&v) || (r->quest.repaired && count == 0));
    CHECK((v.state != ASTAR_NONE || r->quest.repaired) && count <= f->w.model->last_id);
    if (count > 0) (void)search_route(r->search, v.id);
  }
  (void)astar_search_closest(r->search);
}

/* A question to the finder. Allocations of its own, or of the graph, may fail. */
static inline void runs_find(runs *f)
{
  static quest q;
  uint64_t failed = f->finder_books.failed + f->w.books.failed;
  f->choose(&f->w, &q);
  quest_for_finder(f->w.model, &q);
  if (one_in(4)) f->finder_books.fail_at = f->finder_books.asked + 1 + below(6);
  if (!quest_check_find(f->w.model, &q, f->w.graph, &f->w.books, f->finder)) {
    CHECK(f->finder_books.failed + f->w.books.failed > failed);
    f->finder_books.fail_at = f->w.books.fail_at = 0;
    CHECK(quest_check_find(f->w.model, &q, f->w.graph, &f->w.books, f->finder));
  }
  CHECK(astar_finder_memory(f->finder) == f->finder_books.bytes);
}

/* Whether nodes are connected, and what is near. Allocations may fail. */
static inline void runs_connect(runs *f)
{
  const uint64_t failed = f->finder_books.failed + f->w.books.failed;
  if (one_in(4)) f->w.books.fail_at = f->w.books.asked + 1 + below(12);
  if (!quest_check_connected(f->w.model, f->w.graph, f->finder, f->w.style)) {
    CHECK(f->finder_books.failed + f->w.books.failed > failed);
    f->finder_books.fail_at = f->w.books.fail_at = 0;
    CHECK(quest_check_connected(f->w.model, f->w.graph, f->finder, f->w.style));
  }
}

/* Something is done to a search, or some allocation to come will fail. */
static inline void runs_move(runs *f)
{
  run *r = &f->list[below(RUNS)];
  ledger *books = one_in(2) ? &f->w.books : &r->books;
  switch (below(11)) {
  case 0:
    books->fail_on = one_in(2);
    books->fail_at = books->asked + 1 + below(6);
    break;
  case 1: case 2:
    if (f->w.model->count > 0) run_begin(f, r);
    break;
  case 3: case 4: case 5: case 6:
    run_step(f, r);
    break;
  case 7:
    run_ask(f, r);
    break;
  case 8: case 9:
    run_repair(f, r);
    break;
  default:
    if (!one_in(4)) break;
    run_destroy(r);
    run_create(r);
  }
}

/* For a world that was made: `move` is called until all bytes are used. */
static inline void runs_play(runs *f, void move(runs *f))
{
  bool graph_first = one_in(2);
  uint32_t i;
  for (i = 0; i < RUNS; i++) run_create(&f->list[i]);
  memset(&f->finder_books, 0, sizeof f->finder_books);
  f->finder = astar_finder_create(ledger_alloc, &f->finder_books);
  CHECK(f->finder);
  while (fuzz_next_move()) move(f);
  for (i = 0; i < RUNS; i++) run_ask(f, &f->list[i]);
  astar_graph_validate(f->w.graph);
  f->w.model->rules->compare(f->w.model, f->w.graph);
  /* What searches hold of the graph outlives it. */
  if (graph_first) world_destroy_graph(&f->w);
  for (i = 0; i < RUNS; i++) run_destroy(&f->list[i]);
  astar_finder_destroy(f->finder);
  CHECK(f->finder_books.blocks == 0 && f->finder_books.bytes == 0);
  world_destroy(&f->w);
}

#endif
