/*
** place_order.h: the nodes around a goal that agents with this goal stand on, the nearest first. Owned by an as_goal.
**
** as_goals_places() walks outward from the goal, and keeps the nodes that it has met in the order of their distances,
** until edits change these. When other nodes are held, it chooses the places anew by a walk along this list.
*/
#ifndef AS_PLACE_ORDER_H
#define AS_PLACE_ORDER_H

#include "crowd/costs.h"

/* Whether a slot is left out. */
typedef bool as_is_held(const void *context, uint32_t slot);

/* A node, and its distance. */
typedef struct as_near_node {
  double g;
  astar_id id;
  uint32_t slot;
} as_near_node;

/* All zeros: nothing was found. */
typedef struct as_places {
  as_near_node *order; /* nodes that the unit can enter, by (g, id): all up to some distance */
  uint32_t order_count, order_capacity;
  as_near_node *front; /* nodes that were met, but not passed: a heap by (g, id) */
  uint32_t front_count, front_capacity;
  as_costs met;        /* 0 for slots that were met */
  bool begun;          /* the goal was met */
  uint32_t *chosen;    /* slots: the places, the nearest first */
  uint32_t *sorted;    /* the same slots in ascending order */
  uint32_t chosen_count, chosen_capacity, sorted_capacity;
  double most;         /* the distance of the last place; 0 if there is none */
  as_costs gaps;       /* by slot: as_goals_gap() */
  uint32_t *queue, *later; /* scratch: slots */
  uint32_t queue_capacity, later_capacity;
  bool has_gaps;       /* `gaps` is of this step */
} as_places;

ASTAR_API void as_places_free(as_places *p, as_memory *m);

/* Forget the order, after edits, but not which slots are places. */
ASTAR_API void as_places_forget(as_places *p);

/* Whether a slot is a place. O(log places). */
ASTAR_API bool as_places_has(const as_places *p, uint32_t slot);

/* Meet a node, unless it was met. False if out of memory. */
ASTAR_API bool as_places_meet(as_places *p, as_memory *m, uint32_t slot, astar_id id, double g);

/* Remove the nearest node of the front, which must not be empty. */
ASTAR_API as_near_node as_places_pass(as_places *p);

/* Append a node to the order, which is not nearer than the last one. False if out of memory. */
ASTAR_API bool as_places_append(as_places *p, as_memory *m, const as_near_node *node);

/* Sort the nodes of the order from an index on, which are all as near, by id. */
ASTAR_API void as_places_sort(as_places *p, uint32_t from);

/*
** Choose the first `count` nodes of the order that are not held; among the first `length` nodes there are as many.
** False if out of memory; then nothing has changed. O(length), and O(count log count) if the places become others.
*/
ASTAR_API bool as_places_choose(as_places *p, as_memory *m, uint32_t length, uint32_t count, as_is_held *held,
                                const void *context);

#endif
