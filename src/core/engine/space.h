/*
** space.h: the interface between the engine and the spaces that it searches. Graphs, grids and planes fill in an
** as_space, with a table of functions; the engine knows nothing else of them. A run works on states, whose slots index
** its records. Several states may stand for one node: see as_state_node(). Where a slot is not that of a state, but of
** a node (see layout.h), it says so; where nodes have one state each, both are the same.
*/
#ifndef AS_SPACE_H
#define AS_SPACE_H

#include "base/journal.h"
#include "base/layout.h"
#include "engine/fast.h"
#include "engine/records.h"
#include "engine/runs.h"
#include "rules/advance.h"

/* `cost` is that of the step: INFINITY if the unit cannot make it, NAN if the unit can never enter the node. */
typedef struct as_successor {
  double cost;
  uint32_t slot;
} as_successor;

/*
** One expansion: the node, and the list to which the space adds its successors. Those that cannot get cheaper need not
** be added.
** A space may copy it to a local variable while it adds, so that the compiler keeps the fields in registers.
*/
typedef struct as_expansion {
  void *run;          /* of the as_space */
  const as_rules *rules;
  as_records records; /* by-value copy, so that the compiler may assume no aliasing */
  uint32_t slot;      /* the state that is expanded */
  uint32_t parent;    /* its parent, or AS_NO_SLOT */
  double from;        /* its g, by as_depart(); NAN to add all successors, cheaper or not: no record is read */
  bool wants_excluded; /* add successors that cannot be entered, too */
  as_successor *list; /* one longer than the upper bound, since adding writes before it tests */
  uint32_t count;
  double deferred;    /* a space that defers successors lowers it to their least f, at which they are expanded again */
} as_expansion;

/*
** Append a successor unless it has been reached at no more cost, by a lower bound of as_advance(). Without a branch on
** what is known, which would often be mispredicted.
*/
static inline void as_expansion_add(as_expansion *e, uint32_t slot, double cost)
{
  e->list[e->count].slot = slot;
  e->list[e->count].cost = cost;
  e->count += isnan(e->from) || !as_records_known(&e->records, slot, e->from + cost);
}

#define AS_PREPARE_NO_MEMORY UINT32_MAX

typedef struct as_id_list {
  astar_id *ids;
  uint32_t count, capacity;
} as_id_list;

typedef struct as_space as_space;

/*
** The functions of a space. `self` is that of the as_space; it is not const where the function may change caches of the
** space. Required, unless the comment says what NULL means.
*/
typedef struct as_space_ops {
  /*
  ** Upper bound on the number of successors of a node reached from `parent`. Called before each expansion: a space
  ** takes all memory for it here. AS_PREPARE_NO_MEMORY if out of memory.
  */
  uint32_t (*prepare)(void *self, uint32_t slot, uint32_t parent);
  /*
  ** Add the successors of e->slot, in the same order each time; if the rules say `back`, the nodes from which a step
  ** leads to it, with the cost of that step. Cannot fail.
  */
  void (*expand)(void *self, as_expansion *e);
  /*
  ** Expand up to n ordinary nodes of a search, by the template of loop.h; return how many are left to do when it meets
  ** one that is not. Only if `loops` is set, and phase is AS_PHASE_NEXT. NULL: not offered.
  */
  uint64_t (*run)(struct astar_search *s, uint64_t n);
  /* As as_fast_loop(), for AS_STRATEGY_FLOW. NULL: not offered. */
  as_fast_end (*flow)(struct astar_search *s, uint64_t *n);
  /*
  ** What a step from one state to another costs beside what the caller is asked for: costs that come from the caller
  ** are listed without it. NULL: nothing.
  */
  double (*besides)(const as_space *space, uint32_t from, uint32_t to);
  /* x, y, z of a slot: a pointer to `scratch`, or into memory of the space. */
  const double *(*position)(const void *self, uint32_t slot, double scratch[3]);
  /*
  ** Append the nodes that count as a live node if it is a goal: those within a straight distance, unless that is
  ** negative; with `adjacent` itself, and those from which a step leads to it, if it could be entered. False if out of
  ** memory. NULL where searches have no such goals.
  */
  bool (*around)(const as_space *space, astar_id goal, double within, bool adjacent, as_memory *m, as_id_list *list);
  /* Whether a unit can enter a node. */
  bool (*enterable)(const void *self, const as_rules *rules, uint32_t slot);
  /* The version of the space, which changes with each edit. */
  uint64_t (*version)(const void *self);

  /* Fill in all of a waypoint but `along`; the node may be removed. By id, since edits may have changed the slots. */
  void (*waypoint)(const void *self, astar_id id, astar_waypoint *waypoint);
  /* Whether there is a live node with this id. */
  bool (*exists)(const void *self, astar_id id);

  /*
  ** The heuristic of the space, on coordinates of its own. NULL, all four: x, y, z and Euclidean distance.
  **
  ** coordinates: those of a node, by id; it may be removed. metric: the best known lower bound of the cost between two
  ** places, before scaling. estimate: the same from a state to a place. offset: the difference of two places, a vector
  ** whose length is their straight distance.
  */
  void (*coordinates)(const void *self, astar_id id, double uvz[3]);
  double (*metric)(const void *self, const double a[3], const double b[3]);
  double (*estimate)(const as_space *space, uint32_t slot, const double to[3]);
  void (*offset)(const void *self, const double a[3], const double b[3], double offset[3]);

  /*
  ** For an edge of the search that stands for many steps on a lattice: their number. If not all are equal, *corner is
  ** the slot before which they are, and after which they are again; else AS_NO_SLOT. NULL: an edge is one step.
  */
  uint32_t (*steps)(const void *self, uint32_t from, uint32_t to, uint32_t *corner);
  /* Fill in all of the lattice of paths that is not 0. NULL: there is none. */
  void (*lattice)(const void *self, astar_lattice *lattice);

  /*
  ** For landmarks; NULL, flood and two_way: there are none. flood: as as_fast_loop(), forward or over the steps to a
  ** node; slots may have been removed since they were reached. typical_cost: of a step, finite and >= 0; open lists
  ** choose their keys by it, too. two_way: whether each step from a slot that can be entered, which the unit can make,
  ** costs the same back.
  */
  as_fast_end (*flood)(const as_space *space, as_flood *flood, as_memory *m, uint64_t *n, bool back);
  double (*typical_cost)(const as_space *space);
  bool (*two_way)(const as_space *space, uint32_t slot);

  /*
  ** The end of a run with the option `partial`: choose s->partial, and return the status, or ASTAR_OUT_OF_MEMORY. NULL:
  ** the reached node nearest to a goal is chosen, if none was reached.
  */
  astar_status (*end)(void *self, struct astar_search *s, astar_status status);

  /*
  ** For runs that go on after edits, or are repaired; NULL, all four, where each edit ends a run.
  **
  ** renew: bring all of the space up to date that follows from the rules and the number of nodes, its run too. False if
  ** out of memory; then nothing has changed. edited: append the states between which an edit of the node of a slot, as
  ** noted in the journal, may have changed steps, perhaps with others, some several times; of links only those of the
  ** node, as their other end is noted, too. False if out of memory. arrivals: the steps by which the run can reach a
  ** slot, each with the node that it comes from in place of the one it leads to. Appends all to a list with room;
  ** returns how many. `sources`: that room.
  */
  bool (*renew)(as_space *space);
  bool (*edited)(const as_space *space, uint32_t node, uint32_t what, as_memory *m, as_id_list *slots);
  uint32_t (*sources)(const as_space *space, uint32_t slot);
  uint32_t (*arrivals)(const as_space *space, uint32_t slot, as_successor *list);
  /*
  ** The same where edits have no slots, with `renew`: a lower bound on the cost of a way from the start to the goal, or
  ** to anywhere if there is none, that goes where edits since a version have changed something. NULL: not offered.
  */
  double (*detour)(void *self, uint64_t since);

  /*
  ** Free what the search owns of the space: its run, allocated from `m`. Must not read the graph or plane, which may
  ** be destroyed. NULL: nothing to free.
  */
  void (*release)(as_space *space, as_memory *m);
} as_space_ops;

/* A space under the rules of one unit, for one run. */
struct as_space {
  const as_space_ops *ops;
  void *self;         /* the first argument of the functions */
  void *run;          /* data of the space for this run, or NULL; owned by the search */
  as_layout *layout;  /* the current one; this struct holds no reference */
  as_runs *runs;      /* the list that searches join unless they are `answer_only`, or NULL; no reference either */
  struct as_spare_workspace *spare; /* that the first run of a search takes memory from; no reference either */
  as_journal *journal; /* of edits by slot; no reference; NULL without `edited` */
  uint64_t version;   /* when the run began, or last followed the edits */
  astar_unit unit;
  uint64_t unit_version; /* changes when the unit is set */
  as_rules rules;
  as_layers *layers;  /* that a search may add; NULL: there are none */
  as_memory *memory;  /* of the layers */
  uint32_t degree;    /* upper bound on the number of successors of any node; 0: call prepare() */
  double straight;    /* least ratio of the length of a step to its straight distance, at most 1 */
  double scale;       /* least cost per distance under the rules */
  double multiplier;  /* of all cells of a grid that the unit can enter; NAN if they differ */
  double period[2];   /* of the first two coordinates, where the space wraps; 0: it does not */
  double most;        /* upper bound on the metric of two places divided by their straight distance; 0: not known */
  double slack;       /* relative error by which metric() may fall as a difference grows: see as_measure */
  bool by_parent;     /* the successors of a node depend on its parent */
  bool fleeting;      /* an edit may give a slot another place, so `keep_estimates` stores places, too */
  bool stacked;       /* states may be at the place of the one before: a path has one element for both */
  uint32_t heading;   /* index of the state of the start where the way begins (see as_state_at()); 0: any heading */
  /*
  ** Places that are no nodes: place i has the slot first_place + i, behind those of the layout when the run began, and
  ** the id as_place_id(i). The functions accept these.
  */
  uint32_t first_place, places;
};

/*
** List all successors of a slot, cheaper or not, behind the first `used` items of a list, which may grow. Their number,
** or UINT32_MAX if out of memory. O(degree).
*/
ASTAR_API uint32_t as_space_list(const as_space *space, as_memory *m, uint32_t slot, bool wants_excluded,
                                 as_successor **list, uint32_t *capacity, uint32_t used);

static inline astar_id as_place_id(uint32_t i)
{
  return UINT32_MAX - i;
}

#endif
