/* node_record.h: what a graph stores of a node, beside its link ends. */
#ifndef AS_NODE_RECORD_H
#define AS_NODE_RECORD_H

#include "base/memory.h"

#define AS_NODE_ALIVE 1u
#define AS_NODE_BLOCKED 2u
#define AS_NODE_CELL 4u /* a cell node: id, position, terrain and AS_NODE_BLOCKED equal those of its cell */
#define AS_NODE_UNTIDY 8u /* a hub with free places among its ends: see hub.h */
#define AS_NODE_HELD 16u  /* in bulk.c: it gets links; its block has room for all of them, and is kept even if empty */

/*
** The link ends of a node are links.list[first] to [first + all - 1]: `out` outgoing ends in the order in which
** they were linked, then incoming-only ends. Node a has one end to b if and only if b has one to a. Of a node marked
** AS_NODE_UNTIDY, `out` and `all` count free places, too: call as_tidy() first.
**
** A cell node that has lost its last link is free for another cell: it is not AS_NODE_ALIVE, and has no id.
** A removed waypoint (no AS_NODE_ALIVE) keeps its entry until its id is reused. Then `next` is the next id in the
** queue of free ids, and `first` and `out` are the low and high half of the version at which it was removed.
*/
typedef struct as_node {
  double position[3];
  uint32_t first, out, all;
  uint32_t next; /* index of the next waypoint in the same leaf of the spatial index, or AS_NO_SLOT */
  uint32_t generation;
  uint16_t terrain;
  uint8_t size_class; /* of its block of ends: see links.h */
  uint8_t flags;
} as_node;

#endif
