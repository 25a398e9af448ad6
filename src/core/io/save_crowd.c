/*
** save_crowd.c: writes crowds in the format of saved_crowd.h. Takes no memory. The graph may have been edited since the
** crowd followed it: nodes that are gone are written as none.
*/
#include "crowd/crowd.h"
#include "io/saved_crowd.h"
#include "io/saved_groups.h"
#include "io/stream.h"

static void save_free_id(uint32_t index, astar_writer *w)
{
  uint32_t i;
  as_write(w, index + 1, 4);
  for (i = 0; i < AS_SAVED_FREE_ZEROS; i++) as_write(w, 0, 1);
}

static void save_free_ids(const astar_crowd *c, astar_writer *w)
{
  uint32_t i;
  as_write(w, c->ids - c->count, 4);
  for (i = c->free; i != AS_NOBODY; i = c->agents[i].free) save_free_id(i, w);
  /* Ids without a generation left are not reused here, but free after loading, where generations begin anew. */
  for (i = 0; i < c->ids; i++) {
    if (!c->agents[i].used && c->agents[i].version == UINT32_MAX) save_free_id(i, w);
  }
}

/* The goal of an agent, if it is there; else AS_NO_GOAL. */
static uint32_t goal_of(const astar_crowd *c, uint32_t index)
{
  const uint32_t goal = c->pibt.agents[index].goal;
  return goal != AS_NO_GOAL && as_goals_live(&c->goals, goal) ? goal : AS_NO_GOAL;
}

/* The flags of an agent. */
static uint32_t flags_of(const astar_crowd *c, uint32_t index, bool goes)
{
  const as_agent *a = &c->agents[index];
  const uint32_t goal = goal_of(c, index);
  const bool asks = a->asked != ASTAR_NO_ID;
  const bool lost = a->lost || (asks ? as_crowd_node(c, index, AS_OF_ASKED) == ASTAR_NO_ID
                                     : goal == AS_NO_GOAL && c->pibt.agents[index].goal != AS_NO_GOAL);
  uint32_t flags = (a->fixed ? AS_SAVED_FIXED : 0) | (lost ? AS_SAVED_LOST : 0) | (goes ? AS_SAVED_GOING : 0);
  if (lost) return flags;
  if (asks) flags |= AS_SAVED_ASKS;
  if (goal == AS_NO_GOAL) return flags;
  if (as_goals_at(&c->goals, goal)->ready) flags |= AS_SAVED_READY;
  return flags | AS_SAVED_HAS_GOAL | (as_goals_is_shared(&c->goals, goal) ? AS_SAVED_SHARED : 0);
}

static void save_goal(const astar_crowd *c, uint32_t goal, astar_writer *w)
{
  const bool shared = as_goals_is_shared(&c->goals, goal);
  as_write(w, as_goals_at(&c->goals, goal)->node, 4);
  as_write(w, shared ? ASTAR_NO_ID : as_goals_aimed(&c->goals, goal), 4);
  /* What it has expanded decides which edits concern it, so who awaits a turn; and how far attempts to end a jam go. */
  as_write(w, as_goals_has_begun(&c->goals, goal) ? 1 + as_goals_expanded(&c->goals, goal) : 0, 4);
}

/* The goal that an agent awaits, and its search, if that has begun. */
static void save_asked(const astar_crowd *c, const as_agent *a, astar_writer *w)
{
  const bool begun = a->coming != AS_NO_GOAL;
  uint32_t flags = begun ? AS_SAVED_HAS_GOAL : 0;
  if (begun && as_goals_is_shared(&c->goals, a->coming)) flags |= AS_SAVED_SHARED;
  if (begun && as_goals_at(&c->goals, a->coming)->ready) flags |= AS_SAVED_READY; /* for others */
  as_write(w, a->asked, 4);
  as_write(w, flags, 1);
  if (begun) save_goal(c, a->coming, w);
}

/* The node to which an agent would go first, if it is there. */
static astar_id preferred_of(const astar_crowd *c, uint32_t index)
{
  const uint32_t preferred = c->agents[index].preferred;
  const astar_id node = preferred == AS_NO_SLOT ? ASTAR_NO_ID : as_id(c->layout, preferred);
  return astar_graph_has(c->graph, node, NULL) ? node : ASTAR_NO_ID;
}

/* Edits that were not followed yet make all verdicts old, and nobody has given up. */
static void save_verdict(const astar_crowd *c, const as_agent *a, astar_writer *w)
{
  const bool holds = as_crowd_is_judged(c, a);
  const uint32_t verdict = holds || a->verdict != AS_GAVE_UP ? a->verdict : AS_NOT_JUDGED;
  as_write(w, verdict | (holds ? AS_SAVED_JUDGED : 0) | (holds && a->retried ? AS_SAVED_RETRIED : 0), 1);
  as_write(w, holds && a->barrier != AS_NOBODY ? a->barrier + 1 : 0, 4);
}

static void save_agent(const astar_crowd *c, uint32_t index, astar_writer *w)
{
  const as_agent *a = &c->agents[index];
  const astar_id last = as_crowd_node(c, index, AS_OF_LAST), node = as_crowd_node(c, index, AS_OF_NOW);
  const astar_id to = as_crowd_node(c, index, AS_OF_TO);
  const bool goes = to != ASTAR_NO_ID;
  const uint32_t flags = flags_of(c, index, goes);
  const bool holds_node = goes || node != ASTAR_NO_ID;
  as_write(w, node, 4);
  as_write(w, a->unit, 4);
  as_write(w, c->pibt.agents[index].size, 4);
  as_write_double(w, a->priority);
  as_write_double(w, a->speed);
  as_write(w, flags, 1);
  as_write(w, a->status, 1);
  as_write_double(w, a->best);
  as_write_double(w, a->near);
  as_write(w, a->best_at, 8);
  as_write(w, flags & AS_SAVED_LOST && a->left_at == AS_AT_GOAL ? c->now : a->left_at, 8);
  as_write(w, a->came_at, 8);
  as_write(w, a->first_at, 8);
  as_write(w, a->beat, 8);
  save_verdict(c, a, w);
  as_write(w, holds_node ? preferred_of(c, index) : ASTAR_NO_ID, 4);
  as_write(w, last, 4);
  as_write(w, last != ASTAR_NO_ID ? a->pace : 0, 8);
  /* The distances to a goal that is gone are forgotten when the crowd follows the graph. */
  as_write_double(w, goal_of(c, index) != AS_NO_GOAL ? c->pibt.agents[index].here : NAN);
  as_write_double(w, goal_of(c, index) != AS_NO_GOAL ? c->pibt.agents[index].far : NAN);
  if (flags & AS_SAVED_HAS_GOAL) save_goal(c, goal_of(c, index), w);
  if (flags & AS_SAVED_ASKS) save_asked(c, a, w);
  if (!goes) return;
  as_write(w, to, 4);
  as_write(w, a->left, 8);
  as_write(w, a->span, 8);
}

static void save_plan(const astar_crowd *c, astar_writer *w)
{
  const as_plan *p = &c->plan;
  const bool holds = astar_graph_version(c->graph) == c->version;
  const uint32_t steps = holds ? p->steps - p->at : 0;
  size_t k;
  uint32_t i;
  as_write(w, steps, 4);
  if (steps == 0) return;
  as_write_double(w, p->cost);
  as_write(w, p->whole, 1);
  as_write(w, p->agents, 4);
  for (i = 0; i < p->agents; i++) as_write(w, p->who[i] + 1, 4);
  for (k = (size_t)p->at * p->agents; k < (size_t)p->steps * p->agents; k++)
    as_write(w, as_id(c->layout, p->slots[k]), 4);
}

void astar_save_crowd(const astar_crowd *c, astar_writer *w)
{
  uint32_t i;
  as_save_begin(w, ASTAR_SAVED_CROWD);
  as_write(w, c->def.durations ? 1 : 0, 1);
  as_write(w, c->def.patience, 4);
  as_write(w, c->def.expansions, 8);
  as_write(w, c->now, 8);
  as_write(w, c->decided, 8);
  as_write(w, c->due, 8);
  as_write(w, astar_graph_version(c->graph) == c->version ? c->calm_at : c->now, 8);
  as_write_double(w, c->pending - floor(c->pending));
  as_write(w, c->turn, 4);
  as_write(w, c->judge_from, 4);
  as_write(w, c->ids, 4);
  save_free_ids(c, w);
  for (i = as_crowd_from(c, 0); i != AS_NOBODY; i = as_crowd_from(c, i + 1)) save_agent(c, i, w);
  save_plan(c, w);
  as_save_groups(&c->groups, astar_graph_version(c->graph) == c->version, w);
}
