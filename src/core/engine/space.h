/*
** space.h: what a run asks of the space that it searches: the one way in which the engine knows graphs,
** grids and planes. Each of these fills in an as_space and hands it down. Nodes are slots here: numbers
** from 0 that index the records of the run.
*/
#ifndef AS_SPACE_H
#define AS_SPACE_H

#include "base/layout.h"
#include "engine/open.h"
#include "engine/records.h"
#include "rules/advance.h"

/* `cost` is that of the step: INFINITY where it cannot be made, NAN where the node can never be entered. */
typedef struct as_successor {
  double cost;
  uint32_t slot;
} as_successor;

/*
** What a space needs to relax ordinary successors by itself, in a run in the coarse order to one goal,
** where nothing is asked of the caller and nothing but terrain refuses a node.
*/
typedef struct as_direct {
  as_open *open;
  as_memory *memory;
  const double *goal;                    /* its coordinates */
  double straight_u, straight_v, diagonal; /* the metric of the grid times the scale of the run */
  double limit;                          /* nodes that cost more are not opened */
  double bound;                          /* the least cost for which the goal was reached: f must stay below */
} as_direct;

/*
** One expansion: where a space puts the successors of a node, or its predecessors in reverse. Those that
** the run knows to cost no more already are left out.
** A space copies it into a local variable while it adds: the compiler then keeps the fields in registers.
*/
typedef struct as_expansion {
  void *run;          /* that of the as_space */
  const as_rules *rules;
  as_records records; /* by-value copy, so that the compiler may assume no aliasing */
  uint32_t slot;      /* the node that is expanded */
  uint32_t parent;    /* of that node, or AS_NO_SLOT */
  double from;        /* its cost; NAN if all successors are wanted */
  bool wants_excluded; /* successors that cannot be entered are wanted too */
  as_direct *direct;  /* or NULL: then all go into the list, else those that are not ordinary */
  as_successor *list; /* one longer than prepare() said: what is not wanted is written all the same */
  uint32_t count;
  double deferred;    /* a space lowers it to defer successors whose f is not less: the node is expanded again */
} as_expansion;

/* Put a successor into the list. For a caller who has found that it is wanted. */
static inline void as_expansion_put(as_expansion *e, uint32_t slot, double cost)
{
  e->list[e->count].slot = slot;
  e->list[e->count++].cost = cost;
}

/* The same if it is wanted. Without a branch, which would be mispredicted all too often. */
static inline void as_expansion_add(as_expansion *e, uint32_t slot, double cost)
{
  e->list[e->count].slot = slot;
  e->list[e->count].cost = cost;
  e->count += !as_records_known(&e->records, slot, as_advance(e->rules, e->from, cost));
}

/*
** Relax a successor, reached for `g`, if it is an ordinary one: new, or reached before. False if it is
** not, or if memory is lacking; then nothing has changed.
*/
static inline bool as_relax_direct(as_expansion *e, uint32_t slot, as_record *record, double g, double h)
{
  as_direct *d = e->direct;
  const uint32_t mark = record->mark;
  const double f = g + h;
  uint32_t flags = 0;
  if (as_record_current(&e->records, record)) {
    if ((mark & AS_MARK_STATE) == ASTAR_NONE) return false;
    if (!as_record_cheaper(record, g)) return true;
    flags = mark & AS_MARK_FLAGS;
  } else if (!as_record_own(record)) {
    return false;
  }
  if (!(g <= d->limit) || !as_buckets_reserve(&d->open->buckets, d->memory)) return false;
  if (f >= d->bound) return true;
  as_coarse_push(d->open, f, h, slot);
  if (flags & AS_MARK_GOAL) d->bound = g;
  record->g = g;
  record->parent = e->slot;
  record->mark = e->records.run_mark | ASTAR_OPEN | flags;
  return true;
}

#define AS_PREPARE_NO_MEMORY UINT32_MAX

typedef struct as_space as_space;

/*
** The functions of a space. `self` is that of the as_space; those that may change what the space remembers
** take it without const. NULL is allowed where it is said.
*/
typedef struct as_space_ops {
  /*
  ** Upper bound on the successor count, or predecessor count, of a node that was reached from `parent`.
  ** Called before each expansion, so a space makes ready here what needs memory; AS_PREPARE_NO_MEMORY if
  ** there is none.
  */
  uint32_t (*prepare)(void *self, uint32_t slot, uint32_t parent);
  /* Add all successors of a node, in the order of neighbours. Cannot fail. */
  void (*expand)(void *self, as_expansion *e);
  /* Add all predecessors, at the cost of the step from each into the node; ignores `wants_excluded`. NULL: cannot. */
  void (*expand_reverse)(void *self, as_expansion *e);
  /* x, y, z of a slot: in the space's memory, or written to `scratch`. */
  const double *(*position)(const void *self, uint32_t slot, double scratch[3]);
  bool (*enterable)(const void *self, const as_rules *rules, uint32_t slot);
  uint64_t (*version)(const void *self);

  /* By id, since slots may have changed; of a node that was removed, too. */
  void (*waypoint)(const void *self, astar_id id, astar_waypoint *waypoint);
  /* Whether there is a node with that id. */
  bool (*exists)(const void *self, astar_id id);

  /*
  ** The heuristic of the space. NULL, all four: straight distances between positions. Else it works on
  ** coordinates of the space's own: those of a node; the best lower bound of the cost between two, before
  ** it is scaled, and the same from a slot; the straight way between two.
  */
  void (*coordinates)(const void *self, astar_id id, double uvz[3]);
  double (*metric)(const void *self, const double a[3], const double b[3]);
  double (*estimate)(const void *self, uint32_t slot, const double to[3]);
  void (*offset)(const void *self, const double a[3], const double b[3], double offset[3]);

  /* Complete what the space needs to relax by itself. NULL: it does not. */
  void (*direct)(const void *self, double scale, as_direct *direct);

  /* Where an edge of the search stands for many steps: how many, and the waypoints between. NULL: one each. */
  uint32_t (*steps)(const void *self, uint32_t from, uint32_t to);
  void (*walk)(const void *self, uint32_t from, uint32_t to, astar_waypoint *between);
  /* How far going once round leads, for paths. NULL: it does not wrap. */
  void (*wrap)(const void *self, double wrap[2][2]);

  /*
  ** The search, whose memory `m` is, is done with the space: free what it owns of it. The graph or plane may
  ** be gone. NULL: nothing.
  */
  void (*release)(as_space *space, as_memory *m);
} as_space_ops;

/* A space as a search holds it, for one run. */
struct as_space {
  const as_space_ops *ops;
  void *self;         /* what is searched */
  void *run;          /* what the space keeps for this run, or NULL; owned by the search */
  as_layout *layout;  /* as of now; not held by this struct */
  uint64_t version;
  as_rules rules;
  uint32_t degree;    /* upper bound on the successor count everywhere; 0: call prepare() */
  double straight;    /* least length of a step per straight distance, at most 1 */
  double scale;       /* least cost per distance under the rules */
  bool fleeting;      /* a slot may be another place after an edit: a search notes the places that it reaches */
};

#endif
