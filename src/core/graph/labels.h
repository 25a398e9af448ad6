/*
** labels.h: labels of the parts of a graph without cells that hang together, for one set of terrains. Nodes of
** different parts are certainly not connected. Links count as both ways, and limits on rises do not count, so that
** nodes of one part are perhaps not connected, either: then the part has a link that leads one way, or the unit is
** limited. There are *strong* labels, too, for which only links count that can be passed both ways: nodes of one strong
** part are certainly connected, unless the unit is limited.
**
** The labels follow the journal of the graph. What opens joins parts (union-find, nearly O(1)). What closes may divide
** one: searches begin at all ends of what has closed, and take turns until they have met, or all but one have seen
** their whole part (Even and Shiloach 1981): at a cost that grows with the way around, or with the smaller parts. If
** that is more than a share of the graph, or there are very many edits, all nodes are labelled anew.
**
** A graph keeps up to AS_ENTERED_SETS of them. For grids see grid/blocks.h.
*/
#ifndef AS_LABELS_H
#define AS_LABELS_H

#include "graph/node.h"
#include "rules/entered.h"

/* Whether a way leads from one node to another. */
typedef enum as_tie { AS_APART, AS_PERHAPS, AS_TOGETHER } as_tie;

/* A search for the parts that a closed node or link leaves: the entries of a queue of nodes, and all it has reached. */
typedef struct as_wave {
  uint32_t first, head, last; /* entries: the first ever, the next to expand or AS_NO_SLOT, the last */
  uint32_t at;                /* how many ends of the node to expand were looked at */
  uint32_t met;               /* union-find among waves that have met */
  uint32_t going;             /* at the root: waves of the class that are not exhausted */
} as_wave;

typedef struct as_wave_entry {
  uint32_t index, next;
} as_wave_entry;

typedef struct as_labels {
  as_entered entered;
  as_journal *journal; /* that of the graph, held */
  uint64_t read;       /* entries of the journal that the labels have followed */
  uint64_t work;       /* nodes and link ends that were looked at so far */
  bool strong;         /* links that can be passed one way only do not join */
  bool stale;          /* all nodes must be labelled anew */
  uint64_t doubts;     /* nodes that searches have expanded in vain since, where labels did not know */
  uint32_t nodes;      /* by index: `label` and `seen` */
  uint32_t *label;     /* or AS_NO_SLOT, for nodes that cannot be entered */
  uint32_t *seen;      /* scratch, all 0 between calls */
  uint32_t label_capacity, seen_capacity;
  uint32_t count;      /* labels; by label: */
  uint32_t *parent;    /* union-find */
  uint8_t *flags;      /* at the root */
  uint32_t parent_capacity, flag_capacity;
  uint32_t *list;      /* scratch */
  uint32_t listed, list_capacity;
  as_wave *waves;
  as_wave_entry *pool;
  uint32_t wave_capacity, pool_capacity;
} as_labels;

#define AS_LABEL_LOOSE 1u  /* the part may have links that lead one way */
#define AS_LABEL_MARKED 2u /* see as_labels_mark() */

/* The labels of a unit, perhaps not up to date, or NULL; they become the most recently used. O(sets). */
ASTAR_API as_labels *as_labels_find(astar_graph *g, astar_unit unit, bool strong);

/* Make labels, which as_labels_follow() fills in; they may replace the least recently used. NULL if out of memory. */
ASTAR_API as_labels *as_labels_make(astar_graph *g, astar_unit unit, bool strong);

/* Bring labels up to date. False if out of memory: then they tell nothing. */
ASTAR_API bool as_labels_follow(as_labels *l, astar_graph *g);

/*
** Whether a way leads from a live node to another, for a unit with these rules. O(1), or O(degree) if it cannot enter
** the start. Here and below nodes are indices, and the labels are up to date.
*/
ASTAR_API as_tie as_labels_tie(const as_labels *l, const astar_graph *g, const as_rules *rules, uint32_t start,
                               uint32_t goal);

/*
** Mark the parts to which a way leads from a start, or take the marks away. Returns whether all nodes of these can be
** reached, which else is only perhaps so. Complexity as above.
*/
ASTAR_API bool as_labels_mark(as_labels *l, const astar_graph *g, const as_rules *rules, uint32_t start, bool on);

/* The root of the label of a node that has one. */
static inline uint32_t as_labels_root(const as_labels *l, uint32_t index)
{
  uint32_t at = l->label[index];
  while (l->parent[at] != at) at = l->parent[at] = l->parent[l->parent[at]];
  return at;
}

static inline bool as_labels_marked(const as_labels *l, uint32_t index)
{
  return l->label[index] != AS_NO_SLOT && l->flags[as_labels_root(l, index)] & AS_LABEL_MARKED;
}

/* Drop all labels of a graph. */
ASTAR_API void as_labels_free_all(astar_graph *g);

/* Abort if labels that are up to date are wrong. O(nodes + links). */
ASTAR_API void as_labels_validate(const astar_graph *g);

#endif
