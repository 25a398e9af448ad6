/*
** crowd_resign.c: lets agents give up goals that exclude each other, so that a crowd comes to rest: where two would
** have to stand in a passage in the other order, each could get to its goal by turns for ever. The crowd is *calm* from
** the last moment on when an agent got an order, the map or the agents were edited, or an agent came nearer to a goal
** at which it has not been yet. There are finitely many of these. When it has been calm for long, one agent gives up,
** which is then pushed aside like one without a goal; and another one if it goes on being calm. Orders and edits end
** that.
**
** Those who have been at their goals give up first: they are the ones that get there by turns. If there are none, one
** gives up that has never been there, perhaps because it kept pushing these, who then try again.
**
** When all are at rest, who gave up may have a free way to its goal, as those who held it up gave up later. Then it
** tries once more.
*/
#include "crowd/crowd.h"

/*
** The crowd has been calm for long after so many steps of an agent: plans for those who wait have mostly come by then.
*/
#define LONG 1024u
#define AGAIN 128u /* after one gave up, the next one does so after so many */
#define MOST_WAY 4096u /* steps of a free way */
#define EQUAL 9.094947017729282e-13 /* 2^-40: relative differences of distances up to this are rounding */

/* Whether an agent has a goal that it can give up. */
static bool has_hope(const astar_crowd *c, uint32_t index)
{
  if (!c->agents[index].used || c->pibt.agents[index].goal == AS_NO_GOAL) return false;
  return !as_crowd_is_fixed(c, index) && !as_crowd_awaits(c, index) && !as_crowd_gives_way(c, index);
}

/*
** Whether an agent has been on its way for long, and still comes nearer: it may get there now that others have given
** up.
*/
static bool comes_nearer(const astar_crowd *c, const as_agent *a)
{
  return a->left_at != AS_AT_GOAL && c->now - a->left_at >= AGAIN * a->beat && c->now - a->best_at < AGAIN * a->beat;
}

/*
** Whether the plan is awaited in which an agent takes part. Of one that has been at its goal not for ever, as one plan
** could follow the other; else each plan is progress.
*/
static bool is_led(const astar_crowd *c, uint32_t index)
{
  const as_agent *a = &c->agents[index];
  return as_plan_has(&c->plan, index) && (a->first_at == AS_NEVER || c->now - c->calm_at < 2 * LONG * a->beat);
}

/* Whether an agent goes on trying to get to its goal, though the crowd has been calm for long. */
static bool tries(const astar_crowd *c, uint32_t index)
{
  const as_agent *a = &c->agents[index];
  const as_pibt_agent *p = &c->pibt.agents[index];
  if (!has_hope(c, index) || a->to != AS_NO_SLOT || p->now == AS_NO_SLOT) return false;
  if (a->near == INFINITY || is_led(c, index) || comes_nearer(c, a)) return false;
  return c->now - c->calm_at >= LONG * a->beat && !as_crowd_arrives(c, index, p->now);
}

/*
** Whether an agent gives up rather than another one: it has been at its goal, or has the lower priority or higher id.
*/
static bool is_before(const as_agent *a, const as_agent *b)
{
  const bool first = a->first_at != AS_NEVER, second = b->first_at != AS_NEVER;
  if (first != second) return first;
  return a->priority == b->priority ? a > b : a->priority < b->priority;
}

/* Who holds the node to which an agent wants to go, or its goal; or AS_NOBODY. */
static uint32_t opponent(const astar_crowd *c, uint32_t index)
{
  const as_pibt_agent *p = &c->pibt.agents[index];
  const uint32_t holder =
      p->preferred != AS_NO_SLOT ? as_pibt_holder(&c->pibt, p->size, p->preferred, index) : AS_NOBODY;
  return holder != AS_NOBODY ? holder : as_pibt_holder(&c->pibt, p->size, as_crowd_target(c, index), index);
}

/*
** Whether the opponent of one that gives up is at its goal by turns with it, and gives up instead, unless it did
** before. Not of one that has never been at its goal: others try again after that, so it must be the last time for it.
*/
static bool gives_up_instead(const astar_crowd *c, uint32_t opponent, const as_agent *a)
{
  const as_agent *other = &c->agents[opponent];
  return a->first_at != AS_NEVER && has_hope(c, opponent) && other->left_at == AS_AT_GOAL &&
         other->first_at != AS_NEVER && other->came_at > c->calm_at && is_before(other, a);
}

/*
** An agent gives up. Nothing has become calmer by that: `beat` is of an agent that tried. How near the others come from
** now on is measured anew.
*/
static void give_up(astar_crowd *c, uint32_t index, uint32_t barrier, uint64_t beat)
{
  as_agent *a = &c->agents[index];
  uint32_t i;
  for (i = 0; i < c->ids; i++) {
    as_agent *other = &c->agents[i];
    if (other->used && other->first_at != AS_NEVER && tries(c, i)) as_agent_restart(c, other);
  }
  a->verdict = AS_GAVE_UP;
  a->judged = c->shape;
  a->barrier = barrier;
  c->resigned = true;
  c->calm_at = c->now - (LONG - AGAIN) * beat;
}

/* An agent that gave up tries again. */
static void try_again(as_agent *a)
{
  if (a->verdict == AS_GAVE_UP) a->verdict = AS_NOT_JUDGED;
  a->retried = false;
}

void as_crowd_stir(astar_crowd *c)
{
  uint32_t i;
  for (i = 0; c->resigned && i < c->ids; i++) try_again(&c->agents[i]);
  c->resigned = c->quiet = false;
  c->calm_at = c->now;
}

void as_crowd_resign(astar_crowd *c)
{
  uint32_t last = AS_NOBODY, other, i;
  uint64_t beat;
  if (c->now - c->calm_at < LONG * AS_SHORTEST) return;
  for (i = 0; i < c->ids; i++) {
    if (tries(c, i) && (last == AS_NOBODY || is_before(&c->agents[i], &c->agents[last]))) last = i;
  }
  if (last == AS_NOBODY) return;
  for (i = 0; c->agents[last].first_at == AS_NEVER && i < c->ids; i++) {
    if (c->agents[i].first_at != AS_NEVER) try_again(&c->agents[i]);
  }
  beat = c->agents[last].beat;
  other = opponent(c, last);
  if (other != AS_NOBODY && gives_up_instead(c, other, &c->agents[last])) give_up(c, other, last, beat);
  else give_up(c, last, other, beat);
}

/* ---- Once more ---- */

/* Whether nobody moves, or would go to a goal. */
static bool is_quiet(const astar_crowd *c)
{
  uint32_t i;
  if (as_plan_next(&c->plan)) return false;
  for (i = 0; i < c->ids; i++) {
    const as_agent *a = &c->agents[i];
    const as_pibt_agent *p = &c->pibt.agents[i];
    if (!a->used || p->now == AS_NO_SLOT) continue;
    if (a->to != AS_NO_SLOT || p->next != p->now || as_crowd_awaits(c, i)) return false;
    if (p->policy == AS_SEEKS && a->near != INFINITY) return false;
  }
  return true;
}

/*
** The slot to which an agent on a cheapest way goes on from another one, at *far from its goal, if nobody stands there;
** else AS_NO_SLOT. *far becomes the distance from there; NAN if out of memory.
*/
static uint32_t next_on_way(astar_crowd *c, uint32_t index, uint32_t slot, double *far)
{
  const as_pibt_agent *p = &c->pibt.agents[index];
  const double most = *far + *far * EQUAL;
  uint32_t next = AS_NO_SLOT, k;
  for (k = 1;; k++) {
    const as_successor *head = as_pibt_steps(&c->pibt, p->unit, slot);
    double left;
    if (!head) break;
    if (k > head->slot) return next;
    if (as_pibt_holder(&c->pibt, p->size, head[k].slot, index) != AS_NOBODY) continue;
    left = as_goals_distance(&c->goals, p->goal, head[k].slot);
    if (isnan(left)) break;
    if (head[k].cost + left > most || (next != AS_NO_SLOT && left >= *far)) continue;
    next = head[k].slot;
    *far = left;
  }
  *far = NAN;
  return AS_NO_SLOT;
}

/* Whether nobody stands on a cheapest way of an agent to where it arrives. False if out of memory. */
static bool find_free_way(astar_crowd *c, uint32_t index, bool *found)
{
  uint32_t slot = c->pibt.agents[index].now, steps;
  double far = as_goals_distance(&c->goals, c->pibt.agents[index].goal, slot);
  *found = false;
  for (steps = 0; far < INFINITY && slot != AS_NO_SLOT && steps < MOST_WAY && !*found; steps++) {
    slot = next_on_way(c, index, slot, &far);
    *found = slot != AS_NO_SLOT && as_crowd_arrives(c, index, slot);
  }
  return !isnan(far);
}

/* Whether an agent gave up, and has not tried again. */
static bool may_retry(const astar_crowd *c, uint32_t index)
{
  const as_agent *a = &c->agents[index];
  if (!a->used || a->verdict != AS_GAVE_UP || a->judged != c->shape || a->retried) return false;
  return c->pibt.agents[index].now != AS_NO_SLOT && c->pibt.agents[index].goal != AS_NO_GOAL &&
         !as_crowd_is_fixed(c, index) && !as_crowd_arrives(c, index, c->pibt.agents[index].now);
}

static void retry(astar_crowd *c, uint32_t index)
{
  as_agent *a = &c->agents[index];
  const uint64_t calm = (LONG - AGAIN) * a->beat;
  try_again(a);
  a->retried = true;
  a->barrier = AS_NOBODY;
  as_agent_restart(c, a);
  c->pibt.agents[index].policy = AS_SEEKS; /* a decision is due for it */
  if (c->now - c->calm_at > calm) c->calm_at = c->now - calm;
}

bool as_crowd_retry(astar_crowd *c)
{
  const bool was = c->quiet;
  bool found = false;
  uint32_t i;
  if (!c->resigned) return true;
  c->quiet = false;
  if (!is_quiet(c)) return true;
  for (i = 0; i < c->ids && !was; i++) {
    if (!may_retry(c, i)) continue;
    if (!find_free_way(c, i, &found)) return false;
    if (!found) continue;
    retry(c, i);
    return true;
  }
  c->quiet = true;
  return true;
}
