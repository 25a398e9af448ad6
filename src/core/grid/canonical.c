/*
** canonical.c: see canonical.h. Cells around a cell c have places {x, y} relative to it; those of hexagons count
** halves.
*/
#include "grid/canonical.h"

/* Costs that differ by less, relatively, are neither equal nor different: rounding may decide. */
#define MARGIN 1e-9

#define MOST_WAYS 16u

typedef struct place {
  int x, y;
} place;

/* The neighbourhood of a cell. */
typedef struct around {
  const as_grid *grid;
  place places[AS_DIRECTIONS]; /* of the cells around it, by direction */
  uint32_t known;    /* the directions whose bit in a step map says that the cell there can be entered */
  uint32_t stepping; /* those with steps */
} around;

/* The ways from one cell to another past c: of each the bits of the step map that say that it is open. */
typedef struct ways {
  uint32_t masks[MOST_WAYS], count;
} ways;

static around look_around(const as_grid *grid, uint32_t parity)
{
  around a;
  uint32_t d;
  a.grid = grid;
  a.stepping = grid->directions[parity];
  a.known = grid->staggered ? a.stepping : 0xFF;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    const int x = as_to_col[d], y = as_to_row[d];
    a.places[d].x = x;
    a.places[d].y = y;
    if (!grid->staggered) continue;
    if (grid->by_row)
      a.places[d].x = 2 * x + as_grid_stagger(grid, (int64_t)parity + y) - as_grid_stagger(grid, parity);
    else
      a.places[d].y = 2 * y + as_grid_stagger(grid, (int64_t)parity + x) - as_grid_stagger(grid, parity);
  }
  return a;
}

/* The direction from one place to another, as seen from c, or AS_DIRECTIONS if there is no such step. */
static uint32_t step_between(const around *a, place from, place to)
{
  uint32_t d;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    if (a->stepping >> d & 1 && a->places[d].x == to.x - from.x && a->places[d].y == to.y - from.y) return d;
  }
  return AS_DIRECTIONS;
}

/* The rank of a step: two steps that a path may take in either order have different ranks, if these cost the same. */
static int rank(const around *a, uint32_t direction)
{
  const place p = a->places[direction];
  if (a->grid->staggered) {
    /* Every other of the six directions. */
    const int along = a->grid->by_row ? p.x : p.y, across = a->grid->by_row ? p.y : p.x;
    return across == 0 ? along < 0 : (along > 0) == (across > 0);
  }
  return a->grid->eight ? p.x != 0 && p.y != 0 : p.y != 0;
}

/* The bit of the cell at a place; 0 for c itself, which can be entered. */
static uint32_t bit_at(const around *a, int x, int y)
{
  uint32_t d;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    if (a->known >> d & 1 && a->places[d].x == x && a->places[d].y == y) return 1u << d;
  }
  return 0;
}

/* Write the bit sets, any of which opens the step; `to` is not tested. Returns their number. */
static uint32_t openings(const around *a, place from, place to, uint32_t sets[2])
{
  const as_grid *grid = a->grid;
  sets[0] = 0;
  if (grid->staggered || from.x == to.x || from.y == to.y || grid->open_corners == 0) return 1;
  sets[0] = bit_at(a, from.x, to.y);
  sets[1] = bit_at(a, to.x, from.y);
  if (grid->open_corners == 1) return 2;
  sets[0] |= sets[1];
  return 1;
}

/* Whether a way that costs `cost` and ends in the direction `last` makes another superfluous. */
static bool replaces(const around *a, double cost, uint32_t last, double other_cost, uint32_t other_last)
{
  if (cost == other_cost) return rank(a, last) < rank(a, other_last);
  return cost < other_cost - other_cost * MARGIN;
}

static void add_way(ways *w, uint32_t mask)
{
  astar_assert(w->count < MOST_WAYS);
  if (w->count < MOST_WAYS) w->masks[w->count++] = mask;
}

/*
** The ways from the cell before c, which led to c by a step in the direction `in`, to its neighbour in `out`. `any`:
** only those that are cheaper whatever the multipliers: by a single step no longer than that from c.
*/
static ways find_ways(const around *a, uint32_t in, uint32_t out, bool any)
{
  const double *lengths = a->grid->steps, cost = lengths[in] + lengths[out];
  const place from = a->places[AS_DIRECTIONS - 1 - in], to = a->places[out];
  uint32_t first[2], second[2], i, k, d, last;
  ways w;
  w.count = 0;
  last = step_between(a, from, to);
  if (last < AS_DIRECTIONS && (any ? lengths[last] <= lengths[out] : replaces(a, lengths[last], last, cost, out))) {
    for (i = openings(a, from, to, first); i-- > 0;) add_way(&w, first[i]);
  }
  for (d = 0; d < AS_DIRECTIONS && !any; d++) {
    uint32_t start, count;
    if (!(a->known >> d & 1)) continue;
    start = step_between(a, from, a->places[d]);
    last = step_between(a, a->places[d], to);
    if (start == AS_DIRECTIONS || last == AS_DIRECTIONS ||
        !replaces(a, lengths[start] + lengths[last], last, cost, out))
      continue;
    count = openings(a, a->places[d], to, second);
    for (i = openings(a, from, a->places[d], first); i-- > 0;) {
      for (k = 0; k < count; k++) add_way(&w, 1u << d | first[i] | second[k]);
    }
  }
  return w;
}

/* Leave out of a row of the table a step that is superfluous. */
static void prune(uint8_t row[256], uint32_t out, const ways *w)
{
  uint32_t mask, i;
  for (mask = 0; mask < 256; mask++) {
    for (i = 0; i < w->count; i++) {
      if ((mask & w->masks[i]) == w->masks[i]) row[mask] &= (uint8_t)~(1u << out);
    }
  }
}

/* Fill in the row of a table for cells reached by a step, or by none (AS_FROM_START, AS_FROM_LINK). */
static void make_row(const around *a, const uint8_t sorted[256], uint8_t row[256], uint32_t step, bool any)
{
  const uint32_t in = step < AS_DIRECTIONS ? as_direction_of[step] : 0, back = AS_DIRECTIONS - 1 - in;
  uint32_t mask, out;
  for (mask = 0; mask < 256; mask++) row[mask] = (uint8_t)(mask & a->stepping);
  /* On a tiny map cells that lie apart here may be the same. */
  if (step < AS_DIRECTIONS && !a->grid->tiny && a->stepping >> back & 1) {
    for (mask = 0; mask < 256; mask++) row[mask] &= (uint8_t)~(1u << back);
    for (out = 0; out < AS_DIRECTIONS; out++) {
      if (a->stepping >> out & 1 && out != back) {
        const ways w = find_ways(a, in, out, any);
        prune(row, out, &w);
      }
    }
  }
  for (mask = 0; mask < 256; mask++) row[mask] = sorted[row[mask]];
}

static bool is_for(const as_canonical *t, const as_grid *grid)
{
  return memcmp(t->lengths, grid->steps, sizeof t->lengths) == 0 && t->directions == grid->directions[0] &&
         t->open_corners == grid->open_corners && t->tiny == grid->tiny;
}

void as_canonical_make(as_canonical *t, const as_grid *grid)
{
  uint32_t parity, step, mask;
  if (is_for(t, grid)) return;
  for (mask = 0; mask < 256; mask++) {
    uint32_t bits = 0;
    for (step = 0; step < AS_DIRECTIONS; step++) bits |= (mask >> as_direction_of[step] & 1) << step;
    t->sorted[mask] = (uint8_t)bits;
  }
  for (parity = 0; parity < 2; parity++) {
    const around a = look_around(grid, parity);
    for (step = 0; step < AS_ARRIVALS; step++) {
      make_row(&a, t->sorted, t->steps[parity][step], step, false);
      make_row(&a, t->sorted, t->any[parity][step], step, true);
    }
  }
  memcpy(t->lengths, grid->steps, sizeof t->lengths);
  t->directions = grid->directions[0];
  t->open_corners = grid->open_corners;
  t->tiny = grid->tiny;
}
