/* from_outline.c: see astar_plane_from_outline(). The outline becomes the bounds, the holes become obstacles. */
#include "base/heap.h"
#include "plane/plane.h"

/* A corner, and the index of its outline. */
typedef struct corner {
  double x, y;
  uint32_t outline;
} corner;

static inline bool is_before(const corner *a, const corner *b)
{
  if (a->x != b->x) return a->x < b->x;
  return a->y < b->y || (a->y == b->y && a->outline < b->outline);
}

AS_DEFINE_SORT(corners, corner, is_before)

static bool append(as_outlines *o, as_memory *m, const astar_outline *outline)
{
  uint32_t i;
  for (i = 0; i < outline->count; i++) {
    if (!as_outlines_add_corner(o, m, as_coordinate(outline->corners[2 * (size_t)i]),
                                as_coordinate(outline->corners[2 * (size_t)i + 1])))
      return false;
  }
  return as_outlines_close(o, m);
}

/* Check each outline for itself; *at is set to the first that is not simple. */
static astar_result check_each(as_memory *m, const as_outlines *o, astar_fault *fault, uint32_t *at)
{
  astar_result result = ASTAR_OK;
  uint32_t count;
  for (*at = 0; *at < o->count && result == ASTAR_OK; ++*at) {
    const double *xy = as_outline_corners(o, *at, &count);
    result = as_outline_check(m, xy, count, fault);
    if (result != ASTAR_OK) return result;
  }
  return result;
}

/* Whether the first `count` outlines cross each other. */
static astar_result check_crossing(as_memory *m, const as_outlines *o, uint32_t count)
{
  as_outlines first = *o;
  first.count = count;
  first.corners = o->ends[count - 1];
  return as_outlines_check(m, &first);
}

/* The first outline that has a corner in common with an earlier one, or `count`. False if out of memory. */
static bool find_common(as_memory *m, const as_outlines *o, uint32_t *at)
{
  corner *list = as_new(m, o->corners, corner);
  uint32_t i, outline = 0;
  if (!list) return false;
  for (i = 0; i < o->corners; i++) {
    while (i == o->ends[outline]) outline++;
    list[i].x = o->xy[2 * (size_t)i];
    list[i].y = o->xy[2 * (size_t)i + 1];
    list[i].outline = outline;
  }
  corners_sort(list, o->corners);
  *at = o->count;
  for (i = 1; i < o->corners; i++) {
    if (list[i].x == list[i - 1].x && list[i].y == list[i - 1].y && list[i].outline < *at) *at = list[i].outline;
  }
  as_free(m, list, o->corners, corner);
  return true;
}

/* Check that no two outlines cross or touch; else *at is set to the first that does so with an earlier one. */
static astar_result check_all(as_memory *m, const as_outlines *o, uint32_t *at)
{
  astar_result result = check_crossing(m, o, o->count);
  uint32_t low = 1, high = o->count;
  if (result == ASTAR_OK && !find_common(m, o, at)) return ASTAR_NO_MEMORY;
  if (result == ASTAR_OK) return *at < o->count ? ASTAR_MALFORMED : ASTAR_OK;
  /* The first `low` do not cross, the first `high` do. */
  while (result == ASTAR_MALFORMED && high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    const astar_result some = check_crossing(m, o, middle);
    if (some == ASTAR_NO_MEMORY) result = some;
    else if (some == ASTAR_OK) low = middle;
    else high = middle;
  }
  *at = high - 1;
  return result;
}

/* Set the first outline as the bounds, and add the others as obstacles. */
static astar_result build(astar_plane *p, as_outlines *o, uint32_t *at)
{
  double *xy = o->xy;
  uint32_t count = o->ends[0];
  astar_fault fault;
  astar_obstacle id;
  astar_result result = ASTAR_OK;
  /* The outside must be on the left. */
  if (as_outline_orientation(xy, count) > 0) as_outline_reverse(xy, count);
  if (!as_outlines_append(&p->bounds, &p->memory, xy, count) ||
      !as_radius_layer_set_bounds(p->radius_layers[0], &p->bounds))
    return ASTAR_NO_MEMORY;
  for (*at = 1; *at < o->count && result == ASTAR_OK; ++*at) {
    const double *hole = as_outline_corners(o, *at, &count);
    if (as_scene_occupancy(&p->radius_layers[0]->scene, hole) != AS_FREE) return ASTAR_MALFORMED;
    result = astar_plane_polygon(p, hole, count, &fault, &id);
  }
  as_plane_forget_edits(p);
  return result;
}

astar_result astar_plane_from_outline(astar_alloc alloc, void *context, const astar_outline *list, uint32_t count,
                                      astar_fault *fault, uint32_t *at, astar_plane **plane)
{
  astar_plane *p = astar_plane_create(alloc, context, NULL);
  astar_result result = p ? ASTAR_OK : ASTAR_NO_MEMORY;
  as_outlines all;
  uint32_t i;
  as_outlines_init(&all);
  memset(fault, 0, sizeof *fault);
  *at = 0;
  *plane = NULL;
  for (i = 0; i < count && result == ASTAR_OK; i++) {
    if (!append(&all, &p->memory, &list[i])) result = ASTAR_NO_MEMORY;
  }
  if (result == ASTAR_OK) result = check_each(&p->memory, &all, fault, at);
  if (result == ASTAR_OK) {
    result = check_all(&p->memory, &all, at);
    if (result == ASTAR_MALFORMED) fault->flaw = ASTAR_FLAW_TOUCHING;
  }
  if (result == ASTAR_OK) {
    result = build(p, &all, at);
    if (result == ASTAR_MALFORMED) fault->flaw = ASTAR_FLAW_OUTSIDE;
  }
  if (p) as_outlines_free(&all, &p->memory);
  if (result == ASTAR_OK) *plane = p;
  else astar_plane_destroy(p);
  return result;
}
