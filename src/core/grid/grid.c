/* grid.c: see grid.h. The hexagon layouts and their names are those of the Tiled map editor. */
#include "grid/grid.h"

#include "geometry/place_tree.h"

#define SQRT3 1.7320508075688772

#define STRAIGHT 0x5Au /* directions 1, 3, 4, 6 */

static bool is_diagonal(uint32_t direction)
{
  return !(STRAIGHT >> direction & 1);
}

/* ---- Making ---- */

astar_grid_def astar_default_grid(void)
{
  astar_grid_def def;
  memset(&def, 0, sizeof def);
  def.width = def.height = def.levels = 1;
  def.diagonal = def.step = def.level_height = NAN;
  def.cell[0] = def.cell[1] = 1;
  return def;
}

/*
** Scale rises as steps are scaled, which are `size` long without astar_grid_def.step. A floor is as high as a step is
** long, unless that is said.
*/
static void set_rise(as_grid *grid, double size)
{
  grid->rise = isnan(grid->def.step) ? 1 : as_min(grid->def.step / size, DBL_MAX);
  grid->level_height = isnan(grid->def.level_height) ? size : grid->def.level_height;
}

static void set_hexagons(as_grid *grid)
{
  const astar_grid_def *def = &grid->def;
  const double size = def->drawn ? 1 : def->cell[0], step = isnan(def->step) ? size : def->step;
  uint32_t along, across, d;
  bool odd = def->shape == ASTAR_ODD_R || def->shape == ASTAR_ODD_Q;
  along = grid->by_row ? 0 : 1;
  across = 1 - along;
  /* Lines that are shifted left (or up) relative to their neighbours, then those shifted right (or down). */
  grid->directions[odd ? 0 : 1] = grid->by_row ? 0x7B : 0x5F;
  grid->directions[odd ? 1 : 0] = grid->by_row ? 0xDE : 0xFA;
  for (d = 0; d < AS_DIRECTIONS; d++) grid->steps[d] = step;
  grid->straight[0] = grid->straight[1] = grid->diagonal = step;
  grid->stretch[along] = step / 2;
  grid->stretch[across] = step * (SQRT3 / 2);
  set_rise(grid, size);
  if (def->drawn) {
    grid->pitch[along] = def->cell[along] / 2;
    grid->pitch[across] = def->cell[across] * 0.75;
    grid->first[0] = def->cell[0] / 2;
    grid->first[1] = def->cell[1] / 2;
  } else {
    grid->pitch[along] = size / 2;
    grid->pitch[across] = size * (SQRT3 / 2);
    grid->first[along] = size / 2;
    grid->first[across] = size / SQRT3;
  }
}

static void set_squares(as_grid *grid)
{
  const astar_grid_def *def = &grid->def;
  bool drawn = def->shape == ASTAR_ISOMETRIC;
  const double size = drawn ? 1 : def->cell[0];
  const double w = isnan(def->step) ? size : def->step, h = isnan(def->step) && !drawn ? def->cell[1] : w;
  double diagonal = isnan(def->diagonal) ? as_length(w, h, 0) : def->diagonal * w;
  uint32_t d;
  set_rise(grid, size);
  grid->eight = !def->straight;
  grid->open_corners = def->corners == ASTAR_CORNERS_NEVER ? 2 : def->corners == ASTAR_CORNERS_ONE ? 1 : 0;
  grid->directions[0] = grid->directions[1] = def->straight ? STRAIGHT : 0xFF;
  for (d = 0; d < AS_DIRECTIONS; d++) grid->steps[d] = is_diagonal(d) ? diagonal : as_to_col[d] != 0 ? w : h;
  grid->stretch[0] = w;
  grid->stretch[1] = h;
  if (def->straight || diagonal > w + h) diagonal = w + h;
  /* If diagonals are shorter than the steps along an axis, the shortest path along it is a zigzag of diagonals. */
  grid->diagonal = diagonal;
  grid->straight[0] = as_min(w, diagonal);
  grid->straight[1] = as_min(h, diagonal);
}

/* Whether a product with a whole number up to 2^28 is exact: it has 24 bits or less. */
static bool is_short(double x)
{
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (bits & 0x1FFFFFFFu) == 0;
}

/*
** That of hexagons is one product, which grows as the differences grow. That of squares has differences of products,
** which are exact if the lengths are short numbers of similar size; it falls if diagonals are shorter than straight
** steps of one axis.
*/
static double metric_slack(const as_grid *grid)
{
  const double *straight = grid->straight, most = as_max(straight[0], straight[1]);
  if (grid->staggered) return 0;
  if (grid->diagonal < most) return INFINITY;
  return is_short(straight[0]) && is_short(straight[1]) && is_short(grid->diagonal) &&
                 most <= 16 * as_min(straight[0], straight[1]) ? 0 : AS_PLACE_SLACK;
}

bool as_grid_is_staggered(const astar_grid_def *def, bool *by_row)
{
  *by_row = def->shape == ASTAR_ODD_R || def->shape == ASTAR_EVEN_R;
  return def->shape != ASTAR_SQUARE && def->shape != ASTAR_ISOMETRIC;
}

/* The number of runs of cells. */
static size_t run_count(const as_grid *grid)
{
  return (size_t)((grid->count - 1) >> AS_RUN_BITS) + 1;
}

/* Close what leads from floor to floor. False if out of memory. */
static bool close_floors(as_grid *grid)
{
  uint32_t row, cell;
  for (row = 0; row < grid->height; row++) {
    const uint8_t edges = as_grid_edges(grid, row);
    const uint32_t first = as_grid_index(grid, 0, row);
    if (edges == 0) continue;
    if (!as_grid_reserve(grid, first, grid->width)) return false;
    for (cell = first; cell < first + grid->width; cell++) {
      *as_grid_closed_place(grid, cell) = edges;
      grid->runs[cell >> AS_RUN_BITS] = AS_RUN_DRAWN;
    }
    grid->closed_cells += grid->width;
  }
  return true;
}

bool as_grid_init(as_grid *grid, as_memory *m, const astar_grid_def *def)
{
  uint32_t d;
  memset(grid, 0, sizeof *grid);
  grid->memory = m;
  astar_assert(def->width > 0 && def->height > 0 && def->levels > 0 && def->cell[0] > 0 && def->cell[1] > 0);
  astar_assert(def->levels == 1 || !def->wrap_y);
  grid->def = *def;
  grid->width = def->width;
  grid->rows = def->height;
  grid->height = def->height * def->levels;
  grid->count = def->width * grid->height;
  grid->per_width[0] = (UINT64_MAX / def->width + 1) >> 32;
  grid->per_width[1] = (UINT64_MAX / def->width + 1) & UINT32_MAX;
  if (def->width == 1) grid->per_width[0] = (uint64_t)1 << 32; /* 2^64 does not fit */
  grid->tiny = (def->wrap_x && def->width <= 2) || (def->wrap_y && def->height <= 2);
  grid->staggered = as_grid_is_staggered(def, &grid->by_row);
  grid->odd_floors = grid->by_row && def->levels > 1 && def->height % 2 != 0;
  if (grid->staggered) set_hexagons(grid);
  else set_squares(grid);
  grid->slack = metric_slack(grid);
  grid->period[0] = def->wrap_x ? (double)def->width * (grid->by_row ? 2 : 1) : 0;
  grid->period[1] = def->wrap_y ? (double)def->height * (grid->staggered && !grid->by_row ? 2 : 1) : 0;
  for (d = 0; d < AS_DIRECTIONS; d++)
    grid->offsets[d] = (uint32_t)(as_to_row[d] * (int64_t)def->width + as_to_col[d]);
  if (!as_grid_reserve_terrains(grid, ASTAR_DEFAULT_TERRAIN + 1)) return false;
  grid->runs = as_new(m, run_count(grid), uint8_t);
  if (!grid->runs || !as_grid_take_cells(grid)) return false;
  memset(grid->runs, 0, run_count(grid));
  grid->counts[ASTAR_DEFAULT_TERRAIN] = grid->count;
  return close_floors(grid);
}

void as_grid_free(as_grid *grid)
{
  as_grid_free_cells(grid);
  as_free(grid->memory, grid->runs, run_count(grid), uint8_t);
  as_free(grid->memory, grid->heights, grid->count, double);
  as_parts_free(&grid->parts, grid->memory);
  as_free(grid->memory, grid->counts, grid->counts_capacity, uint32_t);
}

bool as_grid_reserve_terrains(as_grid *grid, uint32_t count)
{
  uint32_t before = grid->counts_capacity;
  if (!as_reserve(grid->memory, &grid->counts, &grid->counts_capacity, count, sizeof *grid->counts)) return false;
  memset(grid->counts + before, 0, (grid->counts_capacity - before) * sizeof *grid->counts);
  return true;
}

bool as_grid_reserve_heights(as_grid *grid)
{
  uint32_t cell;
  double *heights;
  if (grid->heights) return true;
  heights = as_new(grid->memory, grid->count, double);
  if (!heights) return false;
  for (cell = 0; cell < grid->count; cell++) heights[cell] = as_grid_height(grid, cell);
  grid->heights = heights;
  return true;
}

uint32_t as_grid_entry_of(const as_grid *grid, uint32_t col, uint32_t row, uint32_t width, uint32_t height)
{
  uint8_t all;
  uint32_t y;
  if (!grid->runs) return AS_NO_SLOT;
  all = grid->runs[as_grid_index(grid, col, row) >> AS_RUN_BITS];
  if (all != 0 && all != AS_RUN_CELLS) return AS_NO_SLOT;
  for (y = row; y < row + height; y++) {
    const uint32_t first = as_grid_index(grid, col, y), last = first + width - 1;
    const uint8_t *run = grid->runs + (first >> AS_RUN_BITS), *end = grid->runs + (last >> AS_RUN_BITS);
    for (; run <= end; run++) {
      if (*run != all) return AS_NO_SLOT;
    }
  }
  return all == 0 ? ASTAR_DEFAULT_TERRAIN : AS_BLOCKED;
}

/* ---- Steps ---- */

/* The cell in a direction, even if cells have no steps in it; AS_NO_SLOT off the map. */
static inline uint32_t beside(const as_grid *grid, uint32_t cell, uint32_t direction)
{
  if (as_grid_inner(grid, cell)) return cell + grid->offsets[direction];
  return as_grid_cell_from(grid, cell, as_to_col[direction], as_to_row[direction]);
}

/* On a tiny map: whether another direction leads to the same cell by a shorter step, or an earlier by an equal one. */
static bool is_duplicate(const as_grid *grid, uint32_t cell, uint32_t to, uint32_t direction)
{
  uint32_t directions = as_grid_directions(grid, cell), d;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    double longer = grid->steps[d] - grid->steps[direction];
    if (d == direction || !(directions >> d & 1) || beside(grid, cell, d) != to) continue;
    if (longer < 0 || (longer == 0 && d < direction)) return true;
  }
  return false;
}

uint32_t as_grid_step(const as_grid *grid, uint32_t cell, uint32_t direction)
{
  uint32_t to;
  if (!(as_grid_directions(grid, cell) >> direction & 1)) return AS_NO_SLOT;
  to = beside(grid, cell, direction);
  if (grid->tiny && to != AS_NO_SLOT && (to == cell || is_duplicate(grid, cell, to, direction))) return AS_NO_SLOT;
  return to;
}

uint32_t as_grid_direction(const as_grid *grid, uint32_t from, uint32_t to)
{
  uint32_t d = 0;
  while (d < AS_DIRECTIONS && as_grid_step(grid, from, d) != to) d++;
  return d;
}

uint32_t as_grid_direction_in(const as_grid *grid, uint32_t direction, uint32_t parity, uint32_t other)
{
  const int8_t *along = grid->by_row ? as_to_col : as_to_row, *across = grid->by_row ? as_to_row : as_to_col;
  const int32_t shift = as_grid_stagger(grid, (int64_t)parity + across[direction]) - as_grid_stagger(grid, parity);
  uint32_t d;
  if (!as_grid_lines_differ(grid) || parity == other) return direction;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    if (!(grid->directions[other] >> d & 1) || across[d] != across[direction]) continue;
    if (2 * along[d] + as_grid_stagger(grid, (int64_t)other + across[d]) - as_grid_stagger(grid, other) ==
        2 * along[direction] + shift)
      break;
  }
  return d;
}

double as_grid_step_length(const as_grid *grid, uint32_t from, uint32_t to, uint32_t direction)
{
  double rise = grid->heights ? grid->heights[to] - grid->heights[from] : 0;
  return rise == 0 ? grid->steps[direction] : as_length(grid->steps[direction], 0, rise * grid->rise);
}

void as_grid_set_closed(as_grid *grid, uint32_t cell, uint32_t direction, bool closed)
{
  const uint8_t edges = as_grid_edges(grid, as_grid_row(grid, cell)), before = *as_grid_closed_place(grid, cell);
  uint8_t bits;
  if (as_grid_closed(grid, cell, direction) == closed) return;
  bits = (uint8_t)(before ^ 1u << direction);
  if (before == 0) grid->closed_cells++;
  if (bits == 0) grid->closed_cells--;
  if (before == edges) grid->walled_cells++;
  if (bits == edges) grid->walled_cells--;
  *as_grid_closed_place(grid, cell) = bits;
  if (grid->runs) grid->runs[cell >> AS_RUN_BITS] |= AS_RUN_DRAWN;
}

/* Whether the step between two cells is closed in either direction. */
static bool is_wall(const as_grid *grid, uint32_t cell, uint32_t to, uint32_t direction)
{
  return as_grid_closed(grid, cell, direction) || as_grid_closed(grid, to, as_grid_back(grid, cell, to, direction));
}

uint32_t as_grid_next_wall(const as_grid *grid, uint32_t cell, uint32_t after)
{
  uint32_t least = AS_NO_SLOT, to, d;
  for (d = 0; (to = as_grid_next_step(grid, cell, &d)) != AS_NO_SLOT; d++) {
    if (to > after && to < least && is_wall(grid, cell, to, d)) least = to;
  }
  return least;
}

/* Whether no step out of an inner cell or out of its higher neighbours is closed. */
static bool is_open_onward(const as_grid *grid, uint32_t cell)
{
  const uint32_t below = cell + grid->width;
  return (as_grid_closed_steps(grid, cell) | as_grid_closed_steps(grid, cell + 1) |
          as_grid_closed_steps(grid, below - 1) | as_grid_closed_steps(grid, below) |
          as_grid_closed_steps(grid, below + 1)) == 0;
}

uint32_t as_grid_skip_open(const as_grid *grid, uint32_t cell)
{
  uint32_t closed;
  if (grid->walled_cells == 0) return grid->count;
  /* The higher neighbours of a cell are less than two rows away; those of the first row may be in the last. */
  if (grid->def.wrap_y && cell < grid->width) return cell;
  closed = as_grid_next_closed(grid, cell);
  if (closed == grid->count) return closed;
  if (closed - cell >= 2 * (uint64_t)grid->width) cell = closed - 2 * grid->width;
  while (cell < closed && as_grid_inner(grid, cell) && is_open_onward(grid, cell)) cell++;
  return cell;
}

/* Whether a step is open and not too steep, whatever the cells, in this direction. */
static bool is_passable_there(const as_grid *grid, const as_rules *rules, uint32_t from, uint32_t to,
                              uint32_t direction)
{
  return !as_grid_closed(grid, from, direction) && !as_grid_is_steep(grid, rules, from, to);
}

/* The same; for discs in both directions. */
static bool is_passable(const as_grid *grid, const as_rules *rules, uint32_t from, uint32_t to, uint32_t direction)
{
  return is_passable_there(grid, rules, from, to, direction) &&
         (!rules->discs || is_passable_there(grid, rules, to, from, as_grid_back(grid, from, to, direction)));
}

/* Whether a unit can replace a diagonal step by two straight steps in these directions. */
static bool is_open_by(const as_grid *grid, const as_rules *rules, uint32_t from, uint32_t to, uint32_t first,
                      uint32_t second)
{
  uint32_t middle = beside(grid, from, first);
  return rules->costs[as_grid_entry(grid, middle)] < INFINITY && is_passable(grid, rules, from, middle, first) &&
         is_passable(grid, rules, middle, to, second);
}

/* Whether the rule for corners allows a diagonal step. */
static bool corner_open(const as_grid *grid, const as_rules *rules, uint32_t from, uint32_t to, uint32_t direction)
{
  uint32_t across = as_to_col[direction] < 0 ? 3 : 4, down = as_to_row[direction] < 0 ? 1 : 6;
  bool one = is_open_by(grid, rules, from, to, across, down);
  if (one == (grid->def.corners != ASTAR_CORNERS_NEVER)) return one;
  return is_open_by(grid, rules, from, to, down, across);
}

bool as_grid_step_open(const as_grid *grid, const as_rules *rules, uint32_t from, uint32_t to, uint32_t direction)
{
  return is_passable(grid, rules, from, to, direction) &&
         (grid->staggered || !is_diagonal(direction) || (grid->def.corners == ASTAR_CORNERS_ALWAYS && !rules->discs) ||
          corner_open(grid, rules, from, to, direction));
}

double as_grid_step_cost(const as_grid *grid, const as_rules *rules, uint32_t from, uint32_t to, uint32_t direction)
{
  double multiplier = rules->costs[as_grid_entry(grid, to)];
  if (as_grid_closed(grid, from, direction)) return INFINITY; /* before NAN, which excludes the cell `to` */
  if (isnan(multiplier)) return NAN;
  if (!as_grid_step_open(grid, rules, from, to, direction)) return INFINITY;
  return as_grid_step_length(grid, from, to, direction) * multiplier;
}

/* ---- Places ---- */

/* The row on its floor of a row; sets the height there, where cells have none of their own. */
static AS_NOINLINE uint32_t find_on_floor(const as_grid *grid, uint32_t row, double *z)
{
  if (!grid->heights) *z = as_grid_floor_height(grid, as_grid_floor(grid, row));
  return as_grid_floor_row(grid, row);
}

void as_grid_cell_coordinates(const as_grid *grid, uint32_t cell, double uvz[3])
{
  uint32_t row = as_grid_row(grid, cell), col = as_grid_col(grid, cell);
  uvz[2] = grid->heights ? grid->heights[cell] : grid->def.origin[2];
  if (grid->def.levels > 1) row = find_on_floor(grid, row, &uvz[2]);
  uvz[0] = col;
  uvz[1] = row;
  if (!grid->staggered) return;
  if (grid->by_row) uvz[0] = 2 * uvz[0] + as_grid_stagger(grid, row);
  else uvz[1] = 2 * uvz[1] + as_grid_stagger(grid, col);
}

void as_grid_world(const as_grid *grid, const double uvz[3], double xyz[3])
{
  const astar_grid_def *def = &grid->def;
  double u = uvz[0], v = uvz[1];
  if (grid->staggered) {
    xyz[0] = def->origin[0] + (grid->first[0] + u * grid->pitch[0]);
    xyz[1] = def->origin[1] + (grid->first[1] + v * grid->pitch[1]);
  } else if (def->shape == ASTAR_ISOMETRIC) {
    xyz[0] = def->origin[0] + (u - v) * (def->cell[0] / 2);
    xyz[1] = def->origin[1] + (u + v + 1) * (def->cell[1] / 2);
  } else {
    xyz[0] = def->origin[0] + (u + 0.5) * def->cell[0];
    xyz[1] = def->origin[1] + (v + 0.5) * def->cell[1];
  }
  xyz[2] = uvz[2];
}

void as_grid_cell_world(const as_grid *grid, uint32_t cell, double xyz[3])
{
  double uvz[3];
  as_grid_cell_coordinates(grid, cell, uvz);
  as_grid_world(grid, uvz, xyz);
}

/*
** Computed as integer multiples of a fraction of a cell, so that shared corners of cells are bitwise equal. For
** hexagons the fraction is half a cell along the staggered lines, a quarter of one across them.
*/
uint32_t as_grid_outline(const as_grid *grid, uint32_t cell, double corners[2 * ASTAR_MOST_CORNERS])
{
  static const int8_t square[][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  static const int8_t diamond[][2] = {{0, 0}, {1, 1}, {0, 2}, {-1, 1}};
  static const int8_t by_row[][2] = {{1, 0}, {2, 1}, {2, 3}, {1, 4}, {0, 3}, {0, 1}};
  static const int8_t by_column[][2] = {{1, 0}, {3, 0}, {4, 1}, {3, 2}, {1, 2}, {0, 1}};
  const int8_t(*shape)[2] = square;
  double uvz[3], part[2];
  uint32_t count = 4, i, axis;
  as_grid_cell_coordinates(grid, cell, uvz);
  for (axis = 0; axis < 2; axis++) part[axis] = grid->def.cell[axis];
  if (grid->staggered) {
    uint32_t across = grid->by_row ? 1 : 0;
    shape = grid->by_row ? by_row : by_column;
    count = 6;
    for (axis = 0; axis < 2; axis++) part[axis] = grid->pitch[axis];
    uvz[across] *= 3;
    part[across] /= 3;
  } else if (grid->def.shape == ASTAR_ISOMETRIC) {
    double u = uvz[0], v = uvz[1];
    shape = diamond;
    uvz[0] = u - v;
    uvz[1] = u + v;
    for (axis = 0; axis < 2; axis++) part[axis] /= 2;
  }
  for (i = 0; i < count; i++) {
    for (axis = 0; axis < 2; axis++)
      corners[2 * i + axis] = grid->def.origin[axis] + (uvz[axis] + shape[i][axis]) * part[axis];
  }
  return count;
}

void as_grid_coordinates(const as_grid *grid, const double xyz[3], double uvz[3])
{
  const astar_grid_def *def = &grid->def;
  double x = xyz[0] - def->origin[0], y = xyz[1] - def->origin[1];
  uint32_t i;
  if (grid->staggered) {
    uvz[0] = (x - grid->first[0]) / grid->pitch[0];
    uvz[1] = (y - grid->first[1]) / grid->pitch[1];
  } else if (def->shape == ASTAR_ISOMETRIC) {
    x /= def->cell[0];
    y /= def->cell[1];
    uvz[0] = y + x - 0.5;
    uvz[1] = y - x - 0.5;
  } else {
    uvz[0] = x / def->cell[0] - 0.5;
    uvz[1] = y / def->cell[1] - 0.5;
  }
  /* Against rounding: the center of a cell has exactly the coordinates of the cell. */
  for (i = 0; i < 2; i++) {
    double middle = floor(uvz[i] + 0.5);
    if (fabs(uvz[i] - middle) < 1e-9) uvz[i] = middle;
  }
  uvz[2] = xyz[2];
}

void as_grid_offset(const as_grid *grid, const double a[3], const double b[3], double offset[3])
{
  uint32_t i;
  for (i = 0; i < 2; i++) offset[i] = as_wrapped(a[i] - b[i], grid->period[i]) * grid->stretch[i];
  offset[2] = (a[2] - b[2]) * grid->rise;
}

double as_grid_distance(const as_grid *grid, const double a[3], const double b[3])
{
  double offset[3];
  as_grid_offset(grid, a, b, offset);
  return as_length(offset[0], offset[1], offset[2]);
}

double as_grid_straight(const as_grid *grid)
{
  if (!grid->eight) return 1;
  return as_min(grid->steps[0] / as_length(grid->stretch[0], grid->stretch[1], 0), 1);
}

double as_grid_most(const as_grid *grid)
{
  /*
  ** The metric is at most u and v times the lengths of a straight step; their sum at most sqrt(2) times the distance.
  */
  const double u = grid->straight[0] / grid->stretch[0],
               v = (grid->staggered ? grid->straight[0] : grid->straight[1]) / grid->stretch[1];
  return as_max(1.4143 * as_max(u, v), 1);
}

void as_grid_lattice(const as_grid *grid, astar_lattice *lattice)
{
  const astar_grid_def *def = &grid->def;
  const bool isometric = def->shape == ASTAR_ISOMETRIC;
  double none[3] = {0, 0, 0}, around[3], from[3], to[3];
  uint32_t i;
  lattice->columns = grid->width;
  lattice->rows = grid->rows;
  lattice->levels = grid->def.levels;
  as_grid_world(grid, none, from);
  for (i = 0; i < 2; i++) {
    memset(around, 0, sizeof around);
    around[i] = grid->period[i];
    as_grid_world(grid, around, to);
    lattice->wrap[i][0] = to[0] - from[0];
    lattice->wrap[i][1] = to[1] - from[1];
  }
  if (grid->staggered) return;
  /* As as_grid_world(): both compute the same numbers. */
  memcpy(lattice->origin, def->origin, sizeof lattice->origin);
  for (i = 0; i < 2; i++) {
    lattice->unit[i] = isometric ? def->cell[i] / 2 : def->cell[i];
    lattice->right[i] = isometric || i == 0;
    lattice->down[i] = isometric || i == 1;
    lattice->shift[i] = isometric ? i : 0.5;
  }
  if (isometric) lattice->down[0] = -1;
  lattice->steps[0] = grid->steps[4];
  lattice->steps[1] = grid->steps[6];
  lattice->steps[2] = grid->steps[7];
}

void as_grid_square_shift(const as_grid *grid, uint32_t size, uint32_t parity, double shift[2])
{
  const double none[3] = {0, 0, 0};
  double uvz[3] = {0, 0, 0}, from[3], to[3];
  uint32_t k;
  uvz[0] = uvz[1] = (size - 1) / 2.0;
  if (grid->staggered) {
    const double odd_lines = (size + parity) / 2;
    uvz[grid->by_row ? 0 : 1] = size - 1 + as_grid_stagger(grid, 1) * (odd_lines / size - parity);
  }
  as_grid_world(grid, none, from);
  as_grid_world(grid, uvz, to);
  for (k = 0; k < 2; k++) shift[k] = to[k] - from[k];
}

uint32_t as_grid_shifts(const as_grid *grid, double shifts[AS_MOST_SHIFTS][2])
{
  astar_lattice lattice;
  uint32_t count = 0;
  int32_t i, k;
  memset(&lattice, 0, sizeof lattice);
  as_grid_lattice(grid, &lattice);
  for (i = -1; i <= 1; i++) {
    if (i != 0 && grid->period[0] == 0) continue;
    for (k = -1; k <= 1; k++) {
      if (k != 0 && grid->period[1] == 0) continue;
      shifts[count][0] = i * lattice.wrap[0][0] + k * lattice.wrap[1][0];
      shifts[count++][1] = i * lattice.wrap[0][1] + k * lattice.wrap[1][1];
    }
  }
  return count;
}

void as_grid_bring_in(const as_grid *grid, double *x, double *y)
{
  const double most = 0x1p52; /* times around: of places beyond it, nobody can tell where on the map they are */
  astar_lattice lattice;
  double uvz[3], xyz[3] = {0, 0, 0};
  uint32_t i;
  if (grid->period[0] == 0 && grid->period[1] == 0) return;
  memset(&lattice, 0, sizeof lattice);
  as_grid_lattice(grid, &lattice);
  xyz[0] = *x;
  xyz[1] = *y;
  as_grid_coordinates(grid, xyz, uvz);
  for (i = 0; i < 2; i++) {
    const double times = grid->period[i] > 0 ? floor((uvz[i] + 0.5) / grid->period[i]) : 0;
    if (times == 0 || !(fabs(times) < most)) continue;
    *x -= times * lattice.wrap[i][0];
    *y -= times * lattice.wrap[i][1];
  }
}

double as_grid_scale(const as_grid *grid, const as_rules *rules)
{
  double scale = INFINITY;
  uint32_t t;
  for (t = AS_BLOCKED + 1; t < grid->counts_capacity; t++) {
    if (grid->counts[t] > 0 && rules->costs[t] < scale) scale = rules->costs[t];
  }
  return scale;
}

double as_grid_multiplier(const as_grid *grid, const as_rules *rules)
{
  double common = NAN;
  uint32_t t;
  for (t = AS_BLOCKED + 1; t < grid->counts_capacity; t++) {
    if (grid->counts[t] == 0 || !(rules->costs[t] < INFINITY)) continue;
    if (!isnan(common) && common != rules->costs[t]) return NAN;
    common = rules->costs[t];
  }
  return common;
}

/* ---- The cell under a point ---- */

/* Whether coordinates are too large to convert to integers, or NaN. */
static bool is_remote(double u, double v)
{
  return !(fabs(u) < 1e10 && fabs(v) < 1e10);
}

/* The column or row that contains x; the border before column k is at exactly origin + k * size, as rounded. */
static int64_t square_at(double x, double origin, double size)
{
  double at = floor((x - origin) / size);
  if (x < origin + at * size) at--;
  else if (x >= origin + (at + 1) * size) at++;
  return (int64_t)at;
}

/*
** The hexagon around a point in grid coordinates (along, across the staggered lines): of those in the two nearest
** lines the one with the nearest center. On a border it is the one in the later line, or the later in a line.
*/
static void hexagon_at(const as_grid *grid, double along, double across, int64_t *cell, int64_t *line)
{
  double best = INFINITY;
  int64_t first = (int64_t)floor(across), at;
  for (at = first; at <= first + 1; at++) {
    double shift = as_grid_stagger(grid, at), nearest = floor((along - shift) / 2 + 0.5);
    double a = (along - shift - nearest * 2) / 2, b = (across - (double)at) * (SQRT3 / 2);
    double distance = a * a + b * b;
    if (distance <= best + 1e-12) {
      best = distance;
      *cell = (int64_t)nearest;
      *line = at;
    }
  }
}

uint32_t as_grid_at(const as_grid *grid, double x, double y)
{
  const astar_grid_def *def = &grid->def;
  double xyz[3] = {0, 0, 0}, uvz[3];
  int64_t col, row;
  xyz[0] = x;
  xyz[1] = y;
  as_grid_coordinates(grid, xyz, uvz);
  if (is_remote(uvz[0], uvz[1])) return AS_NO_SLOT;
  if (grid->staggered) {
    if (grid->by_row) hexagon_at(grid, uvz[0], uvz[1], &col, &row);
    else hexagon_at(grid, uvz[1], uvz[0], &row, &col);
  } else if (def->shape == ASTAR_ISOMETRIC) {
    col = (int64_t)floor(uvz[0] + 0.5);
    row = (int64_t)floor(uvz[1] + 0.5);
  } else {
    col = square_at(x, def->origin[0], def->cell[0]);
    row = square_at(y, def->origin[1], def->cell[1]);
  }
  return as_grid_cell_around(grid, grid->base, col, row);
}

/* ---- Invariants ---- */

/* Check that the sets of all parts that contain a cell have its entry. */
static void validate_part(const as_grid *grid, uint32_t cell)
{
  const as_parts *p = &grid->parts;
  uint32_t x = as_grid_col(grid, cell) >> AS_PART_BITS, y = as_grid_row(grid, cell) >> AS_PART_BITS, level;
  for (level = 0; p->sets && level < p->levels; level++, x /= 2, y /= 2)
    astar_check(p->sets[p->first[level] + (size_t)y * p->width[level] + x] & as_part_bit(as_grid_entry(grid, cell)));
}

void as_grid_validate(const as_grid *grid)
{
  uint32_t cell, t, closed = 0, walled = 0, known;
  uint64_t sum = 0;
  for (t = 0; t < grid->counts_capacity; t++) sum += grid->counts[t];
  astar_check(sum == grid->count);
  astar_check(grid->derived ||
              (grid->bitmap_count + grid->step_map_count + grid->footprint_count == 0 && !grid->parts.sets));
  for (t = 0; t < grid->counts_capacity; t++) {
    uint32_t counted = 0;
    if (grid->counts[t] == 0) continue;
    for (cell = 0; cell < grid->count; cell++) counted += as_grid_entry(grid, cell) == t;
    astar_check(counted == grid->counts[t]);
  }
  for (cell = 0; cell < grid->count; cell++) {
    const uint32_t terrain = as_grid_terrain(grid, cell), entry = as_grid_entry(grid, cell),
                   steps = as_grid_closed_steps(grid, cell);
    const uint8_t edges = as_grid_edges(grid, as_grid_row(grid, cell));
    astar_check(entry == AS_BLOCKED || entry == terrain);
    astar_check((steps & edges) == edges);
    if (steps) closed++;
    if (steps != edges) walled++;
    known = as_grid_entry_of(grid, as_grid_col(grid, cell), as_grid_row(grid, cell), 1, 1);
    astar_check(known == AS_NO_SLOT || known == entry);
    astar_check(known != ASTAR_DEFAULT_TERRAIN || steps == 0);
    validate_part(grid, cell);
  }
  astar_check(closed == grid->closed_cells && walled == grid->walled_cells);
}
