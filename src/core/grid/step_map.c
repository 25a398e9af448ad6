/*
** step_map.c: see step_map.h. Steps are computed for eight cells at once, a byte each in words of 64 bits, from the
** cells that can be entered and the steps that are closed in three rows. A step that is too steep counts as closed.
*/
#include "grid/step_map.h"

#define CHUNK 240u /* cells of a row that are computed together; a multiple of 8 */

/* ---- Life ---- */

as_step_map *as_step_map_hold(as_step_map *map)
{
  as_shared_hold(&map->shared);
  return map;
}

void as_step_map_release(as_step_map *map)
{
  as_memory *m;
  if (!map || !as_shared_drop(&map->shared)) return;
  m = &map->shared.memory;
  as_free(m, map->steps, map->count, uint8_t);
  as_free(m, map->barred, map->count, uint8_t);
  as_free(m, map->made, map->bands, uint8_t);
  (void)as_resize(m, (void *)map->rules.costs, map->terrains, 0, sizeof(double));
  as_object_free(map, sizeof *map);
}

void as_step_maps_free(as_grid *grid)
{
  while (grid->step_map_count > 0) as_step_map_release(grid->step_maps[--grid->step_map_count]);
}

size_t as_step_maps_memory(const as_grid *grid)
{
  size_t sum = 0;
  uint32_t i;
  for (i = 0; i < grid->step_map_count; i++) sum += grid->step_maps[i]->shared.memory.used;
  return sum;
}

/* ---- Eight cells at once ---- */

#define ONES ((uint64_t)0x0101010101010101u)

/* Of a row of cells and one more on either side: 1 where the unit can enter; the directions that are closed. */
typedef struct line {
  uint8_t enters[CHUNK + 8], closed[CHUNK + 8];
} line;

/* Eight cells from index i of a line on; bit d of each as 0 or 1. */
static inline uint64_t enters(const line *l, uint32_t i)
{
  uint64_t word;
  memcpy(&word, l->enters + i, sizeof word);
  return word;
}

static inline uint64_t opens(const line *l, uint32_t i, uint32_t direction)
{
  uint64_t word;
  memcpy(&word, l->closed + i, sizeof word);
  return ~word >> direction & ONES;
}

/*
** The bit of a diagonal step in each of eight cells, whose own index is i: first `across` (to index i - 1 or i + 1) and
** then `down`, or the other way round.
*/
static AS_INLINE uint64_t diagonal(const line *here, const line *there, uint32_t i, uint32_t beside, uint32_t direction,
                                   uint32_t across, uint32_t down, int open_corners)
{
  uint64_t step = enters(there, beside) & opens(here, i, direction), one, other;
  if (open_corners == 0) return step << direction;
  one = enters(here, beside) & opens(here, i, across) & opens(here, beside, down);
  other = enters(there, i) & opens(here, i, down) & opens(there, i, across);
  return (step & (open_corners == 1 ? one | other : one & other)) << direction;
}

static AS_INLINE uint64_t eight_steps(const line *up, const line *here, const line *down, uint32_t i, int open_corners)
{
  return diagonal(here, up, i, i - 1, 0, 3, 1, open_corners) | (enters(up, i) & opens(here, i, 1)) << 1 |
         diagonal(here, up, i, i + 1, 2, 4, 1, open_corners) | (enters(here, i - 1) & opens(here, i, 3)) << 3 |
         (enters(here, i + 1) & opens(here, i, 4)) << 4 | diagonal(here, down, i, i - 1, 5, 3, 6, open_corners) |
         (enters(down, i) & opens(here, i, 6)) << 6 | diagonal(here, down, i, i + 1, 7, 4, 6, open_corners);
}

/* The bits of the neighbours of eight cells that cannot be entered. */
static AS_INLINE uint64_t eight_barred(const line *up, const line *here, const line *down, uint32_t i)
{
  const uint64_t entered = enters(up, i - 1) | enters(up, i) << 1 | enters(up, i + 1) << 2 | enters(here, i - 1) << 3 |
                           enters(here, i + 1) << 4 | enters(down, i - 1) << 5 | enters(down, i) << 6 |
                           enters(down, i + 1) << 7;
  return ~entered;
}

/* ---- Lines ---- */

/* The directions of the steps out of a cell that are too steep. */
static uint8_t steep_steps(const as_grid *grid, const as_rules *rules, uint32_t cell)
{
  uint32_t bits = 0, to, d;
  for (d = 0; (to = as_grid_next_step(grid, cell, &d)) != AS_NO_SLOT; d++) {
    if (as_grid_is_steep(grid, rules, cell, to)) bits |= 1u << d;
  }
  return (uint8_t)bits;
}

/* The directions of the steps out of a cell to neighbours from which the step back is closed or too steep. */
static uint8_t steps_without_return(const as_grid *grid, const as_rules *rules, uint32_t cell)
{
  uint32_t bits = 0, to, d;
  for (d = 0; (to = as_grid_next_step(grid, cell, &d)) != AS_NO_SLOT; d++) {
    if (as_grid_is_steep(grid, rules, to, cell) || as_grid_closed(grid, to, as_opposite(d))) bits |= 1u << d;
  }
  return (uint8_t)bits;
}

static void read_cells(const as_grid *grid, const as_rules *rules, uint32_t cell, uint32_t count, line *l, uint32_t at)
{
  uint32_t i;
  for (i = 0; i < count; i++) l->enters[at + i] = rules->costs[as_grid_entry(grid, cell + i)] < INFINITY;
  for (i = 0; i < count; i++) l->closed[at + i] = (uint8_t)as_grid_closed_steps(grid, cell + i);
  for (i = 0; i < count && rules->limited; i++) l->closed[at + i] |= steep_steps(grid, rules, cell + i);
  if (!rules->discs || (!rules->limited && grid->closed_cells == 0)) return;
  for (i = 0; i < count; i++) l->closed[at + i] |= steps_without_return(grid, rules, cell + i);
}

/* Read the cells of a row from column `col` - 1 to `col` + `count`, to indices from 0. */
static void read_line(const as_grid *grid, const as_rules *rules, int64_t row, uint32_t col, uint32_t count, line *l)
{
  const int64_t ends[2] = {(int64_t)col - 1, (int64_t)col + count};
  uint32_t i;
  /* Whole words are read. */
  memset(l->enters, 0, ((count + 7) & ~7u) + 2);
  memset(l->closed, 0, ((count + 7) & ~7u) + 2);
  if (!as_grid_wrap(&row, grid->height, grid->def.wrap_y)) return;
  read_cells(grid, rules, as_grid_index(grid, col, (uint32_t)row), count, l, 1);
  for (i = 0; i < 2; i++) {
    int64_t x = ends[i];
    if (as_grid_wrap(&x, grid->width, grid->def.wrap_x))
      read_cells(grid, rules, as_grid_index(grid, (uint32_t)x, (uint32_t)row), 1, l, i == 0 ? 0 : count + 1);
  }
}

/* ---- Computing steps ---- */

/* Keep the bits of directions in which the cells of a row, from column `col` on, have steps. */
static void keep_directions(const as_grid *grid, uint8_t *steps, uint32_t row, uint32_t col, uint32_t count)
{
  uint32_t i;
  for (i = 0; i < count; i++) steps[i] &= grid->directions[as_grid_parity_at(grid, col + i, row)];
}

/* Compute up to CHUNK columns of a rectangle, row by row. */
static void compute_chunk(const as_grid *grid, as_step_map *map, uint32_t col, uint32_t row, uint32_t width,
                          uint32_t height)
{
  const int open_corners = as_grid_open_corners(grid, &map->rules);
  line lines[3], *up = &lines[0], *here = &lines[1], *down = &lines[2];
  uint8_t result[CHUNK], barred[CHUNK];
  uint32_t y, i;
  read_line(grid, &map->rules, (int64_t)row - 1, col, width, up);
  read_line(grid, &map->rules, row, col, width, here);
  for (y = row; y < row + height; y++) {
    line *first = up;
    read_line(grid, &map->rules, (int64_t)y + 1, col, width, down);
    for (i = 0; i < width; i += 8) {
      uint64_t eight;
      if (open_corners == 0) eight = eight_steps(up, here, down, i + 1, 0);
      else if (open_corners == 1) eight = eight_steps(up, here, down, i + 1, 1);
      else eight = eight_steps(up, here, down, i + 1, 2);
      memcpy(result + i, &eight, sizeof eight);
      eight = eight_barred(up, here, down, i + 1);
      memcpy(barred + i, &eight, sizeof eight);
    }
    if (as_grid_lines_differ(grid)) keep_directions(grid, result, y, col, width);
    memcpy(map->steps + as_grid_index(grid, col, y), result, width);
    memcpy(map->barred + as_grid_index(grid, col, y), barred, width);
    up = here;
    here = down;
    down = first;
  }
}

/* The steps out of one cell, by the rules of the grid one by one. */
static uint8_t steps_of(const as_grid *grid, const as_rules *rules, uint32_t cell)
{
  uint32_t bits = 0, to, d;
  for (d = 0; (to = as_grid_next_step(grid, cell, &d)) != AS_NO_SLOT; d++) {
    if (as_grid_step_cost(grid, rules, cell, to, d) < INFINITY) bits |= 1u << d;
  }
  return (uint8_t)bits;
}

/* The neighbours of one cell that cannot be entered; those in directions without steps count so, too. */
static uint8_t barred_of(const as_grid *grid, const as_rules *rules, uint32_t cell)
{
  uint32_t bits = 0xFF, to, d;
  for (d = 0; (to = as_grid_next_step(grid, cell, &d)) != AS_NO_SLOT; d++) {
    if (rules->costs[as_grid_entry(grid, to)] < INFINITY) bits &= ~(1u << d);
  }
  return (uint8_t)bits;
}

/* Compute a rectangle within a band. */
static void compute_part(const as_grid *grid, as_step_map *map, uint32_t col, uint32_t row, uint32_t width,
                         uint32_t height)
{
  uint32_t x, y;
  if (grid->tiny) {
    for (y = row; y < row + height; y++) {
      for (x = col; x < col + width; x++) {
        map->steps[as_grid_index(grid, x, y)] = steps_of(grid, &map->rules, as_grid_index(grid, x, y));
        map->barred[as_grid_index(grid, x, y)] = barred_of(grid, &map->rules, as_grid_index(grid, x, y));
      }
    }
    return;
  }
  for (x = 0; x < width; x += CHUNK)
    compute_chunk(grid, map, col + x, row, width - x < CHUNK ? width - x : CHUNK, height);
}

void as_step_map_make(const as_grid *grid, as_step_map *map, uint32_t band)
{
  const uint32_t row = band << AS_BAND_BITS, left = grid->height - row;
  compute_part(grid, map, 0, row, grid->width, left < AS_BAND_ROWS ? left : AS_BAND_ROWS);
  map->made[band] = 1;
}

/* Compute a rectangle again, where it is computed already. */
static void compute(const as_grid *grid, as_step_map *map, uint32_t col, uint32_t row, uint32_t width, uint32_t height)
{
  const uint32_t end = row + height;
  while (row < end) {
    const uint64_t next = ((uint64_t)(row >> AS_BAND_BITS) + 1) << AS_BAND_BITS;
    const uint32_t to = next < end ? (uint32_t)next : end;
    if (map->made[row >> AS_BAND_BITS]) compute_part(grid, map, col, row, width, to - row);
    row = to;
  }
}

/* ---- The step maps of a grid ---- */

/* Limits matter where cells have heights. */
static as_rules limits_of(const as_grid *grid, const as_rules *rules)
{
  as_rules limits = *rules;
  if (grid->heights && rules->limited) return limits;
  limits.climb = limits.drop = INFINITY;
  limits.limited = false;
  return limits;
}

/* Whether a step map is up to date and that of a unit: it can enter the same terrains, under the same limits. */
static bool fits(const as_step_map *map, const as_rules *rules)
{
  uint32_t t;
  if (map->stale || map->rules.discs != rules->discs) return false;
  if (map->rules.climb != rules->climb || map->rules.drop != rules->drop) return false;
  for (t = AS_BLOCKED + 1; t < map->terrains; t++) {
    if ((map->rules.costs[t] < INFINITY) != (rules->costs[t] < INFINITY)) return false;
  }
  return true;
}

static as_step_map *make(const as_grid *grid, const as_rules *rules, uint32_t terrains)
{
  as_step_map *map = as_shared_create(grid->memory->alloc, grid->memory->context, sizeof *map);
  double *costs;
  uint32_t t;
  if (!map) return NULL;
  map->rules = *rules;
  map->terrains = terrains;
  map->count = grid->count;
  map->bands = ((grid->height - 1) >> AS_BAND_BITS) + 1;
  map->rules.costs = costs = as_new(&map->shared.memory, terrains, double);
  map->steps = as_new(&map->shared.memory, grid->count, uint8_t);
  map->barred = as_new(&map->shared.memory, grid->count, uint8_t);
  map->made = as_new(&map->shared.memory, map->bands, uint8_t);
  if (!costs || !map->steps || !map->barred || !map->made) {
    as_step_map_release(map);
    return NULL;
  }
  for (t = 0; t < terrains; t++) costs[t] = t != AS_BLOCKED && rules->costs[t] < INFINITY ? 1 : NAN;
  memset(map->made, 0, map->bands);
  return map;
}

as_step_map *as_step_maps_get(as_grid *grid, const as_rules *rules, uint32_t terrains)
{
  const as_rules limits = limits_of(grid, rules);
  as_step_map *map = NULL;
  uint32_t i = 0;
  while (i < grid->step_map_count && !fits(grid->step_maps[i], &limits)) i++;
  if (i < grid->step_map_count) {
    map = grid->step_maps[i];
  } else {
    map = make(grid, &limits, terrains);
    if (!map) return NULL;
    /* Replaces a stale one, or takes a free place, or replaces the least recently used. */
    for (i = 0; i < grid->step_map_count && !grid->step_maps[i]->stale;) i++;
    if (i == AS_STEP_MAPS) i--;
    if (i == grid->step_map_count) grid->step_map_count++;
    else as_step_map_release(grid->step_maps[i]);
  }
  for (; i > 0; i--) grid->step_maps[i] = grid->step_maps[i - 1];
  grid->step_maps[0] = map;
  grid->derived = true;
  return map;
}

/* Whether no cell of a rectangle has a terrain that a step map does not know. */
static bool knows(const as_grid *grid, const as_step_map *map, uint32_t col, uint32_t row, uint32_t width,
                  uint32_t height)
{
  uint32_t x, y;
  for (y = row; y < row + height; y++) {
    for (x = col; x < col + width; x++) {
      if (as_grid_entry(grid, as_grid_index(grid, x, y)) >= map->terrains) return false;
    }
  }
  return true;
}

void as_step_maps_update(as_grid *grid, uint32_t col, uint32_t row, uint32_t width, uint32_t height)
{
  /* Steps beside the rectangle change, too; around the edges of the map as well. */
  const bool left = col > 0, up = row > 0;
  const bool right = col + width < grid->width, down = row + height < grid->height;
  const uint32_t x = col - left, y = row - up, w = width + left + right, h = height + up + down;
  uint32_t i;
  for (i = 0; i < grid->step_map_count; i++) {
    as_step_map *map = grid->step_maps[i];
    if (map->stale) continue;
    if (!knows(grid, map, col, row, width, height)) {
      map->stale = true;
      continue;
    }
    compute(grid, map, x, y, w, h);
    if (grid->def.wrap_x && !left) compute(grid, map, grid->width - 1, y, 1, h);
    if (grid->def.wrap_x && !right) compute(grid, map, 0, y, 1, h);
    if (grid->def.wrap_y && !up) compute(grid, map, x, grid->height - 1, w, 1);
    if (grid->def.wrap_y && !down) compute(grid, map, x, 0, w, 1);
    if (grid->def.wrap_x && grid->def.wrap_y && (!left || !right) && (!up || !down)) {
      compute(grid, map, left ? 0 : grid->width - 1, up ? 0 : grid->height - 1, 1, 1);
    }
  }
}

void as_step_maps_change(as_grid *grid, uint32_t cell, uint32_t before)
{
  const uint32_t row = as_grid_row(grid, cell), entry = as_grid_entry(grid, cell);
  uint32_t i;
  for (i = 0; i < grid->step_map_count; i++) {
    const as_step_map *map = grid->step_maps[i];
    if (map->stale) continue;
    if (entry >= map->terrains || isnan(map->rules.costs[before]) != isnan(map->rules.costs[entry])) {
      as_step_maps_update(grid, as_grid_col(grid, cell), row, 1, 1);
      return;
    }
  }
}

/* Whether both ways to a diagonal neighbour by two straight steps are open. */
static bool both_ways(const as_grid *grid, const as_rules *rules, uint32_t cell, uint32_t across, uint32_t down)
{
  uint32_t first = as_grid_step(grid, cell, across), second = as_grid_step(grid, cell, down);
  return first != AS_NO_SLOT && second != AS_NO_SLOT && steps_of(grid, rules, cell) >> across & 1 &&
         steps_of(grid, rules, cell) >> down & 1 && steps_of(grid, rules, first) >> down & 1 &&
         steps_of(grid, rules, second) >> across & 1;
}

void as_step_maps_validate(const as_grid *grid)
{
  uint32_t i, cell;
  for (i = 0; i < grid->step_map_count; i++) {
    const as_step_map *map = grid->step_maps[i];
    for (cell = 0; cell < grid->count && !map->stale; cell++) {
      const uint32_t row = as_grid_row(grid, cell);
      uint32_t expected = steps_of(grid, &map->rules, cell);
      if (!map->made[row >> AS_BAND_BITS]) continue;
      if (!grid->eight && as_grid_open_corners(grid, &map->rules) == 2 && !grid->tiny) {
        expected |= both_ways(grid, &map->rules, cell, 3, 1) ? 1u << 0 : 0;
        expected |= both_ways(grid, &map->rules, cell, 4, 1) ? 1u << 2 : 0;
        expected |= both_ways(grid, &map->rules, cell, 3, 6) ? 1u << 5 : 0;
        expected |= both_ways(grid, &map->rules, cell, 4, 6) ? 1u << 7 : 0;
      }
      astar_check(map->steps[cell] == expected);
      /* Only directions with steps matter. */
      astar_check(!((map->barred[cell] ^ barred_of(grid, &map->rules, cell)) & as_grid_directions(grid, cell) &
                    ~(uint32_t)as_grid_edges(grid, row)));
    }
  }
}
