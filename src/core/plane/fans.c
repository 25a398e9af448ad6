/* fans.c: see fans.h. Making them. */
#include "plane/fans.h"

/* Bounds of the distance of a point of a fan from its corner, in radii: see inflate.c. */
#define LEAST (1 - 1e-8)
#define MOST 1.0095

/* Farther than this from a corner, in radii, no obstacle reaches its fan when it is enlarged. */
#define APART 2.03

/* The largest radius, in cells: with larger ones, many fans have to be tried for each point. */
#define FANS_CELLS 2

void as_fans_free(as_fans *f, as_memory *m)
{
  if (!f) return;
  if (f->ends) as_free(m, f->ends, f->corner_count, uint32_t);
  if (f->points) as_free(m, f->points, f->count, uint32_t);
  as_free(m, f, 1, as_fans);
}

/* Whether a point may be of the fan of a corner: at the distance of one, on the side away from the blocked cell. */
static bool is_of_fan(const as_lattice *l, uint32_t col, uint32_t line, double radius, const double at[2])
{
  const double x = at[0] - l->map.lines[0][col], y = at[1] - l->map.lines[1][line], square = x * x + y * y;
  const int64_t beyond_x = (int64_t)col - (x > 0), beyond_y = (int64_t)line - (y > 0);
  if (square < radius * radius * LEAST || square > radius * radius * (MOST * MOST)) return false;
  /* A point on a line through the corner is beside two cells. */
  if (!as_cell_is_free(as_lattice_row(l, beyond_y), beyond_x)) return true;
  return (fabs(x) < radius * 1e-6 || fabs(y) < radius * 1e-6);
}

/* A point that may belong to the fan of a corner. */
typedef struct pair {
  uint32_t corner, point;
} pair;

typedef struct pairs {
  pair *list;
  uint32_t count, capacity;
} pairs;

/* Pair a point with the corners to whose fans it may belong. False if out of memory. */
static bool pair_point(pairs *found, as_memory *m, const as_lattice *l, double radius, uint32_t point,
                       const double at[2])
{
  const double away = radius * MOST;
  const uint32_t first = as_line_from(l, 0, at[0] - away);
  uint32_t line, col;
  for (line = as_line_from(l, 1, at[1] - away); line <= l->map.size[1]; line++) {
    if (l->map.lines[1][line] > at[1] + away) break;
    for (col = first; col <= l->map.size[0] && l->map.lines[0][col] <= at[0] + away; col++) {
      const uint32_t corner = as_lattice_corner(l, col, line);
      if (corner == UINT32_MAX || !is_of_fan(l, col, line, radius, at)) continue;
      if (!as_reserve(m, &found->list, &found->capacity, (uint64_t)found->count + 1, sizeof *found->list)) return false;
      found->list[found->count].corner = corner;
      found->list[found->count++].point = point;
    }
  }
  return true;
}

/* Pair all points where an outline turns left. */
static bool pair_all(pairs *found, as_memory *m, const as_lattice *l, as_scene *s, double radius)
{
  uint32_t chain, i;
  as_scene_unmark(s);
  for (chain = 0; chain < s->chain_count; chain++) {
    const as_edge_chain *c = &s->chains[chain];
    for (i = 0; i < c->count; i++) {
      if (!(c->bends >> i & 1) || !as_scene_mark(s, c->point[i])) continue;
      if (!pair_point(found, m, l, radius, c->point[i], c->xy[i])) return false;
    }
  }
  return true;
}

/* Fill in the fans. False if out of memory. */
static bool fill(as_fans *f, as_memory *m, const as_lattice *l, const pairs *found)
{
  uint32_t i, sum = 0;
  f->corner_count = l->corner_count;
  f->count = found->count;
  f->ends = as_new(m, f->corner_count, uint32_t);
  f->points = as_new(m, f->count, uint32_t);
  if (!f->ends || !f->points) return false;
  memset(f->ends, 0, f->corner_count * sizeof *f->ends);
  for (i = 0; i < found->count; i++) f->ends[found->list[i].corner]++;
  for (i = 0; i < f->corner_count; i++) {
    const uint32_t part = f->ends[i];
    f->ends[i] = sum;
    sum += part;
  }
  for (i = 0; i < found->count; i++) f->points[f->ends[found->list[i].corner]++] = found->list[i].point;
  return true;
}

/* ---- Wedges ---- */

/* Whether all blocked cells near a corner are on the side of its blocked cell, along both axes. */
static bool stands_alone(const as_lattice *l, uint32_t col, uint32_t line, double radius)
{
  const double away = radius * APART, x = l->map.lines[0][col], y = l->map.lines[1][line];
  const int64_t first = (int64_t)as_line_from(l, 0, x - away) - 1, last = as_line_from(l, 0, x + away);
  const int64_t bottom = (int64_t)as_line_from(l, 1, y - away) - 1, top = as_line_from(l, 1, y + away);
  int64_t row, cell;
  if (first < 0 || bottom < 0 || last > l->map.size[0] || top > l->map.size[1]) return false;
  for (row = bottom; row < top; row++) {
    const uint64_t *bits = as_lattice_row(l, row), *beside = as_lattice_row(l, row < line ? (int64_t)line - 1 : line);
    for (cell = first; cell < last; cell++) {
      if (!as_cell_is_free(bits, cell) && as_cell_is_free(beside, cell < col ? (int64_t)col - 1 : col)) return false;
    }
  }
  return true;
}

/*
** Set the wedges of the fans of corners that stand alone: no other outline comes near them, so each extends from the
** edge that begins there to the one that ends there.
*/
static void set_wedges(const as_fans *f, const as_lattice *l, as_scene *s)
{
  uint32_t line, word, i, k, count, at;
  for (line = 0; line <= l->map.size[1]; line++) {
    for (word = 0; word < l->map.stride; word++) {
      const size_t where = (size_t)line * l->map.stride + word;
      uint64_t both = l->corners[0][where] | l->corners[1][where];
      uint32_t corner = l->before[where];
      for (; both != 0; both &= both - 1, corner++) {
        const uint32_t *points = as_fan(f, corner, &count);
        if (!stands_alone(l, word * 64 + as_lowest_bit(both), line, f->radius)) continue;
        for (k = 0; k < count; k++) s->points[points[k]].wedge = AS_WEDGE_CONVEX;
      }
    }
  }
  for (at = 0; at < s->chain_count; at++) {
    const as_edge_chain *chain = &s->chains[at];
    for (i = 0; i <= chain->count; i++) {
      as_point *p = &s->points[chain->point[i]];
      if (p->wedge != AS_WEDGE_CONVEX) continue;
      if (i > 0) p->high = chain->point[i - 1];
      if (i < chain->count) p->low = chain->point[i + 1];
    }
  }
  s->knows_wedges = true;
  s->forgets = 0;
}

/* ---- All together ---- */

/* Whether a lattice and a radius are such that fans are of use, and rounding is small beside it. */
static bool applies(const as_lattice *l, double radius, double cell)
{
  double largest = 0;
  uint32_t axis;
  for (axis = 0; axis < 2; axis++) {
    const double *lines = l->map.lines[axis];
    largest = as_max(largest, as_max(fabs(lines[0]), fabs(lines[l->map.size[axis]])));
  }
  return l->edit_count == 0 && l->corner_count > 0 && radius <= FANS_CELLS * cell && radius > largest * 1e-9;
}

as_fans *as_fans_create(as_memory *m, const as_lattice *l, as_scene *s, double radius)
{
  const double cell = as_min(1 / l->per_cell[0], 1 / l->per_cell[1]);
  pairs found = {NULL, 0, 0};
  as_fans *f = NULL;
  if (!applies(l, radius, cell)) return NULL;
  if (pair_all(&found, m, l, s, radius) && found.count > 0) f = as_new(m, 1, as_fans);
  if (f) {
    memset(f, 0, sizeof *f);
    f->radius = radius;
    f->far = 80 * cell;
    if (fill(f, m, l, &found)) {
      set_wedges(f, l, s);
    } else {
      as_fans_free(f, m);
      f = NULL;
    }
  }
  as_free(m, found.list, found.capacity, pair);
  return f;
}
