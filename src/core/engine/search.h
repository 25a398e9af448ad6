/*
** search.h: the state of a search, which search.c runs and visits.c tells of.
*/
#ifndef AS_SEARCH_H
#define AS_SEARCH_H

#include "grid/jump.h"
#include "engine/open.h"
#include "plane/plane_space.h"
#include "engine/records.h"
#include "engine/coarse.h"
#include "engine/space.h"

enum phase { PHASE_START, PHASE_RELAX, PHASE_NEXT };

struct astar_search {
  as_memory memory;
  /* What is looked for. `ids` are the goals, then those of `only`, then those of `avoid`. */
  const astar_graph *graph; /* NULL on a plane: then it is `ground` */
  as_plane_run *ground;
  astar_plane_search_def plane_def;
  astar_search_def def; /* its pointers are not used */
  astar_id *ids;
  uint32_t ids_capacity;
  double (*goal_positions)[3];
  uint32_t goals_capacity;
  /* The space as it was when the run began, and what follows from it. */
  as_space space;
  as_layout *layout; /* held */
  as_jump jump;      /* its bitmap is NULL if the run does not go by jump points */
  as_space_ops jump_ops;
  bool plain;        /* the heuristic is the usual one of graphs: euclidean, to one goal */
  bool best;         /* it is the usual one of grids */
  bool ask_estimate;
  double cost_limit;
  double plain_limit; /* up to here a successor is opened without further ado; -1 if never */
  /* The run. */
  astar_status status;
  enum phase phase;
  as_records records;
  bool answer_only; /* nobody looks at what was touched, nor at the order */
  bool rough;       /* then the list of open nodes is `roughly`, and `opening.bound` counts; else it is `open` */
  bool by_space;    /* the space opens what is plain, by `opening` */
  as_open open;
  as_rough roughly;
  as_opening opening;
  as_offers offers;
  uint32_t *touched; /* slots */
  uint32_t touched_count, touched_capacity;
  uint64_t expanded;
  uint32_t current, found, partial; /* slots, or AS_NO_SLOT */
  uint32_t cut;                     /* nodes left out for max_cost and not reached otherwise */
  /* Of the node that was expanded in part: what its further successors have for f at least. */
  uint32_t put_off;    /* slot, or AS_NO_SLOT */
  double put_off_f;
  /* Relaxing. */
  as_successor *successors;
  uint32_t successors_capacity, count, at;
  bool answered;          /* successors[at].cost is the caller's */
  uint32_t estimates;     /* goals for which the caller gave an estimate, */
  double least_estimate;  /* and the least of them */
  bool wanting;
  astar_want want;
};

static inline astar_state as_state_of(const as_record *record)
{
  return (astar_state)(record->mark & AS_MARK_STATE);
}

/* Where a node lies for the heuristics. */
ASTAR_API void as_search_locate(const astar_search *s, astar_id id, double place[3]);

/* An estimate by the best heuristic of the space, where it has one; by a named one, of a place. */
ASTAR_API double as_search_best_estimate(const astar_search *s, uint32_t slot);
ASTAR_API double as_search_estimate_from(const astar_search *s, const double place[3]);

#endif
