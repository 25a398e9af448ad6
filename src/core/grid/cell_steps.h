/*
** cell_steps.h: the steps of the nodes of a grid, as inlined functions of which the spaces of grids are made. The steps
** of a cell lead to its neighbours, and along its links; those of a waypoint along its links. They are written down
** three times: as_each_cell() has the steps of any cell, as_each_link() those along links, and as_inner_steps() those
** of a cell away from the edge, on a map without heights, for which a step map (see step_map.h) is enough.
*/
#ifndef AS_CELL_STEPS_H
#define AS_CELL_STEPS_H

#include "base/bits.h"
#include "engine/space.h"
#include "graph/node.h"
#include "grid/footprint.h"
#include "grid/grid.h"
#include "grid/step_map.h"

#include <string.h>

/* ---- Steps ---- */

/* What the steps of nodes follow from, and copies of what the grid has, so that the compiler keeps it in registers. */
typedef struct as_cells {
  const astar_graph *graph;
  const as_grid *grid;
  const as_rules *rules;
  as_step_map *map;  /* NULL: steps are computed for each cell */
  double multiplier; /* of all cells, or NAN */
  uint32_t width;
  bool by_row, odd_floors, walls;
  bool linked;       /* some cells have links */
  uint8_t ways[2];
  double along, sideways, diagonal;
  uint32_t row, col; /* of the cell that as_is_inner() has accepted */
} as_cells;

static AS_INLINE as_cells as_cells_of(const astar_graph *g, const as_rules *rules, as_step_map *map)
{
  const as_grid *grid = as_grid_view(g->grid, rules);
  as_cells c;
  c.graph = g;
  c.grid = grid;
  c.rules = rules;
  c.map = map;
  c.multiplier = NAN;
  c.width = grid->width;
  c.by_row = grid->by_row;
  c.odd_floors = grid->odd_floors;
  c.walls = grid->closed_cells > 0;
  c.linked = g->cell_nodes.count > 0;
  memcpy(c.ways, grid->directions, sizeof c.ways);
  c.along = grid->steps[1];
  c.sideways = grid->steps[3];
  c.diagonal = grid->steps[0];
  c.row = c.col = 0;
  return c;
}

/*
** Takes a step of a node: one out of it to a slot, or one to it from there; in a direction, which for a link is
** AS_DIRECTIONS. The cost is INFINITY if it cannot be made, NAN if the unit can never enter where it leads. False: out
** of memory.
*/
typedef bool as_take_step(void *context, uint32_t slot, double cost, uint32_t direction);

/* As as_grid_step_cost(). */
static AS_INLINE double as_step_cost(const as_cells *c, uint32_t from, uint32_t to, uint32_t direction)
{
  const as_grid *grid = c->grid;
  double multiplier;
  if (!c->map) return as_grid_step_cost(grid, c->rules, from, to, direction);
  as_step_map_row(grid, c->map, as_grid_row(grid, from));
  multiplier = c->rules->costs[as_grid_entry(grid, to)];
  if (c->map->steps[from] >> direction & 1) return as_grid_step_length(grid, from, to, direction) * multiplier;
  return isnan(multiplier) && !as_grid_closed(grid, from, direction) ? NAN : INFINITY;
}

/* Take the steps out of any cell to its neighbours, or those to it, in the order of their directions. */
static AS_INLINE bool as_each_cell(const as_cells *c, uint32_t cell, bool back, as_take_step *take, void *context)
{
  const as_grid *grid = c->grid;
  const bool inner = as_grid_inner(grid, cell);
  uint32_t bits;
  for (bits = as_grid_directions(grid, cell); bits != 0; bits &= bits - 1) {
    const uint32_t d = as_lowest_bit(bits), other = inner ? cell + grid->offsets[d] : as_grid_step(grid, cell, d);
    const uint32_t way = other == AS_NO_SLOT || !back ? d : as_grid_back(grid, cell, other, d);
    if (other == AS_NO_SLOT) continue;
    if (!take(context, other, back ? as_step_cost(c, other, cell, way) : as_step_cost(c, cell, other, way), way))
      return false;
  }
  return true;
}

/* The index of the node with the links of a slot, or AS_NO_SLOT. */
static uint32_t as_linked_index(const astar_graph *g, uint32_t slot)
{
  if (slot >= g->layout->cells) return slot - g->layout->cells;
  return as_grid_has_node(g->grid, slot) ? as_sparse_get(&g->cell_nodes, slot) : AS_NO_SLOT;
}

/* Take the steps along links from a slot, or to it. The node may be removed. */
static AS_INLINE bool as_each_link(const as_cells *c, uint32_t slot, bool back, as_take_step *take, void *context)
{
  const astar_graph *g = c->graph;
  const uint32_t index = as_linked_index(g, slot);
  const as_link *link, *last;
  as_node *n;
  if (index == AS_NO_SLOT || !(g->nodes[index].flags & AS_NODE_ALIVE)) return true;
  n = &g->nodes[index];
  as_tidy(g, n);
  link = as_ends(g, n);
  for (last = link + (back ? n->all : n->out); link < last; link++) {
    const as_node *other = &g->nodes[link->to];
    const as_link *used = back ? as_link_back(g, index, link) : link;
    double cost;
    if (!used) continue;
    cost = as_grid_link_cost(g, c->rules, back ? other : n, back ? n : other, used);
    if (!take(context, as_slot_of_index(g, link->to), cost, AS_DIRECTIONS)) return false;
  }
  return true;
}

/* Take all steps of a slot. */
static AS_INLINE bool as_each_step(const as_cells *c, uint32_t slot, bool back, as_take_step *take, void *context)
{
  return (slot >= c->grid->count || as_each_cell(c, slot, back, take, context)) &&
         as_each_link(c, slot, back, take, context);
}

/* ---- Inner cells ---- */

/*
** Set the row and column of a slot. Whether it is a cell that is not at the edge of the map; then the rows of the step
** map that its steps are read from are made. (In this map the steps at the edges of floors are closed.)
*/
static AS_INLINE bool as_is_inner(as_cells *c, uint32_t slot, bool back)
{
  const as_grid *grid = c->grid;
  if (slot >= grid->count) return false;
  c->row = as_grid_row(grid, slot);
  c->col = slot - c->row * c->width;
  if ((c->col - 1 >= c->width - 2) | (c->row - 1 >= grid->height - 2)) return false;
  if (!back) {
    as_step_map_row(grid, c->map, c->row);
    return true;
  }
  /* Three rows lie in one band, or in two. */
  as_step_map_row(grid, c->map, c->row - 1);
  as_step_map_row(grid, c->map, c->row + 1);
  return true;
}

/* As as_grid_parity_at(), of the cell that as_is_inner() has accepted. */
static AS_INLINE uint32_t as_parity_of(const as_cells *c)
{
  return ((c->by_row ? c->row : c->col) + (c->odd_floors ? c->row / c->grid->rows : 0)) & 1;
}

static AS_INLINE uint32_t as_ways_of(const as_cells *c)
{
  return c->ways[as_parity_of(c)];
}

/* Bits of the directions from which the steps to a cell are open. */
static AS_INLINE uint32_t as_steps_to(const as_step_map *map, uint32_t width, uint32_t cell)
{
  const uint8_t *beside = map->steps + cell, *above = beside - width, *below = beside + width;
  return (uint32_t)above[-1] >> 7 | ((uint32_t)above[0] >> 5 & 2) | ((uint32_t)above[1] >> 3 & 4) |
         ((uint32_t)beside[-1] >> 1 & 8) | ((uint32_t)beside[1] << 1 & 16) | ((uint32_t)below[-1] << 3 & 32) |
         ((uint32_t)below[0] << 5 & 64) | ((uint32_t)below[1] << 7 & 128);
}

static AS_INLINE bool as_may_enter(const as_cells *c, uint32_t cell)
{
  return !isnan(c->rules->costs[as_grid_entry(c->grid, cell)]);
}

/*
** The steps out of a cell that as_is_inner() has accepted, or those to it, on a map without heights: bits of the
** directions in which they are open, and the cost in each direction; NAN if the unit cannot enter the cell where a step
** leads. `even`: all multipliers are the same. No step leads to a cell that as_may_enter() refuses, which callers test.
*/
static AS_INLINE uint32_t as_inner_steps(const as_cells *c, uint32_t cell, bool back, bool even,
                                         double costs[AS_DIRECTIONS])
{
  const double *m = c->rules->costs;
  if (back || even) {
    const double own = back ? m[as_grid_entry(c->grid, cell)] : c->multiplier;
    costs[1] = costs[6] = c->along * own;
    costs[3] = costs[4] = c->sideways * own;
    costs[0] = costs[2] = costs[5] = costs[7] = c->diagonal * own;
    if (back) return as_steps_to(c->map, c->width, cell) & as_ways_of(c);
  } else {
    uint16_t copy[9];
    const as_around a = as_grid_around(c->grid, cell, copy);
    costs[0] = c->diagonal * m[a.above[-1]];
    costs[1] = c->along * m[a.above[0]];
    costs[2] = c->diagonal * m[a.above[1]];
    costs[3] = c->sideways * m[a.beside[-1]];
    costs[4] = c->sideways * m[a.beside[1]];
    costs[5] = c->diagonal * m[a.below[-1]];
    costs[6] = c->along * m[a.below[0]];
    costs[7] = c->diagonal * m[a.below[1]];
  }
  return c->map->steps[cell] & as_ways_of(c);
}

/* A bit for each direction: look(what is known of the neighbour, its cost by the step). */
#define AS_LOOK_AROUND(look, up, here, down, gs) \
  (look((up) - 1, (gs)[0]) | look((up), (gs)[1]) << 1 | look((up) + 1, (gs)[2]) << 2 | \
   look((here) - 1, (gs)[3]) << 3 | look((here) + 1, (gs)[4]) << 4 | look((down) - 1, (gs)[5]) << 5 | \
   look((down), (gs)[6]) << 6 | look((down) + 1, (gs)[7]) << 7)

/*
** The metric of squares between the neighbour in a direction of the cell that as_is_inner() has accepted, and a goal in
** grid coordinates; sets the columns and rows from the one to the other.
*/
static AS_INLINE double as_octile_beside(const as_cells *c, uint32_t direction, const double goal[2], double offset[2])
{
  offset[0] = goal[0] - ((double)c->col + as_to_col[direction]);
  offset[1] = goal[1] - ((double)c->row + as_to_row[direction]);
  return as_octile_steps(fabs(offset[0]), fabs(offset[1]), c->grid->straight[0], c->grid->straight[1],
                         c->grid->diagonal);
}

/* Bits of the directions in which the unit can never enter the neighbour, though the step is not closed. */
static AS_INLINE uint32_t as_barred_steps(const as_cells *c, uint32_t cell)
{
  const uint32_t barred = c->map->barred[cell] & as_ways_of(c);
  return c->walls ? barred & ~as_grid_closed_steps(c->grid, cell) : barred;
}

#endif
