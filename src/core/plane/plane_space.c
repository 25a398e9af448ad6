/*
** plane_space.c: a plane as searches see it; see space.h. Its nodes are the start, the goal and the
** corners where a shortest path may bend; its successors those to which a ray is clear and the turn
** is taut. The start's are found anew for each run, a corner's once.
*/
#include "plane/plane_space.h"

#include "geometry/distance.h"

#include <string.h>

void as_plane_run_free(as_plane_run *r)
{
  as_layer_release(r->layer);
  as_free(r->memory, r->ways, r->way_capacity, as_way);
  as_free(r->memory, r->rays, r->ray_capacity, astar_ray);
}

/* A little less than the radius, of what keeps it but for rounding; a little more than what enlarging adds to it. */
#define KEPT (1 - 1e-8)
#define ENLARGED 0.0101

/*
** What the ground is at a place of the layer; the place is moved out of an outline where it lies inside
** only because of rounding, or because an enlarged obstacle has sides in place of arcs.
*/
static as_ground find_ground(const as_plane_run *r, double place[2])
{
  const as_scene *s = &r->layer->scene, *real = &r->plane->layers[0]->scene;
  const double radius = r->layer->radius;
  as_ground ground = as_scene_ground(s, place);
  double slack = 0;
  if (ground != AS_GROUND_OCCUPIED) return ground;
  if (radius > 0 && as_scene_ground(real, place) != AS_GROUND_OCCUPIED && as_scene_keeps(real, place, radius * KEPT))
    slack = radius * ENLARGED;
  return as_scene_free_place(s, place, slack) ? as_scene_ground(s, place) : ground;
}

astar_result as_plane_run_begin(as_plane_run *r, astar_plane *p, const astar_plane_search_def *def, bool *blocked)
{
  as_layer *layer;
  int i;
  as_layer_release(r->layer);
  r->layer = NULL;
  layer = as_plane_layer(p, def->radius);
  if (!layer || !as_layer_fit(layer)) return ASTAR_NO_MEMORY;
  r->self = r;
  r->plane = p;
  r->layer = as_layer_hold(layer);
  r->aimed = !def->explore;
  r->keep_rays = !def->answer_only;
  r->begun = r->looked = false;
  r->way_count = r->ray_count = 0;
  r->casts = 0;
  r->hint = AS_NO_RUN;
  *blocked = false;
  for (i = 0; i < 2; i++) {
    const double *end = i == 0 ? def->start : def->goal;
    r->ends[i][0] = as_coordinate(end[0]);
    r->ends[i][1] = as_coordinate(end[1]);
    if (i == 0 || r->aimed) {
      const as_ground ground = find_ground(r, r->ends[i]);
      r->on_edge[i] = ground == AS_GROUND_EDGE;
      *blocked = *blocked || ground == AS_GROUND_OCCUPIED;
    }
  }
  return ASTAR_OK;
}

/* ---- Places ---- */

const double *as_plane_place(const as_plane_run *r, uint32_t slot)
{
  return slot < AS_SLOT_POINTS ? r->ends[slot] : r->layer->scene.points[slot - AS_SLOT_POINTS].at;
}

static double length_between(const double a[2], const double b[2])
{
  return as_length(b[0] - a[0], b[1] - a[1], 0);
}

/* ---- Rays ---- */

/* Remember a ray; there is room for it. */
static void note_ray(as_plane_run *r, const double from[2], const double to[2], bool clear)
{
  astar_ray *ray;
  astar_hit hit;
  if (!r->keep_rays) return;
  ray = &r->rays[r->ray_count++];
  memset(ray, 0, sizeof *ray);
  memcpy(ray->from, from, sizeof ray->from);
  memcpy(ray->to, to, sizeof ray->to);
  if (clear || !as_plane_cast(r->plane, r->layer, from, to, &hit)) return;
  ray->to[0] = hit.x;
  ray->to[1] = hit.y;
  ray->hit = hit.obstacle;
  ray->generation = hit.generation;
}

/* Cast a ray between two nodes, of which the start and the goal may lie on outlines. */
static bool cast(as_plane_run *r, uint32_t from, uint32_t to, uint32_t *hint)
{
  as_scene *s = &r->layer->scene;
  const double *a = as_plane_place(r, from), *b = as_plane_place(r, to);
  r->casts++;
  return as_scene_clear(s, a, b, hint) && (from != AS_SLOT_START || !r->on_edge[0] || as_scene_opens(s, a, b)) &&
         (to != AS_SLOT_GOAL || !r->on_edge[1] || as_scene_opens(s, b, a));
}

/* Offer the goal if it can be seen; then nothing else is worth going to. */
static bool offer_goal(as_plane_run *r, uint32_t slot, as_offers *o)
{
  const double *from = as_plane_place(r, slot);
  const bool there = as_same_place(from, r->ends[1]), clear = there || cast(r, slot, AS_SLOT_GOAL, &r->hint);
  if (!there) note_ray(r, from, r->ends[1], clear);
  if (clear) as_offer(o, AS_SLOT_GOAL, length_between(from, r->ends[1]));
  return clear;
}

/* ---- The start ---- */

static void sink(as_way *ways, uint32_t at, uint32_t count)
{
  const as_way way = ways[at];
  uint32_t child;
  while ((child = 2 * at + 1) < count) {
    if (child + 1 < count && ways[child + 1].f < ways[child].f) child++;
    if (!(ways[child].f < way.f)) break;
    ways[at] = ways[child];
    at = child;
  }
  ways[at] = way;
}

/* So few corners are gone through faster than looked for. */
#define FEW_POINTS 320u

/* There is room for it. */
static void add_way(as_plane_run *r, uint32_t point, double distance)
{
  as_way *way = &r->ways[r->way_count++];
  way->point = point;
  way->g = way->f = distance;
  if (r->by_parts) way->f += length_between(r->layer->scene.points[point].at, r->ends[1]);
}

/* Note all corners at which a path from the start may bend, as far as their own outlines tell. */
static bool list_all(as_plane_run *r)
{
  as_scene *s = &r->layer->scene;
  uint32_t run, i;
  if (!as_reserve(r->memory, &r->ways, &r->way_capacity, s->point_count, sizeof *r->ways)) return false;
  as_scene_look(s);
  for (run = 0; run < s->run_count; run++) {
    for (i = 0; i < s->runs[run].count; i++) {
      const uint32_t point = s->runs[run].point[i];
      if (as_run_may_bend(&s->runs[run], i, r->ends[0]) && as_scene_meet(s, point))
        add_way(r, point, length_between(r->ends[0], s->points[point].at));
    }
  }
  return true;
}

/* Note the corners that may be seen from the start. */
static bool list_seen(as_plane_run *r)
{
  as_layer *l = r->layer;
  const as_sight *g = &l->sight;
  uint32_t i;
  if (!as_sight_look(&l->sight, &l->memory, &l->scene, r->ends[0]) ||
      !as_reserve(r->memory, &r->ways, &r->way_capacity, g->seen_count, sizeof *r->ways))
    return false;
  for (i = 0; i < g->seen_count; i++) add_way(r, g->seen[i].point, g->seen[i].distance);
  return true;
}

static bool look(as_plane_run *r)
{
  uint32_t i;
  r->way_count = 0;
  if (!(r->by_parts && r->layer->scene.point_count <= FEW_POINTS ? list_all(r) : list_seen(r))) return false;
  for (i = r->way_count / 2; i-- > 0;) sink(r->ways, i, r->way_count);
  r->looked = true;
  return true;
}

/* Whether a path from the start may bend at a corner, all that is around it taken together. */
static bool may_bend(as_plane_run *r, uint32_t point)
{
  as_scene *s = &r->layer->scene;
  const as_point *c = &s->points[point];
  return as_scene_wedge(s, point) == AS_WEDGE_CORNER && !as_same_place(c->at, r->ends[0]) &&
         as_leaves_beside(c, r->ends[0], c->at);
}

static void expand_start(as_plane_run *r, as_offers *o)
{
  if (!r->begun) {
    r->begun = true;
    if (r->aimed && offer_goal(r, AS_SLOT_START, o)) {
      r->way_count = 0;
      return;
    }
  }
  while (r->way_count > 0) {
    const as_way way = r->ways[0];
    const uint32_t slot = AS_SLOT_POINTS + way.point;
    uint32_t hint = AS_NO_RUN;
    bool clear;
    r->ways[0] = r->ways[--r->way_count];
    if (r->way_count > 0) sink(r->ways, 0, r->way_count);
    if (!may_bend(r, way.point)) continue;
    clear = cast(r, AS_SLOT_START, slot, &hint);
    note_ray(r, r->ends[0], as_plane_place(r, slot), clear);
    if (!clear) continue;
    as_offer(o, slot, way.g);
    if (r->by_parts) break;
  }
  if (r->way_count > 0) o->later = r->ways[0].f;
}

/* ---- Corners ---- */

/* Whether one may go on to a place, coming from another: the wedge is on one side, and the turn about it. */
static bool turns_tautly(const as_point *c, const double before[2], const double after[2], int side)
{
  return as_orient(before, c->at, after) * side >= 0 && as_orient(c->at, after, c->low) * side >= 0 &&
         as_orient(c->at, after, c->high) * side >= 0;
}

/* Whether, and clearly so, the way on turns to the other side than the wedge's. */
static bool is_past(const as_point *c, const double before[2], const double after[2], int side)
{
  const double u = c->at[0] - before[0], v = c->at[1] - before[1], x = after[0] - c->at[0], y = after[1] - c->at[1];
  return (u * y - v * x) * side < -1e-12 * ((fabs(u) + fabs(v)) * (fabs(x) + fabs(y)));
}

static void expand_corner(as_plane_run *r, uint32_t slot, as_offers *o)
{
  const uint32_t corner = slot - AS_SLOT_POINTS;
  const as_point *c = &r->layer->scene.points[corner];
  const double *before = as_plane_place(r, o->parent);
  const as_view *view = &r->layer->views.list[corner];
  const int side = as_orient(before, c->at, c->low) + as_orient(before, c->at, c->high) < 0 ? -1 : 1;
  const uint32_t end = side < 0 ? view->right : view->count;
  uint32_t i;
  if (r->aimed && (as_same_place(c->at, r->ends[1]) || turns_tautly(c, before, r->ends[1], side)) &&
      offer_goal(r, slot, o))
    return;
  for (i = side < 0 ? 0 : view->right; i < end; i++) {
    const uint32_t next = AS_SLOT_POINTS + (view->list[i] >> AS_TRIED_BITS);
    const double *after = as_plane_place(r, next);
    uint32_t tried = view->list[i] & AS_TRIED;
    double distance;
    if (as_orient(before, c->at, after) * side <= 0) {
      if (is_past(c, before, after, side)) break;
      continue;
    }
    distance = length_between(c->at, after);
    if (as_records_known(&o->records, next, o->from + distance)) continue;
    if (tried == AS_UNTRIED) {
      uint32_t hint = AS_NO_RUN;
      tried = cast(r, slot, next, &hint) ? AS_CLEAR : AS_HIDDEN;
      view->list[i] |= tried;
    }
    note_ray(r, c->at, after, tried == AS_CLEAR);
    if (tried == AS_CLEAR) as_offer(o, next, distance);
  }
}

/* ---- The space ---- */

/*
** Makes ready what is to be expanded, too: all that needs memory. Fewer are offered than may be
** seen, as long as the start's are put off.
*/
static uint32_t plane_degree(const void *space, uint32_t slot, uint32_t parent)
{
  as_plane_run *r = ((const as_plane_run *)space)->self;
  const as_view *view;
  uint32_t count = 0;
  if (slot == AS_SLOT_START) {
    if (!r->looked && !look(r)) return AS_NO_DEGREE;
    count = r->way_count;
  } else if (slot != AS_SLOT_GOAL) {
    view = as_layer_view(r->layer, slot - AS_SLOT_POINTS, as_plane_place(r, parent));
    if (!view) return AS_NO_DEGREE;
    count = view->count;
  }
  if (r->keep_rays &&
      !as_reserve(r->memory, &r->rays, &r->ray_capacity, (uint64_t)r->ray_count + count + 1, sizeof *r->rays))
    return AS_NO_DEGREE;
  return count + 1;
}

static void plane_expand(const void *space, const as_rules *rules, uint32_t slot, as_offers *offers)
{
  as_plane_run *r = ((const as_plane_run *)space)->self;
  (void)rules;
  if (slot == AS_SLOT_START) expand_start(r, offers);
  else expand_corner(r, slot, offers);
}

static const double *plane_position(const void *space, uint32_t slot, double scratch[3])
{
  const double *place = as_plane_place(space, slot);
  scratch[0] = place[0];
  scratch[1] = place[1];
  scratch[2] = 0;
  return scratch;
}

static bool plane_enterable(const void *space, const as_rules *rules, uint32_t slot)
{
  (void)space;
  (void)rules;
  (void)slot;
  return true;
}

static uint64_t plane_version(const void *space)
{
  return ((const as_plane_run *)space)->plane->version;
}

static void plane_waypoint(const void *space, astar_id id, astar_waypoint *waypoint)
{
  const double *place = as_plane_place(space, id - 1);
  memset(waypoint, 0, sizeof *waypoint);
  waypoint->x = place[0];
  waypoint->y = place[1];
}

const as_space_ops as_plane_ops = {plane_degree, plane_expand, NULL,            plane_position, NULL, NULL,
                                   NULL,         NULL,         plane_enterable, plane_version,  plane_waypoint};

as_space as_plane_space(const as_plane_run *r)
{
  as_space space;
  memset(&space, 0, sizeof space);
  space.ops = &as_plane_ops;
  space.self = r;
  space.layout = r->layer->layout;
  space.version = r->plane->version;
  space.straight = space.scale = 1;
  return space;
}
