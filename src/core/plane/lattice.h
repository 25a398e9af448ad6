/*
** lattice.h: the cells of the grid of squares that a scene was made from, as rows of bits, for exact queries that are
** much faster than those of the scene: the corners visible from a place, whether a segment is clear, whether a place is
** free.
**
** Lattice points are where the lines between columns cross those between rows. Corners of the grid's obstacles are
** among them. A strip is a row of cells, a run a maximal interval of free cells in it. The coordinates of the lines are
** those of the outlines, so that all decisions are exact, and agree with those of the scene.
**
** Edits of the scene are counted by tile: the lattice knows nothing of obstacles that are added, and does not forget
** those of the grid that are removed. A query that comes to a tile with edits answers AS_LATTICE_UNKNOWN, and the scene
** has to be asked.
*/
#ifndef AS_LATTICE_H
#define AS_LATTICE_H

#include "base/bits.h"
#include "grid/contour.h"
#include "plane/visibility.h"

#define AS_TILE_BITS 3 /* a tile has 2^AS_TILE_BITS cells along each side */

/*
** The corners of a lattice, where a taut path may bend: three of the four cells around them are free. By the place of
** the fourth there are two kinds: segments that rise (y grows with x) are taut only at those of AS_KIND_RISING, those
** that fall only at the others, and those along a line at both.
*/
enum as_lattice_kind { AS_KIND_FALLING, AS_KIND_RISING };

/* The part of a strip that is visible: see lattice_look.c. */
typedef struct as_lattice_window {
  double limit[2][2]; /* places on the directions that limit it on the left and on the right: lesser and greater x */
  double slope[2];    /* of these directions: x by y */
  double border[2];   /* the slopes, farther inside, at which their sectors end: see AS_SECTORS */
  double square;      /* of how far it has seen, as far as that is not noted */
  uint32_t line;      /* the line where it leaves the strip */
  uint32_t run[2];    /* the run of the strip: the columns of its ends; UINT32_MAX: not known */
  uint32_t entry[2];  /* columns between which it enters the strip */
} as_lattice_window;

typedef struct as_lattice {
  as_cell_map map;
  uint64_t *corners[2]; /* by as_lattice_kind: bit c of row r is that of the lattice point on column c and line r */
  uint32_t *before;     /* by word of `corners`: number of corners of both kinds in the words before it */
  uint32_t *points;     /* the points of the scene at the corners of both kinds, in that order */
  uint32_t corner_count;
  uint32_t *edits;      /* by tile: obstacles added near it, and obstacles of the grid removed */
  uint32_t tiles[2];
  uint64_t edit_count;  /* sum of `edits` */
  uint8_t *present;     /* by obstacle of the grid: it has not been removed */
  uint32_t present_count;
  double per_cell[2];   /* 1 / the distance between lines */
  double blur;          /* upper bound on the rounding error of where a segment crosses a line, in columns */
  as_memory *memory;          /* of the lattice, also while another layer looks */
  as_lattice_window *windows; /* scratch */
  uint32_t window_capacity;
} as_lattice;

typedef enum as_lattice_answer {
  AS_LATTICE_NO,
  AS_LATTICE_YES,
  AS_LATTICE_UNKNOWN,
  AS_LATTICE_NO_MEMORY
} as_lattice_answer;

/*
** The lattice of a new scene whose obstacles are those of the contours `c`, with indices from 0. Takes the map of the
** contours, allocated from `m`, and sets the wedges of the corners. NULL if out of memory; then nothing has changed.
** O(cells / 64 + corners).
*/
ASTAR_API as_lattice *as_lattice_create(as_memory *m, as_contours *c, as_scene *s);

/* NULL is accepted. */
ASTAR_API void as_lattice_free(as_lattice *l, as_memory *m);

/* An obstacle within a box has been added. O(tiles). */
ASTAR_API void as_lattice_add(as_lattice *l, const as_box *box);

/* An obstacle within a box has been removed. O(tiles). */
ASTAR_API void as_lattice_remove(as_lattice *l, uint32_t obstacle, const as_box *box);

/* As as_scene_occupancy(); false if it is not known. O(1). */
ASTAR_API bool as_lattice_occupancy(const as_lattice *l, const double place[2], as_occupancy *occupancy);

/* The most strips through which a segment is followed: for longer ones the box tree of the scene is faster. */
#define AS_WALK_STRIPS 64

/*
** Whether the segment between two places is clear, and leaves both of them, which may lie on outlines, in a free
** direction. O(strips), and words of their runs.
*/
ASTAR_API as_lattice_answer as_lattice_is_clear(const as_lattice *l, const double from[2], const double to[2]);

/*
** Whether a path that comes straight from a place to a corner that it sees, and bends there around the obstacle, comes
** only to a wall nearby, and to no corner where it may bend again. False also where that is not found out soon, or
** there were edits. O(1), and words of a run.
*/
ASTAR_API bool as_lattice_is_pocket(const as_lattice *l, const double from[2], const double corner[2]);

/* Whether a place may lie in the pocket behind a corner. */
ASTAR_API bool as_lattice_in_pocket(const as_lattice *l, const double corner[2], const double place[2]);

/* Abort if an invariant is broken. */
ASTAR_API void as_lattice_validate(const as_lattice *l, as_scene *s);

/* ---- Rows of bits ---- */

/* The row of cells, from -1 on. */
static inline const uint64_t *as_lattice_row(const as_lattice *l, int64_t row)
{
  return l->map.bits + (size_t)(row + 1) * l->map.stride;
}

/* Whether a cell is free; the column is from -1 on. */
static inline bool as_cell_is_free(const uint64_t *row, int64_t col)
{
  return row[(uint64_t)(col + 1) / 64] >> (uint64_t)(col + 1) % 64 & 1;
}

/* The first free cell from `col` on, or a number above `end` if there is none up to `end`. */
static inline uint32_t as_next_free(const uint64_t *row, uint32_t col, uint32_t end)
{
  uint32_t word = (col + 1) / 64;
  uint64_t bits = row[word] >> (col + 1) % 64 << (col + 1) % 64;
  while (bits == 0) {
    if (++word > (end + 1) / 64) return end + 1;
    bits = row[word];
  }
  return word * 64 + as_lowest_bit(bits) - 1;
}

/* The end of the run of a free cell: the first column after it whose cell is not free. */
static inline uint32_t as_run_end(const uint64_t *row, uint32_t col)
{
  uint32_t word = (col + 1) / 64;
  uint64_t bits = ~row[word] >> (col + 1) % 64 << (col + 1) % 64;
  while (bits == 0) bits = ~row[++word];
  return word * 64 + as_lowest_bit(bits) - 1;
}

/* Whether all cells from one column to another are free. */
static inline bool as_cells_are_free(const uint64_t *row, uint32_t first, uint32_t last)
{
  uint32_t word = (first + 1) / 64;
  const uint32_t end = (last + 1) / 64;
  uint64_t blocked = ~row[word] >> (first + 1) % 64 << (first + 1) % 64;
  for (; word < end; blocked = ~row[++word]) {
    if (blocked != 0) return false;
  }
  return blocked << (63 - (last + 1) % 64) == 0;
}

/* The first cell of the run of a free cell. */
static inline uint32_t as_run_begin(const uint64_t *row, uint32_t col)
{
  uint32_t word = (col + 1) / 64;
  uint64_t bits = ~row[word] << (63 - (col + 1) % 64) >> (63 - (col + 1) % 64);
  while (bits == 0) bits = ~row[--word];
  return word * 64 + as_highest_bit(bits);
}

/* The index of the corner at a lattice point, in the order of `points`; UINT32_MAX if there is none. */
static inline uint32_t as_lattice_corner(const as_lattice *l, uint32_t col, uint32_t line)
{
  const size_t at = (size_t)line * l->map.stride + col / 64;
  const uint64_t both = l->corners[0][at] | l->corners[1][at];
  if (!(both >> col % 64 & 1)) return UINT32_MAX;
  return l->before[at] + as_count_bits(both & (((uint64_t)1 << col % 64) - 1));
}

/* ---- Columns and lines ---- */

/* The first line along an axis at a coordinate or after it; one more than there are if there is none. O(1). */
static inline uint32_t as_line_from(const as_lattice *l, int axis, double at)
{
  const double *lines = l->map.lines[axis];
  const uint32_t last = l->map.size[axis];
  const double guess = (at - lines[0]) * l->per_cell[axis];
  uint32_t k = guess > 0 ? guess < last ? (uint32_t)guess : last : 0;
  while (k > 0 && lines[k - 1] >= at) k--;
  while (k <= last && lines[k] < at) k++;
  return k;
}

/* Whether there are edits in the tiles of the cells of two columns and those between; clipped to the map. */
ASTAR_API bool as_lattice_tiles_edited(const as_lattice *l, int64_t row, int64_t first, int64_t last);

static inline bool as_lattice_is_edited(const as_lattice *l, int64_t row, int64_t first, int64_t last)
{
  return l->edit_count > 0 && as_lattice_tiles_edited(l, row, first, last);
}

#endif
