/*
** ends.h: edits of the list of link ends of one node (see node.h). All keep the order of the other outgoing ends. The
** order of incoming-only ends depends on the edits only, not on how a block stores them. O(1) amortized, for hubs
** expected, unless the comment says otherwise. Only the first two functions allocate; if they fail, no list has
** changed. The others cannot fail.
*/
#ifndef AS_ENDS_H
#define AS_ENDS_H

#include "graph/node.h"

/* Make room to append one more end, and to make it outgoing; ends may move. ASTAR_NO_MEMORY, or ASTAR_FULL. */
ASTAR_API astar_result as_ends_reserve(astar_graph *g, as_node *n);

/* Move the ends to a block of a class that has room for them. ASTAR_NO_MEMORY, or ASTAR_FULL. O(degree). */
ASTAR_API astar_result as_ends_grow(astar_graph *g, as_node *n, unsigned size_class);

/* Free the block of a node if it has no ends and is not AS_NODE_HELD. */
ASTAR_API void as_ends_drop_empty(astar_graph *g, as_node *n);

/* Append an incoming-only end to a node; returns its position. There must be room. */
static inline uint32_t as_ends_append(astar_graph *g, as_node *n, uint32_t to)
{
  as_link end;
  memset(&end, 0, sizeof end);
  end.to = to;
  end.entry = as_node_entry(&g->nodes[to]);
  if (!as_is_hub(n)) as_ends(g, n)[n->all++] = end;
  else as_hub_append(&g->links, n, &end);
  return n->all - 1;
}

/* Make an incoming-only end the last of the outgoing ones; returns its position. There must be room. */
static inline uint32_t as_ends_make_outgoing(astar_graph *g, as_node *n, uint32_t at)
{
  as_link *e = as_ends(g, n), end;
  if (as_is_hub(n)) return as_hub_make_outgoing(&g->links, n, at);
  end = e[at];
  e[at] = e[n->out];
  e[n->out] = end;
  return n->out++;
}

/* Make an outgoing end the first of the incoming-only ones; returns its position. Other ends may move. */
ASTAR_API uint32_t as_ends_make_incoming(astar_graph *g, as_node *n, uint32_t at);

/*
** Erase an end. If it is incoming-only, the last of these takes its place; if it is outgoing, the last incoming-only
** end becomes the first of these. Frees the block if no end is left. Other ends may move.
*/
ASTAR_API void as_ends_erase(astar_graph *g, as_node *n, uint32_t at);

#endif
