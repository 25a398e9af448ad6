/*
** reverse_steps.h: the steps to nodes for one unit, for what goes backwards from the goals of a crowd without being a
** search. Owned by an as_goals, by unit.
*/
#ifndef AS_REVERSE_STEPS_H
#define AS_REVERSE_STEPS_H

#include "engine/search.h"
#include "grid/spaces.h"

/* All zeros: nothing is made. The space goes backwards, and is out of date after edits until it is renewed. */
typedef struct as_reverse_steps {
  as_space space;    /* `ops` is NULL: nothing is made */
  as_successor *list;
  uint32_t capacity; /* of `list` */
} as_reverse_steps;

/*
** Make the reverse steps for a unit, or bring it up to date. False if out of memory; then it is to be called again.
** O(terrains).
*/
ASTAR_API bool as_reverse_steps_renew(as_reverse_steps *reverse, astar_graph *g, astar_unit unit);

/* Does not read the graph, which may be gone. */
ASTAR_API void as_reverse_steps_free(as_reverse_steps *reverse, as_memory *m);

/*
** List the steps to a node that the unit can make, each with the node that it comes from, in reverse->list: none if it
** cannot enter the node. Returns their number, or UINT32_MAX if out of memory. O(degree).
*/
ASTAR_API uint32_t as_reverse_steps_list(as_reverse_steps *reverse, as_memory *m, uint32_t slot);

/* Whether the unit can enter a node. */
static inline bool as_reverse_steps_enterable(const as_reverse_steps *reverse, uint32_t slot)
{
  return reverse->space.ops->enterable(reverse->space.self, &reverse->space.rules, slot);
}

#endif
