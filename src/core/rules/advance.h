/*
** advance.h: what a step leads to: the one place where the cost of a way grows. Every space and every
** kernel adds steps through it, so a rule that looks at more than the step changes this function alone.
*/
#ifndef AS_ADVANCE_H
#define AS_ADVANCE_H

#include "rules/units.h"

/*
** The cost of reaching a node by a step that costs `step` from a node that costs `from`. INFINITY (the
** step cannot be made) and NAN (the node cannot be entered) remain what they are.
*/
static inline double as_advance(const as_rules *rules, double from, double step)
{
  (void)rules;
  return from + step;
}

#endif
