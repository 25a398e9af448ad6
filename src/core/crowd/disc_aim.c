/* disc_aim.c: see disc_aim.h. */
#include "crowd/disc_aim.h"

#include "crowd/disc_walls.h"
#include "graph/components.h"
#include "grid/grid.h"

#include <string.h>

/* The cell at a place on the crowd's level, or ASTAR_NO_ID. */
static astar_id cell_at(const astar_discs *d, const double place[2])
{
  as_grid copy;
  const uint32_t cell = as_grid_at(as_grid_on(d->grid->grid, d->def.level - 1, &copy), place[0], place[1]);
  return cell == AS_NO_SLOT ? ASTAR_NO_ID : as_id(d->grid->layout, cell);
}

/*
** Move a place to where the disc stops that is swept towards it from the middle of a cell, or to the middle if the disc
** does not fit there. *moved tells whether it is stopped at all.
*/
static astar_result come_near(const as_disc *a, astar_plane *p, const double middle[2], double place[2], bool *moved)
{
  astar_hit hit;
  *moved = true;
  if (as_disc_blocker(p, middle, a->radius) != ASTAR_NO_OBSTACLE) {
    memcpy(place, middle, 2 * sizeof *place);
    return ASTAR_OK;
  }
  if (astar_plane_sweep(p, middle, place, a->radius, &hit) != ASTAR_OK) return ASTAR_NO_MEMORY;
  *moved = hit.obstacle != ASTAR_NO_OBSTACLE;
  if (!*moved) return ASTAR_OK;
  place[0] = hit.x;
  place[1] = hit.y;
  return ASTAR_OK;
}

static astar_result result_of(astar_status status)
{
  return status == ASTAR_OUT_OF_MEMORY ? ASTAR_NO_MEMORY : ASTAR_OK;
}

astar_result as_disc_aim(astar_discs *d, const as_disc *a, const double start[2], double place[2], bool *moved)
{
  astar_near_def def = astar_default_near();
  astar_near goal, near;
  double middle[3];
  astar_status status;
  astar_id from;
  *moved = false;
  if (!d->grid) return ASTAR_OK;
  def.x = place[0];
  def.y = place[1];
  def.level = d->def.level;
  def.unit = d->kinds[a->kind].unit;
  def.enterable = true;
  from = cell_at(d, start);
  /* Steps between the corners of two closed cells join cells, but let no disc through. */
  if (d->grid->grid->def.corners == ASTAR_CORNERS_ALWAYS) return ASTAR_OK;
  /* Besides, a disc may fit where a unit of several cells does not. */
  if (from == ASTAR_NO_ID || !as_components_suffice(d->grid, def.unit)) return ASTAR_OK;
  if (!astar_graph_nearest(d->grid, &def, &goal)) return ASTAR_OK;
  status = astar_find_connection(d->finder, d->grid, def.unit, from, goal.id);
  if (status != ASTAR_UNREACHABLE) return result_of(status);
  status = astar_find_nearest(d->finder, d->grid, &def, from, &near);
  if (status != ASTAR_FOUND) return result_of(status);
  astar_graph_position(d->grid, near.id, middle);
  return come_near(a, as_plane_of(d, a), middle, place, moved);
}
