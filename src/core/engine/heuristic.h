/*
** heuristic.h: the heuristic in force in a run: an estimate of the cost from a node to the nearest goal.
** The search owns one; a space answers what it knows about distances.
**
** An estimate is a distance times `scale`, the least cost per distance under the rules of the run, so it
** is admissible, and consistent, where the distance is a lower bound.
*/
#ifndef AS_HEURISTIC_H
#define AS_HEURISTIC_H

#include "engine/space.h"
#include "geometry/distance.h"

typedef enum as_estimator {
  AS_ESTIMATE_ZERO,
  AS_ESTIMATE_STRAIGHT, /* euclidean, between positions, to one goal: the usual one of graphs and planes */
  AS_ESTIMATE_SPACE,    /* by the metric of the space: the usual one of grids */
  AS_ESTIMATE_NAMED,    /* by `named`, to any number of goals */
  AS_ESTIMATE_ASKED     /* by the caller */
} as_estimator;

typedef struct as_heuristic {
  as_estimator by;
  astar_heuristic named;
  double scale;
  double (*goals)[3]; /* in the coordinates of the space */
  uint32_t goal_count, goal_capacity;
} as_heuristic;

/* Choose the heuristic that a definition names; AUTO is the best admissible one. */
ASTAR_API void as_heuristic_choose(as_heuristic *h, const as_space *space, const astar_search_def *def);

/* Note where the goals lie. False if out of memory. */
ASTAR_API bool as_heuristic_aim(as_heuristic *h, const as_space *space, as_memory *m, const astar_id *ids,
                                uint32_t count);

/* Where a node lies in the coordinates of the space. */
ASTAR_API void as_coordinates_of(const as_space *space, astar_id id, double place[3]);

/* The least straight distance from a place to a goal; not scaled. */
ASTAR_API double as_straight_to_goals(const as_heuristic *h, const as_space *space, const double place[3]);

static inline double as_scaled(const as_heuristic *h, double distance)
{
  return as_min(distance * h->scale, DBL_MAX);
}

/* The estimate of a slot; not of AS_ESTIMATE_ASKED. */
ASTAR_API double as_estimate_by_name(const as_heuristic *h, const as_space *space, uint32_t slot);
static inline double as_estimate(const as_heuristic *h, const as_space *space, uint32_t slot)
{
  double scratch[3], least;
  uint32_t i;
  switch (h->by) {
  case AS_ESTIMATE_ZERO: return 0;
  case AS_ESTIMATE_STRAIGHT:
    return as_scaled(h, as_distance(space->ops->position(space->self, slot, scratch), h->goals[0]));
  case AS_ESTIMATE_SPACE:
    least = space->ops->estimate(space->self, slot, h->goals[0]);
    for (i = 1; i < h->goal_count; i++) least = as_min(least, space->ops->estimate(space->self, slot, h->goals[i]));
    return as_scaled(h, least);
  default: return as_estimate_by_name(h, space, slot);
  }
}

/* The estimate of a node at any time: its slot may have changed since the run. */
ASTAR_API double as_estimate_id(const as_heuristic *h, const as_space *space, astar_id id);

#endif
