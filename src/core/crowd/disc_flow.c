/* disc_flow.c: see disc_flow.h. */
#include "crowd/disc_flow.h"

#include "crowd/disc_walls.h"
#include "graph/node.h"
#include "grid/grid.h"

/* So far from the middle of a cell a place is inside, by more than rounding. */
#define INSIDE 0.499999

/* The grid of a flow on a floor; *copy is used if necessary. */
static const as_grid *grid_on(const astar_search *s, uint32_t floor, as_grid *copy)
{
  const astar_graph *g = s->space.self;
  return as_grid_on(g->grid, floor, copy);
}

/* What is known of a cell, or NULL if from there is no way. */
static const as_record *reached(const astar_search *s, uint32_t cell)
{
  return s->def.reverse && s->layout ? as_search_reached(s, cell) : NULL;
}

/* ---- Squares ---- */

/* Of squares: move a place in a cell without a way into the nearest cell beside it that has one, just over its edge. */
static void move_to_way(const astar_search *s, const as_grid *grid, double place[2])
{
  double xyz[3] = {0, 0, 0}, uvz[3], best[2] = {0, 0}, least = INFINITY;
  int k;
  xyz[0] = place[0];
  xyz[1] = place[1];
  as_grid_coordinates(grid, xyz, uvz);
  for (k = 0; k < 4; k++) {
    const double col = floor(uvz[0]) + k % 2, row = floor(uvz[1]) + k / 2; /* the four nearest */
    const double u = as_min(as_max(uvz[0], col - INSIDE), col + INSIDE),
                 v = as_min(as_max(uvz[1], row - INSIDE), row + INSIDE);
    const double distance = as_length(u - uvz[0], v - uvz[1], 0);
    if (!(distance < least) || !(fabs(col) < 1e9) || !(fabs(row) < 1e9)) continue;
    if (!reached(s, as_grid_cell_at(grid, (int64_t)col, (int64_t)row))) continue;
    least = distance;
    best[0] = u;
    best[1] = v;
  }
  if (!(least < INFINITY) || least == 0) return;
  uvz[0] = best[0];
  uvz[1] = best[1];
  as_grid_world(grid, uvz, xyz);
  memcpy(place, xyz, 2 * sizeof *place);
}

/* Where a unit is, as the middle of its upper left cell or near it, if its square has its middle at a place. */
static void find_place(const astar_search *s, const as_grid *grid, const double at[2], double place[2])
{
  const uint32_t size = s->space.rules.size;
  double least = INFINITY, shift[2];
  const uint32_t parities = as_grid_lines_differ(grid) ? 2 : 1;
  uint32_t odd;
  memcpy(place, at, 2 * sizeof *place);
  if (size <= 1) return;
  for (odd = 0; odd < parities; odd++) {
    double moved[2], middle[3], distance;
    uint32_t cell;
    as_grid_square_shift(grid, size, odd, shift);
    moved[0] = at[0] - shift[0];
    moved[1] = at[1] - shift[1];
    cell = as_grid_at(grid, moved[0], moved[1]);
    if (odd == 0) memcpy(place, moved, sizeof moved);
    if (parities == 1 || cell == AS_NO_SLOT) continue;
    as_grid_cell_world(grid, cell, middle);
    distance = as_length(moved[0] - middle[0], moved[1] - middle[1], 0);
    if (as_grid_parity(grid, cell) != odd || !(distance < least)) continue;
    least = distance;
    memcpy(place, moved, sizeof moved);
  }
  if (parities == 1) move_to_way(s, grid, place);
}

/* The cell of the unit if its middle is at a place; AS_NO_SLOT if it is none, or there is no way from it. */
static uint32_t find_cell(const astar_search *s, const as_grid *grid, const double at[2])
{
  double place[2];
  uint32_t cell;
  find_place(s, grid, at, place);
  cell = as_grid_at(grid, place[0], place[1]);
  return reached(s, cell) ? cell : AS_NO_SLOT;
}

/* The middle of the square of a cell. */
static void find_middle(const astar_search *s, const as_grid *grid, uint32_t cell, double middle[2])
{
  double shift[2], own[3];
  as_grid_square_shift(grid, s->space.rules.size, as_grid_parity(grid, cell), shift);
  as_grid_cell_world(grid, cell, own);
  middle[0] = own[0] + shift[0];
  middle[1] = own[1] + shift[1];
}

/* ---- Queries ---- */

double as_flow_left(const astar_search *s, uint32_t floor, const double at[2])
{
  as_grid copy;
  const uint32_t cell = find_cell(s, grid_on(s, floor, &copy), at);
  return cell == AS_NO_SLOT ? INFINITY : reached(s, cell)->g;
}

bool as_flow_is_goal(const astar_search *s, uint32_t floor, const double at[2])
{
  as_grid copy;
  const as_grid *grid = grid_on(s, floor, &copy);
  const uint32_t cell = as_grid_at(grid, at[0], at[1]), size = s->space.rules.size;
  int64_t col, row;
  uint32_t k;
  if (cell == AS_NO_SLOT) return false;
  col = as_grid_col(grid, cell);
  row = as_grid_floor_row(grid, as_grid_row(grid, cell));
  for (k = 0; k < size * size; k++) {
    const as_record *record = reached(s, as_grid_cell_at(grid, col - k % size, row - k / size));
    if (record && record->parent == AS_NO_SLOT) return true;
  }
  return false;
}

bool as_flow_direction(const astar_search *s, uint32_t floor, const double at[2], double direction[2])
{
  as_grid copy;
  double place[2];
  if (s->space.rules.size > 1 && as_flow_is_goal(s, floor, at)) return false;
  find_place(s, grid_on(s, floor, &copy), at, place);
  return astar_search_direction(s, place[0], place[1], floor + 1, direction);
}

bool as_flow_is_tight(const astar_search *s, uint32_t floor, const double at[2], double to[2], double *left)
{
  as_grid copy;
  const as_grid *grid = grid_on(s, floor, &copy);
  as_rules rules = s->space.rules;
  const as_record *record;
  uint32_t cell, next, direction;
  if (rules.discs || rules.size > 1) return false;
  cell = find_cell(s, grid, at);
  record = reached(s, cell);
  if (!record || record->parent == AS_NO_SLOT) return false;
  rules.discs = true;
  next = as_search_before(s, record);
  direction = as_grid_direction(grid, cell, next);
  if (direction == AS_DIRECTIONS || as_grid_step_open(grid, &rules, cell, next, direction)) return false;
  find_middle(s, grid, next, to);
  *left = reached(s, next)->g;
  return true;
}

/* ---- The way back ---- */

/* Cells to which steps lead, in the order in which they were found. */
typedef struct flood {
  as_memory *memory;
  const as_grid *grid;
  as_rules rules;
  uint8_t *found; /* by cell */
  uint32_t *cells, count, capacity;
} flood;

static bool put(flood *f, uint32_t cell)
{
  if (f->found[cell]) return true;
  if (!as_reserve(f->memory, &f->cells, &f->capacity, (uint64_t)f->count + 1, sizeof *f->cells)) return false;
  f->found[cell] = 1;
  f->cells[f->count++] = cell;
  return true;
}

static bool spread(flood *f, uint32_t cell)
{
  uint32_t way;
  for (way = 0; way < AS_DIRECTIONS; way++) {
    const uint32_t to = as_grid_next_step(f->grid, cell, &way);
    if (to == AS_NO_SLOT) break;
    if (as_grid_step_cost(f->grid, &f->rules, cell, to, way) < INFINITY && !put(f, to)) return false;
  }
  return true;
}

/* Of the cells from `first` on, find the nearest from which the flow leads. */
static bool choose(const astar_search *s, const flood *f, uint32_t first, const as_flow_stray *stray, double to[2])
{
  double least = INFINITY;
  uint32_t i;
  for (i = first; i < f->count; i++) {
    double own[3], middle[2], distance;
    uint32_t cell;
    as_grid_cell_world(f->grid, f->cells[i], own);
    cell = find_cell(s, f->grid, own);
    if (cell == AS_NO_SLOT) continue;
    find_middle(s, f->grid, cell, middle);
    distance = as_length(middle[0] - stray->at[0], middle[1] - stray->at[1], 0);
    if (!(distance < least) || as_disc_blocker(stray->plane, middle, stray->radius) != ASTAR_NO_OBSTACLE) continue;
    least = distance;
    memcpy(to, middle, sizeof middle);
  }
  return least < INFINITY;
}

static astar_result search(const astar_search *s, flood *f, const as_flow_stray *stray, double to[2], bool *found,
                           uint64_t *expanded)
{
  uint32_t first = 0, i, end;
  while (first < f->count && !*found) {
    end = f->count;
    *found = choose(s, f, first, stray, to);
    for (i = first; i < end && !*found; i++) {
      ++*expanded;
      if (!spread(f, f->cells[i])) return ASTAR_NO_MEMORY;
    }
    first = end;
  }
  return ASTAR_OK;
}

astar_result as_flow_find(const astar_search *s, as_memory *m, const as_flow_stray *stray, double to[2], bool *found,
                          uint64_t *expanded, uint8_t **region)
{
  const astar_graph *g = s->space.self;
  as_grid copy;
  const as_grid *grid = as_grid_on(g->grid, stray->floor, &copy);
  const uint32_t start = as_grid_at(grid, stray->at[0], stray->at[1]);
  astar_result result = ASTAR_NO_MEMORY;
  flood f;
  *found = false;
  *expanded = 0;
  *region = NULL;
  if (start == AS_NO_SLOT) return ASTAR_OK;
  memset(&f, 0, sizeof f);
  f.memory = m;
  f.grid = grid;
  f.rules = as_units_rules(&g->units, stray->unit);
  f.rules.size = 1;
  f.found = as_new(m, f.grid->count, uint8_t);
  if (!f.found) return ASTAR_NO_MEMORY;
  memset(f.found, 0, f.grid->count);
  if (put(&f, start)) result = search(s, &f, stray, to, found, expanded);
  as_free(m, f.cells, f.capacity, uint32_t);
  if (result == ASTAR_OK && !*found) *region = f.found;
  else as_free(m, f.found, f.grid->count, uint8_t);
  return result;
}
