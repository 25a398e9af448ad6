/* jump_path.c: see jump_path.h. */
#include "grid/jump_path.h"

#include "base/bits.h"
#include "engine/path.h"
#include "engine/radix.h"
#include "grid/jump.h"

#define TABLE_BITS_LEAST 8u
#define BUCKETS_PER_STEP 4 /* buckets in the cost of a straight step */

/* Numbers of buckets are added to this power of two in the open list, so that its keys tell apart all whole numbers. */
#define BASE_BITS 40

typedef struct jump_node {
  double g;
  uint32_t cell;
  uint32_t parent; /* node, or AS_NO_SLOT */
  uint32_t place;  /* in the hash table */
  uint32_t open;
} jump_node;

typedef struct jump_path {
  as_kernel kernel;
  as_jump *jump; /* NULL before the first run */
  as_space space; /* of the query */
  jump_node *nodes;
  uint32_t node_count, node_capacity;
  uint32_t *table; /* of 2^table_bits: node + 1, or 0 */
  uint32_t table_bits;
  as_radix open;
  double first, per_width; /* the bucket of f is (f - first) * per_width */
  as_successor *list;
  uint32_t list_capacity;
  double straight[2], diagonal; /* lengths of the metric times the cost per distance */
  uint32_t goal; /* node, or AS_NO_SLOT */
} jump_path;

/* ---- Nodes ---- */

static uint32_t place_of(const jump_path *p, uint32_t cell)
{
  return cell * 0x9E3779B1u >> (32 - p->table_bits);
}

static void enter_node(jump_path *p, uint32_t node)
{
  const uint32_t mask = ((uint32_t)1 << p->table_bits) - 1;
  uint32_t place = place_of(p, p->nodes[node].cell);
  while (p->table[place] != 0) place = (place + 1) & mask;
  p->table[place] = node + 1;
  p->nodes[node].place = place;
}

static void free_table(jump_path *p)
{
  if (p->table) as_free(p->kernel.memory, p->table, (size_t)1 << p->table_bits, uint32_t);
  p->table = NULL;
}

static bool make_table(jump_path *p, uint32_t bits)
{
  uint32_t *table, i;
  if (bits >= 32) return false;
  table = as_new(p->kernel.memory, (size_t)1 << bits, uint32_t);
  if (!table) return false;
  memset(table, 0, ((size_t)1 << bits) * sizeof *table);
  free_table(p);
  p->table = table;
  p->table_bits = bits;
  for (i = 0; i < p->node_count; i++) enter_node(p, i);
  return true;
}

/* Room for as many more nodes. At most half of the table is in use. */
static bool reserve(jump_path *p, uint32_t more)
{
  const uint64_t nodes = (uint64_t)p->node_count + more;
  uint32_t bits = p->table_bits;
  if (!as_reserve(p->kernel.memory, &p->nodes, &p->node_capacity, nodes, sizeof *p->nodes)) return false;
  if (nodes <= ((uint64_t)1 << bits) / 2) return true;
  while (nodes > ((uint64_t)1 << bits) / 2) bits++;
  return make_table(p, bits);
}

/* The node of a cell, or AS_NO_SLOT. *place is where it is in the table, or is to be. */
static inline uint32_t find_node(const jump_path *p, uint32_t cell, uint32_t *place)
{
  const uint32_t mask = ((uint32_t)1 << p->table_bits) - 1;
  uint32_t at = place_of(p, cell), node;
  while ((node = p->table[at]) != 0 && p->nodes[node - 1].cell != cell) at = (at + 1) & mask;
  *place = at;
  return node == 0 ? AS_NO_SLOT : node - 1;
}

/* Add a node that find_node() did not find. There must be room. */
static inline uint32_t add_node(jump_path *p, uint32_t cell, uint32_t place)
{
  jump_node *n = &p->nodes[p->node_count];
  p->table[place] = p->node_count + 1;
  n->cell = cell;
  n->place = place;
  return p->node_count++;
}

/* ---- The open list ---- */

/* The number of the bucket of f. */
static double bucket_of(const jump_path *p, double f)
{
  const double above = (f - p->first) * p->per_width;
  return above > 0 ? floor(as_min(above, (double)((uint64_t)1 << BASE_BITS) - 1)) : 0;
}

static inline bool push(jump_path *p, uint32_t node, double f)
{
  return as_radix_push(&p->open, p->kernel.memory, node, bucket_of(p, f));
}

/* Remove the first entry of the current bucket, which must have one. Returns its node. */
static inline uint32_t pop(jump_path *p)
{
  uint32_t *first = as_radix_current(&p->open), at = *first;
  *first = as_radix_at(&p->open, at)->head.next;
  as_buckets_free_entry(&p->open.buckets, at);
  return as_radix_at(&p->open, at)->head.slot;
}

/* ---- A run ---- */

static inline double estimate(const jump_path *p, const uint32_t at[2])
{
  const uint32_t *goal = p->jump->goal;
  const double u = at[0] > goal[0] ? at[0] - goal[0] : goal[0] - at[0];
  const double v = at[1] > goal[1] ? at[1] - goal[1] : goal[1] - at[1];
  return as_octile_steps(u, v, p->straight[0], p->straight[1], p->diagonal);
}

static bool begin_nodes(jump_path *p, astar_id start, astar_id goal)
{
  astar_graph *g = p->space.self;
  const as_grid *grid = as_grid_view(g->grid, &p->space.rules);
  const double multiplier = p->space.rules.costs[as_grid_entry(grid, goal - 1)];
  uint32_t at[2], i, place;
  for (i = 0; i < p->node_count; i++) p->table[p->nodes[i].place] = 0;
  p->node_count = 0;
  p->goal = AS_NO_SLOT;
  p->kernel.expanded = 0;
  if (as_jump_begin(&p->jump, p->kernel.memory, g, &p->space.rules, goal) != ASTAR_OK ||
      (!p->table && !make_table(p, TABLE_BITS_LEAST)) || !reserve(p, 2))
    return false;
  for (i = 0; i < 2; i++) p->straight[i] = grid->straight[i] * multiplier;
  p->diagonal = grid->diagonal * multiplier;
  as_grid_place(grid, start - 1, at);
  p->first = estimate(p, at);
  (void)find_node(p, start - 1, &place);
  i = add_node(p, start - 1, place);
  p->nodes[i].g = 0;
  p->nodes[i].parent = AS_NO_SLOT;
  p->nodes[i].open = 1;
  return true;
}

/* Begin the open list with the start. */
static bool begin_search(jump_path *p)
{
  const as_grid *grid = ((const astar_graph *)p->space.self)->grid;
  p->per_width = BUCKETS_PER_STEP / as_min(p->jump->costs[0], p->jump->costs[1]);
  return as_radix_clear(&p->open, p->kernel.memory, (double)((uint64_t)1 << BASE_BITS), BASE_BITS) &&
         as_reserve(p->kernel.memory, &p->list, &p->list_capacity, as_jump_most(grid), sizeof *p->list) &&
         push(p, 0, p->first);
}

/* Go straight to the goal, if nothing is in the way, as is common of near goals. */
static bool go_directly(jump_path *p, astar_id start, astar_id goal)
{
  const as_grid *grid = ((const astar_graph *)p->space.self)->grid;
  uint32_t at[2], place;
  double cost;
  as_grid_place(grid, start - 1, at);
  if (!as_jump_directly(p->jump, at, &cost)) return false;
  p->kernel.expanded = 1;
  p->goal = 0;
  if (start == goal) return true;
  (void)find_node(p, goal - 1, &place);
  p->goal = add_node(p, goal - 1, place);
  p->nodes[p->goal].g = as_advance(&p->space.rules, 0, cost, goal - 1);
  p->nodes[p->goal].parent = 0;
  return true;
}

/* Relax the successors in the list, from a node of cost `from`. False if out of memory. */
static bool relax(jump_path *p, const as_grid *grid, uint32_t node, double from, uint32_t count)
{
  const as_rules *rules = &p->space.rules;
  const uint32_t goal = as_grid_index(grid, p->jump->goal[0], p->jump->goal[1]);
  double bound = p->goal == AS_NO_SLOT ? INFINITY : p->nodes[p->goal].g;
  uint32_t i;
  for (i = 0; i < count; i++) {
    const double g = as_advance(rules, from, p->list[i].cost, p->list[i].slot);
    const uint32_t cell = p->list[i].slot;
    uint32_t at[2], table_place, next = find_node(p, cell, &table_place);
    jump_node *n;
    double f;
    if (next != AS_NO_SLOT && !(g < p->nodes[next].g - p->nodes[next].g * AS_CHEAPER)) continue;
    as_grid_place(grid, cell, at);
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
      if (!push(p, next, f)) return false;
    }
  }
  return true;
}

/* The number of nodes of the path, and of corners. */
static uint32_t trace(const jump_path *p, uint32_t *corners)
{
  uint32_t node = p->goal, count = 1, parent, corner;
  *corners = 1;
  for (; (parent = p->nodes[node].parent) != AS_NO_SLOT; node = parent) {
    count += as_jump_steps(p->space.self, p->nodes[parent].cell, p->nodes[node].cell, &corner);
    *corners += corner == AS_NO_SLOT ? 1 : 2;
  }
  return count;
}

/* The run has come to the goal. */
static astar_status found(jump_path *p)
{
  uint32_t corners;
  p->kernel.count = trace(p, &corners);
  p->kernel.size = as_path_corners_size(corners);
  return ASTAR_FOUND;
}

static astar_status begin(as_kernel *k, const as_space *space, const as_landmarks *landmarks,
                          const astar_search_def *def)
{
  jump_path *p = (jump_path *)k;
  (void)landmarks;
  p->space = *space;
  p->space.run = NULL;
  if (!begin_nodes(p, def->start, def->goals[0])) return ASTAR_OUT_OF_MEMORY;
  if (go_directly(p, def->start, def->goals[0])) return found(p);
  return begin_search(p) ? ASTAR_SEARCHING : ASTAR_OUT_OF_MEMORY;
}

static astar_status run(as_kernel *k, uint64_t n)
{
  jump_path *p = (jump_path *)k;
  const as_grid *grid = ((const astar_graph *)p->space.self)->grid;
  while (as_radix_advance(&p->open, p->goal == AS_NO_SLOT ? DBL_MAX : bucket_of(p, p->nodes[p->goal].g))) {
    uint32_t node, at[2], from[2], count;
    jump_node expanded;
    if (n == 0) return ASTAR_SEARCHING;
    node = pop(p);
    expanded = p->nodes[node];
    if (!expanded.open) continue;
    as_grid_place(grid, expanded.cell, at);
    p->nodes[node].open = 0;
    if (p->goal != AS_NO_SLOT && !(expanded.g + estimate(p, at) < p->nodes[p->goal].g)) continue;
    if (expanded.parent != AS_NO_SLOT) as_grid_place(grid, p->nodes[expanded.parent].cell, from);
    count = as_jump_successors(p->jump, at, expanded.parent == AS_NO_SLOT ? NULL : from, p->list);
    p->kernel.expanded++;
    n--;
    if (!reserve(p, count) || !relax(p, grid, node, expanded.g, count)) return ASTAR_OUT_OF_MEMORY;
  }
  return p->goal == AS_NO_SLOT ? ASTAR_UNREACHABLE : found(p);
}

/* A run holds the bitmap, as it does until the next query. */
static void stop(as_kernel *k)
{
  (void)k;
}

/* ---- The path ---- */

static void put_corner(uint32_t cell, uint32_t index, astar_corner *corner)
{
  corner->id = cell + 1;
  corner->index = index;
}

static void write_path(const as_kernel *k, astar_path *path)
{
  const jump_path *p = (const jump_path *)k;
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

/* ---- Life ---- */

static void free_path(as_kernel *k)
{
  jump_path *p = (jump_path *)k;
  as_memory *m = k->memory;
  if (p->jump) as_jump_free(p->jump, m);
  as_free(m, p->nodes, p->node_capacity, jump_node);
  free_table(p);
  as_radix_free(&p->open, m);
  as_free(m, p->list, p->list_capacity, as_successor);
}

as_kernel *as_jump_path_create(as_memory *m)
{
  static const as_kernel_ops ops = {begin, run, stop, write_path, free_path};
  jump_path *p = as_kernel_create(m, sizeof *p, &ops);
  if (!p) return NULL;
  as_radix_init(&p->open);
  p->open.stable = true;
  p->goal = AS_NO_SLOT;
  return &p->kernel;
}
