/* grid_components.c: see grid_components.h. */
#include "grid/grid_components.h"

#include "base/bits.h"

#define NONE AS_NO_SLOT
#define BLOCK_CELLS (AS_BLOCK_SIDE * AS_BLOCK_SIDE)
#define IN_BLOCK (AS_BLOCK_SIDE - 1)

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
  const uint8_t *closed = grid->closed + (size_t)row * grid->width;
  const uint8_t *above = row > 0 ? closed - grid->width : closed;
  uint32_t any = 0, x;
  for (x = a->first[0]; x < a->last[0]; x++) any |= (uint32_t)closed[x] | above[x];
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
  const size_t first = as_grid_index(grid, a->first[0], row);
  const uint32_t count = a->last[0] - a->first[0];
  uint64_t starts;
  here->enters = as_entered_cells(b->base.entered.enters, grid->entry + first, count);
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
  const uint16_t *first = grid->entry + as_grid_index(grid, a->first[0], a->first[1]);
  uint32_t y;
  for (y = a->first[1]; y < a->last[1]; y++) {
    const uint16_t *entry = grid->entry + as_grid_index(grid, a->first[0], y);
    if (*entry != *first || !as_same_entries(entry, count)) return false;
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
    count = b->base.entered.enters[grid->entry[as_grid_index(grid, a.first[0], a.first[1])]];
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
** Add an edge from a part to one of another block to the list in `edges`, unless it is one of the last. False if out of
** memory.
*/
static bool add_edge(as_grid_components *b, uint32_t block, uint32_t from, uint32_t to, uint32_t loose, uint32_t *count)
{
  as_block_edge e;
  uint32_t i;
  e.block = block;
  e.from = (uint16_t)((from - 1) | loose);
  e.to = (uint16_t)(to - 1);
  for (i = *count; i > 0 && i + AS_BLOCK_SIDE > *count; i--) {
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

/*
** Add the edge of the step from a cell of a block, in a column and row of the map, in a direction that leads out of the
** block, or around the map.
*/
static AS_INLINE bool cross(as_grid_components *b, const as_grid *grid, uint32_t block, uint32_t col, uint32_t row,
                            uint32_t direction, uint32_t *count)
{
  const uint32_t part = part_at(b, block, col, row);
  located l = {NONE, 0};
  const uint32_t to = part ? step_to(b, grid, col, row, direction, &l) : NONE;
  if (l.part == 0 || is_apart(b, grid, as_grid_index(grid, col, row), direction, to)) return true;
  return add_edge(b, l.block, part, l.part, 0, count);
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
    if (both == left) continue;
    left = both;
    if (part == 0 || to_part == 0) continue;
    if (is_apart(b, grid, cell, direction, cell + offset)) {
      left = 0;
      continue;
    }
    if (!add_edge(b, block, part, to_part, 0, count)) return false;
  }
  return true;
}

/* Add loose edges for the steps out of a cell, of this part, that are closed one way only. */
static bool add_loose(as_grid_components *b, const as_grid *grid, uint32_t cell, uint32_t part, uint32_t *count)
{
  uint32_t d;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    const uint32_t to = as_grid_closed(grid, cell, d) ? as_grid_step(grid, cell, d) : NONE;
    located l;
    if (to == NONE || as_grid_closed(grid, to, as_opposite(d))) continue;
    l = locate(b, grid, to);
    if (l.part != 0 && !add_edge(b, l.block, part, l.part, AS_EDGE_LOOSE, count)) return false;
  }
  return true;
}

/* Find the edges of a block anew. Sets *changed if they differ from those before. False if out of memory. */
static bool find_edges(as_grid_components *b, const as_grid *grid, uint32_t block, bool *changed)
{
  const area a = area_of(b, grid, block);
  const bool diagonals = has_diagonals(grid);
  const uint32_t right = a.last[0] - 1, below = a.last[1] - 1;
  as_block *list = &b->blocks[block];
  uint32_t count = 0, x, y;
  if (!grid->staggered) {
    if (!cross_line(b, grid, block, right, a.first[1], true, below + 1 - a.first[1], 4, &count) ||
        !cross_line(b, grid, block, a.first[0], below, false, right + 1 - a.first[0], 6, &count))
      return false;
  }
  for (y = a.first[1]; y <= below && diagonals; y++) {
    if (grid->staggered && !cross(b, grid, block, right, y, 4, &count)) return false;
    if (y == below) continue;
    if (!cross(b, grid, block, right, y, 7, &count) || !cross(b, grid, block, a.first[0], y, 5, &count)) return false;
  }
  for (x = a.first[0]; x <= right && diagonals; x++) {
    if (grid->staggered && !cross(b, grid, block, x, below, 6, &count)) return false;
    if (!cross(b, grid, block, x, below, 5, &count) || !cross(b, grid, block, x, below, 7, &count)) return false;
  }
  for (y = a.first[1]; y <= below && grid->closed_cells > 0 && !b->base.strong; y++) {
    for (x = a.first[0]; x <= right; x++) {
      const uint32_t cell = as_grid_index(grid, x, y), part = part_at(b, block, x, y);
      if (grid->closed[cell] != 0 && part != 0 && !add_loose(b, grid, cell, part, &count)) return false;
    }
  }
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

/* The vertex of a cell or of a stored node, a waypoint or the node of a cell; NONE if it cannot be entered. */
static AS_INLINE uint32_t vertex_of_cell(const as_grid_components *b, const as_grid *grid, uint32_t cell)
{
  const located l = locate(b, grid, cell);
  return l.part ? b->blocks[l.block].first + l.part - 1 : NONE;
}

static uint32_t vertex_of_node(const as_grid_components *b, const astar_graph *g, uint32_t index)
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
      if (to != NONE && as_components_joins(&b->base, out, in)) as_components_join(&b->base, from, to, out != in);
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
      as_components_join(&b->base, block->first + (e->from & ~AS_EDGE_LOOSE), b->blocks[e->block].first + e->to,
                         e->from & AS_EDGE_LOOSE);
    }
    b->base.work += block->edge_count + 1;
  }
  if (linked) join_links(b, g);
  b->base.work += b->base.count;
  b->joined = true;
  return true;
}

/* ---- Following ---- */

static void make_dirty(as_grid_components *b, uint32_t block)
{
  if (b->blocks[block].dirty) return;
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
  if (b->blocks[block].linked || g->grid->terrain[e.slot] & AS_CELL_NODE) b->joined = false;
}

/* The block beside another, by columns and rows; NONE if the map ends there. */
static uint32_t block_beside(const as_grid_components *b, const as_grid *grid, uint32_t block, uint32_t right,
                             uint32_t below)
{
  /* One more of each, so that nothing is negative. */
  uint32_t x = block % b->columns + right, y = block / b->columns + below;
  if ((x == 0 || x > b->columns) && !grid->def.wrap_x) return NONE;
  if ((y == 0 || y > b->rows) && !grid->def.wrap_y) return NONE;
  x = x == 0 ? b->columns - 1 : x > b->columns ? 0 : x - 1;
  y = y == 0 ? b->rows - 1 : y > b->rows ? 0 : y - 1;
  return y * b->columns + x;
}

/* List the blocks that may have edges to one that is labelled anew, and that block. */
static uint32_t list_aged(as_grid_components *b, const as_grid *grid, uint32_t block, uint32_t count)
{
  const bool diagonals = has_diagonals(grid), all = grid->closed_cells > 0;
  uint32_t right, below, beside;
  for (below = 0; below <= 2; below++) {
    for (right = 0; right <= 2; right++) {
      /* Edges belong to the left and to the upper block, but one to the left and below to the right one. */
      const bool straight = (right == 1 && below <= 1) || (right == 0 && below == 1);
      if (!all && !straight && !(diagonals && (below == 0 || (right == 2 && below == 1)))) continue;
      beside = block_beside(b, grid, block, right, below);
      if (beside == NONE || b->blocks[beside].aged) continue;
      b->blocks[beside].aged = true;
      b->dirty[b->count + count++] = beside;
    }
  }
  return count;
}

/* Label the blocks that are dirty. False if out of memory. */
static bool label_dirty(as_grid_components *b, const as_grid *grid)
{
  bool changed = false;
  uint32_t aged = 0, i;
  for (i = 0; i < b->dirty_count; i++) {
    if (!label_block(b, grid, b->dirty[i], &changed)) return false;
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
  for (i = 0; i < b->count; i++) {
    b->blocks[i].dirty = b->blocks[i].aged = false;
    make_dirty(b, i);
  }
  b->joined = false;
}

static bool follow(as_components *c, astar_graph *g)
{
  as_grid_components *b = (as_grid_components *)c;
  const as_journal *j = g->journal;
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
  c->stale = !label_dirty(b, g->grid) || (!b->joined && !join_all(b, g));
  c->flat = !g->grid->heights && g->grid->def.levels == 1 && g->alive == 0;
  return !c->stale;
}

/* ---- Reading ---- */

static uint32_t vertex(const as_components *c, const astar_graph *g, uint32_t slot)
{
  const as_grid_components *b = (const as_grid_components *)c;
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

bool as_grid_components_any_marked(const as_grid_components *b, uint32_t x, uint32_t y)
{
  const as_block *block = &b->blocks[y * b->columns + x];
  uint32_t i;
  for (i = 0; i < block->parts; i++) {
    if (b->base.flags[as_components_root(&b->base, block->first + i)] & AS_COMPONENT_MARKED) return true;
  }
  return false;
}

/* ---- The nearest ---- */

typedef struct nearest {
  const as_grid_components *b;
  const astar_graph *g;
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
  if (!(distance <= q->least)) return;
  if (distance < q->least) q->count = 0;
  q->least = distance;
  if (q->count < q->capacity) q->found[q->count] = id;
  q->count++;
}

static void try_row(nearest *q, const area *a, uint32_t row)
{
  const as_grid *grid = q->g->grid;
  area only = *a;
  uint32_t x;
  only.first[1] = row;
  only.last[1] = row + 1;
  if (bound_of(q, &only) > q->least) return;
  for (x = a->first[0]; x < a->last[0]; x++) {
    const uint32_t cell = as_grid_index(grid, x, row);
    double place[3];
    if (!as_components_marked(&q->b->base, q->g, cell)) continue;
    as_grid_cell_coordinates(grid, cell, place);
    try_node(q, place, cell + 1);
  }
}

/* First the row of a block that is beside the goal, since others then are too far. */
static void try_block(nearest *q, uint32_t block)
{
  const area a = area_of(q->b, q->g->grid, block);
  uint32_t first = a.first[1], y;
  if (q->goal[1] >= a.last[1]) first = a.last[1] - 1;
  else if (q->goal[1] > first) first = (uint32_t)q->goal[1];
  if (first >= a.last[1]) first = a.last[1] - 1;
  try_row(q, &a, first);
  for (y = a.first[1]; y < a.last[1]; y++) {
    if (y != first) try_row(q, &a, y);
  }
}

uint32_t as_grid_components_nearest(const as_grid_components *b, const astar_graph *g, const double goal[3],
                                    double *least, astar_id *found, uint32_t count, uint32_t capacity)
{
  nearest q = {b, g, goal, *least, found, count, capacity};
  double near = INFINITY;
  uint32_t first = NONE, i;
  for (i = 0; i < b->count; i++) {
    const area a = area_of(b, g->grid, i);
    const double bound = bound_of(&q, &a);
    if (!(bound <= *least && bound < near) || !as_grid_components_any_marked(b, i % b->columns, i / b->columns))
      continue;
    first = i;
    near = bound;
  }
  if (first != NONE) try_block(&q, first);
  for (i = 0; i < b->count; i++) {
    const area a = area_of(b, g->grid, i);
    if (i != first && bound_of(&q, &a) <= q.least && as_grid_components_any_marked(b, i % b->columns, i / b->columns))
      try_block(&q, i);
  }
  for (i = 0; i < g->layout->count && g->alive > 0; i++) {
    double place[3];
    if (g->nodes[i].flags & AS_NODE_CELL || !as_components_marked(&b->base, g, g->layout->cells + i)) continue;
    as_grid_coordinates(g->grid, g->nodes[i].position, place);
    try_node(&q, place, g->layout->ids[i]);
  }
  *least = q.least;
  return q.count;
}

/* ---- The interface ---- */

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
  as_free(m, b, 1, as_grid_components);
}

static void validate(const as_components *c, const astar_graph *g)
{
  const as_grid_components *b = (const as_grid_components *)c;
  const as_grid *grid = g->grid;
  const uint32_t directions = has_diagonals(grid) ? 0xFF : 0x5A;
  uint32_t cell, d;
  for (cell = 0; cell < grid->count; cell++) {
    const uint32_t from = vertex_of_cell(b, grid, cell);
    astar_check((from != NONE) == (c->entered.enters[grid->entry[cell]] != 0));
    for (d = 0; d < AS_DIRECTIONS && from != NONE; d++) {
      const uint32_t to = directions >> d & 1 ? as_grid_step(grid, cell, d) : NONE;
      const uint32_t root = as_components_root(c, from);
      if (to == NONE || locate(b, grid, to).part == 0 || is_apart(b, grid, cell, d, to)) continue;
      astar_check(root == as_components_root(c, vertex_of_cell(b, grid, to)));
      astar_check(as_grid_closed(grid, cell, d) == as_grid_closed(grid, to, as_opposite(d)) ||
                  c->flags[root] & AS_COMPONENT_LOOSE);
    }
  }
}

static const as_components_ops ops = {destroy, follow, vertex, next_step, validate};

as_components *as_grid_components_create(astar_graph *g)
{
  const as_grid *grid = g->grid;
  as_grid_components *b = grid->tiny ? NULL : as_new(&g->memory, 1, as_grid_components);
  uint32_t i;
  if (!b) return NULL;
  memset(b, 0, sizeof *b);
  b->base.ops = &ops;
  b->memory = &g->memory;
  b->columns = ((grid->width - 1) >> AS_BLOCK_BITS) + 1;
  b->rows = ((grid->height - 1) >> AS_BLOCK_BITS) + 1;
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
