/*
** disc_step.c: a step of time: all discs choose their velocities by what was before the step, then all move. See
** discs.h.
*/
#include "crowd/disc_spread.h"
#include "crowd/disc_yield.h"

#include "geometry/angle.h"

/*
** The part of the horizon for which a disc looks out for those that have to give way to it, so that it pushes none
** aside, as long as it gets on with this part of its speed.
*/
#define SHORT 0.125
#define GETS_ON 0.1

/*
** A disc that goes first leaves it to the other to come apart, unless their distance is less than this part of the
** radii.
*/
#define DEEP 0.97

/* The part of the horizon in which discs that overlap come apart at most. */
#define APART 0.001

/*
** A disc does not wish to go quite straight on when others are near: it turns by so many radians to the right, at
** least.
*/
#define ASIDE_LEAST 0.01
#define ASIDE_MORE 0.02

/* The seconds for which one that has arrived, and was pushed, does not go back to its place. */
#define HELD 0.5

/* A disc that is pushed pushes those in its way, and so on, so many times at most; what this counts of a radius. */
#define PUSHES 12
#define PUSH (1.0 / 64)

/* Of ways longer than so many radii none is the longer one; the part of a radius that each index counts. */
#define FAR 10000.0
#define LEAST 1e-12

/* What is left of the way of one without a goal of its own. */
#define UNKNOWN (-1.0)

/*
** The part of the horizon for which a disc looks out for walls that has its place within the whole of it: it stops
** there, and a wall behind the place need not slow it down before.
*/
#define AT_PLACE 0.2

/* How often a disc on a flow looks where fewer others are: once in so many steps. */
#define SPREADS 8

/* The part of an overlap that is undone in a step. */
#define YIELDS 0.8

/* The part of the wish below which edges leave no way. */
#define NO_WAY 0.6

bool as_discs_reserve_step(astar_discs *d, uint32_t count, uint32_t live)
{
  return as_reserve(&d->memory, &d->chosen, &d->chosen_capacity, count, sizeof *d->chosen) &&
         as_reserve(&d->memory, &d->standing, &d->standing_capacity, count, sizeof *d->standing) &&
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
  if (a_backs != b_backs) return a_backs ? 1 : -1;
  if (a->left == UNKNOWN || b->left == UNKNOWN || (a->gets_on && b->gets_on)) return 0;
  return a->left > b->left ? -1 : 1;
}

/*
** Whether a disc that stands keeps its place from one that goes: not from those on the way to other cells of the same
** flow.
*/
static bool keeps_place(const as_disc *stands, const as_disc *goes)
{
  return as_discs_share_goal(stands, goes) && (stands->wish != ASTAR_WISH_FLOW || stands->settled);
}

/* The same, for any two. */
static int rank(const astar_discs *d, const as_disc_body *a, const as_disc_body *b)
{
  if (b->standing == AS_BODY_FIXED) return -1;
  if (a->level == b->level) return compare(a, b);
  if (a->level < b->level) return keeps_place(&d->discs[a->disc], &d->discs[b->disc]) ? 1 : -1;
  return keeps_place(&d->discs[b->disc], &d->discs[a->disc]) ? -1 : 1;
}

/* ---- Bodies ---- */

static uint8_t standing_of(const as_disc *a)
{
  if (a->inside || !(a->speed > 0)) return AS_BODY_FIXED;
  if (a->backing > 0) return AS_BODY_GOES;
  if (!is_heading(a) || a->status == ASTAR_AGENT_ARRIVED) return AS_BODY_STANDS;
  return a->returns ? AS_BODY_RETURNS : AS_BODY_GOES;
}

/*
** What is left of the way of a disc, in radii: of two that are equal else, the one with less goes first, then the
** first.
*/
static double left_of(const astar_discs *d, uint32_t index)
{
  const as_disc *a = &d->discs[index];
  if (!as_disc_has_goal(a) || a->point_count == 0) return UNKNOWN;
  return as_min(floor(as_disc_way_left(a) / a->radius), FAR) + index * LEAST;
}

/* One that stands goes before others as the one that pushes it does. */
static void lend(const astar_discs *d, as_disc_body *b)
{
  const as_disc *pusher = &d->discs[b->pusher];
  const uint8_t level = standing_of(pusher);
  if (level == AS_BODY_FIXED || level <= b->level) return;
  b->level = level;
  b->priority = pusher->priority;
  b->left = left_of(d, b->pusher) + PUSH * b->pushes;
}

static void make_body(const astar_discs *d, uint32_t index, as_disc_body *b)
{
  const as_disc *a = &d->discs[index];
  memset(b, 0, sizeof *b);
  memcpy(b->at, a->at, sizeof b->at);
  memcpy(b->velocity, a->velocity, sizeof b->velocity);
  memcpy(b->preferred, a->demand[0] != 0 || a->demand[1] != 0 ? a->demand : d->chosen[index], sizeof b->preferred);
  b->radius = a->radius;
  b->reach = a->speed * d->def.horizon;
  b->disc = index;
  b->leader = as_disc_leader(d, index);
  b->priority = d->discs[b->leader].priority;
  b->left = left_of(d, index);
  b->gets_on = a->pace >= GETS_ON;
  b->group = a->group;
  b->ignored = d->ignored[a->group];
  b->standing = b->level = standing_of(a);
  b->pusher = a->pusher;
  b->pushes = a->pushes;
  if (b->pushes > 0 && b->standing == AS_BODY_STANDS) lend(d, b);
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
static void bear_right(uint32_t index, double preferred[2])
{
  const double x = preferred[0], y = preferred[1];
  double sine, cosine;
  as_sine_cosine(ASIDE_LEAST + ASIDE_MORE * share_of(index), &sine, &cosine);
  preferred[0] = x * cosine + y * sine;
  preferred[1] = y * cosine - x * sine;
}

/*
** Whether a disc that goes first only sees to it that it does not go into another: if it keeps its place from that one,
** or does not get on. It does not push those aside that have arrived where it goes.
*/
static bool pushes(const astar_discs *d, const as_disc_body *a, const as_disc_body *b)
{
  if (a->level < b->level) return true;
  if (a->gets_on) return false;
  return b->standing != AS_BODY_STANDS || !as_discs_share_goal(&d->discs[a->disc], &d->discs[b->disc]);
}

static as_half_plane avoid(const astar_discs *d, const as_disc_body *a, const as_near_disc *near, double time)
{
  const as_disc_body *b = near->body;
  const int order = rank(d, a, b);
  /* Who gives way clears the way that the other wishes to go, even if that hardly moves. */
  const bool clears = order < 0 && b->standing != AS_BODY_FIXED;
  const double ahead = order <= 0 ? 1 : pushes(d, a, b) ? 0 : SHORT;
  const double *velocity = clears ? b->preferred : b->velocity;
  as_meeting m;
  int k;
  for (k = 0; k < 2; k++) {
    m.to[k] = b->at[k] - a->at[k];
    m.relative[k] = a->velocity[k] - velocity[k];
  }
  m.radius = a->radius + b->radius;
  if (order > 0 && near->gap < 0) m.radius = as_max(m.radius + near->gap, DEEP * m.radius);
  m.time = as_max(ahead * d->def.horizon, time);
  m.apart = as_max(APART * d->def.horizon, time);
  m.first = a->disc < b->disc;
  return as_avoid_disc(&m, a->velocity, order == 0 ? 0.5 : 1);
}

/* For how many seconds a disc looks out for walls. */
static double wall_horizon(const astar_discs *d, const as_disc *a, double time)
{
  const bool is_near =
      a->wish == ASTAR_WISH_PLACE && as_disc_distance(a->at, a->target) < a->speed * d->def.wall_horizon;
  return as_max(is_near ? AT_PLACE * d->def.wall_horizon : d->def.wall_horizon, time);
}

/*
** The half-planes of the edges near a disc. Together they may allow no velocity towards the wish, though there is a way
** round a corner. Then use weaker ones, with which the disc goes up to the edges and along them.
*/
static uint32_t avoid_walls(const astar_discs *d, as_disc *a, double time, const double preferred[2],
                            as_half_plane *list)
{
  const double ahead = wall_horizon(d, a, time), reach = a->radius + a->speed * ahead;
  as_wall walls[AS_DISC_WALLS];
  double free[2];
  uint32_t count, i;
  if (a->clear > reach) return 0;
  count = as_disc_list_walls(as_plane_of(d, a), a->at, reach, 1.5 * reach, walls, &a->clear);
  for (i = 0; i < count; i++) list[i] = as_avoid_wall(&walls[i], a->radius, ahead, preferred);
  if (count < 2) return count;
  as_choose_velocity(list, count, count, a->speed, preferred, free);
  if (as_dot(free, preferred) >= NO_WAY * as_dot(preferred, preferred)) return count;
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

/* Note who pushes a disc: the one that is most in its way, if that goes first, or who pushes that one. */
static void note_push(const astar_discs *d, const as_disc_body *body, const as_disc_body *by, double time)
{
  as_disc *a = &d->discs[body->disc];
  a->held = as_max(a->held - time, 0);
  a->pusher = AS_NO_DISC;
  a->pushes = 0;
  if (body->standing != AS_BODY_STANDS || !by || by->standing == AS_BODY_FIXED || rank(d, body, by) >= 0) return;
  a->held = HELD;
  if (by->pushes == PUSHES) return;
  a->pusher = by->pushes > 0 ? by->pusher : by->disc;
  a->pusher_generation = d->discs[a->pusher].generation;
  a->pushes = (uint8_t)(by->pushes + 1);
}

/*
** Where no velocity does all that is asked, discs are pressed into each other. Those that overlap come apart, besides
** what they have chosen, but no faster than they can go.
*/
static void come_apart(const as_disc *a, const as_near_disc *near, uint32_t count, double time, double velocity[2])
{
  double length;
  uint32_t i;
  int k;
  for (i = 0; i < count && near[i].gap < 0; i++) {
    const as_disc_body *b = near[i].body;
    const double x = a->at[0] - b->at[0], y = a->at[1] - b->at[1], distance = as_length(x, y, 0);
    const double share = b->standing == AS_BODY_FIXED ? 1 : 0.5;
    if (!(distance > 0)) continue;
    velocity[0] -= x / distance * near[i].gap * share * YIELDS / time;
    velocity[1] -= y / distance * near[i].gap * share * YIELDS / time;
  }
  length = as_length(velocity[0], velocity[1], 0);
  if (!(length > a->speed)) return;
  for (k = 0; k < 2; k++) velocity[k] *= a->speed / length;
}

/* Whether one of the discs near is nearer to the goal of a disc, which it shares, and has arrived. */
static bool is_kept_off(const astar_discs *d, const as_disc *a, const as_near_disc *near, uint32_t count)
{
  const double own = as_disc_distance(a->at, a->target);
  uint32_t i;
  for (i = 0; i < count; i++) {
    const as_disc *b = &d->discs[near[i].body->disc];
    if (b->status != ASTAR_AGENT_ARRIVED || !as_discs_share_goal(a, b)) continue;
    if (as_disc_distance(b->at, a->target) < own) return true;
  }
  return false;
}

/*
** Leave out the disc with which one follows a plan: by that, neither goes into the other, though there may be no room
** for more. They avoid each other if they overlap deeply all the same. Returns how many are left.
*/
static uint32_t leave_out_other(const astar_discs *d, const as_disc_body *body, as_near_disc *near, uint32_t count)
{
  const as_disc *a = &d->discs[body->disc];
  uint32_t i, kept = 0;
  for (i = 0; i < count; i++) {
    const as_disc_body *b = near[i].body;
    const bool deep = near[i].gap < (DEEP - 1) * (body->radius + b->radius);
    if (deep || !as_discs_are_joined(d, a, &d->discs[b->disc])) near[kept++] = near[i];
  }
  return kept;
}

/* The velocity of a disc for the step; `chosen` is what it wishes, and becomes what it gets. */
static void choose(astar_discs *d, const as_disc_body *body, double time, double chosen[2])
{
  as_disc *a = &d->discs[body->disc];
  as_near_disc near[ASTAR_DISC_NEIGHBOURS];
  as_half_plane list[AS_HALF_PLANES], others[ASTAR_DISC_NEIGHBOURS];
  uint32_t count, hard, i;
  double preferred[2], to[2], most = 1e-9 * a->speed;
  const as_disc_body *by = NULL;
  a->by = AS_NO_DISC;
  if (body->standing == AS_BODY_FIXED) return;
  memcpy(preferred, chosen, sizeof preferred);
  count = as_disc_cells_near(&d->cells, body, d->def.neighbours, near);
  if (a->joint & AS_JOINT_FOLLOWS) count = leave_out_other(d, body, near, count);
  if (a->settled && !a->partial && as_disc_has_goal(a) && !is_kept_off(d, a, near, count)) as_disc_unsettle(a);
  if (a->wish == ASTAR_WISH_FLOW && is_heading(a) && (d->ticks + body->disc) % SPREADS == 0)
    as_disc_spread(d, body, near, count);
  if (count > 0) bear_right(body->disc, preferred);
  for (i = 0; i < count; i++) {
    double violation;
    others[i] = avoid(d, body, &near[i], time);
    violation = others[i].least - as_dot(others[i].normal, chosen);
    if (!(violation > most)) continue;
    most = violation;
    by = near[i].body;
  }
  if (by) as_disc_meets(d, a, by->disc);
  note_push(d, body, by, time);
  /* A disc that makes room for others looks for edges on the way that they leave it, not on its own way. */
  memcpy(to, preferred, sizeof to);
  a->demand[0] = a->demand[1] = 0;
  if (by && rank(d, body, by) < 0) {
    as_choose_velocity(others, 0, count, a->speed, preferred, to);
    memcpy(a->demand, to, sizeof to);
  }
  hard = avoid_walls(d, a, time, to, list);
  if (count > 0) memcpy(list + hard, others, count * sizeof *others);
  as_choose_velocity(list, hard, hard + count, a->speed, preferred, chosen);
  come_apart(a, near, count, time, chosen);
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
  way = as_disc_distance(to, gone);
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
  if (as_disc_distance(a->escape, a->at) > 1e-9 * a->radius) return;
  memcpy(a->at, a->escape, sizeof a->at);
  a->clear = 0;
  a->inside = as_disc_stands_badly(as_plane_of(d, a), a->at, a->radius);
}

/* ---- A step ---- */

void as_discs_step(astar_discs *d, double time)
{
  uint32_t i, count = 0;
  for (i = 0; i < d->count; i++) {
    if (!as_disc_is_live(&d->discs[i])) continue;
    as_disc_preferred_velocity(d, i, time, d->chosen[i]);
    if (d->discs[i].backing > 0) as_disc_go_back(d, &d->discs[i], time, d->chosen[i]);
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
  }
  for (i = 0; i < d->count; i++) {
    if (as_disc_is_live(&d->discs[i])) as_disc_yield(d, i, time);
  }
  d->ticks++;
}
