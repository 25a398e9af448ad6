/* lattice.c: see lattice.h. Making a lattice, edits, and the queries about places and segments. */
#include "plane/lattice.h"

#include <string.h>

/* ---- Life ---- */

static size_t words_of(const as_lattice *l)
{
  return (size_t)l->map.stride * (l->map.size[1] + 1);
}

void as_lattice_free(as_lattice *l, as_memory *m)
{
  int i;
  if (!l) return;
  for (i = 0; i < 2; i++) {
    if (l->corners[i]) as_free(m, l->corners[i], words_of(l), uint64_t);
  }
  if (l->before) as_free(m, l->before, words_of(l), uint32_t);
  if (l->points) as_free(m, l->points, l->corner_count, uint32_t);
  if (l->edits) as_free(m, l->edits, (size_t)l->tiles[0] * l->tiles[1], uint32_t);
  if (l->present) as_free(m, l->present, l->present_count, uint8_t);
  as_free(m, l->windows, l->window_capacity, as_lattice_window);
  as_cell_map_free(&l->map, m);
  as_free(m, l, 1, as_lattice);
}

/* Find the corners in one word of a line. */
static void find_corners(as_lattice *l, uint32_t line, uint32_t word)
{
  const uint64_t *below = as_lattice_row(l, (int64_t)line - 1) + word, *above = as_lattice_row(l, line) + word;
  const bool last = word + 1 == l->map.stride;
  /* The free cells before and after each column. */
  const uint64_t bl = below[0], br = below[0] >> 1 | (last ? 0 : below[1] << 63);
  const uint64_t al = above[0], ar = above[0] >> 1 | (last ? 0 : above[1] << 63);
  const size_t at = (size_t)line * l->map.stride + word;
  l->corners[AS_KIND_FALLING][at] = (bl & ~ar & br & al) | (ar & ~bl & br & al);
  l->corners[AS_KIND_RISING][at] = (br & ~al & bl & ar) | (al & ~br & bl & ar);
  l->before[at] = l->corner_count;
  l->corner_count += as_count_bits(l->corners[0][at] | l->corners[1][at]);
}

/* The index in `points` of the corner at a place; UINT32_MAX if there is none. */
static uint32_t corner_at(const as_lattice *l, const double place[2])
{
  const uint32_t col = as_line_from(l, 0, place[0]), line = as_line_from(l, 1, place[1]);
  if (col > l->map.size[0] || line > l->map.size[1]) return UINT32_MAX;
  if (l->map.lines[0][col] != place[0] || l->map.lines[1][line] != place[1]) return UINT32_MAX;
  return as_lattice_corner(l, col, line);
}

/*
** Find the points of the corners, and set their wedges. Only one outline passes a corner, once: its wedge extends from
** the edge that begins there to the one that ends there.
*/
static void find_points(as_lattice *l, as_scene *s)
{
  uint32_t at, i;
  for (at = 0; at < s->chain_count; at++) {
    const as_edge_chain *chain = &s->chains[at];
    for (i = 0; i <= chain->count; i++) {
      const uint32_t point = chain->point[i], corner = corner_at(l, chain->xy[i]);
      if (corner == UINT32_MAX) continue;
      l->points[corner] = point;
      s->points[point].wedge = AS_WEDGE_CONVEX;
      if (i > 0) s->points[point].high = chain->point[i - 1];
      if (i < chain->count) s->points[point].low = chain->point[i + 1];
    }
  }
  s->knows_wedges = true;
  s->forgets = 0;
}

/* Rounding errors of coordinates are relative to the largest, and those of the lines are among them. */
static double blur_of(const as_lattice *l)
{
  const double *xs = l->map.lines[0], low = xs[0], high = xs[l->map.size[0]];
  return 3e-14 * (as_max(fabs(low), fabs(high)) + high - low) * l->per_cell[0];
}

/* Fill in a lattice that has its map only. False if out of memory. */
static bool fill(as_lattice *l, as_memory *m, uint32_t obstacles)
{
  uint32_t line, word, axis;
  for (axis = 0; axis < 2; axis++) {
    const double *lines = l->map.lines[axis];
    l->corners[axis] = as_new(m, words_of(l), uint64_t);
    l->tiles[axis] = (l->map.size[axis] >> AS_TILE_BITS) + 1;
    l->per_cell[axis] = l->map.size[axis] / (lines[l->map.size[axis]] - lines[0]);
  }
  l->blur = blur_of(l);
  l->before = as_new(m, words_of(l), uint32_t);
  l->edits = as_new(m, (size_t)l->tiles[0] * l->tiles[1], uint32_t);
  if (!l->corners[0] || !l->corners[1] || !l->before || !l->edits) return false;
  memset(l->edits, 0, (size_t)l->tiles[0] * l->tiles[1] * sizeof *l->edits);
  for (line = 0; line <= l->map.size[1]; line++) {
    for (word = 0; word < l->map.stride; word++) find_corners(l, line, word);
  }
  if (obstacles == 0) return true;
  l->present_count = obstacles;
  l->present = as_new(m, obstacles, uint8_t);
  if (l->corner_count > 0) l->points = as_new(m, l->corner_count, uint32_t);
  if (!l->present || (l->corner_count > 0 && !l->points)) return false;
  memset(l->present, 1, obstacles);
  return true;
}

as_lattice *as_lattice_create(as_memory *m, as_contours *c, as_scene *s)
{
  as_lattice *l = as_new(m, 1, as_lattice);
  if (!l) return NULL;
  memset(l, 0, sizeof *l);
  l->memory = m;
  l->map = c->map;
  if (fill(l, m, c->count)) {
    memset(&c->map, 0, sizeof c->map);
    find_points(l, s);
    return l;
  }
  /* The map stays that of the contours. */
  l->map.bits = NULL;
  l->map.lines[0] = l->map.lines[1] = NULL;
  as_lattice_free(l, m);
  return NULL;
}

/* ---- Edits ---- */

/* The tile of a coordinate, clipped to the map; `aside` cells further. */
static uint32_t tile_of(const as_lattice *l, int axis, double at, double aside)
{
  const double cell = (at - l->map.lines[axis][0]) * l->per_cell[axis] + aside;
  const double tile = floor(cell / (1 << AS_TILE_BITS));
  return tile > 0 ? tile < l->tiles[axis] - 1 ? (uint32_t)tile : l->tiles[axis] - 1 : 0;
}

/* Count an edit within a box, and beside it: obstacles there may touch cells of neighbour tiles. */
static void count_edit(as_lattice *l, const as_box *box, bool more)
{
  const uint32_t left = tile_of(l, 0, box->low[0], -1.5), right = tile_of(l, 0, box->high[0], 1.5);
  const uint32_t top = tile_of(l, 1, box->high[1], 1.5);
  uint32_t row, col;
  for (row = tile_of(l, 1, box->low[1], -1.5); row <= top; row++) {
    for (col = left; col <= right; col++) {
      l->edits[(size_t)row * l->tiles[0] + col] += more ? 1 : UINT32_MAX;
      l->edit_count += more ? 1 : UINT64_MAX;
    }
  }
}

void as_lattice_add(as_lattice *l, const as_box *box)
{
  count_edit(l, box, true);
}

void as_lattice_remove(as_lattice *l, uint32_t obstacle, const as_box *box)
{
  const bool of_grid = obstacle < l->present_count && l->present[obstacle];
  if (of_grid) l->present[obstacle] = 0;
  count_edit(l, box, of_grid);
}

bool as_lattice_tiles_edited(const as_lattice *l, int64_t row, int64_t first, int64_t last)
{
  const int64_t most = (int64_t)l->map.size[0], rows = (int64_t)l->map.size[1];
  const uint32_t *edits;
  if (first < 0) first = 0;
  if (last > most) last = most;
  if (row < 0) row = 0;
  if (row > rows) row = rows;
  edits = l->edits + (size_t)(row >> AS_TILE_BITS) * l->tiles[0];
  for (first >>= AS_TILE_BITS, last >>= AS_TILE_BITS; first <= last; first++) {
    if (edits[first] > 0) return true;
  }
  return false;
}

/* ---- Places ---- */

bool as_lattice_occupancy(const as_lattice *l, const double place[2], as_occupancy *occupancy)
{
  uint32_t first[2], i, count = 0, clear = 0;
  bool on_line[2];
  for (i = 0; i < 2; i++) {
    const double *lines = l->map.lines[i];
    if (!(place[i] >= lines[0] && place[i] <= lines[l->map.size[i]])) return false;
    first[i] = as_line_from(l, (int)i, place[i]);
    on_line[i] = lines[first[i]] == place[i];
  }
  /* The cell before each line, and on a line the one after it, too. */
  for (i = 0; i < 4; i++) {
    const uint32_t right = i & 1, above = i >> 1;
    const int64_t row = (int64_t)first[1] - 1 + above, col = (int64_t)first[0] - 1 + right;
    if ((right && !on_line[0]) || (above && !on_line[1])) continue;
    if (as_lattice_is_edited(l, row, col, col)) return false;
    count++;
    clear += as_cell_is_free(as_lattice_row(l, row), col);
  }
  *occupancy = clear == count ? AS_FREE : clear > 0 ? AS_BOUNDARY : AS_OCCUPIED;
  return true;
}

/* ---- Segments ---- */

/* A segment that is followed from strip to strip, upwards or downwards. */
typedef struct walk {
  const as_lattice *lattice;
  const double *from, *to;
  double slope; /* x by y */
  int step;     /* of the lines: 1 or -1 */
} walk;

/* The column where the segment meets a line: the last one before the place or at it. *on: it is at it. */
static uint32_t column_at(const walk *w, uint32_t line, bool *on)
{
  const as_lattice *l = w->lattice;
  const double *lines = l->map.lines[0], y = l->map.lines[1][line];
  const double away = w->slope * (y - w->from[1]), x = w->from[0] + away;
  const double error = 4e-15 * (fabs(x) + fabs(away));
  uint32_t col = as_line_from(l, 0, x);
  double place[2];
  int side;
  *on = false;
  place[1] = y;
  /* At most one line is within rounding errors of the place: see fits_plane() in from_grid.c. */
  if (col > 0 && x - lines[col - 1] <= error) col--;
  else if (col > l->map.size[0] || lines[col] - x > error) return col > 0 ? col - 1 : 0;
  place[0] = lines[col];
  side = w->step * as_orient(w->from, w->to, place);
  *on = side == 0;
  return side >= 0 || col == 0 ? col : col - 1;
}

/*
** Enter a strip at a column: find the run that the segment goes on in, and make it `run`, that of the strip before.
** False if there is none. Runs that meet in one point leave no gap.
*/
static bool enter_strip(const walk *w, int64_t strip, uint32_t col, bool on, uint32_t run[2])
{
  const uint64_t *row = as_lattice_row(w->lattice, strip);
  const double right = w->slope * w->step;
  uint32_t back; /* 1 for the cell before the column */
  for (back = 0; back < 2; back++) {
    if (back == 0 ? on && right < 0 : !on || right > 0 || col == 0) continue;
    if (as_cell_is_free(row, (int64_t)col - back)) {
      const uint32_t begin = as_run_begin(row, col - back), end = as_run_end(row, col - back);
      if (begin >= run[1] || end <= run[0]) continue;
      run[0] = begin;
      run[1] = end;
      return true;
    }
  }
  return false;
}

/* Whether a segment along a line, or within a strip, is clear. */
static as_lattice_answer level_is_clear(const as_lattice *l, const double from[2], const double to[2])
{
  const double *a = from[0] < to[0] ? from : to, *b = from[0] < to[0] ? to : from;
  const uint32_t line = as_line_from(l, 1, from[1]), last = as_line_from(l, 0, b[0]);
  const bool on = l->map.lines[1][line] == from[1];
  const uint64_t *below = as_lattice_row(l, (int64_t)line - 1), *above = on ? as_lattice_row(l, line) : below;
  uint32_t col = as_line_from(l, 0, a[0]);
  if (l->map.lines[0][col] != a[0]) col--;
  if (as_lattice_is_edited(l, (int64_t)line - 1, (int64_t)col - 1, last) ||
      (on && as_lattice_is_edited(l, line, (int64_t)col - 1, last)))
    return AS_LATTICE_UNKNOWN;
  /* From each cell to the next the same strip must be free. */
  for (; col < last; col++) {
    const bool up = as_cell_is_free(above, col), down = as_cell_is_free(below, col);
    if (!up && !down) return AS_LATTICE_NO;
    if (col + 1 < last && !(up && as_cell_is_free(above, (int64_t)col + 1)) &&
        !(down && as_cell_is_free(below, (int64_t)col + 1)))
      return AS_LATTICE_NO;
  }
  return AS_LATTICE_YES;
}

static bool is_inside(const as_lattice *l, const double place[2])
{
  const double *x = l->map.lines[0], *y = l->map.lines[1];
  return place[0] >= x[0] && place[0] <= x[l->map.size[0]] && place[1] >= y[0] && place[1] <= y[l->map.size[1]];
}

/* The column at a place or before it. *on: it is at it. */
static uint32_t column_of(const as_lattice *l, double x, bool *on)
{
  const uint32_t col = as_line_from(l, 0, x);
  *on = l->map.lines[0][col] == x;
  return *on ? col : col - 1;
}

as_lattice_answer as_lattice_is_clear(const as_lattice *l, const double from[2], const double to[2])
{
  const double *ys = l->map.lines[1];
  uint32_t line, col, run[2], strips;
  int64_t strip; /* the next one */
  bool on, there = false;
  walk w;
  if (!is_inside(l, from) || !is_inside(l, to)) return AS_LATTICE_UNKNOWN;
  if (from[1] == to[1]) return level_is_clear(l, from, to);
  w.lattice = l;
  w.from = from;
  w.to = to;
  w.step = to[1] > from[1] ? 1 : -1;
  w.slope = (to[0] - from[0]) / (to[1] - from[1]);
  line = as_line_from(l, 1, from[1]);
  strip = ys[line] == from[1] && w.step > 0 ? line : (int64_t)line - 1;
  col = column_of(l, from[0], &on);
  run[0] = 0;
  run[1] = l->map.size[0];
  for (strips = 0; strips < AS_WALK_STRIPS; strips++) {
    const uint32_t before = col;
    if (!enter_strip(&w, strip, col, on, run)) {
      return as_lattice_is_edited(l, strip, (int64_t)col - 1, col) ? AS_LATTICE_UNKNOWN : AS_LATTICE_NO;
    }
    line = (uint32_t)strip + (w.step > 0);
    there = w.step > 0 ? ys[line] >= to[1] : ys[line] <= to[1];
    col = there ? column_of(l, to[0], &on) : column_at(&w, line, &on);
    if (as_lattice_is_edited(l, strip, (int64_t)(before < col ? before : col) - 1, before < col ? col : before))
      return AS_LATTICE_UNKNOWN;
    if (col < run[0] || col > run[1] || (col == run[1] && !on)) return AS_LATTICE_NO;
    if (there) return AS_LATTICE_YES;
    strip += w.step;
  }
  return AS_LATTICE_UNKNOWN;
}

/* ---- Pockets ---- */

/*
** What a path that goes on from a corner sees, if it bends there: it lies between straight on and an edge of the
** obstacle, which runs along the line of the corner, or along its column. Cells are counted from the corner on, in the
** direction of the path.
*/
typedef struct pocket {
  const as_lattice *lattice;
  int64_t col, row; /* the cell of the corner on the path's side */
  int right, up;    /* 1 or -1: the direction of the path */
} pocket;

/* Pockets have at most so many strips and columns. */
#define POCKET_STRIPS 5
#define POCKET_COLUMNS 30

enum cells { CELLS_FREE, CELLS_BLOCKED, CELLS_MIXED };

/* What the cells of a strip are from `low` to `high`, at most 63; CELLS_MIXED too if there were edits. */
static inline enum cells cells_of(const pocket *p, int strip, int low, int high)
{
  const int64_t row = p->row + strip * p->up, first = p->right > 0 ? p->col + low : p->col - high;
  const uint32_t count = (uint32_t)(high - low + 1);
  const uint64_t *word, mask = ((uint64_t)1 << count) - 1;
  uint32_t shift;
  uint64_t bits;
  if (first < -1 || first + count > (int64_t)p->lattice->map.size[0] + 1 ||
      as_lattice_is_edited(p->lattice, row, first - 1, first + count))
    return CELLS_MIXED;
  word = as_lattice_row(p->lattice, row) + (first + 1) / 64;
  shift = (uint32_t)(first + 1) % 64;
  bits = word[0] >> shift;
  if (shift + count > 64) bits |= word[1] << (64 - shift);
  bits &= mask;
  return bits == 0 ? CELLS_BLOCKED : bits == mask ? CELLS_FREE : CELLS_MIXED;
}

/* How many cells are free in the first strip up to the wall at its end. */
static int64_t depth_of(const pocket *p)
{
  const uint64_t *bits = as_lattice_row(p->lattice, p->row);
  if (p->right > 0) return as_run_end(bits, (uint32_t)p->col) - p->col;
  return p->col - as_run_begin(bits, (uint32_t)p->col) + 1;
}

/* The edge runs along the line: the pocket ends where the path straight on comes to a wall that rises at its end. */
static bool is_level_pocket(const pocket *p, double corner, double slope)
{
  const double *ys = p->lattice->map.lines[1], blur = p->lattice->blur;
  const int64_t depth = depth_of(p);
  double near = 0;
  int strip;
  if (depth > POCKET_COLUMNS || cells_of(p, -1, 0, (int)depth - 1) != CELLS_BLOCKED) return false;
  for (strip = 0; strip < POCKET_STRIPS; strip++) {
    const enum cells cells = cells_of(p, strip, near > blur ? (int)(near - blur) : 0, (int)depth - 1);
    if (cells != CELLS_FREE) return cells == CELLS_BLOCKED;
    if (cells_of(p, strip, (int)depth, (int)depth) != CELLS_BLOCKED) return false;
    near = slope * fabs(ys[p->row + strip * p->up + (p->up > 0)] - corner);
    if (near > (double)depth + blur) return true;
  }
  return false;
}

/* The edge runs along the column: the pocket ends at a ceiling. */
static bool is_steep_pocket(const pocket *p, double corner, double slope)
{
  const double *ys = p->lattice->map.lines[1], blur = p->lattice->blur;
  double near = 0;
  int strip;
  for (strip = 0; strip < POCKET_STRIPS; strip++) {
    if (strip > 0 && cells_of(p, strip, 0, (int)(near + blur)) == CELLS_BLOCKED) return true;
    near = slope * fabs(ys[p->row + strip * p->up + (p->up > 0)] - corner);
    if (near + blur > POCKET_COLUMNS || cells_of(p, strip, 0, (int)(near + blur)) != CELLS_FREE ||
        cells_of(p, strip, -1, -1) != CELLS_BLOCKED)
      return false;
  }
  return false;
}

bool as_lattice_is_pocket(const as_lattice *l, const double from[2], const double corner[2])
{
  const double x = corner[0] - from[0], y = corner[1] - from[1], slope = fabs(x / y) * l->per_cell[0];
  pocket p;
  if (x == 0 || y == 0) return false;
  p.lattice = l;
  p.right = x > 0 ? 1 : -1;
  p.up = y > 0 ? 1 : -1;
  p.col = (int64_t)as_line_from(l, 0, corner[0]) - (x < 0);
  p.row = (int64_t)as_line_from(l, 1, corner[1]) - (y < 0);
  if (cells_of(&p, 0, 0, 0) != CELLS_FREE) return false;
  return cells_of(&p, -1, 0, 0) == CELLS_BLOCKED ? is_level_pocket(&p, corner[1], slope)
                                                : is_steep_pocket(&p, corner[1], slope);
}

bool as_lattice_in_pocket(const as_lattice *l, const double corner[2], const double place[2])
{
  return fabs(place[1] - corner[1]) * l->per_cell[1] < POCKET_STRIPS + 1 &&
         fabs(place[0] - corner[0]) * l->per_cell[0] < POCKET_COLUMNS + 1;
}

/* ---- Validation ---- */

void as_lattice_validate(const as_lattice *l, as_scene *s)
{
  uint64_t edits = 0;
  uint32_t row, col, kind;
  for (row = 0; row < l->tiles[1]; row++) {
    for (col = 0; col < l->tiles[0]; col++) edits += l->edits[(size_t)row * l->tiles[0] + col];
  }
  astar_check(edits == l->edit_count);
  for (row = 0; row <= l->map.size[1]; row++) {
    for (col = 0; col <= l->map.size[0]; col++) {
      double place[2];
      uint32_t found, corner;
      as_occupancy known;
      place[0] = l->map.lines[0][col];
      place[1] = l->map.lines[1][row];
      if (as_lattice_is_edited(l, row, col, col) || as_lattice_is_edited(l, (int64_t)row - 1, (int64_t)col - 1, col))
        continue;
      if (as_lattice_occupancy(l, place, &known)) astar_check(known == as_scene_occupancy(s, place));
      for (kind = 0; kind < 2; kind++) {
        if (l->corners[kind][(size_t)row * l->map.stride + col / 64] >> col % 64 & 1) break;
      }
      found = as_scene_point(s, place);
      if (kind == 2) {
        astar_check(found == AS_NO_POINT || as_scene_wedge(s, found) != AS_WEDGE_CONVEX);
        continue;
      }
      corner = corner_at(l, place);
      astar_check(corner != UINT32_MAX && l->points[corner] == found);
      astar_check(as_scene_wedge(s, found) == AS_WEDGE_CONVEX);
    }
  }
}
