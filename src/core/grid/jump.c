/*
** jump.c: see jump.h. Jump points (Harabor & Grastien, "Online graph pruning for pathfinding on grid maps", 2011)
** without corner cutting, with block-based scanning and without intermediate turning points (the same, "Improving
** jump point search", 2014).
**
** Of routes of equal cost only the one with the earliest diagonal steps is kept. So a straight run needs to turn
** only where a cell beside it is open and the one before that is blocked (a forced neighbour): a jump point. A
** diagonal run may turn into its row or column at any cell. The jump point found there is itself the successor,
** without the turning point: every successor is reached by diagonal steps followed by straight ones.
*/
#include "grid/jump.h"

#include "base/bits.h"
#include "grid/grid.h"

#define NO_GOAL_AHEAD UINT32_MAX

static void place(const as_grid *grid, uint32_t cell, uint32_t at[2])
{
  at[1] = as_grid_row(grid, cell);
  at[0] = cell - at[1] * grid->width;
}

/* ---- Life ---- */

bool as_jump_applies(const astar_graph *g, const as_rules *rules, astar_id start, astar_id goal)
{
  const as_grid *grid = g->grid;
  return as_is_cell(g, start) && as_is_cell(g, goal) && grid->closed_cells == 0 &&
         !isnan(rules->costs[grid->entry[goal - 1]]) && as_bitmaps_apply(grid, rules) &&
         g->cell_nodes.count == 0;
}

astar_result as_jump_begin(as_jump **jump, as_memory *m, astar_graph *g, const as_rules *rules, astar_id goal)
{
  as_grid *grid = g->grid;
  const double multiplier = rules->costs[grid->entry[goal - 1]];
  as_jump *j = *jump;
  if (!as_bitmaps_make(grid, rules, g->units.terrains.count + 1)) return ASTAR_NO_MEMORY;
  if (!j) {
    j = as_new(m, 1, as_jump);
    if (!j) return ASTAR_NO_MEMORY;
    j->bitmap = NULL;
  }
  as_bitmap_release(j->bitmap);
  j->bitmap = as_bitmap_hold(as_bitmaps_find(grid, rules));
  place(grid, goal - 1, j->goal);
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

/* ---- Scanning: the distance along a line from the cell at `bit` to the next jump point or the goal ---- */

/*
** The result of a scan that stopped `stop` cells away, at a blocked cell or a jump point, with the goal `to_goal`
** cells away: the distance to the nearer of jump point and goal, or 0 if the blocked cell comes first.
*/
static inline uint32_t decide(uint32_t stop, bool blocked, uint32_t to_goal)
{
  if (to_goal <= stop - blocked) return to_goal;
  return blocked ? 0 : stop;
}

/* The bits of a window without its first cell, whose predecessor is not in it. */
#define WINDOW_UP ((((uint64_t)1 << AS_WINDOW) - 1) & ~(uint64_t)1)
#define WINDOW_DOWN (WINDOW_UP << (63 - AS_WINDOW))

static inline uint32_t scan_up(const as_lines *lines, uint64_t bit, uint32_t to_goal)
{
  uint32_t passed = 0;
  for (;;) {
    uint64_t here = as_window_up(lines, bit), above = as_window_up(lines, bit - lines->stride);
    uint64_t below = as_window_up(lines, bit + lines->stride);
    uint64_t stops = ((above & ~(above << 1)) | (below & ~(below << 1)) | ~here) & WINDOW_UP;
    if (stops != 0) {
      uint32_t at = as_lowest_bit(stops);
      return decide(passed + at, !(here >> at & 1), to_goal);
    }
    passed += AS_WINDOW - 1;
    bit += AS_WINDOW - 1;
  }
}

static inline uint32_t scan_down(const as_lines *lines, uint64_t bit, uint32_t to_goal)
{
  uint32_t passed = 0;
  for (;;) {
    uint64_t here = as_window_down(lines, bit), above = as_window_down(lines, bit - lines->stride);
    uint64_t below = as_window_down(lines, bit + lines->stride);
    uint64_t stops = ((above & ~(above >> 1)) | (below & ~(below >> 1)) | ~here) & WINDOW_DOWN;
    if (stops != 0) {
      uint32_t at = as_highest_bit(stops);
      return decide(passed + 63 - at, !(here >> at & 1), to_goal);
    }
    passed += AS_WINDOW - 1;
    bit -= AS_WINDOW - 1;
  }
}

/* ---- Successors ---- */

/* One expansion. Axis 0 runs along rows, axis 1 along columns; positions are {column, row}. */
typedef struct expander {
  const as_jump *jump;
  const as_lines *lines[2]; /* by axis */
  uint32_t width;
  as_expansion *expansion;
} expander;

static void add(const expander *w, uint32_t col, uint32_t row, double cost)
{
  as_expansion *e = w->expansion;
  const as_direct *p = e->direct;
  const uint32_t slot = row * w->width + col;
  const double g = as_advance(e->rules, e->from, cost);
  as_record *record = as_records_peek(&e->records, slot);
  if (as_record_known(&e->records, record, g)) return;
  /* After a successor that cannot be relaxed here, the others go into the list too: they must stay in order. */
  if (p && e->count == 0 &&
      as_relax_direct(e, slot, record, g, as_octile_steps(fabs(col - p->goal[0]), fabs(row - p->goal[1]),
                                                          p->straight_u, p->straight_v, p->diagonal)))
    return;
  as_expansion_put(e, slot, cost);
}

/* The index of a cell's bit in the rows and in the columns. */
static void bits_of(const expander *w, const uint32_t at[2], uint64_t bits[2])
{
  bits[0] = as_bit(w->lines[0], at[1], at[0]);
  bits[1] = as_bit(w->lines[1], at[0], at[1]);
}

/*
** Add the jump point along an axis in the direction `sign`, if there is one. `bit` is the bit of `from` in the lines
** of that axis, `before` the cost from the expanded cell to `from`.
*/
static AS_INLINE void jump_straight(const expander *w, const uint32_t from[2], uint64_t bit, uint32_t axis, int sign,
                                    double before)
{
  const uint32_t *goal = w->jump->goal;
  uint32_t to_goal = NO_GOAL_AHEAD, steps, at;
  if (goal[1 - axis] == from[1 - axis]) {
    if (sign > 0 && goal[axis] > from[axis]) to_goal = goal[axis] - from[axis];
    if (sign < 0 && goal[axis] < from[axis]) to_goal = from[axis] - goal[axis];
  }
  steps = sign > 0 ? scan_up(w->lines[axis], bit, to_goal) : scan_down(w->lines[axis], bit, to_goal);
  if (steps == 0) return;
  at = sign > 0 ? from[axis] + steps : from[axis] - steps;
  add(w, axis == 0 ? at : from[0], axis == 0 ? from[1] : at, before + steps * w->jump->costs[axis]);
}

/* Add the jump points in the rows and columns of a diagonal run, until that is blocked or meets the goal. */
static AS_INLINE void jump_diagonally(const expander *w, const uint32_t from[2], int across, int down)
{
  const as_lines *rows = w->lines[0], *columns = w->lines[1];
  const uint64_t right = (uint64_t)(int64_t)across, below = down > 0 ? rows->stride : 0 - rows->stride;
  const uint64_t low = (uint64_t)(int64_t)down, beside = across > 0 ? columns->stride : 0 - columns->stride;
  const uint32_t *goal = w->jump->goal;
  uint64_t bits[2];
  uint32_t at[2], steps;
  at[0] = from[0];
  at[1] = from[1];
  bits_of(w, at, bits);
  for (steps = 1;; steps++) {
    double cost = steps * w->jump->diagonal;
    if (!as_bit_set(rows, bits[0] + right) || !as_bit_set(rows, bits[0] + below) ||
        !as_bit_set(rows, bits[0] + right + below))
      return;
    bits[0] += right + below;
    bits[1] += low + beside;
    at[0] += (uint32_t)across;
    at[1] += (uint32_t)down;
    if (at[0] == goal[0] && at[1] == goal[1]) {
      add(w, at[0], at[1], cost);
      return;
    }
    jump_straight(w, at, bits[0], 0, across, cost);
    jump_straight(w, at, bits[1], 1, down, cost);
  }
}

/* The same two for arguments that are not constant: dispatch to one inlined copy for each direction. */
static void expand_diagonally(const expander *w, const uint32_t from[2], int across, int down)
{
  if (across > 0 && down > 0) jump_diagonally(w, from, 1, 1);
  else if (across > 0) jump_diagonally(w, from, 1, -1);
  else if (down > 0) jump_diagonally(w, from, -1, 1);
  else jump_diagonally(w, from, -1, -1);
}

static void expand_straight(const expander *w, const uint32_t from[2], const uint64_t bits[2], uint32_t axis, int sign)
{
  if (axis == 0 && sign > 0) jump_straight(w, from, bits[0], 0, 1, 0);
  else if (axis == 0) jump_straight(w, from, bits[0], 0, -1, 0);
  else if (sign > 0) jump_straight(w, from, bits[1], 1, 1, 0);
  else jump_straight(w, from, bits[1], 1, -1, 0);
}

/*
** Expand a cell that was reached by straight steps: the natural neighbour ahead, and on each side where the cell
** behind is blocked the forced neighbours.
*/
static void expand_pruned(const expander *w, const uint32_t from[2], uint32_t axis, int sign)
{
  const as_lines *lines = w->lines[axis];
  uint64_t bits[2], behind = 0 - (uint64_t)(int64_t)sign;
  int side;
  bits_of(w, from, bits);
  expand_straight(w, from, bits, axis, sign);
  for (side = -1; side <= 1; side += 2) {
    uint64_t beside = bits[axis] + (side > 0 ? lines->stride : 0 - lines->stride);
    if (!as_bit_set(lines, beside) || as_bit_set(lines, beside + behind)) continue;
    expand_straight(w, from, bits, 1 - axis, side);
    if (axis == 0) expand_diagonally(w, from, sign, side);
    else expand_diagonally(w, from, side, sign);
  }
}

static int sign_of(uint32_t from, uint32_t to)
{
  return (to > from) - (to < from);
}

static uint32_t gap(uint32_t a, uint32_t b)
{
  return a > b ? a - b : b - a;
}

void as_jump_expand(void *self, as_expansion *e)
{
  const as_jump *jump = e->run;
  const as_grid *grid = ((const astar_graph *)self)->grid;
  uint32_t at[2], from[2], axis;
  expander w;
  w.jump = jump;
  w.lines[0] = &w.jump->bitmap->rows;
  w.lines[1] = &w.jump->bitmap->columns;
  w.width = grid->width;
  w.expansion = e;
  place(grid, e->slot, at);
  if (e->parent == AS_NO_SLOT) {
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
    place(grid, e->parent, from);
    axis = gap(from[0], at[0]) > gap(from[1], at[1]) ? 0 : 1;
    expand_pruned(&w, at, axis, sign_of(from[axis], at[axis]));
  }
}

uint32_t as_jump_prepare(void *self, uint32_t slot, uint32_t parent)
{
  const as_grid *grid = ((const astar_graph *)self)->grid;
  const uint32_t least = grid->width < grid->height ? grid->width : grid->height;
  (void)slot;
  (void)parent;
  /* Two for each step of the four diagonals, and four straight ones. */
  return least < UINT32_MAX / 16 ? 8 * least + 4 : UINT32_MAX - 1;
}

/* ---- Between jump points ---- */

uint32_t as_jump_steps(const void *self, uint32_t from, uint32_t to, uint32_t *turn)
{
  const as_grid *grid = ((const astar_graph *)self)->grid;
  uint32_t a[2], b[2], across, down, slanted;
  place(grid, from, a);
  place(grid, to, b);
  across = gap(a[0], b[0]);
  down = gap(a[1], b[1]);
  slanted = across < down ? across : down;
  *turn = slanted == 0 || across == down ? AS_NO_SLOT :
          from + slanted * ((uint32_t)sign_of(a[1], b[1]) * grid->width + (uint32_t)sign_of(a[0], b[0]));
  return across > down ? across : down;
}
