/*
** spatial.h: the spatial index of a graph's waypoints: a k-d tree with buckets at its leaves, kept up to date
** as nodes are added, moved and removed. The order of its leaves is also that in which the graph lays out its
** nodes in memory.
*/
#ifndef AS_SPATIAL_H
#define AS_SPATIAL_H

#include "base/memory.h"

#define AS_KD_LEAF 3u

/*
** An inner node splits its points at (split, split_id) along axis `dim`: a point belongs to the left child if
** its (coordinate, id) is less. The id makes the order total, so that points in one place can be divided too.
** A leaf chains its nodes, by index, from kid[0] on. The root is list[0].
** No child of an inner node holds more than 3/4 of its points plus a leaf's worth, unless there was no memory
** to rebuild it.
*/
typedef struct as_kd {
  double split;
  uint32_t kid[2];
  uint32_t count; /* points below */
  uint32_t split_id;
  uint32_t dim; /* 0, 1, 2 or AS_KD_LEAF */
} as_kd;

typedef struct as_spatial {
  as_kd *list;
  uint32_t count, capacity;
  uint32_t free, free_count; /* chained by kid[0]; 0 ends the chain */
} as_spatial;

ASTAR_API bool as_spatial_init(as_spatial *s, as_memory *m);
ASTAR_API void as_spatial_free(as_spatial *s, as_memory *m);

/* Neither fails: without memory the tree gets slower, not wrong. O(log n) amortized. */
ASTAR_API void as_spatial_insert(astar_graph *g, uint32_t index);
ASTAR_API void as_spatial_erase(astar_graph *g, uint32_t index); /* while it still has its position */

/* Balance the whole tree. False if there was no memory for it. */
ASTAR_API bool as_spatial_rebuild(astar_graph *g);

/* Write the indices in leaf order; room for all live waypoints. */
ASTAR_API void as_spatial_order(const astar_graph *g, uint32_t *indices);

/* The nodes have moved: renumbered[old] is the new index. */
ASTAR_API void as_spatial_renumber(astar_graph *g, const uint32_t *renumbered);

ASTAR_API void as_spatial_validate(const astar_graph *g);

#endif
