/*
** box_tree.h: a dynamic bounding volume hierarchy. It answers which of many items may touch a box or a
** segment. An item is a number that the caller gives, with a box around it; a query yields every item
** whose box touches, and the caller tests what is inside.
**
** A binary tree with the items as its leaves. An inner node stores the boxes of both its children, so
** one node in the cache decides about both. A child's box contains all that is below it. The depth is
** O(log n), at most AS_BOX_TREE_DEPTH.
*/
#ifndef AS_BOX_TREE_H
#define AS_BOX_TREE_H

#include "geometry/box.h"

#define AS_BOX_TREE_LEAF 0x80000000u /* flag of a child: the other bits are an item, not the index of a node */
#define AS_BOX_TREE_NONE UINT32_MAX  /* no item, no child */
#define AS_BOX_TREE_ROOT UINT32_MAX  /* the parent of the root */

/* Upper bound on the depth of a leaf, so that queries have a stack of fixed size. */
#define AS_BOX_TREE_DEPTH 96

typedef struct as_box_tree_node {
  as_box boxes[2];
  uint32_t child[2];
  uint32_t parent; /* or AS_BOX_TREE_ROOT; of a free node: the next free one */
} as_box_tree_node;

typedef struct as_box_tree_leaf {
  as_box box;
  uint32_t parent; /* or AS_BOX_TREE_ROOT */
} as_box_tree_leaf;

typedef struct as_box_tree {
  as_box_tree_node *nodes;
  uint32_t node_count, node_capacity, free_node;
  as_box_tree_leaf *leaves; /* by item */
  uint32_t leaf_capacity;
  uint32_t *order; /* scratch: items, while a subtree is rebuilt */
  uint32_t order_capacity;
  uint32_t root;   /* a child, or AS_BOX_TREE_NONE */
  as_box box;      /* contains all items; shrinks only when the whole tree is rebuilt */
  uint32_t count;  /* items */
  uint32_t fresh;  /* items inserted since the whole tree was rebuilt */
} as_box_tree;

ASTAR_API void as_box_tree_init(as_box_tree *t);
ASTAR_API void as_box_tree_free(as_box_tree *t, as_memory *m);

/* Make room for the items 0 to `items` - 1. False if out of memory. */
ASTAR_API bool as_box_tree_reserve(as_box_tree *t, as_memory *m, uint32_t items);

/*
** Insert an item, for which there is room; remove one. O(log n) amortized: the whole tree is rebuilt,
** by medians, once half of it is new, and a subtree where it has become too deep.
*/
ASTAR_API void as_box_tree_insert(as_box_tree *t, uint32_t item, const as_box *box);
ASTAR_API void as_box_tree_remove(as_box_tree *t, uint32_t item);

ASTAR_API void as_box_tree_validate(const as_box_tree *t);

/* ---- Queries: all items whose boxes touch a box, or a segment ---- */

/* Depth first. The tree must not change while a query runs. */
typedef struct as_tree_query {
  const as_box_tree *tree;
  as_segment shape; /* of a query by a box: only its box is set */
  uint32_t stack[AS_BOX_TREE_DEPTH + 1];
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
