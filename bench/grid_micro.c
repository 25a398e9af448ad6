/*
** grid_micro.c: what single things cost in the core on a large grid: making it, its memory, edits,
** and searches so short that starting them is all there is.
**
**   grid_micro SIDE        prints `name value` lines
**   grid_micro across SIDE        the same for paths from corner to corner by jump points, and what a finder holds then
*/
#include <math.h>

#include "astar.h"
#include "random.h"
#include "held.h"

#define CALLS 20000

static double bytes_a_cell(const astar_graph *g) {
  return (double)astar_graph_memory(g) / astar_grid_count(g);
}

/* Cells all over the map whose right neighbour is open like themselves. */
static void draw_cells(const astar_graph *g, astar_id *cells) {
  uint32_t i;
  for (i = 0; i < CALLS;) {
    astar_id cell = 1 + random_below(astar_grid_count(g) - 1);
    if (!astar_graph_blocked(g, cell) && !astar_graph_blocked(g, cell + 1) && astar_graph_linked(g, cell, cell + 1))
      cells[i++] = cell;
  }
}

/* By one finder, as map:path has it, or each by its own search. */
static void neighbours(astar_graph *g, const astar_id *cells, bool jump) {
  double took[ROUNDS];
  astar_finder *finder = astar_finder_create(NULL, NULL);
  int round, i;
  if (!finder) check(ASTAR_NO_MEMORY);
  for (round = 0; round < ROUNDS; round++) {
    double began = worker_clock();
    for (i = 0; i < CALLS; i++) {
      astar_search_def def = astar_default_search();
      astar_search *s;
      astar_id to = cells[i] + 1;
      def.start = cells[i];
      def.goals = &to;
      def.goal_count = 1;
      def.jump = jump ? ASTAR_JUMP_ALWAYS : ASTAR_JUMP_NEVER;
      if (jump) {
        if (astar_find(finder, astar_on_graph(g), &def) != ASTAR_FOUND) worker_fail("grid_micro: no way");
        continue;
      }
      s = astar_search_create(NULL, NULL);
      if (!s) check(ASTAR_NO_MEMORY);
      check(astar_search_begin(s, astar_on_graph(g), &def));
      if (astar_search_step(s, UINT64_MAX) != ASTAR_FOUND) worker_fail("grid_micro: no way");
      astar_search_destroy(s);
    }
    took[round] = (worker_clock() - began) / CALLS * 1e6;
  }
  astar_finder_destroy(finder);
  printf(jump ? "path_us %.3f\n" : "search_us %.3f\n", median(took));
  if (!jump) {
    astar_id from[HELD], to[HELD];
    for (i = 0; i < HELD; i++) to[i] = (from[i] = cells[i]) + 1;
    printf("search_kb %.1f\n", held_kilobytes(g, from, to));
  }
}

/* The first search by jump points makes what they read. */
static void make_ready(astar_graph *g, astar_id cell) {
  astar_search *s = astar_search_create(NULL, NULL);
  astar_search_def def = astar_default_search();
  if (!s) check(ASTAR_NO_MEMORY);
  def.start = cell;
  def.goals = &cell;
  def.goal_count = 1;
  def.jump = ASTAR_JUMP_ALWAYS;
  check(astar_search_begin(s, astar_on_graph(g), &def));
  astar_search_destroy(s);
}

/* Block a cell and open it again; what jump points read follows. */
static void edits(astar_graph *g, const astar_id *cells) {
  double took[ROUNDS];
  int round, i;
  for (round = 0; round < ROUNDS; round++) {
    double began = worker_clock();
    for (i = 0; i < 2 * CALLS; i++)
      astar_graph_set_blocked(g, cells[i / 2], i % 2 == 0);
    took[round] = (worker_clock() - began) / (2 * CALLS) * 1e9;
  }
  printf("edit_ns %.0f\n", median(took));
}

/* Paths by one finder, over a map of which a twentieth is blocked. */
static void across(uint32_t side) {
  astar_finder *finder = astar_finder_create(NULL, NULL);
  astar_search_def def = astar_default_search();
  astar_grid_def size = astar_default_grid();
  astar_id goal;
  astar_graph *g;
  size_t bare;
  double began;
  uint32_t i;
  size.width = size.height = side;
  if (!finder) check(ASTAR_NO_MEMORY);
  check(astar_grid_create(NULL, NULL, &size, &g));
  for (i = 2; i < astar_grid_count(g); i++)
    if (random_below(20) == 0) astar_graph_set_blocked(g, i, true);
  bare = astar_graph_memory(g);
  goal = astar_grid_count(g);
  def.start = 1;
  def.goals = &goal;
  def.goal_count = 1;
  def.jump = ASTAR_JUMP_ALWAYS;
  (void)astar_find(finder, astar_on_graph(g), &def); /* makes what jump points read */
  began = worker_clock();
  if (astar_find(finder, astar_on_graph(g), &def) != ASTAR_FOUND) worker_fail("grid_micro: no way");
  printf("across_ms %.3f\nacross_expanded %.0f\nacross_mb %.3f\nacross_map_mb %.3f\n", (worker_clock() - began) * 1e3,
         (double)astar_finder_expanded(finder), (double)astar_finder_memory(finder) / 1048576,
         (double)(astar_graph_memory(g) - bare) / 1048576);
  astar_finder_destroy(finder);
  astar_graph_destroy(g);
}

int main(int argc, char **argv) {
  static astar_id cells[CALLS];
  astar_grid_def def = astar_default_grid();
  astar_graph *g;
  double began, bare;
  uint32_t i;

  if (argc == 3 && !strcmp(argv[1], "across")) {
    across((uint32_t)strtoul(argv[2], NULL, 10));
    return 0;
  }
  if (argc != 2) worker_fail("usage: grid_micro SIDE | across SIDE");
  def.width = def.height = (uint32_t)strtoul(argv[1], NULL, 10);
  began = worker_clock();
  check(astar_grid_create(NULL, NULL, &def, &g));
  printf("create_s %.4f\n", worker_clock() - began);
  for (i = 1; i <= astar_grid_count(g); i++)
    if (random_below(5) == 0) astar_graph_set_blocked(g, i, true);
  bare = bytes_a_cell(g);
  printf("cell_bytes %.2f\n", bare);
  draw_cells(g, cells);
  neighbours(g, cells, false);

  bare = bytes_a_cell(g); /* with what the searches have left behind */
  began = worker_clock();
  make_ready(g, cells[0]);
  printf("prepare_ms %.3f\njump_bytes %.2f\n", (worker_clock() - began) * 1e3, bytes_a_cell(g) - bare);
  neighbours(g, cells, true);
  edits(g, cells);
  astar_graph_destroy(g);
  return 0;
}
