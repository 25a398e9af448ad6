/*
** units.h: the terrains of a space and what each unit type pays on them.
** Spaces own one; searches read a unit's multipliers through as_units_mover().
*/
#ifndef AS_UNITS_H
#define AS_UNITS_H

#include "base/names.h"

#define AS_BLOCKED 0u          /* in the place of a terrain: nobody enters */
#define AS_TERRAIN_MAX 0x3FFFu /* links store terrains in 14 bits */

/*
** What a unit pays and may do. `costs` has an entry for AS_BLOCKED and for every terrain.
** What it cannot enter is NAN, so that the cost of such a step comes out as NAN by itself.
*/
typedef struct as_mover {
  const double *costs;
  double climb, drop;
  bool limited; /* climb or drop is finite */
} as_mover;

/*
** Of a unit, `costs` are the multipliers in force and `listed` what was given (NAN: not
** listed), both by terrain, with room for `capacity` of the table's terrains. Unit 0 is
** "no unit", terrain number t of the API has the name t - 1.
*/
typedef struct as_unit {
  double *costs, *listed;
  double climb, drop;
} as_unit;

typedef struct as_units {
  as_names terrains, names;
  as_unit *list; /* list[0] is no unit; list[i] has the name i - 1 */
  uint32_t count, list_capacity;
  uint32_t capacity; /* terrains that every unit has room for, AS_BLOCKED among them */
} as_units;

ASTAR_API bool as_units_init(as_units *u, as_memory *m);
ASTAR_API void as_units_free(as_units *u, as_memory *m);

ASTAR_API astar_result as_units_terrain(as_units *u, as_memory *m, const char *name, size_t length,
                                        astar_terrain *terrain);
ASTAR_API astar_result as_units_set(as_units *u, as_memory *m, const char *name, size_t length,
                                    const astar_unit_def *def);

ASTAR_API as_mover as_units_mover(const as_units *u, astar_unit unit);

#endif
