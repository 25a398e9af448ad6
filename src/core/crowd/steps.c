/* steps.c: see steps.h. */
#include "crowd/steps.h"

void as_steps_free(as_steps *t, as_memory *m)
{
  as_sparse_free(&t->at, m);
  as_free(m, t->pool, t->capacity, as_successor);
  memset(t, 0, sizeof *t);
}

/* Make room for the steps of a slot, and list them behind its head. False if out of memory. */
static bool list_steps(as_steps *t, as_memory *m, const as_space *space, as_records blank, uint32_t slot)
{
  as_expansion e;
  as_successor *head;
  uint32_t degree = space->degree, i;
  if (degree == 0) degree = space->ops->prepare(space->self, slot, AS_NO_SLOT);
  if (degree == AS_PREPARE_NO_MEMORY ||
      !as_reserve(m, &t->pool, &t->capacity, (uint64_t)t->count + degree + 2, sizeof *t->pool))
    return false;
  head = t->pool + t->count;
  memset(&e, 0, sizeof e);
  e.run = space->run;
  e.rules = &space->rules;
  e.records = blank;
  e.slot = slot;
  e.parent = AS_NO_SLOT;
  e.from = NAN;
  e.list = head + 1;
  e.deferred = INFINITY;
  space->ops->expand(space->self, &e);
  head->slot = 0;
  head->cost = e.count > 0 ? INFINITY : 0;
  for (i = 0; i < e.count; i++) {
    const as_successor step = e.list[i];
    if (!(step.cost < INFINITY)) continue;
    head[++head->slot] = step;
    head->cost = as_min(head->cost, step.cost);
  }
  if (head->slot == 0) head->cost = 0;
  return true;
}

const as_successor *as_steps_of(as_steps *t, as_memory *m, const as_space *space, as_records blank, uint32_t slot)
{
  const uint32_t known = as_sparse_get(&t->at, slot);
  if (known != AS_NO_VALUE) return t->pool + known;
  if (!as_sparse_reserve(&t->at, m, slot, as_slots(space->layout)) || !list_steps(t, m, space, blank, slot))
    return NULL;
  as_sparse_set(&t->at, slot, t->count);
  t->count += t->pool[t->count].slot + 1;
  return t->pool + as_sparse_get(&t->at, slot);
}
