/*
** components.h: the connected components of a graph, for one set of terrains. Nodes of different components are
** certainly not connected. Links count as both ways, and limits on rises do not count, so nodes of one component may
** still not reach each other: then it has a link that leads one way, or the unit is limited. There are *strong*
** components, too, for which only links count that can be passed both ways: their nodes are certainly connected,
** unless the unit is limited.
**
** Each node that can be entered belongs to a vertex, and union-find joins the vertices of a component. Which vertices
** there are, and how they follow the journal of the graph, is the matter of two files: node_components.c if the graph
** has no cells, grid/grid_components.h if it has.
**
** A graph keeps up to AS_ENTERED_SETS of them.
*/
#ifndef AS_COMPONENTS_H
#define AS_COMPONENTS_H

#include "graph/node.h"
#include "rules/entered.h"

/* Whether a way leads from one node to another. */
typedef enum as_connection { AS_SEPARATE, AS_MAYBE_CONNECTED, AS_CONNECTED } as_connection;

typedef struct as_components as_components;

typedef struct as_components_ops {
  /* Free them, but for what as_components has. */
  void (*destroy)(as_components *c, astar_graph *g);
  /* Bring them up to date. False if out of memory: then they are stale. */
  bool (*follow)(as_components *c, astar_graph *g);
  /* The vertex of a slot, or AS_NO_SLOT if it cannot be entered, or if out of memory: then they are stale. */
  uint32_t (*vertex)(as_components *c, const astar_graph *g, uint32_t slot);
  /*
  ** Of sparse ones: join vertices until it is known whether two are of one component: if and only if they have the same
  ** root. False if out of memory: then they are stale.
  */
  bool (*search)(as_components *c, const astar_graph *g, uint32_t a, uint32_t b);
  /* Where a step leads that the unit can make out of a slot, from *at on, which counts; AS_NO_SLOT: no more steps. */
  uint32_t (*next_step)(const astar_graph *g, const as_rules *rules, uint32_t slot, uint32_t *at);
  /* Abort if they are up to date, and wrong. O(slots + links). */
  void (*validate)(const as_components *c, const astar_graph *g);
} as_components_ops;

/* Begins the object of either file. */
struct as_components {
  const as_components_ops *ops;
  as_entered entered;
  as_journal *journal; /* that of the graph, held */
  uint64_t read;       /* entries of the journal that they have followed */
  uint64_t work;       /* nodes, cells, vertices and link ends that were looked at so far */
  uint64_t wasted;     /* nodes that searches have expanded in vain since, where the components did not tell */
  bool strong;         /* links that can be passed one way only do not join */
  bool stale;          /* all must be found anew */
  bool sparse;         /* not all vertices are joined: see as_components_ops.search() */
  bool flat;           /* limits on rises forbid no step */
  uint32_t count;      /* vertices; by vertex: */
  uint32_t *parent;    /* union-find: never more than the vertex itself */
  uint8_t *flags;      /* at the root */
  uint32_t parent_capacity, flag_capacity;
};

#define AS_COMPONENT_LOOSE 1u /* it may have links that lead one way */

/* Those of a unit, perhaps not up to date, or NULL; they become the most recently used. O(sets). */
ASTAR_API as_components *as_components_find(astar_graph *g, astar_unit unit, bool strong);

/*
** Make some, which as_components_follow() fills in; they may replace the least recently used. NULL if out of memory,
** and for maps that wrap around one or two cells, which have none.
*/
ASTAR_API as_components *as_components_make(astar_graph *g, astar_unit unit, bool strong);

/* Bring them up to date. False if out of memory: then they tell nothing. O(1) if they are. */
static inline bool as_components_follow(as_components *c, astar_graph *g)
{
  return (!c->stale && c->read == g->journal->next) || c->ops->follow(c, g);
}

/*
** Whether a way leads from a live node to another, by slots, for a unit with these rules and of one cell; perhaps, if
** out of memory. O(1), or O(degree) if it cannot enter the start; on a giant grid besides, until all is known, O(the
** lesser of what is found on the way from either). The components are up to date.
*/
ASTAR_API as_connection as_components_between(as_components *c, const astar_graph *g, const as_rules *rules,
                                              uint32_t start, uint32_t goal);

/* The same, from a node to all that belong to a vertex; and between vertices. */
ASTAR_API as_connection as_components_to(as_components *c, const astar_graph *g, const as_rules *rules, uint32_t start,
                                         uint32_t vertex);
ASTAR_API as_connection as_components_tie(as_components *c, const astar_graph *g, const as_rules *rules, uint32_t a,
                                          uint32_t b);

/* Drop all of a graph; abort if some that are up to date are wrong. */
ASTAR_API void as_components_free_all(astar_graph *g);
ASTAR_API void as_components_validate(const astar_graph *g);

/* The root of a vertex. */
static inline uint32_t as_components_root(const as_components *c, uint32_t vertex)
{
  while (c->parent[vertex] != vertex) vertex = c->parent[vertex] = c->parent[c->parent[vertex]];
  return vertex;
}

/* Make room for vertices, and bring their number to `count`: new ones are components of their own. */
static inline bool as_components_reserve(as_components *c, as_memory *m, uint32_t count)
{
  if (!as_reserve(m, &c->parent, &c->parent_capacity, count, sizeof *c->parent) ||
      !as_reserve(m, &c->flags, &c->flag_capacity, count, sizeof *c->flags))
    return false;
  for (; c->count < count; c->count++) {
    c->parent[c->count] = c->count;
    c->flags[c->count] = 0;
  }
  return true;
}

/* Join the components of two vertices by a link, which perhaps leads one way only. */
static inline void as_components_join(as_components *c, uint32_t a, uint32_t b, bool loose)
{
  const uint32_t p = as_components_root(c, a), q = as_components_root(c, b), low = p < q ? p : q;
  if (loose) c->flags[low] |= AS_COMPONENT_LOOSE;
  c->flags[low] |= c->flags[p] | c->flags[q];
  c->parent[p] = c->parent[q] = low;
}

/* Whether nodes that can be entered are joined by a link or step that is open out of one, and into it. */
static inline bool as_components_joins(const as_components *c, bool out, bool in)
{
  return c->strong ? out && in : out || in;
}

/* Whether a link can be passed. */
static inline bool as_components_passes(const as_components *c, const as_link *e)
{
  const uint32_t own = e->way & AS_WAY_TERRAIN;
  return !own || c->entered.enters[own];
}

/* The index of the next node, from end *at on, to which a step of the unit leads from a tidy one; or AS_NO_SLOT. */
static inline uint32_t as_components_next_link(const astar_graph *g, const as_rules *rules, uint32_t index,
                                               uint32_t *at)
{
  const as_node *n = &g->nodes[index];
  while (*at < n->out) {
    const as_link *e = as_ends(g, n) + (*at)++;
    if (as_link_cost(rules, n, &g->nodes[e->to], e) < INFINITY) return e->to;
  }
  return AS_NO_SLOT;
}

/* ---- node_components.c ---- */

/* Those of a graph without cells. NULL if out of memory. */
ASTAR_API as_components *as_node_components_create(astar_graph *g);

/*
** Whether components can tell all ways of a unit. They are for units of one cell; and of a unit that is limited in its
** rise they tell only which ways there are not.
*/
static inline bool as_components_suffice(const astar_graph *g, astar_unit unit)
{
  const as_rules rules = as_units_rules(&g->units, unit);
  return rules.size == 1 && !rules.limited;
}

#endif
