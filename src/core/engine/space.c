/* space.c: see space.h. */
#include "engine/space.h"

#include <string.h>

uint32_t as_space_list(const as_space *space, as_memory *m, uint32_t slot, bool wants_excluded, as_successor **list,
                       uint32_t *capacity, uint32_t used)
{
  as_expansion e;
  uint32_t degree = space->degree;
  if (degree == 0) degree = space->ops->prepare(space->self, slot, AS_NO_SLOT);
  if (degree == AS_PREPARE_NO_MEMORY || !as_reserve(m, list, capacity, (uint64_t)used + degree + 1, sizeof **list))
    return UINT32_MAX;
  memset(&e.records, 0, sizeof e.records); /* none is read */
  e.run = space->run;
  e.rules = &space->rules;
  e.slot = slot;
  e.parent = AS_NO_SLOT;
  e.from = NAN;
  e.wants_excluded = wants_excluded;
  e.list = *list + used;
  e.count = 0;
  e.deferred = INFINITY;
  space->ops->expand(space->self, &e);
  return e.count;
}
