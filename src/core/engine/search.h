/*
** search.h: one run of A*. search.c has its life and beginning, run.c expands nodes, query.c answers
** questions about it.
*/
#ifndef AS_SEARCH_H
#define AS_SEARCH_H

#include "engine/heuristic.h"

/* How a run expands. The ways in the coarse order need a heuristic that is admissible, and weight 1. */
typedef enum as_strategy {
  AS_STRATEGY_EXACT,  /* exact order; the nodes touched, and those excluded, can be asked for */
  AS_STRATEGY_ANSWER, /* exact order; only the answer counts: goals that cannot be entered end it at once */
  AS_STRATEGY_COARSE, /* only the answer, in the coarse order; touched nodes are not listed */
  AS_STRATEGY_DIRECT  /* the same, and the space relaxes ordinary successors by itself */
} as_strategy;

typedef struct as_id_list {
  astar_id *ids;
  uint32_t count, capacity;
} as_id_list;

/*
** PHASE_START: the start is to be opened. PHASE_RELAX: the successors of `current` are to be relaxed, from
** `at` on. PHASE_NEXT: the next node is to be popped.
*/
enum phase { PHASE_START, PHASE_RELAX, PHASE_NEXT };

struct astar_search {
  as_memory memory;
  /* The question. */
  astar_search_def def; /* its lists are these: */
  as_id_list goals, only, avoid;
  /* The space as it was when the run began, and what follows from it. */
  as_space space;
  as_layout *layout; /* space.layout, held */
  as_heuristic heuristic;
  as_strategy strategy;
  double cost_limit;     /* max_cost with room for rounding */
  double ordinary_limit; /* nodes up to this cost can be ordinary successors; -1: none can */
  /* The run. */
  astar_status status;
  enum phase phase;
  as_records records;
  as_open open;
  as_direct direct; /* `bound` counts for both coarse strategies */
  as_expansion expansion;
  uint32_t *touched; /* slots */
  uint32_t touched_count, touched_capacity;
  uint64_t expanded;
  uint32_t current, found, partial; /* slots, or AS_NO_SLOT */
  uint32_t cut;                     /* nodes left out for max_cost and not reached otherwise */
  uint32_t deferred;                /* the node with deferred successors, or AS_NO_SLOT */
  double deferred_f;                /* their least f */
  /* Relaxing. */
  as_successor *successors;
  uint32_t successor_capacity, at;
  bool answered;         /* successors[at].cost is the caller's */
  uint32_t estimates;    /* goals for which the caller gave an estimate, */
  double least_estimate; /* and the least of them */
  bool wanting;
  astar_want want;
};

/*
** To begin a run: define the question, which takes over the space and releases the last one, unless it uses
** the same run; then choose a strategy; then start. ASTAR_NO_MEMORY leaves the search ended, as ASTAR_STALE; the space
** that was given is then released. Lists in `def` may be those of the search.
*/
ASTAR_API astar_result as_search_define(astar_search *s, const as_space *space, const astar_search_def *def);
ASTAR_API astar_result as_search_start(astar_search *s, as_strategy strategy);

static inline bool as_is_coarse(const astar_search *s)
{
  return s->strategy >= AS_STRATEGY_COARSE;
}

/* Whether the lists `only` and `avoid` let a node be entered. */
static inline bool as_is_admitted(const astar_search *s, const as_record *record)
{
  return !(record->mark & AS_MARK_AVOIDED) && (!s->def.only || record->mark & AS_MARK_ALLOWED);
}

static inline astar_state as_state_of(const as_record *record)
{
  return (astar_state)(record->mark & AS_MARK_STATE);
}

#endif
