/*
** costs.h: a compact map from slots to costs, of which few are set: pages of neighbouring slots in a hash table. A slot
** takes about 10 bytes if all slots of its page are set, whatever the number of slots of the space.
*/
#ifndef AS_COSTS_H
#define AS_COSTS_H

#include "base/memory.h"

#define AS_COST_BITS 3u /* the binary logarithm of the number of slots in a page: a cache line */
#define AS_COST_PAGE (1u << AS_COST_BITS)
#define AS_NO_PAGE UINT32_MAX

/* A place in the hash table: the slots of a page divided by AS_COST_PAGE, and the number of the page; or AS_NO_PAGE. */
typedef struct as_cost_place {
  uint32_t key, page;
} as_cost_place;

/* A map of all zeros is empty. Values are -INFINITY until they are set. */
typedef struct as_costs {
  as_cost_place *table; /* a power of two of places, at most three quarters of them used; NULL: none */
  double *pages;        /* AS_COST_PAGE values each */
  uint32_t shift;       /* 32 less the binary logarithm of the size of the table */
  uint32_t page_count, page_capacity;
} as_costs;

ASTAR_API void as_costs_free(as_costs *c, as_memory *m);

/* Clear all values, and keep the memory. O(size of the table). */
ASTAR_API void as_costs_clear(as_costs *c);

/*
** The value of a slot, for writing; there is memory for it afterwards. NULL if out of memory: then nothing has changed.
** Valid until the next call. O(1) expected, amortized.
*/
ASTAR_API double *as_costs_make(as_costs *c, as_memory *m, uint32_t slot);

/* The number of places in the table. */
static inline uint32_t as_costs_size(const as_costs *c)
{
  return c->table ? 1u << (32 - c->shift) : 0;
}

/* The place of a key, or the free one that it would get. There must be a table. */
static inline uint32_t as_costs_place(const as_costs *c, uint32_t key)
{
  const uint32_t mask = (1u << (32 - c->shift)) - 1;
  uint32_t at = key * 0x9E3779B1u >> c->shift;
  while (c->table[at].page != AS_NO_PAGE && c->table[at].key != key) at = (at + 1) & mask;
  return at;
}

/* The value of a slot that has memory, for writing; else NULL. O(1) expected. */
static inline double *as_costs_find(const as_costs *c, uint32_t slot)
{
  uint32_t page;
  if (!c->table) return NULL;
  page = c->table[as_costs_place(c, slot >> AS_COST_BITS)].page;
  return page == AS_NO_PAGE ? NULL : &c->pages[((size_t)page << AS_COST_BITS) + (slot & (AS_COST_PAGE - 1))];
}

/* Hint: a slot will be looked up soon. */
static inline void as_costs_fetch(const as_costs *c, uint32_t slot)
{
  if (c->table) AS_PREFETCH(&c->table[(slot >> AS_COST_BITS) * 0x9E3779B1u >> c->shift]);
}

/* The value of a slot; -INFINITY if it is not set. O(1) expected. */
static inline double as_costs_get(const as_costs *c, uint32_t slot)
{
  const double *value = as_costs_find(c, slot);
  return value ? *value : -INFINITY;
}

#endif
