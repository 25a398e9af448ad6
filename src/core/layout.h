/*
** layout.h: which slot of a space's arrays each node id lives in.
** The space makes a new one when it renumbers its slots; searches hold on to the one
** they began with, so that what they found can still be asked for by id.
** Slots count from 0, ids from 1; the two maps are inverse to each other.
*/
#ifndef AS_LAYOUT_H
#define AS_LAYOUT_H

#include "memory.h"

#define AS_NO_SLOT UINT32_MAX

typedef struct as_layout {
  as_memory memory;
  uint32_t references;
  uint32_t count;
  uint32_t slot_capacity, id_capacity;
  uint32_t *slots; /* by id - 1 */
  uint32_t *ids;   /* by slot */
} as_layout;

/* A layout with one reference and room for `capacity` nodes, or NULL. */
ASTAR_API as_layout *as_layout_create(astar_alloc alloc, void *context, uint32_t capacity);

ASTAR_API as_layout *as_layout_hold(as_layout *l);
ASTAR_API void as_layout_release(as_layout *l); /* frees it with the last reference; NULL is accepted */

/* Give the next id the next slot. Needs as_layout_reserve(count + 1) before. */
ASTAR_API bool as_layout_reserve(as_layout *l, uint64_t count);
ASTAR_API void as_layout_append(as_layout *l);

static inline uint32_t as_slot(const as_layout *l, astar_id id)
{
  return id - 1 < l->count ? l->slots[id - 1] : AS_NO_SLOT;
}

#endif
