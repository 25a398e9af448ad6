/*
** cxx_test.cpp: a C++ program that uses the core: it includes astar.h, links, and finds its way on a graph, a grid and
** a plane.
*/
#include "astar.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#define CHECK(condition) \
  ((condition) ? (void)0 : (std::fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition), std::abort()))

namespace {

template <class T, void destroy(T *)> struct destroyer {
  void operator()(T *object) const { destroy(object); }
};

typedef std::unique_ptr<astar_graph, destroyer<astar_graph, astar_graph_destroy>> graph_owner;
typedef std::unique_ptr<astar_plane, destroyer<astar_plane, astar_plane_destroy>> plane_owner;
typedef std::unique_ptr<astar_search, destroyer<astar_search, astar_search_destroy>> search_owner;
typedef std::unique_ptr<astar_finder, destroyer<astar_finder, astar_finder_destroy>> finder_owner;

/* The cost of the route that a search finds, which leads through `count` places. */
double finish(astar_search *s, std::uint32_t count)
{
  CHECK(astar_search_step(s, UINT64_MAX) == ASTAR_FOUND);
  astar_id goal = astar_search_goal(s);
  CHECK(astar_search_trace(s, goal) == count);
  std::vector<double> memory(astar_path_size(count) / sizeof(double) + 1);
  astar_path *path = reinterpret_cast<astar_path *>(memory.data());
  astar_search_path(s, goal, path);
  CHECK(path->count == count);
  return path->cost;
}

double between(astar_search *s, astar_graph *g, astar_id start, astar_id goal, std::uint32_t count)
{
  astar_search_def def = astar_default_search();
  def.start = start;
  def.goals = &goal;
  def.goal_count = 1;
  CHECK(astar_search_begin(s, astar_on_graph(g), &def) == ASTAR_OK);
  return finish(s, count);
}

} // namespace

int main()
{
  search_owner search(astar_search_create(nullptr, nullptr));
  finder_owner finder(astar_finder_create(nullptr, nullptr));
  CHECK(search && finder);

  graph_owner graph(astar_graph_create(nullptr, nullptr));
  CHECK(graph);
  astar_id a, b, c;
  CHECK(astar_graph_add(graph.get(), 0, 0, 0, &a) == ASTAR_OK);
  CHECK(astar_graph_add(graph.get(), 3, 4, 0, &b) == ASTAR_OK);
  CHECK(astar_graph_add(graph.get(), 3, 8, 0, &c) == ASTAR_OK);
  astar_link link = astar_default_link();
  CHECK(astar_graph_link(graph.get(), a, b, &link) == ASTAR_OK);
  CHECK(astar_graph_link(graph.get(), b, c, &link) == ASTAR_OK);
  CHECK(between(search.get(), graph.get(), a, c, 3) == 9);
  const astar_path *path = astar_find_path(finder.get(), graph.get(), ASTAR_NO_UNIT, a, c);
  CHECK(path && path->count == 3 && path->cost == 9 && astar_path_point(path, 1).id == b);

  astar_grid_def def = astar_default_grid();
  def.width = 9;
  def.height = 3;
  astar_graph *cells = nullptr;
  CHECK(astar_grid_create(nullptr, nullptr, &def, &cells) == ASTAR_OK);
  graph_owner grid(cells);
  CHECK(between(search.get(), grid.get(), 1, 9, 9) == 8);
  path = astar_find_path(finder.get(), grid.get(), ASTAR_NO_UNIT, 1, 9);
  CHECK(path && path->count == 9 && path->cost == 8);

  plane_owner plane(astar_plane_create(nullptr, nullptr, nullptr));
  CHECK(plane);
  double corners[8];
  astar_fault fault;
  astar_obstacle obstacle;
  astar_box_corners(5, 0, 2, 2, 0, corners);
  CHECK(astar_plane_polygon(plane.get(), corners, 4, &fault, &obstacle) == ASTAR_OK);
  const double length = 2 + 2 * std::sqrt(17.0);
  astar_search_def question = astar_default_search();
  const double from[2] = {0, 0}, to[2] = {10, 0};
  const astar_place start = astar_flat_place(from[0], from[1]), target = astar_flat_place(to[0], to[1]);
  question.start_place = &start;
  question.goal_places = &target;
  question.goal_count = 1;
  CHECK(astar_search_begin(search.get(), astar_on_plane(plane.get()), &question) == ASTAR_OK);
  CHECK(std::fabs(finish(search.get(), 4) - length) < 1e-9);
  path = astar_find_path_on_plane(finder.get(), plane.get(), 0, from, to);
  CHECK(path && path->count == 4 && std::fabs(path->cost - length) < 1e-9);
  CHECK(std::strcmp(astar_status_name(astar_finder_status(finder.get())), "found") == 0);

  std::puts("cxx_test: a graph, a grid and a plane");
  return 0;
}
