/* steps.c: see steps.h. */
#include "crowd/steps.h"

void as_steps_free(as_steps *t, as_memory *m)
{
  as_sparse_free(&t->at, m);
  as_free(m, t->pool, t->capacity, as_successor);
  memset(t, 0, sizeof *t);
}

/* List the steps of a slot behind their head. False if out of memory. */
static bool list_steps(as_steps *t, as_memory *m, const as_space *space, uint32_t slot)
{
  const uint32_t count = as_space_list(space, m, slot, false, &t->pool, &t->capacity, t->count + 1);
  as_successor *head;
  uint32_t i;
  if (count == UINT32_MAX) return false;
  head = t->pool + t->count;
  head->slot = 0;
  head->cost = count > 0 ? INFINITY : 0;
  for (i = 0; i < count; i++) {
    const as_successor step = t->pool[t->count + 1 + i];
    if (!(step.cost < INFINITY)) continue;
    head[++head->slot] = step;
    head->cost = as_min(head->cost, step.cost);
  }
  if (head->slot == 0) head->cost = 0;
  return true;
}

const as_successor *as_steps_of(as_steps *t, as_memory *m, const as_space *space, uint32_t slot)
{
  const uint32_t known = as_sparse_get(&t->at, slot);
  if (known != AS_NO_VALUE) return t->pool + known;
  if (!as_sparse_reserve(&t->at, m, slot, as_slots(space->layout)) || !list_steps(t, m, space, slot))
    return NULL;
  as_sparse_set(&t->at, slot, t->count);
  t->count += t->pool[t->count].slot + 1;
  return t->pool + as_sparse_get(&t->at, slot);
}
