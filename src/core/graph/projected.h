/*
** projected.h: a graph as a space whose start or goals are positions, each of which was projected onto the nearest
** link. The points are places of the space (see `places` in space.h): one for the start, if it is a position, then one
** for each goal that is. The steps between a point and the ends of its link are shares of the link. Made by finder.c.
*/
#ifndef AS_PROJECTED_H
#define AS_PROJECTED_H

#include "engine/space.h"
#include "graph/link_index.h"

/* The step from the end of a link to a point on it. */
typedef struct as_point_step {
  uint32_t slot, place;
  double cost;
} as_point_step;

/* The run of the space. */
typedef struct as_projected {
  astar_graph *graph;
  const as_space_ops *ops; /* of the graph as a space */
  uint32_t first_place, places;
  as_link_point *points;          /* by place */
  as_point_step *arrivals;    /* by slot, then by place; at most 2 * places */
  uint32_t arrival_count;
  /* Start and goals as given, and in the terms of the space: ids in place of positions. */
  astar_place start_place;
  bool starts_at_place;
  uint32_t goal_count;
  astar_id *given;          /* ASTAR_NO_ID: a position */
  astar_place *goal_places; /* as many */
  astar_id start, *goals;
} as_projected;

/*
** Begin a run for a definition with positions: the space, whose run is allocated from `m`; and the definition with ids
** in place of positions, whose lists are those of the run. ASTAR_NO_MEMORY, or ASTAR_FULL if there are no ids left.
** `def` may be `projected`, and refer to the run of another space of this kind. Complexity as of as_link_nearest() for
** each position.
*/
ASTAR_API astar_result as_projected_begin(as_memory *m, astar_graph *g, const astar_search_def *def, as_space *space,
                                          astar_search_def *projected);

/* The run of such a space; NULL if it is another one. */
ASTAR_API as_projected *as_projected_of(const as_space *space);

/* Set start and goals of a definition to those that the run was begun with. They are valid as long as the run. */
ASTAR_API void as_projected_restore(const as_projected *p, astar_search_def *def);

/* As astar_search_point() and astar_search_point_at(). Any space. */
ASTAR_API bool as_projected_point(const as_space *space, astar_id id, double xyz[3]);
ASTAR_API astar_id as_projected_point_at(const as_space *space, const double xyz[3]);

#endif
