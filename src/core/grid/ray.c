/* ray.c: see ray.h. Squares after Amanatides & Woo 1987, "A fast voxel traversal algorithm for ray tracing". */
#include "grid/ray.h"

/* ---- Lattice coordinates ---- */

/* The axis of the world along the lines of hexagons; 0 on squares. */
static uint32_t along_axis(const as_grid *grid)
{
  return grid->staggered && !grid->by_row ? 1 : 0;
}

static int64_t center_along(const as_grid *grid, int64_t place, int64_t line)
{
  return 2 * place + as_grid_stagger(grid, line) + 1;
}

void as_ray_middle(const as_grid *grid, uint32_t cell, int64_t twice[2])
{
  const int64_t col = as_grid_col(grid, cell), row = as_grid_floor_row(grid, as_grid_row(grid, cell));
  if (grid->staggered) {
    const int64_t place = grid->by_row ? col : row, line = grid->by_row ? row : col;
    twice[0] = 2 * center_along(grid, place, line);
    twice[1] = 2 * (3 * line + 2);
  } else {
    twice[0] = 2 * col + 1;
    twice[1] = 2 * row + 1;
  }
}

void as_ray_extent(const as_grid *grid, int64_t extent[2])
{
  const uint32_t along = along_axis(grid);
  const int64_t size[2] = {grid->width, grid->rows};
  extent[0] = grid->staggered ? 2 * size[along] + 1 : size[0];
  extent[1] = grid->staggered ? 3 * size[1 - along] + 1 : size[1];
}

void as_ray_period(const as_grid *grid, int64_t period[2])
{
  const uint32_t along = along_axis(grid);
  const bool wraps[2] = {grid->def.wrap_x, grid->def.wrap_y};
  const int64_t size[2] = {grid->width, grid->rows};
  period[0] = wraps[along] ? size[along] * (grid->staggered ? 2 : 1) : 0;
  period[1] = wraps[1 - along] ? size[1 - along] * (grid->staggered ? 3 : 1) : 0;
}

/* The length of a unit of the lattice along an axis of the world. */
static double unit_of(const as_grid *grid, uint32_t axis)
{
  if (grid->staggered) return axis == along_axis(grid) ? grid->pitch[axis] : grid->pitch[axis] / 3;
  return grid->def.shape == ASTAR_ISOMETRIC ? grid->def.cell[axis] / 2 : grid->def.cell[axis];
}

void as_ray_lattice(const as_grid *grid, const double xy[2], double lattice[2])
{
  const uint32_t along = along_axis(grid);
  const double x = (xy[0] - grid->def.origin[0]) / unit_of(grid, 0);
  const double y = (xy[1] - grid->def.origin[1]) / unit_of(grid, 1);
  lattice[along] = x;
  lattice[1 - along] = y;
  if (grid->def.shape != ASTAR_ISOMETRIC) return;
  lattice[0] = y / 2 + x / 2;
  lattice[1] = y / 2 - x / 2;
}

void as_ray_world(const as_grid *grid, const double lattice[2], double xy[2])
{
  const uint32_t along = along_axis(grid);
  double x = lattice[along], y = lattice[1 - along];
  if (grid->def.shape == ASTAR_ISOMETRIC) {
    x = lattice[0] - lattice[1];
    y = lattice[0] + lattice[1];
  }
  xy[0] = grid->def.origin[0] + x * unit_of(grid, 0);
  xy[1] = grid->def.origin[1] + y * unit_of(grid, 1);
}

/* ---- Cells ---- */

static int64_t modulo(int64_t at, int64_t size)
{
  at %= size;
  return at < 0 ? at + size : at;
}

/* The cell in a column and row of the lattice off the map, or AS_NO_SLOT. */
static uint32_t cell_beyond(const as_grid *grid, int64_t col, int64_t row)
{
  if ((col < 0 || col >= grid->width) && !grid->def.wrap_x) return AS_NO_SLOT;
  if ((row < 0 || row >= grid->rows) && !grid->def.wrap_y) return AS_NO_SLOT;
  return grid->base + as_grid_index(grid, (uint32_t)modulo(col, grid->width), (uint32_t)modulo(row, grid->rows));
}

/* The cell in any column and row of the lattice, or AS_NO_SLOT. */
static inline uint32_t cell_at(const as_grid *grid, int64_t col, int64_t row)
{
  if ((uint64_t)col < grid->width && (uint64_t)row < grid->rows)
    return grid->base + as_grid_index(grid, (uint32_t)col, (uint32_t)row);
  return cell_beyond(grid, col, row);
}

uint32_t as_lattice_cell(const as_grid *grid, int64_t col, int64_t row)
{
  return cell_at(grid, col, row);
}

static void set_side(as_ray_side *side, uint32_t a, uint32_t b)
{
  side->cells[0] = a;
  side->cells[1] = b;
  side->count = 2;
}

static void set_long_side(as_ray_side *side, uint32_t a, uint32_t b, uint32_t c)
{
  set_side(side, a, b);
  side->cells[2] = c;
  side->count = 3;
}

static int64_t sign_of(int64_t x)
{
  return (x > 0) - (x < 0);
}

static int64_t floor_shift(int64_t x, uint32_t shift)
{
  const int64_t unit = (int64_t)1 << shift;
  return (x - modulo(x, unit)) / unit;
}

static int64_t absolute(int64_t x)
{
  return x < 0 ? -x : x;
}

/* ---- Squares ---- */

/*
** The first column or row along an axis, and where the segment meets the next. The parts of the two axes have the
** common denominator `full`: the product of the distances along both, or the distance along the only one.
*/
static void begin_axis(as_ray *ray, uint32_t axis)
{
  const int64_t unit = (int64_t)1 << ray->shift, other = absolute(ray->way[1 - axis]), from = ray->from[axis];
  int64_t at = floor_shift(from, ray->shift), *lines = axis == 0 ? &ray->col : &ray->row;
  const int64_t rest = from - at * unit;
  ray->sign[axis] = sign_of(ray->way[axis]);
  if (ray->sign[axis] < 0 && rest == 0) at--;
  *lines = at;
  if (ray->sign[axis] == 0) {
    ray->next[axis] = INT64_MAX;
    ray->add[axis] = 0;
    ray->edge = ray->edge || (rest == 0 && other > 0);
    return;
  }
  ray->add[axis] = unit * (other == 0 ? 1 : other);
  ray->next[axis] = (ray->sign[axis] > 0 ? (at + 1) * unit - from : from - at * unit) * (other == 0 ? 1 : other);
}

static void begin_squares(as_ray *ray)
{
  const int64_t x = absolute(ray->way[0]), y = absolute(ray->way[1]);
  uint32_t axis;
  ray->full = (x == 0 ? 1 : x) * (y == 0 ? 1 : y);
  for (axis = 0; axis < 2; axis++) begin_axis(ray, axis);
  ray->other[0] = ray->other[1] = 0;
  if (!ray->edge) return;
  /* On the line before column `col` or row `row`: those on the other side of it are before it. */
  axis = x == 0 ? 0 : 1;
  if ((axis == 0) == (ray->sign[1 - axis] > 0)) {
    ray->other[axis] = -1;
  } else {
    ray->other[axis] = 1;
    *(axis == 0 ? &ray->col : &ray->row) -= 1;
  }
}

static void find_squares(as_ray *ray)
{
  ray->cells[0] = ray->cells[1] = cell_at(ray->grid, ray->col, ray->row);
  if (ray->edge) ray->cells[1] = cell_at(ray->grid, ray->col + ray->other[0], ray->row + ray->other[1]);
}

static void next_square(as_ray *ray)
{
  const uint32_t cells[2] = {ray->cells[0], ray->cells[1]};
  const bool across = ray->next[0] == ray->end, down = ray->next[1] == ray->end;
  ray->before = cells[0];
  ray->corner = ray->edge || (across && down);
  if (across && down) {
    const uint32_t beside[2] = {cell_at(ray->grid, ray->col + ray->sign[0], ray->row),
                                cell_at(ray->grid, ray->col, ray->row + ray->sign[1])};
    const uint32_t first = ray->sign[0] == ray->sign[1] ? 0 : 1;
    const uint32_t to = cell_at(ray->grid, ray->col + ray->sign[0], ray->row + ray->sign[1]);
    set_long_side(&ray->sides[0], cells[0], beside[first], to);
    set_long_side(&ray->sides[1], cells[0], beside[1 - first], to);
  }
  if (across) {
    ray->col += ray->sign[0];
    ray->next[0] += ray->add[0];
  }
  if (down) {
    ray->row += ray->sign[1];
    ray->next[1] += ray->add[1];
  }
  find_squares(ray);
  if (ray->edge) {
    set_side(&ray->sides[0], cells[0], ray->cells[0]);
    set_side(&ray->sides[1], cells[1], ray->cells[1]);
  }
}

/* ---- Hexagons ---- */

/* Corners relative to the middle of a cell, clockwise; neighbour k lies beyond the edge from corner k to the next. */
static const int8_t corner[7][2] = {{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}, {0, -2}};
static const int8_t neighbour[6][2] = {{1, -3}, {2, 0}, {1, 3}, {-1, 3}, {-2, 0}, {-1, -3}};

static int64_t cross(int64_t ax, int64_t ay, int64_t bx, int64_t by)
{
  return ax * by - ay * bx;
}

/* The hexagon of a line with its middle there, or AS_NO_SLOT. */
static inline uint32_t hexagon_at(const as_grid *grid, int64_t along, int64_t line)
{
  const int64_t place = (along - 1 - as_grid_stagger(grid, line)) / 2; /* exact */
  return grid->by_row ? cell_at(grid, place, line) : cell_at(grid, line, place);
}

static uint32_t next_to(const as_ray *ray, uint32_t k)
{
  return hexagon_at(ray->grid, ray->center[0] + neighbour[k][0], ray->row + neighbour[k][1] / 3);
}

/* Set the cell to that with its middle there. */
static void set_center(as_ray *ray, int64_t along, int64_t across)
{
  const int64_t unit = (int64_t)1 << ray->shift;
  ray->center[0] = along;
  ray->center[1] = across;
  ray->row = (across - 2) / 3; /* exact */
  ray->aside = cross(ray->way[0], ray->way[1], along * unit - ray->from[0], across * unit - ray->from[1]);
  ray->cells[0] = ray->cells[1] = hexagon_at(ray->grid, along, ray->row);
  ray->edge = false;
}

/* Go on to neighbour k of the cell. */
static inline void move_center(as_ray *ray, uint32_t k)
{
  ray->center[0] += neighbour[k][0];
  ray->center[1] += neighbour[k][1];
  ray->row += neighbour[k][1] / 3;
  ray->aside += ray->moves[k];
  ray->cells[0] = ray->cells[1] = hexagon_at(ray->grid, ray->center[0], ray->row);
}

/*
** Begin in the cell with a middle, if the segment begins inside it or leads into it; or along one of its edges,
** clockwise, so that it is on the right.
*/
static bool begin_in(as_ray *ray, int64_t along, int64_t across)
{
  const int64_t unit = (int64_t)1 << ray->shift;
  const int64_t x = ray->from[0] - along * unit, y = ray->from[1] - across * unit;
  const bool still = ray->way[0] == 0 && ray->way[1] == 0;
  bool inside = true;
  uint32_t k;
  for (k = 0; k < 6; k++) {
    const int8_t *a = corner[k], *b = corner[k + 1];
    const int64_t ex = b[0] - a[0], ey = b[1] - a[1];
    const int64_t side = cross(ex, ey, x - a[0] * unit, y - a[1] * unit);
    const int64_t turn = cross(ex, ey, ray->way[0], ray->way[1]);
    if (side > 0 || (side == 0 && (turn > 0 || still))) continue;
    inside = false;
    if (side != 0 || turn != 0 || ex * ray->way[0] + ey * ray->way[1] <= 0) continue;
    if (ex * (x - a[0] * unit) + ey * (y - a[1] * unit) < 0 || ex * (b[0] * unit - x) + ey * (b[1] * unit - y) <= 0)
      continue;
    set_center(ray, along, across);
    ray->cells[0] = next_to(ray, k);
    ray->edge = true;
    ray->along[0] = ex;
    ray->along[1] = ey;
    ray->center[0] = along + b[0];
    ray->center[1] = across + b[1];
    return true;
  }
  if (inside) set_center(ray, along, across);
  return inside;
}

static void begin_hexagons(as_ray *ray)
{
  const int64_t unit = (int64_t)1 << ray->shift;
  const int64_t near = floor_shift(ray->from[1] - 2 * unit + 3 * unit / 2, ray->shift);
  int64_t line = (near - modulo(near, 3)) / 3;
  uint32_t k;
  for (k = 0; k < 6; k++) {
    const int8_t *a = corner[k], *b = corner[k + 1], *before = corner[(k + 5) % 6];
    ray->moves[k] = cross(ray->way[0], ray->way[1], neighbour[k][0] * unit, neighbour[k][1] * unit);
    if (cross(ray->way[0], ray->way[1], b[0] - a[0], b[1] - a[1]) > 0 &&
        cross(ray->way[0], ray->way[1], a[0] - before[0], a[1] - before[1]) <= 0)
      ray->front = k;
  }
  for (k = 0; k < 6; k++) {
    const int8_t *at = corner[(ray->front + k) % 6];
    ray->offsets[k] = cross(ray->way[0], ray->way[1], at[0] * unit, at[1] * unit);
  }
  for (k = 0; k < 9; k++) {
    static const int8_t order[] = {0, -1, 1};
    const int64_t at = line + order[k / 3], stagger = as_grid_stagger(ray->grid, at);
    const int64_t place = floor_shift(ray->from[0] - stagger * unit, ray->shift + 1) + order[k % 3];
    if (begin_in(ray, center_along(ray->grid, place, at), 3 * at + 2)) return;
  }
  astar_assert(false);
}

/* The corner or edge through which the segment leaves its cell, as as_ray.exit. */
static inline uint32_t exit_of(const as_ray *ray)
{
  uint32_t k = 1;
  while (ray->aside + ray->offsets[k] < 0) k++;
  k = 2 * (ray->front + k) - (ray->aside + ray->offsets[k] > 0);
  return k < 12 ? k : k - 12;
}

bool as_ray_cross_edge(as_ray *ray)
{
  const uint32_t exit = exit_of(ray);
  if (exit % 2 == 0) return false;
  move_center(ray, exit / 2);
  return true;
}

/* The piece ends where the segment passes a point of it. */
static void end_at(as_ray *ray, int64_t along, int64_t across)
{
  const int64_t unit = (int64_t)1 << ray->shift;
  const uint32_t axis = absolute(ray->way[0]) > absolute(ray->way[1]) ? 0 : 1;
  ray->end = ((axis == 0 ? along : across) * unit - ray->from[axis]) * ray->sign[axis];
  ray->end_all = absolute(ray->way[axis]);
}

static void end_hexagon(as_ray *ray)
{
  const int64_t unit = (int64_t)1 << ray->shift;
  const int8_t *a, *b;
  int64_t x, y, ex, ey;
  if (ray->edge) {
    end_at(ray, ray->center[0], ray->center[1]);
    return;
  }
  ray->exit = exit_of(ray);
  a = corner[ray->exit / 2];
  b = corner[ray->exit / 2 + 1];
  x = ray->center[0] + a[0];
  y = ray->center[1] + a[1];
  if (ray->exit % 2 == 0) {
    end_at(ray, x, y);
    return;
  }
  ex = b[0] - a[0];
  ey = b[1] - a[1];
  ray->end = cross(x * unit - ray->from[0], y * unit - ray->from[1], ex, ey);
  ray->end_all = cross(ray->way[0], ray->way[1], ex, ey);
}

/* Go through corner k of the cell: into one of the two beyond it, or along the edge between these. */
static void pass_corner(as_ray *ray, uint32_t k)
{
  const uint32_t cell = ray->cells[0], left = (k + 5) % 6, right = k;
  const uint32_t cells[2] = {next_to(ray, left), next_to(ray, right)};
  const int64_t turn = cross(ray->way[0], ray->way[1], corner[k][0], corner[k][1]);
  set_side(&ray->sides[0], cell, cells[0]);
  set_side(&ray->sides[1], cell, cells[1]);
  if (turn > 0) set_long_side(&ray->sides[1], cell, cells[1], cells[0]);
  if (turn < 0) set_long_side(&ray->sides[0], cell, cells[0], cells[1]);
  if (turn != 0) {
    move_center(ray, turn > 0 ? left : right);
    return;
  }
  ray->edge = true;
  ray->cells[0] = cells[0];
  ray->cells[1] = cells[1];
  ray->along[0] = corner[k][0];
  ray->along[1] = corner[k][1];
  ray->center[0] += 2 * ray->along[0];
  ray->center[1] += 2 * ray->along[1];
}

static void next_hexagon(as_ray *ray)
{
  const uint32_t exit = ray->exit;
  ray->before = ray->cells[0];
  ray->corner = ray->edge || exit % 2 == 0;
  if (ray->edge) {
    const uint32_t cells[2] = {ray->cells[0], ray->cells[1]};
    set_center(ray, ray->center[0] + ray->along[0], ray->center[1] + ray->along[1]);
    set_side(&ray->sides[0], cells[0], ray->cells[0]);
    set_side(&ray->sides[1], cells[1], ray->cells[0]);
  } else if (exit % 2 == 0) {
    pass_corner(ray, exit / 2);
  } else {
    move_center(ray, exit / 2);
  }
}

/* ---- All layouts ---- */

void as_ray_begin(as_ray *ray, const as_grid *grid, uint32_t shift, const int64_t from[2], const int64_t to[2])
{
  uint32_t axis;
  memset(ray, 0, sizeof *ray);
  ray->grid = grid;
  ray->shift = shift;
  for (axis = 0; axis < 2; axis++) {
    ray->from[axis] = from[axis];
    ray->to[axis] = to[axis];
    ray->way[axis] = to[axis] - from[axis];
    ray->sign[axis] = sign_of(ray->way[axis]);
  }
  if (grid->staggered) {
    begin_hexagons(ray);
  } else {
    begin_squares(ray);
    find_squares(ray);
  }
}

/* Find where the piece ends. */
static void find_end(as_ray *ray)
{
  if (ray->way[0] == 0 && ray->way[1] == 0) {
    ray->end = ray->end_all = 1;
  } else if (ray->grid->staggered) {
    end_hexagon(ray);
  } else {
    ray->end = ray->next[0] < ray->next[1] ? ray->next[0] : ray->next[1];
    ray->end_all = ray->full;
  }
}

bool as_ray_next(as_ray *ray)
{
  if (!ray->started) {
    ray->started = true;
    ray->begin_all = 1;
    find_end(ray);
    return true;
  }
  if (ray->end >= ray->end_all) return false;
  ray->begin = ray->end;
  ray->begin_all = ray->end_all;
  if (ray->grid->staggered) next_hexagon(ray);
  else next_square(ray);
  find_end(ray);
  return true;
}

void as_ray_place(const as_ray *ray, double lattice[2])
{
  const double unit = (double)((int64_t)1 << ray->shift), part = as_ray_begins(ray);
  uint32_t axis;
  for (axis = 0; axis < 2; axis++) {
    const double at = ((double)ray->from[axis] + (double)ray->way[axis] * part) / unit, whole = floor(at + 0.5);
    lattice[axis] = fabs(at - whole) < 1e-9 ? whole : at;
  }
}

/* ---- Cells of the lattice ---- */

void as_ray_cell(const as_ray *ray, int64_t at[2])
{
  const as_grid *grid = ray->grid;
  at[0] = ray->col;
  at[1] = ray->row;
  if (!grid->staggered) return;
  if (ray->edge) {
    int64_t around[4][2];
    (void)as_lattice_around(grid, ray->center, around);
    memcpy(at, around[0], sizeof around[0]);
    return;
  }
  at[along_axis(grid)] = (ray->center[0] - 1 - as_grid_stagger(grid, ray->row)) / 2;
  at[1 - along_axis(grid)] = ray->row;
}

/* The middle of a hexagon. */
static void center_of(const as_grid *grid, int64_t col, int64_t row, int64_t center[2])
{
  const int64_t line = grid->by_row ? row : col;
  center[0] = center_along(grid, grid->by_row ? col : row, line);
  center[1] = 3 * line + 2;
}

/* The hexagon with a middle. */
static void hexagon_of(const as_grid *grid, int64_t along, int64_t across, int64_t at[2])
{
  const int64_t line = (across - 2) / 3; /* exact */
  at[along_axis(grid)] = (along - 1 - as_grid_stagger(grid, line)) / 2;
  at[1 - along_axis(grid)] = line;
}

uint32_t as_lattice_corners(const as_grid *grid, int64_t col, int64_t row, int64_t corners[ASTAR_MOST_CORNERS][2])
{
  static const int8_t square[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const int8_t(*shape)[2] = grid->staggered ? corner : square;
  const uint32_t count = grid->staggered ? 6 : 4;
  int64_t from[2] = {col, row};
  uint32_t k;
  if (grid->staggered) center_of(grid, col, row, from);
  for (k = 0; k < count; k++) {
    corners[k][0] = from[0] + shape[k][0];
    corners[k][1] = from[1] + shape[k][1];
  }
  return count;
}

void as_lattice_beyond(const as_grid *grid, int64_t col, int64_t row, uint32_t edge, int64_t at[2])
{
  static const int8_t square[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
  int64_t center[2];
  if (!grid->staggered) {
    at[0] = col + square[edge][0];
    at[1] = row + square[edge][1];
    return;
  }
  center_of(grid, col, row, center);
  hexagon_of(grid, center[0] + neighbour[edge][0], center[1] + neighbour[edge][1], at);
}

uint32_t as_lattice_around(const as_grid *grid, const int64_t at[2], int64_t cells[4][2])
{
  uint32_t count = 0, k;
  if (!grid->staggered) {
    for (k = 0; k < 4; k++) {
      cells[k][0] = at[0] - (k & 1);
      cells[k][1] = at[1] - (k >> 1);
    }
    return 4;
  }
  /* The place is corner k of the cell whose middle is there, if a cell has its middle there. */
  for (k = 0; k < 6; k++) {
    const int64_t along = at[0] - corner[k][0], across = at[1] - corner[k][1];
    const int64_t line = (across - 2 - modulo(across - 2, 3)) / 3;
    if (3 * line + 2 != across || modulo(along - 1 - as_grid_stagger(grid, line), 2) != 0 || count == 4) continue;
    hexagon_of(grid, along, across, cells[count++]);
  }
  return count;
}
