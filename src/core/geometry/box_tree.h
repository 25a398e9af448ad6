/*
** tree.h: a dynamic tree of boxes: which of many things may touch a place or a segment. Things are
** numbers given by the caller, each with a box; what a box holds is the caller's to look at.
** Nodes hold the boxes of both their children, so that a look at one decides about both.
*/
#ifndef AS_TREE_H
#define AS_TREE_H

#include "geometry/distance.h"

typedef struct as_box {
  double low[2], high[2];
} as_box;

#define AS_TREE_LEAF 0x80000000u /* of a child: the rest is an item, not a node */
#define AS_TREE_NONE UINT32_MAX
#define AS_TREE_ROOT UINT32_MAX  /* in place of a node above */

/* No leaf has more nodes above it; so walks need no memory. */
#define AS_TREE_DEPTH 96

typedef struct as_tree_node {
  as_box boxes[2];
  uint32_t child[2];
  uint32_t parent; /* or AS_TREE_ROOT; of a free node: the next free one */
} as_tree_node;

typedef struct as_tree_leaf {
  as_box box;
  uint32_t parent; /* or AS_TREE_ROOT */
} as_tree_leaf;

typedef struct as_tree {
  as_tree_node *nodes;
  uint32_t node_count, node_capacity, free_node;
  as_tree_leaf *leaves; /* by item */
  uint32_t leaf_capacity;
  uint32_t *order; /* items, while the tree is built */
  uint32_t order_capacity;
  uint32_t root; /* a child, or AS_TREE_NONE */
  as_box box;    /* of all; never shrinks but when built anew */
  uint32_t count;
  uint32_t fresh; /* inserted since it was built as a whole */
} as_tree;

ASTAR_API void as_tree_init(as_tree *t);
ASTAR_API void as_tree_free(as_tree *t, as_memory *m);

/* Make room for items below `items`. */
ASTAR_API bool as_tree_reserve(as_tree *t, as_memory *m, uint32_t items);

/*
** Insert an item for which there is room; remove one. O(log n) amortized: the tree is built anew by
** halves, as a whole once half of it was inserted since, in part where it has got too deep.
*/
ASTAR_API void as_tree_insert(as_tree *t, uint32_t item, const as_box *box);
ASTAR_API void as_tree_remove(as_tree *t, uint32_t item);

ASTAR_API void as_tree_validate(const as_tree *t);

static inline void as_box_around(as_box *box, const double p[2])
{
  box->low[0] = box->high[0] = p[0];
  box->low[1] = box->high[1] = p[1];
}

static inline void as_box_add(as_box *box, const double p[2])
{
  int i;
  for (i = 0; i < 2; i++) {
    if (p[i] < box->low[i]) box->low[i] = p[i];
    if (p[i] > box->high[i]) box->high[i] = p[i];
  }
}

static inline bool as_boxes_touch(const as_box *a, const as_box *b)
{
  return (int)(a->low[0] <= b->high[0]) & (int)(b->low[0] <= a->high[0]) & (int)(a->low[1] <= b->high[1]) &
         (int)(b->low[1] <= a->high[1]);
}

/* A segment, prepared for boxes. */
typedef struct as_segment {
  as_box box;
  double from[2], way[2], reach[2]; /* reach: absolutes of `way` */
  double slack; /* what rounding may make of the test below */
} as_segment;

static inline void as_segment_make(as_segment *s, const as_tree *t, const double p[2], const double q[2])
{
  double most = 0;
  int i;
  as_box_around(&s->box, p);
  as_box_add(&s->box, q);
  for (i = 0; i < 2; i++) {
    s->from[i] = p[i];
    s->way[i] = q[i] - p[i];
    s->reach[i] = fabs(s->way[i]);
    most = as_max(most, as_max(as_max(fabs(s->box.low[i]), fabs(s->box.high[i])),
                           as_max(fabs(t->box.low[i]), fabs(t->box.high[i]))));
  }
  s->slack = 3e-15 * most * (s->reach[0] + s->reach[1]);
}

/* Whether a box may touch the segment: no axis, and not the segment's own line, parts them for certain. */
static inline bool as_segment_touches(const as_segment *s, const as_box *box)
{
  double x, y, width, height;
  if (!as_boxes_touch(&s->box, box)) return false;
  x = (box->low[0] + box->high[0]) * 0.5 - s->from[0];
  y = (box->low[1] + box->high[1]) * 0.5 - s->from[1];
  width = (box->high[0] - box->low[0]) * 0.5;
  height = (box->high[1] - box->low[1]) * 0.5;
  return fabs(s->way[0] * y - s->way[1] * x) <= s->reach[0] * height + s->reach[1] * width + s->slack;
}

/* A walk over the items whose boxes touch a box; over those that touch a segment. */
typedef struct as_walk {
  const as_tree *tree;
  as_box box;
  uint32_t stack[AS_TREE_DEPTH + 1];
  uint32_t depth;
} as_walk;

static inline void as_walk_begin(as_walk *w, const as_tree *t, const as_box *box)
{
  w->tree = t;
  w->box = *box;
  w->depth = 0;
  if (t->root != AS_TREE_NONE && as_boxes_touch(&t->box, box)) w->stack[w->depth++] = t->root;
}

/* The next item, or AS_TREE_NONE. */
static inline uint32_t as_walk_next(as_walk *w)
{
  while (w->depth > 0) {
    uint32_t at = w->stack[--w->depth];
    const as_tree_node *node;
    if (at & AS_TREE_LEAF) return at & ~AS_TREE_LEAF;
    node = &w->tree->nodes[at];
    if (as_boxes_touch(&node->boxes[1], &w->box)) w->stack[w->depth++] = node->child[1];
    if (as_boxes_touch(&node->boxes[0], &w->box)) w->stack[w->depth++] = node->child[0];
  }
  return AS_TREE_NONE;
}

typedef struct as_cast {
  const as_tree *tree;
  as_segment segment;
  uint32_t stack[AS_TREE_DEPTH + 1];
  uint32_t depth;
} as_cast;

static inline void as_cast_begin(as_cast *c, const as_tree *t, const double p[2], const double q[2])
{
  c->tree = t;
  c->depth = 0;
  as_segment_make(&c->segment, t, p, q);
  if (t->root != AS_TREE_NONE && as_segment_touches(&c->segment, &t->box)) c->stack[c->depth++] = t->root;
}

static inline uint32_t as_cast_next(as_cast *c)
{
  while (c->depth > 0) {
    uint32_t at = c->stack[--c->depth];
    const as_tree_node *node;
    if (at & AS_TREE_LEAF) return at & ~AS_TREE_LEAF;
    node = &c->tree->nodes[at];
    if (as_segment_touches(&c->segment, &node->boxes[1])) c->stack[c->depth++] = node->child[1];
    if (as_segment_touches(&c->segment, &node->boxes[0])) c->stack[c->depth++] = node->child[0];
  }
  return AS_TREE_NONE;
}

#endif
