/*
** box_tree.h: a dynamic bounding volume hierarchy: finds which of many items may touch a box or a segment. An item is
** a number below 2^31 that the caller chooses, with its bounding box. A query yields every item whose box touches;
** the caller then tests the item itself.
**
** A binary tree whose leaves are the items. An inner node stores the boxes of both children, so that one cache miss
** decides about both; the box of a child contains all items below it. The depth is O(log n), at most
** AS_BOX_TREE_DEPTH.
*/
#ifndef AS_BOX_TREE_H
#define AS_BOX_TREE_H

#include "geometry/box.h"

#define AS_BOX_TREE_LEAF 0x80000000u /* flag in a child: the other bits are an item, else it is the index of a node */
#define AS_BOX_TREE_NONE UINT32_MAX  /* no item, no child */
#define AS_BOX_TREE_ROOT UINT32_MAX  /* the parent of the root */

/* Upper bound on the depth of a leaf: queries have a stack of fixed size. */
#define AS_BOX_TREE_DEPTH 96

typedef struct as_box_tree_node {
  as_box boxes[2];
  uint32_t child[2];
  uint32_t parent; /* or AS_BOX_TREE_ROOT; of a free node: the next free node */
} as_box_tree_node;

typedef struct as_box_tree_leaf {
  as_box box;
  uint32_t parent; /* or AS_BOX_TREE_ROOT */
} as_box_tree_leaf;

/* An item in the list that a subtree is built from, with the center of its box. */
typedef struct as_box_tree_center {
  double at[2];
  uint32_t item;
} as_box_tree_center;

typedef struct as_box_tree {
  as_box_tree_node *nodes;
  uint32_t node_count, node_capacity, free_node;
  as_box_tree_leaf *leaves; /* by item */
  uint32_t leaf_capacity;
  as_box_tree_center *order; /* scratch: the items of the subtree that is built */
  uint32_t order_capacity;
  uint32_t root;   /* a child, or AS_BOX_TREE_NONE */
  as_box box;      /* contains all items; shrinks only when the whole tree is rebuilt */
  uint32_t count;  /* items */
  uint32_t fresh;  /* items inserted since the last rebuild of the whole tree */
} as_box_tree;

/* An empty tree. */
ASTAR_API void as_box_tree_init(as_box_tree *t);
ASTAR_API void as_box_tree_free(as_box_tree *t, as_memory *m);

/*
** Make room for items with numbers below `items`; for at most `count` items with such numbers. False if out of memory.
*/
ASTAR_API bool as_box_tree_reserve(as_box_tree *t, as_memory *m, uint32_t items);
ASTAR_API bool as_box_tree_reserve_for(as_box_tree *t, as_memory *m, uint32_t items, uint32_t count);

/*
** Insert an item that is not in the tree; there must be room for its number. O(log n) amortized: the whole tree is
** rebuilt, split at medians, once half of its items are new; a subtree is rebuilt where the tree is too deep.
*/
ASTAR_API void as_box_tree_insert(as_box_tree *t, uint32_t item, const as_box *box);

/*
** Build the whole tree anew, faster than by insertions: begin, put each item, end. There must be room for the items.
** Between begin and end no other function may be called. O(n log n).
*/
ASTAR_API void as_box_tree_begin(as_box_tree *t);
ASTAR_API void as_box_tree_put(as_box_tree *t, uint32_t item, const as_box *box);
ASTAR_API void as_box_tree_end(as_box_tree *t);

/* Remove an item. O(log n). */
ASTAR_API void as_box_tree_remove(as_box_tree *t, uint32_t item);

/* Check the structure, and abort if an invariant is broken. O(n). */
ASTAR_API void as_box_tree_validate(const as_box_tree *t);

/*
** ---- Queries: all items whose boxes touch a box or a segment ----
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

#endif
