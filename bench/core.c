/*
** core.c: the contestant "core alone": astar.h without Lua, by astar_search, where only the cost
** is asked for, or by astar_finder, which gives the cost with the path.
**
**   core FILE plain|terrain search|route [optimize|prepare]
*/
#include <math.h>

#include "astar.h"
#include "worker.h"

static astar_graph *graph;
static astar_search *searching;
static astar_search_def def;
static astar_finder *finder;

static void check(astar_result r) {
  if (r != ASTAR_OK) worker_fail("core: not enough memory");
}

static void build(const worker_input *in) {
  static const char *const names[4] = { "one", "two", "three", "four" };
  astar_terrain terrain[4];
  double costs[8];
  uint32_t i;
  astar_unit_def unit = { NULL, 0, 0, 0, 1 };
  astar_link link = astar_default_link();

  graph = astar_graph_create(NULL, NULL);
  searching = astar_search_create(NULL, NULL);
  finder = astar_finder_create(NULL, NULL);
  if (!graph || !searching || !finder) check(ASTAR_NO_MEMORY);
  costs[0] = 1;
  for (i = 0; i < 4; i++) {
    check(astar_graph_terrain(graph, names[i], strlen(names[i]), &terrain[i]));
    costs[terrain[i] - 1] = worker_multipliers[i];
  }
  for (i = 0; i < in->nodes; i++) {
    astar_id id;
    check(astar_graph_add(graph, in->x[i], in->y[i], in->z[i], &id));
    check(astar_graph_set_terrain(graph, id, terrain[in->terrain[i]]));
  }
  for (i = 0; i < in->links; i++) {
    link.oneway = in->oneway[i];
    check(astar_graph_link(graph, in->a[i] + 1, in->b[i] + 1, &link));
  }
  unit.costs = costs;
  unit.cost_count = astar_graph_terrain_count(graph);
  unit.climb = unit.drop = HUGE_VAL;
  check(astar_graph_set_unit(graph, "walker", 6, &unit));
}

static double search(uint32_t start, uint32_t goal, uint64_t *expanded) {
  astar_id to = goal + 1;
  def.start = start + 1;
  def.goals = &to;
  def.goal_count = 1;
  check(astar_search_begin(searching, astar_on_graph(graph), &def));
  if (astar_search_step(searching, UINT64_MAX) != ASTAR_FOUND) worker_fail("core: no way");
  *expanded += astar_search_expanded(searching);
  return astar_search_visit(searching, to).cost;
}

static double find_route(uint32_t start, uint32_t goal, uint64_t *expanded) {
  const astar_path *path = astar_find_path(finder, graph, def.unit, start + 1, goal + 1);
  if (!path) worker_fail("core: no way");
  *expanded += astar_finder_expanded(finder);
  return path->cost;
}

int main(int argc, char **argv) {
  worker_input in;
  double began, seconds;
  if (argc < 4) worker_fail("usage: core FILE plain|terrain search|route [optimize|prepare]");
  in = worker_read(argv[1]);
  began = worker_clock();
  build(&in);
  def = astar_default_search();
  def.answer_only = true;
  if (!strcmp(argv[2], "terrain")) def.unit = astar_graph_unit(graph, "walker", 6);
  if (argc > 4 && !strcmp(argv[4], "optimize")) check(astar_graph_optimize(graph));
  if (argc > 4 && !strcmp(argv[4], "prepare")) {
    began = worker_clock();
    if (astar_graph_prepare(graph, def.unit, UINT64_MAX) != ASTAR_DONE) check(ASTAR_NO_MEMORY);
  }
  seconds = worker_clock() - began;
  worker_forget_graph(&in);
  worker_serve(&in, seconds, strcmp(argv[3], "route") ? search : find_route);
  astar_finder_destroy(finder);
  astar_search_destroy(searching);
  astar_graph_destroy(graph);
  return 0;
}
