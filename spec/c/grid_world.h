/*
** grid_world.h: a world that is a grid. For tests and fuzzers.
*/
#ifndef GRID_WORLD_H
#define GRID_WORLD_H

#include "grid_model.h"
#include "world.h"

#define GRID_CELLS (MODEL_MAX - MODEL_MAX / 8) /* at most; the other ids are for waypoints */

/* ---- Making ---- */

/* A grid of any kind, with so many cells at most. */
static inline astar_grid_def grid_choose(uint32_t cells)
{
  static const double sizes[] = {1, 1, 32, 0.1, 7, 1e-150, 1e150};
  static const double steps[] = {1, 1, 7, 0.1, 32};
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
  if (!d.wrap_y && one_in(4)) {
    d.levels = 2 + below(3);
    most = cells / (d.width * d.levels);
    if (d.height > most) d.height = 1 + below(most > 0 ? most : 1);
    if (most == 0) d.levels = 1;
    if (one_in(2)) d.level_height = (below(7) - 2.0) / 2 * d.cell[0];
  }
  if (one_in(4)) d.step = steps[below(5)];
  if (one_in(3) && !hexagons && (d.cell[0] == d.cell[1] || !isnan(d.step) || d.shape == ASTAR_ISOMETRIC)) {
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

static inline grid_model *grid_in(const world *w)
{
  return (grid_model *)w->model;
}

static inline void grid_world_create(world *w, const astar_grid_def *def, model_style style)
{
  grid_model *m = malloc(sizeof *m);
  astar_grid_def read;
  CHECK(m);
  memset(w, 0, sizeof *w);
  w->style = style;
  w->model = &m->graph;
  grid_model_init(m, def);
  m->calm = one_in(2);
  CHECK(astar_grid_create(ledger_alloc, &w->books, def, &w->graph) == ASTAR_OK);
  CHECK(astar_grid_get(w->graph, &read) && read.width == def->width && read.shape == def->shape);
  grid_settle(m, w->graph);
  world_name_all(w);
}

/* ---- Edits ---- */

static inline astar_id grid_pick_cell(const world *w)
{
  return 1 + below(grid_in(w)->cells);
}

/* A neighbour of a cell, or another cell if it has none. */
static inline astar_id grid_pick_neighbour(const world *w, astar_id cell)
{
  uint32_t count = grid_in(w)->way_count[cell];
  return count > 0 ? grid_in(w)->ways[cell][below(count)].to : grid_pick_cell(w);
}

static inline double grid_pick_height(const world *w)
{
  double z = one_in(3) ? model_number(w->style) : grid_in(w)->def.origin[2];
  return one_in(4) ? -z : z;
}

/* A place on the map or near it. */
static inline void grid_pick_place(const world *w, double xyz[3])
{
  const double *size = grid_in(w)->def.cell;
  astar_id cell = grid_pick_cell(w);
  int i;
  memcpy(xyz, w->model->nodes[cell].position, 2 * sizeof *xyz);
  for (i = 0; i < 2; i++) {
    if (one_in(3)) xyz[i] += (below(17) - 8.0) / 4 * size[i];
    else if (one_in(2)) xyz[i] += (fraction() - 0.5) * size[i];
  }
  xyz[2] = grid_pick_height(w);
}

/* Add a waypoint, as world_add_at does. */
static inline bool grid_world_add(world *w, uint64_t oldest)
{
  double p[3];
  grid_pick_place(w, p);
  return world_add_at(w, oldest, p);
}

static inline void grid_world_link(world *w)
{
  astar_id a = model_pick(w->model), b = model_pick(w->model);
  if (one_in(2) && grid_is_cell(grid_in(w), a)) b = grid_pick_neighbour(w, a);
  world_link_nodes(w, a, b);
}

/* Open and block many cells at once, as maps are made. */
static inline void grid_world_scatter(world *w, uint32_t percent)
{
  astar_id id;
  for (id = 1; id <= grid_in(w)->cells; id++) {
    world_set_blocked(w, id, below(100) < percent);
  }
}

static inline void grid_world_fill(world *w)
{
  uint32_t col = 1 + below(grid_in(w)->def.width + 2), row = 1 + below(grid_in(w)->def.height + 2);
  uint32_t width = one_in(8) ? UINT32_MAX : below(grid_in(w)->def.width + 2);
  uint32_t height = one_in(8) ? UINT32_MAX : below(grid_in(w)->def.height + 2);
  const uint32_t level = 1 + below(grid_in(w)->def.levels + (one_in(4) ? 1u : 0u));
  astar_terrain terrain = 1 + below(MODEL_TERRAINS);
  WORLD_TRY(w, astar_grid_fill(w->graph, col, row, width, height, level, terrain));
  grid_fill(grid_in(w), col, row, width, height, level, terrain);
}

/* Set the terrains of a rectangle to those of an array, which may have more columns. */
static inline void grid_world_set_terrains(world *w)
{
  grid_model *grid = grid_in(w);
  const uint32_t col = 1 + below(grid->def.width + 2), row = 1 + below(grid->def.height + 2);
  const uint32_t width = below(grid->def.width + 2), height = below(grid->def.height + 2);
  const uint32_t level = 1 + below(grid->def.levels + (one_in(4) ? 1u : 0u)), stride = width + below(3);
  const size_t count = (size_t)stride * height;
  astar_terrain *terrains = malloc((count + 1) * sizeof *terrains);
  uint32_t x, y;
  size_t i;
  CHECK(terrains);
  for (i = 0; i < count; i++) terrains[i] = 1 + below(MODEL_TERRAINS);
  WORLD_TRY(w, astar_grid_set_terrains(w->graph, col, row, width, height, level, terrains, stride));
  for (y = 0; y < height; y++) {
    for (x = 0; x < width; x++) grid_fill(grid, col + x, row + y, 1, 1, level, terrains[(size_t)y * stride + x]);
  }
  free(terrains);
}

static inline void grid_world_fill_layer(world *w)
{
  model *m = w->model;
  const grid_model *grid = grid_in(w);
  const uint32_t l = below(MODEL_LAYERS);
  const uint32_t col = 1 + below(grid->def.width + 2), row = 1 + below(grid->def.height + 2);
  const uint32_t width = one_in(8) ? UINT32_MAX : below(grid->def.width + 2), height = below(grid->def.height + 2);
  const uint32_t level = 1 + below(grid->def.levels);
  const double value = below(4);
  astar_id id;
  WORLD_TRY(w, astar_grid_fill_layer(w->graph, l + 1, col, row, width, height, level, value));
  for (id = 1; id <= grid->cells; id++) {
    const uint32_t c = (uint32_t)grid_col(&grid->def, id) + 1, r = (uint32_t)grid_row(&grid->def, id) + 1;
    if (c < col || c - col >= width || r < row || r - row >= height) continue;
    if ((uint32_t)grid_level(&grid->def, id) + 1 != level) continue;
    m->layer_edits[l] += m->layers[l][id] != value;
    m->layers[l][id] = value;
  }
}

/* Move a node: a cell up or down, a waypoint anywhere. */
static inline void grid_world_move(world *w, astar_id id)
{
  double p[3];
  if (grid_is_cell(grid_in(w), id)) {
    memcpy(p, w->model->nodes[id].position, sizeof p);
    p[2] = grid_pick_height(w);
  } else {
    grid_pick_place(w, p);
  }
  world_move(w, id, p);
  if (grid_is_cell(grid_in(w), id)) grid_in(w)->tall = true;
}

/* Begin a search by jump points for a unit, which makes what they need: no edit, as far as can be asked. */
static inline void grid_world_prepare(world *w, astar_unit unit)
{
  astar_search *s = astar_search_create(NULL, NULL);
  astar_search_def def = astar_default_search();
  astar_id goal = grid_pick_cell(w);
  CHECK(s);
  def.start = grid_pick_cell(w);
  def.goals = &goal;
  def.goal_count = 1;
  def.unit = unit;
  def.jump = ASTAR_JUMP_ALWAYS;
  WORLD_TRY(w, astar_search_begin(s, astar_on_graph(w->graph), &def));
  astar_search_destroy(s);
}

/* One random edit. Searches begun at version `oldest` or later are still to be asked. */
static inline void grid_world_edit(world *w, uint64_t oldest)
{
  astar_graph *g = w->graph;
  grid_model *m = grid_in(w);
  astar_id a = model_pick(&m->graph), b = model_pick(&m->graph), cell = grid_pick_cell(w);
  uint64_t version = astar_graph_version(g);
  bool done = true, flag;
  uint32_t kind = below(20);
  if (m->calm && (kind == 8 || kind == 9 || kind == 13 || kind == 14)) kind = 4;
  switch (kind) {
  case 0:
    done = grid_world_add(w, oldest);
    break;
  case 1:
    done = !grid_is_cell(m, a);
    if (done) world_remove(w, a);
    break;
  case 2:
    done = !grid_is_cell(m, a) || (!m->calm && one_in(4));
    if (done) grid_world_move(w, a);
    break;
  case 3: case 4:
    world_set_terrain(w, a);
    break;
  case 5: case 6: case 7:
    world_set_blocked(w, a, one_in(2));
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
    world_set_unit(w, true);
    break;
  case 11:
    WORLD_TRY(w, astar_graph_optimize(g));
    break;
  case 12:
    grid_world_prepare(w, below(MODEL_UNITS));
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
    if (one_in(2)) grid_world_fill(w);
    else grid_world_set_terrains(w);
    done = false;
    break;
  case 17:
    world_edit_layer(w);
    done = false;
    break;
  case 18:
    grid_world_fill_layer(w);
    done = false;
    break;
  case 16:
    grid_world_scatter(w, below(60));
    break;
  default:
    if (one_in(3)) (void)world_link_all(w);
    else grid_world_link(w);
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
static inline void grid_check_at(const world *w)
{
  const grid_model *m = grid_in(w);
  const uint32_t level = 1 + below(m->def.levels + (one_in(8) ? 1u : 0u));
  double xyz[3], p[2];
  astar_id id, found;
  bool certain, any = false;
  grid_pick_place(w, xyz);
  grid_from_world(&m->def, xyz, p);
  found = astar_grid_at(w->graph, xyz[0], xyz[1], level);
  CHECK(found <= m->cells);
  for (id = 1; id <= m->cells; id++) {
    bool covers = (uint32_t)grid_level(&m->def, id) + 1 == level && grid_lies_under(m, id, p, &certain);
    if (covers && certain) CHECK(found == id);
    if (found == id) CHECK(covers);
    any = any || covers;
  }
  if (!any) CHECK(found == ASTAR_NO_ID);
}

/* Outlines: around the middles, each point in them that of their cell, and in common with the neighbours'. */
static inline void grid_check_outlines(const world *w)
{
  const astar_grid_def *def = &grid_in(w)->def;
  uint32_t corners = grid_is_hexagonal(def) ? 6 : 4, i, k;
  astar_id id, other;
  for (id = 1; id <= grid_in(w)->cells; id++) {
    double points[2 * ASTAR_MOST_CORNERS], others[2 * ASTAR_MOST_CORNERS], middle[3], area = 0;
    CHECK(astar_grid_outline(w->graph, id, points) == corners);
    astar_graph_position(w->graph, id, middle);
    for (i = 0; i < corners; i++) {
      const double *p = points + 2 * i, *q = points + 2 * ((i + 1) % corners);
      double part = below(1000) / 1000.0, inward = 1e-6 + below(1000) / 1001.0, x, y;
      /* In parts of a cell, since its size may be beyond all squares. */
      area += ((p[0] - middle[0]) / def->cell[0]) * ((q[1] - middle[1]) / def->cell[0]) -
              ((q[0] - middle[0]) / def->cell[0]) * ((p[1] - middle[1]) / def->cell[0]);
      x = p[0] + part * (q[0] - p[0]);
      y = p[1] + part * (q[1] - p[1]);
      CHECK(astar_grid_at(w->graph, x + inward * (middle[0] - x), y + inward * (middle[1] - y),
                          (uint32_t)grid_level(def, id) + 1) == id);
    }
    CHECK(area > 0); /* clockwise, where y runs down */
    /* Where the edges do not join, cells that are neighbours share two corners, or one on the diagonal. */
    for (other = 1; other < id && !def->wrap_x && !def->wrap_y; other++) {
      const grid_way *way = grid_way_to(grid_in(w), id, other);
      uint32_t common = 0;
      if (!way) continue;
      (void)astar_grid_outline(w->graph, other, others);
      for (i = 0; i < corners; i++) {
        for (k = 0; k < corners; k++)
          common += points[2 * i] == others[2 * k] && points[2 * i + 1] == others[2 * k + 1];
      }
      CHECK(common == (grid_is_hexagonal(def) || way->across == 0 || way->down == 0 ? 2u : 1u));
    }
  }
}

/* What lies around a random place. */
static inline void grid_check_near(const world *w)
{
  const double *cell = grid_in(w)->def.cell;
  double p[3];
  grid_pick_place(w, p);
  world_check_near(w, p, fmax(cell[0], cell[1]));
}

#endif
