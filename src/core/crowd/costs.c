/* costs.c: see costs.h. */
#include "crowd/costs.h"

#define FIRST_BITS 5u /* the binary logarithm of the size of the first table */

void as_costs_free(as_costs *c, as_memory *m)
{
  as_free(m, c->table, as_costs_size(c), as_cost_place);
  (void)as_resize(m, c->pages, c->page_capacity, 0, AS_COST_PAGE * sizeof *c->pages);
  memset(c, 0, sizeof *c);
}

void as_costs_clear(as_costs *c)
{
  if (c->table) memset(c->table, 0xFF, as_costs_size(c) * sizeof *c->table);
  c->page_count = 0;
}

/* Make a table of twice the size, with the same pages. False if out of memory. */
static bool grow_table(as_costs *c, as_memory *m)
{
  as_costs fresh = *c;
  const uint32_t size = as_costs_size(c);
  uint32_t i;
  fresh.shift = c->table ? c->shift - 1 : 32 - FIRST_BITS;
  fresh.table = as_new(m, (size_t)1 << (32 - fresh.shift), as_cost_place);
  if (!fresh.table) return false;
  memset(fresh.table, 0xFF, as_costs_size(&fresh) * sizeof *fresh.table);
  for (i = 0; i < size; i++) {
    if (c->table[i].page != AS_NO_PAGE) fresh.table[as_costs_place(&fresh, c->table[i].key)] = c->table[i];
  }
  as_free(m, c->table, size, as_cost_place);
  *c = fresh;
  return true;
}

double *as_costs_make(as_costs *c, as_memory *m, uint32_t slot)
{
  double *value = as_costs_find(c, slot), *page;
  as_cost_place *place;
  uint32_t i;
  if (value) return value;
  if (!as_reserve(m, &c->pages, &c->page_capacity, (uint64_t)c->page_count + 1, AS_COST_PAGE * sizeof *c->pages))
    return NULL;
  if (4 * ((uint64_t)c->page_count + 1) > 3 * (uint64_t)as_costs_size(c) && !grow_table(c, m)) return NULL;
  place = &c->table[as_costs_place(c, slot >> AS_COST_BITS)];
  place->key = slot >> AS_COST_BITS;
  place->page = c->page_count++;
  page = &c->pages[(size_t)place->page << AS_COST_BITS];
  for (i = 0; i < AS_COST_PAGE; i++) page[i] = -INFINITY;
  return &page[slot & (AS_COST_PAGE - 1)];
}
