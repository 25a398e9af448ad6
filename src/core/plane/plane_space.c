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

/* Begin a run: *run, or a new one from `m` if that is NULL. False if out of memory; then nothing else has changed. */
static bool begin(as_plane_run **run, as_memory *m, astar_plane *p, as_radius_layer *layer, const double from[2],
                  const double to[2], const astar_search_def *def)
{
  const bool has_goal = def->goal_count > 0;
  as_plane_run *r = *run;
  double ends[2][2];
  as_hops hops;
  int i;
  if (!r) {
    r = as_new(m, 1, as_plane_run);
    if (!r) return false;
    memset(r, 0, sizeof *r);
    r->memory = m;
    *run = r;
  }
  memset(ends, 0, sizeof ends);
  as_read_place(from, ends[0]);
  if (has_goal) as_read_place(to, ends[1]);
  {
    as_occupancy occupancy[2] = {AS_FREE, AS_FREE};
    for (i = 0; i <= has_goal; i++) occupancy[i] = as_plane_stand(p, layer, ends[i]);
    hops = r->spare_hops;
    hops.count = hops.shortcut_count = 0;
    if ((as_may_hop(p, def->ground) && !as_hops_take(&hops, m, p, layer)) ||
        (has_goal && hops.count > 0 && !as_hops_aim(&hops, m, ends[1], false)) ||
        !as_radius_layer_fit(layer, AS_SLOT_HOPS + 2 * hops.count)) {
      r->spare_hops = hops;
      return false;
    }
    for (i = 0; i < 2; i++) r->on_edge[i] = occupancy[i] == AS_BOUNDARY;
    r->blocked = occupancy[0] == AS_OCCUPIED || occupancy[1] == AS_OCCUPIED;
  }
  r->spare_hops = r->hops;
  r->hops = hops;
  r->first_point = AS_SLOT_HOPS + 2 * hops.count;
  memcpy(r->ends, ends, sizeof r->ends);
  as_radius_layer_hold(layer);
  as_radius_layer_release(r->layer);
  r->layer = layer;
  r->plane = p;
  r->ground = def->ground;
  r->has_goal = has_goal;
  r->partial = has_goal && as_is_admissible_distance(def->heuristic) && def->weight == 1;
  r->leaves_out = has_goal && !def->partial && hops.count == 0 && layer->lattice;
  r->keep_rays = !def->answer_only;
  r->begun = r->listed = false;
  r->missed = ASTAR_FOUND;
  r->end = NULL;
  r->candidate_count = r->ray_count = 0;
  r->casts = 0;
  r->hint = AS_NO_CHAIN;
  return true;
}

void as_plane_run_set_goal(as_plane_run *r, const double place[2])
{
  memcpy(r->ends[1], place, sizeof r->ends[1]);
  r->on_edge[1] = as_scene_occupancy(&r->layer->scene, place) == AS_BOUNDARY;
}

static void free_run(as_plane_run *r, as_memory *m)
{
  as_radius_layer_release(r->layer);
  as_free(m, r->candidates, r->candidate_capacity, as_start_ray);
  as_free(m, r->rays, r->ray_capacity, astar_ray);
  as_hops_free(&r->hops, m);
  as_hops_free(&r->spare_hops, m);
  as_free(m, r, 1, as_plane_run);
}

static void plane_release(as_space *space, as_memory *m)
{
  free_run(space->run, m);
}

/* ---- Places ---- */

static const as_hop *hop_of(const as_plane_run *r, uint32_t slot)
{
  return &r->hops.list[(slot - AS_SLOT_HOPS) / 2];
}

static const double *place_of(const as_plane_run *r, uint32_t slot)
{
  if (slot >= r->first_point) return r->layer->scene.points[slot - r->first_point].at;
  return slot < AS_SLOT_HOPS ? r->ends[slot] : hop_of(r, slot)->ends[slot % 2];
}

/* Whether the place of a node that is no corner lies on an outline. */
static bool is_on_edge(const as_plane_run *r, uint32_t slot)
{
  return slot < AS_SLOT_HOPS ? r->on_edge[slot] : hop_of(r, slot)->on_edge[slot % 2];
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

static void note_entry(as_plane_run *r, const double from[2], const as_hop *hop, bool clear)
{
  if (!as_same_place(from, hop->ends[0])) note_ray(r, from, hop->ends[0], clear);
}

/* Whether a segment may leave a node, which may lie on an outline, for a place. Corners are chosen such that it may. */
static bool can_leave(const as_plane_run *r, uint32_t slot, const double at[2], const double towards[2])
{
  return slot >= r->first_point || !is_on_edge(r, slot) || as_scene_can_leave(&r->layer->scene, at, towards);
}

/* With fewer corners than strips, a ray is found out faster by the box tree of the scene than from strip to strip. */
static bool has_many_corners(const as_lattice *l)
{
  return l->corner_count >= l->map.size[1];
}

/* Whether the ray between two nodes is clear, also where it leaves one that is no corner. */
static bool cast(as_plane_run *r, uint32_t from, uint32_t to, uint32_t *hint)
{
  as_scene *s = &r->layer->scene;
  const double *a = place_of(r, from), *b = place_of(r, to);
  r->casts++;
  if (r->layer->lattice && has_many_corners(r->layer->lattice)) {
    const as_lattice_answer answer = as_lattice_is_clear(r->layer->lattice, a, b);
    if (answer != AS_LATTICE_UNKNOWN) return answer == AS_LATTICE_YES;
  }
  return as_scene_is_clear(s, a, b, hint) && can_leave(r, from, a, b) && can_leave(r, to, b, a);
}

/* Whether a node is visible from another one, which may be at the same place. */
static bool sees(as_plane_run *r, uint32_t from, uint32_t to, uint32_t *hint)
{
  return as_same_place(place_of(r, from), place_of(r, to)) || cast(r, from, to, hint);
}

/* Whether the goal is visible from a node. */
bool as_plane_run_sees_goal(as_plane_run *r, uint32_t slot)
{
  return sees(r, slot, AS_SLOT_GOAL, &r->hint);
}

/* Whether no way from a place to the goal can be shorter than straight. Then a node that sees it needs no other one. */
static bool is_straight_least(const as_plane_run *r, const double place[2])
{
  const as_hops *hops = &r->hops;
  return hops->shortcut_count == 0 || !(as_hops_bound(hops, place, r->ends[1]) < as_distance_flat(place, r->ends[1]));
}

/* Add the goal as a successor, if it is visible. */
static void add_goal(as_plane_run *r, uint32_t slot, bool visible, as_expansion *e)
{
  const double *from = place_of(r, slot);
  if (!as_same_place(from, r->ends[1])) note_ray(r, from, r->ends[1], visible);
  if (visible) as_expansion_add(e, AS_SLOT_GOAL, as_distance_flat(from, r->ends[1]));
}

/* ---- The start and exits ---- */

/* With up to this many points, to list all of them is faster than a sweep. */
#define FEW_POINTS 320u

/* Add a candidate at a distance, for which there is room; `least` bounds the cost from it to the goal. */
static void add_candidate(as_plane_run *r, uint32_t slot, const double at[2], double distance, double least)
{
  as_start_ray *c = &r->candidates[r->candidate_count++];
  c->slot = slot;
  memcpy(c->at, at, sizeof c->at);
  c->g = c->f = distance;
  if (r->partial) c->f += least;
}

static void add_corner(as_plane_run *r, uint32_t point, double distance)
{
  const double *at = r->layer->scene.points[point].at;
  add_candidate(r, r->first_point + point, at, distance, r->partial ? as_hops_bound(&r->hops, at, r->ends[1]) : 0);
}

static bool reserve_candidates(as_plane_run *r, uint32_t corners)
{
  return as_reserve(r->memory, &r->candidates, &r->candidate_capacity, (uint64_t)corners + r->hops.count,
                    sizeof *r->candidates);
}

/* List all corners at which a path from the start may bend, by as_chain_may_bend(). */
static bool list_all(as_plane_run *r)
{
  as_scene *s = &r->layer->scene;
  uint32_t chain, i;
  if (!reserve_candidates(r, s->points_used)) return false;
  r->seen = as_box_everywhere();
  as_scene_unmark(s);
  for (chain = 0; chain < s->chain_count; chain++) {
    for (i = 0; i < s->chains[chain].count; i++) {
      const uint32_t point = s->chains[chain].point[i];
      if (as_chain_may_bend(&s->chains[chain], i, r->ends[0]) && as_scene_mark(s, point))
        add_corner(r, point, as_distance_flat(r->ends[0], s->points[point].at));
    }
  }
  return true;
}

/*
** Find the corners that may be visible from a place: exactly these, if the lattice finds them, and *visible is set;
** else by a sweep. False if out of memory.
*/
static bool look(as_plane_run *r, const double place[2], bool *visible)
{
  as_radius_layer *l = r->layer;
  const as_lattice_answer answer = as_radius_layer_look(l, lattice_of(r), place);
  *visible = answer == AS_LATTICE_YES && l->lattice;
  if (answer != AS_LATTICE_UNKNOWN) return answer != AS_LATTICE_NO_MEMORY;
  return as_visibility_look(&l->visibility, &l->shared.memory, &l->scene, place);
}

/* List the corners that may be visible from the start. */
static bool list_seen(as_plane_run *r)
{
  const as_visibility *v = &r->layer->visibility;
  uint32_t i;
  if (!look(r, r->ends[0], &r->visible) || !reserve_candidates(r, v->seen_count)) return false;
  for (i = 0; i < v->seen_count; i++) add_corner(r, v->seen[i].point, v->seen[i].distance);
  for (i = 0; i < AS_SECTORS; i++) as_visibility_extend(i, v->reach[i], r->ends[0], &r->seen);
  return true;
}

static bool list_candidates(as_plane_run *r)
{
  uint32_t i;
  r->candidate_count = 0;
  r->seen = as_box_of_point(r->ends[0]);
  r->visible = false;
  r->at_goal = r->has_goal && as_plane_run_sees_goal(r, AS_SLOT_START);
  if (!r->at_goal || !is_straight_least(r, r->ends[0])) {
    if (!(r->partial && r->layer->scene.points_used <= FEW_POINTS ? list_all(r) : list_seen(r))) return false;
    for (i = 0; i < r->hops.count; i++) {
      const as_hop *hop = &r->hops.list[i];
      add_candidate(r, AS_SLOT_HOPS + 2 * i, hop->ends[0], as_distance_flat(r->ends[0], hop->ends[0]), hop->least);
    }
  }
  candidates_make(r->candidates, r->candidate_count);
  r->listed = true;
  return true;
}

/* Whether a path that begins at a place may bend at a corner, by its wedge. */
static bool may_bend(as_plane_run *r, const double from[2], uint32_t point)
{
  as_scene *s = &r->layer->scene;
  const as_point *c = &s->points[point];
  return as_scene_wedge(s, point) == AS_WEDGE_CONVEX && !as_same_place(c->at, from) &&
         as_wedge_beside(s, c, from, c->at);
}

/* Whether the place of a candidate is still that of its point, which may be free since an edit, or at another place. */
static bool is_still_there(const as_plane_run *r, const as_start_ray *candidate)
{
  const as_point *point = &r->layer->scene.points[candidate->slot - r->first_point];
  return point->uses > 0 && as_same_place(point->at, candidate->at);
}

/* Whether a ray is to be cast to a candidate: a path may bend there, or take a hop. */
static bool is_worth_a_ray(as_plane_run *r, const as_start_ray *candidate)
{
  const uint32_t slot = candidate->slot;
  if (slot < r->first_point) return true;
  return is_still_there(r, candidate) && (r->visible || may_bend(r, r->ends[0], slot - r->first_point));
}

/* What a clear ray between two places leads to: AS_RAY_OPEN or AS_RAY_POCKET. */
static uint32_t look_behind(const as_plane_run *r, const double from[2], const double corner[2])
{
  return as_lattice_is_pocket(r->layer->lattice, from, corner) ? AS_RAY_POCKET : AS_RAY_OPEN;
}

/* Whether a corner before a pocket is left out: the goal is not in there. */
static bool is_left_out(const as_plane_run *r, const double corner[2])
{
  return r->leaves_out && !as_lattice_in_pocket(r->layer->lattice, corner, r->ends[1]);
}

static void expand_start(as_plane_run *r, as_expansion *e)
{
  if (!r->begun) {
    r->begun = true;
    if (r->has_goal) add_goal(r, AS_SLOT_START, r->at_goal, e);
  }
  while (r->candidate_count > 0) {
    const as_start_ray next = candidates_pop(r->candidates, &r->candidate_count);
    uint32_t hint = AS_NO_CHAIN;
    bool clear;
    if (!is_worth_a_ray(r, &next)) continue;
    clear = (r->visible && next.slot >= r->first_point) || sees(r, AS_SLOT_START, next.slot, &hint);
    if (next.slot >= r->first_point) note_corner(r, r->ends[0], place_of(r, next.slot), clear);
    else note_entry(r, r->ends[0], hop_of(r, next.slot), clear);
    if (!clear) continue;
    if (r->leaves_out && is_left_out(r, next.at) && look_behind(r, r->ends[0], next.at) == AS_RAY_POCKET) continue;
    as_expansion_add(e, next.slot, next.g);
    if (r->partial) break;
  }
  if (r->candidate_count > 0) e->deferred = r->candidates[0].f;
}

/* Add the entry of a hop as a successor, if it is visible, and not known to be reached at less cost. */
static void add_entry(as_plane_run *r, as_expansion *e, uint32_t index)
{
  const uint32_t slot = AS_SLOT_HOPS + 2 * index;
  as_hop *hop = &r->hops.list[index];
  const double *from = place_of(r, e->slot);
  const double distance = as_distance_flat(from, hop->ends[0]);
  bool visible;
  if (as_records_known(&e->records, slot, as_advance(e->rules, e->from, distance, slot))) return;
  visible = sees(r, e->slot, slot, &hop->hint);
  note_entry(r, from, hop, visible);
  if (visible) as_expansion_add(e, slot, distance);
}

/* Before an exit is expanded: look from there, unless the goal is all that it needs. False if out of memory. */
static bool prepare_exit(as_plane_run *r, uint32_t slot)
{
  const double *place = place_of(r, slot);
  r->at_goal = r->has_goal && as_plane_run_sees_goal(r, slot);
  r->goal_is_next = r->at_goal && is_straight_least(r, place);
  return r->goal_is_next || look(r, place, &r->exit_visible);
}

/* As from the start, but all at once. */
static void expand_exit(as_plane_run *r, as_expansion *e)
{
  const as_visibility *v = &r->layer->visibility;
  const double *place = place_of(r, e->slot);
  uint32_t i;
  if (r->has_goal) add_goal(r, e->slot, r->at_goal, e);
  if (r->goal_is_next) return;
  for (i = 0; i < r->hops.count; i++) add_entry(r, e, i);
  for (i = 0; i < v->seen_count; i++) {
    const uint32_t slot = r->first_point + v->seen[i].point;
    const double distance = v->seen[i].distance;
    uint32_t hint = AS_NO_CHAIN;
    bool clear;
    if (as_records_known(&e->records, slot, as_advance(e->rules, e->from, distance, slot))) continue;
    if (!r->exit_visible && !may_bend(r, place, v->seen[i].point)) continue;
    clear = r->exit_visible || cast(r, e->slot, slot, &hint);
    note_corner(r, place, place_of(r, slot), clear);
    if (clear) as_expansion_add(e, slot, distance);
  }
}

/* ---- Corners ---- */

/* Whether the path before - c - after is taut: it turns around the wedge of c, on `side` (1: left, -1: right). */
static bool turns_tautly(const as_scene *s, const as_point *c, const double before[2], const double after[2], int side)
{
  return as_orient(before, c->at, after) * side >= 0 && as_orient(c->at, after, as_wedge_low(s, c)) * side >= 0 &&
         as_orient(c->at, after, as_wedge_high(s, c)) * side >= 0;
}

/* Whether the path may go on from a corner to a place that is no corner. */
static bool may_turn_to(const as_plane_run *r, const as_point *c, const double before[2], const double place[2],
                        int side)
{
  int turns;
  if (as_same_place(c->at, place)) return true;
  turns = as_approach_leads(&r->approach, c->at, place);
  return turns > 0 || (turns == 0 && turns_tautly(&r->layer->scene, c, before, place, side));
}

static void expand_corner(as_plane_run *r, as_expansion *e)
{
  const uint32_t slot = e->slot;
  const as_point *c = &r->layer->scene.points[slot - r->first_point];
  const double *before = place_of(r, e->parent);
  as_view *view = r->approach.view;
  const int side = r->approach.part == 0 ? -1 : 1;
  as_sight *sight = as_view_sights(view) + (side < 0 ? 0 : view->right);
  const as_sight *end = as_view_sights(view) + (side < 0 ? view->right : view->count);
  uint32_t i;
  if (r->has_goal && may_turn_to(r, c, before, r->ends[1], side)) {
    const bool visible = as_plane_run_sees_goal(r, slot);
    add_goal(r, slot, visible, e);
    if (visible && is_straight_least(r, c->at)) return;
  }
  for (i = 0; i < r->hops.count; i++) {
    if (may_turn_to(r, c, before, r->hops.list[i].ends[0], side)) add_entry(r, e, i);
  }
  for (; sight < end; sight++) {
    const uint32_t next = r->first_point + (sight->ray >> AS_RAY_BITS);
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
    if (tried == AS_RAY_CLEAR && r->leaves_out) {
      tried = look_behind(r, c->at, place_of(r, next));
      sight->ray = (sight->ray & ~AS_RAY_MASK) | tried;
    }
    if (r->keep_rays) note_corner(r, c->at, place_of(r, next), tried != AS_RAY_BLOCKED);
    if (tried == AS_RAY_BLOCKED) continue;
    if (tried == AS_RAY_POCKET && is_left_out(r, place_of(r, next))) continue;
    as_expansion_add(e, next, sight->distance);
    AS_PREFETCH(&r->layer->scene.points[next - r->first_point]);
    as_visibility_cache_prefetch(&r->layer->cache, next - r->first_point);
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
  } else if (slot >= r->first_point) {
    if (!as_radius_layer_view(r->layer, lattice_of(r), slot - r->first_point, place_of(r, parent),
                              &r->approach))
      return AS_PREPARE_NO_MEMORY;
    count = r->approach.view->count + r->hops.count;
  } else if (slot != AS_SLOT_GOAL && !as_plane_hop_from(r, slot)) {
    if (!prepare_exit(r, slot)) return AS_PREPARE_NO_MEMORY;
    count = r->layer->visibility.seen_count + r->hops.count;
  }
  if (r->keep_rays &&
      !as_reserve(r->memory, &r->rays, &r->ray_capacity, (uint64_t)r->ray_count + count + 1, sizeof *r->rays))
    return AS_PREPARE_NO_MEMORY;
  return count + 1;
}

static void plane_expand(void *self, as_expansion *e)
{
  const as_plane_run *r = self;
  const as_hop *hop;
  if (e->slot >= r->first_point) expand_corner(self, e);
  else if (e->slot == AS_SLOT_START) expand_start(self, e);
  else if ((hop = as_plane_hop_from(r, e->slot)) != NULL) as_expansion_add(e, e->slot + 1, hop->cost);
  else expand_exit(self, e);
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

/* False also if the plane has dropped the layer, which edits do not change any more. */
static bool plane_renew(as_space *space)
{
  as_plane_run *r = space->run;
  if (!as_plane_keeps(r->plane, r->layer) || !as_radius_layer_fit(r->layer, r->first_point)) return false;
  space->layout = r->layer->layout;
  return true;
}

static double plane_detour(void *self, uint64_t since)
{
  return as_plane_detour(self, since);
}

static void plane_waypoint(const void *self, astar_id id, astar_waypoint *waypoint)
{
  const double *place = place_of(self, id - 1);
  const as_hop *hop = as_plane_hop_from(self, id - 1);
  memset(waypoint, 0, sizeof *waypoint);
  waypoint->x = place[0];
  waypoint->y = place[1];
  if (!hop) return;
  waypoint->id = hop->link;
  waypoint->generation = hop->generation;
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

/* ---- The heuristic, where there are hops ---- */

static void plane_coordinates(const void *self, astar_id id, double at[3])
{
  (void)plane_position(self, id - 1, at);
}

static double plane_metric(const void *self, const double a[3], const double b[3])
{
  return as_hops_bound(&((const as_plane_run *)self)->hops, a, b);
}

/* That of an entry is what the hop costs, and what is left after it. */
static double plane_estimate(const as_space *space, uint32_t slot, const double to[3])
{
  const as_plane_run *r = space->run;
  const as_hop *hop = as_plane_hop_from(r, slot);
  return hop ? hop->least : as_hops_bound(&r->hops, place_of(r, slot), to);
}

static void plane_offset(const void *self, const double a[3], const double b[3], double offset[3])
{
  int i;
  (void)self;
  for (i = 0; i < 3; i++) offset[i] = b[i] - a[i];
}

/* The least cost of a hop by its length, at most 1. */
static double least_ratio(const as_hops *hops)
{
  double least = 1;
  uint32_t i;
  for (i = 0; i < hops->count; i++) {
    const as_hop *hop = &hops->list[i];
    const double length = as_distance_flat(hop->ends[0], hop->ends[1]);
    if (hop->cost < least * length) least = hop->cost / length;
  }
  return least;
}

#define PLANE_OPS \
  .prepare = plane_prepare, .expand = plane_expand, .position = plane_position, .enterable = plane_enterable, \
  .version = plane_version, .waypoint = plane_waypoint, .exists = plane_exists, .end = plane_end, \
  .renew = plane_renew, .detour = plane_detour, .release = plane_release

/* Without hops, straight distances are the best bound. */
static const as_space_ops plane_ops = {PLANE_OPS};
static const as_space_ops linked_ops = {PLANE_OPS,
                                        .coordinates = plane_coordinates,
                                        .metric = plane_metric,
                                        .estimate = plane_estimate,
                                        .offset = plane_offset};

astar_result as_plane_define(astar_search *s, astar_plane *p, as_radius_layer *layer, const double from[2],
                             const double to[2], const astar_search_def *def)
{
  as_plane_run *last = as_plane_run_of(&s->space), *r = last;
  astar_search_def d = *def;
  astar_result result;
  astar_id goal;
  as_space space;
  if (!begin(&r, &s->memory, p, layer, from, to, def)) {
    if (r && !last) free_run(r, &s->memory);
    return ASTAR_NO_MEMORY;
  }
  memset(&space, 0, sizeof space);
  space.ops = r->hops.count > 0 ? &linked_ops : &plane_ops;
  space.self = space.run = r;
  space.layout = layer->layout;
  space.spare = p->spare;
  space.version = p->version;
  space.scale = 1;
  space.straight = least_ratio(&r->hops);
  space.fleeting = space.by_parent = true;
  space.stacked = r->hops.count > 0;
  /* If start and goal are the same place, the start is the goal. */
  goal = (as_same_place(r->ends[0], r->ends[1]) ? AS_SLOT_START : AS_SLOT_GOAL) + 1;
  d.start = AS_SLOT_START + 1;
  d.goals = &goal;
  d.goal_count = r->has_goal;
  d.start_place = d.goal_places = NULL;
  result = as_search_define(s, &space, &d);
  /* No record of an earlier run must show: its slots were others, if there are other hops now. */
  if (result != ASTAR_OK) s->records.slots = s->touched_count = 0;
  return result;
}

as_plane_run *as_plane_run_of(const as_space *space)
{
  return space->ops == &plane_ops || space->ops == &linked_ops ? space->run : NULL;
}
