/*
** crowd_barred.c: finds out which agents cannot get to their goals, whatever the others do. An agent that has come no
** nearer for as long as its patience lasts is judged, one at a time, and again when the map or the agents have changed.
** Moves of agents can be made backwards, so an answer about its goal holds until then; one about a nearer place until
** it gets nearer. It is left open for agents of several cells or beside such, on links that lead one way, for shared
** goals, with steps of whole seconds, and in parts of more than MANY_NODES nodes.
*/
#include "crowd/crowd_part.h"
#include "crowd/pebbles.h"

/* How many nodes the part has at first, and if the agent cannot get on there. */
#define FEW_NODES 512u
#define MANY_NODES 2048u

/* Of the decisions in so many ticks one may judge an agent. */
#define PERIOD (AS_SECOND / 4)

/* Whether an agent is to be judged. */
static bool is_due(const astar_crowd *c, uint32_t index)
{
  const as_agent *a = &c->agents[index];
  const as_pibt_agent *p = &c->pibt.agents[index];
  if (!a->used || a->judged == c->shape || p->policy != AS_SEEKS || p->size > 1 || p->goal == AS_NO_GOAL) return false;
  if (as_crowd_awaits(c, index) || a->to != AS_NO_SLOT || p->now == AS_NO_SLOT || !(a->best < INFINITY)) return false;
  if (as_plan_has(&c->plan, index)) return false;
  /* It will have waited for so long when its next step could end. */
  return c->now + a->beat - a->best_at >= c->def.patience * a->beat && !as_crowd_arrives(c, index, p->now);
}

/*
** Ask whether an agent can get to its goal, or nearer to it, in a part of the map. *whole: a larger part says no more;
** *ends: it is about its goal.
*/
static as_pebbles_answer ask(astar_crowd *c, uint32_t index, uint32_t nodes, uint32_t *where, bool *whole, bool *ends)
{
  as_pebbles_answer answer = AS_PEBBLES_NO_MEMORY;
  as_part part;
  as_task task;
  memset(&part, 0, sizeof part);
  memset(&task, 0, sizeof task);
  if (as_part_find(&part, c, index, nodes, true) && as_part_leave_places(&part, c, index, false, &task.most)) {
    as_part_locate(c, where);
    task.only = index;
    task.where = where;
    task.inside = &part.inside;
    task.places = part.slots;
    task.place_count = part.count;
    answer = as_pebbles_ask(&c->pibt, &task, part.whole, &c->agents[index].barrier);
    *whole = part.whole;
    *ends = part.ends;
  }
  as_part_free(&part, &c->memory);
  return answer;
}

/*
** What follows from an answer. The places around a shared goal change with those who have arrived: nobody is barred
** from them.
*/
static as_verdict verdict_of(as_pebbles_answer answer, bool ends, bool shared)
{
  if (answer == AS_PEBBLES_FREE) return ends ? AS_GETS_THERE : AS_GETS_NEARER;
  return answer == AS_PEBBLES_BARRED && !shared ? AS_IS_BARRED : AS_NOT_KNOWN;
}

/* Set the verdict on an agent. False if out of memory. */
static bool judge(astar_crowd *c, uint32_t index, uint32_t *where)
{
  as_agent *a = &c->agents[index];
  const bool shared = as_goals_is_shared(&c->goals, c->pibt.agents[index].goal);
  const uint32_t holder = as_occupied_holder(&c->pibt.occupied, as_crowd_target(c, index));
  bool whole = false, ends = true;
  as_pebbles_answer answer = AS_PEBBLES_BARRED;
  if (!shared && holder != AS_NOBODY && c->pibt.agents[holder].policy == AS_FIXED) {
    a->barrier = holder;
  } else {
    answer = ask(c, index, FEW_NODES, where, &whole, &ends);
    if (answer == AS_PEBBLES_UNKNOWN && !whole) answer = ask(c, index, MANY_NODES, where, &whole, &ends);
    if (answer == AS_PEBBLES_NO_MEMORY) return false;
  }
  a->verdict = (uint8_t)verdict_of(answer, ends, shared);
  a->judged = c->shape;
  return true;
}

bool as_crowd_judge(astar_crowd *c)
{
  uint32_t *where;
  uint32_t i, index;
  bool done;
  if (c->now / PERIOD == c->decided / PERIOD && c->now > 0) return true;
  for (i = 0; i < c->ids && !is_due(c, (c->judge_from % c->ids + i) % c->ids); i++) {}
  if (i == c->ids) return true;
  index = (c->judge_from % c->ids + i) % c->ids;
  where = as_new(&c->memory, c->ids, uint32_t);
  done = where && judge(c, index, where);
  as_free(&c->memory, where, where ? c->ids : 0, uint32_t);
  if (done) c->judge_from = index + 1;
  return done;
}

/* So many who wait for one another are asked at most. */
#define QUEUE 64u

/* Whether an agent waits, perhaps behind others, for one that gets on. */
static bool queues(const astar_crowd *c, uint32_t index)
{
  uint32_t hops;
  for (hops = 0; hops < QUEUE; hops++) {
    const uint32_t preferred = c->agents[index].preferred;
    const as_agent *a;
    if (preferred == AS_NO_SLOT) return false;
    index = as_pibt_holder(&c->pibt, c->pibt.agents[index].size, preferred, index);
    if (index == AS_NOBODY) return false;
    a = &c->agents[index];
    if (a->left_at == AS_AT_GOAL) return false;
    if (c->now - a->best_at < c->def.patience * a->beat) return true;
  }
  return false;
}

bool as_crowd_is_stuck(const astar_crowd *c, uint32_t index)
{
  const as_agent *a = &c->agents[index];
  const as_pibt_agent *p = &c->pibt.agents[index];
  if (a->lost || p->here == INFINITY || p->far == INFINITY) return true;
  if (a->verdict == AS_IS_BARRED || a->verdict == AS_GAVE_UP) return true;
  if (c->now - a->best_at < c->def.patience * a->beat || as_plan_has(&c->plan, index)) return false;
  if (as_crowd_is_fixed(c, index)) return true;
  if (a->verdict == AS_NOT_KNOWN || p->size > 1) return !queues(c, index);
  return false; /* it is about to be judged */
}
