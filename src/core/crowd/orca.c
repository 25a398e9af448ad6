/* orca.c: see orca.h. The programs are incremental, as Seidel's, but in the order of the list, nearest first. */
#include "crowd/orca.h"

#include "geometry/orient.h"

#include <string.h>

/* Sines of smaller angles count as 0. */
#define PARALLEL 1e-10

/* ---- Velocity obstacles ---- */

/* The normal, away from the cone, of the tangent from 0 to a circle: on its left if `side` is 1, on its right if -1. */
static void tangent(const double center[2], double radius, double side, double normal[2])
{
  const double length = as_length(center[0], center[1], 0);
  const double sine = as_min(radius / length, 1), cosine = side * as_sqrt((1 - sine) * (1 + sine));
  const double x = center[0] / length, y = center[1] / length;
  normal[0] = -sine * x - cosine * y;
  normal[1] = -sine * y + cosine * x;
}

static double direction_of(double x, double y, double direction[2])
{
  const double length = as_length(x, y, 0);
  direction[0] = x / length;
  direction[1] = y / length;
  return length;
}

/*
** The tangent of the obstacle of a disc at `to`. Returns how far the relative velocity is outside; negative: how deep
** it is inside.
*/
static double leave_disc(const as_meeting *m, double normal[2])
{
  const double distance = as_length(m->to[0], m->to[1], 0);
  const bool overlap = distance <= m->radius;
  const double time = overlap ? m->apart : m->time, radius = m->radius / time;
  const double x = m->relative[0] - m->to[0] / time, y = m->relative[1] - m->to[1] / time;
  double right[2], left, other;
  if (x != 0 || y != 0) {
    const double length = direction_of(x, y, normal);
    /* The circle that cuts the cone off has this tangent if 0 is on its other side. */
    if (overlap || as_dot(normal, m->to) / time + radius <= 0) return length - radius;
  } else if (distance > 0) {
    (void)direction_of(-m->to[0], -m->to[1], normal);
    return -radius;
  } else {
    normal[0] = m->first ? 1 : -1;
    normal[1] = 0;
    return -radius;
  }
  tangent(m->to, m->radius, 1, normal);
  tangent(m->to, m->radius, -1, right);
  left = as_dot(normal, m->relative);
  other = as_dot(right, m->relative);
  if (left >= other) return left;
  memcpy(normal, right, sizeof right);
  return other;
}

as_half_plane as_avoid_disc(const as_meeting *m, const double velocity[2], double share)
{
  as_half_plane h;
  const double outside = leave_disc(m, h.normal);
  h.least = as_dot(h.normal, velocity) - share * outside;
  return h;
}

/* ---- Edges ---- */

/* The place of a segment that is nearest to a place. */
static void project(const double a[2], const double b[2], const double place[2], double on[2])
{
  double along[2], to[2];
  const double length = direction_of(b[0] - a[0], b[1] - a[1], along);
  double part;
  to[0] = place[0] - a[0];
  to[1] = place[1] - a[1];
  part = as_min(as_max(as_dot(along, to), 0), length);
  on[0] = a[0] + along[0] * part;
  on[1] = a[1] + along[1] * part;
}

/* The normal of an edge on the side of the disc, its right one. */
static void outward(const as_wall *w, double normal[2])
{
  (void)direction_of(w->ends[1][1] - w->ends[0][1], w->ends[0][0] - w->ends[1][0], normal);
}

/*
** The tangent at the shape itself, divided by the time; false if the velocity projects onto no cut-off. Then *behind is
** -INFINITY, or, if the preferred velocity lies behind the edge, how far it is outside (negative: inside) the tangent
** along the edge, to which *h is set.
*/
static bool leave_front(const as_wall *w, double radius, double time, const double preferred[2], as_half_plane *h,
                        double *behind)
{
  double a[2], b[2], on[2];
  int k;
  *behind = -INFINITY;
  for (k = 0; k < 2; k++) {
    a[k] = w->ends[0][k] / time;
    b[k] = w->ends[1][k] / time;
  }
  project(a, b, preferred, on);
  if (preferred[0] == on[0] && preferred[1] == on[1]) outward(w, h->normal);
  else (void)direction_of(preferred[0] - on[0], preferred[1] - on[1], h->normal);
  h->least = as_dot(h->normal, on) + radius / time;
  if (h->least <= 0) return true;
  if (as_same_place(on, a) || as_same_place(on, b)) return false;
  outward(w, h->normal);
  h->least = as_dot(h->normal, on) + radius / time;
  if (h->least <= 0) *behind = as_dot(h->normal, preferred) - h->least;
  return false;
}

/* A side of the cone: the end whose circle it touches. */
static uint32_t leave_side(const as_wall *w, double radius, double side, double normal[2])
{
  const uint32_t first = side > 0 ? 0 : 1;
  tangent(w->ends[first], radius, side, normal);
  if (as_dot(normal, w->ends[1 - first]) <= -radius * (1 - 1e-12)) return first;
  tangent(w->ends[1 - first], radius, side, normal);
  return 1 - first;
}

as_half_plane as_approach_wall(const as_wall *w, double radius, double time)
{
  as_half_plane h;
  if (w->distance > 0) (void)direction_of(-w->near[0], -w->near[1], h.normal);
  else outward(w, h.normal);
  h.least = as_min(radius - w->distance, 0) / time;
  return h;
}

as_half_plane as_avoid_wall(const as_wall *w, double radius, double time, const double preferred[2])
{
  as_half_plane h, other, front;
  double outside, right, behind;
  uint32_t end, right_end;
  if (w->distance <= radius) return as_approach_wall(w, radius, time);
  if (leave_front(w, radius, time, preferred, &front, &behind)) return front;
  h.least = other.least = 0;
  end = leave_side(w, radius, 1, h.normal);
  right_end = leave_side(w, radius, -1, other.normal);
  outside = as_dot(h.normal, preferred);
  right = as_dot(other.normal, preferred);
  if (right > outside) {
    h = other;
    outside = right;
    end = right_end;
  }
  if (behind > outside) return front;
  /* Beside this end is the next edge: do not turn there, but slow down. */
  return outside < 0 && w->goes_on[end] ? as_approach_wall(w, radius, time) : h;
}

/* ---- Programs ---- */

typedef struct program {
  double speed;
  double preferred[2];
  bool farthest; /* the velocity is to go as far as possible in the direction of the preferred one */
} program;

/* The best velocity on the border of a half-plane, in all before it. False if there is none. */
static bool choose_on_border(const program *p, const as_half_plane *list, uint32_t at, double velocity[2])
{
  const as_half_plane *h = &list[at];
  const double along[2] = {-h->normal[1], h->normal[0]};
  double most = p->speed - fabs(h->least), least, part;
  uint32_t i;
  if (!(most >= 0)) return false;
  most = as_sqrt(most) * as_sqrt(p->speed + fabs(h->least));
  least = -most;
  for (i = 0; i < at; i++) {
    const double turn = as_dot(list[i].normal, along);
    const double left = list[i].least - h->least * as_dot(list[i].normal, h->normal);
    if (fabs(turn) <= PARALLEL) {
      if (left > PARALLEL * p->speed) return false;
    } else if (turn > 0) {
      least = as_max(least, left / turn);
    } else {
      most = as_min(most, left / turn);
    }
    if (least > most) return false;
  }
  part = as_dot(along, p->preferred);
  if (p->farthest) part = part > 0 ? most : least;
  else part = as_min(as_max(part, least), most);
  velocity[0] = h->normal[0] * h->least + along[0] * part;
  velocity[1] = h->normal[1] * h->least + along[1] * part;
  return true;
}

/*
** The velocity in all half-planes. Returns their number; or the index of the first with which there is none: the
** velocity is in those before it.
*/
static uint32_t choose(const program *p, const as_half_plane *list, uint32_t count, double velocity[2])
{
  const double length = as_length(p->preferred[0], p->preferred[1], 0);
  const double scale = p->farthest || length > p->speed ? p->speed / as_max(length, DBL_MIN) : 1;
  uint32_t i;
  velocity[0] = p->preferred[0] * scale;
  velocity[1] = p->preferred[1] * scale;
  for (i = 0; i < count; i++) {
    double found[2];
    if (as_dot(list[i].normal, velocity) >= list[i].least) continue;
    if (!choose_on_border(p, list, i, found)) return i;
    memcpy(velocity, found, sizeof found);
  }
  return count;
}

/* The half-plane in which one is violated no more than another; false if all velocities are, or none. */
static bool between(const as_half_plane *one, const as_half_plane *other, as_half_plane *h)
{
  const double x = one->normal[0] - other->normal[0], y = one->normal[1] - other->normal[1];
  const double length = as_length(x, y, 0);
  if (length <= PARALLEL) return false;
  h->normal[0] = x / length;
  h->normal[1] = y / length;
  h->least = (one->least - other->least) / length;
  return true;
}

/* From half-plane `from` on, which cannot be kept: go out of the soft ones as little as possible. */
static void relax(const program *first, const as_half_plane *list, uint32_t hard, uint32_t from, uint32_t count,
                  double velocity[2])
{
  as_half_plane reduced[AS_HALF_PLANES];
  double violation = 0;
  uint32_t i, k;
  memcpy(reduced, list, hard * sizeof *list);
  for (i = from; i < count; i++) {
    program p = *first;
    double found[2];
    uint32_t used = hard;
    if (list[i].least - as_dot(list[i].normal, velocity) <= violation) continue;
    for (k = hard; k < i; k++) used += between(&list[k], &list[i], &reduced[used]);
    memcpy(p.preferred, list[i].normal, sizeof p.preferred);
    p.farthest = true;
    /* By its construction there is such a velocity, but for rounding. */
    if (choose(&p, reduced, used, found) == used) memcpy(velocity, found, sizeof found);
    violation = list[i].least - as_dot(list[i].normal, velocity);
  }
}

void as_choose_velocity(const as_half_plane *list, uint32_t hard, uint32_t count, double speed,
                        const double preferred[2], double velocity[2])
{
  program p;
  uint32_t done;
  p.speed = speed;
  memcpy(p.preferred, preferred, sizeof p.preferred);
  p.farthest = false;
  done = choose(&p, list, count, velocity);
  if (done < hard) velocity[0] = velocity[1] = 0;
  else if (done < count) relax(&p, list, hard, done, count, velocity);
}
