/*
** disc_search.c: the searches for the paths of discs, one after the other, within the expansions of an update. See
** discs.h.
**
** What a search counts as is estimated when it begins: how much of the plane is known already differs in a crowd that
** was loaded, which is to go on in the same way. It ends in the update in which it has counted as that much; until then
** each update does a part of it. If the plane is edited meanwhile it begins again, and ends no later.
*/
#include "crowd/disc_aim.h"
#include "crowd/disc_detour.h"
#include "crowd/disc_flow.h"
#include "graph/node.h"
#include "grid/grid.h"

/*
** A search counts as so many expansions of nodes, and so many for each corner that it is thought to expand: that takes
** about as long as ten nodes, or more.
*/
#define SEARCH 1000u
#define CORNER 10u

/* The end of its path is no longer the nearest to its goal. */
static void leave_end(as_disc *a)
{
  if (a->partial) a->settled = false;
  a->partial = false;
}

/* Take a path that was found to the place of the wish, or to the point at which a disc with a path aims. */
static bool take_path(astar_discs *d, as_disc *a, const astar_path *path, bool partial)
{
  const astar_waypoint end = astar_path_point(path, path->count - 1);
  const double last[2] = {as_disc_clamp(end.x), as_disc_clamp(end.y)};
  /* It ends where the one before ended. If it is not much longer either, there is nothing new, and no progress. */
  const bool again =
      a->partial == partial && a->point_count > 0 && as_same_place(a->points[a->point_count - 1].at, last);
  const double most = again ? (partial ? a->best + a->radius : as_disc_way_left(a) + AS_DISC_PUSHED * a->radius) : 0;
  const uint32_t kept = a->wish == ASTAR_WISH_PATH ? a->point_count - a->aim - 1 : 0;
  if (!as_disc_reserve_points(d, a, path->count + kept)) return false;
  if (kept > 0) memmove(a->points + path->count, a->points + a->aim + 1, kept * sizeof *a->points);
  as_disc_write_points(a->points, path);
  a->point_count = path->count + kept;
  a->aim = 0;
  as_disc_measure_points(a);
  if (again && (a->settled || as_disc_way_left(a) <= most)) return true;
  leave_end(a);
  a->partial = partial;
  if (as_disc_has_goal(a)) a->best = INFINITY;
  return true;
}

/* No way leads back to its flow: it stays. */
static void give_up(as_disc *a)
{
  a->point_count = a->aim = 0;
  a->partial = true;
}

/* A disc has found no way back to its flow: nor do others like it that wait to look for one from there. */
static void give_up_all(astar_discs *d, const as_disc *a, const as_grid *grid, const uint8_t *region)
{
  uint32_t index, next;
  for (index = d->queue_first; index != AS_NO_DISC; index = next) {
    as_disc *b = &d->discs[index];
    const uint32_t cell = as_grid_at(grid, b->at[0], b->at[1]);
    next = b->next;
    if (b == a || b->wish != ASTAR_WISH_FLOW || b->flow != a->flow || b->kind != a->kind || b->radius < a->radius ||
        b->inside || cell == AS_NO_SLOT || !region[cell])
      continue;
    give_up(b);
    as_disc_dequeue(d, index);
  }
}

/* Find where a disc gets back to its flow. */
static astar_result find_flow(astar_discs *d, as_disc *a, bool *found, uint64_t *expanded)
{
  const astar_search *s = as_disc_flow(d, a);
  const astar_graph *g;
  as_flow_stray stray;
  astar_result result;
  as_grid copy;
  uint8_t *region;
  *found = false;
  if (!s) return ASTAR_OK;
  g = s->space.self;
  memcpy(stray.at, a->at, sizeof stray.at);
  stray.radius = a->radius;
  stray.floor = as_discs_floor(d);
  stray.unit = g == d->grid ? d->kinds[a->kind].unit : ASTAR_NO_UNIT;
  stray.plane = as_plane_of(d, a);
  result = as_flow_find(s, &d->memory, &stray, a->target, found, expanded, &region);
  if (!region) return result;
  give_up_all(d, a, as_grid_on(g->grid, as_discs_floor(d), &copy), region);
  as_free(&d->memory, region, g->grid->count, uint8_t);
  return ASTAR_OK;
}

/* A search for the path of a disc, or to as near to the goal as there is a way. */
static astar_search_def define(const as_disc *a, const astar_place *start, const astar_place *goal)
{
  astar_search_def def = astar_default_search();
  def.start_place = start;
  def.goal_places = goal;
  def.goal_count = 1;
  def.radius = a->radius;
  def.partial = def.ground = def.answer_only = true;
  return def;
}

astar_result as_disc_find_path(astar_discs *d, const as_disc *a, const double from[2], const double to[2],
                               const astar_path **path)
{
  const astar_place start = astar_flat_place(from[0], from[1]), goal = astar_flat_place(to[0], to[1]);
  const astar_search_def def = define(a, &start, &goal);
  if (astar_find(d->finder, astar_on_plane(as_plane_of(d, a)), &def) == ASTAR_OUT_OF_MEMORY) return ASTAR_NO_MEMORY;
  *path = astar_finder_path(d->finder);
  return *path || astar_finder_count(d->finder) == 0 ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* Whether a disc that cannot get to its goal has a clear way to the place where it goes instead. */
static bool is_on_way_to(const astar_plane *p, const as_disc *a, const double place[2])
{
  const double *from = a->at;
  uint32_t i;
  if (!a->partial || a->point_count == 0) return false;
  if (as_disc_distance(a->points[a->point_count - 1].at, place) > AS_DISC_PASSED * a->radius) return false;
  for (i = a->aim; i < a->point_count; i++) {
    if (!as_disc_sees(p, from, a->points[i].at, a->radius)) return false;
    from = a->points[i].at;
  }
  return true;
}

/* If the way to its place is clear, go there. */
static bool go_straight(const astar_discs *d, as_disc *a)
{
  if (a->looked || a->wish != ASTAR_WISH_PLACE) return false;
  a->looked = true;
  if (as_disc_blocker(as_plane_of(d, a), a->target, a->radius) != ASTAR_NO_OBSTACLE) return false;
  if (!as_disc_sees_past(d, a, a->at, a->target, a->radius)) return false;
  a->point_count = 1;
  a->aim = 0;
  leave_end(a);
  a->closed = false;
  memcpy(a->points[0].at, a->target, sizeof a->target);
  a->points[0].left = 0;
  return true;
}

/* ---- The query ---- */

/* Where a disc wishes to get to: its place, the next point of its path, or where it gets back to its flow. */
static const double *goal_of(const as_disc *a)
{
  return a->wish == ASTAR_WISH_PATH ? a->points[a->aim].at : a->target;
}

/* The corners within a box around two places. */
static uint64_t corners_near(const astar_plane *p, const double a[2], const double b[2])
{
  const double margin = as_disc_distance(a, b) / 2;
  as_box box = as_box_of_point(a);
  as_edge_query query;
  uint64_t count = 0;
  int k;
  as_box_extend(&box, b);
  for (k = 0; k < 2; k++) {
    box.low[k] -= margin;
    box.high[k] += margin;
  }
  as_edge_query_begin(&query, &p->radius_layers[0]->scene, &box);
  while (as_edge_query_next(&query)) count += as_in_box(&box, query.from);
  return count;
}

/* What the search for a path to a place counts as. The way round what has cut off the one before may lead anywhere. */
static uint64_t estimate(const astar_discs *d, const as_disc *a, const double to[2])
{
  const astar_plane *p = as_plane_of(d, a);
  const bool again =
      a->partial || (a->point_count > 0 && as_same_place(a->points[a->point_count - 1].at, goal_of(a)));
  return SEARCH + CORNER * (again ? p->corners : corners_near(p, a->at, to));
}

/*
** Begin the query of a disc: to its place, to the next point of its path, or back to its flow. It remains without a
** query if it needs none.
*/
static astar_result begin(astar_discs *d, uint32_t index)
{
  as_disc *a = &d->discs[index];
  uint64_t expanded = 0;
  as_disc_query q;
  astar_result result;
  double to[2];
  bool moved;
  memset(&q, 0, sizeof q);
  q.disc = index;
  if (a->wish == ASTAR_WISH_FLOW && a->detour < 0) {
    bool found;
    result = find_flow(d, a, &found, &expanded);
    if (result != ASTAR_OK) return result;
    if (!found) {
      give_up(a);
      d->spent += expanded;
      return ASTAR_OK;
    }
  }
  memcpy(q.start, a->at, sizeof q.start);
  memcpy(q.goal, goal_of(a), sizeof q.goal);
  memcpy(to, q.goal, sizeof to);
  result = as_disc_aim(d, a, a->at, to, &moved);
  if (result != ASTAR_OK) return result;
  if (moved && is_on_way_to(as_plane_of(d, a), a, to)) {
    result = as_disc_find_detour(d, a);
    if (result == ASTAR_OK) d->spent += expanded;
    return result;
  }
  q.left = expanded + estimate(d, a, to);
  d->query = q;
  return ASTAR_OK;
}

/* Begin to look for what the query asks. */
static astar_result set_off(astar_discs *d, const as_disc *a, const as_disc_query *q)
{
  astar_place start = astar_flat_place(q->start[0], q->start[1]), goal;
  astar_search_def def;
  double to[2];
  bool moved;
  memcpy(to, q->goal, sizeof to);
  if (as_disc_aim(d, a, q->start, to, &moved) != ASTAR_OK) return ASTAR_NO_MEMORY;
  goal = astar_flat_place(to[0], to[1]);
  def = define(a, &start, &goal);
  if (astar_search_begin(d->find.search, astar_on_plane(as_plane_of(d, a)), &def) != ASTAR_OK) return ASTAR_NO_MEMORY;
  return as_plane_find_begin(&d->find);
}

/* Do a part of the query. */
static astar_result run(astar_discs *d, uint64_t expansions)
{
  as_disc_query *q = &d->query;
  astar_status status;
  if (!q->running && set_off(d, &d->discs[q->disc], q) != ASTAR_OK) return ASTAR_NO_MEMORY;
  do status = as_plane_find_step(&d->find, expansions);
  while (status == ASTAR_STALE && astar_search_restart(d->find.search, ASTAR_NO_ID, NULL, NULL, NULL, 0) == ASTAR_OK);
  q->running = status != ASTAR_OUT_OF_MEMORY && status != ASTAR_STALE;
  return q->running ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* Take what was found for the query: *path is NULL if there is no way. */
static astar_result take_answer(astar_discs *d, const astar_path *path)
{
  const as_disc_query *q = &d->query;
  as_disc *a = &d->discs[q->disc];
  const bool stays = as_same_place(a->at, q->start);
  bool partial = true;
  uint32_t i;
  if (path) {
    const astar_waypoint end = astar_path_point(path, path->count - 1);
    const double last[2] = {end.x, end.y};
    partial = as_disc_distance(last, q->goal) > AS_DISC_PASSED * a->radius;
  }
  /* Who follows a path of the caller goes on straight where there is no way round. */
  if (!path || (partial && a->wish == ASTAR_WISH_PATH)) {
    a->partial = true;
    return ASTAR_OK;
  }
  if (!take_path(d, a, path, partial)) return ASTAR_NO_MEMORY;
  for (i = 0; !stays && i < 2 && a->aim + 1 < a->point_count; i++)
    a->aim += as_disc_sees_past(d, a, a->at, a->points[a->aim + 1].at, a->radius);
  return as_disc_find_detour(d, a);
}

/* End the query. */
static astar_result end(astar_discs *d)
{
  astar_search *s = d->find.search;
  astar_path *path = NULL;
  astar_result result = run(d, UINT64_MAX);
  astar_id last;
  size_t size = 0;
  if (result != ASTAR_OK) return result;
  last = astar_search_status(s) == ASTAR_FOUND ? astar_search_found(s) : astar_search_partial(s);
  if (last != ASTAR_NO_ID) {
    size = astar_search_path_size(s, last);
    path = (astar_path *)(void *)as_new(&d->memory, size, char);
    if (!path) return ASTAR_NO_MEMORY;
    astar_search_path(s, last, path);
  }
  result = take_answer(d, path);
  as_free(&d->memory, (char *)(void *)path, size, char);
  return result;
}

/* Go on with the query, by what may still be spent, but at least by as much as a short search. *done: it has ended. */
static astar_result go_on(astar_discs *d, bool *done)
{
  as_disc_query *q = &d->query;
  const uint64_t rest = as_discs_expansions(d) - d->spent, most = rest < SEARCH ? SEARCH : rest;
  const uint64_t part = q->left < most ? q->left : most;
  const astar_result result = part < q->left ? run(d, part / CORNER) : end(d);
  if (result != ASTAR_OK) return result;
  *done = part == q->left;
  q->left -= part;
  d->spent += part;
  return ASTAR_OK;
}

/* Whether the answer to the query would be of no use: its disc is to be pushed out of an obstacle, or has come on. */
static bool is_past(const astar_discs *d)
{
  const as_disc_query *q = &d->query;
  const as_disc *a;
  if (q->disc == AS_NO_DISC) return false;
  a = &d->discs[q->disc];
  return a->inside || (a->wish == ASTAR_WISH_PATH && !as_same_place(goal_of(a), q->goal));
}

/* Whether it is the turn of a disc in the queue that has no clear way. */
static bool is_next(const astar_discs *d, uint32_t index)
{
  const as_disc *a = &d->discs[index];
  if (a->inside || d->spent >= as_discs_expansions(d)) return false;
  return d->query.disc == AS_NO_DISC ? !(a->partial && d->futile) : d->query.disc == index;
}

/* Search for the path of a disc. *done: it needs no more. */
static astar_result search(astar_discs *d, uint32_t index, bool *done)
{
  as_disc *a = &d->discs[index];
  const bool was_partial = a->partial;
  const uint64_t before = d->spent;
  astar_result result = ASTAR_OK;
  if (d->query.disc == AS_NO_DISC) result = begin(d, index);
  *done = d->query.disc == AS_NO_DISC;
  if (result == ASTAR_OK && !*done) result = go_on(d, done);
  if (result != ASTAR_OK || !*done) return result;
  d->futile |= d->spent > before && was_partial && a->partial;
  return ASTAR_OK;
}

/*
** Searches for ways that do not exist take longest, and edits elsewhere may ask for them again and again: if there
** still is none for one disc, the others for which there was none wait for the next update.
*/
astar_result as_discs_plan(astar_discs *d)
{
  const uint32_t last = d->queue_last;
  uint32_t index, next;
  if (is_past(d)) d->query.disc = AS_NO_DISC;
  for (index = d->queue_first; index != AS_NO_DISC; index = next) {
    as_disc *a = &d->discs[index];
    bool done = !a->inside && go_straight(d, a), again = false;
    if (!done && is_next(d, index)) {
      if (search(d, index, &done) != ASTAR_OK) return ASTAR_NO_MEMORY;
      again = done && d->query.disc == index && !as_same_place(d->query.goal, goal_of(a));
    }
    next = index == last ? AS_NO_DISC : a->next; /* a search may have taken others out of the queue */
    if (done) as_disc_dequeue(d, index);
    if (again) as_disc_enqueue(d, index);
  }
  return ASTAR_OK;
}
