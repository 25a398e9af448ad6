/*
** ratios.h: the least ratio of cost to distance over all links of a graph: the scale of its heuristic. Distance times
** scale never exceeds the cost of a path, so the heuristic is admissible. The graph reports every direction of every
** link that it adds or removes; a link that changes is removed and added. A run reads the scale for its unit.
*/
#ifndef AS_RATIOS_H
#define AS_RATIOS_H

#include "rules/units.h"

/*
** Ratios are counted in bins, by their exponent and the top six bits of their mantissa. All ratios of a bin count as
** the least that it may contain, which is at most 1.6 % less (more only for ratios below 2^-1022).
*/
#define AS_RATIO_BINS 131072u /* how many different bins there are */

/*
** The bins of a terrain form a digital search tree (Coffman and Eve 1970): below a node on level k, child[d] leads to
** the bins whose digit k, of two bits and from the top, is d. A bin has nine digits, so the tree has ten levels.
*/
typedef struct as_ratio_bin {
  uint32_t bin, count; /* count > 0 */
  uint32_t child[4];   /* indices; 0: none, since bin 0 of the array is the root */
} as_ratio_bin;

/* The links of one terrain, each direction counted once. */
typedef struct as_ratio {
  uint64_t plain;     /* how many have ratio 1 and are in no bin */
  as_ratio_bin *bins; /* the nodes of the tree: the root first, the others in any order */
  uint32_t count, capacity;
  uint32_t least;     /* the least `bin` of them, if count > 0 */
} as_ratio;

/* The classes of base costs: by binary exponent, those beyond either end in the outermost. */
#define AS_BASE_CLASSES 128u

/* Empty if all zeros. */
typedef struct as_ratios {
  as_ratio *list; /* by terrain */
  uint32_t count, capacity;
  uint32_t bases[AS_BASE_CLASSES]; /* how many directions have a base cost of this class */
} as_ratios;

ASTAR_API void as_ratios_free(as_ratios *r, as_memory *m);

/*
** Reserve memory for the next `links` binned directions that are added on this terrain, and for any number of others.
** False if out of memory; then no count has changed. O(1) amortized, and O(terrain) at first.
*/
ASTAR_API bool as_ratios_reserve(as_ratios *r, as_memory *m, uint32_t terrain, uint32_t links);

/* Free reserved memory, where much is unused. O(terrains), and a copy of the bins where it does. */
ASTAR_API void as_ratios_trim(as_ratios *r, as_memory *m);

/*
** Add a direction of a link, or remove it, with the same numbers as it was added. `terrain` is the one whose multiplier
** applies, `base` the cost before multiplying, `distance` the heuristic's distance between the ends; `binned` may be
** false only if these two are equal. To add, the memory must be reserved; to remove never fails. O(1).
*/
ASTAR_API void as_ratios_count(as_ratios *r, uint32_t terrain, double base, double distance, bool binned, bool add);

/* The least cost per distance under the rules of a unit; INFINITY if there is no finite one. O(terrains). */
ASTAR_API double as_ratios_scale(const as_ratios *r, const as_rules *rules);

/*
** The greatest power of two up to the median of the base costs of all directions, between 2^-64 and 2^63; 1 if there
** are none. O(classes).
*/
ASTAR_API double as_ratios_typical_base(const as_ratios *r);

/* Abort if an invariant is broken, or unless `plain` directions are in no bin and `counted` in bins. O(bins). */
ASTAR_API void as_ratios_validate(const as_ratios *r, uint64_t plain, uint64_t counted);

#endif
