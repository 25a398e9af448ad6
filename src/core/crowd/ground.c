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

bool as_ground_renew(as_ground *ground, astar_graph *g, astar_unit unit)
{
  return ground->space.ops ? ground->space.ops->renew(&ground->space) : make_space(&ground->space, g, unit);
}

void as_ground_free(as_ground *ground, as_memory *m)
{
  if (ground->space.ops && ground->space.ops->release) ground->space.ops->release(&ground->space, m);
  as_free(m, ground->list, ground->capacity, as_successor);
  memset(ground, 0, sizeof *ground);
}

uint32_t as_ground_list(as_ground *ground, as_memory *m, uint32_t slot)
{
  return as_space_list(&ground->space, m, slot, false, &ground->list, &ground->capacity, 0);
}
