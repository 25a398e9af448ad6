/*
** hub.h: the ends of a node with many links, a hub: a node whose block has a size class of AS_HUB_CLASS or above. The
** same lists as in other blocks, but every edit of an end is O(1) amortized.
**
** Behind the ends, the block has a hash table of their positions by `to`. Ends that are erased leave free places, which
** have `to` AS_NO_SLOT:
**
**   [0, out)           the outgoing ends; `dead` of these places are free, but not the last one
**   [out, out + gap)   free; there are none if there are no incoming-only ends
**   [out + gap, all)   the incoming-only ends
**
** A node with free places is marked AS_NODE_UNTIDY. Who reads its ends one after the other first calls as_tidy() (see
** node.h); so only hub.c meets free places.
*/
#ifndef AS_HUB_H
#define AS_HUB_H

#include "graph/links.h"

struct as_node;

/* Whether there is room for one more end, also for one that becomes outgoing: see as_hub_make_room(). O(1). */
ASTAR_API bool as_hub_has_room(const as_links *l, const struct as_node *n);

/*
** Make room by closing up the free places. False if there are too few of them: then the hub needs a larger block.
** O(degree), but for a constant share of the degree the next calls are O(1).
*/
ASTAR_API bool as_hub_make_room(const as_links *l, struct as_node *n);

/* The position of the end to the node `to`, or n->all. O(1) expected. */
ASTAR_API uint32_t as_hub_find(const as_links *l, const struct as_node *n, uint32_t to);

/* The number of outgoing ends. */
ASTAR_API uint32_t as_hub_out(const as_links *l, const struct as_node *n);

/* Close up all free places. O(degree). */
ASTAR_API void as_hub_tidy(const as_links *l, struct as_node *n);

/* Make the index of a block whose n->all ends have been written. O(degree). */
ASTAR_API void as_hub_index(const as_links *l, struct as_node *n);

/* As the functions of ends.h. */
ASTAR_API void as_hub_append(const as_links *l, struct as_node *n, const as_link *end);
ASTAR_API uint32_t as_hub_make_outgoing(const as_links *l, struct as_node *n, uint32_t at);
ASTAR_API uint32_t as_hub_make_incoming(const as_links *l, struct as_node *n, uint32_t at);
ASTAR_API void as_hub_erase(const as_links *l, struct as_node *n, uint32_t at);

/* Abort if an invariant is broken. O(degree). */
ASTAR_API void as_hub_validate(const as_links *l, const struct as_node *n);

#endif
