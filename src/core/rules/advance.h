/*
** advance.h: how the cost of a path grows by a step. Every space and every kernel adds steps by as_advance(), so a rule
** that depends on more than the step (turns, layers of extra cost) changes this file only.
*/
#ifndef AS_ADVANCE_H
#define AS_ADVANCE_H

#include "rules/units.h"

/* Add layers to the rules of a run; `extras` must outlive it. And turns of so many points, 0 for none. */
static inline void as_rules_extend(as_rules *rules, const as_extras *extras, double moves, bool overdraw)
{
  rules->extras = extras->list;
  rules->extra_count = extras->count;
  if (extras->count > 0) rules->extra = extras->list[0];
  if (moves > 0) rules->turns = as_turns_of(moves, overdraw);
  rules->special = moves > 0 || (rules->extra_count > 0 && !rules->back);
}

/* What the layers add at the node of a slot. */
static AS_INLINE double as_extra_at(const as_rules *rules, uint32_t node)
{
  double sum = rules->extra.weight * as_extra_value(&rules->extra, node);
  uint32_t i;
  for (i = 1; i < rules->extra_count; i++) sum += rules->extras[i].weight * as_extra_value(&rules->extras[i], node);
  return sum;
}

/* What they add to the cost of entering a cell for a unit of several cells: the most of those that it covers. */
static AS_NOINLINE double as_extra_of_square(const as_rules *rules, uint32_t cell)
{
  const uint32_t left = cell % rules->columns, top = cell / rules->columns;
  double most = 0;
  uint32_t x, y;
  for (y = 0; y < rules->size; y++) {
    for (x = 0; x < rules->size; x++) {
      const uint32_t at = (top + y) % rules->rows * rules->columns + (left + x) % rules->columns;
      most = as_max(most, as_extra_at(rules, at));
    }
  }
  return most;
}

/* What the layers add to the cost of entering the node of a state. There must be layers. */
static AS_INLINE double as_extra_cost(const as_rules *rules, uint32_t state)
{
  const uint32_t node = as_state_node(rules, state);
  if (rules->size > 1 && node / rules->columns < rules->rows) return as_extra_of_square(rules, node);
  return as_extra_at(rules, node);
}

/*
** The cost (g) of a state, `to`, reached by a step of cost `step` from a node of cost `from`. Never less than `from`.
** INFINITY (the step cannot be made) and NAN (the node cannot be entered) are passed on.
*/
static AS_INLINE double as_advance(const as_rules *rules, double from, double step, uint32_t to)
{
  if (!rules->special) return from + step;
  if (rules->turns.moves > 0) return as_turns_step(&rules->turns, from, step);
  return from + (step + as_extra_cost(rules, to));
}

/*
** What to pass to as_advance() as `from` when a state of cost g is expanded. Backwards, its predecessors pay to enter
** its node.
*/
static AS_INLINE double as_depart(const as_rules *rules, double g, uint32_t state)
{
  return rules->back && rules->extra_count > 0 ? g + as_extra_cost(rules, state) : g;
}

#endif
