// boost.cpp: the contestants from the Boost Graph Library.
//
//   boost FILE plain|terrain csr|csr-no-init|adjacency
//
// astar_search as its users call it, at its best: vertices and indices of 32 bits in the
// compressed graph, weights kept in the edges, the property maps plain arrays that are made
// once and that astar_search fills anew for each query, its own 4-ary heap, and a visitor
// that throws when the goal comes up. "csr-no-init" calls astar_search_no_init instead,
// and afterwards resets only what the search has touched.
#include <algorithm>
#include <cmath>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/astar_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>

#include "worker.h"

namespace {

struct edge_data {
  double weight;
};

typedef boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, edge_data, boost::no_property,
                                           std::uint32_t, std::uint32_t>
    csr_graph;
typedef boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, edge_data>
    adjacency_graph;

struct place {
  double x, y;
};

// Of each node, or empty where all are 0: most graphs are flat, and their places take less of the caches.
std::vector<double> heights;

struct found {};

template <class Graph> struct contestant {
  typedef typename boost::graph_traits<Graph>::vertex_descriptor vertex;

  Graph graph;
  std::vector<place> places;
  std::vector<vertex> predecessor;
  std::vector<double> distance, rank;
  std::vector<boost::default_color_type> color;
  std::vector<vertex> touched;

  contestant(Graph &&g, const worker_input &in)
      : graph(std::move(g)), predecessor(in.nodes), distance(in.nodes), rank(in.nodes), color(in.nodes) {
    places.reserve(in.nodes);
    for (std::uint32_t i = 0; i < in.nodes; i++) {
      places.push_back({in.x[i], in.y[i]});
      forget(i);
    }
  }

  void forget(vertex v) {
    predecessor[v] = v;
    distance[v] = rank[v] = std::numeric_limits<double>::max();
    color[v] = boost::white_color;
  }

  struct heuristic {
    const place *places;
    place goal;
    const double *z;
    double goal_z;
    double operator()(vertex v) const {
      double dx = places[v].x - goal.x, dy = places[v].y - goal.y;
      double dz = z ? z[v] - goal_z : 0;
      return std::sqrt(dx * dx + dy * dy + dz * dz);
    }
  };

  heuristic toward(vertex goal) const {
    if (heights.empty()) return {places.data(), places[goal], nullptr, 0};
    return {places.data(), places[goal], heights.data(), heights[goal]};
  }

  struct visitor : boost::default_astar_visitor {
    vertex goal;
    std::uint64_t *expanded;
    void examine_vertex(vertex v, const Graph &) const {
      ++*expanded;
      if (v == goal) throw found();
    }
  };

  struct noting_visitor : visitor {
    std::vector<vertex> *touched;
    void discover_vertex(vertex v, const Graph &) const { touched->push_back(v); }
  };

  double search(vertex start, vertex goal, std::uint64_t *expanded) {
    heuristic h = toward(goal);
    visitor v;
    v.goal = goal;
    v.expanded = expanded;
    auto index = get(boost::vertex_index, graph);
    try {
      boost::astar_search(graph, start, h,
                          boost::visitor(v)
                              .predecessor_map(make_iterator_property_map(predecessor.begin(), index))
                              .distance_map(make_iterator_property_map(distance.begin(), index))
                              .rank_map(make_iterator_property_map(rank.begin(), index))
                              .color_map(make_iterator_property_map(color.begin(), index))
                              .weight_map(get(&edge_data::weight, graph)));
    } catch (found) {
    }
    return distance[goal];
  }

  double search_no_init(vertex start, vertex goal, std::uint64_t *expanded) {
    heuristic h = toward(goal);
    noting_visitor v;
    v.goal = goal;
    v.expanded = expanded;
    v.touched = &touched;
    auto index = get(boost::vertex_index, graph);
    distance[start] = 0;
    rank[start] = h(start);
    try {
      boost::astar_search_no_init(graph, start, h,
                                  boost::visitor(v)
                                      .predecessor_map(make_iterator_property_map(predecessor.begin(), index))
                                      .distance_map(make_iterator_property_map(distance.begin(), index))
                                      .rank_map(make_iterator_property_map(rank.begin(), index))
                                      .color_map(make_iterator_property_map(color.begin(), index))
                                      .weight_map(get(&edge_data::weight, graph)));
    } catch (found) {
    }
    double cost = distance[goal];
    for (vertex t : touched) forget(t);
    touched.clear();
    return cost;
  }
};

contestant<csr_graph> *csr;
contestant<adjacency_graph> *adjacency;

double search_csr(uint32_t start, uint32_t goal, uint64_t *expanded) {
  return csr->search(start, goal, expanded);
}

double search_csr_no_init(uint32_t start, uint32_t goal, uint64_t *expanded) {
  return csr->search_no_init(start, goal, expanded);
}

double search_adjacency(uint32_t start, uint32_t goal, uint64_t *expanded) {
  return adjacency->search(start, goal, expanded);
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 4) worker_fail("usage: boost FILE plain|terrain csr|csr-no-init|adjacency");
  worker_input in = worker_read(argv[1]);
  bool terrain = !std::strcmp(argv[2], "terrain");
  std::string kind = argv[3];
  worker_search search = kind == "csr" ? search_csr : kind == "adjacency" ? search_adjacency : search_csr_no_init;

  double began = worker_clock();
  if (std::any_of(in.z, in.z + in.nodes, [](double z) { return z != 0; })) heights.assign(in.z, in.z + in.nodes);
  {
    // The terrain of the node that an edge leads to makes its weight.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
    std::vector<edge_data> data;
    ends.reserve(2 * std::size_t(in.links));
    data.reserve(2 * std::size_t(in.links));
    for (std::uint32_t i = 0; i < in.links; i++) {
      std::uint32_t a = in.a[i], b = in.b[i];
      double dx = in.x[a] - in.x[b], dy = in.y[a] - in.y[b], dz = in.z[a] - in.z[b];
      double length = std::sqrt(dx * dx + dy * dy + dz * dz);
      ends.emplace_back(a, b);
      data.push_back({length * (terrain ? worker_multipliers[in.terrain[b]] : 1)});
      if (in.oneway[i]) continue;
      ends.emplace_back(b, a);
      data.push_back({length * (terrain ? worker_multipliers[in.terrain[a]] : 1)});
    }
    if (search == search_adjacency)
      adjacency = new contestant<adjacency_graph>(
          adjacency_graph(ends.begin(), ends.end(), data.begin(), in.nodes, ends.size()), in);
    else
      csr = new contestant<csr_graph>(
          csr_graph(boost::edges_are_unsorted_multi_pass, ends.begin(), ends.end(), data.begin(), in.nodes), in);
  }
  double seconds = worker_clock() - began;
  worker_forget_graph(&in);
  worker_serve(&in, seconds, search);
  delete csr;
  delete adjacency;
  return 0;
}
