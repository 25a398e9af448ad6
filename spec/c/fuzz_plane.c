/*
** fuzz_plane.c: bytes become a plane, edits of it, questions to a finder, and searches on it that run side by side,
** follow edits and are repaired, with a model of it all beside, and a new plane with the same obstacles. Allocations
** fail where the bytes say so.
*/
#include "fuzz.h"
#include "plane_world.h"

#define SEARCHES 3u

typedef struct running {
  ledger books;
  astar_search *search;
  pw_quest quest;
  uint64_t version; /* of the plane that it is about */
  bool begun, ended;
  bool followed;    /* it goes on after edits: far ways that it knows may lead through them */
  astar_path *route; /* once one was found; with its places kept, it stays as it was */
} running;

typedef struct state {
  plane_world w;
  running list[SEARCHES];
  ledger finder_books;
  astar_finder *finder;
} state;

static void create(running *r)
{
  memset(r, 0, sizeof *r);
  r->search = astar_search_create(ledger_alloc, &r->books);
  CHECK(r->search);
}

static void forget(running *r)
{
  free(r->route);
  r->route = NULL;
}

static void destroy(running *r)
{
  forget(r);
  astar_search_destroy(r->search);
  CHECK(r->books.blocks == 0 && r->books.bytes == 0);
}

/* What is remembered on a plane is in the plane's books, so either may have failed. */
static void recover(state *f, running *r, uint64_t failed_before)
{
  CHECK(r->books.failed + f->w.books.failed > failed_before);
  r->books.fail_at = f->w.books.fail_at = 0;
}

static uint64_t failures(const state *f, const running *r)
{
  return r->books.failed + f->w.books.failed;
}

/* The same question on a new plane, and the other way round. */
static void compare_fresh(state *f, const running *r)
{
  ledger books;
  astar_plane *p;
  astar_search *s;
  astar_search_def def = r->quest.def;
  astar_status status = astar_search_status(r->search), other;
  uint32_t turn;
  if (def.max_steps < UINT64_MAX || status == ASTAR_STALE) return;
  memset(&books, 0, sizeof books);
  p = pw_fresh(&f->w, &books);
  s = astar_search_create(ledger_alloc, &books);
  CHECK(s);
  /* Links may lead one way only. */
  for (turn = 0; turn < (f->w.linked ? 1 : def.goal_count + 1); turn++) {
    if (turn == 1) {
      def.start_place = &r->quest.to;
      def.goal_places = &r->quest.from;
    }
    CHECK(astar_search_begin(s, astar_on_plane(p), &def) == ASTAR_OK);
    other = astar_search_step(s, UINT64_MAX);
    /* A limit on the cost may stop either of them where there is no way. */
    CHECK(other == status || (def.max_cost < INFINITY && status != ASTAR_BLOCKED && other != ASTAR_BLOCKED) ||
          (def.max_cost < INFINITY && def.partial) || (turn == 1 && def.weight > 1));
    if (status == ASTAR_FOUND && other == ASTAR_FOUND && def.weight == 1) {
      CHECK(pw_near(astar_search_visit(s, astar_search_goal(s)).cost,
                    astar_search_visit(r->search, astar_search_goal(r->search)).cost));
    }
  }
  astar_search_destroy(s);
  astar_plane_destroy(p);
  CHECK(books.blocks == 0 && books.bytes == 0);
}

static void end(state *f, running *r)
{
  r->ended = true;
  pw_check_end(&f->w, &r->quest, r->search);
  pw_check_partial(&f->w, &r->quest, r->search);
  if (astar_search_status(r->search) == ASTAR_FOUND && r->quest.def.keep_estimates)
    r->route = pw_route(r->search, astar_search_goal(r->search));
  compare_fresh(f, r);
}

static astar_result try_to_begin(state *f, running *r, bool again)
{
  const astar_search_def *d = &r->quest.def;
  if (again) return astar_search_restart(r->search, 0, d->start_place, NULL, d->goal_places, d->goal_count);
  return astar_search_begin(r->search, astar_on_plane(f->w.plane), d);
}

static void begun(state *f, running *r, bool followed)
{
  r->begun = true;
  r->ended = false;
  r->followed = followed;
  r->version = astar_plane_version(f->w.plane);
  CHECK(astar_search_start(r->search) == 1);
  if (astar_search_status(r->search) != ASTAR_SEARCHING) end(f, r);
}

static void begin(state *f, running *r)
{
  bool again = one_in(4) && r->begun;
  uint64_t failed = failures(f, r);
  forget(r);
  if (again) {
    r->quest.start = pw_point(&f->w);
    r->quest.goal = pw_point(&f->w);
    r->quest.from = pw_place(&f->w, r->quest.start);
    r->quest.to = pw_place(&f->w, r->quest.goal);
  } else {
    pw_choose(&f->w, &r->quest);
  }
  if (try_to_begin(f, r, again) != ASTAR_OK) {
    recover(f, r, failed);
    CHECK(astar_search_status(r->search) == ASTAR_STALE && astar_search_step(r->search, 3) == ASTAR_STALE);
    astar_plane_validate(f->w.plane);
    CHECK(try_to_begin(f, r, again) == ASTAR_OK);
  }
  begun(f, r, false);
}

/* Whatever has become of it, and of the plane. */
static void repair(state *f, running *r)
{
  const uint64_t failed = failures(f, r), expanded = astar_search_expanded(r->search);
  const bool other = one_in(4);
  pw_quest *q = &r->quest;
  if (!r->begun) return;
  forget(r);
  if (other) {
    q->start = pw_point(&f->w);
    q->from = pw_place(&f->w, q->start);
  }
  if (astar_search_repair(r->search, 0, other ? &q->from : NULL, NULL, NULL, 0) != ASTAR_OK) {
    recover(f, r, failed);
    CHECK(astar_search_status(r->search) == ASTAR_STALE && astar_search_step(r->search, 3) == ASTAR_STALE);
    astar_plane_validate(f->w.plane);
    CHECK(astar_search_repair(r->search, 0, &q->from, NULL, NULL, 0) == ASTAR_OK);
  }
  begun(f, r, (r->followed || r->version != astar_plane_version(f->w.plane)) &&
              astar_search_expanded(r->search) == expanded); /* else it began anew */
}

static void step(state *f, running *r)
{
  uint64_t n = one_in(3) ? UINT64_MAX : below(8), failed = failures(f, r), expanded;
  astar_status status;
  if (!r->begun) return;
  if (r->ended) {
    status = astar_search_status(r->search);
    CHECK(astar_search_step(r->search, n) == status);
    return;
  }
  r->followed = r->followed || r->version != astar_plane_version(f->w.plane);
  r->version = astar_plane_version(f->w.plane);
  if (astar_search_status(r->search) == ASTAR_STALE) {
    CHECK(r->followed && astar_search_step(r->search, n) == ASTAR_STALE);
    return;
  }
  expanded = astar_search_expanded(r->search);
  status = astar_search_step(r->search, n);
  if (status == ASTAR_OUT_OF_MEMORY) {
    recover(f, r, failed);
    CHECK(astar_search_status(r->search) == ASTAR_SEARCHING);
    if (!r->followed) pw_check_visits(&f->w, &r->quest, r->search);
    status = astar_search_step(r->search, n);
    CHECK(status != ASTAR_OUT_OF_MEMORY);
  } else {
    CHECK(n == UINT64_MAX || astar_search_expanded(r->search) <= expanded + n);
  }
  CHECK((status != ASTAR_STALE || r->followed) && status == astar_search_status(r->search));
  if (status == ASTAR_STALE) return; /* now it is where an edit matters */
  if (status != ASTAR_SEARCHING) end(f, r);
  else if (!r->followed) pw_check_visits(&f->w, &r->quest, r->search);
}

/* Nothing that is asked of a search may fail, whatever has become of the plane. */
static void ask(running *r)
{
  uint32_t i;
  if (!r->begun) return;
  for (i = 0; i < astar_search_touched(r->search); i++) {
    astar_visit v = astar_search_touched_at(r->search, i);
    double xy[2];
    uint32_t count = astar_search_trace(r->search, v.id);
    (void)astar_search_place(r->search, v.id, xy);
    if (count > 0) free(pw_route(r->search, v.id));
  }
  for (i = 0; i < astar_search_ray_count(r->search); i++) (void)astar_search_ray_at(r->search, i);
  (void)astar_search_closest(r->search);
  if (r->route) {
    astar_path *path = pw_route(r->search, astar_search_goal(r->search));
    CHECK(path->count == r->route->count && path->cost == r->route->cost);
    CHECK(memcmp(path->points, r->route->points, path->count * sizeof *path->points) == 0);
    free(path);
  }
}

/* A question to the finder. Allocations of its own, or of the plane, may fail. */
static void find(state *f)
{
  pw_quest q;
  uint64_t failed = f->finder_books.failed + f->w.books.failed;
  pw_choose(&f->w, &q);
  if (one_in(4)) f->finder_books.fail_at = f->finder_books.asked + 1 + below(8);
  if (!pw_check_find(&f->w, &q, f->finder)) {
    CHECK(f->finder_books.failed + f->w.books.failed > failed);
    f->finder_books.fail_at = f->w.books.fail_at = 0;
    CHECK(pw_check_find(&f->w, &q, f->finder));
  }
  CHECK(astar_finder_memory(f->finder) == f->finder_books.bytes);
}

static void one_move(state *f)
{
  running *r = &f->list[below(SEARCHES)];
  ledger *books = one_in(2) ? &f->w.books : &r->books;
  switch (below(18)) {
  case 0:
    books->fail_on = one_in(2);
    books->fail_at = books->asked + 1 + below(12);
    break;
  case 1: case 2: case 3:
    begin(f, r);
    break;
  case 4: case 5: case 6: case 7:
    step(f, r);
    break;
  case 8:
    ask(r);
    break;
  case 12: case 13:
    repair(f, r);
    break;
  case 9:
    if (one_in(4)) {
      destroy(r);
      create(r);
    }
    break;
  case 10:
    pw_check_ray(&f->w);
    pw_check_ray(&f->w);
    break;
  case 11:
    pw_check_at(&f->w);
    if (one_in(2)) find(f);
    if (one_in(2)) pw_check_place(&f->w);
    if (one_in(4)) pw_check_sweep(&f->w);
    if (r->route) pw_check_valid(&f->w, r->route);
    break;
  default:
    pw_edit(&f->w);
    astar_plane_validate(f->w.plane);
  }
}

static void play(void)
{
  state *f = malloc(sizeof *f);
  uint32_t i;
  CHECK(f);
  pw_create(&f->w);
  for (i = 0; i < SEARCHES; i++) create(&f->list[i]);
  memset(&f->finder_books, 0, sizeof f->finder_books);
  f->finder = astar_finder_create(ledger_alloc, &f->finder_books);
  CHECK(f->finder);
  for (i = 0; i < 4; i++) pw_edit(&f->w);
  while (fuzz_next_move()) one_move(f);
  for (i = 0; i < SEARCHES; i++) ask(&f->list[i]);
  pw_compare(&f->w);
  if (one_in(2)) {
    for (i = 0; i < SEARCHES; i++) destroy(&f->list[i]);
    astar_finder_destroy(f->finder);
    pw_destroy(&f->w);
  } else {
    /* What searches hold of the plane outlives it. */
    astar_plane_destroy(f->w.plane);
    for (i = 0; i < SEARCHES; i++) destroy(&f->list[i]);
    astar_finder_destroy(f->finder);
    CHECK(f->w.books.blocks == 0 && f->w.books.bytes == 0);
  }
  CHECK(f->finder_books.blocks == 0 && f->finder_books.bytes == 0);
  free(f);
}

FUZZER_OF_MOVES(play, 1500)
