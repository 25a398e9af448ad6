/* drift.c: see drift.h. Places and targets are in grid coordinates, relative to the middle of the own cell. */
#include "grid/drift.h"

#include "grid/grid_space.h"
#include "grid/sized.h"
#include "grid/step_map.h"

/* What is known of the place. */
typedef struct drift {
  const astar_search *search;
  const as_grid *grid;
  as_step_map *map; /* NULL: it is out of date */
  bool edited;      /* for a unit of several cells: so are the cells that it saw */
  uint32_t cell;
  int32_t col, row; /* of the cell */
  bool plain;       /* edges do not join, and the map is wide */
  int32_t step[2];  /* squares: to the next cell, columns and rows */
  uint32_t open_corners; /* squares: bits of the corners of the cell around which all steps are open */
  bool open;        /* the step to the next cell is, now */
  double around[2]; /* hexagons: the width and height of a map that wraps, else 0 */
} drift;

/* A vector between places of a map that wraps: the shortest one. */
static double wrap(double difference, double period)
{
  return period > 0 ? difference - period * floor(difference / period + 0.5) : difference;
}

/* The cell at columns and rows from the own one, across edges that join; AS_NO_SLOT if there is none. */
static uint32_t cell_beside(const drift *d, int32_t across, int32_t down)
{
  const as_grid *grid = d->grid;
  const int64_t width = grid->width, height = grid->height;
  int64_t col = (int64_t)d->col + across, row = (int64_t)d->row + down;
  if (d->plain) return as_grid_cell_at(grid, col, row);
  if (grid->def.wrap_x) col = (col + 4 * width) % width;
  if (grid->def.wrap_y) row = (row + 4 * height) % height;
  return as_grid_cell_at(grid, col, row);
}

/* The record of a cell from which there is a way, or NULL. */
static const as_record *reached(const drift *d, uint32_t cell)
{
  const as_record *record = cell == AS_NO_SLOT ? NULL : as_records_find(&d->search->records, cell);
  return record && (as_state_of(record) == ASTAR_OPEN || as_state_of(record) == ASTAR_CLOSED) ? record : NULL;
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
  if (to >= grid->count) return false;
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
  *down = difference(line, row, grid->def.wrap_y, grid->height);
  return *across < 2 && *down < 2;
}

/* Whether a step is open to a unit of several cells, after an edit. */
static bool is_open_now(const drift *d, uint32_t cell, uint32_t direction)
{
  const astar_graph *g = d->search->space.self;
  const as_rules rules = as_units_rules(&g->units, d->search->def.unit);
  const uint32_t to = as_grid_step(d->grid, cell, direction);
  return to != AS_NO_SLOT && as_sized_step_cost(d->grid, &rules, cell, to, direction) < INFINITY;
}

/* Whether a step out of a cell is open now: the map may have been edited since the flow was made. */
static bool is_open(const drift *d, uint32_t cell, uint32_t direction)
{
  if (d->edited) return is_open_now(d, cell, direction);
  if (!d->map) return true;
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
  static const uint8_t by_side[2][2][2][2] = {
      {{{0xFF, 0x1F}, {0xF8, 0x18}}, {{0x6B, 0x0B}, {0x68, 0x08}}}, {{{0xD6, 0x16}, {0xD0, 0x10}}, {{0x42, 0x02}, {0x40, 0x00}}}};
  return by_side[x == b->left][x == b->right][y == b->top][y == b->bottom];
}

/* Whether all steps between cells of a box are open. */
static bool is_clear(const drift *d, const box *b)
{
  const as_grid *grid = d->grid;
  const bool on_map = d->col + b->left >= 0 && d->row + b->top >= 0 && d->col + b->right < (int32_t)grid->width &&
                      d->row + b->bottom < (int32_t)grid->height;
  uint32_t missing = 0;
  int32_t x, y;
  if (!d->map || (!on_map && d->plain)) return false;
  for (y = b->top; y <= b->bottom && missing == 0; y++) {
    if (on_map) {
      const uint32_t row = (uint32_t)(d->row + y);
      const uint8_t *steps = d->map->steps + (size_t)row * grid->width + d->col;
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

/* Whether all steps between four cells around a corner are open; the upper left is at columns and rows from the own one. */
static AS_INLINE bool is_corner_open(const drift *d, int32_t col, int32_t row)
{
  const as_grid *grid = d->grid;
  const uint32_t x = (uint32_t)(d->col + col), y = (uint32_t)(d->row + row), width = grid->width;
  const box b = {col, row, col + 1, row + 1};
  const uint8_t *upper, *lower;
  if (!d->plain || !d->map) return is_clear(d, &b);
  if ((x >= width - 1) | (y >= grid->height - 1)) return false;
  as_step_map_row(grid, d->map, y);
  as_step_map_row(grid, d->map, y + 1);
  upper = d->map->steps + (size_t)y * width + x;
  lower = upper + width;
  return ((~upper[0] & 0xD0) | (~upper[1] & 0x68) | (~lower[0] & 0x16) | (~lower[1] & 0x0B)) == 0;
}

/*
** Add the next cell of the one at columns and rows from the own one, times a weight, to the target, and both cells to the
** box. False if there is no way from there by a step.
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
      row = (int32_t)as_grid_row(d->grid, cell);
      col = (int32_t)(cell - (uint32_t)row * d->grid->width);
    }
    if (!find_step(d, cell, col, row, record->parent, &x, &y)) return false;
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
  include(b, d->step[0], d->step[1]);
  target[0] = weight * d->step[0];
  target[1] = weight * d->step[1];
}

/* The index of a corner of the own cell, which is a bit of `open_corners`; across and down are -1 or 1. */
static inline uint32_t corner_at(int32_t across, int32_t down)
{
  return (uint32_t)(across > 0) | (uint32_t)(down > 0) << 1;
}

static uint32_t find_open_corners(const drift *d)
{
  return (uint32_t)is_corner_open(d, -1, -1) | (uint32_t)is_corner_open(d, 0, -1) << 1 |
         (uint32_t)is_corner_open(d, -1, 0) << 2 | (uint32_t)is_corner_open(d, 0, 0) << 3;
}

/* The target in the open for a place at `at`; false if it is not open around. */
static bool find_open_target(const drift *d, const double at[2], double target[2])
{
  const int32_t sx = at[0] < 0 ? -1 : 1, sy = at[1] < 0 ? -1 : 1;
  const double x = fabs(at[0]), y = fabs(at[1]);
  box b;
  if (!(d->open_corners >> corner_at(sx, sy) & 1)) return false;
  add_own(d, (1 - x) * (1 - y), target, &b);
  return add_next(d, sx, 0, x * (1 - y), target, &b) && add_next(d, 0, sy, (1 - x) * y, target, &b) &&
         add_next(d, sx, sy, x * y, target, &b) && is_clear(d, &b);
}

/* ---- Anywhere ---- */

/*
** The target begins to move from the middle of the own cell towards the next one where that is MOVES_FROM steps away, as where
** one enters before a turn by 90 degrees; it has arrived where that is MOVED_AT steps away.
*/
#define MOVES_FROM 1.118
#define MOVED_AT 0.75

/* How far the target has moved to the next middle, which is at `step` from the own. */
static double progress(const double at[2], const double step[2])
{
  const double length = as_length(step[0], step[1], 0), left = as_length(step[0] - at[0], step[1] - at[1], 0);
  return as_max(0, as_min((MOVES_FROM - left / length) / (MOVES_FROM - MOVED_AT), 1));
}

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
** The corners of the own cell at which not all cells are open, and how near to each the way may pass from a place: no nearer
** than it is, or than CLEARANCE times the width of a gap of one cell. That is a little less than half, so that a place from
** which a gap is not seen exactly along its axis is led through it, not back to the middle of the cell.
*/
#define CLEARANCE 0.48

typedef struct corners {
  double place[8][2], least[8]; /* least: squares of distances */
  uint32_t count;
} corners;

static void add_corner(corners *c, const double at[2], double x, double y, double clearance)
{
  const double own = (x - at[0]) * (x - at[0]) + (y - at[1]) * (y - at[1]);
  c->place[c->count][0] = x;
  c->place[c->count][1] = y;
  c->least[c->count++] = as_min(clearance * clearance, own) * (1 - 1e-9);
}

static void find_square_corners(const drift *d, const double at[2], corners *c)
{
  uint32_t i;
  for (i = 0; i < 4; i++) {
    if (!(d->open_corners >> i & 1)) add_corner(c, at, i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, CLEARANCE);
  }
}

/* Those of the cell beside the own one that are not corners of both. */
static void find_far_corners(const drift *d, const double at[2], int32_t across, int32_t down, corners *c)
{
  int32_t i;
  for (i = -1; i <= 1; i += 2) {
    const double x = across == 0 ? 0.5 * i : 1.5 * across, y = down == 0 ? 0.5 * i : 1.5 * down;
    if (!is_corner_open(d, (int32_t)floor(x), (int32_t)floor(y))) add_corner(c, at, x, y, CLEARANCE);
  }
}

/* Whether steps between two hexagons are open both ways. */
static bool are_open(const drift *d, uint32_t a, uint32_t b)
{
  const uint32_t there = as_grid_direction(d->grid, a, b), back = as_grid_direction(d->grid, b, a);
  return there < AS_DIRECTIONS && back < AS_DIRECTIONS && is_open(d, a, there) && is_open(d, b, back);
}

static void find_hexagon_corners(const drift *d, const double at[2], const double middle[2], corners *c)
{
  double outline[2 * ASTAR_MOST_CORNERS];
  const uint32_t count = as_grid_outline(d->grid, d->cell, outline);
  uint32_t i, k, near[2];
  for (i = 0; i < count && i < 6; i++) {
    const double x = outline[2 * i] - middle[0], y = outline[2 * i + 1] - middle[1];
    const double side = as_length(x, y, 0); /* as long as the distance from the middle */
    uint32_t found = 0, way;
    for (way = 0; way < AS_DIRECTIONS && found < 2; way++) {
      const uint32_t other = as_grid_step(d->grid, d->cell, way);
      double place[3];
      if (other == AS_NO_SLOT) continue;
      as_grid_cell_world(d->grid, other, place);
      for (k = 0; k < 2; k++) place[k] = wrap(place[k] - middle[k], d->around[k]);
      if (as_length(place[0] - x, place[1] - y, 0) < 1.5 * side) near[found++] = other;
    }
    if (found < 2 || !are_open(d, d->cell, near[0]) || !are_open(d, d->cell, near[1]) || !are_open(d, near[0], near[1]))
      add_corner(c, at, x, y, side * CLEARANCE);
  }
}

static bool keeps_clear(const corners *c, const double at[2], const double target[2])
{
  uint32_t i;
  for (i = 0; i < c->count; i++) {
    if (segment_distance(at, target, c->place[i]) < c->least[i]) return false;
  }
  return true;
}

/* Whether the unit stands in a cell that it cannot enter, from which it gets out by a step to a neighbour. */
static bool stands_in_obstacle(const drift *d, uint32_t to)
{
  const uint32_t back = as_grid_direction(d->grid, to, d->cell);
  if (d->map) as_step_map_row(d->grid, d->map, as_grid_row(d->grid, to));
  return d->map && back < AS_DIRECTIONS && d->map->barred[to] >> back & 1;
}

/* The greatest part of the step, up to `most`, at which a target keeps clear; the middle of the cell always does. */
static double clear_part(const drift *d, const double at[2], const double middle[2], const double step[2], double most)
{
  double target[2] = {step[0] * most, step[1] * most}, least = 0;
  corners c;
  uint32_t i;
  c.count = 0;
  if (d->grid->staggered) find_hexagon_corners(d, at, middle, &c);
  else find_square_corners(d, at, &c);
  if (keeps_clear(&c, at, target)) return most;
  for (i = 0; i < 8; i++) {
    const double part = (least + most) / 2;
    target[0] = step[0] * part;
    target[1] = step[1] * part;
    *(keeps_clear(&c, at, target) ? &least : &most) = part;
  }
  return least;
}

/*
** The target between the own cell and the one beside it, if all between these and their next cells is open, and the way there
** keeps clear; `share` is the weight of the other.
*/
static bool find_pair_target(const drift *d, const double at[2], int32_t across, int32_t down, double share,
                             double target[2])
{
  box b;
  corners c;
  c.count = 0;
  add_own(d, 1 - share, target, &b);
  if (!add_next(d, across, down, share, target, &b) || !is_clear(d, &b)) return false;
  find_square_corners(d, at, &c);
  find_far_corners(d, at, across, down, &c);
  return keeps_clear(&c, at, target);
}

/* The target where two cells in a row or column are open: rather of those of which the other is nearer. */
static bool find_half_open_target(const drift *d, const double at[2], double target[2])
{
  const int32_t sx = at[0] < 0 ? -1 : 1, sy = at[1] < 0 ? -1 : 1;
  const double x = fabs(at[0]), y = fabs(at[1]);
  if (x > y) return find_pair_target(d, at, sx, 0, x, target) || find_pair_target(d, at, 0, sy, y, target);
  return find_pair_target(d, at, 0, sy, y, target) || find_pair_target(d, at, sx, 0, x, target);
}

/*
** Between two cells that touch in the point in which the own cell touches the next one, straight on lies that cell. Who comes
** along a rim is led to the diagonal first, by a target that lies ahead on it: else a step that ends behind the point would end
** as close to the cell on the other side of the rim as it came. From nearer than a step may be long it goes straight to the
** point, which it must not miss.
*/
#define AHEAD 0.25
#define NEAR_POINT 0.15

static void go_between(const double at[2], const double step[2], double target[2])
{
  const double along = (at[0] * step[0] + at[1] * step[1]) / 2; /* 0 in the middle, 0.5 in the point */
  const double left = 0.5 - along;
  const double lead = left > NEAR_POINT ? as_min(AHEAD, left / 2) : left;
  uint32_t k;
  for (k = 0; k < 2; k++) target[k] = (along + lead) * step[k];
  if (as_length(target[0] - at[0], target[1] - at[1], 0) < 1e-9) memcpy(target, step, 2 * sizeof *target);
}

/* A diagonal step that is not open on both sides: go by the open one. If none is, set the target, and return true. */
static bool go_round(const drift *d, const double at[2], double step[2], double target[2])
{
  const uint32_t flat = step[0] < 0 ? 3 : 4, upright = step[1] < 0 ? 1 : 6;
  const bool first = is_open(d, d->cell, flat), second = is_open(d, d->cell, upright);
  if (first && second) return false;
  if (first) step[1] = 0;
  else if (second) step[0] = 0;
  else go_between(at, step, target);
  return !first && !second;
}

/*
** Whether the way to a target goes roughly as the own cell says, within 75 degrees. Where ways part, the mean of the cells
** around may be no way at all.
*/
static bool agrees(const double at[2], const double target[2], const double step[2])
{
  const double x = target[0] - at[0], y = target[1] - at[1];
  return x * step[0] + y * step[1] > 0.26 * as_length(x, y, 0) * as_length(step[0], step[1], 0);
}

/* Set the direction from `at` to `target`; false if they are the same place. */
static bool point(const drift *d, const double at[2], const double target[2], double direction[2])
{
  const double from[3] = {at[0], at[1], 0}, to[3] = {target[0], target[1], 0};
  double a[3], b[3], length;
  if (d->grid->staggered) {
    memcpy(a, from, sizeof a);
    memcpy(b, to, sizeof b);
  } else {
    as_grid_world(d->grid, from, a);
    as_grid_world(d->grid, to, b);
  }
  length = as_length(b[0] - a[0], b[1] - a[1], 0);
  if (!(length > 0)) return false;
  direction[0] = (b[0] - a[0]) / length;
  direction[1] = (b[1] - a[1]) / length;
  return true;
}

/* Whether a link leads from the own cell to another, which may be a neighbour behind a closed step. */
static bool is_linked(const drift *d, uint32_t to)
{
  const astar_graph *g = d->search->space.self;
  const uint32_t index = as_index(g, d->cell + 1), other = as_index(g, to + 1);
  if (index == AS_NO_SLOT || other == AS_NO_SLOT) return false;
  as_tidy(g, &g->nodes[index]);
  return as_find_end(g, &g->nodes[index], other) < g->nodes[index].out;
}

/* To the middle of the own cell, then straight to the other end of the link. */
static bool follow_link(const drift *d, uint32_t to, const double place[2], double direction[2])
{
  double own[3], other[3], target[2], length;
  const double *end = d->search->space.ops->position(d->search->space.self, to, other);
  as_grid_cell_world(d->grid, d->cell, own);
  length = as_length(own[0] - place[0], own[1] - place[1], 0);
  memcpy(target, length > 1e-3 * as_min(d->grid->def.cell[0], d->grid->def.cell[1]) ? own : end, sizeof target);
  length = as_length(target[0] - place[0], target[1] - place[1], 0);
  if (!(length > 0)) return false;
  direction[0] = (target[0] - place[0]) / length;
  direction[1] = (target[1] - place[1]) / length;
  return true;
}

/* On hexagons: set the place and the next middle, relative to the own one. False if the way leads along a link. */
static bool place_on_hexagons(drift *d, uint32_t to, double middle[3], const double place[3], double at[3], double step[2])
{
  const uint32_t way = to < d->grid->count ? as_grid_direction(d->grid, d->cell, to) : AS_DIRECTIONS;
  double next[3], ends[2][3] = {{0, 0, 0}, {0, 0, 0}};
  uint32_t k;
  if (way == AS_DIRECTIONS) return false;
  d->open = is_open(d, d->cell, way);
  as_grid_cell_world(d->grid, d->cell, middle);
  as_grid_cell_world(d->grid, to, next);
  as_grid_world(d->grid, ends[0], ends[0]);
  memcpy(ends[1], d->grid->period, sizeof d->grid->period);
  as_grid_world(d->grid, ends[1], ends[1]);
  for (k = 0; k < 2; k++) {
    d->around[k] = ends[1][k] - ends[0][k];
    at[k] = wrap(place[k] - middle[k], d->around[k]);
    step[k] = wrap(next[k] - middle[k], d->around[k]);
  }
  return true;
}

/* The same on squares. */
static bool place_on_squares(drift *d, uint32_t to, const double place[3], double at[3], double step[2])
{
  static const int32_t across_by[] = {-1, 0, 1, -1, 1, -1, 0, 1}, down_by[] = {-1, -1, -1, 0, 0, 1, 1, 1};
  int32_t across, down;
  if (d->grid->tiny) {
    /* Several directions lead to the same cell; steps go in one of them. */
    const uint32_t way = to < d->grid->count ? as_grid_direction(d->grid, d->cell, to) : AS_DIRECTIONS;
    if (way == AS_DIRECTIONS) return false;
    across = across_by[way];
    down = down_by[way];
  } else if (!find_step(d, d->cell, d->col, d->row, to, &across, &down)) {
    return false;
  }
  d->open = is_open(d, d->cell, direction_by(across, down));
  as_grid_coordinates(d->grid, place, at);
  at[0] = wrap(at[0] - d->col, d->grid->period[0]);
  at[1] = wrap(at[1] - d->row, d->grid->period[1]);
  step[0] = d->step[0] = across;
  step[1] = d->step[1] = down;
  return true;
}

bool as_drift(const astar_search *s, double x, double y, double direction[2])
{
  const double place[3] = {x, y, 0};
  double at[3], middle[3] = {0, 0, 0}, target[2], step[2], share;
  const astar_graph *g = s->space.self;
  const as_record *record;
  drift d;
  d.search = s;
  d.edited = s->space.rules.size > 1 && s->space.version != g->version;
  d.grid = d.edited ? g->grid : as_grid_seen(g->grid, &s->space.rules);
  d.map = d.edited ? NULL : s->space.run;
  if (d.map && d.map->stale) d.map = NULL;
  d.plain = !d.grid->def.wrap_x && !d.grid->def.wrap_y && d.grid->width >= 4;
  d.cell = as_grid_at(d.grid, x, y);
  record = reached(&d, d.cell);
  if (!record || record->parent == AS_NO_SLOT) return false;
  d.row = (int32_t)as_grid_row(d.grid, d.cell);
  d.col = (int32_t)(d.cell - (uint32_t)d.row * d.grid->width);
  if (d.grid->staggered) {
    if (!place_on_hexagons(&d, record->parent, middle, place, at, step))
      return follow_link(&d, record->parent, place, direction);
    if (!d.open) return is_linked(&d, record->parent) && follow_link(&d, record->parent, place, direction);
  } else {
    if (!place_on_squares(&d, record->parent, place, at, step))
      return follow_link(&d, record->parent, place, direction);
    if (!d.open) return is_linked(&d, record->parent) && follow_link(&d, record->parent, place, direction);
    d.open_corners = find_open_corners(&d);
    if ((find_open_target(&d, at, target) || find_half_open_target(&d, at, target)) && agrees(at, target, step) &&
        point(&d, at, target, direction))
      return true;
    if (!d.grid->tiny && step[0] != 0 && step[1] != 0 && go_round(&d, at, step, target)) return point(&d, at, target, direction);
  }
  share = progress(at, step);
  if (!d.grid->tiny && !stands_in_obstacle(&d, record->parent)) share = clear_part(&d, at, middle, step, share);
  target[0] = share * step[0];
  target[1] = share * step[1];
  /* The way there may begin at the target itself. */
  return point(&d, at, target, direction) || point(&d, at, step, direction);
}
