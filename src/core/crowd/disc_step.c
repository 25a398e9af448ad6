/*
** disc_step.c: a step of time: all discs choose their velocities by what was before the step, then all move. See discs.h.
*/
#include "crowd/discs.h"

#include "geometry/angle.h"

/* The part of the horizon for which a disc looks out for those that have to give way to it, so that it pushes none aside. */
#define SHORT 0.125

/* The part of the horizon in which discs that overlap come apart at most. */
#define APART 0.001

/* A disc does not wish to go quite straight on when others are near: it turns by so many radians to the right, at least. */
#define ASIDE_LEAST 0.01
#define ASIDE_MORE 0.02

/*
** It turns by ASIDE_SLOW more for each second in which it was slower than SLOW_SPEED of its speed. After SLOW_LEAST to
** SLOW_LEAST + SLOW_MORE seconds that begins at 0 again. So discs that block each other go round each other, or make room.
*/
#define ASIDE_SLOW 0.5
#define SLOW_LEAST 2.0
#define SLOW_MORE 3.0
#define SLOW_SPEED 0.3

/* The seconds for which two that block each other wait, until one goes back; and for which it then goes back at least. */
#define JAMMED 0.5
#define BACKING 1.0

/* The part of the wish below which edges leave no way. */
#define NO_WAY 0.01

/* The part of the wish, beside its leader's direction, that leads out of the leader's way. */
#define OUT_OF_WAY 0.7

bool as_discs_reserve_step(astar_discs *d, uint32_t count, uint32_t live)
{
  return as_reserve(&d->memory, &d->chosen, &d->chosen_capacity, count, sizeof *d->chosen) &&
         as_disc_cells_reserve(&d->cells, &d->memory, live);
}

/* ---- Who gives way ---- */

static bool is_heading(const as_disc *a)
{
  return a->heading[0] != 0 || a->heading[1] != 0;
}

/* Of two that want to pass: -1 if the first has to give way, 1 if the second, 0 if both. */
static int compare(const as_disc_body *a, const as_disc_body *b)
{
  const bool a_backs = a->leader != a->disc, b_backs = b->leader != b->disc;
  if (a_backs && a->leader == b->disc) return -1;
  if (b_backs && b->leader == a->disc) return 1;
  if (a->priority != b->priority) return a->priority < b->priority ? -1 : 1;
  return (int)a_backs - (int)b_backs;
}

/* Whether a disc that stands keeps its place from one that goes: not from those on the way to other cells of the same flow. */
static bool keeps_place(const as_disc *stands, const as_disc *goes)
{
  return as_discs_share_goal(stands, goes) && (stands->wish != ASTAR_WISH_FLOW || stands->settled);
}

/* The same, for any two. */
static int rank(const astar_discs *d, const as_disc_body *a, const as_disc_body *b)
{
  if (b->standing == AS_BODY_FIXED) return -1;
  if (a->standing == b->standing) return compare(a, b);
  if (a->standing < b->standing) return keeps_place(&d->discs[a->disc], &d->discs[b->disc]) ? 1 : -1;
  return keeps_place(&d->discs[b->disc], &d->discs[a->disc]) ? -1 : 1;
}

/* ---- Bodies ---- */

/* The priority and the identity of who lends its own to a disc. */
static uint32_t leader_of(const astar_discs *d, uint32_t index)
{
  const as_disc *a = &d->discs[index];
  return a->backing > 0 ? a->leader : index;
}

static void make_body(const astar_discs *d, uint32_t index, as_disc_body *b)
{
  const as_disc *a = &d->discs[index];
  memset(b, 0, sizeof *b);
  memcpy(b->at, a->at, sizeof b->at);
  memcpy(b->velocity, a->velocity, sizeof b->velocity);
  memcpy(b->wish, d->chosen[index], sizeof b->wish);
  b->radius = a->radius;
  b->reach = a->speed * d->def.horizon;
  b->disc = index;
  b->leader = leader_of(d, index);
  b->priority = d->discs[b->leader].priority;
  b->group = a->group;
  b->ignored = d->ignored[a->group];
  if (a->inside || !(a->speed > 0)) b->standing = AS_BODY_FIXED;
  else if (a->backing > 0) b->standing = AS_BODY_GOES;
  else if (!is_heading(a) || a->status == ASTAR_AGENT_ARRIVED) b->standing = AS_BODY_STANDS;
  else b->standing = a->returns ? AS_BODY_RETURNS : AS_BODY_GOES;
}

/* ---- Choosing ---- */

/* A share of a disc's own, 0 to 1: so no two are quite alike. */
static double share_of(uint32_t index)
{
  uint32_t x = (index + 1) * 0x9E3779B1u;
  x = (x ^ x >> 15) * 0x85EBCA77u;
  return (double)((x ^ x >> 13) & 0xFFFFu) / 65536;
}

/* Bear to the right, which tells discs that meet head-on, or symmetrically, how to pass. */
static void bear_right(uint32_t index, double slow, double wish[2])
{
  const double x = wish[0], y = wish[1];
  double sine, cosine;
  as_sine_cosine(ASIDE_LEAST + ASIDE_MORE * share_of(index) + ASIDE_SLOW * slow, &sine, &cosine);
  wish[0] = x * cosine + y * sine;
  wish[1] = y * cosine - x * sine;
}

/* Let the leader pass: go before it, and out of its way. */
static void go_back(const astar_discs *d, const as_disc *a, double wish[2])
{
  const as_disc *leader = &d->discs[a->leader];
  double to[2], direction[2], side, length;
  int k;
  for (k = 0; k < 2; k++) to[k] = a->at[k] - leader->at[k];
  side = as_cross(leader->heading, to) > 0.1 * (a->radius + leader->radius) ? OUT_OF_WAY : -OUT_OF_WAY;
  direction[0] = leader->heading[0] - side * leader->heading[1];
  direction[1] = leader->heading[1] + side * leader->heading[0];
  length = as_length(direction[0], direction[1], 0);
  for (k = 0; k < 2; k++) wish[k] = length > 0 ? direction[k] / length * a->speed : 0;
}

static as_half_plane avoid(const astar_discs *d, const as_disc_body *a, const as_near_disc *near, double time)
{
  const as_disc_body *b = near->body;
  const int order = rank(d, a, b);
  /* Who stands in the way of another clears the way that this wishes to go, even if it hardly moves. */
  const bool clears = order < 0 && a->standing == AS_BODY_STANDS && b->standing != AS_BODY_FIXED;
  /* Who keeps its place from another only sees to it that they do not overlap. */
  const double ahead = order <= 0 ? 1 : a->standing < b->standing ? 0 : SHORT;
  const double *velocity = clears ? b->wish : b->velocity;
  as_meeting m;
  int k;
  for (k = 0; k < 2; k++) {
    m.to[k] = b->at[k] - a->at[k];
    m.relative[k] = a->velocity[k] - velocity[k];
  }
  m.radius = a->radius + b->radius;
  m.time = as_max(ahead * d->def.horizon, time);
  m.apart = as_max(APART * d->def.horizon, time);
  m.first = a->disc < b->disc;
  return as_avoid_disc(&m, a->velocity, order == 0 ? 0.5 : 1);
}

/*
** The half-planes of the edges near a disc. Together they may allow no velocity towards the wish, though there is a way round a
** corner. Then use weaker ones, with which the disc goes up to the edges and along them.
*/
static uint32_t avoid_walls(const astar_discs *d, as_disc *a, double time, const double wish[2], as_half_plane *list)
{
  const double ahead = as_max(d->def.wall_horizon, time), reach = a->radius + a->speed * ahead;
  as_wall walls[AS_DISC_WALLS];
  double free[2];
  uint32_t count, i;
  if (a->clear > reach) return 0;
  count = as_disc_list_walls(as_plane_of(d, a), a->at, reach, 1.5 * reach, walls, &a->clear);
  for (i = 0; i < count; i++) list[i] = as_avoid_wall(&walls[i], a->radius, ahead, wish);
  if (count < 2) return count;
  as_choose_velocity(list, count, count, a->speed, wish, free);
  if (as_dot(free, wish) >= NO_WAY * as_dot(wish, wish)) return count;
  for (i = 0; i < count; i++) list[i] = as_approach_wall(&walls[i], a->radius, ahead);
  return count;
}

/* Change the velocity by no more than the acceleration allows. */
static void limit_change(const astar_discs *d, const as_disc *a, double time, double velocity[2])
{
  const double x = velocity[0] - a->velocity[0], y = velocity[1] - a->velocity[1];
  const double length = as_length(x, y, 0), most = d->def.max_acceleration * time;
  if (!(length > most)) return;
  velocity[0] = a->velocity[0] + x / length * most;
  velocity[1] = a->velocity[1] + y / length * most;
}

/* The velocity of a disc for the step; `chosen` is what it wishes, and becomes what it gets. */
static void choose(astar_discs *d, const as_disc_body *body, double time, double chosen[2])
{
  as_disc *a = &d->discs[body->disc];
  as_near_disc near[ASTAR_DISC_NEIGHBOURS];
  as_half_plane list[AS_HALF_PLANES], others[ASTAR_DISC_NEIGHBOURS];
  uint32_t count, hard, i;
  double wish[2], to[2], most = 1e-9 * a->speed;
  a->by = AS_NO_DISC;
  if (body->standing == AS_BODY_FIXED) return;
  memcpy(wish, chosen, sizeof wish);
  if (a->backing > 0) go_back(d, a, wish);
  count = as_disc_cells_near(&d->cells, body, d->def.neighbours, near);
  if (count > 0) bear_right(body->disc, a->slow, wish);
  for (i = 0; i < count; i++) {
    double violation;
    others[i] = avoid(d, body, &near[i], time);
    violation = others[i].least - as_dot(others[i].normal, chosen);
    if (!(violation > most)) continue;
    most = violation;
    a->by = near[i].body->disc;
    a->by_generation = d->discs[a->by].generation;
  }
  /* A disc that makes room for others looks for edges on the way that they leave it, not on its way home. */
  memcpy(to, wish, sizeof to);
  if (body->standing == AS_BODY_STANDS && a->by != AS_NO_DISC) as_choose_velocity(others, 0, count, a->speed, wish, to);
  hard = avoid_walls(d, a, time, to, list);
  if (count > 0) memcpy(list + hard, others, count * sizeof *others);
  as_choose_velocity(list, hard, hard + count, a->speed, wish, chosen);
  if (d->def.max_acceleration < INFINITY) limit_change(d, a, time, chosen);
}

/* ---- Moving ---- */

/* Move a disc; its velocity becomes that with which it has moved. */
static void move(const astar_discs *d, as_disc *a, double time, const double velocity[2])
{
  double to[2], gone[2], way, length;
  int k;
  for (k = 0; k < 2; k++) {
    to[k] = a->at[k] + velocity[k] * time;
    to[k] = as_coordinate(as_min(as_max(to[k], -ASTAR_PLANE_LIMIT), ASTAR_PLANE_LIMIT));
    gone[k] = a->at[k];
  }
  way = as_length(to[0] - gone[0], to[1] - gone[1], 0);
  if (a->inside || way == 0 || a->clear * (1 - 1e-6) > a->radius + way) memcpy(a->at, to, sizeof to);
  else as_disc_slide(as_plane_of(d, a), a->at, to, a->radius);
  for (k = 0; k < 2; k++) gone[k] = a->at[k] - gone[k];
  length = as_length(gone[0], gone[1], 0);
  a->clear = as_max(a->clear - length * (1 + 1e-6), 0);
  for (k = 0; k < 2; k++) {
    a->moved[k] += gone[k];
    a->velocity[k] = length < way ? gone[k] / time : velocity[k];
  }
}

/* A disc in an obstacle that has come to where it can stand. */
static void come_out(const astar_discs *d, as_disc *a)
{
  if (as_length(a->escape[0] - a->at[0], a->escape[1] - a->at[1], 0) > 1e-9 * a->radius) return;
  memcpy(a->at, a->escape, sizeof a->at);
  a->clear = 0;
  a->inside = as_disc_stands_badly(as_plane_of(d, a), a->at, a->radius);
}

/* Note for how long it has hardly come on in its direction. */
static void note_pace(as_disc *a, uint32_t index, double time)
{
  if (!is_heading(a) || a->status == ASTAR_AGENT_ARRIVED || as_dot(a->heading, a->velocity) >= SLOW_SPEED * a->speed) {
    a->slow = as_max(a->slow - time, 0);
  } else {
    a->slow += time;
    if (a->slow > SLOW_LEAST + SLOW_MORE * share_of(index)) a->slow = 0;
  }
}

/* ---- Going back ---- */

/* Whether a leader still has to pass. */
static bool must_pass(const as_disc *a, const as_disc *leader)
{
  double to[2];
  int k;
  for (k = 0; k < 2; k++) to[k] = a->at[k] - leader->at[k];
  return as_disc_is_live(leader) && is_heading(leader) && leader->status != ASTAR_AGENT_ARRIVED &&
         as_dot(to, leader->heading) > 0 && as_length(to[0], to[1], 0) < 3 * (a->radius + leader->radius);
}

/* The disc that a disc has to let pass, which blocks it and is blocked by it; or AS_NO_DISC. */
static uint32_t find_leader(const astar_discs *d, uint32_t index)
{
  const as_disc *a = &d->discs[index], *b, *leader;
  const double jammed = as_min(JAMMED, 0.5 * d->def.patience);
  uint32_t found;
  if (a->by == AS_NO_DISC || a->waited < jammed || !is_heading(a) || a->status == ASTAR_AGENT_ARRIVED) return AS_NO_DISC;
  b = &d->discs[a->by];
  found = leader_of(d, a->by);
  leader = &d->discs[found];
  if (found == index || !is_heading(b) || b->status == ASTAR_AGENT_ARRIVED || b->inside) return AS_NO_DISC;
  if (b->backing == 0 && (b->by != index || b->waited < jammed)) return AS_NO_DISC;
  if (as_dot(a->heading, leader->heading) >= 0 || !must_pass(a, leader)) return AS_NO_DISC;
  if (a->priority != leader->priority) return a->priority < leader->priority ? found : AS_NO_DISC;
  return index > found ? found : AS_NO_DISC;
}

static void back_up(astar_discs *d, uint32_t index, double time)
{
  as_disc *a = &d->discs[index];
  if (a->backing > 0) {
    const as_disc *leader = &d->discs[a->leader];
    a->backing = must_pass(a, leader) ? as_max(a->backing - time, leader->by == index ? BACKING : 0) : 0;
  } else {
    const uint32_t leader = find_leader(d, index);
    if (leader == AS_NO_DISC) return;
    a->leader = leader;
    a->leader_generation = d->discs[leader].generation;
    a->backing = BACKING;
  }
}

/* ---- A step ---- */

void as_discs_step(astar_discs *d, double time)
{
  uint32_t i, count = 0;
  for (i = 0; i < d->count; i++) {
    if (!as_disc_is_live(&d->discs[i])) continue;
    if (!as_disc_backs(d, &d->discs[i])) d->discs[i].backing = 0;
    as_disc_wish_velocity(d, i, time, d->chosen[i]);
  }
  for (i = 0; i < d->count; i++) {
    if (as_disc_is_live(&d->discs[i])) make_body(d, i, &d->cells.loose[count++]);
  }
  as_disc_cells_build(&d->cells, count);
  for (i = 0; i < count; i++) choose(d, &d->cells.bodies[i], time, d->chosen[d->cells.bodies[i].disc]);
  for (i = 0; i < d->count; i++) {
    as_disc *a = &d->discs[i];
    if (!as_disc_is_live(a)) continue;
    move(d, a, time, d->chosen[i]);
    if (a->inside) come_out(d, a);
    as_disc_judge(d, i, time);
    note_pace(a, i, time);
  }
  for (i = 0; i < d->count; i++) {
    if (as_disc_is_live(&d->discs[i])) back_up(d, i, time);
  }
  d->ticks++;
}
