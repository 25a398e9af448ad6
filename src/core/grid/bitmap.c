/* bitmap.c: see bitmap.h. */
#include "grid/bitmap.h"

/* ---- Life ---- */

as_bitmap *as_bitmap_hold(as_bitmap *b)
{
  as_shared_hold(&b->shared);
  return b;
}

static void free_lines(as_lines *lines, as_memory *m)
{
  as_free(m, lines->words, (size_t)lines->count, uint64_t);
}

void as_bitmap_release(as_bitmap *b)
{
  int axis;
  if (!b || !as_shared_drop(&b->shared)) return;
  for (axis = 0; axis < 2; axis++) {
    free_lines(&b->lines[axis], &b->shared.memory);
    free_lines(&b->up[axis], &b->shared.memory);
    free_lines(&b->down[axis], &b->shared.memory);
  }
  as_free(&b->shared.memory, b->enters, b->terrains, uint8_t);
  as_object_free(b, sizeof *b);
}

void as_bitmaps_free(as_grid *grid)
{
  while (grid->bitmap_count > 0) as_bitmap_release(grid->bitmaps[--grid->bitmap_count]);
}

size_t as_bitmaps_memory(const as_grid *grid)
{
  size_t sum = 0;
  uint32_t i;
  for (i = 0; i < grid->bitmap_count; i++) sum += grid->bitmaps[i]->shared.memory.used;
  return sum;
}

/* ---- Bits ---- */

static bool make_lines(as_lines *lines, as_memory *m, uint32_t count, uint32_t length)
{
  lines->stride = (uint64_t)length + 1;
  lines->size = count;
  lines->count = (AS_SPARE_BITS + ((uint64_t)count + 2) * lines->stride + 63) / 64 + 2;
  if (lines->count > SIZE_MAX / sizeof *lines->words) return false;
  lines->words = as_new(m, (size_t)lines->count, uint64_t);
  if (lines->words) memset(lines->words, 0, (size_t)lines->count * sizeof *lines->words);
  return lines->words != NULL;
}

static void set_bit(as_lines *lines, uint32_t line, uint32_t place, bool value)
{
  uint64_t bit = as_bit(lines, line, place), mask = (uint64_t)1 << (bit & 63);
  if (value) lines->words[bit >> 6] |= mask;
  else lines->words[bit >> 6] &= ~mask;
}

/* The 64 bits from any bit on. */
static uint64_t bits_from(const as_lines *lines, uint64_t bit)
{
  const uint64_t *words = lines->words + (bit >> 6);
  const uint32_t shift = bit & 63;
  return words[0] >> shift | words[1] << 1 << (63 - shift);
}

/*
** The cells of a line beside a scan at which it must stop; `before` and `after` are the cells one step before and
** after.
*/
static uint64_t forced(astar_corners corners, uint64_t before, uint64_t at, uint64_t after)
{
  return corners == ASTAR_CORNERS_NEVER ? at & ~before : after & ~at;
}

typedef struct stops {
  uint64_t up, down; /* of a scan towards higher bits, and towards lower ones */
} stops;

/*
** The 64 stops from a bit on. Where no corner is cut, a route may turn beside the end of a blocked cell, else
** diagonally before it; with ASTAR_CORNERS_ONE only if the cell ahead is open, as that beside is not.
*/
static AS_INLINE stops stops_from(const as_lines *cells, astar_corners corners, uint64_t bit)
{
  const uint64_t here = bits_from(cells, bit);
  stops s = {0, 0};
  int side;
  for (side = 0; side < 2; side++) {
    const uint64_t beside = side == 0 ? bit - cells->stride : bit + cells->stride;
    const uint64_t lower = bits_from(cells, beside - 1), at = bits_from(cells, beside);
    const uint64_t higher = bits_from(cells, beside + 1);
    s.up |= forced(corners, lower, at, higher);
    s.down |= forced(corners, higher, at, lower);
  }
  if (corners == ASTAR_CORNERS_ONE) {
    s.up &= bits_from(cells, bit + 1);
    s.down &= bits_from(cells, bit - 1);
  }
  s.up |= ~here;
  s.down |= ~here;
  return s;
}

/* Set the bits from any bit on that are 1 in `bits`. */
static void add_bits(as_lines *lines, uint64_t bit, uint64_t bits)
{
  uint64_t *words = lines->words + (bit >> 6);
  const uint32_t shift = bit & 63;
  words[0] |= bits << shift;
  if (shift > 0) words[1] |= bits >> (64 - shift);
}

/*
** Transpose a square of 64 x 64 bits: bit c of row r becomes bit r of row c. By exchanging ever smaller squares beside
** the diagonal: H. S. Warren, "Hacker's Delight", 2013.
*/
static void transpose(uint64_t rows[64])
{
  uint64_t mask = UINT32_MAX;
  uint32_t side, row;
  for (side = 32; side > 0; side /= 2, mask ^= mask << side) {
    for (row = 0; row < 64; row = (row + side + 1) & ~side) {
      const uint64_t differ = (rows[row] >> side ^ rows[row + side]) & mask;
      rows[row] ^= differ << side;
      rows[row + side] ^= differ;
    }
  }
}

/* Set the bits of all cells that can be entered, in squares of 64 x 64 cells. */
static void make_cells(as_bitmap *b, const as_grid *grid)
{
  uint32_t left, top, i;
  for (top = 0; top < grid->height; top += 64) {
    const uint32_t height = grid->height - top < 64 ? grid->height - top : 64;
    for (left = 0; left < grid->width; left += 64) {
      const uint32_t width = grid->width - left < 64 ? grid->width - left : 64;
      uint64_t square[64] = {0};
      for (i = 0; i < height; i++) {
        square[i] = as_entered_cells(b->enters, grid->entry + as_grid_index(grid, left, top + i), width);
        add_bits(&b->lines[0], as_bit(&b->lines[0], top + i, left), square[i]);
      }
      transpose(square);
      for (i = 0; i < width; i++) add_bits(&b->lines[1], as_bit(&b->lines[1], left + i, top), square[i]);
    }
  }
}

/* Compute all stops of an axis. */
static void make_stops(as_bitmap *b, int axis)
{
  const as_lines *cells = &b->lines[axis];
  /* From the bit before the first line to that after the last one: scans end there. */
  const uint64_t first = (as_bit(cells, 0, 0) - 1) >> 6, last = as_bit(cells, cells->size, 0) >> 6;
  uint64_t word;
  for (word = first; word <= last; word++) {
    const stops s = stops_from(cells, b->corners, word << 6);
    b->up[axis].words[word] = s.up;
    b->down[axis].words[word] = s.down;
  }
}

/* Replace three bits by the lowest of `bits`. */
static void set_three(as_lines *lines, uint64_t bit, uint64_t bits)
{
  const uint32_t shift = bit & 63;
  uint64_t *words = lines->words + (bit >> 6);
  words[0] = (words[0] & ~((uint64_t)7 << shift)) | (bits & 7) << shift;
  if (shift < 62) return;
  words[1] = (words[1] & ~((uint64_t)7 >> (64 - shift))) | (bits & 7) >> (64 - shift);
}

/* Update the stops that depend on a cell: those of its neighbours and its own. */
static void update_stops(as_bitmap *b, int axis, uint32_t line, uint32_t place)
{
  const as_lines *cells = &b->lines[axis];
  const uint64_t middle = as_bit(cells, line, place) - 1;
  int i;
  for (i = -1; i <= 1; i++) {
    const uint64_t bit = middle + (uint64_t)(int64_t)i * cells->stride;
    stops s;
    /* The lines before the first and after the last have no cells, and no stops are read there. */
    if ((i < 0 && line == 0) || (i > 0 && line + 1 == cells->size)) continue;
    s = stops_from(cells, b->corners, bit);
    set_three(&b->up[axis], bit, s.up);
    set_three(&b->down[axis], bit, s.down);
  }
}

/* Whether a bitmap is up to date and that of a unit: the unit can enter the same terrains. */
static bool fits(const as_bitmap *b, const as_rules *rules)
{
  uint32_t t;
  if (b->stale) return false;
  for (t = AS_BLOCKED + 1; t < b->terrains; t++) {
    if (b->enters[t] != (rules->costs[t] < INFINITY)) return false;
  }
  return true;
}

static as_bitmap *make(const as_grid *grid, const as_rules *rules, uint32_t terrains)
{
  as_bitmap *b = as_shared_create(grid->memory->alloc, grid->memory->context, sizeof *b);
  as_memory *m;
  uint32_t t;
  int axis;
  if (!b) return NULL;
  m = &b->shared.memory;
  b->corners = grid->def.corners;
  b->terrains = terrains;
  b->enters = as_new(m, terrains, uint8_t);
  for (axis = 0; axis < 2; axis++) {
    const uint32_t count = axis == 0 ? grid->height : grid->width, length = axis == 0 ? grid->width : grid->height;
    if (b->enters && make_lines(&b->lines[axis], m, count, length) && make_lines(&b->up[axis], m, count, length) &&
        make_lines(&b->down[axis], m, count, length))
      continue;
    as_bitmap_release(b);
    return NULL;
  }
  for (t = 0; t < terrains; t++) b->enters[t] = t != AS_BLOCKED && rules->costs[t] < INFINITY;
  make_cells(b, grid);
  for (axis = 0; axis < 2; axis++) make_stops(b, axis);
  return b;
}

/* ---- The bitmaps of a grid ---- */

bool as_bitmaps_apply(const as_grid *grid, const as_rules *rules)
{
  const astar_grid_def *def = &grid->def;
  double straight = grid->steps[1], across = grid->steps[3], diagonal = grid->steps[0], multiplier = NAN;
  uint32_t t;
  if (!grid->eight || def->wrap_x || def->wrap_y || grid->heights) return false;
  /* A diagonal must be no shorter than a straight step, and no longer than two. */
  if (diagonal < straight || diagonal < across || diagonal > straight + across) return false;
  for (t = AS_BLOCKED + 1; t < grid->counts_capacity; t++) {
    if (grid->counts[t] == 0 || isnan(rules->costs[t])) continue;
    if (!isnan(multiplier) && rules->costs[t] != multiplier) return false;
    multiplier = rules->costs[t];
  }
  return true;
}

bool as_bitmaps_make(as_grid *grid, const as_rules *rules, uint32_t terrains)
{
  as_bitmap *b = NULL;
  uint32_t i = 0;
  while (i < grid->bitmap_count && !fits(grid->bitmaps[i], rules)) i++;
  if (i < grid->bitmap_count) {
    b = grid->bitmaps[i];
  } else {
    b = make(grid, rules, terrains);
    if (!b) return false;
    /* Replaces a stale one, or takes a free place, or replaces the least recently used. */
    for (i = 0; i < grid->bitmap_count && !grid->bitmaps[i]->stale;) i++;
    if (i == AS_BITMAPS) i--;
    if (i == grid->bitmap_count) grid->bitmap_count++;
    else as_bitmap_release(grid->bitmaps[i]);
  }
  for (; i > 0; i--) grid->bitmaps[i] = grid->bitmaps[i - 1];
  grid->bitmaps[0] = b;
  grid->derived = true;
  return true;
}

as_bitmap *as_bitmaps_find(const as_grid *grid, const as_rules *rules)
{
  uint32_t i;
  for (i = 0; i < grid->bitmap_count; i++) {
    if (fits(grid->bitmaps[i], rules)) return grid->bitmaps[i];
  }
  return NULL;
}

void as_bitmaps_update(as_grid *grid, uint32_t cell)
{
  const uint32_t entry = grid->entry[cell], row = as_grid_row(grid, cell);
  uint32_t i;
  for (i = 0; i < grid->bitmap_count; i++) {
    as_bitmap *b = grid->bitmaps[i];
    const uint32_t place[2] = {as_grid_col(grid, cell), row};
    int axis;
    if (entry >= b->terrains) b->stale = true;
    for (axis = 0; axis < 2 && !b->stale; axis++) {
      as_lines *lines = &b->lines[axis];
      const bool enters = b->enters[entry] != 0;
      if (as_bit_set(lines, as_bit(lines, place[1 - axis], place[axis])) == enters) break;
      set_bit(lines, place[1 - axis], place[axis], enters);
      update_stops(b, axis, place[1 - axis], place[axis]);
    }
  }
}

void as_bitmaps_validate(const as_grid *grid)
{
  uint32_t i, cell;
  for (i = 0; i < grid->bitmap_count; i++) {
    const as_bitmap *b = grid->bitmaps[i];
    for (cell = 0; cell < grid->count && !b->stale; cell++) {
      uint32_t row = as_grid_row(grid, cell), col = as_grid_col(grid, cell);
      const uint32_t place[2] = {col, row};
      const bool enters = b->enters[grid->entry[cell]] != 0;
      int axis;
      for (axis = 0; axis < 2; axis++) {
        const as_lines *cells = &b->lines[axis];
        const uint64_t bit = as_bit(cells, place[1 - axis], place[axis]);
        const stops s = stops_from(cells, b->corners, bit);
        astar_check(as_bit_set(cells, bit) == enters);
        astar_check(as_bit_set(&b->up[axis], bit) == (s.up & 1));
        astar_check(as_bit_set(&b->down[axis], bit) == (s.down & 1));
      }
    }
  }
}
