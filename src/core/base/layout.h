/*
** layout.h: which slot of a space's arrays each node id lives in.
** A space makes a new layout when it renumbers its slots. A search holds the layout it began with, so that
** its results can still be asked for by id.
**
** Slots count from 0, ids from 1. The cells of a grid come first, in the same order in both, and are not
** stored. The nodes follow, by index from 0 (slot = cells + index). A node is either a waypoint, which has an
** id after those of the cells, or a cell node, which holds the links of a cell and shares its id.
*/
#ifndef AS_LAYOUT_H
#define AS_LAYOUT_H

#include "base/shared.h"

#define AS_NO_SLOT UINT32_MAX

typedef struct as_layout {
  as_shared shared;
  uint32_t cells;
  uint32_t count;     /* nodes */
  uint32_t waypoints; /* ids after those of the cells */
  uint32_t slot_capacity, id_capacity;
  uint32_t *slots; /* by id - 1 - cells */
  uint32_t *ids;   /* by index */
} as_layout;

/* A layout with one reference and room for `capacity` nodes, or NULL. */
ASTAR_API as_layout *as_layout_create(astar_alloc alloc, void *context, uint32_t cells, uint32_t capacity);

ASTAR_API as_layout *as_layout_hold(as_layout *l);
ASTAR_API void as_layout_release(as_layout *l); /* frees it with the last reference; NULL is accepted */

/* Room for `count` nodes; false if out of memory. */
ASTAR_API bool as_layout_reserve(as_layout *l, uint64_t count);

/* Append a waypoint, or the node of a cell. The room for it was reserved. */
ASTAR_API void as_layout_append(as_layout *l);
ASTAR_API void as_layout_append_cell(as_layout *l, astar_id cell);

/* The slot of an id, or AS_NO_SLOT. Takes any number. */
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
