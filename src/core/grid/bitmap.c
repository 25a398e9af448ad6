/* bitmap.c: see bitmap.h. */
#include "grid/bitmap.h"

/* ---- Life ---- */

as_bitmap *as_bitmap_hold(as_bitmap *b)
{
  as_shared_hold(&b->shared);
  return b;
}

void as_bitmap_release(as_bitmap *b)
{
  if (!b || !as_shared_drop(&b->shared)) return;
  as_free(&b->shared.memory, b->rows.words, (size_t)b->rows.count, uint64_t);
  as_free(&b->shared.memory, b->columns.words, (size_t)b->columns.count, uint64_t);
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
  lines->count = (64 + ((uint64_t)count + 2) * lines->stride + 63) / 64 + 2;
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

static void set_cell(as_bitmap *b, uint32_t col, uint32_t row, bool value)
{
  set_bit(&b->rows, row, col, value);
  set_bit(&b->columns, col, row, value);
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
  uint32_t t, col, row, cell = 0;
  if (!b) return NULL;
  m = &b->shared.memory;
  b->terrains = terrains;
  b->enters = as_new(m, terrains, uint8_t);
  if (!b->enters || !make_lines(&b->rows, m, grid->height, grid->width) ||
      !make_lines(&b->columns, m, grid->width, grid->height)) {
    as_bitmap_release(b);
    return NULL;
  }
  for (t = 0; t < terrains; t++) b->enters[t] = t != AS_BLOCKED && rules->costs[t] < INFINITY;
  for (row = 0; row < grid->height; row++) {
    for (col = 0; col < grid->width; col++, cell++) {
      if (b->enters[grid->entry[cell]]) set_cell(b, col, row, true);
    }
  }
  return b;
}

/* ---- The bitmaps of a grid ---- */

bool as_bitmaps_apply(const as_grid *grid, const as_rules *rules)
{
  const astar_grid_def *def = &grid->def;
  double straight = grid->steps[1], across = grid->steps[3], diagonal = grid->steps[0], multiplier = NAN;
  uint32_t t;
  if (def->shape != ASTAR_SQUARE && def->shape != ASTAR_ISOMETRIC) return false;
  if (def->straight || def->corners != ASTAR_CORNERS_NEVER || def->wrap_x || def->wrap_y || grid->heights) return false;
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
    if (entry < b->terrains) set_cell(b, cell - row * grid->width, row, b->enters[entry] != 0);
    else b->stale = true;
  }
}

void as_bitmaps_validate(const as_grid *grid)
{
  uint32_t i, cell;
  for (i = 0; i < grid->bitmap_count; i++) {
    const as_bitmap *b = grid->bitmaps[i];
    for (cell = 0; cell < grid->count && !b->stale; cell++) {
      uint32_t row = as_grid_row(grid, cell), col = cell - row * grid->width;
      bool enters = b->enters[grid->entry[cell]] != 0;
      astar_check(as_bit_set(&b->rows, as_bit(&b->rows, row, col)) == enters);
      astar_check(as_bit_set(&b->columns, as_bit(&b->columns, col, row)) == enters);
    }
  }
}
