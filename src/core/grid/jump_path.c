/* jump_path.c: see jump_path.h. */
#include "grid/jump_path.h"

#include "base/bits.h"
#include "engine/path.h"

#define TABLE_BITS_LEAST 8u
#define CHAIN_BITS_LEAST 6u
#define CHAIN_BITS_MOST 16u
#define BUCKETS_PER_STEP 4 /* buckets in the cost of a straight step, unless the ring would have too many */

/* ---- Life ---- */

void as_jump_path_init(as_jump_path *p)
{
  memset(p, 0, sizeof *p);
  p->free = p->goal = AS_NO_SLOT;
}

static void free_table(as_jump_path *p, as_memory *m)
{
  if (p->table) as_free(m, p->table, (size_t)1 << p->table_bits, uint32_t);
  p->table = NULL;
}

static void free_chains(as_jump_path *p, as_memory *m)
{
  if (p->chains) as_free(m, p->chains, (size_t)1 << p->chain_bits, uint32_t);
  if (p->used) as_free(m, p->used, ((size_t)1 << p->chain_bits) / 64, uint64_t);
  p->chains = NULL;
  p->used = NULL;
}

void as_jump_path_free(as_jump_path *p, as_memory *m)
{
  if (p->jump) as_jump_free(p->jump, m);
  as_free(m, p->nodes, p->node_capacity, as_jump_node);
  free_table(p, m);
  as_free(m, p->entries, p->entry_capacity, as_jump_entry);
  free_chains(p, m);
  as_free(m, p->list, p->list_capacity, as_successor);
  as_jump_path_init(p);
}

/* ---- Nodes ---- */

static uint32_t place_of(const as_jump_path *p, uint32_t cell)
{
  return cell * 0x9E3779B1u >> (32 - p->table_bits);
}

static void enter_node(as_jump_path *p, uint32_t node)
{
  const uint32_t mask = ((uint32_t)1 << p->table_bits) - 1;
  uint32_t place = place_of(p, p->nodes[node].cell);
  while (p->table[place] != 0) place = (place + 1) & mask;
  p->table[place] = node + 1;
  p->nodes[node].place = place;
}

static bool make_table(as_jump_path *p, as_memory *m, uint32_t bits)
{
  uint32_t *table, i;
  if (bits >= 32) return false;
  table = as_new(m, (size_t)1 << bits, uint32_t);
  if (!table) return false;
  memset(table, 0, ((size_t)1 << bits) * sizeof *table);
  free_table(p, m);
  p->table = table;
  p->table_bits = bits;
  for (i = 0; i < p->node_count; i++) enter_node(p, i);
  return true;
}

/* Room for as many more nodes and entries. At most half of the table is in use. */
static bool reserve(as_jump_path *p, as_memory *m, uint32_t more)
{
  const uint64_t nodes = (uint64_t)p->node_count + more;
  uint32_t bits = p->table_bits;
  if (!as_reserve(m, &p->nodes, &p->node_capacity, nodes, sizeof *p->nodes) ||
      !as_reserve(m, &p->entries, &p->entry_capacity, (uint64_t)p->entry_count + more, sizeof *p->entries))
    return false;
  if (nodes <= ((uint64_t)1 << bits) / 2) return true;
  while (nodes > ((uint64_t)1 << bits) / 2) bits++;
  return make_table(p, m, bits);
}

/* The node of a cell, or AS_NO_SLOT. *place is where it is in the table, or is to be. */
static inline uint32_t find_node(const as_jump_path *p, uint32_t cell, uint32_t *place)
{
  const uint32_t mask = ((uint32_t)1 << p->table_bits) - 1;
  uint32_t at = place_of(p, cell), node;
  while ((node = p->table[at]) != 0 && p->nodes[node - 1].cell != cell) at = (at + 1) & mask;
  *place = at;
  return node == 0 ? AS_NO_SLOT : node - 1;
}

/* Add a node that find_node() did not find. There must be room. */
static inline uint32_t add_node(as_jump_path *p, uint32_t cell, uint32_t place)
{
  as_jump_node *n = &p->nodes[p->node_count];
  p->table[place] = p->node_count + 1;
  n->cell = cell;
  n->place = place;
  return p->node_count++;
}

/* ---- The open list ---- */

static uint64_t bucket_of(const as_jump_path *p, double f)
{
  const double above = (f - p->first) * p->per_width;
  return above > 0 ? (uint64_t)above : 0;
}

static inline void push(as_jump_path *p, uint32_t node, double f)
{
  uint64_t bucket = bucket_of(p, f);
  uint32_t chain, entry = p->free;
  if (bucket < p->current) bucket = p->current;
  chain = (uint32_t)bucket & (((uint32_t)1 << p->chain_bits) - 1);
  if (entry != AS_NO_SLOT) p->free = p->entries[entry].next;
  else entry = p->entry_count++;
  p->entries[entry].node = node;
  p->entries[entry].next = p->chains[chain];
  p->chains[chain] = entry;
  p->used[chain / 64] |= (uint64_t)1 << chain % 64;
  p->waiting++;
}

/* Advance to the least bucket with entries. False if there is none. */
static bool advance(as_jump_path *p)
{
  const uint32_t words = ((uint32_t)1 << p->chain_bits) / 64, chain = (uint32_t)p->current & (words * 64 - 1);
  uint32_t word = chain / 64, i;
  uint64_t bits;
  if (p->waiting == 0) return false;
  bits = p->used[word] >> chain % 64;
  if (bits != 0) {
    p->current += as_lowest_bit(bits);
    return true;
  }
  /* The last word may be the first again, of which the lower bits are left. */
  for (i = 1; p->used[word = (word + 1) & (words - 1)] == 0;) i++;
  p->current += (uint64_t)i * 64 - chain % 64 + as_lowest_bit(p->used[word]);
  return true;
}

/* Remove the first entry of the current bucket, which must have one. Returns its node. */
static inline uint32_t pop(as_jump_path *p)
{
  const uint32_t chain = (uint32_t)p->current & (((uint32_t)1 << p->chain_bits) - 1), entry = p->chains[chain];
  as_jump_entry *e = &p->entries[entry];
  p->chains[chain] = e->next;
  if (e->next == AS_NO_SLOT) p->used[chain / 64] &= ~((uint64_t)1 << chain % 64);
  e->next = p->free;
  p->free = entry;
  p->waiting--;
  return e->node;
}

/* Empty all chains; there are 2^bits of them. */
static bool clear_chains(as_jump_path *p, as_memory *m, uint32_t bits)
{
  if (p->chains && p->chain_bits == bits) {
    while (advance(p)) (void)pop(p);
  } else {
    free_chains(p, m);
    p->waiting = 0;
    p->chain_bits = bits;
    p->chains = as_new(m, (size_t)1 << bits, uint32_t);
    p->used = p->chains ? as_new(m, ((size_t)1 << bits) / 64, uint64_t) : NULL;
    if (!p->used) {
      free_chains(p, m);
      return false;
    }
    memset(p->chains, 0xFF, ((size_t)1 << bits) * sizeof *p->chains); /* AS_NO_SLOT */
    memset(p->used, 0, ((size_t)1 << bits) / 64 * sizeof *p->used);
  }
  p->entry_count = 0;
  p->free = AS_NO_SLOT;
  p->current = 0;
  return true;
}

/* ---- A run ---- */

/* Choose the width of buckets, and their number: more than the ring needs for an edge there and back. */
static bool begin_list(as_jump_path *p, as_memory *m, const as_grid *grid)
{
  const as_jump *j = p->jump;
  const double step = j->costs[0] < j->costs[1] ? j->costs[0] : j->costs[1];
  const double edge = (double)(grid->width < grid->height ? grid->width : grid->height) * j->diagonal +
                      grid->width * j->costs[0] + grid->height * j->costs[1];
  const double buckets = edge / step * (2 * BUCKETS_PER_STEP) + 4;
  uint32_t bits = CHAIN_BITS_LEAST;
  while (bits < CHAIN_BITS_MOST && (double)((uint64_t)1 << bits) < buckets) bits++;
  p->per_width = BUCKETS_PER_STEP / step;
  if ((double)((uint64_t)1 << bits) < buckets) p->per_width = (double)(((uint64_t)1 << bits) - 4) / (2 * edge);
  return clear_chains(p, m, bits);
}

static inline double estimate(const as_jump_path *p, const uint32_t at[2])
{
  const uint32_t *goal = p->jump->goal;
  const double u = at[0] > goal[0] ? at[0] - goal[0] : goal[0] - at[0];
  const double v = at[1] > goal[1] ? at[1] - goal[1] : goal[1] - at[1];
  return as_octile_steps(u, v, p->straight[0], p->straight[1], p->diagonal);
}

static void place_at(const as_grid *grid, uint32_t cell, uint32_t at[2])
{
  at[1] = as_grid_row(grid, cell);
  at[0] = cell - at[1] * grid->width;
}

static bool begin(as_jump_path *p, as_memory *m, astar_id start, astar_id goal)
{
  astar_graph *g = p->space.self;
  const as_grid *grid = as_grid_view(g->grid, &p->space.rules);
  const double multiplier = p->space.rules.costs[grid->entry[goal - 1]];
  uint32_t at[2], i, place;
  for (i = 0; i < p->node_count; i++) p->table[p->nodes[i].place] = 0;
  p->node_count = 0;
  p->goal = AS_NO_SLOT;
  p->expanded = 0;
  if (as_jump_begin(&p->jump, m, g, &p->space.rules, goal) != ASTAR_OK ||
      (!p->table && !make_table(p, m, TABLE_BITS_LEAST)) || !reserve(p, m, 2))
    return false;
  for (i = 0; i < 2; i++) p->straight[i] = grid->straight[i] * multiplier;
  p->diagonal = grid->diagonal * multiplier;
  place_at(grid, start - 1, at);
  p->first = estimate(p, at);
  (void)find_node(p, start - 1, &place);
  i = add_node(p, start - 1, place);
  p->nodes[i].g = 0;
  p->nodes[i].parent = AS_NO_SLOT;
  p->nodes[i].open = 1;
  return true;
}

/* Begin the open list with the start. */
static bool begin_search(as_jump_path *p, as_memory *m)
{
  const as_grid *grid = ((const astar_graph *)p->space.self)->grid;
  if (!begin_list(p, m, grid) || !as_reserve(m, &p->list, &p->list_capacity, as_jump_most(grid), sizeof *p->list))
    return false;
  push(p, 0, p->first);
  return true;
}

/* Go straight to the goal, if nothing is in the way, as is common of near goals. */
static bool go_directly(as_jump_path *p, astar_id start, astar_id goal)
{
  const as_grid *grid = ((const astar_graph *)p->space.self)->grid;
  uint32_t at[2], place;
  double cost;
  place_at(grid, start - 1, at);
  if (!as_jump_directly(p->jump, at, &cost)) return false;
  p->expanded = 1;
  p->goal = 0;
  if (start == goal) return true;
  (void)find_node(p, goal - 1, &place);
  p->goal = add_node(p, goal - 1, place);
  p->nodes[p->goal].g = as_advance(&p->space.rules, 0, cost, goal - 1);
  p->nodes[p->goal].parent = 0;
  return true;
}

/* Relax the successors in the list, from a node of cost `from`. */
static void relax(as_jump_path *p, const as_grid *grid, uint32_t node, double from, uint32_t count)
{
  const as_rules *rules = &p->space.rules;
  const uint32_t goal = as_grid_index(grid, p->jump->goal[0], p->jump->goal[1]);
  double bound = p->goal == AS_NO_SLOT ? INFINITY : p->nodes[p->goal].g;
  uint32_t i;
  for (i = 0; i < count; i++) {
    const double g = as_advance(rules, from, p->list[i].cost, p->list[i].slot);
    const uint32_t cell = p->list[i].slot;
    uint32_t at[2], table_place, next = find_node(p, cell, &table_place);
    as_jump_node *n;
    double f;
    if (next != AS_NO_SLOT && !(g < p->nodes[next].g - p->nodes[next].g * AS_CHEAPER)) continue;
    place_at(grid, cell, at);
    f = g + estimate(p, at);
    if (!(f < bound)) continue;
    if (next == AS_NO_SLOT) next = add_node(p, cell, table_place);
    n = &p->nodes[next];
    n->g = g;
    n->parent = node;
    if (cell == goal) {
      p->goal = next;
      bound = g;
    } else {
      n->open = 1;
      push(p, next, f);
    }
  }
}

astar_status as_jump_path_find(as_jump_path *p, as_memory *m, const as_space *space, astar_id start, astar_id goal)
{
  const as_grid *grid = ((const astar_graph *)space->self)->grid;
  p->space = *space;
  if (!begin(p, m, start, goal)) return ASTAR_OUT_OF_MEMORY;
  if (go_directly(p, start, goal)) return ASTAR_FOUND;
  if (!begin_search(p, m)) return ASTAR_OUT_OF_MEMORY;
  while (advance(p) && (p->goal == AS_NO_SLOT || p->current <= bucket_of(p, p->nodes[p->goal].g))) {
    const uint32_t node = pop(p);
    const as_jump_node n = p->nodes[node];
    uint32_t at[2], from[2], count;
    if (!n.open) continue;
    place_at(grid, n.cell, at);
    p->nodes[node].open = 0;
    if (p->goal != AS_NO_SLOT && !(n.g + estimate(p, at) < p->nodes[p->goal].g)) continue;
    if (n.parent != AS_NO_SLOT) place_at(grid, p->nodes[n.parent].cell, from);
    count = as_jump_successors(p->jump, at, n.parent == AS_NO_SLOT ? NULL : from, p->list);
    p->expanded++;
    if (!reserve(p, m, count)) return ASTAR_OUT_OF_MEMORY;
    relax(p, grid, node, n.g, count);
  }
  return p->goal == AS_NO_SLOT ? ASTAR_UNREACHABLE : ASTAR_FOUND;
}

/* ---- The path ---- */

/* The number of nodes of the path, and of corners. */
static uint32_t trace(const as_jump_path *p, uint32_t *corners)
{
  uint32_t node = p->goal, count = 1, parent, corner;
  *corners = 1;
  for (; (parent = p->nodes[node].parent) != AS_NO_SLOT; node = parent) {
    count += as_jump_steps(p->space.self, p->nodes[parent].cell, p->nodes[node].cell, &corner);
    *corners += corner == AS_NO_SLOT ? 1 : 2;
  }
  return count;
}

uint32_t as_jump_path_count(const as_jump_path *p)
{
  uint32_t corners;
  return trace(p, &corners);
}

size_t as_jump_path_size(const as_jump_path *p)
{
  uint32_t corners;
  (void)trace(p, &corners);
  return as_path_corners_size(corners);
}

static void put_corner(uint32_t cell, uint32_t index, astar_corner *corner)
{
  corner->id = cell + 1;
  corner->index = index;
}

void as_jump_path_write(const as_jump_path *p, astar_path *path)
{
  uint32_t node = p->goal, left, at = trace(p, &left), parent, corner, steps, none;
  astar_corner *corners = as_path_corners(path);
  as_path_begin(path, &p->space, at, left, p->nodes[node].g);
  put_corner(p->nodes[node].cell, --at, &corners[--left]);
  for (; (parent = p->nodes[node].parent) != AS_NO_SLOT; node = parent) {
    const uint32_t from = p->nodes[parent].cell, to = p->nodes[node].cell;
    steps = as_jump_steps(p->space.self, from, to, &corner);
    if (corner != AS_NO_SLOT)
      put_corner(corner, at - as_jump_steps(p->space.self, corner, to, &none), &corners[--left]);
    at -= steps;
    put_corner(from, at, &corners[--left]);
  }
  astar_assert(at == 0 && left == 0);
  as_path_measure(path);
}
