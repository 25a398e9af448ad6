/*
** fuzz_load.c: what pretends to be a saved space or crowd. The bytes become what a frame with the right length
** and checksum holds; or a space or crowd is made up, saved, and what is saved is changed in a few places. What
** is loaded must hold together, be saved as the same bytes again, and serve searches, edits and steps; nothing
** may take memory out of proportion.
*/
#include "fuzz.h"

#include "io/stream.h"

#define MOST 65536u

static unsigned char text[MOST], again[MOST];

/* ---- Memory: the most that was out at once ---- */

typedef struct scale {
  size_t bytes, most;
} scale;

static void *weigh(void *context, void *block, size_t old_size, size_t new_size)
{
  scale *s = context;
  void *fresh;
  s->bytes = s->bytes - old_size + new_size;
  if (s->bytes > s->most) s->most = s->bytes;
  if (new_size > 0) {
    fresh = realloc(block, new_size);
    CHECK(fresh);
    return fresh;
  }
  free(block);
  return NULL;
}

/* ---- Spaces to begin with ---- */

static double coordinate(void)
{
  return (double)below(16) - 4 + (double)below(4) / 4;
}

static void make_units(astar_graph *g)
{
  static const char *const names[] = {"wood", "sea", "", "r\0ad"};
  double costs[8];
  astar_unit_def def;
  uint32_t i, count = below(4), terrain;
  for (i = 0; i < count; i++)
    CHECK(astar_graph_terrain(g, names[i], i == 3 ? 4 : strlen(names[i]), &terrain) == ASTAR_OK);
  for (i = below(3); i > 0; i--) {
    uint32_t t;
    for (t = 0; t < 8; t++) costs[t] = one_in(3) ? NAN : one_in(3) ? INFINITY : 0.5 + below(4);
    def.costs = costs;
    def.cost_count = astar_graph_terrain_count(g);
    def.climb = one_in(2) ? (double)INFINITY : below(3);
    def.drop = one_in(2) ? (double)INFINITY : below(3);
    def.size = one_in(3) ? 1 + below(astar_graph_largest_size(g)) : 1;
    CHECK(astar_graph_set_unit(g, names[i], strlen(names[i]), &def) == ASTAR_OK);
  }
}

static astar_id any_node(const astar_graph *g)
{
  astar_id id = astar_graph_next(g, below(astar_graph_last_id(g) + 1));
  return id == ASTAR_NO_ID ? astar_graph_next(g, 0) : id;
}

static void edit_graph(astar_graph *g)
{
  astar_id a = any_node(g), b = any_node(g), id;
  double xyz[3];
  switch (below(9)) {
  case 8: {
    static const char *const names[] = {"fear", "crowd", ""};
    const uint32_t i = below(3);
    astar_layer layer;
    CHECK(astar_graph_layer(g, names[i], strlen(names[i]), &layer) == ASTAR_OK);
    if (a) CHECK(astar_layer_set(g, layer, a, one_in(3) ? 0 : 0.5 + below(4)) == ASTAR_OK);
    break;
  }
  case 0:
    xyz[0] = coordinate();
    xyz[1] = coordinate();
    xyz[2] = below(3);
    CHECK(astar_graph_add(g, xyz[0], xyz[1], xyz[2], &id) == ASTAR_OK);
    break;
  case 1:
    if (a > astar_grid_count(g)) astar_graph_remove(g, a);
    break;
  case 2:
    if (a) CHECK(astar_graph_set_terrain(g, a, 1 + below(astar_graph_terrain_count(g))) == ASTAR_OK);
    break;
  case 3:
    if (a) astar_graph_set_blocked(g, a, one_in(2));
    break;
  case 4:
    if (a && b && a != b) (void)astar_graph_unlink(g, a, b, one_in(2));
    break;
  case 5:
    if (astar_graph_free_id(g, &(uint64_t){0}) != ASTAR_NO_ID) astar_graph_recycle(g, one_in(2));
    break;
  default:
    if (a && b && a != b) {
      astar_link link = astar_default_link();
      if (one_in(3)) link.cost = below(5);
      if (one_in(3)) link.terrain = 1 + below(astar_graph_terrain_count(g));
      link.oneway = one_in(2);
      CHECK(astar_graph_link(g, a, b, &link) == ASTAR_OK);
    }
  }
}

static void any_grid(astar_grid_def *def)
{
  *def = astar_default_grid();
  def->width = 1 + below(5);
  def->height = 1 + below(5);
  def->shape = (astar_shape)below(6);
  if (def->shape <= ASTAR_ISOMETRIC) def->straight = one_in(3);
  def->corners = (astar_corners)below(3);
  def->drawn = def->shape > ASTAR_ISOMETRIC && one_in(2);
  def->wrap_x = one_in(4);
  def->wrap_y = one_in(4);
  if (def->wrap_x && def->shape >= ASTAR_ODD_Q) def->width *= 2;
  if (def->wrap_y && (def->shape == ASTAR_ODD_R || def->shape == ASTAR_EVEN_R)) def->height *= 2;
}

static void save_some_graph(astar_writer *w, bool cells)
{
  astar_graph *g = NULL;
  astar_grid_def def;
  uint32_t edits = 1 + below(40);
  any_grid(&def);
  if (cells) CHECK(astar_grid_create(NULL, NULL, &def, &g) == ASTAR_OK);
  else g = astar_graph_create(NULL, NULL);
  CHECK(g);
  make_units(g);
  while (edits-- > 0) edit_graph(g);
  astar_save_graph(g, w);
  astar_graph_destroy(g);
}

static void save_some_plane(astar_writer *w)
{
  double bounds[4] = {-5, -5, 20, 20}, corners[32];
  astar_plane *p = astar_plane_create(NULL, NULL, one_in(2) ? bounds : NULL);
  uint32_t i, count = below(6);
  astar_obstacle id;
  astar_fault fault;
  CHECK(p);
  for (i = 0; i < count; i++) {
    uint32_t n = 3 + below(9);
    double x = coordinate(), y = coordinate();
    astar_circle_corners(x, y, 1 + below(3), n, corners);
    CHECK(astar_plane_polygon(p, corners, n, &fault, &id) == ASTAR_OK);
    id = 1 + below(id);
    if (one_in(3) && astar_plane_has(p, id, NULL)) astar_plane_remove(p, id);
  }
  astar_save_plane(p, w);
  astar_plane_destroy(p);
}

/* ---- Crowds to begin with ---- */

/* What crowds stand on, the same for all: a map of 8 x 8 with walls, a plane, and a flow. */
static astar_graph *map;
static astar_plane *field;
static astar_search *flow;

static void make_grounds(void)
{
  astar_grid_def size = astar_default_grid();
  astar_search_def query = astar_default_search();
  const double bounds[4] = {0, 0, 8, 8};
  double corners[8];
  astar_unit_def unit;
  astar_obstacle id;
  astar_fault fault;
  astar_id goal;
  uint32_t i;
  if (map) return;
  size.width = size.height = 8;
  memset(&unit, 0, sizeof unit);
  unit.climb = unit.drop = INFINITY;
  unit.size = 1;
  CHECK(astar_grid_create(NULL, NULL, &size, &map) == ASTAR_OK);
  CHECK(astar_graph_set_unit(map, "walker", 6, &unit) == ASTAR_OK);
  for (i = 2; i < 7; i++) astar_graph_set_blocked(map, astar_grid_cell(map, 4, i, 1), true);
  field = astar_plane_create(NULL, NULL, bounds);
  CHECK(field);
  astar_box_corners(3.5, 4, 1, 5, 0, corners);
  CHECK(astar_plane_polygon(field, corners, 4, &fault, &id) == ASTAR_OK);
  goal = astar_grid_cell(map, 8, 8, 1);
  query.goals = &goal;
  query.goal_count = 1;
  query.reverse = query.unordered = true;
  flow = astar_search_create(NULL, NULL);
  CHECK(flow && astar_search_begin(flow, astar_on_graph(map), &query) == ASTAR_OK);
  CHECK(astar_search_step(flow, UINT64_MAX) == ASTAR_DONE);
}

/* Make groups of two units, or of fewer, and tell them where to go. */
static void make_groups(astar_groups *s, astar_agent first, astar_agent last)
{
  static const double places[2][2] = {{1, 0}, {-1, 0.5}};
  uint32_t i;
  for (i = below(3); i > 0; i--) {
    astar_group_def def = astar_default_group();
    const double goal[3] = {below(32) / 4.0, below(32) / 4.0, 0};
    astar_group group;
    def.formation = (astar_formation)below(6);
    def.places = places;
    def.place_count = def.formation == ASTAR_FORMATION_OWN ? 2 : 0;
    def.own_speed = one_in(3);
    CHECK(astar_group_create(s, &def, NULL, 0, &group) == ASTAR_OK);
    if (first != ASTAR_NO_AGENT) CHECK(astar_group_add(s, group, first) == ASTAR_OK);
    if (last != ASTAR_NO_AGENT) CHECK(astar_group_add(s, group, last) == ASTAR_OK);
    if (one_in(2)) astar_group_set_goal(s, group, goal, one_in(2) ? 1 + below(64) : ASTAR_NO_ID, 1);
  }
}

static void save_some_crowd(astar_writer *w)
{
  astar_crowd_def def = astar_default_crowd();
  astar_crowd *c;
  const bool seconds = one_in(2);
  uint32_t i;
  make_grounds();
  def.durations = one_in(2);
  c = astar_crowd_create(NULL, NULL, map, &def);
  CHECK(c);
  for (i = below(12); i > 0; i--) {
    astar_agent_def agent = astar_default_agent();
    astar_agent id = 0;
    agent.node = 1 + below(64);
    if (!one_in(4)) agent.goal = 1 + below(64);
    agent.priority = below(3);
    agent.speed = below(5) / 2.0;
    agent.unit = below(2);
    if (astar_graph_blocked(map, agent.node) || astar_crowd_at(c, agent.node) != ASTAR_NO_AGENT) continue;
    CHECK(astar_crowd_add(c, &agent, &id) == ASTAR_OK);
    if (one_in(5)) astar_crowd_remove(c, id);
    if (one_in(3)) CHECK((seconds ? astar_crowd_update(c, below(64) / 16.0) : astar_crowd_step(c)) == ASTAR_OK);
  }
  make_groups(astar_crowd_groups(c), astar_crowd_next(c, 0), astar_crowd_next(c, 1 + below(6)));
  if (one_in(2)) CHECK((seconds ? astar_crowd_update(c, 1.5) : astar_crowd_step(c)) == ASTAR_OK);
  astar_save_crowd(c, w);
  astar_crowd_destroy(c);
}

static void save_some_discs(astar_writer *w)
{
  astar_discs_def def = astar_default_discs();
  astar_discs *d;
  uint32_t i;
  make_grounds();
  def.expansions = 1 + below(6000);
  d = astar_discs_create(NULL, NULL, field, &def);
  CHECK(d && astar_discs_set_flow(d, 0, flow) == ASTAR_OK);
  for (i = below(10); i > 0; i--) {
    astar_disc_def disc = astar_default_disc();
    astar_agent id;
    astar_obstacle blocker;
    disc.x = below(32) / 4.0;
    disc.y = below(32) / 4.0;
    disc.radius = (1 + below(4)) / 8.0;
    disc.wish.kind = (astar_wish_kind)below(5);
    if (disc.wish.kind == ASTAR_WISH_PATH) disc.wish.kind = ASTAR_WISH_PLACE;
    disc.wish.x = below(8);
    disc.wish.y = below(8);
    CHECK(astar_discs_add(d, &disc, &id, &blocker) == ASTAR_OK);
    if (id && one_in(5)) astar_discs_remove(d, id);
    if (one_in(3)) CHECK(astar_discs_update(d, 0.25) == ASTAR_OK);
  }
  make_groups(astar_discs_groups(d), astar_discs_next(d, 0), astar_discs_next(d, 1 + below(6)));
  if (one_in(2)) CHECK(astar_discs_update(d, 0.25) == ASTAR_OK);
  astar_save_discs(d, w);
  astar_discs_destroy(d);
}

/* ---- What is loaded ---- */

static void use_graph(astar_graph *g)
{
  astar_search *s = astar_search_create(NULL, NULL);
  astar_search_def def = astar_default_search();
  astar_near_def near = astar_default_near();
  astar_near found;
  astar_id id;
  int i;
  CHECK(s);
  def.start = any_node(g);
  def.unit = below(astar_graph_unit_count(g) + 1);
  if (def.start != ASTAR_NO_ID) {
    CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK);
    (void)astar_search_step(s, 200);
  }
  (void)astar_graph_nearest(g, &near, &found);
  for (i = 0; i < 6; i++) edit_graph(g);
  CHECK(astar_graph_add(g, 1, 2, 3, &id) == ASTAR_OK);
  astar_graph_validate(g);
  astar_search_destroy(s);
}

static void use_plane(astar_plane *p)
{
  astar_search *s = astar_search_create(NULL, NULL);
  const astar_place start = astar_flat_place(coordinate(), 0), goal = astar_flat_place(0, coordinate());
  astar_search_def def = astar_default_search();
  double corners[8];
  astar_obstacle id;
  astar_fault fault;
  CHECK(s);
  def.start_place = &start;
  def.goal_places = &goal;
  def.goal_count = 1;
  def.radius = below(3) / 4.0;
  CHECK(astar_search_begin(s, astar_on_plane(p), &def) == ASTAR_OK);
  (void)astar_search_step(s, 50);
  astar_box_corners(coordinate(), 0, 1, 2, 0, corners);
  CHECK(astar_plane_polygon(p, corners, 4, &fault, &id) == ASTAR_OK);
  astar_plane_validate(p);
  astar_plane_remove(p, id);
  astar_search_destroy(s);
  astar_plane_validate(p);
}

static void use_crowd(astar_crowd *c)
{
  uint32_t i;
  for (i = 0; i < 4; i++) {
    const bool steps = i % 2 == 0 && (astar_crowd_get(c).durations || !astar_crowd_is_between(c));
    CHECK((steps ? astar_crowd_step(c) : astar_crowd_update(c, 1.3)) == ASTAR_OK);
    astar_crowd_validate(c);
  }
}

static void use_discs(astar_discs *d)
{
  uint32_t i;
  CHECK(astar_discs_set_flow(d, 0, flow) == ASTAR_OK);
  for (i = 0; i < 3; i++) {
    CHECK(astar_discs_update(d, 0.1) == ASTAR_OK);
    astar_discs_validate(d);
  }
}

/* What was loaded: one of these. */
typedef struct thing {
  astar_graph *graph;
  astar_plane *plane;
  astar_crowd *crowd;
  astar_discs *discs;
  bool on_grid; /* the discs */
} thing;

static astar_result load_thing(scale *s, astar_reader *r, thing *t)
{
  switch (r->kind) {
  case ASTAR_SAVED_PLANE: return astar_load_plane(weigh, s, r, &t->plane);
  case ASTAR_SAVED_CROWD: return astar_load_crowd(weigh, s, r, map, &t->crowd);
  case ASTAR_SAVED_DISCS:
    if (t->on_grid) return astar_load_discs_on_grid(weigh, s, r, map, &t->discs);
    return astar_load_discs(weigh, s, r, field, &t->discs);
  default: return astar_load_graph(weigh, s, r, &t->graph);
  }
}

static void save_thing(const thing *t, astar_writer *w)
{
  if (t->graph) astar_save_graph(t->graph, w);
  if (t->plane) astar_save_plane(t->plane, w);
  if (t->crowd) astar_save_crowd(t->crowd, w);
  if (t->discs) astar_save_discs(t->discs, w);
}

static void validate_thing(const thing *t)
{
  if (t->graph) astar_graph_validate(t->graph);
  if (t->plane) astar_plane_validate(t->plane);
  if (t->crowd) astar_crowd_validate(t->crowd);
  if (t->discs) astar_discs_validate(t->discs);
}

static void use_thing(const thing *t)
{
  if (t->graph) use_graph(t->graph);
  if (t->plane) use_plane(t->plane);
  if (t->crowd) use_crowd(t->crowd);
  if (t->discs) use_discs(t->discs);
}

static void destroy_thing(const thing *t)
{
  astar_crowd_destroy(t->crowd);
  astar_discs_destroy(t->discs);
  astar_plane_destroy(t->plane);
  astar_graph_destroy(t->graph);
}

/* What was loaded is saved as the same bytes, with the end if there is nothing after it. */
static void check_saved(const thing *t, astar_reader *r, size_t size, bool whole)
{
  astar_writer w = {again, MOST, 0}, count = {NULL, 0, 0};
  save_thing(t, &w);
  save_thing(t, &count);
  CHECK(w.size == count.size);
  if (astar_read_end(r)) {
    astar_save_end(&w);
    CHECK(w.size == size && memcmp(text, again, size) == 0);
  } else {
    CHECK(!whole && memcmp(text + 24, again + 24, w.size - 24) == 0);
  }
}

/* A crowd loaded onto another map, or onto one that has become another, need not be saved as the same bytes. */
static bool is_exact(const thing *t)
{
  return !t->on_grid && !t->crowd && !t->discs;
}

/* An empty plane takes 6 KB. Discs take room for sixteen at once, and on a map a plane. */
static bool is_in_proportion(astar_saved_kind kind, size_t most, size_t size)
{
  if (kind == ASTAR_SAVED_DISCS) return most <= 50000 + 10 * size;
  return most <= (kind == ASTAR_SAVED_CROWD ? 10000 : 4864) + 64 * size;
}

static void load_it(size_t size, bool whole)
{
  scale s = {0, 0};
  astar_reader r;
  thing t;
  astar_result result;
  memset(&t, 0, sizeof t);
  t.on_grid = below(2) == 1;
  make_grounds();
  if (!astar_reader_open(&r, (const char *)text, size)) {
    CHECK(!whole && r.error[0]);
    return;
  }
  result = load_thing(&s, &r, &t);
  CHECK(is_in_proportion(r.kind, s.most, size));
  if (result != ASTAR_OK) {
    CHECK(result == ASTAR_MALFORMED && r.error[0] && s.bytes == 0 && !whole);
    return;
  }
  validate_thing(&t);
  if (whole ? !t.on_grid : is_exact(&t)) check_saved(&t, &r, size, whole);
  use_thing(&t);
  destroy_thing(&t);
  CHECK(s.bytes == 0);
}

/* ---- Inputs ---- */

static void load_any(const uint8_t *data, size_t size)
{
  astar_writer w = {text, MOST, 0};
  uint32_t way, changes = 0;
  if (size < 2 || size > MOST / 4) return;
  given = data;
  given_end = data + size;
  way = below(256);
  if (way < 96) {
    as_save_begin(&w, (astar_saved_kind)(way % 5 + 1));
    memcpy(text + w.size, given, size - 1);
    w.size += size - 1;
  } else {
    switch (way % 5) {
    case 0: save_some_graph(&w, false); break;
    case 1: save_some_graph(&w, true); break;
    case 2: save_some_plane(&w); break;
    case 3: save_some_crowd(&w); break;
    default: save_some_discs(&w);
    }
    for (changes = below(5); changes > 0; changes--) {
      uint32_t at = 24 + below((uint32_t)w.size), kind = below(4);
      if (at >= w.size) continue;
      if (kind == 0) text[at] = (unsigned char)below(256);
      else if (kind == 1) text[at]++;
      else if (kind == 2) text[at]--;
      else text[at] ^= (unsigned char)(1u << below(8));
      way = 0;
    }
  }
  astar_save_end(&w);
  load_it(w.size, way >= 96);
  given = given_end = NULL;
}

FUZZER(load_any, fuzz_any_bytes, 20000)
