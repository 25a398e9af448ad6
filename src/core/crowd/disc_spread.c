/* disc_spread.c: see disc_spread.h. */
#include "crowd/disc_spread.h"

#include "crowd/disc_detour.h"

#include "geometry/angle.h"

/* How far a disc looks, in radii. */
#define LOOK 8.0

/* A disc that gets on with this part of its speed stays in its direction; one that is slower than this holds others up. */
#define FREE 0.8
#define HOLDS_UP 0.6

/* How much longer a way seems because of a disc that holds others up, in radii. */
#define DELAY 3.0

typedef struct spread {
  const astar_discs *d;
  const as_disc *a;
  const as_disc_body *body;
  const as_near_disc *near;
  uint32_t count;
  double look;
  double left;  /* of the way, from here */
  double scale; /* cost by length */
} spread;

/* The direction of the flow, turned aside by so many steps. */
static void turned(const as_disc *a, const double ahead[2], int aside, double direction[2])
{
  double sine, cosine;
  (void)a;
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
    if (along <= 0 || fabs(as_cross(direction, to)) >= s->a->radius + b->radius || pace >= HOLDS_UP) continue;
    delay += DELAY * b->radius * (1 - as_max(pace, 0) / HOLDS_UP);
  }
  return delay;
}

/* How much longer than straight on the way seems in a direction; INFINITY if there is none. */
static double detour_of(const spread *s, const double direction[2])
{
  double place[2], left;
  int k;
  for (k = 0; k < 2; k++) place[k] = s->a->at[k] + direction[k] * s->look;
  left = as_disc_flow_left(s->d, s->a, place);
  if (!(left < INFINITY) || !as_disc_sees_past(s->d, s->a, s->a->at, place, s->a->radius)) return INFINITY;
  return s->look + (left - s->left) / s->scale;
}

void as_disc_spread(astar_discs *d, const as_disc_body *body, const as_near_disc *near, uint32_t count)
{
  as_disc *a = &d->discs[body->disc];
  spread s;
  double least = INFINITY, ahead[2], direction[2];
  int aside, best = 0;
  if (a->pace >= FREE) {
    a->aside = 0;
    return;
  }
  turned(a, a->heading, -a->aside, ahead);
  s.d = d;
  s.a = a;
  s.body = body;
  s.near = near;
  s.count = count;
  s.look = LOOK * a->radius;
  s.left = as_disc_flow_left(d, a, a->at);
  s.scale = 1;
  for (aside = -AS_DISC_ASIDE_MOST; aside <= AS_DISC_ASIDE_MOST; aside++) {
    double detour;
    turned(a, ahead, aside, direction);
    detour = detour_of(&s, direction);
    if (!(detour < INFINITY)) continue;
    detour += delay_of(&s, direction) + 0.01 * a->radius * abs(aside);
    if (detour >= least) continue;
    least = detour;
    best = aside;
  }
  a->aside = (int8_t)best;
}
