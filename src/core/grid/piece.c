/* piece.c: see piece.h. */
#include "grid/piece.h"

#include "base/bits.h"

#define UNIT ((int64_t)1 << AS_RAY_SHIFT)

/* ---- Cells and steps ---- */

static bool is_avoided(const as_pieces *p, uint32_t cell)
{
  uint32_t low = 0, high = p->avoid_count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (p->avoid[middle] < cell) low = middle + 1;
    else high = middle;
  }
  return low < p->avoid_count && p->avoid[low] == cell;
}

bool as_piece_enters(const as_pieces *p, uint32_t cell)
{
  return cell != AS_NO_SLOT && !isnan(p->rules->costs[as_grid_entry(p->grid, cell)]) &&
         !(p->avoid_count > 0 && is_avoided(p, cell));
}

double as_piece_multiplier(const as_pieces *p, uint32_t cell)
{
  const double multiplier = p->rules->costs[as_grid_entry(p->grid, cell)];
  const double extra = p->rules->extra_count > 0 ? as_extra_cost(p->rules, cell) * p->per_step : 0;
  return (isnan(multiplier) ? 1 : multiplier) + extra;
}

/* As as_grid_step_open() for a step between two cells, from one that touches the other. */
static bool is_step(const as_pieces *p, uint32_t from, uint32_t to)
{
  const as_grid *grid = p->grid;
  uint32_t d;
  if (from == AS_NO_SLOT) return false;
  if (!p->steep && (grid->closed_cells == 0 || as_grid_closed_steps(grid, from) == 0)) return true;
  d = as_grid_direction(grid, from, to);
  return d < AS_DIRECTIONS && as_grid_step_open(grid, p->rules, from, to, d);
}

bool as_piece_joins(const as_pieces *p, uint32_t from, uint32_t to)
{
  return as_piece_enters(p, to) && is_step(p, from, to);
}

/* Whether a unit can pass, one after the other, all cells on a side of a corner. */
static bool is_open_side(const as_pieces *p, const as_ray_side *side)
{
  uint32_t i;
  for (i = 1; i < side->count; i++) {
    if (!as_piece_joins(p, side->cells[i - 1], side->cells[i])) return false;
  }
  return true;
}

/* Whether a unit can get into the piece of a ray from the one before. */
static bool is_passable(const as_pieces *p, const as_ray *ray)
{
  const as_grid *grid = p->grid;
  if (!ray->corner) return as_piece_joins(p, ray->before, ray->cells[0]);
  if (grid->eight && ray->sides[0].count == 3 && ray->sides[1].count == 3) {
    const uint32_t to = ray->cells[0];
    const uint32_t d = as_piece_enters(p, to) ? as_grid_direction(grid, ray->before, to) : AS_DIRECTIONS;
    if (d == AS_DIRECTIONS || !as_grid_step_open(grid, p->rules, ray->before, to, d)) return false;
    if (p->avoid_count == 0 || grid->def.corners == ASTAR_CORNERS_ALWAYS) return true;
    if (grid->def.corners == ASTAR_CORNERS_ONE)
      return !is_avoided(p, ray->sides[0].cells[1]) || !is_avoided(p, ray->sides[1].cells[1]);
    return !is_avoided(p, ray->sides[0].cells[1]) && !is_avoided(p, ray->sides[1].cells[1]);
  }
  return is_open_side(p, &ray->sides[0]) && is_open_side(p, &ray->sides[1]);
}

/* ---- Beginning ---- */

void as_pieces_begin(as_pieces *p)
{
  const as_grid *grid = p->grid;
  const uint32_t along = grid->staggered && !grid->by_row ? 1 : 0;
  const double w = grid->def.cell[0] / 2, h = grid->def.cell[1] / 2;
  p->unit[0] = grid->stretch[along];
  p->unit[1] = grid->staggered ? grid->stretch[1 - along] / 3 : grid->stretch[1];
  if (grid->staggered) {
    const double x = grid->pitch[along], y = grid->pitch[1 - along] / 3;
    p->inner = as_min(x, 2 * x * y / as_length(x, y, 0));
  } else {
    p->inner = grid->def.shape == ASTAR_ISOMETRIC ? w * h / as_length(w, h, 0) : as_min(w, h);
  }
  /* Beyond that the map ends or repeats itself. */
  p->reach = (int64_t)as_min(p->radius / (1.7 * p->inner), as_max(grid->width, grid->height)) + 1;
  p->multiplier = grid->heights || p->rules->extra_count > 0 ? NAN : as_grid_multiplier(grid, p->rules);
  p->per_step = 1 / grid->steps[3];
  p->steep = grid->heights && p->rules->limited;
  p->simple = !grid->staggered && grid->walled_cells == 0 && p->avoid_count == 0 && p->radius == 0 && !grid->heights &&
              !grid->def.wrap_x && !grid->def.wrap_y;
  p->shift_count = as_grid_shifts(grid, p->shifts);
}

void as_piece_place(const as_grid *grid, const double xy[2], int64_t place[2])
{
  double lattice[2];
  as_ray_lattice(grid, xy, lattice);
  place[0] = (int64_t)floor(lattice[0] * (double)UNIT + 0.5);
  place[1] = (int64_t)floor(lattice[1] * (double)UNIT + 0.5);
}

void as_piece_world(const as_grid *grid, const int64_t place[2], double xy[2])
{
  const double lattice[2] = {(double)place[0] / (double)UNIT, (double)place[1] / (double)UNIT};
  as_ray_world(grid, lattice, xy);
}

/* ---- Lengths ---- */

double as_piece_flat(const as_pieces *p, const int64_t from[2], const int64_t to[2])
{
  return as_length((double)(to[0] - from[0]) * p->unit[0], (double)(to[1] - from[1]) * p->unit[1], 0) / (double)UNIT;
}

/* Whether no way round the map is as short as a piece. */
static bool is_shortest(const as_pieces *p, const int64_t from[2], const int64_t to[2])
{
  double a[2], b[2], x, y, length;
  uint32_t i;
  if (p->shift_count == 1) return true;
  as_piece_world(p->grid, from, a);
  as_piece_world(p->grid, to, b);
  x = b[0] - a[0];
  y = b[1] - a[1];
  length = as_length(x, y, 0) * (1 + 1e-9);
  for (i = 0; i < p->shift_count; i++) {
    const double *shift = p->shifts[i];
    if ((shift[0] != 0 || shift[1] != 0) && !(as_length(x + shift[0], y + shift[1], 0) > length)) return false;
  }
  return true;
}

/* ---- Discs ---- */

static double distance_to(const double place[2], const double a[2], const double b[2])
{
  const double x = b[0] - a[0], y = b[1] - a[1], square = x * x + y * y;
  double part = square > 0 ? ((place[0] - a[0]) * x + (place[1] - a[1]) * y) / square : 0;
  part = as_max(0, as_min(part, 1));
  return as_length(a[0] + x * part - place[0], a[1] + y * part - place[1], 0);
}

/* Whether two segments that do not cross are nearer to each other than a distance. */
static bool are_near(const double a[2], const double b[2], const double c[2], const double d[2], double distance)
{
  return distance_to(a, c, d) < distance || distance_to(b, c, d) < distance || distance_to(c, a, b) < distance ||
         distance_to(d, a, b) < distance;
}

/* Whether a disc that can be in a cell must stay in it at one of its edges. */
static bool is_barrier(const as_pieces *p, uint32_t cell, uint32_t beyond)
{
  if (!as_piece_enters(p, beyond)) return false; /* that cell itself is near */
  return !is_step(p, cell, beyond) || !is_step(p, beyond, cell);
}

/* Whether a disc along a segment of the world is clear of a cell of the lattice and of its edges. */
static bool is_clear_of_cell(const as_pieces *p, double ends[2][2], int64_t col, int64_t row)
{
  const as_grid *grid = p->grid;
  const uint32_t cell = as_lattice_cell(grid, col, row);
  const bool open = as_piece_enters(p, cell);
  const double distance = p->radius * (1 - 1e-9);
  int64_t corners[ASTAR_MOST_CORNERS][2], at[2];
  uint32_t count, k;
  if (open && !p->steep && (grid->closed_cells == 0 || as_grid_closed_steps(grid, cell) == 0)) return true;
  count = as_lattice_corners(grid, col, row, corners);
  for (k = 0; k < count; k++) {
    const int64_t *from = corners[k], *to = corners[(k + 1) % count];
    const double a[2] = {(double)from[0], (double)from[1]}, b[2] = {(double)to[0], (double)to[1]};
    double start[2], end[2];
    as_lattice_beyond(grid, col, row, k, at);
    if (open && !is_barrier(p, cell, as_lattice_cell(grid, at[0], at[1]))) continue;
    as_ray_world(grid, a, start);
    as_ray_world(grid, b, end);
    if (are_near(ends[0], ends[1], start, end, distance)) return false;
  }
  return true;
}

/* Whether a disc along a piece is clear of the cells near one that it crosses; `before`: as in as_piece_next_near(). */
static bool is_clear_around(const as_pieces *p, double ends[2][2], const int64_t at[2], const int64_t *before)
{
  const int64_t reach = p->reach + p->grid->staggered;
  int64_t cell[2];
  as_piece_begin_near(at, reach, cell);
  while (as_piece_next_near(at, before, reach, cell)) {
    if (!is_clear_of_cell(p, ends, cell[0], cell[1])) return false;
  }
  return true;
}

/* ---- Pieces on simple squares ---- */

/* Whether a unit can enter a cell, on squares where nothing else decides. */
static inline bool enters(const as_pieces *p, uint32_t cell)
{
  return !isnan(p->rules->costs[as_grid_entry(p->grid, cell)]);
}

/* Whether the rule for corners lets a unit pass between two cells beside a corner. */
static bool is_open_corner(const as_pieces *p, uint32_t a, uint32_t b)
{
  const as_grid *grid = p->grid;
  if (!grid->eight || grid->def.corners == ASTAR_CORNERS_NEVER) return enters(p, a) && enters(p, b);
  return grid->def.corners == ASTAR_CORNERS_ALWAYS || enters(p, a) || enters(p, b);
}

/* A segment over squares: as as_ray, but only with what is needed where it stays on the map and on no edge. */
typedef struct as_line {
  int64_t next[2], add[2], full;
  uint32_t cell, move[2];
} as_line;

/* False for a segment along an edge, or to a place off the map. */
static bool begin_line(as_line *line, const as_grid *grid, const int64_t from[2], const int64_t to[2])
{
  const int64_t way[2] = {to[0] - from[0], to[1] - from[1]};
  const int64_t size[2] = {way[0] < 0 ? -way[0] : way[0], way[1] < 0 ? -way[1] : way[1]};
  int64_t at[2];
  uint32_t axis;
  if (as_lattice_cell(grid, to[0] >> AS_RAY_SHIFT, to[1] >> AS_RAY_SHIFT) == AS_NO_SLOT) return false;
  line->full = (size[0] == 0 ? 1 : size[0]) * (size[1] == 0 ? 1 : size[1]);
  for (axis = 0; axis < 2; axis++) {
    const int64_t times = size[1 - axis] == 0 ? 1 : size[1 - axis];
    at[axis] = from[axis] >> AS_RAY_SHIFT;
    if (way[axis] < 0 && (from[axis] & (UNIT - 1)) == 0) at[axis]--;
    if (way[axis] == 0 && (from[axis] & (UNIT - 1)) == 0) return false;
    line->next[axis] = way[axis] > 0 ? (at[axis] + 1) * UNIT - from[axis] : from[axis] - at[axis] * UNIT;
    line->next[axis] = way[axis] == 0 ? INT64_MAX : line->next[axis] * times;
    line->add[axis] = UNIT * times;
  }
  line->cell = grid->base + as_grid_index(grid, (uint32_t)at[0], (uint32_t)at[1]);
  line->move[0] = way[0] < 0 ? UINT32_MAX : 1;
  line->move[1] = way[1] < 0 ? 0 - grid->width : grid->width;
  return true;
}

/* Go on to the next cell, if the unit can. */
static inline bool step_line(const as_pieces *p, as_line *line)
{
  if (line->next[0] == line->next[1]) {
    if (!is_open_corner(p, line->cell + line->move[0], line->cell + line->move[1])) return false;
    line->cell += line->move[0] + line->move[1];
    line->next[0] += line->add[0];
    line->next[1] += line->add[1];
  } else {
    const uint32_t axis = line->next[0] < line->next[1] ? 0 : 1;
    line->cell += line->move[axis];
    line->next[axis] += line->add[axis];
  }
  return enters(p, line->cell);
}

static inline int64_t line_end(const as_line *line)
{
  return line->next[0] < line->next[1] ? line->next[0] : line->next[1];
}

/* As as_piece_cost(); false if it has to be computed as elsewhere. */
static bool find_simple(const as_pieces *p, const int64_t from[2], const int64_t to[2], double limit, double *cost)
{
  as_line line;
  double per_part, sum = 0;
  int64_t at = 0;
  *cost = as_piece_flat(p, from, to);
  if (!begin_line(&line, p->grid, from, to)) return *cost == 0;
  if (!isnan(p->multiplier)) {
    *cost *= p->multiplier;
    while (line_end(&line) < line.full) {
      if (step_line(p, &line)) continue;
      *cost = INFINITY;
      return true;
    }
    if (line_end(&line) == line.full) *cost = INFINITY;
    return true;
  }
  per_part = *cost / (double)line.full;
  *cost = INFINITY;
  for (;;) {
    const int64_t end = line_end(&line) < line.full ? line_end(&line) : line.full;
    sum += (double)(end - at) * per_part * as_piece_multiplier(p, line.cell);
    if (end == line.full || sum > limit) break;
    at = end;
    if (!step_line(p, &line)) return true;
  }
  if (sum <= limit && line_end(&line) > line.full) *cost = sum;
  return true;
}

/* ---- All pieces ---- */

static double height_of(const as_pieces *p, uint32_t cell)
{
  return p->grid->heights && cell != AS_NO_SLOT ? p->grid->heights[cell] : 0;
}

/* The piece of a ray whose end is being looked for. Of an edge the dearer and the higher of its two cells counts. */
typedef struct part {
  double multiplier, flat, height, before;
} part;

static part part_of(const as_pieces *p, const as_ray *ray, double flat)
{
  part now = {0, 0, 0, 0};
  uint32_t i;
  now.flat = (as_ray_ends(ray) - as_ray_begins(ray)) * flat;
  for (i = 0; i < (ray->edge ? 2u : 1u); i++) {
    const uint32_t cell = ray->cells[i];
    double height;
    if (cell == AS_NO_SLOT) continue;
    height = height_of(p, cell);
    now.height = i == 0 ? height : as_max(height, now.height);
    now.multiplier = as_max(as_piece_multiplier(p, cell), now.multiplier);
  }
  return now;
}

/* Whether a unit touches only what it can enter in the piece of a ray. */
static bool is_free(const as_pieces *p, const as_ray *ray)
{
  if (ray->begin == 0) {
    return !ray->edge || (as_piece_joins(p, ray->cells[0], ray->cells[1]) &&
                          as_piece_joins(p, ray->cells[1], ray->cells[0]));
  }
  if (!is_passable(p, ray)) return false;
  return !ray->edge || (is_step(p, ray->cells[0], ray->cells[1]) && is_step(p, ray->cells[1], ray->cells[0]));
}

double as_piece_cost(const as_pieces *p, const int64_t from[2], const int64_t to[2], double limit)
{
  const double flat = as_piece_flat(p, from, to);
  double sum = 0, ends[2][2];
  as_ray ray;
  part last = {0, -1, 0, 0}, now;
  int64_t at[2], before[2] = {0, 0};
  if (flat == 0) return 0;
  if (flat * p->multiplier > limit) return INFINITY;
  if (p->simple && find_simple(p, from, to, limit, &sum)) return sum;
  if (!is_shortest(p, from, to)) return INFINITY;
  as_piece_world(p->grid, from, ends[0]);
  as_piece_world(p->grid, to, ends[1]);
  sum = 0;
  as_ray_begin(&ray, p->grid, AS_RAY_SHIFT, from, to);
  while (as_ray_next(&ray)) {
    if (!is_free(p, &ray)) return INFINITY;
    if (p->radius > 0) {
      as_ray_cell(&ray, at);
      if (!is_clear_around(p, ends, at, last.flat < 0 ? NULL : before)) return INFINITY;
      memcpy(before, at, sizeof before);
    }
    now = part_of(p, &ray, flat);
    if (last.flat >= 0) {
      now.before = now.height - last.height;
      sum += as_piece_part(p, last.multiplier, last.flat, last.before, now.before);
      if (sum > limit) return INFINITY;
    }
    last = now;
  }
  sum += as_piece_part(p, last.multiplier, last.flat, last.before, 0);
  return sum <= limit && ray.end > ray.end_all ? sum : INFINITY;
}
