/*
** edits.h: what the edits of a space mean for a run on it. A run reads the journals of the space and of its layers:
** it accepts edits that change nothing it found; others end it, until it is repaired (repair.h).
**
** An edit changes steps. Steps out of nodes that were not expanded do not matter: the run sees them as they are when it
** expands the node. So an edit concerns a run if a step out of an expanded node changed, and with it what the run knows
** of the node at its end: that it is reached at its cost, or refused, or too expensive. It also matters if a reached
** node or a goal moved, if the unit or the numbers of nodes changed, or if estimates may now be too high.
*/
#ifndef AS_EDITS_H
#define AS_EDITS_H

#include "engine/search.h"

/* The best way to arrive at a node: with a step from another one. */
typedef struct as_arrival {
  double g;        /* INFINITY: there is none */
  uint32_t from;   /* slot; AS_NO_SLOT: the run begins there */
  double kept;     /* the same from the present parent of the node */
  bool refused;    /* a step leads there, but the run may not enter */
  bool cut;        /* the run found it only at costs above max_cost */
} as_arrival;

/* From which nodes. */
typedef enum as_arrival_from {
  AS_FROM_EXPANDED, /* those that are closed */
  AS_FROM_CHEAPER   /* those reached at less cost than the node itself, and its parent: no way leads there through the
                       node */
} as_arrival_from;

/*
** Find the best arrival at a slot; of several that cost the same, from a node that costs less, then from the lowest
** slot. False if out of memory. O(degree).
*/
ASTAR_API bool as_find_arrival(astar_search *s, uint32_t slot, as_arrival_from from, as_arrival *arrival);

/* Whether the present parent of a node gives it its cost, but for rounding. */
static inline bool as_arrival_is_kept(const as_arrival *arrival, const as_record *record)
{
  return arrival->kept < INFINITY && arrival->kept <= record->g + record->g * AS_CHEAPER;
}

/* Whether a record is of a node where the run began. */
static inline bool as_is_origin(const as_record *record)
{
  return record->parent == AS_NO_SLOT && as_is_reached(record);
}

/*
** The number of edits that the run has not read; UINT64_MAX if they are not known any more, or if each edit ends the
** run. O(layers).
*/
ASTAR_API uint64_t as_edits_unread(const astar_search *s);

/* Whether edits changed the places of nodes, or which nodes slots have: of any; of those where the run ends. */
typedef struct as_moves {
  bool any, ends;
} as_moves;

/* Append the slots that these edits may concern. False if out of memory. O(edits). */
ASTAR_API bool as_edits_list(astar_search *s, as_id_list *slots, as_moves *moves);

typedef enum as_renewal { AS_RENEWED, AS_RENEWED_LESS_SCALE, AS_NOT_RENEWED } as_renewal;

/*
** Bring what the run has copied from the space up to date. AS_RENEWED_LESS_SCALE: its estimates may be too high.
** AS_NOT_RENEWED: out of memory, or nothing that the run knows helps any more: then it is `torn`. O(terrains + layers).
*/
ASTAR_API as_renewal as_edits_renew(astar_search *s);

/* Accept all edits up to now. */
ASTAR_API void as_edits_accept(astar_search *s);

/*
** Follow the edits: true if they do not concern the run, which accepts them. Else, or if out of memory, the run is to
** end. The run is not finished. O(edits), each as as_find_arrival() if it is near to what was expanded.
*/
ASTAR_API bool as_edits_follow(astar_search *s);

/*
** For a space whose edits have no slots: whether a run needs no repair. It is going on, and the edits do not concern it
** so far; or it has found a path that is shorter than any through what was edited. Then it accepts the edits. O(edits).
*/
ASTAR_API bool as_edits_spare(astar_search *s);

#endif
