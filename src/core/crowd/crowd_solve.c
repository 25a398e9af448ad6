/* crowd_solve.c: plans for all agents of a crowd at once, by solve.h. */
#include "crowd/crowd.h"

/* Begin to look for a solution, unless that has begun and still holds. False if out of memory. */
static bool begin(astar_crowd *c)
{
  uint32_t *where = NULL;
  bool begun;
  uint32_t i;
  if (as_solver_has_begun(&c->solver) && c->solved == c->edits) return true;
  /* Policies tell who is fixed. */
  if (!as_pibt_begin(&c->pibt) || !as_crowd_admit(c, UINT64_MAX) || !as_crowd_find_places(c) ||
      !as_crowd_set_policies(c))
    return false;
  where = as_new(&c->memory, c->ids, uint32_t);
  if (!where && c->ids > 0) return false;
  for (i = 0; i < c->ids; i++) where[i] = as_crowd_slot(c, i);
  begun = as_solver_begin(&c->solver, &c->pibt, where);
  as_free(&c->memory, where, c->ids, uint32_t);
  if (!begun) return false;
  as_goals_ready_all(&c->goals); /* it may have shared some */
  if (!c->plan.whole) as_plan_drop(&c->plan, &c->memory);
  if (as_plan_next(&c->plan) && !as_solver_take(&c->solver, &c->plan)) {
    as_solver_free(&c->solver);
    return false;
  }
  c->solved = c->edits;
  return true;
}

astar_solution astar_crowd_solve(astar_crowd *c, uint64_t n)
{
  astar_solution found;
  astar_assert(!c->def.durations);
  if (!as_crowd_follow(c) || as_groups_obey(&c->groups) != ASTAR_OK || !begin(c)) return ASTAR_SOLVE_NO_MEMORY;
  found = as_solver_run(&c->solver, n);
  if (as_solver_is_better(&c->solver)) {
    if (!as_solver_plan(&c->solver, &c->plan, true)) return ASTAR_SOLVE_NO_MEMORY;
    c->due = 0;
  }
  return found;
}

/* ---- What was found ---- */

/* Whether the plan still holds: the next step drops it if the graph was edited. */
static bool holds(const astar_crowd *c)
{
  return c->plan.whole && c->plan.steps > c->plan.at && astar_graph_version(c->graph) == c->version;
}

uint32_t astar_crowd_planned(const astar_crowd *c)
{
  return holds(c) ? c->plan.steps - c->plan.at : 0;
}

double astar_crowd_plan_cost(const astar_crowd *c)
{
  return holds(c) ? c->plan.cost : 0;
}
