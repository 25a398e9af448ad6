/*
** space.h: what the search asks of the space it runs on: a graph, a grid, a grid by jump points, or
** a plane. The search knows it through these functions only. Nodes are slots here.
*/
#ifndef AS_SPACE_H
#define AS_SPACE_H

#include "base/layout.h"
#include "engine/records.h"
#include "engine/coarse.h"
#include "rules/units.h"

/* `cost` is INFINITY where the step cannot be made, NAN where the rules can never enter the node. */
typedef struct as_successor {
  double cost;
  uint32_t slot;
} as_successor;

/*
** What a space needs to put a node's successors onto the open list by itself, in a run that only
** wants the answer, where nothing is to be asked and nothing but terrain refuses a node.
*/
typedef struct as_opening {
  as_rough *open;
  as_memory *memory;
  const double *goal; /* the only one, on the chart */
  double straight[2], both; /* the metric times its scale: of steps along u, along v, along both */
  double limit;       /* dearer nodes are not opened */
  double bound;       /* what f must stay below: the least cost for which the goal was reached */
} as_opening;

/*
** Where a space puts a node's successors, or its predecessors when it is gone backwards: the
** search wants only those that may get cheaper.
** Copied into a local variable it costs no more than its fields.
*/
typedef struct as_offers {
  as_opening *opening; /* or NULL: then all go into the list, else those that are not plain */
  const struct as_jump *jump; /* of a space that goes by jump points */
  as_records records; /* a copy, which no store can change */
  double from;        /* cost of the node that is expanded; NAN if all successors are wanted */
  uint32_t slot;      /* that node */
  uint32_t parent;    /* of that node, or AS_NO_SLOT */
  bool refused;       /* what cannot be entered is wanted too */
  as_successor *list;
  uint32_t count;
  double later; /* for the space to lower: more will be offered when the node is expanded again; their f is not less */
} as_offers;

static inline void as_offer(as_offers *o, uint32_t slot, double cost)
{
  o->list[o->count].slot = slot;
  o->list[o->count].cost = cost;
  o->count += !as_records_known(&o->records, slot, o->from + cost);
}

/*
** Open a successor where it is a plain matter: it is new, or was reached before and is cheaper now
** (or not, and nothing is to be done). False if it is not; then nothing was done.
*/
static inline bool as_open_plainly(as_offers *o, uint32_t slot, as_record *record, double g, double h)
{
  as_opening *p = o->opening;
  const uint32_t mark = record->mark;
  const double f = g + h;
  uint32_t flags = 0;
  if (as_record_current(&o->records, record)) {
    if ((mark & AS_MARK_STATE) == ASTAR_NONE) return false;
    if (!as_record_cheaper(record, g)) return true;
    flags = mark & AS_MARK_FLAGS;
  } else if (!as_record_own(record)) {
    return false;
  }
  if (!(g <= p->limit) || !as_rough_reserve(p->open, p->memory)) return false;
  if (f >= p->bound) return true;
  as_rough_push(p->open, f, h, slot);
  if (flags & AS_MARK_GOAL) p->bound = g;
  record->g = g;
  record->parent = o->slot;
  record->mark = o->records.run_mark | ASTAR_OPEN | flags;
  return true;
}

#define AS_NO_DEGREE UINT32_MAX

typedef struct as_space_ops {
  /*
  ** At most so many successors, or predecessors, of a node that was reached from another. Asked just
  ** before it is expanded, so that the space can make ready what that takes: AS_NO_DEGREE if there is
  ** no memory for it.
  */
  uint32_t (*degree)(const void *space, uint32_t slot, uint32_t parent);
  /* Offer all successors of a node, in the order of neighbours. */
  void (*expand)(const void *space, const as_rules *rules, uint32_t slot, as_offers *offers);
  /* Likewise all predecessors, at the cost of the step from each into the node. NULL on a grid. */
  void (*retreat)(const void *space, const as_rules *rules, uint32_t slot, as_offers *offers);
  /* x, y, z: in the space's memory, or written to `scratch`. Asked for when a node is opened. */
  const double *(*position)(const void *space, uint32_t slot, double scratch[3]);
  /*
  ** For the heuristics of a grid, which work on its chart; NULL on a graph, where they work on
  ** positions. Where a node lies there, by id; the best lower bound of the cost from a slot to a
  ** place, before it is scaled; and the straight way between two places.
  */
  void (*locate)(const void *space, astar_id id, double uvz[3]);
  double (*estimate)(const void *space, uint32_t slot, const double to[3]);
  void (*offset)(const void *space, const double a[3], const double b[3], double offset[3]);
  /* Complete what the space needs to open successors by itself; NULL if it cannot do so. */
  void (*opening)(const void *space, double scale, as_opening *opening);
  bool (*enterable)(const void *space, const as_rules *rules, uint32_t slot);
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
  as_rules rules;
  uint32_t degree;      /* at most so many successors everywhere; 0: ask */
  double straight;      /* on a grid: the least length of a step per straight distance, at most 1 */
  double scale;         /* least cost per straight distance for the rules */
} as_space;

/* A graph, be it a grid, as a space for one of its units. */
ASTAR_API as_space as_space_of(const astar_graph *g, astar_unit unit);

/* How far one gets by going once around it, for paths. */
ASTAR_API void as_space_wrap(const astar_graph *g, double wrap[2][2]);

ASTAR_API extern const as_space_ops as_graph_ops, as_grid_ops;

#endif
