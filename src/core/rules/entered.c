/* entered.c: see entered.h. */
#include "rules/entered.h"

#include <math.h>

/* Add the terrains that the set does not know yet, as a unit has them. False if out of memory. */
static bool learn(as_entered *e, as_memory *m, const as_units *u, astar_unit unit)
{
  const uint32_t count = u->terrains.count + 1;
  const as_rules rules = as_units_rules(u, unit);
  if (!as_reserve(m, &e->enters, &e->capacity, count, sizeof *e->enters)) return false;
  for (; e->count < count; e->count++) e->enters[e->count] = rules.costs[e->count] < INFINITY;
  return true;
}

static bool has_set(const as_entered *e, const as_rules *rules)
{
  uint32_t t;
  for (t = 0; t < e->count; t++) {
    if ((rules->costs[t] < INFINITY) != (e->enters[t] != 0)) return false;
  }
  return true;
}

bool as_entered_init(as_entered *e, as_memory *m, const as_units *u, astar_unit unit)
{
  memset(e, 0, sizeof *e);
  return learn(e, m, u, unit);
}

void as_entered_free(as_entered *e, as_memory *m)
{
  as_free(m, e->enters, e->capacity, uint8_t);
}

bool as_entered_compare(as_entered *e, as_memory *m, const as_units *u, astar_unit unit)
{
  const as_rules rules = as_units_rules(u, unit);
  const bool fits = has_set(e, &rules);
  const uint32_t at = unit % AS_ENTERED_KNOWN;
  if (fits && !learn(e, m, u, unit)) return false;
  if (e->edits != u->edits) memset(e->last, 0, sizeof e->last);
  e->edits = u->edits;
  e->last[at].unit = unit;
  e->last[at].known = true;
  e->last[at].fits = fits;
  return fits;
}
