/* grid_components.c: see grid_components.h. */
#include "grid/grid_components.h"

#include "base/bits.h"

#define NONE AS_NO_SLOT
#define BLOCK_CELLS (AS_BLOCK_SIDE * AS_BLOCK_SIDE)
#define IN_BLOCK (AS_BLOCK_SIDE - 1)

/* Maps of more blocks are sparse at first; then until searches have crossed so many sides for each block. */
#if !defined(AS_DENSE_BLOCKS)
#define AS_DENSE_BLOCKS 1024u
#endif
#define MOST_CROSSINGS 4u

#define STRAIGHT_SIDES 0x5Au /* directions 1, 3, 4, 6 */

/* ---- Parts of a block ---- */

/* The columns and rows of a block: those from `first` up to `last`, exclusive. */
typedef struct area {
  uint32_t first[2], last[2];
} area;

static area area_of(const as_grid_components *b, const as_grid *grid, uint32_t block)
{
  const uint32_t x = block % b->columns << AS_BLOCK_BITS, y = block / b->columns << AS_BLOCK_BITS;
  area a;
  a.first[0] = x;
  a.first[1] = y;
  a.last[0] = grid->width - x < AS_BLOCK_SIDE ? grid->width : x + AS_BLOCK_SIDE;
  a.last[1] = grid->height - y < AS_BLOCK_SIDE ? grid->height : y + AS_BLOCK_SIDE;
  return a;
}

static uint32_t block_of(const as_grid_components *b, const as_grid *grid, uint32_t cell)
{
  const uint32_t row = as_grid_row(grid, cell), col = as_grid_col(grid, cell);
  return (row >> AS_BLOCK_BITS) * b->columns + (col >> AS_BLOCK_BITS);
}

static AS_INLINE uint32_t place_in_block(uint32_t col, uint32_t row)
{
  return (row & IN_BLOCK) << AS_BLOCK_BITS | (col & IN_BLOCK);
}

/* The part of a block of the cell in a column and row of the map. */
static AS_INLINE uint32_t part_at(const as_grid_components *b, uint32_t block, uint32_t col, uint32_t row)
{
  const uint16_t *labels = b->labels[block];
  return labels ? labels[place_in_block(col, row)] : b->blocks[block].parts;
}

/* Whether diagonal steps of squares may join what straight ones do not, or the cells are hexagons. */
static bool has_diagonals(const as_grid *grid)
{
  return grid->staggered || (grid->eight && grid->open_corners == 0);
}

/* Provisional labels of a block: union-find. */
typedef struct local_parts {
  uint16_t parent[BLOCK_CELLS + 1];
  uint32_t count;
  bool full, empty; /* all cells can be entered; none can */
} local_parts;

static AS_INLINE uint32_t find_local(local_parts *l, uint32_t at)
{
  while (l->parent[at] != at) at = l->parent[at] = l->parent[l->parent[at]];
  return at;
}

static AS_INLINE void unite(local_parts *l, uint32_t a, uint32_t b)
{
  a = find_local(l, a);
  b = find_local(l, b);
  if (a > b) l->parent[a] = (uint16_t)b;
  else l->parent[b] = (uint16_t)a;
}

static AS_INLINE uint32_t new_local(local_parts *l)
{
  l->count++;
  return l->parent[l->count] = (uint16_t)l->count;
}

/* Of a row of a block, by column from bit 0 on: cells that can be entered, and those joined to the cell before them. */
typedef struct line {
  uint64_t enters, left;
} line;

/* Whether closed steps keep a cell from joining its neighbour in a direction. */
static AS_INLINE bool is_apart(const as_grid_components *b, const as_grid *grid, uint32_t cell, uint32_t direction,
                               uint32_t to)
{
  const bool out = as_grid_closed(grid, cell, direction), back = as_grid_closed(grid, to, as_opposite(direction));
  return !as_components_joins(&b->base, !out, !back);
}

/* The cells of an area's row that closed steps keep from joining their neighbours in a direction. */
static uint64_t closed_steps(const as_grid_components *b, const as_grid *grid, const area *a, uint32_t row,
                             uint32_t direction)
{
  uint64_t bits = 0;
  uint32_t x;
  for (x = a->first[0]; x < a->last[0]; x++) {
    const uint32_t cell = as_grid_index(grid, x, row), to = cell + grid->offsets[direction];
    /* Where it leads out of the area does not matter. */
    if (to < grid->count && is_apart(b, grid, cell, direction, to)) bits |= (uint64_t)1 << (x - a->first[0]);
  }
  return bits;
}

/* Whether a row of an area has closed steps, or the one above. */
static bool has_closed(const as_grid *grid, const area *a, uint32_t row)
{
  const uint32_t first = as_grid_index(grid, a->first[0], row), up = row > 0 ? grid->width : 0;
  uint32_t any = 0, i;
  for (i = first; i < first + a->last[0] - a->first[0]; i++)
    any |= as_grid_closed_steps(grid, i) | as_grid_closed_steps(grid, i - up);
  return any != 0;
}

/* The cells of an area's row that have steps in a direction. */
static uint64_t has_steps(const as_grid *grid, const area *a, uint32_t row, uint32_t direction)
{
  const uint64_t even = 0x5555555555555555u, odd = even << 1;
  if (grid->by_row || !grid->staggered)
    return grid->directions[as_grid_parity_at(grid, 0, row)] >> direction & 1 ? UINT64_MAX : 0;
  return (grid->directions[a->first[0] & 1] >> direction & 1 ? even : 0) |
         (grid->directions[~a->first[0] & 1] >> direction & 1 ? odd : 0);
}

/*
** Unite the cells of a row with those above that they have steps to, `shift` columns to the right. Of cells that are
** all joined with each other the first is enough.
*/
static void unite_rows(local_parts *l, const uint16_t *part, const uint16_t *above, const line *here, const line *up,
                       uint64_t steps, int shift)
{
  const uint64_t entered = shift < 0 ? up->enters << 1 : shift > 0 ? up->enters >> 1 : up->enters;
  const uint64_t joined = shift < 0 ? up->left << 1 : shift > 0 ? up->left >> 1 : up->left;
  steps &= here->enters & entered;
  for (steps &= ~(steps << 1 & here->left & joined); steps != 0; steps &= steps - 1) {
    const uint32_t x = as_lowest_bit(steps);
    unite(l, part[x], above[(int32_t)x + shift]);
  }
}

/* Read a row of an area, and label its cells, whose labels are at `part`, by the steps along it. */
static void label_row(const as_grid_components *b, const as_grid *grid, const area *a, uint32_t row, uint16_t *part,
                      line *here, local_parts *l)
{
  const uint32_t first = as_grid_index(grid, a->first[0], row), count = a->last[0] - a->first[0];
  uint16_t copy[AS_MOST_READ];
  uint64_t starts;
  here->enters = as_entered_cells(b->base.entered.enters, as_grid_entries(grid, first, count, copy), count);
  l->full = l->full && here->enters == UINT64_MAX >> (64 - count);
  l->empty = l->empty && here->enters == 0;
  here->left = has_steps(grid, a, row, 3) & here->enters & here->enters << 1;
  if (grid->closed_cells > 0 && has_closed(grid, a, row)) here->left &= ~closed_steps(b, grid, a, row, 3);
  memset(part, 0, count * sizeof *part);
  for (starts = here->enters & ~here->left; starts != 0; starts &= starts - 1) {
    const uint32_t from = as_lowest_bit(starts), to = from + 1 + as_lowest_bit(~(here->left >> from >> 1));
    const uint16_t at = (uint16_t)new_local(l);
    uint32_t x;
    for (x = from; x < to; x++) part[x] = at;
  }
}

/* Label the cells of an area, whose labels are at `part`. */
static void label_area(const as_grid_components *b, const as_grid *grid, const area *a, uint16_t *part, local_parts *l)
{
  const uint32_t directions = has_diagonals(grid) ? 7 : 2;
  line lines[2];
  uint32_t y, d;
  for (y = a->first[1]; y < a->last[1]; y++, part += AS_BLOCK_SIDE) {
    line *here = &lines[y & 1];
    bool closed;
    label_row(b, grid, a, y, part, here, l);
    if (y == a->first[1]) continue;
    closed = grid->closed_cells > 0 && has_closed(grid, a, y);
    for (d = 0; d < 3; d++) {
      uint64_t steps = directions >> d & 1 ? has_steps(grid, a, y, d) : 0;
      if (closed && steps != 0) steps &= ~closed_steps(b, grid, a, y, d);
      if (steps != 0) unite_rows(l, part, part - AS_BLOCK_SIDE, here, &lines[~y & 1], steps, (int)d - 1);
    }
  }
}

/* Number the parts in the order of their first cells. Returns how many there are. */
static uint32_t number_parts(const area *a, uint16_t *part, local_parts *l)
{
  uint16_t number[BLOCK_CELLS + 1];
  const uint32_t width = a->last[0] - a->first[0];
  uint32_t count = 0, at, x, y;
  for (at = 1; at <= l->count; at++) {
    /* A root is less than all others of its part. */
    const uint32_t root = find_local(l, at);
    number[at] = root == at ? (uint16_t)++count : number[root];
  }
  if (count == l->count) return count;
  for (y = a->first[1]; y < a->last[1]; y++, part += AS_BLOCK_SIDE) {
    for (x = 0; x < width; x++) {
      if (part[x] != 0) part[x] = number[part[x]];
    }
  }
  return count;
}

/* Whether all cells of an area have the same entry, and no steps are closed there. */
static bool is_even(const as_grid *grid, const area *a)
{
  const uint32_t count = a->last[0] - a->first[0];
  const uint32_t first = as_grid_entry(grid, as_grid_index(grid, a->first[0], a->first[1]));
  uint16_t copy[AS_MOST_READ];
  uint32_t y;
  if (as_grid_entry_of(grid, a->first[0], a->first[1], count, a->last[1] - a->first[1]) == first) return true;
  for (y = a->first[1]; y < a->last[1]; y++) {
    const uint16_t *entry = as_grid_entries(grid, as_grid_index(grid, a->first[0], y), count, copy);
    if (*entry != first || !as_same_entries(entry, count)) return false;
    if (grid->closed_cells > 0 && has_closed(grid, a, y)) return false;
  }
  return true;
}

static void free_labels(as_memory *m, uint16_t **labels)
{
  as_free(m, *labels, *labels ? BLOCK_CELLS : 0, uint16_t);
  *labels = NULL;
}

/* Label the cells of a block. Sets *changed if the number of its parts has changed. False if out of memory. */
static bool label_block(as_grid_components *b, const as_grid *grid, uint32_t at, bool *changed)
{
  const area a = area_of(b, grid, at);
  as_block *block = &b->blocks[at];
  uint16_t **labels = &b->labels[at];
  uint32_t count;
  if (!*labels && is_even(grid, &a)) {
    count = b->base.entered.enters[as_grid_entry(grid, as_grid_index(grid, a.first[0], a.first[1]))];
  } else {
    local_parts l;
    l.count = 0;
    l.full = l.empty = true;
    if (!*labels) *labels = as_new(b->memory, BLOCK_CELLS, uint16_t);
    if (!*labels) return false;
    label_area(b, grid, &a, *labels, &l);
    count = number_parts(&a, *labels, &l);
    if (l.empty || (l.full && count == 1)) free_labels(b->memory, labels);
  }
  b->base.work += (a.last[0] - a.first[0]) * (a.last[1] - a.first[1]);
  block->dirty = false;
  *changed = *changed || block->parts != count;
  block->parts = (uint16_t)count;
  return true;
}

/* ---- Edges of a block ---- */

/*
** Add an edge from a part to one of another block to the list in `edges`, unless it is one of the last, from
** `edge_first` on. False if out of memory.
*/
static bool add_edge(as_grid_components *b, uint32_t block, uint32_t from, uint32_t to, uint32_t loose, uint32_t *count)
{
  as_block_edge e;
  uint32_t i;
  e.block = block;
  e.from = (uint16_t)((from - 1) | loose);
  e.to = (uint16_t)(to - 1);
  for (i = *count; i > b->edge_first && i + AS_BLOCK_SIDE > *count; i--) {
    const as_block_edge *f = &b->edges[i - 1];
    if (f->block == e.block && f->from == e.from && f->to == e.to) return true;
  }
  if (!as_reserve(b->memory, &b->edges, &b->edge_capacity, (uint64_t)*count + 1, sizeof e)) return false;
  b->edges[(*count)++] = e;
  return true;
}

/* A cell with its block, and its part there. */
typedef struct located {
  uint32_t block, part;
} located;

static AS_INLINE located locate_at(const as_grid_components *b, uint32_t col, uint32_t row)
{
  located l;
  l.block = (row >> AS_BLOCK_BITS) * b->columns + (col >> AS_BLOCK_BITS);
  l.part = part_at(b, l.block, col, row);
  return l;
}

static AS_INLINE located locate(const as_grid_components *b, const as_grid *grid, uint32_t cell)
{
  const uint32_t row = as_grid_row(grid, cell);
  return locate_at(b, cell - row * grid->width, row);
}

/* The cell to which a step leads from one in a column and row of the map, with its block and part; or NONE. */
static AS_INLINE uint32_t step_to(const as_grid_components *b, const as_grid *grid, uint32_t col, uint32_t row,
                                  uint32_t direction, located *l)
{
  const uint32_t cell = as_grid_index(grid, col, row);
  uint32_t to;
  if (grid->def.levels == 1 && col - 1 < grid->width - 2 && row - 1 < grid->height - 2) {
    if (!(grid->directions[as_grid_parity_at(grid, col, row)] >> direction & 1)) return NONE;
    *l = locate_at(b, (uint32_t)((int32_t)col + as_to_col[direction]), (uint32_t)((int32_t)row + as_to_row[direction]));
    return cell + grid->offsets[direction];
  }
  to = as_grid_step(grid, cell, direction);
  if (to != NONE) *l = locate(b, grid, to);
  return to;
}

/* Whether a step between two cells that are not apart is open one way only. */
static AS_INLINE bool is_loose(const as_grid *grid, uint32_t cell, uint32_t direction, uint32_t to)
{
  return as_grid_closed(grid, cell, direction) != as_grid_closed(grid, to, as_opposite(direction));
}

/*
** Add the edge of the step from a cell of a block, in a column and row of the map, in a direction, if it leads to a
** block, which is labelled.
*/
static AS_INLINE bool cross(as_grid_components *b, const as_grid *grid, uint32_t block, uint32_t col, uint32_t row,
                            uint32_t direction, uint32_t to_block, uint32_t *count)
{
  const uint32_t part = part_at(b, block, col, row), cell = as_grid_index(grid, col, row);
  located l = {NONE, 0};
  const uint32_t to = part ? step_to(b, grid, col, row, direction, &l) : NONE;
  if (l.block != to_block || l.part == 0 || is_apart(b, grid, cell, direction, to)) return true;
  return add_edge(b, l.block, part, l.part, is_loose(grid, cell, direction, to) ? AS_EDGE_LOOSE : 0, count);
}

/* The parts of cells of a block along a row or column, `step` apart. */
typedef struct part_line {
  const uint16_t *at;
  uint32_t step;
} part_line;

/* Those from a column and row of the map on, to the right or down. */
static AS_INLINE part_line parts_from(const as_grid_components *b, uint32_t block, uint32_t col, uint32_t row,
                                      bool down)
{
  part_line l = {&b->blocks[block].parts, 0};
  if (!b->labels[block]) return l;
  l.at = b->labels[block] + place_in_block(col, row);
  l.step = down ? AS_BLOCK_SIDE : 1;
  return l;
}

/*
** Add the edges of straight steps from a line of cells of a block, in a direction: from the first cell on to the right,
** or down. All lead to one other block, where there are any.
*/
static AS_INLINE bool cross_line(as_grid_components *b, const as_grid *grid, uint32_t from, uint32_t col, uint32_t row,
                                 bool down, uint32_t length, uint32_t direction, uint32_t *count)
{
  const uint32_t stride = down ? grid->width : 1;
  uint32_t cell = as_grid_index(grid, col, row), to = as_grid_step(grid, cell, direction), offset = to - cell;
  uint32_t to_col, to_row, block, left = 0, i;
  part_line here, there;
  if (to == NONE) return true;
  to_row = as_grid_row(grid, to);
  to_col = to - to_row * grid->width;
  block = (to_row >> AS_BLOCK_BITS) * b->columns + (to_col >> AS_BLOCK_BITS);
  here = parts_from(b, from, col, row, down);
  there = parts_from(b, block, to_col, to_row, down);
  if (here.step == 0 && there.step == 0 && grid->closed_cells == 0) length = 1;
  for (i = 0; i < length; i++, cell += stride, here.at += here.step, there.at += there.step) {
    const uint32_t part = *here.at, to_part = *there.at, both = part << 16 | to_part;
    const bool shut = grid->closed_cells > 0 && (as_grid_closed(grid, cell, direction) ||
                                                 as_grid_closed(grid, cell + offset, as_opposite(direction)));
    if (both == left && !shut) continue;
    left = both;
    if (part == 0 || to_part == 0) continue;
    if (shut && is_apart(b, grid, cell, direction, cell + offset)) {
      left = 0;
      continue;
    }
    if (!add_edge(b, block, part, to_part, shut && is_loose(grid, cell, direction, cell + offset) ? AS_EDGE_LOOSE : 0,
                  count))
      return false;
  }
  return true;
}

/* The sides of blocks that steps may cross, as directions: also their corners, if diagonal steps matter. */
static uint32_t sides_of(const as_grid *grid)
{
  return has_diagonals(grid) ? 0xFF : STRAIGHT_SIDES;
}

/* The block beside another, in a direction; NONE if the map ends there. */
static uint32_t block_beside(const as_grid_components *b, const as_grid *grid, uint32_t block, uint32_t direction)
{
  /* One more of each, so that nothing is negative. */
  uint32_t x = block % b->columns + (uint32_t)(as_to_col[direction] + 1);
  uint32_t y = block / b->columns + (uint32_t)(as_to_row[direction] + 1);
  if ((x == 0 || x > b->columns) && !grid->def.wrap_x) return NONE;
  if ((y == 0 || y > b->rows) && !grid->def.wrap_y) return NONE;
  x = x == 0 ? b->columns - 1 : x > b->columns ? 0 : x - 1;
  y = y == 0 ? b->rows - 1 : y > b->rows ? 0 : y - 1;
  return y * b->columns + x;
}

/*
** Add the edges of a block over one of its sides, to the block beside it; both are labelled. False if out of memory.
*/
static bool cross_side(as_grid_components *b, const as_grid *grid, uint32_t block, uint32_t side, uint32_t *count)
{
  const uint32_t beside = block_beside(b, grid, block, side);
  const area a = area_of(b, grid, block);
  const int across = as_to_col[side], down = as_to_row[side];
  const uint32_t col = across > 0 ? a.last[0] - 1 : a.first[0], row = down > 0 ? a.last[1] - 1 : a.first[1];
  uint32_t ways = 0, x, y, d;
  b->edge_first = *count;
  if (beside == NONE) return true;
  if (!grid->staggered && STRAIGHT_SIDES >> side & 1 &&
      !cross_line(b, grid, block, col, row, down == 0, down == 0 ? a.last[1] - row : a.last[0] - col, side, count))
    return false;
  if (!has_diagonals(grid)) return true;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    const bool leads = (across == 0 || as_to_col[d] == across) && (down == 0 || as_to_row[d] == down);
    if (leads && (grid->staggered || d != side || !(STRAIGHT_SIDES >> side & 1))) ways |= 1u << d;
  }
  for (y = row; y < (down == 0 ? a.last[1] : row + 1); y++) {
    for (x = col; x < (across == 0 ? a.last[0] : col + 1); x++) {
      uint32_t bits = part_at(b, block, x, y) ? ways & grid->directions[as_grid_parity_at(grid, x, y)] : 0;
      for (; bits != 0; bits &= bits - 1) {
        if (!cross(b, grid, block, x, y, as_lowest_bit(bits), beside, count)) return false;
      }
    }
  }
  return true;
}

/* Add the loose edges between cells of a block. */
static bool add_loose(as_grid_components *b, const as_grid *grid, uint32_t block, uint32_t *count)
{
  const area a = area_of(b, grid, block);
  uint32_t x, y, d;
  b->edge_first = *count;
  for (y = a.first[1]; y < a.last[1] && grid->closed_cells > 0 && !b->base.strong; y++) {
    for (x = a.first[0]; x < a.last[0]; x++) {
      const uint32_t cell = as_grid_index(grid, x, y), part = part_at(b, block, x, y);
      for (d = 0; d < AS_DIRECTIONS && as_grid_closed_steps(grid, cell) != 0 && part != 0; d++) {
        const bool shut = sides_of(grid) >> d & 1 && as_grid_closed(grid, cell, d);
        const uint32_t to = shut ? as_grid_step(grid, cell, d) : NONE;
        located l;
        if (to == NONE) continue;
        l = locate(b, grid, to);
        if (l.block == block && l.part != 0 && is_loose(grid, cell, d, to) &&
            !add_edge(b, block, part, l.part, AS_EDGE_LOOSE, count))
          return false;
      }
    }
  }
  return true;
}

/* Find the edges of a block anew. Sets *changed if they differ from those before. False if out of memory. */
static bool find_edges(as_grid_components *b, const as_grid *grid, uint32_t block, bool *changed)
{
  as_block *list = &b->blocks[block];
  uint32_t count = 0, side;
  for (side = AS_DIRECTIONS / 2; side < AS_DIRECTIONS; side++) {
    if (sides_of(grid) >> side & 1 && !cross_side(b, grid, block, side, &count)) return false;
  }
  if (!add_loose(b, grid, block, &count)) return false;
  b->base.work += 2 * AS_BLOCK_SIDE;
  list->aged = false;
  if (count == list->edge_count && (count == 0 || memcmp(list->edges, b->edges, count * sizeof *b->edges) == 0))
    return true;
  *changed = true;
  if (!as_reserve(b->memory, &list->edges, &list->edge_capacity, count, sizeof *list->edges)) return false;
  if (count > 0) memcpy(list->edges, b->edges, count * sizeof *b->edges);
  list->edge_count = count;
  return true;
}

/* ---- The union ---- */

static bool come_to(as_grid_components *b, const as_grid *grid, uint32_t block);

/* Join two vertices, and the lists of their components: that of `v` comes first. */
static void join(as_grid_components *b, uint32_t u, uint32_t v, bool loose)
{
  const uint32_t p = as_components_root(&b->base, u), q = as_components_root(&b->base, v);
  as_components_join(&b->base, p, q, loose);
  if (b->base.sparse && p != q) {
    as_block_vertex *root = &b->vertices[as_components_root(&b->base, p)];
    const as_block_vertex front = b->vertices[q], back = b->vertices[p];
    root->first = front.first == NONE ? back.first : front.first;
    root->last = back.first == NONE ? front.last : back.last;
    if (front.first != NONE && back.first != NONE) b->vertices[front.last].next = back.first;
  }
}

/*
** The vertex of a cell or of a stored node, a waypoint or the node of a cell; NONE if it cannot be entered, or if out
** of memory: then the components are stale.
*/
static AS_INLINE uint32_t vertex_of_cell(as_grid_components *b, const as_grid *grid, uint32_t cell)
{
  located l;
  if (b->base.sparse && !come_to(b, grid, block_of(b, grid, cell))) return NONE;
  l = locate(b, grid, cell);
  return l.part ? b->blocks[l.block].first + l.part - 1 : NONE;
}

static uint32_t vertex_of_node(as_grid_components *b, const astar_graph *g, uint32_t index)
{
  const as_node *n = &g->nodes[index];
  if (!(n->flags & AS_NODE_ALIVE)) return NONE;
  if (n->flags & AS_NODE_CELL) return vertex_of_cell(b, g->grid, as_cell_of(g, n));
  return b->base.entered.enters[as_node_entry(n)] ? b->parts + index : NONE;
}

static void join_links(as_grid_components *b, const astar_graph *g)
{
  uint32_t index, i;
  for (index = 0; index < g->layout->count; index++) {
    as_node *n = &g->nodes[index];
    const uint32_t from = vertex_of_node(b, g, index);
    if (!(n->flags & AS_NODE_ALIVE)) continue;
    if (n->flags & AS_NODE_CELL) b->blocks[block_of(b, g->grid, as_cell_of(g, n))].linked = true;
    if (from == NONE) continue;
    as_tidy(g, n);
    b->base.work += n->all + 1;
    for (i = 0; i < n->all; i++) {
      const as_link *e = as_ends(g, n) + i, *back = as_link_back(g, index, e);
      const uint32_t to = e->to > index ? vertex_of_node(b, g, e->to) : NONE;
      const bool out = i < n->out && as_components_passes(&b->base, e);
      const bool in = back && as_components_passes(&b->base, back);
      if (to != NONE && as_components_joins(&b->base, out, in)) join(b, from, to, out != in);
    }
  }
}

/* Compute the roots of all vertices. False if out of memory. */
static bool join_all(as_grid_components *b, const astar_graph *g)
{
  const bool linked = g->cell_nodes.count > 0 || g->alive > 0;
  uint32_t i, k;
  b->parts = 0;
  for (i = 0; i < b->count; i++) {
    b->blocks[i].first = b->parts;
    b->blocks[i].linked = false;
    b->parts += b->blocks[i].parts;
  }
  b->base.count = 0;
  if (!as_components_reserve(&b->base, b->memory, b->parts + (linked ? g->layout->count : 0))) return false;
  for (i = 0; i < b->count; i++) {
    const as_block *block = &b->blocks[i];
    for (k = 0; k < block->edge_count; k++) {
      const as_block_edge *e = &block->edges[k];
      join(b, block->first + (e->from & ~AS_EDGE_LOOSE), b->blocks[e->block].first + e->to, e->from & AS_EDGE_LOOSE);
    }
    b->base.work += block->edge_count + 1;
  }
  if (linked) join_links(b, g);
  b->base.work += b->base.count;
  b->joined = true;
  return true;
}

/* ---- Sparse blocks ---- */

/* Add vertices, each a component of its own and in its list, if it has one. False if out of memory. */
static bool add_vertices(as_grid_components *b, uint32_t count, uint32_t block)
{
  const uint32_t end = b->base.count + count;
  uint32_t v = b->base.count;
  if (!as_reserve(b->memory, &b->vertices, &b->vertex_capacity, end, sizeof *b->vertices) ||
      !as_components_reserve(&b->base, b->memory, end))
    return false;
  for (; v < end; v++) {
    b->vertices[v].block = block;
    b->vertices[v].next = NONE;
    b->vertices[v].first = b->vertices[v].last = block == NONE ? NONE : v;
  }
  return true;
}

/* Label a block, and make its parts vertices. False if out of memory. */
static bool add_block(as_grid_components *b, const as_grid *grid, uint32_t at)
{
  as_block *block = &b->blocks[at];
  uint32_t count = 0, i;
  bool changed = false;
  if (!block->known && !label_block(b, grid, at, &changed)) return false;
  block->known = true;
  block->first = b->base.count;
  if (!add_vertices(b, block->parts, at) || !add_loose(b, grid, at, &count)) return false;
  for (i = 0; i < count; i++)
    join(b, block->first + (b->edges[i].from & ~AS_EDGE_LOOSE), block->first + b->edges[i].to, true);
  block->round = b->round;
  block->crossed = 0;
  return true;
}

/* The same, unless it was done in this round. False if out of memory: then all is stale. */
static bool come_to(as_grid_components *b, const as_grid *grid, uint32_t at)
{
  const as_block *block = &b->blocks[at];
  if ((block->known && block->round == b->round) || add_block(b, grid, at)) return true;
  b->base.stale = true;
  return false;
}

/* Join the parts of a block with those beyond one of its sides. False if out of memory. */
static bool cross_to(as_grid_components *b, const as_grid *grid, uint32_t at, uint32_t side)
{
  const uint32_t beside = block_beside(b, grid, at, side);
  uint32_t count = 0, i;
  b->blocks[at].crossed |= (uint8_t)(1u << side);
  b->base.work++;
  b->crossings++;
  if (beside == NONE) return true;
  if (!come_to(b, grid, beside)) return false;
  if (!cross_side(b, grid, at, side, &count)) {
    b->base.stale = true;
    return false;
  }
  b->blocks[beside].crossed |= (uint8_t)(1u << as_opposite(side));
  for (i = 0; i < count; i++)
    join(b, b->blocks[at].first + (b->edges[i].from & ~AS_EDGE_LOOSE), b->blocks[beside].first + b->edges[i].to,
         b->edges[i].from & AS_EDGE_LOOSE);
  return true;
}

/* The side of a block, of those that are not crossed, that leads to the nearest place to another; or AS_DIRECTIONS. */
static uint32_t side_towards(const as_grid_components *b, const as_grid *grid, uint32_t at, uint32_t goal)
{
  const int64_t across = (int64_t)(goal % b->columns) - at % b->columns;
  const int64_t down = (int64_t)(goal / b->columns) - at / b->columns;
  const uint32_t sides = sides_of(grid) & ~(uint32_t)b->blocks[at].crossed;
  uint32_t best = AS_DIRECTIONS, side;
  int64_t least = INT64_MAX;
  for (side = 0; side < AS_DIRECTIONS; side++) {
    const int64_t x = across - as_to_col[side], y = down - as_to_row[side];
    if (!(sides >> side & 1) || x * x + y * y >= least) continue;
    least = x * x + y * y;
    best = side;
  }
  return best;
}

/* Go on from a component, towards a block: over one side of the vertex that was found last. False if out of memory. */
static bool advance(as_grid_components *b, const as_grid *grid, uint32_t root, uint32_t goal)
{
  as_block_vertex *list = &b->vertices[root];
  const as_block_vertex *top = &b->vertices[list->first];
  const uint32_t side = side_towards(b, grid, top->block, goal);
  if (side < AS_DIRECTIONS) return cross_to(b, grid, top->block, side);
  list->first = top->next;
  return true;
}

static bool search(as_components *c, const astar_graph *g, uint32_t u, uint32_t v)
{
  as_grid_components *b = (as_grid_components *)c;
  uint32_t ends[2], i;
  ends[0] = u;
  ends[1] = v;
  for (i = 0; b->base.sparse; i = 1 - i) {
    const uint32_t root = as_components_root(c, ends[i]), other = as_components_root(c, ends[1 - i]);
    const uint32_t goal = b->vertices[ends[1 - i]].block;
    if (root == other || b->vertices[root].first == NONE || b->vertices[other].first == NONE) return true;
    if (!advance(b, g->grid, root, goal == NONE ? 0 : goal)) return false;
  }
  return true;
}

/* Begin a round: no vertices are joined, but those of links. False if out of memory. */
static bool begin_round(as_grid_components *b, const astar_graph *g)
{
  const bool linked = g->cell_nodes.count > 0 || g->alive > 0;
  b->round++;
  b->base.count = b->parts = 0;
  if (linked) {
    if (!add_vertices(b, g->layout->count, NONE)) return false;
    b->base.stale = false;
    join_links(b, g);
    if (b->base.stale) return false;
  }
  b->joined = true;
  return true;
}

/* The edges over all sides of the blocks that are dirty, appended. False if out of memory. */
static bool list_sides(as_grid_components *b, const as_grid *grid, uint32_t *count)
{
  uint32_t i, side;
  for (i = 0; i < b->dirty_count; i++) {
    for (side = 0; side < AS_DIRECTIONS; side++) {
      const uint32_t beside = sides_of(grid) >> side & 1 ? block_beside(b, grid, b->dirty[i], side) : NONE;
      if (beside != NONE && b->blocks[beside].known && !cross_side(b, grid, b->dirty[i], side, count)) return false;
    }
  }
  return true;
}

/*
** Label the dirty blocks of a sparse map anew. Vertices stay joined if the parts and the edges of these are the same.
** False if out of memory.
*/
static bool label_known(as_grid_components *b, const astar_graph *g)
{
  uint32_t before = 0, count, i;
  bool changed = g->grid->closed_cells > 0;
  if (b->dirty_count == 0) return true;
  if (!changed && !list_sides(b, g->grid, &before)) return false;
  for (i = 0; i < b->dirty_count; i++) {
    if (!label_block(b, g->grid, b->dirty[i], &changed)) return false;
  }
  count = before;
  if (!changed && !list_sides(b, g->grid, &count)) return false;
  changed = changed || count != 2 * before ||
            (before > 0 && memcmp(b->edges, b->edges + before, before * sizeof *b->edges) != 0);
  b->dirty_count = 0;
  if (changed) b->joined = false;
  return true;
}

/* ---- Following ---- */

static void make_dirty(as_grid_components *b, uint32_t block)
{
  if (b->blocks[block].dirty || (b->base.sparse && !b->blocks[block].known)) return;
  b->blocks[block].dirty = true;
  b->dirty[b->dirty_count++] = block;
}

static void apply(as_grid_components *b, const astar_graph *g, as_edit e)
{
  const uint8_t *enters = b->base.entered.enters;
  const bool entry = e.what & AS_EDIT_ENTRY && enters[as_edit_before(e)] != enters[as_edit_after(e)];
  uint32_t block;
  if (!entry && !(e.what & AS_EDIT_LINKS)) return;
  if (e.slot >= g->layout->cells) {
    b->joined = false;
    return;
  }
  block = block_of(b, g->grid, e.slot);
  make_dirty(b, block);
  if (b->blocks[block].linked || as_grid_has_node(g->grid, e.slot)) b->joined = false;
}

/* List the blocks that may have edges to one that is labelled anew, and that block. */
static uint32_t list_aged(as_grid_components *b, const as_grid *grid, uint32_t block, uint32_t count)
{
  uint32_t side;
  /* Edges belong to the left and to the upper block, but one to the left and below to the right one. */
  for (side = 0; side <= AS_DIRECTIONS / 2; side++) {
    const bool own = side == AS_DIRECTIONS / 2;
    const uint32_t beside = own ? block : sides_of(grid) >> side & 1 ? block_beside(b, grid, block, side) : NONE;
    if (beside == NONE || b->blocks[beside].aged) continue;
    b->blocks[beside].aged = true;
    b->dirty[b->count + count++] = beside;
  }
  return count;
}

/* Label the blocks that are dirty. False if out of memory. */
static bool label_dirty(as_grid_components *b, const as_grid *grid)
{
  bool changed = false;
  uint32_t aged = 0, i;
  for (i = 0; i < b->dirty_count; i++) {
    as_block *block = &b->blocks[b->dirty[i]];
    block->dirty = false;
    if (!block->known && !label_block(b, grid, b->dirty[i], &changed)) return false;
    block->known = false;
  }
  for (i = 0; i < b->dirty_count; i++) aged = list_aged(b, grid, b->dirty[i], aged);
  b->dirty_count = 0;
  for (i = 0; i < aged; i++) {
    if (!find_edges(b, grid, b->dirty[b->count + i], &changed)) return false;
  }
  if (changed) b->joined = false;
  return true;
}

static void start_anew(as_grid_components *b)
{
  uint32_t i;
  b->dirty_count = 0;
  b->base.sparse = b->count > AS_DENSE_BLOCKS && b->crossings / MOST_CROSSINGS < b->count;
  for (i = 0; i < b->count; i++) {
    b->blocks[i].dirty = b->blocks[i].aged = b->blocks[i].known = false;
    make_dirty(b, i);
  }
  b->joined = false;
}

/* Go on with all blocks; those that are known need no labels. */
static void end_sparse(as_grid_components *b)
{
  uint32_t i;
  b->base.sparse = false;
  for (i = 0; i < b->count; i++) make_dirty(b, i);
  b->joined = false;
}

static bool follow(as_components *c, astar_graph *g)
{
  as_grid_components *b = (as_grid_components *)c;
  const as_journal *j = g->journal;
  bool done = true;
  if (c->stale || !as_journal_reaches(j, c->read)) {
    start_anew(b);
  } else {
    for (; c->read < j->next; c->read++) {
      const as_edit e = as_journal_at(j, c->read);
      c->work++;
      if (e.slot != AS_EDIT_ALL_SLOTS) apply(b, g, e);
    }
  }
  c->read = j->next;
  if (b->base.sparse) done = label_known(b, g);
  if (done && b->base.sparse && b->crossings / MOST_CROSSINGS >= b->count) end_sparse(b);
  if (!b->base.sparse) done = done && label_dirty(b, g->grid);
  if (done && !b->joined) done = b->base.sparse ? begin_round(b, g) : join_all(b, g);
  c->stale = !done;
  c->flat = !g->grid->heights && g->grid->def.levels == 1 && g->alive == 0;
  return !c->stale;
}

/* ---- Reading ---- */

static uint32_t vertex(as_components *c, const astar_graph *g, uint32_t slot)
{
  as_grid_components *b = (as_grid_components *)c;
  const uint32_t cells = g->layout->cells;
  return slot < cells ? vertex_of_cell(b, g->grid, slot) : vertex_of_node(b, g, slot - cells);
}

static uint32_t next_step(const astar_graph *g, const as_rules *rules, uint32_t slot, uint32_t *at)
{
  const uint32_t cells = g->layout->cells;
  uint32_t index = slot < cells ? as_index(g, slot + 1) : slot - cells, ends;
  if (slot >= cells && *at < AS_DIRECTIONS) *at = AS_DIRECTIONS;
  for (; *at < AS_DIRECTIONS; ++*at) {
    const uint32_t to = as_grid_step(g->grid, slot, *at);
    if (to != NONE && as_grid_step_cost(g->grid, rules, slot, to, *at) < INFINITY) {
      ++*at;
      return to;
    }
  }
  if (index == NONE) return NONE;
  as_tidy(g, &g->nodes[index]);
  ends = *at - AS_DIRECTIONS;
  index = as_components_next_link(g, rules, index, &ends);
  *at = ends + AS_DIRECTIONS;
  return index == NONE ? NONE : as_slot_of_index(g, index);
}

bool as_grid_components_reach(as_components *c, const astar_graph *g, const as_rules *rules, uint32_t start, uint32_t x,
                              uint32_t y, bool *reached)
{
  as_grid_components *b = (as_grid_components *)c;
  const as_block *block = &b->blocks[y * b->columns + x];
  bool any = false;
  uint32_t i;
  if (c->stale || (b->base.sparse && !come_to(b, g->grid, y * b->columns + x))) return true;
  for (i = 0; i < block->parts && !(any && !reached); i++) {
    const bool found = as_components_to(c, g, rules, start, block->first + i) != AS_SEPARATE;
    any = any || found;
    if (reached) reached[i + 1] = found;
  }
  return any;
}

/* ---- The nearest ---- */

typedef struct nearest {
  as_components *components;
  const as_grid_components *b; /* these */
  const astar_graph *g;
  const as_rules *rules;
  uint32_t start;
  const double *goal; /* in grid coordinates */
  double least;
  astar_id *found;
  uint32_t count, capacity;
} nearest;

/* A lower bound on the distance to an area's cells, for rounding not quite the least one. */
static double bound_of(const nearest *q, const area *a)
{
  const as_grid *grid = q->g->grid;
  double off[2];
  uint32_t first[2] = {a->first[0], a->first[1]}, last[2] = {a->last[0] - 1, a->last[1] - 1}, i;
  as_grid_floor_rows(grid, &first[1], &last[1]);
  for (i = 0; i < 2; i++) {
    /* Hexagons count in half cells along the staggered lines, which are shifted by one or not. */
    const bool half = grid->staggered && (grid->by_row ? i == 0 : i == 1);
    const double unit = half ? 2 : 1, low = first[i] * unit - half, high = last[i] * unit + half;
    const double to_middle = as_wrapped(q->goal[i] - (low + high) / 2, grid->period[i]);
    off[i] = fmax(to_middle - (high - low) / 2, 0) * grid->stretch[i];
  }
  return as_length(off[0], off[1], 0) * (1 - 1e-9);
}

static void try_node(nearest *q, const double place[3], astar_id id)
{
  static const double none[3] = {0, 0, 0};
  double offset[3], distance;
  as_grid_offset(q->g->grid, place, q->goal, offset);
  distance = as_distance(offset, none);
  if (as_is_nearer(q->least, distance)) return;
  if (as_is_nearer(distance, q->least)) q->count = 0;
  q->least = as_min(distance, q->least);
  if (q->count < q->capacity) q->found[q->count] = id;
  q->count++;
}

/* Try the cells of a block's row whose parts are reached. */
static void try_row(nearest *q, const area *a, uint32_t block, uint32_t row, const bool *reached)
{
  const as_grid *grid = q->g->grid;
  area only = *a;
  uint32_t x;
  only.first[1] = row;
  only.last[1] = row + 1;
  if (bound_of(q, &only) > q->least) return;
  for (x = a->first[0]; x < a->last[0]; x++) {
    const uint32_t cell = as_grid_index(grid, x, row), part = part_at(q->b, block, x, row);
    double place[3];
    if (part == 0 || !reached[part]) continue;
    as_grid_cell_coordinates(grid, cell, place);
    try_node(q, place, cell + 1);
  }
}

/* First the row of a block that is beside the goal, since others then are too far. */
static void try_block(nearest *q, const area *a, uint32_t block)
{
  bool reached[BLOCK_CELLS + 1];
  uint32_t first = a->first[1], y;
  if (!as_grid_components_reach(q->components, q->g, q->rules, q->start, block % q->b->columns, block / q->b->columns,
                                reached) ||
      q->components->stale)
    return;
  if (q->goal[1] >= a->last[1]) first = a->last[1] - 1;
  else if (q->goal[1] > first) first = (uint32_t)q->goal[1];
  if (first >= a->last[1]) first = a->last[1] - 1;
  try_row(q, a, block, first, reached);
  for (y = a->first[1]; y < a->last[1]; y++) {
    if (y != first) try_row(q, a, block, y, reached);
  }
}

/* The blocks at distances from `low` to `high` from `at`, along one axis. */
typedef struct span {
  int64_t at, low, high, size;
} span;

static span span_of(const nearest *q, int axis)
{
  const as_grid *grid = q->g->grid;
  const bool half = grid->staggered && (grid->by_row ? axis == 0 : axis == 1);
  const double place = floor(q->goal[axis] / (half ? 2 : 1));
  const uint32_t cells = axis == 0 ? grid->width : grid->height;
  span s;
  s.size = axis == 0 ? q->b->columns : q->b->rows;
  s.at = place < 0 ? 0 : place >= cells ? s.size - 1 : (int64_t)place >> AS_BLOCK_BITS;
  if (axis == 0 ? grid->def.wrap_x : grid->def.wrap_y) {
    s.low = -((s.size - 1) / 2);
    s.high = s.size / 2;
  } else {
    s.low = -s.at;
    s.high = s.size - 1 - s.at;
  }
  return s;
}

/* Try the block so many columns and rows of blocks from that of the goal. Returns a lower bound on the distance. */
static double try_at(nearest *q, const span s[2], int64_t x, int64_t y)
{
  const uint32_t col = (uint32_t)((s[0].at + x + s[0].size) % s[0].size);
  const uint32_t row = (uint32_t)((s[1].at + y + s[1].size) % s[1].size), block = row * q->b->columns + col;
  const area a = area_of(q->b, q->g->grid, block);
  const double bound = bound_of(q, &a);
  if (bound <= q->least) try_block(q, &a, block);
  return bound;
}

/* Try the blocks in a ring around that of the goal. Returns a lower bound on the distance to them. */
static double try_ring(nearest *q, const span s[2], int64_t ring)
{
  double least = INFINITY;
  int64_t x, y;
  for (y = -ring; y <= ring; y++) {
    const int64_t step = y == -ring || y == ring || ring == 0 ? 1 : 2 * ring;
    if (y < s[1].low || y > s[1].high) continue;
    for (x = -ring; x <= ring; x += step) {
      if (x >= s[0].low && x <= s[0].high) least = fmin(least, try_at(q, s, x, y));
    }
  }
  return least;
}

uint32_t as_grid_components_nearest(as_components *c, const astar_graph *g, const as_rules *rules, uint32_t start,
                                    const double goal[3], double *least, astar_id *found, uint32_t count,
                                    uint32_t capacity)
{
  const as_grid_components *b = (const as_grid_components *)c;
  nearest q = {c, b, g, rules, start, goal, *least, found, count, capacity};
  const span s[2] = {span_of(&q, 0), span_of(&q, 1)};
  int64_t ring;
  uint32_t i;
  /* Rings are ever farther away, but for other floors. */
  for (ring = 0; ring < s[0].size || ring < s[1].size; ring++) {
    if (try_ring(&q, s, ring) > q.least && ring > 0 && g->grid->def.levels == 1) break;
  }
  for (i = 0; i < g->layout->count && g->alive > 0; i++) {
    const uint32_t slot = g->layout->cells + i;
    double place[3];
    if (g->nodes[i].flags & AS_NODE_CELL || !(g->nodes[i].flags & AS_NODE_ALIVE) ||
        as_components_between(c, g, rules, start, slot) == AS_SEPARATE)
      continue;
    as_grid_coordinates(g->grid, g->nodes[i].position, place);
    try_node(&q, place, g->layout->ids[i]);
  }
  *least = q.least;
  return q.count;
}

/* ---- The interface ---- */

/* The number of blocks beside each other, or above each other. */
static uint32_t blocks_along(uint32_t cells)
{
  return ((cells - 1) >> AS_BLOCK_BITS) + 1;
}

bool as_grid_components_sparse(const as_grid *grid)
{
  return !grid->tiny && (uint64_t)blocks_along(grid->width) * blocks_along(grid->height) > AS_DENSE_BLOCKS;
}

static void destroy(as_components *c, astar_graph *g)
{
  as_grid_components *b = (as_grid_components *)c;
  as_memory *m = &g->memory;
  uint32_t i;
  for (i = 0; i < b->count && b->blocks; i++)
    as_free(m, b->blocks[i].edges, b->blocks[i].edge_capacity, as_block_edge);
  for (i = 0; i < b->count && b->labels; i++) free_labels(m, &b->labels[i]);
  as_free(m, b->labels, b->count, uint16_t *);
  as_free(m, b->blocks, b->count, as_block);
  as_free(m, b->dirty, 2 * (size_t)b->count, uint32_t);
  as_free(m, b->edges, b->edge_capacity, as_block_edge);
  as_free(m, b->vertices, b->vertex_capacity, as_block_vertex);
  as_free(m, b, 1, as_grid_components);
}

/* The side of its block over which a step leads from a cell; AS_DIRECTIONS if it stays there, AS_NO_SLOT for none. */
static uint32_t side_between(const as_grid_components *b, const as_grid *grid, uint32_t cell, uint32_t to,
                             uint32_t direction)
{
  const area a = area_of(b, grid, block_of(b, grid, cell));
  const uint32_t row = as_grid_row(grid, cell), col = cell - row * grid->width;
  int across = as_to_col[direction], down = as_to_row[direction];
  uint32_t side = 0;
  if (to == NONE) return NONE;
  if (across < 0 ? col != a.first[0] : col + 1 != a.last[0]) across = 0;
  if (down < 0 ? row != a.first[1] : row + 1 != a.last[1]) down = 0;
  if (across == 0 && down == 0) return AS_DIRECTIONS;
  while (as_to_col[side] != across || as_to_row[side] != down) side++;
  return side;
}

/* Whether the cells of a block have vertices. */
static bool is_there(const as_grid_components *b, uint32_t block)
{
  return !b->base.sparse || (b->blocks[block].known && b->blocks[block].round == b->round);
}

/* Check the step from a cell in a direction: it joins, unless it leads over a side that was not crossed. */
static void validate_step(as_grid_components *b, const as_grid *grid, uint32_t cell, uint32_t direction)
{
  const uint32_t to = as_grid_step(grid, cell, direction), block = block_of(b, grid, cell);
  const uint32_t from = vertex_of_cell(b, grid, cell), root = as_components_root(&b->base, from);
  const uint32_t side = side_between(b, grid, cell, to, direction);
  if (to == NONE || is_apart(b, grid, cell, direction, to) || !b->base.entered.enters[as_grid_entry(grid, to)]) return;
  if (b->base.sparse && side < AS_DIRECTIONS && !(b->blocks[block].crossed >> side & 1)) {
    astar_check(b->vertices[root].first != NONE); /* it is not all of the component */
    return;
  }
  astar_check(root == as_components_root(&b->base, vertex_of_cell(b, grid, to)));
  astar_check(!is_loose(grid, cell, direction, to) || b->base.flags[root] & AS_COMPONENT_LOOSE);
}

static void validate(const as_components *c, const astar_graph *g)
{
  as_grid_components *b = (as_grid_components *)c;
  const as_grid *grid = g->grid;
  uint32_t cell, d;
  for (cell = 0; cell < grid->count; cell++) {
    if (!is_there(b, block_of(b, grid, cell))) continue;
    astar_check((vertex_of_cell(b, grid, cell) != NONE) == (c->entered.enters[as_grid_entry(grid, cell)] != 0));
    for (d = 0; d < AS_DIRECTIONS && c->entered.enters[as_grid_entry(grid, cell)]; d++) {
      if (sides_of(grid) >> d & 1) validate_step(b, grid, cell, d);
    }
  }
}

static const as_components_ops ops = {destroy, follow, vertex, search, next_step, validate};

as_components *as_grid_components_create(astar_graph *g)
{
  const as_grid *grid = g->grid;
  as_grid_components *b = grid->tiny ? NULL : as_new(&g->memory, 1, as_grid_components);
  uint32_t i;
  if (!b) return NULL;
  memset(b, 0, sizeof *b);
  b->base.ops = &ops;
  b->memory = &g->memory;
  b->columns = blocks_along(grid->width);
  b->rows = blocks_along(grid->height);
  b->count = b->columns * b->rows;
  b->blocks = as_new(&g->memory, b->count, as_block);
  if (b->blocks) memset(b->blocks, 0, b->count * sizeof *b->blocks);
  b->labels = as_new(&g->memory, b->count, uint16_t *);
  for (i = 0; i < b->count && b->labels; i++) b->labels[i] = NULL;
  b->dirty = as_new(&g->memory, 2 * (size_t)b->count, uint32_t);
  if (b->blocks && b->labels && b->dirty) return &b->base;
  destroy(&b->base, g);
  return NULL;
}
