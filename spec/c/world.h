/*
** world.h: a graph or grid with its model, edited alike, in memory that may run out; and what a
** search has told, to be asked again after it has ended. For tests and fuzzers.
*/
#ifndef WORLD_H
#define WORLD_H

#include "quest.h"

typedef struct world {
  ledger books;
  astar_graph *graph;
  model *model; /* of a grid: the first part of its grid_model */
  model_style style;
  uint64_t failures; /* of allocations that a call reported */
} world;

/* What the world was like before a call that may fail. */
typedef struct world_before {
  uint64_t failed, version;
  uint32_t terrains, units;
} world_before;

static inline world_before world_now(const world *w)
{
  world_before b;
  b.failed = w->books.failed;
  b.version = astar_graph_version(w->graph);
  b.terrains = astar_graph_terrain_count(w->graph);
  b.units = astar_graph_unit_count(w->graph);
  return b;
}

/* A call reported that memory ran out: that must be so, and nothing changed. Then there is memory again. */
static inline bool world_recover(world *w, const world_before *before)
{
  world_before now = world_now(w);
  CHECK(now.failed > before->failed && now.version == before->version);
  CHECK(now.terrains == before->terrains && now.units == before->units);
  w->books.fail_at = 0;
  w->failures++;
  astar_graph_validate(w->graph);
  w->model->rules->compare(w->model, w->graph);
  return true;
}

/* Call until it works: the second time it has to. */
#define WORLD_TRY(w, call) \
  do { \
    world_before before_ = world_now(w); \
    astar_result result_ = (call); \
    if (result_ == ASTAR_NO_MEMORY && world_recover(w, &before_)) result_ = (call); \
    CHECK(result_ == ASTAR_OK); \
  } while (0)

/* Terrains are called "default", "1", "2", ..., units "1", "2", .... */
static inline void world_name_all(world *w)
{
  uint32_t t, u;
  for (t = 0; t < MODEL_LAYERS; t++) {
    char name = (char)('0' + t);
    astar_layer layer;
    WORLD_TRY(w, astar_graph_layer(w->graph, &name, 1, &layer));
    CHECK(layer == t + 1);
  }
  for (t = 1; t < MODEL_TERRAINS; t++) {
    char name = (char)('0' + t);
    astar_terrain terrain;
    WORLD_TRY(w, astar_graph_terrain(w->graph, &name, 1, &terrain));
    CHECK(terrain == t + 1);
  }
  for (u = 1; u < MODEL_UNITS; u++) {
    char name = (char)('0' + u);
    WORLD_TRY(w, astar_graph_set_unit(w->graph, &name, 1, &w->model->units[u]));
    CHECK(astar_graph_unit(w->graph, &name, 1) == u);
  }
}

static inline void world_create(world *w, model_style style)
{
  memset(w, 0, sizeof *w);
  w->style = style;
  w->model = malloc(sizeof *w->model);
  CHECK(w->model);
  model_init(w->model, &graph_rules);
  w->graph = astar_graph_create(ledger_alloc, &w->books);
  CHECK(w->graph);
  world_name_all(w);
}

/* The graph alone: what searches hold of it outlives it, and is in its books. */
static inline void world_destroy_graph(world *w)
{
  astar_graph_destroy(w->graph);
  w->graph = NULL;
}

static inline void world_destroy(world *w)
{
  world_destroy_graph(w);
  CHECK(w->books.blocks == 0 && w->books.bytes == 0);
  free(w->model);
}

/*
** Add a node; once MODEL_MAX ids are in use only by recycling, if nothing begun before `oldest` forbids it. False if
** there is no id for it.
*/
static inline bool world_add_at(world *w, uint64_t oldest, const double xyz[3])
{
  model *m = w->model;
  astar_id id = ASTAR_NO_ID, resting = ASTAR_NO_ID;
  uint64_t removed_at = 0;
  if (m->last_id == MODEL_MAX || one_in(2)) {
    resting = astar_graph_free_id(w->graph, &removed_at);
    if (resting != ASTAR_NO_ID && removed_at > oldest) resting = ASTAR_NO_ID;
    if (resting == ASTAR_NO_ID && m->last_id == MODEL_MAX) return false;
    if (resting != ASTAR_NO_ID) {
      CHECK(!m->nodes[resting].alive);
      astar_graph_recycle(w->graph, true);
    }
  }
  CHECK(astar_graph_next_id(w->graph) == (resting ? resting : m->last_id + 1));
  WORLD_TRY(w, astar_graph_add(w->graph, xyz[0], xyz[1], xyz[2], &id));
  model_add(m, id, resting, xyz);
  return true;
}

static inline bool world_add(world *w, uint64_t oldest)
{
  double p[3];
  model_place(w->style, p);
  return world_add_at(w, oldest, p);
}

/* Give a unit other costs; if `plain`, it may also pay the same wherever it can enter. */
static inline void world_set_unit(world *w, bool plain)
{
  static const double multipliers[] = {1, 2, 0.5, 5, 1e-3, 8, INFINITY};
  astar_unit unit = 1 + below(MODEL_UNITS - 1);
  astar_unit_def *def = &w->model->units[unit];
  double *costs = w->model->costs[unit], same = plain && one_in(2) ? multipliers[below(6)] : NAN;
  char name = (char)('0' + unit);
  uint32_t t;
  for (t = 0; t < MODEL_TERRAINS; t++) {
    if (!isnan(same)) costs[t] = one_in(3) ? INFINITY : same;
    else costs[t] = one_in(3) ? NAN : multipliers[below(7)];
  }
  def->cost_count = isnan(same) ? below(MODEL_TERRAINS + 1) : MODEL_TERRAINS;
  for (t = def->cost_count; t < MODEL_TERRAINS; t++) costs[t] = NAN;
  def->climb = one_in(3) ? model_number(w->style) : INFINITY;
  def->drop = one_in(3) ? model_number(w->style) : INFINITY;
  def->size = 0;
  if (astar_graph_largest_size(w->graph) > 1 && one_in(2)) {
    def->size = 1 + below(4);
    if (def->size > astar_graph_largest_size(w->graph)) def->size = astar_graph_largest_size(w->graph);
  }
  WORLD_TRY(w, astar_graph_set_unit(w->graph, &name, 1, def));
  CHECK(astar_graph_unit_size(w->graph, unit) == (def->size > 1 ? def->size : 1));
  for (t = 0; t < MODEL_TERRAINS; t++) {
    double cost = astar_graph_unit_cost(w->graph, unit, t + 1);
    CHECK(cost == costs[t] || (isnan(cost) && isnan(costs[t])));
  }
}

static inline void world_link_nodes(world *w, astar_id a, astar_id b)
{
  astar_link link = astar_default_link();
  if (a == b) return;
  if (one_in(3)) link.cost = model_number(w->style);
  link.oneway = one_in(3);
  link.terrain = one_in(4) ? 1 + below(MODEL_TERRAINS) : ASTAR_NO_TERRAIN;
  WORLD_TRY(w, astar_graph_link(w->graph, a, b, &link));
  w->model->rules->join(w->model, a, b, &link);
}

static inline void world_link(world *w)
{
  astar_id a = model_pick(w->model);
  world_link_nodes(w, a, model_pick(w->model));
}

/* Add up to `most` nodes at once. */
static inline bool world_add_all(world *w, uint32_t most)
{
  model *m = w->model;
  const uint32_t left = MODEL_MAX - m->last_id, count = below((left < most ? left : most) + 1);
  double positions[MODEL_MAX][3];
  astar_id first = ASTAR_NO_ID;
  uint32_t i;
  for (i = 0; i < count; i++) model_place(w->style, positions[i]);
  WORLD_TRY(w, astar_graph_add_all(w->graph, &positions[0][0], 3, count, &first));
  CHECK(first == m->last_id + 1);
  for (i = 0; i < count; i++) model_add(m, first + i, ASTAR_NO_ID, positions[i]);
  return count > 0;
}

static inline bool world_link_all(world *w)
{
  enum { MOST = 40 };
  astar_link link = astar_default_link();
  astar_id pairs[2 * MOST];
  double costs[MOST];
  const bool listed = one_in(2);
  uint32_t count = 0, tries, i;
  for (tries = below(MOST + 1); tries > 0; tries--) {
    pairs[2 * count] = model_pick(w->model);
    pairs[2 * count + 1] = model_pick(w->model);
    costs[count] = one_in(2) ? model_number(w->style) : NAN;
    if (pairs[2 * count] != pairs[2 * count + 1]) count++;
  }
  if (one_in(3)) link.cost = model_number(w->style);
  link.oneway = one_in(3);
  link.terrain = one_in(4) ? 1 + below(MODEL_TERRAINS) : ASTAR_NO_TERRAIN;
  WORLD_TRY(w, astar_graph_link_all(w->graph, pairs, count, listed ? costs : NULL, &link));
  for (i = 0; i < count; i++) {
    if (listed) link.cost = costs[i];
    w->model->rules->join(w->model, pairs[2 * i], pairs[2 * i + 1], &link);
  }
  return count > 0;
}

static inline void world_move(world *w, astar_id id, const double xyz[3])
{
  WORLD_TRY(w, astar_graph_move(w->graph, id, xyz));
  memcpy(w->model->nodes[id].position, xyz, 3 * sizeof *xyz);
}

static inline void world_remove(world *w, astar_id id)
{
  astar_graph_remove(w->graph, id);
  model_remove(w->model, id);
}

static inline void world_set_terrain(world *w, astar_id id)
{
  astar_terrain terrain = 1 + below(MODEL_TERRAINS);
  WORLD_TRY(w, astar_graph_set_terrain(w->graph, id, terrain));
  w->model->nodes[id].terrain = terrain;
}

static inline void world_set_blocked(world *w, astar_id id, bool blocked)
{
  astar_graph_set_blocked(w->graph, id, blocked);
  w->model->nodes[id].blocked = blocked;
}

/* One random edit of a layer, which is no edit of the graph. */
static inline void world_edit_layer(world *w)
{
  model *m = w->model;
  const uint32_t l = below(MODEL_LAYERS);
  const uint64_t version = astar_graph_version(w->graph);
  const astar_id id = model_pick(m);
  astar_id other;
  if (one_in(12)) {
    for (other = 1; other <= m->last_id; other++) {
      m->layer_edits[l] += m->layers[l][other] != 0;
      m->layers[l][other] = 0;
    }
    astar_layer_clear(w->graph, l + 1);
  } else if (id != ASTAR_NO_ID) {
    const double value = one_in(3) ? 0 : below(9);
    WORLD_TRY(w, astar_layer_set(w->graph, l + 1, id, value));
    m->layer_edits[l] += m->layers[l][id] != value;
    m->layers[l][id] = value;
  }
  CHECK(astar_graph_version(w->graph) == version);
}

/* One random edit. Searches begun at version `oldest` or later are still to be asked. */
static inline void world_edit(world *w, uint64_t oldest)
{
  astar_graph *g = w->graph;
  model *m = w->model;
  astar_id a = model_pick(m), b = model_pick(m);
  uint64_t version = astar_graph_version(g);
  bool done = true, flag;
  double p[3];
  uint32_t kind = a == ASTAR_NO_ID ? 0 : below(18);
  switch (kind) {
  case 0: case 1:
    done = world_add(w, oldest);
    break;
  case 2:
    world_remove(w, a);
    break;
  case 3: case 4:
    if (one_in(4)) memcpy(p, m->nodes[b].position, sizeof p); /* two in one place */
    else model_place(w->style, p);
    world_move(w, a, p);
    break;
  case 5: case 6:
    world_set_terrain(w, a);
    break;
  case 7:
    world_set_blocked(w, a, one_in(2));
    break;
  case 8:
    flag = one_in(2);
    done = model_cut(m, a, b, flag);
    CHECK(astar_graph_unlink(g, a, b, flag) == done);
    break;
  case 9:
    done = one_in(3) && model_isolate(m, a);
    if (done) CHECK(astar_graph_isolate(g, a));
    break;
  case 10:
    world_set_unit(w, false);
    break;
  case 11:
    if (one_in(2)) done = world_link_all(w);
    else if (one_in(2)) done = world_add_all(w, 4);
    else WORLD_TRY(w, astar_graph_optimize(g));
    break;
  case 12: case 13:
    world_edit_layer(w);
    done = false;
    break;
  default:
    world_link(w);
    done = false;
  }
  if (done) CHECK(astar_graph_version(g) > version);
}

/* What lies around a place, against a look at all nodes; `size` says how large a distance is. */
static inline void world_check_near(const world *w, const double p[3], double size)
{
  const model *m = w->model;
  astar_near_def def = astar_default_near();
  astar_near found[MODEL_MAX], nearest = {0, 0};
  size_t count, i, expected = 0;
  astar_id id, b;
  def.x = p[0];
  def.y = p[1];
  def.z = p[2];
  def.flat = one_in(2);
  def.enterable = one_in(3);
  def.linked = one_in(3);
  def.unit = below(MODEL_UNITS);
  if (one_in(2)) def.radius = model_number(w->style) * size;
  if (!(def.radius <= DBL_MAX)) def.radius = INFINITY;
  count = astar_graph_within(w->graph, &def, found, MODEL_MAX);
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
    if (!m->nodes[id].alive || (def.enterable && !model_enterable(m, def.unit, id))) continue;
    for (b = 1; b <= m->last_id; b++) linked = linked || m->rules->leads(m, id, b) || m->rules->leads(m, b, id);
    if (def.linked && !linked) continue;
    for (i = 0; i < count; i++) in = in || found[i].id == id;
    expected += in;
    if (d < def.radius && !close_to(d, def.radius)) CHECK(in);
    if (d > def.radius && !close_to(d, def.radius)) CHECK(!in);
  }
  CHECK(expected == count);
  CHECK(astar_graph_within(w->graph, &def, NULL, 0) == count);
  CHECK(astar_graph_nearest(w->graph, &def, &nearest) == (count > 0));
  if (count > 0) CHECK(nearest.id == found[0].id && nearest.distance == found[0].distance);
}

/* ---- What a search has told, to be compared with what it tells later ---- */

typedef struct record {
  astar_status status;
  astar_id goal, partial, current;
  uint64_t expanded;
  uint32_t touched;
  bool jumps;
  astar_visit visits[MODEL_MAX + 2];
  uint32_t traces[MODEL_MAX + 2];
  uint64_t routes[MODEL_MAX + 2]; /* see search_route */
} record;

static inline void record_take(record *r, astar_search *s)
{
  astar_id id;
  r->status = astar_search_status(s);
  r->goal = astar_search_goal(s);
  r->partial = astar_search_partial(s);
  r->current = astar_search_current(s);
  r->expanded = astar_search_expanded(s);
  r->touched = astar_search_touched(s);
  r->jumps = astar_search_jumps(s);
  for (id = 0; id <= MODEL_MAX + 1; id++) {
    r->visits[id] = astar_search_visit(s, id);
    r->traces[id] = astar_search_trace(s, id);
    r->routes[id] = r->traces[id] ? search_route(s, id) : 0;
  }
}

/* Of an ended search, edits change nothing, but for estimates that are worked out anew. */
static inline void record_compare(const record *r, const quest *q, astar_search *s)
{
  record now;
  uint32_t i;
  record_take(&now, s);
  CHECK(r->status == now.status && r->goal == now.goal && r->partial == now.partial && r->jumps == now.jumps);
  CHECK(r->current == now.current && r->expanded == now.expanded && r->touched == now.touched);
  for (i = 0; i <= MODEL_MAX + 1; i++) {
    const astar_visit *a = &r->visits[i], *b = &now.visits[i];
    CHECK(a->id == b->id && a->parent == b->parent && a->state == b->state && a->cost == b->cost);
    if (q->def.keep_estimates || q->def.heuristic == ASTAR_ASK) CHECK(a->estimate == b->estimate);
    CHECK(b->estimate >= 0);
    CHECK(r->traces[i] == now.traces[i] && r->routes[i] == now.routes[i]);
  }
  for (i = 0; i < now.touched; i++) CHECK(q->repaired || astar_search_touched_at(s, i).state != ASTAR_NONE);
  (void)astar_search_closest(s);
}

/* A search runs to its end, or up to a moment in between. */
static inline astar_status world_run(world *w, const quest *q, astar_search *s)
{
  astar_status status;
  do {
    const uint32_t n = one_in(8) ? 1000 : below(6);
    const uint64_t before = astar_search_expanded(s);
    const bool updating = q->repaired && quest_is_updating(s);
    status = quest_run(w->model, q, s, n);
    if (q->repaired && quest_is_updating(s)) continue;
    if (status == ASTAR_SEARCHING && !updating && !quest_is_flow(q)) CHECK(astar_search_expanded(s) == before + n);
    quest_check(w->model, q, s);
  } while (status == ASTAR_SEARCHING && !one_in(25));
  return status;
}

/* Repair a search, for the ends that it has or others. False if there are no nodes left. */
static inline bool world_repair(world *w, quest *q, astar_search *s)
{
  if (!quest_choose_repair(w->model, q)) return false;
  CHECK(quest_repair(q, s) == ASTAR_OK && astar_search_status(s) != ASTAR_STALE);
  quest_solve(w->model, q);
  return true;
}

/*
** A search that was begun runs to its end, which is asked for again after edits. After edits on its way it goes on, or
** is stale and repaired, and so it may be after its end. However that goes, it ends with what is right then.
*/
static inline void world_search(world *w, quest *q, astar_search *s, void edit(world *w, uint64_t oldest))
{
  record told;
  uint32_t edits, rounds;
  uint64_t version = astar_graph_version(w->graph);
  CHECK(astar_search_start(s) == q->def.start && astar_search_goal_count(s) == q->def.goal_count);
  for (rounds = below(8);; rounds -= rounds > 0) {
    const astar_status status = world_run(w, q, s);
    const uint64_t before = astar_graph_version(w->graph);
    if (status != ASTAR_SEARCHING) {
      CHECK(status == ASTAR_FOUND || status == ASTAR_UNREACHABLE || status == ASTAR_DONE || status == ASTAR_LIMIT);
      quest_check_end(w->model, q, w->graph, s);
      CHECK(astar_search_step(s, 5) == status);
      record_take(&told, s);
      for (edits = below(4); edits > 0; edits--) edit(w, version);
      record_compare(&told, q, s);
      if (rounds == 0 || !world_repair(w, q, s)) return;
      version = astar_graph_version(w->graph);
      continue;
    }
    for (edits = 1 + below(3); edits > 0; edits--) edit(w, version);
    if (before == astar_graph_version(w->graph) && q->layer_edits == quest_layer_edits(w->model, q))
      CHECK(astar_search_status(s) == ASTAR_SEARCHING);
    if (quest_follow(w->model, q, s)) continue;
    if (rounds == 0 || !world_repair(w, q, s)) return;
    version = astar_graph_version(w->graph);
  }
}

#endif
