/*
** grid_world.h: a grid with its model, edited alike, in memory that may run out; and what a
** search on it has told, to be asked again after it has ended. For tests and fuzzers.
*/
#ifndef GRID_WORLD_H
#define GRID_WORLD_H

#include "grid_model.h"

#define GRID_CELLS (MODEL_MAX - MODEL_MAX / 8) /* at most; the other ids are for waypoints */

typedef struct grid_world {
  ledger books;
  astar_graph *grid;
  grid_model model;
  model_style style;
  bool calm; /* no step is ever closed, and no cell has a height: the case that searches are made for */
  uint64_t failures; /* of allocations that a call reported */
} grid_world;

/* ---- Calls that may fail ---- */

typedef struct grid_before {
  uint64_t failed, version;
  uint32_t terrains, units;
} grid_before;

static inline grid_before grid_now(const grid_world *w)
{
  grid_before b;
  b.failed = w->books.failed;
  b.version = astar_graph_version(w->grid);
  b.terrains = astar_graph_terrain_count(w->grid);
  b.units = astar_graph_unit_count(w->grid);
  return b;
}

/* A call reported that memory ran out: that must be so, and nothing changed. Then there is memory again. */
static inline bool grid_recover(grid_world *w, const grid_before *before)
{
  grid_before now = grid_now(w);
  CHECK(now.failed > before->failed && now.version == before->version);
  CHECK(now.terrains == before->terrains && now.units == before->units);
  w->books.fail_at = 0;
  w->failures++;
  astar_graph_validate(w->grid);
  grid_compare(&w->model, w->grid);
  return true;
}

/* Call until it works: the second time it has to. */
#define GRID_TRY(w, call) \
  do { \
    grid_before before_ = grid_now(w); \
    astar_result result_ = (call); \
    if (result_ == ASTAR_NO_MEMORY && grid_recover(w, &before_)) result_ = (call); \
    CHECK(result_ == ASTAR_OK); \
  } while (0)

/* ---- Making ---- */

/* A grid of any kind, with so many cells at most. */
static inline astar_grid_def grid_choose(uint32_t cells)
{
  static const double sizes[] = {1, 1, 32, 0.1, 7, 1e-150, 1e150};
  static const double diagonals[] = {1.5, 1.4142, 1, 2, 3, 0.7};
  astar_grid_def d = astar_default_grid();
  bool hexagons;
  uint32_t most;
  d.shape = (astar_shape)below(6);
  hexagons = grid_is_hexagonal(&d);
  d.width = 1 + below(one_in(3) ? 3 : 12);
  most = cells / d.width;
  d.height = 1 + below(one_in(3) && most > 3 ? 3 : most);
  if (most > 12 && one_in(2)) d.height = 1 + below(12);
  d.straight = one_in(4) && !hexagons;
  d.corners = (astar_corners)below(3);
  d.cell[0] = d.cell[1] = sizes[below(7)];
  if (one_in(4)) d.cell[1] = d.cell[0] * (one_in(2) ? 0.5 : 1.3);
  d.drawn = hexagons && one_in(2);
  d.wrap_x = one_in(3) && !(hexagons && !grid_is_in_rows(&d) && d.width % 2 == 1);
  d.wrap_y = one_in(3) && !(hexagons && grid_is_in_rows(&d) && d.height % 2 == 1);
  if (one_in(3) && !hexagons && (d.cell[0] == d.cell[1] || d.shape == ASTAR_ISOMETRIC)) {
    /* Around a single row or column a diagonal step leads where a straight one does. */
    bool single = (d.wrap_x && d.width == 1) || (d.wrap_y && d.height == 1);
    d.diagonal = diagonals[below(single ? 2 : 6)];
  }
  if (one_in(2)) {
    d.origin[0] = (below(41) - 20.0) * d.cell[0] / 4;
    d.origin[1] = (below(41) - 20.0) * d.cell[1] / 4;
    d.origin[2] = below(3);
  }
  return d;
}

/* Terrains are called "default", "1", "2", ..., units "1", "2", .... */
static inline void grid_world_create(grid_world *w, const astar_grid_def *def, model_style style)
{
  astar_grid_def read;
  uint32_t t, u;
  memset(w, 0, sizeof *w);
  w->style = style;
  w->calm = one_in(2);
  grid_model_init(&w->model, def);
  CHECK(astar_grid_create(ledger_alloc, &w->books, def, &w->grid) == ASTAR_OK);
  CHECK(astar_grid_get(w->grid, &read) && read.width == def->width && read.shape == def->shape);
  grid_settle(&w->model, w->grid);
  for (t = 1; t < MODEL_TERRAINS; t++) {
    char name = (char)('0' + t);
    astar_terrain terrain;
    GRID_TRY(w, astar_graph_terrain(w->grid, &name, 1, &terrain));
    CHECK(terrain == t + 1);
  }
  for (u = 1; u < MODEL_UNITS; u++) {
    char name = (char)('0' + u);
    GRID_TRY(w, astar_graph_set_unit(w->grid, &name, 1, &w->model.graph.units[u]));
    CHECK(astar_graph_unit(w->grid, &name, 1) == u);
  }
}

static inline void grid_world_destroy(grid_world *w)
{
  astar_graph_destroy(w->grid);
  CHECK(w->books.blocks == 0 && w->books.bytes == 0);
}

/* ---- Edits ---- */

static inline astar_id grid_pick_cell(const grid_world *w)
{
  return 1 + below(w->model.cells);
}

/* A neighbour of a cell, or another cell if it has none. */
static inline astar_id grid_pick_neighbour(const grid_world *w, astar_id cell)
{
  uint32_t count = w->model.way_count[cell];
  return count > 0 ? w->model.ways[cell][below(count)].to : grid_pick_cell(w);
}

static inline double grid_pick_height(const grid_world *w)
{
  double z = one_in(3) ? model_number(w->style) : w->model.def.origin[2];
  return one_in(4) ? -z : z;
}

/* A place on the map or near it. */
static inline void grid_pick_place(const grid_world *w, double xyz[3])
{
  const double *size = w->model.def.cell;
  astar_id cell = grid_pick_cell(w);
  int i;
  memcpy(xyz, w->model.graph.nodes[cell].position, 2 * sizeof *xyz);
  for (i = 0; i < 2; i++) {
    if (one_in(3)) xyz[i] += (below(17) - 8.0) / 4 * size[i];
    else if (one_in(2)) xyz[i] += (fraction() - 0.5) * size[i];
  }
  xyz[2] = grid_pick_height(w);
}

/* Add a waypoint; once MODEL_MAX ids are in use only by recycling, if nothing begun before `oldest` forbids it. */
static inline bool grid_world_add(grid_world *w, uint64_t oldest)
{
  model *m = &w->model.graph;
  astar_id id = ASTAR_NO_ID, resting = ASTAR_NO_ID;
  uint64_t removed_at = 0;
  double p[3];
  if (m->last_id == MODEL_MAX || one_in(2)) {
    resting = astar_graph_free_id(w->grid, &removed_at);
    if (resting != ASTAR_NO_ID && removed_at > oldest) resting = ASTAR_NO_ID;
    if (resting == ASTAR_NO_ID && m->last_id == MODEL_MAX) return false;
    if (resting != ASTAR_NO_ID) astar_graph_recycle(w->grid, true);
  }
  CHECK(astar_graph_next_id(w->grid) == (resting ? resting : m->last_id + 1));
  grid_pick_place(w, p);
  GRID_TRY(w, astar_graph_add(w->grid, p[0], p[1], p[2], &id));
  model_add(m, id, resting, p);
  return true;
}

static inline void grid_world_set_unit(grid_world *w)
{
  static const double multipliers[] = {1, 2, 0.5, 5, 1e-3, 8, INFINITY};
  astar_unit unit = 1 + below(MODEL_UNITS - 1);
  astar_unit_def *def = &w->model.graph.units[unit];
  double *costs = w->model.graph.costs[unit];
  double same = one_in(2) ? multipliers[below(6)] : NAN; /* then it pays that or cannot enter */
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
  GRID_TRY(w, astar_graph_set_unit(w->grid, &name, 1, def));
}

static inline void grid_world_link(grid_world *w)
{
  astar_id a = model_pick(&w->model.graph), b = model_pick(&w->model.graph);
  astar_link link = astar_default_link();
  if (one_in(2) && grid_is_cell(&w->model, a)) b = grid_pick_neighbour(w, a);
  if (a == b) return;
  if (one_in(3)) link.cost = model_number(w->style);
  link.oneway = one_in(3);
  link.terrain = one_in(4) ? 1 + below(MODEL_TERRAINS) : ASTAR_NO_TERRAIN;
  GRID_TRY(w, astar_graph_link(w->grid, a, b, &link));
  grid_join(&w->model, a, b, &link);
}

/* Open and block many cells at once, as maps are made. */
static inline void grid_world_scatter(grid_world *w, uint32_t percent)
{
  astar_id id;
  for (id = 1; id <= w->model.cells; id++) {
    bool blocked = below(100) < percent;
    astar_graph_set_blocked(w->grid, id, blocked);
    w->model.graph.nodes[id].blocked = blocked;
  }
}

static inline void grid_world_fill(grid_world *w)
{
  uint32_t col = 1 + below(w->model.def.width + 2), row = 1 + below(w->model.def.height + 2);
  uint32_t width = one_in(8) ? UINT32_MAX : below(w->model.def.width + 2);
  uint32_t height = one_in(8) ? UINT32_MAX : below(w->model.def.height + 2);
  astar_terrain terrain = 1 + below(MODEL_TERRAINS);
  GRID_TRY(w, astar_grid_fill(w->grid, col, row, width, height, terrain));
  grid_fill(&w->model, col, row, width, height, terrain);
}

/* Move a node: a cell up or down, a waypoint anywhere. */
static inline void grid_world_move(grid_world *w, astar_id id)
{
  double p[3];
  if (grid_is_cell(&w->model, id)) {
    memcpy(p, w->model.graph.nodes[id].position, sizeof p);
    p[2] = grid_pick_height(w);
  } else {
    grid_pick_place(w, p);
  }
  GRID_TRY(w, astar_graph_move(w->grid, id, p));
  memcpy(w->model.graph.nodes[id].position, p, sizeof p);
  if (grid_is_cell(&w->model, id)) w->model.tall = true;
}

/* One random edit. Searches begun at version `oldest` or later are still to be asked. */
static inline void grid_world_edit(grid_world *w, uint64_t oldest)
{
  astar_graph *g = w->grid;
  grid_model *m = &w->model;
  model_node *nodes = m->graph.nodes;
  astar_id a = model_pick(&m->graph), b = model_pick(&m->graph), cell = grid_pick_cell(w);
  uint64_t version = astar_graph_version(g);
  bool done = true, flag;
  uint32_t kind = below(18);
  if (w->calm && (kind == 8 || kind == 9 || kind == 13 || kind == 14)) kind = 4;
  switch (kind) {
  case 0:
    done = grid_world_add(w, oldest);
    break;
  case 1:
    done = !grid_is_cell(m, a);
    if (!done) break;
    astar_graph_remove(g, a);
    model_remove(&m->graph, a);
    break;
  case 2:
    done = !grid_is_cell(m, a) || (!w->calm && one_in(4));
    if (done) grid_world_move(w, a);
    break;
  case 3: case 4: {
    astar_terrain terrain = 1 + below(MODEL_TERRAINS);
    GRID_TRY(w, astar_graph_set_terrain(g, a, terrain));
    nodes[a].terrain = terrain;
    break;
  }
  case 5: case 6: case 7:
    nodes[a].blocked = one_in(2);
    astar_graph_set_blocked(g, a, nodes[a].blocked);
    break;
  case 8:
    flag = one_in(2);
    if (one_in(2) && grid_is_cell(m, a)) b = grid_pick_neighbour(w, a);
    done = one_in(2) && grid_cut(m, a, b, flag);
    if (done) CHECK(astar_graph_unlink(g, a, b, flag));
    else if (!grid_leads(m, a, b) && !grid_leads(m, b, a)) CHECK(!astar_graph_unlink(g, a, b, flag));
    break;
  case 9:
    done = one_in(4) && grid_isolate(m, a);
    if (done) CHECK(astar_graph_isolate(g, a));
    break;
  case 10:
    grid_world_set_unit(w);
    break;
  case 11:
    GRID_TRY(w, astar_graph_optimize(g));
    break;
  case 12:
    GRID_TRY(w, astar_grid_prepare(g, below(MODEL_UNITS)));
    CHECK(astar_graph_version(g) == version);
    done = false;
    break;
  case 13: case 14:
    b = grid_pick_neighbour(w, cell);
    flag = !one_in(3);
    done = grid_way_to(m, cell, b) && (m->closed[cell][b] != flag || m->closed[b][cell] != flag);
    if (!grid_way_to(m, cell, b)) break;
    astar_grid_wall(g, cell, b, flag);
    grid_wall(m, cell, b, flag);
    if (!done) CHECK(astar_graph_version(g) == version);
    break;
  case 15:
    grid_world_fill(w);
    done = false;
    break;
  case 16:
    grid_world_scatter(w, below(60));
    break;
  default:
    grid_world_link(w);
    done = false;
  }
  if (done) CHECK(astar_graph_version(g) > version);
}

/* ---- Places ---- */

/* Whether a cell lies under a place of the ideal plane, be it around an edge. */
static inline bool grid_lies_under(const grid_model *m, astar_id id, const double p[2], bool *certain)
{
  bool covers = false, sure;
  int i, k, across = m->def.wrap_x ? 4 : 0, down = m->def.wrap_y ? 4 : 0;
  for (*certain = false, i = -across; i <= across; i++) {
    for (k = -down; k <= down; k++) {
      double q[2];
      q[0] = p[0] + i * grid_period(&m->def, 0);
      q[1] = p[1] + k * grid_period(&m->def, 1);
      if (!grid_covers(&m->def, id, q, &sure)) continue;
      covers = true;
      *certain = *certain || sure;
    }
  }
  return covers;
}

/* The cell under a point, against a look at every cell. */
static inline void grid_check_at(const grid_world *w)
{
  const grid_model *m = &w->model;
  double xyz[3], p[2];
  astar_id id, found;
  bool certain, any = false;
  grid_pick_place(w, xyz);
  grid_from_world(&m->def, xyz, p);
  found = astar_grid_at(w->grid, xyz[0], xyz[1]);
  CHECK(found <= m->cells);
  for (id = 1; id <= m->cells; id++) {
    bool covers = grid_lies_under(m, id, p, &certain);
    if (covers && certain) CHECK(found == id);
    if (found == id) CHECK(covers);
    any = any || covers;
  }
  if (!any) CHECK(found == ASTAR_NO_ID);
}

/* Outlines: around the middles, each point in them that of their cell, and in common with the neighbours'. */
static inline void grid_check_outlines(const grid_world *w)
{
  const astar_grid_def *def = &w->model.def;
  uint32_t corners = grid_is_hexagonal(def) ? 6 : 4, i, k;
  astar_id id, other;
  for (id = 1; id <= w->model.cells; id++) {
    double points[2 * ASTAR_MOST_CORNERS], others[2 * ASTAR_MOST_CORNERS], middle[3], area = 0;
    CHECK(astar_grid_outline(w->grid, id, points) == corners);
    astar_graph_position(w->grid, id, middle);
    for (i = 0; i < corners; i++) {
      const double *p = points + 2 * i, *q = points + 2 * ((i + 1) % corners);
      double part = below(1000) / 1000.0, inward = 1e-6 + below(1000) / 1001.0, x, y;
      /* In parts of a cell, since its size may be beyond all squares. */
      area += ((p[0] - middle[0]) / def->cell[0]) * ((q[1] - middle[1]) / def->cell[0]) -
              ((q[0] - middle[0]) / def->cell[0]) * ((p[1] - middle[1]) / def->cell[0]);
      x = p[0] + part * (q[0] - p[0]);
      y = p[1] + part * (q[1] - p[1]);
      CHECK(astar_grid_at(w->grid, x + inward * (middle[0] - x), y + inward * (middle[1] - y)) == id);
    }
    CHECK(area > 0); /* clockwise, where y runs down */
    /* Where the edges do not join, cells that are neighbours share two corners, or one on the diagonal. */
    for (other = 1; other < id && !def->wrap_x && !def->wrap_y; other++) {
      const grid_way *way = grid_way_to(&w->model, id, other);
      uint32_t common = 0;
      if (!way) continue;
      (void)astar_grid_outline(w->grid, other, others);
      for (i = 0; i < corners; i++) {
        for (k = 0; k < corners; k++)
          common += points[2 * i] == others[2 * k] && points[2 * i + 1] == others[2 * k + 1];
      }
      CHECK(common == (grid_is_hexagonal(def) || way->across == 0 || way->down == 0 ? 2u : 1u));
    }
  }
}

/* What lies around a random place, against a look at all nodes. */
static inline void grid_check_near(const grid_world *w)
{
  const model *m = &w->model.graph;
  astar_near_def def = astar_default_near();
  astar_near found[MODEL_MAX], nearest = {0, 0};
  size_t count, i, expected = 0;
  double p[3], size = fmax(w->model.def.cell[0], w->model.def.cell[1]);
  astar_id id, b;
  grid_pick_place(w, p);
  def.x = p[0];
  def.y = p[1];
  def.z = p[2];
  def.flat = one_in(2);
  def.enterable = one_in(3);
  def.linked = one_in(3);
  def.unit = below(MODEL_UNITS);
  if (one_in(2)) def.radius = model_number(w->style) * size;
  if (!(def.radius <= DBL_MAX)) def.radius = INFINITY;
  count = astar_graph_within(w->grid, &def, found, MODEL_MAX);
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
    for (b = 1; b <= m->last_id; b++)
      linked = linked || grid_leads(&w->model, id, b) || grid_leads(&w->model, b, id);
    if (def.linked && !linked) continue;
    for (i = 0; i < count; i++) in = in || found[i].id == id;
    expected += in;
    if (d < def.radius && !close_to(d, def.radius)) CHECK(in);
    if (d > def.radius && !close_to(d, def.radius)) CHECK(!in);
  }
  CHECK(expected == count);
  CHECK(astar_graph_within(w->grid, &def, NULL, 0) == count);
  CHECK(astar_graph_nearest(w->grid, &def, &nearest) == (count > 0));
  if (count > 0) CHECK(nearest.id == found[0].id && nearest.distance == found[0].distance);
}

/* ---- What a search has told ---- */

typedef struct grid_told {
  astar_status status;
  astar_id goal, partial, current;
  uint64_t expanded;
  uint32_t touched;
  bool jumps;
  astar_visit visits[MODEL_MAX + 2];
  uint32_t traces[MODEL_MAX + 2];
  uint64_t routes[MODEL_MAX + 2]; /* hashes of the nodes on the way */
} grid_told;

static inline uint64_t grid_route(const astar_search *s, astar_id id, uint32_t count)
{
  astar_path *path = malloc(astar_path_size(count));
  uint64_t hash = 0;
  uint32_t i;
  CHECK(path);
  astar_search_path(s, id, path);
  CHECK(path->count == count && path->points[count - 1].id == id && path->points[0].along == 0);
  for (i = 0; i < count; i++) hash = mix(hash ^ path->points[i].id);
  free(path);
  return hash;
}

static inline void grid_listen(grid_told *t, const astar_search *s)
{
  astar_id id;
  t->status = astar_search_status(s);
  t->goal = astar_search_goal(s);
  t->partial = astar_search_partial(s);
  t->current = astar_search_current(s);
  t->expanded = astar_search_expanded(s);
  t->touched = astar_search_touched(s);
  t->jumps = astar_search_jumps(s);
  for (id = 0; id <= MODEL_MAX + 1; id++) {
    t->visits[id] = astar_search_visit(s, id);
    t->traces[id] = astar_search_trace(s, id);
    t->routes[id] = t->traces[id] ? grid_route(s, id, t->traces[id]) : 0;
  }
}

/* Of an ended search, edits change nothing, but for estimates that are worked out anew. */
static inline void grid_listen_again(const grid_told *t, const quest *q, const astar_search *s)
{
  grid_told now;
  uint32_t i;
  grid_listen(&now, s);
  CHECK(t->status == now.status && t->goal == now.goal && t->partial == now.partial && t->jumps == now.jumps);
  CHECK(t->current == now.current && t->expanded == now.expanded && t->touched == now.touched);
  for (i = 0; i <= MODEL_MAX + 1; i++) {
    const astar_visit *a = &t->visits[i], *b = &now.visits[i];
    CHECK(a->id == b->id && a->parent == b->parent && a->state == b->state && a->cost == b->cost);
    if (q->def.keep_estimates || q->def.heuristic == ASTAR_ASK) CHECK(a->estimate == b->estimate);
    CHECK(b->estimate >= 0);
    CHECK(t->traces[i] == now.traces[i] && t->routes[i] == now.routes[i]);
  }
  for (i = 0; i < now.touched; i++) CHECK(astar_search_touched_at(s, i).state != ASTAR_NONE);
  (void)astar_search_closest(s);
}

#endif
