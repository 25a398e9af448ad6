/*
** graph_space.c: see graph_space.h. What the steps of a node are, and what they cost, is in each_link() only. Nodes are
** expanded in parts of a few links, in two passes: the first finds the steps that may improve what is known, without a
** branch, which would often be mispredicted, and the second relaxes these.
*/
#include "graph/graph_space.h"

#include "engine/flow.h"
#include "engine/loop.h"

#include <string.h>

/* ---- Steps ---- */

/* The cost of a link by the general rule. */
static AS_NOINLINE double special_cost(const astar_graph *g, const as_rules *rules, const as_node *n,
                                       const as_link *link)
{
  return as_link_cost(rules, n, &g->nodes[link->to], link);
}

/*
** Takes a step of a node: one out of it to a slot, or one to it from there. The cost is INFINITY if it cannot be made,
** NAN if the unit can never enter where it leads.
*/
typedef void take_step(void *context, uint32_t slot, double cost);

/*
** Take the steps out of a node along some of its ends, or those to it. `special`: the rules are limited, or some links
** have a terrain of their own.
*/
static AS_INLINE void each_link(const astar_graph *g, const as_rules *rules, uint32_t slot, const as_link *link,
                                const as_link *last, bool back, bool special, take_step *take, void *context)
{
  const as_node *n = &g->nodes[slot];
  const double *costs = rules->costs;
  for (; link < last; link++) {
    if (back) {
      const as_link *used = as_link_back(g, slot, link);
      if (used) take(context, link->to, as_link_cost(rules, &g->nodes[link->to], n, used));
    } else {
      take(context, link->to,
           special ? special_cost(g, rules, n, link) : link->base * costs[link->entry & AS_ENTRY_TERRAIN]);
    }
  }
}

static AS_INLINE bool is_special(const astar_graph *g, const as_rules *rules)
{
  return rules->limited || g->own_terrains > 0;
}

/* The ends of a tidy node that steps out of it may be along, or steps to it: none if the unit cannot enter it. */
static AS_INLINE uint32_t end_count(const astar_graph *g, const as_rules *rules, uint32_t slot, bool back)
{
  const as_node *n = &g->nodes[slot];
  if (!back) return n->out;
  return isnan(rules->costs[as_node_entry(n)]) ? 0 : n->all;
}

/* Take all steps of a tidy node. */
static AS_INLINE void each_step(const astar_graph *g, const as_rules *rules, uint32_t slot, bool back, take_step *take,
                                void *context)
{
  const as_link *link = as_ends(g, &g->nodes[slot]);
  each_link(g, rules, slot, link, link + end_count(g, rules, slot, back), back, is_special(g, rules), take, context);
}

/* ---- Expanding ---- */

static uint32_t graph_prepare(void *self, uint32_t slot, uint32_t parent)
{
  const astar_graph *g = self;
  (void)parent;
  as_tidy(g, &g->nodes[slot]);
  return g->nodes[slot].out;
}

static uint32_t back_prepare(void *self, uint32_t slot, uint32_t parent)
{
  const astar_graph *g = self;
  (void)graph_prepare(self, slot, parent);
  return g->nodes[slot].all;
}

typedef struct listing {
  as_expansion e;
  const as_node *nodes;
} listing;

static AS_INLINE void add_step(void *context, uint32_t slot, double cost)
{
  listing *l = context;
  AS_PREFETCH(&l->nodes[slot]); /* its position is read if it is opened */
  as_expansion_add(&l->e, slot, cost);
}

static AS_INLINE void add_back(void *context, uint32_t slot, double cost)
{
  if (cost < INFINITY) add_step(context, slot, cost);
}

static void graph_expand(void *self, as_expansion *e)
{
  const astar_graph *g = self;
  listing l;
  l.e = *e;
  l.nodes = g->nodes;
  each_step(g, e->rules, e->slot, false, add_step, &l);
  e->count = l.e.count;
}

static void back_expand(void *self, as_expansion *e)
{
  const astar_graph *g = self;
  listing l;
  l.e = *e;
  l.nodes = g->nodes;
  each_step(g, e->rules, e->slot, true, add_back, &l);
  e->count = l.e.count;
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

/* ---- Parts ---- */

/* Links are relaxed in parts of this many. */
#define PART 64u

/* The steps of a part that may improve what is known. */
typedef struct part {
  const as_rules *rules;
  const as_node *nodes;
  double from;
  uint32_t found, slots[PART];
  double steps[PART]; /* costs of the steps; of a flood and in any order those of the nodes */
  /* Of a search; a copy, as the compiler would read it again after each store. */
  as_records all;
  as_record *records[PART];
  /* Of a flood. */
  const double *known;
} part;

/* Take the next steps of a node in a part, along at most PART ends from `link` on; return the end behind them. */
static AS_INLINE const as_link *next_part(const astar_graph *g, part *p, uint32_t slot, const as_link *link,
                                          const as_link *last, bool back, bool special, take_step *take)
{
  const as_link *end = last - link > (ptrdiff_t)PART ? link + PART : last;
  p->found = 0;
  each_link(g, p->rules, slot, link, end, back, special, take, p);
  return end;
}

/* ---- The exact loop ---- */

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

static AS_INLINE void take_cheaper(void *context, uint32_t slot, double cost)
{
  part *p = context;
  as_record *record = as_records_peek(&p->all, slot);
  AS_PREFETCH(&p->nodes[slot]); /* its position is read if it is opened */
  p->slots[p->found] = slot;
  p->steps[p->found] = cost;
  p->records[p->found] = record;
  p->found += !((int)as_record_known(p->all.run_mark, record) &
                !(record->g > as_advance(p->rules, p->from, cost, slot)));
}

/* `straight`: the estimate is AS_ESTIMATE_STRAIGHT. */
static AS_INLINE bool relax_node(const astar_graph *g, astar_search *s, uint32_t slot, double cost, bool back,
                                 bool straight)
{
  const as_rules *rules = &s->space.rules;
  const bool special = is_special(g, rules);
  const as_link *link = as_ends(g, &g->nodes[slot]), *last = link + end_count(g, rules, slot, back);
  const double from = as_depart(rules, cost, slot);
  part p;
  uint32_t i;
  p.rules = rules;
  p.nodes = g->nodes;
  p.from = from;
  p.all = s->records;
  while (link < last) {
    link = next_part(g, &p, slot, link, last, back, special, take_cheaper);
    for (i = 0; i < p.found; i++) {
      const uint32_t to = p.slots[i];
      as_record *record = p.records[i];
      const double next = as_advance(rules, from, p.steps[i], to);
      if (!(next < INFINITY) || !as_loop_ordinary(s, record, next)) {
        if (!as_loop_relax_any(s, to, p.steps[i], from)) return false;
      } else {
        double h;
        if (straight) {
          const as_node *node = &p.nodes[to];
          const as_link *ends = as_ends(g, node);
          AS_PREFETCH(ends); /* most nodes are expanded soon after they are opened */
          AS_PREFETCH(ends + 4);
          h = as_scaled(&s->heuristic, as_distance(node->position, s->heuristic.goals[0]));
        } else {
          h = as_estimate(&s->heuristic, &s->space, to);
        }
        if (!as_loop_open(s, to, record, next, h)) return false;
      }
    }
  }
  return true;
}

static AS_INLINE bool relax_straight(void *context, astar_search *s, uint32_t slot, double g)
{
  return relax_node(context, s, slot, g, false, true);
}

static AS_INLINE bool relax_any(void *context, astar_search *s, uint32_t slot, double g)
{
  return relax_node(context, s, slot, g, false, false);
}

static AS_INLINE bool relax_back(void *context, astar_search *s, uint32_t slot, double g)
{
  return relax_node(context, s, slot, g, true, false);
}

static uint64_t run_straight(astar_search *s, uint64_t n)
{
  return as_loop(s, n, s->space.self, takes_node, fetch_node, relax_straight);
}

static uint64_t run_any(astar_search *s, uint64_t n)
{
  return as_loop(s, n, s->space.self, takes_node, fetch_node, relax_any);
}

static uint64_t graph_run(astar_search *s, uint64_t n)
{
  return s->heuristic.by == AS_ESTIMATE_STRAIGHT ? run_straight(s, n) : run_any(s, n);
}

static uint64_t back_run(astar_search *s, uint64_t n)
{
  return as_loop(s, n, s->space.self, takes_node, fetch_node, relax_back);
}

/* ---- The loop in any order ---- */

/* Have the links of a node read soon, which may be removed. */
static AS_INLINE void fetch_links(const astar_graph *g, uint32_t slot)
{
  const as_link *link;
  if (slot == AS_NO_SLOT || !(g->nodes[slot].flags & AS_NODE_ALIVE)) return;
  link = as_ends(g, &g->nodes[slot]);
  AS_PREFETCH(link);
  AS_PREFETCH(link + 4);
}

/* Also if it leads there at the same cost: as_flow_relax() chooses the parent. */
static AS_INLINE void take_flow(void *context, uint32_t slot, double cost)
{
  part *p = context;
  const as_record *record = as_records_peek(&p->all, slot);
  const double next = as_advance(p->rules, p->from, cost, slot);
  p->slots[p->found] = slot;
  p->steps[p->found] = next;
  p->found += (next < INFINITY) & !((int)as_record_current(&p->all, record) & (record->g < next));
}

static AS_INLINE bool flow_node(void *context, uint32_t slot, double g, uint32_t next, bool back)
{
  astar_search *s = context;
  const astar_graph *graph = s->space.self;
  const as_rules *rules = &s->space.rules;
  const as_link *link, *last;
  part p;
  uint32_t i;
  fetch_links(graph, next);
  as_tidy(graph, &graph->nodes[slot]);
  link = as_ends(graph, &graph->nodes[slot]);
  last = link + end_count(graph, rules, slot, back);
  p.rules = rules;
  p.from = as_depart(rules, g, slot);
  p.all = s->records;
  s->current = slot;
  while (link < last) {
    link = next_part(graph, &p, slot, link, last, back, !back && is_special(graph, rules), take_flow);
    for (i = 0; i < p.found; i++) {
      if (!as_flow_relax(s, p.slots[i], as_records_peek(&s->records, p.slots[i]), p.steps[i])) return false;
    }
  }
  return true;
}

static AS_INLINE bool flow_in(void *context, uint32_t slot, double g, uint32_t next)
{
  return flow_node(context, slot, g, next, true);
}

static AS_INLINE bool flow_out(void *context, uint32_t slot, double g, uint32_t next)
{
  return flow_node(context, slot, g, next, false);
}

static as_fast_end back_flow(astar_search *s, uint64_t *n)
{
  return as_fast_loop(&s->fast, n, &s->touched_count, &s->records, NULL, s, NULL, flow_in);
}

static as_fast_end graph_flow(astar_search *s, uint64_t *n)
{
  return as_fast_loop(&s->fast, n, &s->touched_count, &s->records, NULL, s, NULL, flow_out);
}

/* ---- Landmarks ---- */

static AS_INLINE void take_flood(void *context, uint32_t slot, double cost)
{
  part *p = context;
  const double next = as_advance(p->rules, p->from, cost, slot);
  p->slots[p->found] = slot;
  p->steps[p->found] = next;
  p->found += next < p->known[slot];
}

typedef struct flooding {
  const astar_graph *graph;
  const as_rules *rules;
  as_flood *flood;
  as_memory *memory;
  bool back;
} flooding;

static AS_INLINE bool flood_node(void *context, uint32_t slot, double from, uint32_t next)
{
  const flooding *c = context;
  const astar_graph *g = c->graph;
  const as_rules *rules = c->rules;
  const bool special = is_special(g, rules);
  const as_link *link, *last;
  part p;
  uint32_t i;
  fetch_links(g, next);
  if (!(g->nodes[slot].flags & AS_NODE_ALIVE)) return true;
  as_tidy(g, &g->nodes[slot]);
  link = as_ends(g, &g->nodes[slot]);
  last = link + end_count(g, rules, slot, c->back);
  p.rules = rules;
  p.from = from;
  p.known = c->flood->g;
  c->flood->greatest = as_max(c->flood->greatest, from);
  while (link < last) {
    link = next_part(g, &p, slot, link, last, c->back, special, take_flood);
    for (i = 0; i < p.found; i++) {
      as_fetch_node(&g->nodes[p.slots[i]]);
      if (!as_flood_reach(c->flood, c->memory, p.slots[i], p.steps[i])) return false;
    }
  }
  return true;
}

static as_fast_end graph_flood(const as_space *space, as_flood *flood, as_memory *m, uint64_t *n, bool back)
{
  flooding c;
  c.graph = space->self;
  c.rules = &space->rules;
  c.flood = flood;
  c.memory = m;
  c.back = back;
  return as_fast_loop(&flood->fast, n, &flood->reached, NULL, flood->g, &c, NULL, flood_node);
}

static double graph_typical_cost(const as_space *space)
{
  const astar_graph *g = space->self;
  return as_min(as_ratios_typical_base(&g->ratios) * (space->scale > 0 ? space->scale : 1), DBL_MAX);
}

static bool graph_two_way(const as_space *space, uint32_t index)
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

typedef struct arrivals {
  as_successor *list;
  uint32_t count;
} arrivals;

static AS_INLINE void append_arrival(void *context, uint32_t slot, double cost)
{
  arrivals *a = context;
  a->list[a->count].slot = slot;
  a->list[a->count++].cost = cost;
}

/* Backwards, a step that leads to a node which the unit cannot enter is none. */
static AS_INLINE void append_back_arrival(void *context, uint32_t slot, double cost)
{
  if (!isnan(cost)) append_arrival(context, slot, cost);
}

static uint32_t back_arrivals(const as_space *space, uint32_t slot, as_successor *list)
{
  const astar_graph *g = space->self;
  arrivals a = {list, 0};
  if (g->nodes[slot].flags & AS_NODE_ALIVE) each_step(g, &space->rules, slot, false, append_back_arrival, &a);
  return a.count;
}

/* Also those to a node that the unit cannot enter. */
static uint32_t graph_arrivals(const as_space *space, uint32_t slot, as_successor *list)
{
  const astar_graph *g = space->self;
  const as_node *n = &g->nodes[slot];
  arrivals a = {list, 0};
  if (!(n->flags & AS_NODE_ALIVE)) return 0;
  each_link(g, &space->rules, slot, as_ends(g, n), as_ends(g, n) + n->all, true, true, append_arrival, &a);
  return a.count;
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
  space.spare = g->spare;
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
  .typical_cost = graph_typical_cost, .two_way = graph_two_way

as_space as_graph_space(astar_graph *g, astar_unit unit)
{
  static const as_space_ops ops = {COMMON_OPS, .prepare = graph_prepare, .expand = graph_expand, .run = graph_run,
                                   .flow = graph_flow, .arrivals = graph_arrivals};
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
