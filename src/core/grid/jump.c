/*
** jump.c: see jump.h. Jump points (Harabor & Grastien, "Online graph pruning for pathfinding on grid maps", 2011), also
** without corner cutting, with block-based scanning and without intermediate turning points (the same, "Improving
** jump point search", 2014).
**
** Of routes of equal cost only the one with the earliest diagonal steps is kept. So a straight run needs to turn only
** where a blocked cell beside it ends (a forced neighbour): a jump point. Where no corner may be cut, the route turns
** beside the open cell after the blocked one, straight or diagonally; else it turns beside the blocked cell,
** diagonally, if the rule for corners permits that step. A diagonal run may turn into its row or column at any cell.
** The jump point found there is itself the successor, without the turning point: every successor is reached by diagonal
** steps followed by straight ones. Where corners may be cut, a cell of a diagonal run is a jump point, too, if the cell
** behind it on one side is blocked and the next one on that side is not.
*/
#include "grid/jump.h"

#include "base/bits.h"
#include "grid/grid.h"

/* Costs of a step for which no sum overflows or loses digits at the lower end of all numbers. */
#define COST_LEAST 1e-200
#define COST_MOST 1e200

/* ---- Life ---- */

/* The same where the cells that the unit can enter have a multiplier, if they all have the same. */
static bool serves_at(const astar_graph *g, const as_rules *rules, double multiplier)
{
  const as_grid *grid = as_grid_view(g->grid, rules);
  return grid->closed_cells == 0 && g->cell_nodes.count == 0 && !isnan(multiplier) &&
         grid->steps[1] * multiplier > COST_LEAST && grid->steps[3] * multiplier > COST_LEAST &&
         grid->steps[0] * multiplier < COST_MOST && as_bitmaps_apply(grid, rules);
}

bool as_jump_serves(const astar_graph *g, const as_rules *rules)
{
  return serves_at(g, rules, as_grid_scale(as_grid_view(g->grid, rules), rules));
}

bool as_jump_applies(const astar_graph *g, const as_rules *rules, astar_id start, astar_id goal)
{
  return as_is_cell(g, start) && as_is_cell(g, goal) &&
         serves_at(g, rules, rules->costs[as_grid_entry(as_grid_view(g->grid, rules), goal - 1)]);
}

astar_result as_jump_begin(as_jump **jump, as_memory *m, astar_graph *g, const as_rules *rules, astar_id goal)
{
  as_grid *grid = as_grid_view(g->grid, rules);
  const double multiplier = rules->costs[as_grid_entry(grid, goal - 1)];
  as_jump *j = *jump;
  if (!as_bitmaps_make(grid, rules, g->units.terrains.count + 1)) return ASTAR_NO_MEMORY;
  if (!j) {
    j = as_new(m, 1, as_jump);
    if (!j) return ASTAR_NO_MEMORY;
    j->bitmap = NULL;
  }
  as_bitmap_release(j->bitmap);
  j->bitmap = as_bitmap_hold(as_bitmaps_find(grid, rules));
  j->grid = grid;
  j->width = grid->width;
  as_grid_place(grid, goal - 1, j->goal);
  j->costs[0] = grid->steps[4] * multiplier;
  j->costs[1] = grid->steps[6] * multiplier;
  j->diagonal = grid->steps[7] * multiplier;
  *jump = j;
  return ASTAR_OK;
}

void as_jump_free(as_jump *jump, as_memory *m)
{
  as_bitmap_release(jump->bitmap);
  as_free(m, jump, 1, as_jump);
}

/* ---- Reading bits ---- */

/* Make sure that the bits of the block of a cell are there, and those of the cells around it. */
static AS_INLINE void look_around(const as_jump *jump, uint32_t col, uint32_t row)
{
  as_bitmap *b = jump->bitmap;
  if (b->whole || b->made[as_bits_block(b, col, row)] == AS_BITS_AROUND) return;
  as_bits_make_around(b, jump->grid, as_bits_block(b, col, row));
}

/* The distance along a line from the cell at `bit` to the next stop, where all blocks are there. */
static AS_INLINE uint32_t scan_up(const as_lines *stops, uint64_t bit)
{
  uint32_t passed = 1;
  for (;; passed += AS_WINDOW) {
    const uint64_t window = as_window_up(stops, bit + passed);
    if (window != 0) return passed + as_lowest_bit(window);
  }
}

static AS_INLINE uint32_t scan_down(const as_lines *stops, uint64_t bit)
{
  uint32_t passed = 1;
  for (;; passed += AS_WINDOW) {
    const uint64_t window = as_window_down(stops, bit - passed);
    if (window != 0) return passed + 63 - as_highest_bit(window);
  }
}

/* The same where not all are, but that of the cell is: by the words of the blocks that the line crosses. */
static AS_NOINLINE uint32_t scan_blocks(const as_jump *jump, const uint32_t from[2], uint32_t axis, int sign)
{
  as_bitmap *b = jump->bitmap;
  const as_lines *stops = sign > 0 ? &b->up[axis] : &b->down[axis];
  const size_t step = axis == 0 ? 1 : b->strides[0];
  const uint64_t *at = as_bits_word(b, stops, axis, from);
  const uint32_t shift = (sign > 0 ? from[axis] + 1 : 62 - from[axis]) & 63;
  uint64_t word = sign > 0 ? *at >> shift >> 1 : *at << shift << 1;
  size_t block = as_bits_block(b, from[0], from[1]);
  uint32_t passed;
  if (word != 0) return 1 + (sign > 0 ? as_lowest_bit(word) : 63 - as_highest_bit(word));
  for (passed = 64 - shift;; passed += 64) {
    at = sign > 0 ? at + step * AS_BLOCK_WORDS : at - step * AS_BLOCK_WORDS;
    block = sign > 0 ? block + step : block - step;
    if (b->made[block] < AS_BITS_MADE) as_bits_look(b, jump->grid, block);
    word = b->made[block] == AS_BITS_OPEN ? 0 : *at;
    if (word != 0) return passed + (sign > 0 ? as_lowest_bit(word) : 63 - as_highest_bit(word));
  }
}

/* ---- Successors ---- */

/* One expansion. Axis 0 runs along rows, axis 1 along columns; positions are {column, row}. */
typedef struct expander {
  const as_jump *jump;
  const as_bitmap *bitmap;
  as_successor *next; /* where the next successor is to be put */
} expander;

static inline void add(expander *w, uint32_t col, uint32_t row, double cost)
{
  w->next->slot = row * w->jump->width + col;
  w->next++->cost = cost;
}

/* The index of a cell's bit in the rows and in the columns. */
static void bits_of(const expander *w, const uint32_t at[2], uint64_t bits[2])
{
  bits[0] = as_bit(&w->bitmap->lines[0], at[1], at[0]);
  bits[1] = as_bit(&w->bitmap->lines[1], at[0], at[1]);
}

/*
** Add the jump point or the goal along an axis in the direction `sign`, if there is one before a blocked cell. `bit` is
** the bit of `from` in the lines of that axis, `before` the cost from the expanded cell to `from`. `whole` is that of
** the bitmap, here and below.
*/
static AS_INLINE void jump_straight(expander *w, const uint32_t from[2], uint64_t bit, uint32_t axis, int sign,
                                    double before, bool whole)
{
  const uint32_t *goal = w->jump->goal;
  uint32_t steps = !whole     ? scan_blocks(w->jump, from, axis, sign)
                   : sign > 0 ? scan_up(&w->bitmap->up[axis], bit)
                              : scan_down(&w->bitmap->down[axis], bit);
  uint32_t at = sign > 0 ? from[axis] + steps : from[axis] - steps;
  bool stops = !whole ? as_bits_open(w->bitmap, axis == 0 ? at : from[0], axis == 0 ? from[1] : at)
                      : as_bit_set(&w->bitmap->lines[axis], sign > 0 ? bit + steps : bit - steps);
  if (goal[1 - axis] == from[1 - axis]) {
    const uint32_t to_goal = sign > 0 ? goal[axis] - from[axis] : from[axis] - goal[axis]; /* behind: large */
    if (to_goal != 0 && to_goal <= steps) {
      steps = to_goal;
      stops = true;
    }
  }
  if (!stops) return;
  at = sign > 0 ? from[axis] + steps : from[axis] - steps;
  add(w, axis == 0 ? at : from[0], axis == 0 ? from[1] : at, before + steps * w->jump->costs[axis]);
}

/* From a bit to that beside it, one line on or back. */
static AS_INLINE uint64_t line_step(const as_lines *lines, int sign)
{
  const uint64_t bits = (uint64_t)lines->stride << 6;
  return sign > 0 ? bits : 0 - bits;
}

/*
** Whether a cell, so many columns and rows from one whose bit in the rows is `bit`, can be entered; all around it is
** there.
*/
static AS_INLINE bool is_open(const as_bitmap *b, uint64_t bit, const uint32_t at[2], int across, int down, bool whole)
{
  const as_lines *rows = &b->lines[0];
  if (!whole) return as_bits_open(b, at[0] + (uint32_t)across, at[1] + (uint32_t)down);
  if (down != 0) bit += line_step(rows, down);
  return as_bit_set(rows, bit + (uint64_t)(int64_t)across);
}

/*
** Add the jump points of a diagonal run, and those in the rows and columns of its cells, until it is blocked, or meets
** the goal or a jump point.
*/
static AS_INLINE void jump_diagonally(expander *w, const uint32_t from[2], int across, int down, astar_corners corners,
                                      bool whole)
{
  const as_bitmap *b = w->bitmap;
  const uint64_t right = (uint64_t)(int64_t)across, below = line_step(&b->lines[0], down);
  const uint64_t low = (uint64_t)(int64_t)down, beside = line_step(&b->lines[1], across);
  const uint32_t *goal = w->jump->goal;
  uint64_t bits[2];
  uint32_t at[2], steps;
  at[0] = from[0];
  at[1] = from[1];
  bits_of(w, at, bits);
  for (steps = 1;; steps++) {
    const double cost = steps * w->jump->diagonal;
    const bool open = is_open(b, bits[0], at, across, down, whole);
    const bool side = is_open(b, bits[0], at, across, 0, whole), other = is_open(b, bits[0], at, 0, down, whole);
    bool turns = false;
    if (!open) return;
    if (corners == ASTAR_CORNERS_NEVER && !(side && other)) return;
    if (corners == ASTAR_CORNERS_ONE && !(side || other)) return;
    bits[0] += right + below;
    bits[1] += low + beside;
    at[0] += (uint32_t)across;
    at[1] += (uint32_t)down;
    if (!whole) look_around(w->jump, at[0], at[1]);
    /* A blocked cell beside the way, behind which one is open. */
    if (corners != ASTAR_CORNERS_NEVER)
      turns = (!other && is_open(b, bits[0], at, -across, down, whole)) ||
              (!side && is_open(b, bits[0], at, across, -down, whole));
    if (turns || (at[0] == goal[0] && at[1] == goal[1])) {
      add(w, at[0], at[1], cost);
      return;
    }
    jump_straight(w, at, bits[0], 0, across, cost, whole);
    jump_straight(w, at, bits[1], 1, down, cost, whole);
  }
}

/* The same two for arguments that are not constant: dispatch to one inlined copy for each direction. */
static AS_INLINE void expand_quarter(expander *w, const uint32_t from[2], int across, int down, astar_corners corners,
                                     bool whole)
{
  if (across > 0 && down > 0) jump_diagonally(w, from, 1, 1, corners, whole);
  else if (across > 0) jump_diagonally(w, from, 1, -1, corners, whole);
  else if (down > 0) jump_diagonally(w, from, -1, 1, corners, whole);
  else jump_diagonally(w, from, -1, -1, corners, whole);
}

static AS_INLINE void expand_corners(expander *w, const uint32_t from[2], int across, int down, bool whole)
{
  switch (w->bitmap->corners) {
  case ASTAR_CORNERS_NEVER: expand_quarter(w, from, across, down, ASTAR_CORNERS_NEVER, whole); break;
  case ASTAR_CORNERS_ONE: expand_quarter(w, from, across, down, ASTAR_CORNERS_ONE, whole); break;
  default: expand_quarter(w, from, across, down, ASTAR_CORNERS_ALWAYS, whole); break;
  }
}

/* Of giant maps; apart, so that the other remains small. */
static AS_NOINLINE void expand_in_blocks(expander *w, const uint32_t from[2], int across, int down)
{
  expand_corners(w, from, across, down, false);
}

static void expand_diagonally(expander *w, const uint32_t from[2], int across, int down)
{
  if (w->bitmap->whole) expand_corners(w, from, across, down, true);
  else expand_in_blocks(w, from, across, down);
}

static void expand_straight(expander *w, const uint32_t from[2], const uint64_t bits[2], uint32_t axis, int sign)
{
  if (!w->bitmap->whole) jump_straight(w, from, bits[axis], axis, sign, 0, false);
  else if (axis == 0 && sign > 0) jump_straight(w, from, bits[0], 0, 1, 0, true);
  else if (axis == 0) jump_straight(w, from, bits[0], 0, -1, 0, true);
  else if (sign > 0) jump_straight(w, from, bits[1], 1, 1, 0, true);
  else jump_straight(w, from, bits[1], 1, -1, 0, true);
}

/* Whether of two cells next to each other, so many columns and rows from the expanded one, only the second is open. */
static AS_INLINE bool ends(const expander *w, const uint32_t from[2], uint64_t bit, const int beside[2],
                           const int next[2], bool whole)
{
  return !is_open(w->bitmap, bit, from, beside[0], beside[1], whole) &&
         is_open(w->bitmap, bit, from, next[0], next[1], whole);
}

/* Whether a straight run must turn to a side, because a blocked cell ends there. */
static AS_INLINE bool is_forced(const expander *w, const uint32_t from[2], const uint64_t bits[2], uint32_t axis,
                                int sign, int side)
{
  const bool never = w->bitmap->corners == ASTAR_CORNERS_NEVER;
  int beside[2], other[2];
  if (w->bitmap->whole) {
    const as_lines *lines = &w->bitmap->lines[axis];
    const uint64_t ahead = (uint64_t)(int64_t)sign, at = bits[axis] + line_step(lines, side);
    return never ? !as_bit_set(lines, at - ahead) && as_bit_set(lines, at)
                 : !as_bit_set(lines, at) && as_bit_set(lines, at + ahead);
  }
  beside[axis] = 0;
  beside[1 - axis] = other[1 - axis] = side;
  other[axis] = never ? -sign : sign;
  return never ? ends(w, from, bits[0], other, beside, false) : ends(w, from, bits[0], beside, other, false);
}

/* Expand a cell that was reached by straight steps: the natural neighbour ahead, and on each side the forced ones. */
static void expand_ahead(expander *w, const uint32_t from[2], uint32_t axis, int sign)
{
  uint64_t bits[2];
  int side;
  bits_of(w, from, bits);
  expand_straight(w, from, bits, axis, sign);
  for (side = -1; side <= 1; side += 2) {
    if (!is_forced(w, from, bits, axis, sign, side)) continue;
    if (w->bitmap->corners == ASTAR_CORNERS_NEVER) expand_straight(w, from, bits, 1 - axis, side);
    if (axis == 0) expand_diagonally(w, from, sign, side);
    else expand_diagonally(w, from, side, sign);
  }
}

/* Expand a jump point of a diagonal run: the three natural neighbours, and the forced ones. */
static void expand_corner(expander *w, const uint32_t from[2], int across, int down)
{
  const int behind[2] = {-across, 0}, below[2] = {-across, down}, above[2] = {0, -down}, right[2] = {across, -down};
  const bool whole = w->bitmap->whole;
  uint64_t bits[2];
  bits_of(w, from, bits);
  expand_straight(w, from, bits, 0, across);
  expand_straight(w, from, bits, 1, down);
  expand_diagonally(w, from, across, down);
  if (ends(w, from, bits[0], behind, below, whole)) expand_diagonally(w, from, -across, down);
  if (ends(w, from, bits[0], above, right, whole)) expand_diagonally(w, from, across, -down);
}

static int sign_of(uint32_t from, uint32_t to)
{
  return (to > from) - (to < from);
}

static uint32_t gap(uint32_t a, uint32_t b)
{
  return a > b ? a - b : b - a;
}

uint32_t as_jump_successors(const as_jump *jump, const uint32_t at[2], const uint32_t *from, as_successor *list)
{
  expander w;
  w.jump = jump;
  w.bitmap = jump->bitmap;
  w.next = list;
  look_around(jump, at[0], at[1]);
  if (!from) {
    uint64_t bits[2];
    int i;
    bits_of(&w, at, bits);
    for (i = -1; i <= 1; i += 2) {
      expand_straight(&w, at, bits, 0, i);
      expand_straight(&w, at, bits, 1, i);
      expand_diagonally(&w, at, i, -1);
      expand_diagonally(&w, at, i, 1);
    }
  } else {
    const uint32_t across = gap(from[0], at[0]), down = gap(from[1], at[1]);
    if (across == down) expand_corner(&w, at, sign_of(from[0], at[0]), sign_of(from[1], at[1]));
    else if (across > down) expand_ahead(&w, at, 0, sign_of(from[0], at[0]));
    else expand_ahead(&w, at, 1, sign_of(from[1], at[1]));
  }
  return (uint32_t)(w.next - list);
}

/* Whether all cells are open from one on, `count` of them, in the direction `sign` of an axis. */
static bool all_open(const as_jump *jump, const uint32_t from[2], uint32_t axis, int sign, uint32_t count)
{
  as_bitmap *b = jump->bitmap;
  uint32_t at[2] = {from[0], from[1]};
  if (sign < 0) at[axis] -= count - 1;
  while (count > 0) {
    const uint32_t bit = (at[axis] + 1) & 63, here = 64 - bit < count ? 64 - bit : count;
    const size_t block = as_bits_block(b, at[0], at[1]);
    as_bits_look(b, jump->grid, block);
    if (b->made[block] != AS_BITS_OPEN &&
        (~*as_bits_word(b, &b->lines[axis], axis, at) >> bit & UINT64_MAX >> (64 - here)) != 0)
      return false;
    at[axis] += here;
    count -= here;
  }
  return true;
}

/* How many of `count` diagonal steps begin in the block of a cell. */
static uint32_t steps_in_block(const uint32_t at[2], const int signs[2], uint32_t count)
{
  int i;
  for (i = 0; i < 2; i++) {
    const uint32_t place = (at[i] + 1) & 63, left = signs[i] > 0 ? 64 - place : place + 1;
    if (left < count) count = left;
  }
  return count;
}

/* Whether so many diagonal steps can be made from a cell, which moves; all around it is there. */
static AS_INLINE bool all_slanted(const as_jump *jump, uint32_t at[2], const int signs[2], uint32_t count, bool whole)
{
  const as_bitmap *b = jump->bitmap;
  uint64_t bit = as_bit(&b->lines[0], at[1], at[0]);
  for (; count > 0; count--, bit += (uint64_t)(int64_t)signs[0] + line_step(&b->lines[0], signs[1])) {
    const bool side = is_open(b, bit, at, signs[0], 0, whole), other = is_open(b, bit, at, 0, signs[1], whole);
    if (!is_open(b, bit, at, signs[0], signs[1], whole)) return false;
    if (b->corners == ASTAR_CORNERS_NEVER && !(side && other)) return false;
    if (b->corners == ASTAR_CORNERS_ONE && !(side || other)) return false;
    at[0] += (uint32_t)signs[0];
    at[1] += (uint32_t)signs[1];
  }
  return true;
}

bool as_jump_directly(const as_jump *jump, const uint32_t at[2], double *cost)
{
  const uint32_t *goal = jump->goal, across = gap(at[0], goal[0]), down = gap(at[1], goal[1]);
  const uint32_t slanted = across < down ? across : down, axis = across < down, left = across + down - 2 * slanted;
  const int signs[2] = {sign_of(at[0], goal[0]), sign_of(at[1], goal[1])};
  uint32_t to[2] = {at[0], at[1]}, steps, count;
  if (jump->bitmap->whole && !all_slanted(jump, to, signs, slanted, true)) return false;
  for (steps = 0; steps < slanted && !jump->bitmap->whole; steps += count) {
    count = steps_in_block(to, signs, slanted - steps);
    look_around(jump, to[0], to[1]);
    if (!all_slanted(jump, to, signs, count, false)) return false;
  }
  to[axis] += (uint32_t)signs[axis];
  if (left > 0 && !all_open(jump, to, axis, signs[axis], left)) return false;
  *cost = slanted * jump->diagonal + left * jump->costs[axis];
  return true;
}

void as_jump_expand(void *self, as_expansion *e)
{
  const as_grid *grid = ((const astar_graph *)self)->grid;
  uint32_t at[2], from[2], count, i;
  as_grid_place(grid, e->slot, at);
  if (e->parent != AS_NO_SLOT) as_grid_place(grid, e->parent, from);
  /* The list is read ahead of where it is written. */
  count = as_jump_successors(e->run, at, e->parent == AS_NO_SLOT ? NULL : from, e->list);
  for (i = 0; i < count; i++) {
    const as_successor next = e->list[i];
    as_expansion_add(e, next.slot, next.cost);
  }
}

uint32_t as_jump_most(const as_grid *grid)
{
  const uint32_t least = grid->width < grid->height ? grid->width : grid->height;
  /* Two for each step of the four diagonals and one at its end, and four straight ones. */
  return least < UINT32_MAX / 16 ? 8 * least + 8 : UINT32_MAX - 1;
}

uint32_t as_jump_prepare(void *self, uint32_t slot, uint32_t parent)
{
  (void)slot;
  (void)parent;
  return as_jump_most(((const astar_graph *)self)->grid);
}

/* ---- Between jump points ---- */

uint32_t as_jump_steps(const void *self, uint32_t from, uint32_t to, uint32_t *corner)
{
  const as_grid *grid = ((const astar_graph *)self)->grid;
  uint32_t a[2], b[2], across, down, slanted;
  as_grid_place(grid, from, a);
  as_grid_place(grid, to, b);
  across = gap(a[0], b[0]);
  down = gap(a[1], b[1]);
  slanted = across < down ? across : down;
  *corner = slanted == 0 || across == down ? AS_NO_SLOT :
          from + slanted * ((uint32_t)sign_of(a[1], b[1]) * grid->width + (uint32_t)sign_of(a[0], b[0]));
  return across > down ? across : down;
}
