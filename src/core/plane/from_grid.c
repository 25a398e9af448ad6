/* from_grid.c: see astar_plane_from_grid(). The obstacles are the contours of a grid. */
#include "grid/contour.h"
#include "plane/plane.h"

/* Copy the outlines from `first` to `end` - 1 to a new list. */
static bool copy_outlines(as_memory *m, const as_outlines *from, uint32_t first, uint32_t end, as_outlines *to)
{
  as_outlines_init(to);
  for (; first < end; first++) {
    uint32_t count;
    const double *xy = as_outline_corners(from, first, &count);
    if (!as_outlines_append(to, m, xy, count)) return false;
  }
  return true;
}

/* as_plane_store() or as_plane_add() */
typedef astar_result add_outlines(astar_plane *p, as_outlines *outlines, astar_obstacle *id);

static astar_result add_contour(astar_plane *p, const as_contours *c, uint32_t i, add_outlines *add, astar_obstacle *id)
{
  as_outlines outlines;
  astar_result result = ASTAR_NO_MEMORY;
  if (copy_outlines(&p->memory, &c->outlines, i == 0 ? 0 : c->ends[i - 1], c->ends[i], &outlines))
    result = add(p, &outlines, id);
  if (result != ASTAR_OK) as_outlines_free(&outlines, &p->memory);
  return result;
}

astar_result as_plane_add_contour(astar_plane *p, const as_contours *c, uint32_t i, astar_obstacle *id)
{
  return add_contour(p, c, i, as_plane_add, id);
}

static astar_result add_contours(astar_plane *p, as_contours *c)
{
  astar_result result = ASTAR_OK;
  astar_obstacle id;
  uint32_t i;
  if (!copy_outlines(&p->memory, &c->bounds, 0, c->bounds.count, &p->bounds) ||
      !as_radius_layer_set_bounds(p->radius_layers[0], &p->bounds))
    return ASTAR_NO_MEMORY;
  for (i = 0; i < c->count && result == ASTAR_OK; i++) result = add_contour(p, c, i, as_plane_store, &id);
  as_plane_index(p);
  as_plane_forget_edits(p);
  if (result == ASTAR_OK && c->map.bits && !as_radius_layer_set_lattice(p->radius_layers[0], c))
    result = ASTAR_NO_MEMORY;
  return result;
}

bool as_fits_plane(const astar_graph *grid)
{
  astar_grid_def def;
  double far;
  if (!astar_grid_get(grid, &def)) return false;
  far = ((double)def.width + (double)def.height + 2) * fmax(def.cell[0], def.cell[1]);
  far += fmax(fabs(def.origin[0]), fabs(def.origin[1]));
  return far <= ASTAR_PLANE_LIMIT && fmin(def.cell[0], def.cell[1]) > fmax(far * 1e-12, 1e-60);
}

astar_result astar_plane_from_grid(astar_alloc alloc, void *context, const astar_graph *grid, uint32_t level,
                                   astar_unit unit, astar_plane **plane)
{
  astar_plane *p;
  as_contours contours;
  as_memory *m;
  astar_result result;
  *plane = NULL;
  if (!as_fits_plane(grid)) return ASTAR_MALFORMED;
  p = astar_plane_create(alloc, context, NULL);
  if (!p) return ASTAR_NO_MEMORY;
  /* The memory of the layer, which takes the map of the cells. */
  m = &p->radius_layers[0]->shared.memory;
  result = as_contours_make(&contours, m, grid, level - 1, unit);
  if (result == ASTAR_OK) {
    result = add_contours(p, &contours);
    as_contours_free(&contours, m);
  }
  if (result == ASTAR_OK) *plane = p;
  else astar_plane_destroy(p);
  return result;
}
