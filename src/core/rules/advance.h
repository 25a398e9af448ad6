/*
** advance.h: how the cost of a path grows by a step. Every space and every kernel adds steps by as_advance(), so a rule
** that depends on more than the step (turns, layers of extra cost) changes this function only.
*/
#ifndef AS_ADVANCE_H
#define AS_ADVANCE_H

#include "rules/units.h"

/*
** The cost (g) of a node reached by a step of cost `step` from a node of cost `from`. Never less than `from`. INFINITY
** (the step cannot be made) and NAN (the node cannot be entered) are passed on.
*/
static inline double as_advance(const as_rules *rules, double from, double step)
{
  (void)rules;
  return from + step;
}

#endif
