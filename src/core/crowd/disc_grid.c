/*
** disc_grid.c: the plane of a crowd of discs: that of the caller, or one that the crowd makes from a grid. When the grid
** was edited, the obstacles at the edits are traced anew; or the plane is made anew if these are too large, if there are
** walls between cells, if the unit was set, or if it is not known which cells were edited. What discs do depends on the
** grid only, not on how the plane came to have its obstacles. See discs.h.
*/
#include "crowd/discs.h"

#include "graph/node.h"

/*
** If the edits, or the cells of all obstacles at them, are more than this share of the map and MOST_LEAST, the plane is made
** anew.
*/
#define MOST_SHARE 16
#define MOST_LEAST 64

/* ---- Planes ---- */

/* Note which edits the plane has. */
static void note_version(astar_discs *d)
{
  d->grid_version = astar_graph_version(d->grid);
  d->journal_read = d->journal->next;
}

/* The plane is new: find out which cells its obstacles have. Without memory it is made anew the next time, too. */
static void note_owners(astar_discs *d)
{
  as_cell_owners_free(&d->owners, &d->memory);
  d->unit_version = as_units_version(&d->grid->units, d->unit);
  if (!as_contours_have_walls(d->grid, d->unit)) (void)as_cell_owners_make(&d->owners, &d->memory, d->grid, d->unit);
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
  d->journal = as_journal_join(grid->journal, as_slots(grid->layout));
  note_version(d);
  note_owners(d);
}

void as_discs_disown(astar_discs *d)
{
  astar_plane_destroy(d->plane);
  as_journal_release(d->journal);
  as_cell_owners_free(&d->owners, &d->memory);
}

bool as_discs_know_grid(const astar_discs *d)
{
  return !d->grid || d->grid_version == astar_graph_version(d->grid);
}

/* ---- Edits ---- */

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

/* Make the plane anew. */
static astar_result make_anew(astar_discs *d)
{
  astar_plane *plane;
  if (as_discs_plane_of(d->memory.alloc, d->memory.context, d->grid, d->unit, &plane) != ASTAR_OK) return ASTAR_NO_MEMORY;
  /* If the edits concern no obstacle, the plane that is there stays, with all that it remembers of searches. */
  if (are_equal_planes(d->plane, plane)) {
    astar_plane_destroy(plane);
  } else {
    astar_plane_destroy(d->plane);
    d->plane = plane;
  }
  note_owners(d);
  return ASTAR_OK;
}

/* Whether it is known which cells were edited since, and all that could change else is as it was. */
static bool knows_edits(const astar_discs *d)
{
  return d->owners.count > 0 && as_journal_reaches(d->journal, d->journal_read) &&
         d->unit_version == as_units_version(&d->grid->units, d->unit) && !as_contours_have_walls(d->grid, d->unit);
}

/* Add the new obstacles to the plane, then remove the old ones. Without memory nothing has changed. */
static astar_result replace_obstacles(astar_discs *d, const as_contour_edit *e)
{
  const uint32_t count = e->contours.count;
  astar_result result = ASTAR_OK;
  astar_obstacle *ids = NULL;
  uint32_t i;
  if (count > 0) {
    ids = as_new(&d->memory, count, astar_obstacle);
    if (!ids) return ASTAR_NO_MEMORY;
  }
  for (i = 0; i < count && result == ASTAR_OK; i++) result = as_plane_add_contour(d->plane, &e->contours, i, &ids[i]);
  if (result == ASTAR_OK) {
    for (i = 0; i < e->removed_count; i++) astar_plane_remove(d->plane, e->removed[i]);
    as_cell_owners_apply(&d->owners, e, ids);
  } else {
    for (i--; i > 0; i--) astar_plane_remove(d->plane, ids[i - 1]);
  }
  if (ids) as_free(&d->memory, ids, count, astar_obstacle);
  return result;
}

/* Trace the obstacles near the edits. ASTAR_FULL: they are too large. */
static astar_result trace_edits(astar_discs *d)
{
  const uint32_t cells = astar_grid_count(d->grid);
  const uint32_t most = cells / MOST_SHARE + MOST_LEAST;
  const uint64_t unread = d->journal->next - d->journal_read;
  uint32_t *list, count = 0;
  as_contour_edit e;
  astar_result result;
  uint64_t i;
  if (unread == 0) return ASTAR_OK;
  if (unread > most) return ASTAR_FULL;
  list = as_new(&d->memory, (size_t)unread, uint32_t);
  if (!list) return ASTAR_NO_MEMORY;
  for (i = d->journal_read; i < d->journal->next; i++) {
    const as_edit edit = as_journal_at(d->journal, i);
    if (edit.slot < cells) list[count++] = edit.slot;
  }
  memset(&e, 0, sizeof e);
  result = as_contours_edit(&e, &d->memory, &d->owners, d->grid, d->unit, list, count, most);
  if (result == ASTAR_OK) result = replace_obstacles(d, &e);
  as_contour_edit_free(&e, &d->memory);
  as_free(&d->memory, list, (size_t)unread, uint32_t);
  return result;
}

/* ---- Public functions ---- */

astar_plane *astar_discs_plane(const astar_discs *d)
{
  return d->plane;
}

astar_result astar_discs_follow_grid(astar_discs *d)
{
  astar_result result = ASTAR_FULL;
  if (as_discs_know_grid(d)) return ASTAR_OK;
  if (knows_edits(d)) result = trace_edits(d);
  if (result == ASTAR_FULL) result = make_anew(d);
  if (result != ASTAR_OK) return result;
  /*
  ** Check all discs as if everything was edited, even if we know the edits. A crowd loaded from what was saved before them does
  ** not know them, and must do the same.
  */
  d->version = UINT64_MAX;
  note_version(d);
  return ASTAR_OK;
}
