/*
** units.h: the terrains of a space, and what each unit type pays on them. A space owns one as_units;
** a run reads what applies to its unit as an as_rules.
*/
#ifndef AS_UNITS_H
#define AS_UNITS_H

#include "base/names.h"

#define AS_BLOCKED 0u          /* in place of a terrain: no unit can enter */
#define AS_TERRAIN_MAX 0x3FFFu /* links store terrains in 14 bits */

/*
** What a step costs in a run, and which steps a unit can take. `costs` holds a multiplier for each terrain, and
** for AS_BLOCKED; NAN for what the unit cannot enter, so that the cost of such a step is NAN too.
** Valid until the units change.
*/
typedef struct as_rules {
  const double *costs;
  double climb, drop; /* the most that a step may rise and fall */
  bool limited;       /* climb or drop is finite */
} as_rules;

typedef struct as_unit {
  double climb, drop;
} as_unit;

/*
** Terrain t has the name t - 1. Unit 0 is "no unit"; unit u has the name u - 1. `tables` has two rows of
** `capacity` multipliers for each unit, by terrain: those in force, then those that were given (NAN: not listed).
*/
typedef struct as_units {
  as_names terrains, names;
  as_unit *list;
  double *tables;
  uint32_t count, list_capacity, table_capacity; /* units */
  uint32_t capacity; /* terrains, AS_BLOCKED among them */
} as_units;

ASTAR_API bool as_units_init(as_units *u, as_memory *m);
ASTAR_API void as_units_free(as_units *u, as_memory *m);

/* See astar_graph_terrain() and astar_graph_set_unit(). */
ASTAR_API astar_result as_units_terrain(as_units *u, as_memory *m, const char *name, size_t length,
                                        astar_terrain *terrain);
ASTAR_API astar_result as_units_set(as_units *u, as_memory *m, const char *name, size_t length,
                                    const astar_unit_def *def);

ASTAR_API as_rules as_units_rules(const as_units *u, astar_unit unit);

/* The multipliers that a unit was given, by terrain; NAN where it does not list one. */
static inline double *as_units_listed(const as_units *u, astar_unit unit)
{
  return u->tables + (2 * (size_t)unit + 1) * u->capacity;
}

#endif
