/* bitmap.c: see bitmap.h. */
#include "grid/bitmap.h"

/* ---- Life ---- */

as_bitmap *as_bitmap_hold(as_bitmap *b)
{
  b->references++;
  return b;
}

void as_bitmap_release(as_bitmap *b)
{
  as_memory m;
  if (!b || --b->references > 0) return;
  if (b->rows.words) as_free(&b->memory, b->rows.words, (size_t)b->rows.count, uint64_t);
  if (b->columns.words) as_free(&b->memory, b->columns.words, (size_t)b->columns.count, uint64_t);
  if (b->enters) as_free(&b->memory, b->enters, b->grounds, uint8_t);
  m = b->memory;
  as_free(&m, b, 1, as_bitmap);
}

void as_bitmaps_free(as_bitmaps **maps, as_memory *m)
{
  uint32_t i;
  if (!*maps) return;
  for (i = 0; i < (*maps)->count; i++) as_bitmap_release((*maps)->list[i]);
  as_free(m, *maps, 1, as_bitmaps);
  *maps = NULL;
}

size_t as_bitmaps_memory(const as_bitmaps *maps)
{
  size_t sum = 0;
  uint32_t i;
  for (i = 0; maps && i < maps->count; i++) sum += maps->list[i]->memory.used;
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

/* Whether the map is that of a mover: it knows all that there is, and tells it apart likewise. */
static bool fits(const as_bitmap *b, const as_mover *mover)
{
  uint32_t t;
  if (b->stale) return false;
  for (t = AS_BLOCKED + 1; t < b->grounds; t++) {
    if (b->enters[t] != (mover->costs[t] < INFINITY)) return false;
  }
  return true;
}

static as_bitmap *make(const as_memory *context, const as_grid *grid, const as_mover *mover, uint32_t grounds)
{
  as_memory m;
  as_bitmap *b;
  uint32_t t, col, row, cell = 0;
  as_memory_init(&m, context->alloc, context->context);
  b = as_new(&m, 1, as_bitmap);
  if (!b) return NULL;
  memset(b, 0, sizeof *b);
  b->memory = m;
  b->references = 1;
  b->grounds = grounds;
  b->enters = as_new(&b->memory, grounds, uint8_t);
  if (!b->enters || !make_lines(&b->rows, &b->memory, grid->height, grid->width) ||
      !make_lines(&b->columns, &b->memory, grid->width, grid->height)) {
    as_bitmap_release(b);
    return NULL;
  }
  for (t = 0; t < grounds; t++) b->enters[t] = t != AS_BLOCKED && mover->costs[t] < INFINITY;
  for (row = 0; row < grid->height; row++) {
    for (col = 0; col < grid->width; col++, cell++) {
      if (b->enters[grid->ground[cell]]) set_cell(b, col, row, true);
    }
  }
  return b;
}

/* ---- The maps of a graph ---- */

bool as_bitmaps_serve(const as_grid *grid, const as_mover *mover)
{
  const astar_grid_def *def = &grid->def;
  double straight = grid->steps[1], across = grid->steps[3], diagonal = grid->steps[0], multiplier = NAN;
  uint32_t t;
  if (def->shape != ASTAR_SQUARE && def->shape != ASTAR_ISOMETRIC) return false;
  if (def->straight || def->corners != ASTAR_CORNERS_NEVER || def->wrap_x || def->wrap_y || grid->heights) return false;
  /* Straight steps must not pay as detours, nor diagonals as straight ways. */
  if (diagonal < straight || diagonal < across || diagonal > straight + across) return false;
  for (t = AS_BLOCKED + 1; t < grid->counts_capacity; t++) {
    if (grid->counts[t] == 0 || isnan(mover->costs[t])) continue;
    if (!isnan(multiplier) && mover->costs[t] != multiplier) return false;
    multiplier = mover->costs[t];
  }
  return true;
}

bool as_bitmaps_make(as_bitmaps **maps, as_memory *m, const as_grid *grid, const as_mover *mover, uint32_t grounds)
{
  as_bitmaps *all = *maps;
  as_bitmap *b = NULL;
  uint32_t i;
  if (!all) {
    all = as_new(m, 1, as_bitmaps);
    if (!all) return false;
    all->count = 0;
    *maps = all;
  }
  for (i = 0; i < all->count && !b; i++) {
    if (fits(all->list[i], mover)) b = all->list[i];
  }
  if (b) {
    i--;
  } else {
    b = make(m, grid, mover, grounds);
    if (!b) return false;
    for (i = 0; i < all->count && !all->list[i]->stale;) i++;
    if (i == AS_BITMAPS) i--;
    if (i == all->count) all->count++;
    else as_bitmap_release(all->list[i]);
  }
  for (; i > 0; i--) all->list[i] = all->list[i - 1];
  all->list[0] = b;
  return true;
}

as_bitmap *as_bitmaps_find(const as_bitmaps *maps, const as_mover *mover)
{
  uint32_t i;
  for (i = 0; maps && i < maps->count; i++) {
    if (fits(maps->list[i], mover)) return maps->list[i];
  }
  return NULL;
}

void as_bitmaps_set(as_bitmaps **maps, const as_grid *grid, uint32_t cell)
{
  as_bitmaps *all = *maps;
  uint32_t ground = grid->ground[cell], row = as_grid_row(grid, cell), i;
  for (i = 0; all && i < all->count; i++) {
    as_bitmap *b = all->list[i];
    if (ground < b->grounds) set_cell(b, cell - row * grid->width, row, b->enters[ground] != 0);
    else b->stale = true;
  }
}

void as_bitmaps_validate(const as_bitmaps *maps, const as_grid *grid)
{
  uint32_t i, cell;
  for (i = 0; maps && i < maps->count; i++) {
    const as_bitmap *b = maps->list[i];
    for (cell = 0; cell < grid->count && !b->stale; cell++) {
      uint32_t row = as_grid_row(grid, cell), col = cell - row * grid->width;
      bool enters = b->enters[grid->ground[cell]] != 0;
      astar_check(as_bit_set(&b->rows, as_bit(&b->rows, row, col)) == enters);
      astar_check(as_bit_set(&b->columns, as_bit(&b->columns, col, row)) == enters);
    }
  }
}
