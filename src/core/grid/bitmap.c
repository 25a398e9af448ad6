/* bitmap.c: see bitmap.h. */
#include "grid/bitmap.h"

/*
** On maps of more blocks, which are larger than 4096 x 4096 cells, these are computed when they are needed: else the
** first path would take longer than a frame. But there later paths take up to 1.8 times as long.
*/
#if !defined(AS_WHOLE_BLOCKS) /* the fuzzers and tests of the core, whose maps are small, define a lower one */
#define AS_WHOLE_BLOCKS 4356u
#endif

/* ---- Life ---- */

as_bitmap *as_bitmap_hold(as_bitmap *b)
{
  as_shared_hold(&b->shared);
  return b;
}

void as_bitmap_release(as_bitmap *b)
{
  as_memory *m;
  if (!b || !as_shared_drop(&b->shared)) return;
  m = &b->shared.memory;
  as_free(m, b->words, b->count, uint64_t);
  as_free(m, b->made, (size_t)b->strides[0] * b->strides[1], uint8_t);
  as_free(m, b->enters, b->terrains, uint8_t);
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

static void set_bit(as_lines *lines, uint64_t bit, bool value)
{
  const uint64_t mask = (uint64_t)1 << (bit & 63);
  if (value) lines->words[bit >> 6] |= mask;
  else lines->words[bit >> 6] &= ~mask;
}

/* The 64 bits from any bit on, and one more word may be read. */
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

/* 64 bits of a line, with the bits before and after them. */
typedef struct strip {
  uint64_t before, bits, after;
} strip;

typedef struct stops {
  uint64_t up, down; /* of a scan towards higher bits, and towards lower ones */
} stops;

/*
** The stops of 64 bits, from these and those of the lines on both sides. Where no corner is cut, a route may turn
** beside the end of a blocked cell, else diagonally before it; with ASTAR_CORNERS_ONE only if the cell ahead is open,
** as that beside is not.
*/
static AS_INLINE stops stops_of(const strip lines[3], astar_corners corners)
{
  uint64_t lower[3], higher[3];
  stops s = {0, 0};
  int i;
  for (i = 0; i < 3; i++) {
    lower[i] = lines[i].bits << 1 | lines[i].before;
    higher[i] = lines[i].bits >> 1 | lines[i].after << 63;
  }
  for (i = 0; i < 3; i += 2) {
    s.up |= forced(corners, lower[i], lines[i].bits, higher[i]);
    s.down |= forced(corners, higher[i], lines[i].bits, lower[i]);
  }
  if (corners == ASTAR_CORNERS_ONE) {
    s.up &= higher[1];
    s.down &= lower[1];
  }
  s.up |= ~lines[1].bits;
  s.down |= ~lines[1].bits;
  return s;
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

/* A block of 64 x 64 cells and the cells around it: 66 rows of 66 columns. */
typedef struct square {
  strip lines[66];
} square;

/* Whether the cell in a column and row of the map can be entered; false beyond the map. */
static uint64_t enters_at(const as_bitmap *b, const as_grid *grid, int64_t col, int64_t row)
{
  if (col < 0 || row < 0 || col >= grid->width || row >= grid->height) return 0;
  return b->enters[as_grid_entry(grid, as_grid_index(grid, (uint32_t)col, (uint32_t)row))];
}

/* Read 64 cells of a row, from a column that may be -1, with the cells beside them. */
static strip read_strip(const as_bitmap *b, const as_grid *grid, int64_t col, int64_t row)
{
  const uint32_t first = col < 0 ? 0 : (uint32_t)col, shift = col < 0;
  const uint16_t *entry;
  uint16_t copy[AS_MOST_READ];
  uint32_t count = 64 - shift;
  strip s = {0, 0, 0};
  if (row < 0 || row >= grid->height) return s;
  s.before = enters_at(b, grid, col - 1, row);
  s.after = enters_at(b, grid, col + 64, row);
  if (first >= grid->width) return s;
  if (count > grid->width - first) count = grid->width - first;
  entry = as_grid_entries(grid, as_grid_index(grid, first, (uint32_t)row), count, copy);
  s.bits = as_entered_cells(b->enters, entry, count) << shift;
  return s;
}

/* The columns of a square from its rows. */
static void turn_square(const square *rows, square *columns)
{
  uint64_t bits[64], before = 0, after = 0;
  uint32_t i;
  for (i = 0; i < 64; i++) {
    bits[i] = rows->lines[i + 1].bits;
    before |= rows->lines[i + 1].before << i;
    after |= rows->lines[i + 1].after << i;
  }
  transpose(bits);
  for (i = 0; i < 66; i++) {
    const strip *first = &rows->lines[0], *last = &rows->lines[65];
    strip *s = &columns->lines[i];
    s->bits = i == 0 ? before : i == 65 ? after : bits[i - 1];
    s->before = i == 0 ? first->before : i == 65 ? first->after : first->bits >> (i - 1) & 1;
    s->after = i == 0 ? last->before : i == 65 ? last->after : last->bits >> (i - 1) & 1;
  }
}

/* Store the bits of a square along an axis, and its stops; `word` is that of its first line, `step` to the next. */
static AS_INLINE void store_square(as_bitmap *b, const square *s, int axis, size_t word, size_t step,
                                   astar_corners corners)
{
  uint32_t i;
  for (i = 0; i < 64; i++, word += step) {
    const stops found = stops_of(&s->lines[i], corners);
    b->lines[axis].words[word] = s->lines[i + 1].bits;
    b->up[axis].words[word] = found.up;
    b->down[axis].words[word] = found.down;
  }
}

void as_bits_make(as_bitmap *b, const as_grid *grid, size_t block)
{
  const uint32_t at[2] = {(uint32_t)(block % b->strides[0]), (uint32_t)(block / b->strides[0])};
  square squares[2];
  uint32_t i;
  int axis;
  if (b->made[block] >= AS_BITS_MADE) return;
  b->made[block] = AS_BITS_MADE;
  for (i = 0; i < 66; i++)
    squares[0].lines[i] = read_strip(b, grid, (int64_t)at[0] * 64 - 1, (int64_t)at[1] * 64 - 2 + i);
  turn_square(&squares[0], &squares[1]);
  for (axis = 0; axis < 2; axis++) {
    const size_t step = b->whole ? b->lines[axis].stride : 1;
    const size_t word = b->whole ? at[1 - axis] * 64 * step + at[axis] : block * AS_BLOCK_WORDS;
    if (b->corners == ASTAR_CORNERS_NEVER) store_square(b, &squares[axis], axis, word, step, ASTAR_CORNERS_NEVER);
    else store_square(b, &squares[axis], axis, word, step, b->corners);
  }
}

void as_bits_look(as_bitmap *b, const as_grid *grid, size_t block)
{
  /* With the cells around, of which the first is two before the block's first multiple of 64. */
  const uint32_t col = (uint32_t)(block % b->strides[0]) * 64 - 2, row = (uint32_t)(block / b->strides[0]) * 64 - 2;
  if (b->made[block] != AS_BITS_MISSING) return;
  if (b->enters[ASTAR_DEFAULT_TERRAIN] && col < grid->width && row < grid->height && grid->width - col >= 66 &&
      grid->height - row >= 66 && as_grid_entry_of(grid, col, row, 66, 66) == ASTAR_DEFAULT_TERRAIN)
    b->made[block] = AS_BITS_OPEN;
  else
    as_bits_make(b, grid, block);
}

/* The blocks around one, and that itself: up to nine, in columns and rows of them from `first` to `last`. */
static void blocks_around(const as_bitmap *b, size_t block, uint32_t first[2], uint32_t last[2])
{
  const uint32_t at[2] = {(uint32_t)(block % b->strides[0]), (uint32_t)(block / b->strides[0])};
  int i;
  for (i = 0; i < 2; i++) {
    first[i] = at[i] > 0 ? at[i] - 1 : 0;
    last[i] = at[i] + 1 < b->strides[i] ? at[i] + 1 : at[i];
  }
}

void as_bits_make_around(as_bitmap *b, const as_grid *grid, size_t block)
{
  uint32_t first[2], last[2], x, y;
  blocks_around(b, block, first, last);
  for (y = first[1]; y <= last[1]; y++) {
    for (x = first[0]; x <= last[0]; x++) as_bits_make(b, grid, (size_t)y * b->strides[0] + x);
  }
  b->made[block] = AS_BITS_AROUND;
}

/* Forget the bits of a block. */
static void drop_block(as_bitmap *b, size_t block)
{
  uint32_t first[2], last[2], x, y;
  if (b->made[block] == AS_BITS_MISSING) return;
  b->made[block] = AS_BITS_MISSING;
  blocks_around(b, block, first, last);
  for (y = first[1]; y <= last[1]; y++) {
    for (x = first[0]; x <= last[0]; x++) {
      uint8_t *made = &b->made[(size_t)y * b->strides[0] + x];
      if (*made == AS_BITS_AROUND) *made = AS_BITS_MADE;
    }
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

/* The stops of 64 bits from any one on. */
static stops stops_from(const as_bitmap *b, int axis, uint64_t bit)
{
  const as_lines *cells = &b->lines[axis];
  strip lines[3];
  int i;
  for (i = 0; i < 3; i++) {
    const uint64_t at = bit + ((uint64_t)(int64_t)(i - 1) * cells->stride << 6);
    lines[i].before = at > 0 ? as_bit_set(cells, at - 1) : 0;
    lines[i].bits = bits_from(cells, at);
    lines[i].after = 0; /* only for the last stop */
  }
  return stops_of(lines, b->corners);
}

/* Update the stops that depend on a cell: those of its neighbours and its own. `size` is the number of lines. */
static void update_stops(as_bitmap *b, int axis, uint32_t line, uint32_t place, uint32_t size)
{
  int i;
  for (i = -1; i <= 1; i++) {
    const uint64_t bit = as_bit(&b->lines[axis], line + (uint32_t)i, place) - 1;
    stops s;
    /* No stops are read of the lines before the first and after the last. */
    if ((i < 0 && line == 0) || (i > 0 && line + 1 == size)) continue;
    s = stops_from(b, axis, bit);
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

/* Choose where lines are, and take their memory; no word is set. */
static bool make_lines(as_bitmap *b, const as_grid *grid)
{
  const uint64_t across = ((uint64_t)grid->width + 1) / 64 + 1, down = ((uint64_t)grid->height + 1) / 64 + 1;
  const uint64_t words = across * down * AS_BLOCK_WORDS;
  as_lines *lines[6] = {&b->lines[0], &b->up[0], &b->down[0], &b->lines[1], &b->up[1], &b->down[1]};
  uint32_t i;
  if (words > SIZE_MAX / sizeof *b->words) return false;
  b->whole = across * down <= AS_WHOLE_BLOCKS;
  b->strides[0] = (uint32_t)across;
  b->strides[1] = (uint32_t)down;
  b->count = (size_t)words;
  b->words = as_new(&b->shared.memory, b->count, uint64_t);
  b->made = as_new(&b->shared.memory, (size_t)(across * down), uint8_t);
  if (!b->words || !b->made) return false;
  memset(b->made, AS_BITS_MISSING, (size_t)(across * down));
  for (i = 0; i < 6; i++) {
    lines[i]->words = b->words + i * (b->whole ? words / 6 : 64);
    lines[i]->stride = b->strides[i / 3];
  }
  return true;
}

static as_bitmap *make(const as_grid *grid, const as_rules *rules, uint32_t terrains)
{
  as_bitmap *b = as_shared_create(grid->memory->alloc, grid->memory->context, sizeof *b);
  size_t block, blocks;
  uint32_t t;
  if (!b) return NULL;
  b->corners = grid->def.corners;
  b->terrains = terrains;
  b->enters = as_new(&b->shared.memory, terrains, uint8_t);
  if (!b->enters || !make_lines(b, grid)) {
    as_bitmap_release(b);
    return NULL;
  }
  for (t = 0; t < terrains; t++) b->enters[t] = t != AS_BLOCKED && rules->costs[t] < INFINITY;
  blocks = (size_t)b->strides[0] * b->strides[1];
  for (block = 0; block < blocks && b->whole; block++) as_bits_make(b, grid, block);
  if (b->whole) memset(b->made, AS_BITS_AROUND, blocks);
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

/* Update a bitmap after a cell has changed to `enters`, or not. */
static void update(as_bitmap *b, const as_grid *grid, const uint32_t place[2], bool enters)
{
  const uint32_t size[2] = {grid->height, grid->width};
  int axis;
  for (axis = 0; axis < 2; axis++) {
    const uint64_t bit = as_bit(&b->lines[axis], place[1 - axis], place[axis]);
    if (as_bit_set(&b->lines[axis], bit) == enters) return;
    set_bit(&b->lines[axis], bit, enters);
    update_stops(b, axis, place[1 - axis], place[axis], size[axis]);
  }
}

/* Forget the blocks that depend on a cell. */
static void drop_at(as_bitmap *b, const uint32_t place[2])
{
  /* Bits begin with the column and row before the first ones; the lines around a block have stops that depend on it. */
  const uint32_t first[2] = {place[0] >> 6, place[1] >> 6}, last[2] = {(place[0] + 2) >> 6, (place[1] + 2) >> 6};
  uint32_t x, y;
  for (y = first[1]; y <= last[1] && y < b->strides[1]; y++) {
    for (x = first[0]; x <= last[0] && x < b->strides[0]; x++) drop_block(b, (size_t)y * b->strides[0] + x);
  }
}

void as_bitmaps_update(as_grid *grid, uint32_t cell)
{
  const uint32_t entry = as_grid_entry(grid, cell);
  uint32_t i, at[2];
  as_grid_place(grid, cell, at);
  for (i = 0; i < grid->bitmap_count; i++) {
    as_bitmap *b = grid->bitmaps[i];
    if (entry >= b->terrains) b->stale = true;
    if (b->stale) continue;
    if (b->whole) update(b, grid, at, b->enters[entry] != 0);
    else drop_at(b, at);
  }
}

/* The cell at a place of a line, and the ones beside it. */
static strip strip_at(const as_bitmap *b, const as_grid *grid, int axis, int64_t line, int64_t place)
{
  uint64_t three = 0;
  strip s = {0, 0, 0};
  int i;
  for (i = 0; i < 3; i++) {
    const int64_t at = place + i - 1;
    three |= (axis == 0 ? enters_at(b, grid, at, line) : enters_at(b, grid, line, at)) << i;
  }
  s.before = three & 1;
  s.bits = three >> 1;
  return s;
}

/* Abort if the bits of a block differ from the cells. */
static void validate_block(const as_bitmap *b, const as_grid *grid, size_t block)
{
  const uint32_t left = (uint32_t)(block % b->strides[0]) * 64, top = (uint32_t)(block / b->strides[0]) * 64;
  uint32_t place[2];
  int axis, i;
  for (place[1] = top > 0 ? top - 1 : 0; place[1] < top + 63 && place[1] < grid->height; place[1]++) {
    for (place[0] = left > 0 ? left - 1 : 0; place[0] < left + 63 && place[0] < grid->width; place[0]++) {
      for (axis = 0; axis < 2; axis++) {
        const uint32_t bit = (place[axis] + 1) & 63, a = (uint32_t)axis;
        strip lines[3];
        stops s;
        for (i = 0; i < 3; i++) lines[i] = strip_at(b, grid, axis, (int64_t)place[1 - axis] + i - 1, place[axis]);
        s = stops_of(lines, b->corners);
        astar_check((*as_bits_word(b, &b->lines[axis], a, place) >> bit & 1) == (lines[1].bits & 1));
        astar_check((*as_bits_word(b, &b->up[axis], a, place) >> bit & 1) == (s.up & 1));
        astar_check((*as_bits_word(b, &b->down[axis], a, place) >> bit & 1) == (s.down & 1));
      }
    }
  }
}

void as_bitmaps_validate(const as_grid *grid)
{
  uint32_t i, x, y;
  size_t block;
  for (i = 0; i < grid->bitmap_count; i++) {
    const as_bitmap *b = grid->bitmaps[i];
    for (block = 0; block < (size_t)b->strides[0] * b->strides[1] && !b->stale; block++) {
      uint32_t first[2], last[2];
      if (b->made[block] >= AS_BITS_MADE) validate_block(b, grid, block);
      if (b->made[block] != AS_BITS_AROUND) continue;
      blocks_around(b, block, first, last);
      for (y = first[1]; y <= last[1]; y++) {
        for (x = first[0]; x <= last[0]; x++) astar_check(b->made[(size_t)y * b->strides[0] + x] >= AS_BITS_MADE);
      }
    }
  }
}
