/*
** spatial.h: the spatial index of a graph: a k-d tree (Bentley 1975) of its live waypoints, with buckets as
** leaves. Edits update it. Renumbering (compact.h) puts nodes into the order of its leaves.
*/
#ifndef AS_SPATIAL_H
#define AS_SPATIAL_H

#include "graph/node.h"

/* Make an empty tree; false if out of memory: then there is nothing to free. */
ASTAR_API bool as_spatial_init(as_spatial *s, as_memory *m);
ASTAR_API void as_spatial_free(as_spatial *s, as_memory *m);

/*
** Insert or erase the waypoint at an index, whose position is set. Neither fails: without memory the tree stays
** correct, but becomes unbalanced. O(log n) amortized.
*/
ASTAR_API void as_spatial_insert(astar_graph *g, uint32_t index);
ASTAR_API void as_spatial_erase(astar_graph *g, uint32_t index);

/*
** Insert the `count` waypoints from an index on. Never fails. O(n log n) for n waypoints in all if they are at least as
** many as those in the tree, else O(count log n) amortized.
*/
ASTAR_API void as_spatial_insert_all(astar_graph *g, uint32_t index, uint32_t count);

/*
** Put all live waypoints into the empty tree, as a single leaf, which as_spatial_rebuild() divides. For a graph being
** loaded: waypoints must be the first nodes by index. O(n).
*/
ASTAR_API void as_spatial_chain(astar_graph *g);

/* Balance the whole tree, unless it is; false if out of memory. O(n log n). */
ASTAR_API bool as_spatial_rebuild(astar_graph *g);

/* Write the indices of all live waypoints in the order of the leaves. O(n). */
ASTAR_API void as_spatial_order(const astar_graph *g, uint32_t *indices);

/* Replace every index i in the tree by renumbered[i]. Call after the nodes themselves have moved. O(n). */
ASTAR_API void as_spatial_renumber(astar_graph *g, const uint32_t *renumbered);

/* Abort if an invariant is broken. O(n log n). */
ASTAR_API void as_spatial_validate(const astar_graph *g);

#endif
