/*
** world.h: a graph with its model, edited alike, in memory that may run out; and searches
** that are stepped, and asked again after they have ended. For tests and fuzzers.
*/
#ifndef WORLD_H
#define WORLD_H

#include "model.h"

typedef struct world {
  ledger books;
  astar_graph *graph;
  model model;
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
  model_compare(&w->model, w->graph);
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
static inline void world_create(world *w, model_style style)
{
  uint32_t t, u;
  memset(w, 0, sizeof *w);
  w->style = style;
  model_init(&w->model);
  w->graph = astar_graph_create(ledger_alloc, &w->books);
  CHECK(w->graph);
  for (t = 1; t < MODEL_TERRAINS; t++) {
    char name = (char)('0' + t);
    astar_terrain terrain;
    WORLD_TRY(w, astar_graph_terrain(w->graph, &name, 1, &terrain));
    CHECK(terrain == t + 1);
  }
  for (u = 1; u < MODEL_UNITS; u++) {
    char name = (char)('0' + u);
    WORLD_TRY(w, astar_graph_set_unit(w->graph, &name, 1, &w->model.units[u]));
    CHECK(astar_graph_unit(w->graph, &name, 1) == u);
  }
}

static inline void world_destroy(world *w)
{
  astar_graph_destroy(w->graph);
  CHECK(w->books.blocks == 0 && w->books.bytes == 0);
}

/* Add a node; once MODEL_MAX ids are in use only by recycling, if nothing begun before `oldest` forbids it. */
static inline void world_add(world *w, uint64_t oldest)
{
  astar_id id, resting = ASTAR_NO_ID;
  uint64_t removed_at = 0;
  double p[3];
  if (w->model.last_id == MODEL_MAX || one_in(2)) {
    resting = astar_graph_free_id(w->graph, &removed_at);
    if (resting != ASTAR_NO_ID && removed_at > oldest) resting = ASTAR_NO_ID;
    if (resting == ASTAR_NO_ID && w->model.last_id == MODEL_MAX) return;
    if (resting != ASTAR_NO_ID) {
      CHECK(!w->model.nodes[resting].alive);
      astar_graph_recycle(w->graph, true);
    }
  }
  model_place(w->style, p);
  WORLD_TRY(w, astar_graph_add(w->graph, p[0], p[1], p[2], &id));
  model_add(&w->model, id, resting, p);
}

static inline void world_set_unit(world *w)
{
  static const double multipliers[] = {1, 2, 0.5, 5, 1e-3, 8, INFINITY};
  astar_unit unit = 1 + below(MODEL_UNITS - 1);
  astar_unit_def *def = &w->model.units[unit];
  double *costs = w->model.costs[unit];
  char name = (char)('0' + unit);
  uint32_t t;
  for (t = 0; t < MODEL_TERRAINS; t++) costs[t] = one_in(3) ? NAN : multipliers[below(7)];
  def->cost_count = below(MODEL_TERRAINS + 1);
  for (t = def->cost_count; t < MODEL_TERRAINS; t++) costs[t] = NAN;
  def->climb = one_in(3) ? model_number(w->style) : INFINITY;
  def->drop = one_in(3) ? model_number(w->style) : INFINITY;
  WORLD_TRY(w, astar_graph_set_unit(w->graph, &name, 1, def));
  for (t = 0; t < MODEL_TERRAINS; t++) {
    double cost = astar_graph_unit_cost(w->graph, unit, t + 1);
    CHECK(cost == costs[t] || (isnan(cost) && isnan(costs[t])));
  }
}

static inline void world_link(world *w)
{
  astar_id a = model_pick(&w->model), b = model_pick(&w->model);
  astar_link link = astar_default_link();
  if (a == b) return;
  if (one_in(3)) link.cost = model_number(w->style);
  link.oneway = one_in(3);
  link.terrain = one_in(4) ? 1 + below(MODEL_TERRAINS) : ASTAR_NO_TERRAIN;
  WORLD_TRY(w, astar_graph_link(w->graph, a, b, &link));
  model_join(&w->model, a, b, &link);
}

/* One random edit. Searches begun at version `oldest` or later are still to be asked. */
static inline void world_edit(world *w, uint64_t oldest)
{
  astar_graph *g = w->graph;
  model *m = &w->model;
  astar_id a = model_pick(m), b = model_pick(m);
  uint64_t version = astar_graph_version(g);
  bool done = true, flag;
  double p[3];
  uint32_t kind = a == ASTAR_NO_ID ? 0 : below(16);
  switch (kind) {
  case 0: case 1: {
    uint32_t before = m->count;
    world_add(w, oldest);
    done = m->count > before;
    break;
  }
  case 2:
    astar_graph_remove(g, a);
    model_remove(m, a);
    break;
  case 3: case 4:
    if (one_in(4)) memcpy(p, m->nodes[b].position, sizeof p); /* two in one place */
    else model_place(w->style, p);
    WORLD_TRY(w, astar_graph_move(g, a, p));
    memcpy(m->nodes[a].position, p, sizeof p);
    break;
  case 5: case 6: {
    astar_terrain terrain = 1 + below(MODEL_TERRAINS);
    WORLD_TRY(w, astar_graph_set_terrain(g, a, terrain));
    m->nodes[a].terrain = terrain;
    break;
  }
  case 7:
    m->nodes[a].blocked = one_in(2);
    astar_graph_set_blocked(g, a, m->nodes[a].blocked);
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
    world_set_unit(w);
    break;
  case 11:
    WORLD_TRY(w, astar_graph_optimize(g));
    break;
  default:
    world_link(w);
    done = false;
  }
  if (done) CHECK(astar_graph_version(g) > version);
}

/* ---- What a search has told, to be compared with what it tells later ---- */

typedef struct record {
  astar_status status;
  astar_id goal, partial, current;
  uint64_t expanded;
  uint32_t touched;
  astar_visit visits[MODEL_MAX + 2];
  uint32_t traces[MODEL_MAX + 2];
} record;

static inline void record_take(record *r, const astar_search *s)
{
  astar_id id;
  r->status = astar_search_status(s);
  r->goal = astar_search_goal(s);
  r->partial = astar_search_partial(s);
  r->current = astar_search_current(s);
  r->expanded = astar_search_expanded(s);
  r->touched = astar_search_touched(s);
  for (id = 0; id <= MODEL_MAX + 1; id++) {
    r->visits[id] = astar_search_visit(s, id);
    r->traces[id] = astar_search_trace(s, id);
  }
}

/* Of an ended search, edits change nothing, but for estimates that are worked out anew. */
static inline void record_compare(const record *r, const quest *q, const astar_search *s)
{
  record now;
  uint32_t i;
  record_take(&now, s);
  CHECK(r->status == now.status && r->goal == now.goal && r->partial == now.partial);
  CHECK(r->current == now.current && r->expanded == now.expanded && r->touched == now.touched);
  for (i = 0; i <= MODEL_MAX + 1; i++) {
    const astar_visit *a = &r->visits[i], *b = &now.visits[i];
    CHECK(a->id == b->id && a->parent == b->parent && a->state == b->state && a->cost == b->cost);
    if (q->def.keep_estimates || q->def.heuristic == ASTAR_ASK) CHECK(a->estimate == b->estimate);
    CHECK(b->estimate >= 0);
    CHECK(r->traces[i] == now.traces[i]);
  }
  for (i = 1; i <= MODEL_MAX; i++) {
    astar_path *path;
    uint32_t k;
    astar_id id = i;
    if (now.traces[i] == 0) continue;
    path = malloc(astar_path_size(now.traces[i]));
    CHECK(path);
    astar_search_path(s, i, path);
    CHECK(path->cost == now.visits[i].cost && path->count == now.traces[i]);
    for (k = path->count; k-- > 0; id = now.visits[id].parent) CHECK(path->points[k].id == id);
    CHECK(id == ASTAR_NO_ID);
    free(path);
  }
  for (i = 0; i < now.touched; i++) CHECK(astar_search_touched_at(s, i).state != ASTAR_NONE);
  (void)astar_search_closest(s);
}

#endif
