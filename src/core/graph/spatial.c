/*
** spatial.c: see spatial.h. After an edit the highest unbalanced subtree is rebuilt (scapegoat trees, Galperin &
** Rivest 1993).
*/
#include "graph/node.h"

#define LEAF_MAX 24u     /* capacity of a leaf; more only if there was no memory to divide it */
#define STACK_POINTS 64u /* subtrees up to this size are rebuilt without allocating */

bool as_spatial_init(as_spatial *s, as_memory *m)
{
  memset(s, 0, sizeof *s);
  if (!as_reserve(m, &s->list, &s->capacity, 1, sizeof *s->list)) return false;
  memset(s->list, 0, sizeof *s->list);
  s->list[0].dim = AS_KD_LEAF;
  s->list[0].kid[0] = AS_NO_SLOT;
  s->count = 1;
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

static bool before(const item *a, const item *b, uint32_t dim)
{
  double x = a->position[dim], y = b->position[dim];
  return x < y || (x == y && a->id < b->id);
}

static void swap(item *a, item *b)
{
  item t = *a;
  *a = *b;
  *b = t;
}

/* Quickselect (Hoare 1961): move the k-th smallest item to items[k], with lesser ones before it. */
static void select_middle(item *items, uint32_t count, uint32_t k, uint32_t dim)
{
  uint32_t low = 0, high = count - 1;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2, i = low, j = high;
    item pivot;
    if (before(&items[middle], &items[low], dim)) swap(&items[middle], &items[low]);
    if (before(&items[high], &items[low], dim)) swap(&items[high], &items[low]);
    if (before(&items[high], &items[middle], dim)) swap(&items[high], &items[middle]);
    pivot = items[middle];
    for (;;) {
      while (before(&items[i], &pivot, dim)) i++;
      while (before(&pivot, &items[j], dim)) j--;
      if (i >= j) break;
      swap(&items[i++], &items[j--]);
    }
    /* Now [low, j] <= pivot <= [j + 1, high]; if i == j, that is the pivot. */
    if (i == j) {
      if (k == i) return;
      if (k < i) high = i - 1;
      else low = i + 1;
    } else if (k <= j) {
      high = j;
    } else {
      low = i;
    }
  }
}

/* The axis along which the bounding box of the items is longest. */
static uint32_t widest(const item *items, uint32_t count)
{
  double low[3], high[3];
  uint32_t i, d, best = 0;
  memcpy(low, items[0].position, sizeof low);
  memcpy(high, low, sizeof high);
  for (i = 1; i < count; i++) {
    const double *p = items[i].position;
    for (d = 0; d < 3; d++) {
      if (p[d] < low[d]) low[d] = p[d];
      if (p[d] > high[d]) high[d] = p[d];
    }
  }
  for (d = 1; d < 3; d++) {
    if (high[d] - low[d] > high[best] - low[best]) best = d;
  }
  return best;
}

/* The number of tree nodes that build() makes for `count` points. */
static uint32_t tree_size(uint32_t count)
{
  if (count <= LEAF_MAX) return 1;
  return 1 + tree_size(count / 2) + tree_size(count - count / 2);
}

/* Build the subtree of `items` at list[at]. The tree nodes it needs were reserved. */
static void build(astar_graph *g, uint32_t at, item *items, uint32_t count)
{
  as_spatial *s = &g->spatial;
  as_kd *kd = &s->list[at];
  uint32_t half = count / 2, k, i;
  kd->count = count;
  if (count <= LEAF_MAX) {
    kd->dim = AS_KD_LEAF;
    kd->kid[0] = kd->kid[1] = AS_NO_SLOT;
    for (i = 0; i < count; i++) AS_PREFETCH(&g->nodes[items[i].index].next);
    for (i = count; i-- > 0;) {
      g->nodes[items[i].index].next = kd->kid[0];
      kd->kid[0] = items[i].index;
    }
    return;
  }
  kd->dim = widest(items, count);
  select_middle(items, count, half, kd->dim);
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
  build(g, kd->kid[0], items, half);
  build(g, kd->kid[1], items + half, count - half);
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
  build(g, at, items, count);
  if (at == 0) s->balanced = true;
  if (items != local) as_free(&g->memory, items, count, item);
  return true;
}

bool as_spatial_rebuild(astar_graph *g)
{
  return g->spatial.balanced || rebuild(g, 0, 0, 0);
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

/*
** Return the leaf of a point, and add it to or subtract it from the counts on the way there. Writes the highest
** subtree to rebuild, because it is unbalanced or should be one leaf again; or UINT32_MAX.
*/
static uint32_t descend(astar_graph *g, uint32_t index, bool inserted, uint32_t *unbalanced)
{
  as_kd *list = g->spatial.list;
  uint32_t at = 0;
  g->spatial.balanced = false;
  *unbalanced = UINT32_MAX;
  while (list[at].dim != AS_KD_LEAF) {
    as_kd *kd = &list[at];
    const uint32_t side = side_of(g, kd, index);
    const uint32_t larger = inserted ? list[kd->kid[side]].count + 1 : list[kd->kid[1 - side]].count;
    kd->count += inserted ? 1 : UINT32_MAX;
    if (*unbalanced == UINT32_MAX && (larger > kd->count - kd->count / 4 + LEAF_MAX || kd->count <= LEAF_MAX / 2))
      *unbalanced = at;
    at = kd->kid[side];
  }
  list[at].count += inserted ? 1 : UINT32_MAX;
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
  if (unbalanced != UINT32_MAX) (void)rebuild(g, unbalanced, 0, 0);
}

/* ---- Invariants ---- */

static uint32_t validate_below(const astar_graph *g, uint32_t at)
{
  const as_kd *kd = &g->spatial.list[at];
  uint32_t count = 0, index, k;
  if (kd->dim == AS_KD_LEAF) {
    for (index = kd->kid[0]; index != AS_NO_SLOT; index = g->nodes[index].next) {
      astar_check(g->nodes[index].flags & AS_NODE_ALIVE);
      count++;
    }
  } else {
    for (k = 0; k < 2; k++) count += validate_below(g, kd->kid[k]);
  }
  astar_check(count == kd->count);
  return count;
}

void as_spatial_validate(const astar_graph *g)
{
  uint32_t index, at;
  astar_check(validate_below(g, 0) == g->alive);
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
