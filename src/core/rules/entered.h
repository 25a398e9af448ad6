/*
** entered.h: a set of terrains that a unit can enter. What depends on nothing else of a unit, such as connected
** components, is kept for one set, and serves all units that have it.
*/
#ifndef AS_ENTERED_H
#define AS_ENTERED_H

#include "rules/units.h"

#define AS_ENTERED_SETS 8u /* upper bound on the sets that have components in a space */

#define AS_ENTERED_KNOWN 16u

/* A terrain that was added later joins the set, or not, when as_entered_fits() next finds that a unit has the set. */
typedef struct as_entered {
  uint8_t *enters;          /* by index into as_rules.costs: 1 if units with this set can enter */
  uint32_t count, capacity; /* terrains known, AS_BLOCKED included */
  uint64_t edits;           /* as_units.edits when it was last compared */
  struct {
    astar_unit unit;
    uint8_t known, fits;
  } last[AS_ENTERED_KNOWN]; /* answers since then, by unit modulo the length */
} as_entered;

/* Make the set of a unit; false if out of memory. O(terrains). */
ASTAR_API bool as_entered_init(as_entered *e, as_memory *m, const as_units *u, astar_unit unit);
ASTAR_API void as_entered_free(as_entered *e, as_memory *m);

/* As as_entered_fits(), if the answer is not known. */
ASTAR_API bool as_entered_compare(as_entered *e, as_memory *m, const as_units *u, astar_unit unit);

/* Whether a unit has this set. O(1) if some units have been asked for since one was set; else O(terrains). */
static inline bool as_entered_fits(as_entered *e, as_memory *m, const as_units *u, astar_unit unit)
{
  const uint32_t at = unit % AS_ENTERED_KNOWN;
  if (e->edits == u->edits && e->last[at].known && e->last[at].unit == unit) return e->last[at].fits;
  return as_entered_compare(e, m, u, unit);
}

#endif
