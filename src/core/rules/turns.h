/*
** turns.h: the cost of a path of a unit that moves in turns, with so many points each. A path is better the fewer turns
** it takes, and then the more points it leaves: the cost of a node is (turns before this one) * `span` + points used in
** this turn. Costs grow by at least the cost of the step, so a heuristic for costs is admissible for them, too.
**
** One cost a node is enough: who arrives with a lesser cost can do all that who arrives with a greater one can, as
** waiting for the next turn is always possible. (Arrival is a nondecreasing function of departure: "FIFO", Dreyfus 1969,
** "An appraisal of some shortest-path algorithms".)
*/
#ifndef AS_TURNS_H
#define AS_TURNS_H

#include "geometry/distance.h"

/*
** `span` is a little more than `moves`, and has few digits, so that its multiples are exact. In a turn that was ended
** early the points used are `ended`, between the two.
*/
typedef struct as_turns {
  double moves; /* points a turn; 0: there are no turns */
  double span, ended;
  double slack; /* sums of steps may exceed `moves` by this, through rounding */
} as_turns;

#define AS_TURN_GAP 0.0009765625            /* 2^-10 of the points: so much longer is the span */
#define AS_TURN_SLACK 9.094947017729282e-13 /* 2^-40 */

static inline as_turns as_turns_of(double moves)
{
  as_turns t;
  double digits = moves * 1048576.0; /* 2^20 */
  t.moves = moves;
  t.span = moves + moves * AS_TURN_GAP;
  /* Keep some 32 digits: adding and subtracting a large multiple drops the lower ones. */
  if (digits < DBL_MAX / 2) t.span = (t.span + digits) - digits;
  t.ended = moves + moves * (AS_TURN_GAP / 4);
  t.slack = moves * AS_TURN_SLACK;
  return t;
}

/* The turns before this one; the points used in it: more than `moves` if it was ended. */
static inline double as_turns_before(const as_turns *t, double cost)
{
  return floor(cost / t->span);
}

static inline double as_turns_used(const as_turns *t, double cost)
{
  return cost - as_turns_before(t, cost) * t->span;
}

/* What is left of the turn. */
static inline double as_turns_left(const as_turns *t, double cost)
{
  return as_max(t->moves - as_turns_used(t, cost), 0);
}

/* The cost after a step of `points`, which waits for the next turn if there are not enough left. */
static inline double as_turns_step(const as_turns *t, double cost, double points)
{
  double before = as_turns_before(t, cost), used = cost - before * t->span;
  if (!(points <= t->moves + t->slack)) return isnan(points) ? points : INFINITY;
  if (used > t->moves || used + points > t->moves + t->slack) {
    before++;
    used = 0;
  }
  return before * t->span + as_min(used + points, t->moves);
}

/* The cost when the turn is ended. */
static inline double as_turns_end(const as_turns *t, double cost)
{
  return as_turns_before(t, cost) * t->span + t->ended;
}

#endif
