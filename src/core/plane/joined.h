/*
** joined.h: which corners of a radius layer are joined by free ground. A set of corners grows as searches reach them
** (union-find: Tarjan 1975); a set is complete once a search that began in it has reached all that it can. Any edit of
** the layer empties all sets. So a place that cannot be reached costs one flood of the smaller side, until the next edit.
*/
#ifndef AS_JOINED_H
#define AS_JOINED_H

#include "plane/plane_space.h"

/*
** Join all corners that a search on the layer has touched; if it is `complete`, they are all that can be reached from
** there. Without memory nothing is remembered. O(touched), and O(points) after an edit.
*/
ASTAR_API void as_corners_learn(as_radius_layer *l, const astar_search *s, bool complete);

/* Whether any set is complete. O(1). */
ASTAR_API bool as_corners_any_complete(const as_radius_layer *l);

typedef enum as_joined { AS_JOINED_NO, AS_JOINED_YES, AS_JOINED_UNKNOWN, AS_JOINED_NO_MEMORY } as_joined;

/* Two searches, from either of two places, which are reused from one question to the next. All zeros at first. */
typedef struct as_joiner {
  astar_search *searches[2];
} as_joiner;

ASTAR_API void as_joiner_free(as_joiner *j);

/*
** Whether there is a way between two places that are not occupied. If it is not known by the sets, the searches from
** both expand by turns, until they meet in a set, or one has reached all that it can. `quick`: do not search, but answer
** AS_JOINED_UNKNOWN, unless what is seen from both places decides.
*/
ASTAR_API as_joined as_plane_joined(as_joiner *j, astar_plane *p, as_radius_layer *l, const double a[2],
                                    const double b[2], bool quick);

#endif
