/*
** grid_components.h: the components of a grid, with the links and waypoints beside its cells: see components.h.
**
** The map consists of blocks of up to 32 × 32 cells. Within each, cells have local labels. The local parts of all
** blocks, with the waypoints, are the vertices of a graph, whose edges are the steps from block to block and the links.
** An edit labels its block anew. Only if that changes the parts of the block or the edges at its border, or if links
** have changed, the vertices are joined again: O(vertices + edges), of which an open map has one and two for each
** block.
**
** On a giant map that would take too long for one query. There blocks are *sparse*: they are labelled, and their parts
** become vertices, when a search from one of two vertices comes to them. It goes on from both in turn, each time over
** one side of a block, nearest to the other end first, until they meet, or one of them has no side left. So two places
** in the open meet along a line, and what has been closed in is soon searched. What was joined stays so, until an edit
** changes the parts or the sides of a labelled block. When such searches have taken longer than it takes to label and
** join all, that is done.
**
** A block takes no labels if all its cells are one part, or none can be entered. On a giant map most blocks are so, and
** most of these have one terrain, which is seen at once.
**
** Diagonal steps need no look where the rule for corners allows them only beside open straight steps.
*/
#ifndef AS_GRID_COMPONENTS_H
#define AS_GRID_COMPONENTS_H

#include "graph/components.h"
#include "grid/grid.h"

#define AS_BLOCK_BITS AS_PART_BITS
#define AS_BLOCK_SIDE (1u << AS_BLOCK_BITS)

/* Steps from a part of a block to one of another block, or between two parts, one of which may be the same. */
typedef struct as_block_edge {
  uint32_t block; /* the other */
  uint16_t from, to; /* parts, from 0; AS_EDGE_LOOSE in `from`: some step is open one way only */
} as_block_edge;

#define AS_EDGE_LOOSE 0x8000u

typedef struct as_block {
  uint32_t first; /* vertex of its first part, since vertices were joined */
  uint32_t round; /* sparse: `first` is valid in this one */
  uint8_t crossed; /* sparse: sides, by direction, whose edges are joined in that round */
  bool known;     /* it is labelled since blocks are sparse */
  uint16_t parts;
  bool dirty;     /* its cells must be labelled anew */
  bool aged;      /* its edges must be found anew */
  bool linked;    /* some of its cells had links then */
  as_block_edge *edges; /* to the blocks right and below, and around the edge of the map; and loose ones within */
  uint32_t edge_count, edge_capacity;
} as_block;

/* Of a vertex, where blocks are sparse. Those that have sides to cross are in a list at the root of their component. */
typedef struct as_block_vertex {
  uint32_t block;
  uint32_t next;        /* in the list; AS_NO_SLOT: it is the last */
  uint32_t first, last; /* of the list, at the root; `first` is AS_NO_SLOT if it is empty */
} as_block_vertex;

typedef struct as_grid_components {
  as_components base;
  as_memory *memory;   /* the graph's */
  bool joined;         /* the vertices are joined as they are now */
  uint32_t round;      /* sparse: they were joined anew so many times */
  uint64_t crossings;  /* sparse: sides that were crossed, in all rounds */
  as_block_vertex *vertices; /* sparse */
  uint32_t vertex_capacity;
  uint32_t columns, rows, count; /* of blocks */
  uint16_t **labels;   /* by block: NULL if all cells have the label `parts`, or by cell, in rows of AS_BLOCK_SIDE: */
                       /* its part, from 1; 0: it cannot be entered */
  as_block *blocks;
  uint32_t *dirty;     /* blocks that are; behind `count` of them, room for those that are aged */
  uint32_t dirty_count;
  uint32_t parts;      /* of all blocks, sparse: 0; the vertex of the waypoint with index i is parts + i */
  as_block_edge *edges; /* scratch */
  uint32_t edge_first; /* the first of those that add_edge() compares with */
  uint32_t edge_capacity;
} as_grid_components;

/* NULL if out of memory, and for a map that wraps around one or two cells. */
ASTAR_API as_components *as_grid_components_create(astar_graph *g);

/* Whether the blocks of a grid's components are sparse at first. */
ASTAR_API bool as_grid_components_sparse(const as_grid *grid);

/*
** Whether a way leads from a slot to any cell of a block, or may do so. If `reached` is not NULL, it becomes the same
** by part of the block, from 1.
*/
ASTAR_API bool as_grid_components_reach(as_components *c, const astar_graph *g, const as_rules *rules, uint32_t start,
                                        uint32_t x, uint32_t y, bool *reached);

/*
** Find the nodes to which a way leads from a slot, or may do so, and that are nearest to a place, in grid coordinates,
** by as_grid_distance(): up to `capacity` of those that are equally near. Nodes farther than *least do not count.
** Returns their number, of which `found` has the first, and sets *least; the number of ones before if none is as near.
** O(blocks and cells about as near + waypoints); on a map with several floors O(blocks).
*/
ASTAR_API uint32_t as_grid_components_nearest(as_components *c, const astar_graph *g, const as_rules *rules,
                                              uint32_t start, const double goal[3], double *least, astar_id *found,
                                              uint32_t count, uint32_t capacity);

#endif
