/* radius_layer.c: see radius_layer.h. */
#include "plane/radius_layer.h"

#include "geometry/inflate.h"

as_radius_layer *as_radius_layer_create(astar_alloc alloc, void *context, double radius)
{
  as_radius_layer *l = as_shared_create(alloc, context, sizeof *l);
  if (!l) return NULL;
  l->radius = radius;
  as_scene_init(&l->scene);
  as_outlines_init(&l->enlarged);
  return l;
}

void as_radius_layer_release(as_radius_layer *l)
{
  as_memory *m;
  if (!l || !as_shared_drop(&l->shared)) return;
  m = &l->shared.memory;
  as_lattice_free(l->lattice, m);
  as_fans_free(l->fans, m);
  as_scene_free(&l->scene, m);
  as_visibility_free(&l->visibility, m);
  as_visibility_cache_free(&l->cache, m);
  as_near_free_free(&l->near_free, m);
  as_free(m, l->parts.numbers, l->parts.capacity, uint32_t);
  as_free(m, l->parts.list, l->parts.list ? AS_PLANE_PARTS : 0, as_plane_part);
  as_free(m, l->link_ends.list, l->link_ends.capacity, as_plane_link_end[2]);
  as_outlines_free(&l->enlarged, m);
  as_layout_release(l->layout);
  as_free(m, l->chains, l->chain_capacity, uint32_t);
  as_object_free(l, sizeof *l);
}

static as_box record_edit(as_radius_layer *l, uint32_t first)
{
  const as_box box = as_scene_box(&l->scene, first);
  as_visibility_cache_edit(&l->cache, &box);
  as_fans_free(l->fans, &l->shared.memory);
  l->fans = NULL;
  return box;
}

/* as_scene_add() or as_scene_store() */
typedef bool add_outlines(as_scene *s, as_memory *m, const as_outlines *outlines, uint32_t obstacle, uint32_t *first);

/* Enlarge outlines by the radius, if there is one, and add them to the scene. */
static bool add(as_radius_layer *l, uint32_t obstacle, const as_outlines *outlines, add_outlines *add_them,
                uint32_t *first)
{
  as_memory *m = &l->shared.memory;
  if (l->radius > 0) {
    as_outlines_clear(&l->enlarged);
    if (!as_inflate(m, outlines, l->radius, &l->enlarged)) return false;
    outlines = &l->enlarged;
  }
  return add_them(&l->scene, m, outlines, obstacle, first);
}

static bool reserve_obstacle(as_radius_layer *l, uint32_t obstacle)
{
  const uint64_t wanted = (uint64_t)obstacle + 1;
  return as_reserve(&l->shared.memory, &l->chains, &l->chain_capacity, wanted, sizeof *l->chains);
}

bool as_radius_layer_add(as_radius_layer *l, uint32_t obstacle, const as_outlines *outlines)
{
  if (!reserve_obstacle(l, obstacle) || !add(l, obstacle, outlines, as_scene_add, &l->chains[obstacle])) return false;
  if (l->chains[obstacle] != AS_NO_CHAIN) {
    const as_box box = record_edit(l, l->chains[obstacle]);
    if (l->lattice) as_lattice_add(l->lattice, &box);
  }
  return true;
}

bool as_radius_layer_store(as_radius_layer *l, uint32_t obstacle, const as_outlines *outlines)
{
  return reserve_obstacle(l, obstacle) && add(l, obstacle, outlines, as_scene_store, &l->chains[obstacle]);
}

void as_radius_layer_reserve(as_radius_layer *l, const as_scene *real)
{
  const uint64_t points = real->points_used;
  /* Equal outlines share their points, so there are no more different ones than a third of the points. */
  const uint64_t outlines = real->outline_count < points / 3 ? real->outline_count : points / 3;
  const uint64_t enlarged = outlines * AS_INFLATE_CORNERS, wanted = enlarged > points ? enlarged : points;
  if (wanted <= AS_POINTS_MAX) (void)as_scene_reserve(&l->scene, &l->shared.memory, (uint32_t)wanted);
}

void as_radius_layer_index(as_radius_layer *l)
{
  as_scene_index(&l->scene);
}

bool as_radius_layer_set_bounds(as_radius_layer *l, const as_outlines *outlines)
{
  uint32_t first;
  if (outlines->count == 0) return true;
  l->scene.outside = 1;
  return add(l, ASTAR_BOUNDS, outlines, as_scene_add, &first);
}

void as_radius_layer_remove(as_radius_layer *l, uint32_t obstacle)
{
  const uint32_t first = l->chains[obstacle];
  as_box box;
  if (first == AS_NO_CHAIN) return;
  box = record_edit(l, first);
  if (l->lattice) as_lattice_remove(l->lattice, obstacle, &box);
  as_scene_remove(&l->scene, first);
  l->chains[obstacle] = AS_NO_CHAIN;
}

bool as_radius_layer_fit(as_radius_layer *l, uint32_t first_point)
{
  as_layout *fresh;
  if (l->layout && l->layout->cells >= first_point + l->scene.point_count) return true;
  fresh = as_layout_create(l->shared.memory.alloc, l->shared.memory.context, first_point + l->scene.point_capacity, 0);
  if (!fresh) return false;
  as_layout_release(l->layout);
  l->layout = fresh;
  return true;
}

bool as_radius_layer_set_lattice(as_radius_layer *l, as_contours *contours)
{
  astar_assert(l->radius == 0 && !l->lattice);
  l->lattice = as_lattice_create(&l->shared.memory, contours, &l->scene);
  return l->lattice != NULL;
}

void as_radius_layer_set_fans(as_radius_layer *l, const as_lattice *lattice)
{
  l->fans = as_fans_create(&l->shared.memory, lattice, &l->scene, l->radius);
}

bool as_radius_layer_view(as_radius_layer *l, as_lattice *lattice, uint32_t corner, const double before[2],
                          as_approach *approach)
{
  return as_visibility_cache_get(&l->cache, &l->shared.memory, &l->scene, l->radius == 0 || l->fans ? lattice : NULL,
                                 l->fans, &l->visibility, corner, before, approach);
}

as_lattice_answer as_radius_layer_look(as_radius_layer *l, as_lattice *lattice, const double place[2])
{
  as_memory *m = &l->shared.memory;
  if (l->lattice) return as_lattice_look(lattice, &l->visibility, m, &l->scene, place, AS_NO_POINT, NAN, NAN);
  if (!l->fans) return AS_LATTICE_UNKNOWN;
  return as_lattice_look_at_fans(lattice, l->fans, &l->visibility, m, &l->scene, place, AS_NO_POINT, 0, NAN, NAN);
}
