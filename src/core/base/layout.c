/* layout.c: see layout.h. */
#include "base/layout.h"

as_layout *as_layout_create(astar_alloc alloc, void *context, uint32_t cells, uint32_t capacity)
{
  as_memory m;
  as_layout *l;
  as_memory_init(&m, alloc, context);
  l = as_new(&m, 1, as_layout);
  if (!l) return NULL;
  l->memory = m;
  l->references = 1;
  l->cells = cells;
  l->count = l->waypoints = l->slot_capacity = l->id_capacity = 0;
  l->slots = l->ids = NULL;
  if (!as_layout_reserve(l, capacity)) {
    as_layout_release(l);
    return NULL;
  }
  return l;
}

as_layout *as_layout_hold(as_layout *l)
{
  l->references++;
  return l;
}

void as_layout_release(as_layout *l)
{
  as_memory m;
  if (!l || --l->references > 0) return;
  as_free(&l->memory, l->slots, l->slot_capacity, uint32_t);
  as_free(&l->memory, l->ids, l->id_capacity, uint32_t);
  m = l->memory;
  as_free(&m, l, 1, as_layout);
}

bool as_layout_reserve(as_layout *l, uint64_t count)
{
  return as_reserve(&l->memory, &l->slots, &l->slot_capacity, count, sizeof *l->slots) &&
         as_reserve(&l->memory, &l->ids, &l->id_capacity, count, sizeof *l->ids);
}

void as_layout_append(as_layout *l)
{
  astar_assert(l->waypoints < l->slot_capacity && l->count < l->id_capacity);
  l->slots[l->waypoints++] = l->cells + l->count;
  l->ids[l->count++] = l->cells + l->waypoints;
}

void as_layout_append_port(as_layout *l, astar_id cell)
{
  astar_assert(l->count < l->id_capacity);
  l->ids[l->count++] = cell;
}
