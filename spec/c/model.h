/*
** model.h: a graph as simple as can be, kept beside a real one, and what must hold between
** the two. Links stand in a matrix, the cheapest routes come from Dijkstra's algorithm
** without any list, and everything is asked for again instead of being kept.
**
** Define MODEL_MAX, the largest id, before including it.
*/
#ifndef MODEL_H
#define MODEL_H

#include "check.h"

#define MODEL_TERRAINS 5u /* with "default" */
#define MODEL_UNITS 4u    /* with ASTAR_NO_UNIT */
#define MODEL_GOALS 4u

typedef struct model_node {
  double position[3];
  uint32_t generation;
  astar_terrain terrain;
  bool alive, blocked;
} model_node;

typedef struct model_link {
  bool is, own_cost, oneway;
  double cost; /* its own */
  astar_terrain terrain;
  uint64_t order;
} model_link;

typedef struct model {
  model_node nodes[MODEL_MAX + 1]; /* by id */
  model_link links[MODEL_MAX + 1][MODEL_MAX + 1];
  astar_unit_def units[MODEL_UNITS];
  double costs[MODEL_UNITS][MODEL_TERRAINS];
  uint32_t count, last_id;
  uint64_t links_made;
} model;

/* ---- Numbers ---- */

/* Equal but for rounding; where numbers cannot get smaller, each sum may be off by the least of them. */
static inline double slack_of(double x)
{
  return x == INFINITY ? 0 : x * 1e-10 + MODEL_MAX * 16 * 4.94065645841246544e-324;
}

static inline bool close_to(double a, double b)
{
  if (a == b) return true;
  return fabs(a - b) <= slack_of(fmax(fabs(a), fabs(b)));
}

typedef enum model_style { STYLE_WHOLE, STYLE_REAL, STYLE_EXTREME, STYLE_TINY, STYLE_HUGE, STYLES } model_style;

/* A number >= 0: a position or a cost. */
static inline double model_number(model_style style)
{
  static const double extremes[] = {0, 4.94065645841246544e-324, 1e-310, 1e-300, 1e-150, 1e-9, 1,
                                    2.5, 1e9, 1e150, 1e300, DBL_MAX};
  switch (style) {
  case STYLE_REAL: return fraction() * 20;
  case STYLE_EXTREME: return extremes[below(sizeof extremes / sizeof extremes[0])];
  case STYLE_TINY: return below(9) * 4.94065645841246544e-324;
  case STYLE_HUGE: return fraction() * 1e300;
  default: return below(9);
  }
}

static inline void model_place(model_style style, double xyz[3])
{
  uint32_t d;
  for (d = 0; d < 3; d++) xyz[d] = d == 2 && !one_in(3) ? 0 : one_in(2) ? model_number(style) : -model_number(style);
}

/* ---- Edits ---- */

static inline void model_init(model *m)
{
  uint32_t u, t;
  memset(m, 0, sizeof *m);
  for (u = 0; u < MODEL_UNITS; u++) {
    for (t = 0; t < MODEL_TERRAINS; t++) m->costs[u][t] = NAN;
    m->units[u].costs = m->costs[u];
    m->units[u].climb = m->units[u].drop = INFINITY;
  }
}

/* A node was added; it must have the lowest id that was never used, or `recycled`. */
static inline void model_add(model *m, astar_id id, astar_id recycled, const double xyz[3])
{
  model_node *n = &m->nodes[id];
  CHECK(id == (recycled ? recycled : m->last_id + 1) && !n->alive);
  if (recycled) n->generation++;
  else m->last_id++;
  memcpy(n->position, xyz, sizeof n->position);
  n->terrain = ASTAR_DEFAULT_TERRAIN;
  n->alive = true;
  n->blocked = false;
  m->count++;
}

static inline void model_join(model *m, astar_id a, astar_id b, const astar_link *link)
{
  model_link *l = &m->links[a][b];
  if (!l->is) l->order = ++m->links_made;
  l->is = true;
  l->own_cost = !isnan(link->cost);
  l->cost = link->cost;
  l->oneway = link->oneway;
  l->terrain = link->terrain;
  if (!link->oneway) {
    astar_link back = *link;
    back.oneway = true;
    model_join(m, b, a, &back);
    m->links[b][a].oneway = false;
  }
}

static inline bool model_cut(model *m, astar_id a, astar_id b, bool oneway)
{
  bool was = m->links[a][b].is;
  m->links[a][b].is = false;
  return (!oneway && model_cut(m, b, a, true)) || was;
}

static inline bool model_isolate(model *m, astar_id id)
{
  astar_id b;
  bool was = false;
  for (b = 1; b <= m->last_id; b++) was = model_cut(m, id, b, false) || was;
  return was;
}

static inline void model_remove(model *m, astar_id id)
{
  model_isolate(m, id);
  m->nodes[id].alive = false;
  m->count--;
}

/* A living node, or ASTAR_NO_ID if there is none. */
static inline astar_id model_pick(const model *m)
{
  uint32_t skip = m->count ? below(m->count) : 0;
  astar_id id;
  for (id = 1; id <= m->last_id; id++) {
    if (m->nodes[id].alive && skip-- == 0) return id;
  }
  return ASTAR_NO_ID;
}

/* ---- What steps cost ---- */

static inline double model_length(const model *m, astar_id a, astar_id b)
{
  const double *p = m->nodes[a].position, *q = m->nodes[b].position;
  return fmin(hypot(hypot(p[0] - q[0], p[1] - q[1]), p[2] - q[2]), DBL_MAX);
}

/* Multiplier of a terrain; INFINITY if it cannot be entered. */
static inline double model_multiplier(const model *m, astar_unit unit, astar_terrain terrain)
{
  double cost = m->costs[unit][terrain - 1];
  if (isnan(cost)) cost = m->costs[unit][0];
  return isnan(cost) ? 1 : cost;
}

static inline bool model_enterable(const model *m, astar_unit unit, astar_id id)
{
  return !m->nodes[id].blocked && model_multiplier(m, unit, m->nodes[id].terrain) < INFINITY;
}

/* Of a link that exists: its cost for a unit. INFINITY: no way; NAN: b can never be entered. */
static inline double model_step(const model *m, astar_unit unit, astar_id a, astar_id b)
{
  const model_link *l = &m->links[a][b];
  double rise = m->nodes[b].position[2] - m->nodes[a].position[2];
  double multiplier = model_multiplier(m, unit, l->terrain ? l->terrain : m->nodes[b].terrain);
  if (!model_enterable(m, unit, b)) return NAN;
  if (multiplier == INFINITY || rise > m->units[unit].climb || -rise > m->units[unit].drop) return INFINITY;
  return (l->own_cost ? l->cost : model_length(m, a, b)) * multiplier;
}

/* ---- The graph and its model ---- */

static inline void model_compare_links(const model *m, const astar_graph *g, astar_id a)
{
  uint32_t i, count = astar_graph_link_count(g, a);
  uint64_t order = 0;
  astar_id b;
  for (i = 0; i < count; i++) {
    astar_link link = astar_graph_link_at(g, a, i);
    const model_link *l = &m->links[a][link.to];
    CHECK(l->is && l->order > order);
    CHECK(l->own_cost == link.own_cost && l->oneway == link.oneway && l->terrain == link.terrain);
    CHECK(l->own_cost ? l->cost == link.cost : close_to(model_length(m, a, link.to), link.cost));
    order = l->order;
  }
  for (b = 1; b <= m->last_id; b++) {
    if (!m->nodes[b].alive) continue;
    CHECK(astar_graph_linked(g, a, b) == m->links[a][b].is);
    count -= m->links[a][b].is;
  }
  CHECK(count == 0);
}

/* Whether a link is one and the same both ways. */
static inline bool model_same(const model *m, astar_id a, astar_id b)
{
  const model_link *l = &m->links[a][b], *back = &m->links[b][a];
  return l->is && back->is && !l->oneway && !back->oneway && l->terrain == back->terrain &&
         l->own_cost == back->own_cost && (!l->own_cost || l->cost == back->cost);
}

/* The walk over all links: each that there is falls to one node, in order. */
static inline void model_compare_walk(const model *m, const astar_graph *g)
{
  static bool told[MODEL_MAX + 1][MODEL_MAX + 1];
  astar_id a = ASTAR_NO_ID, b, last = ASTAR_NO_ID;
  memset(told, 0, sizeof told);
  while ((a = astar_graph_next_linked(g, a)) != ASTAR_NO_ID) {
    uint32_t index = 0;
    uint64_t order = 0;
    astar_link link;
    CHECK(a > last && a <= m->last_id && m->nodes[a].alive);
    last = a;
    while (astar_graph_own_link(g, a, &index, &link)) {
      const model_link *l = &m->links[a][link.to];
      bool same = model_same(m, a, link.to);
      CHECK(l->is && l->order > order && !told[a][link.to] && (!same || a < link.to));
      CHECK(link.own_cost == l->own_cost && link.terrain == l->terrain && link.oneway == !same);
      if (l->own_cost) CHECK(link.cost == l->cost);
      order = l->order;
      told[a][link.to] = true;
      if (same) told[link.to][a] = true;
    }
    CHECK(!astar_graph_own_link(g, a, &index, &link));
  }
  for (a = 1; a <= m->last_id; a++) {
    for (b = 1; b <= m->last_id; b++) {
      if (m->nodes[a].alive && m->nodes[b].alive) CHECK(told[a][b] == m->links[a][b].is);
    }
  }
  CHECK(astar_graph_next_linked(g, m->last_id) == ASTAR_NO_ID);
  CHECK(astar_graph_next_linked(g, UINT32_MAX) == ASTAR_NO_ID);
}

static inline void model_compare(const model *m, const astar_graph *g)
{
  astar_id id, next = ASTAR_NO_ID;
  model_compare_walk(m, g);
  CHECK(astar_graph_count(g) == m->count && astar_graph_last_id(g) == m->last_id);
  for (id = 1; id <= m->last_id + 1; id++) {
    const model_node *n = &m->nodes[id <= m->last_id ? id : 0];
    uint32_t generation = 77;
    double p[3];
    CHECK(astar_graph_find(g, id, &generation) == n->alive);
    CHECK(astar_graph_holds(g, id, n->generation) == n->alive);
    if (!n->alive) continue;
    next = astar_graph_next(g, next);
    CHECK(next == id && generation == n->generation && !astar_graph_holds(g, id, generation + 1));
    astar_graph_position(g, id, p);
    CHECK(memcmp(p, n->position, sizeof p) == 0);
    CHECK(astar_graph_node_terrain(g, id) == n->terrain && astar_graph_blocked(g, id) == n->blocked);
    model_compare_links(m, g, id);
  }
  CHECK(astar_graph_next(g, next) == ASTAR_NO_ID);
}

/* ---- A search and what must come of it ---- */

typedef struct quest {
  astar_search_def def;
  astar_id goals[MODEL_GOALS], only[MODEL_MAX], avoid[MODEL_MAX];
  bool barred[MODEL_MAX + 1];    /* by `only` and `avoid` */
  uint64_t salt;                 /* of the answers to what the search asks */
  double dist[MODEL_MAX + 1];    /* least cost from the start, max_cost or not */
  double back[MODEL_GOALS][MODEL_MAX + 1]; /* to each goal */
} quest;

static inline uint64_t quest_hash(const quest *q, astar_id a, astar_id b)
{
  return mix(q->salt ^ ((uint64_t)a << 32 | b)) >> 20;
}

/*
** What the caller makes of the cost of a step. It is not lowered where distances are to
** estimate it.
*/
static inline double quest_cost(const quest *q, astar_id a, astar_id b, double cost)
{
  static const double factors[] = {0, 0.5, 1, 1, 2, 3, INFINITY};
  uint32_t dearer = q->def.heuristic == ASTAR_EUCLIDEAN ? 2 : 0;
  double factor = factors[dearer + quest_hash(q, a, b) % (7 - dearer)];
  return factor < INFINITY ? fmin(cost * factor, DBL_MAX) : INFINITY;
}

/* Cost of a step of this search: INFINITY for no way, NAN if b is refused. */
static inline double quest_step(const model *m, const quest *q, astar_id a, astar_id b)
{
  double cost = m->links[a][b].is ? model_step(m, q->def.unit, a, b) : INFINITY;
  if (isnan(cost) || (q->barred[b] && m->links[a][b].is)) return NAN;
  return q->def.ask_cost && cost < INFINITY ? quest_cost(q, a, b, cost) : cost;
}

/* An estimate that never says too much, but does not follow from one node to the next. */
static inline double quest_estimate(const quest *q, astar_id id, astar_id goal)
{
  static const double factors[] = {0, 0, 0.25, 0.5, 0.9, 1};
  uint32_t i = 0;
  uint64_t hash = quest_hash(q, id, goal);
  while (q->goals[i] != goal) i++;
  if (q->back[i][id] < INFINITY) return q->back[i][id] * factors[hash % 6];
  return (double)(hash % 7) * 100;
}

/* Least costs from a node, or `back` from every node to it. */
static inline void quest_dijkstra(const model *m, const quest *q, astar_id from, bool back, double *dist)
{
  bool done[MODEL_MAX + 1] = {false};
  astar_id a, b;
  for (a = 0; a <= MODEL_MAX; a++) dist[a] = INFINITY;
  dist[from] = 0;
  for (;;) {
    for (a = ASTAR_NO_ID, b = 1; b <= m->last_id; b++) {
      if (!done[b] && dist[b] < (a ? dist[a] : INFINITY)) a = b;
    }
    if (a == ASTAR_NO_ID) return;
    done[a] = true;
    for (b = 1; b <= m->last_id; b++) {
      double step = back ? quest_step(m, q, b, a) : quest_step(m, q, a, b);
      if (m->nodes[b].alive && dist[a] + step < dist[b]) dist[b] = dist[a] + step;
    }
  }
}

/* Make up a search on a graph with nodes. */
static inline void quest_choose(const model *m, quest *q, model_style style)
{
  static const double weights[] = {1, 1, 1, 1, 1.5, 4};
  astar_search_def *d = &q->def;
  uint32_t i;
  memset(q, 0, sizeof *q);
  *d = astar_default_search();
  q->salt = random_bits();
  d->start = model_pick(m);
  d->goals = q->goals;
  d->only_ids = q->only;
  d->avoid_ids = q->avoid;
  d->unit = below(MODEL_UNITS);
  d->heuristic = (astar_heuristic)below(ASTAR_ASK + 1);
  d->weight = weights[below(6)];
  d->goal_count = one_in(6) ? 0 : one_in(3) ? 1 + below(MODEL_GOALS) : 1;
  for (i = 0; i < d->goal_count; i++) q->goals[i] = model_pick(m);
  if (one_in(4)) d->max_cost = model_number(style) * 2;
  if (!(d->max_cost < INFINITY)) d->max_cost = INFINITY;
  if (one_in(6)) d->max_steps = below(20);
  d->ask_cost = one_in(4);
  d->answer_only = one_in(4);
  d->partial = one_in(3);
  d->keep_estimates = one_in(4);
  if (one_in(5)) {
    d->only = true;
    d->only_count = below(MODEL_MAX);
    for (i = 1; i <= MODEL_MAX; i++) q->barred[i] = true;
    for (i = 0; i < d->only_count; i++) q->barred[q->only[i] = model_pick(m)] = false;
  }
  if (one_in(4)) {
    d->avoid_count = below(5);
    for (i = 0; i < d->avoid_count; i++) q->barred[q->avoid[i] = model_pick(m)] = true;
  }
}

/* When the graph stands as the search sees it: work out what must come of it. */
static inline void quest_solve(const model *m, quest *q)
{
  uint32_t i;
  quest_dijkstra(m, q, q->def.start, false, q->dist);
  for (i = 0; i < q->def.goal_count; i++) quest_dijkstra(m, q, q->goals[i], true, q->back[i]);
}

/* Step, answering what is asked. SEARCHING once n more nodes were expanded, or if it is out of memory. */
static inline astar_status quest_run(const model *m, const quest *q, astar_search *s, uint64_t n)
{
  uint64_t before = astar_search_expanded(s);
  for (;;) {
    uint64_t spent = astar_search_expanded(s) - before;
    astar_status status = astar_search_step(s, n - spent);
    astar_want want, again;
    CHECK(astar_search_expanded(s) - before <= n);
    if (status != ASTAR_WANT_COST && status != ASTAR_WANT_ESTIMATE) {
      CHECK(!astar_search_want(s, &want));
      if (status != ASTAR_OUT_OF_MEMORY) CHECK(status == astar_search_status(s));
      return status;
    }
    CHECK(astar_search_status(s) == ASTAR_SEARCHING && astar_search_want(s, &want));
    CHECK(want.estimate == (status == ASTAR_WANT_ESTIMATE));
    if (one_in(16)) {
      CHECK(astar_search_step(s, 0) == status && astar_search_want(s, &again));
      CHECK(want.from == again.from && want.to == again.to && want.estimate == again.estimate);
    }
    if (want.estimate) {
      CHECK(q->def.heuristic == ASTAR_ASK);
      astar_search_answer(s, quest_estimate(q, want.from, want.to));
    } else {
      CHECK(q->def.ask_cost && want.from == astar_search_current(s) && m->links[want.from][want.to].is);
      CHECK(close_to(want.cost, model_step(m, q->def.unit, want.from, want.to)));
      astar_search_answer(s, quest_cost(q, want.from, want.to, model_step(m, q->def.unit, want.from, want.to)));
    }
    CHECK(!astar_search_want(s, &want));
  }
}

/* Whether its heuristic never overestimates, and whether it also follows from node to node. */
static inline bool quest_admissible(const quest *q)
{
  return q->def.goal_count == 0 || (q->def.heuristic != ASTAR_MANHATTAN && q->def.heuristic != ASTAR_OCTILE);
}

static inline bool quest_exact(const quest *q)
{
  return quest_admissible(q) && (q->def.weight <= 1 || q->def.goal_count == 0);
}

static inline bool quest_consistent(const quest *q)
{
  return quest_exact(q) && (q->def.heuristic != ASTAR_ASK || q->def.goal_count == 0);
}

/*
** How far off the cost of a closed node may be: costs are told apart by f, which does not see
** them beside a far larger estimate, nor where it is as large as it can get.
*/
static inline double quest_slack(const quest *q, const astar_visit *v)
{
  double f = v->cost + v->estimate * q->def.weight;
  return f > DBL_MAX / 4 ? DBL_MAX : slack_of(f);
}

static inline bool quest_saturated(const quest *q, const astar_search *s)
{
  uint32_t i;
  for (i = 0; i < astar_search_touched(s); i++) {
    astar_visit v = astar_search_touched_at(s, i);
    if (quest_slack(q, &v) == DBL_MAX) return true;
  }
  return false;
}

/* The route to a reached node: `sum` is what its steps add up to. */
static inline astar_path *quest_path(const model *m, const quest *q, const astar_search *s, astar_id to, double *sum)
{
  uint32_t count = astar_search_trace(s, to), i;
  astar_path *path = malloc(astar_path_size(count));
  CHECK(path && count > 0);
  astar_search_path(s, to, path);
  CHECK(path->count == count && path->points[0].id == q->def.start && path->points[count - 1].id == to);
  CHECK(!path->partial && path->points[0].along == 0);
  for (*sum = 0, i = 0; i < count; i++) {
    astar_id id = path->points[i].id;
    astar_visit v = astar_search_visit(s, id);
    CHECK(v.parent == (i ? path->points[i - 1].id : ASTAR_NO_ID));
    CHECK(path->points[i].generation == m->nodes[id].generation);
    if (i) *sum += quest_step(m, q, path->points[i - 1].id, id);
  }
  CHECK(*sum < INFINITY && path->cost == astar_search_visit(s, to).cost);
  return path;
}

/* Whether nothing but the answer is to be asked for. */
static inline bool quest_answer_only(const quest *q)
{
  return q->def.answer_only && q->def.goal_count > 0 && !q->def.partial;
}

/* What holds at any time while the graph stands as it was when the search began. */
static inline void quest_check(const model *m, const quest *q, const astar_search *s)
{
  bool seen[MODEL_MAX + 1] = {false};
  uint32_t i, touched = astar_search_touched(s);
  astar_id id;
  for (i = 0; i < touched; i++) {
    astar_visit v = astar_search_touched_at(s, i), w = astar_search_visit(s, v.id);
    double step;
    CHECK(v.id == w.id && v.parent == w.parent && v.state == w.state && v.cost == w.cost && v.estimate == w.estimate);
    CHECK(v.state != ASTAR_NONE && m->nodes[v.id].alive && !seen[v.id]);
    seen[v.id] = true;
    CHECK((astar_search_trace(s, v.id) > 0) == (v.state != ASTAR_EXCLUDED));
    if (v.state == ASTAR_EXCLUDED) {
      CHECK(v.id != q->def.start && (q->barred[v.id] || !model_enterable(m, q->def.unit, v.id)));
      continue;
    }
    CHECK(v.estimate >= 0 && v.cost >= q->dist[v.id] - slack_of(v.cost));
    CHECK(v.cost <= q->def.max_cost + slack_of(q->def.max_cost));
    if (v.state == ASTAR_CLOSED && quest_consistent(q)) CHECK(v.cost <= q->dist[v.id] + quest_slack(q, &v));
    CHECK((v.parent == ASTAR_NO_ID) == (v.id == q->def.start));
    if (v.parent == ASTAR_NO_ID) continue;
    step = quest_step(m, q, v.parent, v.id);
    CHECK(step < INFINITY);
    w = astar_search_visit(s, v.parent);
    CHECK(v.cost >= w.cost + step - slack_of(v.cost));
    CHECK(w.state == ASTAR_CLOSED || w.state == ASTAR_OPEN);
  }
  /* Who only wants the answer need not note what it touches. */
  for (id = 1; id <= m->last_id && !quest_answer_only(q); id++) {
    if (!seen[id]) CHECK(astar_search_visit(s, id).state == ASTAR_NONE && astar_search_trace(s, id) == 0);
  }
}

/* Among the reached nodes the one with the least `by`, then the cheaper, then the one touched first. */
static inline astar_id quest_least(const quest *q, const astar_graph *g, const astar_search *s, bool by_distance)
{
  uint32_t i, k;
  double best = INFINITY, best_cost = 0;
  astar_id id = ASTAR_NO_ID;
  for (i = 0; i < astar_search_touched(s); i++) {
    astar_visit v = astar_search_touched_at(s, i);
    double by = by_distance ? INFINITY : v.estimate;
    if (v.state == ASTAR_EXCLUDED) continue;
    for (k = 0; by_distance && k < q->def.goal_count; k++) by = fmin(by, astar_graph_distance(g, v.id, q->goals[k]));
    if (by < best || (id != ASTAR_NO_ID && by == best && v.cost < best_cost)) {
      best = by;
      best_cost = v.cost;
      id = v.id;
    }
  }
  return id;
}

/* The search has ended, the graph stands: is it what must have come of it? */
static inline void quest_check_end(const model *m, const quest *q, const astar_graph *g, const astar_search *s)
{
  const astar_search_def *d = &q->def;
  astar_status status = astar_search_status(s);
  double best = INFINITY, limit = d->max_cost, sum;
  bool enterable = false, cut = false, saturated = quest_saturated(q, s);
  uint32_t i;
  astar_id id, goal = astar_search_goal(s);
  quest_check(m, q, s);
  for (i = 0; i < d->goal_count; i++) {
    best = fmin(best, q->dist[q->goals[i]]);
    id = q->goals[i];
    if (id == d->start || (!q->barred[id] && model_enterable(m, d->unit, id))) enterable = true;
  }
  for (id = 1; id <= m->last_id; id++) cut = cut || (q->dist[id] < INFINITY && q->dist[id] > limit - slack_of(limit));
  if (status == ASTAR_FOUND) {
    astar_visit v = astar_search_visit(s, goal);
    CHECK(v.state == ASTAR_CLOSED && goal == astar_search_current(s));
    if (quest_admissible(q)) CHECK(v.cost <= best * d->weight + slack_of(best * d->weight));
    free(quest_path(m, q, s, goal, &sum));
    CHECK(close_to(sum, v.cost));
  } else {
    CHECK(goal == (d->goal_count == 1 ? q->goals[0] : ASTAR_NO_ID));
  }
  if (status == ASTAR_DONE) CHECK(d->goal_count == 0);
  if (status == ASTAR_UNREACHABLE) CHECK(d->goal_count > 0);
  if (status == ASTAR_UNREACHABLE && !saturated) CHECK(best >= limit - slack_of(limit));
  /* Too dear a way to a node may also have been found before the cheapest one. */
  if (status == ASTAR_UNREACHABLE && limit < INFINITY && !saturated) CHECK(best == INFINITY);
  if (status == ASTAR_LIMIT) CHECK(astar_search_expanded(s) == d->max_steps || cut || !quest_exact(q));
  if (status == ASTAR_LIMIT && astar_search_expanded(s) < d->max_steps && quest_exact(q))
    CHECK(best >= limit - slack_of(limit));
  CHECK(astar_search_expanded(s) <= d->max_steps);
  if (d->answer_only && d->goal_count > 0 && !d->partial && !enterable)
    CHECK(status == ASTAR_UNREACHABLE && astar_search_expanded(s) == 0);
  else if (status == ASTAR_DONE || (status == ASTAR_UNREACHABLE && !saturated)) {
    for (id = 1; id <= m->last_id; id++) {
      astar_visit v = astar_search_visit(s, id);
      if (!m->nodes[id].alive || (limit < INFINITY && close_to(q->dist[id], limit))) continue;
      CHECK((v.state == ASTAR_CLOSED) == (q->dist[id] <= limit && q->dist[id] < INFINITY));
      if (v.state == ASTAR_CLOSED && quest_exact(q)) CHECK(v.cost <= q->dist[id] + quest_slack(q, &v));
      CHECK(v.state != ASTAR_OPEN);
    }
  }
  CHECK(astar_search_partial(s) == (d->partial && status != ASTAR_FOUND ? quest_least(q, g, s, true) : ASTAR_NO_ID));
  if (quest_answer_only(q)) return;
  for (id = 1; id <= m->last_id; id++) {
    astar_id b;
    if (astar_search_visit(s, id).state != ASTAR_CLOSED || (status == ASTAR_FOUND && id == goal)) continue;
    for (b = 1; b <= m->last_id; b++) {
      /* What was refused shows as such, unless there was no way there at all. */
      if (!m->links[id][b].is || b == d->start || !isnan(quest_step(m, q, id, b))) continue;
      if (astar_search_visit(s, id).cost + model_step(m, d->unit, id, b) == INFINITY) continue;
      CHECK(astar_search_visit(s, b).state == ASTAR_EXCLUDED);
    }
  }
  CHECK(astar_search_closest(s) == quest_least(q, g, s, false));
}

/* The cheapest route in one go, between any two nodes. False if it is out of memory. */
static inline bool quest_check_route(const model *m, const astar_graph *g, astar_route *r, astar_unit unit)
{
  quest q;
  astar_path *path;
  astar_id goal = model_pick(m);
  astar_status status;
  double sum = 0, best;
  uint32_t i, count;
  memset(&q, 0, sizeof q);
  q.def = astar_default_search();
  q.def.unit = unit;
  q.def.start = model_pick(m);
  status = astar_route_find(r, g, unit, q.def.start, goal);
  if (status == ASTAR_OUT_OF_MEMORY) return false;
  quest_dijkstra(m, &q, q.def.start, false, q.dist);
  best = q.dist[goal];
  CHECK(astar_route_expanded(r) <= (uint64_t)m->count * 2);
  if (status == ASTAR_UNREACHABLE) {
    CHECK(best == INFINITY);
    return true;
  }
  CHECK(status == ASTAR_FOUND && best < INFINITY);
  count = astar_route_count(r);
  path = malloc(astar_path_size(count));
  CHECK(path && count > 0 && count <= m->count);
  astar_route_path(r, path);
  CHECK(path->count == count && !path->partial);
  CHECK(path->points[0].id == q.def.start && path->points[count - 1].id == goal);
  for (i = 0; i < count; i++) {
    astar_waypoint *p = &path->points[i];
    const model_node *n = &m->nodes[p->id];
    CHECK(n->alive && p->generation == n->generation);
    CHECK(p->x == n->position[0] && p->y == n->position[1] && p->z == n->position[2]);
    if (i == 0) continue;
    CHECK(m->links[p[-1].id][p->id].is);
    sum += model_step(m, unit, p[-1].id, p->id);
    CHECK(close_to(p->along, fmin(p[-1].along + model_length(m, p[-1].id, p->id), DBL_MAX)));
  }
  CHECK(path->points[0].along == 0 && close_to(path->cost, best) && close_to(sum, best));
  free(path);
  return true;
}

#endif
