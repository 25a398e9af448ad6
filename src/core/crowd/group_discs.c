/*
** group_discs.c: what groups need of a crowd of discs: see as_group_ops. It finds the way of a group, and where its members can
** stand at the goal. disc_march.c leads them there.
*/
#include "crowd/discs.h"

#include "geometry/formation.h"

#define SPACING 2.5  /* the distance between neighbours, by radius */
#define BESIDE 2.05  /* between places beside each other that were moved, by radius */
#define RINGS 24     /* of such places around the nearest one where a disc can stand */
#define ROW 0.8660254037844386 /* the distance between rows of them: half the root of 3 */

/* ---- Discs ---- */

static void locate(const void *crowd, uint32_t index, double place[2])
{
  const astar_discs *d = crowd;
  memcpy(place, d->discs[index].at, sizeof d->discs[index].at);
}

static double spacing(const void *crowd, uint32_t index)
{
  const astar_discs *d = crowd;
  return SPACING * d->discs[index].radius;
}

static double speed(const void *crowd, uint32_t index)
{
  const astar_discs *d = crowd;
  return d->discs[index].full_speed;
}

static astar_agent_status status(const void *crowd, uint32_t index)
{
  const astar_discs *d = crowd;
  as_member *m;
  (void)as_groups_find(&d->groups, index, &m);
  if (d->discs[index].status == ASTAR_AGENT_ARRIVED && m->mode != AS_MARCH_NOT && m->mode != AS_MARCH_LOST)
    return ASTAR_AGENT_WAITING;
  return (astar_agent_status)d->discs[index].status;
}

static uint32_t shifts(const void *crowd, double vectors[][2])
{
  (void)crowd;
  (void)vectors;
  return 0;
}

static bool has(const void *crowd, astar_id node, uint32_t *generation)
{
  const astar_discs *d = crowd;
  return d->grid && astar_graph_has(d->grid, node, generation);
}

static void limit(void *crowd, uint32_t index, double most)
{
  astar_discs *d = crowd;
  d->discs[index].speed = as_min(d->discs[index].full_speed, most);
}

static void rouse(void *crowd, uint32_t index)
{
  astar_discs *d = crowd;
  d->discs[index].status = ASTAR_AGENT_MOVING;
}

static void stop(void *crowd, uint32_t index)
{
  const astar_wish none = {ASTAR_WISH_NONE, 0, 0, NULL, 0};
  as_disc_take_wish(crowd, index, &none);
}

static void dismiss(void *crowd, as_group *g, as_member *m)
{
  (void)g;
  if (m->mode == AS_MARCH_IN_RANK || m->mode == AS_MARCH_IN_FILE) as_discs_send(crowd, m);
}

/* ---- The way of a group ---- */

/* The disc that is the largest, the first of such; and the member that is nearest to a place. */
static void choose_leaders(const astar_discs *d, const as_group *g, const double place[2], const as_disc **largest,
                           const as_disc **nearest)
{
  double least = INFINITY;
  uint32_t i;
  *largest = *nearest = &d->discs[g->members[0].index];
  for (i = 0; i < g->count; i++) {
    const as_disc *a = &d->discs[g->members[i].index];
    const double distance = as_length(a->at[0] - place[0], a->at[1] - place[1], 0);
    if (a->radius > (*largest)->radius) *largest = a;
    if (distance >= least) continue;
    least = distance;
    *nearest = a;
  }
}

/* Keep a path as that of a march. */
static bool keep_path(astar_discs *d, as_march *march, const astar_path *path)
{
  uint32_t i;
  double along = 0;
  if (!as_reserve(&d->memory, &march->points, &march->capacity, path->count, sizeof *march->points)) return false;
  for (i = 0; i < path->count; i++) {
    const astar_waypoint at = astar_path_point(path, i);
    as_march_point *p = &march->points[i];
    p->at[0] = at.x;
    p->at[1] = at.y;
    if (i > 0) along += as_length(p->at[0] - p[-1].at[0], p->at[1] - p[-1].at[1], 0);
    p->along = along;
  }
  march->count = path->count;
  return true;
}

/* Search for the path: for the largest member, from the one in the middle. It may have a single point, or none. */
static astar_result find_path(astar_discs *d, as_group *g, const double from[2])
{
  astar_search_def def = astar_default_search();
  const as_disc *largest, *nearest;
  const astar_path *path;
  choose_leaders(d, g, from, &largest, &nearest);
  memcpy(def.from, nearest->at, sizeof def.from);
  memcpy(def.to, g->middle, sizeof def.to);
  def.goal_count = 1;
  def.radius = largest->radius;
  def.partial = def.answer_only = true;
  g->march.count = 0;
  if (astar_find_on_plane(d->finder, d->plane, &def) == ASTAR_OUT_OF_MEMORY) return ASTAR_NO_MEMORY;
  path = astar_finder_path(d->finder);
  if (!path) return astar_finder_count(d->finder) > 0 ? ASTAR_NO_MEMORY : ASTAR_OK;
  return keep_path(d, &g->march, path) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

/* Turn to where the last part of the path leads, as long as the formation is deep. */
static void face(as_group *g)
{
  const as_march *m = &g->march;
  const as_march_point *last = &m->points[m->count - 1];
  double from[2], length;
  if (m->count < 2) return;
  as_march_at(m, last->along - as_max(g->extent, 1e-9 * last->along), from);
  length = as_length(last->at[0] - from[0], last->at[1] - from[1], 0);
  if (!(length > 0)) return;
  g->facing[0] = (last->at[0] - from[0]) / length;
  g->facing[1] = (last->at[1] - from[1]) / length;
}

/* Whether anybody can move. */
static bool can_move(const astar_discs *d, const as_group *g)
{
  uint32_t i;
  for (i = 0; i < g->count; i++) {
    if (d->discs[g->members[i].index].full_speed > 0) return true;
  }
  return false;
}

static astar_result aim(void *crowd, as_group *g, const double from[2])
{
  astar_discs *d = crowd;
  as_march *m = &g->march;
  astar_result result;
  int k;
  for (k = 0; k < 2; k++) g->middle[k] = as_coordinate(as_min(as_max(g->goal[k], -ASTAR_PLANE_LIMIT), ASTAR_PLANE_LIMIT));
  result = find_path(d, g, from);
  if (result != ASTAR_OK) return result;
  if (m->count > 0) memcpy(g->middle, m->points[m->count - 1].at, sizeof g->middle);
  if (g->wanted[0] != 0 || g->wanted[1] != 0) memcpy(g->facing, g->wanted, sizeof g->facing);
  else if (m->count > 0) face(g);
  if (g->own_speed || g->count < 2 || m->count < 2 || m->points[m->count - 1].along <= g->extent || !can_move(d, g))
    m->count = 0;
  m->along = m->waited = 0;
  m->least = INFINITY;
  m->turn = 0;
  return ASTAR_OK;
}

/* ---- Places ---- */

/* Whether a place is farther from those of all others than they are large, as far as these are known. */
static bool is_apart(const astar_discs *d, const as_group *g, const bool *known, uint32_t member, const double place[2])
{
  const double radius = d->discs[g->members[member].index].radius;
  uint32_t i;
  for (i = 0; i < g->count; i++) {
    const as_member *other = &g->members[i];
    if (!known[i] || i == member) continue;
    if (as_length(place[0] - other->place[0], place[1] - other->place[1], 0) < radius + d->discs[other->index].radius)
      return false;
  }
  return true;
}

/* The nearest place where a disc can stand, and to which it has a way. */
static astar_result find_nearest(astar_discs *d, const as_disc *a, const double place[2], astar_near_place *near)
{
  near->found = true;
  near->distance = 0;
  memcpy(near->at, place, sizeof near->at);
  if (as_disc_blocker(d->plane, place, a->radius) == ASTAR_NO_OBSTACLE && as_disc_sees(d->plane, a->at, place, a->radius))
    return ASTAR_OK;
  return astar_plane_nearest(d->plane, place, a->radius, a->at, near);
}

/* The k-th place of the hexagon of places around one, ring 1 or more. */
static void ring_place(const double middle[2], double apart, uint32_t ring, uint32_t k, double place[2])
{
  static const double corner[6][2] = {{1, 0}, {0.5, ROW}, {-0.5, ROW}, {-1, 0}, {-0.5, -ROW}, {0.5, -ROW}};
  const uint32_t side = k / ring, step = k % ring;
  int i;
  for (i = 0; i < 2; i++)
    place[i] = as_coordinate(middle[i] + apart * ((ring - step) * corner[side][i] + step * corner[(side + 1) % 6][i]));
}

/* Of the places of a ring that nobody else has, the one that is nearest to a place; *found becomes whether there is one. */
static astar_result find_in_ring(astar_discs *d, const as_group *g, const bool *known, uint32_t member,
                                 const double middle[2], uint32_t ring, double best[2], bool *found)
{
  const as_disc *a = &d->discs[g->members[member].index];
  const double *wanted = g->members[member].place;
  double least = INFINITY;
  uint32_t k;
  *found = false;
  for (k = 0; k < 6 * ring; k++) {
    double place[2], distance;
    astar_near_place near;
    ring_place(middle, BESIDE * a->radius, ring, k, place);
    distance = as_length(place[0] - wanted[0], place[1] - wanted[1], 0);
    if (distance >= least || fabs(place[0]) > ASTAR_PLANE_LIMIT || fabs(place[1]) > ASTAR_PLANE_LIMIT) continue;
    if (!is_apart(d, g, known, member, place) || as_disc_blocker(d->plane, place, a->radius) != ASTAR_NO_OBSTACLE) continue;
    if (find_nearest(d, a, place, &near) != ASTAR_OK) return ASTAR_NO_MEMORY;
    if (!near.found || near.distance > 0) continue;
    least = distance;
    memcpy(best, place, 2 * sizeof *best);
    *found = true;
  }
  return ASTAR_OK;
}

/* Move the place of a member to a free one as near as can be. If there is none near by, it shares that of others. */
static astar_result move_place(astar_discs *d, as_group *g, const bool *known, uint32_t member)
{
  as_member *m = &g->members[member];
  astar_near_place near;
  double best[2];
  uint32_t ring;
  bool found = false;
  if (find_nearest(d, &d->discs[m->index], m->place, &near) != ASTAR_OK) return ASTAR_NO_MEMORY;
  if (!near.found) return ASTAR_OK;
  memcpy(best, near.at, sizeof best);
  found = is_apart(d, g, known, member, best);
  for (ring = 1; ring <= RINGS && !found; ring++) {
    if (find_in_ring(d, g, known, member, near.at, ring, best, &found) != ASTAR_OK) return ASTAR_NO_MEMORY;
  }
  memcpy(m->place, found ? best : near.at, sizeof m->place);
  return ASTAR_OK;
}

/* First all get their places who can; then the others look for one. */
static astar_result find_places(astar_discs *d, as_group *g, bool *known)
{
  astar_result result = ASTAR_OK;
  uint32_t i;
  for (i = 0; i < g->count && result == ASTAR_OK; i++) {
    as_member *m = &g->members[i];
    astar_near_place near;
    int k;
    for (k = 0; k < 2; k++) m->place[k] = as_coordinate(as_min(as_max(m->place[k], -ASTAR_PLANE_LIMIT), ASTAR_PLANE_LIMIT));
    result = find_nearest(d, &d->discs[m->index], m->place, &near);
    known[i] = result == ASTAR_OK && near.found && near.distance == 0;
  }
  for (i = 0; i < g->count && result == ASTAR_OK; i++) {
    if (known[i]) continue;
    result = move_place(d, g, known, i);
    known[i] = true;
  }
  return result;
}

static astar_result place(void *crowd, as_group *g)
{
  astar_discs *d = crowd;
  bool *known = as_new(&d->memory, g->count, bool);
  astar_result result = ASTAR_NO_MEMORY;
  uint32_t i;
  if (!known) return result;
  memset(known, 0, g->count * sizeof *known);
  result = find_places(d, g, known);
  as_free(&d->memory, known, g->count, bool);
  for (i = 0; i < g->count && result == ASTAR_OK; i++) {
    if (!as_disc_reserve_points(d, &d->discs[g->members[i].index], 1)) result = ASTAR_NO_MEMORY;
  }
  for (i = 0; i < g->count && result == ASTAR_OK; i++) {
    as_member *m = &g->members[i];
    m->along = m->ahead = 0;
    m->mode = g->march.count > 0 ? AS_MARCH_IN_RANK : AS_MARCH_NOT;
    if (m->mode == AS_MARCH_NOT) as_discs_send(d, m);
  }
  return result;
}

const as_group_ops as_disc_group_ops = {.locate = locate,
                                        .spacing = spacing,
                                        .speed = speed,
                                        .status = status,
                                        .shifts = shifts,
                                        .has = has,
                                        .limit = limit,
                                        .rouse = rouse,
                                        .stop = stop,
                                        .dismiss = dismiss,
                                        .aim = aim,
                                        .place = place,
                                        .lead = as_discs_lead};

astar_groups *astar_discs_groups(astar_discs *d)
{
  return &d->groups;
}
