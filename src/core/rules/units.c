/*
** units.c: see units.h. A unit's two tables are one block. Every unit's tables are as
** long as `capacity`, so that a new terrain only has to be filled in.
*/
#include "rules/units.h"

#include <math.h>
#include <string.h>

#define FIRST_CAPACITY 8u

/* The multiplier in force for what was listed: NAN for what cannot be entered. */
static double in_force(const as_unit *unit, uint32_t terrain)
{
  double cost = unit->listed[terrain];
  if (isnan(cost)) cost = unit->listed[ASTAR_DEFAULT_TERRAIN];
  if (isnan(cost)) cost = 1;
  return cost < INFINITY ? cost : NAN;
}

static uint32_t terrain_count(const as_units *u)
{
  return u->terrains.count + 1; /* with AS_BLOCKED */
}

static bool make_tables(as_memory *m, uint32_t capacity, as_unit *unit)
{
  unit->costs = as_new(m, (size_t)capacity * 2, double);
  if (!unit->costs) return false;
  unit->listed = unit->costs + capacity;
  unit->climb = unit->drop = INFINITY;
  return true;
}

static void free_tables(as_memory *m, uint32_t capacity, as_unit *unit)
{
  as_free(m, unit->costs, (size_t)capacity * 2, double);
}

/* Fill in terrains from `first` on that the unit does not list. */
static void fill(as_unit *unit, uint32_t first, uint32_t end)
{
  uint32_t t;
  for (t = first; t < end; t++) unit->listed[t] = NAN;
  for (t = first; t < end; t++) unit->costs[t] = in_force(unit, t);
}

bool as_units_init(as_units *u, as_memory *m)
{
  memset(u, 0, sizeof *u);
  u->capacity = FIRST_CAPACITY;
  if (!as_reserve(m, &u->list, &u->list_capacity, 1, sizeof *u->list)) return false;
  if (!make_tables(m, u->capacity, &u->list[0])) return false;
  u->count = 1;
  if (!as_names_add(&u->terrains, m, "default", 7)) return false;
  fill(&u->list[0], 0, terrain_count(u));
  u->list[0].costs[AS_BLOCKED] = NAN;
  return true;
}

void as_units_free(as_units *u, as_memory *m)
{
  uint32_t i;
  for (i = 0; i < u->count; i++) free_tables(m, u->capacity, &u->list[i]);
  as_free(m, u->list, u->list_capacity, as_unit);
  as_names_free(&u->names, m);
  as_names_free(&u->terrains, m);
}

/* All tables or none: the new ones are made first, then put in place. */
static bool grow_tables(as_units *u, as_memory *m)
{
  uint32_t capacity = u->capacity * 2, count = u->capacity, i;
  double **fresh = as_new(m, u->count, double *);
  if (!fresh) return false;
  for (i = 0; i < u->count; i++) {
    fresh[i] = as_new(m, (size_t)capacity * 2, double);
    if (!fresh[i]) {
      while (i-- > 0) as_free(m, fresh[i], (size_t)capacity * 2, double);
      as_free(m, fresh, u->count, double *);
      return false;
    }
  }
  for (i = 0; i < u->count; i++) {
    as_unit *unit = &u->list[i];
    memcpy(fresh[i], unit->costs, count * sizeof(double));
    memcpy(fresh[i] + capacity, unit->listed, count * sizeof(double));
    free_tables(m, u->capacity, unit);
    unit->costs = fresh[i];
    unit->listed = fresh[i] + capacity;
  }
  as_free(m, fresh, u->count, double *);
  u->capacity = capacity;
  return true;
}

astar_result as_units_terrain(as_units *u, as_memory *m, const char *name, size_t length,
                              astar_terrain *terrain)
{
  uint32_t number = as_names_find(&u->terrains, name, length), i;
  if (number == AS_NO_NAME) {
    uint32_t count = terrain_count(u);
    if (count > AS_TERRAIN_MAX) return ASTAR_FULL;
    if (!as_names_add(&u->terrains, m, name, length)) return ASTAR_NO_MEMORY;
    if (count == u->capacity && !grow_tables(u, m)) {
      as_names_drop(&u->terrains, m);
      return ASTAR_NO_MEMORY;
    }
    for (i = 0; i < u->count; i++) fill(&u->list[i], count, count + 1);
    number = count - 1;
  }
  *terrain = number + 1;
  return ASTAR_OK;
}

astar_result as_units_set(as_units *u, as_memory *m, const char *name, size_t length,
                          const astar_unit_def *def)
{
  uint32_t number = as_names_find(&u->names, name, length), t, count = terrain_count(u);
  as_unit *unit;
  if (number == AS_NO_NAME) {
    as_unit fresh;
    if (!as_reserve(m, &u->list, &u->list_capacity, (uint64_t)u->count + 1, sizeof *u->list))
      return ASTAR_NO_MEMORY;
    if (!make_tables(m, u->capacity, &fresh)) return ASTAR_NO_MEMORY;
    if (!as_names_add(&u->names, m, name, length)) {
      free_tables(m, u->capacity, &fresh);
      return ASTAR_NO_MEMORY;
    }
    number = u->names.count - 1;
    u->list[u->count++] = fresh;
  }
  unit = &u->list[number + 1];
  fill(unit, 0, count);
  for (t = 1; t < count && t <= def->cost_count; t++) unit->listed[t] = def->costs[t - 1];
  for (t = 1; t < count; t++) unit->costs[t] = in_force(unit, t);
  unit->costs[AS_BLOCKED] = NAN;
  unit->climb = def->climb;
  unit->drop = def->drop;
  return ASTAR_OK;
}

as_mover as_units_mover(const as_units *u, astar_unit unit)
{
  as_mover mover;
  astar_assert(unit < u->count);
  mover.costs = u->list[unit].costs;
  mover.climb = u->list[unit].climb;
  mover.drop = u->list[unit].drop;
  mover.limited = mover.climb < INFINITY || mover.drop < INFINITY;
  return mover;
}
