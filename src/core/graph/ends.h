/*
** ends.h: edits of the list of link ends of one node (see node.h). All are O(1) amortized, and keep the order of the
** other outgoing ends. The order of incoming-only ends is a function of the edits, too, the same for every node.
*/
#ifndef AS_ENDS_H
#define AS_ENDS_H

#include "graph/node.h"

/* Make room for one more end, also for one that becomes outgoing; ends may move. ASTAR_NO_MEMORY, or ASTAR_FULL. */
ASTAR_API astar_result as_ends_reserve(astar_graph *g, as_node *n);

/* Move the ends to a block of a higher class. ASTAR_NO_MEMORY, or ASTAR_FULL. O(degree). */
ASTAR_API astar_result as_ends_grow(astar_graph *g, as_node *n, unsigned size_class);

/* Free the block of a node without ends. */
ASTAR_API void as_ends_drop_empty(astar_graph *g, as_node *n);

/* Append an incoming-only end to a node; returns its position. There is room. */
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

/* Make an incoming-only end outgoing, after all others that are; there is room. Returns its position. */
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
** Erase an end; the last incoming-only end takes its place, or, if it is outgoing, becomes the first of these. Frees
** the block with the last end. Other ends may move.
*/
ASTAR_API void as_ends_erase(astar_graph *g, as_node *n, uint32_t at);

#endif
