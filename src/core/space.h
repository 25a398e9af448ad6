/*
** space.h: what the search asks of the space it runs on. A space is a graph (later: of any
** make); the search knows it through these functions only. Nodes are slots here.
*/
#ifndef AS_SPACE_H
#define AS_SPACE_H

#include "layout.h"
#include "records.h"
#include "units.h"

/* `cost` is INFINITY where the step cannot be made, NAN where the mover can never enter the node. */
typedef struct as_successor {
  double cost;
  uint32_t slot;
} as_successor;

/*
** Where a space puts a node's successors, or its predecessors when it is gone backwards: the
** search wants only those that may get cheaper.
** Copied into a local variable it costs no more than its fields.
*/
typedef struct as_offers {
  as_records records; /* a copy, which no store can change */
  double from;        /* cost of the node that is expanded; NAN if all successors are wanted */
  as_successor *list;
  uint32_t count;
} as_offers;

static inline void as_offer(as_offers *o, uint32_t slot, double cost)
{
  o->list[o->count].slot = slot;
  o->list[o->count].cost = cost;
  o->count += !as_records_known(&o->records, slot, o->from + cost);
}

typedef struct as_space_ops {
  /* At most so many successors, or predecessors. */
  uint32_t (*degree)(const void *space, uint32_t slot);
  /* Offer all successors of a node, in the order of neighbours. */
  void (*expand)(const void *space, const as_mover *mover, uint32_t slot, as_offers *offers);
  /* Likewise all predecessors, at the cost of the step from each into the node. */
  void (*retreat)(const void *space, const as_mover *mover, uint32_t slot, as_offers *offers);
  /* x, y, z: in the space's memory, or written to `scratch`. Asked for when a node is opened. */
  const double *(*position)(const void *space, uint32_t slot, double scratch[3]);
  bool (*enterable)(const void *space, const as_mover *mover, uint32_t slot);
  uint64_t (*version)(const void *space);
  /* By id, since slots may have changed; of a node since removed too. */
  void (*waypoint)(const void *space, astar_id id, astar_waypoint *waypoint);
} as_space_ops;

/* A space as a search holds it while it runs. */
typedef struct as_space {
  const as_space_ops *ops;
  const void *self;
  as_layout *layout;    /* as of now; not held by this struct */
  uint64_t version;
  as_mover mover;
  double scale;         /* least cost per straight distance for the mover */
} as_space;

/* A graph as a space for one of its units. */
ASTAR_API as_space as_graph_space(const astar_graph *g, astar_unit unit);

#endif
