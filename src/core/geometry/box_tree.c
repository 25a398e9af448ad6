/*
** box_tree.c: see box_tree.h. An insertion descends to the child whose box grows least in half-perimeter,
** as in Goldsmith & Salmon 1987 ("Automatic creation of object hierarchies for ray tracing"); a subtree that is
** too deep is rebuilt, as in a scapegoat tree (Galperin & Rivest 1993).
*/
#include "geometry/box_tree.h"

#include "base/bits.h"
#include "base/select.h"

#include <string.h>

void as_box_tree_init(as_box_tree *t, uint32_t leaf_max, bool tagged)
{
  memset(t, 0, sizeof *t);
  t->leaf_max = (uint16_t)leaf_max;
  t->tagged = tagged;
  t->free_node = t->root = AS_BOX_TREE_NONE;
}

void as_box_tree_free(as_box_tree *t, as_memory *m)
{
  as_free(m, t->nodes, t->node_capacity, as_box_tree_node);
  as_free(m, t->tags, t->tag_capacity, as_box_tag[2]);
  as_free(m, t->items, t->item_capacity, as_box_tree_item);
  as_box_tree_trim(t, m);
  as_box_tree_init(t, t->leaf_max, t->tagged);
}

void as_box_tree_trim(as_box_tree *t, as_memory *m)
{
  as_free(m, t->order, t->order_capacity, as_box_tree_center);
  t->order = NULL;
  t->order_capacity = 0;
}

/* A leaf that is split has leaf_max + 1 items, so no leaf has fewer than half of them. */
bool as_box_tree_reserve(as_box_tree *t, as_memory *m, uint32_t items, uint32_t count)
{
  const uint64_t nodes = count / ((t->leaf_max + 1u) / 2);
  return as_reserve(m, &t->items, &t->item_capacity, items, sizeof *t->items) &&
         as_reserve(m, &t->nodes, &t->node_capacity, nodes, sizeof *t->nodes) &&
         (!t->tagged || as_reserve(m, &t->tags, &t->tag_capacity, nodes, sizeof *t->tags)) &&
         as_reserve(m, &t->order, &t->order_capacity, count, sizeof *t->order);
}

/* The tag of a child, or NULL. */
static inline as_box_tag *tag_of(const as_box_tree *t, uint32_t parent, int side)
{
  return t->tagged ? &t->tags[parent][side] : NULL;
}

/* Enlarge a box, and its tag if it has one, to contain other bounds. */
static AS_INLINE void join(as_box *box, as_box_tag *tag, const as_tagged_box *other)
{
  as_box_join(box, &other->box);
  if (!tag) return;
  tag->low = as_min(tag->low, other->tag.low);
  tag->high = as_max(tag->high, other->tag.high);
  if (other->tag.least < tag->least) tag->least = other->tag.least;
  tag->kinds |= other->tag.kinds;
}

static inline void join_bounds(const as_box_tree *t, as_tagged_box *bounds, const as_tagged_box *other)
{
  join(&bounds->box, t->tagged ? &bounds->tag : NULL, other);
}

static inline void set_bounds(as_box_tree *t, uint32_t parent, int side, const as_tagged_box *bounds)
{
  t->nodes[parent].boxes[side] = bounds->box;
  if (t->tagged) t->tags[parent][side] = bounds->tag;
}

static double half_perimeter(const as_box *box)
{
  return box->high[0] - box->low[0] + (box->high[1] - box->low[1]);
}

/* By how much half the perimeter of a box grows if it takes in other bounds. */
static AS_INLINE double growth(const as_box *box, const as_box_tag *tag, const as_tagged_box *by)
{
  as_box both = *box;
  as_box_join(&both, &by->box);
  return half_perimeter(&both) - half_perimeter(box) +
         (tag ? as_max(tag->low - by->tag.low, 0) + as_max(by->tag.high - tag->high, 0) : 0);
}

static inline uint32_t *parent_of(as_box_tree *t, uint32_t child)
{
  return child & AS_BOX_TREE_LEAF ? &t->items[child & ~AS_BOX_TREE_LEAF].parent : &t->nodes[child].parent;
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
  *parent_of(t, fresh) = parent;
  if (parent == AS_BOX_TREE_ROOT) t->root = fresh;
  else t->nodes[parent].child[side_of(t, parent, child)] = fresh;
}

/* ---- Building ---- */

static double middle(double low, double high)
{
  return low * 0.5 + high * 0.5;
}

static as_box_tree_center center_of(const as_box_tree *t, const as_box_source *from, uint32_t item)
{
  as_box_tree_center center;
  as_tagged_box bounds;
  int axis;
  from->item(from->context, item, &bounds);
  for (axis = 0; axis < 2; axis++) center.at[axis] = middle(bounds.box.low[axis], bounds.box.high[axis]);
  center.at[2] = t->tagged ? middle(bounds.tag.low, bounds.tag.high) : 0;
  center.item = item;
  return center;
}

static inline bool is_before(int axis, const as_box_tree_center *a, const as_box_tree_center *b)
{
  return a->at[axis] < b->at[axis] || (a->at[axis] == b->at[axis] && a->item < b->item);
}

AS_DEFINE_SELECT(center, int, as_box_tree_center, is_before)

/* The axis along which the centers differ most. */
static int widest(const as_box_tree_center *list, uint32_t count)
{
  double low[3], high[3];
  uint32_t i;
  int axis, best = 0;
  memcpy(low, list->at, sizeof low);
  memcpy(high, list->at, sizeof high);
  for (i = 1; i < count; i++) {
    for (axis = 0; axis < 3; axis++) {
      low[axis] = as_min(low[axis], list[i].at[axis]);
      high[axis] = as_max(high[axis], list[i].at[axis]);
    }
  }
  for (axis = 1; axis < 3; axis++) {
    if (high[axis] - low[axis] > high[best] - low[best]) best = axis;
  }
  return best;
}

/* Make a leaf of a list of items. */
static uint32_t make_leaf(as_box_tree *t, const as_box_source *from, const as_box_tree_center *list, uint32_t count,
                          uint32_t parent, as_tagged_box *bounds)
{
  uint32_t i;
  for (i = 0; i < count; i++) {
    as_tagged_box of_item;
    from->item(from->context, list[i].item, i == 0 ? bounds : &of_item);
    if (i > 0) join_bounds(t, bounds, &of_item);
    t->items[list[i].item].next = i + 1 < count ? list[i + 1].item : AS_BOX_TREE_NONE;
  }
  t->items[list->item].parent = parent;
  return list->item | AS_BOX_TREE_LEAF;
}

/* Build a balanced subtree of a list of items, split along the longest axis. Returns it and its bounds. */
static uint32_t build(as_box_tree *t, const as_box_source *from, as_box_tree_center *list, uint32_t count,
                      uint32_t parent, as_tagged_box *bounds)
{
  uint32_t at;
  int side;
  if (count <= t->leaf_max) return make_leaf(t, from, list, count, parent, bounds);
  if (count > 2) center_select(widest(list, count), list, count, count / 2);
  at = new_node(t);
  t->nodes[at].parent = parent;
  for (side = 0; side < 2; side++) {
    const uint32_t first = side ? count / 2 : 0, last = side ? count : count / 2;
    as_tagged_box of_child;
    t->nodes[at].child[side] = build(t, from, list + first, last - first, at, &of_child);
    set_bounds(t, at, side, &of_child);
    if (side) join_bounds(t, bounds, &of_child);
    else *bounds = of_child;
  }
  return at;
}

/* Free the nodes of a subtree and list its items; returns the end of the list. */
static as_box_tree_center *dissolve(as_box_tree *t, const as_box_source *from, uint32_t child,
                                    as_box_tree_center *list)
{
  if (child & AS_BOX_TREE_LEAF) {
    uint32_t item = child & ~AS_BOX_TREE_LEAF;
    for (; item != AS_BOX_TREE_NONE; item = t->items[item].next) *list++ = center_of(t, from, item);
    return list;
  }
  list = dissolve(t, from, t->nodes[child].child[0], list);
  list = dissolve(t, from, t->nodes[child].child[1], list);
  free_node(t, child);
  return list;
}

static void set_root_bounds(as_box_tree *t, const as_tagged_box *bounds)
{
  t->box = bounds->box;
  if (t->tagged) t->tag = bounds->tag;
}

/* Rebuild the subtree below a child, and return what replaces it. */
static uint32_t rebuild(as_box_tree *t, const as_box_source *from, uint32_t child)
{
  const uint32_t parent = *parent_of(t, child);
  const int side = parent != AS_BOX_TREE_ROOT && side_of(t, parent, child);
  const uint32_t count = (uint32_t)(dissolve(t, from, child, t->order) - t->order);
  as_tagged_box bounds;
  const uint32_t fresh = build(t, from, t->order, count, parent, &bounds);
  if (parent != AS_BOX_TREE_ROOT) {
    t->nodes[parent].child[side] = fresh;
    return fresh;
  }
  t->root = fresh;
  set_root_bounds(t, &bounds);
  t->fresh = 0;
  return fresh;
}

void as_box_tree_begin(as_box_tree *t)
{
  t->node_count = t->count = t->fresh = 0;
  t->free_node = t->root = AS_BOX_TREE_NONE;
}

void as_box_tree_put(as_box_tree *t, const as_box_source *from, uint32_t item)
{
  t->order[t->count++] = center_of(t, from, item);
}

void as_box_tree_end(as_box_tree *t, const as_box_source *from)
{
  as_tagged_box bounds;
  if (t->count == 0) return;
  t->root = build(t, from, t->order, t->count, AS_BOX_TREE_ROOT, &bounds);
  set_root_bounds(t, &bounds);
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
static void balance(as_box_tree *t, const as_box_source *from, uint32_t at)
{
  uint32_t leaves = leaf_count(t, at);
  while (t->nodes[at].parent != AS_BOX_TREE_ROOT) {
    const uint32_t parent = t->nodes[at].parent;
    const uint32_t sibling = leaf_count(t, t->nodes[parent].child[!side_of(t, parent, at)]);
    at = parent;
    if (3 * (uint64_t)leaves > 2 * ((uint64_t)leaves + sibling)) break;
    leaves += sibling;
  }
  (void)rebuild(t, from, at);
}

/* ---- Inserting and removing ---- */

/* The leaf for an item: descend to the child that grows least, and let it grow. *depth becomes that of the leaf. */
static AS_INLINE uint32_t descend(as_box_tree *t, const as_tagged_box *bounds, bool tagged, uint32_t *depth)
{
  uint32_t at = t->root;
  for (; !(at & AS_BOX_TREE_LEAF); ++*depth) {
    as_box *boxes = t->nodes[at].boxes;
    as_box_tag *tags = tagged ? t->tags[at] : NULL;
    const int side = growth(&boxes[1], tagged ? &tags[1] : NULL, bounds) <
                     growth(&boxes[0], tagged ? &tags[0] : NULL, bounds);
    join(&boxes[side], tagged ? &tags[side] : NULL, bounds);
    at = t->nodes[at].child[side];
  }
  return at;
}

/* Put an item before a leaf; returns the number of its items. */
static uint32_t prepend(as_box_tree *t, uint32_t leaf, uint32_t item)
{
  uint32_t count = 1, at = leaf & ~AS_BOX_TREE_LEAF;
  t->items[item].next = at;
  replace_child(t, t->items[at].parent, leaf, item | AS_BOX_TREE_LEAF);
  for (; at != AS_BOX_TREE_NONE; at = t->items[at].next) count++;
  return count;
}

/* Make a node of a leaf of two items, the first of which is new; as rebuild(), but faster. */
static uint32_t split_pair(as_box_tree *t, const as_box_source *from, uint32_t item)
{
  const uint32_t leaf[2] = {t->items[item].next | AS_BOX_TREE_LEAF, item | AS_BOX_TREE_LEAF}, at = new_node(t);
  int side;
  replace_child(t, t->items[item].parent, leaf[1], at);
  for (side = 0; side < 2; side++) {
    as_tagged_box bounds;
    from->item(from->context, leaf[side] & ~AS_BOX_TREE_LEAF, &bounds);
    set_bounds(t, at, side, &bounds);
    t->nodes[at].child[side] = leaf[side];
    *parent_of(t, leaf[side]) = at;
  }
  t->items[item].next = AS_BOX_TREE_NONE;
  return at;
}

void as_box_tree_insert(as_box_tree *t, const as_box_source *from, uint32_t item)
{
  uint32_t at, depth = 0;
  as_tagged_box bounds;
  bool is_too_long;
  from->item(from->context, item, &bounds);
  t->fresh++;
  if (t->count++ == 0) {
    set_root_bounds(t, &bounds);
    t->root = item | AS_BOX_TREE_LEAF;
    t->items[item].parent = AS_BOX_TREE_ROOT;
    t->items[item].next = AS_BOX_TREE_NONE;
    return;
  }
  join(&t->box, t->tagged ? &t->tag : NULL, &bounds);
  at = t->tagged ? descend(t, &bounds, true, &depth) : descend(t, &bounds, false, &depth);
  is_too_long = prepend(t, at, item) > t->leaf_max;
  if (t->fresh > t->count / 2) {
    (void)rebuild(t, from, t->root);
  } else if (is_too_long) {
    at = t->leaf_max == 1 ? split_pair(t, from, item) : rebuild(t, from, item | AS_BOX_TREE_LEAF);
    if (depth + 1 > depth_limit(t)) balance(t, from, at);
  }
}

void as_box_tree_remove(as_box_tree *t, uint32_t item)
{
  const uint32_t parent = t->items[item].parent;
  uint32_t above, other, at;
  int side;
  astar_assert(t->leaf_max == 1 && !t->tagged);
  t->count--;
  if (parent == AS_BOX_TREE_ROOT) {
    t->root = AS_BOX_TREE_NONE;
    return;
  }
  side = !side_of(t, parent, item | AS_BOX_TREE_LEAF);
  other = t->nodes[parent].child[side];
  above = t->nodes[parent].parent;
  if (above != AS_BOX_TREE_ROOT) t->nodes[above].boxes[side_of(t, above, parent)] = t->nodes[parent].boxes[side];
  /* Shrink the boxes above. */
  for (at = above; at != AS_BOX_TREE_ROOT && t->nodes[at].parent != AS_BOX_TREE_ROOT; at = t->nodes[at].parent) {
    as_box *box = &t->nodes[t->nodes[at].parent].boxes[side_of(t, t->nodes[at].parent, at)];
    *box = t->nodes[at].boxes[0];
    as_box_join(box, &t->nodes[at].boxes[1]);
  }
  replace_child(t, above, parent, other);
  free_node(t, parent);
}

/* ---- Checking ---- */

static bool contains(const as_box *box, const as_box_tag *tag, const as_tagged_box *inner)
{
  const as_box_tag *other = &inner->tag;
  return as_in_box(box, inner->box.low) && as_in_box(box, inner->box.high) &&
         (!tag || (tag->low <= other->low && tag->high >= other->high && tag->least <= other->least &&
                   !(other->kinds & ~tag->kinds)));
}

static uint32_t validate(const as_box_tree *t, const as_box_source *from, uint32_t child, uint32_t parent,
                         const as_box *box, const as_box_tag *tag, uint32_t depth)
{
  uint32_t count = 0, item = child & ~AS_BOX_TREE_LEAF;
  as_tagged_box below;
  int side;
  astar_check(depth <= AS_BOX_TREE_DEPTH);
  if (child & AS_BOX_TREE_LEAF) {
    astar_check(t->items[item].parent == parent);
    for (; item != AS_BOX_TREE_NONE; item = t->items[item].next) {
      from->item(from->context, item, &below);
      astar_check(contains(box, tag, &below));
      count++;
    }
    astar_check(count <= t->leaf_max);
    return count;
  }
  astar_check(t->nodes[child].parent == parent);
  for (side = 0; side < 2; side++) {
    below.box = t->nodes[child].boxes[side];
    if (t->tagged) below.tag = t->tags[child][side];
    astar_check(contains(box, tag, &below));
    count += validate(t, from, t->nodes[child].child[side], child, &t->nodes[child].boxes[side],
                      tag_of(t, child, side), depth + 1);
  }
  return count;
}

void as_box_tree_validate(const as_box_tree *t, const as_box_source *from)
{
  if (t->root == AS_BOX_TREE_NONE) astar_check(t->count == 0);
  else
    astar_check(validate(t, from, t->root, AS_BOX_TREE_ROOT, &t->box, t->tagged ? &t->tag : NULL, 0) == t->count);
}
