/*
** space_test.c: what a space offers to landmarks: a flood from a node, or to it, gives the costs that follow from the
** steps of expand(), and two_way() is right about these. On random graphs and grids of every kind.
*/
#include "engine/fast.h"
#include "engine/space.h"
#include "graph/graph_space.h"
#include "grid/grid_space.h"

#define MODEL_MAX 8u /* of the models, which are not used here */
#include "grid_world.h"

#define UNITS 4u    /* with ASTAR_NO_UNIT */
#define TERRAINS 4u /* with "default" */

/* ---- Steps ---- */

typedef struct step {
  uint32_t from, to; /* slots */
  double cost;
} step;

typedef struct steps {
  step *list;
  size_t count, capacity;
} steps;

static uint64_t steps_seen;

static void add_step(steps *s, uint32_t from, uint32_t to, double cost)
{
  step *next;
  if (s->count == s->capacity) {
    s->capacity = s->capacity * 2 + 64;
    s->list = realloc(s->list, s->capacity * sizeof *s->list);
    CHECK(s->list);
  }
  next = &s->list[s->count++];
  next->from = from;
  next->to = to;
  next->cost = cost;
}

/* Add all steps that can be made out of a node; nothing is known of any node. */
static void collect(const as_space *space, as_records *records, uint32_t slot, steps *s)
{
  const uint32_t most = space->ops->prepare(space->self, slot, AS_NO_SLOT);
  as_expansion e;
  uint32_t i;
  CHECK(most != AS_PREPARE_NO_MEMORY && (space->degree == 0 || most <= space->degree));
  memset(&e, 0, sizeof e);
  e.run = space->run;
  e.rules = &space->rules;
  e.records = *records;
  e.slot = slot;
  e.parent = AS_NO_SLOT;
  e.from = NAN;
  e.list = malloc(((size_t)most + 1) * sizeof *e.list); /* just so long, that the sanitizer sees what is beyond */
  CHECK(e.list);
  space->ops->expand(space->self, &e);
  CHECK(e.count <= most);
  for (i = 0; i < e.count; i++) {
    if (!(e.list[i].cost < INFINITY)) continue;
    CHECK(e.list[i].cost >= 0);
    add_step(s, slot, e.list[i].slot, e.list[i].cost);
  }
  free(e.list);
}

/* The costs from a slot, or to it: relax all steps until nothing changes. */
static void settle(const steps *s, uint32_t slot, bool back, double *costs, uint32_t slots)
{
  bool changed = true;
  uint32_t k;
  size_t i;
  for (k = 0; k < slots; k++) costs[k] = INFINITY;
  costs[slot] = 0;
  while (changed) {
    changed = false;
    for (i = 0; i < s->count; i++) {
      const uint32_t from = back ? s->list[i].to : s->list[i].from, to = back ? s->list[i].from : s->list[i].to;
      if (!(costs[from] + s->list[i].cost < costs[to])) continue;
      costs[to] = costs[from] + s->list[i].cost;
      changed = true;
    }
  }
}

/* A flood in slices of `n`. */
static void flood(const as_space *space, as_memory *m, as_flood *f, uint32_t slot, bool back, uint64_t n)
{
  const double typical = space->ops->typical_cost(space);
  as_fast_end stop;
  uint32_t i;
  CHECK(typical >= 0 && typical < INFINITY);
  for (i = 0; i < as_slots(space->layout); i++) f->g[i] = INFINITY;
  CHECK(as_flood_begin(f, m, slot, 0, typical));
  do {
    uint64_t left = n;
    stop = space->ops->flood(space, f, m, &left, back);
    CHECK(stop == AS_FAST_DONE || (stop == AS_FAST_PAUSED && left == 0));
  } while (stop == AS_FAST_PAUSED);
}

/* By each way back, whether there is a step of the same cost. */
static bool is_two_way(const steps *s, uint32_t slot)
{
  size_t i, k;
  for (i = 0; i < s->count; i++) {
    const step *there = &s->list[i];
    if (there->from != slot) continue;
    for (k = 0; k < s->count; k++) {
      const step *back = &s->list[k];
      if (back->from == there->to && back->to == slot && back->cost == there->cost) break;
    }
    if (k == s->count) return false;
  }
  return true;
}

static void check_floods(astar_graph *g, astar_unit unit)
{
  const as_space space = astar_grid_count(g) > 0 ? as_grid_space(g, unit) : as_graph_space(g, unit);
  const uint32_t slots = as_slots(space.layout);
  double *costs = malloc((slots + 1) * sizeof *costs);
  steps all = {NULL, 0, 0};
  as_records records;
  as_memory m;
  as_flood f;
  astar_id id;
  uint32_t round, i;
  memset(&f, 0, sizeof f);
  as_memory_init(&m, NULL, NULL);
  as_records_init(&records);
  as_radix_init(&f.fast.open);
  f.g = malloc((slots + 1) * sizeof *f.g);
  CHECK(f.g && costs && as_records_begin(&records, &m, slots, 0));
  for (id = astar_graph_next(g, ASTAR_NO_ID); id != ASTAR_NO_ID; id = astar_graph_next(g, id))
    collect(&space, &records, as_slot(space.layout, id), &all);
  for (round = 0; round < 2 && astar_graph_count(g) > 0; round++) {
    const uint32_t slot = as_slot(space.layout, astar_graph_next(g, below(astar_graph_last_id(g))));
    const bool back = round == 1;
    if (slot == AS_NO_SLOT || !space.ops->enterable(g, &space.rules, slot)) continue;
    settle(&all, slot, back, costs, slots);
    flood(&space, &m, &f, slot, back, one_in(2) ? 1 + below(20) : 1000000);
    for (i = 0; i < slots; i++) CHECK(f.g[i] == costs[i]);
    if (all.count < 500) CHECK(!space.ops->two_way(&space, slot) || is_two_way(&all, slot));
  }
  steps_seen += all.count;
  as_records_free(&records, &m);
  as_radix_free(&f.fast.open, &m);
  CHECK(m.used == 0);
  free(f.g);
  free(costs);
  free(all.list);
}

static void check_units(astar_graph *g)
{
  astar_unit unit;
  for (unit = 0; unit <= astar_graph_unit_count(g); unit++) check_floods(g, unit);
}

/* ---- Random spaces ---- */

/* A node of any kind: of those that live about the one with this id. */
static astar_id pick(const astar_graph *g)
{
  astar_id id = astar_graph_next(g, below(astar_graph_last_id(g) + 1));
  return id != ASTAR_NO_ID ? id : astar_graph_next(g, ASTAR_NO_ID);
}

static void name_terrains(astar_graph *g)
{
  uint32_t t;
  for (t = 1; t < TERRAINS; t++) {
    const char name = (char)('0' + t);
    astar_terrain terrain;
    CHECK(astar_graph_terrain(g, &name, 1, &terrain) == ASTAR_OK && terrain == t + 1);
  }
}

static void set_units(astar_graph *g, model_style style)
{
  static const double multipliers[] = {1, 2, 0.5, 5, 1.0 / 3, NAN, INFINITY};
  uint32_t u, t;
  for (u = 1; u < UNITS; u++) {
    const char name = (char)('0' + u);
    double costs[TERRAINS];
    astar_unit_def def = {NULL, TERRAINS, INFINITY, INFINITY, 1};
    def.costs = costs;
    for (t = 0; t < TERRAINS; t++) costs[t] = multipliers[below(7)];
    if (one_in(2)) def.climb = model_number(style);
    if (one_in(2)) def.drop = model_number(style);
    if (one_in(3)) def.size = 1 + below(astar_graph_largest_size(g) < 4 ? astar_graph_largest_size(g) : 4);
    CHECK(astar_graph_set_unit(g, &name, 1, &def) == ASTAR_OK);
  }
}

static void join(astar_graph *g, model_style style)
{
  astar_link link = astar_default_link();
  const astar_id a = pick(g), b = pick(g);
  if (a == b) return;
  if (one_in(2)) link.cost = model_number(style);
  link.oneway = one_in(2);
  if (one_in(3)) link.terrain = 1 + below(TERRAINS);
  CHECK(astar_graph_link(g, a, b, &link) == ASTAR_OK);
}

/* Nodes that are blocked, of several terrains, and higher or lower. */
static void change_nodes(astar_graph *g, model_style style, bool heights)
{
  const uint32_t blocked = below(4), terrains = below(3);
  astar_id id;
  for (id = astar_graph_next(g, ASTAR_NO_ID); id != ASTAR_NO_ID; id = astar_graph_next(g, id)) {
    double p[3];
    if (below(8) < blocked) astar_graph_set_blocked(g, id, true);
    if (below(3) < terrains) CHECK(astar_graph_set_terrain(g, id, 1 + below(TERRAINS)) == ASTAR_OK);
    if (!heights || one_in(2)) continue;
    astar_graph_position(g, id, p);
    p[2] += one_in(2) ? model_number(style) : -model_number(style);
    if (!isfinite(p[2])) p[2] = 0;
    CHECK(astar_graph_move(g, id, p) == ASTAR_OK);
  }
}

static void cut_some(astar_graph *g)
{
  uint32_t i;
  for (i = below(4); i > 0; i--) {
    const astar_id a = pick(g);
    const uint32_t degree = astar_graph_link_count(g, a);
    if (one_in(8)) (void)astar_graph_isolate(g, a);
    else if (degree > 0) (void)astar_graph_unlink(g, a, astar_graph_link_at(g, a, below(degree)).to, one_in(2));
  }
}

static void graphs(void)
{
  uint32_t i, k, n = cases(600);
  for (i = 0; i < n; i++) {
    astar_graph *g = astar_graph_create(NULL, NULL);
    model_style style;
    uint32_t size, links;
    CHECK(g);
    seed_case(i);
    style = (model_style)below(STYLES);
    size = 1 + below(one_in(4) ? 300 : 12);
    links = below(size * 4);
    name_terrains(g);
    set_units(g, style);
    for (k = 0; k < size; k++) {
      astar_id id;
      double p[3];
      model_place(style, p);
      CHECK(astar_graph_add(g, p[0], p[1], p[2], &id) == ASTAR_OK);
    }
    for (k = 0; k < links; k++) join(g, style);
    change_nodes(g, style, one_in(3));
    check_units(g);
    cut_some(g);
    for (k = below(size); k > 0; k--) {
      if (one_in(3)) astar_graph_remove(g, pick(g));
    }
    if (one_in(2)) CHECK(astar_graph_optimize(g) == ASTAR_OK);
    set_units(g, style);
    check_units(g);
    astar_graph_destroy(g);
  }
}

/* Close steps, both ways or one way only. */
static void build_walls(astar_graph *g)
{
  uint32_t i;
  for (i = below(8); i > 0; i--) {
    const astar_id a = 1 + below(astar_grid_count(g));
    const uint32_t degree = astar_graph_link_count(g, a);
    const astar_id b = degree > 0 ? astar_graph_link_at(g, a, below(degree)).to : a;
    if (!astar_grid_neighbours(g, a, b)) continue;
    if (one_in(2)) astar_grid_wall(g, a, b, true);
    else (void)astar_graph_unlink(g, a, b, true);
  }
}

/* Links between cells and waypoints, beside steps and across the map. */
static void add_links(astar_graph *g, model_style style)
{
  uint32_t i;
  for (i = below(6); i > 0; i--) {
    double p[3];
    astar_id id;
    astar_graph_position(g, pick(g), p);
    CHECK(astar_graph_add(g, p[0], p[1], p[2] + 1, &id) == ASTAR_OK);
  }
  for (i = below(20); i > 0; i--) join(g, style);
  if (one_in(4)) {
    const astar_id waypoint = astar_graph_next(g, astar_grid_count(g));
    if (waypoint != ASTAR_NO_ID) astar_graph_remove(g, waypoint);
  }
  for (i = below(6); i > 0; i--) {
    const astar_id a = 1 + below(astar_grid_count(g));
    const uint32_t degree = astar_graph_link_count(g, a);
    astar_link link = astar_default_link();
    if (degree == 0) continue;
    if (one_in(2)) link.cost = model_number(style);
    else link.terrain = 1 + below(TERRAINS);
    link.oneway = one_in(2);
    CHECK(astar_graph_link(g, a, astar_graph_link_at(g, a, below(degree)).to, &link) == ASTAR_OK);
  }
}

static void grids(void)
{
  uint32_t i, n = cases(2500);
  for (i = 0; i < n; i++) {
    astar_grid_def def;
    astar_graph *g;
    model_style style;
    bool many;
    seed_case(i);
    def = grid_choose(one_in(4) ? 100 : 24);
    style = one_in(2) ? STYLE_WHOLE : STYLE_REAL;
    many = one_in(16); /* more than a page of records */
    if (many) {
      def.width += 20;
      def.height += 20;
    }
    CHECK(astar_grid_create(NULL, NULL, &def, &g) == ASTAR_OK);
    name_terrains(g);
    set_units(g, style);
    check_floods(g, ASTAR_NO_UNIT);
    change_nodes(g, style, one_in(3));
    if (one_in(2)) build_walls(g);
    check_units(g);
    if (one_in(2)) add_links(g, style);
    if (one_in(2)) cut_some(g);
    if (one_in(3)) CHECK(astar_graph_optimize(g) == ASTAR_OK);
    set_units(g, style);
    check_units(g);
    astar_graph_destroy(g);
  }
}

/* On maps of one and two columns or rows that wrap, where neighbours on two sides are one cell: every kind there is. */
static void narrow_maps(void)
{
  uint32_t kind;
  for (kind = 0; kind < 6 * 3 * 2 * 4 * 16; kind++) {
    astar_grid_def def = astar_default_grid();
    astar_graph *g;
    def.shape = (astar_shape)(kind % 6);
    def.corners = (astar_corners)(kind / 6 % 3);
    def.straight = kind / 18 % 2 == 1 && !grid_is_hexagonal(&def);
    def.wrap_x = kind / 36 % 2 == 1;
    def.wrap_y = kind / 72 % 2 == 1;
    def.width = 1 + kind / 144 % 4;
    def.height = 1 + kind / 576;
    if (grid_is_hexagonal(&def) && !grid_is_in_rows(&def) && def.width % 2 == 1) def.wrap_x = false;
    if (grid_is_hexagonal(&def) && grid_is_in_rows(&def) && def.height % 2 == 1) def.wrap_y = false;
    seed_case(kind);
    CHECK(astar_grid_create(NULL, NULL, &def, &g) == ASTAR_OK);
    check_floods(g, ASTAR_NO_UNIT);
    build_walls(g);
    if (one_in(2)) astar_graph_set_blocked(g, pick(g), true);
    check_floods(g, ASTAR_NO_UNIT);
    astar_graph_destroy(g);
  }
}

int main(void)
{
  graphs();
  narrow_maps();
  grids();
  CHECK(steps_seen > 10000);
  return check_summary("space_test");
}
