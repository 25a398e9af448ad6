/*
** graph.h: the inside of a graph, for the files that implement it: graph.c (nodes and
** links), cells.c (what is special about the nodes that are cells), spatial.c and near.c
** (places), arrange.c (layout in memory), graph_space.c and grid_space.c (what searches see),
** save.c and load.c.
*/
#ifndef AS_GRAPH_H
#define AS_GRAPH_H

#include "grid/bitmap.h"
#include "geometry/distance.h"
#include "grid/grid.h"
#include "base/layout.h"
#include "graph/links.h"
#include "rules/ratios.h"
#include "graph/spatial.h"

#define AS_NODE_ALIVE 1u
#define AS_NODE_BLOCKED 2u
#define AS_NODE_PORT 4u /* it holds the links of a cell, whose id, place and terrain it has */

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
  as_grid *grid;  /* its cells, or NULL */
  as_bitmaps *bitmaps; /* what jump points need of them, or NULL */
  as_node *nodes; /* by slot after those of the cells, layout->count of them */
  uint32_t node_capacity;
  uint32_t alive; /* without cells and ports */
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

static inline bool as_is_cell(const astar_graph *g, astar_id id)
{
  return id - 1 < g->layout->cells;
}

/* The index of a node: of a cell that of its port, or AS_NO_SLOT. */
static inline uint32_t as_index(const astar_graph *g, astar_id id)
{
  uint32_t slot;
  if (as_is_cell(g, id)) return as_ports_find(&g->grid->ports, id - 1);
  slot = as_slot(g->layout, id);
  return slot == AS_NO_SLOT ? AS_NO_SLOT : slot - g->layout->cells;
}

/* The slot that searches know a node by: of a port that of its cell. */
static inline uint32_t as_slot_of_index(const astar_graph *g, uint32_t index)
{
  return g->nodes[index].flags & AS_NODE_PORT ? g->layout->ids[index] - 1 : g->layout->cells + index;
}

static inline as_node *as_node_of(const astar_graph *g, astar_id id)
{
  uint32_t index = as_index(g, id);
  astar_assert(index != AS_NO_SLOT && (g->nodes[index].flags & AS_NODE_ALIVE));
  return &g->nodes[index];
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

/* The terrain whose multiplier counts for a link that leads to a node. */
static inline uint32_t as_end_terrain(const astar_graph *g, const as_link *e)
{
  uint32_t own = e->way & AS_WAY_TERRAIN;
  return own ? own : g->nodes[e->to].terrain;
}

static inline as_link *as_ends(const astar_graph *g, const as_node *n)
{
  return g->links.list + n->first;
}

/* It may lie across two lines of the cache. Always inlined: some compilers see no effect in such a function, and leave it out. */
static AS_INLINE void as_fetch_node(const as_node *n)
{
  AS_PREFETCH(n);
  AS_PREFETCH(&n->flags);
}

/* The index of the end at `n` that leads to the node `to`, or n->all. */
static inline uint32_t as_find_end(const astar_graph *g, const as_node *n, uint32_t to)
{
  const as_link *e = as_ends(g, n);
  uint32_t i = 0;
  while (i < n->all && e[i].to != to) i++;
  return i;
}

/* The link that comes back along the link `e` out of the node `slot`, or NULL if none does. */
static inline const as_link *as_link_back(const astar_graph *g, uint32_t slot, const as_link *e)
{
  if (!(e->ground & AS_GROUND_BACK)) return NULL;
  if (!(e->ground & AS_GROUND_OTHER)) return e;
  return as_ends(g, &g->nodes[e->to]) + as_find_end(g, &g->nodes[e->to], slot);
}

/* What it costs a mover to come along the end `e`, out of `from` and into `to`. */
static inline double as_link_cost(const as_mover *mover, const as_node *from, const as_node *to, const as_link *e)
{
  uint32_t ground = as_node_ground(to), own = e->way & AS_WAY_TERRAIN;
  double cost = mover->costs[own ? own : ground], rise = to->position[2] - from->position[2];
  if (isnan(mover->costs[ground])) return NAN; /* the node that it leads to must do as well */
  if (isnan(cost) || (mover->limited && !(rise <= mover->climb && -rise <= mover->drop))) return INFINITY;
  return e->base * cost;
}

/* After a change: what each end says of the way back. */
static inline void as_note_back(as_link *e, bool e_goes, as_link *f, bool f_goes)
{
  bool other = e_goes && f_goes && (e->base != f->base || e->way != f->way);
  uint32_t flags = other ? AS_GROUND_OTHER : 0;
  e->ground = (uint16_t)((e->ground & AS_GROUND_TERRAIN) | flags | (f_goes ? AS_GROUND_BACK : 0));
  f->ground = (uint16_t)((f->ground & AS_GROUND_TERRAIN) | flags | (e_goes ? AS_GROUND_BACK : 0));
}

/* Whether a node stands before another in what is saved, where ports follow waypoints. */
static inline bool as_saved_before(const astar_graph *g, astar_id a, astar_id b)
{
  return as_is_cell(g, a) == as_is_cell(g, b) ? a < b : as_is_cell(g, b);
}

/* Whether the ratio of cost to bound is not simply 1. */
static inline bool as_has_ratio(const astar_graph *g, uint32_t way)
{
  return g->grid || way & AS_WAY_COST;
}

/* ---- graph.c ---- */

/*
** What a link has to do with the distance of its two nodes: how long it is, if it has no cost of
** its own, and the lower bound of its cost that the heuristic rests on. In a graph they are the same.
*/
typedef struct as_span {
  double length, bound;
} as_span;

ASTAR_API as_span as_span_of(const astar_graph *g, const as_node *n, const as_node *o);

/* How many ratio bins the links into a node may need when its terrain changes. */
ASTAR_API uint32_t as_terrain_bins(const astar_graph *g, uint32_t index);

/* ---- cells.c ---- */

/* Give a cell a port. ASTAR_OK if it has one. */
ASTAR_API astar_result as_cell_make_port(astar_graph *g, astar_id cell);

/* Set what a cell is made of; its port is the caller's. */
ASTAR_API void as_cell_set(astar_graph *g, astar_id cell, astar_terrain terrain, bool blocked);

/* Close or open the step from one cell to another, if there is one. Whether that changed anything. */
ASTAR_API bool as_cell_close(astar_graph *g, astar_id from, astar_id to, bool closed);
ASTAR_API bool as_cell_isolate(astar_graph *g, astar_id cell);
ASTAR_API void as_cell_validate(const astar_graph *g, astar_id cell);

/* The first cell from `cell` on, counted from 0, that has a port; else how many cells there are. */
ASTAR_API uint32_t as_cell_next_port(const astar_graph *g, uint32_t cell);

/* How many open steps lead out of a node (0 if it is no cell), and the one of that index. */
ASTAR_API uint32_t as_cell_steps(const astar_graph *g, astar_id cell);
ASTAR_API astar_link as_cell_step(const astar_graph *g, astar_id cell, uint32_t index);

/* ---- arrange.c ---- */

/* After an edit: clear up behind links that have moved, if it is worth it. */
ASTAR_API void as_graph_tidy(astar_graph *g);

#endif
