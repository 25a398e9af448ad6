/*
** layout.h: the map between the ids of nodes, which callers use, and their slots, which index the arrays of a space
** and the records of a search.
**
** Ids count from 1, slots from 0. The cells of a grid come first, in the same order: the slot of cell `id` is
** id - 1, and nothing is stored for it. Then come the stored nodes: the one with index i has the slot cells + i.
** A stored node is either a waypoint, whose id is above those of the cells, or a cell node: it holds the links of
** a cell and has the cell's id.
**
** Appending changes no existing entry. The only entry that changes is the cell of a cell node, since no search uses the
** slot of a cell node itself. A space that renumbers its slots makes a new layout. Layouts are reference-counted: a
** search holds the one that it began with, so that its results stay available by id.
*/
#ifndef AS_LAYOUT_H
#define AS_LAYOUT_H

#include "base/shared.h"

#define AS_NO_SLOT UINT32_MAX

typedef struct as_layout {
  as_shared shared;
  uint32_t cells;
  uint32_t count;     /* stored nodes */
  uint32_t waypoints; /* ids above those of the cells, live or removed */
  uint32_t slot_capacity, id_capacity;
  uint32_t *slots; /* by id - 1 - cells */
  uint32_t *ids;   /* by index */
} as_layout;

/* A layout with one reference and room for `capacity` stored nodes; NULL if out of memory. */
ASTAR_API as_layout *as_layout_create(astar_alloc alloc, void *context, uint32_t cells, uint32_t capacity);

ASTAR_API as_layout *as_layout_hold(as_layout *l);
ASTAR_API void as_layout_release(as_layout *l); /* drops a reference; NULL is accepted */

/* Make room for `count` stored nodes in total; false if out of memory: then the layout is unchanged. */
ASTAR_API bool as_layout_reserve(as_layout *l, uint64_t count);

/* Append a waypoint, which gets the next id; append the cell node of the cell with this id. There must be room. */
ASTAR_API void as_layout_append(as_layout *l);
ASTAR_API void as_layout_append_cell(as_layout *l, astar_id cell);

/* Give the cell node at an index another cell, or ASTAR_NO_ID. */
ASTAR_API void as_layout_set_cell(as_layout *l, uint32_t index, astar_id cell);

/* The slot of an id: for a cell that of the cell, not of its cell node. AS_NO_SLOT if no node has had it. Any id. */
static inline uint32_t as_slot(const as_layout *l, astar_id id)
{
  if (id - 1 < l->cells) return id - 1;
  return id - 1 - l->cells < l->waypoints ? l->slots[id - 1 - l->cells] : AS_NO_SLOT;
}

/* The id of a slot; for a cell node that of its cell, or ASTAR_NO_ID if it has none. */
static inline astar_id as_id(const as_layout *l, uint32_t slot)
{
  return slot < l->cells ? slot + 1 : l->ids[slot - l->cells];
}

/* The number of slots, those of removed nodes included. */
static inline uint32_t as_slots(const as_layout *l)
{
  return l->cells + l->count;
}

#endif
