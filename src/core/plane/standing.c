/* standing.c: see standing.h, and astar_plane_free() and astar_plane_valid() in astar.h. */
#include "plane/standing.h"

#include "plane/swept.h"

#include <string.h>

/* Parts of the radius: the clearance of a place that keeps it but for rounding; how much as_inflate() may exceed it. */
#define CLEARANCE (1 - 1e-8)
#define EXCESS 0.0101

as_occupancy as_plane_stand(const astar_plane *p, const as_radius_layer *l, double place[2])
{
  const as_scene *s = &l->scene, *real = &p->radius_layers[0]->scene;
  as_occupancy occupancy;
  double slack = 0;
  if (l->lattice && as_lattice_occupancy(l->lattice, place, &occupancy) && occupancy != AS_OCCUPIED) return occupancy;
  occupancy = as_scene_occupancy(s, place);
  if (occupancy != AS_OCCUPIED) return occupancy;
  if (l->radius > 0 && as_scene_occupancy(real, place) != AS_OCCUPIED &&
      as_scene_has_clearance(real, place, l->radius * CLEARANCE))
    slack = l->radius * EXCESS;
  return as_scene_nudge(s, place, slack) ? as_scene_occupancy(s, place) : occupancy;
}

astar_result astar_plane_free(astar_plane *p, double x, double y, double radius, astar_obstacle *blocker)
{
  as_radius_layer *l = as_plane_radius_layer(p, radius);
  double place[2], moved[2];
  if (!l) return ASTAR_NO_MEMORY;
  place[0] = moved[0] = as_coordinate(x);
  place[1] = moved[1] = as_coordinate(y);
  *blocker = as_plane_stand(p, l, moved) == AS_OCCUPIED ? as_plane_blocker(p, l, place) : ASTAR_NO_OBSTACLE;
  return ASTAR_OK;
}

astar_result astar_plane_sweep(astar_plane *p, const double from[2], const double to[2], double radius, astar_hit *hit)
{
  as_radius_layer *l = as_plane_radius_layer(p, radius);
  double a[2], b[2], place[2];
  uint32_t chain;
  if (!l) return ASTAR_NO_MEMORY;
  as_read_place(from, a);
  as_read_place(to, b);
  hit->obstacle = ASTAR_NO_OBSTACLE;
  hit->generation = 0;
  memcpy(place, a, sizeof place);
  if (as_plane_stand(p, l, place) == AS_OCCUPIED) {
    hit->obstacle = as_plane_blocker(p, l, a);
    memcpy(place, a, sizeof place);
  } else if (as_scene_sweep(&p->radius_layers[0]->scene, a, b, radius, AS_FIRST_BY_OBSTACLE, &chain, place)) {
    hit->obstacle = as_plane_obstacle_of(p->radius_layers[0], chain);
  }
  if (hit->obstacle != ASTAR_BOUNDS) (void)astar_plane_has(p, hit->obstacle, &hit->generation);
  hit->x = place[0];
  hit->y = place[1];
  return ASTAR_OK;
}

/* ---- Paths ---- */

bool as_plane_is_clear(as_scene *s, const double a[2], const double b[2])
{
  uint32_t hint = AS_NO_CHAIN;
  if (as_same_place(a, b)) return true;
  return as_scene_is_clear(s, a, b, &hint) && as_scene_can_leave(s, a, b) && as_scene_can_leave(s, b, a);
}

/* Whether a path that came to b from a may go on to c. */
static bool can_go_on(as_scene *s, const double *a, const double b[2], const double c[2])
{
  if (as_same_place(b, c)) return true;
  return as_plane_is_clear(s, b, c) && (!a || as_scene_can_turn(s, b, a, c));
}

/* Whether a path can still take the link by which it leads on from a waypoint to the next one. */
static bool can_take(const astar_plane *p, const as_scene *s, const astar_waypoint *from, const double to[2])
{
  const as_plane_link *link = &p->links.list[from->id - 1];
  const double at[2] = {from->x, from->y};
  uint32_t now;
  if (!astar_plane_has_link(p, from->id, &now) || now != from->generation) return false;
  /* The disc stands near the ends of the link, perhaps not on them. */
  if (link->def.oneway && as_length(link->def.to[0] - at[0], link->def.to[1] - at[1], 0) <
                              as_length(link->def.from[0] - at[0], link->def.from[1] - at[1], 0))
    return false;
  return as_scene_occupancy(s, to) != AS_OCCUPIED;
}

astar_result astar_plane_valid(astar_plane *p, const astar_path *path, uint32_t *broken)
{
  return astar_plane_valid_from(p, path, 0, broken);
}

astar_result astar_plane_valid_from(astar_plane *p, const astar_path *path, uint32_t first, uint32_t *broken)
{
  as_radius_layer *l = as_plane_radius_layer(p, path->radius);
  astar_waypoint last, next;
  double before[2], at[2], to[2];
  bool turns = false; /* whether the path has come to `at` from another place, `before` */
  uint32_t i;
  if (!l) return ASTAR_NO_MEMORY;
  *broken = 0;
  next = astar_path_point(path, first);
  at[0] = next.x;
  at[1] = next.y;
  if (as_scene_occupancy(&l->scene, at) == AS_OCCUPIED) *broken = first + 1;
  for (i = first + 1; i < path->count && *broken == 0; i++) {
    last = next;
    next = astar_path_point(path, i);
    to[0] = next.x;
    to[1] = next.y;
    if (last.id != ASTAR_NO_LINK) {
      if (!can_take(p, &l->scene, &last, to)) *broken = i;
      memcpy(at, to, sizeof at);
      turns = false;
      continue;
    }
    if (!can_go_on(&l->scene, turns ? before : NULL, at, to)) *broken = i;
    if (as_same_place(at, to)) continue;
    memcpy(before, at, sizeof before);
    memcpy(at, to, sizeof at);
    turns = true;
  }
  return ASTAR_OK;
}
