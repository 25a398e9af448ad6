/* raycast.c: see astar.h. Which obstacle a ray hits first, and which one contains a place. */
#include "plane/plane.h"

/* The id of the obstacle that a chain belongs to, or ASTAR_BOUNDS. */
static astar_obstacle obstacle_of(const as_radius_layer *l, uint32_t chain)
{
  const uint32_t obstacle = l->scene.chains[chain].obstacle;
  return obstacle == ASTAR_BOUNDS ? ASTAR_BOUNDS : obstacle + 1;
}

/* Whether a place lies inside outlines and on none of them; `winding` is the winding number at infinity. */
static bool is_inside(const as_outlines *o, const double place[2], int winding)
{
  uint32_t i, k, count;
  for (i = 0; i < o->count; i++) {
    const double *xy = as_outline_corners(o, i, &count);
    for (k = 0; k < count; k++) {
      const double *a = xy + 2 * (size_t)k, *b = k + 1 == count ? xy : a + 2;
      if (as_in_edge_box(a, b, place) && as_orient(a, b, place) == 0) return false;
      winding += as_edge_winding(a, b, place);
    }
  }
  return winding != 0;
}

astar_obstacle astar_plane_at(astar_plane *p, double x, double y)
{
  /* An obstacle that contains the place has an edge to the right of it. */
  const as_scene *s = &p->radius_layers[0]->scene;
  astar_obstacle found = ASTAR_NO_OBSTACLE, tried = ASTAR_NO_OBSTACLE;
  double place[2];
  as_tree_query query;
  as_box box;
  uint32_t chain;
  place[0] = as_coordinate(x);
  place[1] = as_coordinate(y);
  if (p->bounds.count > 0 && is_inside(&p->bounds, place, 1)) return ASTAR_BOUNDS;
  box = as_box_of_point(place);
  box.high[0] = INFINITY;
  as_box_query_begin(&query, &s->tree, &box);
  while ((chain = as_box_query_next(&query)) != AS_BOX_TREE_NONE) {
    const astar_obstacle id = obstacle_of(p->radius_layers[0], chain);
    if (id == ASTAR_BOUNDS || id == tried || (found != ASTAR_NO_OBSTACLE && id >= found)) continue;
    tried = id;
    if (is_inside(&p->obstacles[id - 1].outlines, place, 0)) found = id;
  }
  return found;
}

bool as_plane_raycast(astar_plane *p, as_radius_layer *l, const double from[2], const double to[2], astar_hit *hit)
{
  uint32_t chain = AS_NO_CHAIN;
  double place[2];
  const as_occupancy occupancy = as_scene_occupancy(&l->scene, from);
  hit->obstacle = ASTAR_NO_OBSTACLE;
  hit->generation = 0;
  memcpy(place, from, sizeof place);
  if (occupancy == AS_OCCUPIED) {
    hit->obstacle = astar_plane_at(p, from[0], from[1]);
    if (hit->obstacle == ASTAR_NO_OBSTACLE) chain = as_scene_chain_at(&l->scene, from);
  } else if (as_same_place(from, to)) {
    return false;
  } else if (occupancy == AS_BOUNDARY && !as_scene_can_leave(&l->scene, from, to)) {
    chain = as_scene_chain_at(&l->scene, from);
  } else if (!as_scene_first_hit(&l->scene, from, to, &chain, place)) {
    return false;
  }
  if (chain != AS_NO_CHAIN) hit->obstacle = obstacle_of(l, chain);
  if (hit->obstacle != ASTAR_BOUNDS) (void)astar_plane_has(p, hit->obstacle, &hit->generation);
  hit->x = place[0];
  hit->y = place[1];
  return true;
}

bool astar_plane_raycast(astar_plane *p, const double from[2], const double to[2], astar_hit *hit)
{
  double a[2], b[2];
  int i;
  for (i = 0; i < 2; i++) {
    a[i] = as_coordinate(from[i]);
    b[i] = as_coordinate(to[i]);
  }
  return as_plane_raycast(p, p->radius_layers[0], a, b, hit);
}
