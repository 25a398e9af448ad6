/*
** disc_grid.c: the plane of a crowd of discs: that of the caller, or one that the crowd makes from a grid and makes anew when
** the grid was edited. See discs.h.
*/
#include "crowd/discs.h"

/* ---- Planes ---- */

static bool are_equal_outlines(const as_outlines *a, const as_outlines *b)
{
  return a->count == b->count && a->corners == b->corners &&
         (a->count == 0 || memcmp(a->ends, b->ends, a->count * sizeof *a->ends) == 0) &&
         (a->corners == 0 || memcmp(a->xy, b->xy, 2 * (size_t)a->corners * sizeof *a->xy) == 0);
}

/* Whether two planes from one grid have the same obstacles, with the same ids. */
static bool are_equal_planes(const astar_plane *a, const astar_plane *b)
{
  uint32_t i;
  if (a->obstacle_count != b->obstacle_count) return false;
  for (i = 0; i < a->obstacle_count; i++) {
    if (!are_equal_outlines(&a->obstacles[i].outlines, &b->obstacles[i].outlines)) return false;
  }
  return true;
}

/* Note which edits the plane has. */
static void note_version(astar_discs *d)
{
  d->grid_version = astar_graph_version(d->grid);
}

astar_result as_discs_plane_of(astar_alloc alloc, void *context, const astar_graph *grid, astar_unit unit,
                               astar_plane **plane)
{
  astar_grid_def def;
  *plane = NULL;
  if (!astar_grid_get(grid, &def) || def.wrap_x || def.wrap_y) return ASTAR_MALFORMED;
  return astar_plane_from_grid(alloc, context, grid, unit, plane);
}

void as_discs_own(astar_discs *d, const astar_graph *grid, astar_unit unit)
{
  d->grid = grid;
  d->unit = unit;
  note_version(d);
}

bool as_discs_know_grid(const astar_discs *d)
{
  return !d->grid || d->grid_version == astar_graph_version(d->grid);
}

/* ---- Public functions ---- */

void astar_discs_set_plane(astar_discs *d, astar_plane *p)
{
  astar_assert(!d->grid);
  d->plane = p;
  d->version = UINT64_MAX; /* any edit may have happened */
}

astar_plane *astar_discs_plane(const astar_discs *d)
{
  return d->plane;
}

astar_result astar_discs_follow_grid(astar_discs *d)
{
  astar_plane *plane;
  if (as_discs_know_grid(d)) return ASTAR_OK;
  if (as_discs_plane_of(d->memory.alloc, d->memory.context, d->grid, d->unit, &plane) != ASTAR_OK) return ASTAR_NO_MEMORY;
  /* If the edits concern no obstacle, the plane that is there stays, with all that it remembers of searches. */
  if (are_equal_planes(d->plane, plane)) {
    astar_plane_destroy(plane);
  } else {
    astar_plane_destroy(d->plane);
    d->plane = plane;
  }
  /* In both cases as after any edit: a crowd loaded from what was saved before does not know which it was. */
  d->version = UINT64_MAX;
  note_version(d);
  return ASTAR_OK;
}
