/*
** crowd_solve.c: plans for all agents of a crowd at once, by solve.h: those that the caller asks for, and those that help an
** agent which does not get on.
*/
#include "crowd/crowd.h"

/* Begin to look for a solution, unless that has begun and still holds. False if out of memory. */
static bool begin(astar_crowd *c)
{
  const as_solver_task everybody = {AS_NOBODY, false, 0};
  const uint64_t now = c->edits + c->steps; /* either only grows */
  if (as_solver_has_begun(&c->solver) && c->solved == now) return true;
  /* Manners tell who is fixed. */
  if (!as_crowd_admit(c, UINT64_MAX) || !as_crowd_find_places(c) || !as_crowd_set_manners(c)) return false;
  if (!as_solver_begin(&c->solver, &c->pibt, everybody)) return false;
  as_goals_ready_all(&c->goals); /* it may have shared some */
  if (as_plan_next(&c->plan) && !as_solver_take(&c->solver, &c->plan)) {
    as_solver_free(&c->solver);
    return false;
  }
  c->solved = now;
  return true;
}

astar_solution astar_crowd_solve(astar_crowd *c, uint64_t n)
{
  astar_solution found;
  astar_assert(!c->def.durations);
  if (!as_crowd_follow(c) || !begin(c)) return ASTAR_SOLVE_NO_MEMORY;
  found = as_solver_run(&c->solver, n);
  if (as_solver_is_better(&c->solver) && !as_solver_plan(&c->solver, &c->plan, c->ids)) return ASTAR_SOLVE_NO_MEMORY;
  return found;
}

/* ---- Jams ---- */

/*
** PIBT decides step by step, and outside biconnected graphs agents may come to where none of them gets on. Who has waited longest
** is helped then by a plan that brings it to its goal, wherever that brings the others: after JAM_ONE steps, or after JAM_ALL if
** nearly all wait. Attempts are made in every JAM_PERIOD-th step, later more rarely, so that an agent which cannot be helped
** costs little. Each chooses otherwise among equals, by the number of the step. All follows from what is saved: a crowd that was
** loaded does the same.
*/
#define JAM_ALL 16u
#define JAM_ONE 128u
#define JAM_PERIOD 16u
#define JAM_MOST 65536u /* expansions of the solver times agents, in an attempt */

/* How far a crowd does not get on. */
typedef struct as_jam {
  uint32_t longest; /* the agent that has waited longest and may be helped, or AS_NOBODY */
  uint64_t waited;  /* for how many steps */
  bool all;         /* nearly all agents that seek their goals wait */
} as_jam;

static uint64_t waited_of(const astar_crowd *c, uint32_t index)
{
  return c->steps - c->agents[index].best_at;
}

static bool seeks(const astar_crowd *c, uint32_t index)
{
  return c->agents[index].used && c->pibt.agents[index].manner == AS_SEEKS;
}

/* Whether a plan may help an agent that seeks its goal. Those that share a goal wait for each other, and for places. */
static bool may_help(const astar_crowd *c, uint32_t index)
{
  return c->agents[index].near < INFINITY && c->shares[c->pibt.agents[index].goal].first == AS_NOT_SHARED;
}

/* There is none if an agent has no node, as plans need all. O(agents). */
static as_jam find_jam(const astar_crowd *c)
{
  const as_jam none = {AS_NOBODY, 0, false};
  as_jam jam = none;
  uint32_t seeking = 0, waiting = 0, i;
  for (i = 0; i < c->ids; i++) {
    if (c->agents[i].used && c->pibt.agents[i].now == AS_NO_SLOT) return none;
    if (!seeks(c, i)) continue;
    seeking++;
    waiting += waited_of(c, i) >= JAM_PERIOD / 2;
    if (waited_of(c, i) <= jam.waited || !may_help(c, i)) continue;
    jam.longest = i;
    jam.waited = waited_of(c, i);
  }
  jam.all = waiting >= seeking - seeking / 4;
  return jam;
}

/*
** What the next attempt is to find; for AS_NOBODY none is made. By turns it helps the one that has waited longest, and each of the
** others that have waited half as long, as there may be no plan for the first; and by turns the others make way as they stand, which
** leads there soonest where there is room, or go where they want to, which empties what is full.
*/
static as_solver_task next_attempt(const astar_crowd *c)
{
  const as_jam jam = find_jam(c);
  as_solver_task task = {AS_NOBODY, false, 0};
  uint64_t period = JAM_PERIOD, number;
  uint32_t i;
  if (jam.longest == AS_NOBODY || jam.waited < (jam.all ? JAM_ALL : JAM_ONE)) return task;
  while (period < jam.waited / 64) period *= 2;
  if (c->steps % period != 0) return task;
  number = c->steps / period;
  task.moment = (uint32_t)(c->steps & 0x3FFFFFFF);
  task.only = jam.longest;
  task.others_seek = number / 2 % 2 == 1;
  if (number % 2 == 0) return task;
  for (i = (uint32_t)(number / 2 % c->ids); i < c->ids; i++) {
    if (!seeks(c, i) || !may_help(c, i) || waited_of(c, i) < jam.waited / 2) continue;
    task.only = i;
    break;
  }
  return task;
}

bool as_crowd_free_jam(astar_crowd *c)
{
  as_solver_task task;
  bool done;
  if (c->def.durations || c->steps % JAM_PERIOD != 0 || as_plan_next(&c->plan) || c->asking + c->goals.unready > 0 ||
      !as_plan_is_saved(c->ids, c->count))
    return true;
  task = next_attempt(c);
  if (task.only == AS_NOBODY) return true;
  if (!as_solver_begin(&c->solver, &c->pibt, task)) return false;
  done = as_solver_run(&c->solver, 1 + JAM_MOST / c->count) != ASTAR_SOLVE_NO_MEMORY &&
         (!as_solver_is_better(&c->solver) || as_solver_plan(&c->solver, &c->plan, c->ids));
  as_solver_free(&c->solver);
  return done;
}

/* ---- What was found ---- */

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
