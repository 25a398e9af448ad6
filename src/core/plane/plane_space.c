/*
** plane_space.c: see plane_space.h. The candidates for successors of the start are found in each run; those of a
** corner are its view, which the visibility cache keeps with the results of the rays that were cast.
*/
#include "plane/plane_space.h"

#include "base/heap.h"
#include "engine/heuristic.h"
#include "geometry/distance.h"
#include "plane/standing.h"

#include <string.h>

static inline bool is_before(const as_start_ray *a, const as_start_ray *b)
{
  return a->f < b->f || (a->f == b->f && as_place_before(a->at, b->at));
}

AS_DEFINE_HEAP(candidates, as_start_ray, 2, is_before)

/* ---- Beginning ---- */

/* Begin a run: *run, or a new one from `m` if that is NULL. False if out of memory; then nothing has changed. */
static bool begin(as_plane_run **run, as_memory *m, astar_plane *p, as_radius_layer *layer, const double from[2],
                  const double to[2], const astar_search_def *def)
{
  as_plane_run *r = *run;
  int i;
  if (!as_radius_layer_fit(layer)) return false;
  if (!r) {
    r = as_new(m, 1, as_plane_run);
    if (!r) return false;
    memset(r, 0, sizeof *r);
    r->memory = m;
    *run = r;
  }
  as_radius_layer_hold(layer);
  as_radius_layer_release(r->layer);
  r->layer = layer;
  r->plane = p;
  r->has_goal = def->goal_count > 0;
  r->partial = r->has_goal && as_is_admissible_distance(def->heuristic) && def->weight == 1;
  r->keep_rays = !def->answer_only;
  r->blocked = r->begun = r->listed = false;
  r->missed = ASTAR_FOUND;
  r->end = NULL;
  r->candidate_count = r->ray_count = 0;
  r->casts = 0;
  r->hint = AS_NO_CHAIN;
  memset(r->ends, 0, sizeof r->ends);
  for (i = 0; i <= r->has_goal; i++) {
    as_occupancy occupancy;
    as_read_place(i == 0 ? from : to, r->ends[i]);
    occupancy = as_plane_stand(p, layer, r->ends[i]);
    r->on_edge[i] = occupancy == AS_BOUNDARY;
    r->blocked = r->blocked || occupancy == AS_OCCUPIED;
  }
  return true;
}

void as_plane_run_set_goal(as_plane_run *r, const double place[2])
{
  memcpy(r->ends[1], place, sizeof r->ends[1]);
  r->on_edge[1] = as_scene_occupancy(&r->layer->scene, place) == AS_BOUNDARY;
}

static void plane_release(as_space *space, as_memory *m)
{
  as_plane_run *r = space->run;
  as_radius_layer_release(r->layer);
  as_free(m, r->candidates, r->candidate_capacity, as_start_ray);
  as_free(m, r->rays, r->ray_capacity, astar_ray);
  as_free(m, r, 1, as_plane_run);
}

/* ---- Places ---- */

static const double *place_of(const as_plane_run *r, uint32_t slot)
{
  return slot < AS_SLOT_POINTS ? r->ends[slot] : r->layer->scene.points[slot - AS_SLOT_POINTS].at;
}

static double length_between(const double a[2], const double b[2])
{
  return as_length(b[0] - a[0], b[1] - a[1], 0);
}

/* The lattice of the plane's layer for points, or NULL. */
static as_lattice *lattice_of(const as_plane_run *r)
{
  return r->plane->radius_layers[0]->lattice;
}

/* ---- Rays ---- */

/* Record a ray for astar_search_ray_at(). There is room for it. */
static void note_ray(as_plane_run *r, const double from[2], const double to[2], bool clear)
{
  astar_ray *ray;
  astar_hit hit;
  if (!r->keep_rays) return;
  ray = &r->rays[r->ray_count++];
  memset(ray, 0, sizeof *ray);
  memcpy(ray->from, from, sizeof ray->from);
  memcpy(ray->to, to, sizeof ray->to);
  if (clear || !as_plane_raycast(r->plane, r->layer, from, to, &hit)) return;
  ray->to[0] = hit.x;
  ray->to[1] = hit.y;
  ray->hit = hit.obstacle;
  ray->generation = hit.generation;
}

/*
** Record the ray to a corner. A lattice finds no hidden corners; where there is one, those that a sweep finds are left
** out, too, so that what is recorded does not depend on which of both made a view.
*/
static void note_corner(as_plane_run *r, const double from[2], const double to[2], bool clear)
{
  if (clear || !lattice_of(r)) note_ray(r, from, to, clear);
}

/* Whether the ray between two nodes is clear, also where it leaves a start or goal on an outline. */
static bool cast(as_plane_run *r, uint32_t from, uint32_t to, uint32_t *hint)
{
  as_scene *s = &r->layer->scene;
  const double *a = place_of(r, from), *b = place_of(r, to);
  r->casts++;
  if (r->layer->lattice) {
    const as_lattice_answer answer = as_lattice_is_clear(r->layer->lattice, a, b);
    if (answer != AS_LATTICE_UNKNOWN) return answer == AS_LATTICE_YES;
  }
  return as_scene_is_clear(s, a, b, hint) && (from != AS_SLOT_START || !r->on_edge[0] || as_scene_can_leave(s, a, b)) &&
         (to != AS_SLOT_GOAL || !r->on_edge[1] || as_scene_can_leave(s, b, a));
}

/* Whether the goal is visible from a node. */
bool as_plane_run_sees_goal(as_plane_run *r, uint32_t slot)
{
  return as_same_place(place_of(r, slot), r->ends[1]) || cast(r, slot, AS_SLOT_GOAL, &r->hint);
}

/* Add the goal as a successor, if it is visible: then no other successor is needed. */
static void add_goal(as_plane_run *r, uint32_t slot, bool visible, as_expansion *e)
{
  const double *from = place_of(r, slot);
  if (!as_same_place(from, r->ends[1])) note_ray(r, from, r->ends[1], visible);
  if (visible) as_expansion_add(e, AS_SLOT_GOAL, length_between(from, r->ends[1]));
}

/* ---- The start ---- */

/* With up to this many points, to list all of them is faster than a sweep. */
#define FEW_POINTS 320u

/* Add a candidate, for which there is room. */
static void add_candidate(as_plane_run *r, uint32_t point, double distance)
{
  as_start_ray *c = &r->candidates[r->candidate_count++];
  c->point = point;
  memcpy(c->at, r->layer->scene.points[point].at, sizeof c->at);
  c->g = c->f = distance;
  if (r->partial) c->f += length_between(c->at, r->ends[1]);
}

/* List all corners at which a path from the start may bend, by as_chain_may_bend(). */
static bool list_all(as_plane_run *r)
{
  as_scene *s = &r->layer->scene;
  uint32_t chain, i;
  if (!as_reserve(r->memory, &r->candidates, &r->candidate_capacity, s->points_used, sizeof *r->candidates))
    return false;
  as_scene_unmark(s);
  for (chain = 0; chain < s->chain_count; chain++) {
    for (i = 0; i < s->chains[chain].count; i++) {
      const uint32_t point = s->chains[chain].point[i];
      if (as_chain_may_bend(&s->chains[chain], i, r->ends[0]) && as_scene_mark(s, point))
        add_candidate(r, point, length_between(r->ends[0], s->points[point].at));
    }
  }
  return true;
}

/* List the corners that may be visible from the start: exactly these, if the lattice finds them, else by a sweep. */
static bool list_seen(as_plane_run *r)
{
  as_radius_layer *l = r->layer;
  as_memory *m = &l->shared.memory;
  const as_visibility *g = &l->visibility;
  const as_lattice_answer answer = as_radius_layer_look(l, lattice_of(r), r->ends[0]);
  uint32_t i;
  r->visible = answer == AS_LATTICE_YES && l->lattice;
  if (answer == AS_LATTICE_NO_MEMORY ||
      (answer == AS_LATTICE_UNKNOWN && !as_visibility_look(&l->visibility, m, &l->scene, r->ends[0])) ||
      !as_reserve(r->memory, &r->candidates, &r->candidate_capacity, g->seen_count, sizeof *r->candidates))
    return false;
  for (i = 0; i < g->seen_count; i++) add_candidate(r, g->seen[i].point, g->seen[i].distance);
  return true;
}

static bool list_candidates(as_plane_run *r)
{
  r->candidate_count = 0;
  r->visible = false;
  r->at_goal = r->has_goal && as_plane_run_sees_goal(r, AS_SLOT_START);
  if (!r->at_goal && !(r->partial && r->layer->scene.points_used <= FEW_POINTS ? list_all(r) : list_seen(r)))
    return false;
  candidates_make(r->candidates, r->candidate_count);
  r->listed = true;
  return true;
}

/* Whether a path from the start may bend at a corner, by its wedge. */
static bool may_bend(as_plane_run *r, uint32_t point)
{
  as_scene *s = &r->layer->scene;
  const as_point *c = &s->points[point];
  return as_scene_wedge(s, point) == AS_WEDGE_CONVEX && !as_same_place(c->at, r->ends[0]) &&
         as_wedge_beside(s, c, r->ends[0], c->at);
}

/* Whether the place of a candidate is still that of its point, which may be free since an edit, or at another place. */
static bool is_still_there(const as_plane_run *r, const as_start_ray *candidate)
{
  const as_point *point = &r->layer->scene.points[candidate->point];
  return point->uses > 0 && as_same_place(point->at, candidate->at);
}

static void expand_start(as_plane_run *r, as_expansion *e)
{
  if (!r->begun) {
    r->begun = true;
    if (r->has_goal) add_goal(r, AS_SLOT_START, r->at_goal, e);
  }
  while (r->candidate_count > 0) {
    const as_start_ray next = candidates_pop(r->candidates, &r->candidate_count);
    const uint32_t slot = AS_SLOT_POINTS + next.point;
    uint32_t hint = AS_NO_CHAIN;
    bool clear;
    if (!is_still_there(r, &next) || (!r->visible && !may_bend(r, next.point))) continue;
    clear = r->visible || cast(r, AS_SLOT_START, slot, &hint);
    note_corner(r, r->ends[0], place_of(r, slot), clear);
    if (!clear) continue;
    as_expansion_add(e, slot, next.g);
    if (r->partial) break;
  }
  if (r->candidate_count > 0) e->deferred = r->candidates[0].f;
}

/* ---- Corners ---- */

/* Whether the path before - c - after is taut: it turns around the wedge of c, on `side` (1: left, -1: right). */
static bool turns_tautly(const as_scene *s, const as_point *c, const double before[2], const double after[2], int side)
{
  return as_orient(before, c->at, after) * side >= 0 && as_orient(c->at, after, as_wedge_low(s, c)) * side >= 0 &&
         as_orient(c->at, after, as_wedge_high(s, c)) * side >= 0;
}

/* Whether the path may go on from a corner to the goal. */
static bool may_turn_to_goal(const as_plane_run *r, const as_point *c, const double before[2], int side)
{
  int turns;
  if (as_same_place(c->at, r->ends[1])) return true;
  turns = as_approach_leads(&r->approach, c->at, r->ends[1]);
  return turns > 0 || (turns == 0 && turns_tautly(&r->layer->scene, c, before, r->ends[1], side));
}

static void expand_corner(as_plane_run *r, as_expansion *e)
{
  const uint32_t slot = e->slot;
  const as_point *c = &r->layer->scene.points[slot - AS_SLOT_POINTS];
  const double *before = place_of(r, e->parent);
  as_view *view = r->approach.view;
  const int side = r->approach.part == 0 ? -1 : 1;
  as_sight *sight = as_view_sights(view) + (side < 0 ? 0 : view->right);
  const as_sight *end = as_view_sights(view) + (side < 0 ? view->right : view->count);
  if (r->has_goal && may_turn_to_goal(r, c, before, side)) {
    const bool visible = as_plane_run_sees_goal(r, slot);
    add_goal(r, slot, visible, e);
    if (visible) return;
  }
  for (; sight < end; sight++) {
    const uint32_t next = AS_SLOT_POINTS + (sight->ray >> AS_RAY_BITS);
    const int turns = as_approach_turns(&r->approach, sight->angle, AS_SIGHT_ERROR);
    uint32_t tried = sight->ray & AS_RAY_MASK;
    if (turns < 0) break;
    if (turns == 0 && as_orient(before, c->at, place_of(r, next)) * side <= 0) continue;
    if (as_records_known(&e->records, next, as_advance(e->rules, e->from, sight->distance, next))) continue;
    if (tried == AS_RAY_UNTRIED) {
      uint32_t hint = AS_NO_CHAIN;
      tried = cast(r, slot, next, &hint) ? AS_RAY_CLEAR : AS_RAY_BLOCKED;
      sight->ray |= tried;
    }
    if (r->keep_rays) note_corner(r, c->at, place_of(r, next), tried == AS_RAY_CLEAR);
    if (tried != AS_RAY_CLEAR) continue;
    as_expansion_add(e, next, sight->distance);
    AS_PREFETCH(&r->layer->scene.points[next - AS_SLOT_POINTS]);
    as_visibility_cache_prefetch(&r->layer->cache, next - AS_SLOT_POINTS);
  }
}

/* ---- The space ---- */

static uint32_t plane_prepare(void *self, uint32_t slot, uint32_t parent)
{
  as_plane_run *r = self;
  uint32_t count = 0;
  if (slot == AS_SLOT_START) {
    if (!r->listed && !list_candidates(r)) return AS_PREPARE_NO_MEMORY;
    count = r->candidate_count;
  } else if (slot != AS_SLOT_GOAL) {
    if (!as_radius_layer_view(r->layer, lattice_of(r), slot - AS_SLOT_POINTS, place_of(r, parent),
                              &r->approach))
      return AS_PREPARE_NO_MEMORY;
    count = r->approach.view->count;
  }
  if (r->keep_rays &&
      !as_reserve(r->memory, &r->rays, &r->ray_capacity, (uint64_t)r->ray_count + count + 1, sizeof *r->rays))
    return AS_PREPARE_NO_MEMORY;
  return count + 1;
}

static void plane_expand(void *self, as_expansion *e)
{
  if (e->slot == AS_SLOT_START) expand_start(self, e);
  else expand_corner(self, e);
}

static const double *plane_position(const void *self, uint32_t slot, double scratch[3])
{
  const double *place = place_of(self, slot);
  scratch[0] = place[0];
  scratch[1] = place[1];
  scratch[2] = 0;
  return scratch;
}

static bool plane_enterable(const void *self, const as_rules *rules, uint32_t slot)
{
  (void)self;
  (void)rules;
  (void)slot;
  return true;
}

static uint64_t plane_version(const void *self)
{
  return ((const as_plane_run *)self)->plane->version;
}

/* Obstacles that are enlarged by a radius reach a little farther: see as_inflate(). */
#define REACH 1.02
#define MARGIN 1e-9

/* False also if the plane has dropped the layer, which edits do not change any more. */
static bool plane_renew(as_space *space)
{
  as_plane_run *r = space->run;
  uint32_t i = 0;
  while (i < AS_RADIUS_LAYERS && r->plane->radius_layers[i] != r->layer) i++;
  if (i == AS_RADIUS_LAYERS || !as_radius_layer_fit(r->layer)) return false;
  space->layout = r->layer->layout;
  return true;
}

static double plane_detour(void *self, uint64_t since)
{
  const as_plane_run *r = self;
  const astar_plane *p = r->plane;
  const double reach = r->layer->radius * REACH;
  double least = INFINITY;
  uint64_t n;
  if (p->version - since > AS_PLANE_EDITS) return 0;
  for (n = since + 1; n <= p->version; n++) {
    as_box box = p->edits[n & (AS_PLANE_EDITS - 1)];
    double length;
    int i;
    for (i = 0; i < 2; i++) {
      box.low[i] -= reach;
      box.high[i] += reach;
    }
    length = as_detour_by_box(r->ends[0], r->has_goal ? r->ends[1] : r->ends[0], &box);
    least = as_min(least, r->has_goal ? length : length / 2);
  }
  return least - least * MARGIN;
}

static void plane_waypoint(const void *self, astar_id id, astar_waypoint *waypoint)
{
  const double *place = place_of(self, id - 1);
  memset(waypoint, 0, sizeof *waypoint);
  waypoint->x = place[0];
  waypoint->y = place[1];
}

static bool plane_exists(const void *self, astar_id id)
{
  (void)self;
  (void)id;
  return true;
}

static astar_status plane_end(void *self, struct astar_search *s, astar_status status)
{
  as_plane_run *r = self;
  return r->end ? r->end(r, s, status) : status;
}

static const as_space_ops plane_ops = {.prepare = plane_prepare,
                                       .expand = plane_expand,
                                       .position = plane_position,
                                       .enterable = plane_enterable,
                                       .version = plane_version,
                                       .waypoint = plane_waypoint,
                                       .exists = plane_exists,
                                       .end = plane_end,
                                       .renew = plane_renew,
                                       .detour = plane_detour,
                                       .release = plane_release};

astar_result as_plane_define(astar_search *s, astar_plane *p, as_radius_layer *layer, const double from[2],
                             const double to[2], const astar_search_def *def)
{
  as_plane_run *r = as_plane_run_of(&s->space);
  astar_search_def d = *def;
  astar_id goal;
  as_space space;
  if (!begin(&r, &s->memory, p, layer, from, to, def)) return ASTAR_NO_MEMORY;
  memset(&space, 0, sizeof space);
  space.ops = &plane_ops;
  space.self = space.run = r;
  space.layout = layer->layout;
  space.spare = p->spare;
  space.version = p->version;
  space.straight = space.scale = 1;
  space.fleeting = space.by_parent = true;
  /* If start and goal are the same place, the start is the goal. */
  goal = (as_same_place(r->ends[0], r->ends[1]) ? AS_SLOT_START : AS_SLOT_GOAL) + 1;
  d.start = AS_SLOT_START + 1;
  d.goals = &goal;
  d.goal_count = r->has_goal;
  d.start_place = d.goal_places = NULL;
  return as_search_define(s, &space, &d);
}

as_plane_run *as_plane_run_of(const as_space *space)
{
  return space->ops == &plane_ops ? space->run : NULL;
}
