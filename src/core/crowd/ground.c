/* ground.c: see ground.h. */
#include "crowd/ground.h"

#include <string.h>

/* Make the space for the first time. False if out of memory. */
static bool make_space(as_space *made, astar_graph *g, astar_unit unit)
{
  as_space space = as_back_space_of(g, unit), none;
  memset(&none, 0, sizeof none);
  if (!as_is_complete(&space)) return false;
  if (astar_grid_count(g) > 0 && as_grid_space_steps(&space, &none) != ASTAR_OK) return false;
  *made = space;
  return true;
}

bool as_ground_renew(as_ground *ground, as_memory *m, astar_graph *g, astar_unit unit)
{
  as_expansion *e = &ground->expansion;
  if (ground->blank.run_mark == 0 && !as_records_begin(&ground->blank, m, as_slots(g->layout), 0)) return false;
  if (!as_records_extend(&ground->blank, m, as_slots(g->layout))) return false;
  if (!(ground->space.ops ? ground->space.ops->renew(&ground->space) : make_space(&ground->space, g, unit)))
    return false;
  memset(e, 0, sizeof *e);
  e->run = ground->space.run;
  e->records = ground->blank;
  e->parent = AS_NO_SLOT;
  e->from = NAN;
  return true;
}

void as_ground_free(as_ground *ground, as_memory *m)
{
  if (ground->space.ops && ground->space.ops->release) ground->space.ops->release(&ground->space, m);
  as_records_free(&ground->blank, m);
  as_free(m, ground->list, ground->capacity, as_successor);
  memset(ground, 0, sizeof *ground);
}

uint32_t as_ground_list(as_ground *ground, as_memory *m, uint32_t slot)
{
  const as_space *space = &ground->space;
  uint32_t degree = space->degree;
  if (degree == 0) degree = space->ops->prepare(space->self, slot, AS_NO_SLOT);
  if (degree == AS_PREPARE_NO_MEMORY ||
      !as_reserve(m, &ground->list, &ground->capacity, (uint64_t)degree + 1, sizeof *ground->list))
    return UINT32_MAX;
  ground->expansion.rules = &space->rules; /* the ground may have moved */
  ground->expansion.slot = slot;
  ground->expansion.list = ground->list;
  ground->expansion.count = 0;
  ground->expansion.deferred = INFINITY;
  space->ops->expand(space->self, &ground->expansion);
  return ground->expansion.count;
}
