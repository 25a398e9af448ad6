/* crowd_solve.c: astar_crowd_solve(), and what it has found; see solve.h. */
#include "crowd/crowd.h"

/* Begin to look for a solution, unless that has begun and still holds. False if out of memory. */
static bool begin(astar_crowd *c)
{
  const uint64_t now = c->edits + c->steps; /* either only grows */
  if (as_solver_has_begun(&c->solver) && c->solved == now) return true;
  /* Manners tell who is fixed. */
  if (!as_crowd_admit(c, UINT64_MAX) || !as_crowd_find_places(c)) return false;
  as_crowd_set_manners(c);
  if (!as_solver_begin(&c->solver, &c->pibt)) return false;
  as_goals_ready_all(&c->goals); /* it may have shared some */
  c->solved = now;
  return true;
}

/* Make the best solution the plan, unless it is. False if out of memory. */
static bool adopt(astar_crowd *c)
{
  const double cost = c->solver.states[c->solver.best].g;
  if (c->plan.agents == c->ids && c->plan.at == 0 && c->plan.cost == cost && (c->plan.steps > 0 || c->solver.best == 0))
    return true;
  return as_solver_plan(&c->solver, &c->plan, c->ids);
}

astar_solution astar_crowd_solve(astar_crowd *c, uint64_t n)
{
  astar_solution found;
  astar_assert(!c->def.durations);
  if (!as_crowd_follow(c) || !begin(c)) return ASTAR_SOLVE_NO_MEMORY;
  found = as_solver_run(&c->solver, n);
  if (c->solver.best != AS_NO_STATE && !adopt(c)) return ASTAR_SOLVE_NO_MEMORY;
  return found;
}

/* Whether the plan still holds: the next step drops it if the graph was edited. */
static bool holds(const astar_crowd *c)
{
  return c->plan.steps > c->plan.at && astar_graph_version(c->graph) == c->version;
}

uint32_t astar_crowd_planned(const astar_crowd *c)
{
  return holds(c) ? c->plan.steps - c->plan.at : 0;
}

double astar_crowd_plan_cost(const astar_crowd *c)
{
  return holds(c) ? c->plan.cost : 0;
}
