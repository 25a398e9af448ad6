/*
** node.h: what a graph consists of: its nodes with their links, the terrains and units, and the spatial index;
** on a grid also the cells below the nodes (see cells.h).
**
** A node is known by its id to callers, by its slot to searches, and by its index in `nodes` here: see layout.h.
*/
#ifndef AS_NODE_H
#define AS_NODE_H

#include "base/layout.h"
#include "geometry/distance.h"
#include "graph/cells.h"
#include "graph/links.h"
#include "graph/spatial.h"
#include "rules/ratios.h"

#define AS_NODE_ALIVE 1u
#define AS_NODE_BLOCKED 2u
#define AS_NODE_CELL 4u /* a cell node: holds the links of a cell, whose id, place and terrain it has */

/*
** A node's link ends are links.list[first ...]: first `out` outgoing ends, in the order in which they were
** linked, then incoming-only ends, `all` in total. If a has an end to b, then b has one to a.
** `next` chains the nodes in one leaf of the spatial index.
** A removed node stays until its id is reused. Then `next` chains the free ids, and `first` and `out` hold the
** version at which it was removed.
*/
typedef struct as_node {
  double position[3];
  uint32_t first, out, all;
  uint32_t next;
  uint32_t generation;
  uint16_t terrain;
  uint8_t size_class; /* of its block of ends */
  uint8_t flags;
} as_node;

struct astar_graph {
  as_memory memory;
  as_layout *layout;
  const as_cell_ops *cell_ops; /* NULL: no cells */
  as_grid *grid;
  as_hash cell_nodes; /* from a cell to the index of its node */
  as_node *nodes;      /* by index, layout->count of them */
  uint32_t node_capacity;
  uint32_t alive; /* live waypoints */
  uint64_t version;
  as_links links;
  as_units units;
  as_ratios ratios;
  as_spatial spatial;
  uint32_t free_first, free_last; /* a queue of free ids, or ASTAR_NO_ID */
  uint32_t next_id;               /* the free id that the next waypoint gets, or ASTAR_NO_ID for a new one */
  uint32_t renumbered_at;         /* live waypoints when the nodes were last renumbered */
  uint64_t compact_from;          /* disorder below which compacting does not pay */
};

static inline bool as_is_cell(const astar_graph *g, astar_id id)
{
  return id - 1 < g->layout->cells;
}

/* The index of a node; for a cell that of its cell node. AS_NO_SLOT if there is none. */
static inline uint32_t as_index(const astar_graph *g, astar_id id)
{
  uint32_t slot;
  if (as_is_cell(g, id)) return as_hash_find(&g->cell_nodes, id - 1);
  slot = as_slot(g->layout, id);
  return slot == AS_NO_SLOT ? AS_NO_SLOT : slot - g->layout->cells;
}

/* The cell whose links a node holds, or AS_NO_SLOT. */
static inline uint32_t as_cell_of(const astar_graph *g, const as_node *n)
{
  return n->flags & AS_NODE_CELL ? g->layout->ids[n - g->nodes] - 1 : AS_NO_SLOT;
}

/* The first cell from `cell` on that has a node, or the number of cells. */
static inline uint32_t as_next_cell_node(const astar_graph *g, uint32_t cell)
{
  return g->cell_nodes.count > 0 ? g->cell_ops->next_node(g->grid, cell) : g->layout->cells;
}

/* The node of the waypoint with the id cells + 1 + i, alive or not. */
static inline as_node *as_waypoint(const astar_graph *g, uint32_t i)
{
  return &g->nodes[g->layout->slots[i] - g->layout->cells];
}

/* The slot by which searches know a node; for a cell node that of its cell. */
static inline uint32_t as_slot_of_index(const astar_graph *g, uint32_t index)
{
  return g->nodes[index].flags & AS_NODE_CELL ? g->layout->ids[index] - 1 : g->layout->cells + index;
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

/* The terrain whose multiplier entering a node costs, or AS_BLOCKED. */
static inline uint16_t as_node_entry(const as_node *n)
{
  return n->flags & AS_NODE_BLOCKED ? (uint16_t)AS_BLOCKED : n->terrain;
}

/* The terrain whose multiplier counts for an end: the link's own, or that of the node it leads to. */
static inline uint32_t as_end_terrain(const astar_graph *g, const as_link *e)
{
  uint32_t own = e->way & AS_WAY_TERRAIN;
  return own ? own : g->nodes[e->to].terrain;
}

static inline as_link *as_ends(const astar_graph *g, const as_node *n)
{
  return g->links.list + n->first;
}

/*
** Prefetch a node, which may lie across two cache lines. Always inlined: some compilers drop calls of a function
** that has no effect.
*/
static AS_INLINE void as_fetch_node(const as_node *n)
{
  AS_PREFETCH(n);
  AS_PREFETCH(&n->flags);
}

static AS_INLINE void as_fetch_waypoint(const astar_graph *g, uint32_t i)
{
  if (i < g->layout->waypoints) as_fetch_node(as_waypoint(g, i));
}

/* The position of the end at `n` that leads to the node `to`, or n->all. */
static inline uint32_t as_find_end(const astar_graph *g, const as_node *n, uint32_t to)
{
  const as_link *e = as_ends(g, n);
  uint32_t i = 0;
  while (i < n->all && e[i].to != to) i++;
  return i;
}

/* The cost of going along the end `e`: INFINITY if the unit cannot, NAN if it can never enter `to`. */
static inline double as_link_cost(const as_rules *rules, const as_node *from, const as_node *to, const as_link *e)
{
  uint32_t entry = as_node_entry(to), own = e->way & AS_WAY_TERRAIN;
  double cost = rules->costs[own ? own : entry], rise = to->position[2] - from->position[2];
  if (isnan(rules->costs[entry])) return NAN; /* even if the link has a terrain of its own */
  if (isnan(cost) || (rules->limited && !(rise <= rules->climb && -rise <= rules->drop))) return INFINITY;
  return e->base * cost;
}

/* The link that comes back along the end `e` of the node at `index`, or NULL if none does. */
static inline const as_link *as_link_back(const astar_graph *g, uint32_t index, const as_link *e)
{
  if (!(e->entry & AS_ENTRY_BACK)) return NULL;
  if (!(e->entry & AS_ENTRY_OTHER)) return e;
  return as_ends(g, &g->nodes[e->to]) + as_find_end(g, &g->nodes[e->to], index);
}

/* After a change of a link: update what its two ends say about each other. */
static inline void as_update_back(as_link *e, bool e_goes, as_link *f, bool f_goes)
{
  bool other = e_goes && f_goes && (e->base != f->base || e->way != f->way);
  uint32_t flags = other ? AS_ENTRY_OTHER : 0;
  e->entry = (uint16_t)((e->entry & AS_ENTRY_TERRAIN) | flags | (f_goes ? AS_ENTRY_BACK : 0));
  f->entry = (uint16_t)((f->entry & AS_ENTRY_TERRAIN) | flags | (e_goes ? AS_ENTRY_BACK : 0));
}

/* Whether a link has a ratio of cost to bound that need not be 1. */
static inline bool as_has_ratio(const astar_graph *g, uint32_t way)
{
  return g->cell_ops || way & AS_WAY_COST;
}

/* The room that the ends of nodes take in an array without gaps; at least 1, for as_links_init(). */
static inline uint64_t as_ends_room(const as_node *nodes, uint32_t count)
{
  uint64_t room = 1;
  uint32_t i;
  for (i = 0; i < count; i++) room += as_links_room(as_links_class(nodes[i].all));
  return room;
}

/* ---- node.c ---- */

/* Room for `count` nodes in total; false if out of memory. */
ASTAR_API bool as_nodes_reserve(astar_graph *g, uint64_t count);

/* Make sure that a cell has a node. */
ASTAR_API astar_result as_add_cell_node(astar_graph *g, astar_id cell);

/* Append an id, whose node is removed, to the queue of free ids. */
ASTAR_API void as_append_free_id(astar_graph *g, astar_id id);

#endif
