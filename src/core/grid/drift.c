/*
** drift.c: see drift.h. Places and targets are relative to the middle of the own cell, in a frame in which all cells
** are alike however they are drawn: squares with sides of 1, or regular hexagons whose middles are 1 apart. A step of a
** tenth of the smaller side of a cell is shorter than REACH there.
**
** Why a walker arrives. From a cell it enters the next one, or one of lower cost; so it comes to no cell twice. And it
** leaves each cell. Three cases:
**
**   In the open it gets on along the step by a quarter of what it walks, or more; the next two cases do not lead back
**   there. No step ends in another cell unless that has a lower cost.
**
**   To an edge: the target is on the line between the two middles. The way there crosses the common edge, and ends
**   within the two cells though it goes a step beyond the target. On the way the target only moves on: it keeps clear
**   of corners from each later place, too, and the next middle comes nearer. So the walker comes as near to the target
**   as a step is long, and there the target lies farther on.
**
**   To a point, in which two squares touch: the target is on the diagonal, before the point, until the place lies in a
**   cone around the diagonal whose tip is the point. Then the target is the point: the walker stays as wide of the
**   diagonal for its distance, and passes the tip into the cone on the other side, which lies in the next cell.
**
** A diagonal step may go round by a cell that costs no less, if that leads to the same next cell. What the walker
** enters from there costs less than the cell that it came from, so it does not come back: see most_beside().
*/
#include "grid/drift.h"

#include "grid/grid_space.h"
#include "grid/headed_space.h"
#include "grid/footprint.h"
#include "grid/step_map.h"

#define REACH 0.15
#define RIM (0.5 - 1e-9) /* of squares: from there on rounding may decide in which cell a place is */
#define SQRT3 1.7320508075688772

/* What is known of the place. */
typedef struct drift {
  const astar_search *search;
  const as_grid *grid;
  as_step_map *map;     /* NULL: it is out of date */
  const as_record *own; /* of the cell */
  uint32_t cell;
  uint32_t to;          /* slot of the next node on the way from it */
  int32_t col, row;     /* of the cell, on its floor */
  uint32_t first_row;   /* of the floor */
  bool plain;           /* edges do not join, and the map is wide */
  bool to_point;        /* the step leads to a point, not to an edge */
  int32_t next[2];      /* squares: `step` in whole columns and rows */
  double at[2], step[2]; /* the place; the middle of the cell that is entered next */
} drift;

/* The cell at columns and rows from the own one, across edges that join; AS_NO_SLOT if there is none. */
static uint32_t cell_beside(const drift *d, int32_t across, int32_t down)
{
  return as_grid_cell_around(d->grid, d->grid->base, (int64_t)d->col + across, (int64_t)d->row + down);
}

/* The record of a cell from which there is a way, or NULL. */
static const as_record *reached(const drift *d, uint32_t cell)
{
  return as_search_reached(d->search, cell);
}

/* The next node on the way from a cell. */
static uint32_t next_of(const drift *d, const as_record *record)
{
  return as_search_before(d->search, record);
}

/* Whether the way from the cell at columns and rows from the own one costs less than this. */
static bool is_lower(const drift *d, int32_t across, int32_t down, double most)
{
  const as_record *record = reached(d, cell_beside(d, across, down));
  return record && record->g < most;
}

/* On squares: the direction by columns and rows, of which one is not 0. */
static uint32_t direction_by(int32_t across, int32_t down)
{
  const uint32_t place = (uint32_t)(3 * (down + 1) + across + 1);
  return place < 4 ? place : place - 1;
}

/* A difference of columns or rows, across the edge if that is shorter. */
static int32_t difference(int64_t to, int64_t from, bool joined, int64_t size)
{
  int64_t d = to - from;
  if (joined && d > 1) d -= size;
  if (joined && d < -1) d += size;
  return d >= -1 && d <= 1 ? (int32_t)d : 2;
}

/* On squares: the columns and rows of the step out of a cell to its parent; false if that is none. */
static AS_INLINE bool find_step(const drift *d, uint32_t cell, int32_t col, int32_t row, uint32_t to, int32_t *across,
                                int32_t *down)
{
  const as_grid *grid = d->grid;
  uint32_t line, by = to - cell;
  if (to >= grid->count || !as_grid_same_floor(grid, cell, to)) return false;
  if (d->plain) {
    /* On wide maps without edges that join, differences of cells tell. */
    const uint32_t width = grid->width;
    *down = by + 1 < 3 ? 0 : by - width + 1 < 3 ? 1 : -1;
    by -= (uint32_t)*down * width;
    *across = (int32_t)by;
    return by + 1 < 3;
  }
  line = as_grid_row(grid, to);
  *across = difference(to - line * grid->width, col, grid->def.wrap_x, grid->width);
  *down = difference(line - d->first_row, row, grid->def.wrap_y, grid->rows);
  return *across < 2 && *down < 2;
}

/* Whether a step out of a cell is open, by the cells themselves; to a unit of any size. */
static bool is_open_now(const drift *d, uint32_t cell, uint32_t direction)
{
  const astar_graph *g = d->search->space.self;
  const uint32_t to = as_grid_step(d->grid, cell, direction);
  as_rules rules = as_units_rules(&g->units, d->search->def.unit);
  rules.discs = d->search->space.rules.discs;
  return to != AS_NO_SLOT && as_footprint_step_cost(g->grid, &rules, cell, to, direction) < INFINITY;
}

/* Whether a step out of a cell is open now: the map may have been edited since the flow was made. */
static bool is_open(const drift *d, uint32_t cell, uint32_t direction)
{
  if (!d->map) return is_open_now(d, cell, direction);
  as_step_map_row(d->grid, d->map, as_grid_row(d->grid, cell));
  return d->map->steps[cell] >> direction & 1;
}

/* ---- In the open, on squares ---- */

/* A rectangle of cells, by columns and rows from the own one, inclusive. */
typedef struct box {
  int32_t left, top, right, bottom;
} box;

static void include(box *b, int32_t col, int32_t row)
{
  if (col < b->left) b->left = col;
  if (col > b->right) b->right = col;
  if (row < b->top) b->top = row;
  if (row > b->bottom) b->bottom = row;
}

/* The steps that a cell of a box must have, by its column and row there: bits of left, right, top and bottom. */
static uint32_t needed(const box *b, int32_t x, int32_t y)
{
  static const uint8_t by_side[2][2][2][2] = {{{{0xFF, 0x1F}, {0xF8, 0x18}}, {{0x6B, 0x0B}, {0x68, 0x08}}},
                                              {{{0xD6, 0x16}, {0xD0, 0x10}}, {{0x42, 0x02}, {0x40, 0x00}}}};
  return by_side[x == b->left][x == b->right][y == b->top][y == b->bottom];
}

/* Whether all steps between cells of a box are open. */
static bool is_clear(const drift *d, const box *b)
{
  const as_grid *grid = d->grid;
  const bool on_map = d->col + b->left >= 0 && d->row + b->top >= 0 && d->col + b->right < (int32_t)grid->width &&
                      d->row + b->bottom < (int32_t)grid->rows;
  uint32_t missing = 0;
  int32_t x, y;
  if (!d->map || (!on_map && d->plain)) return false;
  for (y = b->top; y <= b->bottom && missing == 0; y++) {
    if (on_map) {
      const uint32_t row = d->first_row + (uint32_t)(d->row + y);
      const uint8_t *steps = d->map->steps + as_grid_index(grid, (uint32_t)d->col, row);
      as_step_map_row(grid, d->map, row);
      for (x = b->left; x <= b->right; x++) missing |= needed(b, x, y) & ~(uint32_t)steps[x];
    } else {
      for (x = b->left; x <= b->right; x++) {
        const uint32_t cell = cell_beside(d, x, y);
        if (cell == AS_NO_SLOT) return false;
        as_step_map_row(grid, d->map, as_grid_row(grid, cell));
        missing |= needed(b, x, y) & ~(uint32_t)d->map->steps[cell];
      }
    }
  }
  return missing == 0;
}

/*
** Whether all steps between four cells around a corner are open; the upper left is at columns and rows from the own
** one.
*/
static AS_INLINE bool is_corner_open(const drift *d, int32_t col, int32_t row)
{
  const as_grid *grid = d->grid;
  const uint32_t x = (uint32_t)(d->col + col), width = grid->width;
  uint32_t y = (uint32_t)(d->row + row);
  const box b = {col, row, col + 1, row + 1};
  const uint8_t *upper, *lower;
  if (!d->plain || !d->map) return is_clear(d, &b);
  if ((x >= width - 1) | (y >= grid->rows - 1)) return false;
  y += d->first_row;
  as_step_map_row(grid, d->map, y);
  as_step_map_row(grid, d->map, y + 1);
  upper = d->map->steps + (size_t)y * width + x;
  lower = upper + width;
  return ((~upper[0] & 0xD0) | (~upper[1] & 0x68) | (~lower[0] & 0x16) | (~lower[1] & 0x0B)) == 0;
}

/*
** Add the next cell of the one at columns and rows from the own one, times a weight, to the target, and both cells to
** the box. False if there is no way from there by a step.
*/
static AS_INLINE bool add_next(const drift *d, int32_t across, int32_t down, double weight, double target[2], box *b)
{
  const uint32_t cell = cell_beside(d, across, down);
  const as_record *record = reached(d, cell);
  int32_t x = 0, y = 0;
  if (!record) return false;
  include(b, across, down);
  if (record->parent != AS_NO_SLOT) {
    int32_t col = d->col + across, row = d->row + down;
    if (!d->plain) {
      row = (int32_t)(as_grid_row(d->grid, cell) - d->first_row);
      col = (int32_t)as_grid_col(d->grid, cell);
    }
    if (!find_step(d, cell, col, row, next_of(d, record), &x, &y)) return false;
    include(b, across + x, down + y);
  }
  target[0] += weight * (across + x);
  target[1] += weight * (down + y);
  return true;
}

/* The same for the own cell, whose step is known. */
static AS_INLINE void add_own(const drift *d, double weight, double target[2], box *b)
{
  b->left = b->top = b->right = b->bottom = 0;
  include(b, d->next[0], d->next[1]);
  target[0] = weight * d->next[0];
  target[1] = weight * d->next[1];
}

/*
** A cell that is not the next one is entered if the way from it costs less than this: than the own way, and than that
** of each cell beside the own one which leads to the same next cell, as it may go round through the own one.
*/
static double most_beside(const drift *d)
{
  double most = d->own->g;
  int32_t side;
  if (d->next[0] != 0 && d->next[1] != 0) return most;
  for (side = -1; side <= 1; side += 2) {
    const as_record *record = reached(d, cell_beside(d, side * d->next[1], side * d->next[0]));
    if (record && next_of(d, record) == d->to && record->g < most) most = record->g;
  }
  return most;
}

/*
** Whether the way to a target goes roughly as the own cell says, within 75 degrees, and no step in this direction ends
** in a cell from which the way costs no less. Where ways part, the mean of the cells around may be no way at all.
*/
static bool leads_on(const drift *d, const double target[2], const box *b)
{
  const double x = target[0] - d->at[0], y = target[1] - d->at[1], length = as_length(x, y, 0);
  const double along = x * d->step[0] + y * d->step[1];
  double most;
  int32_t side[2];
  uint32_t k;
  if (!(along > 0.26 * length * as_length(d->step[0], d->step[1], 0))) return false;
  for (k = 0; k < 2; k++) {
    const double end = d->at[k] + REACH * (target[k] - d->at[k]) / length;
    side[k] = end > RIM ? 1 : end < -RIM ? -1 : 0;
  }
  if (side[0] == 0 && side[1] == 0) return true;
  if (side[0] < b->left || side[0] > b->right || side[1] < b->top || side[1] > b->bottom) return false;
  most = most_beside(d);
  return (side[0] == 0 || is_lower(d, side[0], 0, most)) && (side[1] == 0 || is_lower(d, 0, side[1], most)) &&
         (side[0] == 0 || side[1] == 0 || is_lower(d, side[0], side[1], most));
}

/* The target in the open; false if it is not open around. */
static bool find_open_target(const drift *d, double target[2])
{
  const int32_t sx = d->at[0] < 0 ? -1 : 1, sy = d->at[1] < 0 ? -1 : 1;
  const double x = fabs(d->at[0]), y = fabs(d->at[1]);
  box b;
  if (!is_corner_open(d, (sx - 1) / 2, (sy - 1) / 2)) return false;
  add_own(d, (1 - x) * (1 - y), target, &b);
  return add_next(d, sx, 0, x * (1 - y), target, &b) && add_next(d, 0, sy, (1 - x) * y, target, &b) &&
         add_next(d, sx, sy, x * y, target, &b) && is_clear(d, &b) && leads_on(d, target, &b);
}

/* ---- Corners ---- */

/* The square of the distance of the segment from `a` to `b` from a place. */
static double segment_distance(const double a[2], const double b[2], const double place[2])
{
  const double x = b[0] - a[0], y = b[1] - a[1], u = place[0] - a[0], v = place[1] - a[1], square = x * x + y * y;
  const double along = u * x + v * y;
  if (!(along > 0)) return u * u + v * v;
  if (along >= square) return (place[0] - b[0]) * (place[0] - b[0]) + (place[1] - b[1]) * (place[1] - b[1]);
  return u * u + v * v - along * along / square;
}

/*
** How near to a corner at which not all cells are open the way may pass from a place: no nearer than it is, or than
** CLEARANCE times the width of a gap of one cell. That is a little less than half, so that a place from which a gap is
** not seen exactly along its axis is led through it, not back to the middle of the cell.
*/
#define CLEARANCE 0.48
#define SIDE (1 / SQRT3) /* of a hexagon */

static bool keeps_clear(const drift *d, const double corner[2], const double target[2])
{
  const double x = corner[0] - d->at[0], y = corner[1] - d->at[1], gap = CLEARANCE * (d->grid->staggered ? SIDE : 1);
  return segment_distance(d->at, target, corner) >= as_min(gap * gap, x * x + y * y) * (1 - 1e-9);
}

/*
** Hexagons: along and across their rows or columns, the middles of the neighbours, and the corner before each next one.
*/
static const int8_t hexagons[6][2] = {{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}};
static const int8_t hexagon_corners[6][2] = {{1, 1}, {0, 2}, {-1, 1}, {-1, -1}, {0, -2}, {1, -1}};

/* The direction of the step to one of these neighbours. */
static uint32_t hexagon_way(const as_grid *grid, uint32_t cell, uint32_t i)
{
  const uint32_t line = as_grid_parity(grid, cell);
  const int32_t across = hexagons[i][1];
  const int32_t shift = across == 0 ? 0 : as_grid_stagger(grid, line) - as_grid_stagger(grid, (int64_t)line + 1);
  const int32_t along = (hexagons[i][0] + shift) / 2;
  return grid->by_row ? direction_by(along, across) : direction_by(across, along);
}

/* Whether steps between a hexagon and one of its neighbours are open both ways; sets that neighbour. */
static bool are_open(const drift *d, uint32_t cell, uint32_t i, uint32_t *other)
{
  const uint32_t way = hexagon_way(d->grid, cell, i % 6);
  *other = as_grid_step(d->grid, cell, way);
  return *other != AS_NO_SLOT && is_open(d, cell, way) && is_open(d, *other, as_grid_back(d->grid, cell, *other, way));
}

/* Set a corner of the own cell; returns whether all cells around it are open. */
static bool is_around_open(const drift *d, uint32_t i)
{
  uint32_t one, other, same;
  if (!d->grid->staggered) return is_corner_open(d, (int32_t)(i & 1) - 1, (int32_t)(i >> 1) - 1);
  return are_open(d, d->cell, i, &one) && are_open(d, d->cell, i + 1, &other) && are_open(d, one, i + 2, &same) &&
         same == other;
}

static void corner_at(const as_grid *grid, uint32_t i, double corner[2])
{
  const uint32_t along = grid->by_row ? 0 : 1;
  if (grid->staggered) {
    corner[along] = 0.5 * hexagon_corners[i][0];
    corner[1 - along] = 0.5 * SIDE * hexagon_corners[i][1];
  } else {
    corner[0] = i & 1 ? 0.5 : -0.5;
    corner[1] = i & 2 ? 0.5 : -0.5;
  }
}

/*
** The greatest part of the step, up to `most`, at which a target keeps clear of a corner. The middle of the cell always
** does; and if a target does, so do those before it.
*/
static double clear_part(const drift *d, const double corner[2], double most)
{
  double least = 0;
  uint32_t i;
  for (i = 0; i < 8; i++) {
    const double part = (least + most) / 2, target[2] = {part * d->step[0], part * d->step[1]};
    *(keeps_clear(d, corner, target) ? &least : &most) = part;
  }
  return least;
}

/* Set the target to that part of the step, or less if it does not keep clear. */
static void aim(const drift *d, double part, double target[2])
{
  const uint32_t corners = d->grid->staggered ? 6 : 4;
  uint32_t i, k;
  for (k = 0; k < 2; k++) target[k] = part * d->step[k];
  for (i = 0; i < corners; i++) {
    double corner[2];
    corner_at(d->grid, i, corner);
    if (d->to_point && corner[0] * d->step[0] > 0 && corner[1] * d->step[1] > 0) continue;
    if (keeps_clear(d, corner, target) || is_around_open(d, i)) continue;
    part = clear_part(d, corner, part);
    for (k = 0; k < 2; k++) target[k] = part * d->step[k];
  }
}

/* ---- Between two cells in the open ---- */

/* Whether a target keeps clear of the corners of the own cell and of the one beside it. */
static bool keeps_clear_of_two(const drift *d, int32_t across, int32_t down, const double target[2])
{
  uint32_t i;
  int32_t side;
  for (i = 0; i < 4; i++) {
    double corner[2];
    corner_at(d->grid, i, corner);
    if (!keeps_clear(d, corner, target) && !is_around_open(d, i)) return false;
  }
  for (side = -1; side <= 1; side += 2) {
    const double corner[2] = {across == 0 ? 0.5 * side : 1.5 * across, down == 0 ? 0.5 * side : 1.5 * down};
    if (!keeps_clear(d, corner, target) && !is_corner_open(d, (int32_t)floor(corner[0]), (int32_t)floor(corner[1])))
      return false;
  }
  return true;
}

/*
** The target between the own cell and the one beside it, if all between these and their next cells is open, and the way
** there keeps clear; `share` is the weight of the other.
*/
static bool find_pair_target(const drift *d, int32_t across, int32_t down, double share, double target[2])
{
  box b;
  add_own(d, 1 - share, target, &b);
  return add_next(d, across, down, share, target, &b) && is_clear(d, &b) && leads_on(d, target, &b) &&
         keeps_clear_of_two(d, across, down, target);
}

/* The target where two cells in a row or column are open: rather of those of which the other is nearer. */
static bool find_half_open_target(const drift *d, double target[2])
{
  const int32_t sx = d->at[0] < 0 ? -1 : 1, sy = d->at[1] < 0 ? -1 : 1;
  const double x = fabs(d->at[0]), y = fabs(d->at[1]);
  if (x > y) return find_pair_target(d, sx, 0, x, target) || find_pair_target(d, 0, sy, y, target);
  return find_pair_target(d, 0, sy, y, target) || find_pair_target(d, sx, 0, x, target);
}

/* ---- Anywhere ---- */

/*
** The target begins to move from the middle of the own cell towards the next one where that is MOVES_FROM steps away,
** as where one enters before a turn by 90 degrees; it has arrived where that is MOVED_AT steps away. It stops at MOST:
** the rim between two hexagons points at the very middle of a third one, and a walker shall not go along a rim.
*/
#define MOVES_FROM 1.118
#define MOVED_AT 0.75
#define MOST 0.95

/* How far the target has moved to the next middle, which is at `step` from the own. */
static double progress(const drift *d)
{
  const double *at = d->at, *step = d->step;
  const double length = as_length(step[0], step[1], 0), left = as_length(step[0] - at[0], step[1] - at[1], 0);
  return as_max(0, as_min((MOVES_FROM - left / length) / (MOVES_FROM - MOVED_AT), MOST));
}

/*
** The cone around the diagonal in which a place is led straight to the point ahead: CONE times as wide as its distance
** from that. Other places are led to the diagonal first, as far before the point that a step beyond the target is still
** in the cell. Between there and the point the cone has nearly the whole cell, so that few places are led back.
*/
#define CONE (1.0 / 3)
#define BEFORE_POINT 0.35
#define WIDE_CONE 0.9

static void aim_at_point(const drift *d, double target[2])
{
  const double x = d->at[0] * d->step[0], y = d->at[1] * d->step[1]; /* 0.5, 0.5 is the point */
  const double left = 1 - x - y;
  if (fabs(x - y) > left * (left > 1 - 2 * BEFORE_POINT ? CONE : WIDE_CONE)) {
    aim(d, BEFORE_POINT, target);
    return;
  }
  target[0] = d->step[0] * (left > 1e-9 ? 0.5 : 1);
  target[1] = d->step[1] * (left > 1e-9 ? 0.5 : 1);
}

/* Set the direction to a target; false if that is the place. */
static bool point(const drift *d, const double target[2], double direction[2])
{
  const as_grid *grid = d->grid;
  const double x = target[0] - d->at[0], y = target[1] - d->at[1], *cell = grid->def.cell;
  double length;
  if (grid->staggered) {
    direction[0] = x * grid->pitch[0] * (grid->by_row ? 2 : 2 / SQRT3);
    direction[1] = y * grid->pitch[1] * (grid->by_row ? 2 / SQRT3 : 2);
  } else if (grid->def.shape == ASTAR_ISOMETRIC) {
    direction[0] = (x - y) * cell[0];
    direction[1] = (x + y) * cell[1];
  } else {
    direction[0] = x * cell[0];
    direction[1] = y * cell[1];
  }
  length = as_length(direction[0], direction[1], 0);
  if (!(length > 0)) return false;
  direction[0] /= length;
  direction[1] /= length;
  return true;
}

/* ---- Where the step leads ---- */

/* Whether a link leads from the own cell to another, which may be a neighbour behind a closed step. */
static bool is_linked(const drift *d, uint32_t to)
{
  const astar_graph *g = d->search->space.self;
  const uint32_t index = as_index(g, d->cell + 1), other = as_index(g, to + 1);
  if (index == AS_NO_SLOT || other == AS_NO_SLOT || d->search->space.rules.discs) return false;
  as_tidy(g, &g->nodes[index]);
  return as_find_end(g, &g->nodes[index], other) < g->nodes[index].out;
}

/* To the middle of the own cell, or as near as half the longest step, then straight to the other end of the link. */
#define NEAR_MIDDLE 0.05

static bool follow_link(const drift *d, uint32_t to, const double place[2], double direction[2])
{
  double own[3], other[3], target[2], length;
  const double *end = as_grid_space_position(d->search->space.self, to, other);
  as_grid_cell_world(d->grid, d->cell, own);
  length = as_length(own[0] - place[0], own[1] - place[1], 0);
  memcpy(target, length > NEAR_MIDDLE * as_min(d->grid->def.cell[0], d->grid->def.cell[1]) ? own : end, sizeof target);
  length = as_length(target[0] - place[0], target[1] - place[1], 0);
  if (!(length > 0)) return false;
  direction[0] = (target[0] - place[0]) / length;
  direction[1] = (target[1] - place[1]) / length;
  return true;
}

/* The difference of two coordinates, the shorter way round if `period` > 0. */
static double wrap(double difference, double period)
{
  return period > 0 ? difference - period * floor(difference / period + 0.5) : difference;
}

/* Set the place of the world. */
static void set_place(drift *d, const double place[3])
{
  const as_grid *grid = d->grid;
  const uint32_t along = grid->by_row ? 0 : 1;
  double own[3], at[3];
  uint32_t k;
  as_grid_cell_coordinates(grid, d->cell, own);
  as_grid_coordinates(grid, place, at);
  for (k = 0; k < 2; k++) d->at[k] = wrap(at[k] - own[k], grid->period[k]);
  if (!grid->staggered) return;
  d->at[along] /= 2;
  d->at[1 - along] *= SQRT3 / 2;
}

static void set_hexagon_step(drift *d, uint32_t way)
{
  const uint32_t along = d->grid->by_row ? 0 : 1;
  uint32_t i = 0;
  while (i < 5 && hexagon_way(d->grid, d->cell, i) != way) i++;
  d->step[along] = 0.5 * hexagons[i][0];
  d->step[1 - along] = SQRT3 / 2 * hexagons[i][1];
}

static void set_square_step(drift *d, int32_t across, int32_t down)
{
  d->step[0] = d->next[0] = across;
  d->step[1] = d->next[1] = down;
}

/*
** Whether the way may go round by a cell beside a diagonal step: it costs less there, or leads to the same next cell.
*/
static const as_record *beside(const drift *d, int32_t across, int32_t down)
{
  const as_record *record = reached(d, cell_beside(d, across, down));
  if (!record || !(record->g < d->own->g || next_of(d, record) == d->to)) return NULL;
  return is_open(d, d->cell, direction_by(across, down)) ? record : NULL;
}

/*
** A diagonal step at a corner where not all cells are open: a point could pass, but a disc needs room. Go round by a
** cell beside it, of two by the cheaper one. Where there is none, the step leads to a point.
*/
static void go_round(drift *d)
{
  const int32_t across = d->next[0], down = d->next[1];
  const as_record *flat = beside(d, across, 0), *upright = beside(d, 0, down);
  if (!flat && !upright) d->to_point = true;
  else if (!upright || (flat && flat->g <= upright->g)) set_square_step(d, across, 0);
  else set_square_step(d, 0, down);
}

/* Set the step to a neighbour, and whether it is open now; false if that is none. */
static bool find_way(drift *d, uint32_t to, bool *open)
{
  int32_t across, down;
  uint32_t way;
  if (to >= d->grid->count) return false;
  /* On tiny maps several directions lead to the same cell; steps go in one of them. */
  if (d->grid->tiny || d->grid->staggered) {
    way = as_grid_direction(d->grid, d->cell, to);
    if (way == AS_DIRECTIONS) return false;
    across = as_to_col[way];
    down = as_to_row[way];
  } else {
    if (!find_step(d, d->cell, d->col, d->row, to, &across, &down)) return false;
    way = direction_by(across, down);
  }
  *open = is_open(d, d->cell, way);
  if (d->grid->staggered) set_hexagon_step(d, way);
  else set_square_step(d, across, down);
  return true;
}

/* Set how the place is left; returns whether it may lead through the open. */
static bool set_out(drift *d, bool open)
{
  const int32_t across = d->next[0], down = d->next[1];
  if (d->grid->staggered) return false;
  if (across == 0 || down == 0) return open;
  if (!open) d->to_point = true;
  else if (!is_corner_open(d, (across - 1) / 2, (down - 1) / 2)) go_round(d);
  else d->to_point = !is_lower(d, across, 0, d->own->g) || !is_lower(d, 0, down, d->own->g);
  return !d->to_point;
}

static as_step_map *map_of(const as_space *space)
{
  return space->rules.headed > 0 ? as_headed_space_map(space) : as_grid_space_map(space);
}

bool as_drift(const astar_search *s, double x, double y, uint32_t floor, double direction[2])
{
  const double place[3] = {x, y, 0};
  const astar_graph *g = s->space.self;
  const bool edited = s->space.rules.size > 1 && s->space.version != g->version;
  double target[2];
  as_grid copy;
  bool open;
  drift d;
  d.search = s;
  d.grid = as_grid_on(edited ? g->grid : as_grid_view(g->grid, &s->space.rules), floor, &copy);
  d.map = edited ? NULL : map_of(&s->space);
  if (d.map && d.map->stale) d.map = NULL;
  d.plain = !d.grid->def.wrap_x && !d.grid->def.wrap_y && d.grid->width >= 4;
  d.to_point = false;
  d.cell = as_grid_at(d.grid, x, y);
  d.own = reached(&d, d.cell);
  if (!d.own || d.own->parent == AS_NO_SLOT) return false;
  d.first_row = floor * d.grid->rows;
  d.row = (int32_t)(as_grid_row(d.grid, d.cell) - d.first_row);
  d.col = (int32_t)as_grid_col(d.grid, d.cell);
  d.to = next_of(&d, d.own);
  if (!find_way(&d, d.to, &open)) return follow_link(&d, d.to, place, direction);
  if (!open && !is_linked(&d, d.to)) return false;
  set_place(&d, place);
  if (set_out(&d, open) && !d.grid->tiny && (find_open_target(&d, target) || find_half_open_target(&d, target)))
    return point(&d, target, direction);
  if (d.to_point) aim_at_point(&d, target);
  else aim(&d, progress(&d), target);
  /* The way there may begin at the target itself. */
  return point(&d, target, direction) || point(&d, d.step, direction);
}
