/*
** footprint.c: see footprint.h. The square of an anchor, its upper left cell, is computed from two windows of one cell
** less, side by side in each direction: so what lies within, between two cells, is told from what crosses the edge.
**
** Windows slide by van Herk's algorithm over the rows, in blocks of the window's height: the window of a row is the end
** of one block, whose suffixes are computed before, and the beginning of the next, which grows. Along a row they are
** made by doubling, which compilers turn into vector code. Both need only that the operation is associative and
** idempotent.
*/
#include "grid/footprint.h"

#include "base/heap.h"
#include "grid/bitmap.h"
#include "grid/step_map.h"

#include <math.h>

/* The rank of what the unit cannot enter. Ranks have 14 bits. */
#define BARRED INT16_MAX

/*
** Marks of a cell: the directions of its closed steps, and which of the steps to the right and down are closed both
** ways, by direction; WITHIN together.
*/
#define CLOSED 0xFFu
#define WALL_SHIFT 4u
#define WALL_RIGHT (1u << (4 + WALL_SHIFT))
#define WALL_LOWER_LEFT (1u << (5 + WALL_SHIFT))
#define WALL_DOWN (1u << (6 + WALL_SHIFT))
#define WALL_LOWER_RIGHT (1u << (7 + WALL_SHIFT))
#define WITHIN (WALL_RIGHT | WALL_LOWER_LEFT | WALL_DOWN | WALL_LOWER_RIGHT)

/* Columns that are computed together, at least. */
#define CHUNK_LEAST 128u

/* A view is dropped when edits since it was last used have cost as much as making it this many times. */
#define IDLE_WORK 4u

/* Of a row of cells or anchors. */
typedef struct line {
  int16_t *ranks;
  uint16_t *marks;
} line;

typedef struct as_footprint {
  as_grid view;      /* first; of its arrays `terrain` and `heights` are the map's */
  uint32_t size;
  int16_t *ranks;    /* by terrain: its place in the order of costs, terrains of equal cost have the same; or BARRED */
  uint16_t *entries; /* by rank: the first terrain that has it */
  uint32_t bottom;   /* the row after the last one of the floor whose squares are computed */
  uint32_t terrains; /* entries of `ranks`, AS_BLOCKED included; later terrains have the rank of the default */
  uint32_t rank_count;
  uint64_t used_at;  /* version of the graph when it was last got */
  uint64_t idle;     /* cells computed for edits since */
  /* Scratch memory: `chunk` columns at once. */
  uint32_t chunk;
  int16_t *scratch_ranks;
  uint16_t *scratch_marks;
  uint64_t scratch;  /* entries of each */
} as_footprint;

/* ---- One square, cell by cell ---- */

/* Whether the step from `p` to its neighbour `q`, in a direction, is closed both ways. */
static bool is_wall(const as_grid *grid, uint32_t p, uint32_t q, uint32_t direction)
{
  uint32_t back = as_opposite(direction);
  if (grid->tiny) {
    direction = as_grid_direction(grid, p, q);
    back = as_grid_direction(grid, q, p);
    if (direction == AS_DIRECTIONS || back == AS_DIRECTIONS) return false;
  }
  return as_grid_closed(grid, p, direction) && as_grid_closed(grid, q, back);
}

/* Whether a square, which lies on the map, has a wall within. */
static bool has_wall(const as_grid *grid, uint32_t size, uint32_t anchor)
{
  const int64_t n = size;
  int64_t x, y;
  uint32_t d;
  for (y = 0; y < n; y++) {
    for (x = 0; x < n; x++) {
      const uint32_t p = as_grid_cell_from(grid, anchor, x, y);
      for (d = AS_DIRECTIONS / 2; d < AS_DIRECTIONS && as_grid_closed_steps(grid, p) != 0; d++) {
        const int64_t u = x + as_to_col[d], v = y + as_to_row[d];
        if (u < 0 || u >= n || v >= n || !(as_grid_directions(grid, p) >> d & 1)) continue;
        if (is_wall(grid, p, as_grid_cell_from(grid, anchor, u, v), d)) return true;
      }
    }
  }
  return false;
}

/* Whether some cell of a square cannot make a step along. */
static bool is_held(const as_grid *grid, uint32_t size, uint32_t anchor, uint32_t direction)
{
  const int64_t n = size;
  int64_t x, y;
  for (y = 0; y < n; y++) {
    for (x = 0; x < n; x++) {
      const uint32_t p = as_grid_cell_from(grid, anchor, x, y);
      uint32_t d;
      if (p == AS_NO_SLOT || as_grid_closed_steps(grid, p) == 0) continue;
      d = as_grid_direction_in(grid, direction, as_grid_parity(grid, anchor), as_grid_parity(grid, p));
      if (d == AS_DIRECTIONS || !as_grid_has_wall(grid, p, d)) continue;
      if ((uint64_t)(x + as_to_col[d] - as_to_col[direction]) < size &&
          (uint64_t)(y + as_to_row[d] - as_to_row[direction]) < size)
        return true;
    }
  }
  return false;
}

/* The steps of an anchor that are closed. */
static uint8_t held_steps(const as_grid *grid, uint32_t size, uint32_t anchor)
{
  uint32_t bits = 0, d;
  for (d = 0; as_grid_next_step(grid, anchor, &d) != AS_NO_SLOT; d++) {
    if (is_held(grid, size, anchor, d)) bits |= 1u << d;
  }
  return (uint8_t)bits;
}

uint32_t as_footprint_entry(const as_grid *grid, const as_rules *rules, uint32_t cell)
{
  uint32_t dearest = AS_BLOCKED, x, y;
  for (y = 0; y < rules->size; y++) {
    for (x = 0; x < rules->size; x++) {
      const uint32_t p = as_grid_cell_from(grid, cell, x, y);
      const uint32_t entry = p == AS_NO_SLOT ? AS_BLOCKED : as_grid_entry(grid, p);
      if (isnan(rules->costs[entry])) return AS_BLOCKED;
      if (dearest == AS_BLOCKED || rules->costs[entry] > rules->costs[dearest]) dearest = entry;
    }
  }
  return grid->closed_cells > 0 && has_wall(grid, rules->size, cell) ? AS_BLOCKED : dearest;
}

/* Whether a straight step of the square is open in this direction; corners do not matter to it. */
static bool is_open_there(const as_grid *grid, const as_rules *rules, uint32_t from, uint32_t to, uint32_t direction)
{
  return !is_held(grid, rules->size, from, direction) && !as_grid_is_steep(grid, rules, from, to);
}

/* The same; for discs in both directions. */
static bool is_open(const as_grid *grid, const as_rules *rules, uint32_t from, uint32_t to, uint32_t direction)
{
  return is_open_there(grid, rules, from, to, direction) &&
         (!rules->discs || is_open_there(grid, rules, to, from, as_grid_back(grid, from, to, direction)));
}

/* Whether the square can go from one cell to another by these two steps. */
static bool is_open_by(const as_grid *grid, const as_rules *rules, uint32_t from, uint32_t to, uint32_t first,
                       uint32_t second)
{
  const uint32_t middle = as_grid_cell_from(grid, from, as_to_col[first], as_to_row[first]);
  return as_footprint_entry(grid, rules, middle) != AS_BLOCKED && is_open(grid, rules, from, middle, first) &&
         is_open(grid, rules, middle, to, second);
}

double as_footprint_step_cost(const as_grid *grid, const as_rules *rules, uint32_t from, uint32_t to,
                              uint32_t direction)
{
  const uint32_t entry = as_footprint_entry(grid, rules, to);
  const int corners = as_grid_open_corners(grid, rules);
  if (is_held(grid, rules->size, from, direction)) return INFINITY;
  if (entry == AS_BLOCKED) return NAN;
  if (!is_open(grid, rules, from, to, direction)) return INFINITY;
  if (corners > 0 && as_to_col[direction] != 0 && as_to_row[direction] != 0) {
    const uint32_t across = as_to_col[direction] < 0 ? 3 : 4, down = as_to_row[direction] < 0 ? 1 : 6;
    if (is_open_by(grid, rules, from, to, across, down) + is_open_by(grid, rules, from, to, down, across) < corners)
      return INFINITY;
  }
  return as_grid_step_length(grid, from, to, direction) * rules->costs[entry];
}

/* ---- Windows ---- */

static AS_INLINE int16_t dearer(int16_t a, int16_t b)
{
  return a > b ? a : b;
}

/* a = a and b, for `count` entries. */
static void join(line a, line b, uint32_t count, bool walls)
{
  uint32_t i;
  for (i = 0; i < count; i++) a.ranks[i] = dearer(a.ranks[i], b.ranks[i]);
  for (i = 0; i < count && walls; i++) a.marks[i] = a.marks[i] | b.marks[i];
}

static void copy(line to, line from, uint32_t count)
{
  memcpy(to.ranks, from.ranks, count * sizeof *to.ranks);
  memcpy(to.marks, from.marks, count * sizeof *to.marks);
}

/* Join each of `count` entries with the one `gap` further. */
static void join_further(line a, uint32_t gap, uint32_t count, bool walls)
{
  line b = a;
  b.ranks += gap;
  b.marks += gap;
  join(a, b, count, walls);
}

/* Replace each of the `count` first entries by those of the window of `width` entries that it begins. */
static void slide(line a, uint32_t width, uint32_t count, bool walls)
{
  uint32_t k = 1, length = count + width - 1;
  for (; 2 * k <= width; k *= 2) {
    length -= k;
    join_further(a, k, length, walls);
  }
  if (k < width) join_further(a, width - k, count, walls);
}

/* The marks of a cell; `closed` has its steps that are closed, but for those from floor to floor. */
static uint16_t marks_of(const as_grid *grid, uint32_t cell, uint32_t closed)
{
  uint32_t marks = closed, d;
  for (d = AS_DIRECTIONS / 2; d < AS_DIRECTIONS && marks >> (AS_DIRECTIONS / 2) != 0; d++) {
    uint32_t to;
    if (!(closed >> d & 1)) continue;
    to = as_grid_cell_from(grid, cell, as_to_col[d], as_to_row[d]);
    if (to != AS_NO_SLOT && as_grid_closed(grid, to, as_opposite(d))) marks |= 1u << (d + WALL_SHIFT);
  }
  return (uint16_t)marks;
}

/* Read `count` cells of a row, which may be off the floor, from a column on. */
static void read_cells(const as_footprint *s, const as_grid *grid, uint32_t col, int64_t row, uint32_t count, line l)
{
  const int16_t other = s->ranks[ASTAR_DEFAULT_TERRAIN];
  const bool walls = grid->closed_cells > 0;
  uint32_t done = 0, i;
  const bool is_row = as_grid_wrap(&row, s->bottom, grid->def.wrap_y);
  const uint32_t inner = is_row ? ~(uint32_t)as_grid_edges(grid, (uint32_t)row) : 0;
  for (; is_row && done < count && (done == 0 || grid->def.wrap_x); col = 0) {
    const uint32_t left = grid->width - col, part = left < count - done ? left : count - done;
    const uint32_t first = as_grid_index(grid, col, (uint32_t)row);
    for (i = 0; i < part; i++) {
      const uint32_t entry = as_grid_entry(grid, first + i);
      l.ranks[done + i] = entry < s->terrains ? s->ranks[entry] : other;
    }
    for (i = 0; i < part && walls; i++) {
      const uint32_t closed = as_grid_closed_steps(grid, first + i) & inner;
      l.marks[done + i] = closed == 0 ? 0 : marks_of(grid, first + i, closed);
    }
    done += part;
  }
  for (i = done; i < count; i++) l.ranks[i] = BARRED;
  for (i = done; i < count && walls; i++) l.marks[i] = 0;
}

/* Join two windows of the size less one, side by side in a row: `a` and the one that begins at the next entry. */
static void join_across(const line a, line to, uint32_t count, bool walls)
{
  uint32_t i;
  for (i = 0; i < count; i++) to.ranks[i] = dearer(a.ranks[i], a.ranks[i + 1]);
  for (i = 0; i < count && walls; i++) {
    const uint32_t here = a.marks[i], next = a.marks[i + 1];
    to.marks[i] = (uint16_t)(((here | next) & (CLOSED | WALL_DOWN)) | (here & (WALL_RIGHT | WALL_LOWER_RIGHT)) |
                             (next & WALL_LOWER_LEFT));
  }
}

/* The same of two windows one above the other; `a` becomes the result. */
static void join_down(line a, const line below, uint32_t count, bool walls)
{
  uint32_t i;
  for (i = 0; i < count; i++) a.ranks[i] = dearer(a.ranks[i], below.ranks[i]);
  for (i = 0; i < count && walls; i++) {
    const uint32_t here = a.marks[i], next = below.marks[i];
    a.marks[i] = (uint16_t)(((here | next) & (CLOSED | WALL_RIGHT)) | (here & (WITHIN & ~WALL_RIGHT)));
  }
}

/* ---- Storing ---- */

/* What an update has changed that step maps depend on: a rectangle; empty if right is 0. */
typedef struct changes {
  uint32_t left, right, top, bottom;
} changes;

static void note(changes *c, uint32_t col, uint32_t row)
{
  if (c->right == 0) {
    c->left = col;
    c->top = row;
  }
  if (col < c->left) c->left = col;
  if (col >= c->right) c->right = col + 1;
  if (row < c->top) c->top = row;
  if (row >= c->bottom) c->bottom = row + 1;
}

static void set_entry(as_footprint *s, uint32_t col, uint32_t row, uint32_t cell, uint32_t entry)
{
  as_grid *view = &s->view;
  view->counts[view->all_entry[cell]]--;
  view->counts[entry]++;
  view->all_entry[cell] = (uint16_t)entry;
  if (view->bitmap_count > 0) as_bitmaps_update(view, cell);
  if (view->parts.sets) as_parts_change(&view->parts, col, row, entry);
}

/* Store the squares of a row from a column on. `c` NULL: for the first time. */
static void store(as_footprint *s, const as_grid *grid, uint32_t col, uint32_t row, uint32_t count, const line l,
                  changes *c)
{
  as_grid *view = &s->view;
  const bool walls = grid->closed_cells > 0;
  const uint32_t edges = as_grid_edges(grid, row);
  uint32_t cell = as_grid_index(grid, col, row), i;
  for (i = 0; i < count; i++, cell++) {
    const uint32_t marks = walls ? l.marks[i] : 0;
    const uint32_t entry = l.ranks[i] == BARRED || marks & WITHIN ? AS_BLOCKED : s->entries[l.ranks[i]];
    uint32_t closed = marks & CLOSED;
    if (closed != 0 && as_grid_lines_differ(grid)) closed = held_steps(grid, s->size, cell);
    closed |= edges;
    if (!c) {
      view->all_entry[cell] = (uint16_t)entry;
      view->counts[entry]++;
    } else if (view->all_entry[cell] != entry) {
      if (view->all_entry[cell] == AS_BLOCKED || entry == AS_BLOCKED) note(c, col + i, row);
      set_entry(s, col + i, row, cell, entry);
    }
    if (view->all_closed[cell] == closed) continue;
    view->closed_cells += (uint32_t)(closed != 0) - (uint32_t)(view->all_closed[cell] != 0);
    view->walled_cells += (uint32_t)(closed != edges) - (uint32_t)(c && view->all_closed[cell] != edges);
    view->all_closed[cell] = (uint8_t)closed;
    if (c) note(c, col + i, row);
  }
}

/* ---- Computing squares ---- */

/* One of the lines of the scratch memory, from 0: `chunk` columns and a square more of each. */
static line scratch(const as_footprint *s, uint32_t index)
{
  const size_t at = (size_t)index * (s->chunk + s->size);
  line l;
  l.ranks = s->scratch_ranks + at;
  l.marks = s->scratch_marks + at;
  return l;
}

/* How many of them there are. */
static uint64_t line_count(uint32_t size)
{
  return 2 * (uint64_t)(size - 1) + 3;
}

/* The greatest rank in the square of a cell, walls aside. */
static int16_t rank_of_square(const as_footprint *s, const as_grid *grid, uint32_t cell)
{
  int16_t rank = 0;
  uint32_t x, y;
  for (y = 0; y < s->size; y++) {
    for (x = 0; x < s->size; x++) {
      const uint32_t p = as_grid_cell_from(grid, cell, x, y),
                     t = p == AS_NO_SLOT ? AS_BLOCKED : as_grid_entry(grid, p);
      rank = dearer(rank, s->ranks[t < s->terrains ? t : ASTAR_DEFAULT_TERRAIN]);
    }
  }
  return rank;
}

/* On tiny maps, where several directions lead to the same cell, cell by cell. */
static void compute_tiny(as_footprint *s, const as_grid *grid, uint32_t col, uint32_t row, uint32_t width,
                         uint32_t height, changes *c)
{
  const line l = scratch(s, 0);
  uint32_t x, y;
  for (y = row; y < row + height; y++) {
    for (x = col; x < col + width; x++) {
      const uint32_t cell = as_grid_index(grid, x, y);
      l.marks[0] = held_steps(grid, s->size, cell);
      l.ranks[0] = rank_of_square(s, grid, cell);
      if (l.ranks[0] != BARRED && has_wall(grid, s->size, cell)) l.ranks[0] = BARRED;
      store(s, grid, x, y, 1, l, c);
    }
  }
}

/* Compute up to `chunk` columns of a rectangle. */
static void compute_chunk(as_footprint *s, const as_grid *grid, uint32_t col, uint32_t row, uint32_t width,
                          uint32_t height, changes *c)
{
  const uint32_t less = s->size - 1; /* height of the windows, and of the blocks of rows */
  const bool walls = grid->closed_cells > 0;
  const line cells = scratch(s, 0), begun = scratch(s, 1), before = scratch(s, 2);
  uint32_t block = 3, next = 3 + less, k = 0, i; /* scratch lines of this block, and of the next */
  uint64_t read = 0;
  /* Row 0 is that of the rectangle; windows of rows up to `height` are needed, and so rows below `height` + `less`. */
  for (;; i = block, block = next, next = i) {
    /* The suffixes of the block; the first one has to be read before. */
    for (i = 0; i < less && read < less; i++, read++) {
      read_cells(s, grid, col, (int64_t)row + i, width + less, cells);
      slide(cells, less, width + 1, walls);
      join_across(cells, scratch(s, block + i), width, walls);
    }
    for (i = less - 1; i-- > 0;) join(scratch(s, block + i), scratch(s, block + i + 1), width, walls);
    for (i = 0; i < less; i++, k++) {
      const line window = scratch(s, block + i);
      if (i > 0) join(window, begun, width, walls);
      if (k > 0) {
        join_down(before, window, width, walls);
        store(s, grid, col, row + k - 1, width, before, c);
      }
      if (k == height) return;
      copy(before, window, width);
      if (read == (uint64_t)height + less) continue;
      read_cells(s, grid, col, (int64_t)row + (int64_t)read++, width + less, cells);
      slide(cells, less, width + 1, walls);
      join_across(cells, scratch(s, next + i), width, walls);
      if (i == 0) copy(begun, scratch(s, next), width);
      else join(begun, scratch(s, next + i), width, walls);
    }
  }
}

/* Compute the squares whose anchors lie in a rectangle, floor by floor. */
static void compute(as_footprint *s, const as_grid *grid, uint32_t col, uint32_t row, uint32_t width, uint32_t height,
                    changes *c)
{
  const uint32_t end = row + height;
  uint32_t next, x;
  if (grid->tiny) {
    compute_tiny(s, grid, col, row, width, height, c);
    return;
  }
  for (; row < end; row = next) {
    s->bottom = (as_grid_floor(grid, row) + 1) * grid->rows;
    next = s->bottom < end ? s->bottom : end;
    for (x = 0; x < width; x += s->chunk)
      compute_chunk(s, grid, col + x, row, width - x < s->chunk ? width - x : s->chunk, next - row, c);
  }
}

/* ---- The order of terrains ---- */

typedef struct priced {
  double cost;
  uint32_t terrain;
} priced;

static inline bool cheaper(const priced *a, const priced *b)
{
  return a->cost < b->cost || (a->cost == b->cost && a->terrain < b->terrain);
}

AS_DEFINE_SORT(priced, priced, cheaper)

/* Rank the terrains by the costs of a unit. False if out of memory. */
static bool rank_terrains(as_footprint *s, as_memory *m, const double *costs)
{
  priced *list = as_new(m, s->terrains, priced);
  uint32_t count = 0, t, i;
  if (!list) return false;
  for (t = 0; t < s->terrains; t++) {
    s->ranks[t] = BARRED;
    if (t == AS_BLOCKED || isnan(costs[t])) continue;
    list[count].cost = costs[t];
    list[count++].terrain = t;
  }
  priced_sort(list, count);
  for (i = 0; i < count; i++) {
    if (i == 0 || list[i].cost > list[i - 1].cost) s->entries[s->rank_count++] = (uint16_t)list[i].terrain;
    s->ranks[list[i].terrain] = (int16_t)(s->rank_count - 1);
  }
  as_free(m, list, s->terrains, priced);
  return true;
}

static uint32_t entry_in(const as_footprint *s, uint32_t terrain)
{
  const int16_t rank = s->ranks[terrain < s->terrains ? terrain : ASTAR_DEFAULT_TERRAIN];
  return rank == BARRED ? AS_BLOCKED : s->entries[rank];
}

/* Whether a view is that of a unit: it has the size, and costs in the same order. */
static bool fits(const as_footprint *s, const as_rules *rules, uint32_t terrains)
{
  uint32_t t, i;
  if (s->size != rules->size) return false;
  for (t = AS_BLOCKED + 1; t < terrains; t++) {
    const double cost = rules->costs[t], first = rules->costs[entry_in(s, t)];
    if (!(cost == first) && !(isnan(cost) && isnan(first))) return false;
  }
  for (i = 1; i < s->rank_count; i++) {
    if (!(rules->costs[s->entries[i - 1]] <= rules->costs[s->entries[i]])) return false;
  }
  return true;
}

/* ---- Life ---- */

static void release(as_footprint *s)
{
  as_grid *view = &s->view;
  as_memory *m = view->memory;
  as_bitmaps_free(view);
  as_step_maps_free(view);
  as_parts_free(&view->parts, m);
  as_free(m, view->all_entry, view->count, uint16_t);
  as_free(m, view->all_closed, view->count, uint8_t);
  as_free(m, view->counts, view->counts_capacity, uint32_t);
  as_free(m, s->ranks, s->terrains, int16_t);
  as_free(m, s->entries, s->terrains, uint16_t);
  if (s->scratch_ranks) (void)as_resize(m, s->scratch_ranks, (size_t)s->scratch, 0, sizeof *s->scratch_ranks);
  if (s->scratch_marks) (void)as_resize(m, s->scratch_marks, (size_t)s->scratch, 0, sizeof *s->scratch_marks);
  as_free(m, s, 1, as_footprint);
}

/* Drop the view at an index; the others keep their order. */
static void drop(as_grid *grid, uint32_t index)
{
  release(grid->footprints[index]);
  grid->footprint_count--;
  memmove(grid->footprints + index, grid->footprints + index + 1,
          (grid->footprint_count - index) * sizeof *grid->footprints);
}

void as_footprint_free(as_grid *grid)
{
  while (grid->footprint_count > 0) drop(grid, grid->footprint_count - 1);
  as_free(grid->memory, grid->footprints, grid->footprint_capacity, as_footprint *);
  grid->footprints = NULL;
  grid->footprint_capacity = 0;
}

size_t as_footprint_memory(const as_grid *grid)
{
  size_t sum = 0;
  uint32_t i;
  for (i = 0; i < grid->footprint_count; i++)
    sum += as_bitmaps_memory(&grid->footprints[i]->view) + as_step_maps_memory(&grid->footprints[i]->view);
  return sum;
}

/* Take the memory of a view, and rank the terrains. False if out of memory. */
static bool take_memory(as_footprint *s, as_memory *m, const double *costs)
{
  as_grid *view = &s->view;
  view->all_entry = as_new(m, view->count, uint16_t);
  view->all_closed = as_new(m, view->count, uint8_t);
  view->counts = as_new(m, view->counts_capacity, uint32_t);
  s->ranks = as_new(m, s->terrains, int16_t);
  s->entries = as_new(m, s->terrains, uint16_t);
  s->chunk = CHUNK_LEAST + s->size / 4;
  if (s->chunk > view->width) s->chunk = view->width;
  s->scratch = line_count(s->size) * ((uint64_t)s->chunk + s->size);
  if (s->scratch > SIZE_MAX) return false;
  s->scratch_ranks = as_new(m, (size_t)s->scratch, int16_t);
  s->scratch_marks = as_new(m, (size_t)s->scratch, uint16_t);
  return view->all_entry && view->all_closed && view->counts && s->ranks && s->entries && s->scratch_ranks &&
         s->scratch_marks && rank_terrains(s, m, costs);
}

static as_footprint *make(as_grid *grid, const as_rules *rules, uint32_t terrains)
{
  as_memory *m = grid->memory;
  as_footprint *s = as_new(m, 1, as_footprint);
  as_grid *view;
  if (!s) return NULL;
  memset(s, 0, sizeof *s);
  view = &s->view;
  *view = *grid;
  view->all_entry = NULL;
  view->all_closed = NULL;
  view->runs = NULL;
  view->counts = NULL;
  view->closed_cells = view->walled_cells = view->bitmap_count = view->step_map_count = 0;
  view->footprint_count = view->footprint_capacity = 0;
  view->footprints = NULL;
  memset(&view->parts, 0, sizeof view->parts);
  s->size = rules->size;
  s->terrains = terrains;
  if (!take_memory(s, m, rules->costs)) {
    release(s);
    return NULL;
  }
  memset(view->all_closed, 0, view->count);
  memset(view->counts, 0, view->counts_capacity * sizeof *view->counts);
  compute(s, grid, 0, 0, grid->width, grid->height, NULL);
  return s;
}

as_grid *as_footprint_get(as_grid *grid, const as_rules *rules, uint32_t terrains, uint64_t version)
{
  as_footprint *s;
  uint32_t i = 0;
  astar_assert(rules->size > 1 && rules->size <= grid->width && rules->size <= grid->rows);
  while (i < grid->footprint_count && !fits(grid->footprints[i], rules, terrains)) i++;
  if (i == grid->footprint_count) {
    if (!as_reserve(grid->memory, &grid->footprints, &grid->footprint_capacity, (uint64_t)grid->footprint_count + 1,
                    sizeof *grid->footprints) ||
        !(s = make(grid, rules, terrains)))
      return NULL;
    /* Those that were got at an earlier version are in no use. */
    while (grid->footprint_count >= AS_FOOTPRINTS && grid->footprints[grid->footprint_count - 1]->used_at < version)
      drop(grid, grid->footprint_count - 1);
    i = grid->footprint_count++;
    grid->footprints[i] = s;
    grid->derived = true;
  }
  s = grid->footprints[i];
  for (; i > 0; i--) grid->footprints[i] = grid->footprints[i - 1];
  grid->footprints[0] = s;
  s->used_at = version;
  s->idle = 0;
  return &s->view;
}

/* ---- Edits ---- */

/* The anchors along one axis whose squares contain some of `count` cells from `at` on: up to two ranges. */
static uint32_t anchors(uint32_t at, uint32_t count, uint32_t size, uint32_t length, bool wraps, uint32_t first[2],
                        uint32_t counts[2])
{
  const uint64_t wanted = (uint64_t)count + size - 1;
  const uint32_t before = size - 1; /* < length */
  if (wraps && wanted >= length) {
    first[0] = 0;
    counts[0] = length;
    return 1;
  }
  if (at >= before) {
    first[0] = at - before;
    counts[0] = (uint32_t)wanted;
    return 1;
  }
  first[0] = 0;
  counts[0] = at + count;
  first[1] = length - (before - at);
  counts[1] = before - at;
  return wraps ? 2 : 1;
}

/* Update a view. */
static void update(as_footprint *s, const as_grid *grid, uint32_t col, uint32_t row, uint32_t width, uint32_t height)
{
  uint32_t cols[2], rows[2], widths[2], heights[2], x, y;
  const uint32_t across = anchors(col, width, s->size, grid->width, grid->def.wrap_x, cols, widths);
  const uint32_t down = anchors(row, height, s->size, grid->height, grid->def.wrap_y, rows, heights);
  for (y = 0; y < down; y++) {
    for (x = 0; x < across; x++) {
      changes c = {0, 0, 0, 0};
      compute(s, grid, cols[x], rows[y], widths[x], heights[y], &c);
      s->idle += (uint64_t)widths[x] * heights[y];
      if (c.right > 0 && s->view.step_map_count > 0)
        as_step_maps_update(&s->view, c.left, c.top, c.right - c.left, c.bottom - c.top);
    }
  }
}

void as_footprint_update(as_grid *grid, uint32_t col, uint32_t row, uint32_t width, uint32_t height)
{
  uint32_t i;
  for (i = grid->footprint_count; i-- > 0;) {
    /* An edit makes a new version, in which no search reads a view that was got before. */
    if (grid->footprints[i]->idle > (uint64_t)IDLE_WORK * grid->count) drop(grid, i);
    else update(grid->footprints[i], grid, col, row, width, height);
  }
}

void as_footprint_change(as_grid *grid, uint32_t cell, uint32_t before)
{
  const uint32_t row = as_grid_row(grid, cell), entry = as_grid_entry(grid, cell);
  uint32_t i;
  for (i = 0; i < grid->footprint_count; i++) {
    if (entry_in(grid->footprints[i], before) == entry_in(grid->footprints[i], entry)) continue;
    as_footprint_update(grid, as_grid_col(grid, cell), row, 1, 1);
    return;
  }
}

void as_footprint_tilt(as_grid *grid, uint32_t cell)
{
  uint32_t i;
  for (i = 0; i < grid->footprint_count; i++) {
    as_grid *view = &grid->footprints[i]->view;
    if (view->step_map_count > 0) as_step_maps_update(view, as_grid_col(view, cell), as_grid_row(view, cell), 1, 1);
  }
}

void as_footprint_raise(as_grid *grid)
{
  uint32_t i;
  for (i = 0; i < grid->footprint_count; i++) grid->footprints[i]->view.heights = grid->heights;
}

/* ---- Invariants ---- */

static void validate(const as_grid *grid, const as_footprint *s)
{
  const as_grid *view = &s->view;
  uint32_t cell, d, t, closed = 0, walled = 0;
  astar_check(view->all_terrain == grid->all_terrain && view->pages == grid->pages && view->heights == grid->heights);
  for (t = 0; t < view->counts_capacity; t++) {
    uint32_t counted = 0;
    for (cell = 0; cell < view->count && view->counts[t] > 0; cell++) counted += view->all_entry[cell] == t;
    astar_check(counted == view->counts[t]);
  }
  for (cell = 0; cell < view->count; cell++) {
    const int16_t rank = rank_of_square(s, grid, cell);
    const bool fits_in = rank != BARRED && !has_wall(grid, s->size, cell);
    astar_check(view->all_entry[cell] == (fits_in ? s->entries[rank] : AS_BLOCKED));
    for (d = 0; as_grid_next_step(grid, cell, &d) != AS_NO_SLOT; d++)
      astar_check(as_grid_closed(view, cell, d) == is_held(grid, s->size, cell, d));
    closed += view->all_closed[cell] != 0;
    walled += view->all_closed[cell] != as_grid_edges(grid, as_grid_row(grid, cell));
  }
  astar_check(closed == view->closed_cells && walled == view->walled_cells);
  as_bitmaps_validate(view);
  as_step_maps_validate(view);
}

void as_footprint_validate(const as_grid *grid)
{
  uint32_t i;
  for (i = 0; i < grid->footprint_count; i++) validate(grid, grid->footprints[i]);
}
