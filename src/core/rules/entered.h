/*
** entered.h: a set of terrains that a unit can enter. What depends on nothing else of a unit, such as labels of parts
** that hang together, is kept for one set, and serves all units that have it.
*/
#ifndef AS_ENTERED_H
#define AS_ENTERED_H

#include "rules/units.h"

#define AS_ENTERED_SETS 8u /* as many sets at most have labels in a space */

/* A terrain that was added later joins the set, or not, when as_entered_fits() next finds that a unit has the set. */
typedef struct as_entered {
  uint8_t *enters;          /* by index into as_rules.costs: 1 if units with this set can enter */
  uint32_t count, capacity; /* terrains known, AS_BLOCKED included */
  astar_unit unit;          /* that had the set ... */
  uint64_t edits;           /* ... when as_units.edits was this */
} as_entered;

/* Make the set of a unit; false if out of memory. O(terrains). */
ASTAR_API bool as_entered_init(as_entered *e, as_memory *m, const as_units *u, astar_unit unit);
ASTAR_API void as_entered_free(as_entered *e, as_memory *m);

/* As as_entered_fits(), if the answer is not known from the last call. */
ASTAR_API bool as_entered_compare(as_entered *e, as_memory *m, const as_units *u, astar_unit unit);

/* Whether a unit has this set. O(1) for the unit of the last call, if no unit was set since; else O(terrains). */
static inline bool as_entered_fits(as_entered *e, as_memory *m, const as_units *u, astar_unit unit)
{
  return (e->unit == unit && e->edits == u->edits) || as_entered_compare(e, m, u, unit);
}

#endif
