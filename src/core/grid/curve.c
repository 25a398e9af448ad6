/* curve.c: see curve.h. Only with square roots, which are the same on every machine. */
#include "grid/curve.h"

/* The cosine of the largest angle between two points of an arc. */
#define FINE 0.985

/* How often a radius is halved. */
#define HALVINGS 4

#define MOST_ARC 66u

/* An arc in place of a bend: points in the world, from the piece before the bend to that after it. */
typedef struct arc {
  double points[MOST_ARC][2];
  uint32_t count;
} arc;

/* Where three bends are, and the directions from the middle one. */
typedef struct bow {
  double from[2], at[2], to[2], back[2], on[2];
  double before, after; /* lengths */
  double half;          /* the tangent of half the angle by which it turns */
} bow;

static bool look_along(bow *b)
{
  double cosine;
  uint32_t axis;
  b->before = as_length(b->from[0] - b->at[0], b->from[1] - b->at[1], 0);
  b->after = as_length(b->to[0] - b->at[0], b->to[1] - b->at[1], 0);
  if (!(b->before > 0 && b->after > 0)) return false;
  for (axis = 0; axis < 2; axis++) {
    b->back[axis] = (b->from[axis] - b->at[axis]) / b->before;
    b->on[axis] = (b->to[axis] - b->at[axis]) / b->after;
  }
  cosine = -(b->back[0] * b->on[0] + b->back[1] * b->on[1]);
  if (!(cosine > -0.999 && cosine < 0.999999)) return false;
  b->half = sqrt((1 - cosine) / (1 + cosine));
  return true;
}

/* Write the points of an arc between two of its points, the last one too. `middle` is that of its circle. */
static void divide(arc *a, const double middle[2], double radius, const double from[2], const double to[2], int depth)
{
  const double x = from[0] - middle[0], y = from[1] - middle[1], u = to[0] - middle[0], v = to[1] - middle[1];
  if (depth < 6 && x * u + y * v < FINE * radius * radius) {
    const double length = as_length(x + u, y + v, 0);
    const double between[2] = {middle[0] + (x + u) / length * radius, middle[1] + (y + v) / length * radius};
    divide(a, middle, radius, from, between, depth + 1);
    divide(a, middle, radius, between, to, depth + 1);
    return;
  }
  a->points[a->count][0] = to[0];
  a->points[a->count++][1] = to[1];
}

/* Make the arc of a radius in a bend. False if its pieces are too short; `room` is that of the piece after it. */
static bool make_arc(const bow *b, double radius, double room, arc *a)
{
  const double tangent = radius * b->half, far = radius * sqrt(1 + b->half * b->half);
  const double x = b->back[0] + b->on[0], y = b->back[1] + b->on[1], length = as_length(x, y, 0);
  double from[2], to[2], middle[2];
  uint32_t axis;
  if (tangent > b->before || tangent > room) return false;
  for (axis = 0; axis < 2; axis++) {
    from[axis] = b->at[axis] + b->back[axis] * tangent;
    to[axis] = b->at[axis] + b->on[axis] * tangent;
  }
  middle[0] = b->at[0] + x / length * far;
  middle[1] = b->at[1] + y / length * far;
  a->points[0][0] = from[0];
  a->points[0][1] = from[1];
  a->count = 1;
  divide(a, middle, radius, from, to, 0);
  return true;
}

/* Append an arc, and put the cost of the piece after it into `next`. False if it is not clear, or costs too much. */
static bool put_arc(as_smooth *s, const arc *a, as_bend *next, double most)
{
  const uint32_t before = s->arc_count;
  const int64_t *last = s->arcs[before - 1].at;
  double sum = 0, cost;
  uint32_t i;
  for (i = 0; i < a->count; i++) {
    as_bend *bend = &s->arcs[s->arc_count];
    as_piece_place(s->track.pieces.grid, a->points[i], bend->at);
    if (bend->at[0] == last[0] && bend->at[1] == last[1]) continue;
    bend->cost = as_piece_cost(&s->track.pieces, last, bend->at, most - sum);
    bend->stop = AS_NO_SLOT;
    bend->floor = next->floor;
    bend->turn = 0;
    sum += bend->cost;
    if (!(sum < INFINITY)) break;
    last = bend->at;
    s->arc_count++;
  }
  cost = sum < INFINITY ? as_piece_cost(&s->track.pieces, last, next->at, most - sum) : INFINITY;
  if (cost < INFINITY) {
    next->cost = cost;
    return true;
  }
  s->arc_count = before;
  return false;
}

/* Round a bend; `most` is what the pieces beside it may cost. */
static bool round_bend(as_smooth *s, const as_bend *bend, as_bend *next, bool last, double radius, double most)
{
  const as_grid *grid = s->track.pieces.grid;
  bow b, outer;
  arc a;
  uint32_t i, axis;
  as_piece_world(grid, s->arcs[s->arc_count - 1].at, b.from);
  as_piece_world(grid, bend->at, b.at);
  as_piece_world(grid, next->at, b.to);
  if (!look_along(&b)) return false;
  radius = as_min(radius, as_min(b.before, last ? b.after : b.after / 2) / b.half);
  for (i = 0; i < HALVINGS; i++, radius /= 2) {
    const double x = b.back[0] + b.on[0], y = b.back[1] + b.on[1], length = as_length(x, y, 0);
    const double out = radius * (sqrt(1 + b.half * b.half) - 1);
    if (make_arc(&b, radius * 0.999, last ? b.after : b.after / 2, &a) && put_arc(s, &a, next, most)) return true;
    outer = b;
    for (axis = 0; axis < 2; axis++) outer.at[axis] -= (axis == 0 ? x : y) / length * out;
    if (look_along(&outer) && make_arc(&outer, radius * 0.999, last ? outer.after : outer.after / 2, &a) &&
        put_arc(s, &a, next, most))
      return true;
  }
  return false;
}

/* Whether a piece of the string leads from one bend to the next: not a link. */
static bool is_piece(const as_smooth *s, const as_bend *bend)
{
  if (bend->stop == AS_NO_SLOT || bend[1].stop == AS_NO_SLOT) return true;
  return s->track.stops[bend[1].stop].cost > 0 &&
         as_piece_cost(&s->track.pieces, bend->at, bend[1].at, INFINITY) < INFINITY;
}

bool as_curve(as_smooth *s, as_memory *m, double radius)
{
  double spare = s->most;
  uint32_t i;
  if (s->bend_count < 3) return true;
  for (i = 0; i < s->bend_count; i++) spare -= s->bends[i].cost;
  s->arc_count = 0;
  for (i = 0; i < s->bend_count; i++) {
    as_bend *bend = &s->bends[i];
    if (!as_reserve(m, &s->arcs, &s->arc_capacity, (uint64_t)s->arc_count + MOST_ARC + 1, sizeof *s->arcs))
      return false;
    as_track_enter(&s->track, bend->floor);
    if (i > 0 && i + 1 < s->bend_count && is_piece(s, bend - 1) && is_piece(s, bend)) {
      const double cost = bend->cost + bend[1].cost;
      const uint32_t before = s->arc_count;
      if (round_bend(s, bend, bend + 1, i + 2 == s->bend_count, radius, cost + as_max(spare, 0))) {
        uint32_t k;
        spare += cost - bend[1].cost;
        for (k = before; k < s->arc_count; k++) spare -= s->arcs[k].cost;
        continue;
      }
    }
    s->arcs[s->arc_count++] = *bend;
  }
  return true;
}
