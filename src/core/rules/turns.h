/*
** turns.h: the cost of a path of a unit that moves in turns, with `moves` points each. A path is better the fewer turns
** it takes, and then the more points it leaves: the cost of a node is (turns before this one) * `span` + points used in
** this turn. Costs grow by at least the cost of the step, so a heuristic for costs is admissible for them, too.
**
** With `overdraw` a step may be made while any points are left: if it costs more, it takes them all. Then costs may
** grow by less than the cost of the step, and nothing is known about the cost of a way from its length.
**
** One cost a node is enough: who arrives with a lesser cost can do all that who arrives with a greater one can, as
** waiting for the next turn is always possible; after a step that takes all, both have none left, or the first has
** more. (Arrival is a nondecreasing function of departure: "FIFO", Dreyfus 1969, "An appraisal of some shortest-path
** algorithms".) It is not enough for nodes on which a turn may not end, as nobody can wait there: see engine/passing.h.
*/
#ifndef AS_TURNS_H
#define AS_TURNS_H

#include "geometry/distance.h"

/*
** `span` is a little more than `moves`, and has few digits, so that its multiples are exact up to 2^21 turns. In a turn
** that was ended early the points used are `ended`, between the two. Sums are rounded: `full` lies between `moves` and
** `ended`, and `over` between `ended` and `span`, to tell them apart all the same.
*/
typedef struct as_turns {
  double moves; /* points a turn; 0: there are no turns */
  bool overdraw;
  double span, ended;
  double full, over;
} as_turns;

#define AS_TURN_GAP 0.0009765625             /* 2^-10 of the points: so much longer is the span */
#define AS_TURN_SLACK 9.094947017729282e-13  /* 2^-40 of the points, and */
#define AS_TURN_DRIFT 1.1368683772161603e-13 /* 2^-43 of the cost: by so much sums of steps may exceed `moves`, */
#define AS_TURN_MOST 9.5367431640625e-07     /* but by at most 2^-20 of the points */

static inline as_turns as_turns_of(double moves, bool overdraw)
{
  as_turns t;
  double digits = moves * 1048576.0; /* 2^20 */
  t.moves = moves;
  t.overdraw = overdraw;
  /* Keep some 32 digits: adding and subtracting a large multiple drops the lower ones. */
  t.span = (moves + moves * AS_TURN_GAP + digits) - digits;
  t.ended = moves + moves * (AS_TURN_GAP / 4);
  t.full = moves + moves * (AS_TURN_GAP / 8);
  t.over = moves + moves * (AS_TURN_GAP / 2);
  return t;
}

/* The turns before this one; the points used in it: more than `moves` if it was ended. */
static inline double as_turns_before(const as_turns *t, double cost)
{
  const double turns = floor(cost / t->span);
  return cost - turns * t->span > t->over ? turns + 1 : turns; /* the multiple was rounded down */
}

static inline double as_turns_used(const as_turns *t, double cost)
{
  return cost - as_turns_before(t, cost) * t->span;
}

/* What sums of steps may reach in a turn in which the cost is about `cost`. */
static inline double as_turns_limit(const as_turns *t, double cost)
{
  return t->moves + as_min(t->moves * AS_TURN_SLACK + cost * AS_TURN_DRIFT, t->moves * AS_TURN_MOST);
}

/* What is left of the turn. */
static inline double as_turns_left(const as_turns *t, double cost)
{
  return as_max(t->moves - as_turns_used(t, cost), 0);
}

/*
** The cost after a step of `points`, which waits for the next turn if there are not enough left, or with `overdraw`
** none. INFINITY if the step cannot be made; NAN if `points` or `cost` is.
*/
static inline double as_turns_step(const as_turns *t, double cost, double points)
{
  const double limit = as_turns_limit(t, cost);
  double before = as_turns_before(t, cost), used = cost - before * t->span;
  bool waits = used > t->full || used + points > limit;
  if (isnan(cost)) return cost;
  if (!(points <= (t->overdraw ? DBL_MAX : as_turns_limit(t, 0)))) return isnan(points) ? points : INFINITY;
  if (t->overdraw && used < t->moves - (limit - t->moves)) waits = false; /* some are left, and not by rounding only */
  if (waits) {
    before++;
    used = 0;
  }
  return before * t->span + as_min(used + points, t->moves);
}

/* The cost at the beginning of the next turn. */
static inline double as_turns_next(const as_turns *t, double cost)
{
  return (as_turns_before(t, cost) + 1) * t->span;
}

/* As as_turns_step(), but INFINITY if the step has to wait for the next turn. */
static inline double as_turns_go(const as_turns *t, double cost, double points)
{
  const double g = as_turns_step(t, cost, points);
  return g < INFINITY && as_turns_before(t, g) > as_turns_before(t, cost) ? INFINITY : g;
}

/* The cost when the turn is ended. */
static inline double as_turns_end(const as_turns *t, double cost)
{
  return as_turns_before(t, cost) * t->span + t->ended;
}

#endif
