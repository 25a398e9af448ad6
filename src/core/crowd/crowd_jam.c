/*
** crowd_jam.c: helps an agent that does not get on, by a plan for those around it.
**
** PIBT decides step by step, and outside biconnected graphs agents may come to where none of them gets on. Who has waited longest
** is helped then by a plan, by solve.h, which brings it nearer to its goal, wherever that brings the others: after JAM_ONE steps, or
** after JAM_ALL if nearly all wait. So is one that is pushed off its goal again and again. The plan is one for a part of the map, a few nodes around the agent, and more from attempt to
** attempt. Only those that move in it follow it, and the others go on meanwhile around it.
**
** Attempts are made in every JAM_PERIOD-th step, later more rarely, so that an agent which cannot be helped costs little. They
** differ, by the number of the step: they help the one that has waited longest, or one of those that have waited half as long; the
** part is small, or larger; and the others in it have to get to their goals, too, or make way as they stand, or go where they want to.
** All follows from what is saved: a crowd that was loaded does the same.
*/
#include "crowd/crowd.h"

#include "base/heap.h"

#define JAM_ALL 16u
#define JAM_ONE 128u
#define JAM_PERIOD 17u  /* odd, as are the longer ones: agents go round in circles of even lengths */
#define JAM_WORK 16384u /* expansions of the solver times agents, in an attempt; */
#define JAM_HARD 512u   /* twice as many, and four times, when it has waited for so many steps, and for twice as many */
#define JAM_SLICE 16u   /* expansions at a time */
#define JAM_NODES 16u   /* of the smallest part; each next one, which is tried half as often, has four times as many, */
#define JAM_PARTS 5u    /* of so many */

/* An attempt: the agent that is helped, or AS_NOBODY; the part of the map. */
typedef struct as_attempt {
  as_solver_task task;
  uint32_t nodes;  /* upper bound on the nodes of the part */
  uint32_t work;   /* upper bound on expansions times agents */
  as_costs inside; /* 0 for slots of the part */
  uint32_t *slots; /* the same, the nearest first; later only the places, ascending */
  uint32_t count, capacity;
  uint32_t *where; /* by index of an agent: the slot where it is, or is going to; AS_NO_SLOT: it has no node */
} as_attempt;

/* ---- Who is helped ---- */

/* How far a crowd does not get on. */
typedef struct as_jam {
  uint32_t longest; /* the agent that has waited longest, or AS_NOBODY */
  uint64_t waited;  /* for how many steps */
  bool all;         /* nearly all agents that seek their goals wait */
} as_jam;

/* For how long an agent has not got nearer, or has been pushed off its goal again and again. */
static uint64_t waited_of(const astar_crowd *c, uint32_t index)
{
  const as_agent *a = &c->agents[index];
  return c->steps - (a->first_at < a->best_at ? a->first_at : a->best_at);
}

/* The slot where an agent is, or is going to. */
static uint32_t slot_of(const astar_crowd *c, uint32_t index)
{
  return c->agents[index].to != AS_NO_SLOT ? c->agents[index].to : c->pibt.agents[index].now;
}

/* Whether an agent seeks a goal, to which there is a way, and may be helped. */
static bool seeks(const astar_crowd *c, uint32_t index)
{
  const as_agent *a = &c->agents[index];
  const as_pibt_agent *p = &c->pibt.agents[index];
  if (!a->used || p->manner != AS_SEEKS || p->goal == AS_NO_GOAL || as_crowd_awaits(c, index)) return false;
  return slot_of(c, index) != AS_NO_SLOT && a->best < INFINITY && !as_crowd_arrives(c, index, slot_of(c, index));
}

/* O(agents). */
static as_jam find_jam(const astar_crowd *c)
{
  as_jam jam = {AS_NOBODY, 0, false};
  uint32_t seeking = 0, waiting = 0, i;
  for (i = 0; i < c->ids; i++) {
    if (!seeks(c, i)) continue;
    seeking++;
    waiting += waited_of(c, i) >= JAM_PERIOD / 2;
    if (waited_of(c, i) <= jam.waited) continue;
    jam.longest = i;
    jam.waited = waited_of(c, i);
  }
  jam.all = waiting >= seeking - seeking / 4;
  return jam;
}

/* The agent that an attempt helps. */
static uint32_t whom(const astar_crowd *c, const as_jam *jam, uint32_t choice)
{
  uint32_t i;
  if (choice % 2 == 0) return jam->longest;
  for (i = choice / 2 % c->ids; i < c->ids; i++) {
    if (seeks(c, i) && waited_of(c, i) >= jam->waited / 2) return i;
  }
  return jam->longest;
}

/* What the attempt of a step chooses by. */
static uint32_t choice_of(uint64_t step)
{
  uint64_t x = (step + 1) * UINT64_C(0x9E3779B97F4A7C15);
  x = (x ^ x >> 32) * UINT64_C(0xD6E8FEB86659FD93);
  return (uint32_t)(x >> 32);
}

static as_attempt next_attempt(const astar_crowd *c)
{
  const as_jam jam = find_jam(c);
  uint32_t choice = choice_of(c->steps), part = 0;
  as_attempt next;
  uint64_t period = JAM_PERIOD;
  memset(&next, 0, sizeof next);
  next.task.only = AS_NOBODY;
  if (jam.longest == AS_NOBODY || jam.waited < (jam.all ? JAM_ALL : JAM_ONE)) return next;
  while (period < jam.waited / 64) period = 2 * period + 1;
  if (c->steps % period != 0) return next;
  for (; part + 1 < JAM_PARTS && choice % 2 == 1; choice /= 2) part++;
  choice /= 2;
  next.nodes = JAM_NODES << 2 * part;
  next.work = JAM_WORK << (jam.waited < JAM_HARD ? 0 : jam.waited < 2 * JAM_HARD ? 1 : 2);
  next.task.others = (as_others)(choice % 3);
  next.task.only = whom(c, &jam, choice / 3);
  next.task.apart = c->def.durations;
  next.task.moment = (uint32_t)(c->steps & 0x3FFFFFFF);
  return next;
}

/* ---- The part of the map ---- */

/* Whether a slot is left out of the part: who is there never moves. */
static bool is_left_out(const astar_crowd *c, uint32_t slot)
{
  const uint32_t index = as_occupied_holder(&c->pibt.occupied, slot);
  return index != AS_NOBODY && c->agents[index].fixed;
}

/* Add a slot to the part. False if out of memory. */
static bool add_slot(astar_crowd *c, as_attempt *t, uint32_t slot)
{
  double *at = as_costs_make(&t->inside, &c->memory, slot);
  if (!at || !as_reserve(&c->memory, &t->slots, &t->capacity, (uint64_t)t->count + 1, sizeof *t->slots)) return false;
  *at = 0;
  t->slots[t->count++] = slot;
  return true;
}

/* Find the part: a breadth-first walk from the agent that is helped. False if out of memory. */
static bool find_part(astar_crowd *c, as_attempt *t)
{
  const as_pibt_agent *p = &c->pibt.agents[t->task.only];
  uint32_t i, k;
  if (!add_slot(c, t, slot_of(c, t->task.only))) return false;
  for (i = 0; i < t->count && t->count < t->nodes; i++) {
    for (k = 1;; k++) {
      const as_successor *head = as_pibt_steps(&c->pibt, p->unit, t->slots[i]);
      if (!head) return false;
      if (k > head->slot) break;
      if (as_costs_get(&t->inside, head[k].slot) == 0 || is_left_out(c, head[k].slot)) continue;
      if (!add_slot(c, t, head[k].slot)) return false;
    }
  }
  return true;
}

static bool slot_before(const uint32_t *a, const uint32_t *b)
{
  return *a < *b;
}

AS_DEFINE_SORT(places, uint32_t, slot_before)

/* Whether an agent that is helped has arrived on a slot: on its goal, or on a place that is free now. */
static bool is_end(const astar_crowd *c, uint32_t index, uint32_t slot)
{
  return as_crowd_arrives(c, index, slot) &&
         (slot == c->agents[index].target || as_occupied_holder(&c->pibt.occupied, slot) == AS_NOBODY);
}

/*
** Leave only those slots of the part where the agent has arrived, or else those that are half as near to its goal as the nearest one
** is. False if out of memory; none is left if it does not get nearer.
*/
static bool find_places(astar_crowd *c, as_attempt *t)
{
  const uint32_t only = t->task.only, goal = c->pibt.agents[only].goal;
  const double best = c->agents[only].best;
  double least = INFINITY;
  uint32_t kept = 0, i;
  for (i = 0; i < t->count; i++) kept += is_end(c, only, t->slots[i]);
  t->task.most = kept > 0 ? INFINITY : 0;
  for (i = 0; i < t->count && kept == 0; i++) {
    const double far = as_goals_distance(&c->goals, goal, t->slots[i]);
    if (isnan(far)) return false;
    least = as_min(least, far);
  }
  if (kept == 0) t->task.most = least + (best - least) / 2;
  for (i = kept = 0; i < t->count; i++) {
    const bool fits = t->task.most == INFINITY ? is_end(c, only, t->slots[i])
                                               : as_goals_distance(&c->goals, goal, t->slots[i]) <= t->task.most;
    if (fits) t->slots[kept++] = t->slots[i];
  }
  t->count = least < best || t->task.most == INFINITY ? kept : 0;
  if (t->count > 1) places_sort(t->slots, t->count);
  return true;
}

/* ---- The attempt ---- */

/* Run the solver until it has found a plan, or has worked enough. False if out of memory. */
static bool run(as_solver *v, uint32_t work)
{
  uint32_t left = 1 + work / v->agents;
  astar_solution found = ASTAR_SOLVING;
  for (; left > 0 && found == ASTAR_SOLVING; left -= left < JAM_SLICE ? left : JAM_SLICE)
    found = as_solver_run(v, left < JAM_SLICE ? left : JAM_SLICE);
  return found != ASTAR_SOLVE_NO_MEMORY;
}

/* False if out of memory. */
static bool solve(astar_crowd *c, as_attempt *t)
{
  bool done;
  uint32_t i;
  t->where = as_new(&c->memory, c->ids, uint32_t);
  if (!t->where) return false;
  for (i = 0; i < c->ids; i++) t->where[i] = c->agents[i].used ? slot_of(c, i) : AS_NO_SLOT;
  t->task.where = t->where;
  t->task.inside = &t->inside;
  t->task.places = t->slots;
  t->task.place_count = t->count;
  if (t->task.most == INFINITY) t->task.most = as_goals_place_far(&c->goals, c->pibt.agents[t->task.only].goal);
  if (!as_solver_begin_part(&c->solver, &c->pibt, &t->task)) return false;
  done = run(&c->solver, t->work) &&
         (!as_solver_is_better(&c->solver) || as_solver_plan(&c->solver, &c->plan, false));
  as_solver_free(&c->solver);
  return done;
}

bool as_crowd_free_jam(astar_crowd *c)
{
  as_attempt attempt;
  bool done;
  if (c->steps % JAM_PERIOD != 0 || as_plan_next(&c->plan)) return true;
  attempt = next_attempt(c);
  if (attempt.task.only == AS_NOBODY) return true;
  done = find_part(c, &attempt) && find_places(c, &attempt) && (attempt.count == 0 || solve(c, &attempt));
  as_costs_free(&attempt.inside, &c->memory);
  as_free(&c->memory, attempt.where, attempt.where ? c->ids : 0, uint32_t);
  as_free(&c->memory, attempt.slots, attempt.capacity, uint32_t);
  return done;
}
