/*
** place_tree.h: the least distance from a place to any of many, which are in a tree of boxes. The result is the same
** double as the least over all of them one by one: a query skips a box if the distance to its nearest point proves that
** no place in it gives a smaller double.
*/
#ifndef AS_PLACE_TREE_H
#define AS_PLACE_TREE_H

#include "geometry/box_tree.h"

/*
** A distance. It depends on the absolute differences along the axes only; where an axis has a period, on the shorter
** difference around it. It does not fall as a difference grows, and is never NaN.
**
** slack: how far rounding may make it fall as a difference grows, as a share of it, if the first two coordinates are
** whole numbers up to 2^20; for others it is the greater of this and AS_PLACE_SLACK. INFINITY if it may fall by more:
** then no place is skipped.
*/
typedef struct as_measure {
  double (*distance)(const void *context, const double a[3], const double b[3]);
  const void *context;
  double slack;
} as_measure;

#define AS_PLACE_SLACK 1e-12

typedef struct as_place_tree {
  double (*places)[3]; /* owned by the caller */
  uint32_t near;       /* how many are in the tree: the first ones */
  uint32_t count;      /* from `near` on they are remote, and tested one by one */
  as_box_tree boxes;   /* items: indices of places */
  double period[2]; /* of the first two coordinates; 0: none */
  double most;      /* coordinates beyond it are remote */
  bool whole;       /* the first two coordinates of places in the tree are whole numbers up to 2^20 */
} as_place_tree;

/* A tree of all zeros is empty. */
ASTAR_API void as_place_tree_free(as_place_tree *t, as_memory *m);

/*
** Build the tree over `count` > 0 places. It keeps the pointer, changes their order, and may drop repeated ones. Places
** with a coordinate beyond `most` are remote: their differences may overflow, so the distance may not be as as_measure
** says. False if out of memory; then the places are unchanged, and the tree may only be built again or freed.
** O(count log count).
*/
ASTAR_API bool as_place_tree_build(as_place_tree *t, as_memory *m, double (*places)[3], uint32_t count,
                                   const double period[2], double most);

/*
** The least distance from a place to those of the tree. O(log count + remote places) if few places are about as near as
** the nearest one; else it tests all of these, too. O(count) for a remote `from`.
*/
ASTAR_API double as_place_tree_least(const as_place_tree *t, const as_measure *measure, const double from[3]);

#endif
