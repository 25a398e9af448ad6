/*
** held.h: the memory of a short search, as micro.c and grid_micro.c report it.
*/
#ifndef HELD_H
#define HELD_H

#include "rounds.h"

#define HELD 65

/*
** The mean over HELD searches that are all alive at once; search i leads from the node from[i] to the node to[i]. The
** first is left out: it may have taken over the memory of a larger search that was destroyed before.
*/
static double held_kilobytes(astar_graph *g, const astar_id *from, const astar_id *to) {
  astar_search *held[HELD];
  size_t bytes = 0;
  int i;
  for (i = 0; i < HELD; i++) {
    astar_search_def def = astar_default_search();
    held[i] = astar_search_create(NULL, NULL);
    if (!held[i]) check(ASTAR_NO_MEMORY);
    def.start = from[i];
    def.goals = &to[i];
    def.goal_count = 1;
    check(astar_search_begin(held[i], astar_on_graph(g), &def));
    if (astar_search_step(held[i], UINT64_MAX) != ASTAR_FOUND) worker_fail("no way");
    if (i > 0) bytes += astar_search_memory(held[i]);
  }
  for (i = 0; i < HELD; i++)
    astar_search_destroy(held[i]);
  return (double)bytes / (HELD - 1) / 1024;
}

#endif
