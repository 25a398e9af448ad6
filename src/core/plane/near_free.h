/*
** near_free.h: the places of a scene that are not occupied, by their distance from a place that is: the nearest one on
** each stretch of each edge that borders on free ground. The nearest of all is one of them.
**
** Best first: subtrees of the scene's box tree, edges, and places on edges wait in one heap, ordered by the least
** distance that they may lead to. A place on an edge that is occupied makes way for the next place, away from the
** nearest place of the edge, where another edge ends what is occupied. Places are rounded; that they are not occupied
** is decided exactly.
*/
#ifndef AS_NEAR_FREE_H
#define AS_NEAR_FREE_H

#include "plane/scene.h"

/* An item of the heap: a subtree, or a place on edge `edge` of chain `index`. */
typedef struct as_near_item {
  double distance;
  double at[2]; /* the free place that was found; for other kinds it equals `on` */
  double on[2]; /* the place on the edge */
  uint32_t index;
  uint8_t kind, edge;
  int8_t side; /* -1, 1: the walk leads to the begin or end of the edge; 0: the nearest place of the edge */
} as_near_item;

/* A query, with its heap. All zeros at first; may be used for one query after another. */
typedef struct as_near_free {
  const as_scene *scene;
  double place[2];
  as_box within; /* places elsewhere may be left out */
  as_near_item *list;
  uint32_t count, capacity;
  as_near_item last; /* the item of the last result, if `more`: the walk goes on from there */
  bool more;
} as_near_free;

typedef enum as_near_answer { AS_NEAR_NONE, AS_NEAR_FOUND, AS_NEAR_NO_MEMORY } as_near_answer;

ASTAR_API void as_near_free_free(as_near_free *q, as_memory *m);

/*
** Begin with the places near `place`, of which those outside a box may be left out. The scene must not change until the
** last result. False if out of memory.
*/
ASTAR_API bool as_near_free_begin(as_near_free *q, as_memory *m, const as_scene *s, const double place[2],
                                  const as_box *within);

/*
** The next place that is not occupied, and its distance: the nearest first; of equally near ones the least. After
** AS_NEAR_NO_MEMORY the query is over. O(log n + edges that are nearer); each of these takes as_scene_occupancy(), once
** more for each obstacle that stops the walk along the edge.
*/
ASTAR_API as_near_answer as_near_free_next(as_near_free *q, as_memory *m, double found[2], double *distance);

#endif
