/*
** group_discs.c: what groups need of a crowd of discs: see as_group_ops. It finds the way of a group; disc_places.c
** finds out where its members can stand at the goal, disc_march.c leads them there.
*/
#include "crowd/discs.h"

#define SPACING 2.5  /* the distance between neighbours, by radius */

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

static void stop(void *crowd, uint32_t index)
{
  const astar_wish none = {ASTAR_WISH_NONE, 0, 0, NULL, 0};
  as_disc_take_wish(crowd, index, &none);
}

/* The path or flow that it had as its goal may be gone before the order is carried out. */
static void rouse(void *crowd, uint32_t index)
{
  astar_discs *d = crowd;
  const uint8_t wish = d->discs[index].wish;
  if (wish == ASTAR_WISH_PATH || wish == ASTAR_WISH_FLOW) stop(d, index);
  d->discs[index].status = ASTAR_AGENT_MOVING;
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
    const double distance = as_disc_distance(a->at, place);
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
  const as_disc *largest, *nearest;
  const astar_path *path;
  astar_result result;
  choose_leaders(d, g, from, &largest, &nearest);
  g->march.count = 0;
  result = as_disc_find_path(d, largest, nearest->at, g->middle, &path);
  if (result != ASTAR_OK || !path) return result;
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
  length = as_disc_distance(last->at, from);
  if (!(length > 0)) return;
  g->facing[0] = (last->at[0] - from[0]) / length;
  g->facing[1] = (last->at[1] - from[1]) / length;
}

static astar_result aim(void *crowd, as_group *g, const double from[2])
{
  astar_discs *d = crowd;
  as_march *m = &g->march;
  astar_result result;
  int k;
  for (k = 0; k < 2; k++)
    g->middle[k] = as_coordinate(as_min(as_max(g->goal[k], -ASTAR_PLANE_LIMIT), ASTAR_PLANE_LIMIT));
  result = find_path(d, g, from);
  if (result != ASTAR_OK) return result;
  if (m->count > 0) memcpy(g->middle, m->points[m->count - 1].at, sizeof g->middle);
  if (g->wanted[0] != 0 || g->wanted[1] != 0) memcpy(g->facing, g->wanted, sizeof g->facing);
  else if (m->count > 0) face(g);
  m->along = m->waited = 0;
  m->least = INFINITY;
  m->turn = 0;
  return ASTAR_OK;
}

/* ---- Setting out ---- */

/* Whether anybody can move. */
static bool can_move(const astar_discs *d, const as_group *g)
{
  uint32_t i;
  for (i = 0; i < g->count; i++) {
    if (d->discs[g->members[i].index].full_speed > 0) return true;
  }
  return false;
}

/* Whether the group marches along the path that was found. */
static bool is_march(const astar_discs *d, const as_group *g)
{
  const as_march *m = &g->march;
  return !g->own_speed && g->count > 1 && m->count > 1 && m->points[m->count - 1].along > g->extent && can_move(d, g);
}

static astar_result place(void *crowd, as_group *g)
{
  astar_discs *d = crowd;
  astar_result result = as_discs_find_places(d, g);
  uint32_t i;
  for (i = 0; i < g->count && result == ASTAR_OK; i++) {
    if (!as_disc_reserve_points(d, &d->discs[g->members[i].index], 1)) result = ASTAR_NO_MEMORY;
  }
  if (result != ASTAR_OK) return result;
  if (!is_march(d, g)) g->march.count = 0;
  for (i = 0; i < g->count; i++) {
    as_member *m = &g->members[i];
    m->along = m->ahead = 0;
    m->mode = g->march.count > 0 ? AS_MARCH_IN_RANK : AS_MARCH_NOT;
    if (m->mode == AS_MARCH_NOT) as_discs_send(d, m);
  }
  return ASTAR_OK;
}

static const as_group_ops group_ops = {.locate = locate,
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
                                       .find_cut = as_discs_find_cut,
                                       .lead = as_discs_lead};

const as_group_ops *as_discs_group_ops(void)
{
  return &group_ops;
}

astar_groups *astar_discs_groups(astar_discs *d)
{
  return &d->groups;
}
