/*
** node.h: the data structure of a graph: nodes, links, terrains and units, and the spatial index.
**
** A graph stores nodes of two kinds: waypoints, and cell nodes, which hold the links of a grid's cells (see
** cells.h). A node has an id for callers, a slot for searches, and an index into `nodes`; layout.h maps one to
** the other.
*/
#ifndef AS_NODE_H
#define AS_NODE_H

#include "base/journal.h"
#include "base/layout.h"
#include "base/sparse.h"
#include "engine/runs.h"
#include "geometry/distance.h"
#include "graph/cells.h"
#include "graph/hub.h"
#include "graph/kd_tree.h"
#include "rules/entered.h"
#include "rules/ratios.h"

struct as_prepared;
struct as_components;

struct astar_graph {
  as_memory memory;
  as_layout *layout;
  as_runs *runs;               /* the searches on it whose results are kept */
  struct as_spare_workspace *spare;
  as_journal *journal;         /* of edits of nodes, cells and links, by slot; not of units */
  const as_cell_ops *cell_ops; /* NULL: no cells */
  as_grid *grid;
  as_sparse cell_nodes;        /* from a cell to the index of its node, which has links */
  as_node *nodes;              /* by index, layout->count of them */
  uint32_t node_capacity;
  uint32_t alive; /* live waypoints */
  uint64_t version;
  as_links links;
  as_units units;
  as_layers layers;
  as_ratios ratios;
  uint32_t own_terrains; /* directions of links that have a terrain of their own */
  as_spatial spatial;
  /* Around all waypoints: grows as they are added and moved, is tight after they were renumbered; by the edits only. */
  as_extent extent;
  struct as_link_index *link_index; /* NULL until it is asked: see link_index.h */
  struct as_prepared *prepared; /* see prepared.h */
  uint32_t prepared_count, prepared_capacity;
  struct as_components *components[AS_ENTERED_SETS]; /* most recently used first; see components.h */
  uint32_t component_sets;
  int64_t component_credit; /* see finder/reachability.h */
  uint32_t free_first, free_last; /* the queue of free ids: head and tail, or ASTAR_NO_ID */
  uint32_t free_cell_node;        /* first of the cell nodes without a cell, chained by `next`, or AS_NO_SLOT */
  uint32_t next_id;               /* the reused id that the next waypoint gets, or ASTAR_NO_ID for a new id */
  uint32_t renumbered_at;         /* value of `alive` when the nodes were last renumbered: see compact.h */
  uint64_t compact_from;          /* least disorder at which to compact: see compact.h */
};

static inline bool as_is_cell(const astar_graph *g, astar_id id)
{
  return id - 1 < g->layout->cells;
}

/* The index of a waypoint, alive or removed, or of a cell's node; AS_NO_SLOT if there is none. Any id. */
static inline uint32_t as_index(const astar_graph *g, astar_id id)
{
  uint32_t slot;
  if (as_is_cell(g, id)) return as_sparse_get(&g->cell_nodes, id - 1);
  slot = as_slot(g->layout, id);
  return slot == AS_NO_SLOT ? AS_NO_SLOT : slot - g->layout->cells;
}

/* The cell of a cell node; AS_NO_SLOT for a waypoint. */
static inline uint32_t as_cell_of(const astar_graph *g, const as_node *n)
{
  return n->flags & AS_NODE_CELL ? g->layout->ids[n - g->nodes] - 1 : AS_NO_SLOT;
}

/* The lowest cell >= `cell` that has a node, or layout->cells if there is none. */
static inline uint32_t as_next_cell_node(const astar_graph *g, uint32_t cell)
{
  return g->cell_nodes.count > 0 ? g->cell_ops->next_node(g->grid, cell) : g->layout->cells;
}

/* The waypoint with the id layout->cells + 1 + i, alive or removed. */
static inline as_node *as_waypoint(const astar_graph *g, uint32_t i)
{
  return &g->nodes[g->layout->slots[i] - g->layout->cells];
}

/* The slot of the node at an index; for a cell node that of its cell. */
static inline uint32_t as_slot_of_index(const astar_graph *g, uint32_t index)
{
  return g->nodes[index].flags & AS_NODE_CELL ? g->layout->ids[index] - 1 : g->layout->cells + index;
}

/* Drop the prepared units whose landmarks an edit makes wrong; `what` as in as_edit. See prepared.h. */
ASTAR_API void as_prepared_note(astar_graph *g, uint32_t what);

/* Note an edit of a slot, in the journal and for the prepared units. */
static inline void as_note_slot(astar_graph *g, uint32_t slot, uint32_t what)
{
  as_journal_note(g->journal, slot, what);
  if (g->prepared_count > 0) as_prepared_note(g, what);
}

/* The same of the stored node at an index. */
static inline void as_note(astar_graph *g, uint32_t index, uint32_t what)
{
  as_note_slot(g, as_slot_of_index(g, index), what);
}

/* A live waypoint or the node of a cell, which must exist. */
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

/* What decides the cost of entering a node, an index into as_rules.costs: its terrain, or AS_BLOCKED. */
static inline uint16_t as_node_entry(const as_node *n)
{
  return n->flags & AS_NODE_BLOCKED ? (uint16_t)AS_BLOCKED : n->terrain;
}

/* The terrain whose multiplier applies to an end: the link's own or, without one, that of the node `e->to`. */
static inline uint32_t as_end_terrain(const astar_graph *g, const as_link *e)
{
  uint32_t own = e->way & AS_WAY_TERRAIN;
  return own ? own : g->nodes[e->to].terrain;
}

/* The first link end of a live node. */
static inline as_link *as_ends(const astar_graph *g, const as_node *n)
{
  return g->links.list + n->first;
}

/* Prefetch the index of a waypoint. Other ids are accepted. */
static AS_INLINE void as_fetch_index(const astar_graph *g, astar_id id)
{
  const uint32_t waypoint = id - 1 - g->layout->cells;
  if (waypoint < g->layout->waypoints) AS_PREFETCH(&g->layout->slots[waypoint]);
}

/*
** Prefetch a node, which may span two cache lines. Always inlined: some compilers drop calls of a function
** without side effects.
*/
static AS_INLINE void as_fetch_node(const as_node *n)
{
  AS_PREFETCH(n);
  AS_PREFETCH(&n->flags);
}

/* Prefetch as_waypoint(g, i), if there is one. */
static AS_INLINE void as_fetch_waypoint(const astar_graph *g, uint32_t i)
{
  if (i < g->layout->waypoints) as_fetch_node(as_waypoint(g, i));
}

/* Whether the block of a node has an index: see hub.h. */
static inline bool as_is_hub(const as_node *n)
{
  return n->size_class >= AS_HUB_CLASS;
}

/* Close up free places among the ends of a live node; their order stays. Call before iterating over them. O(degree). */
static inline void as_tidy(const astar_graph *g, as_node *n)
{
  if (n->flags & AS_NODE_UNTIDY) as_hub_tidy(&g->links, n);
}

/* The number of outgoing ends of a live node, tidy or not. */
static inline uint32_t as_out(const astar_graph *g, const as_node *n)
{
  return n->flags & AS_NODE_UNTIDY ? as_hub_out(&g->links, n) : n->out;
}

/* The position among the ends of `n` of the one to the node with the index `to`, or n->all. O(1) expected. */
static inline uint32_t as_find_end(const astar_graph *g, const as_node *n, uint32_t to)
{
  const as_link *e = as_ends(g, n);
  uint32_t i = 0;
  if (as_is_hub(n)) return as_hub_find(&g->links, n, to);
  while (i < n->all && e[i].to != to) i++;
  return i;
}

/* As as_link_cost(), if `entry` decides the cost of entering `to`. */
static inline double as_link_cost_to(const as_rules *rules, const as_node *from, const as_node *to, const as_link *e,
                                     uint32_t entry)
{
  uint32_t own = e->way & AS_WAY_TERRAIN;
  double cost = rules->costs[own ? own : entry], rise = to->position[2] - from->position[2];
  if (isnan(rules->costs[entry])) return NAN; /* also where the link has its own terrain */
  if (isnan(cost) || as_is_steep(rules, rise)) return INFINITY;
  return e->base * cost;
}

/* Whether the unit could make the step along the outgoing end `e`, if it could enter `to`. */
static inline bool as_link_open(const as_rules *rules, const as_node *from, const as_node *to, const as_link *e)
{
  const uint32_t own = e->way & AS_WAY_TERRAIN;
  return !(own && isnan(rules->costs[own])) && !as_is_steep(rules, to->position[2] - from->position[2]);
}

/*
** The cost of the step from -> to along the outgoing end `e`: INFINITY if the unit cannot make it, NAN if it
** cannot enter `to` at all. Not for cells under rules with a size above 1: see as_grid_link_cost().
*/
static inline double as_link_cost(const as_rules *rules, const as_node *from, const as_node *to, const as_link *e)
{
  return as_link_cost_to(rules, from, to, e, as_node_entry(to));
}

/*
** The direction opposite to the end `e` of the node at `index`: an end with the base and way of e->to -> index,
** or NULL if that direction does not exist. O(1) expected.
*/
static inline const as_link *as_link_back(const astar_graph *g, uint32_t index, const as_link *e)
{
  if (!(e->entry & AS_ENTRY_BACK)) return NULL;
  if (!(e->entry & AS_ENTRY_OTHER)) return e;
  return as_ends(g, &g->nodes[e->to]) + as_find_end(g, &g->nodes[e->to], index);
}

/* Set AS_ENTRY_BACK and AS_ENTRY_OTHER of the two ends e and f of a link, given which of them are outgoing. */
static inline void as_update_back(as_link *e, bool e_outgoing, as_link *f, bool f_outgoing)
{
  bool other = e_outgoing && f_outgoing && (e->base != f->base || e->way != f->way);
  uint32_t flags = other ? AS_ENTRY_OTHER : 0;
  e->entry = (uint16_t)((e->entry & AS_ENTRY_TERRAIN) | flags | (f_outgoing ? AS_ENTRY_BACK : 0));
  f->entry = (uint16_t)((f->entry & AS_ENTRY_TERRAIN) | flags | (e_outgoing ? AS_ENTRY_BACK : 0));
}

/* Whether an outgoing end belongs to a link with the same base and way in both directions. */
static inline bool as_link_symmetric(const as_link *e)
{
  return (e->entry & (AS_ENTRY_BACK | AS_ENTRY_OTHER)) == AS_ENTRY_BACK;
}

/* Whether a link's ratio of cost to bound (see ratios.h) may differ from 1. */
static inline bool as_has_ratio(const astar_graph *g, uint32_t way)
{
  return g->cell_ops || way & AS_WAY_COST;
}

/* Tidy all nodes; the capacity needed for their blocks in an as_links without gaps, at least 1. O(count + links). */
static inline uint64_t as_ends_room(const astar_graph *g, as_node *nodes, uint32_t count)
{
  uint64_t room = 1;
  uint32_t i;
  for (i = 0; i < count; i++) {
    as_tidy(g, &nodes[i]);
    room += as_links_size(as_links_roomy_class(nodes[i].all));
  }
  return room;
}

/* ---- nodes.c ---- */

/* Make room for `count` nodes in total; false if out of memory. Nodes may move. */
ASTAR_API bool as_nodes_reserve(astar_graph *g, uint64_t count);

/* Append a waypoint at the origin; there must be room. Insert it into the spatial index when its position is set. */
ASTAR_API as_node *as_append_waypoint(astar_graph *g);

/* Give a cell a node, unless it has one. ASTAR_NO_MEMORY, or ASTAR_FULL for too many nodes. Nodes may move. */
ASTAR_API astar_result as_add_cell_node(astar_graph *g, astar_id cell);

/* Take the node at an index from its cell, if it is a cell node without links and not AS_NODE_HELD. */
ASTAR_API void as_drop_cell_node(astar_graph *g, uint32_t index);

/* Append the id of a removed node to the queue of free ids. */
ASTAR_API void as_append_free_id(astar_graph *g, astar_id id);

#endif
