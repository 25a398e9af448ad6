/*
** micro.c: what single things cost in the core: building, memory, and searches so short
** that starting them is all there is.
**
**   micro FILE        prints `name value` lines
*/
#include <math.h>

#include "astar.h"
#include "held.h"

#define STARTS 100000

/* A new search from a to b, with or without running it. */
static void search(astar_graph *g, astar_id a, astar_id b, bool run) {
  astar_search *s = astar_search_create(NULL, NULL);
  astar_search_def def = astar_default_search();
  if (!s) check(ASTAR_NO_MEMORY);
  def.start = a;
  def.goals = &b;
  def.goal_count = 1;
  check(astar_search_begin(s, astar_on_graph(g), &def));
  if (run && astar_search_step(s, UINT64_MAX) != ASTAR_FOUND) worker_fail("micro: no way");
  astar_search_destroy(s);
}

static double nanoseconds_to_start(astar_graph *g, astar_id a, astar_id b) {
  double took[ROUNDS];
  int round, i;
  for (round = 0; round < ROUNDS; round++) {
    double began = worker_clock();
    for (i = 0; i < STARTS; i++)
      search(g, a, b, false);
    took[round] = (worker_clock() - began) / STARTS * 1e9;
  }
  return median(took);
}

/* Landmarks for a unit. */
static void prepare(astar_graph *g, uint32_t nodes) {
  size_t before = astar_graph_memory(g);
  double began = worker_clock();
  if (astar_graph_prepare(g, ASTAR_NO_UNIT, UINT64_MAX) != ASTAR_DONE) check(ASTAR_NO_MEMORY);
  printf("prepare_s %.3f\nprepared_bytes %.1f\n", worker_clock() - began,
         (double)(astar_graph_memory(g) - before) / nodes);
  astar_graph_unprepare(g, ASTAR_NO_UNIT);
}

/* Ten nodes in a row. */
static astar_graph *make_ten(void) {
  astar_graph *g = astar_graph_create(NULL, NULL);
  astar_link link = astar_default_link();
  astar_id id;
  if (!g) check(ASTAR_NO_MEMORY);
  for (id = 1; id <= 10; id++) {
    astar_id added;
    check(astar_graph_add(g, (double)id, 0, 0, &added));
    if (id > 1) check(astar_graph_link(g, id - 1, id, &link));
  }
  return g;
}

/* Searches along links that lie all over the graph, so that each finds the caches cold. */
static void neighbours(astar_graph *g, const worker_input *in) {
  uint32_t stride = in->links / 20000 + 1, count = 0, i;
  double took[ROUNDS];
  astar_id from[HELD], to[HELD];
  int round;
  for (round = 0; round < ROUNDS; round++) {
    double began = worker_clock();
    for (i = 0, count = 0; i < in->links; i += stride, count++)
      search(g, in->a[i] + 1, in->b[i] + 1, true);
    took[round] = (worker_clock() - began) / count * 1e6;
  }
  for (i = 0; i < HELD; i++) {
    const uint32_t link = (uint32_t)((uint64_t)in->links * i / HELD);
    from[i] = in->a[link] + 1;
    to[i] = in->b[link] + 1;
  }
  printf("neighbours_us %.3f\nneighbours_kb %.1f\n", median(took), held_kilobytes(g, from, to));
}

/* The same links by one finder, as g:path has it; without the paths. */
static void routes(astar_graph *g, const worker_input *in) {
  uint32_t stride = in->links / 20000 + 1, count = 0, i;
  astar_finder *finder = astar_finder_create(NULL, NULL);
  astar_search_def def = astar_default_search();
  astar_id goal;
  double took[ROUNDS];
  int round;
  if (!finder) check(ASTAR_NO_MEMORY);
  def.goals = &goal;
  def.goal_count = 1;
  for (round = 0; round < ROUNDS; round++) {
    double began = worker_clock();
    for (i = 0, count = 0; i < in->links; i += stride, count++) {
      def.start = in->a[i] + 1;
      goal = in->b[i] + 1;
      if (astar_find(finder, astar_on_graph(g), &def) != ASTAR_FOUND) worker_fail("micro: no way");
    }
    took[round] = (worker_clock() - began) / count * 1e6;
  }
  printf("path_us %.3f\nhot_bytes %.1f\n", median(took), (double)astar_finder_memory(finder) / in->nodes);
  astar_finder_destroy(finder);
}

int main(int argc, char **argv) {
  worker_input in;
  astar_graph *g, *ten;
  astar_link link = astar_default_link();
  astar_near_def def = astar_default_near();
  astar_near near;
  size_t of_nodes, of_links;
  double began;
  uint32_t i;

  if (argc != 2) worker_fail("usage: micro FILE");
  in = worker_read(argv[1]);
  g = astar_graph_create(NULL, NULL);
  if (!g) check(ASTAR_NO_MEMORY);

  began = worker_clock();
  for (i = 0; i < in.nodes; i++) {
    astar_id id;
    check(astar_graph_add(g, in.x[i], in.y[i], in.z[i], &id));
  }
  printf("add_s %.3f\n", worker_clock() - began);
  /* The index of places counts as well, even if it should be made only when asked. */
  if (!astar_graph_nearest(g, &def, &near)) worker_fail("micro: nothing near");
  of_nodes = astar_graph_memory(g);

  began = worker_clock();
  for (i = 0; i < in.links; i++)
    check(astar_graph_link(g, in.a[i] + 1, in.b[i] + 1, &link));
  printf("link_s %.3f\n", worker_clock() - began);
  of_links = astar_graph_memory(g) - of_nodes;
  printf("node_bytes %.1f\nlink_bytes %.1f\n", (double)of_nodes / in.nodes, (double)of_links / in.links);

  neighbours(g, &in);
  routes(g, &in);
  prepare(g, in.nodes);
  printf("start_ns %.0f\n", nanoseconds_to_start(g, in.a[0] + 1, in.b[0] + 1));
  ten = make_ten();
  printf("start_ten_ns %.0f\n", nanoseconds_to_start(ten, 1, 2));
  astar_graph_destroy(ten);

  began = worker_clock();
  check(astar_graph_optimize(g));
  printf("optimize_s %.3f\ngraph_mb %.1f\n", worker_clock() - began, (double)astar_graph_memory(g) / (1 << 20));
  astar_graph_destroy(g);
  return 0;
}
