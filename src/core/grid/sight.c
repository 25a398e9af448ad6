/*
** sight.c: what a ray meets on a grid; see astar_grid_raycast() in astar.h.
**
** A point of a ray is free if, next to it, everything on the left of the ray is open or everything on its right is. So
** a ray passes the corner of a closed cell, and slides along one, but is stopped between two; and it is the same from
** either end.
*/
#include "graph/graph.h"
#include "grid/ray.h"

/* What stops rays. The cells `ends`, if any, do not. */
typedef struct sight {
  const as_grid *grid;
  const double *costs; /* NAN: the unit cannot enter */
  const astar_terrain *terrains;
  uint32_t terrain_count, ends[2];
} sight;

static sight sight_of(const as_grid *grid, const astar_graph *g, const astar_ray_def *def)
{
  sight s;
  s.grid = grid;
  s.costs = as_units_rules(&g->units, def ? def->unit : ASTAR_NO_UNIT).costs;
  s.terrains = def ? def->terrains : NULL;
  s.terrain_count = def ? def->terrain_count : 0;
  s.ends[0] = s.ends[1] = AS_NO_SLOT;
  return s;
}

static bool is_listed(const sight *s, uint32_t entry)
{
  uint32_t i = 0;
  while (i < s->terrain_count && s->terrains[i] != entry) i++;
  return i < s->terrain_count;
}

/* Whether a cell of the map stops rays, if it is no end. */
static inline bool is_opaque(const sight *s, uint32_t cell)
{
  const uint32_t entry = as_grid_entry(s->grid, cell);
  return isnan(s->costs[entry]) || (s->terrain_count > 0 && is_listed(s, entry));
}

static bool stops(const sight *s, uint32_t cell)
{
  return cell != AS_NO_SLOT && cell != s->ends[0] && cell != s->ends[1] && is_opaque(s, cell);
}

/* Whether the step between two cells that touch is closed in at least one direction. */
static AS_NOINLINE bool has_wall(const as_grid *grid, uint32_t a, uint32_t b)
{
  uint32_t d;
  d = as_grid_direction(grid, a, b);
  return d < AS_DIRECTIONS &&
         (as_grid_closed(grid, a, d) || as_grid_closed(grid, b, as_grid_back(grid, a, b, d)));
}

/* The same, also of cells off the map. */
static inline bool is_wall(const sight *s, uint32_t a, uint32_t b)
{
  const as_grid *grid = s->grid;
  return grid->walled_cells > 0 && a != AS_NO_SLOT && b != AS_NO_SLOT &&
         (as_grid_closed_steps(grid, a) | as_grid_closed_steps(grid, b)) != 0 && has_wall(grid, a, b);
}

/* The first cell on a side of a corner that cannot be passed or entered there; AS_NO_SLOT if there is none. */
static uint32_t stop_of(const sight *s, const as_ray_side *side)
{
  uint32_t i;
  for (i = 0; i < side->count; i++) {
    if (stops(s, side->cells[i]) || (i > 0 && is_wall(s, side->cells[i - 1], side->cells[i]))) return side->cells[i];
  }
  return AS_NO_SLOT;
}

/* Whether the ray has come through a corner from one square to that across. */
static bool is_diagonal(const as_ray *ray)
{
  return ray->corner && ray->sides[0].count == 3 && ray->sides[1].count == 3;
}

/*
** The cell that stops a ray before it gets into its piece, or AS_NO_SLOT. `open` has the bits of its sides that are
** free, which it cannot change along a wall.
*/
static uint32_t stop_between(const sight *s, const as_ray *ray, uint32_t *open)
{
  if (ray->corner) {
    const uint32_t left = stop_of(s, &ray->sides[0]), right = stop_of(s, &ray->sides[1]);
    *open &= (left == AS_NO_SLOT ? 1u : 0u) | (right == AS_NO_SLOT ? 2u : 0u);
    if (*open == 0) return left != AS_NO_SLOT ? left : right;
    if (!is_diagonal(ray)) return AS_NO_SLOT;
  }
  return is_wall(s, ray->before, ray->cells[0]) ? ray->cells[0] : AS_NO_SLOT;
}

/* Follow a ray from its beginning. Returns the cell that stops it, where its piece begins; AS_NO_SLOT if none does. */
static uint32_t follow(const sight *s, as_ray *ray)
{
  uint32_t open = 3, stop;
  while (as_ray_next(ray)) {
    if (ray->begin > 0 && (stop = stop_between(s, ray, &open)) != AS_NO_SLOT) return stop;
    if (stops(s, ray->cells[0]) && (!ray->edge || stops(s, ray->cells[1]))) return ray->cells[0];
    if (!ray->edge || !is_wall(s, ray->cells[0], ray->cells[1])) open = 3;
  }
  return AS_NO_SLOT;
}

/* ---- Sight ---- */

static bool has_walls(const as_grid *grid, uint32_t cell)
{
  return grid->walled_cells > 0 && cell != AS_NO_SLOT && as_grid_closed_steps(grid, cell) != 0;
}

/*
** Between the middles of two cells of squares, not around the map: the same as by follow(), which has to answer if
** *walls becomes true: there are some at a cell that the ray touches.
*/
static bool sees_on_squares(const sight *s, uint32_t a, uint32_t b, bool *walls)
{
  const as_grid *grid = s->grid;
  const int64_t x = (int64_t)as_grid_col(grid, b) - as_grid_col(grid, a);
  const int64_t y = (int64_t)as_grid_row(grid, b) - as_grid_row(grid, a);
  const int64_t right = x < 0 ? -x : x, down = y < 0 ? -y : y;
  const uint32_t across = x < 0 ? UINT32_MAX : 1, along = y < 0 ? 0 - grid->width : grid->width;
  /* Where the ray meets the next column less where it meets the next row, in parts of 1 / (2 * right * down). */
  int64_t ahead = down - right;
  uint32_t cell = a;
  *walls = has_walls(grid, a);
  while (cell != b && !*walls) {
    if (ahead == 0) {
      *walls = has_walls(grid, cell + across) || has_walls(grid, cell + along);
      if (is_opaque(s, cell + across) && is_opaque(s, cell + along)) return false;
      cell += across + along;
      ahead += 2 * (down - right);
    } else {
      const bool by_column = ahead < 0;
      cell += by_column ? across : along;
      ahead += by_column ? 2 * down : -2 * right;
    }
    *walls = *walls || has_walls(grid, cell);
    if (is_opaque(s, cell)) return cell == b;
  }
  return true;
}

/*
** The same on hexagons, for a ray that has begun: by follow() if *again becomes true, as the ray passes a corner, or
** there are walls at a cell that it crosses.
*/
static bool sees_on_hexagons(const sight *s, as_ray *ray, uint32_t b, bool *again)
{
  const as_grid *grid = s->grid;
  *again = has_walls(grid, ray->cells[0]);
  while (ray->cells[0] != b && !*again) {
    *again = !as_ray_cross_edge(ray) || has_walls(grid, ray->cells[0]);
    if (!*again && stops(s, ray->cells[0])) return false; /* which the end does not */
  }
  return true;
}

bool astar_grid_sight(const astar_graph *g, astar_id a, astar_id b, const astar_ray_def *def)
{
  const uint32_t low = (a < b ? a : b) - 1, high = (a < b ? b : a) - 1;
  as_grid copy;
  const as_grid *grid = as_grid_on(g->grid, as_grid_floor(g->grid, as_grid_row(g->grid, low)), &copy);
  sight s = sight_of(grid, g, def);
  int64_t from[2], to[2], period[2];
  as_ray ray;
  uint32_t axis;
  astar_assert(as_is_cell(g, a) && as_is_cell(g, b));
  if (!as_grid_same_floor(grid, low, high)) return false;
  if (!grid->staggered && !grid->def.wrap_x && !grid->def.wrap_y) {
    bool walls;
    const bool sees = sees_on_squares(&s, low, high, &walls);
    if (!walls) return sees;
  }
  s.ends[0] = low;
  s.ends[1] = high;
  as_ray_middle(grid, low, from);
  as_ray_middle(grid, high, to);
  as_ray_period(grid, period);
  for (axis = 0; axis < 2; axis++) to[axis] = from[axis] + as_ray_around(to[axis] - from[axis], 2 * period[axis]);
  as_ray_begin(&ray, grid, 1, from, to);
  if (grid->staggered && low != high && !grid->def.wrap_x && !grid->def.wrap_y) {
    bool again;
    const bool sees = sees_on_hexagons(&s, &ray, high, &again);
    if (!again) return sees;
    as_ray_begin(&ray, grid, 1, from, to);
  }
  return follow(&s, &ray) == AS_NO_SLOT;
}

/* ---- Rays between places ---- */

/* A number that can be computed with: finite, far beyond any map if it was not. */
static double bounded(double x)
{
  return as_max(-1e300, as_min(x, 1e300));
}

/* Move a ray on a map that wraps along an axis to where it begins on the map. */
static void bring_in(double from[2], double to[2], uint32_t axis, double period)
{
  const double turns = floor(from[axis] / period) * period;
  from[axis] = as_max(0, as_min(from[axis] - turns, period));
  to[axis] = bounded(to[axis] - turns);
}

/*
** Cut off the parts of a ray that lie more than a cell beyond the map along an axis. False if nothing is left. Numbers
** are halved against overflow.
*/
static bool clip(double from[2], double to[2], uint32_t axis, double extent)
{
  const double way = to[axis] / 2 - from[axis] / 2;
  const double first = -4 - from[axis], last = extent + 4 - from[axis];
  const double start[2] = {from[0], from[1]}, end[2] = {to[0], to[1]};
  double low, high;
  uint32_t i;
  if (way == 0) return first <= 0 && last >= 0;
  low = as_max(0, (way > 0 ? first : last) / 2 / way);
  high = as_min(1, (way > 0 ? last : first) / 2 / way);
  if (low > high) return false;
  for (i = 0; i < 2; i++) {
    if (low > 0) from[i] = i == axis ? (way > 0 ? -4 : extent + 4) : start[i] * (1 - low) + end[i] * low;
    if (high < 1) to[i] = i == axis ? (way > 0 ? extent + 4 : -4) : start[i] * (1 - high) + end[i] * high;
  }
  return true;
}

/* The most binary places with which a ray can be followed in 64 bits, up to 20. */
static uint32_t shift_of(const double from[2], const double to[2])
{
  const double area = (fabs(to[0] - from[0]) + 16) * (fabs(to[1] - from[1]) + 16) * 4;
  uint32_t shift = 20;
  while (shift > 0 && area * (double)((uint64_t)1 << 2 * shift) > 0x1p61) shift--;
  return shift;
}

astar_result astar_grid_raycast(const astar_graph *g, const double from[2], const double to[2], uint32_t level,
                                const astar_ray_def *def, astar_ray_hit *hit)
{
  as_grid copy;
  const as_grid *grid = as_grid_on(g->grid, level - 1, &copy);
  const sight s = sight_of(grid, g, def);
  double start[2], end[2], place[2];
  int64_t ends[2][2], extent[2], period[2];
  uint32_t axis, shift, cell;
  as_ray ray;
  astar_assert(level - 1 < grid->def.levels);
  hit->cell = ASTAR_NO_ID;
  as_ray_lattice(grid, from, start);
  as_ray_lattice(grid, to, end);
  as_ray_extent(grid, extent);
  as_ray_period(grid, period);
  for (axis = 0; axis < 2; axis++) {
    start[axis] = bounded(start[axis]);
    end[axis] = bounded(end[axis]);
  }
  for (axis = 0; axis < 2; axis++) {
    if (period[axis] == 0 && !clip(start, end, axis, (double)extent[axis])) return ASTAR_OK;
  }
  for (axis = 0; axis < 2; axis++) {
    if (period[axis] > 0) bring_in(start, end, axis, (double)period[axis]);
    if (period[axis] > 0 && !(fabs(end[axis] - start[axis]) <= ASTAR_RAY_MOST)) return ASTAR_FULL;
  }
  shift = shift_of(start, end);
  for (axis = 0; axis < 2; axis++) {
    ends[0][axis] = (int64_t)floor(start[axis] * (double)((uint64_t)1 << shift) + 0.5);
    ends[1][axis] = (int64_t)floor(end[axis] * (double)((uint64_t)1 << shift) + 0.5);
  }
  as_ray_begin(&ray, grid, shift, ends[0], ends[1]);
  cell = follow(&s, &ray);
  if (cell == AS_NO_SLOT) return ASTAR_OK;
  hit->cell = cell + 1;
  as_ray_place(&ray, place);
  as_ray_world(grid, place, hit->at);
  as_grid_bring_in(grid, &hit->at[0], &hit->at[1]);
  return ASTAR_OK;
}
