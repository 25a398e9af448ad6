/*
** crowd_jam.c: helps an agent that does not get on, by a plan for those around it.
**
** PIBT decides step by step. Where not every step lies on a cycle of at least three nodes, agents may block each
** other. Then a plan, by solve.h, brings the agent that has waited longest nearer to its goal, wherever that brings
** the others. An agent is helped after JAM_ONE steps without progress, or JAM_ALL if nearly all wait; much
** later if others have its goal, too: see waited_of(). One that is pushed off its goal again and again
** counts as one that waits.
**
** The plan covers only a part of the map around the agent. Those who move in it follow it; all others go on meanwhile,
** but stay out of the slots that it still needs.
**
** Waiting is counted in steps of the agent, of the length of the last one that it made. There is an attempt every
** JAM_PERIOD of these, or seconds if that is less, and more rarely for an agent that has waited very long. The time
** selects what is tried: which agent (the one that has waited longest, or one that has waited at least half as long),
** how large the part is (small ones often, large ones rarely), and what the others do (as_others): get to their goals,
** stay unless they are pushed, or go to their goals without having to get there. Once an agent has waited JAM_LONG
** steps, every second attempt pushes the others out of the way of such an agent, by pebbles.h: that takes longer plans,
** but finds one wherever there is one. All follows from what is saved: a crowd that was loaded does the same.
*/
#include "crowd/crowd_part.h"
#include "crowd/pebbles.h"

#define JAM_ALL 16u
#define JAM_ONE 32u
#define JAM_MANY 16u
#define JAM_LONG 96u
#define JAM_RARE 128u
#define JAM_PERIOD 17u  /* odd, as are the longer ones: agents go round in circles of even lengths */
#define JAM_WORK 16384u /* expansions of the solver times agents, and those of searches, in an attempt */
#define JAM_SLICE 8u    /* expansions at a time */
/*
** The parts have JAM_PARTS sizes. The smallest has JAM_NODES nodes; each next one has four times as many, and is tried
** half as often. In every second attempt the smallest ones are left out, more of them the longer the agent has waited.
*/
#define JAM_NODES 16u
#define JAM_PARTS 5u

/* An attempt. */
typedef struct as_attempt {
  as_task task;    /* it helps `only`, or nobody: AS_NOBODY */
  uint32_t nodes;  /* upper bound on the nodes of the part */
  bool pushes;     /* by pebbles.h, not by solve.h */
} as_attempt;

/* ---- Who is helped ---- */

/* How far a crowd does not get on. */
typedef struct as_jam {
  uint32_t longest; /* the agent that has waited longest, or AS_NOBODY */
  uint64_t waited;  /* for how many steps */
  /* for how many steps it has been as it is: if nearly all wait, the least that one of them has waited */
  uint64_t since;
  bool all;         /* nearly all agents that seek their goals wait, */
  bool many;        /* and they are many */
} as_jam;

/*
** For how many of its steps an agent has not got nearer, or has been pushed off its goal again and again. Where others
** with the same goal look for places too, that is expected to take longer.
*/
static uint64_t waited_of(const astar_crowd *c, uint32_t index)
{
  const as_agent *a = &c->agents[index];
  const bool shares = c->shares[c->pibt.agents[index].goal].first != AS_NOT_SHARED;
  const uint64_t since = a->first_at < a->best_at ? a->first_at : a->best_at;
  return as_crowd_waited(c, index, since) / (a->beat * (shares ? 16 : 1));
}

/* Whether an agent seeks a goal, to which there is a way, and may be helped. */
static bool seeks(const astar_crowd *c, uint32_t index)
{
  const as_agent *a = &c->agents[index];
  const as_pibt_agent *p = &c->pibt.agents[index];
  if (!a->used || p->policy != AS_SEEKS || p->goal == AS_NO_GOAL || as_crowd_awaits(c, index)) return false;
  if (a->near == INFINITY) return false;
  return as_crowd_slot(c, index) != AS_NO_SLOT && a->best < INFINITY &&
         !as_crowd_arrives(c, index, as_crowd_slot(c, index));
}

/* O(agents). */
static as_jam find_jam(const astar_crowd *c)
{
  as_jam jam = {AS_NOBODY, 0, UINT64_MAX, false, false};
  uint32_t seeking = 0, waiting = 0, i;
  for (i = 0; i < c->ids; i++) {
    uint64_t waited;
    if (!seeks(c, i)) continue;
    waited = waited_of(c, i);
    seeking++;
    if (waited >= JAM_PERIOD / 2) {
      waiting++;
      jam.since = waited < jam.since ? waited : jam.since;
    }
    if (waited <= jam.waited) continue;
    jam.longest = i;
    jam.waited = waited;
  }
  jam.all = waiting >= seeking - seeking / 4;
  jam.many = jam.all && waiting >= JAM_MANY;
  if (!jam.all) jam.since = jam.waited;
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

/* What an attempt chooses by. */
static uint32_t choice_of(uint64_t round)
{
  uint64_t x = (round + 1) * UINT64_C(0x9E3779B97F4A7C15);
  x = (x ^ x >> 32) * UINT64_C(0xD6E8FEB86659FD93);
  return (uint32_t)(x >> 32);
}

/* The smallest part for an agent that has waited. */
static uint32_t least_part(uint64_t waited)
{
  uint32_t part = 0;
  while (part + 1 < JAM_PARTS && waited >= (uint64_t)2 * JAM_ONE << part) part++;
  return part;
}

/* Whether a multiple of a period has passed since the last decision. */
static bool is_time(const astar_crowd *c, uint64_t period)
{
  return c->now / period != c->decided / period;
}

/*
** The attempt helps an agent that has waited for long, by pushing the others out of its way: by turns the one that has
** waited longest, and each of the others, so that one that cannot be helped does not keep help from them. Else it stays
** as it is.
*/
static void push_instead(const astar_crowd *c, const as_jam *jam, uint64_t round, as_attempt *next)
{
  const uint32_t from = round % 2 == 0 ? jam->longest : (uint32_t)(round / 2 % c->ids);
  uint32_t i, index = from;
  for (i = 0; i < c->ids; i++, index = (from + i) % c->ids) {
    if (seeks(c, index) && c->pibt.agents[index].size == 1 && waited_of(c, index) >= JAM_LONG) break;
  }
  if (i == c->ids) return;
  next->task.only = index;
  next->nodes = JAM_NODES << 2 * (JAM_PARTS - 1);
  next->pushes = true;
}

static as_attempt next_attempt(const astar_crowd *c)
{
  const as_jam jam = find_jam(c);
  uint32_t choice, part;
  as_attempt next;
  uint64_t period = JAM_PERIOD, beat, round;
  memset(&next, 0, sizeof next);
  next.task.only = AS_NOBODY;
  if (jam.longest == AS_NOBODY || jam.waited < (jam.all ? JAM_ALL : JAM_ONE)) return next;
  beat = c->agents[jam.longest].beat < AS_SECOND ? c->agents[jam.longest].beat : AS_SECOND;
  while (period < jam.since / 64 && period < JAM_RARE) period = 2 * period + 1;
  if (!is_time(c, period * beat)) return next;
  choice = choice_of(c->now / beat);
  part = jam.many ? JAM_PARTS - 2 : choice % 2 == 1 ? 0 : least_part(jam.waited);
  choice /= 2;
  for (; part + 1 < JAM_PARTS && choice % 2 == 1; choice /= 2) part++;
  choice /= 2;
  next.nodes = JAM_NODES << 2 * part;
  next.task.others = (as_others)(choice % 3);
  next.task.only = whom(c, &jam, choice / 3);
  next.task.moment = (uint32_t)(c->now / beat & 0x3FFFFFFF);
  round = c->now / (period * beat);
  if (jam.waited >= JAM_LONG && round % 2 == 0) push_instead(c, &jam, round / 2, &next);
  return next;
}

/* ---- The attempt ---- */

/* How many nodes the searches for the distances of those who take part have expanded. */
static uint64_t expanded(const astar_crowd *c)
{
  uint64_t sum = 0;
  uint32_t i;
  for (i = 0; i < c->solver.agents; i++) {
    const uint32_t goal = c->solver.pibt.agents[i].goal;
    if (goal != AS_NO_GOAL && as_goals_has_begun(&c->goals, goal)) sum += as_goals_expanded(&c->goals, goal);
  }
  return sum;
}

/*
** Run the solver until it has found a plan, or it and the searches for distances have worked enough. False if out of
** memory.
*/
static bool run(astar_crowd *c)
{
  const uint64_t before = expanded(c);
  const uint32_t agents = c->solver.agents;
  astar_solution found = ASTAR_SOLVING;
  uint64_t spent = 0, rounds;
  for (rounds = 0; spent < JAM_WORK && found == ASTAR_SOLVING; rounds += JAM_SLICE) {
    found = as_solver_run(&c->solver, JAM_SLICE);
    spent = rounds * agents + (expanded(c) - before);
  }
  return found != ASTAR_SOLVE_NO_MEMORY;
}

/* Look for a plan by the solver. False if out of memory. */
static bool solve(astar_crowd *c, const as_task *task)
{
  bool done;
  if (!as_solver_begin_part(&c->solver, &c->pibt, task)) return false;
  done = run(c) && (!as_solver_is_better(&c->solver) || as_solver_plan(&c->solver, &c->plan, false));
  as_solver_free(&c->solver);
  return done;
}

/* Make the attempt in a part of the map. False if out of memory. */
static bool attempt(astar_crowd *c, as_attempt *t, as_part *part, uint32_t *where)
{
  if (!as_part_find(part, c, t->task.only, t->nodes, false) ||
      !as_part_leave_places(part, c, t->task.only, true, &t->task.most))
    return false;
  if (part->count == 0) return true;
  as_part_locate(c, where);
  t->task.where = where;
  t->task.inside = &part->inside;
  t->task.places = part->slots;
  t->task.place_count = part->count;
  return t->pushes ? as_pebbles_plan(&c->pibt, &t->task, &c->plan) != AS_PEBBLES_NO_MEMORY : solve(c, &t->task);
}

bool as_crowd_free_jam(astar_crowd *c)
{
  as_attempt next;
  as_part part;
  uint32_t *where;
  bool done;
  if (as_plan_next(&c->plan)) return true;
  if (c->pibt.timing != AS_EXACT && !is_time(c, JAM_PERIOD * AS_SECOND))
    return true; /* no step is shorter than a second */
  next = next_attempt(c);
  if (next.task.only == AS_NOBODY) return true;
  memset(&part, 0, sizeof part);
  where = as_new(&c->memory, c->ids, uint32_t);
  done = where && attempt(c, &next, &part, where);
  if (done && as_plan_next(&c->plan)) as_goals_keep(&c->goals); /* none is looked for again, if the rest fails */
  as_part_free(&part, &c->memory);
  as_free(&c->memory, where, where ? c->ids : 0, uint32_t);
  return done;
}
