/*
** certain.h: what labels of parts (graph/labels.h, grid/blocks.h) tell of a query before any search; and when labels
** are made and followed.
**
** Paths use labels only while these are worth it. `label_credit` of a graph counts expanded nodes: searches that ended
** unreachable add those that they expanded, labels that save a search add some, making and following labels subtracts
** a share of what they looked at. Labels are made when the credit is a share of the graph, and follow edits while it
** is positive. So a game without unreachable goals never pays for them; nor one that edits much between paths that are
** all found, but for a short time.
*/
#ifndef AS_CERTAIN_H
#define AS_CERTAIN_H

#include "graph/near.h"
#include "grid/blocks.h"

/* Labels of a unit that are up to date: those of a graph or those of a grid; both NULL if there are none. */
typedef struct as_certain {
  astar_graph *graph;
  astar_unit unit;
  as_rules rules; /* of the unit */
  as_labels *labels;
  as_blocks *blocks;
} as_certain;

/* Whether a graph has any labels. O(1). */
static inline bool as_has_labels(const astar_graph *g)
{
  return g->label_count > 0 || (g->grid && g->grid->blocks_count > 0);
}

/*
** The labels of a unit. `now`: make them, and bring them up to date, whatever that costs; else only if they are worth
** it. False if there are none, also if out of memory. O(1) if they are up to date; see labels.h and blocks.h.
*/
ASTAR_API bool as_certain_get(as_certain *c, astar_graph *g, astar_unit unit, bool now);

/*
** Whether a way leads from a live node to another, by slots: with AS_APART certainly none, whatever the options of a
** query, as long as its goal must be entered; with AS_TOGETHER one does, if the query has no further conditions.
*/
static inline as_tie as_certain_tie(const as_certain *c, uint32_t start, uint32_t goal)
{
  const as_tie tie = c->labels ? as_labels_tie(c->labels, c->graph, &c->rules, start, goal)
                               : as_blocks_tie(c->blocks, c->graph, &c->rules, start, goal);
  /* Labels are for units of one cell: what these cannot reach, larger ones cannot either. */
  return tie == AS_TOGETHER && c->rules.size > 1 ? AS_PERHAPS : tie;
}

/* The same; where the labels do not know, it makes strong ones, which may replace the least recently used. */
ASTAR_API as_tie as_certain_exact(const as_certain *c, uint32_t start, uint32_t goal);

/* Whether certainly no way leads from the start of a query to any of its goals, some of which are live. O(goals). */
ASTAR_API bool as_certain_apart(const as_certain *c, const astar_search_def *def);

/* Labels have answered a query; a search has ended unreachable after so many expansions, and the labels may be made. */
ASTAR_API void as_certain_saved(astar_graph *g);
ASTAR_API void as_certain_flooded(astar_graph *g, astar_unit unit, uint64_t expanded);

/*
** A filter for nodes that can be reached from a start, by its slot, or may be so: returns whether all of them can. The
** parts are marked until as_reachable_end() is called, before anything else is asked of the labels.
*/
typedef struct as_reachable {
  as_certain certain;
  uint32_t start;
  as_near_filter filter;
} as_reachable;

ASTAR_API bool as_reachable_begin(as_reachable *r, const as_certain *c, uint32_t start);
ASTAR_API void as_reachable_end(as_reachable *r);

#define AS_MOST_NEAREST 64u

/*
** Find the nodes that are nearest to any goal of a query among those that can be reached from its start, by straight
** distance as astar_search_partial() measures it; just the start if it is one of them. Returns their number; 0 if
** that is not known exactly, or if they are more than AS_MOST_NEAREST.
*/
ASTAR_API uint32_t as_certain_nearest(const as_certain *c, const astar_search_def *def,
                                      astar_id found[AS_MOST_NEAREST]);

#endif
