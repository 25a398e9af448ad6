/* blocks.c: see blocks.h. */
#include "grid/blocks.h"

#define NONE AS_NO_SLOT
#define BLOCK_CELLS (AS_BLOCK_SIDE * AS_BLOCK_SIDE)

/* ---- Life ---- */

static void free_blocks(as_blocks *b, const as_grid *grid)
{
  as_memory *m = grid->memory;
  uint32_t i;
  as_journal_release(b->journal);
  as_entered_free(&b->entered, m);
  for (i = 0; i < b->count && b->blocks; i++)
    as_free(m, b->blocks[i].edges, b->blocks[i].edge_capacity, as_block_edge);
  as_free(m, b->part, grid->count, uint16_t);
  as_free(m, b->blocks, b->count, as_block);
  as_free(m, b->dirty, 2 * (size_t)b->count, uint32_t);
  as_free(m, b->root, b->root_capacity, uint32_t);
  as_free(m, b->flags, b->flag_capacity, uint8_t);
  as_free(m, b->edges, b->edge_capacity, as_block_edge);
  as_free(m, b, 1, as_blocks);
}

void as_blocks_free_all(as_grid *grid)
{
  while (grid->blocks_count > 0) free_blocks(grid->blocks[--grid->blocks_count], grid);
}

as_blocks *as_blocks_find(astar_graph *g, astar_unit unit)
{
  as_grid *grid = g->grid;
  as_blocks *b;
  uint32_t i = 0;
  while (i < grid->blocks_count && !as_entered_fits(&grid->blocks[i]->entered, &g->memory, &g->units, unit)) i++;
  if (i == grid->blocks_count) return NULL;
  b = grid->blocks[i];
  for (; i > 0; i--) grid->blocks[i] = grid->blocks[i - 1];
  return grid->blocks[0] = b;
}

as_blocks *as_blocks_make(astar_graph *g, astar_unit unit)
{
  as_grid *grid = g->grid;
  as_blocks *b;
  uint32_t i;
  if (grid->tiny) return NULL;
  b = as_new(&g->memory, 1, as_blocks);
  if (!b) return NULL;
  memset(b, 0, sizeof *b);
  b->memory = &g->memory;
  b->columns = ((grid->width - 1) >> AS_BLOCK_BITS) + 1;
  b->rows = ((grid->height - 1) >> AS_BLOCK_BITS) + 1;
  b->count = b->columns * b->rows;
  b->stale = true;
  b->part = as_new(&g->memory, grid->count, uint16_t);
  b->blocks = as_new(&g->memory, b->count, as_block);
  if (b->blocks) memset(b->blocks, 0, b->count * sizeof *b->blocks);
  b->dirty = as_new(&g->memory, 2 * (size_t)b->count, uint32_t);
  if (!b->part || !b->blocks || !b->dirty || !as_entered_init(&b->entered, &g->memory, &g->units, unit)) {
    free_blocks(b, grid);
    return NULL;
  }
  b->journal = as_journal_join(g->journal, as_slots(g->layout));
  if (grid->blocks_count == AS_ENTERED_SETS) free_blocks(grid->blocks[--grid->blocks_count], grid);
  for (i = grid->blocks_count++; i > 0; i--) grid->blocks[i] = grid->blocks[i - 1];
  return grid->blocks[0] = b;
}

/* ---- Parts of a block ---- */

/* The columns and rows of a block: those from `first` up to `last`, exclusive. */
typedef struct area {
  uint32_t first[2], last[2];
} area;

static area area_of(const as_blocks *b, const as_grid *grid, uint32_t block)
{
  const uint32_t x = block % b->columns << AS_BLOCK_BITS, y = block / b->columns << AS_BLOCK_BITS;
  area a;
  a.first[0] = x;
  a.first[1] = y;
  a.last[0] = grid->width - x < AS_BLOCK_SIDE ? grid->width : x + AS_BLOCK_SIDE;
  a.last[1] = grid->height - y < AS_BLOCK_SIDE ? grid->height : y + AS_BLOCK_SIDE;
  return a;
}

static uint32_t block_of(const as_blocks *b, const as_grid *grid, uint32_t cell)
{
  const uint32_t row = as_grid_row(grid, cell), col = cell - row * grid->width;
  return (row >> AS_BLOCK_BITS) * b->columns + (col >> AS_BLOCK_BITS);
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
} local_parts;

static AS_INLINE uint32_t find_local(local_parts *l, uint32_t at)
{
  while (l->parent[at] != at) at = l->parent[at] = l->parent[l->parent[at]];
  return at;
}

static AS_INLINE uint32_t unite(local_parts *l, uint32_t a, uint32_t b)
{
  a = find_local(l, a);
  b = find_local(l, b);
  if (a > b) l->parent[a] = (uint16_t)b;
  else l->parent[b] = (uint16_t)a;
  return a < b ? a : b;
}

static AS_INLINE uint32_t new_local(local_parts *l)
{
  l->count++;
  return l->parent[l->count] = (uint16_t)l->count;
}

/* Label the cells of an area by straight steps, none of which is closed. */
static void label_plain(const as_blocks *b, const as_grid *grid, const area *a, local_parts *l)
{
  const uint8_t *enters = b->entered.enters;
  const uint32_t width = grid->width;
  uint32_t x, y;
  for (y = a->first[1]; y < a->last[1]; y++) {
    const uint16_t *entry = grid->entry + (size_t)y * width;
    uint16_t *part = b->part + (size_t)y * width;
    uint32_t left = 0, above = 0, at = 0;
    for (x = a->first[0]; x < a->last[0]; x++) {
      const uint32_t up = y > a->first[1] ? part[(ptrdiff_t)x - (ptrdiff_t)width] : 0;
      if (!enters[entry[x]]) {
        part[x] = 0;
        left = above = 0;
        continue;
      }
      /* Where neither changes, as along most rows, there is nothing to unite. */
      if (left == 0 || up != above) {
        at = left && up ? unite(l, left, up) : left ? left : up ? up : new_local(l);
        above = up;
      }
      left = at;
      part[x] = (uint16_t)at;
    }
  }
}

/* Label the cells of an area by all steps that join cells; `back` has the directions to cells before. */
static void label_any(const as_blocks *b, const as_grid *grid, const area *a, local_parts *l)
{
  static const uint32_t across[] = {UINT32_MAX, 0, 1, UINT32_MAX}; /* modulo 2^32 */
  const uint8_t *enters = b->entered.enters;
  const uint32_t straight = has_diagonals(grid) ? 0xF : 0xA;
  uint32_t x, y, d;
  for (y = a->first[1]; y < a->last[1]; y++) {
    for (x = a->first[0]; x < a->last[0]; x++) {
      const uint32_t cell = y * grid->width + x;
      const uint32_t directions = grid->directions[(grid->by_row ? y : x) & 1] & straight;
      uint32_t at = 0;
      b->part[cell] = 0;
      if (!enters[grid->entry[cell]]) continue;
      for (d = 0; d < 4; d++) {
        const uint32_t to = cell + grid->offsets[d], col = x + across[d];
        if (!(directions >> d & 1) || (d < 3 && y == a->first[1]) || col < a->first[0] || col >= a->last[0]) continue;
        if (b->part[to] == 0 || (as_grid_closed(grid, cell, d) && as_grid_closed(grid, to, 7 - d))) continue;
        if (at == 0) at = b->part[to];
        else if (at != b->part[to]) at = unite(l, at, b->part[to]);
      }
      if (at == 0) at = new_local(l);
      b->part[cell] = (uint16_t)at;
    }
  }
}

/* Number the parts in the order of their first cells. Returns how many there are. */
static uint32_t number_parts(const as_blocks *b, const as_grid *grid, const area *a, local_parts *l)
{
  uint16_t number[BLOCK_CELLS + 1];
  uint32_t count = 0, at, x, y;
  for (at = 1; at <= l->count; at++) {
    /* A root is less than all others of its part. */
    const uint32_t root = find_local(l, at);
    number[at] = root == at ? (uint16_t)++count : number[root];
  }
  if (count == l->count) return count;
  for (y = a->first[1]; y < a->last[1]; y++) {
    uint16_t *part = b->part + (size_t)y * grid->width;
    for (x = a->first[0]; x < a->last[0]; x++) {
      if (part[x] != 0) part[x] = number[part[x]];
    }
  }
  return count;
}

/* Label the cells of a block. Returns whether the number of its parts has changed. */
static bool label_block(as_blocks *b, const as_grid *grid, uint32_t block)
{
  const area a = area_of(b, grid, block);
  local_parts l;
  uint32_t count;
  l.count = 0;
  if (!has_diagonals(grid) && grid->closed_cells == 0) label_plain(b, grid, &a, &l);
  else label_any(b, grid, &a, &l);
  count = number_parts(b, grid, &a, &l);
  b->work += (a.last[0] - a.first[0]) * (a.last[1] - a.first[1]);
  b->blocks[block].dirty = false;
  if (b->blocks[block].parts == count) return false;
  b->blocks[block].parts = (uint16_t)count;
  return true;
}

/* ---- Edges of a block ---- */

/* Add an edge to the list in `edges`, unless it is the last one, or near the end. False if out of memory. */
static bool add_edge(as_blocks *b, const as_grid *grid, uint32_t from, uint32_t to, uint32_t loose, uint32_t *count)
{
  as_block_edge e;
  uint32_t i;
  e.block = block_of(b, grid, to);
  e.from = (uint16_t)((b->part[from] - 1u) | loose);
  e.to = (uint16_t)(b->part[to] - 1u);
  for (i = *count; i > 0 && i + AS_BLOCK_SIDE > *count; i--) {
    const as_block_edge *f = &b->edges[i - 1];
    if (f->block == e.block && f->from == e.from && f->to == e.to) return true;
  }
  if (!as_reserve(b->memory, &b->edges, &b->edge_capacity, (uint64_t)*count + 1, sizeof e)) return false;
  b->edges[(*count)++] = e;
  return true;
}

/* Add the edge of the step from a cell in a direction, if it leads out of the block of the cell. */
static bool cross(as_blocks *b, const as_grid *grid, uint32_t block, uint32_t cell, uint32_t direction, uint32_t *count)
{
  const uint32_t to = b->part[cell] ? as_grid_step(grid, cell, direction) : NONE;
  if (to == NONE || b->part[to] == 0) return true;
  if (grid->closed_cells > 0 && as_grid_closed(grid, cell, direction) && as_grid_closed(grid, to, 7 - direction))
    return true;
  /* Around the edge of a narrow map it may lead into the same block. */
  if (block_of(b, grid, to) == block && b->part[to] == b->part[cell]) return true;
  return add_edge(b, grid, cell, to, 0, count);
}

/* Add loose edges for the steps out of a cell that are closed one way only. */
static bool add_loose(as_blocks *b, const as_grid *grid, uint32_t cell, uint32_t *count)
{
  uint32_t d;
  for (d = 0; d < AS_DIRECTIONS; d++) {
    const uint32_t to = as_grid_closed(grid, cell, d) ? as_grid_step(grid, cell, d) : NONE;
    if (to == NONE || b->part[to] == 0 || as_grid_closed(grid, to, 7 - d)) continue;
    if (!add_edge(b, grid, cell, to, AS_EDGE_LOOSE, count)) return false;
  }
  return true;
}

/* Find the edges of a block anew. Sets *changed if they differ from those before. False if out of memory. */
static bool find_edges(as_blocks *b, const as_grid *grid, uint32_t block, bool *changed)
{
  const area a = area_of(b, grid, block);
  const bool diagonals = has_diagonals(grid);
  const uint32_t right = a.last[0] - 1, below = a.last[1] - 1;
  as_block *list = &b->blocks[block];
  uint32_t count = 0, x, y;
  for (y = a.first[1]; y <= below; y++) {
    const uint32_t row = y * grid->width;
    if (!cross(b, grid, block, row + right, 4, &count)) return false;
    if (!diagonals || y == below) continue;
    if (!cross(b, grid, block, row + right, 7, &count) || !cross(b, grid, block, row + a.first[0], 5, &count))
      return false;
  }
  for (x = a.first[0]; x <= right; x++) {
    const uint32_t cell = below * grid->width + x;
    if (!cross(b, grid, block, cell, 6, &count)) return false;
    if (!diagonals) continue;
    if (!cross(b, grid, block, cell, 5, &count) || !cross(b, grid, block, cell, 7, &count)) return false;
  }
  for (y = a.first[1]; y <= below && grid->closed_cells > 0; y++) {
    for (x = a.first[0]; x <= right; x++) {
      const uint32_t cell = y * grid->width + x;
      if (grid->closed[cell] != 0 && b->part[cell] != 0 && !add_loose(b, grid, cell, &count)) return false;
    }
  }
  b->work += 2 * AS_BLOCK_SIDE;
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

static uint32_t find_root(const as_blocks *b, uint32_t at)
{
  while (b->root[at] != at) at = b->root[at] = b->root[b->root[at]];
  return at;
}

static void join(as_blocks *b, uint32_t p, uint32_t q, bool loose)
{
  if (loose) b->flags[p] = AS_LABEL_LOOSE;
  p = find_root(b, p);
  q = find_root(b, q);
  if (p < q) b->root[q] = p;
  else b->root[p] = q;
}

/* The vertex of a cell or of a stored node, a waypoint or the node of a cell; NONE if it cannot be entered. */
static AS_INLINE uint32_t vertex_of_cell(const as_blocks *b, const as_grid *grid, uint32_t cell)
{
  return b->part[cell] ? b->blocks[block_of(b, grid, cell)].first + b->part[cell] - 1 : NONE;
}

static uint32_t vertex_of_node(const as_blocks *b, const astar_graph *g, uint32_t index)
{
  const as_node *n = &g->nodes[index];
  if (!(n->flags & AS_NODE_ALIVE)) return NONE;
  if (n->flags & AS_NODE_CELL) return vertex_of_cell(b, g->grid, as_cell_of(g, n));
  return b->entered.enters[as_node_entry(n)] ? b->parts + index : NONE;
}

static bool has_way(const as_blocks *b, const as_link *e)
{
  const uint32_t own = e->way & AS_WAY_TERRAIN;
  return !own || b->entered.enters[own];
}

static void join_links(as_blocks *b, const astar_graph *g)
{
  uint32_t index, i;
  for (index = 0; index < g->layout->count; index++) {
    as_node *n = &g->nodes[index];
    const uint32_t from = vertex_of_node(b, g, index);
    if (!(n->flags & AS_NODE_ALIVE)) continue;
    if (n->flags & AS_NODE_CELL) b->blocks[block_of(b, g->grid, as_cell_of(g, n))].linked = true;
    if (from == NONE) continue;
    as_tidy(g, n);
    b->work += n->all + 1;
    for (i = 0; i < n->all; i++) {
      const as_link *e = as_ends(g, n) + i, *back = as_link_back(g, index, e);
      const uint32_t to = e->to > index ? vertex_of_node(b, g, e->to) : NONE;
      const bool out = i < n->out && has_way(b, e), in = back && has_way(b, back);
      if (to != NONE && (out || in)) join(b, from, to, out != in);
    }
  }
}

/* Compute the roots of all vertices. False if out of memory. */
static bool join_all(as_blocks *b, const astar_graph *g)
{
  const bool linked = g->cell_nodes.count > 0 || g->alive > 0;
  uint32_t i, k;
  b->parts = 0;
  for (i = 0; i < b->count; i++) {
    b->blocks[i].first = b->parts;
    b->blocks[i].linked = false;
    b->parts += b->blocks[i].parts;
  }
  b->vertices = b->parts + (linked ? g->layout->count : 0);
  if (!as_reserve(b->memory, &b->root, &b->root_capacity, b->vertices, sizeof *b->root) ||
      !as_reserve(b->memory, &b->flags, &b->flag_capacity, b->vertices, sizeof *b->flags))
    return false;
  for (i = 0; i < b->vertices; i++) b->root[i] = i;
  memset(b->flags, 0, b->vertices);
  for (i = 0; i < b->count; i++) {
    const as_block *block = &b->blocks[i];
    for (k = 0; k < block->edge_count; k++) {
      const as_block_edge *e = &block->edges[k];
      join(b, block->first + (e->from & ~AS_EDGE_LOOSE), b->blocks[e->block].first + e->to, e->from & AS_EDGE_LOOSE);
    }
    b->work += block->edge_count + 1;
  }
  if (linked) join_links(b, g);
  b->work += b->vertices;
  /* Roots are less than all others. */
  for (i = 0; i < b->vertices; i++) {
    b->root[i] = b->root[b->root[i]];
    if (b->flags[i]) b->flags[b->root[i]] = b->flags[i];
  }
  b->joined = true;
  return true;
}

/* ---- Following ---- */

static void make_dirty(as_blocks *b, uint32_t block)
{
  if (b->blocks[block].dirty) return;
  b->blocks[block].dirty = true;
  b->dirty[b->dirty_count++] = block;
}

static void apply(as_blocks *b, const astar_graph *g, as_edit e)
{
  const uint8_t *enters = b->entered.enters;
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
static uint32_t block_beside(const as_blocks *b, const as_grid *grid, uint32_t block, uint32_t right, uint32_t below)
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
static uint32_t list_aged(as_blocks *b, const as_grid *grid, uint32_t block, uint32_t count)
{
  const bool all = has_diagonals(grid) || grid->closed_cells > 0;
  uint32_t right, below;
  for (below = 0; below <= 2; below++) {
    for (right = 0; right <= 2; right++) {
      uint32_t beside;
      /* Edges of straight steps belong to the left and to the upper block. */
      if (!all && !(right == 1 && below <= 1) && !(right == 0 && below == 1)) continue;
      beside = block_beside(b, grid, block, right, below);
      if (beside == NONE || b->blocks[beside].aged) continue;
      b->blocks[beside].aged = true;
      b->dirty[b->count + count++] = beside;
    }
  }
  return count;
}

/* Label the blocks that are dirty. False if out of memory. */
static bool label_dirty(as_blocks *b, const as_grid *grid)
{
  bool changed = false;
  uint32_t aged = 0, i;
  for (i = 0; i < b->dirty_count; i++) changed = label_block(b, grid, b->dirty[i]) || changed;
  for (i = 0; i < b->dirty_count; i++) aged = list_aged(b, grid, b->dirty[i], aged);
  b->dirty_count = 0;
  for (i = 0; i < aged; i++) {
    if (!find_edges(b, grid, b->dirty[b->count + i], &changed)) return false;
  }
  if (changed) b->joined = false;
  return true;
}

static void start_anew(as_blocks *b)
{
  uint32_t i;
  b->dirty_count = 0;
  for (i = 0; i < b->count; i++) {
    b->blocks[i].dirty = b->blocks[i].aged = false;
    make_dirty(b, i);
  }
  b->joined = false;
}

bool as_blocks_follow(as_blocks *b, astar_graph *g)
{
  const as_journal *j = g->journal;
  if (!b->stale && b->read == j->next) return true;
  if (b->stale || !as_journal_reaches(j, b->read)) {
    start_anew(b);
  } else {
    for (; b->read < j->next; b->read++) {
      const as_edit e = as_journal_at(j, b->read);
      b->work++;
      if (e.slot != AS_EDIT_ALL_SLOTS) apply(b, g, e);
    }
  }
  b->read = j->next;
  b->stale = !label_dirty(b, g->grid) || (!b->joined && !join_all(b, g));
  return !b->stale;
}

/* ---- Reading ---- */

/* The root of a slot, or NONE if it cannot be entered. */
static uint32_t root_of(const as_blocks *b, const astar_graph *g, uint32_t slot)
{
  const uint32_t cells = g->layout->cells;
  const uint32_t vertex = slot < cells ? vertex_of_cell(b, g->grid, slot) : vertex_of_node(b, g, slot - cells);
  return vertex == NONE ? NONE : b->root[vertex];
}

/* Where a step leads that the unit can make out of a slot, which it cannot enter; *at counts. NONE: no more steps. */
static uint32_t next_step(const astar_graph *g, const as_rules *rules, uint32_t slot, uint32_t *at)
{
  const uint32_t cells = g->layout->cells, index = slot < cells ? as_index(g, slot + 1) : slot - cells;
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
  while (*at - AS_DIRECTIONS < g->nodes[index].out) {
    const as_link *e = as_ends(g, &g->nodes[index]) + (*at)++ - AS_DIRECTIONS;
    if (as_link_cost(rules, &g->nodes[index], &g->nodes[e->to], e) < INFINITY) return as_slot_of_index(g, e->to);
  }
  return NONE;
}

/* What being of this part tells. */
static as_tie tie_in(const as_blocks *b, const astar_graph *g, const as_rules *rules, uint32_t root)
{
  const bool limited = rules->limited && (g->grid->heights || g->alive > 0);
  return limited || b->flags[root] & AS_LABEL_LOOSE ? AS_PERHAPS : AS_TOGETHER;
}

as_tie as_blocks_tie(const as_blocks *b, const astar_graph *g, const as_rules *rules, uint32_t start, uint32_t goal)
{
  uint32_t root, from, to, at = 0;
  if (start == goal) return AS_TOGETHER;
  root = root_of(b, g, goal);
  if (root == NONE) return AS_APART;
  from = root_of(b, g, start);
  if (from != NONE) return from == root ? tie_in(b, g, rules, root) : AS_APART;
  while ((to = next_step(g, rules, start, &at)) != NONE) {
    if (root_of(b, g, to) == root) return tie_in(b, g, rules, root);
  }
  return AS_APART;
}

static bool mark(as_blocks *b, const astar_graph *g, const as_rules *rules, uint32_t root, bool on)
{
  b->flags[root] = (uint8_t)((b->flags[root] & ~AS_LABEL_MARKED) | (on ? AS_LABEL_MARKED : 0));
  return tie_in(b, g, rules, root) == AS_TOGETHER;
}

bool as_blocks_mark(as_blocks *b, const astar_graph *g, const as_rules *rules, uint32_t start, bool on)
{
  const uint32_t root = root_of(b, g, start);
  uint32_t to, at = 0;
  bool sure = true;
  if (root != NONE) return mark(b, g, rules, root, on);
  while ((to = next_step(g, rules, start, &at)) != NONE) sure = mark(b, g, rules, root_of(b, g, to), on) && sure;
  return sure;
}

bool as_blocks_marked(const as_blocks *b, const astar_graph *g, uint32_t slot)
{
  const uint32_t root = root_of(b, g, slot);
  return root != NONE && b->flags[root] & AS_LABEL_MARKED;
}

bool as_blocks_any_marked(const as_blocks *b, uint32_t x, uint32_t y)
{
  const as_block *block = &b->blocks[y * b->columns + x];
  uint32_t i;
  for (i = 0; i < block->parts; i++) {
    if (b->flags[b->root[block->first + i]] & AS_LABEL_MARKED) return true;
  }
  return false;
}

/* ---- The nearest ---- */

typedef struct nearest {
  const as_blocks *b;
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
  uint32_t i;
  for (i = 0; i < 2; i++) {
    /* Hexagons count in half cells along the staggered lines, which are shifted by one or not. */
    const bool half = grid->staggered && (grid->by_row ? i == 0 : i == 1);
    const double unit = half ? 2 : 1, low = a->first[i] * unit - half, high = (a->last[i] - 1) * unit + half;
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
  area line = *a;
  uint32_t x;
  line.first[1] = row;
  line.last[1] = row + 1;
  if (bound_of(q, &line) > q->least) return;
  for (x = a->first[0]; x < a->last[0]; x++) {
    const uint32_t cell = row * grid->width + x;
    double place[3];
    if (!as_blocks_marked(q->b, q->g, cell)) continue;
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

uint32_t as_blocks_nearest(const as_blocks *b, const astar_graph *g, const double goal[3], double *least,
                           astar_id *found, uint32_t count, uint32_t capacity)
{
  nearest q = {b, g, goal, *least, found, count, capacity};
  double near = INFINITY;
  uint32_t first = NONE, i;
  for (i = 0; i < b->count; i++) {
    const area a = area_of(b, g->grid, i);
    const double bound = bound_of(&q, &a);
    if (!(bound <= *least && bound < near) || !as_blocks_any_marked(b, i % b->columns, i / b->columns)) continue;
    first = i;
    near = bound;
  }
  if (first != NONE) try_block(&q, first);
  for (i = 0; i < b->count; i++) {
    const area a = area_of(b, g->grid, i);
    if (i != first && bound_of(&q, &a) <= q.least && as_blocks_any_marked(b, i % b->columns, i / b->columns))
      try_block(&q, i);
  }
  for (i = 0; i < g->layout->count && g->alive > 0; i++) {
    double place[3];
    if (g->nodes[i].flags & AS_NODE_CELL || !as_blocks_marked(b, g, g->layout->cells + i)) continue;
    as_grid_coordinates(g->grid, g->nodes[i].position, place);
    try_node(&q, place, g->layout->ids[i]);
  }
  *least = q.least;
  return q.count;
}

/* ---- Invariants ---- */

static void validate_blocks(const as_blocks *b, const as_grid *grid)
{
  const uint32_t directions = has_diagonals(grid) ? 0xFF : 0x5A;
  uint32_t cell, d;
  if (b->stale || b->read != b->journal->next) return;
  for (cell = 0; cell < grid->count; cell++) {
    const uint32_t from = vertex_of_cell(b, grid, cell);
    astar_check((from != NONE) == (b->entered.enters[grid->entry[cell]] != 0));
    for (d = 0; d < AS_DIRECTIONS && from != NONE; d++) {
      const uint32_t to = directions >> d & 1 ? as_grid_step(grid, cell, d) : NONE;
      const bool closed = as_grid_closed(grid, cell, d);
      if (to == NONE || b->part[to] == 0 || (closed && as_grid_closed(grid, to, 7 - d))) continue;
      astar_check(b->root[from] == b->root[vertex_of_cell(b, grid, to)]);
      astar_check(closed == as_grid_closed(grid, to, 7 - d) || b->flags[b->root[from]] & AS_LABEL_LOOSE);
    }
  }
}

void as_blocks_validate(const as_grid *grid)
{
  uint32_t i;
  for (i = 0; i < grid->blocks_count; i++) validate_blocks(grid->blocks[i], grid);
}
