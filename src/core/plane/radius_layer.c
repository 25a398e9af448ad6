/* layer.c: see layer.h. */
#include "plane/radius_layer.h"

#include "geometry/inflate.h"

#include <string.h>

as_layer *as_layer_create(astar_alloc alloc, void *context, double radius)
{
  as_memory m;
  as_layer *l;
  as_memory_init(&m, alloc, context);
  l = as_new(&m, 1, as_layer);
  if (!l) return NULL;
  memset(l, 0, sizeof *l);
  l->memory = m;
  l->references = 1;
  l->radius = radius;
  l->bounds = AS_NO_RUN;
  as_scene_init(&l->scene);
  as_sight_init(&l->sight);
  as_views_init(&l->views);
  as_outlines_init(&l->enlarged);
  return l;
}

as_layer *as_layer_hold(as_layer *l)
{
  l->references++;
  return l;
}

void as_layer_release(as_layer *l)
{
  as_memory m;
  if (!l || --l->references > 0) return;
  as_scene_free(&l->scene, &l->memory);
  as_sight_free(&l->sight, &l->memory);
  as_views_free(&l->views, &l->memory);
  as_outlines_free(&l->enlarged, &l->memory);
  as_layout_release(l->layout);
  as_free(&l->memory, l->runs, l->run_capacity, uint32_t);
  m = l->memory;
  as_free(&m, l, 1, as_layer);
}

static void edited(as_layer *l, uint32_t first)
{
  const as_box box = as_scene_box(&l->scene, first);
  as_views_edit(&l->views, &box);
}

static bool add(as_layer *l, uint32_t obstacle, const as_outlines *outlines, uint32_t *first)
{
  if (l->radius > 0) {
    as_outlines_clear(&l->enlarged);
    if (!as_inflate(&l->memory, outlines, l->radius, &l->enlarged)) return false;
    outlines = &l->enlarged;
  }
  if (!as_scene_add(&l->scene, &l->memory, outlines, obstacle, first)) return false;
  if (*first != AS_NO_RUN) edited(l, *first);
  return true;
}

bool as_layer_add(as_layer *l, uint32_t obstacle, const as_outlines *outlines)
{
  return as_reserve(&l->memory, &l->runs, &l->run_capacity, (uint64_t)obstacle + 1, sizeof *l->runs) &&
         add(l, obstacle, outlines, &l->runs[obstacle]);
}

bool as_layer_set_bounds(as_layer *l, const as_outlines *outlines)
{
  if (outlines->count == 0) return true;
  l->scene.outside = 1;
  return add(l, ASTAR_BOUNDS, outlines, &l->bounds);
}

void as_layer_remove(as_layer *l, uint32_t obstacle)
{
  const uint32_t first = l->runs[obstacle];
  if (first == AS_NO_RUN) return;
  edited(l, first);
  as_scene_remove(&l->scene, first);
  l->runs[obstacle] = AS_NO_RUN;
}

bool as_layer_fit(as_layer *l)
{
  const uint32_t wanted = AS_SLOT_POINTS + l->scene.point_count;
  as_layout *fresh;
  if (l->layout && l->layout->cells >= wanted) return true;
  fresh = as_layout_create(l->memory.alloc, l->memory.context, AS_SLOT_POINTS + l->scene.point_capacity, 0);
  if (!fresh) return false;
  as_layout_release(l->layout);
  l->layout = fresh;
  return true;
}

as_view *as_layer_view(as_layer *l, uint32_t corner, const double before[2])
{
  return as_views_get(&l->views, &l->memory, &l->scene, &l->sight, corner, before);
}
