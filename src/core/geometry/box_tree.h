/*
** box_tree.h: a dynamic bounding volume hierarchy: finds which of many items may touch a box or a segment, or are
** nearest to a place. An item is a number below 2^31 that the caller chooses; an as_box_source tells its bounding box.
** A query yields every item whose box may answer it; the caller then tests the item itself.
**
** A binary tree. A leaf is a chain of up to `leaf_max` items. An inner node stores the boxes of both children, so that
** one cache miss decides about both; the box of a child contains all items below it. A tagged tree stores beside each
** box a tag: its extent along the third axis, and what a walk may skip it by. The depth is O(log n), at most
** AS_BOX_TREE_DEPTH.
*/
#ifndef AS_BOX_TREE_H
#define AS_BOX_TREE_H

#include "geometry/box.h"

#define AS_BOX_TREE_LEAF 0x80000000u /* flag in a child: the other bits are the first item, else it is a node */
#define AS_BOX_TREE_NONE UINT32_MAX  /* no item, no child */
#define AS_BOX_TREE_ROOT UINT32_MAX  /* the parent of the root */

/* Upper bound on the depth of a leaf: queries have a stack of fixed size. */
#define AS_BOX_TREE_DEPTH 96

typedef struct as_box_tree_node {
  as_box boxes[2];
  uint32_t child[2];
  uint32_t parent; /* or AS_BOX_TREE_ROOT; of a free node: the next free node */
} as_box_tree_node;

typedef struct as_box_tag {
  double low, high; /* along the third axis */
  uint64_t least;   /* the least key of an item */
  uint64_t kinds;   /* a set of bits: the kinds of all items */
} as_box_tag;

typedef struct as_tagged_box {
  as_box box;
  as_box_tag tag; /* set in tagged trees only */
} as_tagged_box;

/*
** Tells the box and tag of an item. If these change while it is in the tree, queries may miss it there: it is to be
** removed and inserted, or inserted under another number.
*/
typedef struct as_box_source {
  void (*item)(const void *context, uint32_t item, as_tagged_box *bounds);
  const void *context;
} as_box_source;

typedef struct as_box_tree_item {
  uint32_t parent; /* or AS_BOX_TREE_ROOT; only of the first item of a leaf */
  uint32_t next;   /* in the leaf, or AS_BOX_TREE_NONE */
} as_box_tree_item;

/* An item in the list that a subtree is built from, with the center of its box. */
typedef struct as_box_tree_center {
  double at[3];
  uint32_t item;
} as_box_tree_center;

typedef struct as_box_tree {
  as_box_tree_node *nodes;
  as_box_tag (*tags)[2]; /* by node; only of a tagged tree */
  as_box_tree_item *items; /* by item */
  as_box_tree_center *order; /* scratch: the items of the subtree that is built */
  uint32_t node_count, node_capacity, free_node;
  uint32_t tag_capacity, item_capacity, order_capacity;
  uint32_t root;  /* a child, or AS_BOX_TREE_NONE */
  uint32_t count; /* items */
  uint32_t fresh; /* items inserted since the last rebuild of the whole tree */
  uint16_t leaf_max; /* items in a leaf */
  bool tagged;
  as_box box;     /* contains all items; shrinks only when the whole tree is rebuilt */
  as_box_tag tag; /* likewise */
} as_box_tree;

/* An empty tree. */
ASTAR_API void as_box_tree_init(as_box_tree *t, uint32_t leaf_max, bool tagged);
ASTAR_API void as_box_tree_free(as_box_tree *t, as_memory *m);

/* Make room for items with numbers below `items`, and for `count` items in all. False if out of memory. */
ASTAR_API bool as_box_tree_reserve(as_box_tree *t, as_memory *m, uint32_t items, uint32_t count);

/* Free the room for insertions; before the next one it must be reserved again. */
ASTAR_API void as_box_tree_trim(as_box_tree *t, as_memory *m);

/*
** Insert an item that is not in the tree; there must be room for it. O(log n) amortized: the whole tree is rebuilt,
** split at medians, once half of its items are new; a subtree is rebuilt where the tree is too deep, or a leaf too
** long. Rebuilding asks the source for all items below.
*/
ASTAR_API void as_box_tree_insert(as_box_tree *t, const as_box_source *from, uint32_t item);

/*
** Build the whole tree anew, faster than by insertions: begin, put each item, end. There must be room for the items.
** Between begin and end no other function may be called. O(n log n).
*/
ASTAR_API void as_box_tree_begin(as_box_tree *t);
ASTAR_API void as_box_tree_put(as_box_tree *t, const as_box_source *from, uint32_t item);
ASTAR_API void as_box_tree_end(as_box_tree *t, const as_box_source *from);

/* Remove an item of a tree whose leaves are single items. O(log n). */
ASTAR_API void as_box_tree_remove(as_box_tree *t, uint32_t item);

/* The box of an item of a tree whose leaves are single items. */
static inline const as_box *as_box_tree_box(const as_box_tree *t, uint32_t item)
{
  const uint32_t parent = t->items[item].parent;
  const as_box_tree_node *node;
  if (parent == AS_BOX_TREE_ROOT) return &t->box;
  node = &t->nodes[parent];
  return &node->boxes[node->child[1] == (item | AS_BOX_TREE_LEAF)];
}

/* Check the structure, and abort if an invariant is broken. O(n log n). */
ASTAR_API void as_box_tree_validate(const as_box_tree *t, const as_box_source *from);

/*
** ---- Queries: all items whose boxes touch a box or a segment, in a tree whose leaves are single items ----
**
** Begin a query, then call _next() until it returns AS_BOX_TREE_NONE. O(log n + items found) if boxes overlap little.
** The tree must not change while a query runs.
*/

typedef struct as_tree_query {
  const as_box_tree *tree;
  as_segment shape; /* for a query by box only shape.box is set */
  uint32_t stack[AS_BOX_TREE_DEPTH + 1]; /* children still to visit, depth first */
  uint32_t depth;
} as_tree_query;

static AS_INLINE bool as_tree_query_touches(const as_tree_query *q, bool is_segment, const as_box *box)
{
  return is_segment ? as_segment_touches(&q->shape, box) : as_boxes_touch(&q->shape.box, box);
}

static AS_INLINE void as_tree_query_begin(as_tree_query *q, bool is_segment, const as_box_tree *t)
{
  q->tree = t;
  q->depth = 0;
  if (t->root != AS_BOX_TREE_NONE && as_tree_query_touches(q, is_segment, &t->box)) q->stack[q->depth++] = t->root;
}

static AS_INLINE uint32_t as_tree_query_next(as_tree_query *q, bool is_segment)
{
  while (q->depth > 0) {
    const uint32_t at = q->stack[--q->depth];
    const as_box_tree_node *node;
    int side;
    if (at & AS_BOX_TREE_LEAF) return at & ~AS_BOX_TREE_LEAF;
    node = &q->tree->nodes[at];
    for (side = 1; side >= 0; side--) {
      if (as_tree_query_touches(q, is_segment, &node->boxes[side])) q->stack[q->depth++] = node->child[side];
    }
  }
  return AS_BOX_TREE_NONE;
}

static inline void as_box_query_begin(as_tree_query *q, const as_box_tree *t, const as_box *box)
{
  q->shape.box = *box;
  as_tree_query_begin(q, false, t);
}

static inline void as_segment_query_begin(as_tree_query *q, const as_box_tree *t, const double from[2],
                                          const double to[2])
{
  q->shape = as_segment_make(from, to, &t->box);
  as_tree_query_begin(q, true, t);
}

/* The next item, or AS_BOX_TREE_NONE. */
static inline uint32_t as_box_query_next(as_tree_query *q)
{
  return as_tree_query_next(q, false);
}

static inline uint32_t as_segment_query_next(as_tree_query *q)
{
  return as_tree_query_next(q, true);
}

/*
** ---- Walks: the items nearest to a place ----
**
** AS_DEFINE_BOX_WALK(name, query_type, bound_of, may_improve, visit) defines name_walk(query, tree), for tagged trees:
** branch and bound, which visits the nearer child first; of equally near ones that with the least key.
**
** bound_of(query, const as_box *, const as_box_tag *) is a lower bound on the distances of the items in a box;
** may_improve(query, bound, const as_box_tag *) tells whether these are to be visited, given what was found so far;
** visit(query, item) tests an item. All are inline functions.
*/
#define AS_DEFINE_BOX_WALK(name, query_type, bound_of, may_improve, visit) \
  static void name##_walk(query_type *q, const as_box_tree *t) \
  { \
    struct { \
      double bound; \
      const as_box_tag *tag; \
      uint32_t child; \
    } stack[AS_BOX_TREE_DEPTH + 1]; \
    uint32_t depth = 0; \
    if (t->root == AS_BOX_TREE_NONE) return; \
    stack[depth].bound = bound_of(q, &t->box, &t->tag); \
    stack[depth].tag = &t->tag; \
    stack[depth++].child = t->root; \
    while (depth > 0) { \
      uint32_t at = stack[--depth].child; \
      bool goes_on = may_improve(q, stack[depth].bound, stack[depth].tag); \
      while (goes_on && !(at & AS_BOX_TREE_LEAF)) { \
        const as_box_tree_node *node = &t->nodes[at]; \
        const as_box_tag *tags = t->tags[at]; \
        const double a = bound_of(q, &node->boxes[0], &tags[0]), b = bound_of(q, &node->boxes[1], &tags[1]); \
        const int near = b < a || (b == a && tags[1].least < tags[0].least); \
        stack[depth].bound = near ? a : b; \
        stack[depth].tag = &tags[!near]; \
        stack[depth].child = node->child[!near]; \
        depth += may_improve(q, stack[depth].bound, stack[depth].tag); \
        goes_on = may_improve(q, near ? b : a, &tags[near]); \
        at = node->child[near]; \
      } \
      if (!goes_on) continue; \
      for (at &= ~AS_BOX_TREE_LEAF; at != AS_BOX_TREE_NONE; at = t->items[at].next) visit(q, at); \
    } \
  }

#endif
