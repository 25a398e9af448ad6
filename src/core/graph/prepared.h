/*
** prepared.h: the prepared units of a graph: the landmarks of each. Every edit is noted here (as_note_slot()), so that
** those which it makes wrong are not used any more. The finder adds and repairs them, since it knows which space to
** prepare.
*/
#ifndef AS_PREPARED_H
#define AS_PREPARED_H

#include "engine/landmarks.h"
#include "graph/node.h"

/* The landmarks of one unit, done or in preparation. */
typedef struct as_prepared {
  astar_unit unit;
  as_landmarks landmarks;
  bool stale;          /* they are done, but do not hold: a step got cheaper */
  as_journal *journal; /* of the graph, held once they are done */
  uint64_t read;       /* entries of it up to which they hold */
} as_prepared;

/* That of a unit, valid until another is added or dropped; NULL if there is none. O(prepared units). */
ASTAR_API as_prepared *as_prepared_find(astar_graph *g, astar_unit unit);

/* The landmarks of a unit, if they are done and hold; else NULL. Complexity as above. */
ASTAR_API const as_landmarks *as_prepared_landmarks(astar_graph *g, astar_unit unit);

/* Begin to prepare a unit that has none, on its space. NULL if out of memory. O(slots). */
ASTAR_API as_prepared *as_prepared_add(astar_graph *g, astar_unit unit, const as_space *space);

/* When the landmarks are done: read the edits from now on. */
ASTAR_API void as_prepared_finish(as_prepared *p, const astar_graph *g);

/*
** Make stale landmarks hold again; `space` is that of the unit. False if they cannot be repaired: then they are to be
** dropped. O(edits), and as as_landmarks_repair().
*/
ASTAR_API bool as_prepared_repair(as_prepared *p, astar_graph *g, const as_space *space);

/* Free that of a unit, if there is one. O(prepared units). */
ASTAR_API void as_prepared_drop(astar_graph *g, astar_unit unit);

/* Free all. */
ASTAR_API void as_prepared_free(astar_graph *g);

#endif
