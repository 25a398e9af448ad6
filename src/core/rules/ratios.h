/*
** ratios.h: the least cost per distance over all links, terrain by terrain, kept exact
** enough to scale a heuristic while links come and go. The graph reports every direction
** of every link; a search asks for the scale of its unit.
*/
#ifndef AS_RATIOS_H
#define AS_RATIOS_H

#include "rules/units.h"

/*
** The ratio of a link without a cost of its own is 1 and only counted. Those of the others
** are counted in bins: a ratio's exponent and top six bits of mantissa, which stand for
** the least ratio in the bin, at most 1.6 % below the true one. `bins` is sorted.
*/
typedef struct as_ratio_bin {
  uint32_t bin, count;
} as_ratio_bin;

typedef struct as_ratio {
  uint64_t plain;
  as_ratio_bin *bins;
  uint32_t count, capacity;
} as_ratio;

typedef struct as_ratios {
  as_ratio *list; /* by terrain */
  uint32_t count, capacity;
} as_ratios;

ASTAR_API void as_ratios_init(as_ratios *r);
ASTAR_API void as_ratios_free(as_ratios *r, as_memory *m);

/* Make sure that the next `links` calls of as_ratios_add on this terrain need no memory. */
ASTAR_API bool as_ratios_reserve(as_ratios *r, as_memory *m, uint32_t terrain, uint32_t links);

/*
** A link direction appears or goes, with the terrain that counts for its cost. It must go
** with the numbers it came with.
*/
ASTAR_API void as_ratios_add(as_ratios *r, uint32_t terrain, double base, double distance, bool own_cost);
ASTAR_API void as_ratios_drop(as_ratios *r, uint32_t terrain, double base, double distance, bool own_cost);

/* The least cost per distance for a unit; INFINITY if it has nowhere to go. O(terrains). */
ASTAR_API double as_ratios_scale(const as_ratios *r, const as_mover *mover);

#endif
