/*
** saved.h: the format of saved spaces, as save.c writes it and load_graph.c and load_plane.c read it.
**
**   graph    terrains, units, nodes, ends
**   grid     its definition, terrains, units, cells, nodes, cell nodes, ends
**   plane    bounds, obstacles
**
**   definition  u32 width, height; u8 shape, AS_SAVED_..., corners; f64 diagonal, cell (2), origin (3)
**   terrains    u32 how many after "default"; of each its name
**   units       u32 how many; of each its name, f64 climb, drop, and what is listed for each terrain
**   cells       u8 AS_SAVED_...; u16 of each: terrain, and AS_SAVED_BLOCKED_CELL; u8 of each: closed
**               steps, unless there are none; f64 of each: height, if they have any
**   nodes       u32 ids after those of the cells; u32 how many of these are free; u32 of each of those:
**               the id, in the order in which they will be used; then of each live node, by id: u8
**               whether it is blocked; u16 terrain; f64 x, y, z; u32 `out`, `all` (see as_node)
**   cell nodes  u32 how many; of each, by cell: u32 cell, `out`, `all`
**   ends        of each node and cell node, in that order, and each of its ends in theirs: u32 id of the
**               other node; of outgoing ends also u8 AS_SAVED_..., f64 cost, u16 terrain, as far as there
**               are any. What is the same both ways stands at the node that comes first.
**   bounds      an outline, or one of no corners
**   obstacles   u32 ids; u32 how many of these are free; u32 of each of those: the id, in the order in
**               which they will be used; then of each that stands, by id: u32 how many outlines, these
**   outline     u32 how many corners; f64 x, y of each
**
** Names are a u64 length and bytes.
*/
#ifndef AS_SAVED_H
#define AS_SAVED_H

#include "io/stream.h"

/* Of a definition. */
#define AS_SAVED_STRAIGHT 1u
#define AS_SAVED_DRAWN 2u
#define AS_SAVED_WRAP_X 4u
#define AS_SAVED_WRAP_Y 8u

/* Of cells. */
#define AS_SAVED_CLOSED 1u
#define AS_SAVED_HEIGHTS 2u
#define AS_SAVED_BLOCKED_CELL 0x8000u

/* Bytes of each node, and of each cell node. */
#define AS_SAVED_NODE 35u
#define AS_SAVED_CELL_NODE 12u

/* Of an end. */
#define AS_SAVED_COST 1u
#define AS_SAVED_TERRAIN 2u
#define AS_SAVED_ONEWAY 4u
#define AS_SAVED_ALIKE 8u /* the same as the reverse direction, which was written before */

/* Whether a node comes before another: nodes after the cells come before the nodes of cells. */
static inline bool as_saved_before(uint32_t cells, astar_id a, astar_id b)
{
  return (a <= cells) == (b <= cells) ? a < b : b <= cells;
}

#endif
