/*
** plane_scenes.c: makes scenes for the benchmark of planes: obstacles on a square, and problems.
**
**   plane_scenes boxes|rocks OBSTACLES SIDE SCENES PROBLEMS >file
**
** Boxes stand at any angle; the more there are, the smaller they are. Rocks have eight corners, at
** unequal distances from their middle. Both may overlap and stand out of the square. The problems lead
** from the middle of one cell of a grid of unit cells to that of another, those of boxes only if
** there is a way on the plane as well as on the grid, whose cells are blocked where their middle
** lies in a box. The same arguments give the same file everywhere.
**
** A file is a list of these:
**
**   scene SIDE OBSTACLES PROBLEMS
**   CORNERS x y x y ...             a line for each obstacle
**   x y x y                         a line for each problem: start, goal
*/
#include <math.h>

#include "astar.h"
#include "plane_input.h"
#include "random.h"

#define TURN 6.283185307179586
#define ROCK_CORNERS 8u
#define MAX_TRIES 100000u

static bool rocks;
static double side;
static astar_search *searching;

static double between(double low, double high) {
  return low + random_unit() * (high - low);
}

static uint32_t make_box(uint32_t obstacles, double *corners) {
  double least = (obstacles > 20 ? 0.03 : 0.05) * side, most = (obstacles > 20 ? 0.12 : 0.25) * side;
  double x = random_unit() * side, y = random_unit() * side, width = between(least, most);
  astar_box_corners(x, y, width, between(least, most), between(0, TURN / 2), corners);
  return 4;
}

static uint32_t make_rock(double *corners) {
  double x = random_unit() * side, y = random_unit() * side, first = between(0, TURN);
  double radius = between(0.005, 0.015) * side;
  uint32_t i;
  for (i = 0; i < ROCK_CORNERS; i++) {
    double angle = first + TURN * i / ROCK_CORNERS, distance = radius * between(0.7, 1);
    corners[2 * i] = x + distance * cos(angle);
    corners[2 * i + 1] = y + distance * sin(angle);
  }
  return ROCK_CORNERS;
}

static void print_obstacle(const double *corners, uint32_t count) {
  uint32_t i;
  printf("%u", (unsigned)count);
  for (i = 0; i < 2 * count; i++)
    printf(" %.17g", corners[i]);
  printf("\n");
}

static bool is_open_to(astar_plane *plane, const double from[2], const double to[2]) {
  const astar_place start = astar_flat_place(from[0], from[1]), goal = astar_flat_place(to[0], to[1]);
  astar_search_def def = astar_default_search();
  def.start_place = &start;
  def.goal_places = &goal;
  def.goal_count = 1;
  def.answer_only = true;
  plane_check(astar_search_begin(searching, astar_on_plane(plane), &def));
  return astar_search_step(searching, UINT64_MAX) == ASTAR_FOUND;
}

static bool is_linked_to(astar_graph *grid, const double from[2], const double to[2]) {
  astar_search_def def = astar_default_search();
  astar_id goal = plane_cell(grid, to);
  def.start = plane_cell(grid, from);
  def.goals = &goal;
  def.goal_count = 1;
  def.answer_only = true; /* by jump points */
  if (astar_graph_blocked(grid, def.start) || astar_graph_blocked(grid, goal)) return false;
  plane_check(astar_search_begin(searching, astar_on_graph(grid), &def));
  return astar_search_step(searching, UINT64_MAX) == ASTAR_FOUND;
}

static void print_problems(astar_plane *plane, astar_graph *grid, uint32_t problems) {
  uint32_t tries = 0;
  while (problems > 0) {
    double from[2], to[2];
    int axis;
    for (axis = 0; axis < 2; axis++) {
      from[axis] = floor(random_unit() * side) + 0.5;
      to[axis] = floor(random_unit() * side) + 0.5;
    }
    if (++tries > MAX_TRIES) worker_fail("plane_scenes: there is hardly any way");
    if (!is_open_to(plane, from, to) || (grid && !is_linked_to(grid, from, to))) continue;
    printf("%.17g %.17g %.17g %.17g\n", from[0], from[1], to[0], to[1]);
    problems--;
  }
}

static void make_scene(uint32_t obstacles, uint32_t problems) {
  double bounds[4] = { 0, 0, side, side }, corners[2 * ROCK_CORNERS];
  astar_plane *plane = astar_plane_create(NULL, NULL, bounds);
  astar_graph *grid = NULL;
  uint32_t i;
  if (!plane) plane_check(ASTAR_NO_MEMORY);
  printf("scene %.17g %u %u\n", side, (unsigned)obstacles, (unsigned)problems);
  for (i = 0; i < obstacles; i++) {
    uint32_t count = rocks ? make_rock(corners) : make_box(obstacles, corners);
    astar_fault fault;
    astar_obstacle id;
    plane_check(astar_plane_polygon(plane, corners, count, &fault, &id));
    print_obstacle(corners, count);
  }
  if (!rocks) grid = plane_grid(plane, (uint32_t)side);
  print_problems(plane, grid, problems);
  astar_graph_destroy(grid);
  astar_plane_destroy(plane);
}

int main(int argc, char **argv) {
  unsigned long numbers[4], i;
  if (argc != 6 || (strcmp(argv[1], "boxes") && strcmp(argv[1], "rocks")))
    worker_fail("usage: plane_scenes boxes|rocks OBSTACLES SIDE SCENES PROBLEMS");
  for (i = 0; i < 4; i++)
    numbers[i] = strtoul(argv[2 + i], NULL, 10);
  rocks = !strcmp(argv[1], "rocks");
  side = (double)numbers[1];
  searching = astar_search_create(NULL, NULL);
  if (!searching) plane_check(ASTAR_NO_MEMORY);
  for (i = 0; i < numbers[2]; i++)
    make_scene((uint32_t)numbers[0], (uint32_t)numbers[3]);
  astar_search_destroy(searching);
  return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
