/*
** jump_path.h: the kernel of jump points: the cheapest path between two cells where as_jump_applies(). It computes as a
** search by jump points does, with smaller structures:
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

#include "engine/kernel.h"

/* For plain queries between two cells where as_jump_applies(). NULL if out of memory. */
ASTAR_API as_kernel *as_jump_path_create(as_memory *m);

#endif
