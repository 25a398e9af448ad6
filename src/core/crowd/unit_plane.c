/*
** unit_plane.c: see unit_plane.h. When the grid was edited, the obstacles at the edits are traced anew; or the plane is
** made anew if these are too large, if there are walls between cells, or if it is not known which cells were edited.
*/
#include "crowd/unit_plane.h"

#include "graph/node.h"
#include "grid/grid.h"

/*
** If the edits, or the cells of all obstacles at them, are more than this share of the map and MOST_LEAST, the plane is
** made anew.
*/
#define MOST_SHARE 16
#define MOST_LEAST 64

/* ---- Making ---- */

/* Note which edits the plane has. */
static void note_version(as_unit_plane *p)
{
  p->version = astar_graph_version(p->grid);
  p->journal_read = p->journal->next;
}

/* The plane is new: find out which cells its obstacles have. Without memory it is made anew the next time, too. */
static void note_owners(as_unit_plane *p, as_memory *m)
{
  as_cell_owners_free(&p->owners, m);
  if (!as_contours_have_walls(p->grid, p->unit))
    (void)as_cell_owners_make(&p->owners, m, p->grid, p->level - 1, p->unit);
}

bool as_unit_planes_accept(const astar_graph *grid, uint32_t level)
{
  astar_grid_def def;
  return astar_grid_get(grid, &def) && level - 1 < def.levels && !def.wrap_x && !def.wrap_y && as_fits_plane(grid);
}

astar_result as_unit_plane_make(as_unit_plane *p, as_memory *m, const astar_graph *grid, uint32_t level,
                                astar_unit unit)
{
  const as_rules rules = as_units_rules(&grid->units, unit);
  memset(p, 0, sizeof *p);
  p->grid = grid;
  p->level = level;
  p->unit = unit;
  p->climb = rules.climb;
  p->drop = rules.drop;
  if (!as_entered_init(&p->entered, m, &grid->units, unit) ||
      astar_plane_from_grid(m->alloc, m->context, grid, level, unit, &p->plane) != ASTAR_OK) {
    as_entered_free(&p->entered, m);
    return ASTAR_NO_MEMORY;
  }
  p->journal = as_journal_join(grid->journal, as_slots(grid->layout));
  note_version(p);
  note_owners(p, m);
  return ASTAR_OK;
}

void as_unit_plane_free(as_unit_plane *p, as_memory *m)
{
  if (p->grid) {
    astar_plane_destroy(p->plane);
    as_journal_release(p->journal);
    as_cell_owners_free(&p->owners, m);
    as_entered_free(&p->entered, m);
  }
  memset(p, 0, sizeof *p);
}

bool as_unit_plane_fits(as_unit_plane *p, as_memory *m, astar_unit unit)
{
  const as_rules rules = as_units_rules(&p->grid->units, unit);
  return rules.climb == p->climb && rules.drop == p->drop && as_entered_fits(&p->entered, m, &p->grid->units, unit);
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

/* By the bits of all corners (FNV-1a, by words). */
static uint32_t hash_outlines(const as_outlines *o)
{
  uint64_t hash = 0xCBF29CE484222325u, bits;
  size_t i;
  for (i = 0; i < 2 * (size_t)o->corners; i++) {
    memcpy(&bits, &o->xy[i], sizeof bits);
    hash = (hash ^ bits) * 0x100000001B3u;
    hash ^= hash >> 32;
  }
  return (uint32_t)hash;
}

static void note_obstacle(astar_plane *p, const as_outlines *o)
{
  const as_box box = as_box_of_points(o->xy, o->corners);
  as_plane_note_edit(p, &box);
}

/*
** Note in a new plane, as edits, which obstacles it has that the one before had not, and the reverse. False if out of
** memory. O(corners) expected.
*/
static bool note_changes(astar_plane *p, const astar_plane *before, as_memory *m)
{
  const uint32_t count = before->obstacle_count;
  uint32_t size = 1, i, *heads, *next;
  while (size < count) size *= 2;
  heads = as_new(m, (size_t)size + count, uint32_t);
  if (!heads) return false;
  next = heads + size;
  memset(heads, 0xFF, size * sizeof *heads);
  for (i = 0; i < count; i++) {
    const as_outlines *o = &before->obstacles[i].outlines;
    uint32_t *head = &heads[hash_outlines(o) & (size - 1)];
    if (o->corners == 0) continue; /* it is not live */
    next[i] = *head;
    *head = i;
  }
  for (i = 0; i < p->obstacle_count; i++) {
    const as_outlines *o = &p->obstacles[i].outlines;
    uint32_t *at = &heads[hash_outlines(o) & (size - 1)];
    while (*at != UINT32_MAX && !are_equal_outlines(o, &before->obstacles[*at].outlines)) at = &next[*at];
    if (*at == UINT32_MAX) note_obstacle(p, o);
    else *at = next[*at];
  }
  for (i = 0; i < size; i++) {
    uint32_t at;
    for (at = heads[i]; at != UINT32_MAX; at = next[at]) note_obstacle(p, &before->obstacles[at].outlines);
  }
  as_free(m, heads, (size_t)size + count, uint32_t);
  return true;
}

/* Note in a new plane the edits of the one before that its discs do not know yet. False if it has forgotten some. */
static bool copy_edits(astar_plane *p, const astar_plane *before, uint64_t seen)
{
  uint32_t count = 0;
  if (seen > before->version || !as_plane_knows_edits(before, seen)) return false;
  while (as_plane_edit_box(before, seen, count)) count++;
  while (count > 0) as_plane_note_edit(p, as_plane_edit_box(before, seen, --count));
  return true;
}

/*
** Make the plane anew. If the edits concern no obstacle, the plane that is there stays, with all that it remembers of
** searches. Discs look at what has changed, as after other edits: why a plane is made anew may depend on edits and
** walls of which a loaded crowd does not know.
*/
static astar_result make_anew(as_unit_plane *p, as_memory *m)
{
  astar_plane *plane;
  if (astar_plane_from_grid(m->alloc, m->context, p->grid, p->level, p->unit, &plane) != ASTAR_OK)
    return ASTAR_NO_MEMORY;
  if (are_equal_planes(p->plane, plane)) {
    astar_plane_destroy(plane);
  } else {
    const bool known = copy_edits(plane, p->plane, p->seen);
    if (!note_changes(plane, p->plane, m)) {
      astar_plane_destroy(plane);
      return ASTAR_NO_MEMORY;
    }
    astar_plane_destroy(p->plane);
    p->plane = plane;
    p->seen = known ? 0 : UINT64_MAX;
  }
  note_owners(p, m);
  return ASTAR_OK;
}

/* Whether an edit is one of a cell on its level. */
static bool is_own(const as_unit_plane *p, as_edit edit)
{
  const as_grid *grid = p->grid->grid;
  return edit.slot < grid->count && as_grid_floor(grid, as_grid_row(grid, edit.slot)) == p->level - 1;
}

/* How many edits there are of cells on its level, which it does not have. */
static uint64_t count_edits(const as_unit_plane *p)
{
  uint64_t i, count = 0;
  for (i = p->journal_read; i < p->journal->next; i++) count += is_own(p, as_journal_at(p->journal, i));
  return count;
}

/* Add the new obstacles to the plane, then remove the old ones. Without memory nothing has changed. */
static astar_result replace_obstacles(as_unit_plane *p, as_memory *m, const as_contour_edit *e)
{
  const uint32_t count = e->contours.count;
  astar_result result = ASTAR_OK;
  astar_obstacle *ids = NULL;
  uint32_t i;
  if (count > 0) {
    ids = as_new(m, count, astar_obstacle);
    if (!ids) return ASTAR_NO_MEMORY;
  }
  for (i = 0; i < count && result == ASTAR_OK; i++) result = as_plane_add_contour(p->plane, &e->contours, i, &ids[i]);
  if (result == ASTAR_OK) {
    for (i = 0; i < e->removed_count; i++) astar_plane_remove(p->plane, e->removed[i]);
    as_cell_owners_apply(&p->owners, e, ids);
  } else {
    for (i--; i > 0; i--) astar_plane_remove(p->plane, ids[i - 1]);
  }
  if (ids) as_free(m, ids, count, astar_obstacle);
  return result;
}

/* Trace the obstacles near `edits` > 0 edits. ASTAR_FULL: they are too large. */
static astar_result trace_edits(as_unit_plane *p, as_memory *m, uint64_t edits)
{
  const as_grid *grid = p->grid->grid;
  const uint32_t most = grid->width * grid->rows / MOST_SHARE + MOST_LEAST;
  uint32_t *list, count = 0;
  as_contour_edit e;
  astar_result result;
  uint64_t i;
  if (edits > most) return ASTAR_FULL;
  list = as_new(m, (size_t)edits, uint32_t);
  if (!list) return ASTAR_NO_MEMORY;
  for (i = p->journal_read; i < p->journal->next; i++) {
    const as_edit edit = as_journal_at(p->journal, i);
    if (is_own(p, edit)) list[count++] = edit.slot;
  }
  memset(&e, 0, sizeof e);
  result = as_contours_edit(&e, m, &p->owners, p->grid, p->level - 1, p->unit, list, count, most);
  if (result == ASTAR_OK) result = replace_obstacles(p, m, &e);
  as_contour_edit_free(&e, m);
  as_free(m, list, (size_t)edits, uint32_t);
  return result;
}

astar_result as_unit_plane_follow(as_unit_plane *p, as_memory *m)
{
  astar_result result = ASTAR_FULL;
  if (p->version == astar_graph_version(p->grid)) return ASTAR_OK;
  if (as_journal_reaches(p->journal, p->journal_read)) {
    const uint64_t edits = count_edits(p);
    if (edits == 0) result = ASTAR_OK;
    else if (p->owners.count > 0 && !as_contours_have_walls(p->grid, p->unit)) result = trace_edits(p, m, edits);
  }
  if (result == ASTAR_FULL) result = make_anew(p, m);
  if (result == ASTAR_OK) note_version(p);
  return result;
}
