/*
** layout.h: which slot of a space's arrays each node id lives in.
** The space makes a new one when it renumbers its slots; searches hold on to the one
** they began with, so that what they found can still be asked for by id.
** Slots count from 0, ids from 1. The cells of a grid come first, in the same order in both,
** and take no memory here. After them come nodes, by index from 0: waypoints, whose ids and
** slots are mapped to each other, and ports, which hold the links of a cell and share its id.
*/
#ifndef AS_LAYOUT_H
#define AS_LAYOUT_H

#include "base/memory.h"

#define AS_NO_SLOT UINT32_MAX

typedef struct as_layout {
  as_memory memory;
  uint32_t references;
  uint32_t cells;
  uint32_t count;     /* nodes */
  uint32_t waypoints; /* ids after those of the cells */
  uint32_t slot_capacity, id_capacity;
  uint32_t *slots; /* by id - 1 - cells */
  uint32_t *ids;   /* by slot - cells */
} as_layout;

/* A layout with one reference and room for `capacity` nodes, or NULL. */
ASTAR_API as_layout *as_layout_create(astar_alloc alloc, void *context, uint32_t cells, uint32_t capacity);

ASTAR_API as_layout *as_layout_hold(as_layout *l);
ASTAR_API void as_layout_release(as_layout *l); /* frees it with the last reference; NULL is accepted */

/* Give the next node a slot, and an id unless it is a port. Needs as_layout_reserve(count + 1) before. */
ASTAR_API bool as_layout_reserve(as_layout *l, uint64_t count);
ASTAR_API void as_layout_append(as_layout *l);
ASTAR_API void as_layout_append_port(as_layout *l, astar_id cell);

/* The slot of an id, or AS_NO_SLOT. Any number. */
static inline uint32_t as_slot(const as_layout *l, astar_id id)
{
  if (id - 1 < l->cells) return id - 1;
  return id - 1 - l->cells < l->waypoints ? l->slots[id - 1 - l->cells] : AS_NO_SLOT;
}

static inline astar_id as_id(const as_layout *l, uint32_t slot)
{
  return slot < l->cells ? slot + 1 : l->ids[slot - l->cells];
}

/* Slots in use. */
static inline uint32_t as_slots(const as_layout *l)
{
  return l->cells + l->count;
}

#endif
