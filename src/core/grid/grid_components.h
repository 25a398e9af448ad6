/*
** grid_components.h: the components of a grid, with the links and waypoints beside its cells: see components.h.
**
** The map consists of blocks of up to 32 × 32 cells. Within each, cells have local labels. The local parts of all
** blocks, with the waypoints, are the vertices of a graph, whose edges are the steps from block to block and the links.
** An edit labels its block anew. Only if that changes the parts of the block or the edges at its border, or if links
** have changed, the vertices are joined again: O(vertices + edges), of which an open map has one and two for each
** block.
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
  uint16_t parts;
  bool dirty;     /* its cells must be labelled anew */
  bool aged;      /* its edges must be found anew */
  bool linked;    /* some of its cells had links then */
  as_block_edge *edges; /* to the blocks right and below, and around the edge of the map; and loose ones within */
  uint32_t edge_count, edge_capacity;
} as_block;

typedef struct as_grid_components {
  as_components base;
  as_memory *memory;   /* the graph's */
  bool joined;         /* the vertices are joined as they are now */
  uint32_t columns, rows, count; /* of blocks */
  uint16_t **labels;   /* by block: NULL if all cells have the label `parts`, or by cell, in rows of AS_BLOCK_SIDE: */
                       /* its part, from 1; 0: it cannot be entered */
  as_block *blocks;
  uint32_t *dirty;     /* blocks that are; behind `count` of them, room for those that are aged */
  uint32_t dirty_count;
  uint32_t parts;      /* of all blocks; the vertex of the waypoint with index i is parts + i */
  as_block_edge *edges; /* scratch */
  uint32_t edge_capacity;
} as_grid_components;

/* NULL if out of memory, and for a map that wraps around one or two cells. */
ASTAR_API as_components *as_grid_components_create(astar_graph *g);

/* Whether any cell of a block is in a marked component. */
ASTAR_API bool as_grid_components_any_marked(const as_grid_components *b, uint32_t x, uint32_t y);

/*
** Find the nodes in marked components that are nearest to a place, in grid coordinates, by as_grid_distance(): up to
** `capacity` of those that are equally near. Nodes farther than *least do not count. Returns their number, of which
** `found` has the first, and sets *least; the number of ones before if none is as near. O(blocks + waypoints + cells
** about as near).
*/
ASTAR_API uint32_t as_grid_components_nearest(const as_grid_components *b, const astar_graph *g, const double goal[3],
                                              double *least, astar_id *found, uint32_t count, uint32_t capacity);

#endif
