/*
** model.h: a graph as simple as can be, kept beside a real one, and what must hold between
** the two. Links stand in a matrix, and everything is asked for again instead of being kept.
**
** Define MODEL_MAX, the largest id, before including it.
*/
#ifndef MODEL_H
#define MODEL_H

#include "check.h"

#define MODEL_TERRAINS 5u /* with "default" */
#define MODEL_UNITS 4u    /* with ASTAR_NO_UNIT */
#define MODEL_GOALS 4u
#define MODEL_LAYERS 2u

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

typedef struct model model;

/* What differs between a graph and a grid. */
typedef struct model_rules {
  /* Of going from a to b in the cheapest way. INFINITY: no way; NAN: b can never be entered. */
  double (*cost)(const model *m, astar_unit unit, astar_id a, astar_id b);
  /* Whether a unit can enter a node. */
  bool (*enterable)(const model *m, astar_unit unit, astar_id id);
  /* Whether anything leads from a to b that is not closed. */
  bool (*leads)(const model *m, astar_id a, astar_id b);
  /* Whether some way from a to b has that cost. */
  bool (*offers)(const model *m, astar_unit unit, astar_id a, astar_id b, double cost);
  /* How far apart a partial answer takes two nodes to be. */
  double (*distance)(const model *m, astar_id a, astar_id b);
  /* How far it is along a path from one point to the next, or NAN where the model cannot tell. */
  double (*along)(const model *m, const astar_waypoint *p, const astar_waypoint *q);
  /* Whether the unit could go from a to b in one step if it could enter b. */
  bool (*beside)(const model *m, astar_unit unit, astar_id a, astar_id b);
  /* The nodes that the unit covers at one, by index from 0; ASTAR_NO_ID after the last. NULL: only the node itself. */
  astar_id (*covered)(const model *m, astar_unit unit, astar_id id, uint32_t index);
  void (*join)(model *m, astar_id a, astar_id b, const astar_link *link);
  void (*compare)(const model *m, const astar_graph *g);
} model_rules;

struct model {
  const model_rules *rules;
  model_node nodes[MODEL_MAX + 1]; /* by id */
  model_link links[MODEL_MAX + 1][MODEL_MAX + 1];
  astar_unit_def units[MODEL_UNITS];
  double costs[MODEL_UNITS][MODEL_TERRAINS];
  double layers[MODEL_LAYERS][MODEL_MAX + 1]; /* by id */
  uint64_t layer_edits[MODEL_LAYERS];
  uint32_t count, last_id;
  uint64_t links_made;
};

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

static inline void model_init(model *m, const model_rules *rules)
{
  uint32_t u, t;
  memset(m, 0, sizeof *m);
  m->rules = rules;
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
  uint32_t l;
  model_isolate(m, id);
  for (l = 0; l < MODEL_LAYERS; l++) m->layers[l][id] = 0;
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

/* Whether it can enter a node of a graph, or a cell alone. */
static inline bool model_admits(const model *m, astar_unit unit, astar_id id)
{
  return !m->nodes[id].blocked && model_multiplier(m, unit, m->nodes[id].terrain) < INFINITY;
}

static inline bool model_enterable(const model *m, astar_unit unit, astar_id id)
{
  return m->rules->enterable(m, unit, id);
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

/*
** The links from a node, from the `at`-th on, in the order in which they were made; `length` says what one without a
** cost of its own costs.
*/
static inline void model_compare_links(const model *m, const astar_graph *g, astar_id a, uint32_t at,
                                       double length(const model *m, astar_id a, astar_id b))
{
  uint32_t i, count = astar_graph_link_count(g, a);
  uint64_t order = 0;
  astar_id b;
  double place[3], rounding; /* of a length, when nodes lie nearly in one place */
  astar_graph_position(g, a, place);
  rounding = 1e-15 * (fabs(place[0]) + fabs(place[1]) + fabs(place[2]));
  for (i = at; i < count; i++) {
    astar_link link = astar_graph_link_at(g, a, i);
    const model_link *l = &m->links[a][link.to];
    CHECK(l->is && l->order > order);
    CHECK(l->own_cost == link.own_cost && l->oneway == link.oneway && l->terrain == link.terrain);
    if (l->own_cost) CHECK(l->cost == link.cost);
    else CHECK(close_to(length(m, a, link.to), link.cost) || fabs(length(m, a, link.to) - link.cost) <= rounding);
    order = l->order;
  }
  for (b = 1; b <= m->last_id; b++) {
    if (!m->nodes[b].alive) continue;
    CHECK(astar_graph_linked(g, a, b) == m->rules->leads(m, a, b));
    at += m->links[a][b].is;
  }
  CHECK(count == at);
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

static inline void model_compare_nodes(const model *m, const astar_graph *g)
{
  astar_id id, next = ASTAR_NO_ID;
  uint32_t l;
  model_compare_walk(m, g);
  CHECK(astar_graph_count(g) == m->count && astar_graph_last_id(g) == m->last_id);
  for (id = 1; id <= m->last_id + 1; id++) {
    const model_node *n = &m->nodes[id <= m->last_id ? id : 0];
    uint32_t generation = 77;
    double p[3];
    CHECK(astar_graph_has(g, id, &generation) == n->alive);
    CHECK(astar_graph_is_current(g, id, n->generation) == n->alive);
    if (!n->alive) continue;
    next = astar_graph_next(g, next);
    CHECK(next == id && generation == n->generation && !astar_graph_is_current(g, id, generation + 1));
    astar_graph_position(g, id, p);
    CHECK(memcmp(p, n->position, sizeof p) == 0);
    for (l = 0; l < MODEL_LAYERS; l++) CHECK(astar_layer_get(g, l + 1, id) == m->layers[l][id]);
    CHECK(astar_graph_node_terrain(g, id) == n->terrain && astar_graph_blocked(g, id) == n->blocked);
  }
  CHECK(astar_graph_next(g, next) == ASTAR_NO_ID);
}

/* ---- The rules of a graph that is no grid ---- */

static inline double model_link_cost(const model *m, astar_unit unit, astar_id a, astar_id b)
{
  return m->links[a][b].is ? model_step(m, unit, a, b) : INFINITY;
}

static inline bool model_linked(const model *m, astar_id a, astar_id b)
{
  return m->links[a][b].is;
}

static inline bool model_offers(const model *m, astar_unit unit, astar_id a, astar_id b, double cost)
{
  return m->links[a][b].is && close_to(cost, model_step(m, unit, a, b));
}

static inline bool model_link_open(const model *m, astar_unit unit, astar_id a, astar_id b)
{
  const model_link *l = &m->links[a][b];
  double rise = m->nodes[b].position[2] - m->nodes[a].position[2];
  return l->is && !(l->terrain && model_multiplier(m, unit, l->terrain) == INFINITY) &&
         !(rise > m->units[unit].climb) && !(-rise > m->units[unit].drop);
}

static inline double model_along(const model *m, const astar_waypoint *p, const astar_waypoint *q)
{
  return model_length(m, p->id, q->id);
}

static inline void model_compare(const model *m, const astar_graph *g)
{
  astar_id id;
  model_compare_nodes(m, g);
  for (id = 1; id <= m->last_id; id++) {
    if (m->nodes[id].alive) model_compare_links(m, g, id, 0, model_length);
  }
}

static const model_rules graph_rules = {
  .cost = model_link_cost,
  .enterable = model_admits,
  .leads = model_linked,
  .offers = model_offers,
  .distance = model_length,
  .along = model_along,
  .beside = model_link_open,
  .join = model_join,
  .compare = model_compare,
};

#endif
