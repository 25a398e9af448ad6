/*
** grid_core.c: the contestant "core alone" on grids: astar.h without Lua.
**
**   grid_core MAP SCEN astar|ordered|jump [path]
**
** Cell by cell, in any order or by jump points, both by a finder, which writes the path; or in the order that searches
** keep, where only the cost is asked for. With `path` all cells of the path are read, too.
*/
#include <math.h>

#include "astar.h"
#include "grid_input.h"

static astar_graph *grid;
static astar_search *searching;
static astar_finder *finder; /* if it is to find the paths, else NULL */
static astar_search_def def;
static bool paths;

static void check(astar_result r) {
  if (r != ASTAR_OK) worker_fail("grid_core: not enough memory");
}

static void build(const grid_input *in) {
  astar_grid_def size = astar_default_grid();
  astar_unit_def unit = { NULL, 0, 0, 0, 1 };
  double costs[8];
  uint32_t i;

  size.width = in->width;
  size.height = in->height;
  check(astar_grid_create(NULL, NULL, &size, &grid));
  searching = astar_search_create(NULL, NULL);
  if (!searching) check(ASTAR_NO_MEMORY);
  costs[ASTAR_DEFAULT_TERRAIN - 1] = 1;
  for (i = 0; i < in->width * in->height; i++) {
    unsigned multiplier = grid_multiplier(in->cells[i]);
    if (multiplier == 0) astar_graph_set_blocked(grid, i + 1, true);
    if (multiplier > 1) {
      astar_terrain terrain;
      check(astar_graph_terrain(grid, &in->cells[i], 1, &terrain));
      costs[terrain - 1] = multiplier;
      check(astar_graph_set_terrain(grid, i + 1, terrain));
    }
  }
  unit.costs = costs;
  unit.cost_count = astar_graph_terrain_count(grid);
  unit.climb = unit.drop = HUGE_VAL;
  check(astar_graph_set_unit(grid, "walker", 6, &unit));
  /* Where there is but one terrain no unit is named, as most callers have it. */
  def = astar_default_search();
  if (unit.cost_count > 1) def.unit = astar_graph_unit(grid, "walker", 6);
}

static void read_cells(const astar_path *path) {
  astar_waypoint part[64];
  uint32_t i;
  for (i = 0; i < path->count; i += 64)
    astar_path_read(path, i, path->count - i < 64 ? path->count - i : 64, part);
}

static double search(uint32_t start, uint32_t goal, uint64_t *expanded) {
  astar_id to = goal + 1;
  def.start = start + 1;
  def.goals = &to;
  def.goal_count = 1;
  if (finder) {
    const astar_path *found;
    if (astar_find(finder, astar_on_graph(grid), &def) != ASTAR_FOUND) worker_fail("grid_core: no way");
    *expanded += astar_finder_expanded(finder);
    found = astar_finder_path(finder);
    if (!found) check(ASTAR_NO_MEMORY);
    if (paths) read_cells(found);
    return found->cost;
  }
  check(astar_search_begin(searching, astar_on_graph(grid), &def));
  if (astar_search_step(searching, UINT64_MAX) != ASTAR_FOUND) worker_fail("grid_core: no way");
  *expanded += astar_search_expanded(searching);
  return astar_search_visit(searching, to).cost;
}

/* The first use of jump points makes what they read: that is building, not searching. */
static void make_ready(const grid_input *in) {
  astar_id to = in->problems.goal[0] + 1;
  def.start = in->problems.start[0] + 1;
  def.goals = &to;
  def.goal_count = 1;
  check(astar_search_begin(searching, astar_on_graph(grid), &def));
}

int main(int argc, char **argv) {
  grid_input in;
  double began, seconds;
  if (argc < 4) worker_fail("usage: grid_core MAP SCEN astar|ordered|jump [path]");
  in = grid_read(argv[1], argv[2]);
  paths = argc > 4;
  began = worker_clock();
  build(&in);
  def.answer_only = strcmp(argv[3], "ordered") != 0;
  def.jump = strcmp(argv[3], "jump") ? ASTAR_JUMP_NEVER : ASTAR_JUMP_ALWAYS;
  if (def.jump == ASTAR_JUMP_ALWAYS) make_ready(&in);
  if (def.answer_only) {
    finder = astar_finder_create(NULL, NULL);
    if (!finder) check(ASTAR_NO_MEMORY);
  }
  seconds = worker_clock() - began;
  worker_serve(&in.problems, seconds, search);
  astar_finder_destroy(finder);
  astar_search_destroy(searching);
  astar_graph_destroy(grid);
  return 0;
}
