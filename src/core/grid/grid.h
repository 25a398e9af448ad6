/*
** grid.h: the cells of a grid: their terrain, positions, and steps between neighbours. The cells are the first
** slots of a graph (see graph/cells.h) and count from 0, row by row, floor after floor. `row` and `height` go on over
** all floors. There are no steps between floors: in `closed` they are closed, and code that goes from a cell by columns
** and rows calls as_grid_cell_from().
**
** A step has a direction d from 0 to 7; the opposite direction is 7 - d:
**
**   0 1 2
**   3 . 4
**   5 6 7
**
** Hexagons have six of these; which ones depends on whether their row or column is even or odd.
**
** A point has world coordinates (x, y, z) and grid coordinates (u, v, z). Those of a cell are small integers, so
** that arithmetic on them is exact: u is the column and v the row of the floor, but for hexagons half cells along the
** staggered axis (u in rows, v in columns). The metric, the unscaled heuristic, is a norm of the difference of
** grid coordinates, in units of step length: the octile distance where squares have eight directions.
*/
#ifndef AS_GRID_H
#define AS_GRID_H

#include "base/layout.h"
#include "geometry/distance.h"
#include "graph/cells.h"
#include "grid/parts.h"
#include "rules/entered.h"

#define AS_DIRECTIONS 8u
#define AS_CELL_TERRAIN 0x3FFFu
#define AS_CELL_NODE 0x8000u /* the cell has a node of the graph */
#if !defined(AS_WHOLE_CELLS)
#define AS_WHOLE_CELLS (1u << 22) /* the cells of larger grids are in pages */
#endif
#if !defined(AS_PAGE_BITS)
#define AS_PAGE_BITS 9u
#endif
#define AS_PAGE_CELLS (1u << AS_PAGE_BITS)
#define AS_MOST_READ 64u     /* cells that are read at once */
#define AS_RUN_BITS 6u
#define AS_RUN_CELLS (1u << AS_RUN_BITS)
#define AS_RUN_DRAWN 0x80u /* in a run: a cell was given another terrain than the default, or closed steps */
#define AS_BITMAPS 16u       /* most that a grid keeps */
#define AS_STEP_MAPS 8u      /* the same */

/* The columns and rows of a step, by direction. */
static const int8_t as_to_col[AS_DIRECTIONS] = {-1, 0, 1, -1, 1, -1, 0, 1};
static const int8_t as_to_row[AS_DIRECTIONS] = {-1, -1, -1, 0, 0, 1, 1, 1};

/* Cells of a giant grid, by the low bits of their numbers: so those of a run of AS_RUN_CELLS are adjacent in memory. */
typedef struct as_cell_page {
  uint16_t entry[AS_PAGE_CELLS], terrain[AS_PAGE_CELLS];
  uint8_t closed[AS_PAGE_CELLS];
} as_cell_page;

struct as_bitmap;
struct as_step_map;
struct as_footprint;

struct as_grid {
  as_memory *memory; /* the graph's */
  astar_grid_def def;
  uint32_t width, height, count;
  uint32_t rows;          /* of a floor: height / def.levels */
  uint32_t base;          /* the first cell of the floor that is searched for cells at places: see as_grid_on() */
  uint64_t per_width[2];  /* ceil(2^64 / width): its upper and its lower 32 bits */
  /*
  ** By cell, each as an array of all cells; NULL on a giant grid, whose cells are in pages. All pages without edits are
  ** one shared page, `blank`. (A view of footprint.h has arrays.)
  */
  uint16_t *all_entry;    /* by cell: its index into as_rules.costs, the terrain or AS_BLOCKED */
  uint16_t *all_terrain;  /* by cell: the terrain, also while it is blocked, and AS_CELL_NODE */
  uint8_t *all_closed;    /* by cell: bit d is set if the step out of it in direction d is closed */
  as_cell_page **pages;   /* by cell / AS_PAGE_CELLS; NULL unless the grid is giant */
  as_cell_page *blank;    /* the page of open cells with the default terrain, whose contents never change */
  uint8_t *runs;          /* by run of AS_RUN_CELLS cells: see as_grid_entry_of(); NULL: not known */
  double *heights;        /* z by cell; NULL: that of its floor, as_grid_floor_height() */
  uint32_t closed_cells;  /* cells with a bit in `closed` */
  uint32_t walled_cells;  /* those with one that is not in as_grid_edges() */
  uint32_t *counts;       /* the number of cells by entry */
  uint32_t counts_capacity;
  as_parts parts; /* made when a query needs them */
  bool staggered, by_row; /* hexagons; in rows */
  bool odd_floors;        /* hexagons, an odd number of rows on each of several floors: parity goes by these */
  bool eight;             /* squares with diagonals */
  int open_corners;       /* how many of the two cells beside a diagonal step must be open */
  bool tiny;              /* it wraps around one or two cells, so that several directions lead to the same cell */
  uint8_t directions[2];  /* bit masks of the directions with steps; hexagons: in even and in odd lines from 0 */
  double steps[AS_DIRECTIONS];     /* lengths of steps without the rise, the cost at multiplier 1 */
  uint32_t offsets[AS_DIRECTIONS]; /* difference of cells, modulo 2^32, between neighbours away from the edge */
  double level_height;    /* of a floor */
  double rise;            /* factor on differences of heights in lengths */
  double straight[2], diagonal; /* the metric's lengths of a unit of u, of v, and of both at once */
  double stretch[2];      /* factors on u and v for Euclidean distances in units of step length */
  double period[2];       /* of u and v; 0: does not wrap */
  double slack;           /* of the metric: see as_measure */
  double pitch[2];        /* hexagons: world length of a unit of u and v */
  double first[2];        /* hexagons: center of the cell at u = v = 0, relative to the origin */
  struct as_bitmap *bitmaps[AS_BITMAPS]; /* for jump points, most recently used first; see bitmap.h */
  uint32_t bitmap_count;
  struct as_step_map *step_maps[AS_STEP_MAPS]; /* most recently used first; see step_map.h */
  uint32_t step_map_count;
  struct as_footprint **footprints; /* the cells as larger units see them, most recently used first; see footprint.h */
  uint32_t footprint_count, footprint_capacity;
  bool derived;           /* parts, bitmaps, step maps or `footprints` were made, which depend on the cells */
};

/* Whether cells are hexagons, every other row or, unless *by_row, column of which is shifted. */
ASTAR_API bool as_grid_is_staggered(const astar_grid_def *def, bool *by_row);

/* Initialize all cells as open, with the default terrain. False if out of memory: as_grid_free() it. O(cells). */
ASTAR_API bool as_grid_init(as_grid *grid, as_memory *m, const astar_grid_def *def);
ASTAR_API void as_grid_free(as_grid *grid);

/* Take the memory for terrains below `count`, AS_BLOCKED included; and for heights. False if out of memory. */
ASTAR_API bool as_grid_reserve_terrains(as_grid *grid, uint32_t count);
ASTAR_API bool as_grid_reserve_heights(as_grid *grid);

static inline uint32_t as_grid_row(const as_grid *grid, uint32_t cell)
{
  /* cell / width as a product with its inverse: exact for 32 bits, and faster. */
  return (uint32_t)((cell * grid->per_width[0] + (cell * grid->per_width[1] >> 32)) >> 32);
}

static inline uint32_t as_grid_col(const as_grid *grid, uint32_t cell)
{
  return cell - as_grid_row(grid, cell) * grid->width;
}

/* Whether `count` >= 1 entries are all the same. */
static inline bool as_same_entries(const uint16_t *entry, uint32_t count)
{
  return memcmp(entry, entry + 1, (count - 1) * sizeof *entry) == 0;
}

/* A bit for each of up to 64 cells that can be entered, by their entries; `enters` has 1 or 0 for each entry. */
static AS_INLINE uint64_t as_entered_cells(const uint8_t *enters, const uint16_t *entry, uint32_t count)
{
  uint64_t bits = 0;
  uint32_t x;
  for (x = 0; x + 8 <= count; x += 8, entry += 8) {
    const uint32_t eight = (uint32_t)enters[entry[0]] | (uint32_t)enters[entry[1]] << 1 |
                           (uint32_t)enters[entry[2]] << 2 | (uint32_t)enters[entry[3]] << 3 |
                           (uint32_t)enters[entry[4]] << 4 | (uint32_t)enters[entry[5]] << 5 |
                           (uint32_t)enters[entry[6]] << 6 | (uint32_t)enters[entry[7]] << 7;
    bits |= (uint64_t)eight << x;
  }
  for (; x < count; x++, entry++) bits |= (uint64_t)enters[*entry] << x;
  return bits;
}

/* The cell in a column and row of the map, counted from 0. */
static inline uint32_t as_grid_index(const as_grid *grid, uint32_t col, uint32_t row)
{
  return row * grid->width + col;
}

/* The column and the row of a cell. */
static inline void as_grid_place(const as_grid *grid, uint32_t cell, uint32_t at[2])
{
  at[1] = as_grid_row(grid, cell);
  at[0] = cell - at[1] * grid->width;
}

/* The floor of a row, from 0, and the row on that floor. */
static inline uint32_t as_grid_floor(const as_grid *grid, uint32_t row)
{
  return grid->def.levels > 1 ? row / grid->rows : 0;
}

static inline uint32_t as_grid_floor_row(const as_grid *grid, uint32_t row)
{
  return grid->def.levels > 1 ? row % grid->rows : row;
}

/* Move a range of rows, both inclusive, to where its cells lie in the world; all rows if they are on several floors. */
static inline void as_grid_floor_rows(const as_grid *grid, uint32_t *first, uint32_t *last)
{
  const bool all = as_grid_floor(grid, *first) != as_grid_floor(grid, *last);
  *first = all ? 0 : as_grid_floor_row(grid, *first);
  *last = all ? grid->rows - 1 : as_grid_floor_row(grid, *last);
}

static inline bool as_grid_same_floor(const as_grid *grid, uint32_t a, uint32_t b)
{
  return grid->def.levels == 1 ||
         as_grid_floor(grid, as_grid_row(grid, a)) == as_grid_floor(grid, as_grid_row(grid, b));
}

/*
** A view of the grid in which the cells at places of the world, or of the lattice of rays, are those of one floor. It
** shares all arrays, so do not edit or free it. *copy is used unless the grid is that view.
*/
static inline const as_grid *as_grid_on(const as_grid *grid, uint32_t floor, as_grid *copy)
{
  const uint32_t base = floor * grid->rows * grid->width;
  if (grid->base == base) return grid;
  *copy = *grid;
  copy->base = base;
  return copy;
}

/*
** Which of `directions` the cells in a column and row have, and with them all that is told by the parity of their line;
** of squares both are the same.
*/
static inline uint32_t as_grid_parity_at(const as_grid *grid, uint32_t col, uint32_t row)
{
  return ((grid->by_row ? row : col) + (grid->odd_floors ? row / grid->rows : 0)) & 1;
}

static inline uint32_t as_grid_parity(const as_grid *grid, uint32_t cell)
{
  const uint32_t row = as_grid_row(grid, cell);
  return as_grid_parity_at(grid, cell - row * grid->width, row);
}

/* Whether even and odd lines differ. */
static inline bool as_grid_lines_differ(const as_grid *grid)
{
  return grid->directions[0] != grid->directions[1];
}

/* Move a column or row, of so many, to where it is on a map that wraps; false if it is off the map. */
static inline bool as_grid_wrap(int64_t *at, uint32_t size, bool wraps)
{
  if ((uint64_t)*at < size) return true;
  if (!wraps) return false;
  *at %= (int64_t)size;
  if (*at < 0) *at += size;
  return true;
}

/* The cell in a column and row of the floor at `base`, around the edges where the map wraps; or AS_NO_SLOT. */
static inline uint32_t as_grid_cell_around(const as_grid *grid, uint32_t base, int64_t col, int64_t row)
{
  if (!as_grid_wrap(&col, grid->width, grid->def.wrap_x) || !as_grid_wrap(&row, grid->rows, grid->def.wrap_y))
    return AS_NO_SLOT;
  return base + as_grid_index(grid, (uint32_t)col, (uint32_t)row);
}

/* The cell so many columns and rows from one, on the same floor and around the edges; or AS_NO_SLOT. */
static inline uint32_t as_grid_cell_from(const as_grid *grid, uint32_t cell, int64_t across, int64_t down)
{
  uint32_t at[2], row;
  as_grid_place(grid, cell, at);
  row = as_grid_floor_row(grid, at[1]);
  return as_grid_cell_around(grid, (at[1] - row) * grid->width, at[0] + across, row + down);
}

/* The opposite of a direction. */
static inline uint32_t as_opposite(uint32_t direction)
{
  return AS_DIRECTIONS - 1 - direction;
}

/* The cells as a unit sees them: those of the grid, unless it is larger than a cell. */
static inline as_grid *as_grid_view(as_grid *grid, const as_rules *rules)
{
  return rules->view ? rules->view : grid;
}

/* ---- What is known of a cell ---- */

static AS_INLINE uint16_t *as_grid_entry_place(const as_grid *grid, uint32_t cell)
{
  if (grid->all_entry) return grid->all_entry + cell;
  return grid->pages[cell >> AS_PAGE_BITS]->entry + (cell & (AS_PAGE_CELLS - 1));
}

static AS_INLINE uint16_t *as_grid_terrain_place(const as_grid *grid, uint32_t cell)
{
  if (grid->all_terrain) return grid->all_terrain + cell;
  return grid->pages[cell >> AS_PAGE_BITS]->terrain + (cell & (AS_PAGE_CELLS - 1));
}

static AS_INLINE uint8_t *as_grid_closed_place(const as_grid *grid, uint32_t cell)
{
  if (grid->all_closed) return grid->all_closed + cell;
  return grid->pages[cell >> AS_PAGE_BITS]->closed + (cell & (AS_PAGE_CELLS - 1));
}

/* The entries of cells one after the other; `copy`, which has room for them, is used if they are in several pages. */
static AS_INLINE const uint16_t *as_grid_entries(const as_grid *grid, uint32_t first, uint32_t count, uint16_t *copy)
{
  uint32_t i;
  if (grid->all_entry || first >> AS_PAGE_BITS == (first + count - 1) >> AS_PAGE_BITS)
    return as_grid_entry_place(grid, first);
  for (i = 0; i < count; i++) copy[i] = *as_grid_entry_place(grid, first + i);
  return copy;
}

static AS_INLINE uint32_t as_grid_entry(const as_grid *grid, uint32_t cell)
{
  return *as_grid_entry_place(grid, cell);
}

/* The entries around a cell that is not at the edge, by row; each points to the middle one of three. */
typedef struct as_around {
  const uint16_t *above, *beside, *below;
} as_around;

/* `copy` is used where a row of three lies in two pages. */
static AS_INLINE as_around as_grid_around(const as_grid *grid, uint32_t cell, uint16_t copy[9])
{
  as_around a;
  if (grid->all_entry) {
    a.beside = grid->all_entry + cell;
    a.above = a.beside - grid->width;
    a.below = a.beside + grid->width;
  } else {
    a.above = as_grid_entries(grid, cell - grid->width - 1, 3, copy) + 1;
    a.beside = as_grid_entries(grid, cell - 1, 3, copy + 3) + 1;
    a.below = as_grid_entries(grid, cell + grid->width - 1, 3, copy + 6) + 1;
  }
  return a;
}

static inline uint32_t as_grid_terrain(const as_grid *grid, uint32_t cell)
{
  return *as_grid_terrain_place(grid, cell) & AS_CELL_TERRAIN;
}

static inline bool as_grid_has_node(const as_grid *grid, uint32_t cell)
{
  return (*as_grid_terrain_place(grid, cell) & AS_CELL_NODE) != 0;
}

/* A bit for each direction in which the step out of a cell is closed. */
static AS_INLINE uint32_t as_grid_closed_steps(const as_grid *grid, uint32_t cell)
{
  return *as_grid_closed_place(grid, cell);
}

static inline bool as_grid_blocked(const as_grid *grid, uint32_t cell)
{
  return as_grid_entry(grid, cell) == AS_BLOCKED;
}

/* The height of the cells of a floor that have none of their own. */
static inline double as_grid_floor_height(const as_grid *grid, uint32_t floor)
{
  return floor == 0 ? grid->def.origin[2] : grid->def.origin[2] + floor * grid->level_height;
}

static inline double as_grid_height(const as_grid *grid, uint32_t cell)
{
  if (grid->heights) return grid->heights[cell];
  return grid->def.levels == 1 ? grid->def.origin[2]
                               : as_grid_floor_height(grid, as_grid_floor(grid, as_grid_row(grid, cell)));
}

/*
** Set the terrain and blocked state of a cell, for which as_grid_reserve() has made room, unless it gets those that all
** cells have at first. The caller updates its node, and what is derived from it.
*/
static inline void as_grid_set(as_grid *grid, uint32_t cell, astar_terrain terrain, bool blocked)
{
  const uint32_t entry = blocked ? AS_BLOCKED : terrain, before = as_grid_entry(grid, cell);
  uint16_t *bits = as_grid_terrain_place(grid, cell);
  uint8_t *run = &grid->runs[cell >> AS_RUN_BITS];
  grid->counts[before]--;
  grid->counts[entry]++;
  *as_grid_entry_place(grid, cell) = (uint16_t)entry;
  *bits = (uint16_t)((*bits & AS_CELL_NODE) | terrain);
  *run = (uint8_t)(((uint32_t)blocked + *run - (before == AS_BLOCKED)) |
                   (terrain == ASTAR_DEFAULT_TERRAIN ? 0 : AS_RUN_DRAWN));
}

/*
** The entry of all cells of a rectangle, if that is known without reading them: AS_BLOCKED, or the default terrain of
** cells without closed steps; else AS_NO_SLOT. The number of blocked cells of each run tells, and AS_RUN_DRAWN. Reads a
** byte or a few for each row.
*/
ASTAR_API uint32_t as_grid_entry_of(const as_grid *grid, uint32_t col, uint32_t row, uint32_t width, uint32_t height);

/* ---- Steps ---- */

/* The neighbour of a cell in a direction, whether the step is open or closed; AS_NO_SLOT if there is none. */
ASTAR_API uint32_t as_grid_step(const as_grid *grid, uint32_t cell, uint32_t direction);

/* Advance *direction to the first one >= it with a step, and return the neighbour there; AS_NO_SLOT if none is left. */
static inline uint32_t as_grid_next_step(const as_grid *grid, uint32_t cell, uint32_t *direction)
{
  uint32_t to = AS_NO_SLOT;
  while (*direction < AS_DIRECTIONS && (to = as_grid_step(grid, cell, *direction)) == AS_NO_SLOT) ++*direction;
  return to;
}

/* Whether a cell is not at the edge of its floor, so that `offsets` leads to its neighbours. */
static inline bool as_grid_inner(const as_grid *grid, uint32_t cell)
{
  uint32_t row = as_grid_floor_row(grid, as_grid_row(grid, cell)), col = as_grid_col(grid, cell);
  return col - 1 < grid->width - 2 && row - 1 < grid->rows - 2;
}

/* The directions, as bits, that lead out of a floor at its first and last row, where there are several floors. */
static inline uint8_t as_grid_edges(const as_grid *grid, uint32_t row)
{
  if (grid->def.levels == 1) return 0;
  row = as_grid_floor_row(grid, row);
  return (uint8_t)((row == 0 ? 0x07 : 0) | (row == grid->rows - 1 ? 0xE0 : 0));
}

/* The bit mask of the directions in which a cell has neighbours, unless the map ends there. */
static inline uint32_t as_grid_directions(const as_grid *grid, uint32_t cell)
{
  return grid->directions[as_grid_parity(grid, cell)];
}

/*
** How many of the two ways round a diagonal step a unit must be able to go; both where only straight ones are steps,
** none on hexagons.
*/
static inline int as_grid_open_corners(const as_grid *grid, const as_rules *rules)
{
  if (!grid->eight) return grid->staggered ? 0 : 2;
  return rules->discs && grid->open_corners == 0 ? 1 : grid->open_corners;
}

/* The direction of the same step as one in a line of a parity, from a line of another; AS_DIRECTIONS: none is. */
ASTAR_API uint32_t as_grid_direction_in(const as_grid *grid, uint32_t direction, uint32_t parity, uint32_t other);

/* The direction of the step from one cell to another, or AS_DIRECTIONS if they are not neighbours. */
ASTAR_API uint32_t as_grid_direction(const as_grid *grid, uint32_t from, uint32_t to);

/*
** The direction of the step back from `to`, the neighbour of a cell in a direction: the opposite one, but on a tiny map
** it may be another.
*/
static inline uint32_t as_grid_back(const as_grid *grid, uint32_t cell, uint32_t to, uint32_t direction)
{
  return grid->tiny ? as_grid_direction(grid, to, cell) : as_opposite(direction);
}

/* Whether the step between two neighbours is too steep. */
static inline bool as_grid_is_steep(const as_grid *grid, const as_rules *rules, uint32_t from, uint32_t to)
{
  return grid->heights && as_is_steep(rules, grid->heights[to] - grid->heights[from]);
}

/* The length of a step, with its rise. */
ASTAR_API double as_grid_step_length(const as_grid *grid, uint32_t from, uint32_t to, uint32_t direction);

static inline bool as_grid_closed(const as_grid *grid, uint32_t cell, uint32_t direction)
{
  return as_grid_closed_steps(grid, cell) >> direction & 1;
}

/* The same, except in the directions that as_grid_edges() tells. */
static inline bool as_grid_has_wall(const as_grid *grid, uint32_t cell, uint32_t direction)
{
  return as_grid_closed(grid, cell, direction) && !(as_grid_edges(grid, as_grid_row(grid, cell)) >> direction & 1);
}

/* To close it, as_grid_reserve() must have been called. */
ASTAR_API void as_grid_set_closed(as_grid *grid, uint32_t cell, uint32_t direction, bool closed);

/* The lowest neighbour > `after` of a cell to or from which the step is closed, or AS_NO_SLOT. */
ASTAR_API uint32_t as_grid_next_wall(const as_grid *grid, uint32_t cell, uint32_t after);

/*
** Skip cells without walls: returns a cell c >= `cell`, or `count`, such that no step between a cell in
** [`cell`, c) and a higher cell is closed. O(c - `cell`), eight cells at a time.
*/
ASTAR_API uint32_t as_grid_skip_open(const as_grid *grid, uint32_t cell);

/*
** Whether the unit can make the step `from` -> `to` in a direction, if it can enter `to`. A disc can make one that is
** open both ways; a diagonal one only if it can go round, too.
*/
ASTAR_API bool as_grid_step_open(const as_grid *grid, const as_rules *rules, uint32_t from, uint32_t to,
                                 uint32_t direction);

/*
** The cost of the step `from` -> `to` in a direction: INFINITY if the unit cannot make it, NAN if the step is open
** but the unit cannot enter `to` at all.
*/
ASTAR_API double as_grid_step_cost(const as_grid *grid, const as_rules *rules, uint32_t from, uint32_t to,
                                   uint32_t direction);

/* ---- Places ---- */

/* The center of a cell in grid coordinates, and in the world. */
ASTAR_API void as_grid_cell_coordinates(const as_grid *grid, uint32_t cell, double uvz[3]);
ASTAR_API void as_grid_cell_world(const as_grid *grid, uint32_t cell, double xyz[3]);

/* Convert world to grid coordinates, rounded to integers within 1e-9; and back. */
ASTAR_API void as_grid_coordinates(const as_grid *grid, const double xyz[3], double uvz[3]);
ASTAR_API void as_grid_world(const as_grid *grid, const double uvz[3], double xyz[3]);

/* The shift of a row or column of hexagons along the staggered axis, in half cells: -1, 0 or 1. */
static inline int32_t as_grid_stagger(const as_grid *grid, int64_t line)
{
  if (!(line & 1)) return 0;
  return grid->def.shape == ASTAR_ODD_R || grid->def.shape == ASTAR_ODD_Q ? 1 : -1;
}

/* The corners of a cell, and their number: see astar_grid_outline(). */
ASTAR_API uint32_t as_grid_outline(const as_grid *grid, uint32_t cell, double corners[2 * ASTAR_MOST_CORNERS]);

/*
** How far the middle of a square of size x size cells is from that of its upper left cell, which is in a line of this
** parity.
*/
ASTAR_API void as_grid_square_shift(const as_grid *grid, uint32_t size, uint32_t parity, double shift[2]);

/* Whether columns and rows lie along the axes. */
static inline bool as_grid_is_upright(const as_grid *grid)
{
  return grid->def.shape != ASTAR_ISOMETRIC;
}

/* The absolute value of a difference of coordinates, the shorter way round if `period` > 0. */
static inline double as_wrapped(double difference, double period)
{
  difference = fabs(difference);
  if (period > 0) difference = fabs(difference - period * floor(difference / period + 0.5));
  return difference;
}

/* Whether the metric is the octile distance of columns and rows, but for heights, on a map of one floor. */
static inline bool as_grid_is_octile(const as_grid *grid)
{
  return !grid->staggered && grid->period[0] == 0 && grid->period[1] == 0 && grid->def.levels == 1;
}

/* The metric between two points in grid coordinates: at most the length of any path of steps between them. */
static inline double as_grid_metric(const as_grid *grid, const double a[3], const double b[3])
{
  double u = as_wrapped(a[0] - b[0], grid->period[0]), v = as_wrapped(a[1] - b[1], grid->period[1]);
  double z = (a[2] - b[2]) * grid->rise, length;
  if (grid->staggered) {
    double across = grid->by_row ? v : u;
    length = (u + v) / 2;
    length = (length > across ? length : across) * grid->straight[0];
  } else {
    length = as_octile_steps(u, v, grid->straight[0], grid->straight[1], grid->diagonal);
  }
  return z == 0 && length < DBL_MAX ? length : as_length(length, 0, z);
}

/* The Euclidean distance between two points in grid coordinates, in units of step length; its components. */
ASTAR_API double as_grid_distance(const as_grid *grid, const double a[3], const double b[3]);
ASTAR_API void as_grid_offset(const as_grid *grid, const double a[3], const double b[3], double offset[3]);

/*
** The vectors in x and y after which a map that wraps repeats itself, once around at most in each direction; {0, 0} is
** among them. Returns how many there are: 1 if it does not wrap.
*/
#define AS_MOST_SHIFTS 9u
ASTAR_API uint32_t as_grid_shifts(const as_grid *grid, double shifts[AS_MOST_SHIFTS][2]);

/* Move a place beyond the edge of a map that wraps to where that is on the map. Places very far away stay there. */
ASTAR_API void as_grid_bring_in(const as_grid *grid, double *x, double *y);

/* The least ratio of a step's length to the Euclidean distance that it covers, at most 1. */
ASTAR_API double as_grid_straight(const as_grid *grid);

/* Upper bound on the metric of two places divided by their Euclidean distance. */
ASTAR_API double as_grid_most(const as_grid *grid);

/* Fill in where the cells are, for paths; that of hexagons has only their number, and how the map wraps. */
ASTAR_API void as_grid_lattice(const as_grid *grid, astar_lattice *lattice);

/* The least multiplier among all cells that the unit can enter; INFINITY if there are none. O(terrains). */
ASTAR_API double as_grid_scale(const as_grid *grid, const as_rules *rules);

/* The multiplier of all cells that the unit can enter; NAN if there are none, or they differ. O(terrains). */
ASTAR_API double as_grid_multiplier(const as_grid *grid, const as_rules *rules);

/* The cell under a point of the world on the floor at `base`, or AS_NO_SLOT: see astar_grid_at(). Any numbers. */
ASTAR_API uint32_t as_grid_at(const as_grid *grid, double x, double y);

/* The cell in a column and row, counted from 0, of the floor at `base`, or AS_NO_SLOT. */
static inline uint32_t as_grid_cell_at(const as_grid *grid, int64_t col, int64_t row)
{
  if (col < 0 || row < 0 || col >= grid->width || row >= grid->rows) return AS_NO_SLOT;
  return grid->base + as_grid_index(grid, (uint32_t)col, (uint32_t)row);
}

/* Abort if an invariant is broken. O(cells * terrains). */
ASTAR_API void as_grid_validate(const as_grid *grid);

/* ---- cell_pages.c ---- */

/* Take the memory of the cells of a new grid; all are open, with the default terrain. False if out of memory. */
ASTAR_API bool as_grid_take_cells(as_grid *grid);
ASTAR_API void as_grid_free_cells(as_grid *grid);

/* Make room for edits of `count` >= 1 cells. False if out of memory. O(count). */
ASTAR_API bool as_grid_reserve(as_grid *grid, uint32_t first, uint32_t count);

/* The lowest cell >= `cell` with a closed step out of it; with a node of the graph; or grid->count. */
ASTAR_API uint32_t as_grid_next_closed(const as_grid *grid, uint32_t cell);
ASTAR_API uint32_t as_grid_next_node(const as_grid *grid, uint32_t cell);

/* ---- near_cells.c ---- */

/* Report the cells that answer a query: see near.h. */
ASTAR_API void as_near_cells(const as_grid *grid, struct as_near_query *query);

#endif
