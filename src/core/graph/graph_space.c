/* graph_space.c: see graph_space.h. */
#include "graph/graph_space.h"

#include "engine/flow.h"
#include "engine/loop.h"

#include <string.h>

static uint32_t graph_prepare(void *self, uint32_t slot, uint32_t parent)
{
  const astar_graph *g = self;
  (void)parent;
  as_tidy(g, &g->nodes[slot]);
  return g->nodes[slot].out;
}

static void graph_expand(void *self, as_expansion *expansion)
{
  const astar_graph *g = self;
  as_expansion e = *expansion;
  const as_node *n = &g->nodes[e.slot];
  const as_link *link = as_ends(g, n), *last = link + n->out;
  const double *costs = e.rules->costs;
  const uint32_t limited = e.rules->limited;
  for (; link < last; link++) {
    double cost = link->base * costs[link->entry & AS_ENTRY_TERRAIN];
    AS_PREFETCH(&g->nodes[link->to]); /* its position is read if it is opened */
    if (limited | (link->way & AS_WAY_TERRAIN)) cost = as_link_cost(e.rules, n, &g->nodes[link->to], link);
    as_expansion_add(&e, link->to, cost);
  }
  expansion->count = e.count;
}

static const double *graph_position(const void *self, uint32_t slot, double scratch[3])
{
  const astar_graph *g = self;
  const as_node *n = &g->nodes[slot];
  const as_link *link = as_ends(g, n);
  (void)scratch;
  /* The position is read when a node is opened; most are expanded soon after. */
  AS_PREFETCH(link);
  AS_PREFETCH(link + 4);
  return n->position;
}

static bool graph_enterable(const void *self, const as_rules *rules, uint32_t slot)
{
  const astar_graph *g = self;
  return rules->costs[as_node_entry(&g->nodes[slot])] < INFINITY;
}

/* ---- Many nodes ---- */

/* Links are relaxed in parts of this many. */
#define PART 64u

static AS_INLINE bool takes_node(void *context, uint32_t slot)
{
  const astar_graph *g = context;
  as_tidy(g, &g->nodes[slot]);
  return true;
}

static AS_INLINE void fetch_node(void *context, const astar_search *s, uint32_t slot)
{
  const astar_graph *g = context;
  if (slot >= g->layout->count) return;
  AS_PREFETCH(as_records_peek(&s->records, slot));
  AS_PREFETCH(&g->nodes[slot]);
}

/* The cost of a link by the general rule. */
static AS_NOINLINE double special_cost(const astar_graph *g, const as_rules *rules, const as_node *n,
                                       const as_link *link)
{
  return as_link_cost(rules, n, &g->nodes[link->to], link);
}

/* Relax up to PART links of a node. `straight`: the estimate is AS_ESTIMATE_STRAIGHT. */
static AS_INLINE bool relax_part(const astar_graph *g, astar_search *s, const as_node *n, double from,
                                 const as_link *links, uint32_t count, bool straight)
{
  const as_rules *rules = &s->space.rules;
  const bool special = rules->limited || g->own_terrains > 0;
  /* What does not change, in variables, as the compiler would read it again after each store. */
  const double *costs = rules->costs;
  const as_node *nodes = g->nodes;
  const as_records all = s->records;
  /* Successors that may get cheaper. */
  uint32_t slots[PART], found = 0, i;
  double steps[PART];
  as_record *records[PART];
  /* First find these without a branch, which would often be mispredicted. */
  for (i = 0; i < count; i++) {
    const as_link *link = &links[i];
    const uint32_t slot = link->to;
    const double step = special ? special_cost(g, rules, n, link) : link->base * costs[link->entry & AS_ENTRY_TERRAIN];
    as_record *record = as_records_peek(&all, slot);
    AS_PREFETCH(&nodes[slot]); /* its position is read if it is opened */
    slots[found] = slot;
    steps[found] = step;
    records[found] = record;
    found += !((int)as_record_known(all.run_mark, record) & !(record->g > as_advance(rules, from, step, slot)));
  }
  for (i = 0; i < found; i++) {
    const uint32_t slot = slots[i];
    as_record *record = records[i];
    const double next = as_advance(rules, from, steps[i], slot);
    if (!(next < INFINITY) || !as_loop_ordinary(s, record, next)) {
      if (!as_loop_relax_any(s, slot, steps[i], from)) return false;
    } else {
      double h;
      if (straight) {
        const as_node *to = &nodes[slot];
        const as_link *ends = as_ends(g, to);
        AS_PREFETCH(ends); /* most nodes are expanded soon after they are opened */
        AS_PREFETCH(ends + 4);
        h = as_scaled(&s->heuristic, as_distance(to->position, s->heuristic.goals[0]));
      } else {
        h = as_estimate(&s->heuristic, &s->space, slot);
      }
      if (!as_loop_open(s, slot, record, next, h)) return false;
    }
  }
  return true;
}

static AS_INLINE bool relax_node(const astar_graph *g, astar_search *s, uint32_t slot, double from, bool straight)
{
  const as_node *n = &g->nodes[slot];
  const as_link *links = as_ends(g, n);
  uint32_t left = n->out;
  for (; left > PART; left -= PART, links += PART) {
    if (!relax_part(g, s, n, from, links, PART, straight)) return false;
  }
  return relax_part(g, s, n, from, links, left, straight);
}

static AS_INLINE bool relax_straight(void *context, astar_search *s, uint32_t slot, double from)
{
  return relax_node(context, s, slot, from, true);
}

static AS_INLINE bool relax_by_any(void *context, astar_search *s, uint32_t slot, double from)
{
  return relax_node(context, s, slot, from, false);
}

static uint64_t run_straight(astar_search *s, uint64_t n)
{
  return as_loop(s, n, s->space.self, takes_node, fetch_node, relax_straight);
}

static uint64_t run_any(astar_search *s, uint64_t n)
{
  return as_loop(s, n, s->space.self, takes_node, fetch_node, relax_by_any);
}

static uint64_t graph_run(astar_search *s, uint64_t n)
{
  return s->heuristic.by == AS_ESTIMATE_STRAIGHT ? run_straight(s, n) : run_any(s, n);
}

/* ---- Landmarks ---- */

/* What a flood reads; a copy, so that the compiler keeps it in registers. */
typedef struct flood_context {
  const astar_graph *graph;
  const as_rules *rules;
  bool special; /* the rules are limited, or some links have a terrain of their own */
} flood_context;

static AS_INLINE double forward_cost(const flood_context *c, const as_node *from, const as_link *link)
{
  if (c->special) return as_link_cost(c->rules, from, &c->graph->nodes[link->to], link);
  return link->base * c->rules->costs[link->entry & AS_ENTRY_TERRAIN];
}

/* The node of a slot, tidy; NULL if it was removed. Fetches what the expansion of `next` will read. */
static AS_INLINE const as_node *flood_node(const astar_graph *g, uint32_t slot, uint32_t next)
{
  as_node *n = &g->nodes[slot];
  if (next != AS_NO_SLOT && g->nodes[next].flags & AS_NODE_ALIVE) {
    const as_link *link = as_ends(g, &g->nodes[next]);
    AS_PREFETCH(link);
    AS_PREFETCH(link + 4);
  }
  if (!(n->flags & AS_NODE_ALIVE)) return NULL;
  as_tidy(g, n);
  return n;
}

static AS_INLINE bool relax_forward(as_flood *f, as_memory *m, void *context, uint32_t slot, double from, uint32_t next)
{
  const flood_context *c = context;
  const astar_graph *g = c->graph;
  const as_node *n = flood_node(g, slot, next);
  const as_link *link, *last;
  if (!n) return true;
  link = as_ends(g, n);
  for (last = link + n->out; link < last;) {
    /* First find those that get cheaper, without a branch, which would often be mispredicted. */
    const as_link *end = last - link > (ptrdiff_t)PART ? link + PART : last;
    double costs[PART];
    uint32_t to[PART], wanted = 0, i;
    for (; link < end; link++) {
      const double cost = as_advance(c->rules, from, forward_cost(c, n, link), link->to);
      costs[wanted] = cost;
      to[wanted] = link->to;
      wanted += cost < f->g[link->to];
    }
    for (i = 0; i < wanted; i++) {
      as_fetch_node(&g->nodes[to[i]]);
      if (!as_flood_reach(f, m, to[i], costs[i])) return false;
    }
  }
  return true;
}

static AS_INLINE bool relax_back(as_flood *f, as_memory *m, void *context, uint32_t slot, double from, uint32_t next)
{
  const flood_context *c = context;
  const astar_graph *g = c->graph;
  const as_node *n = flood_node(g, slot, next);
  const as_link *link, *last;
  if (!n || isnan(c->rules->costs[as_node_entry(n)])) return true;
  link = as_ends(g, n);
  for (last = link + n->all; link < last; link++) {
    const as_link *back = as_link_back(g, slot, link);
    double cost;
    if (!back) continue;
    cost = as_advance(c->rules, from, as_link_cost(c->rules, &g->nodes[link->to], n, back), slot);
    if (cost < f->g[link->to] && !as_flood_reach(f, m, link->to, cost)) return false;
  }
  return true;
}

static bool graph_flood(const as_space *space, as_flood *flood, as_memory *m, uint64_t *n, bool back)
{
  flood_context context;
  context.graph = space->self;
  context.rules = &space->rules;
  context.special = space->rules.limited || context.graph->own_terrains > 0;
  return back ? as_flood_run(flood, m, n, relax_back, &context) : as_flood_run(flood, m, n, relax_forward, &context);
}

static double graph_typical_cost(const as_space *space)
{
  const astar_graph *g = space->self;
  return as_min(as_ratios_typical_base(&g->ratios) * (space->scale > 0 ? space->scale : 1), DBL_MAX);
}

bool as_graph_space_two_way(const as_space *space, uint32_t index)
{
  const astar_graph *g = space->self;
  as_node *n = &g->nodes[index];
  const as_link *link, *last;
  as_tidy(g, n);
  link = as_ends(g, n);
  for (last = link + n->out; link < last; link++) {
    const as_node *other = &g->nodes[link->to];
    const double cost = as_link_cost(&space->rules, n, other, link);
    const as_link *back = as_link_back(g, index, link);
    if (cost < INFINITY && !(back && as_link_cost(&space->rules, other, n, back) == cost)) return false;
  }
  return true;
}

/* ---- Backwards ---- */

static uint32_t back_prepare(void *self, uint32_t slot, uint32_t parent)
{
  const astar_graph *g = self;
  (void)parent;
  as_tidy(g, &g->nodes[slot]);
  return g->nodes[slot].all;
}

static void back_expand(void *self, as_expansion *e)
{
  const astar_graph *g = self;
  const as_node *n = &g->nodes[e->slot];
  const as_link *link = as_ends(g, n), *last = link + n->all;
  if (isnan(e->rules->costs[as_node_entry(n)])) return;
  for (; link < last; link++) {
    const as_link *used = as_link_back(g, e->slot, link);
    const double cost = used ? as_link_cost(e->rules, &g->nodes[link->to], n, used) : INFINITY;
    if (cost < INFINITY) as_expansion_add(e, link->to, cost);
  }
}

static AS_INLINE bool relax_sources(void *context, astar_search *s, uint32_t slot, double g)
{
  const astar_graph *graph = context;
  const as_rules *rules = &s->space.rules;
  const as_node *n = &graph->nodes[slot];
  const as_link *link = as_ends(graph, n), *last = link + n->all;
  const double from = as_depart(rules, g, slot);
  if (isnan(rules->costs[as_node_entry(n)])) return true;
  for (; link < last; link++) {
    const as_link *used = as_link_back(graph, slot, link);
    const double cost = used ? as_link_cost(rules, &graph->nodes[link->to], n, used) : INFINITY;
    const double next = as_advance(rules, from, cost, link->to);
    as_record *record = as_records_peek(&s->records, link->to);
    if (!(next < INFINITY) || ((int)as_record_known(s->records.run_mark, record) & !(record->g > next))) continue;
    if (as_loop_ordinary(s, record, next)) {
      if (!as_loop_open(s, link->to, record, next, as_estimate(&s->heuristic, &s->space, link->to))) return false;
    } else if (!as_loop_relax_any(s, link->to, cost, from)) {
      return false;
    }
  }
  return true;
}

static AS_INLINE bool flow_sources(void *context, astar_search *s, uint32_t slot, double g, uint32_t next)
{
  const astar_graph *graph = context;
  const as_rules *rules = &s->space.rules;
  const as_node *n = &graph->nodes[slot];
  const as_link *link = as_ends(graph, n), *last = link + n->all;
  const double from = as_depart(rules, g, slot);
  if (next != AS_NO_SLOT) AS_PREFETCH(as_ends(graph, &graph->nodes[next]));
  if (isnan(rules->costs[as_node_entry(n)])) return true;
  for (; link < last; link++) {
    const as_link *used = as_link_back(graph, slot, link);
    double cost;
    if (!used) continue;
    cost = as_advance(rules, from, as_link_cost(rules, &graph->nodes[link->to], n, used), link->to);
    if (cost < INFINITY && !as_flow_relax(s, link->to, as_records_peek(&s->records, link->to), cost)) return false;
  }
  return true;
}

static uint64_t back_flow(astar_search *s, uint64_t n)
{
  return as_flow_loop(s, n, s->space.self, takes_node, flow_sources);
}

static uint64_t back_run(astar_search *s, uint64_t n)
{
  return as_loop(s, n, s->space.self, takes_node, fetch_node, relax_sources);
}

static uint32_t back_arrivals(const as_space *space, uint32_t slot, as_successor *list)
{
  const astar_graph *g = space->self;
  const as_node *n = &g->nodes[slot];
  const as_link *link, *last;
  uint32_t count = 0;
  if (!(n->flags & AS_NODE_ALIVE)) return 0;
  link = as_ends(g, n);
  for (last = link + n->out; link < last; link++) {
    const double cost = as_link_cost(&space->rules, n, &g->nodes[link->to], link);
    if (isnan(cost)) continue;
    list[count].slot = link->to;
    list[count++].cost = cost;
  }
  return count;
}

/* ---- Edits ---- */

bool as_graph_space_ends(const astar_graph *g, uint32_t index, as_memory *m, as_id_list *slots)
{
  as_node *n = &g->nodes[index];
  const as_link *link, *last;
  if (!(n->flags & AS_NODE_ALIVE)) return true;
  as_tidy(g, n);
  link = as_ends(g, n);
  for (last = link + n->all; link < last; link++) {
    if (!as_append_id(slots, m, as_slot_of_index(g, link->to))) return false;
  }
  return true;
}

/* A link is noted at both ends when it changes, so only what a node is concerns the other ends of its links. */
static bool graph_edited(const as_space *space, uint32_t slot, uint32_t what, as_memory *m, as_id_list *slots)
{
  const astar_graph *g = space->self;
  if (!as_append_id(slots, m, slot)) return false;
  return !(what & (AS_EDIT_NODE | AS_EDIT_ENTRY)) || as_graph_space_ends(g, slot, m, slots);
}

static uint32_t graph_sources(const as_space *space, uint32_t slot)
{
  const astar_graph *g = space->self;
  as_node *n = &g->nodes[slot];
  if (!(n->flags & AS_NODE_ALIVE)) return 0;
  as_tidy(g, n);
  return n->all;
}

static uint32_t graph_arrivals(const as_space *space, uint32_t slot, as_successor *list)
{
  const astar_graph *g = space->self;
  const as_node *n = &g->nodes[slot];
  const as_link *link, *last;
  uint32_t count = 0;
  if (!(n->flags & AS_NODE_ALIVE)) return 0;
  link = as_ends(g, n);
  for (last = link + n->all; link < last; link++) {
    const as_link *used = as_link_back(g, slot, link);
    if (!used) continue;
    list[count].slot = link->to;
    list[count++].cost = as_link_cost(&space->rules, &g->nodes[link->to], n, used);
  }
  return count;
}

/* ---- What counts as a goal ---- */

bool as_graph_space_within(const as_space *space, const double place[3], double distance, as_memory *m,
                           as_id_list *list)
{
  astar_near_def def;
  astar_near *found;
  size_t count, i;
  memset(&def, 0, sizeof def);
  def.x = place[0];
  def.y = place[1];
  def.z = place[2];
  def.radius = distance;
  count = astar_graph_within(space->self, &def, NULL, 0);
  if (count == 0) return true;
  found = as_new(m, count, astar_near);
  if (!found) return false;
  (void)astar_graph_within(space->self, &def, found, count);
  if (as_reserve(m, &list->ids, &list->capacity, (uint64_t)list->count + count, sizeof *list->ids)) {
    for (i = 0; i < count; i++) list->ids[list->count++] = found[i].id;
  } else {
    distance = NAN;
  }
  as_free(m, found, count, astar_near);
  return !isnan(distance);
}

bool as_graph_space_sources(const as_space *space, uint32_t index, as_memory *m, as_id_list *list)
{
  const astar_graph *g = space->self;
  as_node *n = &g->nodes[index];
  const as_link *link, *last;
  as_tidy(g, n);
  link = as_ends(g, n);
  for (last = link + n->all; link < last; link++) {
    const as_link *used = as_link_back(g, index, link);
    if (!used || !as_link_open(&space->rules, &g->nodes[link->to], n, used)) continue;
    if (!as_append_id(list, m, as_id(g->layout, as_slot_of_index(g, link->to)))) return false;
  }
  return true;
}

static bool graph_around(const as_space *space, astar_id goal, double within, bool adjacent, as_memory *m,
                         as_id_list *list)
{
  const astar_graph *g = space->self;
  if (!as_append_id(list, m, goal)) return false;
  if (within >= 0 && !as_graph_space_within(space, as_node_of(g, goal)->position, within, m, list)) return false;
  return !adjacent || as_graph_space_sources(space, as_index(g, goal), m, list);
}

/* ---- The space ---- */

uint64_t as_graph_space_version(const void *graph)
{
  return ((const astar_graph *)graph)->version;
}

bool as_graph_space_exists(const void *graph, astar_id id)
{
  return astar_graph_has(graph, id, NULL);
}

void as_graph_space_waypoint(const void *graph, astar_id id, astar_waypoint *waypoint)
{
  double xyz[3];
  astar_graph_position(graph, id, xyz);
  (void)astar_graph_has(graph, id, &waypoint->generation);
  waypoint->x = xyz[0];
  waypoint->y = xyz[1];
  waypoint->z = xyz[2];
  waypoint->id = id;
}

as_space as_space_on_graph(astar_graph *g, astar_unit unit)
{
  as_space space;
  memset(&space, 0, sizeof space);
  space.self = g;
  space.layout = g->layout;
  space.runs = g->runs;
  space.stock = g->stock;
  space.version = g->version;
  space.journal = g->journal;
  space.unit = unit;
  space.unit_version = as_units_version(&g->units, unit);
  space.straight = 1;
  space.most = 1;
  space.layers = &g->layers;
  space.memory = &g->memory;
  space.rules = as_units_rules(&g->units, unit);
  space.scale = as_ratios_scale(&g->ratios, &space.rules);
  return space;
}

static bool graph_renew(as_space *space);

#define COMMON_OPS \
  .renew = graph_renew, .edited = graph_edited, .sources = graph_sources, .position = graph_position,                  \
  .around = graph_around, .enterable = graph_enterable, .version = as_graph_space_version,                             \
  .waypoint = as_graph_space_waypoint, .exists = as_graph_space_exists, .flood = graph_flood,                          \
  .typical_cost = graph_typical_cost, .two_way = as_graph_space_two_way

as_space as_graph_space(astar_graph *g, astar_unit unit)
{
  static const as_space_ops ops = {COMMON_OPS, .prepare = graph_prepare, .expand = graph_expand, .run = graph_run,
                                   .arrivals = graph_arrivals};
  as_space space = as_space_on_graph(g, unit);
  space.ops = &ops;
  if (!(space.scale < INFINITY)) space.scale = 0;
  return space;
}

void as_graph_space_turn(as_space *space)
{
  static const as_space_ops ops = {COMMON_OPS, .prepare = back_prepare, .expand = back_expand, .run = back_run,
                                   .flow = back_flow, .arrivals = back_arrivals};
  space->ops = &ops;
  space->rules.back = true;
}

static bool graph_renew(as_space *space)
{
  as_space fresh = as_graph_space(space->self, space->unit);
  if (space->rules.back) as_graph_space_turn(&fresh);
  *space = fresh;
  return true;
}
