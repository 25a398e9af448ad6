/*
** ratios.h: the least cost per distance of all links, kept up to date while links come and go. Times the
** distance to the goal it is an admissible heuristic. A space reports every direction of every link; a run
** asks for the scale of its unit.
*/
#ifndef AS_RATIOS_H
#define AS_RATIOS_H

#include "rules/units.h"

/*
** Links without a cost of their own have ratio 1 and are only counted. The others are counted in bins:
** the exponent and the top six bits of the mantissa of their ratio, which stand for the least ratio in
** the bin, at most 1.6 % below the true one. `bins` is sorted.
*/
typedef struct as_ratio_bin {
  uint32_t bin, count;
} as_ratio_bin;

typedef struct as_ratio {
  uint64_t plain;
  as_ratio_bin *bins;
  uint32_t count, capacity;
} as_ratio;

/* All zeros is empty. */
typedef struct as_ratios {
  as_ratio *list; /* by terrain */
  uint32_t count, capacity;
} as_ratios;

ASTAR_API void as_ratios_free(as_ratios *r, as_memory *m);

/* Make sure that the next `links` directions that appear on this terrain need no memory. */
ASTAR_API bool as_ratios_reserve(as_ratios *r, as_memory *m, uint32_t terrain, uint32_t links);

/*
** A direction of a link appears, or else disappears, with the terrain that counts for its cost. It
** disappears with the numbers with which it appeared.
*/
ASTAR_API void as_ratios_count(as_ratios *r, uint32_t terrain, double base, double distance, bool own_cost,
                               bool appears);

/* The least cost per distance for a unit; INFINITY if there is no link that it can take. O(terrains). */
ASTAR_API double as_ratios_scale(const as_ratios *r, const as_rules *rules);

#endif
