/*
** blocks.h: labels of the parts of a grid that hang together, for one set of terrains, with the links and waypoints
** beside its cells. As labels.h: nodes of different parts are certainly not connected; steps and links count as both
** ways, limits on rises do not count.
**
** The map consists of blocks of up to 32 × 32 cells. Within each, cells have local labels. The local parts of all
** blocks, with the waypoints, are the vertices of a graph, whose edges are the steps from block to block and the links;
** union-find gives each vertex its root. An edit labels its block anew. Only if that changes the parts of the block or
** the edges at its border, or if links have changed, the union is computed again: O(vertices + edges), of which an open
** map has one and two for each block.
**
** Diagonal steps need no look where the rule for corners allows them only beside open straight steps.
*/
#ifndef AS_BLOCKS_H
#define AS_BLOCKS_H

#include "graph/labels.h"
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
  uint32_t first; /* vertex of its first part, since the last union */
  uint16_t parts;
  bool dirty;     /* its cells must be labelled anew */
  bool aged;      /* its edges must be found anew */
  bool linked;    /* some of its cells had links at the last union */
  as_block_edge *edges; /* to the blocks right and below, and around the edge of the map; and loose ones within */
  uint32_t edge_count, edge_capacity;
} as_block;

typedef struct as_blocks {
  as_entered entered;
  as_memory *memory;   /* the graph's */
  as_journal *journal; /* that of the graph, held */
  uint64_t read;
  uint64_t work;       /* cells, vertices and edges that were looked at so far */
  bool strong;         /* as as_labels.strong */
  bool stale;          /* all blocks must be labelled anew */
  bool joined;         /* `root` and `flags` are up to date */
  bool linked;         /* there were links or waypoints at the last union */
  uint32_t columns, rows, count; /* of blocks */
  uint16_t *part;      /* by cell: its part in its block, from 1; 0: it cannot be entered */
  as_block *blocks;
  uint32_t *dirty;     /* blocks that are; behind `count` of them, room for those that are aged */
  uint32_t dirty_count;
  uint32_t parts;      /* of all blocks; the vertex of the waypoint with index i is parts + i */
  uint32_t vertices;
  uint32_t *root;      /* by vertex; a waypoint that cannot be entered is a root, too */
  uint8_t *flags;      /* by vertex: AS_LABEL_LOOSE and AS_LABEL_MARKED, at the root */
  uint32_t root_capacity, flag_capacity;
  as_block_edge *edges; /* scratch */
  uint32_t edge_capacity;
} as_blocks;

/* As the functions of labels.h; nodes are slots. There are none for a map that wraps around one or two cells. */
ASTAR_API as_blocks *as_blocks_find(astar_graph *g, astar_unit unit, bool strong);
ASTAR_API as_blocks *as_blocks_make(astar_graph *g, astar_unit unit, bool strong);
ASTAR_API bool as_blocks_follow(as_blocks *b, astar_graph *g);
ASTAR_API as_tie as_blocks_tie(const as_blocks *b, const astar_graph *g, const as_rules *rules, uint32_t start,
                               uint32_t goal);
ASTAR_API bool as_blocks_mark(as_blocks *b, const astar_graph *g, const as_rules *rules, uint32_t start, bool on);
ASTAR_API bool as_blocks_marked(const as_blocks *b, const astar_graph *g, uint32_t slot);

/* Whether any cell of a block is in a marked part. */
ASTAR_API bool as_blocks_any_marked(const as_blocks *b, uint32_t x, uint32_t y);

/*
** Find the nodes in marked parts that are nearest to a place, in grid coordinates, by as_grid_distance(): up to
** `capacity` of those that are equally near. Nodes farther than *least do not count. Returns their number, of which
** `found` has the first, and sets *least; the number of ones before if none is as near. O(blocks + waypoints + cells
** about as near).
*/
ASTAR_API uint32_t as_blocks_nearest(const as_blocks *b, const astar_graph *g, const double goal[3], double *least,
                                     astar_id *found, uint32_t count, uint32_t capacity);

/* Drop all of a grid; abort if some that are up to date are wrong: O(cells). */
ASTAR_API void as_blocks_free_all(as_grid *grid);
ASTAR_API void as_blocks_validate(const as_grid *grid);

#endif
