/*
** disc_planes.c: which plane each disc of a crowd has: discs of one unit are a kind, and kinds whose units enter the
** same cells share a plane. A plane is made when a disc first needs it, and freed by an update when no disc has it, but
** for the last one. See discs.h.
*/
#include "crowd/discs.h"

#include "graph/node.h"

static bool is_used(const astar_discs *d, uint32_t plane)
{
  uint32_t i;
  for (i = 0; i < d->kind_count; i++) {
    if (d->kinds[i].discs > 0 && d->kinds[i].plane == plane) return true;
  }
  return false;
}

/* ---- Planes ---- */

/* Find the plane for a unit, or make it. It may not have all edits of the grid. */
static astar_result find_plane(astar_discs *d, astar_unit unit, uint32_t *plane)
{
  as_memory *m = &d->memory;
  uint32_t i;
  for (i = 0; i < d->plane_count; i++) {
    if (!as_unit_plane_fits(&d->planes[i], m, unit)) continue;
    *plane = i;
    return ASTAR_OK;
  }
  if (!as_reserve(m, &d->planes, &d->plane_capacity, (uint64_t)d->plane_count + 1, sizeof *d->planes) ||
      as_unit_plane_make(&d->planes[d->plane_count], m, d->grid, d->def.level, unit) != ASTAR_OK)
    return ASTAR_NO_MEMORY;
  *plane = d->plane_count++;
  return ASTAR_OK;
}

/* The last plane takes the number of one that is freed. */
static void free_plane(astar_discs *d, uint32_t plane)
{
  const uint32_t last = --d->plane_count;
  uint32_t i;
  as_unit_plane_free(&d->planes[plane], &d->memory);
  if (plane == last) return;
  d->planes[plane] = d->planes[last];
  for (i = 0; i < d->kind_count; i++) {
    if (d->kinds[i].plane == last) d->kinds[i].plane = plane;
  }
}

void as_discs_free_planes(astar_discs *d)
{
  uint32_t i;
  if (!d->grid) return;
  for (i = d->plane_count; i > 0 && d->plane_count > 1; i--) {
    if (!is_used(d, i - 1)) free_plane(d, i - 1);
  }
}

/* ---- Kinds ---- */

/* The kind of a unit; or one that is free, which is new if it is past the last. */
static uint32_t find_kind(const astar_discs *d, astar_unit unit)
{
  uint32_t i, found = d->kind_count;
  for (i = d->kind_count; i > 0; i--) {
    const as_disc_kind *k = &d->kinds[i - 1];
    if (k->discs > 0 && k->unit == unit) return i - 1;
    if (k->discs == 0) found = i - 1;
  }
  return found;
}

astar_result as_discs_find_kind(astar_discs *d, astar_unit unit, uint32_t *kind)
{
  as_disc_kind k = {ASTAR_NO_UNIT, 0, 0, false};
  uint32_t found;
  *kind = 0;
  if (!d->grid) return ASTAR_OK;
  found = find_kind(d, unit);
  if (!as_reserve(&d->memory, &d->kinds, &d->kind_capacity, (uint64_t)found + 1, sizeof *d->kinds))
    return ASTAR_NO_MEMORY;
  if (found < d->kind_count) k = d->kinds[found];
  if (k.discs == 0) {
    k.unit = unit;
    if (find_plane(d, unit, &k.plane) != ASTAR_OK) return ASTAR_NO_MEMORY;
    d->planes[k.plane].unit = unit;
    if (as_unit_plane_follow(&d->planes[k.plane], &d->memory) != ASTAR_OK) return ASTAR_NO_MEMORY;
    /* No disc has known it as it was: it is as good as new. */
    if (!is_used(d, k.plane)) d->planes[k.plane].seen = astar_plane_version(d->planes[k.plane].plane);
    k.moved = false;
  }
  d->kinds[found] = k;
  if (found == d->kind_count) d->kind_count++;
  *kind = found;
  return ASTAR_OK;
}

/* ---- Edits ---- */

uint32_t as_discs_next_kind(const astar_discs *d, uint64_t from)
{
  uint32_t i, found = d->kind_count;
  for (i = 0; i < d->kind_count; i++) {
    const as_disc_kind *k = &d->kinds[i];
    if (k->discs > 0 && k->unit >= from && (found == d->kind_count || k->unit < d->kinds[found].unit)) found = i;
  }
  return found;
}

/* Give each kind a plane that still is for its unit. Of units that part, the first keeps the plane. */
static astar_result sort_kinds(astar_discs *d)
{
  uint32_t i;
  for (i = as_discs_next_kind(d, 0); i < d->kind_count; i = as_discs_next_kind(d, (uint64_t)d->kinds[i].unit + 1)) {
    as_disc_kind *k = &d->kinds[i];
    if (!as_unit_plane_fits(&d->planes[k->plane], &d->memory, k->unit)) {
      if (find_plane(d, k->unit, &k->plane) != ASTAR_OK) return ASTAR_NO_MEMORY;
      k->moved = true;
    }
    d->planes[k->plane].unit = k->unit;
  }
  return ASTAR_OK;
}

astar_result as_discs_follow_grid(astar_discs *d)
{
  uint32_t i;
  if (!d->grid || d->followed == astar_graph_version(d->grid)) return ASTAR_OK;
  if (sort_kinds(d) != ASTAR_OK) return ASTAR_NO_MEMORY;
  for (i = 0; i < d->plane_count; i++) {
    if (is_used(d, i) && as_unit_plane_follow(&d->planes[i], &d->memory) != ASTAR_OK) return ASTAR_NO_MEMORY;
  }
  d->followed = astar_graph_version(d->grid);
  return ASTAR_OK;
}

bool as_discs_know_edits(const astar_discs *d)
{
  uint32_t i;
  if (d->live == 0) return true;
  if (d->grid && d->followed != astar_graph_version(d->grid)) return false;
  for (i = 0; i < d->kind_count; i++) {
    const as_disc_kind *k = &d->kinds[i];
    const as_unit_plane *p = &d->planes[k->plane];
    if (k->discs > 0 && (k->moved || p->seen != astar_plane_version(p->plane))) return false;
  }
  return true;
}

void as_discs_forget_planes(astar_discs *d)
{
  uint32_t i;
  for (i = 0; i < d->plane_count; i++) d->planes[i].seen = UINT64_MAX;
}

/* ---- Queries ---- */

astar_plane *astar_discs_plane(const astar_discs *d, astar_unit unit)
{
  uint32_t i;
  if (!d->grid) return d->planes[0].plane;
  i = find_kind(d, unit);
  return i < d->kind_count && d->kinds[i].discs > 0 ? d->planes[d->kinds[i].plane].plane : NULL;
}

size_t as_discs_plane_memory(const astar_discs *d)
{
  size_t bytes = 0;
  uint32_t i;
  for (i = 0; d->grid && i < d->plane_count; i++) bytes += astar_plane_memory(d->planes[i].plane);
  return bytes;
}
