/*
** positions.h: searches whose start and goals may be positions, on a world whose links are all looked at for the
** nearest one. What the routes cost is checked by spec/search/positions_spec.lua; here, that searches and finders
** agree, that points lie where they should, and that nothing else happens whatever fails.
*/
#ifndef POSITIONS_H
#define POSITIONS_H

#include "runs.h"

#define POSITION_GOALS 3u

typedef struct position_quest {
  astar_search_def def;
  astar_place start, places[POSITION_GOALS];
  astar_id goals[POSITION_GOALS], avoid[2], only[MODEL_MAX];
  bool same; /* the cost does not depend on the order of rounding */
} position_quest;

static inline void position_choose(const world *w, astar_place *place)
{
  double p[3];
  const astar_id id = one_in(3) ? model_pick(w->model) : ASTAR_NO_ID;
  if (id) memcpy(p, w->model->nodes[id].position, sizeof p);
  else model_place(w->style, p);
  place->x = p[0];
  place->y = p[1];
  place->z = p[2];
  place->flat = one_in(2);
}

static inline void position_quest_choose(const world *w, position_quest *q)
{
  astar_search_def *d = &q->def;
  uint32_t i, ids = 0;
  memset(q, 0, sizeof *q);
  *d = astar_default_search();
  d->unit = below(MODEL_UNITS);
  d->heuristic = (astar_heuristic)below(ASTAR_EUCLIDEAN + 1);
  d->start = one_in(3) ? model_pick(w->model) : ASTAR_NO_ID;
  position_choose(w, &q->start);
  if (d->start == ASTAR_NO_ID) d->start_place = &q->start;
  d->goals = q->goals;
  d->goal_count = one_in(6) ? 0 : one_in(2) ? 1 : 1 + below(POSITION_GOALS);
  for (i = 0; i < d->goal_count; i++) {
    q->goals[i] = one_in(3) ? model_pick(w->model) : ASTAR_NO_ID;
    position_choose(w, &q->places[i]);
    if (q->goals[i] == ASTAR_NO_ID) d->goal_places = q->places;
    ids += q->goals[i] != ASTAR_NO_ID;
  }
  if (d->goal_places && ids == 0 && one_in(2)) d->goals = NULL;
  if (one_in(6)) d->weight = 2;
  if (one_in(6)) d->max_cost = fmin(model_number(w->style) * 2, DBL_MAX);
  if (one_in(8)) d->max_steps = below(12);
  d->partial = one_in(4);
  d->keep_estimates = one_in(3);
  d->answer_only = one_in(4);
  if (one_in(5) && w->model->count > 0) {
    d->avoid_ids = q->avoid;
    for (; d->avoid_count < 2; d->avoid_count++) q->avoid[d->avoid_count] = model_pick(w->model);
  }
  if (one_in(6) && w->model->count > 0) {
    d->only = true;
    d->only_ids = q->only;
    for (; d->only_count < MODEL_MAX; d->only_count++) q->only[d->only_count] = model_pick(w->model);
  }
  q->same = w->style <= STYLE_REAL && d->weight <= 1 && d->max_cost == INFINITY && d->max_steps == UINT64_MAX;
}

/* How far a place is from a link: from samples of it, which are never nearer than the link is. */
static inline double position_distance(const astar_place *place, const double a[3], const double b[3])
{
  double best = INFINITY;
  uint32_t i;
  for (i = 0; i <= 64; i++) {
    const double t = i / 64.0;
    const double x = a[0] * (1 - t) + b[0] * t - place->x, y = a[1] * (1 - t) + b[1] * t - place->y;
    const double z = place->flat ? 0 : a[2] * (1 - t) + b[2] * t - place->z;
    best = fmin(best, fmin(hypot(hypot(x, y), z), DBL_MAX));
  }
  return best;
}

static inline bool position_is_usable(const model *m, astar_unit unit, astar_id a, astar_id b)
{
  return m->links[a][b].is && model_step(m, unit, a, b) < INFINITY;
}

/* The point of a position is not farther than any link that the unit can use. */
static inline void position_check_point(const world *w, astar_unit unit, const astar_place *place, const double at[3])
{
  const model *m = w->model;
  const double x = at[0] - place->x, y = at[1] - place->y, z = place->flat ? 0 : at[2] - place->z;
  const double distance = fmin(hypot(hypot(x, y), z), DBL_MAX);
  double best = INFINITY, most = fmax(fabs(place->x), fmax(fabs(place->y), fabs(place->z)));
  astar_id a, b;
  uint32_t d;
  for (a = 1; a <= m->last_id; a++) {
    for (d = 0; d < 3; d++) most = fmax(most, fabs(m->nodes[a].position[d]));
    for (b = a + 1; b <= m->last_id; b++) {
      if (!position_is_usable(m, unit, a, b) && !position_is_usable(m, unit, b, a)) continue;
      best = fmin(best, position_distance(place, m->nodes[a].position, m->nodes[b].position));
    }
  }
  if (best == INFINITY) CHECK(x == 0 && y == 0 && z == 0);
  else CHECK(distance <= best + slack_of(best) + most * 1e-9); /* its coordinates are rounded, too */
}

/* Points first and last, nodes between, each a step from the last. */
static inline void position_check_path(const world *w, const position_quest *q, const astar_path *path)
{
  const model *m = w->model;
  uint32_t i;
  CHECK(path->count > 0 && path->cost >= 0 && (path->count > 1 || path->cost == 0));
  for (i = 0; i < path->count; i++) {
    const astar_waypoint p = astar_path_point(path, i);
    CHECK(p.x - p.x == 0 && p.y - p.y == 0 && p.z - p.z == 0);
    CHECK(p.id == ASTAR_NO_ID ? i == 0 || i + 1 == path->count : m->nodes[p.id].alive);
    if (i == 0) {
      CHECK((p.id == ASTAR_NO_ID) == (q->def.start == ASTAR_NO_ID));
    } else if (p.id != ASTAR_NO_ID) {
      const astar_waypoint from = astar_path_point(path, i - 1);
      CHECK(model_enterable(m, q->def.unit, p.id));
      if (from.id != ASTAR_NO_ID) CHECK(m->rules->cost(m, q->def.unit, from.id, p.id) < INFINITY);
    }
  }
}

/* All that can be asked of a search may be asked. */
static inline void position_ask(const astar_search *s)
{
  uint32_t i;
  (void)astar_search_closest(s);
  for (i = 0; i < astar_search_touched(s); i++) {
    const astar_visit v = astar_search_touched_at(s, i), same = astar_search_visit(s, v.id);
    CHECK(v.id != ASTAR_NO_ID && v.state != ASTAR_NONE && same.state == v.state && same.cost == v.cost);
    CHECK((astar_search_trace(s, v.id) > 0) == (v.state != ASTAR_EXCLUDED));
  }
}

/* Points have ids that belong to no node, and are found by their place. */
static inline void position_check_ends(const world *w, const position_quest *q, const astar_search *s)
{
  const uint32_t count = astar_search_goal_count(s);
  double at[3], found[3];
  uint32_t i;
  CHECK(count == q->def.goal_count);
  for (i = 0; i <= count; i++) {
    const astar_id id = i < count ? astar_search_goal_at(s, i) : astar_search_start(s);
    const astar_place *place = i < count ? &q->places[i] : &q->start;
    if ((i < count ? q->goals[i] : q->def.start) != ASTAR_NO_ID) {
      CHECK(id == (i < count ? q->goals[i] : q->def.start) && !astar_search_point(s, id, at));
      continue;
    }
    CHECK(!astar_graph_has(w->graph, id, NULL) && astar_search_point(s, id, at));
    CHECK(astar_search_point(s, astar_search_point_at(s, at), found) && memcmp(at, found, sizeof at) == 0);
    position_check_point(w, q->def.unit, place, at);
  }
  CHECK(!astar_search_point(s, ASTAR_NO_ID, at) && !astar_search_point(s, UINT32_MAX - 2 * POSITION_GOALS, at));
}

static inline astar_result position_begin(runs *f, const position_quest *q, astar_search *s, bool again)
{
  const astar_search_def *d = &q->def;
  if (again && one_in(2)) return astar_search_restart(s, ASTAR_NO_ID, NULL, NULL, NULL, 0);
  if (again) return astar_search_restart(s, d->start, d->start_place, d->goals, d->goal_places, d->goal_count);
  return astar_search_begin(s, astar_on_graph(f->w.graph), &q->def);
}

static inline astar_status position_run(runs *f, ledger *books, const position_quest *q, astar_search *s, bool again)
{
  const uint64_t failed = books->failed + f->w.books.failed;
  astar_status status;
  if (position_begin(f, q, s, again) != ASTAR_OK) {
    CHECK(books->failed + f->w.books.failed > failed && astar_search_status(s) == ASTAR_STALE);
    books->fail_at = f->w.books.fail_at = 0;
    astar_graph_validate(f->w.graph);
    /* After a failure all has to be given again. */
    CHECK(position_begin(f, q, s, false) == ASTAR_OK);
  }
  position_check_ends(&f->w, q, s);
  while ((status = astar_search_step(s, 1 + below(5))) == ASTAR_SEARCHING || status == ASTAR_OUT_OF_MEMORY) {
    if (status == ASTAR_OUT_OF_MEMORY) {
      CHECK(books->failed + f->w.books.failed > failed);
      books->fail_at = f->w.books.fail_at = 0;
    }
    if (one_in(4)) position_ask(s);
  }
  position_ask(s);
  return status;
}

/* The path to a node or point that was reached, to be freed. */
static inline astar_path *position_path(const world *w, const position_quest *q, const astar_search *s, astar_id to)
{
  astar_path *path = malloc(astar_search_path_size(s, to));
  CHECK(path);
  astar_search_path(s, to, path);
  position_check_path(w, q, path);
  return path;
}

static inline void position_check_finder(runs *f, const position_quest *q, astar_status expected, double cost)
{
  const uint64_t failed = f->finder_books.failed + f->w.books.failed;
  const astar_path *path;
  astar_status status;
  if (one_in(3)) f->finder_books.fail_at = f->finder_books.asked + 1 + below(12);
  status = astar_find(f->finder, astar_on_graph(f->w.graph), &q->def);
  path = astar_finder_path(f->finder);
  if (status == ASTAR_OUT_OF_MEMORY || (!path && astar_finder_count(f->finder) > 0)) {
    CHECK(f->finder_books.failed + f->w.books.failed > failed);
    f->finder_books.fail_at = f->w.books.fail_at = 0;
    status = astar_find(f->finder, astar_on_graph(f->w.graph), &q->def);
    path = astar_finder_path(f->finder);
  }
  CHECK(status == ASTAR_FOUND || status == ASTAR_UNREACHABLE || status == ASTAR_LIMIT);
  CHECK((path != NULL) == (astar_finder_count(f->finder) > 0) && (status != ASTAR_FOUND || path));
  if (path) position_check_path(&f->w, q, path);
  if (q->same) CHECK(status == expected && (status != ASTAR_FOUND || fabs(path->cost - cost) <= 1e-9 * (1 + cost)));
}

/* One search and one question to a finder; then edits, after which the search tells the same. */
static inline void positions_play(runs *f)
{
  static position_quest q;
  ledger books;
  astar_search *s;
  astar_status status;
  astar_id end;
  double cost = 0, at[3];
  uint32_t edits, points = 0;
  memset(&books, 0, sizeof books);
  s = astar_search_create(ledger_alloc, &books);
  CHECK(s);
  position_quest_choose(&f->w, &q);
  if (one_in(3)) books.fail_at = books.asked + 1 + below(20);
  if (one_in(3)) f->w.books.fail_at = f->w.books.asked + 1 + below(8);
  status = position_run(f, &books, &q, s, false);
  if (one_in(4)) CHECK(position_run(f, &books, &q, s, true) == status);
  CHECK(status != ASTAR_STALE);
  astar_graph_validate(f->w.graph);
  end = status == ASTAR_FOUND ? astar_search_goal(s) : astar_search_partial(s);
  if (end != ASTAR_NO_ID) {
    astar_path *path = position_path(&f->w, &q, s, end);
    cost = path->cost;
    points = path->count;
    free(path);
  }
  if (q.def.goal_count > 0) position_check_finder(f, &q, status, cost);
  for (edits = below(4); edits > 0; edits--) world_edit(&f->w, runs_oldest(f) < UINT64_MAX ? runs_oldest(f) : 0);
  CHECK(astar_search_status(s) == status && astar_search_trace(s, end) == points);
  if (end != ASTAR_NO_ID) CHECK(astar_search_visit(s, end).cost == cost);
  if (q.def.start == ASTAR_NO_ID) CHECK(astar_search_point(s, astar_search_start(s), at));
  astar_search_destroy(s);
  CHECK(books.bytes == 0 && books.blocks == 0);
}

/* ---- Places around a goal ---- */

static inline void places_play(runs *f)
{
  static quest to, from;
  const model *m = f->w.model;
  astar_places_def def;
  astar_id occupied[3], found[8];
  bool fit[MODEL_MAX + 1] = {false}, seen[MODEL_MAX + 1] = {false};
  const bool sure = f->w.style <= STYLE_REAL; /* else sums of costs may be too large for a number */
  const uint32_t wanted = below(9);
  const uint64_t failed = f->w.books.failed;
  uint32_t count = 0, eligible = 0, i;
  double last = 0;
  astar_id id;
  if (m->count == 0) return;
  memset(&def, 0, sizeof def);
  memset(&to, 0, sizeof to);
  def.search = astar_default_search();
  def.search.start = model_pick(m);
  def.search.unit = to.def.unit = below(MODEL_UNITS);
  def.from = one_in(2) ? model_pick(m) : ASTAR_NO_ID;
  def.taken = occupied;
  for (; def.taken_count < below(4); def.taken_count++) occupied[def.taken_count] = model_pick(m);
  if (one_in(3)) f->w.books.fail_at = f->w.books.asked + 1 + below(12);
  if (astar_graph_places(f->w.graph, &def, wanted, found, &count) != ASTAR_OK) {
    CHECK(f->w.books.failed > failed);
    f->w.books.fail_at = 0;
    CHECK(astar_graph_places(f->w.graph, &def, wanted, found, &count) == ASTAR_OK);
  }
  quest_price(m, &to);
  quest_dijkstra_from(m, &to, def.search.start, false, to.dist);
  from = to;
  if (def.from) quest_dijkstra_from(m, &from, def.from, false, from.dist);
  for (id = 1; id <= m->last_id; id++) {
    fit[id] = m->nodes[id].alive && to.dist[id] < INFINITY && model_enterable(m, to.def.unit, id);
    for (i = 0; i < def.taken_count; i++) fit[id] = fit[id] && occupied[i] != id;
    if (def.from) fit[id] = fit[id] && from.dist[id] < INFINITY;
    eligible += fit[id];
  }
  for (i = 0; i < count; i++) {
    CHECK(m->nodes[found[i]].alive && !seen[found[i]]);
    seen[found[i]] = true;
    if (sure) CHECK(fit[found[i]] && to.dist[found[i]] >= last - slack_of(last));
    last = to.dist[found[i]];
  }
  CHECK(count <= wanted && (!sure || count == (eligible < wanted ? eligible : wanted)));
}

#endif
