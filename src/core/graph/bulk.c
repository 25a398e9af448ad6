/*
** bulk.c: adds many nodes, or many links, in one edit. All memory is taken first, so that adding cannot fail half-way.
** For links, each node that gets any is held (AS_NODE_HELD): its block gets room for all ends to come, and neither the
** block nor a cell's node is dropped while it has none.
*/
#include "graph/compact.h"
#include "graph/edge.h"
#include "graph/ends.h"
#include "graph/spatial.h"

/* How many pairs ahead to prefetch; of single ids twice as many. */
#define AHEAD 8u

/* ---- Nodes ---- */

astar_result astar_graph_add_all(astar_graph *g, const double *positions, uint32_t dimensions, uint32_t count,
                                 astar_id *first)
{
  const uint32_t index = g->layout->count;
  uint32_t i, d;
  astar_assert(dimensions == 2 || dimensions == 3);
  *first = astar_graph_last_id(g) + 1;
  if (count == 0) return ASTAR_OK;
  if (count > UINT32_MAX - 1 - g->layout->cells - index) return ASTAR_FULL;
  if (!as_nodes_reserve(g, (uint64_t)index + count)) return ASTAR_NO_MEMORY;
  if (g->alive == 0) as_extent_clear(&g->extent);
  for (i = 0; i < count; i++) {
    as_node *n = as_append_waypoint(g);
    for (d = 0; d < dimensions; d++) n->position[d] = *positions++;
    as_extent_include(&g->extent, n->position);
    as_note(g, index + i, AS_EDIT_NODE | AS_EDIT_LINKS | AS_EDIT_CHEAPER);
  }
  as_spatial_insert_all(g, index, count);
  g->version++;
  as_graph_renumber_if_grown(g);
  return ASTAR_OK;
}

/* ---- Links ---- */

/* A node that gets links. While they are counted, `all` of the node is the number of its entry here. */
typedef struct held_node {
  uint32_t index, all, added; /* `all` as it was; `added` is an upper bound on the new ends */
} held_node;

typedef struct bulk {
  astar_graph *g;
  const astar_id *pairs;
  size_t count;   /* pairs */
  size_t fetched; /* pairs to prefetch: all or none */
  const double *costs;
  astar_link link;
  held_node *held;
  uint32_t held_count, held_capacity;
} bulk;

/* The link of a pair. */
static const astar_link *link_of(bulk *b, size_t pair)
{
  if (b->costs) b->link.cost = b->costs[pair];
  return &b->link;
}

/* Whether the nodes of a graph are more than caches hold, so that prefetching them pays. */
static bool is_large(const astar_graph *g)
{
  return g->layout->count > 10000;
}

size_t astar_graph_first_missing(const astar_graph *g, const astar_id *ids, size_t count)
{
  const size_t fetched = is_large(g) ? count : 0;
  size_t i;
  for (i = 0; i < count; i++) {
    if (i + 4 * AHEAD < fetched) as_fetch_index(g, ids[i + 4 * AHEAD]);
    if (i + 2 * AHEAD < fetched) {
      const uint32_t index = as_index(g, ids[i + 2 * AHEAD]);
      if (index != AS_NO_SLOT) AS_PREFETCH(&g->nodes[index].flags);
    }
    if (!astar_graph_has(g, ids[i], NULL)) break;
  }
  return i;
}

/* Give a node to each cell that needs one. If this fails, call drop_cell_nodes(). */
static astar_result add_cell_nodes(bulk *b)
{
  astar_result result = ASTAR_OK;
  size_t i;
  if (!b->g->cell_ops) return ASTAR_OK;
  for (i = 0; i < b->count && result == ASTAR_OK; i++) {
    const astar_id *pair = &b->pairs[2 * i];
    if (!as_link_is_step(b->g, pair[0], pair[1], link_of(b, i))) result = as_add_cell_nodes(b->g, pair[0], pair[1]);
  }
  return result;
}

/* Take the nodes from all cells of the pairs that have no links. */
static void drop_cell_nodes(bulk *b)
{
  size_t i;
  for (i = 0; i < b->count && b->g->cell_ops; i++) as_drop_cell_nodes(b->g, b->pairs[2 * i], b->pairs[2 * i + 1]);
}

/* The terrain whose ratio a new link of a pair changes in the direction to its node `k`, or 0 for none. */
static uint32_t terrain_of(bulk *b, size_t pair, uint32_t k)
{
  const astar_link *link = link_of(b, pair);
  const uint32_t index = as_index(b->g, b->pairs[2 * pair + k]);
  if (index == AS_NO_SLOT || !as_has_ratio(b->g, as_link_way(link))) return 0; /* no node: the link is a step */
  return link->terrain ? link->terrain : b->g->nodes[index].terrain;
}

/* Prefetch the indices of the nodes of a pair, if there is one; the nodes; the ends of these. */
static AS_INLINE void fetch_indices(const bulk *b, size_t pair)
{
  uint32_t k;
  for (k = 0; k < 2 && pair < b->fetched; k++) as_fetch_index(b->g, b->pairs[2 * pair + k]);
}

static AS_INLINE void fetch_nodes(const bulk *b, size_t pair)
{
  uint32_t k;
  for (k = 0; k < 2 && pair < b->fetched; k++) {
    const uint32_t index = as_index(b->g, b->pairs[2 * pair + k]);
    if (index != AS_NO_SLOT) as_fetch_node(&b->g->nodes[index]);
  }
}

static AS_INLINE void fetch_ends(const bulk *b, size_t pair)
{
  uint32_t k;
  for (k = 0; k < 2 && pair < b->fetched; k++) {
    const uint32_t index = as_index(b->g, b->pairs[2 * pair + k]);
    const as_node *n = index == AS_NO_SLOT ? NULL : &b->g->nodes[index];
    if (!n) continue;
    AS_PREFETCH(as_ends(b->g, n));
    AS_PREFETCH(as_ends(b->g, n) + n->all); /* where the new one goes */
  }
}

/* Prefetch the entries of the nodes of a pair that are held. */
static AS_INLINE void fetch_held(const bulk *b, size_t pair)
{
  uint32_t k;
  for (k = 0; k < 2 && pair < b->fetched; k++) {
    const uint32_t index = as_index(b->g, b->pairs[2 * pair + k]);
    if (index != AS_NO_SLOT && b->g->nodes[index].flags & AS_NODE_HELD) AS_PREFETCH(&b->held[b->g->nodes[index].all]);
  }
}

/* Reserve the memory of the ratios: for each terrain as many bins as it has new ends. */
static bool reserve_ratios(bulk *b)
{
  astar_graph *g = b->g;
  const uint32_t terrains = g->units.terrains.count;
  uint32_t *ends, terrain, k;
  bool done = true;
  size_t i;
  if (!as_ratios_reserve(&g->ratios, &g->memory, terrains, 0)) return false;
  if (!b->costs && !as_has_ratio(g, as_link_way(&b->link))) return true;
  ends = as_new(&g->memory, terrains + 1, uint32_t);
  if (!ends) return false;
  memset(ends, 0, (terrains + 1) * sizeof *ends);
  for (i = 0; i < b->count; i++) {
    fetch_indices(b, i + 2 * AHEAD);
    fetch_nodes(b, i + AHEAD);
    for (k = 0; k < 2; k++) ends[terrain_of(b, i, k)]++;
  }
  for (terrain = 1; terrain <= terrains && done; terrain++) {
    /* One more: as_link_pair() asks for two directions, also where this terrain is that of one end only. */
    if (ends[terrain] > 0) done = as_ratios_reserve(&g->ratios, &g->memory, terrain, ends[terrain] + 1);
  }
  as_free(&g->memory, ends, terrains + 1, uint32_t);
  return done;
}

/* Count a new end of the node at an index, and hold the node. */
static void hold(bulk *b, uint32_t index)
{
  as_node *n = &b->g->nodes[index];
  if (!(n->flags & AS_NODE_HELD)) {
    held_node *h = &b->held[b->held_count];
    h->index = index;
    h->all = n->all;
    h->added = 0;
    n->flags |= AS_NODE_HELD;
    n->all = b->held_count++;
  }
  b->held[n->all].added++;
}

/* Hold all nodes that get links. False if out of memory. */
static bool hold_nodes(bulk *b)
{
  astar_graph *g = b->g;
  const uint64_t most = 2 * (uint64_t)b->count;
  size_t i;
  b->held_capacity = most < g->layout->count ? (uint32_t)most : g->layout->count;
  if (b->held_capacity == 0) return true; /* all links are steps between cells */
  b->held = as_new(&g->memory, b->held_capacity, held_node);
  if (!b->held) return false;
  for (i = 0; i < b->count; i++) {
    const astar_id *pair = &b->pairs[2 * i];
    fetch_indices(b, i + 3 * AHEAD);
    fetch_nodes(b, i + 2 * AHEAD);
    fetch_held(b, i + AHEAD);
    if (as_link_is_step(g, pair[0], pair[1], link_of(b, i))) continue;
    hold(b, as_index(g, pair[0]));
    hold(b, as_index(g, pair[1]));
  }
  return true;
}

/* Restore `all` of a held node, and move its ends to a block with room for the new ones. Its memory was reserved. */
static void make_block(bulk *b, as_node *n)
{
  const held_node *h = &b->held[n->all];
  const uint32_t count = h->all + h->added;
  n->all = h->all;
  if (count > as_links_room(n->size_class)) {
    const astar_result result = as_ends_grow(b->g, n, as_links_class(count));
    astar_assert(result == ASTAR_OK);
    (void)result;
  }
}

/* Reserve the memory for the blocks of all held nodes. ASTAR_NO_MEMORY, or ASTAR_FULL. */
static astar_result reserve_blocks(bulk *b)
{
  as_links *l = &b->g->links;
  uint64_t size = l->count;
  uint32_t i;
  for (i = 0; i < b->held_count; i++) {
    const held_node *h = &b->held[i];
    const uint64_t count = (uint64_t)h->all + h->added;
    if (count >= UINT32_MAX / 2) return ASTAR_FULL;
    if (count > as_links_room(b->g->nodes[h->index].size_class)) size += as_links_size(as_links_class((uint32_t)count));
  }
  if (size >= UINT32_MAX) return ASTAR_FULL;
  return as_reserve(&b->g->memory, &l->list, &l->capacity, size, sizeof *l->list) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/*
** Make the blocks of all held nodes. If these are many, in the order of the nodes, so that the blocks of neighbours are
** near in memory: then they do not count as strayed.
*/
static void make_blocks(bulk *b)
{
  astar_graph *g = b->g;
  const uint64_t strayed = g->links.strayed;
  uint32_t i;
  if (b->held_count < g->layout->count / 2) {
    for (i = 0; i < b->held_count; i++) make_block(b, &g->nodes[b->held[i].index]);
    return;
  }
  for (i = 0; i < g->layout->count; i++) {
    if (g->nodes[i].flags & AS_NODE_HELD) make_block(b, &g->nodes[i]);
  }
  g->links.strayed = strayed;
}

/* Release all held nodes. `counted`: their `all` is still the number of their entry. */
static void release_nodes(bulk *b, bool counted)
{
  astar_graph *g = b->g;
  uint32_t i;
  for (i = 0; i < b->held_count; i++) {
    as_node *n = &g->nodes[b->held[i].index];
    if (counted) n->all = b->held[i].all;
    n->flags &= (uint8_t)~AS_NODE_HELD;
    as_ends_drop_empty(g, n);
    as_drop_cell_node(g, b->held[i].index);
  }
  as_free(&g->memory, b->held, b->held_capacity, held_node);
}

/* Count room that stays unused, because pairs were given twice, as disorder: see compact.h. */
static void count_waste(bulk *b)
{
  astar_graph *g = b->g;
  uint32_t i;
  for (i = 0; i < b->held_count; i++) {
    const as_node *n = &g->nodes[b->held[i].index];
    g->links.strayed += 2 * (as_links_size(n->size_class) - as_links_size(as_links_class(n->all)));
  }
}

static void link_all(bulk *b)
{
  astar_result result;
  size_t i;
  for (i = 0; i < b->count; i++) {
    fetch_indices(b, i + 3 * AHEAD);
    fetch_nodes(b, i + 2 * AHEAD);
    fetch_ends(b, i + AHEAD);
    /* All memory has been taken: no link fails. */
    result = as_link_pair(b->g, b->pairs[2 * i], b->pairs[2 * i + 1], link_of(b, i));
    astar_assert(result == ASTAR_OK);
    (void)result;
  }
}

astar_result astar_graph_link_all(astar_graph *g, const astar_id *pairs, size_t count, const double *costs,
                                  const astar_link *link)
{
  bulk b;
  astar_result result;
  if (count == 0) return ASTAR_OK;
  if (count >= UINT32_MAX / 2) return ASTAR_FULL;
  memset(&b, 0, sizeof b);
  b.g = g;
  b.pairs = pairs;
  b.count = count;
  b.fetched = is_large(g) ? count : 0;
  b.costs = costs;
  b.link = *link;
  result = add_cell_nodes(&b);
  if (result == ASTAR_OK && (!reserve_ratios(&b) || !hold_nodes(&b))) result = ASTAR_NO_MEMORY;
  if (result == ASTAR_OK) result = reserve_blocks(&b);
  if (result == ASTAR_OK) {
    make_blocks(&b);
    link_all(&b);
    count_waste(&b);
  }
  release_nodes(&b, result != ASTAR_OK);
  if (result != ASTAR_OK) drop_cell_nodes(&b);
  as_ratios_trim(&g->ratios, &g->memory);
  if (result != ASTAR_OK) return result;
  g->version++;
  as_graph_renumber_if_grown(g);
  as_graph_compact_if_worthwhile(g);
  return ASTAR_OK;
}
