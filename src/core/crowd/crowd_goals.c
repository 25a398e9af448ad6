/*
** crowd_goals.c: gives agents the goals that they were told. An agent that is told a goal awaits it, and goes on to the
** one that it has; a step then gives it the goal and has its distances searched. How much a step may search can be
** limited: the last search is interrupted, and the others await their turn, which goes round by id. The same holds for
** distances that an edit has made invalid.
*/
#include "crowd/crowd.h"

/*
** Take the entry of a goal, and of others with the same node: if several agents have it, each entry is shared. False if
** out of memory; then nothing has changed.
*/
static bool take_goal(astar_crowd *c, astar_id node, astar_unit unit, uint32_t aim, uint32_t *goal)
{
  uint32_t i;
  if (!as_goals_take(&c->goals, node, unit, aim, goal)) return false;
  for (i = 0; i < c->pibt.unit_count; i++) {
    const uint32_t other = as_goals_find(&c->goals, node, c->pibt.units[i].unit);
    if (other == AS_NO_GOAL || other == *goal) continue;
    as_goals_share(&c->goals, other);
    as_goals_share(&c->goals, *goal);
  }
  return true;
}

/* Give an agent an entry that was taken, or none, in place of the one that it has. */
static void set_entry(astar_crowd *c, uint32_t index, uint32_t goal)
{
  as_pibt_agent *p = &c->pibt.agents[index];
  if (p->goal != AS_NO_GOAL) as_goals_drop(&c->goals, p->goal);
  p->goal = goal;
  p->here = p->far = NAN;
}

/* It awaits no goal any more. */
static void end_asking(astar_crowd *c, as_agent *a)
{
  c->asking -= a->asked != ASTAR_NO_ID;
  a->asked = ASTAR_NO_ID;
  if (a->coming != AS_NO_GOAL) as_goals_drop(&c->goals, a->coming);
  a->coming = AS_NO_GOAL;
}

/* Set since when it is not at its goal. */
static void set_left(astar_crowd *c, uint32_t index, bool idle)
{
  as_agent *a = &c->agents[index];
  if ((a->left_at == AS_AT_GOAL) == idle) return;
  a->left_at = idle ? AS_AT_GOAL : c->now;
  as_crowd_rank(c, index);
}

void as_crowd_ask(astar_crowd *c, uint32_t index, astar_id node)
{
  as_agent *a = &c->agents[index];
  const uint32_t goal = c->pibt.agents[index].goal;
  end_asking(c, a);
  a->lost = false;
  a->status = ASTAR_AGENT_MOVING;
  as_agent_restart(c, a);
  a->first_at = AS_NEVER;
  a->verdict = AS_NOT_JUDGED;
  a->judged = 0;
  if (node == ASTAR_NO_ID) {
    set_entry(c, index, AS_NO_GOAL);
  } else if (goal == AS_NO_GOAL || as_goals_at(&c->goals, goal)->node != node) {
    a->asked = node;
    (void)astar_graph_has(c->graph, node, &a->generation[AS_OF_ASKED]);
    c->asking++;
  } else {
    return; /* it has this goal already, and may be there */
  }
  set_left(c, index, node == ASTAR_NO_ID);
}

void as_crowd_leave_goal(astar_crowd *c, uint32_t index)
{
  set_entry(c, index, AS_NO_GOAL);
}

void as_crowd_lose_goal(astar_crowd *c, uint32_t index)
{
  as_agent *a = &c->agents[index];
  end_asking(c, a);
  set_entry(c, index, AS_NO_GOAL);
  a->lost = true;
  set_left(c, index, false);
}

/* Let all that await a goal leave theirs, so that nobody shares it with one who leaves it. */
static void leave_goals(astar_crowd *c)
{
  uint32_t i;
  for (i = 0; i < c->ids; i++) {
    if (c->agents[i].asked != ASTAR_NO_ID) as_crowd_leave_goal(c, i);
  }
}

/*
** Search for the distance from a slot to a goal, by what is left of the limit, and count what that took. False if out
** of memory; *found: it is known.
*/
static bool search(astar_crowd *c, uint32_t goal, uint32_t slot, uint64_t limit, bool *found)
{
  const uint64_t before = as_goals_expanded(&c->goals, goal), left = limit > c->spent ? limit - c->spent : 0;
  const double far = as_goals_far_within(&c->goals, goal, slot, left);
  if (isnan(far)) {
    if (as_goals_is_shared(&c->goals, goal))
      as_goals_forget(&c->goals, goal); /* so that the next call counts the same */
    return false;
  }
  c->spent += as_goals_expanded(&c->goals, goal) - before;
  *found = far >= 0;
  return true;
}

/* The same, and from all neighbours, among which the agent chooses. */
static bool search_around(astar_crowd *c, uint32_t index, uint32_t goal, uint32_t slot, uint64_t limit, bool *found)
{
  uint32_t k;
  if (!search(c, goal, slot, limit, found)) return false;
  for (k = 1; *found && !as_goals_is_shared(&c->goals, goal); k++) {
    const as_successor *head = as_pibt_steps(&c->pibt, c->pibt.agents[index].unit, slot);
    if (!head) return false;
    if (k > head->slot) break;
    if (!search(c, goal, head[k].slot, limit, found)) return false;
  }
  return true;
}

/* The same. If out of memory, what was searched is forgotten, and is not counted. */
static bool search_once(astar_crowd *c, uint32_t index, uint32_t goal, uint32_t slot, uint64_t limit, bool *found)
{
  const uint64_t spent = c->spent;
  if (search_around(c, index, goal, slot, limit, found)) return true;
  c->spent = spent;
  return false;
}

/* Take the entry of the goal that an agent awaits. False if out of memory. */
static bool take_coming(astar_crowd *c, uint32_t index)
{
  as_agent *a = &c->agents[index];
  return a->coming != AS_NO_GOAL || take_goal(c, a->asked, a->unit, as_crowd_slot(c, index), &a->coming);
}

/* Give an agent the goal that it awaits, of which the entry was taken. */
static void give_goal(astar_crowd *c, uint32_t index)
{
  as_agent *a = &c->agents[index];
  const uint32_t goal = a->coming;
  a->coming = AS_NO_GOAL;
  end_asking(c, a);
  set_entry(c, index, goal);
  as_agent_restart(c, a);
}

/* Let an agent have its turn, which may be too short for its search. False if out of memory. */
static bool admit(astar_crowd *c, uint32_t index, uint64_t limit)
{
  const bool asks = c->agents[index].asked != ASTAR_NO_ID;
  const uint32_t slot = as_crowd_slot(c, index);
  bool found = true;
  uint32_t goal;
  if (asks && !take_coming(c, index)) return false;
  goal = asks ? c->agents[index].coming : c->pibt.agents[index].goal;
  if (!as_goals_at(&c->goals, goal)->ready) {
    if (slot != AS_NO_SLOT && !as_crowd_is_fixed(c, index) &&
        !search_once(c, index, goal, slot, limit, &found))
      return false;
    as_goals_keep_one(&c->goals, goal); /* it has had its turn, if the rest fails, too */
    if (found) as_goals_ready(&c->goals, goal);
  }
  if (asks && found) give_goal(c, index);
  return true;
}

/* The index of the agent whose turn comes after those that have had it. */
static uint32_t whose_turn(const astar_crowd *c)
{
  return (uint32_t)((c->turn + c->looked) % c->ids);
}

static bool admit_limited(astar_crowd *c, uint64_t limit)
{
  /* Each has two turns, as a goal that it has been given may become shared meanwhile, with one of another unit. */
  for (; c->looked < 2 * (uint64_t)c->ids; c->looked++) {
    const uint32_t index = whose_turn(c);
    /* Who is on its way does not need to know more before it gets there: until then the map may change again. */
    if (!c->agents[index].used || c->agents[index].to != AS_NO_SLOT || !as_crowd_awaits(c, index)) continue;
    if (c->spent >= limit) break;
    if (!admit(c, index, limit)) return false;
    if (as_crowd_awaits(c, index)) break; /* its search was interrupted: it goes on first */
  }
  return true;
}

static bool admit_all(astar_crowd *c)
{
  uint32_t i;
  leave_goals(c);
  for (i = 0; i < c->ids; i++) {
    if (c->agents[i].asked == ASTAR_NO_ID) continue;
    if (!take_coming(c, i)) return false;
    give_goal(c, i);
  }
  as_goals_ready_all(&c->goals);
  return true;
}

bool as_crowd_admit(astar_crowd *c, uint64_t limit)
{
  if (c->asking == 0 && c->goals.unready == 0) return true;
  return limit < UINT64_MAX ? admit_limited(c, limit) : admit_all(c);
}

void as_crowd_end_turns(astar_crowd *c)
{
  c->turn = c->looked < 2 * (uint64_t)c->ids && c->ids > 0 ? whose_turn(c) : 0;
  c->looked = 0;
}
