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

/* Derive the effective multipliers of the terrains from `first` on from those given. */
static void update_costs(as_units *u, astar_unit unit, uint32_t first)
{
  const double *listed = as_units_listed(u, unit);
  double *costs = costs_of(u, unit);
  uint32_t t;
  for (t = first; t < terrain_count(u); t++) {
    double cost = isnan(listed[t]) ? listed[ASTAR_DEFAULT_TERRAIN] : listed[t];
    if (isnan(cost)) cost = 1;
    costs[t] = t != AS_BLOCKED && cost < INFINITY ? cost : NAN;
  }
}

/* Make room for one more unit. */
static bool reserve_unit(as_units *u, as_memory *m)
{
  return as_reserve(m, &u->list, &u->list_capacity, (uint64_t)u->count + 1, sizeof *u->list) &&
         as_reserve(m, &u->tables, &u->table_capacity, (uint64_t)u->count + 1, table_size(u->capacity));
}

/* Set a unit, new or existing, as `def` says. There is room for it. */
static void set_unit(as_units *u, astar_unit unit, const astar_unit_def *def)
{
  double *listed = as_units_listed(u, unit);
  uint32_t t;
  for (t = 0; t < terrain_count(u); t++) listed[t] = t > 0 && t <= def->cost_count ? def->costs[t - 1] : NAN;
  u->list[unit].climb = def->climb;
  u->list[unit].drop = def->drop;
  update_costs(u, unit, 0);
}

bool as_units_init(as_units *u, as_memory *m)
{
  astar_unit_def none;
  memset(u, 0, sizeof *u);
  memset(&none, 0, sizeof none);
  none.climb = none.drop = INFINITY;
  u->capacity = FIRST_CAPACITY;
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

/* Double `capacity`. */
static bool grow_tables(as_units *u, as_memory *m)
{
  const size_t old = u->capacity, capacity = 2 * old;
  double *fresh = as_resize(m, NULL, 0, u->table_capacity, table_size(2 * u->capacity));
  size_t row;
  if (!fresh) return false;
  for (row = 0; row < 2 * (size_t)u->count; row++)
    memcpy(fresh + row * capacity, u->tables + row * old, old * sizeof(double));
  (void)as_resize(m, u->tables, u->table_capacity, 0, table_size(u->capacity));
  u->tables = fresh;
  u->capacity *= 2;
  return true;
}

astar_result as_units_terrain(as_units *u, as_memory *m, const char *name, size_t length,
                              astar_terrain *terrain)
{
  uint32_t number = as_names_find(&u->terrains, name, length), unit;
  if (number == AS_NO_NAME) {
    const uint32_t count = terrain_count(u);
    if (count > AS_TERRAIN_MAX) return ASTAR_FULL;
    if (!as_names_add(&u->terrains, m, name, length)) return ASTAR_NO_MEMORY;
    if (count == u->capacity && !grow_tables(u, m)) {
      as_names_remove_last(&u->terrains, m);
      return ASTAR_NO_MEMORY;
    }
    for (unit = 0; unit < u->count; unit++) {
      as_units_listed(u, unit)[count] = NAN;
      update_costs(u, unit, count);
    }
    number = count - 1;
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
  rules.costs = costs_of(u, unit);
  rules.climb = u->list[unit].climb;
  rules.drop = u->list[unit].drop;
  rules.limited = rules.climb < INFINITY || rules.drop < INFINITY;
  return rules;
}
