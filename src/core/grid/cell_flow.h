/*
** cell_flow.h: a kernel for flows over cells: it finds what all cells cost from which a way leads to the goals, and
** then writes them, with the next cell of each, to the records of the search.
**
** It is a bucket queue (Dial 1969). Buckets are no wider than the cheapest step, so that the cells of the lowest one
** are final in any order, and each is expanded once. While it runs it keeps nothing but an array of costs, and lists of
** cells. Parents are found in the end, in one pass over the map: the run need not tell apart ways of equal cost. All
** is, to the last bit, as the loop of fast.h has it, but for the order in which cells are touched: that of their slots.
**
** It is kept beside that loop because it takes 0.5 to 0.75 of its time on 512 x 512 and 1024 x 1024 cells, open or with
** walls and terrain (`make bench-armies`).
*/
#ifndef AS_CELL_FLOW_H
#define AS_CELL_FLOW_H

#include "engine/search.h"

/*
** Whether a run of AS_STRATEGY_FLOW on a grid without heights goes by the kernel; then it is in s->kernel. Not once it
** has expanded anything by the loop, outward, with `away`, links or layers, within few steps, where costs of steps or
** goals are very unequal, or without memory for it. O(terrains + goals + cells / 64).
*/
ASTAR_API bool as_cell_flow_begin(astar_search *s);

/* As as_fast_loop(). When the run is done, the records have what it has found, and the kernel is given back. */
ASTAR_API as_fast_end as_cell_flow_run(astar_search *s, uint64_t *n);

#endif
