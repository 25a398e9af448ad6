/*
** track.h: the nodes of a path over cells that is to be replaced by another one, with the rules of its unit. For all
** that change paths: smooth.h, straight.h.
*/
#ifndef AS_TRACK_H
#define AS_TRACK_H

#include "engine/space.h"
#include "grid/piece.h"

/* A node. Those between which there are only steps lie side by side, also where the map wraps. */
typedef struct as_stop {
  int64_t at[2]; /* as in piece.h */
  double cost;   /* of the part of the route up to here; for the caller */
  uint32_t cell; /* as the unit's own; AS_NO_SLOT: no cell */
  uint32_t floor;
} as_stop;

typedef struct as_track {
  as_space space;
  as_extras extras;
  as_pieces pieces;    /* on one floor: see as_track_enter() */
  const as_grid *grid; /* the cells as the unit sees them, */
  as_grid copy;        /* on another floor than the first */
  astar_waypoint *nodes;
  as_stop *stops; /* by node */
  uint32_t *avoid;
  as_successor *list;
  uint32_t count, node_capacity, stop_capacity, avoid_capacity, list_capacity;
  bool failed; /* out of memory */
} as_track;

/* Takes no memory; all zeros are the same. */
ASTAR_API void as_track_free(as_track *t, as_memory *m);

/* Take a path, and the rules that it obeys. The costs of stops are 0. False if out of memory. O(count). */
ASTAR_API bool as_track_take(as_track *t, as_memory *m, astar_graph *g, const astar_path *path,
                             const astar_smooth_def *def);

/* Go to a floor: pieces are on it. */
ASTAR_API void as_track_enter(as_track *t, uint32_t floor);

/*
** Whether the route goes from a node to the next by a step of the grid, and no link there is cheaper. False with
** `failed` if out of memory. O(1), but at links O(degree).
*/
ASTAR_API bool as_track_is_step(as_track *t, as_memory *m, uint32_t index);

/* The cost of the link or the piece that leads from a node to the next. Sets `failed` if out of memory. */
ASTAR_API double as_track_link_cost(as_track *t, as_memory *m, uint32_t index);

#endif
