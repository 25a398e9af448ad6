/*
** jump_path.h: the kernel of jump points: the cheapest path between two cells, and nothing else. Owned by a finder,
** which uses it where as_jump_applies(). It computes as a search by jump points does, with smaller structures:
**
**   nodes     the cells reached, in the order of reaching, found by a hash table
**   open      the open list: nodes in buckets by f, last in first out. A node that gets cheaper is pushed again.
**
** A bucket is wider than f differs in it, so nodes may be expanded too early, and again when they get cheaper. A run
** ends when no entry is left with less f than the cost of the goal, so its path is the cheapest.
**
** It is kept beside the exact loop over jump points because it takes 0.67 to 0.8 of its time, 0.74 in the mean, on maps
** of MovingAI's set: rooms, mazes, cities, blocks at random (`make bench-grid`, contestants `jump` and `jump path`).
*/
#ifndef AS_JUMP_PATH_H
#define AS_JUMP_PATH_H

#include "engine/radix.h"
#include "grid/jump.h"

typedef struct as_jump_node {
  double g;
  uint32_t cell;
  uint32_t parent; /* node, or AS_NO_SLOT */
  uint32_t place;  /* in the hash table */
  uint32_t open;
} as_jump_node;

typedef struct as_jump_path {
  as_jump *jump; /* NULL before the first run */
  as_space space; /* of the last run */
  as_jump_node *nodes;
  uint32_t node_count, node_capacity;
  uint32_t *table; /* of 2^table_bits: node + 1, or 0 */
  uint32_t table_bits;
  as_radix open;
  double first, per_width; /* the bucket of f is (f - first) * per_width */
  as_successor *list;
  uint32_t list_capacity;
  double straight[2], diagonal; /* lengths of the metric times the cost per distance */
  uint32_t goal; /* node, or AS_NO_SLOT */
  uint64_t expanded;
} as_jump_path;

ASTAR_API void as_jump_path_init(as_jump_path *p);
ASTAR_API void as_jump_path_free(as_jump_path *p, as_memory *m);

/*
** Find the path between two cells where as_jump_applies(). `space` is that of the grid for the unit; it must not have a
** run. ASTAR_FOUND, ASTAR_UNREACHABLE or ASTAR_OUT_OF_MEMORY.
*/
ASTAR_API astar_status as_jump_path_find(as_jump_path *p, as_memory *m, const as_space *space, astar_id start,
                                         astar_id goal);

/* The path that was found: its nodes, its size in bytes, and itself. O(turns). */
ASTAR_API uint32_t as_jump_path_count(const as_jump_path *p);
ASTAR_API size_t as_jump_path_size(const as_jump_path *p);
ASTAR_API void as_jump_path_write(const as_jump_path *p, astar_path *path);

#endif
