/* reverse_steps.c: see reverse_steps.h. */
#include "crowd/reverse_steps.h"

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

bool as_reverse_steps_renew(as_reverse_steps *reverse, astar_graph *g, astar_unit unit)
{
  return reverse->space.ops ? reverse->space.ops->renew(&reverse->space) : make_space(&reverse->space, g, unit);
}

void as_reverse_steps_free(as_reverse_steps *reverse, as_memory *m)
{
  if (reverse->space.ops && reverse->space.ops->release) reverse->space.ops->release(&reverse->space, m);
  as_free(m, reverse->list, reverse->capacity, as_successor);
  memset(reverse, 0, sizeof *reverse);
}

uint32_t as_reverse_steps_list(as_reverse_steps *reverse, as_memory *m, uint32_t slot)
{
  return as_space_list(&reverse->space, m, slot, false, &reverse->list, &reverse->capacity, 0);
}
