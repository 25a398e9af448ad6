/*
** spatial.c: see spatial.h. After an edit the highest unbalanced subtree is rebuilt (scapegoat trees, Galperin &
** Rivest 1993).
**
** The tree of boxes (geometry/box_tree.h) is not used for nodes, since edits of it take longer. With 16 waypoints in a
** leaf, among 100 to 1,000,000 nodes, 1,000 moves to places at random between queries take it 1.3 to 2.5 times as long,
** adding nodes one by one 1.2 to 1.6 times, and 6 times the memory; queries take as long.
*/
#include "graph/spatial.h"

#include "base/select.h"

#define LEAF_MAX 24u     /* capacity of a leaf; more only if there was no memory to divide it */
#define STACK_POINTS 64u /* subtrees up to this size are rebuilt without allocating */

static uint32_t lower(uint32_t a, uint32_t b)
{
  return a < b ? a : b;
}

/* The axes, as bits, along which a box is longer than 0. */
static uint32_t box_spread(const as_extent *e)
{
  const double *low = e->low, *high = e->high;
  return (uint32_t)(low[0] < high[0]) | (uint32_t)(low[1] < high[1]) << 1 | (uint32_t)(low[2] < high[2]) << 2;
}

/* The axes, as bits, along which two positions differ. */
static uint32_t difference(const double a[3], const double b[3])
{
  return (uint32_t)(a[0] != b[0]) | (uint32_t)(a[1] != b[1]) << 1 | (uint32_t)(a[2] != b[2]) << 2;
}

bool as_spatial_init(as_spatial *s, as_memory *m)
{
  memset(s, 0, sizeof *s);
  if (!as_reserve(m, &s->list, &s->capacity, 1, sizeof *s->list)) return false;
  memset(s->list, 0, sizeof *s->list);
  s->list[0].dim = AS_KD_LEAF;
  s->list[0].kid[0] = AS_NO_SLOT;
  s->list[0].least = UINT32_MAX;
  s->count = 1;
  as_extent_clear(&s->extent);
  return true;
}

void as_spatial_free(as_spatial *s, as_memory *m)
{
  as_free(m, s->list, s->capacity, as_kd);
  memset(s, 0, sizeof *s);
}

/* Which child of an inner node a point belongs to. */
static uint32_t side_of(const astar_graph *g, const as_kd *kd, uint32_t index)
{
  double x = g->nodes[index].position[kd->dim];
  return x < kd->split || (x == kd->split && g->layout->ids[index] < kd->split_id) ? 0 : 1;
}

/* ---- Building, on copies of the points, which are contiguous in memory ---- */

typedef struct item {
  double position[3];
  uint32_t index, id;
} item;

static inline bool is_before(uint32_t dim, const item *a, const item *b)
{
  const double x = a->position[dim], y = b->position[dim];
  return x < y || (x == y && a->id < b->id);
}

AS_DEFINE_SELECT(item, uint32_t, item, is_before)

/* The axis along which the bounding box of the items is longest. Writes the axes along which they differ, as bits. */
static uint32_t widest(const item *items, uint32_t count, uint32_t *spread)
{
  uint32_t i, d, best = 0;
  as_extent e;
  as_extent_clear(&e);
  for (i = 0; i < count; i++) as_extent_include(&e, items[i].position);
  for (d = 1; d < 3; d++) {
    if (e.high[d] - e.low[d] > e.high[best] - e.low[best]) best = d;
  }
  *spread = box_spread(&e);
  return best;
}

/* The number of tree nodes that build() makes for `count` points. */
static uint32_t tree_size(uint32_t count)
{
  if (count <= LEAF_MAX) return 1;
  return 1 + tree_size(count / 2) + tree_size(count - count / 2);
}

/*
** Build the subtree of `items`, which are equal along all other axes than `axes`, at list[at]. The tree nodes it needs
** were reserved.
*/
static void build(astar_graph *g, uint32_t at, item *items, uint32_t count, uint32_t axes)
{
  as_spatial *s = &g->spatial;
  as_kd *kd = &s->list[at];
  uint32_t half = count / 2, spread = 0, k, i;
  kd->count = count;
  if (count <= LEAF_MAX) {
    kd->dim = AS_KD_LEAF;
    kd->kid[0] = kd->kid[1] = AS_NO_SLOT;
    kd->least = UINT32_MAX;
    for (i = 0; i < count; i++) AS_PREFETCH(&g->nodes[items[i].index].next);
    for (i = count; i-- > 0;) {
      g->nodes[items[i].index].next = kd->kid[0];
      kd->kid[0] = items[i].index;
      if (items[i].id < kd->least) kd->least = items[i].id;
      if (spread != axes) spread |= difference(items[i].position, items[0].position);
    }
    kd->spread = (uint16_t)spread;
    return;
  }
  kd->dim = (uint16_t)widest(items, count, &spread);
  kd->spread = (uint16_t)spread;
  item_select(kd->dim, items, count, half);
  kd->split = items[half].position[kd->dim];
  kd->split_id = items[half].id;
  for (k = 0; k < 2; k++) {
    if (s->free) {
      kd->kid[k] = s->free;
      s->free = s->list[s->free].kid[0];
      s->free_count--;
    } else {
      kd->kid[k] = s->count++;
    }
  }
  astar_assert(s->count <= s->capacity);
  build(g, kd->kid[0], items, half, spread);
  build(g, kd->kid[1], items + half, count - half, spread);
  kd->least = lower(s->list[kd->kid[0]].least, s->list[kd->kid[1]].least);
}

static void copy_item(const astar_graph *g, uint32_t index, item *to)
{
  memcpy(to->position, g->nodes[index].position, sizeof to->position);
  to->index = index;
  to->id = g->layout->ids[index];
}

/* Append the points of the subtree at list[at] and return the end; add its tree nodes to *tree_nodes. */
static item *collect(const astar_graph *g, uint32_t at, item *items, uint32_t *tree_nodes)
{
  const as_kd *kd = &g->spatial.list[at];
  uint32_t index;
  ++*tree_nodes;
  if (kd->dim != AS_KD_LEAF) {
    items = collect(g, kd->kid[0], items, tree_nodes);
    return collect(g, kd->kid[1], items, tree_nodes);
  }
  for (index = kd->kid[0]; index != AS_NO_SLOT; index = g->nodes[index].next) copy_item(g, index, items++);
  return items;
}

/* Free all descendants of list[at]. */
static void free_below(as_spatial *s, uint32_t at)
{
  uint32_t k;
  if (s->list[at].dim == AS_KD_LEAF) return;
  for (k = 0; k < 2; k++) {
    uint32_t kid = s->list[at].kid[k];
    free_below(s, kid);
    s->list[kid].kid[0] = s->free;
    s->list[kid].dim = AS_KD_LEAF;
    s->free = kid;
    s->free_count++;
  }
}

/* Rebuild the subtree at list[at], with the `added` waypoints from the index `first` on. False if out of memory. */
static bool rebuild(astar_graph *g, uint32_t at, uint32_t first, uint32_t added)
{
  as_spatial *s = &g->spatial;
  uint32_t count = s->list[at].count + added, tree_nodes = 0, wanted;
  item local[STACK_POINTS], *items = local, *end;
  if (count > STACK_POINTS) {
    items = as_new(&g->memory, count, item);
    if (!items) return false;
  }
  end = collect(g, at, items, &tree_nodes);
  for (; added > 0; added--) copy_item(g, first++, end++);
  wanted = tree_size(count);
  if (wanted > tree_nodes + s->free_count &&
      !as_reserve(&g->memory, &s->list, &s->capacity,
                  (uint64_t)s->count + wanted - tree_nodes - s->free_count, sizeof *s->list)) {
    if (items != local) as_free(&g->memory, items, count, item);
    return false;
  }
  free_below(s, at);
  if (at == 0) {
    as_extent_clear(&s->extent);
    for (wanted = 0; wanted < count; wanted++) as_extent_include(&s->extent, items[wanted].position);
    s->balanced = true;
  }
  build(g, at, items, count, box_spread(&s->extent));
  if (items != local) as_free(&g->memory, items, count, item);
  return true;
}

bool as_spatial_rebuild(astar_graph *g)
{
  return g->spatial.balanced || rebuild(g, 0, 0, 0);
}

void as_spatial_chain(astar_graph *g)
{
  as_spatial *s = &g->spatial;
  as_kd *root = &s->list[0];
  uint32_t i;
  astar_assert(root->count == 0 && root->dim == AS_KD_LEAF);
  for (i = g->layout->waypoints; i-- > 0;) {
    if (!(g->nodes[i].flags & AS_NODE_ALIVE)) continue;
    g->nodes[i].next = root->kid[0];
    root->kid[0] = i;
    root->least = lower(root->least, g->layout->ids[i]);
    as_extent_include(&s->extent, g->nodes[i].position);
  }
  root->count = g->alive;
  root->spread = (uint16_t)box_spread(&s->extent);
}

/* Append the indices in the subtree at list[at]; return the end. */
static uint32_t *order(const astar_graph *g, uint32_t at, uint32_t *indices)
{
  const as_kd *kd = &g->spatial.list[at];
  uint32_t index;
  if (kd->dim != AS_KD_LEAF) return order(g, kd->kid[1], order(g, kd->kid[0], indices));
  for (index = kd->kid[0]; index != AS_NO_SLOT; index = g->nodes[index].next) *indices++ = index;
  return indices;
}

void as_spatial_order(const astar_graph *g, uint32_t *indices)
{
  order(g, 0, indices);
}

static void renumber(astar_graph *g, uint32_t at, const uint32_t *renumbered)
{
  as_kd *kd = &g->spatial.list[at];
  uint32_t *link = &kd->kid[0];
  if (kd->dim != AS_KD_LEAF) {
    renumber(g, kd->kid[0], renumbered);
    renumber(g, kd->kid[1], renumbered);
    return;
  }
  for (; *link != AS_NO_SLOT; link = &g->nodes[*link].next) *link = renumbered[*link];
}

void as_spatial_renumber(astar_graph *g, const uint32_t *renumbered)
{
  renumber(g, 0, renumbered);
}

/* ---- Insertion and removal ---- */

/* The position of the waypoint with an id. */
static const double *position_of(const astar_graph *g, uint32_t id)
{
  return as_waypoint(g, id - 1 - g->layout->cells)->position;
}

/* Add a point to `least` and `spread` of a tree node. All points are equal along all other axes than `axes`. */
static inline void add_to_summary(const astar_graph *g, as_kd *kd, uint32_t index, uint32_t id, uint32_t axes)
{
  if (axes & ~(uint32_t)kd->spread && kd->least != UINT32_MAX)
    kd->spread = (uint16_t)(kd->spread | difference(g->nodes[index].position, position_of(g, kd->least)));
  if (id < kd->least) kd->least = id;
}

/* Update `least` and `spread` of a leaf after a point was removed from its chain; false if they do not change. */
static bool take_from_leaf(const astar_graph *g, as_kd *leaf, uint32_t erased)
{
  const bool was_least = leaf->least == erased;
  const uint32_t before = leaf->spread;
  uint32_t index, spread = 0;
  for (index = leaf->kid[0]; index != AS_NO_SLOT && spread != before; index = g->nodes[index].next)
    spread |= difference(g->nodes[index].position, g->nodes[leaf->kid[0]].position);
  leaf->spread = (uint16_t)spread;
  if (was_least) {
    leaf->least = UINT32_MAX;
    for (index = leaf->kid[0]; index != AS_NO_SLOT; index = g->nodes[index].next)
      leaf->least = lower(leaf->least, g->layout->ids[index]);
  }
  return was_least || spread != before;
}

/* Compute `least` and `spread` of the inner nodes of a subtree on the way to a point, from the bottom up. */
static void summarize_way(astar_graph *g, uint32_t at, uint32_t index)
{
  as_kd *list = g->spatial.list, *kd = &list[at];
  const as_kd *low, *high;
  uint32_t spread;
  if (kd->dim == AS_KD_LEAF) return;
  summarize_way(g, kd->kid[side_of(g, kd, index)], index);
  low = &list[kd->kid[0]];
  high = &list[kd->kid[1]];
  spread = low->spread | (uint32_t)high->spread;
  if (spread != kd->spread && low->least != UINT32_MAX && high->least != UINT32_MAX)
    spread |= difference(position_of(g, low->least), position_of(g, high->least));
  kd->spread = (uint16_t)spread;
  kd->least = lower(low->least, high->least);
}

/*
** Return the leaf of a point that is inserted or erased, and update the counts on the way there. *unbalanced becomes
** the highest subtree to rebuild, because it is unbalanced or fits into half a leaf; or UINT32_MAX.
*/
static AS_INLINE uint32_t descend(astar_graph *g, uint32_t index, bool inserted, uint32_t *unbalanced)
{
  as_spatial *s = &g->spatial;
  as_kd *list = s->list;
  const uint32_t id = g->layout->ids[index];
  uint32_t at = 0, axes;
  s->balanced = false;
  if (inserted) as_extent_include(&s->extent, g->nodes[index].position);
  axes = box_spread(&s->extent);
  *unbalanced = UINT32_MAX;
  while (list[at].dim != AS_KD_LEAF) {
    as_kd *kd = &list[at];
    const uint32_t side = side_of(g, kd, index);
    const uint32_t larger = inserted ? list[kd->kid[side]].count + 1 : list[kd->kid[1 - side]].count;
    kd->count += inserted ? 1 : UINT32_MAX;
    if (inserted) add_to_summary(g, kd, index, id, axes);
    if (*unbalanced == UINT32_MAX && (larger > kd->count - kd->count / 4 + LEAF_MAX || kd->count <= LEAF_MAX / 2))
      *unbalanced = at;
    at = kd->kid[side];
  }
  list[at].count += inserted ? 1 : UINT32_MAX;
  if (inserted) add_to_summary(g, &list[at], index, id, axes);
  return at;
}

void as_spatial_insert(astar_graph *g, uint32_t index)
{
  uint32_t unbalanced, at = descend(g, index, true, &unbalanced);
  as_kd *leaf = &g->spatial.list[at];
  g->nodes[index].next = leaf->kid[0];
  leaf->kid[0] = index;
  if (unbalanced == UINT32_MAX && leaf->count > LEAF_MAX) unbalanced = at;
  if (unbalanced != UINT32_MAX) (void)rebuild(g, unbalanced, 0, 0);
}

void as_spatial_insert_all(astar_graph *g, uint32_t index, uint32_t count)
{
  if (count >= g->spatial.list[0].count && rebuild(g, 0, index, count)) return;
  for (; count > 0; count--) as_spatial_insert(g, index++);
}

void as_spatial_erase(astar_graph *g, uint32_t index)
{
  uint32_t unbalanced, at = descend(g, index, false, &unbalanced), *link = &g->spatial.list[at].kid[0];
  for (; *link != index; link = &g->nodes[*link].next) astar_assert(*link != AS_NO_SLOT);
  *link = g->nodes[index].next;
  if (take_from_leaf(g, &g->spatial.list[at], g->layout->ids[index])) summarize_way(g, 0, index);
  if (unbalanced != UINT32_MAX) (void)rebuild(g, unbalanced, 0, 0);
}

/* ---- Invariants ---- */

/* Add the points of a subtree to a box and to *least, and return their number. */
static uint32_t validate_below(const astar_graph *g, uint32_t at, as_extent *extent, uint32_t *least)
{
  const as_kd *kd = &g->spatial.list[at];
  uint32_t count = 0, own_least = UINT32_MAX, index, k;
  as_extent own;
  as_extent_clear(&own);
  if (kd->dim == AS_KD_LEAF) {
    for (index = kd->kid[0]; index != AS_NO_SLOT; index = g->nodes[index].next) {
      astar_check(g->nodes[index].flags & AS_NODE_ALIVE);
      as_extent_include(&own, g->nodes[index].position);
      own_least = lower(own_least, g->layout->ids[index]);
      count++;
    }
  } else {
    for (k = 0; k < 2; k++) count += validate_below(g, kd->kid[k], &own, &own_least);
  }
  astar_check(count == kd->count && own_least == kd->least);
  astar_check(box_spread(&own) == kd->spread);
  *least = lower(*least, own_least);
  if (count > 0) {
    as_extent_include(extent, own.low);
    as_extent_include(extent, own.high);
  }
  return count;
}

void as_spatial_validate(const astar_graph *g)
{
  const as_extent *all = &g->spatial.extent;
  uint32_t index, at, least = UINT32_MAX;
  as_extent e;
  as_extent_clear(&e);
  astar_check(validate_below(g, 0, &e, &least) == g->alive);
  for (at = 0; at < 3; at++) {
    astar_check(g->alive == 0 || (all->low[at] <= e.low[at] && all->high[at] >= e.high[at]));
  }
  /* Every waypoint is in the leaf to which the splits lead. */
  for (index = 0; index < g->layout->count; index++) {
    uint32_t other;
    if (!(g->nodes[index].flags & AS_NODE_ALIVE) || g->nodes[index].flags & AS_NODE_CELL) continue;
    for (at = 0; g->spatial.list[at].dim != AS_KD_LEAF;)
      at = g->spatial.list[at].kid[side_of(g, &g->spatial.list[at], index)];
    for (other = g->spatial.list[at].kid[0]; other != index; other = g->nodes[other].next)
      astar_check(other != AS_NO_SLOT);
  }
}
