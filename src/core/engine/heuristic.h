/*
** heuristic.h: the heuristic of a run: an estimate of the cost from a node to the nearest goal. Owned by the search.
**
** Unless it comes from the caller, an estimate is a distance times `scale`, the least cost per distance under the rules
** of the run. It is admissible and consistent if the distance is Euclidean, or the metric of the space.
*/
#ifndef AS_HEURISTIC_H
#define AS_HEURISTIC_H

#include "engine/space.h"
#include "geometry/distance.h"
#include "geometry/place_tree.h"

typedef enum as_estimator {
  AS_ESTIMATE_ZERO,
  AS_ESTIMATE_STRAIGHT, /* Euclidean distance of positions, one goal: the default on graphs and planes */
  AS_ESTIMATE_SPACE,    /* the metric of the space: the default on grids */
  AS_ESTIMATE_NAMED,    /* the distance that `named` says, any number of goals */
  AS_ESTIMATE_REGION,   /* the same, less `reach` */
  AS_ESTIMATE_ASKED     /* from the caller */
} as_estimator;

typedef struct as_heuristic {
  as_estimator by;
  astar_heuristic named; /* as in the definition, or what the default stands for */
  double scale;
  double reach;       /* greatest distance from a node that counts as a goal to the nearest goal itself */
  double (*goals)[3]; /* in coordinates of the space: see as_coordinates_of() */
  uint32_t goal_count, goal_capacity;
  bool has_tree;      /* there are many goals: `tree` is over `goals`, whose order it has changed */
  as_place_tree tree;
} as_heuristic;

/* Whether a heuristic, if costs do not come from the caller, is admissible and consistent on every space. */
static inline bool as_is_admissible_distance(astar_heuristic named)
{
  return named == ASTAR_DEFAULT || named == ASTAR_AUTO || named == ASTAR_EUCLIDEAN;
}

/*
** Set all but the goals from a definition. ASTAR_DEFAULT becomes ASTAR_ZERO if costs come from the caller, else
** ASTAR_AUTO, which is the metric of the space, or Euclidean distance if it has none. Without goals it is zero.
*/
ASTAR_API void as_heuristic_choose(as_heuristic *h, const as_space *space, const astar_search_def *def);

/*
** Whether estimates are known to be consistent: no estimate is more than the cost of a step plus the estimate after it,
** but for rounding.
*/
static inline bool as_is_consistent(const as_heuristic *h)
{
  if (h->by == AS_ESTIMATE_REGION) return as_is_admissible_distance(h->named);
  return h->by != AS_ESTIMATE_ASKED && (h->by != AS_ESTIMATE_NAMED || h->named == ASTAR_EUCLIDEAN);
}

/* Set the goals. `partial`: as_straight_to_goals() will be called, too. False if out of memory. O(count log count). */
ASTAR_API bool as_heuristic_aim(as_heuristic *h, const as_space *space, as_memory *m, const astar_id *ids,
                                uint32_t count, bool partial);

/*
** After as_heuristic_aim(), if other nodes count as goals, too: estimate the cost to the nearest of these. For ids of
** live nodes. O(count), times as as_straight_to_goals().
*/
ASTAR_API void as_heuristic_widen(as_heuristic *h, const as_space *space, const astar_id *ids, uint32_t count);
ASTAR_API void as_heuristic_free(as_heuristic *h, as_memory *m);

/* The place of a node in the coordinates of the space; x, y, z if it has none of its own. */
ASTAR_API void as_coordinates_of(const as_space *space, astar_id id, double place[3]);

/*
** The Euclidean distance from a place, in coordinates of the space, to the nearest goal; not scaled. Complexity as of
** as_place_tree_least(), like all functions below.
*/
ASTAR_API double as_straight_to_goals(const as_heuristic *h, const as_space *space, const double place[3]);

/* At most DBL_MAX. */
static inline double as_scaled(const as_heuristic *h, double distance)
{
  return as_min(distance * h->scale, DBL_MAX);
}

/* As as_estimate(), for AS_ESTIMATE_NAMED and AS_ESTIMATE_REGION, and AS_ESTIMATE_SPACE with several goals. */
ASTAR_API double as_estimate_by_name(const as_heuristic *h, const as_space *space, uint32_t slot);

/* The estimate of a slot, unless estimates come from the caller. */
static inline double as_estimate(const as_heuristic *h, const as_space *space, uint32_t slot)
{
  double scratch[3];
  switch (h->by) {
  case AS_ESTIMATE_ZERO: return 0;
  case AS_ESTIMATE_STRAIGHT:
    return as_scaled(h, as_distance(space->ops->position(space->self, slot, scratch), h->goals[0]));
  case AS_ESTIMATE_SPACE:
    if (h->goal_count > 1) return as_estimate_by_name(h, space, slot);
    return as_scaled(h, space->ops->estimate(space, slot, h->goals[0]));
  default: return as_estimate_by_name(h, space, slot);
  }
}

/* The estimate of a node in the present state of the space. By id, since edits may have changed its slot. */
ASTAR_API double as_estimate_id(const as_heuristic *h, const as_space *space, astar_id id);

#endif
