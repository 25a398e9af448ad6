/*
** box_tree.c: see box_tree.h. An insertion descends to the child whose box grows least in half-perimeter,
** as in Goldsmith & Salmon 1987 ("Automatic creation of object hierarchies for ray tracing"); a subtree that is
** too deep is rebuilt, as in a scapegoat tree (Galperin & Rivest 1993).
*/
#include "geometry/box_tree.h"

#include "base/bits.h"
#include "base/select.h"

#include <string.h>

void as_box_tree_init(as_box_tree *t)
{
  memset(t, 0, sizeof *t);
  t->free_node = t->root = AS_BOX_TREE_NONE;
}

void as_box_tree_free(as_box_tree *t, as_memory *m)
{
  as_free(m, t->nodes, t->node_capacity, as_box_tree_node);
  as_free(m, t->leaves, t->leaf_capacity, as_box_tree_leaf);
  as_free(m, t->order, t->order_capacity, as_box_tree_center);
  as_box_tree_init(t);
}

bool as_box_tree_reserve(as_box_tree *t, as_memory *m, uint32_t items)
{
  return as_box_tree_reserve_for(t, m, items, items);
}

bool as_box_tree_reserve_for(as_box_tree *t, as_memory *m, uint32_t items, uint32_t count)
{
  return as_reserve(m, &t->leaves, &t->leaf_capacity, items, sizeof *t->leaves) &&
         as_reserve(m, &t->nodes, &t->node_capacity, count, sizeof *t->nodes) &&
         as_reserve(m, &t->order, &t->order_capacity, count, sizeof *t->order);
}

static double half_perimeter(const as_box *box)
{
  return box->high[0] - box->low[0] + (box->high[1] - box->low[1]);
}

static double growth(const as_box *box, const as_box *by)
{
  as_box both = *box;
  as_box_join(&both, by);
  return half_perimeter(&both) - half_perimeter(box);
}

static void set_parent(as_box_tree *t, uint32_t child, uint32_t parent)
{
  if (child & AS_BOX_TREE_LEAF) t->leaves[child & ~AS_BOX_TREE_LEAF].parent = parent;
  else t->nodes[child].parent = parent;
}

static uint32_t new_node(as_box_tree *t)
{
  uint32_t at = t->free_node;
  if (at == AS_BOX_TREE_NONE) return t->node_count++;
  t->free_node = t->nodes[at].parent;
  return at;
}

static void free_node(as_box_tree *t, uint32_t at)
{
  t->nodes[at].parent = t->free_node;
  t->free_node = at;
}

/* The index, 0 or 1, of a child of its parent. */
static int side_of(const as_box_tree *t, uint32_t parent, uint32_t child)
{
  return t->nodes[parent].child[1] == child;
}

/* Put `fresh` where `child` was below its parent, which may be AS_BOX_TREE_ROOT. */
static void replace_child(as_box_tree *t, uint32_t parent, uint32_t child, uint32_t fresh)
{
  if (parent == AS_BOX_TREE_ROOT) t->root = fresh;
  else t->nodes[parent].child[side_of(t, parent, child)] = fresh;
}

/* ---- Building ---- */

static as_box_tree_center center_of(const as_box_tree *t, uint32_t item)
{
  const as_box *box = &t->leaves[item].box;
  as_box_tree_center center;
  center.at[0] = box->low[0] * 0.5 + box->high[0] * 0.5;
  center.at[1] = box->low[1] * 0.5 + box->high[1] * 0.5;
  center.item = item;
  return center;
}

static inline bool is_before(int axis, const as_box_tree_center *a, const as_box_tree_center *b)
{
  return a->at[axis] < b->at[axis] || (a->at[axis] == b->at[axis] && a->item < b->item);
}

AS_DEFINE_SELECT(slow, int, as_box_tree_center, is_before)

/* Partition a list at its median along an axis, lesser centers first (Hoare's quickselect). O(count). */
static void split_at_median(as_box_tree_center *list, uint32_t count, int axis)
{
  int64_t low = 0, high = (int64_t)count - 1, budget = (int64_t)AS_SELECT_BUDGET(count);
  const int64_t half = count / 2;
  while (low < high) {
    const double pivot = list[low + (high - low) / 2].at[axis];
    int64_t i = low, k = high;
    if (budget < high - low) {
      slow_select(axis, list + low, (uint32_t)(high - low + 1), (uint32_t)(half - low));
      return;
    }
    budget -= high - low;
    while (i <= k) {
      while (list[i].at[axis] < pivot) i++;
      while (list[k].at[axis] > pivot) k--;
      if (i <= k) {
        const as_box_tree_center moved = list[i];
        list[i++] = list[k];
        list[k--] = moved;
      }
    }
    if (half <= k) high = k;
    else if (half >= i) low = i;
    else return;
  }
}

/* Build a balanced subtree of a list of items, split along the longer axis. Returns it and its bounding box. */
static uint32_t build(as_box_tree *t, as_box_tree_center *list, uint32_t count, uint32_t parent, as_box *box)
{
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  uint32_t i, at, child;
  int axis, side;
  if (count == 1) {
    *box = t->leaves[list->item].box;
    t->leaves[list->item].parent = parent;
    return list->item | AS_BOX_TREE_LEAF;
  }
  for (i = 0; i < count; i++) {
    for (axis = 0; axis < 2; axis++) {
      low[axis] = as_min(low[axis], list[i].at[axis]);
      high[axis] = as_max(high[axis], list[i].at[axis]);
    }
  }
  split_at_median(list, count, high[1] - low[1] > high[0] - low[0]);
  at = new_node(t);
  t->nodes[at].parent = parent;
  for (side = 0; side < 2; side++) {
    uint32_t first = side ? count / 2 : 0;
    as_box of_child;
    child = build(t, list + first, side ? count - first : count / 2, at, &of_child);
    t->nodes[at].child[side] = child;
    t->nodes[at].boxes[side] = of_child;
    if (side) as_box_join(box, &of_child);
    else *box = of_child;
  }
  return at;
}

/* Free the nodes of a subtree and list its items; returns the end of the list. */
static as_box_tree_center *dissolve(as_box_tree *t, uint32_t child, as_box_tree_center *list)
{
  const as_box_tree_node *node = &t->nodes[child];
  if (child & AS_BOX_TREE_LEAF) {
    *list = center_of(t, child & ~AS_BOX_TREE_LEAF);
    return list + 1;
  }
  list = dissolve(t, node->child[1], dissolve(t, node->child[0], list));
  free_node(t, child);
  return list;
}

/* Rebuild the subtree below a child. */
static void rebuild(as_box_tree *t, uint32_t child)
{
  const uint32_t parent = t->nodes[child].parent;
  const uint32_t count = (uint32_t)(dissolve(t, child, t->order) - t->order);
  as_box box;
  replace_child(t, parent, child, build(t, t->order, count, parent, &box));
  if (parent != AS_BOX_TREE_ROOT) return;
  t->box = box;
  t->fresh = 0;
}

void as_box_tree_begin(as_box_tree *t)
{
  t->node_count = t->count = t->fresh = 0;
  t->free_node = t->root = AS_BOX_TREE_NONE;
}

void as_box_tree_put(as_box_tree *t, uint32_t item, const as_box *box)
{
  t->leaves[item].box = *box;
  t->order[t->count++] = center_of(t, item);
}

void as_box_tree_end(as_box_tree *t)
{
  if (t->count > 0) t->root = build(t, t->order, t->count, AS_BOX_TREE_ROOT, &t->box);
}

/* ---- Balance ---- */

static uint32_t leaf_count(const as_box_tree *t, uint32_t child)
{
  if (child & AS_BOX_TREE_LEAF) return 1;
  return leaf_count(t, t->nodes[child].child[0]) + leaf_count(t, t->nodes[child].child[1]);
}

/* Upper bound on the depth of a tree in which each child has at most 2/3 of the leaves of its parent. */
static uint32_t depth_limit(const as_box_tree *t)
{
  return (as_highest_bit(t->count) + 1) * 171 / 100 + 2;
}

/* Rebuild the nearest ancestor of a node one of whose children has more than 2/3 of its leaves. */
static void balance(as_box_tree *t, uint32_t at)
{
  uint32_t leaves = leaf_count(t, at);
  while (t->nodes[at].parent != AS_BOX_TREE_ROOT) {
    const uint32_t parent = t->nodes[at].parent;
    const uint32_t sibling = leaf_count(t, t->nodes[parent].child[!side_of(t, parent, at)]);
    at = parent;
    if (3 * (uint64_t)leaves > 2 * ((uint64_t)leaves + sibling)) break;
    leaves += sibling;
  }
  rebuild(t, at);
}

/* ---- Inserting and removing ---- */

void as_box_tree_insert(as_box_tree *t, uint32_t item, const as_box *box)
{
  const uint32_t leaf = item | AS_BOX_TREE_LEAF;
  uint32_t parent = AS_BOX_TREE_ROOT, at = t->root, depth = 0, fresh;
  as_box beside = t->box;
  t->leaves[item].box = *box;
  t->fresh++;
  if (t->count++ == 0) {
    t->box = *box;
    t->root = leaf;
    t->leaves[item].parent = AS_BOX_TREE_ROOT;
    return;
  }
  as_box_join(&t->box, box);
  if (at & AS_BOX_TREE_LEAF) beside = t->leaves[at & ~AS_BOX_TREE_LEAF].box;
  while (!(at & AS_BOX_TREE_LEAF)) {
    as_box_tree_node *node = &t->nodes[at];
    const int side = growth(&node->boxes[1], box) < growth(&node->boxes[0], box);
    beside = node->boxes[side];
    as_box_join(&node->boxes[side], box);
    parent = at;
    at = node->child[side];
    depth++;
  }
  fresh = new_node(t);
  t->nodes[fresh].boxes[0] = beside;
  t->nodes[fresh].boxes[1] = *box;
  t->nodes[fresh].child[0] = at;
  t->nodes[fresh].child[1] = leaf;
  t->nodes[fresh].parent = parent;
  replace_child(t, parent, at, fresh);
  set_parent(t, at, fresh);
  set_parent(t, leaf, fresh);
  if (t->fresh > t->count / 2) rebuild(t, t->root);
  else if (depth + 1 > depth_limit(t)) balance(t, fresh);
}

void as_box_tree_remove(as_box_tree *t, uint32_t item)
{
  const uint32_t parent = t->leaves[item].parent;
  uint32_t above, other, at;
  int side;
  t->count--;
  if (parent == AS_BOX_TREE_ROOT) {
    t->root = AS_BOX_TREE_NONE;
    return;
  }
  side = side_of(t, parent, item | AS_BOX_TREE_LEAF);
  other = t->nodes[parent].child[!side];
  above = t->nodes[parent].parent;
  set_parent(t, other, above);
  if (above != AS_BOX_TREE_ROOT) t->nodes[above].boxes[side_of(t, above, parent)] = t->nodes[parent].boxes[!side];
  replace_child(t, above, parent, other);
  /* Shrink the boxes above. */
  for (at = above; at != AS_BOX_TREE_ROOT && t->nodes[at].parent != AS_BOX_TREE_ROOT; at = t->nodes[at].parent) {
    as_box *box = &t->nodes[t->nodes[at].parent].boxes[side_of(t, t->nodes[at].parent, at)];
    *box = t->nodes[at].boxes[0];
    as_box_join(box, &t->nodes[at].boxes[1]);
  }
  free_node(t, parent);
}

/* ---- Checking ---- */

static uint32_t validate(const as_box_tree *t, uint32_t child, uint32_t parent, const as_box *box, uint32_t depth)
{
  const as_box_tree_node *node;
  astar_check(depth <= AS_BOX_TREE_DEPTH);
  if (child & AS_BOX_TREE_LEAF) {
    const as_box_tree_leaf *leaf = &t->leaves[child & ~AS_BOX_TREE_LEAF];
    astar_check(leaf->parent == parent);
    astar_check(!box || memcmp(box, &leaf->box, sizeof *box) == 0);
    return 1;
  }
  node = &t->nodes[child];
  astar_check(node->parent == parent);
  if (box) {
    as_box both = node->boxes[0];
    as_box_join(&both, &node->boxes[1]);
    astar_check(both.low[0] >= box->low[0] && both.low[1] >= box->low[1]);
    astar_check(both.high[0] <= box->high[0] && both.high[1] <= box->high[1]);
  }
  return validate(t, node->child[0], child, &node->boxes[0], depth + 1) +
         validate(t, node->child[1], child, &node->boxes[1], depth + 1);
}

void as_box_tree_validate(const as_box_tree *t)
{
  if (t->root == AS_BOX_TREE_NONE) astar_check(t->count == 0);
  else astar_check(validate(t, t->root, AS_BOX_TREE_ROOT, NULL, 0) == t->count);
}
