/*
** goals.h: the distances from nodes to the goals of the agents of a crowd. One entry stands for all agents with the
** same goal and unit. Owned by the crowd.
**
** A goal of one agent has an A* backwards towards that agent, which stops where the agent is and goes on when a
** distance is needed that it does not have (rra.h). A goal of several agents has a search backwards to all nodes, taken
** as far as needed, which is repaired when the map is edited; it keeps that until all agents have left it. Distances
** follow from the map, the goal, the unit, and, with one agent, the node at which its A* aims; what was asked before
** changes them by no more than rounding.
**
** An entry is not ready when it is new, when a run has to begin anew, and when it becomes shared. It is for the
** owner to decide when distances are asked for the first time; then it must call as_goals_ready().
**
** After edits of the graph or its units, as_goals_follow() must be called before anything else but as_goals_take(),
** as_goals_drop(), as_goals_live(), what is known of an entry, and as_goals_free().
*/
#ifndef AS_GOALS_H
#define AS_GOALS_H

#include "crowd/place_order.h"
#include "crowd/rra.h"

#define AS_NO_GOAL UINT32_MAX

/* One goal; free ones are chained by `next`. */
typedef struct as_goal {
  astar_id node;
  uint32_t generation; /* of the node */
  astar_unit unit;
  uint32_t users;      /* 0: it is free */
  uint32_t next;       /* the next in its bucket, or the next that is free; or AS_NO_GOAL */
  bool shared;         /* it has had several agents at once */
  bool ready;          /* distances may be asked for */
  uint64_t kept; /* if not `shared`: 1 + the nodes that its A* had expanded at as_goals_keep(); 0: it had not begun */
  astar_id aim;        /* the node at which its A* aims; ASTAR_NO_ID: not known yet */
  uint32_t aim_generation;
  double settled;      /* in `search`, costs below this are final; INFINITY: it has ended */
  as_rra *rra;          /* unless `shared`: NULL until a distance is asked for */
  astar_search *search; /* if `shared`: the same */
  as_places places;     /* if `shared` */
} as_goal;

typedef struct as_goals {
  as_memory *memory;  /* of the crowd */
  astar_alloc alloc;
  void *context;
  astar_graph *graph;
  as_goal *list;
  uint32_t count, capacity; /* entries, free ones included */
  uint32_t used;            /* those that are not free */
  uint32_t unready;         /* of these, those that are not ready */
  uint32_t free;            /* the first free one, or AS_NO_GOAL */
  uint32_t *buckets;        /* the hash table: the first entry of each bucket, or AS_NO_GOAL; a power of two of them */
  uint32_t bucket_count;
  as_reverse_steps *reverse; /* by unit */
  uint32_t reverse_count, reverse_capacity;
  as_rra *spare;       /* one of a goal that was left, for the next; or NULL */
  as_layout *layout;   /* of the graph when it last followed, held while there are entries; else NULL */
  as_journal *journal; /* of the graph, the same */
  uint64_t read;       /* entries of it that were followed */
  uint64_t version;    /* of the graph then */
  bool changed;        /* since as_goals_follow() last succeeded */
  bool torn;           /* a caller that ran out of memory wants as_goals_restore() */
  as_id_list edited;   /* scratch: slots */
} as_goals;

/* Allocates nothing. Memory will be from `m`, that of searches from `alloc`. */
ASTAR_API void as_goals_init(as_goals *gs, as_memory *m, astar_alloc alloc, void *context, astar_graph *g);
/* Does not read the graph, which may be gone. */
ASTAR_API void as_goals_free(as_goals *gs);

/* Bytes allocated that are not counted in the memory of the crowd. O(entries). */
ASTAR_API size_t as_goals_memory(const as_goals *gs);

/*
** Take the entry of a live node and a unit for one more agent; *goal becomes its index. `aim` is the slot where that
** agent stands, or AS_NO_SLOT: then its first distance that is asked for decides. False if out of memory; then nothing
** has changed. O(1) expected; the first run is made when a distance is asked for. With its second agent an entry
** becomes shared, also if it is dropped at once. as_goals_drop() gives it back; the last agent frees it. It may be
** called when the node is gone.
*/
ASTAR_API bool as_goals_take(as_goals *gs, astar_id node, astar_unit unit, uint32_t aim, uint32_t *goal);
ASTAR_API void as_goals_drop(as_goals *gs, uint32_t goal);

/* The entry of a live node and a unit, or AS_NO_GOAL. O(1) expected. */
ASTAR_API uint32_t as_goals_find(const as_goals *gs, astar_id node, astar_unit unit);

/*
** Set the aim of an entry that is not shared, as for an agent that was put elsewhere; AS_NO_SLOT as for
** as_goals_take(). A run with another aim begins anew. Otherwise the aim stays, also when edits make the run begin
** anew, until it is removed from the graph, which counts as AS_NO_SLOT.
*/
ASTAR_API void as_goals_aim(as_goals *gs, uint32_t goal, uint32_t slot);

/*
** For saving, as all distances depend on it: the aim of an entry that is not shared, or ASTAR_NO_ID; whether it is
** shared. To load, pass the slot of the aim to as_goals_take(), or make the entry shared.
*/
ASTAR_API astar_id as_goals_aimed(const as_goals *gs, uint32_t goal);
static inline bool as_goals_is_shared(const as_goals *gs, uint32_t goal)
{
  return gs->list[goal].shared;
}
ASTAR_API void as_goals_share(as_goals *gs, uint32_t goal);

/* Forget the run of an entry: it begins anew when a distance is asked for. */
ASTAR_API void as_goals_forget(as_goals *gs, uint32_t goal);

/* Make an entry ready; make all ready. */
ASTAR_API void as_goals_ready(as_goals *gs, uint32_t goal);
ASTAR_API void as_goals_ready_all(as_goals *gs);

/* Whether the A* of an entry that is not shared has begun. */
static inline bool as_goals_has_begun(const as_goals *gs, uint32_t goal)
{
  return gs->list[goal].rra && gs->list[goal].rra->begun;
}

/* How many nodes the run of an entry has expanded. All that an A* knows follows from that number. O(1). */
ASTAR_API uint64_t as_goals_expanded(const as_goals *gs, uint32_t goal);

/*
** Run an entry that is not shared until it has expanded so many nodes, as one that was saved had, or all that there
** are. False if out of memory.
*/
ASTAR_API bool as_goals_replay(as_goals *gs, uint32_t goal, uint32_t expanded);

/*
** What is known decides what agents do. So that a lack of memory makes no difference, remember how much all runs know,
** or one of them; and let those that know more now forget that. as_goals_restore() returns false if out of memory: then
** it is to be called again. It needs as_goals_follow() before. O(entries), and what replays take.
*/
ASTAR_API void as_goals_keep(as_goals *gs);
ASTAR_API void as_goals_keep_one(as_goals *gs, uint32_t goal);
ASTAR_API bool as_goals_restore(as_goals *gs);

/* The node of an entry, which may be gone; its unit; its agents. */
static inline const as_goal *as_goals_at(const as_goals *gs, uint32_t goal)
{
  return &gs->list[goal];
}

/*
** Take all edits of the graph since the last call into account. *changed becomes true if any distance that was known
** may have changed, and else stays as it is. False if out of memory: then no distance may be asked for until a later
** call succeeds. O(1) without edits; else O(goals * edits), and what repairs take.
*/
ASTAR_API bool as_goals_follow(as_goals *gs, bool *changed);

/*
** The steps to nodes for a unit, up to date; NULL if out of memory. Valid until the next call. O(1), O(terrains) at
** first.
*/
ASTAR_API as_reverse_steps *as_goals_reverse_steps(as_goals *gs, astar_unit unit);

/* Whether the node of a goal is still there. O(1). */
ASTAR_API bool as_goals_live(const as_goals *gs, uint32_t goal);

/*
** The cost of the cheapest way from a slot of the graph to a goal; INFINITY if there is none, or the goal is not live.
** The start of the way is not tested: a slot that cannot be entered has a distance, but no way leads through it. NAN if
** out of memory: call it again. Complexity as of as_rra_find().
*/
ASTAR_API double as_goals_far(as_goals *gs, uint32_t goal, uint32_t slot);

/*
** The same, but -INFINITY if it is not known after `most` expansions: the next call goes on. Searches of shared goals
** end.
*/
ASTAR_API double as_goals_far_within(as_goals *gs, uint32_t goal, uint32_t slot, uint64_t most);

/* The same, fast where it is known. */
static inline double as_goals_distance(as_goals *gs, uint32_t goal, uint32_t slot)
{
  const as_goal *e = &gs->list[goal];
  if (e->rra) {
    const double g = as_rra_known(e->rra, slot);
    if (g >= 0) return fabs(g); /* the sign of an open node's zero */
  } else if (e->search && slot < e->search->records.slots) {
    const as_record *record = as_records_peek(&e->search->records, slot);
    if (as_record_current(&e->search->records, record) && as_state_of(record) == ASTAR_CLOSED && record->g < e->settled)
      return record->g;
  }
  return as_goals_far(gs, goal, slot);
}

/*
** Of a goal that is not shared, and a slot that its search has reached: the distance, if it is known; else a negative
** number.
*/
ASTAR_API double as_goals_certain(as_goals *gs, uint32_t goal, uint32_t slot);

/* The distance if it is known, or if the goal is shared; else a negative number. NAN if out of memory. */
static inline double as_goals_known(as_goals *gs, uint32_t goal, uint32_t slot)
{
  const as_goal *e = &gs->list[goal];
  if (e->shared) return as_goals_distance(gs, goal, slot);
  if (!e->rra || !e->rra->begun) return -INFINITY;
  return as_rra_known(e->rra, slot) >= 0 || !as_rra_reached(e->rra, slot) ? as_rra_known(e->rra, slot)
                                                                          : as_goals_certain(gs, goal, slot);
}

/*
** Find the places of a shared goal: the `count` nodes that its unit can enter and from which the way to it costs least,
** ties by id, the goal itself included. Those that `held`, unless it is NULL, answers true for are left out, but walked
** through: `context` is passed on to it. There may be fewer. False if out of memory; then the places are those of the
** last call. O(count + held), but O(k log k) for k nodes, those held included, if edits concerned the search or it
** takes more nodes than before.
*/
ASTAR_API bool as_goals_places(as_goals *gs, uint32_t goal, uint32_t count, as_is_held *held, const void *context);

/*
** The places found by the last call: their number; the slot of one, the nearest first; the cost of the way from the
** last.
*/
static inline uint32_t as_goals_place_count(const as_goals *gs, uint32_t goal)
{
  return gs->list[goal].places.chosen_count;
}

static inline uint32_t as_goals_place_at(const as_goals *gs, uint32_t goal, uint32_t index)
{
  return gs->list[goal].places.chosen[index];
}

static inline double as_goals_place_far(const as_goals *gs, uint32_t goal)
{
  return gs->list[goal].places.most;
}

/* What as_goals_find_gaps() asks about a slot. A gap is a place of the goal on which nobody stands for long. */
typedef struct as_gap_view {
  as_is_held *gap;     /* whether a place is a gap */
  as_is_held *closed;  /* whether an agent that never moves stands there: no way leads through it */
  as_is_held *held; /* whether one that would have to step aside stands there: a way leads through it only if there is
                       no other */
  as_is_held *waiting; /* whether an agent that looks for a gap stands there */
  uint32_t waiters;    /* the number of these agents */
  const void *context; /* passed to all of them */
} as_gap_view;

/*
** Find for each agent that looks for a gap the way to the nearest one. Agents very far from the places get none. False
** if out of memory. O(places).
*/
ASTAR_API bool as_goals_find_gaps(as_goals *gs, uint32_t goal, const as_gap_view *view);

/* Forget them. */
static inline void as_goals_forget_gaps(as_goals *gs, uint32_t goal)
{
  gs->list[goal].places.has_gaps = false;
}

/*
** A number that decreases with each step along that way: the number of steps to the gap, or more if agents on the way
** have to step aside. INFINITY where no way is known.
*/
static inline double as_goals_gap(const as_goals *gs, uint32_t goal, uint32_t slot)
{
  const as_places *p = &gs->list[goal].places;
  const double steps = p->has_gaps ? as_costs_get(&p->gaps, slot) : -INFINITY;
  return steps >= 0 ? steps : INFINITY;
}

/* Whether a slot is one of them. O(log places). */
static inline bool as_goals_is_place(const as_goals *gs, uint32_t goal, uint32_t slot)
{
  return as_places_has(&gs->list[goal].places, slot);
}

#endif
