/*
** prepared.h: the prepared units of a graph: the landmarks of each, and from the journal whether they still hold. The
** finder adds them, since it knows which space to prepare.
*/
#ifndef AS_PREPARED_H
#define AS_PREPARED_H

#include "engine/landmarks.h"
#include "graph/node.h"

/* The landmarks of one unit, done or in preparation. While a graph has any, it holds its journal once more, as a reader. */
typedef struct as_prepared {
  astar_unit unit;
  uint64_t read; /* entries of the journal up to which they are known to hold */
  as_landmarks landmarks;
} as_prepared;

/*
** That of a unit, valid until another is added or dropped; NULL if there is none, or if an edit may have made a step
** cheaper: then it is dropped. O(prepared units + edits since the last call).
*/
ASTAR_API as_prepared *as_prepared_find(astar_graph *g, astar_unit unit);

/* The landmarks of a unit, if they are done and hold; else NULL. Complexity as above. */
ASTAR_API const as_landmarks *as_prepared_landmarks(astar_graph *g, astar_unit unit);

/* Begin to prepare a unit that has none, on its space. NULL if out of memory. O(slots). */
ASTAR_API as_prepared *as_prepared_add(astar_graph *g, astar_unit unit, const as_space *space);

/* Free that of a unit, if there is one. O(prepared units). */
ASTAR_API void as_prepared_drop(astar_graph *g, astar_unit unit);

/* Free all. */
ASTAR_API void as_prepared_free(astar_graph *g);

#endif
