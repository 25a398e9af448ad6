/*
** grid_model.h: a grid as simple as can be, kept beside a real one, and what must hold between
** the two. Its nodes, links and units are those of model.h, whose first nodes are the cells. Which
** cells are neighbours follows from where their middles lie; whether a step is closed stands in a
** matrix.
**
** Define MODEL_MAX, the largest id, before including it.
*/
#ifndef GRID_MODEL_H
#define GRID_MODEL_H

#include "quest.h"

#define GRID_ROW 0.8660254037844386 /* from one line of hexagons to the next, if they lie 1 apart */

typedef struct grid_way {
  astar_id to;
  int across, down; /* columns and rows, as if there were no edges */
  double length;    /* without heights */
} grid_way;

typedef struct grid_model {
  model graph; /* first, so that rules that are given a model find the grid */
  astar_grid_def def;
  uint32_t cells;
  bool tall; /* a height was set */
  bool calm; /* no step is ever closed, and no cell has a height: the case that searches are made for */
  grid_way ways[MODEL_MAX + 1][8]; /* to the neighbours, row by row and left to right */
  uint32_t way_count[MODEL_MAX + 1];
  bool closed[MODEL_MAX + 1][MODEL_MAX + 1];
} grid_model;

/* ---- Where cells lie. Columns and rows count from 0 here, and may lie outside. ---- */

static inline bool grid_is_hexagonal(const astar_grid_def *d)
{
  return d->shape != ASTAR_SQUARE && d->shape != ASTAR_ISOMETRIC;
}

static inline bool grid_is_in_rows(const astar_grid_def *d)
{
  return d->shape == ASTAR_ODD_R || d->shape == ASTAR_EVEN_R;
}

/* The middle of a cell, on a plane where neighbours in a row or column of cells lie 1 apart. */
static inline void grid_ideal(const astar_grid_def *d, int col, int row, double p[2])
{
  double shift = d->shape == ASTAR_ODD_R || d->shape == ASTAR_ODD_Q ? 0.5 : -0.5;
  p[0] = col;
  p[1] = row;
  if (!grid_is_hexagonal(d)) return;
  if (grid_is_in_rows(d)) {
    p[0] += (row & 1) * shift;
    p[1] *= GRID_ROW;
  } else {
    p[0] *= GRID_ROW;
    p[1] += (col & 1) * shift;
  }
}

/* What a step of 1 on that plane counts. */
static inline void grid_measure(const astar_grid_def *d, double size[2])
{
  bool counted = d->shape == ASTAR_ISOMETRIC || (grid_is_hexagonal(d) && d->drawn);
  size[0] = counted ? 1 : d->cell[0];
  size[1] = counted ? 1 : grid_is_hexagonal(d) ? d->cell[0] : d->cell[1];
  if (!isnan(d->step)) size[0] = size[1] = d->step;
}

/* What a rise of 1 counts. */
static inline double grid_rise(const astar_grid_def *d)
{
  astar_grid_def plain = *d;
  double size[2], own[2];
  plain.step = NAN;
  grid_measure(&plain, own);
  grid_measure(d, size);
  return size[0] / own[0];
}

/* How far it is once around on that plane, or 0. */
static inline double grid_period(const astar_grid_def *d, int axis)
{
  bool wraps = axis == 0 ? d->wrap_x : d->wrap_y;
  bool lines = grid_is_hexagonal(d) && (axis == 1) == grid_is_in_rows(d);
  return wraps ? (axis == 0 ? d->width : d->height) * (lines ? GRID_ROW : 1) : 0;
}

/* From that plane to the world. */
static inline void grid_to_world(const astar_grid_def *d, const double p[2], double xy[2])
{
  int along = grid_is_in_rows(d) ? 0 : 1, across = 1 - along;
  if (d->shape == ASTAR_SQUARE) {
    xy[0] = (p[0] + 0.5) * d->cell[0];
    xy[1] = (p[1] + 0.5) * d->cell[1];
  } else if (d->shape == ASTAR_ISOMETRIC) {
    xy[0] = (p[0] - p[1]) * d->cell[0] / 2;
    xy[1] = (p[0] + p[1] + 1) * d->cell[1] / 2;
  } else if (d->drawn) {
    xy[along] = (p[along] + 0.5) * d->cell[along];
    xy[across] = (p[across] / GRID_ROW * 0.75 + 0.5) * d->cell[across];
  } else {
    xy[along] = (p[along] + 0.5) * d->cell[0];
    xy[across] = (p[across] + 1 / sqrt(3)) * d->cell[0];
  }
  xy[0] += d->origin[0];
  xy[1] += d->origin[1];
}

/* How close two places of the ideal plane may be and count as one. */
#define GRID_HAIR 1e-9

static inline double grid_snap(double x, double raster)
{
  double near = round(x / raster) * raster;
  return fabs(x - near) < GRID_HAIR ? near : x;
}

/* And back. What lies in line with the middle of a cell but for rounding is there. */
static inline void grid_from_world(const astar_grid_def *d, const double xy[2], double p[2])
{
  int along = grid_is_in_rows(d) ? 0 : 1, across = 1 - along;
  double at[2];
  at[0] = xy[0] - d->origin[0];
  at[1] = xy[1] - d->origin[1];
  if (d->shape == ASTAR_SQUARE) {
    p[0] = at[0] / d->cell[0] - 0.5;
    p[1] = at[1] / d->cell[1] - 0.5;
  } else if (d->shape == ASTAR_ISOMETRIC) {
    p[0] = at[1] / d->cell[1] + at[0] / d->cell[0] - 0.5;
    p[1] = at[1] / d->cell[1] - at[0] / d->cell[0] - 0.5;
  } else if (d->drawn) {
    p[along] = at[along] / d->cell[along] - 0.5;
    p[across] = (at[across] / d->cell[across] - 0.5) / 0.75 * GRID_ROW;
  } else {
    p[along] = at[along] / d->cell[0] - 0.5;
    p[across] = at[across] / d->cell[0] - 1 / sqrt(3);
  }
  p[along] = grid_snap(p[along], grid_is_hexagonal(d) ? 0.5 : 1);
  p[across] = grid_snap(p[across], grid_is_hexagonal(d) ? GRID_ROW : 1);
}

/* The cell of a column and row of a level, around the edges where the map joins; ASTAR_NO_ID outside. */
static inline astar_id grid_id(const astar_grid_def *d, int level, int col, int row)
{
  int width = (int)d->width, height = (int)d->height;
  if (d->wrap_x) col = (col + width) % width;
  if (d->wrap_y) row = (row + height) % height;
  if (col < 0 || row < 0 || col >= width || row >= height) return ASTAR_NO_ID;
  return (astar_id)((level * height + row) * width + col + 1);
}

static inline int grid_col(const astar_grid_def *d, astar_id id)
{
  return (int)((id - 1) % d->width);
}

static inline int grid_row(const astar_grid_def *d, astar_id id)
{
  return (int)((id - 1) / d->width % d->height);
}

static inline int grid_level(const astar_grid_def *d, astar_id id)
{
  return (int)((id - 1) / d->width / d->height);
}

/* The cell so many columns and rows from another on its level. */
static inline astar_id grid_from(const astar_grid_def *d, astar_id id, int across, int down)
{
  return grid_id(d, grid_level(d, id), grid_col(d, id) + across, grid_row(d, id) + down);
}

/* The height of a level, from 0. */
static inline double grid_floor(const astar_grid_def *d, int level)
{
  astar_grid_def plain = *d;
  double size[2];
  plain.step = NAN;
  grid_measure(&plain, size);
  return d->origin[2] + level * (isnan(d->level_height) ? size[0] : d->level_height);
}

/*
** Whether a cell may lie under a point, given as its place on the ideal plane, and whether it does
** so for certain: not on its border.
*/
static inline bool grid_covers(const astar_grid_def *d, astar_id id, const double p[2], bool *certain)
{
  double q[2], off[2], least = INFINITY, own;
  int col = grid_col(d, id), row = grid_row(d, id), x, y;
  grid_ideal(d, col, row, q);
  off[0] = fabs(p[0] - q[0]);
  off[1] = fabs(p[1] - q[1]);
  if (!grid_is_hexagonal(d)) {
    double most = fmax(off[0], off[1]);
    *certain = most < 0.5 - GRID_HAIR;
    return most < 0.5 + GRID_HAIR;
  }
  /* Hexagons: no other middle is nearer. */
  own = hypot(off[0], off[1]);
  for (y = row - 1; y <= row + 1; y++) {
    for (x = col - 1; x <= col + 1; x++) {
      if (x == col && y == row) continue;
      grid_ideal(d, x, y, q);
      least = fmin(least, hypot(p[0] - q[0], p[1] - q[1]));
    }
  }
  *certain = own < least - GRID_HAIR;
  return own < least + GRID_HAIR;
}

/* ---- Neighbours ---- */

/* The flat length of the step from a cell to the one so many columns and rows off; 0 if there is none. */
static inline double grid_way_length(const astar_grid_def *d, int col, int row, int across, int down)
{
  double size[2], p[2], q[2];
  grid_measure(d, size);
  if (grid_is_hexagonal(d)) {
    grid_ideal(d, col, row, p);
    grid_ideal(d, col + across, row + down, q);
    return fabs(hypot(p[0] - q[0], p[1] - q[1]) - 1) < 1e-6 ? size[0] : 0;
  }
  if (down == 0) return size[0];
  if (across == 0) return size[1];
  if (d->straight) return 0;
  return isnan(d->diagonal) ? hypot(size[0], size[1]) : d->diagonal * size[0];
}

/* Note a way, unless there is one as short to the same cell. */
static inline void grid_note_way(grid_model *m, astar_id from, const grid_way *way)
{
  grid_way *ways = m->ways[from];
  uint32_t *count = &m->way_count[from], i;
  for (i = 0; i < *count && ways[i].to != way->to; i++) continue;
  if (i < *count && ways[i].length <= way->length) return;
  if (i < *count) {
    memmove(&ways[i], &ways[i + 1], (*count - i - 1) * sizeof *ways);
    --*count;
  }
  ways[(*count)++] = *way;
}

static inline bool grid_is_cell(const grid_model *m, astar_id id)
{
  return id >= 1 && id <= m->cells;
}

/* The way from a cell to a neighbour, or NULL if it is none. */
static inline const grid_way *grid_way_to(const grid_model *m, astar_id a, astar_id b)
{
  uint32_t i;
  for (i = 0; i < m->way_count[a]; i++) {
    if (m->ways[a][i].to == b) return &m->ways[a][i];
  }
  return NULL;
}

/* ---- Edits ---- */

static inline void grid_wall(grid_model *m, astar_id a, astar_id b, bool closed)
{
  m->closed[a][b] = m->closed[b][a] = closed;
}

static inline void grid_join(grid_model *m, astar_id a, astar_id b, const astar_link *link)
{
  if (grid_way_to(m, a, b) && isnan(link->cost) && !link->terrain) {
    model_cut(&m->graph, a, b, link->oneway);
    m->closed[a][b] = false;
    if (!link->oneway) m->closed[b][a] = false;
  } else {
    model_join(&m->graph, a, b, link);
  }
}

static inline bool grid_close(grid_model *m, astar_id a, astar_id b)
{
  bool was = grid_way_to(m, a, b) && !m->closed[a][b];
  if (was) m->closed[a][b] = true;
  return was;
}

static inline bool grid_cut(grid_model *m, astar_id a, astar_id b, bool oneway)
{
  bool was = model_cut(&m->graph, a, b, oneway);
  was = grid_close(m, a, b) || was;
  return (!oneway && grid_close(m, b, a)) || was;
}

static inline bool grid_isolate(grid_model *m, astar_id id)
{
  bool was = model_isolate(&m->graph, id);
  astar_id b;
  for (b = 1; b <= m->cells; b++) {
    if (!grid_is_cell(m, id)) break;
    was = grid_close(m, id, b) || was;
    was = grid_close(m, b, id) || was;
  }
  return was;
}

static inline void grid_fill(grid_model *m, uint32_t col, uint32_t row, uint32_t width, uint32_t height,
                             uint32_t level, astar_terrain terrain)
{
  astar_id id;
  for (id = 1; id <= m->cells; id++) {
    uint32_t x = (uint32_t)grid_col(&m->def, id) + 1, y = (uint32_t)grid_row(&m->def, id) + 1;
    if ((uint32_t)grid_level(&m->def, id) + 1 != level) continue;
    if (x >= col && x - col < width && y >= row && y - row < height) m->graph.nodes[id].terrain = terrain;
  }
}

/* ---- What steps and links cost ---- */

/* The straight way from a to b in the lengths of steps: the shortest one where the map joins. */
static inline double grid_distance(const grid_model *m, astar_id a, astar_id b)
{
  const double *from = m->graph.nodes[a].position, *to = m->graph.nodes[b].position;
  double p[2], q[2], size[2], off[2];
  int i;
  grid_measure(&m->def, size);
  grid_from_world(&m->def, from, p);
  grid_from_world(&m->def, to, q);
  for (i = 0; i < 2; i++) {
    double period = grid_period(&m->def, i);
    off[i] = (period > 0 ? remainder(p[i] - q[i], period) : p[i] - q[i]) * size[i];
    if (fabs(off[i]) < 1e-9 * size[i]) off[i] = 0; /* cells above each other, but for rounding */
  }
  return fmin(hypot(hypot(off[0], off[1]), (from[2] - to[2]) * grid_rise(&m->def)), DBL_MAX);
}

/* The length of a link without a cost of its own: neighbours are as far apart as their step is long. */
static inline double grid_length(const grid_model *m, astar_id a, astar_id b)
{
  const grid_way *way = grid_way_to(m, a, b);
  double rise = m->graph.nodes[b].position[2] - m->graph.nodes[a].position[2];
  return way ? fmin(hypot(way->length, rise * grid_rise(&m->def)), DBL_MAX) : grid_distance(m, a, b);
}

static inline bool grid_steep(const grid_model *m, astar_unit unit, astar_id a, astar_id b)
{
  double rise = m->graph.nodes[b].position[2] - m->graph.nodes[a].position[2];
  return rise > m->graph.units[unit].climb || -rise > m->graph.units[unit].drop;
}

/* ---- Squares: what a unit covers at a cell, from there to the right and down ---- */

static inline int grid_size(const grid_model *m, astar_unit unit, astar_id id)
{
  return grid_is_cell(m, id) && m->graph.units[unit].size > 1 ? (int)m->graph.units[unit].size : 1;
}

/* Whether two cells so many columns and rows into a square are neighbours, and the step is closed both ways. */
static inline bool grid_is_walled_off(const grid_model *m, astar_id id, const int p[2], const int q[2])
{
  const astar_grid_def *d = &m->def;
  int col = grid_col(d, id), row = grid_row(d, id);
  const int level = grid_level(d, id);
  astar_id a = grid_id(d, level, col + p[0], row + p[1]), b = grid_id(d, level, col + q[0], row + q[1]);
  if (abs(p[0] - q[0]) > 1 || abs(p[1] - q[1]) > 1 || a == b) return false;
  return grid_way_length(d, col + p[0], row + p[1], q[0] - p[0], q[1] - p[1]) > 0 && grid_way_to(m, a, b) &&
         m->closed[a][b] && m->closed[b][a];
}

static inline bool grid_enterable(const model *graph, astar_unit unit, astar_id id)
{
  const grid_model *m = (const grid_model *)graph;
  int n = grid_size(m, unit, id), p[2], q[2];
  if (!grid_is_cell(m, id)) return model_admits(graph, unit, id);
  for (p[1] = 0; p[1] < n; p[1]++) {
    for (p[0] = 0; p[0] < n; p[0]++) {
      astar_id a = grid_from(&m->def, id, p[0], p[1]);
      if (a == ASTAR_NO_ID || !model_admits(graph, unit, a)) return false;
    }
  }
  for (p[1] = 0; p[1] < n; p[1]++) {
    for (p[0] = 0; p[0] < n; p[0]++) {
      for (q[1] = 0; q[1] < n; q[1]++) {
        for (q[0] = 0; q[0] < n; q[0]++) {
          if (grid_is_walled_off(m, id, p, q)) return false;
        }
      }
    }
  }
  return true;
}

/* The cells of a square by index; ASTAR_NO_ID after the last, or for a cell off the map. */
static inline astar_id grid_covered(const model *graph, astar_unit unit, astar_id id, uint32_t index)
{
  const grid_model *m = (const grid_model *)graph;
  const uint32_t n = (uint32_t)grid_size(m, unit, id);
  if (index >= n * n) return ASTAR_NO_ID;
  return grid_from(&m->def, id, (int)(index % n), (int)(index / n));
}

/* The multiplier of the dearest cell of a square. */
static inline double grid_multiplier(const grid_model *m, astar_unit unit, astar_id id)
{
  int n = grid_size(m, unit, id), x, y;
  double most = 0;
  if (!grid_is_cell(m, id)) return model_multiplier(&m->graph, unit, m->graph.nodes[id].terrain);
  for (y = 0; y < n; y++) {
    for (x = 0; x < n; x++) {
      astar_id a = grid_from(&m->def, id, x, y);
      most = fmax(most, model_multiplier(&m->graph, unit, m->graph.nodes[a].terrain));
    }
  }
  return most;
}

/* Whether two steps go the same way, on the ideal plane. */
static inline bool grid_is_same_way(const astar_grid_def *d, int col, int row, int across, int down, int other_col,
                                    int other_row, int x, int y)
{
  double p[2], q[2], r[2], s[2];
  if (!(grid_way_length(d, other_col, other_row, x, y) > 0)) return false;
  grid_ideal(d, col, row, p);
  grid_ideal(d, col + across, row + down, q);
  grid_ideal(d, other_col, other_row, r);
  grid_ideal(d, other_col + x, other_row + y, s);
  return fabs(q[0] - p[0] - s[0] + r[0]) < 1e-6 && fabs(q[1] - p[1] - s[1] + r[1]) < 1e-6;
}

/* Whether a cell of the square cannot go along to the square so many columns and rows on: its own step is closed. */
static inline bool grid_holds(const grid_model *m, astar_unit unit, astar_id id, int across, int down)
{
  const astar_grid_def *d = &m->def;
  int n = grid_size(m, unit, id), i, k, x, y;
  for (k = 0; k < n; k++) {
    for (i = 0; i < n; i++) {
      int col = grid_col(d, id) + i, row = grid_row(d, id) + k;
      astar_id a = grid_id(d, grid_level(d, id), col, row), b;
      if (a == ASTAR_NO_ID) continue;
      for (y = -1; y <= 1; y++) {
        for (x = -1; x <= 1; x++) {
          int u = i + x - across, v = k + y - down;
          if ((x == 0 && y == 0) || u < 0 || v < 0 || u >= n || v >= n) continue;
          if (!grid_is_same_way(d, grid_col(d, id), grid_row(d, id), across, down, col, row, x, y)) continue;
          b = grid_id(d, grid_level(d, id), col + x, row + y);
          if (b != ASTAR_NO_ID && m->closed[a][b]) return true;
        }
      }
    }
  }
  return false;
}

/* ---- Steps of units ---- */

/* Whether a unit gets from a cell to one so many columns and rows on, if it may enter that, corners aside. */
static inline bool grid_passes(const grid_model *m, astar_unit unit, astar_id a, astar_id b, int across, int down)
{
  return grid_way_to(m, a, b) && !grid_holds(m, unit, a, across, down) && !grid_steep(m, unit, a, b);
}

/* Whether it can go the same way by two straight steps: across first, or down first. */
static inline bool grid_goes_round(const grid_model *m, astar_unit unit, astar_id a, const grid_way *way,
                                   bool first_across)
{
  int across = first_across ? way->across : 0, down = first_across ? 0 : way->down;
  astar_id c = grid_from(&m->def, a, across, down);
  return model_enterable(&m->graph, unit, c) && grid_passes(m, unit, a, c, across, down) &&
         grid_passes(m, unit, c, way->to, way->across - across, way->down - down);
}

/* Whether a unit could make a step if it could enter its end. */
static inline bool grid_step_open(const grid_model *m, astar_unit unit, astar_id a, const grid_way *way)
{
  const astar_grid_def *d = &m->def;
  astar_id b = way->to;
  if (!grid_passes(m, unit, a, b, way->across, way->down)) return false;
  if (!grid_is_hexagonal(d) && way->across != 0 && way->down != 0) {
    int open = grid_goes_round(m, unit, a, way, true) + grid_goes_round(m, unit, a, way, false);
    if (open < (d->corners == ASTAR_CORNERS_NEVER ? 2 : d->corners == ASTAR_CORNERS_ONE ? 1 : 0)) return false;
  }
  return true;
}

/* Of a step: its cost for a unit. INFINITY: no way; NAN: b can never be entered. */
static inline double grid_step(const grid_model *m, astar_unit unit, astar_id a, const grid_way *way)
{
  astar_id b = way->to;
  if (grid_holds(m, unit, a, way->across, way->down)) return INFINITY;
  if (!model_enterable(&m->graph, unit, b)) return NAN;
  if (!grid_step_open(m, unit, a, way)) return INFINITY;
  return grid_length(m, a, b) * grid_multiplier(m, unit, b);
}

/* Of a link that was made, likewise. */
static inline double grid_link(const grid_model *m, astar_unit unit, astar_id a, astar_id b)
{
  const model_link *l = &m->graph.links[a][b];
  double multiplier;
  if (!model_enterable(&m->graph, unit, b)) return NAN;
  multiplier = l->terrain ? model_multiplier(&m->graph, unit, l->terrain) : grid_multiplier(m, unit, b);
  if (multiplier == INFINITY || grid_steep(m, unit, a, b)) return INFINITY;
  return (l->own_cost ? l->cost : grid_length(m, a, b)) * multiplier;
}

/* Whether anything leads from a to b that is not closed. */
static inline bool grid_leads(const grid_model *m, astar_id a, astar_id b)
{
  return m->graph.links[a][b].is || (grid_way_to(m, a, b) && !m->closed[a][b]);
}

/* The cheaper of the step and the link; INFINITY if there is neither. */
static inline double grid_cost(const grid_model *m, astar_unit unit, astar_id a, astar_id b)
{
  const grid_way *way = grid_way_to(m, a, b);
  double step = way ? grid_step(m, unit, a, way) : INFINITY;
  double link = m->graph.links[a][b].is ? grid_link(m, unit, a, b) : INFINITY;
  if (isnan(step) || isnan(link)) return grid_leads(m, a, b) ? NAN : INFINITY;
  return fmin(step, link);
}

/* ---- The grid and its model ---- */

/* The grid whose nodes, links and units a model has. */
static inline const grid_model *grid_of(const model *m)
{
  return (const grid_model *)m;
}

static inline double grid_rules_length(const model *m, astar_id a, astar_id b)
{
  return grid_length(grid_of(m), a, b);
}

static inline void grid_compare_links(const grid_model *m, const astar_graph *g, astar_id a)
{
  uint32_t i, at = 0, count = astar_graph_link_count(g, a);
  astar_id b;
  /* First the steps that are not closed, then the links. */
  for (i = 0; i < m->way_count[a]; i++) {
    const grid_way *way = &m->ways[a][i];
    astar_link link;
    if (m->closed[a][way->to]) continue;
    CHECK(at < count);
    link = astar_graph_link_at(g, a, at++);
    CHECK(link.to == way->to && !link.own_cost && !link.oneway && link.terrain == ASTAR_NO_TERRAIN);
    CHECK(close_to(link.cost, grid_length(m, a, way->to)));
  }
  model_compare_links(&m->graph, g, a, at, grid_rules_length);
  for (b = 1; b <= m->graph.last_id; b++) {
    if (m->graph.nodes[b].alive) CHECK(astar_grid_neighbours(g, a, b) == (grid_way_to(m, a, b) != NULL));
  }
}

/* The walk over closed steps. */
static inline void grid_compare_walls(const grid_model *m, const astar_graph *g)
{
  astar_id a, b, wall_a = ASTAR_NO_ID, wall_b = ASTAR_NO_ID;
  for (a = 1; a <= m->cells; a++) {
    for (b = a + 1; b <= m->cells; b++) {
      if (!grid_way_to(m, a, b) || !(m->closed[a][b] || m->closed[b][a])) continue;
      CHECK(astar_grid_next_wall(g, &wall_a, &wall_b) && wall_a == a && wall_b == b);
    }
  }
  CHECK(!astar_grid_next_wall(g, &wall_a, &wall_b));
  /* From any pair on, be it none. */
  wall_a = (astar_id)(astar_graph_version(g) % (m->cells + 3));
  wall_b = (astar_id)(astar_graph_version(g) / 7 % (m->cells + 3));
  a = wall_a;
  b = wall_b;
  if (astar_grid_next_wall(g, &wall_a, &wall_b)) {
    CHECK((wall_a > a || (wall_a == a && wall_b > b)) && wall_a < wall_b && grid_way_to(m, wall_a, wall_b));
    CHECK(m->closed[wall_a][wall_b] || m->closed[wall_b][wall_a]);
  }
}

static inline void grid_compare(const model *graph, const astar_graph *g)
{
  const grid_model *m = grid_of(graph);
  astar_id id;
  CHECK(astar_grid_count(g) == m->cells);
  model_compare_nodes(graph, g);
  grid_compare_walls(m, g);
  for (id = 1; id <= graph->last_id + 1; id++) {
    const model_node *n = &graph->nodes[id <= graph->last_id ? id : 0];
    uint32_t col = 0, row = 0, level = 0;
    astar_tile tile;
    CHECK(astar_grid_place(g, id, &col, &row, &level) == grid_is_cell(m, id));
    if (n->alive) grid_compare_links(m, g, id);
    if (!grid_is_cell(m, id)) continue;
    CHECK((int)col == grid_col(&m->def, id) + 1 && (int)row == grid_row(&m->def, id) + 1);
    CHECK((int)level == grid_level(&m->def, id) + 1 && astar_grid_cell(g, col, row, level) == id);
    tile = astar_grid_tile(g, id);
    CHECK(tile.terrain == n->terrain && tile.blocked == n->blocked && tile.z == n->position[2]);
  }
}

/* ---- The rules of a grid ---- */

static inline double grid_rules_cost(const model *m, astar_unit unit, astar_id a, astar_id b)
{
  return grid_cost(grid_of(m), unit, a, b);
}

static inline bool grid_rules_leads(const model *m, astar_id a, astar_id b)
{
  return grid_leads(grid_of(m), a, b);
}

static inline bool grid_rules_offers(const model *m, astar_unit unit, astar_id a, astar_id b, double cost)
{
  const grid_way *way = grid_way_to(grid_of(m), a, b);
  return (way && close_to(cost, grid_step(grid_of(m), unit, a, way))) ||
         (m->links[a][b].is && close_to(cost, grid_link(grid_of(m), unit, a, b)));
}

static inline double grid_rules_distance(const model *m, astar_id a, astar_id b)
{
  return grid_distance(grid_of(m), a, b);
}

/* How far it is in the world from one waypoint of a path to the next, over the edges where the map joins. */
static inline double grid_world_distance(const grid_model *m, const astar_waypoint *p, const astar_waypoint *q)
{
  const astar_grid_def *d = &m->def;
  static const double none[2] = {0, 0};
  double origin[2], least = INFINITY;
  int i, k;
  grid_to_world(d, none, origin);
  for (i = d->wrap_x ? -1 : 0; i <= (d->wrap_x ? 1 : 0); i++) {
    for (k = d->wrap_y ? -1 : 0; k <= (d->wrap_y ? 1 : 0); k++) {
      double around[2], world[2], x, y;
      around[0] = i * grid_period(d, 0);
      around[1] = k * grid_period(d, 1);
      grid_to_world(d, around, world);
      x = q->x - p->x + world[0] - origin[0];
      y = q->y - p->y + world[1] - origin[1];
      least = fmin(least, hypot(hypot(x, y), q->z - p->z));
    }
  }
  return fmin(least, DBL_MAX);
}

static inline double grid_rules_along(const model *m, const astar_waypoint *p, const astar_waypoint *q)
{
  bool cells = grid_is_cell(grid_of(m), p->id) && grid_is_cell(grid_of(m), q->id);
  return cells && q->along < DBL_MAX ? grid_world_distance(grid_of(m), p, q) : NAN;
}

static inline bool grid_rules_beside(const model *m, astar_unit unit, astar_id a, astar_id b)
{
  const grid_way *way = grid_way_to(grid_of(m), a, b);
  return (way && grid_step_open(grid_of(m), unit, a, way)) || model_link_open(m, unit, a, b);
}

static inline void grid_rules_join(model *m, astar_id a, astar_id b, const astar_link *link)
{
  grid_join((grid_model *)m, a, b, link);
}

static const model_rules grid_rules = {
  .cost = grid_rules_cost,
  .enterable = grid_enterable,
  .leads = grid_rules_leads,
  .offers = grid_rules_offers,
  .distance = grid_rules_distance,
  .along = grid_rules_along,
  .beside = grid_rules_beside,
  .covered = grid_covered,
  .join = grid_rules_join,
  .compare = grid_compare,
};

/* ---- Making a grid ---- */

static inline void grid_model_init(grid_model *m, const astar_grid_def *def)
{
  astar_id id;
  memset(m, 0, sizeof *m);
  model_init(&m->graph, &grid_rules);
  m->def = *def;
  m->cells = m->graph.count = m->graph.last_id = def->width * def->height * def->levels;
  CHECK(m->cells <= MODEL_MAX);
  for (id = 1; id <= m->cells; id++) {
    model_node *n = &m->graph.nodes[id];
    int col = grid_col(def, id), row = grid_row(def, id);
    double p[2];
    grid_way way;
    n->alive = true;
    n->terrain = ASTAR_DEFAULT_TERRAIN;
    grid_ideal(def, col, row, p);
    grid_to_world(def, p, n->position);
    n->position[2] = grid_floor(def, grid_level(def, id));
    for (way.down = -1; way.down <= 1; way.down++) {
      for (way.across = -1; way.across <= 1; way.across++) {
        if (way.across == 0 && way.down == 0) continue;
        way.to = grid_from(def, id, way.across, way.down);
        way.length = grid_way_length(def, col, row, way.across, way.down);
        if (way.to != ASTAR_NO_ID && way.to != id && way.length > 0) grid_note_way(m, id, &way);
      }
    }
  }
}

/* Cells lie where they should; from then on the model has them where the grid says, to the last bit. */
static inline void grid_settle(grid_model *m, const astar_graph *g)
{
  double size = fmax(m->def.cell[0], m->def.cell[1]), origin = fmax(fabs(m->def.origin[0]), fabs(m->def.origin[1]));
  astar_id id;
  int i;
  for (id = 1; id <= m->cells; id++) {
    double p[3], *q = m->graph.nodes[id].position;
    astar_graph_position(g, id, p);
    for (i = 0; i < 2; i++) CHECK(fabs(p[i] - q[i]) <= 1e-12 * (origin + size * MODEL_MAX));
    CHECK(p[2] == q[2]);
    memcpy(q, p, sizeof p);
  }
}

/* ---- Searches ---- */

/* Make up a search: any, or the plain question for the way from here to there. */
static inline void grid_choose_quest(const grid_model *m, quest *q, model_style style)
{
  astar_search_def *d = &q->def;
  quest_choose(&m->graph, q, style);
  if (one_in(2)) {
    astar_search_def plain = astar_default_search();
    memset(q->barred, 0, sizeof q->barred);
    memset(q->stopped, 0, sizeof q->stopped);
    plain.start = model_pick(&m->graph);
    plain.goals = d->goals;
    plain.goal_count = 1;
    plain.unit = d->unit;
    plain.max_cost = d->max_cost;
    plain.answer_only = !one_in(3);
    q->goals[0] = model_pick(&m->graph);
    *d = plain;
  }
  d->jump = (astar_jump)below(3);
  if (one_in(4)) {
    /* A few steps. */
    double size[2];
    grid_measure(&m->def, size);
    d->max_cost = size[0] * below(50) / 4;
  }
  /* What lies near a goal across an edge, the model does not say. */
  if (m->def.wrap_x || m->def.wrap_y) d->within = -1;
  if (d->moves > 0) d->max_cost = INFINITY;
}

/* Whether a search is to go by jump points where they serve. */
static inline bool grid_wants_jumps(const astar_search_def *d)
{
  if (d->jump != ASTAR_JUMP_AUTO) return d->jump == ASTAR_JUMP_ALWAYS;
  return d->answer_only &&
         (d->heuristic == ASTAR_DEFAULT || d->heuristic == ASTAR_AUTO || d->heuristic == ASTAR_EUCLIDEAN) &&
         d->weight == 1 && d->max_cost == INFINITY && d->max_steps == UINT64_MAX;
}

/* Whether jump points must serve, and whether they may. */
static inline bool grid_may_jump(const grid_model *m, const quest *q)
{
  const astar_grid_def *d = &m->def;
  double multiplier = NAN, size[2], diagonal;
  astar_id a, b;
  grid_measure(d, size);
  diagonal = isnan(d->diagonal) ? hypot(size[0], size[1]) : d->diagonal * size[0];
  if (grid_is_hexagonal(d) || d->straight || d->wrap_x || d->wrap_y || m->tall || d->levels > 1)
    return false;
  if (diagonal < fmax(size[0], size[1]) || diagonal > size[0] + size[1] || !grid_wants_jumps(&q->def) ||
      q->def.goal_count != 1 || q->def.ask_cost || q->def.heuristic == ASTAR_ASK || q->def.only ||
      q->def.avoid_count > 0 || q->def.partial || q->def.within >= 0 || q->def.adjacent || q->def.moves > 0 ||
      q->def.stop_count > 0 || q->def.reverse)
    return false;
  for (a = 0; a < q->def.layer_count; a++) {
    const double *values = m->graph.layers[q->def.layers[a].layer - 1];
    for (b = 1; b <= m->graph.last_id; b++) {
      if (q->def.layers[a].weight > 0 && values[b] > 0) return false;
    }
  }
  if (!grid_is_cell(m, q->def.start) || !grid_is_cell(m, q->goals[0])) return false;
  for (a = 1; a <= m->graph.last_id; a++) {
    for (b = 1; b <= m->graph.last_id; b++) {
      if (m->closed[a][b]) return false;
      /* Cells lead only to cells where only waypoints are linked. */
      if (m->graph.links[a][b].is && (grid_is_cell(m, a) || grid_is_cell(m, b))) return false;
    }
    if (!grid_is_cell(m, a) || !model_enterable(&m->graph, q->def.unit, a)) continue;
    if (!isnan(multiplier) && multiplier != grid_multiplier(m, q->def.unit, a)) return false;
    multiplier = grid_multiplier(m, q->def.unit, a);
  }
  return true;
}

#endif
