/* raycast.c: see astar.h. Which obstacle a ray hits first, and which one contains a place. */
#include "plane/plane.h"

astar_obstacle as_plane_obstacle_of(const as_radius_layer *l, uint32_t chain)
{
  const uint32_t obstacle = l->scene.chains[chain].obstacle;
  return obstacle == ASTAR_BOUNDS ? ASTAR_BOUNDS : obstacle + 1;
}

/* Whether an obstacle may have several outlines on the layer. */
static bool has_many(const as_radius_layer *l, const as_obstacle *o)
{
  return l->radius > 0 || o->outlines.count > 1;
}

/*
** Of the obstacles with several outlines around a place, find the one with the lowest id below `found` that contains
** it. Sums up the winding numbers of the outlines of each.
*/
static astar_obstacle find_with_many(astar_plane *p, const as_radius_layer *l, const double place[2],
                                      astar_obstacle found)
{
  const as_scene *s = &l->scene;
  const as_box box = as_box_of_point(place);
  as_tree_query query;
  uint32_t chain;
  as_box_query_begin(&query, &s->outline_tree, &box);
  while ((chain = as_box_query_next(&query)) != AS_BOX_TREE_NONE) {
    as_obstacle *o = s->chains[chain].obstacle == ASTAR_BOUNDS ? NULL : &p->obstacles[s->chains[chain].obstacle];
    if (o && has_many(l, o)) o->winding += as_scene_outline_inside(s, chain, place, &o->on_outline);
  }
  as_box_query_begin(&query, &s->outline_tree, &box);
  while ((chain = as_box_query_next(&query)) != AS_BOX_TREE_NONE) {
    const uint32_t id = s->chains[chain].obstacle + 1;
    as_obstacle *o = s->chains[chain].obstacle == ASTAR_BOUNDS ? NULL : &p->obstacles[id - 1];
    if (!o || !has_many(l, o)) continue;
    if (o->winding != 0 && !o->on_outline && (found == ASTAR_NO_OBSTACLE || id < found)) found = id;
    o->winding = 0;
    o->on_outline = false;
  }
  return found;
}

/* As astar_plane_at(), for a disc of the layer's radius. */
static astar_obstacle find_at(astar_plane *p, const as_radius_layer *l, const double place[2])
{
  const as_scene *s = &l->scene;
  astar_obstacle found = ASTAR_NO_OBSTACLE;
  int outside = s->outside;
  bool on_bounds = false, any_many = false;
  const as_box box = as_box_of_point(place);
  as_tree_query query;
  uint32_t chain;
  as_box_query_begin(&query, &s->outline_tree, &box);
  while ((chain = as_box_query_next(&query)) != AS_BOX_TREE_NONE) {
    const uint32_t obstacle = s->chains[chain].obstacle;
    bool on_edge = false;
    if (obstacle == ASTAR_BOUNDS) outside += as_scene_outline_inside(s, chain, place, &on_bounds);
    else if (found != ASTAR_NO_OBSTACLE && obstacle + 1 > found) continue;
    else if (has_many(l, &p->obstacles[obstacle])) any_many = true;
    else if (as_scene_outline_inside(s, chain, place, &on_edge) != 0 && !on_edge) found = obstacle + 1;
  }
  if (outside != 0 && !on_bounds) return ASTAR_BOUNDS;
  return any_many ? find_with_many(p, l, place, found) : found;
}

astar_obstacle astar_plane_at(astar_plane *p, double x, double y)
{
  double place[2];
  place[0] = as_coordinate(x);
  place[1] = as_coordinate(y);
  return find_at(p, p->radius_layers[0], place);
}

astar_obstacle as_plane_blocker(astar_plane *p, const as_radius_layer *l, const double place[2])
{
  const astar_obstacle found = find_at(p, l, place);
  const uint32_t chain = found == ASTAR_NO_OBSTACLE ? as_scene_chain_at(&l->scene, place) : AS_NO_CHAIN;
  return chain == AS_NO_CHAIN ? found : as_plane_obstacle_of(l, chain);
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
    hit->obstacle = as_plane_blocker(p, l, from);
  } else if (as_same_place(from, to)) {
    return false;
  } else if (occupancy == AS_BOUNDARY && !as_scene_can_leave(&l->scene, from, to)) {
    chain = as_scene_chain_at(&l->scene, from);
  } else if (!as_scene_first_hit(&l->scene, from, to, &chain, place)) {
    return false;
  }
  if (chain != AS_NO_CHAIN) hit->obstacle = as_plane_obstacle_of(l, chain);
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
