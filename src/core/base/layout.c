/* layout.c: see layout.h. */
#include "base/layout.h"

as_layout *as_layout_create(astar_alloc alloc, void *context, uint32_t cells, uint32_t capacity)
{
  as_layout *l = as_shared_create(alloc, context, sizeof *l);
  if (!l) return NULL;
  l->cells = cells;
  if (as_layout_reserve(l, capacity)) return l;
  as_layout_release(l);
  return NULL;
}

as_layout *as_layout_hold(as_layout *l)
{
  as_shared_hold(&l->shared);
  return l;
}

void as_layout_release(as_layout *l)
{
  if (!l || !as_shared_drop(&l->shared)) return;
  as_free(&l->shared.memory, l->slots, l->slot_capacity, uint32_t);
  as_free(&l->shared.memory, l->ids, l->id_capacity, uint32_t);
  as_object_free(l, sizeof *l);
}

bool as_layout_reserve(as_layout *l, uint64_t count)
{
  return as_reserve(&l->shared.memory, &l->slots, &l->slot_capacity, count, sizeof *l->slots) &&
         as_reserve(&l->shared.memory, &l->ids, &l->id_capacity, count, sizeof *l->ids);
}

void as_layout_append(as_layout *l)
{
  astar_assert(l->waypoints < l->slot_capacity && l->count < l->id_capacity);
  l->slots[l->waypoints++] = l->cells + l->count;
  l->ids[l->count++] = l->cells + l->waypoints;
}

void as_layout_append_cell(as_layout *l, astar_id cell)
{
  astar_assert(l->count < l->id_capacity);
  l->ids[l->count++] = cell;
}

void as_layout_set_cell(as_layout *l, uint32_t index, astar_id cell)
{
  astar_assert(index < l->count && cell <= l->cells);
  l->ids[index] = cell;
}
