/* disc_spread.c: see disc_spread.h. */
#include "crowd/disc_spread.h"

#include "crowd/disc_detour.h"

#include "geometry/angle.h"

/* How far a disc looks, in radii. */
#define LOOK 8.0

/*
** A disc that gets on with this part of its speed stays in its direction; one that is slower than this holds others up.
*/
#define FREE 0.8
#define HOLDS_UP 0.6

/* How much longer a way seems because of a disc that holds others up, in radii. */
#define DELAY 6.0

/* How much longer a way seems for each step that it is turned aside, in radii. */
#define STRAIGHT 0.01

typedef struct spread {
  const astar_discs *d;
  const as_disc *a;
  const as_near_disc *near;
  uint32_t count;
  double look;
} spread;

/* Turn a direction aside by so many steps. */
static void turn(const double ahead[2], int aside, double direction[2])
{
  double sine, cosine;
  as_sine_cosine(AS_DISC_ASIDE * aside, &sine, &cosine);
  direction[0] = ahead[0] * cosine - ahead[1] * sine;
  direction[1] = ahead[0] * sine + ahead[1] * cosine;
}

/* How much longer a way seems because of discs in the way in a direction. */
static double delay_of(const spread *s, const double direction[2])
{
  double delay = 0;
  uint32_t i;
  for (i = 0; i < s->count; i++) {
    const as_disc_body *b = s->near[i].body;
    const double to[2] = {b->at[0] - s->a->at[0], b->at[1] - s->a->at[1]}, along = as_dot(to, direction);
    const double pace = as_dot(b->velocity, direction) / s->a->speed;
    /* Those that stand have arrived: it may come to rest beside them. */
    if (b->standing == AS_BODY_STANDS && as_discs_share_goal(s->a, &s->d->discs[b->disc])) continue;
    if (along <= 0 || fabs(as_cross(direction, to)) >= s->a->radius + b->radius || pace >= HOLDS_UP) continue;
    delay += DELAY * b->radius * (1 - as_max(pace, 0) / HOLDS_UP);
  }
  return delay;
}

/* What is left of the way in a direction, where that leads to; INFINITY if there is no way. */
static double left_by(const spread *s, const double direction[2])
{
  double place[2];
  int k;
  for (k = 0; k < 2; k++) place[k] = s->a->at[k] + direction[k] * s->look;
  return as_disc_sees_past(s->d, s->a, s->a->at, place, s->a->radius) ? as_disc_flow_left(s->d, s->a, place) : INFINITY;
}

void as_disc_spread(astar_discs *d, const as_disc_body *body, const as_near_disc *near, uint32_t count)
{
  as_disc *a = &d->discs[body->disc];
  double least = INFINITY, ahead[2];
  spread s;
  int aside, best = 0;
  if (a->pace >= FREE) {
    a->aside = 0;
    return;
  }
  s.d = d;
  s.a = a;
  s.near = near;
  s.count = count;
  s.look = LOOK * a->radius;
  turn(a->heading, -a->aside, ahead);
  for (aside = -AS_DISC_ASIDE_MOST; aside <= AS_DISC_ASIDE_MOST; aside++) {
    double direction[2], left;
    turn(ahead, aside, direction);
    left = left_by(&s, direction) + delay_of(&s, direction) + STRAIGHT * a->radius * abs(aside);
    if (left >= least) continue;
    least = left;
    best = aside;
  }
  a->aside = (int8_t)best;
}
