/*
** board.h: a part of the map as a small graph, on which agents of one cell are moved like pebbles: who stands where,
** and which steps are bridges. Made for pebbles.c from what a crowd knows; nodes are numbers below `count` here.
**
** An edge is a step that leads both ways. A bridge is an edge that lies on no cycle. The blocks are what remains
** connected without the bridges (2-edge-connected components): single nodes, or at least three nodes.
*/
#ifndef AS_BOARD_H
#define AS_BOARD_H

#include "crowd/pibt.h"
#include "crowd/task.h"

#define AS_NO_NODE UINT32_MAX

typedef struct as_board_node {
  uint32_t slot;
  uint32_t who;       /* the agent of the crowd that stands there, or AS_NOBODY */
  uint32_t first, last, end; /* its neighbours are to[first] to to[last - 1]; those up to to[end - 1] are walls */
  uint32_t block;     /* or AS_NO_NODE if it is not connected with `self` without walls */
  bool is_wall;       /* who stands there cannot be moved */
  bool is_wanted;     /* a place where the agent is to get */
} as_board_node;

typedef struct as_board {
  as_memory *memory;
  as_board_node *spots; /* by node */
  uint32_t count, capacity;
  uint32_t *to;
  uint32_t edges, edge_capacity;
  uint32_t *starts; /* by block: its nodes are members[starts[b]] to members[starts[b + 1] - 1]; `count` + 1 of them */
  uint32_t *members;   /* `count` */
  uint32_t self;       /* where the agent is that is to be moved */
  uint32_t blocks;
  uint32_t free;       /* nodes connected with `self` on which nobody stands */
  bool is_whole; /* nothing was left out: steps lead both ways and stay on the board; only AS_FIXED agents are walls */
} as_board;

/*
** Make the board of a task for an agent of one cell. False if out of memory; then nothing is allocated.
** O(nodes + edges), and for each other unit of agents there O(edges * degree).
*/
ASTAR_API bool as_board_make(as_board *b, as_pibt *p, const as_task *task);
ASTAR_API void as_board_free(as_board *b);

/* Find the bridges: sets `block`, `blocks`, `starts`, `members`. False if out of memory. O(nodes + edges). */
ASTAR_API bool as_board_divide(as_board *b);

/* The number of nodes in the block of a node. */
static inline uint32_t as_board_size(const as_board *b, uint32_t node)
{
  return b->starts[b->spots[node].block + 1] - b->starts[b->spots[node].block];
}

/* Whether a node is a block of its own, of which all edges are bridges, with at least three of them. */
static inline bool as_board_is_junction(const as_board *b, uint32_t node)
{
  return b->spots[node].last - b->spots[node].first >= 3 && as_board_size(b, node) == 1;
}

/* The neighbour of a node with two, other than `from`. */
static inline uint32_t as_board_beyond(const as_board *b, uint32_t from, uint32_t node)
{
  const as_board_node *spot = &b->spots[node];
  return b->to[spot->first] == from ? b->to[spot->first + 1] : b->to[spot->first];
}

#endif
