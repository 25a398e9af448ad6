/*
** graph.h: the inside of a graph, for the files that implement it: graph.c (nodes and
** links), spatial.c (places), arrange.c (layout in memory).
*/
#ifndef AS_GRAPH_H
#define AS_GRAPH_H

#include "distance.h"
#include "layout.h"
#include "links.h"
#include "ratios.h"
#include "spatial.h"

#define AS_NODE_ALIVE 1u
#define AS_NODE_BLOCKED 2u

#define AS_TIDY_FROM 4096u /* link ends in disorder that are never worth the trouble */

/*
** A node's link ends are links.list[first ...]: `out` of them go out, in the order in which
** they were linked, then up to `all` those that only come in. If a has an end to b, then b
** has one to a. `next` chains the nodes of one leaf of the spatial index.
** A removed node keeps its position until its id is recycled; `next` then chains the ids
** at rest, and `first` and `out` hold the version at which it went.
*/
typedef struct as_node {
  double position[3];
  uint32_t first, out, all;
  uint32_t next;
  uint32_t generation;
  uint16_t terrain;
  uint8_t size_class; /* of the block of ends */
  uint8_t flags;
} as_node;

struct astar_graph {
  as_memory memory;
  as_layout *layout;
  as_node *nodes; /* by slot, layout->count of them */
  uint32_t node_capacity;
  uint32_t alive;
  uint64_t version;
  as_links links;
  as_units units;
  as_ratios ratios;
  as_spatial spatial;
  uint32_t rest_first, rest_last; /* ids at rest, or ASTAR_NO_ID */
  uint32_t ready;                 /* recycled: the id of the next node, or ASTAR_NO_ID */
  uint32_t arranged;              /* live nodes when the slots were last renumbered */
  uint64_t tidy_from;             /* disorder below which it is left alone */
};

static inline as_node *as_node_of(const astar_graph *g, astar_id id)
{
  uint32_t slot = as_slot(g->layout, id);
  astar_assert(slot != AS_NO_SLOT && (g->nodes[slot].flags & AS_NODE_ALIVE));
  return &g->nodes[slot];
}

static inline bool as_node_linked(const as_node *n)
{
  return n->all > 0;
}

/* What entering a node costs, as an index into a unit's table. */
static inline uint16_t as_node_ground(const as_node *n)
{
  return n->flags & AS_NODE_BLOCKED ? (uint16_t)AS_BLOCKED : n->terrain;
}

/* After an edit: clear up behind links that have moved, if it is worth it. */
ASTAR_API void as_graph_tidy(astar_graph *g);

#endif
