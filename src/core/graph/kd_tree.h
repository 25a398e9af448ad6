/* kd_tree.h: the data of the spatial index of a graph: see spatial.h. */
#ifndef AS_KD_TREE_H
#define AS_KD_TREE_H

#include "base/memory.h"
#include "geometry/distance.h"

#define AS_KD_LEAF 3u

/*
** A node of the tree. An inner node splits its points at (split, split_id) along axis `dim`: the left child has
** those whose (coordinate, id) is less. The id makes the order total, so that equal positions can be split too.
** In a leaf, kid[0] is the index of its first waypoint, chained by as_node.next, or AS_NO_SLOT.
** No child of an inner node holds more than 3/4 of its points plus the capacity of a leaf, unless there was no
** memory to rebuild it. `least` and `spread` are exact: where many points are equally near, near.c finds by them the
** lowest id without visiting all.
*/
typedef struct as_kd {
  double split;
  uint32_t kid[2];
  uint32_t count; /* points below */
  uint32_t split_id;
  uint32_t least;  /* the lowest id below, or UINT32_MAX */
  uint16_t spread; /* bit d: not all points below have the same coordinate d */
  uint16_t dim;    /* 0, 1, 2 or AS_KD_LEAF */
} as_kd;

/* A box around places; empty if low > high. */
typedef struct as_extent {
  double low[3], high[3];
} as_extent;

static inline void as_extent_clear(as_extent *extent)
{
  uint32_t k;
  for (k = 0; k < 3; k++) {
    extent->low[k] = INFINITY;
    extent->high[k] = -INFINITY;
  }
}

static inline void as_extent_include(as_extent *extent, const double position[3])
{
  uint32_t k;
  for (k = 0; k < 3; k++) {
    extent->low[k] = as_min(extent->low[k], position[k]);
    extent->high[k] = as_max(extent->high[k], position[k]);
  }
}

typedef struct as_spatial {
  as_kd *list; /* list[0] is the root */
  uint32_t count, capacity;
  uint32_t free, free_count; /* free entries of `list`, chained by kid[0]; 0 ends the chain */
  as_extent extent; /* around all points, maybe larger than needed; low > high: there are none */
  bool balanced;             /* nothing was inserted or erased since the whole tree was built */
} as_spatial;

#endif
