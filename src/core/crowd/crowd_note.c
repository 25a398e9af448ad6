/*
** crowd_note.c: notes what has become of the agents of a crowd as time passes: how near they have come, and their
** status.
*/
#include "crowd/crowd.h"

/* Relative differences of distances up to this are rounding. */
#define NEARER 9.094947017729282e-13 /* 2^-40 */

/*
** Note how near an agent that has not arrived has come to its goal. If an edit has made its way longer, it need not
** make up for that.
*/
static void note_distance(astar_crowd *c, as_agent *a, const as_pibt_agent *p)
{
  if (p->here > a->near + a->near * NEARER) a->best += p->here - a->near;
  a->near = p->far;
  if (!(p->far < INFINITY)) return;
  if (a->best < INFINITY && !(p->far < a->best - a->best * NEARER)) return;
  a->best = p->far;
  a->best_at = c->now;
  if (a->first_at == AS_NEVER) c->calm_at = c->now;
  if (a->judged == c->shape && a->verdict != AS_GETS_NEARER) return;
  a->verdict = AS_NOT_JUDGED;
  a->judged = 0;
}

/* Set whether an agent is at its goal, or counts as being there. */
static void note_arrival(astar_crowd *c, uint32_t index, bool arrived)
{
  as_agent *a = &c->agents[index];
  if (arrived == (a->left_at == AS_AT_GOAL)) return;
  a->left_at = arrived ? AS_AT_GOAL : c->now;
  as_crowd_rank(c, index);
}

static astar_agent_status status_of(const astar_crowd *c, uint32_t index, bool moves)
{
  if (as_crowd_is_stuck(c, index)) return ASTAR_AGENT_STUCK;
  return moves ? ASTAR_AGENT_MOVING : ASTAR_AGENT_WAITING;
}

/* Note what has become of an agent without a node. */
static void note_lost(astar_crowd *c, uint32_t index)
{
  as_agent *a = &c->agents[index];
  if (as_crowd_awaits(c, index)) as_agent_restart(c, a);
  a->status = ASTAR_AGENT_STUCK;
  a->pace = 0;
  a->last = AS_NO_SLOT;
  note_arrival(c, index, as_crowd_is_idle(c, index));
}

/* An agent is on its way. */
static void note_way(astar_crowd *c, uint32_t index)
{
  c->agents[index].status = ASTAR_AGENT_MOVING;
  note_arrival(c, index, as_crowd_is_idle(c, index));
}

/* An agent has rested at its goal after so many of its steps. */
#define RESTED 32u

void as_crowd_note_rest(astar_crowd *c)
{
  uint32_t i;
  for (i = 0; i < c->ids; i++) {
    as_agent *a = &c->agents[i];
    if (a->used && a->left_at == AS_AT_GOAL && a->first_at != AS_NEVER && c->now - a->came_at >= RESTED * a->beat)
      a->first_at = c->now;
  }
}

/* It is at its goal, perhaps since the last decision only. */
static void note_goal(astar_crowd *c, as_agent *a, bool came)
{
  if (came || a->first_at == AS_NEVER) a->came_at = c->now;
  if (a->first_at == AS_NEVER) c->calm_at = a->first_at = c->now;
}

/* Note what has become of an agent that stands on a node. */
static void note_standing(astar_crowd *c, uint32_t index)
{
  as_agent *a = &c->agents[index];
  const bool moves = a->pace > 0;
  const bool was_there = a->left_at == AS_AT_GOAL;
  const as_pibt_agent *p = &c->pibt.agents[index];
  const bool awaits = as_crowd_awaits(c, index);
  const bool arrived = !awaits && (p->goal == AS_NO_GOAL ? !a->lost : as_crowd_arrives(c, index, p->now));
  note_arrival(c, index, arrived);
  if (awaits) {
    as_agent_restart(c, a);
    a->status = moves ? ASTAR_AGENT_MOVING : ASTAR_AGENT_WAITING;
  } else if (arrived) {
    note_goal(c, a, !was_there);
    as_agent_restart(c, a);
    a->status = ASTAR_AGENT_ARRIVED;
  } else {
    note_distance(c, a, p);
    a->status = (uint8_t)status_of(c, index, moves);
  }
}

void as_crowd_note(astar_crowd *c, uint32_t index)
{
  if (c->agents[index].to != AS_NO_SLOT) note_way(c, index);
  else if (c->pibt.agents[index].now == AS_NO_SLOT) note_lost(c, index);
  else note_standing(c, index);
}
