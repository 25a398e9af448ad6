/*
** cell_search.h: a kernel for the cheapest path between two nodes of a graph with cells, where jump points do not
** serve: A* over step maps (step_map.h), on any layout, with links and waypoints.
**
** It differs from the search of the engine in what a path needs not: it keeps of each node the cost and the direction
** of the step that led to it; it takes only canonical steps (canonical.h) wherever the cells around have one cost; and
** its open list (radix.h) is exact only up to a fraction of a step of mean cost. So a node may be expanded before its
** cost is final, and is expanded again when it gets cheaper. The search ends when no open node can lead to a cheaper
** path. Of paths of equal cost it may find another than a search, but always the same one. The finder owns one.
**
** It is kept beside the loops of the engine because it takes 0.35 to 0.65 of the time of the exact one on 400 x 400
** cells of hexagons or squares that wrap, with walls, blocks at random, or three terrains (`make bench-grid`). Of that,
** canonical steps make 0.6 to 0.8 where rooms leave many equal paths, and nothing where each cell has another terrain.
** On open hexagons it takes 5 times as long as the loop, which goes straight to the goal.
*/
#ifndef AS_CELL_SEARCH_H
#define AS_CELL_SEARCH_H

#include "engine/landmarks.h"
#include "engine/path.h"
#include "engine/radix.h"
#include "graph/node.h"
#include "grid/canonical.h"

/*
** What is known of a node. `mark` is the number of the run that wrote it, above AS_CELL_MARK_BITS bits: whether it is
** closed, and its arrival: the step that led to it (canonical.h), AS_FROM_START or AS_FROM_LINK. A record of
** another run counts as unreached. A mark of 0 belongs to the shared record, which must not be written.
*/
typedef struct as_cell_record {
  double g;      /* -INFINITY if the node must not be entered; INFINITY if reached only at costs above max_cost */
  uint32_t mark;
  uint32_t from; /* slot of the node before, if a link led to this one */
} as_cell_record;

#define AS_CELL_MARK_BITS 5
#define AS_CELL_CLOSED 1u

typedef struct as_cell_search {
  as_space space; /* of the last call; no reference to its layout */
  as_cell_record **leaves; /* by slot / 256: 256 records, made when one of them is first written */
  uint32_t leaf_count;
  uint32_t run_mark;  /* number of the run, shifted as in `mark` */
  as_radix open;
  as_canonical canonical;
  as_path_node *path; /* the path found */
  uint32_t count, capacity;
  double cost;        /* of the path, added step by step from the start */
  uint64_t expanded;  /* the goal included, if it was reached */
} as_cell_search;

/* Takes no memory. */
ASTAR_API void as_cell_search_init(as_cell_search *s);
ASTAR_API void as_cell_search_free(as_cell_search *s, as_memory *m);

/*
** Find the path to the one goal of `def`: ASTAR_FOUND, ASTAR_UNREACHABLE, ASTAR_LIMIT or ASTAR_OUT_OF_MEMORY. `space`
** is that of as_grid_space() for the unit; the start is live; `landmarks` are those of the unit, done and valid, or
** NULL. Of the options max_cost and avoid_ids are respected, and the heuristic is that of the space; there must be no
** others.
*/
ASTAR_API astar_status as_cell_search_find(as_cell_search *s, as_memory *m, const as_space *space,
                                           const as_landmarks *landmarks, const astar_search_def *def);

/* Write the path found to a block of astar_path_size(count) bytes; the space must be unedited since. O(count). */
ASTAR_API void as_cell_search_path(const as_cell_search *s, astar_path *path);

#endif
