/*
** saved.h: the format of saved spaces: save.c writes it, load_graph.c and load_plane.c read it. stream.c adds the
** head and the checksum.
**
**   graph    terrains, units, nodes, ends, with AS_SAVED_LAYERS layers
**   grid     its definition, terrains, units, cells, nodes, cell nodes, ends, with AS_SAVED_LAYERS layers
**   plane    bounds, obstacles, with AS_SAVED_LINKS links
**
**   definition  u32 width, height; u8 shape, AS_SAVED_..., corners; f64 diagonal, cell (2), origin (3);
**               with AS_SAVED_STEP f64 step; with AS_SAVED_LEVELS u32 levels > 1, f64 level_height
**   terrains    u32 count, without "default", | AS_SAVED_LAYERS; for each: its name
**   units       u32 count | AS_SAVED_SIZES; for each: its name; f64 climb, drop; with AS_SAVED_SIZES u32 size; for each
**               terrain f64 multiplier, NaN: not listed
**   cells       u8 AS_SAVED_...; for each cell u16 terrain | AS_SAVED_BLOCKED_CELL, or with AS_SAVED_RUNS for each run
**               of up to AS_SAVED_RUN such cells u8 length - 1, u16 that of its cells; with AS_SAVED_CLOSED for each
**               cell u8 closed steps to neighbours (see as_grid); with AS_SAVED_HEIGHTS for each cell f64 height.
**               A grid of more than AS_SAVED_GIANT cells has AS_SAVED_BLOCKS: instead of terrains and closed steps for
**               each block of AS_SAVED_BLOCK cells, the last of which may be smaller, u8 AS_SAVED_...; with
**               AS_SAVED_RUNS its runs; with AS_SAVED_CLOSED for each of its cells the closed steps
**   nodes       u32 count of ids after those of the cells; u32 count of free ids; for each of these, in the order of
**               reuse: u32 id; for each live waypoint, by id: u8 blocked, u16 terrain, f64 x, y, z, u32 `out`, `all`
**               (see as_node)
**   cell nodes  u32 count; for each, by cell: u32 id of the cell, `out`, `all`
**   ends        for each waypoint, then each cell node, and each of its ends in order: u32 id of the other node;
**               outgoing ends also u8 AS_SAVED_..., with AS_SAVED_COST f64 cost, with AS_SAVED_TERRAIN u16 terrain.
**               A link that is equal in both directions has these at the node that comes first, and
**               AS_SAVED_SYMMETRIC alone at the other.
**   layers      u32 count; for each, by number: its name; u8 1 if it has values that are not 0, else 0; with 1 for each
**               id, live or not, a bit, in bytes from the lowest bit on, that tells whether it has such a value; for
**               each of these, by id: f64 value
**   bounds      an outline; of 0 corners if there are no bounds
**   obstacles   u32 count of ids | AS_SAVED_LINKS; u32 count of free ids; for each of these, in the order of reuse: u32
**               id; for each live obstacle, by id: u32 count of outlines, and these
**   links       u32 count of ids; u32 count of free ids; for each of these, in the order of reuse: u32 id; for each
**               live link, by id: u8 1 if it leads one way only, else 0; f64 x1, y1, x2, y2, cost (-1: its length)
**   outline     u32 count of corners; for each: f64 x, y
**
** A name is a u64 length and bytes.
*/
#ifndef AS_SAVED_H
#define AS_SAVED_H

#include "io/stream.h"

/* Flag of a count of terrains: there are layers. A reader that does not know it refuses the count. */
#define AS_SAVED_LAYERS 0x80000000u

/* Flag of a count of units: a unit has a size above 1. A reader that does not know it refuses the count. */
#define AS_SAVED_SIZES 0x80000000u

/* Flag of a count of obstacles: there are, or were, links. A reader that does not know it refuses the count. */
#define AS_SAVED_LINKS 0x80000000u

/* Bytes of a link. */
#define AS_SAVED_LINK 41u

/* Flags of a definition. */
#define AS_SAVED_STRAIGHT 1u
#define AS_SAVED_DRAWN 2u
#define AS_SAVED_WRAP_X 4u
#define AS_SAVED_WRAP_Y 8u
#define AS_SAVED_STEP 16u
#define AS_SAVED_LEVELS 32u

/* Flags of cells. */
#define AS_SAVED_CLOSED 1u
#define AS_SAVED_HEIGHTS 2u
#define AS_SAVED_RUNS 4u
#define AS_SAVED_BLOCKS 8u
#define AS_SAVED_BLOCKED_CELL 0x8000u

/*
** The longest run, and the block. They bound the memory that loading takes for each byte: 5 bytes a cell, 3 a run. A
** giant grid takes 32 bytes for a block whose cells are as in a new grid.
*/
#define AS_SAVED_RUN 32u
#define AS_SAVED_BLOCK 1024u
#define AS_SAVED_GIANT (1u << 22)

/* Bytes of a waypoint, and of a cell node. */
#define AS_SAVED_NODE 35u
#define AS_SAVED_CELL_NODE 12u

/* Flags of an outgoing end. */
#define AS_SAVED_COST 1u
#define AS_SAVED_TERRAIN 2u
#define AS_SAVED_ONEWAY 4u
#define AS_SAVED_SYMMETRIC 8u /* equal to the reverse direction, which was written before */

/* Whether the ends of node `a` come before those of node `b`: waypoints come before cell nodes. */
static inline bool as_saved_before(uint32_t cells, astar_id a, astar_id b)
{
  return (a <= cells) == (b <= cells) ? a < b : b <= cells;
}

#endif
