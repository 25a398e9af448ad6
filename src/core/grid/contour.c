/*
** contour.c: see contour.h. Outlines are traced from cell to cell. Corners are points of an integer lattice, so
** that cells agree on the corners that they share. Its unit is a cell for squares; for hexagons half a cell along
** the staggered axis, and a third of the distance between lines across it.
*/
#include "grid/contour.h"

#include "geometry/orient.h"
#include "graph/node.h"
#include "grid/grid.h"

#include <float.h>

#define SIDES 6u /* most that a cell has */

/* The mark of a cell: a bit for each side that has been traced, and these. */
#define SOLID 0x40u /* inside the area that is traced */
#define SEEN 0x80u  /* already part of an obstacle */

/*
** Sides are numbered counter-clockwise (with y upwards), beginning with one that faces the previous row; side k
** goes from corner k to corner k + 1. Tables with [2] are indexed by the parity of the cell's line.
** The array of marks has a border of zeros around the map.
*/
typedef struct tracer {
  as_contours *contours;
  as_memory *memory;
  const as_grid *grid; /* on the floor that is traced */
  as_grid copy;
  as_rules rules;
  uint32_t sides;
  int32_t corners[SIDES][2]; /* on the lattice, relative to the cell */
  int32_t next[2][SIDES][2]; /* column and row of the cell beyond a side, relative to the cell */
  int64_t offsets[2][SIDES]; /* the same as an offset in `marks` */
  uint8_t *marks;
  uint32_t mark_count, stride; /* marks in total, and per row */
  uint32_t *cells;             /* the cells of the obstacles so far, each breadth first: indices of marks */
  uint32_t cell_count;
  uint32_t blocked;            /* number of blocked cells, the capacity of `cells` */
} tracer;

/* A cell, from 0. */
typedef struct spot {
  uint32_t at; /* index of its mark */
  uint32_t col, row;
} spot;

/* ---- Layouts ---- */

static const int32_t square_corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
static const int32_t square_next[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

/* Hexagons in rows. For those in columns x and y are exchanged, which reverses the order. */
static const int32_t hexagon_corners[6][2] = {{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}};
static const int32_t hexagon_next[6][2] = {{1, -1}, {2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}}; /* in half cells */

static void set_hexagons(tracer *t)
{
  uint32_t odd, k, along = t->grid->by_row ? 0 : 1, across = 1 - along;
  for (k = 0; k < 6; k++) {
    uint32_t corner = along == 0 ? k : 5 - k, side = along == 0 ? k : (10 - k) % 6;
    t->corners[k][along] = hexagon_corners[corner][0];
    t->corners[k][across] = hexagon_corners[corner][1];
    for (odd = 0; odd < 2; odd++) {
      int32_t half = hexagon_next[side][0], line = hexagon_next[side][1];
      half += as_grid_stagger(t->grid, odd) - as_grid_stagger(t->grid, line == 0 ? odd : 1 - odd);
      t->next[odd][k][along] = half / 2;
      t->next[odd][k][across] = line;
    }
  }
}

static void set_layout(tracer *t)
{
  uint32_t odd, k;
  t->sides = t->grid->staggered ? 6 : 4;
  if (t->grid->staggered) {
    set_hexagons(t);
  } else {
    memcpy(t->corners, square_corners, sizeof square_corners);
    for (odd = 0; odd < 2; odd++) memcpy(t->next[odd], square_next, sizeof square_next);
  }
  for (odd = 0; odd < 2; odd++) {
    for (k = 0; k < t->sides; k++)
      t->offsets[odd][k] = t->next[odd][k][1] * (int64_t)t->stride + t->next[odd][k][0];
  }
}

/* The parity of a cell's line, where lines are staggered. */
static uint32_t is_odd(const tracer *t, const spot *s)
{
  return (t->grid->by_row ? s->row : t->grid->staggered ? s->col : 0) & 1;
}

static uint32_t mark_of(const tracer *t, uint32_t col, uint32_t row)
{
  return (row + 1) * t->stride + col + 1;
}

/* The cell of a mark. */
static spot spot_of(const tracer *t, uint32_t at)
{
  spot s;
  s.at = at;
  s.row = at / t->stride - 1;
  s.col = at % t->stride - 1;
  return s;
}

/* The index of the mark beyond a side. */
static uint32_t beyond(const tracer *t, const spot *s, uint32_t side)
{
  return (uint32_t)(s->at + t->offsets[is_odd(t, s)][side]);
}

/* Move to the cell beyond a side. */
static void cross_side(const tracer *t, spot *s, uint32_t side)
{
  const int32_t *next = t->next[is_odd(t, s)][side];
  s->at = beyond(t, s, side);
  s->col += (uint32_t)next[0];
  s->row += (uint32_t)next[1];
}

/* The world position of a lattice point. */
static void place(const tracer *t, double i, double j, double xy[2])
{
  const as_grid *grid = t->grid;
  const double *origin = grid->def.origin, *cell = grid->def.cell;
  if (grid->staggered) {
    const uint32_t along = grid->by_row ? 0 : 1, across = 1 - along;
    const double u = along == 0 ? i : j, v = along == 0 ? j : i;
    xy[along] = origin[along] + (u + 1) * grid->pitch[along];
    xy[across] = origin[across] + (v + 2) * grid->pitch[across] / 3;
  } else if (grid->def.shape == ASTAR_ISOMETRIC) {
    xy[0] = origin[0] + (i - j) * (cell[0] / 2);
    xy[1] = origin[1] + (i + j) * (cell[1] / 2);
  } else {
    xy[0] = origin[0] + i * cell[0];
    xy[1] = origin[1] + j * cell[1];
  }
  xy[0] = as_coordinate(xy[0]);
  xy[1] = as_coordinate(xy[1]);
}

/* The world position of a cell's corner, modulo the number of corners. */
static void corner_place(const tracer *t, const spot *s, uint32_t corner, double xy[2])
{
  double i = s->col, j = s->row;
  if (t->grid->staggered) {
    const int32_t shift = as_grid_stagger(t->grid, is_odd(t, s));
    if (t->grid->by_row) {
      i = i * 2 + shift;
      j *= 3;
    } else {
      j = j * 2 + shift;
      i *= 3;
    }
  }
  corner %= t->sides;
  place(t, i + t->corners[corner][0], j + t->corners[corner][1], xy);
}

/* ---- Tracing ---- */

/*
** The next side on an outline with the inside on the left; moves the spot to its cell. Where two cells touch in one
** point only, the outline does not pass from one to the other.
*/
static uint32_t turn(const tracer *t, spot *s, uint32_t side)
{
  for (;;) {
    if (++side == t->sides) side = 0;
    if (!(t->marks[beyond(t, s, side)] & SOLID)) return side;
    cross_side(t, s, side);
    side = (side + t->sides / 2) % t->sides;
  }
}

/*
** Append the outline that contains one side of a cell, and mark its sides. A corner between two sides of squares
** with the same number, which are collinear, is left out unless `all` is set.
*/
static bool trace(tracer *t, as_outlines *out, const spot *first, uint32_t first_side, bool all)
{
  spot s = *first;
  uint32_t side = first_side;
  do {
    spot next = s;
    uint32_t next_side = turn(t, &next, side);
    t->marks[s.at] |= (uint8_t)(1u << side);
    if (all || next_side != side) {
      double xy[2];
      corner_place(t, &s, side + 1, xy);
      if (!as_outlines_add_corner(out, t->memory, xy[0], xy[1])) return false;
    }
    s = next;
    side = next_side;
  } while (s.at != first->at || side != first_side);
  return as_outlines_close(out, t->memory);
}

/*
** The outline of the map, reversed. Isometric maps keep all corners: rounding may move the corner of a cell, which
** an obstacle shares, off the slanted line between the corners of the map.
*/
static bool make_bounds(tracer *t)
{
  as_outlines *bounds = &t->contours->bounds;
  const spot s = spot_of(t, mark_of(t, 0, 0));
  uint32_t row;
  for (row = 0; row < t->grid->rows; row++) memset(t->marks + mark_of(t, 0, row), SOLID, t->grid->width);
  if (!trace(t, bounds, &s, 0, t->grid->def.shape == ASTAR_ISOMETRIC)) return false;
  as_outline_reverse(bounds->xy, bounds->corners);
  return true;
}

static bool end_obstacle(tracer *t)
{
  as_contours *c = t->contours;
  if (!as_reserve(t->memory, &c->ends, &c->capacity, (uint64_t)c->count + 1, sizeof *c->ends)) return false;
  c->ends[c->count++] = c->outlines.count;
  return true;
}

/* The offsets of the marks beyond the sides of a cell. */
static const int64_t *offsets_at(const tracer *t, uint32_t cell)
{
  spot s;
  if (!t->grid->staggered) return t->offsets[0];
  s = spot_of(t, cell);
  return t->offsets[is_odd(t, &s)];
}

/* Make the obstacle whose first cell is at this mark, breadth first: so the outer outline is traced first. */
static bool make_obstacle(tracer *t, uint32_t at)
{
  uint32_t i = t->cell_count, side;
  t->cells[t->cell_count++] = at;
  t->marks[at] |= SEEN;
  for (; i < t->cell_count; i++) {
    const uint32_t cell = t->cells[i];
    const int64_t *offsets = offsets_at(t, cell);
    for (side = 0; side < t->sides; side++) {
      const uint32_t next = (uint32_t)(cell + offsets[side]), mark = t->marks[next];
      if ((mark & (SOLID | SEEN)) == SOLID) {
        t->marks[next] |= SEEN;
        t->cells[t->cell_count++] = next;
      } else if (!(mark & SOLID) && !(t->marks[cell] >> side & 1)) {
        const spot s = spot_of(t, cell);
        if (!trace(t, &t->contours->outlines, &s, side, false)) return false;
      }
    }
  }
  return end_obstacle(t);
}

static bool can_enter(const tracer *t, uint32_t cell)
{
  return t->rules.costs[as_grid_entry(t->grid, cell)] < INFINITY;
}

static bool make_obstacles(tracer *t)
{
  const as_grid *grid = t->grid;
  uint32_t row, col, cell = grid->base;
  t->blocked = 0;
  for (row = 0; row < grid->rows; row++) {
    uint8_t *marks = t->marks + mark_of(t, 0, row);
    for (col = 0; col < grid->width; col++, cell++) {
      bool blocked = !can_enter(t, cell);
      marks[col] = blocked ? SOLID : 0;
      t->blocked += blocked;
    }
  }
  if (t->blocked == 0) return true;
  t->cells = as_new(t->memory, t->blocked, uint32_t);
  if (!t->cells) return false;
  for (row = 0; row < grid->rows; row++) {
    uint32_t at = mark_of(t, 0, row), end = at + grid->width;
    for (; at < end; at++) {
      if ((t->marks[at] & (SOLID | SEEN)) == SOLID && !make_obstacle(t, at)) return false;
    }
  }
  return true;
}

/* ---- Walls ---- */

/* Whether a side of a cell, towards a higher cell, is a wall. */
static bool is_wall(const tracer *t, const spot *s, uint32_t side)
{
  const as_grid *grid = t->grid;
  const int32_t *next = t->next[is_odd(t, s)][side];
  const uint32_t from = as_grid_cell_at(grid, s->col, s->row);
  const uint32_t to = as_grid_cell_at(grid, (int64_t)s->col + next[0], (int64_t)s->row + next[1]);
  uint32_t direction;
  if (to == AS_NO_SLOT || to < from) return false;
  if (!(as_grid_closed_steps(grid, from) | as_grid_closed_steps(grid, to)) && !t->rules.limited) return false;
  if (!can_enter(t, from) || !can_enter(t, to)) return false;
  direction = as_grid_direction(grid, from, to);
  return !(as_grid_step_cost(grid, &t->rules, from, to, direction) < INFINITY) ||
         !(as_grid_step_cost(grid, &t->rules, to, from, as_opposite(direction)) < INFINITY);
}

/* Half the thickness of a wall. */
static double wall_half(const tracer *t)
{
  const double *cell = t->grid->def.cell;
  bool one_size = t->grid->staggered && !t->grid->def.drawn;
  return (one_size ? cell[0] : as_min(cell[0], cell[1])) * 0x1p-13;
}

/* Append an obstacle around a line, thick enough not to be flattened by rounding. */
static bool make_wall(tracer *t, const double from[2], const double to[2])
{
  double xy[8], half = wall_half(t), u = to[0] - from[0], v = to[1] - from[1], length = as_length(u, v, 0), least = 0;
  uint32_t k;
  for (k = 0; k < 2; k++) least = fmax(least, 4 * DBL_EPSILON * fmax(fabs(from[k]), fabs(to[k])));
  half = fmax(half, least);
  u *= half / length;
  v *= half / length;
  for (k = 0; k < 4; k++) {
    const double *end = k == 0 || k == 3 ? from : to;
    const double on = end == to ? 1 : -1, aside = k < 2 ? 1 : -1;
    xy[2 * k] = as_coordinate(end[0] + (on * u + aside * v));
    xy[2 * k + 1] = as_coordinate(end[1] + (on * v - aside * u));
  }
  return as_outlines_append(&t->contours->outlines, t->memory, xy, 4) && end_obstacle(t);
}

/* One wall along the sides of all cells from one to another in a column or row. */
static bool make_wall_along(tracer *t, const spot *first, const spot *last, uint32_t side)
{
  bool backwards = !t->grid->staggered && side == 2;
  double from[2], to[2];
  corner_place(t, first, backwards ? side + 1 : side, from);
  corner_place(t, last, backwards ? side : side + 1, to);
  return make_wall(t, from, to);
}

/* The walls on one side of a column or row of `length` cells; adjacent ones on squares make one wall. */
static bool make_walls_along(tracer *t, spot s, uint32_t length, uint32_t side)
{
  const bool down = !t->grid->staggered && side == 1;
  spot first = s, last = s;
  bool open = false;
  uint32_t i;
  for (i = 0; i < length; i++) {
    bool wall = is_wall(t, &s, side);
    if (open && (!wall || t->grid->staggered)) {
      if (!make_wall_along(t, &first, &last, side)) return false;
      open = false;
    }
    if (wall) {
      if (!open) first = s;
      open = true;
      last = s;
    }
    /* s.at is not used here. */
    if (down) s.row++;
    else s.col++;
  }
  return !open || make_wall_along(t, &first, &last, side);
}

/* Whether there are walls, or may be. */
static bool have_walls(const tracer *t)
{
  return t->grid->walled_cells > 0 || (t->rules.limited && t->grid->heights);
}

static bool make_walls(tracer *t)
{
  const as_grid *grid = t->grid;
  uint32_t side, i;
  if (!have_walls(t)) return true;
  for (side = 0; side < t->sides; side++) {
    const bool down = !grid->staggered && side == 1;
    const uint32_t lines = down ? grid->width : grid->rows, length = down ? grid->rows : grid->width;
    for (i = 0; i < lines; i++) {
      const spot s = spot_of(t, mark_of(t, down ? i : 0, down ? 0 : i));
      if (!make_walls_along(t, s, length, side)) return false;
    }
  }
  return true;
}

/* ---- The map ---- */

void as_cell_map_free(as_cell_map *map, as_memory *m)
{
  uint32_t axis;
  if (map->bits) as_free(m, map->bits, (size_t)map->stride * (map->size[1] + 2), uint64_t);
  for (axis = 0; axis < 2; axis++) {
    if (map->lines[axis]) as_free(m, map->lines[axis], (size_t)map->size[axis] + 1, double);
  }
  memset(map, 0, sizeof *map);
}

/* Fill in the map from the marks. */
static bool make_map(tracer *t)
{
  as_cell_map *map = &t->contours->map;
  uint32_t axis, row, col, i;
  map->size[0] = t->grid->width;
  map->size[1] = t->grid->rows;
  map->stride = (t->grid->width + 2 + 63) / 64 + 1;
  map->bits = as_new(t->memory, (size_t)map->stride * (t->grid->rows + 2), uint64_t);
  for (axis = 0; axis < 2; axis++) map->lines[axis] = as_new(t->memory, (size_t)map->size[axis] + 1, double);
  if (!map->bits || !map->lines[0] || !map->lines[1]) return false;
  memset(map->bits, 0, (size_t)map->stride * (t->grid->rows + 2) * sizeof *map->bits);
  for (row = 0; row < map->size[1]; row++) {
    const uint8_t *marks = t->marks + mark_of(t, 0, row);
    uint64_t *bits = map->bits + (size_t)map->stride * (row + 1);
    uint64_t word = 0;
    for (col = 1; col <= map->size[0]; col++) {
      word |= (uint64_t)!(marks[col - 1] & SOLID) << col % 64;
      if (col % 64 < 63 && col < map->size[0]) continue;
      bits[col / 64] = word;
      word = 0;
    }
  }
  for (axis = 0; axis < 2; axis++) {
    for (i = 0; i <= map->size[axis]; i++) {
      double xy[2];
      place(t, axis == 0 ? i : 0, axis == 0 ? 0 : i, xy);
      map->lines[axis][i] = xy[axis];
    }
  }
  return true;
}

/* ---- All together ---- */

/* Begin with a grid; false if it is too large. */
static bool begin(tracer *t, as_contours *c, as_memory *m, const astar_graph *graph, uint32_t floor, astar_unit unit)
{
  uint64_t stride, count;
  memset(t, 0, sizeof *t);
  t->contours = c;
  t->memory = m;
  t->grid = as_grid_on(graph->grid, floor, &t->copy);
  t->rules = as_units_rules(&graph->units, unit);
  astar_assert(t->grid && !t->grid->def.wrap_x && !t->grid->def.wrap_y);
  stride = (uint64_t)t->grid->width + 2;
  count = stride * ((uint64_t)t->grid->rows + 2);
  if (count > UINT32_MAX) return false;
  t->stride = (uint32_t)stride;
  t->mark_count = (uint32_t)count;
  set_layout(t);
  return true;
}

/* Take memory for the marks, all zeros. */
static bool make_marks(tracer *t)
{
  t->marks = as_new(t->memory, t->mark_count, uint8_t);
  if (t->marks) memset(t->marks, 0, t->mark_count);
  return t->marks != NULL;
}

static bool make(tracer *t)
{
  uint32_t obstacles;
  if (!make_marks(t) || !make_bounds(t) || !make_obstacles(t)) return false;
  obstacles = t->contours->count;
  if (!make_walls(t)) return false;
  return t->grid->def.shape != ASTAR_SQUARE || t->contours->count > obstacles || make_map(t);
}

astar_result as_contours_make(as_contours *c, as_memory *m, const astar_graph *graph, uint32_t floor, astar_unit unit)
{
  tracer t;
  bool made;
  memset(c, 0, sizeof *c);
  made = begin(&t, c, m, graph, floor, unit) && make(&t);
  if (t.marks) as_free(m, t.marks, t.mark_count, uint8_t);
  as_free(m, t.cells, t.blocked, uint32_t);
  if (made) return ASTAR_OK;
  as_contours_free(c, m);
  return ASTAR_NO_MEMORY;
}

void as_contours_free(as_contours *c, as_memory *m)
{
  as_outlines_free(&c->outlines, m);
  as_outlines_free(&c->bounds, m);
  as_cell_map_free(&c->map, m);
  as_free(m, c->ends, c->capacity, uint32_t);
  memset(c, 0, sizeof *c);
}

/* ---- Edits ---- */

bool as_contours_have_walls(const astar_graph *graph, astar_unit unit)
{
  tracer t;
  t.grid = graph->grid;
  t.rules = as_units_rules(&graph->units, unit);
  return have_walls(&t);
}

void as_cell_owners_free(as_cell_owners *o, as_memory *m)
{
  if (o->owners) as_free(m, o->owners, o->count, uint32_t);
  if (o->marks) as_free(m, o->marks, o->count, uint8_t);
  memset(o, 0, sizeof *o);
}

/*
** Give a cell that cannot be entered, and all that are connected with it by sides, a number. The queue has room for
** all.
*/
static void own_all(const tracer *t, uint32_t *owners, uint32_t *queue, uint32_t at, uint32_t number)
{
  uint32_t count = 0, i, side;
  queue[count++] = at;
  owners[at] = number;
  for (i = 0; i < count; i++) {
    const int64_t *offsets = offsets_at(t, queue[i]);
    for (side = 0; side < t->sides; side++) {
      const uint32_t next = (uint32_t)(queue[i] + offsets[side]);
      if (owners[next] != UINT32_MAX) continue;
      owners[next] = number;
      queue[count++] = next;
    }
  }
}

bool as_cell_owners_make(as_cell_owners *o, as_memory *m, const astar_graph *graph, uint32_t floor, astar_unit unit)
{
  uint32_t row, col, cell, at, blocked = 0, number = 0, *queue = NULL;
  tracer t;
  memset(o, 0, sizeof *o);
  if (!begin(&t, NULL, m, graph, floor, unit)) return false;
  o->count = t.mark_count;
  o->owners = as_new(m, o->count, uint32_t);
  o->marks = as_new(m, o->count, uint8_t);
  if (o->owners && o->marks) {
    memset(o->owners, 0, o->count * sizeof *o->owners);
    memset(o->marks, 0, o->count);
    for (row = 0, cell = t.grid->base; row < t.grid->rows; row++) {
      for (col = 0; col < t.grid->width; col++, cell++) {
        if (can_enter(&t, cell)) continue;
        o->owners[mark_of(&t, col, row)] = UINT32_MAX;
        blocked++;
      }
    }
    if (blocked == 0) return true;
    queue = as_new(m, blocked, uint32_t);
  }
  if (!queue) {
    as_cell_owners_free(o, m);
    return false;
  }
  for (at = 0; at < o->count; at++) {
    if (o->owners[at] == UINT32_MAX) own_all(&t, o->owners, queue, at, ++number);
  }
  as_free(m, queue, blocked, uint32_t);
  return true;
}

/* Append a number to a list. */
static bool append(as_memory *m, uint32_t **list, uint32_t *count, uint32_t *capacity, uint32_t number)
{
  if (!as_reserve(m, list, capacity, (uint64_t)*count + 1, sizeof **list)) return false;
  (*list)[(*count)++] = number;
  return true;
}

static bool list_cell(const tracer *t, as_contour_edit *e, uint32_t at)
{
  if (!append(t->memory, &e->cells, &e->cell_count, &e->cell_capacity, at)) return false;
  t->marks[at] |= SEEN;
  return true;
}

/* List the obstacle that a cell was part of, with its cells, unless it is listed. */
static astar_result list_obstacle(const tracer *t, const as_cell_owners *o, as_contour_edit *e, uint32_t at,
                                  uint32_t most)
{
  const uint32_t number = o->owners[at];
  uint32_t i = e->cell_count, side;
  if (number == 0 || t->marks[at] & SEEN) return ASTAR_OK;
  if (!append(t->memory, &e->removed, &e->removed_count, &e->removed_capacity, number) || !list_cell(t, e, at))
    return ASTAR_NO_MEMORY;
  for (; i < e->cell_count; i++) {
    const uint32_t cell = e->cells[i];
    const int64_t *offsets = offsets_at(t, cell);
    if (e->cell_count > most) return ASTAR_FULL;
    for (side = 0; side < t->sides; side++) {
      const uint32_t next = (uint32_t)(cell + offsets[side]);
      if (o->owners[next] == number && !(t->marks[next] & SEEN) && !list_cell(t, e, next)) return ASTAR_NO_MEMORY;
    }
  }
  return ASTAR_OK;
}

/* The cell of a mark, from 0. */
static uint32_t cell_of(const tracer *t, uint32_t at)
{
  const spot s = spot_of(t, at);
  return as_grid_cell_at(t->grid, s.col, s.row);
}

/* List what a cell changes, if it has changed. */
static astar_result list_change(const tracer *t, const as_cell_owners *o, as_contour_edit *e, uint32_t cell,
                                uint32_t most)
{
  const uint32_t at = mark_of(t, as_grid_col(t->grid, cell), as_grid_floor_row(t->grid, as_grid_row(t->grid, cell)));
  const bool free = can_enter(t, cell);
  const int64_t *offsets;
  uint32_t side;
  if (free == (o->owners[at] == 0) || t->marks[at] & SEEN) return ASTAR_OK;
  if (free) return list_obstacle(t, o, e, at, most);
  if (!list_cell(t, e, at)) return ASTAR_NO_MEMORY;
  if (e->cell_count > most) return ASTAR_FULL;
  offsets = offsets_at(t, at);
  for (side = 0; side < t->sides; side++) {
    const astar_result result = list_obstacle(t, o, e, (uint32_t)(at + offsets[side]), most);
    if (result != ASTAR_OK) return result;
  }
  return ASTAR_OK;
}

/* Move an item of a heap down, until no item below it is larger. */
static void sift(uint32_t *list, uint32_t count, uint32_t at)
{
  const uint32_t moved = list[at];
  for (;;) {
    uint32_t child = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count && list[child + 1] > list[child]) child++;
    if (list[child] <= moved) break;
    list[at] = list[child];
    at = child;
  }
  list[at] = moved;
}

/* Heapsort (Williams 1964): in place, and in O(n log n) for any list. */
static void sort(uint32_t *list, uint32_t count)
{
  uint32_t i;
  for (i = count / 2; i > 0; i--) sift(list, count, i - 1);
  for (i = count; i > 1; i--) {
    const uint32_t last = list[i - 1];
    list[i - 1] = list[0];
    list[0] = last;
    sift(list, i - 1, 0);
  }
}

/* Trace the obstacles that the listed cells are part of now. */
static bool trace_listed(tracer *t, as_contour_edit *e)
{
  uint32_t i, ends = 0;
  for (i = 0; i < e->cell_count; i++) t->marks[e->cells[i]] = can_enter(t, cell_of(t, e->cells[i])) ? 0 : SOLID;
  /* The first cell decides where an outline begins. */
  sort(e->cells, e->cell_count);
  if (!as_reserve(t->memory, &e->traced, &e->traced_capacity, e->cell_count, sizeof *e->traced)) return false;
  t->cells = e->traced;
  for (i = 0; i < e->cell_count; i++) {
    if ((t->marks[e->cells[i]] & (SOLID | SEEN)) != SOLID) continue;
    if (!make_obstacle(t, e->cells[i]) || !append(t->memory, &e->traced_ends, &ends, &e->end_capacity, t->cell_count))
      return false;
  }
  return true;
}

astar_result as_contours_edit(as_contour_edit *e, as_memory *m, as_cell_owners *o, const astar_graph *graph,
                              uint32_t floor, astar_unit unit, const uint32_t *cells, uint32_t count, uint32_t most)
{
  astar_result result = ASTAR_OK;
  uint32_t i;
  tracer t;
  if (!begin(&t, &e->contours, m, graph, floor, unit)) return ASTAR_NO_MEMORY;
  astar_assert(t.mark_count == o->count && !have_walls(&t));
  t.marks = o->marks;
  for (i = 0; i < count && result == ASTAR_OK; i++) result = list_change(&t, o, e, cells[i], most);
  if (result == ASTAR_OK && e->cell_count > 0 && !trace_listed(&t, e)) result = ASTAR_NO_MEMORY;
  for (i = 0; i < e->cell_count; i++) t.marks[e->cells[i]] = 0;
  return result;
}

void as_contour_edit_free(as_contour_edit *e, as_memory *m)
{
  as_contours_free(&e->contours, m);
  as_free(m, e->removed, e->removed_capacity, uint32_t);
  as_free(m, e->cells, e->cell_capacity, uint32_t);
  as_free(m, e->traced, e->traced_capacity, uint32_t);
  as_free(m, e->traced_ends, e->end_capacity, uint32_t);
  memset(e, 0, sizeof *e);
}

void as_cell_owners_apply(as_cell_owners *o, const as_contour_edit *e, const uint32_t *numbers)
{
  uint32_t i, k = 0;
  for (i = 0; i < e->cell_count; i++) o->owners[e->cells[i]] = 0;
  for (i = 0; i < e->contours.count; i++) {
    for (; k < e->traced_ends[i]; k++) o->owners[e->traced[k]] = numbers[i];
  }
}
