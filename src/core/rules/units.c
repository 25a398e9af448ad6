/* units.c: see units.h. */
#include "rules/units.h"

#include <math.h>

#define FIRST_CAPACITY 8u

/* The effective multipliers. */
static double *costs_of(const as_units *u, astar_unit unit)
{
  return u->tables + 2 * (size_t)unit * u->capacity;
}

static size_t table_size(uint32_t capacity)
{
  return 2 * (size_t)capacity * sizeof(double);
}

static uint32_t terrain_count(const as_units *u)
{
  return u->terrains.count + 1; /* with AS_BLOCKED */
}

/* Derive the effective multipliers of a unit from those given, also of terrains that do not exist yet. */
static void update_costs(as_units *u, astar_unit unit)
{
  const double *listed = as_units_listed(u, unit);
  const double other = isnan(listed[ASTAR_DEFAULT_TERRAIN]) ? 1 : listed[ASTAR_DEFAULT_TERRAIN];
  double *costs = costs_of(u, unit);
  uint32_t t;
  for (t = 0; t < u->capacity; t++) {
    const double cost = isnan(listed[t]) ? other : listed[t];
    costs[t] = t != AS_BLOCKED && cost < INFINITY ? cost : NAN;
  }
}

/* Make room for one more unit. False if out of memory. */
static bool reserve_unit(as_units *u, as_memory *m)
{
  return as_reserve(m, &u->list, &u->list_capacity, (uint64_t)u->count + 1, sizeof *u->list) &&
         as_reserve(m, &u->tables, &u->table_capacity, (uint64_t)u->count + 1, table_size(u->capacity));
}

/* Set a unit, new or existing, as `def` says. There is room for it. */
static void set_unit(as_units *u, astar_unit unit, const astar_unit_def *def)
{
  double *listed = as_units_listed(u, unit);
  const uint32_t count = terrain_count(u);
  uint32_t t;
  for (t = 0; t < u->capacity; t++)
    listed[t] = t > 0 && t < count && t <= def->cost_count ? def->costs[t - 1] : NAN;
  u->list[unit].climb = def->climb;
  u->list[unit].drop = def->drop;
  u->list[unit].size = def->size > 1 ? def->size : 1;
  u->list[unit].version = ++u->edits;
  update_costs(u, unit);
}

bool as_units_init(as_units *u, as_memory *m)
{
  astar_unit_def none;
  memset(u, 0, sizeof *u);
  memset(&none, 0, sizeof none);
  none.climb = none.drop = INFINITY;
  u->capacity = FIRST_CAPACITY;
  u->edits = 1;
  if (!reserve_unit(u, m) || !as_names_add(&u->terrains, m, "default", 7)) return false;
  set_unit(u, u->count++, &none);
  return true;
}

void as_units_free(as_units *u, as_memory *m)
{
  as_free(m, u->list, u->list_capacity, as_unit);
  if (u->tables) (void)as_resize(m, u->tables, u->table_capacity, 0, table_size(u->capacity));
  as_names_free(&u->names, m);
  as_names_free(&u->terrains, m);
}

/* Double `capacity`. False if out of memory; then nothing has changed. O(units * capacity). */
static bool grow_tables(as_units *u, as_memory *m)
{
  const uint32_t old = u->capacity;
  double *before = u->tables, *fresh = as_resize(m, NULL, 0, u->table_capacity, table_size(2 * old));
  uint32_t unit, t;
  if (!fresh) return false;
  u->tables = fresh;
  u->capacity = 2 * old;
  for (unit = 0; unit < u->count; unit++) {
    double *listed = as_units_listed(u, unit);
    memcpy(listed, before + (2 * (size_t)unit + 1) * old, old * sizeof(double));
    for (t = old; t < u->capacity; t++) listed[t] = NAN;
    update_costs(u, unit);
  }
  (void)as_resize(m, before, u->table_capacity, 0, table_size(old));
  return true;
}

astar_result as_units_terrain(as_units *u, as_memory *m, const char *name, size_t length,
                              astar_terrain *terrain)
{
  uint32_t number = as_names_find(&u->terrains, name, length);
  if (number == AS_NO_NAME) {
    const uint32_t count = terrain_count(u);
    if (count > AS_TERRAIN_MAX) return ASTAR_FULL;
    if (!as_names_add(&u->terrains, m, name, length)) return ASTAR_NO_MEMORY;
    if (count == u->capacity && !grow_tables(u, m)) {
      as_names_remove_last(&u->terrains, m);
      return ASTAR_NO_MEMORY;
    }
    number = count - 1;
    u->edits++;
  }
  *terrain = number + 1;
  return ASTAR_OK;
}

astar_result as_units_set(as_units *u, as_memory *m, const char *name, size_t length,
                          const astar_unit_def *def)
{
  uint32_t number = as_names_find(&u->names, name, length);
  if (number == AS_NO_NAME) {
    if (!reserve_unit(u, m) || !as_names_add(&u->names, m, name, length)) return ASTAR_NO_MEMORY;
    number = u->names.count - 1;
    u->count++;
  }
  set_unit(u, number + 1, def);
  return ASTAR_OK;
}

as_rules as_units_rules(const as_units *u, astar_unit unit)
{
  as_rules rules;
  astar_assert(unit < u->count);
  memset(&rules, 0, sizeof rules);
  rules.costs = costs_of(u, unit);
  rules.climb = u->list[unit].climb;
  rules.drop = u->list[unit].drop;
  rules.limited = rules.climb < INFINITY || rules.drop < INFINITY;
  rules.size = u->list[unit].size;
  rules.view = NULL;
  return rules;
}
