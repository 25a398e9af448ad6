/* place_order.c: see place_order.h. */
#include "crowd/place_order.h"

#include "base/heap.h"
#include "base/sorted.h"

static inline bool is_nearer(const as_near_node *a, const as_near_node *b)
{
  return a->g < b->g || (a->g == b->g && a->id < b->id);
}

AS_DEFINE_HEAP(front, as_near_node, 4, is_nearer)
AS_DEFINE_SORT(nodes, as_near_node, is_nearer)

void as_places_free(as_places *p, as_memory *m)
{
  as_free(m, p->order, p->order_capacity, as_near_node);
  as_free(m, p->front, p->front_capacity, as_near_node);
  as_costs_free(&p->met, m);
  as_free(m, p->chosen, p->chosen_capacity, uint32_t);
  as_free(m, p->sorted, p->sorted_capacity, uint32_t);
  as_costs_free(&p->gaps, m);
  as_free(m, p->queue, p->queue_capacity, uint32_t);
  as_free(m, p->later, p->later_capacity, uint32_t);
  memset(p, 0, sizeof *p);
}

void as_places_forget(as_places *p)
{
  as_costs_clear(&p->met);
  p->order_count = p->front_count = 0;
  p->begun = false;
}

bool as_places_has(const as_places *p, uint32_t slot)
{
  return as_sorted_has(p->sorted, p->chosen_count, slot);
}

bool as_places_meet(as_places *p, as_memory *m, uint32_t slot, astar_id id, double g)
{
  as_near_node node;
  double *met;
  if (!as_reserve(m, &p->front, &p->front_capacity, (uint64_t)p->front_count + 1, sizeof *p->front)) return false;
  met = as_costs_make(&p->met, m, slot);
  if (!met || *met == 0) return met != NULL;
  *met = 0;
  node.g = g;
  node.id = id;
  node.slot = slot;
  front_up(p->front, p->front_count++, node);
  return true;
}

as_near_node as_places_pass(as_places *p)
{
  return front_pop(p->front, &p->front_count);
}

bool as_places_append(as_places *p, as_memory *m, const as_near_node *node)
{
  if (!as_reserve(m, &p->order, &p->order_capacity, (uint64_t)p->order_count + 1, sizeof *p->order)) return false;
  p->order[p->order_count++] = *node;
  return true;
}

void as_places_sort(as_places *p, uint32_t from)
{
  if (p->order_count - from > 1) nodes_sort(p->order + from, p->order_count - from);
}

bool as_places_choose(as_places *p, as_memory *m, uint32_t length, uint32_t count, as_is_held *held,
                      const void *context)
{
  bool same = p->chosen_count == count;
  uint32_t chosen = 0, i;
  if (!as_reserve(m, &p->chosen, &p->chosen_capacity, count, sizeof *p->chosen) ||
      !as_reserve(m, &p->sorted, &p->sorted_capacity, count, sizeof *p->sorted))
    return false;
  p->most = 0;
  for (i = 0; i < length && chosen < count; i++) {
    const as_near_node *node = &p->order[i];
    if (held && held(context, node->slot)) continue;
    same = same && p->chosen[chosen] == node->slot;
    p->chosen[chosen++] = node->slot;
    p->most = node->g;
  }
  astar_assert(chosen == count);
  p->chosen_count = count;
  if (same || count == 0) return true;
  memcpy(p->sorted, p->chosen, count * sizeof *p->sorted);
  as_sort(p->sorted, count);
  return true;
}
