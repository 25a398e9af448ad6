/*
** quest.h: a search on a graph or a grid, and what must come of it: the cheapest routes by Dijkstra's algorithm on the
** model, at any time and at the end.
*/
#ifndef QUEST_H
#define QUEST_H

#include "model.h"

typedef struct quest {
  astar_search_def def;
  astar_id goals[MODEL_GOALS], only[MODEL_MAX], avoid[MODEL_MAX];
  bool barred[MODEL_MAX + 1];    /* by `only` and `avoid` */
  astar_id stop[MODEL_MAX];
  bool stopped[MODEL_MAX + 1];   /* by `stop` */
  astar_layer_use layers[MODEL_LAYERS];
  uint64_t layer_edits;          /* when it was solved */
  bool region[MODEL_GOALS][MODEL_MAX + 1]; /* what counts as each goal */
  bool ends[MODEL_MAX + 1];      /* what counts as any */
  double to[MODEL_MAX + 1];      /* least cost to any */
  double turn[MODEL_MAX + 1], used[MODEL_MAX + 1]; /* with turns: in which one a node is reached, and the points used */
  uint64_t salt;                 /* of the answers to what the search asks */
  bool repaired;                 /* since it began */
  double costs[MODEL_MAX + 1][MODEL_MAX + 1]; /* of going from one node to another: INFINITY, no way; NAN, refused */
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
  uint32_t dearer = q->def.heuristic == ASTAR_EUCLIDEAN || q->def.heuristic == ASTAR_AUTO ? 2 : 0;
  double factor = factors[dearer + quest_hash(q, a, b) % (7 - dearer)];
  return factor < INFINITY ? fmin(cost * factor, DBL_MAX) : INFINITY;
}

/* An estimate that never says too much, but does not follow from one node to the next. */
static inline double quest_estimate(const quest *q, astar_id id, astar_id goal)
{
  static const double factors[] = {0, 0, 0.25, 0.5, 0.9, 1};
  uint32_t i = 0;
  uint64_t hash = quest_hash(q, id, goal);
  if (q->def.reverse) return q->dist[id] < INFINITY ? q->dist[id] * factors[hash % 6] : (double)(hash % 7) * 100;
  while (q->goals[i] != goal) i++;
  if (q->back[i][id] < INFINITY) return q->back[i][id] * factors[hash % 6];
  return (double)(hash % 7) * 100;
}

/* What the layers add: the most of the nodes that the unit covers. */
static inline double quest_extra(const model *m, const quest *q, astar_id id)
{
  double most = 0;
  astar_id at = id;
  uint32_t i = 0, l;
  do {
    double sum = 0;
    for (l = 0; l < q->def.layer_count; l++)
      sum += q->def.layers[l].weight * m->layers[q->def.layers[l].layer - 1][at];
    most = fmax(most, sum);
    at = m->rules->covered ? m->rules->covered(m, q->def.unit, id, ++i) : ASTAR_NO_ID;
  } while (at != ASTAR_NO_ID);
  return most;
}

/* Work out what each step costs this search. */
static inline void quest_price(const model *m, quest *q)
{
  astar_id a, b;
  for (a = 1; a <= m->last_id; a++) {
    for (b = 1; b <= m->last_id; b++) {
      double *cost = &q->costs[a][b];
      *cost = INFINITY;
      if (a == b || !m->nodes[a].alive || !m->nodes[b].alive) continue;
      *cost = m->rules->cost(m, q->def.unit, a, b);
      if (q->barred[b] && m->rules->leads(m, a, b)) *cost = NAN;
      else if (q->def.ask_cost && *cost < INFINITY) *cost = quest_cost(q, a, b, *cost);
      if (q->def.layer_count > 0) *cost += quest_extra(m, q, b);
    }
  }
}

/* A number that changes with each edit of the layers that it uses. */
static inline uint64_t quest_layer_edits(const model *m, const quest *q)
{
  uint64_t sum = 0;
  uint32_t l;
  for (l = 0; l < q->def.layer_count; l++) sum += m->layer_edits[q->def.layers[l].layer - 1];
  return sum;
}

/* Find what counts as each goal. */
static inline void quest_find_ends(const model *m, quest *q)
{
  const astar_search_def *d = &q->def;
  uint32_t i;
  astar_id id;
  memset(q->region, 0, sizeof q->region);
  memset(q->ends, 0, sizeof q->ends);
  for (i = 0; i < d->goal_count; i++) {
    const astar_id goal = q->goals[i];
    for (id = 1; id <= m->last_id; id++) {
      if (!m->nodes[id].alive) continue;
      q->region[i][id] = id == goal || (d->within >= 0 && model_length(m, id, goal) <= d->within) ||
                         (d->adjacent && m->rules->beside(m, d->unit, id, goal));
      q->ends[id] = q->ends[id] || q->region[i][id];
    }
  }
}

/*
** Least costs from some nodes, or `back` from every node to these: Dijkstra's algorithm, without any list. Stops are
** not passed.
*/
static inline void quest_dijkstra(const model *m, const quest *q, const bool *from, bool back, double *dist)
{
  bool done[MODEL_MAX + 1] = {false};
  astar_id a, b;
  for (a = 0; a <= MODEL_MAX; a++) dist[a] = a > 0 && from[a] ? 0 : INFINITY;
  for (;;) {
    for (a = ASTAR_NO_ID, b = 1; b <= m->last_id; b++) {
      if (!done[b] && dist[b] < (a ? dist[a] : INFINITY)) a = b;
    }
    if (a == ASTAR_NO_ID) return;
    done[a] = true;
    if (q->stopped[a] && !from[a]) continue;
    for (b = 1; b <= m->last_id; b++) {
      double cost = back ? q->costs[b][a] : q->costs[a][b];
      if (dist[a] + cost < dist[b]) dist[b] = dist[a] + cost;
    }
  }
}

/* The same from one node. */
static inline void quest_dijkstra_from(const model *m, const quest *q, astar_id id, bool back, double *dist)
{
  bool from[MODEL_MAX + 1] = {false};
  from[id] = true;
  quest_dijkstra(m, q, from, back, dist);
}

/*
** In turns: the same, by the turn and then the points used, which are more than there are where it was ended. Costs are
** rounded, so what a turn has no points for is dearer by more than that.
*/
static inline void quest_take_turns(const model *m, quest *q)
{
  const double moves = q->def.moves, most = moves * (1 + 1e-12);
  bool done[MODEL_MAX + 1] = {false};
  astar_id a, b;
  for (a = 0; a <= MODEL_MAX; a++) q->turn[a] = q->used[a] = INFINITY;
  q->turn[q->def.start] = 1;
  q->used[q->def.start] = moves - q->def.left;
  for (;;) {
    for (a = ASTAR_NO_ID, b = 1; b <= m->last_id; b++) {
      if (done[b] || q->turn[b] == INFINITY) continue;
      if (!a || q->turn[b] < q->turn[a] || (q->turn[b] == q->turn[a] && q->used[b] < q->used[a])) a = b;
    }
    if (a == ASTAR_NO_ID) return;
    done[a] = true;
    for (b = 1; b <= m->last_id; b++) {
      const double cost = q->costs[a][b];
      double turn = q->turn[a], used = q->used[a];
      if (!(cost <= most)) continue;
      if (used > moves || used + cost > most) {
        turn++;
        used = 0;
      }
      used = q->stopped[b] ? moves + 1 : fmin(used + cost, moves);
      if (q->def.max_turns > 0 && turn > q->def.max_turns) continue;
      if (turn > q->turn[b] || (turn == q->turn[b] && used >= q->used[b])) continue;
      q->turn[b] = turn;
      q->used[b] = used;
    }
  }
}

/* Make some more of a search: layers, stops, turns, what counts as a goal, backwards. */
static inline void quest_choose_more(const model *m, quest *q, model_style style)
{
  static const double weights[] = {0, 1, 1, 2, 0.5};
  astar_search_def *d = &q->def;
  uint32_t i;
  if (one_in(2)) {
    for (i = 0; i < MODEL_LAYERS; i++) {
      if (one_in(3)) continue;
      q->layers[d->layer_count].layer = i + 1;
      q->layers[d->layer_count++].weight = weights[below(5)];
    }
  }
  if (one_in(3)) {
    d->stop_count = below(6);
    for (i = 0; i < d->stop_count; i++) q->stopped[q->stop[i] = model_pick(m)] = true;
  }
  if (one_in(3)) d->adjacent = true;
  else if (one_in(2) && style == STYLE_WHOLE) d->within = below(9) + 0.25;
  else if (one_in(2) && style == STYLE_REAL) d->within = fraction() * 20;
  if (one_in(3) && style == STYLE_WHOLE) {
    d->layer_count = 0;
    d->max_cost = INFINITY;
    d->moves = 1 + below(9);
    d->left = below((uint32_t)d->moves + 1);
    d->max_turns = one_in(3) ? 1 + below(4) : 0;
  } else if (one_in(2) && d->goal_count > 0) {
    d->reverse = true;
    d->partial = false;
    if (one_in(2)) d->start = ASTAR_NO_ID;
    d->unordered = one_in(2);
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
  d->stop_ids = q->stop;
  d->layers = q->layers;
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
  if (one_in(2)) quest_choose_more(m, q, style);
}

/* While the graph stands as the search sees it: work out what must come of it. */
static inline void quest_solve(const model *m, quest *q)
{
  bool from[MODEL_MAX + 1] = {false};
  uint32_t i;
  quest_price(m, q);
  quest_find_ends(m, q);
  q->layer_edits = quest_layer_edits(m, q);
  if (q->def.start != ASTAR_NO_ID) from[q->def.start] = true;
  quest_dijkstra(m, q, from, false, q->dist);
  for (i = 0; i < q->def.goal_count; i++) quest_dijkstra(m, q, q->region[i], true, q->back[i]);
  quest_dijkstra(m, q, q->ends, true, q->to);
  if (q->def.moves > 0) quest_take_turns(m, q);
}

/* Step, answering what is asked. SEARCHING once n more nodes were expanded, or if it is out of memory. */
static inline astar_status quest_run(const model *m, const quest *q, astar_search *s, uint64_t n)
{
  uint64_t before = astar_search_expanded(s);
  for (;;) {
    uint64_t spent = astar_search_expanded(s) - before;
    astar_status status = astar_search_step(s, n - spent);
    astar_want want, again;
    if (q->repaired && astar_search_expanded(s) < before) before = 0; /* it began anew: too much had to be repaired */
    CHECK(astar_search_expanded(s) - before <= n);
    if (status != ASTAR_WANT_COST && status != ASTAR_WANT_ESTIMATE) {
      CHECK(!astar_search_want(s, &want));
      if (status != ASTAR_OUT_OF_MEMORY) CHECK(status == astar_search_status(s));
      return status;
    }
    CHECK(astar_search_status(s) == ASTAR_SEARCHING && astar_search_want(s, &want));
    CHECK(want.estimate == (status == ASTAR_WANT_ESTIMATE) && !astar_search_jumps(s));
    if (one_in(16)) {
      CHECK(astar_search_step(s, 0) == status && astar_search_want(s, &again));
      CHECK(want.from == again.from && want.to == again.to && want.estimate == again.estimate);
    }
    if (want.estimate) {
      CHECK(q->def.heuristic == ASTAR_ASK);
      astar_search_answer(s, quest_estimate(q, want.from, want.to));
    } else {
      CHECK(q->def.ask_cost && (q->def.reverse ? want.to : want.from) == astar_search_current(s));
      CHECK(m->rules->offers(m, q->def.unit, want.from, want.to, want.cost));
      astar_search_answer(s, quest_cost(q, want.from, want.to, want.cost));
    }
    CHECK(!astar_search_want(s, &want));
  }
}

/* Whether estimates lead anywhere. */
static inline bool quest_aims(const quest *q)
{
  return q->def.reverse ? q->def.start != ASTAR_NO_ID : q->def.goal_count > 0;
}

/* Whether it may expand nodes in any order: then costs are right only in the end. */
static inline bool quest_is_flow(const quest *q)
{
  const astar_search_def *d = &q->def;
  return d->unordered && d->reverse && d->start == ASTAR_NO_ID && d->max_steps == UINT64_MAX && !d->ask_cost &&
         !d->only && d->avoid_count == 0 && d->stop_count == 0;
}

/* Whether its heuristic never overestimates, and whether it also follows from node to node. */
static inline bool quest_admissible(const quest *q)
{
  const astar_search_def *d = &q->def;
  /* The caller's estimates do not know that in turns stops are passed. */
  if (quest_aims(q) && d->heuristic == ASTAR_ASK && d->moves > 0 && d->stop_count > 0) return false;
  return !quest_aims(q) || (d->heuristic != ASTAR_MANHATTAN && d->heuristic != ASTAR_OCTILE);
}

static inline bool quest_exact(const quest *q)
{
  return quest_admissible(q) && (q->def.weight <= 1 || !quest_aims(q));
}

static inline bool quest_consistent(const quest *q)
{
  return quest_exact(q) && (q->def.heuristic != ASTAR_ASK || !quest_aims(q));
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

static inline bool quest_is_reached(const astar_visit *v)
{
  return v->state == ASTAR_OPEN || v->state == ASTAR_CLOSED;
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

static inline bool quest_is_same_point(const astar_waypoint *p, const astar_waypoint *q)
{
  return p->id == q->id && p->generation == q->generation && p->x == q->x && p->y == q->y && p->z == q->z &&
         p->along == q->along;
}

/* All nodes of a path, to be freed; they are the same if they are read in parts. */
static inline astar_waypoint *quest_points(const astar_path *path)
{
  astar_waypoint *points = malloc((path->count + 1) * sizeof *points);
  uint32_t i, k;
  CHECK(points);
  astar_path_read(path, 0, path->count, points);
  astar_path_read(path, path->count, 0, points + path->count);
  for (i = 0; i < path->count; i += 1 + i / 8) {
    const astar_waypoint one = astar_path_point(path, i);
    astar_waypoint part[5];
    const uint32_t count = path->count - i < 5 ? path->count - i : 5;
    CHECK(quest_is_same_point(&one, &points[i]));
    astar_path_read(path, i, count, part);
    for (k = 0; k < count; k++) CHECK(quest_is_same_point(&part[k], &points[i + k]));
  }
  return points;
}

/* astar_path_at() finds each node, and the places between. */
static inline void quest_check_along(const astar_path *path, const astar_waypoint *points)
{
  const double length = points[path->count - 1].along;
  double xyz[3], middle;
  uint32_t i, at;
  for (i = 0; i < path->count; i += 1 + i / 8) {
    at = astar_path_at(path, points[i].along, xyz);
    CHECK(at >= i && points[at].along == points[i].along &&
          (at + 1 == path->count || points[at + 1].along > points[at].along));
    CHECK(xyz[0] == points[at].x && xyz[1] == points[at].y && xyz[2] == points[at].z);
    if (i + 1 == path->count) break;
    /* The least numbers have no halves. */
    middle = fmax(fmin(points[i].along / 2 + points[i + 1].along / 2, points[i + 1].along), points[i].along);
    at = astar_path_at(path, middle, xyz);
    CHECK(points[at].along <= points[i + 1].along && at + 1 >= i);
  }
  CHECK(astar_path_at(path, length, xyz) == path->count - 1 || length == 0 || length == DBL_MAX);
  CHECK(astar_path_at(path, INFINITY, xyz) == path->count - 1);
}

/* The points of a path that has been found: all its nodes, each one step from the last, `sum` by what that costs. */
static inline void quest_check_points(const model *m, const quest *q, const astar_path *path, double *sum)
{
  astar_waypoint *points = quest_points(path);
  uint32_t i;
  CHECK(path->count > 0 && points[0].along == 0);
  if (q->def.reverse) CHECK(q->ends[points[path->count - 1].id]);
  else CHECK(points[0].id == q->def.start);
  for (*sum = 0, i = 0; i < path->count; i++) {
    const astar_waypoint *p = &points[i];
    const model_node *n = &m->nodes[p->id];
    double along;
    CHECK(n->alive && p->generation == n->generation);
    CHECK(p->x == n->position[0] && p->y == n->position[1] && p->z == n->position[2]);
    if (i == 0) continue;
    CHECK(q->costs[p[-1].id][p->id] < INFINITY);
    /* At the end of all numbers the model and the core may round to either side of it. */
    *sum = fmin(*sum + q->costs[p[-1].id][p->id], DBL_MAX);
    along = m->rules->along(m, p - 1, p);
    if (!isnan(along)) CHECK(close_to(p->along, fmin(p[-1].along + along, DBL_MAX)));
  }
  quest_check_along(path, points);
  free(points);
}

/* The nodes on the way from the start to a reached node, as a hash. Between jump points they are no parents. */
static inline uint64_t search_route(const astar_search *s, astar_id to)
{
  uint32_t count = astar_search_trace(s, to), i;
  astar_path *path = malloc(astar_search_path_size(s, to));
  uint64_t hash = 0;
  astar_id parent = to;
  CHECK(path && count > 0);
  astar_search_path(s, to, path);
  CHECK(path->count == count && path->cost == astar_search_visit(s, to).cost && astar_path_point(path, 0).along == 0);
  CHECK(astar_path_point(path, astar_search_reverse(s) ? 0 : count - 1).id == to);
  for (i = count; i-- > 0;) {
    const astar_id id = astar_path_point(path, astar_search_reverse(s) ? count - 1 - i : i).id;
    hash = mix(hash ^ id);
    if (id == parent) parent = astar_search_visit(s, parent).parent;
    else CHECK(astar_search_jumps(s));
  }
  CHECK(parent == ASTAR_NO_ID);
  free(path);
  return hash;
}

/* What the steps of the route to a reached node add up to. */
static inline double quest_sum(const model *m, const quest *q, const astar_search *s, astar_id to)
{
  astar_path *path = malloc(astar_path_size(astar_search_trace(s, to)));
  double sum;
  CHECK(path);
  (void)search_route(s, to);
  astar_search_path(s, to, path);
  quest_check_points(m, q, path, &sum);
  free(path);
  return sum;
}

/* Whether nothing but the answer is to be asked for. */
static inline bool quest_answer_only(const quest *q)
{
  return q->def.answer_only && q->def.goal_count > 0 && !q->def.partial && !q->def.reverse;
}

/* What holds at any time of the turns of a reached node; `least`: they are as few as can be. */
static inline void quest_check_turns(const quest *q, const astar_search *s, astar_id id, bool least)
{
  const double moves = q->def.moves, points = fmax(moves - q->used[id], 0);
  double turn = 0, left = 0;
  CHECK(astar_search_turns(s, id, &turn, &left));
  CHECK(turn > q->turn[id] || (turn == q->turn[id] && left <= points + 1e-9));
  if (least) CHECK(turn == q->turn[id] && left >= points - 1e-9);
}

/* Whether a repair is under way: then costs are what they may be, and no way is known. */
static inline bool quest_is_updating(const astar_search *s)
{
  uint32_t i;
  for (i = 0; i < astar_search_touched(s); i++) {
    const astar_visit v = astar_search_touched_at(s, i);
    if (quest_is_reached(&v)) return astar_search_trace(s, v.id) == 0;
  }
  return false;
}

/* The least f of an open node, and of the goal that was reached, which is not expanded; INFINITY if there is none. */
static inline double quest_least_f(const quest *q, const astar_search *s)
{
  double least = INFINITY;
  uint32_t i;
  for (i = 0; i < astar_search_touched(s); i++) {
    const astar_visit v = astar_search_touched_at(s, i);
    if (v.state != ASTAR_OPEN && v.id != astar_search_found(s)) continue;
    least = fmin(least, v.cost + q->def.weight * v.estimate);
  }
  return least;
}

/* What holds at any time, unless a repair is under way, while the graph stands as it was when the quest was solved. */
static inline void quest_check(const model *m, const quest *q, const astar_search *s)
{
  const bool reverse = q->def.reverse, turns = q->def.moves > 0;
  const double *dist = reverse ? q->to : q->dist;
  const double least_f = q->repaired ? quest_least_f(q, s) : INFINITY;
  bool seen[MODEL_MAX + 1] = {false}, jumps = astar_search_jumps(s);
  uint32_t i, k, touched = astar_search_touched(s);
  astar_id id;
  for (i = 0; i < touched; i++) {
    astar_visit v = astar_search_touched_at(s, i), w = astar_search_visit(s, v.id);
    double back = INFINITY;
    CHECK(v.id == w.id && v.parent == w.parent && v.state == w.state && v.cost == w.cost && v.estimate == w.estimate);
    if (q->repaired && v.state == ASTAR_NONE) continue;
    CHECK(v.state != ASTAR_NONE && m->nodes[v.id].alive && !seen[v.id]);
    seen[v.id] = true;
    CHECK((astar_search_trace(s, v.id) > 0) == (v.state != ASTAR_EXCLUDED));
    if (v.state == ASTAR_EXCLUDED) {
      bool refused = false;
      CHECK(!reverse && v.id != q->def.start && (q->barred[v.id] || !model_enterable(m, q->def.unit, v.id)));
      for (id = 1; id <= m->last_id && !refused; id++)
        refused = m->rules->leads(m, id, v.id) && astar_search_trace(s, id) > 0; /* it may have been opened again */
      CHECK(refused);
      continue;
    }
    if (turns) quest_check_turns(q, s, v.id, v.state == ASTAR_CLOSED && quest_consistent(q));
    CHECK(v.estimate >= 0 && (turns || v.cost >= fmin(dist[v.id], DBL_MAX) - slack_of(v.cost)));
    CHECK(v.cost <= q->def.max_cost + slack_of(q->def.max_cost));
    /*
    ** After a repair, a cheaper way to a closed node may lead through one that is open again. By jump points a cheaper
    ** way may pass a node in the middle of a run.
    */
    if (v.state == ASTAR_CLOSED && quest_consistent(q) && !turns && !jumps && !quest_is_flow(q)) {
      CHECK(v.cost <= dist[v.id] + quest_slack(q, &v) || least_f <= dist[v.id] + v.estimate + quest_slack(q, &v));
    }
    for (k = 0; k < q->def.goal_count; k++) back = fmin(back, q->back[k][v.id]);
    if (reverse) back = q->dist[v.id];
    if (quest_admissible(q) && quest_aims(q) && !turns) CHECK(v.estimate <= back + slack_of(back));
    CHECK((v.parent == ASTAR_NO_ID) == (reverse ? q->ends[v.id] : v.id == q->def.start));
    if (v.parent == ASTAR_NO_ID) continue;
    w = astar_search_visit(s, v.parent);
    CHECK(w.state == ASTAR_CLOSED || w.state == ASTAR_OPEN);
    if (jumps) continue;
    CHECK((reverse ? q->costs[v.id][v.parent] : q->costs[v.parent][v.id]) < INFINITY);
    if (turns) continue; /* of two that take the same turns, either may be the parent */
    CHECK(v.cost >=
          fmin(w.cost + (reverse ? q->costs[v.id][v.parent] : q->costs[v.parent][v.id]), DBL_MAX) - slack_of(v.cost));
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
    if (!quest_is_reached(&v)) continue;
    for (k = 0; by_distance && k < q->def.goal_count; k++) by = fmin(by, astar_graph_distance(g, v.id, q->goals[k]));
    if (by < best || (id != ASTAR_NO_ID && by == best && v.cost < best_cost)) {
      best = by;
      best_cost = v.cost;
      id = v.id;
    }
  }
  return id;
}

/* How far a node is from the nearest goal. */
static inline double quest_to_goals(const model *m, const quest *q, astar_id id)
{
  double least = INFINITY;
  uint32_t k;
  for (k = 0; k < q->def.goal_count; k++) least = fmin(least, m->rules->distance(m, id, q->goals[k]));
  return least;
}

/* The partial answer: of what was reached nothing lies nearer to a goal. */
static inline void quest_check_partial(const model *m, const quest *q, const astar_graph *g, const astar_search *s)
{
  astar_id found = astar_search_partial(s);
  double distances[MODEL_MAX + 1];
  uint32_t i;
  if (m->rules == &graph_rules && q->def.moves == 0) {
    /* Of nodes that are equal in the end, the one that was so first. */
    const astar_id least = quest_least(q, g, s, true);
    CHECK((found == ASTAR_NO_ID) == (least == ASTAR_NO_ID));
    if (found != ASTAR_NO_ID) CHECK(astar_search_visit(s, found).cost == astar_search_visit(s, least).cost);
  }
  for (i = 0; i < astar_search_touched(s); i++) {
    astar_id id = astar_search_touched_at(s, i).id;
    distances[id] = quest_to_goals(m, q, id);
  }
  CHECK((found != ASTAR_NO_ID) == (astar_search_touched(s) > 0 && q->def.goal_count > 0));
  for (i = 0; i < astar_search_touched(s) && found != ASTAR_NO_ID; i++) {
    astar_visit v = astar_search_touched_at(s, i);
    if (quest_is_reached(&v)) CHECK(distances[found] <= distances[v.id] + slack_of(distances[v.id]));
  }
}

/* ---- Under edits ---- */

/* Whether the caller's estimates of the nodes that were reached are not too high for the graph as it is now. */
static inline bool quest_estimates_hold(const quest *q, const astar_search *s)
{
  uint32_t i, k;
  for (i = 0; i < astar_search_touched(s) && q->def.heuristic == ASTAR_ASK; i++) {
    const astar_visit v = astar_search_touched_at(s, i);
    double back = q->def.reverse ? q->dist[v.id] : INFINITY;
    for (k = 0; k < q->def.goal_count && !q->def.reverse; k++) back = fmin(back, q->back[k][v.id]);
    if (quest_is_reached(&v) && v.estimate > back) return false;
  }
  return true;
}

/*
** After edits of the graph under a search that has not ended: true if it goes on, with the answer that is right now.
** Else it is stale, or its caller has estimated too much.
*/
static inline bool quest_follow(const model *m, quest *q, astar_search *s)
{
  const astar_status status = astar_search_status(s);
  if (status == ASTAR_STALE) {
    CHECK(astar_search_step(s, 1) == ASTAR_STALE && astar_search_status(s) == ASTAR_STALE);
    return false;
  }
  CHECK(status == ASTAR_SEARCHING);
  quest_solve(m, q);
  return quest_estimates_hold(q, s);
}

/* Leave only live nodes in a list. Returns how many are left. */
static inline uint32_t quest_live(const model *m, astar_id *ids, uint32_t count)
{
  uint32_t i, kept = 0;
  for (i = 0; i < count; i++) {
    if (m->nodes[ids[i]].alive) ids[kept++] = ids[i];
  }
  return kept;
}

/*
** Before a repair: forget the nodes that were removed, and choose other ends where it lacks some, or now and then. The
** ends to repair it with are those of the quest. Where there are no nodes left, false.
*/
static inline bool quest_choose_repair(const model *m, quest *q)
{
  astar_search_def *d = &q->def;
  const uint32_t kept = quest_live(m, q->goals, d->goal_count);
  const bool other = one_in(4);
  uint32_t i;
  astar_id id;
  if (m->count == 0) return false;
  d->only_count = quest_live(m, q->only, d->only_count);
  d->avoid_count = quest_live(m, q->avoid, d->avoid_count);
  d->stop_count = quest_live(m, q->stop, d->stop_count);
  for (id = 1; id <= m->last_id; id++) {
    if (m->nodes[id].alive) continue;
    q->barred[id] = d->only;
    q->stopped[id] = false;
  }
  if (d->start != ASTAR_NO_ID && (!m->nodes[d->start].alive || (d->reverse ? other : one_in(16))))
    d->start = model_pick(m);
  if (d->goal_count == 0 || (kept == d->goal_count && !other)) return true;
  d->goal_count = one_in(2) ? 1 : 1 + below(MODEL_GOALS);
  for (i = kept > 0 && one_in(2); i < d->goal_count; i++) q->goals[i] = model_pick(m);
  return true;
}

/* Repair a search for a quest. Its ends are given, or left out where they are those that it has. */
static inline astar_result quest_repair(quest *q, astar_search *s)
{
  bool same = astar_search_goal_count(s) == q->def.goal_count;
  uint32_t i;
  for (i = 0; i < q->def.goal_count && same; i++) same = astar_search_goal_at(s, i) == q->goals[i];
  q->repaired = true;
  return astar_search_repair(s, astar_search_start(s) == q->def.start && one_in(2) ? ASTAR_NO_ID : q->def.start, NULL,
                             same && one_in(2) ? NULL : q->goals, NULL, q->def.goal_count);
}

/* The search has ended, the graph stands: is it what must have come of it? */
static inline void quest_check_end(const model *m, const quest *q, const astar_graph *g, astar_search *s)
{
  const astar_search_def *d = &q->def;
  const double *dist = d->reverse ? q->to : q->dist;
  const bool turns = d->moves > 0;
  astar_status status = astar_search_status(s);
  double best = INFINITY, limit = d->max_cost, sum;
  bool enterable = false, cut = false, saturated = quest_saturated(q, s), jumps = astar_search_jumps(s);
  astar_id id, b, goal = astar_search_goal(s), nearest = ASTAR_NO_ID;
  quest_check(m, q, s);
  for (id = 1; id <= m->last_id; id++) {
    if (d->reverse ? id != d->start : !q->ends[id]) continue;
    best = fmin(best, dist[id]);
    if (id == d->start || (!q->barred[id] && model_enterable(m, d->unit, id))) enterable = true;
    if (turns && (!nearest || q->turn[id] < q->turn[nearest] ||
                  (q->turn[id] == q->turn[nearest] && q->used[id] < q->used[nearest])))
      nearest = id;
  }
  for (id = 1; id <= m->last_id; id++) cut = cut || (dist[id] < INFINITY && dist[id] > limit - slack_of(limit));
  if (turns && d->max_turns > 0) cut = true;
  if (status == ASTAR_FOUND) {
    const astar_id found = astar_search_found(s);
    astar_visit v = astar_search_visit(s, found);
    CHECK(v.state == ASTAR_CLOSED && found == astar_search_current(s) && v.cost <= limit + slack_of(limit));
    CHECK(q->ends[goal] && found == (d->reverse ? d->start : goal));
    if (turns && quest_exact(q)) {
      double turn = 0, left = 0;
      CHECK(astar_search_turns(s, found, &turn, &left) && turn == q->turn[nearest]);
      CHECK(fabs(left - fmax(d->moves - q->used[nearest], 0)) < 1e-9);
    }
    if (quest_admissible(q) && !turns) CHECK(v.cost <= best * d->weight + slack_of(best * d->weight));
    sum = quest_sum(m, q, s, found);
    /* Of two steps between the same nodes that take the same turns, it may be the dearer one. */
    CHECK(close_to(sum, v.cost) || (turns && sum <= v.cost));
  } else {
    CHECK(goal == (d->goal_count == 1 ? q->goals[0] : ASTAR_NO_ID));
  }
  if (turns) best = nearest && q->turn[nearest] < INFINITY ? 0 : INFINITY;
  if (status == ASTAR_DONE) CHECK(!quest_aims(q));
  if (status == ASTAR_UNREACHABLE) CHECK(quest_aims(q));
  if (status == ASTAR_UNREACHABLE && !saturated) CHECK(best >= limit - slack_of(limit));
  /* Too dear a way to a node may also have been found before the cheapest one. */
  if (status == ASTAR_UNREACHABLE && limit < INFINITY && !saturated) CHECK(best == INFINITY);
  if (status == ASTAR_LIMIT) CHECK(astar_search_expanded(s) == d->max_steps || cut || !quest_exact(q));
  if (status == ASTAR_LIMIT && astar_search_expanded(s) < d->max_steps && quest_admissible(q) && !saturated)
    CHECK(best >= limit - slack_of(limit));
  CHECK(astar_search_expanded(s) <= d->max_steps);
  if (quest_answer_only(q) && !enterable) {
    CHECK(status == ASTAR_UNREACHABLE && astar_search_expanded(s) == 0);
  } else if (turns && (status == ASTAR_DONE || status == ASTAR_UNREACHABLE)) {
    for (id = 1; id <= m->last_id; id++) {
      if (!m->nodes[id].alive) continue;
      CHECK((astar_search_visit(s, id).state == ASTAR_CLOSED) == (q->turn[id] < INFINITY));
      if (q->turn[id] < INFINITY) quest_check_turns(q, s, id, quest_exact(q));
    }
  } else if (!jumps && (status == ASTAR_DONE || (status == ASTAR_UNREACHABLE && !saturated))) {
    for (id = 1; id <= m->last_id; id++) {
      astar_visit v = astar_search_visit(s, id);
      if (!m->nodes[id].alive || (limit < INFINITY && close_to(dist[id], limit))) continue;
      /* By rounding alone a cost may be the greatest number or none. */
      if (close_to(fmin(dist[id], v.state == ASTAR_CLOSED ? v.cost : INFINITY), DBL_MAX)) continue;
      CHECK((v.state == ASTAR_CLOSED) == (dist[id] <= limit && dist[id] < INFINITY));
      if (v.state == ASTAR_CLOSED && quest_exact(q)) CHECK(v.cost <= dist[id] + quest_slack(q, &v));
      CHECK(v.state != ASTAR_OPEN);
    }
  }
  if (d->partial && status != ASTAR_FOUND) quest_check_partial(m, q, g, s);
  else CHECK(astar_search_partial(s) == ASTAR_NO_ID);
  if (quest_answer_only(q)) return;
  if (!turns) CHECK(astar_search_closest(s) == quest_least(q, g, s, false)); /* of equal ones, by turns */
  for (id = 1; id <= m->last_id && !jumps && !d->reverse && !turns; id++) {
    if (q->stopped[id] && id != d->start) continue;
    if (astar_search_visit(s, id).state != ASTAR_CLOSED || (status == ASTAR_FOUND && id == goal)) continue;
    for (b = 1; b <= m->last_id; b++) {
      /* What was refused shows as such, unless there was no way there at all. */
      if (b == d->start || !isnan(q->costs[id][b])) continue;
      if (astar_search_visit(s, id).cost + m->rules->cost(m, d->unit, id, b) == INFINITY) continue;
      CHECK(astar_search_visit(s, b).state == ASTAR_EXCLUDED);
    }
  }
}

/* ---- Finders ---- */

/* Make a question one for a finder: with a goal, and nothing asked of the caller; some for the cheapest path alone. */
static inline void quest_for_finder(const model *m, quest *q)
{
  astar_search_def *d = &q->def;
  if (d->goal_count == 0) q->goals[d->goal_count++] = model_pick(m);
  if (d->start == ASTAR_NO_ID) d->start = model_pick(m);
  d->ask_cost = false;
  if (d->heuristic == ASTAR_ASK) d->heuristic = one_in(2) ? ASTAR_DEFAULT : ASTAR_AUTO;
  d->answer_only = one_in(2); /* a finder does as if it were */
  if (!one_in(3)) return;
  *d = astar_default_search();
  d->start = model_pick(m);
  d->goals = q->goals;
  d->goal_count = 1;
  d->unit = below(MODEL_UNITS);
  memset(q->barred, 0, sizeof q->barred);
  memset(q->stopped, 0, sizeof q->stopped);
}

/* Whether the cheapest path to one goal is asked for, perhaps with a limit of cost, or nodes to avoid. */
static inline bool quest_is_single(const quest *q)
{
  const astar_search_def *d = &q->def;
  return d->goal_count == 1 &&
         (d->heuristic == ASTAR_DEFAULT || d->heuristic == ASTAR_AUTO || d->heuristic == ASTAR_EUCLIDEAN) &&
         d->weight == 1 && d->max_steps == UINT64_MAX && !d->only && !d->partial &&
         d->within < 0 && !d->adjacent && d->moves == 0 && d->stop_count == 0 && !d->reverse;
}

/* Whether the cheapest path alone is asked for, which a finder may leave to any kernel. */
static inline bool quest_is_plain(const quest *q)
{
  return quest_is_single(q) && q->def.max_cost == INFINITY && q->def.avoid_count == 0;
}

/* Whether a finder answers this by the kernel of graphs. */
static inline bool quest_by_links(const model *m, const quest *q)
{
  return m->rules == &graph_rules && quest_is_plain(q);
}

/* Whether a finder answers this by the kernel of cells, unless jump points serve. */
static inline bool quest_by_cells(const model *m, const quest *q)
{
  return m->rules != &graph_rules && quest_is_single(q);
}

static inline bool quest_is_same_path(const astar_path *a, const astar_path *b)
{
  uint32_t i;
  if (a->cost != b->cost || a->count != b->count || memcmp(&a->lattice, &b->lattice, sizeof a->lattice) != 0)
    return false;
  for (i = 0; i < a->count; i++) {
    const astar_waypoint p = astar_path_point(a, i), q = astar_path_point(b, i);
    if (!quest_is_same_point(&p, &q)) return false;
  }
  return true;
}

/* The path of a finder in memory of its own, and in the caller's: the same. */
static inline void finder_check_path(const astar_finder *f, const astar_path *path)
{
  const uint32_t count = astar_finder_count(f);
  const size_t size = astar_finder_path_size(f);
  astar_path *copy = malloc(size);
  CHECK(copy && count > 0 && path->count == count && size <= astar_path_size(count));
  memset(copy, 0x5A, size);
  astar_finder_write(f, copy);
  CHECK(quest_is_same_path(path, copy) && path->partial == copy->partial);
  CHECK(path->partial == (astar_finder_status(f) != ASTAR_FOUND));
  free(copy);
}

/* Whether components may have given an answer: then fewer nodes were expanded. */
static inline bool quest_by_components(const quest *q, const astar_finder *f)
{
  return astar_finder_status(f) == ASTAR_UNREACHABLE && q->def.max_cost == INFINITY && q->def.max_steps == UINT64_MAX;
}

/* Against a finder that has seen neither the edits nor the queries before. */
static inline void quest_check_fresh(const quest *q, astar_graph *g, const astar_finder *f, const astar_path *path)
{
  astar_finder *fresh = astar_finder_create(NULL, NULL);
  const astar_path *same;
  CHECK(fresh);
  CHECK(astar_find(fresh, astar_on_graph(g), &q->def) == astar_finder_status(f));
  same = astar_finder_path(fresh);
  CHECK((path != NULL) == (same != NULL) && (!path || quest_is_same_path(path, same)));
  CHECK(astar_finder_expanded(f) == astar_finder_expanded(fresh) || quest_by_components(q, f));
  astar_finder_destroy(fresh);
}

/* Against the model: what holds of an answer of the kernels of graphs and of jump points. */
static inline void quest_check_kernel(const model *m, const quest *q, const astar_finder *f, const astar_path *path)
{
  const double best = q->dist[q->goals[0]];
  double sum;
  CHECK(astar_finder_status(f) == (path ? ASTAR_FOUND : ASTAR_UNREACHABLE));
  if (!path) {
    CHECK(best == INFINITY || close_to(best, DBL_MAX));
    return;
  }
  CHECK(path->count <= m->count && astar_path_point(path, path->count - 1).id == q->goals[0]);
  quest_check_points(m, q, path, &sum);
  CHECK(close_to(path->cost, fmin(best, DBL_MAX)) && close_to(sum, path->cost));
}

/* Against the model and a search: what holds of an answer of the kernel of cells. */
static inline void quest_check_cells(const model *m, const quest *q, astar_search *s, const astar_finder *f,
                                     const astar_path *path)
{
  const double best = q->dist[q->goals[0]], limit = q->def.max_cost;
  double sum;
  CHECK((path != NULL) == (astar_finder_status(f) == ASTAR_FOUND));
  if (astar_finder_status(f) != astar_search_status(s)) {
    /* Sums of the same steps in another order may round to the other side of a limit. */
    bool close = false;
    astar_id id;
    for (id = 1; id <= m->last_id; id++)
      close = close || close_to(q->dist[id], DBL_MAX) || (limit < INFINITY && close_to(q->dist[id], limit));
    CHECK(close);
  }
  if (!path) return;
  CHECK(path->count <= m->count && astar_path_point(path, path->count - 1).id == q->goals[0]);
  quest_check_points(m, q, path, &sum);
  CHECK(close_to(path->cost, fmin(best, DBL_MAX)) && close_to(sum, path->cost));
  CHECK(path->cost <= limit + slack_of(limit));
}

/* Against the path of a search to one of the nearest nodes to the goals: a path of the same cost to one as near. */
static inline void quest_check_nearest(const model *m, const quest *q, const astar_path *path, const astar_path *found)
{
  const astar_id end = astar_path_point(path, path->count - 1).id, same = astar_path_point(found, found->count - 1).id;
  double sum;
  CHECK(path->count <= m->count && close_to(quest_to_goals(m, q, end), quest_to_goals(m, q, same)));
  quest_check_points(m, q, path, &sum);
  CHECK(close_to(path->cost, found->cost) && close_to(sum, path->cost));
}

/*
** Against a search with the same question, which is checked against the model: both find and expand the same, but for
** partial paths.
*/
static inline void quest_check_like_search(const model *m, const quest *q, astar_graph *g, const astar_finder *f,
                                           const astar_path *path)
{
  static quest same;
  astar_search *s = astar_search_create(NULL, NULL);
  astar_id end;
  CHECK(s);
  same = *q;
  same.def.answer_only = true;
  CHECK(astar_search_begin(s, astar_on_graph(g), &same.def) == ASTAR_OK);
  (void)astar_search_step(s, UINT64_MAX);
  quest_check_end(m, &same, g, s);
  if (quest_by_cells(m, q) && !astar_search_jumps(s)) {
    quest_check_cells(m, q, s, f, path);
    astar_search_destroy(s);
    return;
  }
  CHECK(astar_search_status(s) == astar_finder_status(f));
  end = astar_search_status(s) == ASTAR_FOUND ? astar_search_found(s) : astar_search_partial(s);
  CHECK((path != NULL) == (end != ASTAR_NO_ID));
  if (path) {
    astar_path *found = malloc(astar_path_size(astar_search_trace(s, end)));
    CHECK(found);
    astar_search_path(s, end, found);
    if (quest_by_components(q, f) && path->count > 1) quest_check_nearest(m, q, path, found);
    else CHECK(quest_is_same_path(path, found));
    free(found);
  }
  CHECK(astar_search_expanded(s) == astar_finder_expanded(f) ||
        (quest_by_components(q, f) && (path || astar_finder_expanded(f) <= astar_search_expanded(s))));
  astar_search_destroy(s);
}

/*
** Ask whether nodes are connected, and what is the nearest that can be reached. Where `style` has no costs that
** overflow, that is as the costs from the start are. False if it is out of memory.
*/
static inline bool quest_check_connected(const model *m, astar_graph *g, astar_finder *f, model_style style)
{
  static quest q;
  const bool exact = style == STYLE_WHOLE || style == STYLE_REAL;
  astar_near_def def = astar_default_near();
  astar_near all[MODEL_MAX], found = {0, 0};
  astar_status status;
  size_t count, i;
  double p[3];
  memset(&q, 0, sizeof q);
  q.def = astar_default_search();
  q.def.unit = below(MODEL_UNITS);
  q.def.start = model_pick(m);
  quest_price(m, &q);
  quest_dijkstra_from(m, &q, q.def.start, false, q.dist);
  for (i = 0; i < 4; i++) {
    const astar_id goal = model_pick(m);
    status = astar_find_connection(f, g, q.def.unit, q.def.start, goal);
    if (status == ASTAR_OUT_OF_MEMORY) return false;
    CHECK(status == ASTAR_FOUND ||
          (status == ASTAR_UNREACHABLE && (!(q.dist[goal] < INFINITY) || close_to(q.dist[goal], DBL_MAX))));
    if (exact) CHECK((status == ASTAR_FOUND) == (q.dist[goal] < INFINITY));
  }
  astar_graph_validate(g);
  model_place(style, p);
  def.x = p[0];
  def.y = p[1];
  def.z = p[2];
  def.flat = one_in(2);
  def.linked = one_in(4);
  if (one_in(3)) def.radius = fmin(model_number(style) * 2, DBL_MAX);
  count = astar_graph_within(g, &def, all, MODEL_MAX);
  def.enterable = q.def.unit != ASTAR_NO_UNIT || one_in(2);
  def.unit = q.def.unit;
  status = astar_find_nearest(f, g, &def, q.def.start, &found);
  if (status == ASTAR_OUT_OF_MEMORY) return false;
  for (i = 0; i < count && !(q.dist[all[i].id] < INFINITY); i++) continue;
  CHECK(status == (i < count ? ASTAR_FOUND : ASTAR_UNREACHABLE) || !exact);
  if (status == ASTAR_FOUND && exact) CHECK(found.id == all[i].id && found.distance == all[i].distance);
  return true;
}

/* Whether a finder answers this by the kernel of jump points: where a search would use them. */
static inline bool quest_by_jump_points(const quest *q, astar_graph *g)
{
  astar_search *s = astar_search_create(NULL, NULL);
  astar_search_def d = q->def;
  bool jumps;
  CHECK(s);
  d.answer_only = true;
  CHECK(astar_search_begin(s, astar_on_graph(g), &d) == ASTAR_OK);
  jumps = quest_is_plain(q) && astar_search_jumps(s);
  astar_search_destroy(s);
  return jumps;
}

/*
** Ask a finder, and see that it answers as it must. False if it is out of memory, of the graph's, whose books are
** given, or of its own.
*/
static inline bool quest_check_find(const model *m, quest *q, astar_graph *g, ledger *books, astar_finder *f)
{
  const astar_search_def *d = &q->def;
  const uint64_t version = astar_graph_version(g);
  const astar_path *path;
  astar_status status;
  /* Landmarks change no answer, at whatever moment they come and go. */
  if (one_in(6)) (void)astar_graph_prepare(g, d->unit, one_in(2) ? below(100) : UINT64_MAX);
  if (one_in(50)) astar_graph_unprepare(g, d->unit);
  if (d->goal_count == 1 && d->jump == ASTAR_JUMP_AUTO && d->layer_count == 0 && quest_is_plain(q) && one_in(2)) {
    path = astar_find_path(f, g, d->unit, d->start, q->goals[0]);
    status = astar_finder_status(f);
  } else {
    status = astar_find(f, astar_on_graph(g), d);
    path = astar_finder_path(f);
  }
  CHECK(status == astar_finder_status(f) && astar_graph_version(g) == version);
  if (status == ASTAR_OUT_OF_MEMORY) CHECK(!path && astar_finder_count(f) == 0 && !astar_finder_path(f));
  if (status == ASTAR_OUT_OF_MEMORY || (!path && astar_finder_count(f) > 0)) return false;
  CHECK((path != NULL) == (astar_finder_count(f) > 0) && path == astar_finder_path(f));
  CHECK(status == ASTAR_FOUND || status == ASTAR_UNREACHABLE || status == ASTAR_LIMIT);
  books->fail_at = 0; /* what it is compared with may take more of the graph's memory */
  quest_solve(m, q);
  if (path) finder_check_path(f, path);
  quest_check_fresh(q, g, f, path);
  if (quest_by_links(m, q) || quest_by_jump_points(q, g)) quest_check_kernel(m, q, f, path);
  else quest_check_like_search(m, q, g, f, path);
  return true;
}

#endif
