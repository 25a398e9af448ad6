/*
** parts.h: which terrains occur in each part of a map, as a pyramid of sets: a query skips parts that a unit cannot
** enter. On level 0 a part has up to 32 × 32 cells; a part of a higher level has up to 2 × 2 parts of the level
** below; on the last level one part is the whole map.
**
** The set of a part contains at least the entries (see as_grid.entry) of all its cells. It may contain more: at first
** it has all, and an edit only adds. near_cells.c, which makes the parts when a query needs them, recomputes the sets
** of the parts that it visits. A set has one bit for each of the first 62 terrains; further terrains share these bits.
*/
#ifndef AS_PARTS_H
#define AS_PARTS_H

#include "base/memory.h"

#if !defined(AS_PART_BITS) /* the fuzzers, whose maps are small, define a lower one */
#define AS_PART_BITS 5u              /* the binary logarithm of the width and height of a part on level 0, in cells */
#endif
#define AS_PART_LEVELS 29u           /* at least as many as a map of 2^32 cells has */
#define AS_PART_STALE ((uint64_t)1 << 63) /* on level 0: no cell may have some of the entries in the set any more */

/* All zeros: not made. */
typedef struct as_parts {
  uint64_t *sets;
  size_t size;
  uint32_t levels;
  size_t first[AS_PART_LEVELS]; /* by level: the index in `sets` of its first part; parts follow row by row */
  uint32_t width[AS_PART_LEVELS], height[AS_PART_LEVELS];
} as_parts;

/* Make the parts of a map of this size, in cells. False if out of memory: then `sets` is NULL. O(parts). */
ASTAR_API bool as_parts_init(as_parts *p, as_memory *m, uint32_t width, uint32_t height);
ASTAR_API void as_parts_free(as_parts *p, as_memory *m);

/* The bit of an entry: the first for blocked cells, one of the next 62 for a terrain. */
static inline uint64_t as_part_bit(uint32_t entry)
{
  return entry == 0 ? 1 : (uint64_t)2 << ((entry - 1) % 62);
}

/* Call when the entry of a cell has changed to this one. The parts must be made. O(1) amortized. */
ASTAR_API void as_parts_change(as_parts *p, uint32_t col, uint32_t row, uint32_t entry);

#endif
