/*
** hub.h: the link ends of a hub: a node with many links, whose block has a size class of AS_HUB_CLASS or above. The
** ends are in the same order as in other blocks (see node.h), but each edit of one is O(1), expected and amortized.
**
** Behind the ends, the block has an index: a hash table of their positions by `to`. Erased ends leave free places,
** whose `to` is AS_NO_SLOT:
**
**   [0, out)           the outgoing ends; `dead` of these places are free, but not the last one
**   [out, out + gap)   free; there are none if there are no incoming-only ends
**   [out + gap, all)   the incoming-only ends
**
** A node with free places is marked AS_NODE_UNTIDY. Code that iterates over its ends first calls as_tidy() (see
** node.h), so only hub.c sees free places. All functions require a hub, and none allocates.
*/
#ifndef AS_HUB_H
#define AS_HUB_H

#include "base/layout.h"
#include "graph/links.h"
#include "graph/node_record.h"

/* Whether one more end can be appended, and made outgoing. If not, see as_hub_make_room(). O(1). */
ASTAR_API bool as_hub_has_room(const as_links *l, const as_node *n);

/*
** Make room for one more end by closing up the free places. False if these are too few, which changes nothing: then the
** hub needs a larger block. O(degree); afterwards a constant share of the degree can be added before the next call.
*/
ASTAR_API bool as_hub_make_room(const as_links *l, as_node *n);

/* The position of the end to the node `to`, or n->all. O(1) expected. */
ASTAR_API uint32_t as_hub_find(const as_links *l, const as_node *n, uint32_t to);

/* The number of outgoing ends, without free places. */
ASTAR_API uint32_t as_hub_out(const as_links *l, const as_node *n);

/* Close up all free places; the order of the ends stays. O(degree). */
ASTAR_API void as_hub_tidy(const as_links *l, as_node *n);

/* Fill the index of a block into which n->all ends, without free places, have been written. O(degree). */
ASTAR_API void as_hub_index(const as_links *l, as_node *n);

/* As the functions of ends.h. as_hub_append() requires as_hub_has_room(). */
ASTAR_API void as_hub_append(const as_links *l, as_node *n, const as_link *end);
ASTAR_API uint32_t as_hub_make_outgoing(const as_links *l, as_node *n, uint32_t at);
ASTAR_API uint32_t as_hub_make_incoming(const as_links *l, as_node *n, uint32_t at);
ASTAR_API void as_hub_erase(const as_links *l, as_node *n, uint32_t at);

/* Abort if an invariant is broken. O(degree). */
ASTAR_API void as_hub_validate(const as_links *l, const as_node *n);

#endif
